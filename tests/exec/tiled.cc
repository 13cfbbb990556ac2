#include "tests/exec/tiled.h"

#include <gtest/gtest.h>

#include "compiler/driver/session.h"
#include "tests/exec/drawn.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

std::optional<driver::Compiled> compiled_from(const Tiled& t, Diagnostics& diagnostics) {
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "tiles";
  options.value_type = t.type;
  options.index_bits = t.index_bits;
  return driver::compile_for_run(std::make_shared<SourceFile>(SourceFile{"tiles.yaml", spec_of(t)}),
                                 options, diagnostics);
}

}  // namespace

void PrintTo(const Tiled& t, std::ostream* out) { *out << t.name; }

std::string spec_of(const Tiled& t) {
  return "einsum:\n  declaration: {" + t.declaration + "}\n  expressions: [" + t.expressions +
         "]\n" + t.operators + "mapping:\n" + t.mapping + "format:\n" + t.formats +
         "bindings:\n  Z:\n  - config: gpu\n" + t.bindings + t.iterate;
}

std::string bound(const std::string& component, const std::string& entries) {
  return "  - {component: " + component + ", bindings: [" + entries + "]}\n";
}

std::string shared(const std::string& tensor, const std::string& rank, const std::string& evict,
                   const std::string& type) {
  return "{tensor: " + tensor + ", rank: " + rank + ", type: " + type + ", evict-on: " + evict +
         "}";
}

std::string mapped(const std::string& partitioning, const std::string& order,
                   const std::string& space, const std::string& time) {
  const std::string lines =
      partitioning.starts_with("(") ? "\n      " + partitioning : " {" + partitioning + "}";
  return "  partitioning:\n    Z:" + lines + "\n  loop-order: {Z: [" + order +
         "]}\n  spacetime: {Z: {space: [" + space + "], time: [" + time + "]}}\n";
}

std::string stored(const std::string& tensor, const std::string& ranks,
                   const std::string& letters) {
  std::string out = "  " + tensor + ":\n    default: {rank-order: [", formats;
  size_t letter = 0;
  for (size_t at = 0; at < ranks.size();) {
    const size_t end = std::min(ranks.find(' ', at), ranks.size());
    const std::string rank = ranks.substr(at, end - at);
    out += (at ? ", " : "") + rank;
    formats += ", " + rank + ": {format: " + letters[letter++] + "}";
    at = end + 1;
  }
  return out + "]" + formats + "}\n";
}

Tiled with(Tiled t, const std::string& name, const std::function<void(Tiled&)>& change) {
  t.name = name;
  change(t);
  return t;
}

const std::string min_plus =
    "  operators:\n    A: {default: inf}\n    B: {default: inf}\n    Z: {map: add, reduce: min}\n";
const std::string or_and = "  operators:\n    Z: {map: and, reduce: or}\n";

Tiled deep(Tiled t, int depth) {
  t.name += "Depth" + std::to_string(depth);
  t.tiles.clear();
  const std::string evict = ", evict-on: ";
  for (size_t at = t.bindings.find(evict); at != std::string::npos;
       at = t.bindings.find(evict, at + 1))
    t.bindings.insert(t.bindings.find('}', at), ", depth: " + std::to_string(depth));
  return t;
}

void expect_right(const Tiled& t, const std::vector<std::array<int64_t, 4>>& extents) {
  Diagnostics diagnostics;
  auto machine = quick_machine(diagnostics);
  auto compiled = compiled_from(t, diagnostics);
  ASSERT_TRUE(machine && compiled) << told(diagnostics) << spec_of(t);
  for (const std::string& tile : t.tiles)
    EXPECT_NE(compiled->artefact.cu.find(tile), std::string::npos) << tile;
  expect_right_at(extents, {*compiled, t.type, {0.6, 0.07}}, *machine);
}

std::string text_of(const Tiled& t) {
  Diagnostics diagnostics;
  const auto compiled = compiled_from(t, diagnostics);
  return compiled ? compiled->artefact.cu : "";
}

std::string refusal_of(const Tiled& t) {
  Diagnostics diagnostics;
  return compiled_from(t, diagnostics) ? "" : told(diagnostics);
}

}  // namespace teaal::exec
