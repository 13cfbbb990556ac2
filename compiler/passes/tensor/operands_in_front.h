#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/names.h"
#include "compiler/passes/tensor/lines.h"
#include "compiler/passes/tensor/warpgroup.h"

// What kernels in front make of the operands of a kernel on tensor cores, for it alone.
namespace teaal::passes {

class OperandsInFront {
 public:
  // `where`: the binding that asks for tensor cores.
  OperandsInFront(ir::Program& program, ir::Kernel& kernel, ir::Names& names, SourceRange where)
      : program_(program), kernel_(kernel), names_(names), where_(std::move(where)) {}

  // The tile, now the kernel's, of the side's matrices or lines; `fill` is the loop that fills it,
  // `summed` the rank that is summed over. The operand itself is not staged any more.
  struct Filled {
    std::string fill, summed;
  };
  ir::Tile laid_out(Warpgroup::Side&, const Warpgroup&, const Filled&);

  // What is kept of the rank that is laid out by one list for all blocks.
  ir::Kept kept(const std::string& root) const { return {root, kept_->count}; }

  // The operand's view if all of its values are an array that is given, or made of one that is;
  // else null.
  const ir::View* given(const std::string& operand) const;
  // A workspace whose element 0 is the largest finite magnitude that such a view has: the kernel
  // that reads all of it anyway is asked for it, or kernels of its own are put in front.
  const std::string& largest(const ir::View&);

  // What the kernel wants in front of it; `launch` puts them into the plan.
  const std::vector<ir::Kernel>& kernels() const { return kernels_; }
  void launch();

 private:
  // What is kept of the rank that is summed over, once for all: a kernel in front lists it.
  struct KeptList {
    std::string entries, count;  // workspaces
  };
  KeptList kept_by(const std::string& list);
  int level_of(const std::string& list) const;
  void make_matrices(Warpgroup::Side&, const Warpgroup&);
  void make_lines(const Warpgroup::Side&);
  bool others_read(const std::string& tensor) const;
  std::optional<Lines::Marks> marks_of(const Warpgroup::Side&) const;
  ir::Kernel* marking(const Lines::Marks&, const Warpgroup::Side&) const;
  void leave_out(const std::string& tensor);
  ir::Kernel* reader_of(const ir::View&) const;

  ir::Program& program_;
  ir::Kernel& kernel_;
  ir::Names& names_;
  const SourceRange where_;
  std::map<std::string, std::string> largest_of_;  // by view
  std::optional<KeptList> kept_;
  std::vector<ir::Kernel> kernels_;
  // Of kernels that read what another one in front has read, and may still be in the L2: that one.
  std::map<std::string, std::string> launch_behind_;
};

}  // namespace teaal::passes
