#pragma once
// Arithmetic of 32-bit integers modulo 2^32, where C++ leaves an overflow of int undefined.

static __device__ __forceinline__ int teaal_wrapping_add(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

static __device__ __forceinline__ int teaal_wrapping_sub(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) - static_cast<unsigned>(b));
}

static __device__ __forceinline__ int teaal_wrapping_mul(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
}

// a * b + c.
static __device__ __forceinline__ int teaal_wrapping_fma(int a, int b, int c) {
  return teaal_wrapping_add(teaal_wrapping_mul(a, b), c);
}
