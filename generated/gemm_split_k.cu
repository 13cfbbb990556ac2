// Made by teaalc 0.1.0 from gemm_split_k.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops K1 (space), M, N (space), K0
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   teaalc gemm_split_k.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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

#line 11 "gemm_split_k.yaml"
extern "C" __global__ void gemm_split_k_C(const value_t* __restrict__ A_values,
                                          const value_t* __restrict__ B_values, coord_t K,
                                          coord_t M, coord_t N, value_t* __restrict__ C_copies) {
  const offset_t workers_K1 = gridDim.x;
  const offset_t worker_K1 = blockIdx.x;
  const offset_t workers_N = blockDim.x;
  const offset_t worker_N = threadIdx.x;
#line 17 "gemm_split_k.yaml"
  for (size_type k1 = static_cast<size_type>(worker_K1) * (max(K - 1, 0) / 4 + 1); k1 < K;
       k1 += static_cast<size_type>(workers_K1) * (max(K - 1, 0) / 4 + 1)) {
    const offset_t k1_end = min(static_cast<size_type>(K), k1 + (max(K - 1, 0) / 4 + 1));
    for (coord_t m = 0; m < M; ++m) {
      for (offset_t n = worker_N; n < N; n += workers_N) {
        const offset_t C_N_at = static_cast<offset_t>(m) * static_cast<offset_t>(N) + n;
#line 11 "gemm_split_k.yaml"
        value_t sum = value_t(0);
#line 17 "gemm_split_k.yaml"
        for (coord_t k0 = k1; k0 < k1_end; ++k0) {
          const offset_t A_K_at = static_cast<offset_t>(m) * static_cast<offset_t>(K) + k0;
          const offset_t B_N_at = static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n;
#line 11 "gemm_split_k.yaml"
          sum = fmaf(A_values[A_K_at], B_values[B_N_at], sum);
        }
        C_copies[worker_K1 * (static_cast<size_type>(M) * static_cast<offset_t>(N)) + C_N_at] +=
            sum;
      }
    }
  }
}

#line 11 "gemm_split_k.yaml"
extern "C" __global__ void gemm_split_k_C_add_copies(const value_t* __restrict__ C_copies,
                                                     value_t* __restrict__ C_values, coord_t M,
                                                     coord_t N, coord_t copies) {
  teaal_await_launches();
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(M) * static_cast<offset_t>(N);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    value_t sum = value_t(0);
    for (offset_t copy = 0; copy < copies; ++copy) {
      sum += C_copies[copy * (static_cast<size_type>(M) * static_cast<offset_t>(N)) + element];
    }
    C_values[element] = sum;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "gemm_split_k.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_split_k_value;
typedef pos_t gemm_split_k_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_split_k_workspace_bytes gemm_split_k_workspace_bytes_64
#define gemm_split_k_launch gemm_split_k_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_split_k_arguments {
  /* C: M:U, N:U */
  gemm_split_k_value* C_values;
  /* A: M:U, K:U */
  const gemm_split_k_value* A_values;
  /* B: K:U, N:U */
  const gemm_split_k_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_split_k_arguments;

/* Bytes of device memory that gemm_split_k_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_split_k_workspace_bytes(const gemm_split_k_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_split_k_error_text. Allocates nothing and throws nothing. */
int gemm_split_k_launch(const gemm_split_k_arguments* arguments, void* workspace,
                        size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_split_k_error_text(int code);
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

struct gemm_split_k_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  explicit gemm_split_k_sizes(const gemm_split_k_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (M == 0 || K <= 1000000000 / M) &&
           (K == 0 || N <= 1000000000 / K);
  }
  int64_t elements_0() const { return grid_gemm_split_k_C() * (M * N); }
  int64_t block_gemm_split_k_C() const { return max(min(N, 256), 1); }
  int64_t grid_gemm_split_k_C() const {
    return max(min(ceil_div(K, max(K - 1, 0) / 4 + 1),
                   min(2147483647, max(max(min(1024, 67108864 / max(M * N, 1)), 1), 1))),
               1);
  }
  int64_t block_gemm_split_k_C_add_copies() const { return 256; }
  int64_t grid_gemm_split_k_C_add_copies() const {
    return max(1, min(ceil_div(M * N, 256), 2147483647));
  }
  coord_t K_of_gemm_split_k_C() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_split_k_C() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_split_k_C() const { return static_cast<coord_t>(N); }
  coord_t M_of_gemm_split_k_C_add_copies() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_split_k_C_add_copies() const { return static_cast<coord_t>(N); }
  coord_t copies_of_gemm_split_k_C_add_copies() const {
    return static_cast<coord_t>(
        max(min(ceil_div(K, max(K - 1, 0) / 4 + 1),
                min(2147483647, max(max(min(1024, 67108864 / max(M * N, 1)), 1), 1))),
            1));
  }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_split_k_workspace_bytes(const gemm_split_k_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_split_k_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_split_k_launch(const gemm_split_k_arguments* arguments, void* workspace,
                                   size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_split_k_arguments& a = *arguments;
  const gemm_split_k_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_split_k_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* C_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  if (cudaMemsetAsync(C_copies, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  gemm_split_k_C<<<static_cast<unsigned>(sizes.grid_gemm_split_k_C()),
                   static_cast<unsigned>(sizes.block_gemm_split_k_C()), 0, stream>>>(
      a.A_values, a.B_values, sizes.K_of_gemm_split_k_C(), sizes.M_of_gemm_split_k_C(),
      sizes.N_of_gemm_split_k_C(), C_copies);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gemm_split_k_C_add_copies,
                   static_cast<unsigned>(sizes.grid_gemm_split_k_C_add_copies()),
                   static_cast<unsigned>(sizes.block_gemm_split_k_C_add_copies()), 0, stream,
                   C_copies, a.C_values, sizes.M_of_gemm_split_k_C_add_copies(),
                   sizes.N_of_gemm_split_k_C_add_copies(),
                   sizes.copies_of_gemm_split_k_C_add_copies()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* gemm_split_k_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_split_k_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
