// Made by teaalc 0.1.0 from gemm_joint_3xf16.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M3 (space), N3 (space), K1, K0, M2 (space), M1 (space), N1 (space), M0, N2, N0
//     tensor cores: 3xf16
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   sizes BK=32 BM=64 BN=128 HM=16 HN=16
//   teaalc gemm_joint_3xf16.yaml --type=f32 --arch=sm_90a --index-bits=32

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

// A NaN loses against a number.
struct teaal_max {
  static __device__ __forceinline__ float of(float a, float b) { return fmaxf(a, b); }
  static __device__ __forceinline__ double of(double a, double b) { return fmax(a, b); }
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

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
}

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

// Whether `found` is true in one of the lanes of the caller's group of `lanes` (1, 2, 4, … 32).
// All lanes of the warp call it.
static __device__ __forceinline__ bool teaal_any_in_group(bool found, int lanes) {
  const int first = threadIdx.x % 32 / lanes * lanes;
  return (__ballot_sync(0xffffffffu, found) >> first & (0xffffffffu >> (32 - lanes))) != 0u;
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

// Whether this is a machine with tensor cores; what they do is spelled out for others.
static __device__ __forceinline__ bool teaal_has_tensor_cores() {
#ifdef TEAAL_CPU
  return false;
#else
  return true;
#endif
}

static __device__ __forceinline__ unsigned teaal_f16_half(float value) {
  const unsigned bits = __float_as_uint(value), sign = bits >> 16 & 0x8000u,
                 magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7fffu;
  if (magnitude == 0x7f800000u) return sign | 0x7c00u;
  if (magnitude >= 0x477ff000u) return sign | 0x7c00u;
  if (magnitude >= 0x38800000u)
    return sign | (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
  // In front of 2^23 a float's last bit is 1: the sum is rounded to the nearest.
  return sign | (__float_as_uint(__uint_as_float(magnitude) * 0x1p24f + 0x1p23f) & 0x7fffffu);
}

static __device__ __forceinline__ float teaal_value_of_f16(unsigned bits) {
  const unsigned magnitude = bits & 0x7fffu, sign = (bits & 0x8000u) << 16;
  if (magnitude >= 0x7c00u) return __uint_as_float(sign | 0x7f800000u | magnitude << 13);
  return __uint_as_float(sign | __float_as_uint(__uint_as_float(magnitude << 13) * 0x1p112f));
}

static __device__ __forceinline__ unsigned teaal_f16_bits(float low, float high) {
  if (!teaal_has_tensor_cores()) return teaal_f16_half(low) | teaal_f16_half(high) << 16;
  unsigned bits = 0u;
#ifndef TEAAL_CPU
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(high), "f"(low));
#endif
  return bits;
}

static __device__ __forceinline__ void teaal_values_of_f16(unsigned bits, float* low, float* high) {
  if (!teaal_has_tensor_cores()) {
    *low = teaal_value_of_f16(bits & 0xffffu);
    *high = teaal_value_of_f16(bits >> 16);
  }
#ifndef TEAAL_CPU
  asm("{.reg .b16 low, high; mov.b32 {low, high}, %2; cvt.f32.f16 %0, low; cvt.f32.f16 %1, high;}"
      : "=f"(*low), "=f"(*high)
      : "r"(bits));
#endif
}

// What f16 leaves out of two values, as f16 again: together 22 significant bits, of values that
// are large enough.
static __device__ __forceinline__ unsigned teaal_f16_rest_bits(float low, float high) {
  float kept_low, kept_high;
  teaal_values_of_f16(teaal_f16_bits(low, high), &kept_low, &kept_high);
  return teaal_f16_bits(low - kept_low, high - kept_high);
}

template <class E>
static __device__ __forceinline__ float teaal_larger_in_part(float largest, const E* from,
                                                             int count) {
#pragma unroll
  for (int i = 0; i < 4; ++i)
    if (i < count) largest = teaal_larger(largest, from[i]);
  return largest;
}

template <class E>
static __device__ __forceinline__ float teaal_larger_in_quad(float largest, const E* from) {
  float quad[4];
  teaal_read_quad(quad, from);
  return teaal_larger_in_part(largest, quad, 4);
}

// The largest of a thread's share of `count` elements that threads of all blocks share, quads side
// by side.
template <class E>
static __device__ __forceinline__ float teaal_largest_of(const E* from, long long count) {
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x,
                  own = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x,
                  quads = teaal_aligned_rows(from, 0) ? count / 4 : 0;
  float out = 0.0f;
#pragma unroll 4
  for (long long quad = own; quad < quads; quad += threads)
    out = teaal_larger_in_quad(out, from + 4 * quad);
  for (long long i = 4 * quads + own; i < count; i += threads) out = teaal_larger(out, from[i]);
  return out;
}

// The power of two that brings a tensor's largest magnitude to 2^14 at least and below 2^15, or as
// near to that as a scale does whose reciprocal is a normal number, too.
static __device__ __forceinline__ unsigned teaal_scale_exponent(float largest) {
  const unsigned exponent = __float_as_uint(largest) >> 23;
  return exponent < 15u ? 253u : 268u - exponent;
}

static __device__ __forceinline__ float teaal_scale_of(float largest) {
  return __uint_as_float(teaal_scale_exponent(largest) << 23);
}

// A sum of products of two scaled factors without their scales: the smaller of the two reciprocals
// first, so that nothing overflows on the way.
static __device__ __forceinline__ float teaal_scaled_back(float sum, float largest,
                                                          float other_largest) {
  const float back = __uint_as_float((254u - teaal_scale_exponent(largest)) << 23),
              other_back = __uint_as_float((254u - teaal_scale_exponent(other_largest)) << 23);
  return sum * fminf(back, other_back) * fmaxf(back, other_back);
}

struct teaal_f16_words {
  static __device__ __forceinline__ float add_products(float sum, unsigned a, unsigned b) {
    sum = fmaf(teaal_value_of_f16(a & 0xffffu), teaal_value_of_f16(b & 0xffffu), sum);
    return fmaf(teaal_value_of_f16(a >> 16), teaal_value_of_f16(b >> 16), sum);
  }
};

// Where the 16 bytes number `unit` of line k begin, in words, where 64 rows have `depth` k's. The
// eight threads that copy a line of 64 rows fill 128 bytes together: an asynchronous copy that is
// spread over more takes a turn for each.
template <int depth>
static __device__ __forceinline__ int teaal_place_in_lines(int unit, int k) {
  return unit / 8 * (depth * 32) + k / 8 * 256 + k % 8 * 32 + (unit % 8 ^ k % 8) * 4;
}

// Copies those 16 bytes, asynchronously, from the line that a list names; zeros where it names
// none.
template <int depth, class C>
static __device__ __forceinline__ void teaal_copy_line(unsigned* matrix, int unit, int k,
                                                       const unsigned* lines, int words, C entry,
                                                       bool there) {
  unsigned* to = matrix + teaal_place_in_lines<depth>(unit, k);
#ifdef TEAAL_CPU
  unsigned line[4] = {};
  if (there) teaal_take_units<4>(line, lines + static_cast<long long>(entry) * words);
  teaal_give_units<4>(to, line);
#else
  const unsigned long long place =
      static_cast<unsigned long long>(static_cast<unsigned>(entry)) * static_cast<unsigned>(words);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
               :
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(lines + place),
                 "r"(there ? 16 : 0)
               : "memory");
#endif
}

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

// The place of set bit number `number` in four words of 32, of which there are more.
static __device__ __forceinline__ int teaal_nth_bit(int number, unsigned first, unsigned second,
                                                    unsigned third, unsigned fourth) {
  const unsigned words[4] = {first, second, third, fourth};
  unsigned bits = first;
  int place = 0, behind = __popc(first);
#pragma unroll
  for (int word = 1; word < 4; ++word) {
    const bool passed = place == (word - 1) * 32 && number >= behind;
    if (passed) {
      number -= behind;
      place += 32;
      bits = words[word];
    }
    behind = __popc(bits);
  }
#pragma unroll
  for (int half = 16; half > 0; half /= 2) {
    const int lower = __popc(bits & ((1u << half) - 1u));
    if (number >= lower) {
      number -= lower;
      bits >>= half;
      place += half;
    }
  }
  return place;
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

// All products are done, and `count` sums may be read. Without saying that they are other ones from
// here on, the compiler moves what reads them in front of the wait, and has each product wait for
// the one before it.
template <int count>
static __device__ __forceinline__ void teaal_sums_arrive(float* sums) {
  teaal_products_arrive<0>();
#ifndef TEAAL_CPU
#pragma unroll
  for (int i = 0; i < count; ++i) asm volatile("" : "+f"(sums[i]) : : "memory");
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

// What this thread has stored into matrices is there for tensor cores, behind a barrier. Of shared
// memory alone: a fence of all memory waits for whatever is on its way to the whole GPU.
static __device__ __forceinline__ void teaal_matrices_given() {
#ifndef TEAAL_CPU
  asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
#endif
}

template <int lines>
static __device__ __forceinline__ void teaal_warpgroup_f16_128(float* sums, const unsigned* a,
                                                               int a_plane, const unsigned* b,
                                                               int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_f16_words, lines>(sums, 128, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %67, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "
      "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
      "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
      "}, %64, %65, adds, 1, 1, %66, %66;\n}"
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
      : "l"(teaal_matrix<lines>(a, a_plane)), "l"(teaal_matrix<lines>(b, b_plane)), "n"(lines),
        "r"(adds));
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
typedef float value_t;

#line 14 "gemm_joint_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_joint_3xf16_C_A_rows(unsigned* __restrict__ A_pattern, value_t* __restrict__ A_rows,
                              const value_t* __restrict__ A_values, value_t* __restrict__ A_largest,
                              coord_t M, coord_t K) {
  if (threadIdx.x == 0) {
    A_largest[1 + static_cast<size_type>(blockIdx.x)] = value_t(0);
  }
  if (0 < M && 0 < K) {
    __shared__ value_t moved[2112];
    const int words = (static_cast<size_type>(K) + 31) / 32;
    const int tiles = (static_cast<size_type>(M) + 63) / 64;
    const int number = static_cast<int>(blockIdx.x);
    const size_type word = number % words;
    const size_type tile = number / words % tiles;
    const unsigned bits = teaal_take_rows<64, true>(
        moved, &A_values[tile * 64 * static_cast<size_type>(K) + word * 32],
        static_cast<size_type>(K), static_cast<size_type>(M) - tile * 64,
        static_cast<size_type>(K) - word * 32, &A_largest[1 + static_cast<size_type>(blockIdx.x)]);
    if (threadIdx.x == 0) {
      A_pattern[tile * ((static_cast<size_type>(K) + 31) / 32) + word] = bits;
    }
    teaal_give_rows<64>(&A_rows[(tile * static_cast<size_type>(K) + word * 32) * 64], 64, moved,
                        bits, static_cast<size_type>(K) - word * 32);
  }
}

#line 14 "gemm_joint_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(512)
    gemm_joint_3xf16_C_A_largest(value_t* __restrict__ A_largest, size_type shares) {
  teaal_await_launches();
  __shared__ value_t shared[32];
  // Combine the sums of threads.
  const value_t of_block =
      teaal_block_reduce<teaal_max>(teaal_largest_of(&A_largest[1], shares), shared, value_t(0));
  // Store A_largest.
  if (threadIdx.x == 0) {
    A_largest[0] = of_block;
  }
}

#line 14 "gemm_joint_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_joint_3xf16_C_B_pattern(unsigned* __restrict__ B_pattern,
                                 const value_t* __restrict__ B_values,
                                 value_t* __restrict__ B_largest, coord_t K, coord_t N) {
  teaal_await_launches();
  value_t largest = value_t(0);
  // Store B_pattern.
  const int groups = static_cast<int>((static_cast<size_type>(N) + 127) / 128);
  const int words = static_cast<int>((static_cast<size_type>(K) + 31) / 32);
  const int group_word =
      static_cast<int>(static_cast<size_type>(blockIdx.x) * 8 + threadIdx.x / 32);
  if (group_word <
      (static_cast<size_type>(N) + 127) / 128 * ((static_cast<size_type>(K) + 31) / 32)) {
    const size_type first = static_cast<size_type>(group_word % groups) * 128;
    const size_type word = group_word / groups % words;
    unsigned bits = 0;
    const bool whole = first + 127 < static_cast<size_type>(N) &&
                       word * 32 + 31 < static_cast<size_type>(K) &&
                       teaal_aligned_rows(B_values, static_cast<size_type>(N));
    if (whole) {
#pragma unroll
      for (int at = 0; at < 32; ++at) {
        unsigned found = 0;
        found = found | teaal_bits_of_quad(&B_values[(word * 32 + at) * static_cast<size_type>(N) +
                                                     (first + threadIdx.x % 32 * 4)]);
        largest =
            teaal_larger_in_quad(largest, &B_values[(word * 32 + at) * static_cast<size_type>(N) +
                                                    (first + threadIdx.x % 32 * 4)]);
        bits = bits | (teaal_any_in_group(found != 0u, 32) ? (1u << at) : 0u);
      }
    }
    if (!whole) {
#pragma unroll
      for (int at = 0; at < 32; ++at) {
        unsigned found = 0;
        found = found | teaal_bits_of_part(
                            &B_values[(word * 32 + at) * static_cast<size_type>(N) +
                                      (first + threadIdx.x % 32 * 4)],
                            static_cast<int>((word * 32 + at < static_cast<size_type>(K))
                                                 ? min(static_cast<size_type>(4),
                                                       max(static_cast<size_type>(N) -
                                                               (first + threadIdx.x % 32 * 4),
                                                           static_cast<size_type>(0)))
                                                 : 0));
        largest = teaal_larger_in_part(
            largest,
            &B_values[(word * 32 + at) * static_cast<size_type>(N) +
                      (first + threadIdx.x % 32 * 4)],
            static_cast<int>(
                (word * 32 + at < static_cast<size_type>(K))
                    ? min(static_cast<size_type>(4),
                          max(static_cast<size_type>(N) - (first + threadIdx.x % 32 * 4),
                              static_cast<size_type>(0)))
                    : 0));
        bits = bits | (teaal_any_in_group(found != 0u, 32) ? (1u << at) : 0u);
      }
    }
    if (threadIdx.x % 32 % 32 == 0 && first + threadIdx.x % 32 * 4 < static_cast<size_type>(N)) {
      B_pattern[(first + threadIdx.x % 32 * 4) / 128 * ((static_cast<size_type>(K) + 31) / 32) +
                word] = bits;
    }
  }
  __shared__ value_t shared[32];
  // Combine the sums of threads.
  const value_t of_block = teaal_block_reduce<teaal_max>(largest, shared, value_t(0));
  // Store B_largest.
  if (threadIdx.x == 0) {
    B_largest[1 + static_cast<size_type>(blockIdx.x)] = of_block;
  }
}

#line 14 "gemm_joint_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(512)
    gemm_joint_3xf16_C_B_largest(value_t* __restrict__ B_largest, size_type shares) {
  teaal_await_launches();
  __shared__ value_t shared[32];
  // Combine the sums of threads.
  const value_t of_block =
      teaal_block_reduce<teaal_max>(teaal_largest_of(&B_largest[1], shares), shared, value_t(0));
  // Store B_largest.
  if (threadIdx.x == 0) {
    B_largest[0] = of_block;
  }
}

#line 14 "gemm_joint_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(128)
    gemm_joint_3xf16_C_K0_list(coord_t* __restrict__ K0_list, coord_t* __restrict__ K0_listed,
                               const unsigned* __restrict__ A_pattern,
                               const unsigned* __restrict__ B_pattern, coord_t M, coord_t K,
                               coord_t N, coord_t count_N3) {
  constexpr int BM = 64;
  constexpr int BN = 128;
  teaal_await_launches();
  if (0 < M && 0 < N) {
#line 22 "gemm_joint_3xf16.yaml"
    const size_type m3 = static_cast<size_type>(blockIdx.x / count_N3) * BM;
    const size_type n3 = static_cast<size_type>(blockIdx.x % count_N3) * BN;
    const size_type words = (static_cast<size_type>(K) + 31) / 32;
    size_type kept = 0;
    const size_type list_first =
        static_cast<size_type>(blockIdx.x) * ((static_cast<size_type>(K) + 31) / 32 * 32 + 64);
    for (size_type word_first = 0; word_first < words; word_first += 128) {
      const size_type word = word_first + threadIdx.x;
      const unsigned A_bits = (word < words && m3 / 64 < (static_cast<size_type>(M) + 63) / 64)
                                  ? A_pattern[m3 / 64 * words + word]
                                  : 0u;
      const unsigned B_bits = (word < words && n3 / 128 < (static_cast<size_type>(N) + 127) / 128)
                                  ? B_pattern[n3 / 128 * words + word]
                                  : 0u;
      kept = teaal_append_bits(K0_list, list_first + kept, A_bits & B_bits, word_first * 32, 1) -
             list_first;
    }
    if (threadIdx.x == 0) {
      K0_listed[blockIdx.x] = kept;
    }
    for (size_type behind = kept + threadIdx.x; behind < (kept + 31) / 32 * 32 + 64;
         behind += 128) {
      K0_list[list_first + behind] = 0;
    }
  }
}

#line 14 "gemm_joint_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_joint_3xf16_C_A_lines(unsigned* __restrict__ A_lines, const value_t* __restrict__ A_rows,
                               const value_t* __restrict__ A_largest,
                               const unsigned* __restrict__ A_pattern, coord_t M, coord_t K) {
  constexpr int HM = 16;
  teaal_await_launches();
  if (0 < M && 0 < K) {
    const int number = static_cast<int>(blockIdx.x);
    const int chunks = static_cast<int>((static_cast<size_type>(K) + 127) / 128);
    const int first_line = number % chunks * 128;
    const value_t A_scale = teaal_scale_of(A_largest[0]);
    const int M_tiles = static_cast<int>((static_cast<size_type>(M) + 63) / 64 * 64 / 64);
    const size_type M_first = static_cast<size_type>(number / chunks % M_tiles) * 64;
    const size_type m3 = M_first;
    const int words = static_cast<int>((static_cast<size_type>(K) + 31) / 32);
    const unsigned bits_0 =
        (first_line / 32 < words)
            ? ((m3 / 64 < (static_cast<size_type>(M) + 63) / 64)
                   ? A_pattern[m3 / 64 * ((static_cast<size_type>(K) + 31) / 32) + first_line / 32]
                   : 0u)
            : 0u;
    const unsigned bits_1 =
        (first_line / 32 + 1 < words)
            ? ((m3 / 64 < (static_cast<size_type>(M) + 63) / 64)
                   ? A_pattern[m3 / 64 * ((static_cast<size_type>(K) + 31) / 32) +
                               (first_line / 32 + 1)]
                   : 0u)
            : 0u;
    const unsigned bits_2 =
        (first_line / 32 + 2 < words)
            ? ((m3 / 64 < (static_cast<size_type>(M) + 63) / 64)
                   ? A_pattern[m3 / 64 * ((static_cast<size_type>(K) + 31) / 32) +
                               (first_line / 32 + 2)]
                   : 0u)
            : 0u;
    const unsigned bits_3 =
        (first_line / 32 + 3 < words)
            ? ((m3 / 64 < (static_cast<size_type>(M) + 63) / 64)
                   ? A_pattern[m3 / 64 * ((static_cast<size_type>(K) + 31) / 32) +
                               (first_line / 32 + 3)]
                   : 0u)
            : 0u;
    const int lines =
        static_cast<int>(__popc(bits_0) + __popc(bits_1) + __popc(bits_2) + __popc(bits_3));
    for (int unit = static_cast<int>(threadIdx.x); unit < lines * 8; unit += 256) {
      const int line = teaal_nth_bit(unit / 8, bits_0, bits_1, bits_2, bits_3);
      const size_type from =
          (M_first / 64 * static_cast<size_type>(K) + static_cast<size_type>(first_line + line)) *
          64;
      value_t own[8];
#pragma unroll
      for (int row = 0; row < 8; ++row) {
        own[row] =
            A_rows[from +
                   ((unit % 8 * 8 + row) / 8 % 2 +
                    ((unit % 8 * 8 + row) / 8 / 2 / 4 * 4 + (unit % 8 * 8 + row) / 8 / 2 % 4) % 4 *
                        HM +
                    (unit % 8 * 8 + row) % 8 % 8 * 2)] *
            A_scale;
      }
      const size_type to =
          (M_first / 64 * static_cast<size_type>(K) + static_cast<size_type>(first_line + line)) *
              64 +
          unit % 8 * 4;
      teaal_store_words(&A_lines[to], teaal_f16_bits(own[0], own[1]),
                        teaal_f16_bits(own[2], own[3]), teaal_f16_bits(own[4], own[5]),
                        teaal_f16_bits(own[6], own[7]));
      teaal_store_words(&A_lines[to + 32], teaal_f16_rest_bits(own[0], own[1]),
                        teaal_f16_rest_bits(own[2], own[3]), teaal_f16_rest_bits(own[4], own[5]),
                        teaal_f16_rest_bits(own[6], own[7]));
    }
  }
}

#line 14 "gemm_joint_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_joint_3xf16_C_B_lines(unsigned* __restrict__ B_lines, const value_t* __restrict__ B_values,
                               const value_t* __restrict__ B_largest,
                               const unsigned* __restrict__ B_pattern, coord_t K, coord_t N) {
  constexpr int HN = 16;
  teaal_await_launches();
  if (0 < K && 0 < N) {
    const int number = static_cast<int>(blockIdx.x);
    const int chunks = static_cast<int>((static_cast<size_type>(K) + 127) / 128);
    const int first_line = number % chunks * 128;
    const value_t B_scale = teaal_scale_of(B_largest[0]);
    const int N_tiles = static_cast<int>((static_cast<size_type>(N) + 127) / 128 * 128 / 128);
    const size_type N_first = static_cast<size_type>(number / chunks % N_tiles) * 128;
    const int N_left =
        static_cast<int>(min(static_cast<size_type>(N) - N_first, static_cast<size_type>(128)));
    const size_type n3 = N_first;
    const int words = static_cast<int>((static_cast<size_type>(K) + 31) / 32);
    const unsigned bits_0 =
        (first_line / 32 < words)
            ? ((n3 / 128 < (static_cast<size_type>(N) + 127) / 128)
                   ? B_pattern[n3 / 128 * ((static_cast<size_type>(K) + 31) / 32) + first_line / 32]
                   : 0u)
            : 0u;
    const unsigned bits_1 =
        (first_line / 32 + 1 < words)
            ? ((n3 / 128 < (static_cast<size_type>(N) + 127) / 128)
                   ? B_pattern[n3 / 128 * ((static_cast<size_type>(K) + 31) / 32) +
                               (first_line / 32 + 1)]
                   : 0u)
            : 0u;
    const unsigned bits_2 =
        (first_line / 32 + 2 < words)
            ? ((n3 / 128 < (static_cast<size_type>(N) + 127) / 128)
                   ? B_pattern[n3 / 128 * ((static_cast<size_type>(K) + 31) / 32) +
                               (first_line / 32 + 2)]
                   : 0u)
            : 0u;
    const unsigned bits_3 =
        (first_line / 32 + 3 < words)
            ? ((n3 / 128 < (static_cast<size_type>(N) + 127) / 128)
                   ? B_pattern[n3 / 128 * ((static_cast<size_type>(K) + 31) / 32) +
                               (first_line / 32 + 3)]
                   : 0u)
            : 0u;
    const int lines =
        static_cast<int>(__popc(bits_0) + __popc(bits_1) + __popc(bits_2) + __popc(bits_3));
    for (int unit = static_cast<int>(threadIdx.x); unit < lines * 16; unit += 256) {
      const int line = teaal_nth_bit(unit / 16, bits_0, bits_1, bits_2, bits_3);
      const size_type from =
          static_cast<size_type>(first_line + line) * static_cast<size_type>(N) + N_first;
      value_t own[8];
#pragma unroll
      for (int row = 0; row < 8; ++row) {
        own[row] =
            (((unit % 16 * 8 + row) / 2 / 4 % 4 +
                  ((unit % 16 * 8 + row) / 2 / 4 / 4 % 4 * 2 + (unit % 16 * 8 + row) % 2) * HN +
                  (unit % 16 * 8 + row) / 2 % 4 % 4 * 4 <
              N_left)
                 ? B_values[from + ((unit % 16 * 8 + row) / 2 / 4 % 4 +
                                    ((unit % 16 * 8 + row) / 2 / 4 / 4 % 4 * 2 +
                                     (unit % 16 * 8 + row) % 2) *
                                        HN +
                                    (unit % 16 * 8 + row) / 2 % 4 % 4 * 4)]
                 : value_t(0)) *
            B_scale;
      }
      const size_type to =
          (N_first / 128 * static_cast<size_type>(K) + static_cast<size_type>(first_line + line)) *
              128 +
          unit % 16 * 4;
      teaal_store_words(&B_lines[to], teaal_f16_bits(own[0], own[1]),
                        teaal_f16_bits(own[2], own[3]), teaal_f16_bits(own[4], own[5]),
                        teaal_f16_bits(own[6], own[7]));
      teaal_store_words(&B_lines[to + 64], teaal_f16_rest_bits(own[0], own[1]),
                        teaal_f16_rest_bits(own[2], own[3]), teaal_f16_rest_bits(own[4], own[5]),
                        teaal_f16_rest_bits(own[6], own[7]));
    }
  }
}

#line 14 "gemm_joint_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(128, 3)
    gemm_joint_3xf16_C(value_t* __restrict__ C_values, const unsigned* __restrict__ A_lines,
                       const unsigned* __restrict__ B_lines, const value_t* __restrict__ A_largest,
                       const value_t* __restrict__ B_largest, const coord_t* __restrict__ K0_list,
                       const coord_t* __restrict__ K0_listed, coord_t M, coord_t K, coord_t N,
                       coord_t count_N3) {
  extern __shared__ __align__(1024) unsigned char teaal_shared[];
  constexpr int BK = 32;
  constexpr int BM = 64;
  constexpr int BN = 128;
  constexpr int HM = 16;
  constexpr int HN = 16;
  teaal_await_launches();
  if (0 < M && 0 < N) {
#line 22 "gemm_joint_3xf16.yaml"
    const size_type m3 = static_cast<size_type>(blockIdx.x / count_N3) * BM;
    const size_type n3 = static_cast<size_type>(blockIdx.x % count_N3) * BN;
    const int lane_row = static_cast<int>(threadIdx.x) / 4 % 8;
    const int m1 = lane_row * 2;
    const int lane_column = static_cast<int>(threadIdx.x) % 4;
    const int n1 = lane_column * 4;
    const int m2 = static_cast<int>(threadIdx.x) / 32 * HM;
    unsigned* const A_tile = reinterpret_cast<unsigned*>(teaal_shared + 0);
    unsigned* const B_tile = reinterpret_cast<unsigned*>(teaal_shared + 24576);
    __shared__ __align__(16) coord_t K_listed[128];
    const bool C_aligned = teaal_aligned_rows(C_values, static_cast<size_type>(N));
    const size_type K_kept = K0_listed[blockIdx.x];
    const size_type K_entries =
        static_cast<size_type>(blockIdx.x) * ((static_cast<size_type>(K) + 31) / 32 * 32 + 64);
    value_t C_sum[64];
#pragma unroll
    for (int own = 0; own < 64; ++own) {
      C_sum[own] = value_t(0);
    }
    const int K1_steps = static_cast<int>((K_kept + BK - 1) / BK);
#pragma unroll
    // Load A_tile, B_tile and K_listed.
    for (int list_part = 0; list_part < 1; ++list_part) {
      const int list_unit = static_cast<int>(threadIdx.x) + list_part * 128;
      if (list_unit < 8) {
        teaal_copy_entries(&K_listed[list_unit * 4], &K0_list[K_entries + list_unit * 4]);
      }
    }
#pragma unroll
    for (int list_part = 0; list_part < 1; ++list_part) {
      const int list_unit = static_cast<int>(threadIdx.x) + list_part * 128;
      if (list_unit < 8) {
        teaal_copy_entries(&K_listed[32 + list_unit * 4],
                           &K0_list[K_entries + (32 + list_unit * 4)]);
      }
    }
    teaal_copies_end();
    teaal_copies_arrive<0>();
    __syncthreads();
#pragma unroll
    for (int K1_ahead = 0; K1_ahead < 2; ++K1_ahead) {
      if (K1_ahead < K1_steps) {
        const int lines_left = static_cast<int>(
            min(K_kept - static_cast<size_type>(K1_ahead) * BK, static_cast<size_type>(32)));
#pragma unroll
        for (int A_part = 0; A_part < 4; ++A_part) {
          const int A_unit_of_line = static_cast<int>(threadIdx.x) % 16;
          const int A_line = static_cast<int>(threadIdx.x) / 16 + A_part * 8;
          teaal_copy_line<32>(
              &A_tile[K1_ahead % 3 * 2048 + A_unit_of_line / 8 * 1024], A_unit_of_line % 8, A_line,
              &A_lines[m3 / 64 * static_cast<size_type>(K) * 64 + A_unit_of_line * 4], 64,
              K_listed[K1_ahead % 4 * 32 + A_line], A_line < lines_left);
        }
#pragma unroll
        for (int B_part = 0; B_part < 8; ++B_part) {
          const int B_unit_of_line = static_cast<int>(threadIdx.x) % 32;
          const int B_line = static_cast<int>(threadIdx.x) / 32 + B_part * 4;
          teaal_copy_line<32>(
              &B_tile[K1_ahead % 3 * 4096 + B_unit_of_line / 16 * 2048], B_unit_of_line % 16,
              B_line, &B_lines[n3 / 128 * static_cast<size_type>(K) * 128 + B_unit_of_line * 4],
              128, K_listed[K1_ahead % 4 * 32 + B_line], B_line < lines_left);
        }
      }
      if (K1_ahead + 2 < K1_steps) {
#pragma unroll
        for (int list_part = 0; list_part < 1; ++list_part) {
          const int list_unit = static_cast<int>(threadIdx.x) + list_part * 128;
          if (list_unit < 8) {
            teaal_copy_entries(
                &K_listed[(K1_ahead + 2) % 4 * 32 + list_unit * 4],
                &K0_list[K_entries + (static_cast<size_type>(K1_ahead + 2) * BK + list_unit * 4)]);
          }
        }
      }
      teaal_copies_end();
    }
    for (int K1_step = 0; K1_step < K1_steps; ++K1_step) {
      teaal_copies_arrive<1>();
      teaal_matrices_given();
      __syncthreads();
      const int K1_buffer = K1_step % 3;
#pragma unroll
      for (int row_block = 0; row_block < 1; ++row_block) {
#pragma unroll
        for (int column_block = 0; column_block < 128; column_block += 128) {
          value_t C_sum_part[64];
#pragma unroll
          for (int own = 0; own < 64; ++own) {
            C_sum_part[own] = value_t(0);
          }
          teaal_products_begin();
#pragma unroll
          // Products.
          for (int k0 = 0; k0 < 32; k0 += 16) {
            teaal_warpgroup_f16_128<1>(
                &C_sum_part[0],
                &A_tile[K1_buffer * 2048 + ((m2 / HM / 4 + row_block) * 64 / 64 * 1024 + k0 * 32) +
                        1024],
                1024, &B_tile[K1_buffer * 4096 + (column_block / 64 * 1024 + k0 * 32)], 1024, 1);
            teaal_warpgroup_f16_128<1>(
                &C_sum_part[0],
                &A_tile[K1_buffer * 2048 + ((m2 / HM / 4 + row_block) * 64 / 64 * 1024 + k0 * 32)],
                1024, &B_tile[K1_buffer * 4096 + (column_block / 64 * 1024 + k0 * 32) + 2048], 1024,
                1);
            teaal_warpgroup_f16_128<1>(
                &C_sum_part[0],
                &A_tile[K1_buffer * 2048 + ((m2 / HM / 4 + row_block) * 64 / 64 * 1024 + k0 * 32)],
                1024, &B_tile[K1_buffer * 4096 + (column_block / 64 * 1024 + k0 * 32)], 1024, 1);
          }
          teaal_products_end();
          // Load A_tile, B_tile and K_listed.
          if (K1_step + 2 < K1_steps) {
            const int lines_left = static_cast<int>(
                min(K_kept - static_cast<size_type>(K1_step + 2) * BK, static_cast<size_type>(32)));
#pragma unroll
            for (int A_part = 0; A_part < 4; ++A_part) {
              const int A_unit_of_line = static_cast<int>(threadIdx.x) % 16;
              const int A_line = static_cast<int>(threadIdx.x) / 16 + A_part * 8;
              teaal_copy_line<32>(
                  &A_tile[(K1_step + 2) % 3 * 2048 + A_unit_of_line / 8 * 1024], A_unit_of_line % 8,
                  A_line, &A_lines[m3 / 64 * static_cast<size_type>(K) * 64 + A_unit_of_line * 4],
                  64, K_listed[(K1_step + 2) % 4 * 32 + A_line], A_line < lines_left);
            }
#pragma unroll
            for (int B_part = 0; B_part < 8; ++B_part) {
              const int B_unit_of_line = static_cast<int>(threadIdx.x) % 32;
              const int B_line = static_cast<int>(threadIdx.x) / 32 + B_part * 4;
              teaal_copy_line<32>(
                  &B_tile[(K1_step + 2) % 3 * 4096 + B_unit_of_line / 16 * 2048],
                  B_unit_of_line % 16, B_line,
                  &B_lines[n3 / 128 * static_cast<size_type>(K) * 128 + B_unit_of_line * 4], 128,
                  K_listed[(K1_step + 2) % 4 * 32 + B_line], B_line < lines_left);
            }
          }
          if (K1_step + 4 < K1_steps) {
#pragma unroll
            for (int list_part = 0; list_part < 1; ++list_part) {
              const int list_unit = static_cast<int>(threadIdx.x) + list_part * 128;
              if (list_unit < 8) {
                teaal_copy_entries(&K_listed[(K1_step + 4) % 4 * 32 + list_unit * 4],
                                   &K0_list[K_entries + (static_cast<size_type>(K1_step + 4) * BK +
                                                         list_unit * 4)]);
              }
            }
          }
          teaal_copies_end();
          teaal_products_arrive<0>();
#pragma unroll
          // Sums.
          for (int own = 0; own < 64; ++own) {
            C_sum[row_block * 64 + column_block / 2 + own] += C_sum_part[own];
          }
        }
      }
    }
    teaal_sums_arrive<64>(C_sum);
#pragma unroll
    for (int own = 0; own < 64; ++own) {
      C_sum[own] = teaal_scaled_back(C_sum[own], A_largest[0], B_largest[0]);
    }
    const bool C_whole = C_aligned && 1 + m3 + m2 + m1 + 1 <= static_cast<size_type>(M) &&
                         1 + n3 + n1 + 112 + 3 <= static_cast<size_type>(N);
    // Store C_values.
    if (C_whole) {
#pragma unroll
      for (int m0 = 0; m0 < 2; ++m0) {
#pragma unroll
        for (int n2 = 0; n2 < BN; n2 += HN) {
#pragma unroll
          for (int n0 = 0; n0 < 4; n0 += 4) {
            value_t four[4];
            four[0] = C_sum[(((m0 / 2 * 4 + n2 / HN / 2) * 4 + n0) * 2 + m0 % 2) * 2 + n2 / HN % 2];
            four[1] =
                C_sum[(((m0 / 2 * 4 + n2 / HN / 2) * 4 + (n0 + 1)) * 2 + m0 % 2) * 2 + n2 / HN % 2];
            four[2] =
                C_sum[(((m0 / 2 * 4 + n2 / HN / 2) * 4 + (n0 + 2)) * 2 + m0 % 2) * 2 + n2 / HN % 2];
            four[3] =
                C_sum[(((m0 / 2 * 4 + n2 / HN / 2) * 4 + (n0 + 3)) * 2 + m0 % 2) * 2 + n2 / HN % 2];
            teaal_store_quad(
                &C_values[(m3 + m2 + m1 + m0) * static_cast<size_type>(N) + (n3 + n1 + n2 + n0)],
                &four[0]);
          }
        }
      }
    }
    if (!C_whole) {
#pragma unroll
      for (int m0 = 0; m0 < 2; ++m0) {
#pragma unroll
        for (int n2 = 0; n2 < BN; n2 += HN) {
#pragma unroll
          for (int n0 = 0; n0 < 4; ++n0) {
            if (m3 + m2 + m1 + m0 < static_cast<size_type>(M) &&
                n3 + n1 + n2 + n0 < static_cast<size_type>(N)) {
              C_values[(m3 + m2 + m1 + m0) * static_cast<size_type>(N) + (n3 + n1 + n2 + n0)] =
                  C_sum[(((m0 / 2 * 4 + n2 / HN / 2) * 4 + n0) * 2 + m0 % 2) * 2 + n2 / HN % 2];
            }
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "gemm_joint_3xf16.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_joint_3xf16_value;
typedef pos_t gemm_joint_3xf16_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_joint_3xf16_workspace_bytes gemm_joint_3xf16_workspace_bytes_64
#define gemm_joint_3xf16_launch gemm_joint_3xf16_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_joint_3xf16_arguments {
  /* C: M:U, N:U */
  gemm_joint_3xf16_value* C_values;
  /* A: M:U, K:U */
  const gemm_joint_3xf16_value* A_values;
  /* B: K:U, N:U */
  const gemm_joint_3xf16_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_joint_3xf16_arguments;

/* Bytes of device memory that gemm_joint_3xf16_launch needs as workspace (0: none), aligned to 256.
 */
size_t gemm_joint_3xf16_workspace_bytes(const gemm_joint_3xf16_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_joint_3xf16_error_text. Allocates nothing and throws nothing. */
int gemm_joint_3xf16_launch(const gemm_joint_3xf16_arguments* arguments, void* workspace,
                            size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_joint_3xf16_error_text(int code);
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

struct gemm_joint_3xf16_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  explicit gemm_joint_3xf16_sizes(const gemm_joint_3xf16_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  int64_t elements_0() const { return ceil_div(M, 64) * ceil_div(K, 32); }
  int64_t elements_1() const { return ceil_div(M, 64) * K * 64; }
  int64_t elements_2() const { return 1 + grid_gemm_joint_3xf16_C_A_rows(); }
  int64_t elements_3() const { return ceil_div(N, 128) * ceil_div(K, 32); }
  int64_t elements_4() const { return 1 + grid_gemm_joint_3xf16_C_B_pattern(); }
  int64_t elements_5() const { return grid_gemm_joint_3xf16_C() * (ceil_div(K, 32) * 32 + 64); }
  int64_t elements_6() const { return grid_gemm_joint_3xf16_C(); }
  int64_t elements_7() const { return 2 * K * (ceil_div(M, 64) * 64) / 2; }
  int64_t elements_8() const { return 2 * K * (ceil_div(N, 128) * 128) / 2; }
  int64_t block_gemm_joint_3xf16_C_A_rows() const { return 256; }
  int64_t grid_gemm_joint_3xf16_C_A_rows() const {
    return max(ceil_div(M, 64) * ceil_div(K, 32), 1);
  }
  int64_t block_gemm_joint_3xf16_C_A_largest() const { return 512; }
  int64_t grid_gemm_joint_3xf16_C_A_largest() const { return 1; }
  int64_t block_gemm_joint_3xf16_C_B_pattern() const { return 256; }
  int64_t grid_gemm_joint_3xf16_C_B_pattern() const {
    return max(ceil_div(ceil_div(N, 128) * ceil_div(K, 32), 8), 1);
  }
  int64_t block_gemm_joint_3xf16_C_B_largest() const { return 512; }
  int64_t grid_gemm_joint_3xf16_C_B_largest() const { return 1; }
  int64_t block_gemm_joint_3xf16_C_K0_list() const { return 128; }
  int64_t grid_gemm_joint_3xf16_C_K0_list() const {
    return max(max(ceil_div(M, 64), 1) * max(ceil_div(N, 128), 1), 1);
  }
  int64_t block_gemm_joint_3xf16_C_A_lines() const { return 256; }
  int64_t grid_gemm_joint_3xf16_C_A_lines() const {
    return max(ceil_div(K, 128) * (ceil_div(M, 64) * 64 / 64), 1);
  }
  int64_t block_gemm_joint_3xf16_C_B_lines() const { return 256; }
  int64_t grid_gemm_joint_3xf16_C_B_lines() const {
    return max(ceil_div(K, 128) * (ceil_div(N, 128) * 128 / 128), 1);
  }
  int64_t block_gemm_joint_3xf16_C() const { return 128; }
  int64_t grid_gemm_joint_3xf16_C() const {
    return max(ceil_div(M, 64), 1) * max(ceil_div(N, 128), 1);
  }
  coord_t M_of_gemm_joint_3xf16_C_A_rows() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_joint_3xf16_C_A_rows() const { return static_cast<coord_t>(K); }
  int64_t shares_of_gemm_joint_3xf16_C_A_largest() const {
    return max(ceil_div(M, 64) * ceil_div(K, 32), 1);
  }
  coord_t K_of_gemm_joint_3xf16_C_B_pattern() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_joint_3xf16_C_B_pattern() const { return static_cast<coord_t>(N); }
  int64_t shares_of_gemm_joint_3xf16_C_B_largest() const {
    return max(ceil_div(ceil_div(N, 128) * ceil_div(K, 32), 8), 1);
  }
  coord_t M_of_gemm_joint_3xf16_C_K0_list() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_joint_3xf16_C_K0_list() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_joint_3xf16_C_K0_list() const { return static_cast<coord_t>(N); }
  coord_t count_N3_of_gemm_joint_3xf16_C_K0_list() const {
    return static_cast<coord_t>(max(ceil_div(N, 128), 1));
  }
  coord_t M_of_gemm_joint_3xf16_C_A_lines() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_joint_3xf16_C_A_lines() const { return static_cast<coord_t>(K); }
  coord_t K_of_gemm_joint_3xf16_C_B_lines() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_joint_3xf16_C_B_lines() const { return static_cast<coord_t>(N); }
  coord_t M_of_gemm_joint_3xf16_C() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_joint_3xf16_C() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_joint_3xf16_C() const { return static_cast<coord_t>(N); }
  coord_t count_N3_of_gemm_joint_3xf16_C() const {
    return static_cast<coord_t>(max(ceil_div(N, 128), 1));
  }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_joint_3xf16_workspace_bytes(const gemm_joint_3xf16_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_joint_3xf16_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_5()) * sizeof(coord_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_6()) * sizeof(coord_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_7()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_8()) * sizeof(unsigned) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_joint_3xf16_launch(const gemm_joint_3xf16_arguments* arguments, void* workspace,
                                       size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_joint_3xf16_arguments& a = *arguments;
  const gemm_joint_3xf16_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (workspace_bytes < gemm_joint_3xf16_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  unsigned* A_pattern = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(unsigned) + 255) / 256 * 256;
  value_t* A_rows = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* A_largest = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  unsigned* B_pattern = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(unsigned) + 255) / 256 * 256;
  value_t* B_largest = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(value_t) + 255) / 256 * 256;
  coord_t* K0_list = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_5()) * sizeof(coord_t) + 255) / 256 * 256;
  coord_t* K0_listed = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_6()) * sizeof(coord_t) + 255) / 256 * 256;
  unsigned* A_lines = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_7()) * sizeof(unsigned) + 255) / 256 * 256;
  unsigned* B_lines = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_8()) * sizeof(unsigned) + 255) / 256 * 256;
  gemm_joint_3xf16_C_A_rows<<<static_cast<unsigned>(sizes.grid_gemm_joint_3xf16_C_A_rows()),
                              static_cast<unsigned>(sizes.block_gemm_joint_3xf16_C_A_rows()), 0,
                              stream>>>(A_pattern, A_rows, a.A_values, A_largest,
                                        sizes.M_of_gemm_joint_3xf16_C_A_rows(),
                                        sizes.K_of_gemm_joint_3xf16_C_A_rows());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gemm_joint_3xf16_C_A_largest,
                   static_cast<unsigned>(sizes.grid_gemm_joint_3xf16_C_A_largest()),
                   static_cast<unsigned>(sizes.block_gemm_joint_3xf16_C_A_largest()), 0, stream,
                   A_largest, sizes.shares_of_gemm_joint_3xf16_C_A_largest()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_3xf16_C_B_pattern,
                   static_cast<unsigned>(sizes.grid_gemm_joint_3xf16_C_B_pattern()),
                   static_cast<unsigned>(sizes.block_gemm_joint_3xf16_C_B_pattern()), 0, stream,
                   B_pattern, a.B_values, B_largest, sizes.K_of_gemm_joint_3xf16_C_B_pattern(),
                   sizes.N_of_gemm_joint_3xf16_C_B_pattern()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_3xf16_C_B_largest,
                   static_cast<unsigned>(sizes.grid_gemm_joint_3xf16_C_B_largest()),
                   static_cast<unsigned>(sizes.block_gemm_joint_3xf16_C_B_largest()), 0, stream,
                   B_largest, sizes.shares_of_gemm_joint_3xf16_C_B_largest()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_3xf16_C_K0_list,
                   static_cast<unsigned>(sizes.grid_gemm_joint_3xf16_C_K0_list()),
                   static_cast<unsigned>(sizes.block_gemm_joint_3xf16_C_K0_list()), 0, stream,
                   K0_list, K0_listed, A_pattern, B_pattern,
                   sizes.M_of_gemm_joint_3xf16_C_K0_list(), sizes.K_of_gemm_joint_3xf16_C_K0_list(),
                   sizes.N_of_gemm_joint_3xf16_C_K0_list(),
                   sizes.count_N3_of_gemm_joint_3xf16_C_K0_list()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_3xf16_C_A_lines,
                   static_cast<unsigned>(sizes.grid_gemm_joint_3xf16_C_A_lines()),
                   static_cast<unsigned>(sizes.block_gemm_joint_3xf16_C_A_lines()), 0, stream,
                   A_lines, A_rows, A_largest, A_pattern, sizes.M_of_gemm_joint_3xf16_C_A_lines(),
                   sizes.K_of_gemm_joint_3xf16_C_A_lines()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_3xf16_C_B_lines,
                   static_cast<unsigned>(sizes.grid_gemm_joint_3xf16_C_B_lines()),
                   static_cast<unsigned>(sizes.block_gemm_joint_3xf16_C_B_lines()), 0, stream,
                   B_lines, a.B_values, B_largest, B_pattern,
                   sizes.K_of_gemm_joint_3xf16_C_B_lines(),
                   sizes.N_of_gemm_joint_3xf16_C_B_lines()) != cudaSuccess)
    return 3;
  if (cudaFuncSetAttribute(gemm_joint_3xf16_C, cudaFuncAttributeMaxDynamicSharedMemorySize,
                           73728) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_3xf16_C, static_cast<unsigned>(sizes.grid_gemm_joint_3xf16_C()),
                   static_cast<unsigned>(sizes.block_gemm_joint_3xf16_C()), 73728, stream,
                   a.C_values, A_lines, B_lines, A_largest, B_largest, K0_list, K0_listed,
                   sizes.M_of_gemm_joint_3xf16_C(), sizes.K_of_gemm_joint_3xf16_C(),
                   sizes.N_of_gemm_joint_3xf16_C(),
                   sizes.count_N3_of_gemm_joint_3xf16_C()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* gemm_joint_3xf16_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_joint_3xf16_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    default:
      return "unknown code";
  }
}
#endif
