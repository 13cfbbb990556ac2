#include "runtime/gpu/cublas.h"

#include <fmt/format.h>

#include "runtime/gpu/baseline_support.h"

namespace teaal::runtime::gpu {
namespace {

Library<Cublas> load() {
  Library<Cublas> out;
  auto library = DynamicLibrary::open(
      versioned_names("libcublas.so", {13, 12, 11}, cuda_driver_major()), out.reason);
  if (!library) return out;
  out.path = library->path();
  std::string missing;
#define TEAAL_BIND(result, name, parameters) \
  if (!library->bind(out.functions.name, #name) && missing.empty()) missing = #name;
  TEAAL_CUBLAS(TEAAL_BIND)
#undef TEAAL_BIND
#define TEAAL_BIND(result, name, parameters) library->bind(out.functions.name, #name);
  TEAAL_CUBLAS_NEWER(TEAAL_BIND)
#undef TEAAL_BIND
  out.usable = missing.empty();
  if (!out.usable) out.reason = fmt::format("{} lacks the function {}", out.path, missing);
  return out;
}

}  // namespace

const Library<Cublas>& cublas_library() {
  static const Library<Cublas> library = load();
  return library;
}

Availability cublas() { return {cublas_library().usable, cublas_library().reason}; }

std::string cublas_status_text(int status) {
  const Cublas& table = cublas_library().functions;
  const char* name = table.cublasGetStatusName ? table.cublasGetStatusName(status) : nullptr;
  return name ? name : fmt::format("cuBLAS status {}", status);
}

std::shared_ptr<CublasHandle> CublasHandle::create(Device& device, Diagnostics& diagnostics) {
  const Library<Cublas>& library = cublas_library();
  if (!library.usable) {
    baseline_absent(diagnostics, "cuBLAS", library.reason);
    return nullptr;
  }
  std::shared_ptr<CublasHandle> out(new CublasHandle(context_of(device)));
  out->context_->enter_quietly();
  int status = library.functions.cublasCreate_v2(&out->handle_);
  if (status != cublas_success) {
    out->handle_ = nullptr;
    baseline_absent(diagnostics, "cuBLAS",
                    "cublasCreate failed with " + cublas_status_text(status));
    return nullptr;
  }
  status = library.functions.cublasSetStream_v2(out->handle_, out->context_->stream());
  if (status == cublas_success) return out;
  baseline_absent(diagnostics, "cuBLAS",
                  "cublasSetStream failed with " + cublas_status_text(status));
  return nullptr;
}

CublasHandle::~CublasHandle() {
  if (!handle_) return;
  context_->enter_quietly();
  cublas_library().functions.cublasDestroy_v2(handle_);
}

}  // namespace teaal::runtime::gpu
