#include <cstdlib>

#include "compiler/passes/coiterate/lowering.h"
#include "compiler/passes/linear.h"

namespace teaal::passes {

using namespace ir;

// The rank's only coordinate is at / divisor, if that is whole and in the interval.
Stmt Lowering::solved_loop(const Where& at, NestState& state) {
  const RankState r = state.ranks.at(at.loop.root);
  state.dense = false;
  Steps out;
  std::string dividend = names_.fresh(at.loop.var + "_dividend");
  out.push_back(let(dividend, Type::Size, at.loop.at, at.range));
  Expr d = var(dividend), by = lit(at.loop.divisor), whole = at_most(lit(0), d);
  if (at.loop.divisor > 1) whole = both(whole, equal(mod(d, by), lit(0)));
  out.require(both(whole, less(d, mul(by, size_of(r.hi)))), at.range);
  out.push_back(let(at.loop.var, Type::Coord, call("coord", {div(d, by)}), at.range));
  out.push_back(inside(at, var(at.loop.var), state));
  return out.close();
}

bool Lowering::placed(const std::string& root) const {
  for (const Nest::Loop& l : nest_.loops)
    if (l.loop.place != Place::Time && roots_of(l.loop).contains(root)) return true;
  return false;
}

// 0 <= a * x + rest <= divisor * (extent - 1) bounds x where rest is bounded by something narrower
// than whole ranks: once, and again where more coordinates of rest are known. Bounds for every
// tile of rest would be tighter, but bounds of bounds cost NVRTC exponential time.
void Lowering::tighten(const ForRank& loop, NestState& state, Steps& out,
                       const SourceRange& where) {
  // Workers must meet the same output coordinates whatever the other ranks' coordinates are.
  if (outputs_.contains(loop.root) && placed(loop.root)) return;
  for (const Nest::Loop& solved : nest_.loops) {
    if (!solved.loop.at) continue;
    const Linear sum = *linear(solved.loop.at);
    const auto own = std::ranges::find_if(
        sum.coefficients, [&](const auto& part) { return root_of_.at(part.first) == loop.root; });
    if (own == sum.coefficients.end()) continue;
    const int64_t a = own->second;
    bool helps = false;
    int known = 0;  // coordinates
    // Of the rest, and where it goes to the other side, of what it is there.
    const int64_t sign = a > 0 ? -1 : 1;
    Expr least_rest = lit(sign * sum.constant), most_rest = least_rest;
    for (const auto& [name, coefficient] : sum.coefficients) {
      const std::string& root = root_of_.at(name);
      if (root == loop.root) continue;
      const int64_t c = sign * coefficient;
      const RankState& r = state.ranks.at(root);
      helps |= r.narrowed;
      known += r.coord != nullptr;
      Expr low = mul(lit(c), size_of(r.coord ? r.coord : r.lo));
      Expr high = mul(lit(c), size_of(r.coord ? r.coord : sub(r.hi, lit(1))));
      least_rest = add(least_rest, c > 0 ? low : high);
      most_rest = add(most_rest, c > 0 ? high : low);
    }
    if (a == 0 || !helps) continue;
    Expr top =
        mul(lit(solved.loop.divisor), size_of(sub(var(extents_.at(solved.loop.root)), lit(1))));
    // l <= |a| * x <= h
    Expr l = a > 0 ? least_rest : sub(least_rest, top);
    Expr h = a > 0 ? add(top, most_rest) : most_rest;
    Expr by = lit(std::abs(a));
    RankState& r = state.ranks.at(loop.root);
    auto [before, is_first] = r.solved.try_emplace(solved.loop.root, known);
    if (!is_first && before->second == known) continue;
    before->second = known;
    std::string lo = names_.fresh(loop.var + "_least"), hi = names_.fresh(loop.var + "_bound");
    Expr from = most(size_of(r.lo), ceil_div(l, by));  // of l < 0 at most 0, as r.lo is at least
    out.push_back(let(lo, Type::Size, least(size_of(r.hi), from), where));
    out.push_back(
        let(hi, Type::Size, least(size_of(r.hi), div(most(add(h, by), lit(0)), by)), where));
    r.cut(var(lo), var(hi), unaligned, "");
    state.dense = false;
    narrow(loop.root, state, out);
  }
}

}  // namespace teaal::passes
