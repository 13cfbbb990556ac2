// Made by teaalc 0.1.0 from flexagon_1.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops MK1, N, MK0 (space)
//   stored A[M:U, K:C], B[N:U, K:C], Z[N:U, M:U]
//   sizes num_multipliers=64
//   teaalc flexagon_1.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

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

#line 11 "flexagon_1.yaml"
extern "C" __global__ void flexagon_1_Z(const pos_t* __restrict__ A_K_segments,
                                        const coord_t* __restrict__ A_K_coords,
                                        const value_t* __restrict__ A_values,
                                        const pos_t* __restrict__ B_K_segments,
                                        const coord_t* __restrict__ B_K_coords,
                                        const value_t* __restrict__ B_values, coord_t M, coord_t N,
                                        value_t* __restrict__ Z_copies) {
  constexpr int num_multipliers = 64;
  const offset_t workers_N = gridDim.x;
  const offset_t worker_N = blockIdx.x;
  const offset_t workers_MK0 = blockDim.x;
  const offset_t worker_MK0 = threadIdx.x;
#line 22 "flexagon_1.yaml"
  const offset_t A_M_to = M;
  const pos_t A_K_to = A_K_segments[A_M_to];
  for (offset_t mk1 = 0; mk1 < A_K_to; mk1 += num_multipliers) {
    const offset_t mk1_end = min(static_cast<offset_t>(A_K_to), mk1 + num_multipliers);
    for (offset_t n = worker_N; n < N; n += workers_N) {
      const pos_t B_K_begin = B_K_segments[n];
      const pos_t B_K_end = B_K_segments[n + 1];
      for (offset_t mk0 = mk1 + worker_MK0; mk0 < mk1_end; mk0 += workers_MK0) {
        const offset_t A_M_at = teaal_owner(A_K_segments, 0, A_M_to, mk0);
        const coord_t m = static_cast<coord_t>(A_M_at);
        const coord_t k = A_K_coords[mk0];
        const pos_t B_K_at =
            teaal_lower_bound(B_K_coords, B_K_begin, B_K_end, static_cast<coord_t>(k));
        if (B_K_at < B_K_end && B_K_coords[B_K_at] == k) {
          const offset_t Z_M_at = n * static_cast<offset_t>(M) + m;
#line 11 "flexagon_1.yaml"
          Z_copies[worker_MK0 * (static_cast<size_type>(N) * static_cast<offset_t>(M)) + Z_M_at] =
              fmaf(A_values[mk0], B_values[B_K_at],
                   Z_copies[worker_MK0 * (static_cast<size_type>(N) * static_cast<offset_t>(M)) +
                            Z_M_at]);
        }
      }
    }
  }
}

#line 11 "flexagon_1.yaml"
extern "C" __global__ void flexagon_1_Z_add_copies(const value_t* __restrict__ Z_copies,
                                                   value_t* __restrict__ Z_values, coord_t N,
                                                   coord_t M, coord_t copies) {
  teaal_await_launches();
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(N) * static_cast<offset_t>(M);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    value_t sum = value_t(0);
    for (offset_t copy = 0; copy < copies; ++copy) {
      sum += Z_copies[copy * (static_cast<size_type>(N) * static_cast<offset_t>(M)) + element];
    }
    Z_values[element] = sum;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "flexagon_1.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t flexagon_1_value;
typedef pos_t flexagon_1_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define flexagon_1_workspace_bytes flexagon_1_workspace_bytes_64
#define flexagon_1_launch flexagon_1_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct flexagon_1_arguments {
  /* Z: N:U, M:U */
  flexagon_1_value* Z_values;
  /* A: M:U, K:C */
  const flexagon_1_position* A_K_segments;
  const int32_t* A_K_coords;
  const flexagon_1_value* A_values;
  /* B: N:U, K:C */
  const flexagon_1_position* B_K_segments;
  const int32_t* B_K_coords;
  const flexagon_1_value* B_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  int64_t elements_A; /* how many elements A stores */
} flexagon_1_arguments;

/* Bytes of device memory that flexagon_1_launch needs as workspace (0: none), aligned to 256. */
size_t flexagon_1_workspace_bytes(const flexagon_1_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see flexagon_1_error_text. Allocates nothing and throws nothing. */
int flexagon_1_launch(const flexagon_1_arguments* arguments, void* workspace,
                      size_t workspace_bytes, struct CUstream_st* stream);
const char* flexagon_1_error_text(int code);
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

struct flexagon_1_sizes {
  int64_t K;
  int64_t M;
  int64_t N;
  int64_t elements_A;
  explicit flexagon_1_sizes(const flexagon_1_arguments& a) {
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
           (N == 0 || M <= 1000000000 / N);
  }
  int64_t elements_0() const { return max(min(min(64, elements_A), 256), 1) * (N * M); }
  int64_t block_flexagon_1_Z() const { return max(min(min(64, elements_A), 256), 1); }
  int64_t grid_flexagon_1_Z() const { return max(min(N, 16896), 1); }
  int64_t block_flexagon_1_Z_add_copies() const { return 256; }
  int64_t grid_flexagon_1_Z_add_copies() const {
    return max(1, min(ceil_div(N * M, 256), 2147483647));
  }
  coord_t M_of_flexagon_1_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_flexagon_1_Z() const { return static_cast<coord_t>(N); }
  coord_t N_of_flexagon_1_Z_add_copies() const { return static_cast<coord_t>(N); }
  coord_t M_of_flexagon_1_Z_add_copies() const { return static_cast<coord_t>(M); }
  coord_t copies_of_flexagon_1_Z_add_copies() const {
    return static_cast<coord_t>(max(min(min(64, elements_A), 256), 1));
  }
  int64_t stored_Z() const { return N * M; }
};

}  // namespace

extern "C" size_t flexagon_1_workspace_bytes(const flexagon_1_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const flexagon_1_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int flexagon_1_launch(const flexagon_1_arguments* arguments, void* workspace,
                                 size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const flexagon_1_arguments& a = *arguments;
  const flexagon_1_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < flexagon_1_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  if (cudaMemsetAsync(Z_copies, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  flexagon_1_Z<<<static_cast<unsigned>(sizes.grid_flexagon_1_Z()),
                 static_cast<unsigned>(sizes.block_flexagon_1_Z()), 0, stream>>>(
      a.A_K_segments, a.A_K_coords, a.A_values, a.B_K_segments, a.B_K_coords, a.B_values,
      sizes.M_of_flexagon_1_Z(), sizes.N_of_flexagon_1_Z(), Z_copies);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(
          flexagon_1_Z_add_copies, static_cast<unsigned>(sizes.grid_flexagon_1_Z_add_copies()),
          static_cast<unsigned>(sizes.block_flexagon_1_Z_add_copies()), 0, stream, Z_copies,
          a.Z_values, sizes.N_of_flexagon_1_Z_add_copies(), sizes.M_of_flexagon_1_Z_add_copies(),
          sizes.copies_of_flexagon_1_Z_add_copies()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* flexagon_1_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than flexagon_1_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
