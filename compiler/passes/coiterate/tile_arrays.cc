#include <algorithm>
#include <map>

#include "compiler/ir/rewrite.h"
#include "compiler/ir/tile_names.h"
#include "compiler/passes/coiterate/lowering.h"
#include "compiler/passes/memory/tile_shape.h"

// The arrays of tiles, declared in front of what the kernel does.
namespace teaal::passes {

using namespace ir;

namespace {

Type type_of(Param::Kind kind) {
  if (kind == Param::Kind::Values) return Type::Value;
  if (kind == Param::Kind::Masks) return Type::Mask;
  return kind == Param::Kind::Coords ? Type::Coord : Type::Pos;
}

}  // namespace

// The arrays that statements of gathered tiles know by other names.
Stmt Lowering::with_arrays_of_gathered(const Stmt& body) const {
  std::map<std::string, std::string> arrays;
  for (const Tile& tile : kernel_.tiles) {
    if (!tile.gathered) continue;
    arrays[elements_of(tile.name)] = values_name(*program_.view(tile.operand));
    const Tile& list = *std::ranges::find_if(
        kernel_.tiles, [&](const Tile& t) { return t.listed && t.operand == tile.sides[0].by; });
    arrays[entries_of(tile.name)] =
        array_in(list, *std::ranges::find(list.pieces, Param::Kind::Coords, &Tile::Piece::kind));
  }
  if (arrays.empty()) return body;
  return rewrite(body, [&](const Expr& e) {
    const auto* v = as<Var>(e);
    const auto to = v ? arrays.find(v->name) : arrays.end();
    return to == arrays.end() ? e : var(to->second);
  });
}

Stmt Lowering::with_tiles(const Stmt& body) {
  if (kernel_.tiles.empty()) return body;
  const auto extent_of = [&](const Tile& tile, const Tile::Piece& piece) {
    return tile.memory == Memory::Shared ? piece.extent * tile.depth * tile.warps
                                         : (piece.extent + kernel_.lanes - 1) / kernel_.lanes;
  };
  const auto in_quads = [](const Tile& tile, const Tile::Piece& piece) {
    const bool entries =
        tile.listed && piece.kind == Param::Kind::Coords && piece.extent > tile.sides[0].extent;
    return tile.memory == Memory::Shared && (piece.kind == Param::Kind::Values || entries);
  };
  std::vector<Stmt> out;
  for (const Tile& tile : kernel_.tiles)
    for (const Tile::Piece& piece : tile.pieces)
      out.push_back(make_stmt(Array{array_in(tile, piece), extent_of(tile, piece),
                                    type_of(piece.kind), tile.memory, in_quads(tile, piece),
                                    piece.byte, has_words(tile) || copied_in_bulk(tile),
                                    tile.stored && piece.kind == Param::Kind::Values}));
  out.push_back(with_arrays_of_gathered(body));
  return block(std::move(out));
}

}  // namespace teaal::passes
