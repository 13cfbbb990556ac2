// Made by teaalc 0.1.0 from sddmm_row_classes.yaml; do not edit.
//   Z[m, n] = A[m, n] * B[m, k] * C[k, n]
//     loops M2 (space), M1 (space), M0 (space), N, K2, K1 (space), K0
//   stored A[M:U, N:C], B[M:U, K:U], C[N:U, K:U], Z[M:U, N:C] like A
//   teaalc sddmm_row_classes.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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

#line 15 "sddmm_row_classes.yaml"
// For the coordinates of M at which A has a fiber of 0 to 16 elements.
extern "C" __global__ void sddmm_row_classes_Z_class0(
    const pos_t* __restrict__ A_N_segments, const coord_t* __restrict__ A_N_coords,
    value_t* __restrict__ Z_values, const value_t* __restrict__ A_values,
    const value_t* __restrict__ B_values, const value_t* __restrict__ C_values,
    const coord_t* __restrict__ A_M_lists, const coord_t* __restrict__ A_M_begins, coord_t K) {
  teaal_await_launches();
  const offset_t workers_M2 = gridDim.x;
  const offset_t worker_M2 = blockIdx.x;
  const offset_t workers_M1 = blockDim.x / 32;
  const offset_t worker_M1 = threadIdx.x / 32;
  const offset_t workers_K1 = 8;
  const offset_t worker_K1 = threadIdx.x % 32 % 8;
  const offset_t workers_M0 = 4;
  const offset_t worker_M0 = threadIdx.x % 32 / 8;
#line 27 "sddmm_row_classes.yaml"
  const coord_t m_first = A_M_begins[0];
  const coord_t m_listed = A_M_begins[1] - m_first;
#line 32 "sddmm_row_classes.yaml"
  for (offset_t m2 = worker_M2 * 32; m2 < m_listed; m2 += workers_M2 * 32) {
    const offset_t m2_end = min(static_cast<offset_t>(m_listed), m2 + 32);
    for (offset_t m1 = m2 + worker_M1 * 4; m1 < m2_end; m1 += workers_M1 * 4) {
      const offset_t m1_end = min(m2_end, m1 + 4);
      for (offset_t m0_entry = m1 + worker_M0; m0_entry < m1_end; m0_entry += workers_M0) {
        const coord_t m0 = A_M_lists[m_first + m0_entry];
        const pos_t A_N_begin = A_N_segments[m0];
        const pos_t A_N_end = A_N_segments[m0 + 1];
        const offset_t A_N_at_jam_end =
            static_cast<offset_t>(A_N_begin) +
            max(static_cast<offset_t>(A_N_end) - static_cast<offset_t>(A_N_begin),
                static_cast<offset_t>(0)) /
                4 * 4;
        for (pos_t A_N_at = A_N_begin; A_N_at < A_N_at_jam_end; A_N_at += 4) {
          const coord_t n = A_N_coords[A_N_at];
#line 15 "sddmm_row_classes.yaml"
          value_t sum = value_t(0);
#line 32 "sddmm_row_classes.yaml"
          const pos_t A_N_at_2 = A_N_at + 1;
          const coord_t n_2 = A_N_coords[A_N_at_2];
#line 15 "sddmm_row_classes.yaml"
          value_t sum_2 = value_t(0);
#line 32 "sddmm_row_classes.yaml"
          const pos_t A_N_at_3 = A_N_at + 2;
          const coord_t n_3 = A_N_coords[A_N_at_3];
#line 15 "sddmm_row_classes.yaml"
          value_t sum_3 = value_t(0);
#line 32 "sddmm_row_classes.yaml"
          const pos_t A_N_at_4 = A_N_at + 3;
          const coord_t n_4 = A_N_coords[A_N_at_4];
#line 15 "sddmm_row_classes.yaml"
          value_t sum_4 = value_t(0);
#line 32 "sddmm_row_classes.yaml"
          const offset_t k2_whole_end =
              (teaal_aligned_rows(B_values, K) && teaal_aligned_rows(C_values, K))
                  ? static_cast<offset_t>(K) / 64 * 64
                  : 0;
#pragma unroll 1
          // Products.
          for (offset_t k2 = 0; k2 < k2_whole_end; k2 += 64) {
#pragma unroll
            for (int k1_turn = 0; k1_turn < 2; ++k1_turn) {
              const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
              value_t B_values_quad[4];
              teaal_read_quad(&B_values_quad[0],
                              &B_values[static_cast<offset_t>(m0) * static_cast<offset_t>(K) +
                                        static_cast<coord_t>(k1)]);
              value_t C_values_quad[4];
              teaal_read_quad(&C_values_quad[0],
                              &C_values[static_cast<offset_t>(n) * static_cast<offset_t>(K) +
                                        static_cast<coord_t>(k1)]);
              value_t C_values_quad_2[4];
              teaal_read_quad(&C_values_quad_2[0],
                              &C_values[static_cast<offset_t>(n_2) * static_cast<offset_t>(K) +
                                        static_cast<coord_t>(k1)]);
              value_t C_values_quad_3[4];
              teaal_read_quad(&C_values_quad_3[0],
                              &C_values[static_cast<offset_t>(n_3) * static_cast<offset_t>(K) +
                                        static_cast<coord_t>(k1)]);
              value_t C_values_quad_4[4];
              teaal_read_quad(&C_values_quad_4[0],
                              &C_values[static_cast<offset_t>(n_4) * static_cast<offset_t>(K) +
                                        static_cast<coord_t>(k1)]);
#pragma unroll
              for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
#line 15 "sddmm_row_classes.yaml"
                sum = fmaf(A_values[A_N_at] * B_values_quad[k0_turn], C_values_quad[k0_turn], sum);
                sum_2 = fmaf(A_values[A_N_at_2] * B_values_quad[k0_turn], C_values_quad_2[k0_turn],
                             sum_2);
                sum_3 = fmaf(A_values[A_N_at_3] * B_values_quad[k0_turn], C_values_quad_3[k0_turn],
                             sum_3);
                sum_4 = fmaf(A_values[A_N_at_4] * B_values_quad[k0_turn], C_values_quad_4[k0_turn],
                             sum_4);
              }
            }
          }
#line 32 "sddmm_row_classes.yaml"
#pragma unroll 1
          for (offset_t k2 = k2_whole_end; k2 < K; k2 += 64) {
            const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 64);
#pragma unroll
            for (int k1_turn = 0; k1_turn < 2; ++k1_turn) {
              if (k2 + (worker_K1 + k1_turn * workers_K1) * 4 < k2_end) {
                const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
                const offset_t k1_end = min(k2_end, k1 + 4);
#pragma unroll
                for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                  if (k1 + k0_turn < k1_end) {
                    const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                    const offset_t B_K_at_2 =
                        static_cast<offset_t>(m0) * static_cast<offset_t>(K) + k0;
                    const offset_t C_K_at_2 =
                        static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
                    const offset_t C_K_at_2_2 =
                        static_cast<offset_t>(n_2) * static_cast<offset_t>(K) + k0;
                    const offset_t C_K_at_2_3 =
                        static_cast<offset_t>(n_3) * static_cast<offset_t>(K) + k0;
                    const offset_t C_K_at_2_4 =
                        static_cast<offset_t>(n_4) * static_cast<offset_t>(K) + k0;
#line 15 "sddmm_row_classes.yaml"
                    sum = fmaf(A_values[A_N_at] * B_values[B_K_at_2], C_values[C_K_at_2], sum);
                    sum_2 =
                        fmaf(A_values[A_N_at_2] * B_values[B_K_at_2], C_values[C_K_at_2_2], sum_2);
                    sum_3 =
                        fmaf(A_values[A_N_at_3] * B_values[B_K_at_2], C_values[C_K_at_2_3], sum_3);
                    sum_4 =
                        fmaf(A_values[A_N_at_4] * B_values[B_K_at_2], C_values[C_K_at_2_4], sum_4);
                  }
                }
              }
            }
          }
          // Combine the sums of threads.
          const value_t total = teaal_group_reduce<teaal_sum>(sum, 8);
          // Store Z_values.
          if (worker_K1 == 0) {
            Z_values[A_N_at] = total;
          }
          // Combine the sums of threads.
          const value_t total_2 = teaal_group_reduce<teaal_sum>(sum_2, 8);
          // Store Z_values.
          if (worker_K1 == 0) {
            Z_values[A_N_at_2] = total_2;
          }
          // Combine the sums of threads.
          const value_t total_3 = teaal_group_reduce<teaal_sum>(sum_3, 8);
          // Store Z_values.
          if (worker_K1 == 0) {
            Z_values[A_N_at_3] = total_3;
          }
          // Combine the sums of threads.
          const value_t total_4 = teaal_group_reduce<teaal_sum>(sum_4, 8);
          // Store Z_values.
          if (worker_K1 == 0) {
            Z_values[A_N_at_4] = total_4;
          }
        }
#line 32 "sddmm_row_classes.yaml"
        for (pos_t A_N_at = A_N_at_jam_end; A_N_at < A_N_end; ++A_N_at) {
          const coord_t n = A_N_coords[A_N_at];
#line 15 "sddmm_row_classes.yaml"
          value_t sum = value_t(0);
#line 32 "sddmm_row_classes.yaml"
          const offset_t k2_whole_end_2 =
              (teaal_aligned_rows(B_values, K) && teaal_aligned_rows(C_values, K))
                  ? static_cast<offset_t>(K) / 64 * 64
                  : 0;
#pragma unroll 1
          // Products.
          for (offset_t k2 = 0; k2 < k2_whole_end_2; k2 += 64) {
#pragma unroll
            for (int k1_turn = 0; k1_turn < 2; ++k1_turn) {
              const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
              value_t B_values_quad_2[4];
              teaal_read_quad(&B_values_quad_2[0],
                              &B_values[static_cast<offset_t>(m0) * static_cast<offset_t>(K) +
                                        static_cast<coord_t>(k1)]);
              value_t C_values_quad_5[4];
              teaal_read_quad(&C_values_quad_5[0],
                              &C_values[static_cast<offset_t>(n) * static_cast<offset_t>(K) +
                                        static_cast<coord_t>(k1)]);
#pragma unroll
              for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
#line 15 "sddmm_row_classes.yaml"
                sum = fmaf(A_values[A_N_at] * B_values_quad_2[k0_turn], C_values_quad_5[k0_turn],
                           sum);
              }
            }
          }
#line 32 "sddmm_row_classes.yaml"
#pragma unroll 1
          for (offset_t k2 = k2_whole_end_2; k2 < K; k2 += 64) {
            const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 64);
#pragma unroll
            for (int k1_turn = 0; k1_turn < 2; ++k1_turn) {
              if (k2 + (worker_K1 + k1_turn * workers_K1) * 4 < k2_end) {
                const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
                const offset_t k1_end = min(k2_end, k1 + 4);
#pragma unroll
                for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                  if (k1 + k0_turn < k1_end) {
                    const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                    const offset_t B_K_at_2 =
                        static_cast<offset_t>(m0) * static_cast<offset_t>(K) + k0;
                    const offset_t C_K_at_2 =
                        static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
#line 15 "sddmm_row_classes.yaml"
                    sum = fmaf(A_values[A_N_at] * B_values[B_K_at_2], C_values[C_K_at_2], sum);
                  }
                }
              }
            }
          }
          // Combine the sums of threads.
          const value_t total = teaal_group_reduce<teaal_sum>(sum, 8);
          // Store Z_values.
          if (worker_K1 == 0) {
            Z_values[A_N_at] = total;
          }
        }
      }
    }
  }
}

#line 15 "sddmm_row_classes.yaml"
// For the coordinates of M at which A has a fiber of 17 or more elements.
extern "C" __global__ void sddmm_row_classes_Z_class1(
    const pos_t* __restrict__ A_N_segments, const coord_t* __restrict__ A_N_coords,
    value_t* __restrict__ Z_values, const value_t* __restrict__ A_values,
    const value_t* __restrict__ B_values, const value_t* __restrict__ C_values,
    const coord_t* __restrict__ A_M_lists, const coord_t* __restrict__ A_M_begins, coord_t K) {
  teaal_await_launches();
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_K1 = 4;
  const offset_t worker_K1 = threadIdx.x % 32 % 4;
  const offset_t workers_N = 8;
  const offset_t worker_N = threadIdx.x % 32 / 4;
#line 42 "sddmm_row_classes.yaml"
  const coord_t m_first = A_M_begins[1];
  const coord_t m_listed = A_M_begins[2] - m_first;
#line 47 "sddmm_row_classes.yaml"
  for (offset_t m1 = worker_M1 * 8; m1 < m_listed; m1 += workers_M1 * 8) {
    const offset_t m1_end = min(static_cast<offset_t>(m_listed), m1 + 8);
    for (offset_t m0_entry = m1 + worker_M0; m0_entry < m1_end; m0_entry += workers_M0) {
      const coord_t m0 = A_M_lists[m_first + m0_entry];
      const pos_t A_N_begin = A_N_segments[m0];
      const pos_t A_N_end = A_N_segments[m0 + 1];
      const offset_t A_N_at_jam_end =
          A_N_begin + worker_N +
          max(static_cast<offset_t>(A_N_end) + (workers_N - 1) - (A_N_begin + worker_N),
              static_cast<offset_t>(0)) /
              (4 * workers_N) * (4 * workers_N);
      for (offset_t A_N_at = A_N_begin + worker_N; A_N_at < A_N_at_jam_end;
           A_N_at += 4 * workers_N) {
        const coord_t n = A_N_coords[A_N_at];
#line 15 "sddmm_row_classes.yaml"
        value_t sum = value_t(0);
#line 47 "sddmm_row_classes.yaml"
        const offset_t A_N_at_2 = A_N_at + workers_N;
        const coord_t n_2 = A_N_coords[A_N_at_2];
#line 15 "sddmm_row_classes.yaml"
        value_t sum_2 = value_t(0);
#line 47 "sddmm_row_classes.yaml"
        const offset_t A_N_at_3 = A_N_at + 2 * workers_N;
        const coord_t n_3 = A_N_coords[A_N_at_3];
#line 15 "sddmm_row_classes.yaml"
        value_t sum_3 = value_t(0);
#line 47 "sddmm_row_classes.yaml"
        const offset_t A_N_at_4 = A_N_at + 3 * workers_N;
        const coord_t n_4 = A_N_coords[A_N_at_4];
#line 15 "sddmm_row_classes.yaml"
        value_t sum_4 = value_t(0);
#line 47 "sddmm_row_classes.yaml"
        const offset_t k2_whole_end =
            (teaal_aligned_rows(B_values, K) && teaal_aligned_rows(C_values, K))
                ? static_cast<offset_t>(K) / 64 * 64
                : 0;
#pragma unroll 1
        // Products.
        for (offset_t k2 = 0; k2 < k2_whole_end; k2 += 64) {
#pragma unroll
          for (int k1_turn = 0; k1_turn < 4; ++k1_turn) {
            const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
            value_t B_values_quad[4];
            teaal_read_quad(&B_values_quad[0],
                            &B_values[static_cast<offset_t>(m0) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t C_values_quad[4];
            teaal_read_quad(&C_values_quad[0],
                            &C_values[static_cast<offset_t>(n) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t C_values_quad_2[4];
            teaal_read_quad(&C_values_quad_2[0],
                            &C_values[static_cast<offset_t>(n_2) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t C_values_quad_3[4];
            teaal_read_quad(&C_values_quad_3[0],
                            &C_values[static_cast<offset_t>(n_3) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t C_values_quad_4[4];
            teaal_read_quad(&C_values_quad_4[0],
                            &C_values[static_cast<offset_t>(n_4) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
#pragma unroll
            for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
#line 15 "sddmm_row_classes.yaml"
              sum = fmaf(A_values[A_N_at] * B_values_quad[k0_turn], C_values_quad[k0_turn], sum);
              sum_2 = fmaf(A_values[A_N_at_2] * B_values_quad[k0_turn], C_values_quad_2[k0_turn],
                           sum_2);
              sum_3 = fmaf(A_values[A_N_at_3] * B_values_quad[k0_turn], C_values_quad_3[k0_turn],
                           sum_3);
              sum_4 = fmaf(A_values[A_N_at_4] * B_values_quad[k0_turn], C_values_quad_4[k0_turn],
                           sum_4);
            }
          }
        }
#line 47 "sddmm_row_classes.yaml"
#pragma unroll 1
        for (offset_t k2 = k2_whole_end; k2 < K; k2 += 64) {
          const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 64);
#pragma unroll
          for (int k1_turn = 0; k1_turn < 4; ++k1_turn) {
            if (k2 + (worker_K1 + k1_turn * workers_K1) * 4 < k2_end) {
              const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
              const offset_t k1_end = min(k2_end, k1 + 4);
#pragma unroll
              for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                if (k1 + k0_turn < k1_end) {
                  const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                  const offset_t B_K_at_2 =
                      static_cast<offset_t>(m0) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2 =
                      static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2_2 =
                      static_cast<offset_t>(n_2) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2_3 =
                      static_cast<offset_t>(n_3) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2_4 =
                      static_cast<offset_t>(n_4) * static_cast<offset_t>(K) + k0;
#line 15 "sddmm_row_classes.yaml"
                  sum = fmaf(A_values[A_N_at] * B_values[B_K_at_2], C_values[C_K_at_2], sum);
                  sum_2 =
                      fmaf(A_values[A_N_at_2] * B_values[B_K_at_2], C_values[C_K_at_2_2], sum_2);
                  sum_3 =
                      fmaf(A_values[A_N_at_3] * B_values[B_K_at_2], C_values[C_K_at_2_3], sum_3);
                  sum_4 =
                      fmaf(A_values[A_N_at_4] * B_values[B_K_at_2], C_values[C_K_at_2_4], sum_4);
                }
              }
            }
          }
        }
        // Combine the sums of threads.
        const value_t total = teaal_group_reduce<teaal_sum>(sum, 4);
        // Store Z_values.
        if (worker_K1 == 0) {
          Z_values[A_N_at] = total;
        }
        // Combine the sums of threads.
        const value_t total_2 = teaal_group_reduce<teaal_sum>(sum_2, 4);
        // Store Z_values.
        if (worker_K1 == 0) {
          Z_values[A_N_at_2] = total_2;
        }
        // Combine the sums of threads.
        const value_t total_3 = teaal_group_reduce<teaal_sum>(sum_3, 4);
        // Store Z_values.
        if (worker_K1 == 0) {
          Z_values[A_N_at_3] = total_3;
        }
        // Combine the sums of threads.
        const value_t total_4 = teaal_group_reduce<teaal_sum>(sum_4, 4);
        // Store Z_values.
        if (worker_K1 == 0) {
          Z_values[A_N_at_4] = total_4;
        }
      }
#line 47 "sddmm_row_classes.yaml"
      for (offset_t A_N_at = A_N_at_jam_end; A_N_at < A_N_end; A_N_at += workers_N) {
        const coord_t n = A_N_coords[A_N_at];
#line 15 "sddmm_row_classes.yaml"
        value_t sum = value_t(0);
#line 47 "sddmm_row_classes.yaml"
        const offset_t k2_whole_end_2 =
            (teaal_aligned_rows(B_values, K) && teaal_aligned_rows(C_values, K))
                ? static_cast<offset_t>(K) / 64 * 64
                : 0;
#pragma unroll 1
        // Products.
        for (offset_t k2 = 0; k2 < k2_whole_end_2; k2 += 64) {
#pragma unroll
          for (int k1_turn = 0; k1_turn < 4; ++k1_turn) {
            const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
            value_t B_values_quad_2[4];
            teaal_read_quad(&B_values_quad_2[0],
                            &B_values[static_cast<offset_t>(m0) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
            value_t C_values_quad_5[4];
            teaal_read_quad(&C_values_quad_5[0],
                            &C_values[static_cast<offset_t>(n) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
#pragma unroll
            for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
#line 15 "sddmm_row_classes.yaml"
              sum =
                  fmaf(A_values[A_N_at] * B_values_quad_2[k0_turn], C_values_quad_5[k0_turn], sum);
            }
          }
        }
#line 47 "sddmm_row_classes.yaml"
#pragma unroll 1
        for (offset_t k2 = k2_whole_end_2; k2 < K; k2 += 64) {
          const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 64);
#pragma unroll
          for (int k1_turn = 0; k1_turn < 4; ++k1_turn) {
            if (k2 + (worker_K1 + k1_turn * workers_K1) * 4 < k2_end) {
              const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
              const offset_t k1_end = min(k2_end, k1 + 4);
#pragma unroll
              for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                if (k1 + k0_turn < k1_end) {
                  const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                  const offset_t B_K_at_2 =
                      static_cast<offset_t>(m0) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2 =
                      static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
#line 15 "sddmm_row_classes.yaml"
                  sum = fmaf(A_values[A_N_at] * B_values[B_K_at_2], C_values[C_K_at_2], sum);
                }
              }
            }
          }
        }
        // Combine the sums of threads.
        const value_t total = teaal_group_reduce<teaal_sum>(sum, 4);
        // Store Z_values.
        if (worker_K1 == 0) {
          Z_values[A_N_at] = total;
        }
      }
    }
  }
}

#line 27 "sddmm_row_classes.yaml"
extern "C" __global__ void __launch_bounds__(256)
    sddmm_row_classes_A_M_count(size_type* __restrict__ A_M_counts,
                                const pos_t* __restrict__ A_N_segments, coord_t M) {
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
      const size_type elements = A_N_segments[row + 1] - A_N_segments[row];
      number = (17 <= elements) ? 1 : 0;
    }
    count_0 += teaal_count_where(number == 0);
    count_1 += teaal_count_where(number == 1);
  }
  if (threadIdx.x == 0) {
    A_M_counts[static_cast<size_type>(blockIdx.x)] = count_0;
    A_M_counts[static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x)] = count_1;
  }
}

#line 27 "sddmm_row_classes.yaml"
extern "C" __global__ void __launch_bounds__(256)
    sddmm_row_classes_A_M_list(const size_type* __restrict__ A_M_counts,
                               coord_t* __restrict__ A_M_lists, coord_t* __restrict__ A_M_begins,
                               const pos_t* __restrict__ A_N_segments, coord_t M) {
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
      const size_type elements = A_N_segments[row + 1] - A_N_segments[row];
      number = (17 <= elements) ? 1 : 0;
    }
    next_0 = teaal_append_where(A_M_lists, next_0, number == 0, row);
    next_1 = teaal_append_where(A_M_lists, next_1, number == 1, row);
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "sddmm_row_classes.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t sddmm_row_classes_value;
typedef pos_t sddmm_row_classes_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sddmm_row_classes_workspace_bytes sddmm_row_classes_workspace_bytes_64
#define sddmm_row_classes_launch sddmm_row_classes_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct sddmm_row_classes_arguments {
  /* A: M:U, N:C */
  const sddmm_row_classes_position* A_N_segments;
  const int32_t* A_N_coords;
  const sddmm_row_classes_value* A_values;
  /* Z: M:U, N:C, where A has elements */
  sddmm_row_classes_value* Z_values;
  /* B: M:U, K:U */
  const sddmm_row_classes_value* B_values;
  /* C: N:U, K:U */
  const sddmm_row_classes_value* C_values;
  int64_t extent_M;
  int64_t extent_N;
  int64_t extent_K;
  int64_t elements_A; /* how many elements A stores */
  int64_t elements_Z; /* how many elements Z stores */
} sddmm_row_classes_arguments;

/* Bytes of device memory that sddmm_row_classes_launch needs as workspace (0: none), aligned to
 * 256. */
size_t sddmm_row_classes_workspace_bytes(const sddmm_row_classes_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see sddmm_row_classes_error_text. Allocates nothing and throws nothing. */
int sddmm_row_classes_launch(const sddmm_row_classes_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream);
const char* sddmm_row_classes_error_text(int code);
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

struct sddmm_row_classes_sizes {
  int64_t M;
  int64_t N;
  int64_t K;
  int64_t elements_A;
  int64_t elements_Z;
  explicit sddmm_row_classes_sizes(const sddmm_row_classes_arguments& a) {
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
  int64_t elements_0() const { return max(1, min(ceil_div(M, 256), 1024)) * 2; }
  int64_t elements_1() const { return M; }
  int64_t elements_2() const { return 3; }
  int64_t block_sddmm_row_classes_Z_class0() const {
    return max(min(ceil_div(min(32, M), 4), 8), 1) * 32;
  }
  int64_t grid_sddmm_row_classes_Z_class0() const { return max(min(ceil_div(M, 32), 4096), 1); }
  int64_t block_sddmm_row_classes_Z_class1() const {
    return max(min(min(8, min(M, elements_A / 17)), 8), 1) * 32;
  }
  int64_t grid_sddmm_row_classes_Z_class1() const {
    return max(min(ceil_div(min(M, elements_A / 17), 8), 4096), 1);
  }
  int64_t block_sddmm_row_classes_A_M_count() const { return 256; }
  int64_t grid_sddmm_row_classes_A_M_count() const { return max(1, min(ceil_div(M, 256), 1024)); }
  int64_t block_sddmm_row_classes_A_M_list() const { return 256; }
  int64_t grid_sddmm_row_classes_A_M_list() const { return max(1, min(ceil_div(M, 256), 1024)); }
  coord_t K_of_sddmm_row_classes_Z_class0() const { return static_cast<coord_t>(K); }
  coord_t K_of_sddmm_row_classes_Z_class1() const { return static_cast<coord_t>(K); }
  coord_t M_of_sddmm_row_classes_A_M_count() const { return static_cast<coord_t>(M); }
  coord_t M_of_sddmm_row_classes_A_M_list() const { return static_cast<coord_t>(M); }
  int64_t stored_Z() const { return elements_Z; }
};

}  // namespace

extern "C" size_t sddmm_row_classes_workspace_bytes(const sddmm_row_classes_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const sddmm_row_classes_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(coord_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(coord_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int sddmm_row_classes_launch(const sddmm_row_classes_arguments* arguments,
                                        void* workspace, size_t workspace_bytes,
                                        struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const sddmm_row_classes_arguments& a = *arguments;
  const sddmm_row_classes_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < sddmm_row_classes_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  size_type* A_M_counts = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  coord_t* A_M_lists = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(coord_t) + 255) / 256 * 256;
  coord_t* A_M_begins = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(coord_t) + 255) / 256 * 256;
  sddmm_row_classes_A_M_count<<<static_cast<unsigned>(sizes.grid_sddmm_row_classes_A_M_count()),
                                static_cast<unsigned>(sizes.block_sddmm_row_classes_A_M_count()), 0,
                                stream>>>(A_M_counts, a.A_N_segments,
                                          sizes.M_of_sddmm_row_classes_A_M_count());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(sddmm_row_classes_A_M_list,
                   static_cast<unsigned>(sizes.grid_sddmm_row_classes_A_M_list()),
                   static_cast<unsigned>(sizes.block_sddmm_row_classes_A_M_list()), 0, stream,
                   A_M_counts, A_M_lists, A_M_begins, a.A_N_segments,
                   sizes.M_of_sddmm_row_classes_A_M_list()) != cudaSuccess)
    return 3;
  if (launch_early(sddmm_row_classes_Z_class0,
                   static_cast<unsigned>(sizes.grid_sddmm_row_classes_Z_class0()),
                   static_cast<unsigned>(sizes.block_sddmm_row_classes_Z_class0()), 0, stream,
                   a.A_N_segments, a.A_N_coords, a.Z_values, a.A_values, a.B_values, a.C_values,
                   A_M_lists, A_M_begins, sizes.K_of_sddmm_row_classes_Z_class0()) != cudaSuccess)
    return 3;
  if (launch_early(sddmm_row_classes_Z_class1,
                   static_cast<unsigned>(sizes.grid_sddmm_row_classes_Z_class1()),
                   static_cast<unsigned>(sizes.block_sddmm_row_classes_Z_class1()), 0, stream,
                   a.A_N_segments, a.A_N_coords, a.Z_values, a.A_values, a.B_values, a.C_values,
                   A_M_lists, A_M_begins, sizes.K_of_sddmm_row_classes_Z_class1()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* sddmm_row_classes_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than sddmm_row_classes_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
