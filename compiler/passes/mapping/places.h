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
  // So where nobody knows how many workers a space rank has.
  bool may_share_more = false;
  // The mapping says nothing of space: `loops` is the one that the grid would share.
  bool for_all = false;
  // Nothing is kept in a buffer or goes in rounds, so that loops may change places.
  bool any_order = false;
  std::string round_rank;
  // How many iterations a loop of the nest has at most.
  std::function<ir::Expr(size_t)> extent;
};

// Gives loops of the nest a place. A mapping that was made for another machine has as many workers
// as that; where this leaves a GPU idle, loops in time whose iterations are apart from each other
// run side by side as well.
struct SharedInTime {
  std::vector<std::string> ranks;   // of these loops
  std::vector<std::string> inside;  // ranks whose loops went inside of all that workers share
  std::vector<std::string> summed;  // in space, but summed by one thread
};
SharedInTime choose_places(const Unplaced&, Nest&, const ir::Program&);

}  // namespace teaal::passes
