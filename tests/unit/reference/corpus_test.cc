// Evaluates the published specs' einsums and compares every output with the corpus, exactly: its
// values are small integers.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <cstdlib>
#include <filesystem>

#include "runtime/reference/reference.h"
#include "tests/unit/reference/einsum_text.h"

namespace teaal::runtime {
namespace {

namespace fs = std::filesystem;

fs::path corpus() {
  const char* shared = std::getenv("TEAAL_SHARED");
  return fs::path(shared ? shared : TEAAL_SOURCE_DIR "/../shared") / "corpus" / "specs";
}

template <class T>
std::map<std::string, T> to_map(const YAML::Node& node) {
  std::map<std::string, T> out;
  for (const auto& entry : node) out[entry.first.as<std::string>()] = entry.second.as<T>();
  return out;
}

struct Spec {
  std::string name;
  Manifest manifest;
  YAML::Node params;
};

// One published spec spells its product with U+2217.
std::string with_ascii_star(std::string text) {
  const std::string star = "\u2217";
  size_t at = text.find(star);
  if (at == std::string::npos) return text;
  return text.substr(0, at) + "*" + text.substr(at + star.size());
}

Spec load(const fs::path& folder) {
  Spec out{folder.filename(), {}, YAML::LoadFile(folder / "params.yaml")};
  YAML::Node einsum = YAML::LoadFile(folder / "spec.yaml")["einsum"];
  for (const auto& declared : einsum["declaration"]) {
    ManifestTensor tensor;
    tensor.name = declared.first.as<std::string>();
    for (const auto& rank : declared.second) tensor.ranks.push_back(rank.as<std::string>());
    out.manifest.tensors.push_back(tensor);
  }
  for (const auto& expression : einsum["expressions"])
    out.manifest.cascade.push_back(testing::einsum(with_ascii_star(expression.as<std::string>())));
  return out;
}

Coo read(const fs::path& file, size_t order) {
  Diagnostics diagnostics;
  SourceNotes notes;
  std::optional<Coo> out = read_source(file, KnownShape(order), diagnostics, notes);
  if (!out) ADD_FAILURE() << render(diagnostics.all().front());
  return out.value_or(Coo{});
}

void expect_equal(const Coo& got, const Coo& want, const std::string& where) {
  Coo nonzeros = got;
  drop_absent(nonzeros);
  EXPECT_EQ(nonzeros.shape, want.shape) << where;
  EXPECT_EQ(nonzeros.coords, want.coords) << where;
  EXPECT_EQ(nonzeros.values, want.values) << where;
}

// Every value of a float32 kernel is exact here, so the comparison must pass with it.
void expect_compares(const ReferenceOutput& got, const Coo& want, const std::string& where) {
  Comparison result = compare("T", want, got, "f32", 1);
  EXPECT_EQ(result.mismatches, 0) << where << ": " << result.first_mismatch;
  EXPECT_EQ(result.max_abs_error, 0) << where;
}

bool one_product(const ManifestEinsum& einsum) { return einsum.terms.size() == 1; }

// How many effectual points the corpus counted.
std::optional<int64_t> points_of(const YAML::Node& params, const std::string& output) {
  YAML::Node counts = params["numpy"];
  if (!counts || !counts[output] || !counts[output]["points"]) return std::nullopt;
  return counts[output]["points"].as<int64_t>();
}

void run_case(const Spec& spec, const fs::path& folder, const YAML::Node& params) {
  std::map<std::string, Coo> inputs;
  for (const auto& name : spec.params["inputs"]) {
    std::string tensor = name.as<std::string>();
    inputs[tensor] = read(folder / (tensor + ".tns"), spec.manifest.tensor(tensor)->ranks.size());
  }
  Diagnostics diagnostics;
  auto outputs = evaluate_reference(spec.manifest, inputs, to_map<int64_t>(params["shapes"]),
                                    to_map<double>(params["scalars"]),
                                    to_map<int64_t>(params["constants"]), diagnostics);
  ASSERT_TRUE(outputs) << folder << render(diagnostics.all().front());
  for (const ManifestEinsum& einsum : spec.manifest.cascade) {
    const std::string& name = einsum.output.name;
    std::string where = folder / name;
    fs::path expected = folder / "expected" / (name + ".tns");
    ASSERT_TRUE(fs::exists(expected)) << where;
    Coo want = read(expected, einsum.output.indices.size());
    expect_equal(outputs->at(name).value, want, where);
    expect_compares(outputs->at(name), want, where);
    if (std::optional<int64_t> points = points_of(params, name); points && one_product(einsum)) {
      EXPECT_EQ(outputs->at(name).products, *points) << where;
    }
  }
}

bool published_semantics(const std::string& name) {
  // ext_* specs have operators other than + and *.
  return !name.starts_with("ext_");
}

TEST(Corpus, EveryExpectedOutputIsReproducedExactly) {
  if (!fs::exists(corpus())) {
    ASSERT_EQ(std::getenv("CI"), nullptr) << "there is no corpus at " << corpus();
    GTEST_SKIP() << "there is no corpus at " << corpus();
  }
  int cases = 0;
  for (const auto& folder : fs::directory_iterator(corpus())) {
    if (!published_semantics(folder.path().filename())) continue;
    Spec spec = load(folder.path());
    for (const auto& entry : spec.params["cases"]) {
      run_case(spec, folder.path() / entry.first.as<std::string>(), entry.second);
      ++cases;
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(cases, 300);
}

}  // namespace
}  // namespace teaal::runtime
