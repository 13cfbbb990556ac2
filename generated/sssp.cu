// Made by teaalc 0.1.0 from sssp.yaml; do not edit.
//   R[v] = G[v, s] * A0[s]
//     loops V, S
//     maps by G[v, s] + A0[s]
//     reduces by min from inf
//   P1[v] = R[v] + P0[v]
//     loops V
//     reduces by min from inf
//   M[v] = P1[v] * P0[v]
//     loops V
//     maps by P1[v] != P0[v]
//   A1[v] = take(M[v], P1[v], 1)
//     loops V
//   N[s] = A1[s]
//     loops S
//   stored G[V:U, S:C], A0[S:U], P0[V:U], R[V:U], P1[V:U], M[V:U], A1[V:U], N[S:U]
//   teaalc sssp.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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

#line 23 "sssp.yaml"
extern "C" __global__ void sssp_A1(value_t* __restrict__ P1_values, value_t* __restrict__ A1_values,
                                   coord_t V, const pos_t* __restrict__ G_S_segments,
                                   const coord_t* __restrict__ G_S_coords,
                                   const value_t* __restrict__ G_values,
                                   const value_t* __restrict__ A0_values,
                                   const value_t* __restrict__ P0_values) {
  teaal_await_launches();
  const offset_t workers_V = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_V = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 20 "sssp.yaml"
  for (offset_t v = worker_V; v < V; v += workers_V) {
    const pos_t G_S_begin = G_S_segments[v];
    const pos_t G_S_end = G_S_segments[v + 1];
    value_t sum = static_cast<value_t>(__int_as_float(0x7f800000));
    for (pos_t G_S_at = G_S_begin; G_S_at < G_S_end; ++G_S_at) {
      const coord_t s = G_S_coords[G_S_at];
      sum = fminf(sum, G_values[G_S_at] + A0_values[s]);
    }
#line 21 "sssp.yaml"
    value_t P1_element = sum;
    P1_element = fminf(P1_element, P0_values[v]);
    const value_t P1_element_2 = P1_element;
    P1_values[v] = P1_element_2;
#line 22 "sssp.yaml"
    const value_t M_element = (P1_element != P0_values[v]) ? static_cast<value_t>(1) : value_t(0);
#line 23 "sssp.yaml"
    if ((M_element != value_t(0)) &&
        (P1_element_2 != static_cast<value_t>(__int_as_float(0x7f800000)))) {
      A1_values[v] = P1_element_2;
    }
  }
}

#line 24 "sssp.yaml"
extern "C" __global__ void sssp_N(value_t* __restrict__ N_values,
                                  const value_t* __restrict__ A1_values, coord_t S, coord_t V) {
  teaal_await_launches();
  const offset_t workers_S = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_S = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (offset_t s = worker_S; s < S; s += workers_S) {
    if (s < V) {
      N_values[s] = A1_values[s];
    }
  }
}

extern "C" __global__ void sssp_start_P0(const value_t* __restrict__ P0_values,
                                         value_t* __restrict__ P0_now, coord_t V) {
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(V);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    P0_now[element] = P0_values[element];
  }
}

extern "C" __global__ void sssp_carry_P0(const value_t* __restrict__ P1_values,
                                         value_t* __restrict__ P0_now, coord_t V) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(V);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    P0_now[element] = P1_values[element];
  }
}

extern "C" __global__ void sssp_start_A0(const value_t* __restrict__ A0_values,
                                         value_t* __restrict__ A0_now, coord_t S) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(S);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    A0_now[element] = A0_values[element];
  }
}

extern "C" __global__ void sssp_carry_A0(const value_t* __restrict__ N_values,
                                         value_t* __restrict__ A0_now, coord_t S) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(S);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    A0_now[element] = N_values[element];
  }
}

extern "C" __global__ void sssp_fill_A1(value_t* __restrict__ A1_values, coord_t elements_high,
                                        coord_t elements_low) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(elements_high) * 1073741824 + elements_low;
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    A1_values[element] = static_cast<value_t>(__int_as_float(0x7f800000));
  }
}

extern "C" __global__ void sssp_fill_N(value_t* __restrict__ N_values, coord_t elements_high,
                                       coord_t elements_low) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(elements_high) * 1073741824 + elements_low;
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    N_values[element] = static_cast<value_t>(__int_as_float(0x7f800000));
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "sssp.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t sssp_value;
typedef pos_t sssp_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sssp_workspace_bytes sssp_workspace_bytes_64
#define sssp_launch sssp_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct sssp_arguments {
  /* G: V:U, S:C; absent elements hold inf */
  const sssp_position* G_S_segments;
  const int32_t* G_S_coords;
  const sssp_value* G_values;
  /* A0: S:U; absent elements hold inf */
  const sssp_value* A0_values;
  /* P1: V:U; absent elements hold inf */
  sssp_value* P1_values;
  /* P0: V:U; absent elements hold inf */
  const sssp_value* P0_values;
  /* A1: V:U; absent elements hold inf */
  sssp_value* A1_values;
  /* N: S:U; absent elements hold inf */
  sssp_value* N_values;
  int64_t extent_V;
  int64_t extent_S;
  int64_t rounds; /* how many rounds to run; the spec ends when A1 is empty, which only the host
                     could see */
} sssp_arguments;

/* Bytes of device memory that sssp_launch needs as workspace (0: none), aligned to 256. */
size_t sssp_workspace_bytes(const sssp_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see sssp_error_text. Allocates nothing and throws nothing. */
int sssp_launch(const sssp_arguments* arguments, void* workspace, size_t workspace_bytes,
                struct CUstream_st* stream);
const char* sssp_error_text(int code);
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

struct sssp_sizes {
  int64_t V;
  int64_t S;
  int64_t round = 0;
  explicit sssp_sizes(const sssp_arguments& a) {
    V = a.extent_V;
    S = a.extent_S;
  }
  bool valid() const { return V >= 0 && V <= 2147483647 && S >= 0 && S <= 2147483647; }
  bool addressable() const { return V <= 1000000000 && S <= 1000000000; }
  int64_t elements_0() const { return V; }
  int64_t elements_1() const { return S; }
  int64_t block_sssp_A1() const { return max(min(V, min(ceil_div(V, 4224) * 32, 256)), 1); }
  int64_t grid_sssp_A1() const { return min(max(ceil_div(V, block_sssp_A1()), 1), 2147483647); }
  int64_t block_sssp_N() const { return max(min(S, min(ceil_div(S, 4224) * 32, 256)), 1); }
  int64_t grid_sssp_N() const { return min(max(ceil_div(S, block_sssp_N()), 1), 2147483647); }
  int64_t block_sssp_start_P0() const { return 256; }
  int64_t grid_sssp_start_P0() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_sssp_carry_P0() const { return 256; }
  int64_t grid_sssp_carry_P0() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_sssp_start_A0() const { return 256; }
  int64_t grid_sssp_start_A0() const { return max(1, min(ceil_div(S, 256), 16777215)); }
  int64_t block_sssp_carry_A0() const { return 256; }
  int64_t grid_sssp_carry_A0() const { return max(1, min(ceil_div(S, 256), 16777215)); }
  int64_t block_sssp_fill_A1() const { return 256; }
  int64_t grid_sssp_fill_A1() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_sssp_fill_N() const { return 256; }
  int64_t grid_sssp_fill_N() const { return max(1, min(ceil_div(S, 256), 16777215)); }
  coord_t V_of_sssp_A1() const { return static_cast<coord_t>(V); }
  coord_t S_of_sssp_N() const { return static_cast<coord_t>(S); }
  coord_t V_of_sssp_N() const { return static_cast<coord_t>(V); }
  coord_t V_of_sssp_start_P0() const { return static_cast<coord_t>(V); }
  coord_t V_of_sssp_carry_P0() const { return static_cast<coord_t>(V); }
  coord_t S_of_sssp_start_A0() const { return static_cast<coord_t>(S); }
  coord_t S_of_sssp_carry_A0() const { return static_cast<coord_t>(S); }
  coord_t elements_high_of_sssp_fill_A1() const { return static_cast<coord_t>(V / 1073741824); }
  coord_t elements_low_of_sssp_fill_A1() const { return static_cast<coord_t>(V % 1073741824); }
  coord_t elements_high_of_sssp_fill_N() const { return static_cast<coord_t>(S / 1073741824); }
  coord_t elements_low_of_sssp_fill_N() const { return static_cast<coord_t>(S % 1073741824); }
  int64_t stored_P1() const { return V; }
  int64_t stored_A1() const { return V; }
  int64_t stored_N() const { return S; }
};

}  // namespace

extern "C" size_t sssp_workspace_bytes(const sssp_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const sssp_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int sssp_launch(const sssp_arguments* arguments, void* workspace, size_t workspace_bytes,
                           struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const sssp_arguments& a = *arguments;
  sssp_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < sssp_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* P0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* A0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  sssp_start_P0<<<static_cast<unsigned>(sizes.grid_sssp_start_P0()),
                  static_cast<unsigned>(sizes.block_sssp_start_P0()), 0, stream>>>(
      a.P0_values, P0_now, sizes.V_of_sssp_start_P0());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(sssp_start_A0, static_cast<unsigned>(sizes.grid_sssp_start_A0()),
                   static_cast<unsigned>(sizes.block_sssp_start_A0()), 0, stream, a.A0_values,
                   A0_now, sizes.S_of_sssp_start_A0()) != cudaSuccess)
    return 3;
  for (sizes.round = 0; (sizes.round) < a.rounds; ++sizes.round) {
    if (launch_early(sssp_fill_A1, static_cast<unsigned>(sizes.grid_sssp_fill_A1()),
                     static_cast<unsigned>(sizes.block_sssp_fill_A1()), 0, stream, a.A1_values,
                     sizes.elements_high_of_sssp_fill_A1(),
                     sizes.elements_low_of_sssp_fill_A1()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_A1, static_cast<unsigned>(sizes.grid_sssp_A1()),
                     static_cast<unsigned>(sizes.block_sssp_A1()), 0, stream, a.P1_values,
                     a.A1_values, sizes.V_of_sssp_A1(), a.G_S_segments, a.G_S_coords, a.G_values,
                     A0_now, P0_now) != cudaSuccess)
      return 3;
    if (launch_early(sssp_fill_N, static_cast<unsigned>(sizes.grid_sssp_fill_N()),
                     static_cast<unsigned>(sizes.block_sssp_fill_N()), 0, stream, a.N_values,
                     sizes.elements_high_of_sssp_fill_N(),
                     sizes.elements_low_of_sssp_fill_N()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_N, static_cast<unsigned>(sizes.grid_sssp_N()),
                     static_cast<unsigned>(sizes.block_sssp_N()), 0, stream, a.N_values,
                     a.A1_values, sizes.S_of_sssp_N(), sizes.V_of_sssp_N()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_carry_P0, static_cast<unsigned>(sizes.grid_sssp_carry_P0()),
                     static_cast<unsigned>(sizes.block_sssp_carry_P0()), 0, stream, a.P1_values,
                     P0_now, sizes.V_of_sssp_carry_P0()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_carry_A0, static_cast<unsigned>(sizes.grid_sssp_carry_A0()),
                     static_cast<unsigned>(sizes.block_sssp_carry_A0()), 0, stream, a.N_values,
                     A0_now, sizes.S_of_sssp_carry_A0()) != cudaSuccess)
      return 3;
  }
  return 0;
}

extern "C" const char* sssp_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than sssp_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
