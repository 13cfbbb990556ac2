// Made by teaalc 0.1.0 from gemm_packed.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M4 (space), N4 (space), K1, K0, M3 (space), N3 (space), M1 (space), N1 (space), M2, M0,
//     N2, N0 tensor cores: 3xtf32
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   sizes BK=16 BM=128 BN=128 HM=16 HN=32 WM=128 WN=32
//   teaalc gemm_packed.yaml --type=f32 --arch=sm_90a --index-bits=32

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

// Four elements to memory, from registers that no main loop fills.
[[maybe_unused]] static __device__ __forceinline__ void teaal_write_quad(float* to,
                                                                         const float* from) {
#ifdef TEAAL_CPU
  teaal_give_units<4>(to, from);
#else
  *reinterpret_cast<float4*>(to) = make_float4(from[0], from[1], from[2], from[3]);
#endif
}

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
}

// Waits for the copies of the turn; `parity` is 0, 1, 0, … All threads of the block call it, and
// see what was copied behind it.
static __device__ __forceinline__ void teaal_turn_arrives(unsigned* turn, int parity) {
#ifdef TEAAL_CPU
  __syncthreads();
#else
  unsigned done = 0u;
  while (done == 0u)
    asm volatile(
        "{\n.reg .pred arrived;\n"
        "mbarrier.try_wait.parity.shared::cta.b64 arrived, [%1], %2;\n"
        "selp.u32 %0, 1, 0, arrived;\n}"
        : "=r"(done)
        : "r"(static_cast<unsigned>(__cvta_generic_to_shared(turn))), "r"(parity)
        : "memory");
#endif
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

// As teaal_list_places, of elements of one bit: those are listed that are set.
template <int whole, class C, class P>
static __device__ __forceinline__ int teaal_list_bits(C* coords, P* counts, const unsigned* words,
                                                      long long from, long long stride,
                                                      long long first, long long length) {
  return teaal_list_parts<whole>(coords, counts, first, static_cast<int>(length),
                                 teaal_run_of_bits{words, from, stride});
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

// A value as tf32, and what that leaves out of it, alone in words: what tensor cores do not read is
// 0.
static __device__ __forceinline__ unsigned teaal_tf32_word(float value) {
  return teaal_tf32_bits(value) & 0xffffe000u;
}

static __device__ __forceinline__ unsigned teaal_tf32_rest_word(float value) {
  return teaal_tf32_word(value - __uint_as_float(teaal_tf32_word(value)));
}

// Products of the values in two words of operands, where there are no tensor cores.
struct teaal_tf32_words {
  static __device__ __forceinline__ float add_products(float sum, unsigned a, unsigned b) {
    return fmaf(__uint_as_float(a & 0xffffe000u), __uint_as_float(b & 0xffffe000u), sum);
  }
};

// What a row has at k's 2 `pair` and 2 `pair` + 1 of the sixteen that begin at `lines`.
static __device__ __forceinline__ unsigned teaal_word_of_lines(const unsigned* lines, int plane,
                                                               int pair, int row) {
  unsigned out = 0u;
  for (int half = 0; half < 2; ++half) {
    const int k = 2 * pair + half, unit = row % 64 / 8;
    const unsigned both =
        lines[row / 64 * plane + k / 8 * 256 + k % 8 * 32 + (unit ^ k % 8) * 4 + row % 8 / 2];
    out |= (row % 2 ? both >> 16 : both & 0xffffu) << (16 * half);
  }
  return out;
}

// What the instruction takes for a matrix: in planes, or in lines of which 64 rows begin `plane`
// words apart (lines.cuh).
template <int lines>
static __device__ __forceinline__ unsigned long long teaal_matrix(const unsigned* first,
                                                                  int plane) {
#ifdef TEAAL_CPU
  return 0;
#else
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(first));
  // Eight rows (lines) lie so far apart, in 16 bytes; 128-byte swizzling of lines.
  const unsigned long long groups = lines ? 1024 / 16 : 128 / 16, swizzled = lines ? 1 : 0;
  return (address & 0x3ffffu) >> 4 | static_cast<unsigned long long>(plane / 4) << 16 |
         groups << 32 | swizzled << 62;
#endif
}

// The same where there are no tensor cores; `columns` is how many the product has.
template <class Words, int lines>
static __device__ __forceinline__ void teaal_matrix_products(float* sums, int columns, int adds,
                                                             const unsigned* a, int a_plane,
                                                             const unsigned* b, int b_plane) {
  const int first_row = static_cast<int>(threadIdx.x) / 32 % 4 * 16 + threadIdx.x % 32 / 4,
            first_column = threadIdx.x % 4 * 2;
  for (int sum = 0; sum < columns / 2; ++sum) {
    if (adds == 0) sums[sum] = 0.0f;
    const int row = first_row + sum / 2 % 2 * 8, column = sum / 4 * 8 + first_column + sum % 2;
    for (int word = 0; word < 8; ++word)
      sums[sum] = Words::add_products(sums[sum],
                                      lines ? teaal_word_of_lines(a, a_plane, word, row)
                                            : a[word / 4 * a_plane + row * 4 + word % 4],
                                      lines ? teaal_word_of_lines(b, b_plane, word, column)
                                            : b[word / 4 * b_plane + column * 4 + word % 4]);
  }
}

// Around products: sums and matrices may be read by tensor cores from here on; products so far are
// a group; all groups but the last `running` are done.
static __device__ __forceinline__ void teaal_products_begin() {
#ifndef TEAAL_CPU
  asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
#endif
}

static __device__ __forceinline__ void teaal_products_end() {
#ifndef TEAAL_CPU
  asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
#endif
}

template <int running>
static __device__ __forceinline__ void teaal_products_arrive() {
#ifndef TEAAL_CPU
  asm volatile("wgmma.wait_group.sync.aligned %0;" : : "n"(running) : "memory");
#endif
}

// A buffer's turn, two words in shared memory: copies into it arrive there. `turns` are so many.
static __device__ __forceinline__ void teaal_turns_begin(unsigned* turns, int count) {
#ifndef TEAAL_CPU
  if (threadIdx.x == 0) {
    for (int i = 0; i < count; ++i)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;"
                   :
                   : "r"(static_cast<unsigned>(__cvta_generic_to_shared(turns + 2 * i))));
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
#endif
  __syncthreads();
}

// So many words will be copied in this turn: said in front of the copies.
static __device__ __forceinline__ void teaal_turn_takes(unsigned* turn, int words) {
#ifndef TEAAL_CPU
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(turn))), "r"(words * 4)
               : "memory");
#endif
}

// A multiple of four words; both addresses are aligned to 16 bytes.
static __device__ __forceinline__ void teaal_copy_matrix(unsigned* to, const unsigned* from,
                                                         int words, unsigned* turn) {
#ifdef TEAAL_CPU
  for (int i = 0; i < words; ++i) to[i] = from[i];
#else
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
      :
      : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from), "r"(words * 4),
        "r"(static_cast<unsigned>(__cvta_generic_to_shared(turn)))
      : "memory");
#endif
}

// Four words; `to` is aligned to 16 bytes.
static __device__ __forceinline__ void teaal_store_words(unsigned* to, unsigned first,
                                                         unsigned second, unsigned third,
                                                         unsigned fourth) {
#ifdef TEAAL_CPU
  to[0] = first;
  to[1] = second;
  to[2] = third;
  to[3] = fourth;
#else
  *reinterpret_cast<uint4*>(to) = make_uint4(first, second, third, fourth);
#endif
}

static __device__ __forceinline__ void teaal_warpgroup_tf32_128(float* sums, const unsigned* a,
                                                                int a_plane, const unsigned* b,
                                                                int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_tf32_words, 0>(sums, 128, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %66, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "
      "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
      "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
      "}, %64, %65, adds, 1, 1;\n}"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
        "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]),
        "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]),
        "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]),
        "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]), "+f"(sums[26]),
        "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31]),
        "+f"(sums[32]), "+f"(sums[33]), "+f"(sums[34]), "+f"(sums[35]), "+f"(sums[36]),
        "+f"(sums[37]), "+f"(sums[38]), "+f"(sums[39]), "+f"(sums[40]), "+f"(sums[41]),
        "+f"(sums[42]), "+f"(sums[43]), "+f"(sums[44]), "+f"(sums[45]), "+f"(sums[46]),
        "+f"(sums[47]), "+f"(sums[48]), "+f"(sums[49]), "+f"(sums[50]), "+f"(sums[51]),
        "+f"(sums[52]), "+f"(sums[53]), "+f"(sums[54]), "+f"(sums[55]), "+f"(sums[56]),
        "+f"(sums[57]), "+f"(sums[58]), "+f"(sums[59]), "+f"(sums[60]), "+f"(sums[61]),
        "+f"(sums[62]), "+f"(sums[63])
      : "l"(teaal_matrix<0>(a, a_plane)), "l"(teaal_matrix<0>(b, b_plane)), "r"(adds));
#endif
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

#line 13 "gemm_packed.yaml"
extern "C" __global__ void gemm_packed_C_B_pattern(unsigned* __restrict__ B_pattern_bits,
                                                   const value_t* __restrict__ B_values, coord_t K,
                                                   coord_t N) {
  const offset_t worker_K2 = blockIdx.x;
  const offset_t workers_K1 = blockDim.x / 32;
  const offset_t worker_K1 = threadIdx.x / 32;
  const offset_t workers_N_QUADS = 32;
  const offset_t worker_N_QUADS = threadIdx.x % 32;
#line 49 "gemm_packed.yaml"
  if (worker_K2 * 16 < K) {
    const offset_t k2 = worker_K2 * 16;
    const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 16);
    const bool whole = k2_end - k2 == 16;
    if (whole) {
      for (offset_t k1 = k2 + worker_K1 * 2; k1 < k2_end; k1 += workers_K1 * 2) {
#line 13 "gemm_packed.yaml"
        value_t sums[2];
#pragma unroll
        for (int sums_element = 0; sums_element < 2; ++sums_element) {
          sums[sums_element] = value_t(0);
        }
#line 49 "gemm_packed.yaml"
        // Sums.
        for (offset_t n_quads = worker_N_QUADS * 4; n_quads < N; n_quads += workers_N_QUADS * 4) {
          const offset_t n_quads_end = min(static_cast<offset_t>(N), n_quads + 4);
          const bool whole_2 = n_quads_end - n_quads == 4 && teaal_aligned_rows(B_values, N);
          if (whole_2) {
#pragma unroll
            for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
              const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
              value_t B_values_quad[4];
              teaal_read_quad(&B_values_quad[0],
                              &B_values[static_cast<offset_t>(k0) * static_cast<offset_t>(N) +
                                        static_cast<coord_t>(n_quads)]);
#pragma unroll
              for (int n_of_quad_turn = 0; n_of_quad_turn < 4; ++n_of_quad_turn) {
#line 13 "gemm_packed.yaml"
                sums[k0_turn] =
                    sums[k0_turn] != value_t(0) || ((B_values_quad[n_of_quad_turn] != value_t(0))
                                                        ? static_cast<value_t>(1)
                                                        : value_t(0)) != value_t(0)
                        ? value_t(1)
                        : value_t(0);
              }
            }
          }
#line 49 "gemm_packed.yaml"
          if (!whole_2) {
#pragma unroll
            for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
              const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
#pragma unroll
              for (int n_of_quad_turn = 0; n_of_quad_turn < 4; ++n_of_quad_turn) {
                if (n_quads + n_of_quad_turn < n_quads_end) {
                  const coord_t n_of_quad = static_cast<coord_t>(n_quads + n_of_quad_turn);
                  const offset_t B_N_at_2 =
                      static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n_of_quad;
#line 13 "gemm_packed.yaml"
                  sums[k0_turn] = sums[k0_turn] != value_t(0) || ((B_values[B_N_at_2] != value_t(0))
                                                                      ? static_cast<value_t>(1)
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
        for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
          const value_t total = teaal_lane_vote<teaal_either>(sums[k0_turn], 1, 32);
          if (worker_N_QUADS == 0) {
            bits = bits | ((total != value_t(0)) ? (1u << k0_turn) : 0u);
          }
        }
        // Store B_pattern_bits.
        teaal_put_bits(B_pattern_bits, static_cast<offset_t>(static_cast<coord_t>(k1)), bits, 2);
      }
    }
#line 49 "gemm_packed.yaml"
    if (!whole) {
      for (offset_t k1 = k2 + worker_K1 * 2; k1 < k2_end; k1 += workers_K1 * 2) {
        const offset_t k1_end = min(k2_end, k1 + 2);
#line 13 "gemm_packed.yaml"
        value_t sums[2];
#pragma unroll
        for (int sums_element = 0; sums_element < 2; ++sums_element) {
          sums[sums_element] = value_t(0);
        }
#line 49 "gemm_packed.yaml"
        // Sums.
        for (offset_t n_quads = worker_N_QUADS * 4; n_quads < N; n_quads += workers_N_QUADS * 4) {
          const offset_t n_quads_end_2 = min(static_cast<offset_t>(N), n_quads + 4);
#pragma unroll
          for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
            if (k1 + k0_turn < k1_end) {
              const coord_t k0 = static_cast<coord_t>(k1 + k0_turn);
#pragma unroll
              for (int n_of_quad_turn = 0; n_of_quad_turn < 4; ++n_of_quad_turn) {
                if (n_quads + n_of_quad_turn < n_quads_end_2) {
                  const coord_t n_of_quad = static_cast<coord_t>(n_quads + n_of_quad_turn);
                  const offset_t B_N_at_3 =
                      static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n_of_quad;
#line 13 "gemm_packed.yaml"
                  sums[k0_turn] = sums[k0_turn] != value_t(0) || ((B_values[B_N_at_3] != value_t(0))
                                                                      ? static_cast<value_t>(1)
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
        for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
#line 49 "gemm_packed.yaml"
          if (k1 + k0_turn < k1_end) {
#line 13 "gemm_packed.yaml"
            const value_t total_2 = teaal_lane_vote<teaal_either>(sums[k0_turn], 1, 32);
            if (worker_N_QUADS == 0) {
              bits_2 = bits_2 | ((total_2 != value_t(0)) ? (1u << k0_turn) : 0u);
            }
          }
        }
        // Store B_pattern_bits.
        teaal_put_bits(B_pattern_bits, static_cast<offset_t>(static_cast<coord_t>(k1)), bits_2, 2);
      }
    }
  }
}

#line 49 "gemm_packed.yaml"
extern "C" __global__ void __launch_bounds__(1024)
    gemm_packed_C_K_kept(coord_t* __restrict__ K_kept, coord_t* __restrict__ K_kept_count,
                         const unsigned* __restrict__ B_pattern_bits, coord_t K) {
  teaal_await_launches();
  __shared__ pos_t of_warps[32];
  const pos_t count = static_cast<pos_t>(
      teaal_list_bits<1>(K_kept, of_warps, B_pattern_bits, 0, 1, 0, static_cast<size_type>(K)));
  if (threadIdx.x == 0) {
    K_kept_count[0] = static_cast<coord_t>(count);
  }
}

#line 51 "gemm_packed.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_packed_C_B_matrices(unsigned* __restrict__ B_matrices,
                             const value_t* __restrict__ B_values,
                             const coord_t* __restrict__ K_kept,
                             const coord_t* __restrict__ K_kept_count, coord_t K, coord_t N) {
  teaal_await_launches();
  if (0 < K && 0 < N) {
    __shared__ value_t moved[4128];
    const size_type number = static_cast<size_type>(blockIdx.x);
    const size_type chunk = number % (((static_cast<size_type>(K) + 15) / 16 * 16 + 31) / 32) * 32;
    const size_type N_first = number / (((static_cast<size_type>(K) + 15) / 16 * 16 + 31) / 32) %
                              ((static_cast<size_type>(N) + 127) / 128 * 128 / 128) * 128;
    const size_type kept = static_cast<size_type>(K_kept_count[0]);
    if (chunk < (kept + 15) / 16 * 16) {
#pragma unroll
      // Load moved.
      for (int part = 0; part < 16; ++part) {
        const int unit = static_cast<int>(threadIdx.x) + part * 256;
        moved[unit / 128 * 129 +
              ((((unit % 128 / 32 % 4 / 4 * 2 + (unit % 128 / 32 % 1 * 2 + unit % 128 % 4 / 2)) *
                     4 +
                 unit % 128 / 32 % 4 % 4) *
                    2 +
                unit % 128 % 4 % 2) *
                   8 +
               unit % 128 / 4 % 8)] =
            (chunk + unit / 128 < kept && N_first + unit % 128 < static_cast<size_type>(N))
                ? B_values[static_cast<size_type>((chunk + unit / 128 < kept)
                                                      ? K_kept[chunk + unit / 128]
                                                      : static_cast<coord_t>(0)) *
                               static_cast<size_type>(N) +
                           (N_first + unit % 128)]
                : value_t(0);
      }
      __syncthreads();
#pragma unroll
      // Store B_matrices.
      for (int part = 0; part < 4; ++part) {
        const int unit = static_cast<int>(threadIdx.x) + part * 256;
        if (chunk + unit / 128 * 4 < (kept + 15) / 16 * 16) {
          const size_type to = unit % 128;
          teaal_store_words(
              &B_matrices[(N_first / 128 * ((static_cast<size_type>(K) + 15) / 16 * 16 / 4) +
                           (chunk + unit / 128 * 4) / 4) *
                              1024 +
                          to * 4],
              teaal_tf32_word(moved[unit / 128 * 4 * 129 + unit % 128]),
              teaal_tf32_word(moved[(unit / 128 * 4 + 1) * 129 + unit % 128]),
              teaal_tf32_word(moved[(unit / 128 * 4 + 2) * 129 + unit % 128]),
              teaal_tf32_word(moved[(unit / 128 * 4 + 3) * 129 + unit % 128]));
          teaal_store_words(
              &B_matrices[(N_first / 128 * ((static_cast<size_type>(K) + 15) / 16 * 16 / 4) +
                           (chunk + unit / 128 * 4) / 4) *
                              1024 +
                          (128 + to) * 4],
              teaal_tf32_rest_word(moved[unit / 128 * 4 * 129 + unit % 128]),
              teaal_tf32_rest_word(moved[(unit / 128 * 4 + 1) * 129 + unit % 128]),
              teaal_tf32_rest_word(moved[(unit / 128 * 4 + 2) * 129 + unit % 128]),
              teaal_tf32_rest_word(moved[(unit / 128 * 4 + 3) * 129 + unit % 128]));
        }
      }
    }
  }
}

#line 51 "gemm_packed.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_packed_C_A_matrices(unsigned* __restrict__ A_matrices,
                             const value_t* __restrict__ A_values,
                             const coord_t* __restrict__ K_kept,
                             const coord_t* __restrict__ K_kept_count, coord_t M, coord_t K) {
  teaal_await_launches();
  if (0 < M && 0 < K) {
    __shared__ value_t moved[4128];
    const size_type number = static_cast<size_type>(blockIdx.x);
    const size_type chunk = number % (((static_cast<size_type>(K) + 15) / 16 * 16 + 31) / 32) * 32;
    const size_type M_first = number / (((static_cast<size_type>(K) + 15) / 16 * 16 + 31) / 32) %
                              ((static_cast<size_type>(M) + 127) / 128 * 128 / 128) * 128;
    const size_type kept = static_cast<size_type>(K_kept_count[0]);
    if (chunk < (kept + 15) / 16 * 16) {
#pragma unroll
      // Load moved.
      for (int part = 0; part < 16; ++part) {
        const int unit = static_cast<int>(threadIdx.x) + part * 256;
        moved[unit % 32 * 129 +
              (((unit / 32 / 128 % 1 * 16 + (unit / 32 / 16 % 8 * 2 + unit / 32 % 4 / 2)) * 4 +
                unit / 32 / 4 % 4) *
                   2 +
               unit / 32 % 4 % 2)] =
            (M_first + unit / 32 < static_cast<size_type>(M) && chunk + unit % 32 < kept)
                ? A_values[(M_first + unit / 32) * static_cast<size_type>(K) +
                           static_cast<size_type>((chunk + unit % 32 < kept)
                                                      ? K_kept[chunk + unit % 32]
                                                      : static_cast<coord_t>(0))]
                : value_t(0);
      }
      __syncthreads();
#pragma unroll
      // Store A_matrices.
      for (int part = 0; part < 4; ++part) {
        const int unit = static_cast<int>(threadIdx.x) + part * 256;
        if (chunk + unit / 128 * 4 < (kept + 15) / 16 * 16) {
          const size_type to = unit % 128;
          teaal_store_words(
              &A_matrices[(M_first / 128 * ((static_cast<size_type>(K) + 15) / 16 * 16 / 4) +
                           (chunk + unit / 128 * 4) / 4) *
                              1024 +
                          to * 4],
              teaal_tf32_word(moved[unit / 128 * 4 * 129 + unit % 128]),
              teaal_tf32_word(moved[(unit / 128 * 4 + 1) * 129 + unit % 128]),
              teaal_tf32_word(moved[(unit / 128 * 4 + 2) * 129 + unit % 128]),
              teaal_tf32_word(moved[(unit / 128 * 4 + 3) * 129 + unit % 128]));
          teaal_store_words(
              &A_matrices[(M_first / 128 * ((static_cast<size_type>(K) + 15) / 16 * 16 / 4) +
                           (chunk + unit / 128 * 4) / 4) *
                              1024 +
                          (128 + to) * 4],
              teaal_tf32_rest_word(moved[unit / 128 * 4 * 129 + unit % 128]),
              teaal_tf32_rest_word(moved[(unit / 128 * 4 + 1) * 129 + unit % 128]),
              teaal_tf32_rest_word(moved[(unit / 128 * 4 + 2) * 129 + unit % 128]),
              teaal_tf32_rest_word(moved[(unit / 128 * 4 + 3) * 129 + unit % 128]));
        }
      }
    }
  }
}

#line 13 "gemm_packed.yaml"
extern "C" __global__ void __launch_bounds__(128, 2)
    gemm_packed_C(value_t* __restrict__ C_values, const coord_t* __restrict__ K_kept_count,
                  const unsigned* __restrict__ B_matrices, const unsigned* __restrict__ A_matrices,
                  coord_t K, coord_t M, coord_t N, coord_t count_N4, coord_t count_M4) {
  extern __shared__ __align__(128) unsigned char teaal_shared[];
  constexpr int BK = 16;
  constexpr int BM = 128;
  constexpr int BN = 128;
  constexpr int HM = 16;
  constexpr int HN = 32;
  constexpr int WM = 128;
  constexpr int WN = 32;
  teaal_await_launches();
  const offset_t workers_N4 = count_N4;
  const offset_t worker_N4 = blockIdx.x % count_N4;
  const offset_t workers_M4 = count_M4;
  const offset_t worker_M4 = blockIdx.x / count_N4;
  const offset_t worker_N3 = threadIdx.x / 32 % 4;
  const offset_t worker_M3 = threadIdx.x / 32 / 4;
  const offset_t worker_M1 = threadIdx.x % 32 % 4;
  const offset_t worker_N1 = threadIdx.x % 32 / 4;
  __shared__ __align__(16) unsigned turns[6];
  int parities = 0;
  teaal_turns_begin(turns, 3);
  unsigned* const B_tile = reinterpret_cast<unsigned*>(teaal_shared + 0);
  unsigned* const A_tile = reinterpret_cast<unsigned*>(teaal_shared + 49152);
  const coord_t k_kept = K_kept_count[0];
#line 21 "gemm_packed.yaml"
  for (offset_t m4 = worker_M4 * BM; m4 < M; m4 += workers_M4 * BM) {
    const offset_t m4_end = min(static_cast<offset_t>(M), m4 + BM);
    for (offset_t n4 = worker_N4 * BN; n4 < N; n4 += workers_N4 * BN) {
      const offset_t n4_end = min(static_cast<offset_t>(N), n4 + BN);
#line 13 "gemm_packed.yaml"
      value_t sums[128];
#pragma unroll
      for (int sums_element = 0; sums_element < 128; ++sums_element) {
        sums[sums_element] = value_t(0);
      }
      __syncthreads();
#line 21 "gemm_packed.yaml"
#pragma unroll
      // Load A_tile, B_tile and turns.
      for (int k1_first = 0; k1_first < 3; ++k1_first) {
        if (k1_first * BK < static_cast<offset_t>(k_kept)) {
          const offset_t k1_ahead = k1_first * BK;
          const int k1_buffer_2 = static_cast<int>(k1_first % 3);
          const int B_tile_begin_2 = k1_buffer_2 * 4096;
          const int A_tile_begin_2 = k1_buffer_2 * 4096;
          const int k1_slot_2 = static_cast<int>(k1_first % 3);
          if (threadIdx.x == 0) {
            teaal_turn_takes(&turns[k1_slot_2 * 2], 8192);
            teaal_copy_matrix(&B_tile[B_tile_begin_2],
                              &B_matrices[(static_cast<size_type>(n4 / 128) *
                                               ((static_cast<offset_t>(K) + 15) / 16 * 16 / 4) +
                                           k1_ahead / 4) *
                                          1024],
                              4096, &turns[k1_slot_2 * 2]);
            teaal_copy_matrix(&A_tile[A_tile_begin_2],
                              &A_matrices[(static_cast<size_type>(m4 / 128) *
                                               ((static_cast<offset_t>(K) + 15) / 16 * 16 / 4) +
                                           k1_ahead / 4) *
                                          1024],
                              4096, &turns[k1_slot_2 * 2]);
          }
        }
      }
      for (offset_t k1 = 0; k1 < k_kept; k1 += BK) {
        const int k1_buffer = static_cast<int>(k1 / BK % 3);
        const int B_tile_begin = k1_buffer * 4096;
        const int A_tile_begin = k1_buffer * 4096;
        const int k1_slot = static_cast<int>(k1 / BK % 3);
        teaal_turn_arrives(&turns[k1_slot * 2], parities >> k1_slot & 1);
        parities = parities ^ 1 << k1_slot;
#pragma unroll
        // Products.
        for (int row_block = 0; row_block < 2; ++row_block) {
#pragma unroll
          for (int column_block = 0; column_block < 128; column_block += 128) {
            value_t sums_part[64];
            teaal_products_begin();
#pragma unroll
            for (int k_step = 0; k_step < 16; k_step += 8) {
#line 51 "gemm_packed.yaml"
              teaal_warpgroup_tf32_128(
                  &sums_part[0],
                  &B_tile[B_tile_begin + k_step / 4 * 1024 +
                          (128 +
                           (static_cast<int>(threadIdx.x) / 32 % 4 / 4 * 2 + row_block) * 64) *
                              4],
                  1024,
                  &A_tile[A_tile_begin + k_step / 4 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 / 4 * 128 + column_block) * 4],
                  1024, (0 < k_step) ? 1 : 0);
              teaal_warpgroup_tf32_128(
                  &sums_part[0],
                  &B_tile[B_tile_begin + k_step / 4 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 % 4 / 4 * 2 + row_block) * 64 * 4],
                  1024,
                  &A_tile[A_tile_begin + k_step / 4 * 1024 +
                          (128 + (static_cast<int>(threadIdx.x) / 32 / 4 * 128 + column_block)) *
                              4],
                  1024, 1);
              teaal_warpgroup_tf32_128(
                  &sums_part[0],
                  &B_tile[B_tile_begin + k_step / 4 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 % 4 / 4 * 2 + row_block) * 64 * 4],
                  1024,
                  &A_tile[A_tile_begin + k_step / 4 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 / 4 * 128 + column_block) * 4],
                  1024, 1);
            }
            teaal_products_end();
            teaal_products_arrive<0>();
#pragma unroll
            for (int own = 0; own < 64; ++own) {
              sums[row_block * 64 + column_block / 2 + own] += sums_part[own];
            }
          }
        }
        __syncthreads();
        // Load A_tile, B_tile and turns.
        if (k1 + 48 < static_cast<offset_t>(k_kept)) {
          const offset_t k1_ahead_2 = k1 + 48;
          const int k1_buffer_3 = static_cast<int>(k1_ahead_2 / BK % 3);
          const int B_tile_begin_3 = k1_buffer_3 * 4096;
          const int A_tile_begin_3 = k1_buffer_3 * 4096;
          const int k1_slot_3 = static_cast<int>(k1_ahead_2 / BK % 3);
          if (threadIdx.x == 0) {
            teaal_turn_takes(&turns[k1_slot_3 * 2], 8192);
            teaal_copy_matrix(&B_tile[B_tile_begin_3],
                              &B_matrices[(static_cast<size_type>(n4 / 128) *
                                               ((static_cast<offset_t>(K) + 15) / 16 * 16 / 4) +
                                           k1_ahead_2 / 4) *
                                          1024],
                              4096, &turns[k1_slot_3 * 2]);
            teaal_copy_matrix(&A_tile[A_tile_begin_3],
                              &A_matrices[(static_cast<size_type>(m4 / 128) *
                                               ((static_cast<offset_t>(K) + 15) / 16 * 16 / 4) +
                                           k1_ahead_2 / 4) *
                                          1024],
                              4096, &turns[k1_slot_3 * 2]);
          }
        }
      }
#line 21 "gemm_packed.yaml"
      const bool whole =
          m4_end - m4 == 128 && n4_end - n4 == 128 && teaal_aligned_rows(C_values, N);
      // Store C_values.
      if (whole) {
        const offset_t m3 = m4 + worker_M3 * WM;
        const offset_t n3 = n4 + worker_N3 * WN;
#pragma unroll
        for (int m2_turn = 0; m2_turn < 8; ++m2_turn) {
          const offset_t m2 = m3 + m2_turn * HM;
          const offset_t m1 = m2 + worker_M1 * 4;
#pragma unroll
          for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
            const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
            const offset_t n1 = n3 + worker_N1 * 4;
            value_t C_values_quad[4];
#pragma unroll
            for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 13 "gemm_packed.yaml"
              C_values_quad[n0_turn] =
                  sums[((n0_turn / 2 * 16 + (m2_turn * 2 + m0_turn / 2)) * 2 + n0_turn % 2) * 2 +
                       m0_turn % 2];
            }
#line 21 "gemm_packed.yaml"
            teaal_write_quad(&C_values[static_cast<offset_t>(m0) * static_cast<offset_t>(N) +
                                       static_cast<coord_t>(n1)],
                             &C_values_quad[0]);
          }
        }
      }
      if (!whole) {
        if (m4 + worker_M3 * WM < m4_end) {
          const offset_t m3 = m4 + worker_M3 * WM;
          const offset_t m3_end = min(m4_end, m3 + WM);
          if (n4 + worker_N3 * WN < n4_end) {
            const offset_t n3 = n4 + worker_N3 * WN;
            const offset_t n3_end = min(n4_end, n3 + WN);
#pragma unroll
            for (int m2_turn = 0; m2_turn < 8; ++m2_turn) {
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
                      if (n3 < n3_end) {
                        const offset_t n2_end = min(n3_end, n3 + HN);
                        if (n3 + worker_N1 * 4 < n2_end) {
                          const offset_t n1 = n3 + worker_N1 * 4;
                          const offset_t n1_end = min(n2_end, n1 + 4);
#pragma unroll
                          for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                            if (n1 + n0_turn < n1_end) {
                              const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                              const offset_t C_N_at_2 =
                                  static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "gemm_packed.yaml"
                              C_values[C_N_at_2] =
                                  sums[((n0_turn / 2 * 16 + (m2_turn * 2 + m0_turn / 2)) * 2 +
                                        n0_turn % 2) *
                                           2 +
                                       m0_turn % 2];
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
#line 1 "gemm_packed.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_packed_value;
typedef pos_t gemm_packed_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_packed_workspace_bytes gemm_packed_workspace_bytes_64
#define gemm_packed_launch gemm_packed_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_packed_arguments {
  /* B: K:U, N:U */
  const gemm_packed_value* B_values;
  /* A: M:U, K:U */
  const gemm_packed_value* A_values;
  /* C: M:U, N:U */
  gemm_packed_value* C_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_packed_arguments;

/* Bytes of device memory that gemm_packed_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_packed_workspace_bytes(const gemm_packed_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_packed_error_text. Allocates nothing and throws nothing. */
int gemm_packed_launch(const gemm_packed_arguments* arguments, void* workspace,
                       size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_packed_error_text(int code);
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

struct gemm_packed_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t gemm_packed_C_M4_workers;
  int64_t gemm_packed_C_N4_workers;
  explicit gemm_packed_sizes(const gemm_packed_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    gemm_packed_C_M4_workers = max(min(ceil_div(M, 128), 2147483647), 1);
    gemm_packed_C_N4_workers = max(min(ceil_div(N, 128), 2147483647 / gemm_packed_C_M4_workers), 1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (K == 0 || N <= 1000000000 / K) && (M == 0 || K <= 1000000000 / M) &&
           (M == 0 || N <= 1000000000 / M) && (ceil_div(K, 32) + 1) <= 31250000;
  }
  int64_t elements_0() const { return K; }
  int64_t elements_1() const { return 1; }
  int64_t elements_2() const {
    return 2 * (ceil_div(K, 16) * 16) * (ceil_div(N, 128) * 128) * 4 / 4;
  }
  int64_t elements_3() const {
    return 2 * (ceil_div(M, 128) * 128) * (ceil_div(K, 16) * 16) * 4 / 4;
  }
  int64_t elements_4() const { return ceil_div(K, 32) + 1; }
  int64_t block_gemm_packed_C_B_pattern() const {
    return max(min(ceil_div(min(16, K), 2), 8), 1) * 32;
  }
  int64_t grid_gemm_packed_C_B_pattern() const {
    return min(max(min(ceil_div(K, 16), 2147483647), 1), 2147483648);
  }
  int64_t block_gemm_packed_C_K_kept() const { return 1024; }
  int64_t grid_gemm_packed_C_K_kept() const { return 1; }
  int64_t block_gemm_packed_C_B_matrices() const { return 256; }
  int64_t grid_gemm_packed_C_B_matrices() const {
    return max(ceil_div(ceil_div(K, 16) * 16, 32) * (ceil_div(N, 128) * 128 / 128), 1);
  }
  int64_t block_gemm_packed_C_A_matrices() const { return 256; }
  int64_t grid_gemm_packed_C_A_matrices() const {
    return max(ceil_div(ceil_div(K, 16) * 16, 32) * (ceil_div(M, 128) * 128 / 128), 1);
  }
  int64_t block_gemm_packed_C() const { return 128; }
  int64_t grid_gemm_packed_C() const { return gemm_packed_C_M4_workers * gemm_packed_C_N4_workers; }
  coord_t K_of_gemm_packed_C_B_pattern() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_packed_C_B_pattern() const { return static_cast<coord_t>(N); }
  coord_t K_of_gemm_packed_C_K_kept() const { return static_cast<coord_t>(K); }
  coord_t K_of_gemm_packed_C_B_matrices() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_packed_C_B_matrices() const { return static_cast<coord_t>(N); }
  coord_t M_of_gemm_packed_C_A_matrices() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_packed_C_A_matrices() const { return static_cast<coord_t>(K); }
  coord_t K_of_gemm_packed_C() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_packed_C() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_packed_C() const { return static_cast<coord_t>(N); }
  coord_t count_N4_of_gemm_packed_C() const {
    return static_cast<coord_t>(gemm_packed_C_N4_workers);
  }
  coord_t count_M4_of_gemm_packed_C() const {
    return static_cast<coord_t>(gemm_packed_C_M4_workers);
  }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_packed_workspace_bytes(const gemm_packed_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_packed_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(coord_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(coord_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(unsigned) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_packed_launch(const gemm_packed_arguments* arguments, void* workspace,
                                  size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_packed_arguments& a = *arguments;
  const gemm_packed_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_packed_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  coord_t* K_kept = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(coord_t) + 255) / 256 * 256;
  coord_t* K_kept_count = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(coord_t) + 255) / 256 * 256;
  unsigned* B_matrices = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(unsigned) + 255) / 256 * 256;
  unsigned* A_matrices = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(unsigned) + 255) / 256 * 256;
  unsigned* B_pattern_bits = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(unsigned) + 255) / 256 * 256;
  if (cudaMemsetAsync(B_pattern_bits, 0, static_cast<size_t>(sizes.elements_4()) * sizeof(unsigned),
                      stream) != cudaSuccess)
    return 3;
  gemm_packed_C_B_pattern<<<static_cast<unsigned>(sizes.grid_gemm_packed_C_B_pattern()),
                            static_cast<unsigned>(sizes.block_gemm_packed_C_B_pattern()), 0,
                            stream>>>(B_pattern_bits, a.B_values,
                                      sizes.K_of_gemm_packed_C_B_pattern(),
                                      sizes.N_of_gemm_packed_C_B_pattern());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gemm_packed_C_K_kept, static_cast<unsigned>(sizes.grid_gemm_packed_C_K_kept()),
                   static_cast<unsigned>(sizes.block_gemm_packed_C_K_kept()), 0, stream, K_kept,
                   K_kept_count, B_pattern_bits, sizes.K_of_gemm_packed_C_K_kept()) != cudaSuccess)
    return 3;
  if (launch_early(
          gemm_packed_C_B_matrices, static_cast<unsigned>(sizes.grid_gemm_packed_C_B_matrices()),
          static_cast<unsigned>(sizes.block_gemm_packed_C_B_matrices()), 0, stream, B_matrices,
          a.B_values, K_kept, K_kept_count, sizes.K_of_gemm_packed_C_B_matrices(),
          sizes.N_of_gemm_packed_C_B_matrices()) != cudaSuccess)
    return 3;
  if (launch_early(
          gemm_packed_C_A_matrices, static_cast<unsigned>(sizes.grid_gemm_packed_C_A_matrices()),
          static_cast<unsigned>(sizes.block_gemm_packed_C_A_matrices()), 0, stream, A_matrices,
          a.A_values, K_kept, K_kept_count, sizes.M_of_gemm_packed_C_A_matrices(),
          sizes.K_of_gemm_packed_C_A_matrices()) != cudaSuccess)
    return 3;
  if (cudaFuncSetAttribute(gemm_packed_C, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304) !=
      cudaSuccess)
    return 3;
  if (launch_early(gemm_packed_C, static_cast<unsigned>(sizes.grid_gemm_packed_C()),
                   static_cast<unsigned>(sizes.block_gemm_packed_C()), 98304, stream, a.C_values,
                   K_kept_count, B_matrices, A_matrices, sizes.K_of_gemm_packed_C(),
                   sizes.M_of_gemm_packed_C(), sizes.N_of_gemm_packed_C(),
                   sizes.count_N4_of_gemm_packed_C(),
                   sizes.count_M4_of_gemm_packed_C()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* gemm_packed_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_packed_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
