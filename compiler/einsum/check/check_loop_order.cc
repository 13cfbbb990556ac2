#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"
#include "compiler/einsum/expression.h"

namespace teaal::einsum {
namespace {

using Names = std::vector<std::string>;

bool contains(const Names& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Checks the loop order of one einsum, or makes the default one.
class LoopOrder {
 public:
  LoopOrder(Checking& c, Einsum& einsum, const EinsumRanks& ranks)
      : c_(c), einsum_(einsum), uses_(ranks.uses), tree_(ranks.tree) {}

  void run(const spec::OutputMapping* mapping) {
    if (!mapping || !mapping->loop_order) {
      for (const std::string& name : default_order()) add_loop({name, einsum_.where});
      return;
    }
    einsum_.has_loop_order = true;
    where_ = mapping->loop_order_where;
    given_ = &*mapping->loop_order;
    if (check_names() && check_complete())
      for (const Name& name : *given_) add_loop(name);
  }

 private:
  Diagnostic& error(const SourceRange& where, std::string message) {
    return c_.diagnostics.error(Code::LoopOrder, where, std::move(message));
  }

  void add_loop(const Name& name) {
    const RankTree::Node& node = *tree_.find(name.value);
    Loop loop{name.value, node.root, node.part, {}, false, spec::Stamp::Kind::Position, name.where};
    for (const std::string& origin : tree_.origins(name.value)) {
      const RankUse& use = uses_.at(origin);
      if (use.kind != RankUse::Kind::IndexMath) loop.variables.push_back(use.variables[0]);
    }
    einsum_.loops.push_back(std::move(loop));
  }

  // --- the default: output variables, then the others as they appear; splits in place, high to
  // low; a flattened rank in place if its sources were neighbours in order, else at the end.

  // The name that a variable's rank goes by: its upper case, unless only another name of it is
  // partitioned.
  std::string rank_name(const std::string& variable) const {
    std::string own = upper_case(variable);
    if (tree_.leaves(own) != Names{own}) return own;
    for (const auto& [rank, use] : uses_)
      if (use.kind == RankUse::Kind::Renamed && use.variables[0] == variable &&
          tree_.leaves(rank) != Names{rank})
        return rank;
    return own;
  }

  void push_parts(Names& order, const std::string& rank) const {
    const RankTree::Node& node = *tree_.find(rank);
    if (node.parts.empty())
      order.push_back(rank);
    else
      for (const std::string& part : node.parts) push_parts(order, part);
  }

  Names default_order() const {
    Names order;
    for (const std::string& v : einsum_.variables) push_parts(order, rank_name(v));
    for (const std::string& flattened : tree_.flattened()) place_flattened(order, flattened);
    return order;
  }

  void place_flattened(Names& order, const std::string& flattened) const {
    const RankTree::Node& node = *tree_.find(flattened);
    const Names& sources = node.sources;
    auto at = std::search(order.begin(), order.end(), sources.begin(), sources.end());
    const bool adjacent = at != order.end();
    const std::ptrdiff_t place = at - order.begin();
    std::erase_if(order, [&](const std::string& rank) { return contains(sources, rank); });
    Names parts;
    push_parts(parts, flattened);
    order.insert(adjacent ? order.begin() + place : order.end(), parts.begin(), parts.end());
  }

  // --- a given order

  bool check_names() {
    const int errors = c_.diagnostics.errors();
    for (size_t i = 0; i < given_->size(); ++i) {
      const Name& name = (*given_)[i];
      const RankTree::Node* node = tree_.find(name.value);
      if (!node)
        refuse_unknown(name);
      else if (!node->parts.empty())
        error(name.where, fmt::format("{} is split; list its parts {} instead", name.value,
                                      quoted_list(tree_.leaves(name.value))));
      else if (!node->flattened.empty())
        error(name.where, fmt::format("{} is flattened into {}; list {} instead", name.value,
                                      node->flattened, quoted_list(tree_.leaves(node->flattened))));
      for (size_t j = 0; j < i; ++j)
        if ((*given_)[j].value == name.value) {
          error(name.where,
                fmt::format("{} stands twice in the loop-order; list each rank once", name.value))
              .note((*given_)[j].where, "the first one is here");
          break;
        }
    }
    return c_.diagnostics.errors() == errors;
  }

  void refuse_unknown(const Name& name) {
    std::string root = name.value;
    while (!root.empty() && root.back() >= '0' && root.back() <= '9') root.pop_back();
    if (root != name.value && tree_.find(root) && tree_.leaves(root) == Names{root}) {
      error(name.where,
            fmt::format("{} is not split; list {}, or add a partitioning of {}", root, root, root));
      return;
    }
    c_.diagnostics.error(Code::UnknownRank, name.where,
                         fmt::format("the einsum of {} has no rank '{}'{}", einsum_.output.tensor,
                                     name.value, guess(name.value, wanted())));
  }

  // The final ranks of the variables by their usual names.
  Names wanted() const {
    Names out;
    for (const std::string& v : einsum_.variables)
      for (const std::string& leaf : tree_.leaves(rank_name(v)))
        if (!contains(out, leaf)) out.push_back(leaf);
    return out;
  }

  bool listed(const std::string& leaf) const {
    return std::any_of(given_->begin(), given_->end(),
                       [&](const Name& n) { return n.value == leaf; });
  }

  size_t count_listed(const Names& leaves) const {
    return static_cast<size_t>(std::count_if(leaves.begin(), leaves.end(),
                                             [&](const std::string& l) { return listed(l); }));
  }

  // The names of a variable's rank: upper case and renamed ones.
  Names names_of(const std::string& variable) const {
    Names out{upper_case(variable)};
    for (const auto& [rank, use] : uses_)
      if (use.kind == RankUse::Kind::Renamed && use.variables[0] == variable) out.push_back(rank);
    return out;
  }

  bool check_complete() {
    const int errors = c_.diagnostics.errors();
    Names uncovered, missing;
    for (const std::string& v : einsum_.variables) sort_variable(v, uncovered, missing);
    for (const auto& [rank, use] : uses_)
      if (use.kind == RankUse::Kind::IndexMath) check_solved(rank, use, uncovered, missing);
    if (c_.diagnostics.errors() != errors) return false;
    for (const std::string& v : uncovered)
      for (const std::string& leaf : tree_.leaves(rank_name(v)))
        if (!contains(missing, leaf)) missing.push_back(leaf);
    if (missing.empty()) return true;
    error(where_,
          fmt::format("the loop-order of {} lacks {}; list every rank once, outermost first",
                      einsum_.output.tensor, quoted_list(missing)));
    return false;
  }

  // Covered: all of one of its names is listed. Begun: some part of it is.
  void sort_variable(const std::string& variable, Names& uncovered, Names& missing) {
    std::string by;
    for (const std::string& rank : names_of(variable)) {
      const Names leaves = tree_.leaves(rank);
      const size_t count = count_listed(leaves);
      if (count == 0) continue;
      if (!by.empty()) {
        error(where_, fmt::format("{} and {} are one rank ('{}'); list only one of them", by, rank,
                                  variable));
        return;
      }
      by = rank;
      if (count == leaves.size()) continue;
      for (const std::string& leaf : leaves)
        if (!listed(leaf) && !contains(missing, leaf)) missing.push_back(leaf);
    }
    if (by.empty()) uncovered.push_back(variable);
  }

  bool in_output(const std::string& variable) const {
    return std::any_of(einsum_.output.indices.begin(), einsum_.output.indices.end(),
                       [&](const Index& i) { return i.terms[0].variable == variable; });
  }

  bool follows(const std::string& rank) const {
    return std::any_of(einsum_.splits.begin(), einsum_.splits.end(), [&](const Split& s) {
      return s.root == rank && s.ops[0].kind == spec::PartitionOp::Kind::Follow;
    });
  }

  // A rank of index math in the order stands for one variable that the nest solves for.
  void check_solved(const std::string& rank, const RankUse& use, Names& uncovered, Names& missing) {
    const Names leaves = tree_.leaves(rank);
    if (count_listed(leaves) == 0) return;
    const bool following = follows(rank);
    for (const std::string& leaf : leaves) {
      const bool bottom = leaf == leaves.back();
      if (following && !bottom && listed(leaf)) {
        error(range_of(leaf),
              fmt::format("{} runs with the upper parts of the rank that {} follows; list only {}",
                          leaf, rank, leaves.back()));
        return;
      }
      if (!listed(leaf) && (!following || bottom)) missing.push_back(leaf);
    }
    auto solved = std::find_if(uncovered.begin(), uncovered.end(), [&](const std::string& v) {
      return contains(use.variables, v) && !in_output(v);
    });
    if (solved == uncovered.end())
      refuse_unsolved(rank, use, leaves.back(), uncovered);
    else
      uncovered.erase(solved);
  }

  SourceRange range_of(const std::string& leaf) const {
    for (const Name& name : *given_)
      if (name.value == leaf) return name.where;
    return where_;
  }

  void refuse_unsolved(const std::string& rank, const RankUse& use, const std::string& leaf,
                       const Names& uncovered) {
    for (const std::string& v : uncovered)
      if (contains(use.variables, v) && in_output(v)) {
        error(range_of(leaf),
              fmt::format("the loop nest must run over the output's own rank {}; replace {} by {}",
                          upper_case(v), leaf, quoted_list(tree_.leaves(rank_name(v)))));
        return;
      }
    error(range_of(leaf),
          fmt::format("{} follows from {}, which the loop-order lists already; drop {}", rank,
                      quoted_list(use.variables), leaf));
  }

  Checking& c_;
  Einsum& einsum_;
  const RankUses& uses_;
  const RankTree& tree_;
  SourceRange where_;
  const std::vector<Name>* given_ = nullptr;
};

class SpaceTimeCheck {
 public:
  SpaceTimeCheck(Checking& c, Einsum& einsum) : c_(c), einsum_(einsum) {}

  void run(const spec::SpaceTime& spacetime) {
    const int errors = c_.diagnostics.errors();
    for (const spec::Stamp& stamp : spacetime.space) place(stamp, true);
    for (const spec::Stamp& stamp : spacetime.time) place(stamp, false);
    if (c_.diagnostics.errors() != errors) return;
    Names missing;
    for (const Loop& loop : einsum_.loops)
      if (!find(loop.name)) missing.push_back(loop.name);
    if (!missing.empty())
      c_.diagnostics.error(
          Code::SpaceTime, spacetime.where,
          fmt::format(
              "the spacetime of {} lacks {}; list every loop rank once, in space or in time",
              einsum_.output.tensor, quoted_list(missing)));
    einsum_.has_spacetime = true;
    einsum_.slip = spacetime.slip;
  }

 private:
  const spec::Stamp* find(const std::string& rank) const {
    for (const spec::Stamp* stamp : placed_)
      if (stamp->rank.value == rank) return stamp;
    return nullptr;
  }

  void place(const spec::Stamp& stamp, bool space) {
    const std::string& rank = stamp.rank.value;
    auto loop = std::find_if(einsum_.loops.begin(), einsum_.loops.end(),
                             [&](const Loop& l) { return l.name == rank; });
    if (loop == einsum_.loops.end()) {
      Names loops;
      for (const Loop& l : einsum_.loops) loops.push_back(l.name);
      c_.diagnostics.error(Code::SpaceTime, stamp.rank.where,
                           fmt::format("the loop-order of {} has no rank '{}'{}",
                                       einsum_.output.tensor, rank, guess(rank, loops)));
      return;
    }
    if (const spec::Stamp* first = find(rank)) {
      c_.diagnostics
          .error(Code::SpaceTime, stamp.rank.where,
                 fmt::format(
                     "{} stands twice in the spacetime of {}; a rank is either in space or in time",
                     rank, einsum_.output.tensor))
          .note(first->rank.where, "the first one is here");
      return;
    }
    placed_.push_back(&stamp);
    loop->space = space;
    loop->stamp = stamp.kind;
  }

  Checking& c_;
  Einsum& einsum_;
  std::vector<const spec::Stamp*> placed_;
};

}  // namespace

bool check_loop_orders(Checking& c) {
  const int errors = c.diagnostics.errors();
  for (size_t i = 0; i < c.cascade.einsums.size(); ++i) {
    Einsum& einsum = c.cascade.einsums[i];
    const spec::OutputMapping* mapping = c.mapping_of(einsum);
    const int before = c.diagnostics.errors();
    LoopOrder(c, einsum, c.ranks[i]).run(mapping);
    if (mapping && mapping->spacetime && c.diagnostics.errors() == before)
      SpaceTimeCheck(c, einsum).run(*mapping->spacetime);
  }
  return c.diagnostics.errors() == errors;
}

}  // namespace teaal::einsum
