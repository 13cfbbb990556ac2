// Made by teaalc 0.1.0 from spmm_row_classes.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M2 (space), M1 (space), M0 (space), N3, K, N2, N1 (space), N0
//   stored A[M:U, K:C], B[K:U, N:U], C[M:U, N:U]
//   sizes COLUMNS=64
//   teaalc spmm_row_classes.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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

// Four elements to memory, from registers that no main loop fills.
[[maybe_unused]] static __device__ __forceinline__ void teaal_write_quad(float* to,
                                                                         const float* from) {
#ifdef TEAAL_CPU
  teaal_give_units<4>(to, from);
#else
  *reinterpret_cast<float4*>(to) = make_float4(from[0], from[1], from[2], from[3]);
#endif
}

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
}

// Of each thread's `mine`, how many threads of the block have it; `before`: in front of this
// thread. All threads of the block call it; the block is one-dimensional, at most 1024 threads.
static __device__ __forceinline__ int teaal_threads_with(bool mine, int& before) {
  __shared__ int of_warps[32];
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const unsigned here = __ballot_sync(0xffffffffu, mine);
  __syncthreads();
  if (lane == 0) of_warps[warp] = __popc(here);
  __syncthreads();
  int all = 0;
  before = __popc(here & ((1u << lane) - 1u));
  for (int other = 0; other < static_cast<int>(blockDim.x + 31) / 32; ++other) {
    if (other < warp) before += of_warps[other];
    all += of_warps[other];
  }
  return all;
}

// How many threads of the block have `mine`.
static __device__ __forceinline__ int teaal_count_where(bool mine) {
  int before;
  return teaal_threads_with(mine, before);
}

// Sets list[n], list[n + 1], … to the `value` of those threads that have `mine`, in their order.
// What comes back is where the next one goes.
template <class T, class V>
static __device__ __forceinline__ long long teaal_append_where(T* list, long long n, bool mine,
                                                               V value) {
  int before;
  const int all = teaal_threads_with(mine, before);
  if (mine) list[n + before] = static_cast<T>(value);
  return n + all;
}

// The sum of counts[first], …, counts[end - 1]. All threads of the block call it; they are a
// multiple of 32.
template <class T>
static __device__ __forceinline__ long long teaal_sum_of(const T* counts, long long first,
                                                         long long end) {
  __shared__ long long of_warps[32];
  long long sum = 0;
  for (long long at = first + threadIdx.x; at < end; at += blockDim.x)
    sum += static_cast<long long>(counts[at]);
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
  __syncthreads();
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int warp = 0; warp < static_cast<int>(blockDim.x) / 32; ++warp) sum += of_warps[warp];
  return sum;
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

#line 13 "spmm_row_classes.yaml"
// For the coordinates of M at which A has a fiber of 0 to 32 elements.
extern "C" __global__ void spmm_row_classes_C_class0(
    value_t* __restrict__ C_values, const pos_t* __restrict__ A_K_segments,
    const coord_t* __restrict__ A_K_coords, const value_t* __restrict__ A_values,
    const value_t* __restrict__ B_values, const coord_t* __restrict__ A_M_lists,
    const coord_t* __restrict__ A_M_begins, coord_t N) {
  constexpr int COLUMNS = 64;
  teaal_await_launches();
  const offset_t workers_M2 = gridDim.x;
  const offset_t worker_M2 = blockIdx.x;
  const offset_t workers_M1 = blockDim.x / 32;
  const offset_t worker_M1 = threadIdx.x / 32;
  const offset_t worker_N1 = threadIdx.x % 32 % 8;
  const offset_t workers_M0 = 4;
  const offset_t worker_M0 = threadIdx.x % 32 / 8;
#line 19 "spmm_row_classes.yaml"
  const coord_t m_first = A_M_begins[0];
  const coord_t m_listed = A_M_begins[1] - m_first;
#line 24 "spmm_row_classes.yaml"
  for (offset_t m2 = worker_M2 * 16; m2 < m_listed; m2 += workers_M2 * 16) {
    const offset_t m2_end = min(static_cast<offset_t>(m_listed), m2 + 16);
    for (offset_t m1 = m2 + worker_M1 * 4; m1 < m2_end; m1 += workers_M1 * 4) {
      const offset_t m1_end = min(m2_end, m1 + 4);
      for (offset_t m0_entry = m1 + worker_M0; m0_entry < m1_end; m0_entry += workers_M0) {
        const coord_t m0 = A_M_lists[m_first + m0_entry];
        const pos_t A_K_begin = A_K_segments[m0];
        const pos_t A_K_end = A_K_segments[m0 + 1];
        const offset_t n3_whole_end =
            (teaal_aligned_rows(B_values, N) && teaal_aligned_rows(C_values, N))
                ? static_cast<offset_t>(N) / 64 * 64
                : 0;
        for (offset_t n3 = 0; n3 < n3_whole_end; n3 += COLUMNS) {
#line 13 "spmm_row_classes.yaml"
          value_t sums[8];
#pragma unroll
          for (int sums_element = 0; sums_element < 8; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 24 "spmm_row_classes.yaml"
          for (pos_t A_K_at = A_K_begin; A_K_at < A_K_end; ++A_K_at) {
            const coord_t k = A_K_coords[A_K_at];
#pragma unroll
            for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
              const offset_t n2 = n3 + n2_turn * 32;
              const offset_t n1 = n2 + worker_N1 * 4;
              value_t B_values_quad[4];
              teaal_read_quad(&B_values_quad[0],
                              &B_values[static_cast<offset_t>(k) * static_cast<offset_t>(N) +
                                        static_cast<coord_t>(n1)]);
#pragma unroll
              for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 13 "spmm_row_classes.yaml"
                sums[n2_turn * 4 + n0_turn] =
                    fmaf(A_values[A_K_at], B_values_quad[n0_turn], sums[n2_turn * 4 + n0_turn]);
              }
            }
          }
#line 24 "spmm_row_classes.yaml"
#pragma unroll
          for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
            const offset_t n2 = n3 + n2_turn * 32;
            const offset_t n1 = n2 + worker_N1 * 4;
            teaal_write_quad(&C_values[static_cast<offset_t>(m0) * static_cast<offset_t>(N) +
                                       static_cast<coord_t>(n1)],
                             &sums[n2_turn * 4]);
          }
        }
#pragma unroll 1
        for (offset_t n3 = n3_whole_end; n3 < N; n3 += COLUMNS) {
          const offset_t n3_end = min(static_cast<offset_t>(N), n3 + COLUMNS);
#line 13 "spmm_row_classes.yaml"
          value_t sums[8];
#pragma unroll
          for (int sums_element = 0; sums_element < 8; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 24 "spmm_row_classes.yaml"
          for (pos_t A_K_at_2 = A_K_begin; A_K_at_2 < A_K_end; ++A_K_at_2) {
            const coord_t k = A_K_coords[A_K_at_2];
#pragma unroll
            for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
              if (n3 + n2_turn * 32 < n3_end) {
                const offset_t n2 = n3 + n2_turn * 32;
                const offset_t n2_end = min(n3_end, n2 + 32);
                if (n2 + worker_N1 * 4 < n2_end) {
                  const offset_t n1 = n2 + worker_N1 * 4;
                  const offset_t n1_end = min(n2_end, n1 + 4);
#pragma unroll
                  for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                    if (n1 + n0_turn < n1_end) {
                      const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                      const offset_t B_N_at_2 =
                          static_cast<offset_t>(k) * static_cast<offset_t>(N) + n0;
#line 13 "spmm_row_classes.yaml"
                      sums[n2_turn * 4 + n0_turn] =
                          fmaf(A_values[A_K_at_2], B_values[B_N_at_2], sums[n2_turn * 4 + n0_turn]);
                    }
                  }
                }
              }
            }
          }
#line 24 "spmm_row_classes.yaml"
#pragma unroll
          for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
            if (n3 + n2_turn * 32 < n3_end) {
              const offset_t n2 = n3 + n2_turn * 32;
              const offset_t n2_end_2 = min(n3_end, n2 + 32);
              if (n2 + worker_N1 * 4 < n2_end_2) {
                const offset_t n1 = n2 + worker_N1 * 4;
                const offset_t n1_end_2 = min(n2_end_2, n1 + 4);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                  if (n1 + n0_turn < n1_end_2) {
                    const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                    const offset_t C_N_at_4 =
                        static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "spmm_row_classes.yaml"
                    C_values[C_N_at_4] = sums[n2_turn * 4 + n0_turn];
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

#line 13 "spmm_row_classes.yaml"
// For the coordinates of M at which A has a fiber of 33 or more elements.
extern "C" __global__ void spmm_row_classes_C_class1(
    value_t* __restrict__ C_values, const pos_t* __restrict__ A_K_segments,
    const coord_t* __restrict__ A_K_coords, const value_t* __restrict__ A_values,
    const value_t* __restrict__ B_values, const coord_t* __restrict__ A_M_lists,
    const coord_t* __restrict__ A_M_begins, coord_t N) {
  constexpr int COLUMNS = 64;
  teaal_await_launches();
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t worker_N1 = threadIdx.x % 32;
#line 34 "spmm_row_classes.yaml"
  const coord_t m_first = A_M_begins[1];
  const coord_t m_listed = A_M_begins[2] - m_first;
#line 39 "spmm_row_classes.yaml"
  for (offset_t m1 = worker_M1 * 4; m1 < m_listed; m1 += workers_M1 * 4) {
    const offset_t m1_end = min(static_cast<offset_t>(m_listed), m1 + 4);
    for (offset_t m0_entry = m1 + worker_M0; m0_entry < m1_end; m0_entry += workers_M0) {
      const coord_t m0 = A_M_lists[m_first + m0_entry];
      const pos_t A_K_begin = A_K_segments[m0];
      const pos_t A_K_end = A_K_segments[m0 + 1];
      const offset_t n2_whole_end = static_cast<offset_t>(N) / 64 * 64;
      for (offset_t n2 = 0; n2 < n2_whole_end; n2 += COLUMNS) {
#line 13 "spmm_row_classes.yaml"
        value_t sums[2];
#pragma unroll
        for (int sums_element = 0; sums_element < 2; ++sums_element) {
          sums[sums_element] = value_t(0);
        }
#line 39 "spmm_row_classes.yaml"
        for (pos_t A_K_at = A_K_begin; A_K_at < A_K_end; ++A_K_at) {
          const coord_t k = A_K_coords[A_K_at];
          const offset_t n1 = n2 + worker_N1 * 2;
#pragma unroll
          for (int n0_turn = 0; n0_turn < 2; ++n0_turn) {
            const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
            const offset_t B_N_at = static_cast<offset_t>(k) * static_cast<offset_t>(N) + n0;
#line 13 "spmm_row_classes.yaml"
            sums[n0_turn] = fmaf(A_values[A_K_at], B_values[B_N_at], sums[n0_turn]);
          }
        }
#line 39 "spmm_row_classes.yaml"
        const offset_t n1 = n2 + worker_N1 * 2;
#pragma unroll
        for (int n0_turn = 0; n0_turn < 2; ++n0_turn) {
          const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
          const offset_t C_N_at_2 = static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "spmm_row_classes.yaml"
          C_values[C_N_at_2] = sums[n0_turn];
        }
      }
#line 39 "spmm_row_classes.yaml"
#pragma unroll 1
      for (offset_t n2 = n2_whole_end; n2 < N; n2 += COLUMNS) {
        const offset_t n2_end = min(static_cast<offset_t>(N), n2 + COLUMNS);
#line 13 "spmm_row_classes.yaml"
        value_t sums[2];
#pragma unroll
        for (int sums_element = 0; sums_element < 2; ++sums_element) {
          sums[sums_element] = value_t(0);
        }
#line 39 "spmm_row_classes.yaml"
        for (pos_t A_K_at_2 = A_K_begin; A_K_at_2 < A_K_end; ++A_K_at_2) {
          const coord_t k = A_K_coords[A_K_at_2];
          if (n2 + worker_N1 * 2 < n2_end) {
            const offset_t n1 = n2 + worker_N1 * 2;
            const offset_t n1_end = min(n2_end, n1 + 2);
#pragma unroll
            for (int n0_turn = 0; n0_turn < 2; ++n0_turn) {
              if (n1 + n0_turn < n1_end) {
                const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                const offset_t B_N_at_2 = static_cast<offset_t>(k) * static_cast<offset_t>(N) + n0;
#line 13 "spmm_row_classes.yaml"
                sums[n0_turn] = fmaf(A_values[A_K_at_2], B_values[B_N_at_2], sums[n0_turn]);
              }
            }
          }
        }
#line 39 "spmm_row_classes.yaml"
        if (n2 + worker_N1 * 2 < n2_end) {
          const offset_t n1 = n2 + worker_N1 * 2;
          const offset_t n1_end_2 = min(n2_end, n1 + 2);
#pragma unroll
          for (int n0_turn = 0; n0_turn < 2; ++n0_turn) {
            if (n1 + n0_turn < n1_end_2) {
              const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
              const offset_t C_N_at_4 = static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "spmm_row_classes.yaml"
              C_values[C_N_at_4] = sums[n0_turn];
            }
          }
        }
      }
    }
  }
}

#line 19 "spmm_row_classes.yaml"
extern "C" __global__ void __launch_bounds__(256)
    spmm_row_classes_A_M_count(size_type* __restrict__ A_M_counts,
                               const pos_t* __restrict__ A_K_segments, coord_t M) {
  const size_type piece = (static_cast<size_type>(M) + static_cast<size_type>(gridDim.x) - 1) /
                          static_cast<size_type>(gridDim.x);
  const size_type first =
      min(static_cast<size_type>(M), static_cast<size_type>(blockIdx.x) * piece);
  const size_type last = min(static_cast<size_type>(M), first + piece);
  size_type count_0 = 0;
  size_type count_1 = 0;
  for (size_type first_row = first; first_row < last; first_row += 256) {
    const size_type row = first_row + static_cast<size_type>(threadIdx.x);
    size_type number = 2;
    if (row < last) {
      const size_type elements = A_K_segments[row + 1] - A_K_segments[row];
      number = (33 <= elements) ? 1 : 0;
    }
    count_0 += teaal_count_where(number == 0);
    count_1 += teaal_count_where(number == 1);
  }
  if (threadIdx.x == 0) {
    A_M_counts[static_cast<size_type>(blockIdx.x)] = count_0;
    A_M_counts[static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x)] = count_1;
  }
}

#line 19 "spmm_row_classes.yaml"
extern "C" __global__ void __launch_bounds__(256)
    spmm_row_classes_A_M_list(const size_type* __restrict__ A_M_counts,
                              coord_t* __restrict__ A_M_lists, coord_t* __restrict__ A_M_begins,
                              const pos_t* __restrict__ A_K_segments, coord_t M) {
  teaal_await_launches();
  const size_type piece = (static_cast<size_type>(M) + static_cast<size_type>(gridDim.x) - 1) /
                          static_cast<size_type>(gridDim.x);
  const size_type first =
      min(static_cast<size_type>(M), static_cast<size_type>(blockIdx.x) * piece);
  const size_type last = min(static_cast<size_type>(M), first + piece);
  size_type next_0 = teaal_sum_of(A_M_counts, 0, static_cast<size_type>(blockIdx.x));
  size_type next_1 =
      teaal_sum_of(A_M_counts, static_cast<size_type>(blockIdx.x),
                   static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x));
  next_1 += next_0;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    A_M_begins[0] = static_cast<coord_t>(next_0);
    A_M_begins[1] = static_cast<coord_t>(next_1);
    A_M_begins[2] = static_cast<coord_t>(static_cast<size_type>(M));
  }
  for (size_type first_row = first; first_row < last; first_row += 256) {
    const size_type row = first_row + static_cast<size_type>(threadIdx.x);
    size_type number = 2;
    if (row < last) {
      const size_type elements = A_K_segments[row + 1] - A_K_segments[row];
      number = (33 <= elements) ? 1 : 0;
    }
    next_0 = teaal_append_where(A_M_lists, next_0, number == 0, row);
    next_1 = teaal_append_where(A_M_lists, next_1, number == 1, row);
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmm_row_classes.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmm_row_classes_value;
typedef pos_t spmm_row_classes_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_row_classes_workspace_bytes spmm_row_classes_workspace_bytes_64
#define spmm_row_classes_launch spmm_row_classes_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmm_row_classes_arguments {
  /* C: M:U, N:U */
  spmm_row_classes_value* C_values;
  /* A: M:U, K:C */
  const spmm_row_classes_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_row_classes_value* A_values;
  /* B: K:U, N:U */
  const spmm_row_classes_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
  int64_t elements_A; /* how many elements A stores */
} spmm_row_classes_arguments;

/* Bytes of device memory that spmm_row_classes_launch needs as workspace (0: none), aligned to 256.
 */
size_t spmm_row_classes_workspace_bytes(const spmm_row_classes_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmm_row_classes_error_text. Allocates nothing and throws nothing. */
int spmm_row_classes_launch(const spmm_row_classes_arguments* arguments, void* workspace,
                            size_t workspace_bytes, struct CUstream_st* stream);
const char* spmm_row_classes_error_text(int code);
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

struct spmm_row_classes_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t elements_A;
  explicit spmm_row_classes_sizes(const spmm_row_classes_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    elements_A = a.elements_A;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 && elements_A <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t elements_0() const { return max(1, min(ceil_div(M, 256), 1024)) * 2; }
  int64_t elements_1() const { return M; }
  int64_t elements_2() const { return 3; }
  int64_t block_spmm_row_classes_C_class0() const {
    return max(min(ceil_div(min(16, M), 4), 8), 1) * 32;
  }
  int64_t grid_spmm_row_classes_C_class0() const { return max(min(ceil_div(M, 16), 4096), 1); }
  int64_t block_spmm_row_classes_C_class1() const {
    return max(min(min(4, min(M, elements_A / 33)), 8), 1) * 32;
  }
  int64_t grid_spmm_row_classes_C_class1() const {
    return max(min(ceil_div(min(M, elements_A / 33), 4), 4096), 1);
  }
  int64_t block_spmm_row_classes_A_M_count() const { return 256; }
  int64_t grid_spmm_row_classes_A_M_count() const { return max(1, min(ceil_div(M, 256), 1024)); }
  int64_t block_spmm_row_classes_A_M_list() const { return 256; }
  int64_t grid_spmm_row_classes_A_M_list() const { return max(1, min(ceil_div(M, 256), 1024)); }
  coord_t N_of_spmm_row_classes_C_class0() const { return static_cast<coord_t>(N); }
  coord_t N_of_spmm_row_classes_C_class1() const { return static_cast<coord_t>(N); }
  coord_t M_of_spmm_row_classes_A_M_count() const { return static_cast<coord_t>(M); }
  coord_t M_of_spmm_row_classes_A_M_list() const { return static_cast<coord_t>(M); }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t spmm_row_classes_workspace_bytes(const spmm_row_classes_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmm_row_classes_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(coord_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(coord_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spmm_row_classes_launch(const spmm_row_classes_arguments* arguments, void* workspace,
                                       size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmm_row_classes_arguments& a = *arguments;
  const spmm_row_classes_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmm_row_classes_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  size_type* A_M_counts = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  coord_t* A_M_lists = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(coord_t) + 255) / 256 * 256;
  coord_t* A_M_begins = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(coord_t) + 255) / 256 * 256;
  spmm_row_classes_A_M_count<<<static_cast<unsigned>(sizes.grid_spmm_row_classes_A_M_count()),
                               static_cast<unsigned>(sizes.block_spmm_row_classes_A_M_count()), 0,
                               stream>>>(A_M_counts, a.A_K_segments,
                                         sizes.M_of_spmm_row_classes_A_M_count());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spmm_row_classes_A_M_list,
                   static_cast<unsigned>(sizes.grid_spmm_row_classes_A_M_list()),
                   static_cast<unsigned>(sizes.block_spmm_row_classes_A_M_list()), 0, stream,
                   A_M_counts, A_M_lists, A_M_begins, a.A_K_segments,
                   sizes.M_of_spmm_row_classes_A_M_list()) != cudaSuccess)
    return 3;
  if (launch_early(spmm_row_classes_C_class0,
                   static_cast<unsigned>(sizes.grid_spmm_row_classes_C_class0()),
                   static_cast<unsigned>(sizes.block_spmm_row_classes_C_class0()), 0, stream,
                   a.C_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, A_M_lists,
                   A_M_begins, sizes.N_of_spmm_row_classes_C_class0()) != cudaSuccess)
    return 3;
  if (launch_early(spmm_row_classes_C_class1,
                   static_cast<unsigned>(sizes.grid_spmm_row_classes_C_class1()),
                   static_cast<unsigned>(sizes.block_spmm_row_classes_C_class1()), 0, stream,
                   a.C_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, A_M_lists,
                   A_M_begins, sizes.N_of_spmm_row_classes_C_class1()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* spmm_row_classes_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmm_row_classes_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
