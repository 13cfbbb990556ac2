#include "bench/gemm/cases.h"

#include <fmt/format.h>

#include <algorithm>

namespace teaal::bench::gemm {
namespace {

using runtime::Blockwise;

constexpr int64_t independent_a[2] = {32, 8}, independent_b[2] = {8, 32}, block = 64;

std::string percent(double share) { return fmt::format("{:g}", share * 100); }

Blockwise operand(const int64_t (&tile)[2], int k, double density, bool consistent, uint64_t seed) {
  Blockwise out;
  std::ranges::copy(tile, out.tile);
  out.k = k;
  out.density = density;
  out.consistent = consistent;
  out.seed = seed;
  return out;
}

// A's patterns run along its columns, B's along its rows.
Case make_case(const CaseOptions& options, Family family, double a, double b) {
  bool own = family == Family::Independent;
  Case out;
  out.name = percent(a) + " / " + percent(b);
  out.family = family;
  out.a = operand(own ? independent_a : options.tile_a, 1, a, false, options.seed);
  out.b = operand(own ? independent_b : options.tile_b, 0, b, !own, options.seed + 1);
  return out;
}

// Every row of blocks has equally many, as the format wants it.
Case blocks_case(const CaseOptions& options, double density) {
  Case out = make_case(options, Family::Blocks, density, 1);
  out.a.tile[0] = block;
  out.a.tile[1] = (options.shape.k + block - 1) / block * block;
  out.a.slice = block;
  return out;
}

}  // namespace

std::vector<Case> table_cases(const CaseOptions& options) {
  std::vector<Case> out;
  for (double both : {1.0, 0.5, 0.25, 0.125})
    out.push_back(make_case(options, Family::Consistent, both, both));
  for (double a : {0.5, 0.25, 0.125}) out.push_back(make_case(options, Family::Consistent, a, 1));
  for (double b : {0.5, 0.25, 0.125}) out.push_back(make_case(options, Family::Consistent, 1, b));
  for (double both : {0.5, 0.25, 0.125})
    out.push_back(make_case(options, Family::Independent, both, both));
  for (double blocks : {0.5, 0.25, 0.125, 0.046875}) out.push_back(blocks_case(options, blocks));
  return out;
}

std::vector<Case> grid_cases(const CaseOptions& options) {
  std::vector<Case> out;
  for (int a = 8; a >= 1; --a)
    for (int b = 8; b >= 1; --b) out.push_back(make_case(options, Family::Grid, a / 8.0, b / 8.0));
  return out;
}

std::string source_of(const Blockwise& matrix, int64_t rows, int64_t columns) {
  std::string out =
      fmt::format("blockwise:shape={}x{},tile={}x{},k={},slice={},seed={}", rows, columns,
                  matrix.tile[0], matrix.tile[1], matrix.k, matrix.slice, matrix.seed);
  out += matrix.pattern.empty() ? fmt::format(",density={}", matrix.density)
                                : ",pattern=" + matrix.pattern;
  if (matrix.shuffled) out += ",shuffle=1";
  if (matrix.consistent) out += ",consistent=1";
  if (matrix.tiles != 1) out += fmt::format(",tiles={}", matrix.tiles);
  return out;
}

double joint_density(const Shape& shape, std::span<const float> a, std::span<const float> b) {
  std::vector<int64_t> rows(static_cast<size_t>(shape.k)), columns(static_cast<size_t>(shape.k));
  for (int64_t i = 0; i < shape.m; ++i)
    for (int64_t k = 0; k < shape.k; ++k)
      rows[static_cast<size_t>(k)] += a[static_cast<size_t>(i * shape.k + k)] != 0;
  for (int64_t k = 0; k < shape.k; ++k)
    for (int64_t j = 0; j < shape.n; ++j)
      columns[static_cast<size_t>(k)] += b[static_cast<size_t>(k * shape.n + j)] != 0;
  double products = 0;
  for (size_t k = 0; k < rows.size(); ++k)
    products += static_cast<double>(rows[k]) * static_cast<double>(columns[k]);
  double all =
      static_cast<double>(shape.m) * static_cast<double>(shape.n) * static_cast<double>(shape.k);
  return all > 0 ? products / all : 0;
}

}  // namespace teaal::bench::gemm
