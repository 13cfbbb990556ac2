#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/support/diagnostic.h"

// What one parse of a CUDA text yields. Plain types only: the files that include Clang's headers
// stay few.
namespace teaal::emit {

struct AnalysisRequest {
  std::string text;
  std::vector<std::pair<std::string, std::string>>
      library;     // (file name, text) parsed in front of the text
  SourcePtr yaml;  // for carets; may be null
  bool lint = false;
};

// The declarations of the library that the text reaches, as text in library order, each with its
// comment; empty if none (or no library). Nothing if Clang or the lint found an error.
std::optional<std::string> analyse(const AnalysisRequest&, Diagnostics&);

}  // namespace teaal::emit
