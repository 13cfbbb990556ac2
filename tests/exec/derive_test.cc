#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/exec/process.h"

// Blocks that skip what the patterns of their operands have not in common, under operators of any
// kind: what they skip by are tensors of bits, and lists. `teaalc check` runs each case on drawn
// data beside reference math, the last inputs in checked mode.
namespace teaal::exec {
namespace {

struct Case {
  const char* name;
  const char* operators;
  const char* a = "[M, K]";
  const char* pattern_of_a = "M1, K1, K0";
  const char* pattern_of_b = "N1, K1, K0";
  const char* parts_of_k = "uniform_shape(8)";
  const char* order = "M1, N1, K1, M0, N0, K0";
  const char* shared =
      "{ tensor: A, rank: K, type: elem, evict-on: K1, depth: 2 }, "
      "{ tensor: B, rank: K, type: elem, evict-on: K1, depth: 2 }";
  const char* options = "";
};

const char* const min_plus =
    "{ A: { default: inf }, B: { default: inf }, C: { map: add, reduce: min } }";

std::string spec_of(const Case& c, const std::string& skip = "{ rank: K0, type: compact, ") {
  const auto format = [](const std::string& ranks, const char* last) {
    std::string out = "rank-order: [" + ranks + "]";
    for (size_t at = 0; at < ranks.size();) {
      const size_t end = std::min(ranks.find(", ", at), ranks.size());
      const std::string rank = ranks.substr(at, end - at);
      out += ", " + rank + ": { format: " + (end == ranks.size() ? last : "U") + " }";
      at = end + 2;
    }
    return out;
  };
  const auto pattern = [&](const std::string& ranks) {
    return ranks.empty() ? "" : "    pattern: { view-of: default, " + format(ranks, "B") + " }\n";
  };
  const std::string a = c.a, k = c.parts_of_k;
  std::string out =
      "einsum:\n  declaration: { A: [M, K], B: [K, N], C: [M, N] }\n"
      "  expressions: ['C[m, n] = A[m, k] * B[k, n]']\n  operators: " +
      std::string(c.operators) +
      "\nmapping:\n  partitioning:\n    C: { M: [uniform_shape(4)], "
      "N: [uniform_shape(16)]" +
      (k.empty() ? "" : ", K: [" + k + "]") + " }\n  loop-order: { C: [" + c.order +
      "] }\n  spacetime: { C: { space: [M1, N1, M0, N0], time: [" + (k.empty() ? "K" : "K1, K0") +
      "] } }\nformat:\n  A:\n    default: { " + format(a.substr(1, a.size() - 2), "U") + " }\n" +
      pattern(c.pattern_of_a) + "  B:\n    default: { " + format("K, N", "U") + " }\n" +
      pattern(c.pattern_of_b) +
      "bindings:\n  C:\n  - config: gpu\n"
      "  - { component: Block, bindings: [{ rank: M1 }, { rank: N1 }] }\n"
      "  - { component: Warp, bindings: [{ rank: M0 }] }\n"
      "  - { component: Lane, bindings: [{ rank: N0 }] }\n"
      "  - { component: BlockIntersect, bindings: [" +
      skip + "format: pattern }] }\n";
  if (*c.shared) out += "  - { component: Shared, bindings: [" + std::string(c.shared) + "] }\n";
  return out;
}

const Case cases[] = {
    {"MinPlus", min_plus},
    {"OrAnd", "{ C: { map: and, reduce: or } }"},
    {"MaxOfProducts", "{ A: { default: -inf }, C: { map: min, reduce: max } }", "[M, K]",
     "M1, K1, K0", ""},
    {"AlongRows", min_plus, "[K, M]"},
    {"OfBAlone", min_plus, "[M, K]", ""},
    {"ForAllColumns", min_plus, "[M, K]", "M1, K1, K0", "K1, K0"},
    {"WholeFibers", min_plus, "[M, K]", "M1, K", "N1, K", "", "M1, N1, M0, N0, K", ""},
    {"NothingStaged", min_plus, "[M, K]", "M1, K1, K0", "N1, K1, K0", "uniform_shape(8)",
     "M1, N1, K1, M0, N0, K0", ""},
    {"Halves", min_plus, "[M, K]", "M1, K1, K0", "N1, K1, K0", "uniform_shape(8)",
     "M1, N1, K1, M0, N0, K0", "{ tensor: B, rank: K, type: elem, evict-on: K1 }", " --type=f16"},
    {"SmallCoordinates", min_plus, "[M, K]", "M1, K1, K0", "N1, K1, K0", "uniform_shape(8)",
     "M1, N1, K1, M0, N0, K0", "{ tensor: A, rank: K, type: elem, evict-on: K1 }",
     " --index-bits=8"},
    {"Held", min_plus, "[M, K]", "M1, K1, K0", "N1, K1, K0", "uniform_shape(8)",
     "M1, N1, K1, M0, N0, K0", "", " --static=A"},
};

class Derived : public testing::TestWithParam<Case> {};

TEST_P(Derived, tensors_say_what_blocks_skip) {
  Workspace folder;
  const Case& c = GetParam();
  std::string text = spec_of(c);
  if (!*c.parts_of_k) text.replace(text.find("rank: K0"), 8, "rank: K");
  const std::string spec = folder.write("spec.yaml", text) + c.options;
  const Finished ir = folder.teaalc(spec + " --stop-after=pack_bits -o - --quiet");
  EXPECT_EQ(ir.code, 0) << text << ir.err;
  const bool both = *c.pattern_of_a != 0 && *c.pattern_of_b != 0;
  EXPECT_EQ(ir.out.find("_common["), ir.out.npos) << ir.out;
  for (const auto& [part, of] : {std::pair("A_pattern_bits", c.pattern_of_a),
                                 {"B_pattern_bits", c.pattern_of_b},
                                 {both ? "@list_common_bits(" : "@list_bits(", "all"}})
    EXPECT_EQ(ir.out.find(part) != ir.out.npos, *of != 0) << part << "\n" << text << ir.out;
  EXPECT_EQ(ir.out.find("tensor A_pattern"), ir.out.npos) << ir.out;
  for (const char* sources :
       {"", " A=rand:shape=9x70,density=0.1 B=rand:shape=70x33,density=0.05,seed=3",
        " A=rand:shape=9x72,density=0.1 B=rand:shape=72x36,density=0.05,seed=3",
        " A=rand:shape=1x1,density=1 B=rand:shape=1x1,density=1",
        " A=rand:shape=5x20,density=0 B=rand:shape=20x40,density=0.5"}) {
    const std::string command =
        (*sources ? "run --checked --count " : "check --cases=6 ") + spec + sources;
    const Finished done = folder.teaalc(command + " --quiet");
    EXPECT_EQ(done.code, 0) << command << "\n" << text << done.out << done.err;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Derived, testing::ValuesIn(cases),
                         [](const auto& tested) { return std::string(tested.param.name); });

// A plain sum that a block skips by lists: here and there `stage` does not know it, or would be no
// better, so that it is derived, too.
struct Sum {
  const char* name;
  std::vector<std::pair<std::string, std::string>> edits;  // of the text below
  const char* more = "";                                   // inputs
};

const char* const plain_sum = R"(einsum:
  declaration: { A: [M, K], B: [K, N], Z: [M, N] }
  expressions: ["Z[m, n] = A[m, k] * B[k, n]"]
mapping:
  partitioning:
    Z: { M: [uniform_shape(8)], N: [uniform_shape(16)], K: [uniform_shape(4)] }
  loop-order: { Z: [M1, N1, K1, K0, M0, N0] }
  spacetime: { Z: { space: [M1, N1, N0], time: [K1, K0, M0] } }
format:
  A:
    default: { rank-order: [M, K], M: { format: U }, K: { format: U } }
    pattern: { rank-order: [M1, K1, K0], view-of: default, M1: { format: U }, K1: { format: U }, K0: { format: B } }
  B:
    default: { rank-order: [K, N], K: { format: U }, N: { format: U } }
  Z:
    default: { rank-order: [M, N], M: { format: U }, N: { format: U } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M1 }, { rank: N1 }] }
  - { component: Lane, bindings: [{ rank: N0 }] }
  - { component: Shared, bindings: [{ tensor: A, rank: K, evict-on: K1 }, { tensor: B, rank: K, evict-on: K1 }] }
  - { component: BlockIntersect, bindings: [{ rank: K0, format: pattern, type: compact }] }
)";

using Edit = std::pair<std::string, std::string>;
const Edit stored = {"Z:\n    default: { rank-order: [M, N], M: { format: U }, N: { format: U } }",
                     ""};
Edit stored_as(const std::string& format) {
  return {stored.first, "Z:\n    default: { " + format + " }"};
}
const Edit factor = {"B: [K, N], Z: [M, N] }", "B: [K, N], S: [K], Z: [M, N] }"};
const std::string one_factor_more = "A[m, k] * B[k, n] * S[k]";
const std::string compact = ", type: compact", by_tiles =
                                                   "rank-order: [M1, N1, M0, N0], M1: { format: U "
                                                   "}, N1: { format: C }, M0: { format: U }, N0: { "
                                                   "format: U }";

// Blocks share pieces of K that are no whole words of a pattern.
std::vector<Edit> sharing(std::vector<Edit> more = {}) {
  more.insert(more.end(), {{"K: [uniform_shape(4)]", "K: [uniform_shape(20), uniform_shape(4)]"},
                           {"[M1, N1, K1, K0, M0, N0]", "[M1, N1, K2, K1, K0, M0, N0]"},
                           {"space: [M1, N1, N0]", "space: [M1, N1, K2, N0]"},
                           {"{ rank: N1 }", "{ rank: N1 }, { rank: K2 }"}});
  return more;
}

std::vector<Edit> of_two_warps(std::vector<Edit> more = {}) {
  more.insert(more.begin(),
              {{"M: [uniform_shape(8)]", "M: [uniform_shape(8), uniform_shape(4)]"},
               {"[M1, N1, K1, K0, M0, N0]", "[M2, N1, K1, K0, M1, M0, N0]"},
               {"space: [M1, N1, N0]", "space: [M2, N1, M1, N0]"},
               {"[M1, K1, K0], view-of: default, M1:", "[M2, K1, K0], view-of: default, M2:"},
               {"{ rank: M1 }", "{ rank: M2 }"},
               {"- { component: Lane",
                "- { component: Warp, bindings: [{ rank: M1 }] }\n  - { "
                "component: Lane"}});
  return more;
}

std::vector<Sum> sums() {
  return {
      {"BlocksShareK", sharing()},
      {"TilesOfSharedSums", sharing({stored_as(by_tiles)})},
      {"TwoWarps", of_two_warps()},
      {"Persistent", of_two_warps({{"{ rank: M2 }", "{ rank: M2, style: persistent }"}})},
      {"NoTypeGiven", of_two_warps({{compact, ""}})},
      {"OperandHeld",
       {{"- { component: Block,",
         "- { component: Registers, bindings: [{ tensor: B, rank: N, evict-on: K0 }] }\n  - { "
         "component: Block,"}}},
      {"CompressedFactor",
       {factor,
        {"A[m, k] * B[k, n]", one_factor_more},
        {"  Z:\n    default:",
         "  S:\n    default: { rank-order: [K], K: { format: C } }\n  Z:\n    default:"}},
       " S=rand:density=0.6,seed=7"},
      {"Mapped", {{"mapping:\n", "  operators: { Z: { map: 'tanh(A) * B' } }\nmapping:\n"}}},
      {"StoredElements", {stored_as("rank-order: [M, N], M: { format: U }, N: { format: C }")}},
      {"StoredRows", {stored_as("rank-order: [M, N], M: { format: C }, N: { format: U }")}},
      {"StoredStripes",
       {stored_as(
           "rank-order: [M1, N, M0], M1: { format: C }, N: { format: U }, M0: { format: U }")}},
      {"TwoTerms",
       {{"A[m, k] * B[k, n]\"", "A[m, k] * B[k, n] - A[m, k] * B[k, n]\""}, stored_as(by_tiles)}},
      {"ReadAgain",
       {{"Z: [M, N] }", "Z: [M, N], Y: [M] }"},
        {"B[k, n]\"]", "B[k, n]\", \"Y[m] = Z[m, n]\"]"},
        stored_as(by_tiles)}},
      {"PatternOfAll",
       {{"rank-order: [M1, K1, K0], view-of: default, M1: { format: U }, ",
         "rank-order: [K1, K0], view-of: default, "}}},
      // 128 tiles of the pattern in a block: its own is one.
      {"PatternOfManyTiles",
       {{"M: [uniform_shape(8)]", "M: [uniform_shape(128)]"},
        {"[M1, K1, K0], view-of: default, M1:", "[M0, K1, K0], view-of: default, M0:"},
        {", { tensor: B, rank: K, evict-on: K1 }", ""}}},
      {"AddedInMemory",
       {stored_as(by_tiles),
        {"- { component: Block,",
         "- { component: Registers, bindings: [{ tensor: Z, evict-on: K1 }] }\n  - { component: "
         "Block,"}}},
      {"ScatteredRows",
       {{"M: [uniform_shape(8)]", "M: [uniform_shape(32), uniform_shape(8)]"},
        {"[M1, N1, K1, K0, M0, N0]", "[M2, N1, M0, K1, K0, M1, N0]"},
        {"space: [M1, N1, N0], time: [K1, K0, M0]", "space: [M2, N1, M0, M1, N0], time: [K1, K0]"},
        {"{ rank: M1 }, { rank: N1 }", "{ rank: M2 }, { rank: N1 }, { rank: M0 }"},
        {"[{ rank: N0 }]", "[{ rank: M1 }, { rank: N0 }]"},
        {"{ tensor: A, rank: K, evict-on: K1 }, ", ""}}},
      {"OnTensorCores",
       {factor,
        {"A[m, k] * B[k, n]", one_factor_more},
        {"M: [uniform_shape(8)], N: [uniform_shape(16)], K: [uniform_shape(4)]",
         "M: [uniform_shape(16), uniform_shape(2)], N: [uniform_shape(16), uniform_shape(4)], K: "
         "[uniform_shape(8)]"},
        {"[M1, N1, K1, K0, M0, N0]", "[M2, N2, K1, K0, M1, N1, M0, N0]"},
        {"space: [M1, N1, N0], time: [K1, K0, M0]",
         "space: [M2, N2, M1, N1], time: [K1, K0, M0, N0]"},
        {"[M1, K1, K0], view-of: default, M1:", "[M2, K1, K0], view-of: default, M2:"},
        {"[{ rank: M1 }, { rank: N1 }]", "[{ rank: M2 }, { rank: N2 }]"},
        {"[{ rank: N0 }]", "[{ rank: M1 }, { rank: N1 }]"},
        {"- { component: Block,",
         "- { component: TensorCore, bindings: [{ op: mul, type: 3xtf32 }, { op: add }] }\n  - { "
         "component: Block,"},
        {"  Z:\n    default:",
         "  S:\n    default: { rank-order: [K], K: { format: U } }\n  Z:\n    default:"}},
       " S=rand:density=0.6,seed=7"},
  };
}

class DerivedSums : public testing::TestWithParam<Sum> {};

TEST_P(DerivedSums, are_what_reference_math_says) {
  Workspace folder;
  std::string text = plain_sum;
  for (const auto& [from, to] : GetParam().edits) {
    ASSERT_NE(text.find(from), text.npos) << from;
    text.replace(text.find(from), from.size(), to);
  }
  const std::string spec = folder.write("spec.yaml", text);
  const Finished ir = folder.teaalc(spec + " --stop-after=pack_bits -o - --quiet");
  ASSERT_EQ(ir.code, 0) << text << ir.err;
  EXPECT_NE(ir.out.find("A_pattern_bits"), ir.out.npos) << text;
  for (const char* sources :
       {" A=rand:shape=70x91,density=0.02 B=rand:shape=91x50,density=0.1,seed=3",
        " A=rand:shape=64x4099,density=0.001 B=rand:shape=4099x64,density=0.1,seed=3",
        " A=rand:shape=1x1,density=1 B=rand:shape=1x1,density=1,seed=3",
        " A=rand:shape=5x20,density=0 B=rand:shape=20x40,density=0.5"}) {
    const Finished done =
        folder.teaalc("run --checked --quiet " + spec + sources + GetParam().more);
    EXPECT_EQ(done.code, 0) << sources << "\n" << text << done.out << done.err;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, DerivedSums, testing::ValuesIn(sums()),
                         [](const auto& tested) { return std::string(tested.param.name); });

// Lanes lie across A's rows, so a kernel in front turns them round, and marks what tiles hold.
struct Marked {
  const char* rows;  // of a tile
  const char* pattern = "rank-order: [M1, K1, K0], view-of: default, M1: { format: U }, ";
  const char* options = "";
  bool turned = true, at_once = true;
};

TEST(DerivedSkips, are_marked_by_the_kernel_that_turns_rows_round) {
  const char* const of_all = "rank-order: [K1, K0], view-of: default, ";
  for (const Marked& m : {Marked{"8"},
                          {.rows = "16"},
                          {.rows = "32", .options = " --static=A"},
                          {.rows = "64"},
                          {.rows = "128"},
                          {.rows = "8", .pattern = of_all},
                          {.rows = "8", .options = " --fuse=off --index-bits=16"},
                          {.rows = "6", .at_once = false},
                          {.rows = "8", .options = " --type=f16", .turned = false}}) {
    Workspace folder;
    std::string text = plain_sum;
    for (const auto& [from, to] : std::vector<Edit>{
             {"uniform_shape(8)", std::string("uniform_shape(") + m.rows + ")"},
             {"N1, K1, K0, M0, N0]", "N1, K1, K0, N0, M0]"},
             {"N1, N0], time: [K1, K0, M0]", "N1, M0], time: [K1, K0, N0]"},
             {"[{ rank: N0 }]", "[{ rank: M0 }]"},
             {"rank-order: [M1, K1, K0], view-of: default, M1: { format: U }, ", m.pattern},
             {"- { component: Block,",
              "- { component: Registers, bindings: [{ tensor: B, rank: N, evict-on: K0 }] }\n  - { "
              "component: Block,"}}) {
      ASSERT_NE(text.find(from), text.npos) << from;
      text.replace(text.find(from), from.size(), to);
    }
    const std::string spec = folder.write("spec.yaml", text) + m.options;
    const Finished ir = folder.teaalc(spec + " --stop-after=transpose -o - --quiet");
    ASSERT_EQ(ir.code, 0) << text << ir.err;
    EXPECT_EQ(ir.out.find("tensor A_transposed") != ir.out.npos, m.turned) << spec << ir.out;
    EXPECT_EQ(ir.out.find("kernel spec_Z_A_pattern") == ir.out.npos, m.turned && m.at_once)
        << spec << ir.out;
    // Lanes that have a tile of 16 to 128 rows write those k's alone at which it holds anything.
    const Finished packed = folder.teaalc(spec + " --stop-after=pack_bits -o - --quiet");
    EXPECT_EQ(packed.out.find("@any_in_group(") != packed.out.npos, std::stoi(m.rows) >= 16)
        << spec << packed.out;
    for (const char* sources :
         {" A=rand:shape=70x91,density=0.02 B=rand:shape=91x50,density=0.1,seed=3",
          " A=rand:shape=128x132,density=0.01 B=rand:shape=132x64,density=0.1,seed=3",
          " A=rand:shape=1x1,density=1 B=rand:shape=1x1,density=1,seed=3",
          " A=rand:shape=5x20,density=0 B=rand:shape=20x40,density=0.5"}) {
      const Finished done = folder.teaalc("run --checked --quiet " + spec + sources);
      EXPECT_EQ(done.code, 0) << sources << "\n" << text << done.out << done.err;
    }
  }
}

// A list of whole tiles names k's at which nothing is marked: what is turned round has all of them.
TEST(DerivedSkips, have_all_of_a_tile_turned_round) {
  for (const bool tiles : {false, true}) {
    Workspace folder;
    std::string text = plain_sum;
    for (const auto& [from, to] : std::vector<Edit>{
             {"mapping:\n",
              "  operators: { A: { default: inf }, B: { default: inf }, Z: { map: add, reduce: min "
              "} }\nmapping:\n"},
             {"uniform_shape(8)", "uniform_shape(32)"},
             {"N1, K1, K0, M0, N0]", "N1, K1, K0, N0, M0]"},
             {"N1, N0], time: [K1, K0, M0]", "N1, M0], time: [K1, K0, N0]"},
             {"[{ rank: N0 }]", "[{ rank: M0 }]"},
             {"[{ rank: K0, format: pattern",
              tiles ? "[{ rank: K1, format: pattern" : "[{ rank: K0, format: pattern"}}) {
      ASSERT_NE(text.find(from), text.npos) << from;
      text.replace(text.find(from), from.size(), to);
    }
    const std::string spec = folder.write("spec.yaml", text);
    const Finished ir = folder.teaalc(spec + " --stop-after=pack_bits -o - --quiet");
    ASSERT_EQ(ir.code, 0) << text << ir.err;
    EXPECT_NE(ir.out.find("A_transposed"), ir.out.npos) << ir.out;
    EXPECT_EQ(ir.out.find("@any_in_group(") != ir.out.npos, !tiles) << ir.out;
  }
}

// Every way to skip, under operators of any kind: walks of what patterns have in common, by blocks
// and by warps, and lists, also of whole tiles and for all blocks.
struct Kind {
  const char *component, *rank, *type;
  const char* how;   // what the IR has then
  const char* told;  // by --count
};

TEST(DerivedSkips, are_walks_and_lists_of_coordinates_and_tiles) {
  const char *const walk = "@without_lowest_bit(", *const list = "@list_";
  // Tiles that the block fills all of may be asked for one by one.
  const char* const ask = "if @differs(@element_bit(";
  for (const Kind& k : {Kind{"BlockIntersect", "K0", "test", walk, "K0 by each block"},
                        {"BlockIntersect", "K0", "walk", walk, "K0 by each block"},
                        {"BlockIntersect", "K1", "test", walk, "K1 by each block"},
                        {"BlockIntersect", "K1", "compact", list, "K1 by each block"},
                        {"WarpIntersect", "K0", "walk", walk, "K0 by each warp"},
                        {"WarpIntersect", "K1", "test", ask, "K1 by each warp"},
                        {"WarpIntersect", "K0", "compact", walk, "K0 by each warp"},
                        {"GridIntersect", "K0", "compact", list, "K0 by the grid"},
                        {"GridIntersect", "K1", "compact", list, "K1 by the grid"}})
    for (const Case& c : {cases[0], cases[1], cases[4], cases[7]}) {
      Workspace folder;
      std::string text = spec_of(c, std::string("{ rank: ") + k.rank + ", type: " + k.type + ", ");
      text.replace(text.find("BlockIntersect"), 14, k.component);
      const std::string spec = folder.write("spec.yaml", text) + c.options;
      const Finished ir = folder.teaalc(spec + " --stop-after=pack_bits -o - --quiet");
      EXPECT_EQ(ir.code, 0) << text << ir.err;
      const bool asks = k.how == ask && ir.out.find(ask) != ir.out.npos;
      EXPECT_TRUE(asks || ir.out.find(k.how == ask ? walk : k.how) != ir.out.npos)
          << text << ir.out;
      EXPECT_EQ(ir.out.find(list) != ir.out.npos, k.how == list) << text << ir.out;
      for (const char* sources :
           {"A=rand:shape=9x70,density=0.1 B=rand:shape=70x33,density=0.05,seed=3",
            "A=rand:shape=9x72,density=0.1 B=rand:shape=72x36,density=0.05,seed=3",
            "A=rand:shape=1x1,density=1 B=rand:shape=1x1,density=1",
            "A=rand:shape=5x400,density=0 B=rand:shape=400x40,density=0.5"}) {
        const Finished done = folder.teaalc("run --checked --count " + spec + " " + sources);
        EXPECT_EQ(done.code, 0) << sources << "\n" << text << done.out << done.err;
        EXPECT_NE(done.out.find(k.told), done.out.npos) << done.out;
      }
    }
}

// More k's than a list has at once.
TEST(DerivedSkips, go_through_a_rank_in_chunks) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(cases[0]));
  const Finished done =
      folder.teaalc("run --checked --quiet " + spec +
                    " A=rand:shape=5x9001,density=0.01 B=rand:shape=9001x18,density=0.01,seed=3");
  EXPECT_EQ(done.code, 0) << done.out << done.err;
}

// Sums that do not stay in registers, on tensor cores: the passes behind refuse them, and `stage`,
// whose lists are made before the kernel, does not.
TEST(DerivedSkips, are_left_to_stage_where_the_passes_behind_refuse_them) {
  std::ifstream file(std::string(TEAAL_SOURCE_DIR) + "/specs/gemm_joint_tensor_core.yaml");
  std::stringstream shipped;
  shipped << file.rdbuf();
  for (const bool staged : {false, true}) {
    Workspace folder;
    std::string text = shipped.str();
    const std::string order = "[M4, N4, K1, K0, M3, N3, M1, N1, M2, M0, N2, N0]";
    ASSERT_NE(text.find(order), text.npos);
    if (staged)
      text.replace(text.find(order), order.size(),
                   "[M4, N4, K1, K0, N0, M3, N3, M1, N1, M2, M0, N2]");
    const std::string spec = folder.write("spec.yaml", text);
    const Finished cu = folder.teaalc(spec + " --lines=off -o - --quiet");
    EXPECT_EQ(cu.out.find("K0_listed") != cu.out.npos, staged) << cu.err;
    EXPECT_EQ(cu.out.find("A_pattern_bits") == cu.out.npos, staged) << cu.err;
    const Finished done =
        folder.teaalc("run --checked --count --quiet " + spec +
                      " A=blockwise:shape=70x40,tile=64x8,density=0.5,values=rand"
                      " B=blockwise:shape=40x150,tile=8x32,density=0.5,values=rand,seed=2");
    EXPECT_EQ(done.code, 0) << done.out << done.err;
  }
}

TEST(DerivedSkips, are_refused_at_their_binding_where_no_list_is_made) {
  Workspace folder;
  struct Refused {
    Case of;
    const char* skip;
    const char* why;
  };
  const Case none{"", "{ A: { default: inf }, C: { map: add, reduce: min } }"};
  for (const Refused& r :
       {Refused{cases[0], "{ rank: M0, type: walk, ", "which the output has"},
        {cases[0], "{ rank: M0, type: compact, ", "which the output has"},
        {none, "{ rank: K0, type: compact, ", "a pattern of B, as what it skips counts"}}) {
    const std::string spec = folder.write("spec.yaml", spec_of(r.of, r.skip));
    const Finished done = folder.teaalc(spec + " -o - --quiet");
    EXPECT_EQ(done.code, 1) << done.out;
    EXPECT_NE(done.err.find(r.why), done.err.npos) << done.err;
  }
}

}  // namespace
}  // namespace teaal::exec
