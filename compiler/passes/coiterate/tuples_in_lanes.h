#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

// Lanes that share a run of tuples would each find every tuple's fiber, coordinates and value: the
// same loads in all of them, one behind the other. Here each lane finds those of one tuple, as many
// tuples at a time as there are lanes, and hands round what it found.
namespace teaal::passes {

// Whether an expression reads arrays, by itself or in a search that all lanes may do apart.
bool looks_up(const ir::Expr&);

class TuplesInLanes {
 public:
  // `position`: what a tuple's position is called in the loop over tuples; `values`: arrays of
  // elements that may be read there.
  TuplesInLanes(ir::Names&, int64_t lanes, std::string position, std::set<std::string> values);

  int64_t lanes() const { return lanes_; }
  // All lanes of a warp that share the run come to each tuple together: what they are told is the
  // same in the whole warp, as sums over its lanes ask for.
  void come_together() { together_ = true; }
  // The position of a lane's own tuple.
  ir::Expr own_position() const { return ir::var(own_position_); }
  // What the lane has of a tuple's name, or of an expression over such names.
  ir::Expr own(const ir::Expr&) const;
  // A name of a tuple (Let), or a step of a walk (Assign), that every lane does for its own; given
  // back is what stands in its place in the loop over tuples, where `lane` has the tuple.
  ir::Stmt found(const ir::Stmt&, const ir::Expr& lane);
  // The loop's body: elements that it reads at the tuple's position are handed round as well.
  ir::Stmt read_in(const ir::Stmt& body, const ir::Expr& lane);
  static ir::Expr handed(ir::Type, const ir::Expr& value, const ir::Expr& lane, int64_t lanes);
  // Behind those: what each lane does for the tuples at [first, end), as many as there are lanes or
  // fewer; lanes without a tuple have the last one.
  std::vector<ir::Stmt> stmts(const ir::Expr& first, const ir::Expr& end) const;

 private:
  bool depends(const ir::Expr&) const;  // on the tuple's position
  ir::Expr told(ir::Type, const ir::Expr& value, const ir::Expr& lane) const;

  ir::Names& names_;
  int64_t lanes_;
  bool together_ = false;
  std::string position_, own_position_;
  std::set<std::string> values_;
  std::map<std::string, std::string> own_;       // what a lane calls its own
  std::map<std::string, std::string> elements_;  // by array: what its element is called in the loop
  std::vector<ir::Stmt> stmts_;
};

}  // namespace teaal::passes
