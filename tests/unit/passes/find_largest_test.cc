#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/passes/passes.h"
#include "tests/unit/passes/snapshots.h"

namespace teaal::passes {
namespace {

std::string after(const std::string& pass, Diagnostics& diagnostics) {
  const std::string spec =
      slurp(std::filesystem::path(TEAAL_SOURCE_DIR) / "specs/gemm_joint_3xf16.yaml");
  std::string out;
  for (const Snapshot& s : compile("joint", spec, {}, diagnostics))
    if (s.pass == pass) out = s.text;
  EXPECT_FALSE(out.empty()) << rendered(diagnostics);
  return out;
}

int count(const std::string& text, const std::string& part) {
  int out = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++out;
  return out;
}

// Both operands are read to mark what their tiles hold.
TEST(FindLargest, asks_the_kernels_that_read_all_anyway) {
  Diagnostics diagnostics;
  const std::string asked = after("tensorize", diagnostics),
                    found = after("find_largest", diagnostics);
  EXPECT_EQ(count(asked, "reads_all A largest A_largest\n"), 1) << asked;
  EXPECT_EQ(count(asked, "reads_all B largest B_largest\n"), 1) << asked;
  EXPECT_EQ(count(found, " largest A_largest\n") + count(found, " largest B_largest\n"), 0);
  EXPECT_EQ(count(found, "_largest_of_shares"), 0) << found;
  for (const char* kernel : {"A_transposed", "B_pattern"}) {
    const std::string name = std::string("joint_C_") + kernel;
    const size_t begin = found.find("kernel " + name + " {");
    ASSERT_NE(begin, found.npos) << found;
    const std::string text = found.substr(begin, found.find("kernel ", begin + 1) - begin);
    EXPECT_GT(count(text, "@larger_finite("), 0) << text;
    EXPECT_EQ(count(text, "@block_max("), 1) << text;
    EXPECT_EQ(count(found, "launch " + name + "_largest"), 1) << found;
  }
}

// Whether quads of B lie in the last tile is asked in front of a thread's eight rows, and not for
// each, which would wait for the one before.
TEST(Unswitch, has_no_row_wait_for_the_one_before) {
  Diagnostics diagnostics;
  const std::string text = after("unswitch", diagnostics);
  const size_t quad = text.find("copy read", text.find("kernel joint_C_B_pattern {"));
  ASSERT_NE(quad, text.npos) << text;
  const std::string loop = text.substr(text.rfind("for k0_turn", quad));
  EXPECT_GT(loop.find("if "), loop.find("copy read")) << loop.substr(0, 2000);
}

// The product itself copies B into tiles.
TEST(FindLargest, reads_once_more_what_a_kernel_copies) {
  Diagnostics diagnostics;
  const auto file =
      std::make_shared<SourceFile>(SourceFile{"joint.ir", after("fill", diagnostics)});
  std::optional<ir::Program> program = ir::parse(file, diagnostics);
  ASSERT_TRUE(program) << rendered(diagnostics);
  for (ir::Kernel& k : program->kernels) {
    if (!k.largest.empty() && k.reads_all == "B") k.largest.clear(), k.reads_all.clear();
    if (k.name == "joint_C") k.reads_all = "B", k.largest = "B_largest";
  }
  program = find_largest(std::move(*program), diagnostics);
  ASSERT_TRUE(program) << rendered(diagnostics);
  const auto is_search = [](const ir::Kernel& k) { return k.name == "joint_C_largest_of_shares"; };
  EXPECT_TRUE(std::ranges::any_of(program->kernels, is_search)) << ir::print(*program);
}

}  // namespace
}  // namespace teaal::passes
