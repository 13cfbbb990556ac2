#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/program.h"
#include "compiler/passes/mapping/places.h"

namespace teaal::passes {

// A nest of which `place` chooses who runs which loop: its loops by number, outermost first, and
// what that choice asks of them.
class OpenNest {
 public:
  OpenNest(const Unplaced&, Nest&, const ir::Program&);

  size_t size() const { return nest_.loops.size(); }
  const ir::ForRank& loop(size_t i) const { return nest_.loops[i].loop; }
  ir::Place& place(size_t i) { return nest_.loops[i].loop.place; }
  ir::Place place(size_t i) const { return nest_.loops[i].loop.place; }
  bool has(ir::Place) const;

  // The loops in space that have no place yet.
  const std::vector<size_t>& space() const { return unplaced_.loops; }
  bool is_space(size_t) const;
  // How many iterations it has at most, where the text says that.
  std::optional<int64_t> most(size_t) const;
  // Whether the launch chooses how many there are.
  bool is_open(size_t) const;

  // Whether it runs over ranks of the output alone: then its iterations write apart.
  bool writes_apart(size_t) const;
  // Whether a loop around it runs over a rank that is summed.
  bool is_in_sum(size_t) const;
  // Whether it walks so many positions, or tuples, which are others in each iteration around.
  bool is_led(size_t) const;
  // In time, and no loop of rounds, index math or a merge path.
  bool is_free(size_t) const;
  // Whether lanes or warps may share it, each with coordinates of the output of its own.
  bool is_for_threads(size_t) const;
  // Whether a factor has the rank itself, other than by index math.
  bool is_walked(size_t) const;
  // Whether a factor has it, and not all of its coordinates.
  bool walks_stored(size_t) const;
  // Whether its rank lies last in all that has it.
  bool is_over_neighbours(size_t) const;

  // Whether no level of the output is compressed.
  bool stores_all() const;
  // Whether blocks write parts of sums anyway, which are added up where the output is compressed.
  bool emits_parts() const;

 private:
  const ir::Access& target() const;

  const Unplaced& unplaced_;
  Nest& nest_;
  const ir::Program& program_;
  std::set<std::string> outputs_;
  std::set<std::string> led_;  // ranks that are cut by positions
};

}  // namespace teaal::passes
