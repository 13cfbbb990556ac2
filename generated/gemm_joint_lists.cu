// Made by teaalc 0.1.0 from gemm_joint_lists.yaml; do not edit.
//   PA[g, k] = A[g, h, k]
//     loops G (space), K3 (space), K2 (space), K1 (space), H1 (space), K0, H0
//     maps by A[g, h, k] != 0
//     reduces by or from 0
//   PB[j, k] = B[k, j, i]
//     loops J (space), K2 (space), K1 (space), I1 (space), K0, I0
//     maps by B[k, j, i] != 0
//     reduces by or from 0
//   L[g, j, k] = PA[g, k] * PB[j, k]
//     loops G (space), J (space), K2 (space), K1 (space), K0
//   C[g, h, j, i] = L[g, j, k] * A[g, h, k] * B[k, j, i]
//     loops G (space), J (space), H4 (space), I4 (space), K2, K1, H3 (space), I3 (space), K0, H2,
//     H1 (space), H0, I2, I1 (space), I0 maps by A[g, h, k] * B[k, j, i] * (L[g, j, k] != 0)
//   stored A[G:U, K:U, H:U], B[K:U, J:U, I:U], PA[G:U, K:U], PB[J:U, K:U], L[G:U, J:U, K:U], C[G:U,
//   H:U, J:U, I:U] teaalc gemm_joint_lists.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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

// 1 if a value is not 0, else 0.
struct teaal_either {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a != T(0) || b != T(0) ? T(1) : T(0);
  }
};

// 1 if no value is 0, else 0.
struct teaal_together {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a != T(0) && b != T(0) ? T(1) : T(0);
  }
};

// The lanes of this one's group, where groups are `width` neighbours, a power of two up to 32.
static __device__ __forceinline__ unsigned teaal_group_mask(int width) {
  return 0xffffffffu >> (32 - width) << (threadIdx.x % 32 & -width);
}

// What comes of the values of some lanes, of which `bits` are those that are not 0.
template <class T>
static __device__ __forceinline__ T teaal_of_votes(teaal_either, unsigned bits, unsigned) {
  return bits != 0u ? T(1) : T(0);
}

template <class T>
static __device__ __forceinline__ T teaal_of_votes(teaal_together, unsigned bits, unsigned lanes) {
  return bits == lanes ? T(1) : T(0);
}

// teaal_lane_reduce where Op asks no more of values than whether they are 0: lanes vote.
template <class Op, class T>
static __device__ __forceinline__ T teaal_lane_vote(T value, int width_low, int width_high) {
  unsigned lanes = 1;
  for (int offset = width_low; offset < width_high; offset *= 2) lanes |= lanes << offset;
  lanes <<= threadIdx.x % 32 & ~(width_high - width_low);
  const unsigned bits = __ballot_sync(0xffffffffu, value != T(0));
  return teaal_of_votes<T>(Op(), bits & lanes, lanes);
}

// teaal_group_reduce, likewise.
template <class Op, class T>
static __device__ __forceinline__ T teaal_group_vote(T value, int width) {
  const unsigned group = teaal_group_mask(width);
  return teaal_of_votes<T>(Op(), __ballot_sync(group, value != T(0)) & group, group);
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

// Four elements, or zeros where `valid` is false; both addresses are aligned to 16 bytes, of
// elements of 16 bits to eight.
template <class T>
static __device__ __forceinline__ void teaal_copy_quad(T* to, const T* from, bool valid) {
#ifdef TEAAL_CPU
  T quad[4] = {};
  if (valid) teaal_take_units<4>(quad, from);
  teaal_give_units<4>(to, quad);
#else
  if constexpr (sizeof(T) == 2) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from),
                   "r"(valid ? 8 : 0));
    return;
  }
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

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
}

static __device__ __forceinline__ bool teaal_element_bit(const unsigned* words, long long at) {
  return (words[at / 32] >> (at % 32) & 1u) != 0u;
}

// The word that element `at` is in, and the one behind it.
static __device__ __forceinline__ unsigned long long teaal_two_words(const unsigned* words,
                                                                     long long at) {
  return static_cast<unsigned long long>(words[at / 32 + 1]) << 32 | words[at / 32];
}

static __device__ __forceinline__ unsigned teaal_bits_of_two_words(unsigned long long both,
                                                                   long long at, int count) {
  return count <= 0 ? 0u : static_cast<unsigned>(both >> (at % 32)) & 0xffffffffu >> (32 - count);
}

// Sets those of the `count` elements from `at` on, at most 32, whose bits are set. Lanes that have
// few each share words, and write them once as those of teaal_put_bit do.
static __device__ __forceinline__ void teaal_put_bits(unsigned* words, long long at, unsigned bits,
                                                      int count) {
  if (count <= 0) return;
  const int by = static_cast<int>(at % 32);
  bits &= 0xffffffffu >> (32 - count);
  unsigned low = bits << by;
#ifndef TEAAL_CPU
  if (count <= 8) {
    const unsigned lanes = __match_any_sync(__activemask(), at / 32);
    low = __reduce_or_sync(lanes, low);
    if (static_cast<int>(threadIdx.x % 32) != __ffs(static_cast<int>(lanes)) - 1) low = 0u;
  }
#endif
  if (low != 0u) atomicOr(&words[at / 32], low);
  if (by > 0 && bits >> (32 - by) != 0u) atomicOr(&words[at / 32 + 1], bits >> (32 - by));
}

// Writes the numbers of bits that lanes of a warp have set, `number` that of a lane's first bit and
// `run` more for each lane, each lane's from `to` on: a bit a lane at a time, or, where fewer lanes
// have any than one of them has, all bits of a lane at a time; or where one has more than 16, as
// lanes that write so far apart meet in banks of shared memory.
template <class C>
static __device__ __forceinline__ void teaal_list_set(C* coords, unsigned bits, int to, C number,
                                                      int run, unsigned all_lanes) {
  const unsigned having = __ballot_sync(all_lanes, bits != 0u);
  const bool many = __any_sync(all_lanes, __popc(bits) > min(__popc(having), 16));
  if (many && all_lanes == 0xffffffffu) {
    const int lane = threadIdx.x % 32;
    for (unsigned left = having; left != 0; left &= left - 1) {
      const int from = __ffs(static_cast<int>(left)) - 1;
      const unsigned word = __shfl_sync(all_lanes, bits, from);
      const int place = __shfl_sync(all_lanes, to, from);
      if ((word >> lane & 1u) != 0u)
        coords[place + __popc(word & ((1u << lane) - 1u))] =
            static_cast<C>(number + (from - lane) * run + lane);
    }
    return;
  }
  for (unsigned left = bits; left != 0; left &= left - 1)
    coords[to++] = static_cast<C>(number + __ffs(static_cast<int>(left)) - 1);
}

// How many a block lists. A lane has runs of up to 32 neighbours, so that what lanes find is in
// order. of.bits(of.ask(begin, end), begin, end): which of at most 32 elements in [begin, end) are
// listed, as teaal_present has them; `ask` waits for nothing it can do without. Of the list this
// warp has what begins at `own`, up to `own_last`.
template <class C, class P, class Of>
static __device__ __forceinline__ int teaal_list_runs(C* coords, P* counts, long long first,
                                                      int length, Of of, int& own, int& own_last) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = (blockDim.x + 31) / 32;
  const int threads = blockDim.x, lanes = min(32, threads - warp * 32);
  const unsigned all_lanes = 0xffffffffu >> (32 - lanes);
  const int run = min(32, max(4, (length + 4 * threads - 1) / (4 * threads) * 4));
  const int runs = (length + threads * run - 1) / (threads * run);  // of a lane
  const int begin = min(length, warp * 32 * run * runs),
            end = min(length, begin + lanes * run * runs);
  // The first ones are looked at together, and kept: what memory is asked for is under way at once.
  constexpr int together = 4;
  decltype(of.ask(0, 0)) asked[together];
  unsigned kept[together];
  const auto last = [&](int at) { return min(end, at + run); };
  const auto look = [&](int at) { return of.bits(of.ask(at, last(at)), at, last(at)); };
  const int own_first = begin + run * lane, step = run * lanes;
#pragma unroll
  for (int r = 0; r < together; ++r) {
    const int at = own_first + r * step;
    asked[r] = r < runs ? of.ask(at, last(at)) : decltype(of.ask(0, 0)){};
  }
#pragma unroll
  for (int r = 0; r < together; ++r) {
    const int at = own_first + r * step;
    kept[r] = r < runs ? of.bits(asked[r], at, last(at)) : 0u;
  }
  // How many lanes up to this one have, of two runs at once, half a word each.
  constexpr int pairs = together / 2;
  int upto[pairs], found = 0;
#pragma unroll
  for (int p = 0; p < pairs; ++p) {
    upto[p] = 0;
    if (p > 0 && runs <= 2 * p) continue;
    upto[p] = teaal_lane_upto(__popc(kept[2 * p]) | __popc(kept[2 * p + 1]) << 16, all_lanes);
    const int have = __shfl_sync(all_lanes, upto[p], lanes - 1);
    found += (have & 0xffff) + (have >> 16);
  }
  if (runs > together) {
    int rest = 0;
    for (int at = own_first + together * step; __any_sync(all_lanes, at < end); at += step)
      rest += __popc(look(at));
    found += __reduce_add_sync(all_lanes, rest);
  }
  if (lane == 0) counts[warp] = found;
  __syncthreads();
  int place = 0, all = 0;
  for (int w = 0; w < warps; ++w) {
    place += w < warp ? static_cast<int>(counts[w]) : 0;
    all += static_cast<int>(counts[w]);
  }
  own = place, own_last = place + found;
  for (int r = 0; place < own_last; ++r) {
    const int at = own_first + r * step;
    unsigned bits = r < together ? 0u : look(at);
#pragma unroll
    for (int known = 0; known < together; ++known)
      if (r == known) bits = kept[known];
    int with = r < 2 ? upto[0] : upto[1];  // what lanes up to this one have
    if (r >= together)
      with = teaal_lane_upto(__popc(bits), all_lanes);
    else
      with = r % 2 == 0 ? with & 0xffff : with >> 16;
    teaal_list_set(coords, bits, place + with - __popc(bits), static_cast<C>(first + at), run,
                   all_lanes);
    place += __shfl_sync(all_lanes, with, lanes - 1);
  }
  return all;
}

// Elements of one bit (templates/element_bits.cuh).
struct teaal_run_of_bits {
  const unsigned* words;
  long long from, stride;
  __device__ __forceinline__ unsigned long long ask(int begin, int end) const {
    if (stride == 1) return begin < end ? teaal_two_words(words, from + begin) : 0u;
    unsigned bits = 0;
    for (int i = begin; i < end; ++i)
      if (teaal_element_bit(words, from + i * stride)) bits |= 1u << (i - begin);
    return bits;
  }
  __device__ __forceinline__ unsigned bits(unsigned long long asked, int begin, int end) const {
    return stride == 1 ? teaal_bits_of_two_words(asked, from + begin, end - begin)
                       : static_cast<unsigned>(asked);
  }
};

// What both have.
template <class A, class B>
struct teaal_run_of_both {
  A a;
  B b;
  struct both {
    decltype(a.ask(0, 0)) a;
    decltype(b.ask(0, 0)) b;
  };
  __device__ __forceinline__ both ask(int begin, int end) const {
    return {a.ask(begin, end), b.ask(begin, end)};
  }
  __device__ __forceinline__ unsigned bits(both asked, int begin, int end) const {
    return a.bits(asked.a, begin, end) & b.bits(asked.b, begin, end);
  }
};

// All of the parts of `whole` elements of which the other run has any, of `length` elements.
template <int whole, class Of>
struct teaal_run_of_parts {
  Of of;
  int length;
  __device__ __forceinline__ unsigned ask(int begin, int end) const {
    unsigned bits = 0;
    for (int part = begin / whole * whole; part < end; part += whole) {
      const int part_end = min(length, part + whole);
      bool any = false;
      for (int at = part; at < part_end; at += 32) {
        const int at_end = min(part_end, at + 32);
        any |= of.bits(of.ask(at, at_end), at, at_end) != 0u;
      }
      const int from = max(begin, part) - begin, to = min(end, part_end) - begin;
      if (any && from < to) bits |= (0xffffffffu >> (32 - (to - from))) << from;
    }
    return bits;
  }
  __device__ __forceinline__ unsigned bits(unsigned asked, int, int) const { return asked; }
};

// How many a block lists, by whole parts if these have several elements.
template <int whole, class C, class P, class Of>
static __device__ __forceinline__ int teaal_list_parts(C* coords, P* counts, long long first,
                                                       int length, const Of& of) {
  int own, own_last;
  if constexpr (whole == 1)
    return teaal_list_runs(coords, counts, first, length, of, own, own_last);
  else
    return teaal_list_runs(coords, counts, first, length, teaal_run_of_parts<whole, Of>{of, length},
                           own, own_last);
}

// As teaal_list_common, of such elements.
template <int whole, class C, class P>
static __device__ __forceinline__ int teaal_list_common_bits(C* coords, P* counts,
                                                             const unsigned* a, long long a_from,
                                                             long long a_stride, const unsigned* b,
                                                             long long b_from, long long b_stride,
                                                             long long first, long long length) {
  const teaal_run_of_both<teaal_run_of_bits, teaal_run_of_bits> of{{a, a_from, a_stride},
                                                                   {b, b_from, b_stride}};
  return teaal_list_parts<whole>(coords, counts, first, static_cast<int>(length), of);
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

#line 17 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_PA(unsigned* __restrict__ PA_bits,
                                               const value_t* __restrict__ A_values,
                                               unsigned* __restrict__ PB_bits, coord_t G, coord_t H,
                                               coord_t K, coord_t count_K3, coord_t count_G,
                                               size_type PB_bits_elements) {
  // No bits of PB_bits are set yet.
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < PB_bits_elements; element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    PB_bits[element] = 0;
  }
  const offset_t workers_K3 = count_K3;
  const offset_t worker_K3 = blockIdx.x % count_K3;
  const offset_t workers_G = count_G;
  const offset_t worker_G = blockIdx.x / count_K3;
  const offset_t workers_K2 = blockDim.x / 32;
  const offset_t worker_K2 = threadIdx.x / 32;
  const offset_t workers_H1 = 16;
  const offset_t worker_H1 = threadIdx.x % 32 % 16;
  const offset_t workers_K1 = 2;
  const offset_t worker_K1 = threadIdx.x % 32 / 16;
#line 40 "gemm_joint_lists.yaml"
  for (offset_t g = worker_G; g < G; g += workers_G) {
    for (offset_t k3 = worker_K3 * 64; k3 < K; k3 += workers_K3 * 64) {
      const offset_t k3_end = min(static_cast<offset_t>(K), k3 + 64);
      const bool whole = k3_end - k3 == 64;
      if (whole) {
        for (offset_t k2 = k3 + worker_K2 * 8; k2 < k3_end; k2 += workers_K2 * 8) {
#pragma unroll
          for (int turn_K1 = 0; turn_K1 < 1; ++turn_K1) {
            const offset_t k1 = k2 + worker_K1 * 4 + static_cast<offset_t>(turn_K1) * 8;
#line 17 "gemm_joint_lists.yaml"
            value_t sums[4];
#pragma unroll
            for (int sums_element = 0; sums_element < 4; ++sums_element) {
              sums[sums_element] = value_t(0);
            }
#line 40 "gemm_joint_lists.yaml"
            // Sums.
            for (offset_t h1 = worker_H1 * 4; h1 < H; h1 += workers_H1 * 4) {
              const offset_t h1_end = min(static_cast<offset_t>(H), h1 + 4);
              const bool whole_2 = h1_end - h1 == 4 && teaal_aligned_rows(A_values, H);
              if (whole_2) {
#pragma unroll
                for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                  const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                  const offset_t A_K_at = g * static_cast<offset_t>(K) + k0;
                  value_t A_values_quad[4];
                  teaal_stream_quad(
                      &A_values_quad[0],
                      &A_values[A_K_at * static_cast<offset_t>(H) + static_cast<coord_t>(h1)]);
#pragma unroll
                  for (int h0_turn = 0; h0_turn < 4; ++h0_turn) {
#line 17 "gemm_joint_lists.yaml"
                    sums[k0_turn] =
                        sums[k0_turn] != value_t(0) ||
                                ((A_values_quad[h0_turn] != value_t(0)) ? static_cast<value_t>(1)
                                                                        : value_t(0)) != value_t(0)
                            ? value_t(1)
                            : value_t(0);
                  }
                }
              }
#line 40 "gemm_joint_lists.yaml"
              if (!whole_2) {
#pragma unroll
                for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                  const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                  const offset_t A_K_at_2 = g * static_cast<offset_t>(K) + k0;
#pragma unroll
                  for (int h0_turn = 0; h0_turn < 4; ++h0_turn) {
                    if (h1 + h0_turn < h1_end) {
                      const coord_t h0 = static_cast<coord_t>(h1 + h0_turn);
                      const offset_t A_H_at_2 = A_K_at_2 * static_cast<offset_t>(H) + h0;
#line 17 "gemm_joint_lists.yaml"
                      sums[k0_turn] =
                          sums[k0_turn] != value_t(0) ||
                                  ((A_values[A_H_at_2] != value_t(0)) ? static_cast<value_t>(1)
                                                                      : value_t(0)) != value_t(0)
                              ? value_t(1)
                              : value_t(0);
                    }
                  }
                }
              }
            }
            unsigned bits = 0;
#pragma unroll
            // Combine the sums of threads.
            for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
              const value_t total = teaal_group_vote<teaal_either>(sums[k0_turn], 16);
              if (worker_H1 == 0) {
                bits = bits | ((total != value_t(0)) ? (1u << k0_turn) : 0u);
              }
            }
            // Store PA_bits.
            teaal_put_bits(PA_bits, g * static_cast<offset_t>(K) + static_cast<coord_t>(k1), bits,
                           4);
          }
        }
      }
#line 40 "gemm_joint_lists.yaml"
      if (!whole) {
        for (offset_t k2 = k3 + worker_K2 * 8; k2 < k3_end; k2 += workers_K2 * 8) {
          const offset_t k2_end = min(k3_end, k2 + 8);
          for (offset_t k1 = k2 + worker_K1 * 4; k1 < k2_end; k1 += workers_K1 * 4) {
            const offset_t k1_end = min(k2_end, k1 + 4);
#line 17 "gemm_joint_lists.yaml"
            value_t sums[4];
#pragma unroll
            for (int sums_element = 0; sums_element < 4; ++sums_element) {
              sums[sums_element] = value_t(0);
            }
#line 40 "gemm_joint_lists.yaml"
            // Sums.
            for (offset_t h1 = worker_H1 * 4; h1 < H; h1 += workers_H1 * 4) {
              const offset_t h1_end_2 = min(static_cast<offset_t>(H), h1 + 4);
#pragma unroll
              for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
                if (k1 + k0_turn < k1_end) {
                  const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                  const offset_t A_K_at_4 = g * static_cast<offset_t>(K) + k0;
#pragma unroll
                  for (int h0_turn = 0; h0_turn < 4; ++h0_turn) {
                    if (h1 + h0_turn < h1_end_2) {
                      const coord_t h0 = static_cast<coord_t>(h1 + h0_turn);
                      const offset_t A_H_at_3 = A_K_at_4 * static_cast<offset_t>(H) + h0;
#line 17 "gemm_joint_lists.yaml"
                      sums[k0_turn] =
                          sums[k0_turn] != value_t(0) ||
                                  ((A_values[A_H_at_3] != value_t(0)) ? static_cast<value_t>(1)
                                                                      : value_t(0)) != value_t(0)
                              ? value_t(1)
                              : value_t(0);
                    }
                  }
                }
              }
            }
            unsigned bits_2 = 0;
#pragma unroll
            // Combine the sums of threads.
            for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
#line 40 "gemm_joint_lists.yaml"
              if (k1 + k0_turn < k1_end) {
#line 17 "gemm_joint_lists.yaml"
                const value_t total_2 = teaal_group_vote<teaal_either>(sums[k0_turn], 16);
                if (worker_H1 == 0) {
                  bits_2 = bits_2 | ((total_2 != value_t(0)) ? (1u << k0_turn) : 0u);
                }
              }
            }
            // Store PA_bits.
            teaal_put_bits(PA_bits, g * static_cast<offset_t>(K) + static_cast<coord_t>(k1), bits_2,
                           4);
          }
        }
      }
    }
  }
}

#line 18 "gemm_joint_lists.yaml"
extern "C" __global__ void gemm_joint_lists_PB(unsigned* __restrict__ PB_bits,
                                               const value_t* __restrict__ B_values, coord_t I,
                                               coord_t J, coord_t K, coord_t count_K2,
                                               coord_t count_J) {
  teaal_await_launches();
  const offset_t workers_K2 = count_K2;
  const offset_t worker_K2 = blockIdx.x % count_K2;
  const offset_t workers_J = count_J;
  const offset_t worker_J = blockIdx.x / count_K2;
  const offset_t workers_K1 = blockDim.x / 32;
  const offset_t worker_K1 = threadIdx.x / 32;
  const offset_t workers_I1 = 32;
  const offset_t worker_I1 = threadIdx.x % 32;
#line 41 "gemm_joint_lists.yaml"
  for (offset_t j = worker_J; j < J; j += workers_J) {
    for (offset_t k2 = worker_K2 * 64; k2 < K; k2 += workers_K2 * 64) {
      const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 64);
      const bool whole = k2_end - k2 == 64;
      if (whole) {
        for (offset_t k1 = k2 + worker_K1 * 8; k1 < k2_end; k1 += workers_K1 * 8) {
#line 18 "gemm_joint_lists.yaml"
          value_t sums[8];
#pragma unroll
          for (int sums_element = 0; sums_element < 8; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 41 "gemm_joint_lists.yaml"
          // Sums.
          for (offset_t i1 = worker_I1 * 4; i1 < I; i1 += workers_I1 * 4) {
            const offset_t i1_end = min(static_cast<offset_t>(I), i1 + 4);
            const bool whole_2 = i1_end - i1 == 4 && teaal_aligned_rows(B_values, I);
            if (whole_2) {
#pragma unroll
              for (int k0_turn = 0; k0_turn < 8; ++k0_turn) {
                const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                const offset_t B_J_at = static_cast<offset_t>(k0) * static_cast<offset_t>(J) + j;
                value_t B_values_quad[4];
                teaal_stream_quad(
                    &B_values_quad[0],
                    &B_values[B_J_at * static_cast<offset_t>(I) + static_cast<coord_t>(i1)]);
#pragma unroll
                for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
#line 18 "gemm_joint_lists.yaml"
                  sums[k0_turn] =
                      sums[k0_turn] != value_t(0) ||
                              ((B_values_quad[i0_turn] != value_t(0)) ? static_cast<value_t>(1)
                                                                      : value_t(0)) != value_t(0)
                          ? value_t(1)
                          : value_t(0);
                }
              }
            }
#line 41 "gemm_joint_lists.yaml"
            if (!whole_2) {
#pragma unroll
              for (int k0_turn = 0; k0_turn < 8; ++k0_turn) {
                const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                const offset_t B_J_at_2 = static_cast<offset_t>(k0) * static_cast<offset_t>(J) + j;
#pragma unroll
                for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
                  if (i1 + i0_turn < i1_end) {
                    const coord_t i0 = static_cast<coord_t>(i1 + i0_turn);
                    const offset_t B_I_at_2 = B_J_at_2 * static_cast<offset_t>(I) + i0;
#line 18 "gemm_joint_lists.yaml"
                    sums[k0_turn] =
                        sums[k0_turn] != value_t(0) ||
                                ((B_values[B_I_at_2] != value_t(0)) ? static_cast<value_t>(1)
                                                                    : value_t(0)) != value_t(0)
                            ? value_t(1)
                            : value_t(0);
                  }
                }
              }
            }
          }
          unsigned bits = 0;
#pragma unroll
          // Combine the sums of threads.
          for (int k0_turn = 0; k0_turn < 8; ++k0_turn) {
            const value_t total = teaal_lane_vote<teaal_either>(sums[k0_turn], 1, 32);
            if (worker_I1 == 0) {
              bits = bits | ((total != value_t(0)) ? (1u << k0_turn) : 0u);
            }
          }
          // Store PB_bits.
          teaal_put_bits(PB_bits, j * static_cast<offset_t>(K) + static_cast<coord_t>(k1), bits, 8);
        }
      }
#line 41 "gemm_joint_lists.yaml"
      if (!whole) {
        for (offset_t k1 = k2 + worker_K1 * 8; k1 < k2_end; k1 += workers_K1 * 8) {
          const offset_t k1_end = min(k2_end, k1 + 8);
#line 18 "gemm_joint_lists.yaml"
          value_t sums[8];
#pragma unroll
          for (int sums_element = 0; sums_element < 8; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 41 "gemm_joint_lists.yaml"
          // Sums.
          for (offset_t i1 = worker_I1 * 4; i1 < I; i1 += workers_I1 * 4) {
            const offset_t i1_end_2 = min(static_cast<offset_t>(I), i1 + 4);
#pragma unroll
            for (int k0_turn = 0; k0_turn < 8; ++k0_turn) {
              if (k1 + k0_turn < k1_end) {
                const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                const offset_t B_J_at_4 = static_cast<offset_t>(k0) * static_cast<offset_t>(J) + j;
#pragma unroll
                for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
                  if (i1 + i0_turn < i1_end_2) {
                    const coord_t i0 = static_cast<coord_t>(i1 + i0_turn);
                    const offset_t B_I_at_3 = B_J_at_4 * static_cast<offset_t>(I) + i0;
#line 18 "gemm_joint_lists.yaml"
                    sums[k0_turn] =
                        sums[k0_turn] != value_t(0) ||
                                ((B_values[B_I_at_3] != value_t(0)) ? static_cast<value_t>(1)
                                                                    : value_t(0)) != value_t(0)
                            ? value_t(1)
                            : value_t(0);
                  }
                }
              }
            }
          }
          unsigned bits_2 = 0;
#pragma unroll
          // Combine the sums of threads.
          for (int k0_turn = 0; k0_turn < 8; ++k0_turn) {
#line 41 "gemm_joint_lists.yaml"
            if (k1 + k0_turn < k1_end) {
#line 18 "gemm_joint_lists.yaml"
              const value_t total_2 = teaal_lane_vote<teaal_either>(sums[k0_turn], 1, 32);
              if (worker_I1 == 0) {
                bits_2 = bits_2 | ((total_2 != value_t(0)) ? (1u << k0_turn) : 0u);
              }
            }
          }
          // Store PB_bits.
          teaal_put_bits(PB_bits, j * static_cast<offset_t>(K) + static_cast<coord_t>(k1), bits_2,
                         8);
        }
      }
    }
  }
}

#line 20 "gemm_joint_lists.yaml"
extern "C" __global__ void __launch_bounds__(64, 4)
    gemm_joint_lists_C(value_t* __restrict__ C_values, const value_t* __restrict__ A_values,
                       const value_t* __restrict__ B_values, const unsigned* __restrict__ PA_bits,
                       const unsigned* __restrict__ PB_bits, coord_t G, coord_t H, coord_t I,
                       coord_t J, coord_t K, coord_t count_I4, coord_t count_H4, coord_t count_J) {
  teaal_await_launches();
  const offset_t worker_I4 = blockIdx.x % count_I4;
  const offset_t worker_H4 = blockIdx.x / count_I4 % count_H4;
  const offset_t worker_J = blockIdx.x / count_I4 / count_H4 % count_J;
  const offset_t worker_G = blockIdx.x / count_I4 / count_H4 / count_J;
  const offset_t worker_I3 = threadIdx.x / 32 % 2;
  const offset_t worker_H3 = threadIdx.x / 32 / 2;
  const offset_t worker_I1 = threadIdx.x % 32 % 8;
  const offset_t worker_H1 = threadIdx.x % 32 / 8;
  __shared__ __align__(16) coord_t PA_tile_K_coords[4112];
  __shared__ pos_t PA_tile_K_segments[32];
  __shared__ __align__(16) value_t A_tile_values[1024];
  __shared__ __align__(16) value_t B_tile_values[2048];
#line 43 "gemm_joint_lists.yaml"
  if (worker_G < G) {
    if (worker_J < J) {
      if (worker_H4 * 64 < H) {
        const offset_t h4 = worker_H4 * 64;
        const offset_t h4_end = min(static_cast<offset_t>(H), h4 + 64);
        if (worker_I4 * 128 < I) {
          const offset_t i4 = worker_I4 * 128;
          const offset_t i4_end = min(static_cast<offset_t>(I), i4 + 128);
#line 20 "gemm_joint_lists.yaml"
          value_t sums[128];
#pragma unroll
          for (int sums_element = 0; sums_element < 128; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 43 "gemm_joint_lists.yaml"
          for (offset_t k2 = 0; k2 < K; k2 += 4096) {
            const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 4096);
            __syncthreads();
            // Load PA_tile_K_coords and PA_tile_K_segments.
            const offset_t PA_K_at = worker_G * static_cast<offset_t>(K) + k2;
            const offset_t PB_K_at = worker_J * static_cast<offset_t>(K) + k2;
            const pos_t PA_tile_count = static_cast<pos_t>(
                teaal_list_common_bits<1>(PA_tile_K_coords, PA_tile_K_segments, PA_bits, PA_K_at, 1,
                                          PB_bits, PB_K_at, 1, k2, k2_end - k2));
#pragma unroll
            for (int PA_tile_behind_turn = 0; PA_tile_behind_turn < 1; ++PA_tile_behind_turn) {
              const int PA_tile_behind = static_cast<int>(threadIdx.x) + PA_tile_behind_turn * 64;
              if (PA_tile_behind < 16) {
                PA_tile_K_coords[PA_tile_count + PA_tile_behind] = static_cast<coord_t>(k2);
              }
            }
            __syncthreads();
            const bool in_quads =
                teaal_aligned_rows(A_values, H) && teaal_aligned_rows(B_values, I);
            if (in_quads) {
              // Load A_tile_values and B_tile_values.
              {
                const offset_t PA_tile_K_run_ahead = 0;
                const pos_t PA_tile_K_run_begin_2 = static_cast<pos_t>(PA_tile_K_run_ahead);
                const int PA_tile_K_run_buffer_2 = static_cast<int>(PA_tile_K_run_ahead / 8 % 2);
                const offset_t A_tile_K_begin_2 = static_cast<offset_t>(PA_tile_K_run_begin_2);
                const offset_t B_tile_K_begin_2 = static_cast<offset_t>(PA_tile_K_run_begin_2);
                coord_t k0_2_ahead[2];
#pragma unroll
                for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                  const offset_t k0_2_at =
                      A_tile_K_begin_2 + (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
                  k0_2_ahead[quad_turn] = PA_tile_K_coords[k0_2_at];
                }
                coord_t k0_4_ahead[4];
#pragma unroll
                for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                  const offset_t k0_4_at =
                      B_tile_K_begin_2 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
                  k0_4_ahead[quad_2_turn] = PA_tile_K_coords[k0_4_at];
                }
#pragma unroll
                for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                  const int element = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn) * 64 +
                                      static_cast<int>(threadIdx.x) % 16 * 4;
                  const coord_t k0_2 = k0_2_ahead[quad_turn];
                  const offset_t h0_2 = h4 + static_cast<int>(threadIdx.x) % 16 * 4;
                  const offset_t A_K_at = worker_G * static_cast<offset_t>(K) + k0_2;
                  const offset_t A_H_at = A_K_at * static_cast<offset_t>(H) + h0_2;
                  teaal_copy_quad(&A_tile_values[PA_tile_K_run_buffer_2 * 512 + element],
                                  &A_values[A_H_at], h0_2 < H);
                }
#pragma unroll
                for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                  const int element_4 =
                      (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn) * 128 +
                      static_cast<int>(threadIdx.x) % 32 * 4;
                  const coord_t k0_4 = k0_4_ahead[quad_2_turn];
                  const offset_t i0_2 = i4 + static_cast<int>(threadIdx.x) % 32 * 4;
                  const offset_t B_J_at =
                      static_cast<offset_t>(k0_4) * static_cast<offset_t>(J) + worker_J;
                  const offset_t B_I_at = B_J_at * static_cast<offset_t>(I) + i0_2;
                  teaal_copy_quad(&B_tile_values[PA_tile_K_run_buffer_2 * 1024 + element_4],
                                  &B_values[B_I_at], i0_2 < I);
                }
                teaal_copies_end();
              }
              const offset_t PA_tile_K_run_whole_end = static_cast<offset_t>(PA_tile_count) / 8 * 8;
              for (offset_t PA_tile_K_run = 0; PA_tile_K_run < PA_tile_K_run_whole_end;
                   PA_tile_K_run += 8) {
                const offset_t PA_tile_K_run_ahead_2 = PA_tile_K_run + 8;
                const pos_t PA_tile_K_run_begin_3 = static_cast<pos_t>(PA_tile_K_run_ahead_2);
                const int PA_tile_K_run_buffer_3 = static_cast<int>(PA_tile_K_run_ahead_2 / 8 % 2);
                const offset_t A_tile_K_begin_3 = static_cast<offset_t>(PA_tile_K_run_begin_3);
                const offset_t B_tile_K_begin_3 = static_cast<offset_t>(PA_tile_K_run_begin_3);
                coord_t k0_2_ahead_2[2];
#pragma unroll
                for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                  const offset_t k0_2_at =
                      A_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
                  k0_2_ahead_2[quad_turn] = PA_tile_K_coords[k0_2_at];
                }
                coord_t k0_4_ahead_2[4];
#pragma unroll
                for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                  const offset_t k0_4_at =
                      B_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
                  k0_4_ahead_2[quad_2_turn] = PA_tile_K_coords[k0_4_at];
                }
                teaal_copies_arrive<0>();
                __syncthreads();
#pragma unroll
                // Load A_tile_values and B_tile_values.
                for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                  const int element = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn) * 64 +
                                      static_cast<int>(threadIdx.x) % 16 * 4;
                  const coord_t k0_2 = k0_2_ahead_2[quad_turn];
                  const offset_t h0_2 = h4 + static_cast<int>(threadIdx.x) % 16 * 4;
                  const offset_t A_K_at = worker_G * static_cast<offset_t>(K) + k0_2;
                  const offset_t A_H_at = A_K_at * static_cast<offset_t>(H) + h0_2;
                  teaal_copy_quad(&A_tile_values[PA_tile_K_run_buffer_3 * 512 + element],
                                  &A_values[A_H_at], h0_2 < H);
                }
#pragma unroll
                for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                  const int element_4 =
                      (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn) * 128 +
                      static_cast<int>(threadIdx.x) % 32 * 4;
                  const coord_t k0_4 = k0_4_ahead_2[quad_2_turn];
                  const offset_t i0_2 = i4 + static_cast<int>(threadIdx.x) % 32 * 4;
                  const offset_t B_J_at =
                      static_cast<offset_t>(k0_4) * static_cast<offset_t>(J) + worker_J;
                  const offset_t B_I_at = B_J_at * static_cast<offset_t>(I) + i0_2;
                  teaal_copy_quad(&B_tile_values[PA_tile_K_run_buffer_3 * 1024 + element_4],
                                  &B_values[B_I_at], i0_2 < I);
                }
                teaal_copies_end();
                // Products.
                const int PA_tile_K_run_buffer = static_cast<int>(PA_tile_K_run / 8 % 2);
#pragma unroll
                for (int PA_tile_K_at_turn = 0; PA_tile_K_at_turn < 8; ++PA_tile_K_at_turn) {
                  const int A_tile_K_at = PA_tile_K_run_buffer * 8 + PA_tile_K_at_turn;
                  const int B_tile_K_at = PA_tile_K_run_buffer * 8 + PA_tile_K_at_turn;
                  value_t B_held[8];
                  value_t A_held[16];
#pragma unroll
                  for (int h2_turn = 0; h2_turn < 4; ++h2_turn) {
                    value_t A_tile_values_quad[4];
                    teaal_load_quad(&A_tile_values_quad[0],
                                    &A_tile_values[A_tile_K_at * 64 +
                                                   static_cast<int>(worker_H3 * 64 + h2_turn * 16 +
                                                                    worker_H1 * 4)]);
#pragma unroll
                    for (int h0_turn = 0; h0_turn < 4; ++h0_turn) {
#line 20 "gemm_joint_lists.yaml"
                      A_held[h2_turn * 4 + h0_turn] = A_tile_values_quad[h0_turn];
                    }
                  }
#line 43 "gemm_joint_lists.yaml"
#pragma unroll
                  for (int i2_turn = 0; i2_turn < 2; ++i2_turn) {
                    value_t B_tile_values_quad[4];
                    teaal_load_quad(&B_tile_values_quad[0],
                                    &B_tile_values[B_tile_K_at * 128 +
                                                   static_cast<int>(worker_I3 * 64 + i2_turn * 32 +
                                                                    worker_I1 * 4)]);
#pragma unroll
                    for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
#line 20 "gemm_joint_lists.yaml"
                      B_held[i2_turn * 4 + i0_turn] = B_tile_values_quad[i0_turn];
                    }
                  }
#line 43 "gemm_joint_lists.yaml"
#pragma unroll
                  for (int h2_turn = 0; h2_turn < 4; ++h2_turn) {
#pragma unroll
                    for (int h0_turn_step = 0; h0_turn_step < 4; ++h0_turn_step) {
                      const int h0_turn = (h2_turn % 2 == 1) ? 3 - h0_turn_step : h0_turn_step;
#pragma unroll
                      for (int i2_turn_step = 0; i2_turn_step < 2; ++i2_turn_step) {
                        const int i2_turn =
                            (h0_turn_step % 2 == 1) ? 1 - i2_turn_step : i2_turn_step;
#pragma unroll
                        for (int i0_turn_step = 0; i0_turn_step < 4; ++i0_turn_step) {
                          const int i0_turn =
                              (i2_turn_step % 2 == 1) ? 3 - i0_turn_step : i0_turn_step;
#line 20 "gemm_joint_lists.yaml"
                          sums[((h2_turn * 4 + h0_turn) * 2 + i2_turn) * 4 + i0_turn] =
                              fmaf(A_held[h2_turn * 4 + h0_turn], B_held[i2_turn * 4 + i0_turn],
                                   sums[((h2_turn * 4 + h0_turn) * 2 + i2_turn) * 4 + i0_turn]);
                        }
                      }
                    }
                  }
                }
              }
#line 43 "gemm_joint_lists.yaml"
#pragma unroll 1
              for (offset_t PA_tile_K_run = PA_tile_K_run_whole_end; PA_tile_K_run < PA_tile_count;
                   PA_tile_K_run += 8) {
                const offset_t PA_tile_K_run_ahead_2 = PA_tile_K_run + 8;
                const pos_t PA_tile_K_run_begin_3 = static_cast<pos_t>(PA_tile_K_run_ahead_2);
                const int PA_tile_K_run_buffer_3 = static_cast<int>(PA_tile_K_run_ahead_2 / 8 % 2);
                const offset_t A_tile_K_begin_3 = static_cast<offset_t>(PA_tile_K_run_begin_3);
                const offset_t B_tile_K_begin_3 = static_cast<offset_t>(PA_tile_K_run_begin_3);
                coord_t k0_2_ahead_3[2];
#pragma unroll
                for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                  const offset_t k0_2_at =
                      A_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
                  k0_2_ahead_3[quad_turn] = PA_tile_K_coords[k0_2_at];
                }
                coord_t k0_4_ahead_3[4];
#pragma unroll
                for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                  const offset_t k0_4_at =
                      B_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
                  k0_4_ahead_3[quad_2_turn] = PA_tile_K_coords[k0_4_at];
                }
                teaal_copies_arrive<0>();
                __syncthreads();
#pragma unroll
                // Load A_tile_values and B_tile_values.
                for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                  const int element = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn) * 64 +
                                      static_cast<int>(threadIdx.x) % 16 * 4;
                  const coord_t k0_2 = k0_2_ahead_3[quad_turn];
                  const offset_t h0_2 = h4 + static_cast<int>(threadIdx.x) % 16 * 4;
                  const offset_t A_K_at = worker_G * static_cast<offset_t>(K) + k0_2;
                  const offset_t A_H_at = A_K_at * static_cast<offset_t>(H) + h0_2;
                  teaal_copy_quad(&A_tile_values[PA_tile_K_run_buffer_3 * 512 + element],
                                  &A_values[A_H_at], h0_2 < H);
                }
#pragma unroll
                for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                  const int element_4 =
                      (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn) * 128 +
                      static_cast<int>(threadIdx.x) % 32 * 4;
                  const coord_t k0_4 = k0_4_ahead_3[quad_2_turn];
                  const offset_t i0_2 = i4 + static_cast<int>(threadIdx.x) % 32 * 4;
                  const offset_t B_J_at =
                      static_cast<offset_t>(k0_4) * static_cast<offset_t>(J) + worker_J;
                  const offset_t B_I_at = B_J_at * static_cast<offset_t>(I) + i0_2;
                  teaal_copy_quad(&B_tile_values[PA_tile_K_run_buffer_3 * 1024 + element_4],
                                  &B_values[B_I_at], i0_2 < I);
                }
                teaal_copies_end();
                // Products.
                const pos_t PA_tile_K_run_begin = static_cast<pos_t>(PA_tile_K_run);
                const pos_t PA_tile_K_run_end = static_cast<pos_t>(
                    min(static_cast<offset_t>(PA_tile_count), PA_tile_K_run + 8));
                const int PA_tile_K_run_buffer = static_cast<int>(PA_tile_K_run / 8 % 2);
                const offset_t A_tile_K_begin = static_cast<offset_t>(PA_tile_K_run_begin);
                const offset_t B_tile_K_begin = static_cast<offset_t>(PA_tile_K_run_begin);
                for (pos_t PA_tile_K_at = PA_tile_K_run_begin; PA_tile_K_at < PA_tile_K_run_end;
                     ++PA_tile_K_at) {
                  const int A_tile_K_at_2 =
                      PA_tile_K_run_buffer * 8 +
                      static_cast<int>(static_cast<offset_t>(PA_tile_K_at) - A_tile_K_begin);
                  const int B_tile_K_at_2 =
                      PA_tile_K_run_buffer * 8 +
                      static_cast<int>(static_cast<offset_t>(PA_tile_K_at) - B_tile_K_begin);
                  value_t B_held[8];
                  value_t A_held[16];
#pragma unroll
                  for (int h2_turn = 0; h2_turn < 4; ++h2_turn) {
                    value_t A_tile_values_quad_2[4];
                    teaal_load_quad(&A_tile_values_quad_2[0],
                                    &A_tile_values[A_tile_K_at_2 * 64 +
                                                   static_cast<int>(worker_H3 * 64 + h2_turn * 16 +
                                                                    worker_H1 * 4)]);
#pragma unroll
                    for (int h0_turn = 0; h0_turn < 4; ++h0_turn) {
#line 20 "gemm_joint_lists.yaml"
                      A_held[h2_turn * 4 + h0_turn] = A_tile_values_quad_2[h0_turn];
                    }
                  }
#line 43 "gemm_joint_lists.yaml"
#pragma unroll
                  for (int i2_turn = 0; i2_turn < 2; ++i2_turn) {
                    value_t B_tile_values_quad_2[4];
                    teaal_load_quad(&B_tile_values_quad_2[0],
                                    &B_tile_values[B_tile_K_at_2 * 128 +
                                                   static_cast<int>(worker_I3 * 64 + i2_turn * 32 +
                                                                    worker_I1 * 4)]);
#pragma unroll
                    for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
#line 20 "gemm_joint_lists.yaml"
                      B_held[i2_turn * 4 + i0_turn] = B_tile_values_quad_2[i0_turn];
                    }
                  }
#line 43 "gemm_joint_lists.yaml"
#pragma unroll
                  for (int h2_turn = 0; h2_turn < 4; ++h2_turn) {
#pragma unroll
                    for (int h0_turn_step_2 = 0; h0_turn_step_2 < 4; ++h0_turn_step_2) {
                      const int h0_turn = (h2_turn % 2 == 1) ? 3 - h0_turn_step_2 : h0_turn_step_2;
#pragma unroll
                      for (int i2_turn_step_2 = 0; i2_turn_step_2 < 2; ++i2_turn_step_2) {
                        const int i2_turn =
                            (h0_turn_step_2 % 2 == 1) ? 1 - i2_turn_step_2 : i2_turn_step_2;
#pragma unroll
                        for (int i0_turn_step_2 = 0; i0_turn_step_2 < 4; ++i0_turn_step_2) {
                          const int i0_turn =
                              (i2_turn_step_2 % 2 == 1) ? 3 - i0_turn_step_2 : i0_turn_step_2;
#line 20 "gemm_joint_lists.yaml"
                          sums[((h2_turn * 4 + h0_turn) * 2 + i2_turn) * 4 + i0_turn] =
                              fmaf(A_held[h2_turn * 4 + h0_turn], B_held[i2_turn * 4 + i0_turn],
                                   sums[((h2_turn * 4 + h0_turn) * 2 + i2_turn) * 4 + i0_turn]);
                        }
                      }
                    }
                  }
                }
              }
            }
            if (!in_quads) {
#line 43 "gemm_joint_lists.yaml"
              // Load A_tile_values and B_tile_values.
              {
                const offset_t PA_tile_K_run_ahead = 0;
                const pos_t PA_tile_K_run_begin_2 = static_cast<pos_t>(PA_tile_K_run_ahead);
                const int PA_tile_K_run_buffer_2 = static_cast<int>(PA_tile_K_run_ahead / 8 % 2);
                const offset_t A_tile_K_begin_2 = static_cast<offset_t>(PA_tile_K_run_begin_2);
                const offset_t B_tile_K_begin_2 = static_cast<offset_t>(PA_tile_K_run_begin_2);
                const bool A_tile_quads_2 = teaal_aligned_rows(A_values, H);
                if (A_tile_quads_2) {
                  coord_t k0_2_ahead_4[2];
#pragma unroll
                  for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                    const offset_t k0_2_at =
                        A_tile_K_begin_2 + (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
                    k0_2_ahead_4[quad_turn] = PA_tile_K_coords[k0_2_at];
                  }
#pragma unroll
                  for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                    const int element = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn) * 64 +
                                        static_cast<int>(threadIdx.x) % 16 * 4;
                    const coord_t k0_2 = k0_2_ahead_4[quad_turn];
                    const offset_t h0_2 = h4 + static_cast<int>(threadIdx.x) % 16 * 4;
                    const offset_t A_K_at = worker_G * static_cast<offset_t>(K) + k0_2;
                    const offset_t A_H_at = A_K_at * static_cast<offset_t>(H) + h0_2;
                    teaal_copy_quad(&A_tile_values[PA_tile_K_run_buffer_2 * 512 + element],
                                    &A_values[A_H_at], h0_2 < H);
                  }
                }
                if (!A_tile_quads_2) {
                  coord_t k0_3_ahead[8];
#pragma unroll
                  for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
                    const offset_t k0_3_at =
                        A_tile_K_begin_2 +
                        (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn);
                    k0_3_ahead[element_2_turn] = PA_tile_K_coords[k0_3_at];
                  }
#pragma unroll
                  for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
                    const int element_3 =
                        (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn) * 64 +
                        static_cast<int>(threadIdx.x);
                    const coord_t k0_3 = k0_3_ahead[element_2_turn];
                    const offset_t h0_3 = h4 + static_cast<int>(threadIdx.x);
                    const offset_t A_K_at_2 = worker_G * static_cast<offset_t>(K) + k0_3;
                    const offset_t A_H_at_2 = A_K_at_2 * static_cast<offset_t>(H) + h0_3;
                    teaal_copy_element(&A_tile_values[PA_tile_K_run_buffer_2 * 512 + element_3],
                                       &A_values[A_H_at_2], h0_3 < H);
                  }
                }
                const bool B_tile_quads_2 = teaal_aligned_rows(B_values, I);
                if (B_tile_quads_2) {
                  coord_t k0_4_ahead_4[4];
#pragma unroll
                  for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                    const offset_t k0_4_at =
                        B_tile_K_begin_2 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
                    k0_4_ahead_4[quad_2_turn] = PA_tile_K_coords[k0_4_at];
                  }
#pragma unroll
                  for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                    const int element_4 =
                        (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn) * 128 +
                        static_cast<int>(threadIdx.x) % 32 * 4;
                    const coord_t k0_4 = k0_4_ahead_4[quad_2_turn];
                    const offset_t i0_2 = i4 + static_cast<int>(threadIdx.x) % 32 * 4;
                    const offset_t B_J_at =
                        static_cast<offset_t>(k0_4) * static_cast<offset_t>(J) + worker_J;
                    const offset_t B_I_at = B_J_at * static_cast<offset_t>(I) + i0_2;
                    teaal_copy_quad(&B_tile_values[PA_tile_K_run_buffer_2 * 1024 + element_4],
                                    &B_values[B_I_at], i0_2 < I);
                  }
                }
                if (!B_tile_quads_2) {
#pragma unroll 8
                  for (int element_5_turn = 0; element_5_turn < 16; ++element_5_turn) {
                    const int element_5 = static_cast<int>(threadIdx.x) + element_5_turn * 64;
                    const offset_t k0_5_at = B_tile_K_begin_2 + element_5 / 128;
                    const coord_t k0_5 = PA_tile_K_coords[k0_5_at];
                    const offset_t i0_3 = i4 + element_5 % 128;
                    const offset_t B_J_at_2 =
                        static_cast<offset_t>(k0_5) * static_cast<offset_t>(J) + worker_J;
                    const offset_t B_I_at_2 = B_J_at_2 * static_cast<offset_t>(I) + i0_3;
                    teaal_copy_element(&B_tile_values[PA_tile_K_run_buffer_2 * 1024 + element_5],
                                       &B_values[B_I_at_2], i0_3 < I);
                  }
                }
                teaal_copies_end();
              }
              const offset_t PA_tile_K_run_whole_end_2 =
                  static_cast<offset_t>(PA_tile_count) / 8 * 8;
              for (offset_t PA_tile_K_run = 0; PA_tile_K_run < PA_tile_K_run_whole_end_2;
                   PA_tile_K_run += 8) {
                teaal_copies_arrive<0>();
                __syncthreads();
                const offset_t PA_tile_K_run_ahead_2 = PA_tile_K_run + 8;
                const pos_t PA_tile_K_run_begin_3 = static_cast<pos_t>(PA_tile_K_run_ahead_2);
                const int PA_tile_K_run_buffer_3 = static_cast<int>(PA_tile_K_run_ahead_2 / 8 % 2);
                const offset_t A_tile_K_begin_3 = static_cast<offset_t>(PA_tile_K_run_begin_3);
                const offset_t B_tile_K_begin_3 = static_cast<offset_t>(PA_tile_K_run_begin_3);
                const bool A_tile_quads_3 = teaal_aligned_rows(A_values, H);
                // Load A_tile_values and B_tile_values.
                if (A_tile_quads_3) {
                  coord_t k0_2_ahead_5[2];
#pragma unroll
                  for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                    const offset_t k0_2_at =
                        A_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
                    k0_2_ahead_5[quad_turn] = PA_tile_K_coords[k0_2_at];
                  }
#pragma unroll
                  for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                    const int element = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn) * 64 +
                                        static_cast<int>(threadIdx.x) % 16 * 4;
                    const coord_t k0_2 = k0_2_ahead_5[quad_turn];
                    const offset_t h0_2 = h4 + static_cast<int>(threadIdx.x) % 16 * 4;
                    const offset_t A_K_at = worker_G * static_cast<offset_t>(K) + k0_2;
                    const offset_t A_H_at = A_K_at * static_cast<offset_t>(H) + h0_2;
                    teaal_copy_quad(&A_tile_values[PA_tile_K_run_buffer_3 * 512 + element],
                                    &A_values[A_H_at], h0_2 < H);
                  }
                }
                if (!A_tile_quads_3) {
                  coord_t k0_3_ahead_2[8];
#pragma unroll
                  for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
                    const offset_t k0_3_at =
                        A_tile_K_begin_3 +
                        (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn);
                    k0_3_ahead_2[element_2_turn] = PA_tile_K_coords[k0_3_at];
                  }
#pragma unroll
                  for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
                    const int element_3 =
                        (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn) * 64 +
                        static_cast<int>(threadIdx.x);
                    const coord_t k0_3 = k0_3_ahead_2[element_2_turn];
                    const offset_t h0_3 = h4 + static_cast<int>(threadIdx.x);
                    const offset_t A_K_at_2 = worker_G * static_cast<offset_t>(K) + k0_3;
                    const offset_t A_H_at_2 = A_K_at_2 * static_cast<offset_t>(H) + h0_3;
                    teaal_copy_element(&A_tile_values[PA_tile_K_run_buffer_3 * 512 + element_3],
                                       &A_values[A_H_at_2], h0_3 < H);
                  }
                }
                const bool B_tile_quads_3 = teaal_aligned_rows(B_values, I);
                if (B_tile_quads_3) {
                  coord_t k0_4_ahead_5[4];
#pragma unroll
                  for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                    const offset_t k0_4_at =
                        B_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
                    k0_4_ahead_5[quad_2_turn] = PA_tile_K_coords[k0_4_at];
                  }
#pragma unroll
                  for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                    const int element_4 =
                        (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn) * 128 +
                        static_cast<int>(threadIdx.x) % 32 * 4;
                    const coord_t k0_4 = k0_4_ahead_5[quad_2_turn];
                    const offset_t i0_2 = i4 + static_cast<int>(threadIdx.x) % 32 * 4;
                    const offset_t B_J_at =
                        static_cast<offset_t>(k0_4) * static_cast<offset_t>(J) + worker_J;
                    const offset_t B_I_at = B_J_at * static_cast<offset_t>(I) + i0_2;
                    teaal_copy_quad(&B_tile_values[PA_tile_K_run_buffer_3 * 1024 + element_4],
                                    &B_values[B_I_at], i0_2 < I);
                  }
                }
                if (!B_tile_quads_3) {
#pragma unroll 8
                  for (int element_5_turn = 0; element_5_turn < 16; ++element_5_turn) {
                    const int element_5 = static_cast<int>(threadIdx.x) + element_5_turn * 64;
                    const offset_t k0_5_at = B_tile_K_begin_3 + element_5 / 128;
                    const coord_t k0_5 = PA_tile_K_coords[k0_5_at];
                    const offset_t i0_3 = i4 + element_5 % 128;
                    const offset_t B_J_at_2 =
                        static_cast<offset_t>(k0_5) * static_cast<offset_t>(J) + worker_J;
                    const offset_t B_I_at_2 = B_J_at_2 * static_cast<offset_t>(I) + i0_3;
                    teaal_copy_element(&B_tile_values[PA_tile_K_run_buffer_3 * 1024 + element_5],
                                       &B_values[B_I_at_2], i0_3 < I);
                  }
                }
                teaal_copies_end();
                // Products.
                const int PA_tile_K_run_buffer = static_cast<int>(PA_tile_K_run / 8 % 2);
#pragma unroll
                for (int PA_tile_K_at_turn = 0; PA_tile_K_at_turn < 8; ++PA_tile_K_at_turn) {
                  const int A_tile_K_at = PA_tile_K_run_buffer * 8 + PA_tile_K_at_turn;
                  const int B_tile_K_at = PA_tile_K_run_buffer * 8 + PA_tile_K_at_turn;
                  value_t B_held[8];
                  value_t A_held[16];
#pragma unroll
                  for (int h2_turn = 0; h2_turn < 4; ++h2_turn) {
                    value_t A_tile_values_quad[4];
                    teaal_load_quad(&A_tile_values_quad[0],
                                    &A_tile_values[A_tile_K_at * 64 +
                                                   static_cast<int>(worker_H3 * 64 + h2_turn * 16 +
                                                                    worker_H1 * 4)]);
#pragma unroll
                    for (int h0_turn = 0; h0_turn < 4; ++h0_turn) {
#line 20 "gemm_joint_lists.yaml"
                      A_held[h2_turn * 4 + h0_turn] = A_tile_values_quad[h0_turn];
                    }
                  }
#line 43 "gemm_joint_lists.yaml"
#pragma unroll
                  for (int i2_turn = 0; i2_turn < 2; ++i2_turn) {
                    value_t B_tile_values_quad[4];
                    teaal_load_quad(&B_tile_values_quad[0],
                                    &B_tile_values[B_tile_K_at * 128 +
                                                   static_cast<int>(worker_I3 * 64 + i2_turn * 32 +
                                                                    worker_I1 * 4)]);
#pragma unroll
                    for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
#line 20 "gemm_joint_lists.yaml"
                      B_held[i2_turn * 4 + i0_turn] = B_tile_values_quad[i0_turn];
                    }
                  }
#line 43 "gemm_joint_lists.yaml"
#pragma unroll
                  for (int h2_turn = 0; h2_turn < 4; ++h2_turn) {
#pragma unroll
                    for (int h0_turn_step_3 = 0; h0_turn_step_3 < 4; ++h0_turn_step_3) {
                      const int h0_turn = (h2_turn % 2 == 1) ? 3 - h0_turn_step_3 : h0_turn_step_3;
#pragma unroll
                      for (int i2_turn_step_3 = 0; i2_turn_step_3 < 2; ++i2_turn_step_3) {
                        const int i2_turn =
                            (h0_turn_step_3 % 2 == 1) ? 1 - i2_turn_step_3 : i2_turn_step_3;
#pragma unroll
                        for (int i0_turn_step_3 = 0; i0_turn_step_3 < 4; ++i0_turn_step_3) {
                          const int i0_turn =
                              (i2_turn_step_3 % 2 == 1) ? 3 - i0_turn_step_3 : i0_turn_step_3;
#line 20 "gemm_joint_lists.yaml"
                          sums[((h2_turn * 4 + h0_turn) * 2 + i2_turn) * 4 + i0_turn] =
                              fmaf(A_held[h2_turn * 4 + h0_turn], B_held[i2_turn * 4 + i0_turn],
                                   sums[((h2_turn * 4 + h0_turn) * 2 + i2_turn) * 4 + i0_turn]);
                        }
                      }
                    }
                  }
                }
              }
#line 43 "gemm_joint_lists.yaml"
#pragma unroll 1
              for (offset_t PA_tile_K_run = PA_tile_K_run_whole_end_2;
                   PA_tile_K_run < PA_tile_count; PA_tile_K_run += 8) {
                teaal_copies_arrive<0>();
                __syncthreads();
                const offset_t PA_tile_K_run_ahead_2 = PA_tile_K_run + 8;
                const pos_t PA_tile_K_run_begin_3 = static_cast<pos_t>(PA_tile_K_run_ahead_2);
                const int PA_tile_K_run_buffer_3 = static_cast<int>(PA_tile_K_run_ahead_2 / 8 % 2);
                const offset_t A_tile_K_begin_3 = static_cast<offset_t>(PA_tile_K_run_begin_3);
                const offset_t B_tile_K_begin_3 = static_cast<offset_t>(PA_tile_K_run_begin_3);
                const bool A_tile_quads_3 = teaal_aligned_rows(A_values, H);
                // Load A_tile_values and B_tile_values.
                if (A_tile_quads_3) {
                  coord_t k0_2_ahead_6[2];
#pragma unroll
                  for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                    const offset_t k0_2_at =
                        A_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
                    k0_2_ahead_6[quad_turn] = PA_tile_K_coords[k0_2_at];
                  }
#pragma unroll
                  for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                    const int element = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn) * 64 +
                                        static_cast<int>(threadIdx.x) % 16 * 4;
                    const coord_t k0_2 = k0_2_ahead_6[quad_turn];
                    const offset_t h0_2 = h4 + static_cast<int>(threadIdx.x) % 16 * 4;
                    const offset_t A_K_at = worker_G * static_cast<offset_t>(K) + k0_2;
                    const offset_t A_H_at = A_K_at * static_cast<offset_t>(H) + h0_2;
                    teaal_copy_quad(&A_tile_values[PA_tile_K_run_buffer_3 * 512 + element],
                                    &A_values[A_H_at], h0_2 < H);
                  }
                }
                if (!A_tile_quads_3) {
                  coord_t k0_3_ahead_3[8];
#pragma unroll
                  for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
                    const offset_t k0_3_at =
                        A_tile_K_begin_3 +
                        (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn);
                    k0_3_ahead_3[element_2_turn] = PA_tile_K_coords[k0_3_at];
                  }
#pragma unroll
                  for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
                    const int element_3 =
                        (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn) * 64 +
                        static_cast<int>(threadIdx.x);
                    const coord_t k0_3 = k0_3_ahead_3[element_2_turn];
                    const offset_t h0_3 = h4 + static_cast<int>(threadIdx.x);
                    const offset_t A_K_at_2 = worker_G * static_cast<offset_t>(K) + k0_3;
                    const offset_t A_H_at_2 = A_K_at_2 * static_cast<offset_t>(H) + h0_3;
                    teaal_copy_element(&A_tile_values[PA_tile_K_run_buffer_3 * 512 + element_3],
                                       &A_values[A_H_at_2], h0_3 < H);
                  }
                }
                const bool B_tile_quads_3 = teaal_aligned_rows(B_values, I);
                if (B_tile_quads_3) {
                  coord_t k0_4_ahead_6[4];
#pragma unroll
                  for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                    const offset_t k0_4_at =
                        B_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
                    k0_4_ahead_6[quad_2_turn] = PA_tile_K_coords[k0_4_at];
                  }
#pragma unroll
                  for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                    const int element_4 =
                        (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn) * 128 +
                        static_cast<int>(threadIdx.x) % 32 * 4;
                    const coord_t k0_4 = k0_4_ahead_6[quad_2_turn];
                    const offset_t i0_2 = i4 + static_cast<int>(threadIdx.x) % 32 * 4;
                    const offset_t B_J_at =
                        static_cast<offset_t>(k0_4) * static_cast<offset_t>(J) + worker_J;
                    const offset_t B_I_at = B_J_at * static_cast<offset_t>(I) + i0_2;
                    teaal_copy_quad(&B_tile_values[PA_tile_K_run_buffer_3 * 1024 + element_4],
                                    &B_values[B_I_at], i0_2 < I);
                  }
                }
                if (!B_tile_quads_3) {
#pragma unroll 8
                  for (int element_5_turn = 0; element_5_turn < 16; ++element_5_turn) {
                    const int element_5 = static_cast<int>(threadIdx.x) + element_5_turn * 64;
                    const offset_t k0_5_at = B_tile_K_begin_3 + element_5 / 128;
                    const coord_t k0_5 = PA_tile_K_coords[k0_5_at];
                    const offset_t i0_3 = i4 + element_5 % 128;
                    const offset_t B_J_at_2 =
                        static_cast<offset_t>(k0_5) * static_cast<offset_t>(J) + worker_J;
                    const offset_t B_I_at_2 = B_J_at_2 * static_cast<offset_t>(I) + i0_3;
                    teaal_copy_element(&B_tile_values[PA_tile_K_run_buffer_3 * 1024 + element_5],
                                       &B_values[B_I_at_2], i0_3 < I);
                  }
                }
                teaal_copies_end();
                // Products.
                const pos_t PA_tile_K_run_begin = static_cast<pos_t>(PA_tile_K_run);
                const pos_t PA_tile_K_run_end = static_cast<pos_t>(
                    min(static_cast<offset_t>(PA_tile_count), PA_tile_K_run + 8));
                const int PA_tile_K_run_buffer = static_cast<int>(PA_tile_K_run / 8 % 2);
                const offset_t A_tile_K_begin = static_cast<offset_t>(PA_tile_K_run_begin);
                const offset_t B_tile_K_begin = static_cast<offset_t>(PA_tile_K_run_begin);
                for (pos_t PA_tile_K_at = PA_tile_K_run_begin; PA_tile_K_at < PA_tile_K_run_end;
                     ++PA_tile_K_at) {
                  const int A_tile_K_at_2 =
                      PA_tile_K_run_buffer * 8 +
                      static_cast<int>(static_cast<offset_t>(PA_tile_K_at) - A_tile_K_begin);
                  const int B_tile_K_at_2 =
                      PA_tile_K_run_buffer * 8 +
                      static_cast<int>(static_cast<offset_t>(PA_tile_K_at) - B_tile_K_begin);
                  value_t B_held[8];
                  value_t A_held[16];
#pragma unroll
                  for (int h2_turn = 0; h2_turn < 4; ++h2_turn) {
                    value_t A_tile_values_quad_2[4];
                    teaal_load_quad(&A_tile_values_quad_2[0],
                                    &A_tile_values[A_tile_K_at_2 * 64 +
                                                   static_cast<int>(worker_H3 * 64 + h2_turn * 16 +
                                                                    worker_H1 * 4)]);
#pragma unroll
                    for (int h0_turn = 0; h0_turn < 4; ++h0_turn) {
#line 20 "gemm_joint_lists.yaml"
                      A_held[h2_turn * 4 + h0_turn] = A_tile_values_quad_2[h0_turn];
                    }
                  }
#line 43 "gemm_joint_lists.yaml"
#pragma unroll
                  for (int i2_turn = 0; i2_turn < 2; ++i2_turn) {
                    value_t B_tile_values_quad_2[4];
                    teaal_load_quad(&B_tile_values_quad_2[0],
                                    &B_tile_values[B_tile_K_at_2 * 128 +
                                                   static_cast<int>(worker_I3 * 64 + i2_turn * 32 +
                                                                    worker_I1 * 4)]);
#pragma unroll
                    for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
#line 20 "gemm_joint_lists.yaml"
                      B_held[i2_turn * 4 + i0_turn] = B_tile_values_quad_2[i0_turn];
                    }
                  }
#line 43 "gemm_joint_lists.yaml"
#pragma unroll
                  for (int h2_turn = 0; h2_turn < 4; ++h2_turn) {
#pragma unroll
                    for (int h0_turn_step_4 = 0; h0_turn_step_4 < 4; ++h0_turn_step_4) {
                      const int h0_turn = (h2_turn % 2 == 1) ? 3 - h0_turn_step_4 : h0_turn_step_4;
#pragma unroll
                      for (int i2_turn_step_4 = 0; i2_turn_step_4 < 2; ++i2_turn_step_4) {
                        const int i2_turn =
                            (h0_turn_step_4 % 2 == 1) ? 1 - i2_turn_step_4 : i2_turn_step_4;
#pragma unroll
                        for (int i0_turn_step_4 = 0; i0_turn_step_4 < 4; ++i0_turn_step_4) {
                          const int i0_turn =
                              (i2_turn_step_4 % 2 == 1) ? 3 - i0_turn_step_4 : i0_turn_step_4;
#line 20 "gemm_joint_lists.yaml"
                          sums[((h2_turn * 4 + h0_turn) * 2 + i2_turn) * 4 + i0_turn] =
                              fmaf(A_held[h2_turn * 4 + h0_turn], B_held[i2_turn * 4 + i0_turn],
                                   sums[((h2_turn * 4 + h0_turn) * 2 + i2_turn) * 4 + i0_turn]);
                        }
                      }
                    }
                  }
                }
              }
            }
          }
#line 43 "gemm_joint_lists.yaml"
          const bool whole_2 =
              h4_end - h4 == 64 && i4_end - i4 == 128 && teaal_aligned_rows(C_values, I);
          // Store C_values.
          if (whole_2) {
            const offset_t h3 = h4 + worker_H3 * 64;
            const offset_t i3 = i4 + worker_I3 * 64;
#pragma unroll
            for (int h2_turn = 0; h2_turn < 4; ++h2_turn) {
              const offset_t h2 = h3 + h2_turn * 16;
              const offset_t h1 = h2 + worker_H1 * 4;
#pragma unroll
              for (int h0_turn = 0; h0_turn < 4; ++h0_turn) {
                const coord_t h0 = static_cast<coord_t>(h1 + h0_turn);
                const offset_t C_H_at_5 = worker_G * static_cast<offset_t>(H) + h0;
                const offset_t C_J_at_5 = C_H_at_5 * static_cast<offset_t>(J) + worker_J;
#pragma unroll
                for (int i2_turn = 0; i2_turn < 2; ++i2_turn) {
                  const offset_t i2 = i3 + i2_turn * 32;
                  const offset_t i1 = i2 + worker_I1 * 4;
                  teaal_store_quad(
                      &C_values[C_J_at_5 * static_cast<offset_t>(I) + static_cast<coord_t>(i1)],
                      &sums[((h2_turn * 4 + h0_turn) * 2 + i2_turn) * 4]);
                }
              }
            }
          }
          if (!whole_2) {
            if (h4 + worker_H3 * 64 < h4_end) {
              const offset_t h3 = h4 + worker_H3 * 64;
              const offset_t h3_end = min(h4_end, h3 + 64);
              if (i4 + worker_I3 * 64 < i4_end) {
                const offset_t i3 = i4 + worker_I3 * 64;
                const offset_t i3_end = min(i4_end, i3 + 64);
#pragma unroll
                for (int h2_turn = 0; h2_turn < 4; ++h2_turn) {
                  if (h3 + h2_turn * 16 < h3_end) {
                    const offset_t h2 = h3 + h2_turn * 16;
                    const offset_t h2_end = min(h3_end, h2 + 16);
                    if (h2 + worker_H1 * 4 < h2_end) {
                      const offset_t h1 = h2 + worker_H1 * 4;
                      const offset_t h1_end = min(h2_end, h1 + 4);
#pragma unroll
                      for (int h0_turn = 0; h0_turn < 4; ++h0_turn) {
                        if (h1 + h0_turn < h1_end) {
                          const coord_t h0 = static_cast<coord_t>(h1 + h0_turn);
                          const offset_t C_H_at_6 = worker_G * static_cast<offset_t>(H) + h0;
                          const offset_t C_J_at_6 = C_H_at_6 * static_cast<offset_t>(J) + worker_J;
#pragma unroll
                          for (int i2_turn = 0; i2_turn < 2; ++i2_turn) {
                            if (i3 + i2_turn * 32 < i3_end) {
                              const offset_t i2 = i3 + i2_turn * 32;
                              const offset_t i2_end = min(i3_end, i2 + 32);
                              if (i2 + worker_I1 * 4 < i2_end) {
                                const offset_t i1 = i2 + worker_I1 * 4;
                                const offset_t i1_end = min(i2_end, i1 + 4);
#pragma unroll
                                for (int i0_turn = 0; i0_turn < 4; ++i0_turn) {
                                  if (i1 + i0_turn < i1_end) {
                                    const coord_t i0 = static_cast<coord_t>(i1 + i0_turn);
                                    const offset_t C_I_at_4 =
                                        C_J_at_6 * static_cast<offset_t>(I) + i0;
#line 20 "gemm_joint_lists.yaml"
                                    C_values[C_I_at_4] =
                                        sums[((h2_turn * 4 + h0_turn) * 2 + i2_turn) * 4 + i0_turn];
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
            }
          }
        }
      }
    }
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
  /* A: G:U, K:U, H:U */
  const gemm_joint_lists_value* A_values;
  /* B: K:U, J:U, I:U */
  const gemm_joint_lists_value* B_values;
  /* C: G:U, H:U, J:U, I:U */
  gemm_joint_lists_value* C_values;
  int64_t extent_G;
  int64_t extent_H;
  int64_t extent_K;
  int64_t extent_J;
  int64_t extent_I;
} gemm_joint_lists_arguments;

/* Bytes of device memory that gemm_joint_lists_launch needs as workspace (0: none), aligned to 256.
 */
size_t gemm_joint_lists_workspace_bytes(const gemm_joint_lists_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_joint_lists_error_text. Allocates nothing and throws nothing. */
int gemm_joint_lists_launch(const gemm_joint_lists_arguments* arguments, void* workspace,
                            size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_joint_lists_error_text(int code);
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

struct gemm_joint_lists_sizes {
  int64_t G;
  int64_t H;
  int64_t K;
  int64_t J;
  int64_t I;
  int64_t gemm_joint_lists_PA_G_workers;
  int64_t gemm_joint_lists_PA_K3_workers;
  int64_t gemm_joint_lists_PB_J_workers;
  int64_t gemm_joint_lists_PB_K2_workers;
  int64_t gemm_joint_lists_C_G_workers;
  int64_t gemm_joint_lists_C_J_workers;
  int64_t gemm_joint_lists_C_H4_workers;
  int64_t gemm_joint_lists_C_I4_workers;
  explicit gemm_joint_lists_sizes(const gemm_joint_lists_arguments& a) {
    G = a.extent_G;
    H = a.extent_H;
    K = a.extent_K;
    J = a.extent_J;
    I = a.extent_I;
    gemm_joint_lists_PA_G_workers = max(min(G, 2147483647), 1);
    gemm_joint_lists_PA_K3_workers =
        max(min(ceil_div(K, 64), 2147483647 / gemm_joint_lists_PA_G_workers), 1);
    gemm_joint_lists_PB_J_workers = max(min(J, 2147483647), 1);
    gemm_joint_lists_PB_K2_workers =
        max(min(ceil_div(K, 64), 2147483647 / gemm_joint_lists_PB_J_workers), 1);
    gemm_joint_lists_C_G_workers = max(min(G, 2147483647), 1);
    gemm_joint_lists_C_J_workers = max(min(J, 2147483647), 1);
    gemm_joint_lists_C_H4_workers = max(min(ceil_div(H, 64), 2147483647), 1);
    gemm_joint_lists_C_I4_workers = max(min(ceil_div(I, 128), 2147483647), 1);
  }
  bool valid() const {
    return G >= 0 && G <= 2147483647 && H >= 0 && H <= 2147483647 && K >= 0 && K <= 2147483647 &&
           J >= 0 && J <= 2147483647 && I >= 0 && I <= 2147483647;
  }
  bool addressable() const {
    return G <= 1000000000 && H <= 1000000000 && K <= 1000000000 && J <= 1000000000 &&
           I <= 1000000000 && (G == 0 || K <= 1000000000 / G) &&
           (G * K == 0 || H <= 1000000000 / (G * K)) && (K == 0 || J <= 1000000000 / K) &&
           (K * J == 0 || I <= 1000000000 / (K * J)) && (G == 0 || H <= 1000000000 / G) &&
           (G * H == 0 || J <= 1000000000 / (G * H)) &&
           (G * H * J == 0 || I <= 1000000000 / (G * H * J)) &&
           (ceil_div(G * K, 32) + 1) <= 31250000 && (ceil_div(J * K, 32) + 1) <= 31250000;
  }
  int64_t elements_0() const { return ceil_div(G * K, 32) + 1; }
  int64_t elements_1() const { return ceil_div(J * K, 32) + 1; }
  int64_t block_gemm_joint_lists_PA() const { return max(min(ceil_div(min(64, K), 8), 8), 1) * 32; }
  int64_t grid_gemm_joint_lists_PA() const {
    return gemm_joint_lists_PA_G_workers * gemm_joint_lists_PA_K3_workers;
  }
  int64_t block_gemm_joint_lists_PB() const { return block_gemm_joint_lists_PA(); }
  int64_t grid_gemm_joint_lists_PB() const {
    return gemm_joint_lists_PB_J_workers * gemm_joint_lists_PB_K2_workers;
  }
  int64_t block_gemm_joint_lists_C() const { return 64; }
  int64_t grid_gemm_joint_lists_C() const {
    return min(min(min(min(gemm_joint_lists_C_G_workers, 2147483648) * gemm_joint_lists_C_J_workers,
                       2147483648) *
                       gemm_joint_lists_C_H4_workers,
                   2147483648) *
                   gemm_joint_lists_C_I4_workers,
               2147483648);
  }
  coord_t G_of_gemm_joint_lists_PA() const { return static_cast<coord_t>(G); }
  coord_t H_of_gemm_joint_lists_PA() const { return static_cast<coord_t>(H); }
  coord_t K_of_gemm_joint_lists_PA() const { return static_cast<coord_t>(K); }
  coord_t count_K3_of_gemm_joint_lists_PA() const {
    return static_cast<coord_t>(gemm_joint_lists_PA_K3_workers);
  }
  coord_t count_G_of_gemm_joint_lists_PA() const {
    return static_cast<coord_t>(gemm_joint_lists_PA_G_workers);
  }
  int64_t PB_bits_elements_of_gemm_joint_lists_PA() const { return ceil_div(J * K, 32) + 1; }
  coord_t I_of_gemm_joint_lists_PB() const { return static_cast<coord_t>(I); }
  coord_t J_of_gemm_joint_lists_PB() const { return static_cast<coord_t>(J); }
  coord_t K_of_gemm_joint_lists_PB() const { return static_cast<coord_t>(K); }
  coord_t count_K2_of_gemm_joint_lists_PB() const {
    return static_cast<coord_t>(gemm_joint_lists_PB_K2_workers);
  }
  coord_t count_J_of_gemm_joint_lists_PB() const {
    return static_cast<coord_t>(gemm_joint_lists_PB_J_workers);
  }
  coord_t G_of_gemm_joint_lists_C() const { return static_cast<coord_t>(G); }
  coord_t H_of_gemm_joint_lists_C() const { return static_cast<coord_t>(H); }
  coord_t I_of_gemm_joint_lists_C() const { return static_cast<coord_t>(I); }
  coord_t J_of_gemm_joint_lists_C() const { return static_cast<coord_t>(J); }
  coord_t K_of_gemm_joint_lists_C() const { return static_cast<coord_t>(K); }
  coord_t count_I4_of_gemm_joint_lists_C() const {
    return static_cast<coord_t>(gemm_joint_lists_C_I4_workers);
  }
  coord_t count_H4_of_gemm_joint_lists_C() const {
    return static_cast<coord_t>(gemm_joint_lists_C_H4_workers);
  }
  coord_t count_J_of_gemm_joint_lists_C() const {
    return static_cast<coord_t>(gemm_joint_lists_C_J_workers);
  }
  int64_t stored_C() const { return G * H * J * I; }
};

}  // namespace

extern "C" size_t gemm_joint_lists_workspace_bytes(const gemm_joint_lists_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_joint_lists_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(unsigned) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_joint_lists_launch(const gemm_joint_lists_arguments* arguments, void* workspace,
                                       size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_joint_lists_arguments& a = *arguments;
  const gemm_joint_lists_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_joint_lists_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  unsigned* PA_bits = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(unsigned) + 255) / 256 * 256;
  unsigned* PB_bits = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(unsigned) + 255) / 256 * 256;
  if (cudaMemsetAsync(PA_bits, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(unsigned),
                      stream) != cudaSuccess)
    return 3;
  gemm_joint_lists_PA<<<static_cast<unsigned>(sizes.grid_gemm_joint_lists_PA()),
                        static_cast<unsigned>(sizes.block_gemm_joint_lists_PA()), 0, stream>>>(
      PA_bits, a.A_values, PB_bits, sizes.G_of_gemm_joint_lists_PA(),
      sizes.H_of_gemm_joint_lists_PA(), sizes.K_of_gemm_joint_lists_PA(),
      sizes.count_K3_of_gemm_joint_lists_PA(), sizes.count_G_of_gemm_joint_lists_PA(),
      sizes.PB_bits_elements_of_gemm_joint_lists_PA());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gemm_joint_lists_PB, static_cast<unsigned>(sizes.grid_gemm_joint_lists_PB()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_PB()), 0, stream, PB_bits,
                   a.B_values, sizes.I_of_gemm_joint_lists_PB(), sizes.J_of_gemm_joint_lists_PB(),
                   sizes.K_of_gemm_joint_lists_PB(), sizes.count_K2_of_gemm_joint_lists_PB(),
                   sizes.count_J_of_gemm_joint_lists_PB()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_lists_C, static_cast<unsigned>(sizes.grid_gemm_joint_lists_C()),
                   static_cast<unsigned>(sizes.block_gemm_joint_lists_C()), 0, stream, a.C_values,
                   a.A_values, a.B_values, PA_bits, PB_bits, sizes.G_of_gemm_joint_lists_C(),
                   sizes.H_of_gemm_joint_lists_C(), sizes.I_of_gemm_joint_lists_C(),
                   sizes.J_of_gemm_joint_lists_C(), sizes.K_of_gemm_joint_lists_C(),
                   sizes.count_I4_of_gemm_joint_lists_C(), sizes.count_H4_of_gemm_joint_lists_C(),
                   sizes.count_J_of_gemm_joint_lists_C()) != cudaSuccess)
    return 3;
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
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
