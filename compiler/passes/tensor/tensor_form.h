#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/passes/nest.h"

namespace teaal::passes {

// How tensor cores multiply in a nest: sum += row * column, at every coordinate of the innermost
// reduction. The factors along the ranks that 8 lanes share are rows, those along the ranks that 4
// lanes share are columns; which operand they are, and where it lies, says nothing.
struct TensorForm {
  struct Side {
    ir::Expr value;                  // the product of its factors
    std::set<std::string> operands;  // in them
    std::vector<size_t> loops;       // of the nest, inside of the reduction
    std::vector<std::string> lanes;  // ranks of the loops that lanes share
    int64_t elements = 1;            // of a lane
  };
  size_t reduction = 0;  // of the nest's loops
  int64_t count = 0;     // how many coordinates it has, at most where it walks a run
  std::string leader;    // of the run; empty: it has all of a tile's coordinates
  // What asks whether an operand has the coordinates: where one has not, nothing is multiplied.
  std::vector<ir::Expr> tests;
  std::set<std::string> tested;  // these operands
  Side rows, columns;

  // The side's value, or 0 where a test fails.
  ir::Expr value_of(const Side&) const;
};

// What stands in the nest whose sums are in registers from loop `first` on (SumBlock). None: `why`
// says what an instruction would want, behind "TensorCore where".
std::optional<TensorForm> tensor_form(const Nest&, size_t first, const ir::Kernel&,
                                      const ir::Program&, std::string& why);
// The same of a kernel before `accumulate`.
std::optional<TensorForm> tensor_form(const ir::Kernel&, const ir::Program&, std::string& why);

}  // namespace teaal::passes
