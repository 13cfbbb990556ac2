// Made by teaalc 0.1.0 from spmm_thread_mapped.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M1, M0 (space), N, K
//   stored A[M:U, K:C], B[K:U, N:U], Z[M:U, N:U]
//   teaalc spmm_thread_mapped.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 13 "spmm_thread_mapped.yaml"
extern "C" __global__ void spmm_thread_mapped_Z(value_t* __restrict__ Z_values,
                                                const pos_t* __restrict__ A_K_segments,
                                                const coord_t* __restrict__ A_K_coords,
                                                const value_t* __restrict__ A_values,
                                                const value_t* __restrict__ B_values, coord_t M,
                                                coord_t N, coord_t NUM_THREADS) {
  const offset_t workers_M0 = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_M0 = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 19 "spmm_thread_mapped.yaml"
  for (offset_t m1 = 0; m1 < M; m1 += NUM_THREADS) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + NUM_THREADS);
    for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
      const pos_t A_K_begin = A_K_segments[m0];
      const pos_t A_K_end = A_K_segments[m0 + 1];
      for (coord_t n = 0; n < N; ++n) {
        const offset_t Z_N_at = m0 * static_cast<offset_t>(N) + n;
#line 13 "spmm_thread_mapped.yaml"
        value_t sum = value_t(0);
#line 19 "spmm_thread_mapped.yaml"
        for (pos_t A_K_at = A_K_begin; A_K_at < A_K_end; ++A_K_at) {
          const coord_t k = A_K_coords[A_K_at];
          const offset_t B_N_at = static_cast<offset_t>(k) * static_cast<offset_t>(N) + n;
#line 13 "spmm_thread_mapped.yaml"
          sum = fmaf(A_values[A_K_at], B_values[B_N_at], sum);
        }
        Z_values[Z_N_at] = sum;
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmm_thread_mapped.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmm_thread_mapped_value;
typedef pos_t spmm_thread_mapped_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_thread_mapped_workspace_bytes spmm_thread_mapped_workspace_bytes_64
#define spmm_thread_mapped_launch spmm_thread_mapped_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmm_thread_mapped_arguments {
  /* Z: M:U, N:U */
  spmm_thread_mapped_value* Z_values;
  /* A: M:U, K:C */
  const spmm_thread_mapped_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_thread_mapped_value* A_values;
  /* B: K:U, N:U */
  const spmm_thread_mapped_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
  int64_t size_NUM_THREADS; /* 0: the default */
} spmm_thread_mapped_arguments;

/* Bytes of device memory that spmm_thread_mapped_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmm_thread_mapped_workspace_bytes(const spmm_thread_mapped_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmm_thread_mapped_error_text. Allocates nothing and throws nothing. */
int spmm_thread_mapped_launch(const spmm_thread_mapped_arguments* arguments, void* workspace,
                              size_t workspace_bytes, struct CUstream_st* stream);
const char* spmm_thread_mapped_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmm_thread_mapped_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t NUM_THREADS;
  explicit spmm_thread_mapped_sizes(const spmm_thread_mapped_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    NUM_THREADS = a.size_NUM_THREADS > 0 ? a.size_NUM_THREADS : min(max(M, 1), 270336);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647 &&
           NUM_THREADS >= 0 && NUM_THREADS <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 && NUM_THREADS <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_spmm_thread_mapped_Z() const {
    return max(min(min(NUM_THREADS, M), min(ceil_div(min(NUM_THREADS, M), 4224) * 32, 256)), 1);
  }
  int64_t grid_spmm_thread_mapped_Z() const {
    return min(max(ceil_div(min(NUM_THREADS, M), block_spmm_thread_mapped_Z()), 1), 2147483647);
  }
  coord_t M_of_spmm_thread_mapped_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spmm_thread_mapped_Z() const { return static_cast<coord_t>(N); }
  coord_t NUM_THREADS_of_spmm_thread_mapped_Z() const { return static_cast<coord_t>(NUM_THREADS); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t spmm_thread_mapped_workspace_bytes(
    const spmm_thread_mapped_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmm_thread_mapped_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmm_thread_mapped_launch(const spmm_thread_mapped_arguments* arguments,
                                         void* workspace, size_t workspace_bytes,
                                         struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmm_thread_mapped_arguments& a = *arguments;
  const spmm_thread_mapped_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmm_thread_mapped_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmm_thread_mapped_Z<<<static_cast<unsigned>(sizes.grid_spmm_thread_mapped_Z()),
                         static_cast<unsigned>(sizes.block_spmm_thread_mapped_Z()), 0, stream>>>(
      a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values,
      sizes.M_of_spmm_thread_mapped_Z(), sizes.N_of_spmm_thread_mapped_Z(),
      sizes.NUM_THREADS_of_spmm_thread_mapped_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmm_thread_mapped_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmm_thread_mapped_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
