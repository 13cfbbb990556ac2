#include "runtime/gpu/nvrtc.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "runtime/gpu/nvrtc_log.h"

namespace teaal::runtime::gpu {
namespace {

namespace fs = std::filesystem;

constexpr const char* axpy =
    R"(extern "C" __global__ void axpy(float a, const float* x, float* z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = a * x[i] + z[i];
}
)";

std::string all_text(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += render(d);
  return text;
}

class Folder {
 public:
  Folder() {
    path_ = testing::TempDir() + "/teaal-gpu-XXXXXX";
    if (!mkdtemp(path_.data())) std::abort();
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path path() const { return path_; }

 private:
  std::string path_;
};

class NvrtcTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!nvrtc().usable) GTEST_SKIP() << nvrtc().reason;
  }
  Diagnostics d;
};

TEST(NvrtcOptions, DeepNestsAreAssembledWithoutOptimisation) {
  auto options = [](int depth, const char* architecture) {
    return nvrtc_options({"", "k.cu", architecture, {}, depth});
  };
  const std::string careful = "--ptxas-options=-O0";
  EXPECT_EQ(std::ranges::count(options(19, "sm_90"), careful), 0);
  EXPECT_EQ(std::ranges::count(options(20, "sm_90"), careful), 1);
  EXPECT_EQ(std::ranges::count(options(20, "compute_90"), careful), 0);
}

TEST_F(NvrtcTest, AnSmGivesACubinAndAComputePtx) {
  auto cubin = nvrtc_compile(axpy, "axpy.cu", "sm_90", {}, d);
  ASSERT_TRUE(cubin) << all_text(d);
  EXPECT_EQ(cubin->substr(0, 4),
            "\x7f"
            "ELF");
  auto ptx = nvrtc_compile(axpy, "axpy.cu", "compute_90", {}, d);
  ASSERT_TRUE(ptx) << all_text(d);
  EXPECT_NE(ptx->find(".visible .entry axpy("), std::string::npos);
  EXPECT_NE(ptx->back(), '\0');
  EXPECT_TRUE(d.ok());
}

TEST_F(NvrtcTest, OnlyFmafFuses) {
  auto plain = nvrtc_compile(axpy, "axpy.cu", "compute_90", {}, d);
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->find("fma.rn"), std::string::npos);
  // Without .rn the assembler may still contract.
  EXPECT_NE(plain->find("mul.rn.f32"), std::string::npos);
  EXPECT_NE(plain->find("add.rn.f32"), std::string::npos);
  std::string fused = axpy;
  fused.replace(fused.find("a * x[i] + z[i]"), 15, "fmaf(a, x[i], z[i])");
  auto explicitly = nvrtc_compile(fused, "axpy.cu", "compute_90", {}, d);
  ASSERT_TRUE(explicitly);
  EXPECT_NE(explicitly->find("fma.rn.f32"), std::string::npos);
}

TEST_F(NvrtcTest, DivisionAndSubnormalsAreExact) {
  const char* text =
      "extern \"C\" __global__ void k(float* z, float a) { z[0] = z[1] / a; z[2] = sqrtf(a); }";
  auto ptx = nvrtc_compile(text, "k.cu", "compute_90", {}, d);
  ASSERT_TRUE(ptx);
  EXPECT_NE(ptx->find("div.rn.f32"), std::string::npos);
  EXPECT_NE(ptx->find("sqrt.rn.f32"), std::string::npos);
  EXPECT_EQ(ptx->find(".ftz"), std::string::npos);
}

TEST_F(NvrtcTest, DefinesReachTheText) {
  const char* text =
      "extern \"C\" __global__ void k(int* z) { z[0] = VALUE;\n#ifdef FLAG\nz[1] = 77;\n#endif\n}";
  auto ptx = nvrtc_compile(text, "k.cu", "compute_90", {"VALUE=4321", "FLAG"}, d);
  ASSERT_TRUE(ptx) << all_text(d);
  EXPECT_NE(ptx->find("4321"), std::string::npos);
  EXPECT_NE(ptx->find("77"), std::string::npos);
}

TEST_F(NvrtcTest, AnErrorStandsAtItsLineAndColumn) {
  std::string wrong = axpy;
  wrong.replace(wrong.find("a * x[i]"), 1, "b");
  EXPECT_FALSE(nvrtc_compile(wrong, "axpy.cu", "sm_90", {}, d));
  ASSERT_EQ(d.errors(), 1) << all_text(d);
  const Diagnostic& error = d.all()[0];
  EXPECT_EQ(error.code, Code::BuildFailed);
  ASSERT_TRUE(error.where.known());
  EXPECT_EQ(error.where.file->path, "axpy.cu");
  EXPECT_EQ(error.where.line, 3);
  EXPECT_EQ(error.where.column, 21);
  EXPECT_NE(error.message.find("\"b\" is undefined"), std::string::npos) << error.message;
  ASSERT_FALSE(error.notes.empty());
  EXPECT_NE(error.notes.back().message.find("1 error detected"), std::string::npos);
}

TEST_F(NvrtcTest, LineDirectivesLeadIntoTheSpec) {
  Folder folder;
  const std::string spec = folder.path() / "a (copy).yaml";
  std::ofstream(spec) << "einsum:\n  expressions:\n    - Z[i] = A[i]\n";
  const std::string text = "extern \"C\" __global__ void k(float* z) {\n#line 3 \"" + spec +
                           "\"\n  z[0] = nowhere;\n#line 2 \"unseen.yaml\"\n  z[1] = \"text\";\n}";
  EXPECT_FALSE(nvrtc_compile(text, "k.cu", "sm_90", {}, d));
  ASSERT_EQ(d.errors(), 2) << all_text(d);
  EXPECT_EQ(d.all()[0].where.file->path, spec);
  EXPECT_EQ(d.all()[0].where.line, 3);
  EXPECT_NE(all_text(d).find("    - Z[i] = A[i]"), std::string::npos) << all_text(d);
  EXPECT_NE(all_text(d).find("in the CUDA text: z[0] = nowhere;"), std::string::npos)
      << all_text(d);
  EXPECT_EQ(d.all()[1].where.file->path, "unseen.yaml");
  EXPECT_EQ(d.all()[1].where.line, 2);
}

TEST_F(NvrtcTest, AMissingIncludeIsLocated) {
  EXPECT_FALSE(nvrtc_compile("\n#include <absent.h>\n", "k.cu", "sm_90", {}, d));
  ASSERT_EQ(d.errors(), 1) << all_text(d);
  EXPECT_EQ(d.all()[0].where.line, 2);
  EXPECT_NE(d.all()[0].message.find("absent.h"), std::string::npos);
}

TEST_F(NvrtcTest, TooMuchSharedMemoryIsABuildFailure) {
  const char* text =
      "extern \"C\" __global__ void k(float* z) { __shared__ float s[1 << 20]; s[threadIdx.x] = "
      "*z; __syncthreads(); *z = s[5]; }";
  EXPECT_FALSE(nvrtc_compile(text, "k.cu", "sm_90", {}, d));
  ASSERT_GE(d.errors(), 1);
  EXPECT_EQ(d.all()[0].code, Code::BuildFailed);
  EXPECT_NE(all_text(d).find("shared"), std::string::npos) << all_text(d);
}

TEST_F(NvrtcTest, AnUnknownArchitectureIsABuildFailure) {
  EXPECT_FALSE(nvrtc_compile(axpy, "axpy.cu", "sm_1", {}, d));
  ASSERT_GE(d.errors(), 1);
  EXPECT_EQ(d.all()[0].code, Code::BuildFailed);
  EXPECT_NE(all_text(d).find("architecture"), std::string::npos) << all_text(d);
}

TEST_F(NvrtcTest, ManyErrorsAreCut) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "int a" + std::to_string(i) + " = nowhere;\n";
  EXPECT_FALSE(nvrtc_compile(text, "k.cu", "sm_90", {}, d));
  EXPECT_LE(d.errors(), 16);
  EXPECT_GE(d.errors(), 10);
}

TEST_F(NvrtcTest, ABuildIsReadBackFromTheCache) {
  Folder folder;
  const BuildCache cache(folder.path() / "deeper" / "cache");
  const BuildRequest request{axpy, "axpy.cu", "sm_90", {}};
  auto first = nvrtc_build(request, cache, d), second = nvrtc_build(request, cache, d);
  ASSERT_TRUE(first && second) << all_text(d);
  EXPECT_FALSE(first->from_cache);
  EXPECT_TRUE(second->from_cache);
  EXPECT_EQ(first->bytes, second->bytes);
}

TEST_F(NvrtcTest, WhateverChangesCodeIsAnotherEntry) {
  Folder folder;
  const BuildCache cache(folder.path());
  const BuildRequest request{axpy, "axpy.cu", "compute_90", {"A=1"}};
  ASSERT_TRUE(nvrtc_build(request, cache, d));
  BuildRequest changed[] = {request, request, request, request};
  changed[0].text += "\n";
  changed[1].file_name = "other.cu";
  changed[2].architecture = "compute_80";
  changed[3].defines = {"A=2"};
  for (const BuildRequest& other : changed) {
    auto built = nvrtc_build(other, cache, d);
    ASSERT_TRUE(built);
    EXPECT_FALSE(built->from_cache);
  }
  EXPECT_TRUE(nvrtc_build(request, cache, d)->from_cache);
}

TEST_F(NvrtcTest, AFailedBuildIsNotKept) {
  Folder folder;
  const BuildCache cache(folder.path());
  EXPECT_FALSE(nvrtc_build({"wrong", "k.cu", "sm_90", {}}, cache, d));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(NvrtcArchitecture, IsTheDevicesOwnElseAnOlderOneAsPtx) {
  Diagnostics d;
  const std::vector<int> known = {75, 80, 90, 100};
  EXPECT_EQ(nvrtc_architecture_for(9, 0, known, d), "sm_90");
  EXPECT_EQ(nvrtc_architecture_for(8, 9, known, d), "compute_80");
  EXPECT_EQ(nvrtc_architecture_for(12, 1, known, d), "compute_100");
  EXPECT_TRUE(d.ok());
  EXPECT_FALSE(nvrtc_architecture_for(7, 0, known, d));
  EXPECT_NE(all_text(d).find("7.5"), std::string::npos) << all_text(d);
}

TEST(NvrtcLog, FormsOfAPlace) {
  auto errors = parse_nvrtc_log(
      "a (1).yaml(12): error: one: two\n  x = y;\n      ^\n\nb.cu(3): warning #177-D: unused\n"
      "c.cu(4): error #20-D: three\nnvrtc: error: invalid value\nd.cu(5): catastrophic error: "
      "four\n"
      "  e.cu(9): error: in a shown line\nptxas error : too much\n");
  ASSERT_EQ(errors.size(), 4u);
  EXPECT_EQ(errors[0].file, "a (1).yaml");
  EXPECT_EQ(errors[0].line, 12);
  EXPECT_EQ(errors[0].message, "one: two");
  EXPECT_EQ(errors[0].shown_line, "x = y;");
  EXPECT_EQ(errors[0].shown_column, 4);
  EXPECT_EQ(errors[1].line, 4);
  EXPECT_EQ(errors[1].message, "three");
  EXPECT_EQ(errors[2].line, 0);
  EXPECT_EQ(errors[2].message, "invalid value");
  EXPECT_EQ(errors[3].message, "four");
}

TEST(NvrtcLog, ALogWithoutErrorsStillFails) {
  Diagnostics d;
  report_nvrtc_errors("", "NVRTC_ERROR_INTERNAL_ERROR", "", "k.cu", d);
  ASSERT_EQ(d.errors(), 1);
  EXPECT_NE(d.all()[0].message.find("NVRTC_ERROR_INTERNAL_ERROR"), std::string::npos);
}

}  // namespace
}  // namespace teaal::runtime::gpu
