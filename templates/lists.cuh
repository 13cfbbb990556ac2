#pragma once
// Lists of what an array holds, made by a block in its shared memory.

// Which elements of a span of 32 a lane, from `begin` on, differ from `absent`: those before `end`,
// in rows of W a lane. Bit W r + i: element W (lanes r + lane) + i of the span.
template <int W, class T, class E>
static __device__ __forceinline__ unsigned teaal_present(const E* elements, long long stride,
                                                         int begin, int end, int lanes, T absent) {
  unsigned bits = 0;
  int at = begin + W * static_cast<int>(threadIdx.x % 32);
#pragma unroll 8
  for (int row = 0; row < 32; row += W) {
    if (at < end) {
      if constexpr (W == 4) {
        T quad[4];
        teaal_read_quad(quad, &elements[at]);
#pragma unroll
        for (int i = 0; i < 4; ++i) bits |= (quad[i] != absent ? 1u : 0u) << (row + i);
      } else {
        const T value = static_cast<T>(+elements[at * stride]);
        bits |= (value != absent ? 1u : 0u) << row;
      }
    }
    at += W * lanes;
  }
  return bits;
}

// teaal_list_present by rows of W a lane; without values where `values` is null.
template <int W, class C, class P, class T, class E>
static __device__ __forceinline__ int teaal_list_rows(C* coords, T* values, P* counts,
                                                      const E* elements, long long stride,
                                                      long long first, int length, T absent) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = (blockDim.x + 31) / 32;
  const int lanes = min(32, static_cast<int>(blockDim.x) - warp * 32);
  const unsigned all_lanes = 0xffffffffu >> (32 - lanes), before = (1u << lane) - 1u;
  const int share = ((length + warps - 1) / warps + 127) / 128 * 128;
  const int begin = min(length, warp * share), end = min(length, begin + share);
  const int span = 32 * lanes;
  unsigned bits = 0;
  int own = 0, found = 0;
  for (int at = begin; at < end; at += span) {
    bits = teaal_present<W>(elements, stride, at, end, lanes, absent);
    own += __popc(bits);
  }
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
  for (int at = begin; place < last; at += span) {
    // One span is known from counting.
    if (share > span) bits = teaal_present<W>(elements, stride, at, end, lanes, absent);
    for (int row = 0; row < 32 && place < last; row += W) {
      const unsigned here = bits >> row & ((1u << W) - 1u);
      if (!__any_sync(all_lanes, here != 0)) continue;
      int to = place;
#pragma unroll
      for (int i = 0; i < W; ++i) {
        const unsigned have = __ballot_sync(all_lanes, (here >> i & 1) != 0);
        to += __popc(have & before);
        place += __popc(have);
      }
#pragma unroll
      for (int i = 0; i < W; ++i)
        if ((here >> i & 1) != 0) {
          const int element = at + row * lanes + W * lane + i;
          coords[to] = static_cast<C>(first + element);
          if (values) values[to] = static_cast<T>(+elements[element * stride]);
          ++to;
        }
    }
  }
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
             ? teaal_list_rows<4>(coords, values, counts, elements, stride, first, count, absent)
             : teaal_list_rows<1>(coords, values, counts, elements, stride, first, count, absent);
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
