// Made by teaalc 0.1.0 from spmm_work_oriented.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops MK1 (space), MK0, N
//   stored A[M:U, K:C], B[K:U, N:U], Z[M:U, N:U]
//   sizes WORK_PER_THREAD=64
//   teaalc spmm_work_oriented.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 12 "spmm_work_oriented.yaml"
extern "C" __global__ void spmm_work_oriented_Z(
    value_t* __restrict__ Z_values, const pos_t* __restrict__ A_K_segments,
    const coord_t* __restrict__ A_K_coords, const value_t* __restrict__ A_values,
    const value_t* __restrict__ B_values, value_t* __restrict__ Z_carries,
    size_type* __restrict__ Z_carry_keys, coord_t M, coord_t N) {
  constexpr int WORK_PER_THREAD = 64;
  const offset_t workers_MK1 = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_MK1 = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 19 "spmm_work_oriented.yaml"
  const offset_t A_M_to = M;
  const pos_t A_K_to = A_K_segments[A_M_to];
  for (offset_t mk1 = worker_MK1 * WORK_PER_THREAD; mk1 < A_K_to;
       mk1 += workers_MK1 * WORK_PER_THREAD) {
    const offset_t mk1_end = min(static_cast<offset_t>(A_K_to), mk1 + WORK_PER_THREAD);
    const offset_t slot = mk1 / WORK_PER_THREAD;
    pos_t mk0_begin = mk1;
    offset_t A_M_at = teaal_owner(A_K_segments, 0, A_M_to, mk1);
    while (mk0_begin < mk1_end) {
      A_M_at = teaal_climb(A_K_segments, A_M_at, A_M_to, mk0_begin);
      const offset_t fiber_end = min(mk1_end, static_cast<offset_t>(A_K_segments[A_M_at + 1]));
      const coord_t m = static_cast<coord_t>(A_M_at);
      const bool begun = A_K_segments[A_M_at] < mk1;
      const offset_t Z_key = static_cast<offset_t>(m);
      if (begun) {
        Z_carry_keys[slot] = Z_key + 1;
      }
      if (begun) {
        for (pos_t mk0 = mk0_begin; mk0 < fiber_end; ++mk0) {
          const coord_t k = A_K_coords[mk0];
          for (coord_t n = 0; n < N; ++n) {
            const offset_t B_N_at = static_cast<offset_t>(k) * static_cast<offset_t>(N) + n;
            const offset_t Z_N_at = static_cast<offset_t>(m) * static_cast<offset_t>(N) + n;
#line 12 "spmm_work_oriented.yaml"
            Z_carries[static_cast<size_type>(slot) * static_cast<offset_t>(N) +
                      (Z_N_at - static_cast<size_type>(Z_key) * static_cast<offset_t>(N))] =
                fmaf(
                    A_values[mk0], B_values[B_N_at],
                    Z_carries[static_cast<size_type>(slot) * static_cast<offset_t>(N) +
                              (Z_N_at - static_cast<size_type>(Z_key) * static_cast<offset_t>(N))]);
          }
        }
      }
#line 19 "spmm_work_oriented.yaml"
      if (!begun) {
        for (pos_t mk0 = mk0_begin; mk0 < fiber_end; ++mk0) {
          const coord_t k = A_K_coords[mk0];
          for (coord_t n = 0; n < N; ++n) {
            const offset_t B_N_at_2 = static_cast<offset_t>(k) * static_cast<offset_t>(N) + n;
            const offset_t Z_N_at_2 = static_cast<offset_t>(m) * static_cast<offset_t>(N) + n;
#line 12 "spmm_work_oriented.yaml"
            Z_values[Z_N_at_2] = fmaf(A_values[mk0], B_values[B_N_at_2], Z_values[Z_N_at_2]);
          }
        }
      }
#line 19 "spmm_work_oriented.yaml"
      mk0_begin = fiber_end;
    }
  }
}

#line 12 "spmm_work_oriented.yaml"
extern "C" __global__ void spmm_work_oriented_Z_add_chunks(
    const value_t* __restrict__ Z_carries, const size_type* __restrict__ Z_carry_keys,
    value_t* __restrict__ Z_values, size_type slots, size_type each,
    value_t* __restrict__ Z_carries_2, size_type* __restrict__ Z_carry_keys_2, size_type chunk,
    size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type slot = entry / static_cast<offset_t>(each);
    const size_type element_of_slot = entry % static_cast<offset_t>(each);
    size_type first = 0;
    size_type last = 0;
    value_t sum = value_t(0);
    value_t first_sum = value_t(0);
    const size_type end = min(static_cast<size_type>(static_cast<offset_t>(slots)),
                              slot * static_cast<offset_t>(chunk) + static_cast<offset_t>(chunk));
    for (size_type from = slot * static_cast<offset_t>(chunk); from < end; from += 8) {
      size_type keys[8];
      value_t values[8];
#pragma unroll
      for (int turn = 0; turn < 8; ++turn) {
        const size_type slot_of_turn = from + turn;
        keys[turn] = 0;
        if (slot_of_turn < end) {
          keys[turn] = Z_carry_keys[slot_of_turn];
        }
      }
#pragma unroll
      for (int turn = 0; turn < 8; ++turn) {
        const size_type slot_of_turn = from + turn;
        values[turn] = value_t(0);
        if (0 < keys[turn]) {
          values[turn] = Z_carries[slot_of_turn * static_cast<offset_t>(each) + element_of_slot];
        }
      }
#pragma unroll
      for (int turn = 0; turn < 8; ++turn) {
        const size_type key = keys[turn];
        if (0 < key) {
          if (last != key) {
            if (last == first) {
              first_sum = sum;
            }
            if (first != last) {
              Z_values[(last - 1) * static_cast<offset_t>(each) + element_of_slot] += sum;
            }
            last = key;
            sum = value_t(0);
            if (first == 0) {
              first = key;
            }
          }
          sum += values[turn];
        }
      }
    }
    if (last == first) {
      first_sum = sum;
    }
    if (first != last) {
      Z_values[(last - 1) * static_cast<offset_t>(each) + element_of_slot] += sum;
    }
    Z_carries_2[slot * static_cast<offset_t>(each) + element_of_slot] = first_sum;
    if (element_of_slot == 0) {
      Z_carry_keys_2[slot] = first;
    }
  }
}

#line 12 "spmm_work_oriented.yaml"
extern "C" __global__ void spmm_work_oriented_Z_add_carries(
    const value_t* __restrict__ Z_carries_2, const size_type* __restrict__ Z_carry_keys_2,
    value_t* __restrict__ Z_values, size_type slots, size_type each, size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type slot = entry / static_cast<offset_t>(each);
    const size_type element_of_slot = entry % static_cast<offset_t>(each);
    const size_type key = Z_carry_keys_2[slot];
    if (0 < key) {
      size_type before = slot;
      while (0 < before && Z_carry_keys_2[before - 1] == 0) {
        before = before - 1;
      }
      if (before == 0 || (Z_carry_keys_2[before - 1] != key)) {
        value_t sum = value_t(0);
        size_type next = slot;
        while (next < static_cast<offset_t>(slots)) {
          size_type keys[8];
          value_t values[8];
#pragma unroll
          for (int turn = 0; turn < 8; ++turn) {
            const size_type slot_of_turn = next + turn;
            keys[turn] = 0;
            if (slot_of_turn < static_cast<offset_t>(slots)) {
              keys[turn] = Z_carry_keys_2[slot_of_turn];
            }
          }
#pragma unroll
          for (int turn = 0; turn < 8; ++turn) {
            const size_type slot_of_turn = next + turn;
            values[turn] = value_t(0);
            if (keys[turn] == key) {
              values[turn] =
                  Z_carries_2[slot_of_turn * static_cast<offset_t>(each) + element_of_slot];
            }
          }
          next = next + 8;
#pragma unroll
          for (int turn = 0; turn < 8; ++turn) {
            if (keys[turn] == key) {
              sum += values[turn];
            }
            if (0 < keys[turn] && (keys[turn] != key)) {
              next = static_cast<offset_t>(slots);
            }
          }
        }
        Z_values[(key - 1) * static_cast<offset_t>(each) + element_of_slot] += sum;
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmm_work_oriented.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmm_work_oriented_value;
typedef pos_t spmm_work_oriented_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_work_oriented_workspace_bytes spmm_work_oriented_workspace_bytes_64
#define spmm_work_oriented_launch spmm_work_oriented_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmm_work_oriented_arguments {
  /* Z: M:U, N:U */
  spmm_work_oriented_value* Z_values;
  /* A: M:U, K:C */
  const spmm_work_oriented_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_work_oriented_value* A_values;
  /* B: K:U, N:U */
  const spmm_work_oriented_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
  int64_t elements_A; /* how many elements A stores */
} spmm_work_oriented_arguments;

/* Bytes of device memory that spmm_work_oriented_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmm_work_oriented_workspace_bytes(const spmm_work_oriented_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmm_work_oriented_error_text. Allocates nothing and throws nothing. */
int spmm_work_oriented_launch(const spmm_work_oriented_arguments* arguments, void* workspace,
                              size_t workspace_bytes, struct CUstream_st* stream);
const char* spmm_work_oriented_error_text(int code);
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

struct spmm_work_oriented_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t elements_A;
  explicit spmm_work_oriented_sizes(const spmm_work_oriented_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    elements_A = a.elements_A;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 && elements_A <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t elements_0() const { return ceil_div(elements_A, 64) * N; }
  int64_t elements_1() const { return ceil_div(elements_A, 64); }
  int64_t elements_2() const {
    return ceil_div(ceil_div(elements_A, 64), max(8, ceil_div(ceil_div(elements_A, 64), 8192))) * N;
  }
  int64_t elements_3() const {
    return ceil_div(ceil_div(elements_A, 64), max(8, ceil_div(ceil_div(elements_A, 64), 8192)));
  }
  int64_t block_spmm_work_oriented_Z() const {
    return max(
        min(ceil_div(elements_A, 64), min(ceil_div(ceil_div(elements_A, 64), 4224) * 32, 256)), 1);
  }
  int64_t grid_spmm_work_oriented_Z() const {
    return min(max(ceil_div(ceil_div(elements_A, 64), block_spmm_work_oriented_Z()), 1),
               2147483647);
  }
  int64_t block_spmm_work_oriented_Z_add_chunks() const { return 256; }
  int64_t grid_spmm_work_oriented_Z_add_chunks() const {
    return max(1, min(ceil_div(ceil_div(ceil_div(elements_A, 64),
                                        max(8, ceil_div(ceil_div(elements_A, 64), 8192))) *
                                   N,
                               256),
                      4096));
  }
  int64_t block_spmm_work_oriented_Z_add_carries() const { return 256; }
  int64_t grid_spmm_work_oriented_Z_add_carries() const {
    return grid_spmm_work_oriented_Z_add_chunks();
  }
  coord_t M_of_spmm_work_oriented_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spmm_work_oriented_Z() const { return static_cast<coord_t>(N); }
  int64_t slots_of_spmm_work_oriented_Z_add_chunks() const { return ceil_div(elements_A, 64); }
  int64_t each_of_spmm_work_oriented_Z_add_chunks() const { return N; }
  int64_t chunk_of_spmm_work_oriented_Z_add_chunks() const {
    return max(8, ceil_div(ceil_div(elements_A, 64), 8192));
  }
  int64_t entries_of_spmm_work_oriented_Z_add_chunks() const {
    return ceil_div(ceil_div(elements_A, 64), max(8, ceil_div(ceil_div(elements_A, 64), 8192))) * N;
  }
  int64_t slots_of_spmm_work_oriented_Z_add_carries() const {
    return ceil_div(ceil_div(elements_A, 64), max(8, ceil_div(ceil_div(elements_A, 64), 8192)));
  }
  int64_t each_of_spmm_work_oriented_Z_add_carries() const { return N; }
  int64_t entries_of_spmm_work_oriented_Z_add_carries() const {
    return ceil_div(ceil_div(elements_A, 64), max(8, ceil_div(ceil_div(elements_A, 64), 8192))) * N;
  }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t spmm_work_oriented_workspace_bytes(
    const spmm_work_oriented_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmm_work_oriented_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spmm_work_oriented_launch(const spmm_work_oriented_arguments* arguments,
                                         void* workspace, size_t workspace_bytes,
                                         struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmm_work_oriented_arguments& a = *arguments;
  const spmm_work_oriented_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmm_work_oriented_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_carries = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  size_type* Z_carry_keys = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  value_t* Z_carries_2 = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  size_type* Z_carry_keys_2 = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(size_type) + 255) / 256 * 256;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  if (cudaMemsetAsync(Z_carry_keys, 0, static_cast<size_t>(sizes.elements_1()) * sizeof(size_type),
                      stream) != cudaSuccess)
    return 3;
  if (cudaMemsetAsync(Z_carries, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  spmm_work_oriented_Z<<<static_cast<unsigned>(sizes.grid_spmm_work_oriented_Z()),
                         static_cast<unsigned>(sizes.block_spmm_work_oriented_Z()), 0, stream>>>(
      a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, Z_carries, Z_carry_keys,
      sizes.M_of_spmm_work_oriented_Z(), sizes.N_of_spmm_work_oriented_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spmm_work_oriented_Z_add_chunks,
                   static_cast<unsigned>(sizes.grid_spmm_work_oriented_Z_add_chunks()),
                   static_cast<unsigned>(sizes.block_spmm_work_oriented_Z_add_chunks()), 0, stream,
                   Z_carries, Z_carry_keys, a.Z_values,
                   sizes.slots_of_spmm_work_oriented_Z_add_chunks(),
                   sizes.each_of_spmm_work_oriented_Z_add_chunks(), Z_carries_2, Z_carry_keys_2,
                   sizes.chunk_of_spmm_work_oriented_Z_add_chunks(),
                   sizes.entries_of_spmm_work_oriented_Z_add_chunks()) != cudaSuccess)
    return 3;
  if (launch_early(spmm_work_oriented_Z_add_carries,
                   static_cast<unsigned>(sizes.grid_spmm_work_oriented_Z_add_carries()),
                   static_cast<unsigned>(sizes.block_spmm_work_oriented_Z_add_carries()), 0, stream,
                   Z_carries_2, Z_carry_keys_2, a.Z_values,
                   sizes.slots_of_spmm_work_oriented_Z_add_carries(),
                   sizes.each_of_spmm_work_oriented_Z_add_carries(),
                   sizes.entries_of_spmm_work_oriented_Z_add_carries()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* spmm_work_oriented_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmm_work_oriented_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
