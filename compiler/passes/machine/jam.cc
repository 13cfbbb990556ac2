#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// A worker that visits stored tuples one behind the other, and sums something of each, waits for
// what a tuple names before it knows what the next one asks for. So some are visited at once:
// first both are located, then the loops inside run once for both, then both sums are stored.
namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t at_once = 4;

// The parts of an iteration: what locates it, loops that sum, and what stores the sums.
struct Parts {
  std::vector<Stmt> before, loops, behind;
};

class Jammer {
 public:
  explicit Jammer(const Kernel& kernel) : names_(names_of(kernel)) {
    for (const Param& p : kernel.params)
      if (p.written) written_.insert(p.name);
  }

  Stmt walk(const Stmt& s) {
    if (const auto* loop = as<For>(s))
      if (const auto parts = parts_of(*loop)) return jammed(*loop, *parts, s->where);
    return map_children(
        s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return walk(child); });
  }

 private:
  using Renamed = std::map<std::string, std::string>;

  // Nothing where an iteration is of another form, or where one may see what another one did.
  std::optional<Parts> parts_of(const For& loop) const {
    const auto* body = as<Block>(loop.body);
    if (!body || loop.unroll) return std::nullopt;
    Parts out;
    std::set<std::string> own;
    for (const Stmt& s : body->stmts) {
      const bool sums = as<For>(s) != nullptr;
      if (sums && !out.behind.empty()) return std::nullopt;
      if (const auto* n = as<Let>(s)) own.insert(n->var);
      (sums ? out.loops : out.loops.empty() ? out.before : out.behind).push_back(s);
    }
    if (out.loops.empty() || out.behind.empty()) return std::nullopt;
    const bool plain =
        std::ranges::all_of(out.before, [&](const Stmt& s) { return locates(s); }) &&
        std::ranges::all_of(out.loops, [&](const Stmt& s) { return sums(s, own, loop.var); }) &&
        std::ranges::all_of(out.behind, [&](const Stmt& s) { return stores(s); });
    const bool tuples = std::ranges::any_of(out.before, [&](const Stmt& s) {
      const auto* n = as<Let>(s);
      return n && n->type == Type::Coord &&
             (reads_at(n->value, loop.var) || calls(n->value, "coord_in_group"));
    });
    // All iterations are located before any of them sums, and summed before any stores.
    const bool apart = disjoint(changed_in(out.before, own), named_in({out.loops, out.behind})) &&
                       disjoint(changed_in(out.behind, own), named_in({out.before, out.loops}));
    return plain && apart && tuples && asks_by(out.loops, own) ? std::optional(out) : std::nullopt;
  }

  using NameSet = std::set<std::string>;

  // Variables and arrays that statements change, of those that outlast an iteration.
  static NameSet changed_in(const std::vector<Stmt>& stmts, const NameSet& own) {
    NameSet out;
    for (const Stmt& s : stmts)
      for_each_stmt(s, [&](const Stmt& part) {
        const auto* n = as<Assign>(part);
        if (!n) return;
        if (const auto* v = as<Var>(n->target); v && !own.contains(v->name)) out.insert(v->name);
        if (const auto* r = as<Read>(n->target)) out.insert(r->buffer);
      });
    return out;
  }
  static NameSet named_in(const std::vector<std::vector<Stmt>>& parts) {
    NameSet out;
    for (const std::vector<Stmt>& stmts : parts)
      for (const Stmt& s : stmts)
        for_each_expr(s, [&](const Expr& e) {
          if (const auto* v = as<Var>(e)) out.insert(v->name);
          if (const auto* r = as<Read>(e)) out.insert(r->buffer);
        });
    return out;
  }
  static bool disjoint(const NameSet& a, const NameSet& b) {
    return std::ranges::none_of(a, [&](const std::string& name) { return b.contains(name); });
  }

  static bool reads_at(const Expr& e, const std::string& position) {
    bool found = false;
    for_each_expr(e, [&](const Expr& part) {
      const auto* r = as<Read>(part);
      const auto* v = r ? as<Var>(r->at) : nullptr;
      found |= v && v->name == position;
    });
    return found;
  }

  // A name, or a step of a walk that is known outside.
  bool locates(const Stmt& s) const {
    const auto* n = as<Assign>(s);
    return (as<Let>(s) || (n && as<Var>(n->target))) && !reads_written(s);
  }

  // Changes names of the iteration alone, without asking other threads; the loops are the same for
  // all iterations.
  bool sums(const Stmt& s, const std::set<std::string>& own, const std::string& position) const {
    if (reads_written(s)) return false;
    std::set<std::string> changed = own, differs = own;  // differs: among iterations
    differs.insert(position);
    for_each_stmt(s, [&](const Stmt& part) {
      const auto* n = as<Let>(part);
      const auto* step = as<Assign>(part);
      const auto* target = step ? as<Var>(step->target) : nullptr;
      if (n) changed.insert(n->var);
      if (n && names(n->value, differs)) differs.insert(n->var);
      if (target && names(step->value, differs)) differs.insert(target->name);
    });
    bool out = true;
    for_each_stmt(s, [&](const Stmt& part) {
      if (const auto* loop = as<For>(part)) {
        for (const Expr& bound : {loop->begin, loop->end, loop->step})
          out &= !names(bound, differs);
        return;
      }
      const auto* n = as<Assign>(part);
      const auto* target = n ? as<Var>(n->target) : nullptr;
      out &= as<Block>(part) || as<Let>(part) || as<If>(part) || as<Remark>(part) ||
             (target && changed.contains(target->name));
    });
    return out;
  }

  // No loops; what is stored is not read by other iterations' `before` and `loops`, see
  // reads_written.
  static bool stores(const Stmt& s) {
    bool out = true, writes = false;
    for_each_stmt(s, [&](const Stmt& part) {
      writes |= as<Assign>(part) != nullptr;
      out &=
          as<Block>(part) || as<Let>(part) || as<If>(part) || as<Assign>(part) || as<Remark>(part);
    });
    return out && (writes || as<Let>(s));
  }

  bool reads_written(const Stmt& s) const {
    bool found = false;
    for_each_expr(s, [&](const Expr& e) {
      if (const auto* r = as<Read>(e)) found |= written_.contains(r->buffer);
      const auto* c = as<Call>(e);
      for (const Expr& arg : c ? c->args : std::vector<Expr>())
        if (const auto* v = as<Var>(arg)) found |= written_.contains(v->name);
    });
    return found;
  }

  static bool names(const Expr& e, const std::set<std::string>& own) {
    bool found = false;
    for_each_expr(e, [&](const Expr& part) {
      const auto* v = as<Var>(part);
      found |= v && own.contains(v->name);
    });
    return found;
  }

  // Whether what the loops read depends on the iteration: else there is nothing to wait for.
  static bool asks_by(const std::vector<Stmt>& loops, const std::set<std::string>& own) {
    std::set<std::string> known = own;
    bool found = false;
    for (const Stmt& s : loops)
      for_each_stmt(s, [&](const Stmt& part) {
        for_children(
            part,
            [&](const Expr& e) {
              for_each_expr(e, [&](const Expr& inner) {
                const auto* r = as<Read>(inner);
                found |= r && names(r->at, known);
              });
            },
            [](const Stmt&) {});
        if (const auto* n = as<Let>(part); n && names(n->value, known)) known.insert(n->var);
      });
    return found;
  }

  // Iterations side by side, and then those that are left over.
  Stmt jammed(const For& loop, const Parts& parts, const SourceRange& where) {
    std::vector<Stmt> body;
    std::vector<Renamed> renamed(at_once);
    for (int64_t turn = 0; turn < at_once; ++turn) {
      Renamed& names = renamed[static_cast<size_t>(turn)];
      if (turn > 0) {
        names[loop.var] = names_.fresh(loop.var);
        body.push_back(
            let(names[loop.var], loop.type, add(var(loop.var), mul(lit(turn), loop.step)), where));
      }
      for (const Stmt& s : parts.before) body.push_back(copy(s, turn, names));
    }
    for (const Stmt& s : parts.loops) body.push_back(together(once_at_a_time(s, 0), renamed));
    for (int64_t turn = 0; turn < at_once; ++turn)
      for (const Stmt& s : parts.behind)
        body.push_back(copy(s, turn, renamed[static_cast<size_t>(turn)]));
    const std::string end_name = names_.fresh(loop.var + "_jam_end");
    const Expr begin = size_of(loop.begin), end = size_of(loop.end);
    const Expr all = mul(lit(at_once), size_of(loop.step));
    // Behind the last iteration that has all of its neighbours.
    const Expr jam_end = add(
        begin,
        mul(div(most(sub(add(end, sub(size_of(loop.step), lit(1))), begin), lit(0)), all), all));
    For side_by_side = loop, rest = loop;
    side_by_side.step = mul(lit(at_once), loop.step);
    side_by_side.end = var(end_name);
    side_by_side.body = block(std::move(body));
    rest.body = once_at_a_time(loop.body, 4);
    rest.begin = var(end_name);
    return block({let(end_name, Type::Size, jam_end, where), make_stmt(side_by_side, where),
                  make_stmt(rest, where)});
  }

  // Where so many iterations inside stand behind one another that a loop has as many registers as
  // it needs, nvcc is kept from unrolling it, which it does where one is short, for more registers
  // than there are.
  static Stmt once_at_a_time(const Stmt& s, int64_t most) {
    Stmt inner = map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return once_at_a_time(child, most); });
    const auto* loop = as<For>(inner);
    if (!loop || loop->unroll || iterations_inside(loop->body) <= most) return inner;
    For out = *loop;
    out.at_once = 0;
    return make_stmt(out, s->where);
  }

  // Of spelled-out loops inside of one another; 0: there is no loop.
  static int64_t iterations_inside(const Stmt& s) {
    int64_t most = 0;
    for_children(
        s, [](const Expr&) {},
        [&](const Stmt& child) { most = std::max(most, iterations_inside(child)); });
    const auto* loop = as<For>(s);
    if (!loop) return most;
    const auto end = literal(loop->end);
    return std::max<int64_t>(1, most) * (loop->unroll && end ? *end : 1);
  }

  // Loops and conditions that all iterations share stand once.
  Stmt together(const Stmt& s, std::vector<Renamed>& renamed) {
    if (const auto* loop = as<For>(s)) {
      For out = *loop;
      out.body = together(loop->body, renamed);
      return make_stmt(out, s->where);
    }
    if (const auto* n = as<Block>(s)) {
      std::vector<Stmt> out;
      for (const Stmt& part : n->stmts) out.push_back(together(part, renamed));
      return block(std::move(out));
    }
    const auto* n = as<If>(s);
    if (n && same(rename(n->cond, renamed[1]), n->cond)) {
      If out = *n;
      out.body = together(n->body, renamed);
      return make_stmt(out, s->where);
    }
    if (const auto* l = as<Let>(s);
        l && !l->changes && same(rename(l->value, renamed[1]), l->value))
      return s;
    std::vector<Stmt> out;
    for (int64_t turn = 0; turn < at_once; ++turn)
      out.push_back(copy(s, turn, renamed[static_cast<size_t>(turn)]));
    return block(std::move(out));
  }

  // The statement in the iteration that is so many behind the first one.
  Stmt copy(const Stmt& s, int64_t turn, Renamed& renamed) {
    if (turn == 0) return s;
    for_each_stmt(s, [&](const Stmt& part) {
      if (const auto* n = as<Let>(part)) renamed[n->var] = names_.fresh(n->var);
      if (const auto* n = as<For>(part)) renamed[n->var] = names_.fresh(n->var);
    });
    return renamed_in(s, renamed);
  }

  static Expr rename(const Expr& e, const Renamed& renamed) {
    return rewrite(e, [&](const Expr& part) {
      const auto* v = as<Var>(part);
      const auto at = v ? renamed.find(v->name) : renamed.end();
      return at == renamed.end() ? part : var(at->second);
    });
  }
  static Stmt renamed_in(const Stmt& s, const Renamed& renamed) {
    Stmt inner = map_children(
        s, [&](const Expr& e) { return rename(e, renamed); },
        [&](const Stmt& child) { return renamed_in(child, renamed); });
    if (const auto* n = as<Let>(inner)) {
      Let out = *n;
      if (const auto at = renamed.find(n->var); at != renamed.end()) out.var = at->second;
      return make_stmt(out, s->where);
    }
    if (const auto* n = as<For>(inner)) {
      For out = *n;
      if (const auto at = renamed.find(n->var); at != renamed.end()) out.var = at->second;
      return make_stmt(out, s->where);
    }
    return inner;
  }

  Names names_;
  std::set<std::string> written_;
};

}  // namespace

std::optional<Program> jam(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (!kernel.tiled) kernel.body = Jammer(kernel).walk(kernel.body);
  return program;
}

}  // namespace teaal::passes
