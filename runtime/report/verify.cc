#include "runtime/report/verify.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace teaal::runtime::report {
namespace {

constexpr int64_t most = int64_t{1} << 40;

int64_t capped_product(int64_t a, int64_t b) {
  int64_t out = 0;
  return __builtin_mul_overflow(a, b, &out) ? most : std::min(out, most);
}

// The variables of each rank of a factor, or nothing if an index is more than a variable.
std::optional<std::vector<std::string>> plain_variables(const ManifestFactor& factor) {
  std::vector<std::string> out;
  for (const auto& index : factor.indices) {
    if (index.size() != 1 || index[0].coefficient != 1 || !index[0].symbol.empty() ||
        index[0].variable.empty())
      return std::nullopt;
    out.push_back(index[0].variable);
  }
  return out;
}

std::set<std::string> variables_of(const ManifestFactor& factor) {
  std::set<std::string> out;
  for (const auto& index : factor.indices)
    for (const ManifestIndexTerm& term : index)
      if (!term.variable.empty()) out.insert(term.variable);
  return out;
}

// The most entries that agree on the given ranks. Counters are shared by hash when there are too
// many groups, which can only raise the answer.
int64_t fullest_group(const Coo& coo, const std::vector<size_t>& ranks) {
  constexpr uint64_t most_counters = uint64_t{1} << 24;
  uint64_t groups = 1;
  for (size_t r : ranks)
    groups = std::min(most_counters, groups * std::max<uint64_t>(1, coo.shape[r]));
  std::vector<int64_t> counters(groups);
  for (size_t e = 0; e < coo.entries(); ++e) {
    uint64_t key = 0;
    for (size_t r : ranks)
      key = key * static_cast<uint64_t>(coo.shape[r]) + static_cast<uint64_t>(coo.coords[r][e]);
    ++counters[key % groups];
  }
  return *std::max_element(counters.begin(), counters.end());
}

class TermCounter {
 public:
  TermCounter(const Problem& problem, const std::map<std::string, Coo>& outputs)
      : problem_(problem), outputs_(outputs) {}

  // What the first `before` expressions of the cascade put into the tensor.
  int64_t of_tensor(const std::string& tensor, size_t before) const;

 private:
  int64_t of_term(const ManifestEinsum&, const ManifestTerm&) const;
  int64_t of_factor(const ManifestEinsum&, const ManifestFactor&,
                    const std::set<std::string>& reduced) const;
  int64_t extents_of(const ManifestEinsum&, const std::set<std::string>& variables) const;
  const Coo* data(const std::string& tensor) const;

  const Problem& problem_;
  const std::map<std::string, Coo>& outputs_;
};

const Coo* TermCounter::data(const std::string& tensor) const {
  if (auto at = problem_.inputs->find(tensor); at != problem_.inputs->end()) return &at->second;
  auto at = outputs_.find(tensor);
  return at == outputs_.end() ? nullptr : &at->second;
}

int64_t TermCounter::extents_of(const ManifestEinsum& einsum,
                                const std::set<std::string>& variables) const {
  int64_t out = 1;
  for (const std::string& variable : variables) {
    auto rank = einsum.rank_of.find(variable);
    auto extent = rank == einsum.rank_of.end() ? problem_.extents->end()
                                               : problem_.extents->find(rank->second);
    out = capped_product(
        out, extent == problem_.extents->end() ? most : std::max<int64_t>(1, extent->second));
  }
  return out;
}

int64_t TermCounter::of_factor(const ManifestEinsum& einsum, const ManifestFactor& factor,
                               const std::set<std::string>& reduced) const {
  const Coo* coo = factor.kind == ManifestFactor::Kind::Tensor ? data(factor.name) : nullptr;
  auto variables = plain_variables(factor);
  if (!coo || !variables || variables->size() != coo->order()) return most;
  std::vector<size_t> kept;
  std::set<std::string> free = reduced;
  for (size_t r = 0; r < variables->size(); ++r) {
    if (!reduced.contains((*variables)[r])) kept.push_back(r);
    free.erase((*variables)[r]);
  }
  return capped_product(std::max<int64_t>(1, fullest_group(*coo, kept)), extents_of(einsum, free));
}

int64_t TermCounter::of_term(const ManifestEinsum& einsum, const ManifestTerm& term) const {
  std::set<std::string> reduced;
  for (const ManifestFactor& factor : term.factors) reduced.merge(variables_of(factor));
  for (const std::string& kept : variables_of(einsum.output)) reduced.erase(kept);
  int64_t out = extents_of(einsum, reduced);
  for (const ManifestFactor& factor : term.factors)
    out = std::min(out, of_factor(einsum, factor, reduced));
  return out;
}

int64_t TermCounter::of_tensor(const std::string& tensor, size_t before) const {
  const std::vector<ManifestEinsum>& cascade = problem_.manifest->cascade;
  // Rounds may read what later expressions wrote.
  if (problem_.manifest->iteration && before < cascade.size()) return most;
  int64_t out = 0;
  for (size_t i = 0; i < before; ++i) {
    if (cascade[i].output.name != tensor) continue;
    for (const ManifestTerm& term : cascade[i].terms) {
      out = std::min(most, out + of_term(cascade[i], term));
      for (const ManifestFactor& factor : term.factors)
        if (factor.name != tensor) out = std::min(most, out + of_tensor(factor.name, i));
    }
  }
  return out;
}

}  // namespace

bool Verification::pass() const {
  return std::all_of(outputs.begin(), outputs.end(),
                     [](const OutputCheck& check) { return check.comparison.mismatches == 0; });
}

double Verification::max_error_over_bound() const {
  double out = 0;
  for (const OutputCheck& check : outputs)
    out = std::max(out, check.comparison.max_error_over_bound);
  return out;
}

int64_t most_terms(const Problem& problem, const std::string& tensor,
                   const std::map<std::string, Coo>& outputs) {
  return TermCounter(problem, outputs).of_tensor(tensor, problem.manifest->cascade.size());
}

std::optional<Verification> verify(const Problem& problem,
                                   const std::map<std::string, Coo>& outputs,
                                   Diagnostics& diagnostics) {
  auto begin = std::chrono::steady_clock::now();
  auto reference =
      evaluate_reference(*problem.manifest, *problem.inputs, *problem.extents, problem.scalars,
                         problem.symbols, diagnostics, problem.progress);
  if (!reference) return std::nullopt;
  Verification out;
  out.reference_us =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  for (const ManifestTensor& tensor : problem.manifest->tensors) {
    auto got = outputs.find(tensor.name);
    auto want = reference->find(tensor.name);
    if (got == outputs.end() || want == reference->end()) continue;
    int64_t terms = most_terms(problem, tensor.name, outputs);
    out.products += want->second.products;
    out.outputs.push_back({tensor.name, compare(tensor.name, got->second, want->second,
                                                problem.manifest->value_type, terms)});
  }
  return out;
}

}  // namespace teaal::runtime::report
