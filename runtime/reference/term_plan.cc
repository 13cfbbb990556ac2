#include "runtime/reference/term_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "runtime/reference/presence.h"

namespace teaal::runtime {
namespace {

bool refuse(const ReferenceContext& context, const ManifestEinsum& einsum, const std::string& why) {
  context.diagnostics.error(
      Code::Unsupported, {},
      fmt::format("reference math cannot evaluate '{}': {}", einsum.text, why));
  return false;
}

// Adds the variables of an access in the order met.
void collect(const ManifestFactor& factor, std::vector<std::string>& names) {
  for (const auto& index : factor.indices)
    for (const ManifestIndexTerm& term : index)
      if (!term.variable.empty() && std::ranges::find(names, term.variable) == names.end())
        names.push_back(term.variable);
}

class Planner {
 public:
  Planner(const ManifestEinsum& einsum, const ManifestTerm& term, const Variables& variables,
          double nothing, const ReferenceContext& context)
      : einsum_(einsum), term_(term), variables_(variables), nothing_(nothing), context_(context) {}

  std::optional<TermPlan> plan() {
    plan_.take = term_.take;
    plan_.arithmetic = context_.arithmetic;
    plan_.sign = term_.sign < 0 ? -1 : 1;
    uses_.assign(variables_.names.size(), false);
    for (size_t f = 0; f < term_.factors.size(); ++f)
      if (!add_factor(f)) return std::nullopt;
    if (term_.take && !choose_take()) return std::nullopt;
    if (!choose_map()) return std::nullopt;
    plan_.rounding = roundings();
    if (!order_variables()) return std::nullopt;
    nest_tensors();
    return std::move(plan_);
  }

 private:
  bool refuse(const std::string& why) { return runtime::refuse(context_, einsum_, why); }

  bool add_factor(size_t f) {
    const ManifestFactor& factor = term_.factors[f];
    using Kind = ManifestFactor::Kind;
    if (factor.kind == Kind::Tensor) return add_tensor(factor, f);
    double value = factor.value;
    if (factor.kind == Kind::Scalar) {
      auto found = context_.scalars.find(factor.name);
      if (found == context_.scalars.end())
        return refuse("scalar '" + factor.name + "' has no value");
      value = found->second;
    }
    scalars_.emplace_back(f, value);
    // A take tests tensors only; scalars in it matter where it yields one.
    if (!term_.take) plan_.constant = context_.arithmetic.product(plan_.constant, value);
    return true;
  }

  bool add_tensor(const ManifestFactor& factor, size_t f) {
    auto found = context_.tensors.find(factor.name);
    if (found == context_.tensors.end()) return refuse("tensor '" + factor.name + "' has no data");
    const ReferenceTensor& tensor = found->second;
    if (tensor.list->order() != factor.indices.size())
      return refuse(fmt::format("tensor '{}' has {} ranks but {} indices", factor.name,
                                tensor.list->order(), factor.indices.size()));
    BoundTensor bound;
    bound.factor = f;
    for (const auto& index : factor.indices) {
      std::optional<LinearIndex> linear = linear_index(index);
      if (!linear) return false;
      bound.indices.push_back(std::move(*linear));
    }
    bound.absent = tensor.absent;
    plan_.tensors.push_back(std::move(bound));
    sources_.push_back(&tensor);
    return true;
  }

  std::optional<LinearIndex> linear_index(const std::vector<ManifestIndexTerm>& index) {
    LinearIndex out;
    out.coefficients.assign(variables_.names.size(), 0);
    int64_t reach = 0;
    for (const ManifestIndexTerm& term : index) {
      int64_t factor = 1;
      if (!term.symbol.empty()) {
        std::optional<int64_t> value = symbol_value(term.symbol);
        if (!value) {
          refuse("symbol '" + term.symbol + "' has no integer value");
          return std::nullopt;
        }
        factor = *value;
      }
      bool overflow = __builtin_mul_overflow(factor, term.coefficient, &factor);
      int v = variables_.find(term.variable);
      int64_t& target = v < 0 ? out.constant : out.coefficients[v];
      if (v >= 0) uses_[v] = true;
      overflow |= __builtin_add_overflow(target, factor, &target);
      int64_t most = 0;
      overflow |=
          factor == INT64_MIN ||
          __builtin_mul_overflow(std::abs(factor),
                                 v < 0 ? 1 : std::max<int64_t>(1, variables_.extents[v]), &most) ||
          __builtin_add_overflow(reach, most, &reach) || reach > int64_t{1} << 61;
      if (overflow) {
        refuse("an index does not fit 64 bits");
        return std::nullopt;
      }
    }
    return out;
  }

  // A stride may be given as a symbol or as a scalar.
  std::optional<int64_t> symbol_value(const std::string& name) const {
    if (auto found = context_.symbols.find(name); found != context_.symbols.end())
      return found->second;
    auto found = context_.scalars.find(name);
    constexpr double most = 0x1p53;
    if (found == context_.scalars.end() || std::fabs(found->second) > most ||
        found->second != std::trunc(found->second))
      return std::nullopt;
    return static_cast<int64_t>(found->second);
  }

  bool choose_take() {
    for (const auto& [f, value] : scalars_)
      if (static_cast<int>(f) == term_.take_index) plan_.constant = value;
    for (size_t t = 0; t < plan_.tensors.size(); ++t)
      if (static_cast<int>(plan_.tensors[t].factor) == term_.take_index)
        plan_.take_tensor = static_cast<int>(t);
    bool exists =
        term_.take_index >= 0 && term_.take_index < static_cast<int>(term_.factors.size());
    return exists || refuse(fmt::format("take has no argument {}", term_.take_index));
  }

  // Factors that multiply need no map, as long as an absent one gives nothing.
  bool choose_map() {
    if (term_.take || term_.factors.empty()) return true;
    std::optional<MapFunction> map = term_.map.empty()
                                         ? MapFunction::product(term_.factors.size())
                                         : MapFunction::read(term_.map, term_.factors.size());
    if (!map) return refuse("its map is no function of the term's factors");
    const bool unusual = map->may_be_nan(specials_of_factors());
    const bool plain =
        !unusual && term_.map.empty() && nothing_ == 0 &&
        std::ranges::all_of(sources_, [](const ReferenceTensor* t) { return t->absent == 0; });
    if (plain) return true;
    plan_.map = std::move(map);
    plan_.factors.assign(term_.factors.size(), {});
    for (const auto& [f, value] : scalars_) plan_.factors[f] = exact(value);
    return fill_those_that_count() && (!unusual || fill_stored());
  }

  // Relative errors add where operands multiply; other functions hand on the greatest at most, as
  // magnitudes carry the rest, and a take hands on that of its value.
  double roundings() const {
    double most = 0, sum = 0;
    for (const ReferenceTensor* tensor : sources_) {
      most = std::max(most, tensor->rounding);
      sum += tensor->rounding;
    }
    if (term_.take)
      return plan_.take_tensor < 0 ? 0 : sources_[static_cast<size_t>(plan_.take_tensor)]->rounding;
    if (!plan_.map) return sum;
    return static_cast<double>(2 * plan_.map->operations()) +
           (plan_.map->multiplies() ? sum : most);
  }

  std::vector<Specials> specials_of_factors() const {
    std::vector<Specials> out(term_.factors.size());
    for (const auto& [f, value] : scalars_) out[f].add(value);
    for (size_t t = 0; t < sources_.size(); ++t)
      out[plan_.tensors[t].factor] = specials_of(*sources_[t]);
    return out;
  }

  // 0 * NaN is NaN where the 0 is stored, and nothing where it is not; 0 / 0 likewise.
  bool fill_stored() {
    for (size_t t = 0; t < sources_.size(); ++t) {
      const std::string& name = term_.factors[plan_.tensors[t].factor].name;
      const ManifestTensor* declared = context_.manifest.tensor(name);
      if (!declared) continue;
      const ManifestView* view = view_read(context_.manifest, einsum_.output.name, name);
      std::optional<ReferenceTensor> filled = filled_as_stored(*sources_[t], *declared, view);
      if (!filled) continue;
      filled_.push_back(std::make_unique<ReferenceTensor>(std::move(*filled)));
      sources_[t] = filled_.back().get();
    }
    return true;
  }

  // A tensor whose absent elements change the value is read at every coordinate.
  bool fill_those_that_count() {
    for (size_t t = 0; t < sources_.size(); ++t) {
      std::vector<std::optional<double>> known(term_.factors.size());
      for (const auto& [f, value] : scalars_) known[f] = value;
      for (const BoundTensor& other : plan_.tensors)
        if (same_element(plan_.tensors[t], other)) known[other.factor] = other.absent;
      const std::optional<double> value = plan_.map->where_known(known);
      if (value && *value == nothing_) continue;
      if (!fill(sources_[t])) return false;
    }
    return true;
  }

  // Whether one is absent where the other is.
  bool same_element(const BoundTensor& a, const BoundTensor& b) const {
    return term_.factors[a.factor].name == term_.factors[b.factor].name && a.indices == b.indices;
  }

  bool fill(const ReferenceTensor*& source) {
    std::optional<ReferenceTensor> filled = filled_whole(*source);
    if (!filled) return refuse("a tensor whose absent elements count has more than 2^26 of them");
    filled_.push_back(std::make_unique<ReferenceTensor>(std::move(*filled)));
    source = filled_.back().get();
    return true;
  }

  // The estimated number of points that the loops over the variables in `set` visit: tensors are
  // taken to be independent and their entries to be spread evenly.
  double points(uint32_t set) const {
    double out = 1;
    for (size_t v = 0; v < variables_.names.size(); ++v)
      if (set >> v & 1) out *= static_cast<double>(variables_.extents[v]);
    for (size_t t = 0; t < plan_.tensors.size(); ++t) {
      double space = 1;
      for (size_t r = 0; r < plan_.tensors[t].indices.size(); ++r)
        if (bound_by(plan_.tensors[t].indices[r], set))
          space *= static_cast<double>(sources_[t]->list->shape[r]);
      double present = std::min(space, static_cast<double>(sources_[t]->list->entries()));
      if (space > 0) out *= present / space;
    }
    return out;
  }

  bool bound_by(const LinearIndex& index, uint32_t set) const {
    for (size_t v = 0; v < index.coefficients.size(); ++v)
      if (index.coefficients[v] != 0 && !(set >> v & 1)) return false;
    return true;
  }

  // How many tensors meet at a loop over `v`: the loop's work for each of its points.
  int meeting(int v) const {
    int out = 0;
    for (const BoundTensor& tensor : plan_.tensors)
      for (const LinearIndex& index : tensor.indices) out += index.coefficients[v] != 0;
    return std::max(out, 1);
  }

  // Variables that only the output has are looped over too; summed ones that the term lacks repeat
  // each product.
  std::optional<uint32_t> looped() {
    uint32_t out = 0;
    bool overflow = false;
    for (size_t v = 0; v < uses_.size(); ++v) {
      if (uses_[v] || v < variables_.of_output)
        out |= 1u << v;
      else
        overflow |= __builtin_mul_overflow(plan_.repeated, variables_.extents[v], &plan_.repeated);
    }
    if (overflow) {
      refuse("a term is repeated more often than 64 bits can count");
      return std::nullopt;
    }
    return out;
  }

  bool order_variables() {
    std::optional<uint32_t> all = looped();
    if (!all) return false;
    std::vector<int> natural;
    for (int v = 0; v < static_cast<int>(uses_.size()); ++v)
      if (*all >> v & 1) natural.push_back(v);
    plan_.order = cheapest_loops(*all);
    if (cost(natural) <= cost(plan_.order)) plan_.order = natural;
    return true;
  }

  // The order whose loops visit the fewest points, by dynamic programming over the sets of outer
  // variables. Among equals later variables go inside: the output is then written in its order.
  std::vector<int> cheapest_loops(uint32_t all) const {
    std::map<uint32_t, std::pair<double, int>> best;  // set → cost, its innermost variable
    best[0] = {0, -1};
    for (uint32_t set = 1; set <= all; ++set) {
      if ((set & all) != set) continue;
      std::pair<double, int> least = {std::numeric_limits<double>::infinity(), -1};
      double here = points(set);
      for (int v = 0; v < static_cast<int>(uses_.size()); ++v) {
        if (!(set >> v & 1)) continue;
        double whole = best[set & ~(1u << v)].first + here * meeting(v);
        if (least.second < 0 || whole <= least.first) least = {whole, v};
      }
      best[set] = least;
    }
    std::vector<int> order;
    for (uint32_t set = all; set != 0; set &= ~(1u << order.back()))
      order.push_back(best[set].second);
    std::ranges::reverse(order);
    return order;
  }

  // The work of an order: its loops, and sorting the tensors that are not stored in it.
  double cost(const std::vector<int>& order) const {
    constexpr double sorting = 30;
    double out = 0;
    uint32_t set = 0;
    for (int v : order) {
      set |= 1u << v;
      out += points(set) * meeting(v);
    }
    for (size_t t = 0; t < plan_.tensors.size(); ++t) {
      auto level = [&](const LinearIndex& index) { return last_level(index, order); };
      if (!std::ranges::is_sorted(plan_.tensors[t].indices, {}, level))
        out += sorting * static_cast<double>(sources_[t]->list->entries());
    }
    return out;
  }

  // The level of `order` at which an index is bound whole; -1 if it has no variable.
  static int last_level(const LinearIndex& index, const std::vector<int>& order) {
    int out = -1;
    for (size_t level = 0; level < order.size(); ++level)
      if (index.coefficients[order[level]] != 0) out = static_cast<int>(level);
    return out;
  }

  void nest_tensors() {
    for (size_t t = 0; t < plan_.tensors.size(); ++t) {
      BoundTensor& tensor = plan_.tensors[t];
      std::vector<int> ranks(tensor.indices.size());
      std::iota(ranks.begin(), ranks.end(), 0);
      std::ranges::stable_sort(ranks, {},
                               [&](int r) { return last_level(tensor.indices[r], plan_.order); });
      std::vector<LinearIndex> indices;
      for (int r : ranks) {
        indices.push_back(tensor.indices[r]);
        tensor.bound_at.push_back(last_level(tensor.indices[r], plan_.order));
      }
      tensor.indices = std::move(indices);
      tensor.trie = build_trie(*sources_[t], ranks);
    }
  }

  const ManifestEinsum& einsum_;
  const ManifestTerm& term_;
  const Variables& variables_;
  double nothing_;
  const ReferenceContext& context_;
  TermPlan plan_;
  std::vector<std::unique_ptr<ReferenceTensor>> filled_;
  std::vector<const ReferenceTensor*> sources_;
  std::vector<std::pair<size_t, double>> scalars_;  // factor, value
  std::vector<bool> uses_;
};

}  // namespace

int Variables::find(const std::string& name) const {
  auto found = std::ranges::find(names, name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

std::optional<Variables> find_variables(const ManifestEinsum& einsum,
                                        const ReferenceContext& context) {
  Variables out;
  collect(einsum.output, out.names);
  out.of_output = out.names.size();
  for (const ManifestTerm& term : einsum.terms)
    for (const ManifestFactor& factor : term.factors) collect(factor, out.names);
  constexpr size_t most_variables = 20;
  if (out.names.size() > most_variables) {
    refuse(context, einsum, fmt::format("it has more than {} variables", most_variables));
    return std::nullopt;
  }
  for (const std::string& name : out.names) {
    auto rank = einsum.rank_of.find(name);
    auto extent =
        rank == einsum.rank_of.end() ? context.extents.end() : context.extents.find(rank->second);
    if (extent == context.extents.end()) {
      refuse(context, einsum, "the extent of variable '" + name + "' is not known");
      return std::nullopt;
    }
    out.extents.push_back(extent->second);
  }
  return out;
}

std::optional<TermPlan> plan_term(const ManifestEinsum& einsum, const ManifestTerm& term,
                                  const Variables& variables, double nothing,
                                  const ReferenceContext& context) {
  return Planner(einsum, term, variables, nothing, context).plan();
}

}  // namespace teaal::runtime
