#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/linear.h"
#include "compiler/passes/machine/conditions.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// Neighbours that a thread reads or writes in a loop that is spelled out move in quads, where their
// addresses begin at multiples of four: as far as the text tells, else as far as a test of sizes
// and pointers does, which joins the test for whole tiles. The text for other tiles stays as it is,
// and serves where that test fails. Of a tile in shared memory pairs are read so, too.
namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t quad = 4, pair = 2;
// Of so many sums in registers, what a store takes is apart: through all of the loop in front, the
// quads that it wants would keep sums in the banks of the factors that they are added from.
constexpr int64_t many = 64;

// What a name stands for: the value of a Let, or a loop's begin and step.
struct Known {
  Expr value, step;
};
using Scope = std::map<std::string, Known>;

// An array whose quads are aligned where it is itself, and these sizes are multiples of four.
struct Aligned {
  std::string array;
  std::set<std::string> sizes;
  bool operator<(const Aligned& other) const {
    return std::tie(array, sizes) < std::tie(other.array, other.sizes);
  }
};
using Conditions = std::set<Aligned>;

Expr substituted(const Expr& e, const std::map<std::string, Expr>& values) {
  return rewrite(e, [&](const Expr& node) {
    if (const auto* n = as<Binary>(node)) return binary(n->op, n->lhs, n->rhs);
    const auto* v = as<Var>(node);
    const auto found = v ? values.find(v->name) : values.end();
    return found == values.end() ? node : found->second;
  });
}

// Calls f for what is evaluated wherever the expression is.
void for_each_sure(const Expr& e, const std::function<void(const Expr&)>& f) {
  f(e);
  const auto* n = as<Binary>(e);
  const auto* c = as<Call>(e);
  if (n && (n->op == BinaryOp::And || n->op == BinaryOp::Or)) return for_each_sure(n->lhs, f);
  if (c && (c->intrinsic == "select" || c->intrinsic == "choose" || c->intrinsic == "mask_where"))
    return for_each_sure(c->args[0], f);
  for_children(e, [&](const Expr& child) { for_each_sure(child, f); });
}

class Widener {
 public:
  explicit Widener(Kernel& kernel) : kernel_(kernel), names_(names_of(kernel)) {
    for (const Param& p : kernel.params) {
      if (p.kind == Param::Kind::Int) sizes_.insert(p.name);
      const bool workspace = p.kind == Param::Kind::Workspace && p.type == Type::Value;
      if (p.kind == Param::Kind::Values || workspace) values_.insert(p.name);
      if (p.kind == Param::Kind::Values) stored_.insert(p.name);
    }
    for_each_stmt(kernel.body, [&](const Stmt& s) {
      const auto* n = as<Array>(s);
      if (!n || n->type != Type::Value) return;
      if (n->stored) stored_.insert(n->buffer);
      if (n->memory == Memory::Registers) registers_.insert(n->buffer);
      if (n->memory == Memory::Registers && n->extent >= many) apart_.insert(n->buffer);
      if (n->memory == Memory::Shared && (n->quads || n->byte >= 0)) shared_.insert(n->buffer);
    });
  }

  void run() { kernel_.body = walk(kernel_.body, {}, nullptr); }

 private:
  // `conditions`: of the test for whole tiles that the statement stands under, if it does. Without
  // one, quads of tiles in shared memory alone are found, which begin at multiples of 16 bytes.
  Stmt walk(const Stmt& s, Scope scope, Conditions* conditions) {
    if (const auto* n = as<ir::Block>(s)) return walk_block(*n, std::move(scope), conditions);
    if (const auto* n = as<For>(s)) {
      if (is_spelled(*n))
        if (Stmt wide = widened(*n, s->where, scope, conditions)) return wide;
      if (Stmt wide = widened_under_question(*n, s->where, scope, conditions)) return wide;
      scope[n->var] = {n->begin, n->step};
    }
    return map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return walk(child, scope, conditions); });
  }

  Stmt walk_block(const ir::Block& n, Scope scope, Conditions* conditions) {
    std::map<std::string, Conditions> of_tests;
    std::vector<Stmt> out;
    for (const Stmt& s : n.stmts) {
      const auto* named = as<Let>(s);
      if (named && named->changes) scope.erase(named->var);
      if (named && !named->changes) scope[named->var] = {named->value, nullptr};
      if (named && named->type == Type::Bool)
        if (Expr rest = without_implied(named->value, scope); rest != named->value) {
          out.push_back(let(named->var, Type::Bool, rest, s->where));
          continue;
        }
      const auto* test = named ? as<Call>(named->value) : nullptr;
      if (test && test->intrinsic == "whole") of_tests[named->var];
      const auto* branch = as<If>(s);
      const auto* cond = branch ? as<Var>(branch->cond) : nullptr;
      const auto found = cond ? of_tests.find(cond->name) : of_tests.end();
      out.push_back(walk(s, scope, found == of_tests.end() ? conditions : &found->second));
    }
    for (Stmt& s : out)
      if (const auto* named = as<Let>(s); named && of_tests.contains(named->var))
        s = with_conditions(*named, s->where, of_tests.at(named->var), scope);
    return block(std::move(out));
  }

  Stmt with_conditions(const Let& test, const SourceRange& where, const Conditions& all,
                       const Scope& scope) const {
    Expr cond = as<Call>(test.value)->args[0];
    for (const Aligned& one : all) {
      if (one.sizes.empty()) cond = both(cond, call("aligned_rows", {var(one.array), lit(quad)}));
      for (const std::string& size : one.sizes)
        cond = both(cond, call("aligned_rows", {var(one.array), var(size)}));
    }
    return let(test.var, Type::Bool, call("whole", {without_implied(cond, scope)}), where);
  }

  // Of conditions in a row, those that hold whatever sizes the others ask for.
  Expr without_implied(const Expr& e, const Scope& scope) const {
    std::vector<Expr> conditions = conditions_of(e);
    std::set<std::string> known;
    for (const Expr& c : conditions)
      if (asks_for_rows(c))
        if (const auto sizes = multiple_if(as<Call>(c)->args[1], scope))
          known.insert(sizes->begin(), sizes->end());
    const auto implied = [&](const Expr& c) { return is_implied(c, known, scope); };
    const bool less = std::erase_if(conditions, implied) > 0;
    return less && !conditions.empty() ? all_of(conditions) : e;
  }

  // That a number is a multiple of four, where these sizes are.
  bool is_implied(const Expr& e, const std::set<std::string>& known, const Scope& scope) const {
    const auto* is = as<Binary>(e);
    const auto* rest =
        is && is->op == BinaryOp::Eq && is_literal(is->rhs, 0) ? as<Binary>(is->lhs) : nullptr;
    if (!rest || rest->op != BinaryOp::Mod || !is_literal(rest->rhs, quad)) return false;
    const auto sizes = multiple_if(rest->lhs, scope);
    return sizes && std::ranges::includes(known, *sizes);
  }

  // Loops of quads or pairs of iterations, without a test or a loop inside.
  static bool is_spelled(const For& n) {
    const auto turns = literal(n.end);
    bool plain = true;
    for_each_stmt(n.body,
                  [&](const Stmt& s) { plain &= as<ir::Block>(s) || as<Assign>(s) || as<Let>(s); });
    return plain && n.unroll && is_literal(n.begin, 0) && is_literal(n.step, 1) && turns &&
           *turns > 0 && *turns % pair == 0;
  }
  static int64_t width_of(const For& loop) { return *literal(loop.end) % quad == 0 ? quad : pair; }

  // ---- Which elements are neighbours ----
  struct Found {
    std::string array;
    Expr at;     // as it stands there
    Expr first;  // with the iteration's number still in it, but no name of the loop's own
    bool stored = false;
    Expr source;  // the register that is stored, if it has neighbours of its own
  };

  // The sizes that must be multiples of four for that to be one of `width`, four or two.
  std::optional<std::set<std::string>> multiple_if(const Expr& e, const Scope& scope,
                                                   int64_t width = quad) const {
    if (const auto n = literal(e))
      return *n % width == 0 ? std::optional(std::set<std::string>()) : std::nullopt;
    if (const auto* v = as<Var>(e)) {
      const auto known = scope.find(v->name);
      if (known == scope.end())
        return sizes_.contains(v->name) ? std::optional(std::set{v->name}) : std::nullopt;
      Scope outside = scope;  // a loop may begin where an outer one of that name is
      outside.erase(v->name);
      const Known& is = known->second;
      return is.step ? joint(multiple_if(is.value, outside, width),
                             multiple_if(is.step, outside, width))
                     : multiple_if(is.value, outside, width);
    }
    if (const auto* n = as<Call>(e))
      return is_cast(*n) ? multiple_if(n->args[0], scope, width) : std::nullopt;
    const auto* n = as<Binary>(e);
    if (!n) return std::nullopt;
    const auto l = multiple_if(n->lhs, scope, width), r = multiple_if(n->rhs, scope, width);
    const bool of_both = n->op == BinaryOp::Add || n->op == BinaryOp::Sub ||
                         n->op == BinaryOp::Min || n->op == BinaryOp::Max;
    if (of_both) return joint(l, r);
    if (n->op != BinaryOp::Mul) return std::nullopt;
    return !l || (r && r->size() < l->size()) ? r : l;
  }

  static std::optional<std::set<std::string>> joint(std::optional<std::set<std::string>> a,
                                                    const std::optional<std::set<std::string>>& b) {
    if (!a || !b) return std::nullopt;
    a->insert(b->begin(), b->end());
    return a;
  }

  Stmt widened(const For& loop, const SourceRange& where, const Scope& scope,
               Conditions* conditions) {
    std::vector<Found> found = neighbours(loop);
    Conditions needed;
    std::erase_if(found, [&](const Found& f) {
      const int64_t width = width_of(loop);
      const auto sizes = multiple_if(substituted(f.first, {{loop.var, lit(0)}}), scope, width);
      if (shared_.contains(f.array)) return !sizes || !sizes->empty();
      if (!sizes || !conditions || width != quad) return true;
      needed.insert({f.array, *sizes});
      return false;
    });
    if (found.empty()) return nullptr;
    if (conditions) conditions->insert(needed.begin(), needed.end());
    return in_quads(loop, where, found);
  }

  // Of a quad of iterations that each ask first whether their coordinate is in a rank: they get the
  // same answer, where quads begin at multiples of four and the rank's size is one.
  Stmt widened_under_question(const For& loop, const SourceRange& where, const Scope& scope,
                              Conditions* conditions) {
    const auto* body = as<ir::Block>(loop.body);
    const auto* asks = body && !body->stmts.empty() ? as<If>(body->stmts.back()) : nullptr;
    if (!asks || !conditions || !is_literal(loop.end, quad)) return nullptr;
    std::map<std::string, Expr> own;  // names of the loop
    for (const Stmt& s : body->stmts)
      if (const auto* named = as<Let>(s); named && !named->changes)
        own[named->var] = substituted(named->value, own);
      else if (s != body->stmts.back())
        return nullptr;
    const Expr question = substituted(asks->cond, own);
    const auto sizes = sizes_for_one_answer(question, loop.var, scope);
    For bare = loop;
    std::vector<Stmt> inside = body->stmts;
    inside.back() = asks->body;
    bare.body = block(std::move(inside));
    if (!sizes || !is_spelled(bare)) return nullptr;
    Conditions needed;
    Stmt wide = widened(bare, where, scope, &needed);
    std::set<std::string> asked_for;
    for (const Aligned& one : needed) asked_for.insert(one.sizes.begin(), one.sizes.end());
    if (!wide || !std::ranges::includes(asked_for, *sizes)) return nullptr;
    conditions->insert(needed.begin(), needed.end());
    return if_then(substituted(question, {{loop.var, lit(0)}}), std::move(wide), where);
  }

  // The sizes that must be multiples of four for all of a quad to get one answer.
  std::optional<std::set<std::string>> sizes_for_one_answer(const Expr& question,
                                                            const std::string& variable,
                                                            const Scope& scope) const {
    std::optional<std::set<std::string>> out = std::set<std::string>();
    for (const Expr& c : conditions_of(question)) {
      const auto* n = as<Binary>(c);
      const bool below = n && n->op == BinaryOp::Lt, from = n && n->op == BinaryOp::Le;
      if (!below && !from) return std::nullopt;
      const Expr &coordinate = below ? n->lhs : n->rhs, &limit = below ? n->rhs : n->lhs;
      if (stride_of(coordinate, variable) != 1 || stride_of(limit, variable) != 0)
        return std::nullopt;
      const Expr first = substituted(coordinate, {{variable, lit(0)}});
      out = joint(joint(out, multiple_if(first, scope)), multiple_if(limit, scope));
      if (!out) return std::nullopt;
    }
    return out;
  }

  // Elements of arrays in memory, one behind the other from iteration to iteration.
  std::vector<Found> neighbours(const For& loop) const {
    std::vector<Found> out;
    std::map<std::string, Expr> own;  // names of the loop
    std::map<std::string, int> stores, reads;
    auto note = [&](const Read& n, const Assign* store) {
      if (!values_.contains(n.buffer) && (store || !shared_.contains(n.buffer))) return;
      const Expr first = substituted(n.at, own);
      const bool known = std::ranges::any_of(
          out, [&](const Found& f) { return f.array == n.buffer && same(f.first, first); });
      if (known || stride_of(first, loop.var) != 1) return;
      const auto* from = store ? as<Read>(store->value) : nullptr;
      const bool side_by_side = from && registers_.contains(from->buffer) &&
                                stride_of(substituted(from->at, own), loop.var) == 1;
      out.push_back({n.buffer, n.at, first, store != nullptr,
                     side_by_side ? read(from->buffer, substituted(from->at, own)) : nullptr});
    };
    for_each_stmt(loop.body, [&](const Stmt& s) {
      if (const auto* named = as<Let>(s); named && !named->changes)
        own[named->var] = substituted(named->value, own);
      const auto* assigned = as<Assign>(s);
      const auto* target = assigned ? as<Read>(assigned->target) : nullptr;
      if (target) ++stores[target->buffer];
      for_each_expr_of(s, [&](const Expr& e) {
        if (const auto* n = as<Read>(e)) ++reads[n->buffer];
      });
      for_each_sure_of(s, [&](const Expr& e) {
        if (const auto* n = as<Read>(e)) note(*n, nullptr);
      });
      if (target && assigned->op == AssignOp::Set) note(*target, assigned);
    });
    // What is written once and not read, or only read.
    std::erase_if(out, [&](const Found& f) {
      return f.stored ? stores[f.array] > 1 || reads[f.array] > 0 : stores[f.array] > 0;
    });
    return out;
  }

  // The values of a Let or an Assign, and the place that it writes, which is no read.
  template <class F>
  static void for_each_expr_of(const Stmt& s, const F& f) {
    if (const auto* n = as<Let>(s)) for_each_expr(n->value, f);
    if (const auto* n = as<Assign>(s)) {
      for_each_expr(n->value, f);
      if (const auto* place = as<Read>(n->target)) for_each_expr(place->at, f);
    }
  }
  static void for_each_sure_of(const Stmt& s, const std::function<void(const Expr&)>& f) {
    if (const auto* n = as<Let>(s)) for_each_sure(n->value, f);
    if (const auto* n = as<Assign>(s)) for_each_sure(n->value, f);
  }

  // ---- The loop over quads ----
  Stmt in_quads(const For& loop, const SourceRange& where, const std::vector<Found>& found) {
    std::vector<Stmt> before, behind;
    Stmt body = loop.body;
    for (const Found& f : found) {
      if (f.source) {
        const auto* from = as<Read>(f.source);
        body = with_store(body, f, [](const Stmt&) { return block({}); });
        behind.push_back(each_part(loop, where, [&](const Expr& begin) {
          return copy(apart_.contains(from->buffer) ? CopyWay::Store : CopyWay::Write,
                      read(f.array, at(f.first, loop, begin)),
                      read(from->buffer, at(from->at, loop, begin)), quad, where);
        }));
        continue;
      }
      const std::string own = names_.fresh(f.array + name_of_parts(loop));
      const Expr element = read(own, var(loop.var));
      Array quads{own, *literal(loop.end), Type::Value, Memory::Registers};
      quads.stored = stored_.contains(f.array) && is_moved(loop.body, f);
      before.push_back(make_stmt(std::move(quads), where));
      if (f.stored) {
        body = with_store(body, f, [&](const Stmt& s) {
          return assign(element, AssignOp::Set, as<Assign>(s)->value, s->where);
        });
        behind.push_back(each_part(loop, where, [&](const Expr& begin) {
          return copy(CopyWay::Write, read(f.array, at(f.first, loop, begin)), read(own, begin),
                      quad, where);
        }));
      } else {
        body = rewrite(body, [&](const Expr& e) { return is_it(e, f) ? element : e; });
        before.push_back(each_part(loop, where, [&](const Expr& begin) {
          return copy(shared_.contains(f.array) ? CopyWay::Load : CopyWay::Read, read(own, begin),
                      read(f.array, at(f.first, loop, begin)), width_of(loop), where);
        }));
      }
    }
    std::vector<Stmt> out = std::move(before);
    if (does_something(body)) {
      For rest = loop;
      rest.body = body;
      out.push_back(make_stmt(std::move(rest), where));
    }
    out.insert(out.end(), behind.begin(), behind.end());
    return block(std::move(out));
  }

  static bool is_it(const Expr& e, const Found& f) {
    const auto* n = as<Read>(e);
    return n && n->buffer == f.array && same(n->at, f.at);
  }

  // Whether what is read goes to registers that hold elements as tensors store them, and nowhere
  // else.
  bool is_moved(const Stmt& body, const Found& f) const {
    int reads = 0, moves = 0;
    for_each_expr(body, [&](const Expr& e) { reads += is_it(e, f); });
    for_each_stmt(body, [&](const Stmt& s) {
      const auto* n = as<Assign>(s);
      const auto* to = n && n->op == AssignOp::Set ? as<Read>(n->target) : nullptr;
      moves += to && is_it(n->value, f) && registers_.contains(to->buffer) &&
               stored_.contains(to->buffer);
    });
    return reads == moves;
  }

  template <class F>
  static Stmt with_store(const Stmt& s, const Found& f, const F& instead) {
    if (const auto* n = as<Assign>(s)) return is_it(n->target, f) ? instead(s) : s;
    const auto* n = as<ir::Block>(s);
    if (!n) return s;
    std::vector<Stmt> out;
    for (const Stmt& child : n->stmts) out.push_back(with_store(child, f, instead));
    return block(std::move(out));
  }

  static bool does_something(const Stmt& body) {
    bool found = false;
    for_each_stmt(body, [&](const Stmt& s) { found |= as<Assign>(s) != nullptr; });
    return found;
  }

  static bool single(const For& loop) { return is_literal(loop.end, width_of(loop)); }
  static std::string name_of_parts(const For& loop) {
    return std::string(width_of(loop) == quad ? "_quad" : "_pair") + (single(loop) ? "" : "s");
  }
  static Expr at(const Expr& e, const For& loop, const Expr& iteration) {
    return substituted(e, {{loop.var, iteration}});
  }

  // What is done for the quad or pair that begins with an iteration.
  template <class F>
  Stmt each_part(const For& loop, const SourceRange& where, const F& move) {
    if (single(loop)) return move(lit(0));
    const int64_t width = width_of(loop);
    const std::string number = names_.fresh(width == quad ? "quad" : "pair");
    return make_stmt(For{number, Type::Int, lit(0), lit(*literal(loop.end) / width), lit(1), "",
                         move(mul(var(number), lit(width))), true},
                     where);
  }

  Kernel& kernel_;
  Names names_;
  std::set<std::string> sizes_, values_, registers_;
  std::set<std::string> apart_;   // registers that stores take copies of
  std::set<std::string> shared_;  // tiles that begin at a multiple of 16 bytes
  std::set<std::string> stored_;  // arrays of elements as tensors store them
};

}  // namespace

std::optional<Program> widen(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (!kernel.tiled) Widener(kernel).run();
  return program;
}

}  // namespace teaal::passes
