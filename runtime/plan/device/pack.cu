// Packs a coordinate list into levels where kernels run: sorts its entries by a key, then builds
// level after level from the sorted list. Entries e are in sorted order from `order` on;
// parent[e] is the position of entry e at the last level built.
#if TEAAL_POSITION_BITS == 8
typedef signed char position;
#elif TEAAL_POSITION_BITS == 16
typedef short position;
#elif TEAAL_POSITION_BITS == 32
typedef int position;
#else
typedef long long position;
#endif
#if TEAAL_COORDINATE_BITS == 8
typedef signed char coordinate;
#elif TEAAL_COORDINATE_BITS == 16
typedef short coordinate;
#else
typedef int coordinate;
#endif
#if TEAAL_ELEMENT_TYPE == 4 || TEAAL_ELEMENT_TYPE == 5
typedef unsigned short element;
#elif TEAAL_ELEMENT_TYPE == 2
typedef int element;
#elif TEAAL_ELEMENT_TYPE == 6
typedef float element;
#else
typedef double element;
#endif

// ---- Elements: as element_of makes them ----

// The nearest binary16 (10 bits behind the leading one) or bfloat16 (7), ties to even.
static __device__ __forceinline__ unsigned short narrowed(double value, int fraction_bits) {
  const sort_key bits = (sort_key)__double_as_longlong(value);
  const unsigned sign = (unsigned)(bits >> 63) << 15,
                 infinity = 0x7fffu >> fraction_bits << fraction_bits;
  if (value != value) return 0x7fff;
  const int least = fraction_bits == 10 ? -14 : -126;
  const int exponent = (int)(bits >> 52 & 2047) - 1023;
  if (exponent == -1023) return (unsigned short)sign;
  if (exponent == 1024) return (unsigned short)(sign | infinity);
  const sort_key all = (bits & 0xfffffffffffffull) | 1ull << 52;
  const int shift = 52 - fraction_bits + (exponent < least ? least - exponent : 0);
  if (shift > 54) return (unsigned short)sign;
  const sort_key rest = all & ((1ull << shift) - 1), half = 1ull << (shift - 1);
  sort_key kept = all >> shift;
  if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  // What is carried out of the fraction counts as an exponent more.
  const sort_key out =
      exponent < least ? kept : kept + ((sort_key)(exponent - least) << fraction_bits);
  return (unsigned short)(sign | (out < infinity ? (unsigned)out : infinity));
}

// Modulo 2^32 of the truncated number; 0 for what is not finite.
static __device__ __forceinline__ int wrapped(double value) {
  const sort_key bits = (sort_key)__double_as_longlong(value);
  const int exponent = (int)(bits >> 52 & 2047) - 1023;
  if (exponent < 0 || exponent > 84) return 0;
  const sort_key all = (bits & 0xfffffffffffffull) | 1ull << 52;
  const unsigned magnitude =
      (unsigned)(exponent <= 52 ? all >> (52 - exponent) : all << (exponent - 52));
  return (int)((bits >> 63) != 0 ? 0u - magnitude : magnitude);
}

static __device__ __forceinline__ element element_of(double value) {
#if TEAAL_ELEMENT_TYPE == 4
  return narrowed(value, 10);
#elif TEAAL_ELEMENT_TYPE == 5
  return narrowed(value, 7);
#elif TEAAL_ELEMENT_TYPE == 2
  return wrapped(value);
#else
  return (element)value;
#endif
}

// The number of the tile that coordinate c lies in; of a whole rank (tile 0) c itself.
static __device__ __forceinline__ wide tile_number(wide c, wide tile, const wide* snaps,
                                                   int snap_count) {
  if (tile == 0) return c;
  for (int s = snap_count - 1; s >= 0; --s) c -= c % snaps[s];
  return c / tile;
}

// ---- Keys ----

extern "C" __global__ void add_to_keys(sort_key* keys, const int* coords, wide n, wide extent,
                                       wide tile, const wide* snaps, int snap_count) {
  for (wide e = first_thread(); e < n; e += all_threads())
    keys[e] =
        keys[e] * (sort_key)extent +
        (sort_key)(tile_number(coords[e], tile, snaps, snap_count) % extent);
}

// ---- Levels ----

extern "C" __global__ void take_indices(const int* coords, const int* order, wide n, wide tile,
                                        const wide* snaps, int snap_count, int relative,
                                        wide outer_tile, const wide* outer_snaps,
                                        int outer_snap_count, wide* index) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    const wide c = coords[order[e]];
    wide out = tile_number(c, tile, snaps, snap_count);
    if (relative) {
      const wide start = tile_number(c, outer_tile, outer_snaps, outer_snap_count) * outer_tile;
      out -= tile_number(start, tile, snaps, snap_count);
    }
    index[e] = out;
  }
}

extern "C" __global__ void start_parents(wide* parent, wide n) {
  for (wide e = first_thread(); e < n; e += all_threads()) parent[e] = 0;
}

extern "C" __global__ void into_uncompressed(wide* parent, const wide* index, wide n, wide extent) {
  for (wide e = first_thread(); e < n; e += all_threads())
    parent[e] = parent[e] * extent + index[e];
}

// 1 where an entry begins a position; one number more, 0, for the sum of all.
extern "C" __global__ void mark_positions(const wide* parent, const wide* index, wide n,
                                          wide* marks) {
  for (wide e = first_thread(); e <= n; e += all_threads())
    marks[e] = e < n && (e == 0 || parent[e] != parent[e - 1] || index[e] != index[e - 1]);
}

extern "C" __global__ void into_compressed(wide* parent, const wide* index, wide n,
                                           const wide* sums, coordinate* coords, wide* fibers) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    const wide at = sums[e + 1] - 1;
    if (sums[e + 1] != sums[e]) {
      coords[at] = (coordinate)index[e];
      fibers[at] = parent[e];
    }
    parent[e] = at;
  }
}

// As store_narrow of runtime/tensor/narrow.cc, a thread a run; flags[0] tells that one lies too far
// apart.
extern "C" __global__ void into_narrow(const coordinate* coords, wide positions, int bits,
                                       byte* offsets, coordinate* bases, int* flags) {
  const wide run = 64, highest = (1 << (bits - 1)) - 1;
  for (wide r = first_thread(); r * run < positions; r += all_threads()) {
    const wide first = r * run, end = first + run < positions ? first + run : positions;
    wide least = coords[first], most = least;
    for (wide p = first + 1; p < end; ++p) {
      const wide c = coords[p];
      if (c < least) least = c;
      if (c > most) most = c;
    }
    const wide base = most > highest ? most - highest : 0;
    if (least - base < -highest - 1) atomicOr(flags, 1);
    bases[r] = (coordinate)base;
    for (wide p = first; p < end; ++p) {
      const wide offset = coords[p] - base;
      if (bits == 8)
        ((signed char*)offsets)[p] = (signed char)offset;
      else
        ((short*)offsets)[p] = (short)offset;
    }
  }
}

// fibers[p], ascending, is the fiber of position p: where does each begin?
extern "C" __global__ void find_segments(const wide* fibers, wide positions, wide count,
                                         position* segments) {
  for (wide f = first_thread(); f <= count; f += all_threads()) {
    wide begin = 0, end = positions;
    while (begin < end) {
      const wide middle = begin + (end - begin) / 2;
      if (fibers[middle] < f)
        begin = middle + 1;
      else
        end = middle;
    }
    segments[f] = (position)begin;
  }
}

// The order in which bits are set does not matter.
extern "C" __global__ void into_bitmask(wide* parent, const wide* index, wide n, const wide* sums,
                                        wide words, unsigned* masks) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    if (sums[e + 1] != sums[e])
      atomicOr(masks + parent[e] * words + index[e] / 32, 1u << (index[e] % 32));
    parent[e] = sums[e + 1] - 1;
  }
}

extern "C" __global__ void count_bits(const unsigned* masks, wide words, wide* counts) {
  for (wide w = first_thread(); w <= words; w += all_threads())
    counts[w] = w < words ? __popc(masks[w]) : 0;
}

extern "C" __global__ void as_positions(const wide* numbers, wide n, position* out) {
  for (wide i = first_thread(); i < n; i += all_threads()) out[i] = (position)numbers[i];
}

// ---- Values ----

extern "C" __global__ void fill_values(element* values, wide n, double absent) {
  for (wide i = first_thread(); i < n; i += all_threads()) values[i] = element_of(absent);
}

extern "C" __global__ void place_values(const byte* from, int type, const int* order,
                                        const wide* parent, wide n, element* values) {
  for (wide e = first_thread(); e < n; e += all_threads())
    values[parent[e]] = element_of(value_at(from, type, order[e]));
}
