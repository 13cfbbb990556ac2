#pragma once
#include <optional>
#include <string>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"
#include "compiler/passes/plan/row_table.h"
#include "compiler/passes/target.h"

namespace teaal::passes {

// Whether a value is to be stored in a tensor whose absent elements hold `absent`.
ir::Expr is_present(ir::Expr value, double absent);

// A kernel that computes a tensor with compressed levels stores to `points`, the tensor's dense
// index space, which nobody could hold. Where it stores, one form of it counts and another writes
// the pair of index and value, behind those of the slots before its own: a slot is what one thread
// emits, or threads that share the loop that stores, or, by rows, what it or all threads emit for
// one row. So pairs have one order on every run.
class Emission {
 public:
  Emission(const ir::Program&, const ir::Kernel&, const ir::View& points);

  // Whether the body shows where rows begin and where in its row each pair belongs. Then the slots
  // may be rows, or what each of a few workers emits for a row.
  bool finds_rows();
  // How many slots a row has in this kernel.
  ir::Expr slots() const;
  // Not by rows: how many slots the launch has. Threads that share the loop that stores, over the
  // elements of a fiber, have one, as all of them know how many that is.
  ir::Expr all_slots() const;
  // From here on by rows: of the `stride` slots that a row has in all kernels, this one's are
  // behind `before` others.
  void by_rows(ir::Expr stride, ir::Expr before, const Target&);
  // What rows are gathered in before they are written; null: nothing.
  const RowTable* gathered() const { return table_ ? &*table_ : nullptr; }
  // Behind `by_rows`: whether the pairs of each row are in order, one a key.
  bool leaves_sums() const {
    return ((table_ && table_->fits_all()) || in_order_) && !kernel_.accumulates;
  }
  // Behind `by_rows`: why what the kernel's `buffer` asks for is not done; empty: it is.
  const std::string& obstacle() const { return obstacle_; }

  // `first`: what the host adds to the number of a slot that is a thread's or shared by some.
  ir::Kernel count(std::string name, const std::string& offsets, ir::Expr first);
  ir::Kernel fill(std::string name, const std::string& offsets, ir::Expr first, std::string keys,
                  std::string values);

 private:
  // Gather: into the table of a row; Mark: its places there.
  enum class Form { Count, Fill, Gather, Mark };
  // Where the body stores.
  struct Site {
    int stores = 0, rows = 0;       // how many statements store, and begin rows
    int tiles = 0;                  // and begin tiles of rows that are gathered apart
    std::optional<FiberWalk> walk;  // how many it emits is known before, so it can be shared
    bool repeats = false;           // other loops of the row are around it
    bool once = true;               // neither such a loop nor one that meets fibers is
    ir::Expr position;              // from which the row's last coordinate is read; may be null
    ir::Expr leader;                // of the threads that are there the one that stores; null: each
  };
  struct Path {
    bool in_row = false, in_loop = false, again = false;  // of the row
    ir::Expr leader = nullptr;
  };

  ir::Kernel with_body(std::string name, Form, const std::string& offsets, ir::Expr first);
  void find_table(const Target&);
  bool has_walk() const { return site_.walk && (rows_ || sharing_ != ir::Place::Time); }
  bool has_tiles() const { return kernel_.buffer && kernel_.buffer->tile > 0; }
  template <class Wrap>
  ir::Stmt behind(const std::string& variable, const ir::Stmt& body, const Wrap& wrap) const;
  template <class Wrap>
  ir::Stmt around_store(const ir::Stmt& body, const Wrap& wrap) const;
  template <class Wrap>
  ir::Stmt in_slot(const ir::Stmt& body, const Wrap& wrap) const;
  ir::Stmt number_row(ir::Stmt body) const;
  ir::Expr slot() const;

  bool is_store(const ir::Stmt&) const;
  void find(const ir::Stmt&, Path, Site&) const;
  bool shares_slots();
  void find_shared_walk();
  static ir::Expr leader_of(const ir::Expr& condition);
  std::optional<FiberWalk> walk_of(const ir::Stmt& loop) const;

  ir::Stmt replace(const ir::Stmt&, Form) const;
  ir::Stmt emit(const ir::Stmt& store, Form) const;
  std::optional<size_t> sum_of_store(const ir::Stmt&) const;
  ir::Stmt emit_sum(const ir::Stmt&, size_t sum, Form) const;
  ir::Stmt walk(const ir::Stmt& loop, Form) const;
  ir::Stmt count_row(const ir::Stmt& body, const std::string& offsets) const;
  ir::Stmt fill_row(const ir::Stmt& body, const std::string& offsets) const;
  ir::Stmt write(const ir::Stmt& store, const ir::Expr& at, ir::Expr value) const;

  const ir::Kernel& kernel_;
  const ir::View& points_;
  double absent_;
  std::optional<ir::RowOwner> rows_;
  Site site_;
  std::vector<const ir::Worker*> slots_;  // of a row
  ir::Place sharing_ = ir::Place::Time;   // Lane, Thread: not by rows, all of these share a slot
  ir::Expr stride_, before_;              // as the host computes them
  std::vector<ir::Param> sizes_;          // parameters of rows
  std::vector<std::string> extents_;      // of them those of the row's coordinates
  std::string row_;                       // variable
  std::string row_coords_;  // the array that has a row's last coordinate at its number
  ir::Names names_;
  std::string cursor_, value_, keys_, values_;
  std::optional<RowTable> table_;
  bool in_order_ = false;  // each row is one walk
  std::string gathers_;    // variable: the row is in the table
  std::string obstacle_;
};

}  // namespace teaal::passes
