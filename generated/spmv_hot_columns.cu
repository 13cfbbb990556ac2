// Made by teaalc 0.1.0 from spmv_hot_columns.yaml; do not edit.
//   P[m] = A[m, h] * X[h]
//     loops M2 (space), H1, M1, M0 (space), H0 (space)
//   Q[m] = C[m, k] * Y[k]
//     loops M1 (space), M0 (space), K (space)
//   Z[m] = P[m] + Q[m]
//     loops M (space)
//   stored A[M:U, H:C], X[H:U], C[M:U, K:C], Y[K:U], P[M:U], Q[M:U], Z[M:U]
//   sizes HOT=8192 ROWS=1024
//   teaalc spmv_hot_columns.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// Sum over the lanes that differ only in the bits of [width_low, width_high): lane offsets
// width_high / 2 down to width_low, both powers of two up to 32. All 32 lanes of the warp must call
// it, with the same widths; each gets the sum of its own group of width_high / width_low lanes,
// bitwise the same in the whole group. (1, 32) is the whole warp.
template <class T>
static __device__ __forceinline__ T teaal_lane_sum(T value, int width_low, int width_high) {
  for (int offset = width_high / 2; offset >= width_low; offset /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, offset);
  return value;
}

// One element, or 0 where `valid` is false; `from` is not read then.
template <class T>
static __device__ __forceinline__ void teaal_copy_element(T* to, const T* from, bool valid) {
#ifdef TEAAL_CPU
  *to = valid ? *from : T(0);
#else
  if constexpr (sizeof(T) < 4)  // which no instruction copies
    *to = valid ? *from : T(0);
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from),
                   "n"(static_cast<int>(sizeof(T))), "r"(valid ? static_cast<int>(sizeof(T)) : 0));
#endif
}

// Four elements, or zeros where `valid` is false; both addresses are aligned to 16 bytes, of
// elements of 16 bits to eight.
template <class T>
static __device__ __forceinline__ void teaal_copy_quad(T* to, const T* from, bool valid) {
#ifdef TEAAL_CPU
  T quad[4] = {};
  if (valid) teaal_take_units<4>(quad, from);
  teaal_give_units<4>(to, quad);
#else
  if constexpr (sizeof(T) == 2) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from),
                   "r"(valid ? 8 : 0));
    return;
  }
  const int elements = 16 / static_cast<int>(sizeof(T));
#pragma unroll
  for (int first = 0; first < 4; first += elements)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to + first))),
                   "l"(from + first), "r"(valid ? 16 : 0));
#endif
}

// Ends a group of copies of this thread.
static __device__ __forceinline__ void teaal_copies_end() {
#ifndef TEAAL_CPU
  asm volatile("cp.async.commit_group;");
#endif
}

// Waits until all groups of this thread but the last `running` have arrived.
template <int running>
static __device__ __forceinline__ void teaal_copies_arrive() {
#ifndef TEAAL_CPU
  asm volatile("cp.async.wait_group %0;" : : "n"(running));
#endif
}

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
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

#line 17 "spmv_hot_columns.yaml"
extern "C" __global__ void spmv_hot_columns_P(value_t* __restrict__ P_values,
                                              const pos_t* __restrict__ A_H_segments,
                                              const coord_t* __restrict__ A_H_coords,
                                              const value_t* __restrict__ A_values,
                                              const value_t* __restrict__ X_values, coord_t H,
                                              coord_t M) {
  constexpr int HOT = 8192;
  constexpr int ROWS = 1024;
  const offset_t workers_M2 = gridDim.x;
  const offset_t worker_M2 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_H0 = 32;
  const offset_t worker_H0 = threadIdx.x % 32;
  __shared__ __align__(16) value_t X_tile_values[8192];
#line 28 "spmv_hot_columns.yaml"
  for (offset_t m2 = worker_M2 * ROWS; m2 < M; m2 += workers_M2 * ROWS) {
    const offset_t m2_end = min(static_cast<offset_t>(M), m2 + ROWS);
    for (offset_t h1 = 0; h1 < H; h1 += HOT) {
      const offset_t h1_end = min(static_cast<offset_t>(H), h1 + HOT);
      __syncthreads();
      const bool X_tile_quads = teaal_aligned_rows(X_values, 4) && (h1_end - h1) % 4 == 0;
      // Load X_tile_values.
      if (X_tile_quads) {
        for (int quad = static_cast<int>(threadIdx.x); quad < 2048;
             quad += static_cast<int>(blockDim.x)) {
          const int element = quad * 4;
          const offset_t h0_2 = h1 + element;
          teaal_copy_quad(&X_tile_values[element], &X_values[h0_2], h0_2 < h1_end);
        }
      }
      if (!X_tile_quads) {
        for (int element_2 = static_cast<int>(threadIdx.x);
             element_2 < static_cast<int>(h1_end - h1); element_2 += static_cast<int>(blockDim.x)) {
          const offset_t h0_3 = h1 + element_2;
          teaal_copy_element(&X_tile_values[element_2], &X_values[h0_3], true);
        }
      }
      teaal_copies_end();
      teaal_copies_arrive<0>();
      __syncthreads();
      for (offset_t m1 = m2; m1 < m2_end; m1 += 8) {
        const offset_t m1_end = min(m2_end, m1 + 8);
        for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
          const pos_t A_H_begin = A_H_segments[m0];
          const pos_t A_H_end = A_H_segments[m0 + 1];
          const pos_t A_H_begin_2 =
              teaal_lower_bound(A_H_coords, A_H_begin, A_H_end, static_cast<coord_t>(h1));
          const pos_t A_H_end_2 =
              teaal_lower_bound(A_H_coords, A_H_begin_2, A_H_end, static_cast<coord_t>(h1_end));
#line 17 "spmv_hot_columns.yaml"
          value_t sum = value_t(0);
#line 28 "spmv_hot_columns.yaml"
          // Products.
          for (offset_t A_H_at = A_H_begin_2 + worker_H0; A_H_at < A_H_end_2;
               A_H_at += workers_H0) {
            const coord_t h0 = A_H_coords[A_H_at];
#line 17 "spmv_hot_columns.yaml"
            sum = fmaf(A_values[A_H_at],
                       X_tile_values[static_cast<int>(static_cast<offset_t>(h0) - h1)], sum);
          }
          // Combine the sums of threads.
          const value_t total = teaal_lane_sum(sum, 1, 32);
          // Store P_values.
          if (worker_H0 == 0) {
            P_values[m0] += total;
          }
        }
      }
    }
  }
}

#line 18 "spmv_hot_columns.yaml"
extern "C" __global__ void spmv_hot_columns_Q(value_t* __restrict__ Q_values,
                                              const pos_t* __restrict__ C_K_segments,
                                              const coord_t* __restrict__ C_K_coords,
                                              const value_t* __restrict__ C_values,
                                              const value_t* __restrict__ Y_values, coord_t M) {
  teaal_await_launches();
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_K = 32;
  const offset_t worker_K = threadIdx.x % 32;
#line 29 "spmv_hot_columns.yaml"
  for (offset_t m1 = worker_M1 * 8; m1 < M; m1 += workers_M1 * 8) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + 8);
    for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
      const pos_t C_K_begin = C_K_segments[m0];
      const pos_t C_K_end = C_K_segments[m0 + 1];
#line 18 "spmv_hot_columns.yaml"
      value_t sum = value_t(0);
#line 29 "spmv_hot_columns.yaml"
      // Products.
      for (offset_t C_K_at = C_K_begin + worker_K; C_K_at < C_K_end; C_K_at += workers_K) {
        const coord_t k = C_K_coords[C_K_at];
#line 18 "spmv_hot_columns.yaml"
        sum = fmaf(C_values[C_K_at], Y_values[k], sum);
      }
      // Combine the sums of threads.
      const value_t total = teaal_lane_sum(sum, 1, 32);
      // Store Q_values.
      if (worker_K == 0) {
        Q_values[m0] = total;
      }
    }
  }
}

#line 19 "spmv_hot_columns.yaml"
extern "C" __global__ void spmv_hot_columns_Z_term2(value_t* __restrict__ Z_values,
                                                    const value_t* __restrict__ Q_values, coord_t M,
                                                    const value_t* __restrict__ P_values) {
  teaal_await_launches();
  const offset_t workers_M = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_M = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 30 "spmv_hot_columns.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
#line 19 "spmv_hot_columns.yaml"
    value_t Z_element = P_values[m];
    Z_element += Q_values[m];
    Z_values[m] = Z_element;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmv_hot_columns.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmv_hot_columns_value;
typedef pos_t spmv_hot_columns_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_hot_columns_workspace_bytes spmv_hot_columns_workspace_bytes_64
#define spmv_hot_columns_launch spmv_hot_columns_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmv_hot_columns_arguments {
  /* P: M:U */
  spmv_hot_columns_value* P_values;
  /* A: M:U, H:C */
  const spmv_hot_columns_position* A_H_segments;
  const int32_t* A_H_coords;
  const spmv_hot_columns_value* A_values;
  /* X: H:U */
  const spmv_hot_columns_value* X_values;
  /* Q: M:U */
  spmv_hot_columns_value* Q_values;
  /* C: M:U, K:C */
  const spmv_hot_columns_position* C_K_segments;
  const int32_t* C_K_coords;
  const spmv_hot_columns_value* C_values;
  /* Y: K:U */
  const spmv_hot_columns_value* Y_values;
  /* Z: M:U */
  spmv_hot_columns_value* Z_values;
  int64_t extent_M;
  int64_t extent_H;
  int64_t extent_K;
} spmv_hot_columns_arguments;

/* Bytes of device memory that spmv_hot_columns_launch needs as workspace (0: none), aligned to 256.
 */
size_t spmv_hot_columns_workspace_bytes(const spmv_hot_columns_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmv_hot_columns_error_text. Allocates nothing and throws nothing. */
int spmv_hot_columns_launch(const spmv_hot_columns_arguments* arguments, void* workspace,
                            size_t workspace_bytes, struct CUstream_st* stream);
const char* spmv_hot_columns_error_text(int code);
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

struct spmv_hot_columns_sizes {
  int64_t M;
  int64_t H;
  int64_t K;
  explicit spmv_hot_columns_sizes(const spmv_hot_columns_arguments& a) {
    M = a.extent_M;
    H = a.extent_H;
    K = a.extent_K;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && H >= 0 && H <= 2147483647 && K >= 0 && K <= 2147483647;
  }
  bool addressable() const { return M <= 1000000000 && H <= 1000000000 && K <= 1000000000; }
  int64_t block_spmv_hot_columns_P() const { return max(min(min(8, min(1024, M)), 8), 1) * 32; }
  int64_t grid_spmv_hot_columns_P() const { return max(min(ceil_div(M, 1024), 2147483647), 1); }
  int64_t block_spmv_hot_columns_Q() const { return max(min(min(8, M), 8), 1) * 32; }
  int64_t grid_spmv_hot_columns_Q() const { return max(min(ceil_div(M, 8), 2147483647), 1); }
  int64_t block_spmv_hot_columns_Z_term2() const {
    return max(min(M, min(ceil_div(M, 4224) * 32, 256)), 1);
  }
  int64_t grid_spmv_hot_columns_Z_term2() const {
    return min(max(ceil_div(M, block_spmv_hot_columns_Z_term2()), 1), 2147483647);
  }
  coord_t H_of_spmv_hot_columns_P() const { return static_cast<coord_t>(H); }
  coord_t M_of_spmv_hot_columns_P() const { return static_cast<coord_t>(M); }
  coord_t M_of_spmv_hot_columns_Q() const { return static_cast<coord_t>(M); }
  coord_t M_of_spmv_hot_columns_Z_term2() const { return static_cast<coord_t>(M); }
  int64_t stored_P() const { return M; }
  int64_t stored_Q() const { return M; }
  int64_t stored_Z() const { return M; }
};

}  // namespace

extern "C" size_t spmv_hot_columns_workspace_bytes(const spmv_hot_columns_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmv_hot_columns_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmv_hot_columns_launch(const spmv_hot_columns_arguments* arguments, void* workspace,
                                       size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_hot_columns_arguments& a = *arguments;
  const spmv_hot_columns_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmv_hot_columns_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.P_values, 0, static_cast<size_t>(sizes.stored_P()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  spmv_hot_columns_P<<<static_cast<unsigned>(sizes.grid_spmv_hot_columns_P()),
                       static_cast<unsigned>(sizes.block_spmv_hot_columns_P()), 0, stream>>>(
      a.P_values, a.A_H_segments, a.A_H_coords, a.A_values, a.X_values,
      sizes.H_of_spmv_hot_columns_P(), sizes.M_of_spmv_hot_columns_P());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spmv_hot_columns_Q, static_cast<unsigned>(sizes.grid_spmv_hot_columns_Q()),
                   static_cast<unsigned>(sizes.block_spmv_hot_columns_Q()), 0, stream, a.Q_values,
                   a.C_K_segments, a.C_K_coords, a.C_values, a.Y_values,
                   sizes.M_of_spmv_hot_columns_Q()) != cudaSuccess)
    return 3;
  if (launch_early(
          spmv_hot_columns_Z_term2, static_cast<unsigned>(sizes.grid_spmv_hot_columns_Z_term2()),
          static_cast<unsigned>(sizes.block_spmv_hot_columns_Z_term2()), 0, stream, a.Z_values,
          a.Q_values, sizes.M_of_spmv_hot_columns_Z_term2(), a.P_values) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* spmv_hot_columns_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmv_hot_columns_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
