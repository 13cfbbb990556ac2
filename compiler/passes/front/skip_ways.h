#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compiler/ir/program.h"
#include "compiler/passes/nest.h"

// What the Intersectors of a kernel ask for (derive).
namespace teaal::passes {

// A rank of the output along which a block, or a warp, has a tile.
struct BlockRank {
  std::string root;  // the operand's rank
  std::string var;   // of the loop: where the tile begins
  ir::Expr tile;     // null: the loop has the coordinate itself

  ir::Expr number() const;
};

// What one of them does.
struct SkipWay {
  const ir::Schedule::Skip* skip;
  std::string root = "";                         // of the rank that is skipped
  ir::Expr tile = nullptr;                       // by whole tiles; null: by single coordinates
  bool listed = false;                           // else what patterns have in common is walked
  size_t at = 0;                                 // the nest's loop that skips
  std::vector<size_t> over = {};                 // the rank's loops inside of blocks
  std::map<std::string, BlockRank> blocks = {};  // by root
  // The operands' that it looks at.
  std::vector<const ir::Schedule::Pattern*> patterns = {};

  // What loops over parts of the rank are called in kernels in front.
  std::string part(int level) const;
  // Again, where loops have moved. False: there is no such loop.
  bool locate(const ir::Kernel&, const Nest&);
  // Whether workers that skip together have a tile of the loop's each.
  bool has_tile(const ir::Kernel&, const ir::ForRank&) const;
  // The loops among which those over tiles of the output may be: a list is made inside of them.
  size_t around(const Nest&) const;
};

// How many coordinates blocks list at once.
int64_t listed_at_once(const ir::Kernel&, const Nest&);
// Whether loops over warps have one iteration each, if there are any.
bool has_one_warp(const ir::Kernel&, const Nest&);

// Those that look at patterns of operands. The string says why one cannot be derived, behind
// "skipping K"; empty: all can.
std::string find_ways(const ir::Program&, const ir::Kernel&, const Nest&, std::vector<SkipWay>&);

}  // namespace teaal::passes
