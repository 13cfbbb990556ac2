#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/passes/staged/staged_fill.h"

namespace teaal::passes {

using namespace ir;
using SkipKind = Schedule::Skip::Kind;

// Loops inside of larger tiles run on where the rank has ended: into a word behind its last one,
// unless tiles share words out evenly.
bool TileFiller::may_lie_behind_words(const std::string& root) const {
  return std::any_of(tiling_.loops().begin(), tiling_.loops().end(), [&](const TiledLoop& l) {
    return l.root == root && (mask_bits % l.step != 0 || (l.place == Place::Block && l.step > 1));
  });
}

std::vector<Stmt> TileFiller::skipping(size_t t, const Schedule::Skip& skip,
                                       const Stmt& body) const {
  const TiledLoop& loop = tiling_.time(t);
  const std::string bits = loop.name + "_bits";
  Expr here = lit(0);  // where the loop begins, or, of a loop over tiles, its tile
  for (size_t i = 0; i < tiling_.times(); ++i)
    if (tiling_.time(i).root == loop.root && (i < t || (i == t && loop.step > 1)))
      here = ir::add(here, var(tiling_.time(i).var));
  for (const TiledLoop* at_block : tiling_.at_blocks())
    if (at_block->root == loop.root && !lists_.contains(loop.root))
      here = ir::add(here, var(at_block->var));
  const int64_t width = loop.step > 1 ? loop.step : *loop.fixed();
  Expr number = div(here, lit(mask_bits)), word = joint_word(skip.at, number);
  if (may_lie_behind_words(loop.root))
    word = call("mask_where", {less(number, words(loop.root)), word});
  Expr common =
      call("low_bits", {call("shift_right", {word, mod(here, lit(mask_bits))}), lit(width)});
  const Type type = loop.fixed() ? Type::Int : Type::Size;
  Expr end = loop.fixed() ? loop.end_size() : limit(loop.root);
  if (loop.step > 1)
    return {make_stmt(For{loop.var, type, lit(0), end, loop.step_size(), "",
                          if_then(call("any_bit", {common}), body)},
                      loop.where)};
  if (skip.kind == SkipKind::Walk)
    return {
        changing(bits, Type::Mask, common),
        make_stmt(
            While{call("any_bit", {var(bits)}),
                  block({let(loop.var, Type::Int, call("lowest_bit", {var(bits)})),
                         assign(var(bits), AssignOp::Set, call("without_lowest_bit", {var(bits)})),
                         body})},
            loop.where)};
  Expr set = call("any_bit",
                  {call("low_bits", {call("shift_right", {var(bits), var(loop.var)}), lit(1)})});
  const bool spelled = tiling_.spells_few_tests(t);
  return {let(bits, Type::Mask, common),
          make_stmt(For{loop.var, type, lit(0), end, lit(1), "", if_then(set, body), spelled,
                        spelled ? 1 : 0},
                    loop.where)};
}

}  // namespace teaal::passes
