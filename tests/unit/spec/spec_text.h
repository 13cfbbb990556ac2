#pragma once
#include <memory>
#include <optional>
#include <string>

#include "compiler/einsum/cascade.h"
#include "compiler/spec/spec.h"

// Specs given as text, read and checked.
namespace teaal::test {

inline SourcePtr source_of(const std::string& text, const std::string& path = "test.yaml") {
  return std::make_shared<const SourceFile>(SourceFile{path, text});
}

struct Checked {
  Diagnostics diagnostics;
  std::optional<spec::Spec> spec;
  std::optional<einsum::Cascade> cascade;

  bool has(Code code) const {
    for (const Diagnostic& d : diagnostics.all())
      if (d.code == code) return true;
    return false;
  }
  std::string text() const {
    std::string out;
    for (const Diagnostic& d : diagnostics.all()) out += render(d);
    return out;
  }
};

inline Checked check_text(const std::string& text, const einsum::Overrides& overrides = {},
                          const std::string& path = "test.yaml") {
  Checked out;
  out.spec = spec::read_spec(source_of(text, path), out.diagnostics);
  if (out.spec) out.cascade = einsum::check(*out.spec, overrides, out.diagnostics);
  return out;
}

// "K1 M K0".
inline std::string loop_names(const einsum::Einsum& e) {
  std::string out;
  for (const einsum::Loop& loop : e.loops) out += (out.empty() ? "" : " ") + loop.name;
  return out;
}

}  // namespace teaal::test
