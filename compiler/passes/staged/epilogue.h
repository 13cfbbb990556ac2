#pragma once
#include <map>
#include <string>
#include <vector>

#include "compiler/ir/program.h"
#include "compiler/passes/tiling/tiling.h"

// What becomes of the sums of a staged kernel on their way to memory: later expressions that have,
// for each element of what it computes, one element of theirs.
namespace teaal::passes {

class Epilogue {
 public:
  // Takes the kernels that can be computed where the sums of `kernel` are stored out of the
  // program, with what they alone would have read; notes tell which, and why others are not.
  Epilogue(ir::Program&, const ir::Kernel& kernel, const Tiling&);

  bool empty() const { return links_.empty(); }
  // What is stored in the end: the kernel's own output where there is no epilogue.
  const TiledOperand& result() const { return links_.empty() ? sums_ : links_.back().output; }
  // Makes of the sum in `element`, a variable or an element of an array, the result's element at
  // these coordinates of the ranks; and stores what else of the chain is stored.
  std::vector<ir::Stmt> steps(const ir::Expr& element,
                              const std::map<std::string, ir::Expr>& at) const;
  // What the steps and the store of the result read and write; each once.
  std::vector<ir::Param> params() const;

 private:
  struct Link {
    TiledOperand output;
    bool stored = true;
    ir::AssignOp op = ir::AssignOp::Set;
    ir::Expr value;
    std::string taken;                   // the tensor whose element is handed on
    std::vector<TiledOperand> operands;  // the others
  };

  void find(const ir::Kernel& kernel, const Tiling&);
  // The link that a kernel is; empty text: it is one, else why it is none.
  std::string link_of(const ir::Kernel&, const Tiling&, Link&) const;
  bool mapped_otherwise(const ir::Kernel&, const Tiling&) const;
  const ir::Kernel* launched(const ir::Step&) const;
  bool uses(const ir::Step&, const std::string& tensor, bool only_writes) const;
  std::string conflict(size_t first, size_t step) const;
  void remove(size_t step);
  void settle(const ir::Kernel&);
  const TiledOperand& handed_on() const { return result(); }

  ir::Program& program_;
  const Target& target_;
  TiledOperand sums_;
  bool sums_stored_ = true;
  std::vector<Link> links_;
};

}  // namespace teaal::passes
