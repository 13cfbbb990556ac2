#pragma once
#include <string>
#include <vector>

#include "compiler/ir/names.h"
#include "compiler/passes/target.h"
#include "compiler/passes/tensor/tensor_form.h"

namespace teaal::passes {

// A product on tensor cores, and the kernel that it is made for.
struct TensorProduct {
  const ir::Program& program;
  ir::Kernel& kernel;
  const Target& target;
  const Nest& nest;
  const TensorForm& form;
  ir::Names& names;
};

// What lanes have of one side of a product, and in which arrays.
struct Fragment {
  const TensorForm::Side& side;
  std::vector<Nest::Loop> loops;  // over the elements that a lane comes with, of each of its k's
  int64_t elements;               // how many these are
  size_t pair;  // of the side's loops: two iterations of it, one behind the other, go together
  int64_t lanes, apart;  // which share the k's of an instruction
  bool neighbours;       // a lane's k's lie one behind the other; else as many apart as lanes share
  std::string rank = {};  // of the loop over a lane's k's
  std::string values = {}, words = {}, rest = {}, largest = {}, scale = {};
};

// Who reads what of both sides, for an instruction's k's. The lanes that share it become workers of
// the kernel.
class Fragments {
 public:
  explicit Fragments(const TensorProduct&);

  // Whether a lane reads the columns that it multiplies; else lanes hand them round.
  bool read_for_others() const { return read_for_others_; }
  Fragment rows();
  Fragment columns();
  // A lane's share of the side at its share of the k's; zeros beyond the ranks' ends.
  void load(const Fragment&, std::vector<ir::Stmt>& out) const;

 private:
  Fragment fragment(const TensorForm::Side&, std::vector<Nest::Loop>, size_t pair, bool of_rows);
  void share(ir::ForRank&, ir::Expr extent, int64_t lanes, int64_t apart);
  int64_t depth() const;
  const Nest::Loop& reduction() const { return product_.nest.loops[product_.form.reduction]; }
  const ir::View& view_of(const std::string& operand) const;
  bool in_memory(const TensorForm::Side&) const;
  bool has_lanes(const TensorForm::Side&) const;
  size_t last_pair(const TensorForm::Side&) const;
  std::optional<size_t> paired_in_time(const TensorForm::Side&) const;
  bool reads_neighbours() const;
  bool is_kept_as_stored(const TensorForm::Side&) const;
  bool lies_along_reduction(const TensorForm::Side&) const;

  const TensorProduct product_;
  const bool read_for_others_;
};

// The loops of the nest along a side.
std::vector<Nest::Loop> loops_of(const Nest&, const TensorForm::Side&);
// The number among a lane's elements, as the loops' turns say it.
ir::Expr element_of(const std::vector<Nest::Loop>&);

// An array in registers, for elements as tensors store them or for values.
ir::Stmt registers(const std::string& name, int64_t extent, ir::Type, bool stored = false);
// A loop over [0, end) that is spelled out.
ir::Stmt each(const std::string& name, int64_t end, int64_t step, ir::Stmt body);
// `body` for each number of a lane's elements, which `own_element()` is there.
ir::Stmt for_each_own(int64_t count, ir::Stmt body);
ir::Expr own_element();

}  // namespace teaal::passes
