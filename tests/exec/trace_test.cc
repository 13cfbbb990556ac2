// What the emitted text asks of memory on the CPU executor, beside what the interpreter counts of
// the program that the text is made from. They share no code.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "compiler/driver/commands/cases.h"
#include "compiler/driver/output_files.h"
#include "runtime/cpu/watch/trace.h"
#include "runtime/plan/cpu_backend.h"
#include "tests/exec/counted.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

constexpr interpret::Machine gpu = {64, 32};

// Of one array, of all kernels.
struct Asked {
  int64_t load_requests = 0, requests = 0, load_sectors = 0, sectors = 0, turns = 0;
  friend bool operator==(const Asked&, const Asked&) = default;
};

void PrintTo(const Asked& a, std::ostream* out) {
  *out << fmt::format("{} of {} requests load, {} of {} sectors, {} turns of banks",
                      a.load_requests, a.requests, a.load_sectors, a.sectors, a.turns);
}

using ByArray = std::map<std::string, Asked>;

// Buffers are called "A.J.coords" where the interpreter has "coordinates of J".
std::string buffer_name(const interpret::ArrayCount& array) {
  if (array.workspace) return array.tensor;
  if (array.part == "values") return array.tensor + ".values";
  const size_t of = array.part.find(" of ");
  std::string kind = array.part.substr(0, of);
  if (kind == "coordinates") kind = "coords";
  return array.tensor + "." + array.part.substr(of + 4) + "." + kind;
}

ByArray of_interpreter(const interpret::Counts& counts) {
  ByArray out;
  for (const interpret::ArrayCount& a : counts.arrays) {
    const interpret::Traffic& t = a.traffic;
    if (t.requests > 0)
      out[buffer_name(a)] = {t.load_requests, t.requests, t.load_sectors, t.sectors, 0};
  }
  for (const interpret::SharedCount& s : counts.shared)
    if (Asked& sum = out[s.given ? "teaal_shared" : s.name]; s.requests > 0)
      sum.requests += s.requests, sum.turns += s.turns;
  return out;
}

ByArray of_text(const runtime::cpu::Trace& trace) {
  ByArray out;
  const auto number = [](uint64_t n) { return static_cast<int64_t>(n); };
  for (const auto& [name, kernel] : trace.kernels()) {
    for (const auto& [buffer, a] : kernel.buffers) {
      Asked& sum = out[buffer];
      sum.load_requests += number(a.load_requests), sum.requests += number(a.requests);
      sum.load_sectors += number(a.load_sectors), sum.sectors += number(a.sectors);
    }
    for (const auto& [array, a] : kernel.shared) {
      out[array].requests += number(a.requests);
      out[array].turns += number(a.turns);
    }
  }
  return out;
}

// `entries`: how many the result Z has.
runtime::cpu::Trace traced(const driver::Compiled& compiled, const driver::JobRequest& request,
                           size_t* entries = nullptr) {
  runtime::cpu::Trace out;
  Diagnostics diagnostics;
  auto session = driver::Session::load(compiled, request, diagnostics);
  EXPECT_TRUE(session) << told(diagnostics);
  runtime::plan::CpuOptions options{true, false, 1};
  options.observer = &out;
  const driver::Machine machine{runtime::plan::make_cpu_backend(options), ""};
  EXPECT_TRUE(session && session->run(machine, diagnostics)) << told(diagnostics);
  if (session && entries) *entries = session->outputs().at("Z").entries();
  return out;
}

// A shipped spec, and the arrays (or "barriers") that the text and the interpreter count otherwise.
struct Shipped {
  std::string name;
  std::set<std::string> differ = {};
  std::map<std::string, int64_t> shapes = {};  // of the case, where the drawn one is not to be
};

void PrintTo(const Shipped& s, std::ostream* out) { *out << s.name; }

// Of specs/; or, of "NAME_longest_first", with an order of its lists.
SourcePtr source_of(const std::string& name, Diagnostics& diagnostics) {
  const std::string ordered = "_longest_first", listed = "type: compact}";
  const bool orders = name.ends_with(ordered);
  const std::string shipped = orders ? name.substr(0, name.size() - ordered.size()) : name;
  SourcePtr source = driver::read_source_file(
      std::string(TEAAL_SOURCE_DIR) + "/specs/" + shipped + ".yaml", diagnostics);
  if (!orders) return source;
  std::string text = source->text;
  text.replace(text.find(listed), listed.size(), "type: compact, order: longest-first}");
  return std::make_shared<const SourceFile>(SourceFile{source->path, text});
}

// On a drawn case.
Counted drawn(const Shipped& shipped) {
  Counted run;
  SourcePtr source = source_of(shipped.name, run.diagnostics);
  driver::CompileOptions options = options_for(gpu);
  options.kernel_text = true;
  run.compiled = driver::compile_for_run(source, options, run.diagnostics);
  EXPECT_TRUE(run.compiled) << told(run.diagnostics);
  if (!run.compiled) return run;
  const driver::Given given;
  const driver::CaseGenerator generator(run.compiled->manifest, given, shipped.shapes, 7);
  run.request = generator.make(5).request;
  auto inputs =
      runtime::plan::load_inputs(run.compiled->manifest, run.request.inputs, run.diagnostics);
  EXPECT_TRUE(inputs) << told(run.diagnostics);
  if (!inputs) return run;
  run.inputs = std::move(*inputs);
  count(run, gpu);
  return run;
}

class Text : public testing::TestWithParam<Shipped> {};

// Each way: a kernel that comes to count alike has to lose its exception.
TEST_P(Text, asks_for_what_is_counted) {
  const Counted run = drawn(GetParam());
  ASSERT_TRUE(run.counts) << told(run.diagnostics);
  const runtime::cpu::Trace trace = traced(*run.compiled, run.request);
  ByArray counted = of_interpreter(*run.counts), asked = of_text(trace);
  ASSERT_FALSE(asked.empty());
  counted["barriers"].requests = run.counts->barriers;
  for (const auto& [name, kernel] : trace.kernels())
    asked["barriers"].requests += static_cast<int64_t>(kernel.barriers);
  std::set<std::string> names;
  for (const ByArray* all : {&counted, &asked})
    for (const auto& [array, of] : *all) names.insert(array);
  for (const std::string& array : names)
    if (GetParam().differ.contains(array))
      EXPECT_NE(asked[array], counted[array]) << array;
    else
      EXPECT_EQ(asked[array], counted[array]) << array;
}

const Shipped alike[] = {{"spmv_thread_mapped"},
                         {"spmv_warp_per_row"},
                         {"spmv_group_mapped"},
                         {"spmv_column_first"},
                         {"spmm_thread_mapped"},
                         {"spmm_gustavson"},
                         {"spmm_group_per_row"},
                         {"spmm_warp_per_row"},
                         {"spmm_row_per_block"},
                         {"spmm_staged"},
                         {"gemm_naive"},
                         {"gemm_split_k"},
                         {"sddmm"},
                         {"sddmm_staged"},
                         {"ttv"},
                         {"ttm"},
                         {"mttkrp"},
                         {"axpby"},
                         {"outer_product"},
                         {"attention_fusemax"},
                         {"bfs"},
                         {"spmv_block_mapped"},
                         {"dot"},
                         {"dot_sparse"},
                         {"spmv_row_classes"},
                         {"spmv_nonzero_split"},
                         {"spmv_merge_path"},
                         {"spmv_staged"},
                         {"gemm_tiled"},
                         {"sddmm_group_per_row"},
                         {"spmv_work_oriented"},
                         {"masked_copy"},
                         {"elementwise_skip_ahead"},
                         {"spmspm_inner"},
                         {"spmspm_bitmask"},
                         {"pagerank"},
                         {"graph_attention"},
                         {"events"},
                         {"events_many_rows"},
                         {"events_weights_first"},
                         {"spmv_narrow"},
                         {"spmv_narrow_group_mapped"},
                         {"spmv_sparse_vector"},
                         {"spmm_row_classes"},
                         {"spmm_group_mapped"},
                         {"spmm_work_oriented"},
                         {"sddmm_row_classes"}};

// Steps that set other values than 0, or what empty rows leave out, which the pass `fill` makes
// kernels of; and steps that set arrays to 0, which `zero_ahead` gives to these.
const Shipped filled[] = {{"sssp", {"A1.values", "N.values"}},
                          {"spmm_nonzero_split", {"A.K.segments", "Z_carry_keys"}}};

// The interpreter counts before tuples are visited side by side: of lanes whose runs end at another
// tuple, those that have fewer than four left ask in requests of their own.
const Shipped side_by_side[] = {{"sddmm_nonzero_split", {"B.values", "C.values", "Z.values"}}};

// The interpreter counts what lies in shared memory element by element; four in a row are one
// request of the text.
const Shipped tiles_in_quads[] = {
    {"gemm_min_plus", {"teaal_shared"}},
    {"gemm_staged", {"teaal_shared"}},
    {"attention_softmax",
     {"K_transposed_tile_values", "Q_transposed_tile_values", "V_tile_values"}}};

// Rows of whole quads, and of none.
const Shipped whole_quads[] = {
    {"gemm_tiled", {}, {{"M", 64}, {"K", 64}, {"N", 64}}},
    {"sddmm_group_per_row", {}, {{"M", 64}, {"K", 64}, {"N", 64}}},
    {"gemm_staged", {"teaal_shared"}, {{"M", 64}, {"K", 64}, {"N", 64}}}};
const Shipped staged[] = {{"gemm_joint_sparse_longest_first"}};

std::string name_of(const testing::TestParamInfo<Shipped>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Alike, Text, testing::ValuesIn(alike), name_of);
INSTANTIATE_TEST_SUITE_P(WholeQuads, Text, testing::ValuesIn(whole_quads), name_of);
INSTANTIATE_TEST_SUITE_P(Filled, Text, testing::ValuesIn(filled), name_of);
INSTANTIATE_TEST_SUITE_P(SideBySide, Text, testing::ValuesIn(side_by_side), name_of);
INSTANTIATE_TEST_SUITE_P(TilesInQuads, Text, testing::ValuesIn(tiles_in_quads), name_of);
INSTANTIATE_TEST_SUITE_P(Staged, Text, testing::ValuesIn(staged), name_of);

// Kernels that lay out a compressed result are in the text alone. Each thread stores one element,
// so requests are warps, and they touch sectors that lie side by side.
TEST(Assembled, results_are_stored_in_order) {
  const Counted run = drawn({"spgemm_gustavson"});
  ASSERT_TRUE(run.compiled);
  size_t entries = 0;
  const runtime::cpu::Trace trace = traced(*run.compiled, run.request, &entries);
  ASSERT_GT(entries, 64U);
  const auto& store = trace.kernels().at("counted_Z_N_store");
  for (const char* name : {"Z.N.coords", "Z.values"}) {
    const runtime::cpu::ArrayTrace& array = store.buffers.at(name);
    EXPECT_EQ(array.written_bytes, entries * 4) << name;
    EXPECT_EQ(array.read_bytes, 0U) << name;
    EXPECT_EQ(array.requests, (entries + 31) / 32) << name;
    EXPECT_EQ(array.sectors, (entries + 7) / 8) << name;
    EXPECT_EQ(array.footprint, (entries + 7) / 8) << name;
  }
}

}  // namespace
}  // namespace teaal::exec
