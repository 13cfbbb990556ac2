#pragma once
#include <array>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

// Specs with operands near the threads: in shared memory, in registers.
namespace teaal::exec {

struct Tiled {
  std::string name, declaration, expressions, mapping, formats, bindings;
  std::string operators = "", iterate = "", type = "f32";
  int index_bits = 32;
  std::vector<std::string> tiles = {};  // what the kernel's text must have
};

void PrintTo(const Tiled& t, std::ostream* out);

std::string spec_of(const Tiled& t);

// Lines of a spec: bindings to a component; one to Shared or Registers; the mapping of Z; a format,
// a letter a rank.
std::string bound(const std::string& component, const std::string& entries);
std::string shared(const std::string& tensor, const std::string& rank, const std::string& evict,
                   const std::string& type = "elem");
std::string mapped(const std::string& partitioning, const std::string& order,
                   const std::string& space, const std::string& time);
std::string stored(const std::string& tensor, const std::string& ranks, const std::string& letters);

extern const std::string min_plus, or_and;  // operators of Z

Tiled with(Tiled t, const std::string& name, const std::function<void(Tiled&)>& change);
// The same, filled ahead.
Tiled deep(Tiled t, int depth);

// Compiles it and runs it on drawn operands of those extents of M, N, K and P, on the CPU executor
// in checked mode (TEAAL_TEST_DEVICE=gpu: on the GPU): each result is what reference math says.
void expect_right(const Tiled& t, const std::vector<std::array<int64_t, 4>>& extents);
// The CUDA that it compiles to; empty: it does not.
std::string text_of(const Tiled& t);
// Why the spec is refused; empty: it is not.
std::string refusal_of(const Tiled& t);

}  // namespace teaal::exec
