// Made by teaalc 0.1.0 from ttm.yaml; do not edit.
//   Z[i, j, k] = T[i, j, l] * B[l, k]
//     loops I (space), J, K (space), L
//   stored T[I:U, J:C, L:C], B[L:U, K:U], Z[I:U, J:U, K:U]
//   teaalc ttm.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 10 "ttm.yaml"
extern "C" __global__ void ttm_Z(
    value_t* __restrict__ Z_values, const pos_t* __restrict__ T_J_segments,
    const coord_t* __restrict__ T_J_coords, const pos_t* __restrict__ T_L_segments,
    const coord_t* __restrict__ T_L_coords, const value_t* __restrict__ T_values,
    const value_t* __restrict__ B_values, coord_t I, coord_t J, coord_t K) {
  const offset_t workers_I = gridDim.x;
  const offset_t worker_I = blockIdx.x;
  const offset_t workers_K = blockDim.x;
  const offset_t worker_K = threadIdx.x;
#line 13 "ttm.yaml"
  for (offset_t i = worker_I; i < I; i += workers_I) {
    const pos_t T_J_begin = T_J_segments[i];
    const pos_t T_J_end = T_J_segments[i + 1];
    for (pos_t T_J_at = T_J_begin; T_J_at < T_J_end; ++T_J_at) {
      const coord_t j = T_J_coords[T_J_at];
      const pos_t T_L_begin = T_L_segments[T_J_at];
      const pos_t T_L_end = T_L_segments[T_J_at + 1];
      const offset_t Z_J_at = i * static_cast<offset_t>(J) + j;
      for (offset_t k = worker_K; k < K; k += workers_K) {
        const offset_t Z_K_at = Z_J_at * static_cast<offset_t>(K) + k;
#line 10 "ttm.yaml"
        value_t sum = value_t(0);
#line 13 "ttm.yaml"
        for (pos_t T_L_at = T_L_begin; T_L_at < T_L_end; ++T_L_at) {
          const coord_t l = T_L_coords[T_L_at];
          const offset_t B_K_at = static_cast<offset_t>(l) * static_cast<offset_t>(K) + k;
#line 10 "ttm.yaml"
          sum = fmaf(T_values[T_L_at], B_values[B_K_at], sum);
        }
        Z_values[Z_K_at] = sum;
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "ttm.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t ttm_value;
typedef pos_t ttm_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define ttm_workspace_bytes ttm_workspace_bytes_64
#define ttm_launch ttm_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct ttm_arguments {
  /* Z: I:U, J:U, K:U */
  ttm_value* Z_values;
  /* T: I:U, J:C, L:C */
  const ttm_position* T_J_segments;
  const int32_t* T_J_coords;
  const ttm_position* T_L_segments;
  const int32_t* T_L_coords;
  const ttm_value* T_values;
  /* B: L:U, K:U */
  const ttm_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t extent_L;
  int64_t extent_K;
} ttm_arguments;

/* Bytes of device memory that ttm_launch needs as workspace (0: none), aligned to 256. */
size_t ttm_workspace_bytes(const ttm_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see ttm_error_text. Allocates nothing and throws nothing. */
int ttm_launch(const ttm_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* ttm_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct ttm_sizes {
  int64_t I;
  int64_t J;
  int64_t L;
  int64_t K;
  explicit ttm_sizes(const ttm_arguments& a) {
    I = a.extent_I;
    J = a.extent_J;
    L = a.extent_L;
    K = a.extent_K;
  }
  bool valid() const {
    return I >= 0 && I <= 2147483647 && J >= 0 && J <= 2147483647 && L >= 0 && L <= 2147483647 &&
           K >= 0 && K <= 2147483647;
  }
  bool addressable() const {
    return I <= 1000000000 && J <= 1000000000 && L <= 1000000000 && K <= 1000000000 &&
           (I == 0 || J <= 1000000000 / I) && (I * J == 0 || K <= 1000000000 / (I * J)) &&
           (L == 0 || K <= 1000000000 / L);
  }
  int64_t block_ttm_Z() const { return max(min(K, 256), 1); }
  int64_t grid_ttm_Z() const { return max(min(I, 2147483647), 1); }
  coord_t I_of_ttm_Z() const { return static_cast<coord_t>(I); }
  coord_t J_of_ttm_Z() const { return static_cast<coord_t>(J); }
  coord_t K_of_ttm_Z() const { return static_cast<coord_t>(K); }
  int64_t stored_Z() const { return I * J * K; }
};

}  // namespace

extern "C" size_t ttm_workspace_bytes(const ttm_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const ttm_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int ttm_launch(const ttm_arguments* arguments, void* workspace, size_t workspace_bytes,
                          struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const ttm_arguments& a = *arguments;
  const ttm_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < ttm_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  ttm_Z<<<static_cast<unsigned>(sizes.grid_ttm_Z()), static_cast<unsigned>(sizes.block_ttm_Z()), 0,
          stream>>>(a.Z_values, a.T_J_segments, a.T_J_coords, a.T_L_segments, a.T_L_coords,
                    a.T_values, a.B_values, sizes.I_of_ttm_Z(), sizes.J_of_ttm_Z(),
                    sizes.K_of_ttm_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* ttm_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than ttm_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
