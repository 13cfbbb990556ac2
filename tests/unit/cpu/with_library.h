#pragma once
#include <string>

#include "templates/library.h"

namespace teaal::templates {

// `kernels` behind the device functions of templates/ that they reach, as emission puts them.
inline std::string with_library(const std::string& kernels) {
  std::string out;
  for (const auto& [file, text] : files_for(kernels)) out += text.substr(text.find('\n'));
  return out + kernels;
}

}  // namespace teaal::templates
