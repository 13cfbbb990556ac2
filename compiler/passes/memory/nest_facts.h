#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/threads.h"
#include "compiler/passes/nest.h"

// What a nest that is not lowered yet says of its ranks at the beginning of an iteration of one of
// its loops, for the threads of a block, or of a warp, together.
namespace teaal::passes {

class NestFacts {
 public:
  explicit NestFacts(const ir::Stmt& body, ir::Spread together = ir::Spread::Block);

  // From here on the tiles of that loop over equal runs are tiles of coordinates: its leader stores
  // every one.
  void count_runs_of(size_t loop) { even_runs_.insert(loop); }

  const Nest& nest() const { return nest_; }  // of loops alone
  size_t loops() const { return nest_.loops.size(); }
  const ir::ForRank& loop(size_t i) const { return nest_.loops[i].loop; }

  // Shared by threads inside a block (a warp), or of several: the grid.
  bool spread(size_t i) const;
  // Whether a loop before `end` over a part of the rank is.
  bool spread_before(const std::string& root, size_t end) const;

  // The ranks whose coordinates an index is made of, and the one that it is.
  std::set<std::string> roots_in(const ir::Expr& index) const;
  std::string root_of(const ir::Expr& index) const;  // empty: a sum

  // Whether all those threads have one coordinate of the rank inside of loop `at`; one tile
  // of a stored part of it.
  bool fixed(const std::string& root, size_t at) const;
  bool fixed(const ir::Level& level, const ir::Expr& index, size_t at) const;
  // How many coordinates the rank's interval has there at most, before threads share it.
  std::optional<int64_t> reach(const std::string& root, size_t at) const;
  // How many coordinates an index has there at most; none, too, where it is no sum of multiples.
  std::optional<int64_t> span(const ir::Expr& index, size_t at) const;
  // How many positions of a fiber that `leader` cuts into runs.
  std::optional<int64_t> run_length(const std::string& root, const std::string& leader,
                                    size_t at) const;

 private:
  ir::Spread together_;
  Nest nest_;
  std::map<std::string, std::string>
      root_of_;                 // bottom variable → root; a tile's → the loop's rank
  std::set<size_t> even_runs_;  // loops
};

}  // namespace teaal::passes
