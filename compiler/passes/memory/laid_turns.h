#pragma once
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/names.h"

namespace teaal::passes {

// Where copies of what a kernel in front has laid out arrive (CopyWay::Laid): each buffer has a
// turn, which one thread tells how much will come. Which of a turn's copies are waited for is the
// parity of how often it was: a bit a buffer.
class LaidTurns {
 public:
  LaidTurns(const ir::Stmt& copies, int64_t buffers, ir::Names&);

  // In front of the kernel.
  std::vector<ir::Stmt> declared() const;
  // The buffer of an iteration of the loop.
  ir::Expr slot_of(const ir::For&) const;
  // The copies, to that buffer.
  ir::Stmt ask(const ir::Stmt& copies, const ir::Expr& slot) const;
  // All threads of the block do, and see what was copied.
  std::vector<ir::Stmt> wait(const ir::Expr& slot) const;

 private:
  ir::Expr first_word(const ir::Expr& slot) const;

  int64_t buffers_, words_ = 0;
  std::string turns_, parities_;
};

}  // namespace teaal::passes
