#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/insight/counting.h"

// What the interpreter counts of a spec's text, in process.
namespace teaal::exec {

struct Counted {
  std::optional<driver::Compiled> compiled;
  runtime::plan::Inputs inputs;
  driver::JobRequest request;
  std::optional<interpret::Counts> counts;
  Diagnostics diagnostics;
};

driver::CompileOptions options_for(const interpret::Machine&);
// Counts what is compiled on the inputs.
void count(Counted&, const interpret::Machine&);

// A spec's text on tensors; extents are those of the tensors. Fails the test where it cannot count.
Counted counted(const std::string& spec, std::map<std::string, runtime::Coo> tensors,
                std::map<std::string, int64_t> extents, interpret::Machine,
                std::map<std::string, int64_t> symbols = {});

const interpret::ArrayCount& tensor(const std::vector<interpret::ArrayCount>& all,
                                    const std::string& name);

}  // namespace teaal::exec
