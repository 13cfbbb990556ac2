#pragma once
// Reductions other than sums across the threads of a warp or block. The order in which values
// combine is fixed, so results are bitwise the same on every run. T is float or double.

// What a reduction does with two values; sums of integers are modulo 2^32.
struct teaal_sum {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a + b;
  }
  static __device__ __forceinline__ int of(int a, int b) { return int(unsigned(a) + unsigned(b)); }
};
struct teaal_product {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a * b;
  }
};
// A NaN loses against a number.
struct teaal_min {
  static __device__ __forceinline__ float of(float a, float b) { return fminf(a, b); }
  static __device__ __forceinline__ double of(double a, double b) { return fmin(a, b); }
};
// A NaN loses against a number.
struct teaal_max {
  static __device__ __forceinline__ float of(float a, float b) { return fmaxf(a, b); }
  static __device__ __forceinline__ double of(double a, double b) { return fmax(a, b); }
};
// 1 if a value is not 0, else 0.
struct teaal_either {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a != T(0) || b != T(0) ? T(1) : T(0);
  }
};
// 1 if no value is 0, else 0.
struct teaal_together {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a != T(0) && b != T(0) ? T(1) : T(0);
  }
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

// The lanes of this one's group, where groups are `width` neighbours, a power of two up to 32.
static __device__ __forceinline__ unsigned teaal_group_mask(int width) {
  return 0xffffffffu >> (32 - width) << (threadIdx.x % 32 & -width);
}

// What lane `lane` of such a group has of something that each of its lanes has one of. All lanes of
// the group ask together.
template <class T>
static __device__ __forceinline__ T teaal_of_lane(T value, int lane, int width) {
  if constexpr (sizeof(T) < sizeof(int))
    return static_cast<T>(
        __shfl_sync(teaal_group_mask(width), static_cast<int>(value), lane, width));
  else
    return __shfl_sync(teaal_group_mask(width), value, lane, width);
}

// Bit i: whether it holds in lane i of the group, all lanes of which ask together.
static __device__ __forceinline__ unsigned teaal_lanes_where(bool holds, int width) {
  return __ballot_sync(teaal_group_mask(width), holds) >> (threadIdx.x % 32 & -width);
}

// Over a group of `width` neighbouring lanes, a power of two up to 32. All lanes of a group call it
// together, with the same width; where other groups are does not matter. Bitwise the same in the
// whole group.
template <class Op, class T>
static __device__ __forceinline__ T teaal_group_reduce(T value, int width) {
  const unsigned group = teaal_group_mask(width);
  for (int offset = width / 2; offset > 0; offset /= 2)
    value = Op::of(value, __shfl_xor_sync(group, value, offset));
  return value;
}

// What comes of the values of some lanes, of which `bits` are those that are not 0.
template <class T>
static __device__ __forceinline__ T teaal_of_votes(teaal_either, unsigned bits, unsigned) {
  return bits != 0u ? T(1) : T(0);
}
template <class T>
static __device__ __forceinline__ T teaal_of_votes(teaal_together, unsigned bits, unsigned lanes) {
  return bits == lanes ? T(1) : T(0);
}

// teaal_lane_reduce where Op asks no more of values than whether they are 0: lanes vote.
template <class Op, class T>
static __device__ __forceinline__ T teaal_lane_vote(T value, int width_low, int width_high) {
  unsigned lanes = 1;
  for (int offset = width_low; offset < width_high; offset *= 2) lanes |= lanes << offset;
  lanes <<= threadIdx.x % 32 & ~(width_high - width_low);
  const unsigned bits = __ballot_sync(0xffffffffu, value != T(0));
  return teaal_of_votes<T>(Op(), bits & lanes, lanes);
}

// teaal_group_reduce, likewise.
template <class Op, class T>
static __device__ __forceinline__ T teaal_group_vote(T value, int width) {
  const unsigned group = teaal_group_mask(width);
  return teaal_of_votes<T>(Op(), __ballot_sync(group, value != T(0)) & group, group);
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

// For each lane, over the first `warps` warps of the block: lane l of every warp gets the result
// over the l-th lanes of warps 0 to warps - 1, in this order. The block is one-dimensional, its
// size a multiple of 32; all of its threads must call it, with the same `warps` (1 to the block's
// number of warps). `shared` points to 32 * warps elements in shared memory, with the same rule of
// use.
template <class Op, class T>
static __device__ __forceinline__ T teaal_warps_reduce(T value, T* shared, int warps) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  __syncthreads();
  if (warp < warps) shared[warp * 32 + lane] = value;
  __syncthreads();
  value = shared[lane];
  for (int other = 1; other < warps; ++other) value = Op::of(value, shared[other * 32 + lane]);
  return value;
}
