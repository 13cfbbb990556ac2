// Made by teaalc 0.1.0 from mttkrp.yaml; do not edit.
//   Z[i, j] = T[i, k, l] * B[k, j] * C[l, j]
//     loops I (space), J (space), K, L
//   stored T[I:U, K:C, L:C], B[K:U, J:U], C[L:U, J:U], Z[I:U, J:U]
//   teaalc mttkrp.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 13 "mttkrp.yaml"
extern "C" __global__ void mttkrp_Z(value_t* __restrict__ Z_values,
                                    const pos_t* __restrict__ T_K_segments,
                                    const coord_t* __restrict__ T_K_coords,
                                    const pos_t* __restrict__ T_L_segments,
                                    const coord_t* __restrict__ T_L_coords,
                                    const value_t* __restrict__ T_values,
                                    const value_t* __restrict__ B_values,
                                    const value_t* __restrict__ C_values, coord_t I, coord_t J) {
  const offset_t workers_I = gridDim.x;
  const offset_t worker_I = blockIdx.x;
  const offset_t workers_J = blockDim.x;
  const offset_t worker_J = threadIdx.x;
#line 16 "mttkrp.yaml"
  for (offset_t i = worker_I; i < I; i += workers_I) {
    const pos_t T_K_begin = T_K_segments[i];
    const pos_t T_K_end = T_K_segments[i + 1];
    for (offset_t j = worker_J; j < J; j += workers_J) {
      const offset_t Z_J_at = i * static_cast<offset_t>(J) + j;
#line 13 "mttkrp.yaml"
      value_t sum = value_t(0);
#line 16 "mttkrp.yaml"
      for (pos_t T_K_at = T_K_begin; T_K_at < T_K_end; ++T_K_at) {
        const coord_t k = T_K_coords[T_K_at];
        const offset_t B_J_at = static_cast<offset_t>(k) * static_cast<offset_t>(J) + j;
        const pos_t T_L_begin = T_L_segments[T_K_at];
        const pos_t T_L_end = T_L_segments[T_K_at + 1];
        for (pos_t T_L_at = T_L_begin; T_L_at < T_L_end; ++T_L_at) {
          const coord_t l = T_L_coords[T_L_at];
          const offset_t C_J_at = static_cast<offset_t>(l) * static_cast<offset_t>(J) + j;
#line 13 "mttkrp.yaml"
          sum = fmaf(T_values[T_L_at] * B_values[B_J_at], C_values[C_J_at], sum);
        }
      }
      Z_values[Z_J_at] = sum;
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "mttkrp.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t mttkrp_value;
typedef pos_t mttkrp_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define mttkrp_workspace_bytes mttkrp_workspace_bytes_64
#define mttkrp_launch mttkrp_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct mttkrp_arguments {
  /* Z: I:U, J:U */
  mttkrp_value* Z_values;
  /* T: I:U, K:C, L:C */
  const mttkrp_position* T_K_segments;
  const int32_t* T_K_coords;
  const mttkrp_position* T_L_segments;
  const int32_t* T_L_coords;
  const mttkrp_value* T_values;
  /* B: K:U, J:U */
  const mttkrp_value* B_values;
  /* C: L:U, J:U */
  const mttkrp_value* C_values;
  int64_t extent_I;
  int64_t extent_K;
  int64_t extent_L;
  int64_t extent_J;
} mttkrp_arguments;

/* Bytes of device memory that mttkrp_launch needs as workspace (0: none), aligned to 256. */
size_t mttkrp_workspace_bytes(const mttkrp_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see mttkrp_error_text. Allocates nothing and throws nothing. */
int mttkrp_launch(const mttkrp_arguments* arguments, void* workspace, size_t workspace_bytes,
                  struct CUstream_st* stream);
const char* mttkrp_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct mttkrp_sizes {
  int64_t I;
  int64_t K;
  int64_t L;
  int64_t J;
  explicit mttkrp_sizes(const mttkrp_arguments& a) {
    I = a.extent_I;
    K = a.extent_K;
    L = a.extent_L;
    J = a.extent_J;
  }
  bool valid() const {
    return I >= 0 && I <= 2147483647 && K >= 0 && K <= 2147483647 && L >= 0 && L <= 2147483647 &&
           J >= 0 && J <= 2147483647;
  }
  bool addressable() const {
    return I <= 1000000000 && K <= 1000000000 && L <= 1000000000 && J <= 1000000000 &&
           (I == 0 || J <= 1000000000 / I) && (K == 0 || J <= 1000000000 / K) &&
           (L == 0 || J <= 1000000000 / L);
  }
  int64_t block_mttkrp_Z() const { return max(min(J, 256), 1); }
  int64_t grid_mttkrp_Z() const { return max(min(I, 2147483647), 1); }
  coord_t I_of_mttkrp_Z() const { return static_cast<coord_t>(I); }
  coord_t J_of_mttkrp_Z() const { return static_cast<coord_t>(J); }
  int64_t stored_Z() const { return I * J; }
};

}  // namespace

extern "C" size_t mttkrp_workspace_bytes(const mttkrp_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const mttkrp_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int mttkrp_launch(const mttkrp_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const mttkrp_arguments& a = *arguments;
  const mttkrp_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < mttkrp_workspace_bytes(arguments)) return 2;
  (void)workspace;
  mttkrp_Z<<<static_cast<unsigned>(sizes.grid_mttkrp_Z()),
             static_cast<unsigned>(sizes.block_mttkrp_Z()), 0, stream>>>(
      a.Z_values, a.T_K_segments, a.T_K_coords, a.T_L_segments, a.T_L_coords, a.T_values,
      a.B_values, a.C_values, sizes.I_of_mttkrp_Z(), sizes.J_of_mttkrp_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* mttkrp_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than mttkrp_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
