#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "tests/exec/process.h"

// Builds that a run finds again on disk.
namespace teaal::exec {
namespace {

namespace fs = std::filesystem;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
bool from_cache(const Finished& ran) { return has(ran.out, "(from the cache)"); }

// What a run says, but for times and the word about the cache.
std::string said(const Finished& ran) {
  std::string out = std::regex_replace(ran.out + ran.err, std::regex(" \\(from the cache\\)"), "");
  return std::regex_replace(out, std::regex(" *[0-9.]+ (s|ms|µs|ns|GB/s)\\b"), " T");
}

class CacheOfRuns : public testing::Test {
 protected:
  CacheOfRuns() {
    w.write("spmv.yaml", spmv_spec);
    w.write("a.tns", "# shape 3 4\n1 1 2\n1 4 3\n3 2 5\n");
    w.write("b.tns", "# shape 4\n1 1\n2 10\n4 100\n");
  }
  Finished teaalc(const std::string& arguments) const {
    return w.teaalc(arguments, "", "TEAAL_CACHE_DIR=" + w.path("cache"));
  }
  Finished run(const std::string& more = "") const {
    return teaalc("run spmv.yaml A=a.tns B=b.tns --device=cpu -o Z=z.tns " + more);
  }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> out;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(w.path("cache"), none))
      out.push_back(entry.path());
    return out;
  }

  Workspace w;
};

TEST_F(CacheOfRuns, TheSecondRunBuildsNothingAndSaysTheSame) {
  const Finished first = run(), second = run();
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_FALSE(from_cache(first)) << first.out;
  EXPECT_TRUE(from_cache(second)) << second.out;
  EXPECT_EQ(said(first), said(second));
  EXPECT_EQ(w.read("z.tns"), "# shape 3\n1 302\n3 50\n");
  EXPECT_EQ(entries().size(), 2u);  // what was compiled, and what was built of it
}

TEST_F(CacheOfRuns, WarningsAreToldEveryTime) {
  w.write("spmv.yaml", std::string(spmv_spec) + "surprise: 1\n");
  const Finished first = run(), second = run();
  EXPECT_TRUE(has(first.err, "spmv.yaml:16:1: warning: ")) << first.err;
  EXPECT_EQ(said(first), said(second));
  EXPECT_EQ(run("--Werror").code, 1);
}

TEST_F(CacheOfRuns, WhateverChangesCodeIsBuiltAnew) {
  run();
  for (const char* other : {"--type=f64", "--index-bits=16", "-D NUM_THREADS=2", "--checked",
                            "--format A=csc", "--lines=off", "--name=other"}) {
    EXPECT_FALSE(from_cache(run(other))) << other;
    EXPECT_TRUE(from_cache(run(other))) << other;
  }
  w.write("spmv.yaml", std::string(spmv_spec) + "# a comment moves no line, and yet\n");
  EXPECT_TRUE(from_cache(run()));  // compiled anew to the same kernel
  std::string doubled = spmv_spec;
  doubled.replace(doubled.find("B[j]"), 4, "B[j] * B[j]");
  w.write("spmv.yaml", doubled);
  EXPECT_FALSE(from_cache(run()));
  EXPECT_EQ(w.read("z.tns"), "# shape 3\n1 30002\n3 500\n");
}

TEST_F(CacheOfRuns, NoCacheLeavesTheFolderAlone) {
  EXPECT_EQ(run("--no-cache").code, 0);
  EXPECT_TRUE(entries().empty());
  run();
  EXPECT_FALSE(from_cache(run("--no-cache")));
}

TEST_F(CacheOfRuns, EntriesThatAreBrokenAreBuiltAnew) {
  run();
  for (const fs::path& entry : entries()) {
    const auto bytes = fs::file_size(entry);
    for (const auto left : {uintmax_t{0}, uintmax_t{100}, bytes / 2, bytes - 1}) {
      fs::resize_file(entry, left);
      const Finished again = run();
      EXPECT_EQ(again.code, 0) << again.err;
      EXPECT_EQ(w.read("z.tns"), "# shape 3\n1 302\n3 50\n");
      EXPECT_EQ(fs::file_size(entry), bytes);
    }
    std::fstream(entry, std::ios::in | std::ios::out | std::ios::binary).seekp(-9, std::ios::end)
        << "x";
    EXPECT_EQ(run().code, 0);
    EXPECT_TRUE(from_cache(run()));
  }
}

TEST_F(CacheOfRuns, AFolderThatCannotBeWrittenIsNoError) {
  w.write("file", "");
  for (const std::string& folder : {std::string("/proc/teaalc"), w.path("file/below")}) {
    const Finished ran =
        w.teaalc("run spmv.yaml A=a.tns B=b.tns --device=cpu", "", "TEAAL_CACHE_DIR=" + folder);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
  }
}

TEST_F(CacheOfRuns, RunsAtTheSameTimeShareIt) {
  const std::string one = "TEAAL_CACHE_DIR=" + w.path("cache") +
                          " '" TEAAL_BINARY_DIR
                          "/bin/teaalc' run spmv.yaml A=a.tns B=b.tns --device=cpu -q";
  std::string others;
  for (int i = 0; i < 6; ++i)
    others += "( " + one + " -o Z=z" + std::to_string(i) + ".tns || touch failed ) & ";
  const Finished all =
      w.teaalc("cache -q", "; wait", "{ " + others + "}; TEAAL_CACHE_DIR=" + w.path("cache"));
  EXPECT_EQ(all.err, "");
  EXPECT_FALSE(w.exists("failed"));
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(w.read("z" + std::to_string(i) + ".tns"), "# shape 3\n1 302\n3 50\n");
  EXPECT_EQ(entries().size(), 2u);
  EXPECT_TRUE(from_cache(run()));
}

TEST_F(CacheOfRuns, TheCommandSaysWhatIsThereAndRemovesIt) {
  EXPECT_TRUE(has(teaalc("cache").out, w.path("cache") + ": 0 builds, 0 B, of 537 MB at most\n"));
  run();
  EXPECT_TRUE(has(teaalc("cache").out, ": 2 builds, ")) << teaalc("cache").out;
  EXPECT_TRUE(has(teaalc("cache --clear").out, ": removed 2 builds, "));
  EXPECT_TRUE(entries().empty());
  EXPECT_FALSE(from_cache(run()));
  EXPECT_EQ(teaalc("cache --cleer").code, 2);
  EXPECT_TRUE(has(w.teaalc("cache", "", "env -u TEAAL_CACHE_DIR -u XDG_CACHE_HOME -u HOME").out,
                  "no cache: "));
}

TEST_F(CacheOfRuns, TestsAndChecksUseIt) {
  w.write("spmv.test.yaml",
          "tests:\n  - name: one\n    inputs: { A: a.tns, B: b.tns }\n"
          "    expect: { Z: [302, 0, 50] }\n");
  EXPECT_EQ(teaalc("test spmv.yaml --device=cpu --no-cache").code, 0);
  EXPECT_TRUE(entries().empty());
  EXPECT_EQ(teaalc("test spmv.yaml --device=cpu").code, 0);
  EXPECT_EQ(entries().size(), 2u);
  EXPECT_EQ(teaalc("check spmv.yaml --cases=2 --device=cpu").code, 0);
  EXPECT_GT(entries().size(), 2u);
}

}  // namespace
}  // namespace teaal::exec
