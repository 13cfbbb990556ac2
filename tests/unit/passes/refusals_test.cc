#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "compiler/passes/pipeline.h"

// tests/golden/refusals/NAME.yaml, specs that the checks let pass, and what the passes say about
// them, NAME.txt. TEAAL_UPDATE_GOLDEN=1 rewrites the texts: read every one that changes.
namespace teaal::passes {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return fs::path(TEAAL_SOURCE_DIR) / "tests/golden/refusals"; }

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> files(const std::string& extension) {
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder()))
    if (entry.path().extension() == extension) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

// What the passes say; nothing from the checks before them.
Diagnostics refused(const fs::path& path) {
  Diagnostics out;
  auto file = std::make_shared<SourceFile>(SourceFile{path.filename().string(), slurp(path)});
  auto spec = spec::read_spec(file, out);
  auto cascade = spec ? einsum::check(*spec, {}, out) : std::nullopt;
  EXPECT_TRUE(cascade && out.all().empty()) << path;
  if (cascade) {
    EXPECT_FALSE(run(*cascade, "refused", {}, out)) << path;
  }
  return out;
}

TEST(Refusals, every_spec_is_told_what_its_text_says_at_a_place_of_it) {
  ASSERT_GE(files(".yaml").size(), 40u);
  std::set<std::string> messages;
  for (const fs::path& path : files(".yaml")) {
    std::string text;
    const Diagnostics found = refused(path);
    for (const Diagnostic& d : found.all()) {
      text += render(d);
      EXPECT_TRUE(d.where.known() && d.where.column > 0) << path << d.message;
      EXPECT_TRUE(d.code == Code::Unsupported || d.code == Code::Binding) << path << d.message;
      messages.insert(d.message);
    }
    fs::path expected = path;
    expected.replace_extension(".txt");
    if (std::getenv("TEAAL_UPDATE_GOLDEN")) std::ofstream(expected, std::ios::binary) << text;
    EXPECT_EQ(text, slurp(expected)) << path;
  }
  EXPECT_GE(messages.size(), 35u);
}

TEST(Refusals, every_text_belongs_to_a_spec) {
  for (fs::path path : files(".txt"))
    EXPECT_TRUE(fs::exists(path.replace_extension(".yaml"))) << path;
}

}  // namespace
}  // namespace teaal::passes
