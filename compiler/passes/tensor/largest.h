#pragma once
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

// The largest finite magnitude of a tensor's values, by which values are scaled to where f16 is
// most exact. A workspace of values holds it: element 0 for all, behind it that of each share.
namespace teaal::passes {

// How many shares there are of so many elements, at least one.
ir::Expr largest_shares(const ir::Expr& elements);
// How a block writes its threads' largest `own` to `place` of the workspace, by names of its own.
struct LargestStore {
  std::string workspace;
  ir::Expr own, place;
  std::string shared = "shared", of_block = "of_block";
};
std::vector<ir::Stmt> store_largest(const LargestStore&);
// The element for the share of this block.
ir::Expr share_of_block();

struct LargestSearch {
  std::string kernel;     // its name
  std::string workspace;  // of largest_shares(elements) + 1 values, or as many as blocks store
  SourceRange where;
};
// A kernel, whole as it is, that finds the largest of each share of `elements` values.
ir::Kernel search_shares(const LargestSearch&, const ir::Program&, const ir::View& values,
                         const ir::Expr& elements);
// The one behind it, that finds the largest of `shares` shares.
ir::Kernel search_all(const LargestSearch&, const ir::Program&, const ir::Expr& shares);

}  // namespace teaal::passes
