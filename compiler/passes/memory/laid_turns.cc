#include "compiler/passes/memory/laid_turns.h"

#include "compiler/ir/rewrite.h"

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t words_of_turn = 2;

Stmt run(const std::string& intrinsic, std::vector<Expr> args) {
  return make_stmt(Run{call(intrinsic, std::move(args))});
}

}  // namespace

LaidTurns::LaidTurns(const Stmt& copies, int64_t buffers, Names& names)
    : buffers_(buffers), turns_(names.fresh("turns")), parities_(names.fresh("parities")) {
  for_each_stmt(copies, [&](const Stmt& s) {
    if (const auto* n = as<Copy>(s)) words_ += *literal(n->count);
  });
}

std::vector<Stmt> LaidTurns::declared() const {
  return {make_stmt(Array{turns_, buffers_ * words_of_turn, Type::Mask, Memory::Shared, true}),
          changing(parities_, Type::Int, lit(0)), run("turns_begin", {var(turns_), lit(buffers_)})};
}

Expr LaidTurns::slot_of(const For& loop) const {
  const Expr number = div(sub(size_of(var(loop.var)), size_of(loop.begin)), size_of(loop.step));
  return call("int", {mod(number, lit(buffers_))});
}

Expr LaidTurns::first_word(const Expr& slot) const { return mul(slot, lit(words_of_turn)); }

Stmt LaidTurns::ask(const Stmt& copies, const Expr& slot) const {
  std::vector<Stmt> out = {run("turn_takes", {var(turns_), first_word(slot), lit(words_)})};
  for_each_stmt(copies, [&](const Stmt& s) {
    const auto* n = as<Copy>(s);
    if (!n) return;
    Copy arriving = *n;
    arriving.turn = read(turns_, first_word(slot));
    out.push_back(make_stmt(std::move(arriving), s->where));
  });
  return if_then(equal(call("thread"), lit(0)), block(std::move(out)));
}

std::vector<Stmt> LaidTurns::wait(const Expr& slot) const {
  const Expr parities = var(parities_);
  return {run("turn_arrives", {var(turns_), first_word(slot), call("flag_of", {parities, slot})}),
          assign(parities, AssignOp::Set, call("flag_turned", {parities, slot}))};
}

}  // namespace teaal::passes
