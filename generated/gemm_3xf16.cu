// Made by teaalc 0.1.0 from gemm_3xf16.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M4 (space), N4 (space), K1, M3 (space), N3 (space), K0, M2, N2, M1 (space), N1 (space),
//     M0, N0 tensor cores: 3xf16
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   sizes BK=32 BM=128 BN=128 HM=16 HN=32 WM=128 WN=32
//   teaalc gemm_3xf16.yaml --type=f32 --arch=sm_90a --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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
#ifndef TEAAL_OFFSET_BITS
#define TEAAL_OFFSET_BITS TEAAL_POSITION_BITS  // 64 beyond 1000000000 elements or coordinates
#endif
#if TEAAL_OFFSET_BITS == 64 || TEAAL_POSITION_BITS == 64
typedef long long offset_t;
#else
typedef int offset_t;
#endif
typedef float value_t;

#line 46 "gemm_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(512)
    gemm_3xf16_C_B_largest_of_shares(value_t* __restrict__ B_largest,
                                     const value_t* __restrict__ B_values, coord_t K, coord_t N) {
  __shared__ value_t shared[32];
  // Combine the sums of threads.
  const value_t of_block =
      teaal_block_reduce<teaal_max>(teaal_largest_of(&B_values[0], K * N), shared, value_t(0));
  // Store B_largest.
  if (threadIdx.x == 0) {
    B_largest[1 + static_cast<size_type>(blockIdx.x)] = of_block;
  }
}

#line 46 "gemm_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(512)
    gemm_3xf16_C_B_largest(value_t* __restrict__ B_largest, size_type shares) {
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

#line 46 "gemm_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_3xf16_C_B_matrices(unsigned* __restrict__ B_matrices, const value_t* __restrict__ B_values,
                            const value_t* __restrict__ B_largest, coord_t K, coord_t N) {
  teaal_await_launches();
  if (0 < K && 0 < N) {
    __shared__ value_t moved[1056];
    const size_type number = static_cast<size_type>(blockIdx.x);
    const size_type chunk = number % (((static_cast<size_type>(K) + 31) / 32 * 32 + 31) / 32) * 32;
    const value_t values_scale = teaal_scale_of(B_largest[0]);
    const size_type N_first = number / (((static_cast<size_type>(K) + 31) / 32 * 32 + 31) / 32) %
                              ((static_cast<size_type>(N) + 127) / 128 * 128 / 32) * 32;
    // Load moved.
    teaal_take_rows<32>(moved, &B_values[chunk * static_cast<size_type>(N) + N_first],
                        static_cast<size_type>(N), static_cast<size_type>(K) - chunk,
                        static_cast<size_type>(N) - N_first);
#pragma unroll
    // Store B_matrices.
    for (int part = 0; part < 1; ++part) {
      const int unit = static_cast<int>(threadIdx.x) + part * 256;
      if (unit < 128) {
        if (chunk + unit / 32 * 8 < (static_cast<size_type>(K) + 31) / 32 * 32) {
          const size_type to =
              ((((N_first % 128 + unit % 32) / 32 % 4 / 4 * 2 +
                 ((N_first % 128 + unit % 32) / 32 % 1 * 2 + (N_first % 128 + unit % 32) % 4 / 2)) *
                    4 +
                (N_first % 128 + unit % 32) / 32 % 4 % 4) *
                   2 +
               (N_first % 128 + unit % 32) % 4 % 2) *
                  8 +
              (N_first % 128 + unit % 32) / 4 % 8;
          teaal_store_words(
              &B_matrices[(N_first / 128 * ((static_cast<size_type>(K) + 31) / 32 * 32 / 8) +
                           (chunk + unit / 32 * 8) / 8) *
                              1024 +
                          to * 4],
              teaal_f16_bits(moved[unit / 32 * 8 * 33 + unit % 32] * values_scale,
                             moved[(unit / 32 * 8 + 1) * 33 + unit % 32] * values_scale),
              teaal_f16_bits(moved[(unit / 32 * 8 + 2) * 33 + unit % 32] * values_scale,
                             moved[(unit / 32 * 8 + 3) * 33 + unit % 32] * values_scale),
              teaal_f16_bits(moved[(unit / 32 * 8 + 4) * 33 + unit % 32] * values_scale,
                             moved[(unit / 32 * 8 + 5) * 33 + unit % 32] * values_scale),
              teaal_f16_bits(moved[(unit / 32 * 8 + 6) * 33 + unit % 32] * values_scale,
                             moved[(unit / 32 * 8 + 7) * 33 + unit % 32] * values_scale));
          teaal_store_words(
              &B_matrices[(N_first / 128 * ((static_cast<size_type>(K) + 31) / 32 * 32 / 8) +
                           (chunk + unit / 32 * 8) / 8) *
                              1024 +
                          (128 + to) * 4],
              teaal_f16_rest_bits(moved[unit / 32 * 8 * 33 + unit % 32] * values_scale,
                                  moved[(unit / 32 * 8 + 1) * 33 + unit % 32] * values_scale),
              teaal_f16_rest_bits(moved[(unit / 32 * 8 + 2) * 33 + unit % 32] * values_scale,
                                  moved[(unit / 32 * 8 + 3) * 33 + unit % 32] * values_scale),
              teaal_f16_rest_bits(moved[(unit / 32 * 8 + 4) * 33 + unit % 32] * values_scale,
                                  moved[(unit / 32 * 8 + 5) * 33 + unit % 32] * values_scale),
              teaal_f16_rest_bits(moved[(unit / 32 * 8 + 6) * 33 + unit % 32] * values_scale,
                                  moved[(unit / 32 * 8 + 7) * 33 + unit % 32] * values_scale));
        }
      }
    }
  }
}

#line 46 "gemm_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(512)
    gemm_3xf16_C_A_largest_of_shares(value_t* __restrict__ A_largest,
                                     const value_t* __restrict__ A_values, coord_t M, coord_t K) {
  teaal_await_launches();
  __shared__ value_t shared[32];
  // Combine the sums of threads.
  const value_t of_block =
      teaal_block_reduce<teaal_max>(teaal_largest_of(&A_values[0], M * K), shared, value_t(0));
  // Store A_largest.
  if (threadIdx.x == 0) {
    A_largest[1 + static_cast<size_type>(blockIdx.x)] = of_block;
  }
}

#line 46 "gemm_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(512)
    gemm_3xf16_C_A_largest(value_t* __restrict__ A_largest, size_type shares) {
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

#line 46 "gemm_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_3xf16_C_A_matrices(unsigned* __restrict__ A_matrices, const value_t* __restrict__ A_values,
                            const value_t* __restrict__ A_largest, coord_t M, coord_t K) {
  teaal_await_launches();
  if (0 < M && 0 < K) {
    __shared__ value_t moved[4224];
    const size_type number = static_cast<size_type>(blockIdx.x);
    const size_type chunk = number % (((static_cast<size_type>(K) + 31) / 32 * 32 + 31) / 32) * 32;
    const value_t values_scale = teaal_scale_of(A_largest[0]);
    const size_type M_first = number / (((static_cast<size_type>(K) + 31) / 32 * 32 + 31) / 32) %
                              ((static_cast<size_type>(M) + 127) / 128 * 128 / 128) * 128;
    // Load moved.
    teaal_take_rows<128>(moved, &A_values[M_first * static_cast<size_type>(K) + chunk],
                         static_cast<size_type>(K), static_cast<size_type>(M) - M_first,
                         static_cast<size_type>(K) - chunk);
#pragma unroll
    // Store A_matrices.
    for (int part = 0; part < 2; ++part) {
      const int unit = static_cast<int>(threadIdx.x) + part * 256;
      if (chunk + unit / 128 * 8 < (static_cast<size_type>(K) + 31) / 32 * 32) {
        const size_type to =
            (((M_first % 128 + unit % 128) / 128 % 1 * 16 +
              ((M_first % 128 + unit % 128) / 16 % 8 * 2 + (M_first % 128 + unit % 128) % 4 / 2)) *
                 4 +
             (M_first % 128 + unit % 128) / 4 % 4) *
                2 +
            (M_first % 128 + unit % 128) % 4 % 2;
        teaal_store_words(
            &A_matrices[(M_first / 128 * ((static_cast<size_type>(K) + 31) / 32 * 32 / 8) +
                         (chunk + unit / 128 * 8) / 8) *
                            1024 +
                        to * 4],
            teaal_f16_bits(moved[unit / 128 * 8 + unit % 128 * 33] * values_scale,
                           moved[unit / 128 * 8 + 1 + unit % 128 * 33] * values_scale),
            teaal_f16_bits(moved[unit / 128 * 8 + 2 + unit % 128 * 33] * values_scale,
                           moved[unit / 128 * 8 + 3 + unit % 128 * 33] * values_scale),
            teaal_f16_bits(moved[unit / 128 * 8 + 4 + unit % 128 * 33] * values_scale,
                           moved[unit / 128 * 8 + 5 + unit % 128 * 33] * values_scale),
            teaal_f16_bits(moved[unit / 128 * 8 + 6 + unit % 128 * 33] * values_scale,
                           moved[unit / 128 * 8 + 7 + unit % 128 * 33] * values_scale));
        teaal_store_words(
            &A_matrices[(M_first / 128 * ((static_cast<size_type>(K) + 31) / 32 * 32 / 8) +
                         (chunk + unit / 128 * 8) / 8) *
                            1024 +
                        (128 + to) * 4],
            teaal_f16_rest_bits(moved[unit / 128 * 8 + unit % 128 * 33] * values_scale,
                                moved[unit / 128 * 8 + 1 + unit % 128 * 33] * values_scale),
            teaal_f16_rest_bits(moved[unit / 128 * 8 + 2 + unit % 128 * 33] * values_scale,
                                moved[unit / 128 * 8 + 3 + unit % 128 * 33] * values_scale),
            teaal_f16_rest_bits(moved[unit / 128 * 8 + 4 + unit % 128 * 33] * values_scale,
                                moved[unit / 128 * 8 + 5 + unit % 128 * 33] * values_scale),
            teaal_f16_rest_bits(moved[unit / 128 * 8 + 6 + unit % 128 * 33] * values_scale,
                                moved[unit / 128 * 8 + 7 + unit % 128 * 33] * values_scale));
      }
    }
  }
}

#line 14 "gemm_3xf16.yaml"
extern "C" __global__ void __launch_bounds__(128, 2)
    gemm_3xf16_C(value_t* __restrict__ C_values, const value_t* __restrict__ B_largest,
                 const unsigned* __restrict__ B_matrices, const value_t* __restrict__ A_largest,
                 const unsigned* __restrict__ A_matrices, coord_t K, coord_t M, coord_t N,
                 coord_t count_N4) {
  extern __shared__ __align__(128) unsigned char teaal_shared[];
  constexpr int BK = 32;
  constexpr int BM = 128;
  constexpr int BN = 128;
  constexpr int HM = 16;
  constexpr int HN = 32;
  constexpr int WM = 128;
  constexpr int WN = 32;
  teaal_await_launches();
  const offset_t worker_N4 = blockIdx.x % count_N4;
  const offset_t worker_M4 = blockIdx.x / count_N4;
  const offset_t worker_N3 = threadIdx.x / 32 % 4;
  const offset_t worker_M3 = threadIdx.x / 32 / 4;
  const offset_t worker_M1 = threadIdx.x % 32 % 4;
  const offset_t worker_N1 = threadIdx.x % 32 / 4;
  __shared__ __align__(16) unsigned turns[4];
  int parities = 0;
  teaal_turns_begin(turns, 2);
  unsigned* const B_tile = reinterpret_cast<unsigned*>(teaal_shared + 0);
  unsigned* const A_tile = reinterpret_cast<unsigned*>(teaal_shared + 32768);
#line 22 "gemm_3xf16.yaml"
  if (worker_M4 * BM < M) {
    const offset_t m4 = worker_M4 * BM;
    const offset_t m4_end = min(static_cast<offset_t>(M), m4 + BM);
    if (worker_N4 * BN < N) {
      const offset_t n4 = worker_N4 * BN;
      const offset_t n4_end = min(static_cast<offset_t>(N), n4 + BN);
#line 46 "gemm_3xf16.yaml"
      const value_t B_largest_2 = B_largest[0];
      const value_t A_largest_2 = A_largest[0];
#line 14 "gemm_3xf16.yaml"
      value_t sums[128];
#pragma unroll
      for (int sums_element = 0; sums_element < 128; ++sums_element) {
        sums[sums_element] = value_t(0);
      }
      __syncthreads();
#line 22 "gemm_3xf16.yaml"
#pragma unroll
      // Load A_tile, B_tile and turns.
      for (int k1_first = 0; k1_first < 2; ++k1_first) {
        if (k1_first * BK < static_cast<offset_t>(K)) {
          const offset_t k1_ahead = k1_first * BK;
          const int k1_buffer_2 = static_cast<int>(k1_first % 2);
          const int B_tile_begin_2 = k1_buffer_2 * 4096;
          const int A_tile_begin_2 = k1_buffer_2 * 4096;
          const int k1_slot_2 = static_cast<int>(k1_first % 2);
          if (threadIdx.x == 0) {
            teaal_turn_takes(&turns[k1_slot_2 * 2], 8192);
            teaal_copy_matrix(&B_tile[B_tile_begin_2],
                              &B_matrices[(static_cast<size_type>(n4 / 128) *
                                               ((static_cast<offset_t>(K) + 31) / 32 * 32 / 8) +
                                           k1_ahead / 8) *
                                          1024],
                              4096, &turns[k1_slot_2 * 2]);
            teaal_copy_matrix(&A_tile[A_tile_begin_2],
                              &A_matrices[(static_cast<size_type>(m4 / 128) *
                                               ((static_cast<offset_t>(K) + 31) / 32 * 32 / 8) +
                                           k1_ahead / 8) *
                                          1024],
                              4096, &turns[k1_slot_2 * 2]);
          }
        }
      }
      for (offset_t k1 = 0; k1 < K; k1 += BK) {
        const int k1_buffer = static_cast<int>(k1 / BK % 2);
        const int B_tile_begin = k1_buffer * 4096;
        const int A_tile_begin = k1_buffer * 4096;
        const int k1_slot = static_cast<int>(k1 / BK % 2);
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
            for (int k_step = 0; k_step < 32; k_step += 16) {
#line 46 "gemm_3xf16.yaml"
              teaal_warpgroup_f16_128<0>(
                  &sums_part[0],
                  &B_tile[B_tile_begin + k_step / 8 * 1024 +
                          (128 +
                           (static_cast<int>(threadIdx.x) / 32 % 4 / 4 * 2 + row_block) * 64) *
                              4],
                  1024,
                  &A_tile[A_tile_begin + k_step / 8 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 / 4 * 128 + column_block) * 4],
                  1024, (0 < k_step) ? 1 : 0);
              teaal_warpgroup_f16_128<0>(
                  &sums_part[0],
                  &B_tile[B_tile_begin + k_step / 8 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 % 4 / 4 * 2 + row_block) * 64 * 4],
                  1024,
                  &A_tile[A_tile_begin + k_step / 8 * 1024 +
                          (128 + (static_cast<int>(threadIdx.x) / 32 / 4 * 128 + column_block)) *
                              4],
                  1024, 1);
              teaal_warpgroup_f16_128<0>(
                  &sums_part[0],
                  &B_tile[B_tile_begin + k_step / 8 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 % 4 / 4 * 2 + row_block) * 64 * 4],
                  1024,
                  &A_tile[A_tile_begin + k_step / 8 * 1024 +
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
        if (k1 + 64 < static_cast<offset_t>(K)) {
          const offset_t k1_ahead_2 = k1 + 64;
          const int k1_buffer_3 = static_cast<int>(k1_ahead_2 / BK % 2);
          const int B_tile_begin_3 = k1_buffer_3 * 4096;
          const int A_tile_begin_3 = k1_buffer_3 * 4096;
          const int k1_slot_3 = static_cast<int>(k1_ahead_2 / BK % 2);
          if (threadIdx.x == 0) {
            teaal_turn_takes(&turns[k1_slot_3 * 2], 8192);
            teaal_copy_matrix(&B_tile[B_tile_begin_3],
                              &B_matrices[(static_cast<size_type>(n4 / 128) *
                                               ((static_cast<offset_t>(K) + 31) / 32 * 32 / 8) +
                                           k1_ahead_2 / 8) *
                                          1024],
                              4096, &turns[k1_slot_3 * 2]);
            teaal_copy_matrix(&A_tile[A_tile_begin_3],
                              &A_matrices[(static_cast<size_type>(m4 / 128) *
                                               ((static_cast<offset_t>(K) + 31) / 32 * 32 / 8) +
                                           k1_ahead_2 / 8) *
                                          1024],
                              4096, &turns[k1_slot_3 * 2]);
          }
        }
      }
      const bool whole =
          m4_end - m4 == 128 && n4_end - n4 == 128 && teaal_aligned_rows(C_values, N);
      // Store C_values.
      if (whole) {
#pragma unroll
        for (int own = 0; own < 128; ++own) {
          sums[own] = teaal_scaled_back(sums[own], B_largest_2, A_largest_2);
        }
#line 22 "gemm_3xf16.yaml"
        const offset_t m3 = m4 + worker_M3 * WM;
        const offset_t n3 = n4 + worker_N3 * WN;
#pragma unroll
        for (int m2_turn = 0; m2_turn < 8; ++m2_turn) {
          const offset_t m2 = m3 + m2_turn * HM;
          const offset_t m1 = m2 + worker_M1 * 4;
          const offset_t n1 = n3 + worker_N1 * 4;
#pragma unroll
          for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
            const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
            value_t C_values_quad[4];
#pragma unroll
            for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 14 "gemm_3xf16.yaml"
              C_values_quad[n0_turn] =
                  sums[((n0_turn / 2 * 16 + (m2_turn * 2 + m0_turn / 2)) * 2 + n0_turn % 2) * 2 +
                       m0_turn % 2];
            }
#line 22 "gemm_3xf16.yaml"
            teaal_write_quad(&C_values[static_cast<offset_t>(m0) * static_cast<offset_t>(N) +
                                       static_cast<coord_t>(n1)],
                             &C_values_quad[0]);
          }
        }
      }
      if (!whole) {
#pragma unroll
        for (int own = 0; own < 128; ++own) {
          sums[own] = teaal_scaled_back(sums[own], B_largest_2, A_largest_2);
        }
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
                if (n3 < n3_end) {
                  const offset_t n2_end = min(n3_end, n3 + HN);
                  if (m2 + worker_M1 * 4 < m2_end) {
                    const offset_t m1 = m2 + worker_M1 * 4;
                    const offset_t m1_end = min(m2_end, m1 + 4);
                    if (n3 + worker_N1 * 4 < n2_end) {
                      const offset_t n1 = n3 + worker_N1 * 4;
                      const offset_t n1_end = min(n2_end, n1 + 4);
#pragma unroll
                      for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                        if (m1 + m0_turn < m1_end) {
                          const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                          for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                            if (n1 + n0_turn < n1_end) {
                              const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                              const offset_t C_N_at_2 =
                                  static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 14 "gemm_3xf16.yaml"
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
#line 1 "gemm_3xf16.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_3xf16_value;
typedef pos_t gemm_3xf16_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_3xf16_workspace_bytes gemm_3xf16_workspace_bytes_64
#define gemm_3xf16_launch gemm_3xf16_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_3xf16_arguments {
  /* C: M:U, N:U */
  gemm_3xf16_value* C_values;
  /* A: M:U, K:U */
  const gemm_3xf16_value* A_values;
  /* B: K:U, N:U */
  const gemm_3xf16_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_3xf16_arguments;

/* Bytes of device memory that gemm_3xf16_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_3xf16_workspace_bytes(const gemm_3xf16_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_3xf16_error_text. Allocates nothing and throws nothing. */
int gemm_3xf16_launch(const gemm_3xf16_arguments* arguments, void* workspace,
                      size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_3xf16_error_text(int code);
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

struct gemm_3xf16_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t gemm_3xf16_C_M4_workers;
  int64_t gemm_3xf16_C_N4_workers;
  explicit gemm_3xf16_sizes(const gemm_3xf16_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    gemm_3xf16_C_M4_workers = max(min(ceil_div(M, 128), 2147483647), 1);
    gemm_3xf16_C_N4_workers = max(min(ceil_div(N, 128), 2147483647), 1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (M == 0 || K <= 1000000000 / M) &&
           (K == 0 || N <= 1000000000 / K);
  }
  int64_t elements_0() const { return 1 + min(max(ceil_div(K * N, 4096), 1), 528); }
  int64_t elements_1() const {
    return 2 * (ceil_div(K, 32) * 32) * (ceil_div(N, 128) * 128) * 4 / 8;
  }
  int64_t elements_2() const { return 1 + min(max(ceil_div(M * K, 4096), 1), 528); }
  int64_t elements_3() const {
    return 2 * (ceil_div(M, 128) * 128) * (ceil_div(K, 32) * 32) * 4 / 8;
  }
  int64_t block_gemm_3xf16_C_B_largest_of_shares() const { return 512; }
  int64_t grid_gemm_3xf16_C_B_largest_of_shares() const {
    return min(max(ceil_div(K * N, 4096), 1), 528);
  }
  int64_t block_gemm_3xf16_C_B_largest() const { return 512; }
  int64_t grid_gemm_3xf16_C_B_largest() const { return 1; }
  int64_t block_gemm_3xf16_C_B_matrices() const { return 256; }
  int64_t grid_gemm_3xf16_C_B_matrices() const {
    return max(ceil_div(ceil_div(K, 32) * 32, 32) * (ceil_div(N, 128) * 128 / 32), 1);
  }
  int64_t block_gemm_3xf16_C_A_largest_of_shares() const { return 512; }
  int64_t grid_gemm_3xf16_C_A_largest_of_shares() const {
    return min(max(ceil_div(M * K, 4096), 1), 528);
  }
  int64_t block_gemm_3xf16_C_A_largest() const { return 512; }
  int64_t grid_gemm_3xf16_C_A_largest() const { return 1; }
  int64_t block_gemm_3xf16_C_A_matrices() const { return 256; }
  int64_t grid_gemm_3xf16_C_A_matrices() const {
    return max(ceil_div(ceil_div(K, 32) * 32, 32) * (ceil_div(M, 128) * 128 / 128), 1);
  }
  int64_t block_gemm_3xf16_C() const { return 128; }
  int64_t grid_gemm_3xf16_C() const {
    return min(min(gemm_3xf16_C_M4_workers, 2147483648) * gemm_3xf16_C_N4_workers, 2147483648);
  }
  coord_t K_of_gemm_3xf16_C_B_largest_of_shares() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_3xf16_C_B_largest_of_shares() const { return static_cast<coord_t>(N); }
  int64_t shares_of_gemm_3xf16_C_B_largest() const {
    return min(max(ceil_div(K * N, 4096), 1), 528);
  }
  coord_t K_of_gemm_3xf16_C_B_matrices() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_3xf16_C_B_matrices() const { return static_cast<coord_t>(N); }
  coord_t M_of_gemm_3xf16_C_A_largest_of_shares() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_3xf16_C_A_largest_of_shares() const { return static_cast<coord_t>(K); }
  int64_t shares_of_gemm_3xf16_C_A_largest() const {
    return min(max(ceil_div(M * K, 4096), 1), 528);
  }
  coord_t M_of_gemm_3xf16_C_A_matrices() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_3xf16_C_A_matrices() const { return static_cast<coord_t>(K); }
  coord_t K_of_gemm_3xf16_C() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_3xf16_C() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_3xf16_C() const { return static_cast<coord_t>(N); }
  coord_t count_N4_of_gemm_3xf16_C() const { return static_cast<coord_t>(gemm_3xf16_C_N4_workers); }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_3xf16_workspace_bytes(const gemm_3xf16_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_3xf16_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(unsigned) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_3xf16_launch(const gemm_3xf16_arguments* arguments, void* workspace,
                                 size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_3xf16_arguments& a = *arguments;
  const gemm_3xf16_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_3xf16_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* B_largest = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  unsigned* B_matrices = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(unsigned) + 255) / 256 * 256;
  value_t* A_largest = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  unsigned* A_matrices = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(unsigned) + 255) / 256 * 256;
  gemm_3xf16_C_B_largest_of_shares<<<
      static_cast<unsigned>(sizes.grid_gemm_3xf16_C_B_largest_of_shares()),
      static_cast<unsigned>(sizes.block_gemm_3xf16_C_B_largest_of_shares()), 0, stream>>>(
      B_largest, a.B_values, sizes.K_of_gemm_3xf16_C_B_largest_of_shares(),
      sizes.N_of_gemm_3xf16_C_B_largest_of_shares());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gemm_3xf16_C_B_largest,
                   static_cast<unsigned>(sizes.grid_gemm_3xf16_C_B_largest()),
                   static_cast<unsigned>(sizes.block_gemm_3xf16_C_B_largest()), 0, stream,
                   B_largest, sizes.shares_of_gemm_3xf16_C_B_largest()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_3xf16_C_B_matrices,
                   static_cast<unsigned>(sizes.grid_gemm_3xf16_C_B_matrices()),
                   static_cast<unsigned>(sizes.block_gemm_3xf16_C_B_matrices()), 0, stream,
                   B_matrices, a.B_values, B_largest, sizes.K_of_gemm_3xf16_C_B_matrices(),
                   sizes.N_of_gemm_3xf16_C_B_matrices()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_3xf16_C_A_largest_of_shares,
                   static_cast<unsigned>(sizes.grid_gemm_3xf16_C_A_largest_of_shares()),
                   static_cast<unsigned>(sizes.block_gemm_3xf16_C_A_largest_of_shares()), 0, stream,
                   A_largest, a.A_values, sizes.M_of_gemm_3xf16_C_A_largest_of_shares(),
                   sizes.K_of_gemm_3xf16_C_A_largest_of_shares()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_3xf16_C_A_largest,
                   static_cast<unsigned>(sizes.grid_gemm_3xf16_C_A_largest()),
                   static_cast<unsigned>(sizes.block_gemm_3xf16_C_A_largest()), 0, stream,
                   A_largest, sizes.shares_of_gemm_3xf16_C_A_largest()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_3xf16_C_A_matrices,
                   static_cast<unsigned>(sizes.grid_gemm_3xf16_C_A_matrices()),
                   static_cast<unsigned>(sizes.block_gemm_3xf16_C_A_matrices()), 0, stream,
                   A_matrices, a.A_values, A_largest, sizes.M_of_gemm_3xf16_C_A_matrices(),
                   sizes.K_of_gemm_3xf16_C_A_matrices()) != cudaSuccess)
    return 3;
  if (cudaFuncSetAttribute(gemm_3xf16_C, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) !=
      cudaSuccess)
    return 3;
  if (launch_early(gemm_3xf16_C, static_cast<unsigned>(sizes.grid_gemm_3xf16_C()),
                   static_cast<unsigned>(sizes.block_gemm_3xf16_C()), 65536, stream, a.C_values,
                   B_largest, B_matrices, A_largest, A_matrices, sizes.K_of_gemm_3xf16_C(),
                   sizes.M_of_gemm_3xf16_C(), sizes.N_of_gemm_3xf16_C(),
                   sizes.count_N4_of_gemm_3xf16_C()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* gemm_3xf16_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_3xf16_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
