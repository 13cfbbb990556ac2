#include "compiler/passes/memory/place_tiles.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/memory/tile_shape.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t largest_arrays = 40 << 10;  // bytes of a kernel's own shared arrays
constexpr int64_t tile_alignment = 128;       // bytes
constexpr int64_t line_alignment = 1024;      // of what tensor cores read in lines
constexpr int64_t bytes_of_trees = 1024;      // values in which partial sums meet (reduce)

int64_t aligned(int64_t bytes, int64_t alignment = tile_alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

int64_t alignment_of(const Tile& t) { return has_lines(t) ? line_alignment : tile_alignment; }

// Of one buffer.
int64_t bytes(const Tile& t, const Tile::Piece& p, const Target& target) {
  constexpr int64_t coord_bytes = 4, position_bytes = 8;
  switch (p.kind) {
    case Param::Kind::Values:
      return p.extent * (t.stored ? target.element_bytes() : target.value_bytes);
    case Param::Kind::Coords:
    case Param::Kind::Masks:
      return p.extent * coord_bytes;
    default:
      return p.extent * position_bytes;
  }
}

int64_t bytes(const Tile& t, const Target& target) {
  int64_t out = 0;
  if (t.memory != Memory::Shared) return out;
  for (const Tile::Piece& p : t.pieces)
    out += aligned(bytes(t, p, target) * t.depth * t.warps, alignment_of(t));
  return out;
}

// `all`: what the tiles take; `most`: what they may.
void tell_too_large(const Program& program, const Kernel& kernel, const Target& target, int64_t all,
                    int64_t most, Diagnostics& diagnostics) {
  const auto of_tile = [&](const Tile& t) { return bytes(t, target); };
  const Tile& largest = *std::ranges::max_element(kernel.tiles, {}, of_tile);
  const Tile::Piece& piece = *std::ranges::max_element(
      largest.pieces, {}, [&](const Tile::Piece& p) { return bytes(largest, p, target); });
  const int64_t left = most - (all - of_tile(largest));
  const auto side = std::ranges::max_element(largest.sides, {}, &Tile::Side::extent);
  const bool is_box = side != largest.sides.end();
  const int64_t length = is_box ? side->extent : piece.extent;
  const int64_t fits = std::max<int64_t>(0, left) / std::max<int64_t>(1, of_tile(largest) / length);
  const std::string of = is_box ? side->root : "elements";
  Diagnostic& told = diagnostics.error(
      Code::Binding, largest.where,
      fmt::format("the tiles in Shared take {} bytes, more than the {} that a block can have; "
                  "{} has {} of them ({}){}",
                  all, most, largest.operand, of_tile(largest), size_text(largest),
                  fits > 0 ? fmt::format("; at most {} {} would fit", fits, of)
                           : std::string("; use smaller tiles")));
  for (const auto& [symbol, value] : program.bound)
    if (value == length)
      told.note({}, fmt::format("{0} is {1}; -D {0}=SIZE is another size", symbol, value));
}

}  // namespace

std::string size_text(const Tile& t) {
  std::string out;
  for (const Tile::Side& s : t.sides)
    out += fmt::format("{}{} {}{}", out.empty() ? "" : " x ", s.extent, s.root,
                       s.by.empty() ? "" : " that " + s.by + " names");
  for (const Tile::Piece& p : t.pieces)
    if (t.sides.empty())
      out +=
          fmt::format("{}{} {}", out.empty() ? "" : ", ", p.extent, name_of(param_names, p.kind));
  return out;
}

void place_tiles(const Program& program, Kernel& kernel, const Target& target,
                 Diagnostics& diagnostics) {
  int64_t all = 0, own = 0, shares = 0;
  for (const Tile& t : kernel.tiles) {
    all += bytes(t, target);
    kernel.shared_alignment = std::max(kernel.shared_alignment, alignment_of(t));
  }
  for (const Worker& w : kernel.workers)
    if (w.combine != Combine::None) own = bytes_of_trees * target.value_bytes;
  for_each_stmt(kernel.body, [&](const Stmt& s) {
    const auto* n = as<Array>(s);
    if (n && n->memory == Memory::Shared) shares += n->extent * target.value_bytes;
  });
  if (all + shares <= largest_arrays) return;
  const int64_t most = target.most_shared_bytes - own - shares;
  if (all > most) return tell_too_large(program, kernel, target, all, most, diagnostics);
  for (Tile& t : kernel.tiles)
    for (Tile::Piece& p : t.pieces) {
      if (t.memory != Memory::Shared) continue;
      p.byte = aligned(kernel.shared_bytes, alignment_of(t));
      kernel.shared_bytes = aligned(p.byte + bytes(t, p, target) * t.depth * t.warps);
    }
}

}  // namespace teaal::passes
