#pragma once
#include <string>

namespace teaal::spec {

// The JSON schema (draft 7) of what read_spec reads, of the sections that other commands read
// (`tests:`) too: schema.json. Keys that the reader only warns about do not pass it.
const std::string& schema_text();

}  // namespace teaal::spec
