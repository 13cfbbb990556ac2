#pragma once
#include <memory>
#include <string>

#include "include/teaal/teaal.h"

// Handles of the C API, freed where they go out of sight.
namespace teaal::test {

struct Free {
  void operator()(teaal_diagnostics* d) const { teaal_diagnostics_free(d); }
  void operator()(teaal_options* o) const { teaal_options_free(o); }
  void operator()(teaal_kernel* k) const { teaal_kernel_free(k); }
  void operator()(teaal_device* d) const { teaal_device_free(d); }
  void operator()(teaal_run* r) const { teaal_run_free(r); }
  void operator()(teaal_gradient* g) const { teaal_gradient_free(g); }
};
template <class T>
using Held = std::unique_ptr<T, Free>;

// The texts of warnings and errors, as people see them.
inline std::string told(const teaal_diagnostics* d) {
  std::string out;
  for (size_t i = 0; i < teaal_diagnostics_count(d); ++i)
    if (teaal_diagnostics_at(d, i).severity != TEAAL_NOTE) out += teaal_diagnostics_at(d, i).text;
  return out;
}

}  // namespace teaal::test
