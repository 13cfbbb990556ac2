#include "compiler/ir/levels.h"
#include "compiler/passes/coiterate/lowering.h"

// Bitmask levels: a fiber is a row of words, one bit an index (docs/MANIFEST.md). Walked word by
// word, the masks of several operands meet by AND; with the coordinate known a bit is tested.
namespace teaal::passes {

using namespace ir;

Expr Lowering::words(const View& v, size_t l) { return ceil_div(extent(v, l), lit(mask_bits)); }

Expr Lowering::first_ordinal(const ViewState& v, size_t l, const NestState& state) {
  const Level& stored = v.view->levels[l];
  auto e = enclosing_level(v.view->levels, l);
  if (!e || stored.format == LevelFormat::Compressed) return lit(0);
  return ordinal_of(stored, start(v, *e, state, nullptr));
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
    hi = add(ordinal_of(stored, sub(hi, lit(1))), lit(1));
    lo = ordinal_of(stored, lo);
  }
  auto inside = [&](const Expr& ordinal) {
    const Expr index =
        is_literal(base, 0) ? size_of(ordinal) : most(size_of(sub(ordinal, base)), size_of(lit(0)));
    return least(index, size_of(count));
  };
  return {inside(lo), inside(hi)};
}

std::vector<OpenFiber> Lowering::joint_masks(const std::vector<OpenFiber>& fibers,
                                             const NestState& state) {
  const ViewState& v = state.views.at(fibers[0].operand);
  const Expr base = first_ordinal(v, fibers[0].level, state);
  const Expr count = extent(*v.view, fibers[0].level);
  std::vector<OpenFiber> out;
  for (const OpenFiber& f : fibers) {
    const ViewState& other = state.views.at(f.operand);
    if (same(first_ordinal(other, f.level, state), base) &&
        same(extent(*other.view, f.level), count))
      out.push_back(f);
  }
  return out;
}

Stmt Lowering::walk_bits(const Where& at, const std::vector<OpenFiber>& fibers, NestState& state) {
  state.dense = false;
  const std::vector<OpenFiber> joint = joint_masks(fibers, state);
  const ViewState& v = state.views.at(joint[0].operand);
  const size_t l = joint[0].level;
  const Expr count = extent(*v.view, l);
  Steps out;
  Expr from = lit(0), to = count;
  if (is_cut(v, l, state)) {
    const std::string base = at.loop.var + "_bits";
    const std::string begin = names_.fresh(base + "_begin"), end = names_.fresh(base + "_end");
    const auto [lo, hi] = indices(v, l, state);
    out.push_back(let(begin, Type::Size, lo));
    out.push_back(let(end, Type::Size, hi));
    from = var(begin);
    to = var(end);
  }
  const bool one_word = literal(count) && *literal(count) <= mask_bits;
  const std::string word = names_.fresh(at.loop.var + "_word");
  const Expr w = one_word ? lit(0) : var(word), first = mul(w, lit(mask_bits));
  Expr found = common_bits(joint, w);
  if (!is_literal(from, 0) || !same(to, count))
    found = call("bits_within", {found, first, from, to});
  Stmt in_word = walk_word(at, joint, found, first, state);
  if (!one_word)
    in_word = make_stmt(For{word, Type::Size, div(from, lit(mask_bits)),
                            ceil_div(to, lit(mask_bits)), lit(1), "", in_word},
                        at.range);
  out.push_back(in_word);
  return out.close();
}

Expr Lowering::common_bits(const std::vector<OpenFiber>& joint, const Expr& word) {
  Expr out;
  for (const OpenFiber& f : joint) {
    Expr mask = read(f.coords, add(f.begin, word));
    out = out ? call("common_bits", {out, mask}) : mask;
  }
  return out;
}

Stmt Lowering::walk_word(const Where& at, const std::vector<OpenFiber>& joint, const Expr& found,
                         const Expr& first, NestState& state) {
  const std::string bits = names_.fresh(at.loop.var + "_bits"),
                    index = names_.fresh(at.loop.var + "_bit");
  Steps body;
  body.push_back(let(index, Type::Size, add(first, call("lowest_bit", {var(bits)})), at.range));
  visit_bit(at, joint, var(index), state, body);
  Stmt each = block({body.close(), assign(var(bits), AssignOp::Set,
                                          call("without_lowest_bit", {var(bits)}), at.range)});
  return block({changing(bits, Type::Mask, found, at.range),
                make_stmt(While{call("any_bit", {var(bits)}), each}, at.range)});
}

void Lowering::visit_bit(const Where& at, const std::vector<OpenFiber>& joint, const Expr& index,
                         NestState& state, Steps& body) {
  for (const OpenFiber& f : joint) {
    std::string p = position_name(f.operand, f.level, state);
    const Expr bases = var(bases_name(view_of(f.operand), f.level));
    body.push_back(
        let(p, Type::Pos, call("bit_position", {var(f.coords), bases, f.begin, index}), at.range));
    set_position(f, var(p), state);
  }
  const ViewState& v = state.views.at(joint[0].operand);
  const Level& stored = v.view->levels[joint[0].level];
  const Expr ordinal = add(index, first_ordinal(v, joint[0].level, state));
  if (stored.tile) {
    body.push_back(let(at.loop.var, Type::Size, mul(ordinal, size_of(stored.tile)), at.range));
    narrow_to_tile(at, state, body);
    body.push_back(inside_tile(at, state));
  } else {
    body.push_back(let(at.loop.var, Type::Coord, call("coord", {ordinal}), at.range));
    body.push_back(inside(at, var(at.loop.var), state));
  }
}

Expr Lowering::parent_of_bit(const Where& at, const Group& group, size_t l, const Expr& p,
                             Expr& first, Steps& head, Steps& body, const NestState& state) {
  const ViewState& v = state.views.at(group.operand);
  const View& view = *v.view;
  const auto& [begin, end, last] = v.tuples[l - 1 - group.first];
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
  const Expr words_end = mul(size_of(last), each);
  body.push_back(
      assign(var(word), AssignOp::Set, call("climb", {bases, var(word), words_end, p}), at.range));
  body.push_back(let(name, Type::Size, div(var(word), each), at.range));
  return var(name);
}

}  // namespace teaal::passes
