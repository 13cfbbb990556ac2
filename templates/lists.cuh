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

// Writes the numbers of bits that lanes of a warp have set, `number` that of a lane's first bit and
// `run` more for each lane, each lane's from `to` on: a bit a lane at a time, or, where fewer lanes
// have any than one of them has, all bits of a lane at a time; or where one has more than 16, as
// lanes that write so far apart meet in banks of shared memory.
template <class C>
static __device__ __forceinline__ void teaal_list_set(C* coords, unsigned bits, int to, C number,
                                                      int run, unsigned all_lanes) {
  const unsigned having = __ballot_sync(all_lanes, bits != 0u);
  const bool many = __any_sync(all_lanes, __popc(bits) > min(__popc(having), 16));
  if (many && all_lanes == 0xffffffffu) {
    const int lane = threadIdx.x % 32;
    for (unsigned left = having; left != 0; left &= left - 1) {
      const int from = __ffs(static_cast<int>(left)) - 1;
      const unsigned word = __shfl_sync(all_lanes, bits, from);
      const int place = __shfl_sync(all_lanes, to, from);
      if ((word >> lane & 1u) != 0u)
        coords[place + __popc(word & ((1u << lane) - 1u))] =
            static_cast<C>(number + (from - lane) * run + lane);
    }
    return;
  }
  for (unsigned left = bits; left != 0; left &= left - 1)
    coords[to++] = static_cast<C>(number + __ffs(static_cast<int>(left)) - 1);
}

// How many a block lists. A lane has runs of up to 32 neighbours, so that what lanes find is in
// order. of.bits(of.ask(begin, end), begin, end): which of at most 32 elements in [begin, end) are
// listed, as teaal_present has them; `ask` waits for nothing it can do without. Of the list this
// warp has what begins at `own`, up to `own_last`.
template <class C, class P, class Of>
static __device__ __forceinline__ int teaal_list_runs(C* coords, P* counts, long long first,
                                                      int length, Of of, int& own, int& own_last) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = (blockDim.x + 31) / 32;
  const int threads = blockDim.x, lanes = min(32, threads - warp * 32);
  const unsigned all_lanes = 0xffffffffu >> (32 - lanes);
  const int run = min(32, max(4, (length + 4 * threads - 1) / (4 * threads) * 4));
  const int runs = (length + threads * run - 1) / (threads * run);  // of a lane
  const int begin = min(length, warp * 32 * run * runs),
            end = min(length, begin + lanes * run * runs);
  // The first ones are looked at together, and kept: what memory is asked for is under way at once.
  constexpr int together = 4;
  decltype(of.ask(0, 0)) asked[together];
  unsigned kept[together];
  const auto last = [&](int at) { return min(end, at + run); };
  const auto look = [&](int at) { return of.bits(of.ask(at, last(at)), at, last(at)); };
  const int own_first = begin + run * lane, step = run * lanes;
#pragma unroll
  for (int r = 0; r < together; ++r) {
    const int at = own_first + r * step;
    asked[r] = r < runs ? of.ask(at, last(at)) : decltype(of.ask(0, 0)){};
  }
#pragma unroll
  for (int r = 0; r < together; ++r) {
    const int at = own_first + r * step;
    kept[r] = r < runs ? of.bits(asked[r], at, last(at)) : 0u;
  }
  // How many lanes up to this one have, of two runs at once, half a word each.
  constexpr int pairs = together / 2;
  int upto[pairs], found = 0;
#pragma unroll
  for (int p = 0; p < pairs; ++p) {
    upto[p] = 0;
    if (p > 0 && runs <= 2 * p) continue;
    upto[p] = teaal_lane_upto(__popc(kept[2 * p]) | __popc(kept[2 * p + 1]) << 16, all_lanes);
    const int have = __shfl_sync(all_lanes, upto[p], lanes - 1);
    found += (have & 0xffff) + (have >> 16);
  }
  if (runs > together) {
    int rest = 0;
    for (int at = own_first + together * step; __any_sync(all_lanes, at < end); at += step)
      rest += __popc(look(at));
    found += __reduce_add_sync(all_lanes, rest);
  }
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
    int with = r < 2 ? upto[0] : upto[1];  // what lanes up to this one have
    if (r >= together)
      with = teaal_lane_upto(__popc(bits), all_lanes);
    else
      with = r % 2 == 0 ? with & 0xffff : with >> 16;
    teaal_list_set(coords, bits, place + with - __popc(bits), static_cast<C>(first + at), run,
                   all_lanes);
    place += __shfl_sync(all_lanes, with, lanes - 1);
  }
  return all;
}

template <int W, class T, class E>
struct teaal_run_of_elements {
  const E* elements;
  long long stride;
  T absent;
  __device__ __forceinline__ unsigned ask(int begin, int end) const {
    return teaal_present<W>(elements, stride, begin, end, absent);
  }
  __device__ __forceinline__ unsigned bits(unsigned asked, int, int) const { return asked; }
};

// Elements of one bit (templates/element_bits.cuh).
struct teaal_run_of_bits {
  const unsigned* words;
  long long from, stride;
  __device__ __forceinline__ unsigned long long ask(int begin, int end) const {
    if (stride == 1) return begin < end ? teaal_two_words(words, from + begin) : 0u;
    unsigned bits = 0;
    for (int i = begin; i < end; ++i)
      if (teaal_element_bit(words, from + i * stride)) bits |= 1u << (i - begin);
    return bits;
  }
  __device__ __forceinline__ unsigned bits(unsigned long long asked, int begin, int end) const {
    return stride == 1 ? teaal_bits_of_two_words(asked, from + begin, end - begin)
                       : static_cast<unsigned>(asked);
  }
};

// What both have.
template <class A, class B>
struct teaal_run_of_both {
  A a;
  B b;
  struct both {
    decltype(a.ask(0, 0)) a;
    decltype(b.ask(0, 0)) b;
  };
  __device__ __forceinline__ both ask(int begin, int end) const {
    return {a.ask(begin, end), b.ask(begin, end)};
  }
  __device__ __forceinline__ unsigned bits(both asked, int begin, int end) const {
    return a.bits(asked.a, begin, end) & b.bits(asked.b, begin, end);
  }
};

// All of the parts of `whole` elements of which the other run has any, of `length` elements.
template <int whole, class Of>
struct teaal_run_of_parts {
  Of of;
  int length;
  __device__ __forceinline__ unsigned ask(int begin, int end) const {
    unsigned bits = 0;
    for (int part = begin / whole * whole; part < end; part += whole) {
      const int part_end = min(length, part + whole);
      bool any = false;
      for (int at = part; at < part_end; at += 32) {
        const int at_end = min(part_end, at + 32);
        any |= of.bits(of.ask(at, at_end), at, at_end) != 0u;
      }
      const int from = max(begin, part) - begin, to = min(end, part_end) - begin;
      if (any && from < to) bits |= (0xffffffffu >> (32 - (to - from))) << from;
    }
    return bits;
  }
  __device__ __forceinline__ unsigned bits(unsigned asked, int, int) const { return asked; }
};

// How many a block lists, by whole parts if these have several elements.
template <int whole, class C, class P, class Of>
static __device__ __forceinline__ int teaal_list_parts(C* coords, P* counts, long long first,
                                                       int length, const Of& of) {
  int own, own_last;
  if constexpr (whole == 1)
    return teaal_list_runs(coords, counts, first, length, of, own, own_last);
  else
    return teaal_list_runs(coords, counts, first, length, teaal_run_of_parts<whole, Of>{of, length},
                           own, own_last);
}

// teaal_list_present by W elements at once; without values where `values` is null.
template <int W, class C, class P, class T, class E>
static __device__ __forceinline__ int teaal_list_elements(C* coords, T* values, P* counts,
                                                          const E* elements, long long stride,
                                                          long long first, int length, T absent) {
  int own, own_last;
  const teaal_run_of_elements<W, T, E> of{elements, stride, absent};
  const int all = teaal_list_runs(coords, counts, first, length, of, own, own_last);
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

// The same, but what elements hold is not kept, and parts of `whole` elements are listed.
template <int whole, class C, class P, class T, class E>
static __device__ __forceinline__ int teaal_list_places(C* coords, P* counts, const E* array,
                                                        long long from, long long stride,
                                                        long long first, long long length,
                                                        T absent) {
  if constexpr (whole == 1)
    return teaal_list_present(coords, static_cast<T*>(nullptr), counts, array, from, stride, first,
                              length, absent);
  else
    return teaal_list_parts<whole>(coords, counts, first, static_cast<int>(length),
                                   teaal_run_of_elements<1, T, E>{array + from, stride, absent});
}

// Those of which both arrays hold something, each from its own place on.
template <int whole, class C, class P, class A, class B>
static __device__ __forceinline__ int teaal_list_common(C* coords, P* counts, const A* a,
                                                        long long a_from, long long a_stride,
                                                        const B* b, long long b_from,
                                                        long long b_stride, long long first,
                                                        long long length) {
  using of_a = teaal_run_of_elements<1, decltype(+*a), A>;
  using of_b = teaal_run_of_elements<1, decltype(+*b), B>;
  const teaal_run_of_both<of_a, of_b> of{{a + a_from, a_stride, 0}, {b + b_from, b_stride, 0}};
  return teaal_list_parts<whole>(coords, counts, first, static_cast<int>(length), of);
}

// As teaal_list_places, of elements of one bit: those are listed that are set.
template <int whole, class C, class P>
static __device__ __forceinline__ int teaal_list_bits(C* coords, P* counts, const unsigned* words,
                                                      long long from, long long stride,
                                                      long long first, long long length) {
  return teaal_list_parts<whole>(coords, counts, first, static_cast<int>(length),
                                 teaal_run_of_bits{words, from, stride});
}

// As teaal_list_common, of such elements.
template <int whole, class C, class P>
static __device__ __forceinline__ int teaal_list_common_bits(C* coords, P* counts,
                                                             const unsigned* a, long long a_from,
                                                             long long a_stride, const unsigned* b,
                                                             long long b_from, long long b_stride,
                                                             long long first, long long length) {
  const teaal_run_of_both<teaal_run_of_bits, teaal_run_of_bits> of{{a, a_from, a_stride},
                                                                   {b, b_from, b_stride}};
  return teaal_list_parts<whole>(coords, counts, first, static_cast<int>(length), of);
}
