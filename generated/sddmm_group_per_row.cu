// Made by teaalc 0.1.0 from sddmm_group_per_row.yaml; do not edit.
//   Z[m, n] = A[m, n] * B[m, k] * C[k, n]
//     loops M1 (space), M0 (space), N (space), K2, K1 (space), K0
//   stored A[M:U, N:C], B[M:U, K:U], C[N:U, K:U], Z[M:U, N:C] like A
//   sizes RESIDENT=3
//   teaalc sddmm_group_per_row.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 13 "sddmm_group_per_row.yaml"
extern "C" __global__ void __launch_bounds__(256, 3)
    sddmm_group_per_row_Z(const pos_t* __restrict__ A_N_segments,
                          const coord_t* __restrict__ A_N_coords, value_t* __restrict__ Z_values,
                          const value_t* __restrict__ A_values,
                          const value_t* __restrict__ B_values,
                          const value_t* __restrict__ C_values, coord_t K, coord_t M) {
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_K1 = 4;
  const offset_t worker_K1 = threadIdx.x % 32 % 4;
  const offset_t workers_N = 8;
  const offset_t worker_N = threadIdx.x % 32 / 4;
#line 20 "sddmm_group_per_row.yaml"
  for (offset_t m1 = worker_M1 * 8; m1 < M; m1 += workers_M1 * 8) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + 8);
    for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
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
#line 13 "sddmm_group_per_row.yaml"
        value_t sum = value_t(0);
#line 20 "sddmm_group_per_row.yaml"
        const offset_t A_N_at_2 = A_N_at + workers_N;
        const coord_t n_2 = A_N_coords[A_N_at_2];
#line 13 "sddmm_group_per_row.yaml"
        value_t sum_2 = value_t(0);
#line 20 "sddmm_group_per_row.yaml"
        const offset_t A_N_at_3 = A_N_at + 2 * workers_N;
        const coord_t n_3 = A_N_coords[A_N_at_3];
#line 13 "sddmm_group_per_row.yaml"
        value_t sum_3 = value_t(0);
#line 20 "sddmm_group_per_row.yaml"
        const offset_t A_N_at_4 = A_N_at + 3 * workers_N;
        const coord_t n_4 = A_N_coords[A_N_at_4];
#line 13 "sddmm_group_per_row.yaml"
        value_t sum_4 = value_t(0);
#line 20 "sddmm_group_per_row.yaml"
        const offset_t k2_whole_end =
            (teaal_aligned_rows(B_values, K) && teaal_aligned_rows(C_values, K))
                ? static_cast<offset_t>(K) / 32 * 32
                : 0;
#pragma unroll 1
        // Products.
        for (offset_t k2 = 0; k2 < k2_whole_end; k2 += 32) {
#pragma unroll
          for (int k1_turn = 0; k1_turn < 2; ++k1_turn) {
            const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
            value_t B_values_quad[4];
            teaal_read_quad(&B_values_quad[0],
                            &B_values[m0 * static_cast<offset_t>(K) + static_cast<coord_t>(k1)]);
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
#line 13 "sddmm_group_per_row.yaml"
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
#line 20 "sddmm_group_per_row.yaml"
#pragma unroll 1
        for (offset_t k2 = k2_whole_end; k2 < K; k2 += 32) {
          const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 32);
#pragma unroll
          for (int k1_turn = 0; k1_turn < 2; ++k1_turn) {
            if (k2 + (worker_K1 + k1_turn * workers_K1) * 4 < k2_end) {
              const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
              const offset_t k1_end = min(k2_end, k1 + 4);
#pragma unroll
              for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                if (k1 + k0_turn < k1_end) {
                  const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                  const offset_t B_K_at_2 = m0 * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2 =
                      static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2_2 =
                      static_cast<offset_t>(n_2) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2_3 =
                      static_cast<offset_t>(n_3) * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2_4 =
                      static_cast<offset_t>(n_4) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_group_per_row.yaml"
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
#line 20 "sddmm_group_per_row.yaml"
      for (offset_t A_N_at = A_N_at_jam_end; A_N_at < A_N_end; A_N_at += workers_N) {
        const coord_t n = A_N_coords[A_N_at];
#line 13 "sddmm_group_per_row.yaml"
        value_t sum = value_t(0);
#line 20 "sddmm_group_per_row.yaml"
        const offset_t k2_whole_end_2 =
            (teaal_aligned_rows(B_values, K) && teaal_aligned_rows(C_values, K))
                ? static_cast<offset_t>(K) / 32 * 32
                : 0;
#pragma unroll 1
        // Products.
        for (offset_t k2 = 0; k2 < k2_whole_end_2; k2 += 32) {
#pragma unroll
          for (int k1_turn = 0; k1_turn < 2; ++k1_turn) {
            const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
            value_t B_values_quad_2[4];
            teaal_read_quad(&B_values_quad_2[0],
                            &B_values[m0 * static_cast<offset_t>(K) + static_cast<coord_t>(k1)]);
            value_t C_values_quad_5[4];
            teaal_read_quad(&C_values_quad_5[0],
                            &C_values[static_cast<offset_t>(n) * static_cast<offset_t>(K) +
                                      static_cast<coord_t>(k1)]);
#pragma unroll
            for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
#line 13 "sddmm_group_per_row.yaml"
              sum =
                  fmaf(A_values[A_N_at] * B_values_quad_2[k0_turn], C_values_quad_5[k0_turn], sum);
            }
          }
        }
#line 20 "sddmm_group_per_row.yaml"
#pragma unroll 1
        for (offset_t k2 = k2_whole_end_2; k2 < K; k2 += 32) {
          const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 32);
#pragma unroll
          for (int k1_turn = 0; k1_turn < 2; ++k1_turn) {
            if (k2 + (worker_K1 + k1_turn * workers_K1) * 4 < k2_end) {
              const offset_t k1 = k2 + (worker_K1 + k1_turn * workers_K1) * 4;
              const offset_t k1_end = min(k2_end, k1 + 4);
#pragma unroll
              for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                if (k1 + k0_turn < k1_end) {
                  const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                  const offset_t B_K_at_2 = m0 * static_cast<offset_t>(K) + k0;
                  const offset_t C_K_at_2 =
                      static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_group_per_row.yaml"
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

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "sddmm_group_per_row.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t sddmm_group_per_row_value;
typedef pos_t sddmm_group_per_row_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sddmm_group_per_row_workspace_bytes sddmm_group_per_row_workspace_bytes_64
#define sddmm_group_per_row_launch sddmm_group_per_row_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct sddmm_group_per_row_arguments {
  /* A: M:U, N:C */
  const sddmm_group_per_row_position* A_N_segments;
  const int32_t* A_N_coords;
  const sddmm_group_per_row_value* A_values;
  /* Z: M:U, N:C, where A has elements */
  sddmm_group_per_row_value* Z_values;
  /* B: M:U, K:U */
  const sddmm_group_per_row_value* B_values;
  /* C: N:U, K:U */
  const sddmm_group_per_row_value* C_values;
  int64_t extent_M;
  int64_t extent_N;
  int64_t extent_K;
  int64_t elements_Z; /* how many elements Z stores */
} sddmm_group_per_row_arguments;

/* Bytes of device memory that sddmm_group_per_row_launch needs as workspace (0: none), aligned to
 * 256. */
size_t sddmm_group_per_row_workspace_bytes(const sddmm_group_per_row_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see sddmm_group_per_row_error_text. Allocates nothing and throws nothing. */
int sddmm_group_per_row_launch(const sddmm_group_per_row_arguments* arguments, void* workspace,
                               size_t workspace_bytes, struct CUstream_st* stream);
const char* sddmm_group_per_row_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct sddmm_group_per_row_sizes {
  int64_t M;
  int64_t N;
  int64_t K;
  int64_t elements_Z;
  explicit sddmm_group_per_row_sizes(const sddmm_group_per_row_arguments& a) {
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
  int64_t block_sddmm_group_per_row_Z() const { return max(min(min(8, M), 8), 1) * 32; }
  int64_t grid_sddmm_group_per_row_Z() const { return max(min(ceil_div(M, 8), 2147483647), 1); }
  coord_t K_of_sddmm_group_per_row_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_sddmm_group_per_row_Z() const { return static_cast<coord_t>(M); }
  int64_t stored_Z() const { return elements_Z; }
};

}  // namespace

extern "C" size_t sddmm_group_per_row_workspace_bytes(
    const sddmm_group_per_row_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const sddmm_group_per_row_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int sddmm_group_per_row_launch(const sddmm_group_per_row_arguments* arguments,
                                          void* workspace, size_t workspace_bytes,
                                          struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const sddmm_group_per_row_arguments& a = *arguments;
  const sddmm_group_per_row_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < sddmm_group_per_row_workspace_bytes(arguments)) return 2;
  (void)workspace;
  sddmm_group_per_row_Z<<<static_cast<unsigned>(sizes.grid_sddmm_group_per_row_Z()),
                          static_cast<unsigned>(sizes.block_sddmm_group_per_row_Z()), 0, stream>>>(
      a.A_N_segments, a.A_N_coords, a.Z_values, a.A_values, a.B_values, a.C_values,
      sizes.K_of_sddmm_group_per_row_Z(), sizes.M_of_sddmm_group_per_row_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* sddmm_group_per_row_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than sddmm_group_per_row_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
