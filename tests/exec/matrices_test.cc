#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "compiler/driver/session.h"
#include "tests/exec/process.h"

// SpMV of every shared real matrix on the CPU executor (TEAAL_TEST_DEVICE=gpu: on the GPU), beside
// reference math. Pattern files get seeded values.
namespace teaal::exec {
namespace {

namespace fs = std::filesystem;

constexpr const char* no_matrices = "no_shared_matrices";

std::vector<std::string> matrix_files() {
  fs::path shared = shared_folder();
  if (shared.empty()) return {no_matrices};
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(shared / "matrices")) {
    std::string name = entry.path().filename().string();
    if (name.ends_with(".mtx.gz")) out.push_back(name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

class Matrices : public testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() {
    Diagnostics diagnostics;
    driver::CompileOptions options;
    options.formatted = false;
    options.name = "spmv";
    options.overrides.formats = {{"A", "csr"}};
    auto source = std::make_shared<SourceFile>(SourceFile{"spmv.yaml", spmv_spec});
    kernel_ = driver::compile_for_run(source, options, diagnostics);
    const char* device = std::getenv("TEAAL_TEST_DEVICE");
    machine_ = driver::select_machine(device ? device : "cpu", false, diagnostics);
    ASSERT_TRUE(kernel_ && machine_) << told(diagnostics);
  }
  static void TearDownTestSuite() {
    kernel_.reset();
    machine_.reset();
  }

  static std::optional<driver::Compiled> kernel_;
  static std::optional<driver::Machine> machine_;
};
std::optional<driver::Compiled> Matrices::kernel_;
std::optional<driver::Machine> Matrices::machine_;

TEST_P(Matrices, SpmvAgreesWithReferenceMath) {
  if (GetParam() == no_matrices) {
    if (must_have_shared()) FAIL() << "the shared matrices are missing";
    GTEST_SKIP() << "no shared matrices beside this repository";
  }
  std::string path = (shared_folder() / "matrices" / GetParam()).string();
  driver::JobRequest request;
  request.inputs.sources = {{"A", path + ",values=rand,seed=1"}, {"B", "rand:density=1,seed=2"}};
  Diagnostics diagnostics;
  auto session = driver::Session::load(*kernel_, request, diagnostics);
  ASSERT_TRUE(session) << told(diagnostics);
  ASSERT_TRUE(session->run(*machine_, diagnostics) && session->verify(diagnostics))
      << told(diagnostics);
  ASSERT_EQ(session->report().verification->outputs.size(), 1u);
  const auto& check = session->report().verification->outputs[0].comparison;
  EXPECT_EQ(check.mismatches, 0) << check.first_mismatch;
  EXPECT_GT(check.checked, 0);
}

INSTANTIATE_TEST_SUITE_P(Shared, Matrices, testing::ValuesIn(matrix_files()), [](const auto& info) {
  std::string name = info.param.substr(0, info.param.find('.'));
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

}  // namespace
}  // namespace teaal::exec
