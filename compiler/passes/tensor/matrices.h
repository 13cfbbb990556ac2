#pragma once
#include <functional>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

// Operands laid out by a kernel in front as the matrices that warpgroups multiply, in the words
// that tensor cores read (templates/warpgroup.cuh).
namespace teaal::passes {

struct Matrices {
  static constexpr int64_t words_of_unit = 4;  // 16 bytes

  // A rank of the operand, in stored order, by its own name, and how much of it a tile has. A tile
  // begins at multiples of that.
  struct Rank {
    std::string name;
    int64_t extent = 1;
    bool summed = false;  // the matrices' columns, of which the operand has one such rank
  };
  std::string view, values;  // what is laid out, and the array
  std::vector<Rank> ranks;
  ir::Arithmetic arithmetic;
  std::string workspace;
  // Of the summed rank's coordinates a list names those that are laid out, one behind the other.
  // The workspaces hold the list, and how many it has. Empty: all are.
  std::string list = {}, count = {};
  std::string largest;  // a workspace whose first element scales the values; empty: none does
  // Which row of a tile's matrix holds what has these coordinates, a rank each, counted from where
  // the tile begins.
  std::function<ir::Expr(const std::vector<ir::Expr>& local)> row;

  int64_t unit() const;   // elements of a rank that lie in one unit of 16 bytes
  int64_t parts() const;  // of which a value consists, each in a matrix of its own
  int64_t rows() const;
  int64_t depth() const;  // of the summed rank
  int64_t words() const;  // of a tile
  int64_t plane() const;  // words from one unit to the next

  // Words of the workspace: [tiles of all ranks but the summed one][units of that][parts][rows][4].
  ir::Expr all_words() const;
  // Where the tile begins whose first coordinate each rank has there.
  ir::Expr first_word(const std::vector<ir::Expr>& first) const;
  // The kernel that writes it, whole as it is.
  ir::Kernel kernel(std::string name, const ir::Program&, SourceRange where) const;
};

// As sizes of the kernels know it.
ir::Expr extent_of(const Matrices::Rank&);

// A kernel in front that writes the workspace, whole as it is: `body`, where no rank is empty.
struct WritingKernel {
  std::string name;
  SourceRange where;
  int64_t threads = 0;
  ir::Expr blocks;
  std::vector<ir::Stmt> body;
  std::vector<ir::Param> beside = {};  // what it reads beside the operand and the largest magnitude
};
ir::Kernel writing_kernel(const Matrices&, WritingKernel, const ir::Program&);

// `body` for each of `units`, which threads share side by side: variable PREFIXunit is a thread's
// own, PREFIXpart how many of its own it has had.
ir::Stmt side_by_side(int64_t units, int64_t threads, const std::string& prefix, ir::Stmt body);

// Word number `number` of a unit as tensor cores read it; `value` gives the unit's elements.
// `rest`: what it leaves out.
ir::Expr word_of_unit(ir::Arithmetic, bool rest, int64_t number,
                      const std::function<ir::Expr(int64_t)>& value);

}  // namespace teaal::passes
