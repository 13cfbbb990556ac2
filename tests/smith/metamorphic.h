#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/smith/model.h"

namespace teaal::smith {

using Outputs = std::map<std::string, runtime::Coo>;

// A changed form of a case, and what its outputs must be, given those of the case. No definition of
// the einsum takes part: two compiles are compared with each other.
struct Variation {
  std::string name;  // "operand order", "formats", "loop order", "unsplit", "permuted", "scaled"
  Case changed;
  std::function<Outputs(const Outputs&)> expected;
};

// Those that make sense for the case. The same case gives the same ones.
std::vector<Variation> variations(const Case&);

// Where the two differ first; empty if they are the same, bit for bit.
std::string difference(const Outputs& got, const Outputs& want);

}  // namespace teaal::smith
