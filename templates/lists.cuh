#pragma once
// Lists of what an array holds, made by a block in its shared memory.

// Which of at most 32 elements in [begin, end) differ from `absent`: bit i is element begin + i.
template <int W, class T, class E>
static __device__ __forceinline__ unsigned teaal_present(const E* elements, long long stride,
                                                         int begin, int end, T absent) {
  unsigned bits = 0;
#pragma unroll 8
  for (int i = 0; i < 32; i += W) {
    if (begin + i >= end) continue;
    if constexpr (W == 4) {
      T quad[4];
      teaal_read_quad(quad, &elements[begin + i]);
#pragma unroll
      for (int j = 0; j < 4; ++j) bits |= (quad[j] != absent ? 1u : 0u) << (i + j);
    } else {
      const T value = static_cast<T>(+elements[(begin + i) * stride]);
      bits |= (value != absent ? 1u : 0u) << i;
    }
  }
  return bits;
}

// How many a block lists. A lane has runs of up to 32 neighbours, so that what lanes find is in
// order. present(begin, end): which of at most 32 elements in [begin, end) are listed, as
// teaal_present has them. Of the list this warp has what begins at `own`, up to `own_last`.
template <class C, class P, class Present>
static __device__ __forceinline__ int teaal_list_runs(C* coords, P* counts, long long first,
                                                      int length, Present present, int& own,
                                                      int& own_last) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = (blockDim.x + 31) / 32;
  const int threads = blockDim.x, lanes = min(32, threads - warp * 32);
  const unsigned all_lanes = 0xffffffffu >> (32 - lanes);
  const int run = min(32, max(4, (length + 4 * threads - 1) / (4 * threads) * 4));
  const int runs = (length + threads * run - 1) / (threads * run);  // of a lane
  const int begin = min(length, warp * 32 * run * runs),
            end = min(length, begin + lanes * run * runs);
  // The first ones are looked at together, and kept: what memory is asked for is under way at once.
  constexpr int together = 4;
  unsigned kept[together];
  const auto look = [&](int at) { return present(at, min(end, at + run)); };
  const int own_first = begin + run * lane, step = run * lanes;
  int upto = 0;  // what lanes up to this one have
#pragma unroll
  for (int r = 0; r < together; ++r) kept[r] = r < runs ? look(own_first + r * step) : 0u;
#pragma unroll
  for (int r = 0; r < together; ++r) upto += __popc(kept[r]);
  for (int at = own_first + together * step; __any_sync(all_lanes, at < end); at += step)
    upto += __popc(look(at));
  upto = teaal_lane_upto(upto, all_lanes);
  const int found = __shfl_sync(all_lanes, upto, lanes - 1);
  if (lane == 0) counts[warp] = found;
  __syncthreads();
  int place = 0, all = 0;
  for (int w = 0; w < warps; ++w) {
    place += w < warp ? static_cast<int>(counts[w]) : 0;
    all += static_cast<int>(counts[w]);
  }
  own = place, own_last = place + found;
  for (int r = 0; place < own_last; ++r) {
    const int at = own_first + r * step;
    unsigned bits = r < together ? 0u : look(at);
#pragma unroll
    for (int known = 0; known < together; ++known)
      if (r == known) bits = kept[known];
    if (runs > 1) upto = teaal_lane_upto(__popc(bits), all_lanes);  // One is known from counting.
    int to = place + upto - __popc(bits);
    for (unsigned left = bits; left != 0; left &= left - 1)
      coords[to++] = static_cast<C>(first + at + __ffs(static_cast<int>(left)) - 1);
    place += __shfl_sync(all_lanes, upto, lanes - 1);
  }
  return all;
}

// teaal_list_present by W elements at once; without values where `values` is null.
template <int W, class C, class P, class T, class E>
static __device__ __forceinline__ int teaal_list_elements(C* coords, T* values, P* counts,
                                                          const E* elements, long long stride,
                                                          long long first, int length, T absent) {
  int own, own_last;
  const auto present = [&](int begin, int end) {
    return teaal_present<W>(elements, stride, begin, end, absent);
  };
  const int all = teaal_list_runs(coords, counts, first, length, present, own, own_last);
  if (!values) return all;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int lanes = min(32, static_cast<int>(blockDim.x) - warp * 32);
  __syncwarp(0xffffffffu >> (32 - lanes));
  for (int i = own + lane; i < own_last; i += lanes)
    values[i] = static_cast<T>(+elements[(static_cast<long long>(coords[i]) - first) * stride]);
  return all;
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
  const E* elements = array + from;
  const int count = static_cast<int>(length);
  return stride == 1 && count % 4 == 0 && teaal_aligned_rows(elements, 4)
             ? teaal_list_elements<4>(coords, values, counts, elements, stride, first, count,
                                      absent)
             : teaal_list_elements<1>(coords, values, counts, elements, stride, first, count,
                                      absent);
}

// The same, but what elements hold is not kept.
template <class C, class P, class T, class E>
static __device__ __forceinline__ int teaal_list_places(C* coords, P* counts, const E* array,
                                                        long long from, long long stride,
                                                        long long first, long long length,
                                                        T absent) {
  return teaal_list_present(coords, static_cast<T*>(nullptr), counts, array, from, stride, first,
                            length, absent);
}

// The same of elements of one bit (templates/element_bits.cuh), those of which are set are listed.
template <class C, class P>
static __device__ __forceinline__ int teaal_list_bits(C* coords, P* counts, const unsigned* words,
                                                      long long from, long long stride,
                                                      long long first, long long length) {
  const auto side_by_side = [&](int begin, int end) {
    return teaal_bits_side_by_side(words, from + begin, end - begin);
  };
  const auto apart = [&](int begin, int end) {
    unsigned bits = 0;
    for (int i = begin; i < end; ++i)
      if (teaal_element_bit(words, from + i * stride)) bits |= 1u << (i - begin);
    return bits;
  };
  const int count = static_cast<int>(length);
  int own, own_last;
  return stride == 1 ? teaal_list_runs(coords, counts, first, count, side_by_side, own, own_last)
                     : teaal_list_runs(coords, counts, first, count, apart, own, own_last);
}
