// `teaalc tune` and `--mapping=auto` as a user calls them. On the CPU, so that times are
// predictions, which repeat.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using Json = nlohmann::json;

const std::string specs = std::string(TEAAL_SOURCE_DIR) + "/specs/";
const char* const spec = R"(# Rows by warps.
einsum:
  declaration: { A: [M, K], B: [K], Z: [M] }
  expressions: ["Z[m] = A[m, k] * B[k]"]
mapping:
  partitioning: { Z: { M: [uniform_shape(ROWS)] } }
  loop-order: { Z: [M1, M0, K] }
  spacetime: { Z: { space: [M1, M0, K], time: [] } }
params: { ROWS: 8 }   # warps of a block
tune:
  ROWS: [2, 64]
)";
const std::string inputs = " A=rand:shape=60x50,density=0.1 B=dense: --device=cpu";

class Tune : public testing::Test {
 protected:
  Tune() { w.write("s.yaml", spec); }
  Finished tune(const std::string& arguments) const { return w.teaalc("tune " + arguments); }
  Json json(const std::string& arguments) const {
    const Finished run = tune(arguments + " --json");
    EXPECT_EQ(run.code, 0) << run.err;
    return Json::parse(run.out, nullptr, false);
  }
  Workspace w;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Tune, TriesWhatIsListed) {
  const Json out = json("s.yaml" + inputs + " --no-cache");
  ASSERT_EQ(out["candidates"].size(), 3U) << out;
  EXPECT_EQ(out["time_is"], "predicted");
  EXPECT_EQ(out["candidates"][0]["candidate"], "as given");
  EXPECT_EQ(out["candidates"][0]["over_given"], 1.0);
  EXPECT_GT(out["candidates"][1]["us"], 0);
  EXPECT_EQ(out["whole"], true);
  EXPECT_EQ(out["best"]["verified"], true);
  double least = 1e9;
  for (const Json& candidate : out["candidates"])
    if (candidate.contains("us")) least = std::min(least, candidate["us"].get<double>());
  EXPECT_LE(out["best"]["us"].get<double>(), least * 1.01);
}

TEST_F(Tune, TellsWhatIsRefused) {
  std::string many = spec;
  many.replace(many.find("ROWS: [2, 64]"), 13, "format: { A: [\"like:B\"] }");
  w.write("s.yaml", many);
  const Finished run = tune("s.yaml -D ROWS=8 --no-cache" + inputs);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(has(run.out, "  refused: A=like:B: ")) << run.out;
  EXPECT_TRUE(has(run.out, "A is an input")) << run.out;
  EXPECT_TRUE(has(run.out, "best: as given")) << run.out;
}

TEST_F(Tune, TheLeastChangeWinsWhereTimesAreAlike) {
  const Json out = json("s.yaml A=rand:shape=64x20,density=0.02 B=dense: --device=cpu --no-cache");
  const Json &given = out["candidates"][0], &changed = out["candidates"][1];
  ASSERT_LT(changed["us"].get<double>(), given["us"].get<double>()) << out;
  ASSERT_LT(given["us"].get<double>(), changed["us"].get<double>() * 1.01) << out;
  EXPECT_EQ(out["best"]["candidate"], "as given") << out;
}

TEST_F(Tune, PredictsWhatExplainPredicts) {
  const Json out = json("s.yaml" + inputs + " --no-cache");
  const Finished counted = w.teaalc("run s.yaml -D ROWS=2 --count --json" + inputs);
  ASSERT_EQ(counted.code, 0) << counted.err;
  EXPECT_EQ(Json::parse(counted.out)["predicted"]["us"], out["candidates"][1]["us"]);
}

TEST_F(Tune, TheBestSpecIsWrittenAndRuns) {
  const Finished run = tune("s.yaml --orders=all --no-cache -o best.yaml" + inputs);
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string best = w.read("best.yaml");
  EXPECT_TRUE(has(best, "# Rows by warps.") && has(best, "# warps of a block")) << best;
  EXPECT_EQ(w.read("s.yaml"), spec);
  EXPECT_EQ(w.teaalc("run best.yaml" + inputs).code, 0);
}

TEST_F(Tune, NothingThatIsReadIsOverwritten) {
  w.write("a.tns", "# shape 3 3\n1 1 1\n3 2 4\n");
  const Finished spec_too = tune("s.yaml A=a.tns B=dense: --device=cpu -o s.yaml");
  EXPECT_EQ(spec_too.code, 2);
  EXPECT_TRUE(has(spec_too.err, "would overwrite the spec")) << spec_too.err;
  EXPECT_EQ(tune("s.yaml A=a.tns B=dense: --device=cpu -o a.tns").code, 2);
  EXPECT_EQ(w.read("s.yaml"), spec);
  EXPECT_TRUE(has(w.read("a.tns"), "# shape"));
}

TEST_F(Tune, OtherSpecsMayUseOtherNames) {
  const Json out = json("s.yaml " + specs + "spmv_thread_mapped.yaml" + inputs + " --no-cache");
  std::string labels;
  for (const Json& candidate : out["candidates"])
    labels += candidate["candidate"].get<std::string>() + (candidate.contains("us") ? "; " : "?; ");
  EXPECT_EQ(labels, "s; spmv_thread_mapped; s ROWS=2; s ROWS=64; ");
}

TEST_F(Tune, OtherSpecsTakeTheStridesOfTheFirst) {
  const auto strided = [](const std::string& stride) {
    return "einsum:\n  declaration: { I: [W], F: [S], O: [Q] }\n"
           "  expressions: [\"O[q] = I[T * q + s] * F[s]\"]\nparams: { T: " +
           stride + " }\n";
  };
  const std::string filter =
      " I=dense:shape=30,values=rand F=dense:shape=4,values=rand --shape Q=8 --device=cpu";
  // A compressed input takes longer, so the other spec is written.
  w.write("three.yaml", strided("3"));
  w.write("c.yaml",
          strided("2") + "format:\n  I: { default: { rank-order: [W], W: { format: C } } }\n");
  const Finished run = tune("c.yaml three.yaml --no-cache -o best.yaml" + filter);
  ASSERT_EQ(run.code, 0) << run.err;
  ASSERT_TRUE(has(run.out, "best: three")) << run.out;
  EXPECT_TRUE(has(w.read("best.yaml"), "params: { T: 2 }")) << w.read("best.yaml");
}

TEST_F(Tune, SpecsThatComputeSomethingElseAreRefusedAtTheirPlace) {
  w.write(
      "other.yaml",
      "einsum:\n  declaration: { A: [M, K], B: [M], Z: [K] }\n  expressions:\n    - Z[k] = A[m, "
      "k] * B[m]\n");
  const Finished run = tune("s.yaml other.yaml" + inputs);
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(has(run.err, "other.yaml:4:7: error: this is not what s.yaml computes")) << run.err;
  EXPECT_TRUE(has(run.err, "s.yaml:4:")) << run.err;
}

TEST_F(Tune, OutcomesAreFoundAgainForInputsOfTheSameStructure) {
  const std::string cache = "env TEAAL_CACHE_DIR=" + w.path("cache");
  const auto from_cache = [&](const std::string& arguments) {
    const Finished run =
        w.teaalc("tune s.yaml --json --device=cpu B=dense: " + arguments, "", cache);
    EXPECT_EQ(run.code, 0) << run.err;
    const Json out = Json::parse(run.out, nullptr, false);
    EXPECT_EQ(out["best"]["verified"], true) << out;
    return out["from_cache"].get<bool>();
  };
  EXPECT_FALSE(from_cache("A=uniform:shape=60x50,row=5"));
  EXPECT_TRUE(from_cache("A=uniform:shape=60x50,row=5,seed=2"));
  EXPECT_FALSE(from_cache("A=uniform:shape=60x50,row=5,seed=2 --no-cache"));
  EXPECT_FALSE(from_cache("A=uniform:shape=60x50,row=20"));
  EXPECT_FALSE(from_cache("A=uniform:shape=60x50,row=5 -D ROWS=4"));
}

TEST_F(Tune, TheBudgetEndsIt) {
  const Json out = json("s.yaml --budget=1ms --no-cache" + inputs);
  EXPECT_EQ(out["tried"], 1);
  EXPECT_EQ(out["whole"], false);
  EXPECT_EQ(out["best"]["candidate"], "as given");
  EXPECT_EQ(tune("s.yaml --budget=soon" + inputs).code, 2);
  EXPECT_EQ(tune("s.yaml --budget=-3s" + inputs).code, 2);
}

TEST_F(Tune, ACtrlCPrintsWhatWasFound) {
  std::string many = spec;
  std::string rows = "[1";  // more than any machine tries before the signal
  for (int candidate = 2; candidate <= 400; ++candidate) rows += ", " + std::to_string(candidate);
  many.replace(many.find("[2, 64]"), 7, rows + "]");
  w.write("many.yaml", many);
  const Finished run = w.teaalc(
      "tune many.yaml A=rand:shape=3000x3000,density=0.1 B=dense: --device=cpu --no-cache -o "
      "b.yaml",
      "", "timeout --foreground -s INT 5");
  EXPECT_TRUE(has(run.out, "; interrupted")) << run.out << run.err;
  EXPECT_TRUE(has(run.out, "no result was compared")) << run.out;
  EXPECT_FALSE(w.exists("b.yaml"));
}

TEST_F(Tune, WhatIsWrongBeforehandIsToldAsEver) {
  EXPECT_EQ(tune("s.yaml A=missing.mtx B=dense: --device=cpu").code, 1);
  EXPECT_EQ(tune("s.yaml A=rand:shape=3x3,density=1 --device=cpu").code, 2);
  EXPECT_EQ(tune("missing.yaml A=x").code, 1);
  EXPECT_EQ(tune("s.yaml -D TYPO=3" + inputs).code, 2);
  w.write("bad.yaml", std::string(spec) + "  TYPO: [1]\n");
  const Finished run = tune("bad.yaml" + inputs);
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(has(run.err, "bad.yaml:12:3: error: no size of this spec is named 'TYPO'"))
      << run.err;
}

TEST_F(Tune, ASpecWithTuneCompilesAsBefore) {
  std::string plain = spec;
  plain.resize(plain.find("tune:"));
  EXPECT_EQ(w.teaalc("s.yaml -o a.cu --name=k").code, 0);
  w.write("s.yaml", plain);
  EXPECT_EQ(w.teaalc("s.yaml -o b.cu --name=k").code, 0);
  EXPECT_FALSE(w.read("a.cu").empty());
  EXPECT_EQ(w.read("a.cu"), w.read("b.cu"));
}

TEST_F(Tune, AutoTakesAMappingByTheOperand) {
  const auto note = [&](const std::string& a) {
    const Finished run =
        w.teaalc("run s.yaml --mapping=auto --device=cpu B=dense: -o Z=z.tns A=" + a);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_TRUE(has(run.out, "PASS")) << run.out;
    return run.out;
  };
  const std::string grid = note("stencil:n=20,points=5");
  EXPECT_TRUE(has(grid, "took specs/spmv_thread_mapped.yaml, because rows are short and alike"))
      << grid;
  EXPECT_EQ(w.teaalc("run s.yaml --device=cpu B=dense: A=stencil:n=20,points=5 "
                     "--expect Z=z.tns,rtol=1e-4,atol=1e-5")
                .code,
            0);
  EXPECT_TRUE(has(note("rmat:scale=8,ef=8"), "took specs/spmv_merge_path.yaml"));
}

// The result is that of the spec at hand, whose S is dense in memory, whoever computes it.
TEST_F(Tune, AutoMultipliesByAllElementsBeyondTheCrossover) {
  const std::string events =
      "run " + specs +
      "events.yaml --device=cpu W=dense:shape=90x70,values=rand S=rand:shape=20x90,";
  const Finished few = w.teaalc(events + "density=0.05 --mapping=auto");
  EXPECT_TRUE(has(few.out, "took specs/events.yaml, because few elements are not 0")) << few.out;
  EXPECT_EQ(w.teaalc(events + "density=0.3 -o Z=z.tns").code, 0);
  const Finished many =
      w.teaalc(events + "density=0.3 --mapping=auto --expect Z=z.tns,rtol=1e-4,atol=1e-5");
  EXPECT_EQ(many.code, 0) << many.err;
  EXPECT_TRUE(has(many.out, "took specs/gemm_few_rows.yaml, because so many elements")) << many.out;
}

TEST_F(Tune, AutoStaysWhereNothingSuits) {
  const Finished run = w.teaalc("run " + specs +
                                "dot.yaml --mapping=auto --device=cpu A=dense:shape=8 "
                                "B=dense:shape=8");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(has(run.out, "no shipped spec that computes this")) << run.out;
  const Finished sized = w.teaalc("run s.yaml -D ROWS=4 --mapping=auto" + inputs);
  EXPECT_EQ(sized.code, 2);
  EXPECT_TRUE(has(sized.err, "which --mapping=auto replaces")) << sized.err;
}

TEST_F(Tune, ACompileTakesAMappingByInputsToo) {
  const Finished run =
      w.teaalc("s.yaml --mapping=auto A=stencil:n=20,points=5 B=dense: -o k.cu --name=k");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(has(run.err, "took specs/spmv_thread_mapped.yaml")) << run.err;
  EXPECT_EQ(w.teaalc(specs + "spmv_thread_mapped.yaml -o t.cu --name=k --lines=off").code, 0);
  EXPECT_EQ(w.teaalc("s.yaml --mapping=auto A=stencil:n=20,points=5 B=dense: -o k.cu --name=k "
                     "--lines=off")
                .code,
            0);
  const auto body = [&](const std::string& file) {
    const std::string text = w.read(file);
    return text.substr(text.find("__global__"));
  };
  EXPECT_EQ(body("k.cu"), body("t.cu"));
  EXPECT_EQ(w.teaalc("s.yaml A=stencil:n=20,points=5").code, 2);
  EXPECT_EQ(w.teaalc("s.yaml --stop-after=order -o s.ir").code, 0);
  EXPECT_EQ(w.teaalc("s.ir --from=order --mapping=auto A=stencil:n=20,points=5 B=dense:").code, 2);
}

// TEAAL_UPDATE_GOLDEN=1 rewrites the text: read it.
TEST_F(Tune, HelpSaysWhatItsGoldenSays) {
  const std::string path = std::string(TEAAL_SOURCE_DIR) + "/tests/golden/help/tune.txt";
  const Finished help = w.teaalc("tune --help", "", "env COLUMNS=100");
  EXPECT_EQ(help.code, 0);
  if (std::getenv("TEAAL_UPDATE_GOLDEN")) std::ofstream(path) << help.out;
  std::ostringstream golden;
  golden << std::ifstream(path).rdbuf();
  EXPECT_EQ(help.out, golden.str());
}

}  // namespace
}  // namespace teaal::exec
