#include "runtime/reference/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/reference/join.h"
#include "runtime/tensor/value_type.h"

namespace teaal::runtime {
namespace {

// An input, which outlives the evaluation: it is copied only where entries have to go.
ReferenceTensor as_operand(const Coo& list, double absent) {
  if (std::ranges::find(list.values, absent) == list.values.end())
    return {std::shared_ptr<const Coo>(std::shared_ptr<void>(), &list), {}, 0, absent};
  Coo present = list;
  drop_absent(present, absent);
  return {std::make_shared<const Coo>(std::move(present)), {}, 0, absent};
}

double absent_of(const Manifest& manifest, const std::string& tensor) {
  const ManifestTensor* declared = manifest.tensor(tensor);
  return declared ? declared->absent : 0;
}

// Whether several values may meet at an element of the output.
bool reduces(const ManifestEinsum& einsum, const Variables& variables) {
  return einsum.terms.size() > 1 || variables.names.size() > variables.of_output;
}

// How much tensor cores round the two factors of a product, in terms of the bound
// (templates/mma.cuh): by 2/3 of the last of 11 bits each (tf32), to the nearest of 11 (1xf16) or 8
// bits (bf16), or by the last bit of two times 11, and the product of what is left out (3xtf32,
// 3xf16). f16 takes elements as they are stored.
double rounding_of(ManifestEinsum::Arithmetic arithmetic) {
  const double unit = epsilon_of(ElementType::F32);
  switch (arithmetic) {
    case ManifestEinsum::Arithmetic::Tf32:
      return std::ldexp(1.34, -10) / unit;
    case ManifestEinsum::Arithmetic::Tf32x3:
    case ManifestEinsum::Arithmetic::F16x3:
      return std::ldexp(3.01, -20) / unit;
    case ManifestEinsum::Arithmetic::F16x1:
      return std::ldexp(1.001, -10) / unit;
    case ManifestEinsum::Arithmetic::Bf16:
      return std::ldexp(1.005, -7) / unit;
    case ManifestEinsum::Arithmetic::Values:
    case ManifestEinsum::Arithmetic::F16:
      break;
  }
  return 0;
}

// Values in f16 are scaled by the tensor's largest one, to 2^14 at least. What f16 keeps last is a
// multiple of 2^-24, so that a value is wrong by 2^-39 of the largest one: for smaller ones than
// 2^-19 of that in two parts (2^-28 in one) more than the bound above has room for.
void bound_small_values(Trie& trie, bool in_parts) {
  double largest = 0;
  for (double value : trie.values)
    if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  std::vector<double> magnitude(trie.values.size());
  for (size_t i = 0; i < magnitude.size(); ++i)
    magnitude[i] = std::max(trie.magnitude_of(static_cast<int64_t>(i)),
                            std::ldexp(largest, in_parts ? -19 : -28));
  trie.magnitude = std::move(magnitude);
}

// An output as a later expression reads it. Sums that cancelled are absent, but their magnitude
// still bounds what a kernel, which rounds, may have there. Elements narrower than the arithmetic
// were rounded once more when they were stored, by as much as the spacing of those elements.
ReferenceTensor as_operand(const ReferenceOutput& output, ElementType type) {
  int64_t most = output.terms.empty() ? 0 : *std::ranges::max_element(output.terms);
  constexpr double endless = 1e200;  // finite, so that a magnitude of 0 stays exact
  Coo list = output.value;
  if (arithmetic_of(type) != type)
    for (double& value : list.values) value = rounded(value, type);
  ReferenceTensor out{std::make_shared<const Coo>(std::move(list)), output.magnitude.values,
                      std::min(output.operand_rounding + static_cast<double>(most) + 4, endless),
                      output.absent};
  if (arithmetic_of(type) == type) return out;
  out.rounding += epsilon_of(type) / epsilon_of(arithmetic_of(type));
  for (double& magnitude : out.magnitude) magnitude = std::max(magnitude, least_normal_of(type));
  return out;
}

class CascadeEvaluator {
 public:
  CascadeEvaluator(const Manifest& manifest, ReferenceContext context,
                   const ReferenceProgress& progress)
      : manifest_(manifest),
        context_(std::move(context)),
        progress_(progress),
        type_(value_type_named(manifest.value_type).value_or(ElementType::F32)) {
    context_.arithmetic.wraps = type_ == ElementType::I32;
  }

  std::optional<std::map<std::string, ReferenceOutput>> evaluate() {
    const size_t all = manifest_.cascade.size();
    const ManifestIteration* rounds = manifest_.iteration ? &*manifest_.iteration : nullptr;
    const size_t first = rounds ? static_cast<size_t>(rounds->first) : all;
    const size_t behind = rounds ? first + static_cast<size_t>(rounds->expressions) : all;
    if (!expressions(0, first) || (rounds && !iterate(*rounds, first, behind)) ||
        !expressions(behind, all))
      return std::nullopt;
    return std::move(out_);
  }

 private:
  bool expressions(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      if (!evaluate(manifest_.cascade[i], manifest_.cascade[i])) return false;
    return true;
  }

  // `einsum` is `written` with the coordinate of the round in place of its variable, or, where the
  // output has it, with that variable alone.
  bool evaluate(const ManifestEinsum& einsum, const ManifestEinsum& written) {
    std::optional<ReferenceOutput> result = expression(einsum, written);
    if (!result) return false;
    context_.tensors[einsum.output.name] = as_operand(*result, type_);
    out_[einsum.output.name] = std::move(*result);
    return true;
  }

  bool iterate(const ManifestIteration& rounds, size_t first, size_t behind) {
    std::optional<int64_t> most = rounds.at_most;
    const auto names = names_in_sizes(manifest_, context_.extents, context_.symbols);
    if (!rounds.times.empty()) most = runtime::evaluate(rounds.times, names, context_.diagnostics);
    if (!most) return false;
    if (*most == 0) return nothing(first, behind);
    over_ = rounds.over;
    std::map<std::string, std::vector<ReferenceOutput>> slices;  // a round's each
    for (int64_t round = 0; round < *most; ++round) {
      for (size_t i = first; i < behind; ++i) {
        const ManifestEinsum& written = manifest_.cascade[i];
        if (!evaluate(at_round(written, round), written)) return false;
        if (auto rank = rank_at_round(written))
          slices[written.output.name].push_back(at_slice(written.output.name, *rank, round));
      }
      if (!rounds.until_empty.empty() && is_empty(out_.at(rounds.until_empty))) return true;
      for (const auto& [to, from] : rounds.carry) context_.tensors[to] = context_.tensors.at(from);
    }
    over_.clear();
    for (const auto& [name, of_rounds] : slices) {
      out_[name] = joined(of_rounds);
      context_.tensors[name] = as_operand(out_[name], type_);
    }
    return true;
  }

  // Where the output has the round's coordinate.
  std::optional<size_t> rank_at_round(const ManifestEinsum& einsum) const {
    const auto& indices = einsum.output.indices;
    for (size_t r = 0; r < indices.size(); ++r)
      for (const ManifestIndexTerm& term : indices[r])
        if (is_fixed(einsum, term.variable)) return r;
    return std::nullopt;
  }

  bool is_fixed(const ManifestEinsum& einsum, const std::string& variable) const {
    const auto rank = einsum.rank_of.find(variable);
    return !over_.empty() && rank != einsum.rank_of.end() && rank->second == over_;
  }

  // What was computed at coordinate 0 of a rank, moved to the round's.
  ReferenceOutput at_slice(const std::string& name, size_t rank, int64_t round) {
    ReferenceOutput& out = out_.at(name);
    for (Coo* list : {&out.value, &out.magnitude})
      std::ranges::fill(list->coords[rank], static_cast<int32_t>(round));
    context_.tensors[name] = as_operand(out, type_);
    return out;
  }

  // Lists without a coordinate in common as one, sorted.
  static ReferenceOutput joined(const std::vector<ReferenceOutput>& parts) {
    std::vector<std::pair<size_t, size_t>> order;  // part, entry
    for (size_t p = 0; p < parts.size(); ++p)
      for (size_t i = 0; i < parts[p].value.values.size(); ++i) order.emplace_back(p, i);
    std::ranges::sort(order, [&](const auto& a, const auto& b) {
      for (size_t r = 0; r < parts[0].value.coords.size(); ++r) {
        const auto x = parts[a.first].value.coords[r][a.second],
                   y = parts[b.first].value.coords[r][b.second];
        if (x != y) return x < y;
      }
      return false;
    });
    ReferenceOutput out = parts[0];
    out.terms.clear();
    for (Coo* list : {&out.value, &out.magnitude}) {
      list->values.clear();
      for (auto& coords : list->coords) coords.clear();
    }
    out.products = 0;
    for (const ReferenceOutput& part : parts) {
      out.products += part.products;
      out.operand_rounding = std::max(out.operand_rounding, part.operand_rounding);
    }
    for (const auto& [p, i] : order) {
      const ReferenceOutput& part = parts[p];
      for (size_t r = 0; r < part.value.coords.size(); ++r) {
        out.value.coords[r].push_back(part.value.coords[r][i]);
        out.magnitude.coords[r].push_back(part.value.coords[r][i]);
      }
      out.value.values.push_back(part.value.values[i]);
      out.magnitude.values.push_back(part.magnitude.values[i]);
      if (i < part.terms.size()) out.terms.push_back(part.terms[i]);
    }
    if (out.terms.size() != out.value.values.size()) out.terms.clear();
    return out;
  }

  // Without a round every output of the iteration is empty.
  bool nothing(size_t first, size_t behind) {
    for (size_t i = first; i < behind; ++i) {
      const ManifestEinsum& einsum = manifest_.cascade[i];
      ReferenceOutput empty;
      std::optional<Variables> variables = find_variables(einsum, context_);
      std::vector<int64_t> strides(variables ? variables->names.size() : 0);
      if (!variables || !output_shape(einsum, *variables, empty.value.shape, strides)) return false;
      empty.value.coords.resize(empty.value.shape.size());
      empty.magnitude = empty.value;
      empty.absent = absent_of(manifest_, einsum.output.name);
      context_.tensors[einsum.output.name] = as_operand(empty, type_);
      out_[einsum.output.name] = std::move(empty);
    }
    return true;
  }

  static bool is_empty(const ReferenceOutput& output) {
    return std::ranges::all_of(output.value.values,
                               [&](double value) { return value == output.absent; });
  }

  ManifestEinsum at_round(ManifestEinsum einsum, int64_t round) const {
    auto fix = [&](ManifestFactor& factor) {
      for (auto& index : factor.indices)
        for (ManifestIndexTerm& term : index) {
          if (!is_fixed(einsum, term.variable)) continue;
          term.coefficient *= round;
          term.variable.clear();
        }
    };
    for (ManifestTerm& term : einsum.terms)
      for (ManifestFactor& factor : term.factors) fix(factor);
    return einsum;
  }

  bool refuse(const ManifestEinsum& einsum, const std::string& why) {
    context_.diagnostics.error(
        Code::Unsupported, {},
        fmt::format("reference math cannot evaluate '{}': {}", einsum.text, why));
    return false;
  }

  std::optional<ReferenceOutput> expression(const ManifestEinsum& einsum,
                                            const ManifestEinsum& written) {
    std::optional<Variables> variables = find_variables(einsum, context_);
    std::optional<Variables> all = find_variables(written, context_);
    if (!variables || !all) return std::nullopt;
    const bool combines = reduces(written, *all);
    std::vector<int64_t> shape, strides(variables->names.size());
    if (!output_shape(einsum, *variables, shape, strides)) return std::nullopt;
    for (size_t v = 0; v < variables->names.size(); ++v)
      if (is_fixed(einsum, variables->names[v]))
        variables->extents[v] = std::min<int64_t>(variables->extents[v], 1);
    Reduction reduction(einsum.reduce, einsum.identity);
    Accumulator sums(shape, reduction, combines, context_.arithmetic);
    const double absent = absent_of(manifest_, einsum.output.name);
    // Where the two differ no point may be left out.
    const double nothing =
        !combines || einsum.identity == absent ? absent : std::numeric_limits<double>::quiet_NaN();
    int64_t products = 0;
    double rounding = 0;
    for (const ManifestTerm& term : einsum.terms) {
      std::optional<TermPlan> plan = plan_term(einsum, term, *variables, nothing, context_);
      if (!plan) return std::nullopt;
      const bool in_parts = einsum.arithmetic == ManifestEinsum::Arithmetic::F16x3;
      if (in_parts || einsum.arithmetic == ManifestEinsum::Arithmetic::F16x1)
        for (BoundTensor& tensor : plan->tensors) bound_small_values(tensor.trie, in_parts);
      rounding = std::max(rounding, plan->rounding);
      auto progress = [&](double part) {
        if (progress_) progress_(einsum.output.name, part);
      };
      products += join_term({*plan, *variables, strides, reduction}, sums, progress);
    }
    ReferenceOutput out = sums.take();
    out.products = products;
    out.operand_rounding = rounding + rounding_of(einsum.arithmetic);
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
  const ReferenceProgress& progress_;
  ElementType type_;
  std::string over_;  // in a round: the rank of which it has one coordinate
  std::map<std::string, ReferenceOutput> out_;
};

}  // namespace

std::optional<std::map<std::string, ReferenceOutput>> evaluate_reference(
    const Manifest& manifest, const std::map<std::string, Coo>& inputs,
    const std::map<std::string, int64_t>& extents, const std::map<std::string, double>& scalars,
    const std::map<std::string, int64_t>& symbols, Diagnostics& diagnostics,
    const ReferenceProgress& progress) {
  ReferenceContext context{manifest, extents, scalars, symbols, {}, diagnostics};
  for (const auto& [name, list] : inputs)
    context.tensors[name] = as_operand(list, absent_of(manifest, name));
  return CascadeEvaluator(manifest, std::move(context), progress).evaluate();
}

}  // namespace teaal::runtime
