#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/exec/process.h"

// What a new user runs into in the first hour: each was found by trying.
namespace teaal::exec {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class FirstHour : public testing::Test {
 protected:
  FirstHour() {
    w.write("spmv.yaml", spmv_spec);
    w.write("a.tns", "# shape 3 4\n1 1 2\n1 4 3\n3 2 5\n");
    w.write("b.tns", "# shape 4\n1 1\n2 10\n4 100\n");
  }
  Finished run(const std::string& arguments) {
    return w.teaalc("run spmv.yaml A=a.tns B=b.tns --device=cpu " + arguments);
  }

  Workspace w;
};

TEST_F(FirstHour, OutputsContinueAStream) {
  for (const char* name : {"/dev/stdout", "-", "/dev/fd/1"}) {
    Finished ran =
        w.teaalc(std::string("run spmv.yaml A=a.tns B=b.tns --device=cpu -q -o Z=") + name,
                 "; echo behind; }", "{ echo before;");
    EXPECT_EQ(ran.out, "before\n# shape 3\n1 302\n3 50\nbehind\n") << name << ran.err;
  }
  const std::string text =
      w.teaalc("spmv.yaml -q -o /dev/stdout", "; echo behind; }", "{ echo before;").out;
  EXPECT_TRUE(text.starts_with("before\n// Made by teaalc") && text.ends_with("\nbehind\n"))
      << text;
}

TEST_F(FirstHour, ArchitecturesThatKernelsDoNotRunOnAreExit2) {
  for (const char* arch : {"sm_70", "sm_75", "sm_30", "sm_999"})
    EXPECT_EQ(w.teaalc(std::string("spmv.yaml -o - --arch=") + arch).code, 2) << arch;
  EXPECT_EQ(w.teaalc("spmv.yaml -o - --arch=sm_80").code, 0);
}

TEST_F(FirstHour, UnknownWordsAreNamedWithTheNearestOne) {
  Finished word = w.teaalc("chekc spmv.yaml");
  EXPECT_EQ(word.code, 2);
  EXPECT_TRUE(has(word.err, "no such command 'chekc'; did you mean 'check'?")) << word.err;
  EXPECT_EQ(w.teaalc("help").code, 2);
  Finished option = run("--devise=cpu");
  EXPECT_EQ(option.code, 2);
  EXPECT_TRUE(has(option.err, "no option '--devise'; did you mean '--device'?")) << option.err;
  EXPECT_TRUE(has(run("--repeat=5").err, "teaalc bench has it"));
  EXPECT_EQ(w.teaalc("none.yaml").code, 1);
}

TEST_F(FirstHour, FunctionsWorkInDoubles) {
  for (const char* map : {"tanh", "exp", "sqrt", "max(a, 0)"}) {
    w.write("map.yaml",
            std::string("einsum:\n  declaration: { A: [K], Z: [K] }\n  expressions: "
                        "[\"Z[k] = A[k]\"]\n  operators: { Z: { map: \"") +
                map +
                "\" } }\nformat: { A: { default: { rank-order: [K], K: { format: U } } } }\n");
    Finished ran = w.teaalc("run map.yaml A=rand:shape=99 --type=f64 --device=cpu");
    EXPECT_EQ(ran.code, 0) << map << ran.err;
  }
}

TEST_F(FirstHour, WarningsStandInTheReport) {
  w.write("odd.yaml", std::string(spmv_spec) + "remarks: { by: nobody }\n");
  Finished ran = w.teaalc("run odd.yaml A=a.tns B=b.tns --device=cpu --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  auto report = nlohmann::json::parse(ran.out);
  EXPECT_EQ(report["verdict"], "pass");
  ASSERT_EQ(report["findings"].size(), 1u);
  EXPECT_TRUE(has(report["findings"][0], "unknown key 'remarks'")) << ran.out;
}

TEST_F(FirstHour, AReportSaysWhatIdlesAndThatTheCpuEmulates) {
  Finished ran = w.teaalc("run spmv.yaml A=rand:shape=50x4 B=b.tns -D NUM_THREADS=4 --device=cpu");
  EXPECT_TRUE(has(ran.out, "on a GPU, 131 of 132 multiprocessors idle")) << ran.out;
  EXPECT_TRUE(has(ran.out, "28 of a warp's 32 lanes idle")) << ran.out;
  EXPECT_TRUE(has(ran.out, "emulation: compare counts, not these times")) << ran.out;
  EXPECT_TRUE(has(ran.out, "reference math in f64 (--no-verify leaves it out)")) << ran.out;
  EXPECT_FALSE(has(run("--no-verify").out, "reference math in f64"));
}

TEST_F(FirstHour, NamesComeFromTheSpecNotTheOutput) {
  EXPECT_EQ(w.teaalc("spmv.yaml -o kernel.cu --emit=h").code, 0);
  EXPECT_TRUE(has(w.read("kernel.h"), "#ifndef TEAALC_spmv_H")) << w.read("kernel.h");
  EXPECT_TRUE(has(w.read("kernel.cu"), "spmv_launch("));
  EXPECT_EQ(w.teaalc("spmv.yaml -o kernel.cu --emit=h --name=first").code, 0);
  EXPECT_TRUE(has(w.read("kernel.h"), "#ifndef TEAALC_first_H"));
  EXPECT_TRUE(has(w.read("kernel.h"), "#define first_launch first_launch_64"));
}

TEST_F(FirstHour, ArchivesOfScipyAreToldWhatToWrite) {
  Finished ran = w.teaalc("run spmv.yaml A=a.npz B=b.tns --device=cpu");
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(has(ran.err, "scipy.io.mmwrite")) << ran.err;
}

TEST_F(FirstHour, AFactorThatTheMapLeavesOutOnlySaysWhereTheLoopsRun) {
  w.write("left.yaml", R"(einsum:
  declaration: { A: [K], B: [K], Z: [K] }
  expressions: ["Z[k] = B[k] * A[k]"]
  operators: { Z: { map: a } }
)");
  Finished ran = w.teaalc("run left.yaml A=rand:shape=40 B=rand:shape=40 --checked");
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(FirstHour, AnInterruptedCheckSaysWhatItDid) {
  Finished ran = w.teaalc("check spmv.yaml --cases=100000 --device=cpu", "", "timeout -s INT 5");
  EXPECT_TRUE(has(ran.out, "interrupted after ")) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, " of 100000 cases")) << ran.out;
}

}  // namespace
}  // namespace teaal::exec
