#include <gtest/gtest.h>

#include "tests/exec/staged.h"

// Products whose operands are staged, in many tilings, orders and ways to skip.
namespace teaal::exec {
namespace {

Staged gemm(const std::string& name, const std::string& bindings) {
  return {name,
          matrices,
          product,
          parts,
          order,
          "[M2, N2, M1, N1]",
          "[K1, K0, M0, N0]",
          lanes + bindings};
}
Staged skipping(const std::string& name, const std::string& bindings,
                const std::string& of = patterns) {
  Staged out = gemm(name, sums + bindings);
  out.patterns = of;
  return out;
}
Staged typed(Staged s, const std::string& type, int index_bits = 32) {
  s.name += "_" + type + (index_bits == 32 ? "" : "_" + std::to_string(index_bits));
  s.type = type;
  s.index_bits = index_bits;
  return s;
}

// Tiles of so many k's: beyond 48 KiB, from the launch's shared memory.
Staged large(const std::string& name, int k, int depth) {
  Staged out = gemm(name, both_tiles(depth) + sums);
  out.partitioning.replace(out.partitioning.rfind("8)"), 1, std::to_string(k));
  return out;
}

const std::string by_warps = bound("Block", "{rank: M3}, {rank: N2}") +
                             bound("Warp", "{rank: M2}") + bound("Lane", "{rank: M1}, {rank: N1}");
Staged warps(const std::string& name, const std::string& bindings) {
  return {name,
          matrices,
          product,
          "{M: [uniform_shape(16), uniform_shape(8), uniform_shape(2)], N: [uniform_shape(32), "
          "uniform_shape(4)], K: [uniform_shape(8)]}",
          "[M3, N2, K1, K0, M2, M1, N1, M0, N0]",
          "[M3, N2, M2, M1, N1]",
          "[K1, K0, M0, N0]",
          by_warps + bindings,
          "  A: {rank-order: [M2, K1, K0], M2: {format: U}, K1: {format: U}, K0: {format: B}}\n"
          "  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: {format: U}, K0: {format: B}}\n"};
}

std::vector<Staged> cases() {
  const std::string lists = bound("BlockIntersect", "{rank: K0, format: pattern, type: compact}");
  Staged wide = skipping("ListsOfWideTiles", both_tiles(2) + lists,
                         "  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: {format: U}, K0: "
                         "{format: B}}\n");
  wide.partitioning =
      "{M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(256), uniform_shape(8)], K: "
      "[uniform_shape(8)]}";
  std::vector<Staged> out = {
      wide,
      gemm("OneBuffer", both_tiles(1) + sums),
      gemm("TwoBuffers", both_tiles(2) + sums),
      gemm("FourBuffers", both_tiles(4) + sums),
      gemm("SumsUnbound", both_tiles(2)),
      gemm("SumsAlone", sums),
      gemm("OnlyA", bound("Shared", shared("A", "K0", "K1", 2)) + sums),
      gemm("OnlyB", bound("Shared", shared("B", "K0", "K1", 3)) + sums),
      gemm("SumsOfTiles",
           both_tiles(2) + bound("Registers", "{tensor: C, rank: M0, evict-on: K1}")),
      large("LargeTile", 512, 1),
      large("LargeTiles", 256, 3),
      typed(large("LargeTiles", 128, 4), "f64"),
      typed(large("LargeTiles", 256, 2), "f16"),
      typed(gemm("Staged", both_tiles(3) + sums), "f64"),
      typed(gemm("Staged", both_tiles(3) + sums), "i32"),
      typed(gemm("Staged", both_tiles(3) + sums), "f16"),
      typed(gemm("Staged", both_tiles(3) + sums), "bf16"),
      typed(gemm("Staged", both_tiles(3) + sums), "f32", 8),
      typed(gemm("Staged", both_tiles(3) + sums), "f32", 16),
      skipping("ListForAll", both_tiles(3) + bound("GridIntersect", "{rank: K0, format: pattern}")),
      skipping("ListForAllOneBuffer",
               both_tiles(1) + bound("GridIntersect", "{rank: K0, format: pattern}")),
      skipping(
          "ListOfTilesForAll",
          both_tiles(2) + bound("GridIntersect", "{rank: K1, format: pattern, type: compact}")),
      skipping("Lists", both_tiles(4) + lists),
      skipping("ListsLongestFirst", both_tiles(3) + bound("BlockIntersect",
                                                          "{rank: K0, format: pattern, type: "
                                                          "compact, order: longest-first}")),
      skipping("ListsOfTilesLongestFirst",
               both_tiles(2) + bound("BlockIntersect",
                                     "{rank: K1, format: pattern, type: compact, order: "
                                     "longest-first}")),
      skipping("ListsOneBuffer", both_tiles(1) + lists),
      skipping("ListsOnlyA", both_tiles(3) + lists, patterns.substr(0, patterns.find("  B"))),
      skipping("ListsOnlyB", both_tiles(3) + lists, patterns.substr(patterns.find("  B"))),
      skipping("ListsUnstaged", lists),
      skipping("ListsOfTiles", both_tiles(2) + bound("BlockIntersect",
                                                     "{rank: K1, format: pattern, type: compact}")),
      skipping("TilesTested",
               both_tiles(1) + bound("BlockIntersect", "{rank: K1, format: pattern, type: test}")),
      skipping("TestedInBlock",
               both_tiles(2) + bound("BlockIntersect", "{rank: K0, format: pattern, type: test}")),
      skipping("WalkedInBlock",
               both_tiles(2) + bound("BlockIntersect", "{rank: K0, format: pattern, type: walk}")),
      typed(skipping("Lists", both_tiles(2) + lists), "f64"),
      typed(skipping("Lists", both_tiles(2) + lists), "i32"),
      typed(skipping("Lists", both_tiles(2) + lists), "f16"),
      typed(skipping("Lists", both_tiles(2) + lists), "f32", 8),
      warps("WarpTests", both_tiles(2) + bound("WarpIntersect", "{rank: K0, format: pattern}")),
      warps("WarpWalks",
            both_tiles(2) + bound("WarpIntersect", "{rank: K0, format: pattern, type: walk}")),
      warps("WarpWalksInListedTiles",
            both_tiles(3) + bound("BlockIntersect", "{rank: K1, format: pattern, type: compact}") +
                bound("WarpIntersect", "{rank: K0, format: pattern, type: walk}")),
      warps("WarpTestsInTestedTiles",
            both_tiles(1) + bound("BlockIntersect", "{rank: K1, format: pattern, type: test}") +
                bound("WarpIntersect", "{rank: K0, format: pattern}")),
  };
  out.push_back(out[out.size() - 1]);
  out.back().name = "TestsInWideTiles";
  out.back().partitioning.replace(out.back().partitioning.rfind("uniform_shape(8)]"), 16,
                                  "uniform_shape(64), uniform_shape(8)");
  out.back().order = "[M3, N2, K2, K1, K0, M2, M1, N1, M0, N0]";
  out.back().time = "[K2, K1, K0, M0, N0]";
  const std::string block_skips = bound("BlockIntersect", "{rank: K1, format: pattern}"),
                    warp_tests = bound("WarpIntersect", "{rank: K0, format: pattern}");
  out.push_back(warps("SkipsUnchosen", both_tiles(2) + block_skips + warp_tests));
  out.push_back(skipping(
      "BothByBlock",
      both_tiles(1) + block_skips + bound("BlockIntersect", "{rank: K0, format: pattern}")));
  auto other = [&](const std::string& name, const std::string& partitioning,
                   const std::string& loops, const std::string& space, const std::string& time,
                   const std::string& bindings) {
    out.push_back({name, matrices, product, partitioning, loops, space, time, bindings});
  };
  other("RowsOfThreads", "{M: [uniform_shape(4)], N: [uniform_shape(32)], K: [uniform_shape(4)]}",
        "[M1, N1, K1, M0, K0, N0]", "[M1, N1, N0]", "[K1, M0, K0]",
        bound("Block", "{rank: M1}, {rank: N1}") + bound("Lane", "{rank: N0}") + both_tiles(2));
  other("ReductionOutermost",
        "{M: [uniform_shape(8), uniform_shape(2)], N: [uniform_shape(16)], K: [uniform_shape(4)]}",
        "[K1, M2, N1, N0, K0, M1, M0]", "[M2, N1, N0, M1]", "[K1, K0, M0]",
        bound("Block", "{rank: M2}, {rank: N1}") + bound("Lane", "{rank: N0}") +
            bound("Warp", "{rank: M1}") + both_tiles(2));
  other("SumsAcrossTheTile",
        "{M: [uniform_shape(8)], N: [uniform_shape(16)], K: [uniform_shape(12), uniform_shape(3)]}",
        "[M1, N1, K2, M0, K1, K0, N0]", "[M1, N1, N0]", "[K2, M0, K1, K0]",
        bound("Block", "{rank: M1}, {rank: N1}") + bound("Lane", "{rank: N0}") +
            bound("Shared", shared("A", "K1", "K2", 2) + ", " + shared("B", "K1", "K2", 2)));
  other("TilesAtTwoLevels",
        "{M: [uniform_shape(8)], N: [uniform_shape(16)], K: [uniform_shape(12), uniform_shape(3)]}",
        "[M1, N1, K2, K1, K0, M0, N0]", "[M1, N1, N0]", "[K2, K1, K0, M0]",
        bound("Block", "{rank: M1}, {rank: N1}") + bound("Lane", "{rank: N0}") +
            bound("Shared", shared("A", "K1", "K2", 1) + ", " + shared("B", "K0", "K1", 2)));
  other("ColumnsOverTime",
        "{M: [uniform_shape(8), uniform_shape(2)], N: [uniform_shape(8)], K: [uniform_shape(4)]}",
        "[M2, N1, K1, K0, M1, N0, M0]", "[M2, M1, N0]", "[N1, K1, K0, M0]",
        bound("Block", "{rank: M2}") + bound("Lane", "{rank: M1}, {rank: N0}") + both_tiles(2));
  other("UnsplitReduction", "{M: [uniform_shape(8)], N: [uniform_shape(8)]}", "[M1, N1, K, M0, N0]",
        "[M1, N1, M0, N0]", "[K]",
        bound("Block", "{rank: M1}, {rank: N1}") + bound("Lane", "{rank: M0}, {rank: N0}") +
            bound("Shared", shared("A", "K", "K", 2) + ", " + shared("B", "K", "K", 2)));
  out.push_back({"ListsOfWideRows", matrices, product,
                 "{M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), "
                 "uniform_shape(8)], K: [uniform_shape(8)]}",
                 order, "[M2, N2, M1, N1]", "[K1, K0, M0, N0]", lanes + both_tiles(2) + lists,
                 "  A: {rank-order: [M2, K1, K0], M2: {format: U}, K1: {format: U}, K0: {format: "
                 "B}}\n  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: {format: U}, K0: "
                 "{format: B}}\n"});
  other("OddTiles",
        "{M: [uniform_shape(15), uniform_shape(5)], N: [uniform_shape(9)], K: "
        "[uniform_shape(7)]}",
        "[M2, N1, K1, K0, M1, N0, M0]", "[M2, N1, M1, N0]", "[K1, K0, M0]",
        bound("Block", "{rank: M2}, {rank: N1}") + bound("Lane", "{rank: M1}, {rank: N0}") +
            both_tiles(3));
  auto einsum = [&](const std::string& name, const std::string& declaration,
                    const std::string& expression, const std::string& partitioning,
                    const std::string& loops, const std::string& space, const std::string& time,
                    const std::string& bindings, const std::string& of = "") {
    out.push_back({name, declaration, expression, partitioning, loops, space, time, bindings, of});
  };
  einsum("Transposed", "A: [K, M], B: [N, K], C: [M, N]", "C[m, n] = A[k, m] * B[n, k]", parts,
         order, "[M2, N2, M1, N1]", "[K1, K0, M0, N0]", lanes + both_tiles(3) + sums);
  einsum("TransposedOutput", "A: [M, K], B: [K, N], C: [N, M]", "C[n, m] = A[m, k] * B[k, n]",
         parts, order, "[M2, N2, M1, N1]", "[K1, K0, M0, N0]", lanes + both_tiles(2) + sums);
  einsum("TransposedLists", "A: [K, M], B: [N, K], C: [M, N]", "C[m, n] = A[k, m] * B[n, k]", parts,
         order, "[M2, N2, M1, N1]", "[K1, K0, M0, N0]", lanes + both_tiles(3) + sums + lists,
         patterns);
  einsum("Batched", "A: [P, M, K], B: [P, K, N], C: [P, M, N]",
         "C[p, m, n] = A[p, m, k] * B[p, k, n]", parts, "[P, M2, N2, K1, K0, M1, N1, M0, N0]",
         "[P, M2, N2, M1, N1]", "[K1, K0, M0, N0]",
         bound("Block", "{rank: P}") + lanes + both_tiles(3) + sums);
  einsum("BatchedLists", "A: [P, M, K], B: [P, K, N], C: [P, M, N]",
         "C[p, m, n] = A[p, m, k] * B[p, k, n]", parts, "[P, M2, N2, K1, K0, M1, N1, M0, N0]",
         "[P, M2, N2, M1, N1]", "[K1, K0, M0, N0]",
         bound("Block", "{rank: P}") + lanes + both_tiles(3) + sums + lists,
         "  A: {rank-order: [P, M2, K1, K0], P: {format: U}, M2: {format: U}, K1: {format: U}, K0: "
         "{format: B}}\n"
         "  B: {rank-order: [P, N1, K1, K0], P: {format: U}, N1: {format: U}, K1: {format: U}, K0: "
         "{format: B}}\n");
  // What is contiguous is neither what is skipped along nor what rows of tiles are.
  einsum("BatchInnermostLists", "A: [M, K, P], B: [K, N, P], C: [P, M, N]",
         "C[p, m, n] = A[m, k, p] * B[k, n, p]", parts, "[P, M2, N2, K1, K0, M1, N1, M0, N0]",
         "[P, M2, N2, M1, N1]", "[K1, K0, M0, N0]",
         bound("Block", "{rank: P}") + lanes + both_tiles(2) + sums + lists,
         "  A: {rank-order: [P, M2, K1, K0], P: {format: U}, M2: {format: U}, K1: {format: U}, K0: "
         "{format: B}}\n"
         "  B: {rank-order: [P, N2, K1, K0], P: {format: U}, N2: {format: U}, K1: {format: U}, K0: "
         "{format: B}}\n");
  // Rows of more than 256 are copied in parts.
  out.push_back({"LongRows", matrices, product,
                 "{M: [uniform_shape(512), uniform_shape(16)], N: [uniform_shape(4)], K: "
                 "[uniform_shape(8)]}",
                 "[M2, N1, K1, K0, M1, M0, N0]", "[M2, N1, M1]", "[K1, K0, M0, N0]",
                 bound("Block", "{rank: M2}, {rank: N1}") + bound("Lane", "{rank: M1}") +
                     both_tiles(2) + lists,
                 patterns.substr(0, patterns.find("  B"))});
  out.push_back(typed(out.back(), "f64"));
  einsum("Mttkrp", "T: [M, K, P], A: [K, N], B: [P, N], C: [M, N]",
         "C[m, n] = T[m, k, p] * A[k, n] * B[p, n]",
         "{M: [uniform_shape(8), uniform_shape(2)], N: [uniform_shape(8)], K: [uniform_shape(4)]}",
         "[M2, N1, K1, P, K0, M1, N0, M0]", "[M2, N1, M1, N0]", "[K1, P, K0, M0]",
         bound("Block", "{rank: M2}, {rank: N1}") + bound("Lane", "{rank: M1}, {rank: N0}") +
             bound("Shared", shared("T", "K0", "P", 2) + ", " + shared("A", "K0", "K1", 1)));
  einsum("MatrixVector", "A: [M, K], B: [K], C: [M]", "C[m] = A[m, k] * B[k]",
         "{M: [uniform_shape(32)], K: [uniform_shape(8)]}", "[M1, K1, M0, K0]", "[M1, M0]",
         "[K1, K0]", bound("Block", "{rank: M1}") + bound("Lane", "{rank: M0}") + both_tiles(2));
  einsum("OuterProduct", "A: [M], B: [N], C: [M, N]", "C[m, n] = A[m] * B[n]",
         "{M: [uniform_shape(8)], N: [uniform_shape(16)]}", "[M1, N1, N0, M0]", "[M1, N1, N0]",
         "[M0]",
         bound("Block", "{rank: M1}, {rank: N1}") + bound("Lane", "{rank: N0}") +
             bound("Shared",
                   "{tensor: A, rank: M0, evict-on: N1}, {tensor: B, rank: N0, evict-on: N1}"));
  einsum("Scaled", matrices, "C[m, n] = 2 * A[m, k] * B[k, n] * 0.5", parts, order,
         "[M2, N2, M1, N1]", "[K1, K0, M0, N0]", lanes + both_tiles(3) + sums);
  einsum("TwoTerms", "A: [M, K], B: [K, N], D: [M, K], C: [M, N]",
         "C[m, n] = A[m, k] * B[k, n] - D[m, k] * B[k, n]", parts, order, "[M2, N2, M1, N1]",
         "[K1, K0, M0, N0]", lanes + both_tiles(2) + sums);
  einsum("Squared", "A: [M, K], B: [K, N], C: [M, N]", "C[m, n] = A[m, k] * A[m, k] * B[k, n]",
         parts, order, "[M2, N2, M1, N1]", "[K1, K0, M0, N0]", lanes + both_tiles(2) + sums);
  return out;
}

// Products on tensor cores: eight lanes along one operand, four along the other.
std::vector<Staged> tensor_cases() {
  const std::string lists = bound("BlockIntersect", "{rank: K0, format: pattern, type: compact}"),
                    eight_by_four =
                        "{M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), "
                        "uniform_shape(8)], K: [uniform_shape(8)]}",
                    wide_patterns =
                        "  A: {rank-order: [M2, K1, K0], M2: {format: U}, K1: {format: U}, K0: "
                        "{format: B}}\n  B: {rank-order: [N2, K1, K0], N2: {format: U}, K1: "
                        "{format: U}, K0: {format: B}}\n";
  const auto core = [](const std::string& type) {
    return bound("TensorCore", "{op: mul, type: " + type + "}, {op: add}");
  };
  std::vector<Staged> out;
  const auto add = [&](Staged s, const std::string& type, const std::string& partitioning) {
    s.bindings += core(type);
    if (!partitioning.empty()) s.partitioning = partitioning;
    out.push_back(std::move(s));
    return &out.back();
  };
  add(gemm("Tf32", both_tiles(2) + sums), "tf32", eight_by_four);
  add(gemm("Tf32Times3", both_tiles(3) + sums), "3xtf32", eight_by_four);
  add(gemm("Tf32OneBuffer", both_tiles(1) + sums), "tf32", eight_by_four);
  add(gemm("Tf32Unstaged", sums), "3xtf32", eight_by_four);
  add(gemm("Tf32OnlyA", bound("Shared", shared("A", "K0", "K1", 2)) + sums), "tf32", eight_by_four);
  add(gemm("Tf32SumsOfTiles",
           both_tiles(2) + bound("Registers", "{tensor: C, rank: M0, evict-on: K1}")),
      "3xtf32", eight_by_four);
  add(typed(gemm("Tf32", both_tiles(2) + sums), "f32", 8), "tf32", eight_by_four);
  add(typed(gemm("Tf32Times3", both_tiles(2) + sums), "f16"), "3xtf32", eight_by_four);
  add(typed(gemm("Tf32", both_tiles(2) + sums), "bf16"), "tf32", eight_by_four);
  add(gemm("Tf32DeepTiles", both_tiles(2) + sums), "tf32",
      "{M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(8)], K: "
      "[uniform_shape(24)]}");
  const std::string sixteen =
      "{M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(8)], K: "
      "[uniform_shape(16)]}";
  add(gemm("Bf16", both_tiles(2) + sums), "bf16", sixteen);
  add(typed(gemm("Bf16", both_tiles(2) + sums), "bf16"), "bf16", sixteen);
  add(typed(gemm("F16", both_tiles(2) + sums), "f16"), "f16", sixteen);
  add(gemm("F16Scaled", both_tiles(2) + sums), "1xf16", sixteen);
  add(skipping("F16ScaledLists", both_tiles(3) + lists, wide_patterns), "1xf16", sixteen);
  add(gemm("F16Times3", both_tiles(2) + sums), "3xf16", sixteen);
  add(typed(gemm("F16Times3", both_tiles(3) + sums), "f16"), "3xf16", sixteen);
  add(gemm("F16Times3Unstaged", sums), "3xf16", sixteen);
  add(skipping("F16Times3Lists", both_tiles(2) + lists, wide_patterns), "3xf16", sixteen);
  // The roles of rows and columns the other way; pairs that one read brings, and neighbours.
  add(gemm("Tf32FourByEight", both_tiles(2) + sums), "3xtf32",
      "{M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], K: "
      "[uniform_shape(8)]}");
  add(gemm("Tf32Pairs", both_tiles(2) + sums), "tf32",
      "{M: [uniform_shape(16), uniform_shape(2)], N: [uniform_shape(8), uniform_shape(2)], K: "
      "[uniform_shape(8)]}");
  add(gemm("Tf32Sixes", both_tiles(2) + sums), "tf32",
      "{M: [uniform_shape(24), uniform_shape(6)], N: [uniform_shape(80), uniform_shape(10)], K: "
      "[uniform_shape(8)]}");
  const auto other = [&](const std::string& name, const std::string& declaration,
                         const std::string& expression, const std::string& partitioning,
                         const std::string& loops, const std::string& space,
                         const std::string& time, const std::string& bindings,
                         const std::string& type, const std::string& of = "") {
    out.push_back({name, declaration, expression, partitioning, loops, space, time,
                   bindings + core(type), of});
  };
  add(skipping("Tf32Lists", both_tiles(2) + lists, wide_patterns), "tf32", eight_by_four);
  add(skipping("Tf32Times3Lists", both_tiles(3) + lists, wide_patterns), "3xtf32", eight_by_four);
  add(skipping("Bf16Lists", both_tiles(2) + lists, wide_patterns), "bf16", sixteen);
  add(skipping("Tf32ListsUnstaged", lists, wide_patterns), "tf32", eight_by_four);
  add(skipping(
          "Tf32ListsOfTiles",
          both_tiles(2) + bound("BlockIntersect", "{rank: K1, format: pattern, type: compact}"),
          wide_patterns),
      "tf32", eight_by_four);
  add(skipping("Tf32TilesTested",
               both_tiles(1) + bound("BlockIntersect", "{rank: K1, format: pattern, type: test}"),
               wide_patterns),
      "tf32", eight_by_four);
  const std::string warps_parts =
      "{M: [uniform_shape(64), uniform_shape(32), uniform_shape(16), uniform_shape(2)], N: "
      "[uniform_shape(64), uniform_shape(32), uniform_shape(16), uniform_shape(4)], K: "
      "[uniform_shape(16), uniform_shape(8)]}";
  other("Tf32Warps", matrices, product, warps_parts,
        "[M4, N4, K2, K1, K0, M3, N3, N2, M2, M1, N1, M0, N0]", "[M4, N4, M3, N3, M1, N1]",
        "[K2, K1, K0, N2, M2, M0, N0]",
        bound("Block", "{rank: M4}, {rank: N4}") + bound("Warp", "{rank: M3}, {rank: N3}") +
            bound("Lane", "{rank: M1}, {rank: N1}") +
            bound("Shared", shared("A", "K1", "K2", 2) + ", " + shared("B", "K1", "K2", 2)),
        "3xtf32");
  other("Tf32Transposed", "A: [K, M], B: [N, K], C: [N, M]", "C[n, m] = A[k, m] * B[n, k]",
        eight_by_four, order, "[M2, N2, M1, N1]", "[K1, K0, M0, N0]", lanes + both_tiles(3) + sums,
        "tf32");
  other("Tf32Batched", "A: [P, M, K], B: [P, K, N], C: [P, M, N]",
        "C[p, m, n] = A[p, m, k] * B[p, k, n]", eight_by_four,
        "[P, M2, N2, K1, K0, M1, N1, M0, N0]", "[P, M2, N2, M1, N1]", "[K1, K0, M0, N0]",
        bound("Block", "{rank: P}") + lanes + both_tiles(3) + sums, "tf32");
  other("Tf32TwoRows", "A: [P, M, K], B: [K, N], C: [P, M, N]", "C[p, m, n] = A[p, m, k] * B[k, n]",
        "{P: [uniform_shape(4), uniform_shape(2)], M: [uniform_shape(8), uniform_shape(2)], N: "
        "[uniform_shape(32), uniform_shape(8)], K: [uniform_shape(8)]}",
        "[P2, M2, N2, K1, K0, P1, M1, N1, P0, M0, N0]", "[P2, M2, N2, P1, M1, N1]",
        "[K1, K0, P0, M0, N0]",
        bound("Block", "{rank: P2}, {rank: M2}, {rank: N2}") +
            bound("Lane", "{rank: P1}, {rank: M1}, {rank: N1}") + both_tiles(2),
        "3xtf32");
  other("Tf32Scaled", matrices, "C[m, n] = 2 * A[m, k] * B[k, n] * 0.5", eight_by_four, order,
        "[M2, N2, M1, N1]", "[K1, K0, M0, N0]", lanes + both_tiles(3) + sums, "tf32");
  other("Tf32TwoTerms", "A: [M, K], B: [K, N], D: [M, K], C: [M, N]",
        "C[m, n] = A[m, k] * B[k, n] - D[m, k] * B[k, n]", eight_by_four, order, "[M2, N2, M1, N1]",
        "[K1, K0, M0, N0]", lanes + both_tiles(2) + sums, "3xtf32");
  other("Tf32OverBlocks", matrices, product,
        "{M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(8)], K: "
        "[uniform_shape(32), uniform_shape(8)]}",
        "[M2, N2, K2, K1, K0, M1, N1, M0, N0]", "[M2, N2, K2, M1, N1]", "[K1, K0, M0, N0]",
        lanes + bound("Block", "{rank: K2}") + both_tiles(2) + sums + lists, "3xtf32",
        wide_patterns);
  other("Tf32OverWarps", matrices, product,
        "{M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(8)], K: "
        "[uniform_shape(16), uniform_shape(8)]}",
        "[M2, N2, K2, K1, K0, M1, N1, M0, N0]", "[M2, N2, K1, M1, N1]", "[K2, K0, M0, N0]",
        lanes + bound("Warp", "{rank: K1}") +
            bound("Shared", shared("A", "K1", "K2", 2) + ", " + shared("B", "K1", "K2", 2)) + sums,
        "tf32");
  return out;
}

// The reduction over blocks and over warps, too.
std::vector<Staged> reductions_in_space() {
  const std::string lists = bound("BlockIntersect", "{rank: K0, format: pattern, type: compact}"),
                    tests = bound("BlockIntersect", "{rank: K0, format: pattern, type: test}"),
                    of_tiles =
                        bound("BlockIntersect", "{rank: K1, format: pattern, type: compact}");
  std::vector<Staged> out;
  auto split = [&](const std::string& name, const std::string& k, const std::string& bindings,
                   const std::string& of = "") {
    Staged s = skipping(name, bindings + bound("Block", "{rank: K2}"), of);
    s.partitioning =
        "{M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), "
        "uniform_shape(4)], K: [" +
        k + ", uniform_shape(8)]}";
    s.order = "[M2, N2, K2, K1, K0, M1, N1, M0, N0]";
    s.space = "[M2, N2, K2, M1, N1]";
    out.push_back(s);
  };
  split("BlocksShare", "uniform_shape(16)", both_tiles(3));
  split("BlocksShareUnstaged", "uniform_shape(24)", "");
  split("BlocksShareListed", "uniform_shape(32)", both_tiles(3) + lists, patterns);
  split("BlocksShareListedWide", "uniform_shape(64)", both_tiles(1) + lists, patterns);
  split("BlocksShareListedTiles", "uniform_shape(32)", both_tiles(2) + of_tiles, patterns);
  split("BlocksShareListedTilesTested", "uniform_shape(32)", both_tiles(2) + of_tiles + tests,
        patterns);
  split("BlocksShareTested", "uniform_shape(16)", both_tiles(2) + tests, patterns);
  split("BlocksShareTestedTiles", "uniform_shape(16)",
        both_tiles(1) + bound("BlockIntersect", "{rank: K1, format: pattern, type: test}"),
        patterns);
  for (const char* type : {"f64", "i32", "f16"}) {
    split("BlocksShare", "uniform_shape(16)", both_tiles(2));
    out.back() = typed(out.back(), type);
  }
  auto other = [&](const std::string& name, const std::string& partitioning,
                   const std::string& order, const std::string& space, const std::string& time,
                   const std::string& bindings, const std::string& of = "") {
    out.push_back({name, matrices, product, partitioning, order, space, time, bindings, of});
  };
  other("BlocksShareOneCoordinateEach", "{M: [uniform_shape(8)], N: [uniform_shape(16)]}",
        "[K, M1, N1, M0, N0]", "[K, M1, N1, N0]", "[M0]",
        bound("Block", "{rank: K}, {rank: M1}, {rank: N1}") + bound("Lane", "{rank: N0}"));
  other("BlocksShareListedWhole",
        "{M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], K: "
        "[uniform_shape(32)]}",
        "[M2, N2, K1, K0, M1, N1, M0, N0]", "[M2, N2, K1, M1, N1]", "[K0, M0, N0]",
        lanes + bound("Block", "{rank: K1}") + both_tiles(1) + lists, patterns);
  other("BlocksShareTwice",
        "{M: [uniform_shape(8)], N: [uniform_shape(16)], K: [uniform_shape(12), uniform_shape(3)]}",
        "[K2, M1, K1, N1, K0, M0, N0]", "[K2, M1, K1, N1, N0]", "[K0, M0]",
        bound("Block", "{rank: K2}, {rank: M1}, {rank: K1}, {rank: N1}") +
            bound("Lane", "{rank: N0}") +
            bound("Shared",
                  "{tensor: A, rank: K0, evict-on: N1}, {tensor: B, rank: K0, evict-on: "
                  "N1}"));
  other("BlocksShareSumsOfTiles",
        "{M: [uniform_shape(8)], N: [uniform_shape(16)], K: [uniform_shape(16), uniform_shape(4)]}",
        "[M1, N1, K2, K1, K0, M0, N0]", "[M1, N1, K2, N0]", "[K1, K0, M0]",
        bound("Block", "{rank: M1}, {rank: N1}, {rank: K2}") + bound("Lane", "{rank: N0}") +
            both_tiles(2) + bound("Registers", "{tensor: C, rank: M0, evict-on: K1}"));
  const std::string k_in_warps =
      "{M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], K: "
      "[uniform_shape(16), uniform_shape(4)]}";
  const std::string tiles_of_warps =
      bound("Shared", shared("A", "K1", "K2", 2) + ", " + shared("B", "K1", "K2", 2));
  const std::string k_bound = lanes + bound("Warp", "{rank: K1}");
  other("WarpsShare", k_in_warps, "[M2, N2, K2, K1, K0, M1, N1, M0, N0]", "[M2, N2, K1, M1, N1]",
        "[K2, K0, M0, N0]", k_bound + tiles_of_warps + sums);
  other("WarpsShareListed", k_in_warps, "[M2, N2, K2, K1, K0, M1, N1, M0, N0]",
        "[M2, N2, K1, M1, N1]", "[K2, K0, M0, N0]", k_bound + tiles_of_warps + sums + lists,
        patterns);
  other("WarpsShareListedTiles", k_in_warps, "[M2, N2, K2, K1, K0, M1, N1, M0, N0]",
        "[M2, N2, K1, M1, N1]", "[K2, K0, M0, N0]",
        k_bound + tiles_of_warps + sums +
            bound("BlockIntersect", "{rank: K2, format: pattern, type: compact}"),
        patterns);
  other("WarpsShareSumsOfTiles", k_in_warps, "[M2, N2, K2, K1, K0, M1, N1, M0, N0]",
        "[M2, N2, K1, M1, N1]", "[K2, K0, M0, N0]",
        k_bound + tiles_of_warps + bound("Registers", "{tensor: C, rank: M0, evict-on: K2}"));
  other("WarpsShareLargeTiles",
        "{M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], K: "
        "[uniform_shape(256), uniform_shape(64)]}",
        "[M2, N2, K2, K1, K0, M1, N1, M0, N0]", "[M2, N2, K1, M1, N1]", "[K2, K0, M0, N0]",
        k_bound + tiles_of_warps + sums);
  out.push_back(out.back());
  out.back().name = "WarpsShareSumsOfLargeTiles";
  out.back().bindings =
      k_bound + tiles_of_warps + bound("Registers", "{tensor: C, rank: M0, evict-on: K2}");
  other("BlocksAndLanesShare",
        "{M: [uniform_shape(8)], N: [uniform_shape(8)], K: [uniform_shape(12), uniform_shape(3)]}",
        "[M1, N1, K2, K1, K0, M0, N0]", "[M1, N1, K2, K0, N0]", "[K1, M0]",
        bound("Block", "{rank: M1}, {rank: N1}, {rank: K2}") +
            bound("Lane", "{rank: K0}, {rank: N0}") + both_tiles(2));
  other("LanesShareAll",
        "{M: [uniform_shape(4)], N: [uniform_shape(4)], K: [uniform_shape(16), uniform_shape(2)]}",
        "[M1, N1, K2, K1, K0, M0, N0]", "[M1, N1, K2, K1, K0]", "[M0, N0]",
        bound("Block", "{rank: M1}, {rank: N1}, {rank: K2}") + bound("Warp", "{rank: K1}") +
            bound("Lane", "{rank: K0}"));
  auto einsum = [&](const std::string& name, const std::string& declaration,
                    const std::string& expression, const std::string& partitioning,
                    const std::string& order, const std::string& space, const std::string& time,
                    const std::string& bindings) {
    out.push_back({name, declaration, expression, partitioning, order, space, time, bindings});
  };
  einsum("DotProduct", "A: [K], B: [K], C: []", "C[] = A[k] * B[k]",
         "{K: [uniform_shape(16), uniform_shape(4)]}", "[K2, K1, K0]", "[K2, K1]", "[K0]",
         bound("Block", "{rank: K2}") + bound("Lane", "{rank: K1}") +
             bound("Registers", "{tensor: C, evict-on: K2}"));
  // A and B lack P and K: what lies behind the ends of the last tiles must not count.
  einsum("MttkrpOverWarps", "T: [M, K, P], A: [K, N], B: [P, N], C: [M, N]",
         "C[m, n] = T[m, k, p] * A[k, n] * B[p, n]",
         "{M: [uniform_shape(8), uniform_shape(2)], N: [uniform_shape(8)], K: [uniform_shape(4)], "
         "P: [uniform_shape(2)]}",
         "[M2, N1, K1, P1, P0, K0, M1, N0, M0]", "[M2, N1, P1, P0, M1, N0]", "[K1, K0, M0]",
         bound("Block", "{rank: M2}, {rank: N1}, {rank: P1}") + bound("Warp", "{rank: P0}") +
             bound("Lane", "{rank: M1}, {rank: N0}") +
             bound("Shared", shared("T", "K0", "K1", 2) + ", " + shared("A", "K0", "K1", 2)));
  einsum("TwoTermsOverBlocks", "A: [M, K], B: [K, N], D: [M, K], C: [M, N]",
         "C[m, n] = A[m, k] * B[k, n] - 2 * D[m, k] * B[k, n]",
         "{M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], K: "
         "[uniform_shape(24), uniform_shape(8)]}",
         "[M2, N2, K2, K1, K0, M1, N1, M0, N0]", "[M2, N2, K2, M1, N1]", "[K1, K0, M0, N0]",
         lanes + bound("Block", "{rank: K2}") + both_tiles(2) + sums);
  return out;
}

class Stage : public testing::TestWithParam<Staged> {};

TEST_P(Stage, IsWhatReferenceMathSays) { expect_right(GetParam()); }

INSTANTIATE_TEST_SUITE_P(TensorCores, Stage, testing::ValuesIn(tensor_cases()),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(ReductionsInSpace, Stage, testing::ValuesIn(reductions_in_space()),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Kernels, Stage, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace teaal::exec
