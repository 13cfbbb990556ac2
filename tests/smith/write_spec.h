#pragma once
#include <string>
#include <vector>

#include "tests/smith/model.h"

namespace teaal::smith {

// The case as a spec file.
std::string spec_text(const Case&);
std::string expression_text(const Expression&);
// `M:U,K:C`, as --format takes it.
std::string format_text(const Format&);

// teaalc's arguments behind the spec.
std::string arguments_text(const Case&);
// Everything that there is to a case.
std::string whole_text(const Case&);

// Writes spec.yaml, a .tns a tensor and `replay`, a command line of teaalc, into `folder`, which is
// made. False, with a message on standard error, if it cannot.
bool write_case(const Case&, bool checked, const std::string& folder, const std::string& why);

}  // namespace teaal::smith
