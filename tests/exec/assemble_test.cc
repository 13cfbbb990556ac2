#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

// Tensors with compressed levels that kernels compute: every way in which results come to be, on
// the CPU executor in checked mode (TEAAL_TEST_DEVICE=gpu: on the GPU), beside reference math.
namespace teaal::exec {
namespace {

std::optional<driver::Machine> machine() {
  Diagnostics diagnostics;
  return quick_machine(diagnostics);
}

struct Case {
  std::string spec;
  std::map<std::string, std::string> formats;
  std::map<std::string, std::string> sources;
  std::map<std::string, int64_t> shapes = {};
};

struct Ran {
  std::unique_ptr<driver::Session> session;
  std::optional<driver::Compiled> compiled;
  Diagnostics diagnostics;

  const runtime::Coo& output(const std::string& tensor) const {
    return session->outputs().at(tensor);
  }
};

// Runs and verifies; `session` is null if it could not.
std::unique_ptr<Ran> ran(const Case& c, const driver::Machine& on) {
  auto out = std::make_unique<Ran>();
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "assembled";
  options.overrides.formats = c.formats;
  auto source = std::make_shared<SourceFile>(SourceFile{"assembled.yaml", c.spec});
  out->compiled = driver::compile_for_run(source, options, out->diagnostics);
  if (!out->compiled) return out;
  driver::JobRequest request;
  request.inputs = {c.sources, c.shapes};
  auto session = driver::Session::load(*out->compiled, request, out->diagnostics);
  if (session && session->run(on, out->diagnostics) && session->verify(out->diagnostics))
    out->session = std::move(session);
  return out;
}

void expect_right(const Case& c, const driver::Machine& on) {
  std::unique_ptr<Ran> result = ran(c, on);
  ASSERT_TRUE(result->session) << told(result->diagnostics);
  EXPECT_EQ(result->session->report().findings, std::vector<std::string>{});
  for (const auto& output : result->session->report().verification->outputs)
    EXPECT_EQ(output.comparison.mismatches, 0)
        << output.tensor << ": " << output.comparison.first_mismatch;
}

std::string spec(const std::string& declaration, const std::string& expressions,
                 const std::string& mapping = "") {
  return "einsum:\n  declaration: {" + declaration + "}\n  expressions:\n" + expressions +
         (mapping.empty() ? "" : "mapping:\n" + mapping);
}

std::string matmul(const std::string& mapping = "") {
  return spec("A: [M, K], B: [K, N], Z: [M, N]", "    - Z[m, n] = A[m, k] * B[k, n]\n", mapping);
}

const std::map<std::string, std::string> two_matrices = {
    {"A", "rand:shape=13x17,density=0.2,seed=1,values=int"},
    {"B", "rand:shape=17x11,density=0.2,seed=2,values=int"}};

TEST(Assemble, EveryLoopOrderPlacementAndStorageOrder) {
  auto on = machine();
  ASSERT_TRUE(on);
  const std::vector<std::string> formats = {"M:U,N:C", "M:C,N:C", "N:C,M:U", "N:U,M:C", "N:C,M:C",
                                            "M:B,N:B", "M:U,N:B", "N:B,M:C", "N:C,M:B"};
  size_t next_format = 0;
  std::string order = "MNK";
  std::sort(order.begin(), order.end());
  do {
    std::string loops = std::string(1, order[0]) + ", " + order[1] + ", " + order[2];
    for (const std::string& space :
         std::vector<std::string>{std::string(1, order[0]), std::string(1, order[2]),
                                  std::string(1, order[0]) + ", " + order[1], loops}) {
      const std::string& format = formats[next_format++ % formats.size()];
      std::string time;
      for (char rank : order)
        if (space.find(rank) == std::string::npos)
          time += (time.empty() ? "" : ", ") + std::string(1, rank);
      SCOPED_TRACE(loops + " space " + space + " Z=" + format);
      expect_right({matmul("  loop-order: {Z: [" + loops + "]}\n  spacetime: {Z: {space: [" +
                           space + "], time: [" + time + "]}}\n"),
                    {{"Z", format}},
                    two_matrices},
                   *on);
      if (HasFailure()) return;
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Assemble, EveryMixOfLevelsOfThreeRanks) {
  auto on = machine();
  ASSERT_TRUE(on);
  for (int mix = 1; mix < 8; ++mix) {
    std::string format;
    for (int l = 0; l < 3; ++l)
      format += std::string(l ? "," : "") + "JIK"[l] + (mix >> l & 1 ? ":C" : ":U");
    SCOPED_TRACE(format);
    expect_right(
        {spec("A: [I, J], B: [J, K], Z: [I, J, K]", "    - Z[i, j, k] = A[i, j] * B[j, k]\n",
              "  rank-order: {Z: [J, I, K]}\n"),
         {{"Z", format}},
         {{"A", "rand:shape=7x5,density=0.3,seed=1"}, {"B", "rand:shape=5x9,density=0.3,seed=2"}}},
        *on);
  }
}

TEST(Assemble, NothingAtAll) {
  auto on = machine();
  ASSERT_TRUE(on);
  for (const char* format : {"M:U,N:C", "M:C,N:C", "M:C,N:U"}) {
    expect_right({matmul(),
                  {{"Z", format}},
                  {{"A", "rand:shape=5x6,density=0"}, {"B", "rand:shape=6x7,density=0.5,seed=1"}}},
                 *on);
    for (const auto& [m, k, n] :
         {std::array{0, 3, 4}, {3, 0, 4}, {3, 4, 0}, {0, 0, 0}, {1, 1, 1}}) {
      SCOPED_TRACE(std::to_string(m) + " " + std::to_string(k) + " " + std::to_string(n));
      auto shape = [](int a, int b) {
        return "rand:shape=" + std::to_string(a) + "x" + std::to_string(b) + ",density=1,seed=3";
      };
      expect_right({matmul(), {{"Z", format}}, {{"A", shape(m, k)}, {"B", shape(k, n)}}}, *on);
    }
  }
}

TEST(Assemble, SumsThatCancelAreNotStored) {
  auto on = machine();
  ASSERT_TRUE(on);
  std::unique_ptr<Ran> result =
      ran({spec("A: [M, K], B: [M, K], Z: [M, K]", "    - Z[m, k] = A[m, k] - B[m, k]\n"),
           {{"Z", "M:U,K:C"}},
           {{"A", "rand:shape=20x30,density=0.2,seed=1"},
            {"B", "rand:shape=20x30,density=0.2,seed=1"}}},
          *on);
  ASSERT_TRUE(result->session) << told(result->diagnostics);
  EXPECT_EQ(result->output("Z").entries(), 0u);
  const auto& steps = result->session->report().steps;
  EXPECT_TRUE(std::any_of(steps.begin(), steps.end(), [](const auto& step) {
    return step.text == "assemble Z: 0 elements stored";
  }));
}

TEST(Assemble, OneGiantRowBesideEmptyOnes) {
  auto on = machine();
  ASSERT_TRUE(on);
  expect_right({spec("A: [M, K], B: [K], Z: [M, K]", "    - Z[m, k] = A[m, k] * B[k]\n"),
                {{"Z", "M:C,K:C"}},
                {{"A", "rand:shape=1x20000,density=0.7,seed=1"}, {"B", "rand:density=1,seed=2"}}},
               *on);
}

TEST(Assemble, SumsOfTermsTakeAndCascades) {
  auto on = machine();
  ASSERT_TRUE(on);
  std::map<std::string, std::string> inputs = two_matrices;
  inputs["D"] = "rand:shape=17x11,density=0.2,seed=4";
  expect_right({spec("A: [M, K], B: [K, N], D: [K, N], Z: [M, N]",
                     "    - Z[m, n] = A[m, k] * B[k, n] - A[m, k] * D[k, n]\n"),
                {{"Z", "M:C,N:C"}},
                inputs},
               *on);
  inputs.erase("D");
  inputs["C"] = "rand:shape=13x11,density=0.2,seed=4";
  expect_right({spec("A: [M, K], B: [K, N], C: [M, N], T: [M, K], Z: [M, N], Y: [M]",
                     "    - T[m, k] = take(A[m, k], B[k, n], 0)\n"
                     "    - Z[m, n] = T[m, k] * B[k, n]\n    - Y[m] = Z[m, n] * C[m, n]\n"),
                {{"T", "M:C,K:C"}, {"Z", "M:U,N:C"}, {"Y", "M:C"}},
                inputs},
               *on);
}

// Pairs of one key are reduced as the einsum says; what equals an absent element is not stored.
TEST(Assemble, ReductionsOtherThanSums) {
  auto on = machine();
  ASSERT_TRUE(on);
  const std::string operators =
      "  operators:\n    A: {default: inf}\n    B: {default: inf}\n"
      "    Z: {map: add, reduce: min}\n";
  for (const char* order : {"M, N, K", "K, M, N", "M, K, N"})
    for (const char* format : {"M:U,N:C", "M:C,N:C", "M:C,N:U"}) {
      SCOPED_TRACE(std::string(order) + " Z=" + format);
      std::string text = matmul("  loop-order: {Z: [" + std::string(order) + "]}\n");
      text.insert(text.find("mapping:"), operators);
      expect_right({text, {{"Z", format}}, two_matrices}, *on);
    }
}

// An intermediate that the next einsum walks in another order than it is stored in.
TEST(Assemble, AnIntermediateIsResorted) {
  auto on = machine();
  ASSERT_TRUE(on);
  expect_right({spec("A: [M, K], B: [K, N], T: [M, N], Z: [N]",
                     "    - T[m, n] = A[m, k] * B[k, n]\n    - Z[n] = T[m, n]\n",
                     "  loop-order: {Z: [N, M]}\n"),
                {{"T", "M:C,N:C"}, {"Z", "N:C"}},
                two_matrices},
               *on);
}

// ---- Row by row ----

bool by_rows(const Ran& ran) {
  const auto& notes = ran.session->report().notes;
  return std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("assembled row by row") != std::string::npos;
  });
}

bool in_tables(const Ran& ran) {
  const auto& notes = ran.session->report().notes;
  return std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("are summed in shared memory before") != std::string::npos;
  });
}

void expect_rows(const Case& c, const driver::Machine& on, bool rows = true) {
  std::unique_ptr<Ran> result = ran(c, on);
  ASSERT_TRUE(result->session) << told(result->diagnostics);
  EXPECT_EQ(result->session->report().findings, std::vector<std::string>{});
  for (const auto& output : result->session->report().verification->outputs)
    EXPECT_EQ(output.comparison.mismatches, 0) << output.comparison.first_mismatch;
  EXPECT_EQ(by_rows(*result), rows);
}

std::string rand_of(const std::string& shape, const std::string& density, int seed) {
  return "rand:shape=" + shape + ",density=" + density + ",seed=" + std::to_string(seed);
}

const char* const thread_a_row =
    "  loop-order: {Z: [M, K, N]}\n  spacetime: {Z: {space: [M], time: [K, N]}}\n";
const char* const warp_a_row =
    "  partitioning: {Z: {M: [uniform_shape(8)]}}\n  loop-order: {Z: [M1, M0, K, N]}\n"
    "  spacetime: {Z: {space: [M1, M0, N], time: [K]}}\n";
const char* const block_a_row =
    "  loop-order: {Z: [M, K, N]}\n  spacetime: {Z: {space: [M, N], time: [K]}}\n";

// Lists, dense rows, hash tables and sorted rows: templates/rows.cuh says which row gets which.
TEST(Assemble, RowsOfEverySize) {
  auto on = machine();
  ASSERT_TRUE(on);
  struct Sizes {
    const char *a, *a_density, *b, *b_density;
  };
  for (const Sizes& s : {Sizes{"30x20", "0.2", "20x50", "0.1"},
                         {"30x40", "0.3", "40x60", "0.3"},
                         {"20x40", "0.3", "40x4000", "0.003"},
                         {"6x60", "0.9", "60x9000", "0.001"},
                         {"3x60", "0.9", "60x70000", "0.0002"}})
    for (const char* mapping : {thread_a_row, warp_a_row, block_a_row}) {
      SCOPED_TRACE(std::string(s.b) + "\n" + mapping);
      expect_rows({matmul(mapping),
                   {{"Z", "M:U,N:C"}},
                   {{"A", rand_of(s.a, s.a_density, 1)}, {"B", rand_of(s.b, s.b_density, 2)}}},
                  *on);
    }
}

TEST(Assemble, ALongRowInParts) {
  auto on = machine();
  ASSERT_TRUE(on);
  for (const char* b : {"rand:shape=120x900,density=0.4,seed=2,values=int",
                        "rand:shape=120x400000,density=0.001,seed=2,values=int"})
    expect_rows({matmul(warp_a_row),
                 {{"Z", "M:U,N:C"}},
                 {{"A", "rand:shape=2x120,density=1,seed=1,values=int"}, {"B", b}}},
                *on);
}

TEST(Assemble, RowsOfSeveralRanksAndInAnyStorage) {
  auto on = machine();
  ASSERT_TRUE(on);
  const std::string text =
      spec("A: [I, J, K], B: [K, L], Z: [I, J, L]", "    - Z[i, j, l] = A[i, j, k] * B[k, l]\n",
           "  loop-order: {Z: [J, I, K, L]}\n  spacetime: {Z: {space: [J, L], time: [I, K]}}\n");
  for (const char* format : {"I:U,J:U,L:C", "I:U,J:C,L:C", "I:U,J:B,L:B", "I:U,J:U,L:B"})
    expect_rows({text,
                 {{"A", "I:U,J:U,K:C"}, {"Z", format}},
                 {{"A", rand_of("4x9x13", "0.3", 1)}, {"B", rand_of("13x40", "0.3", 2)}}},
                *on);
}

// A warp's table tells the elements of a row apart by one coordinate, which no two lanes may have
// at once: not where the row has two ranks, and not where lanes share a run of several fibers.
TEST(Assemble, RowsThatATableHolds) {
  auto on = machine();
  ASSERT_TRUE(on);
  auto expect_table = [&](const Case& c, bool expected) {
    expect_rows(c, *on);
    EXPECT_EQ(in_tables(*ran(c, *on)), expected) << c.spec;
  };
  expect_table({matmul(warp_a_row),
                {{"Z", "M:U,N:C"}},
                {{"A", rand_of("30x40", "0.3", 1)}, {"B", rand_of("40x60", "0.3", 2)}}},
               true);
  const std::string cube = "A: [M, K], B: [K, N, P], Z: [M, N, P]";
  for (const bool summed_first : {true, false})
    expect_table(
        {spec(cube, "    - Z[m, n, p] = A[m, k] * B[k, n, p]\n",
              summed_first ? "  loop-order: {Z: [M, K, N, P]}\n  spacetime: {Z: {space: [M, "
                             "P], time: [K, N]}}\n"
                           : "  loop-order: {Z: [M, N, K, P]}\n  spacetime: {Z: {space: [M, "
                             "P], time: [N, K]}}\n") +
             "bindings:\n  Z:\n  - config: gpu\n  - {component: Block, bindings: [{rank: "
             "M}]}\n  - {component: Lane, bindings: [{rank: P}]}\n",
         {{"A", "M:U,K:C"}, {"B", "K:U,N:U,P:C"}, {"Z", "M:U,N:U,P:C"}},
         {{"A", rand_of("20x15", "0.5", 1)}, {"B", rand_of("15x6x40", "0.4", 2)}}},
        !summed_first);
  expect_table(
      {spec("A: [M], B: [K, N], Z: [M, N]", "    - Z[m, n] = A[m] * B[k, n]\n",
            "  partitioning:\n    Z:\n      (K, N): [flatten()]\n      KN: "
            "[uniform_occupancy(B.64)]\n  loop-order: {Z: [M, KN1, KN0]}\n  spacetime: {Z: "
            "{space: [M, KN0], time: [KN1]}}\n") +
           "bindings:\n  Z:\n  - config: gpu\n  - {component: Block, bindings: [{rank: "
           "M}]}\n  - {component: Lane, bindings: [{rank: KN0}]}\n",
       {{"B", "K:U,N:C"}, {"Z", "M:U,N:C"}},
       {{"A", "rand:shape=20,seed=1"}, {"B", rand_of("15x40", "0.4", 2)}}},
      false);
}

TEST(Assemble, RowsOfSeveralTermsAndOtherReductions) {
  auto on = machine();
  ASSERT_TRUE(on);
  std::map<std::string, std::string> inputs = two_matrices;
  inputs["D"] = "rand:shape=17x11,density=0.4,seed=4,values=int";
  expect_rows({spec("A: [M, K], B: [K, N], D: [K, N], Z: [M, N]",
                    "    - Z[m, n] = A[m, k] * B[k, n] - A[m, k] * D[k, n]\n",
                    "  loop-order: {Z: [M, K, N]}\n"),
               {{"Z", "M:U,N:C"}},
               inputs},
              *on);
  for (const char* operators :
       {"A: {default: inf}\n    B: {default: inf}\n    Z: {map: add, reduce: min}\n",
        "Z: {map: and, reduce: or}\n"}) {
    std::string text = matmul(warp_a_row);
    text.insert(text.find("mapping:"), std::string("  operators:\n    ") + operators);
    expect_rows({text, {{"Z", "M:U,N:C"}}, two_matrices}, *on);
  }
}

// What lanes, or warps, find of one row stands in slots of their own, one behind the other.
TEST(Assemble, RowsThatSeveralWorkersShare) {
  auto on = machine();
  ASSERT_TRUE(on);
  const std::map<std::string, std::string> inputs = {{"A", "rand:shape=21x50,density=0.5,seed=1"},
                                                     {"B", "rand:shape=50x70,density=0.3,seed=2"}};
  const std::string by_eight = "  partitioning: {Z: {M: [uniform_shape(8)]}}\n";
  const std::string lanes = "  spacetime: {Z: {space: [M1, M0, K], time: [N]}}\n";
  struct Shared {
    std::string mapping, b;
  };
  for (const Shared& s :
       {Shared{by_eight + "  loop-order: {Z: [M1, M0, K, N]}\n" + lanes, "K:U,N:C"},
        Shared{warp_a_row, "K:U,N:U"},
        Shared{by_eight + "  loop-order: {Z: [M1, M0, N, K]}\n"
                          "  spacetime: {Z: {space: [M1, M0, N], time: [K]}}\n",
               "N:U,K:C"},
        Shared{"  loop-order: {Z: [M, K, N]}\n  spacetime: {Z: {space: [M, K, N], time: []}}\n",
               "K:U,N:C"}}) {
    SCOPED_TRACE(s.mapping);
    expect_rows({matmul(s.mapping), {{"B", s.b}, {"Z", "M:U,N:C"}}, inputs}, *on);
  }
  // Two terms, the second one's slots behind those of the first.
  std::string two = spec("A: [M, K], B: [K, N], D: [K, N], Z: [M, N]",
                         "    - Z[m, n] = A[m, k] * B[k, n] - A[m, k] * D[k, n]\n",
                         by_eight + "  loop-order: {Z: [M1, M0, K, N]}\n" + lanes);
  std::map<std::string, std::string> three = inputs;
  three["D"] = "rand:shape=50x70,density=0.2,seed=3";
  expect_rows({two, {{"Z", "M:U,N:C"}}, three}, *on);
}

// Rows nobody has an array for are numbered by the positions of an operand that has them.
TEST(Assemble, RowsAtThePositionsOfAnOperand) {
  auto on = machine();
  ASSERT_TRUE(on);
  for (const char* a : {"M:C,K:C", "M:C,K:U", "M:U,K:C"})
    for (const char* mapping : {thread_a_row, warp_a_row})
      expect_rows({matmul(mapping), {{"A", a}, {"Z", "M:C,N:C"}}, two_matrices}, *on);
  std::map<std::string, std::string> empty = two_matrices;
  empty["A"] = "rand:shape=13x17,density=0";
  expect_rows({matmul(thread_a_row), {{"A", "M:C,K:C"}, {"Z", "M:C,N:C"}}, empty}, *on);
  for (const char* mapping :
       {"  loop-order: {T: [M, K, N]}\n  spacetime: {T: {space: [M, K], time: [N]}}\n",
        "  partitioning:\n    T:\n      (M, K): [flatten()]\n      MK: [uniform_occupancy(A.4)]\n"
        "  loop-order: {T: [MK1, MK0, N]}\n  spacetime: {T: {space: [MK1], time: [MK0, N]}}\n"})
    expect_rows({spec("A: [M, K], B: [K, N], T: [M, K, N]",
                      "    - T[m, k, n] = A[m, k] * B[k, n]\n", mapping),
                 {{"T", "M:U,K:C,N:C"}},
                 two_matrices},
                *on);
  // What an earlier kernel assembled is such an operand, too.
  expect_rows({spec("A: [M, K], B: [K, N], S: [M, K], T: [M, K, N]",
                    "    - S[m, k] = A[m, k] * A[m, k]\n    - T[m, k, n] = S[m, k] * B[k, n]\n",
                    "  loop-order: {S: [K, M], T: [M, K, N]}\n"
                    "  spacetime: {T: {space: [M], time: [K, N]}}\n"),
               {{"S", "M:U,K:C"}, {"T", "M:U,K:C,N:C"}},
               two_matrices},
              *on);
  // Two operands meet at the rows; one of them has the positions.
  expect_rows({spec("A: [M, K], D: [M, K], B: [K, N], T: [M, K, N]",
                    "    - T[m, k, n] = D[m, k] * A[m, k] * B[k, n]\n",
                    "  loop-order: {T: [M, K, N]}\n  spacetime: {T: {space: [M], time: [K, N]}}\n"),
               {{"A", "M:U,K:C"}, {"D", "M:U,K:U"}, {"T", "M:U,K:C,N:C"}},
               {{"A", two_matrices.at("A")},
                {"D", "rand:shape=13x17,density=0.5,seed=3,values=int"},
                {"B", two_matrices.at("B")}}},
              *on);
}

// The leader's positions are those of other rows, though they stand in the same arrays: rows of
// (m, s) it is.
TEST(Assemble, RowsAtThePositionsOfOneOfTwoOperandsInOneView) {
  auto on = machine();
  ASSERT_TRUE(on);
  const std::string leader =
      "bindings:\n  T:\n  - config: gpu\n  - component: LaneIntersect\n"
      "    bindings: [{rank: K, type: leader-follower, leader: A}]\n";
  expect_rows({spec("A: [M, S, K], B: [K, N], T: [M, S, K, N]",
                    "    - T[m, s, k, n] = A[s, m, k] * A[m, s, k] * B[k, n]\n",
                    "  loop-order: {T: [M, S, K, N]}\n") +
                   leader,
               {{"A", "M:U,S:U,K:C"}, {"T", "M:C,S:C,K:C,N:C"}},
               {{"A", "rand:shape=6x6x9,density=0.5,values=int,seed=4"},
                {"B", "rand:shape=9x5,density=0.5,values=int,seed=5"}}},
              *on);
}

// Rows whose workers meet in sums, rows that come again, and rows nobody has an array for.
TEST(Assemble, RowsThatHaveNoOwner) {
  auto on = machine();
  ASSERT_TRUE(on);
  for (const char* mapping :
       {"  loop-order: {Z: [K, M, N]}\n",
        "  loop-order: {Z: [M, N, K]}\n  spacetime: {Z: {space: [M, N], time: [K]}}\n",
        "  loop-order: {Z: [M, K, N]}\n  spacetime: {Z: {space: [M, K], time: [N]}}\n"})
    expect_rows({matmul(mapping), {{"Z", "M:U,N:C"}}, two_matrices}, *on, false);
  // Threads that share a loop which may skip elements do not know where theirs belong.
  expect_rows({matmul(block_a_row), {{"B", "K:U,N:U"}, {"Z", "M:U,N:C"}}, two_matrices}, *on,
              false);
  expect_rows({matmul(thread_a_row), {{"A", "M:B,K:C"}, {"Z", "M:C,N:C"}}, two_matrices}, *on,
              false);
}

// ---- In parts of ranks ----

// The format of Z that lists these levels with these letters in turn.
std::string format_of(const std::string& tensor, const std::vector<std::string>& levels,
                      const std::string& letters) {
  std::string order, formats;
  for (size_t l = 0; l < levels.size(); ++l) {
    order += (l ? ", " : "") + levels[l];
    formats += ", " + levels[l] + ": {format: " + letters[l % letters.size()] + "}";
  }
  return "  " + tensor + ": {default: {rank-order: [" + order + "]" + formats + "}}\n";
}

// Sizes that do not nest, tiles beside ranks, and results of every size, nothing included.
TEST(Assemble, OutputsAreStoredInPartsOfRanks) {
  auto on = machine();
  ASSERT_TRUE(on);
  const std::string mapping =
      "  partitioning: {Z: {N: [uniform_shape(6), uniform_shape(4)], M: [uniform_shape(5)]}}\n"
      "  loop-order: {Z: [M1, M0, N2, K, N1, N0]}\nformat:\n";
  const std::vector<std::vector<std::string>> orders = {
      {"M1", "N2", "M0", "N1", "N0"}, {"N2", "N1", "M", "N0"}, {"M", "N1", "N0"}};
  for (const std::vector<std::string>& order : orders)
    for (const char* letters : {"U", "C", "BC", "CU", "UBC"})
      for (const auto& [m, k, n] : {std::array{13, 17, 23}, {0, 3, 5}, {4, 5, 0}, {1, 1, 1}}) {
        SCOPED_TRACE(fmt::format("{} {} {} {} {}", fmt::join(order, ","), letters, m, k, n));
        std::unique_ptr<Ran> result =
            ran({matmul(mapping + format_of("Z", order, letters)),
                 {},
                 {{"A", fmt::format("rand:shape={}x{},density=0.2,seed=1,values=int", m, k)},
                  {"B", fmt::format("rand:shape={}x{},density=0.2,seed=2,values=int", k, n)}}},
                *on);
        ASSERT_TRUE(result->session) << told(result->diagnostics);
        const auto& report = result->session->report();
        EXPECT_EQ(report.findings, std::vector<std::string>{});
        EXPECT_EQ(report.verification->outputs.at(0).comparison.mismatches, 0)
            << report.verification->outputs.at(0).comparison.first_mismatch;
        const auto& tensors = result->compiled->manifest.tensors;
        const auto z = std::ranges::find(tensors, "Z", &runtime::ManifestTensor::name);
        EXPECT_EQ(z->rank_order.size(), order.size());
        EXPECT_FALSE(z->parts.empty());
      }
}

// Kernels find what other kernels stored so: tile by tile, and re-sorted where the order differs.
TEST(Assemble, IntermediatesInPartsAreReadByTheirTiles) {
  auto on = machine();
  ASSERT_TRUE(on);
  for (const char* loops : {"M1, K1, M0, K0, N", "N, K1, M1, M0, K0", "K1, K0, N, M1, M0"})
    for (const char* letters : {"U", "C", "B", "CUC", "UC"}) {
      SCOPED_TRACE(std::string(loops) + " " + letters);
      const std::string split = "{M: [uniform_shape(3)], K: [uniform_shape(8), uniform_shape(2)]}";
      std::string order(loops);
      order.replace(order.find("K1"), 2, "K2, K1");
      expect_right({spec("A: [M, K], D: [M, K], B: [K, N], T: [M, K], Z: [M, N]",
                         "    - T[m, k] = A[m, k] * D[m, k]\n    - Z[m, n] = T[m, k] * B[k, n]\n",
                         "  partitioning: {T: " + split + ", Z: " + split +
                             "}\n  loop-order: {Z: [" + order + "]}\nformat:\n") +
                        format_of("T", {"M1", "K2", "M0", "K1", "K0"}, letters),
                    {},
                    {{"A", "rand:shape=13x17,density=0.5,seed=1,values=int"},
                     {"D", "rand:shape=13x17,density=0.5,seed=3,values=int"},
                     {"B", "rand:shape=17x6,density=0.5,seed=2,values=int"}}},
                   *on);
    }
}

// A flattened rank is the ranks that it joins.
TEST(Assemble, OutputsAreStoredByFlattenedRanks) {
  auto on = machine();
  ASSERT_TRUE(on);
  for (const char* letters : {"C", "UC", "B"}) {
    SCOPED_TRACE(letters);
    expect_right({spec("A: [M, K], B: [M, K], Z: [M, K]", "    - Z[m, k] = A[m, k] * B[m, k]\n",
                       "  partitioning:\n    Z:\n      K: [uniform_shape(5)]\n"
                       "      (M, K0): [flatten()]\n  loop-order: {Z: [K1, MK0]}\nformat:\n") +
                      format_of("Z", {"K1", "MK0"}, letters),
                  {},
                  {{"A", "rand:shape=13x17,density=0.5,seed=1,values=int"},
                   {"B", "rand:shape=13x17,density=0.5,seed=3,values=int"}}},
                 *on);
  }
}

TEST(Assemble, EveryRunGivesTheSameBits) {
  auto on = machine();
  ASSERT_TRUE(on);
  Case c = {
      matmul("  loop-order: {Z: [K, M, N]}\n  spacetime: {Z: {space: [K], time: [M, N]}}\n"),
      {{"Z", "M:U,N:C"}},
      {{"A", "rand:shape=40x90,density=0.3,seed=1"}, {"B", "rand:shape=90x30,density=0.3,seed=2"}}};
  std::unique_ptr<Ran> first = ran(c, *on), second = ran(c, *on);
  ASSERT_TRUE(first->session && second->session) << told(first->diagnostics);
  EXPECT_EQ(first->output("Z").coords, second->output("Z").coords);
  EXPECT_EQ(first->output("Z").values, second->output("Z").values);
}

TEST(Assemble, AnIndexSpaceBeyond63BitsIsRefused) {
  auto on = machine();
  ASSERT_TRUE(on);
  std::unique_ptr<Ran> result = ran(
      {spec("A: [I, J], B: [K, L], Z: [I, J, K, L]", "    - Z[i, j, k, l] = A[i, j] * B[k, l]\n"),
       {{"A", "I:C,J:C"}, {"B", "K:C,L:C"}, {"Z", "I:C,J:C,K:C,L:C"}},
       {{"A", "rand:shape=60000x60000,nnz=3,seed=1"},
        {"B", "rand:shape=60000x60000,nnz=3,seed=1"}}},
      *on);
  EXPECT_FALSE(result->session);
  EXPECT_NE(told(result->diagnostics).find("64 bits"), std::string::npos)
      << told(result->diagnostics);
}

// Timing repeats what a run did: counts are read again, nothing grows.
TEST(Assemble, CanBeTimedAndRunAgain) {
  auto on = machine();
  ASSERT_TRUE(on);
  for (const std::string& mapping : {std::string(), std::string(warp_a_row)}) {
    std::unique_ptr<Ran> result = ran({matmul(mapping), {{"Z", "M:U,N:C"}}, two_matrices}, *on);
    ASSERT_TRUE(result->session) << told(result->diagnostics);
    EXPECT_TRUE(result->session->time(*on, result->diagnostics)) << told(result->diagnostics);
    EXPECT_GT(result->session->report().kernel_us, 0);
    EXPECT_EQ(result->session->report().findings, std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace teaal::exec
