// Made by teaalc 0.1.0 from gamma.yaml; do not edit.
//   T[k, m, n] = take(A[k, m], B[k, n], 1)
//     loops M1, M0 (space), K1 (space), K0, N
//   Z[m, n] = T[k, m, n] * A[k, m]
//     loops M1, M0 (space), K1 (space), N, K0
//   stored A[M:U, K:C], B[K:U, N:C], T[M:U, K:C, N:C], Z[M:U, N:C]
//   sizes K0=64 M0=32
//   teaalc gamma.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// The same result by exponential search from `begin`: about 2 log2(d) loads when the answer is d
// positions away, so cheap for a walk that skips a little at a time.
template <class A, class P, class C>
static __device__ __forceinline__ P teaal_gallop(A coords, P begin, P end, C target) {
  if (!(begin < end) || !(coords[begin] < target)) return begin;
  P step = 1;
  while (step < end - begin && coords[begin + step] < target) {
    begin += step;
    if (step < end - begin - step) step *= 2;
  }
  const P last = step < end - begin ? begin + step : end;
  return teaal_lower_bound(coords, P(begin + 1), last, target);
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

// A lane asks for so many pairs before it waits for the first.
static constexpr int teaal_kept_at_once = 4;

// Of each of `slots` runs of pairs, slot s in [offsets[s], offsets[s + 1]), how many do not hold
// `absent`. Every lane looks where another slot lies: most may be empty.
template <class K, class V>
static __device__ __forceinline__ void teaal_count_kept(const V* values, const K* offsets, K slots,
                                                        V absent, K* counts) {
  const int lane = threadIdx.x % 32;
  const K warps = K(gridDim.x) * (blockDim.x / 32);
  for (K next = K(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32; next < slots;
       next += 32 * warps) {
    K own_begin = 0, own_end = 0;
    if (const K own = next + lane * warps; own < slots) {
      own_begin = offsets[own];
      own_end = offsets[own + 1];
      if (own_begin == own_end) counts[own] = 0;
    }
    unsigned filled = __ballot_sync(0xffffffffu, own_begin < own_end);
    for (; filled != 0; filled &= filled - 1) {
      const int turn = __ffs(int(filled)) - 1;
      const K end = __shfl_sync(0xffffffffu, own_end, turn);
      int kept = 0;
      for (K first = __shfl_sync(0xffffffffu, own_begin, turn); first < end;
           first += 32 * teaal_kept_at_once) {
#pragma unroll
        for (int i = 0; i < teaal_kept_at_once; ++i) {
          const K at = first + 32 * i + lane;
          kept += at < end && values[at] != absent ? 1 : 0;
        }
      }
#pragma unroll
      for (int distance = 16; distance > 0; distance /= 2)
        kept += __shfl_xor_sync(0xffffffffu, kept, distance);
      if (lane == 0) counts[next + turn * warps] = kept;
    }
  }
}

// Moves those behind one another; before[slot]: the sum of the counts of the slots in front of it.
template <class K, class V>
static __device__ __forceinline__ void teaal_move_kept(const K* keys, const V* values,
                                                       const K* offsets, const K* before, K slots,
                                                       V absent, K* keys_out, V* values_out) {
  const int lane = threadIdx.x % 32;
  const K warps = K(gridDim.x) * (blockDim.x / 32);
  for (K next = K(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32; next < slots;
       next += 32 * warps) {
    K own_begin = 0, own_end = 0, own_before = 0;
    if (const K own = next + lane * warps; own < slots) {
      own_begin = offsets[own];
      own_end = offsets[own + 1];
      own_before = before[own];
    }
    unsigned filled = __ballot_sync(0xffffffffu, own_begin < own_end);
    for (; filled != 0; filled &= filled - 1) {
      const int turn = __ffs(int(filled)) - 1;
      const K end = __shfl_sync(0xffffffffu, own_end, turn);
      K to = __shfl_sync(0xffffffffu, own_before, turn);
      for (K first = __shfl_sync(0xffffffffu, own_begin, turn); first < end;
           first += 32 * teaal_kept_at_once) {
        K key[teaal_kept_at_once];
        V value[teaal_kept_at_once];
#pragma unroll
        for (int i = 0; i < teaal_kept_at_once; ++i) {
          const K at = first + 32 * i + lane;
          key[i] = at < end ? keys[at] : 0;
          value[i] = at < end ? values[at] : absent;
        }
#pragma unroll
        for (int i = 0; i < teaal_kept_at_once; ++i) {
          const bool mine = first + 32 * i + lane < end && value[i] != absent;
          const unsigned kept = __ballot_sync(0xffffffffu, mine);
          if (mine) {
            const K place = to + __popc(kept & ((1u << lane) - 1));
            keys_out[place] = key[i];
            values_out[place] = value[i];
          }
          to += __popc(kept);
        }
      }
    }
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

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_T_count(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values, coord_t M,
    coord_t count_M0, coord_t count_M1, size_type* __restrict__ T_offsets) {
  constexpr int K0 = 64;
  constexpr int M0 = 32;
  const offset_t workers_M0 = count_M0;
  const offset_t worker_M0 = blockIdx.x % count_M0;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = blockIdx.x / count_M0;
  const offset_t workers_K1 = blockDim.x / 32;
  const offset_t worker_K1 = threadIdx.x / 32;
  const offset_t worker_N = threadIdx.x % 32;
#line 29 "gamma.yaml"
  for (offset_t m1 = worker_M1 * M0; m1 < M; m1 += workers_M1 * M0) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + M0);
    for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
      const pos_t A_K_begin = A_K_segments[m0];
      const pos_t A_K_end = A_K_segments[m0 + 1];
      for (offset_t A_K_run = A_K_begin + worker_K1 * K0; A_K_run < A_K_end;
           A_K_run += workers_K1 * K0) {
        const pos_t A_K_run_begin = static_cast<pos_t>(A_K_run);
        const pos_t A_K_run_end =
            static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run + K0));
        for (offset_t A_K_at_chunk = static_cast<offset_t>(A_K_run_begin);
             A_K_at_chunk < static_cast<offset_t>(A_K_run_end); A_K_at_chunk += 32) {
          const offset_t A_K_at_chunk_end =
              min(static_cast<offset_t>(A_K_run_end), A_K_at_chunk + 32);
          const pos_t A_K_at_own = static_cast<pos_t>(
              min(A_K_at_chunk + static_cast<offset_t>(threadIdx.x % 32), A_K_at_chunk_end - 1));
          const coord_t k0_own = A_K_coords[A_K_at_own];
          const pos_t B_N_begin_own = B_N_segments[k0_own];
          const pos_t B_N_end_own = B_N_segments[k0_own + 1];
          for (pos_t A_K_at = static_cast<pos_t>(A_K_at_chunk);
               A_K_at < static_cast<pos_t>(A_K_at_chunk_end); ++A_K_at) {
#line 13 "gamma.yaml"
            const offset_t row = static_cast<offset_t>(A_K_at);
            size_type emitted = 0;
            const pos_t B_N_begin = static_cast<pos_t>(
                __shfl_sync(0xffffffffu, B_N_begin_own,
                            static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
            const pos_t B_N_end = static_cast<pos_t>(
                __shfl_sync(0xffffffffu, B_N_end_own,
                            static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
#line 29 "gamma.yaml"
            emitted += max(static_cast<offset_t>(0),
                           static_cast<offset_t>(B_N_end) - static_cast<offset_t>(B_N_begin));
#line 13 "gamma.yaml"
            if (worker_N == 0) {
              T_offsets[row] = emitted;
            }
          }
        }
      }
    }
  }
}

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_scan_sums(const size_type* __restrict__ counts, size_type n,
                                           size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_sums(counts, n, sums, shared_sizes);
}

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_scan_apply(size_type* __restrict__ counts, size_type n,
                                            const size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_apply(counts, n, sums, shared_sizes);
}

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_T(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values, coord_t K,
    coord_t M, coord_t N, coord_t count_M0, coord_t count_M1,
    const size_type* __restrict__ T_offsets, size_type* __restrict__ T_keys,
    value_t* __restrict__ T_entries) {
  constexpr int K0 = 64;
  constexpr int M0 = 32;
  teaal_await_launches();
  const offset_t workers_M0 = count_M0;
  const offset_t worker_M0 = blockIdx.x % count_M0;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = blockIdx.x / count_M0;
  const offset_t workers_K1 = blockDim.x / 32;
  const offset_t worker_K1 = threadIdx.x / 32;
  const offset_t workers_N = 32;
  const offset_t worker_N = threadIdx.x % 32;
#line 29 "gamma.yaml"
  for (offset_t m1 = worker_M1 * M0; m1 < M; m1 += workers_M1 * M0) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + M0);
    for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
      const pos_t A_K_begin = A_K_segments[m0];
      const pos_t A_K_end = A_K_segments[m0 + 1];
      for (offset_t A_K_run = A_K_begin + worker_K1 * K0; A_K_run < A_K_end;
           A_K_run += workers_K1 * K0) {
        const pos_t A_K_run_begin = static_cast<pos_t>(A_K_run);
        const pos_t A_K_run_end =
            static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run + K0));
        for (offset_t A_K_at_chunk = static_cast<offset_t>(A_K_run_begin);
             A_K_at_chunk < static_cast<offset_t>(A_K_run_end); A_K_at_chunk += 32) {
          const offset_t A_K_at_chunk_end =
              min(static_cast<offset_t>(A_K_run_end), A_K_at_chunk + 32);
          const pos_t A_K_at_own = static_cast<pos_t>(
              min(A_K_at_chunk + static_cast<offset_t>(threadIdx.x % 32), A_K_at_chunk_end - 1));
          const coord_t k0_own = A_K_coords[A_K_at_own];
          const pos_t B_N_begin_own = B_N_segments[k0_own];
          const pos_t B_N_end_own = B_N_segments[k0_own + 1];
          const value_t A_values_own = A_values[A_K_at_own];
          for (pos_t A_K_at = static_cast<pos_t>(A_K_at_chunk);
               A_K_at < static_cast<pos_t>(A_K_at_chunk_end); ++A_K_at) {
            const value_t A_values_element =
                __shfl_sync(0xffffffffu, A_values_own,
                            static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk));
            const coord_t k0 = static_cast<coord_t>(
                __shfl_sync(0xffffffffu, static_cast<int>(k0_own),
                            static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
#line 13 "gamma.yaml"
            const offset_t row = static_cast<offset_t>(A_K_at);
            size_type emitted = T_offsets[row];
            const pos_t B_N_begin = static_cast<pos_t>(
                __shfl_sync(0xffffffffu, B_N_begin_own,
                            static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
            const pos_t B_N_end = static_cast<pos_t>(
                __shfl_sync(0xffffffffu, B_N_end_own,
                            static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
            const size_type T_points_K_at =
                static_cast<size_type>(m0) * static_cast<offset_t>(K) + k0;
#line 29 "gamma.yaml"
            for (offset_t B_N_at = B_N_begin + worker_N; B_N_at < B_N_end; B_N_at += workers_N) {
              const coord_t n = B_N_coords[B_N_at];
              const size_type T_points_N_at = T_points_K_at * static_cast<offset_t>(N) + n;
#line 13 "gamma.yaml"
              T_keys[emitted + (B_N_at - static_cast<offset_t>(B_N_begin))] = T_points_N_at;
              T_entries[emitted + (B_N_at - static_cast<offset_t>(B_N_begin))] =
                  ((A_values_element != value_t(0)) && (B_values[B_N_at] != value_t(0)))
                      ? B_values[B_N_at]
                      : value_t(0);
            }
#line 29 "gamma.yaml"
            emitted += max(static_cast<offset_t>(0),
                           static_cast<offset_t>(B_N_end) - static_cast<offset_t>(B_N_begin));
          }
        }
      }
    }
  }
}

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_T_rows_count(const value_t* __restrict__ T_entries,
                                              const size_type* __restrict__ T_offsets,
                                              size_type slots,
                                              size_type* __restrict__ T_rows_before) {
  teaal_await_launches();
  teaal_count_kept(T_entries, T_offsets, slots, value_t(0), T_rows_before);
}

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_T_rows_move(const size_type* __restrict__ T_keys,
                                             const value_t* __restrict__ T_entries,
                                             const size_type* __restrict__ T_offsets,
                                             const size_type* __restrict__ T_rows_before,
                                             size_type slots, size_type* __restrict__ T_rows_keys,
                                             value_t* __restrict__ T_rows_values) {
  teaal_await_launches();
  teaal_move_kept(T_keys, T_entries, T_offsets, T_rows_before, slots, value_t(0), T_rows_keys,
                  T_rows_values);
}

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_T_K_mark(const size_type* __restrict__ T_rows_keys,
                                          size_type stride, size_type* __restrict__ T_K_ranks,
                                          size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    T_K_ranks[entry] = (entry == 0 || T_rows_keys[entry - 1] / static_cast<offset_t>(stride) <
                                          T_rows_keys[entry] / static_cast<offset_t>(stride))
                           ? 1
                           : 0;
  }
}

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_T_K_store(const size_type* __restrict__ T_rows_keys,
                                           size_type stride, size_type extent,
                                           const size_type* __restrict__ T_K_ranks,
                                           coord_t* __restrict__ T_K_coords,
                                           size_type* __restrict__ T_K_firsts, size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type at = T_K_ranks[entry];
    if (at < T_K_ranks[entry + 1]) {
      T_K_coords[at] = static_cast<coord_t>(T_rows_keys[entry] / static_cast<offset_t>(stride) %
                                            static_cast<offset_t>(extent));
      T_K_firsts[at] = entry;
    }
  }
}

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_T_K_segments(const size_type* __restrict__ T_rows_keys,
                                              size_type stored, size_type fiber_span,
                                              size_type positions, pos_t* __restrict__ T_K_segments,
                                              const size_type* __restrict__ T_K_ranks,
                                              size_type entries) {
  teaal_await_launches();
  if (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
    T_K_segments[static_cast<offset_t>(entries)] = static_cast<pos_t>(positions);
  }
  for (offset_t entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < static_cast<offset_t>(entries);
       entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    T_K_segments[entry] = static_cast<pos_t>(
        T_K_ranks[teaal_lower_bound(T_rows_keys, static_cast<size_type>(0), stored,
                                    static_cast<size_type>(entry * fiber_span))]);
  }
}

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_T_N_segments(const size_type* __restrict__ T_rows_keys,
                                              size_type stored, size_type fiber_span,
                                              size_type positions, pos_t* __restrict__ T_N_segments,
                                              size_type inner, size_type parent_span,
                                              const size_type* __restrict__ T_K_firsts,
                                              size_type entries) {
  teaal_await_launches();
  if (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
    T_N_segments[entries] = static_cast<pos_t>(positions);
  }
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    T_N_segments[entry] = static_cast<pos_t>(teaal_lower_bound(
        T_rows_keys, static_cast<size_type>(0), stored,
        static_cast<size_type>((T_rows_keys[T_K_firsts[entry / static_cast<offset_t>(inner)]] /
                                    static_cast<offset_t>(parent_span) *
                                    static_cast<offset_t>(inner) +
                                entry % static_cast<offset_t>(inner)) *
                               static_cast<offset_t>(fiber_span))));
  }
}

#line 13 "gamma.yaml"
extern "C" __global__ void gamma_T_N_store(const size_type* __restrict__ T_rows_keys,
                                           const value_t* __restrict__ T_rows_values,
                                           size_type extent, coord_t* __restrict__ T_N_coords,
                                           value_t* __restrict__ T_values, size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    T_N_coords[entry] = static_cast<coord_t>(T_rows_keys[entry] % static_cast<offset_t>(extent));
    T_values[entry] = T_rows_values[entry];
  }
}

#line 14 "gamma.yaml"
extern "C" __global__ void gamma_Z_count(
    const pos_t* __restrict__ T_MNK_N_segments, const coord_t* __restrict__ T_MNK_N_coords,
    const pos_t* __restrict__ T_MNK_K_segments, const coord_t* __restrict__ T_MNK_K_coords,
    const value_t* __restrict__ T_MNK_values, const pos_t* __restrict__ A_K_segments,
    const coord_t* __restrict__ A_K_coords, const value_t* __restrict__ A_values, coord_t K,
    coord_t M, coord_t count_M0, coord_t count_M1, size_type* __restrict__ Z_offsets,
    size_type first_thread) {
  constexpr int K0 = 64;
  constexpr int M0 = 32;
  teaal_await_launches();
  size_type emitted = 0;
  const offset_t workers_M0 = count_M0;
  const offset_t worker_M0 = blockIdx.x % count_M0;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = blockIdx.x / count_M0;
  const offset_t workers_K1 = blockDim.x / 32;
  const offset_t worker_K1 = threadIdx.x / 32;
  const offset_t workers_N = 32;
  const offset_t worker_N = threadIdx.x % 32;
#line 30 "gamma.yaml"
  for (offset_t m1 = worker_M1 * M0; m1 < M; m1 += workers_M1 * M0) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + M0);
    for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
      const pos_t A_K_begin = A_K_segments[m0];
      const pos_t A_K_end = A_K_segments[m0 + 1];
      const pos_t T_MNK_N_begin = T_MNK_N_segments[m0];
      const pos_t T_MNK_N_end = T_MNK_N_segments[m0 + 1];
      for (offset_t A_K_run = A_K_begin + worker_K1 * K0; A_K_run < A_K_end;
           A_K_run += workers_K1 * K0) {
        const pos_t A_K_run_begin = static_cast<pos_t>(A_K_run);
        const pos_t A_K_run_end =
            static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run + K0));
        const offset_t k1 = (A_K_run_begin == A_K_begin) ? 0 : A_K_coords[A_K_run_begin];
        const offset_t k1_end = (A_K_run_end == A_K_end) ? K : A_K_coords[A_K_run_end];
        for (offset_t T_MNK_N_at = T_MNK_N_begin + worker_N; T_MNK_N_at < T_MNK_N_end;
             T_MNK_N_at += workers_N) {
          const pos_t T_MNK_K_begin = T_MNK_K_segments[T_MNK_N_at];
          const pos_t T_MNK_K_end = T_MNK_K_segments[T_MNK_N_at + 1];
          const pos_t T_MNK_K_begin_2 = teaal_lower_bound(T_MNK_K_coords, T_MNK_K_begin,
                                                          T_MNK_K_end, static_cast<coord_t>(k1));
          const pos_t T_MNK_K_end_2 = teaal_lower_bound(T_MNK_K_coords, T_MNK_K_begin_2,
                                                        T_MNK_K_end, static_cast<coord_t>(k1_end));
#line 14 "gamma.yaml"
          value_t sum = value_t(0);
#line 30 "gamma.yaml"
          pos_t T_MNK_K_at = T_MNK_K_begin_2;
          pos_t A_K_at = A_K_run_begin;
          while (T_MNK_K_at < T_MNK_K_end_2 && A_K_at < A_K_run_end) {
            const coord_t T_MNK_K_at_coord = T_MNK_K_coords[T_MNK_K_at];
            const coord_t A_K_at_coord = A_K_coords[A_K_at];
            const coord_t k0 = max(T_MNK_K_at_coord, A_K_at_coord);
            if (T_MNK_K_at_coord == k0 && A_K_at_coord == k0) {
#line 14 "gamma.yaml"
              sum = fmaf(T_MNK_values[T_MNK_K_at], A_values[A_K_at], sum);
            }
#line 30 "gamma.yaml"
            const coord_t k0_goal = k0 + ((T_MNK_K_at_coord == k0 && A_K_at_coord == k0) ? 1 : 0);
            T_MNK_K_at = teaal_gallop(T_MNK_K_coords, T_MNK_K_at, T_MNK_K_end_2,
                                      static_cast<coord_t>(k0_goal));
            A_K_at = teaal_gallop(A_K_coords, A_K_at, A_K_run_end, static_cast<coord_t>(k0_goal));
          }
#line 14 "gamma.yaml"
          const value_t emitted_value = sum;
          if (emitted_value != value_t(0)) {
            emitted += 1;
          }
        }
      }
    }
  }
  Z_offsets[static_cast<offset_t>(first_thread) +
            (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x)] = emitted;
}

#line 14 "gamma.yaml"
extern "C" __global__ void gamma_Z(
    const pos_t* __restrict__ T_MNK_N_segments, const coord_t* __restrict__ T_MNK_N_coords,
    const pos_t* __restrict__ T_MNK_K_segments, const coord_t* __restrict__ T_MNK_K_coords,
    const value_t* __restrict__ T_MNK_values, const pos_t* __restrict__ A_K_segments,
    const coord_t* __restrict__ A_K_coords, const value_t* __restrict__ A_values, coord_t K,
    coord_t M, coord_t N, coord_t count_M0, coord_t count_M1,
    const size_type* __restrict__ Z_offsets, size_type first_thread, size_type* __restrict__ Z_keys,
    value_t* __restrict__ Z_entries) {
  constexpr int K0 = 64;
  constexpr int M0 = 32;
  teaal_await_launches();
  size_type emitted = Z_offsets[static_cast<offset_t>(first_thread) +
                                (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x)];
  const offset_t workers_M0 = count_M0;
  const offset_t worker_M0 = blockIdx.x % count_M0;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = blockIdx.x / count_M0;
  const offset_t workers_K1 = blockDim.x / 32;
  const offset_t worker_K1 = threadIdx.x / 32;
  const offset_t workers_N = 32;
  const offset_t worker_N = threadIdx.x % 32;
#line 30 "gamma.yaml"
  for (offset_t m1 = worker_M1 * M0; m1 < M; m1 += workers_M1 * M0) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + M0);
    for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
      const pos_t A_K_begin = A_K_segments[m0];
      const pos_t A_K_end = A_K_segments[m0 + 1];
      const pos_t T_MNK_N_begin = T_MNK_N_segments[m0];
      const pos_t T_MNK_N_end = T_MNK_N_segments[m0 + 1];
      for (offset_t A_K_run = A_K_begin + worker_K1 * K0; A_K_run < A_K_end;
           A_K_run += workers_K1 * K0) {
        const pos_t A_K_run_begin = static_cast<pos_t>(A_K_run);
        const pos_t A_K_run_end =
            static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run + K0));
        const offset_t k1 = (A_K_run_begin == A_K_begin) ? 0 : A_K_coords[A_K_run_begin];
        const offset_t k1_end = (A_K_run_end == A_K_end) ? K : A_K_coords[A_K_run_end];
        for (offset_t T_MNK_N_at = T_MNK_N_begin + worker_N; T_MNK_N_at < T_MNK_N_end;
             T_MNK_N_at += workers_N) {
          const coord_t n = T_MNK_N_coords[T_MNK_N_at];
          const pos_t T_MNK_K_begin = T_MNK_K_segments[T_MNK_N_at];
          const pos_t T_MNK_K_end = T_MNK_K_segments[T_MNK_N_at + 1];
          const pos_t T_MNK_K_begin_2 = teaal_lower_bound(T_MNK_K_coords, T_MNK_K_begin,
                                                          T_MNK_K_end, static_cast<coord_t>(k1));
          const pos_t T_MNK_K_end_2 = teaal_lower_bound(T_MNK_K_coords, T_MNK_K_begin_2,
                                                        T_MNK_K_end, static_cast<coord_t>(k1_end));
          const size_type Z_points_N_at = static_cast<size_type>(m0) * static_cast<offset_t>(N) + n;
#line 14 "gamma.yaml"
          value_t sum = value_t(0);
#line 30 "gamma.yaml"
          pos_t T_MNK_K_at = T_MNK_K_begin_2;
          pos_t A_K_at = A_K_run_begin;
          while (T_MNK_K_at < T_MNK_K_end_2 && A_K_at < A_K_run_end) {
            const coord_t T_MNK_K_at_coord = T_MNK_K_coords[T_MNK_K_at];
            const coord_t A_K_at_coord = A_K_coords[A_K_at];
            const coord_t k0 = max(T_MNK_K_at_coord, A_K_at_coord);
            if (T_MNK_K_at_coord == k0 && A_K_at_coord == k0) {
#line 14 "gamma.yaml"
              sum = fmaf(T_MNK_values[T_MNK_K_at], A_values[A_K_at], sum);
            }
#line 30 "gamma.yaml"
            const coord_t k0_goal = k0 + ((T_MNK_K_at_coord == k0 && A_K_at_coord == k0) ? 1 : 0);
            T_MNK_K_at = teaal_gallop(T_MNK_K_coords, T_MNK_K_at, T_MNK_K_end_2,
                                      static_cast<coord_t>(k0_goal));
            A_K_at = teaal_gallop(A_K_coords, A_K_at, A_K_run_end, static_cast<coord_t>(k0_goal));
          }
#line 14 "gamma.yaml"
          const value_t emitted_value = sum;
          if (emitted_value != value_t(0)) {
            Z_keys[emitted] = Z_points_N_at;
            Z_entries[emitted] = emitted_value;
            emitted += 1;
          }
        }
      }
    }
  }
}

#line 14 "gamma.yaml"
extern "C" __global__ void gamma_sort_count(const size_type* __restrict__ keys, size_type n,
                                            size_type shift, size_type bits,
                                            size_type* __restrict__ digits) {
  teaal_await_launches();
  __shared__ int counts[2056];
  teaal_sort_count(keys, n, shift, bits, digits, counts);
}

#line 14 "gamma.yaml"
extern "C" __global__ void gamma_sort_move(const size_type* __restrict__ keys,
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

#line 14 "gamma.yaml"
extern "C" __global__ void gamma_Z_add(const size_type* __restrict__ Z_keys,
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

#line 14 "gamma.yaml"
extern "C" __global__ void gamma_Z_compact(const size_type* __restrict__ Z_keys,
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

#line 14 "gamma.yaml"
extern "C" __global__ void gamma_Z_N_segments(const size_type* __restrict__ Z_keys_2,
                                              size_type stored, size_type fiber_span,
                                              size_type positions, pos_t* __restrict__ Z_N_segments,
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

#line 14 "gamma.yaml"
extern "C" __global__ void gamma_Z_N_store(const size_type* __restrict__ Z_keys_2,
                                           const value_t* __restrict__ Z_entries, size_type extent,
                                           coord_t* __restrict__ Z_N_coords,
                                           value_t* __restrict__ Z_values, size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    Z_N_coords[entry] = static_cast<coord_t>(Z_keys_2[entry] % static_cast<offset_t>(extent));
    Z_values[entry] = Z_entries[entry];
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "gamma.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gamma_value;
typedef pos_t gamma_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gamma_workspace_bytes gamma_workspace_bytes_64
#define gamma_launch gamma_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gamma_arguments {
  /* A: M:U, K:C */
  const gamma_position* A_K_segments;
  const int32_t* A_K_coords;
  const gamma_value* A_values;
  /* B: K:U, N:C */
  const gamma_position* B_N_segments;
  const int32_t* B_N_coords;
  const gamma_value* B_values;
  /* T_MNK: M:U, N:C, K:C, tensor T re-sorted */
  const gamma_position* T_MNK_N_segments;
  const int32_t* T_MNK_N_coords;
  const gamma_position* T_MNK_K_segments;
  const int32_t* T_MNK_K_coords;
  gamma_value* T_MNK_values;
  /* T: M:U, K:C, N:C, assembled: set by the launch */
  gamma_position* T_K_segments;
  int32_t* T_K_coords;
  int64_t T_K_positions;
  gamma_position* T_N_segments;
  int32_t* T_N_coords;
  int64_t T_N_positions;
  gamma_value* T_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  gamma_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  gamma_value* Z_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  int64_t elements_A; /* how many elements A stores */
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the
     arrays of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on
     the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} gamma_arguments;

/* Bytes of device memory that gamma_launch needs as workspace (0: none), aligned to 256. */
size_t gamma_workspace_bytes(const gamma_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many
   elements a tensor has. 0: enqueued; else see gamma_error_text. Allocates through `allocate` and
   throws nothing. */
int gamma_launch(gamma_arguments* arguments, void* workspace, size_t workspace_bytes,
                 struct CUstream_st* stream);
const char* gamma_error_text(int code);
}

namespace {

inline int64_t bits(int64_t n) {
  int64_t out = 0;
  for (; n > 0; n /= 2) ++out;
  return out;
}
struct gamma_pool {
  const gamma_arguments& a;
  CUstream_st* stream;
  void* held[17];
  int64_t room[17];
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
  ~gamma_pool() {
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

struct gamma_sizes {
  int64_t K;
  int64_t M;
  int64_t N;
  int64_t elements_A;
  int64_t gamma_T_M1_workers;
  int64_t gamma_T_M0_workers;
  int64_t gamma_Z_M1_workers;
  int64_t gamma_Z_M0_workers;
  int64_t T_emitted = 0;
  int64_t T_stored = 0;
  int64_t T_K_stored = 0;
  int64_t Z_emitted = 0;
  int64_t Z_keys_pass = 0;
  int64_t Z_stored = 0;
  explicit gamma_sizes(const gamma_arguments& a) {
    K = a.extent_K;
    M = a.extent_M;
    N = a.extent_N;
    elements_A = a.elements_A;
    gamma_T_M1_workers = max(min(ceil_div(M, 32), 16896), 1);
    gamma_T_M0_workers = max(min(min(32, M), 16896 / gamma_T_M1_workers), 1);
    gamma_Z_M1_workers = max(min(ceil_div(M, 32), 16896), 1);
    gamma_Z_M0_workers = max(min(min(32, M), 16896 / gamma_Z_M1_workers), 1);
  }
  bool valid() const {
    return K >= 0 && K <= 2147483647 && M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool indexable() const {
    return (M == 0 || K <= 9223372036854775807 / M) &&
           (M * K == 0 || N <= 9223372036854775807 / (M * K)) &&
           (M == 0 || N <= 9223372036854775807 / M);
  }
  bool addressable() const {
    return K <= 1000000000 && M <= 1000000000 && N <= 1000000000 && elements_A <= 1000000000;
  }
  int64_t elements_0() const { return elements_A + 1; }
  int64_t elements_1() const { return 1024; }
  int64_t elements_2() const { return T_emitted; }
  int64_t elements_3() const { return T_emitted; }
  int64_t elements_4() const { return elements_A + 1; }
  int64_t elements_5() const { return T_stored; }
  int64_t elements_6() const { return T_stored; }
  int64_t elements_7() const { return T_stored + 1; }
  int64_t elements_8() const { return T_K_stored; }
  int64_t elements_9() const {
    return gamma_Z_M1_workers * gamma_Z_M0_workers * (max(min(ceil_div(K, 64), 8), 1) * 32) + 1;
  }
  int64_t elements_10() const { return Z_emitted; }
  int64_t elements_11() const { return Z_emitted; }
  int64_t elements_12() const { return Z_emitted; }
  int64_t elements_13() const { return Z_emitted; }
  int64_t elements_14() const { return max(1, min(ceil_div(Z_emitted, 2048), 1056)) * 256 + 1; }
  int64_t elements_15() const { return Z_emitted + 1; }
  int64_t block_gamma_T_count() const { return max(min(ceil_div(K, 64), 8), 1) * 32; }
  int64_t grid_gamma_T_count() const { return gamma_T_M1_workers * gamma_T_M0_workers; }
  int64_t block_gamma_T() const { return max(min(ceil_div(K, 64), 8), 1) * 32; }
  int64_t grid_gamma_T() const { return gamma_T_M1_workers * gamma_T_M0_workers; }
  int64_t block_gamma_T_rows_count() const { return 128; }
  int64_t grid_gamma_T_rows_count() const { return max(1, min(ceil_div(elements_A, 4), 2112)); }
  int64_t block_gamma_T_rows_move() const { return 128; }
  int64_t grid_gamma_T_rows_move() const { return grid_gamma_T_rows_count(); }
  int64_t block_gamma_T_K_mark() const { return 256; }
  int64_t grid_gamma_T_K_mark() const { return max(1, min(ceil_div(T_stored, 256), 4096)); }
  int64_t block_gamma_T_K_store() const { return 256; }
  int64_t grid_gamma_T_K_store() const { return grid_gamma_T_K_mark(); }
  int64_t block_gamma_T_K_segments() const { return 256; }
  int64_t grid_gamma_T_K_segments() const { return max(1, min(ceil_div(M, 256), 4096)); }
  int64_t block_gamma_T_N_segments() const { return 256; }
  int64_t grid_gamma_T_N_segments() const { return max(1, min(ceil_div(T_K_stored, 256), 4096)); }
  int64_t block_gamma_T_N_store() const { return 256; }
  int64_t grid_gamma_T_N_store() const { return grid_gamma_T_K_mark(); }
  int64_t block_gamma_Z_count() const { return max(min(ceil_div(K, 64), 8), 1) * 32; }
  int64_t grid_gamma_Z_count() const { return gamma_Z_M1_workers * gamma_Z_M0_workers; }
  int64_t block_gamma_Z() const { return max(min(ceil_div(K, 64), 8), 1) * 32; }
  int64_t grid_gamma_Z() const { return gamma_Z_M1_workers * gamma_Z_M0_workers; }
  int64_t block_gamma_Z_add() const { return 256; }
  int64_t grid_gamma_Z_add() const { return max(1, min(ceil_div(Z_emitted, 256), 4096)); }
  int64_t block_gamma_Z_compact() const { return 256; }
  int64_t grid_gamma_Z_compact() const { return grid_gamma_Z_add(); }
  int64_t block_gamma_Z_N_segments() const { return 256; }
  int64_t grid_gamma_Z_N_segments() const { return max(1, min(ceil_div(M, 256), 4096)); }
  int64_t block_gamma_Z_N_store() const { return 256; }
  int64_t grid_gamma_Z_N_store() const { return max(1, min(ceil_div(Z_stored, 256), 4096)); }
  coord_t M_of_gamma_T_count() const { return static_cast<coord_t>(M); }
  coord_t count_M0_of_gamma_T_count() const { return static_cast<coord_t>(gamma_T_M0_workers); }
  coord_t count_M1_of_gamma_T_count() const { return static_cast<coord_t>(gamma_T_M1_workers); }
  coord_t K_of_gamma_T() const { return static_cast<coord_t>(K); }
  coord_t M_of_gamma_T() const { return static_cast<coord_t>(M); }
  coord_t N_of_gamma_T() const { return static_cast<coord_t>(N); }
  coord_t count_M0_of_gamma_T() const { return static_cast<coord_t>(gamma_T_M0_workers); }
  coord_t count_M1_of_gamma_T() const { return static_cast<coord_t>(gamma_T_M1_workers); }
  int64_t slots_of_gamma_T_rows_count() const { return elements_A; }
  int64_t slots_of_gamma_T_rows_move() const { return elements_A; }
  int64_t stride_of_gamma_T_K_mark() const { return N; }
  int64_t entries_of_gamma_T_K_mark() const { return T_stored; }
  int64_t stride_of_gamma_T_K_store() const { return N; }
  int64_t extent_of_gamma_T_K_store() const { return K; }
  int64_t entries_of_gamma_T_K_store() const { return T_stored; }
  int64_t stored_of_gamma_T_K_segments() const { return T_stored; }
  int64_t fiber_span_of_gamma_T_K_segments() const { return K * N; }
  int64_t positions_of_gamma_T_K_segments() const { return T_K_stored; }
  int64_t entries_of_gamma_T_K_segments() const { return M; }
  int64_t stored_of_gamma_T_N_segments() const { return T_stored; }
  int64_t fiber_span_of_gamma_T_N_segments() const { return N; }
  int64_t positions_of_gamma_T_N_segments() const { return T_stored; }
  int64_t inner_of_gamma_T_N_segments() const { return 1; }
  int64_t parent_span_of_gamma_T_N_segments() const { return N; }
  int64_t entries_of_gamma_T_N_segments() const { return T_K_stored; }
  int64_t extent_of_gamma_T_N_store() const { return N; }
  int64_t entries_of_gamma_T_N_store() const { return T_stored; }
  coord_t K_of_gamma_Z_count() const { return static_cast<coord_t>(K); }
  coord_t M_of_gamma_Z_count() const { return static_cast<coord_t>(M); }
  coord_t count_M0_of_gamma_Z_count() const { return static_cast<coord_t>(gamma_Z_M0_workers); }
  coord_t count_M1_of_gamma_Z_count() const { return static_cast<coord_t>(gamma_Z_M1_workers); }
  int64_t first_thread_of_gamma_Z_count() const { return 0; }
  coord_t K_of_gamma_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_gamma_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_gamma_Z() const { return static_cast<coord_t>(N); }
  coord_t count_M0_of_gamma_Z() const { return static_cast<coord_t>(gamma_Z_M0_workers); }
  coord_t count_M1_of_gamma_Z() const { return static_cast<coord_t>(gamma_Z_M1_workers); }
  int64_t first_thread_of_gamma_Z() const { return 0; }
  int64_t entries_of_gamma_Z_add() const { return Z_emitted; }
  int64_t entries_of_gamma_Z_compact() const { return Z_emitted; }
  int64_t stored_of_gamma_Z_N_segments() const { return Z_stored; }
  int64_t fiber_span_of_gamma_Z_N_segments() const { return N; }
  int64_t positions_of_gamma_Z_N_segments() const { return Z_stored; }
  int64_t entries_of_gamma_Z_N_segments() const { return M; }
  int64_t extent_of_gamma_Z_N_store() const { return N; }
  int64_t entries_of_gamma_Z_N_store() const { return Z_stored; }
  int64_t stored_T_MNK() const { return M * N * K; }
  int64_t stored_T() const { return T_stored; }
  int64_t stored_Z() const { return Z_stored; }
  int64_t step_size_0() const { return elements_A; }
  int64_t step_size_1() const { return max(1, min(ceil_div(elements_A, 2048), 1024)); }
  int64_t step_size_2() const { return T_stored; }
  int64_t step_size_3() const { return max(1, min(ceil_div(T_stored, 2048), 1024)); }
  int64_t step_size_4() const { return T_K_stored; }
  int64_t step_size_5() const { return M + 1; }
  int64_t step_size_6() const { return T_K_stored + 1; }
  int64_t step_size_7() const {
    return gamma_Z_M1_workers * gamma_Z_M0_workers * (max(min(ceil_div(K, 64), 8), 1) * 32);
  }
  int64_t step_size_8() const {
    return max(1, min(ceil_div(gamma_Z_M1_workers * gamma_Z_M0_workers *
                                   (max(min(ceil_div(K, 64), 8), 1) * 32),
                               2048),
                      1024));
  }
  int64_t step_size_9() const { return ceil_div(bits((max((M * N), 1) - 1)), 16); }
  int64_t step_size_10() const { return Z_emitted; }
  int64_t step_size_11() const {
    return Z_keys_pass * 2 *
           ceil_div(bits((max((M * N), 1) - 1)),
                    max(2 * ceil_div(bits((max((M * N), 1) - 1)), 16), 1));
  }
  int64_t step_size_12() const {
    return ceil_div(bits((max((M * N), 1) - 1)),
                    max(2 * ceil_div(bits((max((M * N), 1) - 1)), 16), 1));
  }
  int64_t step_size_13() const { return max(1, min(ceil_div(Z_emitted, 2048), 1056)); }
  int64_t step_size_14() const { return max(1, min(ceil_div(Z_emitted, 2048), 1056)) * 256; }
  int64_t step_size_15() const {
    return max(1, min(ceil_div(max(1, min(ceil_div(Z_emitted, 2048), 1056)) * 256, 2048), 1024));
  }
  int64_t step_size_16() const {
    return Z_keys_pass * 2 *
               ceil_div(bits((max((M * N), 1) - 1)),
                        max(2 * ceil_div(bits((max((M * N), 1) - 1)), 16), 1)) +
           ceil_div(bits((max((M * N), 1) - 1)),
                    max(2 * ceil_div(bits((max((M * N), 1) - 1)), 16), 1));
  }
  int64_t step_size_17() const { return max(1, min(ceil_div(Z_emitted, 2048), 1024)); }
  int64_t step_size_18() const { return Z_stored; }
};

}  // namespace

extern "C" size_t gamma_workspace_bytes(const gamma_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gamma_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_9()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gamma_launch(gamma_arguments* arguments, void* workspace, size_t workspace_bytes,
                            struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  gamma_arguments& a = *arguments;
  gamma_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gamma_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  size_type* T_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* scan_sums = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* T_keys = nullptr;
  value_t* T_entries = nullptr;
  size_type* T_rows_before = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* T_rows_keys = nullptr;
  value_t* T_rows_values = nullptr;
  size_type* T_K_ranks = nullptr;
  size_type* T_K_firsts = nullptr;
  size_type* Z_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_9()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* Z_keys = nullptr;
  value_t* Z_entries = nullptr;
  size_type* Z_keys_2 = nullptr;
  value_t* Z_entries_2 = nullptr;
  size_type* Z_keys_digits = nullptr;
  size_type* Z_ranks = nullptr;
  (void)free_bytes;
  if (!sizes.indexable()) return 5;
  gamma_pool pool{a, stream, {}, {}};
  a.T_K_segments = nullptr;
  a.T_K_coords = nullptr;
  a.T_N_segments = nullptr;
  a.T_N_coords = nullptr;
  a.T_values = nullptr;
  a.Z_N_segments = nullptr;
  a.Z_N_coords = nullptr;
  a.Z_values = nullptr;
  if (cudaMemsetAsync(T_offsets, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(size_type),
                      stream) != cudaSuccess)
    return 3;
  gamma_T_count<<<static_cast<unsigned>(sizes.grid_gamma_T_count()),
                  static_cast<unsigned>(sizes.block_gamma_T_count()), 0, stream>>>(
      a.A_K_segments, a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords, a.B_values,
      sizes.M_of_gamma_T_count(), sizes.count_M0_of_gamma_T_count(),
      sizes.count_M1_of_gamma_T_count(), T_offsets);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gamma_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, T_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(gamma_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, T_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.T_emitted, T_offsets + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(T_keys, sizes.elements_2())) return 4;
  if (!pool.hold(T_entries, sizes.elements_3())) return 4;
  if (launch_early(gamma_T, static_cast<unsigned>(sizes.grid_gamma_T()),
                   static_cast<unsigned>(sizes.block_gamma_T()), 0, stream, a.A_K_segments,
                   a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords, a.B_values,
                   sizes.K_of_gamma_T(), sizes.M_of_gamma_T(), sizes.N_of_gamma_T(),
                   sizes.count_M0_of_gamma_T(), sizes.count_M1_of_gamma_T(), T_offsets, T_keys,
                   T_entries) != cudaSuccess)
    return 3;
  if (launch_early(gamma_T_rows_count, static_cast<unsigned>(sizes.grid_gamma_T_rows_count()),
                   static_cast<unsigned>(sizes.block_gamma_T_rows_count()), 0, stream, T_entries,
                   T_offsets, sizes.slots_of_gamma_T_rows_count(), T_rows_before) != cudaSuccess)
    return 3;
  if (launch_early(gamma_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, T_rows_before, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(gamma_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, T_rows_before, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.T_stored, T_rows_before + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(T_rows_keys, sizes.elements_5())) return 4;
  if (!pool.hold(T_rows_values, sizes.elements_6())) return 4;
  if (launch_early(gamma_T_rows_move, static_cast<unsigned>(sizes.grid_gamma_T_rows_move()),
                   static_cast<unsigned>(sizes.block_gamma_T_rows_move()), 0, stream, T_keys,
                   T_entries, T_offsets, T_rows_before, sizes.slots_of_gamma_T_rows_move(),
                   T_rows_keys, T_rows_values) != cudaSuccess)
    return 3;
  if (!pool.hold(T_K_ranks, sizes.elements_7())) return 4;
  if (launch_early(gamma_T_K_mark, static_cast<unsigned>(sizes.grid_gamma_T_K_mark()),
                   static_cast<unsigned>(sizes.block_gamma_T_K_mark()), 0, stream, T_rows_keys,
                   sizes.stride_of_gamma_T_K_mark(), T_K_ranks,
                   sizes.entries_of_gamma_T_K_mark()) != cudaSuccess)
    return 3;
  if (launch_early(gamma_scan_sums, static_cast<unsigned>(sizes.step_size_3()),
                   static_cast<unsigned>(256), 0, stream, T_K_ranks, sizes.step_size_2(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(gamma_scan_apply, static_cast<unsigned>(sizes.step_size_3()),
                   static_cast<unsigned>(256), 0, stream, T_K_ranks, sizes.step_size_2(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.T_K_stored, T_K_ranks + (sizes.step_size_2()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.give(a.T_K_coords, sizes.step_size_4())) return 4;
  if (!pool.hold(T_K_firsts, sizes.elements_8())) return 4;
  if (launch_early(gamma_T_K_store, static_cast<unsigned>(sizes.grid_gamma_T_K_store()),
                   static_cast<unsigned>(sizes.block_gamma_T_K_store()), 0, stream, T_rows_keys,
                   sizes.stride_of_gamma_T_K_store(), sizes.extent_of_gamma_T_K_store(), T_K_ranks,
                   a.T_K_coords, T_K_firsts, sizes.entries_of_gamma_T_K_store()) != cudaSuccess)
    return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_4() > 2147483647) return 5;
  if (!pool.give(a.T_K_segments, sizes.step_size_5())) return 4;
  if (launch_early(gamma_T_K_segments, static_cast<unsigned>(sizes.grid_gamma_T_K_segments()),
                   static_cast<unsigned>(sizes.block_gamma_T_K_segments()), 0, stream, T_rows_keys,
                   sizes.stored_of_gamma_T_K_segments(), sizes.fiber_span_of_gamma_T_K_segments(),
                   sizes.positions_of_gamma_T_K_segments(), a.T_K_segments, T_K_ranks,
                   sizes.entries_of_gamma_T_K_segments()) != cudaSuccess)
    return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_2() > 2147483647) return 5;
  if (!pool.give(a.T_N_segments, sizes.step_size_6())) return 4;
  if (launch_early(gamma_T_N_segments, static_cast<unsigned>(sizes.grid_gamma_T_N_segments()),
                   static_cast<unsigned>(sizes.block_gamma_T_N_segments()), 0, stream, T_rows_keys,
                   sizes.stored_of_gamma_T_N_segments(), sizes.fiber_span_of_gamma_T_N_segments(),
                   sizes.positions_of_gamma_T_N_segments(), a.T_N_segments,
                   sizes.inner_of_gamma_T_N_segments(), sizes.parent_span_of_gamma_T_N_segments(),
                   T_K_firsts, sizes.entries_of_gamma_T_N_segments()) != cudaSuccess)
    return 3;
  if (!pool.give(a.T_N_coords, sizes.step_size_2())) return 4;
  if (!pool.give(a.T_values, sizes.stored_T())) return 4;
  if (launch_early(gamma_T_N_store, static_cast<unsigned>(sizes.grid_gamma_T_N_store()),
                   static_cast<unsigned>(sizes.block_gamma_T_N_store()), 0, stream, T_rows_keys,
                   T_rows_values, sizes.extent_of_gamma_T_N_store(), a.T_N_coords, a.T_values,
                   sizes.entries_of_gamma_T_N_store()) != cudaSuccess)
    return 3;
  if (launch_early(gamma_Z_count, static_cast<unsigned>(sizes.grid_gamma_Z_count()),
                   static_cast<unsigned>(sizes.block_gamma_Z_count()), 0, stream,
                   a.T_MNK_N_segments, a.T_MNK_N_coords, a.T_MNK_K_segments, a.T_MNK_K_coords,
                   a.T_MNK_values, a.A_K_segments, a.A_K_coords, a.A_values,
                   sizes.K_of_gamma_Z_count(), sizes.M_of_gamma_Z_count(),
                   sizes.count_M0_of_gamma_Z_count(), sizes.count_M1_of_gamma_Z_count(), Z_offsets,
                   sizes.first_thread_of_gamma_Z_count()) != cudaSuccess)
    return 3;
  if (launch_early(gamma_scan_sums, static_cast<unsigned>(sizes.step_size_8()),
                   static_cast<unsigned>(256), 0, stream, Z_offsets, sizes.step_size_7(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(gamma_scan_apply, static_cast<unsigned>(sizes.step_size_8()),
                   static_cast<unsigned>(256), 0, stream, Z_offsets, sizes.step_size_7(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.Z_emitted, Z_offsets + (sizes.step_size_7()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_keys, sizes.elements_10())) return 4;
  if (!pool.hold(Z_entries, sizes.elements_11())) return 4;
  if (launch_early(gamma_Z, static_cast<unsigned>(sizes.grid_gamma_Z()),
                   static_cast<unsigned>(sizes.block_gamma_Z()), 0, stream, a.T_MNK_N_segments,
                   a.T_MNK_N_coords, a.T_MNK_K_segments, a.T_MNK_K_coords, a.T_MNK_values,
                   a.A_K_segments, a.A_K_coords, a.A_values, sizes.K_of_gamma_Z(),
                   sizes.M_of_gamma_Z(), sizes.N_of_gamma_Z(), sizes.count_M0_of_gamma_Z(),
                   sizes.count_M1_of_gamma_Z(), Z_offsets, sizes.first_thread_of_gamma_Z(), Z_keys,
                   Z_entries) != cudaSuccess)
    return 3;
  for (sizes.Z_keys_pass = 0; (sizes.Z_keys_pass) < sizes.step_size_9(); ++sizes.Z_keys_pass) {
    if (!pool.hold(Z_keys_digits, sizes.elements_14())) return 4;
    if (launch_early(gamma_sort_count, static_cast<unsigned>(sizes.step_size_13()),
                     static_cast<unsigned>(256), 0, stream, Z_keys, sizes.step_size_10(),
                     sizes.step_size_11(), sizes.step_size_12(), Z_keys_digits) != cudaSuccess)
      return 3;
    if (launch_early(gamma_scan_sums, static_cast<unsigned>(sizes.step_size_15()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_digits, sizes.step_size_14(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(gamma_scan_apply, static_cast<unsigned>(sizes.step_size_15()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_digits, sizes.step_size_14(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (!pool.hold(Z_keys_2, sizes.elements_12())) return 4;
    if (!pool.hold(Z_entries_2, sizes.elements_13())) return 4;
    if (launch_early(gamma_sort_move, static_cast<unsigned>(sizes.step_size_13()),
                     static_cast<unsigned>(256), 0, stream, Z_keys, Z_entries, sizes.step_size_10(),
                     sizes.step_size_11(), sizes.step_size_12(), Z_keys_digits, Z_keys_2,
                     Z_entries_2) != cudaSuccess)
      return 3;
    if (launch_early(gamma_sort_count, static_cast<unsigned>(sizes.step_size_13()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_2, sizes.step_size_10(),
                     sizes.step_size_16(), sizes.step_size_12(), Z_keys_digits) != cudaSuccess)
      return 3;
    if (launch_early(gamma_scan_sums, static_cast<unsigned>(sizes.step_size_15()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_digits, sizes.step_size_14(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(gamma_scan_apply, static_cast<unsigned>(sizes.step_size_15()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_digits, sizes.step_size_14(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(gamma_sort_move, static_cast<unsigned>(sizes.step_size_13()),
                     static_cast<unsigned>(256), 0, stream, Z_keys_2, Z_entries_2,
                     sizes.step_size_10(), sizes.step_size_16(), sizes.step_size_12(),
                     Z_keys_digits, Z_keys, Z_entries) != cudaSuccess)
      return 3;
  }
  if (!pool.hold(Z_entries_2, sizes.elements_13())) return 4;
  if (!pool.hold(Z_ranks, sizes.elements_15())) return 4;
  if (launch_early(gamma_Z_add, static_cast<unsigned>(sizes.grid_gamma_Z_add()),
                   static_cast<unsigned>(sizes.block_gamma_Z_add()), 0, stream, Z_keys, Z_entries,
                   Z_entries_2, Z_ranks, sizes.entries_of_gamma_Z_add()) != cudaSuccess)
    return 3;
  if (launch_early(gamma_scan_sums, static_cast<unsigned>(sizes.step_size_17()),
                   static_cast<unsigned>(256), 0, stream, Z_ranks, sizes.step_size_10(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(gamma_scan_apply, static_cast<unsigned>(sizes.step_size_17()),
                   static_cast<unsigned>(256), 0, stream, Z_ranks, sizes.step_size_10(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.Z_stored, Z_ranks + (sizes.step_size_10()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_keys_2, sizes.elements_12())) return 4;
  if (launch_early(gamma_Z_compact, static_cast<unsigned>(sizes.grid_gamma_Z_compact()),
                   static_cast<unsigned>(sizes.block_gamma_Z_compact()), 0, stream, Z_keys,
                   Z_entries_2, Z_ranks, Z_keys_2, Z_entries,
                   sizes.entries_of_gamma_Z_compact()) != cudaSuccess)
    return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_18() > 2147483647) return 5;
  if (!pool.give(a.Z_N_segments, sizes.step_size_5())) return 4;
  if (launch_early(gamma_Z_N_segments, static_cast<unsigned>(sizes.grid_gamma_Z_N_segments()),
                   static_cast<unsigned>(sizes.block_gamma_Z_N_segments()), 0, stream, Z_keys_2,
                   sizes.stored_of_gamma_Z_N_segments(), sizes.fiber_span_of_gamma_Z_N_segments(),
                   sizes.positions_of_gamma_Z_N_segments(), a.Z_N_segments,
                   sizes.entries_of_gamma_Z_N_segments()) != cudaSuccess)
    return 3;
  if (!pool.give(a.Z_N_coords, sizes.step_size_18())) return 4;
  if (!pool.give(a.Z_values, sizes.stored_Z())) return 4;
  if (launch_early(gamma_Z_N_store, static_cast<unsigned>(sizes.grid_gamma_Z_N_store()),
                   static_cast<unsigned>(sizes.block_gamma_Z_N_store()), 0, stream, Z_keys_2,
                   Z_entries, sizes.extent_of_gamma_Z_N_store(), a.Z_N_coords, a.Z_values,
                   sizes.entries_of_gamma_Z_N_store()) != cudaSuccess)
    return 3;
  a.T_K_positions = sizes.step_size_4();
  a.T_N_positions = sizes.step_size_2();
  a.Z_N_positions = sizes.step_size_18();
  return 0;
}

extern "C" const char* gamma_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gamma_workspace_bytes says";
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
