#pragma once
#include <memory>
#include <string>

#include "runtime/gpu/context.h"

// The functions of cuBLAS that we call, declared from its public reference.
namespace teaal::runtime::gpu {

using CublasState = struct OpaqueCublas*;
inline constexpr int cublas_success = 0, cublas_op_n = 0, cublas_op_t = 1, cublas_side_left = 0;
inline constexpr int cublas_pointer_host = 0, cublas_pointer_device = 1;
inline constexpr int cublas_math_default = 0, cublas_math_pedantic = 2, cublas_math_tf32 = 3;
inline constexpr int cublas_compute_f32 = 68, cublas_algorithm_default = -1;

#define TEAAL_CUBLAS(FUNCTION)                                                                     \
  FUNCTION(int, cublasCreate_v2, (CublasState * handle))                                           \
  FUNCTION(int, cublasDestroy_v2, (CublasState handle))                                            \
  FUNCTION(int, cublasSetStream_v2, (CublasState handle, CuStream stream))                         \
  FUNCTION(int, cublasSetMathMode, (CublasState handle, int mode))                                 \
  FUNCTION(int, cublasSetPointerMode_v2, (CublasState handle, int mode))                           \
  FUNCTION(                                                                                        \
      int, cublasSgemm_v2,                                                                         \
      (CublasState handle, int op_a, int op_b, int m, int n, int k, const float* alpha,            \
       const float* a, int lda, const float* b, int ldb, const float* beta, float* c, int ldc))    \
  FUNCTION(int, cublasGemmEx,                                                                      \
           (CublasState handle, int op_a, int op_b, int m, int n, int k, const void* alpha,        \
            const void* a, int type_a, int lda, const void* b, int type_b, int ldb,                \
            const void* beta, void* c, int type_c, int ldc, int compute, int algorithm))           \
  FUNCTION(int, cublasSgemv_v2,                                                                    \
           (CublasState handle, int op, int m, int n, const float* alpha, const float* a, int lda, \
            const float* x, int incx, const float* beta, float* y, int incy))                      \
  FUNCTION(int, cublasSdot_v2,                                                                     \
           (CublasState handle, int n, const float* x, int incx, const float* y, int incy,         \
            float* result))                                                                        \
  FUNCTION(int, cublasSdgmm,                                                                       \
           (CublasState handle, int side, int m, int n, const float* a, int lda, const float* x,   \
            int incx, float* c, int ldc))

// Since CUDA 11.4.2.
#define TEAAL_CUBLAS_NEWER(FUNCTION) FUNCTION(const char*, cublasGetStatusName, (int status))

struct Cublas {
#define TEAAL_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  TEAAL_CUBLAS(TEAAL_MEMBER)
  TEAAL_CUBLAS_NEWER(TEAAL_MEMBER)
#undef TEAAL_MEMBER
};

const Library<Cublas>& cublas_library();
std::string cublas_status_text(int status);

// A handle on the device's stream. Null, and a remark, if the library refuses.
class CublasHandle {
 public:
  static std::shared_ptr<CublasHandle> create(Device&, Diagnostics&);
  ~CublasHandle();
  CublasHandle(const CublasHandle&) = delete;
  CublasHandle& operator=(const CublasHandle&) = delete;

  const Context& context() const { return *context_; }
  CublasState get() const { return handle_; }

 private:
  explicit CublasHandle(std::shared_ptr<Context> context) : context_(std::move(context)) {}
  std::shared_ptr<Context> context_;
  CublasState handle_ = nullptr;
};

}  // namespace teaal::runtime::gpu
