#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plan/assembly_rows.h"
#include "compiler/passes/plan/emission.h"

namespace teaal::passes {
namespace {

using namespace ir;

const View* points_of(const Program& program, const Kernel& kernel) {
  for (const Param& p : kernel.params)
    if (p.kind == Param::Kind::Values && p.written)
      if (const View* view = program.view(p.view); view->points) return view;
  return nullptr;
}

bool has_points(const Program& program, const std::string& tensor) {
  for (const View& v : program.views)
    if (v.tensor == tensor && v.points) return true;
  return false;
}

class Assembler {
 public:
  Assembler(Program& program, const Target& target, Diagnostics& diagnostics)
      : program_(program), target_(target), diagnostics_(diagnostics), assembly_(program) {
    std::erase_if(program.counts, [&](const Count& c) {
      bool assembled = has_points(program, c.tensor);
      if (assembled) counted_.push_back(c);
      return assembled;
    });
  }

  void run() {
    run(std::move(program_.steps));
    program_.steps = assembly_.take_steps();
    std::erase_if(program_.kernels, [&](const Kernel& k) { return points_of(program_, k); });
    for (Kernel& k : assembly_.take_kernels()) program_.kernels.push_back(std::move(k));
    std::erase_if(program_.views, [](const View& v) { return v.points; });
  }

 private:
  void run(std::vector<Step> steps) {
    for (size_t i = 0; i < steps.size(); ++i) {
      const Kernel* kernel = emitting(steps[i]);
      if (zeroes_points(steps[i])) continue;
      if (steps[i].kind == Step::Kind::Rounds) {
        if (program_.iteration->times && !literal(program_.iteration->times))
          store_nothing(steps[i].body);
        std::vector<Step> body = std::exchange(steps[i].body, {});
        assembly_.within(std::move(steps[i]), [&] { run(std::move(body)); });
        continue;
      }
      if (!kernel) {
        assembly_.add(std::move(steps[i]));
        continue;
      }
      size_t last = last_of_sum(steps, i);
      const View& view = storage_view(program_, points_of(program_, *kernel)->tensor);
      assembly_.within({Step::Kind::Assemble, view.name},
                       [&] { assemble(kernels_of(steps, i, last)); });
      i = last;
    }
  }

  // Where there may be no round, what rounds assemble has no elements before them.
  void store_nothing(const std::vector<Step>& rounds) {
    std::set<std::string> done;
    for (const Step& step : rounds) {
      const Kernel* kernel = emitting(step);
      if (!kernel || !done.insert(points_of(program_, *kernel)->tensor).second) continue;
      const std::string name = points_of(program_, *kernel)->tensor;  // the view may move
      View& view = storage_view(program_, name);
      assembly_.within({Step::Kind::Assemble, view.name}, [&] {
        const std::string none = assembly_.workspace(name + "_none", lit(1), Type::Size);
        assembly_.add(zero_step(none, 0));
        const std::string stored = count_name(name);
        assembly_.read(stored, none, lit(0));
        assembly_.store(
            view,
            {assembly_.workspace(name + "_no_keys", var(stored), Type::Size),
             assembly_.workspace(name + "_no_values", var(stored), Type::Value), stored},
            kernel->where);
      });
    }
  }

  const Kernel* emitting(const Step& step) const {
    if (step.kind != Step::Kind::Launch) return nullptr;
    for (const Kernel& k : program_.kernels)
      if (k.name == step.name) return points_of(program_, k) ? &k : nullptr;
    return nullptr;
  }

  bool zeroes_points(const Step& step) const {
    const View* view = program_.view(step.name);
    return step.kind == Step::Kind::Zero && view && view->points;
  }

  // The kernels of a sum's further terms, or of further classes, follow at once, save for steps
  // that prepare their inputs; those may as well run before the first.
  size_t last_of_sum(std::vector<Step>& steps, size_t first) {
    size_t last = first;
    const std::string& tensor = points_of(program_, *emitting(steps[first]))->tensor;
    for (size_t i = first + 1; i < steps.size(); ++i) {
      const Kernel* kernel = emitting(steps[i]);
      if (kernel && !kernel->accumulates && !kernel->is_further_class()) break;
      if (kernel) last = i;
      if (!kernel && steps[i].kind == Step::Kind::Launch && uses(steps[i].name, tensor)) break;
    }
    for (size_t i = first; i < last; ++i)
      if (!emitting(steps[i]) && !zeroes_points(steps[i])) assembly_.add(steps[i]);
    return last;
  }

  // Whether a kernel, other than those that prepare inputs, has something to do with the tensor.
  bool uses(const std::string& kernel, const std::string& tensor) const {
    const auto k = std::ranges::find(program_.kernels, kernel, &Kernel::name);
    return k == program_.kernels.end() || std::ranges::any_of(k->params, [&](const Param& p) {
             const View* view = program_.view(p.view);
             return view && view->tensor == tensor;
           });
  }

  std::vector<const Kernel*> kernels_of(const std::vector<Step>& steps, size_t first,
                                        size_t last) const {
    std::vector<const Kernel*> out;
    for (size_t i = first; i <= last; ++i)
      if (const Kernel* kernel = emitting(steps[i])) out.push_back(kernel);
    return out;
  }

  void assemble(const std::vector<const Kernel*>& kernels) {
    const View points = *points_of(program_, *kernels[0]);
    const SourceRange& where = kernels[0]->where;
    const std::string& name = points.tensor;
    std::vector<Emission> emissions = emissions_of(kernels, points);
    const bool rows = by_rows(kernels, emissions);
    refuse_buffers(kernels, emissions, rows);
    Expr slots = lit(0);
    if (rows) slots = mul(rows_of(*kernels[0], points), slots_of_row(emissions));
    for (const Emission& e : emissions)
      if (!rows) slots = add(slots, e.all_slots());
    std::string offsets = assembly_.workspace(name + "_offsets", add(slots, lit(1)), Type::Size);
    if (rows) assembly_.add(zero_step(offsets, 0));  // no kernel may visit a row
    emit(kernels, emissions, [&](Emission& e, const std::string& kernel, const Expr& first) {
      return e.count(kernel + "_count", offsets, first);
    });
    assembly_.scan(offsets, slots, where);
    Pending made{kernels[0], name, assembly_.fresh(name + "_emitted")};
    assembly_.read(made.emitted, offsets, slots);
    made.pairs = new_pairs(name, var(made.emitted));
    if (!rows) made.spare = new_pairs(name, var(made.emitted));
    emit(kernels, emissions, [&](Emission& e, const std::string& kernel, const Expr& first) {
      return e.fill(kernel, offsets, first, made.pairs.keys, made.pairs.values);
    });
    if (rows)
      reduce(made, points, offsets, emissions);
    else
      sort(made, points);
  }

  // ---- Row by row ----

  std::vector<Emission> emissions_of(const std::vector<const Kernel*>& kernels,
                                     const View& points) const {
    std::vector<Emission> out;
    for (const Kernel* k : kernels) out.emplace_back(program_, *k, points);
    return out;
  }

  // All terms of a sum or none, with the same rows.
  bool by_rows(const std::vector<const Kernel*>& kernels, std::vector<Emission>& emissions) const {
    for (size_t i = 0; i < kernels.size(); ++i)
      if (!emissions[i].finds_rows() ||
          kernels[i]->rows->coords.size() != kernels[0]->rows->coords.size() ||
          kernels[i]->rows->view != kernels[0]->rows->view)
        return false;
    const Expr stride = slots_of_row(emissions);
    Expr before = lit(0);
    for (Emission& e : emissions) {
      e.by_rows(stride, before, target_);
      before = add(before, e.slots());
    }
    return true;
  }

  // A buffer that a binding asks for, where rows cannot be gathered so.
  void refuse_buffers(const std::vector<const Kernel*>& kernels,
                      const std::vector<Emission>& emissions, bool rows) {
    for (size_t i = 0; i < kernels.size(); ++i) {
      const std::string why =
          rows ? emissions[i].obstacle()
               : std::string(
                     "each row must be visited once, by one warp or one block, with the "
                     "loops over the output's first ranks outermost and, innermost, one over what "
                     "a fiber stores");
      if (kernels[i]->buffer && !why.empty())
        diagnostics_.error(Code::Unsupported, kernels[i]->buffer->where,
                           fmt::format("unsupported: {} in Shared, as rows cannot be gathered "
                                       "there: {}",
                                       points_of(program_, *kernels[i])->tensor, why));
    }
  }

  static Expr slots_of_row(const std::vector<Emission>& emissions) {
    Expr out = lit(0);
    for (const Emission& e : emissions) out = add(out, e.slots());
    return out;
  }

  static Expr rows_of(const Kernel& kernel, const View& points) {
    if (!kernel.rows->positions.empty()) return var(kernel.rows->positions);
    std::vector<Expr> extents;
    for (size_t l = 0; l < kernel.rows->coords.size(); ++l)
      extents.push_back(var(points.levels[l].rank));
    return product(extents);
  }

  // Pairs that kernels wrote, and what else is known of them.
  struct Pending {
    const Kernel* kernel;
    std::string tensor, emitted;  // plan name: how many
    Assembly::Pairs pairs = {}, spare = {};
  };

  void reduce(const Pending& made, const View& points, const std::string& offsets,
              const std::vector<Emission>& emissions) {
    const size_t outer = made.kernel->rows->coords.size();
    const RowPairs pairs{made.tensor,
                         made.pairs,
                         var(made.emitted),
                         offsets,
                         rows_of(*made.kernel, points),
                         slots_of_row(emissions),
                         level_span(points.levels, outer)};
    const bool summed = std::ranges::all_of(emissions, &Emission::leaves_sums);
    SortedEntries entries = (summed ? keep_rows : reduce_rows)(
        assembly_, pairs, {made.kernel->reduction, program_.tensor(made.tensor)->absent},
        count_name(made.tensor), made.kernel->where);
    assembly_.store(storage_view(program_, made.tensor), entries, made.kernel->where);
    std::vector<std::string> ranks;
    for (size_t l = 0; l < outer; ++l) ranks.push_back(points.levels[l].rank);
    const RowTable* table = emissions[0].gathered();
    std::string gathered;
    if (table && made.kernel->buffer)
      gathered = fmt::format("rows are gathered in shared memory before, in {}; ", table->text());
    else if (table)
      gathered = fmt::format("rows of up to {} elements are summed in shared memory before; ",
                             table->capacity());
    program_.notes.push_back(fmt::format(
        "{}: {} is assembled row by row, as each row of ({}) has one owner: kernels count and "
        "write (index, value) pairs; {}{}",
        made.kernel->name, made.tensor, fmt::join(ranks, ", "), gathered,
        summed ? "what is absent goes" : "a warp takes a row, " + accumulators_of_rows()));
  }

  // ---- All together ----

  void sort(const Pending& made, const View& points) {
    const SourceRange& where = made.kernel->where;
    assembly_.sort(made.pairs, made.spare, var(made.emitted), level_span(points.levels, 0), where);
    SortedEntries entries =
        combine(*made.kernel, made.tensor, made.pairs, made.spare, var(made.emitted));
    assembly_.store(storage_view(program_, made.tensor), entries, where);
    program_.notes.push_back(fmt::format(
        "{}: {} is assembled: kernels count and write (index, value) pairs, which are sorted, "
        "added and compressed",
        made.kernel->name, made.tensor));
  }

  template <class Make>
  void emit(const std::vector<const Kernel*>& kernels, std::vector<Emission>& emissions,
            Make make) {
    Expr first = lit(0);
    for (size_t i = 0; i < kernels.size(); ++i) {
      assembly_.launch(make(emissions[i], kernels[i]->name, first));
      first = add(first, emissions[i].all_slots());
    }
  }

  Assembly::Pairs new_pairs(const std::string& name, const Expr& n) {
    std::string keys = assembly_.workspace(name + "_keys", n, Type::Size);
    return {keys, assembly_.workspace(name + "_entries", n, Type::Value)};
  }

  // Pairs of one key are reduced in the order in which they were written; results that equal an
  // absent element go.
  SortedEntries combine(const Kernel& kernel, const std::string& name, const Assembly::Pairs& pairs,
                        const Assembly::Pairs& spare, const Expr& n) {
    const SourceRange& where = kernel.where;
    std::string ranks = assembly_.workspace(name + "_ranks", add(n, lit(1)), Type::Size);
    assembly_.launch(entry_kernel(
        {assembly_.fresh_kernel(name + "_add"),
         n,
         {array_param(pairs.keys, Type::Size, false), array_param(pairs.values, Type::Value, false),
          array_param(spare.values, Type::Value, true), array_param(ranks, Type::Size, true)},
         reduce_run(kernel, name, pairs, spare.values, ranks),
         nullptr,
         where}));
    assembly_.scan(ranks, n, where);
    std::string stored = count_name(name);
    assembly_.read(stored, ranks, n);
    Expr entry = var("entry"), at = var("at");
    Stmt move =
        block({assign(read(spare.keys, at), AssignOp::Set, read(pairs.keys, entry), where),
               assign(read(pairs.values, at), AssignOp::Set, read(spare.values, entry), where)});
    assembly_.launch(entry_kernel(
        {assembly_.fresh_kernel(name + "_compact"),
         n,
         {array_param(pairs.keys, Type::Size, false), array_param(spare.values, Type::Value, false),
          array_param(ranks, Type::Size, false), array_param(spare.keys, Type::Size, true),
          array_param(pairs.values, Type::Value, true)},
         block({let("at", Type::Size, read(ranks, entry), where),
                if_then(less(at, read(ranks, add(entry, lit(1)))), move, where)}),
         nullptr,
         where}));
    return {spare.keys, pairs.values, stored};
  }

  // Sizes may know how many elements the tensor stores by a name already.
  std::string count_name(const std::string& tensor) {
    auto known = std::find_if(counted_.begin(), counted_.end(),
                              [&](const Count& c) { return c.tensor == tensor; });
    return known == counted_.end() ? assembly_.lasting(tensor + "_stored") : known->name;
  }

  // The first entry of a run of equal keys reduces the run.
  Stmt reduce_run(const Kernel& kernel, const std::string& name, const Assembly::Pairs& pairs,
                  const std::string& sums, const std::string& ranks) const {
    const SourceRange& where = kernel.where;
    Expr entry = var("entry"), next = var("next"), key = var("key"), sum = var("sum");
    auto key_at = [&](Expr at) { return read(pairs.keys, std::move(at)); };
    Expr opens = binary(BinaryOp::Or, equal(entry, lit(0)), less(key_at(sub(entry, lit(1))), key));
    Stmt add_next = block({assign(sum, kernel.reduction, read(pairs.values, next), where),
                           assign(next, AssignOp::Add, lit(1), where)});
    Stmt add_all = block(
        {changing("sum", Type::Value, read(pairs.values, entry), where),
         changing("next", Type::Size, add(entry, lit(1)), where),
         make_stmt(While{both(less(next, var("entries")), equal(key_at(next), key)), add_next},
                   where),
         assign(read(sums, entry), AssignOp::Set, sum, where),
         if_then(is_present(sum, program_.tensor(name)->absent),
                 assign(var("kept"), AssignOp::Set, lit(1), where), where)});
    return block({let("key", Type::Size, key_at(entry), where),
                  changing("kept", Type::Size, lit(0), where), if_then(opens, add_all, where),
                  assign(read(ranks, entry), AssignOp::Set, var("kept"), where)});
  }

  Program& program_;
  const Target& target_;
  Diagnostics& diagnostics_;
  Assembly assembly_;
  std::vector<Count> counted_;  // of assembled tensors
};

}  // namespace

std::optional<Program> assemble(Program program, const Target& target, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  bool any = false;
  for (const View& v : program.views) any |= v.points;
  if (any) Assembler(program, target, diagnostics).run();
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
