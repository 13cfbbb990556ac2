#include <gtest/gtest.h>

#include "compiler/driver/session.h"
#include "tests/exec/process.h"
#include "tests/exec/staged.h"

// Blocks that take what blocks do in turns: `style: persistent`.
namespace teaal::exec {
namespace {

const std::string turns = bound("Block", "{rank: M2, style: persistent}, {rank: N2}") +
                          bound("Lane", "{rank: M1}, {rank: N1}");
const std::string lists = bound("BlockIntersect", "{rank: K0, format: pattern, type: compact}");
const std::string longest_first =
    bound("BlockIntersect", "{rank: K0, format: pattern, type: compact, order: longest-first}");

Staged taking_turns(const std::string& name, const std::string& bindings,
                    const std::string& of = "") {
  return {name,
          matrices,
          product,
          parts,
          order,
          "[M2, N2, M1, N1]",
          "[K1, K0, M0, N0]",
          turns + bindings,
          of};
}

std::vector<Staged> cases() {
  std::vector<Staged> out = {
      taking_turns("OneBuffer", both_tiles(1) + sums),
      taking_turns("ThreeBuffers", both_tiles(3) + sums),
      taking_turns("SumsAlone", sums),
      taking_turns("NothingStaged", ""),
      taking_turns("Lists", both_tiles(2) + sums + lists, patterns),
      taking_turns("LongestFirst", both_tiles(3) + sums + longest_first, patterns),
      taking_turns(
          "Tested",
          both_tiles(1) + sums + bound("BlockIntersect", "{rank: K1, format: pattern, type: test}"),
          patterns),
  };
  out.push_back(taking_turns("TilesThatStay", sums));
  out.back().bindings += bound("Shared", "{tensor: B, rank: N0, evict-on: N2}");
  out.back().partitioning =
      "{M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], "
      "K: [uniform_shape(16), uniform_shape(8)]}";
  out.back().order = "[M2, N2, K2, K1, K0, M1, N1, M0, N0]";
  out.back().time = "[K2, K1, K0, M0, N0]";
  out.back().bindings = turns + sums + both_tiles(2);
  // The threads of a block, and blocks too, share sums.
  out.push_back({"SumsInSpace", matrices, product,
                 "{M: [uniform_shape(8)], N: [uniform_shape(8)], K: [uniform_shape(12), "
                 "uniform_shape(3)]}",
                 "[M1, N1, K2, K1, K0, M0, N0]", "[M1, N1, K2, K0, N0]", "[K1, M0]",
                 bound("Block", "{rank: M1}, {rank: N1, style: persistent}, {rank: K2}") +
                     bound("Lane", "{rank: K0}, {rank: N0}") + both_tiles(2)});
  return out;
}

class Persistent : public testing::TestWithParam<Staged> {};

// One block for all, a number that divides nothing, more than there is work for, and as the
// compiler would have it.
TEST_P(Persistent, IsWhatReferenceMathSays) {
  for (int64_t blocks : {1, 3, 1000}) expect_right(GetParam(), {{"C_blocks", blocks}});
  expect_right(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Kernels, Persistent, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

// The elements of C on the CPU executor, with so many blocks; 0: as many as it has by itself.
std::vector<double> elements_of(const Staged& product, int64_t blocks) {
  Diagnostics diagnostics;
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "turns";
  if (blocks > 0) options.overrides.symbols["C_blocks"] = blocks;
  auto compiled = driver::compile_for_run(
      std::make_shared<SourceFile>(SourceFile{"turns.yaml", spec_of(product)}), options,
      diagnostics);
  EXPECT_TRUE(compiled) << told(diagnostics);
  if (!compiled) return {};
  EXPECT_EQ(compiled->manifest.symbols.empty(),
            product.bindings.find("persistent") == std::string::npos);
  driver::JobRequest request;
  request.inputs.sources = {{"A", "rand:shape=70x40,density=0.3,values=rand"},
                            {"B", "rand:shape=40x90,density=0.5,values=rand,seed=2"}};
  auto machine = driver::select_machine("cpu", false, diagnostics);
  auto session = driver::Session::load(*compiled, request, diagnostics);
  EXPECT_TRUE(session && session->run(*machine, diagnostics)) << told(diagnostics);
  EXPECT_EQ(told(diagnostics).find("warning"), std::string::npos) << told(diagnostics);
  return session->execution().download(diagnostics)->at("C").values;
}

TEST(PersistentBlocks, give_the_same_bits_however_many_there_are) {
  const Staged turning = taking_turns("", both_tiles(3) + sums + longest_first, patterns);
  Staged plain = turning;
  plain.bindings.replace(plain.bindings.find(", style: persistent"), 19, "");
  const std::vector<double> expected = elements_of(plain, 0);
  ASSERT_FALSE(expected.empty());
  for (int64_t blocks : {0, 1, 4}) EXPECT_EQ(elements_of(turning, blocks), expected) << blocks;
}

}  // namespace
}  // namespace teaal::exec
