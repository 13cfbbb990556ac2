#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/program.h"

// Which of a plan's launches use the same memory, and what stands in the way of making one of two.
namespace teaal::passes {

class Launches {
 public:
  explicit Launches(ir::Program& program) : program_(program) {}

  // Null: the step is no launch.
  const ir::Kernel* launched(const ir::Step&) const;
  // The tensor or workspace that a name of a step or parameter is about.
  std::string memory_of(const std::string& name) const;
  // What a kernel uses, or writes to: by tensor, as the views of one hold the same; by name for
  // workspaces.
  std::set<std::string> memory(const ir::Kernel&, bool written) const;
  // Whether a step changes, or takes from, the memory that a kernel uses.
  bool disturbs(const ir::Step&, const ir::Kernel&) const;
  // The step behind `first` and before `second` that keeps a kernel from moving there.
  const ir::Step* between(size_t first, size_t second, const ir::Kernel& moved) const;
  // Why two launches cannot be one whatever their bodies do: grids, parameters, what stands
  // between. Empty: nothing is in the way.
  std::string obstacle(size_t first, size_t second) const;
  // Both in one launch of the second kernel, whose body becomes `body`; returns its step.
  size_t merge(size_t first, size_t second, ir::Stmt body);
  // A note of each kernel that was merged: "Z does what 2 kernels would<how>: T, Z".
  void tell_merged(const std::string& how);

 private:
  // Sizes by what they stand for.
  std::string text(const ir::Expr&) const;
  bool equal(const ir::Param& a, const ir::Param& b) const;

  ir::Program& program_;
  std::map<std::string, std::vector<std::string>> parts_;  // kernel → those that it was made of
};

}  // namespace teaal::passes
