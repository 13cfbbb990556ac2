#pragma once
// Rows of (key, value) pairs, each in the order in which a kernel emitted them, become rows of one
// pair a key, in order of the keys. A warp has a row of its own, or a part of a long one, and
// reduces it in an accumulator that fits its size; then the parts of a row are combined. The order
// in which values of one key are reduced depends on nothing but the pairs, and there are no
// atomics: results are bitwise the same on every run. K is a signed 64-bit integer, V any value.
// Grids and blocks are one-dimensional, blocks whole warps.
//
// Row r's pairs are [offsets[r * stride], offsets[(r + 1) * stride]), and its keys lie between two
// multiples of span, behind those of the rows before it. At multiples of 2^piece_bits pairs rows
// are cut into parts; every row has one at least.

// Rows of at most so many pairs are sorted as lists.
static constexpr int teaal_list_pairs = 32;
// Rows of at most so many pairs are hashed, in tables that are at most half full.
static constexpr int teaal_hash_pairs = 256;
static constexpr int teaal_hash_slots = 512;
// Rows are summed in a dense row where that has at most so many elements a pair.
static constexpr int teaal_dense_share = 8;
// The parts of a row are combined so many keys at a time.
static constexpr int teaal_combined_keys = 1024;

// How many parts all rows have.
template <class K>
static __device__ __forceinline__ K teaal_row_parts(const K* offsets, K rows, K stride,
                                                    K piece_bits) {
  return rows + (offsets[rows * stride] >> piece_bits);
}

// The row that part number `part` is of, and its pairs.
template <class K>
static __device__ __forceinline__ void teaal_row_part(const K* offsets, K rows, K stride,
                                                      K piece_bits, K part, K& row, K& begin,
                                                      K& end) {
  K upto = rows;
  row = 0;
  while (upto - row > 1) {
    const K middle = row + (upto - row) / 2;
    if (middle + (offsets[middle * stride] >> piece_bits) <= part)
      row = middle;
    else
      upto = middle;
  }
  const K first = offsets[row * stride], last = offsets[(row + 1) * stride];
  const K cut = (part - row) << piece_bits, next = cut + (K(1) << piece_bits);
  begin = first < cut ? cut : first;
  end = last < next ? last : next;
}

// What is to be done with a row of pairs: they are not in order; they are, but some have one key or
// hold `absent`; nothing.
static constexpr int teaal_row_mixed = 0, teaal_row_sorted = 1, teaal_row_done = 2;

template <class K, class V>
static __device__ __forceinline__ int teaal_row_state(const K* keys, const V* values, K n,
                                                      V absent) {
  const int lane = threadIdx.x % 32;
  bool done = true;
  for (K tiles = 0; tiles < n; tiles += 128) {  // loads of four tiles are under way at once
    bool falls = false;
#pragma unroll
    for (int tile = 0; tile < 4; ++tile) {
      const K at = tiles + 32 * tile + lane;
      if (at >= n) continue;
      const K key = keys[at], before = at == 0 ? K(-1) : keys[at - 1];
      falls |= key < before;
      done &= before < key && values[at] != absent;
    }
    if (__any_sync(0xffffffffu, falls)) return teaal_row_mixed;
  }
  return __all_sync(0xffffffffu, done) ? teaal_row_done : teaal_row_sorted;
}

// Of pairs in order: those of one key become one, in place; those that hold `absent` go. How many
// are left.
template <class Op, class K, class V>
static __device__ __forceinline__ K teaal_row_merge(K* keys, V* values, K n, V absent) {
  const int lane = threadIdx.x % 32;
  K stored = 0;
  for (K tile = 0; tile < n; tile += 32) {
    const K at = tile + lane;
    const K key = at < n ? keys[at] : K(0);
    bool kept = at < n && (at == 0 || keys[at - 1] != key);
    V value = absent;
    if (kept) {
      value = values[at];
      for (K next = at + 1; next < n && keys[next] == key; ++next)
        value = Op::of(value, values[next]);
    }
    kept = kept && value != absent;
    const unsigned all = __ballot_sync(0xffffffffu, kept);
    __syncwarp();  // all are read
    if (kept) {
      const K to = stored + __popc(all & ((1u << lane) - 1));
      keys[to] = key;
      values[to] = value;
    }
    stored += __popc(all);
    __syncwarp();
  }
  return stored;
}

// Stable sort in place of at most 32 pairs: every lane counts the keys in front of its own.
template <class K, class V>
static __device__ __forceinline__ void teaal_row_sort_list(K* keys, V* values, K n) {
  const int lane = threadIdx.x % 32;
  const K key = lane < n ? keys[lane] : K(0);
  const V value = lane < n ? values[lane] : V(0);
  int before = 0;
  for (int other = 0; other < n; ++other) {
    const K their = __shfl_sync(0xffffffffu, key, other);
    before += their < key || (their == key && other < lane);
  }
  __syncwarp();
  if (lane < n) {
    keys[before] = key;
    values[before] = value;
  }
  __syncwarp();
}

// Stable sort in place of keys in [base, base + span), two digits of 8 bits a pass, there and back.
// `shared` points to 256 elements of the warp's own.
template <class K, class V>
static __device__ __forceinline__ void teaal_row_sort(K* keys, V* values, K* spare_keys,
                                                      V* spare_values, K n, K base, K span,
                                                      K* shared) {
  const int lane = threadIdx.x % 32;
  for (int shift = 0; shift % 16 != 0 || shift == 0 || (shift < 63 && (span - 1) >> shift > 0);
       shift += 8) {
    for (int digit = lane; digit < 256; digit += 32) shared[digit] = 0;
    __syncwarp();
    K next_key = lane < n ? keys[lane] : base;  // loaded a step ahead
    for (K at = 0; at < n; at += 32) {
      const bool active = at + lane < n;
      const unsigned digit = active ? unsigned((next_key - base) >> shift) & 255u : 256u;
      if (at + 32 + lane < n) next_key = keys[at + 32 + lane];
      const unsigned peers = __match_any_sync(0xffffffffu, digit);
      if (active && lane == __ffs(int(peers)) - 1) shared[digit] += __popc(peers);
      __syncwarp();
    }
    K before = 0;
    for (int digit = lane; digit < 256; digit += 32) {
      const K count = shared[digit];
      const K upto = teaal_lane_upto(count);
      shared[digit] = before + upto - count;
      before += __shfl_sync(0xffffffffu, upto, 31);
    }
    __syncwarp();
    next_key = lane < n ? keys[lane] : base;
    V next_value = lane < n ? values[lane] : V(0);
    for (K at = 0; at < n; at += 32) {
      const bool active = at + lane < n;
      const K key = next_key;
      const V value = next_value;
      const unsigned digit = active ? unsigned((key - base) >> shift) & 255u : 256u;
      if (at + 32 + lane < n) {
        next_key = keys[at + 32 + lane];
        next_value = values[at + 32 + lane];
      }
      const unsigned peers = __match_any_sync(0xffffffffu, digit);
      if (active) {
        const K to = shared[digit] + __popc(peers & ((1u << lane) - 1));
        spare_keys[to] = key;
        spare_values[to] = value;
      }
      __syncwarp();
      if (active && lane == __ffs(int(peers)) - 1) shared[digit] += __popc(peers);
      __syncwarp();
    }
    K* sorted_keys = spare_keys;
    V* sorted_values = spare_values;
    spare_keys = keys;
    spare_values = values;
    keys = sorted_keys;
    values = sorted_values;
  }
}

// In a dense row of `span` elements that hold `absent`, and do so again afterwards.
template <class Op, class K, class V>
static __device__ __forceinline__ K teaal_row_dense(K* keys, V* values, K n, K base, K span,
                                                    V absent, V* row) {
  const int lane = threadIdx.x % 32;
  K next_key = lane < n ? keys[lane] : K(0);
  V next_value = lane < n ? values[lane] : absent;
  for (K at = 0; at < n; at += 32) {
    const bool active = at + lane < n;
    const unsigned coord = active ? unsigned(next_key - base) : 0xffffffffu;
    const V value = next_value;
    if (at + 32 + lane < n) {  // loaded a step ahead
      next_key = keys[at + 32 + lane];
      next_value = values[at + 32 + lane];
    }
    const int turns = __popc(__match_any_sync(0xffffffffu, coord) & ((1u << lane) - 1));
    for (int turn = 0; __any_sync(0xffffffffu, active && turn <= turns); ++turn) {
      if (active && turn == turns) {
        const V old = row[coord];
        row[coord] = old != absent ? Op::of(old, value) : value;
      }
      __syncwarp();
    }
  }
  K stored = 0;
  for (K tile = 0; tile < span; tile += 32) {
    const K coord = tile + lane;
    const V value = coord < span ? row[coord] : absent;
    const bool kept = coord < span && value != absent;
    const unsigned all = __ballot_sync(0xffffffffu, kept);
    if (kept) {
      const K to = stored + __popc(all & ((1u << lane) - 1));
      keys[to] = base + coord;
      values[to] = value;
      row[coord] = absent;
    }
    stored += __popc(all);
  }
  __syncwarp();
  return stored;
}

// In a table of teaal_hash_slots elements. What it leaves is in no order.
template <class Op, class K, class V>
static __device__ __forceinline__ K teaal_row_hash(K* keys, V* values, K n, K base, V absent,
                                                   K* table_keys, V* table_values) {
  const int lane = threadIdx.x % 32;
  const unsigned last = teaal_hash_slots - 1;
  for (int slot = lane; slot < teaal_hash_slots; slot += 32) table_keys[slot] = -1;
  __syncwarp();
  for (K at = 0; at < n; at += 32) {
    const bool active = at + lane < n;
    const K key = active ? keys[at + lane] : K(-1);
    const V value = active ? values[at + lane] : absent;
    const unsigned mixed = unsigned(key - base) ^ unsigned((key - base) >> 32) * 0x85ebca6bu;
    unsigned slot = mixed * 0x9e3779b1u >> 16 & last;
    const int turns = __popc(__match_any_sync(0xffffffffu, key) & ((1u << lane) - 1));
    for (int turn = 0; __any_sync(0xffffffffu, active && turn <= turns); ++turn) {
      bool searches = active && turn == turns;
      while (__any_sync(0xffffffffu, searches)) {
        const K found = searches ? table_keys[slot] : key;
        __syncwarp();
        // An empty slot is the lowest lane's that would have it.
        const bool empty = found == -1 && searches;
        const unsigned claims = __match_any_sync(0xffffffffu, empty ? slot : ~unsigned(lane));
        if (empty && lane == __ffs(int(claims)) - 1) {
          table_keys[slot] = key;
          table_values[slot] = value;
          searches = false;
        } else if (searches && found == key) {
          const V old = table_values[slot];
          table_values[slot] = old != absent ? Op::of(old, value) : value;
          searches = false;
        } else if (searches && !empty) {
          slot = (slot + 1) & last;
        }
        __syncwarp();
      }
    }
  }
  K stored = 0;
  for (int tile = 0; tile < teaal_hash_slots; tile += 32) {
    const int slot = tile + lane;
    const bool kept = table_keys[slot] != -1 && table_values[slot] != absent;
    const unsigned all = __ballot_sync(0xffffffffu, kept);
    if (kept) {
      const K to = stored + __popc(all & ((1u << lane) - 1));
      keys[to] = table_keys[slot];
      values[to] = table_values[slot];
    }
    stored += __popc(all);
  }
  __syncwarp();
  return stored;
}

// Reduces each part in place, to the front of its own pairs; counts[part]: how many are left. The
// spare arrays are as large as those of the pairs and are overwritten. `rows_of_warps` points to
// `width` elements for each warp of the grid: dense rows, for spans up to it. `shared_keys` and
// `shared_values` point to teaal_hash_slots elements in shared memory for each warp of the block.
template <class Op, class K, class V>
static __device__ __forceinline__ void teaal_reduce_rows(K* keys, V* values, K* spare_keys,
                                                         V* spare_values, const K* offsets, K rows,
                                                         K stride, K span, K piece_bits, V absent,
                                                         V* rows_of_warps, K width, K* counts,
                                                         K* shared_keys, V* shared_values) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const K warps = K(gridDim.x) * (blockDim.x / 32),
          first = K(blockIdx.x) * (blockDim.x / 32) + warp;
  const K parts = teaal_row_parts(offsets, rows, stride, piece_bits);
  K* table_keys = shared_keys + warp * teaal_hash_slots;
  V* table_values = shared_values + warp * teaal_hash_slots;
  V* dense = rows_of_warps + first * width;
  bool dense_is_clear = false;
  for (K next = first; next < parts; next += 32 * warps) {
    K row = 0, begin = 0, end = 0;  // every lane finds another part
    if (next + lane * warps < parts)
      teaal_row_part(offsets, rows, stride, piece_bits, next + lane * warps, row, begin, end);
    for (int turn = 0; turn < 32 && next + turn * warps < parts; ++turn) {
      const K at = __shfl_sync(0xffffffffu, begin, turn);
      const K n = __shfl_sync(0xffffffffu, end, turn) - at;
      K* mine = keys + at;
      V* my_values = values + at;
      K stored = 0;
      const int state = teaal_row_state(mine, my_values, n, absent);
      if (state == teaal_row_done) {
        stored = n;
      } else if (state == teaal_row_sorted) {
        stored = teaal_row_merge<Op>(mine, my_values, n, absent);
      } else if (n <= teaal_list_pairs) {
        teaal_row_sort_list(mine, my_values, n);
        stored = teaal_row_merge<Op>(mine, my_values, n, absent);
      } else {
        const K base = mine[0] / span * span;
        if (span <= width && span / teaal_dense_share <= n) {
          if (!dense_is_clear)
            for (K coord = lane; coord < width; coord += 32) dense[coord] = absent;
          dense_is_clear = true;
          __syncwarp();
          stored = teaal_row_dense<Op>(mine, my_values, n, base, span, absent, dense);
        } else if (n <= teaal_hash_pairs) {
          stored = teaal_row_hash<Op>(mine, my_values, n, base, absent, table_keys, table_values);
          if (stored <= teaal_list_pairs)
            teaal_row_sort_list(mine, my_values, stored);
          else
            teaal_row_sort(mine, my_values, spare_keys + at, spare_values + at, stored, base, span,
                           table_keys);
        } else {
          teaal_row_sort(mine, my_values, spare_keys + at, spare_values + at, n, base, span,
                         table_keys);
          stored = teaal_row_merge<Op>(mine, my_values, n, absent);
        }
      }
      if (lane == 0) counts[next + turn * warps] = stored;
    }
  }
}

// What reduce_rows left of part number i of a row whose pairs begin at `first`: where it begins.
template <class K>
static __device__ __forceinline__ K teaal_part_begin(K first, K piece_bits, K i) {
  return i == 0 ? first : ((first >> piece_bits) + i) << piece_bits;
}

// How many keys of that part, given the counts of the row's parts, are below `bound`.
template <class K>
static __device__ __forceinline__ K teaal_part_below(const K* keys, const K* counts, K first,
                                                     K piece_bits, K i, K bound) {
  const K begin = teaal_part_begin(first, piece_bits, i);
  return teaal_lower_bound(keys, begin, begin + counts[i], bound) - begin;
}

// Keys in [from, upto) of a row's parts, a part behind the other, in a dense row of
// teaal_combined_keys elements that hold `absent`, and do so again afterwards. How many pairs that
// makes.
template <class Op, class K, class V>
static __device__ __forceinline__ K teaal_combine_dense(const K* keys, const V* values,
                                                        const K* counts, K parts, K first,
                                                        K piece_bits, K from, K upto, V absent,
                                                        K* keys_out, V* values_out, V* row) {
  const int lane = threadIdx.x % 32;
  for (K tile = 0; tile < parts; tile += 32) {
    K begin = 0, end = 0;  // every lane finds them in another part
    if (const K i = tile + lane; i < parts) {
      const K at = teaal_part_begin(first, piece_bits, i);
      begin = at + teaal_part_below(keys, counts, first, piece_bits, i, from);
      end = at + teaal_part_below(keys, counts, first, piece_bits, i, upto);
    }
    for (int turn = 0; turn < 32 && tile + turn < parts; ++turn) {
      const K last = __shfl_sync(0xffffffffu, end, turn);
      for (K at = __shfl_sync(0xffffffffu, begin, turn) + lane; at < last; at += 32) {
        const K coord = keys[at] - from;
        const V old = row[coord];
        row[coord] = old != absent ? Op::of(old, values[at]) : values[at];
      }
      __syncwarp();
    }
  }
  K stored = 0;
  for (K tile = 0; tile < upto - from; tile += 32) {
    const K coord = tile + lane;
    const V value = coord < upto - from ? row[coord] : absent;
    const bool kept = value != absent;
    const unsigned all = __ballot_sync(0xffffffffu, kept);
    if (kept) {
      const K to = stored + __popc(all & ((1u << lane) - 1));
      keys_out[to] = from + coord;
      values_out[to] = value;
      row[coord] = absent;
    }
    stored += __popc(all);
  }
  __syncwarp();
  return stored;
}

// The same by sorting: before each pair stand those of smaller keys, and those of its key in
// earlier parts. What is written begins at `before`, the number of pairs below `from`.
template <class Op, class K, class V>
static __device__ __forceinline__ K teaal_combine_sorted(const K* keys, const V* values,
                                                         const K* counts, K parts, K first,
                                                         K piece_bits, K from, K upto, K before,
                                                         K pairs, V absent, K* keys_out,
                                                         V* values_out) {
  const int lane = threadIdx.x % 32;
  for (K part = 0; part < parts; ++part) {
    const K at = teaal_part_begin(first, piece_bits, part);
    const K end = at + teaal_part_below(keys, counts, first, piece_bits, part, upto);
    K next = at + teaal_part_below(keys, counts, first, piece_bits, part, from) + lane;
    for (; next < end; next += 32) {
      const K key = keys[next];
      K to = 0;
      for (K other = 0; other < parts; ++other)
        to +=
            teaal_part_below(keys, counts, first, piece_bits, other, other < part ? key + 1 : key);
      keys_out[to - before] = key;
      values_out[to - before] = values[next];
    }
  }
  __syncwarp();
  return teaal_row_merge<Op>(keys_out, values_out, pairs, absent);
}

// Combines the parts of rows that have several, what is left of them: as many warps as there are
// parts have a share of the row's keys each. counts_out[part]: how many pairs that makes, and
// places[part] where they lie: p in the arrays written, or in those given as -1 - p. `shared`
// points to teaal_combined_keys elements in shared memory for each warp of the block.
template <class Op, class K, class V>
static __device__ __forceinline__ void teaal_combine_rows(
    const K* keys, const V* values, const K* offsets, K rows, K stride, K span, K piece_bits,
    V absent, const K* counts, K* keys_out, V* values_out, K* places, K* counts_out, V* shared) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const K warps = K(gridDim.x) * (blockDim.x / 32),
          first = K(blockIdx.x) * (blockDim.x / 32) + warp;
  const K all = teaal_row_parts(offsets, rows, stride, piece_bits);
  V* dense = shared + warp * teaal_combined_keys;
  for (int coord = lane; coord < teaal_combined_keys; coord += 32) dense[coord] = absent;
  __syncwarp();
  for (K next = first; next < all; next += 32 * warps) {
    K its_row = 0, its_parts = 0;  // every lane looks at another part
    if (const K part = next + lane * warps; part < all) {
      K begin = 0, end = 0;
      teaal_row_part(offsets, rows, stride, piece_bits, part, its_row, begin, end);
      its_parts = 1 + (offsets[(its_row + 1) * stride] >> piece_bits) -
                  (offsets[its_row * stride] >> piece_bits);
      places[part] = -1 - begin;
      if (its_parts == 1) counts_out[part] = counts[part];
    }
    __syncwarp();
    for (int turn = 0; turn < 32 && next + turn * warps < all; ++turn) {
      const K parts = __shfl_sync(0xffffffffu, its_parts, turn);
      if (parts == 1) continue;
      const K row = __shfl_sync(0xffffffffu, its_row, turn), part = next + turn * warps;
      const K begin = offsets[row * stride], first_part = row + (begin >> piece_bits);
      const K mine = part - first_part, longer = span % parts;
      const K from =
          keys[begin] / span * span + mine * (span / parts) + (mine < longer ? mine : longer);
      const K upto = from + span / parts + (mine < longer ? 1 : 0);
      const K* sizes = counts + first_part;
      K below_from = 0, below_upto = 0;
      for (K i = lane; i < parts; i += 32) {
        below_from += teaal_part_below(keys, sizes, begin, piece_bits, i, from);
        below_upto += teaal_part_below(keys, sizes, begin, piece_bits, i, upto);
      }
      const K before = __shfl_sync(0xffffffffu, teaal_lane_sum(below_from, 1, 32), 0);
      const K pairs = __shfl_sync(0xffffffffu, teaal_lane_sum(below_upto, 1, 32), 0) - before;
      K* to_keys = keys_out + begin + before;
      V* to_values = values_out + begin + before;
      K stored = 0;
      if ((upto - from) / teaal_dense_share > pairs) {
        stored = teaal_combine_sorted<Op>(keys, values, sizes, parts, begin, piece_bits, from, upto,
                                          before, pairs, absent, to_keys, to_values);
      } else {
        for (K at = from; at < upto; at += teaal_combined_keys) {
          const K end = upto - at < teaal_combined_keys ? upto : at + teaal_combined_keys;
          stored += teaal_combine_dense<Op>(keys, values, sizes, parts, begin, piece_bits, at, end,
                                            absent, to_keys + stored, to_values + stored, dense);
        }
      }
      if (lane == 0) {
        places[part] = begin + before;
        counts_out[part] = stored;
      }
      __syncwarp();
    }
  }
}

// Moves the pairs of `parts` parts behind one another; before[part]: the sum of the counts of those
// in front of it. Where they are now places[part] tells: p in the second arrays, or in the first as
// -1 - p.
template <class K, class V>
static __device__ __forceinline__ void teaal_move_rows(const K* keys, const V* values,
                                                       const K* combined_keys,
                                                       const V* combined_values, const K* places,
                                                       const K* before, K parts, K* keys_out,
                                                       V* values_out) {
  const int lane = threadIdx.x % 32;
  const K warps = K(gridDim.x) * (blockDim.x / 32);
  for (K part = K(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32; part < parts; part += warps) {
    const K place = places[part], to = before[part], n = before[part + 1] - to;
    const K* from_keys = place < 0 ? keys + (-1 - place) : combined_keys + place;
    const V* from_values = place < 0 ? values + (-1 - place) : combined_values + place;
    for (K at = lane; at < n; at += 32) {
      keys_out[to + at] = from_keys[at];
      values_out[to + at] = from_values[at];
    }
  }
}

// ---- Rows in order, whose keys differ ----

// A lane asks for so many pairs before it waits for the first.
static constexpr int teaal_kept_at_once = 4;

// Of each of `slots` runs of pairs, slot s in [offsets[s], offsets[s + 1]), how many do not hold
// `absent`. Every lane looks where another slot lies: most may be empty.
template <class K, class V>
static __device__ __forceinline__ void teaal_count_kept(const V* values, const K* offsets, K slots,
                                                        V absent, K* counts) {
  const int lane = threadIdx.x % 32;
  const K warps = K(gridDim.x) * (blockDim.x / 32);
  for (K next = K(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32; next < slots;
       next += 32 * warps) {
    K own_begin = 0, own_end = 0;
    if (const K own = next + lane * warps; own < slots) {
      own_begin = offsets[own];
      own_end = offsets[own + 1];
      if (own_begin == own_end) counts[own] = 0;
    }
    unsigned filled = __ballot_sync(0xffffffffu, own_begin < own_end);
    for (; filled != 0; filled &= filled - 1) {
      const int turn = __ffs(int(filled)) - 1;
      const K end = __shfl_sync(0xffffffffu, own_end, turn);
      int kept = 0;
      for (K first = __shfl_sync(0xffffffffu, own_begin, turn); first < end;
           first += 32 * teaal_kept_at_once) {
#pragma unroll
        for (int i = 0; i < teaal_kept_at_once; ++i) {
          const K at = first + 32 * i + lane;
          kept += at < end && values[at] != absent ? 1 : 0;
        }
      }
#pragma unroll
      for (int distance = 16; distance > 0; distance /= 2)
        kept += __shfl_xor_sync(0xffffffffu, kept, distance);
      if (lane == 0) counts[next + turn * warps] = kept;
    }
  }
}

// Moves those behind one another; before[slot]: the sum of the counts of the slots in front of it.
template <class K, class V>
static __device__ __forceinline__ void teaal_move_kept(const K* keys, const V* values,
                                                       const K* offsets, const K* before, K slots,
                                                       V absent, K* keys_out, V* values_out) {
  const int lane = threadIdx.x % 32;
  const K warps = K(gridDim.x) * (blockDim.x / 32);
  for (K next = K(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32; next < slots;
       next += 32 * warps) {
    K own_begin = 0, own_end = 0, own_before = 0;
    if (const K own = next + lane * warps; own < slots) {
      own_begin = offsets[own];
      own_end = offsets[own + 1];
      own_before = before[own];
    }
    unsigned filled = __ballot_sync(0xffffffffu, own_begin < own_end);
    for (; filled != 0; filled &= filled - 1) {
      const int turn = __ffs(int(filled)) - 1;
      const K end = __shfl_sync(0xffffffffu, own_end, turn);
      K to = __shfl_sync(0xffffffffu, own_before, turn);
      for (K first = __shfl_sync(0xffffffffu, own_begin, turn); first < end;
           first += 32 * teaal_kept_at_once) {
        K key[teaal_kept_at_once];
        V value[teaal_kept_at_once];
#pragma unroll
        for (int i = 0; i < teaal_kept_at_once; ++i) {
          const K at = first + 32 * i + lane;
          key[i] = at < end ? keys[at] : 0;
          value[i] = at < end ? values[at] : absent;
        }
#pragma unroll
        for (int i = 0; i < teaal_kept_at_once; ++i) {
          const bool mine = first + 32 * i + lane < end && value[i] != absent;
          const unsigned kept = __ballot_sync(0xffffffffu, mine);
          if (mine) {
            const K place = to + __popc(kept & ((1u << lane) - 1));
            keys_out[place] = key[i];
            values_out[place] = value[i];
          }
          to += __popc(kept);
        }
      }
    }
  }
}
