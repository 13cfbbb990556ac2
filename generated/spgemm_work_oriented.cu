// Made by teaalc 0.1.0 from spgemm_work_oriented.yaml; do not edit.
//   T[k, m, n] = A[m, k] * B[k, n]
//     loops MK1 (space), MK0, N
//   Z[m, n] = T[k, m, n]
//     loops M1 (space), M0 (space), K, N (space)
//   stored A[M:U, K:C], B[K:U, N:C], T[M:U, K:C, N:C], Z[M:U, N:C]
//   sizes WORK_PER_THREAD=16
//   teaalc spgemm_work_oriented.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// First position in [begin, end) whose coordinate is >= target; `end` if there is none (also for an
// empty range). Binary search: ceil(log2(end - begin + 1)) loads. Any thread may call it alone.
template <class A, class P, class C>
static __device__ __forceinline__ P teaal_lower_bound(A coords, P begin, P end, C target) {
  while (begin < end) {
    const P middle = begin + (end - begin) / 2;
    if (coords[middle] < target)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

// The fiber f in [begin, end) that `position` lies in: segments[f] <= position < segments[f + 1].
// Empty fibers hold no position. `begin` for an empty range. S is the type of segments, F of
// fibers, P of the position.
template <class S, class B, class F, class P>
static __device__ __forceinline__ F teaal_owner(const S* segments, B first, F end, P position) {
  F begin = static_cast<F>(first);
  while (end - begin > 1) {
    const F middle = begin + (end - begin) / 2;
    if (segments[middle] <= position)
      begin = middle;
    else
      end = middle;
  }
  return begin;
}

// As teaal_owner, upward from a fiber that begins at or before `position`: one load if that is in
// it, and about 2 log2(d) when it is d fibers further, so that rows without an element cost little.
template <class S, class F, class E, class P>
static __device__ __forceinline__ F teaal_climb(const S* segments, F fiber, E end, P position) {
  if (segments[fiber + 1] > position) return fiber;
  ++fiber;
  E step = 1;
  while (step < end - fiber && segments[fiber + step] <= position) {
    fiber += step;
    if (step < end - fiber - step) step *= 2;
  }
  const E last = step < end - fiber ? fiber + step : end;
  return teaal_owner(segments, fiber, static_cast<F>(last), position);
}

// Sum over the lanes that differ only in the bits of [width_low, width_high): lane offsets
// width_high / 2 down to width_low, both powers of two up to 32. All 32 lanes of the warp must call
// it, with the same widths; each gets the sum of its own group of width_high / width_low lanes,
// bitwise the same in the whole group. (1, 32) is the whole warp.
template <class T>
static __device__ __forceinline__ T teaal_lane_sum(T value, int width_low, int width_high) {
  for (int offset = width_high / 2; offset >= width_low; offset /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, offset);
  return value;
}

// The sum over the lanes of the warp up to this one. The warp's lanes are the bits of `lanes`, from
// the lowest on; all of them must call it.
template <class T>
static __device__ __forceinline__ T teaal_lane_upto(T value, unsigned lanes = 0xffffffffu) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int by = 1; by < 32; by *= 2) {
    const T lower = __shfl_up_sync(lanes, value, by);
    if (lane >= by) value += lower;
  }
  return value;
}

// Sum over all threads of the block. The block is one-dimensional, its size a multiple of 32; all
// of its threads must call it. The result is in thread 0, other threads get no meaningful value.
// `shared` points to 32 elements in shared memory. The same elements may be given to the next call
// at once; any other use needs a barrier in between, before the call none.
template <class T>
static __device__ __forceinline__ T teaal_block_sum(T value, T* shared) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  value = teaal_lane_sum(value, 1, 32);
  __syncthreads();
  if (lane == 0) shared[warp] = value;
  __syncthreads();
  if (warp == 0) value = teaal_lane_sum(lane < warps ? shared[lane] : T(0), 1, 32);
  return value;
}

// What a reduction does with two values; sums of integers are modulo 2^32.
struct teaal_sum {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a + b;
  }
  static __device__ __forceinline__ int of(int a, int b) { return int(unsigned(a) + unsigned(b)); }
};

// First of two launches of a prefix sum, with equal grids: block b sums counts[b * piece, (b + 1) *
// piece) into sums[b], where piece is n over the number of blocks, rounded up. All threads of the
// block call it. `shared` points to 32 elements in shared memory.
template <class K>
static __device__ __forceinline__ void teaal_scan_sums(const K* counts, K n, K* sums, K* shared) {
  const K piece = (n + gridDim.x - 1) / gridDim.x, begin = piece * blockIdx.x;
  K sum = 0;
  for (K at = begin + threadIdx.x; at < n && at < begin + piece; at += blockDim.x)
    sum += counts[at];
  sum = teaal_block_sum(sum, shared);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// The second: counts[i] becomes the sum of counts[0, i), and counts[n], behind the last, that of
// all. `shared` points to 33 elements in shared memory.
template <class K>
static __device__ __forceinline__ void teaal_scan_apply(K* counts, K n, const K* sums, K* shared) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  const K piece = (n + gridDim.x - 1) / gridDim.x, begin = piece * blockIdx.x;
  const K end = n < begin + piece ? n : begin + piece;
  K before = 0;
  for (unsigned block = threadIdx.x; block < blockIdx.x; block += blockDim.x) before += sums[block];
  before = teaal_block_sum(before, shared);
  if (threadIdx.x == 0) shared[32] = before;
  __syncthreads();
  before = shared[32];
  constexpr int rows = 4;  // of a warp, which it reads side by side
  for (K tile = begin; tile < end; tile += blockDim.x * rows) {
    const K first = tile + warp * (32 * rows) + lane;
    K mine[rows], upto[rows], all = 0;
#pragma unroll
    for (int row = 0; row < rows; ++row)
      mine[row] = first + row * 32 < end ? counts[first + row * 32] : K(0);
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      upto[row] = all + teaal_lane_upto(mine[row]);
      all = __shfl_sync(0xffffffffu, upto[row], 31);
    }
    __syncthreads();
    if (lane == 31) shared[warp] = all;
    __syncthreads();
    K warp_before = before;
    for (int other = 0; other < warps; ++other) {
      if (other < warp) warp_before += shared[other];
      before += shared[other];
    }
#pragma unroll
    for (int row = 0; row < rows; ++row)
      if (first + row * 32 < end) counts[first + row * 32] = warp_before + upto[row] - mine[row];
  }
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) counts[n] = before;
}

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

static constexpr int teaal_no_key = -1;

static __device__ __forceinline__ void teaal_table_clear(int* keys, int slots) {
  __syncwarp();  // no lane is busy with the row before
  for (int slot = threadIdx.x % 32; slot < slots; slot += 32) keys[slot] = teaal_no_key;
  __syncwarp();
}

// The slot of a coordinate; `claimed` becomes true where nobody had it before.
static __device__ __forceinline__ int teaal_table_slot(int* keys, int slots, int key,
                                                       bool& claimed) {
  unsigned slot = (unsigned(key) * 0x9e3779b1u >> 12) & unsigned(slots - 1);
  for (;;) {
    const int found = atomicCAS(&keys[slot], teaal_no_key, key);
    claimed = found == teaal_no_key;
    if (claimed || found == key) return int(slot);
    slot = (slot + 1) & unsigned(slots - 1);
  }
}

// Puts an active lane's coordinate into the table, which must have a slot left; whether it is new.
static __device__ __forceinline__ bool teaal_table_put(int* keys, int slots, int key, bool active) {
  bool claimed = false;
  if (active) teaal_table_slot(keys, slots, key, claimed);
  return claimed;
}

// Combines a value with what the table has at that coordinate. There must be a slot left for it.
template <class Op, class V>
static __device__ __forceinline__ void teaal_table_add(int* keys, V* values, int slots, int key,
                                                       V value, bool active) {
  if (active) {
    bool claimed = false;
    const int slot = teaal_table_slot(keys, slots, key, claimed);
    values[slot] = claimed ? value : Op::of(values[slot], value);
  }
  __syncwarp();
}

// Moves what the table holds to its front; how much that is.
template <class V>
static __device__ __forceinline__ int teaal_table_pack(int* keys, V* values, int slots) {
  const int lane = threadIdx.x % 32;
  int packed = 0;
  for (int tile = 0; tile < slots; tile += 32) {
    const int key = keys[tile + lane];
    const bool kept = key != teaal_no_key;
    const unsigned all = __ballot_sync(0xffffffffu, kept);
    const V value = kept ? values[tile + lane] : V(0);
    __syncwarp();  // all are read
    if (kept) {
      const int to = packed + __popc(all & ((1u << lane) - 1));
      keys[to] = key;
      values[to] = value;
    }
    packed += __popc(all);
    __syncwarp();
  }
  return packed;
}

// Of n pairs in shared memory, which has room up to the next power of two.
template <class V>
static __device__ __forceinline__ void teaal_table_sort(int* keys, V* values, int n) {
  const int lane = threadIdx.x % 32;
  int size = 1;
  while (size < n) size *= 2;
  for (int at = n + lane; at < size; at += 32) {
    keys[at] = 0x7fffffff;
    values[at] = V(0);
  }
  __syncwarp();
  for (int run = 2; run <= size; run *= 2)
    for (int by = run / 2; by > 0; by /= 2) {
      for (int pair = lane; pair < size / 2; pair += 32) {
        const int low = 2 * pair - (pair & (by - 1)), high = low + by;
        const int a = keys[low], b = keys[high];
        if ((a > b) == ((low & run) == 0)) {
          keys[low] = b;
          keys[high] = a;
          const V of_a = values[low];
          values[low] = values[high];
          values[high] = of_a;
        }
      }
      __syncwarp();
    }
}

// The pair that lane ^ by has, if it belongs here: the lower one of the two where `lower`.
template <class V>
static __device__ __forceinline__ void teaal_table_exchange(int& key, V& value, int by,
                                                            bool lower) {
  const int its_key = __shfl_xor_sync(0xffffffffu, key, by);
  const V its_value = __shfl_xor_sync(0xffffffffu, value, by);
  if ((its_key < key) == lower) {
    key = its_key;
    value = its_value;
  }
}

// Of n pairs, at most 32 * each, in registers: `each` neighbours a lane. Writes them sorted.
template <int each, class K, class V>
static __device__ __forceinline__ void teaal_table_sort_out(const int* keys, const V* values, int n,
                                                            K base, K* keys_out, V* values_out) {
  const int first = threadIdx.x % 32 * each;
  int key[each];
  V value[each];
#pragma unroll
  for (int i = 0; i < each; ++i) {
    key[i] = first + i < n ? keys[first + i] : 0x7fffffff;
    value[i] = first + i < n ? values[first + i] : V(0);
  }
#pragma unroll
  for (int run = 2; run <= 32 * each; run *= 2)
#pragma unroll
    for (int by = run / 2; by > 0; by /= 2)
#pragma unroll
      for (int i = 0; i < each; ++i) {
        const bool ascends = ((first + i) & run) == 0;
        if (by >= each) {
          teaal_table_exchange(key[i], value[i], by / each, ascends == ((first & by) == 0));
        } else if ((i & by) == 0 && (key[i + by] < key[i]) == ascends) {
          const int higher = key[i];
          const V its_value = value[i];
          key[i] = key[i + by];
          value[i] = value[i + by];
          key[i + by] = higher;
          value[i + by] = its_value;
        }
      }
#pragma unroll
  for (int i = 0; i < each; ++i)
    if (first + i < n) {
      keys_out[first + i] = base + key[i];
      values_out[first + i] = value[i];
    }
}

// Writes the pairs of the table, in order of their coordinates, each a key behind `base`.
template <class K, class V>
static __device__ __forceinline__ void teaal_table_leave(int* keys, V* values, int slots, K base,
                                                         K* keys_out, V* values_out) {
  const int n = teaal_table_pack(keys, values, slots);
  if (n <= 32) {
    teaal_table_sort_out<1>(keys, values, n, base, keys_out, values_out);
  } else if (n <= 64) {
    teaal_table_sort_out<2>(keys, values, n, base, keys_out, values_out);
  } else if (n <= 128) {
    teaal_table_sort_out<4>(keys, values, n, base, keys_out, values_out);
  } else {
    teaal_table_sort(keys, values, n);
    for (int at = threadIdx.x % 32; at < n; at += 32) {
      keys_out[at] = base + keys[at];
      values_out[at] = values[at];
    }
  }
}

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32  // 64 where there are more positions than 32 bits can count
#endif
typedef int coord_t;
#if TEAAL_POSITION_BITS == 64
typedef long long pos_t;
#else
typedef int pos_t;
#endif
typedef long long size_type;
#ifndef TEAAL_OFFSET_BITS
#define TEAAL_OFFSET_BITS TEAAL_POSITION_BITS  // 64 beyond 1000000000 elements or coordinates
#endif
#if TEAAL_OFFSET_BITS == 64 || TEAAL_POSITION_BITS == 64
typedef long long offset_t;
#else
typedef int offset_t;
#endif
typedef float value_t;

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_T_count(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values, coord_t M,
    size_type* __restrict__ T_offsets) {
  constexpr int WORK_PER_THREAD = 16;
  const offset_t workers_MK1 = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_MK1 = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 25 "spgemm_work_oriented.yaml"
  const offset_t A_M_to = M;
  const pos_t A_K_to = A_K_segments[A_M_to];
  for (offset_t mk1 = worker_MK1 * WORK_PER_THREAD; mk1 < A_K_to;
       mk1 += workers_MK1 * WORK_PER_THREAD) {
    const offset_t mk1_end = min(static_cast<offset_t>(A_K_to), mk1 + WORK_PER_THREAD);
    offset_t A_M_at = teaal_owner(A_K_segments, 0, A_M_to, mk1);
    for (pos_t mk0 = mk1; mk0 < mk1_end; ++mk0) {
      A_M_at = teaal_climb(A_K_segments, A_M_at, A_M_to, mk0);
      const coord_t k = A_K_coords[mk0];
#line 13 "spgemm_work_oriented.yaml"
      const offset_t row = static_cast<offset_t>(mk0);
      size_type emitted = 0;
      const pos_t B_N_begin = B_N_segments[k];
      const pos_t B_N_end = B_N_segments[k + 1];
#line 25 "spgemm_work_oriented.yaml"
      emitted += max(static_cast<offset_t>(0),
                     static_cast<offset_t>(B_N_end) - static_cast<offset_t>(B_N_begin));
#line 13 "spgemm_work_oriented.yaml"
      T_offsets[row] = emitted;
    }
  }
}

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_scan_sums(const size_type* __restrict__ counts,
                                                          size_type n,
                                                          size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_sums(counts, n, sums, shared_sizes);
}

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_scan_apply(size_type* __restrict__ counts,
                                                           size_type n,
                                                           const size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_apply(counts, n, sums, shared_sizes);
}

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_T(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values, coord_t K,
    coord_t M, coord_t N, const size_type* __restrict__ T_offsets, size_type* __restrict__ T_keys,
    value_t* __restrict__ T_entries) {
  constexpr int WORK_PER_THREAD = 16;
  teaal_await_launches();
  const offset_t workers_MK1 = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_MK1 = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 25 "spgemm_work_oriented.yaml"
  const offset_t A_M_to = M;
  const pos_t A_K_to = A_K_segments[A_M_to];
  for (offset_t mk1 = worker_MK1 * WORK_PER_THREAD; mk1 < A_K_to;
       mk1 += workers_MK1 * WORK_PER_THREAD) {
    const offset_t mk1_end = min(static_cast<offset_t>(A_K_to), mk1 + WORK_PER_THREAD);
    offset_t A_M_at = teaal_owner(A_K_segments, 0, A_M_to, mk1);
    for (pos_t mk0 = mk1; mk0 < mk1_end; ++mk0) {
      A_M_at = teaal_climb(A_K_segments, A_M_at, A_M_to, mk0);
      const coord_t m = static_cast<coord_t>(A_M_at);
      const coord_t k = A_K_coords[mk0];
#line 13 "spgemm_work_oriented.yaml"
      const offset_t row = static_cast<offset_t>(mk0);
      size_type emitted = T_offsets[row];
      const pos_t B_N_begin = B_N_segments[k];
      const pos_t B_N_end = B_N_segments[k + 1];
      const size_type T_points_K_at = static_cast<size_type>(m) * static_cast<offset_t>(K) + k;
#line 25 "spgemm_work_oriented.yaml"
      for (pos_t B_N_at = B_N_begin; B_N_at < B_N_end; ++B_N_at) {
        const coord_t n = B_N_coords[B_N_at];
        const size_type T_points_N_at = T_points_K_at * static_cast<offset_t>(N) + n;
#line 13 "spgemm_work_oriented.yaml"
        T_keys[emitted + (static_cast<offset_t>(B_N_at) - static_cast<offset_t>(B_N_begin))] =
            T_points_N_at;
        T_entries[emitted + (static_cast<offset_t>(B_N_at) - static_cast<offset_t>(B_N_begin))] =
            A_values[mk0] * B_values[B_N_at];
      }
#line 25 "spgemm_work_oriented.yaml"
      emitted += max(static_cast<offset_t>(0),
                     static_cast<offset_t>(B_N_end) - static_cast<offset_t>(B_N_begin));
    }
  }
}

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_T_rows_count(
    const value_t* __restrict__ T_entries, const size_type* __restrict__ T_offsets, size_type slots,
    size_type* __restrict__ T_rows_before) {
  teaal_await_launches();
  teaal_count_kept(T_entries, T_offsets, slots, value_t(0), T_rows_before);
}

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_T_rows_move(
    const size_type* __restrict__ T_keys, const value_t* __restrict__ T_entries,
    const size_type* __restrict__ T_offsets, const size_type* __restrict__ T_rows_before,
    size_type slots, size_type* __restrict__ T_rows_keys, value_t* __restrict__ T_rows_values) {
  teaal_await_launches();
  teaal_move_kept(T_keys, T_entries, T_offsets, T_rows_before, slots, value_t(0), T_rows_keys,
                  T_rows_values);
}

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_T_K_mark(const size_type* __restrict__ T_rows_keys,
                                                         size_type stride,
                                                         size_type* __restrict__ T_K_ranks,
                                                         size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    T_K_ranks[entry] = (entry == 0 || T_rows_keys[entry - 1] / static_cast<offset_t>(stride) <
                                          T_rows_keys[entry] / static_cast<offset_t>(stride))
                           ? 1
                           : 0;
  }
}

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_T_K_store(const size_type* __restrict__ T_rows_keys,
                                                          size_type stride, size_type extent,
                                                          const size_type* __restrict__ T_K_ranks,
                                                          coord_t* __restrict__ T_K_coords,
                                                          size_type* __restrict__ T_K_firsts,
                                                          size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type at = T_K_ranks[entry];
    if (at < T_K_ranks[entry + 1]) {
      T_K_coords[at] = static_cast<coord_t>(T_rows_keys[entry] / static_cast<offset_t>(stride) %
                                            static_cast<offset_t>(extent));
      T_K_firsts[at] = entry;
    }
  }
}

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_T_K_segments(
    const size_type* __restrict__ T_rows_keys, size_type stored, size_type fiber_span,
    size_type positions, pos_t* __restrict__ T_K_segments, const size_type* __restrict__ T_K_ranks,
    size_type entries) {
  teaal_await_launches();
  if (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
    T_K_segments[static_cast<offset_t>(entries)] = static_cast<pos_t>(positions);
  }
  for (offset_t entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < static_cast<offset_t>(entries);
       entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    T_K_segments[entry] = static_cast<pos_t>(
        T_K_ranks[teaal_lower_bound(T_rows_keys, static_cast<size_type>(0), stored,
                                    static_cast<size_type>(entry * fiber_span))]);
  }
}

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_T_N_segments(
    const size_type* __restrict__ T_rows_keys, size_type stored, size_type fiber_span,
    size_type positions, pos_t* __restrict__ T_N_segments, size_type inner, size_type parent_span,
    const size_type* __restrict__ T_K_firsts, size_type entries) {
  teaal_await_launches();
  if (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
    T_N_segments[entries] = static_cast<pos_t>(positions);
  }
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    T_N_segments[entry] = static_cast<pos_t>(teaal_lower_bound(
        T_rows_keys, static_cast<size_type>(0), stored,
        static_cast<size_type>((T_rows_keys[T_K_firsts[entry / static_cast<offset_t>(inner)]] /
                                    static_cast<offset_t>(parent_span) *
                                    static_cast<offset_t>(inner) +
                                entry % static_cast<offset_t>(inner)) *
                               static_cast<offset_t>(fiber_span))));
  }
}

#line 13 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_T_N_store(const size_type* __restrict__ T_rows_keys,
                                                          const value_t* __restrict__ T_rows_values,
                                                          size_type extent,
                                                          coord_t* __restrict__ T_N_coords,
                                                          value_t* __restrict__ T_values,
                                                          size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    T_N_coords[entry] = static_cast<coord_t>(T_rows_keys[entry] % static_cast<offset_t>(extent));
    T_values[entry] = T_rows_values[entry];
  }
}

#line 14 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_Z_count(
    const pos_t* __restrict__ T_K_segments, const coord_t* __restrict__ T_K_coords,
    const pos_t* __restrict__ T_N_segments, const coord_t* __restrict__ T_N_coords,
    const value_t* __restrict__ T_values, coord_t M, size_type* __restrict__ Z_offsets) {
  teaal_await_launches();
  __shared__ int row_coords[4096];
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t worker_N = threadIdx.x % 32;
#line 26 "spgemm_work_oriented.yaml"
  for (offset_t m1 = worker_M1 * 8; m1 < M; m1 += workers_M1 * 8) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + 8);
    for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
#line 14 "spgemm_work_oriented.yaml"
      size_type emitted = 0;
      teaal_table_clear(&row_coords[threadIdx.x / 32 * 512], 512);
      int held = 0;
      const pos_t T_K_begin = T_K_segments[m0];
      const pos_t T_K_end = T_K_segments[m0 + 1];
#line 26 "spgemm_work_oriented.yaml"
      for (pos_t T_K_at = T_K_begin; T_K_at < T_K_end; ++T_K_at) {
        const pos_t T_N_begin = T_N_segments[T_K_at];
        const pos_t T_N_end = T_N_segments[T_K_at + 1];
        emitted += max(static_cast<size_type>(0),
                       static_cast<size_type>(T_N_end) - static_cast<offset_t>(T_N_begin));
        if (held <= 384) {
          const unsigned length = max(static_cast<pos_t>(0), T_N_end - T_N_begin);
          for (unsigned turn = 0; turn < length; turn += 32) {
            if (held <= 384) {
              const pos_t T_N_at =
                  T_N_begin + min(static_cast<int>(turn + threadIdx.x % 32), length - 1);
              const coord_t n = T_N_coords[T_N_at];
              const bool is_new = teaal_table_put(&row_coords[threadIdx.x / 32 * 512], 512, n,
                                                  turn + threadIdx.x % 32 < length);
              held += __popc(__ballot_sync(0xffffffffu, is_new));
            }
          }
        }
      }
#line 14 "spgemm_work_oriented.yaml"
      if (worker_N == 0) {
        Z_offsets[m0] = (held <= 384) ? static_cast<size_type>(held) : emitted;
      }
    }
  }
}

#line 14 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_Z(
    const pos_t* __restrict__ T_K_segments, const coord_t* __restrict__ T_K_coords,
    const pos_t* __restrict__ T_N_segments, const coord_t* __restrict__ T_N_coords,
    const value_t* __restrict__ T_values, coord_t M, coord_t N,
    const size_type* __restrict__ Z_offsets, size_type* __restrict__ Z_keys,
    value_t* __restrict__ Z_entries) {
  teaal_await_launches();
  __shared__ int row_coords[4096];
  __shared__ value_t row_sums[4096];
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_N = 32;
  const offset_t worker_N = threadIdx.x % 32;
#line 26 "spgemm_work_oriented.yaml"
  for (offset_t m1 = worker_M1 * 8; m1 < M; m1 += workers_M1 * 8) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + 8);
    for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
#line 14 "spgemm_work_oriented.yaml"
      size_type emitted = Z_offsets[m0];
      const bool gathers = Z_offsets[m0 + 1] - emitted <= 384;
      if (gathers) {
        teaal_table_clear(&row_coords[threadIdx.x / 32 * 512], 512);
        size_type row_begin = 0;
        const pos_t T_K_begin = T_K_segments[m0];
        const pos_t T_K_end = T_K_segments[m0 + 1];
#line 26 "spgemm_work_oriented.yaml"
        for (pos_t T_K_at = T_K_begin; T_K_at < T_K_end; ++T_K_at) {
          const pos_t T_N_begin = T_N_segments[T_K_at];
          const pos_t T_N_end = T_N_segments[T_K_at + 1];
          const unsigned length = max(static_cast<pos_t>(0), T_N_end - T_N_begin);
          for (unsigned turn = 0; turn < length; turn += 32) {
            const pos_t T_N_at =
                T_N_begin + min(static_cast<int>(turn + threadIdx.x % 32), length - 1);
            const coord_t n = T_N_coords[T_N_at];
            row_begin = static_cast<size_type>(m0) * static_cast<offset_t>(N);
            teaal_table_add<teaal_sum>(&row_coords[threadIdx.x / 32 * 512],
                                       &row_sums[threadIdx.x / 32 * 512], 512, n, T_values[T_N_at],
                                       turn + threadIdx.x % 32 < length);
          }
        }
#line 14 "spgemm_work_oriented.yaml"
        teaal_table_leave(&row_coords[threadIdx.x / 32 * 512], &row_sums[threadIdx.x / 32 * 512],
                          512, row_begin, &Z_keys[emitted], &Z_entries[emitted]);
      }
      if (!gathers) {
        const pos_t T_K_begin = T_K_segments[m0];
        const pos_t T_K_end = T_K_segments[m0 + 1];
#line 26 "spgemm_work_oriented.yaml"
        for (pos_t T_K_at = T_K_begin; T_K_at < T_K_end; ++T_K_at) {
          const pos_t T_N_begin = T_N_segments[T_K_at];
          const pos_t T_N_end = T_N_segments[T_K_at + 1];
          for (size_type T_N_at = static_cast<size_type>(T_N_begin) + worker_N; T_N_at < T_N_end;
               T_N_at += workers_N) {
            const coord_t n = T_N_coords[T_N_at];
            const size_type Z_points_N_at =
                static_cast<size_type>(m0) * static_cast<offset_t>(N) + n;
#line 14 "spgemm_work_oriented.yaml"
            Z_keys[emitted + (T_N_at - static_cast<offset_t>(T_N_begin))] = Z_points_N_at;
            Z_entries[emitted + (T_N_at - static_cast<offset_t>(T_N_begin))] = T_values[T_N_at];
          }
#line 26 "spgemm_work_oriented.yaml"
          emitted += max(static_cast<size_type>(0),
                         static_cast<size_type>(T_N_end) - static_cast<offset_t>(T_N_begin));
        }
      }
    }
  }
}

#line 14 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_Z_rows_reduce(
    size_type* Z_keys, value_t* Z_entries, size_type* Z_keys_2, value_t* Z_entries_2,
    const size_type* __restrict__ Z_offsets, size_type rows, size_type stride, size_type span,
    size_type piece_bits, value_t* Z_rows_dense, size_type width,
    size_type* __restrict__ Z_rows_counts) {
  teaal_await_launches();
  __shared__ size_type shared_keys[2048];
  __shared__ value_t shared_values[2048];
  teaal_reduce_rows<teaal_sum>(Z_keys, Z_entries, Z_keys_2, Z_entries_2, Z_offsets, rows, stride,
                               span, piece_bits, value_t(0), Z_rows_dense, width, Z_rows_counts,
                               shared_keys, shared_values);
}

#line 14 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_Z_rows_combine(
    const size_type* __restrict__ Z_keys, const value_t* __restrict__ Z_entries,
    const size_type* __restrict__ Z_offsets, size_type rows, size_type stride, size_type span,
    size_type piece_bits, const size_type* __restrict__ Z_rows_counts, size_type* Z_keys_2,
    value_t* Z_entries_2, size_type* __restrict__ Z_rows_places,
    size_type* __restrict__ Z_rows_before) {
  teaal_await_launches();
  __shared__ value_t shared_values[4096];
  teaal_combine_rows<teaal_sum>(Z_keys, Z_entries, Z_offsets, rows, stride, span, piece_bits,
                                value_t(0), Z_rows_counts, Z_keys_2, Z_entries_2, Z_rows_places,
                                Z_rows_before, shared_values);
}

#line 14 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_Z_rows_move(
    const size_type* __restrict__ Z_keys, const value_t* __restrict__ Z_entries,
    const size_type* __restrict__ Z_keys_2, const value_t* __restrict__ Z_entries_2,
    const size_type* __restrict__ Z_rows_places, const size_type* __restrict__ Z_rows_before,
    size_type parts, size_type* __restrict__ Z_rows_keys, value_t* __restrict__ Z_rows_values) {
  teaal_await_launches();
  teaal_move_rows(Z_keys, Z_entries, Z_keys_2, Z_entries_2, Z_rows_places, Z_rows_before, parts,
                  Z_rows_keys, Z_rows_values);
}

#line 14 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_Z_N_segments(
    const size_type* __restrict__ Z_rows_keys, size_type stored, size_type fiber_span,
    size_type positions, pos_t* __restrict__ Z_N_segments, size_type entries) {
  teaal_await_launches();
  if (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
    Z_N_segments[static_cast<offset_t>(entries)] = static_cast<pos_t>(positions);
  }
  for (offset_t entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < static_cast<offset_t>(entries);
       entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    Z_N_segments[entry] = static_cast<pos_t>(teaal_lower_bound(
        Z_rows_keys, static_cast<size_type>(0), stored,
        static_cast<size_type>(static_cast<size_type>(entry) * static_cast<offset_t>(fiber_span))));
  }
}

#line 14 "spgemm_work_oriented.yaml"
extern "C" __global__ void spgemm_work_oriented_Z_N_store(const size_type* __restrict__ Z_rows_keys,
                                                          const value_t* __restrict__ Z_rows_values,
                                                          size_type extent,
                                                          coord_t* __restrict__ Z_N_coords,
                                                          value_t* __restrict__ Z_values,
                                                          size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    Z_N_coords[entry] = static_cast<coord_t>(Z_rows_keys[entry] % static_cast<offset_t>(extent));
    Z_values[entry] = Z_rows_values[entry];
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spgemm_work_oriented.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spgemm_work_oriented_value;
typedef pos_t spgemm_work_oriented_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spgemm_work_oriented_workspace_bytes spgemm_work_oriented_workspace_bytes_64
#define spgemm_work_oriented_launch spgemm_work_oriented_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spgemm_work_oriented_arguments {
  /* A: M:U, K:C */
  const spgemm_work_oriented_position* A_K_segments;
  const int32_t* A_K_coords;
  const spgemm_work_oriented_value* A_values;
  /* B: K:U, N:C */
  const spgemm_work_oriented_position* B_N_segments;
  const int32_t* B_N_coords;
  const spgemm_work_oriented_value* B_values;
  /* T: M:U, K:C, N:C, assembled: set by the launch */
  spgemm_work_oriented_position* T_K_segments;
  int32_t* T_K_coords;
  int64_t T_K_positions;
  spgemm_work_oriented_position* T_N_segments;
  int32_t* T_N_coords;
  int64_t T_N_positions;
  spgemm_work_oriented_value* T_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  spgemm_work_oriented_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  spgemm_work_oriented_value* Z_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
  int64_t elements_A; /* how many elements A stores */
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the
     arrays of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on
     the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} spgemm_work_oriented_arguments;

/* Bytes of device memory that spgemm_work_oriented_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spgemm_work_oriented_workspace_bytes(const spgemm_work_oriented_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many
   elements a tensor has. 0: enqueued; else see spgemm_work_oriented_error_text. Allocates through
   `allocate` and throws nothing. */
int spgemm_work_oriented_launch(spgemm_work_oriented_arguments* arguments, void* workspace,
                                size_t workspace_bytes, struct CUstream_st* stream);
const char* spgemm_work_oriented_error_text(int code);
}

namespace {

inline int64_t bits(int64_t n) {
  int64_t out = 0;
  for (; n > 0; n /= 2) ++out;
  return out;
}
struct spgemm_work_oriented_pool {
  const spgemm_work_oriented_arguments& a;
  CUstream_st* stream;
  void* held[21];
  int64_t room[21];
  int used = 0;
  void* take(int64_t bytes) const {
    void* memory = nullptr;
    const size_t size = bytes > 0 ? static_cast<size_t>(bytes) : 1;
    if (a.allocate != nullptr) return a.allocate(a.allocation_context, size, stream);
    return cudaMallocAsync(&memory, size, stream) == cudaSuccess ? memory : nullptr;
  }
  template <class T>
  bool give(T*& array, int64_t elements) const {
    if (array == nullptr) array = static_cast<T*>(take(elements * static_cast<int64_t>(sizeof(T))));
    return array != nullptr;
  }
  // A later round may need more.
  template <class T>
  bool hold(T*& array, int64_t elements) {
    int at = 0;
    while (at < used && (array == nullptr || held[at] != array)) ++at;
    if (at < used && room[at] >= elements) return true;
    if (at < used)
      drop(array);
    else
      ++used;
    array = nullptr;
    const bool made = give(array, elements);
    held[at] = array;
    room[at] = elements;
    return made;
  }
  void drop(const void* constant) const {
    void* memory = const_cast<void*>(constant);
    if (memory == nullptr) return;
    if (a.release != nullptr)
      a.release(a.allocation_context, memory, stream);
    else if (a.allocate == nullptr)
      cudaFreeAsync(memory, stream);
  }
  ~spgemm_work_oriented_pool() {
    for (int i = 0; i < used; ++i) drop(held[i]);
  }
};

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// While what is in front still runs: the kernel waits for it.
template <class... Parameters, class... Arguments>
cudaError_t launch_early(void (*kernel)(Parameters...), unsigned grid, unsigned block,
                         size_t shared, cudaStream_t stream, Arguments... arguments) {
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(grid);
  config.blockDim = dim3(block);
  config.dynamicSmemBytes = shared;
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

struct spgemm_work_oriented_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t elements_A;
  int64_t T_emitted = 0;
  int64_t T_stored = 0;
  int64_t T_K_stored = 0;
  int64_t Z_emitted = 0;
  int64_t Z_stored = 0;
  explicit spgemm_work_oriented_sizes(const spgemm_work_oriented_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    elements_A = a.elements_A;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool indexable() const {
    return (M == 0 || K <= 9223372036854775807 / M) &&
           (M * K == 0 || N <= 9223372036854775807 / (M * K)) &&
           (M == 0 || N <= 9223372036854775807 / M);
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 && elements_A <= 1000000000;
  }
  int64_t elements_0() const { return elements_A + 1; }
  int64_t elements_1() const { return 1024; }
  int64_t elements_2() const { return T_emitted; }
  int64_t elements_3() const { return T_emitted; }
  int64_t elements_4() const { return elements_A + 1; }
  int64_t elements_5() const { return T_stored; }
  int64_t elements_6() const { return T_stored; }
  int64_t elements_7() const { return T_stored + 1; }
  int64_t elements_8() const { return T_K_stored; }
  int64_t elements_9() const { return M + 1; }
  int64_t elements_10() const { return Z_emitted; }
  int64_t elements_11() const { return Z_emitted; }
  int64_t elements_12() const { return Z_emitted; }
  int64_t elements_13() const { return Z_emitted; }
  int64_t elements_14() const { return M + Z_emitted / 32768; }
  int64_t elements_15() const {
    return grid_spgemm_work_oriented_Z_rows_reduce() * 4 * (N * min(1, 32768 / max(N, 1)));
  }
  int64_t elements_16() const { return M + Z_emitted / 32768; }
  int64_t elements_17() const { return M + Z_emitted / 32768 + 1; }
  int64_t elements_18() const { return Z_stored; }
  int64_t elements_19() const { return Z_stored; }
  int64_t block_spgemm_work_oriented_T_count() const {
    return max(
        min(ceil_div(elements_A, 16), min(ceil_div(ceil_div(elements_A, 16), 4224) * 32, 256)), 1);
  }
  int64_t grid_spgemm_work_oriented_T_count() const {
    return min(max(ceil_div(ceil_div(elements_A, 16), block_spgemm_work_oriented_T_count()), 1),
               65536);
  }
  int64_t block_spgemm_work_oriented_T() const { return block_spgemm_work_oriented_T_count(); }
  int64_t grid_spgemm_work_oriented_T() const { return grid_spgemm_work_oriented_T_count(); }
  int64_t block_spgemm_work_oriented_T_rows_count() const { return 128; }
  int64_t grid_spgemm_work_oriented_T_rows_count() const {
    return max(1, min(ceil_div(elements_A, 4), 2112));
  }
  int64_t block_spgemm_work_oriented_T_rows_move() const { return 128; }
  int64_t grid_spgemm_work_oriented_T_rows_move() const {
    return grid_spgemm_work_oriented_T_rows_count();
  }
  int64_t block_spgemm_work_oriented_T_K_mark() const { return 256; }
  int64_t grid_spgemm_work_oriented_T_K_mark() const {
    return max(1, min(ceil_div(T_stored, 256), 4096));
  }
  int64_t block_spgemm_work_oriented_T_K_store() const { return 256; }
  int64_t grid_spgemm_work_oriented_T_K_store() const {
    return grid_spgemm_work_oriented_T_K_mark();
  }
  int64_t block_spgemm_work_oriented_T_K_segments() const { return 256; }
  int64_t grid_spgemm_work_oriented_T_K_segments() const {
    return max(1, min(ceil_div(M, 256), 4096));
  }
  int64_t block_spgemm_work_oriented_T_N_segments() const { return 256; }
  int64_t grid_spgemm_work_oriented_T_N_segments() const {
    return max(1, min(ceil_div(T_K_stored, 256), 4096));
  }
  int64_t block_spgemm_work_oriented_T_N_store() const { return 256; }
  int64_t grid_spgemm_work_oriented_T_N_store() const {
    return grid_spgemm_work_oriented_T_K_mark();
  }
  int64_t block_spgemm_work_oriented_Z_count() const { return max(min(min(8, M), 8), 1) * 32; }
  int64_t grid_spgemm_work_oriented_Z_count() const { return max(min(ceil_div(M, 8), 65536), 1); }
  int64_t block_spgemm_work_oriented_Z() const { return max(min(min(8, M), 8), 1) * 32; }
  int64_t grid_spgemm_work_oriented_Z() const { return max(min(ceil_div(M, 8), 65536), 1); }
  int64_t block_spgemm_work_oriented_Z_rows_reduce() const { return 128; }
  int64_t grid_spgemm_work_oriented_Z_rows_reduce() const {
    return max(1, min(ceil_div(M + Z_emitted / 32768, 4), 792));
  }
  int64_t block_spgemm_work_oriented_Z_rows_combine() const { return 128; }
  int64_t grid_spgemm_work_oriented_Z_rows_combine() const {
    return grid_spgemm_work_oriented_Z_rows_reduce();
  }
  int64_t block_spgemm_work_oriented_Z_rows_move() const { return 128; }
  int64_t grid_spgemm_work_oriented_Z_rows_move() const {
    return grid_spgemm_work_oriented_Z_rows_reduce();
  }
  int64_t block_spgemm_work_oriented_Z_N_segments() const { return 256; }
  int64_t grid_spgemm_work_oriented_Z_N_segments() const {
    return max(1, min(ceil_div(M, 256), 4096));
  }
  int64_t block_spgemm_work_oriented_Z_N_store() const { return 256; }
  int64_t grid_spgemm_work_oriented_Z_N_store() const {
    return max(1, min(ceil_div(Z_stored, 256), 4096));
  }
  coord_t M_of_spgemm_work_oriented_T_count() const { return static_cast<coord_t>(M); }
  coord_t K_of_spgemm_work_oriented_T() const { return static_cast<coord_t>(K); }
  coord_t M_of_spgemm_work_oriented_T() const { return static_cast<coord_t>(M); }
  coord_t N_of_spgemm_work_oriented_T() const { return static_cast<coord_t>(N); }
  int64_t slots_of_spgemm_work_oriented_T_rows_count() const { return elements_A; }
  int64_t slots_of_spgemm_work_oriented_T_rows_move() const { return elements_A; }
  int64_t stride_of_spgemm_work_oriented_T_K_mark() const { return N; }
  int64_t entries_of_spgemm_work_oriented_T_K_mark() const { return T_stored; }
  int64_t stride_of_spgemm_work_oriented_T_K_store() const { return N; }
  int64_t extent_of_spgemm_work_oriented_T_K_store() const { return K; }
  int64_t entries_of_spgemm_work_oriented_T_K_store() const { return T_stored; }
  int64_t stored_of_spgemm_work_oriented_T_K_segments() const { return T_stored; }
  int64_t fiber_span_of_spgemm_work_oriented_T_K_segments() const { return K * N; }
  int64_t positions_of_spgemm_work_oriented_T_K_segments() const { return T_K_stored; }
  int64_t entries_of_spgemm_work_oriented_T_K_segments() const { return M; }
  int64_t stored_of_spgemm_work_oriented_T_N_segments() const { return T_stored; }
  int64_t fiber_span_of_spgemm_work_oriented_T_N_segments() const { return N; }
  int64_t positions_of_spgemm_work_oriented_T_N_segments() const { return T_stored; }
  int64_t inner_of_spgemm_work_oriented_T_N_segments() const { return 1; }
  int64_t parent_span_of_spgemm_work_oriented_T_N_segments() const { return N; }
  int64_t entries_of_spgemm_work_oriented_T_N_segments() const { return T_K_stored; }
  int64_t extent_of_spgemm_work_oriented_T_N_store() const { return N; }
  int64_t entries_of_spgemm_work_oriented_T_N_store() const { return T_stored; }
  coord_t M_of_spgemm_work_oriented_Z_count() const { return static_cast<coord_t>(M); }
  coord_t M_of_spgemm_work_oriented_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spgemm_work_oriented_Z() const { return static_cast<coord_t>(N); }
  int64_t rows_of_spgemm_work_oriented_Z_rows_reduce() const { return M; }
  int64_t stride_of_spgemm_work_oriented_Z_rows_reduce() const { return 1; }
  int64_t span_of_spgemm_work_oriented_Z_rows_reduce() const { return N; }
  int64_t piece_bits_of_spgemm_work_oriented_Z_rows_reduce() const { return 15; }
  int64_t width_of_spgemm_work_oriented_Z_rows_reduce() const {
    return N * min(1, 32768 / max(N, 1));
  }
  int64_t rows_of_spgemm_work_oriented_Z_rows_combine() const { return M; }
  int64_t stride_of_spgemm_work_oriented_Z_rows_combine() const { return 1; }
  int64_t span_of_spgemm_work_oriented_Z_rows_combine() const { return N; }
  int64_t piece_bits_of_spgemm_work_oriented_Z_rows_combine() const { return 15; }
  int64_t parts_of_spgemm_work_oriented_Z_rows_move() const { return M + Z_emitted / 32768; }
  int64_t stored_of_spgemm_work_oriented_Z_N_segments() const { return Z_stored; }
  int64_t fiber_span_of_spgemm_work_oriented_Z_N_segments() const { return N; }
  int64_t positions_of_spgemm_work_oriented_Z_N_segments() const { return Z_stored; }
  int64_t entries_of_spgemm_work_oriented_Z_N_segments() const { return M; }
  int64_t extent_of_spgemm_work_oriented_Z_N_store() const { return N; }
  int64_t entries_of_spgemm_work_oriented_Z_N_store() const { return Z_stored; }
  int64_t stored_T() const { return T_stored; }
  int64_t stored_Z() const { return Z_stored; }
  int64_t step_size_0() const { return elements_A; }
  int64_t step_size_1() const { return max(1, min(ceil_div(elements_A, 2048), 1024)); }
  int64_t step_size_2() const { return T_stored; }
  int64_t step_size_3() const { return max(1, min(ceil_div(T_stored, 2048), 1024)); }
  int64_t step_size_4() const { return T_K_stored; }
  int64_t step_size_5() const { return M + 1; }
  int64_t step_size_6() const { return T_K_stored + 1; }
  int64_t step_size_7() const { return M; }
  int64_t step_size_8() const { return max(1, min(ceil_div(M, 2048), 1024)); }
  int64_t step_size_9() const { return M + Z_emitted / 32768; }
  int64_t step_size_10() const { return max(1, min(ceil_div(M + Z_emitted / 32768, 2048), 1024)); }
  int64_t step_size_11() const { return Z_stored; }
};

}  // namespace

extern "C" size_t spgemm_work_oriented_workspace_bytes(
    const spgemm_work_oriented_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spgemm_work_oriented_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_9()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spgemm_work_oriented_launch(spgemm_work_oriented_arguments* arguments,
                                           void* workspace, size_t workspace_bytes,
                                           struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  spgemm_work_oriented_arguments& a = *arguments;
  spgemm_work_oriented_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spgemm_work_oriented_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  size_type* T_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* scan_sums = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* T_keys = nullptr;
  value_t* T_entries = nullptr;
  size_type* T_rows_before = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* T_rows_keys = nullptr;
  value_t* T_rows_values = nullptr;
  size_type* T_K_ranks = nullptr;
  size_type* T_K_firsts = nullptr;
  size_type* Z_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_9()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* Z_keys = nullptr;
  value_t* Z_entries = nullptr;
  size_type* Z_keys_2 = nullptr;
  value_t* Z_entries_2 = nullptr;
  size_type* Z_rows_counts = nullptr;
  value_t* Z_rows_dense = nullptr;
  size_type* Z_rows_places = nullptr;
  size_type* Z_rows_before = nullptr;
  size_type* Z_rows_keys = nullptr;
  value_t* Z_rows_values = nullptr;
  (void)free_bytes;
  if (!sizes.indexable()) return 5;
  spgemm_work_oriented_pool pool{a, stream, {}, {}};
  a.T_K_segments = nullptr;
  a.T_K_coords = nullptr;
  a.T_N_segments = nullptr;
  a.T_N_coords = nullptr;
  a.T_values = nullptr;
  a.Z_N_segments = nullptr;
  a.Z_N_coords = nullptr;
  a.Z_values = nullptr;
  if (cudaMemsetAsync(T_offsets, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(size_type),
                      stream) != cudaSuccess)
    return 3;
  spgemm_work_oriented_T_count<<<static_cast<unsigned>(sizes.grid_spgemm_work_oriented_T_count()),
                                 static_cast<unsigned>(sizes.block_spgemm_work_oriented_T_count()),
                                 0, stream>>>(a.A_K_segments, a.A_K_coords, a.A_values,
                                              a.B_N_segments, a.B_N_coords, a.B_values,
                                              sizes.M_of_spgemm_work_oriented_T_count(), T_offsets);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spgemm_work_oriented_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, T_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, T_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.T_emitted, T_offsets + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(T_keys, sizes.elements_2())) return 4;
  if (!pool.hold(T_entries, sizes.elements_3())) return 4;
  if (launch_early(
          spgemm_work_oriented_T, static_cast<unsigned>(sizes.grid_spgemm_work_oriented_T()),
          static_cast<unsigned>(sizes.block_spgemm_work_oriented_T()), 0, stream, a.A_K_segments,
          a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords, a.B_values,
          sizes.K_of_spgemm_work_oriented_T(), sizes.M_of_spgemm_work_oriented_T(),
          sizes.N_of_spgemm_work_oriented_T(), T_offsets, T_keys, T_entries) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_T_rows_count,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_T_rows_count()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_T_rows_count()), 0,
                   stream, T_entries, T_offsets, sizes.slots_of_spgemm_work_oriented_T_rows_count(),
                   T_rows_before) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, T_rows_before, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, T_rows_before, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.T_stored, T_rows_before + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(T_rows_keys, sizes.elements_5())) return 4;
  if (!pool.hold(T_rows_values, sizes.elements_6())) return 4;
  if (launch_early(spgemm_work_oriented_T_rows_move,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_T_rows_move()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_T_rows_move()), 0, stream,
                   T_keys, T_entries, T_offsets, T_rows_before,
                   sizes.slots_of_spgemm_work_oriented_T_rows_move(), T_rows_keys,
                   T_rows_values) != cudaSuccess)
    return 3;
  if (!pool.hold(T_K_ranks, sizes.elements_7())) return 4;
  if (launch_early(spgemm_work_oriented_T_K_mark,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_T_K_mark()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_T_K_mark()), 0, stream,
                   T_rows_keys, sizes.stride_of_spgemm_work_oriented_T_K_mark(), T_K_ranks,
                   sizes.entries_of_spgemm_work_oriented_T_K_mark()) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_scan_sums, static_cast<unsigned>(sizes.step_size_3()),
                   static_cast<unsigned>(256), 0, stream, T_K_ranks, sizes.step_size_2(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_scan_apply, static_cast<unsigned>(sizes.step_size_3()),
                   static_cast<unsigned>(256), 0, stream, T_K_ranks, sizes.step_size_2(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.T_K_stored, T_K_ranks + (sizes.step_size_2()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.give(a.T_K_coords, sizes.step_size_4())) return 4;
  if (!pool.hold(T_K_firsts, sizes.elements_8())) return 4;
  if (launch_early(spgemm_work_oriented_T_K_store,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_T_K_store()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_T_K_store()), 0, stream,
                   T_rows_keys, sizes.stride_of_spgemm_work_oriented_T_K_store(),
                   sizes.extent_of_spgemm_work_oriented_T_K_store(), T_K_ranks, a.T_K_coords,
                   T_K_firsts, sizes.entries_of_spgemm_work_oriented_T_K_store()) != cudaSuccess)
    return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_4() > 2147483647) return 5;
  if (!pool.give(a.T_K_segments, sizes.step_size_5())) return 4;
  if (launch_early(spgemm_work_oriented_T_K_segments,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_T_K_segments()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_T_K_segments()), 0,
                   stream, T_rows_keys, sizes.stored_of_spgemm_work_oriented_T_K_segments(),
                   sizes.fiber_span_of_spgemm_work_oriented_T_K_segments(),
                   sizes.positions_of_spgemm_work_oriented_T_K_segments(), a.T_K_segments,
                   T_K_ranks, sizes.entries_of_spgemm_work_oriented_T_K_segments()) != cudaSuccess)
    return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_2() > 2147483647) return 5;
  if (!pool.give(a.T_N_segments, sizes.step_size_6())) return 4;
  if (launch_early(spgemm_work_oriented_T_N_segments,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_T_N_segments()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_T_N_segments()), 0,
                   stream, T_rows_keys, sizes.stored_of_spgemm_work_oriented_T_N_segments(),
                   sizes.fiber_span_of_spgemm_work_oriented_T_N_segments(),
                   sizes.positions_of_spgemm_work_oriented_T_N_segments(), a.T_N_segments,
                   sizes.inner_of_spgemm_work_oriented_T_N_segments(),
                   sizes.parent_span_of_spgemm_work_oriented_T_N_segments(), T_K_firsts,
                   sizes.entries_of_spgemm_work_oriented_T_N_segments()) != cudaSuccess)
    return 3;
  if (!pool.give(a.T_N_coords, sizes.step_size_2())) return 4;
  if (!pool.give(a.T_values, sizes.stored_T())) return 4;
  if (launch_early(spgemm_work_oriented_T_N_store,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_T_N_store()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_T_N_store()), 0, stream,
                   T_rows_keys, T_rows_values, sizes.extent_of_spgemm_work_oriented_T_N_store(),
                   a.T_N_coords, a.T_values,
                   sizes.entries_of_spgemm_work_oriented_T_N_store()) != cudaSuccess)
    return 3;
  if (cudaMemsetAsync(Z_offsets, 0, static_cast<size_t>(sizes.elements_9()) * sizeof(size_type),
                      stream) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_Z_count,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_Z_count()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_Z_count()), 0, stream,
                   a.T_K_segments, a.T_K_coords, a.T_N_segments, a.T_N_coords, a.T_values,
                   sizes.M_of_spgemm_work_oriented_Z_count(), Z_offsets) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_scan_sums, static_cast<unsigned>(sizes.step_size_8()),
                   static_cast<unsigned>(256), 0, stream, Z_offsets, sizes.step_size_7(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_scan_apply, static_cast<unsigned>(sizes.step_size_8()),
                   static_cast<unsigned>(256), 0, stream, Z_offsets, sizes.step_size_7(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.Z_emitted, Z_offsets + (sizes.step_size_7()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_keys, sizes.elements_10())) return 4;
  if (!pool.hold(Z_entries, sizes.elements_11())) return 4;
  if (launch_early(spgemm_work_oriented_Z,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_Z()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_Z()), 0, stream,
                   a.T_K_segments, a.T_K_coords, a.T_N_segments, a.T_N_coords, a.T_values,
                   sizes.M_of_spgemm_work_oriented_Z(), sizes.N_of_spgemm_work_oriented_Z(),
                   Z_offsets, Z_keys, Z_entries) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_keys_2, sizes.elements_12())) return 4;
  if (!pool.hold(Z_entries_2, sizes.elements_13())) return 4;
  if (!pool.hold(Z_rows_dense, sizes.elements_15())) return 4;
  if (!pool.hold(Z_rows_counts, sizes.elements_14())) return 4;
  if (launch_early(spgemm_work_oriented_Z_rows_reduce,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_Z_rows_reduce()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_Z_rows_reduce()), 0,
                   stream, Z_keys, Z_entries, Z_keys_2, Z_entries_2, Z_offsets,
                   sizes.rows_of_spgemm_work_oriented_Z_rows_reduce(),
                   sizes.stride_of_spgemm_work_oriented_Z_rows_reduce(),
                   sizes.span_of_spgemm_work_oriented_Z_rows_reduce(),
                   sizes.piece_bits_of_spgemm_work_oriented_Z_rows_reduce(), Z_rows_dense,
                   sizes.width_of_spgemm_work_oriented_Z_rows_reduce(),
                   Z_rows_counts) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_rows_places, sizes.elements_16())) return 4;
  if (!pool.hold(Z_rows_before, sizes.elements_17())) return 4;
  if (launch_early(spgemm_work_oriented_Z_rows_combine,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_Z_rows_combine()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_Z_rows_combine()), 0,
                   stream, Z_keys, Z_entries, Z_offsets,
                   sizes.rows_of_spgemm_work_oriented_Z_rows_combine(),
                   sizes.stride_of_spgemm_work_oriented_Z_rows_combine(),
                   sizes.span_of_spgemm_work_oriented_Z_rows_combine(),
                   sizes.piece_bits_of_spgemm_work_oriented_Z_rows_combine(), Z_rows_counts,
                   Z_keys_2, Z_entries_2, Z_rows_places, Z_rows_before) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_scan_sums, static_cast<unsigned>(sizes.step_size_10()),
                   static_cast<unsigned>(256), 0, stream, Z_rows_before, sizes.step_size_9(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_work_oriented_scan_apply, static_cast<unsigned>(sizes.step_size_10()),
                   static_cast<unsigned>(256), 0, stream, Z_rows_before, sizes.step_size_9(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.Z_stored, Z_rows_before + (sizes.step_size_9()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_rows_keys, sizes.elements_18())) return 4;
  if (!pool.hold(Z_rows_values, sizes.elements_19())) return 4;
  if (launch_early(spgemm_work_oriented_Z_rows_move,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_Z_rows_move()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_Z_rows_move()), 0, stream,
                   Z_keys, Z_entries, Z_keys_2, Z_entries_2, Z_rows_places, Z_rows_before,
                   sizes.parts_of_spgemm_work_oriented_Z_rows_move(), Z_rows_keys,
                   Z_rows_values) != cudaSuccess)
    return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_11() > 2147483647) return 5;
  if (!pool.give(a.Z_N_segments, sizes.step_size_5())) return 4;
  if (launch_early(spgemm_work_oriented_Z_N_segments,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_Z_N_segments()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_Z_N_segments()), 0,
                   stream, Z_rows_keys, sizes.stored_of_spgemm_work_oriented_Z_N_segments(),
                   sizes.fiber_span_of_spgemm_work_oriented_Z_N_segments(),
                   sizes.positions_of_spgemm_work_oriented_Z_N_segments(), a.Z_N_segments,
                   sizes.entries_of_spgemm_work_oriented_Z_N_segments()) != cudaSuccess)
    return 3;
  if (!pool.give(a.Z_N_coords, sizes.step_size_11())) return 4;
  if (!pool.give(a.Z_values, sizes.stored_Z())) return 4;
  if (launch_early(spgemm_work_oriented_Z_N_store,
                   static_cast<unsigned>(sizes.grid_spgemm_work_oriented_Z_N_store()),
                   static_cast<unsigned>(sizes.block_spgemm_work_oriented_Z_N_store()), 0, stream,
                   Z_rows_keys, Z_rows_values, sizes.extent_of_spgemm_work_oriented_Z_N_store(),
                   a.Z_N_coords, a.Z_values,
                   sizes.entries_of_spgemm_work_oriented_Z_N_store()) != cudaSuccess)
    return 3;
  a.T_K_positions = sizes.step_size_4();
  a.T_N_positions = sizes.step_size_2();
  a.Z_N_positions = sizes.step_size_11();
  return 0;
}

extern "C" const char* spgemm_work_oriented_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spgemm_work_oriented_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 4:
      return "device memory is not to be had";
    case 5:
      return "a tensor has more positions or a larger index space than its types can count";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
