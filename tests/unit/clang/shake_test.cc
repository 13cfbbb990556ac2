#include <gtest/gtest.h>

#include "compiler/emit/clang_analysis.h"
#include "compiler/emit/clang_facade.h"
#include "tests/unit/clang/support.h"

namespace teaal::emit {
namespace {

using namespace teaal::testing;

const std::vector<std::pair<std::string, std::string>> library = {{"first.cuh", R"(#pragma once
// About the file.

// Twice.
// Two lines of comment.
static __device__ int twice(int x) { return 2 * x; }

static __device__ int thrice(int x) { return 3 * x; }

// A pair.
struct Pair {
  int a, b;
  __device__ int sum() const { return a + twice(b); }
};

constexpr int kept = 3;  // behind
constexpr int dropped = 4;
static constexpr int left = 1, right = 2;

template <class T>
struct Box {
  T inside;
};
using IntBox = Box<int>;
enum class Color { Red, Green };
)"},
                                                                  {"second.cuh", R"(#pragma once
template <class T>
static __device__ __forceinline__ T four_times(T x) {
  return twice(twice(x));
}
// Overloads come one by one.
static __device__ int over(int x) { return thrice(x); }
static __device__ float over(float x) { return x; }
template <int N>
__device__ int number() { return N; }
template <>
__device__ int number<7>() { return -7; }
// Over two lines.
static __device__ __forceinline__
int attributed() { return 1; }
)"}};

std::string kept(const std::string& text) {
  Diagnostics diagnostics;
  const auto reached = analyse({.text = text, .library = library}, diagnostics);
  EXPECT_TRUE(reached) << rendered(diagnostics);
  return reached.value_or("");
}

std::string kernel(const std::string& body) {
  return "extern \"C\" __global__ void k(int* out) { " + body + " }\n";
}

TEST(Shake, NothingUsedNothingKept) { EXPECT_EQ(kept(kernel("out[0] = 1;")), ""); }

TEST(Shake, AFunctionComesWithItsComment) {
  EXPECT_EQ(kept(kernel("out[0] = twice(4);")),
            "// Twice.\n// Two lines of comment.\nstatic __device__ int twice(int x) { return 2 * "
            "x; }\n");
}

TEST(Shake, WhatATemplateUsesComesInLibraryOrder) {
  EXPECT_EQ(
      kept(kernel("out[0] = four_times(4);")),
      "// Twice.\n// Two lines of comment.\nstatic __device__ int twice(int x) { return 2 * x; }\n"
      "\n"
      "template <class T>\nstatic __device__ __forceinline__ T four_times(T x) {\n"
      "  return twice(twice(x));\n}\n");
}

TEST(Shake, OnlyTheOverloadThatIsCalledComes) {
  EXPECT_EQ(kept(kernel("out[0] = over(1.5f);")),
            "static __device__ float over(float x) { return x; }\n");
}

TEST(Shake, ATypeBringsWhatItsMembersUse) {
  const std::string text = kept(kernel("Pair p = {1, 2}; out[0] = p.b;"));
  EXPECT_NE(text.find("// A pair.\nstruct Pair {"), text.npos) << text;
  EXPECT_NE(text.find("int twice("), text.npos) << text;
  EXPECT_EQ(text.find("thrice"), text.npos) << text;
}

TEST(Shake, AConstantComesWithTheRestOfItsLine) {
  EXPECT_EQ(kept(kernel("out[0] = kept;")), "constexpr int kept = 3;  // behind\n");
  EXPECT_EQ(kept(kernel("int a[kept]; out[0] = sizeof(a);")),
            "constexpr int kept = 3;  // behind\n");
}

TEST(Shake, SeveralDeclaratorsAreOneText) {
  EXPECT_EQ(kept(kernel("out[0] = right;")), "static constexpr int left = 1, right = 2;\n");
  EXPECT_EQ(kept(kernel("out[0] = left + right;")), "static constexpr int left = 1, right = 2;\n");
}

TEST(Shake, AliasesBringTheirTarget) {
  EXPECT_EQ(kept(kernel("IntBox b = {1}; out[0] = b.inside;")),
            "template <class T>\nstruct Box {\n  T inside;\n};\n\nusing IntBox = Box<int>;\n");
}

TEST(Shake, EnumeratorsBringTheirType) {
  EXPECT_EQ(kept(kernel("out[0] = int(Color::Green);")), "enum class Color { Red, Green };\n");
}

TEST(Shake, SpecialisationsComeWithTheirTemplate) {
  const std::string text = kept(kernel("out[0] = number<7>();"));
  EXPECT_NE(text.find("return N;"), text.npos) << text;
  EXPECT_NE(text.find("return -7;"), text.npos) << text;
}

TEST(Shake, AttributesOnLinesOfTheirOwnStay) {
  EXPECT_EQ(
      kept(kernel("out[0] = attributed();")),
      "// Over two lines.\nstatic __device__ __forceinline__\nint attributed() { return 1; }\n");
}

TEST(Shake, WhatIsKeptIsEnough) {
  const std::string text = kernel(
      "Pair p = {1, right}; IntBox b = {over(4)}; out[0] = four_times(p.sum()) + b.inside + "
      "int(Color::Red) + number<7>() + number<8>() + attributed() + over(2.0f);");
  Diagnostics diagnostics;
  EXPECT_TRUE(verify_cuda(kept(text) + text, nullptr, diagnostics)) << rendered(diagnostics);
}

TEST(Attach, PutsTheLibraryBehindTheLeadingComment) {
  const std::string head = "// From spec.yaml.\n\n";
  const std::string rest =
      "#line 3 \"spec.yaml\"\nextern \"C\" __global__ void k(int* out, const int* c) {\n"
      "  out[0] = teaal_lower_bound(c, 0, 9, 4);\n}\n";
  Diagnostics diagnostics;
  const auto attached = attach_templates(head + rest, diagnostics);
  ASSERT_TRUE(attached) << rendered(diagnostics);
  EXPECT_TRUE(attached->starts_with(head + "// First position")) << *attached;
  EXPECT_TRUE(attached->ends_with("\n\n" + rest)) << *attached;
  EXPECT_EQ(attached->find("teaal_gallop"), attached->npos);
  EXPECT_EQ(attached->find("teaal_lane_sum"), attached->npos);
  EXPECT_TRUE(verify_cuda(*attached, nullptr, diagnostics)) << rendered(diagnostics);
}

TEST(Attach, TheCommentOfTheFirstKernelStaysWithIt) {
  const std::string text =
      "// About the kernel.\nextern \"C\" __global__ void k(int* out, const int* c) {\n"
      "  out[0] = teaal_gallop(c, 0, 9, 4);\n}\n";
  Diagnostics diagnostics;
  const auto attached = attach_templates(text, diagnostics);
  ASSERT_TRUE(attached) << rendered(diagnostics);
  EXPECT_TRUE(attached->ends_with("\n\n" + text)) << *attached;
  EXPECT_NE(attached->find("teaal_lower_bound(A coords"), attached->npos);
}

TEST(Attach, WithoutUsesTheTextIsUnchanged) {
  const std::string text = "// Alone.\n\n" + kernel("out[0] = 1;");
  Diagnostics diagnostics;
  EXPECT_EQ(attach_templates(text, diagnostics), text);
}

TEST(Attach, AnErrorInTheTextIsReported) {
  Diagnostics diagnostics;
  EXPECT_FALSE(attach_templates(kernel("out[0] = teaal_no_such(1);"), diagnostics));
  EXPECT_NE(rendered(diagnostics).find("kernel.cu:1:"), std::string::npos);
}

}  // namespace
}  // namespace teaal::emit
