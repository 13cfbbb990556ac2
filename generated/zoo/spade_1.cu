// Made by teaalc 0.1.0 from spade_1.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops K2, M2, M1 (space), K1M0K0, N
//   stored A[M:U, K:C], B[K:U, N:U], Z[M:U, N:U]
//   sizes col_panel_shape=64 elems_before_barrier=1024 row_panel_shape=4 rows_to_all_pes=4096
//   teaalc spade_1.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// The fiber f in [begin, end) that `position` lies in: segments[f] <= position < segments[f + 1].
// Empty fibers hold no position. `begin` for an empty range. S is the type of segments, F of
// fibers, P of the position.
template <class S, class B, class F, class P>
static __device__ __forceinline__ F teaal_owner(const S* segments, B first, F end, P position) {
  F begin = static_cast<F>(first);
  while (end - begin > 1) {
    const F middle = begin + (end - begin) / 2;
    if (segments[middle] <= position)
      begin = middle;
    else
      end = middle;
  }
  return begin;
}

// As teaal_owner, upward from a fiber that begins at or before `position`: one load if that is in
// it, and about 2 log2(d) when it is d fibers further, so that rows without an element cost little.
template <class S, class F, class E, class P>
static __device__ __forceinline__ F teaal_climb(const S* segments, F fiber, E end, P position) {
  if (segments[fiber + 1] > position) return fiber;
  ++fiber;
  E step = 1;
  while (step < end - fiber && segments[fiber + step] <= position) {
    fiber += step;
    if (step < end - fiber - step) step *= 2;
  }
  const E last = step < end - fiber ? fiber + step : end;
  return teaal_owner(segments, fiber, static_cast<F>(last), position);
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

#line 12 "spade_1.yaml"
extern "C" __global__ void spade_1_Z(value_t* __restrict__ Z_values,
                                     const pos_t* __restrict__ A_M2M1K2K1MK_M2_segments,
                                     const coord_t* __restrict__ A_M2M1K2K1MK_M2_coords,
                                     const pos_t* __restrict__ A_M2M1K2K1MK_M1_segments,
                                     const coord_t* __restrict__ A_M2M1K2K1MK_M1_coords,
                                     const pos_t* __restrict__ A_M2M1K2K1MK_K2_segments,
                                     const coord_t* __restrict__ A_M2M1K2K1MK_K2_coords,
                                     const pos_t* __restrict__ A_M2M1K2K1MK_K1_segments,
                                     const coord_t* __restrict__ A_M2M1K2K1MK_K1_coords,
                                     const pos_t* __restrict__ A_M2M1K2K1MK_M_segments,
                                     const coord_t* __restrict__ A_M2M1K2K1MK_M_coords,
                                     const pos_t* __restrict__ A_M2M1K2K1MK_K_segments,
                                     const coord_t* __restrict__ A_M2M1K2K1MK_K_coords,
                                     const value_t* __restrict__ A_M2M1K2K1MK_values,
                                     const value_t* __restrict__ B_values, coord_t M, coord_t N,
                                     coord_t count_M1, coord_t count_M2, size_type blocks) {
  constexpr int symbol_row_panel_shape = 4;
  constexpr int symbol_rows_to_all_pes = 4096;
  const size_type warp = static_cast<size_type>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  if (warp < blocks) {
    const int block = static_cast<int>(warp);
    const offset_t workers_M1 = count_M1;
    const offset_t worker_M1 = block % count_M1;
    const offset_t workers_M2 = count_M2;
    const offset_t worker_M2 = block / count_M1;
    const offset_t workers_N = 32;
    const offset_t worker_N = threadIdx.x % 32;
    const pos_t A_M2M1K2K1MK_M2_begin = A_M2M1K2K1MK_M2_segments[0];
    const pos_t A_M2M1K2K1MK_M2_end = A_M2M1K2K1MK_M2_segments[1];
#line 24 "spade_1.yaml"
    for (offset_t m2 = worker_M2 * symbol_rows_to_all_pes; m2 < M;
         m2 += workers_M2 * symbol_rows_to_all_pes) {
      const offset_t m2_end = min(static_cast<offset_t>(M), m2 + symbol_rows_to_all_pes);
      const pos_t A_M2M1K2K1MK_M2_begin_2 =
          teaal_lower_bound(A_M2M1K2K1MK_M2_coords, A_M2M1K2K1MK_M2_begin, A_M2M1K2K1MK_M2_end,
                            static_cast<coord_t>(m2 / symbol_rows_to_all_pes));
      const pos_t A_M2M1K2K1MK_M2_end_2 =
          A_M2M1K2K1MK_M2_begin_2 +
          ((A_M2M1K2K1MK_M2_begin_2 < A_M2M1K2K1MK_M2_end &&
            A_M2M1K2K1MK_M2_coords[A_M2M1K2K1MK_M2_begin_2] == m2 / symbol_rows_to_all_pes)
               ? 1
               : 0);
      if (A_M2M1K2K1MK_M2_begin_2 < A_M2M1K2K1MK_M2_end_2) {
        const pos_t A_M2M1K2K1MK_M1_begin = A_M2M1K2K1MK_M1_segments[A_M2M1K2K1MK_M2_begin_2];
        const pos_t A_M2M1K2K1MK_M1_end = A_M2M1K2K1MK_M1_segments[A_M2M1K2K1MK_M2_begin_2 + 1];
        for (offset_t m1 = m2 + worker_M1 * symbol_row_panel_shape; m1 < m2_end;
             m1 += workers_M1 * symbol_row_panel_shape) {
          const pos_t A_M2M1K2K1MK_M1_begin_2 =
              teaal_lower_bound(A_M2M1K2K1MK_M1_coords, A_M2M1K2K1MK_M1_begin, A_M2M1K2K1MK_M1_end,
                                static_cast<coord_t>(m1 / symbol_row_panel_shape));
          const pos_t A_M2M1K2K1MK_M1_end_2 =
              A_M2M1K2K1MK_M1_begin_2 +
              ((A_M2M1K2K1MK_M1_begin_2 < A_M2M1K2K1MK_M1_end &&
                A_M2M1K2K1MK_M1_coords[A_M2M1K2K1MK_M1_begin_2] == m1 / symbol_row_panel_shape)
                   ? 1
                   : 0);
          if (A_M2M1K2K1MK_M1_begin_2 < A_M2M1K2K1MK_M1_end_2) {
            const pos_t A_M2M1K2K1MK_K2_begin = A_M2M1K2K1MK_K2_segments[A_M2M1K2K1MK_M1_begin_2];
            const pos_t A_M2M1K2K1MK_K2_end = A_M2M1K2K1MK_K2_segments[A_M2M1K2K1MK_M1_begin_2 + 1];
            for (offset_t A_M2M1K2K1MK_K2_at_chunk = static_cast<offset_t>(A_M2M1K2K1MK_K2_begin);
                 A_M2M1K2K1MK_K2_at_chunk < static_cast<offset_t>(A_M2M1K2K1MK_K2_end);
                 A_M2M1K2K1MK_K2_at_chunk += 32) {
              const offset_t A_M2M1K2K1MK_K2_at_chunk_end =
                  min(static_cast<offset_t>(A_M2M1K2K1MK_K2_end), A_M2M1K2K1MK_K2_at_chunk + 32);
              const pos_t A_M2M1K2K1MK_K2_at_own = static_cast<pos_t>(
                  min(A_M2M1K2K1MK_K2_at_chunk + static_cast<offset_t>(threadIdx.x % 32),
                      A_M2M1K2K1MK_K2_at_chunk_end - 1));
              const pos_t A_M2M1K2K1MK_K1_begin_own =
                  A_M2M1K2K1MK_K1_segments[A_M2M1K2K1MK_K2_at_own];
              const pos_t A_M2M1K2K1MK_K1_end_own =
                  A_M2M1K2K1MK_K1_segments[A_M2M1K2K1MK_K2_at_own + 1];
              const pos_t A_M2M1K2K1MK_M_from_own =
                  A_M2M1K2K1MK_M_segments[A_M2M1K2K1MK_K1_begin_own];
              const pos_t A_M2M1K2K1MK_M_to_own = A_M2M1K2K1MK_M_segments[A_M2M1K2K1MK_K1_end_own];
              const pos_t A_M2M1K2K1MK_K_from_own =
                  A_M2M1K2K1MK_K_segments[A_M2M1K2K1MK_M_from_own];
              const pos_t A_M2M1K2K1MK_K_to_own = A_M2M1K2K1MK_K_segments[A_M2M1K2K1MK_M_to_own];
              for (pos_t A_M2M1K2K1MK_K2_at = static_cast<pos_t>(A_M2M1K2K1MK_K2_at_chunk);
                   A_M2M1K2K1MK_K2_at < static_cast<pos_t>(A_M2M1K2K1MK_K2_at_chunk_end);
                   ++A_M2M1K2K1MK_K2_at) {
                const pos_t A_M2M1K2K1MK_K1_begin = static_cast<pos_t>(
                    __shfl_sync(0xffffffffu, A_M2M1K2K1MK_K1_begin_own,
                                static_cast<int>(static_cast<offset_t>(A_M2M1K2K1MK_K2_at) -
                                                 A_M2M1K2K1MK_K2_at_chunk)));
                const pos_t A_M2M1K2K1MK_K1_end = static_cast<pos_t>(
                    __shfl_sync(0xffffffffu, A_M2M1K2K1MK_K1_end_own,
                                static_cast<int>(static_cast<offset_t>(A_M2M1K2K1MK_K2_at) -
                                                 A_M2M1K2K1MK_K2_at_chunk)));
                const pos_t A_M2M1K2K1MK_M_from = static_cast<pos_t>(
                    __shfl_sync(0xffffffffu, A_M2M1K2K1MK_M_from_own,
                                static_cast<int>(static_cast<offset_t>(A_M2M1K2K1MK_K2_at) -
                                                 A_M2M1K2K1MK_K2_at_chunk)));
                const pos_t A_M2M1K2K1MK_M_to = static_cast<pos_t>(
                    __shfl_sync(0xffffffffu, A_M2M1K2K1MK_M_to_own,
                                static_cast<int>(static_cast<offset_t>(A_M2M1K2K1MK_K2_at) -
                                                 A_M2M1K2K1MK_K2_at_chunk)));
                const pos_t A_M2M1K2K1MK_K_from = static_cast<pos_t>(
                    __shfl_sync(0xffffffffu, A_M2M1K2K1MK_K_from_own,
                                static_cast<int>(static_cast<offset_t>(A_M2M1K2K1MK_K2_at) -
                                                 A_M2M1K2K1MK_K2_at_chunk)));
                const pos_t A_M2M1K2K1MK_K_to = static_cast<pos_t>(
                    __shfl_sync(0xffffffffu, A_M2M1K2K1MK_K_to_own,
                                static_cast<int>(static_cast<offset_t>(A_M2M1K2K1MK_K2_at) -
                                                 A_M2M1K2K1MK_K2_at_chunk)));
                pos_t A_M2M1K2K1MK_M_at = teaal_owner(A_M2M1K2K1MK_K_segments, A_M2M1K2K1MK_M_from,
                                                      A_M2M1K2K1MK_M_to, A_M2M1K2K1MK_K_from);
                pos_t A_M2M1K2K1MK_K1_at =
                    teaal_owner(A_M2M1K2K1MK_M_segments, A_M2M1K2K1MK_K1_begin, A_M2M1K2K1MK_K1_end,
                                A_M2M1K2K1MK_M_at);
                for (offset_t k1m0k0_chunk = static_cast<offset_t>(A_M2M1K2K1MK_K_from);
                     k1m0k0_chunk < static_cast<offset_t>(A_M2M1K2K1MK_K_to); k1m0k0_chunk += 32) {
                  const offset_t k1m0k0_chunk_end =
                      min(static_cast<offset_t>(A_M2M1K2K1MK_K_to), k1m0k0_chunk + 32);
                  const pos_t k1m0k0_own =
                      static_cast<pos_t>(min(k1m0k0_chunk + static_cast<offset_t>(threadIdx.x % 32),
                                             k1m0k0_chunk_end - 1));
                  const pos_t A_M2M1K2K1MK_M_at_own = teaal_climb(
                      A_M2M1K2K1MK_K_segments, A_M2M1K2K1MK_M_at, A_M2M1K2K1MK_M_to, k1m0k0_own);
                  const pos_t A_M2M1K2K1MK_K1_at_own =
                      teaal_climb(A_M2M1K2K1MK_M_segments, A_M2M1K2K1MK_K1_at, A_M2M1K2K1MK_K1_end,
                                  A_M2M1K2K1MK_M_at_own);
                  const coord_t m0_own = A_M2M1K2K1MK_M_coords[A_M2M1K2K1MK_M_at_own];
                  const coord_t k0_own = A_M2M1K2K1MK_K_coords[k1m0k0_own];
                  const value_t A_M2M1K2K1MK_values_own = A_M2M1K2K1MK_values[k1m0k0_own];
                  for (pos_t k1m0k0 = k1m0k0_chunk; k1m0k0 < k1m0k0_chunk_end; ++k1m0k0) {
                    const value_t A_M2M1K2K1MK_values_element =
                        __shfl_sync(0xffffffffu, A_M2M1K2K1MK_values_own,
                                    static_cast<int>(static_cast<offset_t>(k1m0k0) - k1m0k0_chunk));
                    A_M2M1K2K1MK_M_at = static_cast<pos_t>(__shfl_sync(
                        0xffffffffu, A_M2M1K2K1MK_M_at_own,
                        static_cast<int>(static_cast<offset_t>(k1m0k0) - k1m0k0_chunk)));
                    A_M2M1K2K1MK_K1_at = static_cast<pos_t>(__shfl_sync(
                        0xffffffffu, A_M2M1K2K1MK_K1_at_own,
                        static_cast<int>(static_cast<offset_t>(k1m0k0) - k1m0k0_chunk)));
                    const coord_t m0 = static_cast<coord_t>(__shfl_sync(
                        0xffffffffu, static_cast<int>(m0_own),
                        static_cast<int>(static_cast<offset_t>(k1m0k0) - k1m0k0_chunk)));
                    const coord_t k0 = static_cast<coord_t>(__shfl_sync(
                        0xffffffffu, static_cast<int>(k0_own),
                        static_cast<int>(static_cast<offset_t>(k1m0k0) - k1m0k0_chunk)));
                    for (offset_t n = worker_N; n < N; n += workers_N) {
                      const offset_t B_N_at =
                          static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n;
                      const offset_t Z_N_at =
                          static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n;
#line 12 "spade_1.yaml"
                      Z_values[Z_N_at] =
                          fmaf(A_M2M1K2K1MK_values_element, B_values[B_N_at], Z_values[Z_N_at]);
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spade_1.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spade_1_value;
typedef pos_t spade_1_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spade_1_workspace_bytes spade_1_workspace_bytes_64
#define spade_1_launch spade_1_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spade_1_arguments {
  /* Z: M:U, N:U */
  spade_1_value* Z_values;
  /* A_M2M1K2K1MK: M2:C, M1:C, K2:C, K1:C, M:C, K:C; M2 is M / 4096; M1 is M / 4; K2 is K / 1024; K1
   * is K / 64, tensor A re-sorted */
  const spade_1_position* A_M2M1K2K1MK_M2_segments;
  const int32_t* A_M2M1K2K1MK_M2_coords;
  const spade_1_position* A_M2M1K2K1MK_M1_segments;
  const int32_t* A_M2M1K2K1MK_M1_coords;
  const spade_1_position* A_M2M1K2K1MK_K2_segments;
  const int32_t* A_M2M1K2K1MK_K2_coords;
  const spade_1_position* A_M2M1K2K1MK_K1_segments;
  const int32_t* A_M2M1K2K1MK_K1_coords;
  const spade_1_position* A_M2M1K2K1MK_M_segments;
  const int32_t* A_M2M1K2K1MK_M_coords;
  const spade_1_position* A_M2M1K2K1MK_K_segments;
  const int32_t* A_M2M1K2K1MK_K_coords;
  const spade_1_value* A_M2M1K2K1MK_values;
  /* B: K:U, N:U */
  const spade_1_value* B_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
} spade_1_arguments;

/* Bytes of device memory that spade_1_launch needs as workspace (0: none), aligned to 256. */
size_t spade_1_workspace_bytes(const spade_1_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spade_1_error_text. Allocates nothing and throws nothing. */
int spade_1_launch(const spade_1_arguments* arguments, void* workspace, size_t workspace_bytes,
                   struct CUstream_st* stream);
const char* spade_1_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spade_1_sizes {
  int64_t K;
  int64_t M;
  int64_t N;
  int64_t spade_1_Z_M2_workers;
  int64_t spade_1_Z_M1_workers;
  explicit spade_1_sizes(const spade_1_arguments& a) {
    K = a.extent_K;
    M = a.extent_M;
    N = a.extent_N;
    spade_1_Z_M2_workers = max(min(ceil_div(M, 4096), 16896), 1);
    spade_1_Z_M1_workers = max(min(ceil_div(min(4096, M), 4), 16896 / spade_1_Z_M2_workers), 1);
  }
  bool valid() const {
    return K >= 0 && K <= 2147483647 && M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return K <= 1000000000 && M <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_spade_1_Z() const {
    return min(max(spade_1_Z_M2_workers * spade_1_Z_M1_workers / 4224, 1), 4) * 32;
  }
  int64_t grid_spade_1_Z() const {
    return ceil_div(spade_1_Z_M2_workers * spade_1_Z_M1_workers,
                    min(max(spade_1_Z_M2_workers * spade_1_Z_M1_workers / 4224, 1), 4));
  }
  coord_t M_of_spade_1_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spade_1_Z() const { return static_cast<coord_t>(N); }
  coord_t count_M1_of_spade_1_Z() const { return static_cast<coord_t>(spade_1_Z_M1_workers); }
  coord_t count_M2_of_spade_1_Z() const { return static_cast<coord_t>(spade_1_Z_M2_workers); }
  int64_t blocks_of_spade_1_Z() const { return spade_1_Z_M2_workers * spade_1_Z_M1_workers; }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t spade_1_workspace_bytes(const spade_1_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spade_1_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spade_1_launch(const spade_1_arguments* arguments, void* workspace,
                              size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spade_1_arguments& a = *arguments;
  const spade_1_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spade_1_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  spade_1_Z<<<static_cast<unsigned>(sizes.grid_spade_1_Z()),
              static_cast<unsigned>(sizes.block_spade_1_Z()), 0, stream>>>(
      a.Z_values, a.A_M2M1K2K1MK_M2_segments, a.A_M2M1K2K1MK_M2_coords, a.A_M2M1K2K1MK_M1_segments,
      a.A_M2M1K2K1MK_M1_coords, a.A_M2M1K2K1MK_K2_segments, a.A_M2M1K2K1MK_K2_coords,
      a.A_M2M1K2K1MK_K1_segments, a.A_M2M1K2K1MK_K1_coords, a.A_M2M1K2K1MK_M_segments,
      a.A_M2M1K2K1MK_M_coords, a.A_M2M1K2K1MK_K_segments, a.A_M2M1K2K1MK_K_coords,
      a.A_M2M1K2K1MK_values, a.B_values, sizes.M_of_spade_1_Z(), sizes.N_of_spade_1_Z(),
      sizes.count_M1_of_spade_1_Z(), sizes.count_M2_of_spade_1_Z(), sizes.blocks_of_spade_1_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spade_1_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spade_1_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
