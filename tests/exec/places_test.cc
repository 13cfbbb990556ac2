// Mappings that were made for another machine, with so many workers: which loops in time workers
// share as well, which they must not, and that results are right, on the CPU executor in checked
// mode (TEAAL_TEST_DEVICE=gpu: on the GPU).
#include <gtest/gtest.h>

#include "compiler/driver/session.h"
#include "tests/exec/drawn.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

struct Case {
  std::string einsum;   // below `einsum:`
  std::string mapping;  // below `mapping:`
  std::string rest = {};
  std::map<std::string, std::string> formats = {};
  std::map<std::string, int64_t> symbols = {};  // -D
};

class Places : public testing::Test {
 protected:
  static std::optional<driver::Compiled> compiled(const Case& c) {
    Diagnostics diagnostics;
    driver::CompileOptions options;
    options.formatted = false;
    options.name = "t";
    options.overrides.formats = c.formats;
    options.overrides.symbols = c.symbols;
    auto source = std::make_shared<SourceFile>(
        SourceFile{"foreign.yaml", "einsum:\n" + c.einsum + "mapping:\n" + c.mapping + c.rest});
    auto out = driver::compile_for_run(source, options, diagnostics);
    EXPECT_TRUE(out) << told(diagnostics);
    return out;
  }

  // What the note of kernel Z says that workers share; empty: there is none.
  static std::string shared(const driver::Compiled& program) {
    const std::string& text = program.artefact.manifest;
    const std::string before = "t_Z: workers share ", behind = ", in time, as well";
    const size_t at = text.find(before), end = text.find(behind, at);
    return at == std::string::npos ? "" : text.substr(at + before.size(), end - at - before.size());
  }

  static bool says(const Case& c, const std::string& note) {
    const auto program = compiled(c);
    return program && program->artefact.manifest.find(note) != std::string::npos;
  }

  static void expect_shared(const Case& c, const std::string& loops,
                            const std::vector<std::map<std::string, int64_t>>& sizes) {
    SCOPED_TRACE(c.mapping);
    Diagnostics diagnostics;
    auto machine = quick_machine(diagnostics);
    const auto program = compiled(c);
    ASSERT_TRUE(machine && program) << told(diagnostics);
    EXPECT_EQ(shared(*program), loops);
    expect_right_with(sizes, {*program, "f32", {0.3, 0.05}}, *machine);
  }
};

const std::string product =
    "  declaration: { A: [K, M], B: [K, N], Z: [M, N] }\n"
    "  expressions: [\"Z[m, n] = A[k, m] * B[k, n]\"]\n";
const std::vector<std::map<std::string, int64_t>> sizes = {{{"K", 37}, {"M", 41}, {"N", 35}},
                                                           {{"K", 70}, {"M", 5}, {"N", 90}},
                                                           {{"K", 1}, {"M", 130}, {"N", 1}},
                                                           {{"K", 5}, {"M", 0}, {"N", 4}}};

TEST_F(Places, a_worker_is_a_warp_where_its_innermost_loop_is_over_neighbours) {
  const std::string mapping =
      "  rank-order: { A: [M, K], B: [K, N], Z: [M, N] }\n"
      "  partitioning: { Z: { M: [uniform_shape(16), uniform_shape(4)] } }\n"
      "  loop-order: { Z: [M2, M1, M0, K, N] }\n"
      "  spacetime: { Z: { space: [M1], time: [M2, M0, K, N] } }\n";
  expect_shared({product, mapping, "", {{"B", "dense"}}}, "M2, N", sizes);
}

TEST_F(Places, lanes_do_not_take_a_loop_inside_of_which_an_operand_is_cut) {
  const std::string mapping =
      "  rank-order: { A: [K, M], B: [N, K], Z: [M, N] }\n"
      "  partitioning: { Z: { M: [uniform_shape(8)] } }\n"
      "  loop-order: { Z: [M1, M0, N, K] }\n"
      "  spacetime: { Z: { space: [M0], time: [M1, N, K] } }\n";
  expect_shared({product, mapping, "", {{"B", "dense"}}}, "M1", sizes);
}

TEST_F(Places, tiles_of_ranks_in_turn_are_stored_so) {
  const std::string mapping =
      "  rank-order: { A: [K, M], B: [K, N], Z: [M, N] }\n"
      "  partitioning:\n    Z:\n"
      "      K: [uniform_shape(16), uniform_shape(4)]\n"
      "      M: [uniform_shape(16), uniform_shape(4)]\n"
      "      N: [uniform_shape(8)]\n"
      "  loop-order: { Z: [N1, K2, M2, M1, K1, M0, N0, K0] }\n"
      "  spacetime: { Z: { space: [K1], time: [N1, K2, M2, M1, M0, N0, K0] } }\n";
  const Case c{product, mapping};
  expect_shared(c, "N1, M2, M1, N0", sizes);
  const auto program = compiled(c);
  ASSERT_TRUE(program);
  EXPECT_NE(program->artefact.manifest.find("needs [K2, M2, M1, K1, M, K]"), std::string::npos);
}

// Inside of a sum other lanes would have other tuples each time.
TEST_F(Places, lanes_share_stored_tuples_where_nothing_around_them_is_summed) {
  const std::string sampled =
      "  declaration: { A: [K, M], B: [K, N], C: [M, N], Z: [M, N] }\n"
      "  expressions: [\"Z[m, n] = A[k, m] * B[k, n] * C[m, n]\"]\n";
  const std::string parts =
      "  partitioning:\n    Z:\n"
      "      M: [uniform_shape(16), uniform_shape(4)]\n      (M0, N): [flatten()]\n";
  const auto ordered = [&](const std::string& order, const std::string& time) {
    return Case{sampled,
                parts + "  loop-order: { Z: [" + order + "] }\n  spacetime: { Z: { space: [M1], " +
                    "time: [" + time + "] } }\n",
                "",
                {{"A", "dense"}, {"B", "dense"}, {"C", "U,C"}, {"Z", "U,C"}}};
  };
  expect_shared(ordered("M2, M1, M0N, K", "M2, M0N, K"), "M2, M0N", sizes);
  expect_shared(ordered("M2, M1, K, M0N", "M2, K, M0N"), "M2", sizes);
}

// Tiles of N12 are the same in all iterations of K12, those of M12 are not; of a smaller tile each
// coordinate is.
TEST_F(Places, tiles_that_grow_are_shared_where_they_stay_and_inside_of_smaller_ones) {
  const std::string parts =
      "  partitioning:\n    Z:\n"
      "      K: [uniform_shape(4)]\n      M: [uniform_shape(16)]\n      N: [uniform_shape(8)]\n"
      "      (K1, M1, N1): [DRT(B.60, A.60), DRT(A.20, B.20)]\n";
  const std::string order =
      "  loop-order: { Z: [N12, K12, M12, K11, M11, N11, K10, M10, N10, M0, N0, K0] }\n";
  const std::string time = "N12, K12, M12, K11, M11, K10, M10, N10, M0, N0, K0";
  expect_shared(
      {product, parts + order + "  spacetime: { Z: { space: [N11], time: [" + time + "] } }\n"},
      "N12, N0, M0", sizes);
}

TEST_F(Places, parts_of_sums_that_are_written_anyway_may_come_from_anywhere) {
  const std::string mapping =
      "  rank-order: { A: [K, M], B: [K, N], Z: [M, N] }\n"
      "  partitioning: { Z: { M: [uniform_occupancy(A.4)], N: [uniform_occupancy(B.8)] } }\n"
      "  loop-order: { Z: [K, M1, M0, N1, N0] }\n"
      "  spacetime: { Z: { space: [M0, N0], time: [K, M1, N1] } }\n";
  expect_shared({product, mapping, "", {{"Z", "U,C"}}}, "K, M1, N1", sizes);
  // The sum stands in memory: whoever comes again to an element must be the same.
  expect_shared({product, mapping, "", {{"Z", "dense"}}}, "", sizes);
}

TEST_F(Places, few_lanes_of_two_ranks_are_those_of_one_warp) {
  const std::string mapping =
      "  rank-order: { A: [M, K], B: [K, N], Z: [M, N] }\n"
      "  partitioning: { Z: { M: [uniform_shape(8)], N: [uniform_shape(32), uniform_shape(4)] } }\n"
      "  loop-order: { Z: [M1, M0, N2, K, N1, N0] }\n"
      "  spacetime: { Z: { space: [M1, N1, N0], time: [M0, N2, K] } }\n";
  expect_shared({product, mapping, "", {{"B", "dense"}}}, "M0, N2", sizes);
}

// A sum that lanes would share, a few of them, is one of warps; lanes get neighbours.
TEST_F(Places, sums_of_windows) {
  Case c{
      "  declaration: { A: [C, H], B: [N, C, R], Z: [N, P] }\n"
      "  expressions: [\"Z[n, p] = A[c, 2*p+r] * B[n, c, r]\"]\n",
      "  rank-order: { A: [C, H], B: [N, C, R], Z: [N, P] }\n"
      "  partitioning: { Z: { N: [uniform_shape(4), uniform_shape(2)] } }\n"
      "  loop-order: { Z: [C, N2, N1, P, N0, R] }\n"
      "  spacetime: { Z: { space: [N1, N0, R], time: [C, N2, P] } }\n",
      ""};
  const std::vector<std::map<std::string, int64_t>> windows = {
      {{"C", 3}, {"H", 25}, {"N", 13}, {"R", 3}, {"P", 12}},
      {{"C", 1}, {"H", 5}, {"N", 1}, {"R", 7}, {"P", 9}}};
  expect_shared(c, "N2, P", windows);
  EXPECT_TRUE(says(c, "space rank P runs on lane") && says(c, "space rank R runs on warp"));
  // Filters meet their channels in the order in which they are stored, images are found by them.
  const std::string moved = "what C, R runs over is summed inside of all that workers share";
  EXPECT_TRUE(says(c, moved));
  c.formats = {{"B", "C:U,N:C,R:C"}};
  c.mapping.replace(c.mapping.find("B: [N, C, R]"), 12, "B: [C, N, R]");
  expect_shared(c, "N2, P", windows);
  EXPECT_FALSE(says(c, "is summed inside"));
  c.mapping.replace(c.mapping.find("B: [C, N, R]"), 12, "B: [N, C, R]");
  c.formats = {{"A", "dense"}, {"B", "dense"}};
  expect_shared(c, "N2, P", windows);
  EXPECT_TRUE(says(c, moved));
  // Rows of 16 and more are what lanes are for, and so are neighbours of the sum alone.
  c.mapping.replace(c.mapping.find("} }"), 0, ", R: [uniform_shape(16)] ");
  c.mapping.replace(c.mapping.find("N0, R] }"), 8, "R1, N0, R0] }");
  c.mapping.replace(c.mapping.find("N0, R], time: [C, N2, P]"), 24,
                    "N0, R0], time: [C, N2, P, R1]");
  expect_shared(c, "N2, P", windows);
  EXPECT_TRUE(says(c, "space rank P runs on block") && says(c, "space rank R0 runs on lane"));
}

// Where blocks are many, sums inside of all loops over the output are a thread's.
TEST_F(Places, sums_of_many_blocks_need_no_copies) {
  const Case c{
      "  declaration: { A: [C, H, W], B: [M, C, R, S], Z: [M, P, Q] }\n"
      "  expressions: [\"Z[m, p, q] = A[c, 2*p+r, q+s] * B[m, c, r, s]\"]\n",
      "  rank-order: { A: [C, H, W], B: [M, C, R, S], Z: [M, P, Q] }\n"
      "  partitioning: { Z: { M: [uniform_shape(4)], C: [uniform_shape(2)] } }\n"
      "  loop-order: { Z: [M1, C1, M0, C0, Q, P, R, S] }\n"
      "  spacetime: { Z: { space: [M1, C1, M0, R], time: [C0, Q, P, S] } }\n",
      ""};
  const std::vector<std::map<std::string, int64_t>> windows = {
      {{"C", 3}, {"H", 25}, {"W", 39}, {"M", 13}, {"R", 3}, {"S", 3}, {"P", 12}, {"Q", 37}}};
  expect_shared(c, "P, Q", windows);
  EXPECT_TRUE(says(c, "one thread sums what C1, R, in space, runs over"));
}

// Lanes that would look for a few stored elements each have a result each instead.
TEST_F(Places, short_sums_of_stored_elements_are_a_thread_s) {
  Case c{product,
         "  rank-order: { A: [M, K], B: [N, K], Z: [M, N] }\n"
         "  partitioning:\n    Z:\n"
         "      M: [uniform_shape(16)]\n      N: [uniform_shape(8)]\n"
         "      K: [uniform_shape(32), uniform_occupancy(A.16)]\n"
         "  loop-order: { Z: [M1, N1, K2, K1, M0, N0, K0] }\n"
         "  spacetime: { Z: { space: [M0, N0, K0], time: [M1, N1, K2, K1] } }\n",
         ""};
  expect_shared(c, "M1, N1", sizes);
  EXPECT_TRUE(says(c, "one thread sums what K0, in space, runs over"));
  EXPECT_TRUE(says(c, "space rank M0 runs on lane") && says(c, "space rank N0 runs on lane"));
  c.formats = {{"A", "dense"}, {"B", "dense"}};
  c.mapping.replace(c.mapping.find("uniform_occupancy(A.16)"), 23, "uniform_shape(16)");
  expect_shared(c, "M1, N1", sizes);
  EXPECT_FALSE(says(c, "one thread sums"));
}

// Of a tile of 16 coordinates few are stored: lanes have tiles.
TEST_F(Places, lanes_have_a_small_tile_each) {
  const std::string mapping =
      "  rank-order: { A: [K, M], B: [K, N], Z: [M, N] }\n"
      "  partitioning:\n    Z:\n"
      "      K: [uniform_shape(64), uniform_shape(8)]\n"
      "      M: [uniform_shape(64), uniform_shape(8)]\n"
      "      N: [uniform_shape(64), uniform_shape(8)]\n"
      "  loop-order: { Z: [N2, K2, M2, M1, N1, K1, M0, N0, K0] }\n"
      "  spacetime: { Z: { space: [K1], time: [N2, K2, M2, M1, N1, M0, N0, K0] } }\n";
  Case c{product, mapping, "", {{"Z", "U,C"}}};
  expect_shared(c, "N2, K2, M2, M1, N1", sizes);
  EXPECT_TRUE(says(c, "space rank N1 runs on lane") && says(c, "space rank K1 runs on lane"));
  // The sum of K1 is one of copies where it stands in memory.
  c.formats = {{"Z", "dense"}};
  expect_shared(c, "N2, M2, M1, N1", sizes);
  EXPECT_TRUE(says(c, "space rank N1 runs on lane") && says(c, "space rank M1 runs on lane"));
}

// Loops over the output that stay a worker's own, inside of a sum, keep it outside.
TEST_F(Places, sums_stay_outside_of_loops_in_time) {
  const Case c{product,
               "  rank-order: { A: [K, M], B: [K, N], Z: [M, N] }\n"
               "  partitioning: { Z: { M: [uniform_shape(8), uniform_shape(2)] } }\n"
               "  loop-order: { Z: [K, M2, M1, N, M0] }\n"
               "  spacetime: { Z: { space: [M1], time: [K, M2, N, M0] } }\n",
               "",
               {{"A", "dense"}, {"B", "dense"}}};
  expect_shared(c, "M2", sizes);
  EXPECT_FALSE(says(c, "is summed inside"));
}

const std::string rows =
    "  declaration: { A: [M, K], B: [K], Z: [M] }\n"
    "  expressions: [\"Z[m] = A[m, k] * B[k]\"]\n";
const std::vector<std::map<std::string, int64_t>> row_sizes = {{{"M", 40}, {"K", 20}}};

std::string by_rows(const std::string& size, const std::string& space = "M0",
                    const std::string& time = "M1, K") {
  return "  rank-order: { A: [M, K], B: [K], Z: [M] }\n"
         "  partitioning: { Z: { M: [uniform_shape(" +
         size +
         ")] } }\n"
         "  loop-order: { Z: [M1, M0, K] }\n"
         "  spacetime: { Z: { space: [" +
         space + "], time: [" + time + "] } }\n";
}

TEST_F(Places, who_asks_for_so_many_workers_gets_them) {
  expect_shared({rows, by_rows("4")}, "M1", row_sizes);
  expect_shared({rows, by_rows("W"), "params: { W: 4 }\n"}, "M1", row_sizes);
  expect_shared({rows, by_rows("W"), "params: { W: 4 }\n", {}, {{"W", 8}}}, "M1", row_sizes);
  expect_shared({rows, by_rows("W"), "", {}, {{"W", 4}}}, "", row_sizes);
  expect_shared({rows, by_rows("1000000")}, "", row_sizes);
  expect_shared({rows, by_rows("4", "M1", "M0, K")}, "", row_sizes);
  const std::string bound =
      "bindings: { Z: [{config: gpu}, {component: Lane, bindings: [{rank: M0}]}] }\n";
  expect_shared({rows, by_rows("4"), bound}, "", row_sizes);
}

TEST_F(Places, an_open_number_of_workers_fills_the_gpu_itself) {
  const auto program = compiled({rows, by_rows("W")});
  ASSERT_TRUE(program);
  EXPECT_EQ(shared(*program), "");
}

TEST_F(Places, a_mapping_without_space_is_shared_by_all) {
  const auto ordered = [&](const std::string& order) {
    return Case{product, "  loop-order: { Z: [" + order + "] }\n"};
  };
  for (const char* order : {"M, N, K", "M, K, N", "K, M, N", "N, K, M"}) {
    const Case c = ordered(order);
    expect_shared(c, "", sizes);
    EXPECT_TRUE(says(c, order[0] == 'N' ? "no space rank; workers share N, M"
                                        : "no space rank; workers share M, N"))
        << order;
    EXPECT_EQ(says(c, "runs on lane"), order[0] != 'N') << order;
  }
  // Of one rank threads of the grid are all that there is.
  EXPECT_TRUE(says({rows, "  loop-order: { Z: [M, K] }\n"},
                   "no space rank; M is spread over the threads of the grid"));
  // Tiles, of which lanes take the smallest together.
  const std::string tiles =
      "  partitioning: { Z: { M: [uniform_shape(4)], N: [uniform_shape(4)] } }\n"
      "  loop-order: { Z: [M1, N1, K, M0, N0] }\n";
  const Case c{product, tiles, "", {{"A", "dense"}, {"B", "dense"}}};
  expect_shared(c, "", sizes);
  EXPECT_TRUE(says(c, "space rank N0 runs on lane") && says(c, "space rank M0 runs on lane"));
}

TEST_F(Places, blocks_share_what_stands_around_one_rank) {
  const auto mapped = [&](const std::string& order, const std::string& time) {
    return Case{product, "  loop-order: { Z: [" + order + "] }\n  spacetime: { Z: { space: [N], " +
                             "time: [" + time + "] } }\n"};
  };
  expect_shared(mapped("K, M, N", "K, M"), "M", sizes);
  expect_shared(mapped("M, N, K", "M, K"), "M", sizes);
  expect_shared(mapped("N, M, K", "M, K"), "", sizes);
}

TEST_F(Places, rounds_come_one_behind_the_other) {
  const Case c{
      "  declaration: { A: [R, K], B: [K], Z: [R, K] }\n"
      "  expressions: [\"Z[r, k] = A[r, k] * B[k]\"]\n"
      "  iterate: { over: R }\n",
      "  partitioning: { Z: { K: [uniform_shape(4)] } }\n"
      "  loop-order: { Z: [R, K1, K0] }\n"
      "  spacetime: { Z: { space: [K0], time: [R, K1] } }\n",
      ""};
  expect_shared(c, "K1", {{{"R", 5}, {"K", 23}}});
}

}  // namespace
}  // namespace teaal::exec
