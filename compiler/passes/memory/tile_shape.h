#pragma once
#include <optional>
#include <string>

#include "compiler/ir/program.h"
#include "compiler/passes/memory/nest_facts.h"
#include "compiler/support/diagnostic.h"

namespace teaal::passes {

// One bound operand, and behind which loop its tile is filled.
struct Bound {
  const ir::Schedule::Staging& staging;
  const std::string& operand;
  const ir::View& view;
  const ir::Access& access;
  const NestFacts& facts;  // of the threads that share the tile
  size_t fill;             // the loop in each of whose iterations the tile is filled
  std::string around;      // that loop's rank
};

// Where the kernel reads or sets the operand; null: it only leads.
const ir::Access* access_of(const ir::Kernel&, const std::string& operand);

// The index that the operand has at the level's rank.
const ir::Expr& index_of(const ir::Access&, const ir::Level&, const ir::Program&);
const ir::Expr& index_of(const Bound&, size_t level, const ir::Program&);
// Whether those threads have one coordinate of it, or one tile of a stored part, behind the fill.
bool is_fixed(const Bound&, size_t level, const ir::Program&);
// The deepest whole level that the binding's rank names: its own, or what the rank was made of.
std::optional<size_t> bound_level(const Bound&, const ir::Program&);

// The loop in each of whose iterations a binding's tile is filled: `evict-on`, or the innermost one
// inside of it that blocks, or warps where tiles are theirs, share and that the operand's index
// depends on. None: it holds all of the operand.
std::optional<size_t> fill_loop(const ir::Schedule::Staging&, const ir::Access&, const NestFacts&);

// Whether loops further in than number `before` find the tensor's elements along the rank in a list
// of those that differ from its default.
struct ListedAlong {
  std::string tensor, root;
  size_t before = 0;
};
bool is_listed(const ir::Kernel&, const ir::Program&, const NestFacts&, const ListedAlong&);

// Of what a kernel in front has laid out (Tile::laid): whether one thread brings it in bulk, or
// threads copy the lines that a list names.
bool comes_in_bulk(const ir::Tile&);
bool has_lines(const ir::Tile&);
// Whether it holds no elements, but words of its own.
bool has_words(const ir::Tile&);

// Whether the list that names the coordinates of that side goes on behind its end with coordinates
// that the rank has, as far as a fill of the tile may look: then copies need not ask how long it
// is. What they bring from there, nobody reads, unless coiterate has them bring zeros.
bool goes_on(const ir::Kernel&, const ir::Tile&, const ir::Tile::Side&);
// Makes all lists that do go on so.
void let_lists_go_on(ir::Kernel&);

// What a tile holds of the operand's levels [tile.from, …): the sides of a box, a run's arrays, a
// list's. False: it has no bound, or is no tile; an error at the binding says what would be.
bool shape_tile(const Bound&, const ir::Program&, const ir::Kernel&, ir::Tile& tile, Diagnostics&);

}  // namespace teaal::passes
