#pragma once
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

// Who uses which element of an array where: what `fuse` judges by.
namespace teaal::passes {

// One place where a body reads or stores an element of an array.
struct ElementUse {
  struct Loop {
    std::string var;
    ir::Expr begin, end, step;  // null: not a counting loop
  };
  std::string array;
  ir::Expr at;  // in terms of loop variables, parameters and hardware coordinates
  bool stores = false;
  ir::AssignOp op = ir::AssignOp::Set;
  std::vector<Loop> loops;  // around it, outermost first
  bool guarded = false;     // it happens only where the data let it
  bool led = false;         // of the threads that hold the value one stores it
  bool one_thread = false;  // only that thread holds the value
};
std::vector<ElementUse> uses_of(const ir::Stmt& body);

// Whether an expression of uses_of depends on which thread runs.
bool names_threads(const ir::Expr&);

using Renaming = std::unordered_map<std::string, std::string>;
ir::Expr renamed(const ir::Expr&, const Renaming&);

// Whether the element that a second body uses is the one that a first body stores, complete, in the
// same iteration of the loops around both and in the same thread. `stores`: all uses of the first.
class Handover {
 public:
  Handover(const ir::Program& program, const ir::Kernel& first,
           const std::vector<ElementUse>& stores)
      : program_(program), first_(first), stores_(stores) {}

  // In a register: nothing but the loops around both is around the store.
  bool as_element(const ElementUse& store, const ElementUse& use) const;
  // In memory: an element that the same iteration of equal loops stores, or a slice that one thread
  // stores and uses.
  bool in_memory(const ElementUse& store, const ElementUse& use) const;

 private:
  // An assignment that does not combine happens once an element: another iteration has another.
  bool stored_once(const ElementUse& store) const;
  // Whether it adds to what the plan filled the array with, not to what another kernel left there.
  bool begins(const ElementUse& store) const;
  // The coordinates that both have in common tell the iteration of the loops around both, so all
  // that is stored under them is stored there.
  bool owned(const ElementUse& store, const ElementUse& use, size_t common) const;
  // Every iteration of the common loops stores at the same other coordinates: as each element is
  // stored once, no two of them have the same coordinates in common.
  bool stores_alike(const ElementUse& store, const std::vector<ir::Expr>& rest,
                    size_t common) const;
  bool is_coordinate_of(const ir::Expr&, const ElementUse::Loop&) const;
  // Coordinates repeat where a loop walks the positions of several fibers.
  bool walks_one_fiber(const std::string& coords, const ElementUse::Loop&) const;
  const ir::Param* param(const std::string& name) const;
  const ir::View* view_of(const std::string& array) const;

  const ir::Program& program_;
  const ir::Kernel& first_;
  const std::vector<ElementUse>& stores_;
};

}  // namespace teaal::passes
