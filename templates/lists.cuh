#pragma once
// Lists of what an array holds, made by a block in its shared memory.

// How many of the elements [begin, end) that this lane looks at differ from `absent`; lanes share
// them. `stride` apart in memory; neighbours are read four at a time where that is aligned.
template <class T, class E>
static __device__ __forceinline__ int teaal_count_present(const E* elements, long long stride,
                                                          int begin, int end, int lanes, T absent) {
  const int lane = threadIdx.x % 32;
  int found = 0, at = begin;
  if (stride == 1 && teaal_aligned_rows(elements + begin, 4)) {
    const int behind = begin + (end - begin) / (4 * lanes) * (4 * lanes);
#pragma unroll 4
    for (at = begin + 4 * lane; at < behind; at += 4 * lanes) {
      T quad[4];
      teaal_read_quad(quad, &elements[at]);
#pragma unroll
      for (int i = 0; i < 4; ++i) found += quad[i] != absent ? 1 : 0;
    }
    at = behind;
  }
#pragma unroll 4
  for (at += lane; at < end; at += lanes)
    found += static_cast<T>(+elements[at * stride]) != absent ? 1 : 0;
  return found;
}

// Lists those of `length` elements of `array`, from `from` on and `stride` apart, that differ from
// `absent`, in order: their numbers, from `first` on, in coords, what they hold in values. All
// threads of the block call it, and all get how many there are; a barrier has to follow before they
// read the list. counts: an element a warp.
template <class C, class P, class T, class E>
static __device__ __forceinline__ int teaal_list_present(C* coords, T* values, P* counts,
                                                         const E* array, long long from,
                                                         long long stride, long long first,
                                                         long long length, T absent) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = (blockDim.x + 31) / 32;
  const int lanes = min(32, static_cast<int>(blockDim.x) - warp * 32);
  const unsigned all_lanes = 0xffffffffu >> (32 - lanes);
  const int share = static_cast<int>((length + warps - 1) / warps + 127) / 128 * 128;
  const int begin = min(static_cast<int>(length), warp * share);
  const int end = min(static_cast<int>(length), begin + share);
  const E* elements = array + from;
  int found = 0;
  const int own = teaal_count_present(elements, stride, begin, end, lanes, absent);
  for (int bit = 0; bit < 31 && __any_sync(all_lanes, own >> bit != 0); ++bit)
    found += __popc(__ballot_sync(all_lanes, (own >> bit & 1) != 0)) << bit;
  if (lane == 0) counts[warp] = found;
  __syncthreads();
  int place = 0, all = 0;
  for (int w = 0; w < warps; ++w) {
    place += w < warp ? static_cast<int>(counts[w]) : 0;
    all += static_cast<int>(counts[w]);
  }
  const int last = place + found;
#pragma unroll 2
  for (int at = begin; place < last; at += lanes) {
    const T value = at + lane < end ? static_cast<T>(+elements[(at + lane) * stride]) : absent;
    const unsigned here = __ballot_sync(all_lanes, value != absent);
    if (value != absent) {
      const int to = place + __popc(here & ((1u << lane) - 1u));
      coords[to] = static_cast<C>(first + at + lane);
      values[to] = value;
    }
    place += __popc(here);
  }
  return all;
}
