#pragma once
// Matrices of 16 bits an element in shared memory that lie k by k: a line is what up to 64 rows
// (columns) of a matrix have at one k, eight of them 16 bytes, and eight lines, whose places are
// swizzled, a block of 1024 bytes. That is "MN-major with 128-byte swizzling" (PTX ISA, "Shared
// Memory Matrix Layout"), what wgmma reads transposed. Blocks of the next k's follow; 64 rows more
// begin `plane` words further.

// Where the 16 bytes number `unit` of line k begin, in words, where 64 rows have `depth` k's. The
// eight threads that copy a line of 64 rows fill 128 bytes together: an asynchronous copy that is
// spread over more takes a turn for each.
template <int depth>
static __device__ __forceinline__ int teaal_place_in_lines(int unit, int k) {
  return unit / 8 * (depth * 32) + k / 8 * 256 + k % 8 * 32 + (unit % 8 ^ k % 8) * 4;
}

// What a row has at k's 2 `pair` and 2 `pair` + 1 of the sixteen that begin at `lines`.
static __device__ __forceinline__ unsigned teaal_word_of_lines(const unsigned* lines, int plane,
                                                               int pair, int row) {
  unsigned out = 0u;
  for (int half = 0; half < 2; ++half) {
    const int k = 2 * pair + half, unit = row % 64 / 8;
    const unsigned both =
        lines[row / 64 * plane + k / 8 * 256 + k % 8 * 32 + (unit ^ k % 8) * 4 + row % 8 / 2];
    out |= (row % 2 ? both >> 16 : both & 0xffffu) << (16 * half);
  }
  return out;
}

// The place of set bit number `number` in four words of 32, of which there are more.
static __device__ __forceinline__ int teaal_nth_bit(int number, unsigned first, unsigned second,
                                                    unsigned third, unsigned fourth) {
  const unsigned words[4] = {first, second, third, fourth};
  unsigned bits = first;
  int place = 0, behind = __popc(first);
#pragma unroll
  for (int word = 1; word < 4; ++word) {
    const bool passed = place == (word - 1) * 32 && number >= behind;
    if (passed) {
      number -= behind;
      place += 32;
      bits = words[word];
    }
    behind = __popc(bits);
  }
#pragma unroll
  for (int half = 16; half > 0; half /= 2) {
    const int lower = __popc(bits & ((1u << half) - 1u));
    if (number >= lower) {
      number -= lower;
      bits >>= half;
      place += half;
    }
  }
  return place;
}
