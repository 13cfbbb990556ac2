// Made by teaalc 0.1.0 from spade_2.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n] * C[m, n]
//     loops N2, M2, M1 (space), N1M0N0, K
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:C], Z[M:U, N:C]
//   sizes col_panel_shape=64 elems_before_barrier=1024 row_panel_shape=4 rows_to_all_pes=4096
//   teaalc spade_2.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// The sum over the lanes of the warp up to this one. The warp's lanes are the bits of `lanes`, from
// the lowest on; all of them must call it.
template <class T>
static __device__ __forceinline__ T teaal_lane_upto(T value, unsigned lanes = 0xffffffffu) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int by = 1; by < 32; by *= 2) {
    const T lower = __shfl_up_sync(lanes, value, by);
    if (lane >= by) value += lower;
  }
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
  constexpr int rows = 4;  // of a warp, which it reads side by side
  for (K tile = begin; tile < end; tile += blockDim.x * rows) {
    const K first = tile + warp * (32 * rows) + lane;
    K mine[rows], upto[rows], all = 0;
#pragma unroll
    for (int row = 0; row < rows; ++row)
      mine[row] = first + row * 32 < end ? counts[first + row * 32] : K(0);
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      upto[row] = all + teaal_lane_upto(mine[row]);
      all = __shfl_sync(0xffffffffu, upto[row], 31);
    }
    __syncthreads();
    if (lane == 31) shared[warp] = all;
    __syncthreads();
    K warp_before = before;
    for (int other = 0; other < warps; ++other) {
      if (other < warp) warp_before += shared[other];
      before += shared[other];
    }
#pragma unroll
    for (int row = 0; row < rows; ++row)
      if (first + row * 32 < end) counts[first + row * 32] = warp_before + upto[row] - mine[row];
  }
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) counts[n] = before;
}

// A stable sort by one digit of `bits` bits, 8 at most, by blocks of 256 threads (Merrill and
// Grimshaw, 2011): blocks share the keys out in equal runs of whole tiles. First of its steps:
// block b counts in digits[d * blocks + b] how many of its keys have digit d, for all d below 256.
// `counts` points to 2048 elements in shared memory.
template <class K>
static __device__ __forceinline__ void teaal_sort_count(const K* keys, K n, K shift, K bits,
                                                        K* digits, int* counts) {
  constexpr int rows = 4;  // of keys that lanes ask for together, as each waits for memory
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned last = (1u << bits) - 1u;
  const K run = ((n + gridDim.x - 1) / gridDim.x + 2047) / 2048 * 2048, begin = blockIdx.x * run;
  const K end = n < begin + run ? n : begin + run;
  int* mine = counts + warp * 256;
  for (int digit = lane; digit < 256; digit += 32) mine[digit] = 0;
  __syncwarp();
  for (K at = begin + warp * (32 * rows); at < end; at += 256 * rows) {
    unsigned digit[rows];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const K from = at + row * 32 + lane;
      digit[row] = from < end ? unsigned(keys[from] >> shift) & last : 256u;
    }
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const bool active = digit[row] < 256u;
      // Keys that are in order already are alike; to add the same 32 times takes as many turns.
      if (__all_sync(0xffffffffu, digit[row] == __shfl_sync(0xffffffffu, digit[row], 0))) {
        if (active && lane == 0) atomicAdd(&mine[digit[row]], 32);
      } else if (active) {
        atomicAdd(&mine[digit[row]], 1);
      }
    }
  }
  __syncthreads();
  int all = 0;
  for (int other = 0; other < 8; ++other) all += counts[other * 256 + threadIdx.x];
  digits[K(threadIdx.x) * gridDim.x + blockIdx.x] = all;
}

// The last step, with the same grid and with the prefix sums of what the first one counted: pairs
// move to their places in the order of the digit; pairs of equal digits keep theirs. A tile of 2048
// is put in order in shared memory, so that neighbours are written by neighbours. Shared memory:
// `tile_keys` and `tile_values` of 2048 elements, `places` of 256, `counts` of 2056.
template <class K, class V>
static __device__ __forceinline__ void teaal_sort_move(const K* keys, const V* values, K n, K shift,
                                                       K bits, const K* digits, K* keys_out,
                                                       V* values_out, K* tile_keys, V* tile_values,
                                                       K* places, int* counts) {
  constexpr int rows = 8;  // of a warp in a tile
  const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  const unsigned last = (1u << bits) - 1u;
  const K run = ((n + gridDim.x - 1) / gridDim.x + 2047) / 2048 * 2048, begin = blockIdx.x * run;
  const K end = n < begin + run ? n : begin + run;
  int* mine = counts + warp * 256;
  int* of_warps = counts + 2048;
  K next = digits[K(thread) * gridDim.x + blockIdx.x];  // place of this thread's digit
  for (K tile = begin; tile < end; tile += 2048) {
    const K first = tile + warp * (32 * rows) + lane;
    K key[rows];
    V value[rows];
    int rank[rows];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const K from = first + row * 32;
      key[row] = from < end ? keys[from] : K(0);
      value[row] = from < end ? values[from] : V(0);
    }
    for (int digit = lane; digit < 256; digit += 32) mine[digit] = 0;
    __syncwarp();
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const bool active = first + row * 32 < end;
      const unsigned digit = active ? unsigned(key[row] >> shift) & last : 256u;
      const unsigned alike = __match_any_sync(0xffffffffu, digit);
      rank[row] = active ? mine[digit] + __popc(alike & ((1u << lane) - 1)) : 0;
      __syncwarp();
      if (active && lane == __ffs(int(alike)) - 1) mine[digit] += __popc(alike);
      __syncwarp();
    }
    __syncthreads();
    // Where in the tile each warp's pairs of this thread's digit begin.
    int all = 0;
    for (int other = 0; other < 8; ++other) {
      const int here = counts[other * 256 + thread];
      counts[other * 256 + thread] = all;
      all += here;
    }
    const int upto = teaal_lane_upto(all);
    if (lane == 31) of_warps[warp] = upto;
    __syncthreads();
    int before = upto - all;
    for (int other = 0; other < warp; ++other) before += of_warps[other];
    for (int other = 0; other < 8; ++other) counts[other * 256 + thread] += before;
    places[thread] = next - before;
    next += all;
    __syncthreads();
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      if (first + row * 32 < end) {
        const int at = mine[unsigned(key[row] >> shift) & last] + rank[row];
        tile_keys[at] = key[row];
        tile_values[at] = value[row];
      }
    }
    __syncthreads();
    const int count = int(end - tile < 2048 ? end - tile : K(2048));
    for (int at = thread; at < count; at += 256) {
      const K moved = tile_keys[at], to = places[unsigned(moved >> shift) & last] + at;
      keys_out[to] = moved;
      values_out[to] = tile_values[at];
    }
    __syncthreads();
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
#ifndef TEAAL_OFFSET_BITS
#define TEAAL_OFFSET_BITS TEAAL_POSITION_BITS  // 64 beyond 1000000000 elements or coordinates
#endif
#if TEAAL_OFFSET_BITS == 64 || TEAAL_POSITION_BITS == 64
typedef long long offset_t;
#else
typedef int offset_t;
#endif
typedef float value_t;

#line 13 "spade_2.yaml"
extern "C" __global__ void spade_2_Z_count(const value_t* __restrict__ A_values,
                                           const value_t* __restrict__ B_values,
                                           const pos_t* __restrict__ C_N2M2M1N1MN_N2_segments,
                                           const coord_t* __restrict__ C_N2M2M1N1MN_N2_coords,
                                           const pos_t* __restrict__ C_N2M2M1N1MN_M2_segments,
                                           const coord_t* __restrict__ C_N2M2M1N1MN_M2_coords,
                                           const pos_t* __restrict__ C_N2M2M1N1MN_M1_segments,
                                           const coord_t* __restrict__ C_N2M2M1N1MN_M1_coords,
                                           const pos_t* __restrict__ C_N2M2M1N1MN_N1_segments,
                                           const coord_t* __restrict__ C_N2M2M1N1MN_N1_coords,
                                           const pos_t* __restrict__ C_N2M2M1N1MN_M_segments,
                                           const coord_t* __restrict__ C_N2M2M1N1MN_M_coords,
                                           const pos_t* __restrict__ C_N2M2M1N1MN_N_segments,
                                           const coord_t* __restrict__ C_N2M2M1N1MN_N_coords,
                                           const value_t* __restrict__ C_N2M2M1N1MN_values,
                                           coord_t M, coord_t N, coord_t count_M1, coord_t count_M2,
                                           coord_t count_N2, size_type* __restrict__ Z_offsets,
                                           size_type first_thread, size_type blocks) {
  constexpr int elems_before_barrier = 1024;
  constexpr int symbol_row_panel_shape = 4;
  constexpr int symbol_rows_to_all_pes = 4096;
  const size_type warp = static_cast<size_type>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  if (warp < blocks) {
    const int block = static_cast<int>(warp);
    size_type emitted = 0;
    const offset_t workers_M1 = count_M1;
    const offset_t worker_M1 = block % count_M1;
    const offset_t workers_M2 = count_M2;
    const offset_t worker_M2 = block / count_M1 % count_M2;
    const offset_t workers_N2 = count_N2;
    const offset_t worker_N2 = block / count_M1 / count_M2;
    const offset_t worker_N1M0N0 = threadIdx.x % 32;
    const pos_t C_N2M2M1N1MN_N2_begin = C_N2M2M1N1MN_N2_segments[0];
    const pos_t C_N2M2M1N1MN_N2_end = C_N2M2M1N1MN_N2_segments[1];
#line 26 "spade_2.yaml"
    for (offset_t n2 = worker_N2 * elems_before_barrier; n2 < N;
         n2 += workers_N2 * elems_before_barrier) {
      const pos_t C_N2M2M1N1MN_N2_begin_2 =
          teaal_lower_bound(C_N2M2M1N1MN_N2_coords, C_N2M2M1N1MN_N2_begin, C_N2M2M1N1MN_N2_end,
                            static_cast<coord_t>(n2 / elems_before_barrier));
      const pos_t C_N2M2M1N1MN_N2_end_2 =
          C_N2M2M1N1MN_N2_begin_2 +
          ((C_N2M2M1N1MN_N2_begin_2 < C_N2M2M1N1MN_N2_end &&
            C_N2M2M1N1MN_N2_coords[C_N2M2M1N1MN_N2_begin_2] == n2 / elems_before_barrier)
               ? 1
               : 0);
      if (C_N2M2M1N1MN_N2_begin_2 < C_N2M2M1N1MN_N2_end_2) {
        const pos_t C_N2M2M1N1MN_M2_begin = C_N2M2M1N1MN_M2_segments[C_N2M2M1N1MN_N2_begin_2];
        const pos_t C_N2M2M1N1MN_M2_end = C_N2M2M1N1MN_M2_segments[C_N2M2M1N1MN_N2_begin_2 + 1];
        for (offset_t m2 = worker_M2 * symbol_rows_to_all_pes; m2 < M;
             m2 += workers_M2 * symbol_rows_to_all_pes) {
          const offset_t m2_end = min(static_cast<offset_t>(M), m2 + symbol_rows_to_all_pes);
          const pos_t C_N2M2M1N1MN_M2_begin_2 =
              teaal_lower_bound(C_N2M2M1N1MN_M2_coords, C_N2M2M1N1MN_M2_begin, C_N2M2M1N1MN_M2_end,
                                static_cast<coord_t>(m2 / symbol_rows_to_all_pes));
          const pos_t C_N2M2M1N1MN_M2_end_2 =
              C_N2M2M1N1MN_M2_begin_2 +
              ((C_N2M2M1N1MN_M2_begin_2 < C_N2M2M1N1MN_M2_end &&
                C_N2M2M1N1MN_M2_coords[C_N2M2M1N1MN_M2_begin_2] == m2 / symbol_rows_to_all_pes)
                   ? 1
                   : 0);
          if (C_N2M2M1N1MN_M2_begin_2 < C_N2M2M1N1MN_M2_end_2) {
            const pos_t C_N2M2M1N1MN_M1_begin = C_N2M2M1N1MN_M1_segments[C_N2M2M1N1MN_M2_begin_2];
            const pos_t C_N2M2M1N1MN_M1_end = C_N2M2M1N1MN_M1_segments[C_N2M2M1N1MN_M2_begin_2 + 1];
            for (offset_t m1 = m2 + worker_M1 * symbol_row_panel_shape; m1 < m2_end;
                 m1 += workers_M1 * symbol_row_panel_shape) {
              const pos_t C_N2M2M1N1MN_M1_begin_2 = teaal_lower_bound(
                  C_N2M2M1N1MN_M1_coords, C_N2M2M1N1MN_M1_begin, C_N2M2M1N1MN_M1_end,
                  static_cast<coord_t>(m1 / symbol_row_panel_shape));
              const pos_t C_N2M2M1N1MN_M1_end_2 =
                  C_N2M2M1N1MN_M1_begin_2 +
                  ((C_N2M2M1N1MN_M1_begin_2 < C_N2M2M1N1MN_M1_end &&
                    C_N2M2M1N1MN_M1_coords[C_N2M2M1N1MN_M1_begin_2] == m1 / symbol_row_panel_shape)
                       ? 1
                       : 0);
              if (C_N2M2M1N1MN_M1_begin_2 < C_N2M2M1N1MN_M1_end_2) {
                const pos_t C_N2M2M1N1MN_N1_begin =
                    C_N2M2M1N1MN_N1_segments[C_N2M2M1N1MN_M1_begin_2];
                const pos_t C_N2M2M1N1MN_N1_end =
                    C_N2M2M1N1MN_N1_segments[C_N2M2M1N1MN_M1_begin_2 + 1];
                const pos_t C_N2M2M1N1MN_M_from = C_N2M2M1N1MN_M_segments[C_N2M2M1N1MN_N1_begin];
                const pos_t C_N2M2M1N1MN_M_to = C_N2M2M1N1MN_M_segments[C_N2M2M1N1MN_N1_end];
                const pos_t C_N2M2M1N1MN_N_from = C_N2M2M1N1MN_N_segments[C_N2M2M1N1MN_M_from];
                const pos_t C_N2M2M1N1MN_N_to = C_N2M2M1N1MN_N_segments[C_N2M2M1N1MN_M_to];
                emitted +=
                    max(static_cast<offset_t>(0), static_cast<offset_t>(C_N2M2M1N1MN_N_to) -
                                                      static_cast<offset_t>(C_N2M2M1N1MN_N_from));
              }
            }
          }
        }
      }
    }
#line 13 "spade_2.yaml"
    if (worker_N1M0N0 == 0) {
      Z_offsets[static_cast<offset_t>(first_thread) + static_cast<size_type>(block)] = emitted;
    }
  }
}

#line 13 "spade_2.yaml"
extern "C" __global__ void spade_2_scan_sums(const size_type* __restrict__ counts, size_type n,
                                             size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_sums(counts, n, sums, shared_sizes);
}

#line 13 "spade_2.yaml"
extern "C" __global__ void spade_2_scan_apply(size_type* __restrict__ counts, size_type n,
                                              const size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_apply(counts, n, sums, shared_sizes);
}

#line 13 "spade_2.yaml"
extern "C" __global__ void spade_2_Z(const value_t* __restrict__ A_values,
                                     const value_t* __restrict__ B_values,
                                     const pos_t* __restrict__ C_N2M2M1N1MN_N2_segments,
                                     const coord_t* __restrict__ C_N2M2M1N1MN_N2_coords,
                                     const pos_t* __restrict__ C_N2M2M1N1MN_M2_segments,
                                     const coord_t* __restrict__ C_N2M2M1N1MN_M2_coords,
                                     const pos_t* __restrict__ C_N2M2M1N1MN_M1_segments,
                                     const coord_t* __restrict__ C_N2M2M1N1MN_M1_coords,
                                     const pos_t* __restrict__ C_N2M2M1N1MN_N1_segments,
                                     const coord_t* __restrict__ C_N2M2M1N1MN_N1_coords,
                                     const pos_t* __restrict__ C_N2M2M1N1MN_M_segments,
                                     const coord_t* __restrict__ C_N2M2M1N1MN_M_coords,
                                     const pos_t* __restrict__ C_N2M2M1N1MN_N_segments,
                                     const coord_t* __restrict__ C_N2M2M1N1MN_N_coords,
                                     const value_t* __restrict__ C_N2M2M1N1MN_values, coord_t K,
                                     coord_t M, coord_t N, coord_t count_M1, coord_t count_M2,
                                     coord_t count_N2, const size_type* __restrict__ Z_offsets,
                                     size_type first_thread, size_type* __restrict__ Z_keys,
                                     value_t* __restrict__ Z_entries, size_type blocks) {
  constexpr int elems_before_barrier = 1024;
  constexpr int symbol_row_panel_shape = 4;
  constexpr int symbol_rows_to_all_pes = 4096;
  teaal_await_launches();
  const size_type warp = static_cast<size_type>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  if (warp < blocks) {
    const int block = static_cast<int>(warp);
    size_type emitted =
        Z_offsets[static_cast<offset_t>(first_thread) + static_cast<size_type>(block)];
    const offset_t workers_M1 = count_M1;
    const offset_t worker_M1 = block % count_M1;
    const offset_t workers_M2 = count_M2;
    const offset_t worker_M2 = block / count_M1 % count_M2;
    const offset_t workers_N2 = count_N2;
    const offset_t worker_N2 = block / count_M1 / count_M2;
    const offset_t workers_N1M0N0 = 32;
    const offset_t worker_N1M0N0 = threadIdx.x % 32;
    const pos_t C_N2M2M1N1MN_N2_begin = C_N2M2M1N1MN_N2_segments[0];
    const pos_t C_N2M2M1N1MN_N2_end = C_N2M2M1N1MN_N2_segments[1];
#line 26 "spade_2.yaml"
    for (offset_t n2 = worker_N2 * elems_before_barrier; n2 < N;
         n2 += workers_N2 * elems_before_barrier) {
      const pos_t C_N2M2M1N1MN_N2_begin_2 =
          teaal_lower_bound(C_N2M2M1N1MN_N2_coords, C_N2M2M1N1MN_N2_begin, C_N2M2M1N1MN_N2_end,
                            static_cast<coord_t>(n2 / elems_before_barrier));
      const pos_t C_N2M2M1N1MN_N2_end_2 =
          C_N2M2M1N1MN_N2_begin_2 +
          ((C_N2M2M1N1MN_N2_begin_2 < C_N2M2M1N1MN_N2_end &&
            C_N2M2M1N1MN_N2_coords[C_N2M2M1N1MN_N2_begin_2] == n2 / elems_before_barrier)
               ? 1
               : 0);
      if (C_N2M2M1N1MN_N2_begin_2 < C_N2M2M1N1MN_N2_end_2) {
        const pos_t C_N2M2M1N1MN_M2_begin = C_N2M2M1N1MN_M2_segments[C_N2M2M1N1MN_N2_begin_2];
        const pos_t C_N2M2M1N1MN_M2_end = C_N2M2M1N1MN_M2_segments[C_N2M2M1N1MN_N2_begin_2 + 1];
        for (offset_t m2 = worker_M2 * symbol_rows_to_all_pes; m2 < M;
             m2 += workers_M2 * symbol_rows_to_all_pes) {
          const offset_t m2_end = min(static_cast<offset_t>(M), m2 + symbol_rows_to_all_pes);
          const pos_t C_N2M2M1N1MN_M2_begin_2 =
              teaal_lower_bound(C_N2M2M1N1MN_M2_coords, C_N2M2M1N1MN_M2_begin, C_N2M2M1N1MN_M2_end,
                                static_cast<coord_t>(m2 / symbol_rows_to_all_pes));
          const pos_t C_N2M2M1N1MN_M2_end_2 =
              C_N2M2M1N1MN_M2_begin_2 +
              ((C_N2M2M1N1MN_M2_begin_2 < C_N2M2M1N1MN_M2_end &&
                C_N2M2M1N1MN_M2_coords[C_N2M2M1N1MN_M2_begin_2] == m2 / symbol_rows_to_all_pes)
                   ? 1
                   : 0);
          if (C_N2M2M1N1MN_M2_begin_2 < C_N2M2M1N1MN_M2_end_2) {
            const pos_t C_N2M2M1N1MN_M1_begin = C_N2M2M1N1MN_M1_segments[C_N2M2M1N1MN_M2_begin_2];
            const pos_t C_N2M2M1N1MN_M1_end = C_N2M2M1N1MN_M1_segments[C_N2M2M1N1MN_M2_begin_2 + 1];
            for (offset_t m1 = m2 + worker_M1 * symbol_row_panel_shape; m1 < m2_end;
                 m1 += workers_M1 * symbol_row_panel_shape) {
              const pos_t C_N2M2M1N1MN_M1_begin_2 = teaal_lower_bound(
                  C_N2M2M1N1MN_M1_coords, C_N2M2M1N1MN_M1_begin, C_N2M2M1N1MN_M1_end,
                  static_cast<coord_t>(m1 / symbol_row_panel_shape));
              const pos_t C_N2M2M1N1MN_M1_end_2 =
                  C_N2M2M1N1MN_M1_begin_2 +
                  ((C_N2M2M1N1MN_M1_begin_2 < C_N2M2M1N1MN_M1_end &&
                    C_N2M2M1N1MN_M1_coords[C_N2M2M1N1MN_M1_begin_2] == m1 / symbol_row_panel_shape)
                       ? 1
                       : 0);
              if (C_N2M2M1N1MN_M1_begin_2 < C_N2M2M1N1MN_M1_end_2) {
                const pos_t C_N2M2M1N1MN_N1_begin =
                    C_N2M2M1N1MN_N1_segments[C_N2M2M1N1MN_M1_begin_2];
                const pos_t C_N2M2M1N1MN_N1_end =
                    C_N2M2M1N1MN_N1_segments[C_N2M2M1N1MN_M1_begin_2 + 1];
                const pos_t C_N2M2M1N1MN_M_from = C_N2M2M1N1MN_M_segments[C_N2M2M1N1MN_N1_begin];
                const pos_t C_N2M2M1N1MN_M_to = C_N2M2M1N1MN_M_segments[C_N2M2M1N1MN_N1_end];
                const pos_t C_N2M2M1N1MN_N_from = C_N2M2M1N1MN_N_segments[C_N2M2M1N1MN_M_from];
                const pos_t C_N2M2M1N1MN_N_to = C_N2M2M1N1MN_N_segments[C_N2M2M1N1MN_M_to];
                const offset_t n1m0n0_jam_end =
                    C_N2M2M1N1MN_N_from + worker_N1M0N0 +
                    max(static_cast<offset_t>(C_N2M2M1N1MN_N_to) + (workers_N1M0N0 - 1) -
                            (C_N2M2M1N1MN_N_from + worker_N1M0N0),
                        static_cast<offset_t>(0)) /
                        (4 * workers_N1M0N0) * (4 * workers_N1M0N0);
                for (offset_t n1m0n0 = C_N2M2M1N1MN_N_from + worker_N1M0N0; n1m0n0 < n1m0n0_jam_end;
                     n1m0n0 += 4 * workers_N1M0N0) {
                  const pos_t C_N2M2M1N1MN_M_at = teaal_owner(
                      C_N2M2M1N1MN_N_segments, C_N2M2M1N1MN_M_from, C_N2M2M1N1MN_M_to, n1m0n0);
                  const coord_t m0 = C_N2M2M1N1MN_M_coords[C_N2M2M1N1MN_M_at];
                  const coord_t n0 = C_N2M2M1N1MN_N_coords[n1m0n0];
                  const size_type Z_points_N_at =
                      static_cast<size_type>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "spade_2.yaml"
                  value_t sum = value_t(0);
#line 26 "spade_2.yaml"
                  const offset_t n1m0n0_2 = n1m0n0 + workers_N1M0N0;
                  const pos_t C_N2M2M1N1MN_M_at_2 = teaal_owner(
                      C_N2M2M1N1MN_N_segments, C_N2M2M1N1MN_M_from, C_N2M2M1N1MN_M_to, n1m0n0_2);
                  const coord_t m0_2 = C_N2M2M1N1MN_M_coords[C_N2M2M1N1MN_M_at_2];
                  const coord_t n0_2 = C_N2M2M1N1MN_N_coords[n1m0n0_2];
                  const size_type Z_points_N_at_2 =
                      static_cast<size_type>(m0_2) * static_cast<offset_t>(N) + n0_2;
#line 13 "spade_2.yaml"
                  value_t sum_2 = value_t(0);
#line 26 "spade_2.yaml"
                  const offset_t n1m0n0_3 = n1m0n0 + 2 * workers_N1M0N0;
                  const pos_t C_N2M2M1N1MN_M_at_3 = teaal_owner(
                      C_N2M2M1N1MN_N_segments, C_N2M2M1N1MN_M_from, C_N2M2M1N1MN_M_to, n1m0n0_3);
                  const coord_t m0_3 = C_N2M2M1N1MN_M_coords[C_N2M2M1N1MN_M_at_3];
                  const coord_t n0_3 = C_N2M2M1N1MN_N_coords[n1m0n0_3];
                  const size_type Z_points_N_at_3 =
                      static_cast<size_type>(m0_3) * static_cast<offset_t>(N) + n0_3;
#line 13 "spade_2.yaml"
                  value_t sum_3 = value_t(0);
#line 26 "spade_2.yaml"
                  const offset_t n1m0n0_4 = n1m0n0 + 3 * workers_N1M0N0;
                  const pos_t C_N2M2M1N1MN_M_at_4 = teaal_owner(
                      C_N2M2M1N1MN_N_segments, C_N2M2M1N1MN_M_from, C_N2M2M1N1MN_M_to, n1m0n0_4);
                  const coord_t m0_4 = C_N2M2M1N1MN_M_coords[C_N2M2M1N1MN_M_at_4];
                  const coord_t n0_4 = C_N2M2M1N1MN_N_coords[n1m0n0_4];
                  const size_type Z_points_N_at_4 =
                      static_cast<size_type>(m0_4) * static_cast<offset_t>(N) + n0_4;
#line 13 "spade_2.yaml"
                  value_t sum_4 = value_t(0);
#line 26 "spade_2.yaml"
                  for (coord_t k = 0; k < K; ++k) {
                    const offset_t A_K_at =
                        static_cast<offset_t>(m0) * static_cast<offset_t>(K) + k;
                    const offset_t A_K_at_2 =
                        static_cast<offset_t>(m0_2) * static_cast<offset_t>(K) + k;
                    const offset_t A_K_at_3 =
                        static_cast<offset_t>(m0_3) * static_cast<offset_t>(K) + k;
                    const offset_t A_K_at_4 =
                        static_cast<offset_t>(m0_4) * static_cast<offset_t>(K) + k;
                    const offset_t B_N_at =
                        static_cast<offset_t>(k) * static_cast<offset_t>(N) + n0;
                    const offset_t B_N_at_2 =
                        static_cast<offset_t>(k) * static_cast<offset_t>(N) + n0_2;
                    const offset_t B_N_at_3 =
                        static_cast<offset_t>(k) * static_cast<offset_t>(N) + n0_3;
                    const offset_t B_N_at_4 =
                        static_cast<offset_t>(k) * static_cast<offset_t>(N) + n0_4;
#line 13 "spade_2.yaml"
                    sum =
                        fmaf(A_values[A_K_at] * B_values[B_N_at], C_N2M2M1N1MN_values[n1m0n0], sum);
                    sum_2 = fmaf(A_values[A_K_at_2] * B_values[B_N_at_2],
                                 C_N2M2M1N1MN_values[n1m0n0_2], sum_2);
                    sum_3 = fmaf(A_values[A_K_at_3] * B_values[B_N_at_3],
                                 C_N2M2M1N1MN_values[n1m0n0_3], sum_3);
                    sum_4 = fmaf(A_values[A_K_at_4] * B_values[B_N_at_4],
                                 C_N2M2M1N1MN_values[n1m0n0_4], sum_4);
                  }
                  Z_keys[emitted + (n1m0n0 - static_cast<offset_t>(C_N2M2M1N1MN_N_from))] =
                      Z_points_N_at;
                  Z_entries[emitted + (n1m0n0 - static_cast<offset_t>(C_N2M2M1N1MN_N_from))] = sum;
                  Z_keys[emitted + (n1m0n0_2 - static_cast<offset_t>(C_N2M2M1N1MN_N_from))] =
                      Z_points_N_at_2;
                  Z_entries[emitted + (n1m0n0_2 - static_cast<offset_t>(C_N2M2M1N1MN_N_from))] =
                      sum_2;
                  Z_keys[emitted + (n1m0n0_3 - static_cast<offset_t>(C_N2M2M1N1MN_N_from))] =
                      Z_points_N_at_3;
                  Z_entries[emitted + (n1m0n0_3 - static_cast<offset_t>(C_N2M2M1N1MN_N_from))] =
                      sum_3;
                  Z_keys[emitted + (n1m0n0_4 - static_cast<offset_t>(C_N2M2M1N1MN_N_from))] =
                      Z_points_N_at_4;
                  Z_entries[emitted + (n1m0n0_4 - static_cast<offset_t>(C_N2M2M1N1MN_N_from))] =
                      sum_4;
                }
#line 26 "spade_2.yaml"
                for (offset_t n1m0n0 = n1m0n0_jam_end; n1m0n0 < C_N2M2M1N1MN_N_to;
                     n1m0n0 += workers_N1M0N0) {
                  const pos_t C_N2M2M1N1MN_M_at = teaal_owner(
                      C_N2M2M1N1MN_N_segments, C_N2M2M1N1MN_M_from, C_N2M2M1N1MN_M_to, n1m0n0);
                  const coord_t m0 = C_N2M2M1N1MN_M_coords[C_N2M2M1N1MN_M_at];
                  const coord_t n0 = C_N2M2M1N1MN_N_coords[n1m0n0];
                  const size_type Z_points_N_at =
                      static_cast<size_type>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "spade_2.yaml"
                  value_t sum = value_t(0);
#line 26 "spade_2.yaml"
                  for (coord_t k = 0; k < K; ++k) {
                    const offset_t A_K_at =
                        static_cast<offset_t>(m0) * static_cast<offset_t>(K) + k;
                    const offset_t B_N_at =
                        static_cast<offset_t>(k) * static_cast<offset_t>(N) + n0;
#line 13 "spade_2.yaml"
                    sum =
                        fmaf(A_values[A_K_at] * B_values[B_N_at], C_N2M2M1N1MN_values[n1m0n0], sum);
                  }
                  Z_keys[emitted + (n1m0n0 - static_cast<offset_t>(C_N2M2M1N1MN_N_from))] =
                      Z_points_N_at;
                  Z_entries[emitted + (n1m0n0 - static_cast<offset_t>(C_N2M2M1N1MN_N_from))] = sum;
                }
#line 26 "spade_2.yaml"
                emitted +=
                    max(static_cast<offset_t>(0), static_cast<offset_t>(C_N2M2M1N1MN_N_to) -
                                                      static_cast<offset_t>(C_N2M2M1N1MN_N_from));
              }
            }
          }
        }
      }
    }
  }
}

#line 13 "spade_2.yaml"
extern "C" __global__ void spade_2_sort_count(const size_type* __restrict__ keys, size_type n,
                                              size_type shift, size_type bits,
                                              size_type* __restrict__ digits) {
  teaal_await_launches();
  __shared__ int counts[2056];
  teaal_sort_count(keys, n, shift, bits, digits, counts);
}

#line 13 "spade_2.yaml"
extern "C" __global__ void spade_2_sort_move(const size_type* __restrict__ keys,
                                             const value_t* __restrict__ values, size_type n,
                                             size_type shift, size_type bits,
                                             const size_type* __restrict__ digits,
                                             size_type* __restrict__ keys_out,
                                             value_t* __restrict__ values_out) {
  teaal_await_launches();
  __shared__ size_type tile_keys[2048];
  __shared__ value_t tile_values[2048];
  __shared__ size_type places[256];
  __shared__ int counts[2056];
  teaal_sort_move(keys, values, n, shift, bits, digits, keys_out, values_out, tile_keys,
                  tile_values, places, counts);
}

#line 13 "spade_2.yaml"
extern "C" __global__ void spade_2_Z_add(const size_type* __restrict__ Z_keys,
                                         const value_t* __restrict__ Z_entries,
                                         value_t* __restrict__ Z_entries_2,
                                         size_type* __restrict__ Z_ranks, size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type key = Z_keys[entry];
    offset_t kept = 0;
    if (entry == 0 || Z_keys[entry - 1] < key) {
      value_t sum = Z_entries[entry];
      size_type next = entry + 1;
      while (next < entries && Z_keys[next] == key) {
        sum += Z_entries[next];
        next += 1;
      }
      Z_entries_2[entry] = sum;
      if (sum != value_t(0)) {
        kept = 1;
      }
    }
    Z_ranks[entry] = kept;
  }
}

#line 13 "spade_2.yaml"
extern "C" __global__ void spade_2_Z_compact(const size_type* __restrict__ Z_keys,
                                             const value_t* __restrict__ Z_entries_2,
                                             const size_type* __restrict__ Z_ranks,
                                             size_type* __restrict__ Z_keys_2,
                                             value_t* __restrict__ Z_entries, size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type at = Z_ranks[entry];
    if (at < Z_ranks[entry + 1]) {
      Z_keys_2[at] = Z_keys[entry];
      Z_entries[at] = Z_entries_2[entry];
    }
  }
}

#line 13 "spade_2.yaml"
extern "C" __global__ void spade_2_Z_N_segments(const size_type* __restrict__ Z_keys_2,
                                                size_type stored, size_type fiber_span,
                                                size_type positions,
                                                pos_t* __restrict__ Z_N_segments,
                                                size_type entries) {
  teaal_await_launches();
  if (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
    Z_N_segments[static_cast<offset_t>(entries)] = static_cast<pos_t>(positions);
  }
  for (offset_t entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < static_cast<offset_t>(entries);
       entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    Z_N_segments[entry] = static_cast<pos_t>(teaal_lower_bound(
        Z_keys_2, static_cast<size_type>(0), stored,
        static_cast<size_type>(static_cast<size_type>(entry) * static_cast<offset_t>(fiber_span))));
  }
}

#line 13 "spade_2.yaml"
extern "C" __global__ void spade_2_Z_N_store(const size_type* __restrict__ Z_keys_2,
                                             const value_t* __restrict__ Z_entries,
                                             size_type extent, coord_t* __restrict__ Z_N_coords,
                                             value_t* __restrict__ Z_values, size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    Z_N_coords[entry] = static_cast<coord_t>(Z_keys_2[entry] % static_cast<offset_t>(extent));
    Z_values[entry] = Z_entries[entry];
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spade_2.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spade_2_value;
typedef pos_t spade_2_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spade_2_workspace_bytes spade_2_workspace_bytes_64
#define spade_2_launch spade_2_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spade_2_arguments {
  /* A: M:U, K:U */
  const spade_2_value* A_values;
  /* B: K:U, N:U */
  const spade_2_value* B_values;
  /* C_N2M2M1N1MN: N2:C, M2:C, M1:C, N1:C, M:C, N:C; N2 is N / 1024; M2 is M / 4096; M1 is M / 4; N1
   * is N / 64, tensor C re-sorted */
  const spade_2_position* C_N2M2M1N1MN_N2_segments;
  const int32_t* C_N2M2M1N1MN_N2_coords;
  const spade_2_position* C_N2M2M1N1MN_M2_segments;
  const int32_t* C_N2M2M1N1MN_M2_coords;
  const spade_2_position* C_N2M2M1N1MN_M1_segments;
  const int32_t* C_N2M2M1N1MN_M1_coords;
  const spade_2_position* C_N2M2M1N1MN_N1_segments;
  const int32_t* C_N2M2M1N1MN_N1_coords;
  const spade_2_position* C_N2M2M1N1MN_M_segments;
  const int32_t* C_N2M2M1N1MN_M_coords;
  const spade_2_position* C_N2M2M1N1MN_N_segments;
  const int32_t* C_N2M2M1N1MN_N_coords;
  const spade_2_value* C_N2M2M1N1MN_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  spade_2_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  spade_2_value* Z_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  int64_t elements_C; /* how many elements C stores */
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the
     arrays of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on
     the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} spade_2_arguments;

/* Bytes of device memory that spade_2_launch needs as workspace (0: none), aligned to 256. */
size_t spade_2_workspace_bytes(const spade_2_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many
   elements a tensor has. 0: enqueued; else see spade_2_error_text. Allocates through `allocate` and
   throws nothing. */
int spade_2_launch(spade_2_arguments* arguments, void* workspace, size_t workspace_bytes,
                   struct CUstream_st* stream);
const char* spade_2_error_text(int code);
}

namespace {

inline int64_t bits(int64_t n) {
  int64_t out = 0;
  for (; n > 0; n /= 2) ++out;
  return out;
}
struct spade_2_pool {
  const spade_2_arguments& a;
  CUstream_st* stream;
  void* held[9];
  int64_t room[9];
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
  // A later round may need more.
  template <class T>
  bool hold(T*& array, int64_t elements) {
    int at = 0;
    while (at < used && (array == nullptr || held[at] != array)) ++at;
    if (at < used && room[at] >= elements) return true;
    if (at < used)
      drop(array);
    else
      ++used;
    array = nullptr;
    const bool made = give(array, elements);
    held[at] = array;
    room[at] = elements;
    return made;
  }
  void drop(const void* constant) const {
    void* memory = const_cast<void*>(constant);
    if (memory == nullptr) return;
    if (a.release != nullptr)
      a.release(a.allocation_context, memory, stream);
    else if (a.allocate == nullptr)
      cudaFreeAsync(memory, stream);
  }
  ~spade_2_pool() {
    for (int i = 0; i < used; ++i) drop(held[i]);
  }
};

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

struct spade_2_sizes {
  int64_t K;
  int64_t M;
  int64_t N;
  int64_t elements_C;
  int64_t spade_2_Z_N2_workers;
  int64_t spade_2_Z_M2_workers;
  int64_t spade_2_Z_M1_workers;
  int64_t Z_emitted = 0;
  int64_t Z_keys_pass = 0;
  int64_t Z_stored = 0;
  explicit spade_2_sizes(const spade_2_arguments& a) {
    K = a.extent_K;
    M = a.extent_M;
    N = a.extent_N;
    elements_C = a.elements_C;
    spade_2_Z_N2_workers = max(min(ceil_div(N, 1024), 4096), 1);
    spade_2_Z_M2_workers = max(min(ceil_div(M, 4096), 4096 / spade_2_Z_N2_workers), 1);
    spade_2_Z_M1_workers =
        max(min(ceil_div(min(4096, M), 4), 4096 / spade_2_Z_N2_workers / spade_2_Z_M2_workers), 1);
  }
  bool valid() const {
    return K >= 0 && K <= 2147483647 && M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool indexable() const { return (M == 0 || N <= 9223372036854775807 / M); }
  bool addressable() const {
    return K <= 1000000000 && M <= 1000000000 && N <= 1000000000 && elements_C <= 1000000000 &&
           (M == 0 || K <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t elements_0() const {
    return spade_2_Z_N2_workers * spade_2_Z_M2_workers * spade_2_Z_M1_workers + 1;
  }
  int64_t elements_1() const { return 1024; }
  int64_t elements_2() const { return Z_emitted; }
  int64_t elements_3() const { return Z_emitted; }
  int64_t elements_4() const { return Z_emitted; }
  int64_t elements_5() const { return Z_emitted; }
  int64_t elements_6() const { return max(1, min(ceil_div(Z_emitted, 2048), 1056)) * 256 + 1; }
  int64_t elements_7() const { return Z_emitted + 1; }
  int64_t block_spade_2_Z_count() const {
    return min(max(spade_2_Z_N2_workers * spade_2_Z_M2_workers * spade_2_Z_M1_workers / 4224, 1),
               4) *
           32;
  }
  int64_t grid_spade_2_Z_count() const {
    return ceil_div(
        spade_2_Z_N2_workers * spade_2_Z_M2_workers * spade_2_Z_M1_workers,
        min(max(spade_2_Z_N2_workers * spade_2_Z_M2_workers * spade_2_Z_M1_workers / 4224, 1), 4));
  }
  int64_t block_spade_2_Z() const { return block_spade_2_Z_count(); }
  int64_t grid_spade_2_Z() const { return grid_spade_2_Z_count(); }
  int64_t block_spade_2_Z_add() const { return 256; }
  int64_t grid_spade_2_Z_add() const { return max(1, min(ceil_div(Z_emitted, 256), 4096)); }
  int64_t block_spade_2_Z_compact() const { return 256; }
  int64_t grid_spade_2_Z_compact() const { return grid_spade_2_Z_add(); }
  int64_t block_spade_2_Z_N_segments() const { return 256; }
  int64_t grid_spade_2_Z_N_segments() const { return max(1, min(ceil_div(M, 256), 4096)); }
  int64_t block_spade_2_Z_N_store() const { return 256; }
  int64_t grid_spade_2_Z_N_store() const { return max(1, min(ceil_div(Z_stored, 256), 4096)); }
  coord_t M_of_spade_2_Z_count() const { return static_cast<coord_t>(M); }
  coord_t N_of_spade_2_Z_count() const { return static_cast<coord_t>(N); }
  coord_t count_M1_of_spade_2_Z_count() const { return static_cast<coord_t>(spade_2_Z_M1_workers); }
  coord_t count_M2_of_spade_2_Z_count() const { return static_cast<coord_t>(spade_2_Z_M2_workers); }
  coord_t count_N2_of_spade_2_Z_count() const { return static_cast<coord_t>(spade_2_Z_N2_workers); }
  int64_t first_thread_of_spade_2_Z_count() const { return 0; }
  int64_t blocks_of_spade_2_Z_count() const {
    return spade_2_Z_N2_workers * spade_2_Z_M2_workers * spade_2_Z_M1_workers;
  }
  coord_t K_of_spade_2_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_spade_2_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spade_2_Z() const { return static_cast<coord_t>(N); }
  coord_t count_M1_of_spade_2_Z() const { return static_cast<coord_t>(spade_2_Z_M1_workers); }
  coord_t count_M2_of_spade_2_Z() const { return static_cast<coord_t>(spade_2_Z_M2_workers); }
  coord_t count_N2_of_spade_2_Z() const { return static_cast<coord_t>(spade_2_Z_N2_workers); }
  int64_t first_thread_of_spade_2_Z() const { return 0; }
  int64_t blocks_of_spade_2_Z() const {
    return spade_2_Z_N2_workers * spade_2_Z_M2_workers * spade_2_Z_M1_workers;
  }
  int64_t entries_of_spade_2_Z_add() const { return Z_emitted; }
  int64_t entries_of_spade_2_Z_compact() const { return Z_emitted; }
  int64_t stored_of_spade_2_Z_N_segments() const { return Z_stored; }
  int64_t fiber_span_of_spade_2_Z_N_segments() const { return N; }
  int64_t positions_of_spade_2_Z_N_segments() const { return Z_stored; }
  int64_t entries_of_spade_2_Z_N_segments() const { return M; }
  int64_t extent_of_spade_2_Z_N_store() const { return N; }
  int64_t entries_of_spade_2_Z_N_store() const { return Z_stored; }
  int64_t stored_Z() const { return Z_stored; }
  int64_t step_size_0() const {
    return spade_2_Z_N2_workers * spade_2_Z_M2_workers * spade_2_Z_M1_workers;
  }
  int64_t step_size_1() const {
    return max(
        1, min(ceil_div(spade_2_Z_N2_workers * spade_2_Z_M2_workers * spade_2_Z_M1_workers, 2048),
               1024));
  }
  int64_t step_size_2() const { return ceil_div(bits((max((M * N), 1) - 1)), 16); }
  int64_t step_size_3() const { return Z_emitted; }
  int64_t step_size_4() const {
    return Z_keys_pass * 2 *
           ceil_div(bits((max((M * N), 1) - 1)),
                    max(2 * ceil_div(bits((max((M * N), 1) - 1)), 16), 1));
  }
  int64_t step_size_5() const {
    return ceil_div(bits((max((M * N), 1) - 1)),
                    max(2 * ceil_div(bits((max((M * N), 1) - 1)), 16), 1));
  }
  int64_t step_size_6() const { return max(1, min(ceil_div(Z_emitted, 2048), 1056)); }
  int64_t step_size_7() const { return max(1, min(ceil_div(Z_emitted, 2048), 1056)) * 256; }
  int64_t step_size_8() const {
    return max(1, min(ceil_div(max(1, min(ceil_div(Z_emitted, 2048), 1056)) * 256, 2048), 1024));
  }
  int64_t step_size_9() const {
    return Z_keys_pass * 2 *
               ceil_div(bits((max((M * N), 1) - 1)),
                        max(2 * ceil_div(bits((max((M * N), 1) - 1)), 16), 1)) +
           ceil_div(bits((max((M * N), 1) - 1)),
                    max(2 * ceil_div(bits((max((M * N), 1) - 1)), 16), 1));
  }
  int64_t step_size_10() const { return max(1, min(ceil_div(Z_emitted, 2048), 1024)); }
  int64_t step_size_11() const { return Z_stored; }
  int64_t step_size_12() const { return M + 1; }
};

}  // namespace

extern "C" size_t spade_2_workspace_bytes(const spade_2_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spade_2_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spade_2_launch(spade_2_arguments* arguments, void* workspace, size_t workspace_bytes,
                              struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  spade_2_arguments& a = *arguments;
  spade_2_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spade_2_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  size_type* Z_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* scan_sums = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* Z_keys = nullptr;
  value_t* Z_entries = nullptr;
  size_type* Z_keys_2 = nullptr;
  value_t* Z_entries_2 = nullptr;
  size_type* Z_keys_digits = nullptr;
  size_type* Z_ranks = nullptr;
  (void)free_bytes;
  if (!sizes.indexable()) return 5;
  spade_2_pool pool{a, stream, {}, {}};
  a.Z_N_segments = nullptr;
  a.Z_N_coords = nullptr;
  a.Z_values = nullptr;
  spade_2_Z_count<<<static_cast<unsigned>(sizes.grid_spade_2_Z_count()),
                    static_cast<unsigned>(sizes.block_spade_2_Z_count()), 0, stream>>>(
      a.A_values, a.B_values, a.C_N2M2M1N1MN_N2_segments, a.C_N2M2M1N1MN_N2_coords,
      a.C_N2M2M1N1MN_M2_segments, a.C_N2M2M1N1MN_M2_coords, a.C_N2M2M1N1MN_M1_segments,
      a.C_N2M2M1N1MN_M1_coords, a.C_N2M2M1N1MN_N1_segments, a.C_N2M2M1N1MN_N1_coords,
      a.C_N2M2M1N1MN_M_segments, a.C_N2M2M1N1MN_M_coords, a.C_N2M2M1N1MN_N_segments,
      a.C_N2M2M1N1MN_N_coords, a.C_N2M2M1N1MN_values, sizes.M_of_spade_2_Z_count(),
      sizes.N_of_spade_2_Z_count(), sizes.count_M1_of_spade_2_Z_count(),
      sizes.count_M2_of_spade_2_Z_count(), sizes.count_N2_of_spade_2_Z_count(), Z_offsets,
      sizes.first_thread_of_spade_2_Z_count(), sizes.blocks_of_spade_2_Z_count());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spade_2_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, Z_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spade_2_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, Z_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.Z_emitted, Z_offsets + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_keys, sizes.elements_2())) return 4;
  if (!pool.hold(Z_entries, sizes.elements_3())) return 4;
  if (launch_early(spade_2_Z, static_cast<unsigned>(sizes.grid_spade_2_Z()),
                   static_cast<unsigned>(sizes.block_spade_2_Z()), 0, stream, a.A_values,
                   a.B_values, a.C_N2M2M1N1MN_N2_segments, a.C_N2M2M1N1MN_N2_coords,
                   a.C_N2M2M1N1MN_M2_segments, a.C_N2M2M1N1MN_M2_coords, a.C_N2M2M1N1MN_M1_segments,
                   a.C_N2M2M1N1MN_M1_coords, a.C_N2M2M1N1MN_N1_segments, a.C_N2M2M1N1MN_N1_coords,
                   a.C_N2M2M1N1MN_M_segments, a.C_N2M2M1N1MN_M_coords, a.C_N2M2M1N1MN_N_segments,
                   a.C_N2M2M1N1MN_N_coords, a.C_N2M2M1N1MN_values, sizes.K_of_spade_2_Z(),
                   sizes.M_of_spade_2_Z(), sizes.N_of_spade_2_Z(), sizes.count_M1_of_spade_2_Z(),
                   sizes.count_M2_of_spade_2_Z(), sizes.count_N2_of_spade_2_Z(), Z_offsets,
                   sizes.first_thread_of_spade_2_Z(), Z_keys, Z_entries,
                   sizes.blocks_of_spade_2_Z()) != cudaSuccess)
    return 3;
  for (sizes.Z_keys_pass = 0; (sizes.Z_keys_pass) < sizes.step_size_2(); ++sizes.Z_keys_pass) {
    if (!pool.hold(Z_keys_digits, sizes.elements_6())) return 4;
    if (launch_early(spade_2_sort_count, static_cast<unsigned>(sizes.step_size_6()),
                     static_cast<unsigned>(256), 0, stream, Z_keys, sizes.step_size_3(),
                     sizes.step_size_4(), sizes.step_size_5(), Z_keys_digits) != cudaSuccess)
      return 3;
    if (launch_early(spade_2_scan_sums, static_cast<unsigned>(sizes.step_size_8()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_digits, sizes.step_size_7(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(spade_2_scan_apply, static_cast<unsigned>(sizes.step_size_8()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_digits, sizes.step_size_7(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (!pool.hold(Z_keys_2, sizes.elements_4())) return 4;
    if (!pool.hold(Z_entries_2, sizes.elements_5())) return 4;
    if (launch_early(spade_2_sort_move, static_cast<unsigned>(sizes.step_size_6()),
                     static_cast<unsigned>(256), 0, stream, Z_keys, Z_entries, sizes.step_size_3(),
                     sizes.step_size_4(), sizes.step_size_5(), Z_keys_digits, Z_keys_2,
                     Z_entries_2) != cudaSuccess)
      return 3;
    if (launch_early(spade_2_sort_count, static_cast<unsigned>(sizes.step_size_6()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_2, sizes.step_size_3(),
                     sizes.step_size_9(), sizes.step_size_5(), Z_keys_digits) != cudaSuccess)
      return 3;
    if (launch_early(spade_2_scan_sums, static_cast<unsigned>(sizes.step_size_8()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_digits, sizes.step_size_7(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(spade_2_scan_apply, static_cast<unsigned>(sizes.step_size_8()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_digits, sizes.step_size_7(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(spade_2_sort_move, static_cast<unsigned>(sizes.step_size_6()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_2, Z_entries_2,
                     sizes.step_size_3(), sizes.step_size_9(), sizes.step_size_5(), Z_keys_digits,
                     Z_keys, Z_entries) != cudaSuccess)
      return 3;
  }
  if (!pool.hold(Z_entries_2, sizes.elements_5())) return 4;
  if (!pool.hold(Z_ranks, sizes.elements_7())) return 4;
  if (launch_early(spade_2_Z_add, static_cast<unsigned>(sizes.grid_spade_2_Z_add()),
                   static_cast<unsigned>(sizes.block_spade_2_Z_add()), 0, stream, Z_keys, Z_entries,
                   Z_entries_2, Z_ranks, sizes.entries_of_spade_2_Z_add()) != cudaSuccess)
    return 3;
  if (launch_early(spade_2_scan_sums, static_cast<unsigned>(sizes.step_size_10()),
                   static_cast<unsigned>(256), 0, stream, Z_ranks, sizes.step_size_3(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spade_2_scan_apply, static_cast<unsigned>(sizes.step_size_10()),
                   static_cast<unsigned>(256), 0, stream, Z_ranks, sizes.step_size_3(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.Z_stored, Z_ranks + (sizes.step_size_3()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_keys_2, sizes.elements_4())) return 4;
  if (launch_early(spade_2_Z_compact, static_cast<unsigned>(sizes.grid_spade_2_Z_compact()),
                   static_cast<unsigned>(sizes.block_spade_2_Z_compact()), 0, stream, Z_keys,
                   Z_entries_2, Z_ranks, Z_keys_2, Z_entries,
                   sizes.entries_of_spade_2_Z_compact()) != cudaSuccess)
    return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_11() > 2147483647) return 5;
  if (!pool.give(a.Z_N_segments, sizes.step_size_12())) return 4;
  if (launch_early(spade_2_Z_N_segments, static_cast<unsigned>(sizes.grid_spade_2_Z_N_segments()),
                   static_cast<unsigned>(sizes.block_spade_2_Z_N_segments()), 0, stream, Z_keys_2,
                   sizes.stored_of_spade_2_Z_N_segments(),
                   sizes.fiber_span_of_spade_2_Z_N_segments(),
                   sizes.positions_of_spade_2_Z_N_segments(), a.Z_N_segments,
                   sizes.entries_of_spade_2_Z_N_segments()) != cudaSuccess)
    return 3;
  if (!pool.give(a.Z_N_coords, sizes.step_size_11())) return 4;
  if (!pool.give(a.Z_values, sizes.stored_Z())) return 4;
  if (launch_early(spade_2_Z_N_store, static_cast<unsigned>(sizes.grid_spade_2_Z_N_store()),
                   static_cast<unsigned>(sizes.block_spade_2_Z_N_store()), 0, stream, Z_keys_2,
                   Z_entries, sizes.extent_of_spade_2_Z_N_store(), a.Z_N_coords, a.Z_values,
                   sizes.entries_of_spade_2_Z_N_store()) != cudaSuccess)
    return 3;
  a.Z_N_positions = sizes.step_size_11();
  return 0;
}

extern "C" const char* spade_2_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spade_2_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 4:
      return "device memory is not to be had";
    case 5:
      return "a tensor has more positions or a larger index space than its types can count";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
