#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/ir/text/text.h"
#include "compiler/passes/pipeline.h"

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

}  // namespace teaal::passes
