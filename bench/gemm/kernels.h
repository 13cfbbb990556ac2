#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/gemm/operands.h"
#include "bench/gemm/results.h"
#include "runtime/manifest/manifest.h"
#include "runtime/plan/backend.h"
#include "runtime/plan/plan.h"
#include "runtime/report/counterpart.h"

namespace teaal::bench::gemm {

// An emitted kernel that multiplies two matrices, and how long its plan takes.
struct Kernel {
  std::string name, text;
  runtime::Manifest manifest;
  runtime::report::Counterpart product;
  std::string main;  // the kernel of the plan that takes longest on the first case it is given
};

// The kernels whose NAME.cu and NAME.manifest.json lie in the folder, by name; `only` is a part of
// the names wanted. What is no product of two matrices is left out and told in `left_out`. Errors:
// file-access (no folder, nothing in it), manifest.
std::optional<std::vector<Kernel>> load_kernels(const std::string& folder, const std::string& only,
                                                std::vector<std::string>& left_out, Diagnostics&);

// `symbols` bind launch symbols that the manifest has. A kernel that fails gives a failure, never
// an error.
Measurement measure(Kernel&, const std::map<std::string, int64_t>& symbols, Operand& a, Operand& b,
                    const Expected&, int repeat, runtime::plan::Backend&);

}  // namespace teaal::bench::gemm
