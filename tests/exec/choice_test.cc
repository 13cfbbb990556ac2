#include <gtest/gtest.h>

#include "compiler/driver/output_files.h"
#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

// How iterations are skipped where the spec leaves it open.
namespace teaal::exec {
namespace {

using By = runtime::ManifestSkip::By;

const std::string bound =
    "  - component: BlockIntersect\n    bindings: [{rank: K0, format: pattern, type: compact}]\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  for (; at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// A shipped product with other skips, a density in both patterns, and other units for products.
std::string spec_with(const std::string& skips, const std::string& density = "",
                      const std::string& units = "",
                      const std::string& name = "gemm_joint_sparse") {
  Diagnostics diagnostics;
  std::string text = driver::read_source_file(
                         std::string(TEAAL_SOURCE_DIR) + "/specs/" + name + ".yaml", diagnostics)
                         ->text;
  if (!density.empty())
    text = replaced(text, "view-of: default", "view-of: default, density: " + density);
  if (!units.empty()) text = replaced(text, "component: FMA\n    bindings: [{op: mul}", units);
  return replaced(text, bound, skips);
}

struct Chosen {
  std::vector<runtime::ManifestSkip> skips;
  size_t patterns = 0;
  std::string told;  // notes and remarks
};

// What is chosen; the kernel gives the right product, whatever the operands' densities are.
Chosen chosen(const std::string& text, const std::string& arch = "") {
  Diagnostics diagnostics;
  driver::CompileOptions options;
  if (!arch.empty()) options.arch = arch;
  options.name = "chosen";
  auto compiled = driver::compile_for_run(
      std::make_shared<SourceFile>(SourceFile{"chosen.yaml", text}), options, diagnostics);
  EXPECT_TRUE(compiled) << told(diagnostics);
  if (!compiled) return {};
  driver::JobRequest request;
  request.inputs.sources = {{"A", "blockwise:shape=70x40,density=0.25"},
                            {"B", "blockwise:shape=40x90,density=0.5,k=0"}};
  Chosen out{compiled->manifest.skips, compiled->manifest.patterns.size(), told(diagnostics)};
  auto machine = quick_machine(diagnostics);
  auto session = driver::Session::load(*compiled, request, diagnostics);
  EXPECT_TRUE(session && session->run(*machine, diagnostics) && session->verify(diagnostics) &&
              session->count(diagnostics))
      << told(diagnostics);
  EXPECT_EQ(session->report().verdict(), runtime::report::Verdict::Pass);
  for (const std::string& note : compiled->manifest.notes) out.told += note + "\n";
  return out;
}

bool has(const Chosen& out, const std::string& part) {
  return out.told.find(part) != std::string::npos;
}

TEST(Choice, PatternsThatNothingLooksAtMakeAListForBlocks) {
  Chosen out = chosen(spec_with(""));
  ASSERT_EQ(out.skips.size(), 1u) << out.told;
  EXPECT_EQ(out.skips[0].rank, "K0");
  EXPECT_EQ(out.skips[0].by, By::Compact);
  EXPECT_EQ(out.skips[0].at, runtime::ManifestSkip::At::Block);
  for (const char* part :
       {"K0 is skipped by a list for blocks, as no Intersector looks at the patterns",
        "nothing skipped 2665", "a list of K0 for blocks 764", "a density of 0.5 (not stated) of",
        "bind BlockIntersect or WarpIntersect"})
    EXPECT_TRUE(has(out, part)) << part << "\n" << out.told;
  EXPECT_TRUE(has(chosen(spec_with("", "0.25")), "a density of 0.25 of the pattern of A"));
}

TEST(Choice, PatternsThatAreFullAreNotLookedAt) {
  for (const char* density : {"1", "0.99"}) {
    Chosen out = chosen(spec_with("", density));
    EXPECT_TRUE(out.skips.empty()) << density;
    EXPECT_EQ(out.patterns, 0u);
    EXPECT_TRUE(has(out, "nothing is skipped, as no Intersector")) << out.told;
  }
  EXPECT_EQ(chosen(spec_with("", "0.9")).skips.size(), 1u);
}

// Where products cost less, lists pay later.
TEST(Choice, UnitsThatMultiplyHaveTheirOwnRates) {
  struct {
    std::string type, all;
  } cores[] = {{"3xtf32", "nothing skipped 2192"},
               {"3xf16", "nothing skipped 1525"},
               {"tf32", "nothing skipped 841"},
               {"bf16", "nothing skipped 713"}};
  EXPECT_EQ(chosen(spec_with("", "0.92")).skips.size(), 1u);
  for (const auto& [type, all] : cores) {
    const std::string units = "component: TensorCore\n    bindings: [{op: mul, type: " + type + "}";
    const std::string wide = type.ends_with("f16") ? "BK: 16" : "BK: 8";
    Chosen out = chosen(replaced(spec_with("", "0.99", units), "BK: 8", wide));
    EXPECT_TRUE(out.skips.empty()) << type;
    EXPECT_TRUE(has(out, all)) << out.told;
    EXPECT_EQ(chosen(replaced(spec_with("", "0.7", units), "BK: 8", wide)).skips.size(), 1u);
  }
}

// Four warps together multiply so fast that lists of single k's pay below two thirds.
TEST(Choice, FourWarpsTogetherHaveTheirOwnRates) {
  const auto at = [](const std::string& density, const std::string& arch) {
    return chosen(spec_with("", density, "", "gemm_joint_warpgroup"), arch);
  };
  for (const char* arch : {"sm_90", "sm_90a"}) {
    Chosen out = at("0.5", arch);
    ASSERT_EQ(out.skips.size(), 1u) << arch << out.told;
    EXPECT_EQ(out.skips[0].by, By::Compact);
  }
  EXPECT_EQ(at("0.9", "sm_90").skips.size(), 1u);
  Chosen out = at("0.9", "sm_90a");
  EXPECT_TRUE(out.skips.empty());
  EXPECT_TRUE(has(out, "nothing skipped 1263")) << out.told;
}

TEST(Choice, WithoutATypeTheCheapestOfThePlaceIsTaken) {
  auto skip = [](const std::string& component, const std::string& rank) {
    return "  - component: " + component + "\n    bindings: [{rank: " + rank +
           ", format: pattern}]\n";
  };
  struct {
    std::string skips, density;
    By by;
  } all[] = {{skip("BlockIntersect", "K0"), "", By::Compact},
             {skip("BlockIntersect", "K1"), "", By::Compact},
             {skip("WarpIntersect", "K0"), "0.25", By::Walk},
             {skip("WarpIntersect", "K0"), "0.9", By::Test}};
  for (const auto& [skips, density, by] : all) {
    Chosen out = chosen(spec_with(skips, density));
    ASSERT_EQ(out.skips.size(), 1u) << skips;
    EXPECT_EQ(out.skips[0].by, by) << skips << density << out.told;
    EXPECT_TRUE(has(out, ", as no type is written; of a ")) << out.told;
  }
  Chosen both = chosen(spec_with(skip("BlockIntersect", "K1") + skip("WarpIntersect", "K0")));
  ASSERT_EQ(both.skips.size(), 2u);
  EXPECT_NE(both.skips[0].by, By::Compact);  // the warps' stands first, as the list leaves it alone
  EXPECT_EQ(both.skips[1].by, By::Compact);
}

TEST(Choice, APatternThatCannotBeUsedIsTold) {
  std::string unstaged = spec_with("");
  const size_t begin = unstaged.find("  - component: Shared"),
               end = unstaged.find("  - component: FMA");
  Chosen out = chosen(unstaged.erase(begin, end - begin));
  EXPECT_TRUE(out.skips.empty());
  EXPECT_TRUE(has(out,
                  "nothing of C is skipped by a pattern of A: it is looked at where operands "
                  "are staged"))
      << out.told;
  std::string twice = spec_with("");
  const std::string line =
      "    other: {rank-order: [M, K], view-of: default, M: {format: U}, K: {format: B}}\n";
  out = chosen(twice.insert(twice.find("  B:\n    default"), line));
  EXPECT_TRUE(has(out, "by a pattern of A: there are several")) << out.told;
  ASSERT_EQ(out.skips.size(), 1u);
  EXPECT_EQ(out.patterns, 1u);
}

}  // namespace
}  // namespace teaal::exec
