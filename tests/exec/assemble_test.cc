#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "compiler/driver/session.h"
#include "tests/exec/process.h"

// Tensors with compressed levels that kernels compute: every way in which results come to be, on
// the CPU executor in checked mode (TEAAL_TEST_DEVICE=gpu: on the GPU), beside reference math.
namespace teaal::exec {
namespace {

std::string told(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics.all()) out += render(d);
  return out;
}

std::optional<driver::Machine> machine() {
  Diagnostics diagnostics;
  const char* device = std::getenv("TEAAL_TEST_DEVICE");
  return driver::select_machine(device ? device : "cpu", !device, diagnostics);
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
  std::unique_ptr<Ran> result = ran({matmul(), {{"Z", "M:U,N:C"}}, two_matrices}, *on);
  ASSERT_TRUE(result->session) << told(result->diagnostics);
  EXPECT_TRUE(result->session->time(*on, result->diagnostics)) << told(result->diagnostics);
  EXPECT_GT(result->session->report().kernel_us, 0);
  EXPECT_EQ(result->session->report().findings, std::vector<std::string>{});
}

}  // namespace
}  // namespace teaal::exec
