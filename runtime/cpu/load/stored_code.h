#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "runtime/cpu/kernel.h"

namespace teaal::runtime::cpu {

// What a build makes: an object file for this machine, and what launches must know of its kernels
// (whose entries are found when the object is loaded).
struct StoredCode {
  KernelTable table;
  std::string object;
};

std::string packed(const StoredCode&);
std::optional<StoredCode> unpacked(std::string_view);

}  // namespace teaal::runtime::cpu
