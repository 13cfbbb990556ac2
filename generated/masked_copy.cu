// Made by teaalc 0.1.0 from masked_copy.yaml; do not edit.
//   Z[i, j] = take(A[i, j], M[i, j], 0)
//     loops I (space), J
//   stored A[I:U, J:C], M[I:U, J:C], Z[I:U, J:U]
//   teaalc masked_copy.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// The same result by exponential search from `begin`: about 2 log2(d) loads when the answer is d
// positions away, so cheap for a walk that skips a little at a time.
template <class A, class P, class C>
static __device__ __forceinline__ P teaal_gallop(A coords, P begin, P end, C target) {
  if (!(begin < end) || !(coords[begin] < target)) return begin;
  P step = 1;
  while (step < end - begin && coords[begin + step] < target) {
    begin += step;
    if (step < end - begin - step) step *= 2;
  }
  const P last = step < end - begin ? begin + step : end;
  return teaal_lower_bound(coords, P(begin + 1), last, target);
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

#line 10 "masked_copy.yaml"
extern "C" __global__ void masked_copy_Z(const pos_t* __restrict__ A_J_segments,
                                         const coord_t* __restrict__ A_J_coords,
                                         const value_t* __restrict__ A_values,
                                         const pos_t* __restrict__ M_J_segments,
                                         const coord_t* __restrict__ M_J_coords,
                                         const value_t* __restrict__ M_values,
                                         value_t* __restrict__ Z_values, coord_t I, coord_t J) {
  const offset_t workers_I = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_I = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 13 "masked_copy.yaml"
  for (offset_t i = worker_I; i < I; i += workers_I) {
    const pos_t A_J_begin = A_J_segments[i];
    const pos_t A_J_end = A_J_segments[i + 1];
    const pos_t M_J_begin = M_J_segments[i];
    const pos_t M_J_end = M_J_segments[i + 1];
    pos_t A_J_at = A_J_begin;
    pos_t M_J_at = M_J_begin;
    while (A_J_at < A_J_end && M_J_at < M_J_end) {
      const coord_t A_J_at_coord = A_J_coords[A_J_at];
      const coord_t M_J_at_coord = M_J_coords[M_J_at];
      const coord_t j = max(A_J_at_coord, M_J_at_coord);
      if (A_J_at_coord == j && M_J_at_coord == j) {
        const offset_t Z_J_at = i * static_cast<offset_t>(J) + j;
#line 10 "masked_copy.yaml"
        if ((A_values[A_J_at] != value_t(0)) && (M_values[M_J_at] != value_t(0))) {
          Z_values[Z_J_at] = A_values[A_J_at];
        }
      }
#line 13 "masked_copy.yaml"
      const coord_t j_goal = j + ((A_J_at_coord == j && M_J_at_coord == j) ? 1 : 0);
      A_J_at = teaal_gallop(A_J_coords, A_J_at, A_J_end, static_cast<coord_t>(j_goal));
      M_J_at = teaal_gallop(M_J_coords, M_J_at, M_J_end, static_cast<coord_t>(j_goal));
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "masked_copy.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t masked_copy_value;
typedef pos_t masked_copy_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define masked_copy_workspace_bytes masked_copy_workspace_bytes_64
#define masked_copy_launch masked_copy_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct masked_copy_arguments {
  /* A: I:U, J:C */
  const masked_copy_position* A_J_segments;
  const int32_t* A_J_coords;
  const masked_copy_value* A_values;
  /* M: I:U, J:C */
  const masked_copy_position* M_J_segments;
  const int32_t* M_J_coords;
  const masked_copy_value* M_values;
  /* Z: I:U, J:U */
  masked_copy_value* Z_values;
  int64_t extent_I;
  int64_t extent_J;
} masked_copy_arguments;

/* Bytes of device memory that masked_copy_launch needs as workspace (0: none), aligned to 256. */
size_t masked_copy_workspace_bytes(const masked_copy_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see masked_copy_error_text. Allocates nothing and throws nothing. */
int masked_copy_launch(const masked_copy_arguments* arguments, void* workspace,
                       size_t workspace_bytes, struct CUstream_st* stream);
const char* masked_copy_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct masked_copy_sizes {
  int64_t I;
  int64_t J;
  explicit masked_copy_sizes(const masked_copy_arguments& a) {
    I = a.extent_I;
    J = a.extent_J;
  }
  bool valid() const { return I >= 0 && I <= 2147483647 && J >= 0 && J <= 2147483647; }
  bool addressable() const {
    return I <= 1000000000 && J <= 1000000000 && (I == 0 || J <= 1000000000 / I);
  }
  int64_t block_masked_copy_Z() const { return max(min(I, min(ceil_div(I, 4224) * 32, 256)), 1); }
  int64_t grid_masked_copy_Z() const {
    return min(max(ceil_div(I, block_masked_copy_Z()), 1), 2147483647);
  }
  coord_t I_of_masked_copy_Z() const { return static_cast<coord_t>(I); }
  coord_t J_of_masked_copy_Z() const { return static_cast<coord_t>(J); }
  int64_t stored_Z() const { return I * J; }
};

}  // namespace

extern "C" size_t masked_copy_workspace_bytes(const masked_copy_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const masked_copy_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int masked_copy_launch(const masked_copy_arguments* arguments, void* workspace,
                                  size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const masked_copy_arguments& a = *arguments;
  const masked_copy_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < masked_copy_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  masked_copy_Z<<<static_cast<unsigned>(sizes.grid_masked_copy_Z()),
                  static_cast<unsigned>(sizes.block_masked_copy_Z()), 0, stream>>>(
      a.A_J_segments, a.A_J_coords, a.A_values, a.M_J_segments, a.M_J_coords, a.M_values,
      a.Z_values, sizes.I_of_masked_copy_Z(), sizes.J_of_masked_copy_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* masked_copy_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than masked_copy_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
