#include "compiler/passes/machine/finishing.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/copies.h"

namespace teaal::passes {

using namespace ir;

namespace {

const Assign& assign_of(const Finish::Link& link) { return *as<Assign>(link.assign); }

const std::string* view_named(const Finish::Link& link, const std::string& operand) {
  const auto found = std::ranges::find(link.operands, operand, &Operand::name);
  return found == link.operands.end() ? nullptr : &found->view;
}

}  // namespace

Finishing::Finishing(const Program& program, const Kernel& kernel, const View& sums,
                     const Target& target)
    : program_(program), finish_(kernel.finish), narrow_(target.narrow_values) {
  if (!finish_) {
    elements_.push_back({sums.name, values_name(sums), {}});
    return;
  }
  elements_.push_back(element_of(*as<Access>(finish_->sum), sums));
  for (const Finish::Link& link : finish_->links) {
    const Access& to = *as<Access>(assign_of(link).target);
    const std::string* view = view_named(link, to.operand);
    elements_.push_back(element_of(to, view ? view_of(*view) : view_of(result().view)));
  }
}

Finishing::Element Finishing::element_of(const Access& access, const View& view) const {
  const std::vector<std::string>& ranks = program_.tensor(access.operand)->ranks;
  Element out{view.name, values_name(view), {}};
  for (const Level& level : view.levels) {
    const auto rank = std::ranges::find(ranks, level.rank) - ranks.begin();
    out.at.push_back(as<Var>(access.at[static_cast<size_t>(rank)])->name);
  }
  return out;
}

// Row-major over the levels as they are stored, spelled as coiterate does.
Expr Finishing::in_memory(const Element& element, const Where& where) const {
  if (where.place && element.at == sums().at) return read(element.values, where.place);
  const std::vector<Level>& levels = view_of(element.view).levels;
  Expr place = lit(0);
  for (size_t l = 0; l < levels.size(); ++l) {
    const Expr& index = where.at.at(element.at[l]);
    place = l == 0
                ? index
                : add(mul(call("offset", {place}), call("offset", {var(levels[l].rank)})), index);
  }
  return read(element.values, place);
}

// Coordinates that stand in places are named otherwise than those that the value itself names.
Expr Finishing::value_of(const Finish::Link& link, const Expr& sum, const Where& where) const {
  std::map<std::string, Expr> elements;
  const Expr named = rewrite(assign_of(link).value, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (!access) return e;
    const std::string* view = view_named(link, access->operand);
    const std::string name = "element of " + access->operand;
    elements[name] = view ? in_memory(element_of(*access, view_of(*view)), where) : sum;
    return var(name);
  });
  return rewrite(named, [&](const Expr& e) {
    const auto* v = as<Var>(e);
    if (!v) return e;
    const auto element = elements.find(v->name);
    if (element != elements.end()) return element->second;
    const auto coordinate = where.at.find(v->name);
    return coordinate == where.at.end() ? e : coordinate->second;
  });
}

std::vector<Stmt> Finishing::in_place(const Expr& sum, const Where& where) const {
  std::vector<Stmt> out;
  if (empty()) return out;
  for (size_t i = 0; i < finish_->links.size(); ++i) {
    const Finish::Link& link = finish_->links[i];
    // As the array would have held it.
    if (narrow_) out.push_back(assign(sum, AssignOp::Set, call("stored", {sum})));
    if (is_stored(i)) out.push_back(assign(in_memory(elements_[i], where), AssignOp::Set, sum));
    const Expr value = value_of(link, sum, where);
    const AssignOp op = assign_of(link).op;
    if (op != AssignOp::Set || !same(value, sum))
      out.push_back(assign(sum, op, value, link.assign->where));
  }
  return out;
}

// Elements have names where they are used again; one that grows has a variable.
std::vector<Stmt> Finishing::stored(const Expr& sum, const Where& where, Names& names) const {
  std::vector<Stmt> out;
  Expr element = sum;
  for (size_t i = 0; finish_ && i < finish_->links.size(); ++i) {
    const Finish::Link& link = finish_->links[i];
    const AssignOp op = assign_of(link).op;
    const bool grows = op != AssignOp::Set;
    if (grows || narrow_ || !as<Var>(element)) {
      const std::string name = names.fresh(program_.view(elements_[i].view)->tensor + "_element");
      const Expr held = narrow_ ? call("stored", {element}) : element;
      const SourceRange& at = i == 0 ? link.assign->where : finish_->links[i - 1].assign->where;
      out.push_back(grows ? changing(name, Type::Value, held, at)
                          : let(name, Type::Value, held, at));
      element = var(name);
    }
    if (is_stored(i) && !(i == 0 && where.lies_there))
      out.push_back(assign(in_memory(elements_[i], where), AssignOp::Set, element));
    const Expr value = value_of(link, element, where);
    if (grows)
      out.push_back(assign(element, op, value, link.assign->where));
    else
      element = value;
  }
  const SourceRange at = empty() ? SourceRange{} : finish_->links.back().assign->where;
  out.push_back(assign(in_memory(result(), where), AssignOp::Set, element, at));
  return out;
}

std::vector<Param> Finishing::params() const {
  std::vector<Param> out;
  std::set<std::string> seen;
  const auto add_values = [&](const Element& e, bool written) {
    if (seen.insert(e.values).second)
      out.push_back({Param::Kind::Values, e.values, e.view, 0, nullptr, written});
  };
  add_values(result(), true);
  if (empty()) return out;
  if (finish_->stored) add_values(sums(), true);
  for (size_t i = 0; i < finish_->links.size(); ++i)
    if (finish_->links[i].stored) add_values(elements_[i + 1], true);
  for (const Finish::Link& link : finish_->links)
    for_each_expr(assign_of(link).value, [&](const Expr& e) {
      if (const auto* access = as<Access>(e))
        if (const std::string* view = view_named(link, access->operand))
          add_values(element_of(*access, view_of(*view)), false);
      const auto* v = as<Var>(e);
      for (const std::string& s : program_.scalars)
        if (v && v->name == "scalar_" + s && seen.insert(v->name).second)
          out.push_back({Param::Kind::Scalar, v->name, s, 0, nullptr, false});
    });
  return out;
}

void Finishing::add_sizes(std::vector<Param>& params) const {
  add_extents(view_of(sums().view), params);
  if (empty()) return;
  add_extents(view_of(result().view), params);
  for (const Finish::Link& link : finish_->links)
    for (const Operand& o : link.operands) add_extents(view_of(o.view), params);
}

void drop_unstored(Program& program, const Finish& finish, bool sums_stored) {
  std::vector<std::pair<std::string, bool>> made = {
      {as<Access>(finish.sum)->operand, finish.stored || sums_stored}};
  for (const Finish::Link& link : finish.links)
    made.emplace_back(as<Access>(assign_of(link).target)->operand, link.stored);
  for (const auto& [tensor, is_stored] : made) {
    const bool stored = std::ranges::any_of(made, [&, &name = tensor](const auto& other) {
      return other.first == name && other.second;
    });
    if (stored || !std::erase_if(program.views,
                                 [&, &name = tensor](const View& v) { return v.tensor == name; }))
      continue;
    program.notes.push_back(fmt::format("{} is fused: its elements stay in registers", tensor));
  }
}

}  // namespace teaal::passes
