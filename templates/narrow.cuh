#pragma once
// Narrow coordinates: offsets, with a sign, from the base of their run of 64 positions. O is the
// type of an offset, C of a coordinate, P of a position.

template <class O, class C, class P>
static __device__ __forceinline__ C teaal_coordinate(const O* offsets, const C* bases, P position) {
  return static_cast<C>(bases[position >> 6] + offsets[position]);
}

// The same as an array that is searched.
template <class O, class C>
struct teaal_narrow_coords {
  const O* offsets;
  const C* bases;
  template <class P>
  __device__ __forceinline__ C operator[](P position) const {
    return teaal_coordinate(offsets, bases, position);
  }
};

template <class O, class C>
static __device__ __forceinline__ teaal_narrow_coords<O, C> teaal_narrow(const O* offsets,
                                                                         const C* bases) {
  return {offsets, bases};
}

// Whether offsets of quads of rows of `length` lie in words of their own.
template <class O, class C>
static __device__ __forceinline__ bool teaal_aligned_coords(teaal_narrow_coords<O, C> coords,
                                                            long long length) {
  return length % 4 == 0 &&
         reinterpret_cast<unsigned long long>(coords.offsets) % (4 * sizeof(O)) == 0;
}

// Four coordinates, from a multiple of four on, which all have one base.
template <int count, class O, class C, class P>
static __device__ __forceinline__ void teaal_take_coords(C* to, teaal_narrow_coords<O, C> from,
                                                         P first) {
  static_assert(count == 4, "a word of offsets");
  const C base = from.bases[first >> 6];
#ifdef TEAAL_CPU
  for (int i = 0; i < count; ++i) to[i] = static_cast<C>(base + from.offsets[first + i]);
#else
  if constexpr (sizeof(O) == 2) {
    const int2 pairs = *reinterpret_cast<const int2*>(from.offsets + first);
    to[0] = static_cast<C>(base + static_cast<O>(pairs.x));
    to[1] = static_cast<C>(base + static_cast<O>(pairs.x >> 16));
    to[2] = static_cast<C>(base + static_cast<O>(pairs.y));
    to[3] = static_cast<C>(base + static_cast<O>(pairs.y >> 16));
  } else {
    const int quad = *reinterpret_cast<const int*>(from.offsets + first);
#pragma unroll
    for (int i = 0; i < count; ++i) to[i] = static_cast<C>(base + static_cast<O>(quad >> (8 * i)));
  }
#endif
}
