#include "compiler/passes/staged/staged_kernel.h"

#include <algorithm>
#include <functional>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/staged/staged_flow.h"
#include "compiler/passes/staged/staged_sums.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t unrolled_at_most = 32;      // iterations
constexpr int64_t unrolled_instructions = 8;  // of tensor cores, along the reduction
constexpr int64_t largest_text = 4096;        // products
// Of a multiprocessor of sm_90 (CUDA C++ Programming Guide, compute capabilities): each scheduler
// has registers of its own, so many for each lane; and what a thread may need beside its sums and
// operands: ptxas took 60 to 100 where nothing bound it, and hardly spilled with 48.
constexpr int64_t schedulers = 4, registers_of_scheduler = 512, addressing_registers = 44;
constexpr int64_t of_system = 1 << 10;  // bytes of shared memory that each block takes for CUDA

class StagedLowering : public PieceFlow {
 public:
  StagedLowering(Program& program, Kernel& kernel, const StagedParts& parts)
      : PieceFlow(program, kernel, parts.tiling, parts.lists),
        out_(kernel),
        finishing_(parts.finishing),
        copies_(parts.copies),
        result_(parts.tiling.output()) {
    split_value(parts.tiling.assignment().value);
    if (!copies_.empty() || finishing_.empty()) return;
    const Finishing::Element& last = finishing_.result();
    result_.view = last.view;
    result_.values = last.values;
    result_.roots.clear();
    for (const std::string& name : last.at) result_.roots.push_back(root_named(name));
  }

  void lower() {
    Stmts body = piece(number_);
    thread_offsets(body);
    for (const TiledOperand& o : tiling_.operands()) {
      declare_tile(o, body);
      declare_scale(o, body);
    }
    declare_list(body);
    if (stores_quads())
      body.push_back(let(aligned(result()), Type::Bool,
                         call("aligned_rows", {var(stored_in()), row_length(result())})));
    append(body, lists_of_piece(number_));
    if (tiled_output()) {
      body.push_back(let("tile_first", Type::Size,
                         mul(read(result().tiles->before, tile_number(first_of_block())),
                             size_of(tile_elements()))));
      body.push_back(if_then(has_entries(lists_, block_of_piece(number_)), block(time(0))));
    } else {
      append(body, time(0));
    }
    Stmt work = block(std::move(body));
    finish(unless_empty(tiling_.output().roots, takes_turns() ? in_turns(work) : work));
  }

 private:
  // ---- Names ----

  // What this kernel stores: copies of sums are finished by the kernel that adds them.
  const TiledOperand& result() const { return result_; }
  // The output's rank whose coordinate a finish calls by that name.
  const std::string& root_named(const std::string& name) const {
    const std::vector<std::string>& names = finishing_.sums().at;
    return tiling_.output()
        .roots[static_cast<size_t>(std::ranges::find(names, name) - names.begin())];
  }
  const std::string& stored_in() const { return copies_.empty() ? result().values : copies_; }
  static Expr row_length(const TiledOperand& o) {
    if (o.tiles) return level_extent(o.tiles->levels, o.tiles->levels.size() - 1);
    return o.roots.empty() ? lit(1) : extent(o.roots.back());
  }
  bool tiled_output() const { return tiling_.output().tiles.has_value(); }
  std::map<std::string, Expr> first_of_block() const {
    std::map<std::string, Expr> out;
    for (const TiledLoop* loop : tiling_.at_blocks()) out[loop->root] = var(loop->var);
    return out;
  }

  // ---- Before the loops ----

  void thread_offsets(Stmts& out) const {
    const std::vector<const TiledLoop*> loops = tiling_.at_threads();
    int64_t inner = 1;
    Stmts lets;
    if (const std::optional<TensorTiles>& tensor = tiling_.tensor()) {
      lane_offsets("lane_row", mod(div(call("int", {call("thread")}), lit(4)), lit(8)),
                   tensor->rows.lanes, out);
      lane_offsets("lane_column", mod(call("int", {call("thread")}), lit(4)), tensor->columns.lanes,
                   out);
    }
    for (size_t i = loops.size(); i-- > 0;) {
      const TiledLoop& loop = *loops[i];
      if (tiling_.tensor() && loop.place == Place::Lane) {
        inner *= *loop.fixed();
        continue;
      }
      Expr ordinal = div(call("int", {call("thread")}), lit(inner));
      if (i > 0) ordinal = mod(ordinal, loop.count);
      lets.insert(lets.begin(),
                  let(loop.var, Type::Int, mul(ordinal, loop.step_size()), loop.where));
      inner *= *loop.fixed();
    }
    append(out, std::move(lets));
  }

  // Lanes as tensor cores number them.
  static void lane_offsets(const std::string& name, const Expr& number,
                           const std::vector<const TiledLoop*>& lanes, Stmts& out) {
    out.push_back(let(name, Type::Int, number));
    Expr ordinal = var(name);
    for (size_t i = lanes.size(); i-- > 0;) {
      Expr own = i == 0 ? ordinal : mod(ordinal, lanes[i]->count);
      out.push_back(
          let(lanes[i]->var, Type::Int, mul(own, lanes[i]->step_size()), lanes[i]->where));
      ordinal = div(ordinal, lanes[i]->count);
    }
  }

  void declare_tile(const TiledOperand& o, Stmts& out) const {
    if (!o.tile) return;
    out.push_back(make_stmt(Array{o.tile->buffer, o.tile->elements * o.tile->depth, Type::Value,
                                  Memory::Shared, true, o.tile->byte}));
    if (!o.tile->packed && tiling_.in_quads(o))
      out.push_back(
          let(aligned(o), Type::Bool, call("aligned_rows", {var(o.values), row_length(o)})));
  }

  // ---- The time loops, from outside in ----

  Stmts time(size_t t) {
    Stmts out;
    if (t == tiling_.sums()) open_sums(out);
    fill_at_once(t, out);
    append(out, t == tiling_.products() ? products() : loop(t));
    if (t == tiling_.sums()) store(out);
    return out;
  }

  // Which tiles are filled in front of time loop t: in turns with the work, or ahead of it.
  std::vector<const TiledOperand*> filled(size_t t, bool ahead) const {
    std::vector<const TiledOperand*> out;
    for (const TiledOperand& o : tiling_.operands())
      if (o.tile && o.tile->at == t && (o.tile->depth > 1) == ahead) out.push_back(&o);
    return out;
  }

  void fill_at_once(size_t t, Stmts& out) {
    const std::vector<const TiledOperand*> tiles = filled(t, false);
    if (tiles.empty()) return;
    if (t > 0) out.push_back(barrier());
    for (const TiledOperand* o : tiles) out.push_back(fill(*o, lit(0), {}, false));
    out.push_back(copies_end());
    out.push_back(await(0));
    out.push_back(barrier());
  }

  Stmts loop(size_t t) {
    const TiledLoop& loop = tiling_.time(t);
    if (!filled(t + 1, true).empty()) return pipelined(t);
    Stmts inside;
    const bool fixed = !is_open(t);
    Expr end = fixed ? loop.end_size() : limit(loop.root);
    const bool list = is_listed_tile(t);
    if (list) inside.push_back(let(loop.var, Type::Size, offset_of(t, var(loop.name + "_at"))));
    bool unroll = fixed && (spells_out(t) || (t >= tiling_.sums() && tiling_.of_output(loop.root)));
    inside.push_back(guarded(t, block(time(t + 1))));
    Stmt body = block(std::move(inside));
    if (const Schedule::Skip* skip = tiling_.skip_at(t)) return skipping(t, *skip, body);
    if (list)
      return {make_stmt(
          For{loop.name + "_at", Type::Size, lit(0), var(kept(loop.root)), lit(1), "", body},
          loop.where)};
    Expr step = loop.step_size();
    if (tiling_.tensor() && tiling_.tensor()->reduction == t) {
      step = lit(tiling_.tensor()->depth);
      unroll = fixed && *loop.fixed() / tiling_.tensor()->depth <= unrolled_instructions;
    }
    return {make_stmt(
        For{loop.var, fixed ? Type::Int : Type::Size, lit(0), end, step, "", body, unroll},
        loop.where)};
  }

  // Whether iterations of a loop outside of the sums' own are spelled out: where that makes no
  // large text, and nothing is filled inside.
  bool spells_out(size_t t) const {
    int64_t spelled = 1;
    for (size_t inner = t; inner < tiling_.times(); ++inner)
      spelled *= tiling_.time(inner).fixed().value_or(largest_text);
    for (const TiledOperand& o : tiling_.operands())
      if (o.tile && o.tile->at > t) return false;
    return *tiling_.time(t).fixed() <= unrolled_at_most && spelled <= largest_text &&
           tiling_.spells_few_tests(t);
  }

  Stmt guarded(size_t t, Stmt body) const {
    const std::string& root = tiling_.time(t).root;
    if (tiling_.of_output(root) || guarded_at_products(root)) return body;
    for (size_t inner = t + 1; inner < tiling_.times(); ++inner)
      if (tiling_.time(inner).root == root) return body;
    return within_rank(root, std::move(body));
  }

  // Fills run depth - 1 iterations ahead; those behind the last iteration copy zeros that nobody
  // reads, so that no branch stands between copies and products. Edges of tensors have a loop of
  // their own, for the same reason.
  Stmts pipelined(size_t t) {
    Expr whole;
    for (const TiledOperand* o : filled(t + 1, true))
      if (has_edges(*o)) {
        if (!begins_before(*o, t)) return pipelined(t, false);
        Expr one = whole_rows(*o, {});
        whole = whole ? both(whole, one) : one;
      }
    if (!whole) return pipelined(t, true);
    const std::string flag = tiling_.time(t).name + "_whole";
    return {let(flag, Type::Bool, whole), if_then(var(flag), block(pipelined(t, true))),
            if_then(unless(flag), block(pipelined(t, false)))};
  }

  // Whether the coordinates along the operand's rows stay where they are while time loop t runs.
  bool begins_before(const TiledOperand& o, size_t t) const {
    return tiling_.time(t).root != o.tile->ranks.back().root;
  }

  Stmts pipelined(size_t t, bool whole) {
    const TiledLoop& loop = tiling_.time(t);
    const std::vector<const TiledOperand*> tiles = filled(t + 1, true);
    const int64_t depth = tiles[0]->tile->depth;
    const std::string steps = loop.name + "_steps", step = loop.name + "_step",
                      ahead = loop.name + "_ahead";
    const bool by_list =
        whole && std::ranges::any_of(tiles, [](const TiledOperand* o) { return o->tile->listed; });
    auto fills = [&](const Expr& number) {
      Stmts out;
      const Offsets offsets = {{&loop, offset_of(t, number)}};
      // Entries of all before copies: ptxas puts three empty loads between a load from shared
      // memory and a copy into it.
      for (const TiledOperand* o : tiles)
        if (by_list && o->tile->listed) append(out, take_entries(*o, number, offsets));
      for (const TiledOperand* o : tiles)
        out.push_back(by_list && o->tile->listed
                          ? copy_entries(*o)
                          : fill(*o, mod(number, lit(depth)), offsets, whole));
      if (by_list) out.push_back(list_of(t, ir::add(number, lit(depth - 1)), depth - 1));
      out.push_back(copies_end());
      return block(std::move(out));
    };
    Stmts out;
    if (t > 0) out.push_back(barrier());
    out.push_back(let(steps, Type::Int, call("int", {iterations(t)})));
    if (by_list) append(out, first_lists(t, depth - 1));
    out.push_back(make_stmt(
        For{ahead, Type::Int, lit(0), lit(depth - 1), lit(1), "", fills(var(ahead)), true}));
    Stmts body = {await(depth - 2),
                  barrier(),
                  let(ahead, Type::Int, ir::add(var(step), lit(depth - 1))),
                  fills(var(ahead)),
                  let(loop.var, Type::Size, offset_of(t, var(step))),
                  let(loop.name + "_buffer", Type::Int, mod(var(step), lit(depth)))};
    buffer_ = var(loop.name + "_buffer");
    body.push_back(guarded(t, block(time(t + 1))));
    out.push_back(make_stmt(
        For{step, Type::Int, lit(0), var(steps), lit(1), "", block(std::move(body))}, loop.where));
    // The last copies must not arrive in what is filled next.
    if (t > 0) out.push_back(await(0));
    return out;
  }

  // ---- Sums ----

  bool adds() const { return tiling_.revisits() || (out_.accumulates && copies_.empty()); }
  bool stores_quads() const {
    return !adds() && !(tiling_.target().narrow_values && copies_.empty()) &&
           contiguous(result()) == contiguous(tiling_.output()) &&
           quads_along(sum_block(), contiguous(result()));
  }

  void open_sums(Stmts& out) const {
    const int64_t elements = sum_block().elements();
    out.push_back(make_stmt(Array{sums(), elements, Type::Value, Memory::Registers}));
    out.push_back(make_stmt(
        For{"own", Type::Int, lit(0), lit(elements), lit(1), "",
            assign(read(sums(), var("own")), AssignOp::Set, make_expr(FloatLit{0})), true}));
  }

  void store(Stmts& out) const {
    const TiledOperand& o = result();
    Block b = sum_block();
    append(out, scaled_back(tiling_, sums(), b.elements()));
    append(out, add_up(tiling_, sums()));
    if (scale_)
      out.push_back(make_stmt(For{"own", Type::Int, lit(0), lit(b.elements()), lit(1), "",
                                  assign(read(sums(), var("own")), AssignOp::Mul, scale_), true}));
    std::map<std::string, Expr> at, local;
    Expr inside, whole = var(aligned(o));
    for (const std::string& root : o.roots) {
      at[root] = position(root, {});
      local[root] = position(root, {}, Which::Inside, 0);
      Expr here = less(at[root], extent(root));
      inside = inside ? both(inside, here) : here;
      whole = both(whole, at_most(end_of_sums(root), extent(root)));
    }
    Expr to = o.tiles ? ir::add(var("tile_first"), place_in_tile(local))
                      : ir::add(first_of_copy(), address(o, at));
    Expr sum = read(sums(), b.at());
    Finishing::Where where;
    for (const std::string& name : finishing_.sums().at) where.at[name] = at.at(root_named(name));
    const Stmts steps = copies_.empty() ? finishing_.in_place(sum, where) : Stmts{};
    Stmts one = steps;
    one.push_back(assign(read(stored_in(), to), adds() ? AssignOp::Add : AssignOp::Set, sum));
    Stmt all = over(b, false, inside ? if_then(inside, block(one)) : block(one));
    if (stores_quads()) {
      Stmt quads = over(b, true, store_quad(b, to));
      if (!steps.empty()) quads = block({over(b, false, block(steps)), quads});
      const std::string flag = o.view + "_whole";
      all = block(
          {let(flag, Type::Bool, whole), if_then(var(flag), quads), if_then(unless(flag), all)});
    }
    Expr keeper = has_whole_sums(tiling_);
    out.push_back(keeper ? if_then(keeper, all) : all);
  }

  Stmt store_quad(const Block& b, const Expr& to) const {
    return copy(CopyWay::Store, read(stored_in(), to), read(sums(), b.at()), staged_quad);
  }

  // Where the copy of the output begins that this block writes.
  Expr first_of_copy() const {
    Expr number = lit(0), elements = lit(1);
    for (const TiledLoop* loop : tiling_.summing_blocks())
      number = ir::add(mul(number, loop->fixed() ? loop->count : var(count_name(*loop))),
                       div(var(loop->var), loop->step_size()));
    for (const std::string& root : tiling_.output().roots) elements = mul(elements, extent(root));
    return mul(number, elements);
  }

  // Behind the last coordinate of a rank that this thread has sums of.
  Expr end_of_sums(const std::string& root) const {
    Expr out = lit(1);
    for (const TiledLoop& loop : tiling_.loops()) {
      if (loop.root != root) continue;
      bool own = false;
      for (size_t t = tiling_.sums(); t < tiling_.times(); ++t) own |= &tiling_.time(t) == &loop;
      out = ir::add(out, own ? lit(loop.step * (*loop.fixed() - 1)) : var(loop.var));
    }
    return out;
  }

  // ---- The value: factors that are tensors, and a scale that sums are multiplied by at the end
  // ----

  void split_value(const Expr& e) {
    if (const auto* b = as<Binary>(e)) {
      split_value(b->lhs);
      split_value(b->rhs);
      return;
    }
    Expr& part = as<Access>(e) ? product_ : scale_;
    part = part ? make_expr(Binary{BinaryOp::Mul, part, e}) : e;
  }

  // ---- The kernel ----

  void finish(Stmt body) {
    out_.body = std::move(body);
    out_.tiled = true;
    out_.threads = tiling_.threads();
    if (!out_.resident) out_.resident = resident();
    out_.shared_bytes = tiling_.shared_bytes();
    out_.params =
        copies_.empty() ? finishing_.params() : std::vector{workspace(copies_, Type::Value, true)};
    if (tiled_output()) out_.params.push_back(workspace(result().tiles->before, Type::Size, false));
    std::set<std::string> seen;
    for (const Param& p : out_.params) seen.insert(p.name);
    for (const TiledOperand& o : tiling_.operands()) {
      if (!seen.insert(o.elements()).second) continue;
      out_.params.push_back(o.elements() == o.values ? values(o, false)
                                                     : workspace(o.elements(), Type::Value, false));
    }
    for (const TiledOperand& o : tiling_.operands())
      if (!o.largest.empty() && seen.insert(o.largest).second)
        out_.params.push_back(workspace(o.largest, Type::Value, false));
    bool masks = false;
    for (size_t t = 0; t < tiling_.times(); ++t) masks |= tiling_.skip_at(t) != nullptr;
    for (const TiledOperand& o : tiling_.operands())
      if (masks && o.pattern && seen.insert(o.masks).second)
        out_.params.push_back(workspace(o.masks, Type::Mask, false));
    for (const auto& [root, list] : lists_) {
      out_.params.push_back(workspace(list.entries, Type::Coord, false));
      out_.params.push_back(workspace(list.counts, Type::Coord, false));
      if (!list.order.empty()) out_.params.push_back(workspace(list.order, Type::Size, false));
    }
    for (const std::string& s : program_.scalars)
      if (scale_ && print_names(scale_).contains("scalar_" + s) &&
          seen.insert("scalar_" + s).second)
        out_.params.push_back({Param::Kind::Scalar, "scalar_" + s, s, 0, nullptr, false});
    add_sizes(out_);
    out_.launch = {blocks(), lit(tiling_.threads())};
    if (!takes_turns()) return;
    out_.params.push_back({Param::Kind::Int, "pieces", "", 0, blocks(), false});
    out_.launch.grid = most(least(blocks(), at_once_), lit(1));
  }

  // Blocks at once that leave each thread the registers it needs: without saying so the compiler
  // spends a few more and halves them.
  int64_t resident() const {
    const int64_t registers = (own_registers() + addressing_registers + 7) / 8 * 8;
    const int64_t warps = schedulers * (registers_of_scheduler / registers);
    const int64_t by_tiles =
        (tiling_.target().most_shared_bytes + of_system) / (tiling_.tile_bytes() + of_system);
    return std::clamp<int64_t>(std::min(warps * 32 / tiling_.threads(), by_tiles), 1,
                               most_resident);
  }

  static std::set<std::string> print_names(const Expr& e) {
    std::set<std::string> out;
    for_each_expr(e, [&](const Expr& x) {
      if (const auto* v = as<Var>(x)) out.insert(v->name);
    });
    return out;
  }

  Kernel& out_;
  const Finishing& finishing_;
  const std::string& copies_;
  TiledOperand result_;
  Expr scale_;
  const Expr number_ = takes_turns() ? var("number") : call("block");  // of the piece of work
};

}  // namespace

void lower_staged(Program& program, Kernel& kernel, const StagedParts& parts) {
  StagedLowering(program, kernel, parts).lower();
}

}  // namespace teaal::passes
