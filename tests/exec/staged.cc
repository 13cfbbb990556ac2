#include "tests/exec/staged.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "compiler/driver/session.h"
#include "tests/exec/drawn.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {

std::string spec_of(const Staged& s) {
  std::string out = "einsum:\n  declaration: {" + s.declaration + "}\n  expressions:\n    - " +
                    s.expression + "\nmapping:\n  partitioning:\n    C: " + s.partitioning +
                    "\n  loop-order:\n    C: " + s.order +
                    "\n  spacetime:\n    C: {space: " + s.space + ", time: " + s.time +
                    "}\nformat:\n";
  // Every tensor dense, in declaration order.
  for (size_t at = 0; at < s.declaration.size();) {
    const size_t colon = s.declaration.find(": [", at), end = s.declaration.find(']', colon);
    const std::string name = s.declaration.substr(at, colon - at),
                      ranks = s.declaration.substr(colon + 3, end - colon - 3);
    if (name == "C" && !s.stored.empty()) {
      out += "  C:\n    default: {" + s.stored + "}\n";
      break;
    }
    out += "  " + name + ":\n    default: {rank-order: [" + ranks + "]";
    for (size_t r = 0; r < ranks.size(); r += 3) out += ", " + ranks.substr(r, 1) + ": {format: U}";
    out += "}\n";
    const size_t pattern = s.patterns.find("  " + name + ": {");
    if (pattern != std::string::npos) {
      std::string line =
          s.patterns.substr(pattern + 2, s.patterns.find('\n', pattern) - pattern - 2);
      line.insert(line.find("], ") + 3, "view-of: default, ");
      out += "    pattern" + line.substr(1) + "\n";
    }
    at = s.declaration.find_first_not_of(", ", end + 1);
    if (at == std::string::npos) break;
  }
  return out + "bindings:\n  C:\n  - config: gpu\n" + s.bindings;
}

void expect_right(const Staged& s, const std::map<std::string, int64_t>& symbols,
                  std::string* text) {
  Diagnostics diagnostics;
  auto machine = quick_machine(diagnostics);
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "stage";
  options.value_type = s.type;
  options.index_bits = s.index_bits;
  options.arch = s.arch;
  options.overrides.statics = s.statics;
  auto compiled = driver::compile_for_run(
      std::make_shared<SourceFile>(SourceFile{"stage.yaml", spec_of(s)}), options, diagnostics);
  ASSERT_TRUE(machine && compiled) << told(diagnostics) << spec_of(s);
  if (text) *text = compiled->artefact.cu;
  // Rows of whole quads and others, tiles that are cut, one tile, nothing; zeros in places that
  // make patterns thin, thick and empty.
  expect_right_at({{37, 44, 30, 3},
                   {16, 32, 8, 1},
                   {1, 1, 1, 1},
                   {33, 65, 64, 5},
                   {64, 96, 68, 2},
                   {0, 5, 4, 2},
                   {7, 3, 0, 2}},
                  {*compiled, s.type, s.densities, symbols}, *machine);
}

}  // namespace teaal::exec
