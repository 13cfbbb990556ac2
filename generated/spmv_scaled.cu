// Made by teaalc 0.1.0 from spmv_scaled.yaml; do not edit.
//   T[m] = A[m, k] * X[k]
//     loops M2 (space), M1 (space), M0 (space), K (space)
//   Z[m] = alpha * T[m] + beta * Y[m]
//     loops M
//   stored A[M:U, K:C], X[K:U], Y[M:U], T[M:U], Z[M:U]
//   sizes ROWS=64
//   teaalc spmv_scaled.yaml --type=f32 --arch=sm_90 --index-bits=32

// What a reduction does with two values; sums of integers are modulo 2^32.
struct teaal_sum {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a + b;
  }
  static __device__ __forceinline__ int of(int a, int b) { return int(unsigned(a) + unsigned(b)); }
};

// The lanes of this one's group, where groups are `width` neighbours, a power of two up to 32.
static __device__ __forceinline__ unsigned teaal_group_mask(int width) {
  return 0xffffffffu >> (32 - width) << (threadIdx.x % 32 & -width);
}

// Over a group of `width` neighbouring lanes, a power of two up to 32. All lanes of a group call it
// together, with the same width; where other groups are does not matter. Bitwise the same in the
// whole group.
template <class Op, class T>
static __device__ __forceinline__ T teaal_group_reduce(T value, int width) {
  const unsigned group = teaal_group_mask(width);
  for (int offset = width / 2; offset > 0; offset /= 2)
    value = Op::of(value, __shfl_xor_sync(group, value, offset));
  return value;
}

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

#line 13 "spmv_scaled.yaml"
extern "C" __global__ void spmv_scaled_T(const pos_t* __restrict__ A_K_segments,
                                         const coord_t* __restrict__ A_K_coords,
                                         const value_t* __restrict__ A_values,
                                         const value_t* __restrict__ X_values, coord_t M,
                                         value_t* __restrict__ Z_values, value_t scalar_alpha,
                                         value_t scalar_beta,
                                         const value_t* __restrict__ Y_values) {
  constexpr int ROWS = 64;
  const offset_t workers_M2 = gridDim.x;
  const offset_t worker_M2 = blockIdx.x;
  const offset_t workers_M1 = blockDim.x / 32;
  const offset_t worker_M1 = threadIdx.x / 32;
  const offset_t workers_K = 4;
  const offset_t worker_K = threadIdx.x % 32 % 4;
  const offset_t workers_M0 = 8;
  const offset_t worker_M0 = threadIdx.x % 32 / 4;
#line 20 "spmv_scaled.yaml"
  for (offset_t m2 = worker_M2 * ROWS; m2 < M; m2 += workers_M2 * ROWS) {
    const offset_t m2_end = min(static_cast<offset_t>(M), m2 + ROWS);
    for (offset_t m1 = m2 + worker_M1 * 8; m1 < m2_end; m1 += workers_M1 * 8) {
      const offset_t m1_end = min(m2_end, m1 + 8);
      for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
        const pos_t A_K_begin = A_K_segments[m0];
        const pos_t A_K_end = A_K_segments[m0 + 1];
#line 13 "spmv_scaled.yaml"
        value_t sum = value_t(0);
#line 20 "spmv_scaled.yaml"
        // Products.
        for (offset_t A_K_at = A_K_begin + worker_K; A_K_at < A_K_end; A_K_at += workers_K) {
          const coord_t k = A_K_coords[A_K_at];
#line 13 "spmv_scaled.yaml"
          sum = fmaf(A_values[A_K_at], X_values[k], sum);
        }
        // Combine the sums of threads.
        const value_t total = teaal_group_reduce<teaal_sum>(sum, 4);
        // Store Z_values.
        if (worker_K == 0) {
#line 14 "spmv_scaled.yaml"
          value_t Z_element = scalar_alpha * total;
          Z_element = fmaf(scalar_beta, Y_values[m0], Z_element);
          Z_values[m0] = Z_element;
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmv_scaled.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmv_scaled_value;
typedef pos_t spmv_scaled_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_scaled_workspace_bytes spmv_scaled_workspace_bytes_64
#define spmv_scaled_launch spmv_scaled_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmv_scaled_arguments {
  /* A: M:U, K:C */
  const spmv_scaled_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmv_scaled_value* A_values;
  /* X: K:U */
  const spmv_scaled_value* X_values;
  /* Z: M:U */
  spmv_scaled_value* Z_values;
  /* Y: M:U */
  const spmv_scaled_value* Y_values;
  int64_t extent_M;
  int64_t extent_K;
  spmv_scaled_value scalar_alpha;
  spmv_scaled_value scalar_beta;
} spmv_scaled_arguments;

/* Bytes of device memory that spmv_scaled_launch needs as workspace (0: none), aligned to 256. */
size_t spmv_scaled_workspace_bytes(const spmv_scaled_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmv_scaled_error_text. Allocates nothing and throws nothing. */
int spmv_scaled_launch(const spmv_scaled_arguments* arguments, void* workspace,
                       size_t workspace_bytes, struct CUstream_st* stream);
const char* spmv_scaled_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmv_scaled_sizes {
  int64_t M;
  int64_t K;
  explicit spmv_scaled_sizes(const spmv_scaled_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
  }
  bool valid() const { return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647; }
  bool addressable() const { return M <= 1000000000 && K <= 1000000000; }
  int64_t block_spmv_scaled_T() const { return max(min(ceil_div(min(64, M), 8), 8), 1) * 32; }
  int64_t grid_spmv_scaled_T() const { return max(min(ceil_div(M, 64), 2147483647), 1); }
  coord_t M_of_spmv_scaled_T() const { return static_cast<coord_t>(M); }
  int64_t stored_Z() const { return M; }
};

}  // namespace

extern "C" size_t spmv_scaled_workspace_bytes(const spmv_scaled_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmv_scaled_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmv_scaled_launch(const spmv_scaled_arguments* arguments, void* workspace,
                                  size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_scaled_arguments& a = *arguments;
  const spmv_scaled_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmv_scaled_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmv_scaled_T<<<static_cast<unsigned>(sizes.grid_spmv_scaled_T()),
                  static_cast<unsigned>(sizes.block_spmv_scaled_T()), 0, stream>>>(
      a.A_K_segments, a.A_K_coords, a.A_values, a.X_values, sizes.M_of_spmv_scaled_T(), a.Z_values,
      a.scalar_alpha, a.scalar_beta, a.Y_values);
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmv_scaled_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmv_scaled_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
