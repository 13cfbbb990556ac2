#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/tensor/blockwise.h"

// The products that are measured: C[m, n] = A[m, k] * B[k, n] with zeros in blocks.
namespace teaal::bench::gemm {

struct Shape {
  int64_t m = 4096, n = 4096, k = 4096;
};

// Which cases lie on one line of time over joint density.
enum class Family {
  Consistent,   // all tiles of B at one k have one pattern
  Independent,  // tiles of B have patterns of their own
  Blocks,       // square blocks of A, B dense: what cuSPARSE has a format for
  Grid,         // as Consistent, every pair of densities that eight slices can have
};

struct Case {
  std::string name;  // "50 / 25": percent of A and of B
  Family family = Family::Consistent;
  runtime::Blockwise a, b;
};

struct CaseOptions {
  Shape shape;
  int64_t tile_a[2] = {64, 8}, tile_b[2] = {8, 32};  // of Consistent and Grid
  uint64_t seed = 1;
};

// Densest first.
std::vector<Case> table_cases(const CaseOptions&);
// 64 of them: i of A's and j of B's eight slices are full.
std::vector<Case> grid_cases(const CaseOptions&);

// What a matrix holds, as the generator's source: equal texts mean equal matrices.
std::string source_of(const runtime::Blockwise&, int64_t rows, int64_t columns);

// Of all m * n * k products, the share whose factors are both non-zero.
double joint_density(const Shape&, std::span<const float> a, std::span<const float> b);

}  // namespace teaal::bench::gemm
