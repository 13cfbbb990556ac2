#include <utility>

#include "compiler/ir/levels.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/carry.h"
#include "compiler/passes/machine/copies.h"
#include "compiler/passes/plan/assembly.h"

namespace teaal::passes {

using namespace ir;

namespace {

// The kernels that add what was carried. Slots are first combined in chunks, as the runs were: what
// a chunk has of its first key goes to the chunk's slot in smaller arrays, every later key begins
// in the chunk and is added to the output. Then a thread adds all that is left of a key.
class CarryAdder {
 public:
  CarryAdder(Kernel& kernel, const View& output, Program& program)
      : kernel_(kernel), output_(output), program_(program) {
    for (const Workspace& w : program.workspaces) names_.take(w.name);
  }

  CarryKernels run() {
    carry_ = *std::exchange(kernel_.carry, std::nullopt);
    if (carry_.together()) return {{find_fibers()}, {add_keys()}};
    if (is_literal(carry_.each, 1)) return {{}, {add_keys()}};
    CarryKernels out;
    out.behind.push_back(chunks());
    out.behind.push_back(add_rest());
    return out;
  }

 private:
  static constexpr int64_t adding_threads = 256;
  // Slots of a chunk, which a thread walks, at least, and about so many chunks. What a chunk adds
  // to the output waits for what is there, key by key, so chunks are short.
  static constexpr int64_t least_chunk = 8, most_chunks = 8192;
  static constexpr int64_t slots_at_once = 8;  // that a thread reads side by side

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
  Expr output_at(const Expr& key) const {
    return read(values_name(output_),
                add(mul(sub(key, lit(1)), var("each")), var("element_of_slot")));
  }
  Expr carried(const Expr& slot) const {
    return read(carry_.values, add(mul(slot, var("each")), var("element_of_slot")));
  }

  Expr key_at(const Expr& slot) const { return read(carry_.keys, slot); }
  Stmt step_while(const Expr& cond, std::vector<Stmt> body) const {
    return make_stmt(While{cond, block(std::move(body))}, kernel_.where);
  }
  // Slots of runs that met nothing are passed over.
  Stmt back_to(const Expr& begin) const {
    const Expr before = var("before");
    return step_while(both(less(begin, before), equal(key_at(sub(before, lit(1))), lit(0))),
                      {set(before, sub(before, lit(1)))});
  }
  Expr differs_before(const Expr& key) const {
    return call("differs", {key_at(sub(var("before"), lit(1))), key});
  }

  Stmt each_turn(std::vector<Stmt> body) const {
    return make_stmt(For{"turn", Type::Int, lit(0), lit(slots_at_once), lit(1), "",
                         block(std::move(body)), true},
                     kernel_.where);
  }
  Stmt of_slots(const char* name, Type type) const {
    return make_stmt(Array{name, slots_at_once, type, Memory::Registers}, kernel_.where);
  }
  // Sets `keys` to those of some slots, 0 behind the last.
  Stmt keys_read(const Expr& first, const Expr& end) const {
    const Expr here = var("slot_of_turn"), key = read("keys", var("turn"));
    return each_turn({size("slot_of_turn", add(first, var("turn"))), set(key, lit(0)),
                      if_then(less(here, end), set(key, key_at(here)), kernel_.where)});
  }

  // `sum`: what the slots of a key have from one on.
  std::vector<Stmt> sum_of(const Expr& key, const Expr& from, const Expr& end) const {
    const Expr next = var("next"), here = var("slot_of_turn"), here_key = read("keys", var("turn")),
               here_value = read("values", var("turn"));
    const Stmt add_one = assign(var("sum"), kernel_.reduction, here_value, kernel_.where);
    const Expr is_other = both(less(lit(0), here_key), call("differs", {here_key, key}));
    return {
        changing("sum", Type::Value, start(), kernel_.where), changing_size("next", from),
        step_while(
            less(next, end),
            {of_slots("keys", Type::Size), of_slots("values", Type::Value), keys_read(next, end),
             each_turn(
                 {size("slot_of_turn", add(next, var("turn"))), set(here_value, start()),
                  if_then(equal(here_key, key), set(here_value, carried(here)), kernel_.where)}),
             set(next, add(next, lit(slots_at_once))),
             each_turn({if_then(equal(here_key, key), add_one, kernel_.where),
                        if_then(is_other, set(next, end), kernel_.where)})})};
  }

  // Threads share `count` slots' elements; `body` may read slot and element_of_slot.
  Kernel over_slots(const std::string& suffix, const Expr& count, std::vector<Param> written,
                    std::vector<Stmt> body) const {
    body.insert(body.begin(), {size("slot", div(var("entry"), var("each"))),
                               size("element_of_slot", mod(var("entry"), var("each")))});
    std::vector<Param> params = {
        array_param(carry_.values, Type::Value, false),
        array_param(carry_.keys, Type::Size, false),
        {Param::Kind::Values, values_name(output_), output_.name, 0, nullptr, true},
        size_param("slots", carry_.slots),
        size_param("each", carry_.each)};
    params.insert(params.end(), written.begin(), written.end());
    Kernel k = entry_kernel({kernel_.name + suffix, mul(size_of(count), carry_.each),
                             std::move(params), block(std::move(body)), nullptr, kernel_.where});
    k.repeats = kernel_.repeats;
    return k;
  }

  Kernel chunks() {
    const Expr chunk = most(lit(least_chunk), ceil_div(carry_.slots, lit(most_chunks)));
    const Expr count = ceil_div(carry_.slots, chunk);
    const std::string values = names_.fresh(carry_.values), keys = names_.fresh(carry_.keys);
    program_.workspaces.push_back({values, mul(size_of(count), carry_.each)});
    program_.workspaces.push_back({keys, count, Type::Size});

    Expr first = var("first"), last = var("last"), sum = var("sum"), key = var("key");
    Expr from = var("from"), begin = mul(var("slot"), var("chunk"));
    Stmt keep = if_then(equal(last, first), set(var("first_sum"), sum), kernel_.where);
    Stmt pass_on =
        if_then(call("differs", {first, last}),
                assign(output_at(last), kernel_.reduction, sum, kernel_.where), kernel_.where);
    Stmt flush = block({keep, pass_on});
    Stmt begin_chunk = if_then(equal(first, lit(0)), set(first, key), kernel_.where);
    Stmt next_key =
        if_then(call("differs", {last, key}),
                block({flush, set(last, key), set(sum, start()), begin_chunk}), kernel_.where);
    // Keys and then values of some slots are read side by side before any of them is used.
    const Expr turn = var("turn"), end = var("end"), here = var("slot_of_turn");
    const Expr here_key = read("keys", turn), here_value = read("values", turn);
    const Stmt read_value =
        if_then(less(lit(0), here_key), set(here_value, carried(here)), kernel_.where);
    const Stmt add_one = assign(sum, kernel_.reduction, here_value, kernel_.where);
    Stmt walk = block(
        {size("end", least(var("slots"), add(begin, var("chunk")))),
         make_stmt(For{"from", Type::Size, begin, end, lit(slots_at_once), "",
                       block({of_slots("keys", Type::Size), of_slots("values", Type::Value),
                              keys_read(from, end),
                              each_turn({size("slot_of_turn", add(from, turn)),
                                         set(here_value, start()), read_value}),
                              each_turn({size("key", here_key),
                                         if_then(less(lit(0), key), block({next_key, add_one}),
                                                 kernel_.where)})})},
                   kernel_.where)});
    Expr to = add(mul(var("slot"), var("each")), var("element_of_slot"));
    Kernel k = over_slots("_add_chunks", count,
                          {array_param(values, Type::Value, true),
                           array_param(keys, Type::Size, true), size_param("chunk", chunk)},
                          {changing_size("first", lit(0)), changing_size("last", lit(0)),
                           changing("sum", Type::Value, start(), kernel_.where),
                           changing("first_sum", Type::Value, start(), kernel_.where), walk, flush,
                           set(read(values, to), var("first_sum")),
                           if_then(equal(var("element_of_slot"), lit(0)),
                                   set(read(keys, var("slot")), first), kernel_.where)});
    carry_.values = values;
    carry_.keys = keys;
    carry_.slots = count;
    return k;
  }

  // Up from the first position of each run.
  Kernel find_fibers() const {
    const View& view = *program_.view(carry_.view);
    const size_t leading = static_cast<size_t>(carry_.levels);
    std::vector<Param> params = {array_param(carry_.fibers, Type::Pos, true)};
    std::vector<Stmt> body;
    std::vector<Expr> ends;  // how many positions each level has
    for (size_t l = 0; l + 1 < view.levels.size(); ++l) {
      ends.push_back(var(level_name(view.levels[l]) + "_end"));
      body.push_back(size(as<Var>(ends[l])->name, positions_of(view, l, l ? ends[l - 1] : lit(1))));
    }
    Expr at = mul(var("entry"), lit(carry_.merged() ? carry_.step : carry_.tile));
    const char* search = carry_.merged() ? "ended_on_path" : "owner_by_eights";
    for (size_t l = view.levels.size(); l-- > leading;) {
      std::string parent = level_name(view.levels[l - 1]) + "_fiber";
      body.push_back(
          size(parent, call(search, {var(segments_name(view, l)), lit(0), ends[l - 1], at})));
      at = var(parent);
    }
    body.push_back(set(read(carry_.fibers, var("entry")), at));
    for (size_t l = 0; l < view.levels.size(); ++l)
      if (view.levels[l].format == LevelFormat::Compressed)
        params.push_back({Param::Kind::Segments, segments_name(view, l), view.name,
                          static_cast<int>(l), nullptr, false});
    add_extents(view, params);
    Kernel k = entry_kernel({kernel_.name + "_find_fibers", carry_.slots, std::move(params),
                             block(std::move(body)), nullptr, kernel_.where});
    k.repeats = kernel_.repeats;
    return k;
  }

  static Expr positions_of(const View& view, size_t l, const Expr& parents) {
    if (view.levels[l].format == LevelFormat::Compressed)
      return size_of(read(segments_name(view, l), parents));
    return mul(parents, size_of(level_extent(view.levels, l)));
  }

  // A thread a slot: that of the first slot of a key has the sum of them all.
  Kernel add_keys() const {
    Kernel k;
    k.name = kernel_.name + "_add_carries";
    k.where = kernel_.where;
    k.repeats = kernel_.repeats;
    k.params = {array_param(carry_.values, Type::Value, false),
                array_param(carry_.keys, Type::Size, false),
                {Param::Kind::Values, values_name(output_), output_.name, 0, nullptr, true},
                size_param("slots", carry_.slots)};
    k.launch = {ceil_div(carry_.slots, lit(adding_threads)), lit(adding_threads)};
    const Expr slots = var("slots"), slot = var("slot");
    const std::vector<Expr> of_slot = {var(carry_.keys), slots, slot};
    std::vector<Expr> args = {var(carry_.values)};
    args.insert(args.end(), of_slot.begin(), of_slot.end());
    args.push_back(start());
    const Expr place = sub(read(carry_.keys, slot), lit(1));
    k.body =
        block({size("slot", add(mul(size_of(call("block")), call("threads")), call("thread"))),
               let("carried", Type::Value, call(reducing_tree(kernel_, "carried"), args), k.where),
               if_then(call("begins_key", of_slot),
                       assign(read(values_name(output_), place), kernel_.reduction, var("carried"),
                              k.where),
                       k.where)});
    return k;
  }

  // A thread for each element of each slot; that of the first slot of a key adds them all.
  Kernel add_rest() const {
    const Expr key = var("key");
    const Expr first = either(equal(var("before"), lit(0)), differs_before(key));
    std::vector<Stmt> add_all = sum_of(key, var("slot"), var("slots"));
    add_all.push_back(assign(output_at(key), kernel_.reduction, var("sum"), kernel_.where));
    // Where rows end with their runs no slot has a key: each would look at all before it.
    return over_slots("_add_carries", carry_.slots, {},
                      {size("key", key_at(var("slot"))),
                       if_then(less(lit(0), key),
                               block({changing_size("before", var("slot")), back_to(lit(0)),
                                      if_then(first, block(std::move(add_all)), kernel_.where)}),
                               kernel_.where)});
  }

  Kernel& kernel_;
  const View& output_;
  Program& program_;
  Names names_;
  Carry carry_;
};

}  // namespace

CarryKernels carrying_kernels(Kernel& kernel, const View& output, Program& program) {
  return CarryAdder(kernel, output, program).run();
}

}  // namespace teaal::passes
