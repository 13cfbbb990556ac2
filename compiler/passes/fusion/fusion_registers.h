#pragma once
#include <string>
#include <vector>

#include "compiler/passes/fusion/element_use.h"

// The part of `fuse` that hands elements on in registers.
namespace teaal::passes {

// Lets the stores to an array go through a register.
class Keeper {
 public:
  // `start`: what an element holds that no store reaches; may be null where every store sets.
  // `narrow`: an element in memory has fewer bits, to which the register is rounded.
  Keeper(std::string array, std::string name, ir::Expr start, bool narrow)
      : array_(std::move(array)),
        name_(std::move(name)),
        start_(std::move(start)),
        narrow_(narrow) {}

  // `uses`: of the body. `known`: the register is defined outside of the body.
  ir::Stmt keep(const ir::Stmt& body, const std::vector<ElementUse>& uses, bool known);
  // Reads become reads of the register.
  ir::Stmt take(const ir::Stmt&) const;

 private:
  bool is_ours(const ir::Assign&) const;
  // The store in a statement that no loop is around.
  bool is_alone(const ir::Stmt& s) const;
  const ir::Assign* store_in(const ir::Stmt&) const;
  std::vector<ir::Stmt> keep_in(const std::vector<ir::Stmt>&);
  void define(const ir::Expr& value, bool changes, const SourceRange& where,
              std::vector<ir::Stmt>& out);
  void set(const ir::Assign& store, const SourceRange& where, std::vector<ir::Stmt>& out);
  ir::Stmt through_register(const ir::Stmt&, bool sets);

  std::string array_, name_;
  ir::Expr start_;
  bool narrow_, known_ = false, led_ = false;
  int stores_ = 0;
};

// The body in which the variable may change.
ir::Stmt made_changing(const ir::Stmt&, const std::string& name);
// Without stores to an element that the same statements store again before anything reads the
// array.
ir::Stmt without_overwritten(const ir::Stmt&);
// The body without its stores to an array; null where nothing is left.
ir::Stmt without_stores(const ir::Stmt&, const std::string& array);

}  // namespace teaal::passes
