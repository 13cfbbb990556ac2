#include "runtime/reference/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/reference/join.h"
#include "runtime/tensor/value_type.h"

namespace teaal::runtime {
namespace {

ReferenceTensor as_operand(const Coo& list, double absent) {
  ReferenceTensor out{list, {}, 0, absent};
  drop_absent(out.list, absent);
  return out;
}

double absent_of(const Manifest& manifest, const std::string& tensor) {
  const ManifestTensor* declared = manifest.tensor(tensor);
  return declared ? declared->absent : 0;
}

// Whether several values may meet at an element of the output.
bool reduces(const ManifestEinsum& einsum, const Variables& variables) {
  return einsum.terms.size() > 1 || variables.names.size() > variables.of_output;
}

// An output as a later expression reads it. Sums that cancelled are absent, but their magnitude
// still bounds what a kernel, which rounds, may have there. Elements narrower than the arithmetic
// were rounded once more when they were stored, by as much as the spacing of those elements.
ReferenceTensor as_operand(const ReferenceOutput& output, ElementType type) {
  int64_t most = output.terms.empty() ? 0 : *std::ranges::max_element(output.terms);
  ReferenceTensor out{output.value, output.magnitude.values,
                      output.operand_rounding + static_cast<double>(most) + 4, output.absent};
  if (arithmetic_of(type) == type) return out;
  out.rounding += epsilon_of(type) / epsilon_of(arithmetic_of(type));
  for (double& value : out.list.values) value = rounded(value, type);
  for (double& magnitude : out.magnitude) magnitude = std::max(magnitude, least_normal_of(type));
  return out;
}

class CascadeEvaluator {
 public:
  CascadeEvaluator(const Manifest& manifest, ReferenceContext context)
      : manifest_(manifest),
        context_(std::move(context)),
        type_(value_type_named(manifest.value_type).value_or(ElementType::F32)) {
    context_.arithmetic.wraps = type_ == ElementType::I32;
  }

  std::optional<std::map<std::string, ReferenceOutput>> evaluate() {
    std::map<std::string, ReferenceOutput> out;
    for (const ManifestEinsum& einsum : manifest_.cascade) {
      std::optional<ReferenceOutput> result = expression(einsum);
      if (!result) return std::nullopt;
      context_.tensors[einsum.output.name] = as_operand(*result, type_);
      out[einsum.output.name] = std::move(*result);
    }
    return out;
  }

 private:
  bool refuse(const ManifestEinsum& einsum, const std::string& why) {
    context_.diagnostics.error(
        Code::Unsupported, {},
        fmt::format("reference math cannot evaluate '{}': {}", einsum.text, why));
    return false;
  }

  std::optional<ReferenceOutput> expression(const ManifestEinsum& einsum) {
    std::optional<Variables> variables = find_variables(einsum, context_);
    if (!variables) return std::nullopt;
    std::vector<int64_t> shape, strides(variables->names.size());
    if (!output_shape(einsum, *variables, shape, strides)) return std::nullopt;
    Reduction reduction(einsum.reduce, einsum.identity);
    Accumulator sums(shape, reduction, reduces(einsum, *variables), context_.arithmetic);
    const double absent = absent_of(manifest_, einsum.output.name);
    const double nothing = reduces(einsum, *variables) ? einsum.identity : absent;
    int64_t products = 0;
    double rounding = 0;
    for (const ManifestTerm& term : einsum.terms) {
      std::optional<TermPlan> plan = plan_term(einsum, term, *variables, nothing, context_);
      if (!plan) return std::nullopt;
      rounding = std::max(rounding, plan->rounding);
      products += join_term(*plan, *variables, strides, reduction, sums);
    }
    ReferenceOutput out = sums.take();
    out.products = products;
    out.operand_rounding = rounding;
    out.absent = absent;
    return out;
  }

  // The extents of the output's ranks as declared, or else of its variables' ranks.
  bool output_shape(const ManifestEinsum& einsum, Variables& variables, std::vector<int64_t>& shape,
                    std::vector<int64_t>& strides) {
    const ManifestTensor* declared = manifest_.tensor(einsum.output.name);
    const auto& indices = einsum.output.indices;
    if (declared && declared->ranks.size() != indices.size())
      return refuse(einsum, "the output has another number of indices than declared");
    for (size_t r = 0; r < indices.size(); ++r) {
      bool plain = indices[r].size() == 1 && indices[r][0].coefficient == 1 &&
                   indices[r][0].symbol.empty() && !indices[r][0].variable.empty();
      if (!plain) return refuse(einsum, "an output index must be one variable");
      int64_t& range = variables.extents[variables.find(indices[r][0].variable)];
      auto found = declared ? context_.extents.find(declared->ranks[r]) : context_.extents.end();
      shape.push_back(found == context_.extents.end() ? range : found->second);
      range = std::min(range, shape.back());
    }
    int64_t stride = 1;
    for (size_t r = shape.size(); r-- > 0;) {
      strides[variables.find(indices[r][0].variable)] += stride;
      if (__builtin_mul_overflow(stride, shape[r], &stride) || stride > int64_t{1} << 61)
        return refuse(einsum, "its output has more than 2^61 elements");
    }
    return true;
  }

  const Manifest& manifest_;
  ReferenceContext context_;
  ElementType type_;
};

}  // namespace

std::optional<std::map<std::string, ReferenceOutput>> evaluate_reference(
    const Manifest& manifest, const std::map<std::string, Coo>& inputs,
    const std::map<std::string, int64_t>& extents, const std::map<std::string, double>& scalars,
    const std::map<std::string, int64_t>& symbols, Diagnostics& diagnostics) {
  ReferenceContext context{extents, scalars, symbols, {}, diagnostics};
  for (const auto& [name, list] : inputs)
    context.tensors[name] = as_operand(list, absent_of(manifest, name));
  return CascadeEvaluator(manifest, std::move(context)).evaluate();
}

}  // namespace teaal::runtime
