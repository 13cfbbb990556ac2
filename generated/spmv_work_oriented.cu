// Made by teaalc 0.1.0 from spmv_work_oriented.yaml; do not edit.
//   Z[m] = A[m, k] * B[k]
//     loops MK1 (space), MK0
//   stored A[M:U, K:C], B[K:U], Z[M:U]
//   sizes WORK_PER_THREAD=4
//   teaalc spmv_work_oriented.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// As teaal_owner, upward from a fiber that begins at or before `position`: one load if that is in
// it, and about 2 log2(d) when it is d fibers further, so that rows without an element cost little.
template <class S, class F, class E, class P>
static __device__ __forceinline__ F teaal_climb(const S* segments, F fiber, E end, P position) {
  if (segments[fiber + 1] > position) return fiber;
  ++fiber;
  E step = 1;
  while (step < end - fiber && segments[fiber + step] <= position) {
    fiber += step;
    if (step < end - fiber - step) step *= 2;
  }
  const E last = step < end - fiber ? fiber + step : end;
  return teaal_owner(segments, fiber, static_cast<F>(last), position);
}

// What a reduction does with two values; sums of integers are modulo 2^32.
struct teaal_sum {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a + b;
  }
  static __device__ __forceinline__ int of(int a, int b) { return int(unsigned(a) + unsigned(b)); }
};

// Over the lanes that differ only in the bits of [width_low, width_high): lane offsets width_high /
// 2 down to width_low, both powers of two up to 32. All 32 lanes of the warp must call it, with the
// same widths; each gets the result of its own group. (1, 32) is the whole warp.
template <class Op, class T>
static __device__ __forceinline__ T teaal_lane_reduce(T value, int width_low, int width_high) {
  for (int offset = width_high / 2; offset >= width_low; offset /= 2)
    value = Op::of(value, __shfl_xor_sync(0xffffffffu, value, offset));
  return value;
}

// Over all threads of the block. The block is one-dimensional, its size a multiple of 32; all of
// its threads must call it. The result is in thread 0, other threads get no meaningful value.
// `shared` points to 32 elements in shared memory. The same elements may be given to the next call
// at once; any other use needs a barrier in between, before the call none.
template <class Op, class T>
static __device__ __forceinline__ T teaal_block_reduce(T value, T* shared, T identity) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  value = teaal_lane_reduce<Op>(value, 1, 32);
  __syncthreads();
  if (lane == 0) shared[warp] = value;
  __syncthreads();
  if (warp == 0) value = teaal_lane_reduce<Op>(lane < warps ? shared[lane] : identity, 1, 32);
  return value;
}

// Whether `slot` is the first of those that have its key; slots without a key have 0.
template <class K>
static __device__ __forceinline__ bool teaal_begins_key(const K* keys, long long slots,
                                                        long long slot) {
  return slot < slots && keys[slot] != 0 && (slot == 0 || keys[slot - 1] != keys[slot]);
}

// Behind the last of the slots that have the key of `slot`; they are neighbours.
template <class K>
static __device__ __forceinline__ long long teaal_key_end(const K* keys, long long slots,
                                                          long long slot) {
  const K key = keys[slot];
  long long end = slot + 1, step = 1;
  for (; end + step <= slots && keys[end + step - 1] == key; step *= 2) end += step;
  for (; step > 0; step /= 2)
    if (end + step <= slots && keys[end + step - 1] == key) end += step;
  return end;
}

// What the slots with the key of `slot` hold, in a fixed order, if it is the first of them; else no
// meaningful value. All threads of the block call it once, each with a slot of its own; the block
// is one-dimensional, its size a multiple of 32.
template <class Op, class T, class K>
static __device__ __forceinline__ T teaal_carried(const T* values, const K* keys, long long slots,
                                                  long long slot, T identity) {
  constexpr long long few = 8;  // slots that a thread adds alone; the block adds more
  __shared__ unsigned many[32];
  __shared__ long long first, last;
  __shared__ T sums[33];
  const int thread = static_cast<int>(threadIdx.x);
  const long long end =
      teaal_begins_key(keys, slots, slot) ? teaal_key_end(keys, slots, slot) : slot;
  T value = identity;
  for (long long at = slot; at < end && end - slot <= few; ++at) value = Op::of(value, values[at]);
  const unsigned here = __ballot_sync(0xffffffffu, end - slot > few);
  if (thread % 32 == 0) many[thread / 32] = here;
  __syncthreads();
  for (int warp = 0; warp < static_cast<int>(blockDim.x) / 32; ++warp)
    for (unsigned left = many[warp]; left != 0; left &= left - 1) {
      const int owner = warp * 32 + __ffs(static_cast<int>(left)) - 1;
      if (thread == owner) first = slot, last = end;
      __syncthreads();
      T part = identity;
      for (long long at = first + thread; at < last; at += blockDim.x)
        part = Op::of(part, values[at]);
      part = teaal_block_reduce<Op>(part, sums, identity);
      if (thread == 0) sums[32] = part;
      __syncthreads();
      if (thread == owner) value = sums[32];
    }
  return value;
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

#line 13 "spmv_work_oriented.yaml"
extern "C" __global__ void spmv_work_oriented_Z(value_t* __restrict__ Z_values,
                                                const pos_t* __restrict__ A_K_segments,
                                                const coord_t* __restrict__ A_K_coords,
                                                const value_t* __restrict__ A_values,
                                                const value_t* __restrict__ B_values,
                                                value_t* __restrict__ Z_carries,
                                                size_type* __restrict__ Z_carry_keys, coord_t M) {
  constexpr int WORK_PER_THREAD = 4;
  const offset_t workers_MK1 = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_MK1 = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 20 "spmv_work_oriented.yaml"
  const offset_t A_M_to = M;
  const pos_t A_K_to = A_K_segments[A_M_to];
  for (offset_t mk1 = worker_MK1 * WORK_PER_THREAD; mk1 < A_K_to;
       mk1 += workers_MK1 * WORK_PER_THREAD) {
    const offset_t mk1_end = min(static_cast<offset_t>(A_K_to), mk1 + WORK_PER_THREAD);
    const offset_t slot = mk1 / WORK_PER_THREAD;
#line 13 "spmv_work_oriented.yaml"
    value_t sum = value_t(0);
#line 20 "spmv_work_oriented.yaml"
    const int run_length = mk1_end - mk1;
    offset_t A_M_at = teaal_owner(A_K_segments, 0, A_M_to, mk1);
    int from = max(static_cast<offset_t>(A_K_segments[A_M_at]), mk1 - 1) - mk1;
    int stop = min(mk1_end, static_cast<offset_t>(A_K_segments[A_M_at + 1])) - mk1;
    for (int batch = 0; batch < run_length; batch += 4) {
      value_t terms[4];
#pragma unroll
      for (int element = 0; element < 4; ++element) {
        terms[element] = value_t(0);
      }
#pragma unroll
      for (int turn = 0; turn < 4; ++turn) {
        const pos_t mk0 =
            static_cast<pos_t>(mk1 + static_cast<offset_t>(min(batch + turn, run_length - 1)));
        const coord_t k = A_K_coords[mk0];
#line 13 "spmv_work_oriented.yaml"
        terms[turn] = fmaf(A_values[mk0], B_values[k], terms[turn]);
      }
#line 20 "spmv_work_oriented.yaml"
#pragma unroll
      for (int turn_2 = 0; turn_2 < 4; ++turn_2) {
        const int next = batch + (turn_2 + 1);
        if (next <= run_length) {
#pragma unroll
          for (int element_2 = 0; element_2 < 1; ++element_2) {
            sum += terms[turn_2 + element_2];
          }
          if (next == stop) {
            const coord_t m = static_cast<coord_t>(A_M_at);
            const bool begun = from < 0;
            const offset_t Z_key = static_cast<offset_t>(m);
            if (begun) {
              Z_carry_keys[slot] = Z_key + 1;
            }
#line 13 "spmv_work_oriented.yaml"
            if (begun) {
              Z_carries[slot + (m - Z_key)] = sum;
            }
            if (!begun) {
              Z_values[m] = sum;
            }
            sum = value_t(0);
#line 20 "spmv_work_oriented.yaml"
            if (next < run_length) {
              A_M_at = teaal_climb(A_K_segments, A_M_at, A_M_to,
                                   static_cast<pos_t>(mk1 + static_cast<offset_t>(next)));
              stop = min(mk1_end, static_cast<offset_t>(A_K_segments[A_M_at + 1])) - mk1;
              from = next;
            }
          }
        }
      }
    }
  }
}

#line 13 "spmv_work_oriented.yaml"
extern "C" __global__ void spmv_work_oriented_Z_add_carries(
    const value_t* __restrict__ Z_carries, const size_type* __restrict__ Z_carry_keys,
    value_t* __restrict__ Z_values, size_type slots) {
  teaal_await_launches();
  const offset_t slot = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  // Combine the sums of threads.
  const value_t carried =
      teaal_carried<teaal_sum>(Z_carries, Z_carry_keys, slots, slot, value_t(0));
  // Store Z_values.
  if (teaal_begins_key(Z_carry_keys, slots, slot)) {
    Z_values[Z_carry_keys[slot] - 1] += carried;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmv_work_oriented.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmv_work_oriented_value;
typedef pos_t spmv_work_oriented_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_work_oriented_workspace_bytes spmv_work_oriented_workspace_bytes_64
#define spmv_work_oriented_launch spmv_work_oriented_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmv_work_oriented_arguments {
  /* Z: M:U */
  spmv_work_oriented_value* Z_values;
  /* A: M:U, K:C */
  const spmv_work_oriented_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmv_work_oriented_value* A_values;
  /* B: K:U */
  const spmv_work_oriented_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t elements_A; /* how many elements A stores */
} spmv_work_oriented_arguments;

/* Bytes of device memory that spmv_work_oriented_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmv_work_oriented_workspace_bytes(const spmv_work_oriented_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmv_work_oriented_error_text. Allocates nothing and throws nothing. */
int spmv_work_oriented_launch(const spmv_work_oriented_arguments* arguments, void* workspace,
                              size_t workspace_bytes, struct CUstream_st* stream);
const char* spmv_work_oriented_error_text(int code);
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

struct spmv_work_oriented_sizes {
  int64_t M;
  int64_t K;
  int64_t elements_A;
  explicit spmv_work_oriented_sizes(const spmv_work_oriented_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    elements_A = a.elements_A;
  }
  bool valid() const { return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647; }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && elements_A <= 1000000000;
  }
  int64_t elements_0() const { return ceil_div(elements_A, 4); }
  int64_t elements_1() const { return ceil_div(elements_A, 4); }
  int64_t block_spmv_work_oriented_Z() const {
    return max(min(ceil_div(elements_A, 4), min(ceil_div(ceil_div(elements_A, 4), 4224) * 32, 256)),
               1);
  }
  int64_t grid_spmv_work_oriented_Z() const {
    return min(max(ceil_div(ceil_div(elements_A, 4), block_spmv_work_oriented_Z()), 1), 2147483647);
  }
  int64_t block_spmv_work_oriented_Z_add_carries() const { return 256; }
  int64_t grid_spmv_work_oriented_Z_add_carries() const {
    return ceil_div(ceil_div(elements_A, 4), 256);
  }
  coord_t M_of_spmv_work_oriented_Z() const { return static_cast<coord_t>(M); }
  int64_t slots_of_spmv_work_oriented_Z_add_carries() const { return ceil_div(elements_A, 4); }
  int64_t stored_Z() const { return M; }
};

}  // namespace

extern "C" size_t spmv_work_oriented_workspace_bytes(
    const spmv_work_oriented_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmv_work_oriented_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spmv_work_oriented_launch(const spmv_work_oriented_arguments* arguments,
                                         void* workspace, size_t workspace_bytes,
                                         struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_work_oriented_arguments& a = *arguments;
  const spmv_work_oriented_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmv_work_oriented_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_carries = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  size_type* Z_carry_keys = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  if (cudaMemsetAsync(Z_carry_keys, 0, static_cast<size_t>(sizes.elements_1()) * sizeof(size_type),
                      stream) != cudaSuccess)
    return 3;
  spmv_work_oriented_Z<<<static_cast<unsigned>(sizes.grid_spmv_work_oriented_Z()),
                         static_cast<unsigned>(sizes.block_spmv_work_oriented_Z()), 0, stream>>>(
      a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, Z_carries, Z_carry_keys,
      sizes.M_of_spmv_work_oriented_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spmv_work_oriented_Z_add_carries,
                   static_cast<unsigned>(sizes.grid_spmv_work_oriented_Z_add_carries()),
                   static_cast<unsigned>(sizes.block_spmv_work_oriented_Z_add_carries()), 0, stream,
                   Z_carries, Z_carry_keys, a.Z_values,
                   sizes.slots_of_spmv_work_oriented_Z_add_carries()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* spmv_work_oriented_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmv_work_oriented_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
