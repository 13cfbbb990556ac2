#include "compiler/driver/tune/space.h"

#include <algorithm>

#include "compiler/driver/commands/options.h"
#include "compiler/driver/tune/candidates.h"
#include "compiler/driver/tune/winner_spec.h"
#include "tests/unit/tune/specs.h"

namespace teaal::driver {
namespace {

using test::source_of;

const char* const spec = R"(# A head.
einsum:
  declaration: { A: [M, K], B: [K], Z: [M] }   # what
  expressions: ["Z[m] = A[m, k] * B[k]"]
mapping:
  partitioning:
    Z:
      M: [uniform_shape(ROWS)]   # how
  loop-order:
    Z: [M1, M0, K]
params:
  ROWS: 8       # eight
)";

std::vector<std::string> choices(const std::string& text, bool all_orders = false,
                                 const einsum::Overrides& overrides = {}) {
  SpaceRequest request{source_of(text), {}, all_orders};
  request.options.overrides = overrides;
  Diagnostics found;
  const auto space = space_of(request, found);
  EXPECT_TRUE(space) << test::told(found);
  std::vector<std::string> out;
  for (const Choice& choice : space->choices) out.push_back(choice.text());
  return out;
}

TEST(Space, WithoutTuneSymbolsTakePowersOfTwo) {
  EXPECT_EQ(choices(spec),
            (std::vector<std::string>{"as given", "ROWS=4", "ROWS=16", "ROWS=2", "ROWS=32"}));
}

TEST(Space, ListsTakeTheirPlace) {
  EXPECT_EQ(choices(std::string(spec) + "tune: { ROWS: [8, 3], format: { A: [csr, csc] } }\n"),
            (std::vector<std::string>{"as given", "ROWS=3", "A=csc", "ROWS=3 A=csc"}));
}

TEST(Space, WhatTheCommandLineSaysIsNotChosen) {
  einsum::Overrides overrides;
  overrides.symbols["ROWS"] = 16;
  overrides.formats["A"] = "csc";
  EXPECT_EQ(
      choices(std::string(spec) + "tune: { ROWS: [4], format: { A: [csr] } }\n", false, overrides),
      std::vector<std::string>{"as given"});
}

TEST(Space, LoopOrdersAreListedOrAll) {
  EXPECT_EQ(choices(std::string(spec) +
                    "tune: { ROWS: [8], loop-order: { Z: [[K, M1, M0], [M1, M0, K]] } }\n"),
            (std::vector<std::string>{"as given", "Z=[K, M1, M0]"}));
  const auto all = choices(std::string(spec) + "tune: { ROWS: [8] }\n", true);
  EXPECT_EQ(all.size(), 6U);
  EXPECT_EQ(std::ranges::count(all, "Z=[M0, K, M1]"), 1);
}

// Tiles of KT x 32 elements of B in shared memory, of which a block has 227 kB.
const char* const staged = R"(einsum:
  declaration: { A: [M, K], B: [K, N], Z: [M, N] }
  expressions: ["Z[m, n] = A[m, k] * B[k, n]"]
mapping:
  partitioning: { Z: { M: [uniform_shape(8)], K: [uniform_shape(KT)], N: [uniform_shape(32)] } }
  loop-order: { Z: [M1, N1, M0, N0, K1, K0] }
  spacetime: { Z: { space: [M1, N1, M0, N0], time: [K1, K0] } }
format:
  A: { default: { rank-order: [M, K], M: { format: U }, K: { format: C } } }
  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M1 }, { rank: N1 }] }
  - { component: Warp, bindings: [{ rank: M0 }] }
  - { component: Lane, bindings: [{ rank: N0 }] }
  - { component: Shared, bindings: [{ tensor: B, rank: K, type: elem, evict-on: K1 }] }
params: { KT: 1024 }
)";

TEST(Space, ValuesThatDoNotCompileAreNoCandidatesUnlessListed) {
  EXPECT_EQ(choices(staged), (std::vector<std::string>{"as given", "KT=512", "KT=256"}));
  EXPECT_EQ(choices(std::string(staged) + "tune: { KT: [4096] }\n"),
            (std::vector<std::string>{"as given", "KT=4096"}));
}

TEST(Space, LargeOnesAreCut) {
  std::string list = "tune: { ROWS: [";
  for (int i = 1; i < 6000; ++i) list += std::to_string(i) + ", ";
  SpaceRequest request{source_of(spec + list + "6000] }\n"), {}, false};
  Diagnostics found;
  const auto space = space_of(request, found);
  ASSERT_TRUE(space);
  EXPECT_TRUE(space->cut);
  EXPECT_EQ(space->choices.size(), most_choices);
}

std::string winner(const std::string& text, const Choice& choice) {
  Diagnostics found;
  CompileOptions options;
  options.name = "spec";
  return winner_spec(source_of(text), choice, options, found).value_or(test::told(found));
}

TEST(WinnerSpec, ValuesChangeInPlaceAndCommentsStay) {
  std::string wanted = spec;
  wanted.replace(wanted.find("ROWS: 8 "), 8, "ROWS: 16 ");
  wanted.replace(wanted.find("[M1, M0, K]"), 11, "[M1, K, M0]");
  EXPECT_EQ(winner(spec, {{{"ROWS", 16}}, {}, {{"Z", {"M1", "K", "M0"}}}}), wanted);
}

TEST(WinnerSpec, WhatIsMissingIsAdded) {
  EXPECT_EQ(winner(spec, {{}, {{"A", "csc"}}, {}}),
            std::string(spec) +
                "format: { A: { default: { rank-order: [K, M], K: { format: U }, M: { format: C } "
                "} } }\n");
  const std::string format =
      "format:\n  # of A\n  A:\n    default:\n      rank-order: [M, K]\n      M: {format: U}\n";
  const std::string changed =
      "format:\n  # of A\n  A:\n    default:\n      K: { format: C }\n      rank-order: [M, K]\n   "
      "   M: "
      "{format: C}\n";
  EXPECT_EQ(winner(spec + format, {{}, {{"A", "dcsr"}}, {}}), spec + changed);
}

TEST(WinnerSpec, OpenSymbolsGetASection) {
  std::string open = spec;
  open.resize(open.find("params:"));
  open.replace(open.find("ROWS"), 4, "T");
  open += "  spacetime: { Z: { space: [M0], time: [M1, K] } }\n";
  EXPECT_EQ(winner(open, {{{"T", 64}}, {}, {}}), open + "params: { T: 64 }\n");
}

// With a size that the spec has, workers share loops in time; with one that -D gives, they do not.
TEST(Candidates, AreMeasuredAsTheyAreWritten) {
  std::string open = spec;
  open.resize(open.find("params:"));
  open.replace(open.find("ROWS"), 4, "T");
  open += "  spacetime: { Z: { space: [M0], time: [M1, K] } }\ntune: { T: [64] }\n";
  Diagnostics found;
  const SourcePtr source = source_of(open);
  const auto read = spec::read_spec(source, found);
  ASSERT_TRUE(read);
  const auto cascade = einsum::check(*read, {}, found);
  ASSERT_TRUE(cascade);
  const auto candidates = candidates_of({{"spec.yaml", source, *cascade, {}}}, false, found);
  ASSERT_TRUE(candidates) << test::told(found);
  const auto sized = std::ranges::find_if(
      candidates->all, [](const Candidate& c) { return !c.choice.symbols.empty(); });
  ASSERT_NE(sized, candidates->all.end());
  CompileOptions options;
  UsageError error;
  ASSERT_TRUE(read_compile_options(sized->command.spec, options, error));
  const auto compiled = compile(source, options, found);
  ASSERT_TRUE(compiled) << test::told(found);
  EXPECT_NE(compiled->manifest.find("workers share M1"), std::string::npos);
}

TEST(WinnerSpec, WhatHasNoPlaceIsRefused) {
  const std::string flow =
      "{ einsum: { declaration: { A: [M], Z: [M] }, expressions: [\"Z[m] = A[m]\"] } }\n";
  EXPECT_NE(winner(flow, {{}, {{"A", "M:C"}}, {}}).find("cannot be written into this spec"),
            std::string::npos);
}

}  // namespace
}  // namespace teaal::driver
