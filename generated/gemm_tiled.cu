// Made by teaalc 0.1.0 from gemm_tiled.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M1 (space), N1 (space), K1, M0, N0 (space), K0
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   teaalc gemm_tiled.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 11 "gemm_tiled.yaml"
extern "C" __global__ void gemm_tiled_C(value_t* __restrict__ C_values,
                                        const value_t* __restrict__ A_values,
                                        const value_t* __restrict__ B_values, coord_t K, coord_t M,
                                        coord_t N) {
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_N1 = blockDim.x / 32;
  const offset_t worker_N1 = threadIdx.x / 32;
  const offset_t workers_N0 = 32;
  const offset_t worker_N0 = threadIdx.x % 32;
#line 19 "gemm_tiled.yaml"
  for (offset_t m1 = worker_M1 * 32; m1 < M; m1 += workers_M1 * 32) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + 32);
    for (offset_t n1 = worker_N1 * 32; n1 < N; n1 += workers_N1 * 32) {
      const offset_t n1_end = min(static_cast<offset_t>(N), n1 + 32);
      const offset_t k1_whole_end =
          teaal_aligned_rows(A_values, K) ? static_cast<offset_t>(K) / 16 * 16 : 0;
      for (offset_t k1 = 0; k1 < k1_whole_end; k1 += 16) {
#pragma unroll 16
        for (coord_t m0 = m1; m0 < m1_end; ++m0) {
          for (offset_t n0 = n1 + worker_N0; n0 < n1_end; n0 += workers_N0) {
            const offset_t C_N_at = static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 11 "gemm_tiled.yaml"
            value_t sum = value_t(0);
#line 19 "gemm_tiled.yaml"
            value_t A_values_quads[16];
#pragma unroll
            for (int quad = 0; quad < 4; ++quad) {
              teaal_read_quad(&A_values_quads[quad * 4],
                              &A_values[static_cast<offset_t>(m0) * static_cast<offset_t>(K) +
                                        static_cast<coord_t>(k1 + quad * 4)]);
            }
#pragma unroll
            for (int k0_turn = 0; k0_turn < 16; ++k0_turn) {
              const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
              const offset_t B_N_at = static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n0;
#line 11 "gemm_tiled.yaml"
              sum = fmaf(A_values_quads[k0_turn], B_values[B_N_at], sum);
            }
            C_values[C_N_at] += sum;
          }
        }
      }
#line 19 "gemm_tiled.yaml"
#pragma unroll 1
      for (offset_t k1 = k1_whole_end; k1 < K; k1 += 16) {
        const offset_t k1_end = min(static_cast<offset_t>(K), k1 + 16);
        for (coord_t m0 = m1; m0 < m1_end; ++m0) {
          for (offset_t n0 = n1 + worker_N0; n0 < n1_end; n0 += workers_N0) {
            const offset_t C_N_at_2 = static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 11 "gemm_tiled.yaml"
            value_t sum = value_t(0);
#line 19 "gemm_tiled.yaml"
#pragma unroll
            for (int k0_turn = 0; k0_turn < 16; ++k0_turn) {
              if (k1 + k0_turn < k1_end) {
                const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                const offset_t A_K_at_2 = static_cast<offset_t>(m0) * static_cast<offset_t>(K) + k0;
                const offset_t B_N_at_2 = static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n0;
#line 11 "gemm_tiled.yaml"
                sum = fmaf(A_values[A_K_at_2], B_values[B_N_at_2], sum);
              }
            }
            C_values[C_N_at_2] += sum;
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "gemm_tiled.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_tiled_value;
typedef pos_t gemm_tiled_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_tiled_workspace_bytes gemm_tiled_workspace_bytes_64
#define gemm_tiled_launch gemm_tiled_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_tiled_arguments {
  /* C: M:U, N:U */
  gemm_tiled_value* C_values;
  /* A: M:U, K:U */
  const gemm_tiled_value* A_values;
  /* B: K:U, N:U */
  const gemm_tiled_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_tiled_arguments;

/* Bytes of device memory that gemm_tiled_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_tiled_workspace_bytes(const gemm_tiled_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_tiled_error_text. Allocates nothing and throws nothing. */
int gemm_tiled_launch(const gemm_tiled_arguments* arguments, void* workspace,
                      size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_tiled_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct gemm_tiled_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  explicit gemm_tiled_sizes(const gemm_tiled_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (M == 0 || K <= 1000000000 / M) &&
           (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_gemm_tiled_C() const { return max(min(ceil_div(N, 32), 8), 1) * 32; }
  int64_t grid_gemm_tiled_C() const { return max(min(ceil_div(M, 32), 2147483647), 1); }
  coord_t K_of_gemm_tiled_C() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_tiled_C() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_tiled_C() const { return static_cast<coord_t>(N); }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_tiled_workspace_bytes(const gemm_tiled_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_tiled_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int gemm_tiled_launch(const gemm_tiled_arguments* arguments, void* workspace,
                                 size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_tiled_arguments& a = *arguments;
  const gemm_tiled_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_tiled_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.C_values, 0, static_cast<size_t>(sizes.stored_C()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  gemm_tiled_C<<<static_cast<unsigned>(sizes.grid_gemm_tiled_C()),
                 static_cast<unsigned>(sizes.block_gemm_tiled_C()), 0, stream>>>(
      a.C_values, a.A_values, a.B_values, sizes.K_of_gemm_tiled_C(), sizes.M_of_gemm_tiled_C(),
      sizes.N_of_gemm_tiled_C());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* gemm_tiled_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_tiled_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
