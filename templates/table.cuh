#pragma once
// A row of a compressed result while one warp makes it: a hash table of its own in shared memory,
// each coordinate once. `slots`, a power of two from 64 on, is how many elements `keys` and
// `values` have; a row fits that has at most three quarters as many coordinates. All 32 lanes of
// the warp call each function together. No two active lanes bring one coordinate in the same call,
// and a coordinate's values are combined in the order of the calls. Which slot a coordinate gets
// depends on which lane is first, but no result does: they leave the table in order.

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

// Bitonic sorts by coordinate, of which none occurs twice: the network has log2(size) *
// (log2(size) + 1) / 2 stages, in each of which pairs `by` apart change places so that runs of
// `run` ascend and descend in turns.

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
