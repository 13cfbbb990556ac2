// Made by teaalc 0.1.0 from ttv.yaml; do not edit.
//   Z[i, j] = T[i, j, k] * B[k]
//     loops I (space), J (space), K
//   stored T[I:U, J:C, K:C], B[K:U], Z[I:U, J:U]
//   teaalc ttv.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 10 "ttv.yaml"
extern "C" __global__ void ttv_Z(value_t* __restrict__ Z_values,
                                 const pos_t* __restrict__ T_J_segments,
                                 const coord_t* __restrict__ T_J_coords,
                                 const pos_t* __restrict__ T_K_segments,
                                 const coord_t* __restrict__ T_K_coords,
                                 const value_t* __restrict__ T_values,
                                 const value_t* __restrict__ B_values, coord_t I, coord_t J) {
  const offset_t workers_I = gridDim.x;
  const offset_t worker_I = blockIdx.x;
  const offset_t workers_J = blockDim.x;
  const offset_t worker_J = threadIdx.x;
#line 13 "ttv.yaml"
  for (offset_t i = worker_I; i < I; i += workers_I) {
    const pos_t T_J_begin = T_J_segments[i];
    const pos_t T_J_end = T_J_segments[i + 1];
    for (offset_t T_J_at = T_J_begin + worker_J; T_J_at < T_J_end; T_J_at += workers_J) {
      const coord_t j = T_J_coords[T_J_at];
      const pos_t T_K_begin = T_K_segments[T_J_at];
      const pos_t T_K_end = T_K_segments[T_J_at + 1];
      const offset_t Z_J_at = i * static_cast<offset_t>(J) + j;
#line 10 "ttv.yaml"
      value_t sum = value_t(0);
#line 13 "ttv.yaml"
      for (pos_t T_K_at = T_K_begin; T_K_at < T_K_end; ++T_K_at) {
        const coord_t k = T_K_coords[T_K_at];
#line 10 "ttv.yaml"
        sum = fmaf(T_values[T_K_at], B_values[k], sum);
      }
      Z_values[Z_J_at] = sum;
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "ttv.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t ttv_value;
typedef pos_t ttv_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define ttv_workspace_bytes ttv_workspace_bytes_64
#define ttv_launch ttv_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct ttv_arguments {
  /* Z: I:U, J:U */
  ttv_value* Z_values;
  /* T: I:U, J:C, K:C */
  const ttv_position* T_J_segments;
  const int32_t* T_J_coords;
  const ttv_position* T_K_segments;
  const int32_t* T_K_coords;
  const ttv_value* T_values;
  /* B: K:U */
  const ttv_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t extent_K;
} ttv_arguments;

/* Bytes of device memory that ttv_launch needs as workspace (0: none), aligned to 256. */
size_t ttv_workspace_bytes(const ttv_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see ttv_error_text. Allocates nothing and throws nothing. */
int ttv_launch(const ttv_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* ttv_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct ttv_sizes {
  int64_t I;
  int64_t J;
  int64_t K;
  explicit ttv_sizes(const ttv_arguments& a) {
    I = a.extent_I;
    J = a.extent_J;
    K = a.extent_K;
  }
  bool valid() const {
    return I >= 0 && I <= 2147483647 && J >= 0 && J <= 2147483647 && K >= 0 && K <= 2147483647;
  }
  bool addressable() const {
    return I <= 1000000000 && J <= 1000000000 && K <= 1000000000 && (I == 0 || J <= 1000000000 / I);
  }
  int64_t block_ttv_Z() const { return max(min(J, 256), 1); }
  int64_t grid_ttv_Z() const { return max(min(I, 2147483647), 1); }
  coord_t I_of_ttv_Z() const { return static_cast<coord_t>(I); }
  coord_t J_of_ttv_Z() const { return static_cast<coord_t>(J); }
  int64_t stored_Z() const { return I * J; }
};

}  // namespace

extern "C" size_t ttv_workspace_bytes(const ttv_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const ttv_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int ttv_launch(const ttv_arguments* arguments, void* workspace, size_t workspace_bytes,
                          struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const ttv_arguments& a = *arguments;
  const ttv_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < ttv_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  ttv_Z<<<static_cast<unsigned>(sizes.grid_ttv_Z()), static_cast<unsigned>(sizes.block_ttv_Z()), 0,
          stream>>>(a.Z_values, a.T_J_segments, a.T_J_coords, a.T_K_segments, a.T_K_coords,
                    a.T_values, a.B_values, sizes.I_of_ttv_Z(), sizes.J_of_ttv_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* ttv_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than ttv_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
