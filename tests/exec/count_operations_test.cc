// Counts of the interpreter beside closed forms, and its results beside reference math.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "compiler/driver/commands/cases.h"
#include "compiler/driver/output_files.h"
#include "tests/exec/counted.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using interpret::Counts;
using interpret::Machine;
using interpret::Work;
using runtime::Coo;

Coo sparse(int64_t rows, int64_t columns, double density, uint32_t seed) {
  std::mt19937 random(seed);
  Coo out{{rows, columns}, {{}, {}}, {}};
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c)
      if (random() % 1000 < density * 1000) {
        out.coords[0].push_back(static_cast<int32_t>(r));
        out.coords[1].push_back(static_cast<int32_t>(c));
        out.values.push_back(1 + static_cast<double>(random() % 100) / 64);
      }
  return out;
}

Coo dense(std::vector<int64_t> shape, uint32_t seed) {
  if (shape.size() == 2) return sparse(shape[0], shape[1], 2, seed);
  Coo matrix = sparse(1, shape[0], 2, seed);
  return {shape, {matrix.coords[1]}, matrix.values};
}

Coo row(int64_t extent, const std::vector<int32_t>& coordinates) {
  Coo out{{1, extent}, {std::vector<int32_t>(coordinates.size(), 0), coordinates}, {}};
  out.values.assign(coordinates.size(), 2);
  return out;
}

std::vector<int64_t> row_lengths(const Coo& matrix) {
  std::vector<int64_t> out(static_cast<size_t>(matrix.shape[0]));
  for (int32_t r : matrix.coords[0]) ++out[static_cast<size_t>(r)];
  return out;
}

// Every lane-slot is of one kind, in the sum and in the trace.
void expect_whole(const Counts& c) {
  int64_t sum = 0;
  for (int64_t work : c.work) sum += work;
  EXPECT_EQ(sum, c.machine.width() * c.slots);
  int64_t lanes = 0, working = 0;
  for (int64_t work : c.lane_work) lanes += work;
  for (Work w : {Work::Compute, Work::Vain, Work::Open, Work::Probe, Work::Combine, Work::Stage})
    working += c.of(w);
  EXPECT_EQ(lanes, working);
  if (!c.trace.whole) return;
  std::array<int64_t, interpret::works> traced{};
  for (Work w : c.trace.work) ++traced.at(static_cast<size_t>(w));
  for (Work w : {Work::Masked, Work::Compute, Work::Vain, Work::Open, Work::Probe, Work::Combine,
                 Work::Stage})
    EXPECT_EQ(traced.at(static_cast<size_t>(w)), c.of(w));
}

// ---- Closed forms ----

// A round of a warp takes a slot to open its rows, and one for each element of the longest.
TEST(Counts, of_thread_mapped_spmv) {
  const int64_t rows = 61, columns = 40, threads = 8;
  const Machine machine{2, 4};
  Coo a = sparse(rows, columns, 0.15, 3);
  const auto nonzeros = static_cast<int64_t>(a.entries());
  const std::vector<int64_t> lengths = row_lengths(a);
  std::vector<int64_t> slots(static_cast<size_t>(machine.warps));
  for (int64_t first = 0; first < rows; first += machine.lanes) {
    int64_t longest = 0;
    for (int64_t r = first; r < std::min(first + machine.lanes, rows); ++r)
      longest = std::max(longest, lengths[static_cast<size_t>(r)]);
    slots[static_cast<size_t>(first / machine.lanes % machine.warps)] += 1 + longest;
  }
  Counted run = counted(spmv_spec, {{"A", a}, {"B", dense({columns}, 4)}},
                        {{"I", rows}, {"J", columns}}, machine, {{"NUM_THREADS", threads}});
  ASSERT_TRUE(run.counts);
  const Counts& c = *run.counts;
  EXPECT_EQ(c.slots, std::ranges::max(slots));
  EXPECT_EQ(c.multiplications, nonzeros);
  EXPECT_EQ(c.computes, nonzeros);
  EXPECT_EQ(c.visited(), nonzeros);
  EXPECT_EQ(c.opened, rows);
  EXPECT_EQ(c.vain + c.probes + c.combined + c.pairs, 0);
  EXPECT_EQ(c.of(Work::Compute), nonzeros);
  EXPECT_EQ(c.of(Work::Done), (slots[0] + slots[1] == 2 * c.slots)
                                  ? 0
                                  : machine.lanes * (2 * c.slots - slots[0] - slots[1]));
  EXPECT_EQ(tensor(c.tensors(), "Z").traffic.stores, rows);
  // Two bounds a row, a coordinate and a value an element.
  EXPECT_EQ(tensor(c.tensors(), "A").traffic.loads, 2 * rows + 2 * nonzeros);
  expect_whole(c);
}

const char* const gemm_spec = R"(einsum:
  declaration: { A: [M, K], B: [K, N], Z: [M, N] }
  expressions: ["Z[m, n] = A[m, k] * B[k, n]"]
mapping:
  loop-order: { Z: [M, N, K] }
  spacetime: { Z: { space: [N], time: [M, K] } }
format:
  A: { default: { rank-order: [M, K], M: { format: U }, K: { format: U } } }
  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }
)";

// Columns to lanes: a row of B is read side by side, an element of A by all lanes at once.
TEST(Counts, of_dense_matrices) {
  const int64_t m = 5, n = 16, k = 7;
  const Machine machine{2, 8};
  Counted run = counted(gemm_spec, {{"A", dense({m, k}, 1)}, {"B", dense({k, n}, 2)}},
                        {{"M", m}, {"N", n}, {"K", k}}, machine);
  ASSERT_TRUE(run.counts);
  const Counts& c = *run.counts;
  EXPECT_EQ(c.multiplications, m * n * k);
  EXPECT_EQ(c.visited() + c.opened + c.vain, 0);
  EXPECT_EQ(c.slots, m * k);  // each warp has eight columns
  EXPECT_DOUBLE_EQ(c.at_work(), 1);
  EXPECT_DOUBLE_EQ(c.imbalance(), 1);
  const auto tensors = c.tensors();
  EXPECT_EQ(tensor(tensors, "B").traffic.loads, m * n * k);
  EXPECT_EQ(tensor(tensors, "B").traffic.load_requests, m * k * 2);
  EXPECT_EQ(tensor(tensors, "B").traffic.load_sectors, m * k * 2);  // 8 floats: 32 bytes
  EXPECT_EQ(tensor(tensors, "A").traffic.load_sectors, m * k * 2);
  EXPECT_EQ(tensor(tensors, "B").traffic.floor_bytes(), k * n * 4);
  EXPECT_EQ(tensor(tensors, "Z").traffic.stores, m * n);
  expect_whole(c);
}

// The walk (0, 1), (2, 1), (2, 2), (4, 5) meets once.
TEST(Counts, of_fibers_that_meet) {
  const char* const spec = R"(einsum:
  declaration: { A: [M, N], B: [M, N], Z: [M, N] }
  expressions: ["Z[m, n] = A[m, n] * B[m, n]"]
mapping:
  loop-order: { Z: [M, N] }
  spacetime: { Z: { space: [M], time: [N] } }
format:
  A: { default: { rank-order: [M, N], M: { format: U }, N: { format: C } } }
  B: { default: { rank-order: [M, N], M: { format: U }, N: { format: C } } }
  Z: { default: { rank-order: [M, N], M: { format: U }, N: { format: U } } }
)";
  Counted run = counted(spec, {{"A", row(8, {0, 2, 4})}, {"B", row(8, {1, 2, 5})}},
                        {{"M", 1}, {"N", 8}}, {1, 4});
  ASSERT_TRUE(run.counts);
  const Counts& c = *run.counts;
  EXPECT_EQ(c.computes, 1);
  EXPECT_EQ(c.vain, 3);
  EXPECT_EQ(c.opened, 2);
  EXPECT_EQ(c.visited(), 6);
  EXPECT_EQ(c.slots, 2 + 4);
  EXPECT_EQ(c.of(Work::Masked), 3 * c.slots);  // a warp of four has one row
  expect_whole(c);
}

// Kernels call such tensors, ranks and symbols otherwise.
TEST(Counts, are_in_the_names_of_the_spec) {
  const char* const spec = R"(einsum:
  declaration: { A: [A_ROW, K], block: [K], value: [A_ROW] }
  expressions: ["value[a_row] = A[a_row, k] * block[k]"]
mapping:
  rank-order: { A: [K, A_ROW] }
  partitioning: { value: { A_ROW: [uniform_shape(lane)] } }
  loop-order: { value: [A_ROW1, A_ROW0, K] }
  spacetime: { value: { space: [A_ROW0], time: [A_ROW1, K] } }
)";
  const Coo a = sparse(9, 7, 0.4, 5);
  Counted run = counted(spec, {{"A", a}, {"block", dense({7}, 6)}}, {{"A_ROW", 9}, {"K", 7}},
                        {2, 4}, {{"lane", 4}});
  ASSERT_TRUE(run.counts);
  EXPECT_EQ(tensor(run.counts->tensors(), "value").traffic.stores, 9);
  EXPECT_EQ(tensor(run.counts->tensors(), "block").operands, static_cast<int64_t>(a.entries()));
  ASSERT_EQ(run.counts->resorts.size(), 1U);
  EXPECT_EQ(run.counts->resorts[0].tensor, "A");
  EXPECT_EQ(run.counts->resorts[0].order, "A_ROW, K");
}

// ---- Meaning: results are compared with reference math before counts are given ----

TEST(Counts, are_of_right_results_for_every_shipped_spec) {
  for (const std::filesystem::path& path : shipped_specs()) {
    SCOPED_TRACE(path.string());
    Counted run;
    SourcePtr source = driver::read_source_file(path.string(), run.diagnostics);
    driver::CompileOptions options = options_for({2, 32});
    if (path.stem().string().starts_with("gemm_")) options.arch = "sm_90a";
    run.compiled = driver::compile_for_run(source, options, run.diagnostics);
    ASSERT_TRUE(run.compiled) << told(run.diagnostics);
    const driver::Given given;
    const driver::CaseGenerator generator(run.compiled->manifest, given, {}, 7);
    for (int number = 4; number < 7; ++number) {
      run.request = generator.make(number).request;
      auto inputs =
          runtime::plan::load_inputs(run.compiled->manifest, run.request.inputs, run.diagnostics);
      ASSERT_TRUE(inputs) << told(run.diagnostics);
      run.inputs = std::move(*inputs);
      Diagnostics before;
      std::swap(before, run.diagnostics);
      count(run, {2, 32});
      if (run.counts) {
        expect_whole(*run.counts);
        continue;
      }
      if (run.diagnostics.all().back().code != Code::RunFailed)  // a case that never ends
        ADD_FAILURE() << told(run.diagnostics);
    }
  }
}

// ---- Tensor cores ----

struct TensorCoreCase {
  const char *spec, *arch;
  int64_t parts;  // products of words for one of values
  bool halves;    // of 16 bits
};

// Tiles are whole: each product is made once, in so many parts.
TEST(Counts, of_products_on_tensor_cores) {
  for (const TensorCoreCase& each : {TensorCoreCase{"gemm_tensor_core", "sm_90", 3, false},
                                     {"gemm_warpgroup", "sm_90a", 3, false},
                                     {"gemm_3xf16", "sm_90a", 3, true},
                                     {"gemm_joint_tensor_core", "sm_90", 3, false},
                                     {"gemm_joint_3xf16", "sm_90a", 3, true},
                                     {"gemm_joint_warpgroup", "sm_90a", 3, false}}) {
    SCOPED_TRACE(each.spec);
    Counted run;
    driver::CompileOptions options = options_for({2, 32});
    options.arch = each.arch;
    run.compiled = driver::compile_for_run(
        driver::read_source_file(std::string(TEAAL_SOURCE_DIR) + "/specs/" + each.spec + ".yaml",
                                 run.diagnostics),
        options, run.diagnostics);
    ASSERT_TRUE(run.compiled) << told(run.diagnostics);
    run.inputs.tensors = {{"A", dense({128, 64}, 1)}, {"B", dense({64, 128}, 2)}};
    run.inputs.extents = {{"M", 128}, {"K", 64}, {"N", 128}};
    count(run, {2, 32});
    ASSERT_TRUE(run.counts) << told(run.diagnostics);
    const int64_t products = 128 * 64 * 128;
    EXPECT_EQ(run.counts->multiplications, products);
    EXPECT_GE(run.counts->computes, products);  // parts are summed up as well
    EXPECT_EQ(run.counts->on_tensor_cores, each.halves ? 0 : products * each.parts);
    EXPECT_EQ(run.counts->on_tensor_cores_in_16_bits, each.halves ? products * each.parts : 0);
    expect_whole(*run.counts);
  }
}

}  // namespace
}  // namespace teaal::exec
