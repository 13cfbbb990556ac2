#include <gtest/gtest.h>

#include "compiler/emit/clang_facade.h"
#include "templates/library.h"
#include "tests/unit/clang/support.h"

namespace teaal::emit {
namespace {

using namespace teaal::testing;

struct Case {
  const char* name;
  const char* body;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

// Each body stands in a kernel (from line 10 of "body" on), behind the templates.
std::string in_kernel(const std::string& body) {
  std::string text = R"(
template <class T> static __device__ void uses(T) {}
static __device__ __forceinline__ float all_lanes(float v) { return v + __shfl_xor_sync(~0u, v, 1); }
static __device__ void meets() { __syncthreads(); }
static __device__ void meets_if(bool p) { if (p) __syncthreads(); }
static __device__ int own() { return threadIdx.x; }
static __device__ void set(int& to, int v) { to = v; }
extern "C" __global__ void k(int n, const int* segments, const float* x, float* y) {
  __shared__ float s[1024]; __shared__ int flag; const unsigned all = 0xffffffffu; const int t = threadIdx.x;
#line 10 "body"
)" + body + "\n}\n";
  std::string library;
  for (const auto& file : templates::files()) library += file.second;
  return library + text;
}

std::string findings(const std::string& body) {
  Diagnostics diagnostics;
  verify_cuda(in_kernel(body), nullptr, diagnostics);
  return rendered(diagnostics);
}

class Wrong : public ::testing::TestWithParam<Case> {};
TEST_P(Wrong, IsReported) {
  const std::string shown = findings(GetParam().body);
  EXPECT_NE(shown.find("must reach"), shown.npos) << shown;
}

INSTANTIATE_TEST_SUITE_P(
    Lint, Wrong,
    ::testing::Values(
        Case{"BarrierUnderThreadId", "if (threadIdx.x < 100) __syncthreads();"},
        Case{"BarrierInElse", "if (t > 3) y[t] = 1; else __syncthreads();"},
        Case{"BarrierInBothBranches", "if (t < 3) { __syncthreads(); } else { __syncthreads(); }"},
        Case{"BarrierInThreadLoop", "for (int i = t; i < n; i += blockDim.x) __syncthreads();"},
        Case{"BarrierInWhile", "int i = t; while (i < n) { __syncthreads(); i += 5; }"},
        Case{"BarrierInDo", "int i = t; do { __syncthreads(); ++i; } while (i < n);"},
        Case{"ThroughVariables",
             "int a = t * 3; int b = n + a; bool c = b > 7; if (c) __syncthreads();"},
        Case{"AssignedUnderACondition", "int a = 0; if (t < 3) a = 1; if (a) __syncthreads();"},
        Case{"AssignedLater",
             "int a = 0; for (int i = 0; i < n; ++i) { if (a) __syncthreads(); a = t; }"},
        Case{"LoadAtAThreadsAddress", "if (x[t] > 0) __syncthreads();"},
        Case{"LoadThroughAThreadsPointer", "const float* p = x + t; if (*p > 0) __syncthreads();"},
        Case{"SharedLoad", "if (s[t] > 0) __syncthreads();"},
        Case{"LocalArray", "float a[4]; a[1] = x[t]; if (a[1] > 0) __syncthreads();"},
        Case{"LocalStruct", "float4 v = {0, 0, 0, 0}; v.y = x[t]; if (v.y > 0) __syncthreads();"},
        Case{"SegmentsOfARow",
             "for (int p = segments[t]; p < segments[t + 1]; ++p) __syncthreads();"},
        Case{"EarlyReturn", "if (blockIdx.x * blockDim.x + t >= n) return; __syncthreads();"},
        Case{"EarlyBreak", "for (int i = 0; i < n; ++i) { if (i == t) break; __syncthreads(); }"},
        Case{"BreakBehindTheBarrier",
             "for (int i = 0; i < n; ++i) { __syncthreads(); if (i == t) break; }"},
        Case{"ContinueBeforeTheBarrier",
             "for (int i = 0; i < n; ++i) { if (i == t) continue; __syncthreads(); }"},
        Case{"ReturnInALoop",
             "for (int i = 0; i < n; ++i) { if (i == t) return; } __syncthreads();"},
        Case{"Switch", "switch (t) { case 0: __syncthreads(); break; default: break; }"},
        Case{"ShortCircuit", "if (t < n && __syncthreads_or(n)) y[t] = 0;"},
        Case{"ConditionalOperator", "y[0] = t < n ? __syncthreads_count(n) : 0;"},
        Case{"BarrierForOneWarp", "if (t / 32 == 0) __syncthreads();"},
        Case{"BarrierUnderAVote", "if (__any_sync(all, x[t] > 0)) __syncthreads();"},
        Case{"ShuffleUnderLane", "if (t % 32 < 16) y[t] = __shfl_xor_sync(all, x[t], 8);"},
        Case{"ShuffleInALoopOfAThread",
             "for (int i = t; i < n; i += 32) y[i] = __shfl_xor_sync(all, x[i], 8);"},
        Case{"SyncwarpUnderLane", "if (t % 32 == 0) __syncwarp();"},
        Case{"BallotBehindReturn", "if (t >= n) return; y[t] = __ballot_sync(all, x[t] > 0);"},
        Case{"HalfAWarpByCompare", "if (threadIdx.x < 48) y[t] = __any_sync(all, n);"},
        Case{"MisalignedWarp", "if ((threadIdx.x + 5) / 32 == 0) y[t] = __any_sync(all, n);"},
        Case{"CollectiveInACallee", "if (t % 32 < n) y[t] = all_lanes(1.0f);"},
        Case{"BarrierInACallee", "if (t < n) meets();"},
        Case{"ConditionGivenToACallee", "meets_if(t < n);"},
        Case{"ThreadIdFromACallee", "if (own() < n) __syncthreads();"},
        Case{"WrittenByReference", "int a = 0; set(a, t); if (a) __syncthreads();"},
        Case{"AtomicResult", "if (atomicAdd(&flag, 1) == 0) __syncthreads();"},
        Case{"TemplateUnderLane", "if (t % 32 < n) y[t] = teaal_lane_sum(x[t], 1, 32);"},
        Case{"TemplateForOneWarp", "if (t / 32 == 1) y[t] = teaal_block_sum(x[t], s);"},
        Case{"LaneIdByAssembly",
             "int lane; asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane)); if (lane) __syncwarp();"}),
    [](const auto& one) { return one.param.name; });

class Right : public ::testing::TestWithParam<Case> {};
TEST_P(Right, IsAccepted) { EXPECT_EQ(findings(GetParam().body), ""); }

INSTANTIATE_TEST_SUITE_P(
    Lint, Right,
    ::testing::Values(
        Case{"NoCondition", "s[t] = x[t]; __syncthreads(); y[t] = s[t ^ 1];"},
        Case{"ParameterCondition", "if (n > 3) __syncthreads();"},
        Case{"BlockCondition", "if (blockIdx.x * blockDim.x < n) __syncthreads();"},
        Case{"UniformLoop",
             "for (int i = blockIdx.x; i < n; i += gridDim.x) { __syncthreads(); s[t] = x[i]; }"},
        Case{"LoopOverLoadedBounds",
             "for (int p = segments[blockIdx.x]; p < segments[blockIdx.x + 1]; ++p) "
             "__syncthreads();"},
        Case{"WorkUnderThreadId", "if (t < n) y[t] = x[t]; __syncthreads();"},
        Case{"WorkInAThreadLoop",
             "float a = 0; for (int i = t; i < n; i += blockDim.x) a += x[i]; s[t] = a; "
             "__syncthreads();"},
        Case{"BreakOfAnInnerLoop",
             "for (int i = 0; i < n; ++i) { for (int j = 0; j < n; ++j) if (j == t) break; "
             "__syncthreads(); }"},
        Case{"ContinueBehindTheBarrier",
             "for (int i = 0; i < n; ++i) { __syncthreads(); if (i == t) continue; y[i] = 1; }"},
        Case{"UniformReturn", "if (n == 0) return; __syncthreads();"},
        Case{"FlagInSharedMemory",
             "if (t == 0) flag = n; __syncthreads(); if (flag) __syncthreads();"},
        Case{"VoteOfTheBlock", "while (__syncthreads_or(x[t] > n)) { n -= 1; }"},
        Case{"WarpOfTheThread", "if (t / 32 == 0) y[t] = __shfl_xor_sync(all, x[t], 1);"},
        Case{"WarpByShift",
             "int warp = threadIdx.x >> 5; if (warp < n) y[t] = __shfl_xor_sync(all, x[t], 1);"},
        Case{"WarpByCompare", "if (threadIdx.x < 64) y[t] = __shfl_xor_sync(all, x[t], 1);"},
        Case{"GlobalWarp",
             "int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32; for (int p = segments[w]; p < "
             "segments[w + 1]; p += 32) "
             "y[t] += __shfl_xor_sync(all, x[p], 1);"},
        Case{"RowsByWarp",
             "for (int w = t / 32; w < n; w += blockDim.x / 32) y[w] = teaal_lane_sum(x[t], 1, "
             "32);"},
        Case{"RowsByGlobalWarp",
             "for (unsigned g = blockIdx.x * blockDim.x + threadIdx.x; g / 32 < n; g += gridDim.x "
             "* blockDim.x) "
             "y[g] = teaal_lane_sum(x[g], 1, 32);"},
        Case{"WarpReturn",
             "if (t / 32 >= n) return; __syncwarp(); y[t] = __shfl_sync(all, x[t], 0);"},
        Case{"UnderAVote", "if (__any_sync(all, x[t] > 0)) y[t] = __shfl_xor_sync(all, x[t], 1);"},
        Case{"UnderABroadcast", "int m = __shfl_sync(all, t, 0); if (m < n) __syncwarp();"},
        Case{"BitsOfABallot",
             "for (unsigned b = __ballot_sync(all, x[t] > 0); b; b &= b - 1) y[t] += "
             "__shfl_sync(all, x[t], __ffs(b) - 1);"},
        Case{"PartialMask", "if (t % 32 < 16) y[t] = __shfl_xor_sync(0xffffu, x[t], 8);"},
        Case{"MaskOfTheActive",
             "if (t < n) { unsigned m = __activemask(); y[t] = __ballot_sync(m, x[t] > 0); }"},
        Case{"TemplatesTogether",
             "float a = teaal_block_sum(x[t], s); float b = teaal_warps_sum(x[t], s, n); if (t == "
             "0) y[0] = a + b;"},
        Case{"SearchesAlone",
             "if (t < n) y[t] = teaal_lower_bound(segments, 0, n, t) + teaal_gallop(segments, 0, "
             "n, t);"},
        Case{"SearchedUniformly",
             "int p = teaal_lower_bound(segments, 0, n, 7); y[t] = teaal_lower_bound(segments, 0, "
             "n, t); if (p < n) __syncthreads();"},
        Case{"LocalArrayOfUniforms",
             "int a[4]; for (int i = 0; i < 4; ++i) a[i] = n; if (a[2]) __syncthreads();"},
        Case{"CalleeWithAUniformCondition", "meets_if(n > 3); meets();"},
        Case{"WrittenByReferenceUniformly", "int a = 0; set(a, n); if (a) __syncthreads();"},
        Case{"Switch", "switch (n) { case 0: __syncthreads(); break; default: break; }"},
        Case{"ConstantCondition",
             "if constexpr (sizeof(int) == 4) __syncthreads(); if (true) __syncthreads();"}),
    [](const auto& one) { return one.param.name; });

TEST(Lint, PointsAtTheCallAndAtTheCondition) {
  const std::string shown =
      findings("if (t < n)\n  y[t] = 1;\nif (t > 3) {\n  n += 1;\n  __syncthreads();\n}");
  EXPECT_NE(shown.find("body:14:1: error: all threads of a block must reach"), shown.npos) << shown;
  EXPECT_NE(shown.find("body:12:1: note: this condition may differ between the threads"),
            shown.npos)
      << shown;
}

TEST(Lint, StandsAtTheLineOfTheSpec) {
  const auto yaml = source("spec.yaml", "a: 1\nspace: [I0]\ntime: [J]\n");
  const std::string text =
      "extern \"C\" __global__ void k(int n) {\n#line 2 \"spec.yaml\"\nif (threadIdx.x < n)\n"
      "#line 3 \"spec.yaml\"\n__syncthreads();\n}\n";
  Diagnostics diagnostics;
  EXPECT_FALSE(verify_cuda(text, yaml, diagnostics));
  const std::string shown = rendered(diagnostics);
  EXPECT_NE(shown.find("spec.yaml:3:1: error: "), shown.npos) << shown;
  EXPECT_NE(shown.find("  time: [J]\n  ^~~~~~~~~"), shown.npos) << shown;
  EXPECT_NE(shown.find("spec.yaml:2:1: note: this condition"), shown.npos) << shown;
}

TEST(Lint, OneCallIsReportedOnce) {
  const std::string shown = findings("for (int i = t; i < n; ++i) { __syncthreads(); }");
  EXPECT_EQ(shown.find("error:"), shown.rfind("error:")) << shown;
}

TEST(Lint, RecursionEnds) {
  Diagnostics diagnostics;
  verify_cuda(
      "__device__ int f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }\n"
      "extern \"C\" __global__ void k(int* y) { y[threadIdx.x] = f(threadIdx.x); }",
      nullptr, diagnostics);
  EXPECT_EQ(rendered(diagnostics), "");
}

}  // namespace
}  // namespace teaal::emit
