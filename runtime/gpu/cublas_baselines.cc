#include <algorithm>

#include "runtime/gpu/baseline_support.h"
#include "runtime/gpu/cublas.h"

namespace teaal::runtime::gpu {
namespace {

// A handle in the modes of one baseline, set once before anything is timed.
std::shared_ptr<CublasHandle> prepare(Device& device, const std::string& name, int math,
                                      int pointers, Diagnostics& diagnostics) {
  auto handle = CublasHandle::create(device, diagnostics);
  if (!handle) return nullptr;
  const Cublas& table = cublas_library().functions;
  int status = table.cublasSetMathMode(handle->get(), math);
  if (status == cublas_success) status = table.cublasSetPointerMode_v2(handle->get(), pointers);
  if (status == cublas_success) return handle;
  baseline_absent(diagnostics, name, "its mode is refused with " + cublas_status_text(status));
  return nullptr;
}

// cuBLAS prepares nothing that depends on the operands: its preparation takes no time.
template <class Call>
void add(std::vector<Baseline>& out, Device& device, const std::string& name, int math,
         int pointers, Call call, Diagnostics& diagnostics) {
  auto handle = prepare(device, name, math, pointers, diagnostics);
  if (!handle) return;
  auto run = [handle, call] {
    handle->context().enter_quietly();
    return call(handle->get());
  };
  out.push_back(make_baseline(name, 0, std::move(run), cublas_status_text));
}

constexpr float one = 1, zero = 0;

int leading(int64_t extent) { return static_cast<int>(std::max<int64_t>(1, extent)); }

}  // namespace

// cuBLAS is column-major: a row-major C = A * B is its transpose, C' = B' * A', with nothing moved.
std::optional<std::vector<Baseline>> cublas_gemm(Device& device, int64_t m, int64_t n, int64_t k,
                                                 uint64_t a, uint64_t b, uint64_t c,
                                                 Diagnostics& diagnostics) {
  if (!extents_fit_int(diagnostics, "cuBLAS SGEMM", {m, n, k})) return std::nullopt;
  auto call = [=](CublasState handle) {
    return cublas_library().functions.cublasSgemm_v2(
        handle, cublas_op_n, cublas_op_n, static_cast<int>(n), static_cast<int>(m),
        static_cast<int>(k), &one, device_pointer<const float>(b), leading(n),
        device_pointer<const float>(a), leading(k), &zero, device_pointer<float>(c), leading(n));
  };
  std::vector<Baseline> out;
  if (!cublas_library().usable) {
    baseline_absent(diagnostics, "cuBLAS SGEMM", cublas_library().reason);
    return std::nullopt;
  }
  add(out, device, "cuBLAS SGEMM (fp32)", cublas_math_default, cublas_pointer_host, call,
      diagnostics);
  add(out, device, "cuBLAS SGEMM (TF32)", cublas_math_tf32, cublas_pointer_host, call, diagnostics);
  add(out, device, "cuBLAS SGEMM (fp32, pedantic)", cublas_math_pedantic, cublas_pointer_host, call,
      diagnostics);
  return any_of(std::move(out));
}

std::optional<std::vector<Baseline>> cublas_gemm_16(Device& device, ElementType type, int64_t m,
                                                    int64_t n, int64_t k, uint64_t a, uint64_t b,
                                                    uint64_t c, Diagnostics& diagnostics) {
  const std::string name = type == ElementType::F16 ? "cuBLAS GemmEx (fp16, f32 sums)"
                                                    : "cuBLAS GemmEx (bf16, f32 sums)";
  if (!extents_fit_int(diagnostics, name, {m, n, k})) return std::nullopt;
  if (!cublas_library().usable) {
    baseline_absent(diagnostics, name, cublas_library().reason);
    return std::nullopt;
  }
  const int number = cuda_type_of(type);
  auto call = [=](CublasState handle) {
    return cublas_library().functions.cublasGemmEx(
        handle, cublas_op_n, cublas_op_n, static_cast<int>(n), static_cast<int>(m),
        static_cast<int>(k), &one, device_pointer<const void>(b), number, leading(n),
        device_pointer<const void>(a), number, leading(k), &zero, device_pointer<void>(c),
        cuda_type_of(ElementType::F32), leading(n), cublas_compute_f32, cublas_algorithm_default);
  };
  std::vector<Baseline> out;
  add(out, device, name, cublas_math_default, cublas_pointer_host, call, diagnostics);
  return any_of(std::move(out));
}

// A row-major A[m, k] is a column-major k by m matrix, to be transposed.
std::optional<std::vector<Baseline>> cublas_gemv(Device& device, int64_t m, int64_t k, uint64_t a,
                                                 uint64_t x, uint64_t z, Diagnostics& diagnostics) {
  if (!extents_fit_int(diagnostics, "cuBLAS SGEMV", {m, k})) return std::nullopt;
  auto call = [=](CublasState handle) {
    return cublas_library().functions.cublasSgemv_v2(
        handle, cublas_op_t, static_cast<int>(k), static_cast<int>(m), &one,
        device_pointer<const float>(a), leading(k), device_pointer<const float>(x), 1, &zero,
        device_pointer<float>(z), 1);
  };
  std::vector<Baseline> out;
  add(out, device, "cuBLAS SGEMV", cublas_math_default, cublas_pointer_host, call, diagnostics);
  return any_of(std::move(out));
}

std::optional<std::vector<Baseline>> cublas_dot(Device& device, int64_t n, uint64_t x, uint64_t y,
                                                uint64_t z, Diagnostics& diagnostics) {
  if (!extents_fit_int(diagnostics, "cuBLAS SDOT", {n})) return std::nullopt;
  auto call = [=](CublasState handle) {
    return cublas_library().functions.cublasSdot_v2(
        handle, static_cast<int>(n), device_pointer<const float>(x), 1,
        device_pointer<const float>(y), 1, device_pointer<float>(z));
  };
  std::vector<Baseline> out;
  add(out, device, "cuBLAS SDOT", cublas_math_default, cublas_pointer_device, call, diagnostics);
  return any_of(std::move(out));
}

}  // namespace teaal::runtime::gpu
