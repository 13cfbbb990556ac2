#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "runtime/plan/cpu_backend.h"
#include "runtime/report/bench.h"
#include "runtime/report/report.h"
#include "tests/unit/driver/fixtures.h"

namespace teaal::runtime::report {
namespace {

TEST(ReportText, NumbersAsAPersonWritesThem) {
  EXPECT_EQ(time_text(0.5), "500 ns");
  EXPECT_EQ(time_text(12.34), "12.3 µs");
  EXPECT_EQ(time_text(4560), "4.56 ms");
  EXPECT_EQ(time_text(2.5e6), "2.50 s");
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(1250000), "1.25 MB");
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(16777216), "16,777,216");
  EXPECT_EQ(count_text(-1000), "-1,000");
  EXPECT_EQ(share_text(0.123), "12.3 %");
  EXPECT_EQ(ratio_text(1.307), "1.31×");
}

TEST(ReportText, TableColumnsAlignAndTheLastIsCutAtTheTerminal) {
  Table table({{"name"}, {"µs", Align::Right}, {"from"}});
  table.row({"Ä", "1", std::string(200, 'x')});
  table.row({"long name", "12345", "y"});
  std::istringstream lines(table.text({60, false, true}, 2));
  std::string header, first, second;
  std::getline(lines, header);
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_EQ(header, "  name          µs  from");
  EXPECT_EQ(first.substr(0, 25), "  Ä              1  xxxx");  // Ä takes two bytes
  EXPECT_LE(display_width(first), 60u);
  EXPECT_EQ(second, "  long name  12345  y");
}

TEST(ReportText, LongTextIsBrokenAtSpaces) {
  std::string text =
      wrapped("one two three four five six seven eight nine ten eleven", {40, false}, 4);
  EXPECT_EQ(text, "one two three four five six seven\n    eight nine ten eleven");
}

struct Fixture {
  Manifest manifest = spmv_manifest();
  plan::Inputs inputs;
  std::unique_ptr<plan::Backend> backend = plan::make_cpu_backend({false, false, 1});
  plan::KernelText kernel = spmv_kernel();
  plan::Job job;
  std::unique_ptr<plan::Execution> execution;
  std::map<std::string, Coo> outputs;
  Diagnostics diagnostics;

  Fixture() {
    inputs.tensors = {{"A", random_coo({12, 9}, 0.4, 1)}, {"B", random_coo({9}, 1, 2)}};
    inputs.extents = {{"I", 12}, {"J", 9}};
    inputs.loaded = {
        {"A", {"a.mtx", "a.mtx: coordinate real general", {"2 duplicates were summed"}}},
        {"B", {"dense:", "", {}}}};
    job = {&manifest, kernel, &inputs.tensors, inputs.extents, {}, {}};
    execution = plan::Execution::prepare(job, *backend, diagnostics);
    if (execution && execution->run(diagnostics)) outputs = *execution->download(diagnostics);
  }

  Report report() {
    return make_report({&manifest, &inputs, execution.get(), &outputs, backend->info(),
                        "no usable GPU: none here"});
  }
  std::optional<Verification> verified() {
    return verify({&manifest, &inputs.tensors, &inputs.extents, {}, execution->symbols()}, outputs,
                  diagnostics);
  }
};

TEST(Report, TellsTensorsStepsDeviceAndVerdict) {
  Fixture f;
  ASSERT_FALSE(f.outputs.empty()) << messages(f.diagnostics);
  Report report = f.report();
  report.verification = f.verified();
  ASSERT_TRUE(report.verification) << messages(f.diagnostics);
  EXPECT_EQ(report.verdict(), Verdict::Pass);
  std::string text = to_text(report, {});
  for (const char* part :
       {"spmv.yaml", "CPU executor", "no usable GPU: none here", "Z[i] = A[i, j] * B[j]", "12 × 9",
        "I:U,J:C", "a.mtx", "2 duplicates were summed", "pack A → [I, J]", "launch spmv", "PASS"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(Report, WrongElementFailsAndIsNamed) {
  Fixture f;
  f.outputs["Z"].values[3] += 0.5;
  Report report = f.report();
  report.verification = f.verified();
  EXPECT_EQ(report.verdict(), Verdict::Fail);
  EXPECT_NE(to_text(report, {}).find("FAIL"), std::string::npos);
  EXPECT_GT(report.verification->max_error_over_bound(), 1);
}

TEST(Report, NaNInAnOutputFails) {
  Fixture f;
  f.outputs["Z"].values[3] = NAN;
  Report report = f.report();
  report.verification = f.verified();
  EXPECT_EQ(report.verdict(), Verdict::Fail);
}

TEST(Report, FindingFailsEvenWithRightValues) {
  Fixture f;
  Report report = f.report();
  report.verification = f.verified();
  report.findings = {"spmv.yaml:4:5: data race"};
  EXPECT_EQ(report.verdict(), Verdict::Fail);
}

TEST(Report, JsonKeysAreTheDocumentedOnes) {
  Fixture f;
  Report report = f.report();
  report.verification = f.verified();
  report.kernel_us = 5;
  report.kernel_runs = 3;
  auto json = nlohmann::json::parse(to_json(report));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{
                      "checks",     "device",  "expressions",   "findings",
                      "floor",      "kernel",  "launches",      "max_error_over_bound",
                      "name",       "notes",   "position_bits", "reference_us",
                      "spec",       "steps",   "symbols",       "tensors",
                      "value_type", "verdict", "version",       "workspace_bytes"}));
  EXPECT_EQ(json["verdict"], "pass");
  EXPECT_EQ(json["device"]["kind"], "cpu");
  EXPECT_EQ(json["tensors"][0]["shape"], (std::vector<int64_t>{12, 9}));
  EXPECT_TRUE(json["floor"]["share"].is_null());
  EXPECT_EQ(json["symbols"]["NUM_THREADS"], 12);
}

TEST(Report, FewThreadsOnAGpuAreToldToIdleIt) {
  Fixture f;
  plan::BackendInfo gpu = f.backend->info();
  gpu.gpu = true;
  gpu.name = "Big GPU";
  gpu.parallel_threads = 270336;
  Report report = make_report({&f.manifest, &f.inputs, f.execution.get(), &f.outputs, gpu, ""});
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_NE(report.notes[0].find("12 threads"), std::string::npos) << report.notes[0];
}

// Terms that meet at one output element: the longest row, not the whole matrix.
TEST(Verify, MostTermsIsTheLongestRow) {
  Fixture f;
  const Coo& matrix = f.inputs.tensors["A"];
  std::vector<int64_t> rows(12);
  for (int32_t row : matrix.coords[0]) ++rows[static_cast<size_t>(row)];
  Problem problem{&f.manifest, &f.inputs.tensors, &f.inputs.extents, {}, {}};
  EXPECT_EQ(most_terms(problem, "Z", f.outputs), *std::max_element(rows.begin(), rows.end()));
}

TEST(Bench, OurRowHasTimesAndTheFloorIsUnknownOnTheCpu) {
  Fixture f;
  auto result = bench(*f.execution, *f.backend, f.manifest, f.inputs, {3, 1}, f.diagnostics);
  ASSERT_TRUE(result) << messages(f.diagnostics);
  ASSERT_EQ(result->rows.size(), 1u);
  EXPECT_GT(result->rows[0].cold_us, 0);
  EXPECT_GT(result->rows[0].warm_us, 0);
  EXPECT_FALSE(result->floor_us());
  EXPECT_NE(to_text(*result, {}).find("teaalc spmv"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(to_json(*result))["rows"][0]["ours"], true);
}

}  // namespace
}  // namespace teaal::runtime::report
