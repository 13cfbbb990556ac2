#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compiler/driver/session.h"

// A compiled spec on drawn operands, at several extents and densities.
namespace teaal::exec {

struct Drawn {
  const driver::Compiled& compiled;
  std::string type;
  std::vector<double> densities;
  std::map<std::string, int64_t> symbols = {};  // launch symbols
};

// Extents of ranks, all that the spec has. Every result is what reference math says, and the
// machine finds nothing.
void expect_right_with(const std::vector<std::map<std::string, int64_t>>& extents, const Drawn&,
                       driver::Machine&);
// Those of M, N, K and P.
void expect_right_at(const std::vector<std::array<int64_t, 4>>& extents, const Drawn&,
                     driver::Machine&);

}  // namespace teaal::exec
