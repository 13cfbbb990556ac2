#pragma once
// Values of 16 bits as their bit patterns: IEEE binary16 (f16) and bfloat16 (bf16). Arithmetic is
// in float; loads are exact, stores round to nearest, ties to even. All NaNs become one.

static __device__ __forceinline__ float teaal_load_f16(unsigned short bits) {
  float value;
#ifdef TEAAL_CPU
  // The exponent of a float is 112 larger; the product is exact, also for subnormal numbers.
  const unsigned magnitude = bits & 0x7fffu;
  value = __uint_as_float(magnitude << 13) * 0x1p112f;
  if (magnitude > 0x7c00u) return __uint_as_float(0x7fffffffu);
  if (magnitude == 0x7c00u) value = __uint_as_float(0x7f800000u);
  if (bits & 0x8000u) value = -value;
#else
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
#endif
  return value;
}

static __device__ __forceinline__ unsigned short teaal_store_f16(float value) {
  unsigned short bits;
#ifdef TEAAL_CPU
  const unsigned all = __float_as_uint(value), sign = all >> 16 & 0x8000u;
  unsigned magnitude = all & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7fff;
  if (magnitude >= 0x38800000u) {
    // Normal: the exponent is 112 smaller; rounding up may carry into it, up to infinity.
    magnitude = magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u);
    magnitude = magnitude >= 0x0f800000u ? 0x7c00u : magnitude >> 13;
  } else {
    // Subnormal: the sum's last bit is worth 2^-24, so that the addition rounds.
    magnitude = __float_as_uint(__uint_as_float(magnitude) + 0.5f) - 0x3f000000u;
  }
  bits = static_cast<unsigned short>(sign | magnitude);
#else
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
#endif
  return bits;
}

static __device__ __forceinline__ float teaal_load_bf16(unsigned short bits) {
  return __uint_as_float(static_cast<unsigned>(bits) << 16);
}

static __device__ __forceinline__ unsigned short teaal_store_bf16(float value) {
  const unsigned bits = __float_as_uint(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return static_cast<unsigned short>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

// Elements as they lie in memory; read, they are floats, and are made of floats.
struct teaal_f16 {
  unsigned short bits;
  static __device__ __forceinline__ teaal_f16 of(float value) { return {teaal_store_f16(value)}; }
  __device__ __forceinline__ operator float() const { return teaal_load_f16(bits); }
};
struct teaal_bf16 {
  unsigned short bits;
  static __device__ __forceinline__ teaal_bf16 of(float value) { return {teaal_store_bf16(value)}; }
  __device__ __forceinline__ operator float() const { return teaal_load_bf16(bits); }
};

// Two elements in a word, the first one below.
static __device__ __forceinline__ unsigned teaal_word(unsigned short low, unsigned short high) {
  return low | static_cast<unsigned>(high) << 16;
}
