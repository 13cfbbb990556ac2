// Packs a coordinate list into levels where kernels run: sorts its entries by a key, then builds
// level after level from the sorted list. Entries e are in sorted order from `order` on;
// parent[e] is the position of entry e at the last level built.
typedef long long wide;
typedef unsigned long long sort_key;

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
#if TEAAL_ELEMENT_BYTES == 2
typedef unsigned short element;
#elif TEAAL_ELEMENT_BYTES == 4
typedef unsigned element;
#else
typedef unsigned long long element;
#endif

static __device__ __forceinline__ wide first_thread() {
  return (wide)blockIdx.x * blockDim.x + threadIdx.x;
}
static __device__ __forceinline__ wide all_threads() { return (wide)gridDim.x * blockDim.x; }

// The number of the tile that coordinate c lies in; of a whole rank (tile 0) c itself.
static __device__ __forceinline__ wide tile_number(wide c, wide tile, const wide* snaps,
                                                   int snap_count) {
  if (tile == 0) return c;
  for (int s = snap_count - 1; s >= 0; --s) c -= c % snaps[s];
  return c / tile;
}

// ---- Keys ----

extern "C" __global__ void start_keys(sort_key* keys, int* order, wide n) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    keys[e] = 0;
    order[e] = (int)e;
  }
}

extern "C" __global__ void add_to_keys(sort_key* keys, const int* coords, wide n, wide extent,
                                       wide tile, const wide* snaps, int snap_count) {
  for (wide e = first_thread(); e < n; e += all_threads())
    keys[e] = keys[e] * (sort_key)extent +
              (sort_key)tile_number(coords[e], tile, snaps, snap_count);
}

// ---- Stable radix sort, 8 bits a pass (Merrill and Grimshaw, 2011): a warp takes 4096 entries in
// a row. Blocks have 256 threads.

extern "C" __global__ void count_digits(const sort_key* keys, wide n, int shift, wide warps,
                                        wide* counts) {
  __shared__ int counters[8 * 256];
  int* mine = counters + threadIdx.x / 32 * 256;
  const int lane = threadIdx.x % 32;
  const wide warp = (wide)blockIdx.x * 8 + threadIdx.x / 32;
  const wide begin = warp * 4096, end = begin + 4096 < n ? begin + 4096 : n;
  for (int d = lane; d < 256; d += 32) mine[d] = 0;
  __syncwarp();
  for (wide at = begin; at < end; at += 32) {
    const bool here = at + lane < end;
    const unsigned active = __ballot_sync(0xffffffffu, here);
    if (here) {
      const int digit = (int)(keys[at + lane] >> shift & 255);
      const unsigned same = __match_any_sync(active, digit);
      if (lane == __ffs((int)same) - 1) mine[digit] += __popc(same);
    }
    __syncwarp();
  }
  if (warp < warps)
    for (int d = lane; d < 256; d += 32) counts[d * warps + warp] = mine[d];
}

// `offsets` is the exclusive sum of the counts.
extern "C" __global__ void move_by_digit(const sort_key* keys, const int* order, wide n, int shift,
                                         wide warps, const wide* offsets, sort_key* new_keys,
                                         int* new_order) {
  __shared__ wide places[8 * 256];
  wide* mine = places + threadIdx.x / 32 * 256;
  const int lane = threadIdx.x % 32;
  const wide warp = (wide)blockIdx.x * 8 + threadIdx.x / 32;
  const wide begin = warp * 4096, end = begin + 4096 < n ? begin + 4096 : n;
  if (warp < warps)
    for (int d = lane; d < 256; d += 32) mine[d] = offsets[d * warps + warp];
  __syncwarp();
  for (wide at = begin; at < end; at += 32) {
    const bool here = at + lane < end;
    const unsigned active = __ballot_sync(0xffffffffu, here);
    if (here) {
      const sort_key key = keys[at + lane];
      const int digit = (int)(key >> shift & 255);
      const unsigned same = __match_any_sync(active, digit);
      const wide to = mine[digit] + __popc(same & ((1u << lane) - 1u));
      __syncwarp(active);
      if (lane == __ffs((int)same) - 1) mine[digit] += __popc(same);
      new_keys[to] = key;
      new_order[to] = order[at + lane];
    }
    __syncwarp();
  }
}

// ---- Exclusive sums: a block of 256 threads takes 4096 numbers ----

extern "C" __global__ void sum_blocks(wide* data, wide n, wide* sums) {
  __shared__ wide partial[256];
  const wide begin = (wide)blockIdx.x * 4096 + threadIdx.x * 16;
  wide mine = 0;
  for (wide i = begin; i < begin + 16 && i < n; ++i) mine += data[i];
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    const wide before = (int)threadIdx.x >= step ? partial[threadIdx.x - step] : 0;
    __syncthreads();
    partial[threadIdx.x] += before;
    __syncthreads();
  }
  wide sum = partial[threadIdx.x] - mine;
  for (wide i = begin; i < begin + 16 && i < n; ++i) {
    const wide value = data[i];
    data[i] = sum;
    sum += value;
  }
  if (threadIdx.x == 255) sums[blockIdx.x] = partial[255];
}

extern "C" __global__ void add_sums(wide* data, wide n, const wide* sums) {
  for (wide i = first_thread(); i < n; i += all_threads()) data[i] += sums[i / 4096];
}

extern "C" __global__ void take_last(const wide* data, wide n, wide* out) {
  if (first_thread() == 0) *out = data[n - 1];
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
  for (wide e = first_thread(); e < n; e += all_threads()) parent[e] = parent[e] * extent + index[e];
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

extern "C" __global__ void fill_values(element* values, wide n, wide bits) {
  for (wide i = first_thread(); i < n; i += all_threads()) values[i] = (element)bits;
}

extern "C" __global__ void place_values(const element* from, const int* order, const wide* parent,
                                        wide n, element* values) {
  for (wide e = first_thread(); e < n; e += all_threads()) values[parent[e]] = from[order[e]];
}
