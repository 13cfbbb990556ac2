#pragma once
// Bitmask levels. A fiber owns whole words of masks, from first_word on; bit i % 32 of word i / 32
// says whether index i is stored, bases[w] how many are before word w. P is the type of a position.

// Whether the fiber stores `index`.
static __device__ __forceinline__ bool teaal_has_bit(const unsigned* masks, long long first_word,
                                                     int index) {
  return masks[first_word + index / 32] >> (index % 32) & 1u;
}

// The position of `index`, which the fiber stores; of one that it does not store, that of the next
// that is stored.
template <class P>
static __device__ __forceinline__ P teaal_bit_position(const unsigned* masks, const P* bases,
                                                       long long first_word, int index) {
  const long long word = first_word + index / 32;
  const unsigned before = masks[word] & ((1u << (index % 32)) - 1u);
  return bases[word] + static_cast<P>(__popc(before));
}

// The index of the element at `position`, one of a fiber whose words are [first_word, end_word).
template <class P, class Q>
static __device__ __forceinline__ int teaal_bit_index(const unsigned* masks, const P* bases,
                                                      long long first_word, long long end_word,
                                                      Q position) {
  long long word = first_word;
  while (end_word - word > 1) {
    const long long middle = word + (end_word - word) / 2;
    if (bases[middle] <= position)
      word = middle;
    else
      end_word = middle;
  }
  unsigned bits = masks[word];
  for (Q before = position - bases[word]; before > 0; --before) bits &= bits - 1u;
  return static_cast<int>(word - first_word) * 32 + __ffs(static_cast<int>(bits)) - 1;
}

// Of the bits of a word whose first index is `index`, those with indices in [lo, hi).
static __device__ __forceinline__ unsigned teaal_bits_within(unsigned bits, long long index,
                                                             long long lo, long long hi) {
  if (lo > index) bits = lo - index < 32 ? bits >> (lo - index) << (lo - index) : 0u;
  if (hi - index < 32) bits = hi > index ? bits & ((1u << (hi - index)) - 1u) : 0u;
  return bits;
}

// The bits of the word whose first index is `first`, of the indices in coords[begin, end), which
// ascend from `first` on.
template <class C, class P>
static __device__ __forceinline__ unsigned teaal_gather_bits(const C* coords, P begin, P end,
                                                             long long first) {
  unsigned bits = 0u;
  for (P p = begin; p < end && coords[p] - first < 32; ++p) bits |= 1u << (coords[p] - first);
  return bits;
}
