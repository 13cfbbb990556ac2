#include <iostream>

#include "compiler/clang/frontend.h"
#include "compiler/support/diagnostic.h"

int main() {
  const std::string guess = teaal::nearest("uniform_shap", {"uniform_shape", "flatten"});
  const bool ok = guess == "uniform_shape" && !teaal::clang_frontend::device_prelude().empty();
  std::cout << (ok ? "linked against the installed rooms\n" : "the installed rooms are broken\n");
  return ok ? 0 : 1;
}
