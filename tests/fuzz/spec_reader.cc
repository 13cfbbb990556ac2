#include <cstddef>
#include <cstdint>
#include <string>

#include "compiler/einsum/cascade.h"
#include "compiler/spec/spec.h"

// Any bytes as a spec: read and checked, never a crash, and a failure always says why.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace teaal;
  const std::string text(reinterpret_cast<const char*>(data), size);
  auto file = std::make_shared<const SourceFile>(SourceFile{"fuzz.yaml", text});
  Diagnostics diagnostics;
  std::optional<spec::Spec> spec = spec::read_spec(file, diagnostics);
  if (spec.has_value() != diagnostics.ok()) __builtin_trap();
  if (spec && einsum::check(*spec, {}, diagnostics).has_value() != diagnostics.ok())
    __builtin_trap();
  for (const Diagnostic& d : diagnostics.all())
    if (render(d).empty() || !d.where.file) __builtin_trap();
  return 0;
}
