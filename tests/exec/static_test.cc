#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "compiler/driver/output_files.h"
#include "compiler/driver/session.h"
#include "runtime/report/bench.h"
#include "tests/exec/process.h"

// `--static`: what depends on some operands alone is done once, and the others may change between
// runs.
namespace teaal::exec {
namespace {

using Outputs = std::map<std::string, runtime::Coo>;

const std::string joint = std::string(TEAAL_SOURCE_DIR) + "/specs/gemm_joint_sparse.yaml";
constexpr const char* a_one = "blockwise:shape=100x70,tile=64x8,density=0.25,values=int";
constexpr const char* a_two = "blockwise:shape=100x70,tile=64x8,density=0.5,seed=7,values=int";
constexpr const char* b_one = "blockwise:shape=70x300,tile=8x32,density=0.25,values=int";
constexpr const char* b_two = "blockwise:shape=70x300,tile=8x32,density=0.5,seed=9,values=int";

// A product that ran once on the CPU; its operands change in place.
class Product {
 public:
  explicit Product(const std::set<std::string>& statics, const std::string& spec = joint) {
    driver::CompileOptions options;
    options.formatted = false;
    options.name = "product";
    options.overrides.statics = statics;
    compiled_ =
        driver::compile_for_run(driver::read_source_file(spec, diagnostics), options, diagnostics);
  }

  bool run(const std::string& a, const std::string& b) {
    session_ = load(a, b);
    machine_ = driver::select_machine("cpu", false, diagnostics);
    return session_ && session_->run(*machine_, diagnostics) && session_->verify(diagnostics) &&
           session_->report().verification->pass();
  }

  // Puts the dense operand of another source into its place.
  bool change(const std::string& tensor, const std::string& a, const std::string& b) {
    auto other = load(a, b);
    const runtime::Coo& list = other->inputs().tensors.at(tensor);
    std::vector<float> dense(static_cast<size_t>(list.shape[0] * list.shape[1]));
    for (size_t e = 0; e < list.entries(); ++e)
      dense[static_cast<size_t>(list.coords[0][e] * list.shape[1] + list.coords[1][e])] =
          static_cast<float>(list.values[e]);
    return machine_->backend->upload(*session_->execution().values(tensor),
                                     std::as_bytes(std::span(dense)), diagnostics);
  }

  std::optional<Outputs> again() {
    runtime::plan::Execution& execution = session_->execution();
    if (!machine_->backend->poison(*execution.values("C"), diagnostics) ||
        !execution.replay(diagnostics))
      return std::nullopt;
    return execution.download(diagnostics);
  }

  std::vector<std::string> done_once() {
    std::vector<std::string> out;
    for (const auto& step : session_->execution().steps())
      if (step.once) out.push_back(step.text.substr(0, step.text.find(':')));
    return out;
  }

  const driver::Compiled& compiled() const { return *compiled_; }
  driver::Session& session() { return *session_; }
  runtime::plan::Backend& backend() { return *machine_->backend; }
  Diagnostics diagnostics;

 private:
  std::unique_ptr<driver::Session> load(const std::string& a, const std::string& b) {
    driver::JobRequest request;
    request.inputs.sources = {{"A", a}, {"B", b}};
    return compiled_ ? driver::Session::load(*compiled_, request, diagnostics) : nullptr;
  }

  std::optional<driver::Compiled> compiled_;
  std::optional<driver::Machine> machine_;
  std::unique_ptr<driver::Session> session_;
};

Outputs right(const std::string& a, const std::string& b) {
  Product product({});
  EXPECT_TRUE(product.run(a, b)) << told(product.diagnostics);
  return product.session().outputs();
}

bool same(const std::optional<Outputs>& got, const Outputs& want) {
  const runtime::Coo &a = got->at("C"), &b = want.at("C");
  return a.coords == b.coords && a.values == b.values;
}

TEST(Static, TheOtherOperandMayChange) {
  Product product({"B"});
  ASSERT_TRUE(product.run(a_one, b_one)) << told(product.diagnostics);
  EXPECT_EQ(product.done_once(),
            (std::vector<std::string>{"zero B_pattern_bits", "launch product_C_B_pattern"}));
  ASSERT_TRUE(product.change("A", a_two, b_one));
  EXPECT_TRUE(same(product.again(), right(a_two, b_one)));
  // What is static is not looked at again: elements that its first pattern lacks are left out.
  ASSERT_TRUE(product.change("B", a_two, b_two));
  EXPECT_FALSE(same(product.again(), right(a_two, b_two)));
}

TEST(Static, WithoutItEverythingMayChange) {
  Product product({});
  ASSERT_TRUE(product.run(a_one, b_one)) << told(product.diagnostics);
  EXPECT_EQ(product.done_once(), std::vector<std::string>{});
  ASSERT_TRUE(product.change("A", a_two, b_two) && product.change("B", a_two, b_two));
  EXPECT_TRUE(same(product.again(), right(a_two, b_two)));
}

TEST(Static, OfAllOperandsOnlyTheProductIsLeft) {
  Product product({"A", "B"});
  ASSERT_TRUE(product.run(a_one, b_one)) << told(product.diagnostics);
  EXPECT_EQ(product.done_once(),
            (std::vector<std::string>{"zero A_pattern_bits", "launch product_C_A_transposed",
                                      "launch product_C_B_pattern"}));
  EXPECT_TRUE(same(product.again(), right(a_one, b_one)));
}

// Kernels in front that are lowered as others are: how many workers they have, sizes say.
TEST(Static, AnOperandIsTransposedOnce) {
  Product product({"A"}, std::string(TEAAL_SOURCE_DIR) + "/specs/gemm_staged.yaml");
  ASSERT_TRUE(product.run(a_one, b_one)) << told(product.diagnostics);
  EXPECT_EQ(product.done_once(), std::vector<std::string>{"launch product_C_A_transposed"});
  ASSERT_TRUE(product.change("B", a_one, b_two));
  EXPECT_TRUE(same(product.again(), right(a_one, b_two)));
}

TEST(Static, ABenchmarkCountsWhatIsDoneOnceApart) {
  Product each({}), once({"A", "B"});
  double prepare[2];
  int at = 0;
  for (Product* product : {&each, &once}) {
    ASSERT_TRUE(product->run(a_one, b_one)) << told(product->diagnostics);
    auto bench = runtime::report::bench(product->session().execution(), product->backend(),
                                        product->compiled().manifest, product->session().inputs(),
                                        {3, 1}, product->diagnostics);
    ASSERT_TRUE(bench) << told(product->diagnostics);
    double packed = 0, held = 0;
    for (const auto& step : product->session().execution().steps()) {
      packed += step.kind == runtime::plan::StepTime::Kind::Pack ? step.us : 0;
      held += step.once ? step.us : 0;
    }
    EXPECT_EQ(held > 0, product == &once);
    EXPECT_DOUBLE_EQ(bench->rows.front().prepare_us, packed + held);
    prepare[at++] = held;
  }
  EXPECT_LT(prepare[0], prepare[1]);
}

TEST(Static, TheManifestAndTheLauncherSaySo) {
  Product product({"B"});
  const runtime::Manifest& manifest = product.compiled().manifest;
  EXPECT_FALSE(manifest.tensor("A")->is_static);
  EXPECT_TRUE(manifest.tensor("B")->is_static);
  std::vector<std::string> once;
  for (const auto& step : manifest.plan)
    if (step.once && !step.kernel.empty()) once.push_back(step.kernel);
  EXPECT_EQ(once, std::vector<std::string>{"product_C_B_pattern"});

  const std::string& cu = product.compiled().artefact.cu;
  const size_t launch = cu.rfind("product_launch("), prepare = cu.rfind("product_prepare("),
               rest = cu.rfind("product_launch_prepared("), end = cu.rfind("product_error_text(");
  ASSERT_TRUE(launch < prepare && prepare < rest && rest < end && end != cu.npos);
  auto launches = [&](size_t from, size_t to, const std::string& kernel) {
    return std::min(cu.find(kernel + "<<<", from), cu.find("launch_early(" + kernel + ",", from)) <
           to;
  };
  for (const char* kernel : {"product_C_A_transposed", "product_C_B_pattern", "product_C"}) {
    const bool of_b = kernel == std::string("product_C_B_pattern");
    EXPECT_TRUE(launches(launch, prepare, kernel)) << kernel;
    EXPECT_EQ(launches(prepare, rest, kernel), of_b) << kernel;
    EXPECT_EQ(launches(rest, end, kernel), !of_b) << kernel;
  }
  EXPECT_NE(product.compiled().artefact.header.find("int product_prepare("), std::string::npos);
  EXPECT_EQ(Product({}).compiled().artefact.header.find("prepare("), std::string::npos);
}

TEST(Static, NamesAreInputs) {
  const Workspace w;
  Finished unknown = w.teaalc(joint + " --static=C -o -");
  EXPECT_EQ(unknown.code, 2) << unknown.err;
  EXPECT_NE(unknown.err.find("--static=C: no input is named 'C'; known here: 'A' and 'B'"),
            std::string::npos)
      << unknown.err;
  Finished ran = w.teaalc("run " + joint +
                          " A=dense:shape=9x9 B=dense:shape=9x9 --static=A,B "
                          "--device=cpu --json");
  ASSERT_EQ(ran.code, 0) << ran.err;
  int once = 0;
  const auto report = nlohmann::json::parse(ran.out);
  for (const auto& step : report["steps"]) once += step.contains("once");
  EXPECT_EQ(once, 3);
  // How many elements A has is known once A is: the rows that its runs begin in are found once.
  const std::string merge_path = std::string(TEAAL_SOURCE_DIR) + "/specs/spmv_merge_path.yaml";
  Finished runs = w.teaalc("run " + merge_path +
                           " A=rmat:scale=6,ef=4 B=dense:values=rand --static=A --device=cpu");
  EXPECT_EQ(runs.code, 0) << runs.err;
  EXPECT_NE(runs.out.find("done once, for A static: spmv_merge_path_Z_find_fibers"),
            std::string::npos)
      << runs.out;
  // Nothing of a plain product depends on B alone.
  Finished none = w.teaalc("run " + std::string(TEAAL_SOURCE_DIR) +
                           "/specs/dot.yaml A=dense:shape=8 B=dense: --static=B --device=cpu");
  EXPECT_EQ(none.code, 0) << none.err;
  EXPECT_NE(none.out.find("no step depends on static operands (B) alone"), std::string::npos)
      << none.out;
}

}  // namespace
}  // namespace teaal::exec
