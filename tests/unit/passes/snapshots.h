#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/ir/text/text.h"
#include "compiler/passes/pipeline.h"
#include "compiler/support/differences.h"

namespace teaal::passes {

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::string rendered(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics.all()) out += render(d);
  return out;
}

struct Snapshot {
  std::string pass, text;
  std::string before = {};  // the text that the pass was given; empty: it is the first
};

// The program's text behind each pass.
inline std::vector<Snapshot> compile(const std::string& name, const std::string& text,
                                     const einsum::Overrides& overrides, Diagnostics& diagnostics,
                                     bool narrow = false) {
  std::vector<Snapshot> out;
  auto file = std::make_shared<SourceFile>(SourceFile{name + ".yaml", text});
  auto spec = spec::read_spec(file, diagnostics);
  auto cascade = spec ? einsum::check(*spec, overrides, diagnostics) : std::nullopt;
  if (!cascade) return out;
  RunOptions options;
  options.target.narrow_values = narrow;
  options.target.fuse = overrides.fuse;
  options.after_each = [&](const Pass& pass, const ir::Program& program) {
    out.push_back({std::string(pass.name), ir::print(program), out.empty() ? "" : out.back().text});
  };
  if (!run(*cascade, name, options, diagnostics)) out.clear();
  return out;
}

// tests/golden/passes/<pass>/<spec>.ir holds what the pass changes of the text, or the first pass
// leaves; where that is nothing, there is none. TEAAL_UPDATE_GOLDEN=1 rewrites them, a person reads
// the diff.
inline void expect_golden(const Snapshot& s, const std::string& name) {
  const std::filesystem::path golden =
      std::filesystem::path(TEAAL_SOURCE_DIR) / "tests/golden/passes" / s.pass / (name + ".ir");
  const std::string text = s.before.empty() ? s.text : differences(s.before, s.text);
  if (std::getenv("TEAAL_UPDATE_GOLDEN")) {
    std::filesystem::create_directories(golden.parent_path());
    std::filesystem::remove(golden);
    if (!text.empty()) std::ofstream(golden) << text;
  }
  EXPECT_EQ(text, slurp(golden)) << golden << " is out of date; see the comment of this test";
}

}  // namespace teaal::passes
