// Made by teaalc 0.1.0 from gemm_naive.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M (space), N (space), K
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   teaalc gemm_naive.yaml --type=f32 --arch=sm_90 --index-bits=32

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32  // 64 where there are more positions than 32 bits can count
#endif
typedef int coord_t;
#if TEAAL_POSITION_BITS == 64
typedef long long pos_t;
#else
typedef int pos_t;
#endif
typedef long long size_type;
#ifndef TEAAL_OFFSET_BITS
#define TEAAL_OFFSET_BITS TEAAL_POSITION_BITS  // 64 beyond 1000000000 elements or coordinates
#endif
#if TEAAL_OFFSET_BITS == 64 || TEAAL_POSITION_BITS == 64
typedef long long offset_t;
#else
typedef int offset_t;
#endif
typedef float value_t;

#line 10 "gemm_naive.yaml"
extern "C" __global__ void gemm_naive_C(value_t* __restrict__ C_values,
                                        const value_t* __restrict__ A_values,
                                        const value_t* __restrict__ B_values, coord_t K, coord_t M,
                                        coord_t N) {
  const offset_t workers_M = gridDim.x;
  const offset_t worker_M = blockIdx.x;
  const offset_t workers_N = blockDim.x;
  const offset_t worker_N = threadIdx.x;
#line 13 "gemm_naive.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
    for (offset_t n = worker_N; n < N; n += workers_N) {
      const offset_t C_N_at = m * static_cast<offset_t>(N) + n;
#line 10 "gemm_naive.yaml"
      value_t sum = value_t(0);
#line 13 "gemm_naive.yaml"
      for (coord_t k = 0; k < K; ++k) {
        const offset_t A_K_at = m * static_cast<offset_t>(K) + k;
        const offset_t B_N_at = static_cast<offset_t>(k) * static_cast<offset_t>(N) + n;
#line 10 "gemm_naive.yaml"
        sum = fmaf(A_values[A_K_at], B_values[B_N_at], sum);
      }
      C_values[C_N_at] = sum;
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "gemm_naive.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_naive_value;
typedef pos_t gemm_naive_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_naive_workspace_bytes gemm_naive_workspace_bytes_64
#define gemm_naive_launch gemm_naive_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_naive_arguments {
  /* C: M:U, N:U */
  gemm_naive_value* C_values;
  /* A: M:U, K:U */
  const gemm_naive_value* A_values;
  /* B: K:U, N:U */
  const gemm_naive_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_naive_arguments;

/* Bytes of device memory that gemm_naive_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_naive_workspace_bytes(const gemm_naive_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_naive_error_text. Allocates nothing and throws nothing. */
int gemm_naive_launch(const gemm_naive_arguments* arguments, void* workspace,
                      size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_naive_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct gemm_naive_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  explicit gemm_naive_sizes(const gemm_naive_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (M == 0 || K <= 1000000000 / M) &&
           (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_gemm_naive_C() const { return max(min(N, 256), 1); }
  int64_t grid_gemm_naive_C() const { return max(min(M, 2147483647), 1); }
  coord_t K_of_gemm_naive_C() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_naive_C() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_naive_C() const { return static_cast<coord_t>(N); }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_naive_workspace_bytes(const gemm_naive_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_naive_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int gemm_naive_launch(const gemm_naive_arguments* arguments, void* workspace,
                                 size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_naive_arguments& a = *arguments;
  const gemm_naive_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_naive_workspace_bytes(arguments)) return 2;
  (void)workspace;
  gemm_naive_C<<<static_cast<unsigned>(sizes.grid_gemm_naive_C()),
                 static_cast<unsigned>(sizes.block_gemm_naive_C()), 0, stream>>>(
      a.C_values, a.A_values, a.B_values, sizes.K_of_gemm_naive_C(), sizes.M_of_gemm_naive_C(),
      sizes.N_of_gemm_naive_C());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* gemm_naive_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_naive_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
