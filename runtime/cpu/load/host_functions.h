#pragma once
#include <span>
#include <string>

namespace teaal::runtime::cpu {

// What compiled kernels may call: the C library's mathematics, and the executor's own entry points.
struct HostFunction {
  const char* name;
  void* address;  // null: replaced by the lowering pass, never linked
};
std::span<const HostFunction> host_functions();
bool is_host_function(const std::string& name);

}  // namespace teaal::runtime::cpu
