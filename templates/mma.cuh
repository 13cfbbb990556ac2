#pragma once
// Products of 16 x 8 elements on the tensor cores of a warp, added to sums in float. PTX:
// mma.m16n8k8 of tf32, mma.m16n8k16 of elements of 16 bits. Lane 4 g + t has, of the first operand,
// rows g and g + 8, of the second column g, of both the share t of the k's; its sums are rows g and
// g + 8 of columns 2 t and 2 t + 1. Which k's a share is does not matter as long as both operands
// agree. All lanes of the warp call these functions together.

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

// A value as tf32, and what that leaves out of it, alone in words: what tensor cores do not read is
// 0.
static __device__ __forceinline__ unsigned teaal_tf32_word(float value) {
  return teaal_tf32_bits(value) & 0xffffe000u;
}
static __device__ __forceinline__ unsigned teaal_tf32_rest_word(float value) {
  return teaal_tf32_word(value - __uint_as_float(teaal_tf32_word(value)));
}

// Where there are no tensor cores: the nearest value of 8 significant bits, or of f16, in 16 bits.
static __device__ __forceinline__ unsigned teaal_bf16_half(float value) {
  const unsigned bits = __float_as_uint(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fffu;
  return (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
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

// Two values in 16 bits each, the first one below.
static __device__ __forceinline__ unsigned teaal_bf16_bits(float low, float high) {
  if (!teaal_has_tensor_cores()) return teaal_bf16_half(low) | teaal_bf16_half(high) << 16;
  unsigned bits = 0u;
#ifndef TEAAL_CPU
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(high), "f"(low));
#endif
  return bits;
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

// ---- Values scaled to where f16 is most exact ----

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

// Products of the values in two words of operands, where there are no tensor cores.
struct teaal_tf32_words {
  static __device__ __forceinline__ float add_products(float sum, unsigned a, unsigned b) {
    return fmaf(__uint_as_float(a & 0xffffe000u), __uint_as_float(b & 0xffffe000u), sum);
  }
};
struct teaal_bf16_words {
  static __device__ __forceinline__ float add_products(float sum, unsigned a, unsigned b) {
    sum = fmaf(__uint_as_float(a << 16), __uint_as_float(b << 16), sum);
    return fmaf(__uint_as_float(a & 0xffff0000u), __uint_as_float(b & 0xffff0000u), sum);
  }
};
struct teaal_f16_words {
  static __device__ __forceinline__ float add_products(float sum, unsigned a, unsigned b) {
    sum = fmaf(teaal_value_of_f16(a & 0xffffu), teaal_value_of_f16(b & 0xffffu), sum);
    return fmaf(teaal_value_of_f16(a >> 16), teaal_value_of_f16(b >> 16), sum);
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

static __device__ __forceinline__ void teaal_multiply_bf16(float* sums, const float* from,
                                                           const unsigned* a, const unsigned* b) {
  if (!teaal_has_tensor_cores()) return teaal_shuffled_products<teaal_bf16_words>(sums, from, a, b);
#ifndef TEAAL_CPU
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
      : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(from[0]),
        "f"(from[1]), "f"(from[2]), "f"(from[3]));
#endif
}

static __device__ __forceinline__ void teaal_multiply_f16(float* sums, const float* from,
                                                          const unsigned* a, const unsigned* b) {
  if (!teaal_has_tensor_cores()) return teaal_shuffled_products<teaal_f16_words>(sums, from, a, b);
#ifndef TEAAL_CPU
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
      : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(from[0]),
        "f"(from[1]), "f"(from[2]), "f"(from[3]));
#endif
}

// What one of these does, of arrays in registers: sums[s00], sums[s01], sums[s10], sums[s11] are
// the four sums, a[a00] … and b[b0], b[b1] the operands' words.
using teaal_multiply = void(float*, const float*, const unsigned*, const unsigned*);

template <teaal_multiply multiply>
static __device__ __forceinline__ void teaal_mma(float* sums, int s00, int s01, int s10, int s11,
                                                 const unsigned* a, int a00, int a01, int a10,
                                                 int a11, const unsigned* b, int b0, int b1) {
  float part[4] = {sums[s00], sums[s01], sums[s10], sums[s11]};
  const unsigned a_words[4] = {a[a00], a[a01], a[a10], a[a11]}, b_words[2] = {b[b0], b[b1]};
  multiply(part, part, a_words, b_words);
  sums[s00] = part[0];
  sums[s01] = part[1];
  sums[s10] = part[2];
  sums[s11] = part[3];
}

// What lanes have of their own columns becomes what they multiply. Lane 4 k + t comes with its part
// k of what is multiplied of columns 2 t and 2 t + 1, in two words; lane 4 g + t goes with parts t
// and t + 4 of column g.
static __device__ __forceinline__ void teaal_columns_meet(unsigned* words, int even, int odd) {
  const int lane = threadIdx.x % 32;
  const bool upper = lane >= 16, of_odd = lane / 4 % 2 != 0;
  const int lower_part = lane % 4 * 4 + lane / 8, upper_part = lower_part + 16;
  // Each lane is asked for one of its words at a time: for the even one by lanes of even columns.
  const unsigned first = __shfl_sync(0xffffffffu, upper ? words[odd] : words[even],
                                     of_odd ? upper_part : lower_part),
                 second = __shfl_sync(0xffffffffu, upper ? words[even] : words[odd],
                                      of_odd ? lower_part : upper_part);
  words[even] = of_odd ? second : first;
  words[odd] = of_odd ? first : second;
}

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
