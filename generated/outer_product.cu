// Made by teaalc 0.1.0 from outer_product.yaml; do not edit.
//   Z[m, n] = A[m] * B[n]
//     loops M (space), N (space)
//   stored A[M:U], B[N:U], Z[M:U, N:U]
//   teaalc outer_product.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 10 "outer_product.yaml"
extern "C" __global__ void outer_product_Z(value_t* __restrict__ Z_values,
                                           const value_t* __restrict__ A_values,
                                           const value_t* __restrict__ B_values, coord_t M,
                                           coord_t N) {
  const offset_t workers_M = gridDim.x;
  const offset_t worker_M = blockIdx.x;
  const offset_t workers_N = blockDim.x;
  const offset_t worker_N = threadIdx.x;
#line 13 "outer_product.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
    for (offset_t n = worker_N; n < N; n += workers_N) {
      const offset_t Z_N_at = m * static_cast<offset_t>(N) + n;
#line 10 "outer_product.yaml"
      Z_values[Z_N_at] = A_values[m] * B_values[n];
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "outer_product.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t outer_product_value;
typedef pos_t outer_product_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define outer_product_workspace_bytes outer_product_workspace_bytes_64
#define outer_product_launch outer_product_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct outer_product_arguments {
  /* Z: M:U, N:U */
  outer_product_value* Z_values;
  /* A: M:U */
  const outer_product_value* A_values;
  /* B: N:U */
  const outer_product_value* B_values;
  int64_t extent_M;
  int64_t extent_N;
} outer_product_arguments;

/* Bytes of device memory that outer_product_launch needs as workspace (0: none), aligned to 256. */
size_t outer_product_workspace_bytes(const outer_product_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see outer_product_error_text. Allocates nothing and throws nothing. */
int outer_product_launch(const outer_product_arguments* arguments, void* workspace,
                         size_t workspace_bytes, struct CUstream_st* stream);
const char* outer_product_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct outer_product_sizes {
  int64_t M;
  int64_t N;
  explicit outer_product_sizes(const outer_product_arguments& a) {
    M = a.extent_M;
    N = a.extent_N;
  }
  bool valid() const { return M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647; }
  bool addressable() const {
    return M <= 1000000000 && N <= 1000000000 && (M == 0 || N <= 1000000000 / M);
  }
  int64_t block_outer_product_Z() const { return max(min(N, 256), 1); }
  int64_t grid_outer_product_Z() const { return max(min(M, 2147483647), 1); }
  coord_t M_of_outer_product_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_outer_product_Z() const { return static_cast<coord_t>(N); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t outer_product_workspace_bytes(const outer_product_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const outer_product_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int outer_product_launch(const outer_product_arguments* arguments, void* workspace,
                                    size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const outer_product_arguments& a = *arguments;
  const outer_product_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < outer_product_workspace_bytes(arguments)) return 2;
  (void)workspace;
  outer_product_Z<<<static_cast<unsigned>(sizes.grid_outer_product_Z()),
                    static_cast<unsigned>(sizes.block_outer_product_Z()), 0, stream>>>(
      a.Z_values, a.A_values, a.B_values, sizes.M_of_outer_product_Z(),
      sizes.N_of_outer_product_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* outer_product_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than outer_product_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
