#include "compiler/passes/memory/nest_facts.h"

#include <algorithm>
#include <cstdlib>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/linear.h"

namespace teaal::passes {

using namespace ir;

NestFacts::NestFacts(const Stmt& body, Spread together) : together_(together) {
  nest_.body = body;
  for_each_stmt(body, [&](const Stmt& s) {
    const auto* loop = as<ForRank>(s);  // those that store sums run once more over the same ranks
    const auto same = [&](const Nest::Loop& l) { return l.loop.rank == loop->rank; };
    if (loop && std::ranges::none_of(nest_.loops, same)) nest_.loops.push_back({*loop, s->where});
  });
  root_of_ = roots_of_variables(nest_);
  for (const Nest::Loop& l : nest_.loops)
    if (l.loop.tile && l.loop.joined.empty()) root_of_[l.loop.var] = l.loop.rank;
}

bool NestFacts::spread(size_t i) const {
  const Place place = loop(i).place;
  if (place == Place::Warp && together_ == Spread::Warp) return false;
  return place != Place::Time && place != Place::Block;
}

bool NestFacts::spread_before(const std::string& root, size_t end) const {
  for (size_t i = 0; i < end; ++i)
    if (spread(i) && roots_of(loop(i)).contains(root)) return true;
  return false;
}

std::set<std::string> NestFacts::roots_in(const Expr& index) const {
  std::set<std::string> out;
  for_each_expr(index, [&](const Expr& e) {
    if (const auto* v = as<Var>(e)) out.insert(root_of_.at(v->name));
  });
  return out;
}

std::string NestFacts::root_of(const Expr& index) const {
  const auto* v = as<Var>(index);
  return v ? root_of_.at(v->name) : "";
}

bool NestFacts::fixed(const std::string& root, size_t at) const {
  for (size_t i = 0; i <= at; ++i) {
    if (loop(i).tile && loop(i).rank == root) return !spread_before(loop(i).root, i + 1);
    if (!bound_roots(loop(i)).contains(root)) continue;
    if (spread_before(root, i + 1)) return false;
    const std::set<std::string> needed =
        loop(i).at ? roots_in(loop(i).at) : std::set<std::string>();
    return std::ranges::all_of(needed, [&](const std::string& r) { return fixed(r, at); });
  }
  return false;
}

bool NestFacts::fixed(const Level& level, const Expr& index, size_t at) const {
  const std::set<std::string> roots = roots_in(index);
  if (std::ranges::all_of(roots, [&](const std::string& r) { return fixed(r, at); })) return true;
  const std::string root = root_of(index);
  if (!level.tile || root.empty()) return false;
  const std::string over = loop_over(level, root, nest_);
  for (size_t i = 0; i <= at; ++i)
    if (!over.empty() && loop(i).rank == over) return !spread_before(root, i + 1);
  return false;
}

std::optional<int64_t> NestFacts::reach(const std::string& root, size_t at) const {
  std::optional<int64_t> out;
  for (size_t i = 0; i <= at; ++i) {
    const ForRank& l = loop(i);
    if (!roots_of(l).contains(root)) continue;
    if (spread(i)) break;
    const bool even = l.leader.empty() || even_runs_.contains(i);
    if (!l.tile || !even || !l.joined.empty()) continue;
    auto length = literal(l.tile);
    // A tile of the snaps' multiples may be longer by what they cut off.
    for (const Expr& snap : l.snaps)
      length = length && literal(snap) ? std::optional(*length + *literal(snap) - 1) : std::nullopt;
    if (length) out = out ? std::min(*out, *length) : *length;
  }
  return out;
}

std::optional<int64_t> NestFacts::span(const Expr& index, size_t at) const {
  const std::optional<Linear> sum = linear(index);
  if (!sum) return std::nullopt;
  int64_t out = 1;
  for (const auto& [name, scale] : sum->coefficients) {
    const std::string& root = root_of_.at(name);
    if (fixed(root, at)) continue;
    const std::optional<int64_t> extent = reach(root, at);
    if (!extent) return std::nullopt;
    out += std::abs(scale) * (*extent - 1);
  }
  return out;
}

std::optional<int64_t> NestFacts::run_length(const std::string& root, const std::string& leader,
                                             size_t at) const {
  std::optional<int64_t> out = reach(root, at);
  for (size_t i = 0; i <= at; ++i) {
    const ForRank& l = loop(i);
    if (l.leader.empty() || l.leader != leader || l.root != root || !l.joined.empty()) continue;
    if (const auto tile = literal(l.tile)) out = out ? std::min(*out, *tile) : *tile;
  }
  return out;
}

}  // namespace teaal::passes
