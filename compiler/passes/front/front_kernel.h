#pragma once
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"
#include "compiler/passes/nest.h"

// Kernels that a pass puts in front of another one, as nests of loops over ranks: lowered like
// those that a spec asks for.
namespace teaal::passes {

struct FrontKernel {
  struct Loop {
    std::string rank, root;
    int64_t tile = 0;  // 0: the bottom part
    ir::Place place = ir::Place::Time;
    std::vector<std::string> walked = {};  // the operands that have the rank
    ir::Expr at = nullptr;                 // not null: solved, that is the coordinate
  };
  std::string name;
  SourceRange where;
  std::vector<Loop> loops;  // outermost first
  ir::AssignOp op = ir::AssignOp::Set;
  ir::Expr target, value;
};

// Where the spec puts a rank; Time: it says nothing of it.
ir::Place place_of(const ir::Kernel&, const std::string& rank);
// What neither the nest nor anything of the program may be called once more.
ir::Names names_in_front(const Nest&, const ir::Program&);
// The nest's access to the tensor by its own name; null: it has none, or several.
const ir::Access* only_access(const Nest&, const std::string& tensor);

// In front of `behind`, whose warps it has.
ir::Kernel kernel_in_front(const ir::Kernel& behind, const FrontKernel&);

}  // namespace teaal::passes
