#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/unit/spec/spec_text.h"

// tests/golden/errors/NAME.yaml and what teaalc says about it, NAME.txt. TEAAL_UPDATE_GOLDEN=1
// rewrites the texts: read every one that changes. Comment lines `# -D NAME=4` and `# --format
// A=csr` at the head of a spec are options.
namespace teaal {
namespace {

namespace fs = std::filesystem;

fs::path golden_folder() { return fs::path(TEAAL_SOURCE_DIR) / "tests/golden/errors"; }

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> golden_specs() {
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(golden_folder()))
    if (entry.path().extension() == ".yaml") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

einsum::Overrides overrides_of(const std::string& text) {
  einsum::Overrides out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.rfind("# -", 0) == 0;) {
    const size_t space = line.find(' ', 2), equals = line.find('=', space);
    const std::string name = line.substr(space + 1, equals - space - 1);
    const std::string value = line.substr(equals + 1);
    if (line.rfind("# -D", 0) == 0)
      out.symbols[name] = std::stoll(value);
    else
      out.formats[name] = value;
  }
  return out;
}

test::Checked run(const fs::path& path) {
  const std::string text = read_file(path);
  return test::check_text(text, overrides_of(text), path.filename().string());
}

TEST(GoldenErrors, EverySpecSaysWhatItsTextSays) {
  const char* update = std::getenv("TEAAL_UPDATE_GOLDEN");
  for (const fs::path& path : golden_specs()) {
    const std::string actual = run(path).text();
    fs::path expected = path;
    expected.replace_extension(".txt");
    if (update && std::string(update) == "1") std::ofstream(expected, std::ios::binary) << actual;
    EXPECT_EQ(actual, read_file(expected)) << path;
  }
}

TEST(GoldenErrors, EveryDiagnosticHasAPlace) {
  for (const fs::path& path : golden_specs()) {
    const test::Checked checked = run(path);
    ASSERT_FALSE(checked.diagnostics.all().empty()) << path;
    for (const Diagnostic& d : checked.diagnostics.all()) {
      ASSERT_TRUE(d.where.file) << path << d.message;
      const bool option = d.message.rfind("-D ", 0) == 0 || d.message.rfind("--format ", 0) == 0;
      EXPECT_TRUE(option || (d.where.known() && d.where.column > 0)) << path << d.message;
    }
  }
}

TEST(GoldenErrors, AFailureAndAnErrorComeTogether) {
  for (const fs::path& path : golden_specs()) {
    const test::Checked checked = run(path);
    EXPECT_EQ(checked.cascade.has_value(), checked.diagnostics.ok()) << path;
  }
}

TEST(GoldenErrors, AllTextsAreDifferentAndBelongToASpec) {
  std::set<std::string> texts;
  for (const fs::directory_entry& entry : fs::directory_iterator(golden_folder())) {
    if (entry.path().extension() != ".txt") continue;
    fs::path spec = entry.path();
    spec.replace_extension(".yaml");
    EXPECT_TRUE(fs::exists(spec)) << entry.path();
    std::string text = read_file(entry.path());
    const std::string stem = entry.path().stem().string();
    for (size_t at = 0; (at = text.find(stem, at)) != std::string::npos;)
      text.erase(at, stem.size());
    EXPECT_TRUE(texts.insert(text).second) << entry.path();
  }
  EXPECT_GE(texts.size(), 100u);
}

TEST(GoldenErrors, EveryCodeOfASpecIsShown) {
  std::set<Code> seen;
  for (const fs::path& path : golden_specs()) {
    const test::Checked checked = run(path);
    for (const Diagnostic& d : checked.diagnostics.all()) seen.insert(d.code);
  }
  for (auto code = static_cast<int>(Code::YamlSyntax); code <= static_cast<int>(Code::Unsupported);
       ++code)
    EXPECT_TRUE(seen.count(static_cast<Code>(code))) << code_text(static_cast<Code>(code));
}

}  // namespace
}  // namespace teaal
