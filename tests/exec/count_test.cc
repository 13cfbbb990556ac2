#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "compiler/driver/session.h"
#include "tests/exec/process.h"

// What `--count` tells, beside a count of the operands' elements.
namespace teaal::exec {
namespace {

struct Share {
  int64_t all = 0, kept = 0;
};

std::vector<bool> dense(const runtime::Coo& list) {
  std::vector<bool> out(static_cast<size_t>(list.shape[0] * list.shape[1]));
  for (size_t e = 0; e < list.entries(); ++e)
    out[static_cast<size_t>(list.coords[0][e] * list.shape[1] + list.coords[1][e])] = true;
  return out;
}

// C[m, n] = A[m, k] * B[k, n] in pieces of so many rows, columns and k's: one is kept where both
// factors hold something at some k.
Share by_definition(const runtime::Coo& a, const runtime::Coo& b, int64_t rows, int64_t columns,
                    int64_t step) {
  const int64_t m = a.shape[0], k = a.shape[1], n = b.shape[1];
  const std::vector<bool> of_a = dense(a), of_b = dense(b);
  auto in_a = [&](int64_t i, int64_t at) {
    for (int64_t row = i; row < std::min(m, i + rows); ++row)
      if (of_a[static_cast<size_t>(row * k + at)]) return true;
    return false;
  };
  auto in_b = [&](int64_t j, int64_t at) {
    for (int64_t column = j; column < std::min(n, j + columns); ++column)
      if (of_b[static_cast<size_t>(at * n + column)]) return true;
    return false;
  };
  Share out;
  for (int64_t i = 0; i < m; i += rows)
    for (int64_t j = 0; j < n; j += columns)
      for (int64_t first = 0; first < k; first += step, ++out.all)
        for (int64_t at = first; at < std::min(k, first + step); ++at)
          if (in_a(i, at) && in_b(j, at)) {
            ++out.kept;
            break;
          }
  return out;
}

std::string slurp(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

constexpr const char* lists =
    "  - component: BlockIntersect\n    bindings: [{rank: K0, format: pattern, type: compact}]\n";

// The shipped product with other ways to skip.
std::string spec_with(const std::string& skips) {
  std::string text = slurp(std::string(TEAAL_SOURCE_DIR) + "/specs/gemm_joint_sparse.yaml");
  const size_t at = text.find(lists);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, std::string(lists).size(), skips);
}

std::unique_ptr<driver::Session> ran(const driver::Compiled& compiled,
                                     const driver::Machine& machine, const std::string& a,
                                     const std::string& b, Diagnostics& diagnostics) {
  driver::JobRequest request;
  request.inputs.sources = {{"A", a}, {"B", b}};
  auto session = driver::Session::load(compiled, request, diagnostics);
  if (!session || !session->run(machine, diagnostics) || !session->verify(diagnostics) ||
      !session->count(diagnostics))
    return nullptr;
  return session;
}

std::optional<driver::Compiled> compiled(const std::string& text, Diagnostics& diagnostics) {
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "counted";
  return driver::compile_for_run(std::make_shared<SourceFile>(SourceFile{"counted.yaml", text}),
                                 options, diagnostics);
}

struct Counted {
  std::string skips;
  int64_t columns, step;  // what one block or warp covers beside 64 rows; k's an iteration
  std::string at, by, seen_in;
};

TEST(Count, IsWhatTheElementsSay) {
  const std::string block = "  - component: BlockIntersect\n    bindings: ",
                    warp = "  - component: WarpIntersect\n    bindings: ";
  const Counted all[] = {
      {lists, 128, 1, "block", "list", "patterns"},
      {block + "[{rank: K1, format: pattern, type: compact}]\n", 128, 8, "block", "list",
       "patterns"},
      {block + "[{rank: K0, format: pattern, type: test}]\n", 128, 1, "block", "test", "patterns"},
      {warp + "[{rank: K0, format: pattern, type: walk}]\n", 64, 1, "warp", "walk", "patterns"}};
  const std::pair<std::string, std::string> operands[] = {
      {"blockwise:shape=130x70,tile=64x8,density=0.25",
       "blockwise:shape=70x520,tile=8x32,density=0.5,consistent=1"},
      {"blockwise:shape=130x70,tile=32x8,density=0.125",
       "blockwise:shape=70x520,tile=8x8,density=0.125"},
      {"rand:shape=70x40,density=0.002", "rand:shape=40x300,density=0.002"},
      {"rand:shape=3x5,density=0", "dense:shape=5x7"},
      {"dense:shape=0x5", "dense:shape=5x7"},
      {"dense:shape=3x0", "dense:shape=0x7"}};
  for (const Counted& c : all) {
    Diagnostics diagnostics;
    auto machine = driver::select_machine("cpu", false, diagnostics);
    auto program = compiled(spec_with(c.skips), diagnostics);
    ASSERT_TRUE(program) << told(diagnostics);
    for (const auto& [a, b] : operands) {
      SCOPED_TRACE(c.skips + a + " " + b);
      auto session = ran(*program, *machine, a, b, diagnostics);
      ASSERT_TRUE(session) << told(diagnostics);
      EXPECT_EQ(session->report().findings, std::vector<std::string>{});
      const auto& counts = *session->report().counts;
      ASSERT_EQ(counts.skips.size(), 1u);
      const auto& skip = counts.skips[0];
      const auto& of_a = session->inputs().tensors.at("A");
      const auto& of_b = session->inputs().tensors.at("B");
      const Share expected = by_definition(of_a, of_b, 64, c.columns, c.step);
      EXPECT_EQ(skip.iterations.all, expected.all);
      EXPECT_EQ(skip.iterations.kept, expected.kept);
      EXPECT_EQ(skip.at, c.at);
      EXPECT_EQ(skip.by, c.by);
      EXPECT_EQ(skip.seen_in, c.seen_in);
      // Of a pattern: a piece of it met with what is never empty.
      ASSERT_EQ(counts.patterns.size(), 2u);
      runtime::Coo full{{of_a.shape[1], 1}, {{}, {}}, {}};
      for (int32_t k = 0; k < of_a.shape[1]; ++k) {
        full.coords[0].push_back(k);
        full.coords[1].push_back(0);
        full.values.push_back(1);
      }
      EXPECT_EQ(counts.patterns[0].coordinates.kept, by_definition(of_a, full, 64, 1, 1).kept);
      EXPECT_EQ(counts.patterns[0].tiles.kept, by_definition(of_a, full, 64, 1, 8).kept);
      EXPECT_EQ(counts.patterns[0].tiles.all, by_definition(of_a, full, 64, 1, 8).all);
    }
  }
}

TEST(Count, PredictsFromDensities) {
  Diagnostics diagnostics;
  auto machine = driver::select_machine("cpu", false, diagnostics);
  auto program = compiled(spec_with(lists), diagnostics);
  ASSERT_TRUE(program) << told(diagnostics);
  auto session = ran(*program, *machine, "blockwise:shape=512x512,tile=64x8,density=0.25",
                     "blockwise:shape=512x256,tile=8x32,density=0.125,seed=2", diagnostics);
  ASSERT_TRUE(session) << told(diagnostics);
  const auto& skip = session->report().counts->skips[0];
  const double of_b = 1 - std::pow(1 - 0.125, 4);  // a block touches four tiles of B
  EXPECT_DOUBLE_EQ(skip.predicted(skip.alike), 0.25 * 0.125);
  EXPECT_DOUBLE_EQ(skip.predicted(skip.independent), 0.25 * of_b);
  EXPECT_NEAR(skip.iterations.density(), 0.25 * of_b, 0.03);
}

TEST(Count, StandsInTheReportAndItsJson) {
  const Workspace w;
  const std::string specs = std::string(TEAAL_SOURCE_DIR) + "/specs/",
                    spec = specs + "gemm_joint_sparse.yaml --device=cpu",
                    run =
                        "run " + spec + " A=blockwise:shape=64x64,density=0.5 B=dense:shape=64x32";
  Finished text = w.teaalc(run + " --count");
  EXPECT_NE(text.out.find("A [M by 64, K]"), std::string::npos) << text.out << text.err;
  EXPECT_NE(text.out.find("K0 by each block"), std::string::npos) << text.out;
  auto json = nlohmann::json::parse(w.teaalc(run + " --count --json").out);
  EXPECT_EQ(json["counts"]["patterns"][0]["coordinates"]["density"], 0.5);
  EXPECT_EQ(json["counts"]["skips"][0]["iterations"]["kept"], 32);
  EXPECT_EQ(json["counts"]["skips"][0]["predicted"]["alike"], 0.5);
  EXPECT_FALSE(nlohmann::json::parse(w.teaalc(run + " --json").out).contains("counts"));
  auto check = nlohmann::json::parse(w.teaalc("check " + spec + " --cases=2 --count --json").out);
  EXPECT_EQ(check["counts"]["skips"].size(), 1u);
  Finished none =
      w.teaalc("run " + specs + "dot.yaml A=dense:shape=8 B=dense: --count --device=cpu");
  EXPECT_EQ(none.out.find("nothing to count"), std::string::npos) << none.out;
  EXPECT_NE(none.out.find("multiplications"), std::string::npos) << none.out;
}

}  // namespace
}  // namespace teaal::exec
