// Every type of values through whole programs: the shipped specs on generated inputs, and what sets
// the types apart.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include "compiler/driver/commands/cases.h"
#include "compiler/driver/output_files.h"
#include "compiler/driver/session.h"
#include "runtime/tensor/value_type.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

namespace fs = std::filesystem;
using driver::Compiled;
using driver::Session;

std::optional<Compiled> compiled(const SourcePtr& source, const std::string& type,
                                 Diagnostics& diagnostics) {
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "t";
  options.value_type = type;
  return driver::compile_for_run(source, options, diagnostics);
}

const driver::Machine& machine() {
  static const driver::Machine made = quick_cpu();
  return made;
}

// A run in checked mode that reference math confirms.
std::unique_ptr<Session> verified(const Compiled& program, const driver::JobRequest& request) {
  Diagnostics diagnostics;
  auto session = Session::load(program, request, diagnostics);
  if (!session || !session->run(machine(), diagnostics) || !session->verify(diagnostics)) {
    ADD_FAILURE() << told(diagnostics);
    return nullptr;
  }
  for (const std::string& finding : session->report().findings) ADD_FAILURE() << finding;
  for (const auto& check : session->report().verification->outputs)
    EXPECT_EQ(check.comparison.mismatches, 0) << check.comparison.first_mismatch;
  return session;
}

class ValueTypes : public testing::TestWithParam<const char*> {};

TEST_P(ValueTypes, run_every_shipped_spec) {
  ASSERT_GE(shipped_specs().size(), 60u);
  for (const fs::path& path : shipped_specs()) {
    Diagnostics diagnostics;
    SourcePtr source = driver::read_source_file(path.string(), diagnostics);
    auto program = compiled(source, GetParam(), diagnostics);
    bool refused = told(diagnostics).find("[unsupported]") != std::string::npos;
    // Integers have no infinities: operators other than + and * are refused for them. Tensor cores
    // add in f32.
    const std::string type = GetParam();
    const bool on_cores = told(diagnostics).find("on TensorCore") != std::string::npos;
    if (refused && (type == "i32" || (type == "f64" && on_cores))) continue;
    ASSERT_TRUE(program) << path << told(diagnostics);
    driver::CaseGenerator cases(program->manifest, {}, {}, 7);
    for (int number : {5, 6}) {
      SCOPED_TRACE(path.string() + " case " + std::to_string(number));
      verified(*program, cases.make(number).request);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ValueTypes, testing::Values("f64", "f16", "bf16", "i32"),
                         [](const auto& info) { return std::string(info.param); });

SourcePtr spec(const std::string& text) {
  return std::make_shared<SourceFile>(SourceFile{"t.yaml", text});
}

// K outermost: every product is added to an element in memory.
constexpr const char* column_first = R"(einsum:
  declaration: {A: [M, K], B: [K], Z: [M]}
  expressions:
    - Z[m] = A[m, k] * B[k]
mapping:
  loop-order:
    Z: [K, M]
)";

std::vector<double> values_of(Session& session, const std::string& tensor) {
  return session.outputs().at(tensor).values;
}

// 1 is less than half the spacing of bf16 numbers beyond 256: rounding each sum would stay there.
TEST(NarrowValues, sums_in_memory_are_rounded_once) {
  Diagnostics diagnostics;
  auto program = compiled(spec(column_first), "bf16", diagnostics);
  ASSERT_TRUE(program) << told(diagnostics);
  driver::JobRequest request;
  request.inputs.sources = {{"A", "dense:shape=3x1000,values=one"}, {"B", "dense:values=one"}};
  auto session = verified(*program, request);
  ASSERT_TRUE(session);
  EXPECT_EQ(values_of(*session, "Z"), std::vector<double>(3, 1000));
}

TEST(NarrowValues, sums_of_terms_are_rounded_once) {
  Diagnostics diagnostics;
  auto program = compiled(spec(R"(einsum:
  declaration: {A: [M], B: [M], C: [M], Z: [M]}
  expressions:
    - Z[m] = A[m] + B[m] - C[m]
)"),
                          "f16", diagnostics);
  ASSERT_TRUE(program) << told(diagnostics);
  fs::path folder = fs::path(testing::TempDir());
  for (auto [name, value] : {std::pair{"big", 2048}, std::pair{"small", 1}})
    std::ofstream(folder / (std::string("narrow_") + name + ".tns"))
        << "# shape 1\n1 " << value << "\n";
  driver::JobRequest request;
  std::string big = (folder / "narrow_big.tns").string();
  request.inputs.sources = {{"A", big}, {"B", (folder / "narrow_small.tns").string()}, {"C", big}};
  auto session = verified(*program, request);
  ASSERT_TRUE(session);
  // 2048 + 1 is no f16 number.
  EXPECT_EQ(values_of(*session, "Z"), std::vector<double>{1});
}

TEST(IntegerValues, wrap_exactly_in_every_kind_of_reduction) {
  for (const char* name : {"dot", "gemm_split_k", "spmv_warp_per_row", "spmv_thread_mapped"}) {
    SCOPED_TRACE(name);
    Diagnostics diagnostics;
    fs::path path = fs::path(TEAAL_SOURCE_DIR) / "specs" / (std::string(name) + ".yaml");
    auto program =
        compiled(driver::read_source_file(path.string(), diagnostics), "i32", diagnostics);
    ASSERT_TRUE(program) << told(diagnostics);
    std::string file = (fs::path(testing::TempDir()) / "large.tns").string();
    size_t ranks = program->manifest.tensor("A")->ranks.size();
    std::ofstream large(file);
    large << (ranks == 1 ? "# shape 90\n" : "# shape 90 90\n");
    for (int64_t i = 1; i <= 90; ++i)
      large << i << " " << (ranks == 1 ? "" : std::to_string(1 + i * i % 90) + " ")
            << 1000003 * i - 2147483647 * (i % 2) << "\n";
    large.close();
    driver::JobRequest request;
    request.inputs.sources = {{"A", file}, {"B", "rand:density=1,values=int"}};
    if (program->manifest.tensor("B")->ranks.size() == ranks) request.inputs.sources["B"] = file;
    for (const std::string& rank : runtime::plan::ranks_of(program->manifest))
      request.inputs.shapes[rank] = 90;
    verified(*program, request);
  }
}

TEST(IntegerValues, refuse_fractions_where_they_stand) {
  Diagnostics diagnostics;
  EXPECT_FALSE(compiled(spec(R"(einsum:
  declaration: {A: [M], Z: [M]}
  expressions:
    - Z[m] = 0.5 * A[m]
)"),
                        "i32", diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code, Code::Unsupported);
  EXPECT_EQ(diagnostics.all()[0].where.line, 4);
  Diagnostics notes, found;
  auto program = compiled(spec(column_first), "i32", notes);
  ASSERT_TRUE(program) << told(notes);
  driver::JobRequest request;
  request.inputs.sources = {{"A", "dense:shape=3x4,values=rand"}, {"B", "dense:"}};
  EXPECT_FALSE(Session::load(*program, request, found));
  ASSERT_FALSE(found.all().empty());
  EXPECT_NE(found.all()[0].message.find("no integer of 32 bits"), std::string::npos);
}

}  // namespace
}  // namespace teaal::exec
