#include "compiler/passes/build/build_nest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "compiler/einsum/rank_tree.h"
#include "compiler/ir/build.h"
#include "compiler/ir/text/text.h"
#include "compiler/passes/build/build_value.h"
#include "compiler/passes/nest.h"
#include "compiler/support/match.h"

namespace teaal::passes {
namespace {

using einsum::Access;
using einsum::Einsum;
using einsum::Index;
using einsum::Term;

std::string upper_case(std::string name) {
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

class NestBuilder {
 public:
  NestBuilder(const Einsum& e, const Term& term, const einsum::Cascade& cascade,
              const ir::Program& program, SpecSizes& sizes, Diagnostics& diagnostics)
      : einsum_(e),
        term_(term),
        cascade_(cascade),
        program_(program),
        sizes_(sizes),
        diagnostics_(diagnostics) {
    for (const einsum::Loop& l : e.loops) add_root(l);
    for (const std::string& v : e.variables)
      if (!var_of_.contains(v)) solve(v);
  }

  ir::Stmt nest(bool accumulates) {
    const bool combines = accumulates || sums_over_a_variable() ||
                          (einsum_.terms.size() > 1 && !starts_neutral(einsum_));
    ir::Stmt body =
        ir::assign(access(einsum_.output), combines ? assign_op(einsum_.reduce) : ir::AssignOp::Set,
                   value(), einsum_.where);
    if (ir::Expr present = all_present()) body = ir::if_then(present, body, einsum_.where);
    for (ir::ForRank& loop : loops_) loop.over = fibers(loop);
    for (size_t i = loops_.size(); i-- > 0;) {
      loops_[i].body = body;
      body = ir::make_stmt(loops_[i], einsum_.where);
    }
    return body;
  }

 private:
  bool sums_over_a_variable() const {
    for (const std::string& v : einsum_.variables)
      if (std::none_of(einsum_.output.indices.begin(), einsum_.output.indices.end(),
                       [&](const Index& i) { return i.terms[0].variable == v; }))
        return true;
    return false;
  }

  // ---- Which loops ----

  void add_root(const einsum::Loop& l) {
    for (const ir::ForRank& known : loops_)
      if (known.root == l.root) return;
    ir::ForRank loop;
    loop.rank = loop.root = loop.extent = l.root;
    loop.var = variable_of(l.root);
    for (const einsum::Flattening& f : einsum_.flattenings)
      if (f.result == l.root) join(f, loop);
    if (loop.joined.empty() && is_index_math(l)) {
      const Index* equation = equation_of(l.root);
      if (!equation || !read_by_term(*equation, l.root)) return pending_.push_back(&l);
      tied_.emplace(l.root, equation);
    } else if (loop.joined.empty()) {
      loop.extent = einsum_.rank_of.at(l.variables[0]);
      var_of_.emplace(l.variables[0], loop.var);
    }
    loops_.push_back(std::move(loop));
  }

  // A rank that is flattened whole gets its variable here; one that is split keeps the variable of
  // its own loop until `partition`.
  void join(const einsum::Flattening& f, ir::ForRank& loop) {
    for (const std::string& source : f.ranks) {
      std::string root = root_of_part(source);
      std::string variable = variable_of_root(root);
      loop.joined.push_back(
          {variable_of(source), source, root, einsum_.rank_of.at(variable), nullptr, {}});
      var_of_.emplace(variable, variable_of(root));
      if (source == root || has_loop(root)) continue;
      // All of its upper parts are flattened, too: its own loop is needed to hold the split.
      ir::ForRank own;
      own.rank = own.root = root;
      own.extent = einsum_.rank_of.at(variable);
      own.var = variable_of(root);
      loops_.push_back(std::move(own));
    }
  }

  bool has_loop(const std::string& root) const {
    for (const einsum::Loop& l : einsum_.loops)
      if (l.root == root) return true;
    for (const ir::ForRank& l : loops_)
      if (l.root == root) return true;
    return false;
  }

  std::string root_of_part(const std::string& part) const {
    for (const einsum::Split& s : einsum_.splits)
      for (size_t i = 0; i <= ops_of(einsum_, s.root).size(); ++i)
        if (const auto& ops = ops_of(einsum_, s.root);
            !ops.empty() && einsum::part_name(s.root, ops, i) == part)
          return s.root;
    return part;
  }

  std::string variable_of_root(const std::string& root) const {
    for (const std::string& v : einsum_.variables)
      if (upper_case(v) == root) return v;
    for (const Access* a : accesses())
      for (size_t i = 0; i < a->indices.size(); ++i)
        if (rank_of(*a, i) == root && a->indices[i].plain()) return a->indices[i].terms[0].variable;
    return root;
  }

  std::vector<const Access*> accesses() const {
    std::vector<const Access*> out = {&einsum_.output};
    for (const Term& t : einsum_.terms)
      for (const Access* a : inputs_of(t)) out.push_back(a);
    return out;
  }

  const std::string& rank_of(const Access& a, size_t i) const {
    return cascade_.find(a.tensor)->ranks[i];
  }

  // ---- Index math ----

  // What ties a rank of index math to the variables: its index where it is first read.
  const Index* equation_of(const std::string& rank) const {
    for (const Access* a : accesses())
      for (size_t i = 0; i < a->indices.size(); ++i)
        if (rank_of(*a, i) == rank && !a->indices[i].plain()) return &a->indices[i];
    return nullptr;
  }

  // A loop over W of I[2*q + s] stands for the loop over one of the variables: s = w - 2*q.
  void solve(const std::string& variable) {
    for (auto& [rank, index] : tied_) {
      if (!index || solved_.contains(rank)) continue;
      for (const einsum::IndexTerm& t : index->terms) {
        auto c =
            t.variable == variable ? ir::literal(sizes_.stride(t, index->where)) : std::nullopt;
        if (!c || *c == 0) continue;
        solved_.insert(rank);
        return add_solved(variable, rank, *index, *c);
      }
    }
    if (!pending_.empty()) return loop_over(variable);
    diagnostics_.error(Code::Unsupported, einsum_.where,
                       fmt::format("unsupported: no loop runs over '{}', and no rank of index math "
                                   "in the loop order fixes it; list its rank in the loop-order",
                                   variable));
  }

  // A term that does not read the tied rank meets every coordinate of the variable: the loop runs
  // over that instead.
  void loop_over(const std::string& variable) {
    auto ties = [&](const einsum::Loop* l) {
      const Index* equation = equation_of(l->root);
      return equation && std::any_of(equation->terms.begin(), equation->terms.end(),
                                     [&](const auto& t) { return t.variable == variable; });
    };
    auto found = std::find_if(pending_.begin(), pending_.end(), ties);
    if (found == pending_.end()) found = pending_.begin();
    ir::ForRank loop;
    loop.rank = (*found)->name;
    loop.root = upper_case(variable);
    loop.extent = einsum_.rank_of.at(variable);
    loop.var = variable_of(loop.root);
    var_of_.emplace(variable, loop.var);
    loops_.push_back(std::move(loop));
    pending_.erase(found);
  }

  bool read_by_term(const Index& equation, const std::string& rank) const {
    for (const Access* a : inputs_of(term_))
      for (size_t i = 0; i < a->indices.size(); ++i)
        if (rank_of(*a, i) == rank && !a->indices[i].plain() &&
            ir::same(sum(a->indices[i]), sum(equation)))
          return true;
    return false;
  }

  void add_solved(const std::string& variable, const std::string& rank, const Index& index,
                  int64_t coefficient) {
    Index others = index;
    std::erase_if(others.terms, [&](const einsum::IndexTerm& t) { return t.variable == variable; });
    ir::ForRank loop;
    loop.rank = loop.root = upper_case(variable);
    loop.extent = einsum_.rank_of.at(variable);
    loop.var = variable_of(loop.root);
    ir::Expr w = ir::size_of(ir::var(variable_of(rank)));
    ir::Expr rest = others.terms.empty() ? ir::lit(0) : sum(others);
    loop.at = coefficient > 0 ? ir::sub(w, rest) : ir::sub(rest, w);
    loop.divisor = std::abs(coefficient);
    var_of_.emplace(variable, loop.var);
    loops_.push_back(std::move(loop));
  }

  ir::Expr sum(const Index& index) const {
    ir::Expr out;
    for (const einsum::IndexTerm& t : index.terms) {
      ir::Expr c = sizes_.stride(t, index.where), one = c;
      if (!t.variable.empty()) {
        std::string var = variable_of(upper_case(t.variable));
        if (auto known = var_of_.find(t.variable); known != var_of_.end()) var = known->second;
        one = ir::mul(c, ir::size_of(ir::var(var)));
      }
      out = out ? ir::add(out, one) : one;
    }
    return out;
  }

  // ---- Values ----

  ir::Expr index(const Access& a, size_t i) const {
    const Index& index = a.indices[i];
    if (index.plain()) return ir::var(var_of_.at(index.terms[0].variable));
    auto tied = tied_.find(rank_of(a, i));
    bool walks = tied != tied_.end() && tied->second && ir::same(sum(*tied->second), sum(index));
    return walks ? ir::var(variable_of(tied->first)) : sum(index);
  }

  ir::Expr access(const Access& a) {
    ir::Access out{a.tensor, {}};
    for (size_t i = 0; i < a.indices.size(); ++i) out.at.push_back(index(a, i));
    std::vector<ir::Access>& uses = uses_[a.tensor];
    for (const ir::Access& use : uses)
      if (std::equal(use.at.begin(), use.at.end(), out.at.begin(), out.at.end(), ir::same))
        return ir::make_expr(use);
    if (!uses.empty()) out.operand += "#" + std::to_string(uses.size() + 1);
    uses.push_back(out);
    return ir::make_expr(out);
  }

  ir::Expr factor(const einsum::Factor& f) {
    return match(
        f, [&](const Access& a) { return access(a); },
        [](const einsum::Scalar& s) { return ir::var("scalar_" + s.name); },
        [](const einsum::Constant& c) { return ir::make_expr(ir::FloatLit{c.value}); });
  }

  ir::Expr value() {
    ir::Expr out = term_.kind == Term::Kind::Take
                       ? factor(term_.factors[static_cast<size_t>(term_.take)])
                       : mapped_value(term_, [&](const einsum::Factor& f) { return factor(f); });
    return term_.sign < 0 ? times(ir::make_expr(ir::FloatLit{-1}), out) : out;
  }

  static ir::Expr times(ir::Expr a, ir::Expr b) {
    return ir::make_expr(ir::Binary{ir::BinaryOp::Mul, std::move(a), std::move(b)});
  }

  // take() looks at patterns: a stored default, such as an uncompressed rank holds, is an absence.
  // Null for products.
  ir::Expr all_present() {
    ir::Expr out;
    if (term_.kind != Term::Kind::Take) return out;
    for (const Access* a : inputs_of(term_)) {
      const double absent = cascade_.find(a->tensor)->absent;
      ir::Expr one = absent == 0
                         ? ir::call("present", {access(*a)})
                         : ir::call("differs", {access(*a), ir::make_expr(ir::FloatLit{absent})});
      out = out ? ir::both(out, one) : one;
    }
    return out;
  }

  // The operands that a loop's variable, or any of a flattened loop's, indexes.
  ir::CoIteration fibers(const ir::ForRank& loop) {
    std::set<std::string> vars = {loop.var}, seen;
    for (const ir::Joined& j : loop.joined) vars.insert(variable_of(j.root));
    ir::CoIteration out;
    if (loop.at) return out;
    for (const Access* a : walked_factors()) {
      ir::Expr e = access(*a);
      for (const ir::Expr& at : ir::as<ir::Access>(e)->at) {
        const auto* v = ir::as<ir::Var>(at);
        const std::string& operand = ir::as<ir::Access>(e)->operand;
        if (v && vars.contains(v->name) && seen.insert(operand).second)
          out.fibers.push_back({operand});
      }
    }
    return out;
  }

  // A factor that the map leaves out says over what ranks the loops run, no more: it is
  // uncompressed, since an absent element of it would count.
  std::vector<const Access*> read_factors() const {
    if (term_.map.empty()) return inputs_of(term_);
    std::vector<const Access*> out;
    for (size_t i = 0; i < term_.factors.size(); ++i) {
      const auto* a = std::get_if<Access>(&term_.factors[i]);
      const bool read = std::any_of(term_.map.begin(), term_.map.end(), [&](const auto& step) {
        return step.kind == einsum::MapStep::Kind::Factor && step.factor == i;
      });
      if (a && read) out.push_back(a);
    }
    return out;
  }

  // Those of the factors that loops walk: of several that have the same structure one.
  std::vector<const Access*> walked_factors() const {
    const auto structure = [&](const Access& a) -> const std::string& {
      const std::string& like = cascade_.find(a.tensor)->storage.like;
      return like.empty() ? a.tensor : like;
    };
    std::vector<const Access*> out = read_factors();
    std::ranges::stable_partition(out, [&](const Access* a) { return structure(*a) == a->tensor; });
    std::vector<Access> seen;
    std::erase_if(out, [&](const Access* a) {
      Access place = *a;
      place.tensor = structure(*a);
      const bool again =
          a->tensor != place.tensor &&
          std::ranges::any_of(seen, [&](const Access& s) { return same_element(s, place); });
      seen.push_back(std::move(place));
      return again;
    });
    return out;
  }

  const Einsum& einsum_;
  const Term& term_;
  const einsum::Cascade& cascade_;
  const ir::Program& program_;
  SpecSizes& sizes_;
  Diagnostics& diagnostics_;
  std::vector<ir::ForRank> loops_;
  std::map<std::string, std::string> var_of_;            // variable → loop variable
  std::map<std::string, const Index*> tied_;             // rank of index math with a loop → its sum
  std::vector<const einsum::Loop*> pending_;             // loops over ranks that the term lacks
  std::set<std::string> solved_;                         // of these, those that a variable used up
  std::map<std::string, std::vector<ir::Access>> uses_;  // tensor → its operands
};

}  // namespace

std::vector<const Access*> inputs_of(const Term& t) {
  std::vector<const Access*> out;
  for (const einsum::Factor& f : t.factors)
    if (const auto* a = std::get_if<Access>(&f)) out.push_back(a);
  return out;
}

ir::Stmt build_nest(const Einsum& e, const Term& term, bool accumulates,
                    const einsum::Cascade& cascade, const ir::Program& program, SpecSizes& sizes,
                    Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  NestBuilder builder(e, term, cascade, program, sizes, diagnostics);
  return diagnostics.errors() > errors ? ir::block({}) : builder.nest(accumulates);
}

}  // namespace teaal::passes
