#include "tests/smith/write_generations.h"

#include <algorithm>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

constexpr const char* rank = "GEN";

std::optional<std::string> carried_to(const Case& c, const std::string& from) {
  for (const auto& [to, other] : c.iteration->carry)
    if (other == from) return to;
  return std::nullopt;
}

std::optional<std::string> carried_from(const Case& c, const std::string& to) {
  for (const auto& [other, from] : c.iteration->carry)
    if (other == to) return from;
  return std::nullopt;
}

// Calls visit(name) on the leader of everything that has one, and on what is staged.
template <class AnyExpression, class Visit>
void each_leader(AnyExpression& e, Visit visit) {
  for (auto& p : e.partitions)
    for (auto& op : p.ops) {
      if (op.kind == Op::Kind::Occupancy) visit(op.leader);
      for (auto& [tensor, most] : op.shares) visit(tensor);
    }
  for (auto& m : e.meetings) visit(m.leader);
  for (auto& s : e.stagings) visit(s.tensor);
}

void insert_index(Factor& factor, const std::string& text) {
  factor.indices.insert(factor.indices.begin(), Index{{1, "", text}});
}

}  // namespace

bool can_be_generations(const Case& c) {
  const Iteration& it = *c.iteration;
  if (!it.over.empty() || it.carry.empty()) return false;
  Names given, written;
  for (const auto& [to, from] : it.carry) {
    if (contains(given, from)) return false;
    given.push_back(from);
  }
  bool behind = false;
  for (const Expression& e : c.expressions) {
    if (contains(written, e.output.name)) return false;
    for (const std::string& name : e.inputs()) {
      const bool slice = contains(it.outputs, name) && !carried_to(c, name);
      const bool early = contains(it.outputs, name) && !contains(written, name);
      if ((behind && slice) || early) return false;
    }
    bool newer = false;
    each_leader(e, [&](const std::string& leader) {
      const auto from = carried_from(c, leader);
      newer |= from && contains(e.inputs(), *from);
    });
    if (newer) return false;
    written.push_back(e.output.name);
    behind |= e.output.name == it.outputs.back();
  }
  return true;
}

Case with_generations_as_leaders(Case c) {
  for (Expression& e : c.expressions)
    if (c.is_repeated(e)) {
      each_leader(e,
                  [&](std::string& leader) { leader = carried_from(c, leader).value_or(leader); });
      bind_once_to_registers(e);
    }
  return c;
}

Case as_generations(Case c) {
  const Case before = c;
  for (Tensor& t : c.tensors)
    if (contains(before.iteration->outputs, t.name)) t.ranks.insert(t.ranks.begin(), rank);
  size_t first = c.expressions.size();
  bool behind = false;
  for (size_t i = 0; i < c.expressions.size(); ++i) {
    Expression& e = c.expressions[i];
    const bool inside = before.is_repeated(e);
    if (inside) first = std::min(first, i);
    for (Term& term : e.terms)
      for (Factor& factor : term.factors) {
        if (factor.kind != Factor::Kind::Tensor) continue;
        const auto from = carried_from(before, factor.name);
        const bool own = contains(before.iteration->outputs, factor.name);
        if (inside && from) {
          factor.name = *from;
          insert_index(factor, "gen");
        } else if (own) {
          insert_index(factor, behind ? rank : carried_to(before, factor.name) ? "gen + 1" : "gen");
        }
      }
    if (inside) insert_index(e.output, carried_to(before, e.output.name) ? "gen + 1" : "gen");
    behind |= before.iteration->outputs.back() == before.expressions[i].output.name;
  }
  for (const auto& [to, from] : before.iteration->carry) {
    Expression start;
    Factor given;
    start.output = {Factor::Kind::Tensor, from, {{{1, "", "0"}}}};
    given.name = to;
    for (const std::string& r : before.tensor(from)->ranks)
      for (Factor* factor : {&start.output, &given})
        factor->indices.push_back({{1, "", lower_case(r)}});
    start.terms.emplace_back();
    start.terms[0].factors = {given};
    c.expressions.insert(c.expressions.begin() + static_cast<std::ptrdiff_t>(first), start);
  }
  c.iteration->carry.clear();
  return c;
}

}  // namespace teaal::smith
