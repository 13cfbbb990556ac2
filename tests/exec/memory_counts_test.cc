// What memory has to do, worked out by hand: sectors, banks of shared memory; and beside what the
// emitted text does on the CPU executor.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/driver/commands/cases.h"
#include "compiler/driver/output_files.h"
#include "compiler/interpret/memory.h"
#include "runtime/plan/cpu_backend.h"
#include "tests/exec/counted.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using interpret::Counts;
using interpret::SharedCount;
using interpret::Traffic;
using runtime::Coo;

// One warp: what it asks for together is a request.
constexpr interpret::Machine warp = {1, 32};

Coo vector(int64_t extent) {
  Coo out{{extent}, {{}}, {}};
  for (int64_t i = 0; i < extent; ++i) {
    out.coords[0].push_back(static_cast<int32_t>(i));
    out.values.push_back(1 + static_cast<double>(i % 7));
  }
  return out;
}

Coo matrix(int64_t rows, int64_t columns) {
  Coo out{{rows, columns}, {{}, {}}, {}};
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c) {
      out.coords[0].push_back(static_cast<int32_t>(r));
      out.coords[1].push_back(static_cast<int32_t>(c));
      out.values.push_back(1 + static_cast<double>((r + c) % 5));
    }
  return out;
}

// One element a row, at `column(row)`.
template <class F>
Coo one_a_row(int64_t rows, int64_t columns, F column) {
  Coo out{{rows, columns}, {{}, {}}, {}};
  for (int64_t r = 0; r < rows; ++r) {
    out.coords[0].push_back(static_cast<int32_t>(r));
    out.coords[1].push_back(static_cast<int32_t>(column(r)));
    out.values.push_back(2);
  }
  return out;
}

const Traffic& part(const Counts& c, const std::string& tensor, const std::string& part) {
  return std::ranges::find_if(
             c.arrays,
             [&](const interpret::ArrayCount& a) { return a.tensor == tensor && a.part == part; })
      ->traffic;
}

// Lanes have rows of 64 values, each in lines of its own, and share a vector. Of eight neighbours
// the first one comes from beyond the L1.
TEST(Waits, overlap_unless_a_store_lies_between_them) {
  const auto spec = [](const std::string& order) {
    return fmt::format(R"(einsum:
  declaration: {{ A: [I, K], B: [K], Z: [I] }}
  expressions: ["Z[i] = A[i, k] * B[k]"]
mapping:
  loop-order: {{ Z: [{}] }}
  spacetime: {{ Z: {{ space: [I], time: [K] }} }}
format:
  A: {{ default: {{ rank-order: [I, K], I: {{ format: U }}, K: {{ format: U }} }} }}
  B: {{ default: {{ rank-order: [K], K: {{ format: U }} }} }}
)",
                       order);
  };
  const auto launch = [&](const std::string& order) {
    const Counted run = counted(spec(order), {{"A", matrix(32, 64)}, {"B", vector(64)}},
                                {{"I", 32}, {"K", 64}}, warp);
    return run.counts ? run.counts->launches.at(0) : interpret::LaunchCount();
  };
  const interpret::LaunchCount sums = launch("I, K");
  EXPECT_EQ(sums.waits, 64);
  EXPECT_EQ(sums.stalls, 64 / interpret::LaunchCount::at_once);
  EXPECT_EQ(sums.lines, 64 * (32 + 1) + 1);  // rows, the vector; the result at the end
  EXPECT_DOUBLE_EQ(sums.missing, 2 / 8.0);   // of a row, of the vector
  // One more a line that comes in: eight times that of each row, and that of the vector.
  EXPECT_EQ(sums.most_l1_turns(), sums.lines + 8 * (32 + 1));
  // The result is in memory all the time: behind a store it is read from beyond the L1.
  const interpret::LaunchCount in_memory = launch("K, I");
  EXPECT_EQ(in_memory.stalls, in_memory.waits);
  EXPECT_EQ(in_memory.longest_stall, in_memory.stalls);
  EXPECT_DOUBLE_EQ(in_memory.missing, 1);
  EXPECT_EQ(in_memory.lines, 64 * (32 + 1 + 1 + 1));
  EXPECT_EQ(in_memory.most_l1_turns(), in_memory.lines + 8 * (32 + 1) + 64);
}

// Sectors 0 to 3 are a line; 0 and 1, 2 and 3 come together.
TEST(SecondCache, fetches_64_bytes_and_nothing_that_was_stored) {
  interpret::SecondCache cache(0);
  EXPECT_EQ(cache.touch(0, 0, 7).fetched, 2);
  EXPECT_EQ(cache.touch(1, 0, 7).fetched, 0);
  EXPECT_EQ(cache.touch(2, ~0U, 7).fetched, 0);
  EXPECT_EQ(cache.touch(2, 0, 7).fetched, 0);
  EXPECT_EQ(cache.touch(3, 0, 7).fetched, 1);  // the sector beside it is there
  // Four bytes of a sector do not make it whole.
  EXPECT_EQ(cache.touch(4, 0xf, 7).fetched, 0);
  EXPECT_EQ(cache.touch(4, 0, 7).fetched, 2);
}

// One of 2^14 lines is seen: the cache has one set of sixteen.
TEST(SecondCache, reads_the_rest_of_a_sector_that_leaves_in_part) {
  interpret::SecondCache cache(14);
  const auto line = [](int64_t number) { return number * interpret::line_sectors; };
  cache.touch(line(0), 0xffff, 3);
  cache.touch(line(0), 0xffff0000, 3);  // whole
  cache.touch(line(0) + 1, 0xf, 3);     // a part
  cache.touch(line(1) + 3, ~0U, 4);
  for (int64_t other = 2; other < 16; ++other)
    EXPECT_EQ(cache.touch(line(other), 0, 5).left.written, 0);
  const auto first = cache.touch(line(16), 0, 5).left;
  EXPECT_EQ(first.array, 3);
  EXPECT_EQ(first.written, 2);
  EXPECT_EQ(first.parts, 1);
  const auto second = cache.touch(line(17), 0, 5).left;
  EXPECT_EQ(second.array, 4);
  EXPECT_EQ(second.written, 1);
  EXPECT_EQ(second.parts, 0);
  // What is left was loaded, but for this.
  cache.touch(line(18), 0xf, 6);
  const auto left = cache.clear();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].array, 6);
  EXPECT_EQ(cache.touch(line(17), 0, 5).fetched, 2);
}

// What is streamed leaves before what was touched earlier otherwise.
TEST(SecondCache, lets_go_of_streams_first) {
  interpret::SecondCache cache(14);  // sixteen lines
  const auto line = [](int64_t number) { return number * interpret::line_sectors; };
  for (int64_t kept = 0; kept < 15; ++kept) cache.touch(line(kept), 0, 0);
  for (int64_t streamed = 15; streamed < 40; ++streamed) cache.touch(line(streamed), 0, 0, true);
  for (int64_t kept = 0; kept < 15; ++kept) EXPECT_EQ(cache.touch(line(kept), 0, 0).fetched, 0);
}

// The same sector twice, once a time. What goes past the first cache takes no turn of it to come
// in, and makes no place.
TEST(FirstCaches, have_what_is_loaded_through_them) {
  const auto settled = [](interpret::Way way) {
    Counts counts{.machine = warp};
    counts.arrays.resize(1);
    counts.launches.resize(1);
    counts.launches[0].l1_turns.resize(1);
    interpret::AccessLog log;
    log.begin_launch(0);
    for (int64_t time : {0, 1}) log.add({.time = time, .sector = 5, .way = way});
    log.settle(counts);
    return std::pair(counts.arrays[0].traffic.beyond_l1, counts.launches[0].l1_turns[0]);
  };
  EXPECT_EQ(settled(interpret::Way::Cached), std::pair(int64_t{1}, int64_t{1}));
  EXPECT_EQ(settled(interpret::Way::PastFirst), std::pair(int64_t{2}, int64_t{0}));
  EXPECT_EQ(settled(interpret::Way::Streamed), std::pair(int64_t{2}, int64_t{0}));
}

// A block's run of 2048 elements, one a row: values and coordinates are streams, of 64 lines each,
// and what comes in beside them are the lines of the vector, of bounds and what finds rows.
TEST(FirstCaches, are_left_to_what_is_not_streamed) {
  Diagnostics diagnostics;
  const SourcePtr source = driver::read_source_file(
      std::string(TEAAL_SOURCE_DIR) + "/specs/spmv_nonzero_split.yaml", diagnostics);
  ASSERT_TRUE(source) << told(diagnostics);
  const Coo diagonal = one_a_row(2048, 2048, [](int64_t i) { return i; });
  const Counted run = counted(source->text, {{"A", diagonal}, {"B", vector(2048)}},
                              {{"M", 2048}, {"K", 2048}}, {64, 32});
  ASSERT_TRUE(run.counts) << told(run.diagnostics);
  int64_t loaded = 0, streamed = 0, came_in = 0;
  for (const interpret::ArrayCount& a : run.counts->arrays) {
    if (a.traffic.stores > 0) continue;
    loaded += a.traffic.lines_beyond_l1;
    if (a.tensor == "A" && a.part != "segments of K") streamed += a.traffic.lines_beyond_l1;
  }
  for (const interpret::LaunchCount& l : run.counts->launches)
    came_in += l.most_l1_turns() - l.lines;
  EXPECT_EQ(streamed, 2 * 64);
  // One line each of what is stored and loaded: where the run's first row is, whether it carries.
  EXPECT_EQ(came_in, loaded - streamed + 2);
}

// Neighbours read neighbours: 32 floats are 128 bytes, four sectors, and could not be fewer.
TEST(Sectors, of_neighbours_are_the_least) {
  const char* const spec = R"(einsum:
  declaration: { A: [I], B: [I], Z: [I] }
  expressions: ["Z[i] = A[i] * B[i]"]
mapping:
  loop-order: { Z: [I] }
  spacetime: { Z: { space: [I], time: [] } }
format:
  A: { default: { rank-order: [I], I: { format: U } } }
  B: { default: { rank-order: [I], I: { format: U } } }
)";
  const Counted run = counted(spec, {{"A", vector(64)}, {"B", vector(64)}}, {{"I", 64}}, warp);
  ASSERT_TRUE(run.counts);
  for (const char* name : {"A", "B"}) {
    const Traffic& t = part(*run.counts, name, "values");
    EXPECT_EQ(t.loads, 64);
    EXPECT_EQ(t.load_requests, 2);
    EXPECT_EQ(t.load_sectors, 2 * 4);
    EXPECT_EQ(t.least_load_sectors, 2 * 4);
    EXPECT_EQ(t.footprint, 8);
  }
  const Traffic& z = part(*run.counts, "Z", "values");
  EXPECT_EQ(z.sectors, 2 * 4);
  EXPECT_EQ(z.least_sectors, 2 * 4);
  EXPECT_EQ(z.load_sectors + z.least_load_sectors, 0);
}

// Lanes read a column of rows of 32 bytes: each its own sector. All read one element of B.
TEST(Sectors, of_a_column_are_one_a_lane) {
  const char* const spec = R"(einsum:
  declaration: { A: [I, J], B: [J], Z: [I] }
  expressions: ["Z[i] = A[i, j] * B[j]"]
mapping:
  loop-order: { Z: [I, J] }
  spacetime: { Z: { space: [I], time: [J] } }
format:
  A: { default: { rank-order: [I, J], I: { format: U }, J: { format: U } } }
  B: { default: { rank-order: [J], J: { format: U } } }
)";
  const Counted run =
      counted(spec, {{"A", matrix(64, 8)}, {"B", vector(8)}}, {{"I", 64}, {"J", 8}}, warp);
  ASSERT_TRUE(run.counts);
  const Traffic& a = part(*run.counts, "A", "values");
  EXPECT_EQ(a.load_requests, 2 * 8);
  EXPECT_EQ(a.load_sectors, 2 * 8 * 32);
  EXPECT_EQ(a.least_load_sectors, 2 * 8 * 4);
  EXPECT_EQ(a.footprint, 64);
  const Traffic& b = part(*run.counts, "B", "values");
  EXPECT_EQ(b.load_sectors, 2 * 8);
  EXPECT_EQ(b.least_load_sectors, 2 * 8);
}

// Row i has its element in column 8 * (5 i mod 32): each lane gathers from a sector of its own.
TEST(Sectors, of_a_gather_are_one_a_lane) {
  const Coo a = one_a_row(32, 256, [](int64_t i) { return 8 * (5 * i % 32); });
  const Counted run = counted(spmv_spec, {{"A", a}, {"B", vector(256)}}, {{"I", 32}, {"J", 256}},
                              warp, {{"NUM_THREADS", 32}});
  ASSERT_TRUE(run.counts);
  const Traffic& b = part(*run.counts, "B", "values");
  EXPECT_EQ(b.load_requests, 1);
  EXPECT_EQ(b.load_sectors, 32);
  EXPECT_EQ(b.least_load_sectors, 4);
  // Bounds 0 to 31, then 1 to 32: the second begins in a sector and ends in a fifth.
  const Traffic& segments = part(*run.counts, "A", "segments of J");
  EXPECT_EQ(segments.load_requests, 2);
  EXPECT_EQ(segments.load_sectors, 4 + 5);
  EXPECT_EQ(segments.least_load_sectors, 4 + 4);
  EXPECT_EQ(part(*run.counts, "A", "coordinates of J").load_sectors, 4);
}

// Eight lanes have four neighbours each, twice, of each of four rows: they move together, as the
// kernel's quads do.
TEST(Sectors, of_quads_are_those_of_one_request) {
  const std::string spec =
      driver::read_source_file(std::string(TEAAL_SOURCE_DIR) + "/specs/spmm_group_per_row.yaml",
                               *std::make_unique<Diagnostics>())
          ->text;
  const Coo a = one_a_row(4, 8, [](int64_t i) { return i; });
  const Counted run = counted(spec, {{"A", a}, {"B", matrix(8, 64)}},
                              {{"M", 4}, {"K", 8}, {"N", 64}}, warp, {{"COLUMNS", 64}});
  ASSERT_TRUE(run.counts) << told(run.diagnostics);
  const Traffic& b = part(*run.counts, "B", "values");
  EXPECT_EQ(b.loads, 4 * 64);
  EXPECT_EQ(b.load_requests, 2);
  EXPECT_EQ(b.load_sectors, 2 * 16);
  EXPECT_EQ(b.least_load_sectors, 2 * 16);
  const Traffic& c = part(*run.counts, "C", "values");
  EXPECT_EQ(c.requests, 2);
  EXPECT_EQ(c.sectors, 2 * 16);
  EXPECT_EQ(c.written, 2 * 16);
  EXPECT_EQ(c.fetched, 0);  // every sector was stored whole
}

// Each lane's element lies in 64 bytes of its own, half of which nobody asks for.
TEST(Fetched, of_a_gather_is_64_bytes_a_lane) {
  const Coo a = one_a_row(32, 512, [](int64_t i) { return 16 * (5 * i % 32); });
  const Counted run = counted(spmv_spec, {{"A", a}, {"B", vector(512)}}, {{"I", 32}, {"J", 512}},
                              warp, {{"NUM_THREADS", 32}});
  ASSERT_TRUE(run.counts);
  const Traffic& b = part(*run.counts, "B", "values");
  EXPECT_EQ(b.footprint, 32);
  EXPECT_EQ(b.fetched, 64);
  EXPECT_EQ(b.fetched_from_empty, 64);
  EXPECT_EQ(b.written, 0);
  const Traffic& z = part(*run.counts, "Z", "values");
  EXPECT_EQ(z.fetched, 0);
  EXPECT_EQ(z.written, 4);
}

// The second kernel reads the 64 sums of the first one: eight sectors.
TEST(Fetched, is_more_where_a_kernel_begins_with_an_empty_cache) {
  const char* const spec = R"(einsum:
  declaration: { A: [K, I], C: [J, K], T: [K], Z: [J] }
  expressions: ["T[k] = A[k, i]", "Z[j] = T[k] * C[j, k]"]
mapping:
  loop-order: { T: [K, I], Z: [J, K] }
  spacetime:
    T: { space: [K], time: [I] }
    Z: { space: [J], time: [K] }
format:
  A: { default: { rank-order: [K, I], K: { format: U }, I: { format: U } } }
  C: { default: { rank-order: [J, K], J: { format: U }, K: { format: U } } }
)";
  const Counted run = counted(spec, {{"A", matrix(64, 8)}, {"C", matrix(32, 64)}},
                              {{"I", 8}, {"J", 32}, {"K", 64}}, warp);
  ASSERT_TRUE(run.counts) << told(run.diagnostics);
  ASSERT_EQ(run.counts->launches.size(), 2U);
  const auto t = std::ranges::find(run.counts->arrays, "T", &interpret::ArrayCount::tensor);
  ASSERT_NE(t, run.counts->arrays.end());
  EXPECT_EQ(t->traffic.fetched, 0);
  EXPECT_EQ(t->traffic.fetched_from_empty, 8);
  EXPECT_EQ(part(*run.counts, "A", "values").fetched_from_empty, 64);
}

// Tiles of B in shared memory; the one element of row m of A is in column `stride` * m.
Counted staged(const std::string& lanes, const std::string& time, int64_t stride, int64_t columns) {
  const int64_t rows = 32 * stride;  // of B: the tile has them all
  const std::string spec = fmt::format(R"(einsum:
  declaration: {{ A: [M, K], B: [K, N], Z: [M, N] }}
  expressions: ["Z[m, n] = A[m, k] * B[k, n]"]
mapping:
  partitioning:
    Z: {{ M: [uniform_shape(32)], K: [uniform_shape({0})], N: [uniform_shape(32)] }}
  loop-order: {{ Z: [M1, N1, M0, N0, K1, K0] }}
  spacetime: {{ Z: {{ space: [M1, N1, {1}], time: [{2}] }} }}
format:
  A: {{ default: {{ rank-order: [M, K], M: {{ format: U }}, K: {{ format: C }} }} }}
  B: {{ default: {{ rank-order: [K, N], K: {{ format: U }}, N: {{ format: U }} }} }}
bindings:
  Z:
    - config: gpu
    - component: Block
      bindings: [{{ rank: M1 }}, {{ rank: N1 }}]
    - component: Lane
      bindings: [{{ rank: {1} }}]
    - component: Shared
      bindings: [{{ tensor: B, rank: K, type: elem, evict-on: K1 }}]
)",
                                       rows, lanes, time);
  const Coo a = one_a_row(32, rows, [&](int64_t m) { return stride * m; });
  return counted(spec, {{"A", a}, {"B", matrix(rows, columns)}},
                 {{"M", 32}, {"K", rows}, {"N", columns}}, warp);
}

void expect(const SharedCount& s, const SharedCount& told) {
  EXPECT_EQ(s.loads, told.loads);
  EXPECT_EQ(s.stores, told.stores);
  EXPECT_EQ(s.requests, told.requests);
  EXPECT_EQ(s.turns, told.turns);
  EXPECT_EQ(s.least_turns, told.least_turns);
  EXPECT_EQ(s.worst, told.worst);
}

// Lanes share N: for each of 32 rows of A the tile of 64 x 32 is copied in quads, four rows a
// request, which takes a turn a row, and one row of it is read, a word of each bank.
TEST(Banks, of_neighbours_take_no_turn_in_vain) {
  const Counted run = staged("N0", "M0, K1, K0", 2, 32);
  ASSERT_TRUE(run.counts) << told(run.diagnostics);
  ASSERT_EQ(run.counts->shared.size(), 1U);
  const int64_t requests = 32 * (64 / 4 + 1), turns = 32 * (64 + 1);
  expect(run.counts->shared[0], {"B", false, 32 * 32, 32 * 64 * 32, requests, turns, turns, 4});
}

// Lanes share M: for each of 2 columns of B its 64 elements are copied, 32 a request, and each lane
// reads every second of them: two words of each even bank.
TEST(Banks, of_every_second_word_take_two_turns) {
  const Counted run = staged("M0", "N0, K1, K0", 2, 2);
  ASSERT_TRUE(run.counts) << told(run.diagnostics);
  ASSERT_EQ(run.counts->shared.size(), 1U);
  expect(run.counts->shared[0],
         {"B", false, 2 * 32, 2 * 64, 2 * (2 + 1), 2 * (2 + 2), 2 * (2 + 1), 2});
}

// The same of 1024 elements and every 32nd: all 32 words are in one bank.
TEST(Banks, of_every_32nd_word_take_a_turn_a_lane) {
  const Counted run = staged("M0", "N0, K1, K0", 32, 2);
  ASSERT_TRUE(run.counts) << told(run.diagnostics);
  ASSERT_EQ(run.counts->shared.size(), 1U);
  expect(run.counts->shared[0],
         {"B", false, 2 * 32, 2 * 1024, 2 * (32 + 1), 2 * (32 + 32), 2 * (32 + 1), 32});
}

// ---- The text that ships ----

struct Moved {
  int64_t read = 0, written = 0;  // bytes
};

// By tensor: buffers are called "A.values" and so on.
std::map<std::string, Moved> moved_on_cpu(const driver::Compiled& compiled,
                                          const driver::JobRequest& request) {
  std::map<std::string, Moved> out;
  Diagnostics diagnostics;
  auto session = driver::Session::load(compiled, request, diagnostics);
  EXPECT_TRUE(session) << told(diagnostics);
  runtime::plan::CpuOptions options{true, false, 1};
  options.launched = [&](const runtime::cpu::LaunchResult& result) {
    for (const runtime::cpu::Moved& m : result.moved) {
      Moved& sum = out[m.buffer.substr(0, m.buffer.find('.'))];
      sum.read += static_cast<int64_t>(m.read_bytes);
      sum.written += static_cast<int64_t>(m.written_bytes);
    }
  };
  const driver::Machine machine{runtime::plan::make_cpu_backend(options), ""};
  EXPECT_TRUE(session && session->run(machine, diagnostics)) << told(diagnostics);
  return out;
}

// Kernels without searches and assembled results: the text reads what the expressions name, and
// stores what the interpreter stores.
TEST(Text, reads_and_stores_what_is_counted) {
  for (const char* name : {"spmv_thread_mapped", "spmv_warp_per_row", "spmv_block_mapped",
                           "spmm_thread_mapped", "spmm_gustavson", "gemm_naive", "gemm_tiled",
                           "sddmm", "ttv", "mttkrp", "axpby", "gemm_staged"}) {
    SCOPED_TRACE(name);
    Counted run;
    SourcePtr source = driver::read_source_file(
        std::string(TEAAL_SOURCE_DIR) + "/specs/" + name + ".yaml", run.diagnostics);
    driver::CompileOptions options = options_for({64, 32});
    options.kernel_text = true;
    run.compiled = driver::compile_for_run(source, options, run.diagnostics);
    ASSERT_TRUE(run.compiled) << told(run.diagnostics);
    const driver::Given given;
    const driver::CaseGenerator generator(run.compiled->manifest, given, {}, 7);
    run.request = generator.make(5).request;
    auto inputs =
        runtime::plan::load_inputs(run.compiled->manifest, run.request.inputs, run.diagnostics);
    ASSERT_TRUE(inputs) << told(run.diagnostics);
    run.inputs = std::move(*inputs);
    count(run, {64, 32});
    ASSERT_TRUE(run.counts) << told(run.diagnostics);
    const auto on_cpu = moved_on_cpu(*run.compiled, run.request);
    for (const interpret::ArrayCount& t : run.counts->tensors()) {
      if (t.workspace) continue;
      const Moved& m = on_cpu.at(t.tensor);
      // Sums that grow in memory are loaded, too, but are no operands.
      EXPECT_EQ(m.read, (t.operands > 0 ? t.operands : t.traffic.loads) * 4) << t.tensor;
      EXPECT_EQ(m.written, t.traffic.stores * 4) << t.tensor;
    }
  }
}

}  // namespace
}  // namespace teaal::exec
