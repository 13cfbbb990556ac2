#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compiler/ir/mma.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/tensor_form.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using namespace ir;
using TensorCore = Schedule::TensorCore;

constexpr int64_t lanes_of_row = 4, lanes_of_column = 8;  // which share its k's
constexpr int64_t most_steps = 8;                         // that are spelled out

Stmt registers(const std::string& name, int64_t extent, Type type) {
  return make_stmt(Array{name, extent, type, Memory::Registers});
}

// What lanes have of one side of a product, and in which arrays.
struct Fragment {
  const TensorForm::Side& side;
  int64_t lanes, apart;  // which share the k's of an instruction
  std::string rank;      // of the loop over a lane's k's
  std::string values, words, rest, largest, scale;
};

class Tensorizer {
 public:
  Tensorizer(Program& program, Kernel& kernel, Diagnostics& diagnostics)
      : program_(program),
        kernel_(kernel),
        diagnostics_(diagnostics),
        bound_(*kernel.schedule.tensor_core) {
    for (const View& v : program.views) names_.take(v.name);
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

  void run() {
    kernel_.body = walk(kernel_.body);
    std::string why;
    if (!done_ && !tensor_form(unnest(kernel_.body), unnest(kernel_.body).loops.size(), kernel_,
                               program_, why))
      refuse(why);
    kernel_.schedule.tensor_core.reset();
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
      for (const Stmt& child : n->stmts) out.push_back(adds(child) ? multiplied(child) : child);
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

  Stmt multiplied(const Stmt& loops) {
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
    const Stmt body = in_steps(step());
    for (size_t i = first; i < form->reduction; ++i) {
      // Lanes whose iterations are all the same number go round them together.
      Nest::Loop& l = nest.loops[i];
      if (l.loop.place == Place::Lane && l.loop.spelled.turns == 1) l.loop.spelled = {};
    }
    program_.notes.push_back(fmt::format(
        "{}: tensor cores multiply, {} rows by {} columns a warp, {} k's at once ({})",
        kernel_.name, form->rows.elements * lanes_of_column, form->columns.elements * lanes_of_row,
        depth(), name_of(arithmetic_names, bound_.arithmetic)));
    return wrap(nest.loops, first, form->reduction, body);
  }

  // Lane 4 g + t has the rows of the g-th of 8 lanes, the columns of the t-th of 4.
  void order_lanes() {
    std::ranges::stable_partition(kernel_.workers, [&](const Worker& w) {
      return std::ranges::find(form_->columns.lanes, w.rank) == form_->columns.lanes.end();
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
    const int64_t steps = form_->count / depth();
    loop.spelled =
        steps > most_steps ? Spelled{} : Spelled{steps, names_.fresh(loop.var + "_turn"), true};
    loop.body = std::move(body);
    return make_stmt(std::move(loop), reduction().where);
  }

  // ---- One instruction's k's ----

  Stmt step() {
    const Fragment rows = fragment(form_->rows, "row", lanes_of_row, 1),
                   columns = fragment(form_->columns, "column", lanes_of_column, lanes_of_row);
    std::vector<Stmt> out;
    for (const Fragment* f : {&rows, &columns}) {
      load(*f, out);
      if (TensorCore::scales(bound_.arithmetic)) find_scale(*f, out);
      make_words(*f, out);
    }
    for (const std::string& words : {columns.words, columns.rest})
      if (!words.empty())
        out.push_back(for_each(
            form_->columns.elements, 2,
            make_stmt(Run{call("columns_meet", {var(words), var(own_), add(var(own_), lit(1))})},
                      bound_.where)));
    const std::string sums = as<Read>(as<Assign>(nest_.body)->target)->buffer;
    if (!TensorCore::scales(bound_.arithmetic)) {
      multiply(rows, columns, sums, false, out);
      return block(std::move(out));
    }
    const std::string products = names_.fresh("products");
    const int64_t all = form_->rows.elements * form_->columns.elements;
    out.push_back(registers(products, all, Type::Value));
    out.push_back(for_each(all, 1, set(products, make_expr(FloatLit{0}))));
    multiply(rows, columns, products, true, out);
    out.push_back(scale_back(rows, columns, products));
    return block(std::move(out));
  }

  Fragment fragment(const TensorForm::Side& side, const std::string& name, int64_t lanes,
                    int64_t apart) {
    Fragment out{side, lanes, apart, names_.fresh(reduction().loop.rank + "_of_" + name), {}, {},
                 {},   {},    {}};
    out.values = names_.fresh(name + "_values");
    out.words = names_.fresh(name + "_words");
    if (TensorCore::in_parts(bound_.arithmetic)) out.rest = names_.fresh(name + "_rest");
    out.largest = names_.fresh(name + "_largest");
    out.scale = names_.fresh(name + "_scale");
    kernel_.workers.push_back(
        {out.rank, Place::Lane, lit(depth()), Combine::None, nullptr, lanes, apart});
    return out;
  }

  // A lane's share of the side at its share of the k's; zeros beyond the ranks' ends.
  void load(const Fragment& f, std::vector<Stmt>& out) {
    const int64_t turns = depth() / f.lanes, all = turns * f.side.elements;
    out.push_back(registers(f.values, all, Type::Value));
    out.push_back(for_each(all, 1, set(f.values, make_expr(FloatLit{0}))));
    std::vector<Nest::Loop> loops = {reduction()};
    ForRank& k = loops[0].loop;
    k.rank = f.rank;
    k.place = Place::Lane;
    k.spelled = {turns, names_.fresh(k.var + "_turn"), true};
    Expr at = turns > 1 ? mul(var(k.spelled.var), lit(f.side.elements)) : lit(0);
    at = add(at, element_of(f.side));
    for (size_t i : f.side.loops) loops.push_back(nest_.loops[i]);
    for (Nest::Loop& l : loops)
      std::erase_if(l.loop.over.fibers,
                    [&](const Fiber& fiber) { return !f.side.operands.contains(fiber.operand); });
    out.push_back(wrap(loops, 0, loops.size(),
                       assign(read(f.values, at), AssignOp::Set, f.side.value, kernel_.where)));
  }

  // Its number among a lane's, as the loops' turns say it.
  Expr element_of(const TensorForm::Side& side) const {
    Expr out = lit(0);
    for (size_t i : side.loops) {
      const Spelled& s = nest_.loops[i].loop.spelled;
      if (s.turns > 1) out = add(mul(out, lit(s.turns)), var(s.var));
    }
    return out;
  }

  // The turns of element number `element`.
  void set_turns(const TensorForm::Side& side, int64_t element,
                 std::map<std::string, int64_t>& turns) const {
    for (size_t n = side.loops.size(); n-- > 0;) {
      const Spelled& s = nest_.loops[side.loops[n]].loop.spelled;
      turns[s.var] = element % s.turns;
      element /= s.turns;
    }
  }

  // Of what the warp has of the side: values are scaled to where f16 is most exact.
  void find_scale(const Fragment& f, std::vector<Stmt>& out) {
    const int64_t all = depth() / f.lanes * f.side.elements;
    const std::string own = names_.fresh(f.largest);
    out.push_back(changing(own, Type::Value, make_expr(FloatLit{0})));
    out.push_back(
        for_each(all, 1,
                 assign(var(own), AssignOp::Set,
                        call("larger_in_part", {var(own), var(f.values), var(own_), lit(1)}))));
    out.push_back(
        let(f.largest, Type::Value, call("lane_max", {var(own), lit(1), lit(32)}), bound_.where));
    out.push_back(let(f.scale, Type::Value, call("scale_of", {var(f.largest)})));
  }

  // Words of one value, or of two that lie half of the k's apart.
  void make_words(const Fragment& f, std::vector<Stmt>& out) {
    const bool halves = TensorCore::in_halves(bound_.arithmetic);
    const int64_t words = depth() / f.lanes * f.side.elements / (halves ? 2 : 1);
    const auto value = [&](int64_t half) {
      Expr one = read(f.values, add(var(own_), lit(half * words)));
      return TensorCore::scales(bound_.arithmetic) ? mul(one, var(f.scale)) : one;
    };
    const auto convert = [&](const std::string& to, Expr word) {
      out.push_back(registers(to, words, Type::Mask));
      out.push_back(for_each(words, 1, set(to, std::move(word))));
    };
    switch (bound_.arithmetic) {
      case Arithmetic::Tf32:
        return convert(f.words, call("tf32_bits", {value(0)}));
      case Arithmetic::Tf32x3:
        convert(f.words, call("tf32_bits", {value(0)}));
        return convert(f.rest, call("tf32_rest", {value(0), read(f.words, var(own_))}));
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

  // Where the sum of two elements lies.
  Expr sum_at(int64_t row, int64_t column) const {
    std::map<std::string, int64_t> turns;
    set_turns(form_->rows, row, turns);
    set_turns(form_->columns, column, turns);
    return rewrite(as<Read>(as<Assign>(nest_.body)->target)->at, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      const auto turn = v ? turns.find(v->name) : turns.end();
      if (turn != turns.end()) return lit(turn->second);
      const auto* n = as<Binary>(e);
      return n ? binary(n->op, n->lhs, n->rhs) : e;
    });
  }

  // Each instruction takes neighbours of both sides; `dense`: the sums lie row by row.
  void multiply(const Fragment& rows, const Fragment& columns, const std::string& sums, bool dense,
                std::vector<Stmt>& out) const {
    const int64_t height = rows.side.elements, width = columns.side.elements;
    const auto rest = [](const Fragment& f) { return f.rest.empty() ? nullptr : var(f.rest); };
    for (int64_t row = 0; row < height; row += 2)
      for (int64_t column = 0; column < width; column += 2) {
        Mma n{bound_.arithmetic,
              {var(sums), nullptr, {}},
              {var(rows.words), rest(rows), {}},
              {var(columns.words), rest(columns), {lit(column), lit(column + 1)}}};
        for (int64_t r : {row, row + 1})
          for (int64_t c : {column, column + 1})
            n.d.at.push_back(dense ? lit(r * width + c) : sum_at(r, c));
        for (int64_t part : {0, 1})
          for (int64_t r : {row, row + 1}) n.a.at.push_back(lit(part * height + r));
        out.push_back(make_stmt(std::move(n), bound_.where));
      }
  }

  Stmt scale_back(const Fragment& rows, const Fragment& columns, const std::string& products) {
    const Expr at =
        add(mul(element_of(rows.side), lit(columns.side.elements)), element_of(columns.side));
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

  Stmt set(const std::string& array, Expr value) const {
    return assign(read(array, var(own_)), AssignOp::Set, std::move(value));
  }

  Stmt for_each(int64_t count, int64_t step, Stmt body) const {
    return make_stmt(
        For{own_, Type::Int, lit(0), lit(count), lit(step), "", std::move(body), true});
  }

  Program& program_;
  Kernel& kernel_;
  Diagnostics& diagnostics_;
  const TensorCore bound_;
  Names names_;
  const std::string own_ = "own";
  std::vector<Nest::Loop> around_;
  Nest nest_;
  const TensorForm* form_ = nullptr;
  bool done_ = false;
};

}  // namespace

std::optional<Program> tensorize(Program program, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  for (Kernel& kernel : program.kernels)
    if (kernel.schedule.tensor_core) Tensorizer(program, kernel, diagnostics).run();
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
