#pragma once
// Sums across the threads of a warp or block. The order of the additions is fixed, so results are
// bitwise the same on every run. T is any type that __shfl_xor_sync takes.

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

// For each lane, the sum over the first `warps` warps of the block: lane l of every warp gets the
// sum of `value` over the l-th lanes of warps 0 to warps - 1, in this order, bitwise the same in
// every warp. The block is one-dimensional, its size a multiple of 32; all of its threads must call
// it, with the same `warps` (1 to the block's number of warps). `shared` points to 32 * warps
// elements in shared memory, with the same rule of use.
template <class T>
static __device__ __forceinline__ T teaal_warps_sum(T value, T* shared, int warps) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  __syncthreads();
  if (warp < warps) shared[warp * 32 + lane] = value;
  __syncthreads();
  value = shared[lane];
  for (int other = 1; other < warps; ++other) value += shared[other * 32 + lane];
  return value;
}
