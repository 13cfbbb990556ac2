#pragma once
#include <set>
#include <string>

#include "compiler/ir/program.h"

// What the threads of a block have in common in a lowered body, before `map` (loops are still
// shared by the ranks of workers). Whatever follows from a worker inside the block may differ.
namespace teaal::passes {

class Uniformity {
 public:
  Uniformity(const ir::Stmt& body, const ir::Kernel& kernel);

  // Whether threads of a block may have different values of it.
  bool varies(const ir::Expr&) const;
  // The outermost loop or condition around a barrier that only some threads of a block may pass;
  // null: all reach every barrier together.
  ir::Stmt parting() const { return parting_; }

 private:
  void walk(const ir::Stmt& s, bool apart);
  void mark(const std::string& name);
  bool splits(const ir::Stmt& s) const;

  const ir::Kernel& kernel_;
  std::set<std::string> varying_;  // names
  bool grew_ = false;
  ir::Stmt parting_;
};

}  // namespace teaal::passes
