// Made by teaalc 0.1.0 from sddmm_nonzero_split.yaml; do not edit.
//   Z[m, n] = A[m, n] * B[m, k] * C[k, n]
//     loops MN3 (space), MN2 (space), MN1 (space), MN0, K2, K1 (space), K0
//   stored A[M:U, N:C], B[M:U, K:U], C[N:U, K:U], Z[M:U, N:C] like A
//   sizes RESIDENT=4 RUN=8
//   teaalc sddmm_nonzero_split.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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

// The same by seven positions at a time, which are read side by side: for few searches, each of
// which would wait for its reads one behind the other.
template <class S, class B, class F, class P>
static __device__ __forceinline__ F teaal_owner_by_eights(const S* segments, B first, F end,
                                                          P position) {
  long long from = first, to = end;  // of more bits than F may have
  while (to - from > 8) {
    const long long step = (to - from + 7) / 8;
    int behind = 0;
#pragma unroll
    for (int i = 1; i < 8; ++i) {
      const long long at = from + step * i;
      behind += at < to && segments[at] <= position ? 1 : 0;
    }
    from += step * behind;
    to = to - from > step ? from + step : to;
  }
  return teaal_owner(segments, from, static_cast<F>(to), position);
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

// What lane `lane` of such a group has of something that each of its lanes has one of. All lanes of
// the group ask together.
template <class T>
static __device__ __forceinline__ T teaal_of_lane(T value, int lane, int width) {
  if constexpr (sizeof(T) < sizeof(int))
    return static_cast<T>(
        __shfl_sync(teaal_group_mask(width), static_cast<int>(value), lane, width));
  else
    return __shfl_sync(teaal_group_mask(width), value, lane, width);
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

// Four elements; `from` is aligned to 16 bytes.
[[maybe_unused]] static __device__ __forceinline__ void teaal_load_quad(float* to,
                                                                        const float* from) {
#ifdef TEAAL_CPU
  teaal_take_units<4>(to, from);
#else
  const float4 quad = *reinterpret_cast<const float4*>(from);
  to[0] = quad.x;
  to[1] = quad.y;
  to[2] = quad.z;
  to[3] = quad.w;
#endif
}

[[maybe_unused]] static __device__ __forceinline__ void teaal_load_quad(int* to, const int* from) {
#ifdef TEAAL_CPU
  teaal_take_units<4>(to, from);
#else
  const int4 quad = *reinterpret_cast<const int4*>(from);
  to[0] = quad.x;
  to[1] = quad.y;
  to[2] = quad.z;
  to[3] = quad.w;
#endif
}

[[maybe_unused]] static __device__ __forceinline__ void teaal_load_quad(double* to,
                                                                        const double* from) {
#ifdef TEAAL_CPU
  teaal_take_units<4>(to, from);
#else
  const double2 low = *reinterpret_cast<const double2*>(from),
                high = *reinterpret_cast<const double2*>(from + 2);
  to[0] = low.x;
  to[1] = low.y;
  to[2] = high.x;
  to[3] = high.y;
#endif
}

// Four elements, of which each may be 16 bits that are read as a value; `from` is aligned to four
// of them.
template <class T, class E>
static __device__ __forceinline__ void teaal_read_quad(T* to, const E* from) {
#ifdef TEAAL_CPU
  E quad[4];
  teaal_take_units<4>(quad, from);
  for (int i = 0; i < 4; ++i) to[i] = quad[i];
#else
  if constexpr (sizeof(E) == 2) {
    const uint2 quad = *reinterpret_cast<const uint2*>(from);
    to[0] = E{static_cast<unsigned short>(quad.x)};
    to[1] = E{static_cast<unsigned short>(quad.x >> 16)};
    to[2] = E{static_cast<unsigned short>(quad.y)};
    to[3] = E{static_cast<unsigned short>(quad.y >> 16)};
  } else {
    teaal_load_quad(to, from);
  }
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

#line 13 "sddmm_nonzero_split.yaml"
extern "C" __global__ void sddmm_nonzero_split_Z_find_fibers(const pos_t* __restrict__ A_N_segments,
                                                             coord_t M,
                                                             pos_t* __restrict__ A_run_fibers,
                                                             size_type entries) {
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 21 "sddmm_nonzero_split.yaml"
    const size_type A_M_to = M;
#line 13 "sddmm_nonzero_split.yaml"
    A_run_fibers[entry] = teaal_owner_by_eights(A_N_segments, 0, A_M_to, entry * 8);
  }
}

#line 13 "sddmm_nonzero_split.yaml"
extern "C" __global__ void __launch_bounds__(256, 4)
    sddmm_nonzero_split_Z(const pos_t* __restrict__ A_N_segments,
                          const coord_t* __restrict__ A_N_coords, value_t* __restrict__ Z_values,
                          const value_t* __restrict__ A_values,
                          const value_t* __restrict__ B_values,
                          const value_t* __restrict__ C_values, coord_t K, coord_t M,
                          const pos_t* __restrict__ A_run_fibers) {
  constexpr int RUN = 8;
  teaal_await_launches();
  const offset_t workers_MN3 = gridDim.x;
  const offset_t worker_MN3 = blockIdx.x;
  const offset_t workers_MN2 = blockDim.x / 32;
  const offset_t worker_MN2 = threadIdx.x / 32;
  const offset_t worker_K1 = threadIdx.x % 32 % 8;
  const offset_t workers_MN1 = 4;
  const offset_t worker_MN1 = threadIdx.x % 32 / 8;
#line 21 "sddmm_nonzero_split.yaml"
  const offset_t A_M_to = M;
  const pos_t A_N_to = A_N_segments[A_M_to];
  for (offset_t mn3 = worker_MN3 * 256; mn3 < A_N_to; mn3 += workers_MN3 * 256) {
    const offset_t mn3_end = min(static_cast<offset_t>(A_N_to), mn3 + 256);
    for (offset_t mn2 = mn3 + worker_MN2 * 32; mn2 < mn3_end; mn2 += workers_MN2 * 32) {
      const offset_t mn2_end = min(mn3_end, mn2 + 32);
      for (offset_t mn1 = mn2 + worker_MN1 * RUN; mn1 < mn2_end; mn1 += workers_MN1 * RUN) {
        const offset_t mn1_end = min(mn2_end, mn1 + RUN);
        offset_t A_M_at = A_run_fibers[mn1 / 8];
        const pos_t mn0_own =
            static_cast<pos_t>(min(mn1 + static_cast<offset_t>(threadIdx.x % 8), mn1_end - 1));
        const pos_t A_M_at_own = teaal_climb(A_N_segments, A_M_at, A_M_to, mn0_own);
        const coord_t n_own = A_N_coords[mn0_own];
        const value_t A_values_own = A_values[mn0_own];
        const offset_t mn0_jam_end = mn1 + max(mn1_end - mn1, static_cast<offset_t>(0)) / 4 * 4;
        for (pos_t mn0 = mn1; mn0 < mn0_jam_end; mn0 += 4) {
          const value_t A_values_element =
              teaal_of_lane(A_values_own, static_cast<int>(static_cast<offset_t>(mn0) - mn1), 8);
          A_M_at = teaal_of_lane(A_M_at_own, static_cast<int>(static_cast<offset_t>(mn0) - mn1), 8);
          const coord_t m = static_cast<coord_t>(A_M_at);
          const coord_t n =
              teaal_of_lane(n_own, static_cast<int>(static_cast<offset_t>(mn0) - mn1), 8);
#line 13 "sddmm_nonzero_split.yaml"
          value_t sum = value_t(0);
#line 21 "sddmm_nonzero_split.yaml"
          const pos_t mn0_2 = mn0 + 1;
          const value_t A_values_element_2 =
              teaal_of_lane(A_values_own, static_cast<int>(static_cast<offset_t>(mn0_2) - mn1), 8);
          A_M_at =
              teaal_of_lane(A_M_at_own, static_cast<int>(static_cast<offset_t>(mn0_2) - mn1), 8);
          const coord_t m_2 = static_cast<coord_t>(A_M_at);
          const coord_t n_2 =
              teaal_of_lane(n_own, static_cast<int>(static_cast<offset_t>(mn0_2) - mn1), 8);
#line 13 "sddmm_nonzero_split.yaml"
          value_t sum_2 = value_t(0);
#line 21 "sddmm_nonzero_split.yaml"
          const pos_t mn0_3 = mn0 + 2;
          const value_t A_values_element_3 =
              teaal_of_lane(A_values_own, static_cast<int>(static_cast<offset_t>(mn0_3) - mn1), 8);
          A_M_at =
              teaal_of_lane(A_M_at_own, static_cast<int>(static_cast<offset_t>(mn0_3) - mn1), 8);
          const coord_t m_3 = static_cast<coord_t>(A_M_at);
          const coord_t n_3 =
              teaal_of_lane(n_own, static_cast<int>(static_cast<offset_t>(mn0_3) - mn1), 8);
#line 13 "sddmm_nonzero_split.yaml"
          value_t sum_3 = value_t(0);
#line 21 "sddmm_nonzero_split.yaml"
          const pos_t mn0_4 = mn0 + 3;
          const value_t A_values_element_4 =
              teaal_of_lane(A_values_own, static_cast<int>(static_cast<offset_t>(mn0_4) - mn1), 8);
          A_M_at =
              teaal_of_lane(A_M_at_own, static_cast<int>(static_cast<offset_t>(mn0_4) - mn1), 8);
          const coord_t m_4 = static_cast<coord_t>(A_M_at);
          const coord_t n_4 =
              teaal_of_lane(n_own, static_cast<int>(static_cast<offset_t>(mn0_4) - mn1), 8);
#line 13 "sddmm_nonzero_split.yaml"
          value_t sum_4 = value_t(0);
#line 21 "sddmm_nonzero_split.yaml"
          const offset_t k2_whole_end =
              (teaal_aligned_rows(B_values, K) && teaal_aligned_rows(C_values, K))
                  ? static_cast<offset_t>(K) / 32 * 32
                  : 0;
#pragma unroll 1
          // Products.
          for (offset_t k2 = 0; k2 < k2_whole_end; k2 += 32) {
            const offset_t k1 = k2 + worker_K1 * 4;
            value_t B_values_quad[4];
            teaal_read_quad(&B_values_quad[0],
                            &B_values[static_cast<offset_t>(m) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t C_values_quad[4];
            teaal_read_quad(&C_values_quad[0],
                            &C_values[static_cast<offset_t>(n) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t B_values_quad_2[4];
            teaal_read_quad(&B_values_quad_2[0],
                            &B_values[static_cast<offset_t>(m_2) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t C_values_quad_2[4];
            teaal_read_quad(&C_values_quad_2[0],
                            &C_values[static_cast<offset_t>(n_2) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t B_values_quad_3[4];
            teaal_read_quad(&B_values_quad_3[0],
                            &B_values[static_cast<offset_t>(m_3) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t C_values_quad_3[4];
            teaal_read_quad(&C_values_quad_3[0],
                            &C_values[static_cast<offset_t>(n_3) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t B_values_quad_4[4];
            teaal_read_quad(&B_values_quad_4[0],
                            &B_values[static_cast<offset_t>(m_4) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t C_values_quad_4[4];
            teaal_read_quad(&C_values_quad_4[0],
                            &C_values[static_cast<offset_t>(n_4) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
#pragma unroll
            for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
#line 13 "sddmm_nonzero_split.yaml"
              sum = fmaf(A_values_element * B_values_quad[k0_turn], C_values_quad[k0_turn], sum);
              sum_2 = fmaf(A_values_element_2 * B_values_quad_2[k0_turn], C_values_quad_2[k0_turn],
                           sum_2);
              sum_3 = fmaf(A_values_element_3 * B_values_quad_3[k0_turn], C_values_quad_3[k0_turn],
                           sum_3);
              sum_4 = fmaf(A_values_element_4 * B_values_quad_4[k0_turn], C_values_quad_4[k0_turn],
                           sum_4);
            }
          }
#line 21 "sddmm_nonzero_split.yaml"
#pragma unroll 1
          for (offset_t k2 = k2_whole_end; k2 < K; k2 += 32) {
            const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 32);
            if (k2 + worker_K1 * 4 < k2_end) {
              const offset_t k1 = k2 + worker_K1 * 4;
              const offset_t k1_end = min(k2_end, k1 + 4);
#pragma unroll
              for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                if (k1 + k0_turn < k1_end) {
                  const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                  const offset_t B_K_at_2 =
                      static_cast<offset_t>(m) * static_cast<offset_t>(K) + k0;
                  const offset_t B_K_at_2_2 =
                      static_cast<offset_t>(m_2) * static_cast<offset_t>(K) + k0;
                  const offset_t B_K_at_2_3 =
                      static_cast<offset_t>(m_3) * static_cast<offset_t>(K) + k0;
                  const offset_t B_K_at_2_4 =
                      static_cast<offset_t>(m_4) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2 =
                      static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2_2 =
                      static_cast<offset_t>(n_2) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2_3 =
                      static_cast<offset_t>(n_3) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2_4 =
                      static_cast<offset_t>(n_4) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_nonzero_split.yaml"
                  sum = fmaf(A_values_element * B_values[B_K_at_2], C_values[C_K_at_2], sum);
                  sum_2 =
                      fmaf(A_values_element_2 * B_values[B_K_at_2_2], C_values[C_K_at_2_2], sum_2);
                  sum_3 =
                      fmaf(A_values_element_3 * B_values[B_K_at_2_3], C_values[C_K_at_2_3], sum_3);
                  sum_4 =
                      fmaf(A_values_element_4 * B_values[B_K_at_2_4], C_values[C_K_at_2_4], sum_4);
                }
              }
            }
          }
          // Combine the sums of threads.
          const value_t total = teaal_group_reduce<teaal_sum>(sum, 8);
          // Store Z_values.
          if (worker_K1 == 0) {
            Z_values[mn0] = total;
          }
          // Combine the sums of threads.
          const value_t total_2 = teaal_group_reduce<teaal_sum>(sum_2, 8);
          // Store Z_values.
          if (worker_K1 == 0) {
            Z_values[mn0_2] = total_2;
          }
          // Combine the sums of threads.
          const value_t total_3 = teaal_group_reduce<teaal_sum>(sum_3, 8);
          // Store Z_values.
          if (worker_K1 == 0) {
            Z_values[mn0_3] = total_3;
          }
          // Combine the sums of threads.
          const value_t total_4 = teaal_group_reduce<teaal_sum>(sum_4, 8);
          // Store Z_values.
          if (worker_K1 == 0) {
            Z_values[mn0_4] = total_4;
          }
        }
#line 21 "sddmm_nonzero_split.yaml"
        for (pos_t mn0 = mn0_jam_end; mn0 < mn1_end; ++mn0) {
          const value_t A_values_element =
              teaal_of_lane(A_values_own, static_cast<int>(static_cast<offset_t>(mn0) - mn1), 8);
          A_M_at = teaal_of_lane(A_M_at_own, static_cast<int>(static_cast<offset_t>(mn0) - mn1), 8);
          const coord_t m = static_cast<coord_t>(A_M_at);
          const coord_t n =
              teaal_of_lane(n_own, static_cast<int>(static_cast<offset_t>(mn0) - mn1), 8);
#line 13 "sddmm_nonzero_split.yaml"
          value_t sum = value_t(0);
#line 21 "sddmm_nonzero_split.yaml"
          const offset_t k2_whole_end_2 =
              (teaal_aligned_rows(B_values, K) && teaal_aligned_rows(C_values, K))
                  ? static_cast<offset_t>(K) / 32 * 32
                  : 0;
          // Products.
          for (offset_t k2 = 0; k2 < k2_whole_end_2; k2 += 32) {
            const offset_t k1 = k2 + worker_K1 * 4;
            value_t B_values_quad_5[4];
            teaal_read_quad(&B_values_quad_5[0],
                            &B_values[static_cast<offset_t>(m) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t C_values_quad_5[4];
            teaal_read_quad(&C_values_quad_5[0],
                            &C_values[static_cast<offset_t>(n) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
#pragma unroll
            for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
#line 13 "sddmm_nonzero_split.yaml"
              sum =
                  fmaf(A_values_element * B_values_quad_5[k0_turn], C_values_quad_5[k0_turn], sum);
            }
          }
#line 21 "sddmm_nonzero_split.yaml"
#pragma unroll 1
          for (offset_t k2 = k2_whole_end_2; k2 < K; k2 += 32) {
            const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 32);
            if (k2 + worker_K1 * 4 < k2_end) {
              const offset_t k1 = k2 + worker_K1 * 4;
              const offset_t k1_end = min(k2_end, k1 + 4);
#pragma unroll
              for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                if (k1 + k0_turn < k1_end) {
                  const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                  const offset_t B_K_at_2 =
                      static_cast<offset_t>(m) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2 =
                      static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_nonzero_split.yaml"
                  sum = fmaf(A_values_element * B_values[B_K_at_2], C_values[C_K_at_2], sum);
                }
              }
            }
          }
          // Combine the sums of threads.
          const value_t total = teaal_group_reduce<teaal_sum>(sum, 8);
          // Store Z_values.
          if (worker_K1 == 0) {
            Z_values[mn0] = total;
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "sddmm_nonzero_split.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t sddmm_nonzero_split_value;
typedef pos_t sddmm_nonzero_split_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sddmm_nonzero_split_workspace_bytes sddmm_nonzero_split_workspace_bytes_64
#define sddmm_nonzero_split_launch sddmm_nonzero_split_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct sddmm_nonzero_split_arguments {
  /* A: M:U, N:C */
  const sddmm_nonzero_split_position* A_N_segments;
  const int32_t* A_N_coords;
  const sddmm_nonzero_split_value* A_values;
  /* Z: M:U, N:C, where A has elements */
  sddmm_nonzero_split_value* Z_values;
  /* B: M:U, K:U */
  const sddmm_nonzero_split_value* B_values;
  /* C: N:U, K:U */
  const sddmm_nonzero_split_value* C_values;
  int64_t extent_M;
  int64_t extent_N;
  int64_t extent_K;
  int64_t elements_A; /* how many elements A stores */
  int64_t elements_Z; /* how many elements Z stores */
} sddmm_nonzero_split_arguments;

/* Bytes of device memory that sddmm_nonzero_split_launch needs as workspace (0: none), aligned to
 * 256. */
size_t sddmm_nonzero_split_workspace_bytes(const sddmm_nonzero_split_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see sddmm_nonzero_split_error_text. Allocates nothing and throws nothing. */
int sddmm_nonzero_split_launch(const sddmm_nonzero_split_arguments* arguments, void* workspace,
                               size_t workspace_bytes, struct CUstream_st* stream);
const char* sddmm_nonzero_split_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// While what is in front still runs: the kernel waits for it.
template <class... Parameters, class... Arguments>
cudaError_t launch_early(void (*kernel)(Parameters...), unsigned grid, unsigned block,
                         size_t shared, cudaStream_t stream, Arguments... arguments) {
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(grid);
  config.blockDim = dim3(block);
  config.dynamicSmemBytes = shared;
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

struct sddmm_nonzero_split_sizes {
  int64_t M;
  int64_t N;
  int64_t K;
  int64_t elements_A;
  int64_t elements_Z;
  explicit sddmm_nonzero_split_sizes(const sddmm_nonzero_split_arguments& a) {
    M = a.extent_M;
    N = a.extent_N;
    K = a.extent_K;
    elements_A = a.elements_A;
    elements_Z = a.elements_Z;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647 && K >= 0 && K <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && N <= 1000000000 && K <= 1000000000 && elements_A <= 1000000000 &&
           elements_Z <= 1000000000 && (M == 0 || K <= 1000000000 / M) &&
           (N == 0 || K <= 1000000000 / N);
  }
  int64_t elements_0() const { return ceil_div(elements_A, 8); }
  int64_t block_sddmm_nonzero_split_Z_find_fibers() const { return 256; }
  int64_t grid_sddmm_nonzero_split_Z_find_fibers() const {
    return max(1, min(ceil_div(ceil_div(elements_A, 8), 256), 4096));
  }
  int64_t block_sddmm_nonzero_split_Z() const {
    return max(min(ceil_div(min(256, elements_A), 32), 8), 1) * 32;
  }
  int64_t grid_sddmm_nonzero_split_Z() const {
    return max(min(ceil_div(elements_A, 256), 2147483647), 1);
  }
  coord_t M_of_sddmm_nonzero_split_Z_find_fibers() const { return static_cast<coord_t>(M); }
  int64_t entries_of_sddmm_nonzero_split_Z_find_fibers() const { return ceil_div(elements_A, 8); }
  coord_t K_of_sddmm_nonzero_split_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_sddmm_nonzero_split_Z() const { return static_cast<coord_t>(M); }
  int64_t stored_Z() const { return elements_Z; }
};

}  // namespace

extern "C" size_t sddmm_nonzero_split_workspace_bytes(
    const sddmm_nonzero_split_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const sddmm_nonzero_split_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(pos_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int sddmm_nonzero_split_launch(const sddmm_nonzero_split_arguments* arguments,
                                          void* workspace, size_t workspace_bytes,
                                          struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const sddmm_nonzero_split_arguments& a = *arguments;
  const sddmm_nonzero_split_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < sddmm_nonzero_split_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  pos_t* A_run_fibers = reinterpret_cast<pos_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(pos_t) + 255) / 256 * 256;
  sddmm_nonzero_split_Z_find_fibers<<<
      static_cast<unsigned>(sizes.grid_sddmm_nonzero_split_Z_find_fibers()),
      static_cast<unsigned>(sizes.block_sddmm_nonzero_split_Z_find_fibers()), 0, stream>>>(
      a.A_N_segments, sizes.M_of_sddmm_nonzero_split_Z_find_fibers(), A_run_fibers,
      sizes.entries_of_sddmm_nonzero_split_Z_find_fibers());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(sddmm_nonzero_split_Z, static_cast<unsigned>(sizes.grid_sddmm_nonzero_split_Z()),
                   static_cast<unsigned>(sizes.block_sddmm_nonzero_split_Z()), 0, stream,
                   a.A_N_segments, a.A_N_coords, a.Z_values, a.A_values, a.B_values, a.C_values,
                   sizes.K_of_sddmm_nonzero_split_Z(), sizes.M_of_sddmm_nonzero_split_Z(),
                   A_run_fibers) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* sddmm_nonzero_split_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than sddmm_nonzero_split_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
