#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>

#include "compiler/driver/insight/counting.h"
#include "compiler/driver/output_files.h"
#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

// Every case of every spec of the shared corpus, with every mix of U and C formats of its inputs
// and of the tensors that it computes (stage 2: with a few), on the CPU executor in checked mode
// (TEAAL_TEST_DEVICE=gpu: on the GPU): outputs equal the expected non-zeros exactly. The formats of
// the spec run as users run them; the mixes, machine code that is made quickly.
namespace teaal::exec {
namespace {

namespace fs = std::filesystem;
using driver::Compiled;
using driver::Machine;

constexpr const char* no_corpus = "no_shared_corpus";

// No spec that TeAAL could read: ours for them are specs/ of their own.
const std::set<std::string> not_teaal = {"ext_fusemax", "ext_graphicionado_sssp"};

std::vector<std::string> specs_of_stage(int stage) {
  fs::path shared = shared_folder();
  if (shared.empty()) return {no_corpus};
  std::vector<std::string> out;
  for (const auto& entry : YAML::LoadFile((shared / "corpus" / "index.yaml").string())) {
    auto name = entry.first.as<std::string>();
    if (entry.second["stage"].as<int>() == stage && !not_teaal.contains(name)) out.push_back(name);
  }
  return out;
}

struct CorpusCase {
  std::string name;
  std::map<std::string, int64_t> constants, shapes;
  std::map<std::string, double> scalars;
};

struct CorpusSpec {
  fs::path folder;
  SourcePtr source;
  std::set<std::string> strides;
  std::vector<std::string> inputs, outputs;
  std::vector<CorpusCase> cases;
};

CorpusSpec read_corpus_spec(const std::string& name) {
  CorpusSpec out;
  out.folder = shared_folder() / "corpus" / "specs" / name;
  Diagnostics diagnostics;
  out.source = driver::read_source_file((out.folder / "spec.yaml").string(), diagnostics);
  YAML::Node params = YAML::LoadFile((out.folder / "params.yaml").string());
  if (name == "integ_cnn") out.strides = {"g"};
  out.inputs = params["inputs"].as<std::vector<std::string>>();
  out.outputs = params["outputs"].as<std::vector<std::string>>();
  for (const auto& entry : params["cases"]) {
    CorpusCase one;
    one.name = entry.first.as<std::string>();
    one.constants = entry.second["constants"].as<std::map<std::string, int64_t>>();
    one.shapes = entry.second["shapes"].as<std::map<std::string, int64_t>>();
    if (entry.second["scalars"])
      one.scalars = entry.second["scalars"].as<std::map<std::string, double>>();
    out.cases.push_back(std::move(one));
  }
  return out;
}

using Formats = std::map<std::string, std::string>;  // tensor → "M:U,K:C"

// How a spec is compiled.
struct Form {
  Formats formats;
  bool fuse = true;

  auto operator<=>(const Form&) const = default;
};

// Bit l of `stored` says whether level l (counted over all tensors) stores only what is there, bit
// l of `masks` whether by a bitmask.
Formats formats_of_mix(const std::vector<runtime::ManifestTensor>& inputs, uint64_t stored,
                       uint64_t masks = 0) {
  Formats out;
  for (const runtime::ManifestTensor& tensor : inputs) {
    std::string& text = out[tensor.name];
    for (const std::string& rank : tensor.rank_order) {
      if (text.find(rank + ":") != std::string::npos)
        continue;  // a part of a rank that stands there
      text += (text.empty() ? "" : ",") + rank + (stored & 1 ? masks & 1 ? ":B" : ":C" : ":U");
      stored >>= 1;
      masks >>= 1;
    }
    if (text.empty()) out.erase(tensor.name);
  }
  return out;
}

// All mixes of U and C of up to five levels; of more, the corners and a seeded sample of up to
// `some`; and `with_masks` mixes at random. The empty map is the default.
std::vector<Formats> mixes_of(const std::vector<runtime::ManifestTensor>& inputs, size_t some,
                              size_t with_masks) {
  size_t levels = 0;
  for (const runtime::ManifestTensor& tensor : inputs) levels += tensor.ranks.size();
  uint64_t count = uint64_t{1} << levels;
  std::set<uint64_t> chosen = {0, count - 1};
  std::mt19937_64 random(levels);
  while (chosen.size() < std::min<uint64_t>(count, some > 4 && levels <= 5 ? 32 : some))
    chosen.insert(random() % count);
  std::vector<Formats> out = {{}};
  for (uint64_t mix : chosen) out.push_back(formats_of_mix(inputs, mix));
  for (size_t i = 0; i < with_masks && levels > 0; ++i)
    out.push_back(formats_of_mix(inputs, random(), i == 0 ? ~uint64_t{0} : random()));
  return out;
}

// Sorted non-zeros with their coordinates.
using Element = std::pair<std::vector<int32_t>, double>;
std::vector<Element> elements(runtime::Coo coo) {
  std::vector<Element> out;
  for (size_t e = 0; e < coo.entries(); ++e) {
    if (coo.values[e] == 0) continue;
    out.emplace_back(std::vector<int32_t>(), coo.values[e]);
    for (const auto& coords : coo.coords) out.back().first.push_back(coords[e]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

class Corpus : public testing::TestWithParam<std::pair<std::string, size_t>> {
 protected:
  const Compiled* compiled(const CorpusSpec&, const CorpusCase&, const Form&);
  void run(const CorpusSpec&, const CorpusCase&, const Compiled&, Machine&);
  void run_all(const CorpusSpec&, size_t mixes);
  void count(const CorpusSpec&, const CorpusCase&);

  std::map<std::pair<std::map<std::string, int64_t>, Form>, std::optional<Compiled>> compiled_;
  std::optional<Machine> machine_, quick_machine_;
  bool kernel_text_ = true;
};

const Compiled* Corpus::compiled(const CorpusSpec& spec, const CorpusCase& one, const Form& form) {
  auto [at, fresh] = compiled_.try_emplace({one.constants, form});
  if (fresh) {
    driver::CompileOptions options;
    options.formatted = false;
    options.name = "corpus";
    options.kernel_text = kernel_text_;
    options.counted = true;
    options.overrides.symbols = one.constants;
    // A symbolic stride is a size, though params.yaml lists it among the scalars.
    for (const auto& [name, value] : one.scalars)
      if (spec.strides.contains(name))
        options.overrides.symbols[name] = static_cast<int64_t>(value);
    options.overrides.formats = form.formats;
    options.overrides.fuse = form.fuse;
    Diagnostics diagnostics;
    at->second = driver::compile_for_run(spec.source, options, diagnostics);
    EXPECT_TRUE(at->second) << told(diagnostics);
  }
  return at->second ? &*at->second : nullptr;
}

driver::JobRequest request_of(const CorpusSpec& spec, const CorpusCase& one) {
  driver::JobRequest out;
  for (const std::string& input : spec.inputs)
    out.inputs.sources[input] = (spec.folder / one.name / (input + ".tns")).string();
  out.inputs.shapes = one.shapes;
  out.scalars = one.scalars;
  return out;
}

void Corpus::run(const CorpusSpec& spec, const CorpusCase& one, const Compiled& kernel,
                 Machine& machine) {
  const driver::JobRequest request = request_of(spec, one);
  Diagnostics diagnostics;
  auto session = driver::Session::load(kernel, request, diagnostics);
  ASSERT_TRUE(session && session->run(machine, diagnostics)) << told(diagnostics);
  EXPECT_EQ(session->report().findings, std::vector<std::string>{});
  for (const std::string& output : spec.outputs) {
    if (kernel.manifest.tensor(output)->role == runtime::ManifestTensor::Role::Intermediate)
      continue;  // fused
    std::string path = (spec.folder / one.name / "expected" / (output + ".tns")).string();
    runtime::SourceNotes notes;
    runtime::KnownShape known(kernel.manifest.tensor(output)->ranks.size());
    auto expected = runtime::read_source(path, known, diagnostics, notes);
    ASSERT_TRUE(expected) << told(diagnostics);
    EXPECT_EQ(elements(session->outputs().at(output)), elements(*expected)) << output;
  }
}

void Corpus::run_all(const CorpusSpec& spec, size_t mixes) {
  const Compiled* first = compiled(spec, spec.cases.front(), {});
  ASSERT_TRUE(first);
  std::vector<runtime::ManifestTensor> inputs, computed;
  for (const runtime::ManifestTensor& tensor : first->manifest.tensors)
    (tensor.role == runtime::ManifestTensor::Role::Input ? inputs : computed).push_back(tensor);
  const std::vector<Formats> of_inputs = mixes_of(inputs, mixes, 3);
  std::vector<Formats> chosen = of_inputs;
  for (Formats& formats : mixes_of(computed, mixes, 1)) {  // each beside another mix of the inputs
    const Formats& beside = of_inputs[chosen.size() * 7 % of_inputs.size()];
    formats.insert(beside.begin(), beside.end());
    chosen.push_back(std::move(formats));
  }
  for (size_t i = 0; i < chosen.size(); ++i) {
    // Cascades by turns with kernels of their own for all expressions.
    const Form form = {chosen[i], spec.outputs.size() == 1 || i % 2 == 0};
    std::string mix = form.fuse ? "" : " --fuse=off";
    for (const auto& [tensor, format] : form.formats) mix += " --format " + tensor + "=" + format;
    for (const CorpusCase& one : spec.cases) {
      SCOPED_TRACE(one.name + mix);
      const Compiled* kernel = compiled(spec, one, form);
      if (kernel) run(spec, one, *kernel, i == 0 ? *machine_ : *quick_machine_);
      if (HasFailure()) return;
    }
  }
}

// What the interpreter computes is compared with reference math before there are counts.
void Corpus::count(const CorpusSpec& spec, const CorpusCase& one) {
  const Compiled* kernel = compiled(spec, one, {});
  ASSERT_TRUE(kernel);
  const driver::JobRequest job = request_of(spec, one);
  Diagnostics diagnostics;
  auto inputs = runtime::plan::load_inputs(kernel->manifest, job.inputs, diagnostics);
  ASSERT_TRUE(inputs) << told(diagnostics);
  driver::CountRequest request{&kernel->artefact, &kernel->manifest, &*inputs, &job};
  request.options = {{2, 32}, 0};
  EXPECT_TRUE(driver::count(request, diagnostics)) << told(diagnostics);
}

TEST_P(Corpus, EveryCaseIsCounted) {
  const std::string& name = GetParam().first;
  if (name == no_corpus) GTEST_SKIP() << "no shared corpus beside this repository";
  kernel_text_ = false;
  const CorpusSpec spec = read_corpus_spec(name);
  ASSERT_TRUE(spec.source);
  for (const CorpusCase& one : spec.cases) {
    SCOPED_TRACE(one.name);
    count(spec, one);
  }
}

TEST_P(Corpus, EveryCaseAndFormatMixGivesTheExpectedOutputs) {
  const auto& [name, mixes] = GetParam();
  if (name == no_corpus) {
    if (must_have_shared()) FAIL() << "the shared corpus is missing";
    GTEST_SKIP() << "no shared corpus beside this repository";
  }
  CorpusSpec spec = read_corpus_spec(name);
  ASSERT_TRUE(spec.source);
  Diagnostics diagnostics;
  const char* device = std::getenv("TEAAL_TEST_DEVICE");
  machine_ = driver::select_machine(device ? device : "cpu", !device, diagnostics);
  quick_machine_ = quick_machine(diagnostics);
  ASSERT_TRUE(machine_ && quick_machine_) << told(diagnostics);
  run_all(spec, mixes);
}

std::string test_name(const testing::TestParamInfo<std::pair<std::string, size_t>>& info) {
  return info.param.first;
}

std::vector<std::pair<std::string, size_t>> with_mixes(int stage, size_t mixes) {
  std::vector<std::pair<std::string, size_t>> out;
  for (const std::string& name : specs_of_stage(stage)) out.emplace_back(name, mixes);
  return out;
}

INSTANTIATE_TEST_SUITE_P(StageOne, Corpus, testing::ValuesIn(with_mixes(1, 14)), test_name);
INSTANTIATE_TEST_SUITE_P(StageTwo, Corpus, testing::ValuesIn(with_mixes(2, 3)), test_name);

}  // namespace
}  // namespace teaal::exec
