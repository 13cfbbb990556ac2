#pragma once
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/passes/tensor/matrices.h"

// Matrices (matrices.h) of what a list names, of which no kernel in front can make lines: each
// thread takes some units of a tile, four or eight k's of one row, into registers while others'
// products run, and gives them to shared memory as words.
namespace teaal::passes {

struct Gathered {
  const Matrices& matrices;
  std::string tile;             // of the kernel
  std::vector<ir::Expr> first;  // where the tile begins, a rank each; of the summed one unused
  // Which coordinates the row of a tile has, a rank each, counted from there.
  std::function<std::vector<ir::Expr>(const ir::Expr& row)> local;
  std::string scale;    // a variable by which values are multiplied; empty: none is
  int64_t threads = 0;  // of a block
  bool near = false;    // elements of a tile never lie 2^29 apart

  std::string taken() const { return tile + "_taken"; }
  // The registers of a thread.
  ir::Stmt registers() const;
  // Behind the fill, which says where the run begins in the list and how much it has.
  ir::Stmt take() const;
  ir::Stmt give() const;

 private:
  int64_t units() const { return matrices.rows() * matrices.depth() / matrices.unit(); }
  ir::Stmt each_unit(std::vector<ir::Stmt> body) const;
  ir::Expr is_whole() const;
  ir::Stmt take(bool whole) const;
};

}  // namespace teaal::passes
