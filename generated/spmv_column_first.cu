// Made by teaalc 0.1.0 from spmv_column_first.yaml; do not edit.
//   Z[i] = A[i, j] * B[j]
//     loops J, I (space)
//   stored A[I:U, J:C], B[J:U], Z[I:U]
//   teaalc spmv_column_first.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 11 "spmv_column_first.yaml"
extern "C" __global__ void spmv_column_first_Z(value_t* __restrict__ Z_values,
                                               const pos_t* __restrict__ A_JI_I_segments,
                                               const coord_t* __restrict__ A_JI_I_coords,
                                               const value_t* __restrict__ A_JI_values,
                                               const value_t* __restrict__ B_values, coord_t I,
                                               coord_t J) {
  const offset_t workers_I = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_I = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 14 "spmv_column_first.yaml"
  for (coord_t j = 0; j < J; ++j) {
    const pos_t A_JI_I_begin = A_JI_I_segments[j];
    const pos_t A_JI_I_end = A_JI_I_segments[j + 1];
    const offset_t i_piece = (static_cast<offset_t>(I) + workers_I - 1) / workers_I;
    const offset_t i_begin =
        min(static_cast<size_type>(I), static_cast<size_type>(i_piece) * worker_I);
    const offset_t i_end =
        min(static_cast<size_type>(I), static_cast<size_type>(i_begin) + i_piece);
    const pos_t A_JI_I_begin_2 =
        teaal_lower_bound(A_JI_I_coords, A_JI_I_begin, A_JI_I_end, static_cast<coord_t>(i_begin));
    const pos_t A_JI_I_end_2 =
        teaal_lower_bound(A_JI_I_coords, A_JI_I_begin_2, A_JI_I_end, static_cast<coord_t>(i_end));
    for (pos_t A_JI_I_at = A_JI_I_begin_2; A_JI_I_at < A_JI_I_end_2; ++A_JI_I_at) {
      const coord_t i = A_JI_I_coords[A_JI_I_at];
#line 11 "spmv_column_first.yaml"
      Z_values[i] = fmaf(A_JI_values[A_JI_I_at], B_values[j], Z_values[i]);
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmv_column_first.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmv_column_first_value;
typedef pos_t spmv_column_first_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_column_first_workspace_bytes spmv_column_first_workspace_bytes_64
#define spmv_column_first_launch spmv_column_first_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmv_column_first_arguments {
  /* Z: I:U */
  spmv_column_first_value* Z_values;
  /* A_JI: J:U, I:C, tensor A re-sorted */
  const spmv_column_first_position* A_JI_I_segments;
  const int32_t* A_JI_I_coords;
  const spmv_column_first_value* A_JI_values;
  /* B: J:U */
  const spmv_column_first_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
} spmv_column_first_arguments;

/* Bytes of device memory that spmv_column_first_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmv_column_first_workspace_bytes(const spmv_column_first_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmv_column_first_error_text. Allocates nothing and throws nothing. */
int spmv_column_first_launch(const spmv_column_first_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream);
const char* spmv_column_first_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmv_column_first_sizes {
  int64_t I;
  int64_t J;
  explicit spmv_column_first_sizes(const spmv_column_first_arguments& a) {
    I = a.extent_I;
    J = a.extent_J;
  }
  bool valid() const { return I >= 0 && I <= 2147483647 && J >= 0 && J <= 2147483647; }
  bool addressable() const { return I <= 1000000000 && J <= 1000000000; }
  int64_t block_spmv_column_first_Z() const {
    return max(min(I, min(ceil_div(I, 4224) * 32, 256)), 1);
  }
  int64_t grid_spmv_column_first_Z() const {
    return min(max(ceil_div(I, block_spmv_column_first_Z()), 1), 2147483647);
  }
  coord_t I_of_spmv_column_first_Z() const { return static_cast<coord_t>(I); }
  coord_t J_of_spmv_column_first_Z() const { return static_cast<coord_t>(J); }
  int64_t stored_Z() const { return I; }
};

}  // namespace

extern "C" size_t spmv_column_first_workspace_bytes(const spmv_column_first_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmv_column_first_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmv_column_first_launch(const spmv_column_first_arguments* arguments,
                                        void* workspace, size_t workspace_bytes,
                                        struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_column_first_arguments& a = *arguments;
  const spmv_column_first_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmv_column_first_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  spmv_column_first_Z<<<static_cast<unsigned>(sizes.grid_spmv_column_first_Z()),
                        static_cast<unsigned>(sizes.block_spmv_column_first_Z()), 0, stream>>>(
      a.Z_values, a.A_JI_I_segments, a.A_JI_I_coords, a.A_JI_values, a.B_values,
      sizes.I_of_spmv_column_first_Z(), sizes.J_of_spmv_column_first_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmv_column_first_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmv_column_first_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
