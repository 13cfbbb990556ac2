#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// A sum is the union of its terms' points, and so has a kernel a term. Where all that the terms
// read is given, and stored at every coordinate, the union is every point: one assignment makes it.
// Of what other kernels make, each term may stand behind the one that makes its factors (`fuse`).
namespace teaal::passes {
namespace {

using namespace ir;

// Whether each coordinate that loops lead to is there: where one lies beyond a tensor, its term is
// absent and others are not.
bool stays_inside(const Expr& value, const Nest& nest, const Program& program) {
  bool out = true;
  for_each_expr(value, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (!access) return;
    const Tensor& tensor = *program.tensor(access->operand);
    for (size_t axis = 0; axis < access->at.size(); ++axis) {
      const auto* v = as<Var>(access->at[axis]);
      out &= v && std::ranges::any_of(nest.loops, [&](const Nest::Loop& l) {
               return l.loop.var == v->name && l.loop.extent == tensor.ranks[axis];
             });
    }
  });
  return out;
}

// Whether it sets, or adds to, each point of what it writes once, by what is stored there.
bool has_every_point(const Kernel& kernel, const Program& program, AssignOp op) {
  const Nest nest = unnest(kernel.body);
  const auto* assign = as<Assign>(nest.body);
  if (!assign || assign->op != op || kernel.row_class || kernel.schedule.staged()) return false;
  const std::set<std::string> outputs = output_roots(nest);
  for (const Nest::Loop& l : nest.loops)
    if (!is_of_coordinates(l.loop) || !outputs.contains(l.loop.root)) return false;
  const std::set<std::string> operands = tensors_read(assign->value);
  return stays_inside(assign->value, nest, program) &&
         store_all(program.tensor(output_of(kernel))->levels) &&
         std::ranges::all_of(operands, [&](const std::string& name) {
           const Tensor& tensor = *program.tensor(name);
           return tensor.role == Role::Input && store_all(tensor.levels);
         });
}

bool have_the_same_loops(const Nest& a, const Nest& b) {
  return std::ranges::equal(a.loops, b.loops, [](const Nest::Loop& x, const Nest::Loop& y) {
    return x.loop.rank == y.loop.rank && x.loop.var == y.loop.var && x.loop.extent == y.loop.extent;
  });
}

// False: `term` stays a kernel of its own.
bool unite_terms(Kernel& sum, const Kernel& term, const Program& program) {
  if (!term.accumulates || output_of(sum) != output_of(term) ||
      !has_every_point(sum, program, AssignOp::Set) ||
      !has_every_point(term, program, term.reduction))
    return false;
  Nest nest = unnest(sum.body);
  const Nest other = unnest(term.body);
  const Assign &first = assignment(nest.body), &second = assignment(other.body);
  // Operands of one value have names that tell them apart; those of two may not.
  const std::set<std::string> taken = tensors_read(first.value);
  const bool shared = std::ranges::any_of(
      tensors_read(second.value), [&](const std::string& name) { return taken.contains(name); });
  if (shared || !have_the_same_loops(nest, other)) return false;
  for (size_t i = 0; i < nest.loops.size(); ++i) {
    std::vector<Fiber>& fibers = nest.loops[i].loop.over.fibers;
    const std::vector<Fiber>& more = other.loops[i].loop.over.fibers;
    fibers.insert(fibers.end(), more.begin(), more.end());
  }
  nest.body = assign(first.target, AssignOp::Set,
                     combined(term.reduction, first.value, second.value), nest.body->where);
  sum.body = renest(nest);
  return true;
}

void tell_terms(Program& program) {
  for (size_t first = 0; first < program.kernels.size();) {
    size_t end = first + 1;
    while (end < program.kernels.size() && program.kernels[end].accumulates) ++end;
    if (end - first > 1)
      program.notes.push_back(fmt::format("{}: a sum of {} terms runs as a kernel a term",
                                          program.kernels[first].name, end - first));
    first = end;
  }
}

}  // namespace

std::optional<Program> unite(Program program, Diagnostics&) {
  for (size_t i = 1; i < program.kernels.size();)
    if (unite_terms(program.kernels[i - 1], program.kernels[i], program))
      program.kernels.erase(program.kernels.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  tell_terms(program);
  return program;
}

}  // namespace teaal::passes
