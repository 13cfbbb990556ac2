#include <gtest/gtest.h>

#include <cmath>

#include "runtime/plan/bind.h"
#include "runtime/plan/cpu_backend.h"
#include "runtime/plan/plan.h"
#include "templates/library.h"
#include "tests/unit/driver/fixtures.h"

namespace teaal::runtime::plan {
namespace {

struct Ran {
  std::map<std::string, Coo> outputs;
  std::vector<StepTime> steps;
  std::vector<LaunchShape> launches;
  std::vector<StoredView> views;
  std::vector<std::string> findings;
  int position_bits = 0;
};

struct Spmv {
  Manifest manifest = spmv_manifest();
  KernelText kernel = spmv_kernel();
  std::map<std::string, Coo> inputs;
  std::map<std::string, int64_t> extents, symbols;
  bool checked = true;

  Spmv(int64_t rows, int64_t columns, unsigned seed, double density = 0.3) {
    inputs = {{"A", random_coo({rows, columns}, density, seed)},
              {"B", random_coo({columns}, 0.8, seed + 1)}};
    extents = {{"I", rows}, {"J", columns}};
  }

  std::optional<Ran> run(Diagnostics& diagnostics) {
    auto backend = make_cpu_backend({checked, false, 1});
    Job job{&manifest, kernel, &inputs, extents, {}, symbols};
    auto execution = Execution::prepare(job, *backend, diagnostics);
    if (!execution || !execution->run(diagnostics)) return std::nullopt;
    auto outputs = execution->download(diagnostics);
    if (!outputs) return std::nullopt;
    return Ran{*outputs,           execution->steps(),       execution->launches(),
               execution->views(), backend->take_findings(), execution->position_bits()};
  }
};

TEST(Plan, SpmvGivesTheProductForManyShapesAndThreadCounts) {
  for (int64_t rows : {1, 2, 31, 33, 129}) {
    for (int64_t threads : {1, 4, 32, 200}) {
      Spmv setup(rows, 17, static_cast<unsigned>(rows * 7 + threads));
      setup.symbols["NUM_THREADS"] = threads;
      Diagnostics diagnostics;
      auto ran = setup.run(diagnostics);
      ASSERT_TRUE(ran) << messages(diagnostics);
      EXPECT_EQ(ran->findings, std::vector<std::string>{});
      EXPECT_EQ(dense(ran->outputs.at("Z")), matrix_vector(setup.inputs["A"], setup.inputs["B"]));
    }
  }
}

TEST(Plan, TellsWhereTheElementsOfATensorLie) {
  Spmv setup(9, 5, 3);
  auto backend = make_cpu_backend({true, false, 1});
  Diagnostics diagnostics;
  Job job{&setup.manifest, setup.kernel, &setup.inputs, setup.extents, {}, {}};
  auto execution = Execution::prepare(job, *backend, diagnostics);
  ASSERT_TRUE(execution && execution->run(diagnostics)) << messages(diagnostics);
  MemoryPtr b = execution->values("B"), z = execution->values("Z");
  ASSERT_TRUE(b && z);
  std::vector<float> read_b(5), read_z(9);
  ASSERT_EQ(z->bytes(), sizeof(float) * read_z.size());
  ASSERT_TRUE(backend->download(*b, std::as_writable_bytes(std::span(read_b)), diagnostics));
  ASSERT_TRUE(backend->download(*z, std::as_writable_bytes(std::span(read_z)), diagnostics));
  EXPECT_EQ(std::vector<double>(read_b.begin(), read_b.end()), dense(setup.inputs["B"]));
  EXPECT_EQ(std::vector<double>(read_z.begin(), read_z.end()),
            matrix_vector(setup.inputs["A"], setup.inputs["B"]));
  EXPECT_EQ(execution->values("absent"), nullptr);
}

TEST(Plan, UnboundSymbolTakesTheManifestsDefault) {
  Spmv setup(300, 5, 3);
  Diagnostics diagnostics;
  auto ran = setup.run(diagnostics);
  ASSERT_TRUE(ran) << messages(diagnostics);
  ASSERT_EQ(ran->launches.size(), 1u);
  EXPECT_EQ(ran->launches[0].grid, 3);
  EXPECT_EQ(ran->launches[0].block, 128);
}

TEST(Plan, ElementsThatNoKernelWritesAreNaN) {
  Spmv setup(9, 5, 4);
  setup.checked = false;
  setup.manifest.plan[0].args[0].expr = "I - 1";
  Diagnostics diagnostics;
  auto ran = setup.run(diagnostics);
  ASSERT_TRUE(ran) << messages(diagnostics);
  EXPECT_TRUE(std::isnan(dense(ran->outputs.at("Z"))[8]));
}

TEST(Plan, ZeroStepClearsThePoison) {
  Spmv setup(9, 5, 4);
  setup.manifest.plan[0].args[0].expr = "I - 1";
  setup.manifest.plan.insert(setup.manifest.plan.begin(), zero_step("Z"));
  Diagnostics diagnostics;
  auto ran = setup.run(diagnostics);
  ASSERT_TRUE(ran) << messages(diagnostics);
  EXPECT_EQ(dense(ran->outputs.at("Z"))[8], 0);
}

TEST(Plan, EmptyGridIsSkippedAndSaidSo) {
  Spmv setup(0, 5, 4);
  Diagnostics diagnostics;
  auto ran = setup.run(diagnostics);
  ASSERT_TRUE(ran) << messages(diagnostics);
  EXPECT_EQ(ran->outputs.at("Z").entries(), 0u);
  EXPECT_FALSE(ran->steps.back().timed);
}

TEST(Plan, OutOfBoundsReadIsFoundInCheckedMode) {
  Spmv setup(9, 5, 4);
  setup.manifest.plan[0].args[0].expr = "I + 3";
  Diagnostics diagnostics;
  auto ran = setup.run(diagnostics);
  ASSERT_TRUE(ran) << messages(diagnostics);
  EXPECT_FALSE(ran->findings.empty());
}

TEST(Plan, ArgumentBeyond32BitsIsRunFailed) {
  Spmv setup(9, 5, 4);
  setup.manifest.plan[0].args[1].expr = "NUM_THREADS * 4294967296";
  Diagnostics diagnostics;
  EXPECT_FALSE(setup.run(diagnostics));
  EXPECT_TRUE(has_code(diagnostics, Code::RunFailed)) << messages(diagnostics);
}

TEST(Plan, BlockOver1024ThreadsIsRunFailed) {
  Spmv setup(9, 5, 4);
  setup.manifest.plan[0].block = "2048";
  Diagnostics diagnostics;
  EXPECT_FALSE(setup.run(diagnostics));
  EXPECT_TRUE(has_code(diagnostics, Code::RunFailed)) << messages(diagnostics);
}

TEST(Plan, ResortViewIsPackedInItsOwnOrderAndTimedApart) {
  Spmv setup(13, 7, 5);
  setup.manifest.tensors[0].rank_order = {"J", "I"};  // stored by columns, walked by rows
  setup.manifest.views.push_back({"A_columns", "A", {"J", "I"}, "UC"});
  ManifestStep resort;
  resort.kind = ManifestStep::Kind::Resort;
  resort.view = "A";
  setup.manifest.plan.insert(setup.manifest.plan.begin(), resort);
  Diagnostics diagnostics;
  auto ran = setup.run(diagnostics);
  ASSERT_TRUE(ran) << messages(diagnostics);
  EXPECT_EQ(dense(ran->outputs.at("Z")), matrix_vector(setup.inputs["A"], setup.inputs["B"]));
  bool said = false;
  for (const StepTime& step : ran->steps)
    said = said || (step.kind == StepTime::Kind::Resort && step.text == "resort A → [I, J]");
  EXPECT_TRUE(said);
}

// Y = Z resorted: a second kernel reads what the first wrote, compressed.
TEST(Plan, WhatAKernelWroteIsResortedForTheNextOne) {
  Spmv setup(13, 7, 6);
  Manifest& manifest = setup.manifest;
  manifest.tensors[2].role = ManifestTensor::Role::Intermediate;
  manifest.tensors.push_back({"Y", ManifestTensor::Role::Output, {"I"}, {"I"}, "U"});
  manifest.views.push_back({"Z_list", "Z", {"I"}, "C"});
  manifest.views.push_back({"Y", "Y", {"I"}, "U"});
  ManifestStep resort;
  resort.kind = ManifestStep::Kind::Resort;
  resort.view = "Z_list";
  using Kind = ManifestArg::Kind;
  manifest.plan.push_back(resort);
  manifest.plan.push_back(zero_step("Y"));
  manifest.plan.push_back(launch_step(
      "scatter", "1", "1",
      {array_arg(Kind::Segments, "segments", "Z_list", 0),
       array_arg(Kind::Coords, "coords", "Z_list", 0), array_arg(Kind::Values, "from", "Z_list"),
       array_arg(Kind::Values, "to", "Y", 0, true)}));
  setup.kernel.text += R"(
extern "C" __global__ void scatter(const position* segments, const int* coords, const float* from, float* to) {
  for (position p = segments[0]; p < segments[1]; ++p) to[coords[p]] = from[p];
}
)";
  Diagnostics diagnostics;
  auto ran = setup.run(diagnostics);
  ASSERT_TRUE(ran) << messages(diagnostics);
  EXPECT_EQ(ran->findings, std::vector<std::string>{});
  EXPECT_EQ(dense(ran->outputs.at("Y")), matrix_vector(setup.inputs["A"], setup.inputs["B"]));
  EXPECT_EQ(dense(ran->outputs.at("Z")), dense(ran->outputs.at("Y")));
}

// A by tiles of J above its rows; the output in two kinds of tiles that do not nest, with padding
// that nobody writes.
TEST(Plan, ViewsMayStorePartsOfRanks) {
  for (int64_t tile : {1, 3, 4, 20}) {
    Spmv setup(13, 11, static_cast<unsigned>(tile));
    setup.symbols["NUM_THREADS"] = tile;
    auto& views = setup.manifest.views;
    views[0] = {"A", "A", {"J", "I", "J"}, "UUC", {{{"J1", "NUM_THREADS", {}}}, {}, {}}};
    views[2] = {"Z", "Z", {"I", "I", "I"}, "UUU", {{{"I2", "5", {}}}, {{"I1", "3", {}}}, {}}};
    setup.manifest.plan = {
        launch_step("tiled", "1", "1",
                    {int_arg("rows", "I"), int_arg("columns", "J"), int_arg("tile", "NUM_THREADS"),
                     array_arg(ManifestArg::Kind::Segments, "segments", "A", 2),
                     array_arg(ManifestArg::Kind::Coords, "coords", "A", 2),
                     array_arg(ManifestArg::Kind::Values, "a", "A"),
                     array_arg(ManifestArg::Kind::Values, "b", "B"),
                     array_arg(ManifestArg::Kind::Values, "z", "Z", 0, true)})};
    setup.kernel.text += R"(
extern "C" __global__ void tiled(int rows, int columns, int tile, const position* segments, const int* coords,
                                 const float* a, const float* b, float* z) {
  for (int i = 0; i < rows; ++i) {
    float sum = 0;
    for (int j1 = 0; j1 * tile < columns; ++j1)
      for (position p = segments[j1 * rows + i]; p < segments[j1 * rows + i + 1]; ++p) sum += a[p] * b[coords[p]];
    z[(i / 5 * 3 + i / 3 - i / 5 * 5 / 3) * 3 + i % 3] = sum;
  }
}
)";
    Diagnostics diagnostics;
    auto ran = setup.run(diagnostics);
    ASSERT_TRUE(ran) << messages(diagnostics);
    EXPECT_EQ(ran->findings, std::vector<std::string>{});
    EXPECT_EQ(dense(ran->outputs.at("Z")), matrix_vector(setup.inputs["A"], setup.inputs["B"]));
    EXPECT_EQ(ran->steps[1].text, "resort A → [J1, I, J]");
    EXPECT_EQ(ran->views.back().elements, 3 * 3 * 3);
  }
}

// A's rows as bitmasks: a kernel finds positions by counting bits.
TEST(Plan, ViewsMayHoldBitmasks) {
  for (int64_t columns : {1, 31, 32, 33, 70}) {
    Spmv setup(9, columns, static_cast<unsigned>(columns));
    setup.manifest.views[0] = {"A", "A", {"I", "J"}, "UB"};
    setup.manifest.plan = {launch_step("masked", "1", "1",
                                       {int_arg("rows", "I"), int_arg("columns", "J"),
                                        array_arg(ManifestArg::Kind::Masks, "masks", "A", 1),
                                        array_arg(ManifestArg::Kind::Bases, "bases", "A", 1),
                                        array_arg(ManifestArg::Kind::Values, "a", "A"),
                                        array_arg(ManifestArg::Kind::Values, "b", "B"),
                                        array_arg(ManifestArg::Kind::Values, "z", "Z", 0, true)})};
    for (const auto& [file, text] : templates::files())
      if (file == "bitmask.cuh") setup.kernel.text += text.substr(text.find('\n'));
    setup.kernel.text += R"(
extern "C" __global__ void masked(int rows, int columns, const unsigned* masks, const position* bases,
                                  const float* a, const float* b, float* z) {
  const int words = (columns + 31) / 32;
  for (int i = 0; i < rows; ++i) {
    float sum = 0;
    for (int j = 0; j < columns; ++j)
      if (teaal_has_bit(masks, i * words, j))
        sum += a[teaal_bit_position(masks, bases, i * words, j)] * b[j];
    z[i] = sum;
  }
}
)";
    Diagnostics diagnostics;
    auto ran = setup.run(diagnostics);
    ASSERT_TRUE(ran) << messages(diagnostics);
    EXPECT_EQ(ran->findings, std::vector<std::string>{});
    EXPECT_EQ(dense(ran->outputs.at("Z")), matrix_vector(setup.inputs["A"], setup.inputs["B"]));
    EXPECT_EQ(ran->views[0].formats, "UB");
  }
}

TEST(Plan, TileThatIsNotPositiveIsRunFailed) {
  Spmv setup(4, 4, 1);
  setup.manifest.views[1] = {"B", "B", {"J", "J"}, "UU", {{{"J1", "NUM_THREADS - 4", {}}}, {}}};
  Diagnostics diagnostics;
  EXPECT_FALSE(setup.run(diagnostics));
  EXPECT_TRUE(has_code(diagnostics, Code::RunFailed)) << messages(diagnostics);
  EXPECT_NE(messages(diagnostics).find("the tile of J1 in B is 0"), std::string::npos);
}

TEST(Plan, UncompressedOutputBeyondMemoryIsRefused) {
  Spmv setup(4, 4, 1);
  setup.inputs["A"].shape[0] = int64_t{1} << 40;
  setup.extents["I"] = int64_t{1} << 40;
  setup.manifest.tensors[0].formats = setup.manifest.views[0].formats = "CC";
  Diagnostics diagnostics;
  EXPECT_FALSE(setup.run(diagnostics));
  EXPECT_TRUE(has_code(diagnostics, Code::TensorRange)) << messages(diagnostics);
}

TEST(Plan, MissingViewIsAManifestError) {
  Spmv setup(4, 4, 1);
  setup.manifest.views.pop_back();
  Diagnostics diagnostics;
  EXPECT_FALSE(setup.run(diagnostics));
  EXPECT_TRUE(has_code(diagnostics, Code::Manifest)) << messages(diagnostics);
}

TEST(Plan, FloorCountsEachStoredArrayOnce) {
  Spmv setup(10, 4, 1, 1.0);
  Diagnostics diagnostics;
  auto ran = setup.run(diagnostics);
  ASSERT_TRUE(ran) << messages(diagnostics);
  int64_t entries = 40;
  EXPECT_EQ(floor_bytes(setup.manifest, ran->views), entries * 8 + 11 * 4 + 4 * 4 + 10 * 4);
}

TEST(Plan, PositionsAre64BitWhereALevelHoldsMoreThan31Bits) {
  StorageRequest request{{0, 1}, {LevelFormat::Uncompressed, LevelFormat::Compressed}};
  EXPECT_EQ(most_positions(request, {int64_t{1} << 33, 8}, 5), int64_t{1} << 33);
  EXPECT_EQ(most_positions(request, {16, int64_t{1} << 40}, 5), 16);
  EXPECT_EQ(most_positions({{}, {}}, {}, 1), 1);
}

// The same kernel text, forced to 64-bit positions by an output that needs them, would take 8 GiB;
// the width alone is tested by building for it.
TEST(Plan, KernelTextBuildsFor64BitPositions) {
  auto backend = make_cpu_backend({true, false, 1});
  Diagnostics diagnostics;
  EXPECT_TRUE(backend->build(spmv_kernel(), {"TEAAL_POSITION_BITS=64"}, diagnostics))
      << messages(diagnostics);
}

TEST(Plan, TimesOfStepsAreMediansAfterwards) {
  Spmv setup(200, 50, 9);
  auto backend = make_cpu_backend({false, false, 1});
  Job job{&setup.manifest, setup.kernel, &setup.inputs, setup.extents, {}, {}};
  Diagnostics diagnostics;
  auto execution = Execution::prepare(job, *backend, diagnostics);
  ASSERT_TRUE(execution && execution->run(diagnostics)) << messages(diagnostics);
  ASSERT_TRUE(execution->time_steps({1, 3}, diagnostics)) << messages(diagnostics);
  EXPECT_GT(execution->steps().back().us, 0);
  auto outputs = execution->download(diagnostics);
  ASSERT_TRUE(outputs);
  EXPECT_EQ(dense(outputs->at("Z")), matrix_vector(setup.inputs["A"], setup.inputs["B"]));
}

TEST(Plan, MedianOfEvenAndOddCounts) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({4, 1, 9, 2}), 3);
}

}  // namespace
}  // namespace teaal::runtime::plan
