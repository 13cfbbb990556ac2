#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "compiler/spec/yaml_tree.h"
#include "tests/unit/spec/spec_text.h"

// The published specs, as data: ../shared/corpus beside the repository, or TEAAL_CORPUS.
namespace teaal {
namespace {

namespace fs = std::filesystem;

fs::path corpus_folder() {
  if (const char* set = std::getenv("TEAAL_CORPUS")) return set;
  return fs::path(TEAAL_SOURCE_DIR) / "../shared/corpus";
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

spec::NodePtr yaml(const fs::path& path) {
  Diagnostics diagnostics;
  return spec::read_yaml(test::source_of(read_file(path), path.string()), diagnostics);
}

class Corpus : public testing::Test {
 protected:
  void SetUp() override {
    if (fs::exists(corpus_folder() / "specs")) return;
    const char* ci = std::getenv("CI");
    ASSERT_FALSE(ci && std::string(ci) == "true") << "no corpus at " << corpus_folder();
    GTEST_SKIP() << "no corpus at " << corpus_folder();
  }

  static std::vector<fs::path> specs() {
    std::vector<fs::path> out;
    for (const fs::directory_entry& entry : fs::directory_iterator(corpus_folder() / "specs"))
      if (fs::exists(entry.path() / "spec.yaml")) out.push_back(entry.path());
    return out;
  }
};

TEST_F(Corpus, EveryPublishedSpecIsReadAndChecked) {
  int accepted = 0;
  for (const fs::path& folder : specs()) {
    const test::Checked checked =
        test::check_text(read_file(folder / "spec.yaml"), {}, folder.filename());
    EXPECT_TRUE(checked.cascade) << checked.text();
    ++accepted;
  }
  EXPECT_GT(accepted, 70);
}

TEST_F(Corpus, EveryRejectedSpecIsRejectedExceptOurExtensions) {
  const spec::NodePtr index = yaml(corpus_folder() / "rejected/index.yaml");
  ASSERT_TRUE(index);
  for (const spec::Entry& entry : index->entries) {
    const fs::path path = corpus_folder() / "rejected" / (entry.key.value + ".yaml");
    const test::Checked checked = test::check_text(read_file(path), {}, entry.key.value);
    const bool ours = entry.value->find("ours") != nullptr;
    EXPECT_EQ(checked.cascade.has_value(), ours) << path << "\n" << checked.text();
  }
}

std::string joined(const spec::Node& list) {
  std::string out;
  for (const spec::NodePtr& item : list.items) out += (out.empty() ? "" : " ") + item->text;
  return out;
}

TEST_F(Corpus, LoopOrdersAreThoseOfTheReference) {
  int compared = 0;
  for (const fs::path& folder : specs()) {
    if (!fs::exists(folder / "reference.yaml")) continue;
    const spec::NodePtr reference = yaml(folder / "reference.yaml");
    ASSERT_TRUE(reference) << folder;
    const spec::Entry* orders = reference->find("loop_orders");
    if (!orders || orders->value->kind != spec::Node::Kind::List) continue;
    const test::Checked checked = test::check_text(read_file(folder / "spec.yaml"));
    if (!checked.cascade) continue;
    ASSERT_EQ(checked.cascade->einsums.size(), orders->value->items.size()) << folder;
    for (size_t i = 0; i < orders->value->items.size(); ++i) {
      const spec::Entry& expected = orders->value->items[i]->entries[0];
      EXPECT_EQ(checked.cascade->einsums[i].output.tensor, expected.key.value) << folder;
      EXPECT_EQ(test::loop_names(checked.cascade->einsums[i]), joined(*expected.value)) << folder;
      ++compared;
    }
  }
  EXPECT_GT(compared, 60);
}

}  // namespace
}  // namespace teaal
