// Made by teaalc 0.1.0 from graph_attention.yaml; do not edit.
//   T[m, n] = Q[m, d] * K[n, d] * A[m, n]
//     loops M1 (space), M0 (space), N (space), D
//     maps by (A[m, n] != 0) * (Q[m, d] * K[n, d])
//   G[m] = take(T[m, n], A[m, n], 0)
//     loops M1 (space), M0 (space), N (space)
//     reduces by max from -inf
//   P[m, n] = T[m, n] * G[m] * A[m, n]
//     loops M1 (space), M0 (space), N (space)
//     maps by select(A[m, n] != 0, exp(T[m, n] - G[m]), 0)
//   S[m] = P[m, n]
//     loops M1 (space), M0 (space), N (space)
//   O[m, e] = P[m, n] * V[n, e]
//     loops M1 (space), M0 (space), E (space), N
//   Z[m, e] = O[m, e] * S[m]
//     loops M1 (space), M0 (space), E (space)
//     maps by select(S[m], O[m, e] / S[m], 0)
//   stored A[M:U, N:C], Q[M:U, D:U], K[N:U, D:U], V[N:U, E:U], T[M:U, N:C] like A, G[M:U], P[M:U,
//   N:C] like A, S[M:U], O[M:U, E:U], Z[M:U, E:U] sizes ROWS=8 teaalc graph_attention.yaml
//   --type=f32 --arch=sm_90 --index-bits=32

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

// A NaN loses against a number.
struct teaal_max {
  static __device__ __forceinline__ float of(float a, float b) { return fmaxf(a, b); }
  static __device__ __forceinline__ double of(double a, double b) { return fmax(a, b); }
};

// Over the lanes that differ only in the bits of [width_low, width_high): lane offsets width_high /
// 2 down to width_low, both powers of two up to 32. All 32 lanes of the warp must call it, with the
// same widths; each gets the result of its own group. (1, 32) is the whole warp.
template <class Op, class T>
static __device__ __forceinline__ T teaal_lane_reduce(T value, int width_low, int width_high) {
  for (int offset = width_high / 2; offset >= width_low; offset /= 2)
    value = Op::of(value, __shfl_xor_sync(0xffffffffu, value, offset));
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

#line 25 "graph_attention.yaml"
extern "C" __global__ void __launch_bounds__(256)
    graph_attention_Z(value_t* __restrict__ Z_values, value_t* S_values, coord_t E, coord_t M,
                      const pos_t* __restrict__ A_N_segments,
                      const coord_t* __restrict__ A_N_coords, value_t* P_values,
                      const value_t* __restrict__ V_values, const value_t* __restrict__ A_values,
                      value_t* __restrict__ T_values, const value_t* __restrict__ Q_values,
                      const value_t* __restrict__ K_values, coord_t D) {
  constexpr int ROWS = 8;
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_N = 32;
  const offset_t worker_N = threadIdx.x % 32;
#line 39 "graph_attention.yaml"
  for (offset_t m1 = worker_M1 * ROWS; m1 < M; m1 += workers_M1 * ROWS) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + ROWS);
    for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
      const pos_t A_N_begin = A_N_segments[m0];
      const pos_t A_N_end = A_N_segments[m0 + 1];
#line 21 "graph_attention.yaml"
      value_t sum_2 = static_cast<value_t>(-__int_as_float(0x7f800000));
#line 39 "graph_attention.yaml"
      const offset_t A_N_at_jam_end =
          A_N_begin + worker_N +
          max(static_cast<offset_t>(A_N_end) + (workers_N - 1) - (A_N_begin + worker_N),
              static_cast<offset_t>(0)) /
              (4 * workers_N) * (4 * workers_N);
      for (offset_t A_N_at = A_N_begin + worker_N; A_N_at < A_N_at_jam_end;
           A_N_at += 4 * workers_N) {
        const coord_t n = A_N_coords[A_N_at];
#line 20 "graph_attention.yaml"
        value_t sum = value_t(0);
#line 39 "graph_attention.yaml"
        const offset_t A_N_at_3 = A_N_at + workers_N;
        const coord_t n_4 = A_N_coords[A_N_at_3];
#line 20 "graph_attention.yaml"
        value_t sum_5 = value_t(0);
#line 39 "graph_attention.yaml"
        const offset_t A_N_at_4 = A_N_at + 2 * workers_N;
        const coord_t n_5 = A_N_coords[A_N_at_4];
#line 20 "graph_attention.yaml"
        value_t sum_6 = value_t(0);
#line 39 "graph_attention.yaml"
        const offset_t A_N_at_5 = A_N_at + 3 * workers_N;
        const coord_t n_6 = A_N_coords[A_N_at_5];
#line 20 "graph_attention.yaml"
        value_t sum_7 = value_t(0);
#line 39 "graph_attention.yaml"
        // Products.
        for (coord_t d = 0; d < D; ++d) {
          const offset_t K_D_at = static_cast<offset_t>(n) * static_cast<offset_t>(D) + d;
          const offset_t K_D_at_2 = static_cast<offset_t>(n_4) * static_cast<offset_t>(D) + d;
          const offset_t K_D_at_3 = static_cast<offset_t>(n_5) * static_cast<offset_t>(D) + d;
          const offset_t K_D_at_4 = static_cast<offset_t>(n_6) * static_cast<offset_t>(D) + d;
          const offset_t Q_D_at = m0 * static_cast<offset_t>(D) + d;
#line 20 "graph_attention.yaml"
          sum = fmaf((A_values[A_N_at] != value_t(0)) ? static_cast<value_t>(1) : value_t(0),
                     Q_values[Q_D_at] * K_values[K_D_at], sum);
          sum_5 = fmaf((A_values[A_N_at_3] != value_t(0)) ? static_cast<value_t>(1) : value_t(0),
                       Q_values[Q_D_at] * K_values[K_D_at_2], sum_5);
          sum_6 = fmaf((A_values[A_N_at_4] != value_t(0)) ? static_cast<value_t>(1) : value_t(0),
                       Q_values[Q_D_at] * K_values[K_D_at_3], sum_6);
          sum_7 = fmaf((A_values[A_N_at_5] != value_t(0)) ? static_cast<value_t>(1) : value_t(0),
                       Q_values[Q_D_at] * K_values[K_D_at_4], sum_7);
        }
        const value_t T_element = sum;
        // Store T_values.
        T_values[A_N_at] = T_element;
#line 21 "graph_attention.yaml"
        // Sums.
        if ((T_element != value_t(0)) && (A_values[A_N_at] != value_t(0))) {
          sum_2 = fmaxf(sum_2, T_element);
        }
#line 20 "graph_attention.yaml"
        const value_t T_element_2 = sum_5;
        // Store T_values.
        T_values[A_N_at_3] = T_element_2;
#line 21 "graph_attention.yaml"
        // Sums.
        if ((T_element_2 != value_t(0)) && (A_values[A_N_at_3] != value_t(0))) {
          sum_2 = fmaxf(sum_2, T_element_2);
        }
#line 20 "graph_attention.yaml"
        const value_t T_element_3 = sum_6;
        // Store T_values.
        T_values[A_N_at_4] = T_element_3;
#line 21 "graph_attention.yaml"
        // Sums.
        if ((T_element_3 != value_t(0)) && (A_values[A_N_at_4] != value_t(0))) {
          sum_2 = fmaxf(sum_2, T_element_3);
        }
#line 20 "graph_attention.yaml"
        const value_t T_element_4 = sum_7;
        // Store T_values.
        T_values[A_N_at_5] = T_element_4;
#line 21 "graph_attention.yaml"
        // Sums.
        if ((T_element_4 != value_t(0)) && (A_values[A_N_at_5] != value_t(0))) {
          sum_2 = fmaxf(sum_2, T_element_4);
        }
      }
#line 39 "graph_attention.yaml"
      for (offset_t A_N_at = A_N_at_jam_end; A_N_at < A_N_end; A_N_at += workers_N) {
        const coord_t n = A_N_coords[A_N_at];
#line 20 "graph_attention.yaml"
        value_t sum = value_t(0);
#line 39 "graph_attention.yaml"
        // Products.
        for (coord_t d = 0; d < D; ++d) {
          const offset_t K_D_at = static_cast<offset_t>(n) * static_cast<offset_t>(D) + d;
          const offset_t Q_D_at = m0 * static_cast<offset_t>(D) + d;
#line 20 "graph_attention.yaml"
          sum = fmaf((A_values[A_N_at] != value_t(0)) ? static_cast<value_t>(1) : value_t(0),
                     Q_values[Q_D_at] * K_values[K_D_at], sum);
        }
        const value_t T_element = sum;
        // Store T_values.
        T_values[A_N_at] = T_element;
#line 21 "graph_attention.yaml"
        // Sums.
        if ((T_element != value_t(0)) && (A_values[A_N_at] != value_t(0))) {
          sum_2 = fmaxf(sum_2, T_element);
        }
      }
      // Combine the sums of threads.
      const value_t total = teaal_lane_reduce<teaal_max>(sum_2, 1, 32);
#line 23 "graph_attention.yaml"
      value_t sum_3 = value_t(0);
#line 41 "graph_attention.yaml"
      for (offset_t A_N_at_2 = A_N_begin + worker_N; A_N_at_2 < A_N_end; A_N_at_2 += workers_N) {
#line 22 "graph_attention.yaml"
        const value_t P_element = (((A_values[A_N_at_2] != value_t(0)) ? static_cast<value_t>(1)
                                                                       : value_t(0)) != value_t(0))
                                      ? expf(T_values[A_N_at_2] - total)
                                      : value_t(0);
        // Store P_values.
        P_values[A_N_at_2] = P_element;
#line 23 "graph_attention.yaml"
        // Sums.
        sum_3 += P_element;
      }
      // Combine the sums of threads.
      const value_t total_2 = teaal_lane_sum(sum_3, 1, 32);
      // Store S_values.
      if (worker_N == 0) {
        S_values[m0] = total_2;
      }
      __syncwarp();
#line 43 "graph_attention.yaml"
      for (offset_t e = worker_N; e < E; e += workers_N) {
        const offset_t O_E_at = m0 * static_cast<offset_t>(E) + e;
#line 24 "graph_attention.yaml"
        value_t sum_4 = value_t(0);
#line 43 "graph_attention.yaml"
        // Products.
        for (pos_t P_N_at = A_N_begin; P_N_at < A_N_end; ++P_N_at) {
          const coord_t n_3 = A_N_coords[P_N_at];
          const offset_t V_E_at = static_cast<offset_t>(n_3) * static_cast<offset_t>(E) + e;
#line 24 "graph_attention.yaml"
          sum_4 = fmaf(P_values[P_N_at], V_values[V_E_at], sum_4);
        }
#line 25 "graph_attention.yaml"
#line 24 "graph_attention.yaml"
        // Store Z_values.
        const value_t O_element = sum_4;
#line 25 "graph_attention.yaml"
        Z_values[O_E_at] = (S_values[m0] != value_t(0)) ? (O_element / S_values[m0]) : value_t(0);
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "graph_attention.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t graph_attention_value;
typedef pos_t graph_attention_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define graph_attention_workspace_bytes graph_attention_workspace_bytes_64
#define graph_attention_launch graph_attention_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct graph_attention_arguments {
  /* A: M:U, N:C */
  const graph_attention_position* A_N_segments;
  const int32_t* A_N_coords;
  const graph_attention_value* A_values;
  /* T: M:U, N:C, where A has elements */
  graph_attention_value* T_values;
  /* Q: M:U, D:U */
  const graph_attention_value* Q_values;
  /* K: N:U, D:U */
  const graph_attention_value* K_values;
  /* P: M:U, N:C, where A has elements */
  graph_attention_value* P_values;
  /* S: M:U */
  graph_attention_value* S_values;
  /* V: N:U, E:U */
  const graph_attention_value* V_values;
  /* Z: M:U, E:U */
  graph_attention_value* Z_values;
  int64_t extent_M;
  int64_t extent_N;
  int64_t extent_D;
  int64_t extent_E;
  int64_t elements_T; /* how many elements T stores */
  int64_t elements_P; /* how many elements P stores */
} graph_attention_arguments;

/* Bytes of device memory that graph_attention_launch needs as workspace (0: none), aligned to 256.
 */
size_t graph_attention_workspace_bytes(const graph_attention_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see graph_attention_error_text. Allocates nothing and throws nothing. */
int graph_attention_launch(const graph_attention_arguments* arguments, void* workspace,
                           size_t workspace_bytes, struct CUstream_st* stream);
const char* graph_attention_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct graph_attention_sizes {
  int64_t M;
  int64_t N;
  int64_t D;
  int64_t E;
  int64_t elements_T;
  int64_t elements_P;
  explicit graph_attention_sizes(const graph_attention_arguments& a) {
    M = a.extent_M;
    N = a.extent_N;
    D = a.extent_D;
    E = a.extent_E;
    elements_T = a.elements_T;
    elements_P = a.elements_P;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647 && D >= 0 && D <= 2147483647 &&
           E >= 0 && E <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && N <= 1000000000 && D <= 1000000000 && E <= 1000000000 &&
           elements_T <= 1000000000 && elements_P <= 1000000000 &&
           (M == 0 || D <= 1000000000 / M) && (N == 0 || D <= 1000000000 / N) &&
           (N == 0 || E <= 1000000000 / N) && (M == 0 || E <= 1000000000 / M);
  }
  int64_t block_graph_attention_Z() const { return 256; }
  int64_t grid_graph_attention_Z() const { return max(min(ceil_div(M, 8), 2147483647), 1); }
  coord_t E_of_graph_attention_Z() const { return static_cast<coord_t>(E); }
  coord_t M_of_graph_attention_Z() const { return static_cast<coord_t>(M); }
  coord_t D_of_graph_attention_Z() const { return static_cast<coord_t>(D); }
  int64_t stored_T() const { return elements_T; }
  int64_t stored_P() const { return elements_P; }
  int64_t stored_S() const { return M; }
  int64_t stored_Z() const { return M * E; }
};

}  // namespace

extern "C" size_t graph_attention_workspace_bytes(const graph_attention_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const graph_attention_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int graph_attention_launch(const graph_attention_arguments* arguments, void* workspace,
                                      size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const graph_attention_arguments& a = *arguments;
  const graph_attention_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < graph_attention_workspace_bytes(arguments)) return 2;
  (void)workspace;
  graph_attention_Z<<<static_cast<unsigned>(sizes.grid_graph_attention_Z()),
                      static_cast<unsigned>(sizes.block_graph_attention_Z()), 0, stream>>>(
      a.Z_values, a.S_values, sizes.E_of_graph_attention_Z(), sizes.M_of_graph_attention_Z(),
      a.A_N_segments, a.A_N_coords, a.P_values, a.V_values, a.A_values, a.T_values, a.Q_values,
      a.K_values, sizes.D_of_graph_attention_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* graph_attention_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than graph_attention_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
