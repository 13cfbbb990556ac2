#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "compiler/driver/commands/cases.h"
#include "compiler/driver/commands/console.h"
#include "compiler/driver/output_files.h"
#include "runtime/plan/arguments.h"
#include "tests/unit/driver/fixtures.h"

namespace teaal::driver {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() {
    folder_ = fs::temp_directory_path() / ("teaal_files_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  ~Files() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string read(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
  }
  size_t count() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
  Diagnostics diagnostics_;
};

TEST_F(Files, AllAreWrittenAndNoTemporaryStays) {
  EXPECT_TRUE(write_files({{path("a"), "1"}, {path("b"), "2"}}, diagnostics_));
  EXPECT_EQ(read(path("a")), "1");
  EXPECT_EQ(read(path("b")), "2");
  EXPECT_EQ(count(), 2u);
}

TEST_F(Files, NoneIsWrittenIfOneCannotBe) {
  std::ofstream(path("a")) << "old";
  EXPECT_FALSE(write_files({{path("a"), "new"}, {path("missing/b"), "2"}}, diagnostics_));
  EXPECT_EQ(read(path("a")), "old");
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(diagnostics_.all()[0].code, Code::FileAccess);
}

TEST_F(Files, FolderIsNoTarget) {
  EXPECT_FALSE(write_files({{folder_.string(), "x"}}, diagnostics_));
  EXPECT_EQ(count(), 0u);
}

TEST_F(Files, ReplacedFileKeepsItsPermissionsAndItsLink) {
  std::ofstream(path("real")) << "old";
  chmod(path("real").c_str(), 0640);
  fs::create_symlink("real", path("link"));
  EXPECT_TRUE(write_files({{path("link"), "new"}}, diagnostics_));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read(path("real")), "new");
  struct stat found{};
  ASSERT_EQ(stat(path("real").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0640u);
}

TEST_F(Files, DevicesAreWrittenDirectly) {
  EXPECT_TRUE(write_files({{"/dev/null", "x"}}, diagnostics_));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_FALSE(write_files({{"/dev/full", "x"}}, diagnostics_));
}

TEST_F(Files, ReadingAFolderOrNothingIsFileAccess) {
  EXPECT_EQ(read_source_file(folder_.string(), diagnostics_), nullptr);
  EXPECT_EQ(read_source_file(path("none.yaml"), diagnostics_), nullptr);
  EXPECT_EQ(exit_code(diagnostics_), exit_wrong_input);
  std::ofstream(path("empty.yaml"));
  auto empty = read_source_file(path("empty.yaml"), diagnostics_);
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->text, "");
}

TEST(Guesses, KnowExchangedLettersAndNeverAnswerToOneLetter) {
  EXPECT_EQ(nearest("loop-odrer", {"loop-order", "rank-order"}), "loop-order");
  EXPECT_EQ(nearest("ordre", {"order", "place"}), "order");
  EXPECT_EQ(nearest("AB", {"BA"}), "BA");
  EXPECT_EQ(nearest("A", {"B", "AB"}), "");
  EXPECT_EQ(nearest("AB", {"A", "B"}), "");
}

TEST(ExitCodes, WorstOutcomeWins) {
  Diagnostics d;
  EXPECT_EQ(exit_code(d), exit_ok);
  d.warning(Code::UnknownKey, {}, "w");
  EXPECT_EQ(exit_code(d), exit_ok);
  d.error(Code::Unsupported, {}, "u");
  EXPECT_EQ(exit_code(d), exit_wrong_input);
  d.error(Code::NoDevice, {}, "n");
  EXPECT_EQ(exit_code(d), exit_failed_run);
  d.error(Code::Internal, {}, "i");
  EXPECT_EQ(exit_code(d), exit_bug);
}

TEST(Arguments, NumbersAreTakenWholeOrNotAtAll) {
  using namespace runtime::plan;
  EXPECT_EQ(parse_integer("12"), 12);
  EXPECT_EQ(parse_integer("-3"), -3);
  EXPECT_EQ(parse_integer("+3"), 3);
  for (const char* bad : {"", "+", "1x", " 1", "1.5", "99999999999999999999"})
    EXPECT_FALSE(parse_integer(bad)) << bad;
  EXPECT_EQ(parse_real("2.5e-1"), 0.25);
  for (const char* bad : {"", "nan", "inf", "1e999", "2,5"}) EXPECT_FALSE(parse_real(bad)) << bad;
  EXPECT_EQ(split_assignment("A=b=c"), std::pair(std::string("A"), std::string("b=c")));
  EXPECT_FALSE(split_assignment("=b"));
  EXPECT_FALSE(split_assignment("b"));
}

TEST(Cases, SameSeedSameCasesAndCornersComeFirst) {
  runtime::Manifest manifest = runtime::spmv_manifest();
  Given given;
  CaseGenerator a(manifest, given, {}, 7), b(manifest, given, {}, 7), c(manifest, given, {}, 8);
  int different = 0;
  for (int number = 0; number < 30; ++number) {
    EXPECT_EQ(a.make(number).arguments, b.make(number).arguments);
    different += a.make(number).arguments != c.make(number).arguments;
  }
  EXPECT_GT(different, 20);
  EXPECT_EQ(a.make(0).request.inputs.shapes, (std::map<std::string, int64_t>{{"I", 1}, {"J", 1}}));
  auto zero = a.make(1).request.inputs.shapes;
  EXPECT_TRUE(zero["I"] == 0 || zero["J"] == 0);
}

TEST(Cases, GivenShapesAndSourcesStay) {
  runtime::Manifest manifest = runtime::spmv_manifest();
  Given given;
  given.sources["B"] = "rand:shape=9,density=1";
  Case made = CaseGenerator(manifest, given, {{"I", 5}}, 3).make(12);
  EXPECT_EQ(made.request.inputs.sources.at("B"), "rand:shape=9,density=1");
  EXPECT_EQ(made.request.inputs.shapes.at("I"), 5);
  EXPECT_FALSE(made.request.inputs.shapes.contains("J"));
}

TEST(Cases, WordsAreQuotedForAShell) {
  EXPECT_EQ(shell_quoted("A=rand:shape=8x8,density=0.1"), "A=rand:shape=8x8,density=0.1");
  EXPECT_EQ(shell_quoted("my spec.yaml"), "'my spec.yaml'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted(""), "''");
}

}  // namespace
}  // namespace teaal::driver
