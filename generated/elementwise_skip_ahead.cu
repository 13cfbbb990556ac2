// Made by teaalc 0.1.0 from elementwise_skip_ahead.yaml; do not edit.
//   Z[m, n] = A[m, n] * B[m, n]
//     loops M (space), N
//   stored A[M:U, N:C], B[M:U, N:C], Z[M:U, N:U]
//   teaalc elementwise_skip_ahead.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 11 "elementwise_skip_ahead.yaml"
extern "C" __global__ void elementwise_skip_ahead_Z(
    value_t* __restrict__ Z_values, const pos_t* __restrict__ A_N_segments,
    const coord_t* __restrict__ A_N_coords, const value_t* __restrict__ A_values,
    const pos_t* __restrict__ B_N_segments, const coord_t* __restrict__ B_N_coords,
    const value_t* __restrict__ B_values, coord_t M, coord_t N) {
  const offset_t workers_M = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_M = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 14 "elementwise_skip_ahead.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
    const pos_t A_N_begin = A_N_segments[m];
    const pos_t A_N_end = A_N_segments[m + 1];
    const pos_t B_N_begin = B_N_segments[m];
    const pos_t B_N_end = B_N_segments[m + 1];
    pos_t A_N_at = A_N_begin;
    pos_t B_N_at = B_N_begin;
    while (A_N_at < A_N_end && B_N_at < B_N_end) {
      const coord_t A_N_at_coord = A_N_coords[A_N_at];
      const coord_t B_N_at_coord = B_N_coords[B_N_at];
      const coord_t n = max(A_N_at_coord, B_N_at_coord);
      if (A_N_at_coord == n && B_N_at_coord == n) {
        const offset_t Z_N_at = m * static_cast<offset_t>(N) + n;
#line 11 "elementwise_skip_ahead.yaml"
        Z_values[Z_N_at] = A_values[A_N_at] * B_values[B_N_at];
      }
#line 14 "elementwise_skip_ahead.yaml"
      const coord_t n_goal = n + ((A_N_at_coord == n && B_N_at_coord == n) ? 1 : 0);
      A_N_at = teaal_gallop(A_N_coords, A_N_at, A_N_end, static_cast<coord_t>(n_goal));
      B_N_at = teaal_gallop(B_N_coords, B_N_at, B_N_end, static_cast<coord_t>(n_goal));
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "elementwise_skip_ahead.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t elementwise_skip_ahead_value;
typedef pos_t elementwise_skip_ahead_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define elementwise_skip_ahead_workspace_bytes elementwise_skip_ahead_workspace_bytes_64
#define elementwise_skip_ahead_launch elementwise_skip_ahead_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct elementwise_skip_ahead_arguments {
  /* Z: M:U, N:U */
  elementwise_skip_ahead_value* Z_values;
  /* A: M:U, N:C */
  const elementwise_skip_ahead_position* A_N_segments;
  const int32_t* A_N_coords;
  const elementwise_skip_ahead_value* A_values;
  /* B: M:U, N:C */
  const elementwise_skip_ahead_position* B_N_segments;
  const int32_t* B_N_coords;
  const elementwise_skip_ahead_value* B_values;
  int64_t extent_M;
  int64_t extent_N;
} elementwise_skip_ahead_arguments;

/* Bytes of device memory that elementwise_skip_ahead_launch needs as workspace (0: none), aligned
 * to 256. */
size_t elementwise_skip_ahead_workspace_bytes(const elementwise_skip_ahead_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see elementwise_skip_ahead_error_text. Allocates nothing and throws nothing. */
int elementwise_skip_ahead_launch(const elementwise_skip_ahead_arguments* arguments,
                                  void* workspace, size_t workspace_bytes,
                                  struct CUstream_st* stream);
const char* elementwise_skip_ahead_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct elementwise_skip_ahead_sizes {
  int64_t M;
  int64_t N;
  explicit elementwise_skip_ahead_sizes(const elementwise_skip_ahead_arguments& a) {
    M = a.extent_M;
    N = a.extent_N;
  }
  bool valid() const { return M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647; }
  bool addressable() const {
    return M <= 1000000000 && N <= 1000000000 && (M == 0 || N <= 1000000000 / M);
  }
  int64_t block_elementwise_skip_ahead_Z() const {
    return max(min(M, min(ceil_div(M, 4224) * 32, 256)), 1);
  }
  int64_t grid_elementwise_skip_ahead_Z() const {
    return min(max(ceil_div(M, block_elementwise_skip_ahead_Z()), 1), 2147483647);
  }
  coord_t M_of_elementwise_skip_ahead_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_elementwise_skip_ahead_Z() const { return static_cast<coord_t>(N); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t elementwise_skip_ahead_workspace_bytes(
    const elementwise_skip_ahead_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const elementwise_skip_ahead_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int elementwise_skip_ahead_launch(const elementwise_skip_ahead_arguments* arguments,
                                             void* workspace, size_t workspace_bytes,
                                             struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const elementwise_skip_ahead_arguments& a = *arguments;
  const elementwise_skip_ahead_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < elementwise_skip_ahead_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  elementwise_skip_ahead_Z<<<static_cast<unsigned>(sizes.grid_elementwise_skip_ahead_Z()),
                             static_cast<unsigned>(sizes.block_elementwise_skip_ahead_Z()), 0,
                             stream>>>(
      a.Z_values, a.A_N_segments, a.A_N_coords, a.A_values, a.B_N_segments, a.B_N_coords,
      a.B_values, sizes.M_of_elementwise_skip_ahead_Z(), sizes.N_of_elementwise_skip_ahead_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* elementwise_skip_ahead_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than elementwise_skip_ahead_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
