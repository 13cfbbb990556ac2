// IR text: whatever parses must print, parse again and print the same; the verifier must not crash
// on it.
#include <cstdlib>

#include "compiler/ir/text/text.h"
#include "compiler/ir/verify/verify.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace teaal;
  auto file = std::make_shared<SourceFile>(
      SourceFile{"fuzz.ir", std::string(reinterpret_cast<const char*>(data), size)});
  Diagnostics diagnostics;
  auto program = ir::parse(file, diagnostics);
  if (!program) return 0;
  for (ir::Stage stage : {ir::Stage::Built, ir::Stage::Positions, ir::Stage::Reduced})
    (void)ir::verify(*program, stage);
  std::string text = ir::print(*program);
  auto again = ir::parse(std::make_shared<SourceFile>(SourceFile{"again.ir", text}), diagnostics);
  if (!again || ir::print(*again) != text) std::abort();
  return 0;
}
