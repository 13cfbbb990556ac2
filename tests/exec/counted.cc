#include "tests/exec/counted.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/exec/process.h"

namespace teaal::exec {

using interpret::Machine;
using runtime::Coo;

driver::CompileOptions options_for(const Machine& machine) {
  driver::CompileOptions out;
  out.formatted = false;
  out.name = "counted";
  out.kernel_text = false;
  out.lanes = machine.lanes;
  out.counted = true;
  return out;
}

void count(Counted& c, const Machine& machine) {
  driver::CountRequest request{&c.compiled->artefact, &c.compiled->manifest, &c.inputs, &c.request};
  request.options.machine = machine;
  c.counts = driver::count(request, c.diagnostics);
}

// A spec's text on tensors; extents are those of the tensors.
Counted counted(const std::string& spec, std::map<std::string, Coo> tensors,
                std::map<std::string, int64_t> extents, Machine machine,
                std::map<std::string, int64_t> symbols) {
  Counted out;
  driver::CompileOptions options = options_for(machine);
  options.overrides.symbols = std::move(symbols);
  auto source = std::make_shared<SourceFile>(SourceFile{"spec.yaml", spec});
  out.compiled = driver::compile_for_run(source, options, out.diagnostics);
  EXPECT_TRUE(out.compiled) << told(out.diagnostics);
  if (!out.compiled) return out;
  out.inputs.tensors = std::move(tensors);
  out.inputs.extents = std::move(extents);
  count(out, machine);
  EXPECT_TRUE(out.counts) << told(out.diagnostics);
  return out;
}

const interpret::ArrayCount& tensor(const std::vector<interpret::ArrayCount>& all,
                                    const std::string& name) {
  return *std::ranges::find(all, name, &interpret::ArrayCount::tensor);
}

}  // namespace teaal::exec
