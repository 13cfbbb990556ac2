#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compiler/driver/compile.h"
#include "compiler/driver/gradient.h"

// tests/golden/gradients/NAME.yaml and NAME.txt: the derived spec, or why there is none.
// TEAAL_UPDATE_GOLDEN=1 rewrites the texts: read every one that changes. The first line of a spec
// has the options: `# --wrt=A,B --format A=dense`.
namespace teaal::driver {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> golden_specs() {
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(TEAAL_SOURCE_DIR) / "tests/golden/gradients"))
    if (entry.path().extension() == ".yaml") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

struct Options {
  std::vector<std::string> wrt;
  einsum::Overrides overrides;
};

Options options_of(const std::string& text) {
  Options out;
  std::istringstream words(text.substr(2, text.find('\n') - 2));
  for (std::string word; words >> word;) {
    if (word == "--format" && words >> word) {
      out.overrides.formats[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
      continue;
    }
    std::istringstream names(word.substr(word.find('=') + 1));
    for (std::string name; std::getline(names, name, ',');) out.wrt.push_back(name);
  }
  return out;
}

std::string derived(const fs::path& path, Diagnostics& diagnostics) {
  const std::string text = slurp(path);
  const Options options = options_of(text);
  const auto source = std::make_shared<SourceFile>(SourceFile{path.filename().string(), text});
  const auto spec = gradient_spec(source, options.overrides, options.wrt, diagnostics);
  std::string out = spec ? spec->text : "";
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::Error) out += render(d);
  return out;
}

TEST(GradientSpec, IsWhatItsTextSays) {
  const char* update = std::getenv("TEAAL_UPDATE_GOLDEN");
  for (const fs::path& path : golden_specs()) {
    Diagnostics diagnostics;
    const std::string actual = derived(path, diagnostics);
    fs::path expected = path;
    expected.replace_extension(".txt");
    if (update && std::string(update) == "1") std::ofstream(expected, std::ios::binary) << actual;
    EXPECT_EQ(actual, slurp(expected)) << path;
  }
}

TEST(GradientSpec, RefusalsHaveAPlace) {
  for (const fs::path& path : golden_specs()) {
    Diagnostics diagnostics;
    derived(path, diagnostics);
    const bool refused = path.stem().string().starts_with("refused");
    EXPECT_EQ(diagnostics.ok(), !refused && !path.stem().string().starts_with("wrong")) << path;
    for (const Diagnostic& d : diagnostics.all())
      EXPECT_TRUE(!refused || d.severity != Severity::Error ||
                  (d.code == Code::Unsupported && d.where.known()))
          << path << d.message;
  }
}

// Compiled on their own, without a word about what they leave open.
TEST(GradientSpec, CompilesWithoutWarnings) {
  for (const fs::path& path : golden_specs()) {
    Diagnostics diagnostics, found;
    const std::string text = derived(path, diagnostics);
    if (!diagnostics.ok()) continue;
    CompileOptions options;
    options.name = "gradient";
    options.formatted = false;
    EXPECT_TRUE(compile(std::make_shared<SourceFile>(SourceFile{"g.yaml", text}), options, found));
    for (const Diagnostic& d : found.all())
      EXPECT_EQ(d.severity, Severity::Note) << path << render(d);
  }
}

}  // namespace
}  // namespace teaal::driver
