// Made by teaalc 0.1.0 from spmv_work_oriented.yaml; do not edit.
//   Z[m] = A[m, k] * B[k]
//     loops MK1 (space), MK0
//   stored A[M:U, K:C], B[K:U], Z[M:U]
//   sizes WORK_PER_THREAD=4
//   --type=f32 --arch=sm_90 --index-bits=32

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

// The same, upward from a fiber that begins at or before `position`: cheap for a walk in order.
template <class S, class F, class P>
static __device__ __forceinline__ F teaal_climb(const S* segments, F fiber, P position) {
  while (segments[fiber + 1] <= position) ++fiber;
  return fiber;
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
typedef float value_t;

#line 13 "spmv_work_oriented.yaml"
extern "C" __global__ void spmv_work_oriented_Z(value_t* __restrict__ Z_values,
                                                const pos_t* __restrict__ A_K_segments,
                                                const coord_t* __restrict__ A_K_coords,
                                                const value_t* __restrict__ A_values,
                                                const value_t* __restrict__ B_values,
                                                value_t* __restrict__ Z_carries,
                                                size_type* __restrict__ Z_carry_keys, coord_t M) {
  const size_type workers_MK1 = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_MK1 = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 20 "spmv_work_oriented.yaml"
  const size_type A_M_to = M;
#line 20 "spmv_work_oriented.yaml"
  const pos_t A_K_to = A_K_segments[A_M_to];
#line 20 "spmv_work_oriented.yaml"
  for (size_type mk1 = worker_MK1 * 4; mk1 < A_K_to; mk1 += workers_MK1 * 4) {
#line 20 "spmv_work_oriented.yaml"
    const size_type mk1_end = min(static_cast<size_type>(A_K_to), mk1 + 4);
#line 20 "spmv_work_oriented.yaml"
    size_type Z_first_key = -1;
#line 20 "spmv_work_oriented.yaml"
    size_type A_M_at = teaal_owner(A_K_segments, 0, A_M_to, mk1);
#line 20 "spmv_work_oriented.yaml"
    size_type Z_last_key = -1;
#line 20 "spmv_work_oriented.yaml"
    value_t sum = value_t(0);
#line 20 "spmv_work_oriented.yaml"
    for (pos_t mk0 = mk1; mk0 < mk1_end; ++mk0) {
#line 20 "spmv_work_oriented.yaml"
      A_M_at = teaal_climb(A_K_segments, A_M_at, mk0);
#line 20 "spmv_work_oriented.yaml"
      const coord_t m = static_cast<coord_t>(A_M_at);
#line 20 "spmv_work_oriented.yaml"
      const coord_t k = A_K_coords[mk0];
#line 20 "spmv_work_oriented.yaml"
      const size_type Z_key = static_cast<size_type>(m);
#line 20 "spmv_work_oriented.yaml"
      if (Z_first_key < 0) {
#line 20 "spmv_work_oriented.yaml"
        Z_first_key = Z_key;
#line 20 "spmv_work_oriented.yaml"
        Z_carry_keys[mk1 / 4] = Z_key + 1;
      }
#line 20 "spmv_work_oriented.yaml"
      if (Z_last_key != Z_key) {
#line 20 "spmv_work_oriented.yaml"
        if (0 <= Z_last_key) {
#line 20 "spmv_work_oriented.yaml"
          if (Z_last_key == Z_first_key) {
#line 20 "spmv_work_oriented.yaml"
            Z_carries[mk1 / 4] += sum;
          }
#line 20 "spmv_work_oriented.yaml"
          if (Z_last_key != Z_first_key) {
#line 20 "spmv_work_oriented.yaml"
            Z_values[Z_last_key] += sum;
          }
        }
#line 20 "spmv_work_oriented.yaml"
        Z_last_key = Z_key;
#line 20 "spmv_work_oriented.yaml"
        sum = value_t(0);
      }
#line 13 "spmv_work_oriented.yaml"
      sum = fmaf(A_values[mk0], B_values[k], sum);
    }
#line 20 "spmv_work_oriented.yaml"
    if (0 <= Z_last_key) {
#line 20 "spmv_work_oriented.yaml"
      if (Z_last_key == Z_first_key) {
#line 20 "spmv_work_oriented.yaml"
        Z_carries[mk1 / 4] += sum;
      }
#line 20 "spmv_work_oriented.yaml"
      if (Z_last_key != Z_first_key) {
#line 20 "spmv_work_oriented.yaml"
        Z_values[Z_last_key] += sum;
      }
    }
  }
}

#line 13 "spmv_work_oriented.yaml"
extern "C" __global__ void spmv_work_oriented_Z_add_chunks(
    const value_t* __restrict__ Z_carries, const size_type* __restrict__ Z_carry_keys,
    value_t* __restrict__ Z_values, size_type slots, size_type each,
    value_t* __restrict__ Z_carries_2, size_type* __restrict__ Z_carry_keys_2, size_type entries) {
#line 13 "spmv_work_oriented.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 13 "spmv_work_oriented.yaml"
    const size_type slot = entry / each;
#line 13 "spmv_work_oriented.yaml"
    const size_type element_of_slot = entry % each;
#line 13 "spmv_work_oriented.yaml"
    size_type first = 0;
#line 13 "spmv_work_oriented.yaml"
    size_type last = 0;
#line 13 "spmv_work_oriented.yaml"
    value_t sum = value_t(0);
#line 13 "spmv_work_oriented.yaml"
    value_t first_sum = value_t(0);
#line 13 "spmv_work_oriented.yaml"
    for (size_type from = slot * 32; from < min(slots, slot * 32 + 32); ++from) {
#line 13 "spmv_work_oriented.yaml"
      const size_type key = Z_carry_keys[from];
#line 13 "spmv_work_oriented.yaml"
      if (0 < key) {
#line 13 "spmv_work_oriented.yaml"
        if (last != key) {
#line 13 "spmv_work_oriented.yaml"
          if (last == first) {
#line 13 "spmv_work_oriented.yaml"
            first_sum = sum;
          }
#line 13 "spmv_work_oriented.yaml"
          if (first != last) {
#line 13 "spmv_work_oriented.yaml"
            Z_values[(last - 1) * each + element_of_slot] += sum;
          }
#line 13 "spmv_work_oriented.yaml"
          last = key;
#line 13 "spmv_work_oriented.yaml"
          sum = value_t(0);
#line 13 "spmv_work_oriented.yaml"
          if (first == 0) {
#line 13 "spmv_work_oriented.yaml"
            first = key;
          }
        }
#line 13 "spmv_work_oriented.yaml"
        sum += Z_carries[from * each + element_of_slot];
      }
    }
#line 13 "spmv_work_oriented.yaml"
    if (last == first) {
#line 13 "spmv_work_oriented.yaml"
      first_sum = sum;
    }
#line 13 "spmv_work_oriented.yaml"
    if (first != last) {
#line 13 "spmv_work_oriented.yaml"
      Z_values[(last - 1) * each + element_of_slot] += sum;
    }
#line 13 "spmv_work_oriented.yaml"
    Z_carries_2[slot * each + element_of_slot] = first_sum;
#line 13 "spmv_work_oriented.yaml"
    if (element_of_slot == 0) {
#line 13 "spmv_work_oriented.yaml"
      Z_carry_keys_2[slot] = first;
    }
  }
}

#line 13 "spmv_work_oriented.yaml"
extern "C" __global__ void spmv_work_oriented_Z_add_chunks_2(
    const value_t* __restrict__ Z_carries_2, const size_type* __restrict__ Z_carry_keys_2,
    value_t* __restrict__ Z_values, size_type slots, size_type each,
    value_t* __restrict__ Z_carries_2_2, size_type* __restrict__ Z_carry_keys_2_2,
    size_type entries) {
#line 13 "spmv_work_oriented.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 13 "spmv_work_oriented.yaml"
    const size_type slot = entry / each;
#line 13 "spmv_work_oriented.yaml"
    const size_type element_of_slot = entry % each;
#line 13 "spmv_work_oriented.yaml"
    size_type first = 0;
#line 13 "spmv_work_oriented.yaml"
    size_type last = 0;
#line 13 "spmv_work_oriented.yaml"
    value_t sum = value_t(0);
#line 13 "spmv_work_oriented.yaml"
    value_t first_sum = value_t(0);
#line 13 "spmv_work_oriented.yaml"
    for (size_type from = slot * 32; from < min(slots, slot * 32 + 32); ++from) {
#line 13 "spmv_work_oriented.yaml"
      const size_type key = Z_carry_keys_2[from];
#line 13 "spmv_work_oriented.yaml"
      if (0 < key) {
#line 13 "spmv_work_oriented.yaml"
        if (last != key) {
#line 13 "spmv_work_oriented.yaml"
          if (last == first) {
#line 13 "spmv_work_oriented.yaml"
            first_sum = sum;
          }
#line 13 "spmv_work_oriented.yaml"
          if (first != last) {
#line 13 "spmv_work_oriented.yaml"
            Z_values[(last - 1) * each + element_of_slot] += sum;
          }
#line 13 "spmv_work_oriented.yaml"
          last = key;
#line 13 "spmv_work_oriented.yaml"
          sum = value_t(0);
#line 13 "spmv_work_oriented.yaml"
          if (first == 0) {
#line 13 "spmv_work_oriented.yaml"
            first = key;
          }
        }
#line 13 "spmv_work_oriented.yaml"
        sum += Z_carries_2[from * each + element_of_slot];
      }
    }
#line 13 "spmv_work_oriented.yaml"
    if (last == first) {
#line 13 "spmv_work_oriented.yaml"
      first_sum = sum;
    }
#line 13 "spmv_work_oriented.yaml"
    if (first != last) {
#line 13 "spmv_work_oriented.yaml"
      Z_values[(last - 1) * each + element_of_slot] += sum;
    }
#line 13 "spmv_work_oriented.yaml"
    Z_carries_2_2[slot * each + element_of_slot] = first_sum;
#line 13 "spmv_work_oriented.yaml"
    if (element_of_slot == 0) {
#line 13 "spmv_work_oriented.yaml"
      Z_carry_keys_2_2[slot] = first;
    }
  }
}

#line 13 "spmv_work_oriented.yaml"
extern "C" __global__ void spmv_work_oriented_Z_add_chunks_3(
    const value_t* __restrict__ Z_carries_2_2, const size_type* __restrict__ Z_carry_keys_2_2,
    value_t* __restrict__ Z_values, size_type slots, size_type each,
    value_t* __restrict__ Z_carries_2_2_2, size_type* __restrict__ Z_carry_keys_2_2_2,
    size_type entries) {
#line 13 "spmv_work_oriented.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 13 "spmv_work_oriented.yaml"
    const size_type slot = entry / each;
#line 13 "spmv_work_oriented.yaml"
    const size_type element_of_slot = entry % each;
#line 13 "spmv_work_oriented.yaml"
    size_type first = 0;
#line 13 "spmv_work_oriented.yaml"
    size_type last = 0;
#line 13 "spmv_work_oriented.yaml"
    value_t sum = value_t(0);
#line 13 "spmv_work_oriented.yaml"
    value_t first_sum = value_t(0);
#line 13 "spmv_work_oriented.yaml"
    for (size_type from = slot * 32; from < min(slots, slot * 32 + 32); ++from) {
#line 13 "spmv_work_oriented.yaml"
      const size_type key = Z_carry_keys_2_2[from];
#line 13 "spmv_work_oriented.yaml"
      if (0 < key) {
#line 13 "spmv_work_oriented.yaml"
        if (last != key) {
#line 13 "spmv_work_oriented.yaml"
          if (last == first) {
#line 13 "spmv_work_oriented.yaml"
            first_sum = sum;
          }
#line 13 "spmv_work_oriented.yaml"
          if (first != last) {
#line 13 "spmv_work_oriented.yaml"
            Z_values[(last - 1) * each + element_of_slot] += sum;
          }
#line 13 "spmv_work_oriented.yaml"
          last = key;
#line 13 "spmv_work_oriented.yaml"
          sum = value_t(0);
#line 13 "spmv_work_oriented.yaml"
          if (first == 0) {
#line 13 "spmv_work_oriented.yaml"
            first = key;
          }
        }
#line 13 "spmv_work_oriented.yaml"
        sum += Z_carries_2_2[from * each + element_of_slot];
      }
    }
#line 13 "spmv_work_oriented.yaml"
    if (last == first) {
#line 13 "spmv_work_oriented.yaml"
      first_sum = sum;
    }
#line 13 "spmv_work_oriented.yaml"
    if (first != last) {
#line 13 "spmv_work_oriented.yaml"
      Z_values[(last - 1) * each + element_of_slot] += sum;
    }
#line 13 "spmv_work_oriented.yaml"
    Z_carries_2_2_2[slot * each + element_of_slot] = first_sum;
#line 13 "spmv_work_oriented.yaml"
    if (element_of_slot == 0) {
#line 13 "spmv_work_oriented.yaml"
      Z_carry_keys_2_2_2[slot] = first;
    }
  }
}

#line 13 "spmv_work_oriented.yaml"
extern "C" __global__ void spmv_work_oriented_Z_add_carries(
    const value_t* __restrict__ Z_carries_2_2_2, const size_type* __restrict__ Z_carry_keys_2_2_2,
    value_t* __restrict__ Z_values, size_type slots, size_type each, size_type entries) {
#line 13 "spmv_work_oriented.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 13 "spmv_work_oriented.yaml"
    const size_type slot = entry / each;
#line 13 "spmv_work_oriented.yaml"
    const size_type element_of_slot = entry % each;
#line 13 "spmv_work_oriented.yaml"
    const size_type key = Z_carry_keys_2_2_2[slot];
#line 13 "spmv_work_oriented.yaml"
    size_type before = slot;
#line 13 "spmv_work_oriented.yaml"
    while (0 < before && Z_carry_keys_2_2_2[before - 1] == 0) {
#line 13 "spmv_work_oriented.yaml"
      before = before - 1;
    }
#line 13 "spmv_work_oriented.yaml"
    if (0 < key && (before == 0 || (Z_carry_keys_2_2_2[before - 1] != key))) {
#line 13 "spmv_work_oriented.yaml"
      value_t sum = value_t(0);
#line 13 "spmv_work_oriented.yaml"
      size_type next = slot;
#line 13 "spmv_work_oriented.yaml"
      while (next < slots && (Z_carry_keys_2_2_2[next] == key || Z_carry_keys_2_2_2[next] == 0)) {
#line 13 "spmv_work_oriented.yaml"
        sum += Z_carries_2_2_2[next * each + element_of_slot];
#line 13 "spmv_work_oriented.yaml"
        next = next + 1;
      }
#line 13 "spmv_work_oriented.yaml"
      Z_values[(key - 1) * each + element_of_slot] += sum;
    }
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
  int64_t elements_0() const { return ceil_div(elements_A, 4); }
  int64_t elements_1() const { return ceil_div(elements_A, 4); }
  int64_t elements_2() const { return ceil_div(ceil_div(elements_A, 4), 32); }
  int64_t elements_3() const { return ceil_div(ceil_div(elements_A, 4), 32); }
  int64_t elements_4() const { return ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32); }
  int64_t elements_5() const { return ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32); }
  int64_t elements_6() const {
    return ceil_div(ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32), 32);
  }
  int64_t elements_7() const {
    return ceil_div(ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32), 32);
  }
  int64_t grid_spmv_work_oriented_Z() const {
    return min(max(ceil_div(ceil_div(elements_A, 4), max(min(ceil_div(elements_A, 4), 256), 1)), 1),
               2147483647);
  }
  int64_t block_spmv_work_oriented_Z() const { return max(min(ceil_div(elements_A, 4), 256), 1); }
  int64_t grid_spmv_work_oriented_Z_add_chunks() const {
    return max(1, min(ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 256), 4096));
  }
  int64_t block_spmv_work_oriented_Z_add_chunks() const { return 256; }
  int64_t grid_spmv_work_oriented_Z_add_chunks_2() const {
    return max(1, min(ceil_div(ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32), 256), 4096));
  }
  int64_t block_spmv_work_oriented_Z_add_chunks_2() const { return 256; }
  int64_t grid_spmv_work_oriented_Z_add_chunks_3() const {
    return max(1,
               min(ceil_div(ceil_div(ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32), 32), 256),
                   4096));
  }
  int64_t block_spmv_work_oriented_Z_add_chunks_3() const { return 256; }
  int64_t grid_spmv_work_oriented_Z_add_carries() const {
    return max(1,
               min(ceil_div(ceil_div(ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32), 32), 256),
                   4096));
  }
  int64_t block_spmv_work_oriented_Z_add_carries() const { return 256; }
  coord_t M_of_spmv_work_oriented_Z() const { return static_cast<coord_t>(M); }
  int64_t slots_of_spmv_work_oriented_Z_add_chunks() const { return ceil_div(elements_A, 4); }
  int64_t each_of_spmv_work_oriented_Z_add_chunks() const { return 1; }
  int64_t entries_of_spmv_work_oriented_Z_add_chunks() const {
    return ceil_div(ceil_div(elements_A, 4), 32);
  }
  int64_t slots_of_spmv_work_oriented_Z_add_chunks_2() const {
    return ceil_div(ceil_div(elements_A, 4), 32);
  }
  int64_t each_of_spmv_work_oriented_Z_add_chunks_2() const { return 1; }
  int64_t entries_of_spmv_work_oriented_Z_add_chunks_2() const {
    return ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32);
  }
  int64_t slots_of_spmv_work_oriented_Z_add_chunks_3() const {
    return ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32);
  }
  int64_t each_of_spmv_work_oriented_Z_add_chunks_3() const { return 1; }
  int64_t entries_of_spmv_work_oriented_Z_add_chunks_3() const {
    return ceil_div(ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32), 32);
  }
  int64_t slots_of_spmv_work_oriented_Z_add_carries() const {
    return ceil_div(ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32), 32);
  }
  int64_t each_of_spmv_work_oriented_Z_add_carries() const { return 1; }
  int64_t entries_of_spmv_work_oriented_Z_add_carries() const {
    return ceil_div(ceil_div(ceil_div(ceil_div(elements_A, 4), 32), 32), 32);
  }
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
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_5()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_6()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_7()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spmv_work_oriented_launch(const spmv_work_oriented_arguments* arguments,
                                         void* workspace, size_t workspace_bytes,
                                         struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_work_oriented_arguments& a = *arguments;
  const spmv_work_oriented_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (workspace_bytes < spmv_work_oriented_workspace_bytes(arguments)) return 2;
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
  value_t* Z_carries_2_2 = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(value_t) + 255) / 256 * 256;
  size_type* Z_carry_keys_2_2 = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_5()) * sizeof(size_type) + 255) / 256 * 256;
  value_t* Z_carries_2_2_2 = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_6()) * sizeof(value_t) + 255) / 256 * 256;
  size_type* Z_carry_keys_2_2_2 = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_7()) * sizeof(size_type) + 255) / 256 * 256;
  if (cudaMemsetAsync(Z_carry_keys, 0, static_cast<size_t>(sizes.elements_1()) * sizeof(size_type),
                      stream) != cudaSuccess)
    return 3;
  if (cudaMemsetAsync(Z_carries, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  spmv_work_oriented_Z<<<static_cast<unsigned>(sizes.grid_spmv_work_oriented_Z()),
                         static_cast<unsigned>(sizes.block_spmv_work_oriented_Z()), 0, stream>>>(
      a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, Z_carries, Z_carry_keys,
      sizes.M_of_spmv_work_oriented_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  spmv_work_oriented_Z_add_chunks<<<
      static_cast<unsigned>(sizes.grid_spmv_work_oriented_Z_add_chunks()),
      static_cast<unsigned>(sizes.block_spmv_work_oriented_Z_add_chunks()), 0, stream>>>(
      Z_carries, Z_carry_keys, a.Z_values, sizes.slots_of_spmv_work_oriented_Z_add_chunks(),
      sizes.each_of_spmv_work_oriented_Z_add_chunks(), Z_carries_2, Z_carry_keys_2,
      sizes.entries_of_spmv_work_oriented_Z_add_chunks());
  if (cudaGetLastError() != cudaSuccess) return 3;
  spmv_work_oriented_Z_add_chunks_2<<<
      static_cast<unsigned>(sizes.grid_spmv_work_oriented_Z_add_chunks_2()),
      static_cast<unsigned>(sizes.block_spmv_work_oriented_Z_add_chunks_2()), 0, stream>>>(
      Z_carries_2, Z_carry_keys_2, a.Z_values, sizes.slots_of_spmv_work_oriented_Z_add_chunks_2(),
      sizes.each_of_spmv_work_oriented_Z_add_chunks_2(), Z_carries_2_2, Z_carry_keys_2_2,
      sizes.entries_of_spmv_work_oriented_Z_add_chunks_2());
  if (cudaGetLastError() != cudaSuccess) return 3;
  spmv_work_oriented_Z_add_chunks_3<<<
      static_cast<unsigned>(sizes.grid_spmv_work_oriented_Z_add_chunks_3()),
      static_cast<unsigned>(sizes.block_spmv_work_oriented_Z_add_chunks_3()), 0, stream>>>(
      Z_carries_2_2, Z_carry_keys_2_2, a.Z_values,
      sizes.slots_of_spmv_work_oriented_Z_add_chunks_3(),
      sizes.each_of_spmv_work_oriented_Z_add_chunks_3(), Z_carries_2_2_2, Z_carry_keys_2_2_2,
      sizes.entries_of_spmv_work_oriented_Z_add_chunks_3());
  if (cudaGetLastError() != cudaSuccess) return 3;
  spmv_work_oriented_Z_add_carries<<<
      static_cast<unsigned>(sizes.grid_spmv_work_oriented_Z_add_carries()),
      static_cast<unsigned>(sizes.block_spmv_work_oriented_Z_add_carries()), 0, stream>>>(
      Z_carries_2_2_2, Z_carry_keys_2_2_2, a.Z_values,
      sizes.slots_of_spmv_work_oriented_Z_add_carries(),
      sizes.each_of_spmv_work_oriented_Z_add_carries(),
      sizes.entries_of_spmv_work_oriented_Z_add_carries());
  if (cudaGetLastError() != cudaSuccess) return 3;
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
    default:
      return "unknown code";
  }
}
#endif
