#pragma once
#include <map>
#include <string>

#include "compiler/ir/program.h"
#include "compiler/passes/target.h"

// The part of `fuse` that makes one body of two.
namespace teaal::passes {

// An array's element that a fused body keeps beside (or instead of) the array.
using Registers = std::map<std::string, std::string>;  // array → variable

struct Fusion {
  ir::Stmt body;         // null: the two cannot be one
  std::string obstacle;  // then why, as the end of a sentence
};

struct Consecutive {
  const ir::Kernel &first, &second;
};

// What both bodies do in one: their outermost loops are the same ones, as many as are equal and as
// the elements that `second` takes from `first` allow. It takes an element in a register where the
// iteration of these loops that uses it is the one that stores it, and in memory where it is the
// one that stores the slice around it. `registers`: of `first`; gets those that are added.
Fusion fuse_bodies(const ir::Program&, const Target&, const Consecutive&, Registers& registers);

// Where kernels of one owner go on with each other's results.
struct Meeting {
  size_t loops = 0;  // outermost ones, which are the same; each is all that its body does
  ir::Stmt barrier;  // of the threads that share an iteration of them
};

// What both bodies do in one: the second behind the first in each iteration of these loops.
Fusion join_bodies(const ir::Program&, const Target&, const Consecutive&, const Meeting&);

}  // namespace teaal::passes
