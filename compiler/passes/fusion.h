#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

// The part of `fuse` that makes one body of two.
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

// An array's element that a fused body keeps beside (or instead of) the array.
using Registers = std::map<std::string, std::string>;  // array → variable

struct Fusion {
  ir::Stmt body;         // null: the two cannot be one
  std::string obstacle;  // then why, as the end of a sentence
};

// What both bodies do in one: their outermost loops are the same ones, as many as are equal and as
// the elements that `second` takes from `first` allow. It takes an element in a register where the
// iteration of these loops that uses it is the one that stores it, and in memory where it is the
// one that stores the slice around it. `registers`: of `first`; gets those that are added.
Fusion fuse_bodies(const ir::Program&, const ir::Kernel& first, const ir::Kernel& second,
                   Registers& registers);

// The body without its stores to an array; null where nothing is left.
ir::Stmt without_stores(const ir::Stmt&, const std::string& array);

}  // namespace teaal::passes
