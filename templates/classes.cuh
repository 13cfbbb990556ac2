#pragma once
// Lists of what belongs to a class, behind one another in memory: blocks count what they find, and
// write it where their counts say.

// Of each thread's `mine`, how many threads of the block have it; `before`: in front of this
// thread. All threads of the block call it; the block is one-dimensional, at most 1024 threads.
static __device__ __forceinline__ int teaal_threads_with(bool mine, int& before) {
  __shared__ int of_warps[32];
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const unsigned here = __ballot_sync(0xffffffffu, mine);
  __syncthreads();
  if (lane == 0) of_warps[warp] = __popc(here);
  __syncthreads();
  int all = 0;
  before = __popc(here & ((1u << lane) - 1u));
  for (int other = 0; other < static_cast<int>(blockDim.x + 31) / 32; ++other) {
    if (other < warp) before += of_warps[other];
    all += of_warps[other];
  }
  return all;
}

// How many threads of the block have `mine`.
static __device__ __forceinline__ int teaal_count_where(bool mine) {
  int before;
  return teaal_threads_with(mine, before);
}

// The sum of a number a lane, over the lanes of a warp.
static __device__ __forceinline__ long long teaal_lanes_total(long long mine) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    mine += __shfl_xor_sync(0xffffffffu, mine, distance);
  return mine;
}

// Sets list[n], list[n + 1], … to the `value` of those threads that have `mine`, in their order.
// What comes back is where the next one goes.
template <class T, class V>
static __device__ __forceinline__ long long teaal_append_where(T* list, long long n, bool mine,
                                                               V value) {
  int before;
  const int all = teaal_threads_with(mine, before);
  if (mine) list[n + before] = static_cast<T>(value);
  return n + all;
}

// The sum of counts[first], …, counts[end - 1]. All threads of the block call it; they are a
// multiple of 32.
template <class T>
static __device__ __forceinline__ long long teaal_sum_of(const T* counts, long long first,
                                                         long long end) {
  __shared__ long long of_warps[32];
  long long sum = 0;
  for (long long at = first + threadIdx.x; at < end; at += blockDim.x)
    sum += static_cast<long long>(counts[at]);
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
  __syncthreads();
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int warp = 0; warp < static_cast<int>(blockDim.x) / 32; ++warp) sum += of_warps[warp];
  return sum;
}
