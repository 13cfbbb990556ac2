// How kernels that compute compressed results count and write them: what threads write side by
// side, what is counted without being computed, and what needs no sums behind. And what becomes of
// blocks of one warp. On the CPU executor in checked mode (TEAAL_TEST_DEVICE=gpu: on the GPU).
#include <gtest/gtest.h>

#include "compiler/driver/session.h"
#include "tests/exec/drawn.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

struct Case {
  std::string einsum;   // below `einsum:`
  std::string mapping;  // below `mapping:`
  std::string places;   // rank to component, below `bindings:`
  std::map<std::string, std::string> formats = {};
};

class Emission : public testing::Test {
 protected:
  void SetUp() override {
    Diagnostics diagnostics;
    machine_ = quick_machine(diagnostics);
    ASSERT_TRUE(machine_) << told(diagnostics);
  }

  void compile(const Case& c) {
    Diagnostics diagnostics;
    driver::CompileOptions options;
    options.formatted = false;
    options.lines = false;
    options.name = "t";
    options.overrides.formats = c.formats;
    std::string text = "einsum:\n" + c.einsum + "mapping:\n" + c.mapping;
    if (!c.places.empty()) text += "bindings:\n  Z:\n  - config: gpu\n" + c.places;
    auto source = std::make_shared<SourceFile>(SourceFile{"emission.yaml", text});
    compiled_ = driver::compile_for_run(source, options, diagnostics);
    ASSERT_TRUE(compiled_) << told(diagnostics) << text;
  }
  void expect_right(const std::vector<std::map<std::string, int64_t>>& sizes,
                    const std::vector<double>& densities) {
    expect_right_with(sizes, {*compiled_, "f32", densities}, *machine_);
  }

  // Without spaces and line ends.
  std::string kernel(const std::string& name) const {
    const std::string& cu = compiled_->artefact.cu;
    const size_t at = cu.find("void " + name + "("), end = cu.find("extern \"C\"", at);
    if (at == std::string::npos) return "";
    std::string out = cu.substr(at, end - at);
    std::erase_if(out, [](char c) { return c == ' ' || c == '\n'; });
    return out;
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
  bool has_kernel(const std::string& name) const { return !kernel(name).empty(); }

  std::optional<driver::Machine> machine_;
  std::optional<driver::Compiled> compiled_;
};

const std::string product =
    "  declaration: { A: [K, M], B: [K, N], Z: [M, N] }\n"
    "  expressions: [\"Z[m, n] = A[k, m] * B[k, n]\"]\n";
const std::vector<std::map<std::string, int64_t>> sizes = {{{"K", 37}, {"M", 41}, {"N", 75}},
                                                           {{"K", 1}, {"M", 130}, {"N", 1}},
                                                           {{"K", 5}, {"M", 0}, {"N", 4}},
                                                           {{"K", 0}, {"M", 3}, {"N", 4}}};

std::string bound(const std::string& component, const std::string& rank) {
  return "  - { component: " + component + ", bindings: [{ rank: " + rank + " }] }\n";
}

// An outer product has no rows: all threads of a block, or lanes of a warp, that walk a fiber of B
// have one slot.
TEST_F(Emission, threads_that_share_a_walk_write_side_by_side) {
  const std::string order =
      "  rank-order: { A: [K, M], B: [K, N], Z: [M, N] }\n  loop-order: { Z: [K, M, N] }\n";
  const std::string by_three = order + "  spacetime: { Z: { space: [K, M, N], time: [] } }\n";
  const std::map<std::string, std::string> formats = {{"A", "U,C"}, {"B", "U,C"}, {"Z", "U,C"}};
  const Case threads{product, order + "  spacetime: { Z: { space: [K, N], time: [M] } }\n", "",
                     formats},
      lanes{product, by_three, bound("Block", "K") + bound("Warp", "M") + bound("Lane", "N"),
            formats};
  for (const Case& c : {threads, lanes}) {
    SCOPED_TRACE(c.places);
    compile(c);
    EXPECT_TRUE(has(kernel("t_Z"), "Z_keys[emitted+(B_N_at-")) << kernel("t_Z");
    EXPECT_TRUE(has(kernel("t_Z_count"), "if(worker_N==0)")) << kernel("t_Z_count");
    expect_right(sizes, {0.3, 1.0});
  }
  // Lanes of two ranks: what one of them has found the others do not know.
  compile(
      {product, by_three, bound("Block", "K") + bound("Lane", "M") + bound("Lane", "N"), formats});
  EXPECT_FALSE(has(kernel("t_Z"), "Z_keys[emitted+("));
  expect_right(sizes, {0.3});
}

// Sums over all of K are pairs, whatever they come to, and those that come to nothing go later.
TEST_F(Emission, sums_over_whole_ranks_are_counted_without_being_computed) {
  const std::string einsum =
      "  declaration: { A: [M, K], B: [K, N], C: [M, N], Z: [M, N] }\n"
      "  expressions: [\"Z[m, n] = A[m, k] * B[k, n] * C[m, n]\"]\n";
  const std::string mapping =
      "  partitioning:\n    Z:\n      (M, N): [flatten()]\n      MN: [uniform_occupancy(C.64)]\n"
      "  loop-order: { Z: [MN1, MN0, K] }\n"
      "  spacetime: { Z: { space: [MN1, MN0], time: [K] } }\n";
  compile({einsum,
           mapping,
           bound("Block", "MN1") + bound("Lane", "MN0"),
           {{"A", "dense"}, {"B", "dense"}, {"C", "U,C"}, {"Z", "U,C"}}});
  ASSERT_TRUE(has_kernel("t_Z_count"));
  EXPECT_FALSE(has(kernel("t_Z_count"), "A_values["));
  EXPECT_TRUE(has(kernel("t_Z"), "Z_keys[emitted+("));
  expect_right(sizes, {0.3, 0.05});
  // Of what two operands have in common nobody knows whether there is any.
  compile({einsum,
           mapping,
           bound("Block", "MN1") + bound("Lane", "MN0"),
           {{"A", "U,C"}, {"B", "dense"}, {"C", "U,C"}, {"Z", "U,C"}}});
  EXPECT_TRUE(has(kernel("t_Z_count"), "A_values["));
  expect_right(sizes, {0.3, 0.05});
}

// One walk over one fiber leaves a row in order, an element a pair: nothing adds them up.
TEST_F(Emission, rows_of_one_walk_need_no_sums) {
  const std::string scaled =
      "  declaration: { A: [M, N], B: [M], Z: [M, N] }\n"
      "  expressions: [\"Z[m, n] = A[m, n] * B[m]\"]\n";
  const std::string mapping =
      "  loop-order: { Z: [M, N] }\n  spacetime: { Z: { space: [M, N], time: [] } }\n";
  const std::vector<std::map<std::string, int64_t>> two = {{{"M", 41}, {"N", 75}},
                                                           {{"M", 3}, {"N", 0}}};
  compile({scaled,
           mapping,
           bound("Block", "M") + bound("Lane", "N"),
           {{"A", "U,C"}, {"B", "dense"}, {"Z", "U,B"}}});
  EXPECT_FALSE(has_kernel("t_Z_rows_reduce"));
  expect_right(two, {0.4, 0.05});
  const std::string summed =
      "  declaration: { A: [M, N, K], Z: [M, N] }\n  expressions: [\"Z[m, n] = A[m, n, k]\"]\n";
  const std::vector<std::map<std::string, int64_t>> three = {{{"M", 21}, {"N", 40}, {"K", 9}}};
  compile({summed,
           "  loop-order: { Z: [M, N, K] }\n  spacetime: { Z: { space: [M, N], time: [K] } }\n",
           bound("Block", "M") + bound("Lane", "N"),
           {{"A", "U,C,C"}, {"Z", "U,C"}}});
  EXPECT_FALSE(has_kernel("t_Z_rows_reduce"));
  EXPECT_TRUE(has_kernel("t_Z_count"));
  EXPECT_FALSE(has(kernel("t_Z_count"), "A_values["));
  expect_right(three, {0.2, 0.02});
  // What a condition on values leaves out is written as an absent value, and goes.
  const std::string taken =
      "  declaration: { A: [M, K], B: [K, N], Z: [M, K, N] }\n"
      "  expressions: [\"Z[m, k, n] = take(A[m, k], B[k, n], 1)\"]\n";
  compile({taken,
           "  loop-order: { Z: [M, K, N] }\n  spacetime: { Z: { space: [M, N], time: [K] } }\n",
           bound("Block", "M") + bound("Lane", "N"),
           {{"A", "U,C"}, {"B", "U,C"}, {"Z", "U,C,C"}}});
  EXPECT_TRUE(has(kernel("t_Z"), "Z_keys[emitted+(B_N_at-")) << kernel("t_Z");
  EXPECT_FALSE(has_kernel("t_Z_rows_reduce"));
  expect_right(sizes, {0.3, 1.0});
  // Another loop of the row around it comes again to its elements.
  compile({product,
           "  rank-order: { A: [M, K], B: [K, N], Z: [M, N] }\n"
           "  loop-order: { Z: [M, K, N] }\n  spacetime: { Z: { space: [M], time: [K, N] } }\n",
           "",
           {{"A", "U,C"}, {"B", "U,C"}, {"Z", "U,C"}}});
  EXPECT_TRUE(has_kernel("t_Z_rows_reduce"));
  expect_right(sizes, {0.3});
  // So does one in which fibers meet.
  const std::string met =
      "  declaration: { A: [M, K], T: [M, K, N], Z: [M, N] }\n"
      "  expressions: [\"Z[m, n] = T[m, k, n] * A[m, k]\"]\n";
  compile(
      {met, "  loop-order: { Z: [M, K, N] }\n", "", {{"A", "U,C"}, {"T", "U,C,C"}, {"Z", "U,C"}}});
  EXPECT_TRUE(has_kernel("t_Z_rows_reduce"));
  expect_right(sizes, {0.5});
}

// Two blocks of a warp each become one where there are 8448 and more; an odd one is left over.
TEST_F(Emission, many_blocks_of_one_warp_become_fewer_of_several) {
  const std::string mapping =
      "  rank-order: { A: [M, K], B: [K, N], Z: [M, N] }\n"
      "  loop-order: { Z: [M, K, N] }\n  spacetime: { Z: { space: [M, N], time: [K] } }\n";
  const std::string places = bound("Block", "M") + bound("Lane", "N");
  for (const char* format : {"dense", "U,C"}) {
    compile({product, mapping, places, {{"A", "U,C"}, {"B", "dense"}, {"Z", format}}});
    EXPECT_TRUE(has(kernel("t_Z"), "if(warp<blocks)")) << kernel("t_Z");
    expect_right({{{"K", 2}, {"M", 8449}, {"N", 3}}, {{"K", 2}, {"M", 3}, {"N", 40}}}, {0.5});
  }
  // A grid that is too large is refused at the launch, whatever it would be packed.
  compile({product,
           mapping,
           "  - { component: Block, bindings: [{ rank: M, style: once }] }\n" + bound("Lane", "N"),
           {{"A", "U,C"}, {"B", "dense"}, {"Z", "dense"}}});
  EXPECT_FALSE(has(kernel("t_Z"), "if(warp<blocks)"));
  // Warps that share tiles stay a block.
  compile({product,
           mapping,
           places + "  - { component: Shared, bindings: [{ tensor: A, rank: K, type: elem, "
                    "evict-on: M }] }\n",
           {{"A", "U,B"}, {"B", "dense"}, {"Z", "dense"}}});
  EXPECT_FALSE(has(kernel("t_Z"), "if(warp<blocks)"));
}

}  // namespace
}  // namespace teaal::exec
