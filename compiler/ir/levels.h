#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/program.h"

// What the levels of a stored tensor say together. The launcher and the kernels find positions by
// it, and runtime/tensor/levels.cc packs by the same numbers.
namespace teaal::ir {

// The bits of a bitmask level's word; a fiber has whole words.
inline constexpr int64_t mask_bits = 32;

// Of a level with narrow coordinates: so many positions have one base.
inline constexpr int64_t narrow_run = 64;

// "U", "C16".
std::string format_text(const Level&);
// "K1", or the rank where the level has no name of its own.
const std::string& level_name(const Level&);
// "K1:C, M:U, K:U".
std::string levels_text(const std::vector<Level>&);
// Whether they have the same formats, coordinate widths, tiles and snaps, rank by rank.
bool same_levels(const std::vector<Level>&, const std::vector<Level>&);
// Whether they hold every element: all are uncompressed, and of whole ranks.
bool store_all(const std::vector<Level>&);
// The nearest level above `level` that is a part of the same rank.
std::optional<size_t> enclosing_level(const std::vector<Level>&, size_t level);
// How many coordinates a fiber of an uncompressed level has: position = parent position * this +
// index. A size expression over ranks and symbols.
Expr level_extent(const std::vector<Level>&, size_t level);
// How many positions there are below one of those above level `from`, if all levels from there on
// are uncompressed.
Expr level_span(const std::vector<Level>&, size_t from);
// Coordinate c rounded down to multiples of the snaps, last to first.
Expr snapped(const std::vector<Expr>& snaps, Expr c);
// What a level without an enclosing one stores for coordinate c: itself, or the number of its tile.
Expr ordinal_of(const Level&, const Expr& c);

}  // namespace teaal::ir
