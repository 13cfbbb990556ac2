#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

// Cascades whose blocks (or warps) go on with what they have themselves: one launch, rounds and
// all, on the CPU executor in checked mode, which finds what no barrier orders
// (TEAAL_TEST_DEVICE=gpu: on the GPU).
namespace teaal::exec {
namespace {

// How an einsum runs: its loops, those of them that are in space, and on what.
struct Mapped {
  std::string output, loops;
  // Ranks with their components; none: as the place of two ranks is, blocks and threads.
  std::vector<std::pair<std::string, std::string>> space;
  std::vector<int> tiles = {};  // of M, outermost first; none: it is whole
};

struct Case {
  std::string name, declaration;
  std::vector<std::string> expressions;
  std::vector<Mapped> mapped;
  size_t launches = 1;    // kernels that are left
  std::string note = {};  // that is told
  std::string more = {};  // of the einsum section
  std::map<std::string, std::string> formats = {};
  std::string type = "f32";
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

std::string spec_of(const Case& c) {
  std::string out = "einsum:\n  declaration: {" + c.declaration + "}\n  expressions:\n";
  for (const std::string& e : c.expressions) out += "    - \"" + e + "\"\n";
  std::string partitioning, orders, spaces, bindings;
  for (const Mapped& m : c.mapped) {
    std::vector<std::string> tiles;
    for (int tile : m.tiles) tiles.push_back(fmt::format("uniform_shape({})", tile));
    if (!tiles.empty())
      partitioning += fmt::format("    {}: {{ M: [{}] }}\n", m.output, fmt::join(tiles, ", "));
    orders += fmt::format("    {}: [{}]\n", m.output, m.loops);
    std::vector<std::string> space;
    std::string bound;
    for (const auto& [rank, component] : m.space) {
      space.push_back(rank);
      if (!component.empty())
        bound +=
            fmt::format("  - {{ component: {}, bindings: [{{ rank: {} }}] }}\n", component, rank);
    }
    if (!bound.empty()) bindings += fmt::format("  {}:\n  - config: gpu\n", m.output) + bound;
    std::string time = m.loops;
    for (const std::string& rank : space)
      for (const std::string& text : {rank + ", ", ", " + rank, rank})
        if (const size_t at = time.find(text); at != std::string::npos) {
          time.erase(at, text.size());
          break;
        }
    spaces += fmt::format("    {}: {{ space: [{}], time: [{}] }}\n", m.output,
                          fmt::join(space, ", "), time);
  }
  out += c.more + "mapping:\n";
  if (!partitioning.empty()) out += "  partitioning:\n" + partitioning;
  if (!bindings.empty()) bindings = "bindings:\n" + bindings;
  return out + "  loop-order:\n" + orders + "  spacetime:\n" + spaces + bindings;
}

const std::vector<std::pair<std::string, std::string>> warps_of_rows = {{"M1", "Block"},
                                                                        {"M0", "Warp"}};

std::vector<std::pair<std::string, std::string>> lanes(const std::string& rank) {
  auto out = warps_of_rows;
  out.push_back({rank, "Lane"});
  return out;
}

std::vector<Case> cases() {
  const std::string products = "A: [M, K], B: [K, N], C: [N, P], T: [M, N], Z: [M, P]";
  const std::vector<std::string> two = {"T[m, n] = A[m, k] * B[k, n]",
                                        "Z[m, p] = T[m, n] * C[n, p]"};
  const Mapped rows_t{"T", "M1, M0, N, K", lanes("N"), {8}};
  const Mapped rows_z{"Z", "M1, M0, P, N", lanes("P"), {8}};
  const auto rows_of_warps = [](const std::string& rank) {
    return std::vector<std::pair<std::string, std::string>>{
        {"M2", "Block"}, {"M1", "Warp"}, {rank, "Lane"}};
  };
  const auto blocks = [](const std::string& rank) {
    return std::vector<std::pair<std::string, std::string>>{{"M", "Block"}, {rank, "Lane"}};
  };
  const std::string state = "A: [M, N], X: [M, N], S: [M], Y: [M, N]";
  const std::vector<std::string> shrink = {"S[m] = X[m, n]", "Y[m, n] = A[m, n] * S[m]"};
  const std::vector<Mapped> shrinking = {{"S", "M, N", blocks("N")}, {"Y", "M, N", blocks("N")}};
  const std::map<std::string, std::string> x = {{"A", "dense"}, {"X", "dense"}};
  const std::string thrice = "  iterate: { times: 3, carry: { X: Y } }\n";
  return {
      {"WarpsOfRows", products, two, {rows_t, rows_z}, 1, "one behind the other: join_T, join_Z"},
      {"DenseRows", products, two, {rows_t, rows_z}, 1, "", "", {{"A", "dense"}, {"B", "dense"}}},
      // Two rows of a warp in registers: what is whole is asked inside the loops that are shared.
      {"RowsInRegisters",
       products,
       two,
       {{"T", "M2, M1, N, K, M0", rows_of_warps("N"), {8, 2}},
        {"Z", "M2, M1, P, N, M0", rows_of_warps("P"), {8, 2}}},
       1,
       "",
       "",
       {{"A", "dense"}, {"B", "dense"}, {"C", "dense"}}},
      {"Double", products, two, {rows_t, rows_z}, 1, "", "", {}, "f64"},
      {"Narrow", products, two, {rows_t, rows_z}, 1, "", "", {}, "f16"},
      // T meets in all threads of a block, Z in its first warp.
      {"ThreadsAndLanes",
       products,
       two,
       {{"T", "M, N, K", {{"M", ""}, {"K", ""}}}, {"Z", "M, P, N", blocks("P")}}},
      {"SumsOfLanes",
       products,
       two,
       {{"T", "M, N, K", blocks("K")}, {"Z", "M, P, N", {{"M", ""}, {"N", ""}}}}},
      // Blocks of 4 warps would do for T, of one thread for Z.
      {"OtherWarps",
       "A: [M, K], B: [K, N], C: [M, N], T: [M, N], Z: [M, N]",
       {"T[m, n] = A[m, k] * B[k, n]", "Z[m, n] = T[m, n] * C[m, n]"},
       {{"T", "M1, M0, N, K", {{"M1", "Block"}, {"N", "Warp"}, {"K", "Lane"}}, {4}},
        {"Z", "M1, M0, N", {{"M1", "Block"}}, {4}}}},
      {"TermsThatAdd",
       "A: [M, N], C: [M, N], D: [M], T: [M, N], Z: [M]",
       {"T[m, n] = A[m, n] * D[m] + C[m, n]", "Z[m] = T[m, n] - C[m, n]"},
       {{"T", "M, N", {{"M", ""}, {"N", ""}}}, {"Z", "M, N", {{"M", ""}, {"N", ""}}}}},
      // Columns of T come from all blocks.
      {"OtherRows",
       products,
       {"T[m, n] = A[m, k] * B[k, n]", "Z[n, p] = T[m, n] * C[n, p]"},
       {{"T", "M, N, K", blocks("N")}, {"Z", "N, P, M", {{"N", "Block"}, {"P", "Lane"}}}},
       2},
      {"NeighbouringRows",
       "A: [M], B: [M], T: [M], Z: [M]",
       {"T[m] = A[m] * B[m]", "Z[m] = T[2 * m] * B[m]"},
       {{"T", "M1, M0", {{"M1", ""}, {"M0", ""}}, {64}},
        {"Z", "M1, M0", {{"M1", ""}, {"M0", ""}}, {64}}},
       2},
      {"Rounds", state, shrink, shrinking, 1, "its blocks make all rounds", thrice, x},
      // What A leaves out of Y is zeroed in every round.
      {"RoundsThatZero", state, shrink, shrinking, 1, "make all rounds", thrice, {{"X", "dense"}}},
      {"RoundsOfIntegers", state, shrink, shrinking, 1, "", thrice, x, "i32"},
      {"RoundsOfWarps",
       state,
       shrink,
       {{"S", "M1, M0, N", lanes("N"), {8}}, {"Y", "M1, M0, N", lanes("N"), {8}}},
       1,
       "its warps make all rounds",
       thrice,
       x},
      {"RoundsWithMoreBehind",
       state + ", D: [M, N], W: [M]",
       {"X[m, n] = D[m, n] * A[m, n]", "S[m] = X[m, n]", "Y[m, n] = A[m, n] * S[m]",
        "W[m] = Y[m, n] * D[m, n]"},
       {{"X", "M, N", blocks("N")},
        {"S", "M, N", blocks("N")},
        {"Y", "M, N", blocks("N")},
        {"W", "M, N", blocks("N")}},
       1,
       "one behind the other: join_X",
       "  iterate: { expressions: [S, Y], times: 3, carry: { X: Y } }\n",
       {{"A", "dense"}, {"D", "dense"}}},
      // As many as a rank is long: none where it is empty.
      {"RoundsOverARank",
       "A: [R, M], X: [M], Y: [M]",
       {"Y[m] = A[r, m] * X[m] + X[m]"},
       {{"Y", "M1, M0, R", {{"M1", ""}, {"M0", ""}}, {64}}},
       1,
       "its blocks make all rounds",
       "  iterate: { over: R, carry: { X: Y } }\n"},
      // What a round has of A begins at a place of its own.
      {"RoundsOfASearchedFiber",
       "A: [R], B: [M], X: [M], Y: [M]",
       {"Y[m] = A[r] * B[m] + X[m] * B[m] * A[r]"},
       {{"Y", "M1, M0, R", {{"M1", ""}, {"M0", ""}}, {64}}},
       1,
       "make all rounds",
       "  iterate: { over: R, carry: { X: Y } }\n",
       {{"A", "R:C"}, {"B", "dense"}, {"X", "dense"}}},
      // A row takes from all others.
      {"RoundsThatMix",
       "A: [M], X: [M], Y: [M]",
       {"Y[m] = A[m] * X[2 * m]"},
       {{"Y", "M1, M0", {{"M1", ""}, {"M0", ""}}, {64}}},
       3,
       "",
       "  iterate: { times: 3, carry: { X: Y } }\n"},
  };
}

class Join : public testing::TestWithParam<Case> {};

std::optional<driver::Compiled> compiled(const Case& c, Diagnostics& diagnostics) {
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "join";
  options.value_type = c.type;
  options.overrides.formats = c.formats;
  return driver::compile_for_run(std::make_shared<SourceFile>(SourceFile{"join.yaml", spec_of(c)}),
                                 options, diagnostics);
}

void expect_right(const driver::Compiled& compiled, const std::map<std::string, int64_t>& shapes,
                  const driver::Machine& machine) {
  driver::JobRequest request;
  request.inputs.shapes = shapes;
  int seed = 1;
  for (const runtime::ManifestTensor& t : compiled.manifest.tensors)
    if (t.role == runtime::ManifestTensor::Role::Input)
      request.inputs.sources[t.name] =
          fmt::format("rand:density=0.6,values={},seed={}",
                      compiled.manifest.value_type == "i32" ? "int" : "rand", seed++);
  Diagnostics diagnostics;
  auto session = driver::Session::load(compiled, request, diagnostics);
  ASSERT_TRUE(session && session->run(machine, diagnostics) && session->verify(diagnostics))
      << told(diagnostics);
  EXPECT_EQ(session->report().findings, std::vector<std::string>{});
  EXPECT_TRUE(session->report().verification->pass());
}

TEST_P(Join, GoesOnInOneLaunch) {
  const Case& c = GetParam();
  Diagnostics diagnostics;
  auto machine = quick_machine(diagnostics);
  auto one = compiled(c, diagnostics);
  ASSERT_TRUE(machine && one) << spec_of(c) << told(diagnostics);
  EXPECT_EQ(one->manifest.kernels.size(), c.launches) << one->artefact.cu.substr(0, 9000);
  const std::string notes = fmt::format("{}", fmt::join(one->manifest.notes, "\n"));
  EXPECT_NE(notes.find(c.note), std::string::npos) << notes;
  for (int64_t m : {37, 0, 1, 300})
    for (int64_t r : {3, 0}) {
      std::map<std::string, int64_t> shapes;
      for (const std::string& rank : runtime::plan::ranks_of(one->manifest))
        shapes[rank] = rank == "M" ? m : rank == "R" ? r : rank == "K" ? 40 : 6;
      if (r == 0 && !shapes.contains("R")) continue;
      SCOPED_TRACE(fmt::format("M {} R {}", m, r));
      expect_right(*one, shapes, *machine);
    }
}

INSTANTIATE_TEST_SUITE_P(Cascades, Join, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace teaal::exec
