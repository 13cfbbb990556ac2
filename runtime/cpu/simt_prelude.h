#line 1 "teaal_simt_prelude.h"
// The formatter takes macros that stand for whole declarations for expressions:
// clang-format off
// CUDA's vocabulary as host C++ for the CPU executor. One thread is one activation of the kernel's function;
// teaal_register, teaal_park and teaal_fence are not functions: the lowering pass replaces them.
// Numbers of registers and park kinds are those of thread_context.h.
#define TEAAL_PRELUDE 1
#define TEAAL_CPU 1  // PTX text has no meaning here

#define __global__ __attribute__((annotate("teaal.kernel"), used))
#define __launch_bounds__(threads, ...) __attribute__((annotate("teaal.launch_bounds", threads)))
#define __device__
#define __host__
#define __managed__
#define __shared__ thread_local
#define __constant__ const
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __grid_constant__
#define assert(condition) ((void)0)
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define TEAAL_FN static inline __attribute__((always_inline))

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

// ---- registers

extern "C" unsigned teaal_register(int number) __attribute__((const, nothrow));
extern "C" unsigned long long teaal_park(unsigned kind, unsigned mask, unsigned long long value,
                                         unsigned source) __attribute__((nothrow, nomerge, convergent));
extern "C" void teaal_fence() __attribute__((nothrow, convergent));

#define TEAAL_REGISTERS(name, first)                               \
  struct teaal_##name {                                            \
    __declspec(property(get = get_x)) unsigned x;                  \
    __declspec(property(get = get_y)) unsigned y;                  \
    __declspec(property(get = get_z)) unsigned z;                  \
    TEAAL_FN unsigned get_x() { return teaal_register(first); }     \
    TEAAL_FN unsigned get_y() { return teaal_register(first + 1); } \
    TEAAL_FN unsigned get_z() { return teaal_register(first + 2); } \
  };                                                               \
  constexpr teaal_##name name{};
TEAAL_REGISTERS(threadIdx, 0)
TEAAL_REGISTERS(blockIdx, 3)
TEAAL_REGISTERS(blockDim, 6)
TEAAL_REGISTERS(gridDim, 9)
#define warpSize 32
TEAAL_FN unsigned teaal_lane() { return teaal_register(12); }

// ---- vector types: structs, so that a store to one component touches that component only

#define TEAAL_VECTOR(name, type)                                                                    \
  struct name##1 { type x; };                                                                       \
  struct __align__(2 * sizeof(type)) name##2 { type x, y; };                                        \
  struct name##3 { type x, y, z; };                                                                 \
  struct __align__(sizeof(type) < 8 ? 4 * sizeof(type) : 16) name##4 { type x, y, z, w; };          \
  TEAAL_FN name##1 make_##name##1(type x) { return {x}; }                                           \
  TEAAL_FN name##2 make_##name##2(type x, type y) { return {x, y}; }                                \
  TEAAL_FN name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }                     \
  TEAAL_FN name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
TEAAL_VECTOR(char, signed char)
TEAAL_VECTOR(uchar, unsigned char)
TEAAL_VECTOR(short, short)
TEAAL_VECTOR(ushort, unsigned short)
TEAAL_VECTOR(int, int)
TEAAL_VECTOR(uint, unsigned)
TEAAL_VECTOR(longlong, long long)
TEAAL_VECTOR(ulonglong, unsigned long long)
TEAAL_VECTOR(float, float)
TEAAL_VECTOR(double, double)
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};

// ---- barriers, fences

TEAAL_FN void __syncthreads() { teaal_park(1, ~0u, 0, 0); }
TEAAL_FN int __syncthreads_count(int p) { return (int)teaal_park(2, ~0u, p != 0, 0); }
TEAAL_FN int __syncthreads_and(int p) { return (int)teaal_park(3, ~0u, p != 0, 0); }
TEAAL_FN int __syncthreads_or(int p) { return (int)teaal_park(4, ~0u, p != 0, 0); }
TEAAL_FN void __syncwarp(unsigned mask = ~0u) { teaal_park(5, mask, 0, 0); }
TEAAL_FN void __threadfence() { teaal_fence(); }
TEAAL_FN void __threadfence_block() { teaal_fence(); }
TEAAL_FN void __threadfence_system() { teaal_fence(); }
TEAAL_FN void __nanosleep(unsigned) {}

// ---- votes, matches, reductions over lanes

TEAAL_FN unsigned __ballot_sync(unsigned mask, int p) { return (unsigned)teaal_park(7, mask, p != 0, 0); }
TEAAL_FN int __any_sync(unsigned mask, int p) { return (int)teaal_park(8, mask, p != 0, 0); }
TEAAL_FN int __all_sync(unsigned mask, int p) { return (int)teaal_park(9, mask, p != 0, 0); }
TEAAL_FN unsigned __activemask() { return (unsigned)teaal_park(18, 0, 0, 0); }
TEAAL_FN unsigned __reduce_add_sync(unsigned mask, unsigned v) { return (unsigned)teaal_park(12, mask, v, 0); }
TEAAL_FN int __reduce_add_sync(unsigned mask, int v) { return (int)teaal_park(12, mask, (unsigned)v, 0); }
TEAAL_FN unsigned __reduce_min_sync(unsigned mask, unsigned v) { return (unsigned)teaal_park(13, mask, v, 0); }
TEAAL_FN int __reduce_min_sync(unsigned mask, int v) { return (int)teaal_park(13, mask, (long long)v, 1); }
TEAAL_FN unsigned __reduce_max_sync(unsigned mask, unsigned v) { return (unsigned)teaal_park(14, mask, v, 0); }
TEAAL_FN int __reduce_max_sync(unsigned mask, int v) { return (int)teaal_park(14, mask, (long long)v, 1); }
TEAAL_FN unsigned __reduce_and_sync(unsigned mask, unsigned v) { return (unsigned)teaal_park(15, mask, v, 0); }
TEAAL_FN unsigned __reduce_or_sync(unsigned mask, unsigned v) { return (unsigned)teaal_park(16, mask, v, 0); }
TEAAL_FN unsigned __reduce_xor_sync(unsigned mask, unsigned v) { return (unsigned)teaal_park(17, mask, v, 0); }

// ---- shuffles: the source lane is worked out here as PTX's shfl does, the exchange is the executor's

TEAAL_FN unsigned teaal_source_idx(unsigned lane, unsigned from, int width) {
  return (lane & ~(unsigned)(width - 1)) | (from & 31 & (unsigned)(width - 1));
}
TEAAL_FN unsigned teaal_source_up(unsigned lane, unsigned delta, int width) {
  return (lane & (unsigned)(width - 1)) >= (delta & 31) ? lane - (delta & 31) : lane;
}
TEAAL_FN unsigned teaal_source_down(unsigned lane, unsigned delta, int width) {
  return (lane & (unsigned)(width - 1)) + (delta & 31) < (unsigned)width ? lane + (delta & 31) : lane;
}
TEAAL_FN unsigned teaal_source_xor(unsigned lane, unsigned bits, int width) {
  return (lane ^ (bits & 31)) <= (lane | (unsigned)(width - 1)) ? lane ^ (bits & 31) : lane;
}

#define TEAAL_SHUFFLE(type, bits, suffix, argument, rule)                                           \
  TEAAL_FN type __shfl_##suffix##sync(unsigned mask, type v, argument by, int width = 32) {         \
    unsigned source = teaal_source_##rule(teaal_lane(), (unsigned)by, width);                       \
    return __builtin_bit_cast(type, (bits)teaal_park(6, mask, __builtin_bit_cast(bits, v), source)); \
  }
#define TEAAL_PER_TYPE(type, bits)                       \
  TEAAL_SHUFFLE(type, bits, , int, idx)                  \
  TEAAL_SHUFFLE(type, bits, up_, unsigned, up)           \
  TEAAL_SHUFFLE(type, bits, down_, unsigned, down)       \
  TEAAL_SHUFFLE(type, bits, xor_, int, xor)              \
  TEAAL_FN unsigned __match_any_sync(unsigned mask, type v) {                                 \
    return (unsigned)teaal_park(10, mask, __builtin_bit_cast(bits, v), 0);                     \
  }                                                                                           \
  TEAAL_FN unsigned __match_all_sync(unsigned mask, type v, int* all) {                       \
    unsigned same = (unsigned)teaal_park(11, mask, __builtin_bit_cast(bits, v), 0);            \
    *all = same != 0;                                                                         \
    return same;                                                                              \
  }                                                                                           \
  TEAAL_FN type __ldg(const type* p) { return *p; }                                           \
  TEAAL_FN type __ldcs(const type* p) { return *p; }                                          \
  TEAAL_FN type __ldcg(const type* p) { return *p; }                                          \
  TEAAL_FN type __ldca(const type* p) { return *p; }                                          \
  TEAAL_FN void __stcs(type* p, type v) { *p = v; }                                           \
  TEAAL_FN void __stcg(type* p, type v) { *p = v; }
TEAAL_PER_TYPE(int, unsigned)
TEAAL_PER_TYPE(unsigned, unsigned)
TEAAL_PER_TYPE(long, unsigned long long)
TEAAL_PER_TYPE(unsigned long, unsigned long long)
TEAAL_PER_TYPE(long long, unsigned long long)
TEAAL_PER_TYPE(unsigned long long, unsigned long long)
TEAAL_PER_TYPE(float, unsigned)
TEAAL_PER_TYPE(double, unsigned long long)
#define TEAAL_LOAD(type) TEAAL_FN type __ldg(const type* p) { return *p; }
TEAAL_LOAD(char) TEAAL_LOAD(signed char) TEAAL_LOAD(unsigned char) TEAAL_LOAD(short)
TEAAL_LOAD(unsigned short) TEAAL_LOAD(int2) TEAAL_LOAD(int4) TEAAL_LOAD(uint2) TEAAL_LOAD(uint4)
TEAAL_LOAD(float2) TEAAL_LOAD(float4) TEAAL_LOAD(double2)

// ---- elements that an instruction moves together: up to 16 bytes, aligned as it wants them. Where they are not, what
// lies far outside of every array: the checked mode finds it.

template <int bytes>
struct teaal_unit { unsigned char of[bytes]; };
template <int bytes>
TEAAL_FN teaal_unit<bytes>* teaal_unit_at(const void* place) {
  return (teaal_unit<bytes>*)((unsigned char*)place + ((uintptr_t)place % bytes << 40));
}
// `count` elements of memory to registers, and of registers to memory.
template <int count, class T>
TEAAL_FN void teaal_take_units(T* to, const T* from) {
  constexpr int together = count * sizeof(T) < 16 ? count : 16 / sizeof(T), bytes = together * sizeof(T);
  for (int i = 0; i < count; i += together) *(teaal_unit<bytes>*)(to + i) = *teaal_unit_at<bytes>(from + i);
}
template <int count, class T>
TEAAL_FN void teaal_give_units(T* to, const T* from) {
  constexpr int together = count * sizeof(T) < 16 ? count : 16 / sizeof(T), bytes = together * sizeof(T);
  for (int i = 0; i < count; i += together) *teaal_unit_at<bytes>(to + i) = *(const teaal_unit<bytes>*)(from + i);
}

// ---- bits

TEAAL_FN int __popc(unsigned v) { return __builtin_popcount(v); }
TEAAL_FN int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
TEAAL_FN int __ffs(int v) { return __builtin_ffs(v); }
TEAAL_FN int __ffsll(long long v) { return __builtin_ffsll(v); }
TEAAL_FN int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
TEAAL_FN int __clzll(long long v) { return v ? __builtin_clzll((unsigned long long)v) : 64; }
TEAAL_FN unsigned __brev(unsigned v) { return __builtin_bitreverse32(v); }
TEAAL_FN unsigned long long __brevll(unsigned long long v) { return __builtin_bitreverse64(v); }
TEAAL_FN unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
  unsigned long long both = ((unsigned long long)b << 32) | a;
  unsigned out = 0;
  for (int i = 0; i < 4; ++i) out |= (unsigned)((both >> (((s >> (4 * i)) & 7) * 8)) & 255) << (8 * i);
  return out;
}
TEAAL_FN unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned by) {
  return (by & 31) ? (hi << (by & 31)) | (lo >> (32 - (by & 31))) : hi;
}
TEAAL_FN unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned by) {
  return (by & 31) ? (lo >> (by & 31)) | (hi << (32 - (by & 31))) : lo;
}
TEAAL_FN int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
TEAAL_FN unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a * b) >> 32);
}
TEAAL_FN int __float_as_int(float v) { return __builtin_bit_cast(int, v); }
TEAAL_FN unsigned __float_as_uint(float v) { return __builtin_bit_cast(unsigned, v); }
TEAAL_FN float __int_as_float(int v) { return __builtin_bit_cast(float, v); }
TEAAL_FN float __uint_as_float(unsigned v) { return __builtin_bit_cast(float, v); }
TEAAL_FN long long __double_as_longlong(double v) { return __builtin_bit_cast(long long, v); }
TEAAL_FN double __longlong_as_double(long long v) { return __builtin_bit_cast(double, v); }

// ---- atomics

#define TEAAL_ATOMIC(name, type, builtin) \
  TEAAL_FN type name(type* p, type v) { return builtin(p, v, __ATOMIC_RELAXED); }
#define TEAAL_ATOMIC_INTEGER(type)                    \
  TEAAL_ATOMIC(atomicAdd, type, __atomic_fetch_add)   \
  TEAAL_ATOMIC(atomicSub, type, __atomic_fetch_sub)   \
  TEAAL_ATOMIC(atomicMin, type, __atomic_fetch_min)   \
  TEAAL_ATOMIC(atomicMax, type, __atomic_fetch_max)   \
  TEAAL_ATOMIC(atomicAnd, type, __atomic_fetch_and)   \
  TEAAL_ATOMIC(atomicOr, type, __atomic_fetch_or)     \
  TEAAL_ATOMIC(atomicXor, type, __atomic_fetch_xor)   \
  TEAAL_ATOMIC(atomicExch, type, __atomic_exchange_n) \
  TEAAL_FN type atomicCAS(type* p, type expected, type v) {                                        \
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);       \
    return expected;                                                                               \
  }
TEAAL_ATOMIC_INTEGER(int)
TEAAL_ATOMIC_INTEGER(unsigned)
TEAAL_ATOMIC_INTEGER(long long)
TEAAL_ATOMIC_INTEGER(unsigned long long)
TEAAL_ATOMIC(atomicAdd, float, __atomic_fetch_add)
TEAAL_ATOMIC(atomicAdd, double, __atomic_fetch_add)
TEAAL_FN float atomicExch(float* p, float v) {
  return __uint_as_float(__atomic_exchange_n((unsigned*)p, __float_as_uint(v), __ATOMIC_RELAXED));
}
TEAAL_FN unsigned atomicInc(unsigned* p, unsigned limit) {
  unsigned old = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(p, &old, old >= limit ? 0 : old + 1, false, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
  return old;
}
TEAAL_FN unsigned atomicDec(unsigned* p, unsigned limit) {
  unsigned old = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(p, &old, old == 0 || old > limit ? limit : old - 1, false,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return old;
}

// ---- arithmetic: no product and sum are fused unless the text says so (-ffp-contract=off)

#define TEAAL_MATH1(name)            \
  extern "C" float name##f(float);   \
  extern "C" double name(double);    \
  TEAAL_FN float name(float a) { return name##f(a); }
#define TEAAL_MATH2(name)                 \
  extern "C" float name##f(float, float);  \
  extern "C" double name(double, double);  \
  TEAAL_FN float name(float a, float b) { return name##f(a, b); }
TEAAL_MATH1(sqrt) TEAAL_MATH1(cbrt) TEAAL_MATH1(exp) TEAAL_MATH1(exp2) TEAAL_MATH1(expm1)
TEAAL_MATH1(log) TEAAL_MATH1(log2) TEAAL_MATH1(log10) TEAAL_MATH1(log1p) TEAAL_MATH1(sin)
TEAAL_MATH1(cos) TEAAL_MATH1(tan) TEAAL_MATH1(asin) TEAAL_MATH1(acos) TEAAL_MATH1(atan)
TEAAL_MATH1(sinh) TEAAL_MATH1(cosh) TEAAL_MATH1(tanh) TEAAL_MATH1(asinh) TEAAL_MATH1(acosh)
TEAAL_MATH1(atanh) TEAAL_MATH1(erf) TEAAL_MATH1(erfc) TEAAL_MATH1(tgamma) TEAAL_MATH1(lgamma)
TEAAL_MATH1(floor) TEAAL_MATH1(ceil) TEAAL_MATH1(trunc) TEAAL_MATH1(round) TEAAL_MATH1(rint)
TEAAL_MATH1(nearbyint) TEAAL_MATH1(fabs)
TEAAL_MATH2(pow) TEAAL_MATH2(atan2) TEAAL_MATH2(hypot) TEAAL_MATH2(fmod) TEAAL_MATH2(remainder)
TEAAL_MATH2(copysign) TEAAL_MATH2(fmax) TEAAL_MATH2(fmin) TEAAL_MATH2(fdim)
extern "C" float fmaf(float, float, float);
extern "C" double fma(double, double, double);
extern "C" float ldexpf(float, int);
extern "C" double ldexp(double, int);
TEAAL_FN float fma(float a, float b, float c) { return fmaf(a, b, c); }
TEAAL_FN float exp10f(float a) { return powf(10.0f, a); }
TEAAL_FN float rsqrtf(float a) { return 1.0f / sqrtf(a); }
TEAAL_FN double rsqrt(double a) { return 1.0 / sqrt(a); }
TEAAL_FN bool isnan(float a) { return __builtin_isnan(a); }
TEAAL_FN bool isnan(double a) { return __builtin_isnan(a); }
TEAAL_FN bool isinf(float a) { return __builtin_isinf(a); }
TEAAL_FN bool isinf(double a) { return __builtin_isinf(a); }
TEAAL_FN bool isfinite(float a) { return __builtin_isfinite(a); }
TEAAL_FN bool isfinite(double a) { return __builtin_isfinite(a); }

TEAAL_FN float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
TEAAL_FN float __fadd_rn(float a, float b) { return a + b; }
TEAAL_FN float __fsub_rn(float a, float b) { return a - b; }
TEAAL_FN float __fmul_rn(float a, float b) { return a * b; }
TEAAL_FN float __fdiv_rn(float a, float b) { return a / b; }
TEAAL_FN float __frcp_rn(float a) { return 1.0f / a; }
TEAAL_FN float __fsqrt_rn(float a) { return sqrtf(a); }
TEAAL_FN float __fdividef(float a, float b) { return a / b; }
TEAAL_FN double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
TEAAL_FN double __dadd_rn(double a, double b) { return a + b; }
TEAAL_FN double __dsub_rn(double a, double b) { return a - b; }
TEAAL_FN double __dmul_rn(double a, double b) { return a * b; }
TEAAL_FN double __ddiv_rn(double a, double b) { return a / b; }
TEAAL_FN double __dsqrt_rn(double a) { return sqrt(a); }
TEAAL_FN float __expf(float a) { return expf(a); }
TEAAL_FN float __logf(float a) { return logf(a); }
TEAAL_FN float __sinf(float a) { return sinf(a); }
TEAAL_FN float __cosf(float a) { return cosf(a); }
TEAAL_FN float __powf(float a, float b) { return powf(a, b); }
TEAAL_FN float __saturatef(float a) { return a > 0.0f ? (a < 1.0f ? a : 1.0f) : 0.0f; }
TEAAL_FN int __float2int_rz(float a) { return (int)a; }
TEAAL_FN int __float2int_rn(float a) { return (int)rintf(a); }
TEAAL_FN int __float2int_rd(float a) { return (int)floorf(a); }
TEAAL_FN int __float2int_ru(float a) { return (int)ceilf(a); }
TEAAL_FN float __int2float_rn(int a) { return (float)a; }
TEAAL_FN float __uint2float_rn(unsigned a) { return (float)a; }
TEAAL_FN float __double2float_rn(double a) { return (float)a; }

#define TEAAL_MIN_MAX(type, left, right)                                                    \
  TEAAL_FN type min(left a, right b) { return (type)a < (type)b ? (type)a : (type)b; }      \
  TEAAL_FN type max(left a, right b) { return (type)a > (type)b ? (type)a : (type)b; }
TEAAL_MIN_MAX(int, int, int)
TEAAL_MIN_MAX(unsigned, unsigned, unsigned)
TEAAL_MIN_MAX(unsigned, int, unsigned)
TEAAL_MIN_MAX(unsigned, unsigned, int)
TEAAL_MIN_MAX(long, long, long)
TEAAL_MIN_MAX(unsigned long, unsigned long, unsigned long)
TEAAL_MIN_MAX(long long, long long, long long)
TEAAL_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
TEAAL_FN float min(float a, float b) { return fminf(a, b); }
TEAAL_FN float max(float a, float b) { return fmaxf(a, b); }
TEAAL_FN double min(double a, double b) { return fmin(a, b); }
TEAAL_FN double max(double a, double b) { return fmax(a, b); }
TEAAL_FN int abs(int a) { return a < 0 ? -a : a; }
TEAAL_FN long long abs(long long a) { return a < 0 ? -a : a; }
TEAAL_FN float abs(float a) { return fabsf(a); }
TEAAL_FN double abs(double a) { return fabs(a); }
TEAAL_FN long long llabs(long long a) { return a < 0 ? -a : a; }

TEAAL_FN void* memcpy(void* to, const void* from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}
TEAAL_FN void* memset(void* to, int byte, size_t bytes) { return __builtin_memset(to, byte, bytes); }
template <class... Values>
TEAAL_FN int printf(const char*, Values...) {
  return 0;
}
