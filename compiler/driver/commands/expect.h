#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/commands/console.h"
#include "runtime/manifest/manifest.h"
#include "runtime/tensor/tensor.h"

// Results that must come out: `--expect T=file[,rtol=R][,atol=A]`, and what tests expect.
namespace teaal::driver {

// An element passes if |got - want| <= atol + rtol * |want|; both infinite alike, or both NaN,
// pass, one NaN never does.
struct Expectation {
  std::string tensor;
  std::string source;          // of what must come out, unless `values` are given
  std::vector<double> values;  // every element, the last rank varying fastest
  std::optional<double> rtol;  // by default what the type of values allows: relative_tolerance
  double atol = 0;

  bool inlined() const { return source.empty(); }
};

// How much results of a type may differ between correct programs: sums are added in some order.
double relative_tolerance(const std::string& value_type);

bool read_expectations(const std::vector<std::string>& texts, std::vector<Expectation>&,
                       UsageError&);

// Compares what came out. Errors: mismatch, with the first coordinates that differ, and what
// reading the source finds.
void compare(const Expectation&, const runtime::Manifest&,
             const std::map<std::string, runtime::Coo>& outputs, Diagnostics&);

}  // namespace teaal::driver
