#include "compiler/passes/tensor/warpgroup.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "compiler/ir/levels.h"
#include "compiler/ir/mma.h"
#include "compiler/ir/tile_names.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/steps.h"
#include "compiler/passes/tensor/lines.h"

// What an instruction multiplies, and which lane has which of its sums, is as
// templates/warpgroup.cuh says.
namespace teaal::passes {

using namespace ir;
using TensorCore = Schedule::TensorCore;

namespace {

constexpr int64_t warps_together = 4, lanes_of_rows = 8, lanes_of_columns = 4;
constexpr int64_t rows_of_instruction = 64, columns_of_pair = 8, sums_of_pairs = 4;
constexpr int64_t words_of_unit = Matrices::words_of_unit;
constexpr int64_t k_of_part = 32;  // that tensor cores add up of products in parts
constexpr const char *row_block = "row_block", *column_block = "column_block";

const char* type_of(Arithmetic arithmetic) {
  if (!TensorCore::in_halves(arithmetic)) return "tf32";
  return arithmetic == Arithmetic::Bf16 ? "bf16" : "f16";
}

Stmt run(const std::string& intrinsic, std::vector<Expr> args = {}) {
  return make_stmt(Run{call(intrinsic, std::move(args))});
}

Expr in(const Expr& outer, int64_t count, const Expr& inner) {
  return add(mul(outer, lit(count)), inner);
}

}  // namespace

int64_t Warpgroup::Digits::elements() const {
  int64_t out = 1;
  for (const Digit& d : turns) out *= d.count;
  return out;
}

template <class Value>
Expr Warpgroup::Digits::number(const std::vector<Digit>& digits, const Value& value) {
  Expr out = lit(0);
  for (const Digit& d : digits) out = in(out, d.count, value(d));
  return out;
}

template <class Value>
Warpgroup::Digits::Element Warpgroup::Digits::element(const Value& value) const {
  Element out{lit(0), lit(0)};
  for (size_t i = 0; i < turns.size(); ++i) {
    const Expr turn = value(turns[i]);
    if (i == pair) out.member = mod(turn, lit(2));
    out.pair = i == pair ? in(out.pair, turns[i].count / 2, div(turn, lit(2)))
                         : in(out.pair, turns[i].count, turn);
  }
  return out;
}

std::vector<Expr> Warpgroup::Digits::coordinates(const Expr& warp, const Expr& lane,
                                                 const Element& element, size_t ranks) const {
  std::vector<Expr> out(ranks, lit(0));
  const auto take = [&](const Digit& d, const Expr& value) {
    out[d.rank] = add(out[d.rank], mul(value, lit(d.step)));
  };
  // The last of `count` digits of what is left.
  const auto last = [](Expr& rest, int64_t count) {
    if (count == 1) return lit(0);
    const Expr digit = mod(rest, lit(count));
    rest = div(rest, lit(count));
    return digit;
  };
  for (auto [digits, rest] : {std::pair(&warps, warp), std::pair(&lanes, lane)})
    for (size_t i = digits->size(); i-- > 0;) take((*digits)[i], last(rest, (*digits)[i].count));
  Expr rest = element.pair;
  for (size_t i = turns.size(); i-- > 0;) {
    const bool pairs = i == pair;
    const Expr turn = last(rest, pairs ? turns[i].count / 2 : turns[i].count);
    take(turns[i], pairs ? in(turn, 2, element.member) : turn);
  }
  return out;
}

// ---- Form ----

class WarpgroupFormer {
 public:
  // `lines`: single k's that a list names may be laid out so.
  WarpgroupFormer(const TensorProduct& product, bool lines)
      : p_(product),
        arithmetic_(product.kernel.schedule.tensor_core->arithmetic),
        lines_(lines && TensorCore::in_halves(arithmetic_)) {}

  std::optional<Warpgroup> run(std::string& why) {
    const bool formed = find_fill() && add_side(p_.form.rows, out_.rows, out_.row_digits_) &&
                        add_side(p_.form.columns, out_.columns, out_.column_digits_) && fits();
    why = why_;
    if (!formed) return std::nullopt;
    for (auto [side, digits, of_rows] : {std::tuple(&out_.rows, &out_.row_digits_, true),
                                         std::tuple(&out_.columns, &out_.column_digits_, false)}) {
      side->pairs = digits->elements() / 2;
      side->matrices.row = row_of(*digits, side->pairs, of_rows);
      side->local = local_of(*digits, side->pairs, of_rows, side->matrices.ranks.size());
    }
    // Warps along the rows are numbered last.
    const Expr warp = div(call("int", {call("thread")}), lit(p_.kernel.lanes));
    const int64_t along_rows = all(out_.row_digits_.warps),
                  along_columns = all(out_.column_digits_.warps);
    // Of one there is no need to ask: addresses of lines, the same for all threads then, had 3xf16
    // take 271 us in place of 280 (4096^3, 1/2 of each operand's tiles, an H200), those of matrices
    // 623 in place of 588 (dense).
    const bool lines = out_.in_lines();
    if (!lines || along_rows > warps_together)
      out_.rows.group = div(mod(warp, lit(along_rows)), lit(warps_together));
    if (!lines || along_columns > 1) out_.columns.group = div(warp, lit(along_rows));
    out_.where_ = p_.kernel.schedule.tensor_core->where;
    return std::move(out_);
  }

 private:
  using Digit = Warpgroup::Digit;
  using Digits = Warpgroup::Digits;

  const ForRank& loop(size_t i) const { return p_.nest.loops[i].loop; }
  size_t loops() const { return p_.nest.loops.size(); }
  bool refuse(std::string why) {
    why_ = std::move(why);
    return false;
  }

  const Schedule::Staging* staging_of(const std::string& tensor) const {
    const Schedule::Staging* found = nullptr;
    for (const Schedule::Staging& s : p_.kernel.schedule.stagings) {
      if (s.tensor != tensor) continue;
      if (found || s.memory != Memory::Shared || s.listed ||
          s.holds != Schedule::Staging::Holds::Elements)
        return nullptr;
      found = &s;
    }
    return found;
  }

  // Tiles of both sides for each iteration of one loop, which cuts the reduction, and inside of
  // which are loops over warps, lanes and sums alone.
  bool find_fill() {
    out_.count = p_.form.count;
    const size_t k = p_.form.reduction;
    if (p_.kernel.owner || p_.kernel.repeats)
      return refuse("blocks take several tiles of the result");
    size_t fill = k;
    while (fill-- > 0)
      if (roots_of(loop(fill)).contains(loop(k).root)) break;
    if (fill >= k) return refuse(loop(k).root + " is not cut outside of the products");
    if (!find_list(fill)) return false;
    if (loop(fill).place != Place::Time || step(fill) != out_.count)
      return refuse("products take not all of " + loop(fill).rank + " in time");
    out_.fill = fill;
    for (size_t i = 0; i <= fill; ++i)
      if (loop(i).place == Place::Warp || loop(i).place == Place::Lane)
        return refuse(loop(i).rank + ", outside of " + loop(fill).rank + ", is spread over warps");
    return true;
  }

  // The list whose runs the loop has, if it has any.
  bool find_list(size_t fill) {
    const ForRank& l = loop(fill);
    const auto& stagings = p_.kernel.schedule.stagings;
    if (is_of_coordinates(l))
      return p_.form.tests.empty() || refuse("products ask whether an operand has something");
    const auto list = std::ranges::find_if(stagings, [&](const Schedule::Staging& s) {
      return s.listed && s.tensor == l.leader && s.memory == Memory::Shared;
    });
    const auto is_listed = [&](const std::string& operand) {
      return tensor_of(operand) == list->tensor || tensor_of(operand) == list->beside;
    };
    if (!l.joined.empty() || l.at || l.merged || l.growth.most || list == stagings.end() ||
        p_.form.leader != l.leader || !std::ranges::all_of(p_.form.tested, is_listed))
      return refuse("tiles of " + l.root + " are not of coordinates, nor of a list's");
    out_.list = l.leader;
    if (is_for_all(list->tensor) && (list->beside.empty() || is_for_all(list->beside)))
      out_.takes = Warpgroup::Takes::Kept;
    else if (names_parts(*list, fill))
      out_.takes = Warpgroup::Takes::Parts;
    else
      out_.takes = lines_ ? Warpgroup::Takes::Lines : Warpgroup::Takes::Gathered;
    return true;
  }

  // Whether a list of the tensor is the same in all blocks.
  bool is_for_all(const std::string& tensor) const {
    return p_.program.tensor(tensor)->ranks.size() == 1;
  }

  // Whether the list's runs, of which a block makes some at a time, have parts of the rank each.
  bool names_parts(const Schedule::Staging& list, size_t fill) const {
    bool out = list.whole > 0 && list.whole % out_.count == 0;
    for (size_t i = 0; i < fill; ++i)
      if (roots_of(loop(i)).contains(loop(fill).root)) out &= step(i) % out_.count == 0;
    return out;
  }

  bool is_plain(size_t i) const {
    return is_of_coordinates(loop(i)) || (i == out_.fill && !out_.list.empty());
  }

  // Not a literal: 0.
  int64_t step(size_t i) const { return loop(i).tile ? literal(loop(i).tile).value_or(0) : 1; }

  const View* view_of(const std::string& operand) const {
    const auto found = std::ranges::find(p_.kernel.operands, operand, &Operand::name);
    return found == p_.kernel.operands.end() ? nullptr : p_.program.view(found->view);
  }

  bool add_side(const TensorForm::Side& form, Warpgroup::Side& side, Digits& digits) {
    const Access* access = nullptr;
    if (!take_factors(form.value, access) || !access)
      return refuse("a side of the products has several factors");
    const View* view = view_of(access->operand);
    const Tensor& tensor = *p_.program.tensor(view->tensor);
    const bool given = tensor.role == Role::Input && !is_handed_on(p_.program, p_.kernel, *view);
    if (!store_all(view->levels) || (!given && !turning(tensor)))
      return refuse(tensor.name + " is not given with all of its ranks U");
    const Schedule::Staging* staged = staging_of(tensor.name);
    if (!staged || staged->evict_on != loop(out_.fill).rank || staged->depth < 2)
      return refuse(tensor.name + " is not in Shared, evicted on " + loop(out_.fill).rank +
                    ", with a depth of 2 or more");
    out_.buffers = std::max(out_.buffers, staged->depth);
    side.tensor = tensor.name;
    side.operand = access->operand;
    Matrices& m = side.matrices;
    const bool again = out_.in_lines() && TensorCore::scales(arithmetic_);
    const View& laid = again || out_.gathers() ? *view : as_given(*view);
    m.view = laid.name;
    m.values = values_name(laid);
    m.arithmetic = arithmetic_;
    for (const Level& level : laid.levels)
      if (!add_rank(*access, tensor, level, side, digits)) return false;
    if (std::ranges::count(m.ranks, true, &Matrices::Rank::summed) != 1)
      return refuse(tensor.name + " is not of the products' " + loop(p_.form.reduction).root);
    order(digits);
    return choose_pair(digits);
  }

  // The kernel in front that has written it, from a tensor that is given. Null: there is none.
  const Kernel* turning(const Tensor& tensor) const {
    if (!tensor.derived || tensor.role != Role::Intermediate) return nullptr;
    const auto found = std::ranges::find_if(p_.program.kernels, [&](const Kernel& k) {
      return !k.reads_all.empty() && output_of(k) == tensor.name;
    });
    return found == p_.program.kernels.end() ? nullptr : &*found;
  }

  // It is as well laid out of a tensor that nobody has turned round. Lines of one that its largest
  // magnitude scales read it once more when that is known: what a kernel in front has turned round
  // is less, as it holds what is marked alone.
  const View& as_given(const View& view) const {
    const Kernel* k = turning(*p_.program.tensor(view.tensor));
    const auto given = std::ranges::find_if(p_.program.views, [&](const View& v) {
      return k && v.tensor == k->reads_all && !v.resorted;
    });
    return given == p_.program.views.end() ? view : *given;
  }

  // The side's one tensor; numbers are multiplied in at the end.
  bool take_factors(const Expr& e, const Access*& access) {
    if (const auto* n = as<Binary>(e); n && n->op == BinaryOp::Mul)
      return take_factors(n->lhs, access) && take_factors(n->rhs, access);
    if (const auto* tensor = as<Access>(e)) return !std::exchange(access, tensor);
    out_.factor = out_.factor ? mul(out_.factor, e) : e;
    return true;
  }

  bool add_rank(const Access& access, const Tensor& tensor, const Level& level,
                Warpgroup::Side& side, Digits& digits) {
    const size_t at =
        static_cast<size_t>(std::ranges::find(tensor.ranks, level.rank) - tensor.ranks.begin());
    const auto* index = at < access.at.size() ? as<Var>(access.at[at]) : nullptr;
    size_t binder = 0;
    while (binder < loops() && !(index && binds(loop(binder)).contains(index->name))) ++binder;
    if (binder == loops()) return refuse(tensor.name + " is read at sums of coordinates");
    const std::string& root = loop(binder).root;
    Matrices::Rank rank{level.rank, 0, root == loop(p_.form.reduction).root};
    int64_t inner = 0;  // what the loop before has of the rank in each of its iterations
    for (size_t i = 0; i < loops(); ++i) {
      if (!roots_of(loop(i)).contains(root)) continue;
      const bool nests = inner == 0 || (step(i) > 0 && inner % step(i) == 0);
      const bool listed = rank.summed && !out_.list.empty();  // runs begin anywhere
      if (!is_plain(i) || step(i) == 0 || (!nests && !listed))
        return refuse("the parts of " + root + " are not whole parts of each other");
      if (i <= out_.fill) {
        side.first.resize(side.matrices.ranks.size());
        side.first.push_back(size_of(var(loop(i).var)));
        rank.extent = step(i);
      } else if (inner == 0) {
        return refuse("no loop outside of " + loop(out_.fill).rank + " cuts " + root);
      } else if (!rank.summed &&
                 !add_digit(i, inner / step(i), side.matrices.ranks.size(), digits)) {
        return false;
      }
      inner = step(i);
    }
    if (inner != 1) return refuse("parts of " + root + " are left over");
    side.matrices.ranks.push_back(rank);
    return true;
  }

  bool add_digit(size_t i, int64_t count, size_t rank, Digits& digits) {
    const ForRank& l = loop(i);
    const Digit digit{l.rank, l.spelled.var, rank, step(i), count};
    const int64_t turns = std::max<int64_t>(l.spelled.turns, 1);
    if (turns != (l.place == Place::Time ? count : 1))
      return refuse(l.rank + " has several iterations a warp or lane");
    (l.place == Place::Warp   ? digits.warps
     : l.place == Place::Lane ? digits.lanes
                              : digits.turns)
        .push_back(digit);
    return true;
  }

  // Turns as the nest has them, others as workers are numbered.
  void order(Digits& digits) const {
    const auto nested = [&](const Digit& d) {
      return std::ranges::find(p_.nest.loops, d.loop,
                               [](const Nest::Loop& l) { return l.loop.rank; });
    };
    const auto worker = [&](const Digit& d) {
      return std::ranges::find(p_.kernel.workers, d.loop, &Worker::rank);
    };
    std::ranges::sort(digits.turns, {}, nested);
    std::ranges::sort(digits.warps, {}, worker);
    std::ranges::sort(digits.lanes, {}, worker);
  }

  bool choose_pair(Digits& digits) {
    digits.pair = digits.turns.size();
    for (size_t i = 0; i < digits.turns.size(); ++i)
      if (digits.turns[i].count % 2 == 0) digits.pair = i;
    return digits.pair < digits.turns.size() || refuse("a lane has no pairs of sums");
  }

  static int64_t all(const std::vector<Digit>& digits) {
    int64_t out = 1;
    for (const Digit& d : digits) out *= d.count;
    return out;
  }

  bool fits() {
    const size_t inside = loops() - out_.fill - 1;  // the reduction is one of them
    size_t taken = 1;
    for (const Digits* d : {&out_.row_digits_, &out_.column_digits_})
      taken += d->warps.size() + d->lanes.size() + d->turns.size();
    if (taken != inside) return refuse("further loops stand around the products");
    if (all(out_.row_digits_.lanes) != lanes_of_rows ||
        all(out_.column_digits_.lanes) != lanes_of_columns)
      return refuse("lanes have not 8 and 4 of the coordinates");
    if (all(out_.row_digits_.warps) % warps_together != 0)
      return refuse("warps are not four along ranks of " + out_.rows.tensor);
    const int64_t columns = out_.column_digits_.elements() / 2 * columns_of_pair;
    constexpr int64_t of_instructions[] = {256, 128, 64, 16};
    // Products in parts add outside of the tensor cores, from as many registers again.
    constexpr int64_t most_added_outside = 128;
    for (int64_t n : of_instructions)
      if (out_.instruction_columns_ == 0 && columns % n == 0 &&
          (!TensorCore::in_parts(arithmetic_) || n <= most_added_outside))
        out_.instruction_columns_ = n;
    if (out_.instruction_columns_ == 0)
      return refuse("a warp's sums are not along a multiple of 16 coordinates of " +
                    out_.columns.tensor);
    out_.sums_ = out_.row_digits_.elements() * out_.column_digits_.elements();
    constexpr int64_t bytes_of_word = 4, bytes_of_list = 20 << 10;
    const int64_t bytes_beside = out_.list.empty() ? 1024 : bytes_of_list;
    const int64_t bytes = (out_.rows.matrices.words() + out_.columns.matrices.words()) *
                              out_.buffers * bytes_of_word +
                          bytes_beside;
    return bytes <= p_.target.most_shared_bytes ||
           refuse("matrices take " + std::to_string(bytes) + " bytes of shared memory");
  }

  // Rows: [warps but the last four][pair][warp of four][member][lane]; columns: [warps][pair]
  // [lane][member]. So are an instruction's sums those that the mapping gives a lane.
  static std::function<Expr(const std::vector<Expr>&)> row_of(const Digits& digits, int64_t pairs,
                                                              bool of_rows) {
    return [=](const std::vector<Expr>& local) {
      const auto value = [&](const Digit& d) {
        return mod(div(local[d.rank], lit(d.step)), lit(d.count));
      };
      const Expr warp = Digits::number(digits.warps, value),
                 lane = Digits::number(digits.lanes, value);
      const Digits::Element e = digits.element(value);
      if (!of_rows) return in(in(in(warp, pairs, e.pair), lanes_of_columns, lane), 2, e.member);
      const Expr of_block = in(div(warp, lit(warps_together)), pairs, e.pair);
      return in(in(in(of_block, warps_together, mod(warp, lit(warps_together))), 2, e.member),
                lanes_of_rows, lane);
    };
  }

  static std::function<std::vector<Expr>(const Expr&)> local_of(const Digits& digits, int64_t pairs,
                                                                bool of_rows, size_t ranks) {
    return [=](const Expr& row) {
      const auto split = [](Expr& rest, int64_t count) {
        const Expr out = mod(rest, lit(count));
        rest = div(rest, lit(count));
        return out;
      };
      Expr rest = row;
      if (!of_rows) {
        const Expr member = split(rest, 2), lane = split(rest, lanes_of_columns),
                   pair = split(rest, pairs);
        return digits.coordinates(rest, lane, {pair, member}, ranks);
      }
      const Expr lane = split(rest, lanes_of_rows), member = split(rest, 2),
                 warp = split(rest, warps_together), pair = split(rest, pairs);
      return digits.coordinates(in(rest, warps_together, warp), lane, {pair, member}, ranks);
    };
  }

  const TensorProduct& p_;
  const Arithmetic arithmetic_;
  const bool lines_;  // of halves
  Warpgroup out_;
  std::string why_;
};

std::optional<Warpgroup> Warpgroup::of(const TensorProduct& product, std::string& why) {
  std::optional<Warpgroup> out = WarpgroupFormer(product, true).run(why);
  if (!out || !out->in_lines()) return out;
  // Lines have whole 64 rows, or columns.
  const std::array together = {out->rows.matrices.rows(), out->columns.matrices.rows(),
                               out->instruction_columns()};
  const auto is_whole = [](int64_t rows) { return rows % Lines::rows_together == 0; };
  return std::ranges::all_of(together, is_whole) ? out : WarpgroupFormer(product, false).run(why);
}

// Warps and lanes are numbered by the workers' order, the last ones fastest.
void Warpgroup::settle_workers(Kernel& kernel) const {
  for (const Digits* digits : {&row_digits_, &column_digits_})
    for (const auto* of : {&digits->warps, &digits->lanes})
      for (const Digit& d : *of)
        std::ranges::find(kernel.workers, d.loop, &Worker::rank)->extent = lit(d.count);
}

int64_t Warpgroup::threads() const {
  int64_t out = 1;
  for (const Digits* digits : {&row_digits_, &column_digits_})
    for (const auto* of : {&digits->warps, &digits->lanes})
      for (const Digit& d : *of) out *= d.count;
  return out;
}

// ---- Products ----

Expr Warpgroup::sum() const {
  const auto turn = [](const Digit& d) { return d.count > 1 ? var(d.turn) : lit(0); };
  const Digits::Element row = row_digits_.element(turn), column = column_digits_.element(turn);
  return in(in(in(row.pair, columns.pairs, column.pair), 2, row.member), 2, column.member);
}

Expr Warpgroup::place(const Side& side, const Expr& k, int64_t part, const Expr& row) const {
  const Matrices& m = side.matrices;
  if (in_lines()) {
    constexpr int64_t of_lines = Lines::rows_together;  // in words: that many rows of two k's
    const Expr lines =
        add(mul(div(row, lit(of_lines)), lit(plane(side))), mul(k, lit(of_lines / 2)));
    return add(add(var(ir::begin_of(side.tile)), lines), lit(part * m.words() / m.parts()));
  }
  const Expr unit = mul(div(k, lit(m.unit())), lit(m.plane()));
  return add(add(var(ir::begin_of(side.tile)), unit),
             mul(add(lit(part * m.rows()), row), lit(words_of_unit)));
}

// Words from one unit to the next; of lines, from 64 rows to the next.
int64_t Warpgroup::plane(const Side& side) const {
  const Matrices& m = side.matrices;
  return in_lines() ? m.depth() * Lines::rows_together / 2 : m.plane();
}

Stmt Warpgroup::multiply(const Product& product) const {
  const Expr row = mul(in(rows.group, rows.pairs, var(row_block)), lit(rows_of_instruction)),
             column = in(columns.group, columns.pairs * columns_of_pair, var(column_block));
  std::vector<Expr> args = {var(product.sums),
                            product.at,
                            var(rows.tile),
                            place(rows, product.k, product.row_part, row),
                            lit(plane(rows)),
                            var(columns.tile),
                            place(columns, product.k, product.column_part, column),
                            lit(plane(columns)),
                            product.adds};
  const Arithmetic arithmetic = rows.matrices.arithmetic;
  if (TensorCore::in_halves(arithmetic)) args.insert(args.begin(), lit(in_lines() ? 1 : 0));
  return make_stmt(Run{call(std::string("warpgroup_") + type_of(arithmetic) + "_" +
                                std::to_string(instruction_columns_),
                            std::move(args))},
                   where_);
}

Stmt Warpgroup::along(const Steps& steps, Stmt body) const {
  const int64_t deep = products_deep(rows.matrices.arithmetic);
  return make_stmt(For{steps.k, Type::Int, lit(steps.first), lit(steps.end), lit(deep), "",
                       std::move(body), true});
}

Stmt Warpgroup::over_sums(Stmt body) const {
  return each(
      row_block, rows.pairs, 1,
      each(column_block, columns.pairs * columns_of_pair, instruction_columns_, std::move(body)));
}

// Of an instruction.
Expr Warpgroup::first_sum() const {
  return add(mul(var(row_block), lit(columns.pairs * sums_of_pairs)),
             div(var(column_block), lit(2)));
}

Stmt Warpgroup::products(const std::string& sums, Names& names) const {
  const std::string k = names.fresh("k_step");
  if (!TensorCore::in_parts(rows.matrices.arithmetic))
    return block({run("products_begin"),
                  along({k, 0, count}, over_sums(multiply({sums, first_sum(), var(k)}))),
                  run("products_end"),
                  run("products_arrive", {lit(in_lines() || gathers() ? 0 : 1)})});
  const std::string part = names.fresh(sums + "_part");
  std::vector<Stmt> out;
  for (int64_t first = 0; first < count; first += k_of_part)
    out.push_back(added_outside(sums, part, {k, first, std::min(count, first + k_of_part)}));
  return block(std::move(out));
}

// Tensor cores cut off what does not fit beside the largest summand: float adds the sums of a few
// k's. The first product overwrites: zeros would wait in registers while those before are added, of
// 3xtf32 eight sums a thread in memory, and 1396 µs for 4096³ in place of 1245.
Stmt Warpgroup::added_outside(const std::string& sums, const std::string& part,
                              const Steps& steps) const {
  const int64_t at_once = instruction_columns_ / 2;
  const Expr k = var(steps.k),
             behind_first = call("select", {less(lit(steps.first), k), lit(1), lit(0)});
  const Stmt three = block({multiply({part, lit(0), k, 1, 0, behind_first}),
                            multiply({part, lit(0), k, 0, 1}), multiply({part, lit(0), k, 0, 0})});
  return over_sums(
      block({registers(part, at_once, Type::Value), run("products_begin"), along(steps, three),
             run("products_end"), run("products_arrive", {lit(0)}),
             for_each_own(at_once, assign(read(sums, add(first_sum(), own_element())),
                                          AssignOp::Add, read(part, own_element())))}));
}

Stmt Warpgroup::products_arrive(const std::string& sums) const {
  if (TensorCore::in_parts(rows.matrices.arithmetic)) return block({});
  return run("sums_arrive", {lit(sums_), var(sums)});
}

}  // namespace teaal::passes
