#pragma once
#include <functional>
#include <optional>
#include <string>

#include "runtime/array.h"
#include "runtime/gpu/gpu.h"

// Vendor libraries beside us, for `bench`. Each factory prepares everything that does not depend on
// values (descriptors, workspace, analysis) and returns a function that does the timed work;
// `prepare_us` is the preparation, without the library's own start. Row-major dense operands,
// 32-bit CSR, f32 unless said otherwise. All buffers are device addresses and must outlive the run
// functions. An absent library, or one that refuses an operation, gives nullopt and a remark, never
// an error; of several algorithms those that prepare without failure are returned, and a remark
// names each of the others.
namespace teaal::runtime::gpu {

struct Baseline {
  std::string name;           // "cuSPARSE SpMV (CSR, ALG1)"
  std::function<bool()> run;  // asynchronous on the device's stream
  double prepare_us = 0;
  std::shared_ptr<std::string> failure;  // what the library said when `run` last returned false
};

struct CsrMatrix {
  int64_t rows = 0, columns = 0, entries = 0;
  uint64_t segments = 0, coords = 0, values = 0;
};

// z = A * x
std::optional<std::vector<Baseline>> cusparse_spmv(Device&, const CsrMatrix&, uint64_t x,
                                                   uint64_t z, Diagnostics&);
// Z[m, n] = A[m, k] * B[k, n], B and Z row-major
std::optional<std::vector<Baseline>> cusparse_spmm(Device&, const CsrMatrix&, uint64_t b, int64_t n,
                                                   uint64_t z, Diagnostics&);
// The same of an A in square blocks (cuSPARSE's Blocked-ELL): every row of blocks stores `width`
// columns. Values are F32 or F16 (B too); Z is f32. cuSPARSE copies A's blocks from dense storage,
// which is part of the preparation.
struct BlockedMatrix {
  int64_t rows = 0, columns = 0, block = 0, width = 0;
  uint64_t coords = 0;  // of blocks: width / block 32-bit numbers for each row of blocks, ascending
  uint64_t dense = 0;   // row-major
  ElementType values = ElementType::F32;
};
std::optional<std::vector<Baseline>> cusparse_blocked_spmm(Device&, const BlockedMatrix&,
                                                           uint64_t b, int64_t n, uint64_t z,
                                                           Diagnostics&);
// Z (CSR pattern of A, values) = A .* (B * C), B[m, k], C[k, n] row-major. cuSPARSE's own operation
// samples B * C at the pattern and leaves A's values out: these are the entries named "sampled
// product only", one for C by rows and one, up to ten times as fast, for C by columns. With cuBLAS
// at hand another entry multiplies by A's values too, in a second pass.
struct SampledProduct {
  uint64_t b = 0, c = 0;
  uint64_t c_by_columns = 0;  // C[k, n] column-major; 0: not at hand
  int64_t k = 0;
};
std::optional<std::vector<Baseline>> cusparse_sddmm(Device&, const CsrMatrix& pattern,
                                                    const SampledProduct&, uint64_t z_values,
                                                    Diagnostics&);
// C[m, n] = A[m, k] * B[k, n], row-major; fp32, TF32 as a second entry, pedantic fp32 as a third
std::optional<std::vector<Baseline>> cublas_gemm(Device&, int64_t m, int64_t n, int64_t k,
                                                 uint64_t a, uint64_t b, uint64_t c, Diagnostics&);
// The same with A and B of 16 bits (F16 or BF16) and C in f32.
std::optional<std::vector<Baseline>> cublas_gemm_16(Device&, ElementType, int64_t m, int64_t n,
                                                    int64_t k, uint64_t a, uint64_t b, uint64_t c,
                                                    Diagnostics&);
// z = A * x, A[m, k] row-major
std::optional<std::vector<Baseline>> cublas_gemv(Device&, int64_t m, int64_t k, uint64_t a,
                                                 uint64_t x, uint64_t z, Diagnostics&);
// z = x · y (device result)
std::optional<std::vector<Baseline>> cublas_dot(Device&, int64_t n, uint64_t x, uint64_t y,
                                                uint64_t z, Diagnostics&);

}  // namespace teaal::runtime::gpu
