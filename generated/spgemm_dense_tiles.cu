// Made by teaalc 0.1.0 from spgemm_dense_tiles.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M (space), N2 (space), N1 (space), K, N0 (space)
//   stored A[M:U, K:C], B[K:U, N:C], Z[M:U, N:C]
//   sizes TILE=1024
//   teaalc spgemm_dense_tiles.yaml --type=f32 --arch=sm_90 --index-bits=32

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

struct teaal_of_warp {
  static __device__ __forceinline__ int rank() { return int(threadIdx.x % 32); }
  static __device__ __forceinline__ int size() { return 32; }
  static __device__ __forceinline__ void sync() { __syncwarp(); }
  // Of a number a warp, what the warps in front have.
  static __device__ __forceinline__ int before(int) { return 0; }
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

#line 13 "spgemm_dense_tiles.yaml"
extern "C" __global__ void spgemm_dense_tiles_Z_count(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values, coord_t K,
    coord_t M, coord_t N, coord_t count_N2, coord_t count_M, size_type* __restrict__ Z_offsets,
    size_type slots) {
  constexpr int TILE = 1024;
  __shared__ int row_coords[128];
  const offset_t workers_N2 = count_N2;
  const offset_t worker_N2 = blockIdx.x % count_N2;
  const offset_t workers_M = count_M;
  const offset_t worker_M = blockIdx.x / count_N2;
  const offset_t workers_N1 = blockDim.x / 32;
  const offset_t worker_N1 = threadIdx.x / 32;
  const offset_t worker_N0 = threadIdx.x % 32;
  size_type visited = 0;
#line 19 "spgemm_dense_tiles.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
    const pos_t A_K_begin = A_K_segments[m];
    const pos_t A_K_end = A_K_segments[m + 1];
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
#line 13 "spgemm_dense_tiles.yaml"
          teaal_buffer_clear<teaal_of_warp>(&row_coords[threadIdx.x / 32 * 32], 32, 0);
          int held = 0;
#line 19 "spgemm_dense_tiles.yaml"
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
                    teaal_bits_put(&row_coords[threadIdx.x / 32 * 32], static_cast<int>(n0 - n1),
                                   turn + threadIdx.x % 32 < length);
                held += __popc(__ballot_sync(0xffffffffu, is_new));
              }
            }
          }
#line 13 "spgemm_dense_tiles.yaml"
          if (worker_N0 == 0) {
            Z_offsets[static_cast<size_type>(m) * static_cast<offset_t>(slots) + n1 / 1024] = held;
          }
          visited += 1;
        }
      }
      n2_from = (n2 == n2_from) ? n2_from + workers_N2 * 4096 : n2;
      visited += 1;
    }
  }
}

#line 13 "spgemm_dense_tiles.yaml"
extern "C" __global__ void spgemm_dense_tiles_scan_sums(const size_type* __restrict__ counts,
                                                        size_type n, size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_sums(counts, n, sums, shared_sizes);
}

#line 13 "spgemm_dense_tiles.yaml"
extern "C" __global__ void spgemm_dense_tiles_scan_apply(size_type* __restrict__ counts,
                                                         size_type n,
                                                         const size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_apply(counts, n, sums, shared_sizes);
}

#line 13 "spgemm_dense_tiles.yaml"
extern "C" __global__ void spgemm_dense_tiles_Z(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values, coord_t K,
    coord_t M, coord_t N, coord_t count_N2, coord_t count_M,
    const size_type* __restrict__ Z_offsets, size_type slots, size_type* __restrict__ Z_keys,
    value_t* __restrict__ Z_entries) {
  constexpr int TILE = 1024;
  teaal_await_launches();
  __shared__ int row_coords[128];
  __shared__ value_t row_sums[4096];
  const offset_t workers_N2 = count_N2;
  const offset_t worker_N2 = blockIdx.x % count_N2;
  const offset_t workers_M = count_M;
  const offset_t worker_M = blockIdx.x / count_N2;
  const offset_t workers_N1 = blockDim.x / 32;
  const offset_t worker_N1 = threadIdx.x / 32;
  size_type visited = 0;
#line 19 "spgemm_dense_tiles.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
    const pos_t A_K_begin = A_K_segments[m];
    const pos_t A_K_end = A_K_segments[m + 1];
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
#line 13 "spgemm_dense_tiles.yaml"
          size_type emitted =
              Z_offsets[static_cast<size_type>(m) * static_cast<offset_t>(slots) + n1 / 1024];
          teaal_buffer_clear<teaal_of_warp>(&row_coords[threadIdx.x / 32 * 32], 32, 0);
          size_type row_begin = 0;
#line 19 "spgemm_dense_tiles.yaml"
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
                    &row_coords[threadIdx.x / 32 * 32], &row_sums[threadIdx.x / 32 * 1024],
                    static_cast<int>(n0 - n1), A_values_element * B_values[B_N_at_2],
                    turn + threadIdx.x % 32 < length);
              }
            }
          }
#line 13 "spgemm_dense_tiles.yaml"
          teaal_tile_leave<teaal_of_warp>(&row_coords[threadIdx.x / 32 * 32],
                                          &row_sums[threadIdx.x / 32 * 1024], 32, row_begin,
                                          &Z_keys[emitted], &Z_entries[emitted]);
          visited += 1;
        }
      }
      n2_from = (n2 == n2_from) ? n2_from + workers_N2 * 4096 : n2;
      visited += 1;
    }
  }
}

#line 13 "spgemm_dense_tiles.yaml"
extern "C" __global__ void spgemm_dense_tiles_Z_rows_count(const value_t* __restrict__ Z_entries,
                                                           const size_type* __restrict__ Z_offsets,
                                                           size_type slots,
                                                           size_type* __restrict__ Z_rows_before) {
  teaal_await_launches();
  teaal_count_kept(Z_entries, Z_offsets, slots, value_t(0), Z_rows_before);
}

#line 13 "spgemm_dense_tiles.yaml"
extern "C" __global__ void spgemm_dense_tiles_Z_rows_move(
    const size_type* __restrict__ Z_keys, const value_t* __restrict__ Z_entries,
    const size_type* __restrict__ Z_offsets, const size_type* __restrict__ Z_rows_before,
    size_type slots, size_type* __restrict__ Z_rows_keys, value_t* __restrict__ Z_rows_values) {
  teaal_await_launches();
  teaal_move_kept(Z_keys, Z_entries, Z_offsets, Z_rows_before, slots, value_t(0), Z_rows_keys,
                  Z_rows_values);
}

#line 13 "spgemm_dense_tiles.yaml"
extern "C" __global__ void spgemm_dense_tiles_Z_N_segments(
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

#line 13 "spgemm_dense_tiles.yaml"
extern "C" __global__ void spgemm_dense_tiles_Z_N_store(const size_type* __restrict__ Z_rows_keys,
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
#line 1 "spgemm_dense_tiles.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spgemm_dense_tiles_value;
typedef pos_t spgemm_dense_tiles_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spgemm_dense_tiles_workspace_bytes spgemm_dense_tiles_workspace_bytes_64
#define spgemm_dense_tiles_launch spgemm_dense_tiles_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spgemm_dense_tiles_arguments {
  /* A: M:U, K:C */
  const spgemm_dense_tiles_position* A_K_segments;
  const int32_t* A_K_coords;
  const spgemm_dense_tiles_value* A_values;
  /* B: K:U, N:C */
  const spgemm_dense_tiles_position* B_N_segments;
  const int32_t* B_N_coords;
  const spgemm_dense_tiles_value* B_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  spgemm_dense_tiles_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  spgemm_dense_tiles_value* Z_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the
     arrays of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on
     the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} spgemm_dense_tiles_arguments;

/* Bytes of device memory that spgemm_dense_tiles_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spgemm_dense_tiles_workspace_bytes(const spgemm_dense_tiles_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many
   elements a tensor has. 0: enqueued; else see spgemm_dense_tiles_error_text. Allocates through
   `allocate` and throws nothing. */
int spgemm_dense_tiles_launch(spgemm_dense_tiles_arguments* arguments, void* workspace,
                              size_t workspace_bytes, struct CUstream_st* stream);
const char* spgemm_dense_tiles_error_text(int code);
}

namespace {

inline int64_t bits(int64_t n) {
  int64_t out = 0;
  for (; n > 0; n /= 2) ++out;
  return out;
}
struct spgemm_dense_tiles_pool {
  const spgemm_dense_tiles_arguments& a;
  CUstream_st* stream;
  void* held[8];
  int64_t room[8];
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
  ~spgemm_dense_tiles_pool() {
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

struct spgemm_dense_tiles_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t spgemm_dense_tiles_Z_M_workers;
  int64_t spgemm_dense_tiles_Z_N2_workers;
  int64_t Z_emitted = 0;
  int64_t Z_stored = 0;
  explicit spgemm_dense_tiles_sizes(const spgemm_dense_tiles_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    spgemm_dense_tiles_Z_M_workers = max(min(M, 65536), 1);
    spgemm_dense_tiles_Z_N2_workers =
        max(min(ceil_div(N, 4096), 65536 / spgemm_dense_tiles_Z_M_workers), 1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool indexable() const { return (M == 0 || N <= 9223372036854775807 / M); }
  bool addressable() const { return M <= 1000000000 && K <= 1000000000 && N <= 1000000000; }
  int64_t elements_0() const { return M * ceil_div(N, 1024) + 1; }
  int64_t elements_1() const { return 1024; }
  int64_t elements_2() const { return Z_emitted; }
  int64_t elements_3() const { return Z_emitted; }
  int64_t elements_4() const { return M * ceil_div(N, 1024) + 1; }
  int64_t elements_5() const { return Z_stored; }
  int64_t elements_6() const { return Z_stored; }
  int64_t block_spgemm_dense_tiles_Z_count() const {
    return max(min(ceil_div(min(4096, N), 1024), 8), 1) * 32;
  }
  int64_t grid_spgemm_dense_tiles_Z_count() const {
    return spgemm_dense_tiles_Z_M_workers * spgemm_dense_tiles_Z_N2_workers;
  }
  int64_t block_spgemm_dense_tiles_Z() const { return block_spgemm_dense_tiles_Z_count(); }
  int64_t grid_spgemm_dense_tiles_Z() const { return grid_spgemm_dense_tiles_Z_count(); }
  int64_t block_spgemm_dense_tiles_Z_rows_count() const { return 128; }
  int64_t grid_spgemm_dense_tiles_Z_rows_count() const {
    return max(1, min(ceil_div(M * ceil_div(N, 1024), 4), 2112));
  }
  int64_t block_spgemm_dense_tiles_Z_rows_move() const { return 128; }
  int64_t grid_spgemm_dense_tiles_Z_rows_move() const {
    return grid_spgemm_dense_tiles_Z_rows_count();
  }
  int64_t block_spgemm_dense_tiles_Z_N_segments() const { return 256; }
  int64_t grid_spgemm_dense_tiles_Z_N_segments() const {
    return max(1, min(ceil_div(M, 256), 4096));
  }
  int64_t block_spgemm_dense_tiles_Z_N_store() const { return 256; }
  int64_t grid_spgemm_dense_tiles_Z_N_store() const {
    return max(1, min(ceil_div(Z_stored, 256), 4096));
  }
  coord_t K_of_spgemm_dense_tiles_Z_count() const { return static_cast<coord_t>(K); }
  coord_t M_of_spgemm_dense_tiles_Z_count() const { return static_cast<coord_t>(M); }
  coord_t N_of_spgemm_dense_tiles_Z_count() const { return static_cast<coord_t>(N); }
  coord_t count_N2_of_spgemm_dense_tiles_Z_count() const {
    return static_cast<coord_t>(spgemm_dense_tiles_Z_N2_workers);
  }
  coord_t count_M_of_spgemm_dense_tiles_Z_count() const {
    return static_cast<coord_t>(spgemm_dense_tiles_Z_M_workers);
  }
  int64_t slots_of_spgemm_dense_tiles_Z_count() const { return ceil_div(N, 1024); }
  coord_t K_of_spgemm_dense_tiles_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_spgemm_dense_tiles_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spgemm_dense_tiles_Z() const { return static_cast<coord_t>(N); }
  coord_t count_N2_of_spgemm_dense_tiles_Z() const {
    return static_cast<coord_t>(spgemm_dense_tiles_Z_N2_workers);
  }
  coord_t count_M_of_spgemm_dense_tiles_Z() const {
    return static_cast<coord_t>(spgemm_dense_tiles_Z_M_workers);
  }
  int64_t slots_of_spgemm_dense_tiles_Z() const { return ceil_div(N, 1024); }
  int64_t slots_of_spgemm_dense_tiles_Z_rows_count() const { return M * ceil_div(N, 1024); }
  int64_t slots_of_spgemm_dense_tiles_Z_rows_move() const { return M * ceil_div(N, 1024); }
  int64_t stored_of_spgemm_dense_tiles_Z_N_segments() const { return Z_stored; }
  int64_t fiber_span_of_spgemm_dense_tiles_Z_N_segments() const { return N; }
  int64_t positions_of_spgemm_dense_tiles_Z_N_segments() const { return Z_stored; }
  int64_t entries_of_spgemm_dense_tiles_Z_N_segments() const { return M; }
  int64_t extent_of_spgemm_dense_tiles_Z_N_store() const { return N; }
  int64_t entries_of_spgemm_dense_tiles_Z_N_store() const { return Z_stored; }
  int64_t stored_Z() const { return Z_stored; }
  int64_t step_size_0() const { return M * ceil_div(N, 1024); }
  int64_t step_size_1() const { return max(1, min(ceil_div(M * ceil_div(N, 1024), 2048), 1024)); }
  int64_t step_size_2() const { return Z_stored; }
  int64_t step_size_3() const { return M + 1; }
};

}  // namespace

extern "C" size_t spgemm_dense_tiles_workspace_bytes(
    const spgemm_dense_tiles_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spgemm_dense_tiles_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spgemm_dense_tiles_launch(spgemm_dense_tiles_arguments* arguments, void* workspace,
                                         size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  spgemm_dense_tiles_arguments& a = *arguments;
  spgemm_dense_tiles_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spgemm_dense_tiles_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  size_type* Z_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* scan_sums = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* Z_keys = nullptr;
  value_t* Z_entries = nullptr;
  size_type* Z_rows_before = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* Z_rows_keys = nullptr;
  value_t* Z_rows_values = nullptr;
  (void)free_bytes;
  if (!sizes.indexable()) return 5;
  spgemm_dense_tiles_pool pool{a, stream, {}, {}};
  a.Z_N_segments = nullptr;
  a.Z_N_coords = nullptr;
  a.Z_values = nullptr;
  if (cudaMemsetAsync(Z_offsets, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(size_type),
                      stream) != cudaSuccess)
    return 3;
  spgemm_dense_tiles_Z_count<<<static_cast<unsigned>(sizes.grid_spgemm_dense_tiles_Z_count()),
                               static_cast<unsigned>(sizes.block_spgemm_dense_tiles_Z_count()), 0,
                               stream>>>(
      a.A_K_segments, a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords, a.B_values,
      sizes.K_of_spgemm_dense_tiles_Z_count(), sizes.M_of_spgemm_dense_tiles_Z_count(),
      sizes.N_of_spgemm_dense_tiles_Z_count(), sizes.count_N2_of_spgemm_dense_tiles_Z_count(),
      sizes.count_M_of_spgemm_dense_tiles_Z_count(), Z_offsets,
      sizes.slots_of_spgemm_dense_tiles_Z_count());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spgemm_dense_tiles_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, Z_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_dense_tiles_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, Z_offsets, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.Z_emitted, Z_offsets + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_keys, sizes.elements_2())) return 4;
  if (!pool.hold(Z_entries, sizes.elements_3())) return 4;
  if (launch_early(spgemm_dense_tiles_Z, static_cast<unsigned>(sizes.grid_spgemm_dense_tiles_Z()),
                   static_cast<unsigned>(sizes.block_spgemm_dense_tiles_Z()), 0, stream,
                   a.A_K_segments, a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords,
                   a.B_values, sizes.K_of_spgemm_dense_tiles_Z(), sizes.M_of_spgemm_dense_tiles_Z(),
                   sizes.N_of_spgemm_dense_tiles_Z(), sizes.count_N2_of_spgemm_dense_tiles_Z(),
                   sizes.count_M_of_spgemm_dense_tiles_Z(), Z_offsets,
                   sizes.slots_of_spgemm_dense_tiles_Z(), Z_keys, Z_entries) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_dense_tiles_Z_rows_count,
                   static_cast<unsigned>(sizes.grid_spgemm_dense_tiles_Z_rows_count()),
                   static_cast<unsigned>(sizes.block_spgemm_dense_tiles_Z_rows_count()), 0, stream,
                   Z_entries, Z_offsets, sizes.slots_of_spgemm_dense_tiles_Z_rows_count(),
                   Z_rows_before) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_dense_tiles_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, Z_rows_before, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (launch_early(spgemm_dense_tiles_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                   static_cast<unsigned>(256), 0, stream, Z_rows_before, sizes.step_size_0(),
                   scan_sums) != cudaSuccess)
    return 3;
  if (cudaMemcpyAsync(&sizes.Z_stored, Z_rows_before + (sizes.step_size_0()), sizeof(int64_t),
                      cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
      cudaStreamSynchronize(stream) != cudaSuccess)
    return 3;
  if (!pool.hold(Z_rows_keys, sizes.elements_5())) return 4;
  if (!pool.hold(Z_rows_values, sizes.elements_6())) return 4;
  if (launch_early(spgemm_dense_tiles_Z_rows_move,
                   static_cast<unsigned>(sizes.grid_spgemm_dense_tiles_Z_rows_move()),
                   static_cast<unsigned>(sizes.block_spgemm_dense_tiles_Z_rows_move()), 0, stream,
                   Z_keys, Z_entries, Z_offsets, Z_rows_before,
                   sizes.slots_of_spgemm_dense_tiles_Z_rows_move(), Z_rows_keys,
                   Z_rows_values) != cudaSuccess)
    return 3;
  if (sizeof(pos_t) == 4 && sizes.step_size_2() > 2147483647) return 5;
  if (!pool.give(a.Z_N_segments, sizes.step_size_3())) return 4;
  if (launch_early(spgemm_dense_tiles_Z_N_segments,
                   static_cast<unsigned>(sizes.grid_spgemm_dense_tiles_Z_N_segments()),
                   static_cast<unsigned>(sizes.block_spgemm_dense_tiles_Z_N_segments()), 0, stream,
                   Z_rows_keys, sizes.stored_of_spgemm_dense_tiles_Z_N_segments(),
                   sizes.fiber_span_of_spgemm_dense_tiles_Z_N_segments(),
                   sizes.positions_of_spgemm_dense_tiles_Z_N_segments(), a.Z_N_segments,
                   sizes.entries_of_spgemm_dense_tiles_Z_N_segments()) != cudaSuccess)
    return 3;
  if (!pool.give(a.Z_N_coords, sizes.step_size_2())) return 4;
  if (!pool.give(a.Z_values, sizes.stored_Z())) return 4;
  if (launch_early(spgemm_dense_tiles_Z_N_store,
                   static_cast<unsigned>(sizes.grid_spgemm_dense_tiles_Z_N_store()),
                   static_cast<unsigned>(sizes.block_spgemm_dense_tiles_Z_N_store()), 0, stream,
                   Z_rows_keys, Z_rows_values, sizes.extent_of_spgemm_dense_tiles_Z_N_store(),
                   a.Z_N_coords, a.Z_values,
                   sizes.entries_of_spgemm_dense_tiles_Z_N_store()) != cudaSuccess)
    return 3;
  a.Z_N_positions = sizes.step_size_2();
  return 0;
}

extern "C" const char* spgemm_dense_tiles_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spgemm_dense_tiles_workspace_bytes says";
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
