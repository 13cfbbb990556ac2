// Made by teaalc 0.1.0 from bfs.yaml; do not edit.
//   R[v] = G[v, s] * F0[s]
//     loops V, S
//     maps by select(and(G[v, s], F0[s]), F0[s] + 1, 0)
//     reduces by max from 0
//   L1[v] = L0[v] * R[v]
//     loops V
//     maps by select(L0[v], L0[v], R[v])
//   F1[v] = L0[v] * L1[v]
//     loops V
//     maps by select(L0[v], 0, L1[v])
//   N[s] = F1[s]
//     loops S
//   stored G[V:U, S:C], F0[S:U], L0[V:U], R[V:U], L1[V:U], F1[V:U], N[S:U]
//   teaalc bfs.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 19 "bfs.yaml"
extern "C" __global__ void bfs_R(const pos_t* __restrict__ G_S_segments,
                                 const coord_t* __restrict__ G_S_coords,
                                 const value_t* __restrict__ G_values,
                                 const value_t* __restrict__ F0_values, coord_t V,
                                 value_t* __restrict__ F1_values, value_t* __restrict__ L1_values,
                                 const value_t* __restrict__ L0_values) {
  teaal_await_launches();
  const offset_t workers_V = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_V = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (offset_t v = worker_V; v < V; v += workers_V) {
    const pos_t G_S_begin = G_S_segments[v];
    const pos_t G_S_end = G_S_segments[v + 1];
    value_t sum = value_t(0);
    for (pos_t G_S_at = G_S_begin; G_S_at < G_S_end; ++G_S_at) {
      const coord_t s = G_S_coords[G_S_at];
      sum = fmaxf(sum, ((G_values[G_S_at] != value_t(0) && F0_values[s] != value_t(0)
                             ? value_t(1)
                             : value_t(0)) != value_t(0))
                           ? (F0_values[s] + static_cast<value_t>(1))
                           : value_t(0));
    }
#line 20 "bfs.yaml"
    const value_t L1_element = (L0_values[v] != value_t(0)) ? L0_values[v] : sum;
    L1_values[v] = L1_element;
#line 21 "bfs.yaml"
    F1_values[v] = (L0_values[v] != value_t(0)) ? value_t(0) : L1_element;
  }
}

#line 22 "bfs.yaml"
extern "C" __global__ void bfs_N(value_t* __restrict__ N_values,
                                 const value_t* __restrict__ F1_values, coord_t S, coord_t V) {
  teaal_await_launches();
  const offset_t workers_S = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_S = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (offset_t s = worker_S; s < S; s += workers_S) {
    if (s < V) {
      N_values[s] = F1_values[s];
    }
  }
}

extern "C" __global__ void bfs_start_L0(const value_t* __restrict__ L0_values,
                                        value_t* __restrict__ L0_now, coord_t V) {
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(V);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    L0_now[element] = L0_values[element];
  }
}

extern "C" __global__ void bfs_carry_L0(const value_t* __restrict__ L1_values,
                                        value_t* __restrict__ L0_now, coord_t V) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(V);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    L0_now[element] = L1_values[element];
  }
}

extern "C" __global__ void bfs_start_F0(const value_t* __restrict__ F0_values,
                                        value_t* __restrict__ F0_now, coord_t S) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(S);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    F0_now[element] = F0_values[element];
  }
}

extern "C" __global__ void bfs_carry_F0(const value_t* __restrict__ N_values,
                                        value_t* __restrict__ F0_now, coord_t S) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(S);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    F0_now[element] = N_values[element];
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "bfs.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t bfs_value;
typedef pos_t bfs_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define bfs_workspace_bytes bfs_workspace_bytes_64
#define bfs_launch bfs_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct bfs_arguments {
  /* G: V:U, S:C */
  const bfs_position* G_S_segments;
  const int32_t* G_S_coords;
  const bfs_value* G_values;
  /* F0: S:U */
  const bfs_value* F0_values;
  /* L1: V:U */
  bfs_value* L1_values;
  /* L0: V:U */
  const bfs_value* L0_values;
  /* F1: V:U */
  bfs_value* F1_values;
  /* N: S:U */
  bfs_value* N_values;
  int64_t extent_V;
  int64_t extent_S;
  int64_t rounds; /* how many rounds to run; the spec ends when F1 is empty, which only the host
                     could see */
} bfs_arguments;

/* Bytes of device memory that bfs_launch needs as workspace (0: none), aligned to 256. */
size_t bfs_workspace_bytes(const bfs_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see bfs_error_text. Allocates nothing and throws nothing. */
int bfs_launch(const bfs_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* bfs_error_text(int code);
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

struct bfs_sizes {
  int64_t V;
  int64_t S;
  int64_t round = 0;
  explicit bfs_sizes(const bfs_arguments& a) {
    V = a.extent_V;
    S = a.extent_S;
  }
  bool valid() const { return V >= 0 && V <= 2147483647 && S >= 0 && S <= 2147483647; }
  bool addressable() const { return V <= 1000000000 && S <= 1000000000; }
  int64_t elements_0() const { return V; }
  int64_t elements_1() const { return S; }
  int64_t block_bfs_R() const { return max(min(V, min(ceil_div(V, 4224) * 32, 256)), 1); }
  int64_t grid_bfs_R() const { return min(max(ceil_div(V, block_bfs_R()), 1), 2147483647); }
  int64_t block_bfs_N() const { return max(min(S, min(ceil_div(S, 4224) * 32, 256)), 1); }
  int64_t grid_bfs_N() const { return min(max(ceil_div(S, block_bfs_N()), 1), 2147483647); }
  int64_t block_bfs_start_L0() const { return 256; }
  int64_t grid_bfs_start_L0() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_bfs_carry_L0() const { return 256; }
  int64_t grid_bfs_carry_L0() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_bfs_start_F0() const { return 256; }
  int64_t grid_bfs_start_F0() const { return max(1, min(ceil_div(S, 256), 16777215)); }
  int64_t block_bfs_carry_F0() const { return 256; }
  int64_t grid_bfs_carry_F0() const { return max(1, min(ceil_div(S, 256), 16777215)); }
  coord_t V_of_bfs_R() const { return static_cast<coord_t>(V); }
  coord_t S_of_bfs_N() const { return static_cast<coord_t>(S); }
  coord_t V_of_bfs_N() const { return static_cast<coord_t>(V); }
  coord_t V_of_bfs_start_L0() const { return static_cast<coord_t>(V); }
  coord_t V_of_bfs_carry_L0() const { return static_cast<coord_t>(V); }
  coord_t S_of_bfs_start_F0() const { return static_cast<coord_t>(S); }
  coord_t S_of_bfs_carry_F0() const { return static_cast<coord_t>(S); }
  int64_t stored_L1() const { return V; }
  int64_t stored_F1() const { return V; }
  int64_t stored_N() const { return S; }
};

}  // namespace

extern "C" size_t bfs_workspace_bytes(const bfs_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const bfs_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int bfs_launch(const bfs_arguments* arguments, void* workspace, size_t workspace_bytes,
                          struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const bfs_arguments& a = *arguments;
  bfs_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < bfs_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* L0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* F0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  bfs_start_L0<<<static_cast<unsigned>(sizes.grid_bfs_start_L0()),
                 static_cast<unsigned>(sizes.block_bfs_start_L0()), 0, stream>>>(
      a.L0_values, L0_now, sizes.V_of_bfs_start_L0());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(bfs_start_F0, static_cast<unsigned>(sizes.grid_bfs_start_F0()),
                   static_cast<unsigned>(sizes.block_bfs_start_F0()), 0, stream, a.F0_values,
                   F0_now, sizes.S_of_bfs_start_F0()) != cudaSuccess)
    return 3;
  for (sizes.round = 0; (sizes.round) < a.rounds; ++sizes.round) {
    if (launch_early(bfs_R, static_cast<unsigned>(sizes.grid_bfs_R()),
                     static_cast<unsigned>(sizes.block_bfs_R()), 0, stream, a.G_S_segments,
                     a.G_S_coords, a.G_values, F0_now, sizes.V_of_bfs_R(), a.F1_values, a.L1_values,
                     L0_now) != cudaSuccess)
      return 3;
    if (cudaMemsetAsync(a.N_values, 0, static_cast<size_t>(sizes.stored_N()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
    if (launch_early(bfs_N, static_cast<unsigned>(sizes.grid_bfs_N()),
                     static_cast<unsigned>(sizes.block_bfs_N()), 0, stream, a.N_values, a.F1_values,
                     sizes.S_of_bfs_N(), sizes.V_of_bfs_N()) != cudaSuccess)
      return 3;
    if (launch_early(bfs_carry_L0, static_cast<unsigned>(sizes.grid_bfs_carry_L0()),
                     static_cast<unsigned>(sizes.block_bfs_carry_L0()), 0, stream, a.L1_values,
                     L0_now, sizes.V_of_bfs_carry_L0()) != cudaSuccess)
      return 3;
    if (launch_early(bfs_carry_F0, static_cast<unsigned>(sizes.grid_bfs_carry_F0()),
                     static_cast<unsigned>(sizes.block_bfs_carry_F0()), 0, stream, a.N_values,
                     F0_now, sizes.S_of_bfs_carry_F0()) != cudaSuccess)
      return 3;
  }
  return 0;
}

extern "C" const char* bfs_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than bfs_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
