#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"
#include "runtime/manifest/manifest.h"
#include "runtime/reference/reference.h"
#include "runtime/tensor/tensor.h"

// What a run wrote, beside f64 reference math.
namespace teaal::runtime::report {

struct OutputCheck {
  std::string tensor;
  Comparison comparison;
};

struct Verification {
  std::vector<OutputCheck> outputs;  // of the manifest, in its order
  double reference_us = 0;
  int64_t products = 0;  // effectual points of all expressions

  bool pass() const;
  double max_error_over_bound() const;
};

// One run's numbers, as reference math takes them.
struct Problem {
  const Manifest* manifest = nullptr;
  const std::map<std::string, Coo>* inputs = nullptr;
  const std::map<std::string, int64_t>* extents = nullptr;
  std::map<std::string, double> scalars;
  std::map<std::string, int64_t> symbols;
  ReferenceProgress progress = {};
};

// Errors are the reference's own; a mismatch is no error here.
std::optional<Verification> verify(const Problem&, const std::map<std::string, Coo>& outputs,
                                   Diagnostics&);

// At most so many products are added at one element of `tensor`: from extents, and from the fullest
// group of each operand's entries that meet at one element. What its own operands took is added to
// it.
int64_t most_terms(const Problem&, const std::string& tensor,
                   const std::map<std::string, Coo>& outputs);

}  // namespace teaal::runtime::report
