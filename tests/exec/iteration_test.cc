#include <fmt/format.h>
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <utility>

#include "compiler/driver/output_files.h"
#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

// Cascades that run in rounds, on the CPU executor in checked mode (TEAAL_TEST_DEVICE=gpu: on the
// GPU): the corpus' shortest paths and attention by the specs of specs/, and what ends an
// iteration.
namespace teaal::exec {
namespace {

namespace fs = std::filesystem;
using runtime::Coo;

struct Given {
  std::map<std::string, int64_t> symbols, shapes;
  std::map<std::string, double> scalars;
  std::map<std::string, std::string> sources;
};

struct Ran {
  std::map<std::string, Coo> outputs;
  std::vector<runtime::plan::StepTime> steps;
  bool verified = false;
};

std::optional<Ran> run(const SourcePtr& source, const Given& setup, Diagnostics& diagnostics) {
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "iteration";
  options.overrides.symbols = setup.symbols;
  auto compiled = driver::compile_for_run(source, options, diagnostics);
  if (!compiled) return std::nullopt;
  auto machine = quick_machine(diagnostics);
  if (!machine) return std::nullopt;
  driver::JobRequest request;
  request.inputs = {setup.sources, setup.shapes};
  request.scalars = setup.scalars;
  auto session = driver::Session::load(*compiled, request, diagnostics);
  if (!session || !session->run(*machine, diagnostics) || !session->verify(diagnostics))
    return std::nullopt;
  EXPECT_EQ(session->report().findings, std::vector<std::string>{});
  Ran out{session->outputs(), session->report().steps, session->report().verification->pass()};
  // The plan again, from what it left: the result is the same.
  EXPECT_TRUE(session->execution().replay(diagnostics)) << told(diagnostics);
  auto again = session->execution().download(diagnostics);
  EXPECT_TRUE(again);
  if (again) {
    for (const auto& [name, coo] : out.outputs) EXPECT_EQ(again->at(name).values, coo.values);
  }
  return out;
}

bool says(const std::vector<runtime::plan::StepTime>& steps, const std::string& what) {
  return std::ranges::any_of(
      steps, [&](const auto& step) { return step.text.find(what) != std::string::npos; });
}

SourcePtr shipped(const std::string& name) {
  Diagnostics diagnostics;
  return driver::read_source_file(
      (fs::path(TEAAL_SOURCE_DIR) / "specs" / (name + ".yaml")).string(), diagnostics);
}

SourcePtr text(const std::string& spec) {
  return std::make_shared<SourceFile>(SourceFile{"iteration.yaml", spec});
}

fs::path corpus(const std::string& name) { return shared_folder() / "corpus" / "specs" / name; }

bool no_corpus() { return shared_folder().empty(); }

std::map<std::vector<int32_t>, double> elements(const Coo& coo) {
  std::map<std::vector<int32_t>, double> out;
  for (size_t e = 0; e < coo.entries(); ++e) {
    std::vector<int32_t> at;
    for (const auto& coords : coo.coords) at.push_back(coords[e]);
    out[at] = coo.values[e];
  }
  return out;
}

Coo expected(const fs::path& file, size_t order, double absent) {
  Diagnostics diagnostics;
  runtime::SourceNotes notes;
  auto out =
      runtime::read_source(file.string(), runtime::KnownShape(order), diagnostics, notes, absent);
  EXPECT_TRUE(out) << told(diagnostics);
  return out.value_or(Coo{});
}

TEST(Iteration, shortest_paths_of_the_corpus) {
  if (no_corpus() && must_have_shared()) FAIL() << "the shared corpus is missing";
  if (no_corpus()) GTEST_SKIP() << "no shared corpus beside this repository";
  const fs::path folder = corpus("ext_graphicionado_sssp");
  YAML::Node params = YAML::LoadFile((folder / "params.yaml").string());
  for (const auto& one : params["cases"]) {
    const std::string name = one.first.as<std::string>();
    SCOPED_TRACE(name);
    Given setup;
    for (const char* input : {"G", "A0", "P0"})
      setup.sources[input] = (folder / name / (std::string(input) + ".tns")).string();
    Diagnostics diagnostics;
    auto ran = run(shipped("sssp"), setup, diagnostics);
    ASSERT_TRUE(ran) << told(diagnostics);
    EXPECT_TRUE(ran->verified);
    EXPECT_EQ(elements(ran->outputs.at("P1")),
              elements(expected(folder / name / "expected" / "P1.tns", 1, HUGE_VAL)));
    // A round a frontier.
    const std::string rounds =
        "(" + std::to_string(one.second["frontier_sizes"].size()) + " rounds)";
    EXPECT_TRUE(says(ran->steps, rounds)) << rounds;
  }
}

TEST(Iteration, attention_of_the_corpus) {
  if (no_corpus() && must_have_shared()) FAIL() << "the shared corpus is missing";
  if (no_corpus()) GTEST_SKIP() << "no shared corpus beside this repository";
  const fs::path folder = corpus("ext_fusemax");
  YAML::Node params = YAML::LoadFile((folder / "params.yaml").string());
  for (const auto& one : params["cases"])
    for (const char* spec : {"attention_fusemax", "attention_generations", "attention_softmax",
                             "attention_tensor_cores", "attention_generations_tensor_cores"}) {
      const std::string name = one.first.as<std::string>();
      SCOPED_TRACE(name + " by " + spec);
      Given setup;
      for (const char* input : {"Q", "K", "V"})
        setup.sources[input] = (folder / name / (std::string(input) + ".tns")).string();
      if (spec != std::string("attention_softmax")) {
        const auto block = one.second["constants"]["M0"].as<int64_t>();
        const auto keys = one.second["shapes"]["M"].as<int64_t>();
        setup.symbols = {{"T", block}};
        setup.shapes = {{"M0", block}, {"M1", (keys + block - 1) / block}};
      }
      Diagnostics diagnostics;
      auto ran = run(shipped(spec), setup, diagnostics);
      ASSERT_TRUE(ran) << told(diagnostics);
      EXPECT_TRUE(ran->verified);
      const auto want = elements(expected(folder / name / "expected" / "AV.tns", 2, 0));
      const auto got = elements(ran->outputs.at("AV"));
      ASSERT_EQ(got.size(), want.size());
      for (const auto& [at, value] : want)
        EXPECT_NEAR(got.at(at), value, params["tolerance"].as<double>()) << at[0] << "," << at[1];
    }
}

// Levels from 1 by a queue; edges lead from the second coordinate to the first.
std::map<std::vector<int32_t>, double> levels_by_queue(const Coo& graph, int32_t source) {
  std::multimap<int32_t, int32_t> targets;
  for (size_t e = 0; e < graph.entries(); ++e)
    targets.emplace(graph.coords[1][e], graph.coords[0][e]);
  std::map<std::vector<int32_t>, double> out = {{{source}, 1}};
  std::vector<int32_t> queue = {source};
  for (size_t at = 0; at < queue.size(); ++at) {
    const auto [first, last] = targets.equal_range(queue[at]);
    for (auto edge = first; edge != last; ++edge)
      if (out.try_emplace({edge->second}, out.at({queue[at]}) + 1).second)
        queue.push_back(edge->second);
  }
  return out;
}

TEST(Iteration, levels_are_those_of_a_queue) {
  std::vector<std::string> graphs = {"rmat:scale=7,ef=4,values=one,seed=3",
                                     "rand:shape=90x90,density=0.015,values=int",
                                     "rand:shape=40x40,density=0"};
  if (!shared_folder().empty())
    graphs.push_back((shared_folder() / "matrices" / "chesapeake.mtx.gz").string());
  if (shared_folder().empty() && must_have_shared()) FAIL() << "the shared matrices are missing";
  for (const std::string& graph : graphs)
    for (int32_t source : {0, 7}) {
      SCOPED_TRACE(graph + " from " + std::to_string(source));
      Diagnostics diagnostics;
      runtime::SourceNotes notes;
      auto edges = runtime::read_source(graph, runtime::KnownShape(2), diagnostics, notes);
      ASSERT_TRUE(edges) << told(diagnostics);
      const fs::path start = fs::path(testing::TempDir()) / "bfs_source.tns";
      std::ofstream(start) << "# shape " << edges->shape[0] << "\n" << source + 1 << " 1\n";
      const auto levels_by = [&](const std::string& spec) {
        Given setup;
        setup.sources = {{"G", graph}, {"F0", start.string()}, {"L0", start.string()}};
        auto ran = run(shipped(spec), setup, diagnostics);
        EXPECT_TRUE(ran && ran->verified) << told(diagnostics);
        auto levels = ran ? elements(ran->outputs.at("L1")) : decltype(elements(*edges)){};
        std::erase_if(levels, [](const auto& level) { return level.second == 0; });
        return levels;
      };
      EXPECT_EQ(levels_by("bfs"), levels_by_queue(*edges, source));
      std::swap(edges->coords[0], edges->coords[1]);  // its edges lead from the first coordinate
      EXPECT_EQ(levels_by("bfs_compressed"), levels_by_queue(*edges, source));
    }
}

// The spec with a compressed frontier has its edges the other way round.
TEST(Iteration, distances_by_a_compressed_frontier) {
  const fs::path folder = testing::TempDir();
  std::ofstream(folder / "sssp_source.tns") << "# shape 60\n8 0\n";
  for (const char* density : {"0", "0.03", "0.2"}) {
    Diagnostics diagnostics;
    runtime::SourceNotes notes;
    auto edges = runtime::read_source(
        "rand:shape=60x60,density=" + std::string(density) + ",values=int,seed=5",
        runtime::KnownShape(2), diagnostics, notes);
    ASSERT_TRUE(edges);
    std::map<std::string, std::map<std::vector<int32_t>, double>> distances;
    for (const char* spec : {"sssp", "sssp_compressed"}) {
      const std::string graph = (folder / (std::string(spec) + ".tns")).string();
      std::ofstream file(graph);
      file << "# shape 60 60\n";
      const bool by_source = spec == std::string("sssp_compressed");
      for (size_t e = 0; e < edges->entries(); ++e)
        file << edges->coords[by_source ? 1 : 0][e] + 1 << " "
             << edges->coords[by_source ? 0 : 1][e] + 1 << " " << std::fabs(edges->values[e])
             << "\n";
      file.close();
      Given setup;
      const std::string source = (folder / "sssp_source.tns").string();
      setup.sources = {{"G", graph}, {"A0", source}, {"P0", source}};
      auto ran = run(shipped(spec), setup, diagnostics);
      ASSERT_TRUE(ran) << told(diagnostics);
      EXPECT_TRUE(ran->verified);
      distances[spec] = elements(ran->outputs.at("P1"));
    }
    EXPECT_EQ(distances.at("sssp_compressed"), distances.at("sssp")) << density;
  }
}

// Frontiers of many searches at once, in several formats. Workers share their elements, of which
// there is another number in every round, rows of T are numbered by them, and the first of them is
// assembled itself.
TEST(Iteration, hands_on_matrices_of_growing_size) {
  for (const char* formats :
       {"S: { format: C }, Q: { format: C }", "S: { format: U }, Q: { format: C }",
        "S: { format: B }, Q: { format: C }", "S: { format: C }, Q: { format: U }"})
    for (const bool flattened : {false, true}) {
      if (std::string(formats).ends_with("U }") && flattened) continue;
      SCOPED_TRACE(std::string(formats) + (flattened ? " flattened" : ""));
      const std::string format =
          "{ default: { rank-order: [S, Q], " + std::string(formats) + " } }\n";
      const std::string mapping = flattened ? "  partitioning:\n    T:\n      (S, Q): [flatten()]\n"
                                              "  loop-order: { T: [SQ, V], R: [S, Q, V] }\n"
                                              "  spacetime: { T: { space: [SQ], time: [V] } }\n"
                                            : "  loop-order: { T: [S, Q, V], R: [S, Q, V] }\n";
      const std::string spec =
          "einsum:\n"
          "  declaration: { G: [S, V], B: [S, Q], F: [S, Q], T: [S, Q, V], R: [V, Q], N: [S, Q] }\n"
          "  expressions:\n    - F[s, q] = B[s, q]\n    - T[s, q, v] = F[s, q] * G[s, v]\n"
          "    - R[v, q] = T[s, q, v]\n    - N[s, q] = R[s, q]\n"
          "  iterate: { expressions: [T, R, N], times: ROUNDS, carry: { F: N } }\n"
          "mapping:\n" +
          mapping +
          "format:\n"
          "  G: { default: { rank-order: [S, V], S: { format: U }, V: { format: C } } }\n"
          "  T: { default: { rank-order: [S, Q, V], S: { format: C }, Q: { format: C },"
          " V: { format: C } } }\n"
          "  R: { default: { rank-order: [V, Q], V: { format: C }, Q: { format: C } } }\n  F: " +
          format + "  N: " + format + "params: { ROUNDS: 4 }\n";
      Given setup;
      setup.sources = {{"G", "rand:shape=30x30,density=0.1,values=one,seed=2"},
                       {"B", "rand:shape=30x3,density=0.04,values=one,seed=3"}};
      Diagnostics diagnostics;
      auto ran = run(text(spec), setup, diagnostics);
      ASSERT_TRUE(ran) << told(diagnostics);
      EXPECT_TRUE(ran->verified);
      EXPECT_GT(ran->outputs.at("N").entries(), 40u);
      EXPECT_TRUE(says(ran->steps, "elements stored (first of 4 rounds)"));
    }
}

TEST(Iteration, page_ranks_add_up_to_one) {
  Given setup;
  setup.sources = {{"G", "rand:shape=60x60,density=0.2,values=one,seed=4"},
                   {"P0", "uniform:shape=60"}};
  setup.scalars = {{"a", 0.85}, {"b", 0.15 / 60}};
  Diagnostics diagnostics;
  auto ran = run(shipped("pagerank"), setup, diagnostics);
  ASSERT_TRUE(ran) << told(diagnostics);
  EXPECT_TRUE(ran->verified);
  EXPECT_EQ(ran->outputs.at("P1").entries(), 60u);
  EXPECT_TRUE(says(ran->steps, "(20 rounds)"));
}

// Doubles B each round: after r rounds Z is 2^r B.
std::string doubling(const std::string& end) {
  return "einsum:\n  declaration: { B: [K], Z: [K] }\n  expressions:\n"
         "    - Z[k] = B[k] * 2\n  iterate:\n    carry: { B: Z }\n" +
         end;
}

TEST(Iteration, counts_its_rounds) {
  for (int64_t times : {1, 2, 7}) {
    Given setup;
    setup.sources = {{"B", "rand:shape=5,density=1,values=one"}};
    setup.symbols = {{"N", times}};
    Diagnostics diagnostics;
    auto ran = run(text(doubling("    times: N\n")), setup, diagnostics);
    ASSERT_TRUE(ran) << told(diagnostics);
    EXPECT_TRUE(ran->verified);
    EXPECT_EQ(ran->outputs.at("Z").values,
              std::vector<double>(5, std::pow(2.0, static_cast<double>(times))));
  }
}

// A round takes one coordinate of R, in dense and in compressed storage; none at all leaves the
// outputs empty.
TEST(Iteration, takes_a_coordinate_a_round) {
  for (const char* format : {"U", "C"})
    for (int64_t rounds : {0, 1, 3}) {
      SCOPED_TRACE(std::string(format) + std::to_string(rounds));
      const std::string spec =
          "einsum:\n  declaration: { A: [K, R], B: [K], Z: [K] }\n  expressions:\n"
          "    - Z[k] = B[k] * 2 + A[k, r]\n  iterate: { over: R, carry: { B: Z } }\n"
          "format: { A: { default: { rank-order: [K, R], K: { format: U }, R: { format: " +
          std::string(format) + " } } } }\n";
      // Every term runs over the same variables.
      std::string terms = spec;
      terms.replace(terms.find("B[k] * 2 + A[k, r]"), 18, "B[k] * 2 * O[r] + A[k, r]");
      terms.replace(terms.find("Z: [K] }"), 8, "Z: [K], O: [R] }");
      Given setup;
      const std::string r = std::to_string(rounds);
      setup.sources = {{"A", "rand:shape=4x" + r + ",density=0.5,values=int,seed=3"},
                       {"O", "rand:shape=" + r + ",density=1,values=one"},
                       {"B", "rand:shape=4,density=1,values=one"}};
      Diagnostics diagnostics;
      auto ran = run(text(terms), setup, diagnostics);
      ASSERT_TRUE(ran) << told(diagnostics);
      EXPECT_TRUE(ran->verified);
      std::vector<double> want(4, rounds == 0 ? 0 : 1);
      Diagnostics ignored;
      runtime::SourceNotes notes;
      auto a = runtime::read_source(setup.sources["A"], runtime::KnownShape(2), ignored, notes);
      std::vector<double> whole(static_cast<size_t>(4 * rounds));
      for (size_t e = 0; e < a->entries(); ++e)
        whole[static_cast<size_t>(a->coords[0][e] * rounds + a->coords[1][e])] = a->values[e];
      for (size_t k = 0; k < 4; ++k)
        for (int64_t i = 0; i < rounds; ++i)
          want[k] = 2 * want[k] + whole[k * static_cast<size_t>(rounds) + static_cast<size_t>(i)];
      for (size_t k = 0; k < 4; ++k) {
        const auto got = elements(ran->outputs.at("Z"));
        const auto found = got.find({static_cast<int32_t>(k)});
        EXPECT_EQ(found == got.end() ? 0 : found->second, want[k]) << k;
      }
    }
}

// H and G keep what each round wrote, G in sums that grow in memory and are zeroed once; what
// follows the iteration reads all of them. After r rounds Z is 2^r B.
TEST(Iteration, outputs_keep_a_slice_a_round) {
  for (const char* order : {"[R, K]", "[K, R]"})
    for (const char* loops : {"[R, J, K]", "[J, K, R]", "[K, R, J]"})
      for (int64_t rounds : {0, 1, 4}) {
        SCOPED_TRACE(fmt::format("{} {} {}", order, loops, rounds));
        const std::string spec = fmt::format(
            "einsum:\n  declaration: {{ B: [J], O: [R], W: [J, K], Z: [J], H: [R, J], G: [R, K], "
            "Y: [J] }}\n  expressions:\n    - Z[j] = B[j] * 2 * O[r]\n    - H[r, j] = Z[j] * O[r]\n"
            "    - G[r, k] = H[r, j] * W[j, k]\n    - Y[j] = H[r, j]\n"
            "  iterate: {{ expressions: [Z, H, G], over: R, carry: {{ B: Z }} }}\n"
            "mapping:\n  rank-order: {{ G: {} }}\n  loop-order: {{ G: {} }}\n",
            order, loops);
        Given setup;
        setup.sources = {{"O", fmt::format("rand:shape={},density=1,values=one", rounds)},
                         {"W", "rand:shape=5x7,density=0.5,values=int,seed=3"},
                         {"B", "rand:shape=5,density=1,values=one"}};
        Diagnostics diagnostics;
        auto ran = run(text(spec), setup, diagnostics);
        ASSERT_TRUE(ran) << told(diagnostics);
        EXPECT_TRUE(ran->verified);
        std::vector<double> want;
        for (int64_t r = 0; r < rounds; ++r) want.insert(want.end(), 5, std::ldexp(1, int(r) + 1));
        EXPECT_EQ(ran->outputs.at("H").values, want);
        const double all = std::ldexp(2, static_cast<int>(rounds)) - 2;
        EXPECT_EQ(ran->outputs.at("Y").values, std::vector<double>(rounds == 0 ? 0 : 5, all));
        for (const auto& [at, value] : elements(ran->outputs.at("G")))
          EXPECT_EQ(std::fmod(value, std::ldexp(1, at[0] + 1)), 0);
      }
}

// Compressed outputs of rounds that never come hold nothing.
TEST(Iteration, no_round_leaves_compressed_outputs_empty) {
  for (const char* formats : {"[J: C, K: C]", "[J: U, K: B]", "[K: C, J: U]"})
    for (int64_t rounds : {0, 2}) {
      SCOPED_TRACE(fmt::format("{} {}", formats, rounds));
      const std::string first(1, formats[1]), second(1, formats[7]);
      const std::string spec = fmt::format(
          "einsum:\n  declaration: {{ A: [J, K], O: [R], B: [J], T: [J], Z: [J, K], Y: [K] }}\n"
          "  expressions:\n    - T[j] = B[j] * O[r] * 2\n    - Z[j, k] = A[j, k] * T[j]\n"
          "    - Y[k] = Z[j, k]\n"
          "  iterate: {{ expressions: [T, Z], over: R, carry: {{ B: T }} }}\n"
          "format:\n  B: {{ default: {{ rank-order: [J], J: {{ format: C }} }} }}\n"
          "  T: {{ default: {{ rank-order: [J], J: {{ format: C }} }} }}\n"
          "  Z: {{ default: {{ rank-order: [{0}, {2}], {0}: {{ format: {1} }}, {2}: {{ format: {3} "
          "}} }} }}\n",
          first, formats[4], second, formats[10]);
      Given setup;
      setup.sources = {{"O", fmt::format("rand:shape={},density=1,values=one", rounds)},
                       {"A", "rand:shape=6x5,density=0.5,values=one,seed=3"},
                       {"B", "rand:shape=6,density=1,values=one"}};
      Diagnostics diagnostics;
      auto ran = run(text(spec), setup, diagnostics);
      ASSERT_TRUE(ran) << told(diagnostics);
      EXPECT_TRUE(ran->verified);
      EXPECT_EQ(ran->outputs.at("Z").entries() == 0, rounds == 0);
      EXPECT_EQ(ran->outputs.at("Y").entries() == 0, rounds == 0);
      for (double value : ran->outputs.at("Z").values) EXPECT_EQ(value, 4);
    }
}

// Breadth-first search with generations instead of carried tensors.
TEST(Iteration, generations_until_one_is_empty) {
  const char* const spec =
      "einsum:\n  declaration:\n    { G: [V, S], F: [I, S], L: [I, V], R: [I, V], N: [I, V], F0: "
      "[S], L0: [V], Y: [V] }\n  expressions:\n    - F[0, s] = F0[s]\n    - L[0, v] = L0[v]\n"
      "    - R[i, v] = G[v, s] * F[i, s]\n    - L[i + 1, v] = L[i, v] * R[i, v]\n"
      "    - N[i, v] = L[i, v] * L[i + 1, v]\n    - F[i + 1, s] = N[i, s]\n"
      "    - Y[v] = L[I, v]\n"
      "  operators:\n    R: { map: \"select(and(G, F), F + 1, 0)\", reduce: max, identity: 0, "
      "default: 0 }\n    L: { map: \"select(L, L, R)\" }\n    N: { map: \"select(a, 0, b)\" }\n"
      "  iterate: { until-empty: F }\n"
      "mapping:\n  loop-order: { L: [I, V], R: [I, V, S] }\n  rank-order: { F: [I, S] }\n";
  for (const char* graph : {"rmat:scale=7,ef=4,values=one,seed=3", "rand:shape=40x40,density=0"}) {
    SCOPED_TRACE(graph);
    Given setup;
    setup.sources = {{"G", graph}, {"F0", ""}, {"L0", ""}};
    const fs::path source = fs::path(testing::TempDir()) / "source_of_generations.tns";
    std::ofstream(source) << "# shape " << (graph[1] == 'm' ? 128 : 40) << "\n4 1\n";
    setup.sources["F0"] = setup.sources["L0"] = source.string();
    Diagnostics diagnostics;
    auto ran = run(text(spec), setup, diagnostics);
    ASSERT_TRUE(ran) << told(diagnostics);
    EXPECT_TRUE(ran->verified);
    runtime::SourceNotes notes;
    auto edges = runtime::read_source(graph, runtime::KnownShape(2), diagnostics, notes);
    EXPECT_EQ(elements(ran->outputs.at("Y")), levels_by_queue(*edges, 3));
    EXPECT_EQ(elements(ran->outputs.at("L")), elements(ran->outputs.at("Y")));
  }
}

// Of m + 1, 0 and M the last generation is left; rounds of an extent of 0 leave the default.
TEST(Iteration, generations_over_a_rank) {
  for (const char* format : {"U", "C"})
    for (int64_t rounds : {0, 1, 5}) {
      SCOPED_TRACE(fmt::format("{} {}", format, rounds));
      const std::string spec = fmt::format(
          "einsum:\n  declaration: {{ A: [M, P], B: [P], S: [M, P], H: [M, P], Y: [P], X: [M] }}\n"
          "  expressions:\n    - S[0, p] = B[p]\n    - S[m + 1, p] = 2 * S[m, p] + A[m, p]\n"
          "    - H[m, p] = S[m + 1, p] - S[m, p]\n    - Y[p] = S[M, p]\n    - X[m] = H[m, p]\n"
          "mapping:\n  loop-order: {{ S: [M, P] }}\n"
          "format:\n  A: {{ default: {{ rank-order: [M, P], M: {{ format: U }}, P: {{ format: {} "
          "}} "
          "}} }}\n",
          format);
      Given setup;
      setup.sources = {{"A", fmt::format("rand:shape={}x4,density=1,values=one", rounds)},
                       {"B", "rand:shape=4,density=1,values=one"}};
      Diagnostics diagnostics;
      auto ran = run(text(spec), setup, diagnostics);
      ASSERT_TRUE(ran) << told(diagnostics);
      EXPECT_TRUE(ran->verified);
      const double last = std::ldexp(2, static_cast<int>(rounds)) - 1;
      EXPECT_EQ(ran->outputs.at("Y").values, std::vector<double>(rounds == 0 ? 0 : 4, last));
      EXPECT_EQ(ran->outputs.at("S").values, ran->outputs.at("Y").values);
      std::vector<double> steps;
      for (int64_t r = 0; r < rounds; ++r) steps.push_back(std::ldexp(8, static_cast<int>(r)));
      EXPECT_EQ(ran->outputs.at("X").values, steps);
    }
}

TEST(Iteration, fails_where_it_does_not_end) {
  Given setup;
  setup.sources = {{"B", "rand:shape=5,density=1,values=one"}};
  Diagnostics diagnostics;
  EXPECT_FALSE(run(text(doubling("    until-empty: Z\n    at-most: 4\n")), setup, diagnostics));
  EXPECT_NE(told(diagnostics).find("Z is not empty after 4 rounds"), std::string::npos)
      << told(diagnostics);
}

}  // namespace
}  // namespace teaal::exec
