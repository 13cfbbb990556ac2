// Made by teaalc 0.1.0 from graphicionado.yaml; do not edit.
//   SO[d, s] = take(G[d, s], A0[s], 0)
//     loops D1, S2, S1, S0 (space), D0
//     reduces by min from inf
//   R[d] = SO[d, s] * A0[s]
//     loops V2, S1, S0, V1, V0 (space)
//     maps by SO[d, s] + A0[s]
//     reduces by min from inf
//   P1[v] = R[v] + P0[v]
//     loops V2, V1, V0 (space)
//     reduces by min from inf
//   M[v] = P1[v] * P0[v]
//     loops V2, V1, V0 (space)
//     maps by P1[v] != P0[v]
//   A1[v] = take(M[v], P1[v], 1)
//     loops V2, V1, V0 (space)
//   A2[s] = A1[s]
//     loops S
//   stored G[S:U, D:C], A0[S:U], SO[D:U, S:U], R[V:U], P0[V:U], P1[V:U], M[V:U], A1[V:U], A2[S:U]
//   sizes N=128 m=8 n=8
//   teaalc graphicionado.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

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

#line 23 "graphicionado.yaml"
extern "C" __global__ void graphicionado_SO(const pos_t* __restrict__ G_D_segments,
                                            const coord_t* __restrict__ G_D_coords,
                                            const value_t* __restrict__ G_values,
                                            const value_t* __restrict__ A0_values,
                                            value_t* __restrict__ SO_values, coord_t D, coord_t S,
                                            coord_t count_S1, coord_t count_S2, coord_t count_D1) {
  constexpr int N = 128;
  constexpr int m = 8;
  teaal_await_launches();
  const offset_t workers_S1 = count_S1;
  const offset_t worker_S1 = blockIdx.x % count_S1;
  const offset_t workers_S2 = count_S2;
  const offset_t worker_S2 = blockIdx.x / count_S1 % count_S2;
  const offset_t workers_D1 = count_D1;
  const offset_t worker_D1 = blockIdx.x / count_S1 / count_S2;
  const offset_t workers_S0 = blockDim.x;
  const offset_t worker_S0 = threadIdx.x;
#line 60 "graphicionado.yaml"
  for (offset_t d1 = worker_D1 * N; d1 < D; d1 += workers_D1 * N) {
    const offset_t d1_end = min(static_cast<offset_t>(D), d1 + N);
    for (offset_t s2 = worker_S2 * N; s2 < S; s2 += workers_S2 * N) {
      const offset_t s2_end = min(static_cast<offset_t>(S), s2 + N);
      for (offset_t s1 = s2 + worker_S1 * m; s1 < s2_end; s1 += workers_S1 * m) {
        const offset_t s1_end = min(s2_end, s1 + m);
        for (offset_t s0 = s1 + worker_S0; s0 < s1_end; s0 += workers_S0) {
          const pos_t G_D_begin = G_D_segments[s0];
          const pos_t G_D_end = G_D_segments[s0 + 1];
          const pos_t G_D_begin_2 =
              teaal_lower_bound(G_D_coords, G_D_begin, G_D_end, static_cast<coord_t>(d1));
          const pos_t G_D_end_2 =
              teaal_lower_bound(G_D_coords, G_D_begin_2, G_D_end, static_cast<coord_t>(d1_end));
          for (pos_t G_D_at = G_D_begin_2; G_D_at < G_D_end_2; ++G_D_at) {
            const coord_t d0 = G_D_coords[G_D_at];
            const offset_t SO_S_at = static_cast<offset_t>(d0) * static_cast<offset_t>(S) + s0;
#line 23 "graphicionado.yaml"
            if ((G_values[G_D_at] != static_cast<value_t>(__int_as_float(0x7f800000))) &&
                (A0_values[s0] != static_cast<value_t>(__int_as_float(0x7f800000)))) {
              SO_values[SO_S_at] = G_values[G_D_at];
            }
          }
        }
      }
    }
  }
}

#line 24 "graphicionado.yaml"
extern "C" __global__ void graphicionado_R(value_t* __restrict__ R_values,
                                           const value_t* __restrict__ SO_values,
                                           const value_t* __restrict__ A0_values, coord_t D,
                                           coord_t S, coord_t V, coord_t count_V1,
                                           coord_t count_V2) {
  constexpr int N = 128;
  constexpr int n = 8;
  teaal_await_launches();
  const offset_t workers_V1 = count_V1;
  const offset_t worker_V1 = blockIdx.x % count_V1;
  const offset_t workers_V2 = count_V2;
  const offset_t worker_V2 = blockIdx.x / count_V1;
  const offset_t workers_V0 = blockDim.x;
  const offset_t worker_V0 = threadIdx.x;
#line 61 "graphicionado.yaml"
  for (offset_t v2 = worker_V2 * N; v2 < D; v2 += workers_V2 * N) {
    const offset_t v2_end = min(static_cast<offset_t>(D), v2 + N);
    for (offset_t s1 = 0; s1 < S; s1 += N) {
      const offset_t s1_end = min(static_cast<offset_t>(S), s1 + N);
      for (coord_t s0 = s1; s0 < s1_end; ++s0) {
        for (offset_t v1 = v2 + worker_V1 * n; v1 < v2_end; v1 += workers_V1 * n) {
          const offset_t v1_end = min(v2_end, v1 + n);
          for (offset_t v0 = v1 + worker_V0; v0 < v1_end; v0 += workers_V0) {
            if (v0 < V) {
              const offset_t SO_S_at = v0 * static_cast<offset_t>(S) + s0;
#line 24 "graphicionado.yaml"
              R_values[v0] = fminf(R_values[v0], SO_values[SO_S_at] + A0_values[s0]);
            }
          }
        }
      }
    }
  }
}

#line 27 "graphicionado.yaml"
extern "C" __global__ void __launch_bounds__(32)
    graphicionado_A1(value_t* __restrict__ P1_values, value_t* __restrict__ A1_values, coord_t V,
                     coord_t count_V1, coord_t count_V2, const value_t* __restrict__ P0_values,
                     const value_t* __restrict__ R_values, size_type blocks) {
  constexpr int N = 128;
  constexpr int n = 8;
  teaal_await_launches();
  const size_type warp = static_cast<size_type>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  if (warp < blocks) {
    const int block = static_cast<int>(warp);
    const offset_t workers_V1 = count_V1;
    const offset_t worker_V1 = block % count_V1;
    const offset_t workers_V2 = count_V2;
    const offset_t worker_V2 = block / count_V1;
    const offset_t workers_V0 = 32;
    const offset_t worker_V0 = threadIdx.x % 32;
#line 62 "graphicionado.yaml"
    for (offset_t v2 = worker_V2 * N; v2 < V; v2 += workers_V2 * N) {
      const offset_t v2_end = min(static_cast<offset_t>(V), v2 + N);
      for (offset_t v1 = v2 + worker_V1 * n; v1 < v2_end; v1 += workers_V1 * n) {
        const offset_t v1_end = min(v2_end, v1 + n);
        for (offset_t v0 = v1 + worker_V0; v0 < v1_end; v0 += workers_V0) {
#line 25 "graphicionado.yaml"
          value_t P1_element = R_values[v0];
          P1_element = fminf(P1_element, P0_values[v0]);
          P1_values[v0] = P1_element;
#line 26 "graphicionado.yaml"
          const value_t M_element =
              (P1_element != P0_values[v0]) ? static_cast<value_t>(1) : value_t(0);
#line 27 "graphicionado.yaml"
          if ((M_element != value_t(0)) &&
              (P1_element != static_cast<value_t>(__int_as_float(0x7f800000)))) {
            A1_values[v0] = P1_element;
          }
        }
      }
    }
  }
}

#line 28 "graphicionado.yaml"
extern "C" __global__ void graphicionado_A2(value_t* __restrict__ A2_values,
                                            const value_t* __restrict__ A1_values, coord_t S,
                                            coord_t V) {
  teaal_await_launches();
  const offset_t workers_S = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_S = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (offset_t s = worker_S; s < S; s += workers_S) {
    if (s < V) {
      A2_values[s] = A1_values[s];
    }
  }
}

extern "C" __global__ void graphicionado_start_P0(const value_t* __restrict__ P0_values,
                                                  value_t* __restrict__ P0_now, coord_t V) {
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(V);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    P0_now[element] = P0_values[element];
  }
}

extern "C" __global__ void graphicionado_carry_P0(const value_t* __restrict__ P1_values,
                                                  value_t* __restrict__ P0_now, coord_t V) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(V);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    P0_now[element] = P1_values[element];
  }
}

extern "C" __global__ void graphicionado_start_A0(const value_t* __restrict__ A0_values,
                                                  value_t* __restrict__ A0_now, coord_t S) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(S);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    A0_now[element] = A0_values[element];
  }
}

extern "C" __global__ void graphicionado_carry_A0(const value_t* __restrict__ A2_values,
                                                  value_t* __restrict__ A0_now, coord_t S) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(S);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    A0_now[element] = A2_values[element];
  }
}

extern "C" __global__ void graphicionado_fill_SO(value_t* __restrict__ SO_values,
                                                 coord_t elements_high, coord_t elements_low) {
  teaal_await_launches();
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(elements_high) * 1073741824 + elements_low;
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    SO_values[element] = static_cast<value_t>(__int_as_float(0x7f800000));
  }
}

extern "C" __global__ void graphicionado_fill_R(value_t* __restrict__ R_values,
                                                coord_t elements_high, coord_t elements_low) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(elements_high) * 1073741824 + elements_low;
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    R_values[element] = static_cast<value_t>(__int_as_float(0x7f800000));
  }
}

extern "C" __global__ void graphicionado_fill_A1(value_t* __restrict__ A1_values,
                                                 coord_t elements_high, coord_t elements_low) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(elements_high) * 1073741824 + elements_low;
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    A1_values[element] = static_cast<value_t>(__int_as_float(0x7f800000));
  }
}

extern "C" __global__ void graphicionado_fill_A2(value_t* __restrict__ A2_values,
                                                 coord_t elements_high, coord_t elements_low) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(elements_high) * 1073741824 + elements_low;
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    A2_values[element] = static_cast<value_t>(__int_as_float(0x7f800000));
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "graphicionado.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t graphicionado_value;
typedef pos_t graphicionado_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define graphicionado_workspace_bytes graphicionado_workspace_bytes_64
#define graphicionado_launch graphicionado_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct graphicionado_arguments {
  /* G: S:U, D:C; absent elements hold inf */
  const graphicionado_position* G_D_segments;
  const int32_t* G_D_coords;
  const graphicionado_value* G_values;
  /* A0: S:U; absent elements hold inf */
  const graphicionado_value* A0_values;
  /* SO: D:U, S:U; absent elements hold inf */
  graphicionado_value* SO_values;
  /* R: V:U; absent elements hold inf */
  graphicionado_value* R_values;
  /* P1: V:U; absent elements hold inf */
  graphicionado_value* P1_values;
  /* P0: V:U; absent elements hold inf */
  const graphicionado_value* P0_values;
  /* A1: V:U; absent elements hold inf */
  graphicionado_value* A1_values;
  /* A2: S:U; absent elements hold inf */
  graphicionado_value* A2_values;
  int64_t extent_D;
  int64_t extent_S;
  int64_t extent_V;
  int64_t rounds; /* how many rounds to run; the spec ends when A1 is empty, which only the host
                     could see */
} graphicionado_arguments;

/* Bytes of device memory that graphicionado_launch needs as workspace (0: none), aligned to 256. */
size_t graphicionado_workspace_bytes(const graphicionado_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see graphicionado_error_text. Allocates nothing and throws nothing. */
int graphicionado_launch(const graphicionado_arguments* arguments, void* workspace,
                         size_t workspace_bytes, struct CUstream_st* stream);
const char* graphicionado_error_text(int code);
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

struct graphicionado_sizes {
  int64_t D;
  int64_t S;
  int64_t V;
  int64_t graphicionado_SO_D1_workers;
  int64_t graphicionado_SO_S2_workers;
  int64_t graphicionado_SO_S1_workers;
  int64_t graphicionado_R_V2_workers;
  int64_t graphicionado_R_V1_workers;
  int64_t graphicionado_P1_V2_workers;
  int64_t graphicionado_P1_V1_workers;
  int64_t graphicionado_P1_term2_V2_workers;
  int64_t graphicionado_P1_term2_V1_workers;
  int64_t graphicionado_M_V2_workers;
  int64_t graphicionado_M_V1_workers;
  int64_t graphicionado_A1_V2_workers;
  int64_t graphicionado_A1_V1_workers;
  int64_t round = 0;
  explicit graphicionado_sizes(const graphicionado_arguments& a) {
    D = a.extent_D;
    S = a.extent_S;
    V = a.extent_V;
    graphicionado_SO_D1_workers = max(min(ceil_div(D, 128), 16896), 1);
    graphicionado_SO_S2_workers =
        max(min(ceil_div(S, 128), 16896 / graphicionado_SO_D1_workers), 1);
    graphicionado_SO_S1_workers =
        max(min(ceil_div(min(128, S), 8),
                16896 / graphicionado_SO_D1_workers / graphicionado_SO_S2_workers),
            1);
    graphicionado_R_V2_workers = max(min(ceil_div(D, 128), 16896), 1);
    graphicionado_R_V1_workers =
        max(min(ceil_div(min(128, D), 8), 16896 / graphicionado_R_V2_workers), 1);
    graphicionado_P1_V2_workers = max(min(ceil_div(V, 128), 16896), 1);
    graphicionado_P1_V1_workers =
        max(min(ceil_div(min(128, V), 8), 16896 / graphicionado_P1_V2_workers), 1);
    graphicionado_P1_term2_V2_workers = max(min(ceil_div(V, 128), 16896), 1);
    graphicionado_P1_term2_V1_workers =
        max(min(ceil_div(min(128, V), 8), 16896 / graphicionado_P1_term2_V2_workers), 1);
    graphicionado_M_V2_workers = max(min(ceil_div(V, 128), 16896), 1);
    graphicionado_M_V1_workers =
        max(min(ceil_div(min(128, V), 8), 16896 / graphicionado_M_V2_workers), 1);
    graphicionado_A1_V2_workers = max(min(ceil_div(V, 128), 16896), 1);
    graphicionado_A1_V1_workers =
        max(min(ceil_div(min(128, V), 8), 16896 / graphicionado_A1_V2_workers), 1);
  }
  bool valid() const {
    return D >= 0 && D <= 2147483647 && S >= 0 && S <= 2147483647 && V >= 0 && V <= 2147483647;
  }
  bool addressable() const {
    return D <= 1000000000 && S <= 1000000000 && V <= 1000000000 && (D == 0 || S <= 1000000000 / D);
  }
  int64_t elements_0() const { return V; }
  int64_t elements_1() const { return S; }
  int64_t block_graphicionado_SO() const { return max(min(min(8, min(128, S)), 256), 1); }
  int64_t grid_graphicionado_SO() const {
    return graphicionado_SO_D1_workers * graphicionado_SO_S2_workers * graphicionado_SO_S1_workers;
  }
  int64_t block_graphicionado_R() const { return max(min(min(8, min(128, D)), 256), 1); }
  int64_t grid_graphicionado_R() const {
    return graphicionado_R_V2_workers * graphicionado_R_V1_workers;
  }
  int64_t block_graphicionado_A1() const {
    return min(max(graphicionado_A1_V2_workers * graphicionado_A1_V1_workers / 4224, 1), 4) * 32;
  }
  int64_t grid_graphicionado_A1() const {
    return ceil_div(
        graphicionado_A1_V2_workers * graphicionado_A1_V1_workers,
        min(max(graphicionado_A1_V2_workers * graphicionado_A1_V1_workers / 4224, 1), 4));
  }
  int64_t block_graphicionado_A2() const {
    return max(min(S, min(ceil_div(S, 4224) * 32, 256)), 1);
  }
  int64_t grid_graphicionado_A2() const {
    return min(max(ceil_div(S, block_graphicionado_A2()), 1), 2147483647);
  }
  int64_t block_graphicionado_start_P0() const { return 256; }
  int64_t grid_graphicionado_start_P0() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_graphicionado_carry_P0() const { return 256; }
  int64_t grid_graphicionado_carry_P0() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_graphicionado_start_A0() const { return 256; }
  int64_t grid_graphicionado_start_A0() const { return max(1, min(ceil_div(S, 256), 16777215)); }
  int64_t block_graphicionado_carry_A0() const { return 256; }
  int64_t grid_graphicionado_carry_A0() const { return max(1, min(ceil_div(S, 256), 16777215)); }
  int64_t block_graphicionado_fill_SO() const { return 256; }
  int64_t grid_graphicionado_fill_SO() const { return max(1, min(ceil_div(D * S, 256), 16777215)); }
  int64_t block_graphicionado_fill_R() const { return 256; }
  int64_t grid_graphicionado_fill_R() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_graphicionado_fill_A1() const { return 256; }
  int64_t grid_graphicionado_fill_A1() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_graphicionado_fill_A2() const { return 256; }
  int64_t grid_graphicionado_fill_A2() const { return max(1, min(ceil_div(S, 256), 16777215)); }
  coord_t D_of_graphicionado_SO() const { return static_cast<coord_t>(D); }
  coord_t S_of_graphicionado_SO() const { return static_cast<coord_t>(S); }
  coord_t count_S1_of_graphicionado_SO() const {
    return static_cast<coord_t>(graphicionado_SO_S1_workers);
  }
  coord_t count_S2_of_graphicionado_SO() const {
    return static_cast<coord_t>(graphicionado_SO_S2_workers);
  }
  coord_t count_D1_of_graphicionado_SO() const {
    return static_cast<coord_t>(graphicionado_SO_D1_workers);
  }
  coord_t D_of_graphicionado_R() const { return static_cast<coord_t>(D); }
  coord_t S_of_graphicionado_R() const { return static_cast<coord_t>(S); }
  coord_t V_of_graphicionado_R() const { return static_cast<coord_t>(V); }
  coord_t count_V1_of_graphicionado_R() const {
    return static_cast<coord_t>(graphicionado_R_V1_workers);
  }
  coord_t count_V2_of_graphicionado_R() const {
    return static_cast<coord_t>(graphicionado_R_V2_workers);
  }
  coord_t V_of_graphicionado_A1() const { return static_cast<coord_t>(V); }
  coord_t count_V1_of_graphicionado_A1() const {
    return static_cast<coord_t>(graphicionado_A1_V1_workers);
  }
  coord_t count_V2_of_graphicionado_A1() const {
    return static_cast<coord_t>(graphicionado_A1_V2_workers);
  }
  int64_t blocks_of_graphicionado_A1() const {
    return graphicionado_A1_V2_workers * graphicionado_A1_V1_workers;
  }
  coord_t S_of_graphicionado_A2() const { return static_cast<coord_t>(S); }
  coord_t V_of_graphicionado_A2() const { return static_cast<coord_t>(V); }
  coord_t V_of_graphicionado_start_P0() const { return static_cast<coord_t>(V); }
  coord_t V_of_graphicionado_carry_P0() const { return static_cast<coord_t>(V); }
  coord_t S_of_graphicionado_start_A0() const { return static_cast<coord_t>(S); }
  coord_t S_of_graphicionado_carry_A0() const { return static_cast<coord_t>(S); }
  coord_t elements_high_of_graphicionado_fill_SO() const {
    return static_cast<coord_t>(D * S / 1073741824);
  }
  coord_t elements_low_of_graphicionado_fill_SO() const {
    return static_cast<coord_t>(D * S % 1073741824);
  }
  coord_t elements_high_of_graphicionado_fill_R() const {
    return static_cast<coord_t>(V / 1073741824);
  }
  coord_t elements_low_of_graphicionado_fill_R() const {
    return static_cast<coord_t>(V % 1073741824);
  }
  coord_t elements_high_of_graphicionado_fill_A1() const {
    return static_cast<coord_t>(V / 1073741824);
  }
  coord_t elements_low_of_graphicionado_fill_A1() const {
    return static_cast<coord_t>(V % 1073741824);
  }
  coord_t elements_high_of_graphicionado_fill_A2() const {
    return static_cast<coord_t>(S / 1073741824);
  }
  coord_t elements_low_of_graphicionado_fill_A2() const {
    return static_cast<coord_t>(S % 1073741824);
  }
  int64_t stored_SO() const { return D * S; }
  int64_t stored_R() const { return V; }
  int64_t stored_P1() const { return V; }
  int64_t stored_A1() const { return V; }
  int64_t stored_A2() const { return S; }
};

}  // namespace

extern "C" size_t graphicionado_workspace_bytes(const graphicionado_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const graphicionado_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int graphicionado_launch(const graphicionado_arguments* arguments, void* workspace,
                                    size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const graphicionado_arguments& a = *arguments;
  graphicionado_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < graphicionado_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* P0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* A0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  graphicionado_start_P0<<<static_cast<unsigned>(sizes.grid_graphicionado_start_P0()),
                           static_cast<unsigned>(sizes.block_graphicionado_start_P0()), 0,
                           stream>>>(a.P0_values, P0_now, sizes.V_of_graphicionado_start_P0());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(graphicionado_start_A0,
                   static_cast<unsigned>(sizes.grid_graphicionado_start_A0()),
                   static_cast<unsigned>(sizes.block_graphicionado_start_A0()), 0, stream,
                   a.A0_values, A0_now, sizes.S_of_graphicionado_start_A0()) != cudaSuccess)
    return 3;
  for (sizes.round = 0; (sizes.round) < a.rounds; ++sizes.round) {
    if (launch_early(graphicionado_fill_SO,
                     static_cast<unsigned>(sizes.grid_graphicionado_fill_SO()),
                     static_cast<unsigned>(sizes.block_graphicionado_fill_SO()), 0, stream,
                     a.SO_values, sizes.elements_high_of_graphicionado_fill_SO(),
                     sizes.elements_low_of_graphicionado_fill_SO()) != cudaSuccess)
      return 3;
    if (launch_early(graphicionado_SO, static_cast<unsigned>(sizes.grid_graphicionado_SO()),
                     static_cast<unsigned>(sizes.block_graphicionado_SO()), 0, stream,
                     a.G_D_segments, a.G_D_coords, a.G_values, A0_now, a.SO_values,
                     sizes.D_of_graphicionado_SO(), sizes.S_of_graphicionado_SO(),
                     sizes.count_S1_of_graphicionado_SO(), sizes.count_S2_of_graphicionado_SO(),
                     sizes.count_D1_of_graphicionado_SO()) != cudaSuccess)
      return 3;
    if (launch_early(graphicionado_fill_R, static_cast<unsigned>(sizes.grid_graphicionado_fill_R()),
                     static_cast<unsigned>(sizes.block_graphicionado_fill_R()), 0, stream,
                     a.R_values, sizes.elements_high_of_graphicionado_fill_R(),
                     sizes.elements_low_of_graphicionado_fill_R()) != cudaSuccess)
      return 3;
    if (launch_early(graphicionado_R, static_cast<unsigned>(sizes.grid_graphicionado_R()),
                     static_cast<unsigned>(sizes.block_graphicionado_R()), 0, stream, a.R_values,
                     a.SO_values, A0_now, sizes.D_of_graphicionado_R(),
                     sizes.S_of_graphicionado_R(), sizes.V_of_graphicionado_R(),
                     sizes.count_V1_of_graphicionado_R(),
                     sizes.count_V2_of_graphicionado_R()) != cudaSuccess)
      return 3;
    if (launch_early(graphicionado_fill_A1,
                     static_cast<unsigned>(sizes.grid_graphicionado_fill_A1()),
                     static_cast<unsigned>(sizes.block_graphicionado_fill_A1()), 0, stream,
                     a.A1_values, sizes.elements_high_of_graphicionado_fill_A1(),
                     sizes.elements_low_of_graphicionado_fill_A1()) != cudaSuccess)
      return 3;
    if (launch_early(graphicionado_A1, static_cast<unsigned>(sizes.grid_graphicionado_A1()),
                     static_cast<unsigned>(sizes.block_graphicionado_A1()), 0, stream, a.P1_values,
                     a.A1_values, sizes.V_of_graphicionado_A1(),
                     sizes.count_V1_of_graphicionado_A1(), sizes.count_V2_of_graphicionado_A1(),
                     P0_now, a.R_values, sizes.blocks_of_graphicionado_A1()) != cudaSuccess)
      return 3;
    if (launch_early(graphicionado_fill_A2,
                     static_cast<unsigned>(sizes.grid_graphicionado_fill_A2()),
                     static_cast<unsigned>(sizes.block_graphicionado_fill_A2()), 0, stream,
                     a.A2_values, sizes.elements_high_of_graphicionado_fill_A2(),
                     sizes.elements_low_of_graphicionado_fill_A2()) != cudaSuccess)
      return 3;
    if (launch_early(graphicionado_A2, static_cast<unsigned>(sizes.grid_graphicionado_A2()),
                     static_cast<unsigned>(sizes.block_graphicionado_A2()), 0, stream, a.A2_values,
                     a.A1_values, sizes.S_of_graphicionado_A2(),
                     sizes.V_of_graphicionado_A2()) != cudaSuccess)
      return 3;
    if (launch_early(graphicionado_carry_P0,
                     static_cast<unsigned>(sizes.grid_graphicionado_carry_P0()),
                     static_cast<unsigned>(sizes.block_graphicionado_carry_P0()), 0, stream,
                     a.P1_values, P0_now, sizes.V_of_graphicionado_carry_P0()) != cudaSuccess)
      return 3;
    if (launch_early(graphicionado_carry_A0,
                     static_cast<unsigned>(sizes.grid_graphicionado_carry_A0()),
                     static_cast<unsigned>(sizes.block_graphicionado_carry_A0()), 0, stream,
                     a.A2_values, A0_now, sizes.S_of_graphicionado_carry_A0()) != cudaSuccess)
      return 3;
  }
  return 0;
}

extern "C" const char* graphicionado_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than graphicionado_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
