// Made by teaalc 0.1.0 from spmv_row_classes.yaml; do not edit.
//   Z[m] = A[m, k] * B[k]
//     loops M (space), K
//   stored A[M:U, K:C], B[K:U], Z[M:U]
//   sizes ROWS=8
//   teaalc spmv_row_classes.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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

// Sum over all threads of the block. The block is one-dimensional, its size a multiple of 32; all
// of its threads must call it. The result is in thread 0, other threads get no meaningful value.
// `shared` points to 32 elements in shared memory. The same elements may be given to the next call
// at once; any other use needs a barrier in between, before the call none.
template <class T>
static __device__ __forceinline__ T teaal_block_sum(T value, T* shared) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  value = teaal_lane_sum(value, 1, 32);
  __syncthreads();
  if (lane == 0) shared[warp] = value;
  __syncthreads();
  if (warp == 0) value = teaal_lane_sum(lane < warps ? shared[lane] : T(0), 1, 32);
  return value;
}

// Of each thread's `mine`, how many threads of the block have it; `before`: in front of this
// thread. All threads of the block call it; the block is one-dimensional, at most 1024 threads.
static __device__ __forceinline__ int teaal_threads_with(bool mine, int& before) {
  __shared__ int of_warps[32];
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const unsigned here = __ballot_sync(0xffffffffu, mine);
  __syncthreads();
  if (lane == 0) of_warps[warp] = __popc(here);
  __syncthreads();
  int all = 0;
  before = __popc(here & ((1u << lane) - 1u));
  for (int other = 0; other < static_cast<int>(blockDim.x + 31) / 32; ++other) {
    if (other < warp) before += of_warps[other];
    all += of_warps[other];
  }
  return all;
}

// How many threads of the block have `mine`.
static __device__ __forceinline__ int teaal_count_where(bool mine) {
  int before;
  return teaal_threads_with(mine, before);
}

// Sets list[n], list[n + 1], … to the `value` of those threads that have `mine`, in their order.
// What comes back is where the next one goes.
template <class T, class V>
static __device__ __forceinline__ long long teaal_append_where(T* list, long long n, bool mine,
                                                               V value) {
  int before;
  const int all = teaal_threads_with(mine, before);
  if (mine) list[n + before] = static_cast<T>(value);
  return n + all;
}

// The sum of counts[first], …, counts[end - 1]. All threads of the block call it; they are a
// multiple of 32.
template <class T>
static __device__ __forceinline__ long long teaal_sum_of(const T* counts, long long first,
                                                         long long end) {
  __shared__ long long of_warps[32];
  long long sum = 0;
  for (long long at = first + threadIdx.x; at < end; at += blockDim.x)
    sum += static_cast<long long>(counts[at]);
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
  __syncthreads();
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int warp = 0; warp < static_cast<int>(blockDim.x) / 32; ++warp) sum += of_warps[warp];
  return sum;
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

#line 13 "spmv_row_classes.yaml"
// For the coordinates of M at which A has a fiber of 0 to 8 elements.
extern "C" __global__ void spmv_row_classes_Z_class0(value_t* __restrict__ Z_values,
                                                     const pos_t* __restrict__ A_K_segments,
                                                     const coord_t* __restrict__ A_K_coords,
                                                     const value_t* __restrict__ A_values,
                                                     const value_t* __restrict__ B_values,
                                                     const coord_t* __restrict__ A_M_lists,
                                                     const coord_t* __restrict__ A_M_begins) {
  teaal_await_launches();
  const offset_t workers_M = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_M = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 16 "spmv_row_classes.yaml"
  const coord_t m_first = A_M_begins[0];
  const coord_t m_listed = A_M_begins[1] - m_first;
#line 13 "spmv_row_classes.yaml"
  for (offset_t m_entry = worker_M; m_entry < m_listed; m_entry += workers_M) {
    const coord_t m = A_M_lists[m_first + m_entry];
    const pos_t A_K_begin = A_K_segments[m];
    const pos_t A_K_end = A_K_segments[m + 1];
    value_t sum = value_t(0);
    for (pos_t A_K_at = A_K_begin; A_K_at < A_K_end; ++A_K_at) {
      const coord_t k = A_K_coords[A_K_at];
      sum = fmaf(A_values[A_K_at], B_values[k], sum);
    }
    Z_values[m] = sum;
  }
}

#line 13 "spmv_row_classes.yaml"
// For the coordinates of M at which A has a fiber of 9 to 1024 elements.
extern "C" __global__ void spmv_row_classes_Z_class1(value_t* __restrict__ Z_values,
                                                     const pos_t* __restrict__ A_K_segments,
                                                     const coord_t* __restrict__ A_K_coords,
                                                     const value_t* __restrict__ A_values,
                                                     const value_t* __restrict__ B_values,
                                                     const coord_t* __restrict__ A_M_lists,
                                                     const coord_t* __restrict__ A_M_begins) {
  constexpr int ROWS = 8;
  teaal_await_launches();
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_K = 32;
  const offset_t worker_K = threadIdx.x % 32;
#line 19 "spmv_row_classes.yaml"
  const coord_t m_first = A_M_begins[1];
  const coord_t m_listed = A_M_begins[2] - m_first;
#line 13 "spmv_row_classes.yaml"
  for (offset_t m1 = worker_M1 * ROWS; m1 < m_listed; m1 += workers_M1 * ROWS) {
    const offset_t m1_end = min(static_cast<offset_t>(m_listed), m1 + ROWS);
    for (offset_t m0_entry = m1 + worker_M0; m0_entry < m1_end; m0_entry += workers_M0) {
      const coord_t m0 = A_M_lists[m_first + m0_entry];
      const pos_t A_K_begin = A_K_segments[m0];
      const pos_t A_K_end = A_K_segments[m0 + 1];
      value_t sum = value_t(0);
      // Products.
      for (offset_t A_K_at = A_K_begin + worker_K; A_K_at < A_K_end; A_K_at += workers_K) {
        const coord_t k = A_K_coords[A_K_at];
        sum = fmaf(A_values[A_K_at], B_values[k], sum);
      }
      // Combine the sums of threads.
      const value_t total = teaal_lane_sum(sum, 1, 32);
      // Store Z_values.
      if (worker_K == 0) {
        Z_values[m0] = total;
      }
    }
  }
}

#line 13 "spmv_row_classes.yaml"
// For the coordinates of M at which A has a fiber of 1025 or more elements.
extern "C" __global__ void spmv_row_classes_Z_class2(value_t* __restrict__ Z_values,
                                                     const pos_t* __restrict__ A_K_segments,
                                                     const coord_t* __restrict__ A_K_coords,
                                                     const value_t* __restrict__ A_values,
                                                     const value_t* __restrict__ B_values,
                                                     const coord_t* __restrict__ A_M_lists,
                                                     const coord_t* __restrict__ A_M_begins) {
  teaal_await_launches();
  const offset_t workers_M = gridDim.x;
  const offset_t worker_M = blockIdx.x;
  const offset_t workers_K = blockDim.x;
  const offset_t worker_K = threadIdx.x;
#line 23 "spmv_row_classes.yaml"
  const coord_t m_first = A_M_begins[2];
  const coord_t m_listed = A_M_begins[3] - m_first;
#line 13 "spmv_row_classes.yaml"
  for (offset_t m_entry = worker_M; m_entry < m_listed; m_entry += workers_M) {
    const coord_t m = A_M_lists[m_first + m_entry];
    const pos_t A_K_begin = A_K_segments[m];
    const pos_t A_K_end = A_K_segments[m + 1];
    value_t sum = value_t(0);
    // Products.
    for (offset_t A_K_at = A_K_begin + worker_K; A_K_at < A_K_end; A_K_at += workers_K) {
      const coord_t k = A_K_coords[A_K_at];
      sum = fmaf(A_values[A_K_at], B_values[k], sum);
    }
    __shared__ value_t partial_sums[32];
    // Combine the sums of threads.
    const value_t total = teaal_block_sum(sum, partial_sums);
    // Store Z_values.
    if (threadIdx.x == 0) {
      Z_values[m] = total;
    }
  }
}

#line 16 "spmv_row_classes.yaml"
extern "C" __global__ void __launch_bounds__(256)
    spmv_row_classes_A_M_count(size_type* __restrict__ A_M_counts,
                               const pos_t* __restrict__ A_K_segments, coord_t M) {
  const size_type piece = (static_cast<size_type>(M) + static_cast<size_type>(gridDim.x) - 1) /
                          static_cast<size_type>(gridDim.x);
  const size_type first =
      min(static_cast<size_type>(M), static_cast<size_type>(blockIdx.x) * piece);
  const size_type last = min(static_cast<size_type>(M), first + piece);
  size_type count_0 = 0;
  size_type count_1 = 0;
  size_type count_2 = 0;
  for (size_type first_row = first; first_row < last; first_row += 256) {
    const size_type row = first_row + static_cast<size_type>(threadIdx.x);
    size_type number = 3;
    if (row < last) {
      const size_type elements = A_K_segments[row + 1] - A_K_segments[row];
      number = ((9 <= elements) ? 1 : 0) + ((1025 <= elements) ? 1 : 0);
    }
    count_0 += teaal_count_where(number == 0);
    count_1 += teaal_count_where(number == 1);
    count_2 += teaal_count_where(number == 2);
  }
  if (threadIdx.x == 0) {
    A_M_counts[static_cast<size_type>(blockIdx.x)] = count_0;
    A_M_counts[static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x)] = count_1;
    A_M_counts[2 * static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x)] =
        count_2;
  }
}

#line 16 "spmv_row_classes.yaml"
extern "C" __global__ void __launch_bounds__(256)
    spmv_row_classes_A_M_list(const size_type* __restrict__ A_M_counts,
                              coord_t* __restrict__ A_M_lists, coord_t* __restrict__ A_M_begins,
                              const pos_t* __restrict__ A_K_segments, coord_t M) {
  teaal_await_launches();
  const size_type piece = (static_cast<size_type>(M) + static_cast<size_type>(gridDim.x) - 1) /
                          static_cast<size_type>(gridDim.x);
  const size_type first =
      min(static_cast<size_type>(M), static_cast<size_type>(blockIdx.x) * piece);
  const size_type last = min(static_cast<size_type>(M), first + piece);
  size_type next_0 = teaal_sum_of(A_M_counts, 0, static_cast<size_type>(blockIdx.x));
  size_type next_1 =
      teaal_sum_of(A_M_counts, static_cast<size_type>(blockIdx.x),
                   static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x));
  next_1 += next_0;
  size_type next_2 = teaal_sum_of(
      A_M_counts, static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x),
      2 * static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x));
  next_2 += next_1;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    A_M_begins[0] = static_cast<coord_t>(next_0);
    A_M_begins[1] = static_cast<coord_t>(next_1);
    A_M_begins[2] = static_cast<coord_t>(next_2);
    A_M_begins[3] = static_cast<coord_t>(static_cast<size_type>(M));
  }
  for (size_type first_row = first; first_row < last; first_row += 256) {
    const size_type row = first_row + static_cast<size_type>(threadIdx.x);
    size_type number = 3;
    if (row < last) {
      const size_type elements = A_K_segments[row + 1] - A_K_segments[row];
      number = ((9 <= elements) ? 1 : 0) + ((1025 <= elements) ? 1 : 0);
    }
    next_0 = teaal_append_where(A_M_lists, next_0, number == 0, row);
    next_1 = teaal_append_where(A_M_lists, next_1, number == 1, row);
    next_2 = teaal_append_where(A_M_lists, next_2, number == 2, row);
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmv_row_classes.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmv_row_classes_value;
typedef pos_t spmv_row_classes_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_row_classes_workspace_bytes spmv_row_classes_workspace_bytes_64
#define spmv_row_classes_launch spmv_row_classes_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmv_row_classes_arguments {
  /* Z: M:U */
  spmv_row_classes_value* Z_values;
  /* A: M:U, K:C */
  const spmv_row_classes_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmv_row_classes_value* A_values;
  /* B: K:U */
  const spmv_row_classes_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t elements_A; /* how many elements A stores */
} spmv_row_classes_arguments;

/* Bytes of device memory that spmv_row_classes_launch needs as workspace (0: none), aligned to 256.
 */
size_t spmv_row_classes_workspace_bytes(const spmv_row_classes_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmv_row_classes_error_text. Allocates nothing and throws nothing. */
int spmv_row_classes_launch(const spmv_row_classes_arguments* arguments, void* workspace,
                            size_t workspace_bytes, struct CUstream_st* stream);
const char* spmv_row_classes_error_text(int code);
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

struct spmv_row_classes_sizes {
  int64_t M;
  int64_t K;
  int64_t elements_A;
  explicit spmv_row_classes_sizes(const spmv_row_classes_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    elements_A = a.elements_A;
  }
  bool valid() const { return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647; }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && elements_A <= 1000000000;
  }
  int64_t elements_0() const { return max(1, min(ceil_div(M, 256), 1024)) * 3; }
  int64_t elements_1() const { return M; }
  int64_t elements_2() const { return 4; }
  int64_t block_spmv_row_classes_Z_class0() const {
    return max(min(M, min(ceil_div(M, 4224) * 32, 256)), 1);
  }
  int64_t grid_spmv_row_classes_Z_class0() const {
    return min(max(ceil_div(M, block_spmv_row_classes_Z_class0()), 1), 4096);
  }
  int64_t block_spmv_row_classes_Z_class1() const {
    return max(min(min(8, min(M, elements_A / 9)), 8), 1) * 32;
  }
  int64_t grid_spmv_row_classes_Z_class1() const {
    return max(min(ceil_div(min(M, elements_A / 9), 8), 4096), 1);
  }
  int64_t block_spmv_row_classes_Z_class2() const { return ceil_div(max(min(K, 256), 1), 32) * 32; }
  int64_t grid_spmv_row_classes_Z_class2() const {
    return max(min(min(M, elements_A / 1025), 4096), 1);
  }
  int64_t block_spmv_row_classes_A_M_count() const { return 256; }
  int64_t grid_spmv_row_classes_A_M_count() const { return max(1, min(ceil_div(M, 256), 1024)); }
  int64_t block_spmv_row_classes_A_M_list() const { return 256; }
  int64_t grid_spmv_row_classes_A_M_list() const { return max(1, min(ceil_div(M, 256), 1024)); }
  coord_t M_of_spmv_row_classes_A_M_count() const { return static_cast<coord_t>(M); }
  coord_t M_of_spmv_row_classes_A_M_list() const { return static_cast<coord_t>(M); }
  int64_t stored_Z() const { return M; }
};

}  // namespace

extern "C" size_t spmv_row_classes_workspace_bytes(const spmv_row_classes_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmv_row_classes_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(coord_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(coord_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spmv_row_classes_launch(const spmv_row_classes_arguments* arguments, void* workspace,
                                       size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_row_classes_arguments& a = *arguments;
  const spmv_row_classes_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmv_row_classes_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  size_type* A_M_counts = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  coord_t* A_M_lists = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(coord_t) + 255) / 256 * 256;
  coord_t* A_M_begins = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(coord_t) + 255) / 256 * 256;
  spmv_row_classes_A_M_count<<<static_cast<unsigned>(sizes.grid_spmv_row_classes_A_M_count()),
                               static_cast<unsigned>(sizes.block_spmv_row_classes_A_M_count()), 0,
                               stream>>>(A_M_counts, a.A_K_segments,
                                         sizes.M_of_spmv_row_classes_A_M_count());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spmv_row_classes_A_M_list,
                   static_cast<unsigned>(sizes.grid_spmv_row_classes_A_M_list()),
                   static_cast<unsigned>(sizes.block_spmv_row_classes_A_M_list()), 0, stream,
                   A_M_counts, A_M_lists, A_M_begins, a.A_K_segments,
                   sizes.M_of_spmv_row_classes_A_M_list()) != cudaSuccess)
    return 3;
  if (launch_early(spmv_row_classes_Z_class0,
                   static_cast<unsigned>(sizes.grid_spmv_row_classes_Z_class0()),
                   static_cast<unsigned>(sizes.block_spmv_row_classes_Z_class0()), 0, stream,
                   a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, A_M_lists,
                   A_M_begins) != cudaSuccess)
    return 3;
  if (launch_early(spmv_row_classes_Z_class1,
                   static_cast<unsigned>(sizes.grid_spmv_row_classes_Z_class1()),
                   static_cast<unsigned>(sizes.block_spmv_row_classes_Z_class1()), 0, stream,
                   a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, A_M_lists,
                   A_M_begins) != cudaSuccess)
    return 3;
  if (launch_early(spmv_row_classes_Z_class2,
                   static_cast<unsigned>(sizes.grid_spmv_row_classes_Z_class2()),
                   static_cast<unsigned>(sizes.block_spmv_row_classes_Z_class2()), 0, stream,
                   a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, A_M_lists,
                   A_M_begins) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* spmv_row_classes_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmv_row_classes_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
