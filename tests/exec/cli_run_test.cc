#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/exec/process.h"

// The command lines of run, check and bench, as CLI.md states them. --device=cpu keeps the machine
// out of it.
namespace teaal::exec {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const char* const scaled_spec = R"(einsum:
  declaration: { A: [I, J], B: [J], D: [J], Z: [I] }
  expressions:
    - Z[i] = a * A[i, j] * B[j]
)";

const char* const matrix = "# shape 3 4\n1 1 2\n1 4 3\n3 2 5\n";
const char* const vector = "# shape 4\n1 1\n2 10\n4 100\n";
const char* const product = "# shape 3\n1 302\n3 50\n";

class CliRun : public testing::Test {
 protected:
  CliRun() {
    w.write("spmv.yaml", spmv_spec);
    w.write("scaled.yaml", scaled_spec);
    w.write("a.tns", matrix);
    w.write("b.tns", vector);
  }
  Finished run(const std::string& arguments) { return w.teaalc("run " + arguments); }

  Workspace w;
};

TEST_F(CliRun, WritesOutputsInEveryFormatAndReports) {
  Finished ran = run("spmv.yaml A=a.tns B=b.tns -o Z=z.tns --device=cpu");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(w.read("z.tns"), product);
  for (const char* part :
       {"PASS", "CPU executor", "3 × 4", "kernel time", "launch", "pack A", "GB/s", "bound"})
    EXPECT_TRUE(has(ran.out, part)) << part << "\n" << ran.out;
  EXPECT_EQ(run("spmv.yaml A=a.tns B=b.tns -o Z=z.mtx --device=cpu").code, 0);
  EXPECT_TRUE(has(w.read("z.mtx"), "%%MatrixMarket"));
  EXPECT_EQ(run("spmv.yaml A=a.tns B=b.tns -o Z=z.npy --device=cpu --type=f64").code, 0);
  EXPECT_TRUE(has(w.read("z.npy"), "NUMPY"));
}

TEST_F(CliRun, JsonReportIsTheOnlyThingOnStandardOutput) {
  Finished ran = run("spmv.yaml A=a.tns B=b.tns --json --device=cpu");
  ASSERT_EQ(ran.code, 0) << ran.err;
  auto report = nlohmann::json::parse(ran.out);
  EXPECT_EQ(report["verdict"], "pass");
  EXPECT_EQ(report["device"]["kind"], "cpu");
  EXPECT_EQ(report["tensors"].size(), 3u);
  EXPECT_GT(report["floor"]["bytes"], 0);
  EXPECT_GT(report["kernel"]["us"], 0);
  EXPECT_LE(report["max_error_over_bound"], 1);
}

TEST_F(CliRun, MissingInputsAndScalarsAreExit2AndSayHow) {
  Finished ran = run("scaled.yaml A=a.tns");
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(has(ran.err, "'B'") && has(ran.err, "'a'") && has(ran.err, "B=")) << ran.err;
  EXPECT_FALSE(has(ran.err, "'D'")) << ran.err;
}

TEST_F(CliRun, NamesThatTheSpecDoesNotKnowAreExit2) {
  for (const char* arguments :
       {"spmv.yaml A=a.tns B=b.tns Q=b.tns", "spmv.yaml A=a.tns B=b.tns Z=b.tns",
        "spmv.yaml A=a.tns B=b.tns a=2", "spmv.yaml A=a.tns B=b.tns -o Q=z.tns",
        "spmv.yaml A=a.tns B=b.tns -o A=z.tns", "spmv.yaml A=a.tns B=b.tns --shape Q=3",
        "spmv.yaml A=a.tns A=a.tns B=b.tns", "spmv.yaml A=a.tns B=b.tns -o z.tns",
        "scaled.yaml A=a.tns B=b.tns a=two", "spmv.yaml A=a.tns B=b.tns --device=tpu",
        "spmv.yaml A=a.tns B=b.tns --checked --device=gpu"}) {
    Finished ran = run(arguments);
    EXPECT_EQ(ran.code, 2) << arguments << "\n" << ran.err;
    EXPECT_TRUE(has(ran.err, "teaalc run: error: ")) << ran.err;
  }
}

TEST_F(CliRun, DeclaredButUnusedTensorIsIgnoredWithANote) {
  Finished ran = run("scaled.yaml A=a.tns B=b.tns D=nowhere.mtx a=0.5 -o Z=z.tns --device=cpu");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "D is declared")) << ran.out;
  EXPECT_EQ(w.read("z.tns"), "# shape 3\n1 151\n3 25\n");
}

TEST_F(CliRun, ShapesThatDisagreeNameBothPlaces) {
  w.write("b5.tns", "# shape 5\n1 1\n");
  Finished ran = run("spmv.yaml A=a.tns B=b5.tns --device=cpu");
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(has(ran.err, "a.tns") && has(ran.err, "b5.tns") && has(ran.err, "[shape-mismatch]"))
      << ran.err;
}

TEST_F(CliRun, RankThatNothingFixesNamesTheShapeOption) {
  Finished ran = run("spmv.yaml A=rand:density=0.5 B=b.tns --device=cpu");
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(has(ran.err, "[shape-unknown]") && has(ran.err, "--shape")) << ran.err;
  EXPECT_EQ(run("spmv.yaml A=rand:density=0.5 B=b.tns --shape I=7 --device=cpu").code, 0);
}

TEST_F(CliRun, BadDataIsExit1AtItsLine) {
  w.write("bad.tns", "# shape 3 4\n1 1 2\n9 1 3\n");
  Finished ran = run("spmv.yaml A=bad.tns B=b.tns --device=cpu");
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(has(ran.err, "bad.tns:3:")) << ran.err;
  EXPECT_EQ(run("spmv.yaml A=missing.mtx B=b.tns --device=cpu").code, 1);
  EXPECT_EQ(run("spmv.yaml A=a.tns B=b.tns -o Z=a.tns --device=cpu").code, 2);
  EXPECT_EQ(run("spmv.yaml A=a.tns B=b.tns -o Z=z.xyz --device=cpu").code, 1);
  EXPECT_EQ(run("spmv.yaml A=a.tns B=b.tns -o Z=no_folder/z.tns --device=cpu").code, 1);
}

TEST_F(CliRun, AFailedSourceNamesItsTensorAndIsTheOnlyError) {
  for (const char* bad : {"rand:densty=0.1", "missing.tns"}) {
    Finished ran = run("spmv.yaml A=" + std::string(bad) + " B=rand: --device=cpu");
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_TRUE(has(ran.err, "this is the source of A: A=" + std::string(bad))) << ran.err;
    EXPECT_EQ(ran.err.find("error:"), ran.err.rfind("error:")) << ran.err;
  }
}

// An absent element contributes nothing, one that is stored does: 0 * NaN is NaN.
TEST_F(CliRun, NanMeetsStoredZerosAndPassesAbsentOnes) {
  w.write("nan.tns", "# shape 4\n1 1\n2 10\n3 nan\n4 100\n");
  for (const char* format :
       {"dense", "csr", "csc", "dcsr", "coo", "I:C,J:U", "J:U,I:U", "J:C,I:U"}) {
    Finished ran = run("spmv.yaml A=a.tns B=nan.tns -o Z=z.tns --device=cpu --format A=" +
                       std::string(format));
    EXPECT_EQ(ran.code, 0) << format << "\n" << ran.out << ran.err;
    const std::string z = w.read("z.tns");
    // Only with both ranks or the rows' slots stored does a zero of A meet the NaN.
    const bool stored = has(format, "dense") || has(format, "J:U");
    EXPECT_EQ(has(z, "nan"), stored) << format << "\n" << z;
  }
}

TEST_F(CliRun, FormatsChangeNothingInTheResult) {
  for (const char* format : {"csr", "csc", "dcsr", "dense", "J:C,I:U", "I:C,J:U"}) {
    std::string arguments =
        std::string("spmv.yaml A=a.tns B=b.tns -o Z=z.tns --checked --format A=") + format;
    Finished ran = run(arguments);
    EXPECT_EQ(ran.code, 0) << format << "\n" << ran.err << ran.out;
    EXPECT_EQ(w.read("z.tns"), product) << format;
  }
  EXPECT_TRUE(
      has(run("spmv.yaml A=a.tns B=b.tns --format A=csc --device=cpu").out, "resort A → [I, J]"));
  EXPECT_EQ(run("spmv.yaml A=a.tns B=b.tns --format A=I:X,J:C").code, 1);
}

TEST_F(CliRun, GpuThatIsNotThereIsExit3AndAutoSaysWhy) {
  std::string nothing = "PATH=/usr/bin:/bin";
  Finished automatic = run("spmv.yaml A=a.tns B=b.tns");
  EXPECT_EQ(automatic.code, 0) << automatic.err;
  if (!has(automatic.out, "no usable GPU")) GTEST_SKIP() << "this machine has a GPU";
  EXPECT_TRUE(has(automatic.out, "ran on the CPU executor")) << automatic.out;
  Finished gpu = run("spmv.yaml A=a.tns B=b.tns --device=gpu");
  EXPECT_EQ(gpu.code, 3);
  EXPECT_TRUE(has(gpu.err, "[no-device]")) << gpu.err;
}

TEST_F(CliRun, ResultOutsideTheBoundIsExit3AndIsNotWritten) {
  w.write("huge.tns", "# shape 3 4\n1 1 1e30\n");
  w.write("hugeb.tns", "# shape 4\n1 1e30\n");
  w.write("z.tns", "precious");
  Finished ran =
      run("spmv.yaml A=huge.tns B=hugeb.tns -o Z=z.tns --device=cpu");  // 1e60 is infinite in f32
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_TRUE(has(ran.err, "[mismatch]")) << ran.err;
  EXPECT_TRUE(has(ran.out, "FAIL")) << ran.out;
  EXPECT_EQ(w.read("z.tns"), "precious");
  EXPECT_EQ(run("spmv.yaml A=huge.tns B=hugeb.tns --type=f64 --device=cpu").code, 0);
}

TEST_F(CliRun, QuietPrintsNothingAndKeepWritesTheKernel) {
  Finished ran = run("spmv.yaml A=a.tns B=b.tns --quiet --device=cpu --keep kept");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out + ran.err, "");
  EXPECT_TRUE(w.exists("kept/spmv.cu") && w.exists("kept/spmv.h") &&
              w.exists("kept/spmv.manifest.json"));
}

TEST_F(CliRun, SymbolsBindLiterally) {
  for (int threads : {1, 2, 4, 1000}) {
    Finished ran = run("spmv.yaml A=a.tns B=b.tns --json --device=cpu -D NUM_THREADS=" +
                       std::to_string(threads));
    ASSERT_EQ(ran.code, 0) << ran.err;
    auto report = nlohmann::json::parse(ran.out);
    EXPECT_EQ(report["symbols"]["NUM_THREADS"], threads);
  }
  EXPECT_EQ(run("spmv.yaml A=a.tns B=b.tns -D NUM_THREADS=0 --device=cpu").code, 1);
}

TEST_F(CliRun, StridesAreGivenLikeSizesOrLikeScalars) {
  w.write("strided.yaml", R"(einsum:
  declaration: { I: [W], Z: [Q] }
  expressions:
    - Z[q] = a * I[g * q]
)");
  w.write("i.tns", "# shape 5\n1 1\n2 10\n3 100\n5 1000\n");
  const std::string rest = " strided.yaml I=i.tns a=1 --shape Q=3 -o Z=z.tns --device=cpu";
  for (const char* stride : {"g=2", "-D g=2", "g=2 -D g=2"}) {
    Finished ran = w.teaalc("run" + rest + " " + stride);
    EXPECT_EQ(ran.code, 0) << stride << "\n" << ran.err;
    EXPECT_EQ(w.read("z.tns"), "# shape 3\n1 1\n2 100\n3 1000\n") << stride;
  }
  for (const auto& [stride, said] :
       {std::pair{"g=2.5", "'2.5' is not an integer, but g is a stride"},
        {"g=3 -D g=2", "stride g is given as 2 and as 3"},
        {"g=3 g=2", "stride g is given as 3 and as 2"}}) {
    Finished ran = w.teaalc("run" + rest + " " + stride);
    EXPECT_EQ(ran.code, 2) << stride << "\n" << ran.err;
    EXPECT_TRUE(has(ran.err, said)) << ran.err;
  }
  EXPECT_EQ(w.teaalc("run" + rest).code, 1);
  EXPECT_EQ(w.teaalc("check strided.yaml --cases=3 --device=cpu g=2").code, 0);
}

TEST_F(CliRun, EmptyExtentsRun) {
  EXPECT_EQ(
      run("spmv.yaml A=rand:density=0.5 B=rand:density=1 --shape I=0 --shape J=4 --device=cpu")
          .code,
      0);
  EXPECT_EQ(
      run("spmv.yaml A=rand:density=0.5 B=rand:density=1 --shape I=4 --shape J=0 --device=cpu")
          .code,
      0);
}

TEST_F(CliRun, DevicesAreWrittenDirectly) {
  EXPECT_EQ(run("spmv.yaml A=a.tns B=b.tns --device=cpu --quiet -o Z=/dev/null").code, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(run("spmv.yaml A=a.tns B=b.tns --device=cpu --quiet -o Z=missing/z.tns").code, 1);
}

TEST_F(CliRun, CheckPassesOnARightSpecAndCountsItsCases) {
  Finished ran = w.teaalc("check spmv.yaml --cases=8 --seed=3 --device=cpu");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "8 cases (seed 3)") && has(ran.out, "PASS") &&
              has(ran.out, "checked mode"))
      << ran.out;
  auto json = nlohmann::json::parse(
      w.teaalc("check scaled.yaml A=a.tns --cases=3 --device=cpu --json").out);
  EXPECT_EQ(json["verdict"], "pass");
  EXPECT_EQ(json["cases"], 3);
  EXPECT_EQ(w.teaalc("check spmv.yaml -o Z=z.tns").code, 2);
  EXPECT_EQ(w.teaalc("check spmv.yaml --cases=0").code, 2);
}

// Values that overflow f32 make every case that meets them wrong; the printed command must fail
// alike.
TEST_F(CliRun, CheckPrintsACommandThatRepeatsTheFailure) {
  w.write("huge.tns", "# shape 1 4\n1 1 1e30\n1 2 1e30\n1 3 1e30\n1 4 1e30\n");
  w.write("hugeb.tns", "# shape 4\n1 1e30\n2 1e30\n3 1e30\n4 1e30\n");
  Finished ran = w.teaalc("check spmv.yaml A=huge.tns B=hugeb.tns --cases=2 --device=cpu");
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_TRUE(has(ran.out, "FAIL")) << ran.out;
  size_t at = ran.err.find("\n  teaalc run ");
  ASSERT_NE(at, std::string::npos) << ran.err;
  std::string command = ran.err.substr(at + 10, ran.err.find('\n', at + 1) - at - 10);
  EXPECT_EQ(w.teaalc(command).code, 3) << command;
}

TEST_F(CliRun, BenchTellsColdAndWarmAndTheConversion) {
  Finished ran = w.teaalc("bench spmv.yaml A=a.tns B=b.tns --device=cpu --repeat=3");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* part : {"cold", "warm", "prepare", "upload", "teaalc spmv", "medians of 3"})
    EXPECT_TRUE(has(ran.out, part)) << part << "\n" << ran.out;
  auto json = nlohmann::json::parse(
      w.teaalc("bench spmv.yaml A=a.tns B=b.tns --device=cpu --repeat=3 --json").out);
  EXPECT_EQ(json["rows"][0]["ours"], true);
  EXPECT_EQ(w.teaalc("bench spmv.yaml A=a.tns").code, 2);
  EXPECT_EQ(w.teaalc("bench spmv.yaml A=a.tns B=b.tns --repeat=0").code, 2);
}

}  // namespace
}  // namespace teaal::exec
