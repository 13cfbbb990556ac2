#pragma once
// Sums over a list of stored elements that is cut into runs of equal length, whatever fibers they
// lie in: how a run's fibers are shared among threads, and how what runs carry meets.

// Lanes, a power of two up to 32, that each of `count` fibers gets where all of them are summed at
// once; 1 where `threads` are too few for that.
template <class C>
static __device__ __forceinline__ int teaal_lanes_each(C count, int threads) {
  int lanes = 1;
  while (lanes < 32 && count * (2 * lanes) <= threads) lanes *= 2;
  return lanes;
}

// The threads of a block as shares of so many neighbouring lanes: which one this thread is in, how
// many there are, and which lane of its share it is. The block has a multiple of 32 threads.
static __device__ __forceinline__ int teaal_share(int lanes) {
  return static_cast<int>(threadIdx.x) >> (__ffs(lanes) - 1);
}
static __device__ __forceinline__ int teaal_shares(int lanes) {
  return static_cast<int>(blockDim.x) >> (__ffs(lanes) - 1);
}
static __device__ __forceinline__ int teaal_lane_of_share(int lanes) {
  return static_cast<int>(threadIdx.x) & (lanes - 1);
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
