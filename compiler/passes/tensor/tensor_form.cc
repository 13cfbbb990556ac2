#include "compiler/passes/tensor/tensor_form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/ir/mma.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/sum_block.h"
#include "compiler/passes/machine/launch_shape.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t lanes_of_rows = 8, lanes_of_columns = 4;

// What ends the search, and why.
struct Misfit {
  std::string why;
};

[[noreturn]] void misfit(std::string why) { throw Misfit{std::move(why)}; }

struct Factor {
  Expr value;
  std::string operand;  // empty: it is no tensor
  std::set<std::string> roots;
};

class Former {
 public:
  Former(const Nest& nest, size_t first, const Kernel& kernel, const Program& program)
      : nest_(nest), first_(first), kernel_(kernel), program_(program) {}

  TensorForm run() {
    check_sum();
    find_reduction();
    const auto* assigned = as<Assign>(nest_.body);
    if (!assigned) misfit("a condition stands around the products");
    add_factors(assigned->value);
    choose_sides();
    add_loops();
    check_lanes();
    check_fills();
    return std::move(out_);
  }

 private:
  const ForRank& loop(size_t i) const { return nest_.loops[i].loop; }

  void check_sum() const {
    if (kernel_.reduction != AssignOp::Add) misfit("products meet by another operator than +");
    if (kernel_.carry) misfit("workers share sums along a flattened rank");
    if (kernel_.row_class) misfit("a kernel computes a class of rows");
    if (first_ == nest_.loops.size())
      misfit(
          "sums do not stay in registers; inside of the reduction, let their loops have literal "
          "numbers of iterations, along ranks that no operand stores C or B");
    for (const Nest::Loop& l : nest_.loops)
      if (l.loop.place == Place::Thread || l.loop.place == Place::Grid)
        misfit(
            fmt::format("{} is spread over threads; bind it to Block, Warp or Lane", l.loop.rank));
    for (const Operand& o : kernel_.operands)
      if (const View* view = program_.view(o.view); view && view->points)
        misfit(fmt::format("the result {} is stored compressed", o.name));
  }

  bool along_output(const ForRank& l) const {
    const std::set<std::string> roots = roots_of(l);
    return std::ranges::all_of(roots, [&](const std::string& r) { return outputs_.contains(r); });
  }

  // The innermost one.
  void find_reduction() {
    outputs_ = kernel_outputs();
    size_t at = nest_.loops.size();
    while (at > first_ && along_output(loop(at - 1))) --at;
    if (at == first_) misfit("no reduction stands around the sums' loops");
    out_.reduction = --at;
    const ForRank& k = loop(at);
    const int64_t depth = products_deep(kernel_.schedule.tensor_core->arithmetic);
    out_.count =
        k.place == Place::Time && !k.tile ? literal_turns(nest_, kernel_, program_, at).turns : 0;
    if (out_.count == 0) {
      out_.count = turns_in_run(nest_, kernel_, program_, at);
      for (size_t i = 0; i < at && out_.count > 0; ++i)
        if (loop(i).root == k.root) out_.leader = loop(i).leader;
    }
    const std::string split = out_.leader.empty()
                                  ? fmt::format("uniform_shape({})", depth)
                                  : fmt::format("uniform_occupancy({}.{})", out_.leader, depth);
    if (out_.count == 0)
      misfit(
          fmt::format("{} does not have a literal number of iterations in time, all of them "
                      "stored; partition {} by uniform_shape({}), or a multiple of it, and "
                      "leave its bottom part in time; of what one operand stores, by "
                      "uniform_occupancy(A.{}), where that is A",
                      k.rank, k.root, depth, depth));
    if (out_.count % depth != 0)
      misfit(
          fmt::format("iterations of {} are not whole groups of {}; partition {} by {}, or a "
                      "multiple of it",
                      k.rank, depth, k.root, split));
  }

  std::set<std::string> kernel_outputs() const {
    Nest whole;
    for_each_stmt(kernel_.body, [&](const Stmt& s) {
      if (const auto* l = as<ForRank>(s)) whole.loops.push_back({*l, s->where});
    });
    whole.body = kernel_.body;
    return output_roots(whole);
  }

  void add_factors(const Expr& e) {
    if (add_test(e)) return;
    const auto* n = as<Binary>(e);
    if (n && n->op == BinaryOp::Mul) {
      add_factors(n->lhs);
      return add_factors(n->rhs);
    }
    const auto* access = as<Access>(e);
    if (!access && !as<Var>(e) && !as<FloatLit>(e)) misfit("a term is no product");
    Factor out{e, access ? access->operand : "", {}};
    for (const Expr& index : access ? access->at : std::vector<Expr>())
      for_each_expr(index, [&](const Expr& part) {
        if (const auto* v = as<Var>(part)) out.roots.merge(roots_of_variable(v->name));
      });
    factors_.push_back(std::move(out));
  }

  // Whether it is what it is where an operand has something, and else nothing.
  bool add_test(const Expr& e) {
    const Access* asked = asks_if_present(e, program_);
    const std::vector<Expr>& args = asked ? as<Call>(e)->args : std::vector<Expr>();
    if (!asked || !is_number(args[2], 0) || !is_common(args[0])) return false;
    out_.tests.push_back(args[0]);
    out_.tested.insert(asked->operand);
    if (!is_number(args[1], 1)) add_factors(args[1]);
    return true;
  }

  // Whether lanes ask the same for all of their sums: both sides may, for each k that they read.
  bool is_common(const Expr& test) const {
    bool out = true;
    for_each_expr(test, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      for (size_t i = 0; v && i < nest_.loops.size(); ++i)
        if (loop(i).var == v->name || binds(loop(i)).contains(v->name))
          out &= i <= out_.reduction && loop(i).place != Place::Lane;
    });
    return out;
  }

  static bool is_number(const Expr& e, double value) {
    const auto* n = as<FloatLit>(e);
    return n && n->value == value;
  }

  std::set<std::string> roots_of_variable(const std::string& name) const {
    std::set<std::string> out;
    for (const Nest::Loop& l : nest_.loops)
      if (binds(l.loop).contains(name)) out.merge(roots_of(l.loop));
    return out;
  }

  // Ranks of the output that lanes share, or that have sums inside of the reduction.
  std::vector<std::string> own_roots() const {
    std::vector<std::string> out;
    for (size_t i = 0; i < nest_.loops.size(); ++i) {
      const ForRank& l = loop(i);
      if (i <= out_.reduction && l.place != Place::Lane) continue;
      if (!along_output(l) || !l.joined.empty())
        misfit(fmt::format("{} is spread over lanes, but is no rank of the output", l.rank));
      if (std::ranges::find(out, l.root) == out.end()) out.push_back(l.root);
    }
    return out;
  }

  // Factors that have one of these ranks in common are on one side.
  void choose_sides() {
    std::vector<std::set<std::string>> sides;
    for (const std::string& root : own_roots()) {
      std::set<std::string> joined = {root};
      for (const Factor& f : factors_)
        if (f.roots.contains(root))
          for (const std::string& other : own_roots())
            if (f.roots.contains(other)) joined.insert(other);
      std::erase_if(sides, [&](const std::set<std::string>& side) {
        const bool meets =
            std::ranges::any_of(side, [&](const std::string& r) { return joined.contains(r); });
        if (meets) joined.insert(side.begin(), side.end());
        return meets;
      });
      sides.push_back(joined);
    }
    if (sides.size() != 2)
      misfit(
          fmt::format("the ranks on Lane and of the sums ({}) are not some of one factor, and "
                      "the others of another",
                      fmt::join(own_roots(), ", ")));
    rows_ = sides[0];
    columns_ = sides[1];
    for (const Factor& f : factors_) {
      const bool columns =
          std::ranges::any_of(f.roots, [&](const std::string& r) { return columns_.contains(r); });
      TensorForm::Side& side = columns ? out_.columns : out_.rows;
      if (side.value && kernel_.schedule.tensor_core->arithmetic == Arithmetic::F16)
        misfit(
            "products of several factors would be rounded to f16 in front of the products; write "
            "type: 3xf16");
      side.value = side.value ? mul(side.value, f.value) : f.value;
      if (!f.operand.empty()) side.operands.insert(f.operand);
    }
    if (!out_.rows.value || !out_.columns.value)
      misfit("the products are not of one factor with the other's ranks");
  }

  TensorForm::Side& side_of(const std::string& root) {
    return columns_.contains(root) ? out_.columns : out_.rows;
  }

  void add_loops() {
    for (size_t i = 0; i < nest_.loops.size(); ++i) {
      const ForRank& l = loop(i);
      if (l.place == Place::Lane) side_of(l.root).lanes.push_back(l.rank);
      if (i <= out_.reduction) continue;
      side_of(l.root).loops.push_back(i);
      side_of(l.root).elements *= l.spelled.turns;
    }
  }

  int64_t lanes(const TensorForm::Side& side) const {
    int64_t out = 1;
    for (const std::string& rank : side.lanes)
      out *= lanes_of(kernel_, *std::ranges::find(kernel_.workers, rank, &Worker::rank));
    return out;
  }

  void check_lanes() {
    if (lanes(out_.rows) != lanes_of_rows) std::swap(out_.rows, out_.columns);
    if (lanes(out_.rows) != lanes_of_rows || lanes(out_.columns) != lanes_of_columns)
      misfit(
          "the ranks on Lane are not 8 lanes along ranks of one factor and 4 along ranks of the "
          "other");
    for (const TensorForm::Side* side : {&out_.rows, &out_.columns})
      if (side->elements % 2 != 0)
        misfit(
            fmt::format("a lane has no pairs of sums along the ranks of {}; leave an even number "
                        "of iterations to each lane, inside of {}",
                        fmt::join(side->operands, " and "), loop(out_.reduction).rank));
  }

  void check_fills() const {
    for (const Schedule::Staging& s : kernel_.schedule.stagings)
      for (size_t i = out_.reduction; i < nest_.loops.size(); ++i)
        if (s.memory == Memory::Shared && s.evict_on == loop(i).rank)
          misfit(fmt::format("a tile of {} is filled inside of {}", s.tensor,
                             loop(out_.reduction).rank));
  }

  const Nest& nest_;
  const size_t first_;
  const Kernel& kernel_;
  const Program& program_;
  std::set<std::string> outputs_, rows_, columns_;
  std::vector<Factor> factors_;
  TensorForm out_;
};

}  // namespace

Expr TensorForm::value_of(const Side& side) const {
  Expr out = side.value;
  for (const Expr& test : tests) out = call("choose", {test, out, make_expr(FloatLit{0})});
  return out;
}

std::optional<TensorForm> tensor_form(const Nest& nest, size_t first, const Kernel& kernel,
                                      const Program& program, std::string& why) {
  try {
    return Former(nest, first, kernel, program).run();
  } catch (const Misfit& found) {
    why = found.why;
    return std::nullopt;
  }
}

std::optional<TensorForm> tensor_form(const Kernel& kernel, const Program& program,
                                      std::string& why) {
  Nest nest = unnest(kernel.body);
  const SumBlock sums = sum_block(nest, kernel, program, output_roots(nest));
  for (size_t i = sums.first; i < nest.loops.size(); ++i)
    nest.loops[i].loop.spelled = sums.loops[i - sums.first].spelled;
  return tensor_form(nest, sums.first, kernel, program, why);
}

}  // namespace teaal::passes
