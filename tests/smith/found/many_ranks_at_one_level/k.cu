// Made by teaalc 0.1.0 from spec.yaml; do not edit.
//   Z[] = C[j, i, m] * A[l, k, j] * B[k]

// Coordinates have 32 bits; positions 32, or 64 with -DTEAAL_POSITION_BITS=64.
// First position in [begin, end) whose coordinate is >= target; `end` if there is none (also for an
// empty range). Binary search: ceil(log2(end - begin + 1)) loads. Any thread may call it alone.
template <class C, class P>
static __device__ __forceinline__ P teaal_lower_bound(const C* coords, P begin, P end, C target) {
  while (begin < end) {
    const P middle = begin + (end - begin) / 2;
    if (coords[middle] < target)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

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

// For each lane, the sum over the first `warps` warps of the block: lane l of every warp gets the
// sum of `value` over the l-th lanes of warps 0 to warps - 1, in this order, bitwise the same in
// every warp. The block is one-dimensional, its size a multiple of 32; all of its threads must call
// it, with the same `warps` (1 to the block's number of warps). `shared` points to 32 * warps
// elements in shared memory, with the same rule of use.
template <class T>
static __device__ __forceinline__ T teaal_warps_sum(T value, T* shared, int warps) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  __syncthreads();
  if (warp < warps) shared[warp * 32 + lane] = value;
  __syncthreads();
  value = shared[lane];
  for (int other = 1; other < warps; ++other) value += shared[other * 32 + lane];
  return value;
}

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef int coord_t;
#if TEAAL_POSITION_BITS == 64
typedef long long pos_t;
#else
typedef int pos_t;
#endif
typedef long long size_type;
typedef float value_t;

#line 10 "spec.yaml"
extern "C" __global__ void k_Z(
    const pos_t* __restrict__ C_M_segments, const coord_t* __restrict__ C_M_coords,
    const value_t* __restrict__ C_values, const pos_t* __restrict__ A_L_segments,
    const coord_t* __restrict__ A_L_coords, const pos_t* __restrict__ A_K_segments,
    const coord_t* __restrict__ A_K_coords, const value_t* __restrict__ A_values,
    const value_t* __restrict__ B_values, coord_t I, coord_t J, coord_t K, coord_t M, coord_t SIZE1,
    coord_t count_M0, coord_t count_L, coord_t count_K1, coord_t count_M1, coord_t count_J,
    coord_t count_I1, value_t* __restrict__ Z_copies) {
  const size_type workers_M0 = count_M0;
  const size_type worker_M0 = blockIdx.x % count_M0;
  const size_type workers_L = count_L;
  const size_type worker_L = blockIdx.x / count_M0 % count_L;
  const size_type workers_K1 = count_K1;
  const size_type worker_K1 = blockIdx.x / count_M0 / count_L % count_K1;
  const size_type workers_M1 = count_M1;
  const size_type worker_M1 = blockIdx.x / count_M0 / count_L / count_K1 % count_M1;
  const size_type workers_J = count_J;
  const size_type worker_J = blockIdx.x / count_M0 / count_L / count_K1 / count_M1 % count_J;
  const size_type workers_I1 = count_I1;
  const size_type worker_I1 = blockIdx.x / count_M0 / count_L / count_K1 / count_M1 / count_J;
  const size_type workers_K0 = blockDim.x / 32;
  const size_type worker_K0 = threadIdx.x / 32;
  const size_type workers_I0 = 32;
  const size_type worker_I0 = threadIdx.x % 32;
#line 10 "spec.yaml"
  value_t sum = value_t(0);
#line 20 "spec.yaml"
  for (size_type i1 = worker_I1 * SIZE1; i1 < I; i1 += workers_I1 * SIZE1) {
#line 20 "spec.yaml"
    const size_type i1_end = min(static_cast<size_type>(I), i1 + SIZE1);
#line 20 "spec.yaml"
    for (size_type j = worker_J; j < J; j += workers_J) {
      const pos_t A_L_begin = A_L_segments[j];
      const pos_t A_L_end = A_L_segments[j + 1];
      const pos_t C_M_begin = C_M_segments[j];
      const pos_t C_M_end = C_M_segments[j + 1];
#line 20 "spec.yaml"
      for (size_type m1 = worker_M1 * (max(M - 1, 0) / 5 + 1); m1 < M;
           m1 += workers_M1 * (max(M - 1, 0) / 5 + 1)) {
#line 20 "spec.yaml"
        const size_type m1_end = min(static_cast<size_type>(M), m1 + (max(M - 1, 0) / 5 + 1));
        const pos_t C_M_begin_2 =
            teaal_lower_bound(C_M_coords, C_M_begin, C_M_end, static_cast<coord_t>(m1));
        const pos_t C_M_end_2 =
            teaal_lower_bound(C_M_coords, C_M_begin_2, C_M_end, static_cast<coord_t>(m1_end));
#line 20 "spec.yaml"
        for (size_type k1 = worker_K1 * 16; k1 < K; k1 += workers_K1 * 16) {
#line 20 "spec.yaml"
          const size_type k1_end = min(static_cast<size_type>(K), k1 + 16);
#line 20 "spec.yaml"
          for (pos_t A_L_at = A_L_begin + static_cast<pos_t>(worker_L); A_L_at < A_L_end;
               A_L_at += static_cast<pos_t>(workers_L)) {
            const pos_t A_K_begin = A_K_segments[A_L_at];
            const pos_t A_K_end = A_K_segments[A_L_at + 1];
            const pos_t A_K_begin_2 =
                teaal_lower_bound(A_K_coords, A_K_begin, A_K_end, static_cast<coord_t>(k1));
            const pos_t A_K_end_2 =
                teaal_lower_bound(A_K_coords, A_K_begin_2, A_K_end, static_cast<coord_t>(k1_end));
#line 20 "spec.yaml"
            for (pos_t C_M_at = C_M_begin_2 + static_cast<pos_t>(worker_M0); C_M_at < C_M_end_2;
                 C_M_at += static_cast<pos_t>(workers_M0)) {
#line 20 "spec.yaml"
              for (pos_t A_K_at = A_K_begin_2 + static_cast<pos_t>(worker_K0); A_K_at < A_K_end_2;
                   A_K_at += static_cast<pos_t>(workers_K0)) {
#line 20 "spec.yaml"
                const coord_t k0 = A_K_coords[A_K_at];
#line 20 "spec.yaml"
                for (size_type i0 = i1 + worker_I0; i0 < i1_end; i0 += workers_I0) {
                  const size_type C_I_at =
                      static_cast<size_type>(C_M_at) * static_cast<size_type>(I) + i0;
#line 10 "spec.yaml"
                  sum = fmaf(C_values[C_I_at] * A_values[A_K_at], B_values[k0], sum);
                }
              }
            }
          }
        }
      }
    }
  }
#line 10 "spec.yaml"
  const value_t total = teaal_lane_sum(sum, 1, 32);
#line 10 "spec.yaml"
  __shared__ value_t partial_sums[1024];
#line 10 "spec.yaml"
  const value_t total_2 = teaal_warps_sum(total, partial_sums, static_cast<int>(blockDim.x / 32));
#line 10 "spec.yaml"
  if (worker_K0 == 0 && worker_I0 == 0) {
#line 10 "spec.yaml"
    Z_copies[((((worker_I1 * workers_J + worker_J) * workers_M1 + worker_M1) * workers_K1 +
               worker_K1) *
                  workers_L +
              worker_L) *
                 workers_M0 +
             worker_M0] = total_2;
  }
}

#line 10 "spec.yaml"
extern "C" __global__ void k_Z_add_copies(const value_t* __restrict__ Z_copies,
                                          value_t* __restrict__ Z_values, coord_t copies) {
#line 10 "spec.yaml"
  value_t sum = value_t(0);
#line 10 "spec.yaml"
  for (size_type copy = threadIdx.x; copy < copies; copy += blockDim.x) {
#line 10 "spec.yaml"
    sum += Z_copies[copy];
  }
#line 10 "spec.yaml"
  __shared__ value_t partial_sums[32];
#line 10 "spec.yaml"
  const value_t total = teaal_block_sum(sum, partial_sums);
#line 10 "spec.yaml"
  if (threadIdx.x == 0) {
#line 10 "spec.yaml"
    Z_values[0] = total;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "k.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t k_value;
typedef pos_t k_position;

extern "C" {
/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct k_arguments {
  /* Z: one element */
  k_value* Z_values;
  /* C: J:U, M:C, I:U */
  const k_position* C_M_segments;
  const int32_t* C_M_coords;
  const k_value* C_values;
  /* A: J:U, L:C, K:C */
  const k_position* A_L_segments;
  const int32_t* A_L_coords;
  const k_position* A_K_segments;
  const int32_t* A_K_coords;
  const k_value* A_values;
  /* B: K:U */
  const k_value* B_values;
  int64_t extent_L;
  int64_t extent_K;
  int64_t extent_J;
  int64_t extent_I;
  int64_t extent_M;
  int64_t size_SIZE1; /* 0: the default */
} k_arguments;

struct CUstream_st; /* what cudaStream_t points to */

/* Bytes of device memory that k_launch needs as workspace (0: none), aligned to 256. */
size_t k_workspace_bytes(const k_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see k_error_text. Allocates nothing and throws nothing. */
int k_launch(const k_arguments* arguments, void* workspace, size_t workspace_bytes,
             struct CUstream_st* stream);
const char* k_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct k_sizes {
  int64_t L;
  int64_t K;
  int64_t J;
  int64_t I;
  int64_t M;
  int64_t SIZE1;
  explicit k_sizes(const k_arguments& a) {
    L = a.extent_L;
    K = a.extent_K;
    J = a.extent_J;
    I = a.extent_I;
    M = a.extent_M;
    SIZE1 = a.size_SIZE1 > 0 ? a.size_SIZE1 : min(max(I, 1), 270336);
  }
  bool valid() const {
    return true && L >= 0 && L <= 2147483647 && K >= 0 && K <= 2147483647 && J >= 0 &&
           J <= 2147483647 && I >= 0 && I <= 2147483647 && M >= 0 && M <= 2147483647 &&
           SIZE1 >= 0 && SIZE1 <= 2147483647;
  }
  int64_t elements_0() const {
    return (
        ((((max(min(ceil_div(I, SIZE1), 1024), 1) *
            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                1)) *
           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)),
                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)),
                           1))),
               1)) *
          max(min(ceil_div(K, 16),
                  min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)) /
                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                               min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       1))),
                           1)),
                      max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)) /
                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           1))),
                               1)),
                          1))),
              1)) *
         max(min(L,
                 min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)) /
                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                               min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       1))),
                           1)) /
                      max(min(ceil_div(K, 16),
                              min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)),
                                  max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      1))),
                          1)),
                     max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)) /
                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           1))),
                               1)) /
                          max(min(ceil_div(K, 16),
                                  min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)) /
                                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                   min(((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       max(((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           1))),
                                               1)),
                                          1))),
                              1)),
                         1))),
             1)) *
        max(min(min(((max((M - 1), 0) / 5) + 1), M),
                min((((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)) /
                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                               min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       1))),
                           1)) /
                      max(min(ceil_div(K, 16),
                              min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)),
                                  max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      1))),
                          1)) /
                     max(min(L,
                             min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)) /
                                  max(min(ceil_div(K, 16),
                                          min((((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)) /
                                               max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                       min(((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           max(((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               1))),
                                                   1)),
                                              max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  1))),
                                      1)),
                                 max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)) /
                                      max(min(ceil_div(K, 16),
                                              min((((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  max((((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)) /
                                                       max(min(ceil_div(
                                                                   M, ((max((M - 1), 0) / 5) + 1)),
                                                               min(((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   max(((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      1))),
                                          1)),
                                     1))),
                         1)),
                    max((((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)) /
                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           1))),
                               1)) /
                          max(min(ceil_div(K, 16),
                                  min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)) /
                                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                   min(((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       max(((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           1))),
                                               1)),
                                          1))),
                              1)) /
                         max(min(L,
                                 min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)) /
                                      max(min(ceil_div(K, 16),
                                              min((((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  max((((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)) /
                                                       max(min(ceil_div(
                                                                   M, ((max((M - 1), 0) / 5) + 1)),
                                                               min(((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   max(((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      1))),
                                          1)),
                                     max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)) /
                                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                   min(((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       max(((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           1))),
                                               1)) /
                                          max(min(ceil_div(K, 16),
                                                  min((((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)) /
                                                       max(min(ceil_div(
                                                                   M, ((max((M - 1), 0) / 5) + 1)),
                                                               min(((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   max(((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      max((((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)) /
                                                           max(min(ceil_div(
                                                                       M,
                                                                       ((max((M - 1), 0) / 5) + 1)),
                                                                   min(((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       max(((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)) /
                                                                            max(min(J,
                                                                                    min((2147483647 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        max((1024 /
                                                                                             max(min(ceil_div(
                                                                                                         I,
                                                                                                         SIZE1),
                                                                                                     1024),
                                                                                                 1)),
                                                                                            1))),
                                                                                1)),
                                                                           1))),
                                                               1)),
                                                          1))),
                                              1)),
                                         1))),
                             1)),
                        1))),
            1));
  }
  int64_t grid_k_Z() const {
    return (
        ((((max(min(ceil_div(I, SIZE1), 1024), 1) *
            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                1)) *
           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)),
                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)),
                           1))),
               1)) *
          max(min(ceil_div(K, 16),
                  min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)) /
                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                               min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       1))),
                           1)),
                      max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)) /
                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           1))),
                               1)),
                          1))),
              1)) *
         max(min(L,
                 min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)) /
                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                               min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       1))),
                           1)) /
                      max(min(ceil_div(K, 16),
                              min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)),
                                  max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      1))),
                          1)),
                     max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)) /
                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           1))),
                               1)) /
                          max(min(ceil_div(K, 16),
                                  min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)) /
                                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                   min(((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       max(((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           1))),
                                               1)),
                                          1))),
                              1)),
                         1))),
             1)) *
        max(min(min(((max((M - 1), 0) / 5) + 1), M),
                min((((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)) /
                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                               min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       1))),
                           1)) /
                      max(min(ceil_div(K, 16),
                              min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)),
                                  max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      1))),
                          1)) /
                     max(min(L,
                             min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)) /
                                  max(min(ceil_div(K, 16),
                                          min((((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)) /
                                               max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                       min(((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           max(((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               1))),
                                                   1)),
                                              max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  1))),
                                      1)),
                                 max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)) /
                                      max(min(ceil_div(K, 16),
                                              min((((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  max((((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)) /
                                                       max(min(ceil_div(
                                                                   M, ((max((M - 1), 0) / 5) + 1)),
                                                               min(((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   max(((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      1))),
                                          1)),
                                     1))),
                         1)),
                    max((((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)) /
                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           1))),
                               1)) /
                          max(min(ceil_div(K, 16),
                                  min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)) /
                                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                   min(((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       max(((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           1))),
                                               1)),
                                          1))),
                              1)) /
                         max(min(L,
                                 min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)) /
                                      max(min(ceil_div(K, 16),
                                              min((((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  max((((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)) /
                                                       max(min(ceil_div(
                                                                   M, ((max((M - 1), 0) / 5) + 1)),
                                                               min(((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   max(((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      1))),
                                          1)),
                                     max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)) /
                                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                   min(((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       max(((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           1))),
                                               1)) /
                                          max(min(ceil_div(K, 16),
                                                  min((((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)) /
                                                       max(min(ceil_div(
                                                                   M, ((max((M - 1), 0) / 5) + 1)),
                                                               min(((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   max(((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      max((((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)) /
                                                           max(min(ceil_div(
                                                                       M,
                                                                       ((max((M - 1), 0) / 5) + 1)),
                                                                   min(((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       max(((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)) /
                                                                            max(min(J,
                                                                                    min((2147483647 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        max((1024 /
                                                                                             max(min(ceil_div(
                                                                                                         I,
                                                                                                         SIZE1),
                                                                                                     1024),
                                                                                                 1)),
                                                                                            1))),
                                                                                1)),
                                                                           1))),
                                                               1)),
                                                          1))),
                                              1)),
                                         1))),
                             1)),
                        1))),
            1));
  }
  int64_t block_k_Z() const { return (max(min(min(16, K), 8), 1) * 32); }
  int64_t grid_k_Z_add_copies() const { return 1; }
  int64_t block_k_Z_add_copies() const { return 256; }
  coord_t I_of_k_Z() const { return static_cast<coord_t>(I); }
  coord_t J_of_k_Z() const { return static_cast<coord_t>(J); }
  coord_t K_of_k_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_k_Z() const { return static_cast<coord_t>(M); }
  coord_t SIZE1_of_k_Z() const { return static_cast<coord_t>(SIZE1); }
  coord_t count_M0_of_k_Z() const {
    return static_cast<coord_t>(max(
        min(min(((max((M - 1), 0) / 5) + 1), M),
            min((((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                    max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                   max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                        1)) /
                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                           min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                               max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                   1))),
                                    1)),
                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   1))),
                       1)) /
                  max(min(ceil_div(K, 16),
                          min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                               max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                   1))),
                                    1)) /
                               max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                       min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               1))),
                                   1)),
                              max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)),
                                  1))),
                      1)) /
                 max(min(L,
                         min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                               max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                   1))),
                                    1)) /
                               max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                       min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               1))),
                                   1)) /
                              max(min(ceil_div(K, 16),
                                      min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)) /
                                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                   min(((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       max(((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           1))),
                                               1)),
                                          max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)) /
                                               max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                       min(((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           max(((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               1))),
                                                   1)),
                                              1))),
                                  1)),
                             max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)) /
                                  max(min(ceil_div(K, 16),
                                          min((((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)) /
                                               max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                       min(((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           max(((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               1))),
                                                   1)),
                                              max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  1))),
                                      1)),
                                 1))),
                     1)),
                max((((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)) /
                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                               min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       1))),
                           1)) /
                      max(min(ceil_div(K, 16),
                              min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)),
                                  max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      1))),
                          1)) /
                     max(min(L,
                             min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)) /
                                  max(min(ceil_div(K, 16),
                                          min((((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)) /
                                               max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                       min(((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           max(((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               1))),
                                                   1)),
                                              max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  1))),
                                      1)),
                                 max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)) /
                                      max(min(ceil_div(K, 16),
                                              min((((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  max((((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)) /
                                                       max(min(ceil_div(
                                                                   M, ((max((M - 1), 0) / 5) + 1)),
                                                               min(((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   max(((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      1))),
                                          1)),
                                     1))),
                         1)),
                    1))),
        1));
  }
  coord_t count_L_of_k_Z() const {
    return static_cast<coord_t>(max(
        min(L,
            min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                   max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                  max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                       1)) /
                  max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                          min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                               max(min(J,
                                       min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                   1)),
                              max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                   max(min(J,
                                           min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                               max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                   1))),
                                       1)),
                                  1))),
                      1)) /
                 max(min(ceil_div(K, 16),
                         min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                               max(min(J,
                                       min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                   1)) /
                              max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                      min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                           max(min(J,
                                                   min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                               1)),
                                          max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                               max(min(J,
                                                       min((2147483647 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           max((1024 /
                                                                max(min(ceil_div(I, SIZE1), 1024),
                                                                    1)),
                                                               1))),
                                                   1)),
                                              1))),
                                  1)),
                             max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                   max(min(J,
                                           min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                               max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                   1))),
                                       1)) /
                                  max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                          min(((2147483647 /
                                                max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                               max(min(J,
                                                       min((2147483647 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           max((1024 /
                                                                max(min(ceil_div(I, SIZE1), 1024),
                                                                    1)),
                                                               1))),
                                                   1)),
                                              max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                   max(min(J,
                                                           min((2147483647 /
                                                                max(min(ceil_div(I, SIZE1), 1024),
                                                                    1)),
                                                               max((1024 /
                                                                    max(min(ceil_div(I, SIZE1),
                                                                            1024),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  1))),
                                      1)),
                                 1))),
                     1)),
                max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                       max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                      max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                           1)) /
                      max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                              min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                   max(min(J,
                                           min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                               max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                   1))),
                                       1)),
                                  max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                       max(min(J, min((2147483647 /
                                                       max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                      max((1024 /
                                                           max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                          1))),
                                           1)),
                                      1))),
                          1)) /
                     max(min(ceil_div(K, 16),
                             min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                   max(min(J,
                                           min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                               max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                   1))),
                                       1)) /
                                  max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                          min(((2147483647 /
                                                max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                               max(min(J,
                                                       min((2147483647 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           max((1024 /
                                                                max(min(ceil_div(I, SIZE1), 1024),
                                                                    1)),
                                                               1))),
                                                   1)),
                                              max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                   max(min(J,
                                                           min((2147483647 /
                                                                max(min(ceil_div(I, SIZE1), 1024),
                                                                    1)),
                                                               max((1024 /
                                                                    max(min(ceil_div(I, SIZE1),
                                                                            1024),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  1))),
                                      1)),
                                 max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                       max(min(J, min((2147483647 /
                                                       max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                      max((1024 /
                                                           max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                          1))),
                                           1)) /
                                      max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                              min(((2147483647 /
                                                    max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                   max(min(J,
                                                           min((2147483647 /
                                                                max(min(ceil_div(I, SIZE1), 1024),
                                                                    1)),
                                                               max((1024 /
                                                                    max(min(ceil_div(I, SIZE1),
                                                                            1024),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  max(((1024 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                       max(min(J,
                                                               min((2147483647 /
                                                                    max(min(ceil_div(I, SIZE1),
                                                                            1024),
                                                                        1)),
                                                                   max((1024 /
                                                                        max(min(ceil_div(I, SIZE1),
                                                                                1024),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      1))),
                                          1)),
                                     1))),
                         1)),
                    1))),
        1));
  }
  coord_t count_K1_of_k_Z() const {
    return static_cast<coord_t>(max(
        min(ceil_div(K, 16),
            min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                  max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                 max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                      1)) /
                 max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                         min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                              max(min(J,
                                      min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                          max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                  1)),
                             max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                  max(min(J,
                                          min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                              max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                  1))),
                                      1)),
                                 1))),
                     1)),
                max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                      max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                     max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                          1)) /
                     max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                             min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                  max(min(J,
                                          min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                              max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                  1))),
                                      1)),
                                 max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                      max(min(J, min((2147483647 /
                                                      max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                     max((1024 /
                                                          max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                         1))),
                                          1)),
                                     1))),
                         1)),
                    1))),
        1));
  }
  coord_t count_M1_of_k_Z() const {
    return static_cast<coord_t>(
        max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                     max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                    max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                         1)),
                    max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                         max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                        max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                             1)),
                        1))),
            1));
  }
  coord_t count_J_of_k_Z() const {
    return static_cast<coord_t>(
        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
            1));
  }
  coord_t count_I1_of_k_Z() const {
    return static_cast<coord_t>(max(min(ceil_div(I, SIZE1), 1024), 1));
  }
  coord_t copies_of_k_Z_add_copies() const {
    return static_cast<coord_t>((
        ((((max(min(ceil_div(I, SIZE1), 1024), 1) *
            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                1)) *
           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)),
                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)),
                           1))),
               1)) *
          max(min(ceil_div(K, 16),
                  min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)) /
                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                               min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       1))),
                           1)),
                      max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)) /
                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           1))),
                               1)),
                          1))),
              1)) *
         max(min(L,
                 min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)) /
                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                               min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       1))),
                           1)) /
                      max(min(ceil_div(K, 16),
                              min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)),
                                  max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      1))),
                          1)),
                     max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)) /
                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           1))),
                               1)) /
                          max(min(ceil_div(K, 16),
                                  min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)) /
                                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                   min(((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       max(((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           1))),
                                               1)),
                                          1))),
                              1)),
                         1))),
             1)) *
        max(min(min(((max((M - 1), 0) / 5) + 1), M),
                min((((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                        max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                       max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                            1)) /
                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                               min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)),
                                   max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       1))),
                           1)) /
                      max(min(ceil_div(K, 16),
                              min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)),
                                  max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      1))),
                          1)) /
                     max(min(L,
                             min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                    max(min(J,
                                            min((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                    1))),
                                        1)) /
                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                           min(((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)),
                                               max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   1))),
                                       1)) /
                                  max(min(ceil_div(K, 16),
                                          min((((2147483647 /
                                                 max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                max(min(J,
                                                        min((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            max((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                1))),
                                                    1)) /
                                               max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                       min(((2147483647 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           max(((1024 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               1))),
                                                   1)),
                                              max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  1))),
                                      1)),
                                 max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)) /
                                      max(min(ceil_div(K, 16),
                                              min((((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  max((((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)) /
                                                       max(min(ceil_div(
                                                                   M, ((max((M - 1), 0) / 5) + 1)),
                                                               min(((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   max(((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      1))),
                                          1)),
                                     1))),
                         1)),
                    max((((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                            max(min(J, min((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)),
                                           max((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)), 1))),
                                1)) /
                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                   min(((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)),
                                       max(((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)),
                                           1))),
                               1)) /
                          max(min(ceil_div(K, 16),
                                  min((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)),
                                      max((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)) /
                                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                   min(((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       max(((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           1))),
                                               1)),
                                          1))),
                              1)) /
                         max(min(L,
                                 min(((((2147483647 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                        max(min(J, min((2147483647 /
                                                        max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                       max((1024 /
                                                            max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                           1))),
                                            1)) /
                                       max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                               min(((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)),
                                                   max(((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       1))),
                                           1)) /
                                      max(min(ceil_div(K, 16),
                                              min((((2147483647 /
                                                     max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                    max(min(J,
                                                            min((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)),
                                                                max((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    1))),
                                                        1)) /
                                                   max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                           min(((2147483647 /
                                                                 max(min(ceil_div(I, SIZE1), 1024),
                                                                     1)) /
                                                                max(min(J,
                                                                        min((2147483647 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            max((1024 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                1))),
                                                                    1)),
                                                               max(((1024 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   1))),
                                                       1)),
                                                  max((((1024 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)) /
                                                       max(min(ceil_div(
                                                                   M, ((max((M - 1), 0) / 5) + 1)),
                                                               min(((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   max(((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      1))),
                                          1)),
                                     max(((((1024 / max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                            max(min(J,
                                                    min((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                        max((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024), 1)),
                                                            1))),
                                                1)) /
                                           max(min(ceil_div(M, ((max((M - 1), 0) / 5) + 1)),
                                                   min(((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)),
                                                       max(((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)),
                                                           1))),
                                               1)) /
                                          max(min(ceil_div(K, 16),
                                                  min((((2147483647 /
                                                         max(min(ceil_div(I, SIZE1), 1024), 1)) /
                                                        max(min(J,
                                                                min((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)),
                                                                    max((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        1))),
                                                            1)) /
                                                       max(min(ceil_div(
                                                                   M, ((max((M - 1), 0) / 5) + 1)),
                                                               min(((2147483647 /
                                                                     max(min(ceil_div(I, SIZE1),
                                                                             1024),
                                                                         1)) /
                                                                    max(min(J,
                                                                            min((2147483647 /
                                                                                 max(min(ceil_div(
                                                                                             I,
                                                                                             SIZE1),
                                                                                         1024),
                                                                                     1)),
                                                                                max((1024 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    1))),
                                                                        1)),
                                                                   max(((1024 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       1))),
                                                           1)),
                                                      max((((1024 /
                                                             max(min(ceil_div(I, SIZE1), 1024),
                                                                 1)) /
                                                            max(min(J,
                                                                    min((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)),
                                                                        max((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)),
                                                                            1))),
                                                                1)) /
                                                           max(min(ceil_div(
                                                                       M,
                                                                       ((max((M - 1), 0) / 5) + 1)),
                                                                   min(((2147483647 /
                                                                         max(min(ceil_div(I, SIZE1),
                                                                                 1024),
                                                                             1)) /
                                                                        max(min(J,
                                                                                min((2147483647 /
                                                                                     max(min(ceil_div(
                                                                                                 I,
                                                                                                 SIZE1),
                                                                                             1024),
                                                                                         1)),
                                                                                    max((1024 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        1))),
                                                                            1)),
                                                                       max(((1024 /
                                                                             max(min(ceil_div(
                                                                                         I, SIZE1),
                                                                                     1024),
                                                                                 1)) /
                                                                            max(min(J,
                                                                                    min((2147483647 /
                                                                                         max(min(ceil_div(
                                                                                                     I,
                                                                                                     SIZE1),
                                                                                                 1024),
                                                                                             1)),
                                                                                        max((1024 /
                                                                                             max(min(ceil_div(
                                                                                                         I,
                                                                                                         SIZE1),
                                                                                                     1024),
                                                                                                 1)),
                                                                                            1))),
                                                                                1)),
                                                                           1))),
                                                               1)),
                                                          1))),
                                              1)),
                                         1))),
                             1)),
                        1))),
            1)));
  }
  int64_t stored_Z() const { return 1; }
};

}  // namespace

extern "C" size_t k_workspace_bytes(const k_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const k_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int k_launch(const k_arguments* arguments, void* workspace, size_t workspace_bytes,
                        struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const k_arguments& a = *arguments;
  const k_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (workspace_bytes < k_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  k_Z<<<static_cast<unsigned>(sizes.grid_k_Z()), static_cast<unsigned>(sizes.block_k_Z()), 0,
        stream>>>(a.C_M_segments, a.C_M_coords, a.C_values, a.A_L_segments, a.A_L_coords,
                  a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, sizes.I_of_k_Z(),
                  sizes.J_of_k_Z(), sizes.K_of_k_Z(), sizes.M_of_k_Z(), sizes.SIZE1_of_k_Z(),
                  sizes.count_M0_of_k_Z(), sizes.count_L_of_k_Z(), sizes.count_K1_of_k_Z(),
                  sizes.count_M1_of_k_Z(), sizes.count_J_of_k_Z(), sizes.count_I1_of_k_Z(),
                  Z_copies);
  if (cudaGetLastError() != cudaSuccess) return 3;
  k_Z_add_copies<<<static_cast<unsigned>(sizes.grid_k_Z_add_copies()),
                   static_cast<unsigned>(sizes.block_k_Z_add_copies()), 0, stream>>>(
      Z_copies, a.Z_values, sizes.copies_of_k_Z_add_copies());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* k_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than k_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    default:
      return "unknown code";
  }
}
#endif
