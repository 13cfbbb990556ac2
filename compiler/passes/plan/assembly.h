#pragma once
#include <map>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

// What the passes that assemble compressed tensors share: kernels over all entries of an array, and
// the steps that scan and sort with device functions of templates/assemble.cuh.
namespace teaal::passes {

// A loop over [0, count) that all threads of the grid share; `count` is also the parameter
// `entries`.
struct EntryLoop {
  std::string name;  // the kernel's
  ir::Expr count;    // as the host computes it
  std::vector<ir::Param> params;
  ir::Stmt body;  // may read `entry`
  ir::Stmt once;  // one thread runs it; may be null
  SourceRange where;
};
ir::Kernel entry_kernel(EntryLoop);

// As intrinsics name what reduces values.
const char* word_of(ir::AssignOp);

ir::Param array_param(const std::string& workspace, ir::Type, bool written);
ir::Param size_param(const std::string& name, ir::Expr value);

// The entries of a tensor in its storage order, one a coordinate, none zero.
struct SortedEntries {
  std::string keys;    // workspace; a key is the position in the tensor's dense index space
  std::string values;  // workspace; empty: what follows writes them, behind compressed levels
  std::string count;   // plan name
};

// The view of a tensor as it is stored, made where no kernel reads the tensor so.
ir::View& storage_view(ir::Program&, const std::string& tensor);

// Adds kernels, workspaces and steps to a program.
class Assembly {
 public:
  explicit Assembly(ir::Program& program);
  Assembly(const Assembly&) = delete;
  Assembly& operator=(const Assembly&) = delete;

  std::string fresh(const std::string& base) { return names_.fresh(base); }
  // The same name on every call: a tensor that is assembled again changes its numbers.
  const std::string& lasting(const std::string& base);
  // With the program's name in front.
  std::string fresh_kernel(const std::string& base);
  std::string workspace(const std::string& base, ir::Expr elements, ir::Type);

  // A kernel that one step launches, and the step.
  void launch(ir::Kernel);
  void add(ir::Step step) { inside_.back()->push_back(std::move(step)); }
  // What `make` adds becomes the body of `step`.
  template <class Make>
  void within(ir::Step step, Make make) {
    inside_.push_back(&step.body);
    make();
    inside_.pop_back();
    add(std::move(step));
  }
  // Of an array of n sizes and one more: each becomes the sum of those before it.
  void scan(const std::string& array, const ir::Expr& n, const SourceRange&);
  void read(const std::string& name, const std::string& array, ir::Expr at);
  struct Pairs {
    std::string keys, values;
  };
  // Sorts n pairs by keys below `bound`, stably; `spare` is as large and is overwritten.
  void sort(const Pairs&, const Pairs& spare, const ir::Expr& n, const ir::Expr& bound,
            const SourceRange&);

  double absent(const ir::View& view) const { return program_.tensor(view.tensor)->absent; }
  // The arrays of `view` (levels and values) from its entries; sets its positions.
  void store(ir::View& view, const SortedEntries&, const SourceRange&);

  std::vector<ir::Step> take_steps() { return std::move(steps_); }
  std::vector<ir::Kernel> take_kernels() { return std::move(kernels_); }

 private:
  // Of n keys, `bits` bits from `shift` on; how many keys have which: a workspace.
  struct Digit {
    ir::Expr n, shift, bits;
    std::string counts;
  };
  void one_digit(const Pairs& from, const Pairs& to, const Digit&, const SourceRange&);
  const ir::Kernel& shared_kernel(const std::string& base, const SourceRange&);
  void launch_shared(const std::string& base, std::vector<ir::Param> args, ir::Launch,
                     const SourceRange&);

  ir::Program& program_;
  ir::Names names_, kernel_names_;
  std::map<std::string, std::string> lasting_;
  std::vector<ir::Kernel> kernels_;
  std::vector<std::pair<std::string, ir::Kernel>> shared_;  // by intrinsic
  std::vector<ir::Step> steps_;
  std::vector<std::vector<ir::Step>*> inside_ = {&steps_};
  std::string scan_sums_;  // the workspace of all scans
};

}  // namespace teaal::passes
