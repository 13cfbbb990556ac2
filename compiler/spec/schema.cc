#include "compiler/spec/schema.h"

#include <utility>
#include <vector>

namespace teaal::spec {

const std::vector<std::pair<std::string, std::string>>& embedded_files();  // made by CMake

const std::string& schema_text() { return embedded_files().front().second; }

}  // namespace teaal::spec
