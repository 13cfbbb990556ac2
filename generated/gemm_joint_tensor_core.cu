// Made by teaalc 0.1.0 from gemm_joint_tensor_core.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M4 (space), N4 (space), K1, K0, M3 (space), N3 (space), M1 (space), N1 (space), M2, M0,
//     N2, N0 tensor cores: 3xtf32
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   sizes BK=8 BM=64 BN=128 HM=16 HN=32 WM=64 WN=64
//   teaalc gemm_joint_tensor_core.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// Whether `found` is true in one of the lanes of the caller's group of `lanes` (1, 2, 4, … 32).
// All lanes of the warp call it.
static __device__ __forceinline__ bool teaal_any_in_group(bool found, int lanes) {
  const int first = threadIdx.x % 32 / lanes * lanes;
  return (__ballot_sync(0xffffffffu, found) >> first & (0xffffffffu >> (32 - lanes))) != 0u;
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

// Whether this is a machine with tensor cores; what they do is spelled out for others.
static __device__ __forceinline__ bool teaal_has_tensor_cores() {
#ifdef TEAAL_CPU
  return false;
#else
  return true;
#endif
}

// Bits of a float whose first 19, all that tensor cores read of tf32, are a value of 11 significant
// bits at most 2/3 of its last bit away: a third of a bit more before the rest is cut off is right
// on average and one operation. Values of tf32, infinities and NaN stay what they are.
static __device__ __forceinline__ unsigned teaal_tf32_bits(float value) {
  return __float_as_uint(fmaf(value, 0x1.555556p-12f, value));
}

// What tensor cores do not read of a value in those bits.
static __device__ __forceinline__ unsigned teaal_tf32_rest(float value, unsigned bits) {
  return __float_as_uint(value - __uint_as_float(bits & 0xffffe000u));
}

// Products of the values in two words of operands, where there are no tensor cores.
struct teaal_tf32_words {
  static __device__ __forceinline__ float add_products(float sum, unsigned a, unsigned b) {
    return fmaf(__uint_as_float(a & 0xffffe000u), __uint_as_float(b & 0xffffe000u), sum);
  }
};

// What the tensor cores do, by shuffles: a[0] and a[1] are the lower k's of rows g and g + 8, a[2]
// and a[3] the upper ones; b[0] and b[1] are column g's.
template <class Words>
static __device__ __forceinline__ void teaal_shuffled_products(float* sums, const float* from,
                                                               const unsigned* a,
                                                               const unsigned* b) {
  typedef unsigned long long words;
  const int row = threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  const words lower = a[0] | static_cast<words>(a[1]) << 32,
              upper = a[2] | static_cast<words>(a[3]) << 32,
              own = b[0] | static_cast<words>(b[1]) << 32;
  for (int i = 0; i < 4; ++i) sums[i] = from[i];
  for (int share = 0; share < 4; ++share) {
    const words low = __shfl_sync(0xffffffffu, lower, row * 4 + share),
                high = __shfl_sync(0xffffffffu, upper, row * 4 + share);
    for (int second = 0; second < 2; ++second) {
      const words k = __shfl_sync(0xffffffffu, own, (column + second) * 4 + share);
      const unsigned k_low = static_cast<unsigned>(k), k_high = static_cast<unsigned>(k >> 32);
      sums[second] = Words::add_products(sums[second], static_cast<unsigned>(low), k_low);
      sums[second] = Words::add_products(sums[second], static_cast<unsigned>(high), k_high);
      sums[second + 2] =
          Words::add_products(sums[second + 2], static_cast<unsigned>(low >> 32), k_low);
      sums[second + 2] =
          Words::add_products(sums[second + 2], static_cast<unsigned>(high >> 32), k_high);
    }
  }
}

// The sums (g, 2 t), (g, 2 t + 1), (g + 8, 2 t) and (g + 8, 2 t + 1) of a tile: `from` and its
// products.
static __device__ __forceinline__ void teaal_multiply_tf32(float* sums, const float* from,
                                                           const unsigned* a, const unsigned* b) {
  if (!teaal_has_tensor_cores()) return teaal_shuffled_products<teaal_tf32_words>(sums, from, a, b);
#ifndef TEAAL_CPU
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
      : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(from[0]),
        "f"(from[1]), "f"(from[2]), "f"(from[3]));
#endif
}

// What one of these does, of arrays in registers: sums[s00], sums[s01], sums[s10], sums[s11] are
// the four sums, a[a00] … and b[b0], b[b1] the operands' words.
using teaal_multiply = void(float*, const float*, const unsigned*, const unsigned*);

// As good as float: three products for one, of what words keep and leave out. Tensor cores cut off
// what does not fit beside the largest summand, so they add the k's of an instruction and float
// adds the rest.
template <teaal_multiply multiply>
static __device__ __forceinline__ void teaal_mma_in_parts(float* sums, int s00, int s01, int s10,
                                                          int s11, const unsigned* a,
                                                          const unsigned* a_rest, int a00, int a01,
                                                          int a10, int a11, const unsigned* b,
                                                          const unsigned* b_rest, int b0, int b1) {
  const float zero[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  float part[4];
  const unsigned a_words[4] = {a[a00], a[a01], a[a10], a[a11]}, b_words[2] = {b[b0], b[b1]};
  const unsigned a_rests[4] = {a_rest[a00], a_rest[a01], a_rest[a10], a_rest[a11]},
                 b_rests[2] = {b_rest[b0], b_rest[b1]};
  multiply(part, zero, a_rests, b_words);
  multiply(part, part, a_words, b_rests);
  multiply(part, part, a_words, b_words);
  sums[s00] += part[0];
  sums[s01] += part[1];
  sums[s10] += part[2];
  sums[s11] += part[3];
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

#line 11 "gemm_joint_tensor_core.yaml"
extern "C" __global__ void gemm_joint_tensor_core_C_A_transposed(
    unsigned* __restrict__ A_pattern_bits, const value_t* __restrict__ A_values,
    value_t* __restrict__ A_transposed_values, unsigned* __restrict__ B_pattern_bits, coord_t K,
    coord_t M, coord_t count_M_64, size_type B_pattern_bits_elements) {
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < B_pattern_bits_elements;
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    B_pattern_bits[element] = 0;
  }
  const offset_t worker_M_64 = blockIdx.x % count_M_64;
  const offset_t worker_K_128 = blockIdx.x / count_M_64;
  const offset_t worker_K_32 = threadIdx.x / 32;
  const offset_t worker_M_16 = threadIdx.x % 32 % 4;
  const offset_t worker_K_4 = threadIdx.x % 32 / 4;
  if (worker_K_128 * 128 < K) {
    const offset_t k_128 = worker_K_128 * 128;
    const offset_t k_128_end = min(static_cast<offset_t>(K), k_128 + 128);
    const bool whole = k_128_end - k_128 == 128 && teaal_aligned_rows(A_values, K);
    if (whole) {
      if (worker_M_64 * 64 < M) {
        const offset_t m_64 = worker_M_64 * 64;
        const offset_t m_64_end = min(static_cast<offset_t>(M), m_64 + 64);
        const bool whole_2 = m_64_end - m_64 == 64 && teaal_aligned_rows(A_transposed_values, M) &&
                             teaal_aligned_rows(A_values, K);
        if (whole_2) {
          const offset_t k_32 = k_128 + worker_K_32 * 32;
          const offset_t k_4 = k_32 + worker_K_4 * 4;
          const offset_t m_16 = m_64 + worker_M_16 * 16;
          value_t A_held[64];
#pragma unroll
          for (int m_0_turn = 0; m_0_turn < 16; ++m_0_turn) {
            const coord_t m_0 = static_cast<coord_t>(m_16 + m_0_turn);
            value_t A_values_quad[4];
            teaal_stream_quad(&A_values_quad[0],
                              &A_values[static_cast<offset_t>(m_0) * static_cast<offset_t>(K) +
                                        static_cast<coord_t>(k_4)]);
#pragma unroll
            for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
              A_held[k_0_turn * 16 + m_0_turn] = A_values_quad[k_0_turn];
            }
          }
          unsigned bits = 0;
#pragma unroll
          for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
            const coord_t k_0 = static_cast<coord_t>(k_4 + k_0_turn);
            value_t any = value_t(0);
#pragma unroll
            for (int m_0_turn = 0; m_0_turn < 16; ++m_0_turn) {
              any = any != value_t(0) || ((A_held[k_0_turn * 16 + m_0_turn] != value_t(0))
                                              ? static_cast<value_t>(1)
                                              : value_t(0)) != value_t(0)
                        ? value_t(1)
                        : value_t(0);
            }
            bits = bits | ((any != value_t(0)) ? (1u << k_0_turn) : 0u);
            const bool is_marked = teaal_any_in_group(any != value_t(0), 4);
            if (is_marked) {
#pragma unroll
              for (int quad = 0; quad < 4; ++quad) {
                teaal_store_quad(
                    &A_transposed_values[static_cast<offset_t>(k_0) * static_cast<offset_t>(M) +
                                         static_cast<coord_t>(m_16 + quad * 4)],
                    &A_held[k_0_turn * 16 + quad * 4]);
              }
            }
          }
          teaal_put_bits(A_pattern_bits,
                         m_16 / 64 * static_cast<offset_t>(K) + static_cast<coord_t>(k_4), bits, 4);
        }
        if (!whole_2) {
          const offset_t k_32 = k_128 + worker_K_32 * 32;
          const offset_t k_4 = k_32 + worker_K_4 * 4;
          if (m_64 + worker_M_16 * 16 < m_64_end) {
            const offset_t m_16 = m_64 + worker_M_16 * 16;
            const offset_t m_16_end = min(m_64_end, m_16 + 16);
            value_t A_held[64];
#pragma unroll
            for (int m_0_turn = 0; m_0_turn < 16; ++m_0_turn) {
              if (m_16 + m_0_turn < m_16_end) {
                const coord_t m_0 = static_cast<coord_t>(m_16 + m_0_turn);
                value_t A_values_quad_2[4];
                teaal_stream_quad(&A_values_quad_2[0],
                                  &A_values[static_cast<offset_t>(m_0) * static_cast<offset_t>(K) +
                                            static_cast<coord_t>(k_4)]);
#pragma unroll
                for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
                  A_held[k_0_turn * 16 + m_0_turn] = A_values_quad_2[k_0_turn];
                }
              }
            }
            unsigned bits_2 = 0;
#pragma unroll
            for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
              const coord_t k_0 = static_cast<coord_t>(k_4 + k_0_turn);
              value_t any_2 = value_t(0);
#pragma unroll
              for (int m_0_turn = 0; m_0_turn < 16; ++m_0_turn) {
                if (m_16 + m_0_turn < m_16_end) {
                  const coord_t m_0 = static_cast<coord_t>(m_16 + m_0_turn);
                  const offset_t A_transposed_M_at_4 =
                      static_cast<offset_t>(k_0) * static_cast<offset_t>(M) + m_0;
                  any_2 = any_2 != value_t(0) || ((A_held[k_0_turn * 16 + m_0_turn] != value_t(0))
                                                      ? static_cast<value_t>(1)
                                                      : value_t(0)) != value_t(0)
                              ? value_t(1)
                              : value_t(0);
                  A_transposed_values[A_transposed_M_at_4] = A_held[k_0_turn * 16 + m_0_turn];
                }
              }
              bits_2 = bits_2 | ((any_2 != value_t(0)) ? (1u << k_0_turn) : 0u);
            }
            teaal_put_bits(A_pattern_bits,
                           m_16 / 64 * static_cast<offset_t>(K) + static_cast<coord_t>(k_4), bits_2,
                           4);
          }
        }
      }
    }
    if (!whole) {
      if (worker_M_64 * 64 < M) {
        const offset_t m_64 = worker_M_64 * 64;
        const offset_t m_64_end_2 = min(static_cast<offset_t>(M), m_64 + 64);
        if (k_128 + worker_K_32 * 32 < k_128_end) {
          const offset_t k_32 = k_128 + worker_K_32 * 32;
          const offset_t k_32_end = min(k_128_end, k_32 + 32);
          if (k_32 + worker_K_4 * 4 < k_32_end) {
            const offset_t k_4 = k_32 + worker_K_4 * 4;
            const offset_t k_4_end = min(k_32_end, k_4 + 4);
            if (m_64 + worker_M_16 * 16 < m_64_end_2) {
              const offset_t m_16 = m_64 + worker_M_16 * 16;
              const offset_t m_16_end_2 = min(m_64_end_2, m_16 + 16);
              value_t A_held[64];
#pragma unroll
              for (int m_0_turn = 0; m_0_turn < 16; ++m_0_turn) {
                if (m_16 + m_0_turn < m_16_end_2) {
                  const coord_t m_0 = static_cast<coord_t>(m_16 + m_0_turn);
#pragma unroll
                  for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
                    if (k_4 + k_0_turn < k_4_end) {
                      const coord_t k_0 = static_cast<coord_t>(k_4 + k_0_turn);
                      const offset_t A_K_at_5 =
                          static_cast<offset_t>(m_0) * static_cast<offset_t>(K) + k_0;
                      A_held[k_0_turn * 16 + m_0_turn] = A_values[A_K_at_5];
                    }
                  }
                }
              }
              unsigned bits_3 = 0;
#pragma unroll
              for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
                if (k_4 + k_0_turn < k_4_end) {
                  const coord_t k_0 = static_cast<coord_t>(k_4 + k_0_turn);
                  value_t any_3 = value_t(0);
#pragma unroll
                  for (int m_0_turn = 0; m_0_turn < 16; ++m_0_turn) {
                    if (m_16 + m_0_turn < m_16_end_2) {
                      const coord_t m_0 = static_cast<coord_t>(m_16 + m_0_turn);
                      const offset_t A_transposed_M_at_6 =
                          static_cast<offset_t>(k_0) * static_cast<offset_t>(M) + m_0;
                      any_3 =
                          any_3 != value_t(0) || ((A_held[k_0_turn * 16 + m_0_turn] != value_t(0))
                                                      ? static_cast<value_t>(1)
                                                      : value_t(0)) != value_t(0)
                              ? value_t(1)
                              : value_t(0);
                      A_transposed_values[A_transposed_M_at_6] = A_held[k_0_turn * 16 + m_0_turn];
                    }
                  }
                  bits_3 = bits_3 | ((any_3 != value_t(0)) ? (1u << k_0_turn) : 0u);
                }
              }
              teaal_put_bits(A_pattern_bits,
                             m_16 / 64 * static_cast<offset_t>(K) + static_cast<coord_t>(k_4),
                             bits_3, 4);
            }
          }
        }
      }
    }
  }
}

#line 11 "gemm_joint_tensor_core.yaml"
extern "C" __global__ void gemm_joint_tensor_core_C_B_pattern(unsigned* __restrict__ B_pattern_bits,
                                                              const value_t* __restrict__ B_values,
                                                              coord_t K, coord_t N,
                                                              coord_t N_OF_TILE, coord_t N_TILES,
                                                              coord_t count_N_TILES) {
  constexpr int BN = 128;
  teaal_await_launches();
  const offset_t worker_N_TILES = blockIdx.x % count_N_TILES;
  const offset_t worker_K2 = blockIdx.x / count_N_TILES;
  const offset_t workers_K1 = blockDim.x / 32;
  const offset_t worker_K1 = threadIdx.x / 32;
  const offset_t workers_N_OF_TILE_QUADS = 32;
  const offset_t worker_N_OF_TILE_QUADS = threadIdx.x % 32;
#line 48 "gemm_joint_tensor_core.yaml"
  if (worker_K2 * 64 < K) {
    const offset_t k2 = worker_K2 * 64;
    const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 64);
    const bool whole = k2_end - k2 == 64;
    if (whole) {
      if (worker_N_TILES < N_TILES) {
        for (offset_t k1 = k2 + worker_K1 * 8; k1 < k2_end; k1 += workers_K1 * 8) {
#line 11 "gemm_joint_tensor_core.yaml"
          value_t sums[8];
#pragma unroll
          for (int sums_element = 0; sums_element < 8; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 48 "gemm_joint_tensor_core.yaml"
          // Sums.
          for (offset_t n_of_tile_quads = worker_N_OF_TILE_QUADS * 4; n_of_tile_quads < N_OF_TILE;
               n_of_tile_quads += workers_N_OF_TILE_QUADS * 4) {
            const offset_t n_of_tile_quads_end =
                min(static_cast<offset_t>(N_OF_TILE), n_of_tile_quads + 4);
            const bool whole_2 =
                n_of_tile_quads_end - n_of_tile_quads == 4 && teaal_aligned_rows(B_values, N);
            if (whole_2) {
              if (BN * worker_N_TILES +
                      static_cast<offset_t>(static_cast<coord_t>(n_of_tile_quads)) <
                  N) {
#pragma unroll
                for (int k0_turn = 0; k0_turn < 8; ++k0_turn) {
                  const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
                  value_t B_values_quad[4];
                  teaal_read_quad(
                      &B_values_quad[0],
                      &B_values[static_cast<offset_t>(k0) * static_cast<offset_t>(N) +
                                (BN * worker_N_TILES +
                                 static_cast<offset_t>(static_cast<coord_t>(n_of_tile_quads)))]);
#pragma unroll
                  for (int n_of_tile_of_quad_turn = 0; n_of_tile_of_quad_turn < 4;
                       ++n_of_tile_of_quad_turn) {
#line 11 "gemm_joint_tensor_core.yaml"
                    sums[k0_turn] = sums[k0_turn] != value_t(0) ||
                                            ((B_values_quad[n_of_tile_of_quad_turn] != value_t(0))
                                                 ? static_cast<value_t>(1)
                                                 : value_t(0)) != value_t(0)
                                        ? value_t(1)
                                        : value_t(0);
                  }
                }
              }
            }
#line 48 "gemm_joint_tensor_core.yaml"
            if (!whole_2) {
#pragma unroll
              for (int k0_turn = 0; k0_turn < 8; ++k0_turn) {
                const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
#pragma unroll
                for (int n_of_tile_of_quad_turn = 0; n_of_tile_of_quad_turn < 4;
                     ++n_of_tile_of_quad_turn) {
                  if (n_of_tile_quads + n_of_tile_of_quad_turn < n_of_tile_quads_end) {
                    const coord_t n_of_tile_of_quad =
                        static_cast<coord_t>(n_of_tile_quads + n_of_tile_of_quad_turn);
                    const offset_t B_N_coord_2 =
                        BN * worker_N_TILES + static_cast<offset_t>(n_of_tile_of_quad);
                    if (B_N_coord_2 < N) {
                      const offset_t B_N_at_2 =
                          static_cast<offset_t>(k0) * static_cast<offset_t>(N) + B_N_coord_2;
#line 11 "gemm_joint_tensor_core.yaml"
                      sums[k0_turn] =
                          sums[k0_turn] != value_t(0) ||
                                  ((B_values[B_N_at_2] != value_t(0)) ? static_cast<value_t>(1)
                                                                      : value_t(0)) != value_t(0)
                              ? value_t(1)
                              : value_t(0);
                    }
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
            if (worker_N_OF_TILE_QUADS == 0) {
              bits = bits | ((total != value_t(0)) ? (1u << k0_turn) : 0u);
            }
          }
          // Store B_pattern_bits.
          teaal_put_bits(B_pattern_bits,
                         worker_N_TILES * static_cast<offset_t>(K) + static_cast<coord_t>(k1), bits,
                         8);
        }
      }
    }
#line 48 "gemm_joint_tensor_core.yaml"
    if (!whole) {
      if (worker_N_TILES < N_TILES) {
        for (offset_t k1 = k2 + worker_K1 * 8; k1 < k2_end; k1 += workers_K1 * 8) {
          const offset_t k1_end = min(k2_end, k1 + 8);
#line 11 "gemm_joint_tensor_core.yaml"
          value_t sums[8];
#pragma unroll
          for (int sums_element = 0; sums_element < 8; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 48 "gemm_joint_tensor_core.yaml"
          // Sums.
          for (offset_t n_of_tile_quads = worker_N_OF_TILE_QUADS * 4; n_of_tile_quads < N_OF_TILE;
               n_of_tile_quads += workers_N_OF_TILE_QUADS * 4) {
            const offset_t n_of_tile_quads_end_2 =
                min(static_cast<offset_t>(N_OF_TILE), n_of_tile_quads + 4);
#pragma unroll
            for (int k0_turn = 0; k0_turn < 8; ++k0_turn) {
              if (k1 + k0_turn < k1_end) {
                const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
#pragma unroll
                for (int n_of_tile_of_quad_turn = 0; n_of_tile_of_quad_turn < 4;
                     ++n_of_tile_of_quad_turn) {
                  if (n_of_tile_quads + n_of_tile_of_quad_turn < n_of_tile_quads_end_2) {
                    const coord_t n_of_tile_of_quad =
                        static_cast<coord_t>(n_of_tile_quads + n_of_tile_of_quad_turn);
                    const offset_t B_N_coord_3 =
                        BN * worker_N_TILES + static_cast<offset_t>(n_of_tile_of_quad);
                    if (B_N_coord_3 < N) {
                      const offset_t B_N_at_3 =
                          static_cast<offset_t>(k0) * static_cast<offset_t>(N) + B_N_coord_3;
#line 11 "gemm_joint_tensor_core.yaml"
                      sums[k0_turn] =
                          sums[k0_turn] != value_t(0) ||
                                  ((B_values[B_N_at_3] != value_t(0)) ? static_cast<value_t>(1)
                                                                      : value_t(0)) != value_t(0)
                              ? value_t(1)
                              : value_t(0);
                    }
                  }
                }
              }
            }
          }
          unsigned bits_2 = 0;
#pragma unroll
          // Combine the sums of threads.
          for (int k0_turn = 0; k0_turn < 8; ++k0_turn) {
#line 48 "gemm_joint_tensor_core.yaml"
            if (k1 + k0_turn < k1_end) {
#line 11 "gemm_joint_tensor_core.yaml"
              const value_t total_2 = teaal_lane_vote<teaal_either>(sums[k0_turn], 1, 32);
              if (worker_N_OF_TILE_QUADS == 0) {
                bits_2 = bits_2 | ((total_2 != value_t(0)) ? (1u << k0_turn) : 0u);
              }
            }
          }
          // Store B_pattern_bits.
          teaal_put_bits(B_pattern_bits,
                         worker_N_TILES * static_cast<offset_t>(K) + static_cast<coord_t>(k1),
                         bits_2, 8);
        }
      }
    }
  }
}

#line 11 "gemm_joint_tensor_core.yaml"
extern "C" __global__ void __launch_bounds__(64, 4)
    gemm_joint_tensor_core_C(value_t* __restrict__ C_values,
                             const unsigned* __restrict__ A_pattern_bits,
                             const unsigned* __restrict__ B_pattern_bits,
                             const value_t* __restrict__ A_transposed_values,
                             const value_t* __restrict__ B_values, coord_t K, coord_t M, coord_t N,
                             coord_t N_TILES, coord_t count_N4, coord_t count_M4) {
  constexpr int BK = 8;
  constexpr int BM = 64;
  constexpr int BN = 128;
  constexpr int HM = 16;
  constexpr int HN = 32;
  constexpr int WM = 64;
  constexpr int WN = 64;
  teaal_await_launches();
  const offset_t workers_N4 = count_N4;
  const offset_t worker_N4 = blockIdx.x % count_N4;
  const offset_t workers_M4 = count_M4;
  const offset_t worker_M4 = blockIdx.x / count_N4;
  const offset_t worker_N3 = threadIdx.x / 32 % 2;
  const offset_t worker_M3 = threadIdx.x / 32 / 2;
  const offset_t worker_M1 = threadIdx.x % 32 % 4;
  const offset_t worker_N1 = threadIdx.x % 32 / 4;
  const offset_t workers_K0_of_row = 4;
  const offset_t worker_K0_of_row = threadIdx.x % 4;
  const offset_t worker_M1_of_column = threadIdx.x / 8 % 4;
  const offset_t workers_M2_of_column = 2;
  const offset_t worker_M2_of_column = threadIdx.x / 4 % 2;
  const offset_t workers_K0_of_column = 4;
  const offset_t worker_K0_of_column = threadIdx.x % 4;
  __shared__ __align__(16) value_t A_transposed_tile_values[1088];
  __shared__ __align__(16) value_t B_tile_values[2176];
  __shared__ __align__(16) coord_t A_pattern_tile_K_coords[4112];
  __shared__ pos_t A_pattern_tile_K_segments[32];
#line 19 "gemm_joint_tensor_core.yaml"
  for (offset_t m4 = worker_M4 * BM; m4 < M; m4 += workers_M4 * BM) {
    const offset_t m4_end = min(static_cast<offset_t>(M), m4 + BM);
    for (offset_t n4 = worker_N4 * BN; n4 < N; n4 += workers_N4 * BN) {
      const offset_t n4_end = min(static_cast<offset_t>(N), n4 + BN);
#line 11 "gemm_joint_tensor_core.yaml"
      value_t sums[128];
#pragma unroll
      for (int sums_element = 0; sums_element < 128; ++sums_element) {
        sums[sums_element] = value_t(0);
      }
#line 19 "gemm_joint_tensor_core.yaml"
      const offset_t k_chunks_whole_end = static_cast<offset_t>(K) / 4096 * 4096;
      for (offset_t k_chunks = 0; k_chunks < k_chunks_whole_end; k_chunks += 4096) {
        const offset_t k_chunks_end = k_chunks + 4096;
        __syncthreads();
        pos_t A_pattern_tile_count = 0;
        // Load A_pattern_tile_K_coords and A_pattern_tile_K_segments.
        const offset_t A_pattern_K_at = m4 / BM * static_cast<offset_t>(K) + k_chunks;
        const offset_t B_pattern_N_TILES_coord = n4 / BN;
        if (B_pattern_N_TILES_coord < N_TILES) {
          const offset_t B_pattern_K_at =
              B_pattern_N_TILES_coord * static_cast<offset_t>(K) + k_chunks;
          A_pattern_tile_count = static_cast<pos_t>(teaal_list_common_bits<1>(
              A_pattern_tile_K_coords, A_pattern_tile_K_segments, A_pattern_bits, A_pattern_K_at, 1,
              B_pattern_bits, B_pattern_K_at, 1, k_chunks, k_chunks_end - k_chunks));
        }
#pragma unroll
        for (int A_pattern_tile_behind_turn = 0; A_pattern_tile_behind_turn < 1;
             ++A_pattern_tile_behind_turn) {
          const int A_pattern_tile_behind =
              static_cast<int>(threadIdx.x) + A_pattern_tile_behind_turn * 64;
          if (A_pattern_tile_behind < 16) {
            A_pattern_tile_K_coords[A_pattern_tile_count + A_pattern_tile_behind] =
                static_cast<coord_t>(k_chunks);
          }
        }
        __syncthreads();
        const bool in_quads =
            teaal_aligned_rows(A_transposed_values, M) && teaal_aligned_rows(B_values, N);
        if (in_quads) {
          // Load A_transposed_tile_values and B_tile_values.
          {
            const offset_t A_pattern_tile_K_run_ahead = 0;
            const pos_t A_pattern_tile_K_run_begin_3 =
                static_cast<pos_t>(A_pattern_tile_K_run_ahead);
            const pos_t A_pattern_tile_K_run_end_3 = static_cast<pos_t>(
                min(static_cast<offset_t>(A_pattern_tile_count), A_pattern_tile_K_run_ahead + BK));
            const int A_pattern_tile_K_run_buffer_2 =
                static_cast<int>(A_pattern_tile_K_run_ahead / BK % 2);
            const offset_t A_transposed_tile_K_begin_3 =
                static_cast<offset_t>(A_pattern_tile_K_run_begin_3);
            const offset_t B_tile_K_begin_3 = static_cast<offset_t>(A_pattern_tile_K_run_begin_3);
            coord_t k0_2_ahead[2];
#pragma unroll
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const offset_t k0_2_at = A_transposed_tile_K_begin_3 +
                                       (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
              k0_2_ahead[quad_turn] = A_pattern_tile_K_coords[k0_2_at];
            }
            coord_t k0_4_ahead[4];
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
              const offset_t k0_4_at =
                  B_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
              k0_4_ahead[quad_2_turn] = A_pattern_tile_K_coords[k0_4_at];
            }
#pragma unroll
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const int element = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn) * 64 +
                                  static_cast<int>(threadIdx.x) % 16 * 4;
              const offset_t k0_2_at = A_transposed_tile_K_begin_3 +
                                       (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
              const coord_t k0_2 = k0_2_ahead[quad_turn];
              const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) % 16 * 4;
              const offset_t A_transposed_M_at =
                  static_cast<offset_t>(k0_2) * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&A_transposed_tile_values[A_pattern_tile_K_run_buffer_2 * 544 +
                                                        (element + element / 64 * 4)],
                              &A_transposed_values[A_transposed_M_at],
                              k0_2_at < A_pattern_tile_K_run_end_3 && m0_2 < M);
            }
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
              const int element_4 = (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn) * 128 +
                                    static_cast<int>(threadIdx.x) % 32 * 4;
              const offset_t k0_4_at =
                  B_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
              const coord_t k0_4 = k0_4_ahead[quad_2_turn];
              const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) % 32 * 4;
              const offset_t B_N_at = static_cast<offset_t>(k0_4) * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(&B_tile_values[A_pattern_tile_K_run_buffer_2 * 1088 +
                                             (element_4 + element_4 / 128 * 8)],
                              &B_values[B_N_at], k0_4_at < A_pattern_tile_K_run_end_3 && n0_2 < N);
            }
            teaal_copies_end();
          }
          for (offset_t A_pattern_tile_K_run = 0; A_pattern_tile_K_run < A_pattern_tile_count;
               A_pattern_tile_K_run += BK) {
            const offset_t A_pattern_tile_K_run_ahead_2 = A_pattern_tile_K_run + 8;
            const pos_t A_pattern_tile_K_run_begin_4 =
                static_cast<pos_t>(A_pattern_tile_K_run_ahead_2);
            const pos_t A_pattern_tile_K_run_end_4 = static_cast<pos_t>(min(
                static_cast<offset_t>(A_pattern_tile_count), A_pattern_tile_K_run_ahead_2 + BK));
            const int A_pattern_tile_K_run_buffer_3 =
                static_cast<int>(A_pattern_tile_K_run_ahead_2 / BK % 2);
            const offset_t A_transposed_tile_K_begin_4 =
                static_cast<offset_t>(A_pattern_tile_K_run_begin_4);
            const offset_t B_tile_K_begin_4 = static_cast<offset_t>(A_pattern_tile_K_run_begin_4);
            coord_t k0_2_ahead_2[2];
#pragma unroll
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const offset_t k0_2_at = A_transposed_tile_K_begin_4 +
                                       (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
              k0_2_ahead_2[quad_turn] = A_pattern_tile_K_coords[k0_2_at];
            }
            coord_t k0_4_ahead_2[4];
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
              const offset_t k0_4_at =
                  B_tile_K_begin_4 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
              k0_4_ahead_2[quad_2_turn] = A_pattern_tile_K_coords[k0_4_at];
            }
            teaal_copies_arrive<0>();
            __syncthreads();
#pragma unroll
            // Load A_transposed_tile_values and B_tile_values.
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const int element = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn) * 64 +
                                  static_cast<int>(threadIdx.x) % 16 * 4;
              const offset_t k0_2_at = A_transposed_tile_K_begin_4 +
                                       (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
              const coord_t k0_2 = k0_2_ahead_2[quad_turn];
              const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) % 16 * 4;
              const offset_t A_transposed_M_at =
                  static_cast<offset_t>(k0_2) * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&A_transposed_tile_values[A_pattern_tile_K_run_buffer_3 * 544 +
                                                        (element + element / 64 * 4)],
                              &A_transposed_values[A_transposed_M_at],
                              k0_2_at < A_pattern_tile_K_run_end_4 && m0_2 < M);
            }
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
              const int element_4 = (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn) * 128 +
                                    static_cast<int>(threadIdx.x) % 32 * 4;
              const offset_t k0_4_at =
                  B_tile_K_begin_4 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
              const coord_t k0_4 = k0_4_ahead_2[quad_2_turn];
              const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) % 32 * 4;
              const offset_t B_N_at = static_cast<offset_t>(k0_4) * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(&B_tile_values[A_pattern_tile_K_run_buffer_3 * 1088 +
                                             (element_4 + element_4 / 128 * 8)],
                              &B_values[B_N_at], k0_4_at < A_pattern_tile_K_run_end_4 && n0_2 < N);
            }
            teaal_copies_end();
            const int A_pattern_tile_K_run_buffer = static_cast<int>(A_pattern_tile_K_run / BK % 2);
            value_t row_values[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              row_values[own] = value_t(0);
            }
#pragma unroll
            for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
              const int B_tile_K_at =
                  A_pattern_tile_K_run_buffer * 8 +
                  static_cast<int>(worker_K0_of_row + k0_turn * workers_K0_of_row);
#pragma unroll
              for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                value_t B_tile_values_quad[4];
                teaal_load_quad(&B_tile_values_quad[0],
                                &B_tile_values[B_tile_K_at * 136 +
                                               static_cast<int>(worker_N3 * 64 + n2_turn * 32 +
                                                                worker_N1 * 4)]);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 11 "gemm_joint_tensor_core.yaml"
                  row_values[k0_turn * 8 + (n2_turn * 4 + n0_turn)] = B_tile_values_quad[n0_turn];
                }
              }
            }
            unsigned row_words[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              row_words[own] = teaal_tf32_bits(row_values[own]);
            }
            unsigned row_rest[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              row_rest[own] = teaal_tf32_rest(row_values[own], row_words[own]);
            }
            value_t column_values[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              column_values[own] = value_t(0);
            }
#line 19 "gemm_joint_tensor_core.yaml"
#pragma unroll
            for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
              const int A_transposed_tile_K_at_2 =
                  A_pattern_tile_K_run_buffer * 8 +
                  static_cast<int>(worker_K0_of_column + k0_turn_2 * workers_K0_of_column);
#pragma unroll
              for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
                value_t A_transposed_tile_values_quad[4];
                teaal_load_quad(
                    &A_transposed_tile_values_quad[0],
                    &A_transposed_tile_values[A_transposed_tile_K_at_2 * 68 +
                                              static_cast<int>(worker_M3 * 64 +
                                                               worker_M2_of_column * 16 +
                                                               m2_turn * workers_M2_of_column * 16 +
                                                               worker_M1_of_column * 4)]);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 11 "gemm_joint_tensor_core.yaml"
                  column_values[k0_turn_2 * 8 + (m2_turn * 4 + m0_turn)] =
                      A_transposed_tile_values_quad[m0_turn];
                }
              }
            }
            unsigned column_words[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              column_words[own] = teaal_tf32_bits(column_values[own]);
            }
            unsigned column_rest[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              column_rest[own] = teaal_tf32_rest(column_values[own], column_words[own]);
            }
#pragma unroll
            // Products.
            for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
#pragma unroll
              for (int n0_turn = 0; n0_turn < 4; n0_turn += 2) {
#pragma unroll
                for (int m2_turn = 0; m2_turn < 4; m2_turn += 2) {
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 50 "gemm_joint_tensor_core.yaml"
                    teaal_mma_in_parts<teaal_multiply_tf32>(
                        sums, ((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn,
                        (((m2_turn + 1) * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn,
                        ((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + (n0_turn + 1),
                        (((m2_turn + 1) * 4 + m0_turn) * 2 + n2_turn) * 4 + (n0_turn + 1),
                        row_words, row_rest, n2_turn * 4 + n0_turn, n2_turn * 4 + (n0_turn + 1),
                        n2_turn * 4 + n0_turn + 8, n2_turn * 4 + (n0_turn + 1) + 8, column_words,
                        column_rest, m2_turn / 2 * 4 + m0_turn, m2_turn / 2 * 4 + m0_turn + 8);
                  }
                }
              }
            }
          }
        }
        if (!in_quads) {
#line 19 "gemm_joint_tensor_core.yaml"
          // Load A_transposed_tile_values and B_tile_values.
          {
            const offset_t A_pattern_tile_K_run_ahead = 0;
            const pos_t A_pattern_tile_K_run_begin_3 =
                static_cast<pos_t>(A_pattern_tile_K_run_ahead);
            const pos_t A_pattern_tile_K_run_end_3 = static_cast<pos_t>(
                min(static_cast<offset_t>(A_pattern_tile_count), A_pattern_tile_K_run_ahead + BK));
            const int A_pattern_tile_K_run_buffer_2 =
                static_cast<int>(A_pattern_tile_K_run_ahead / BK % 2);
            const offset_t A_transposed_tile_K_begin_3 =
                static_cast<offset_t>(A_pattern_tile_K_run_begin_3);
            const offset_t B_tile_K_begin_3 = static_cast<offset_t>(A_pattern_tile_K_run_begin_3);
            const bool A_transposed_tile_quads_3 = teaal_aligned_rows(A_transposed_values, M);
            if (A_transposed_tile_quads_3) {
              coord_t k0_2_ahead_3[2];
#pragma unroll
              for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                const offset_t k0_2_at = A_transposed_tile_K_begin_3 +
                                         (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
                k0_2_ahead_3[quad_turn] = A_pattern_tile_K_coords[k0_2_at];
              }
#pragma unroll
              for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                const int element = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn) * 64 +
                                    static_cast<int>(threadIdx.x) % 16 * 4;
                const offset_t k0_2_at = A_transposed_tile_K_begin_3 +
                                         (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
                const coord_t k0_2 = k0_2_ahead_3[quad_turn];
                const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) % 16 * 4;
                const offset_t A_transposed_M_at =
                    static_cast<offset_t>(k0_2) * static_cast<offset_t>(M) + m0_2;
                teaal_copy_quad(&A_transposed_tile_values[A_pattern_tile_K_run_buffer_2 * 544 +
                                                          (element + element / 64 * 4)],
                                &A_transposed_values[A_transposed_M_at],
                                k0_2_at < A_pattern_tile_K_run_end_3 && m0_2 < M);
              }
            }
            if (!A_transposed_tile_quads_3) {
              coord_t k0_3_ahead[8];
#pragma unroll
              for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
                const offset_t k0_3_at = A_transposed_tile_K_begin_3 +
                                         (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn);
                k0_3_ahead[element_2_turn] = A_pattern_tile_K_coords[k0_3_at];
              }
#pragma unroll
              for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
                const int element_3 =
                    (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn) * 64 +
                    static_cast<int>(threadIdx.x);
                const offset_t k0_3_at = A_transposed_tile_K_begin_3 +
                                         (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn);
                const coord_t k0_3 = k0_3_ahead[element_2_turn];
                const offset_t m0_3 = m4 + static_cast<int>(threadIdx.x);
                const offset_t A_transposed_M_at_2 =
                    static_cast<offset_t>(k0_3) * static_cast<offset_t>(M) + m0_3;
                teaal_copy_element(&A_transposed_tile_values[A_pattern_tile_K_run_buffer_2 * 544 +
                                                             (element_3 + element_3 / 64 * 4)],
                                   &A_transposed_values[A_transposed_M_at_2],
                                   k0_3_at < A_pattern_tile_K_run_end_3 && m0_3 < M);
              }
            }
            const bool B_tile_quads_3 = teaal_aligned_rows(B_values, N);
            if (B_tile_quads_3) {
              coord_t k0_4_ahead_3[4];
#pragma unroll
              for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                const offset_t k0_4_at =
                    B_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
                k0_4_ahead_3[quad_2_turn] = A_pattern_tile_K_coords[k0_4_at];
              }
#pragma unroll
              for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                const int element_4 = (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn) * 128 +
                                      static_cast<int>(threadIdx.x) % 32 * 4;
                const offset_t k0_4_at =
                    B_tile_K_begin_3 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
                const coord_t k0_4 = k0_4_ahead_3[quad_2_turn];
                const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) % 32 * 4;
                const offset_t B_N_at =
                    static_cast<offset_t>(k0_4) * static_cast<offset_t>(N) + n0_2;
                teaal_copy_quad(&B_tile_values[A_pattern_tile_K_run_buffer_2 * 1088 +
                                               (element_4 + element_4 / 128 * 8)],
                                &B_values[B_N_at],
                                k0_4_at < A_pattern_tile_K_run_end_3 && n0_2 < N);
              }
            }
            if (!B_tile_quads_3) {
#pragma unroll 8
              for (int element_5_turn = 0; element_5_turn < 16; ++element_5_turn) {
                const int element_5 = static_cast<int>(threadIdx.x) + element_5_turn * 64;
                const offset_t k0_5_at = B_tile_K_begin_3 + element_5 / 128;
                const coord_t k0_5 = A_pattern_tile_K_coords[k0_5_at];
                const offset_t n0_3 = n4 + element_5 % 128;
                const offset_t B_N_at_2 =
                    static_cast<offset_t>(k0_5) * static_cast<offset_t>(N) + n0_3;
                teaal_copy_element(&B_tile_values[A_pattern_tile_K_run_buffer_2 * 1088 +
                                                  (element_5 + element_5 / 128 * 8)],
                                   &B_values[B_N_at_2],
                                   k0_5_at < A_pattern_tile_K_run_end_3 && n0_3 < N);
              }
            }
            teaal_copies_end();
          }
          for (offset_t A_pattern_tile_K_run = 0; A_pattern_tile_K_run < A_pattern_tile_count;
               A_pattern_tile_K_run += BK) {
            teaal_copies_arrive<0>();
            __syncthreads();
            const offset_t A_pattern_tile_K_run_ahead_2 = A_pattern_tile_K_run + 8;
            const pos_t A_pattern_tile_K_run_begin_4 =
                static_cast<pos_t>(A_pattern_tile_K_run_ahead_2);
            const pos_t A_pattern_tile_K_run_end_4 = static_cast<pos_t>(min(
                static_cast<offset_t>(A_pattern_tile_count), A_pattern_tile_K_run_ahead_2 + BK));
            const int A_pattern_tile_K_run_buffer_3 =
                static_cast<int>(A_pattern_tile_K_run_ahead_2 / BK % 2);
            const offset_t A_transposed_tile_K_begin_4 =
                static_cast<offset_t>(A_pattern_tile_K_run_begin_4);
            const offset_t B_tile_K_begin_4 = static_cast<offset_t>(A_pattern_tile_K_run_begin_4);
            const bool A_transposed_tile_quads_4 = teaal_aligned_rows(A_transposed_values, M);
            // Load A_transposed_tile_values and B_tile_values.
            if (A_transposed_tile_quads_4) {
              coord_t k0_2_ahead_4[2];
#pragma unroll
              for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                const offset_t k0_2_at = A_transposed_tile_K_begin_4 +
                                         (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
                k0_2_ahead_4[quad_turn] = A_pattern_tile_K_coords[k0_2_at];
              }
#pragma unroll
              for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
                const int element = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn) * 64 +
                                    static_cast<int>(threadIdx.x) % 16 * 4;
                const offset_t k0_2_at = A_transposed_tile_K_begin_4 +
                                         (static_cast<int>(threadIdx.x) / 16 * 2 + quad_turn);
                const coord_t k0_2 = k0_2_ahead_4[quad_turn];
                const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) % 16 * 4;
                const offset_t A_transposed_M_at =
                    static_cast<offset_t>(k0_2) * static_cast<offset_t>(M) + m0_2;
                teaal_copy_quad(&A_transposed_tile_values[A_pattern_tile_K_run_buffer_3 * 544 +
                                                          (element + element / 64 * 4)],
                                &A_transposed_values[A_transposed_M_at],
                                k0_2_at < A_pattern_tile_K_run_end_4 && m0_2 < M);
              }
            }
            if (!A_transposed_tile_quads_4) {
              coord_t k0_3_ahead_2[8];
#pragma unroll
              for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
                const offset_t k0_3_at = A_transposed_tile_K_begin_4 +
                                         (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn);
                k0_3_ahead_2[element_2_turn] = A_pattern_tile_K_coords[k0_3_at];
              }
#pragma unroll
              for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
                const int element_3 =
                    (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn) * 64 +
                    static_cast<int>(threadIdx.x);
                const offset_t k0_3_at = A_transposed_tile_K_begin_4 +
                                         (static_cast<int>(threadIdx.x) / 64 * 8 + element_2_turn);
                const coord_t k0_3 = k0_3_ahead_2[element_2_turn];
                const offset_t m0_3 = m4 + static_cast<int>(threadIdx.x);
                const offset_t A_transposed_M_at_2 =
                    static_cast<offset_t>(k0_3) * static_cast<offset_t>(M) + m0_3;
                teaal_copy_element(&A_transposed_tile_values[A_pattern_tile_K_run_buffer_3 * 544 +
                                                             (element_3 + element_3 / 64 * 4)],
                                   &A_transposed_values[A_transposed_M_at_2],
                                   k0_3_at < A_pattern_tile_K_run_end_4 && m0_3 < M);
              }
            }
            const bool B_tile_quads_4 = teaal_aligned_rows(B_values, N);
            if (B_tile_quads_4) {
              coord_t k0_4_ahead_4[4];
#pragma unroll
              for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                const offset_t k0_4_at =
                    B_tile_K_begin_4 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
                k0_4_ahead_4[quad_2_turn] = A_pattern_tile_K_coords[k0_4_at];
              }
#pragma unroll
              for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                const int element_4 = (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn) * 128 +
                                      static_cast<int>(threadIdx.x) % 32 * 4;
                const offset_t k0_4_at =
                    B_tile_K_begin_4 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_2_turn);
                const coord_t k0_4 = k0_4_ahead_4[quad_2_turn];
                const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) % 32 * 4;
                const offset_t B_N_at =
                    static_cast<offset_t>(k0_4) * static_cast<offset_t>(N) + n0_2;
                teaal_copy_quad(&B_tile_values[A_pattern_tile_K_run_buffer_3 * 1088 +
                                               (element_4 + element_4 / 128 * 8)],
                                &B_values[B_N_at],
                                k0_4_at < A_pattern_tile_K_run_end_4 && n0_2 < N);
              }
            }
            if (!B_tile_quads_4) {
#pragma unroll 8
              for (int element_5_turn = 0; element_5_turn < 16; ++element_5_turn) {
                const int element_5 = static_cast<int>(threadIdx.x) + element_5_turn * 64;
                const offset_t k0_5_at = B_tile_K_begin_4 + element_5 / 128;
                const coord_t k0_5 = A_pattern_tile_K_coords[k0_5_at];
                const offset_t n0_3 = n4 + element_5 % 128;
                const offset_t B_N_at_2 =
                    static_cast<offset_t>(k0_5) * static_cast<offset_t>(N) + n0_3;
                teaal_copy_element(&B_tile_values[A_pattern_tile_K_run_buffer_3 * 1088 +
                                                  (element_5 + element_5 / 128 * 8)],
                                   &B_values[B_N_at_2],
                                   k0_5_at < A_pattern_tile_K_run_end_4 && n0_3 < N);
              }
            }
            teaal_copies_end();
            const int A_pattern_tile_K_run_buffer = static_cast<int>(A_pattern_tile_K_run / BK % 2);
            value_t row_values[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              row_values[own] = value_t(0);
            }
#pragma unroll
            for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
              const int B_tile_K_at =
                  A_pattern_tile_K_run_buffer * 8 +
                  static_cast<int>(worker_K0_of_row + k0_turn * workers_K0_of_row);
#pragma unroll
              for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                value_t B_tile_values_quad[4];
                teaal_load_quad(&B_tile_values_quad[0],
                                &B_tile_values[B_tile_K_at * 136 +
                                               static_cast<int>(worker_N3 * 64 + n2_turn * 32 +
                                                                worker_N1 * 4)]);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 11 "gemm_joint_tensor_core.yaml"
                  row_values[k0_turn * 8 + (n2_turn * 4 + n0_turn)] = B_tile_values_quad[n0_turn];
                }
              }
            }
            unsigned row_words[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              row_words[own] = teaal_tf32_bits(row_values[own]);
            }
            unsigned row_rest[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              row_rest[own] = teaal_tf32_rest(row_values[own], row_words[own]);
            }
            value_t column_values[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              column_values[own] = value_t(0);
            }
#line 19 "gemm_joint_tensor_core.yaml"
#pragma unroll
            for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
              const int A_transposed_tile_K_at_2 =
                  A_pattern_tile_K_run_buffer * 8 +
                  static_cast<int>(worker_K0_of_column + k0_turn_2 * workers_K0_of_column);
#pragma unroll
              for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
                value_t A_transposed_tile_values_quad[4];
                teaal_load_quad(
                    &A_transposed_tile_values_quad[0],
                    &A_transposed_tile_values[A_transposed_tile_K_at_2 * 68 +
                                              static_cast<int>(worker_M3 * 64 +
                                                               worker_M2_of_column * 16 +
                                                               m2_turn * workers_M2_of_column * 16 +
                                                               worker_M1_of_column * 4)]);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 11 "gemm_joint_tensor_core.yaml"
                  column_values[k0_turn_2 * 8 + (m2_turn * 4 + m0_turn)] =
                      A_transposed_tile_values_quad[m0_turn];
                }
              }
            }
            unsigned column_words[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              column_words[own] = teaal_tf32_bits(column_values[own]);
            }
            unsigned column_rest[16];
#pragma unroll
            for (int own = 0; own < 16; ++own) {
              column_rest[own] = teaal_tf32_rest(column_values[own], column_words[own]);
            }
#pragma unroll
            // Products.
            for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
#pragma unroll
              for (int n0_turn = 0; n0_turn < 4; n0_turn += 2) {
#pragma unroll
                for (int m2_turn = 0; m2_turn < 4; m2_turn += 2) {
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 50 "gemm_joint_tensor_core.yaml"
                    teaal_mma_in_parts<teaal_multiply_tf32>(
                        sums, ((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn,
                        (((m2_turn + 1) * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn,
                        ((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + (n0_turn + 1),
                        (((m2_turn + 1) * 4 + m0_turn) * 2 + n2_turn) * 4 + (n0_turn + 1),
                        row_words, row_rest, n2_turn * 4 + n0_turn, n2_turn * 4 + (n0_turn + 1),
                        n2_turn * 4 + n0_turn + 8, n2_turn * 4 + (n0_turn + 1) + 8, column_words,
                        column_rest, m2_turn / 2 * 4 + m0_turn, m2_turn / 2 * 4 + m0_turn + 8);
                  }
                }
              }
            }
          }
        }
      }
#line 19 "gemm_joint_tensor_core.yaml"
#pragma unroll 1
      for (offset_t k_chunks = k_chunks_whole_end; k_chunks < K; k_chunks += 4096) {
        const offset_t k_chunks_end = min(static_cast<offset_t>(K), k_chunks + 4096);
        __syncthreads();
        pos_t A_pattern_tile_count = 0;
        // Load A_pattern_tile_K_coords, A_pattern_tile_K_segments, A_transposed_tile_values and
        // B_tile_values.
        const offset_t A_pattern_K_at = m4 / BM * static_cast<offset_t>(K) + k_chunks;
        const offset_t B_pattern_N_TILES_coord = n4 / BN;
        if (B_pattern_N_TILES_coord < N_TILES) {
          const offset_t B_pattern_K_at =
              B_pattern_N_TILES_coord * static_cast<offset_t>(K) + k_chunks;
          A_pattern_tile_count = static_cast<pos_t>(teaal_list_common_bits<1>(
              A_pattern_tile_K_coords, A_pattern_tile_K_segments, A_pattern_bits, A_pattern_K_at, 1,
              B_pattern_bits, B_pattern_K_at, 1, k_chunks, k_chunks_end - k_chunks));
        }
#pragma unroll
        for (int A_pattern_tile_behind_turn = 0; A_pattern_tile_behind_turn < 1;
             ++A_pattern_tile_behind_turn) {
          const int A_pattern_tile_behind =
              static_cast<int>(threadIdx.x) + A_pattern_tile_behind_turn * 64;
          if (A_pattern_tile_behind < 16) {
            A_pattern_tile_K_coords[A_pattern_tile_count + A_pattern_tile_behind] =
                static_cast<coord_t>(k_chunks);
          }
        }
        __syncthreads();
        {
          const offset_t A_pattern_tile_K_run_2_ahead = 0;
          const pos_t A_pattern_tile_K_run_begin_2_2 =
              static_cast<pos_t>(A_pattern_tile_K_run_2_ahead);
          const pos_t A_pattern_tile_K_run_end_2_2 = static_cast<pos_t>(
              min(static_cast<offset_t>(A_pattern_tile_count), A_pattern_tile_K_run_2_ahead + BK));
          const int A_pattern_tile_K_run_2_buffer_2 =
              static_cast<int>(A_pattern_tile_K_run_2_ahead / BK % 2);
          const offset_t A_transposed_tile_K_begin_2_2 =
              static_cast<offset_t>(A_pattern_tile_K_run_begin_2_2);
          const offset_t B_tile_K_begin_2_2 = static_cast<offset_t>(A_pattern_tile_K_run_begin_2_2);
          const bool A_transposed_tile_quads_2_2 = teaal_aligned_rows(A_transposed_values, M);
          if (A_transposed_tile_quads_2_2) {
            coord_t k0_6_ahead[2];
#pragma unroll
            for (int quad_3_turn = 0; quad_3_turn < 2; ++quad_3_turn) {
              const offset_t k0_6_at = A_transposed_tile_K_begin_2_2 +
                                       (static_cast<int>(threadIdx.x) / 16 * 2 + quad_3_turn);
              k0_6_ahead[quad_3_turn] = A_pattern_tile_K_coords[k0_6_at];
            }
#pragma unroll
            for (int quad_3_turn = 0; quad_3_turn < 2; ++quad_3_turn) {
              const int element_6 = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_3_turn) * 64 +
                                    static_cast<int>(threadIdx.x) % 16 * 4;
              const offset_t k0_6_at = A_transposed_tile_K_begin_2_2 +
                                       (static_cast<int>(threadIdx.x) / 16 * 2 + quad_3_turn);
              const coord_t k0_6 = k0_6_ahead[quad_3_turn];
              const offset_t m0_4 = m4 + static_cast<int>(threadIdx.x) % 16 * 4;
              const offset_t A_transposed_M_at_3 =
                  static_cast<offset_t>(k0_6) * static_cast<offset_t>(M) + m0_4;
              teaal_copy_quad(&A_transposed_tile_values[A_pattern_tile_K_run_2_buffer_2 * 544 +
                                                        (element_6 + element_6 / 64 * 4)],
                              &A_transposed_values[A_transposed_M_at_3],
                              k0_6_at < A_pattern_tile_K_run_end_2_2 && m0_4 < M);
            }
          }
          if (!A_transposed_tile_quads_2_2) {
            coord_t k0_7_ahead[8];
#pragma unroll
            for (int element_7_turn = 0; element_7_turn < 8; ++element_7_turn) {
              const offset_t k0_7_at = A_transposed_tile_K_begin_2_2 +
                                       (static_cast<int>(threadIdx.x) / 64 * 8 + element_7_turn);
              k0_7_ahead[element_7_turn] = A_pattern_tile_K_coords[k0_7_at];
            }
#pragma unroll
            for (int element_7_turn = 0; element_7_turn < 8; ++element_7_turn) {
              const int element_8 = (static_cast<int>(threadIdx.x) / 64 * 8 + element_7_turn) * 64 +
                                    static_cast<int>(threadIdx.x);
              const offset_t k0_7_at = A_transposed_tile_K_begin_2_2 +
                                       (static_cast<int>(threadIdx.x) / 64 * 8 + element_7_turn);
              const coord_t k0_7 = k0_7_ahead[element_7_turn];
              const offset_t m0_5 = m4 + static_cast<int>(threadIdx.x);
              const offset_t A_transposed_M_at_4 =
                  static_cast<offset_t>(k0_7) * static_cast<offset_t>(M) + m0_5;
              teaal_copy_element(&A_transposed_tile_values[A_pattern_tile_K_run_2_buffer_2 * 544 +
                                                           (element_8 + element_8 / 64 * 4)],
                                 &A_transposed_values[A_transposed_M_at_4],
                                 k0_7_at < A_pattern_tile_K_run_end_2_2 && m0_5 < M);
            }
          }
          const bool B_tile_quads_2_2 = teaal_aligned_rows(B_values, N);
          if (B_tile_quads_2_2) {
            coord_t k0_8_ahead[4];
#pragma unroll
            for (int quad_4_turn = 0; quad_4_turn < 4; ++quad_4_turn) {
              const offset_t k0_8_at =
                  B_tile_K_begin_2_2 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_4_turn);
              k0_8_ahead[quad_4_turn] = A_pattern_tile_K_coords[k0_8_at];
            }
#pragma unroll
            for (int quad_4_turn = 0; quad_4_turn < 4; ++quad_4_turn) {
              const int element_9 = (static_cast<int>(threadIdx.x) / 32 * 4 + quad_4_turn) * 128 +
                                    static_cast<int>(threadIdx.x) % 32 * 4;
              const offset_t k0_8_at =
                  B_tile_K_begin_2_2 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_4_turn);
              const coord_t k0_8 = k0_8_ahead[quad_4_turn];
              const offset_t n0_4 = n4 + static_cast<int>(threadIdx.x) % 32 * 4;
              const offset_t B_N_at_3 =
                  static_cast<offset_t>(k0_8) * static_cast<offset_t>(N) + n0_4;
              teaal_copy_quad(&B_tile_values[A_pattern_tile_K_run_2_buffer_2 * 1088 +
                                             (element_9 + element_9 / 128 * 8)],
                              &B_values[B_N_at_3],
                              k0_8_at < A_pattern_tile_K_run_end_2_2 && n0_4 < N);
            }
          }
          if (!B_tile_quads_2_2) {
#pragma unroll 8
            for (int element_10_turn = 0; element_10_turn < 16; ++element_10_turn) {
              const int element_10 = static_cast<int>(threadIdx.x) + element_10_turn * 64;
              const offset_t k0_9_at = B_tile_K_begin_2_2 + element_10 / 128;
              const coord_t k0_9 = A_pattern_tile_K_coords[k0_9_at];
              const offset_t n0_5 = n4 + element_10 % 128;
              const offset_t B_N_at_4 =
                  static_cast<offset_t>(k0_9) * static_cast<offset_t>(N) + n0_5;
              teaal_copy_element(&B_tile_values[A_pattern_tile_K_run_2_buffer_2 * 1088 +
                                                (element_10 + element_10 / 128 * 8)],
                                 &B_values[B_N_at_4],
                                 k0_9_at < A_pattern_tile_K_run_end_2_2 && n0_5 < N);
            }
          }
          teaal_copies_end();
        }
        for (offset_t A_pattern_tile_K_run_2 = 0; A_pattern_tile_K_run_2 < A_pattern_tile_count;
             A_pattern_tile_K_run_2 += BK) {
          teaal_copies_arrive<0>();
          __syncthreads();
          const offset_t A_pattern_tile_K_run_2_ahead_2 = A_pattern_tile_K_run_2 + 8;
          const pos_t A_pattern_tile_K_run_begin_2_3 =
              static_cast<pos_t>(A_pattern_tile_K_run_2_ahead_2);
          const pos_t A_pattern_tile_K_run_end_2_3 = static_cast<pos_t>(min(
              static_cast<offset_t>(A_pattern_tile_count), A_pattern_tile_K_run_2_ahead_2 + BK));
          const int A_pattern_tile_K_run_2_buffer_3 =
              static_cast<int>(A_pattern_tile_K_run_2_ahead_2 / BK % 2);
          const offset_t A_transposed_tile_K_begin_2_3 =
              static_cast<offset_t>(A_pattern_tile_K_run_begin_2_3);
          const offset_t B_tile_K_begin_2_3 = static_cast<offset_t>(A_pattern_tile_K_run_begin_2_3);
          const bool A_transposed_tile_quads_2_3 = teaal_aligned_rows(A_transposed_values, M);
          // Load A_transposed_tile_values and B_tile_values.
          if (A_transposed_tile_quads_2_3) {
            coord_t k0_6_ahead_2[2];
#pragma unroll
            for (int quad_3_turn = 0; quad_3_turn < 2; ++quad_3_turn) {
              const offset_t k0_6_at = A_transposed_tile_K_begin_2_3 +
                                       (static_cast<int>(threadIdx.x) / 16 * 2 + quad_3_turn);
              k0_6_ahead_2[quad_3_turn] = A_pattern_tile_K_coords[k0_6_at];
            }
#pragma unroll
            for (int quad_3_turn = 0; quad_3_turn < 2; ++quad_3_turn) {
              const int element_6 = (static_cast<int>(threadIdx.x) / 16 * 2 + quad_3_turn) * 64 +
                                    static_cast<int>(threadIdx.x) % 16 * 4;
              const offset_t k0_6_at = A_transposed_tile_K_begin_2_3 +
                                       (static_cast<int>(threadIdx.x) / 16 * 2 + quad_3_turn);
              const coord_t k0_6 = k0_6_ahead_2[quad_3_turn];
              const offset_t m0_4 = m4 + static_cast<int>(threadIdx.x) % 16 * 4;
              const offset_t A_transposed_M_at_3 =
                  static_cast<offset_t>(k0_6) * static_cast<offset_t>(M) + m0_4;
              teaal_copy_quad(&A_transposed_tile_values[A_pattern_tile_K_run_2_buffer_3 * 544 +
                                                        (element_6 + element_6 / 64 * 4)],
                              &A_transposed_values[A_transposed_M_at_3],
                              k0_6_at < A_pattern_tile_K_run_end_2_3 && m0_4 < M);
            }
          }
          if (!A_transposed_tile_quads_2_3) {
            coord_t k0_7_ahead_2[8];
#pragma unroll
            for (int element_7_turn = 0; element_7_turn < 8; ++element_7_turn) {
              const offset_t k0_7_at = A_transposed_tile_K_begin_2_3 +
                                       (static_cast<int>(threadIdx.x) / 64 * 8 + element_7_turn);
              k0_7_ahead_2[element_7_turn] = A_pattern_tile_K_coords[k0_7_at];
            }
#pragma unroll
            for (int element_7_turn = 0; element_7_turn < 8; ++element_7_turn) {
              const int element_8 = (static_cast<int>(threadIdx.x) / 64 * 8 + element_7_turn) * 64 +
                                    static_cast<int>(threadIdx.x);
              const offset_t k0_7_at = A_transposed_tile_K_begin_2_3 +
                                       (static_cast<int>(threadIdx.x) / 64 * 8 + element_7_turn);
              const coord_t k0_7 = k0_7_ahead_2[element_7_turn];
              const offset_t m0_5 = m4 + static_cast<int>(threadIdx.x);
              const offset_t A_transposed_M_at_4 =
                  static_cast<offset_t>(k0_7) * static_cast<offset_t>(M) + m0_5;
              teaal_copy_element(&A_transposed_tile_values[A_pattern_tile_K_run_2_buffer_3 * 544 +
                                                           (element_8 + element_8 / 64 * 4)],
                                 &A_transposed_values[A_transposed_M_at_4],
                                 k0_7_at < A_pattern_tile_K_run_end_2_3 && m0_5 < M);
            }
          }
          const bool B_tile_quads_2_3 = teaal_aligned_rows(B_values, N);
          if (B_tile_quads_2_3) {
            coord_t k0_8_ahead_2[4];
#pragma unroll
            for (int quad_4_turn = 0; quad_4_turn < 4; ++quad_4_turn) {
              const offset_t k0_8_at =
                  B_tile_K_begin_2_3 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_4_turn);
              k0_8_ahead_2[quad_4_turn] = A_pattern_tile_K_coords[k0_8_at];
            }
#pragma unroll
            for (int quad_4_turn = 0; quad_4_turn < 4; ++quad_4_turn) {
              const int element_9 = (static_cast<int>(threadIdx.x) / 32 * 4 + quad_4_turn) * 128 +
                                    static_cast<int>(threadIdx.x) % 32 * 4;
              const offset_t k0_8_at =
                  B_tile_K_begin_2_3 + (static_cast<int>(threadIdx.x) / 32 * 4 + quad_4_turn);
              const coord_t k0_8 = k0_8_ahead_2[quad_4_turn];
              const offset_t n0_4 = n4 + static_cast<int>(threadIdx.x) % 32 * 4;
              const offset_t B_N_at_3 =
                  static_cast<offset_t>(k0_8) * static_cast<offset_t>(N) + n0_4;
              teaal_copy_quad(&B_tile_values[A_pattern_tile_K_run_2_buffer_3 * 1088 +
                                             (element_9 + element_9 / 128 * 8)],
                              &B_values[B_N_at_3],
                              k0_8_at < A_pattern_tile_K_run_end_2_3 && n0_4 < N);
            }
          }
          if (!B_tile_quads_2_3) {
#pragma unroll 8
            for (int element_10_turn = 0; element_10_turn < 16; ++element_10_turn) {
              const int element_10 = static_cast<int>(threadIdx.x) + element_10_turn * 64;
              const offset_t k0_9_at = B_tile_K_begin_2_3 + element_10 / 128;
              const coord_t k0_9 = A_pattern_tile_K_coords[k0_9_at];
              const offset_t n0_5 = n4 + element_10 % 128;
              const offset_t B_N_at_4 =
                  static_cast<offset_t>(k0_9) * static_cast<offset_t>(N) + n0_5;
              teaal_copy_element(&B_tile_values[A_pattern_tile_K_run_2_buffer_3 * 1088 +
                                                (element_10 + element_10 / 128 * 8)],
                                 &B_values[B_N_at_4],
                                 k0_9_at < A_pattern_tile_K_run_end_2_3 && n0_5 < N);
            }
          }
          teaal_copies_end();
          const int A_pattern_tile_K_run_2_buffer =
              static_cast<int>(A_pattern_tile_K_run_2 / BK % 2);
          value_t row_values[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            row_values[own] = value_t(0);
          }
#pragma unroll
          for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
            const int B_tile_K_at_3 =
                A_pattern_tile_K_run_2_buffer * 8 +
                static_cast<int>(worker_K0_of_row + k0_turn * workers_K0_of_row);
#pragma unroll
            for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
              value_t B_tile_values_quad_2[4];
              teaal_load_quad(
                  &B_tile_values_quad_2[0],
                  &B_tile_values[B_tile_K_at_3 * 136 +
                                 static_cast<int>(worker_N3 * 64 + n2_turn * 32 + worker_N1 * 4)]);
#pragma unroll
              for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 11 "gemm_joint_tensor_core.yaml"
                row_values[k0_turn * 8 + (n2_turn * 4 + n0_turn)] = B_tile_values_quad_2[n0_turn];
              }
            }
          }
          unsigned row_words[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            row_words[own] = teaal_tf32_bits(row_values[own]);
          }
          unsigned row_rest[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            row_rest[own] = teaal_tf32_rest(row_values[own], row_words[own]);
          }
          value_t column_values[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            column_values[own] = value_t(0);
          }
#line 19 "gemm_joint_tensor_core.yaml"
#pragma unroll
          for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
            const int A_transposed_tile_K_at_4 =
                A_pattern_tile_K_run_2_buffer * 8 +
                static_cast<int>(worker_K0_of_column + k0_turn_2 * workers_K0_of_column);
#pragma unroll
            for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
              value_t A_transposed_tile_values_quad_2[4];
              teaal_load_quad(
                  &A_transposed_tile_values_quad_2[0],
                  &A_transposed_tile_values[A_transposed_tile_K_at_4 * 68 +
                                            static_cast<int>(worker_M3 * 64 +
                                                             worker_M2_of_column * 16 +
                                                             m2_turn * workers_M2_of_column * 16 +
                                                             worker_M1_of_column * 4)]);
#pragma unroll
              for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 11 "gemm_joint_tensor_core.yaml"
                column_values[k0_turn_2 * 8 + (m2_turn * 4 + m0_turn)] =
                    A_transposed_tile_values_quad_2[m0_turn];
              }
            }
          }
          unsigned column_words[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            column_words[own] = teaal_tf32_bits(column_values[own]);
          }
          unsigned column_rest[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            column_rest[own] = teaal_tf32_rest(column_values[own], column_words[own]);
          }
#pragma unroll
          // Products.
          for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
#pragma unroll
            for (int n0_turn = 0; n0_turn < 4; n0_turn += 2) {
#pragma unroll
              for (int m2_turn = 0; m2_turn < 4; m2_turn += 2) {
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 50 "gemm_joint_tensor_core.yaml"
                  teaal_mma_in_parts<teaal_multiply_tf32>(
                      sums, ((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn,
                      (((m2_turn + 1) * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn,
                      ((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + (n0_turn + 1),
                      (((m2_turn + 1) * 4 + m0_turn) * 2 + n2_turn) * 4 + (n0_turn + 1), row_words,
                      row_rest, n2_turn * 4 + n0_turn, n2_turn * 4 + (n0_turn + 1),
                      n2_turn * 4 + n0_turn + 8, n2_turn * 4 + (n0_turn + 1) + 8, column_words,
                      column_rest, m2_turn / 2 * 4 + m0_turn, m2_turn / 2 * 4 + m0_turn + 8);
                }
              }
            }
          }
        }
      }
#line 19 "gemm_joint_tensor_core.yaml"
      const bool whole_2 =
          m4_end - m4 == 64 && n4_end - n4 == 128 && teaal_aligned_rows(C_values, N);
      // Store C_values.
      if (whole_2) {
        const offset_t m3 = m4 + worker_M3 * WM;
        const offset_t n3 = n4 + worker_N3 * WN;
#pragma unroll
        for (int m2_turn = 0; m2_turn < 4; ++m2_turn) {
          const offset_t m2 = m3 + m2_turn * HM;
          const offset_t m1 = m2 + worker_M1 * 4;
#pragma unroll
          for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
            const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
            for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
              const offset_t n2 = n3 + n2_turn * HN;
              const offset_t n1 = n2 + worker_N1 * 4;
              teaal_store_quad(&C_values[static_cast<offset_t>(m0) * static_cast<offset_t>(N) +
                                         static_cast<coord_t>(n1)],
                               &sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4]);
            }
          }
        }
      }
      if (!whole_2) {
        if (m4 + worker_M3 * WM < m4_end) {
          const offset_t m3 = m4 + worker_M3 * WM;
          const offset_t m3_end = min(m4_end, m3 + WM);
          if (n4 + worker_N3 * WN < n4_end) {
            const offset_t n3 = n4 + worker_N3 * WN;
            const offset_t n3_end = min(n4_end, n3 + WN);
#pragma unroll
            for (int m2_turn = 0; m2_turn < 4; ++m2_turn) {
              if (m3 + m2_turn * HM < m3_end) {
                const offset_t m2 = m3 + m2_turn * HM;
                const offset_t m2_end = min(m3_end, m2 + HM);
                if (m2 + worker_M1 * 4 < m2_end) {
                  const offset_t m1 = m2 + worker_M1 * 4;
                  const offset_t m1_end = min(m2_end, m1 + 4);
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                    if (m1 + m0_turn < m1_end) {
                      const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                      for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                        if (n3 + n2_turn * HN < n3_end) {
                          const offset_t n2 = n3 + n2_turn * HN;
                          const offset_t n2_end = min(n3_end, n2 + HN);
                          if (n2 + worker_N1 * 4 < n2_end) {
                            const offset_t n1 = n2 + worker_N1 * 4;
                            const offset_t n1_end = min(n2_end, n1 + 4);
#pragma unroll
                            for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                              if (n1 + n0_turn < n1_end) {
                                const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                                const offset_t C_N_at_2 =
                                    static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 11 "gemm_joint_tensor_core.yaml"
                                C_values[C_N_at_2] =
                                    sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn];
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
#line 1 "gemm_joint_tensor_core.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_joint_tensor_core_value;
typedef pos_t gemm_joint_tensor_core_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_joint_tensor_core_workspace_bytes gemm_joint_tensor_core_workspace_bytes_64
#define gemm_joint_tensor_core_launch gemm_joint_tensor_core_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_joint_tensor_core_arguments {
  /* A: M:U, K:U */
  const gemm_joint_tensor_core_value* A_values;
  /* B: K:U, N:U */
  const gemm_joint_tensor_core_value* B_values;
  /* C: M:U, N:U */
  gemm_joint_tensor_core_value* C_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_joint_tensor_core_arguments;

/* Bytes of device memory that gemm_joint_tensor_core_launch needs as workspace (0: none), aligned
 * to 256. */
size_t gemm_joint_tensor_core_workspace_bytes(const gemm_joint_tensor_core_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_joint_tensor_core_error_text. Allocates nothing and throws nothing. */
int gemm_joint_tensor_core_launch(const gemm_joint_tensor_core_arguments* arguments,
                                  void* workspace, size_t workspace_bytes,
                                  struct CUstream_st* stream);
const char* gemm_joint_tensor_core_error_text(int code);
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

struct gemm_joint_tensor_core_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t M_TILES;
  int64_t M_OF_TILE;
  int64_t N_TILES;
  int64_t N_OF_TILE;
  int64_t gemm_joint_tensor_core_C_A_transposed_K_128_workers;
  int64_t gemm_joint_tensor_core_C_A_transposed_M_64_workers;
  int64_t gemm_joint_tensor_core_C_B_pattern_K2_workers;
  int64_t gemm_joint_tensor_core_C_B_pattern_N_TILES_workers;
  int64_t gemm_joint_tensor_core_C_M4_workers;
  int64_t gemm_joint_tensor_core_C_N4_workers;
  explicit gemm_joint_tensor_core_sizes(const gemm_joint_tensor_core_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    M_TILES = ceil_div(M, 64);
    M_OF_TILE = min(64, M);
    N_TILES = ceil_div(N, 128);
    N_OF_TILE = min(128, N);
    gemm_joint_tensor_core_C_A_transposed_K_128_workers = max(min(ceil_div(K, 128), 2147483647), 1);
    gemm_joint_tensor_core_C_A_transposed_M_64_workers = max(min(ceil_div(M, 64), 2147483647), 1);
    gemm_joint_tensor_core_C_B_pattern_K2_workers = max(min(ceil_div(K, 64), 2147483647), 1);
    gemm_joint_tensor_core_C_B_pattern_N_TILES_workers = max(min(N_TILES, 2147483647), 1);
    gemm_joint_tensor_core_C_M4_workers = max(min(ceil_div(M, 64), 2147483647), 1);
    gemm_joint_tensor_core_C_N4_workers =
        max(min(ceil_div(N, 128), 2147483647 / gemm_joint_tensor_core_C_M4_workers), 1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || K <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K) &&
           (M == 0 || N <= 1000000000 / M) && (ceil_div(M_TILES * K, 32) + 1) <= 31250000 &&
           (ceil_div(N_TILES * K, 32) + 1) <= 31250000;
  }
  int64_t elements_0() const { return K * M; }
  int64_t elements_1() const { return ceil_div(M_TILES * K, 32) + 1; }
  int64_t elements_2() const { return ceil_div(N_TILES * K, 32) + 1; }
  int64_t block_gemm_joint_tensor_core_C_A_transposed() const {
    return max(min(ceil_div(min(128, K), 32), 8), 1) * 32;
  }
  int64_t grid_gemm_joint_tensor_core_C_A_transposed() const {
    return min(min(gemm_joint_tensor_core_C_A_transposed_K_128_workers, 2147483648) *
                   gemm_joint_tensor_core_C_A_transposed_M_64_workers,
               2147483648);
  }
  int64_t block_gemm_joint_tensor_core_C_B_pattern() const {
    return max(min(ceil_div(min(64, K), 8), 8), 1) * 32;
  }
  int64_t grid_gemm_joint_tensor_core_C_B_pattern() const {
    return min(min(gemm_joint_tensor_core_C_B_pattern_K2_workers, 2147483648) *
                   gemm_joint_tensor_core_C_B_pattern_N_TILES_workers,
               2147483648);
  }
  int64_t block_gemm_joint_tensor_core_C() const { return 64; }
  int64_t grid_gemm_joint_tensor_core_C() const {
    return gemm_joint_tensor_core_C_M4_workers * gemm_joint_tensor_core_C_N4_workers;
  }
  coord_t K_of_gemm_joint_tensor_core_C_A_transposed() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_joint_tensor_core_C_A_transposed() const { return static_cast<coord_t>(M); }
  coord_t count_M_64_of_gemm_joint_tensor_core_C_A_transposed() const {
    return static_cast<coord_t>(gemm_joint_tensor_core_C_A_transposed_M_64_workers);
  }
  int64_t B_pattern_bits_elements_of_gemm_joint_tensor_core_C_A_transposed() const {
    return ceil_div(N_TILES * K, 32) + 1;
  }
  coord_t K_of_gemm_joint_tensor_core_C_B_pattern() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_joint_tensor_core_C_B_pattern() const { return static_cast<coord_t>(N); }
  coord_t N_OF_TILE_of_gemm_joint_tensor_core_C_B_pattern() const {
    return static_cast<coord_t>(N_OF_TILE);
  }
  coord_t N_TILES_of_gemm_joint_tensor_core_C_B_pattern() const {
    return static_cast<coord_t>(N_TILES);
  }
  coord_t count_N_TILES_of_gemm_joint_tensor_core_C_B_pattern() const {
    return static_cast<coord_t>(gemm_joint_tensor_core_C_B_pattern_N_TILES_workers);
  }
  coord_t K_of_gemm_joint_tensor_core_C() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_joint_tensor_core_C() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_joint_tensor_core_C() const { return static_cast<coord_t>(N); }
  coord_t N_TILES_of_gemm_joint_tensor_core_C() const { return static_cast<coord_t>(N_TILES); }
  coord_t count_N4_of_gemm_joint_tensor_core_C() const {
    return static_cast<coord_t>(gemm_joint_tensor_core_C_N4_workers);
  }
  coord_t count_M4_of_gemm_joint_tensor_core_C() const {
    return static_cast<coord_t>(gemm_joint_tensor_core_C_M4_workers);
  }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_joint_tensor_core_workspace_bytes(
    const gemm_joint_tensor_core_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_joint_tensor_core_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(unsigned) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_joint_tensor_core_launch(const gemm_joint_tensor_core_arguments* arguments,
                                             void* workspace, size_t workspace_bytes,
                                             struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_joint_tensor_core_arguments& a = *arguments;
  const gemm_joint_tensor_core_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_joint_tensor_core_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* A_transposed = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  unsigned* A_pattern_bits = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(unsigned) + 255) / 256 * 256;
  unsigned* B_pattern_bits = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(unsigned) + 255) / 256 * 256;
  if (cudaMemsetAsync(A_pattern_bits, 0, static_cast<size_t>(sizes.elements_1()) * sizeof(unsigned),
                      stream) != cudaSuccess)
    return 3;
  gemm_joint_tensor_core_C_A_transposed<<<
      static_cast<unsigned>(sizes.grid_gemm_joint_tensor_core_C_A_transposed()),
      static_cast<unsigned>(sizes.block_gemm_joint_tensor_core_C_A_transposed()), 0, stream>>>(
      A_pattern_bits, a.A_values, A_transposed, B_pattern_bits,
      sizes.K_of_gemm_joint_tensor_core_C_A_transposed(),
      sizes.M_of_gemm_joint_tensor_core_C_A_transposed(),
      sizes.count_M_64_of_gemm_joint_tensor_core_C_A_transposed(),
      sizes.B_pattern_bits_elements_of_gemm_joint_tensor_core_C_A_transposed());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gemm_joint_tensor_core_C_B_pattern,
                   static_cast<unsigned>(sizes.grid_gemm_joint_tensor_core_C_B_pattern()),
                   static_cast<unsigned>(sizes.block_gemm_joint_tensor_core_C_B_pattern()), 0,
                   stream, B_pattern_bits, a.B_values,
                   sizes.K_of_gemm_joint_tensor_core_C_B_pattern(),
                   sizes.N_of_gemm_joint_tensor_core_C_B_pattern(),
                   sizes.N_OF_TILE_of_gemm_joint_tensor_core_C_B_pattern(),
                   sizes.N_TILES_of_gemm_joint_tensor_core_C_B_pattern(),
                   sizes.count_N_TILES_of_gemm_joint_tensor_core_C_B_pattern()) != cudaSuccess)
    return 3;
  if (launch_early(
          gemm_joint_tensor_core_C, static_cast<unsigned>(sizes.grid_gemm_joint_tensor_core_C()),
          static_cast<unsigned>(sizes.block_gemm_joint_tensor_core_C()), 0, stream, a.C_values,
          A_pattern_bits, B_pattern_bits, A_transposed, a.B_values,
          sizes.K_of_gemm_joint_tensor_core_C(), sizes.M_of_gemm_joint_tensor_core_C(),
          sizes.N_of_gemm_joint_tensor_core_C(), sizes.N_TILES_of_gemm_joint_tensor_core_C(),
          sizes.count_N4_of_gemm_joint_tensor_core_C(),
          sizes.count_M4_of_gemm_joint_tensor_core_C()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* gemm_joint_tensor_core_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_joint_tensor_core_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
