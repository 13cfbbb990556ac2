#include <gtest/gtest.h>

#include <string>

#include "tests/exec/process.h"

// Intermediates of one bit an element: set by threads of all kinds, read one by one, by words, and
// as lists. `teaalc check` runs each case in checked mode, on drawn data beside reference math.
namespace teaal::exec {
namespace {

struct Case {
  const char* name;
  const char* order_of_p;  // in memory
  const char* mapping_of_p;
  const char* map_of_z;
  const char* rest;  // format views of P, and bindings
  const char* note;
  const char* parts_of_p = "";
};

const char* const listed =
    R"(    list: { view-of: default, rank-order: [M, K], M: { format: U }, K: { format: C } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M }] }
  - { component: Shared, bindings: [{ tensor: P, rank: K, type: elem, format: list, evict-on: K2 }] }
)";
const char* const listed_apart =
    R"(    list: { view-of: default, rank-order: [K, M], K: { format: C }, M: { format: U } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M }] }
  - { component: Shared, bindings: [{ tensor: P, rank: K, type: elem, format: list, evict-on: K2 }] }
)";

const Case cases[] = {
    {"OneByOne", "[M, K]", "loop-order: { P: [M, K, H], Z: [M, K2, K1, K0, N] }", "W * (P != 0)",
     "", "reads what it has set"},
    {"LanesTogether", "[M, K]",
     "loop-order: { P: [M, H, K], Z: [M, K2, K1, N, K0] }\n"
     "  spacetime: { P: { space: [M, K], time: [H] }, Z: { space: [M, N], time: [K2, K1, K0] } }",
     "W * (P != 0)", listed, "P takes one bit an element"},
    {"SumsOfLanes", "[M, K]",
     "loop-order: { P: [M, K, H], Z: [M, K2, K1, N, K0] }\n"
     "  spacetime: { P: { space: [M, K, H], time: [] }, Z: { space: [M, N], time: [K2, K1, K0] } }",
     "W * (P != 0)", listed, "P takes one bit an element"},
    // A thread has eight neighbours, whose sums its lanes share.
    {"WordsOfThreads", "[M, K]",
     "loop-order: { P: [M, K1, H, K0], Z: [M, K2, K1, N, K0] }\n"
     "  spacetime: { P: { space: [M, K1, H], time: [K0] }, Z: { space: [M, N], time: [K2, K1, K0] "
     "} }",
     "W * (P != 0)", listed, "run @put_bits(P_bits, ", "P: { K: [uniform_shape(8)] }, "},
    {"ElementsApart", "[K, M]",
     "loop-order: { P: [K, M, H], Z: [M, K2, K1, N, K0] }\n"
     "  spacetime: { P: { space: [K, M], time: [H] }, Z: { space: [M, N], time: [K2, K1, K0] } }",
     "W * (P != 0)", listed_apart, "P takes one bit an element"},
    {"WhatElementsHoldIsRead", "[M, K]",
     "loop-order: { P: [M, K, H], Z: [M, K2, K1, N, K0] }\n"
     "  spacetime: { P: { space: [M, K], time: [H] }, Z: { space: [M, N], time: [K2, K1, K0] } }",
     "P * W", listed, "P takes whole elements"},
};

std::string spec_of(const Case& c) {
  const std::string first(1, c.order_of_p[1]), second(1, c.order_of_p[4]);
  return std::string(R"(einsum:
  declaration: { A: [M, H, K], W: [K, N], P: [M, K], Z: [M, N] }
  expressions:
    - P[m, k] = A[m, h, k]
    - Z[m, n] = P[m, k] * W[k, n]
  operators: { P: { map: "A != 0", reduce: or }, Z: { map: ")") +
         c.map_of_z + "\" } }\nmapping:\n  partitioning: { " + c.parts_of_p +
         "Z: { K: [uniform_shape(64), " + "uniform_occupancy(P.4)] } }\n  " + c.mapping_of_p + R"(
format:
  A: { default: { rank-order: [M, H, K], M: { format: U }, H: { format: U }, K: { format: U } } }
  W: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }
  P:
    default: { rank-order: )" +
         c.order_of_p + ", " + first + ": { format: U }, " + second +
         ": { format: U, pbits: 1 } }\n" + c.rest;
}

class Bits : public testing::TestWithParam<Case> {};

TEST_P(Bits, are_set_and_read_right) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(GetParam()));
  const Finished text = folder.teaalc(spec + " --stop-after=pack_bits -o - --quiet");
  EXPECT_EQ(text.code, 0) << spec_of(GetParam()) << text.err;
  EXPECT_NE(text.out.find(GetParam().note), text.out.npos) << spec_of(GetParam()) << text.out;
  for (const std::string& command :
       {"check " + spec + " --cases=8",
        "run " + spec +
            " --checked A=rand:shape=7x3x150,density=0.2 W=dense:shape=150x33,seed=3"}) {
    const Finished done = folder.teaalc(command + " --quiet");
    EXPECT_EQ(done.code, 0) << command << "\n" << spec_of(GetParam()) << done.out << done.err;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Bits, testing::ValuesIn(cases),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace teaal::exec
