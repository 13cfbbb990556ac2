// Made by teaalc 0.1.0 from spmm_group_mapped.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M2, M1 (space), M0, N, K1, K0 (space)
//   stored A[M:U, K:C], B[K:U, N:U], Z[M:U, N:U]
//   sizes BLOCK_SIZE=32 GRID_SIZE=8 NUM_TILES=4096
//   teaalc spmm_group_mapped.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// Sum over all threads of the block. The block is one-dimensional, its size a multiple of 32; all
// of its threads must call it. The result is in thread 0, other threads get no meaningful value.
// `shared` points to 32 elements in shared memory. The same elements may be given to the next call
// at once; any other use needs a barrier in between, before the call none.
template <class T>
static __device__ __forceinline__ T teaal_block_sum(T value, T* shared) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  value = teaal_lane_sum(value, 1, 32);
  __syncthreads();
  if (lane == 0) shared[warp] = value;
  __syncthreads();
  if (warp == 0) value = teaal_lane_sum(lane < warps ? shared[lane] : T(0), 1, 32);
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

#line 11 "spmm_group_mapped.yaml"
extern "C" __global__ void spmm_group_mapped_Z(value_t* __restrict__ Z_values,
                                               const pos_t* __restrict__ A_K_segments,
                                               const coord_t* __restrict__ A_K_coords,
                                               const value_t* __restrict__ A_values,
                                               const value_t* __restrict__ B_values, coord_t M,
                                               coord_t N, coord_t count_N, coord_t count_M0,
                                               coord_t count_M1, coord_t count_M2) {
  constexpr int BLOCK_SIZE = 32;
  constexpr int GRID_SIZE = 8;
  constexpr int NUM_TILES = 4096;
  const offset_t workers_N = count_N;
  const offset_t worker_N = blockIdx.x % count_N;
  const offset_t workers_M0 = count_M0;
  const offset_t worker_M0 = blockIdx.x / count_N % count_M0;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = blockIdx.x / count_N / count_M0 % count_M1;
  const offset_t workers_M2 = count_M2;
  const offset_t worker_M2 = blockIdx.x / count_N / count_M0 / count_M1;
  const offset_t workers_K0 = blockDim.x;
  const offset_t worker_K0 = threadIdx.x;
#line 18 "spmm_group_mapped.yaml"
  for (offset_t m2 = worker_M2 * NUM_TILES; m2 < M; m2 += workers_M2 * NUM_TILES) {
    const offset_t m2_end = min(static_cast<offset_t>(M), m2 + NUM_TILES);
    for (offset_t m1 = m2 + worker_M1 * GRID_SIZE; m1 < m2_end; m1 += workers_M1 * GRID_SIZE) {
      const offset_t m1_end = min(m2_end, m1 + GRID_SIZE);
      for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
        const pos_t A_K_begin = A_K_segments[m0];
        const pos_t A_K_end = A_K_segments[m0 + 1];
        for (offset_t n = worker_N; n < N; n += workers_N) {
          const offset_t Z_N_at = m0 * static_cast<offset_t>(N) + n;
#line 11 "spmm_group_mapped.yaml"
          value_t sum = value_t(0);
#line 18 "spmm_group_mapped.yaml"
          // Products.
          for (offset_t A_K_run = A_K_begin; A_K_run < A_K_end; A_K_run += BLOCK_SIZE) {
            const pos_t A_K_run_begin = static_cast<pos_t>(A_K_run);
            const pos_t A_K_run_end =
                static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run + BLOCK_SIZE));
            for (offset_t A_K_at = A_K_run_begin + worker_K0; A_K_at < A_K_run_end;
                 A_K_at += workers_K0) {
              const coord_t k0 = A_K_coords[A_K_at];
              const offset_t B_N_at = static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n;
#line 11 "spmm_group_mapped.yaml"
              sum = fmaf(A_values[A_K_at], B_values[B_N_at], sum);
            }
          }
          __shared__ value_t partial_sums[32];
          // Combine the sums of threads.
          const value_t total = teaal_block_sum(sum, partial_sums);
          // Store Z_values.
          if (threadIdx.x == 0) {
            Z_values[Z_N_at] = total;
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmm_group_mapped.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmm_group_mapped_value;
typedef pos_t spmm_group_mapped_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_group_mapped_workspace_bytes spmm_group_mapped_workspace_bytes_64
#define spmm_group_mapped_launch spmm_group_mapped_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmm_group_mapped_arguments {
  /* Z: M:U, N:U */
  spmm_group_mapped_value* Z_values;
  /* A: M:U, K:C */
  const spmm_group_mapped_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_group_mapped_value* A_values;
  /* B: K:U, N:U */
  const spmm_group_mapped_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmm_group_mapped_arguments;

/* Bytes of device memory that spmm_group_mapped_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmm_group_mapped_workspace_bytes(const spmm_group_mapped_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmm_group_mapped_error_text. Allocates nothing and throws nothing. */
int spmm_group_mapped_launch(const spmm_group_mapped_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream);
const char* spmm_group_mapped_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmm_group_mapped_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t spmm_group_mapped_Z_M2_workers;
  int64_t spmm_group_mapped_Z_M1_workers;
  int64_t spmm_group_mapped_Z_M0_workers;
  int64_t spmm_group_mapped_Z_N_workers;
  explicit spmm_group_mapped_sizes(const spmm_group_mapped_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    spmm_group_mapped_Z_M2_workers = max(min(ceil_div(M, 4096), 16896), 1);
    spmm_group_mapped_Z_M1_workers =
        max(min(ceil_div(min(4096, M), 8), 16896 / spmm_group_mapped_Z_M2_workers), 1);
    spmm_group_mapped_Z_M0_workers =
        max(min(min(8, min(4096, M)),
                16896 / spmm_group_mapped_Z_M2_workers / spmm_group_mapped_Z_M1_workers),
            1);
    spmm_group_mapped_Z_N_workers =
        max(min(N, 16896 / spmm_group_mapped_Z_M2_workers / spmm_group_mapped_Z_M1_workers /
                       spmm_group_mapped_Z_M0_workers),
            1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_spmm_group_mapped_Z() const {
    return ceil_div(max(min(min(32, K), 256), 1), 32) * 32;
  }
  int64_t grid_spmm_group_mapped_Z() const {
    return spmm_group_mapped_Z_M2_workers * spmm_group_mapped_Z_M1_workers *
           spmm_group_mapped_Z_M0_workers * spmm_group_mapped_Z_N_workers;
  }
  coord_t M_of_spmm_group_mapped_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spmm_group_mapped_Z() const { return static_cast<coord_t>(N); }
  coord_t count_N_of_spmm_group_mapped_Z() const {
    return static_cast<coord_t>(spmm_group_mapped_Z_N_workers);
  }
  coord_t count_M0_of_spmm_group_mapped_Z() const {
    return static_cast<coord_t>(spmm_group_mapped_Z_M0_workers);
  }
  coord_t count_M1_of_spmm_group_mapped_Z() const {
    return static_cast<coord_t>(spmm_group_mapped_Z_M1_workers);
  }
  coord_t count_M2_of_spmm_group_mapped_Z() const {
    return static_cast<coord_t>(spmm_group_mapped_Z_M2_workers);
  }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t spmm_group_mapped_workspace_bytes(const spmm_group_mapped_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmm_group_mapped_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmm_group_mapped_launch(const spmm_group_mapped_arguments* arguments,
                                        void* workspace, size_t workspace_bytes,
                                        struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmm_group_mapped_arguments& a = *arguments;
  const spmm_group_mapped_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmm_group_mapped_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmm_group_mapped_Z<<<static_cast<unsigned>(sizes.grid_spmm_group_mapped_Z()),
                        static_cast<unsigned>(sizes.block_spmm_group_mapped_Z()), 0, stream>>>(
      a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values,
      sizes.M_of_spmm_group_mapped_Z(), sizes.N_of_spmm_group_mapped_Z(),
      sizes.count_N_of_spmm_group_mapped_Z(), sizes.count_M0_of_spmm_group_mapped_Z(),
      sizes.count_M1_of_spmm_group_mapped_Z(), sizes.count_M2_of_spmm_group_mapped_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmm_group_mapped_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmm_group_mapped_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
