#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "compiler/ir/text/text.h"

// Programs of the IR from their text.
namespace teaal::ir {

inline SourcePtr source(std::string text) {
  return std::make_shared<SourceFile>(SourceFile{"test.ir", std::move(text)});
}

inline std::optional<Program> parsed(const std::string& text, std::string* message = nullptr) {
  Diagnostics diagnostics;
  auto program = parse(source(text), diagnostics);
  if (message && !diagnostics.all().empty()) *message = render(diagnostics.all().front());
  return program;
}

}  // namespace teaal::ir
