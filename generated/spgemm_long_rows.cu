// Made by teaalc 0.1.0 from spgemm_long_rows.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M1 (space), M0 (space), K, N (space)
//   stored A[M:U, K:C], B[K:U, N:C], Z[M:U, N:C]
//   sizes TILE=2048
//   teaalc spgemm_long_rows.yaml --type=f32 --arch=sm_90 --index-bits=32

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

struct teaal_of_warp {
  static __device__ __forceinline__ int rank() { return int(threadIdx.x % 32); }
  static __device__ __forceinline__ int size() { return 32; }
  static __device__ __forceinline__ void sync() { __syncwarp(); }
  // Of a number a warp, what the warps in front have.
  static __device__ __forceinline__ int before(int) { return 0; }
};

struct teaal_of_block {
  static __device__ __forceinline__ int rank() { return int(threadIdx.x); }
  static __device__ __forceinline__ int size() { return int(blockDim.x); }
  static __device__ __forceinline__ void sync() { __syncthreads(); }
  static __device__ __forceinline__ int before(int mine) {
    __shared__ int of_warps[32];
    __syncthreads();
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;
    __syncthreads();
    int sum = 0;
    for (int warp = 0; warp < int(threadIdx.x / 32); ++warp) sum += of_warps[warp];
    return sum;
  }
};

template <class G>
static __device__ __forceinline__ void teaal_buffer_clear(int* words, int n, int value) {
  G::sync();  // no thread is busy with the row before
  for (int at = G::rank(); at < n; at += G::size()) words[at] = value;
  G::sync();
}

// Sets an active thread's bit; whether it was not set.
static __device__ __forceinline__ bool teaal_bits_put(int* bits, int at, bool active) {
  if (!active) return false;
  const unsigned bit = 1u << at % 32;
  return (atomicOr(reinterpret_cast<unsigned*>(&bits[at / 32]), bit) & bit) == 0;
}

// Dense: values[at].
template <class Op, class G, class V>
static __device__ __forceinline__ void teaal_tile_add(int* bits, V* values, int at, V value,
                                                      bool active) {
  if (active) values[at] = teaal_bits_put(bits, at, true) ? value : Op::of(values[at], value);
  G::sync();
}

// The words of a warp's share of n.
template <class G>
static __device__ __forceinline__ void teaal_words_of_warp(int n, int& first, int& end) {
  const int warps = G::size() / 32, each = (n + warps - 1) / warps;
  first = min(n, G::rank() / 32 * each);
  end = min(n, first + each);
}

// How many bits are set in the words in front of this warp's.
template <class G>
static __device__ __forceinline__ int teaal_bits_before(const int* bits, int first, int end) {
  int set = 0;
  for (int word = first + int(threadIdx.x % 32); word < end; word += 32)
    set += __popc(unsigned(bits[word]));
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    set += __shfl_xor_sync(0xffffffffu, set, distance);
  return G::before(set);
}

template <class G, class K, class V>
static __device__ __forceinline__ void teaal_tile_leave(const int* bits, const V* values, int n,
                                                        K base, K* keys_out, V* values_out) {
  const int lane = int(threadIdx.x % 32);
  int first, end;
  teaal_words_of_warp<G>(n, first, end);
  int to = teaal_bits_before<G>(bits, first, end);
  for (int word = first; word < end; ++word) {
    const unsigned set = unsigned(bits[word]);
    if (set >> lane & 1u) {
      const int mine = to + __popc(set & ((1u << lane) - 1));
      keys_out[mine] = base + 32 * word + lane;
      values_out[mine] = values[32 * word + lane];
    }
    to += __popc(set);
  }
}

template <class Op, class V>
static __device__ __forceinline__ void teaal_hash_add(int* keys, V* values, int slots, int key,
                                                      V value, bool active) {
  if (active) {
    bool claimed = false;
    const int slot = teaal_table_slot(keys, slots, key, claimed);
    values[slot] = claimed ? value : Op::of(values[slot], value);
  }
  teaal_of_block::sync();
}

// Moves what the table holds to its front, in any order; how much that is.
template <class V>
static __device__ __forceinline__ int teaal_hash_pack(int* keys, V* values, int slots) {
  __shared__ int all;
  int packed = 0;
  for (int tile = 0; tile < slots; tile += teaal_of_block::size()) {
    const int at = tile + teaal_of_block::rank();
    const int key = at < slots ? keys[at] : teaal_no_key;
    const bool kept = key != teaal_no_key;
    const V value = kept ? values[at] : V(0);
    const unsigned here = __ballot_sync(0xffffffffu, kept);
    const int to = packed + teaal_of_block::before(__popc(here)) +
                   __popc(here & ((1u << teaal_of_block::rank() % 32) - 1));
    if (kept) {
      keys[to] = key;
      values[to] = value;
    }
    if (teaal_of_block::rank() == teaal_of_block::size() - 1) all = to + (kept ? 1 : 0);
    teaal_of_block::sync();
    packed = all;
  }
  return packed;
}

// A bitonic sort by coordinate of n pairs, with room up to the next power of two.
template <class V>
static __device__ __forceinline__ void teaal_hash_sort(int* keys, V* values, int n) {
  int size = 1;
  while (size < n) size *= 2;
  for (int at = n + teaal_of_block::rank(); at < size; at += teaal_of_block::size()) {
    keys[at] = 0x7fffffff;
    values[at] = V(0);
  }
  teaal_of_block::sync();
  for (int run = 2; run <= size; run *= 2)
    for (int by = run / 2; by > 0; by /= 2) {
      for (int pair = teaal_of_block::rank(); pair < size / 2; pair += teaal_of_block::size()) {
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
      teaal_of_block::sync();
    }
}

template <class K, class V>
static __device__ __forceinline__ void teaal_hash_leave(int* keys, V* values, int slots, K base,
                                                        K* keys_out, V* values_out) {
  const int n = teaal_hash_pack(keys, values, slots);
  teaal_hash_sort(keys, values, n);
  for (int at = teaal_of_block::rank(); at < n; at += teaal_of_block::size()) {
    keys_out[at] = base + keys[at];
    values_out[at] = values[at];
  }
}

// Of each thread's `mine`, how many threads of the block have it; `before`: in front of this
// thread. All threads of the block call it; the block is one-dimensional, at most 1024 threads.
static __device__ __forceinline__ int teaal_threads_with(bool mine, int& before) {
  __shared__ int of_warps[32];
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const unsigned here = __ballot_sync(0xffffffffu, mine);
  __syncthreads();
  if (lane == 0) of_warps[warp] = __popc(here);
  __syncthreads();
  int all = 0;
  before = __popc(here & ((1u << lane) - 1u));
  for (int other = 0; other < static_cast<int>(blockDim.x + 31) / 32; ++other) {
    if (other < warp) before += of_warps[other];
    all += of_warps[other];
  }
  return all;
}

// How many threads of the block have `mine`.
static __device__ __forceinline__ int teaal_count_where(bool mine) {
  int before;
  return teaal_threads_with(mine, before);
}

// The sum of a number a lane, over the lanes of a warp.
static __device__ __forceinline__ long long teaal_lanes_total(long long mine) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    mine += __shfl_xor_sync(0xffffffffu, mine, distance);
  return mine;
}

// Sets list[n], list[n + 1], … to the `value` of those threads that have `mine`, in their order.
// What comes back is where the next one goes.
template <class T, class V>
static __device__ __forceinline__ long long teaal_append_where(T* list, long long n, bool mine,
                                                               V value) {
  int before;
  const int all = teaal_threads_with(mine, before);
  if (mine) list[n + before] = static_cast<T>(value);
  return n + all;
}

// The sum of counts[first], …, counts[end - 1]. All threads of the block call it; they are a
// multiple of 32.
template <class T>
static __device__ __forceinline__ long long teaal_sum_of(const T* counts, long long first,
                                                         long long end) {
  __shared__ long long of_warps[32];
  long long sum = 0;
  for (long long at = first + threadIdx.x; at < end; at += blockDim.x)
    sum += static_cast<long long>(counts[at]);
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
  __syncthreads();
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int warp = 0; warp < static_cast<int>(blockDim.x) / 32; ++warp) sum += of_warps[warp];
  return sum;
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

#line 25 "spgemm_long_rows.yaml"
extern "C" __global__ void __launch_bounds__(256)
    spgemm_long_rows_A_times_B_M_products(size_type* __restrict__ A_times_B_M_products,
                                          const pos_t* __restrict__ A_K_segments,
                                          const coord_t* __restrict__ A_K_coords,
                                          const pos_t* __restrict__ B_N_segments, coord_t M) {
  const size_type lane = static_cast<size_type>(threadIdx.x) % 32;
  for (size_type row = static_cast<size_type>(blockIdx.x) * 8 + threadIdx.x / 32;
       row < static_cast<size_type>(M); row += static_cast<size_type>(gridDim.x) * 8) {
    size_type products = 0;
    for (size_type element = static_cast<size_type>(A_K_segments[row]) + lane;
         element < static_cast<size_type>(A_K_segments[row + 1]); element += 32) {
      const size_type coordinate = static_cast<size_type>(A_K_coords[element]);
      products += B_N_segments[coordinate + 1] - B_N_segments[coordinate];
    }
    const size_type total = teaal_lanes_total(products);
    if (lane == 0) {
      A_times_B_M_products[row] = total;
    }
  }
}

#line 25 "spgemm_long_rows.yaml"
extern "C" __global__ void __launch_bounds__(256)
    spgemm_long_rows_A_times_B_M_count(size_type* __restrict__ A_times_B_M_counts,
                                       const size_type* __restrict__ A_times_B_M_products,
                                       coord_t M) {
  teaal_await_launches();
  const size_type piece = (static_cast<size_type>(M) + static_cast<size_type>(gridDim.x) - 1) /
                          static_cast<size_type>(gridDim.x);
  const size_type first =
      min(static_cast<size_type>(M), static_cast<size_type>(blockIdx.x) * piece);
  const size_type last = min(static_cast<size_type>(M), first + piece);
  size_type count_0 = 0;
  size_type count_1 = 0;
  size_type count_2 = 0;
  for (size_type first_row = first; first_row < last; first_row += 256) {
    const size_type row = first_row + static_cast<size_type>(threadIdx.x);
    size_type number = 3;
    if (row < last) {
      const size_type elements = A_times_B_M_products[row];
      number = ((385 <= elements) ? 1 : 0) + ((1537 <= elements) ? 1 : 0);
    }
    count_0 += teaal_count_where(number == 0);
    count_1 += teaal_count_where(number == 1);
    count_2 += teaal_count_where(number == 2);
  }
  if (threadIdx.x == 0) {
    A_times_B_M_counts[static_cast<size_type>(blockIdx.x)] = count_0;
    A_times_B_M_counts[static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x)] =
        count_1;
    A_times_B_M_counts[2 * static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x)] =
        count_2;
  }
}

#line 25 "spgemm_long_rows.yaml"
extern "C" __global__ void __launch_bounds__(256)
    spgemm_long_rows_A_times_B_M_list(const size_type* __restrict__ A_times_B_M_counts,
                                      coord_t* __restrict__ A_times_B_M_lists,
                                      coord_t* __restrict__ A_times_B_M_begins,
                                      const size_type* __restrict__ A_times_B_M_products,
                                      coord_t M) {
  teaal_await_launches();
  const size_type piece = (static_cast<size_type>(M) + static_cast<size_type>(gridDim.x) - 1) /
                          static_cast<size_type>(gridDim.x);
  const size_type first =
      min(static_cast<size_type>(M), static_cast<size_type>(blockIdx.x) * piece);
  const size_type last = min(static_cast<size_type>(M), first + piece);
  size_type next_0 = teaal_sum_of(A_times_B_M_counts, 0, static_cast<size_type>(blockIdx.x));
  size_type next_1 =
      teaal_sum_of(A_times_B_M_counts, static_cast<size_type>(blockIdx.x),
                   static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x));
  next_1 += next_0;
  size_type next_2 = teaal_sum_of(
      A_times_B_M_counts, static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x),
      2 * static_cast<size_type>(gridDim.x) + static_cast<size_type>(blockIdx.x));
  next_2 += next_1;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    A_times_B_M_begins[0] = static_cast<coord_t>(next_0);
    A_times_B_M_begins[1] = static_cast<coord_t>(next_1);
    A_times_B_M_begins[2] = static_cast<coord_t>(next_2);
    A_times_B_M_begins[3] = static_cast<coord_t>(static_cast<size_type>(M));
  }
  for (size_type first_row = first; first_row < last; first_row += 256) {
    const size_type row = first_row + static_cast<size_type>(threadIdx.x);
    size_type number = 3;
    if (row < last) {
      const size_type elements = A_times_B_M_products[row];
      number = ((385 <= elements) ? 1 : 0) + ((1537 <= elements) ? 1 : 0);
    }
    next_0 = teaal_append_where(A_times_B_M_lists, next_0, number == 0, row);
    next_1 = teaal_append_where(A_times_B_M_lists, next_1, number == 1, row);
    next_2 = teaal_append_where(A_times_B_M_lists, next_2, number == 2, row);
  }
}

#line 13 "spgemm_long_rows.yaml"
// For the coordinates of M at which A has a fiber that makes 0 to 384 products with B.
extern "C" __global__ void spgemm_long_rows_Z_class0_count(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values,
    const coord_t* __restrict__ A_times_B_M_lists, const coord_t* __restrict__ A_times_B_M_begins,
    size_type* __restrict__ Z_offsets, size_type slots) {
  teaal_await_launches();
  __shared__ int row_coords[2048];
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t worker_N = threadIdx.x % 32;
#line 25 "spgemm_long_rows.yaml"
  const coord_t m_first = A_times_B_M_begins[0];
  const coord_t m_listed = A_times_B_M_begins[1] - m_first;
#line 29 "spgemm_long_rows.yaml"
  for (offset_t m1 = worker_M1 * 4; m1 < m_listed; m1 += workers_M1 * 4) {
    const offset_t m1_end = min(static_cast<offset_t>(m_listed), m1 + 4);
    for (offset_t m0_entry = m1 + worker_M0; m0_entry < m1_end; m0_entry += workers_M0) {
      const coord_t m0 = A_times_B_M_lists[m_first + m0_entry];
#line 13 "spgemm_long_rows.yaml"
      const offset_t row = static_cast<offset_t>(m0);
      teaal_table_clear(&row_coords[threadIdx.x / 32 * 512], 512);
      int held = 0;
      const pos_t A_K_begin = A_K_segments[m0];
      const pos_t A_K_end = A_K_segments[m0 + 1];
#line 29 "spgemm_long_rows.yaml"
      for (offset_t A_K_at_chunk = static_cast<offset_t>(A_K_begin);
           A_K_at_chunk < static_cast<offset_t>(A_K_end); A_K_at_chunk += 32) {
        const offset_t A_K_at_chunk_end = min(static_cast<offset_t>(A_K_end), A_K_at_chunk + 32);
        const pos_t A_K_at_own = static_cast<pos_t>(
            min(A_K_at_chunk + static_cast<offset_t>(threadIdx.x % 32), A_K_at_chunk_end - 1));
        const coord_t k_own = A_K_coords[A_K_at_own];
        const pos_t B_N_begin_own = B_N_segments[k_own];
        const pos_t B_N_end_own = B_N_segments[k_own + 1];
        for (pos_t A_K_at = static_cast<pos_t>(A_K_at_chunk);
             A_K_at < static_cast<pos_t>(A_K_at_chunk_end); ++A_K_at) {
          const pos_t B_N_begin = static_cast<pos_t>(
              __shfl_sync(0xffffffffu, B_N_begin_own,
                          static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
          const pos_t B_N_end = static_cast<pos_t>(
              __shfl_sync(0xffffffffu, B_N_end_own,
                          static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
          const unsigned length = max(static_cast<pos_t>(0), B_N_end - B_N_begin);
          for (unsigned turn = 0; turn < length; turn += 32) {
            const pos_t B_N_at =
                B_N_begin + min(static_cast<int>(turn + threadIdx.x % 32), length - 1);
            const coord_t n = B_N_coords[B_N_at];
            const bool is_new = teaal_table_put(&row_coords[threadIdx.x / 32 * 512], 512, n,
                                                turn + threadIdx.x % 32 < length);
            held += __popc(__ballot_sync(0xffffffffu, is_new));
          }
        }
      }
#line 13 "spgemm_long_rows.yaml"
      if (worker_N == 0) {
        Z_offsets[static_cast<size_type>(row) * static_cast<offset_t>(slots)] = held;
      }
    }
  }
}

#line 13 "spgemm_long_rows.yaml"
// For the coordinates of M at which A has a fiber that makes 385 to 1536 products with B.
extern "C" __global__ void spgemm_long_rows_Z_class1_count(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values,
    const coord_t* __restrict__ A_times_B_M_lists, const coord_t* __restrict__ A_times_B_M_begins,
    size_type* __restrict__ Z_offsets, size_type slots) {
  teaal_await_launches();
  __shared__ int row_coords[2048];
  const offset_t workers_M = gridDim.x;
  const offset_t worker_M = blockIdx.x;
  const offset_t worker_N = threadIdx.x;
#line 31 "spgemm_long_rows.yaml"
  const coord_t m_first = A_times_B_M_begins[1];
  const coord_t m_listed = A_times_B_M_begins[2] - m_first;
#line 33 "spgemm_long_rows.yaml"
  for (offset_t m_entry = worker_M; m_entry < m_listed; m_entry += workers_M) {
    const coord_t m = A_times_B_M_lists[m_first + m_entry];
#line 13 "spgemm_long_rows.yaml"
    const offset_t row = static_cast<offset_t>(m);
    teaal_buffer_clear<teaal_of_block>(&row_coords[0], 2048, -1);
    int held = 0;
    const pos_t A_K_begin = A_K_segments[m];
    const pos_t A_K_end = A_K_segments[m + 1];
#line 33 "spgemm_long_rows.yaml"
    for (pos_t A_K_at = A_K_begin; A_K_at < A_K_end; ++A_K_at) {
      const coord_t k = A_K_coords[A_K_at];
      const pos_t B_N_begin = B_N_segments[k];
      const pos_t B_N_end = B_N_segments[k + 1];
      const unsigned length = max(static_cast<pos_t>(0), B_N_end - B_N_begin);
      for (unsigned turn = 0; turn < length; turn += blockDim.x) {
        const pos_t B_N_at = B_N_begin + min(static_cast<int>(turn + threadIdx.x), length - 1);
        const coord_t n = B_N_coords[B_N_at];
        const bool is_new = teaal_table_put(&row_coords[0], 2048, n, turn + threadIdx.x < length);
        held += __syncthreads_count(is_new);
      }
    }
#line 13 "spgemm_long_rows.yaml"
    if (worker_N == 0) {
      Z_offsets[static_cast<size_type>(row) * static_cast<offset_t>(slots) + 1] = held;
    }
  }
}

#line 13 "spgemm_long_rows.yaml"
// For the coordinates of M at which A has a fiber that makes 1537 or more products with B.
extern "C" __global__ void spgemm_long_rows_Z_class2_count(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values,
    const coord_t* __restrict__ A_times_B_M_lists, const coord_t* __restrict__ A_times_B_M_begins,
    coord_t K, coord_t N, coord_t count_N2, coord_t count_M, size_type* __restrict__ Z_offsets,
    size_type slots) {
  constexpr int TILE = 2048;
  teaal_await_launches();
  __shared__ int row_coords[128];
  const offset_t workers_N2 = count_N2;
  const offset_t worker_N2 = blockIdx.x % count_N2;
  const offset_t workers_M = count_M;
  const offset_t worker_M = blockIdx.x / count_N2;
  const offset_t workers_N1 = blockDim.x / 32;
  const offset_t worker_N1 = threadIdx.x / 32;
  const offset_t worker_N0 = threadIdx.x % 32;
#line 39 "spgemm_long_rows.yaml"
  const coord_t m_first = A_times_B_M_begins[2];
  const coord_t m_listed = A_times_B_M_begins[3] - m_first;
  size_type visited = 0;
#line 43 "spgemm_long_rows.yaml"
  for (offset_t m_entry = worker_M; m_entry < m_listed; m_entry += workers_M) {
    const coord_t m = A_times_B_M_lists[m_first + m_entry];
#line 13 "spgemm_long_rows.yaml"
    const offset_t row = static_cast<offset_t>(m);
    const pos_t A_K_begin = A_K_segments[m];
    const pos_t A_K_end = A_K_segments[m + 1];
#line 43 "spgemm_long_rows.yaml"
    size_type n2_from = worker_N2 * 4096;
    size_type n2_due = visited + static_cast<offset_t>(K);
    while (n2_from < N) {
      size_type n2_next = n2_from;
      size_type n2_looked = 0;
      if (n2_due <= visited && static_cast<offset_t>(K) < (N - n2_from) / (workers_N2 * 4096) + 1) {
        size_type n2_next_in_B = static_cast<offset_t>(N);
        for (offset_t k_2 = 0; k_2 < static_cast<offset_t>(K); ++k_2) {
          const pos_t B_N_begin = B_N_segments[k_2];
          const pos_t B_N_end = B_N_segments[k_2 + 1];
          const pos_t B_N_at =
              teaal_lower_bound(B_N_coords, B_N_begin, B_N_end, static_cast<coord_t>(n2_from));
          if (B_N_at < B_N_end) {
            n2_next_in_B = min(n2_next_in_B,
                               static_cast<size_type>(static_cast<offset_t>(B_N_coords[B_N_at])));
          }
          n2_looked += 1;
        }
        n2_next = max(n2_next, n2_next_in_B);
      }
      const size_type n2 =
          (n2_next < N) ? n2_from + (n2_next / 4096 * 4096 - n2_from + workers_N2 * 4096 - 1) /
                                        (workers_N2 * 4096) * (workers_N2 * 4096)
                        : static_cast<size_type>(N);
      if (0 < n2_looked) {
        visited += n2_looked;
        n2_due = visited + n2_looked;
      }
      if (n2 == n2_from) {
        const size_type n2_end = min(static_cast<size_type>(N), n2 + 4096);
        for (size_type n1 = n2 + worker_N1 * TILE; n1 < n2_end; n1 += workers_N1 * TILE) {
#line 13 "spgemm_long_rows.yaml"
          teaal_buffer_clear<teaal_of_warp>(&row_coords[threadIdx.x / 32 * 64], 64, 0);
          int held = 0;
#line 43 "spgemm_long_rows.yaml"
          const size_type n1_end = min(n2_end, n1 + TILE);
          for (offset_t A_K_at_chunk = static_cast<offset_t>(A_K_begin);
               A_K_at_chunk < static_cast<offset_t>(A_K_end); A_K_at_chunk += 32) {
            const offset_t A_K_at_chunk_end =
                min(static_cast<offset_t>(A_K_end), A_K_at_chunk + 32);
            const pos_t A_K_at_own = static_cast<pos_t>(
                min(A_K_at_chunk + static_cast<offset_t>(threadIdx.x % 32), A_K_at_chunk_end - 1));
            const coord_t k_own = A_K_coords[A_K_at_own];
            const pos_t B_N_begin_2_own = B_N_segments[k_own];
            const pos_t B_N_end_2_own = B_N_segments[k_own + 1];
            const pos_t B_N_begin_3_own = teaal_lower_bound(
                B_N_coords, B_N_begin_2_own, B_N_end_2_own, static_cast<coord_t>(n1));
            const pos_t B_N_end_3_own = teaal_lower_bound(
                B_N_coords, B_N_begin_3_own, B_N_end_2_own, static_cast<coord_t>(n1_end));
            for (pos_t A_K_at = static_cast<pos_t>(A_K_at_chunk);
                 A_K_at < static_cast<pos_t>(A_K_at_chunk_end); ++A_K_at) {
              const pos_t B_N_begin_3 = static_cast<pos_t>(
                  __shfl_sync(0xffffffffu, B_N_begin_3_own,
                              static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
              const pos_t B_N_end_3 = static_cast<pos_t>(
                  __shfl_sync(0xffffffffu, B_N_end_3_own,
                              static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
              const unsigned length = max(static_cast<pos_t>(0), B_N_end_3 - B_N_begin_3);
              for (unsigned turn = 0; turn < length; turn += 32) {
                const pos_t B_N_at_2 =
                    B_N_begin_3 + min(static_cast<int>(turn + threadIdx.x % 32), length - 1);
                const coord_t n0 = B_N_coords[B_N_at_2];
                const bool is_new =
                    teaal_bits_put(&row_coords[threadIdx.x / 32 * 64], static_cast<int>(n0 - n1),
                                   turn + threadIdx.x % 32 < length);
                held += __popc(__ballot_sync(0xffffffffu, is_new));
              }
            }
          }
#line 13 "spgemm_long_rows.yaml"
          if (worker_N0 == 0) {
            Z_offsets[static_cast<size_type>(row) * static_cast<offset_t>(slots) + 2 + n1 / 2048] =
                held;
          }
          visited += 1;
        }
      }
      n2_from = (n2 == n2_from) ? n2_from + workers_N2 * 4096 : n2;
      visited += 1;
    }
  }
}

#line 13 "spgemm_long_rows.yaml"
extern "C" __global__ void spgemm_long_rows_scan_sums(const size_type* __restrict__ counts,
                                                      size_type n, size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_sums(counts, n, sums, shared_sizes);
}

#line 13 "spgemm_long_rows.yaml"
extern "C" __global__ void spgemm_long_rows_scan_apply(size_type* __restrict__ counts, size_type n,
                                                       const size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_apply(counts, n, sums, shared_sizes);
}

#line 13 "spgemm_long_rows.yaml"
// For the coordinates of M at which A has a fiber that makes 0 to 384 products with B.
extern "C" __global__ void spgemm_long_rows_Z_class0(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values,
    const coord_t* __restrict__ A_times_B_M_lists, const coord_t* __restrict__ A_times_B_M_begins,
    coord_t N, const size_type* __restrict__ Z_offsets, size_type slots,
    size_type* __restrict__ Z_keys, value_t* __restrict__ Z_entries) {
  teaal_await_launches();
  __shared__ int row_coords[2048];
  __shared__ value_t row_sums[2048];
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
#line 25 "spgemm_long_rows.yaml"
  const coord_t m_first = A_times_B_M_begins[0];
  const coord_t m_listed = A_times_B_M_begins[1] - m_first;
#line 29 "spgemm_long_rows.yaml"
  for (offset_t m1 = worker_M1 * 4; m1 < m_listed; m1 += workers_M1 * 4) {
    const offset_t m1_end = min(static_cast<offset_t>(m_listed), m1 + 4);
    for (offset_t m0_entry = m1 + worker_M0; m0_entry < m1_end; m0_entry += workers_M0) {
      const coord_t m0 = A_times_B_M_lists[m_first + m0_entry];
#line 13 "spgemm_long_rows.yaml"
      const offset_t row = static_cast<offset_t>(m0);
      size_type emitted = Z_offsets[static_cast<size_type>(row) * static_cast<offset_t>(slots)];
      teaal_table_clear(&row_coords[threadIdx.x / 32 * 512], 512);
      size_type row_begin = 0;
      const pos_t A_K_begin = A_K_segments[m0];
      const pos_t A_K_end = A_K_segments[m0 + 1];
#line 29 "spgemm_long_rows.yaml"
      for (offset_t A_K_at_chunk = static_cast<offset_t>(A_K_begin);
           A_K_at_chunk < static_cast<offset_t>(A_K_end); A_K_at_chunk += 32) {
        const offset_t A_K_at_chunk_end = min(static_cast<offset_t>(A_K_end), A_K_at_chunk + 32);
        const pos_t A_K_at_own = static_cast<pos_t>(
            min(A_K_at_chunk + static_cast<offset_t>(threadIdx.x % 32), A_K_at_chunk_end - 1));
        const coord_t k_own = A_K_coords[A_K_at_own];
        const pos_t B_N_begin_own = B_N_segments[k_own];
        const pos_t B_N_end_own = B_N_segments[k_own + 1];
        const value_t A_values_own = A_values[A_K_at_own];
        for (pos_t A_K_at = static_cast<pos_t>(A_K_at_chunk);
             A_K_at < static_cast<pos_t>(A_K_at_chunk_end); ++A_K_at) {
          const value_t A_values_element =
              __shfl_sync(0xffffffffu, A_values_own,
                          static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk));
          const pos_t B_N_begin = static_cast<pos_t>(
              __shfl_sync(0xffffffffu, B_N_begin_own,
                          static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
          const pos_t B_N_end = static_cast<pos_t>(
              __shfl_sync(0xffffffffu, B_N_end_own,
                          static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
          const unsigned length = max(static_cast<pos_t>(0), B_N_end - B_N_begin);
          for (unsigned turn = 0; turn < length; turn += 32) {
            const pos_t B_N_at =
                B_N_begin + min(static_cast<int>(turn + threadIdx.x % 32), length - 1);
            const coord_t n = B_N_coords[B_N_at];
            row_begin = static_cast<size_type>(m0) * static_cast<offset_t>(N);
            teaal_table_add<teaal_sum>(
                &row_coords[threadIdx.x / 32 * 512], &row_sums[threadIdx.x / 32 * 512], 512, n,
                A_values_element * B_values[B_N_at], turn + threadIdx.x % 32 < length);
          }
        }
      }
#line 13 "spgemm_long_rows.yaml"
      teaal_table_leave(&row_coords[threadIdx.x / 32 * 512], &row_sums[threadIdx.x / 32 * 512], 512,
                        row_begin, &Z_keys[emitted], &Z_entries[emitted]);
    }
  }
}

#line 13 "spgemm_long_rows.yaml"
// For the coordinates of M at which A has a fiber that makes 385 to 1536 products with B.
extern "C" __global__ void spgemm_long_rows_Z_class1(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values,
    const coord_t* __restrict__ A_times_B_M_lists, const coord_t* __restrict__ A_times_B_M_begins,
    coord_t N, const size_type* __restrict__ Z_offsets, size_type slots,
    size_type* __restrict__ Z_keys, value_t* __restrict__ Z_entries) {
  teaal_await_launches();
  __shared__ int row_coords[2048];
  __shared__ value_t row_sums[2048];
  const offset_t workers_M = gridDim.x;
  const offset_t worker_M = blockIdx.x;
#line 31 "spgemm_long_rows.yaml"
  const coord_t m_first = A_times_B_M_begins[1];
  const coord_t m_listed = A_times_B_M_begins[2] - m_first;
#line 33 "spgemm_long_rows.yaml"
  for (offset_t m_entry = worker_M; m_entry < m_listed; m_entry += workers_M) {
    const coord_t m = A_times_B_M_lists[m_first + m_entry];
#line 13 "spgemm_long_rows.yaml"
    const offset_t row = static_cast<offset_t>(m);
    size_type emitted = Z_offsets[static_cast<size_type>(row) * static_cast<offset_t>(slots) + 1];
    teaal_buffer_clear<teaal_of_block>(&row_coords[0], 2048, -1);
    size_type row_begin = 0;
    const pos_t A_K_begin = A_K_segments[m];
    const pos_t A_K_end = A_K_segments[m + 1];
#line 33 "spgemm_long_rows.yaml"
    for (pos_t A_K_at = A_K_begin; A_K_at < A_K_end; ++A_K_at) {
      const coord_t k = A_K_coords[A_K_at];
      const pos_t B_N_begin = B_N_segments[k];
      const pos_t B_N_end = B_N_segments[k + 1];
      const unsigned length = max(static_cast<pos_t>(0), B_N_end - B_N_begin);
      for (unsigned turn = 0; turn < length; turn += blockDim.x) {
        const pos_t B_N_at = B_N_begin + min(static_cast<int>(turn + threadIdx.x), length - 1);
        const coord_t n = B_N_coords[B_N_at];
        row_begin = static_cast<size_type>(m) * static_cast<offset_t>(N);
        teaal_hash_add<teaal_sum>(&row_coords[0], &row_sums[0], 2048, n,
                                  A_values[A_K_at] * B_values[B_N_at], turn + threadIdx.x < length);
      }
    }
#line 13 "spgemm_long_rows.yaml"
    teaal_hash_leave(&row_coords[0], &row_sums[0], 2048, row_begin, &Z_keys[emitted],
                     &Z_entries[emitted]);
  }
}

#line 13 "spgemm_long_rows.yaml"
// For the coordinates of M at which A has a fiber that makes 1537 or more products with B.
extern "C" __global__ void spgemm_long_rows_Z_class2(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values,
    const coord_t* __restrict__ A_times_B_M_lists, const coord_t* __restrict__ A_times_B_M_begins,
    coord_t K, coord_t N, coord_t count_N2, coord_t count_M,
    const size_type* __restrict__ Z_offsets, size_type slots, size_type* __restrict__ Z_keys,
    value_t* __restrict__ Z_entries) {
  constexpr int TILE = 2048;
  teaal_await_launches();
  __shared__ int row_coords[128];
  __shared__ value_t row_sums[4096];
  const offset_t workers_N2 = count_N2;
  const offset_t worker_N2 = blockIdx.x % count_N2;
  const offset_t workers_M = count_M;
  const offset_t worker_M = blockIdx.x / count_N2;
  const offset_t workers_N1 = blockDim.x / 32;
  const offset_t worker_N1 = threadIdx.x / 32;
#line 39 "spgemm_long_rows.yaml"
  const coord_t m_first = A_times_B_M_begins[2];
  const coord_t m_listed = A_times_B_M_begins[3] - m_first;
  size_type visited = 0;
#line 43 "spgemm_long_rows.yaml"
  for (offset_t m_entry = worker_M; m_entry < m_listed; m_entry += workers_M) {
    const coord_t m = A_times_B_M_lists[m_first + m_entry];
#line 13 "spgemm_long_rows.yaml"
    const offset_t row = static_cast<offset_t>(m);
    const pos_t A_K_begin = A_K_segments[m];
    const pos_t A_K_end = A_K_segments[m + 1];
#line 43 "spgemm_long_rows.yaml"
    size_type n2_from = worker_N2 * 4096;
    size_type n2_due = visited + static_cast<offset_t>(K);
    while (n2_from < N) {
      size_type n2_next = n2_from;
      size_type n2_looked = 0;
      if (n2_due <= visited && static_cast<offset_t>(K) < (N - n2_from) / (workers_N2 * 4096) + 1) {
        size_type n2_next_in_B = static_cast<offset_t>(N);
        for (offset_t k_2 = 0; k_2 < static_cast<offset_t>(K); ++k_2) {
          const pos_t B_N_begin = B_N_segments[k_2];
          const pos_t B_N_end = B_N_segments[k_2 + 1];
          const pos_t B_N_at =
              teaal_lower_bound(B_N_coords, B_N_begin, B_N_end, static_cast<coord_t>(n2_from));
          if (B_N_at < B_N_end) {
            n2_next_in_B = min(n2_next_in_B,
                               static_cast<size_type>(static_cast<offset_t>(B_N_coords[B_N_at])));
          }
          n2_looked += 1;
        }
        n2_next = max(n2_next, n2_next_in_B);
      }
      const size_type n2 =
          (n2_next < N) ? n2_from + (n2_next / 4096 * 4096 - n2_from + workers_N2 * 4096 - 1) /
                                        (workers_N2 * 4096) * (workers_N2 * 4096)
                        : static_cast<size_type>(N);
      if (0 < n2_looked) {
        visited += n2_looked;
        n2_due = visited + n2_looked;
      }
      if (n2 == n2_from) {
        const size_type n2_end = min(static_cast<size_type>(N), n2 + 4096);
        for (size_type n1 = n2 + worker_N1 * TILE; n1 < n2_end; n1 += workers_N1 * TILE) {
#line 13 "spgemm_long_rows.yaml"
          size_type emitted =
              Z_offsets[static_cast<size_type>(row) * static_cast<offset_t>(slots) + 2 + n1 / 2048];
          teaal_buffer_clear<teaal_of_warp>(&row_coords[threadIdx.x / 32 * 64], 64, 0);
          size_type row_begin = 0;
#line 43 "spgemm_long_rows.yaml"
          const size_type n1_end = min(n2_end, n1 + TILE);
          for (offset_t A_K_at_chunk = static_cast<offset_t>(A_K_begin);
               A_K_at_chunk < static_cast<offset_t>(A_K_end); A_K_at_chunk += 32) {
            const offset_t A_K_at_chunk_end =
                min(static_cast<offset_t>(A_K_end), A_K_at_chunk + 32);
            const pos_t A_K_at_own = static_cast<pos_t>(
                min(A_K_at_chunk + static_cast<offset_t>(threadIdx.x % 32), A_K_at_chunk_end - 1));
            const coord_t k_own = A_K_coords[A_K_at_own];
            const pos_t B_N_begin_2_own = B_N_segments[k_own];
            const pos_t B_N_end_2_own = B_N_segments[k_own + 1];
            const pos_t B_N_begin_3_own = teaal_lower_bound(
                B_N_coords, B_N_begin_2_own, B_N_end_2_own, static_cast<coord_t>(n1));
            const pos_t B_N_end_3_own = teaal_lower_bound(
                B_N_coords, B_N_begin_3_own, B_N_end_2_own, static_cast<coord_t>(n1_end));
            const value_t A_values_own = A_values[A_K_at_own];
            for (pos_t A_K_at = static_cast<pos_t>(A_K_at_chunk);
                 A_K_at < static_cast<pos_t>(A_K_at_chunk_end); ++A_K_at) {
              const value_t A_values_element =
                  __shfl_sync(0xffffffffu, A_values_own,
                              static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk));
              const pos_t B_N_begin_3 = static_cast<pos_t>(
                  __shfl_sync(0xffffffffu, B_N_begin_3_own,
                              static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
              const pos_t B_N_end_3 = static_cast<pos_t>(
                  __shfl_sync(0xffffffffu, B_N_end_3_own,
                              static_cast<int>(static_cast<offset_t>(A_K_at) - A_K_at_chunk)));
              const unsigned length = max(static_cast<pos_t>(0), B_N_end_3 - B_N_begin_3);
              for (unsigned turn = 0; turn < length; turn += 32) {
                const pos_t B_N_at_2 =
                    B_N_begin_3 + min(static_cast<int>(turn + threadIdx.x % 32), length - 1);
                const coord_t n0 = B_N_coords[B_N_at_2];
                row_begin = static_cast<size_type>(m) * static_cast<offset_t>(N) + n1;
                teaal_tile_add<teaal_sum, teaal_of_warp>(
                    &row_coords[threadIdx.x / 32 * 64], &row_sums[threadIdx.x / 32 * 2048],
                    static_cast<int>(n0 - n1), A_values_element * B_values[B_N_at_2],
                    turn + threadIdx.x % 32 < length);
              }
            }
          }
#line 13 "spgemm_long_rows.yaml"
          teaal_tile_leave<teaal_of_warp>(&row_coords[threadIdx.x / 32 * 64],
                                          &row_sums[threadIdx.x / 32 * 2048], 64, row_begin,
                                          &Z_keys[emitted], &Z_entries[emitted]);
          visited += 1;
        }
      }
      n2_from = (n2 == n2_from) ? n2_from + workers_N2 * 4096 : n2;
      visited += 1;
    }
  }
}

#line 13 "spgemm_long_rows.yaml"
extern "C" __global__ void spgemm_long_rows_Z_rows_count(const value_t* __restrict__ Z_entries,
                                                         const size_type* __restrict__ Z_offsets,
                                                         size_type slots,
                                                         size_type* __restrict__ Z_rows_before) {
  teaal_await_launches();
  teaal_count_kept(Z_entries, Z_offsets, slots, value_t(0), Z_rows_before);
}

#line 13 "spgemm_long_rows.yaml"
extern "C" __global__ void spgemm_long_rows_Z_rows_move(
    const size_type* __restrict__ Z_keys, const value_t* __restrict__ Z_entries,
    const size_type* __restrict__ Z_offsets, const size_type* __restrict__ Z_rows_before,
    size_type slots, size_type* __restrict__ Z_rows_keys, value_t* __restrict__ Z_rows_values) {
  teaal_await_launches();
  teaal_move_kept(Z_keys, Z_entries, Z_offsets, Z_rows_before, slots, value_t(0), Z_rows_keys,
                  Z_rows_values);
}

#line 13 "spgemm_long_rows.yaml"
extern "C" __global__ void spgemm_long_rows_Z_N_segments(const size_type* __restrict__ Z_rows_keys,
                                                         size_type stored, size_type fiber_span,
                                                         size_type positions,
                                                         pos_t* __restrict__ Z_N_segments,
                                                         size_type entries) {
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

#line 13 "spgemm_long_rows.yaml"
extern "C" __global__ void spgemm_long_rows_Z_N_store(const size_type* __restrict__ Z_rows_keys,
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
#line 1 "spgemm_long_rows.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spgemm_long_rows_value;
typedef pos_t spgemm_long_rows_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spgemm_long_rows_workspace_bytes spgemm_long_rows_workspace_bytes_64
#define spgemm_long_rows_launch spgemm_long_rows_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spgemm_long_rows_arguments {
  /* A: M:U, K:C */
  const spgemm_long_rows_position* A_K_segments;
  const int32_t* A_K_coords;
  const spgemm_long_rows_value* A_values;
  /* B: K:U, N:C */
  const spgemm_long_rows_position* B_N_segments;
  const int32_t* B_N_coords;
  const spgemm_long_rows_value* B_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  spgemm_long_rows_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  spgemm_long_rows_value* Z_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the
     arrays of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on
     the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} spgemm_long_rows_arguments;

/* Bytes of device memory that spgemm_long_rows_launch needs as workspace (0: none), aligned to 256.
 */
size_t spgemm_long_rows_workspace_bytes(const spgemm_long_rows_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many
   elements a tensor has. 0: enqueued; else see spgemm_long_rows_error_text. Allocates through
   `allocate` and throws nothing. */
int spgemm_long_rows_launch(spgemm_long_rows_arguments* arguments, void* workspace,
                            size_t workspace_bytes, struct CUstream_st* stream);
const char* spgemm_long_rows_error_text(int code);
}

namespace {

inline int64_t bits(int64_t n) {
  int64_t out = 0;
  for (; n > 0; n /= 2) ++out;
  return out;
}
struct spgemm_long_rows_pool {
  const spgemm_long_rows_arguments& a;
  CUstream_st* stream;
  void* held[12];
  int64_t room[12];
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
  ~spgemm_long_rows_pool() {
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

struct spgemm_long_rows_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t spgemm_long_rows_Z_class2_M_workers;
  int64_t spgemm_long_rows_Z_class2_N2_workers;
  int64_t Z_emitted = 0;
  int64_t Z_stored = 0;
  explicit spgemm_long_rows_sizes(const spgemm_long_rows_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    spgemm_long_rows_Z_class2_M_workers = max(min(M, 4096), 1);
    spgemm_long_rows_Z_class2_N2_workers =
        max(min(ceil_div(N, 4096), 65536 / spgemm_long_rows_Z_class2_M_workers), 1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool indexable() const { return (M == 0 || N <= 9223372036854775807 / M); }
  bool addressable() const { return M <= 1000000000 && K <= 1000000000 && N <= 1000000000; }
  int64_t elements_0() const { return M; }
  int64_t elements_1() const { return max(1, min(ceil_div(M, 256), 1024)) * 3; }
  int64_t elements_2() const { return M; }
  int64_t elements_3() const { return 4; }
  int64_t elements_4() const { return M * (2 + ceil_div(N, 2048)) + 1; }
  int64_t elements_5() const { return 1024; }
  int64_t elements_6() const { return Z_emitted; }
  int64_t elements_7() const { return Z_emitted; }
  int64_t elements_8() const { return M * (2 + ceil_div(N, 2048)) + 1; }
  int64_t elements_9() const { return Z_stored; }
  int64_t elements_10() const { return Z_stored; }
  int64_t block_spgemm_long_rows_A_times_B_M_products() const { return 256; }
  int64_t grid_spgemm_long_rows_A_times_B_M_products() const {
    return max(1, min(ceil_div(M, 8), 4096));
  }
  int64_t block_spgemm_long_rows_A_times_B_M_count() const { return 256; }
  int64_t grid_spgemm_long_rows_A_times_B_M_count() const {
    return max(1, min(ceil_div(M, 256), 1024));
  }
  int64_t block_spgemm_long_rows_A_times_B_M_list() const { return 256; }
  int64_t grid_spgemm_long_rows_A_times_B_M_list() const {
    return max(1, min(ceil_div(M, 256), 1024));
  }
  int64_t block_spgemm_long_rows_Z_class0_count() const { return max(min(min(4, M), 8), 1) * 32; }
  int64_t grid_spgemm_long_rows_Z_class0_count() const { return max(min(ceil_div(M, 4), 4096), 1); }
  int64_t block_spgemm_long_rows_Z_class1_count() const {
    return ceil_div(max(min(N, 256), 1), 32) * 32;
  }
  int64_t grid_spgemm_long_rows_Z_class1_count() const { return max(min(M, 4096), 1); }
  int64_t block_spgemm_long_rows_Z_class2_count() const {
    return max(min(ceil_div(min(4096, N), 2048), 8), 1) * 32;
  }
  int64_t grid_spgemm_long_rows_Z_class2_count() const {
    return spgemm_long_rows_Z_class2_M_workers * spgemm_long_rows_Z_class2_N2_workers;
  }
  int64_t block_spgemm_long_rows_Z_class0() const { return max(min(min(4, M), 8), 1) * 32; }
  int64_t grid_spgemm_long_rows_Z_class0() const { return max(min(ceil_div(M, 4), 4096), 1); }
  int64_t block_spgemm_long_rows_Z_class1() const { return ceil_div(max(min(N, 256), 1), 32) * 32; }
  int64_t grid_spgemm_long_rows_Z_class1() const { return max(min(M, 4096), 1); }
  int64_t block_spgemm_long_rows_Z_class2() const {
    return block_spgemm_long_rows_Z_class2_count();
  }
  int64_t grid_spgemm_long_rows_Z_class2() const { return grid_spgemm_long_rows_Z_class2_count(); }
  int64_t block_spgemm_long_rows_Z_rows_count() const { return 128; }
  int64_t grid_spgemm_long_rows_Z_rows_count() const {
    return max(1, min(ceil_div(M * (2 + ceil_div(N, 2048)), 4), 2112));
  }
  int64_t block_spgemm_long_rows_Z_rows_move() const { return 128; }
  int64_t grid_spgemm_long_rows_Z_rows_move() const { return grid_spgemm_long_rows_Z_rows_count(); }
  int64_t block_spgemm_long_rows_Z_N_segments() const { return 256; }
  int64_t grid_spgemm_long_rows_Z_N_segments() const { return max(1, min(ceil_div(M, 256), 4096)); }
  int64_t block_spgemm_long_rows_Z_N_store() const { return 256; }
  int64_t grid_spgemm_long_rows_Z_N_store() const {
    return max(1, min(ceil_div(Z_stored, 256), 4096));
  }
  coord_t M_of_spgemm_long_rows_A_times_B_M_products() const { return static_cast<coord_t>(M); }
  coord_t M_of_spgemm_long_rows_A_times_B_M_count() const { return static_cast<coord_t>(M); }
  coord_t M_of_spgemm_long_rows_A_times_B_M_list() const { return static_cast<coord_t>(M); }
  int64_t slots_of_spgemm_long_rows_Z_class0_count() const { return 2 + ceil_div(N, 2048); }
  int64_t slots_of_spgemm_long_rows_Z_class1_count() const { return 2 + ceil_div(N, 2048); }
  coord_t K_of_spgemm_long_rows_Z_class2_count() const { return static_cast<coord_t>(K); }
  coord_t N_of_spgemm_long_rows_Z_class2_count() const { return static_cast<coord_t>(N); }
  coord_t count_N2_of_spgemm_long_rows_Z_class2_count() const {
    return static_cast<coord_t>(spgemm_long_rows_Z_class2_N2_workers);
  }
  coord_t count_M_of_spgemm_long_rows_Z_class2_count() const {
    return static_cast<coord_t>(spgemm_long_rows_Z_class2_M_workers);
  }
  int64_t slots_of_spgemm_long_rows_Z_class2_count() const { return 2 + ceil_div(N, 2048); }
  coord_t N_of_spgemm_long_rows_Z_class0() const { return static_cast<coord_t>(N); }
  int64_t slots_of_spgemm_long_rows_Z_class0() const { return 2 + ceil_div(N, 2048); }
  coord_t N_of_spgemm_long_rows_Z_class1() const { return static_cast<coord_t>(N); }
  int64_t slots_of_spgemm_long_rows_Z_class1() const { return 2 + ceil_div(N, 2048); }
  coord_t K_of_spgemm_long_rows_Z_class2() const { return static_cast<coord_t>(K); }
  coord_t N_of_spgemm_long_rows_Z_class2() const { return static_cast<coord_t>(N); }
  coord_t count_N2_of_spgemm_long_rows_Z_class2() const {
    return static_cast<coord_t>(spgemm_long_rows_Z_class2_N2_workers);
  }
  coord_t count_M_of_spgemm_long_rows_Z_class2() const {
    return static_cast<coord_t>(spgemm_long_rows_Z_class2_M_workers);
  }
  int64_t slots_of_spgemm_long_rows_Z_class2() const { return 2 + ceil_div(N, 2048); }
  int64_t slots_of_spgemm_long_rows_Z_rows_count() const { return M * (2 + ceil_div(N, 2048)); }
  int64_t slots_of_spgemm_long_rows_Z_rows_move() const { return M * (2 + ceil_div(N, 2048)); }
  int64_t stored_of_spgemm_long_rows_Z_N_segments() const { return Z_stored; }
  int64_t fiber_span_of_spgemm_long_rows_Z_N_segments() const { return N; }
  int64_t positions_of_spgemm_long_rows_Z_N_segments() const { return Z_stored; }
  int64_t entries_of_spgemm_long_rows_Z_N_segments() const { return M; }
  int64_t extent_of_spgemm_long_rows_Z_N_store() const { return N; }
  int64_t entries_of_spgemm_long_rows_Z_N_store() const { return Z_stored; }
  int64_t stored_Z() const { return Z_stored; }
  int64_t step_size_0() const { return M * (2 + ceil_div(N, 2048)); }
  int64_t step_size_1() const {
    return max(1, min(ceil_div(M * (2 + ceil_div(N, 2048)), 2048), 1024));
  }
  int64_t step_size_2() const { return Z_stored; }
  int64_t step_size_3() const { return M + 1; }
};

}  // namespace

extern "C" size_t spgemm_long_rows_workspace_bytes(const spgemm_long_rows_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spgemm_long_rows_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(coord_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(coord_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_5()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_8()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spgemm_long_rows_launch(spgemm_long_rows_arguments* arguments, void* workspace,
                                       size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  spgemm_long_rows_arguments& a = *arguments;
  spgemm_long_rows_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spgemm_long_rows_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  size_type* A_times_B_M_products = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* A_times_B_M_counts = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  coord_t* A_times_B_M_lists = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(coord_t) + 255) / 256 * 256;
  coord_t* A_times_B_M_begins = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(coord_t) + 255) / 256 * 256;
  size_type* Z_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* scan_sums = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_5()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* Z_keys = nullptr;
  value_t* Z_entries = nullptr;
  size_type* Z_rows_before = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_8()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* Z_rows_keys = nullptr;
  value_t* Z_rows_values = nullptr;
  (void)free_bytes;
  if (!sizes.indexable()) return 5;
  spgemm_long_rows_pool pool{a, stream, {}, {}};
  a.Z_N_segments = nullptr;
  a.Z_N_coords = nullptr;
  a.Z_values = nullptr;
  spgemm_long_rows_A_times_B_M_products<<<
      static_cast<unsigned>(sizes.grid_spgemm_long_rows_A_times_B_M_products()),
      static_cast<unsigned>(sizes.block_spgemm_long_rows_A_times_B_M_products()), 0, stream>>>(
      A_times_B_M_products, a.A_K_segments, a.A_K_coords, a.B_N_segments,
      sizes.M_of_spgemm_long_rows_A_times_B_M_products());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spgemm_long_rows_A_times_B_M_count,
                   static_cast<unsigned>(sizes.grid_spgemm_long_rows_A_times_B_M_count()),
                   static_cast<unsigned>(sizes.block_spgemm_long_rows_A_times_B_M_count()), 0,
                   stream, A_times_B_M_counts, A_times_B_M_products,
                   sizes.M_of_spgemm_long_rows_A_times_B_M_count()) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_long_rows_A_times_B_M_list,
                   static_cast<unsigned>(sizes.grid_spgemm_long_rows_A_times_B_M_list()),
                   static_cast<unsigned>(sizes.block_spgemm_long_rows_A_times_B_M_list()), 0,
                   stream, A_times_B_M_counts, A_times_B_M_lists, A_times_B_M_begins,
                   A_times_B_M_products,
                   sizes.M_of_spgemm_long_rows_A_times_B_M_list()) != cudaSuccess)
    return 3;
  if (cudaMemsetAsync(Z_offsets, 0, static_cast<size_t>(sizes.elements_4()) * sizeof(size_type),
                      stream) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_long_rows_Z_class0_count,
                   static_cast<unsigned>(sizes.grid_spgemm_long_rows_Z_class0_count()),
                   static_cast<unsigned>(sizes.block_spgemm_long_rows_Z_class0_count()), 0, stream,
                   a.A_K_segments, a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords,
                   a.B_values, A_times_B_M_lists, A_times_B_M_begins, Z_offsets,
                   sizes.slots_of_spgemm_long_rows_Z_class0_count()) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_long_rows_Z_class1_count,
                   static_cast<unsigned>(sizes.grid_spgemm_long_rows_Z_class1_count()),
                   static_cast<unsigned>(sizes.block_spgemm_long_rows_Z_class1_count()), 0, stream,
                   a.A_K_segments, a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords,
                   a.B_values, A_times_B_M_lists, A_times_B_M_begins, Z_offsets,
                   sizes.slots_of_spgemm_long_rows_Z_class1_count()) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_long_rows_Z_class2_count,
                   static_cast<unsigned>(sizes.grid_spgemm_long_rows_Z_class2_count()),
                   static_cast<unsigned>(sizes.block_spgemm_long_rows_Z_class2_count()), 0, stream,
                   a.A_K_segments, a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords,
                   a.B_values, A_times_B_M_lists, A_times_B_M_begins,
                   sizes.K_of_spgemm_long_rows_Z_class2_count(),
                   sizes.N_of_spgemm_long_rows_Z_class2_count(),
                   sizes.count_N2_of_spgemm_long_rows_Z_class2_count(),
                   sizes.count_M_of_spgemm_long_rows_Z_class2_count(), Z_offsets,
                   sizes.slots_of_spgemm_long_rows_Z_class2_count()) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_long_rows_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, Z_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_long_rows_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, Z_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.Z_emitted, Z_offsets + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_keys, sizes.elements_6())) return 4;
  if (!pool.hold(Z_entries, sizes.elements_7())) return 4;
  if (launch_early(
          spgemm_long_rows_Z_class0, static_cast<unsigned>(sizes.grid_spgemm_long_rows_Z_class0()),
          static_cast<unsigned>(sizes.block_spgemm_long_rows_Z_class0()), 0, stream, a.A_K_segments,
          a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords, a.B_values, A_times_B_M_lists,
          A_times_B_M_begins, sizes.N_of_spgemm_long_rows_Z_class0(), Z_offsets,
          sizes.slots_of_spgemm_long_rows_Z_class0(), Z_keys, Z_entries) != cudaSuccess)
    return 3;
  if (launch_early(
          spgemm_long_rows_Z_class1, static_cast<unsigned>(sizes.grid_spgemm_long_rows_Z_class1()),
          static_cast<unsigned>(sizes.block_spgemm_long_rows_Z_class1()), 0, stream, a.A_K_segments,
          a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords, a.B_values, A_times_B_M_lists,
          A_times_B_M_begins, sizes.N_of_spgemm_long_rows_Z_class1(), Z_offsets,
          sizes.slots_of_spgemm_long_rows_Z_class1(), Z_keys, Z_entries) != cudaSuccess)
    return 3;
  if (launch_early(
          spgemm_long_rows_Z_class2, static_cast<unsigned>(sizes.grid_spgemm_long_rows_Z_class2()),
          static_cast<unsigned>(sizes.block_spgemm_long_rows_Z_class2()), 0, stream, a.A_K_segments,
          a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords, a.B_values, A_times_B_M_lists,
          A_times_B_M_begins, sizes.K_of_spgemm_long_rows_Z_class2(),
          sizes.N_of_spgemm_long_rows_Z_class2(), sizes.count_N2_of_spgemm_long_rows_Z_class2(),
          sizes.count_M_of_spgemm_long_rows_Z_class2(), Z_offsets,
          sizes.slots_of_spgemm_long_rows_Z_class2(), Z_keys, Z_entries) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_long_rows_Z_rows_count,
                   static_cast<unsigned>(sizes.grid_spgemm_long_rows_Z_rows_count()),
                   static_cast<unsigned>(sizes.block_spgemm_long_rows_Z_rows_count()), 0, stream,
                   Z_entries, Z_offsets, sizes.slots_of_spgemm_long_rows_Z_rows_count(),
                   Z_rows_before) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_long_rows_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, Z_rows_before, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_long_rows_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, Z_rows_before, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.Z_stored, Z_rows_before + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_rows_keys, sizes.elements_9())) return 4;
  if (!pool.hold(Z_rows_values, sizes.elements_10())) return 4;
  if (launch_early(spgemm_long_rows_Z_rows_move,
                   static_cast<unsigned>(sizes.grid_spgemm_long_rows_Z_rows_move()),
                   static_cast<unsigned>(sizes.block_spgemm_long_rows_Z_rows_move()), 0, stream,
                   Z_keys, Z_entries, Z_offsets, Z_rows_before,
                   sizes.slots_of_spgemm_long_rows_Z_rows_move(), Z_rows_keys,
                   Z_rows_values) != cudaSuccess)
    return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_2() > 2147483647) return 5;
  if (!pool.give(a.Z_N_segments, sizes.step_size_3())) return 4;
  if (launch_early(spgemm_long_rows_Z_N_segments,
                   static_cast<unsigned>(sizes.grid_spgemm_long_rows_Z_N_segments()),
                   static_cast<unsigned>(sizes.block_spgemm_long_rows_Z_N_segments()), 0, stream,
                   Z_rows_keys, sizes.stored_of_spgemm_long_rows_Z_N_segments(),
                   sizes.fiber_span_of_spgemm_long_rows_Z_N_segments(),
                   sizes.positions_of_spgemm_long_rows_Z_N_segments(), a.Z_N_segments,
                   sizes.entries_of_spgemm_long_rows_Z_N_segments()) != cudaSuccess)
    return 3;
  if (!pool.give(a.Z_N_coords, sizes.step_size_2())) return 4;
  if (!pool.give(a.Z_values, sizes.stored_Z())) return 4;
  if (launch_early(spgemm_long_rows_Z_N_store,
                   static_cast<unsigned>(sizes.grid_spgemm_long_rows_Z_N_store()),
                   static_cast<unsigned>(sizes.block_spgemm_long_rows_Z_N_store()), 0, stream,
                   Z_rows_keys, Z_rows_values, sizes.extent_of_spgemm_long_rows_Z_N_store(),
                   a.Z_N_coords, a.Z_values,
                   sizes.entries_of_spgemm_long_rows_Z_N_store()) != cudaSuccess)
    return 3;
  a.Z_N_positions = sizes.step_size_2();
  return 0;
}

extern "C" const char* spgemm_long_rows_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spgemm_long_rows_workspace_bytes says";
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
