#include <filesystem>
#include <regex>
#include <set>

#include "tests/unit/cpu/harness.h"

// Every file in bugs/ is a kernel with one mistake. Its first line says which kinds of finding are
// due (joined by +) and how to launch; each must stand at a line marked BUG, and nothing else may
// be found.
namespace teaal::runtime::cpu::testing {
namespace {

std::string kind_name(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::DataRace:
      return "data-race";
    case Finding::Kind::OutOfBounds:
      return "out-of-bounds";
    case Finding::Kind::UninitializedRead:
      return "uninitialized-read";
    case Finding::Kind::ReadOnlyWrite:
      return "read-only-write";
    case Finding::Kind::DivergentBarrier:
      return "divergent-barrier";
    case Finding::Kind::ShuffleMask:
      return "shuffle-mask";
    case Finding::Kind::Deadlock:
      return "deadlock";
  }
  return "";
}

struct Bug {
  std::string text;
  std::set<std::string> kinds;
  LaunchConfig config;
  std::set<int> lines;
};

Bug read_bug(const std::string& name) {
  Bug bug{read_file("bugs/" + name + ".cu")};
  std::regex header(
      R"(// finding: ([a-z+-]+), launch: (\d+) x (\d+)(?:,(\d+))?(?:, shared: (\d+))?)");
  std::istringstream lines(bug.text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::smatch found;
    if (number == 1 && std::regex_match(line, found, header)) {
      std::istringstream kinds(found[1]);
      for (std::string kind; std::getline(kinds, kind, '+');) bug.kinds.insert(kind);
      bug.config.grid.x = std::stoul(found[2]);
      bug.config.block.x = std::stoul(found[3]);
      if (found[4].matched) bug.config.block.y = std::stoul(found[4]);
      if (found[5].matched) bug.config.dynamic_shared_bytes = std::stoul(found[5]);
    }
    if (line.ends_with("// BUG")) bug.lines.insert(number);
  }
  return bug;
}

std::vector<std::string> bug_names() {
  std::vector<std::string> names;
  for (auto& file : std::filesystem::directory_iterator(TEAAL_SOURCE_DIR "/tests/unit/cpu/bugs"))
    names.push_back(file.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

class PlantedBugs : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Each, PlantedBugs, ::testing::ValuesIn(bug_names()),
                         [](auto& each) { return each.param; });

TEST_P(PlantedBugs, is_found_at_its_line_and_nowhere_else) {
  Bug bug = read_bug(GetParam());
  ASSERT_FALSE(bug.kinds.empty()) << "no header";
  ASSERT_FALSE(bug.lines.empty()) << "no BUG mark";
  int n = 1000;
  auto x = random_values<float>(n, 1), y = poisoned<float>(n), before = x;
  // Loops and coroutines differ in nothing but kernels without parks.
  bool parks = bug.text.find("sync") != std::string::npos;
  for (Mode mode : {Mode::Checked, Mode::CheckedCoroutines}) {
    if (parks && mode == Mode::CheckedCoroutines) continue;
    std::vector<int> c(n);
    auto module = build_in(mode, bug.text);
    ASSERT_TRUE(module);
    Arguments arguments;
    arguments.value(n).in(x, "x").out(y, "y").inout(c, "c");
    LaunchResult result = launch_in(mode, *module, "bug", bug.config, arguments);
    std::set<std::string> found;
    for (const Finding& finding : result.findings) {
      found.insert(kind_name(finding.kind));
      EXPECT_TRUE(bug.lines.contains(finding.line)) << finding.text();
      EXPECT_EQ(finding.file, "kernel.cu");
      EXPECT_GT(finding.column, 0);
    }
    EXPECT_EQ(found, bug.kinds);
    if (::testing::UnitTest::GetInstance()->current_test_info()->result()->Failed())
      ADD_FAILURE() << all_text(result);
  }
  EXPECT_EQ(x, before) << "a read-only buffer was changed";
}

TEST(PlantedBugs, there_are_enough_of_them) { EXPECT_GE(bug_names().size(), 30u); }

}  // namespace
}  // namespace teaal::runtime::cpu::testing
