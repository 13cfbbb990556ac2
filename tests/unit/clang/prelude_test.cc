#include <gtest/gtest.h>

#include "compiler/clang/frontend.h"
#include "tests/unit/clang/support.h"

// The prelude offers what CUDA's headers offer: the same text compiles with both, and its PTX
// assembles.
namespace teaal::clang_frontend {
namespace {

using namespace teaal::testing;

// Uses every family of the prelude, several overloads of each.
const char* const everything = R"cuda(
#ifndef TEAAL_PRELUDE
#include <cstdint>
#endif
extern "C" __global__ void __launch_bounds__(256, 2) ids(unsigned* out, const int2* __restrict__ pairs) {
  const uint3 t = threadIdx;
  const dim3 d = blockDim;
  out[0] = t.x + d.y + blockIdx.z + gridDim.x + warpSize;
  const int2 p = pairs[threadIdx.y];
  const uint4 q = make_uint4(1u, 2u, 3u, 4u);
  out[1] = p.x + q.w + sizeof(float3) + sizeof(longlong2) + sizeof(uchar4);
}

extern "C" __global__ void meetings(int* i, unsigned* u, long long* l, unsigned long long* q,
                                    float* f, double* d) {
  const unsigned all = 0xffffffffu;
  i[0] = __shfl_sync(all, i[1], 3) + __shfl_xor_sync(all, i[2], 4, 16);
  u[0] = __shfl_down_sync(all, u[1], 1) + __shfl_up_sync(all, u[2], 2, 8);
  l[0] = __shfl_sync(all, l[1], 3);
  q[0] = __shfl_xor_sync(all, q[1], 3);
  f[0] = __shfl_xor_sync(all, f[1], 1) + __shfl_down_sync(all, f[2], 1);
  d[0] = __shfl_up_sync(all, d[1], 1) + __shfl_xor_sync(all, d[2], 16);
  u[3] = __ballot_sync(all, i[3] > 0) + __any_sync(all, i[4]) + __all_sync(all, i[5]);
  int every;
  u[4] = __match_any_sync(all, l[2]) + __match_all_sync(all, f[3], &every) + every;
  u[5] = __reduce_add_sync(all, u[6]) + __reduce_max_sync(all, u[7]) + __reduce_or_sync(all, u[8]);
  i[6] = __reduce_min_sync(all, i[7]) + __activemask();
  __syncwarp();
  __syncwarp(0xffu);
  __syncthreads();
  i[8] = __syncthreads_count(i[9]) + __syncthreads_and(i[9]) + __syncthreads_or(i[9]);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
}

extern "C" __global__ void updates(int* i, unsigned* u, long long* l, unsigned long long* q, float* f,
                                   double* d) {
  i[9] = atomicAdd(i, 1) + atomicSub(i, 1) + atomicMin(i, 1) + atomicMax(i, 2) + atomicExch(i, 3) +
         atomicCAS(i, 1, 2) + atomicAnd(i, 3) + atomicOr(i, 4) + atomicXor(i, 5);
  u[9] = atomicAdd(u, 1u) + atomicSub(u, 1u) + atomicMin(u, 1u) + atomicMax(u, 2u) +
         atomicExch(u, 3u) + atomicCAS(u, 1u, 2u) + atomicAnd(u, 3u) + atomicOr(u, 4u) +
         atomicXor(u, 5u) + atomicInc(u, 9u) + atomicDec(u, 9u);
  q[9] = atomicAdd(q, 1ull) + atomicMin(q, 1ull) + atomicMax(q, 2ull) + atomicExch(q, 3ull) +
         atomicCAS(q, 1ull, 2ull) + atomicAnd(q, 3ull) + atomicOr(q, 4ull) + atomicXor(q, 5ull);
  l[9] = atomicMin(l, 3ll) + atomicMax(l, 4ll);
  f[9] = atomicAdd(f, 1.0f) + atomicExch(f, 2.0f);
  d[9] = atomicAdd(d, 1.0);
}

extern "C" __global__ void bits(int* i, unsigned* u, unsigned long long* q, float* f, double* d) {
  i[0] = __popc(u[0]) + __popcll(q[0]) + __clz(i[1]) + __clzll(q[1]) + __ffs(i[2]) + __ffsll(q[2]);
  u[1] = __brev(u[2]) + __byte_perm(u[3], u[4], 0x3210) + __umulhi(u[5], u[6]) +
         __funnelshift_l(u[1], u[2], 5) + __funnelshift_r(u[3], u[4], 40) + __mulhi(i[1], i[2]);
  q[3] = __brevll(q[4]) + __umul64hi(q[5], q[6]);
  f[0] = __int_as_float(i[3]) + __uint_as_float(u[7]) + __int2float_rn(i[4]) + __uint2float_rz(u[8]);
  i[5] = __float_as_int(f[1]) + __float_as_uint(f[2]) + __float2int_rd(f[3]) + __double2int_ru(d[3]);
  d[0] = __longlong_as_double(q[7]);
  q[8] = __double_as_longlong(d[1]) + __float2ll_rn(f[4]) + __float2ull_rz(f[4]);
}

extern "C" __global__ void reads(const int* i, const float* f, const float4* v, const double* d,
                                 const unsigned char* c, const unsigned long long* q, const uint2* u, float4* out) {
  float4 a = __ldg(v + 1);
  const uint2 b = __ldg(u);
  a.x += __ldg(i) + __ldg(f) + __ldg(d) + __ldg(c) + __ldg(q) + b.y;
  out[threadIdx.x] = make_float4(a.w, a.z, a.y, a.x);
  float4 braces = {1.0f, 2.0f, 3.0f, 4.0f};
  out[3] = braces;
}

extern "C" __global__ void math(float* f, double* d, int* i, unsigned* u, long long* l) {
  f[0] = fmaf(f[1], f[2], f[3]) + fma(f[1], f[2], f[3]) + fmaxf(f[1], f[2]) + fminf(f[1], f[2]) +
         fabsf(f[3]) + fabs(f[3]) + sqrtf(f[4]) + rsqrtf(f[5]) + floorf(f[6]) + ceilf(f[7]) +
         truncf(f[8]) + rintf(f[9]) + roundf(f[1]) + copysignf(f[1], f[2]) + min(f[1], f[2]) +
         max(f[1], f[2]) + __fmaf_rn(f[1], f[2], f[3]) + __fadd_rn(f[1], f[2]) +
         __fmul_rn(f[1], f[2]) + __frcp_rn(f[3]) + __fdividef(f[1], f[2]) + __fsqrt_rn(f[1]);
  f[1] = expf(f[1]) + exp2f(f[2]) + logf(f[3]) + log2f(f[4]) + powf(f[5], f[6]) + sinf(f[7]) +
         cosf(f[8]) + tanhf(f[9]) + __expf(f[1]) + __logf(f[2]) + exp(f[1]) + log(f[2]);
  d[0] = fma(d[1], d[2], d[3]) + fmax(d[1], d[2]) + fmin(d[1], d[2]) + fabs(d[3]) + sqrt(d[4]) +
         rsqrt(d[5]) + floor(d[6]) + ceil(d[7]) + exp(d[8]) + log(d[9]) + max(d[1], d[2]) +
         __dadd_rn(d[1], d[2]) + __dmul_rn(d[1], d[2]) + __fma_rn(d[1], d[2], d[3]);
  i[0] = min(i[1], i[2]) + max(i[1], 3) + abs(i[3]) + isnan(f[1]) + isinf(d[1]) + isfinite(f[2]);
  u[0] = min(u[1], i[1]) + max(u[1], u[2]);
  l[0] = min(l[1], l[2]) + max(l[1], l[2]) + llabs(l[3]);
}

struct __align__(16) Block16 {
  float v[4];
};
__constant__ float table[16];
__device__ __noinline__ float outside(const Block16& b) { return b.v[1] * table[2]; }
extern "C" __global__ void rest(float* f, unsigned* u, long long* l) {
  extern __shared__ float dynamic[];
  __shared__ Block16 tile[4];
  tile[threadIdx.x % 4].v[0] = f[threadIdx.x];
  dynamic[threadIdx.x] = outside(tile[0]);
  u[0] = (unsigned)__cvta_generic_to_shared(tile);
  l[0] = clock64() + clock();
  __nanosleep(20);
  if (f[0] < 0) __trap();
  printf("%f\n", f[0]);
  uint8_t a = 1; int16_t b = 2; uint64_t c = 3; size_t e = 4; int64_t g = 5;
  l[1] = a + b + c + e + g;
}
)cuda";

std::optional<std::string> ptx_for(const std::string& arch, Diagnostics& diagnostics) {
  Input input;
  input.text = everything;
  input.file_name = "everything.cu";
  input.prelude = device_prelude();
  input.arch = arch;
  input.optimization = 3;
  return to_ptx(input, {}, diagnostics);
}

class EveryArch : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryArch, CompilesWithoutAFinding) {
  Diagnostics diagnostics;
  EXPECT_TRUE(ptx_for(GetParam(), diagnostics));
  EXPECT_TRUE(diagnostics.all().empty()) << rendered(diagnostics);
}

TEST_P(EveryArch, PtxAssembles) {
  if (!on_path("ptxas")) GTEST_SKIP() << "ptxas is not on PATH";
  Diagnostics diagnostics;
  const auto ptx = ptx_for(GetParam(), diagnostics);
  ASSERT_TRUE(ptx) << rendered(diagnostics);
  const Folder folder;
  const Outcome assembled =
      run("ptxas -arch=" + GetParam() + " -o /dev/null " + folder.write("all.ptx", *ptx));
  EXPECT_EQ(assembled.status, 0) << assembled.output;
}

INSTANTIATE_TEST_SUITE_P(Prelude, EveryArch,
                         ::testing::Values("sm_80", "sm_86", "sm_90", "sm_90a"));

TEST(Prelude, NvccTakesTheSameText) {
  if (!on_path("nvcc")) GTEST_SKIP() << "nvcc is not on PATH";
  const Folder folder;
  const std::string file = folder.write("everything.cu", everything);
  const Outcome compiled = run("nvcc -arch=sm_90 -std=c++20 -ptx -o /dev/null " + file);
  EXPECT_EQ(compiled.status, 0) << compiled.output;
}

}  // namespace
}  // namespace teaal::clang_frontend
