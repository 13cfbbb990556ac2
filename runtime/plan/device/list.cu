// Lists the entries of a tensor whose levels, or whose coordinates, lie where kernels run. Entry e
// is at position[e] of the level that is unrolled next, from the last one up.

// ---- What must hold before arrays are followed: else flag 1; a coordinate outside: flag 2 ----

extern "C" __global__ void check_segments(const byte* segments, int type, wide fibers,
                                          wide positions, int* flags) {
  for (wide f = first_thread(); f < fibers; f += all_threads()) {
    const wide begin = index_at(segments, type, f), end = index_at(segments, type, f + 1);
    const bool first = f > 0 || begin == 0, last = f + 1 < fibers || end == positions;
    if (begin < 0 || begin > end || end > positions || !first || !last) atomicOr(flags, 1);
  }
}

// Of `all` words, of which each fiber has `words`; `bits` in the last of them.
extern "C" __global__ void check_masks(const byte* masks, int mask_type, const byte* bases,
                                       int type, wide all, wide words, int bits, int* flags) {
  for (wide w = first_thread(); w < all; w += all_threads()) {
    const unsigned mask = (unsigned)index_at(masks, mask_type, w);
    const wide begin = index_at(bases, type, w);
    const bool behind = w % words == words - 1 && bits < 32 && mask >> bits != 0;
    if ((w == 0 && begin != 0) || index_at(bases, type, w + 1) - begin != __popc(mask) || behind)
      atomicOr(flags, 1);
  }
}

extern "C" __global__ void check_coords(const byte* coords, int type, wide n, wide extent,
                                        int* flags) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    const wide c = index_at(coords, type, e);
    if (c < 0 || c >= extent) atomicOr(flags, 2);
  }
}

// ---- Which positions hold entries ----

// Where element `at`, counted in row-major order, lies by strides.
static __device__ __forceinline__ wide offset_of(wide at, const wide* shape, const wide* strides,
                                                 int ranks) {
  wide out = 0;
  for (int r = ranks - 1; r >= 0; --r) {
    out += at % shape[r] * strides[r];
    at /= shape[r];
  }
  return out;
}

// One number more, 0, for the sum of all. Ranks 0: values lie one behind the other.
extern "C" __global__ void mark_present(const byte* values, int type, wide n, const wide* shape,
                                        const wide* strides, int ranks, double absent,
                                        wide* marks) {
  for (wide e = first_thread(); e <= n; e += all_threads()) {
    if (e == n) {
      marks[e] = 0;
      continue;
    }
    const wide at = ranks == 0 ? e : offset_of(e, shape, strides, ranks);
    marks[e] = value_at(values, type, at) != absent;
  }
}

extern "C" __global__ void take_marked(const wide* sums, wide n, wide* position) {
  for (wide e = first_thread(); e < n; e += all_threads())
    if (sums[e + 1] != sums[e]) position[sums[e]] = e;
}

extern "C" __global__ void start_positions(wide* position, wide n) {
  for (wide e = first_thread(); e < n; e += all_threads()) position[e] = e;
}

extern "C" __global__ void take_values(const byte* values, int type, const wide* position, wide n,
                                       const wide* shape, const wide* strides, int ranks,
                                       double* out) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    const wide at = ranks == 0 ? position[e] : offset_of(position[e], shape, strides, ranks);
    out[e] = value_at(values, type, at);
  }
}

// ---- Levels, unrolled ----

// The last of `count` ascending numbers that is at most `number`; the first one is.
static __device__ __forceinline__ wide last_at_most(const byte* numbers, int type, wide count,
                                                    wide number) {
  wide begin = 0, end = count;
  while (end - begin > 1) {
    const wide middle = begin + (end - begin) / 2;
    if (index_at(numbers, type, middle) <= number)
      begin = middle;
    else
      end = middle;
  }
  return begin;
}

extern "C" __global__ void leave_uncompressed(wide* position, wide n, wide extent, int* coords) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    coords[e] = (int)(position[e] % extent);
    position[e] /= extent;
  }
}

extern "C" __global__ void leave_compressed(wide* position, wide n, const byte* segments,
                                            int segment_type, wide fibers, const byte* from,
                                            int type, int* coords) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    coords[e] = (int)index_at(from, type, position[e]);
    position[e] = last_at_most(segments, segment_type, fibers, position[e]);
  }
}

extern "C" __global__ void leave_bitmask(wide* position, wide n, const byte* masks, int mask_type,
                                         const byte* bases, int type, wide all, wide words,
                                         int* coords) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    const wide w = last_at_most(bases, type, all, position[e]);
    unsigned mask = (unsigned)index_at(masks, mask_type, w);
    for (wide skip = position[e] - index_at(bases, type, w); skip > 0; --skip) mask &= mask - 1;
    coords[e] = (int)(w % words * 32 + __ffs((int)mask) - 1);
    position[e] = w / words;
  }
}

extern "C" __global__ void take_coords(const byte* from, int type, wide n, int* coords) {
  for (wide e = first_thread(); e < n; e += all_threads()) coords[e] = (int)index_at(from, type, e);
}

// ---- Made canonical ----

extern "C" __global__ void add_to_keys(sort_key* keys, const int* coords, wide n, wide extent) {
  for (wide e = first_thread(); e < n; e += all_threads())
    keys[e] = keys[e] * (sort_key)extent + (sort_key)coords[e];
}

// Sets bit 2 if a value is absent.
extern "C" __global__ void judge_values(const byte* values, int type, wide n, double absent,
                                        int* flags) {
  for (wide e = first_thread(); e < n; e += all_threads())
    if (value_at(values, type, e) == absent) atomicOr(flags, 4);
}

// One number more, 0, for the sum of all.
extern "C" __global__ void mark_runs(const sort_key* keys, wide n, wide* marks) {
  for (wide e = first_thread(); e <= n; e += all_threads())
    marks[e] = e < n && (e == 0 || keys[e] != keys[e - 1]);
}

// Run g of equal keys is one entry: its values added from the first on, and where the first stood.
extern "C" __global__ void add_runs(const sort_key* keys, const int* order, const wide* sums,
                                    wide n, const byte* values, int type, int* first,
                                    double* total) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    if (sums[e + 1] == sums[e]) continue;
    double sum = value_at(values, type, order[e]);
    for (wide next = e + 1; next < n && keys[next] == keys[e]; ++next)
      sum += value_at(values, type, order[next]);
    first[sums[e]] = order[e];
    total[sums[e]] = sum;
  }
}

extern "C" __global__ void gather_coords(const int* from, const int* first, const wide* position,
                                         wide n, int* out) {
  for (wide e = first_thread(); e < n; e += all_threads()) out[e] = from[first[position[e]]];
}
