// Made by teaalc 0.1.0 from gemm_joint_lists.yaml; do not edit.
//   PA[g, k] = A[g, h, k]
//     loops G (space), K (space), H
//     maps by #0 0 ne
//     reduces by or from 0
//   PB[j, k] = B[k, j, i]
//     loops J (space), K (space), I (space)
//     maps by #0 0 ne
//     reduces by or from 0
//   L[g, j, k] = PA[g, k] * PB[j, k]
//     loops G (space), J (space), K (space)
//   C[g, h, j, i] = L[g, j, k] * A[g, h, k] * B[k, j, i]
//     loops G (space), J (space), H2, I2, K1, K0, H1 (space), I1 (space), H0, I0
//   stored A[G:U, K:U, H:U], B[K:U, J:U, I:U], PA[G:U, K:U], PB[J:U, K:U], L[G:U, J:U, K:C], C[G:U,
//   H:U, J:U, I:U] teaalc gemm_joint_lists.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// 1 if a value is not 0, else 0.
struct teaal_either {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a != T(0) || b != T(0) ? T(1) : T(0);
  }
};

// Over the lanes that differ only in the bits of [width_low, width_high): lane offsets width_high /
// 2 down to width_low, both powers of two up to 32. All 32 lanes of the warp must call it, with the
// same widths; each gets the result of its own group. (1, 32) is the whole warp.
template <class Op, class T>
static __device__ __forceinline__ T teaal_lane_reduce(T value, int width_low, int width_high) {
  for (int offset = width_high / 2; offset >= width_low; offset /= 2)
    value = Op::of(value, __shfl_xor_sync(0xffffffffu, value, offset));
  return value;
}

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
  for (K tile = begin; tile < end; tile += blockDim.x) {
    const K at = tile + threadIdx.x, mine = at < end ? counts[at] : K(0);
    K upto = mine;
    for (int by = 1; by < 32; by *= 2) {
      const K lower = __shfl_up_sync(0xffffffffu, upto, by);
      if (lane >= by) upto += lower;
    }
    __syncthreads();
    if (lane == 31) shared[warp] = upto;
    __syncthreads();
    K warp_before = before;
    for (int other = 0; other < warps; ++other) {
      if (other < warp) warp_before += shared[other];
      before += shared[other];
    }
    if (at < end) counts[at] = warp_before + upto - mine;
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
      K upto = count;
      for (int by = 1; by < 32; by *= 2) {
        const K lower = __shfl_up_sync(0xffffffffu, upto, by);
        if (lane >= by) upto += lower;
      }
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

// One element, or 0 where `valid` is false; `from` is not read then.
template <class T>
static __device__ __forceinline__ void teaal_copy_element(T* to, const T* from, bool valid) {
#ifdef TEAAL_CPU
  *to = valid ? *from : T(0);
#else
  if constexpr (sizeof(T) < 4)  // which no instruction copies
    *to = valid ? *from : T(0);
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from),
                   "n"(static_cast<int>(sizeof(T))), "r"(valid ? static_cast<int>(sizeof(T)) : 0));
#endif
}

// Four elements, or zeros where `valid` is false; both addresses are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ void teaal_copy_quad(T* to, const T* from, bool valid) {
#ifdef TEAAL_CPU
  T quad[4] = {};
  if (valid) teaal_take_units<4>(quad, from);
  teaal_give_units<4>(to, quad);
#else
  const int elements = 16 / static_cast<int>(sizeof(T));
#pragma unroll
  for (int first = 0; first < 4; first += elements)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to + first))),
                   "l"(from + first), "r"(valid ? 16 : 0));
#endif
}

// Ends a group of copies of this thread.
static __device__ __forceinline__ void teaal_copies_end() {
#ifndef TEAAL_CPU
  asm volatile("cp.async.commit_group;");
#endif
}

// Waits until all groups of this thread but the last `running` have arrived.
template <int running>
static __device__ __forceinline__ void teaal_copies_arrive() {
#ifndef TEAAL_CPU
  asm volatile("cp.async.wait_group %0;" : : "n"(running));
#endif
}

// Four elements; `from` is aligned to 16 bytes.
[[maybe_unused]] static __device__ __forceinline__ void teaal_load_quad(float* to,
                                                                        const float* from) {
#ifdef TEAAL_CPU
  teaal_take_units<4>(to, from);
#else
  const float4 quad = *reinterpret_cast<const float4*>(from);
  to[0] = quad.x;
  to[1] = quad.y;
  to[2] = quad.z;
  to[3] = quad.w;
#endif
}

// The same value in a register of its own. A grid has one dimension, which ptxas does not know: it
// would keep what goes to memory in quads, through all of the main loop, in the quads of registers
// that a vector store wants, and so in the bank of the factor whose neighbours it has: half of the
// products would wait for an operand.
static __device__ __forceinline__ int teaal_apart(int value) {
#ifdef TEAAL_CPU
  return value;
#else
  return value ^ static_cast<int>(blockIdx.z);
#endif
}

static __device__ __forceinline__ float teaal_apart(float value) {
#ifdef TEAAL_CPU
  return value;
#else
  return __int_as_float(teaal_apart(__float_as_int(value)));
#endif
}

// Four elements to memory.
[[maybe_unused]] static __device__ __forceinline__ void teaal_store_quad(float* to,
                                                                         const float* from) {
#ifdef TEAAL_CPU
  teaal_give_units<4>(to, from);
#else
  *reinterpret_cast<float4*>(to) = make_float4(teaal_apart(from[0]), teaal_apart(from[1]),
                                               teaal_apart(from[2]), teaal_apart(from[3]));
#endif
}

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
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

#line 16 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_PA(value_t* __restrict__ PA_values,
                                               const value_t* __restrict__ A_values, coord_t G,
                                               coord_t H, coord_t K) {
  const offset_t workers_G = gridDim.x;
  const offset_t worker_G = blockIdx.x;
  const offset_t workers_K = blockDim.x;
  const offset_t worker_K = threadIdx.x;
#line 30 "gemm_joint_lists.yaml"
  for (offset_t g = worker_G; g < G; g += workers_G) {
    for (offset_t k = worker_K; k < K; k += workers_K) {
      const offset_t A_K_at = g * static_cast<offset_t>(K) + k;
      const offset_t PA_K_at = g * static_cast<offset_t>(K) + k;
#line 16 "gemm_joint_lists.yaml"
      value_t sum = value_t(0);
#line 30 "gemm_joint_lists.yaml"
      for (coord_t h = 0; h < H; ++h) {
        const offset_t A_H_at = A_K_at * static_cast<offset_t>(H) + h;
#line 16 "gemm_joint_lists.yaml"
        sum = sum != value_t(0) || ((A_values[A_H_at] != value_t(0)) ? static_cast<value_t>(1)
                                                                     : value_t(0)) != value_t(0)
                  ? value_t(1)
                  : value_t(0);
      }
      PA_values[PA_K_at] = sum;
    }
  }
}

#line 17 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_PB(value_t* __restrict__ PB_values,
                                               const value_t* __restrict__ B_values, coord_t I,
                                               coord_t J, coord_t K) {
  teaal_await_launches();
  const offset_t workers_J = gridDim.x;
  const offset_t worker_J = blockIdx.x;
  const offset_t workers_K = blockDim.x / 32;
  const offset_t worker_K = threadIdx.x / 32;
  const offset_t workers_I = 32;
  const offset_t worker_I = threadIdx.x % 32;
#line 31 "gemm_joint_lists.yaml"
  for (offset_t j = worker_J; j < J; j += workers_J) {
    for (offset_t k = worker_K; k < K; k += workers_K) {
      const offset_t B_J_at = k * static_cast<offset_t>(J) + j;
      const offset_t PB_K_at = j * static_cast<offset_t>(K) + k;
#line 17 "gemm_joint_lists.yaml"
      value_t sum = value_t(0);
#line 31 "gemm_joint_lists.yaml"
      // Sums.
      for (offset_t i = worker_I; i < I; i += workers_I) {
        const offset_t B_I_at = B_J_at * static_cast<offset_t>(I) + i;
#line 17 "gemm_joint_lists.yaml"
        sum = sum != value_t(0) || ((B_values[B_I_at] != value_t(0)) ? static_cast<value_t>(1)
                                                                     : value_t(0)) != value_t(0)
                  ? value_t(1)
                  : value_t(0);
      }
      // Combine the sums of threads.
      const value_t total = teaal_lane_reduce<teaal_either>(sum, 1, 32);
      // Store PB_values.
      if (worker_I == 0) {
        PB_values[PB_K_at] = total;
      }
    }
  }
}

#line 19 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_C(
    value_t* __restrict__ C_values, const pos_t* __restrict__ L_K_segments,
    const coord_t* __restrict__ L_K_coords, const value_t* __restrict__ L_values,
    const value_t* __restrict__ A_values, const value_t* __restrict__ B_values, coord_t G,
    coord_t H, coord_t I, coord_t J, coord_t K, coord_t count_J, coord_t count_G) {
  teaal_await_launches();
  const offset_t workers_J = count_J;
  const offset_t worker_J = blockIdx.x % count_J;
  const offset_t workers_G = count_G;
  const offset_t worker_G = blockIdx.x / count_J;
  const offset_t worker_H1 = threadIdx.x / 32;
  const offset_t worker_I1 = threadIdx.x % 32;
  __shared__ __align__(16) value_t A_tile_values[1024];
  __shared__ __align__(16) value_t B_tile_values[2048];
#line 33 "gemm_joint_lists.yaml"
  for (offset_t g = worker_G; g < G; g += workers_G) {
    for (offset_t j = worker_J; j < J; j += workers_J) {
      const offset_t L_J_at = g * static_cast<offset_t>(J) + j;
      const pos_t L_K_begin = L_K_segments[L_J_at];
      const pos_t L_K_end = L_K_segments[L_J_at + 1];
      const offset_t h2_whole_end = static_cast<offset_t>(H) / 64 * 64;
      for (offset_t h2 = 0; h2 < h2_whole_end; h2 += 64) {
        const offset_t i2_whole_end =
            teaal_aligned_rows(C_values, I) ? static_cast<offset_t>(I) / 128 * 128 : 0;
        for (offset_t i2 = 0; i2 < i2_whole_end; i2 += 128) {
#line 19 "gemm_joint_lists.yaml"
          value_t sums[64];
#pragma unroll
          for (int sums_element = 0; sums_element < 64; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
          __syncthreads();
#line 33 "gemm_joint_lists.yaml"
          // Load A_tile_values and B_tile_values.
          {
            if (static_cast<offset_t>(L_K_begin) < static_cast<offset_t>(L_K_end)) {
              const offset_t L_K_run_ahead = static_cast<offset_t>(L_K_begin);
              const pos_t L_K_run_begin = static_cast<pos_t>(L_K_run_ahead);
              const pos_t L_K_run_end =
                  static_cast<pos_t>(min(static_cast<size_type>(static_cast<offset_t>(L_K_end)),
                                         static_cast<size_type>(L_K_run_ahead) + 8));
              const int L_K_run_buffer = static_cast<int>(
                  (static_cast<size_type>(L_K_run_ahead) - static_cast<offset_t>(L_K_begin)) / 8 %
                  2);
              const offset_t A_tile_K_begin = static_cast<offset_t>(L_K_run_begin);
              const offset_t B_tile_K_begin = static_cast<offset_t>(L_K_run_begin);
              const bool A_tile_quads = teaal_aligned_rows(A_values, H);
              if (A_tile_quads) {
                for (int quad = static_cast<int>(threadIdx.x); quad < 128;
                     quad += static_cast<int>(blockDim.x)) {
                  const int element = quad * 4;
                  const size_type k0_2_at = static_cast<size_type>(A_tile_K_begin) + element / 64;
                  const offset_t h0_2 = h2 + element % 64;
                  if (k0_2_at < L_K_run_end) {
                    const coord_t k0_2 = L_K_coords[k0_2_at];
                    const offset_t A_K_at = g * static_cast<offset_t>(K) + k0_2;
                    const offset_t A_H_at = A_K_at * static_cast<offset_t>(H) + h0_2;
                    teaal_copy_quad(&A_tile_values[L_K_run_buffer * 512 + element],
                                    &A_values[A_H_at], true);
                  }
                }
              }
              if (!A_tile_quads) {
                for (int element_2 = static_cast<int>(threadIdx.x); element_2 < 512;
                     element_2 += static_cast<int>(blockDim.x)) {
                  const size_type k0_3_at = static_cast<size_type>(A_tile_K_begin) + element_2 / 64;
                  const offset_t h0_3 = h2 + element_2 % 64;
                  if (k0_3_at < L_K_run_end) {
                    const coord_t k0_3 = L_K_coords[k0_3_at];
                    const offset_t A_K_at_2 = g * static_cast<offset_t>(K) + k0_3;
                    const offset_t A_H_at_2 = A_K_at_2 * static_cast<offset_t>(H) + h0_3;
                    teaal_copy_element(&A_tile_values[L_K_run_buffer * 512 + element_2],
                                       &A_values[A_H_at_2], true);
                  }
                }
              }
              const bool B_tile_quads = teaal_aligned_rows(B_values, I);
              if (B_tile_quads) {
                for (int quad_2 = static_cast<int>(threadIdx.x); quad_2 < 256;
                     quad_2 += static_cast<int>(blockDim.x)) {
                  const int element_3 = quad_2 * 4;
                  const size_type k0_4_at =
                      static_cast<size_type>(B_tile_K_begin) + element_3 / 128;
                  const offset_t i0_2 = i2 + element_3 % 128;
                  if (k0_4_at < L_K_run_end) {
                    const coord_t k0_4 = L_K_coords[k0_4_at];
                    const offset_t B_J_at =
                        static_cast<offset_t>(k0_4) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at = B_J_at * static_cast<offset_t>(I) + i0_2;
                    teaal_copy_quad(&B_tile_values[L_K_run_buffer * 1024 + element_3],
                                    &B_values[B_I_at], true);
                  }
                }
              }
              if (!B_tile_quads) {
                for (int element_4 = static_cast<int>(threadIdx.x); element_4 < 1024;
                     element_4 += static_cast<int>(blockDim.x)) {
                  const size_type k0_5_at =
                      static_cast<size_type>(B_tile_K_begin) + element_4 / 128;
                  const offset_t i0_3 = i2 + element_4 % 128;
                  if (k0_5_at < L_K_run_end) {
                    const coord_t k0_5 = L_K_coords[k0_5_at];
                    const offset_t B_J_at_2 =
                        static_cast<offset_t>(k0_5) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at_2 = B_J_at_2 * static_cast<offset_t>(I) + i0_3;
                    teaal_copy_element(&B_tile_values[L_K_run_buffer * 1024 + element_4],
                                       &B_values[B_I_at_2], true);
                  }
                }
              }
            }
            teaal_copies_end();
          }
          for (size_type L_K_run = L_K_begin; L_K_run < L_K_end; L_K_run += 8) {
            teaal_copies_arrive<0>();
            __syncthreads();
            // Load A_tile_values and B_tile_values.
            if (L_K_run + 8 < static_cast<offset_t>(L_K_end)) {
              const size_type L_K_run_ahead_2 = L_K_run + 8;
              const pos_t L_K_run_begin = static_cast<pos_t>(L_K_run_ahead_2);
              const pos_t L_K_run_end = static_cast<pos_t>(
                  min(static_cast<size_type>(static_cast<offset_t>(L_K_end)), L_K_run_ahead_2 + 8));
              const int L_K_run_buffer =
                  static_cast<int>((L_K_run_ahead_2 - static_cast<offset_t>(L_K_begin)) / 8 % 2);
              const offset_t A_tile_K_begin = static_cast<offset_t>(L_K_run_begin);
              const offset_t B_tile_K_begin = static_cast<offset_t>(L_K_run_begin);
              const bool A_tile_quads = teaal_aligned_rows(A_values, H);
              if (A_tile_quads) {
                for (int quad = static_cast<int>(threadIdx.x); quad < 128;
                     quad += static_cast<int>(blockDim.x)) {
                  const int element = quad * 4;
                  const size_type k0_2_at = static_cast<size_type>(A_tile_K_begin) + element / 64;
                  const offset_t h0_2 = h2 + element % 64;
                  if (k0_2_at < L_K_run_end) {
                    const coord_t k0_2 = L_K_coords[k0_2_at];
                    const offset_t A_K_at = g * static_cast<offset_t>(K) + k0_2;
                    const offset_t A_H_at = A_K_at * static_cast<offset_t>(H) + h0_2;
                    teaal_copy_quad(&A_tile_values[L_K_run_buffer * 512 + element],
                                    &A_values[A_H_at], true);
                  }
                }
              }
              if (!A_tile_quads) {
                for (int element_2 = static_cast<int>(threadIdx.x); element_2 < 512;
                     element_2 += static_cast<int>(blockDim.x)) {
                  const size_type k0_3_at = static_cast<size_type>(A_tile_K_begin) + element_2 / 64;
                  const offset_t h0_3 = h2 + element_2 % 64;
                  if (k0_3_at < L_K_run_end) {
                    const coord_t k0_3 = L_K_coords[k0_3_at];
                    const offset_t A_K_at_2 = g * static_cast<offset_t>(K) + k0_3;
                    const offset_t A_H_at_2 = A_K_at_2 * static_cast<offset_t>(H) + h0_3;
                    teaal_copy_element(&A_tile_values[L_K_run_buffer * 512 + element_2],
                                       &A_values[A_H_at_2], true);
                  }
                }
              }
              const bool B_tile_quads = teaal_aligned_rows(B_values, I);
              if (B_tile_quads) {
                for (int quad_2 = static_cast<int>(threadIdx.x); quad_2 < 256;
                     quad_2 += static_cast<int>(blockDim.x)) {
                  const int element_3 = quad_2 * 4;
                  const size_type k0_4_at =
                      static_cast<size_type>(B_tile_K_begin) + element_3 / 128;
                  const offset_t i0_2 = i2 + element_3 % 128;
                  if (k0_4_at < L_K_run_end) {
                    const coord_t k0_4 = L_K_coords[k0_4_at];
                    const offset_t B_J_at =
                        static_cast<offset_t>(k0_4) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at = B_J_at * static_cast<offset_t>(I) + i0_2;
                    teaal_copy_quad(&B_tile_values[L_K_run_buffer * 1024 + element_3],
                                    &B_values[B_I_at], true);
                  }
                }
              }
              if (!B_tile_quads) {
                for (int element_4 = static_cast<int>(threadIdx.x); element_4 < 1024;
                     element_4 += static_cast<int>(blockDim.x)) {
                  const size_type k0_5_at =
                      static_cast<size_type>(B_tile_K_begin) + element_4 / 128;
                  const offset_t i0_3 = i2 + element_4 % 128;
                  if (k0_5_at < L_K_run_end) {
                    const coord_t k0_5 = L_K_coords[k0_5_at];
                    const offset_t B_J_at_2 =
                        static_cast<offset_t>(k0_5) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at_2 = B_J_at_2 * static_cast<offset_t>(I) + i0_3;
                    teaal_copy_element(&B_tile_values[L_K_run_buffer * 1024 + element_4],
                                       &B_values[B_I_at_2], true);
                  }
                }
              }
            }
            teaal_copies_end();
            // Products.
            const pos_t L_K_run_begin = static_cast<pos_t>(L_K_run);
            const pos_t L_K_run_end = static_cast<pos_t>(
                min(static_cast<size_type>(static_cast<offset_t>(L_K_end)), L_K_run + 8));
            const int L_K_run_buffer =
                static_cast<int>((L_K_run - static_cast<offset_t>(L_K_begin)) / 8 % 2);
            const offset_t A_tile_K_begin = static_cast<offset_t>(L_K_run_begin);
            const offset_t B_tile_K_begin = static_cast<offset_t>(L_K_run_begin);
            for (pos_t L_K_at = L_K_run_begin; L_K_at < L_K_run_end; ++L_K_at) {
              const int A_tile_K_at =
                  L_K_run_buffer * 8 +
                  static_cast<int>(static_cast<size_type>(L_K_at) - A_tile_K_begin);
              const int B_tile_K_at =
                  L_K_run_buffer * 8 +
                  static_cast<int>(static_cast<size_type>(L_K_at) - B_tile_K_begin);
#pragma unroll
              for (int h0_turn = 0; h0_turn < 16; ++h0_turn) {
                const int A_tile_H_at =
                    A_tile_K_at * 64 + static_cast<int>(worker_H1 * 16 + h0_turn);
                value_t B_tile_values_quad[4];
                teaal_load_quad(
                    &B_tile_values_quad[0],
                    &B_tile_values[B_tile_K_at * 128 + static_cast<int>(worker_I1 * 4)]);
#pragma unroll
                for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
#line 19 "gemm_joint_lists.yaml"
                  sums[h0_turn * 4 + i0_turn] =
                      fmaf(L_values[L_K_at] * A_tile_values[A_tile_H_at],
                           B_tile_values_quad[i0_turn], sums[h0_turn * 4 + i0_turn]);
                }
              }
            }
          }
#line 33 "gemm_joint_lists.yaml"
          // Store C_values.
          const offset_t h1 = h2 + worker_H1 * 16;
          const offset_t i1 = i2 + worker_I1 * 4;
#pragma unroll
          for (int h0_turn = 0; h0_turn < 16; ++h0_turn) {
            const coord_t h0 = static_cast<coord_t>(h1 + h0_turn);
            const offset_t C_H_at_2 = g * static_cast<offset_t>(H) + h0;
            const offset_t C_J_at_2 = C_H_at_2 * static_cast<offset_t>(J) + j;
            teaal_store_quad(
                &C_values[C_J_at_2 * static_cast<offset_t>(I) + static_cast<coord_t>(i1)],
                &sums[h0_turn * 4]);
          }
        }
#pragma unroll 1
        for (offset_t i2 = i2_whole_end; i2 < I; i2 += 128) {
          const offset_t i2_end = min(static_cast<offset_t>(I), i2 + 128);
#line 19 "gemm_joint_lists.yaml"
          value_t sums[64];
#pragma unroll
          for (int sums_element = 0; sums_element < 64; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
          __syncthreads();
#line 33 "gemm_joint_lists.yaml"
          // Load A_tile_values and B_tile_values.
          {
            if (static_cast<offset_t>(L_K_begin) < static_cast<offset_t>(L_K_end)) {
              const offset_t L_K_run_2_ahead = static_cast<offset_t>(L_K_begin);
              const pos_t L_K_run_begin_2 = static_cast<pos_t>(L_K_run_2_ahead);
              const pos_t L_K_run_end_2 =
                  static_cast<pos_t>(min(static_cast<size_type>(static_cast<offset_t>(L_K_end)),
                                         static_cast<size_type>(L_K_run_2_ahead) + 8));
              const int L_K_run_2_buffer = static_cast<int>(
                  (static_cast<size_type>(L_K_run_2_ahead) - static_cast<offset_t>(L_K_begin)) / 8 %
                  2);
              const offset_t A_tile_K_begin_2 = static_cast<offset_t>(L_K_run_begin_2);
              const offset_t B_tile_K_begin_2 = static_cast<offset_t>(L_K_run_begin_2);
              const bool A_tile_quads_2 = teaal_aligned_rows(A_values, H);
              if (A_tile_quads_2) {
                for (int quad_3 = static_cast<int>(threadIdx.x); quad_3 < 128;
                     quad_3 += static_cast<int>(blockDim.x)) {
                  const int element_5 = quad_3 * 4;
                  const size_type k0_6_at =
                      static_cast<size_type>(A_tile_K_begin_2) + element_5 / 64;
                  const offset_t h0_4 = h2 + element_5 % 64;
                  if (k0_6_at < L_K_run_end_2) {
                    const coord_t k0_6 = L_K_coords[k0_6_at];
                    const offset_t A_K_at_3 = g * static_cast<offset_t>(K) + k0_6;
                    const offset_t A_H_at_3 = A_K_at_3 * static_cast<offset_t>(H) + h0_4;
                    teaal_copy_quad(&A_tile_values[L_K_run_2_buffer * 512 + element_5],
                                    &A_values[A_H_at_3], true);
                  }
                }
              }
              if (!A_tile_quads_2) {
                for (int element_6 = static_cast<int>(threadIdx.x); element_6 < 512;
                     element_6 += static_cast<int>(blockDim.x)) {
                  const size_type k0_7_at =
                      static_cast<size_type>(A_tile_K_begin_2) + element_6 / 64;
                  const offset_t h0_5 = h2 + element_6 % 64;
                  if (k0_7_at < L_K_run_end_2) {
                    const coord_t k0_7 = L_K_coords[k0_7_at];
                    const offset_t A_K_at_4 = g * static_cast<offset_t>(K) + k0_7;
                    const offset_t A_H_at_4 = A_K_at_4 * static_cast<offset_t>(H) + h0_5;
                    teaal_copy_element(&A_tile_values[L_K_run_2_buffer * 512 + element_6],
                                       &A_values[A_H_at_4], true);
                  }
                }
              }
              const bool B_tile_quads_2 = teaal_aligned_rows(B_values, I);
              if (B_tile_quads_2) {
                for (int quad_4 = static_cast<int>(threadIdx.x); quad_4 < 256;
                     quad_4 += static_cast<int>(blockDim.x)) {
                  const int element_7 = quad_4 * 4;
                  const size_type k0_8_at =
                      static_cast<size_type>(B_tile_K_begin_2) + element_7 / 128;
                  const offset_t i0_4 = i2 + element_7 % 128;
                  if (k0_8_at < L_K_run_end_2 && i0_4 < i2_end) {
                    const coord_t k0_8 = L_K_coords[k0_8_at];
                    const offset_t B_J_at_3 =
                        static_cast<offset_t>(k0_8) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at_3 = B_J_at_3 * static_cast<offset_t>(I) + i0_4;
                    teaal_copy_quad(&B_tile_values[L_K_run_2_buffer * 1024 + element_7],
                                    &B_values[B_I_at_3], true);
                  }
                }
              }
              if (!B_tile_quads_2) {
                for (int element_8 = static_cast<int>(threadIdx.x); element_8 < 1024;
                     element_8 += static_cast<int>(blockDim.x)) {
                  const size_type k0_9_at =
                      static_cast<size_type>(B_tile_K_begin_2) + element_8 / 128;
                  const offset_t i0_5 = i2 + element_8 % 128;
                  if (k0_9_at < L_K_run_end_2 && i0_5 < i2_end) {
                    const coord_t k0_9 = L_K_coords[k0_9_at];
                    const offset_t B_J_at_4 =
                        static_cast<offset_t>(k0_9) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at_4 = B_J_at_4 * static_cast<offset_t>(I) + i0_5;
                    teaal_copy_element(&B_tile_values[L_K_run_2_buffer * 1024 + element_8],
                                       &B_values[B_I_at_4], true);
                  }
                }
              }
            }
            teaal_copies_end();
          }
          for (size_type L_K_run_2 = L_K_begin; L_K_run_2 < L_K_end; L_K_run_2 += 8) {
            teaal_copies_arrive<0>();
            __syncthreads();
            // Load A_tile_values and B_tile_values.
            if (L_K_run_2 + 8 < static_cast<offset_t>(L_K_end)) {
              const size_type L_K_run_2_ahead_2 = L_K_run_2 + 8;
              const pos_t L_K_run_begin_2 = static_cast<pos_t>(L_K_run_2_ahead_2);
              const pos_t L_K_run_end_2 = static_cast<pos_t>(min(
                  static_cast<size_type>(static_cast<offset_t>(L_K_end)), L_K_run_2_ahead_2 + 8));
              const int L_K_run_2_buffer =
                  static_cast<int>((L_K_run_2_ahead_2 - static_cast<offset_t>(L_K_begin)) / 8 % 2);
              const offset_t A_tile_K_begin_2 = static_cast<offset_t>(L_K_run_begin_2);
              const offset_t B_tile_K_begin_2 = static_cast<offset_t>(L_K_run_begin_2);
              const bool A_tile_quads_2 = teaal_aligned_rows(A_values, H);
              if (A_tile_quads_2) {
                for (int quad_3 = static_cast<int>(threadIdx.x); quad_3 < 128;
                     quad_3 += static_cast<int>(blockDim.x)) {
                  const int element_5 = quad_3 * 4;
                  const size_type k0_6_at =
                      static_cast<size_type>(A_tile_K_begin_2) + element_5 / 64;
                  const offset_t h0_4 = h2 + element_5 % 64;
                  if (k0_6_at < L_K_run_end_2) {
                    const coord_t k0_6 = L_K_coords[k0_6_at];
                    const offset_t A_K_at_3 = g * static_cast<offset_t>(K) + k0_6;
                    const offset_t A_H_at_3 = A_K_at_3 * static_cast<offset_t>(H) + h0_4;
                    teaal_copy_quad(&A_tile_values[L_K_run_2_buffer * 512 + element_5],
                                    &A_values[A_H_at_3], true);
                  }
                }
              }
              if (!A_tile_quads_2) {
                for (int element_6 = static_cast<int>(threadIdx.x); element_6 < 512;
                     element_6 += static_cast<int>(blockDim.x)) {
                  const size_type k0_7_at =
                      static_cast<size_type>(A_tile_K_begin_2) + element_6 / 64;
                  const offset_t h0_5 = h2 + element_6 % 64;
                  if (k0_7_at < L_K_run_end_2) {
                    const coord_t k0_7 = L_K_coords[k0_7_at];
                    const offset_t A_K_at_4 = g * static_cast<offset_t>(K) + k0_7;
                    const offset_t A_H_at_4 = A_K_at_4 * static_cast<offset_t>(H) + h0_5;
                    teaal_copy_element(&A_tile_values[L_K_run_2_buffer * 512 + element_6],
                                       &A_values[A_H_at_4], true);
                  }
                }
              }
              const bool B_tile_quads_2 = teaal_aligned_rows(B_values, I);
              if (B_tile_quads_2) {
                for (int quad_4 = static_cast<int>(threadIdx.x); quad_4 < 256;
                     quad_4 += static_cast<int>(blockDim.x)) {
                  const int element_7 = quad_4 * 4;
                  const size_type k0_8_at =
                      static_cast<size_type>(B_tile_K_begin_2) + element_7 / 128;
                  const offset_t i0_4 = i2 + element_7 % 128;
                  if (k0_8_at < L_K_run_end_2 && i0_4 < i2_end) {
                    const coord_t k0_8 = L_K_coords[k0_8_at];
                    const offset_t B_J_at_3 =
                        static_cast<offset_t>(k0_8) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at_3 = B_J_at_3 * static_cast<offset_t>(I) + i0_4;
                    teaal_copy_quad(&B_tile_values[L_K_run_2_buffer * 1024 + element_7],
                                    &B_values[B_I_at_3], true);
                  }
                }
              }
              if (!B_tile_quads_2) {
                for (int element_8 = static_cast<int>(threadIdx.x); element_8 < 1024;
                     element_8 += static_cast<int>(blockDim.x)) {
                  const size_type k0_9_at =
                      static_cast<size_type>(B_tile_K_begin_2) + element_8 / 128;
                  const offset_t i0_5 = i2 + element_8 % 128;
                  if (k0_9_at < L_K_run_end_2 && i0_5 < i2_end) {
                    const coord_t k0_9 = L_K_coords[k0_9_at];
                    const offset_t B_J_at_4 =
                        static_cast<offset_t>(k0_9) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at_4 = B_J_at_4 * static_cast<offset_t>(I) + i0_5;
                    teaal_copy_element(&B_tile_values[L_K_run_2_buffer * 1024 + element_8],
                                       &B_values[B_I_at_4], true);
                  }
                }
              }
            }
            teaal_copies_end();
            // Products.
            const pos_t L_K_run_begin_2 = static_cast<pos_t>(L_K_run_2);
            const pos_t L_K_run_end_2 = static_cast<pos_t>(
                min(static_cast<size_type>(static_cast<offset_t>(L_K_end)), L_K_run_2 + 8));
            const int L_K_run_2_buffer =
                static_cast<int>((L_K_run_2 - static_cast<offset_t>(L_K_begin)) / 8 % 2);
            const offset_t A_tile_K_begin_2 = static_cast<offset_t>(L_K_run_begin_2);
            const offset_t B_tile_K_begin_2 = static_cast<offset_t>(L_K_run_begin_2);
            for (pos_t L_K_at_2 = L_K_run_begin_2; L_K_at_2 < L_K_run_end_2; ++L_K_at_2) {
              const int A_tile_K_at_2 =
                  L_K_run_2_buffer * 8 +
                  static_cast<int>(static_cast<size_type>(L_K_at_2) - A_tile_K_begin_2);
              const int B_tile_K_at_2 =
                  L_K_run_2_buffer * 8 +
                  static_cast<int>(static_cast<size_type>(L_K_at_2) - B_tile_K_begin_2);
              if (i2 + worker_I1 * 4 < i2_end) {
                const offset_t i1 = i2 + worker_I1 * 4;
                const offset_t i1_end = min(i2_end, i1 + 4);
#pragma unroll
                for (int h0_turn = 0; h0_turn < 16; ++h0_turn) {
                  const int A_tile_H_at_2 =
                      A_tile_K_at_2 * 64 + static_cast<int>(worker_H1 * 16 + h0_turn);
#pragma unroll
                  for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
                    if (i1 + i0_turn < i1_end) {
                      const int B_tile_I_at_2 =
                          B_tile_K_at_2 * 128 + static_cast<int>(worker_I1 * 4 + i0_turn);
#line 19 "gemm_joint_lists.yaml"
                      sums[h0_turn * 4 + i0_turn] =
                          fmaf(L_values[L_K_at_2] * A_tile_values[A_tile_H_at_2],
                               B_tile_values[B_tile_I_at_2], sums[h0_turn * 4 + i0_turn]);
                    }
                  }
                }
              }
            }
          }
#line 33 "gemm_joint_lists.yaml"
          // Store C_values.
          const offset_t h1 = h2 + worker_H1 * 16;
          if (i2 + worker_I1 * 4 < i2_end) {
            const offset_t i1 = i2 + worker_I1 * 4;
            const offset_t i1_end_2 = min(i2_end, i1 + 4);
#pragma unroll
            for (int h0_turn = 0; h0_turn < 16; ++h0_turn) {
              const coord_t h0 = static_cast<coord_t>(h1 + h0_turn);
              const offset_t C_H_at_4 = g * static_cast<offset_t>(H) + h0;
              const offset_t C_J_at_4 = C_H_at_4 * static_cast<offset_t>(J) + j;
#pragma unroll
              for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
                if (i1 + i0_turn < i1_end_2) {
                  const coord_t i0 = static_cast<coord_t>(i1 + i0_turn);
                  const offset_t C_I_at_4 = C_J_at_4 * static_cast<offset_t>(I) + i0;
#line 19 "gemm_joint_lists.yaml"
                  C_values[C_I_at_4] = sums[h0_turn * 4 + i0_turn];
                }
              }
            }
          }
        }
      }
#line 33 "gemm_joint_lists.yaml"
#pragma unroll 1
      for (offset_t h2 = h2_whole_end; h2 < H; h2 += 64) {
        const offset_t h2_end = min(static_cast<offset_t>(H), h2 + 64);
        for (offset_t i2 = 0; i2 < I; i2 += 128) {
          const offset_t i2_end_2 = min(static_cast<offset_t>(I), i2 + 128);
#line 19 "gemm_joint_lists.yaml"
          value_t sums[64];
#pragma unroll
          for (int sums_element = 0; sums_element < 64; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
          __syncthreads();
#line 33 "gemm_joint_lists.yaml"
          // Load A_tile_values and B_tile_values.
          {
            if (static_cast<offset_t>(L_K_begin) < static_cast<offset_t>(L_K_end)) {
              const offset_t L_K_run_3_ahead = static_cast<offset_t>(L_K_begin);
              const pos_t L_K_run_begin_3 = static_cast<pos_t>(L_K_run_3_ahead);
              const pos_t L_K_run_end_3 =
                  static_cast<pos_t>(min(static_cast<size_type>(static_cast<offset_t>(L_K_end)),
                                         static_cast<size_type>(L_K_run_3_ahead) + 8));
              const int L_K_run_3_buffer = static_cast<int>(
                  (static_cast<size_type>(L_K_run_3_ahead) - static_cast<offset_t>(L_K_begin)) / 8 %
                  2);
              const offset_t A_tile_K_begin_3 = static_cast<offset_t>(L_K_run_begin_3);
              const offset_t B_tile_K_begin_3 = static_cast<offset_t>(L_K_run_begin_3);
              const bool A_tile_quads_3 = teaal_aligned_rows(A_values, H);
              if (A_tile_quads_3) {
                for (int quad_5 = static_cast<int>(threadIdx.x); quad_5 < 128;
                     quad_5 += static_cast<int>(blockDim.x)) {
                  const int element_9 = quad_5 * 4;
                  const size_type k0_10_at =
                      static_cast<size_type>(A_tile_K_begin_3) + element_9 / 64;
                  const offset_t h0_6 = h2 + element_9 % 64;
                  if (k0_10_at < L_K_run_end_3 && h0_6 < h2_end) {
                    const coord_t k0_10 = L_K_coords[k0_10_at];
                    const offset_t A_K_at_5 = g * static_cast<offset_t>(K) + k0_10;
                    const offset_t A_H_at_5 = A_K_at_5 * static_cast<offset_t>(H) + h0_6;
                    teaal_copy_quad(&A_tile_values[L_K_run_3_buffer * 512 + element_9],
                                    &A_values[A_H_at_5], true);
                  }
                }
              }
              if (!A_tile_quads_3) {
                for (int element_10 = static_cast<int>(threadIdx.x); element_10 < 512;
                     element_10 += static_cast<int>(blockDim.x)) {
                  const size_type k0_11_at =
                      static_cast<size_type>(A_tile_K_begin_3) + element_10 / 64;
                  const offset_t h0_7 = h2 + element_10 % 64;
                  if (k0_11_at < L_K_run_end_3 && h0_7 < h2_end) {
                    const coord_t k0_11 = L_K_coords[k0_11_at];
                    const offset_t A_K_at_6 = g * static_cast<offset_t>(K) + k0_11;
                    const offset_t A_H_at_6 = A_K_at_6 * static_cast<offset_t>(H) + h0_7;
                    teaal_copy_element(&A_tile_values[L_K_run_3_buffer * 512 + element_10],
                                       &A_values[A_H_at_6], true);
                  }
                }
              }
              const bool B_tile_quads_3 = teaal_aligned_rows(B_values, I);
              if (B_tile_quads_3) {
                for (int quad_6 = static_cast<int>(threadIdx.x); quad_6 < 256;
                     quad_6 += static_cast<int>(blockDim.x)) {
                  const int element_11 = quad_6 * 4;
                  const size_type k0_12_at =
                      static_cast<size_type>(B_tile_K_begin_3) + element_11 / 128;
                  const offset_t i0_6 = i2 + element_11 % 128;
                  if (k0_12_at < L_K_run_end_3 && i0_6 < i2_end_2) {
                    const coord_t k0_12 = L_K_coords[k0_12_at];
                    const offset_t B_J_at_5 =
                        static_cast<offset_t>(k0_12) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at_5 = B_J_at_5 * static_cast<offset_t>(I) + i0_6;
                    teaal_copy_quad(&B_tile_values[L_K_run_3_buffer * 1024 + element_11],
                                    &B_values[B_I_at_5], true);
                  }
                }
              }
              if (!B_tile_quads_3) {
                for (int element_12 = static_cast<int>(threadIdx.x); element_12 < 1024;
                     element_12 += static_cast<int>(blockDim.x)) {
                  const size_type k0_13_at =
                      static_cast<size_type>(B_tile_K_begin_3) + element_12 / 128;
                  const offset_t i0_7 = i2 + element_12 % 128;
                  if (k0_13_at < L_K_run_end_3 && i0_7 < i2_end_2) {
                    const coord_t k0_13 = L_K_coords[k0_13_at];
                    const offset_t B_J_at_6 =
                        static_cast<offset_t>(k0_13) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at_6 = B_J_at_6 * static_cast<offset_t>(I) + i0_7;
                    teaal_copy_element(&B_tile_values[L_K_run_3_buffer * 1024 + element_12],
                                       &B_values[B_I_at_6], true);
                  }
                }
              }
            }
            teaal_copies_end();
          }
          for (size_type L_K_run_3 = L_K_begin; L_K_run_3 < L_K_end; L_K_run_3 += 8) {
            teaal_copies_arrive<0>();
            __syncthreads();
            // Load A_tile_values and B_tile_values.
            if (L_K_run_3 + 8 < static_cast<offset_t>(L_K_end)) {
              const size_type L_K_run_3_ahead_2 = L_K_run_3 + 8;
              const pos_t L_K_run_begin_3 = static_cast<pos_t>(L_K_run_3_ahead_2);
              const pos_t L_K_run_end_3 = static_cast<pos_t>(min(
                  static_cast<size_type>(static_cast<offset_t>(L_K_end)), L_K_run_3_ahead_2 + 8));
              const int L_K_run_3_buffer =
                  static_cast<int>((L_K_run_3_ahead_2 - static_cast<offset_t>(L_K_begin)) / 8 % 2);
              const offset_t A_tile_K_begin_3 = static_cast<offset_t>(L_K_run_begin_3);
              const offset_t B_tile_K_begin_3 = static_cast<offset_t>(L_K_run_begin_3);
              const bool A_tile_quads_3 = teaal_aligned_rows(A_values, H);
              if (A_tile_quads_3) {
                for (int quad_5 = static_cast<int>(threadIdx.x); quad_5 < 128;
                     quad_5 += static_cast<int>(blockDim.x)) {
                  const int element_9 = quad_5 * 4;
                  const size_type k0_10_at =
                      static_cast<size_type>(A_tile_K_begin_3) + element_9 / 64;
                  const offset_t h0_6 = h2 + element_9 % 64;
                  if (k0_10_at < L_K_run_end_3 && h0_6 < h2_end) {
                    const coord_t k0_10 = L_K_coords[k0_10_at];
                    const offset_t A_K_at_5 = g * static_cast<offset_t>(K) + k0_10;
                    const offset_t A_H_at_5 = A_K_at_5 * static_cast<offset_t>(H) + h0_6;
                    teaal_copy_quad(&A_tile_values[L_K_run_3_buffer * 512 + element_9],
                                    &A_values[A_H_at_5], true);
                  }
                }
              }
              if (!A_tile_quads_3) {
                for (int element_10 = static_cast<int>(threadIdx.x); element_10 < 512;
                     element_10 += static_cast<int>(blockDim.x)) {
                  const size_type k0_11_at =
                      static_cast<size_type>(A_tile_K_begin_3) + element_10 / 64;
                  const offset_t h0_7 = h2 + element_10 % 64;
                  if (k0_11_at < L_K_run_end_3 && h0_7 < h2_end) {
                    const coord_t k0_11 = L_K_coords[k0_11_at];
                    const offset_t A_K_at_6 = g * static_cast<offset_t>(K) + k0_11;
                    const offset_t A_H_at_6 = A_K_at_6 * static_cast<offset_t>(H) + h0_7;
                    teaal_copy_element(&A_tile_values[L_K_run_3_buffer * 512 + element_10],
                                       &A_values[A_H_at_6], true);
                  }
                }
              }
              const bool B_tile_quads_3 = teaal_aligned_rows(B_values, I);
              if (B_tile_quads_3) {
                for (int quad_6 = static_cast<int>(threadIdx.x); quad_6 < 256;
                     quad_6 += static_cast<int>(blockDim.x)) {
                  const int element_11 = quad_6 * 4;
                  const size_type k0_12_at =
                      static_cast<size_type>(B_tile_K_begin_3) + element_11 / 128;
                  const offset_t i0_6 = i2 + element_11 % 128;
                  if (k0_12_at < L_K_run_end_3 && i0_6 < i2_end_2) {
                    const coord_t k0_12 = L_K_coords[k0_12_at];
                    const offset_t B_J_at_5 =
                        static_cast<offset_t>(k0_12) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at_5 = B_J_at_5 * static_cast<offset_t>(I) + i0_6;
                    teaal_copy_quad(&B_tile_values[L_K_run_3_buffer * 1024 + element_11],
                                    &B_values[B_I_at_5], true);
                  }
                }
              }
              if (!B_tile_quads_3) {
                for (int element_12 = static_cast<int>(threadIdx.x); element_12 < 1024;
                     element_12 += static_cast<int>(blockDim.x)) {
                  const size_type k0_13_at =
                      static_cast<size_type>(B_tile_K_begin_3) + element_12 / 128;
                  const offset_t i0_7 = i2 + element_12 % 128;
                  if (k0_13_at < L_K_run_end_3 && i0_7 < i2_end_2) {
                    const coord_t k0_13 = L_K_coords[k0_13_at];
                    const offset_t B_J_at_6 =
                        static_cast<offset_t>(k0_13) * static_cast<offset_t>(J) + j;
                    const offset_t B_I_at_6 = B_J_at_6 * static_cast<offset_t>(I) + i0_7;
                    teaal_copy_element(&B_tile_values[L_K_run_3_buffer * 1024 + element_12],
                                       &B_values[B_I_at_6], true);
                  }
                }
              }
            }
            teaal_copies_end();
            // Products.
            const pos_t L_K_run_begin_3 = static_cast<pos_t>(L_K_run_3);
            const pos_t L_K_run_end_3 = static_cast<pos_t>(
                min(static_cast<size_type>(static_cast<offset_t>(L_K_end)), L_K_run_3 + 8));
            const int L_K_run_3_buffer =
                static_cast<int>((L_K_run_3 - static_cast<offset_t>(L_K_begin)) / 8 % 2);
            const offset_t A_tile_K_begin_3 = static_cast<offset_t>(L_K_run_begin_3);
            const offset_t B_tile_K_begin_3 = static_cast<offset_t>(L_K_run_begin_3);
            for (pos_t L_K_at_3 = L_K_run_begin_3; L_K_at_3 < L_K_run_end_3; ++L_K_at_3) {
              const int A_tile_K_at_3 =
                  L_K_run_3_buffer * 8 +
                  static_cast<int>(static_cast<size_type>(L_K_at_3) - A_tile_K_begin_3);
              const int B_tile_K_at_3 =
                  L_K_run_3_buffer * 8 +
                  static_cast<int>(static_cast<size_type>(L_K_at_3) - B_tile_K_begin_3);
              if (h2 + worker_H1 * 16 < h2_end) {
                const offset_t h1 = h2 + worker_H1 * 16;
                const offset_t h1_end = min(h2_end, h1 + 16);
                if (i2 + worker_I1 * 4 < i2_end_2) {
                  const offset_t i1 = i2 + worker_I1 * 4;
                  const offset_t i1_end_3 = min(i2_end_2, i1 + 4);
#pragma unroll
                  for (int h0_turn = 0; h0_turn < 16; ++h0_turn) {
                    if (h1 + h0_turn < h1_end) {
                      const int A_tile_H_at_3 =
                          A_tile_K_at_3 * 64 + static_cast<int>(worker_H1 * 16 + h0_turn);
#pragma unroll
                      for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
                        if (i1 + i0_turn < i1_end_3) {
                          const int B_tile_I_at_3 =
                              B_tile_K_at_3 * 128 + static_cast<int>(worker_I1 * 4 + i0_turn);
#line 19 "gemm_joint_lists.yaml"
                          sums[h0_turn * 4 + i0_turn] =
                              fmaf(L_values[L_K_at_3] * A_tile_values[A_tile_H_at_3],
                                   B_tile_values[B_tile_I_at_3], sums[h0_turn * 4 + i0_turn]);
                        }
                      }
                    }
                  }
                }
              }
            }
          }
#line 33 "gemm_joint_lists.yaml"
          // Store C_values.
          if (h2 + worker_H1 * 16 < h2_end) {
            const offset_t h1 = h2 + worker_H1 * 16;
            const offset_t h1_end_2 = min(h2_end, h1 + 16);
            if (i2 + worker_I1 * 4 < i2_end_2) {
              const offset_t i1 = i2 + worker_I1 * 4;
              const offset_t i1_end_4 = min(i2_end_2, i1 + 4);
#pragma unroll
              for (int h0_turn = 0; h0_turn < 16; ++h0_turn) {
                if (h1 + h0_turn < h1_end_2) {
                  const coord_t h0 = static_cast<coord_t>(h1 + h0_turn);
                  const offset_t C_H_at_6 = g * static_cast<offset_t>(H) + h0;
                  const offset_t C_J_at_6 = C_H_at_6 * static_cast<offset_t>(J) + j;
#pragma unroll
                  for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
                    if (i1 + i0_turn < i1_end_4) {
                      const coord_t i0 = static_cast<coord_t>(i1 + i0_turn);
                      const offset_t C_I_at_6 = C_J_at_6 * static_cast<offset_t>(I) + i0;
#line 19 "gemm_joint_lists.yaml"
                      C_values[C_I_at_6] = sums[h0_turn * 4 + i0_turn];
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

#line 18 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_L_count(const value_t* __restrict__ PA_values,
                                                    const value_t* __restrict__ PB_values,
                                                    coord_t G, coord_t J, coord_t K,
                                                    size_type* __restrict__ L_offsets,
                                                    size_type extent_J) {
  teaal_await_launches();
  const offset_t workers_G = gridDim.x;
  const offset_t worker_G = blockIdx.x;
  const offset_t workers_J = blockDim.x / 32;
  const offset_t worker_J = threadIdx.x / 32;
  const offset_t workers_K = 32;
  const offset_t worker_K = threadIdx.x % 32;
#line 32 "gemm_joint_lists.yaml"
  for (offset_t g = worker_G; g < G; g += workers_G) {
    for (offset_t j = worker_J; j < J; j += workers_J) {
#line 18 "gemm_joint_lists.yaml"
      const size_type row = static_cast<size_type>(g) * static_cast<offset_t>(extent_J) + j;
      size_type emitted = 0;
#line 32 "gemm_joint_lists.yaml"
      for (offset_t k = worker_K; k < K; k += workers_K) {
        const offset_t PA_K_at = g * static_cast<offset_t>(K) + k;
        const offset_t PB_K_at = j * static_cast<offset_t>(K) + k;
#line 18 "gemm_joint_lists.yaml"
        const value_t emitted_value = PA_values[PA_K_at] * PB_values[PB_K_at];
        if (emitted_value != value_t(0)) {
          emitted += 1;
        }
      }
      L_offsets[row * 32 + worker_K] = emitted;
    }
  }
}

#line 18 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_scan_sums(const size_type* __restrict__ counts,
                                                      size_type n, size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_sums(counts, n, sums, shared_sizes);
}

#line 18 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_scan_apply(size_type* __restrict__ counts, size_type n,
                                                       const size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_apply(counts, n, sums, shared_sizes);
}

#line 18 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_L(const value_t* __restrict__ PA_values,
                                              const value_t* __restrict__ PB_values, coord_t G,
                                              coord_t J, coord_t K,
                                              const size_type* __restrict__ L_offsets,
                                              size_type extent_J, size_type* __restrict__ L_keys,
                                              value_t* __restrict__ L_entries) {
  teaal_await_launches();
  const offset_t workers_G = gridDim.x;
  const offset_t worker_G = blockIdx.x;
  const offset_t workers_J = blockDim.x / 32;
  const offset_t worker_J = threadIdx.x / 32;
  const offset_t workers_K = 32;
  const offset_t worker_K = threadIdx.x % 32;
#line 32 "gemm_joint_lists.yaml"
  for (offset_t g = worker_G; g < G; g += workers_G) {
    for (offset_t j = worker_J; j < J; j += workers_J) {
#line 18 "gemm_joint_lists.yaml"
      const size_type row = static_cast<size_type>(g) * static_cast<offset_t>(extent_J) + j;
      size_type emitted = L_offsets[row * 32 + worker_K];
      const size_type L_points_J_at = static_cast<size_type>(g) * static_cast<offset_t>(J) + j;
#line 32 "gemm_joint_lists.yaml"
      for (offset_t k = worker_K; k < K; k += workers_K) {
        const size_type L_points_K_at = L_points_J_at * static_cast<offset_t>(K) + k;
        const offset_t PA_K_at = g * static_cast<offset_t>(K) + k;
        const offset_t PB_K_at = j * static_cast<offset_t>(K) + k;
#line 18 "gemm_joint_lists.yaml"
        const value_t emitted_value = PA_values[PA_K_at] * PB_values[PB_K_at];
        if (emitted_value != value_t(0)) {
          L_keys[emitted] = L_points_K_at;
          L_entries[emitted] = emitted_value;
          emitted += 1;
        }
      }
    }
  }
}

#line 18 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_L_rows_reduce(size_type* L_keys, value_t* L_entries,
                                                          size_type* L_keys_2, value_t* L_entries_2,
                                                          const size_type* __restrict__ L_offsets,
                                                          size_type rows, size_type stride,
                                                          size_type span, size_type piece_bits,
                                                          value_t* L_rows_dense, size_type width,
                                                          size_type* __restrict__ L_rows_counts) {
  teaal_await_launches();
  __shared__ size_type shared_keys[2048];
  __shared__ value_t shared_values[2048];
  teaal_reduce_rows<teaal_sum>(L_keys, L_entries, L_keys_2, L_entries_2, L_offsets, rows, stride,
                               span, piece_bits, value_t(0), L_rows_dense, width, L_rows_counts,
                               shared_keys, shared_values);
}

#line 18 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_L_rows_combine(
    const size_type* __restrict__ L_keys, const value_t* __restrict__ L_entries,
    const size_type* __restrict__ L_offsets, size_type rows, size_type stride, size_type span,
    size_type piece_bits, const size_type* __restrict__ L_rows_counts, size_type* L_keys_2,
    value_t* L_entries_2, size_type* __restrict__ L_rows_places,
    size_type* __restrict__ L_rows_before) {
  teaal_await_launches();
  __shared__ value_t shared_values[4096];
  teaal_combine_rows<teaal_sum>(L_keys, L_entries, L_offsets, rows, stride, span, piece_bits,
                                value_t(0), L_rows_counts, L_keys_2, L_entries_2, L_rows_places,
                                L_rows_before, shared_values);
}

#line 18 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_L_rows_move(
    const size_type* __restrict__ L_keys, const value_t* __restrict__ L_entries,
    const size_type* __restrict__ L_keys_2, const value_t* __restrict__ L_entries_2,
    const size_type* __restrict__ L_rows_places, const size_type* __restrict__ L_rows_before,
    size_type parts, size_type* __restrict__ L_rows_keys, value_t* __restrict__ L_rows_values) {
  teaal_await_launches();
  teaal_move_rows(L_keys, L_entries, L_keys_2, L_entries_2, L_rows_places, L_rows_before, parts,
                  L_rows_keys, L_rows_values);
}

#line 18 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_L_K_segments(const size_type* __restrict__ L_rows_keys,
                                                         size_type stored, size_type fiber_span,
                                                         size_type positions,
                                                         pos_t* __restrict__ L_K_segments,
                                                         size_type entries) {
  teaal_await_launches();
  if (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
    L_K_segments[entries] = static_cast<pos_t>(positions);
  }
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    L_K_segments[entry] = static_cast<pos_t>(
        teaal_lower_bound(L_rows_keys, static_cast<size_type>(0), stored,
                          static_cast<size_type>(entry * static_cast<offset_t>(fiber_span))));
  }
}

#line 18 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_L_K_store(const size_type* __restrict__ L_rows_keys,
                                                      const value_t* __restrict__ L_rows_values,
                                                      size_type extent,
                                                      coord_t* __restrict__ L_K_coords,
                                                      value_t* __restrict__ L_values,
                                                      size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    L_K_coords[entry] = static_cast<coord_t>(L_rows_keys[entry] % static_cast<offset_t>(extent));
    L_values[entry] = L_rows_values[entry];
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "gemm_joint_lists.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_joint_lists_value;
typedef pos_t gemm_joint_lists_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_joint_lists_workspace_bytes gemm_joint_lists_workspace_bytes_64
#define gemm_joint_lists_launch gemm_joint_lists_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_joint_lists_arguments {
  /* PA: G:U, K:U */
  gemm_joint_lists_value* PA_values;
  /* A: G:U, K:U, H:U */
  const gemm_joint_lists_value* A_values;
  /* PB: J:U, K:U */
  gemm_joint_lists_value* PB_values;
  /* B: K:U, J:U, I:U */
  const gemm_joint_lists_value* B_values;
  /* C: G:U, H:U, J:U, I:U */
  gemm_joint_lists_value* C_values;
  /* L: G:U, J:U, K:C, assembled: set by the launch */
  gemm_joint_lists_position* L_K_segments;
  int32_t* L_K_coords;
  int64_t L_K_positions;
  gemm_joint_lists_value* L_values;
  int64_t extent_G;
  int64_t extent_H;
  int64_t extent_K;
  int64_t extent_J;
  int64_t extent_I;
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the
     arrays of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on
     the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} gemm_joint_lists_arguments;

/* Bytes of device memory that gemm_joint_lists_launch needs as workspace (0: none), aligned to 256.
 */
size_t gemm_joint_lists_workspace_bytes(const gemm_joint_lists_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many
   elements a tensor has. 0: enqueued; else see gemm_joint_lists_error_text. Allocates through
   `allocate` and throws nothing. */
int gemm_joint_lists_launch(gemm_joint_lists_arguments* arguments, void* workspace,
                            size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_joint_lists_error_text(int code);
}

namespace {

inline int64_t bits(int64_t n) {
  int64_t out = 0;
  for (; n > 0; n /= 2) ++out;
  return out;
}
struct gemm_joint_lists_pool {
  const gemm_joint_lists_arguments& a;
  CUstream_st* stream;
  void* held[13];
  int64_t room[13];
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
  ~gemm_joint_lists_pool() {
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

struct gemm_joint_lists_sizes {
  int64_t G;
  int64_t H;
  int64_t K;
  int64_t J;
  int64_t I;
  int64_t gemm_joint_lists_C_G_workers;
  int64_t gemm_joint_lists_C_J_workers;
  int64_t L_emitted = 0;
  int64_t L_stored = 0;
  explicit gemm_joint_lists_sizes(const gemm_joint_lists_arguments& a) {
    G = a.extent_G;
    H = a.extent_H;
    K = a.extent_K;
    J = a.extent_J;
    I = a.extent_I;
    gemm_joint_lists_C_G_workers = max(min(G, 2147483647), 1);
    gemm_joint_lists_C_J_workers = max(min(J, 2147483647 / gemm_joint_lists_C_G_workers), 1);
  }
  bool valid() const {
    return G >= 0 && G <= 2147483647 && H >= 0 && H <= 2147483647 && K >= 0 && K <= 2147483647 &&
           J >= 0 && J <= 2147483647 && I >= 0 && I <= 2147483647;
  }
  bool indexable() const {
    return (G == 0 || J <= 9223372036854775807 / G) &&
           (G * J == 0 || K <= 9223372036854775807 / (G * J));
  }
  bool addressable() const {
    return G <= 1000000000 && H <= 1000000000 && K <= 1000000000 && J <= 1000000000 &&
           I <= 1000000000 && (G == 0 || K <= 1000000000 / G) &&
           (G * K == 0 || H <= 1000000000 / (G * K)) && (J == 0 || K <= 1000000000 / J) &&
           (K == 0 || J <= 1000000000 / K) && (K * J == 0 || I <= 1000000000 / (K * J)) &&
           (G == 0 || H <= 1000000000 / G) && (G * H == 0 || J <= 1000000000 / (G * H)) &&
           (G * H * J == 0 || I <= 1000000000 / (G * H * J));
  }
  int64_t elements_0() const { return G * J * 32 + 1; }
  int64_t elements_1() const { return 1024; }
  int64_t elements_2() const { return L_emitted; }
  int64_t elements_3() const { return L_emitted; }
  int64_t elements_4() const { return L_emitted; }
  int64_t elements_5() const { return L_emitted; }
  int64_t elements_6() const { return G * J + L_emitted / 32768; }
  int64_t elements_7() const {
    return max(1, min(ceil_div(G * J + L_emitted / 32768, 4), 792)) * 4 *
           (K * min(1, 32768 / max(K, 1)));
  }
  int64_t elements_8() const { return G * J + L_emitted / 32768; }
  int64_t elements_9() const { return G * J + L_emitted / 32768 + 1; }
  int64_t elements_10() const { return L_stored; }
  int64_t elements_11() const { return L_stored; }
  int64_t grid_gemm_joint_lists_PA() const { return max(min(G, 2147483647), 1); }
  int64_t block_gemm_joint_lists_PA() const { return max(min(K, 256), 1); }
  int64_t grid_gemm_joint_lists_PB() const { return max(min(J, 2147483647), 1); }
  int64_t block_gemm_joint_lists_PB() const { return max(min(K, 8), 1) * 32; }
  int64_t grid_gemm_joint_lists_C() const {
    return gemm_joint_lists_C_G_workers * gemm_joint_lists_C_J_workers;
  }
  int64_t block_gemm_joint_lists_C() const { return max(min(ceil_div(min(64, H), 16), 8), 1) * 32; }
  int64_t grid_gemm_joint_lists_L_count() const { return max(min(G, 65536), 1); }
  int64_t block_gemm_joint_lists_L_count() const { return max(min(J, 8), 1) * 32; }
  int64_t grid_gemm_joint_lists_L() const { return max(min(G, 65536), 1); }
  int64_t block_gemm_joint_lists_L() const { return max(min(J, 8), 1) * 32; }
  int64_t grid_gemm_joint_lists_L_rows_reduce() const {
    return max(1, min(ceil_div(G * J + L_emitted / 32768, 4), 792));
  }
  int64_t block_gemm_joint_lists_L_rows_reduce() const { return 128; }
  int64_t grid_gemm_joint_lists_L_rows_combine() const {
    return max(1, min(ceil_div(G * J + L_emitted / 32768, 4), 792));
  }
  int64_t block_gemm_joint_lists_L_rows_combine() const { return 128; }
  int64_t grid_gemm_joint_lists_L_rows_move() const {
    return max(1, min(ceil_div(G * J + L_emitted / 32768, 4), 792));
  }
  int64_t block_gemm_joint_lists_L_rows_move() const { return 128; }
  int64_t grid_gemm_joint_lists_L_K_segments() const {
    return max(1, min(ceil_div(G * J, 256), 4096));
  }
  int64_t block_gemm_joint_lists_L_K_segments() const { return 256; }
  int64_t grid_gemm_joint_lists_L_K_store() const {
    return max(1, min(ceil_div(L_stored, 256), 4096));
  }
  int64_t block_gemm_joint_lists_L_K_store() const { return 256; }
  coord_t G_of_gemm_joint_lists_PA() const { return static_cast<coord_t>(G); }
  coord_t H_of_gemm_joint_lists_PA() const { return static_cast<coord_t>(H); }
  coord_t K_of_gemm_joint_lists_PA() const { return static_cast<coord_t>(K); }
  coord_t I_of_gemm_joint_lists_PB() const { return static_cast<coord_t>(I); }
  coord_t J_of_gemm_joint_lists_PB() const { return static_cast<coord_t>(J); }
  coord_t K_of_gemm_joint_lists_PB() const { return static_cast<coord_t>(K); }
  coord_t G_of_gemm_joint_lists_C() const { return static_cast<coord_t>(G); }
  coord_t H_of_gemm_joint_lists_C() const { return static_cast<coord_t>(H); }
  coord_t I_of_gemm_joint_lists_C() const { return static_cast<coord_t>(I); }
  coord_t J_of_gemm_joint_lists_C() const { return static_cast<coord_t>(J); }
  coord_t K_of_gemm_joint_lists_C() const { return static_cast<coord_t>(K); }
  coord_t count_J_of_gemm_joint_lists_C() const {
    return static_cast<coord_t>(gemm_joint_lists_C_J_workers);
  }
  coord_t count_G_of_gemm_joint_lists_C() const {
    return static_cast<coord_t>(gemm_joint_lists_C_G_workers);
  }
  coord_t G_of_gemm_joint_lists_L_count() const { return static_cast<coord_t>(G); }
  coord_t J_of_gemm_joint_lists_L_count() const { return static_cast<coord_t>(J); }
  coord_t K_of_gemm_joint_lists_L_count() const { return static_cast<coord_t>(K); }
  int64_t extent_J_of_gemm_joint_lists_L_count() const { return J; }
  coord_t G_of_gemm_joint_lists_L() const { return static_cast<coord_t>(G); }
  coord_t J_of_gemm_joint_lists_L() const { return static_cast<coord_t>(J); }
  coord_t K_of_gemm_joint_lists_L() const { return static_cast<coord_t>(K); }
  int64_t extent_J_of_gemm_joint_lists_L() const { return J; }
  int64_t rows_of_gemm_joint_lists_L_rows_reduce() const { return G * J; }
  int64_t stride_of_gemm_joint_lists_L_rows_reduce() const { return 32; }
  int64_t span_of_gemm_joint_lists_L_rows_reduce() const { return K; }
  int64_t piece_bits_of_gemm_joint_lists_L_rows_reduce() const { return 15; }
  int64_t width_of_gemm_joint_lists_L_rows_reduce() const { return K * min(1, 32768 / max(K, 1)); }
  int64_t rows_of_gemm_joint_lists_L_rows_combine() const { return G * J; }
  int64_t stride_of_gemm_joint_lists_L_rows_combine() const { return 32; }
  int64_t span_of_gemm_joint_lists_L_rows_combine() const { return K; }
  int64_t piece_bits_of_gemm_joint_lists_L_rows_combine() const { return 15; }
  int64_t parts_of_gemm_joint_lists_L_rows_move() const { return G * J + L_emitted / 32768; }
  int64_t stored_of_gemm_joint_lists_L_K_segments() const { return L_stored; }
  int64_t fiber_span_of_gemm_joint_lists_L_K_segments() const { return K; }
  int64_t positions_of_gemm_joint_lists_L_K_segments() const { return L_stored; }
  int64_t entries_of_gemm_joint_lists_L_K_segments() const { return G * J; }
  int64_t extent_of_gemm_joint_lists_L_K_store() const { return K; }
  int64_t entries_of_gemm_joint_lists_L_K_store() const { return L_stored; }
  int64_t stored_PA() const { return G * K; }
  int64_t stored_PB() const { return J * K; }
  int64_t stored_C() const { return G * H * J * I; }
  int64_t stored_L() const { return L_stored; }
  int64_t step_size_0() const { return G * J * 32; }
  int64_t step_size_1() const { return max(1, min(ceil_div(G * J * 32, 2048), 1024)); }
  int64_t step_size_2() const { return G * J + L_emitted / 32768; }
  int64_t step_size_3() const {
    return max(1, min(ceil_div(G * J + L_emitted / 32768, 2048), 1024));
  }
  int64_t step_size_4() const { return L_stored; }
  int64_t step_size_5() const { return G * J + 1; }
};

}  // namespace

extern "C" size_t gemm_joint_lists_workspace_bytes(const gemm_joint_lists_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_joint_lists_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_joint_lists_launch(gemm_joint_lists_arguments* arguments, void* workspace,
                                       size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  gemm_joint_lists_arguments& a = *arguments;
  gemm_joint_lists_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_joint_lists_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  size_type* L_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* scan_sums = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* L_keys = nullptr;
  value_t* L_entries = nullptr;
  size_type* L_keys_2 = nullptr;
  value_t* L_entries_2 = nullptr;
  size_type* L_rows_counts = nullptr;
  value_t* L_rows_dense = nullptr;
  size_type* L_rows_places = nullptr;
  size_type* L_rows_before = nullptr;
  size_type* L_rows_keys = nullptr;
  value_t* L_rows_values = nullptr;
  (void)free_bytes;
  if (!sizes.indexable()) return 5;
  gemm_joint_lists_pool pool{a, stream, {}, {}};
  a.L_K_segments = nullptr;
  a.L_K_coords = nullptr;
  a.L_values = nullptr;
  gemm_joint_lists_PA<<<static_cast<unsigned>(sizes.grid_gemm_joint_lists_PA()),
                        static_cast<unsigned>(sizes.block_gemm_joint_lists_PA()), 0, stream>>>(
      a.PA_values, a.A_values, sizes.G_of_gemm_joint_lists_PA(), sizes.H_of_gemm_joint_lists_PA(),
      sizes.K_of_gemm_joint_lists_PA());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gemm_joint_lists_PB, static_cast<unsigned>(sizes.grid_gemm_joint_lists_PB()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_PB()), 0, stream, a.PB_values,
                   a.B_values, sizes.I_of_gemm_joint_lists_PB(), sizes.J_of_gemm_joint_lists_PB(),
                   sizes.K_of_gemm_joint_lists_PB()) != cudaSuccess)
    return 3;
  if (cudaMemsetAsync(L_offsets, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(size_type),
                      stream) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_lists_L_count,
                   static_cast<unsigned>(sizes.grid_gemm_joint_lists_L_count()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_L_count()), 0, stream,
                   a.PA_values, a.PB_values, sizes.G_of_gemm_joint_lists_L_count(),
                   sizes.J_of_gemm_joint_lists_L_count(), sizes.K_of_gemm_joint_lists_L_count(),
                   L_offsets, sizes.extent_J_of_gemm_joint_lists_L_count()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_lists_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, L_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_lists_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, L_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.L_emitted, L_offsets + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(L_keys, sizes.elements_2())) return 4;
  if (!pool.hold(L_entries, sizes.elements_3())) return 4;
  if (launch_early(gemm_joint_lists_L, static_cast<unsigned>(sizes.grid_gemm_joint_lists_L()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_L()), 0, stream, a.PA_values,
                   a.PB_values, sizes.G_of_gemm_joint_lists_L(), sizes.J_of_gemm_joint_lists_L(),
                   sizes.K_of_gemm_joint_lists_L(), L_offsets,
                   sizes.extent_J_of_gemm_joint_lists_L(), L_keys, L_entries) != cudaSuccess)
    return 3;
  if (!pool.hold(L_keys_2, sizes.elements_4())) return 4;
  if (!pool.hold(L_entries_2, sizes.elements_5())) return 4;
  if (!pool.hold(L_rows_dense, sizes.elements_7())) return 4;
  if (!pool.hold(L_rows_counts, sizes.elements_6())) return 4;
  if (launch_early(gemm_joint_lists_L_rows_reduce,
                   static_cast<unsigned>(sizes.grid_gemm_joint_lists_L_rows_reduce()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_L_rows_reduce()), 0, stream,
                   L_keys, L_entries, L_keys_2, L_entries_2, L_offsets,
                   sizes.rows_of_gemm_joint_lists_L_rows_reduce(),
                   sizes.stride_of_gemm_joint_lists_L_rows_reduce(),
                   sizes.span_of_gemm_joint_lists_L_rows_reduce(),
                   sizes.piece_bits_of_gemm_joint_lists_L_rows_reduce(), L_rows_dense,
                   sizes.width_of_gemm_joint_lists_L_rows_reduce(), L_rows_counts) != cudaSuccess)
    return 3;
  if (!pool.hold(L_rows_places, sizes.elements_8())) return 4;
  if (!pool.hold(L_rows_before, sizes.elements_9())) return 4;
  if (launch_early(gemm_joint_lists_L_rows_combine,
                   static_cast<unsigned>(sizes.grid_gemm_joint_lists_L_rows_combine()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_L_rows_combine()), 0, stream,
                   L_keys, L_entries, L_offsets, sizes.rows_of_gemm_joint_lists_L_rows_combine(),
                   sizes.stride_of_gemm_joint_lists_L_rows_combine(),
                   sizes.span_of_gemm_joint_lists_L_rows_combine(),
                   sizes.piece_bits_of_gemm_joint_lists_L_rows_combine(), L_rows_counts, L_keys_2,
                   L_entries_2, L_rows_places, L_rows_before) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_lists_scan_sums, static_cast<unsigned>(sizes.step_size_3()),
                   static_cast<unsigned>(256), 0, stream, L_rows_before, sizes.step_size_2(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_lists_scan_apply, static_cast<unsigned>(sizes.step_size_3()),
                   static_cast<unsigned>(256), 0, stream, L_rows_before, sizes.step_size_2(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.L_stored, L_rows_before + (sizes.step_size_2()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(L_rows_keys, sizes.elements_10())) return 4;
  if (!pool.hold(L_rows_values, sizes.elements_11())) return 4;
  if (launch_early(gemm_joint_lists_L_rows_move,
                   static_cast<unsigned>(sizes.grid_gemm_joint_lists_L_rows_move()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_L_rows_move()), 0, stream,
                   L_keys, L_entries, L_keys_2, L_entries_2, L_rows_places, L_rows_before,
                   sizes.parts_of_gemm_joint_lists_L_rows_move(), L_rows_keys,
                   L_rows_values) != cudaSuccess)
    return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_4() > 2147483647) return 5;
  if (!pool.give(a.L_K_segments, sizes.step_size_5())) return 4;
  if (launch_early(gemm_joint_lists_L_K_segments,
                   static_cast<unsigned>(sizes.grid_gemm_joint_lists_L_K_segments()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_L_K_segments()), 0, stream,
                   L_rows_keys, sizes.stored_of_gemm_joint_lists_L_K_segments(),
                   sizes.fiber_span_of_gemm_joint_lists_L_K_segments(),
                   sizes.positions_of_gemm_joint_lists_L_K_segments(), a.L_K_segments,
                   sizes.entries_of_gemm_joint_lists_L_K_segments()) != cudaSuccess)
    return 3;
  if (!pool.give(a.L_K_coords, sizes.step_size_4())) return 4;
  if (!pool.give(a.L_values, sizes.stored_L())) return 4;
  if (launch_early(gemm_joint_lists_L_K_store,
                   static_cast<unsigned>(sizes.grid_gemm_joint_lists_L_K_store()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_L_K_store()), 0, stream,
                   L_rows_keys, L_rows_values, sizes.extent_of_gemm_joint_lists_L_K_store(),
                   a.L_K_coords, a.L_values,
                   sizes.entries_of_gemm_joint_lists_L_K_store()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_lists_C, static_cast<unsigned>(sizes.grid_gemm_joint_lists_C()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_C()), 0, stream, a.C_values,
                   a.L_K_segments, a.L_K_coords, a.L_values, a.A_values, a.B_values,
                   sizes.G_of_gemm_joint_lists_C(), sizes.H_of_gemm_joint_lists_C(),
                   sizes.I_of_gemm_joint_lists_C(), sizes.J_of_gemm_joint_lists_C(),
                   sizes.K_of_gemm_joint_lists_C(), sizes.count_J_of_gemm_joint_lists_C(),
                   sizes.count_G_of_gemm_joint_lists_C()) != cudaSuccess)
    return 3;
  a.L_K_positions = sizes.step_size_4();
  return 0;
}

extern "C" const char* gemm_joint_lists_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_joint_lists_workspace_bytes says";
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
