// Coordinates and positions of few bits, so that tiny data meets what data of 2^31 would: right
// results up to the limit, positions of 64 bits beyond it, an error where a coordinate does not
// fit.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "compiler/driver/output_files.h"
#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

namespace fs = std::filesystem;
using driver::Compiled;
using driver::Session;

std::optional<Compiled> compiled(const fs::path& spec, int bits, Diagnostics& diagnostics,
                                 const std::map<std::string, std::string>& formats = {}) {
  fs::path path = fs::path(TEAAL_SOURCE_DIR) / "specs" / spec;
  path.replace_extension(".yaml");
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "t";
  options.index_bits = bits;
  options.overrides.formats = formats;
  return driver::compile_for_run(driver::read_source_file(path.string(), diagnostics), options,
                                 diagnostics);
}

const driver::Machine& machine() {
  static const driver::Machine made = quick_cpu();
  return made;
}

bool many_below(const Compiled& program) {
  return runtime::plan::ranks_of(program.manifest).size() > 2;
}

// Every input of this density, every rank of one of the extents.
driver::JobRequest request(const Compiled& program, std::vector<int64_t> extents,
                           const std::string& density) {
  driver::JobRequest out;
  size_t next = 0;
  for (const std::string& rank : runtime::plan::ranks_of(program.manifest))
    out.inputs.shapes[rank] = extents[next++ % extents.size()];
  for (const auto& tensor : program.manifest.tensors)
    if (tensor.role == runtime::ManifestTensor::Role::Input)
      out.inputs.sources[tensor.name] = "rand:values=int,density=" + density;
  for (const std::string& scalar : program.manifest.scalars) out.scalars[scalar] = 2;
  return out;
}

// The widths of a run that reference math confirms.
struct Widths {
  int positions = 0;
  bool wide_offsets = false;
  bool operator==(const Widths&) const = default;
};
constexpr Widths narrow_in(int bits) { return {bits, false}; }

Widths verified(const Compiled& program, const driver::JobRequest& job) {
  Diagnostics diagnostics;
  auto session = Session::load(program, job, diagnostics);
  if (!session || !session->run(machine(), diagnostics) || !session->verify(diagnostics)) {
    ADD_FAILURE() << told(diagnostics);
    return {};
  }
  for (const std::string& finding : session->report().findings) ADD_FAILURE() << finding;
  for (const auto& check : session->report().verification->outputs)
    EXPECT_EQ(check.comparison.mismatches, 0) << check.comparison.first_mismatch;
  return {session->execution().position_bits(), session->execution().wide_offsets()};
}

TEST(IndexBits, eight_suffice_up_to_the_limit_in_every_shipped_spec) {
  for (const fs::path& path : shipped_specs()) {
    SCOPED_TRACE(path.string());
    Diagnostics diagnostics;
    auto program = compiled(path, 8, diagnostics);
    ASSERT_TRUE(program) << told(diagnostics);
    verified(*program, request(*program, {9, 11, 5}, "0.2"));
    verified(*program, request(*program, {many_below(*program) ? 6 : 60, 3, 2}, "0.4"));
    bool many = runtime::plan::ranks_of(program->manifest).size() > 3;
    verified(*program, many ? request(*program, {127, 3, 2, 5}, "0.5")
                            : request(*program, {127, 31, 32}, "0.7"));
  }
}

TEST(IndexBits, positions_widen_where_the_data_needs_it) {
  Diagnostics diagnostics;
  auto program = compiled("spmv_thread_mapped", 8, diagnostics);
  ASSERT_TRUE(program) << told(diagnostics);
  driver::JobRequest job = request(*program, {12, 10}, "1");
  EXPECT_EQ(verified(*program, job).positions, 8);  // 120 positions
  job.inputs.shapes = {{"I", 13}, {"J", 10}};
  EXPECT_EQ(verified(*program, job).positions, 64);  // 130
  Diagnostics more;
  auto wider = compiled("spmv_thread_mapped", 16, more);
  ASSERT_TRUE(wider) << told(more);
  EXPECT_EQ(verified(*wider, job), narrow_in(16));
}

// A dense matrix has no positions to store, and elements all the same.
TEST(IndexBits, offsets_widen_where_an_array_needs_it) {
  for (const char* spec : {"gemm_naive", "gemm_tiled", "spmm_warp_per_row", "gemm_split_k"}) {
    SCOPED_TRACE(spec);
    Diagnostics diagnostics;
    auto program = compiled(spec, 8, diagnostics);
    ASSERT_TRUE(program) << told(diagnostics);
    EXPECT_NE(program->artefact.cu.find("const offset_t B_N_at"), std::string::npos);
    driver::JobRequest job = request(*program, {1}, "0.5");
    const int64_t most = *program->manifest.most_in_offsets;
    ASSERT_EQ(most, 60);
    job.inputs.shapes = {{"M", 6}, {"K", 6}, {"N", 10}};
    EXPECT_EQ(verified(*program, job), narrow_in(8));  // 60 elements
    job.inputs.shapes["N"] = 11;
    EXPECT_EQ(verified(*program, job), (Widths{8, true}));  // 66
    job.inputs.shapes = {{"M", 9}, {"K", 9}, {"N", 15}};
    EXPECT_EQ(verified(*program, job).positions, 64);  // 135
    for (const char* rank : {"M", "N"})
      for (const int64_t extent : {most, most + 1, int64_t{127}}) {
        job.inputs.shapes = {{"M", 1}, {"K", 1}, {"N", 1}};
        job.inputs.shapes[rank] = extent;
        EXPECT_EQ(verified(*program, job), (Widths{8, extent > most}));
      }
  }
}

TEST(IndexBits, an_extent_that_does_not_fit_is_an_error_that_names_its_place) {
  Diagnostics diagnostics;
  auto program = compiled("spmv_thread_mapped", 8, diagnostics);
  ASSERT_TRUE(program) << told(diagnostics);
  Diagnostics found;
  EXPECT_FALSE(Session::load(*program, request(*program, {128, 10}, "0.1"), found));
  ASSERT_FALSE(found.all().empty());
  EXPECT_EQ(found.all()[0].code, Code::TensorRange);
  EXPECT_NE(found.all()[0].message.find("makes rank I 128 long; coordinates are 8-bit"),
            std::string::npos)
      << told(found);
}

// Of 32 bits, with the extents that they are for: a step by all workers from the last coordinate.
TEST(IndexBits, a_billion_coordinates_are_counted_in_32_bits_and_more_in_64) {
  using Formats = std::map<std::string, std::string>;
  const std::string pairs = "M:C,N:C";
  const std::vector<std::pair<std::string, Formats>> specs = {
      {"dot_sparse", {}}, {"elementwise_skip_ahead", {{"A", pairs}, {"B", pairs}, {"Z", pairs}}}};
  for (const auto& [spec, formats] : specs) {
    SCOPED_TRACE(spec);
    Diagnostics diagnostics;
    auto program = compiled(spec, 32, diagnostics, formats);
    ASSERT_TRUE(program) << told(diagnostics);
    ASSERT_EQ(program->manifest.most_in_offsets, 1'000'000'000);
    for (const int64_t extent : {1'000'000'000, 1'000'000'001, 2'147'483'647}) {
      driver::JobRequest job = request(*program, {extent, 1000}, "1");
      for (auto& [tensor, source] : job.inputs.sources) source = "rand:values=int,nnz=300";
      EXPECT_EQ(verified(*program, job), (Widths{32, extent > 1'000'000'000}));
    }
  }
}

// A stride by all workers, a run longer than positions count, a gallop to the last position.
TEST(IndexBits, steps_beyond_the_last_position_do_not_wrap) {
  for (const char* spec : {"spmv_warp_per_row", "spmv_group_mapped", "dot_sparse",
                           "elementwise_skip_ahead", "spmv_sparse_vector", "spmv_nonzero_split"}) {
    SCOPED_TRACE(spec);
    Diagnostics diagnostics;
    auto program = compiled(spec, 8, diagnostics);
    ASSERT_TRUE(program) << told(diagnostics);
    driver::JobRequest job = request(*program, {127}, "1");
    auto ranks = runtime::plan::ranks_of(program->manifest);
    for (size_t r = 0; r + 1 < ranks.size(); ++r) job.inputs.shapes[ranks[r]] = 1;
    verified(*program, job);
  }
}

}  // namespace
}  // namespace teaal::exec
