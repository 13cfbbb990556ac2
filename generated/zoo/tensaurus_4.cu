// Made by teaalc 0.1.0 from tensaurus_4.yaml; do not edit.
//   Y[i] = A[i, j] * B[j]
//     loops I1 (space), I0, J
//   stored A[I:U, J:C], B[J:U], Y[I:U]
//   teaalc tensaurus_4.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 11 "tensaurus_4.yaml"
extern "C" __global__ void tensaurus_4_Y(value_t* __restrict__ Y_values,
                                         const pos_t* __restrict__ A_J_segments,
                                         const coord_t* __restrict__ A_J_coords,
                                         const value_t* __restrict__ A_values,
                                         const value_t* __restrict__ B_values, coord_t I) {
  const offset_t workers_I1 = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_I1 = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 21 "tensaurus_4.yaml"
  for (offset_t i1 = worker_I1 * 8; i1 < I; i1 += workers_I1 * 8) {
    const offset_t i1_end = min(static_cast<offset_t>(I), i1 + 8);
    for (coord_t i0 = i1; i0 < i1_end; ++i0) {
      const pos_t A_J_begin = A_J_segments[i0];
      const pos_t A_J_end = A_J_segments[i0 + 1];
#line 11 "tensaurus_4.yaml"
      value_t sum = value_t(0);
#line 21 "tensaurus_4.yaml"
      for (pos_t A_J_at = A_J_begin; A_J_at < A_J_end; ++A_J_at) {
        const coord_t j = A_J_coords[A_J_at];
#line 11 "tensaurus_4.yaml"
        sum = fmaf(A_values[A_J_at], B_values[j], sum);
      }
      Y_values[i0] = sum;
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "tensaurus_4.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t tensaurus_4_value;
typedef pos_t tensaurus_4_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define tensaurus_4_workspace_bytes tensaurus_4_workspace_bytes_64
#define tensaurus_4_launch tensaurus_4_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct tensaurus_4_arguments {
  /* Y: I:U */
  tensaurus_4_value* Y_values;
  /* A: I:U, J:C */
  const tensaurus_4_position* A_J_segments;
  const int32_t* A_J_coords;
  const tensaurus_4_value* A_values;
  /* B: J:U */
  const tensaurus_4_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
} tensaurus_4_arguments;

/* Bytes of device memory that tensaurus_4_launch needs as workspace (0: none), aligned to 256. */
size_t tensaurus_4_workspace_bytes(const tensaurus_4_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see tensaurus_4_error_text. Allocates nothing and throws nothing. */
int tensaurus_4_launch(const tensaurus_4_arguments* arguments, void* workspace,
                       size_t workspace_bytes, struct CUstream_st* stream);
const char* tensaurus_4_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct tensaurus_4_sizes {
  int64_t I;
  int64_t J;
  explicit tensaurus_4_sizes(const tensaurus_4_arguments& a) {
    I = a.extent_I;
    J = a.extent_J;
  }
  bool valid() const { return I >= 0 && I <= 2147483647 && J >= 0 && J <= 2147483647; }
  bool addressable() const { return I <= 1000000000 && J <= 1000000000; }
  int64_t block_tensaurus_4_Y() const {
    return max(min(ceil_div(I, 8), min(ceil_div(ceil_div(I, 8), 4224) * 32, 256)), 1);
  }
  int64_t grid_tensaurus_4_Y() const {
    return min(max(ceil_div(ceil_div(I, 8), block_tensaurus_4_Y()), 1), 2147483647);
  }
  coord_t I_of_tensaurus_4_Y() const { return static_cast<coord_t>(I); }
  int64_t stored_Y() const { return I; }
};

}  // namespace

extern "C" size_t tensaurus_4_workspace_bytes(const tensaurus_4_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const tensaurus_4_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int tensaurus_4_launch(const tensaurus_4_arguments* arguments, void* workspace,
                                  size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const tensaurus_4_arguments& a = *arguments;
  const tensaurus_4_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < tensaurus_4_workspace_bytes(arguments)) return 2;
  (void)workspace;
  tensaurus_4_Y<<<static_cast<unsigned>(sizes.grid_tensaurus_4_Y()),
                  static_cast<unsigned>(sizes.block_tensaurus_4_Y()), 0, stream>>>(
      a.Y_values, a.A_J_segments, a.A_J_coords, a.A_values, a.B_values, sizes.I_of_tensaurus_4_Y());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* tensaurus_4_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than tensaurus_4_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
