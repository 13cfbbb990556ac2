// Made by teaalc 0.1.0 from spmv_sparse_vector.yaml; do not edit.
//   Z[i] = A[i, j] * B[j]
//     loops I (space), J
//   stored A[I:U, J:C], B[J:C], Z[I:U]
//   teaalc spmv_sparse_vector.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 10 "spmv_sparse_vector.yaml"
extern "C" __global__ void spmv_sparse_vector_Z(value_t* __restrict__ Z_values,
                                                const pos_t* __restrict__ A_J_segments,
                                                const coord_t* __restrict__ A_J_coords,
                                                const value_t* __restrict__ A_values,
                                                const pos_t* __restrict__ B_J_segments,
                                                const coord_t* __restrict__ B_J_coords,
                                                const value_t* __restrict__ B_values, coord_t I) {
  const offset_t workers_I = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_I = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const pos_t B_J_begin = B_J_segments[0];
  const pos_t B_J_end = B_J_segments[1];
#line 13 "spmv_sparse_vector.yaml"
  for (offset_t i = worker_I; i < I; i += workers_I) {
    const pos_t A_J_begin = A_J_segments[i];
    const pos_t A_J_end = A_J_segments[i + 1];
#line 10 "spmv_sparse_vector.yaml"
    value_t sum = value_t(0);
#line 13 "spmv_sparse_vector.yaml"
    pos_t A_J_at = A_J_begin;
    pos_t B_J_at = B_J_begin;
    while (A_J_at < A_J_end && B_J_at < B_J_end) {
      const coord_t A_J_at_coord = A_J_coords[A_J_at];
      const coord_t B_J_at_coord = B_J_coords[B_J_at];
      const coord_t j = min(A_J_at_coord, B_J_at_coord);
      if (A_J_at_coord == j && B_J_at_coord == j) {
#line 10 "spmv_sparse_vector.yaml"
        sum = fmaf(A_values[A_J_at], B_values[B_J_at], sum);
      }
#line 13 "spmv_sparse_vector.yaml"
      A_J_at += (A_J_at_coord == j) ? 1 : 0;
      B_J_at += (B_J_at_coord == j) ? 1 : 0;
    }
#line 10 "spmv_sparse_vector.yaml"
    Z_values[i] = sum;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmv_sparse_vector.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmv_sparse_vector_value;
typedef pos_t spmv_sparse_vector_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_sparse_vector_workspace_bytes spmv_sparse_vector_workspace_bytes_64
#define spmv_sparse_vector_launch spmv_sparse_vector_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmv_sparse_vector_arguments {
  /* Z: I:U */
  spmv_sparse_vector_value* Z_values;
  /* A: I:U, J:C */
  const spmv_sparse_vector_position* A_J_segments;
  const int32_t* A_J_coords;
  const spmv_sparse_vector_value* A_values;
  /* B: J:C */
  const spmv_sparse_vector_position* B_J_segments;
  const int32_t* B_J_coords;
  const spmv_sparse_vector_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
} spmv_sparse_vector_arguments;

/* Bytes of device memory that spmv_sparse_vector_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmv_sparse_vector_workspace_bytes(const spmv_sparse_vector_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmv_sparse_vector_error_text. Allocates nothing and throws nothing. */
int spmv_sparse_vector_launch(const spmv_sparse_vector_arguments* arguments, void* workspace,
                              size_t workspace_bytes, struct CUstream_st* stream);
const char* spmv_sparse_vector_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmv_sparse_vector_sizes {
  int64_t I;
  int64_t J;
  explicit spmv_sparse_vector_sizes(const spmv_sparse_vector_arguments& a) {
    I = a.extent_I;
    J = a.extent_J;
  }
  bool valid() const { return I >= 0 && I <= 2147483647 && J >= 0 && J <= 2147483647; }
  bool addressable() const { return I <= 1000000000 && J <= 1000000000; }
  int64_t block_spmv_sparse_vector_Z() const {
    return max(min(I, min(ceil_div(I, 4224) * 32, 256)), 1);
  }
  int64_t grid_spmv_sparse_vector_Z() const {
    return min(max(ceil_div(I, block_spmv_sparse_vector_Z()), 1), 2147483647);
  }
  coord_t I_of_spmv_sparse_vector_Z() const { return static_cast<coord_t>(I); }
  int64_t stored_Z() const { return I; }
};

}  // namespace

extern "C" size_t spmv_sparse_vector_workspace_bytes(
    const spmv_sparse_vector_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmv_sparse_vector_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmv_sparse_vector_launch(const spmv_sparse_vector_arguments* arguments,
                                         void* workspace, size_t workspace_bytes,
                                         struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_sparse_vector_arguments& a = *arguments;
  const spmv_sparse_vector_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmv_sparse_vector_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmv_sparse_vector_Z<<<static_cast<unsigned>(sizes.grid_spmv_sparse_vector_Z()),
                         static_cast<unsigned>(sizes.block_spmv_sparse_vector_Z()), 0, stream>>>(
      a.Z_values, a.A_J_segments, a.A_J_coords, a.A_values, a.B_J_segments, a.B_J_coords,
      a.B_values, sizes.I_of_spmv_sparse_vector_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmv_sparse_vector_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmv_sparse_vector_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
