#pragma once
// A row of a compressed result, or a tile of one, while one warp or one block makes it in shared
// memory: in a hash table of a block (a warp's is templates/table.cuh), in a dense tile, or in a
// tile of bits with room for the elements that these name. All threads of the group call each
// function together; a block's are a multiple of 32. No two active threads bring one coordinate in
// the same call, and a coordinate's values are combined in the order of the calls, so no result
// depends on which thread is first. Elements leave in order of their coordinates.

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

// ---- Tiles: a bit a coordinate, from 0 on ----

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

// Of bits with room for elements: `words` has n words of bits, for each word how many elements are
// in front of it, and n words that say which elements have a value.
template <class G>
static __device__ __forceinline__ void teaal_mask_rank(int* words, int n) {
  const int lane = int(threadIdx.x % 32);
  G::sync();
  int first, end;
  teaal_words_of_warp<G>(n, first, end);
  int sum = teaal_bits_before<G>(words, first, end);
  for (int tile = first; tile < end; tile += 32) {
    const int word = tile + lane;
    const int set = word < end ? __popc(unsigned(words[word])) : 0;
    const int upto = teaal_lane_upto(set);
    if (word < end) {
      words[n + word] = sum + upto - set;
      words[2 * n + word] = 0;
    }
    sum += __shfl_sync(0xffffffffu, upto, 31);
  }
  G::sync();
}

template <class Op, class G, class V>
static __device__ __forceinline__ void teaal_mask_add(int* words, V* values, int n, int at, V value,
                                                      bool active) {
  if (active) {
    const unsigned below = unsigned(words[at / 32]) & ((1u << at % 32) - 1);
    const int slot = words[n + at / 32] + __popc(below);
    values[slot] = teaal_bits_put(words + 2 * n, at, true) ? value : Op::of(values[slot], value);
  }
  G::sync();
}

template <class G, class K, class V>
static __device__ __forceinline__ void teaal_mask_leave(const int* words, const V* values, int n,
                                                        K base, K* keys_out, V* values_out) {
  const int lane = int(threadIdx.x % 32);
  for (int word = G::rank() / 32; word < n; word += G::size() / 32) {
    const unsigned set = unsigned(words[word]);
    if ((set >> lane & 1u) == 0) continue;
    const int mine = words[n + word] + __popc(set & ((1u << lane) - 1));
    keys_out[mine] = base + 32 * word + lane;
    values_out[mine] = values[mine];
  }
}

// ---- A block's hash table: as a warp's ----

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
