#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/assembly.h"
#include "compiler/passes/coiterate.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;

const View* points_of(const Program& program, const Kernel& kernel) {
  for (const Param& p : kernel.params)
    if (p.kind == Param::Kind::Values && p.written)
      if (const View* view = program.view(p.view); view->points) return view;
  return nullptr;
}

Expr is_present(Expr value, double absent) {
  if (absent == 0) return call("present", {std::move(value)});
  return call("differs", {std::move(value), make_expr(FloatLit{absent})});
}

// A kernel that computes a tensor with compressed levels stores to `points`, the tensor's dense
// index space, which nobody could hold. Where it stores, one form of it counts and another writes
// the pair of index and value. Every thread writes behind those of the threads before it, so pairs
// have one order on every run.
class Emission {
 public:
  Emission(const Kernel& kernel, const View& points, double absent)
      : kernel_(kernel), points_(points), absent_(absent) {
    for (const Param& p : kernel.params) names_.take(p.name);
    for_each_stmt(kernel.body, [&](const Stmt& s) {
      if (const auto* n = as<Let>(s)) names_.take(n->var);
      if (const auto* n = as<For>(s)) names_.take(n->var);
    });
    cursor_ = names_.fresh("emitted");
    value_ = names_.fresh("emitted_value");
  }

  // `first`: what the host adds to the number of a thread.
  Kernel count(std::string name, const std::string& offsets, Expr first) {
    Kernel k = with_body(std::move(name), Form::Count, offsets, std::move(first));
    k.body = block({changing(cursor_, Type::Size, lit(0), k.where), k.body,
                    assign(mine(offsets), AssignOp::Set, var(cursor_), k.where)});
    return k;
  }

  Kernel fill(std::string name, const std::string& offsets, Expr first, std::string keys,
              std::string values) {
    keys_ = std::move(keys);
    values_ = std::move(values);
    Kernel k = with_body(std::move(name), Form::Fill, offsets, std::move(first));
    k.body = block({changing(cursor_, Type::Size, mine(offsets), k.where), k.body});
    k.params.push_back(array_param(keys_, Type::Size, true));
    k.params.push_back(array_param(values_, Type::Value, true));
    return k;
  }

 private:
  enum class Form { Count, Fill };

  Kernel with_body(std::string name, Form form, const std::string& offsets, Expr first) {
    Kernel k = kernel_;
    k.name = std::move(name);
    k.accumulates = false;
    std::erase_if(k.params, [&](const Param& p) { return p.view == points_.name; });
    k.params.push_back(array_param(offsets, Type::Size, form == Form::Count));
    k.params.push_back(size_param("first_thread", std::move(first)));
    k.body = replace(k.body, form);
    return k;
  }

  static Expr mine(const std::string& offsets) {
    Expr thread = add(mul(call("size", {call("block")}), call("threads")), call("thread"));
    return read(offsets, add(var("first_thread"), thread));
  }

  Stmt replace(const Stmt& s, Form form) {
    const auto* store = as<Assign>(s);
    const auto* target = store ? as<Read>(store->target) : nullptr;
    if (target && target->buffer == values_name(points_))
      return emit(*store, *target, form, s->where);
    return map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return replace(child, form); });
  }

  Stmt emit(const Assign& store, const Read& target, Form form, const SourceRange& where) const {
    Stmt next = assign(var(cursor_), AssignOp::Add, lit(1), where);
    std::vector<Stmt> write;
    if (form == Form::Fill) {
      write.push_back(assign(read(keys_, var(cursor_)), AssignOp::Set, size_of(target.at), where));
      write.push_back(assign(read(values_, var(cursor_)), AssignOp::Set, var(value_), where));
    }
    write.push_back(next);
    return block({let(value_, Type::Value, store.value, where),
                  if_then(is_present(var(value_), absent_), block(std::move(write)), where)});
  }

  const Kernel& kernel_;
  const View& points_;
  double absent_;
  Names names_;
  std::string cursor_, value_, keys_, values_;
};

bool has_points(const Program& program, const std::string& tensor) {
  for (const View& v : program.views)
    if (v.tensor == tensor && v.points) return true;
  return false;
}

Expr threads_of(const Kernel& k) { return mul(k.launch.grid, k.launch.block); }

class Assembler {
 public:
  explicit Assembler(Program& program) : program_(program), assembly_(program) {
    std::erase_if(program.counts, [&](const Count& c) {
      bool assembled = has_points(program, c.tensor);
      if (assembled) counted_.push_back(c);
      return assembled;
    });
  }

  void run() {
    std::vector<Step> steps = std::move(program_.steps);
    for (size_t i = 0; i < steps.size(); ++i) {
      const Kernel* kernel = emitting(steps[i]);
      if (zeroes_points(steps[i])) continue;
      if (!kernel) {
        assembly_.add(std::move(steps[i]));
        continue;
      }
      size_t last = last_of_sum(steps, i);
      const View& view = storage_view(points_of(program_, *kernel)->tensor);
      assembly_.within({Step::Kind::Assemble, view.name},
                       [&] { assemble(kernels_of(steps, i, last)); });
      i = last;
    }
    program_.steps = assembly_.take_steps();
    std::erase_if(program_.kernels, [&](const Kernel& k) { return points_of(program_, k); });
    for (Kernel& k : assembly_.take_kernels()) program_.kernels.push_back(std::move(k));
    std::erase_if(program_.views, [](const View& v) { return v.points; });
  }

 private:
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

  // The kernels of a sum's further terms follow at once, save for steps that prepare their inputs;
  // those may as well run before the first.
  size_t last_of_sum(std::vector<Step>& steps, size_t first) {
    size_t last = first;
    for (size_t i = first + 1; i < steps.size(); ++i) {
      const Kernel* kernel = emitting(steps[i]);
      if (kernel && !kernel->accumulates) break;
      if (kernel) last = i;
      if (!kernel && steps[i].kind == Step::Kind::Launch) break;
    }
    for (size_t i = first; i < last; ++i)
      if (!emitting(steps[i]) && !zeroes_points(steps[i])) assembly_.add(steps[i]);
    return last;
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
    Expr threads = lit(0);
    for (const Kernel* k : kernels) threads = add(threads, threads_of(*k));
    std::string offsets = assembly_.workspace(name + "_offsets", add(threads, lit(1)), Type::Size);
    emit(kernels, points, [&](Emission& e, const std::string& kernel, const Expr& first) {
      return e.count(kernel + "_count", offsets, first);
    });
    assembly_.scan(offsets, threads, where);
    std::string emitted = assembly_.fresh(name + "_emitted");
    assembly_.read(emitted, offsets, threads);
    Assembly::Pairs pairs = new_pairs(name, var(emitted)), spare = new_pairs(name, var(emitted));
    emit(kernels, points, [&](Emission& e, const std::string& kernel, const Expr& first) {
      return e.fill(kernel, offsets, first, pairs.keys, pairs.values);
    });
    assembly_.sort(pairs, spare, var(emitted), span_of(points, 0), where);
    SortedEntries entries = combine(*kernels[0], name, pairs, spare, var(emitted));
    assembly_.store(storage_view(name), entries, where);
    program_.notes.push_back(fmt::format(
        "{}: {} is assembled: kernels count and write (index, value) pairs, which are sorted, "
        "added and compressed",
        kernels[0]->name, name));
  }

  template <class Make>
  void emit(const std::vector<const Kernel*>& kernels, const View& points, Make make) {
    Expr first = lit(0);
    for (const Kernel* k : kernels) {
      Emission emission(*k, points, program_.tensor(points.tensor)->absent);
      assembly_.launch(make(emission, k->name, first));
      first = add(first, threads_of(*k));
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

  View& storage_view(const std::string& tensor) {
    const Tensor& of = *program_.tensor(tensor);
    for (View& v : program_.views)
      if (v.tensor == tensor && !v.resorted && !v.points) return v;
    program_.views.push_back({tensor, tensor, of.levels});
    return program_.views.back();
  }

  Program& program_;
  Assembly assembly_;
  std::vector<Count> counted_;  // of assembled tensors
};

}  // namespace

std::optional<Program> assemble(Program program, Diagnostics&) {
  bool any = false;
  for (const View& v : program.views) any |= v.points;
  if (any) Assembler(program).run();
  return program;
}

}  // namespace teaal::passes
