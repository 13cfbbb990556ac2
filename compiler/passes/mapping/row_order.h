#pragma once
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/program.h"

namespace teaal::passes {

// A tensor that a kernel reads, or the one that it writes.
struct Use {
  std::string tensor;
  std::vector<std::string> roots;  // of its levels, as stored; empty text: index math
  bool dense = true;
  std::set<std::string> mentioned = {};  // roots, in index math or not

  bool has(const std::string& root) const { return std::ranges::find(roots, root) != roots.end(); }
  bool ends_with(const std::string& root) const { return !roots.empty() && roots.back() == root; }
};

// In which order loops make rows of the output, its first rank or one that a compressed operand
// has, apart from each other: as they stand (`loops`: their ranks), but each inside of those that a
// compressed operand has above it. Where sums of what two operands list would be made for all
// coordinates of a rank, or rows would not come first, one of the operands is re-sorted for it, or
// all are. Empty: no operand is compressed, no order is right for all, or somebody lists rows.
std::vector<std::string> row_order(const std::vector<std::string>& loops, const Use& output,
                                   const std::vector<Use>& uses, const ir::Program&);

}  // namespace teaal::passes
