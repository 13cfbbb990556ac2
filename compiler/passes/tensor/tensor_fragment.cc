#include "compiler/passes/tensor/tensor_fragment.h"

#include <algorithm>

#include "compiler/ir/mma.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/steps.h"

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t lanes_of_row = 4, lanes_of_column = 8;  // which share its k's
const std::string own_name = "own";

}  // namespace

Fragments::Fragments(const TensorProduct& product)
    : product_(product),
      read_for_others_(paired_in_time(product.form.columns) && in_memory(product.form.columns) &&
                       has_lanes(product.form.columns)) {}

int64_t Fragments::depth() const {
  return products_deep(product_.kernel.schedule.tensor_core->arithmetic);
}

Fragment Fragments::rows() {
  const TensorForm::Side& side = product_.form.rows;
  return fragment(side, loops_of(product_.nest, side), last_pair(side), true);
}

// Of columns 2 t and 2 t + 1, which are lane t's own, lane 4 g + t multiplies column g: lanes of
// even columns read the even iterations of a loop, those of odd columns the odd ones. What does not
// lie in memory for each lane to read comes with who owns it, an eighth of the k's each.
Fragment Fragments::columns() {
  const TensorForm::Side& side = product_.form.columns;
  std::vector<Nest::Loop> loops = loops_of(product_.nest, side);
  if (!read_for_others_) return fragment(side, std::move(loops), last_pair(side), false);
  int64_t apart = lanes_of_column;
  for (size_t w = product_.kernel.workers.size(); w-- > 0;) {
    const Worker worker = product_.kernel.workers[w];
    const auto loop =
        std::ranges::find(loops, worker.rank, [](const Nest::Loop& l) { return l.loop.rank; });
    if (worker.place != Place::Lane || loop == loops.end()) continue;
    const int64_t lanes = lanes_of(product_.kernel, worker);
    share(loop->loop, worker.extent, lanes, apart);
    apart *= lanes;
  }
  const size_t pair = *paired_in_time(side);
  ForRank& pairs = loops[pair].loop;
  share(pairs, lit(pairs.spelled.turns), 2, lanes_of_row);
  pairs.spelled.turns /= 2;
  return fragment(side, std::move(loops), pair, false);
}

// The loop's iterations go to these lanes, whoever has them in the nest.
void Fragments::share(ForRank& loop, Expr extent, int64_t lanes, int64_t apart) {
  loop.place = Place::Lane;
  loop.rank = product_.names.fresh(loop.rank + "_of_column");
  product_.kernel.workers.push_back(
      {loop.rank, Place::Lane, std::move(extent), Combine::None, nullptr, lanes, apart});
}

const View& Fragments::view_of(const std::string& operand) const {
  const auto found = std::ranges::find(product_.kernel.operands, operand, &Operand::name);
  return *product_.program.view(found->view);
}

// Whether a lane finds what another one owns: in arrays that are given, or in tiles.
bool Fragments::in_memory(const TensorForm::Side& side) const {
  return std::ranges::all_of(side.operands, [&](const std::string& name) {
    const std::string& tensor = view_of(name).tensor;
    bool shared = false, own = false;
    for (const Schedule::Staging& s : product_.kernel.schedule.stagings)
      if (s.tensor == tensor) (s.memory == Memory::Shared ? shared : own) = true;
    return !own && (shared || product_.program.tensor(tensor)->role == Role::Input);
  });
}

// Whether the loops that lanes share along the side are all inside of the reduction, and plain.
bool Fragments::has_lanes(const TensorForm::Side& side) const {
  size_t lanes = 0;
  bool plain = true;
  for (size_t i : side.loops) {
    const ForRank& l = product_.nest.loops[i].loop;
    plain &= l.joined.empty() && !l.at;
    lanes += l.place == Place::Lane;
  }
  return plain && lanes == side.lanes.size();
}

// Of the side's loops with an even number of iterations, of which there is one: the last.
size_t Fragments::last_pair(const TensorForm::Side& side) const {
  size_t out = 0;
  for (size_t n = 0; n < side.loops.size(); ++n)
    if (product_.nest.loops[side.loops[n]].loop.spelled.turns % 2 == 0) out = n;
  return out;
}

// The first that no lanes share: of neighbours in memory, which further loops run over, a lane
// shall have as many as quads want. Where those are k's, the last: lanes that read together then
// have rows side by side.
std::optional<size_t> Fragments::paired_in_time(const TensorForm::Side& side) const {
  std::optional<size_t> out;
  for (size_t n = 0; n < side.loops.size(); ++n) {
    const ForRank& l = product_.nest.loops[side.loops[n]].loop;
    const bool pairs = l.place == Place::Time && l.spelled.turns % 2 == 0;
    if (pairs && (!out || lies_along_reduction(side))) out = n;
  }
  return out;
}

// Whether a lane's k's lie one behind the other, so that it may read several at once. Of 32 bits
// that pays where it has pairs of rows: bf16 of 4096³ 597 µs, and 651 with k's apart, but 765 with
// rows apart. Elements of 16 bits are words as they come.
bool Fragments::reads_neighbours() const {
  const auto pair = paired_in_time(product_.form.columns);
  const bool pairs = pair && *pair + 1 == product_.form.columns.loops.size();
  return read_for_others_ && product_.form.leader.empty() &&
         (pairs || product_.target.narrow_values);
}

Fragment Fragments::fragment(const TensorForm::Side& side, std::vector<Nest::Loop> loops,
                             size_t pair, bool of_rows) {
  int64_t elements = 1;
  for (const Nest::Loop& l : loops) elements *= l.loop.spelled.turns;
  const bool as_owned = !of_rows && !read_for_others_;
  Fragment out{.side = side,
               .loops = std::move(loops),
               .elements = elements,
               .pair = pair,
               .lanes = as_owned ? lanes_of_column : lanes_of_row,
               .apart = as_owned ? lanes_of_row : 1,
               .neighbours = reads_neighbours()};
  const std::string name = of_rows ? "row" : "column";
  Names& names = product_.names;
  out.rank = names.fresh(reduction().loop.rank + "_of_" + name);
  out.values = names.fresh(name + "_values");
  out.words = names.fresh(name + "_words");
  if (Schedule::TensorCore::in_parts(product_.kernel.schedule.tensor_core->arithmetic))
    out.rest = names.fresh(name + "_rest");
  out.largest = names.fresh(name + "_largest");
  out.scale = names.fresh(name + "_scale");
  product_.kernel.workers.push_back({out.rank, Place::Lane,
                                     lit(out.neighbours ? out.lanes : depth()), Combine::None,
                                     nullptr, out.lanes, out.apart});
  return out;
}

void Fragments::load(const Fragment& f, std::vector<Stmt>& out) const {
  const int64_t turns = depth() / f.lanes, all = turns * f.elements;
  out.push_back(registers(f.values, all, Type::Value, is_kept_as_stored(f.side)));
  out.push_back(for_each_own(
      all, assign(read(f.values, own_element()), AssignOp::Set, make_expr(FloatLit{0}))));
  Names& names = product_.names;
  Nest::Loop k = reduction();
  k.loop.spelled = {turns, names.fresh(k.loop.var + "_turn"), true};
  Expr at = turns > 1 ? mul(var(k.loop.spelled.var), lit(f.elements)) : lit(0);
  at = add(at, element_of(f.loops));
  std::vector<Nest::Loop> loops = f.loops;
  if (f.neighbours) {
    Nest::Loop of_lane = reduction();
    of_lane.loop.var = names.fresh(of_lane.loop.var + "_of_lane");
    of_lane.loop.rank = f.rank;
    of_lane.loop.tile = lit(turns);
    of_lane.loop.place = Place::Lane;
    of_lane.loop.spelled = {1, names.fresh(of_lane.loop.var + "_turn"), true};
    loops.insert(lies_along_reduction(f.side) ? loops.end() : loops.begin(), k);
    loops.insert(loops.begin(), of_lane);
  } else {
    k.loop.rank = f.rank;
    k.loop.place = Place::Lane;
    loops.insert(loops.begin(), k);
  }
  for (Nest::Loop& l : loops)
    std::erase_if(l.loop.over.fibers, [&](const Fiber& fiber) {
      const std::string& tensor = view_of(fiber.operand).tensor;
      return !f.side.operands.contains(fiber.operand) &&
             !product_.form.tested.contains(fiber.operand) && tensor != product_.form.leader;
    });
  const Expr value = product_.form.value_of(f.side);
  out.push_back(wrap(loops, 0, loops.size(),
                     assign(read(f.values, at), AssignOp::Set, value, product_.kernel.where)));
}

// Whether a lane's elements need not become values: words of 16 bits are made of them, each of one
// element of a tensor that is given.
bool Fragments::is_kept_as_stored(const TensorForm::Side& side) const {
  const Arithmetic arithmetic = product_.kernel.schedule.tensor_core->arithmetic;
  const auto* access = as<Access>(side.value);
  if (!access || !product_.form.tests.empty() ||
      (arithmetic != Arithmetic::F16 && arithmetic != Arithmetic::Bf16))
    return false;
  const View& view = view_of(access->operand);
  return product_.program.tensor(view.tensor)->role == Role::Input &&
         !is_handed_on(product_.program, product_.kernel, view);
}

// Whether neighbours in memory are of one row or column: then quads hold its k's.
bool Fragments::lies_along_reduction(const TensorForm::Side& side) const {
  return std::ranges::all_of(side.operands, [&](const std::string& operand) {
    const View& view = view_of(operand);
    return !view.levels.empty() && view.levels.back().rank == reduction().loop.root;
  });
}

std::vector<Nest::Loop> loops_of(const Nest& nest, const TensorForm::Side& side) {
  std::vector<Nest::Loop> out;
  for (size_t i : side.loops) out.push_back(nest.loops[i]);
  return out;
}

Expr element_of(const std::vector<Nest::Loop>& loops) {
  Expr out = lit(0);
  for (const Nest::Loop& l : loops) {
    const Spelled& s = l.loop.spelled;
    if (s.turns > 1) out = add(mul(out, lit(s.turns)), var(s.var));
  }
  return out;
}

Stmt registers(const std::string& name, int64_t extent, Type type, bool stored) {
  Array out{name, extent, type, Memory::Registers};
  out.stored = stored;
  return make_stmt(std::move(out));
}

Stmt each(const std::string& name, int64_t end, int64_t step, Stmt body) {
  return make_stmt(For{name, Type::Int, lit(0), lit(end), lit(step), "", std::move(body), true});
}

Stmt for_each_own(int64_t count, Stmt body) { return each(own_name, count, 1, std::move(body)); }

Expr own_element() { return var(own_name); }

}  // namespace teaal::passes
