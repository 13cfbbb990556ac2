// Nests that sum nothing: innermost loops of literal extent are spelled out, and neighbours move in
// quads. At sizes around the tiles', against reference math, on the CPU executor in checked mode.
#include <gtest/gtest.h>

#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using driver::Session;

struct Case {
  std::string tensors, expression, splits, order, space, time, bindings;
  std::map<std::string, std::string> formats;
  bool reads_quads = false, writes_quads = false;
};

std::string spec_of(const Case& c) {
  return "einsum:\n  declaration: { " + c.tensors + " }\n  expressions: [\"" + c.expression +
         "\"]\nmapping:\n  partitioning: { Z: { " + c.splits + " } }\n  loop-order: { Z: [" +
         c.order + "] }\n  spacetime: { Z: { space: [" + c.space + "], time: [" + c.time +
         "] } }\n" + c.bindings;
}

class Moves : public testing::Test {
 protected:
  void check(const Case& c, const std::string& type = "f32") {
    SCOPED_TRACE(spec_of(c));
    Diagnostics diagnostics;
    driver::CompileOptions options;
    options.formatted = false;
    options.name = "t";
    options.overrides.formats = c.formats;
    options.value_type = type;
    auto source = std::make_shared<SourceFile>(SourceFile{"moves.yaml", spec_of(c)});
    auto program = driver::compile_for_run(source, options, diagnostics);
    ASSERT_TRUE(program) << told(diagnostics);
    const std::string& text = program->artefact.cu;
    const auto has = [&](const char* call) { return text.find(call) != std::string::npos; };
    EXPECT_EQ(has("teaal_read_quad(&") || has("teaal_stream_quad(&"), c.reads_quads) << text;
    EXPECT_EQ(has("teaal_write_quad(&"), c.writes_quads) << text;
    const bool two = c.tensors.find("B:") != std::string::npos;
    for (const auto& [rows, columns] : sizes) run(*program, rows, columns, two);
  }

 private:
  void run(const driver::Compiled& program, int64_t rows, int64_t columns, bool two) {
    SCOPED_TRACE(testing::Message() << rows << " x " << columns);
    Diagnostics diagnostics;
    driver::JobRequest job;
    job.inputs.shapes = {{"M", rows}, {"N", columns}};
    job.inputs.sources = {{"A", "rand:values=int,density=0.4,seed=1"}};
    if (two) job.inputs.sources["B"] = "rand:values=int,density=0.7,seed=2";
    auto session = Session::load(program, job, diagnostics);
    ASSERT_TRUE(session && session->run(machine_, diagnostics) && session->verify(diagnostics))
        << told(diagnostics);
    for (const std::string& finding : session->report().findings) ADD_FAILURE() << finding;
    for (const auto& check : session->report().verification->outputs)
      EXPECT_EQ(check.comparison.mismatches, 0) << check.comparison.first_mismatch;
  }

  const std::vector<std::pair<int64_t, int64_t>> sizes = {{0, 8}, {5, 0},  {1, 1},  {4, 32},
                                                          {3, 7}, {8, 40}, {9, 33}, {13, 68}};
  const driver::Machine machine_ = quick_cpu();
};

const std::string two = "A: [M, N], B: [M, N], Z: [M, N]", map = "Z[m, n] = A[m, n] * B[m, n]",
                  columns = "N: [uniform_shape(32), uniform_shape(4)]";
const std::map<std::string, std::string> dense = {{"A", "dense"}, {"B", "dense"}};

TEST_F(Moves, neighbours_of_rows_go_in_quads) {
  for (const char* type : {"f32", "f16", "f64"})
    check({two, map, columns, "M, N2, N1, N0", "M, N1", "N2, N0", "", dense, true, true}, type);
  check({two, map, "N: [uniform_shape(16)]", "M, N1, N0", "M, N1", "N0", "", dense, true, true});
}

TEST_F(Moves, what_is_stored_sparse_or_too_long_is_walked_as_it_was) {
  check({two, map, columns, "M, N2, N1, N0", "M, N1", "N2, N0", "", {{"B", "dense"}}});
  check({two, map, "N: [uniform_shape(128)]", "M, N1, N0", "M, N1", "N0", "", dense});
  auto pairs = dense;
  pairs["Z"] = "M:U,N:C";
  check({two, map, columns, "M, N2, N1, N0", "M, N1", "N2, N0", "", pairs});
}

// Read along the columns that are stored, held, and written along the others.
TEST_F(Moves, a_matrix_is_turned_round_in_registers) {
  const std::string held =
      "bindings:\n  Z:\n  - config: gpu\n"
      "  - { component: Block, bindings: [{ rank: M2 }, { rank: N2 }] }\n"
      "  - { component: Lane, bindings: [{ rank: M1 }, { rank: N1 }] }\n"
      "  - { component: Registers, bindings: "
      "[{ tensor: A, rank: M, type: elem, evict-on: N1 }] }\n";
  for (const char* type : {"f32", "f16"})
    check({"A: [N, M], Z: [M, N]",
           "Z[m, n] = A[n, m]",
           "M: [uniform_shape(16), uniform_shape(4)], " + columns,
           "M2, N2, M1, N1, M0, N0",
           "M2, N2, M1, N1",
           "M0, N0",
           held,
           {{"A", "dense"}},
           true,
           true},
          type);
}

}  // namespace
}  // namespace teaal::exec
