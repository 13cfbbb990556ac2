#include "runtime/report/counterpart.h"

#include <algorithm>

namespace teaal::runtime::report {
namespace {

// One tensor of the einsum: its variables in declaration order, and whether any rank is stored
// compressed.
struct Seen {
  std::string tensor;
  std::vector<std::string> variables;
  bool sparse = false;

  bool has(const std::string& variable) const {
    return std::find(variables.begin(), variables.end(), variable) != variables.end();
  }
  // Ranks laid out in the order of `wanted`, which names all of its variables.
  Counterpart::Operand laid_out(const std::vector<std::string>& wanted) const {
    Counterpart::Operand out{tensor, {}};
    for (const std::string& variable : wanted)
      out.order.push_back(static_cast<int>(std::find(variables.begin(), variables.end(), variable) -
                                           variables.begin()));
    return out;
  }
};

std::optional<Seen> see(const Manifest& manifest, const ManifestFactor& factor) {
  const ManifestTensor* tensor = manifest.tensor(factor.name);
  if (factor.kind != ManifestFactor::Kind::Tensor || !tensor) return std::nullopt;
  Seen out{factor.name, {}, tensor->formats.find('C') != std::string::npos};
  for (const auto& index : factor.indices) {
    bool plain = index.size() == 1 && index[0].coefficient == 1 && index[0].symbol.empty() &&
                 !index[0].variable.empty();
    if (!plain || out.has(index[0].variable)) return std::nullopt;
    out.variables.push_back(index[0].variable);
  }
  return out;
}

class Matcher {
 public:
  Matcher(const ManifestEinsum& einsum, Seen output, std::vector<Seen> factors)
      : einsum_(einsum), output_(std::move(output)), factors_(std::move(factors)) {}

  std::optional<Counterpart> match() const {
    if (factors_.size() == 3) return sddmm();
    if (factors_.size() != 2) return std::nullopt;
    if (output_.variables.empty()) return dot();
    if (output_.variables.size() == 1) return matrix_vector();
    return matrix_matrix();
  }

 private:
  std::vector<std::string> ranks(const std::vector<std::string>& variables) const {
    std::vector<std::string> out;
    for (const std::string& variable : variables) out.push_back(einsum_.rank_of.at(variable));
    return out;
  }

  std::optional<Counterpart> dot() const {
    const Seen &a = factors_[0], &b = factors_[1];
    if (a.variables.size() != 1 || a.variables != b.variables || a.sparse || b.sparse)
      return std::nullopt;
    return Counterpart{Counterpart::Kind::Dot,
                       {a.laid_out(a.variables), b.laid_out(b.variables)},
                       ranks(a.variables),
                       output_.laid_out({})};
  }

  std::optional<Counterpart> matrix_vector() const {
    bool first = factors_[0].variables.size() == 2;
    const Seen &matrix = factors_[first ? 0 : 1], &vector = factors_[first ? 1 : 0];
    if (matrix.variables.size() != 2 || vector.variables.size() != 1 || vector.sparse)
      return std::nullopt;
    const std::string &row = output_.variables[0], &column = vector.variables[0];
    if (row == column || !matrix.has(row) || !matrix.has(column)) return std::nullopt;
    Counterpart::Kind kind = matrix.sparse ? Counterpart::Kind::SpMV : Counterpart::Kind::DenseMV;
    return Counterpart{kind,
                       {matrix.laid_out({row, column}), vector.laid_out({column})},
                       ranks({row, column}),
                       output_.laid_out({row})};
  }

  // The left operand is the sparse one, else the one that holds the output's first variable.
  std::optional<Counterpart> matrix_matrix() const {
    if (output_.variables.size() != 2 || (factors_[0].sparse && factors_[1].sparse))
      return std::nullopt;
    bool swap =
        factors_[1].sparse || (!factors_[0].sparse && !factors_[0].has(output_.variables[0]));
    const Seen &left = factors_[swap ? 1 : 0], &right = factors_[swap ? 0 : 1];
    if (left.variables.size() != 2 || right.variables.size() != 2) return std::nullopt;
    size_t own = left.has(output_.variables[0]) ? 0 : 1;
    const std::string &row = output_.variables[own], &column = output_.variables[1 - own];
    if (!left.has(row) || left.has(column) || !right.has(column) || right.has(row))
      return std::nullopt;
    const std::string& reduced = left.variables[left.variables[0] == row ? 1 : 0];
    if (!right.has(reduced)) return std::nullopt;
    Counterpart::Kind kind = left.sparse ? Counterpart::Kind::SpMM : Counterpart::Kind::DenseMM;
    return Counterpart{kind,
                       {left.laid_out({row, reduced}), right.laid_out({reduced, column})},
                       ranks({row, column, reduced}),
                       output_.laid_out({row, column})};
  }

  std::optional<Counterpart> sddmm() const {
    auto pattern =
        std::find_if(factors_.begin(), factors_.end(), [](const Seen& s) { return s.sparse; });
    if (pattern == factors_.end() || pattern->variables.size() != 2 ||
        output_.variables.size() != 2)
      return std::nullopt;
    const std::string &row = pattern->variables[0], &column = pattern->variables[1];
    if (!output_.has(row) || !output_.has(column)) return std::nullopt;
    const Seen *left = nullptr, *right = nullptr;
    for (const Seen& factor : factors_) {
      if (&factor == &*pattern) continue;
      if (factor.sparse || factor.variables.size() != 2) return std::nullopt;
      (factor.has(row) ? left : right) = &factor;
    }
    if (!left || !right || left->has(column) || !right->has(column)) return std::nullopt;
    const std::string& reduced = left->variables[left->variables[0] == row ? 1 : 0];
    if (!right->has(reduced)) return std::nullopt;
    return Counterpart{Counterpart::Kind::Sddmm,
                       {pattern->laid_out({row, column}), left->laid_out({row, reduced}),
                        right->laid_out({reduced, column})},
                       ranks({row, column, reduced}),
                       output_.laid_out({row, column})};
  }

  const ManifestEinsum& einsum_;
  Seen output_;
  std::vector<Seen> factors_;
};

// Libraries multiply, add and take what is absent for 0.
bool has_operators(const Manifest& manifest) {
  for (const ManifestTensor& tensor : manifest.tensors)
    if (tensor.absent != 0) return true;
  for (const ManifestEinsum& einsum : manifest.cascade) {
    if (einsum.reduce != ManifestEinsum::Reduce::Add) return true;
    for (const ManifestTerm& term : einsum.terms)
      if (!term.map.empty()) return true;
  }
  return false;
}

}  // namespace

std::optional<Counterpart> find_counterpart(const Manifest& manifest) {
  if (manifest.value_type != "f32" || manifest.cascade.size() != 1 || has_operators(manifest))
    return std::nullopt;
  const ManifestEinsum& einsum = manifest.cascade[0];
  if (einsum.terms.size() != 1 || einsum.terms[0].take || einsum.terms[0].sign != 1)
    return std::nullopt;
  std::optional<Seen> output = see(manifest, einsum.output);
  if (!output) return std::nullopt;
  std::vector<Seen> factors;
  for (const ManifestFactor& factor : einsum.terms[0].factors) {
    std::optional<Seen> seen = see(manifest, factor);
    if (!seen) return std::nullopt;
    factors.push_back(std::move(*seen));
  }
  return Matcher(einsum, std::move(*output), std::move(factors)).match();
}

}  // namespace teaal::runtime::report
