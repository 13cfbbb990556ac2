#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/mma.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/steps.h"
#include "compiler/passes/tensor/gathered.h"
#include "compiler/passes/tensor/operands_in_front.h"
#include "compiler/passes/tensor/tensor_form.h"
#include "compiler/passes/tensor/tensor_fragment.h"
#include "compiler/passes/tensor/warpgroup.h"

namespace teaal::passes {
namespace {

using namespace ir;
using TensorCore = Schedule::TensorCore;

constexpr int64_t lanes_of_rows = 8, lanes_of_columns = 4;  // which have rows, or columns, each
constexpr int64_t most_steps = 8;                           // that are spelled out

class Tensorizer {
 public:
  Tensorizer(Program& program, Kernel& kernel, const Target& target, Diagnostics& diagnostics)
      : program_(program),
        kernel_(kernel),
        target_(target),
        diagnostics_(diagnostics),
        bound_(*kernel.schedule.tensor_core) {
    for (const View& v : program.views) names_.take(v.name);
    for (const Workspace& w : program.workspaces) names_.take(w.name);
    for (const Kernel& k : program.kernels) names_.take(k.name);
    for (const std::string& rank : program.ranks()) names_.take(rank);
    for_each_stmt(kernel.body, [&](const Stmt& s) {
      if (const auto* loop = as<ForRank>(s)) {
        names_.take(loop->var);
        names_.take(loop->rank);
        names_.take(loop->spelled.var);
      }
      if (const auto* array = as<Array>(s)) names_.take(array->buffer);
    });
  }

  // The kernels to launch in front.
  std::vector<Kernel> run() {
    kernel_.body = walk(kernel_.body);
    renumber_sums();
    forget_laid();
    std::string why;
    if (!done_ && !tensor_form(unnest(kernel_.body), unnest(kernel_.body).loops.size(), kernel_,
                               program_, why))
      refuse(why);
    kernel_.schedule.tensor_core.reset();
    operands_.launch();
    return operands_.kernels();
  }

 private:
  void refuse(const std::string& why) {
    if (!std::exchange(done_, true))
      diagnostics_.error(Code::Unsupported, bound_.where, "unsupported: TensorCore where " + why);
  }

  // Down the nest, to the loops that add to sums in registers.
  Stmt walk(const Stmt& s) {
    const auto* loop = as<ForRank>(s);
    const auto* n = as<ir::Block>(s);
    if (done_ || (!loop && !n)) return s;
    if (n) {
      std::vector<Stmt> out;
      for (const Stmt& child : n->stmts) {
        out.push_back(adds(child) ? multiplied(child, *n) : child);
        if (behind_) out.push_back(std::exchange(behind_, nullptr));
      }
      out.insert(out.begin(), before_.begin(), before_.end());
      before_.clear();
      return block(std::move(out));
    }
    around_.push_back({*loop, s->where});
    ForRank out = *loop;
    out.body = walk(loop->body);
    around_.pop_back();
    return make_stmt(std::move(out), s->where);
  }

  static bool adds(const Stmt& s) {
    bool found = false;
    for_each_stmt(s, [&](const Stmt& inner) {
      const auto* n = as<Assign>(inner);
      found |= as<ForRank>(s) && n && n->op == AssignOp::Add &&
               (as<Read>(n->target) || as<Var>(n->target));
    });
    return found;
  }

  // `around`: the statements beside the loops.
  Stmt multiplied(const Stmt& loops, const ir::Block& around) {
    Nest nest = unnest(loops);
    const size_t first = around_.size();
    nest.loops.insert(nest.loops.begin(), around_.begin(), around_.end());
    std::string why;
    const std::optional<TensorForm> form = tensor_form(nest, first, kernel_, program_, why);
    if (!form) {
      refuse(why);
      return loops;
    }
    done_ = true;
    nest_ = nest;
    form_ = &*form;
    order_lanes();
    zeroed_ = zeroed_sums(around);
    scales_tensors_ = TensorCore::scales(bound_.arithmetic) && runs_alone() && zeroed_ > 0 &&
                      given(form->rows) && given(form->columns);
    if (Stmt together = multiplied_together(first, around)) return together;
    const Stmt body = in_steps(step());
    for (size_t i = first; i < form->reduction; ++i) {
      // Lanes whose iterations are all the same number go round them together.
      Nest::Loop& l = nest.loops[i];
      if (l.loop.place == Place::Lane && l.loop.spelled.turns == 1) l.loop.spelled = {};
    }
    program_.notes.push_back(
        fmt::format("{}: tensor cores multiply, {} rows by {} columns a warp, {} k's at once ({})",
                    kernel_.name, form->rows.elements * lanes_of_rows,
                    form->columns.elements * lanes_of_columns, depth(),
                    name_of(arithmetic_names, bound_.arithmetic)));
    return wrap(nest.loops, first, form->reduction, body);
  }

  // Lane 4 g + t has the rows of the g-th of 8 lanes, the columns of the t-th of 4.
  void order_lanes() {
    std::ranges::stable_partition(kernel_.workers, [&](const Worker& w) {
      return std::ranges::find(form_->columns.lanes, w.rank) == form_->columns.lanes.end();
    });
  }

  // ---- Products of four warps together ----

  // Null: they do not multiply together.
  Stmt multiplied_together(size_t first, const ir::Block& around) {
    if (!target_.warpgroups) return nullptr;
    // Warps that share columns follow each other.
    std::vector<Worker> as_they_were = kernel_.workers;
    std::ranges::stable_partition(kernel_.workers, [&](const Worker& w) {
      return w.place != Place::Warp || !along(form_->rows, w.rank);
    });
    std::string why;
    std::optional<Warpgroup> together =
        Warpgroup::of(TensorProduct{program_, kernel_, target_, nest_, *form_, names_}, why);
    const bool scales = TensorCore::scales(bound_.arithmetic);
    if (together && together->fill < first)
      why = "sums are not kept over all products";
    else if (together && together->takes == Warpgroup::Takes::Kept && !sums_all(*together, first))
      why = "not all of what is kept of " + reduction().loop.root + " is summed by one block";
    else if (together && !runs_alone())
      why = "its launch is one of several that repeat";
    else if (together && (scales || together->factor) && zeroed_ == 0)
      why = "sums do not begin with 0";
    if (!why.empty()) {
      kernel_.workers = std::move(as_they_were);
      program_.notes.push_back(kernel_.name +
                               ": warps multiply by mma.sync, each for itself: " + why);
      return nullptr;
    }
    together->settle_workers(kernel_);
    const std::string sums = as<Read>(as<Assign>(nest_.body)->target)->buffer;
    std::vector<Stmt> body, take, give, registers;
    std::vector<Expr> largest;
    for (Warpgroup::Side* side : {&together->rows, &together->columns}) {
      if (scales) largest.push_back(tensor_largest(*side));
      const Tile tile = operands_.laid_out(
          *side, *together, {nest_.loops[together->fill].loop.rank, reduction().loop.root});
      laid_.insert(side->operand);
      body.push_back(make_stmt(Fill{{tile.name}, nullptr}, kernel_.where));
      if (!together->gathers()) continue;
      const Gathered gathered = gathered_by(*side, *together, scales ? largest.back() : nullptr);
      registers.push_back(gathered.registers());
      take.push_back(gathered.take()), give.push_back(gathered.give());
    }
    if (together->gathers())
      for (const Stmt& s :
           {once(block(take)), block(give), make_stmt(Run{call("matrices_given")}), barrier()})
        body.push_back(s);
    const bool kept = together->takes == Warpgroup::Takes::Kept;
    if (kept)
      end_where_kept(*together);
    else if (!together->list.empty())
      body.push_back(asking());
    body.push_back(together->products(sums, names_));
    const std::vector<Nest::Loop>& loops = nest_.loops;
    Stmt tiles = wrap(loops, together->fill, together->fill + 1, block(std::move(body)));
    const Expr own = read(sums, own_element());
    if (scales) behind_ = for_each_own(zeroed_, scaled_back_by(own, largest));
    if (together->factor) {
      const Stmt scaled =
          for_each_own(zeroed_, assign(own, AssignOp::Set, mul(own, together->factor)));
      behind_ = behind_ ? block({behind_, scaled}) : scaled;
    }
    renumbered_ = Renumbered{sums, as<Read>(as<Assign>(nest_.body)->target)->at, together->sum()};
    program_.notes.push_back(fmt::format(
        "{}: four warps multiply together, by wgmma.m64n{}k{} ({})", kernel_.name,
        together->instruction_columns(), depth(), name_of(arithmetic_names, bound_.arithmetic)));
    std::vector<Nest::Loop> outer{loops.begin() + static_cast<std::ptrdiff_t>(first),
                                  loops.begin() + static_cast<std::ptrdiff_t>(together->fill)};
    if (kept) std::erase_if(outer, [&](const Nest::Loop& l) { return cuts(l, *together); });
    registers.push_back(
        wrap(outer, 0, outer.size(), block({tiles, together->products_arrive(sums)})));
    return block(std::move(registers));
  }

  // Whether the loop, of that rank, runs along a rank that lanes share, or have sums of, on the
  // side.
  bool along(const TensorForm::Side& side, const std::string& rank) const {
    const auto root_of = [&](const std::string& part) {
      const auto l =
          std::ranges::find(nest_.loops, part, [](const Nest::Loop& l) { return l.loop.rank; });
      return l == nest_.loops.end() ? "" : l->loop.root;
    };
    const auto is_root = [&](const std::string& root) { return root == root_of(rank); };
    return std::ranges::any_of(side.lanes, is_root, root_of) ||
           std::ranges::any_of(side.loops, is_root,
                               [&](size_t i) { return nest_.loops[i].loop.root; });
  }

  // As one statement.
  Stmt once(Stmt body) {
    return make_stmt(
        For{names_.fresh("once"), Type::Int, lit(0), lit(1), lit(1), "", std::move(body), true});
  }

  // What the threads make of the side.
  Gathered gathered_by(const Warpgroup::Side& side, const Warpgroup& together,
                       const Expr& largest) {
    std::string scale;
    if (largest) {
      scale = names_.fresh(side.matrices.view + "_scale");
      before_.push_back(let(scale, Type::Value, call("scale_of", {largest}), bound_.where));
    }
    return {side.matrices,          side.tile, side.first, side.local, scale, together.threads(),
            target_.index_bits < 30};
  }

  // Whether it is a loop around the one that fills, over parts of the rank.
  bool cuts(const Nest::Loop& l, const Warpgroup& together) const {
    const ForRank& fills = nest_.loops[together.fill].loop;
    return l.loop.rank != fills.rank && roots_of(l.loop).contains(fills.root);
  }
  bool sums_all(const Warpgroup& together, size_t first) const {
    bool out = true;
    for (size_t i = 0; i < together.fill; ++i)
      if (cuts(nest_.loops[i], together))
        out &= i >= first && nest_.loops[i].loop.place == Place::Time;
    return out;
  }

  // Nothing asks what the list names any more: the loop that fills has the only part of the rank.
  void end_where_kept(const Warpgroup& together) {
    ForRank& tiles = nest_.loops[together.fill].loop;
    kernel_.kept = operands_.kept(tiles.root);
    std::vector<Schedule::Staging>& stagings = kernel_.schedule.stagings;
    const auto list = std::ranges::find(stagings, together.list, &Schedule::Staging::tensor);
    laid_.insert(together.list);
    if (!list->beside.empty()) laid_.insert(list->beside);
    stagings.erase(list);
    tiles.leader.clear();
  }

  // What the products ask of the list, in a loop of its own: so is told which fiber is listed. It
  // does nothing, and goes in drop_unread.
  Stmt asking() {
    ForRank loop = reduction().loop;
    Expr asks = make_expr(FloatLit{1});
    for (const Expr& test : form_->tests)
      asks = call("choose", {test, asks, make_expr(FloatLit{0})});
    loop.body = let(names_.fresh("asked"), Type::Value, asks, reduction().where);
    return make_stmt(std::move(loop), reduction().where);
  }

  // The name of the largest magnitude of the side's tensor, which kernels in front find.
  Expr tensor_largest(Warpgroup::Side& side) {
    side.matrices.largest = operands_.largest(*program_.view(side.matrices.view));
    const std::string name = names_.fresh(side.matrices.view + "_largest");
    before_.push_back(let(name, Type::Value, read(side.matrices.largest, lit(0)), bound_.where));
    return var(name);
  }

  static Stmt scaled_back_by(const Expr& own, const std::vector<Expr>& largest) {
    return assign(own, AssignOp::Set, call("scaled_back", {own, largest[0], largest[1]}));
  }

  // The kernel reads nothing of what is laid out, and its loops run along the ranks alone.
  void forget_laid() {
    if (laid_.empty()) return;
    std::erase_if(kernel_.operands, [&](const Operand& o) { return laid_.contains(o.name); });
    kernel_.body = without_fibers(kernel_.body);
  }

  Stmt without_fibers(const Stmt& s) const {
    Stmt out = map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return without_fibers(child); });
    const auto* loop = as<ForRank>(out);
    if (!loop) return out;
    ForRank bare = *loop;
    std::erase_if(bare.over.fibers, [&](const Fiber& f) { return laid_.contains(f.operand); });
    return make_stmt(std::move(bare), s->where);
  }

  // Sums lie in the order in which the instruction has them.
  void renumber_sums() {
    if (!renumbered_) return;
    kernel_.body = rewrite(kernel_.body, [&](const Expr& e) {
      const auto* r = as<Read>(e);
      return r && r->buffer == renumbered_->sums && same(r->at, renumbered_->from)
                 ? read(r->buffer, renumbered_->to)
                 : e;
    });
  }

  int64_t depth() const { return products_deep(bound_.arithmetic); }
  const Nest::Loop& reduction() const { return nest_.loops[form_->reduction]; }

  // A loop over the k's of one instruction each, where the reduction has more.
  Stmt in_steps(Stmt body) {
    if (form_->count == depth()) return body;
    ForRank loop = reduction().loop;
    loop.var = names_.fresh(loop.var + "_step");
    loop.rank = names_.fresh(loop.rank + "_steps");
    loop.tile = lit(depth());
    loop.leader = form_->leader;
    const int64_t steps = form_->count / depth();
    const bool in_time = steps > most_steps || !loop.leader.empty();
    loop.spelled = in_time ? Spelled{} : Spelled{steps, names_.fresh(loop.var + "_turn"), true};
    loop.body = std::move(body);
    return make_stmt(std::move(loop), reduction().where);
  }

  // ---- One instruction's k's ----

  Stmt step() {
    fragments_.emplace(TensorProduct{program_, kernel_, target_, nest_, *form_, names_});
    const Fragment rows = fragments_->rows(), columns = fragments_->columns();
    std::vector<Stmt> out;
    for (const Fragment* f : {&rows, &columns}) {
      fragments_->load(*f, out);
      if (scales_tensors_)
        find_tensor_scale(*f);
      else if (TensorCore::scales(bound_.arithmetic))
        find_scale(*f, out);
      make_words(*f, out);
    }
    if (!fragments_->read_for_others())
      for (const std::string& words : {columns.words, columns.rest})
        if (!words.empty()) out.push_back(meet(columns, words));
    const std::string sums = as<Read>(as<Assign>(nest_.body)->target)->buffer;
    if (scales_tensors_) scale_sums_back(rows, columns, sums);
    if (scales_tensors_ || !TensorCore::scales(bound_.arithmetic)) {
      multiply(rows, columns, sums, false, out);
      return block(std::move(out));
    }
    const std::string products = names_.fresh("products");
    const int64_t all = form_->rows.elements * form_->columns.elements;
    out.push_back(registers(products, all, Type::Value));
    out.push_back(for_each_own(all, set(products, make_expr(FloatLit{0}))));
    multiply(rows, columns, products, true, out);
    out.push_back(scale_back(rows, columns, products));
    return block(std::move(out));
  }

  // Of what the warp has of the side: values are scaled to where f16 is most exact.
  void find_scale(const Fragment& f, std::vector<Stmt>& out) {
    const int64_t all = depth() / f.lanes * f.elements;
    const std::string own = names_.fresh(f.largest);
    out.push_back(changing(own, Type::Value, make_expr(FloatLit{0})));
    out.push_back(for_each_own(
        all, assign(var(own), AssignOp::Set,
                    call("larger_in_part", {var(own), var(f.values), own_element(), lit(1)}))));
    out.push_back(
        let(f.largest, Type::Value, call("lane_max", {var(own), lit(1), lit(32)}), bound_.where));
    out.push_back(let(f.scale, Type::Value, call("scale_of", {var(f.largest)})));
  }

  // ---- Values that their tensor's largest magnitude scales ----

  // Whether kernels in front of this one see what it will read.
  bool runs_alone() const {
    return !kernel_.repeats && !kernel_.owner &&
           launch_of(program_, kernel_) != program_.steps.end();
  }

  // The view of the one factor that the side has, if all of its values are an array. Else null.
  const View* given(const TensorForm::Side& side) const {
    const auto* access = as<Access>(side.value);
    return access ? operands_.given(access->operand) : nullptr;
  }

  // How many sums these statements begin with zeros: they hold products alone, and can be scaled at
  // the end. A product inside of further loops is of a part of them.
  int64_t zeroed_sums(const ir::Block& around) const {
    const std::string& sums = as<Read>(as<Assign>(nest_.body)->target)->buffer;
    for (const Stmt& s : around.stmts) {
      const auto* loop = as<For>(s);
      const auto* sets = loop ? as<Assign>(loop->body) : nullptr;
      const auto* to = sets ? as<Read>(sets->target) : nullptr;
      const auto* zero = sets ? as<FloatLit>(sets->value) : nullptr;
      if (to && to->buffer == sums && sets->op == AssignOp::Set && zero && zero->value == 0)
        return literal(loop->end).value_or(0);
    }
    return 0;
  }

  void find_tensor_scale(const Fragment& f) {
    const std::string& workspace = operands_.largest(*given(f.side));
    before_.push_back(let(f.largest, Type::Value, read(workspace, lit(0)), bound_.where));
    before_.push_back(let(f.scale, Type::Value, call("scale_of", {var(f.largest)})));
  }

  void scale_sums_back(const Fragment& rows, const Fragment& columns, const std::string& sums) {
    behind_ = for_each_own(zeroed_, scaled_back_by(read(sums, own_element()),
                                                   {var(rows.largest), var(columns.largest)}));
  }

  // Words of one value, or of two: of neighbours, or of k's that lie half of them apart.
  void make_words(const Fragment& f, std::vector<Stmt>& out) {
    const bool halves = TensorCore::in_halves(bound_.arithmetic);
    const int64_t words = depth() / f.lanes * f.elements / (halves ? 2 : 1);
    const auto value = [&](int64_t half) {
      const Expr pairs_before = mul(div(own_element(), lit(f.elements)), lit(f.elements));
      const Expr at = f.neighbours && halves
                          ? add(add(own_element(), pairs_before), lit(half * f.elements))
                          : add(own_element(), lit(half * words));
      Expr one = read(f.values, at);
      return TensorCore::scales(bound_.arithmetic) ? mul(one, var(f.scale)) : one;
    };
    const auto convert = [&](const std::string& to, Expr word) {
      out.push_back(registers(to, words, Type::Mask));
      out.push_back(for_each_own(words, set(to, std::move(word))));
    };
    switch (bound_.arithmetic) {
      case Arithmetic::Tf32:
        return convert(f.words, call("tf32_bits", {value(0)}));
      case Arithmetic::Tf32x3:
        convert(f.words, call("tf32_bits", {value(0)}));
        return convert(f.rest, call("tf32_rest", {value(0), read(f.words, own_element())}));
      case Arithmetic::Bf16:
        return convert(f.words, call("bf16_bits", {value(0), value(1)}));
      case Arithmetic::F16x3:
        convert(f.words, call("f16_bits", {value(0), value(1)}));
        return convert(f.rest, call("f16_rest_bits", {value(0), value(1)}));
      case Arithmetic::F16x1:
      case Arithmetic::F16:
        return convert(f.words, call("f16_bits", {value(0), value(1)}));
    }
  }

  // ---- Products ----

  // The loops over a lane's elements of the side, two at a time.
  Stmt over_pairs(const Fragment& f, Stmt body) const {
    for (size_t n = f.side.loops.size(); n-- > 0;) {
      const Spelled& s = nest_.loops[f.side.loops[n]].loop.spelled;
      const int64_t step = n == f.pair ? 2 : 1;
      if (s.turns > 1)
        body = make_stmt(For{s.var, Type::Int, lit(0), lit(s.turns), lit(step), "", body, true});
    }
    return body;
  }

  const std::string& pair_var(const Fragment& f) const {
    return nest_.loops[f.side.loops[f.pair]].loop.spelled.var;
  }

  // What the expression is for the second one of a pair.
  Expr second(const Expr& e, const Fragment& f) const {
    return rewrite(e, [&](const Expr& part) {
      const auto* v = as<Var>(part);
      return v && v->name == pair_var(f) ? add(part, lit(1)) : part;
    });
  }
  std::vector<Expr> both_of(const Expr& e, const Fragment& f) const { return {e, second(e, f)}; }

  // The words that hold two columns' shares of the k's, or the two shares of this lane's column.
  std::vector<Expr> column_words(const Fragment& f) const {
    if (!fragments_->read_for_others()) return both_of(element_of(f.loops), f);
    const std::string& pair = pair_var(f);
    const Expr number = rewrite(element_of(f.loops), [&](const Expr& part) {
      const auto* v = as<Var>(part);
      return v && v->name == pair ? div(part, lit(2)) : part;
    });
    // Where the lane reads one of each pair alone, no loop's number says which.
    return {number, add(number, lit(f.elements))};
  }

  Stmt meet(const Fragment& f, const std::string& words) const {
    std::vector<Expr> args = column_words(f);
    args.insert(args.begin(), var(words));
    return over_pairs(f, make_stmt(Run{call("columns_meet", args)}, bound_.where));
  }

  // Each instruction takes two of a lane's rows and columns; `dense`: the sums lie row by row.
  void multiply(const Fragment& rows, const Fragment& columns, const std::string& sums, bool dense,
                std::vector<Stmt>& out) const {
    const auto rest = [](const Fragment& f) { return f.rest.empty() ? nullptr : var(f.rest); };
    const Expr row = element_of(loops_of(nest_, rows.side)),
               column = element_of(loops_of(nest_, columns.side));
    const Expr sum = dense ? add(mul(row, lit(columns.side.elements)), column)
                           : as<Read>(as<Assign>(nest_.body)->target)->at;
    Mma n{bound_.arithmetic,
          {var(sums), nullptr, {}},
          {var(rows.words), rest(rows), {}},
          {var(columns.words), rest(columns), column_words(columns)}};
    for (const Expr& of_row : both_of(sum, rows))
      for (const Expr& at : both_of(of_row, columns)) n.d.at.push_back(at);
    for (const int64_t part : {0, 1})
      for (const Expr& at : both_of(row, rows))
        n.a.at.push_back(part == 0 ? at : add(at, lit(rows.elements)));
    out.push_back(over_pairs(rows, over_pairs(columns, make_stmt(std::move(n), bound_.where))));
  }

  Stmt scale_back(const Fragment& rows, const Fragment& columns, const std::string& products) {
    const Expr at = add(mul(element_of(loops_of(nest_, rows.side)), lit(columns.side.elements)),
                        element_of(loops_of(nest_, columns.side)));
    Stmt out =
        assign(as<Assign>(nest_.body)->target, AssignOp::Add,
               call("scaled_back", {read(products, at), var(rows.largest), var(columns.largest)}));
    for (const Fragment* f : {&columns, &rows})
      for (size_t n = f->side.loops.size(); n-- > 0;) {
        const Spelled& s = nest_.loops[f->side.loops[n]].loop.spelled;
        if (s.turns > 1)
          out = make_stmt(For{s.var, Type::Int, lit(0), lit(s.turns), lit(1), "", out, true});
      }
    return out;
  }

  static Stmt set(const std::string& array, Expr value) {
    return assign(read(array, own_element()), AssignOp::Set, std::move(value));
  }

  Program& program_;
  Kernel& kernel_;
  const Target& target_;
  Diagnostics& diagnostics_;
  const TensorCore bound_;
  Names names_;
  OperandsInFront operands_{program_, kernel_, names_, bound_.where};
  std::vector<Nest::Loop> around_;
  Nest nest_;
  const TensorForm* form_ = nullptr;
  std::optional<Fragments> fragments_;
  bool done_ = false;
  bool scales_tensors_ = false;  // by the largest of each, else by that of a warp's values
  int64_t zeroed_ = 0;           // how many sums
  std::vector<Stmt> before_;     // the sums
  Stmt behind_;                  // the products
  std::set<std::string> laid_;   // operands
  struct Renumbered {
    std::string sums;
    Expr from, to;  // which of them
  };
  std::optional<Renumbered> renumbered_;
};

}  // namespace

std::optional<Program> tensorize(Program program, const Target& target, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  for (size_t i = 0; i < program.kernels.size(); ++i) {
    if (!program.kernels[i].schedule.tensor_core) continue;
    Kernel kernel = program.kernels[i];
    const std::vector<Kernel> in_front = Tensorizer(program, kernel, target, diagnostics).run();
    // Fewer may stand in front of it than did.
    const auto place = std::ranges::find(program.kernels, kernel.name, &Kernel::name);
    *place = std::move(kernel);
    const auto first = program.kernels.insert(place, in_front.begin(), in_front.end());
    i = static_cast<size_t>(first - program.kernels.begin()) + in_front.size();
  }
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
