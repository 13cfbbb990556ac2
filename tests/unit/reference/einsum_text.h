#pragma once
#include <string>

#include "runtime/manifest/manifest.h"

// Tests write einsums as text; a variable's rank is its name in upper case. Written for tests
// alone, it shares nothing with the compiler's parser. Ends the test program's current test with a
// failure if the text is wrong.
namespace teaal::runtime::testing {

ManifestEinsum einsum(const std::string& text);

}  // namespace teaal::runtime::testing
