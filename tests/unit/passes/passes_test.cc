#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "compiler/ir/text/text.h"
#include "compiler/passes/pipeline.h"
#include "compiler/support/differences.h"
#include "tests/unit/passes/snapshots.h"

namespace teaal::passes {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> shipped_specs() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(TEAAL_SOURCE_DIR) / "specs"))
    if (entry.path().extension() == ".yaml") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

TEST(Passes, every_shipped_spec_lowers_and_its_ir_round_trips_behind_every_pass) {
  ASSERT_GE(shipped_specs().size(), 60u);
  for (const fs::path& path : shipped_specs()) {
    Diagnostics diagnostics;
    auto snapshots = compile(path.stem(), slurp(path), {}, diagnostics);
    ASSERT_EQ(snapshots.size(), pipeline().size()) << path << "\n" << rendered(diagnostics);
    for (const Snapshot& s : snapshots) {
      auto again = ir::parse(std::make_shared<SourceFile>(SourceFile{s.pass, s.text}), diagnostics);
      ASSERT_TRUE(again) << path << " behind " << s.pass << "\n" << rendered(diagnostics);
      EXPECT_EQ(ir::print(*again), s.text) << path << " behind " << s.pass;
    }
  }
}

std::vector<Snapshot> shipped(const std::string& name) {
  Diagnostics diagnostics;
  fs::path spec = fs::path(TEAAL_SOURCE_DIR) / "specs" / (name + ".yaml");
  std::vector<Snapshot> out = compile(name, slurp(spec), {}, diagnostics);
  EXPECT_TRUE(diagnostics.ok()) << rendered(diagnostics);
  return out;
}

TEST(Passes, leave_the_ir_that_the_goldens_show) {
  for (const char* name :
       {"spmv_thread_mapped", "spmv_warp_per_row", "spmv_column_first", "gemm_tiled",
        "gemm_split_k", "spmspm_inner", "spmspm_bitmask", "dot", "spgemm_gustavson"})
    for (const Snapshot& s : shipped(name))
      if (s.pass != "bind_memory" && s.pass != "widen" && s.pass != "simplify" && s.pass != "own" &&
          s.pass != "join" && s.pass != "fit_sizes" && s.pass != "hand_round")
        expect_golden(s, name);
}

TEST(Passes, leave_the_ir_that_the_goldens_of_some_specs_show) {
  for (const char* name : {"spmv_thread_mapped", "gemm_split_k"})
    for (const Snapshot& s : shipped(name))
      if (s.pass == "fit_sizes") expect_golden(s, name);
  for (const Snapshot& s : shipped("spmv_row_classes"))
    if (s.pass == "classify" || s.pass == "coiterate") expect_golden(s, "spmv_row_classes");
  for (const Snapshot& s : shipped("spmv_scaled"))
    if (s.pass == "finish" || s.pass == "reduce") expect_golden(s, "spmv_scaled");
}

// A box of a dense operand, in whose fill warps and lanes meet; a run of a compressed one.
TEST(BindMemory, leaves_the_ir_that_the_goldens_show) {
  for (const char* name : {"spmm_staged", "spmv_staged"})
    for (const Snapshot& s : shipped(name))
      if (s.pass == "bind_memory" || s.pass == "coiterate") expect_golden(s, name);
}

// Later its columns are read, and written, in quads.
TEST(Accumulate, keeps_the_sums_of_a_tile_in_registers) {
  Diagnostics diagnostics;
  const char* spec = R"(einsum:
  declaration: { A: [M, K], B: [K, N], C: [M, N] }
  expressions: ["C[m, n] = A[m, k] * B[k, n]"]
mapping:
  partitioning: { C: { N: [uniform_shape(128), uniform_shape(4)] } }
  loop-order: { C: [M, N2, K, N1, N0] }
  spacetime: { C: { space: [M, N1], time: [N2, K, N0] } }
format: { B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } } }
bindings:
  C:
  - config: gpu
  - { component: Block, bindings: [{ rank: M }] }
  - { component: Lane, bindings: [{ rank: N1 }] }
)";
  for (const Snapshot& s : compile("sums_of_a_tile", spec, {}, diagnostics))
    if (s.pass == "accumulate" || s.pass == "widen") expect_golden(s, "sums_of_a_tile");
  EXPECT_TRUE(diagnostics.ok()) << rendered(diagnostics);
}

std::string first_lines(const std::string& text) {
  size_t end = 0;
  for (int line = 0; line < 40 && end < text.size(); ++line) end = text.find('\n', end) + 1;
  return text.substr(0, end);
}

// Dot products at the places of a sparse tensor, by equal runs that four lanes share: a kernel in
// front finds where runs begin, and four of a run's places are visited side by side.
TEST(Runs, leave_the_ir_that_the_goldens_show) {
  Diagnostics diagnostics;
  const char* spec = R"(einsum:
  declaration: { A: [M, N], B: [N, K], Z: [M, N] }
  expressions: ["Z[m, n] = A[m, n] * B[n, k]"]
mapping:
  partitioning:
    Z:
      (M, N): [flatten()]
      MN: [uniform_occupancy(A.64), uniform_occupancy(A.8)]
  loop-order: { Z: [MN2, MN1, MN0, K] }
  spacetime: { Z: { space: [MN2, MN1, K], time: [MN0] } }
format:
  A: { default: { rank-order: [M, N], M: { format: U }, N: { format: C } } }
  Z: { default: { rank-order: [M, N], M: { format: U }, N: { format: C, like: A } } }
  B: { default: { rank-order: [N, K], N: { format: U }, K: { format: U } } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: MN2 }] }
  - { component: Lane, bindings: [{ rank: MN1 }, { rank: K }] }
)";
  for (const Snapshot& s : compile("runs_of_places", spec, {}, diagnostics))
    if (s.pass == "search_ahead" || s.pass == "jam")
      expect_golden({s.pass, first_lines(differences(s.before, s.text))}, "runs_of_places");
  EXPECT_TRUE(diagnostics.ok()) << rendered(diagnostics);
}

// A warp has a row of A: its lanes find the rows of B that 32 elements name at once, and share
// each.
TEST(HandRound, leaves_the_ir_that_the_golden_shows) {
  Diagnostics diagnostics;
  const char* spec = R"(einsum:
  declaration: { A: [I, J], B: [J, K], C: [K], Z: [I] }
  expressions: ["Z[i] = A[i, j] * B[j, k] * C[k]"]
mapping:
  loop-order: { Z: [I, J, K] }
  spacetime: { Z: { space: [I, K], time: [J] } }
format:
  A: { default: { rank-order: [I, J], I: { format: U }, J: { format: C } } }
  B: { default: { rank-order: [J, K], J: { format: U }, K: { format: C } } }
bindings:
  Z:
  - config: gpu
  - { component: Warp, bindings: [{ rank: I }] }
  - { component: Lane, bindings: [{ rank: K }] }
)";
  for (const Snapshot& s : compile("rows_handed_round", spec, {}, diagnostics))
    if (s.pass == "hand_round") expect_golden(s, "rows_handed_round");
  EXPECT_TRUE(diagnostics.ok()) << rendered(diagnostics);
}

// A block's tile of a product under operators that know no zero: copies in even turns, slices of k
// whole or not, positions in tiles, the order of products.
TEST(Tiles, leave_the_ir_that_the_goldens_show) {
  Diagnostics diagnostics;
  const char* spec = R"(einsum:
  declaration: { A: [K, M], B: [K, N], C: [M, N] }
  expressions: ["C[m, n] = A[k, m] * B[k, n]"]
  operators: { A: { default: inf }, B: { default: inf }, C: { map: add, reduce: min } }
mapping:
  partitioning: { C: { M: [uniform_shape(16), uniform_shape(2)], N: [uniform_shape(8), uniform_shape(2)], K: [uniform_shape(8)] } }
  loop-order: { C: [M2, N2, K1, K0, M1, M0, N1, N0] }
  spacetime: { C: { space: [M2, N2, M1, N1], time: [K1, K0, M0, N0] } }
format:
  A: { default: { rank-order: [K, M], K: { format: U }, M: { format: U } } }
  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }
bindings:
  C:
  - config: gpu
  - { component: Block, bindings: [{ rank: M2 }, { rank: N2 }] }
  - { component: Lane, bindings: [{ rank: M1 }, { rank: N1 }] }
  - component: Shared
    bindings: [{ tensor: A, rank: K, type: elem, evict-on: K1 }]
  - component: Registers
    bindings:
    - { tensor: A, rank: M, type: elem, evict-on: K0 }
    - { tensor: B, rank: N, type: elem, evict-on: K0 }
)";
  for (const Snapshot& s : compile("min_plus_of_a_tile", spec, {}, diagnostics))
    if (s.pass == "ask_less" || s.pass == "shorten" || s.pass == "turn_back")
      expect_golden({s.pass, first_lines(differences(s.before, s.text))}, "min_plus_of_a_tile");
  EXPECT_TRUE(diagnostics.ok()) << rendered(diagnostics);
}

// 32 sums, each beside tests of four k's: nvcc took minutes where all of it was spelled out.
TEST(Passes, tests_that_many_sums_live_through_are_in_loops) {
  std::ifstream file(TEAAL_SOURCE_DIR
                     "/tests/smith/found/tests_that_all_sums_live_through/spec.yaml");
  std::string spec(std::istreambuf_iterator<char>(file), {});
  spec.replace(spec.find("TILEM"), std::string("TILEM").size(), "32");
  Diagnostics diagnostics;
  std::string staged;
  for (const Snapshot& s : compile("tests_of_many_sums", spec, {}, diagnostics))
    if (s.pass == "stage") staged = s.text;
  EXPECT_TRUE(diagnostics.ok()) << rendered(diagnostics);
  EXPECT_NE(staged.find("for k0: int = 0 to TILEK:4 step 1 at_once 0"), std::string::npos)
      << staged;
}

// Eight lanes of rows, four of columns: one instruction for each tile of k's.
TEST(Tensorize, makes_sums_in_registers_the_products_of_a_warp) {
  Diagnostics diagnostics;
  const char* spec = R"(einsum:
  declaration: { A: [M, K], B: [K, N], S: [K], Z: [M, N] }
  expressions: ["Z[m, n] = A[m, k] * B[k, n] * S[k]"]
mapping:
  partitioning: { Z: { M: [uniform_shape(16), uniform_shape(2)], N: [uniform_shape(8), uniform_shape(2)],
                       K: [uniform_shape(8)] } }
  loop-order: { Z: [M2, N2, M1, N1, K1, K0, M0, N0] }
  spacetime: { Z: { space: [M2, N2, M1, N1], time: [K1, K0, M0, N0] } }
format: { A: { default: { rank-order: [M, K], M: { format: U }, K: { format: U } } },
          B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M2 }, { rank: N2 }] }
  - { component: Lane, bindings: [{ rank: M1 }, { rank: N1 }] }
  - { component: TensorCore, bindings: [{ op: mul, type: tf32 }, { op: add }] }
)";
  for (const Snapshot& s : compile("products_of_a_warp", spec, {}, diagnostics))
    if (s.pass == "tensorize") expect_golden(s, "products_of_a_warp");
  EXPECT_TRUE(diagnostics.ok()) << rendered(diagnostics);
}

// Rounds of two kernels: `own` finds that blocks can go through them by themselves (with kernels
// for what is carried, and for what a round might leave out), `join` makes the loop.
TEST(Join, leaves_the_ir_that_the_goldens_show) {
  Diagnostics diagnostics;
  const char* spec = R"(einsum:
  declaration: { A: [M, N], X: [M, N], S: [M], Y: [M, N] }
  expressions: ["S[m] = X[m, n]", "Y[m, n] = A[m, n] * S[m]"]
  iterate: { times: 3, carry: { X: Y } }
mapping:
  spacetime: { S: { space: [M, N], time: [] }, Y: { space: [M, N], time: [] } }
format:
  A: { default: { rank-order: [M, N], M: { format: U }, N: { format: U } } }
  X: { default: { rank-order: [M, N], M: { format: U }, N: { format: U } } }
)";
  for (const Snapshot& s : compile("rounds_of_blocks", spec, {}, diagnostics)) {
    if (s.pass == "own") {
      const std::string owned = "owned rounds_of_blocks_X_now by 1 @block";
      size_t kernels = 0;
      for (size_t at = s.text.find(owned); at != std::string::npos; at = s.text.find(owned, at + 1))
        ++kernels;
      EXPECT_EQ(kernels, 6u) << s.text;
    }
    if (s.pass != "join") continue;
    const size_t body = s.text.find("    do {"), end = s.text.find("  step ", body);
    expect_golden({s.pass, s.text.substr(body, end - body)}, "rounds_of_blocks");
  }
  EXPECT_TRUE(diagnostics.ok()) << rendered(diagnostics);
}

TEST(Fuse, leaves_the_ir_that_the_goldens_show) {
  for (const Snapshot& s : shipped("sssp"))
    if (s.pass == "fuse") expect_golden(s, "sssp");
}

TEST(Iterate, leaves_the_ir_that_the_goldens_show) {
  for (const Snapshot& s : shipped("sssp_compressed"))
    if (s.pass == "iterate") expect_golden(s, "sssp_compressed");
}

// A product in tiles that are staged; its storage, its bindings and its loops over M and N are
// those of tests/exec/stage_test.cc.
std::string staged(const std::string& formats, const std::string& bindings) {
  return R"(einsum:
  declaration: {A: [M, K], B: [K, N], Z: [M, N]}
  expressions: ["Z[m, n] = A[m, k] * B[k, n]"]
mapping:
  partitioning:
    Z: {M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], K: [uniform_shape(8)]}
  loop-order: {Z: [M2, N2, K1, K0, M1, N1, M0, N0]}
  spacetime:
    Z: {space: [M2, N2, M1, N1], time: [K1, K0, M0, N0]}
format:
  A:
    default: {rank-order: [M, K], M: {format: U}, K: {format: U}}
    pattern: {rank-order: [M2, K1, K0], view-of: default, M2: {format: U}, K1: {format: U}, K0: {format: B}}
  B:
    default: {rank-order: [K, N], K: {format: U}, N: {format: U}}
)" + formats +
         R"(bindings:
  Z:
  - config: gpu
  - {component: Block, bindings: [{rank: M2}, {rank: N2}]}
  - {component: Lane, bindings: [{rank: M1}, {rank: N1}]}
)" + bindings;
}

// The text behind `stage`; behind every pass it is what it parses to.
void expect_staged(const std::string& name, const std::string& text) {
  Diagnostics diagnostics;
  const std::vector<Snapshot> snapshots = compile(name, text, {}, diagnostics);
  ASSERT_EQ(snapshots.size(), pipeline().size()) << rendered(diagnostics);
  for (const Snapshot& s : snapshots) {
    auto again = ir::parse(std::make_shared<SourceFile>(SourceFile{s.pass, s.text}), diagnostics);
    ASSERT_TRUE(again) << name << " behind " << s.pass << "\n" << rendered(diagnostics);
    EXPECT_EQ(ir::print(*again), s.text) << name << " behind " << s.pass;
    if (s.pass == "stage") expect_golden(s, name);
  }
}

TEST(Transpose, leaves_the_ir_that_the_golden_shows) {
  std::string text = staged("", "  - {component: Shared, bindings: [{tensor: A, evict-on: K1}]}\n");
  text.erase(text.find("    pattern:"), text.find("  B:") - text.find("    pattern:"));
  Diagnostics diagnostics;
  for (const Snapshot& s : compile("tiles", text, {}, diagnostics))
    if (s.pass == "transpose") expect_golden(s, "tiles");
}

TEST(Stage, leaves_the_ir_that_the_goldens_show) {
  const std::string tiles =
      "  - {component: Shared, bindings: [{tensor: A, evict-on: K1, depth: 3}, {tensor: B, "
      "evict-on: K1, depth: 3}]}\n";
  expect_staged("list", staged("", tiles + "  - {component: BlockIntersect, bindings: [{rank: K0, "
                                           "format: pattern, type: compact}]}\n"));
  expect_staged(
      "list_of_tiles",
      staged("    pattern: {rank-order: [N1, K0], view-of: default, N1: {format: U}, K0: {format: "
             "B}}\n",
             "  - {component: Shared, bindings: [{tensor: A, evict-on: K1}]}\n"
             "  - {component: BlockIntersect, bindings: [{rank: K1, format: pattern, type: "
             "compact}, {rank: K0, format: pattern, type: walk}]}\n"));
}

TEST(Simplify, writes_counts_of_tiles_as_a_person_would) {
  Diagnostics diagnostics;
  std::string before, behind;
  const std::string tiles =
      "  - {component: Shared, bindings: [{tensor: A, evict-on: K1}, {tensor: B, evict-on: K1}]}\n";
  for (const Snapshot& s : compile("t", staged("", tiles), {}, diagnostics)) {
    if (s.pass == "fuse_multiply_add") before = s.text;
    if (s.pass == "simplify") behind = s.text;
  }
  auto kernels = [](const std::string& text) { return text.substr(text.find("do {")); };
  EXPECT_NE(kernels(before).find("@ceil_div(@size(K), 8)"), std::string::npos) << before;
  EXPECT_NE(kernels(behind).find("(@size(K) + 7) / 8"), std::string::npos) << behind;
}

// ---- Single passes ----

constexpr const char* matmul = R"(einsum:
  declaration: {A: [M, K], B: [K, N], Z: [M, N]}
  expressions:
    - Z[m, n] = A[m, k] * B[k, n]
)";

std::string behind(const std::string& pass, const std::string& mapping,
                   const einsum::Overrides& overrides = {}) {
  Diagnostics diagnostics;
  for (const Snapshot& s : compile("t", std::string(matmul) + mapping, overrides, diagnostics))
    if (s.pass == pass) return s.text;
  return rendered(diagnostics);
}

TEST(RoundOnce, gives_sums_in_memory_a_workspace_and_a_last_kernel) {
  Diagnostics diagnostics;
  std::string spec = std::string(matmul) + "mapping:\n  loop-order:\n    Z: [K, M, N]\n";
  for (bool narrow : {false, true}) {
    std::string text;
    for (const Snapshot& s : compile("t", spec, {}, diagnostics, narrow))
      if (s.pass == "round_once") text = s.text;
    bool rounds = text.find("Z_values(element) = Z_sums(element)") != std::string::npos;
    bool zeroes = text.find("step zero Z_sums\n  step launch t_Z\n  step launch t_round_Z\n") !=
                  std::string::npos;
    EXPECT_EQ(rounds, narrow) << text;
    EXPECT_EQ(zeroes, narrow) << text;
    auto again = ir::parse(std::make_shared<SourceFile>(SourceFile{"t", text}), diagnostics);
    ASSERT_TRUE(again) << rendered(diagnostics);
    EXPECT_EQ(ir::print(*again), text);
  }
}

TEST(RoundOnce, leaves_alone_what_is_assigned_once) {
  Diagnostics diagnostics;
  const std::string spec = std::string(matmul) + "mapping:\n  loop-order:\n    Z: [M, N, K]\n";
  for (const Snapshot& s : compile("t", spec, {}, diagnostics, true))
    EXPECT_EQ(s.text.find("Z_sums"), std::string::npos) << s.text;
}

// A product whose operands are copied and looked at before it runs.
std::vector<bool> done_once(const std::set<std::string>& statics) {
  einsum::Overrides overrides;
  overrides.statics = statics;
  Diagnostics diagnostics;
  const std::string spec = staged(
      "    pattern: {rank-order: [N1, K0], view-of: default, N1: {format: U}, K0: {format: B}}\n",
      "  - {component: Shared, bindings: [{tensor: A, evict-on: K1}]}\n"
      "  - {component: BlockIntersect, bindings: [{rank: K0, format: pattern, type: compact}]}\n");
  std::string text;
  for (const Snapshot& s : compile("t", spec, overrides, diagnostics)) {
    auto again = ir::parse(std::make_shared<SourceFile>(SourceFile{s.pass, s.text}), diagnostics);
    EXPECT_TRUE(again && ir::print(*again) == s.text) << s.pass << rendered(diagnostics);
    if (s.pass == "hold_static") text = s.text;
  }
  std::vector<bool> out;
  for (const char* step : {"step launch t_Z_A_rows", "step launch t_Z_B_pattern",
                           "step launch t_Z_K0_list", "step launch t_Z"}) {
    const size_t at = text.find(step + std::string("\n")),
                 marked = text.find(step + std::string(" once\n"));
    EXPECT_NE(at == text.npos, marked == text.npos) << step << "\n" << text;
    out.push_back(marked != text.npos);
  }
  return out;
}

TEST(HoldStatic, marks_steps_that_depend_on_static_operands_alone) {
  using Marks = std::vector<bool>;
  EXPECT_EQ(done_once({}), (Marks{false, false, false, false}));
  EXPECT_EQ(done_once({"A"}), (Marks{true, false, false, false}));
  EXPECT_EQ(done_once({"B"}), (Marks{false, true, false, false}));
  EXPECT_EQ(done_once({"A", "B"}), (Marks{true, true, true, false}));
}

// What a step in each run writes, no other may keep: here the kernel that adds the copies reads
// them behind the one that makes them.
TEST(HoldStatic, leaves_alone_what_is_made_in_each_run) {
  einsum::Overrides overrides;
  overrides.statics = {"A"};
  const std::string split =
      "mapping:\n  partitioning:\n    Z: {K: [uniform_shape(4)]}\n  loop-order:\n    Z: [K1, K0, "
      "M, N]\n  spacetime:\n    Z: {space: [K1], time: [K0, M, N]}\n";
  std::string text = behind("hold_static", split, overrides);
  EXPECT_NE(text.find("step launch"), text.npos) << text;
  EXPECT_EQ(text.find(" once\n"), text.npos) << text;
  overrides.statics = {"A", "B"};
  text = behind("hold_static", split, overrides);
  EXPECT_NE(text.find("add_copies\n"), text.npos) << text;
}

TEST(Fuse, keeps_apart_what_the_command_line_says) {
  Diagnostics diagnostics;
  einsum::Overrides apart, stored;
  apart.fuse = false;
  stored.stored = {"T"};
  const std::string spec =
      "einsum:\n  declaration: {A: [M], T: [M], Z: [M]}\n"
      "  expressions: [\"T[m] = A[m]\", \"Z[m] = T[m]\"]\n";
  auto kernels_and_array = [&](const einsum::Overrides& overrides) {
    std::string text;
    for (const Snapshot& s : compile("t", spec, overrides, diagnostics))
      if (s.pass == "fuse") text = s.text;
    return std::pair(text.find("step launch t_T") != std::string::npos,
                     text.find("view T of T") != std::string::npos);
  };
  EXPECT_EQ(kernels_and_array({}), std::pair(false, false));
  EXPECT_EQ(kernels_and_array(stored), std::pair(false, true));
  EXPECT_EQ(kernels_and_array(apart), std::pair(true, true));
}

TEST(Swizzle, keeps_a_storage_that_the_loop_order_can_walk) {
  std::string text = behind("swizzle", "mapping:\n  loop-order:\n    Z: [M, K, N]\n");
  EXPECT_EQ(text.find("resorted"), std::string::npos) << text;
}

TEST(Swizzle, resorts_a_compressed_tensor_that_is_walked_the_other_way) {
  std::string text = behind("swizzle", "mapping:\n  loop-order:\n    Z: [K, M, N]\n");
  EXPECT_NE(text.find("view A_KM of A (K:U, M:C) resorted"), std::string::npos) << text;
}

TEST(Swizzle, never_resorts_dense_tensors) {
  einsum::Overrides dense;
  dense.formats = {{"A", "dense"}, {"B", "dense"}};
  std::string text = behind("swizzle", "mapping:\n  loop-order:\n    Z: [K, N, M]\n", dense);
  EXPECT_EQ(text.find("resorted"), std::string::npos) << text;
}

TEST(Place, two_space_ranks_take_blocks_and_threads) {
  std::string text = behind("place",
                            "mapping:\n  loop-order:\n    Z: [M, N, K]\n  spacetime:\n    Z:\n"
                            "      space: [M, N]\n      time: [K]\n");
  EXPECT_NE(text.find("worker M @block M none"), std::string::npos) << text;
  EXPECT_NE(text.find("worker N @thread N none"), std::string::npos) << text;
}

TEST(Accumulate, a_reduction_around_the_output_sums_in_copies) {
  std::string text = behind("accumulate",
                            "mapping:\n  loop-order:\n    Z: [K, M, N]\n  spacetime:\n    Z:\n"
                            "      space: [K, N]\n      time: [M]\n");
  EXPECT_NE(text.find("worker K @block K copies"), std::string::npos) << text;
}

TEST(Accumulate, a_reduction_over_lanes_inside_one_element_sums_in_a_tree) {
  std::string text = behind("accumulate",
                            "mapping:\n  loop-order:\n    Z: [M, N, K]\n  spacetime:\n    Z:\n"
                            "      space: [M, N, K]\n      time: []\n");
  EXPECT_NE(text.find("worker K @lane K lanes"), std::string::npos) << text;
}

TEST(Build, lists_all_unbound_symbols_at_once) {
  std::string text = behind("build",
                            "mapping:\n  partitioning:\n    Z:\n      M: [uniform_shape(TM)]\n"
                            "      K: [uniform_shape(TK)]\n");
  EXPECT_NE(text.find("symbols 'TK' and 'TM' have no value; give -D TK=SIZE -D TM=SIZE"),
            std::string::npos)
      << text;
}

TEST(Build, joins_flattened_ranks_in_one_loop) {
  std::string text =
      behind("build", "mapping:\n  partitioning:\n    Z:\n      (M, K): [flatten()]\n");
  EXPECT_NE(text.find("for mk in MK joins (m in M, k in K)"), std::string::npos) << text;
}

TEST(Build, makes_a_kernel_a_term_and_lets_the_later_ones_add) {
  Diagnostics diagnostics;
  auto snapshots = compile("t",
                           "einsum:\n  declaration: {A: [K], B: [K], Z: [K]}\n"
                           "  expressions: [\"Z[k] = A[k] - s * B[k]\"]\n",
                           {}, diagnostics);
  ASSERT_FALSE(snapshots.empty()) << rendered(diagnostics);
  const std::string& text = snapshots.front().text;
  EXPECT_NE(text.find("Z[k] = A[k]"), std::string::npos) << text;
  EXPECT_NE(text.find("accumulates"), std::string::npos) << text;
  EXPECT_NE(text.find("Z[k] += -1.0 * (scalar_s * B[k])"), std::string::npos) << text;
}

// I1's bounds hold for I0 as well: only S, which is met behind I, gets others.
TEST(Coiterate, bounds_a_rank_once_by_what_a_solved_rank_allows) {
  Diagnostics diagnostics;
  auto snapshots = compile("t",
                           "einsum:\n  declaration: {A: [W], B: [L], Z: []}\n"
                           "  expressions: [\"Z[] = A[i + 3 * s + l] * B[l]\"]\n"
                           "mapping:\n  partitioning: { Z: { I: [uniform_shape(7)] } }\n"
                           "  loop-order: { Z: [W, I1, I0, S] }\n",
                           {}, diagnostics);
  ASSERT_FALSE(snapshots.empty()) << rendered(diagnostics);
  const auto behind = std::ranges::find(snapshots, "coiterate", &Snapshot::pass);
  auto has = [&](const char* name) { return behind->text.find(name) != std::string::npos; };
  EXPECT_TRUE(has("let i1_least")) << behind->text;
  EXPECT_FALSE(has("let i0_least")) << behind->text;
  EXPECT_TRUE(has("let s_least")) << behind->text;
}

TEST(Swizzle, copies_a_leader_whose_fiber_the_loop_order_does_not_offer) {
  einsum::Overrides csf;
  csf.formats = {{"A", "M:C,K:C"}};
  std::string text = behind("swizzle",
                            "mapping:\n  partitioning:\n    Z:\n      K: [uniform_occupancy(A.4)]\n"
                            "  loop-order:\n    Z: [K1, M, K0, N]\n",
                            csf);
  EXPECT_NE(text.find("view A_KM of A (K:C, M:C) resorted"), std::string::npos) << text;
  EXPECT_NE(text.find("operand A#K1 = A_KM"), std::string::npos) << text;
}

TEST(Swizzle, leads_by_the_storage_where_that_has_the_fiber) {
  einsum::Overrides columns;
  columns.formats = {{"A", "K:C,M:C"}};
  std::string text = behind("swizzle",
                            "mapping:\n  partitioning:\n    Z:\n      K: [uniform_occupancy(A.4)]\n"
                            "  loop-order:\n    Z: [K1, M, K0, N]\n",
                            columns);
  EXPECT_NE(text.find("operand A = A_MK"), std::string::npos) << text;
  EXPECT_NE(text.find("operand A#K1 = A\n"), std::string::npos) << text;
}

TEST(Swizzle, stores_by_tiles_what_a_flattened_loop_walks_inside_them) {
  std::string text = behind("swizzle",
                            "mapping:\n  partitioning:\n    Z:\n      K: [uniform_shape(4)]\n"
                            "      (M, K0): [flatten()]\n"
                            "  loop-order:\n    Z: [K1, MK0, N]\n");
  EXPECT_NE(text.find("view A_K1MK of A (K1 of K by 4:C, M:C, K:C) resorted"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace teaal::passes
