// Made by teaalc 0.1.0 from spmv_nonzero_split.yaml; do not edit.
//   Z[m] = A[m, k] * B[k]
//     loops MK2 (space), MK1 (space), MK0
//   stored A[M:U, K:C], B[K:U], Z[M:U]
//   sizes CARVEOUT=33 WORK_PER_BLOCK=2048 WORK_PER_THREAD=4
//   teaalc spmv_nonzero_split.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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

// The same by seven positions at a time, which are read side by side: for few searches, each of
// which would wait for its reads one behind the other.
template <class S, class B, class F, class P>
static __device__ __forceinline__ F teaal_owner_by_eights(const S* segments, B first, F end,
                                                          P position) {
  long long from = first, to = end;  // of more bits than F may have
  while (to - from > 8) {
    const long long step = (to - from + 7) / 8;
    int behind = 0;
#pragma unroll
    for (int i = 1; i < 8; ++i) {
      const long long at = from + step * i;
      behind += at < to && segments[at] <= position ? 1 : 0;
    }
    from += step * behind;
    to = to - from > step ? from + step : to;
  }
  return teaal_owner(segments, from, static_cast<F>(to), position);
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

// What a reduction does with two values; sums of integers are modulo 2^32.
struct teaal_sum {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a + b;
  }
  static __device__ __forceinline__ int of(int a, int b) { return int(unsigned(a) + unsigned(b)); }
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

// The lanes of this one's group, where groups are `width` neighbours, a power of two up to 32.
static __device__ __forceinline__ unsigned teaal_group_mask(int width) {
  return 0xffffffffu >> (32 - width) << (threadIdx.x % 32 & -width);
}

// Over a group of `width` neighbouring lanes, a power of two up to 32. All lanes of a group call it
// together, with the same width; where other groups are does not matter. Bitwise the same in the
// whole group.
template <class Op, class T>
static __device__ __forceinline__ T teaal_group_reduce(T value, int width) {
  const unsigned group = teaal_group_mask(width);
  for (int offset = width / 2; offset > 0; offset /= 2)
    value = Op::of(value, __shfl_xor_sync(group, value, offset));
  return value;
}

// Over all threads of the block. The block is one-dimensional, its size a multiple of 32; all of
// its threads must call it. The result is in thread 0, other threads get no meaningful value.
// `shared` points to 32 elements in shared memory. The same elements may be given to the next call
// at once; any other use needs a barrier in between, before the call none.
template <class Op, class T>
static __device__ __forceinline__ T teaal_block_reduce(T value, T* shared, T identity) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  value = teaal_lane_reduce<Op>(value, 1, 32);
  __syncthreads();
  if (lane == 0) shared[warp] = value;
  __syncthreads();
  if (warp == 0) value = teaal_lane_reduce<Op>(lane < warps ? shared[lane] : identity, 1, 32);
  return value;
}

// Lanes, a power of two up to 32, that each of `count` fibers gets where all of them are summed at
// once; 1 where `threads` are too few for that.
template <class C>
static __device__ __forceinline__ int teaal_lanes_each(C count, int threads) {
  int lanes = 1;
  while (lanes < 32 && count * (2 * lanes) <= threads) lanes *= 2;
  return lanes;
}

// The threads of a block as shares of so many neighbouring lanes: which one this thread is in, how
// many there are, and which lane of its share it is. The block has a multiple of 32 threads.
static __device__ __forceinline__ int teaal_share(int lanes) {
  return static_cast<int>(threadIdx.x) >> (__ffs(lanes) - 1);
}

static __device__ __forceinline__ int teaal_shares(int lanes) {
  return static_cast<int>(blockDim.x) >> (__ffs(lanes) - 1);
}

static __device__ __forceinline__ int teaal_lane_of_share(int lanes) {
  return static_cast<int>(threadIdx.x) & (lanes - 1);
}

// Whether `slot` is the first of those that have its key; slots without a key have 0.
template <class K>
static __device__ __forceinline__ bool teaal_begins_key(const K* keys, long long slots,
                                                        long long slot) {
  return slot < slots && keys[slot] != 0 && (slot == 0 || keys[slot - 1] != keys[slot]);
}

// Behind the last of the slots that have the key of `slot`; they are neighbours.
template <class K>
static __device__ __forceinline__ long long teaal_key_end(const K* keys, long long slots,
                                                          long long slot) {
  const K key = keys[slot];
  long long end = slot + 1, step = 1;
  for (; end + step <= slots && keys[end + step - 1] == key; step *= 2) end += step;
  for (; step > 0; step /= 2)
    if (end + step <= slots && keys[end + step - 1] == key) end += step;
  return end;
}

// What the slots with the key of `slot` hold, in a fixed order, if it is the first of them; else no
// meaningful value. All threads of the block call it once, each with a slot of its own; the block
// is one-dimensional, its size a multiple of 32.
template <class Op, class T, class K>
static __device__ __forceinline__ T teaal_carried(const T* values, const K* keys, long long slots,
                                                  long long slot, T identity) {
  constexpr long long few = 8;  // slots that a thread adds alone; the block adds more
  __shared__ unsigned many[32];
  __shared__ long long first, last;
  __shared__ T sums[33];
  const int thread = static_cast<int>(threadIdx.x);
  const long long end =
      teaal_begins_key(keys, slots, slot) ? teaal_key_end(keys, slots, slot) : slot;
  T value = identity;
  for (long long at = slot; at < end && end - slot <= few; ++at) value = Op::of(value, values[at]);
  const unsigned here = __ballot_sync(0xffffffffu, end - slot > few);
  if (thread % 32 == 0) many[thread / 32] = here;
  __syncthreads();
  for (int warp = 0; warp < static_cast<int>(blockDim.x) / 32; ++warp)
    for (unsigned left = many[warp]; left != 0; left &= left - 1) {
      const int owner = warp * 32 + __ffs(static_cast<int>(left)) - 1;
      if (thread == owner) first = slot, last = end;
      __syncthreads();
      T part = identity;
      for (long long at = first + thread; at < last; at += blockDim.x)
        part = Op::of(part, values[at]);
      part = teaal_block_reduce<Op>(part, sums, identity);
      if (thread == 0) sums[32] = part;
      __syncthreads();
      if (thread == owner) value = sums[32];
    }
  return value;
}

// So many of those entries; `from` is aligned to them, up to 16 bytes.
template <int count, class C>
static __device__ __forceinline__ void teaal_take_entries(C* to, const C* from) {
#ifdef TEAAL_CPU
  const int side_by_side = sizeof(C) != 4 ? 1 : count % 4 == 0 ? 4 : count % 2 == 0 ? 2 : 1;
  for (int i = 0; i < count; i += side_by_side) teaal_take_units<side_by_side>(to + i, from + i);
#else
  if constexpr (sizeof(C) == 4 && count % 4 == 0) {
#pragma unroll
    for (int i = 0; i < count; i += 4) {
      const int4 quad = *reinterpret_cast<const int4*>(from + i);
      to[i] = quad.x;
      to[i + 1] = quad.y;
      to[i + 2] = quad.z;
      to[i + 3] = quad.w;
    }
  } else if constexpr (sizeof(C) == 4 && count % 2 == 0) {
#pragma unroll
    for (int i = 0; i < count; i += 2) {
      const int2 pair = *reinterpret_cast<const int2*>(from + i);
      to[i] = pair.x;
      to[i + 1] = pair.y;
    }
  } else {
#pragma unroll
    for (int i = 0; i < count; ++i) to[i] = from[i];
  }
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

[[maybe_unused]] static __device__ __forceinline__ void teaal_load_quad(int* to, const int* from) {
#ifdef TEAAL_CPU
  teaal_take_units<4>(to, from);
#else
  const int4 quad = *reinterpret_cast<const int4*>(from);
  to[0] = quad.x;
  to[1] = quad.y;
  to[2] = quad.z;
  to[3] = quad.w;
#endif
}

[[maybe_unused]] static __device__ __forceinline__ void teaal_load_quad(double* to,
                                                                        const double* from) {
#ifdef TEAAL_CPU
  teaal_take_units<4>(to, from);
#else
  const double2 low = *reinterpret_cast<const double2*>(from),
                high = *reinterpret_cast<const double2*>(from + 2);
  to[0] = low.x;
  to[1] = low.y;
  to[2] = high.x;
  to[3] = high.y;
#endif
}

// Four elements, of which each may be 16 bits that are read as a value; `from` is aligned to four
// of them.
template <class T, class E>
static __device__ __forceinline__ void teaal_read_quad(T* to, const E* from) {
#ifdef TEAAL_CPU
  E quad[4];
  teaal_take_units<4>(quad, from);
  for (int i = 0; i < 4; ++i) to[i] = quad[i];
#else
  if constexpr (sizeof(E) == 2) {
    const uint2 quad = *reinterpret_cast<const uint2*>(from);
    to[0] = E{static_cast<unsigned short>(quad.x)};
    to[1] = E{static_cast<unsigned short>(quad.x >> 16)};
    to[2] = E{static_cast<unsigned short>(quad.y)};
    to[3] = E{static_cast<unsigned short>(quad.y >> 16)};
  } else {
    teaal_load_quad(to, from);
  }
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

// As teaal_read_quad, past the L1 and first to leave the L2: what is read once makes no room for
// itself where others stay. PTX: ld.global.nc with cache hints (ISA 7.4).
template <class T, class E>
static __device__ __forceinline__ void teaal_stream_quad(T* to, const E* from) {
#ifdef TEAAL_CPU
  teaal_read_quad(to, from);
#else
  if constexpr (sizeof(E) == 4) {
    unsigned long long policy;
    unsigned words[4];
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.v4.b32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "l"(from), "l"(policy));
#pragma unroll
    for (int i = 0; i < 4; ++i) to[i] = reinterpret_cast<const E*>(words)[i];
  } else {
    teaal_read_quad(to, from);
  }
#endif
}

// As teaal_take_entries, likewise.
template <int count, class C>
static __device__ __forceinline__ void teaal_stream_entries(C* to, const C* from) {
  if constexpr (sizeof(C) == 4 && count % 4 == 0) {
#pragma unroll
    for (int i = 0; i < count; i += 4) teaal_stream_quad(to + i, from + i);
  } else {
    teaal_take_entries<count>(to, from);
  }
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

#line 13 "spmv_nonzero_split.yaml"
extern "C" __global__ void spmv_nonzero_split_Z_find_fibers(pos_t* __restrict__ Z_run_fibers,
                                                            const pos_t* __restrict__ A_K_segments,
                                                            coord_t M, size_type entries) {
  for (offset_t entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < static_cast<offset_t>(entries);
       entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const offset_t M_end = static_cast<offset_t>(M);
    const offset_t M_fiber = teaal_owner_by_eights(A_K_segments, 0, M_end, entry * 2048);
    Z_run_fibers[entry] = M_fiber;
  }
}

#line 13 "spmv_nonzero_split.yaml"
extern "C" __global__ void spmv_nonzero_split_Z(
    size_type A_elements, value_t* __restrict__ Z_values, const pos_t* __restrict__ A_K_segments,
    const coord_t* __restrict__ A_K_coords, const value_t* __restrict__ A_values,
    const value_t* __restrict__ B_values, value_t* __restrict__ Z_carries,
    size_type* __restrict__ Z_carry_keys, const pos_t* __restrict__ Z_run_fibers, coord_t M) {
  constexpr int WORK_PER_BLOCK = 2048;
  constexpr int WORK_PER_THREAD = 4;
  teaal_await_launches();
  const offset_t workers_MK2 = gridDim.x;
  const offset_t worker_MK2 = blockIdx.x;
  const offset_t workers_MK1 = blockDim.x;
  const offset_t worker_MK1 = threadIdx.x;
#line 20 "spmv_nonzero_split.yaml"
  const offset_t A_M_to = M;
  const pos_t A_K_to = static_cast<offset_t>(A_elements);
  for (offset_t mk2 = worker_MK2 * WORK_PER_BLOCK;
       mk2 < max(static_cast<offset_t>(A_K_to), static_cast<offset_t>(1));
       mk2 += workers_MK2 * WORK_PER_BLOCK) {
    const offset_t mk2_end = min(static_cast<offset_t>(A_K_to), mk2 + WORK_PER_BLOCK);
    const offset_t slot = mk2 / WORK_PER_BLOCK;
    const offset_t first_fiber = Z_run_fibers[slot];
    const offset_t fibers_begin = (slot == 0) ? 0 : first_fiber;
    const offset_t fibers_end =
        (mk2_end < static_cast<offset_t>(A_K_to))
            ? static_cast<offset_t>(Z_run_fibers[slot + 1] +
                                    ((A_K_segments[Z_run_fibers[slot + 1]] < mk2_end) ? 1 : 0))
            : A_M_to;
    // Store Z_carry_keys.
    if (threadIdx.x == 0 && mk2 <= static_cast<offset_t>(A_K_segments[first_fiber])) {
      Z_carry_keys[slot] = 0;
    }
    const int lanes = teaal_lanes_each(fibers_end - fibers_begin, blockDim.x);
    const int most = (lanes < 32) ? max(64, lanes * 16) : WORK_PER_BLOCK;
    offset_t fiber_begin = static_cast<offset_t>(
        A_K_segments[min(fibers_begin + static_cast<offset_t>(teaal_share(lanes)), A_M_to)]);
    offset_t fiber_end = static_cast<offset_t>(
        A_K_segments[min(fibers_begin + static_cast<offset_t>(teaal_share(lanes)) + 1, A_M_to)]);
    __shared__ __align__(16) value_t products[2048];
    const bool whole = mk2 + WORK_PER_BLOCK <= static_cast<offset_t>(A_K_to) &&
                       teaal_aligned_rows(A_K_coords, 4) && teaal_aligned_rows(A_values, 4);
    // Products.
    if (whole) {
#pragma unroll
      for (int turn_MK1 = 0; turn_MK1 < 2; ++turn_MK1) {
        const offset_t mk1 =
            mk2 + worker_MK1 * WORK_PER_THREAD + static_cast<offset_t>(turn_MK1) * 1024;
        coord_t A_K_coords_quad[4];
        value_t A_values_quad[4];
        value_t products_quad[4];
        teaal_stream_entries<4>(&A_K_coords_quad[0], &A_K_coords[mk1]);
        teaal_stream_quad(&A_values_quad[0], &A_values[mk1]);
#pragma unroll
        for (int turn = 0; turn < 4; ++turn) {
          value_t product_2 = value_t(0);
          const coord_t k = A_K_coords_quad[turn];
#line 13 "spmv_nonzero_split.yaml"
          product_2 = fmaf(A_values_quad[turn], B_values[k], product_2);
#line 20 "spmv_nonzero_split.yaml"
          products_quad[turn] = product_2;
        }
        teaal_store_quad(&products[mk1 - mk2], &products_quad[0]);
      }
    }
    if (!whole) {
      for (offset_t mk1 = mk2 + worker_MK1 * WORK_PER_THREAD; mk1 < mk2_end;
           mk1 += workers_MK1 * WORK_PER_THREAD) {
        const offset_t mk1_end = min(mk2_end, mk1 + WORK_PER_THREAD);
        for (pos_t mk0 = mk1; mk0 < mk1_end; ++mk0) {
          value_t product = value_t(0);
          const coord_t k = A_K_coords[mk0];
#line 13 "spmv_nonzero_split.yaml"
          product = fmaf(A_values[mk0], B_values[k], product);
#line 20 "spmv_nonzero_split.yaml"
          products[static_cast<offset_t>(mk0) - mk2] = product;
        }
      }
    }
    __syncthreads();
    for (offset_t fiber_of_share_0 = fibers_begin; fiber_of_share_0 < fibers_end;
         fiber_of_share_0 += static_cast<offset_t>(teaal_shares(lanes))) {
      const offset_t fiber = fiber_of_share_0 + static_cast<offset_t>(teaal_share(lanes));
      const int sum_begin = max(fiber_begin, mk2) - mk2;
      const int sum_end = min(fiber_end, mk2_end) - mk2;
      const bool is_long = most < sum_end - sum_begin;
      value_t sum = value_t(0);
      // Sums.
      if (!is_long) {
        for (int product_at = sum_begin + teaal_lane_of_share(lanes); product_at < sum_end;
             product_at += lanes) {
          sum += products[product_at];
        }
      }
      // Combine the sums of threads.
      value_t total = teaal_group_reduce<teaal_sum>(sum, lanes);
      if (lanes < 32) {
        unsigned long_ones = __ballot_sync(0xffffffffu, is_long && teaal_lane_of_share(lanes) == 0);
        while (long_ones != 0u) {
          const coord_t long_one = __ffs(static_cast<int>(long_ones)) - 1;
          long_ones = long_ones & (long_ones - 1u);
          const int sum_begin_2 = __shfl_sync(0xffffffffu, sum_begin, long_one);
          const int sum_end_2 = __shfl_sync(0xffffffffu, sum_end, long_one);
          value_t sum_2 = value_t(0);
          // Sums.
          for (int product_at_2 = sum_begin_2 + static_cast<int>(threadIdx.x % 32);
               product_at_2 < sum_end_2; product_at_2 += 32) {
            sum_2 += products[product_at_2];
          }
          // Combine the sums of threads.
          const value_t total_2 = teaal_lane_sum(sum_2, 1, 32);
          if (static_cast<int>(threadIdx.x % 32) == static_cast<offset_t>(long_one)) {
            total = total_2;
          }
        }
      }
      // Store Z_carries, Z_carry_keys and Z_values.
      if (teaal_lane_of_share(lanes) == 0 && fiber < fibers_end) {
        const coord_t m = static_cast<coord_t>(fiber);
        if (fiber_begin < mk2) {
          Z_carries[slot] = total;
          Z_carry_keys[slot] = static_cast<offset_t>(m) + 1;
        }
        if (mk2 <= fiber_begin) {
          Z_values[m] = total;
        }
      }
      fiber_begin = static_cast<offset_t>(
          A_K_segments[min(fiber + static_cast<offset_t>(teaal_shares(lanes)), A_M_to)]);
      fiber_end = static_cast<offset_t>(
          A_K_segments[min(fiber + static_cast<offset_t>(teaal_shares(lanes)) + 1, A_M_to)]);
    }
    __syncthreads();
  }
}

#line 13 "spmv_nonzero_split.yaml"
extern "C" __global__ void spmv_nonzero_split_Z_add_carries(
    const value_t* __restrict__ Z_carries, const size_type* __restrict__ Z_carry_keys,
    value_t* __restrict__ Z_values, size_type slots) {
  teaal_await_launches();
  const offset_t slot = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  // Combine the sums of threads.
  const value_t carried =
      teaal_carried<teaal_sum>(Z_carries, Z_carry_keys, slots, slot, value_t(0));
  // Store Z_values.
  if (teaal_begins_key(Z_carry_keys, slots, slot)) {
    Z_values[Z_carry_keys[slot] - 1] += carried;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmv_nonzero_split.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmv_nonzero_split_value;
typedef pos_t spmv_nonzero_split_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_nonzero_split_workspace_bytes spmv_nonzero_split_workspace_bytes_64
#define spmv_nonzero_split_launch spmv_nonzero_split_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmv_nonzero_split_arguments {
  /* Z: M:U */
  spmv_nonzero_split_value* Z_values;
  /* A: M:U, K:C */
  const spmv_nonzero_split_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmv_nonzero_split_value* A_values;
  /* B: K:U */
  const spmv_nonzero_split_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t elements_A; /* how many elements A stores */
} spmv_nonzero_split_arguments;

/* Bytes of device memory that spmv_nonzero_split_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmv_nonzero_split_workspace_bytes(const spmv_nonzero_split_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmv_nonzero_split_error_text. Allocates nothing and throws nothing. */
int spmv_nonzero_split_launch(const spmv_nonzero_split_arguments* arguments, void* workspace,
                              size_t workspace_bytes, struct CUstream_st* stream);
const char* spmv_nonzero_split_error_text(int code);
}

namespace {

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

struct spmv_nonzero_split_sizes {
  int64_t M;
  int64_t K;
  int64_t elements_A;
  explicit spmv_nonzero_split_sizes(const spmv_nonzero_split_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    elements_A = a.elements_A;
  }
  bool valid() const { return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647; }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && elements_A <= 1000000000;
  }
  int64_t elements_0() const { return max(ceil_div(elements_A, 2048), 1); }
  int64_t elements_1() const { return max(ceil_div(elements_A, 2048), 1); }
  int64_t elements_2() const { return max(ceil_div(elements_A, 2048), 1); }
  int64_t block_spmv_nonzero_split_Z_find_fibers() const { return 256; }
  int64_t grid_spmv_nonzero_split_Z_find_fibers() const {
    return max(1, min(ceil_div(max(ceil_div(elements_A, 2048), 1), 256), 4096));
  }
  int64_t block_spmv_nonzero_split_Z() const { return 256; }
  int64_t grid_spmv_nonzero_split_Z() const {
    return max(min(ceil_div(elements_A, 2048), 2147483647), 1);
  }
  int64_t block_spmv_nonzero_split_Z_add_carries() const { return 256; }
  int64_t grid_spmv_nonzero_split_Z_add_carries() const {
    return ceil_div(max(ceil_div(elements_A, 2048), 1), 256);
  }
  coord_t M_of_spmv_nonzero_split_Z_find_fibers() const { return static_cast<coord_t>(M); }
  int64_t entries_of_spmv_nonzero_split_Z_find_fibers() const {
    return max(ceil_div(elements_A, 2048), 1);
  }
  int64_t A_elements_of_spmv_nonzero_split_Z() const { return elements_A; }
  coord_t M_of_spmv_nonzero_split_Z() const { return static_cast<coord_t>(M); }
  int64_t slots_of_spmv_nonzero_split_Z_add_carries() const {
    return max(ceil_div(elements_A, 2048), 1);
  }
  int64_t stored_Z() const { return M; }
};

}  // namespace

extern "C" size_t spmv_nonzero_split_workspace_bytes(
    const spmv_nonzero_split_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmv_nonzero_split_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(pos_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spmv_nonzero_split_launch(const spmv_nonzero_split_arguments* arguments,
                                         void* workspace, size_t workspace_bytes,
                                         struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmv_nonzero_split_arguments& a = *arguments;
  const spmv_nonzero_split_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmv_nonzero_split_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_carries = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  size_type* Z_carry_keys = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  pos_t* Z_run_fibers = reinterpret_cast<pos_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(pos_t) + 255) / 256 * 256;
  spmv_nonzero_split_Z_find_fibers<<<
      static_cast<unsigned>(sizes.grid_spmv_nonzero_split_Z_find_fibers()),
      static_cast<unsigned>(sizes.block_spmv_nonzero_split_Z_find_fibers()), 0, stream>>>(
      Z_run_fibers, a.A_K_segments, sizes.M_of_spmv_nonzero_split_Z_find_fibers(),
      sizes.entries_of_spmv_nonzero_split_Z_find_fibers());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (cudaFuncSetAttribute(spmv_nonzero_split_Z, cudaFuncAttributePreferredSharedMemoryCarveout,
                           33) != cudaSuccess)
    return 3;
  if (launch_early(spmv_nonzero_split_Z, static_cast<unsigned>(sizes.grid_spmv_nonzero_split_Z()),
                   static_cast<unsigned>(sizes.block_spmv_nonzero_split_Z()), 0, stream,
                   sizes.A_elements_of_spmv_nonzero_split_Z(), a.Z_values, a.A_K_segments,
                   a.A_K_coords, a.A_values, a.B_values, Z_carries, Z_carry_keys, Z_run_fibers,
                   sizes.M_of_spmv_nonzero_split_Z()) != cudaSuccess)
    return 3;
  if (launch_early(spmv_nonzero_split_Z_add_carries,
                   static_cast<unsigned>(sizes.grid_spmv_nonzero_split_Z_add_carries()),
                   static_cast<unsigned>(sizes.block_spmv_nonzero_split_Z_add_carries()), 0, stream,
                   Z_carries, Z_carry_keys, a.Z_values,
                   sizes.slots_of_spmv_nonzero_split_Z_add_carries()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* spmv_nonzero_split_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmv_nonzero_split_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
