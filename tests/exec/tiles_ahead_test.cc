// Loops over tiles pass over those in which an operand stores nothing: what a kernel reads depends
// on what is stored, and not on how large ranks are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/exec/counted.h"

namespace teaal::exec {
namespace {

using runtime::Coo;

struct Nest {
  std::string name, order, tile = "uniform_shape(16)";
  std::string a = "rank-order: [M, K], M: {format: C}, K: {format: C}";
  std::string b = "rank-order: [K, N], K: {format: C}, N: {format: C}";
};

// The sum over all products of A and B, times D: every rank of A and B is summed, in time.
std::string spec_of(const Nest& n) {
  return fmt::format(R"(einsum:
  declaration: {{ A: [M, K], B: [K, N], D: [Q], Z: [Q] }}
  expressions: ["Z[q] = D[q] * A[m, k] * B[k, n]"]
mapping:
  partitioning: {{ Z: {{ M: [{0}], K: [{0}], N: [{0}] }} }}
  loop-order: {{ Z: [Q, {1}] }}
  spacetime: {{ Z: {{ space: [Q], time: [{1}] }} }}
format:
  A: {{ default: {{ {2} }} }}
  B: {{ default: {{ {3} }} }}
)",
                     n.tile, n.order, n.a, n.b);
}

// Elements far apart, and some close together.
Coo scattered(int64_t extent, bool by_columns) {
  const auto e = static_cast<int32_t>(extent);
  const std::vector<int32_t> first = {0, 1, 17, e / 3, e / 2, e - 1},
                             second = {e / 4, e / 4 + 1, 40, e - 2, e / 2, 5};
  Coo out{{extent, extent}, {first, second}, {1, 2, 3, 4, 5, 6}};
  if (by_columns) std::swap(out.coords[0], out.coords[1]);
  if (!by_columns) return out;
  Coo sorted{{extent, extent}, {{}, {}}, {}};  // rows of B are the columns of A
  for (const size_t i : {5, 2, 0, 1, 4, 3}) {
    for (size_t r = 0; r < 2; ++r) sorted.coords[r].push_back(out.coords[r][i]);
    sorted.values.push_back(out.values[i]);
  }
  return sorted;
}

int64_t loads(const Nest& nest, int64_t extent) {
  Coo d{{1}, {{0}}, {1}};
  Counted c = counted(spec_of(nest),
                      {{"A", scattered(extent, false)}, {"B", scattered(extent, true)}, {"D", d}},
                      {{"M", extent}, {"K", extent}, {"N", extent}, {"Q", 1}}, {});
  int64_t out = 0;
  if (c.counts)
    for (const auto& array : c.counts->arrays) out += array.traffic.loads;
  EXPECT_GT(out, 0);
  return out;
}

class TilesAhead : public testing::TestWithParam<Nest> {};

TEST_P(TilesAhead, TakeWhatIsStored) {
  const int64_t small = loads(GetParam(), 1 << 9), large = loads(GetParam(), 1 << 12);
  EXPECT_LE(large, 2 * small);
}

const std::string csc = "rank-order: [K, M], K: {format: C}, M: {format: C}";
const std::vector<Nest> nests = {
    {"RowsFirst", "M1, N1, K1, M0, K0, N0"},
    {"SumsFirst", "K1, M1, N1, M0, K0, N0"},
    {"SumsBetween", "M1, K1, N1, M0, K0, N0"},
    {"OuterProducts", "M1, N1, K1, K0, M0, N0", "uniform_shape(16)", csc},
    {"TwoLevels", "M2, N2, K2, M1, N1, K1, M0, K0, N0", "uniform_shape(256), uniform_shape(4)"},
    {"SizesThatDoNotNest", "M2, N2, K2, M1, N1, K1, M0, K0, N0",
     "uniform_shape(150), uniform_shape(4)"},
};

INSTANTIATE_TEST_SUITE_P(Nests, TilesAhead, testing::ValuesIn(nests),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace teaal::exec
