// Made by teaalc 0.1.0 from spmv_warp_per_row.yaml; do not edit.
//   Z[i] = A[i, j] * B[j]
//     loops I1 (space), I0 (space), J (space)
//   stored A[I:U, J:C], B[J:U], Z[I:U]
//   sizes ROWS=8
//   teaalc spmv_warp_per_row.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 12 "spmv_warp_per_row.yaml"
extern "C" __global__ void spmv_warp_per_row_Z(value_t* __restrict__ Z_values,
                                               const pos_t* __restrict__ A_J_segments,
                                               const coord_t* __restrict__ A_J_coords,
                                               const value_t* __restrict__ A_values,
                                               const value_t* __restrict__ B_values, coord_t I) {
  constexpr int ROWS = 8;
  const offset_t workers_I1 = gridDim.x;
  const offset_t worker_I1 = blockIdx.x;
  const offset_t workers_I0 = blockDim.x / 32;
  const offset_t worker_I0 = threadIdx.x / 32;
  const offset_t workers_J = 32;
  const offset_t worker_J = threadIdx.x % 32;
#line 18 "spmv_warp_per_row.yaml"
  for (offset_t i1 = worker_I1 * ROWS; i1 < I; i1 += workers_I1 * ROWS) {
    const offset_t i1_end = min(static_cast<offset_t>(I), i1 + ROWS);
    for (offset_t i0 = i1 + worker_I0; i0 < i1_end; i0 += workers_I0) {
      const pos_t A_J_begin = A_J_segments[i0];
      const pos_t A_J_end = A_J_segments[i0 + 1];
#line 12 "spmv_warp_per_row.yaml"
      value_t sum = value_t(0);
#line 18 "spmv_warp_per_row.yaml"
      // Products.
      for (offset_t A_J_at = A_J_begin + worker_J; A_J_at < A_J_end; A_J_at += workers_J) {
        const coord_t j = A_J_coords[A_J_at];
#line 12 "spmv_warp_per_row.yaml"
        sum = fmaf(A_values[A_J_at], B_values[j], sum);
      }
      // Combine the sums of threads.
      const value_t total = teaal_lane_sum(sum, 1, 32);
      // Store Z_values.
      if (worker_J == 0) {
        Z_values[i0] = total;
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmv_warp_per_row.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmv_warp_per_row_value;
typedef pos_t spmv_warp_per_row_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_warp_per_row_workspace_bytes spmv_warp_per_row_workspace_bytes_64
#define spmv_warp_per_row_launch spmv_warp_per_row_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmv_warp_per_row_arguments {
  /* Z: I:U */
  spmv_warp_per_row_value* Z_values;
  /* A: I:U, J:C */
  const spmv_warp_per_row_position* A_J_segments;
  const int32_t* A_J_coords;
  const spmv_warp_per_row_value* A_values;
  /* B: J:U */
  const spmv_warp_per_row_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
} spmv_warp_per_row_arguments;

/* Bytes of device memory that spmv_warp_per_row_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmv_warp_per_row_workspace_bytes(const spmv_warp_per_row_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmv_warp_per_row_error_text. Allocates nothing and throws nothing. */
int spmv_warp_per_row_launch(const spmv_warp_per_row_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream);
const char* spmv_warp_per_row_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmv_warp_per_row_sizes {
  int64_t I;
  int64_t J;
  explicit spmv_warp_per_row_sizes(const spmv_warp_per_row_arguments& a) {
    I = a.extent_I;
    J = a.extent_J;
  }
  bool valid() const { return I >= 0 && I <= 2147483647 && J >= 0 && J <= 2147483647; }
  bool addressable() const { return I <= 1000000000 && J <= 1000000000; }
  int64_t block_spmv_warp_per_row_Z() const { return max(min(min(8, I), 8), 1) * 32; }
  int64_t grid_spmv_warp_per_row_Z() const { return max(min(ceil_div(I, 8), 2147483647), 1); }
  coord_t I_of_spmv_warp_per_row_Z() const { return static_cast<coord_t>(I); }
  int64_t stored_Z() const { return I; }
};

}  // namespace

extern "C" size_t spmv_warp_per_row_workspace_bytes(const spmv_warp_per_row_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmv_warp_per_row_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmv_warp_per_row_launch(const spmv_warp_per_row_arguments* arguments,
                                        void* workspace, size_t workspace_bytes,
                                        struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_warp_per_row_arguments& a = *arguments;
  const spmv_warp_per_row_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmv_warp_per_row_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmv_warp_per_row_Z<<<static_cast<unsigned>(sizes.grid_spmv_warp_per_row_Z()),
                        static_cast<unsigned>(sizes.block_spmv_warp_per_row_Z()), 0, stream>>>(
      a.Z_values, a.A_J_segments, a.A_J_coords, a.A_values, a.B_values,
      sizes.I_of_spmv_warp_per_row_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmv_warp_per_row_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmv_warp_per_row_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
