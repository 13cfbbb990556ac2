#pragma once
#include <string>

#include "compiler/passes/plan/assembly.h"

namespace teaal::passes {

// Pairs that stand row by row, those of row r in [offsets[r * stride], offsets[(r + 1) * stride]),
// their keys between two multiples of span, behind those of the rows before.
struct RowPairs {
  std::string tensor;
  Assembly::Pairs pairs;  // a workspace of each; they are overwritten
  ir::Expr count;         // of all pairs
  std::string offsets;    // workspace
  ir::Expr rows, stride, span;
};

// What happens to values of one key, and what is not stored.
struct Reduction {
  ir::AssignOp op;
  double absent;
};

// Adds the steps that sort each row and reduce the values of one key in the order of the pairs
// (templates/rows.cuh). `stored`: the plan name of how many entries that leaves.
SortedEntries reduce_rows(Assembly&, const RowPairs&, Reduction, const std::string& stored,
                          const SourceRange&);

// The same where the pairs of a row are in order, one a key: what is absent goes.
SortedEntries keep_rows(Assembly&, const RowPairs&, Reduction, const std::string& stored,
                        const SourceRange&);

// In words, for the notes: which accumulator a row gets.
std::string accumulators_of_rows();

}  // namespace teaal::passes
