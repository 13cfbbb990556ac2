#pragma once
// Assembly of compressed tensors: prefix sums and a stable sort of (key, value) pairs over a whole
// grid. No atomics, and every element has one writer, so results are bitwise the same on every run.
// K is a signed 64-bit integer, V any value. Grids and blocks are one-dimensional, blocks whole
// warps.

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
    const K upto = teaal_lane_upto(mine);
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
