// Made by teaalc 0.1.0 from spec.yaml; do not edit.
//   T0[i, k] = B[]
//   Z[] = T0[i, k]

// First position in [begin, end) whose coordinate is >= target; `end` if there is none (also for an
// empty range). Binary search: ceil(log2(end - begin + 1)) loads. Any thread may call it alone.
template <class C, class P>
static __device__ __forceinline__ P teaal_lower_bound(const C* coords, P begin, P end, C target) {
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

// First of two launches of a prefix sum, with equal grids: block b sums counts[b * piece, (b + 1) *
// piece) into sums[b], where piece is n over the number of blocks, rounded up. All threads of the
// block call it. `shared` points to 32 elements in shared memory.
template <class K>
static __device__ __forceinline__ void teaal_scan_sums(const K* counts, K n, K* sums, K* shared) {
  const K piece = (n + gridDim.x - 1) / gridDim.x, begin = piece * blockIdx.x;
  K sum = 0;
  for (K at = begin + threadIdx.x; at < n && at < begin + piece; at += blockDim.x)
    sum += counts[at];
  sum = teaal_block_sum(sum, shared);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// The second: counts[i] becomes the sum of counts[0, i), and counts[n], behind the last, that of
// all. `shared` points to 33 elements in shared memory.
template <class K>
static __device__ __forceinline__ void teaal_scan_apply(K* counts, K n, const K* sums, K* shared) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  const K piece = (n + gridDim.x - 1) / gridDim.x, begin = piece * blockIdx.x;
  const K end = n < begin + piece ? n : begin + piece;
  K before = 0;
  for (unsigned block = threadIdx.x; block < blockIdx.x; block += blockDim.x) before += sums[block];
  before = teaal_block_sum(before, shared);
  if (threadIdx.x == 0) shared[32] = before;
  __syncthreads();
  before = shared[32];
  for (K tile = begin; tile < end; tile += blockDim.x) {
    const K at = tile + threadIdx.x, mine = at < end ? counts[at] : K(0);
    K upto = mine;
    for (int by = 1; by < 32; by *= 2) {
      const K lower = __shfl_up_sync(0xffffffffu, upto, by);
      if (lane >= by) upto += lower;
    }
    __syncthreads();
    if (lane == 31) shared[warp] = upto;
    __syncthreads();
    K warp_before = before;
    for (int other = 0; other < warps; ++other) {
      if (other < warp) warp_before += shared[other];
      before += shared[other];
    }
    if (at < end) counts[at] = warp_before + upto - mine;
  }
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) counts[n] = before;
}

// First step of a stable sort by one digit of 8 bits: the warps of the grid share the keys out in
// equal runs, and warp w counts in digits[d * warps + w] how many of its keys have digit d.
// `shared` points to 256 elements in shared memory for each warp of the block.
template <class K>
static __device__ __forceinline__ void teaal_sort_count(const K* keys, K n, K shift, K* digits,
                                                        K* shared) {
  const int lane = threadIdx.x % 32;
  const K warps = K(gridDim.x) * (blockDim.x / 32);
  const K warp = K(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  const K run = ((n + warps - 1) / warps + 31) / 32 * 32, begin = warp * run;
  const K end = n < begin + run ? n : begin + run;
  K* mine = shared + threadIdx.x / 32 * 256;
  for (int digit = lane; digit < 256; digit += 32) mine[digit] = 0;
  __syncwarp();
  for (K at = begin; at < end; at += 32) {
    const bool active = at + lane < end;
    const unsigned digit = active ? unsigned(keys[at + lane] >> shift) & 255u : 256u;
    const unsigned peers = __match_any_sync(0xffffffffu, digit);
    if (active && lane == __ffs(int(peers)) - 1) mine[digit] += __popc(peers);
    __syncwarp();
  }
  for (int digit = lane; digit < 256; digit += 32) digits[digit * warps + warp] = mine[digit];
}

// The last step, with the same grid and with the prefix sums of what the first one counted: the
// pairs move to their places in the order of the digit; pairs of equal digits keep theirs.
template <class K, class V>
static __device__ __forceinline__ void teaal_sort_move(const K* keys, const V* values, K n, K shift,
                                                       const K* digits, K* keys_out, V* values_out,
                                                       K* shared) {
  const int lane = threadIdx.x % 32;
  const K warps = K(gridDim.x) * (blockDim.x / 32);
  const K warp = K(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  const K run = ((n + warps - 1) / warps + 31) / 32 * 32, begin = warp * run;
  const K end = n < begin + run ? n : begin + run;
  K* mine = shared + threadIdx.x / 32 * 256;
  for (int digit = lane; digit < 256; digit += 32) mine[digit] = digits[digit * warps + warp];
  __syncwarp();
  for (K at = begin; at < end; at += 32) {
    const bool active = at + lane < end;
    const K key = active ? keys[at + lane] : K(0);
    const unsigned digit = active ? unsigned(key >> shift) & 255u : 256u;
    const unsigned peers = __match_any_sync(0xffffffffu, digit);
    if (active) {
      const K to = mine[digit] + __popc(peers & ((1u << lane) - 1));
      keys_out[to] = key;
      values_out[to] = values[at + lane];
    }
    __syncwarp();
    if (active && lane == __ffs(int(peers)) - 1) mine[digit] += __popc(peers);
    __syncwarp();
  }
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

#line 10 "spec.yaml"
extern "C" __global__ void spec_Z(
    const pos_t* __restrict__ T0_IK_I_segments, const coord_t* __restrict__ T0_IK_I_coords,
    const pos_t* __restrict__ T0_IK_K_segments, const coord_t* __restrict__ T0_IK_K_coords,
    const value_t* __restrict__ T0_IK_values, const pos_t* __restrict__ T0_KI_K_segments,
    const coord_t* __restrict__ T0_KI_K_coords, const pos_t* __restrict__ T0_KI_I_segments,
    const coord_t* __restrict__ T0_KI_I_coords, const value_t* __restrict__ T0_KI_values, coord_t K,
    value_t* __restrict__ Z_copies) {
  const size_type workers_I1 = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_I1 = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
  const pos_t T0_IK_I_begin = T0_IK_I_segments[0];
  const pos_t T0_IK_I_end = T0_IK_I_segments[1];
  const pos_t T0_KI_K_begin = T0_KI_K_segments[0];
  const pos_t T0_KI_K_end = T0_KI_K_segments[1];
#line 10 "spec.yaml"
  value_t sum = value_t(0);
#line 17 "spec.yaml"
  for (size_type T0_IK_I_run = T0_IK_I_begin + worker_I1; T0_IK_I_run < T0_IK_I_end;
       T0_IK_I_run += workers_I1) {
#line 17 "spec.yaml"
    const pos_t T0_IK_I_run_begin = static_cast<pos_t>(T0_IK_I_run);
#line 17 "spec.yaml"
    const pos_t T0_IK_I_run_end =
        static_cast<pos_t>(min(static_cast<size_type>(T0_IK_I_end), T0_IK_I_run + 1));
#line 17 "spec.yaml"
    for (size_type T0_KI_K_run = T0_KI_K_begin; T0_KI_K_run < T0_KI_K_end; ++T0_KI_K_run) {
#line 17 "spec.yaml"
      const pos_t T0_KI_K_run_begin = static_cast<pos_t>(T0_KI_K_run);
#line 17 "spec.yaml"
      const pos_t T0_KI_K_run_end =
          static_cast<pos_t>(min(static_cast<size_type>(T0_KI_K_end), T0_KI_K_run + 1));
#line 17 "spec.yaml"
      const size_type k1 = (T0_KI_K_run_begin == T0_KI_K_begin
                                ? static_cast<size_type>(0)
                                : static_cast<size_type>(T0_KI_K_coords[T0_KI_K_run_begin]));
#line 17 "spec.yaml"
      const size_type k1_end = (T0_KI_K_run_end == T0_KI_K_end
                                    ? static_cast<size_type>(K)
                                    : static_cast<size_type>(T0_KI_K_coords[T0_KI_K_run_end]));
#line 17 "spec.yaml"
      for (pos_t T0_IK_I_at = T0_IK_I_run_begin; T0_IK_I_at < T0_IK_I_run_end; ++T0_IK_I_at) {
#line 17 "spec.yaml"
        const coord_t i0 = T0_IK_I_coords[T0_IK_I_at];
        const pos_t T0_IK_K_begin = T0_IK_K_segments[T0_IK_I_at];
        const pos_t T0_IK_K_end = T0_IK_K_segments[T0_IK_I_at + 1];
        const pos_t T0_IK_K_begin_2 =
            teaal_lower_bound(T0_IK_K_coords, T0_IK_K_begin, T0_IK_K_end, static_cast<coord_t>(k1));
        const pos_t T0_IK_K_end_2 = teaal_lower_bound(T0_IK_K_coords, T0_IK_K_begin_2, T0_IK_K_end,
                                                      static_cast<coord_t>(k1_end));
#line 17 "spec.yaml"
        for (pos_t T0_IK_K_at = T0_IK_K_begin_2; T0_IK_K_at < T0_IK_K_end_2; ++T0_IK_K_at) {
#line 17 "spec.yaml"
          const coord_t k0 = T0_IK_K_coords[T0_IK_K_at];
          const pos_t T0_KI_K_at = teaal_lower_bound(T0_KI_K_coords, T0_KI_K_run_begin,
                                                     T0_KI_K_run_end, static_cast<coord_t>(k0));
          if (T0_KI_K_at < T0_KI_K_run_end && T0_KI_K_coords[T0_KI_K_at] == k0) {
            const pos_t T0_KI_I_begin = T0_KI_I_segments[T0_KI_K_at];
            const pos_t T0_KI_I_end = T0_KI_I_segments[T0_KI_K_at + 1];
            const pos_t T0_KI_I_at = teaal_lower_bound(T0_KI_I_coords, T0_KI_I_begin, T0_KI_I_end,
                                                       static_cast<coord_t>(i0));
            if (T0_KI_I_at < T0_KI_I_end && T0_KI_I_coords[T0_KI_I_at] == i0) {
#line 10 "spec.yaml"
              sum += T0_IK_values[T0_IK_K_at];
            }
          }
        }
      }
    }
  }
#line 10 "spec.yaml"
  __shared__ value_t partial_sums[32];
#line 10 "spec.yaml"
  const value_t total = teaal_block_sum(sum, partial_sums);
#line 10 "spec.yaml"
  if (threadIdx.x == 0) {
#line 10 "spec.yaml"
    Z_copies[static_cast<size_type>(blockIdx.x)] = total;
  }
}

#line 10 "spec.yaml"
extern "C" __global__ void spec_Z_add_copies(const value_t* __restrict__ Z_copies,
                                             value_t* __restrict__ Z_values, coord_t copies) {
#line 10 "spec.yaml"
  value_t sum = value_t(0);
#line 10 "spec.yaml"
  for (size_type copy = threadIdx.x; copy < copies; copy += blockDim.x) {
#line 10 "spec.yaml"
    sum += Z_copies[copy];
  }
#line 10 "spec.yaml"
  __shared__ value_t partial_sums[32];
#line 10 "spec.yaml"
  const value_t total = teaal_block_sum(sum, partial_sums);
#line 10 "spec.yaml"
  if (threadIdx.x == 0) {
#line 10 "spec.yaml"
    Z_values[0] = total;
  }
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_T0_count(const value_t* __restrict__ B_values, coord_t I, coord_t K,
                                         size_type* __restrict__ T0_offsets,
                                         size_type first_thread) {
#line 9 "spec.yaml"
  size_type emitted = 0;
  const size_type workers_I = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_I = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 9 "spec.yaml"
  for (size_type i = worker_I; i < I; i += workers_I) {
#line 9 "spec.yaml"
    for (coord_t k = 0; k < K; ++k) {
#line 9 "spec.yaml"
      const value_t emitted_value = B_values[0];
#line 9 "spec.yaml"
      if ((emitted_value != value_t(0))) {
#line 9 "spec.yaml"
        emitted += 1;
      }
    }
  }
#line 9 "spec.yaml"
  T0_offsets[first_thread + (static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x)] =
      emitted;
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_scan_sums(const size_type* __restrict__ counts, size_type n,
                                          size_type* __restrict__ sums) {
#line 9 "spec.yaml"
  __shared__ size_type shared_sizes[33];
#line 9 "spec.yaml"
  teaal_scan_sums(counts, n, sums, shared_sizes);
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_scan_apply(size_type* __restrict__ counts, size_type n,
                                           const size_type* __restrict__ sums) {
#line 9 "spec.yaml"
  __shared__ size_type shared_sizes[33];
#line 9 "spec.yaml"
  teaal_scan_apply(counts, n, sums, shared_sizes);
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_T0(const value_t* __restrict__ B_values, coord_t I, coord_t K,
                                   const size_type* __restrict__ T0_offsets, size_type first_thread,
                                   size_type* __restrict__ T0_keys,
                                   value_t* __restrict__ T0_entries) {
#line 9 "spec.yaml"
  size_type emitted =
      T0_offsets[first_thread + (static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x)];
  const size_type workers_I = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_I = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 9 "spec.yaml"
  for (size_type i = worker_I; i < I; i += workers_I) {
#line 9 "spec.yaml"
    for (coord_t k = 0; k < K; ++k) {
      const size_type T0_points_I_at = static_cast<size_type>(k) * static_cast<size_type>(I) + i;
#line 9 "spec.yaml"
      const value_t emitted_value = B_values[0];
#line 9 "spec.yaml"
      if ((emitted_value != value_t(0))) {
#line 9 "spec.yaml"
        T0_keys[emitted] = T0_points_I_at;
#line 9 "spec.yaml"
        T0_entries[emitted] = emitted_value;
#line 9 "spec.yaml"
        emitted += 1;
      }
    }
  }
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_sort_count(const size_type* __restrict__ keys, size_type n,
                                           size_type shift, size_type* __restrict__ digits) {
#line 9 "spec.yaml"
  __shared__ size_type shared_sizes[512];
#line 9 "spec.yaml"
  teaal_sort_count(keys, n, shift, digits, shared_sizes);
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_sort_move(const size_type* __restrict__ keys,
                                          const value_t* __restrict__ values, size_type n,
                                          size_type shift, const size_type* __restrict__ digits,
                                          size_type* __restrict__ keys_out,
                                          value_t* __restrict__ values_out) {
#line 9 "spec.yaml"
  __shared__ size_type shared_sizes[512];
#line 9 "spec.yaml"
  teaal_sort_move(keys, values, n, shift, digits, keys_out, values_out, shared_sizes);
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_T0_add(const size_type* __restrict__ T0_keys,
                                       const value_t* __restrict__ T0_entries,
                                       value_t* __restrict__ T0_entries_2,
                                       size_type* __restrict__ T0_ranks, size_type entries) {
#line 9 "spec.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 9 "spec.yaml"
    const size_type key = T0_keys[entry];
#line 9 "spec.yaml"
    size_type kept = 0;
#line 9 "spec.yaml"
    if (entry == 0 || T0_keys[entry - 1] < key) {
#line 9 "spec.yaml"
      value_t sum = T0_entries[entry];
#line 9 "spec.yaml"
      size_type next = entry + 1;
#line 9 "spec.yaml"
      while (next < entries && T0_keys[next] == key) {
#line 9 "spec.yaml"
        sum += T0_entries[next];
#line 9 "spec.yaml"
        next += 1;
      }
#line 9 "spec.yaml"
      T0_entries_2[entry] = sum;
#line 9 "spec.yaml"
      if ((sum != value_t(0))) {
#line 9 "spec.yaml"
        kept = 1;
      }
    }
#line 9 "spec.yaml"
    T0_ranks[entry] = kept;
  }
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_T0_compact(const size_type* __restrict__ T0_keys,
                                           const value_t* __restrict__ T0_entries_2,
                                           const size_type* __restrict__ T0_ranks,
                                           size_type* __restrict__ T0_keys_2,
                                           value_t* __restrict__ T0_entries, size_type entries) {
#line 9 "spec.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 9 "spec.yaml"
    const size_type at = T0_ranks[entry];
#line 9 "spec.yaml"
    if (at < T0_ranks[entry + 1]) {
#line 9 "spec.yaml"
      T0_keys_2[at] = T0_keys[entry];
#line 9 "spec.yaml"
      T0_entries[at] = T0_entries_2[entry];
    }
  }
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_T0_K_mark(const size_type* __restrict__ T0_keys_2, size_type stride,
                                          size_type* __restrict__ T0_K_ranks, size_type entries) {
#line 9 "spec.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 9 "spec.yaml"
    T0_K_ranks[entry] = (entry == 0 || T0_keys_2[entry - 1] / stride < T0_keys_2[entry] / stride
                             ? static_cast<size_type>(1)
                             : static_cast<size_type>(0));
  }
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_T0_K_store(const size_type* __restrict__ T0_keys_2,
                                           size_type stride, size_type extent,
                                           const size_type* __restrict__ T0_K_ranks,
                                           coord_t* __restrict__ T0_K_coords,
                                           size_type* __restrict__ T0_K_firsts, size_type entries) {
#line 9 "spec.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 9 "spec.yaml"
    const size_type at = T0_K_ranks[entry];
#line 9 "spec.yaml"
    if (at < T0_K_ranks[entry + 1]) {
#line 9 "spec.yaml"
      T0_K_coords[at] = static_cast<coord_t>(T0_keys_2[entry] / stride % extent);
#line 9 "spec.yaml"
      T0_K_firsts[at] = entry;
    }
  }
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_T0_K_segments(const size_type* __restrict__ T0_keys_2,
                                              size_type stored, size_type fiber_span,
                                              size_type positions,
                                              pos_t* __restrict__ T0_K_segments,
                                              const size_type* __restrict__ T0_K_ranks,
                                              size_type entries) {
#line 9 "spec.yaml"
  if (static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
#line 9 "spec.yaml"
    T0_K_segments[entries] = static_cast<pos_t>(positions);
  }
#line 9 "spec.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 9 "spec.yaml"
    T0_K_segments[entry] = static_cast<pos_t>(T0_K_ranks[teaal_lower_bound(
        T0_keys_2, static_cast<size_type>(0), stored, static_cast<size_type>(entry * fiber_span))]);
  }
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_T0_I_segments(
    const size_type* __restrict__ T0_keys_2, size_type stored, size_type fiber_span,
    size_type positions, pos_t* __restrict__ T0_I_segments, size_type inner, size_type parent_span,
    const size_type* __restrict__ T0_K_firsts, size_type entries) {
#line 9 "spec.yaml"
  if (static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
#line 9 "spec.yaml"
    T0_I_segments[entries] = static_cast<pos_t>(positions);
  }
#line 9 "spec.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 9 "spec.yaml"
    T0_I_segments[entry] = static_cast<pos_t>(teaal_lower_bound(
        T0_keys_2, static_cast<size_type>(0), stored,
        static_cast<size_type>(
            (T0_keys_2[T0_K_firsts[entry / inner]] / parent_span * inner + entry % inner) *
            fiber_span)));
  }
}

#line 9 "spec.yaml"
extern "C" __global__ void spec_T0_I_store(const size_type* __restrict__ T0_keys_2,
                                           const value_t* __restrict__ T0_entries, size_type extent,
                                           coord_t* __restrict__ T0_I_coords,
                                           value_t* __restrict__ T0_values, size_type entries) {
#line 9 "spec.yaml"
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 9 "spec.yaml"
    T0_I_coords[entry] = static_cast<coord_t>(T0_keys_2[entry] % extent);
#line 9 "spec.yaml"
    T0_values[entry] = T0_entries[entry];
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spec.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spec_value;
typedef pos_t spec_position;

extern "C" {
struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spec_arguments {
  /* B: one element */
  const spec_value* B_values;
  /* Z: one element */
  spec_value* Z_values;
  /* T0_IK: I:C, K:C, tensor T0 re-sorted */
  const spec_position* T0_IK_I_segments;
  const int32_t* T0_IK_I_coords;
  const spec_position* T0_IK_K_segments;
  const int32_t* T0_IK_K_coords;
  spec_value* T0_IK_values;
  /* T0_KI: K:C, I:C, tensor T0 re-sorted */
  const spec_position* T0_KI_K_segments;
  const int32_t* T0_KI_K_coords;
  const spec_position* T0_KI_I_segments;
  const int32_t* T0_KI_I_coords;
  spec_value* T0_KI_values;
  /* T0: K:C, I:C, assembled: set by the launch */
  spec_position* T0_K_segments;
  int32_t* T0_K_coords;
  int64_t T0_K_positions;
  spec_position* T0_I_segments;
  int32_t* T0_I_coords;
  int64_t T0_I_positions;
  spec_value* T0_values;
  int64_t extent_I;
  int64_t extent_K;
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the
     arrays of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on
     the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} spec_arguments;

/* Bytes of device memory that spec_launch needs as workspace (0: none), aligned to 256. */
size_t spec_workspace_bytes(const spec_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many
   elements a tensor has. 0: enqueued; else see spec_error_text. Allocates through `allocate` and
   throws nothing. */
int spec_launch(spec_arguments* arguments, void* workspace, size_t workspace_bytes,
                struct CUstream_st* stream);
const char* spec_error_text(int code);
}

namespace {

inline int64_t bits(int64_t n) {
  int64_t out = 0;
  for (; n > 0; n /= 2) ++out;
  return out;
}
struct spec_pool {
  const spec_arguments& a;
  CUstream_st* stream;
  void* held[12];
  int used = 0;
  void* take(int64_t bytes) const {
    void* memory = nullptr;
    const size_t size = bytes > 0 ? static_cast<size_t>(bytes) : 1;
    if (a.allocate != nullptr) return a.allocate(a.allocation_context, size, stream);
    return cudaMallocAsync(&memory, size, stream) == cudaSuccess ? memory : nullptr;
  }
  template <class T>
  bool give(T*& array, int64_t elements) const {
    if (array == nullptr) array = static_cast<T*>(take(elements * static_cast<int64_t>(sizeof(T))));
    return array != nullptr;
  }
  template <class T>
  bool hold(T*& array, int64_t elements) {
    if (array != nullptr) return true;
    if (!give(array, elements)) return false;
    held[used++] = array;
    return true;
  }
  void drop(void* memory) const {
    if (a.release != nullptr)
      a.release(a.allocation_context, memory, stream);
    else if (a.allocate == nullptr)
      cudaFreeAsync(memory, stream);
  }
  ~spec_pool() {
    for (int i = 0; i < used; ++i) drop(held[i]);
  }
};

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spec_sizes {
  int64_t I;
  int64_t K;
  int64_t T0_emitted = 0;
  int64_t T0_keys_pass = 0;
  int64_t T0_stored = 0;
  int64_t T0_K_stored = 0;
  explicit spec_sizes(const spec_arguments& a) {
    I = a.extent_I;
    K = a.extent_K;
  }
  bool valid() const { return true && I >= 0 && I <= 2147483647 && K >= 0 && K <= 2147483647; }
  bool indexable() const {
    return true && (int64_t(1) == 0 || K <= 9223372036854775807 / (int64_t(1))) &&
           (int64_t(1) * K == 0 || I <= 9223372036854775807 / (int64_t(1) * K));
  }
  int64_t elements_0() const {
    return min(max(ceil_div(I, (ceil_div(max(min(I, 256), 1), 32) * 32)), 1), 1024);
  }
  int64_t elements_1() const {
    return ((min(max(ceil_div(I, max(min(I, 256), 1)), 1), 4096) * max(min(I, 256), 1)) + 1);
  }
  int64_t elements_2() const { return 1024; }
  int64_t elements_3() const { return T0_emitted; }
  int64_t elements_4() const { return T0_emitted; }
  int64_t elements_5() const { return T0_emitted; }
  int64_t elements_6() const { return T0_emitted; }
  int64_t elements_7() const {
    return (((max(1, min(ceil_div(T0_emitted, 2048), 2112)) * 2) * 256) + 1);
  }
  int64_t elements_8() const { return (T0_emitted + 1); }
  int64_t elements_9() const { return (T0_stored + 1); }
  int64_t elements_10() const { return T0_K_stored; }
  int64_t grid_spec_Z() const {
    return min(max(ceil_div(I, (ceil_div(max(min(I, 256), 1), 32) * 32)), 1), 1024);
  }
  int64_t block_spec_Z() const { return (ceil_div(max(min(I, 256), 1), 32) * 32); }
  int64_t grid_spec_Z_add_copies() const { return 1; }
  int64_t block_spec_Z_add_copies() const { return 256; }
  int64_t grid_spec_T0_count() const { return min(max(ceil_div(I, max(min(I, 256), 1)), 1), 4096); }
  int64_t block_spec_T0_count() const { return max(min(I, 256), 1); }
  int64_t grid_spec_T0() const { return min(max(ceil_div(I, max(min(I, 256), 1)), 1), 4096); }
  int64_t block_spec_T0() const { return max(min(I, 256), 1); }
  int64_t grid_spec_T0_add() const { return max(1, min(ceil_div(T0_emitted, 256), 4096)); }
  int64_t block_spec_T0_add() const { return 256; }
  int64_t grid_spec_T0_compact() const { return max(1, min(ceil_div(T0_emitted, 256), 4096)); }
  int64_t block_spec_T0_compact() const { return 256; }
  int64_t grid_spec_T0_K_mark() const { return max(1, min(ceil_div(T0_stored, 256), 4096)); }
  int64_t block_spec_T0_K_mark() const { return 256; }
  int64_t grid_spec_T0_K_store() const { return max(1, min(ceil_div(T0_stored, 256), 4096)); }
  int64_t block_spec_T0_K_store() const { return 256; }
  int64_t grid_spec_T0_K_segments() const { return 1; }
  int64_t block_spec_T0_K_segments() const { return 256; }
  int64_t grid_spec_T0_I_segments() const { return max(1, min(ceil_div(T0_K_stored, 256), 4096)); }
  int64_t block_spec_T0_I_segments() const { return 256; }
  int64_t grid_spec_T0_I_store() const { return max(1, min(ceil_div(T0_stored, 256), 4096)); }
  int64_t block_spec_T0_I_store() const { return 256; }
  coord_t K_of_spec_Z() const { return static_cast<coord_t>(K); }
  coord_t copies_of_spec_Z_add_copies() const {
    return static_cast<coord_t>(
        min(max(ceil_div(I, (ceil_div(max(min(I, 256), 1), 32) * 32)), 1), 1024));
  }
  coord_t I_of_spec_T0_count() const { return static_cast<coord_t>(I); }
  coord_t K_of_spec_T0_count() const { return static_cast<coord_t>(K); }
  int64_t first_thread_of_spec_T0_count() const { return 0; }
  coord_t I_of_spec_T0() const { return static_cast<coord_t>(I); }
  coord_t K_of_spec_T0() const { return static_cast<coord_t>(K); }
  int64_t first_thread_of_spec_T0() const { return 0; }
  int64_t entries_of_spec_T0_add() const { return T0_emitted; }
  int64_t entries_of_spec_T0_compact() const { return T0_emitted; }
  int64_t stride_of_spec_T0_K_mark() const { return I; }
  int64_t entries_of_spec_T0_K_mark() const { return T0_stored; }
  int64_t stride_of_spec_T0_K_store() const { return I; }
  int64_t extent_of_spec_T0_K_store() const { return K; }
  int64_t entries_of_spec_T0_K_store() const { return T0_stored; }
  int64_t stored_of_spec_T0_K_segments() const { return T0_stored; }
  int64_t fiber_span_of_spec_T0_K_segments() const { return (K * I); }
  int64_t positions_of_spec_T0_K_segments() const { return T0_K_stored; }
  int64_t entries_of_spec_T0_K_segments() const { return 1; }
  int64_t stored_of_spec_T0_I_segments() const { return T0_stored; }
  int64_t fiber_span_of_spec_T0_I_segments() const { return I; }
  int64_t positions_of_spec_T0_I_segments() const { return T0_stored; }
  int64_t inner_of_spec_T0_I_segments() const { return 1; }
  int64_t parent_span_of_spec_T0_I_segments() const { return I; }
  int64_t entries_of_spec_T0_I_segments() const { return T0_K_stored; }
  int64_t extent_of_spec_T0_I_store() const { return I; }
  int64_t entries_of_spec_T0_I_store() const { return T0_stored; }
  int64_t stored_Z() const { return 1; }
  int64_t stored_T0_IK() const { return 1 * I * K; }
  int64_t stored_T0_KI() const { return 1 * K * I; }
  int64_t stored_T0() const { return T0_stored; }
  int64_t step_size_0() const {
    return (min(max(ceil_div(I, max(min(I, 256), 1)), 1), 4096) * max(min(I, 256), 1));
  }
  int64_t step_size_1() const {
    return max(
        1, min(ceil_div((min(max(ceil_div(I, max(min(I, 256), 1)), 1), 4096) * max(min(I, 256), 1)),
                        2048),
               1024));
  }
  int64_t step_size_2() const { return ceil_div(bits((max((K * I), 1) - 1)), 16); }
  int64_t step_size_3() const { return T0_emitted; }
  int64_t step_size_4() const { return (T0_keys_pass * 16); }
  int64_t step_size_5() const { return max(1, min(ceil_div(T0_emitted, 2048), 2112)); }
  int64_t step_size_6() const { return (max(1, min(ceil_div(T0_emitted, 2048), 2112)) * 512); }
  int64_t step_size_7() const {
    return max(1, min(ceil_div((max(1, min(ceil_div(T0_emitted, 2048), 2112)) * 512), 2048), 1024));
  }
  int64_t step_size_8() const { return ((T0_keys_pass * 16) + 8); }
  int64_t step_size_9() const { return max(1, min(ceil_div(T0_emitted, 2048), 1024)); }
  int64_t step_size_10() const { return T0_stored; }
  int64_t step_size_11() const { return max(1, min(ceil_div(T0_stored, 2048), 1024)); }
  int64_t step_size_12() const { return T0_K_stored; }
  int64_t step_size_13() const { return (T0_K_stored + 1); }
};

}  // namespace

extern "C" size_t spec_workspace_bytes(const spec_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spec_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spec_launch(spec_arguments* arguments, void* workspace, size_t workspace_bytes,
                           struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  spec_arguments& a = *arguments;
  spec_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (workspace_bytes < spec_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  size_type* T0_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* scan_sums = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* T0_keys = nullptr;
  value_t* T0_entries = nullptr;
  size_type* T0_keys_2 = nullptr;
  value_t* T0_entries_2 = nullptr;
  size_type* T0_keys_digits = nullptr;
  size_type* T0_ranks = nullptr;
  size_type* T0_K_ranks = nullptr;
  size_type* T0_K_firsts = nullptr;
  (void)free_bytes;
  if (!sizes.indexable()) return 5;
  spec_pool pool{a, stream, {}};
  a.T0_K_segments = nullptr;
  a.T0_K_coords = nullptr;
  a.T0_I_segments = nullptr;
  a.T0_I_coords = nullptr;
  a.T0_values = nullptr;
  spec_T0_count<<<static_cast<unsigned>(sizes.grid_spec_T0_count()),
                  static_cast<unsigned>(sizes.block_spec_T0_count()), 0, stream>>>(
      a.B_values, sizes.I_of_spec_T0_count(), sizes.K_of_spec_T0_count(), T0_offsets,
      sizes.first_thread_of_spec_T0_count());
  if (cudaGetLastError() != cudaSuccess) return 3;
  spec_scan_sums<<<static_cast<unsigned>(sizes.step_size_1()), static_cast<unsigned>(256), 0,
                   stream>>>(T0_offsets, sizes.step_size_0(), scan_sums);
  if (cudaGetLastError() != cudaSuccess) return 3;
  spec_scan_apply<<<static_cast<unsigned>(sizes.step_size_1()), static_cast<unsigned>(256), 0,
                    stream>>>(T0_offsets, sizes.step_size_0(), scan_sums);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (cudaMemcpyAsync(&sizes.T0_emitted, T0_offsets + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(T0_keys, sizes.elements_3())) return 4;
  if (!pool.hold(T0_entries, sizes.elements_4())) return 4;
  spec_T0<<<static_cast<unsigned>(sizes.grid_spec_T0()),
            static_cast<unsigned>(sizes.block_spec_T0()), 0, stream>>>(
      a.B_values, sizes.I_of_spec_T0(), sizes.K_of_spec_T0(), T0_offsets,
      sizes.first_thread_of_spec_T0(), T0_keys, T0_entries);
  if (cudaGetLastError() != cudaSuccess) return 3;
  for (sizes.T0_keys_pass = 0; (sizes.T0_keys_pass) < sizes.step_size_2(); ++sizes.T0_keys_pass) {
    if (!pool.hold(T0_keys_digits, sizes.elements_7())) return 4;
    spec_sort_count<<<static_cast<unsigned>(sizes.step_size_5()), static_cast<unsigned>(64), 0,
                      stream>>>(T0_keys, sizes.step_size_3(), sizes.step_size_4(), T0_keys_digits);
    if (cudaGetLastError() != cudaSuccess) return 3;
    spec_scan_sums<<<static_cast<unsigned>(sizes.step_size_7()), static_cast<unsigned>(256), 0,
                     stream>>>(T0_keys_digits, sizes.step_size_6(), scan_sums);
    if (cudaGetLastError() != cudaSuccess) return 3;
    spec_scan_apply<<<static_cast<unsigned>(sizes.step_size_7()), static_cast<unsigned>(256), 0,
                      stream>>>(T0_keys_digits, sizes.step_size_6(), scan_sums);
    if (cudaGetLastError() != cudaSuccess) return 3;
    if (!pool.hold(T0_keys_2, sizes.elements_5())) return 4;
    if (!pool.hold(T0_entries_2, sizes.elements_6())) return 4;
    spec_sort_move<<<static_cast<unsigned>(sizes.step_size_5()), static_cast<unsigned>(64), 0,
                     stream>>>(T0_keys, T0_entries, sizes.step_size_3(), sizes.step_size_4(),
                               T0_keys_digits, T0_keys_2, T0_entries_2);
    if (cudaGetLastError() != cudaSuccess) return 3;
    spec_sort_count<<<static_cast<unsigned>(sizes.step_size_5()), static_cast<unsigned>(64), 0,
                      stream>>>(T0_keys_2, sizes.step_size_3(), sizes.step_size_8(),
                                T0_keys_digits);
    if (cudaGetLastError() != cudaSuccess) return 3;
    spec_scan_sums<<<static_cast<unsigned>(sizes.step_size_7()), static_cast<unsigned>(256), 0,
                     stream>>>(T0_keys_digits, sizes.step_size_6(), scan_sums);
    if (cudaGetLastError() != cudaSuccess) return 3;
    spec_scan_apply<<<static_cast<unsigned>(sizes.step_size_7()), static_cast<unsigned>(256), 0,
                      stream>>>(T0_keys_digits, sizes.step_size_6(), scan_sums);
    if (cudaGetLastError() != cudaSuccess) return 3;
    spec_sort_move<<<static_cast<unsigned>(sizes.step_size_5()), static_cast<unsigned>(64), 0,
                     stream>>>(T0_keys_2, T0_entries_2, sizes.step_size_3(), sizes.step_size_8(),
                               T0_keys_digits, T0_keys, T0_entries);
    if (cudaGetLastError() != cudaSuccess) return 3;
  }
  if (!pool.hold(T0_entries_2, sizes.elements_6())) return 4;
  if (!pool.hold(T0_ranks, sizes.elements_8())) return 4;
  spec_T0_add<<<static_cast<unsigned>(sizes.grid_spec_T0_add()),
                static_cast<unsigned>(sizes.block_spec_T0_add()), 0, stream>>>(
      T0_keys, T0_entries, T0_entries_2, T0_ranks, sizes.entries_of_spec_T0_add());
  if (cudaGetLastError() != cudaSuccess) return 3;
  spec_scan_sums<<<static_cast<unsigned>(sizes.step_size_9()), static_cast<unsigned>(256), 0,
                   stream>>>(T0_ranks, sizes.step_size_3(), scan_sums);
  if (cudaGetLastError() != cudaSuccess) return 3;
  spec_scan_apply<<<static_cast<unsigned>(sizes.step_size_9()), static_cast<unsigned>(256), 0,
                    stream>>>(T0_ranks, sizes.step_size_3(), scan_sums);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (cudaMemcpyAsync(&sizes.T0_stored, T0_ranks + (sizes.step_size_3()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(T0_keys_2, sizes.elements_5())) return 4;
  spec_T0_compact<<<static_cast<unsigned>(sizes.grid_spec_T0_compact()),
                    static_cast<unsigned>(sizes.block_spec_T0_compact()), 0, stream>>>(
      T0_keys, T0_entries_2, T0_ranks, T0_keys_2, T0_entries, sizes.entries_of_spec_T0_compact());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (!pool.hold(T0_K_ranks, sizes.elements_9())) return 4;
  spec_T0_K_mark<<<static_cast<unsigned>(sizes.grid_spec_T0_K_mark()),
                   static_cast<unsigned>(sizes.block_spec_T0_K_mark()), 0, stream>>>(
      T0_keys_2, sizes.stride_of_spec_T0_K_mark(), T0_K_ranks, sizes.entries_of_spec_T0_K_mark());
  if (cudaGetLastError() != cudaSuccess) return 3;
  spec_scan_sums<<<static_cast<unsigned>(sizes.step_size_11()), static_cast<unsigned>(256), 0,
                   stream>>>(T0_K_ranks, sizes.step_size_10(), scan_sums);
  if (cudaGetLastError() != cudaSuccess) return 3;
  spec_scan_apply<<<static_cast<unsigned>(sizes.step_size_11()), static_cast<unsigned>(256), 0,
                    stream>>>(T0_K_ranks, sizes.step_size_10(), scan_sums);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (cudaMemcpyAsync(&sizes.T0_K_stored, T0_K_ranks + (sizes.step_size_10()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.give(a.T0_K_coords, sizes.step_size_12())) return 4;
  if (!pool.hold(T0_K_firsts, sizes.elements_10())) return 4;
  spec_T0_K_store<<<static_cast<unsigned>(sizes.grid_spec_T0_K_store()),
                    static_cast<unsigned>(sizes.block_spec_T0_K_store()), 0, stream>>>(
      T0_keys_2, sizes.stride_of_spec_T0_K_store(), sizes.extent_of_spec_T0_K_store(), T0_K_ranks,
      a.T0_K_coords, T0_K_firsts, sizes.entries_of_spec_T0_K_store());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_12() > 2147483647) return 5;
  if (!pool.give(a.T0_K_segments, 2)) return 4;
  spec_T0_K_segments<<<static_cast<unsigned>(sizes.grid_spec_T0_K_segments()),
                       static_cast<unsigned>(sizes.block_spec_T0_K_segments()), 0, stream>>>(
      T0_keys_2, sizes.stored_of_spec_T0_K_segments(), sizes.fiber_span_of_spec_T0_K_segments(),
      sizes.positions_of_spec_T0_K_segments(), a.T0_K_segments, T0_K_ranks,
      sizes.entries_of_spec_T0_K_segments());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_10() > 2147483647) return 5;
  if (!pool.give(a.T0_I_segments, sizes.step_size_13())) return 4;
  spec_T0_I_segments<<<static_cast<unsigned>(sizes.grid_spec_T0_I_segments()),
                       static_cast<unsigned>(sizes.block_spec_T0_I_segments()), 0, stream>>>(
      T0_keys_2, sizes.stored_of_spec_T0_I_segments(), sizes.fiber_span_of_spec_T0_I_segments(),
      sizes.positions_of_spec_T0_I_segments(), a.T0_I_segments, sizes.inner_of_spec_T0_I_segments(),
      sizes.parent_span_of_spec_T0_I_segments(), T0_K_firsts,
      sizes.entries_of_spec_T0_I_segments());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (!pool.give(a.T0_I_coords, sizes.step_size_10())) return 4;
  if (!pool.give(a.T0_values, sizes.stored_T0())) return 4;
  spec_T0_I_store<<<static_cast<unsigned>(sizes.grid_spec_T0_I_store()),
                    static_cast<unsigned>(sizes.block_spec_T0_I_store()), 0, stream>>>(
      T0_keys_2, T0_entries, sizes.extent_of_spec_T0_I_store(), a.T0_I_coords, a.T0_values,
      sizes.entries_of_spec_T0_I_store());
  if (cudaGetLastError() != cudaSuccess) return 3;
  spec_Z<<<static_cast<unsigned>(sizes.grid_spec_Z()), static_cast<unsigned>(sizes.block_spec_Z()),
           0, stream>>>(a.T0_IK_I_segments, a.T0_IK_I_coords, a.T0_IK_K_segments, a.T0_IK_K_coords,
                        a.T0_IK_values, a.T0_KI_K_segments, a.T0_KI_K_coords, a.T0_KI_I_segments,
                        a.T0_KI_I_coords, a.T0_KI_values, sizes.K_of_spec_Z(), Z_copies);
  if (cudaGetLastError() != cudaSuccess) return 3;
  spec_Z_add_copies<<<static_cast<unsigned>(sizes.grid_spec_Z_add_copies()),
                      static_cast<unsigned>(sizes.block_spec_Z_add_copies()), 0, stream>>>(
      Z_copies, a.Z_values, sizes.copies_of_spec_Z_add_copies());
  if (cudaGetLastError() != cudaSuccess) return 3;
  a.T0_K_positions = sizes.step_size_12();
  a.T0_I_positions = sizes.step_size_10();
  return 0;
}

extern "C" const char* spec_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spec_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 4:
      return "device memory is not to be had";
    case 5:
      return "a tensor has more positions or a larger index space than its types can count";
    default:
      return "unknown code";
  }
}
#endif
