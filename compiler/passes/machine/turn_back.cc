#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// Products of a block of registers go back and forth: a loop that is spelled out inside of another
// one runs the other way in every second iteration of that, so that two products one behind the
// other have a factor in common, which the multiplier then keeps instead of asking for it again.
namespace teaal::passes {
namespace {

using namespace ir;

// Loops in one another, spelled out, each from 0 on, around one assignment.
struct Products {
  std::vector<For> loops;
  Stmt body;
};

Products products_at(const Stmt& s) {
  Products out;
  Stmt at = s;
  while (const auto* n = as<For>(at)) {
    const bool counts = n->unroll && is_literal(n->begin, 0) && is_literal(n->step, 1);
    if (!counts || !literal(n->end)) return {};
    out.loops.push_back(*n);
    at = n->body;
  }
  out.body = at;
  return out;
}

// The position as a number, where loops have these iterations.
std::optional<int64_t> value_of(const Expr& e, const std::map<std::string, int64_t>& iterations) {
  if (const auto n = literal(e)) return n;
  if (const auto* v = as<Var>(e)) {
    const auto found = iterations.find(v->name);
    return found == iterations.end() ? std::nullopt : std::optional(found->second);
  }
  const auto* n = as<Binary>(e);
  const auto a = n ? value_of(n->lhs, iterations) : std::nullopt,
             b = n ? value_of(n->rhs, iterations) : std::nullopt;
  if (!a || !b) return std::nullopt;
  if (n->op == BinaryOp::Add) return *a + *b;
  return n->op == BinaryOp::Mul ? std::optional(*a * *b) : std::nullopt;
}

// Whether no two iterations have the same element: then it is no matter which is first.
bool elements_differ(const Products& p, const Expr& at) {
  int64_t all = 1;
  for (const For& loop : p.loops) all *= *literal(loop.end);
  std::set<int64_t> found;
  for (int64_t i = 0; i < all; ++i) {
    std::map<std::string, int64_t> iterations;
    int64_t rest = i;
    for (const For& loop : p.loops) {
      iterations[loop.var] = rest % *literal(loop.end);
      rest /= *literal(loop.end);
    }
    const auto element = value_of(at, iterations);
    if (!element || !found.insert(*element).second) return false;
  }
  return true;
}

class Turner {
 public:
  explicit Turner(const Kernel& kernel) : names_(names_of(kernel)) {
    for_each_stmt(kernel.body, [&](const Stmt& s) {
      const auto* n = as<Array>(s);
      if (n && n->memory == Memory::Registers) registers_.insert(n->buffer);
    });
  }

  Stmt walk(const Stmt& s) {
    if (const Products p = products_at(s); p.loops.size() > 1 && may_turn(p)) return turned(p, s);
    return map_children(
        s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return walk(child); });
  }

 private:
  // Each element is made of itself and of registers that no iteration writes.
  bool may_turn(const Products& p) const {
    constexpr int64_t most_products = 1024;
    int64_t all = 1;
    for (const For& loop : p.loops) all *= *literal(loop.end);
    const auto* n = as<Assign>(p.body);
    const auto* target = n ? as<Read>(n->target) : nullptr;
    if (!target || !registers_.contains(target->buffer) || all > most_products) return false;
    int factors = 0;
    bool own = true;
    for_each_expr(n->value, [&](const Expr& e) {
      const auto* from = as<Read>(e);
      if (!from) return;
      if (from->buffer == target->buffer) {
        own &= same(from->at, target->at);
        return;
      }
      own &= registers_.contains(from->buffer);
      ++factors;
    });
    return own && factors > 1 && elements_differ(p, target->at);
  }

  Stmt turned(const Products& p, const Stmt& s) {
    std::vector<std::string> steps;  // of each loop, the name that counts its iterations
    for (size_t i = 0; i < p.loops.size(); ++i)
      steps.push_back(i == 0 ? p.loops[i].var : names_.fresh(p.loops[i].var + "_step"));
    // Whether the loops outside of number i have done an odd number of iterations.
    const auto is_odd = [&](size_t i) {
      Expr done = lit(0);
      for (int64_t each = 1; i-- > 0 && each % 2 != 0; each *= *literal(p.loops[i].end))
        done = add(done, var(steps[i]));
      return equal(mod(done, lit(2)), lit(1));
    };
    Stmt body = p.body;
    for (size_t i = p.loops.size(); i-- > 0;) {
      For loop = p.loops[i];
      const Expr last = sub(loop.end, lit(1));
      if (i > 0)
        body = block(
            {let(loop.var, Type::Int, call("turned", {is_odd(i), last, var(steps[i])}), s->where),
             body});
      loop.var = steps[i];
      loop.body = std::move(body);
      body = make_stmt(std::move(loop), s->where);
    }
    return body;
  }

  Names names_;
  std::set<std::string> registers_;
};

}  // namespace

std::optional<Program> turn_back(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels) kernel.body = Turner(kernel).walk(kernel.body);
  return program;
}

}  // namespace teaal::passes
