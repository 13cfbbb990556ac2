#pragma once
#include <functional>
#include <string>
#include <vector>

#include "compiler/ir/program.h"
#include "compiler/passes/nest.h"

// Where space ranks run that no binding gives a place.
namespace teaal::passes {

struct Unplaced {
  std::vector<size_t> loops;  // of the nest, outermost first: what stands in space
  bool some_bound = false;    // others have a place already
  // Loops in time may be shared, too: a mapping says what is in space, and nobody asked for so many
  // workers.
  bool may_share_time = false;
  std::string round_rank;
  // How many iterations a loop of the nest has at most.
  std::function<ir::Expr(size_t)> extent;
};

// Gives loops of the nest a place. A mapping that was made for another machine has as many workers
// as that; where this leaves a GPU idle, loops in time whose iterations are apart from each other
// run side by side as well. Returns their ranks.
std::vector<std::string> choose_places(const Unplaced&, Nest&, const ir::Program&);

}  // namespace teaal::passes
