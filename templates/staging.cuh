#pragma once
// Moves elements between global memory, shared memory and registers, four at once (a quad) where
// addresses allow. Copies into shared memory may run asynchronously: they have arrived behind
// teaal_copies_arrive of the same thread, and other threads see them behind a barrier after that.
// T is float, double, int or of 16 bits. PTX: cp.async (ISA 7.0), in which bytes that are not read
// become 0.

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

// The first `count` (none where negative) of four elements, then zeros, one by one: for the edges
// of tensors, kept out of the way of what copies quads.
template <class T>
static __device__ __forceinline__ void teaal_copy_part(T* to, const T* from, int count) {
#pragma unroll 1
  for (int i = 0; i < 4; ++i) teaal_copy_element(to + i, from + i, i < count);
}

// Four entries of a list, from a multiple of four on, into shared memory; asynchronously, as
// teaal_copy_quad copies, where they have 32 bits.
template <class C>
static __device__ __forceinline__ void teaal_copy_entries(C* to, const C* list) {
  if constexpr (sizeof(C) == 4) {
    teaal_copy_quad(to, list, true);
  } else {
#pragma unroll
    for (int i = 0; i < 4; ++i) to[i] = list[i];
  }
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

// Four elements as teaal_copy_quad does, `entry` times `stride` elements behind `from`: less than
// 2^32 bytes a stride. One instruction finds the address, from where a thread's copies begin; left
// to itself, the compiler takes it apart again, into six that wait for each other.
template <class T, class C>
static __device__ __forceinline__ void teaal_copy_listed_quad(T* to, const T* from, C entry,
                                                              long long stride, bool valid) {
#ifndef TEAAL_CPU
  if constexpr (sizeof(C) == 4) {
    const T* at;
    asm("mad.wide.u32 %0, %1, %2, %3;"
        : "=l"(at)
        : "r"(static_cast<unsigned>(entry)),
          "r"(static_cast<unsigned>(stride * static_cast<long long>(sizeof(T)))), "l"(from));
    teaal_copy_quad(to, at, valid);
    return;
  }
#endif
  teaal_copy_quad(to, from + entry * stride, valid);
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

template <class T, class E>
static __device__ __forceinline__ void teaal_load_quad(T* to, const E* from) {
  teaal_read_quad(to, from);
}

// Two elements, of which each may be 16 bits that are read as a value; `from` is aligned to two of
// them.
template <class T, class E>
static __device__ __forceinline__ void teaal_load_pair(T* to, const E* from) {
#ifdef TEAAL_CPU
  E pair[2];
  teaal_take_units<2>(pair, from);
  for (int i = 0; i < 2; ++i) to[i] = pair[i];
#else
  if constexpr (sizeof(E) == 2) {
    const unsigned pair = *reinterpret_cast<const unsigned*>(from);
    to[0] = E{static_cast<unsigned short>(pair)};
    to[1] = E{static_cast<unsigned short>(pair >> 16)};
  } else {
    struct alignas(2 * sizeof(E)) Pair {
      E first, second;
    };
    const Pair pair = *reinterpret_cast<const Pair*>(from);
    to[0] = pair.first;
    to[1] = pair.second;
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
[[maybe_unused]] static __device__ __forceinline__ void teaal_store_quad(int* to, const int* from) {
#ifdef TEAAL_CPU
  teaal_give_units<4>(to, from);
#else
  *reinterpret_cast<int4*>(to) = make_int4(teaal_apart(from[0]), teaal_apart(from[1]),
                                           teaal_apart(from[2]), teaal_apart(from[3]));
#endif
}
[[maybe_unused]] static __device__ __forceinline__ void teaal_store_quad(double* to,
                                                                         const double* from) {
#ifdef TEAAL_CPU
  teaal_give_units<4>(to, from);
#else
  *reinterpret_cast<double2*>(to) = make_double2(from[0], from[1]);
  *reinterpret_cast<double2*>(to + 2) = make_double2(from[2], from[3]);
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

// Four elements to memory, from registers that no main loop fills.
[[maybe_unused]] static __device__ __forceinline__ void teaal_write_quad(float* to,
                                                                         const float* from) {
#ifdef TEAAL_CPU
  teaal_give_units<4>(to, from);
#else
  *reinterpret_cast<float4*>(to) = make_float4(from[0], from[1], from[2], from[3]);
#endif
}
[[maybe_unused]] static __device__ __forceinline__ void teaal_write_quad(int* to, const int* from) {
#ifdef TEAAL_CPU
  teaal_give_units<4>(to, from);
#else
  *reinterpret_cast<int4*>(to) = make_int4(from[0], from[1], from[2], from[3]);
#endif
}
[[maybe_unused]] static __device__ __forceinline__ void teaal_write_quad(double* to,
                                                                         const double* from) {
  teaal_store_quad(to, from);
}
// To elements of 16 bits.
template <class E>
static __device__ __forceinline__ void teaal_write_quad(E* to, const float* from) {
#ifdef TEAAL_CPU
  const E quad[4] = {E::of(from[0]), E::of(from[1]), E::of(from[2]), E::of(from[3])};
  teaal_give_units<4>(to, quad);
#else
  unsigned long long quad = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    quad |= static_cast<unsigned long long>(E::of(from[i]).bits) << 16 * i;
  *reinterpret_cast<unsigned long long*>(to) = quad;
#endif
}

template <class E>
static __device__ __forceinline__ void teaal_store_quad(E* to, const float* from) {
  teaal_write_quad(to, from);  // which takes them apart as it is
}

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
}

// ---- Patterns: which coordinates hold something, as bits of words ----

// Which of four elements, as of read_quad, are not 0.
template <class E>
static __device__ __forceinline__ unsigned teaal_bits_of_quad(const E* from) {
  decltype(+*from) quad[4];
  teaal_read_quad(quad, from);
  unsigned bits = 0u;
#pragma unroll
  for (int i = 0; i < 4; ++i) bits |= (quad[i] != 0 ? 1u : 0u) << i;
  return bits;
}

// Which of the first `count` of four elements are not 0.
template <class E>
static __device__ __forceinline__ unsigned teaal_bits_of_part(const E* from, int count) {
  unsigned bits = 0u;
#pragma unroll
  for (int i = 0; i < 4; ++i) bits |= (i < count && +from[i] != 0 ? 1u : 0u) << i;
  return bits;
}

// Four bits of each of the eight lanes of the caller's group, as a word. All lanes of the warp call
// it.
static __device__ __forceinline__ unsigned teaal_bits_of_lanes(unsigned bits) {
  bits <<= threadIdx.x % 8 * 4;
#pragma unroll
  for (int apart = 1; apart < 8; apart *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, apart);
  return bits;
}

// Whether `found` is true in one of the lanes of the caller's group of `lanes` (1, 2, 4, … 32).
// All lanes of the warp call it.
static __device__ __forceinline__ bool teaal_any_in_group(bool found, int lanes) {
  const int first = threadIdx.x % 32 / lanes * lanes;
  return (__ballot_sync(0xffffffffu, found) >> first & (0xffffffffu >> (32 - lanes))) != 0u;
}

// Of each aligned group of `group` bits (1, 2, 4, … 32), its first bit: whether one of them is set.
static __device__ __forceinline__ unsigned teaal_groups_of_bits(unsigned word, int group) {
  unsigned firsts = 1u;
  for (int have = 1; have < group; have *= 2) word |= word >> have;
  for (int at = group; at < 32; at += group) firsts |= 1u << at;
  return word & firsts;
}

// Appends to list[n…] the numbers, over `group`, of the bits that are set in the words of the
// block's threads, in order; bit 0 of thread 0's word is number `first`. Returns n plus how many
// there are. All threads of a block of 128 call it, with the same n, first and group.
template <class T>
static __device__ __forceinline__ long long teaal_append_bits(T* list, long long n, unsigned word,
                                                              long long first, int group) {
  __shared__ int of_warps[4];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, mine = __popc(word);
  const int behind = teaal_lane_upto(mine);  // bits up to this lane's word, in the warp
  __syncthreads();
  if (lane == 31) of_warps[warp] = behind;
  __syncthreads();
  int before = 0, all = 0;
#pragma unroll
  for (int other = 0; other < 4; ++other) {
    if (other < warp) before += of_warps[other];
    all += of_warps[other];
  }
  // Through shared memory, since a lane's numbers are neighbours; rows of 33, so that lanes whose
  // words are full meet no bank twice.
  __shared__ unsigned short places[4][32 * 33];
  unsigned short* const own = places[warp];
  int at = behind - mine;
  for (unsigned pending = word; pending != 0u; pending &= pending - 1u, ++at)
    own[at + at / 32] =
        static_cast<unsigned short>(lane * 32 + __ffs(static_cast<int>(pending)) - 1);
  __syncwarp();
  T* const to = list + n + before;
  const int number = static_cast<int>(first) + warp * 1024;
  for (int i = lane; i < of_warps[warp]; i += 32)
    to[i] = static_cast<T>((number + own[i + i / 32]) / group);
  return n + all;
}

// Sets order[] to the numbers 0 … n - 1 so that those of larger counts stand first: counts are put
// into 32 classes of equal width, numbers of one class stay in order. All threads of a block of 256
// call it, for at least one number.
template <class N, class T>
static __device__ __forceinline__ void teaal_longest_first(N* order, const T* counts, long long n) {
  const int threads = 256, classes = 32, thread = threadIdx.x;
  __shared__ long long low[threads / 32], high[threads / 32];
  __shared__ int places[classes * threads];
  const long long each = (n + threads - 1) / threads;
  const long long first = min(thread * each, n), end = min(first + each, n);
  int least = counts[0], most = counts[0];
  for (long long i = first; i < end; ++i) {
    least = min(least, static_cast<int>(counts[i]));
    most = max(most, static_cast<int>(counts[i]));
  }
#pragma unroll
  for (int offset = 16; offset > 0; offset /= 2) {
    least = min(least, __shfl_xor_sync(0xffffffffu, least, offset));
    most = max(most, __shfl_xor_sync(0xffffffffu, most, offset));
  }
  if (thread % 32 == 0) {
    low[thread / 32] = least;
    high[thread / 32] = most;
  }
  // Numbers of each class and thread, class by class.
  for (int c = 0; c < classes; ++c) places[c * threads + thread] = 0;
  __syncthreads();
  for (int warp = 0; warp < threads / 32; ++warp) {
    least = min(least, static_cast<int>(low[warp]));
    most = max(most, static_cast<int>(high[warp]));
  }
  const long long width = static_cast<long long>(most) - least + 1;
  const auto place = [&](long long i) -> int& {
    return places[(most - static_cast<long long>(counts[i])) * classes / width * threads + thread];
  };
  for (long long i = first; i < end; ++i) ++place(i);
  __syncthreads();
  // What stands before: a thread adds up neighbours, warp 0 what threads found.
  int sum = 0;
  for (int at = thread * classes; at < (thread + 1) * classes; ++at) sum += places[at];
  const int all = teaal_lane_upto(sum);
  if (thread % 32 == 31) low[thread / 32] = all;
  __syncthreads();
  int before = all - sum;
  for (int warp = 0; warp < thread / 32; ++warp) before += static_cast<int>(low[warp]);
  for (int at = thread * classes; at < (thread + 1) * classes; ++at) {
    const int here = places[at];
    places[at] = before;
    before += here;
  }
  __syncthreads();
  for (long long i = first; i < end; ++i) order[place(i)++] = static_cast<N>(i);
}

// The larger one of a magnitude and that of a value, which does not count if it is not finite.
template <class V>
static __device__ __forceinline__ float teaal_larger(float largest, V value) {
  const float magnitude = fabsf(value);
  return magnitude <= 0x1.fffffep127f && magnitude > largest ? magnitude : largest;
}

// Takes `rows` rows of 32 columns, the first at `from`, each `stride` elements behind the one
// before, into moved[row * 33 + column], zeros where there are fewer than rows_left rows or
// columns_left columns. Returns which columns hold something, the same in all threads. All threads
// of a block of 256 call it; `moved` is shared. If it seeks, *largest becomes the largest
// magnitude.
template <int rows, bool seeks = false, class T, class E>
static __device__ __forceinline__ unsigned teaal_take_rows(T* moved, const E* from,
                                                           long long stride, long long rows_left,
                                                           long long columns_left,
                                                           float* largest = nullptr) {
  const int thread = threadIdx.x;
  unsigned found = 0u;
  float own = 0.0f;
  if (rows % 32 == 0 && rows_left >= rows && columns_left >= 32 &&
      teaal_aligned_rows(from, stride)) {
    const int column = thread % 8 * 4;
    T quads[rows / 32 + (rows < 32)][4];
    const E* quad = from + thread / 8 * stride + column;
#pragma unroll
    for (int part = 0; part < rows / 32; ++part, quad += 32 * stride)
      teaal_read_quad(quads[part], quad);
    T* to = moved + thread / 8 * 33 + column;
#pragma unroll
    for (int part = 0; part < rows / 32; ++part)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        to[part * 32 * 33 + i] = quads[part][i];
        if (quads[part][i] != T(0)) found |= 1u << i;
        if constexpr (seeks) own = teaal_larger(own, quads[part][i]);
      }
    found <<= column;
  } else {
    const int column = thread % 32;
#pragma unroll 8
    for (int row = thread / 32; row < rows; row += 8) {
      const T element =
          row < rows_left && column < columns_left ? T(from[row * stride + column]) : T(0);
      moved[row * 33 + column] = element;
      found |= (element != T(0) ? 1u : 0u) << column;
      if constexpr (seeks) own = teaal_larger(own, element);
    }
  }
  __shared__ unsigned words[8], highest[8];
  found = __reduce_or_sync(0xffffffffu, found);
  // Magnitudes are ordered as their bits are.
  const unsigned high = seeks ? __reduce_max_sync(0xffffffffu, __float_as_uint(own)) : 0u;
  if (thread % 32 == 0) {
    words[thread / 32] = found;
    if (seeks) highest[thread / 32] = high;
  }
  __syncthreads();
  if (seeks && thread < 8) {
    const unsigned of_all = __reduce_max_sync(0xffu, highest[thread]);
    if (thread == 0) *largest = __uint_as_float(of_all);
  }
  return words[0] | words[1] | words[2] | words[3] | words[4] | words[5] | words[6] | words[7];
}

// Writes columns of `moved` as rows: column c to to[c * stride …], `rows` elements, for the columns
// whose bit is set and that are below columns_left.
template <int rows, class T, class V>
static __device__ __forceinline__ void teaal_give_rows(T* to, long long stride, const V* moved,
                                                       unsigned wanted, long long columns_left) {
  if (columns_left < 32) wanted &= 0xffffffffu >> (32 - columns_left);
  if constexpr (rows >= 8 && 256 % rows == 0) {
    const int row = threadIdx.x % rows, column = threadIdx.x / rows, columns = 256 / rows;
    const V* source = moved + row * 33 + column;
    T* place = to + column * stride + row;
    wanted >>= column;
#pragma unroll
    for (int at = 0; at < 32; at += columns, place += columns * stride)
      if (wanted >> at & 1u) *place = source[at];
  } else {
    for (int at = threadIdx.x; at < rows * 32; at += 256) {
      const int column = at / rows, row = at % rows;
      if (wanted >> column & 1u) to[column * stride + row] = moved[row * 33 + column];
    }
  }
}
