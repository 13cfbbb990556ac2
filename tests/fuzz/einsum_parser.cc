#include <cstddef>
#include <cstdint>
#include <string>

#include "compiler/einsum/expression.h"

// Any bytes as an expression: parsed, or exactly one error inside the text.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace teaal;
  const std::string text(reinterpret_cast<const char*>(data), size);
  auto file = std::make_shared<const SourceFile>(SourceFile{"fuzz.yaml", text});
  Diagnostics diagnostics;
  const Name name{text, {file, 1, 1, static_cast<int>(size)}};
  const auto expression = einsum::parse_expression(name, {"K", "M", "Q"}, diagnostics);
  if (diagnostics.errors() != (expression ? 0 : 1)) __builtin_trap();
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.where.column < 1 || d.where.column + d.where.length > static_cast<int>(size) + 1)
      __builtin_trap();
    render(d);
  }
  return 0;
}
