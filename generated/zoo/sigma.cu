// Made by teaalc 0.1.0 from sigma.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops K1, MK01, N, MK00 (space)
//   stored A[K:U, M:C], B[K:U, N:U], Z[M:U, N:U]
//   teaalc sigma.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// The fiber f in [begin, end) that `position` lies in: segments[f] <= position < segments[f + 1].
// Empty fibers hold no position. `begin` for an empty range. S is the type of segments, F of
// fibers, P of the position.
template <class S, class B, class F, class P>
static __device__ __forceinline__ F teaal_owner(const S* segments, B first, F end, P position) {
  F begin = static_cast<F>(first);
  while (end - begin > 1) {
    const F middle = begin + (end - begin) / 2;
    if (segments[middle] <= position)
      begin = middle;
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

#line 12 "sigma.yaml"
extern "C" __global__ void sigma_Z(
    const pos_t* __restrict__ A_K1MK_K1_segments, const coord_t* __restrict__ A_K1MK_K1_coords,
    const pos_t* __restrict__ A_K1MK_M_segments, const coord_t* __restrict__ A_K1MK_M_coords,
    const pos_t* __restrict__ A_K1MK_K_segments, const coord_t* __restrict__ A_K1MK_K_coords,
    const value_t* __restrict__ A_K1MK_values, const value_t* __restrict__ B_values, coord_t N,
    value_t* __restrict__ Z_copies, coord_t M) {
  const offset_t workers_N = gridDim.x;
  const offset_t worker_N = blockIdx.x;
  const offset_t workers_MK00 = blockDim.x;
  const offset_t worker_MK00 = threadIdx.x;
  const pos_t A_K1MK_K1_begin = A_K1MK_K1_segments[0];
  const pos_t A_K1MK_K1_end = A_K1MK_K1_segments[1];
#line 24 "sigma.yaml"
  for (pos_t A_K1MK_K1_at = A_K1MK_K1_begin; A_K1MK_K1_at < A_K1MK_K1_end; ++A_K1MK_K1_at) {
    const pos_t A_K1MK_M_begin = A_K1MK_M_segments[A_K1MK_K1_at];
    const pos_t A_K1MK_M_end = A_K1MK_M_segments[A_K1MK_K1_at + 1];
    const pos_t A_K1MK_K_from = A_K1MK_K_segments[A_K1MK_M_begin];
    const pos_t A_K1MK_K_to = A_K1MK_K_segments[A_K1MK_M_end];
    for (offset_t mk01 = A_K1MK_K_from; mk01 < A_K1MK_K_to; mk01 += 16384) {
      const offset_t mk01_end = min(static_cast<offset_t>(A_K1MK_K_to), mk01 + 16384);
      for (offset_t n = worker_N; n < N; n += workers_N) {
        for (offset_t mk00 = mk01 + worker_MK00; mk00 < mk01_end; mk00 += workers_MK00) {
          const pos_t A_K1MK_M_at =
              teaal_owner(A_K1MK_K_segments, A_K1MK_M_begin, A_K1MK_M_end, mk00);
          const coord_t m = A_K1MK_M_coords[A_K1MK_M_at];
          const coord_t k0 = A_K1MK_K_coords[mk00];
          const offset_t B_N_at = static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n;
          const offset_t Z_N_at = static_cast<offset_t>(m) * static_cast<offset_t>(N) + n;
#line 12 "sigma.yaml"
          Z_copies[worker_MK00 * (static_cast<size_type>(M) * static_cast<offset_t>(N)) + Z_N_at] =
              fmaf(A_K1MK_values[mk00], B_values[B_N_at],
                   Z_copies[worker_MK00 * (static_cast<size_type>(M) * static_cast<offset_t>(N)) +
                            Z_N_at]);
        }
      }
    }
  }
}

#line 12 "sigma.yaml"
extern "C" __global__ void sigma_Z_add_copies(const value_t* __restrict__ Z_copies,
                                              value_t* __restrict__ Z_values, coord_t M, coord_t N,
                                              coord_t copies) {
  teaal_await_launches();
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(M) * static_cast<offset_t>(N);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    value_t sum = value_t(0);
    for (offset_t copy = 0; copy < copies; ++copy) {
      sum += Z_copies[copy * (static_cast<size_type>(M) * static_cast<offset_t>(N)) + element];
    }
    Z_values[element] = sum;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "sigma.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t sigma_value;
typedef pos_t sigma_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sigma_workspace_bytes sigma_workspace_bytes_64
#define sigma_launch sigma_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct sigma_arguments {
  /* Z: M:U, N:U */
  sigma_value* Z_values;
  /* A_K1MK: K1:C, M:C, K:C; K1 is K / 128, tensor A re-sorted */
  const sigma_position* A_K1MK_K1_segments;
  const int32_t* A_K1MK_K1_coords;
  const sigma_position* A_K1MK_M_segments;
  const int32_t* A_K1MK_M_coords;
  const sigma_position* A_K1MK_K_segments;
  const int32_t* A_K1MK_K_coords;
  const sigma_value* A_K1MK_values;
  /* B: K:U, N:U */
  const sigma_value* B_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  int64_t elements_A; /* how many elements A stores */
} sigma_arguments;

/* Bytes of device memory that sigma_launch needs as workspace (0: none), aligned to 256. */
size_t sigma_workspace_bytes(const sigma_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see sigma_error_text. Allocates nothing and throws nothing. */
int sigma_launch(const sigma_arguments* arguments, void* workspace, size_t workspace_bytes,
                 struct CUstream_st* stream);
const char* sigma_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// While what is in front still runs: the kernel waits for it.
template <class... Parameters, class... Arguments>
cudaError_t launch_early(void (*kernel)(Parameters...), unsigned grid, unsigned block,
                         size_t shared, cudaStream_t stream, Arguments... arguments) {
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(grid);
  config.blockDim = dim3(block);
  config.dynamicSmemBytes = shared;
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

struct sigma_sizes {
  int64_t K;
  int64_t M;
  int64_t N;
  int64_t elements_A;
  explicit sigma_sizes(const sigma_arguments& a) {
    K = a.extent_K;
    M = a.extent_M;
    N = a.extent_N;
    elements_A = a.elements_A;
  }
  bool valid() const {
    return K >= 0 && K <= 2147483647 && M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return K <= 1000000000 && M <= 1000000000 && N <= 1000000000 && elements_A <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t elements_0() const { return block_sigma_Z() * (M * N); }
  int64_t block_sigma_Z() const { return max(min(min(16384, elements_A), 256), 1); }
  int64_t grid_sigma_Z() const { return max(min(N, 16896), 1); }
  int64_t block_sigma_Z_add_copies() const { return 256; }
  int64_t grid_sigma_Z_add_copies() const { return max(1, min(ceil_div(M * N, 256), 2147483647)); }
  coord_t N_of_sigma_Z() const { return static_cast<coord_t>(N); }
  coord_t M_of_sigma_Z() const { return static_cast<coord_t>(M); }
  coord_t M_of_sigma_Z_add_copies() const { return static_cast<coord_t>(M); }
  coord_t N_of_sigma_Z_add_copies() const { return static_cast<coord_t>(N); }
  coord_t copies_of_sigma_Z_add_copies() const {
    return static_cast<coord_t>(max(min(min(16384, elements_A), 256), 1));
  }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t sigma_workspace_bytes(const sigma_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const sigma_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int sigma_launch(const sigma_arguments* arguments, void* workspace,
                            size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const sigma_arguments& a = *arguments;
  const sigma_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < sigma_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  if (cudaMemsetAsync(Z_copies, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  sigma_Z<<<static_cast<unsigned>(sizes.grid_sigma_Z()),
            static_cast<unsigned>(sizes.block_sigma_Z()), 0, stream>>>(
      a.A_K1MK_K1_segments, a.A_K1MK_K1_coords, a.A_K1MK_M_segments, a.A_K1MK_M_coords,
      a.A_K1MK_K_segments, a.A_K1MK_K_coords, a.A_K1MK_values, a.B_values, sizes.N_of_sigma_Z(),
      Z_copies, sizes.M_of_sigma_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(sigma_Z_add_copies, static_cast<unsigned>(sizes.grid_sigma_Z_add_copies()),
                   static_cast<unsigned>(sizes.block_sigma_Z_add_copies()), 0, stream, Z_copies,
                   a.Z_values, sizes.M_of_sigma_Z_add_copies(), sizes.N_of_sigma_Z_add_copies(),
                   sizes.copies_of_sigma_Z_add_copies()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* sigma_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than sigma_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
