#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

// Z[i] = A[i, j] * B[j] under many operators, mappings and formats on the CPU executor in checked
// mode (TEAAL_TEST_DEVICE=gpu: on the GPU), against a loop over every point in which absent
// elements hold their defaults.
namespace teaal::exec {
namespace {

constexpr double inf = HUGE_VAL;
constexpr int64_t rows = 37, columns = 75;

using Binary = std::function<double(double, double)>;

struct Operators {
  const char* name;
  const char* map;
  const char* reduce;
  double absent_a, absent_b, start;
  Binary of_map, of_reduce;
  bool a_counts;  // where it is absent: it may not be compressed
};

double least(double a, double b) { return std::fmin(a, b); }
double most(double a, double b) { return std::fmax(a, b); }
double sum(double a, double b) { return a + b; }
double product(double a, double b) { return a * b; }
double either(double a, double b) { return a != 0 || b != 0; }
double both(double a, double b) { return a != 0 && b != 0; }

const Operators all_operators[] = {
    {"MinPlus", "add", "min", inf, inf, inf, sum, least, false},
    {"MaxPlus", "add", "max", -inf, 0, -inf, sum, most, false},
    {"MaxTimes", "mul", "max", 0, 0, -inf, product, most, true},
    {"OrAnd", "and", "or", 0, 0, 0, both, either, false},
    {"AndOr", "or", "and", 1, 0, 1, either, both, false},
    {"SumOfDistances", "abs(a - b)", "add", 0, 0, 0,
     [](double a, double b) { return std::fabs(a - b); }, sum, true},
    {"SumOfMinima", "min", "add", -1, 2, 0, least, sum, true},
    {"Masked", "select(b > 1, a, 0)", "add", 0, 0, 0,
     [](double a, double b) { return b > 1 ? a : 0; }, sum, false},
    {"Product", "select(b != 0, a, 1)", "mul", 1, 0, 1,
     [](double a, double b) { return b != 0 ? a : 1; }, product, false},
    {"Matches", "(A == B) * 2 - A / 4", "add", 0, 3, 0,
     [](double a, double b) { return (a == b) * 2 - a / 4; }, sum, true},
    {"Widest", "min", "max", -inf, inf, -inf, least, most, false},
};

struct Mapping {
  const char* name;
  const char* text;
};

const Mapping all_mappings[] = {
    {"None", ""},
    {"Columns", "mapping: { loop-order: { Z: [J, I] } }\n"},
    {"Lanes",
     "mapping:\n  spacetime: { Z: { space: [I, J], time: [] } }\n"
     "bindings:\n  Z:\n  - config: gpu\n  - component: Block\n    bindings: [{ rank: I }]\n"
     "  - component: Lane\n    bindings: [{ rank: J }]\n"},
    {"LaneGroups",
     "mapping:\n  partitioning: { Z: { I: [uniform_shape(8), uniform_shape(4)] } }\n"
     "  loop-order: { Z: [I2, I1, I0, J] }\n"
     "  spacetime: { Z: { space: [I2, I0, J], time: [I1] } }\n"
     "bindings:\n  Z:\n  - config: gpu\n  - component: Block\n    bindings: [{ rank: I2 }]\n"
     "  - component: Lane\n    bindings: [{ rank: I0 }, { rank: J }]\n"},
    {"SharedRuns",
     "mapping:\n  partitioning:\n    Z:\n      (I, J): [flatten()]\n"
     "      IJ: [uniform_occupancy(A.64), uniform_occupancy(A.4)]\n"
     "  loop-order: { Z: [IJ2, IJ1, IJ0] }\n"
     "  spacetime: { Z: { space: [IJ2, IJ1], time: [IJ0] } }\n"},
    {"Warps",
     "mapping:\n  spacetime: { Z: { space: [I, J], time: [] } }\n"
     "bindings:\n  Z:\n  - config: gpu\n  - component: Block\n    bindings: [{ rank: I }]\n"
     "  - component: Warp\n    bindings: [{ rank: J }]\n"},
    {"Threads", "mapping:\n  spacetime: { Z: { space: [I, J], time: [] } }\n"},
    {"Grid", "mapping:\n  spacetime: { Z: { space: [J], time: [I] } }\n"},
    {"Copies",
     "mapping:\n  loop-order: { Z: [J, I] }\n  spacetime: { Z: { space: [J, I], time: [] } }\n"},
};

std::string number(double value) {
  return std::isinf(value) ? (value < 0 ? "-inf" : "inf") : std::to_string(value);
}

std::string spec_of(const Operators& o, const Mapping& m) {
  return "einsum:\n  declaration: { A: [I, J], B: [J], Z: [I] }\n"
         "  expressions: [\"Z[i] = A[i, j] * B[j]\"]\n  operators:\n"
         "    A: { default: " +
         number(o.absent_a) + " }\n    B: { default: " + number(o.absent_b) +
         " }\n    Z: { map: \"" + o.map + "\", reduce: " + o.reduce + " }\n" + m.text;
}

// Some fibers are empty; values are small integers, so that every order of adding gives one result.
runtime::Coo sparse(std::vector<int64_t> shape, double absent, unsigned seed) {
  std::mt19937 random(seed);
  runtime::Coo out;
  out.shape = shape;
  out.coords.resize(shape.size());
  const int64_t inner = shape.size() == 2 ? shape[1] : 1;
  for (int64_t e = 0; e < shape[0] * inner; ++e) {
    const double value = static_cast<double>(random() % 4) - 1;
    const bool empty = random() % 3 != 0 || e / inner % 5 == 2 || value == absent;
    if (empty) continue;
    out.coords[0].push_back(static_cast<int32_t>(e / inner));
    if (shape.size() == 2) out.coords[1].push_back(static_cast<int32_t>(e % inner));
    out.values.push_back(value);
  }
  return out;
}

std::vector<double> whole(const runtime::Coo& coo, double absent) {
  const int64_t inner = coo.order() == 2 ? coo.shape[1] : 1;
  std::vector<double> out(static_cast<size_t>(coo.shape[0] * inner), absent);
  for (size_t e = 0; e < coo.entries(); ++e)
    out[static_cast<size_t>(coo.coords[0][e] * inner + (coo.order() == 2 ? coo.coords[1][e] : 0))] =
        coo.values[e];
  return out;
}

std::vector<double> expected(const Operators& o, const runtime::Coo& a, const runtime::Coo& b) {
  const std::vector<double> as = whole(a, o.absent_a), bs = whole(b, o.absent_b);
  std::vector<double> out(rows, o.start);
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j)
      out[i] = o.of_reduce(out[i], o.of_map(as[i * columns + j], bs[j]));
  return out;
}

void PrintTo(const Operators& o, std::ostream* out) { *out << o.name; }
void PrintTo(const Mapping& m, std::ostream* out) { *out << m.name; }

class OperatorsRun : public testing::TestWithParam<std::tuple<Operators, Mapping, const char*>> {};

TEST_P(OperatorsRun, gives_what_every_point_with_its_defaults_gives) {
  const auto& [o, mapping, format] = GetParam();
  Diagnostics diagnostics;
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "operators";
  const std::string form = format;
  if (!form.empty()) options.overrides.formats["A"] = form;
  auto source = std::make_shared<SourceFile>(SourceFile{"operators.yaml", spec_of(o, mapping)});
  auto compiled = driver::compile_for_run(source, options, diagnostics);
  if (o.a_counts && form.find('C') != std::string::npos) {
    EXPECT_FALSE(compiled);
    EXPECT_NE(told(diagnostics).find("an absent element of A is"), std::string::npos);
    EXPECT_NE(told(diagnostics).find("[unsupported]"), std::string::npos);
    return;
  }
  ASSERT_TRUE(compiled) << told(diagnostics);
  auto machine = quick_machine(diagnostics);
  ASSERT_TRUE(machine) << told(diagnostics);
  const runtime::Coo a = sparse({rows, columns}, o.absent_a, 1);
  const runtime::Coo b = sparse({columns}, o.absent_b, 2);
  std::map<std::string, runtime::Coo> inputs = {{"A", a}, {"B", b}};
  runtime::plan::Job job{
      &compiled->manifest, compiled->kernel(), &inputs, {{"I", rows}, {"J", columns}}, {}, {}};
  auto execution = runtime::plan::Execution::prepare(job, *machine->backend, diagnostics);
  ASSERT_TRUE(execution && execution->run(diagnostics)) << told(diagnostics);
  auto outputs = execution->download(diagnostics);
  ASSERT_TRUE(outputs) << told(diagnostics);
  EXPECT_EQ(machine->backend->take_findings(), std::vector<std::string>{});
  EXPECT_EQ(whole(outputs->at("Z"), o.start), expected(o, a, b));
  auto checked = runtime::report::verify(
      {&compiled->manifest, &inputs, &job.extents, {}, execution->symbols()}, *outputs,
      diagnostics);
  ASSERT_TRUE(checked) << told(diagnostics);
  EXPECT_TRUE(checked->pass()) << checked->outputs[0].comparison.first_mismatch;
}

INSTANTIATE_TEST_SUITE_P(
    All, OperatorsRun,
    testing::Combine(testing::ValuesIn(all_operators), testing::ValuesIn(all_mappings),
                     testing::Values("", "I:U,J:C", "J:C,I:C", "dense")),
    [](const auto& info) {
      std::string format = std::get<2>(info.param);
      std::erase_if(format, [](char c) { return !std::isalpha(static_cast<unsigned char>(c)); });
      return std::string(std::get<0>(info.param).name) + std::get<1>(info.param).name +
             (format.empty() ? "Default" : format);
    });

// Sums over nothing are stored zeros: their ratio is NaN, of a sparse tensor only where it stores.
TEST(Operators, are_told_of_by_reports) {
  Workspace w;
  w.write("min_plus.yaml",
          "einsum:\n  declaration: { A: [M, K], B: [K], Z: [M] }\n"
          "  expressions: [\"Z[m] = A[m, k] * B[k]\"]\n"
          "  operators: { Z: { map: add, reduce: min } }\n");
  const Finished ran = w.teaalc("run min_plus.yaml A=dense:shape=4x5 B=dense:shape=5 --device=cpu");
  EXPECT_NE(ran.out.find(", maps by #0 #1 add, reduces by min from inf"), std::string::npos)
      << ran.out << ran.err;
}

TEST(Operators, divides_nothing_by_nothing_as_stored) {
  Workspace w;
  w.write("ratio.yaml",
          "einsum:\n  declaration: { A: [I, J], S: [I], Z: [I] }\n  expressions:\n"
          "    - S[i] = A[i, j]\n    - Z[i] = S[i] * S[i]\n  operators: { Z: { map: div } }\n");
  w.write("a.tns", "# shape 3 2\n1 1 4\n1 2 2\n3 1 2\n");
  for (const char* fuse : {"auto", "off"}) {
    const Finished ran = w.teaalc(
        "run ratio.yaml A=a.tns --checked --device=cpu -o Z=z.tns --fuse=" + std::string(fuse));
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_NE(w.read("z.tns").find("nan\n3 1"), std::string::npos) << w.read("z.tns");
  }
}

}  // namespace
}  // namespace teaal::exec
