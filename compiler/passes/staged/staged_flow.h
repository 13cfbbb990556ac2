#pragma once
#include <functional>
#include <set>
#include <string>

#include "compiler/passes/staged/staged_products.h"

namespace teaal::passes {

// How a block comes by its work, and how matrices for warpgroups come into shared memory ahead of
// the products of them: those of one piece of work or, where blocks take pieces in turns, of one
// piece behind the other, so that the first matrices of a piece are there when the sums of the one
// before are stored.
class MatrixFlow : public ProductMaker {
 public:
  MatrixFlow(ir::Program& program, const ir::Kernel& kernel, const Tiling& tiling,
             const std::map<std::string, Lists>& lists)
      : ProductMaker(program, kernel, tiling, lists), at_once_(kernel.schedule.at_once) {}

 protected:
  static void append(Stmts& to, Stmts from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  }

  // ---- Pieces of work ----

  // Where blocks take turns there are variables `turn` and `number`, of the piece.
  bool takes_turns() const { return at_once_ != nullptr; }
  Stmt in_turns(Stmt work) const;
  // What a block sets of piece `number`: where its blocks' loops are, and its lists. Its number
  // among those that lists are made for.
  Stmts piece(const Expr& number) const;
  Stmts lists_of_piece(const Expr& number) const;
  Expr block_of_piece(const Expr& number) const;

  // ---- Lists that come ahead ----

  // In front of time loop t: the entries of its first `count` iterations, which then are there.
  // In it: those of iteration `number`, if there is one, or it is one of the first so many
  // `behind` the last.
  Stmts first_lists(size_t t, int64_t count) const;
  Stmt list_of(size_t t, const Expr& number, int64_t behind = 0) const;

  // ---- Matrices ----

  // Whether they go on from piece to piece.
  bool flows() const { return takes_turns() && tiling_.in_warpgroups(); }
  // In front of the turns: the first matrices.
  Stmts begin_flow();
  // Time loop t, in front of which matrices are filled ahead; `products` of what buffer_ holds.
  Stmts with_matrices(size_t t, const std::function<Stmt()>& products);

  const Expr at_once_;  // blocks; null: as many as pieces

 private:
  Expr number_of(const Expr& turn) const;
  Expr matrices(size_t t) const;
  Stmts copied_by_one(size_t t, const std::function<Stmt()>& products);
  Stmts gathered_by_all(size_t t, const std::function<Stmt()>& products);
  Stmts with_lines(size_t t, const std::function<Stmt()>& products);

  // `node`, about another piece than the one that is multiplied: variables of a piece, with that
  // prefix.
  template <class Node>
  Node of(const std::string& prefix, const Node& node) const;
  Stmt find_next() const;
  Stmt step_on() const;
  Stmt copy_next() const;
  Stmt pass_on() const;

  Stmts known_;  // what is set of a piece, as `let`s
};

}  // namespace teaal::passes
