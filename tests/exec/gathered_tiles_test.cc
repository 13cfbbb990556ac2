#include <gtest/gtest.h>

#include "tests/exec/tiled.h"

// Tiles of what another operand's fiber names, of bitmasks, and such as each warp has of its own.
namespace teaal::exec {
namespace {

const std::string matrices = "A: [M, K], B: [K, N], Z: [M, N]";
const std::string product = "'Z[m, n] = A[m, k] * B[k, n]'";
const std::string csr = stored("A", "M K", "UC"), dense = stored("B", "K N", "UU");

// A block a row of A and a part of the columns; the rows of B that 16 elements of A name.
Tiled rows_by_blocks(const std::string& name) {
  return {name,
          matrices,
          product,
          mapped("K: [uniform_occupancy(A.16)], N: [uniform_shape(32)]", "M, N1, K1, N0, K0",
                 "M, N1, N0", "K1, K0"),
          csr + dense,
          bound("Block", "{rank: M}, {rank: N1}") + bound("Lane", "{rank: N0}") +
              bound("Shared", shared("B", "K", "K1")),
          "",
          "",
          "f32",
          32,
          {"B_tile_values[512]"}};
}

// The same, a warp a row: each has a tile of its own.
Tiled rows_by_warps(const std::string& name) {
  return with(rows_by_blocks(name), name, [](Tiled& t) {
    t.mapping =
        mapped("M: [uniform_shape(4)], K: [uniform_occupancy(A.16)], N: [uniform_shape(32)]",
               "M1, M0, N1, K1, N0, K0", "M1, M0, N0", "N1, K1, K0");
    t.bindings = bound("Block", "{rank: M1}") + bound("Warp", "{rank: M0}") +
                 bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("A", "K", "K1") + ", " + shared("B", "K", "K1"));
    t.tiles = {"A_tile_values[64]", "A_tile_K_coords[64]", "B_tile_values[2048]", "__syncwarp()"};
  });
}

// Rows of A in eights, which share their k's, and a block of sums a thread.
Tiled rows_in_eights(const std::string& name) {
  return with(rows_by_blocks(name), name, [](Tiled& t) {
    t.mapping = mapped(
        "M: [uniform_shape(8)], K: [uniform_occupancy(A.16)], N: [uniform_shape(64), "
        "uniform_shape(4)]",
        "M1, N2, K1, K0, N1, M0, N0", "M1, N2, N1", "K1, K0, M0, N0");
    t.formats =
        "  A:\n    default: {rank-order: [M1, K, M0], M1: {format: U}, K: {format: C}, M0: "
        "{format: U}}\n" +
        dense;
    t.bindings = bound("Block", "{rank: M1}, {rank: N2}") + bound("Lane", "{rank: N1}") +
                 bound("Shared", shared("A", "K", "K1") + ", " + shared("B", "K", "K1"));
    t.tiles = {"A_tile_values[128]", "B_tile_values[1024]", "sums[32]"};
  });
}

// Runs of A's elements, whatever rows they are in.
Tiled runs(const std::string& name) {
  return with(rows_by_blocks(name), name, [](Tiled& t) {
    t.mapping = mapped(
        "(M, K): [flatten()]\n      MK: [uniform_occupancy(A.16)]\n      N: [uniform_shape(32)]",
        "MK1, N1, N0, MK0", "MK1, N1, N0", "MK0");
    t.bindings = bound("Block", "{rank: MK1}, {rank: N1}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("B", "K", "MK1"));
  });
}

// A vector's elements, which lanes sum together.
Tiled vector_elements(const std::string& name) {
  return with(rows_by_blocks(name), name, [](Tiled& t) {
    t.declaration = "A: [M, K], B: [K], Z: [M]";
    t.expressions = "'Z[m] = A[m, k] * B[k]'";
    t.mapping = mapped("K: [uniform_occupancy(A.32)]", "M, K1, K0", "M, K0", "K1");
    t.formats = csr + stored("B", "K", "U");
    t.bindings = bound("Block", "{rank: M}") + bound("Lane", "{rank: K0}") +
                 bound("Shared", shared("B", "K", "K1"));
    t.tiles = {"B_tile_values[32]"};
  });
}

// A is stored dense; a block lists what there is of a row, and the list names rows of B.
Tiled named_by_a_list(const std::string& name) {
  return with(rows_by_blocks(name), name, [](Tiled& t) {
    t.mapping = mapped("K: [uniform_shape(64), uniform_occupancy(A.16)], N: [uniform_shape(32)]",
                       "M, N1, K2, K1, N0, K0", "M, N1, N0", "K2, K1, K0");
    t.formats =
        "  A:\n    default: {rank-order: [M, K], M: {format: U}, K: {format: U}}\n"
        "    list: {rank-order: [M, K], view-of: default, M: {format: U}, K: {format: C}}\n" +
        dense;
    t.bindings = bound("Block", "{rank: M}, {rank: N1}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("B", "K", "K1") + ", " +
                                     shared("A", "K", "K2", "elem, format: list"));
    // Behind the list, a run of coordinates that B may be copied from.
    t.tiles = {"A_tile_K_coords[80]", "A_tile_values[64]", "B_tile_values[512]"};
  });
}

// Of it only whether an element is there is asked, so the list has no values; a whole run's
// products are spelled out.
Tiled masked_by_a_list(const std::string& name) {
  return with(named_by_a_list(name), name, [](Tiled& t) {
    t.operators = "  operators: { Z: { map: \"B * (A != 0)\" } }\n";
    t.mapping = mapped(
        "K: [uniform_shape(64), uniform_occupancy(A.16)], N: [uniform_shape(128), "
        "uniform_shape(4)]",
        "M, N2, K2, K1, K0, N1, N0", "M, N2, N1", "K2, K1, K0, N0");
    t.bindings = bound("Block", "{rank: M}, {rank: N2}") + bound("Lane", "{rank: N1}") +
                 bound("Shared", shared("A", "K", "K2", "elem, format: list") + ", " +
                                     shared("B", "K", "K1"));
    t.tiles = {"teaal_list_places<1>(A_tile_K_coords", "B_tile_values[2048]", "_turn < 16;"};
  });
}

// Words of a bitmask, and what is stored of them; tiles of 20 begin within words.
Tiled bits(const std::string& name, int tile, const std::string& type) {
  return with(rows_by_blocks(name), name, [&](Tiled& t) {
    t.mapping = mapped("K: [uniform_shape(" + std::to_string(tile) + ")], N: [uniform_shape(32)]",
                       "M, N1, K1, N0, K0", "M, N1, N0", "K1, K0");
    t.formats = stored("A", "M K", "UB") + dense;
    t.bindings = bound("Block", "{rank: M}, {rank: N1}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("A", "K", "K1", type));
    t.tiles.clear();
    const std::string words = std::to_string((tile + 62) / 32 + 1);
    if (type != "payload")
      t.tiles = {"A_tile_K_masks[" + words + "]", "A_tile_K_bases[" + words + "]"};
    if (type != "coord")
      t.tiles.push_back("A_tile_values[" + std::to_string((tile + 62) / 32 * 32) + "]");
  });
}

std::vector<Tiled> bitmasks() {
  std::vector<Tiled> out = {bits("Bits20", 20, "elem"), bits("Bits32", 32, "elem"),
                            bits("BitsCoord", 40, "coord"), bits("BitsPayload", 40, "payload")};
  out.push_back(with(out[0], "BitsOfBothOperands", [](Tiled& t) {
    t.declaration = "A: [M, K], B: [K], Z: [M]";
    t.expressions = "'Z[m] = A[m, k] * B[k]'";
    t.mapping = mapped("K: [uniform_shape(20)]", "M, K1, K0", "M", "K1, K0");
    t.formats = stored("A", "M K", "UB") + stored("B", "K", "B");
    t.bindings = bound("Block", "{rank: M}") +
                 bound("Shared", shared("A", "K", "K1") + ", " + shared("B", "K", "K1"));
    t.tiles.push_back("B_tile_values[64]");
  }));
  out.push_back(with(out[0], "BitsAboveBlocks", [](Tiled& t) {
    t.formats =
        "  A:\n    default: {rank-order: [M1, K, M0], M1: {format: U}, K: {format: B}, M0: "
        "{format: "
        "U}}\n" +
        dense;
    t.mapping = mapped("M: [uniform_shape(4)], K: [uniform_shape(20)], N: [uniform_shape(32)]",
                       "M1, N1, K1, N0, K0, M0", "M1, N1, N0", "K1, K0, M0");
    t.bindings = bound("Block", "{rank: M1}, {rank: N1}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("A", "K", "K1"));
    t.tiles = {"A_tile_values[256]"};
  }));
  out.push_back(with(out[0], "BitsOfWarps", [](Tiled& t) {
    t.mapping = mapped("M: [uniform_shape(4)], K: [uniform_shape(20)], N: [uniform_shape(32)]",
                       "M1, M0, N1, K1, N0, K0", "M1, M0, N0", "N1, K1, K0");
    t.bindings = bound("Block", "{rank: M1}") + bound("Warp", "{rank: M0}") +
                 bound("Lane", "{rank: N0}") + bound("Shared", shared("A", "K", "K1"));
    t.tiles = {"A_tile_K_masks[12]", "A_tile_values[256]"};
  }));
  out.push_back(with(out[0], "BitsShared", [](Tiled& t) {
    t.mapping = mapped("K: [uniform_shape(20)], N: [uniform_shape(32)]", "M, N1, K1, K0, N0",
                       "M, N1, K0", "K1, N0");
    t.bindings = bound("Block", "{rank: M}, {rank: N1}") + bound("Lane", "{rank: K0}") +
                 bound("Shared", shared("A", "K", "K1"));
  }));
  return out;
}

std::vector<Tiled> all_gathered() {
  std::vector<Tiled> out = {rows_by_blocks("Rows"),           rows_by_warps("RowsByWarps"),
                            rows_in_eights("RowsInEights"),   runs("Runs"),
                            vector_elements("Vector"),        named_by_a_list("NamedByAList"),
                            masked_by_a_list("MaskedByAList")};
  out.push_back(with(rows_by_blocks(""), "StoredByColumns",
                     [](Tiled& t) { t.formats = csr + stored("B", "N K", "UU"); }));
  out.push_back(with(rows_by_blocks(""), "ReSorted",
                     [](Tiled& t) { t.formats = stored("A", "K M", "CC") + dense; }));
  out.push_back(with(rows_by_blocks(""), "LedByAllCoordinates",
                     [](Tiled& t) { t.formats = stored("A", "M K", "UU") + dense; }));
  out.push_back(with(rows_by_blocks(""), "CompressedRows", [](Tiled& t) {
    t.formats = stored("A", "M K", "CC") + dense + stored("Z", "M N", "CC");
  }));
  out.push_back(with(rows_by_warps(""), "WarpsWithCompressedRows", [](Tiled& t) {
    t.formats = stored("A", "M K", "CC") + dense + stored("Z", "M N", "UC");
  }));
  // The smaller of what a tile of 64 k's and a run of 16 leave.
  out.push_back(with(rows_by_blocks(""), "RunsInTiles", [](Tiled& t) {
    t.mapping = mapped("K: [uniform_shape(64), uniform_occupancy(A.16)], N: [uniform_shape(32)]",
                       "M, N1, K2, K1, N0, K0", "M, N1, N0", "K2, K1, K0");
  }));
  // Beside it a third factor's fiber meets the leader's.
  out.push_back(with(rows_by_blocks(""), "BesideAnotherFiber", [](Tiled& t) {
    t.declaration = "A: [M, K], B: [K, N], D: [K], Z: [M, N]";
    t.expressions = "'Z[m, n] = A[m, k] * B[k, n] * D[k]'";
    t.formats += stored("D", "K", "C");
  }));
  out.push_back(with(rows_by_warps(""), "HandedRound", [](Tiled& t) {
    t.bindings = bound("Block", "{rank: M1}") + bound("Warp", "{rank: M0}") +
                 bound("Lane", "{rank: N0}") + bound("Registers", shared("A", "K", "K1")) +
                 bound("Shared", shared("B", "K", "K1"));
    t.tiles = {"B_tile_values[2048]"};
  }));
  // Each warp of a row has a part of its k's.
  out.push_back(with(vector_elements(""), "WarpsSum", [](Tiled& t) {
    t.mapping =
        mapped("K: [uniform_shape(64), uniform_shape(16)]", "M, K2, K1, K0", "M, K1, K0", "K2");
    t.bindings = bound("Block", "{rank: M}") + bound("Warp", "{rank: K1}") +
                 bound("Lane", "{rank: K0}") + bound("Shared", shared("B", "K", "K1"));
    t.tiles = {"B_tile_values[64]", "__syncwarp()"};
  }));
  // The block's tile of B around tiles of A that warps have apart.
  out.push_back(with(rows_by_warps(""), "WarpsInsideOfTheBlock", [](Tiled& t) {
    t.mapping = mapped("M: [uniform_shape(4)], K: [uniform_shape(16)], N: [uniform_shape(32)]",
                       "M1, N1, K1, M0, N0, K0", "M1, N1, M0, N0", "K1, K0");
    t.bindings = bound("Block", "{rank: M1}, {rank: N1}") + bound("Warp", "{rank: M0}") +
                 bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("A", "K", "M0") + ", " + shared("B", "K", "K1"));
    t.tiles = {"A_tile_values[64]", "B_tile_values[512]", "__syncwarp()", "__syncthreads()"};
  }));
  for (const Tiled& t : bitmasks()) out.push_back(t);
  const size_t plain = out.size();
  for (const char* type : {"f64", "f16", "i32"})
    for (const Tiled& t : {out[0], out[1], out[2]})
      out.push_back(with(t, t.name + "_" + type, [&](Tiled& c) { c.type = type; }));
  for (const char* type : {"f64", "f16"})
    out.push_back(with(named_by_a_list(""), "NamedByAList_" + std::string(type),
                       [&](Tiled& c) { c.type = type; }));
  out.push_back(with(named_by_a_list(""), "NamedByAList8Bits", [](Tiled& c) { c.index_bits = 8; }));
  out.push_back(
      with(named_by_a_list(""), "NamedByAListMinPlus", [](Tiled& c) { c.operators = min_plus; }));
  for (size_t i : {0, 1, 3}) {
    out.push_back(with(out[i], out[i].name + "MinPlus", [](Tiled& t) { t.operators = min_plus; }));
    out.push_back(with(out[i], out[i].name + "OrAnd", [](Tiled& t) { t.operators = or_and; }));
    out.push_back(with(out[i], out[i].name + "8Bits", [](Tiled& t) { t.index_bits = 8; }));
  }
  for (size_t i = 0; i < plain; ++i)
    for (int depth : {2, 4})
      if (out[i].name != "HandedRound") out.push_back(deep(out[i], depth));
  return out;
}

class GatheredTilesRun : public testing::TestWithParam<Tiled> {};

TEST_P(GatheredTilesRun, gives_what_reference_math_says) {
  // Whole and cut tiles, rows longer and shorter than a run, extents of one and none.
  expect_right(
      GetParam(),
      {{13, 70, 90, 3}, {8, 64, 64, 4}, {5, 3, 17, 5}, {1, 33, 1, 2}, {0, 9, 5, 1}, {9, 4, 0, 1}});
}

INSTANTIATE_TEST_SUITE_P(All, GatheredTilesRun, testing::ValuesIn(all_gathered()),
                         [](const auto& info) { return info.param.name; });

TEST(GatheredTiles, ask_for_a_run_with_a_bound) {
  const Tiled t = with(rows_by_blocks(""), "", [](Tiled& c) {
    c.mapping = mapped("N: [uniform_shape(32)]", "M, N1, K, N0", "M, N1, N0", "K");
    c.bindings = bound("Block", "{rank: M}, {rank: N1}") + bound("Lane", "{rank: N0}") +
                 bound("Shared", shared("B", "K", "N1"));
  });
  EXPECT_NE(refusal_of(t).find("no bound along K"), std::string::npos) << refusal_of(t);
}

// Entries are read as they are, with no question how many there are, and two or four by a load.
TEST(GatheredTiles, ask_no_more_of_a_list_than_its_entries) {
  const std::string text = text_of(deep(named_by_a_list("Lists"), 3));
  EXPECT_NE(text.find("__align__(16) coord_t A_tile_K_coords[112]"), std::string::npos) << text;
  EXPECT_EQ(text.find("? A_tile_K_coords["), std::string::npos) << text;
  // 32 threads copy four rows of eight quads at once, each four neighbours of the list's.
  EXPECT_NE(text.find("threadIdx.x) / 8 * 4 + quad_turn"), std::string::npos) << text;
}

TEST(WarpTiles, are_not_filled_where_lanes_part_ways) {
  const Tiled t = with(rows_by_warps(""), "", [](Tiled& c) {
    c.mapping =
        mapped("M: [uniform_shape(4)], K: [uniform_occupancy(A.16)], N: [uniform_shape(32)]",
               "M1, N1, M0, K1, N0, K0", "M1, M0, N0", "N1, K1, K0");
    c.bindings = bound("Block", "{rank: M1}") + bound("Lane", "{rank: M0}, {rank: N0}") +
                 bound("Shared", shared("A", "K", "K1"));
  });
  EXPECT_NE(refusal_of(t).find("unsupported"), std::string::npos) << refusal_of(t);
}

}  // namespace
}  // namespace teaal::exec
