#include "compiler/driver/tune/same_einsum.h"

#include <algorithm>
#include <numeric>

#include "compiler/einsum/symbols.h"

namespace teaal::driver {
namespace {

using einsum::Access;
using einsum::Cascade;
using einsum::Einsum;
using einsum::Factor;
using einsum::Term;

// Names of one spec beside names of the other, one for one.
struct Pairs {
  std::map<std::string, std::string> to, from;

  bool add(const std::string& ours, const std::string& theirs) {
    const auto forth = to.emplace(ours, theirs).first, back = from.emplace(theirs, ours).first;
    return forth->second == theirs && back->second == ours;
  }
};

struct Names {
  Pairs tensors, ranks, variables;  // variables: of one expression
};

class Matching {
 public:
  Matching(const Cascade& ours, const Cascade& theirs) : ours_(ours), theirs_(theirs) {}

  std::optional<Renaming> run() {
    if (ours_.einsums.size() != theirs_.einsums.size()) return std::nullopt;
    for (size_t i = 0; i < ours_.einsums.size(); ++i)
      if (!expressions(ours_.einsums[i], theirs_.einsums[i])) return std::nullopt;
    if (!iterations()) return std::nullopt;
    Renaming out{names_.tensors.to, names_.ranks.to};
    for (const std::string& name : einsum::meaning_symbols(ours_))
      if (const auto bound = ours_.symbols.find(name); bound != ours_.symbols.end())
        out.meaning.insert(*bound);
    return out;
  }

 private:
  bool expressions(const Einsum& a, const Einsum& b) {
    names_.variables = {};
    if (a.reduce != b.reduce || a.identity != b.identity || a.terms.size() != b.terms.size() ||
        !accesses(a.output, b.output, names_))
      return false;
    for (size_t i = 0; i < a.terms.size(); ++i)
      if (!terms(a.terms[i], b.terms[i])) return false;
    for (const auto& [variable, rank] : a.rank_of) {
      const auto theirs = names_.variables.to.find(variable);
      const auto other =
          theirs == names_.variables.to.end() ? b.rank_of.end() : b.rank_of.find(theirs->second);
      if (other == b.rank_of.end() || !names_.ranks.add(rank, other->second)) return false;
    }
    return a.rank_of.size() == b.rank_of.size();
  }

  bool terms(const Term& a, const Term& b) {
    if (a.kind != b.kind || a.sign != b.sign || a.factors.size() != b.factors.size() || !maps(a, b))
      return false;
    std::vector<size_t> order(a.factors.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const bool free = a.kind == Term::Kind::Product && a.map.empty();
    if (a.kind == Term::Kind::Take && a.take != b.take) return false;
    do {
      Names tried = names_;
      if (factors(a, b, order, tried)) return names_ = std::move(tried), true;
    } while (free && std::ranges::next_permutation(order).found);
    return false;
  }

  static bool maps(const Term& a, const Term& b) {
    return std::ranges::equal(a.map, b.map, [](const einsum::MapStep& x, const einsum::MapStep& y) {
      return x.kind == y.kind && x.factor == y.factor && x.number == y.number &&
             x.function == y.function;
    });
  }

  bool factors(const Term& a, const Term& b, const std::vector<size_t>& order, Names& names) const {
    for (size_t i = 0; i < order.size(); ++i)
      if (!factors(a.factors[i], b.factors[order[i]], names)) return false;
    return true;
  }

  bool factors(const Factor& a, const Factor& b, Names& names) const {
    if (a.index() != b.index()) return false;
    if (const auto* access = std::get_if<Access>(&a))
      return accesses(*access, std::get<Access>(b), names);
    if (const auto* scalar = std::get_if<einsum::Scalar>(&a))
      return scalar->name == std::get<einsum::Scalar>(b).name;
    return std::get<einsum::Constant>(a).value == std::get<einsum::Constant>(b).value;
  }

  bool accesses(const Access& a, const Access& b, Names& names) const {
    if (!tensors(a.tensor, b.tensor, names) || a.indices.size() != b.indices.size()) return false;
    for (size_t i = 0; i < a.indices.size(); ++i)
      if (!std::ranges::equal(a.indices[i].terms, b.indices[i].terms,
                              [&](const einsum::IndexTerm& x, const einsum::IndexTerm& y) {
                                return x.coefficient == y.coefficient && x.symbol == y.symbol &&
                                       x.variable.empty() == y.variable.empty() &&
                                       (x.variable.empty() ||
                                        names.variables.add(x.variable, y.variable));
                              }))
        return false;
    return true;
  }

  bool tensors(const std::string& a, const std::string& b, Names& names) const {
    const einsum::Tensor* ours = ours_.find(a);
    const einsum::Tensor* theirs = theirs_.find(b);
    if (!ours || !theirs || ours->ranks.size() != theirs->ranks.size() ||
        ours->absent != theirs->absent || !names.tensors.add(a, b))
      return false;
    for (size_t i = 0; i < ours->ranks.size(); ++i)
      if (!names.ranks.add(ours->ranks[i], theirs->ranks[i])) return false;
    return true;
  }

  bool iterations() {
    if (ours_.iteration.has_value() != theirs_.iteration.has_value()) return false;
    if (!ours_.iteration) return true;
    const einsum::Iteration &a = *ours_.iteration, &b = *theirs_.iteration;
    if (a.first != b.first || a.count != b.count || a.at_most != b.at_most ||
        a.over.empty() != b.over.empty() || a.until_empty.empty() != b.until_empty.empty() ||
        a.times.has_value() != b.times.has_value() || a.carry.size() != b.carry.size())
      return false;
    if (!a.over.empty() && !names_.ranks.add(a.over, b.over)) return false;
    if (!a.until_empty.empty() && !names_.tensors.add(a.until_empty, b.until_empty)) return false;
    if (a.times && a.times->value != b.times->value) return false;
    for (size_t i = 0; i < a.carry.size(); ++i)
      if (!names_.tensors.add(a.carry[i].first, b.carry[i].first) ||
          !names_.tensors.add(a.carry[i].second, b.carry[i].second))
        return false;
    return true;
  }

  const Cascade &ours_, &theirs_;
  Names names_;
};

}  // namespace

bool Renaming::same_names() const { return text().empty(); }

std::string Renaming::text() const {
  std::string out;
  for (const auto* names : {&ranks, &tensors})
    for (const auto& [ours, theirs] : *names)
      if (ours != theirs) out += (out.empty() ? "" : ", ") + ours + " is " + theirs;
  return out;
}

std::optional<Renaming> same_einsum(const Cascade& ours, const Cascade& theirs) {
  const Cascade a = einsum::without_variants(ours), b = einsum::without_variants(theirs);
  return Matching(a, b).run();
}

}  // namespace teaal::driver
