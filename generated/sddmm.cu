// Made by teaalc 0.1.0 from sddmm.yaml; do not edit.
//   Z[m, n] = A[m, n] * B[m, k] * C[k, n]
//     loops M (space), N (space), K (space)
//   stored A[M:U, N:C], B[M:U, K:U], C[N:U, K:U], Z[M:U, N:C] like A
//   teaalc sddmm.yaml --type=f32 --arch=sm_90 --index-bits=32

// Sum over the lanes that differ only in the bits of [width_low, width_high): lane offsets
// width_high / 2 down to width_low, both powers of two up to 32. All 32 lanes of the warp must call
// it, with the same widths; each gets the sum of its own group of width_high / width_low lanes,
// bitwise the same in the whole group. (1, 32) is the whole warp.
template <class T>
static __device__ __forceinline__ T teaal_lane_sum(T value, int width_low, int width_high) {
  for (int offset = width_high / 2; offset >= width_low; offset /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, offset);
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

#line 13 "sddmm.yaml"
extern "C" __global__ void sddmm_Z(const pos_t* __restrict__ A_N_segments,
                                   const coord_t* __restrict__ A_N_coords,
                                   value_t* __restrict__ Z_values,
                                   const value_t* __restrict__ A_values,
                                   const value_t* __restrict__ B_values,
                                   const value_t* __restrict__ C_values, coord_t K, coord_t M) {
  const offset_t workers_M = gridDim.x;
  const offset_t worker_M = blockIdx.x;
  const offset_t workers_N = blockDim.x / 32;
  const offset_t worker_N = threadIdx.x / 32;
  const offset_t workers_K = 32;
  const offset_t worker_K = threadIdx.x % 32;
#line 16 "sddmm.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
    const pos_t A_N_begin = A_N_segments[m];
    const pos_t A_N_end = A_N_segments[m + 1];
    const size_type A_N_at_jam_end =
        A_N_begin + worker_N +
        static_cast<size_type>(
            max(static_cast<offset_t>(A_N_end) + (workers_N - 1) - (A_N_begin + worker_N),
                static_cast<offset_t>(0)) /
            (4 * workers_N)) *
            (4 * workers_N);
    for (size_type A_N_at = A_N_begin + worker_N; A_N_at < A_N_at_jam_end;
         A_N_at += 4 * workers_N) {
      const coord_t n = A_N_coords[A_N_at];
#line 13 "sddmm.yaml"
      value_t sum = value_t(0);
#line 16 "sddmm.yaml"
      const size_type A_N_at_2 = A_N_at + workers_N;
      const coord_t n_2 = A_N_coords[A_N_at_2];
#line 13 "sddmm.yaml"
      value_t sum_2 = value_t(0);
#line 16 "sddmm.yaml"
      const size_type A_N_at_3 = A_N_at + 2 * workers_N;
      const coord_t n_3 = A_N_coords[A_N_at_3];
#line 13 "sddmm.yaml"
      value_t sum_3 = value_t(0);
#line 16 "sddmm.yaml"
      const size_type A_N_at_4 = A_N_at + 3 * workers_N;
      const coord_t n_4 = A_N_coords[A_N_at_4];
#line 13 "sddmm.yaml"
      value_t sum_4 = value_t(0);
#line 16 "sddmm.yaml"
      // Products.
      for (offset_t k = worker_K; k < K; k += workers_K) {
        const offset_t B_K_at = m * static_cast<offset_t>(K) + k;
        const offset_t C_K_at = static_cast<offset_t>(n) * static_cast<offset_t>(K) + k;
        const offset_t C_K_at_2 = static_cast<offset_t>(n_2) * static_cast<offset_t>(K) + k;
        const offset_t C_K_at_3 = static_cast<offset_t>(n_3) * static_cast<offset_t>(K) + k;
        const offset_t C_K_at_4 = static_cast<offset_t>(n_4) * static_cast<offset_t>(K) + k;
#line 13 "sddmm.yaml"
        sum = fmaf(A_values[A_N_at] * B_values[B_K_at], C_values[C_K_at], sum);
        sum_2 = fmaf(A_values[A_N_at_2] * B_values[B_K_at], C_values[C_K_at_2], sum_2);
        sum_3 = fmaf(A_values[A_N_at_3] * B_values[B_K_at], C_values[C_K_at_3], sum_3);
        sum_4 = fmaf(A_values[A_N_at_4] * B_values[B_K_at], C_values[C_K_at_4], sum_4);
      }
      // Combine the sums of threads.
      const value_t total = teaal_lane_sum(sum, 1, 32);
      // Store Z_values.
      if (worker_K == 0) {
        Z_values[A_N_at] = total;
      }
      // Combine the sums of threads.
      const value_t total_2 = teaal_lane_sum(sum_2, 1, 32);
      // Store Z_values.
      if (worker_K == 0) {
        Z_values[A_N_at_2] = total_2;
      }
      // Combine the sums of threads.
      const value_t total_3 = teaal_lane_sum(sum_3, 1, 32);
      // Store Z_values.
      if (worker_K == 0) {
        Z_values[A_N_at_3] = total_3;
      }
      // Combine the sums of threads.
      const value_t total_4 = teaal_lane_sum(sum_4, 1, 32);
      // Store Z_values.
      if (worker_K == 0) {
        Z_values[A_N_at_4] = total_4;
      }
    }
#line 16 "sddmm.yaml"
    for (size_type A_N_at = A_N_at_jam_end; A_N_at < A_N_end; A_N_at += workers_N) {
      const coord_t n = A_N_coords[A_N_at];
#line 13 "sddmm.yaml"
      value_t sum = value_t(0);
#line 16 "sddmm.yaml"
      // Products.
      for (offset_t k = worker_K; k < K; k += workers_K) {
        const offset_t B_K_at = m * static_cast<offset_t>(K) + k;
        const offset_t C_K_at = static_cast<offset_t>(n) * static_cast<offset_t>(K) + k;
#line 13 "sddmm.yaml"
        sum = fmaf(A_values[A_N_at] * B_values[B_K_at], C_values[C_K_at], sum);
      }
      // Combine the sums of threads.
      const value_t total = teaal_lane_sum(sum, 1, 32);
      // Store Z_values.
      if (worker_K == 0) {
        Z_values[A_N_at] = total;
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "sddmm.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t sddmm_value;
typedef pos_t sddmm_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sddmm_workspace_bytes sddmm_workspace_bytes_64
#define sddmm_launch sddmm_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct sddmm_arguments {
  /* A: M:U, N:C */
  const sddmm_position* A_N_segments;
  const int32_t* A_N_coords;
  const sddmm_value* A_values;
  /* Z: M:U, N:C, where A has elements */
  sddmm_value* Z_values;
  /* B: M:U, K:U */
  const sddmm_value* B_values;
  /* C: N:U, K:U */
  const sddmm_value* C_values;
  int64_t extent_M;
  int64_t extent_N;
  int64_t extent_K;
  int64_t elements_Z; /* how many elements Z stores */
} sddmm_arguments;

/* Bytes of device memory that sddmm_launch needs as workspace (0: none), aligned to 256. */
size_t sddmm_workspace_bytes(const sddmm_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see sddmm_error_text. Allocates nothing and throws nothing. */
int sddmm_launch(const sddmm_arguments* arguments, void* workspace, size_t workspace_bytes,
                 struct CUstream_st* stream);
const char* sddmm_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct sddmm_sizes {
  int64_t M;
  int64_t N;
  int64_t K;
  int64_t elements_Z;
  explicit sddmm_sizes(const sddmm_arguments& a) {
    M = a.extent_M;
    N = a.extent_N;
    K = a.extent_K;
    elements_Z = a.elements_Z;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647 && K >= 0 && K <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && N <= 1000000000 && K <= 1000000000 && elements_Z <= 1000000000 &&
           (M == 0 || K <= 1000000000 / M) && (N == 0 || K <= 1000000000 / N);
  }
  int64_t block_sddmm_Z() const { return max(min(N, 8), 1) * 32; }
  int64_t grid_sddmm_Z() const { return max(min(M, 2147483647), 1); }
  coord_t K_of_sddmm_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_sddmm_Z() const { return static_cast<coord_t>(M); }
  int64_t stored_Z() const { return elements_Z; }
};

}  // namespace

extern "C" size_t sddmm_workspace_bytes(const sddmm_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const sddmm_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int sddmm_launch(const sddmm_arguments* arguments, void* workspace,
                            size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const sddmm_arguments& a = *arguments;
  const sddmm_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < sddmm_workspace_bytes(arguments)) return 2;
  (void)workspace;
  sddmm_Z<<<static_cast<unsigned>(sizes.grid_sddmm_Z()),
            static_cast<unsigned>(sizes.block_sddmm_Z()), 0, stream>>>(
      a.A_N_segments, a.A_N_coords, a.Z_values, a.A_values, a.B_values, a.C_values,
      sizes.K_of_sddmm_Z(), sizes.M_of_sddmm_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* sddmm_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than sddmm_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
