// Made by teaalc 0.1.0 from dot.yaml; do not edit.
//   Z[] = A[k] * B[k]
//     loops K (space)
//   stored A[K:U], B[K:U], Z[]
//   teaalc dot.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

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

// Sum over all threads of the block. The block is one-dimensional, its size a multiple of 32; all
// of its threads must call it. The result is in thread 0, other threads get no meaningful value.
// `shared` points to 32 elements in shared memory. The same elements may be given to the next call
// at once; any other use needs a barrier in between, before the call none.
template <class T>
static __device__ __forceinline__ T teaal_block_sum(T value, T* shared) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  value = teaal_lane_sum(value, 1, 32);
  __syncthreads();
  if (lane == 0) shared[warp] = value;
  __syncthreads();
  if (warp == 0) value = teaal_lane_sum(lane < warps ? shared[lane] : T(0), 1, 32);
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

#line 10 "dot.yaml"
extern "C" __global__ void dot_Z(const value_t* __restrict__ A_values,
                                 const value_t* __restrict__ B_values, coord_t K,
                                 value_t* __restrict__ Z_copies) {
  const offset_t workers_K = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_K = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  value_t sum = value_t(0);
#line 13 "dot.yaml"
  // Products.
  for (offset_t k = worker_K; k < K; k += workers_K) {
#line 10 "dot.yaml"
    sum = fmaf(A_values[k], B_values[k], sum);
  }
  __shared__ value_t partial_sums[32];
  // Combine the sums of threads.
  const value_t total = teaal_block_sum(sum, partial_sums);
  // Store Z_copies.
  if (threadIdx.x == 0) {
    Z_copies[static_cast<offset_t>(blockIdx.x)] = total;
  }
}

#line 10 "dot.yaml"
extern "C" __global__ void dot_Z_add_copies(const value_t* __restrict__ Z_copies,
                                            value_t* __restrict__ Z_values, coord_t copies) {
  teaal_await_launches();
  value_t sum = value_t(0);
  // Sums.
  for (offset_t copy = threadIdx.x; copy < copies; copy += blockDim.x) {
    sum += Z_copies[copy];
  }
  __shared__ value_t partial_sums[32];
  // Combine the sums of threads.
  const value_t total = teaal_block_sum(sum, partial_sums);
  // Store Z_values.
  if (threadIdx.x == 0) {
    Z_values[0] = total;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "dot.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t dot_value;
typedef pos_t dot_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define dot_workspace_bytes dot_workspace_bytes_64
#define dot_launch dot_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct dot_arguments {
  /* Z: one element */
  dot_value* Z_values;
  /* A: K:U */
  const dot_value* A_values;
  /* B: K:U */
  const dot_value* B_values;
  int64_t extent_K;
} dot_arguments;

/* Bytes of device memory that dot_launch needs as workspace (0: none), aligned to 256. */
size_t dot_workspace_bytes(const dot_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see dot_error_text. Allocates nothing and throws nothing. */
int dot_launch(const dot_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* dot_error_text(int code);
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

struct dot_sizes {
  int64_t K;
  explicit dot_sizes(const dot_arguments& a) { K = a.extent_K; }
  bool valid() const { return K >= 0 && K <= 2147483647; }
  bool addressable() const { return K <= 1000000000; }
  int64_t elements_0() const { return grid_dot_Z(); }
  int64_t block_dot_Z() const { return ceil_div(max(min(K, 256), 1), 32) * 32; }
  int64_t grid_dot_Z() const {
    return min(max(ceil_div(K, ceil_div(max(min(K, 256), 1), 32) * 32), 1), 1024);
  }
  int64_t block_dot_Z_add_copies() const { return 256; }
  int64_t grid_dot_Z_add_copies() const { return 1; }
  coord_t K_of_dot_Z() const { return static_cast<coord_t>(K); }
  coord_t copies_of_dot_Z_add_copies() const {
    return static_cast<coord_t>(
        min(max(ceil_div(K, ceil_div(max(min(K, 256), 1), 32) * 32), 1), 1024));
  }
  int64_t stored_Z() const { return 1; }
};

}  // namespace

extern "C" size_t dot_workspace_bytes(const dot_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const dot_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int dot_launch(const dot_arguments* arguments, void* workspace, size_t workspace_bytes,
                          struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const dot_arguments& a = *arguments;
  const dot_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < dot_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  dot_Z<<<static_cast<unsigned>(sizes.grid_dot_Z()), static_cast<unsigned>(sizes.block_dot_Z()), 0,
          stream>>>(a.A_values, a.B_values, sizes.K_of_dot_Z(), Z_copies);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(dot_Z_add_copies, static_cast<unsigned>(sizes.grid_dot_Z_add_copies()),
                   static_cast<unsigned>(sizes.block_dot_Z_add_copies()), 0, stream, Z_copies,
                   a.Z_values, sizes.copies_of_dot_Z_add_copies()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* dot_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than dot_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
