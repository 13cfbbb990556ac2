#include <gtest/gtest.h>

#include "tests/exec/tiled.h"

// Operands in shared memory in nests of every kind.
namespace teaal::exec {
namespace {

const std::string matrices = "A: [M, K], B: [K, N], Z: [M, N]";
const std::string product = "'Z[m, n] = A[m, k] * B[k, n]'";
const std::string vectors = "A: [M, K], B: [K], Z: [M]";
const std::string by_vector = "'Z[m] = A[m, k] * B[k]'";
const std::string csr = stored("A", "M K", "UC"), dense = stored("B", "K N", "UU");
const std::string blocks_of_warps = bound("Block", "{rank: M1}, {rank: N1}") +
                                    bound("Warp", "{rank: M0}") + bound("Lane", "{rank: N0}");
const std::string rows_and_columns =
    "M: [uniform_shape(8)], N: [uniform_shape(32)], K: [uniform_shape(16)]";
const std::string flat =
    "(M, K): [flatten()]\n      MK: [uniform_occupancy(A.64), uniform_occupancy(A.4)]";

Tiled spmm(const std::string& name, const std::string& tensor_b = dense) {
  return {name,
          matrices,
          product,
          mapped(rows_and_columns, "M1, N1, M0, N0, K1, K0", "M1, N1, M0, N0", "K1, K0"),
          csr + tensor_b,
          blocks_of_warps + bound("Shared", shared("B", "K", "K1")),
          "",
          "",
          "f32",
          32,
          {"B_tile_values[512]"}};
}

Tiled spmv_runs(const std::string& name, const std::string& thread, const std::string& type) {
  Tiled out{name,
            vectors,
            by_vector,
            mapped(flat, "MK2, MK1, MK0", "MK2, MK1", "MK0"),
            csr,
            bound("Block", "{rank: MK2}") + bound(thread, "{rank: MK1}") +
                bound("Shared", shared("A", "K", "MK2", type))};
  if (type != "payload") out.tiles.push_back("A_tile_K_coords[64]");
  if (type != "coord") out.tiles.push_back("A_tile_values[64]");
  return out;
}

// Products of blocks of sums, whose factors a thread has in registers.
std::vector<Tiled> held_operands() {
  const Tiled blocks = {
      "Held",
      matrices,
      product,
      mapped("M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], "
             "K: [uniform_shape(8)]",
             "M2, N2, K1, K0, M1, N1, M0, N0", "M2, N2, M1, N1", "K1, K0, M0, N0"),
      stored("A", "K M", "UU") + dense,
      bound("Block", "{rank: M2}, {rank: N2}") + bound("Lane", "{rank: M1}, {rank: N1}") +
          bound("Shared", shared("A", "K", "K1") + ", " + shared("B", "K", "K1")) +
          bound("Registers", shared("A", "M", "K0") + ", " + shared("B", "N", "K0")),
      "",
      "",
      "f32",
      32,
      {"A_held[4]", "B_held[4]"}};
  std::vector<Tiled> out = {blocks, deep(blocks, 2)};
  out.back().bindings = blocks.bindings;
  for (const char* type : {"f64", "f16", "i32"})
    out.push_back(with(blocks, std::string("Held_") + type, [&](Tiled& t) { t.type = type; }));
  for (const std::string& operators : {std::string(), min_plus})
    out.push_back(with(blocks, operators.empty() ? "Held128" : "Held128MinPlus", [&](Tiled& t) {
      t.operators = operators;
      t.mapping = mapped(
          "M: [uniform_shape(16)], N: [uniform_shape(32), uniform_shape(8)], K: [uniform_shape(8)]",
          "M1, N2, K1, K0, M0, N1, N0", "M1, N2, N1", "K1, K0, M0, N0");
      t.bindings = bound("Block", "{rank: M1}, {rank: N2}") + bound("Lane", "{rank: N1}") +
                   bound("Shared", shared("A", "K", "K1") + ", " + shared("B", "K", "K1")) +
                   bound("Registers", shared("A", "M", "K0") + ", " + shared("B", "N", "K0"));
      t.tiles = {"A_held[16]", "B_held[8]", "sums[128]", "k0_turn < 8"};
    }));
  out.push_back(with(blocks, "HeldMinPlus", [](Tiled& t) { t.operators = min_plus; }));
  out.push_back(with(blocks, "HeldOfMemory", [](Tiled& t) {
    t.bindings = bound("Block", "{rank: M2}, {rank: N2}") +
                 bound("Lane", "{rank: M1}, {rank: N1}") +
                 bound("Registers", shared("B", "N", "K0"));
    t.tiles = {"B_held[4]"};
  }));
  out.push_back(with(blocks, "HeldBesideSparse", [](Tiled& t) {
    t.formats = stored("A", "K M", "CC") + dense;
    t.mapping = mapped("N: [uniform_shape(32), uniform_shape(4)], K: [uniform_shape(8)]",
                       "N2, M, K1, K0, N1, N0", "N2, N1", "M, K1, K0, N0");
    t.bindings = bound("Block", "{rank: N2}") + bound("Lane", "{rank: N1}") +
                 bound("Registers", shared("B", "N", "K0"));
    t.tiles = {"B_held[4]"};
  }));
  return out;
}

std::vector<Tiled> all_tiled() {
  std::vector<Tiled> out = {spmm("Spmm"), spmv_runs("RunsByLanes", "Lane", "elem"),
                            spmv_runs("RunsByWarps", "Warp", "elem"),
                            spmv_runs("CoordsOfRuns", "Lane", "coord"),
                            spmv_runs("ValuesOfRuns", "Lane", "payload")};
  for (const char* type : {"f64", "f16", "i32"}) {
    out.push_back(with(spmm(""), std::string("Spmm_") + type, [&](Tiled& t) { t.type = type; }));
    out.push_back(with(spmv_runs("", "Lane", "elem"), std::string("Runs_") + type,
                       [&](Tiled& t) { t.type = type; }));
  }
  out.push_back(with(spmm(""), "SpmmOf8Bits", [](Tiled& t) { t.index_bits = 8; }));
  out.push_back(
      with(spmv_runs("", "Lane", "elem"), "RunsOf16Bits", [](Tiled& t) { t.index_bits = 16; }));
  out.push_back(with(spmm(""), "SpmmMinPlus", [](Tiled& t) { t.operators = min_plus; }));
  out.push_back(with(spmm(""), "SpmmOrAnd", [](Tiled& t) { t.operators = or_and; }));
  out.push_back(
      with(spmv_runs("", "Lane", "elem"), "RunsMinPlus", [](Tiled& t) { t.operators = min_plus; }));
  out.push_back(spmm("StoredByColumns", stored("B", "N K", "UU")));
  out.push_back(with(spmm(""), "DenseMinPlus", [](Tiled& t) {
    t.formats = stored("A", "M K", "UU") + dense;
    t.operators = min_plus;
    t.bindings =
        blocks_of_warps + bound("Shared", shared("A", "K", "K1") + ", " + shared("B", "K", "K1"));
    t.tiles = {"A_tile_values[128]", "B_tile_values[512]"};
  }));
  out.push_back(with(spmm(""), "DoublyCompressed", [](Tiled& t) {
    t.formats = stored("A", "M K", "CC") + dense;
    t.mapping = mapped("N: [uniform_shape(32)], K: [uniform_shape(16)]", "M, N1, N0, K1, K0",
                       "M, N1, N0", "K1, K0");
    t.bindings = bound("Block", "{rank: M}, {rank: N1}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("B", "K", "K1") + ", " + shared("A", "K", "K1"));
    t.tiles = {"B_tile_values[512]", "A_tile_K_coords[16]", "A_tile_values[16]"};
  }));
  out.push_back(
      with(spmm(""), "Bitmask", [](Tiled& t) { t.formats = stored("A", "M K", "UB") + dense; }));
  out.push_back(with(spmm(""), "SumsOverBlocks", [](Tiled& t) {
    t.mapping = mapped(rows_and_columns, "K1, M1, N1, M0, N0, K0", "K1, M1, N1, M0, N0", "K0");
    t.bindings = bound("Block", "{rank: K1}, {rank: M1}, {rank: N1}") +
                 bound("Warp", "{rank: M0}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("B", "K", "K1"));
  }));
  out.push_back(with(spmm(""), "SumsOverLanes", [](Tiled& t) {
    t.mapping = mapped(rows_and_columns, "M1, N1, M0, N0, K1, K0", "M1, M0, K0", "N1, N0, K1");
    t.bindings = bound("Block", "{rank: M1}") + bound("Warp", "{rank: M0}") +
                 bound("Lane", "{rank: K0}") + bound("Shared", shared("B", "K", "K1"));
    t.tiles = {"B_tile_values[16]"};
  }));
  out.push_back(with(spmm(""), "SumsOverGroupsOfLanes", [](Tiled& t) {
    t.mapping = mapped(rows_and_columns, "M1, N1, M0, N0, K1, K0", "M1, M0, K0", "N1, N0, K1");
    t.bindings = bound("Block", "{rank: M1}") + bound("Lane", "{rank: M0}, {rank: K0}") +
                 bound("Shared", shared("B", "K", "K1"));
    t.tiles = {"B_tile_values[16]"};
  }));
  out.push_back(with(spmm(""), "ReductionOutside", [](Tiled& t) {
    t.mapping = mapped(rows_and_columns, "K1, M1, N1, N0, M0, K0", "M1, N0", "K1, N1, M0, K0");
    t.bindings = bound("Block", "{rank: M1}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("B", "N", "N1"));
  }));
  out.push_back(with(spmm(""), "RunsOfARow", [](Tiled& t) {
    t.mapping = mapped("K: [uniform_occupancy(A.16)], N: [uniform_shape(32)]", "M, N1, N0, K1, K0",
                       "M, N0", "N1, K1, K0");
    t.bindings = bound("Block", "{rank: M}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("A", "K", "K1"));
    t.tiles = {"A_tile_K_coords[16]", "A_tile_values[16]"};
  }));
  out.push_back(with(spmm(""), "RunsOfARowInParts", [](Tiled& t) {
    t.mapping =
        mapped("K: [uniform_occupancy(A.16), uniform_occupancy(A.3)], N: [uniform_shape(32)]",
               "M, K2, K1, N1, N0, K0", "M, K1, N0", "N1, K2, K0");
    t.bindings = bound("Block", "{rank: M}") + bound("Warp", "{rank: K1}") +
                 bound("Lane", "{rank: N0}") + bound("Shared", shared("A", "K", "K2"));
    t.tiles = {"A_tile_K_coords[16]", "A_tile_values[16]"};
  }));
  out.push_back(with(spmm(""), "TwoDepths", [](Tiled& t) {
    t.mapping = mapped(
        "M: [uniform_shape(8)], N: [uniform_shape(32)], K: [uniform_shape(16), uniform_shape(4)]",
        "M1, N1, K2, M0, K1, N0, K0", "M1, N1, N0", "K2, M0, K1, K0");
    t.bindings = bound("Block", "{rank: M1}, {rank: N1}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("B", "K", "K2") + ", " + shared("A", "K", "K1"));
    t.tiles = {"B_tile_values[512]", "A_tile_K_coords[4]", "A_tile_values[4]"};
  }));
  out.push_back(with(spmm(""), "LargeTile", [](Tiled& t) {
    t.mapping = mapped("M: [uniform_shape(8)], N: [uniform_shape(128)], K: [uniform_shape(128)]",
                       "M1, N1, M0, N0, K1, K0", "M1, N1, M0, N0", "K1, K0");
    t.tiles = {"reinterpret_cast<value_t*>(teaal_shared + 0)"};
  }));
  out.push_back(with(spmm(""), "StoredInBlocks", [](Tiled& t) {
    t.formats = stored("A", "M1 K1 M0 K0", "UCUU") + dense;
    t.mapping = mapped(rows_and_columns, "M1, K1, N1, M0, N0, K0", "M1, M0, N0", "K1, N1, K0");
    t.bindings = bound("Block", "{rank: M1}") + bound("Warp", "{rank: M0}") +
                 bound("Lane", "{rank: N0}") + bound("Shared", shared("A", "K", "K1"));
    t.tiles = {"A_tile_values[128]"};
  }));
  out.push_back(with(spmm(""), "ResultInRows", [](Tiled& t) {
    t.formats += stored("Z", "M N", "UC");
    t.mapping = mapped("K: [uniform_occupancy(A.16)], N: [uniform_shape(32)]", "M, K1, N1, N0, K0",
                       "M, N0", "N1, K1, K0");
    t.bindings = bound("Block", "{rank: M}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("A", "K", "K1"));
    t.tiles = {"A_tile_K_coords[16]", "A_tile_values[16]"};
  }));
  out.push_back({"Sddmm",
                 "A: [M, N], B: [M, K], C: [K, N], Z: [M, N]",
                 "'Z[m, n] = A[m, n] * B[m, k] * C[k, n]'",
                 mapped("K: [uniform_shape(32)]", "M, K1, N, K0", "M, N, K0", "K1"),
                 stored("A", "M N", "UC") + stored("B", "M K", "UU") + stored("C", "N K", "UU"),
                 bound("Block", "{rank: M}") + bound("Warp", "{rank: N}") +
                     bound("Lane", "{rank: K0}") + bound("Shared", shared("B", "K", "K1")),
                 "",
                 "",
                 "f32",
                 32,
                 {"B_tile_values[32]"}});
  out.push_back({"SegmentsOfRows",
                 vectors,
                 by_vector,
                 mapped("M: [uniform_shape(16)]", "M1, M0, K", "M1, M0", "K"),
                 csr,
                 bound("Block", "{rank: M1}") + bound("Lane", "{rank: M0}") +
                     bound("Shared", shared("A", "M", "M1", "payload")),
                 "",
                 "",
                 "f32",
                 32,
                 {"A_tile_K_segments[17]"}});
  out.push_back({"SegmentsOfStoredRows",
                 vectors,
                 by_vector,
                 mapped("M: [uniform_occupancy(A.16)]", "M1, M0, K", "M1, M0", "K"),
                 stored("A", "M K", "CC"),
                 bound("Block", "{rank: M1}") + bound("Lane", "{rank: M0}") +
                     bound("Shared", shared("A", "M", "M1")),
                 "",
                 "",
                 "f32",
                 32,
                 {"A_tile_M_coords[16]", "A_tile_K_segments[17]"}});
  out.push_back({"VectorOfThreads",
                 vectors,
                 by_vector,
                 mapped("K: [uniform_shape(16)]", "M, K1, K0", "M", "K1, K0"),
                 csr,
                 bound("Shared", shared("B", "K", "K1")),
                 "",
                 "",
                 "f32",
                 32,
                 {"B_tile_values[16]"}});
  out.push_back(
      {"BatchesOfThree",
       "A: [P, M, K], B: [P, K, N], D: [K], Z: [P, M, N]",
       "'Z[p, m, n] = A[p, m, k] * B[p, k, n] * D[k]'",
       mapped(rows_and_columns, "P, M1, N1, M0, N0, K1, K0", "P, M1, N1, M0, N0", "K1, K0"),
       stored("A", "P M K", "UUC") + stored("B", "P K N", "UUU"),
       bound("Block", "{rank: P}, {rank: M1}, {rank: N1}") + bound("Warp", "{rank: M0}") +
           bound("Lane", "{rank: N0}") +
           bound("Shared", shared("B", "K", "K1") + ", " + shared("D", "K", "K1")),
       "",
       "",
       "f32",
       32,
       {"B_tile_values[512]", "D_tile_values[16]"}});
  for (const char* meeting : {"two-finger", "skip-ahead", "leader-follower, leader: A"})
    out.push_back({std::string("Intersected_") + static_cast<char>('0' + out.size() % 10),
                   vectors,
                   by_vector,
                   mapped("K: [uniform_shape(16)]", "M, K1, K0", "M", "K1, K0"),
                   csr + stored("B", "K", "C"),
                   bound("Block", "{rank: M}") +
                       bound("LaneIntersect", std::string("{rank: K0, type: ") + meeting + "}") +
                       bound("Shared", shared("A", "K", "K1") + ", " + shared("B", "K", "K1")),
                   "",
                   "",
                   "f32",
                   32,
                   {"A_tile_K_coords[16]", "B_tile_K_coords[16]", "B_tile_values[16]"}});
  out.push_back({"FlattenedColumns",
                 matrices,
                 product,
                 mapped("(M, K): [flatten()]\n      MK: [uniform_occupancy(A.32)]", "MK1, N, MK0",
                        "MK1, N", "MK0"),
                 csr + dense,
                 bound("Block", "{rank: MK1}") + bound("Lane", "{rank: N}") +
                     bound("Shared", shared("A", "K", "MK1")),
                 "",
                 "",
                 "f32",
                 32,
                 {"A_tile_K_coords[32]", "A_tile_values[32]"}});
  out.push_back({"Cascade",
                 "A: [M, K], B: [K, N], Z: [M, N], Y: [M, N]",
                 product + ", 'Y[m, n] = Z[m, n] + Z[m, n]'",
                 out[0].mapping,
                 out[0].formats,
                 out[0].bindings,
                 "",
                 "",
                 "f32",
                 32,
                 {"B_tile_values[512]"}});
  const size_t shallow = out.size();
  for (size_t i = 0; i < shallow; ++i)
    for (const int depth : {2, 3}) out.push_back(deep(out[i], depth));
  for (const Tiled& t : held_operands()) out.push_back(t);
  return out;
}

class TilesRun : public testing::TestWithParam<Tiled> {};

TEST_P(TilesRun, gives_what_reference_math_says) {
  // Tiles that are cut, whole ones, one more than that, one less, one element, nothing.
  expect_right(GetParam(), {{37, 44, 31, 3},
                            {16, 32, 16, 1},
                            {9, 33, 17, 2},
                            {7, 31, 15, 2},
                            {1, 1, 1, 1},
                            {0, 5, 4, 2},
                            {7, 3, 0, 2},
                            {5, 0, 9, 1}});
}

INSTANTIATE_TEST_SUITE_P(All, TilesRun, testing::ValuesIn(all_tiled()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace teaal::exec
