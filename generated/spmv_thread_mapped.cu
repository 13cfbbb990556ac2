// Made by teaalc 0.1.0 from spmv_thread_mapped.yaml; do not edit.
//   Z[i] = A[i, j] * B[j]
//     loops I1, I0 (space), J
//   stored A[I:U, J:C], B[J:U], Z[I:U]
//   teaalc spmv_thread_mapped.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 14 "spmv_thread_mapped.yaml"
extern "C" __global__ void spmv_thread_mapped_Z(value_t* __restrict__ Z_values,
                                                const pos_t* __restrict__ A_J_segments,
                                                const coord_t* __restrict__ A_J_coords,
                                                const value_t* __restrict__ A_values,
                                                const value_t* __restrict__ B_values, coord_t I,
                                                coord_t NUM_THREADS) {
  const offset_t workers_I0 = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_I0 = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 24 "spmv_thread_mapped.yaml"
  for (offset_t i1 = 0; i1 < I; i1 += NUM_THREADS) {
    const offset_t i1_end = min(static_cast<offset_t>(I), i1 + NUM_THREADS);
    for (offset_t i0 = i1 + worker_I0; i0 < i1_end; i0 += workers_I0) {
      const pos_t A_J_begin = A_J_segments[i0];
      const pos_t A_J_end = A_J_segments[i0 + 1];
#line 14 "spmv_thread_mapped.yaml"
      value_t sum = value_t(0);
#line 24 "spmv_thread_mapped.yaml"
      for (pos_t A_J_at = A_J_begin; A_J_at < A_J_end; ++A_J_at) {
        const coord_t j = A_J_coords[A_J_at];
#line 14 "spmv_thread_mapped.yaml"
        sum = fmaf(A_values[A_J_at], B_values[j], sum);
      }
      Z_values[i0] = sum;
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmv_thread_mapped.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmv_thread_mapped_value;
typedef pos_t spmv_thread_mapped_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_thread_mapped_workspace_bytes spmv_thread_mapped_workspace_bytes_64
#define spmv_thread_mapped_launch spmv_thread_mapped_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmv_thread_mapped_arguments {
  /* Z: I:U */
  spmv_thread_mapped_value* Z_values;
  /* A: I:U, J:C */
  const spmv_thread_mapped_position* A_J_segments;
  const int32_t* A_J_coords;
  const spmv_thread_mapped_value* A_values;
  /* B: J:U */
  const spmv_thread_mapped_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t size_NUM_THREADS; /* 0: the default */
} spmv_thread_mapped_arguments;

/* Bytes of device memory that spmv_thread_mapped_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmv_thread_mapped_workspace_bytes(const spmv_thread_mapped_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmv_thread_mapped_error_text. Allocates nothing and throws nothing. */
int spmv_thread_mapped_launch(const spmv_thread_mapped_arguments* arguments, void* workspace,
                              size_t workspace_bytes, struct CUstream_st* stream);
const char* spmv_thread_mapped_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmv_thread_mapped_sizes {
  int64_t I;
  int64_t J;
  int64_t NUM_THREADS;
  explicit spmv_thread_mapped_sizes(const spmv_thread_mapped_arguments& a) {
    I = a.extent_I;
    J = a.extent_J;
    NUM_THREADS = a.size_NUM_THREADS > 0 ? a.size_NUM_THREADS : min(max(I, 1), 270336);
  }
  bool valid() const {
    return I >= 0 && I <= 2147483647 && J >= 0 && J <= 2147483647 && NUM_THREADS >= 0 &&
           NUM_THREADS <= 2147483647;
  }
  bool addressable() const {
    return I <= 1000000000 && J <= 1000000000 && NUM_THREADS <= 1000000000;
  }
  int64_t block_spmv_thread_mapped_Z() const {
    return max(min(min(NUM_THREADS, I), min(ceil_div(min(NUM_THREADS, I), 4224) * 32, 256)), 1);
  }
  int64_t grid_spmv_thread_mapped_Z() const {
    return min(max(ceil_div(min(NUM_THREADS, I), block_spmv_thread_mapped_Z()), 1), 2147483647);
  }
  coord_t I_of_spmv_thread_mapped_Z() const { return static_cast<coord_t>(I); }
  coord_t NUM_THREADS_of_spmv_thread_mapped_Z() const { return static_cast<coord_t>(NUM_THREADS); }
  int64_t stored_Z() const { return I; }
};

}  // namespace

extern "C" size_t spmv_thread_mapped_workspace_bytes(
    const spmv_thread_mapped_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmv_thread_mapped_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmv_thread_mapped_launch(const spmv_thread_mapped_arguments* arguments,
                                         void* workspace, size_t workspace_bytes,
                                         struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_thread_mapped_arguments& a = *arguments;
  const spmv_thread_mapped_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmv_thread_mapped_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmv_thread_mapped_Z<<<static_cast<unsigned>(sizes.grid_spmv_thread_mapped_Z()),
                         static_cast<unsigned>(sizes.block_spmv_thread_mapped_Z()), 0, stream>>>(
      a.Z_values, a.A_J_segments, a.A_J_coords, a.A_values, a.B_values,
      sizes.I_of_spmv_thread_mapped_Z(), sizes.NUM_THREADS_of_spmv_thread_mapped_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmv_thread_mapped_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmv_thread_mapped_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
