// Made by teaalc 0.1.0 from pagerank.yaml; do not edit.
//   L[s] = G[d, s]
//     loops S, D
//   I[s] = L[s]
//     loops S
//     maps by select(L[s], 1 / L[s], 0)
//   R[d] = G[d, s] * I[s] * P0[s]
//     loops D, S
//   P1[s] = R[s] * a * b
//     loops S
//     maps by a * R[s] + b
//   stored G[D:U, S:C], L[S:U], I[S:U], P0[S:U], R[S:U], P1[S:U]
//   teaalc pagerank.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 15 "pagerank.yaml"
extern "C" __global__ void pagerank_L(const pos_t* __restrict__ G_SD_D_segments,
                                      const coord_t* __restrict__ G_SD_D_coords,
                                      const value_t* __restrict__ G_SD_values, coord_t S,
                                      value_t* __restrict__ I_values) {
  const offset_t workers_S = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_S = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (offset_t s = worker_S; s < S; s += workers_S) {
    const pos_t G_SD_D_begin = G_SD_D_segments[s];
    const pos_t G_SD_D_end = G_SD_D_segments[s + 1];
    value_t sum = value_t(0);
    for (pos_t G_SD_D_at = G_SD_D_begin; G_SD_D_at < G_SD_D_end; ++G_SD_D_at) {
      sum += G_SD_values[G_SD_D_at];
    }
#line 16 "pagerank.yaml"
    I_values[s] = (sum != value_t(0)) ? (static_cast<value_t>(1) / sum) : value_t(0);
  }
}

#line 17 "pagerank.yaml"
extern "C" __global__ void pagerank_R(value_t* __restrict__ R_values,
                                      const pos_t* __restrict__ G_S_segments,
                                      const coord_t* __restrict__ G_S_coords,
                                      const value_t* __restrict__ G_values,
                                      const value_t* __restrict__ I_values,
                                      const value_t* __restrict__ P0_values, coord_t D, coord_t S) {
  teaal_await_launches();
  const offset_t workers_D = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_D = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (offset_t d = worker_D; d < D; d += workers_D) {
    const pos_t G_S_begin = G_S_segments[d];
    const pos_t G_S_end = G_S_segments[d + 1];
    if (d < S) {
      value_t sum = value_t(0);
      for (pos_t G_S_at = G_S_begin; G_S_at < G_S_end; ++G_S_at) {
        const coord_t s = G_S_coords[G_S_at];
        sum = fmaf(G_values[G_S_at] * I_values[s], P0_values[s], sum);
      }
      R_values[d] = sum;
    }
  }
}

#line 18 "pagerank.yaml"
extern "C" __global__ void pagerank_P1(value_t* __restrict__ P1_values,
                                       const value_t* __restrict__ R_values, value_t scalar_a,
                                       value_t scalar_b, coord_t S) {
  teaal_await_launches();
  const offset_t workers_S = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_S = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (offset_t s = worker_S; s < S; s += workers_S) {
    P1_values[s] = scalar_a * R_values[s] + scalar_b;
  }
}

extern "C" __global__ void pagerank_start_P0(const value_t* __restrict__ P0_values,
                                             value_t* __restrict__ P0_now, coord_t S) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(S);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    P0_now[element] = P0_values[element];
  }
}

extern "C" __global__ void pagerank_carry_P0(const value_t* __restrict__ P1_values,
                                             value_t* __restrict__ P0_now, coord_t S) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(S);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    P0_now[element] = P1_values[element];
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "pagerank.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t pagerank_value;
typedef pos_t pagerank_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define pagerank_workspace_bytes pagerank_workspace_bytes_64
#define pagerank_launch pagerank_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct pagerank_arguments {
  /* G_SD: S:U, D:C, tensor G re-sorted */
  const pagerank_position* G_SD_D_segments;
  const int32_t* G_SD_D_coords;
  const pagerank_value* G_SD_values;
  /* I: S:U */
  pagerank_value* I_values;
  /* R: S:U */
  pagerank_value* R_values;
  /* G: D:U, S:C */
  const pagerank_position* G_S_segments;
  const int32_t* G_S_coords;
  const pagerank_value* G_values;
  /* P0: S:U */
  const pagerank_value* P0_values;
  /* P1: S:U */
  pagerank_value* P1_values;
  int64_t extent_D;
  int64_t extent_S;
  pagerank_value scalar_a;
  pagerank_value scalar_b;
} pagerank_arguments;

/* Bytes of device memory that pagerank_launch needs as workspace (0: none), aligned to 256. */
size_t pagerank_workspace_bytes(const pagerank_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see pagerank_error_text. Allocates nothing and throws nothing. */
int pagerank_launch(const pagerank_arguments* arguments, void* workspace, size_t workspace_bytes,
                    struct CUstream_st* stream);
const char* pagerank_error_text(int code);
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

struct pagerank_sizes {
  int64_t D;
  int64_t S;
  int64_t round = 0;
  explicit pagerank_sizes(const pagerank_arguments& a) {
    D = a.extent_D;
    S = a.extent_S;
  }
  bool valid() const { return D >= 0 && D <= 2147483647 && S >= 0 && S <= 2147483647; }
  bool addressable() const { return D <= 1000000000 && S <= 1000000000; }
  int64_t elements_0() const { return S; }
  int64_t block_pagerank_L() const { return max(min(S, min(ceil_div(S, 4224) * 32, 256)), 1); }
  int64_t grid_pagerank_L() const {
    return min(max(ceil_div(S, block_pagerank_L()), 1), 2147483647);
  }
  int64_t block_pagerank_R() const { return max(min(D, min(ceil_div(D, 4224) * 32, 256)), 1); }
  int64_t grid_pagerank_R() const {
    return min(max(ceil_div(D, block_pagerank_R()), 1), 2147483647);
  }
  int64_t block_pagerank_P1() const { return block_pagerank_L(); }
  int64_t grid_pagerank_P1() const { return grid_pagerank_L(); }
  int64_t block_pagerank_start_P0() const { return 256; }
  int64_t grid_pagerank_start_P0() const { return max(1, min(ceil_div(S, 256), 16777215)); }
  int64_t block_pagerank_carry_P0() const { return 256; }
  int64_t grid_pagerank_carry_P0() const { return max(1, min(ceil_div(S, 256), 16777215)); }
  coord_t S_of_pagerank_L() const { return static_cast<coord_t>(S); }
  coord_t D_of_pagerank_R() const { return static_cast<coord_t>(D); }
  coord_t S_of_pagerank_R() const { return static_cast<coord_t>(S); }
  coord_t S_of_pagerank_P1() const { return static_cast<coord_t>(S); }
  coord_t S_of_pagerank_start_P0() const { return static_cast<coord_t>(S); }
  coord_t S_of_pagerank_carry_P0() const { return static_cast<coord_t>(S); }
  int64_t stored_I() const { return S; }
  int64_t stored_R() const { return S; }
  int64_t stored_P1() const { return S; }
};

}  // namespace

extern "C" size_t pagerank_workspace_bytes(const pagerank_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const pagerank_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int pagerank_launch(const pagerank_arguments* arguments, void* workspace,
                               size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const pagerank_arguments& a = *arguments;
  pagerank_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < pagerank_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* P0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  pagerank_L<<<static_cast<unsigned>(sizes.grid_pagerank_L()),
               static_cast<unsigned>(sizes.block_pagerank_L()), 0, stream>>>(
      a.G_SD_D_segments, a.G_SD_D_coords, a.G_SD_values, sizes.S_of_pagerank_L(), a.I_values);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(pagerank_start_P0, static_cast<unsigned>(sizes.grid_pagerank_start_P0()),
                   static_cast<unsigned>(sizes.block_pagerank_start_P0()), 0, stream, a.P0_values,
                   P0_now, sizes.S_of_pagerank_start_P0()) != cudaSuccess)
    return 3;
  for (sizes.round = 0; (sizes.round) < 20; ++sizes.round) {
    if (cudaMemsetAsync(a.R_values, 0, static_cast<size_t>(sizes.stored_R()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
    if (launch_early(pagerank_R, static_cast<unsigned>(sizes.grid_pagerank_R()),
                     static_cast<unsigned>(sizes.block_pagerank_R()), 0, stream, a.R_values,
                     a.G_S_segments, a.G_S_coords, a.G_values, a.I_values, P0_now,
                     sizes.D_of_pagerank_R(), sizes.S_of_pagerank_R()) != cudaSuccess)
      return 3;
    if (launch_early(pagerank_P1, static_cast<unsigned>(sizes.grid_pagerank_P1()),
                     static_cast<unsigned>(sizes.block_pagerank_P1()), 0, stream, a.P1_values,
                     a.R_values, a.scalar_a, a.scalar_b, sizes.S_of_pagerank_P1()) != cudaSuccess)
      return 3;
    if (launch_early(pagerank_carry_P0, static_cast<unsigned>(sizes.grid_pagerank_carry_P0()),
                     static_cast<unsigned>(sizes.block_pagerank_carry_P0()), 0, stream, a.P1_values,
                     P0_now, sizes.S_of_pagerank_carry_P0()) != cudaSuccess)
      return 3;
  }
  return 0;
}

extern "C" const char* pagerank_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than pagerank_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
