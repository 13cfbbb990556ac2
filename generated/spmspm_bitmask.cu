// Made by teaalc 0.1.0 from spmspm_bitmask.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M (space), N (space), K
//   stored A[M:U, K:B], B[N:U, K:B], Z[M:U, N:U]
//   teaalc spmspm_bitmask.yaml --type=f32 --arch=sm_90 --index-bits=32

// The position of `index`, which the fiber stores; of one that it does not store, that of the next
// that is stored.
template <class P>
static __device__ __forceinline__ P teaal_bit_position(const unsigned* masks, const P* bases,
                                                       long long first_word, int index) {
  const long long word = first_word + index / 32;
  const unsigned before = masks[word] & ((1u << (index % 32)) - 1u);
  return bases[word] + static_cast<P>(__popc(before));
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

#line 11 "spmspm_bitmask.yaml"
extern "C" __global__ void spmspm_bitmask_Z(
    value_t* __restrict__ Z_values, const unsigned* __restrict__ A_K_masks,
    const pos_t* __restrict__ A_K_bases, const value_t* __restrict__ A_values,
    const unsigned* __restrict__ B_K_masks, const pos_t* __restrict__ B_K_bases,
    const value_t* __restrict__ B_values, coord_t K, coord_t M, coord_t N) {
  const offset_t workers_M = gridDim.x;
  const offset_t worker_M = blockIdx.x;
  const offset_t workers_N = blockDim.x;
  const offset_t worker_N = threadIdx.x;
#line 16 "spmspm_bitmask.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
    const size_type A_K_word = static_cast<size_type>(m) * ((static_cast<offset_t>(K) + 31) / 32);
    for (offset_t n = worker_N; n < N; n += workers_N) {
      const size_type B_K_word = static_cast<size_type>(n) * ((static_cast<offset_t>(K) + 31) / 32);
      const offset_t Z_N_at = m * static_cast<offset_t>(N) + n;
#line 11 "spmspm_bitmask.yaml"
      value_t sum = value_t(0);
#line 16 "spmspm_bitmask.yaml"
      for (offset_t k_word = 0; k_word < (static_cast<offset_t>(K) + 31) / 32; ++k_word) {
        unsigned k_bits = A_K_masks[A_K_word + k_word] & B_K_masks[B_K_word + k_word];
        while (k_bits != 0u) {
          const size_type k_bit =
              static_cast<size_type>(k_word * 32) + (__ffs(static_cast<int>(k_bits)) - 1);
          const pos_t A_K_at = teaal_bit_position(A_K_masks, A_K_bases, A_K_word, k_bit);
          const pos_t B_K_at = teaal_bit_position(B_K_masks, B_K_bases, B_K_word, k_bit);
#line 11 "spmspm_bitmask.yaml"
          sum = fmaf(A_values[A_K_at], B_values[B_K_at], sum);
#line 16 "spmspm_bitmask.yaml"
          k_bits = k_bits & (k_bits - 1u);
        }
      }
#line 11 "spmspm_bitmask.yaml"
      Z_values[Z_N_at] = sum;
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmspm_bitmask.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmspm_bitmask_value;
typedef pos_t spmspm_bitmask_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmspm_bitmask_workspace_bytes spmspm_bitmask_workspace_bytes_64
#define spmspm_bitmask_launch spmspm_bitmask_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmspm_bitmask_arguments {
  /* Z: M:U, N:U */
  spmspm_bitmask_value* Z_values;
  /* A: M:U, K:B */
  const uint32_t* A_K_masks;
  const spmspm_bitmask_position* A_K_bases;
  const spmspm_bitmask_value* A_values;
  /* B: N:U, K:B */
  const uint32_t* B_K_masks;
  const spmspm_bitmask_position* B_K_bases;
  const spmspm_bitmask_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmspm_bitmask_arguments;

/* Bytes of device memory that spmspm_bitmask_launch needs as workspace (0: none), aligned to 256.
 */
size_t spmspm_bitmask_workspace_bytes(const spmspm_bitmask_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmspm_bitmask_error_text. Allocates nothing and throws nothing. */
int spmspm_bitmask_launch(const spmspm_bitmask_arguments* arguments, void* workspace,
                          size_t workspace_bytes, struct CUstream_st* stream);
const char* spmspm_bitmask_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmspm_bitmask_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  explicit spmspm_bitmask_sizes(const spmspm_bitmask_arguments& a) {
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
  int64_t block_spmspm_bitmask_Z() const { return max(min(N, 256), 1); }
  int64_t grid_spmspm_bitmask_Z() const { return max(min(M, 2147483647), 1); }
  coord_t K_of_spmspm_bitmask_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_spmspm_bitmask_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spmspm_bitmask_Z() const { return static_cast<coord_t>(N); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t spmspm_bitmask_workspace_bytes(const spmspm_bitmask_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmspm_bitmask_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmspm_bitmask_launch(const spmspm_bitmask_arguments* arguments, void* workspace,
                                     size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmspm_bitmask_arguments& a = *arguments;
  const spmspm_bitmask_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmspm_bitmask_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmspm_bitmask_Z<<<static_cast<unsigned>(sizes.grid_spmspm_bitmask_Z()),
                     static_cast<unsigned>(sizes.block_spmspm_bitmask_Z()), 0, stream>>>(
      a.Z_values, a.A_K_masks, a.A_K_bases, a.A_values, a.B_K_masks, a.B_K_bases, a.B_values,
      sizes.K_of_spmspm_bitmask_Z(), sizes.M_of_spmspm_bitmask_Z(), sizes.N_of_spmspm_bitmask_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmspm_bitmask_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmspm_bitmask_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
