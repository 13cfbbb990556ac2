// Made by teaalc 0.1.0 from sssp_compressed.yaml; do not edit.
//   R[v] = G[s, v] * A0[s]
//     loops S (space), V (space)
//     maps by G[s, v] + A0[s]
//     reduces by min from inf
//   A1[v] = R[v] * P0[v]
//     loops V
//     maps by select(R[v] < P0[v], R[v], inf)
//   P1[v] = A1[v] + P0[v]
//     loops V
//     reduces by min from inf
//   N[s] = A1[s]
//     loops S
//   stored G[S:U, V:C], A0[S:C], P0[V:U], R[V:C], P1[V:U], A1[V:C], N[S:C]
//   teaalc sssp_compressed.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// A stable sort by one digit of `bits` bits, 8 at most, by blocks of 256 threads (Merrill and
// Grimshaw, 2011): blocks share the keys out in equal runs of whole tiles. First of its steps:
// block b counts in digits[d * blocks + b] how many of its keys have digit d, for all d below 256.
// `counts` points to 2048 elements in shared memory.
template <class K>
static __device__ __forceinline__ void teaal_sort_count(const K* keys, K n, K shift, K bits,
                                                        K* digits, int* counts) {
  constexpr int rows = 4;  // of keys that lanes ask for together, as each waits for memory
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned last = (1u << bits) - 1u;
  const K run = ((n + gridDim.x - 1) / gridDim.x + 2047) / 2048 * 2048, begin = blockIdx.x * run;
  const K end = n < begin + run ? n : begin + run;
  int* mine = counts + warp * 256;
  for (int digit = lane; digit < 256; digit += 32) mine[digit] = 0;
  __syncwarp();
  for (K at = begin + warp * (32 * rows); at < end; at += 256 * rows) {
    unsigned digit[rows];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const K from = at + row * 32 + lane;
      digit[row] = from < end ? unsigned(keys[from] >> shift) & last : 256u;
    }
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const bool active = digit[row] < 256u;
      // Keys that are in order already are alike; to add the same 32 times takes as many turns.
      if (__all_sync(0xffffffffu, digit[row] == __shfl_sync(0xffffffffu, digit[row], 0))) {
        if (active && lane == 0) atomicAdd(&mine[digit[row]], 32);
      } else if (active) {
        atomicAdd(&mine[digit[row]], 1);
      }
    }
  }
  __syncthreads();
  int all = 0;
  for (int other = 0; other < 8; ++other) all += counts[other * 256 + threadIdx.x];
  digits[K(threadIdx.x) * gridDim.x + blockIdx.x] = all;
}

// The last step, with the same grid and with the prefix sums of what the first one counted: pairs
// move to their places in the order of the digit; pairs of equal digits keep theirs. A tile of 2048
// is put in order in shared memory, so that neighbours are written by neighbours. Shared memory:
// `tile_keys` and `tile_values` of 2048 elements, `places` of 256, `counts` of 2056.
template <class K, class V>
static __device__ __forceinline__ void teaal_sort_move(const K* keys, const V* values, K n, K shift,
                                                       K bits, const K* digits, K* keys_out,
                                                       V* values_out, K* tile_keys, V* tile_values,
                                                       K* places, int* counts) {
  constexpr int rows = 8;  // of a warp in a tile
  const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  const unsigned last = (1u << bits) - 1u;
  const K run = ((n + gridDim.x - 1) / gridDim.x + 2047) / 2048 * 2048, begin = blockIdx.x * run;
  const K end = n < begin + run ? n : begin + run;
  int* mine = counts + warp * 256;
  int* of_warps = counts + 2048;
  K next = digits[K(thread) * gridDim.x + blockIdx.x];  // place of this thread's digit
  for (K tile = begin; tile < end; tile += 2048) {
    const K first = tile + warp * (32 * rows) + lane;
    K key[rows];
    V value[rows];
    int rank[rows];
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const K from = first + row * 32;
      key[row] = from < end ? keys[from] : K(0);
      value[row] = from < end ? values[from] : V(0);
    }
    for (int digit = lane; digit < 256; digit += 32) mine[digit] = 0;
    __syncwarp();
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      const bool active = first + row * 32 < end;
      const unsigned digit = active ? unsigned(key[row] >> shift) & last : 256u;
      const unsigned alike = __match_any_sync(0xffffffffu, digit);
      rank[row] = active ? mine[digit] + __popc(alike & ((1u << lane) - 1)) : 0;
      __syncwarp();
      if (active && lane == __ffs(int(alike)) - 1) mine[digit] += __popc(alike);
      __syncwarp();
    }
    __syncthreads();
    // Where in the tile each warp's pairs of this thread's digit begin.
    int all = 0;
    for (int other = 0; other < 8; ++other) {
      const int here = counts[other * 256 + thread];
      counts[other * 256 + thread] = all;
      all += here;
    }
    const int upto = teaal_lane_upto(all);
    if (lane == 31) of_warps[warp] = upto;
    __syncthreads();
    int before = upto - all;
    for (int other = 0; other < warp; ++other) before += of_warps[other];
    for (int other = 0; other < 8; ++other) counts[other * 256 + thread] += before;
    places[thread] = next - before;
    next += all;
    __syncthreads();
#pragma unroll
    for (int row = 0; row < rows; ++row) {
      if (first + row * 32 < end) {
        const int at = mine[unsigned(key[row] >> shift) & last] + rank[row];
        tile_keys[at] = key[row];
        tile_values[at] = value[row];
      }
    }
    __syncthreads();
    const int count = int(end - tile < 2048 ? end - tile : K(2048));
    for (int at = thread; at < count; at += 256) {
      const K moved = tile_keys[at], to = places[unsigned(moved >> shift) & last] + at;
      keys_out[to] = moved;
      values_out[to] = tile_values[at];
    }
    __syncthreads();
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

#line 22 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_P1(value_t* __restrict__ P1_values,
                                              const pos_t* __restrict__ A1_V_segments,
                                              const coord_t* __restrict__ A1_V_coords,
                                              const value_t* __restrict__ A1_values) {
  teaal_await_launches();
  const offset_t workers_V = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_V = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const pos_t A1_V_begin = A1_V_segments[0];
  const pos_t A1_V_end = A1_V_segments[1];
  for (size_type A1_V_at = static_cast<size_type>(A1_V_begin) + worker_V; A1_V_at < A1_V_end;
       A1_V_at += workers_V) {
    const coord_t v = A1_V_coords[A1_V_at];
    P1_values[v] = A1_values[A1_V_at];
  }
}

#line 22 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_P1_term2(value_t* __restrict__ P1_values,
                                                    const value_t* __restrict__ P0_values,
                                                    coord_t V) {
  teaal_await_launches();
  const offset_t workers_V = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_V = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (offset_t v = worker_V; v < V; v += workers_V) {
    P1_values[v] = fminf(P1_values[v], P0_values[v]);
  }
}

extern "C" __global__ void sssp_compressed_start_P0(const value_t* __restrict__ P0_values,
                                                    value_t* __restrict__ P0_now, coord_t V) {
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(V);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    P0_now[element] = P0_values[element];
  }
}

extern "C" __global__ void sssp_compressed_carry_P0(const value_t* __restrict__ P1_values,
                                                    value_t* __restrict__ P0_now, coord_t V) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(V);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    P0_now[element] = P1_values[element];
  }
}

#line 20 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_R_count(
    const pos_t* __restrict__ G_V_segments, const coord_t* __restrict__ G_V_coords,
    const value_t* __restrict__ G_values, const pos_t* __restrict__ A0_S_segments,
    const coord_t* __restrict__ A0_S_coords, const value_t* __restrict__ A0_values,
    size_type* __restrict__ R_offsets, size_type first_thread) {
  teaal_await_launches();
  size_type emitted = 0;
  const offset_t workers_S = gridDim.x;
  const offset_t worker_S = blockIdx.x;
  const offset_t worker_V = threadIdx.x;
  const pos_t A0_S_begin = A0_S_segments[0];
  const pos_t A0_S_end = A0_S_segments[1];
#line 36 "sssp_compressed.yaml"
  for (size_type A0_S_at = static_cast<size_type>(A0_S_begin) + worker_S; A0_S_at < A0_S_end;
       A0_S_at += workers_S) {
    const coord_t s = A0_S_coords[A0_S_at];
    const pos_t G_V_begin = G_V_segments[s];
    const pos_t G_V_end = G_V_segments[s + 1];
    emitted += max(static_cast<offset_t>(0),
                   static_cast<offset_t>(G_V_end) - static_cast<offset_t>(G_V_begin));
  }
#line 20 "sssp_compressed.yaml"
  if (worker_V == 0) {
    R_offsets[static_cast<offset_t>(first_thread) + static_cast<offset_t>(blockIdx.x)] = emitted;
  }
}

#line 20 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_scan_sums(const size_type* __restrict__ counts,
                                                     size_type n, size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_sums(counts, n, sums, shared_sizes);
}

#line 20 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_scan_apply(size_type* __restrict__ counts, size_type n,
                                                      const size_type* __restrict__ sums) {
  teaal_await_launches();
  __shared__ size_type shared_sizes[33];
  teaal_scan_apply(counts, n, sums, shared_sizes);
}

#line 20 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_R(
    const pos_t* __restrict__ G_V_segments, const coord_t* __restrict__ G_V_coords,
    const value_t* __restrict__ G_values, const pos_t* __restrict__ A0_S_segments,
    const coord_t* __restrict__ A0_S_coords, const value_t* __restrict__ A0_values,
    const size_type* __restrict__ R_offsets, size_type first_thread, size_type* __restrict__ R_keys,
    value_t* __restrict__ R_entries) {
  teaal_await_launches();
  size_type emitted =
      R_offsets[static_cast<offset_t>(first_thread) + static_cast<offset_t>(blockIdx.x)];
  const offset_t workers_S = gridDim.x;
  const offset_t worker_S = blockIdx.x;
  const offset_t workers_V = blockDim.x;
  const offset_t worker_V = threadIdx.x;
  const pos_t A0_S_begin = A0_S_segments[0];
  const pos_t A0_S_end = A0_S_segments[1];
#line 36 "sssp_compressed.yaml"
  for (size_type A0_S_at = static_cast<size_type>(A0_S_begin) + worker_S; A0_S_at < A0_S_end;
       A0_S_at += workers_S) {
    const coord_t s = A0_S_coords[A0_S_at];
    const pos_t G_V_begin = G_V_segments[s];
    const pos_t G_V_end = G_V_segments[s + 1];
    for (offset_t G_V_at = G_V_begin + worker_V; G_V_at < G_V_end; G_V_at += workers_V) {
      const coord_t v = G_V_coords[G_V_at];
#line 20 "sssp_compressed.yaml"
      R_keys[emitted + (G_V_at - static_cast<offset_t>(G_V_begin))] = static_cast<offset_t>(v);
      R_entries[emitted + (G_V_at - static_cast<offset_t>(G_V_begin))] =
          G_values[G_V_at] + A0_values[A0_S_at];
    }
#line 36 "sssp_compressed.yaml"
    emitted += max(static_cast<offset_t>(0),
                   static_cast<offset_t>(G_V_end) - static_cast<offset_t>(G_V_begin));
  }
}

#line 20 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_sort_count(const size_type* __restrict__ keys,
                                                      size_type n, size_type shift, size_type bits,
                                                      size_type* __restrict__ digits) {
  teaal_await_launches();
  __shared__ int counts[2056];
  teaal_sort_count(keys, n, shift, bits, digits, counts);
}

#line 20 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_sort_move(const size_type* __restrict__ keys,
                                                     const value_t* __restrict__ values,
                                                     size_type n, size_type shift, size_type bits,
                                                     const size_type* __restrict__ digits,
                                                     size_type* __restrict__ keys_out,
                                                     value_t* __restrict__ values_out) {
  teaal_await_launches();
  __shared__ size_type tile_keys[2048];
  __shared__ value_t tile_values[2048];
  __shared__ size_type places[256];
  __shared__ int counts[2056];
  teaal_sort_move(keys, values, n, shift, bits, digits, keys_out, values_out, tile_keys,
                  tile_values, places, counts);
}

#line 20 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_R_add(const size_type* __restrict__ R_keys,
                                                 const value_t* __restrict__ R_entries,
                                                 value_t* __restrict__ R_entries_2,
                                                 size_type* __restrict__ R_ranks,
                                                 size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type key = R_keys[entry];
    offset_t kept = 0;
    if (entry == 0 || R_keys[entry - 1] < key) {
      value_t sum = R_entries[entry];
      size_type next = entry + 1;
      while (next < entries && R_keys[next] == key) {
        sum = fminf(sum, R_entries[next]);
        next += 1;
      }
      R_entries_2[entry] = sum;
      if (sum != static_cast<value_t>(__int_as_float(0x7f800000))) {
        kept = 1;
      }
    }
    R_ranks[entry] = kept;
  }
}

#line 20 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_R_compact(const size_type* __restrict__ R_keys,
                                                     const value_t* __restrict__ R_entries_2,
                                                     const size_type* __restrict__ R_ranks,
                                                     size_type* __restrict__ R_keys_2,
                                                     value_t* __restrict__ R_entries,
                                                     size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type at = R_ranks[entry];
    if (at < R_ranks[entry + 1]) {
      R_keys_2[at] = R_keys[entry];
      R_entries[at] = R_entries_2[entry];
    }
  }
}

#line 20 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_R_V_segments(const size_type* __restrict__ R_keys_2,
                                                        size_type stored, size_type fiber_span,
                                                        size_type positions,
                                                        pos_t* __restrict__ R_V_segments,
                                                        size_type entries) {
  teaal_await_launches();
  if (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
    R_V_segments[static_cast<offset_t>(entries)] = static_cast<pos_t>(positions);
  }
  for (offset_t entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < static_cast<offset_t>(entries);
       entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    R_V_segments[entry] = static_cast<pos_t>(
        teaal_lower_bound(R_keys_2, static_cast<size_type>(0), stored,
                          static_cast<size_type>(entry * static_cast<offset_t>(fiber_span))));
  }
}

#line 20 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_R_V_store(
    const size_type* __restrict__ R_keys_2, const value_t* __restrict__ R_entries, size_type extent,
    coord_t* __restrict__ R_V_coords, value_t* __restrict__ R_values, size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    R_V_coords[entry] = static_cast<coord_t>(R_keys_2[entry] % static_cast<offset_t>(extent));
    R_values[entry] = R_entries[entry];
  }
}

#line 21 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_A1_count(const pos_t* __restrict__ R_V_segments,
                                                    const coord_t* __restrict__ R_V_coords,
                                                    const value_t* __restrict__ R_values,
                                                    const value_t* __restrict__ P0_values,
                                                    size_type* __restrict__ A1_offsets,
                                                    size_type first_thread) {
  teaal_await_launches();
  size_type emitted = 0;
  const offset_t workers_V = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_V = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const pos_t R_V_begin = R_V_segments[0];
  const pos_t R_V_end = R_V_segments[1];
  for (size_type R_V_at = static_cast<size_type>(R_V_begin) + worker_V; R_V_at < R_V_end;
       R_V_at += workers_V) {
    const coord_t v = R_V_coords[R_V_at];
    const value_t emitted_value =
        (((R_values[R_V_at] < P0_values[v]) ? static_cast<value_t>(1) : value_t(0)) != value_t(0))
            ? R_values[R_V_at]
            : static_cast<value_t>(__int_as_float(0x7f800000));
    if (emitted_value != static_cast<value_t>(__int_as_float(0x7f800000))) {
      emitted += 1;
    }
  }
  A1_offsets[static_cast<offset_t>(first_thread) +
             (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x)] = emitted;
}

#line 21 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_A1(
    const pos_t* __restrict__ R_V_segments, const coord_t* __restrict__ R_V_coords,
    const value_t* __restrict__ R_values, const value_t* __restrict__ P0_values,
    const size_type* __restrict__ A1_offsets, size_type first_thread,
    size_type* __restrict__ A1_keys, value_t* __restrict__ A1_entries) {
  teaal_await_launches();
  size_type emitted = A1_offsets[static_cast<offset_t>(first_thread) +
                                 (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x)];
  const offset_t workers_V = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_V = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const pos_t R_V_begin = R_V_segments[0];
  const pos_t R_V_end = R_V_segments[1];
  for (size_type R_V_at = static_cast<size_type>(R_V_begin) + worker_V; R_V_at < R_V_end;
       R_V_at += workers_V) {
    const coord_t v = R_V_coords[R_V_at];
    const value_t emitted_value =
        (((R_values[R_V_at] < P0_values[v]) ? static_cast<value_t>(1) : value_t(0)) != value_t(0))
            ? R_values[R_V_at]
            : static_cast<value_t>(__int_as_float(0x7f800000));
    if (emitted_value != static_cast<value_t>(__int_as_float(0x7f800000))) {
      A1_keys[emitted] = static_cast<offset_t>(v);
      A1_entries[emitted] = emitted_value;
      emitted += 1;
    }
  }
}

#line 21 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_A1_add(const size_type* __restrict__ A1_keys,
                                                  const value_t* __restrict__ A1_entries,
                                                  value_t* __restrict__ A1_entries_2,
                                                  size_type* __restrict__ A1_ranks,
                                                  size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type key = A1_keys[entry];
    offset_t kept = 0;
    if (entry == 0 || A1_keys[entry - 1] < key) {
      value_t sum = A1_entries[entry];
      size_type next = entry + 1;
      while (next < entries && A1_keys[next] == key) {
        sum += A1_entries[next];
        next += 1;
      }
      A1_entries_2[entry] = sum;
      if (sum != static_cast<value_t>(__int_as_float(0x7f800000))) {
        kept = 1;
      }
    }
    A1_ranks[entry] = kept;
  }
}

#line 21 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_A1_compact(const size_type* __restrict__ A1_keys,
                                                      const value_t* __restrict__ A1_entries_2,
                                                      const size_type* __restrict__ A1_ranks,
                                                      size_type* __restrict__ A1_keys_2,
                                                      value_t* __restrict__ A1_entries,
                                                      size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type at = A1_ranks[entry];
    if (at < A1_ranks[entry + 1]) {
      A1_keys_2[at] = A1_keys[entry];
      A1_entries[at] = A1_entries_2[entry];
    }
  }
}

#line 21 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_A1_V_segments(const size_type* __restrict__ A1_keys_2,
                                                         size_type stored, size_type fiber_span,
                                                         size_type positions,
                                                         pos_t* __restrict__ A1_V_segments,
                                                         size_type entries) {
  teaal_await_launches();
  if (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
    A1_V_segments[static_cast<offset_t>(entries)] = static_cast<pos_t>(positions);
  }
  for (offset_t entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < static_cast<offset_t>(entries);
       entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    A1_V_segments[entry] = static_cast<pos_t>(
        teaal_lower_bound(A1_keys_2, static_cast<size_type>(0), stored,
                          static_cast<size_type>(entry * static_cast<offset_t>(fiber_span))));
  }
}

#line 21 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_A1_V_store(const size_type* __restrict__ A1_keys_2,
                                                      const value_t* __restrict__ A1_entries,
                                                      size_type extent,
                                                      coord_t* __restrict__ A1_V_coords,
                                                      value_t* __restrict__ A1_values,
                                                      size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    A1_V_coords[entry] = static_cast<coord_t>(A1_keys_2[entry] % static_cast<offset_t>(extent));
    A1_values[entry] = A1_entries[entry];
  }
}

#line 23 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_N_count(const pos_t* __restrict__ A1_V_segments,
                                                   const coord_t* __restrict__ A1_V_coords,
                                                   const value_t* __restrict__ A1_values, coord_t S,
                                                   size_type* __restrict__ N_offsets,
                                                   size_type first_thread) {
  teaal_await_launches();
  size_type emitted = 0;
  const offset_t workers_S = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_S = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const pos_t A1_V_begin = A1_V_segments[0];
  const pos_t A1_V_end = A1_V_segments[1];
  const pos_t A1_V_end_2 =
      teaal_lower_bound(A1_V_coords, A1_V_begin, A1_V_end, static_cast<coord_t>(S));
  for (size_type A1_V_at = static_cast<size_type>(A1_V_begin) + worker_S; A1_V_at < A1_V_end_2;
       A1_V_at += workers_S) {
    const value_t emitted_value = A1_values[A1_V_at];
    if (emitted_value != static_cast<value_t>(__int_as_float(0x7f800000))) {
      emitted += 1;
    }
  }
  N_offsets[static_cast<offset_t>(first_thread) +
            (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x)] = emitted;
}

#line 23 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_N(const pos_t* __restrict__ A1_V_segments,
                                             const coord_t* __restrict__ A1_V_coords,
                                             const value_t* __restrict__ A1_values, coord_t S,
                                             const size_type* __restrict__ N_offsets,
                                             size_type first_thread, size_type* __restrict__ N_keys,
                                             value_t* __restrict__ N_entries) {
  teaal_await_launches();
  size_type emitted = N_offsets[static_cast<offset_t>(first_thread) +
                                (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x)];
  const offset_t workers_S = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_S = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const pos_t A1_V_begin = A1_V_segments[0];
  const pos_t A1_V_end = A1_V_segments[1];
  const pos_t A1_V_end_2 =
      teaal_lower_bound(A1_V_coords, A1_V_begin, A1_V_end, static_cast<coord_t>(S));
  for (size_type A1_V_at = static_cast<size_type>(A1_V_begin) + worker_S; A1_V_at < A1_V_end_2;
       A1_V_at += workers_S) {
    const coord_t s = A1_V_coords[A1_V_at];
    const value_t emitted_value = A1_values[A1_V_at];
    if (emitted_value != static_cast<value_t>(__int_as_float(0x7f800000))) {
      N_keys[emitted] = static_cast<offset_t>(s);
      N_entries[emitted] = emitted_value;
      emitted += 1;
    }
  }
}

#line 23 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_N_add(const size_type* __restrict__ N_keys,
                                                 const value_t* __restrict__ N_entries,
                                                 value_t* __restrict__ N_entries_2,
                                                 size_type* __restrict__ N_ranks,
                                                 size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type key = N_keys[entry];
    offset_t kept = 0;
    if (entry == 0 || N_keys[entry - 1] < key) {
      value_t sum = N_entries[entry];
      size_type next = entry + 1;
      while (next < entries && N_keys[next] == key) {
        sum += N_entries[next];
        next += 1;
      }
      N_entries_2[entry] = sum;
      if (sum != static_cast<value_t>(__int_as_float(0x7f800000))) {
        kept = 1;
      }
    }
    N_ranks[entry] = kept;
  }
}

#line 23 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_N_compact(const size_type* __restrict__ N_keys,
                                                     const value_t* __restrict__ N_entries_2,
                                                     const size_type* __restrict__ N_ranks,
                                                     size_type* __restrict__ N_keys_2,
                                                     value_t* __restrict__ N_entries,
                                                     size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type at = N_ranks[entry];
    if (at < N_ranks[entry + 1]) {
      N_keys_2[at] = N_keys[entry];
      N_entries[at] = N_entries_2[entry];
    }
  }
}

#line 23 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_N_S_segments(const size_type* __restrict__ N_keys_2,
                                                        size_type stored, size_type fiber_span,
                                                        size_type positions,
                                                        pos_t* __restrict__ N_S_segments,
                                                        size_type entries) {
  teaal_await_launches();
  if (static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x == 0) {
    N_S_segments[static_cast<offset_t>(entries)] = static_cast<pos_t>(positions);
  }
  for (offset_t entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < static_cast<offset_t>(entries);
       entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    N_S_segments[entry] = static_cast<pos_t>(
        teaal_lower_bound(N_keys_2, static_cast<size_type>(0), stored,
                          static_cast<size_type>(entry * static_cast<offset_t>(fiber_span))));
  }
}

#line 23 "sssp_compressed.yaml"
extern "C" __global__ void sssp_compressed_N_S_store(
    const size_type* __restrict__ N_keys_2, const value_t* __restrict__ N_entries, size_type extent,
    coord_t* __restrict__ N_S_coords, value_t* __restrict__ N_values, size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    N_S_coords[entry] = static_cast<coord_t>(N_keys_2[entry] % static_cast<offset_t>(extent));
    N_values[entry] = N_entries[entry];
  }
}

extern "C" __global__ void sssp_compressed_fill_P1(value_t* __restrict__ P1_values,
                                                   coord_t elements_high, coord_t elements_low) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(elements_high) * 1073741824 + elements_low;
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    P1_values[element] = static_cast<value_t>(__int_as_float(0x7f800000));
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "sssp_compressed.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t sssp_compressed_value;
typedef pos_t sssp_compressed_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sssp_compressed_workspace_bytes sssp_compressed_workspace_bytes_64
#define sssp_compressed_launch sssp_compressed_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct sssp_compressed_arguments {
  /* G: S:U, V:C; absent elements hold inf */
  const sssp_compressed_position* G_V_segments;
  const int32_t* G_V_coords;
  const sssp_compressed_value* G_values;
  /* A0: S:C; absent elements hold inf */
  const sssp_compressed_position* A0_S_segments;
  const int32_t* A0_S_coords;
  const sssp_compressed_value* A0_values;
  /* R: V:C, assembled: set by the launch; absent elements hold inf */
  sssp_compressed_position* R_V_segments;
  int32_t* R_V_coords;
  int64_t R_V_positions;
  sssp_compressed_value* R_values;
  /* P0: V:U; absent elements hold inf */
  const sssp_compressed_value* P0_values;
  /* P1: V:U; absent elements hold inf */
  sssp_compressed_value* P1_values;
  /* A1: V:C, assembled: set by the launch; absent elements hold inf */
  sssp_compressed_position* A1_V_segments;
  int32_t* A1_V_coords;
  int64_t A1_V_positions;
  sssp_compressed_value* A1_values;
  /* N: S:C, assembled: set by the launch; absent elements hold inf */
  sssp_compressed_position* N_S_segments;
  int32_t* N_S_coords;
  int64_t N_S_positions;
  sssp_compressed_value* N_values;
  int64_t extent_S;
  int64_t extent_V;
  int64_t rounds; /* how many rounds to run; the spec ends when A1 is empty, which only the host
                     could see */
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the
     arrays of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on
     the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} sssp_compressed_arguments;

/* Bytes of device memory that sssp_compressed_launch needs as workspace (0: none), aligned to 256.
 */
size_t sssp_compressed_workspace_bytes(const sssp_compressed_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many
   elements a tensor has. 0: enqueued; else see sssp_compressed_error_text. Allocates through
   `allocate` and throws nothing. */
int sssp_compressed_launch(sssp_compressed_arguments* arguments, void* workspace,
                           size_t workspace_bytes, struct CUstream_st* stream);
const char* sssp_compressed_error_text(int code);
}

namespace {

inline int64_t bits(int64_t n) {
  int64_t out = 0;
  for (; n > 0; n /= 2) ++out;
  return out;
}
struct sssp_compressed_pool {
  const sssp_compressed_arguments& a;
  CUstream_st* stream;
  void* held[24];
  int64_t room[24];
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
  ~sssp_compressed_pool() {
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

struct sssp_compressed_sizes {
  int64_t S;
  int64_t V;
  int64_t round = 0;
  int64_t R_emitted = 0;
  int64_t R_keys_pass = 0;
  int64_t R_stored = 0;
  int64_t A1_emitted = 0;
  int64_t A1_keys_pass = 0;
  int64_t A1_stored = 0;
  int64_t N_emitted = 0;
  int64_t N_keys_pass = 0;
  int64_t N_stored = 0;
  explicit sssp_compressed_sizes(const sssp_compressed_arguments& a) {
    S = a.extent_S;
    V = a.extent_V;
  }
  bool valid() const { return S >= 0 && S <= 2147483647 && V >= 0 && V <= 2147483647; }
  bool indexable() const { return true; }
  bool addressable() const { return S <= 1000000000 && V <= 1000000000; }
  int64_t elements_0() const { return V; }
  int64_t elements_1() const { return max(min(S, 4096), 1) + 1; }
  int64_t elements_2() const { return 1024; }
  int64_t elements_3() const { return R_emitted; }
  int64_t elements_4() const { return R_emitted; }
  int64_t elements_5() const { return R_emitted; }
  int64_t elements_6() const { return R_emitted; }
  int64_t elements_7() const { return max(1, min(ceil_div(R_emitted, 2048), 1056)) * 256 + 1; }
  int64_t elements_8() const { return R_emitted + 1; }
  int64_t elements_9() const {
    return grid_sssp_compressed_A1_count() * block_sssp_compressed_P1() + 1;
  }
  int64_t elements_10() const { return A1_emitted; }
  int64_t elements_11() const { return A1_emitted; }
  int64_t elements_12() const { return A1_emitted; }
  int64_t elements_13() const { return A1_emitted; }
  int64_t elements_14() const { return max(1, min(ceil_div(A1_emitted, 2048), 1056)) * 256 + 1; }
  int64_t elements_15() const { return A1_emitted + 1; }
  int64_t elements_16() const {
    return grid_sssp_compressed_N_count() * block_sssp_compressed_N_count() + 1;
  }
  int64_t elements_17() const { return N_emitted; }
  int64_t elements_18() const { return N_emitted; }
  int64_t elements_19() const { return N_emitted; }
  int64_t elements_20() const { return N_emitted; }
  int64_t elements_21() const { return max(1, min(ceil_div(N_emitted, 2048), 1056)) * 256 + 1; }
  int64_t elements_22() const { return N_emitted + 1; }
  int64_t block_sssp_compressed_P1() const {
    return max(min(V, min(ceil_div(V, 4224) * 32, 256)), 1);
  }
  int64_t grid_sssp_compressed_P1() const {
    return min(max(ceil_div(V, block_sssp_compressed_P1()), 1), 2147483647);
  }
  int64_t block_sssp_compressed_P1_term2() const { return block_sssp_compressed_P1(); }
  int64_t grid_sssp_compressed_P1_term2() const { return grid_sssp_compressed_P1(); }
  int64_t block_sssp_compressed_start_P0() const { return 256; }
  int64_t grid_sssp_compressed_start_P0() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_sssp_compressed_carry_P0() const { return 256; }
  int64_t grid_sssp_compressed_carry_P0() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  int64_t block_sssp_compressed_R_count() const { return max(min(V, 256), 1); }
  int64_t grid_sssp_compressed_R_count() const { return max(min(S, 4096), 1); }
  int64_t block_sssp_compressed_R() const { return max(min(V, 256), 1); }
  int64_t grid_sssp_compressed_R() const { return max(min(S, 4096), 1); }
  int64_t block_sssp_compressed_R_add() const { return 256; }
  int64_t grid_sssp_compressed_R_add() const { return max(1, min(ceil_div(R_emitted, 256), 4096)); }
  int64_t block_sssp_compressed_R_compact() const { return 256; }
  int64_t grid_sssp_compressed_R_compact() const { return grid_sssp_compressed_R_add(); }
  int64_t block_sssp_compressed_R_V_segments() const { return 256; }
  int64_t grid_sssp_compressed_R_V_segments() const { return 1; }
  int64_t block_sssp_compressed_R_V_store() const { return 256; }
  int64_t grid_sssp_compressed_R_V_store() const {
    return max(1, min(ceil_div(R_stored, 256), 4096));
  }
  int64_t block_sssp_compressed_A1_count() const { return block_sssp_compressed_P1(); }
  int64_t grid_sssp_compressed_A1_count() const {
    return min(max(ceil_div(V, block_sssp_compressed_P1()), 1), 4096);
  }
  int64_t block_sssp_compressed_A1() const { return block_sssp_compressed_P1(); }
  int64_t grid_sssp_compressed_A1() const { return grid_sssp_compressed_A1_count(); }
  int64_t block_sssp_compressed_A1_add() const { return 256; }
  int64_t grid_sssp_compressed_A1_add() const {
    return max(1, min(ceil_div(A1_emitted, 256), 4096));
  }
  int64_t block_sssp_compressed_A1_compact() const { return 256; }
  int64_t grid_sssp_compressed_A1_compact() const { return grid_sssp_compressed_A1_add(); }
  int64_t block_sssp_compressed_A1_V_segments() const { return 256; }
  int64_t grid_sssp_compressed_A1_V_segments() const { return 1; }
  int64_t block_sssp_compressed_A1_V_store() const { return 256; }
  int64_t grid_sssp_compressed_A1_V_store() const {
    return max(1, min(ceil_div(A1_stored, 256), 4096));
  }
  int64_t block_sssp_compressed_N_count() const {
    return max(min(S, min(ceil_div(S, 4224) * 32, 256)), 1);
  }
  int64_t grid_sssp_compressed_N_count() const {
    return min(max(ceil_div(S, block_sssp_compressed_N_count()), 1), 4096);
  }
  int64_t block_sssp_compressed_N() const { return block_sssp_compressed_N_count(); }
  int64_t grid_sssp_compressed_N() const { return grid_sssp_compressed_N_count(); }
  int64_t block_sssp_compressed_N_add() const { return 256; }
  int64_t grid_sssp_compressed_N_add() const { return max(1, min(ceil_div(N_emitted, 256), 4096)); }
  int64_t block_sssp_compressed_N_compact() const { return 256; }
  int64_t grid_sssp_compressed_N_compact() const { return grid_sssp_compressed_N_add(); }
  int64_t block_sssp_compressed_N_S_segments() const { return 256; }
  int64_t grid_sssp_compressed_N_S_segments() const { return 1; }
  int64_t block_sssp_compressed_N_S_store() const { return 256; }
  int64_t grid_sssp_compressed_N_S_store() const {
    return max(1, min(ceil_div(N_stored, 256), 4096));
  }
  int64_t block_sssp_compressed_fill_P1() const { return 256; }
  int64_t grid_sssp_compressed_fill_P1() const { return max(1, min(ceil_div(V, 256), 16777215)); }
  coord_t V_of_sssp_compressed_P1_term2() const { return static_cast<coord_t>(V); }
  coord_t V_of_sssp_compressed_start_P0() const { return static_cast<coord_t>(V); }
  coord_t V_of_sssp_compressed_carry_P0() const { return static_cast<coord_t>(V); }
  int64_t first_thread_of_sssp_compressed_R_count() const { return 0; }
  int64_t first_thread_of_sssp_compressed_R() const { return 0; }
  int64_t entries_of_sssp_compressed_R_add() const { return R_emitted; }
  int64_t entries_of_sssp_compressed_R_compact() const { return R_emitted; }
  int64_t stored_of_sssp_compressed_R_V_segments() const { return R_stored; }
  int64_t fiber_span_of_sssp_compressed_R_V_segments() const { return V; }
  int64_t positions_of_sssp_compressed_R_V_segments() const { return R_stored; }
  int64_t entries_of_sssp_compressed_R_V_segments() const { return 1; }
  int64_t extent_of_sssp_compressed_R_V_store() const { return V; }
  int64_t entries_of_sssp_compressed_R_V_store() const { return R_stored; }
  int64_t first_thread_of_sssp_compressed_A1_count() const { return 0; }
  int64_t first_thread_of_sssp_compressed_A1() const { return 0; }
  int64_t entries_of_sssp_compressed_A1_add() const { return A1_emitted; }
  int64_t entries_of_sssp_compressed_A1_compact() const { return A1_emitted; }
  int64_t stored_of_sssp_compressed_A1_V_segments() const { return A1_stored; }
  int64_t fiber_span_of_sssp_compressed_A1_V_segments() const { return V; }
  int64_t positions_of_sssp_compressed_A1_V_segments() const { return A1_stored; }
  int64_t entries_of_sssp_compressed_A1_V_segments() const { return 1; }
  int64_t extent_of_sssp_compressed_A1_V_store() const { return V; }
  int64_t entries_of_sssp_compressed_A1_V_store() const { return A1_stored; }
  coord_t S_of_sssp_compressed_N_count() const { return static_cast<coord_t>(S); }
  int64_t first_thread_of_sssp_compressed_N_count() const { return 0; }
  coord_t S_of_sssp_compressed_N() const { return static_cast<coord_t>(S); }
  int64_t first_thread_of_sssp_compressed_N() const { return 0; }
  int64_t entries_of_sssp_compressed_N_add() const { return N_emitted; }
  int64_t entries_of_sssp_compressed_N_compact() const { return N_emitted; }
  int64_t stored_of_sssp_compressed_N_S_segments() const { return N_stored; }
  int64_t fiber_span_of_sssp_compressed_N_S_segments() const { return S; }
  int64_t positions_of_sssp_compressed_N_S_segments() const { return N_stored; }
  int64_t entries_of_sssp_compressed_N_S_segments() const { return 1; }
  int64_t extent_of_sssp_compressed_N_S_store() const { return S; }
  int64_t entries_of_sssp_compressed_N_S_store() const { return N_stored; }
  coord_t elements_high_of_sssp_compressed_fill_P1() const {
    return static_cast<coord_t>(V / 1073741824);
  }
  coord_t elements_low_of_sssp_compressed_fill_P1() const {
    return static_cast<coord_t>(V % 1073741824);
  }
  int64_t stored_R() const { return R_stored; }
  int64_t stored_P1() const { return V; }
  int64_t stored_A1() const { return A1_stored; }
  int64_t stored_N() const { return N_stored; }
  int64_t step_size_0() const { return max(min(S, 4096), 1); }
  int64_t step_size_1() const { return max(1, min(ceil_div(max(min(S, 4096), 1), 2048), 1024)); }
  int64_t step_size_2() const { return ceil_div(bits((max(V, 1) - 1)), 16); }
  int64_t step_size_3() const { return R_emitted; }
  int64_t step_size_4() const {
    return R_keys_pass * 2 *
           ceil_div(bits((max(V, 1) - 1)), max(2 * ceil_div(bits((max(V, 1) - 1)), 16), 1));
  }
  int64_t step_size_5() const {
    return ceil_div(bits((max(V, 1) - 1)), max(2 * ceil_div(bits((max(V, 1) - 1)), 16), 1));
  }
  int64_t step_size_6() const { return max(1, min(ceil_div(R_emitted, 2048), 1056)); }
  int64_t step_size_7() const { return max(1, min(ceil_div(R_emitted, 2048), 1056)) * 256; }
  int64_t step_size_8() const {
    return max(1, min(ceil_div(max(1, min(ceil_div(R_emitted, 2048), 1056)) * 256, 2048), 1024));
  }
  int64_t step_size_9() const {
    return R_keys_pass * 2 *
               ceil_div(bits((max(V, 1) - 1)), max(2 * ceil_div(bits((max(V, 1) - 1)), 16), 1)) +
           ceil_div(bits((max(V, 1) - 1)), max(2 * ceil_div(bits((max(V, 1) - 1)), 16), 1));
  }
  int64_t step_size_10() const { return max(1, min(ceil_div(R_emitted, 2048), 1024)); }
  int64_t step_size_11() const { return R_stored; }
  int64_t step_size_12() const {
    return grid_sssp_compressed_A1_count() * block_sssp_compressed_P1();
  }
  int64_t step_size_13() const {
    return max(
        1, min(ceil_div(grid_sssp_compressed_A1_count() * block_sssp_compressed_P1(), 2048), 1024));
  }
  int64_t step_size_14() const { return A1_emitted; }
  int64_t step_size_15() const {
    return A1_keys_pass * 2 *
           ceil_div(bits((max(V, 1) - 1)), max(2 * ceil_div(bits((max(V, 1) - 1)), 16), 1));
  }
  int64_t step_size_16() const { return max(1, min(ceil_div(A1_emitted, 2048), 1056)); }
  int64_t step_size_17() const { return max(1, min(ceil_div(A1_emitted, 2048), 1056)) * 256; }
  int64_t step_size_18() const {
    return max(1, min(ceil_div(max(1, min(ceil_div(A1_emitted, 2048), 1056)) * 256, 2048), 1024));
  }
  int64_t step_size_19() const {
    return A1_keys_pass * 2 *
               ceil_div(bits((max(V, 1) - 1)), max(2 * ceil_div(bits((max(V, 1) - 1)), 16), 1)) +
           ceil_div(bits((max(V, 1) - 1)), max(2 * ceil_div(bits((max(V, 1) - 1)), 16), 1));
  }
  int64_t step_size_20() const { return max(1, min(ceil_div(A1_emitted, 2048), 1024)); }
  int64_t step_size_21() const { return A1_stored; }
  int64_t step_size_22() const {
    return grid_sssp_compressed_N_count() * block_sssp_compressed_N_count();
  }
  int64_t step_size_23() const {
    return max(1,
               min(ceil_div(grid_sssp_compressed_N_count() * block_sssp_compressed_N_count(), 2048),
                   1024));
  }
  int64_t step_size_24() const { return ceil_div(bits((max(S, 1) - 1)), 16); }
  int64_t step_size_25() const { return N_emitted; }
  int64_t step_size_26() const {
    return N_keys_pass * 2 *
           ceil_div(bits((max(S, 1) - 1)), max(2 * ceil_div(bits((max(S, 1) - 1)), 16), 1));
  }
  int64_t step_size_27() const {
    return ceil_div(bits((max(S, 1) - 1)), max(2 * ceil_div(bits((max(S, 1) - 1)), 16), 1));
  }
  int64_t step_size_28() const { return max(1, min(ceil_div(N_emitted, 2048), 1056)); }
  int64_t step_size_29() const { return max(1, min(ceil_div(N_emitted, 2048), 1056)) * 256; }
  int64_t step_size_30() const {
    return max(1, min(ceil_div(max(1, min(ceil_div(N_emitted, 2048), 1056)) * 256, 2048), 1024));
  }
  int64_t step_size_31() const {
    return N_keys_pass * 2 *
               ceil_div(bits((max(S, 1) - 1)), max(2 * ceil_div(bits((max(S, 1) - 1)), 16), 1)) +
           ceil_div(bits((max(S, 1) - 1)), max(2 * ceil_div(bits((max(S, 1) - 1)), 16), 1));
  }
  int64_t step_size_32() const { return max(1, min(ceil_div(N_emitted, 2048), 1024)); }
  int64_t step_size_33() const { return N_stored; }
};

}  // namespace

extern "C" size_t sssp_compressed_workspace_bytes(const sssp_compressed_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const sssp_compressed_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_9()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_16()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int sssp_compressed_launch(sssp_compressed_arguments* arguments, void* workspace,
                                      size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  sssp_compressed_arguments& a = *arguments;
  sssp_compressed_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < sssp_compressed_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* P0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  size_type* R_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* scan_sums = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* R_keys = nullptr;
  value_t* R_entries = nullptr;
  size_type* R_keys_2 = nullptr;
  value_t* R_entries_2 = nullptr;
  size_type* R_keys_digits = nullptr;
  size_type* R_ranks = nullptr;
  size_type* A1_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_9()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* A1_keys = nullptr;
  value_t* A1_entries = nullptr;
  size_type* A1_keys_2 = nullptr;
  value_t* A1_entries_2 = nullptr;
  size_type* A1_keys_digits = nullptr;
  size_type* A1_ranks = nullptr;
  size_type* N_offsets = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_16()) * sizeof(size_type) + 255) / 256 * 256;
  size_type* N_keys = nullptr;
  value_t* N_entries = nullptr;
  size_type* N_keys_2 = nullptr;
  value_t* N_entries_2 = nullptr;
  size_type* N_keys_digits = nullptr;
  size_type* N_ranks = nullptr;
  (void)free_bytes;
  if (!sizes.indexable()) return 5;
  sssp_compressed_pool pool{a, stream, {}, {}};
  a.R_V_segments = nullptr;
  a.R_V_coords = nullptr;
  a.R_values = nullptr;
  a.A1_V_segments = nullptr;
  a.A1_V_coords = nullptr;
  a.A1_values = nullptr;
  a.N_S_segments = nullptr;
  a.N_S_coords = nullptr;
  a.N_values = nullptr;
  const sssp_compressed_position* A0_now_S_segments = nullptr;
  const int32_t* A0_now_S_coords = nullptr;
  const sssp_compressed_value* A0_now_values = nullptr;
  sssp_compressed_start_P0<<<static_cast<unsigned>(sizes.grid_sssp_compressed_start_P0()),
                             static_cast<unsigned>(sizes.block_sssp_compressed_start_P0()), 0,
                             stream>>>(a.P0_values, P0_now, sizes.V_of_sssp_compressed_start_P0());
  if (cudaGetLastError() != cudaSuccess) return 3;
  A0_now_S_segments = a.A0_S_segments;
  A0_now_S_coords = a.A0_S_coords;
  A0_now_values = a.A0_values;
  for (sizes.round = 0; (sizes.round) < a.rounds; ++sizes.round) {
    pool.drop(a.R_V_segments);
    a.R_V_segments = nullptr;
    pool.drop(a.R_V_coords);
    a.R_V_coords = nullptr;
    pool.drop(a.R_values);
    a.R_values = nullptr;
    if (launch_early(
            sssp_compressed_R_count, static_cast<unsigned>(sizes.grid_sssp_compressed_R_count()),
            static_cast<unsigned>(sizes.block_sssp_compressed_R_count()), 0, stream, a.G_V_segments,
            a.G_V_coords, a.G_values, A0_now_S_segments, A0_now_S_coords, A0_now_values, R_offsets,
            sizes.first_thread_of_sssp_compressed_R_count()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_1()),
                     static_cast<unsigned>(256), 0, stream, R_offsets, sizes.step_size_0(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_1()),
                     static_cast<unsigned>(256), 0, stream, R_offsets, sizes.step_size_0(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (cudaMemcpyAsync(&sizes.R_emitted, R_offsets + (sizes.step_size_0()), sizeof(int64_t),
                        cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
        cudaStreamSynchronize(stream) != cudaSuccess)
      return 3;
    if (!pool.hold(R_keys, sizes.elements_3())) return 4;
    if (!pool.hold(R_entries, sizes.elements_4())) return 4;
    if (launch_early(sssp_compressed_R, static_cast<unsigned>(sizes.grid_sssp_compressed_R()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_R()), 0, stream,
                     a.G_V_segments, a.G_V_coords, a.G_values, A0_now_S_segments, A0_now_S_coords,
                     A0_now_values, R_offsets, sizes.first_thread_of_sssp_compressed_R(), R_keys,
                     R_entries) != cudaSuccess)
      return 3;
    for (sizes.R_keys_pass = 0; (sizes.R_keys_pass) < sizes.step_size_2(); ++sizes.R_keys_pass) {
      if (!pool.hold(R_keys_digits, sizes.elements_7())) return 4;
      if (launch_early(sssp_compressed_sort_count, static_cast<unsigned>(sizes.step_size_6()),
                       static_cast<unsigned>(256), 0, stream, R_keys, sizes.step_size_3(),
                       sizes.step_size_4(), sizes.step_size_5(), R_keys_digits) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_8()),
                       static_cast<unsigned>(256), 0, stream, R_keys_digits, sizes.step_size_7(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_8()),
                       static_cast<unsigned>(256), 0, stream, R_keys_digits, sizes.step_size_7(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (!pool.hold(R_keys_2, sizes.elements_5())) return 4;
      if (!pool.hold(R_entries_2, sizes.elements_6())) return 4;
      if (launch_early(sssp_compressed_sort_move, static_cast<unsigned>(sizes.step_size_6()),
                       static_cast<unsigned>(256), 0, stream, R_keys, R_entries,
                       sizes.step_size_3(), sizes.step_size_4(), sizes.step_size_5(), R_keys_digits,
                       R_keys_2, R_entries_2) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_sort_count, static_cast<unsigned>(sizes.step_size_6()),
                       static_cast<unsigned>(256), 0, stream, R_keys_2, sizes.step_size_3(),
                       sizes.step_size_9(), sizes.step_size_5(), R_keys_digits) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_8()),
                       static_cast<unsigned>(256), 0, stream, R_keys_digits, sizes.step_size_7(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_8()),
                       static_cast<unsigned>(256), 0, stream, R_keys_digits, sizes.step_size_7(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_sort_move, static_cast<unsigned>(sizes.step_size_6()),
                       static_cast<unsigned>(256), 0, stream, R_keys_2, R_entries_2,
                       sizes.step_size_3(), sizes.step_size_9(), sizes.step_size_5(), R_keys_digits,
                       R_keys, R_entries) != cudaSuccess)
        return 3;
    }
    if (!pool.hold(R_entries_2, sizes.elements_6())) return 4;
    if (!pool.hold(R_ranks, sizes.elements_8())) return 4;
    if (launch_early(sssp_compressed_R_add,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_R_add()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_R_add()), 0, stream, R_keys,
                     R_entries, R_entries_2, R_ranks,
                     sizes.entries_of_sssp_compressed_R_add()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_10()),
                     static_cast<unsigned>(256), 0, stream, R_ranks, sizes.step_size_3(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_10()),
                     static_cast<unsigned>(256), 0, stream, R_ranks, sizes.step_size_3(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (cudaMemcpyAsync(&sizes.R_stored, R_ranks + (sizes.step_size_3()), sizeof(int64_t),
                        cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
        cudaStreamSynchronize(stream) != cudaSuccess)
      return 3;
    if (!pool.hold(R_keys_2, sizes.elements_5())) return 4;
    if (launch_early(sssp_compressed_R_compact,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_R_compact()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_R_compact()), 0, stream,
                     R_keys, R_entries_2, R_ranks, R_keys_2, R_entries,
                     sizes.entries_of_sssp_compressed_R_compact()) != cudaSuccess)
      return 3;
    if (sizeof(pos_t) == 4 && sizes.step_size_11() > 2147483647) return 5;
    if (!pool.give(a.R_V_segments, 2)) return 4;
    if (launch_early(sssp_compressed_R_V_segments,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_R_V_segments()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_R_V_segments()), 0, stream,
                     R_keys_2, sizes.stored_of_sssp_compressed_R_V_segments(),
                     sizes.fiber_span_of_sssp_compressed_R_V_segments(),
                     sizes.positions_of_sssp_compressed_R_V_segments(), a.R_V_segments,
                     sizes.entries_of_sssp_compressed_R_V_segments()) != cudaSuccess)
      return 3;
    if (!pool.give(a.R_V_coords, sizes.step_size_11())) return 4;
    if (!pool.give(a.R_values, sizes.stored_R())) return 4;
    if (launch_early(sssp_compressed_R_V_store,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_R_V_store()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_R_V_store()), 0, stream,
                     R_keys_2, R_entries, sizes.extent_of_sssp_compressed_R_V_store(), a.R_V_coords,
                     a.R_values, sizes.entries_of_sssp_compressed_R_V_store()) != cudaSuccess)
      return 3;
    pool.drop(a.A1_V_segments);
    a.A1_V_segments = nullptr;
    pool.drop(a.A1_V_coords);
    a.A1_V_coords = nullptr;
    pool.drop(a.A1_values);
    a.A1_values = nullptr;
    if (launch_early(sssp_compressed_A1_count,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_A1_count()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_A1_count()), 0, stream,
                     a.R_V_segments, a.R_V_coords, a.R_values, P0_now, A1_offsets,
                     sizes.first_thread_of_sssp_compressed_A1_count()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_13()),
                     static_cast<unsigned>(256), 0, stream, A1_offsets, sizes.step_size_12(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_13()),
                     static_cast<unsigned>(256), 0, stream, A1_offsets, sizes.step_size_12(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (cudaMemcpyAsync(&sizes.A1_emitted, A1_offsets + (sizes.step_size_12()), sizeof(int64_t),
                        cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
        cudaStreamSynchronize(stream) != cudaSuccess)
      return 3;
    if (!pool.hold(A1_keys, sizes.elements_10())) return 4;
    if (!pool.hold(A1_entries, sizes.elements_11())) return 4;
    if (launch_early(sssp_compressed_A1, static_cast<unsigned>(sizes.grid_sssp_compressed_A1()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_A1()), 0, stream,
                     a.R_V_segments, a.R_V_coords, a.R_values, P0_now, A1_offsets,
                     sizes.first_thread_of_sssp_compressed_A1(), A1_keys,
                     A1_entries) != cudaSuccess)
      return 3;
    for (sizes.A1_keys_pass = 0; (sizes.A1_keys_pass) < sizes.step_size_2(); ++sizes.A1_keys_pass) {
      if (!pool.hold(A1_keys_digits, sizes.elements_14())) return 4;
      if (launch_early(sssp_compressed_sort_count, static_cast<unsigned>(sizes.step_size_16()),
                       static_cast<unsigned>(256), 0, stream, A1_keys, sizes.step_size_14(),
                       sizes.step_size_15(), sizes.step_size_5(), A1_keys_digits) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_18()),
                       static_cast<unsigned>(256), 0, stream, A1_keys_digits, sizes.step_size_17(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_18()),
                       static_cast<unsigned>(256), 0, stream, A1_keys_digits, sizes.step_size_17(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (!pool.hold(A1_keys_2, sizes.elements_12())) return 4;
      if (!pool.hold(A1_entries_2, sizes.elements_13())) return 4;
      if (launch_early(sssp_compressed_sort_move, static_cast<unsigned>(sizes.step_size_16()),
                       static_cast<unsigned>(256), 0, stream, A1_keys, A1_entries,
                       sizes.step_size_14(), sizes.step_size_15(), sizes.step_size_5(),
                       A1_keys_digits, A1_keys_2, A1_entries_2) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_sort_count, static_cast<unsigned>(sizes.step_size_16()),
                       static_cast<unsigned>(256), 0, stream, A1_keys_2, sizes.step_size_14(),
                       sizes.step_size_19(), sizes.step_size_5(), A1_keys_digits) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_18()),
                       static_cast<unsigned>(256), 0, stream, A1_keys_digits, sizes.step_size_17(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_18()),
                       static_cast<unsigned>(256), 0, stream, A1_keys_digits, sizes.step_size_17(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_sort_move, static_cast<unsigned>(sizes.step_size_16()),
                       static_cast<unsigned>(256), 0, stream, A1_keys_2, A1_entries_2,
                       sizes.step_size_14(), sizes.step_size_19(), sizes.step_size_5(),
                       A1_keys_digits, A1_keys, A1_entries) != cudaSuccess)
        return 3;
    }
    if (!pool.hold(A1_entries_2, sizes.elements_13())) return 4;
    if (!pool.hold(A1_ranks, sizes.elements_15())) return 4;
    if (launch_early(sssp_compressed_A1_add,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_A1_add()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_A1_add()), 0, stream,
                     A1_keys, A1_entries, A1_entries_2, A1_ranks,
                     sizes.entries_of_sssp_compressed_A1_add()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_20()),
                     static_cast<unsigned>(256), 0, stream, A1_ranks, sizes.step_size_14(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_20()),
                     static_cast<unsigned>(256), 0, stream, A1_ranks, sizes.step_size_14(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (cudaMemcpyAsync(&sizes.A1_stored, A1_ranks + (sizes.step_size_14()), sizeof(int64_t),
                        cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
        cudaStreamSynchronize(stream) != cudaSuccess)
      return 3;
    if (!pool.hold(A1_keys_2, sizes.elements_12())) return 4;
    if (launch_early(sssp_compressed_A1_compact,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_A1_compact()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_A1_compact()), 0, stream,
                     A1_keys, A1_entries_2, A1_ranks, A1_keys_2, A1_entries,
                     sizes.entries_of_sssp_compressed_A1_compact()) != cudaSuccess)
      return 3;
    if (sizeof(pos_t) == 4 && sizes.step_size_21() > 2147483647) return 5;
    if (!pool.give(a.A1_V_segments, 2)) return 4;
    if (launch_early(sssp_compressed_A1_V_segments,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_A1_V_segments()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_A1_V_segments()), 0, stream,
                     A1_keys_2, sizes.stored_of_sssp_compressed_A1_V_segments(),
                     sizes.fiber_span_of_sssp_compressed_A1_V_segments(),
                     sizes.positions_of_sssp_compressed_A1_V_segments(), a.A1_V_segments,
                     sizes.entries_of_sssp_compressed_A1_V_segments()) != cudaSuccess)
      return 3;
    if (!pool.give(a.A1_V_coords, sizes.step_size_21())) return 4;
    if (!pool.give(a.A1_values, sizes.stored_A1())) return 4;
    if (launch_early(sssp_compressed_A1_V_store,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_A1_V_store()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_A1_V_store()), 0, stream,
                     A1_keys_2, A1_entries, sizes.extent_of_sssp_compressed_A1_V_store(),
                     a.A1_V_coords, a.A1_values,
                     sizes.entries_of_sssp_compressed_A1_V_store()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_fill_P1,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_fill_P1()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_fill_P1()), 0, stream,
                     a.P1_values, sizes.elements_high_of_sssp_compressed_fill_P1(),
                     sizes.elements_low_of_sssp_compressed_fill_P1()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_P1, static_cast<unsigned>(sizes.grid_sssp_compressed_P1()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_P1()), 0, stream,
                     a.P1_values, a.A1_V_segments, a.A1_V_coords, a.A1_values) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_P1_term2,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_P1_term2()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_P1_term2()), 0, stream,
                     a.P1_values, P0_now, sizes.V_of_sssp_compressed_P1_term2()) != cudaSuccess)
      return 3;
    a.N_S_segments = nullptr;
    a.N_S_coords = nullptr;
    a.N_values = nullptr;
    if (launch_early(
            sssp_compressed_N_count, static_cast<unsigned>(sizes.grid_sssp_compressed_N_count()),
            static_cast<unsigned>(sizes.block_sssp_compressed_N_count()), 0, stream,
            a.A1_V_segments, a.A1_V_coords, a.A1_values, sizes.S_of_sssp_compressed_N_count(),
            N_offsets, sizes.first_thread_of_sssp_compressed_N_count()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_23()),
                     static_cast<unsigned>(256), 0, stream, N_offsets, sizes.step_size_22(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_23()),
                     static_cast<unsigned>(256), 0, stream, N_offsets, sizes.step_size_22(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (cudaMemcpyAsync(&sizes.N_emitted, N_offsets + (sizes.step_size_22()), sizeof(int64_t),
                        cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
        cudaStreamSynchronize(stream) != cudaSuccess)
      return 3;
    if (!pool.hold(N_keys, sizes.elements_17())) return 4;
    if (!pool.hold(N_entries, sizes.elements_18())) return 4;
    if (launch_early(sssp_compressed_N, static_cast<unsigned>(sizes.grid_sssp_compressed_N()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_N()), 0, stream,
                     a.A1_V_segments, a.A1_V_coords, a.A1_values, sizes.S_of_sssp_compressed_N(),
                     N_offsets, sizes.first_thread_of_sssp_compressed_N(), N_keys,
                     N_entries) != cudaSuccess)
      return 3;
    for (sizes.N_keys_pass = 0; (sizes.N_keys_pass) < sizes.step_size_24(); ++sizes.N_keys_pass) {
      if (!pool.hold(N_keys_digits, sizes.elements_21())) return 4;
      if (launch_early(sssp_compressed_sort_count, static_cast<unsigned>(sizes.step_size_28()),
                       static_cast<unsigned>(256), 0, stream, N_keys, sizes.step_size_25(),
                       sizes.step_size_26(), sizes.step_size_27(), N_keys_digits) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_30()),
                       static_cast<unsigned>(256), 0, stream, N_keys_digits, sizes.step_size_29(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_30()),
                       static_cast<unsigned>(256), 0, stream, N_keys_digits, sizes.step_size_29(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (!pool.hold(N_keys_2, sizes.elements_19())) return 4;
      if (!pool.hold(N_entries_2, sizes.elements_20())) return 4;
      if (launch_early(sssp_compressed_sort_move, static_cast<unsigned>(sizes.step_size_28()),
                       static_cast<unsigned>(256), 0, stream, N_keys, N_entries,
                       sizes.step_size_25(), sizes.step_size_26(), sizes.step_size_27(),
                       N_keys_digits, N_keys_2, N_entries_2) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_sort_count, static_cast<unsigned>(sizes.step_size_28()),
                       static_cast<unsigned>(256), 0, stream, N_keys_2, sizes.step_size_25(),
                       sizes.step_size_31(), sizes.step_size_27(), N_keys_digits) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_30()),
                       static_cast<unsigned>(256), 0, stream, N_keys_digits, sizes.step_size_29(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_30()),
                       static_cast<unsigned>(256), 0, stream, N_keys_digits, sizes.step_size_29(),
                       scan_sums) != cudaSuccess)
        return 3;
      if (launch_early(sssp_compressed_sort_move, static_cast<unsigned>(sizes.step_size_28()),
                       static_cast<unsigned>(256), 0, stream, N_keys_2, N_entries_2,
                       sizes.step_size_25(), sizes.step_size_31(), sizes.step_size_27(),
                       N_keys_digits, N_keys, N_entries) != cudaSuccess)
        return 3;
    }
    if (!pool.hold(N_entries_2, sizes.elements_20())) return 4;
    if (!pool.hold(N_ranks, sizes.elements_22())) return 4;
    if (launch_early(sssp_compressed_N_add,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_N_add()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_N_add()), 0, stream, N_keys,
                     N_entries, N_entries_2, N_ranks,
                     sizes.entries_of_sssp_compressed_N_add()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_sums, static_cast<unsigned>(sizes.step_size_32()),
                     static_cast<unsigned>(256), 0, stream, N_ranks, sizes.step_size_25(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_scan_apply, static_cast<unsigned>(sizes.step_size_32()),
                     static_cast<unsigned>(256), 0, stream, N_ranks, sizes.step_size_25(),
                     scan_sums) != cudaSuccess)
      return 3;
    if (cudaMemcpyAsync(&sizes.N_stored, N_ranks + (sizes.step_size_25()), sizeof(int64_t),
                        cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
        cudaStreamSynchronize(stream) != cudaSuccess)
      return 3;
    if (!pool.hold(N_keys_2, sizes.elements_19())) return 4;
    if (launch_early(sssp_compressed_N_compact,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_N_compact()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_N_compact()), 0, stream,
                     N_keys, N_entries_2, N_ranks, N_keys_2, N_entries,
                     sizes.entries_of_sssp_compressed_N_compact()) != cudaSuccess)
      return 3;
    if (sizeof(pos_t) == 4 && sizes.step_size_33() > 2147483647) return 5;
    if (!pool.give(a.N_S_segments, 2)) return 4;
    if (launch_early(sssp_compressed_N_S_segments,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_N_S_segments()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_N_S_segments()), 0, stream,
                     N_keys_2, sizes.stored_of_sssp_compressed_N_S_segments(),
                     sizes.fiber_span_of_sssp_compressed_N_S_segments(),
                     sizes.positions_of_sssp_compressed_N_S_segments(), a.N_S_segments,
                     sizes.entries_of_sssp_compressed_N_S_segments()) != cudaSuccess)
      return 3;
    if (!pool.give(a.N_S_coords, sizes.step_size_33())) return 4;
    if (!pool.give(a.N_values, sizes.stored_N())) return 4;
    if (launch_early(sssp_compressed_N_S_store,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_N_S_store()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_N_S_store()), 0, stream,
                     N_keys_2, N_entries, sizes.extent_of_sssp_compressed_N_S_store(), a.N_S_coords,
                     a.N_values, sizes.entries_of_sssp_compressed_N_S_store()) != cudaSuccess)
      return 3;
    if (launch_early(sssp_compressed_carry_P0,
                     static_cast<unsigned>(sizes.grid_sssp_compressed_carry_P0()),
                     static_cast<unsigned>(sizes.block_sssp_compressed_carry_P0()), 0, stream,
                     a.P1_values, P0_now, sizes.V_of_sssp_compressed_carry_P0()) != cudaSuccess)
      return 3;
    if (A0_now_S_segments != a.A0_S_segments) pool.drop(A0_now_S_segments);
    A0_now_S_segments = a.N_S_segments;
    if (A0_now_S_coords != a.A0_S_coords) pool.drop(A0_now_S_coords);
    A0_now_S_coords = a.N_S_coords;
    if (A0_now_values != a.A0_values) pool.drop(A0_now_values);
    A0_now_values = a.N_values;
  }
  a.R_V_positions = sizes.step_size_11();
  a.A1_V_positions = sizes.step_size_21();
  a.N_S_positions = sizes.step_size_33();
  return 0;
}

extern "C" const char* sssp_compressed_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than sssp_compressed_workspace_bytes says";
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
