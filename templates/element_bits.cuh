#pragma once
// Arrays whose elements are 0 or 1, one bit each: element i is bit i % 32 of word i / 32. Behind
// the last word with elements stands another one, which may be read.

static __device__ __forceinline__ bool teaal_element_bit(const unsigned* words, long long at) {
  return (words[at / 32] >> (at % 32) & 1u) != 0u;
}

// The word that element `at` is in, and the one behind it.
static __device__ __forceinline__ unsigned long long teaal_two_words(const unsigned* words,
                                                                     long long at) {
  return static_cast<unsigned long long>(words[at / 32 + 1]) << 32 | words[at / 32];
}
static __device__ __forceinline__ unsigned teaal_bits_of_two_words(unsigned long long both,
                                                                   long long at, int count) {
  return count <= 0 ? 0u : static_cast<unsigned>(both >> (at % 32)) & 0xffffffffu >> (32 - count);
}

// Elements [at, at + count), at most 32: bit i is element at + i.
static __device__ __forceinline__ unsigned teaal_bits_side_by_side(const unsigned* words,
                                                                   long long at, int count) {
  return count <= 0 ? 0u : teaal_bits_of_two_words(teaal_two_words(words, at), at, count);
}

// Sets an element where `set`; it stays what it is where not. Lanes that come here together write
// each word once.
static __device__ __forceinline__ void teaal_put_bit(unsigned* words, long long at, bool set) {
  const unsigned bit = set ? 1u << (at % 32) : 0u;
#ifdef TEAAL_CPU
  if (set) atomicOr(&words[at / 32], bit);
#else
  const unsigned lanes = __match_any_sync(__activemask(), at / 32);
  const unsigned bits = __reduce_or_sync(lanes, bit);
  if (bits != 0u && static_cast<int>(threadIdx.x % 32) == __ffs(static_cast<int>(lanes)) - 1)
    atomicOr(&words[at / 32], bits);
#endif
}

// Sets those of the `count` elements from `at` on, at most 32, whose bits are set. Lanes that have
// few each share words, and write them once as those of teaal_put_bit do.
static __device__ __forceinline__ void teaal_put_bits(unsigned* words, long long at, unsigned bits,
                                                      int count) {
  if (count <= 0) return;
  const int by = static_cast<int>(at % 32);
  bits &= 0xffffffffu >> (32 - count);
  unsigned low = bits << by;
#ifndef TEAAL_CPU
  if (count <= 8) {
    const unsigned lanes = __match_any_sync(__activemask(), at / 32);
    low = __reduce_or_sync(lanes, low);
    if (static_cast<int>(threadIdx.x % 32) != __ffs(static_cast<int>(lanes)) - 1) low = 0u;
  }
#endif
  if (low != 0u) atomicOr(&words[at / 32], low);
  if (by > 0 && bits >> (32 - by) != 0u) atomicOr(&words[at / 32 + 1], bits >> (32 - by));
}
