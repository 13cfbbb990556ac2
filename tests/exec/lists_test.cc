#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/exec/process.h"

// Operands that are dense in memory and, tile by tile, lists in shared memory: a block reads what
// of them differs from the default, and no more of the others. `teaalc check` runs each case in
// checked mode (races, bounds, unwritten reads), on drawn data beside reference math.
namespace teaal::exec {
namespace {

struct Case {
  const char* name;
  const char* expression;
  const char* splits;
  const char* order;
  const char* space;
  const char* time;
  const char* bindings;
  const char* storage;  // of S
  const char* held;
  const char* evict;
};

const Case cases[] = {
    {"ColumnsInRegisters", "Z[m, n] = S[m, k] * W[k, n]",
     "      K: [uniform_shape(64)]\n      N: [uniform_shape(32), uniform_shape(4)]\n",
     "M, N2, K1, N1, K0, N0", "M, N2, N1, K0", "K1, N0",
     "  - component: Block\n    bindings: [{rank: M}, {rank: N2}]\n"
     "  - component: Lane\n    bindings: [{rank: N1}, {rank: K0}]\n",
     "[M, K], M: {format: U}, K: {format: U}", "[M, K], M: {format: U}, K: {format: C}", "K1"},
    {"ThreadsAlongColumns", "Z[m, n] = S[m, k] * W[k, n]", "      K: [uniform_shape(48)]\n",
     "M, K1, N, K0", "M, N", "K1, K0", "  - component: Block\n    bindings: [{rank: M}]\n",
     "[M, K], M: {format: U}, K: {format: U}", "[M, K], M: {format: U}, K: {format: C}", "K1"},
    {"ElementsApart", "Z[m, n] = S[m, k] * W[k, n]", "      K: [uniform_shape(48)]\n",
     "M, K1, K0, N", "M, N", "K1, K0", "  - component: Block\n    bindings: [{rank: M}]\n",
     "[K, M], K: {format: U}, M: {format: U}", "[K, M], K: {format: C}, M: {format: U}", "K1"},
    {"OfOneRank", "Y[n] = V[k] * W[k, n]", "      K: [uniform_shape(40)]\n", "K1, N, K0", "N",
     "K1, K0", "", "", "", "K1"},
    {"ThreeFactors", "Z[m, n] = S[m, k] * W[k, n] * V[k]", "      K: [uniform_shape(64)]\n",
     "M, K1, N, K0", "M, N", "K1, K0", "  - component: Block\n    bindings: [{rank: M}]\n",
     "[M, K], M: {format: U}, K: {format: U}", "[M, K], M: {format: U}, K: {format: C}", "K1"},
};

std::string spec_of(const Case& c) {
  const std::string out(1, c.expression[0]), listed = *c.storage ? "S" : "V";
  const std::string storage = *c.storage ? c.storage : "[K], K: {format: U}",
                    held = *c.held ? c.held : "[K], K: {format: C}";
  return "einsum:\n  declaration: { S: [M, K], W: [K, N], V: [K], Z: [M, N], Y: [N] }\n"
         "  expressions: [ '" +
         std::string(c.expression) + "' ]\nmapping:\n  partitioning:\n    " + out + ":\n" +
         c.splits + "  loop-order: { " + out + ": [" + c.order + "] }\n  spacetime: { " + out +
         ": { space: [" + c.space + "], time: [" + c.time + "] } }\nformat:\n  " + listed +
         ":\n    default: {rank-order: " + storage +
         "}\n    list: {view-of: default, rank-order: " + held +
         "}\n  W: { default: {rank-order: [K, N], K: {format: U}, N: {format: U}} }\n" +
         "bindings:\n  " + out + ":\n  - config: gpu\n" + c.bindings +
         "  - component: Shared\n    bindings: [{tensor: " + listed +
         ", rank: K, type: elem, format: list, evict-on: " + c.evict + "}]\n";
}

class Lists : public testing::TestWithParam<Case> {};

TEST_P(Lists, hold_any_elements) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(GetParam()));
  const Finished text = folder.teaalc(spec + " -o - --quiet");
  ASSERT_NE(text.out.find("teaal_list_present("), text.out.npos) << text.out << text.err;
  const bool matrix = *GetParam().storage;
  for (const char* listed : {"density=0", "density=0.02", "density=0.4", "density=1"}) {
    const std::string source = matrix ? std::string("S=rand:shape=5x150,") + listed
                                      : std::string("V=rand:shape=150,") + listed;
    const Finished done = folder.teaalc("check " + spec + " --cases=1 --quiet " + source);
    EXPECT_EQ(done.code, 0) << listed << "\n" << done.out << done.err;
  }
}

TEST_P(Lists, hold_every_type_and_size) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(GetParam()));
  for (const char* how : {"", "--type=f64", "--type=f16", "--type=bf16", "--type=i32"}) {
    const Finished done = folder.teaalc("check " + spec + " --cases=3 --quiet " + how);
    EXPECT_EQ(done.code, 0) << how << "\n" << done.out << done.err;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Lists, testing::ValuesIn(cases),
                         [](const auto& info) { return std::string(info.param.name); });

// Threads beyond the edge of Z read the last whole quad of W's rows once more, and store nothing.
TEST(ListsAtEdges, quads_beyond_them_are_the_last_ones) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(cases[0]));
  const Finished text = folder.teaalc(spec + " -o - --quiet");
  EXPECT_NE(text.out.find("const bool whole = teaal_aligned_rows(W_values, N);"), text.out.npos)
      << text.out;
  EXPECT_NE(text.out.find("min(n1, static_cast<offset_t>(N) - 4)"), text.out.npos) << text.out;
  for (const char* columns : {"1", "3", "4", "8", "30", "32", "36", "44", "63", "64"}) {
    const Finished done = folder.teaalc(
        "check " + spec + " --cases=1 --quiet S=rand:shape=5x150,density=0.2 W=dense:shape=150x" +
        columns + ",values=rand");
    EXPECT_EQ(done.code, 0) << columns << "\n" << done.out << done.err;
  }
}

// Of two tensors of bits whose product is asked for nowhere else: of matrices, of a vector, whole
// elements where another kernel wants those of one, and all of it computed.
const char* const product = R"x(einsum:
  declaration: { A: [M, K], B: [N, K], W: [K, N], P: [M, K], Q: [N, K], L: [M, N, K], Y: [M], Z: [M, N] }
  expressions:
    - P[m, k] = A[m, k]
    - Q[n, k] = B[n, k]
    - L[m, n, k] = P[m, k] * Q[n, k]
    - Z[m, n] = L[m, n, k] * W[k, n]
  operators: { P: { map: "A != 0" }, Q: { map: "B != 0" }, Z: { map: "W * (L != 0)" } }
mapping:
  partitioning: { Z: { K: [uniform_shape(64), uniform_occupancy(L.4)] } }
  loop-order: { Z: [M, N, K2, K1, K0] }
  spacetime: { Z: { space: [M, N, K0], time: [K2, K1] } }
format:
  A: { default: { rank-order: [M, K], M: { format: U }, K: { format: U } } }
  B: { default: { rank-order: [N, K], N: { format: U }, K: { format: U } } }
  W: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }
  P: { default: { rank-order: [M, K], M: { format: U }, K: { format: U, pbits: 1 } } }
  Q: { default: { rank-order: [N, K], N: { format: U }, K: { format: U, pbits: 1 } } }
  L:
    default: { rank-order: [M, N, K], M: { format: U }, N: { format: U }, K: { format: U, pbits: 1 } }
    list: { view-of: default, rank-order: [M, N, K], M: { format: U }, N: { format: U }, K: { format: C } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M }, { rank: N }] }
  - { component: Lane, bindings: [{ rank: K0 }] }
  - { component: Shared, bindings: [{ tensor: L, rank: K, type: elem, format: list, evict-on: K2 }] }
)x";

using Edit = std::pair<std::string, std::string>;

const std::vector<Edit> of_a_vector = {{"Q: [N, K]", "Q: [K]"},
                                       {"Q[n, k] = B[n, k]", "Q[k] = B[n, k]"},
                                       {"* Q[n, k]", "* Q[k]"},
                                       {"map: \"B != 0\"", "map: \"B != 0\", reduce: or"},
                                       {"Q: { default: { rank-order: [N, K], N: { format: U }, ",
                                        "Q: { default: { rank-order: [K], "}};
const std::vector<Edit> copied_elsewhere = {
    {"    - Z[m", "    - Y[m] = P[m, k] * W[k, n]\n    - Z[m"},
    {"{ Z: { K: [", "{ Y: { K: [uniform_shape(8)] }, Z: { K: ["},
    {"order: { Z", "order: { Y: [M, K1, K0, N], Z"},
    {"time: { Z", "time: { Y: { space: [M], time: [K1, K0, N] }, Z"},
    {"bindings:\n",
     "bindings:\n  Y:\n  - config: gpu\n  - { component: Block, bindings: [{ rank: M }] }\n  - { "
     "component: Shared, bindings: [{ tensor: P, rank: K, type: elem, evict-on: K1 }] }\n"}};

TEST(ListsOfTwo, hold_what_both_have) {
  struct Of {
    const char* list;  // empty: the product is computed
    std::vector<Edit> edits;
    const char* options = "";
  };
  const char* const bits = "teaal_list_common_bits<1>(";
  for (const Of& of : {Of{bits, {}},
                       {bits, {}, " --index-bits=16 --type=f64"},
                       {"", {}, " --fuse=off"},
                       {"", {{"W * (L != 0)", "W * L"}}},
                       {bits, of_a_vector},
                       {"teaal_list_common<1>(", copied_elsewhere}}) {
    Workspace folder;
    std::string text = product;
    for (const auto& [from, to] : of.edits) {
      ASSERT_NE(text.find(from), text.npos) << from;
      text.replace(text.find(from), from.size(), to);
    }
    const std::string spec = folder.write("spec.yaml", text) + of.options;
    const Finished emitted = folder.teaalc(spec + " -o - --quiet");
    EXPECT_EQ(emitted.code, 0) << text << emitted.err;
    EXPECT_EQ(emitted.out.find("spec_L(") == emitted.out.npos, *of.list != 0) << emitted.out;
    EXPECT_NE(emitted.out.find(of.list), emitted.out.npos) << emitted.out;
    for (const char* sources :
         {"", " A=rand:shape=9x300,density=0.3 B=rand:shape=5x300,density=0.3,seed=2",
          " A=blockwise:shape=9x320,tile=3x8,density=0.4 "
          "B=blockwise:shape=5x320,tile=1x8,density=0.4",
          " A=rand:shape=3x64,density=1 B=rand:shape=2x64,density=1",
          " A=rand:shape=3x61,density=0 B=rand:shape=2x61,density=1"}) {
      const std::string command =
          (*sources ? "run --checked " : "check --cases=4 ") + spec + sources;
      const Finished done =
          folder.teaalc(command + (*sources ? " W=dense:values=rand --quiet" : " --quiet"));
      EXPECT_EQ(done.code, 0) << command << "\n" << text << done.out << done.err;
    }
  }
}

// What counts where it is absent may not be left out.
TEST(ListsRefused, where_absent_elements_count) {
  Workspace folder;
  std::string spec = spec_of(cases[1]);
  spec.insert(spec.find("mapping:"), "  operators: { Z: { map: add, reduce: add } }\n");
  const Finished done = folder.teaalc(folder.write("spec.yaml", spec) + " -o - --quiet");
  EXPECT_EQ(done.code, 1);
  EXPECT_NE(done.err.find("absent elements of S count here"), done.err.npos) << done.err;
}

}  // namespace
}  // namespace teaal::exec
