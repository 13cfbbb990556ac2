#include <gtest/gtest.h>

#include <string>

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
  for (const auto& [part, of] : {std::pair("A_pattern_bits", c.pattern_of_a),
                                 {"B_pattern_bits", c.pattern_of_b},
                                 {"@list_bits(", "all"}})
    EXPECT_EQ(ir.out.find(part) != ir.out.npos, *of != 0) << part << "\n" << text << ir.out;
  EXPECT_EQ(ir.out.find("tensor A_pattern"), ir.out.npos) << ir.out;
  for (const char* sources :
       {"", " A=rand:shape=9x70,density=0.1 B=rand:shape=70x33,density=0.05,seed=3",
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

// More k's than a list has at once.
TEST(DerivedSkips, go_through_a_rank_in_chunks) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(cases[0]));
  const Finished done =
      folder.teaalc("run --checked --quiet " + spec +
                    " A=rand:shape=5x9001,density=0.01 B=rand:shape=9001x18,density=0.01,seed=3");
  EXPECT_EQ(done.code, 0) << done.out << done.err;
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
       {Refused{cases[0], "{ rank: K0, type: test, ", "by a test or a walk"},
        {cases[0], "{ rank: K1, type: compact, ", "by whole tiles"},
        {none, "{ rank: K0, type: compact, ", "a pattern of B, as what it skips counts"}}) {
    const std::string spec = folder.write("spec.yaml", spec_of(r.of, r.skip));
    const Finished done = folder.teaalc(spec + " -o - --quiet");
    EXPECT_EQ(done.code, 1) << done.out;
    EXPECT_NE(done.err.find(r.why), done.err.npos) << done.err;
  }
}

}  // namespace
}  // namespace teaal::exec
