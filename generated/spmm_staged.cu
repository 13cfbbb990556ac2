// Made by teaalc 0.1.0 from spmm_staged.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M1 (space), N1 (space), M0 (space), N0 (space), K1, K0
//   stored A[M:U, K:C], B[K:U, N:U], Z[M:U, N:U]
//   teaalc spmm_staged.yaml --type=f32 --arch=sm_90 --index-bits=32

// First position in [begin, end) whose coordinate is >= target; `end` if there is none (also for an
// empty range). Binary search: ceil(log2(end - begin + 1)) loads. Any thread may call it alone.
template <class A, class P, class C>
static __device__ __forceinline__ P teaal_lower_bound(A coords, P begin, P end, C target) {
  while (begin < end) {
    const P middle = begin + (end - begin) / 2;
    if (coords[middle] < target)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

// One element, or 0 where `valid` is false; `from` is not read then.
template <class T>
static __device__ __forceinline__ void teaal_copy_element(T* to, const T* from, bool valid) {
#ifdef TEAAL_CPU
  *to = valid ? *from : T(0);
#else
  if constexpr (sizeof(T) < 4)  // which no instruction copies
    *to = valid ? *from : T(0);
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from),
                   "n"(static_cast<int>(sizeof(T))), "r"(valid ? static_cast<int>(sizeof(T)) : 0));
#endif
}

// Four elements, or zeros where `valid` is false; both addresses are aligned to 16 bytes, of
// elements of 16 bits to eight.
template <class T>
static __device__ __forceinline__ void teaal_copy_quad(T* to, const T* from, bool valid) {
#ifdef TEAAL_CPU
  T quad[4] = {};
  if (valid) teaal_take_units<4>(quad, from);
  teaal_give_units<4>(to, quad);
#else
  if constexpr (sizeof(T) == 2) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from),
                   "r"(valid ? 8 : 0));
    return;
  }
  const int elements = 16 / static_cast<int>(sizeof(T));
#pragma unroll
  for (int first = 0; first < 4; first += elements)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to + first))),
                   "l"(from + first), "r"(valid ? 16 : 0));
#endif
}

// Ends a group of copies of this thread.
static __device__ __forceinline__ void teaal_copies_end() {
#ifndef TEAAL_CPU
  asm volatile("cp.async.commit_group;");
#endif
}

// Waits until all groups of this thread but the last `running` have arrived.
template <int running>
static __device__ __forceinline__ void teaal_copies_arrive() {
#ifndef TEAAL_CPU
  asm volatile("cp.async.wait_group %0;" : : "n"(running));
#endif
}

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
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

#line 12 "spmm_staged.yaml"
extern "C" __global__ void spmm_staged_Z(value_t* __restrict__ Z_values,
                                         const pos_t* __restrict__ A_K_segments,
                                         const coord_t* __restrict__ A_K_coords,
                                         const value_t* __restrict__ A_values,
                                         const value_t* __restrict__ B_values, coord_t K, coord_t M,
                                         coord_t N, coord_t count_N1, coord_t count_M1) {
  const offset_t workers_N1 = count_N1;
  const offset_t worker_N1 = blockIdx.x % count_N1;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = blockIdx.x / count_N1;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_N0 = 32;
  const offset_t worker_N0 = threadIdx.x % 32;
  __shared__ __align__(16) value_t B_tile_values[2048];
#line 20 "spmm_staged.yaml"
  for (offset_t m1 = worker_M1 * 8; m1 < M; m1 += workers_M1 * 8) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + 8);
    for (offset_t n1 = worker_N1 * 32; n1 < N; n1 += workers_N1 * 32) {
      const offset_t n1_end = min(static_cast<offset_t>(N), n1 + 32);
      for (offset_t m0_turn = 0;
           m0_turn < (max(m1_end - m1, static_cast<offset_t>(0)) + workers_M0 - 1) / workers_M0;
           ++m0_turn) {
        const size_type m0_mine = m1 + (worker_M0 + static_cast<size_type>(m0_turn) * workers_M0);
        const bool m0_active = m0_mine < m1_end;
        const offset_t m0 = min(m0_mine, static_cast<size_type>(m1_end - 1));
        const pos_t A_K_begin = A_K_segments[m0];
        const pos_t A_K_end = A_K_segments[m0 + 1];
        for (offset_t n0_turn = 0;
             n0_turn < (max(n1_end - n1, static_cast<offset_t>(0)) + workers_N0 - 1) / workers_N0;
             ++n0_turn) {
          const offset_t n0_mine = n1 + (worker_N0 + n0_turn * workers_N0);
          const bool n0_active = n0_mine < n1_end;
          const offset_t n0 = min(n0_mine, n1_end - 1);
          const offset_t Z_N_at = m0 * static_cast<offset_t>(N) + n0;
#line 12 "spmm_staged.yaml"
          value_t sum = value_t(0);
          const bool in_quads = teaal_aligned_rows(B_values, N);
          if (in_quads) {
#line 20 "spmm_staged.yaml"
            for (offset_t k1 = 0; k1 < K; k1 += 64) {
              const offset_t k1_end = min(static_cast<offset_t>(K), k1 + 64);
              const pos_t A_K_begin_2 =
                  teaal_lower_bound(A_K_coords, A_K_begin, A_K_end, static_cast<coord_t>(k1));
              const pos_t A_K_end_2 =
                  teaal_lower_bound(A_K_coords, A_K_begin_2, A_K_end, static_cast<coord_t>(k1_end));
              __syncthreads();
              // Load B_tile_values.
              for (int quad = static_cast<int>(threadIdx.x); quad < 512;
                   quad += static_cast<int>(blockDim.x)) {
                const int element = quad * 4;
                const offset_t k0_2 = k1 + element / 32;
                const offset_t n0_2 = n1 + element % 32;
                const offset_t B_N_at = k0_2 * static_cast<offset_t>(N) + n0_2;
                teaal_copy_quad(&B_tile_values[element], &B_values[B_N_at],
                                k0_2 < k1_end && n0_2 < N);
              }
              teaal_copies_end();
              teaal_copies_arrive<0>();
              __syncthreads();
              // Products.
              if (m0_active && n0_active) {
                for (pos_t A_K_at = A_K_begin_2; A_K_at < A_K_end_2; ++A_K_at) {
                  const coord_t k0 = A_K_coords[A_K_at];
                  const int B_tile_N_at = static_cast<int>(static_cast<offset_t>(k0) - k1) * 32 +
                                          static_cast<int>(n0 - n1);
#line 12 "spmm_staged.yaml"
                  sum = fmaf(A_values[A_K_at], B_tile_values[B_tile_N_at], sum);
                }
              }
            }
          }
          if (!in_quads) {
#line 20 "spmm_staged.yaml"
            for (offset_t k1 = 0; k1 < K; k1 += 64) {
              const offset_t k1_end = min(static_cast<offset_t>(K), k1 + 64);
              const pos_t A_K_begin_2 =
                  teaal_lower_bound(A_K_coords, A_K_begin, A_K_end, static_cast<coord_t>(k1));
              const pos_t A_K_end_2 =
                  teaal_lower_bound(A_K_coords, A_K_begin_2, A_K_end, static_cast<coord_t>(k1_end));
              __syncthreads();
              const bool B_tile_quads = teaal_aligned_rows(B_values, N);
              // Load B_tile_values.
              if (B_tile_quads) {
                for (int quad = static_cast<int>(threadIdx.x); quad < 512;
                     quad += static_cast<int>(blockDim.x)) {
                  const int element = quad * 4;
                  const offset_t k0_2 = k1 + element / 32;
                  const offset_t n0_2 = n1 + element % 32;
                  const offset_t B_N_at = k0_2 * static_cast<offset_t>(N) + n0_2;
                  teaal_copy_quad(&B_tile_values[element], &B_values[B_N_at],
                                  k0_2 < k1_end && n0_2 < N);
                }
              }
              if (!B_tile_quads) {
                for (int element_2 = static_cast<int>(threadIdx.x); element_2 < 2048;
                     element_2 += static_cast<int>(blockDim.x)) {
                  const offset_t k0_3 = k1 + element_2 / 32;
                  const offset_t n0_3 = n1 + element_2 % 32;
                  const offset_t B_N_at_2 = k0_3 * static_cast<offset_t>(N) + n0_3;
                  teaal_copy_element(&B_tile_values[element_2], &B_values[B_N_at_2],
                                     k0_3 < k1_end && n0_3 < N);
                }
              }
              teaal_copies_end();
              teaal_copies_arrive<0>();
              __syncthreads();
              // Products.
              if (m0_active && n0_active) {
                for (pos_t A_K_at = A_K_begin_2; A_K_at < A_K_end_2; ++A_K_at) {
                  const coord_t k0 = A_K_coords[A_K_at];
                  const int B_tile_N_at = static_cast<int>(static_cast<offset_t>(k0) - k1) * 32 +
                                          static_cast<int>(n0 - n1);
#line 12 "spmm_staged.yaml"
                  sum = fmaf(A_values[A_K_at], B_tile_values[B_tile_N_at], sum);
                }
              }
            }
          }
          // Store Z_values.
          if (m0_active && n0_active) {
            Z_values[Z_N_at] = sum;
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmm_staged.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmm_staged_value;
typedef pos_t spmm_staged_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_staged_workspace_bytes spmm_staged_workspace_bytes_64
#define spmm_staged_launch spmm_staged_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmm_staged_arguments {
  /* Z: M:U, N:U */
  spmm_staged_value* Z_values;
  /* A: M:U, K:C */
  const spmm_staged_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_staged_value* A_values;
  /* B: K:U, N:U */
  const spmm_staged_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmm_staged_arguments;

/* Bytes of device memory that spmm_staged_launch needs as workspace (0: none), aligned to 256. */
size_t spmm_staged_workspace_bytes(const spmm_staged_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmm_staged_error_text. Allocates nothing and throws nothing. */
int spmm_staged_launch(const spmm_staged_arguments* arguments, void* workspace,
                       size_t workspace_bytes, struct CUstream_st* stream);
const char* spmm_staged_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmm_staged_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t spmm_staged_Z_M1_workers;
  int64_t spmm_staged_Z_N1_workers;
  explicit spmm_staged_sizes(const spmm_staged_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    spmm_staged_Z_M1_workers = max(min(ceil_div(M, 8), 2147483647), 1);
    spmm_staged_Z_N1_workers = max(min(ceil_div(N, 32), 2147483647 / spmm_staged_Z_M1_workers), 1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_spmm_staged_Z() const { return max(min(min(8, M), 8), 1) * 32; }
  int64_t grid_spmm_staged_Z() const { return spmm_staged_Z_M1_workers * spmm_staged_Z_N1_workers; }
  coord_t K_of_spmm_staged_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_spmm_staged_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spmm_staged_Z() const { return static_cast<coord_t>(N); }
  coord_t count_N1_of_spmm_staged_Z() const {
    return static_cast<coord_t>(spmm_staged_Z_N1_workers);
  }
  coord_t count_M1_of_spmm_staged_Z() const {
    return static_cast<coord_t>(spmm_staged_Z_M1_workers);
  }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t spmm_staged_workspace_bytes(const spmm_staged_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmm_staged_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmm_staged_launch(const spmm_staged_arguments* arguments, void* workspace,
                                  size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmm_staged_arguments& a = *arguments;
  const spmm_staged_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmm_staged_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmm_staged_Z<<<static_cast<unsigned>(sizes.grid_spmm_staged_Z()),
                  static_cast<unsigned>(sizes.block_spmm_staged_Z()), 0, stream>>>(
      a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, sizes.K_of_spmm_staged_Z(),
      sizes.M_of_spmm_staged_Z(), sizes.N_of_spmm_staged_Z(), sizes.count_N1_of_spmm_staged_Z(),
      sizes.count_M1_of_spmm_staged_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmm_staged_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmm_staged_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
