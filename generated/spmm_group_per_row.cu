// Made by teaalc 0.1.0 from spmm_group_per_row.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M2 (space), M1 (space), M0 (space), N3, K, N2, N1 (space), N0
//   stored A[M:U, K:C], B[K:U, N:U], C[M:U, N:U]
//   sizes COLUMNS=64 RESIDENT=0
//   teaalc spmm_group_per_row.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 14 "spmm_group_per_row.yaml"
extern "C" __global__ void spmm_group_per_row_C(value_t* __restrict__ C_values,
                                                const pos_t* __restrict__ A_K_segments,
                                                const coord_t* __restrict__ A_K_coords,
                                                const value_t* __restrict__ A_values,
                                                const value_t* __restrict__ B_values, coord_t M,
                                                coord_t N) {
  constexpr int COLUMNS = 64;
  const offset_t workers_M2 = gridDim.x;
  const offset_t worker_M2 = blockIdx.x;
  const offset_t workers_M1 = blockDim.x / 32;
  const offset_t worker_M1 = threadIdx.x / 32;
  const offset_t worker_N1 = threadIdx.x % 32 % 8;
  const offset_t workers_M0 = 4;
  const offset_t worker_M0 = threadIdx.x % 32 / 8;
#line 21 "spmm_group_per_row.yaml"
  for (offset_t m2 = worker_M2 * 16; m2 < M; m2 += workers_M2 * 16) {
    const offset_t m2_end = min(static_cast<offset_t>(M), m2 + 16);
    for (offset_t m1 = m2 + worker_M1 * 4; m1 < m2_end; m1 += workers_M1 * 4) {
      const offset_t m1_end = min(m2_end, m1 + 4);
      for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
        const pos_t A_K_begin = A_K_segments[m0];
        const pos_t A_K_end = A_K_segments[m0 + 1];
        const offset_t n3_whole_end =
            (teaal_aligned_rows(B_values, N) && teaal_aligned_rows(C_values, N))
                ? static_cast<offset_t>(N) / 64 * 64
                : 0;
        for (offset_t n3 = 0; n3 < n3_whole_end; n3 += COLUMNS) {
#line 14 "spmm_group_per_row.yaml"
          value_t sums[8];
#pragma unroll
          for (int sums_element = 0; sums_element < 8; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 21 "spmm_group_per_row.yaml"
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
#line 14 "spmm_group_per_row.yaml"
                sums[n2_turn * 4 + n0_turn] =
                    fmaf(A_values[A_K_at], B_values_quad[n0_turn], sums[n2_turn * 4 + n0_turn]);
              }
            }
          }
#line 21 "spmm_group_per_row.yaml"
#pragma unroll
          for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
            const offset_t n2 = n3 + n2_turn * 32;
            const offset_t n1 = n2 + worker_N1 * 4;
            teaal_write_quad(&C_values[m0 * static_cast<offset_t>(N) + static_cast<coord_t>(n1)],
                             &sums[n2_turn * 4]);
          }
        }
#pragma unroll 1
        for (offset_t n3 = n3_whole_end; n3 < N; n3 += COLUMNS) {
          const offset_t n3_end = min(static_cast<offset_t>(N), n3 + COLUMNS);
#line 14 "spmm_group_per_row.yaml"
          value_t sums[8];
#pragma unroll
          for (int sums_element = 0; sums_element < 8; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 21 "spmm_group_per_row.yaml"
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
#line 14 "spmm_group_per_row.yaml"
                      sums[n2_turn * 4 + n0_turn] =
                          fmaf(A_values[A_K_at_2], B_values[B_N_at_2], sums[n2_turn * 4 + n0_turn]);
                    }
                  }
                }
              }
            }
          }
#line 21 "spmm_group_per_row.yaml"
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
                    const offset_t C_N_at_4 = m0 * static_cast<offset_t>(N) + n0;
#line 14 "spmm_group_per_row.yaml"
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

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmm_group_per_row.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmm_group_per_row_value;
typedef pos_t spmm_group_per_row_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_group_per_row_workspace_bytes spmm_group_per_row_workspace_bytes_64
#define spmm_group_per_row_launch spmm_group_per_row_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmm_group_per_row_arguments {
  /* C: M:U, N:U */
  spmm_group_per_row_value* C_values;
  /* A: M:U, K:C */
  const spmm_group_per_row_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_group_per_row_value* A_values;
  /* B: K:U, N:U */
  const spmm_group_per_row_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmm_group_per_row_arguments;

/* Bytes of device memory that spmm_group_per_row_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmm_group_per_row_workspace_bytes(const spmm_group_per_row_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmm_group_per_row_error_text. Allocates nothing and throws nothing. */
int spmm_group_per_row_launch(const spmm_group_per_row_arguments* arguments, void* workspace,
                              size_t workspace_bytes, struct CUstream_st* stream);
const char* spmm_group_per_row_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmm_group_per_row_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  explicit spmm_group_per_row_sizes(const spmm_group_per_row_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_spmm_group_per_row_C() const {
    return max(min(ceil_div(min(16, M), 4), 8), 1) * 32;
  }
  int64_t grid_spmm_group_per_row_C() const { return max(min(ceil_div(M, 16), 2147483647), 1); }
  coord_t M_of_spmm_group_per_row_C() const { return static_cast<coord_t>(M); }
  coord_t N_of_spmm_group_per_row_C() const { return static_cast<coord_t>(N); }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t spmm_group_per_row_workspace_bytes(
    const spmm_group_per_row_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmm_group_per_row_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmm_group_per_row_launch(const spmm_group_per_row_arguments* arguments,
                                         void* workspace, size_t workspace_bytes,
                                         struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmm_group_per_row_arguments& a = *arguments;
  const spmm_group_per_row_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmm_group_per_row_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmm_group_per_row_C<<<static_cast<unsigned>(sizes.grid_spmm_group_per_row_C()),
                         static_cast<unsigned>(sizes.block_spmm_group_per_row_C()), 0, stream>>>(
      a.C_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values,
      sizes.M_of_spmm_group_per_row_C(), sizes.N_of_spmm_group_per_row_C());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmm_group_per_row_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmm_group_per_row_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
