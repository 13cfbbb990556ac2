#include "runtime/gpu/cusparse.h"

#include <fmt/format.h>

namespace teaal::runtime::gpu {
namespace {

// CUDA 13 ships cuSPARSE as .12; a .13 would be its successor.
Library<Cusparse> load() {
  Library<Cusparse> out;
  auto library =
      DynamicLibrary::open(versioned_names("libcusparse.so", {12, 13, 11}, 0), out.reason);
  if (!library) return out;
  out.path = library->path();
  std::string missing;
#define TEAAL_BIND(result, name, parameters) \
  if (!library->bind(out.functions.name, #name) && missing.empty()) missing = #name;
  TEAAL_CUSPARSE(TEAAL_BIND)
#undef TEAAL_BIND
#define TEAAL_BIND(result, name, parameters) library->bind(out.functions.name, #name);
  TEAAL_CUSPARSE_NEWER(TEAAL_BIND)
#undef TEAAL_BIND
  out.usable = missing.empty();
  if (!out.usable)
    out.reason = fmt::format("{} lacks the function {}: it is too old (CUDA 11.3 is the least)",
                             out.path, missing);
  return out;
}

}  // namespace

const Library<Cusparse>& cusparse_library() {
  static const Library<Cusparse> library = load();
  return library;
}

Availability cusparse() { return {cusparse_library().usable, cusparse_library().reason}; }

std::string cusparse_status_text(int status) {
  const char* name = cusparse_library().functions.cusparseGetErrorName(status);
  return name ? name : fmt::format("cuSPARSE status {}", status);
}

}  // namespace teaal::runtime::gpu
