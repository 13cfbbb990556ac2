#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

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
  for (const auto& [said, meant] :
       std::vector<std::pair<std::string, std::string>>{{"comp", "'compare' or 'teaalc SPEC.yaml'"},
                                                        {"compile", "'teaalc SPEC.yaml'"},
                                                        {"help", "'teaalc --help'"},
                                                        {"hlep", "'teaalc --help'"},
                                                        {"ben", "'bench'"}}) {
    Finished other = w.teaalc(said + " spmv.yaml");
    EXPECT_EQ(other.code, 2) << said;
    EXPECT_TRUE(has(other.err, "no such command '" + said + "'; did you mean " + meant + "?"))
        << other.err;
  }
  EXPECT_FALSE(has(w.teaalc("xyzzy").err, "did you mean"));
  Finished option = run("--devise=cpu");
  EXPECT_EQ(option.code, 2);
  EXPECT_TRUE(has(option.err, "no option '--devise'; did you mean '--device'?")) << option.err;
  EXPECT_TRUE(has(run("--repeat=5").err, "teaalc bench has it"));
  EXPECT_TRUE(has(w.teaalc("spmv.yaml --output x.cu").err, "'--output'; did you mean '-o'?"));
  EXPECT_TRUE(has(w.teaalc("spmv.yaml --ouput=x.cu").err, "'--ouput'; did you mean '-o'?"));
  EXPECT_TRUE(has(w.teaalc("-version").err, "'-version'; did you mean '--version'?"));
  Finished nothing = w.teaalc("spmv.yaml --arch= -o kernel.cu");
  EXPECT_EQ(nothing.code, 2);
  EXPECT_TRUE(has(nothing.err, "--arch has no value")) << nothing.err;
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

TEST_F(FirstHour, QuietTellsOfKeysOfAMappingThatAreIgnored) {
  auto compiled = [&](const std::string& more) {
    w.write("odd.yaml", std::string(spmv_spec) + more);
    return w.teaalc("odd.yaml -q -o kernel.cu");
  };
  for (const std::string key : {"schedule", "partition"}) {
    Finished ignored = compiled("  " + key + ": {}\n");
    EXPECT_EQ(ignored.code, 0) << key;
    EXPECT_TRUE(has(ignored.err, "warning: unknown key '" + key + "' in mapping is ignored"))
        << ignored.err;
  }
  EXPECT_EQ(compiled("  loop_order: {}\n").code, 1);
  EXPECT_EQ(compiled("remarks: {}\n").err, "");
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
  // In the foreground: else timeout signals its group as well, and a second Ctrl-C ends the
  // program.
  Finished ran =
      w.teaalc("check spmv.yaml --cases=100000 --device=cpu", "", "timeout --foreground -s INT 5");
  EXPECT_TRUE(has(ran.out, "interrupted after ")) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, " of 100000 cases")) << ran.out;
}

TEST_F(FirstHour, CheckTakesSeveralSpecsAndFolders) {
  std::filesystem::create_directories(w.path("more"));
  w.write("more/sum.yaml",
          "einsum:\n  declaration: { A: [K], Z: [K] }\n  expressions: [\"Z[k] = A[k] + A[k]\"]\n");
  w.write("more/wrong.yaml", "einsum: {}\n");
  Finished two = w.teaalc("check spmv.yaml more/sum.yaml --cases=2 --device=cpu");
  EXPECT_EQ(two.code, 0) << two.err;
  EXPECT_TRUE(has(two.out, "spmv.yaml: 2 cases") && has(two.out, "more/sum.yaml: 2 cases"))
      << two.out;
  Finished folder = w.teaalc("check more --cases=2 --device=cpu --json");
  EXPECT_EQ(folder.code, 1) << folder.err;
  const auto json = nlohmann::json::parse(folder.out);
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["spec"], "more/sum.yaml");
  EXPECT_TRUE(has(folder.err, "more/wrong.yaml:1:"));
  EXPECT_EQ(w.teaalc("check spmv.yaml --cases=2 --device=cpu B=b.tns none.yaml").code, 1);
}

TEST_F(FirstHour, ShapesThatDisagreeNameRankAndTensors) {
  Finished ran = w.teaalc("run spmv.yaml A=a.tns B=rand:shape=5 --device=cpu");
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(has(ran.err, "rank 1 of B is J, 4 long in A=a.tns (rank J of A)")) << ran.err;
}

TEST_F(FirstHour, HelpFitsTheTerminal) {
  for (const char* command : {"", "run ", "explain ", "tune ", "test ", "cache "}) {
    Finished help = w.teaalc(std::string(command) + "--help", "", "env COLUMNS=80");
    EXPECT_EQ(help.code, 0);
    std::istringstream lines(help.out);
    for (std::string line; std::getline(lines, line);) {
      const auto length = std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; });
      EXPECT_LE(length, 80) << command << line;
    }
  }
}

TEST_F(FirstHour, TheSchemaNeedsNoSpec) {
  Finished schema = w.teaalc("--emit=schema");
  EXPECT_EQ(schema.code, 0) << schema.err;
  EXPECT_EQ(nlohmann::json::parse(schema.out)["required"][0], "einsum");
  EXPECT_EQ(w.teaalc("--emit=schema -o s.json").code, 0);
  EXPECT_EQ(w.read("s.json"), schema.out);
  EXPECT_EQ(w.teaalc("spmv.yaml --emit=schema").code, 2);
  EXPECT_EQ(w.teaalc("spmv.yaml --emit=h,schema").code, 2);
}

// Extents near 2^31, a handful of elements: every rank is split, and tiles without an element are
// passed over, whatever the order of the loops and whoever shares them.
TEST_F(FirstHour, TilesOfHugeRanksThatHoldNothingArePassedOver) {
  w.write("a.tns", "# shape 2000000000 1000000000\n5 7 1\n1999999999 12 2\n1000000 999999999 4\n");
  w.write("b.tns", "# shape 1000000000 1000000000\n7 3 1\n12 999999000 2\n999999999 1 3\n");
  const std::string spec = R"(einsum:
  declaration: { A: [M, K], B: [K, N], Z: [M, N] }
  expressions: ["Z[m, n] = A[m, k] * B[k, n]"]
mapping:
  partitioning:
    Z: { M: [uniform_shape(4096)], K: [uniform_shape(4096)], N: [uniform_shape(4096)] }
  loop-order: { Z: [ORDER] }
  spacetime: { Z: { space: [SPACE], time: [ORDER] } }
format:
  A: { default: { rank-order: [M, K], M: { format: C }, K: { format: C } } }
  B: { default: { rank-order: [K, N], K: { format: C }, N: { format: C } } }
  Z: { default: { rank-order: [M, N], M: { format: C }, N: { format: C } } }
)";
  const std::vector<std::pair<std::string, std::string>> mappings = {
      {"", "M1, N1, K1, M0, K0, N0"},
      {"K1, ", "M1, N1, M0, K0, N0"},
      {"M1, ", "N1, K1, K0, M0, N0"},
      {"M1, N1, ", "K1, M0, K0, N0"},
  };
  for (const auto& [space, time] : mappings) {
    std::string text = spec;
    const auto put = [&](const std::string& word, const std::string& value) {
      for (size_t at; (at = text.find(word)) != std::string::npos;)
        text.replace(at, word.size(), value);
    };
    put("time: [ORDER]", "time: [" + time + "]");
    put("ORDER", space + time);
    put("SPACE", space.substr(0, space.rfind(',')));
    w.write("huge.yaml", text);
    Finished ran = w.teaalc("run huge.yaml A=a.tns B=b.tns --device=cpu -o Z=-", "", "timeout 60");
    EXPECT_EQ(ran.code, 0) << space << time << "\n" << ran.err;
    EXPECT_TRUE(has(ran.out, "5 3 1\n1000000 1 12\n1999999999 999999000 4\n")) << ran.out;
    EXPECT_FALSE(has(ran.out, "visits all of its tiles")) << ran.out;
  }
}

// Elements of an uncompressed result have to be set, wherever they lie.
TEST_F(FirstHour, TilesThatAreAllVisitedAreTold) {
  w.write("copy.yaml", R"(einsum:
  declaration: { A: [M, K], Z: [M, K] }
  expressions: ["Z[m, k] = A[m, k]"]
mapping:
  partitioning: { Z: { M: [uniform_shape(4)], K: [uniform_shape(4)] } }
  loop-order: { Z: [M1, K1, M0, K0] }
format:
  A: { default: { rank-order: [M, K], M: { format: C }, K: { format: C } } }
)");
  Finished ran = w.teaalc("run copy.yaml A=rand:shape=64x64 --device=cpu");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "K1 visits all of its tiles, stored or not, in each tile of M1"))
      << ran.out;
}

}  // namespace
}  // namespace teaal::exec
