#include "compiler/passes/carry.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate.h"
#include "compiler/passes/launch_shape.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t adding_threads = 256;

const View& view_of(const Kernel& kernel, const Program& program, const std::string& operand) {
  for (const Operand& o : kernel.operands)
    if (o.name == operand) return *program.view(o.view);
  return *program.view(operand);
}

// The rank whose loops run over a level of an operand; empty for a sum.
std::string root_of(const Level& level, const Access& access, const Nest& nest,
                    const Program& program) {
  const std::vector<std::string>& ranks = program.tensor(access.operand)->ranks;
  auto r = std::find(ranks.begin(), ranks.end(), level.rank) - ranks.begin();
  const auto* v = as<Var>(access.at[static_cast<size_t>(r)]);
  for (const Nest::Loop& l : nest.loops) {
    if (!v || l.loop.tile) continue;
    if (l.loop.joined.empty() && l.loop.var == v->name) return l.loop.root;
    for (const Joined& j : l.loop.joined)
      if (!j.tile && j.var == v->name) return j.root;
  }
  return "";
}

class Carrier {
 public:
  Carrier(Kernel& kernel, const Nest& nest, Program& program)
      : kernel_(kernel), nest_(nest), program_(program), outputs_(output_roots(nest)) {}

  void run() {
    const ForRank* bottom = flattened();
    if (!bottom || !leads(*bottom) || !holder_is_walked_whole(*bottom)) return;
    const View& output = view_of(kernel_, program_, target().operand);
    const int levels = leading_levels(output);
    if (levels == 0 || !others_are_owned(*bottom)) return;

    Carry carry;
    carry.root = bottom->root;
    carry.levels = levels;
    carry.run = run_rank(*bottom);
    carry.slots = most_tuples(*bottom);
    if (!carry.slots) return;
    for (const Nest::Loop& l : nest_.loops)
      if (l.loop.rank == carry.run) carry.slots = ceil_div(carry.slots, l.loop.tile);
    carry.each = lit(1);
    for (size_t l = static_cast<size_t>(levels); l < output.levels.size(); ++l)
      carry.each = mul(carry.each, level_extent(output.levels, l));
    Names names;
    for (const Workspace& w : program_.workspaces) names.take(w.name);
    carry.values = names.fresh(output.name + "_carries");
    carry.keys = names.fresh(output.name + "_carry_keys");
    program_.workspaces.push_back({carry.values, mul(size_of(carry.slots), carry.each)});
    program_.workspaces.push_back({carry.keys, carry.slots, Type::Size});
    add_zero_steps(carry);
    program_.notes.push_back(
        fmt::format("{}: what a run of {} shares with earlier runs is carried, and a second kernel "
                    "adds it in order",
                    kernel_.name, carry.run.empty() ? carry.root : carry.run));
    kernel_.carry = std::move(carry);
  }

 private:
  const Access& target() const { return *as<Access>(assignment(nest_.body).target); }

  // The one flattened rank that is spread over workers, at its bottom.
  const ForRank* flattened() const {
    const ForRank* found = nullptr;
    for (const Nest::Loop& l : nest_.loops) {
      if (l.loop.joined.empty() || l.loop.tile || l.loop.at) continue;
      if (!is_spread(l.loop.root)) continue;
      if (found) return nullptr;
      found = &l.loop;
    }
    return found;
  }

  bool is_spread(const std::string& root) const {
    return std::ranges::any_of(nest_.loops, [&](const Nest::Loop& l) {
      return l.loop.root == root && l.loop.place != Place::Time;
    });
  }

  // Its leading ranks, and only those, index the output.
  bool leads(const ForRank& bottom) {
    for (const Joined& j : bottom.joined) {
      if (j.tile) return false;
      bool own = outputs_.contains(j.root);
      if (own && summed_ > 0) return false;
      if (own)
        leading_.insert(j.root);
      else
        ++summed_;
    }
    return !leading_.empty() && summed_ > 0;
  }

  // Tuples ascend over the whole operand: its first levels are the joined ranks, which no other
  // loop cuts.
  bool holder_is_walked_whole(const ForRank& bottom) const {
    std::string holder = holder_of(bottom, nest_);
    if (holder.empty()) return false;
    const Access* access = nullptr;
    for_each_expr(nest_.body, [&](const Expr& e) {
      const auto* a = as<Access>(e);
      if (a && a->operand == holder) access = a;
    });
    const View& view = view_of(kernel_, program_, holder);
    if (view.levels.size() < bottom.joined.size()) return false;
    for (size_t l = 0; l < bottom.joined.size(); ++l)
      if (view.levels[l].tile ||
          root_of(view.levels[l], *access, nest_, program_) != bottom.joined[l].root)
        return false;
    for (const Nest::Loop& l : nest_.loops)
      for (const Joined& j : bottom.joined)
        if (l.loop.root != bottom.root && roots_of(l.loop).contains(j.root)) return false;
    return true;
  }

  // Stored elements, and the padding of U levels below. Null: only the run tells.
  Expr most_tuples(const ForRank& bottom) {
    const std::string holder = holder_of(bottom, nest_);
    const Tensor& tensor = *program_.tensor(holder);
    const View& view = view_of(kernel_, program_, holder);
    Expr out = lit(1);
    for (size_t l = 0; l < bottom.joined.size(); ++l) {
      if (view.levels[l].format == LevelFormat::Uncompressed)
        out = mul(size_of(level_extent(view.levels, l)), out);
      else if (tensor.role == Role::Input)
        out = tuples_of(bottom, nest_, program_);
      else
        return nullptr;
    }
    return out;
  }

  // How many first levels of the output are the leading ranks; 0: those are others.
  int leading_levels(const View& output) const {
    if (output.points || output.levels.size() < leading_.size()) return 0;
    std::set<std::string> first;
    for (size_t l = 0; l < output.levels.size(); ++l) {
      const Level& level = output.levels[l];
      if (level.tile || level.format != LevelFormat::Uncompressed) return 0;
      if (l < leading_.size()) first.insert(root_of(level, target(), nest_, program_));
    }
    return first == leading_ ? static_cast<int>(leading_.size()) : 0;
  }

  // No sum but this one is shared, and whoever else shares a tuple does so behind it: workers of
  // loops around it may not all come to it, and one of them has to say which key it has.
  bool others_are_owned(const ForRank& bottom) const {
    bool behind = false;
    for (const Nest::Loop& l : nest_.loops) {
      behind |= &l.loop == &bottom;
      if (l.loop.root == bottom.root || l.loop.place == Place::Time) continue;
      std::set<std::string> roots = roots_of(l.loop);
      bool owned = l.loop.leader.empty() &&
                   std::includes(outputs_.begin(), outputs_.end(), roots.begin(), roots.end());
      if (!owned || !behind) return false;
    }
    return true;
  }

  // The outermost part, if it alone is spread: its iterations are runs one behind the other.
  std::string run_rank(const ForRank& bottom) const {
    std::string out;
    bool outermost = true;
    for (const Nest::Loop& l : nest_.loops) {
      if (l.loop.root != bottom.root) continue;
      bool spread = l.loop.place != Place::Time;
      if (spread != outermost || (spread && !l.loop.tile)) return "";
      if (outermost) out = l.loop.rank;
      outermost = false;
    }
    return out;
  }

  void add_zero_steps(const Carry& carry) {
    for (size_t i = 0; i < program_.steps.size(); ++i) {
      if (program_.steps[i].kind != Step::Kind::Launch || program_.steps[i].name != kernel_.name)
        continue;
      auto at = program_.steps.begin() + static_cast<std::ptrdiff_t>(i);
      at = program_.steps.insert(at, zero_step(carry.values, kernel_.start));
      program_.steps.insert(at, zero_step(carry.keys, 0));
      return;
    }
  }

  Kernel& kernel_;
  const Nest& nest_;
  Program& program_;
  std::set<std::string> outputs_, leading_;
  size_t summed_ = 0;  // ranks of the flattened one that do not index the output
};

}  // namespace

void add_carry(Kernel& kernel, const Nest& nest, Program& program) {
  Carrier(kernel, nest, program).run();
}

namespace {

// The kernels that add what was carried. Slots are first combined in chunks, as the runs were: what
// a chunk has of its first key goes to the chunk's slot in smaller arrays, every later key begins
// in the chunk and is added to the output. At last a thread adds all that is left of a key.
class CarryAdder {
 public:
  CarryAdder(Kernel& kernel, const View& output, Program& program)
      : kernel_(kernel), output_(output), program_(program) {
    for (const Workspace& w : program.workspaces) names_.take(w.name);
  }

  std::vector<Kernel> run() {
    carry_ = *std::exchange(kernel_.carry, std::nullopt);
    std::vector<Kernel> out;
    for (int level = 1; level <= chunk_levels; ++level) out.push_back(chunks(level));
    out.push_back(add_rest());
    return out;
  }

 private:
  static constexpr int chunk_levels = 3;
  static constexpr int64_t chunk = 32;  // slots; what one thread walks, a load behind the other

  Expr start() const { return make_expr(FloatLit{kernel_.start}); }
  Stmt set(const Expr& name, Expr value) const {
    return assign(name, AssignOp::Set, std::move(value), kernel_.where);
  }
  Stmt size(const std::string& name, Expr value) const {
    return let(name, Type::Size, std::move(value), kernel_.where);
  }
  Stmt changing_size(const std::string& name, Expr value) const {
    return changing(name, Type::Size, std::move(value), kernel_.where);
  }
  Stmt add_to_output(const Expr& key, const Expr& sum) const {
    Expr place = add(mul(sub(key, lit(1)), var("each")), var("element_of_slot"));
    return assign(read(values_name(output_), place), kernel_.reduction, sum, kernel_.where);
  }
  Expr carried(const Expr& slot) const {
    return read(carry_.values, add(mul(slot, var("each")), var("element_of_slot")));
  }

  // Threads share `count` slots' elements; `body` may read slot and element_of_slot.
  Kernel over_slots(const std::string& suffix, const Expr& count, std::vector<Stmt> body) const {
    Kernel k;
    k.name = kernel_.name + suffix;
    k.where = kernel_.where;
    k.repeats = kernel_.repeats;
    k.params.push_back({Param::Kind::Workspace, carry_.values, carry_.values, 0, nullptr, false});
    k.params.push_back(
        {Param::Kind::Workspace, carry_.keys, carry_.keys, 0, nullptr, false, Type::Size});
    k.params.push_back({Param::Kind::Values, values_name(output_), output_.name, 0, nullptr, true});
    k.params.push_back({Param::Kind::Size, "slots", "", 0, carry_.slots, false});
    k.params.push_back({Param::Kind::Size, "each", "", 0, carry_.each, false});
    Expr all = mul(size_of(count), carry_.each);
    k.launch = {most(lit(1), least(ceil_div(all, lit(adding_threads)), lit((1 << 24) - 1))),
                lit(adding_threads)};
    body.insert(body.begin(), {size("slot", div(var("element"), var("each"))),
                               size("element_of_slot", mod(var("element"), var("each")))});
    Expr begin = add(mul(call("size", {call("block")}), call("threads")), call("thread"));
    Expr stride = mul(call("size", {call("blocks")}), call("threads"));
    Expr here = same(count, carry_.slots) ? var("slots") : ceil_div(var("slots"), lit(chunk));
    k.body = make_stmt(For{"element", Type::Size, begin, mul(here, var("each")), stride, "",
                           block(std::move(body))},
                       k.where);
    return k;
  }

  Kernel chunks(int level) {
    const Expr count = ceil_div(carry_.slots, lit(chunk));
    const std::string values = names_.fresh(carry_.values), keys = names_.fresh(carry_.keys);
    program_.workspaces.push_back({values, mul(size_of(count), carry_.each)});
    program_.workspaces.push_back({keys, count, Type::Size});

    Expr first = var("first"), last = var("last"), sum = var("sum"), key = var("key");
    Expr from = var("from"), begin = mul(var("slot"), lit(chunk));
    Stmt keep = if_then(equal(last, first), set(var("first_sum"), sum), kernel_.where);
    Stmt pass_on = if_then(call("differs", {first, last}), add_to_output(last, sum), kernel_.where);
    Stmt flush = block({keep, pass_on});
    Stmt begin_chunk = if_then(equal(first, lit(0)), set(first, key), kernel_.where);
    Stmt next_key =
        if_then(call("differs", {last, key}),
                block({flush, set(last, key), set(sum, start()), begin_chunk}), kernel_.where);
    Stmt add_one = assign(sum, kernel_.reduction, carried(from), kernel_.where);
    Stmt walk = make_stmt(
        For{"from", Type::Size, begin, least(var("slots"), add(begin, lit(chunk))), lit(1), "",
            block({size("key", read(carry_.keys, from)),
                   if_then(less(lit(0), key), block({next_key, add_one}), kernel_.where)})},
        kernel_.where);
    Expr to = add(mul(var("slot"), var("each")), var("element_of_slot"));
    Kernel k = over_slots("_add_chunks" + (level == 1 ? "" : "_" + std::to_string(level)), count,
                          {changing_size("first", lit(0)), changing_size("last", lit(0)),
                           changing("sum", Type::Value, start(), kernel_.where),
                           changing("first_sum", Type::Value, start(), kernel_.where), walk, flush,
                           set(read(values, to), var("first_sum")),
                           if_then(equal(var("element_of_slot"), lit(0)),
                                   set(read(keys, var("slot")), first), kernel_.where)});
    k.params.push_back({Param::Kind::Workspace, values, values, 0, nullptr, true});
    k.params.push_back({Param::Kind::Workspace, keys, keys, 0, nullptr, true, Type::Size});
    carry_.values = values;
    carry_.keys = keys;
    carry_.slots = count;
    return k;
  }

  // A thread for each element of each slot; that of the first slot of a key adds them all.
  Kernel add_rest() {
    Expr slot = var("slot"), key = var("key"), before = var("before"), next = var("next");
    auto key_at = [&](const Expr& at) { return read(carry_.keys, at); };
    auto step_while = [&](const Expr& cond, std::vector<Stmt> body) {
      return make_stmt(While{cond, block(std::move(body))}, kernel_.where);
    };
    // Slots of runs that met nothing are passed over.
    Stmt back = step_while(both(less(lit(0), before), equal(key_at(sub(before, lit(1))), lit(0))),
                           {set(before, sub(before, lit(1)))});
    Expr first = either(equal(before, lit(0)), call("differs", {key_at(sub(before, lit(1))), key}));
    Expr same_key = either(equal(key_at(next), key), equal(key_at(next), lit(0)));
    Stmt sum = step_while(both(less(next, var("slots")), same_key),
                          {assign(var("sum"), kernel_.reduction, carried(next), kernel_.where),
                           set(next, add(next, lit(1)))});
    Stmt add_all = block({changing("sum", Type::Value, start(), kernel_.where),
                          changing_size("next", slot), sum, add_to_output(key, var("sum"))});
    return over_slots("_add_carries", carry_.slots,
                      {size("key", key_at(slot)), changing_size("before", slot), back,
                       if_then(both(less(lit(0), key), first), add_all, kernel_.where)});
  }

  Kernel& kernel_;
  const View& output_;
  Program& program_;
  Names names_;
  Carry carry_;
};

}  // namespace

std::vector<Kernel> carrying_kernels(Kernel& kernel, const View& output, Program& program) {
  return CarryAdder(kernel, output, program).run();
}

}  // namespace teaal::passes
