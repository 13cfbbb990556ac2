// Made by teaalc 0.1.0 from graph_attention.yaml; do not edit.
//   T[m, n] = Q[m, d] * K[n, d] * A[m, n]
//     loops M, N, D
//     maps by #2 0 ne #0 #1 mul mul
//   G[m] = take(T[m, n], A[m, n], 0)
//     loops M, N
//     reduces by max from -inf
//   P[m, n] = T[m, n] * G[m] * A[m, n]
//     loops M, N
//     maps by #2 0 ne #0 #1 sub exp 0 select
//   S[m] = P[m, n]
//     loops M, N
//   O[m, e] = P[m, n] * V[n, e]
//     loops M, E, N
//   Z[m, e] = O[m, e] * S[m]
//     loops M, E
//     maps by #1 #0 #1 div 0 select
//   stored A[M:U, N:C], Q[M:U, D:U], K[N:U, D:U], V[N:U, E:U], T[M:U, N:C] like A, G[M:U], P[M:U,
//   N:C] like A, S[M:U], O[M:U, E:U], Z[M:U, E:U]
//   --type=f32 --arch=sm_90 --index-bits=32

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
#define TEAAL_OFFSET_BITS TEAAL_POSITION_BITS  // 64 where an array has more elements
#endif
#if TEAAL_OFFSET_BITS == 64
typedef long long offset_t;
#else
typedef int offset_t;
#endif
typedef float value_t;

#line 23 "graph_attention.yaml"
extern "C" __global__ void graph_attention_S(
    value_t* __restrict__ S_values, const pos_t* __restrict__ A_N_segments,
    const coord_t* __restrict__ A_N_coords, value_t* __restrict__ P_values, coord_t M,
    const value_t* __restrict__ A_values, value_t* __restrict__ T_values,
    const value_t* __restrict__ Q_values, const value_t* __restrict__ K_values, coord_t D) {
  const size_type workers_M = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_M = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 20 "graph_attention.yaml"
  for (size_type m = worker_M; m < M; m += workers_M) {
    const pos_t A_N_begin = A_N_segments[m];
    const pos_t A_N_end = A_N_segments[m + 1];
#line 21 "graph_attention.yaml"
    value_t sum_2 = static_cast<value_t>(-__int_as_float(0x7f800000));
#line 20 "graph_attention.yaml"
    for (pos_t A_N_at = A_N_begin; A_N_at < A_N_end; ++A_N_at) {
#line 20 "graph_attention.yaml"
      const coord_t n = A_N_coords[A_N_at];
#line 20 "graph_attention.yaml"
      value_t sum = value_t(0);
#line 20 "graph_attention.yaml"
      for (coord_t d = 0; d < D; ++d) {
        const offset_t K_D_at = static_cast<offset_t>(n) * static_cast<offset_t>(D) + d;
        const offset_t Q_D_at = static_cast<offset_t>(m) * static_cast<offset_t>(D) + d;
#line 20 "graph_attention.yaml"
        sum = fmaf((A_values[A_N_at] != value_t(0)) ? static_cast<value_t>(1) : value_t(0),
                   Q_values[Q_D_at] * K_values[K_D_at], sum);
      }
#line 20 "graph_attention.yaml"
      const value_t T_element = sum;
#line 20 "graph_attention.yaml"
      T_values[A_N_at] = T_element;
#line 21 "graph_attention.yaml"
      if ((T_element != value_t(0)) && (A_values[A_N_at] != value_t(0))) {
#line 21 "graph_attention.yaml"
        sum_2 = fmaxf(sum_2, T_element);
      }
    }
#line 21 "graph_attention.yaml"
    const value_t G_element = sum_2;
#line 23 "graph_attention.yaml"
    value_t sum_3 = value_t(0);
#line 22 "graph_attention.yaml"
    for (pos_t A_N_at_2 = A_N_begin; A_N_at_2 < A_N_end; ++A_N_at_2) {
#line 22 "graph_attention.yaml"
      const value_t P_element = (((A_values[A_N_at_2] != value_t(0)) ? static_cast<value_t>(1)
                                                                     : value_t(0)) != value_t(0))
                                    ? expf(T_values[A_N_at_2] - G_element)
                                    : value_t(0);
#line 22 "graph_attention.yaml"
      P_values[A_N_at_2] = P_element;
#line 23 "graph_attention.yaml"
      sum_3 += P_element;
    }
#line 23 "graph_attention.yaml"
    S_values[m] = sum_3;
  }
}

#line 25 "graph_attention.yaml"
extern "C" __global__ void graph_attention_Z(value_t* __restrict__ Z_values,
                                             const value_t* __restrict__ S_values, coord_t E,
                                             coord_t M, const pos_t* __restrict__ A_N_segments,
                                             const coord_t* __restrict__ A_N_coords,
                                             const value_t* __restrict__ P_values,
                                             const value_t* __restrict__ V_values) {
  const size_type workers_M = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_M = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 24 "graph_attention.yaml"
  for (size_type m = worker_M; m < M; m += workers_M) {
    const pos_t P_N_begin = A_N_segments[m];
    const pos_t P_N_end = A_N_segments[m + 1];
#line 24 "graph_attention.yaml"
    for (coord_t e = 0; e < E; ++e) {
      const offset_t O_E_at = static_cast<offset_t>(m) * static_cast<offset_t>(E) + e;
#line 24 "graph_attention.yaml"
      value_t sum = value_t(0);
#line 24 "graph_attention.yaml"
      for (pos_t P_N_at = P_N_begin; P_N_at < P_N_end; ++P_N_at) {
#line 24 "graph_attention.yaml"
        const coord_t n = A_N_coords[P_N_at];
        const offset_t V_E_at = static_cast<offset_t>(n) * static_cast<offset_t>(E) + e;
#line 24 "graph_attention.yaml"
        sum = fmaf(P_values[P_N_at], V_values[V_E_at], sum);
      }
#line 24 "graph_attention.yaml"
      const value_t O_element = sum;
#line 25 "graph_attention.yaml"
      Z_values[O_E_at] = (S_values[m] != value_t(0)) ? (O_element / S_values[m]) : value_t(0);
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
    return (M == 0 || D <= 2147483647 / (M)) && (N == 0 || D <= 2147483647 / (N)) &&
           (N == 0 || E <= 2147483647 / (N)) && (M == 0 || E <= 2147483647 / (M));
  }
  int64_t grid_graph_attention_S() const {
    return min(max(ceil_div(M, max(min(M, 256), 1)), 1), 2147483647);
  }
  int64_t block_graph_attention_S() const { return max(min(M, 256), 1); }
  int64_t grid_graph_attention_Z() const {
    return min(max(ceil_div(M, max(min(M, 256), 1)), 1), 2147483647);
  }
  int64_t block_graph_attention_Z() const { return max(min(M, 256), 1); }
  coord_t M_of_graph_attention_S() const { return static_cast<coord_t>(M); }
  coord_t D_of_graph_attention_S() const { return static_cast<coord_t>(D); }
  coord_t E_of_graph_attention_Z() const { return static_cast<coord_t>(E); }
  coord_t M_of_graph_attention_Z() const { return static_cast<coord_t>(M); }
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
  graph_attention_S<<<static_cast<unsigned>(sizes.grid_graph_attention_S()),
                      static_cast<unsigned>(sizes.block_graph_attention_S()), 0, stream>>>(
      a.S_values, a.A_N_segments, a.A_N_coords, a.P_values, sizes.M_of_graph_attention_S(),
      a.A_values, a.T_values, a.Q_values, a.K_values, sizes.D_of_graph_attention_S());
  if (cudaGetLastError() != cudaSuccess) return 3;
  graph_attention_Z<<<static_cast<unsigned>(sizes.grid_graph_attention_Z()),
                      static_cast<unsigned>(sizes.block_graph_attention_Z()), 0, stream>>>(
      a.Z_values, a.S_values, sizes.E_of_graph_attention_Z(), sizes.M_of_graph_attention_Z(),
      a.A_N_segments, a.A_N_coords, a.P_values, a.V_values);
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
      return "an array has more elements than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
