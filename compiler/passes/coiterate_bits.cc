#include "compiler/ir/levels.h"
#include "compiler/passes/lowering.h"

// Bitmask levels: a fiber is a row of words, one bit an index (docs/MANIFEST.md). Walked word by
// word, the masks of several operands meet by AND; with the coordinate known a bit is tested.
namespace teaal::passes {

using namespace ir;

Expr Lowering::words(const View& v, size_t l) { return ceil_div(extent(v, l), lit(mask_bits)); }

Expr Lowering::first_ordinal(const ViewState& v, size_t l, const NestState& state) {
  const Level& stored = v.view->levels[l];
  auto e = enclosing_level(v.view->levels, l);
  if (!e || stored.format == LevelFormat::Compressed) return lit(0);
  Expr base = start(v, *e, state, nullptr);
  return stored.tile ? div(base, stored.tile) : base;
}

void Lowering::test_bit(ViewState& v, size_t l, const Expr& index, Steps& out) {
  LevelState& level = v.levels[l];
  Expr masks = var(masks_name(*v.view, l));
  out.require(call("has_bit", {masks, level.begin, index}), {});
  std::string p = names_.fresh(v.view->name + "_" + level_name(v.view->levels[l]) + "_at");
  out.push_back(
      let(p, Type::Pos,
          call("bit_position", {masks, var(bases_name(*v.view, l)), level.begin, index})));
  level.at = var(p);
}

std::pair<Expr, Expr> Lowering::indices(const ViewState& v, size_t l, const NestState& state) {
  const Level& stored = v.view->levels[l];
  const RankState& r = state.ranks.at((*v.plans)[l].root);
  Expr lo = r.lo, hi = r.hi, base = first_ordinal(v, l, state), count = extent(*v.view, l);
  if (stored.tile) {
    hi = add(div(tile_of(stored.tile, stored.snaps, sub(hi, lit(1))), stored.tile), lit(1));
    lo = div(tile_of(stored.tile, stored.snaps, lo), stored.tile);
  }
  auto inside = [&](const Expr& ordinal) {
    return least(size_of(most(size_of(sub(ordinal, base)), size_of(lit(0)))), size_of(count));
  };
  return {inside(lo), inside(hi)};
}

Stmt Lowering::walk_bits(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state) {
  state.dense = false;
  const ViewState& v = state.views.at(fibers[0].operand);
  const size_t l = fibers[0].level;
  const Level& stored = v.view->levels[l];
  const Expr base = first_ordinal(v, l, state), count = extent(*v.view, l);
  std::vector<OpenFiber> joint;
  for (const OpenFiber& f : fibers) {
    const ViewState& other = state.views.at(f.operand);
    if (same(first_ordinal(other, f.level, state), base) &&
        same(extent(*other.view, f.level), count))
      joint.push_back(f);
  }

  Steps out, in_word, body;
  Expr from = lit(0), to = count;
  if (is_cut(v, l, state)) {
    std::string base_name = at.loop.var + "_bits";
    std::string begin = names_.fresh(base_name + "_begin"), end = names_.fresh(base_name + "_end");
    const auto [lo, hi] = indices(v, l, state);
    out.push_back(let(begin, Type::Size, lo));
    out.push_back(let(end, Type::Size, hi));
    from = var(begin);
    to = var(end);
  }
  bool cut = !is_literal(from, 0) || !same(to, count);

  const bool one_word = literal(count) && *literal(count) <= mask_bits;
  std::string word = names_.fresh(at.loop.var + "_word"),
              bits = names_.fresh(at.loop.var + "_bits"),
              index = names_.fresh(at.loop.var + "_bit");
  Expr w = one_word ? lit(0) : var(word), first = mul(w, lit(mask_bits)), found;
  for (const OpenFiber& f : joint) {
    Expr mask = read(f.coords, add(f.begin, w));
    found = found ? call("common_bits", {found, mask}) : mask;
  }
  if (cut) found = call("bits_within", {found, first, from, to});
  in_word.push_back(changing(bits, Type::Mask, found, at.range));

  body.push_back(let(index, Type::Size, add(first, call("lowest_bit", {var(bits)})), at.range));
  for (const OpenFiber& f : joint) {
    const View& view = view_of(f.operand);
    std::string p = position_name(f.operand, f.level, state);
    body.push_back(let(
        p, Type::Pos,
        call("bit_position", {var(f.coords), var(bases_name(view, f.level)), f.begin, var(index)}),
        at.range));
    set_position(f, var(p), state);
  }
  Expr ordinal = add(var(index), base);
  if (stored.tile) {
    body.push_back(let(at.loop.var, Type::Size, mul(ordinal, size_of(stored.tile)), at.range));
    narrow_to_tile(at, state, body);
    body.push_back(inside_tile(at, state));
  } else {
    body.push_back(let(at.loop.var, Type::Coord, call("coord", {ordinal}), at.range));
    body.push_back(inside(at, var(at.loop.var), state));
  }
  Stmt each = block({body.close(), assign(var(bits), AssignOp::Set,
                                          call("without_lowest_bit", {var(bits)}), at.range)});
  in_word.push_back(make_stmt(While{call("any_bit", {var(bits)}), each}, at.range));
  if (one_word) {
    out.push_back(in_word.close());
  } else {
    out.push_back(make_stmt(For{word, Type::Size, div(from, lit(mask_bits)),
                                ceil_div(to, lit(mask_bits)), lit(1), "", in_word.close()},
                            at.range));
  }
  return out.close();
}

Expr Lowering::parent_of_bit(const Where& at, const Group& group, size_t l, const Expr& p,
                             Expr& first, Steps& head, Steps& body, const NestState& state) {
  const ViewState& v = state.views.at(group.operand);
  const View& view = *v.view;
  const auto& [begin, end] = v.tuples[l - 1 - group.first];
  const Expr bases = var(bases_name(view, l)), each = words(view, l);
  std::string name = position_name(group.operand, l - 1, state);
  auto owner = [&](const Expr& of) {
    return call("owner", {bases, mul(size_of(begin), each), mul(size_of(end), each), of});
  };
  if (!at.worker.empty()) {
    body.push_back(let(name, Type::Size, div(owner(p), each), at.range));
    return var(name);
  }
  std::string word = names_.fresh(view.name + "_" + level_name(view.levels[l]) + "_word");
  head.push_back(changing(word, Type::Size, owner(first), at.range));
  first = div(var(word), most(each, size_of(lit(1))));  // also where nothing is stored
  body.push_back(assign(var(word), AssignOp::Set, call("climb", {bases, var(word), p}), at.range));
  body.push_back(let(name, Type::Size, div(var(word), each), at.range));
  return var(name);
}

}  // namespace teaal::passes
