// Made by teaalc 0.1.0 from spmspm_inner.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M (space), N (space), K
//   stored A[M:U, K:C], B[N:U, K:C], Z[M:U, N:U]
//   teaalc spmspm_inner.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 10 "spmspm_inner.yaml"
extern "C" __global__ void spmspm_inner_Z(
    value_t* __restrict__ Z_values, const pos_t* __restrict__ A_K_segments,
    const coord_t* __restrict__ A_K_coords, const value_t* __restrict__ A_values,
    const pos_t* __restrict__ B_K_segments, const coord_t* __restrict__ B_K_coords,
    const value_t* __restrict__ B_values, coord_t M, coord_t N) {
  const offset_t workers_M = gridDim.x;
  const offset_t worker_M = blockIdx.x;
  const offset_t workers_N = blockDim.x;
  const offset_t worker_N = threadIdx.x;
#line 15 "spmspm_inner.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
    const pos_t A_K_begin = A_K_segments[m];
    const pos_t A_K_end = A_K_segments[m + 1];
    for (offset_t n = worker_N; n < N; n += workers_N) {
      const pos_t B_K_begin = B_K_segments[n];
      const pos_t B_K_end = B_K_segments[n + 1];
      const offset_t Z_N_at = m * static_cast<offset_t>(N) + n;
#line 10 "spmspm_inner.yaml"
      value_t sum = value_t(0);
#line 15 "spmspm_inner.yaml"
      pos_t A_K_at = A_K_begin;
      pos_t B_K_at = B_K_begin;
      while (A_K_at < A_K_end && B_K_at < B_K_end) {
        const coord_t A_K_at_coord = A_K_coords[A_K_at];
        const coord_t B_K_at_coord = B_K_coords[B_K_at];
        const coord_t k = max(A_K_at_coord, B_K_at_coord);
        if (A_K_at_coord == k && B_K_at_coord == k) {
#line 10 "spmspm_inner.yaml"
          sum = fmaf(A_values[A_K_at], B_values[B_K_at], sum);
        }
#line 15 "spmspm_inner.yaml"
        const coord_t k_goal = k + ((A_K_at_coord == k && B_K_at_coord == k) ? 1 : 0);
        A_K_at = teaal_gallop(A_K_coords, A_K_at, A_K_end, static_cast<coord_t>(k_goal));
        B_K_at = teaal_gallop(B_K_coords, B_K_at, B_K_end, static_cast<coord_t>(k_goal));
      }
#line 10 "spmspm_inner.yaml"
      Z_values[Z_N_at] = sum;
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmspm_inner.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmspm_inner_value;
typedef pos_t spmspm_inner_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmspm_inner_workspace_bytes spmspm_inner_workspace_bytes_64
#define spmspm_inner_launch spmspm_inner_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmspm_inner_arguments {
  /* Z: M:U, N:U */
  spmspm_inner_value* Z_values;
  /* A: M:U, K:C */
  const spmspm_inner_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmspm_inner_value* A_values;
  /* B: N:U, K:C */
  const spmspm_inner_position* B_K_segments;
  const int32_t* B_K_coords;
  const spmspm_inner_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmspm_inner_arguments;

/* Bytes of device memory that spmspm_inner_launch needs as workspace (0: none), aligned to 256. */
size_t spmspm_inner_workspace_bytes(const spmspm_inner_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmspm_inner_error_text. Allocates nothing and throws nothing. */
int spmspm_inner_launch(const spmspm_inner_arguments* arguments, void* workspace,
                        size_t workspace_bytes, struct CUstream_st* stream);
const char* spmspm_inner_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmspm_inner_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  explicit spmspm_inner_sizes(const spmspm_inner_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 && (M == 0 || N <= 1000000000 / M);
  }
  int64_t block_spmspm_inner_Z() const { return max(min(N, 256), 1); }
  int64_t grid_spmspm_inner_Z() const { return max(min(M, 2147483647), 1); }
  coord_t M_of_spmspm_inner_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spmspm_inner_Z() const { return static_cast<coord_t>(N); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t spmspm_inner_workspace_bytes(const spmspm_inner_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmspm_inner_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmspm_inner_launch(const spmspm_inner_arguments* arguments, void* workspace,
                                   size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmspm_inner_arguments& a = *arguments;
  const spmspm_inner_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmspm_inner_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmspm_inner_Z<<<static_cast<unsigned>(sizes.grid_spmspm_inner_Z()),
                   static_cast<unsigned>(sizes.block_spmspm_inner_Z()), 0, stream>>>(
      a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_K_segments, a.B_K_coords,
      a.B_values, sizes.M_of_spmspm_inner_Z(), sizes.N_of_spmspm_inner_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmspm_inner_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmspm_inner_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
