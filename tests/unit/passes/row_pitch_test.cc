#include "compiler/passes/memory/row_pitch.h"

#include <gtest/gtest.h>

#include "compiler/ir/build.h"

// Tiles of K x N and M x K that tensor cores read: four lanes side by side have k's of their own,
// eight of N four columns each; or eight have k's, four of M four rows each.
namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t word = 4, half = 2;  // bytes of an element

ForRank loop(const std::string& rank, const std::string& root, Place place) {
  ForRank out;
  out.rank = rank;
  out.root = root;
  out.var = rank + "_var";
  out.place = place;
  return out;
}

// Reads X[...] below the loops.
Kernel reading(std::vector<ForRank> loops, std::vector<Worker> workers) {
  Kernel out;
  out.workers = std::move(workers);
  Stmt body = assign(var("sum"), AssignOp::Set, make_expr(Access{"X", {}}));
  while (!loops.empty()) {
    loops.back().body = body;
    body = make_stmt(loops.back());
    loops.pop_back();
  }
  out.body = body;
  return out;
}

Worker lanes(const std::string& rank, int64_t count, int64_t apart) {
  Worker out{rank, Place::Lane, lit(8)};
  out.lanes = count;
  out.apart = apart;
  return out;
}

Tile tile(const std::string& rows, int64_t count, const std::string& along, int64_t extent) {
  Tile out;
  out.operand = "X";
  out.sides = {{rows, count}, {along, extent}};
  return out;
}

Kernel along_rows() {
  ForRank n1 = loop("N1", "N", Place::Lane), n0 = loop("N0", "N", Place::Time);
  n1.tile = lit(4);
  n0.spelled.turns = 4;
  return reading({loop("K0", "K", Place::Lane), n1, n0},
                 {{"N1", Place::Lane, lit(8)}, {"M1", Place::Lane, lit(4)}, lanes("K0", 4, 1)});
}

Kernel across_rows() {
  ForRank m1 = loop("M1", "M", Place::Lane), m0 = loop("M0", "M", Place::Time);
  m1.tile = lit(4);
  m0.spelled.turns = 4;
  return reading({loop("K0", "K", Place::Lane), m1, m0},
                 {{"N1", Place::Lane, lit(8)}, {"M1", Place::Lane, lit(4)}, lanes("K0", 8, 4)});
}

// Eight lanes have rows, four a quad of k's of each.
Kernel quads_across_rows() {
  ForRank k1 = loop("K1", "K", Place::Lane), k0 = loop("K0", "K", Place::Time);
  k1.tile = lit(4);
  k0.spelled.turns = 4;
  return reading({k1, loop("M0", "M", Place::Lane), k0}, {lanes("M0", 8, 4), lanes("K1", 4, 1)});
}

TEST(RowPitch, parts_rows_that_start_in_one_bank) {
  EXPECT_EQ(row_pitch(along_rows(), tile("K", 8, "N", 128), word), 136);
  EXPECT_EQ(row_pitch(across_rows(), tile("M", 128, "K", 8), word), 12);
  EXPECT_EQ(row_pitch(across_rows(), tile("M", 128, "K", 32), word), 36);
}

TEST(RowPitch, counts_lanes_that_are_served_at_a_time) {
  // Two rows of quads of 16 bytes, four of 8 bytes.
  EXPECT_EQ(row_pitch(quads_across_rows(), tile("M", 128, "K", 32), word), 48);
  EXPECT_EQ(row_pitch(quads_across_rows(), tile("M", 128, "K", 32), half), 48);
  EXPECT_EQ(row_pitch(quads_across_rows(), tile("M", 128, "K", 40), word), 48);
  EXPECT_EQ(row_pitch(quads_across_rows(), tile("M", 128, "K", 80), half), 80);
}

TEST(RowPitch, leaves_rows_that_lanes_read_from_apart) {
  EXPECT_EQ(row_pitch(along_rows(), tile("K", 8, "N", 136), word), 136);
  EXPECT_EQ(row_pitch(along_rows(), tile("K", 8, "N", 40), word), 40);
}

TEST(RowPitch, leaves_what_it_does_not_know) {
  Kernel kernel = along_rows();
  EXPECT_EQ(row_pitch(kernel, Tile{}, word), 0);  // no box
  Tile other = tile("K", 8, "N", 128);
  other.operand = "Y";  // nobody reads it
  EXPECT_EQ(row_pitch(kernel, other, word), 128);
  kernel.lanes = 16;
  EXPECT_EQ(row_pitch(kernel, tile("K", 8, "N", 128), word), 128);
}

}  // namespace
}  // namespace teaal::passes
