// What passes leave computes what the spec says, behind every one of them that can be interpreted.
#include <gtest/gtest.h>

#include "compiler/driver/insight/verify_passes.h"
#include "compiler/driver/output_files.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/pipeline.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using driver::Compiled;

std::optional<Compiled> compiled(const std::filesystem::path& spec, Diagnostics& diagnostics) {
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "verified";
  options.kernel_text = false;
  options.keep_stages = true;
  if (spec.stem().string().starts_with("gemm_")) options.arch = "sm_90a";
  return driver::compile_for_run(driver::read_source_file(spec.string(), diagnostics), options,
                                 diagnostics);
}

TEST(VerifyPasses, finds_shipped_specs_right) {
  for (const std::filesystem::path& path : shipped_specs()) {
    SCOPED_TRACE(path.string());
    Diagnostics diagnostics;
    const auto spec = compiled(path, diagnostics);
    ASSERT_TRUE(spec) << told(diagnostics);
    const auto notes = driver::verify_passes(*spec, {}, driver::verified_cases, diagnostics);
    ASSERT_TRUE(notes) << told(diagnostics);
    EXPECT_TRUE(!notes->empty() && notes->front().starts_with("values are right behind "));
  }
}

TEST(VerifyPasses, counts_scaled_values_where_they_mean_something) {
  Diagnostics diagnostics;
  driver::CompileOptions options;
  options.name = "counted";
  options.counted = true, options.kernel_text = false, options.arch = "sm_90a";
  const auto spec = driver::compile_for_run(
      driver::read_source_file(std::string(TEAAL_SOURCE_DIR) + "/specs/gemm_joint_3xf16.yaml",
                               diagnostics),
      options, diagnostics);
  ASSERT_TRUE(spec && spec->artefact.nest) << told(diagnostics);
  EXPECT_FALSE(passes::lacks_magnitudes(*spec->artefact.nest));
}

// The same program, but that sums start from 1.
ir::Program damaged(ir::Program program) {
  for (ir::Kernel& k : program.kernels)
    k.body = ir::rewrite(k.body, [](const ir::Expr& e) {
      const auto* number = ir::as<ir::FloatLit>(e);
      return number && number->value == 0 ? ir::make_expr(ir::FloatLit{1}) : e;
    });
  return program;
}

TEST(VerifyPasses, names_the_pass_that_changes_values) {
  Diagnostics diagnostics;
  auto spec =
      compiled(std::string(TEAAL_SOURCE_DIR) + "/specs/spmv_warp_per_row.yaml", diagnostics);
  ASSERT_TRUE(spec) << told(diagnostics);
  for (auto& [pass, program] : spec->artefact.stages)
    if (pass == "hold_static") program = std::make_shared<ir::Program>(damaged(*program));
  EXPECT_FALSE(driver::verify_passes(*spec, {}, driver::verified_cases, diagnostics));
  const std::string text = told(diagnostics);
  EXPECT_NE(text.find("pass hold_static is wrong; behind pack_bits values are right"),
            std::string::npos)
      << text;
}

// Behind `assemble` programs lay out what nobody interprets: one note for all passes there.
TEST(VerifyPasses, tells_a_reason_once) {
  Diagnostics diagnostics;
  const auto spec =
      compiled(std::string(TEAAL_SOURCE_DIR) + "/specs/spgemm_gustavson.yaml", diagnostics);
  ASSERT_TRUE(spec) << told(diagnostics);
  const auto notes = driver::verify_passes(*spec, {}, 1, diagnostics);
  ASSERT_TRUE(notes) << told(diagnostics);
  ASSERT_EQ(notes->size(), 2U);
  EXPECT_TRUE(notes->back().starts_with("values behind assemble, fill, ")) << notes->back();
}

TEST(VerifyPasses, is_asked_for_on_the_command_line) {
  const Workspace folder;
  const Finished run = folder.teaalc("run " + std::string(TEAAL_SOURCE_DIR) +
                                     "/specs/spmv_warp_per_row.yaml A=rand:shape=8x8,density=0.5 "
                                     "B=dense: --device=cpu --verify-passes");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("values are right behind reduce, round_once, fuse"), std::string::npos)
      << run.out;
}

}  // namespace
}  // namespace teaal::exec
