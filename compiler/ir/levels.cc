#include "compiler/ir/levels.h"

#include <algorithm>

#include "compiler/ir/build.h"
#include "compiler/ir/names.h"

namespace teaal::ir {
namespace {

// By how much rounding down to the snaps, one after the other, can lower a coordinate.
Expr slack(const Level& level) {
  Expr out = lit(0);
  for (const Expr& snap : level.snaps) out = add(out, sub(snap, lit(1)));
  return out;
}

}  // namespace

const std::string& level_name(const Level& level) {
  return level.part.empty() ? level.rank : level.part;
}

std::string format_text(const Level& level) {
  const std::string letter(name_of(format_names, level.format));
  return level.cbits == 0 ? letter : letter + std::to_string(level.cbits);
}

std::string levels_text(const std::vector<Level>& levels) {
  std::string out;
  for (const Level& level : levels)
    out += (out.empty() ? "" : ", ") + level_name(level) + ":" + format_text(level);
  return out;
}

bool store_all(const std::vector<Level>& levels) {
  return std::ranges::all_of(levels, [](const Level& level) {
    return level.format == LevelFormat::Uncompressed && !level.tile;
  });
}

bool same_levels(const std::vector<Level>& a, const std::vector<Level>& b) {
  return levels_text(a) == levels_text(b) &&
         std::ranges::equal(a, b, [](const Level& x, const Level& y) {
           const bool same_tile = x.tile && y.tile ? same(x.tile, y.tile) : !x.tile && !y.tile;
           return same_tile && std::ranges::equal(x.snaps, y.snaps, same);
         });
}

std::optional<size_t> enclosing_level(const std::vector<Level>& levels, size_t level) {
  for (size_t l = level; l-- > 0;)
    if (levels[l].rank == levels[level].rank) return l;
  return std::nullopt;
}

// Let s be where the enclosing tile begins and c a coordinate in it. Without snaps c - s is at most
// t - 1 for its tile t, and s is a multiple of t: tiles of u meet [s, s + t) in t / u places if u
// divides t, else in at most ceil(t / u) + 1. The snaps of the enclosing level let c - s grow to
// t - 1 + slack, those of the level itself let its tile of s begin up to u - 1 + slack before s; so
// the tiles of c and of s lie at most (t - 1 + slack + u - 1) / u apart.
Expr level_extent(const std::vector<Level>& levels, size_t level) {
  const Level& l = levels[level];
  auto outer = enclosing_level(levels, level);
  if (!outer) return l.tile ? ceil_div(var(l.rank), l.tile) : var(l.rank);
  const Level& e = levels[*outer];
  if (!l.tile) return add(e.tile, slack(e));
  if (l.snaps.empty() && e.snaps.empty())
    return add(ceil_div(e.tile, l.tile), least(mod(e.tile, l.tile), lit(1)));
  Expr furthest = sub(add(e.tile, add(slack(e), slack(l))), lit(1));
  return add(ceil_div(furthest, l.tile), lit(1));
}

Expr level_span(const std::vector<Level>& levels, size_t from) {
  std::vector<Expr> extents;
  for (size_t l = from; l < levels.size(); ++l) extents.push_back(level_extent(levels, l));
  return product(extents);
}

Expr snapped(const std::vector<Expr>& snaps, Expr c) {
  for (size_t i = snaps.size(); i-- > 0;) c = mul(div(c, snaps[i]), size_of(snaps[i]));
  return c;
}

Expr ordinal_of(const Level& level, const Expr& c) {
  return level.tile ? div(snapped(level.snaps, c), level.tile) : c;
}

}  // namespace teaal::ir
