#pragma once
#include <map>
#include <string>

#include "compiler/passes/staged/staged_products.h"

namespace teaal::passes {

// How a block comes by its work: pieces of it, one behind the other where blocks take turns; and by
// the lists that fills follow.
class PieceFlow : public ProductMaker {
 public:
  PieceFlow(ir::Program& program, const ir::Kernel& kernel, const Tiling& tiling,
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

  const Expr at_once_;  // blocks; null: as many as pieces

 private:
  Expr number_of(const Expr& turn) const;
};

}  // namespace teaal::passes
