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
