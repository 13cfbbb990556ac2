// Made by teaalc 0.1.0 from tensaurus_3.yaml; do not edit.
//   Y[i, k] = A[i, j] * B[j, k]
//     loops I1 (space), I0, K2, J, K1 (space), K0 (space)
//   stored A[I:U, J:C], B[J:U, K:U], Y[I:U, K:U]
//   teaalc tensaurus_3.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 11 "tensaurus_3.yaml"
extern "C" __global__ void tensaurus_3_Y(value_t* __restrict__ Y_values,
                                         const pos_t* __restrict__ A_J_segments,
                                         const coord_t* __restrict__ A_J_coords,
                                         const value_t* __restrict__ A_values,
                                         const value_t* __restrict__ B_values, coord_t I, coord_t K,
                                         coord_t count_K2, coord_t count_I1) {
  const offset_t workers_K2 = count_K2;
  const offset_t worker_K2 = blockIdx.x % count_K2;
  const offset_t workers_I1 = count_I1;
  const offset_t worker_I1 = blockIdx.x / count_K2;
  const offset_t workers_I0 = blockDim.x / 32;
  const offset_t worker_I0 = threadIdx.x / 32;
  const offset_t worker_K0 = threadIdx.x % 32 % 4;
  const offset_t worker_K1 = threadIdx.x % 32 / 4;
#line 22 "tensaurus_3.yaml"
  for (offset_t i1 = worker_I1 * 8; i1 < I; i1 += workers_I1 * 8) {
    const offset_t i1_end = min(static_cast<offset_t>(I), i1 + 8);
    for (offset_t i0 = i1 + worker_I0; i0 < i1_end; i0 += workers_I0) {
      const pos_t A_J_begin = A_J_segments[i0];
      const pos_t A_J_end = A_J_segments[i0 + 1];
      for (offset_t k2 = worker_K2 * 32; k2 < K; k2 += workers_K2 * 32) {
        const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 32);
#line 11 "tensaurus_3.yaml"
        value_t sum = value_t(0);
#line 22 "tensaurus_3.yaml"
        for (pos_t A_J_at = A_J_begin; A_J_at < A_J_end; ++A_J_at) {
          const coord_t j = A_J_coords[A_J_at];
          if (k2 + worker_K1 * 4 < k2_end) {
            const offset_t k1 = k2 + worker_K1 * 4;
            const offset_t k1_end = min(k2_end, k1 + 4);
            if (k1 + worker_K0 < k1_end) {
              const coord_t k0 = static_cast<coord_t>(k1 + worker_K0);
              const offset_t B_K_at = static_cast<offset_t>(j) * static_cast<offset_t>(K) + k0;
#line 11 "tensaurus_3.yaml"
              sum = fmaf(A_values[A_J_at], B_values[B_K_at], sum);
            }
          }
        }
#line 22 "tensaurus_3.yaml"
        if (k2 + worker_K1 * 4 < k2_end) {
          const offset_t k1 = k2 + worker_K1 * 4;
          const offset_t k1_end_2 = min(k2_end, k1 + 4);
          if (k1 + worker_K0 < k1_end_2) {
            const coord_t k0 = static_cast<coord_t>(k1 + worker_K0);
            const offset_t Y_K_at_2 = i0 * static_cast<offset_t>(K) + k0;
#line 11 "tensaurus_3.yaml"
            Y_values[Y_K_at_2] = sum;
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "tensaurus_3.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t tensaurus_3_value;
typedef pos_t tensaurus_3_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define tensaurus_3_workspace_bytes tensaurus_3_workspace_bytes_64
#define tensaurus_3_launch tensaurus_3_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct tensaurus_3_arguments {
  /* Y: I:U, K:U */
  tensaurus_3_value* Y_values;
  /* A: I:U, J:C */
  const tensaurus_3_position* A_J_segments;
  const int32_t* A_J_coords;
  const tensaurus_3_value* A_values;
  /* B: J:U, K:U */
  const tensaurus_3_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t extent_K;
} tensaurus_3_arguments;

/* Bytes of device memory that tensaurus_3_launch needs as workspace (0: none), aligned to 256. */
size_t tensaurus_3_workspace_bytes(const tensaurus_3_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see tensaurus_3_error_text. Allocates nothing and throws nothing. */
int tensaurus_3_launch(const tensaurus_3_arguments* arguments, void* workspace,
                       size_t workspace_bytes, struct CUstream_st* stream);
const char* tensaurus_3_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct tensaurus_3_sizes {
  int64_t I;
  int64_t J;
  int64_t K;
  int64_t tensaurus_3_Y_I1_workers;
  int64_t tensaurus_3_Y_K2_workers;
  explicit tensaurus_3_sizes(const tensaurus_3_arguments& a) {
    I = a.extent_I;
    J = a.extent_J;
    K = a.extent_K;
    tensaurus_3_Y_I1_workers = max(min(ceil_div(I, 8), 16896), 1);
    tensaurus_3_Y_K2_workers = max(min(ceil_div(K, 32), 16896 / tensaurus_3_Y_I1_workers), 1);
  }
  bool valid() const {
    return I >= 0 && I <= 2147483647 && J >= 0 && J <= 2147483647 && K >= 0 && K <= 2147483647;
  }
  bool addressable() const {
    return I <= 1000000000 && J <= 1000000000 && K <= 1000000000 &&
           (I == 0 || K <= 1000000000 / I) && (J == 0 || K <= 1000000000 / J);
  }
  int64_t block_tensaurus_3_Y() const { return max(min(min(8, I), 8), 1) * 32; }
  int64_t grid_tensaurus_3_Y() const { return tensaurus_3_Y_I1_workers * tensaurus_3_Y_K2_workers; }
  coord_t I_of_tensaurus_3_Y() const { return static_cast<coord_t>(I); }
  coord_t K_of_tensaurus_3_Y() const { return static_cast<coord_t>(K); }
  coord_t count_K2_of_tensaurus_3_Y() const {
    return static_cast<coord_t>(tensaurus_3_Y_K2_workers);
  }
  coord_t count_I1_of_tensaurus_3_Y() const {
    return static_cast<coord_t>(tensaurus_3_Y_I1_workers);
  }
  int64_t stored_Y() const { return I * K; }
};

}  // namespace

extern "C" size_t tensaurus_3_workspace_bytes(const tensaurus_3_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const tensaurus_3_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int tensaurus_3_launch(const tensaurus_3_arguments* arguments, void* workspace,
                                  size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const tensaurus_3_arguments& a = *arguments;
  const tensaurus_3_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < tensaurus_3_workspace_bytes(arguments)) return 2;
  (void)workspace;
  tensaurus_3_Y<<<static_cast<unsigned>(sizes.grid_tensaurus_3_Y()),
                  static_cast<unsigned>(sizes.block_tensaurus_3_Y()), 0, stream>>>(
      a.Y_values, a.A_J_segments, a.A_J_coords, a.A_values, a.B_values, sizes.I_of_tensaurus_3_Y(),
      sizes.K_of_tensaurus_3_Y(), sizes.count_K2_of_tensaurus_3_Y(),
      sizes.count_I1_of_tensaurus_3_Y());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* tensaurus_3_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than tensaurus_3_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
