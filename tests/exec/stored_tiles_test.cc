#include <gtest/gtest.h>

#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"
#include "tests/exec/staged.h"

// Outputs of staged products that are stored tile by tile, where a block has something to compute.
namespace teaal::exec {
namespace {

const std::string lists = bound("BlockIntersect", "{rank: K0, format: pattern, type: compact}");
const std::string blocked =
    "rank-order: [M2, N2, M0, N0], M2: {format: U}, N2: {format: C}, M0: {format: U}, N0: "
    "{format: U}";

Staged in_tiles(const std::string& name, const std::string& bindings,
                const std::string& stored = blocked) {
  Staged out = {name,
                matrices,
                product,
                parts,
                order,
                "[M2, N2, M1, N1]",
                "[K1, K0, M0, N0]",
                lanes + sums + bindings,
                patterns};
  out.stored = stored;
  out.densities = {0.9, 0.01};
  return out;
}

Staged typed(Staged s, const std::string& type, int index_bits = 32) {
  s.name += "_" + type + (index_bits == 32 ? "" : "_" + std::to_string(index_bits));
  s.type = type;
  s.index_bits = index_bits;
  return s;
}

std::vector<Staged> cases() {
  std::vector<Staged> out = {
      in_tiles("Blocked", both_tiles(2) + lists),
      in_tiles("Unstaged", lists),
      in_tiles("BothCompressed", both_tiles(3) + lists,
               "rank-order: [M2, N2, M0, N0], M2: {format: C}, N2: {format: C}, M0: {format: U}, "
               "N0: {format: U}"),
      in_tiles("Bitmask", both_tiles(1) + lists,
               "rank-order: [M2, N2, M0, N0], M2: {format: C}, N2: {format: B}, M0: {format: U}, "
               "N0: {format: U}"),
      in_tiles("OtherOrder", both_tiles(2) + lists,
               "rank-order: [N2, M2, N0, M0], N2: {format: U}, M2: {format: C}, N0: {format: U}, "
               "M0: {format: U}"),
      in_tiles("TilesOfTiles", both_tiles(2) + lists,
               "rank-order: [M2, N2, M1, N1, M0, N0], M2: {format: U}, N2: {format: C}, M1: "
               "{format: U}, N1: {format: U}, M0: {format: U}, N0: {format: U}"),
      in_tiles("ListsOfTiles", both_tiles(2) + bound("BlockIntersect",
                                                     "{rank: K1, format: pattern, type: compact}")),
      in_tiles("LongestFirst", both_tiles(2) + bound("BlockIntersect",
                                                     "{rank: K0, format: pattern, type: compact, "
                                                     "order: longest-first}")),
      in_tiles("ListsUnchosen", both_tiles(2)),
      in_tiles("Persistent", both_tiles(2) + lists),
      typed(in_tiles("Blocked", both_tiles(2) + lists), "f64"),
      typed(in_tiles("Blocked", both_tiles(2) + lists), "i32"),
      typed(in_tiles("Blocked", both_tiles(2) + lists), "bf16"),
      typed(in_tiles("Blocked", both_tiles(2) + lists), "f32", 8),
      typed(in_tiles("Blocked", both_tiles(2) + lists), "f32", 16),
  };
  for (Staged& s : out)
    if (s.name == "Persistent")
      s.bindings.replace(s.bindings.find("{rank: M2}"), 10, "{rank: M2, style: persistent}");
  Staged batched = in_tiles("Batched", bound("Block", "{rank: P}") + both_tiles(2) + lists,
                            "rank-order: [M2, P, N2, M0, N0], M2: {format: C}, P: {format: U}, "
                            "N2: {format: C}, M0: {format: U}, N0: {format: U}");
  batched.declaration = "A: [P, M, K], B: [P, K, N], C: [P, M, N]";
  batched.expression = "C[p, m, n] = A[p, m, k] * B[p, k, n]";
  batched.order = "[P, M2, N2, K1, K0, M1, N1, M0, N0]";
  batched.space = "[P, M2, N2, M1, N1]";
  batched.patterns =
      "  A: {rank-order: [P, M2, K1, K0], P: {format: U}, M2: {format: U}, K1: {format: U}, K0: "
      "{format: B}}\n"
      "  B: {rank-order: [P, N1, K1, K0], P: {format: U}, N1: {format: U}, K1: {format: U}, K0: "
      "{format: B}}\n";
  out.push_back(batched);
  Staged cores = in_tiles("OnTensorCores", both_tiles(2) + lists +
                                               "  - component: TensorCore\n    bindings: [{op: "
                                               "mul, type: 3xtf32}, {op: add}]\n");
  cores.partitioning =
      "{M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(8)], K: "
      "[uniform_shape(8)]}";
  cores.patterns =
      "  A: {rank-order: [M2, K1, K0], M2: {format: U}, K1: {format: U}, K0: {format: B}}\n"
      "  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: {format: U}, K0: {format: B}}\n";
  out.push_back(cores);
  return out;
}

class StoredTiles : public testing::TestWithParam<Staged> {};

TEST_P(StoredTiles, HoldWhatReferenceMathSays) { expect_right(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Kernels, StoredTiles, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

// How many elements of C are stored on the CPU executor.
int64_t stored_of(const std::string& a, const std::string& b) {
  Diagnostics diagnostics;
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "tiles";
  auto compiled =
      driver::compile_for_run(std::make_shared<SourceFile>(SourceFile{
                                  "tiles.yaml", spec_of(in_tiles("", both_tiles(2) + lists))}),
                              options, diagnostics);
  EXPECT_TRUE(compiled) << told(diagnostics);
  if (!compiled) return -1;
  driver::JobRequest request;
  request.inputs.sources = {{"A", a}, {"B", b}};
  request.inputs.shapes = {{"M", 60}, {"K", 24}, {"N", 90}};
  auto machine = quick_machine(diagnostics);
  auto session = driver::Session::load(*compiled, request, diagnostics);
  EXPECT_TRUE(session && session->run(*machine, diagnostics)) << told(diagnostics);
  for (const auto& view : session->execution().views())
    if (view.tensor == "C") return view.elements;
  return -1;
}

TEST(StoredTiles, AreThoseThatHaveProducts) {
  constexpr int64_t tile = 16 * 32, all = 4 * 3 * tile;
  EXPECT_EQ(stored_of("rand:density=1", "rand:density=1,seed=2"), all);
  EXPECT_EQ(stored_of("rand:density=0", "rand:density=1"), 0);
  const int64_t some = stored_of("rand:density=0.01", "rand:density=0.01,seed=2");
  EXPECT_GT(some, 0);
  EXPECT_LT(some, all);
  EXPECT_EQ(some % tile, 0);
}

}  // namespace
}  // namespace teaal::exec
