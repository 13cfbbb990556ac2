#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/front/front_kernel.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// A product of dense operands of which another one reads but the elements that a compressed operand
// lists, `T = A * B; Z = C * T`, is summed there alone: C times a sum is the sum of C times what it
// sums. So T, which has all elements, is never stored, nor are those computed that nobody reads.
namespace teaal::passes {
namespace {

using namespace ir;

bool is_plain(const Kernel& k, const Nest& nest) {
  return k.schedule.unmapped && !k.accumulates && !k.repeats && !k.row_class &&
         k.reduction == AssignOp::Add && k.start == 0 && as<Assign>(nest.body) &&
         std::ranges::all_of(nest.loops, [](const Nest::Loop& l) {
           return is_of_coordinates(l.loop) && l.loop.extent == l.loop.root;
         });
}

std::vector<std::string> ranks_of(const Access& access, const Nest& nest) {
  const std::map<std::string, std::string> root_of = roots_of_variables(nest);
  std::vector<std::string> out;
  for (size_t axis = 0; axis < access.at.size(); ++axis)
    out.push_back(root_at(access, axis, root_of));
  return out;
}

class Sampler {
 public:
  Sampler(Program& program, size_t reader)
      : program_(program), reader_(program.kernels[reader]), nest_(unnest(reader_.body)) {}

  // Which kernel the sums are taken from; none: they stay where they are.
  std::optional<size_t> run() {
    if (!is_plain(reader_, nest_) || assignment(nest_.body).op != AssignOp::Set)
      return std::nullopt;
    for (size_t i = 0; i < program_.kernels.size(); ++i)
      if (const Kernel& made = program_.kernels[i]; may_sample(made)) {
        take(made);
        return i;
      }
    return std::nullopt;
  }

 private:
  const Tensor& tensor(const Access& access) const {
    return *program_.tensor(tensor_of(access.operand));
  }

  bool may_sample(const Kernel& made) const {
    const Nest nest = unnest(made.body);
    const std::string name = tensor_of(output_of(made));
    const Tensor& sums = *program_.tensor(name);
    return &made != &reader_ && is_plain(made, nest) && is_sum_of_dense(nest) &&
           sums.role == Role::Intermediate && store_all(sums.levels) && sums.absent == 0 &&
           !sums.bits && sums.state_of.empty() && is_read_here_alone(name) &&
           reads_samples(name, nest);
  }

  // Whether all that it reads is given, at plain coordinates of its loops.
  bool is_sum_of_dense(const Nest& nest) const {
    const Assign& assign = assignment(nest.body);
    bool out = assign.op == AssignOp::Add;
    for_each_expr(assign.value, [&](const Expr& e) {
      if (const auto* access = as<Access>(e))
        out &= tensor(*access).role == Role::Input && store_all(tensor(*access).levels) &&
               ranks_of(*access, nest) == tensor(*access).ranks;
    });
    return out;
  }

  bool is_read_here_alone(const std::string& name) const {
    size_t writers = 0, readers = 0;
    for (const Kernel& k : program_.kernels) {
      writers += tensor_of(output_of(k)) == name;
      readers += tensors_read(assignment(unnest(k.body).body).value).contains(name);
    }
    return writers == 1 && readers == 1;
  }

  // Whether the reader multiplies each element once, by one that is listed.
  bool reads_samples(const std::string& name, const Nest& made) const {
    const Assign& assign = assignment(nest_.body);
    const auto& target = *as<Access>(assignment(made.body).target);
    const std::set<std::string> theirs = tensors_read(assignment(made.body).value);
    size_t found = 0;
    bool product = true, listed = false;
    for (const Expr& factor : factors_of(assign.value)) {
      const auto* access = as<Access>(factor);
      product &= access || as<Var>(factor) || as<FloatLit>(factor);
      if (!access) continue;
      const bool is_sum = tensor_of(access->operand) == name;
      found += is_sum;
      if (is_sum) product &= std::ranges::equal(access->at, target.at, same);
      product &= !theirs.contains(tensor_of(access->operand));
      const Tensor& other = tensor(*access);
      const std::vector<std::string> ranks = ranks_of(*access, nest_);
      listed |= other.role == Role::Input && !store_all(other.levels) && other.absent == 0 &&
                std::ranges::find(ranks, "") == ranks.end() &&
                std::set(ranks.begin(), ranks.end()).size() == nest_.loops.size();
    }
    return product && found == 1 && listed && has_loops_of(made);
  }

  static std::vector<Expr> factors_of(const Expr& e) {
    const auto* n = as<Binary>(e);
    if (!n || n->op != BinaryOp::Mul) return {e};
    std::vector<Expr> out = factors_of(n->lhs);
    std::ranges::move(factors_of(n->rhs), std::back_inserter(out));
    return out;
  }

  // Whether what is summed is all that the other nest has beside the reader's own loops.
  bool has_loops_of(const Nest& made) const {
    const std::set<std::string> outputs = output_roots(made);
    size_t own = 0;
    for (const Nest::Loop& l : made.loops) {
      if (!outputs.contains(l.loop.root)) continue;
      ++own;
      if (std::ranges::none_of(nest_.loops, [&](const Nest::Loop& mine) {
            return mine.loop.rank == l.loop.rank && mine.loop.var == l.loop.var;
          }))
        return false;
    }
    return own == nest_.loops.size() && own < made.loops.size();
  }

  void take(const Kernel& made) {
    const Nest nest = unnest(made.body);
    const std::string name = tensor_of(output_of(made));
    const std::set<std::string> outputs = output_roots(nest);
    for (const Nest::Loop& l : nest.loops) {
      if (!outputs.contains(l.loop.root)) {
        nest_.loops.push_back(l);
        continue;
      }
      for (Nest::Loop& mine : nest_.loops) {
        if (mine.loop.rank != l.loop.rank) continue;
        std::vector<Fiber>& fibers = mine.loop.over.fibers;
        std::erase_if(fibers, [&](const Fiber& f) { return tensor_of(f.operand) == name; });
        fibers.insert(fibers.end(), l.loop.over.fibers.begin(), l.loop.over.fibers.end());
      }
    }
    const Assign own = assignment(nest_.body);
    const Expr value = rewrite(own.value, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      return access && tensor_of(access->operand) == name ? assignment(nest.body).value : e;
    });
    nest_.body = assign(own.target, AssignOp::Add, value, nest_.body->where);
    reader_.body = renest(nest_);
    program_.notes.push_back(
        fmt::format("{} sums {} where its other factors hold something, and "
                    "nowhere else",
                    reader_.name, name));
  }

  Program& program_;
  Kernel& reader_;
  Nest nest_;
};

}  // namespace

std::optional<Program> sample(Program program, const Target& target, Diagnostics&) {
  if (!target.fuse || program.iteration) return program;
  for (size_t i = 0; i < program.kernels.size(); ++i)
    if (const auto made = Sampler(program, i).run()) {
      program.kernels.erase(program.kernels.begin() + static_cast<std::ptrdiff_t>(*made));
      i -= *made < i ? 1 : 0;
    }
  return program;
}

}  // namespace teaal::passes
