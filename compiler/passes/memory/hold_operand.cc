#include "compiler/passes/memory/hold_operand.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"

namespace teaal::passes {
namespace {

using namespace ir;

const Access* access_in(const Stmt& s, const std::string& operand) {
  const Access* found = nullptr;
  for_each_expr(s, [&](const Expr& e) {
    if (const auto* a = as<Access>(e); a && a->operand == operand) found = a;
  });
  return found;
}

// The loops around the access, outermost first.
void loops_to(const Stmt& s, const std::string& operand, std::vector<Nest::Loop>& out) {
  if (!access_in(s, operand)) return;
  if (const auto* loop = as<ForRank>(s)) {
    out.push_back({*loop, s->where});
    return loops_to(loop->body, operand, out);
  }
  if (const auto* n = as<ir::Block>(s))
    for (const Stmt& child : n->stmts) loops_to(child, operand, out);
}

class Holder {
 public:
  Holder(Program& program, Kernel& kernel, const Schedule::Staging& staging, Names& names,
         Diagnostics& diagnostics)
      : program_(program),
        kernel_(kernel),
        staging_(staging),
        names_(names),
        diagnostics_(diagnostics) {}

  void run(const std::string& operand) {
    operand_ = operand;
    kernel_.body = walk(kernel_.body);
  }

 private:
  Stmt walk(const Stmt& s) {
    const auto* loop = as<ForRank>(s);
    if (loop && loop->rank == staging_.evict_on && access_in(loop->body, operand_)) {
      ForRank out = *loop;
      out.body = held_in(loop->body);
      return make_stmt(std::move(out), s->where);
    }
    return map_children(
        s, [](const Expr& e) { return e; }, [&](const Stmt& child) { return walk(child); });
  }

  Stmt held_in(const Stmt& body) {
    const Access access = *access_in(body, operand_);
    std::vector<Nest::Loop> inside, own;
    loops_to(body, operand_, inside);
    for (const Nest::Loop& l : inside)
      if (indexes(l.loop, access, inside)) own.push_back(l);
    if (!is_held(own)) return body;
    const std::vector<Nest::Loop> filling = as_stored(own, access, inside);
    Expr at = lit(0);
    int64_t registers = 1;
    for (const Nest::Loop& l : own) {
      registers *= l.loop.spelled.turns;
      if (l.loop.spelled.turns > 1)
        at = add(mul(at, lit(l.loop.spelled.turns)), var(l.loop.spelled.var));
    }
    const std::string array = names_.fresh(tensor_of(operand_) + "_held");
    const Expr element = read(array, at);
    std::vector<Stmt> out, rest;
    split(body, out, rest);
    out.push_back(make_stmt(Array{array, registers, Type::Value, Memory::Registers}));
    out.push_back(wrap(filling, 0, filling.size(),
                       assign(element, AssignOp::Set, make_expr(access), kernel_.where)));
    for (const Stmt& s : rest)
      out.push_back(rewrite(s, [&](const Expr& e) {
        const auto* a = as<Access>(e);
        return a && a->operand == operand_ ? element : e;
      }));
    return block(std::move(out));
  }

  // Fills of tiles, other registers and what sums begin with come first, then loops over ranks.
  static void split(const Stmt& body, std::vector<Stmt>& first, std::vector<Stmt>& rest) {
    const auto* n = as<ir::Block>(body);
    if (!n) return rest.push_back(body);
    for (const Stmt& s : n->stmts) {
      const bool stays = rest.empty() && !as<ForRank>(s);
      (stays ? first : rest).push_back(s);
    }
  }

  // Whether a loop inside of evict-on runs over a part of a rank that the access is indexed by.
  static bool indexes(const ForRank& loop, const Access& access,
                      const std::vector<Nest::Loop>& inside) {
    return std::ranges::any_of(access.at,
                               [&](const Expr& index) { return runs_over(loop, index, inside); });
  }

  static bool runs_over(const ForRank& loop, const Expr& index,
                        const std::vector<Nest::Loop>& inside) {
    std::set<std::string> used, roots;
    for_each_expr(index, [&](const Expr& e) {
      if (const auto* v = as<Var>(e)) used.insert(v->name);
    });
    for (const Nest::Loop& l : inside)
      for (const std::string& bound : binds(l.loop))
        if (used.contains(bound)) roots.merge(bound_roots(l.loop));
    return std::ranges::any_of(roots_of(loop),
                               [&](const std::string& root) { return roots.contains(root); });
  }

  // The loops in the order in which the operand is stored, so that neighbours are read in a row.
  std::vector<Nest::Loop> as_stored(std::vector<Nest::Loop> loops, const Access& access,
                                    const std::vector<Nest::Loop>& inside) const {
    const auto own = std::ranges::find(kernel_.operands, operand_, &Operand::name);
    const std::vector<Level>& levels = program_.view(own->view)->levels;
    const std::vector<std::string>& ranks = program_.tensor(operand_)->ranks;
    const auto level_of = [&](const Nest::Loop& l) {
      size_t last = 0;
      for (size_t r = 0; r < access.at.size(); ++r)
        for (size_t level = 0; level < levels.size(); ++level)
          if (levels[level].rank == ranks[r] && runs_over(l.loop, access.at[r], inside))
            last = std::max(last, level);
      return last;
    };
    std::ranges::stable_sort(loops, std::less(), level_of);
    return loops;
  }

  // Where no loop inside asks for another element, it is in a register as it is.
  bool is_held(const std::vector<Nest::Loop>& own) {
    if (own.empty()) {
      program_.notes.push_back(
          fmt::format("{}: inside of {} one element of {} is read; a register has it as it is",
                      kernel_.name, staging_.evict_on, operand_));
      return false;
    }
    for (const Nest::Loop& l : own)
      if (l.loop.spelled.turns == 0) {
        refuse(
            fmt::format("{} in Registers, where {} does not have a literal number of iterations "
                        "a thread, inside of the sum; partition {} by uniform_shape there, or "
                        "evict {} further in",
                        staging_.tensor, l.loop.rank, l.loop.root, staging_.tensor));
        return false;
      }
    return true;
  }

  void refuse(const std::string& what) {
    diagnostics_.error(Code::Unsupported, staging_.where, "unsupported: " + what);
  }

  Program& program_;
  Kernel& kernel_;
  const Schedule::Staging& staging_;
  Names& names_;
  Diagnostics& diagnostics_;
  std::string operand_;
};

}  // namespace

void hold_operand(Program& program, Kernel& kernel, const Schedule::Staging& staging, Names& names,
                  Diagnostics& diagnostics) {
  if (staging.evict_on.empty()) {
    diagnostics.error(Code::Unsupported, staging.where,
                      fmt::format("unsupported: all of {} in the registers of each thread; evict "
                                  "it on a rank of the loop order",
                                  staging.tensor));
    return;
  }
  Holder holder(program, kernel, staging, names, diagnostics);
  for (const Operand& o : kernel.operands)
    if (tensor_of(o.name) == staging.tensor) holder.run(o.name);
}

}  // namespace teaal::passes
