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

// The least stored index that is at least `index`; `extent` if there is none below it.
static __device__ __forceinline__ int teaal_next_bit(const unsigned* masks, long long first_word,
                                                     int index, int extent) {
  if (index >= extent) return extent;
  unsigned bits = masks[first_word + index / 32] >> (index % 32) << (index % 32);
  int begin = index / 32 * 32;
  while (bits == 0u && begin + 32 < extent) {
    begin += 32;
    bits = masks[first_word + begin / 32];
  }
  const int found = bits == 0u ? extent : begin + __ffs(static_cast<int>(bits)) - 1;
  return found < extent ? found : extent;
}

// The same of what two fibers of one extent both store.
static __device__ __forceinline__ int teaal_next_common_bit(const unsigned* a, long long a_first,
                                                            const unsigned* b, long long b_first,
                                                            int index, int extent) {
  if (index >= extent) return extent;
  int begin = index / 32 * 32;
  unsigned bits = (a[a_first + index / 32] & b[b_first + index / 32]) >> (index % 32)
                                                                             << (index % 32);
  while (bits == 0u && begin + 32 < extent) {
    begin += 32;
    bits = a[a_first + begin / 32] & b[b_first + begin / 32];
  }
  const int found = bits == 0u ? extent : begin + __ffs(static_cast<int>(bits)) - 1;
  return found < extent ? found : extent;
}
