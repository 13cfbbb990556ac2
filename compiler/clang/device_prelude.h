// CUDA's declarations for Clang's device mode, without an SDK: what NVIDIA's headers give every
// kernel, spelled with Clang's NVPTX builtins. Written after the CUDA C++ Programming Guide (names,
// overloads) and the PTX ISA (meaning).
//
// Bit-identical to nvcc: integer work, + - * / fma, sqrt, conversions, min/max, rounding, atomics,
// warp functions. Not bit-identical (NVIDIA's libdevice has its own polynomials): exp*, log*, pow*,
// sin*, cos*, tanh*, rsqrt(double). Their error here is stated beside each; NaN and infinities
// behave as in C.
//
// Differences to know: __syncthreads is Clang's own builtin and is not declared here. The 2- and
// 4-vectors are Clang vector types: initialise them with braces or make_*; `(float4)(x, y, z, w)`
// would be a comma expression.
#pragma once
#define TEAAL_PRELUDE 1

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __grid_constant__ __attribute__((grid_constant))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define TEAAL_FN static __device__ __forceinline__

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;

// Vector types.

#define TEAAL_VECTOR(T, NAME)                                                  \
  typedef T NAME##2 __attribute__((ext_vector_type(2)));                       \
  typedef T NAME##4 __attribute__((ext_vector_type(4)));                       \
  struct NAME##1 { T x; };                                                     \
  struct NAME##3 { T x, y, z; };                                               \
  TEAAL_FN NAME##1 make_##NAME##1(T x) { return NAME##1 {x}; }                 \
  TEAAL_FN NAME##2 make_##NAME##2(T x, T y) { return NAME##2 {x, y}; }         \
  TEAAL_FN NAME##3 make_##NAME##3(T x, T y, T z) { return NAME##3 {x, y, z}; } \
  TEAAL_FN NAME##4 make_##NAME##4(T x, T y, T z, T w) { return NAME##4 {x, y, z, w}; }
TEAAL_VECTOR(signed char, char)
TEAAL_VECTOR(unsigned char, uchar)
TEAAL_VECTOR(short, short)
TEAAL_VECTOR(unsigned short, ushort)
TEAAL_VECTOR(int, int)
TEAAL_VECTOR(unsigned, uint)
TEAAL_VECTOR(long long, longlong)
TEAAL_VECTOR(unsigned long long, ulonglong)
TEAAL_VECTOR(float, float)
TEAAL_VECTOR(double, double)
#undef TEAAL_VECTOR

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1)
      : x(x_), y(y_), z(z_) {}
};

// Special registers.

#define TEAAL_REGISTER(NAME, R)                                               \
  struct NAME##_t {                                                           \
    __declspec(property(get = get_x)) unsigned x;                             \
    __declspec(property(get = get_y)) unsigned y;                             \
    __declspec(property(get = get_z)) unsigned z;                             \
    TEAAL_FN unsigned get_x() { return __nvvm_read_ptx_sreg_##R##_x(); }      \
    TEAAL_FN unsigned get_y() { return __nvvm_read_ptx_sreg_##R##_y(); }      \
    TEAAL_FN unsigned get_z() { return __nvvm_read_ptx_sreg_##R##_z(); }      \
    __device__ operator uint3() const { return {get_x(), get_y(), get_z()}; } \
    __device__ operator dim3() const { return {get_x(), get_y(), get_z()}; }  \
  };                                                                          \
  extern const __device__ NAME##_t NAME;
TEAAL_REGISTER(threadIdx, tid)
TEAAL_REGISTER(blockIdx, ctaid)
TEAAL_REGISTER(blockDim, ntid)
TEAAL_REGISTER(gridDim, nctaid)
#undef TEAAL_REGISTER
static constexpr int warpSize = 32;

// Barriers and fences.

TEAAL_FN int __syncthreads_count(int p) { return __nvvm_bar0_popc(p); }
TEAAL_FN int __syncthreads_and(int p) { return __nvvm_bar0_and(p); }
TEAAL_FN int __syncthreads_or(int p) { return __nvvm_bar0_or(p); }
TEAAL_FN void __syncwarp(unsigned mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
TEAAL_FN void __threadfence_block() { __nvvm_membar_cta(); }
TEAAL_FN void __threadfence() { __nvvm_membar_gl(); }
TEAAL_FN void __threadfence_system() { __nvvm_membar_sys(); }

// Votes, matches, warp reductions (the last from sm_80 on).

TEAAL_FN unsigned __activemask() {
  unsigned mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}
TEAAL_FN unsigned __ballot_sync(unsigned m, int p) { return __nvvm_vote_ballot_sync(m, p); }
TEAAL_FN int __any_sync(unsigned m, int p) { return __nvvm_vote_any_sync(m, p); }
TEAAL_FN int __all_sync(unsigned m, int p) { return __nvvm_vote_all_sync(m, p); }
TEAAL_FN int __uni_sync(unsigned m, int p) { return __nvvm_vote_uni_sync(m, p); }

#define TEAAL_BITS32(T) __builtin_bit_cast(unsigned, v)
#define TEAAL_BITS64(T) __builtin_bit_cast(unsigned long long, v)
#define TEAAL_MATCH(T, SIZE)                                              \
  TEAAL_FN unsigned __match_any_sync(unsigned m, T v) {                   \
    return __nvvm_match_any_sync_i##SIZE(m, TEAAL_BITS##SIZE(T));         \
  }                                                                       \
  TEAAL_FN unsigned __match_all_sync(unsigned m, T v, int* all) {         \
    return __nvvm_match_all_sync_i##SIZE##p(m, TEAAL_BITS##SIZE(T), all); \
  }
TEAAL_MATCH(int, 32)
TEAAL_MATCH(unsigned, 32)
TEAAL_MATCH(float, 32)
TEAAL_MATCH(long, 64)
TEAAL_MATCH(unsigned long, 64)
TEAAL_MATCH(long long, 64)
TEAAL_MATCH(unsigned long long, 64)
TEAAL_MATCH(double, 64)
#undef TEAAL_MATCH

#define TEAAL_REDUCE(T, NAME, OP) \
  TEAAL_FN T __reduce_##NAME##_sync(unsigned m, T v) { return __nvvm_redux_sync_##OP(v, m); }
#if __CUDA_ARCH__ >= 800
TEAAL_REDUCE(int, add, add)
TEAAL_REDUCE(unsigned, add, add)
TEAAL_REDUCE(int, min, min)
TEAAL_REDUCE(unsigned, min, umin)
TEAAL_REDUCE(int, max, max)
TEAAL_REDUCE(unsigned, max, umax)
TEAAL_REDUCE(unsigned, and, and)
TEAAL_REDUCE(unsigned, or, or)
TEAAL_REDUCE(unsigned, xor, xor)
#endif
#undef TEAAL_REDUCE

// Shuffles. `width` is a power of two up to 32; the clamp in the instruction's last operand depends
// on the direction.

#define TEAAL_SHUFFLE32(NAME, MODE, CLAMP, T, I, S)                                \
  TEAAL_FN T NAME(unsigned m, T v, S lane, int width = 32) {                       \
    return __builtin_bit_cast(                                                     \
        T, __nvvm_shfl_sync_##MODE##_i32(m, __builtin_bit_cast(int, v), (int)lane, \
                                         ((32 - width) << 8) | CLAMP));            \
  }
#define TEAAL_SHUFFLE64(NAME, MODE, CLAMP, T, S)                                           \
  TEAAL_FN T NAME(unsigned m, T v, S lane, int width = 32) {                               \
    const unsigned long long bits = __builtin_bit_cast(unsigned long long, v);             \
    const int control = ((32 - width) << 8) | CLAMP;                                       \
    const unsigned low =                                                                   \
        __nvvm_shfl_sync_##MODE##_i32(m, (int)(unsigned)bits, (int)lane, control);         \
    const unsigned high =                                                                  \
        __nvvm_shfl_sync_##MODE##_i32(m, (int)(unsigned)(bits >> 32), (int)lane, control); \
    return __builtin_bit_cast(T, (unsigned long long)high << 32 | low);                    \
  }
#define TEAAL_SHUFFLE(NAME, MODE, CLAMP, S)                 \
  TEAAL_SHUFFLE32(NAME, MODE, CLAMP, int, int, S)           \
  TEAAL_SHUFFLE32(NAME, MODE, CLAMP, unsigned, int, S)      \
  TEAAL_SHUFFLE32(NAME, MODE, CLAMP, float, int, S)         \
  TEAAL_SHUFFLE64(NAME, MODE, CLAMP, long, S)               \
  TEAAL_SHUFFLE64(NAME, MODE, CLAMP, unsigned long, S)      \
  TEAAL_SHUFFLE64(NAME, MODE, CLAMP, long long, S)          \
  TEAAL_SHUFFLE64(NAME, MODE, CLAMP, unsigned long long, S) \
  TEAAL_SHUFFLE64(NAME, MODE, CLAMP, double, S)
TEAAL_SHUFFLE(__shfl_sync, idx, 0x1f, int)
TEAAL_SHUFFLE(__shfl_xor_sync, bfly, 0x1f, int)
TEAAL_SHUFFLE(__shfl_down_sync, down, 0x1f, unsigned)
TEAAL_SHUFFLE(__shfl_up_sync, up, 0, unsigned)
#undef TEAAL_SHUFFLE
#undef TEAAL_SHUFFLE32
#undef TEAAL_SHUFFLE64

// Bits.

TEAAL_FN int __popc(unsigned v) { return __builtin_popcount(v); }
TEAAL_FN int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
TEAAL_FN int __ffs(int v) { return __builtin_ffs(v); }
TEAAL_FN int __ffsll(long long v) { return __builtin_ffsll(v); }
TEAAL_FN int __clz(int v) { return v ? __builtin_clz(v) : 32; }
TEAAL_FN int __clzll(long long v) { return v ? __builtin_clzll(v) : 64; }
TEAAL_FN unsigned __brev(unsigned v) { return __builtin_bitreverse32(v); }
TEAAL_FN unsigned long long __brevll(unsigned long long v) { return __builtin_bitreverse64(v); }
TEAAL_FN unsigned __byte_perm(unsigned a, unsigned b, unsigned s) { return __nvvm_prmt(a, b, s); }
TEAAL_FN unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
TEAAL_FN unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
TEAAL_FN int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
TEAAL_FN unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a * b) >> 32);
}
TEAAL_FN unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return __nvvm_mulhi_ull(a, b);
}
TEAAL_FN int __float_as_int(float v) { return __builtin_bit_cast(int, v); }
TEAAL_FN unsigned __float_as_uint(float v) { return __builtin_bit_cast(unsigned, v); }
TEAAL_FN float __int_as_float(int v) { return __builtin_bit_cast(float, v); }
TEAAL_FN float __uint_as_float(unsigned v) { return __builtin_bit_cast(float, v); }
TEAAL_FN long long __double_as_longlong(double v) { return __builtin_bit_cast(long long, v); }
TEAAL_FN double __longlong_as_double(long long v) { return __builtin_bit_cast(double, v); }

// Atomics: relaxed, device scope, as in CUDA; all return the old value.

#define TEAAL_ATOMIC(NAME, OP, T, B, SUFFIX)                                                     \
  TEAAL_FN T NAME(T* p, T v) {                                                                   \
    return __builtin_bit_cast(T,                                                                 \
                              __nvvm_atom_##OP##_gen_##SUFFIX((B*)p, __builtin_bit_cast(B, v))); \
  }
TEAAL_ATOMIC(atomicAdd, add, int, int, i)
TEAAL_ATOMIC(atomicAdd, add, unsigned, int, i)
TEAAL_ATOMIC(atomicAdd, add, unsigned long long, long long, ll)
TEAAL_ATOMIC(atomicAdd, add, float, float, f)
TEAAL_ATOMIC(atomicAdd, add, double, double, d)
TEAAL_ATOMIC(atomicSub, sub, int, int, i)
TEAAL_ATOMIC(atomicSub, sub, unsigned, int, i)
TEAAL_ATOMIC(atomicExch, xchg, int, int, i)
TEAAL_ATOMIC(atomicExch, xchg, unsigned, int, i)
TEAAL_ATOMIC(atomicExch, xchg, float, int, i)
TEAAL_ATOMIC(atomicExch, xchg, unsigned long long, long long, ll)
TEAAL_ATOMIC(atomicMin, min, int, int, i)
TEAAL_ATOMIC(atomicMin, min, unsigned, unsigned, ui)
TEAAL_ATOMIC(atomicMin, min, long long, long long, ll)
TEAAL_ATOMIC(atomicMin, min, unsigned long long, unsigned long long, ull)
TEAAL_ATOMIC(atomicMax, max, int, int, i)
TEAAL_ATOMIC(atomicMax, max, unsigned, unsigned, ui)
TEAAL_ATOMIC(atomicMax, max, long long, long long, ll)
TEAAL_ATOMIC(atomicMax, max, unsigned long long, unsigned long long, ull)
TEAAL_ATOMIC(atomicInc, inc, unsigned, unsigned, ui)
TEAAL_ATOMIC(atomicDec, dec, unsigned, unsigned, ui)
#define TEAAL_ATOMIC_BITS(NAME, OP)        \
  TEAAL_ATOMIC(NAME, OP, int, int, i)      \
  TEAAL_ATOMIC(NAME, OP, unsigned, int, i) \
  TEAAL_ATOMIC(NAME, OP, unsigned long long, long long, ll)
TEAAL_ATOMIC_BITS(atomicAnd, and)
TEAAL_ATOMIC_BITS(atomicOr, or)
TEAAL_ATOMIC_BITS(atomicXor, xor)
#undef TEAAL_ATOMIC_BITS
#undef TEAAL_ATOMIC
TEAAL_FN int atomicCAS(int* p, int old, int v) { return __nvvm_atom_cas_gen_i(p, old, v); }
TEAAL_FN unsigned atomicCAS(unsigned* p, unsigned old, unsigned v) {
  return (unsigned)__nvvm_atom_cas_gen_i((int*)p, (int)old, (int)v);
}
TEAAL_FN unsigned long long atomicCAS(unsigned long long* p, unsigned long long old,
                                      unsigned long long v) {
  return (unsigned long long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)old, (long long)v);
}

// Loads through the read-only cache.

#define TEAAL_LDG(T, SUFFIX) \
  TEAAL_FN T __ldg(const T* p) { return (T)__nvvm_ldg_##SUFFIX(p); }
TEAAL_LDG(signed char, sc)
TEAAL_LDG(short, s)
TEAAL_LDG(int, i)
TEAAL_LDG(long, l)
TEAAL_LDG(long long, ll)
TEAAL_LDG(unsigned char, uc)
TEAAL_LDG(unsigned short, us)
TEAAL_LDG(unsigned, ui)
TEAAL_LDG(unsigned long, ul)
TEAAL_LDG(unsigned long long, ull)
TEAAL_LDG(float, f)
TEAAL_LDG(double, d)
TEAAL_LDG(int2, i2)
TEAAL_LDG(int4, i4)
TEAAL_LDG(uint2, ui2)
TEAAL_LDG(uint4, ui4)
TEAAL_LDG(longlong2, ll2)
TEAAL_LDG(ulonglong2, ull2)
TEAAL_LDG(float2, f2)
TEAAL_LDG(float4, f4)
TEAAL_LDG(double2, d2)
#undef TEAAL_LDG
TEAAL_FN char __ldg(const char* p) { return __nvvm_ldg_c(p); }

// The smaller and the larger of two. Mixed signs compare as unsigned, as in C; a NaN yields the
// other operand.

#define TEAAL_MIN_MAX(R, A, B)                                   \
  TEAAL_FN R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; } \
  TEAAL_FN R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
TEAAL_MIN_MAX(int, int, int)
TEAAL_MIN_MAX(unsigned, unsigned, unsigned)
TEAAL_MIN_MAX(unsigned, int, unsigned)
TEAAL_MIN_MAX(unsigned, unsigned, int)
TEAAL_MIN_MAX(long, long, long)
TEAAL_MIN_MAX(unsigned long, unsigned long, unsigned long)
TEAAL_MIN_MAX(unsigned long, long, unsigned long)
TEAAL_MIN_MAX(unsigned long, unsigned long, long)
TEAAL_MIN_MAX(long long, long long, long long)
TEAAL_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
TEAAL_MIN_MAX(unsigned long long, long long, unsigned long long)
TEAAL_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef TEAAL_MIN_MAX
TEAAL_FN float min(float a, float b) { return __builtin_fminf(a, b); }
TEAAL_FN float max(float a, float b) { return __builtin_fmaxf(a, b); }
TEAAL_FN double min(double a, double b) { return __builtin_fmin(a, b); }
TEAAL_FN double max(double a, double b) { return __builtin_fmax(a, b); }
TEAAL_FN double min(float a, double b) { return __builtin_fmin(a, b); }
TEAAL_FN double max(float a, double b) { return __builtin_fmax(a, b); }
TEAAL_FN double min(double a, float b) { return __builtin_fmin(a, b); }
TEAAL_FN double max(double a, float b) { return __builtin_fmax(a, b); }
TEAAL_FN int abs(int v) { return v < 0 ? -v : v; }
TEAAL_FN long abs(long v) { return v < 0 ? -v : v; }
TEAAL_FN long long abs(long long v) { return v < 0 ? -v : v; }
TEAAL_FN float abs(float v) { return __builtin_fabsf(v); }
TEAAL_FN double abs(double v) { return __builtin_fabs(v); }
TEAAL_FN long long llabs(long long v) { return v < 0 ? -v : v; }

// Arithmetic that is exact or correctly rounded.

#define TEAAL_MATH1(NAME)                                            \
  TEAAL_FN float NAME##f(float a) { return __builtin_##NAME##f(a); } \
  TEAAL_FN float NAME(float a) { return __builtin_##NAME##f(a); }    \
  TEAAL_FN double NAME(double a) { return __builtin_##NAME(a); }
#define TEAAL_MATH2(NAME)                                                        \
  TEAAL_FN float NAME##f(float a, float b) { return __builtin_##NAME##f(a, b); } \
  TEAAL_FN float NAME(float a, float b) { return __builtin_##NAME##f(a, b); }    \
  TEAAL_FN double NAME(double a, double b) { return __builtin_##NAME(a, b); }
TEAAL_MATH1(fabs)
TEAAL_MATH1(floor)
TEAAL_MATH1(ceil)
TEAAL_MATH1(trunc)
TEAAL_MATH1(rint)
TEAAL_MATH1(nearbyint)
TEAAL_MATH1(round)
TEAAL_MATH2(fmin)
TEAAL_MATH2(fmax)
TEAAL_MATH2(copysign)
#undef TEAAL_MATH1
#undef TEAAL_MATH2
TEAAL_FN float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
TEAAL_FN float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
TEAAL_FN double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
TEAAL_FN float sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
TEAAL_FN float sqrt(float a) { return __nvvm_sqrt_rn_f(a); }
TEAAL_FN double sqrt(double a) { return __nvvm_sqrt_rn_d(a); }

#define TEAAL_ROUNDED(T, PREFIX, F)                         \
  TEAAL_FN T __##PREFIX##add_rn(T a, T b) { return a + b; } \
  TEAAL_FN T __##PREFIX##sub_rn(T a, T b) { return a - b; } \
  TEAAL_FN T __##PREFIX##mul_rn(T a, T b) { return a * b; } \
  TEAAL_FN T __##PREFIX##div_rn(T a, T b) { return a / b; } \
  TEAAL_FN T __##PREFIX##sqrt_rn(T a) { return sqrt(a); }
TEAAL_ROUNDED(float, f, f)
TEAAL_ROUNDED(double, d, )
#undef TEAAL_ROUNDED
TEAAL_FN float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
TEAAL_FN double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }
TEAAL_FN float __frcp_rn(float a) { return 1.0f / a; }
TEAAL_FN float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }

#define TEAAL_CLASS(T)                                          \
  TEAAL_FN bool isnan(T a) { return __builtin_isnan(a); }       \
  TEAAL_FN bool isinf(T a) { return __builtin_isinf(a); }       \
  TEAAL_FN bool isfinite(T a) { return __builtin_isfinite(a); } \
  TEAAL_FN bool signbit(T a) { return __builtin_signbit(a); }
TEAAL_CLASS(float)
TEAAL_CLASS(double)
#undef TEAAL_CLASS

// Conversions.

#define TEAAL_ROUNDINGS(FN) \
  FN(rn, rn)                \
  FN(rz, rz)                \
  FN(rd, rm)                \
  FN(ru, rp)
#define TEAAL_CONVERT(R, N)                                                            \
  TEAAL_FN int __float2int_##R(float a) { return __nvvm_f2i_##N(a); }                  \
  TEAAL_FN unsigned __float2uint_##R(float a) { return __nvvm_f2ui_##N(a); }           \
  TEAAL_FN long long __float2ll_##R(float a) { return __nvvm_f2ll_##N(a); }            \
  TEAAL_FN unsigned long long __float2ull_##R(float a) { return __nvvm_f2ull_##N(a); } \
  TEAAL_FN int __double2int_##R(double a) { return __nvvm_d2i_##N(a); }                \
  TEAAL_FN unsigned __double2uint_##R(double a) { return __nvvm_d2ui_##N(a); }         \
  TEAAL_FN long long __double2ll_##R(double a) { return __nvvm_d2ll_##N(a); }          \
  TEAAL_FN float __int2float_##R(int a) { return __nvvm_i2f_##N(a); }                  \
  TEAAL_FN float __uint2float_##R(unsigned a) { return __nvvm_ui2f_##N(a); }           \
  TEAAL_FN float __ll2float_##R(long long a) { return __nvvm_ll2f_##N(a); }            \
  TEAAL_FN float __double2float_##R(double a) { return __nvvm_d2f_##N(a); }
TEAAL_ROUNDINGS(TEAAL_CONVERT)
#undef TEAAL_CONVERT
#undef TEAAL_ROUNDINGS

// Functions that differ from libdevice in the last places.

// Floats by rsqrt.approx: about 2 ulp. Doubles: two roundings, below 1.5 ulp.
TEAAL_FN float rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
TEAAL_FN float rsqrt(float a) { return __nvvm_rsqrt_approx_f(a); }
TEAAL_FN double rsqrt(double a) { return 1.0 / sqrt(a); }

// ex2.approx and lg2.approx: about 2 ulp (absolute 2^-22 for logarithms of numbers near 1).
TEAAL_FN float exp2f(float a) { return __nvvm_ex2_approx_f(a); }
TEAAL_FN float __log2f(float a) { return __nvvm_lg2_approx_f(a); }
TEAAL_FN float log2f(float a) { return __nvvm_lg2_approx_f(a); }
TEAAL_FN float __expf(float a) { return __nvvm_ex2_approx_f(a * 1.4426950408889634f); }
TEAAL_FN float __logf(float a) { return __nvvm_lg2_approx_f(a) * 0.6931471805599453f; }
TEAAL_FN float logf(float a) { return __logf(a); }
TEAAL_FN float log10f(float a) { return __nvvm_lg2_approx_f(a) * 0.3010299956639812f; }
TEAAL_FN float __powf(float a, float b) { return __nvvm_ex2_approx_f(b * __nvvm_lg2_approx_f(a)); }
TEAAL_FN float __sinf(float a) { return __nvvm_sin_approx_f(a); }
TEAAL_FN float __cosf(float a) { return __nvvm_cos_approx_f(a); }

// e^a = 2^k * 2^f with the product a * log2(e) in two pieces: about 3 ulp over the whole range.
TEAAL_FN float expf(float a) {
  const float t = a * 1.44269502f;
  const float k = __builtin_rintf(t);
  if (!(__builtin_fabsf(k) < 200.0f)) return __nvvm_ex2_approx_f(t);
  const float f = __builtin_fmaf(a, 1.92596299e-8f, __builtin_fmaf(a, 1.44269502f, -k));
  const float half = __builtin_truncf(k * 0.5f);
  return __nvvm_ex2_approx_f(f) * __nvvm_ex2_approx_f(half) * __nvvm_ex2_approx_f(k - half);
}

// e^a for doubles: a = k ln 2 + r, |r| <= ln 2 / 2, a Taylor polynomial of degree 13 in r: about 1
// ulp.
TEAAL_FN double exp(double a) {
  if (!(__builtin_fabs(a) < 746.0)) return a != a ? a : a > 0 ? __builtin_inf() : 0.0;
  const double k = __builtin_rint(a * 1.4426950408889634);
  const double r =
      __builtin_fma(k, -1.9082149292705877e-10, __builtin_fma(k, -0.69314718036912382, a));
  double sum = 1.0;
#pragma unroll
  for (int i = 13; i > 0; --i) sum = __builtin_fma(sum, r / i, 1.0);
  const int low = (int)k / 2, high = (int)k - low;
  return sum * __longlong_as_double((long long)(1023 + low) << 52) *
         __longlong_as_double((long long)(1023 + high) << 52);
}

// ln a for doubles: a = 2^k m, m in [sqrt 1/2, sqrt 2), ln m = 2 artanh((m - 1) / (m + 1)): about 3
// ulp.
TEAAL_FN double log(double a) {
  if (!(a > 0.0) || a == __builtin_inf())
    return a == 0.0 ? -__builtin_inf() : a > 0.0 ? a : __builtin_nan("");
  int k = 0;
  if (a < 2.2250738585072014e-308) a *= 18014398509481984.0, k = -54;
  long long bits = __double_as_longlong(a);
  k += (int)(bits >> 52) - 1023;
  double m = __longlong_as_double((bits & 0xfffffffffffffll) | 0x3ff0000000000000ll);
  if (m > 1.4142135623730951) m *= 0.5, ++k;
  const double z = (m - 1.0) / (m + 1.0), z2 = z * z;
  double sum = 0.0;
#pragma unroll
  for (int i = 25; i > 0; i -= 2) sum = __builtin_fma(sum, z2, 2.0 / i);
  return __builtin_fma((double)k, 0.69314718055994531, z * sum);
}

TEAAL_FN float exp(float a) { return expf(a); }
TEAAL_FN float log(float a) { return logf(a); }
TEAAL_FN float log2(float a) { return log2f(a); }
TEAAL_FN float exp2(float a) { return exp2f(a); }
// Odd powers of negative bases and other special cases are not those of C: for positive bases only.
TEAAL_FN float powf(float a, float b) { return __powf(a, b); }
// Arguments beyond about +-pi lose accuracy with their size.
TEAAL_FN float sinf(float a) { return __sinf(a); }
TEAAL_FN float cosf(float a) { return __cosf(a); }
TEAAL_FN float tanhf(float a) {
  const float e = expf(-2.0f * __builtin_fabsf(a));
  return __builtin_copysignf((1.0f - e) / (1.0f + e), a);
}
// Small arguments by the series of sinh and cosh, so that no digits are lost: about 3 ulp.
TEAAL_FN double tanh(double a) {
  const double x = __builtin_fabs(a);
  double t;
  if (x < 0.25) {
    const double x2 = x * x;
    double above = 1.0, below = 1.0;
#pragma unroll
    for (int i = 9; i > 0; --i) {
      above = __builtin_fma(above, x2 / ((2 * i) * (2 * i + 1)), 1.0);
      below = __builtin_fma(below, x2 / ((2 * i - 1) * (2 * i)), 1.0);
    }
    t = x * above / below;
  } else {
    const double e = exp(-2.0 * x);
    t = (1.0 - e) / (1.0 + e);
  }
  return __builtin_copysign(t, a);
}

// Address spaces, time, termination.

TEAAL_FN size_t __cvta_generic_to_shared(const void* p) {
  return (size_t)(__attribute__((address_space(3))) const void*)p;
}
TEAAL_FN size_t __cvta_generic_to_global(const void* p) {
  return (size_t)(__attribute__((address_space(1))) const void*)p;
}
TEAAL_FN long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
TEAAL_FN int clock() { return __nvvm_read_ptx_sreg_clock(); }
TEAAL_FN void __nanosleep(unsigned ns) { asm volatile("nanosleep.u32 %0;" ::"r"(ns)); }
TEAAL_FN void __trap() { asm volatile("trap;"); }
extern "C" __device__ int printf(const char*, ...);

#undef TEAAL_BITS32
#undef TEAAL_BITS64
