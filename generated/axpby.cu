// Made by teaalc 0.1.0 from axpby.yaml; do not edit.
//   Z[i] = a * X[i] + b * Y[i]
//     loops I
//   stored X[I:C], Y[I:U], Z[I:U]
//   teaalc axpby.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 11 "axpby.yaml"
extern "C" __global__ void axpby_Z(value_t* __restrict__ Z_values,
                                   const pos_t* __restrict__ X_I_segments,
                                   const coord_t* __restrict__ X_I_coords,
                                   const value_t* __restrict__ X_values, value_t scalar_a) {
  const offset_t workers_I = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_I = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const pos_t X_I_begin = X_I_segments[0];
  const pos_t X_I_end = X_I_segments[1];
  for (offset_t X_I_at = X_I_begin + worker_I; X_I_at < X_I_end; X_I_at += workers_I) {
    const coord_t i = X_I_coords[X_I_at];
    Z_values[i] = scalar_a * X_values[X_I_at];
  }
}

#line 11 "axpby.yaml"
extern "C" __global__ void axpby_Z_term2(value_t* __restrict__ Z_values,
                                         const value_t* __restrict__ Y_values, value_t scalar_b,
                                         coord_t I) {
  teaal_await_launches();
  const offset_t workers_I = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_I = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (offset_t i = worker_I; i < I; i += workers_I) {
    Z_values[i] = fmaf(scalar_b, Y_values[i], Z_values[i]);
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "axpby.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t axpby_value;
typedef pos_t axpby_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define axpby_workspace_bytes axpby_workspace_bytes_64
#define axpby_launch axpby_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct axpby_arguments {
  /* Z: I:U */
  axpby_value* Z_values;
  /* X: I:C */
  const axpby_position* X_I_segments;
  const int32_t* X_I_coords;
  const axpby_value* X_values;
  /* Y: I:U */
  const axpby_value* Y_values;
  int64_t extent_I;
  axpby_value scalar_a;
  axpby_value scalar_b;
} axpby_arguments;

/* Bytes of device memory that axpby_launch needs as workspace (0: none), aligned to 256. */
size_t axpby_workspace_bytes(const axpby_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see axpby_error_text. Allocates nothing and throws nothing. */
int axpby_launch(const axpby_arguments* arguments, void* workspace, size_t workspace_bytes,
                 struct CUstream_st* stream);
const char* axpby_error_text(int code);
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

struct axpby_sizes {
  int64_t I;
  explicit axpby_sizes(const axpby_arguments& a) { I = a.extent_I; }
  bool valid() const { return I >= 0 && I <= 2147483647; }
  bool addressable() const { return I <= 1000000000; }
  int64_t block_axpby_Z() const { return max(min(I, min(ceil_div(I, 4224) * 32, 256)), 1); }
  int64_t grid_axpby_Z() const { return min(max(ceil_div(I, block_axpby_Z()), 1), 2147483647); }
  int64_t block_axpby_Z_term2() const { return block_axpby_Z(); }
  int64_t grid_axpby_Z_term2() const { return grid_axpby_Z(); }
  coord_t I_of_axpby_Z_term2() const { return static_cast<coord_t>(I); }
  int64_t stored_Z() const { return I; }
};

}  // namespace

extern "C" size_t axpby_workspace_bytes(const axpby_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const axpby_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int axpby_launch(const axpby_arguments* arguments, void* workspace,
                            size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const axpby_arguments& a = *arguments;
  const axpby_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < axpby_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  axpby_Z<<<static_cast<unsigned>(sizes.grid_axpby_Z()),
            static_cast<unsigned>(sizes.block_axpby_Z()), 0, stream>>>(
      a.Z_values, a.X_I_segments, a.X_I_coords, a.X_values, a.scalar_a);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(axpby_Z_term2, static_cast<unsigned>(sizes.grid_axpby_Z_term2()),
                   static_cast<unsigned>(sizes.block_axpby_Z_term2()), 0, stream, a.Z_values,
                   a.Y_values, a.scalar_b, sizes.I_of_axpby_Z_term2()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* axpby_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than axpby_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
