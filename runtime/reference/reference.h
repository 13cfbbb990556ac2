#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "runtime/manifest/manifest.h"
#include "runtime/tensor/tensor.h"

namespace teaal::runtime {

// One output of the reference: the value at every effectual coordinate in f64, and Σ|a·b| of the
// same sum (for the error bound). Both lists have the same canonical coordinates; a coordinate not
// listed has the tensor's default and magnitude 0.
struct ReferenceOutput {
  Coo value, magnitude;
  std::vector<int64_t> terms;  // products added at each coordinate; may be empty: not known
  double absent = 0;           // the value at a coordinate that is not listed
  double operand_rounding =
      0;                 // terms of the bound that the operands, where computed before, bring along
  int64_t products = 0;  // effectual points visited
};

// Is told which output is being computed and how much of a term of it is done, from 0 to 1; by the
// thread that asked for the evaluation.
using ReferenceProgress = std::function<void(const std::string& output, double part)>;

// Evaluates the cascade of a manifest in f64 over coordinate lists, sharing no lowering with the
// compiler: products by a leapfrog join over sorted lists (Veldhuizen, Leapfrog Triejoin, 2014),
// dense only over ranks that no input restricts, on all cores. Tensors enter by name and canonical;
// extents gives every rank's shape. Error (unsupported): a term it cannot evaluate.
std::optional<std::map<std::string, ReferenceOutput>> evaluate_reference(
    const Manifest&, const std::map<std::string, Coo>& inputs,
    const std::map<std::string, int64_t>& extents, const std::map<std::string, double>& scalars,
    const std::map<std::string, int64_t>& symbols, Diagnostics&, const ReferenceProgress& = {});

// Compares an output with the reference. At each coordinate the bound is
//   eps(value type) * (4 + terms + operand rounding) * magnitude + smallest normal, where `terms`
//   is the number of products added there or, if
// not known, `max_terms`. NaN or Inf where the reference is finite never passes; a missing element
// counts as the tensor's default. Of types with narrower elements than sums (f16, bf16) eps is that
// of the sums, and what passes is the rounding of anything within the bound; integers must be
// equal.
struct Comparison {
  int64_t checked = 0, mismatches = 0;
  double max_error_over_bound = 0, max_abs_error = 0;
  std::string first_mismatch;  // "Z[3, 4] is 1.5, should be 2 (bound 1e-6)"
};
Comparison compare(const std::string& name, const Coo& got, const ReferenceOutput& want,
                   const std::string& value_type, int64_t max_terms);

}  // namespace teaal::runtime
