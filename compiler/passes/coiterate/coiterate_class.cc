#include "compiler/passes/coiterate/lowering.h"

// Loops over the coordinates of a class: a list has them, and the rank's interval is of its
// entries. Over what is kept of a rank they are as ever, and end earlier.
namespace teaal::passes {

using namespace ir;

void Lowering::begin_class(Steps& out) {
  if (kernel_.kept)
    out.push_back(let(listed_, Type::Coord, read(kernel_.kept->count, lit(0)), kernel_.where));
  if (!kernel_.row_class) return;
  const RowClass& c = *kernel_.row_class;
  const Expr begin = read(c.begins, lit(c.number)), end = read(c.begins, lit(c.number + 1));
  out.push_back(let(first_listed_, Type::Coord, begin, c.where));
  out.push_back(let(listed_, Type::Coord, sub(end, var(first_listed_)), c.where));
}

Stmt Lowering::listed_loop(const Where& at, NestState& state) {
  const RankState& r = state.ranks.at(at.loop.root);
  const Expr lo = r.lo, hi = r.hi;
  const int64_t whole = r.whole;
  const bool spelled = at.loop.spelled.turns != 0;
  const std::string entry = names_.fresh(at.loop.var + "_entry");
  const Stmt coord =
      let(at.loop.var, Type::Coord,
          read(kernel_.row_class->list, add(var(first_listed_), var(entry))), at.range);
  const Stmt body = block({coord, inside(at, var(at.loop.var), state)});
  if (!spelled)
    return make_stmt(For{entry, Type::Coord, lo, hi, lit(1), at.worker, body}, at.range);
  ForRank entries = at.loop;
  entries.var = entry;
  return spell_out({entries, at.range, at.worker}, {lo, hi, lit(1), whole}, body);
}

}  // namespace teaal::passes
