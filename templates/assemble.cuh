#pragma once
// Assembly of compressed tensors: prefix sums and a stable sort of (key, value) pairs over a whole
// grid. Every element has one writer, and no atomics but counts, so results are bitwise the same on
// every run.
// K is a 64-bit integer, none of whose values is negative, V any value. Grids and blocks are
// one-dimensional, blocks whole warps.

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
