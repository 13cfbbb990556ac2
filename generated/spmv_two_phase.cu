// Made by teaalc 0.1.0 from spmv_two_phase.yaml; do not edit.
//   T[m, k] = A[m, k] * X[k]
//     loops K1, MK01 (space), MK00 (space)
//   Z[m] = T[m, k]
//     loops M (space), K1, K0
//   stored A[K1:U, M:U, K:C], X[K:U], T[K1:U, M:U, K:C] like A, Z[M:U]
//   sizes COLUMNS=4194304
//   teaalc spmv_two_phase.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 14 "spmv_two_phase.yaml"
extern "C" __global__ void spmv_two_phase_T(const pos_t* __restrict__ A_K_segments,
                                            const coord_t* __restrict__ A_K_coords,
                                            value_t* __restrict__ T_values,
                                            const value_t* __restrict__ A_values,
                                            const value_t* __restrict__ X_values, coord_t K,
                                            coord_t M) {
  constexpr int COLUMNS = 4194304;
  const offset_t workers_MK01 = gridDim.x;
  const offset_t worker_MK01 = blockIdx.x;
  const offset_t workers_MK00 = blockDim.x;
  const offset_t worker_MK00 = threadIdx.x;
#line 25 "spmv_two_phase.yaml"
  for (offset_t k1 = 0; k1 < K; k1 += COLUMNS) {
    const size_type A_M_from = static_cast<size_type>(k1 / COLUMNS) * static_cast<offset_t>(M);
    const size_type A_M_to = static_cast<size_type>(k1 / COLUMNS) * static_cast<offset_t>(M) + M;
    const pos_t A_K_from = A_K_segments[A_M_from];
    const pos_t A_K_to = A_K_segments[A_M_to];
    for (offset_t mk01 = A_K_from + worker_MK01 * 256; mk01 < A_K_to; mk01 += workers_MK01 * 256) {
      const offset_t mk01_end = min(static_cast<offset_t>(A_K_to), mk01 + 256);
      for (offset_t mk00 = mk01 + worker_MK00; mk00 < mk01_end; mk00 += workers_MK00) {
        const coord_t k0 = A_K_coords[mk00];
#line 14 "spmv_two_phase.yaml"
        T_values[mk00] = A_values[mk00] * X_values[k0];
      }
    }
  }
}

#line 15 "spmv_two_phase.yaml"
extern "C" __global__ void spmv_two_phase_Z(value_t* __restrict__ Z_values,
                                            const pos_t* __restrict__ A_K_segments,
                                            const coord_t* __restrict__ A_K_coords,
                                            const value_t* __restrict__ T_values, coord_t K,
                                            coord_t M) {
  constexpr int COLUMNS = 4194304;
  teaal_await_launches();
  const offset_t workers_M = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_M = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 26 "spmv_two_phase.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
#line 15 "spmv_two_phase.yaml"
    value_t sum = value_t(0);
#line 26 "spmv_two_phase.yaml"
    for (offset_t k1 = 0; k1 < K; k1 += COLUMNS) {
      const offset_t T_M_at = k1 / COLUMNS * static_cast<offset_t>(M) + m;
      const pos_t T_K_begin = A_K_segments[T_M_at];
      const pos_t T_K_end = A_K_segments[T_M_at + 1];
      for (pos_t T_K_at = T_K_begin; T_K_at < T_K_end; ++T_K_at) {
#line 15 "spmv_two_phase.yaml"
        sum += T_values[T_K_at];
      }
    }
    Z_values[m] = sum;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmv_two_phase.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmv_two_phase_value;
typedef pos_t spmv_two_phase_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_two_phase_workspace_bytes spmv_two_phase_workspace_bytes_64
#define spmv_two_phase_launch spmv_two_phase_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmv_two_phase_arguments {
  /* A: K1:U, M:U, K:C; K1 is K / 4194304 */
  const spmv_two_phase_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmv_two_phase_value* A_values;
  /* T: K1:U, M:U, K:C; K1 is K / 4194304, where A has elements */
  spmv_two_phase_value* T_values;
  /* X: K:U */
  const spmv_two_phase_value* X_values;
  /* Z: M:U */
  spmv_two_phase_value* Z_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t elements_A; /* how many elements A stores */
  int64_t elements_T; /* how many elements T stores */
} spmv_two_phase_arguments;

/* Bytes of device memory that spmv_two_phase_launch needs as workspace (0: none), aligned to 256.
 */
size_t spmv_two_phase_workspace_bytes(const spmv_two_phase_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmv_two_phase_error_text. Allocates nothing and throws nothing. */
int spmv_two_phase_launch(const spmv_two_phase_arguments* arguments, void* workspace,
                          size_t workspace_bytes, struct CUstream_st* stream);
const char* spmv_two_phase_error_text(int code);
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

struct spmv_two_phase_sizes {
  int64_t M;
  int64_t K;
  int64_t elements_A;
  int64_t elements_T;
  explicit spmv_two_phase_sizes(const spmv_two_phase_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    elements_A = a.elements_A;
    elements_T = a.elements_T;
  }
  bool valid() const { return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647; }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && elements_A <= 1000000000 &&
           elements_T <= 1000000000 &&
           (ceil_div(K, 4194304) == 0 || M <= 1000000000 / (ceil_div(K, 4194304)));
  }
  int64_t block_spmv_two_phase_T() const { return max(min(min(256, elements_A), 256), 1); }
  int64_t grid_spmv_two_phase_T() const {
    return max(min(ceil_div(elements_A, 256), 2147483647), 1);
  }
  int64_t block_spmv_two_phase_Z() const {
    return max(min(M, min(ceil_div(M, 4224) * 32, 256)), 1);
  }
  int64_t grid_spmv_two_phase_Z() const {
    return min(max(ceil_div(M, block_spmv_two_phase_Z()), 1), 2147483647);
  }
  coord_t K_of_spmv_two_phase_T() const { return static_cast<coord_t>(K); }
  coord_t M_of_spmv_two_phase_T() const { return static_cast<coord_t>(M); }
  coord_t K_of_spmv_two_phase_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_spmv_two_phase_Z() const { return static_cast<coord_t>(M); }
  int64_t stored_T() const { return elements_T; }
  int64_t stored_Z() const { return M; }
};

}  // namespace

extern "C" size_t spmv_two_phase_workspace_bytes(const spmv_two_phase_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmv_two_phase_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmv_two_phase_launch(const spmv_two_phase_arguments* arguments, void* workspace,
                                     size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_two_phase_arguments& a = *arguments;
  const spmv_two_phase_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmv_two_phase_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmv_two_phase_T<<<static_cast<unsigned>(sizes.grid_spmv_two_phase_T()),
                     static_cast<unsigned>(sizes.block_spmv_two_phase_T()), 0, stream>>>(
      a.A_K_segments, a.A_K_coords, a.T_values, a.A_values, a.X_values,
      sizes.K_of_spmv_two_phase_T(), sizes.M_of_spmv_two_phase_T());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spmv_two_phase_Z, static_cast<unsigned>(sizes.grid_spmv_two_phase_Z()),
                   static_cast<unsigned>(sizes.block_spmv_two_phase_Z()), 0, stream, a.Z_values,
                   a.A_K_segments, a.A_K_coords, a.T_values, sizes.K_of_spmv_two_phase_Z(),
                   sizes.M_of_spmv_two_phase_Z()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* spmv_two_phase_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmv_two_phase_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
