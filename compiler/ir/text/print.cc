#include <fmt/format.h>

#include <cmath>

#include "compiler/ir/levels.h"
#include "compiler/ir/names.h"
#include "compiler/ir/text/head.h"
#include "compiler/ir/text/text.h"
#include "compiler/ir/text/token_stream.h"
#include "compiler/support/match.h"

namespace teaal::ir {
namespace {

std::string join(const std::vector<Expr>& exprs) {
  std::string out;
  for (const Expr& e : exprs) out += (out.empty() ? "" : ", ") + print(e);
  return out;
}

std::string print_float(double value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = fmt::format("{}", value);  // shortest form that reads back
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string print_at(const Expr& e, int outer) {
  return match(
      e->kind,
      [](const IntLit& n) {
        return (n.symbol.empty() ? "" : n.symbol + ":") + std::to_string(n.value);
      },
      [](const FloatLit& n) { return print_float(n.value); }, [](const Var& n) { return n.name; },
      [](const Access& n) { return n.operand + "[" + join(n.at) + "]"; },
      [](const Read& n) { return n.buffer + "(" + print(n.at) + ")"; },
      [&](const Binary& n) {
        if (n.op == BinaryOp::Min || n.op == BinaryOp::Max)
          return std::string(n.op == BinaryOp::Min ? "min" : "max") + "(" + join({n.lhs, n.rhs}) +
                 ")";
        int mine = precedence(n.op);
        std::string text = print_at(n.lhs, mine) + " " + std::string(name_of(infix_names, n.op)) +
                           " " + print_at(n.rhs, mine + 1);
        return mine < outer ? "(" + text + ")" : text;
      },
      [](const Call& n) { return "@" + n.intrinsic + "(" + join(n.args) + ")"; });
}

std::string print(const CoIteration& over) {
  if (over.fibers.empty()) return "";
  std::string out;
  for (const Fiber& f : over.fibers) out += (out.empty() ? "" : ", ") + f.operand;
  if (over.fibers.size() == 1) return " over " + out;
  return " over " + std::string(name_of(meet_names, over.meet)) + "(" + out + ")";
}

std::string stored(const std::vector<Level>& levels) {
  std::string out;
  for (const Level& level : levels) {
    out += (out.empty() ? "" : ", ") + level_name(level);
    if (!level.part.empty()) out += " of " + level.rank;
    if (level.tile) out += " by " + ir::print(level.tile);
    if (!level.snaps.empty()) out += " snap (" + join(level.snaps) + ")";
    out += ":" + format_text(level);
  }
  return "(" + out + ")";
}

std::string print_registers(const Mma::Registers& r) {
  return ir::print(r.array) + (r.rest ? " rest " + ir::print(r.rest) : "") + "(" + join(r.at) + ")";
}

std::string print_mma(const Mma& n) {
  return fmt::format("mma {} {} += {} * {}", name_of(arithmetic_names, n.arithmetic),
                     print_registers(n.d), print_registers(n.a), print_registers(n.b));
}

class Printer {
 public:
  void print_stmt(const Stmt& s) {
    match(
        s->kind,
        [&](const Block& n) {
          for (const Stmt& child : n.stmts) print_stmt(child);
        },
        [&](const ForRank& n) { nest(head(n), n.body); },
        [&](const For& n) {
          std::string worker = n.worker.empty() ? "" : " shared by " + n.worker;
          nest(fmt::format("for {}: {} = {} to {} step {}{}{}", n.var, name_of(type_names, n.type),
                           ir::print(n.begin), ir::print(n.end), ir::print(n.step), worker,
                           n.unroll         ? " unroll"
                           : n.at_once != 1 ? fmt::format(" at_once {}", n.at_once)
                                            : ""),
               n.body);
        },
        [&](const While& n) { nest("while " + ir::print(n.cond), n.body); },
        [&](const If& n) { nest("if " + ir::print(n.cond), n.body); },
        [&](const Let& n) {
          line(fmt::format("{} {}: {} = {}", n.changes ? "var" : "let", n.var,
                           name_of(type_names, n.type), ir::print(n.value)));
        },
        [&](const Assign& n) {
          line(fmt::format("{} {} {}", ir::print(n.target), name_of(assign_names, n.op),
                           ir::print(n.value)));
        },
        [&](const Array& n) {
          line(fmt::format("{} {} {}{}{}{}{}{}", name_of(memory_names, n.memory), n.buffer,
                           n.extent, of_type(n.type), n.quads ? " quads" : "",
                           n.lines ? " lines" : "", n.stored ? " stored" : "",
                           n.byte >= 0 ? fmt::format(" at {}", n.byte) : ""));
        },
        [&](const Remark& n) { line("remark " + quoted(n.text)); },
        [&](const Run& n) { line("run " + ir::print(n.call)); },
        [&](const Copy& n) { line(copied(n)); }, [&](const CopiesEnd&) { line("copies end"); },
        [&](const Await& n) { line(fmt::format("await {}", n.running)); },
        [&](const Barrier& n) { line(fmt::format("barrier {}", name_of(scope_names, n.scope))); },
        [&](const Fill& n) {
          const std::string text = fmt::format("fill {}", fmt::join(n.tiles, ", "));
          n.copies ? nest(text, n.copies) : line(text);
        },
        [&](const Mma& n) { line(print_mma(n)); });
  }

  void print_kernel(const Kernel& k) {
    line("kernel " + k.name + " {");
    ++depth_;
    if (k.accumulates) line("accumulates");
    if (k.reduction != AssignOp::Add)
      line(fmt::format("reduces {}", name_of(assign_names, k.reduction)));
    if (k.start != 0) line("starts " + print_float(k.start));
    if (k.repeats) line("repeats" + (k.round_rank.empty() ? "" : " over " + k.round_rank));
    if (!k.clears.empty()) line("clears " + k.clears);
    if (k.tiled) line("tiled");
    if (k.only_marked) line("only_marked");
    if (!k.reads_all.empty())
      line("reads_all " + k.reads_all + (k.largest.empty() ? "" : " largest " + k.largest));
    if (k.early) line("early");
    if (k.lanes != Kernel{}.lanes) line(fmt::format("lanes {}", k.lanes));
    if (k.threads)
      line(fmt::format("threads {}{}{}", k.threads,
                       k.resident ? fmt::format(" resident {}", k.resident) : "",
                       k.shared_bytes ? fmt::format(" shared {}", k.shared_bytes) : ""));
    if (k.shared_alignment != Kernel{}.shared_alignment)
      line(fmt::format("aligned {}", k.shared_alignment));
    if (!k.threads && k.resident) line(fmt::format("resident {}", k.resident));
    if (!k.threads && k.shared_bytes) line(fmt::format("given {}", k.shared_bytes));
    if (k.most_blocks) line(fmt::format("most_blocks {}", k.most_blocks));
    if (k.carveout >= 0) line(fmt::format("carveout {}", k.carveout));
    print_schedule(k.schedule);
    if (const auto& c = k.carry)
      line(fmt::format("carry {}{} of {} to {} {} slots {} each {}", c->root,
                       c->run.empty() ? "" : " by " + c->run, c->levels, c->values, c->keys,
                       ir::print(c->slots), ir::print(c->each)) +
           (c->together() ? fmt::format(" fibers {} of {} by {}", c->fibers, c->view, c->tile)
                          : "") +
           (c->merged() ? fmt::format(" merged {}", c->step) : ""));
    if (const auto& r = k.rows)
      line(fmt::format(
          "rows ({}) behind {}{}{}", fmt::join(r->coords, ", "), r->last,
          r->shared.empty() ? "" : fmt::format(" shared by ({})", fmt::join(r->shared, ", ")),
          r->view.empty() ? "" : " at " + r->view + " of " + r->positions));
    if (const auto& o = k.owner)
      line(fmt::format("owned {} by {} @{}", o->group, o->loops, name_of(place_names, o->workers)));
    if (const auto& c = k.row_class)
      line(fmt::format(
          "class {} of {} by {} {}{} from ({}){}", c->number, c->root, c->tensor, c->rank,
          c->times.empty()
              ? ""
              : fmt::format(" along {} times {} {}", c->along, c->times, c->times_rank),
          fmt::join(c->least, ", "),
          (c->most_elements ? fmt::format(" elements {}", *c->most_elements) : "") +
              (c->list.empty() ? "" : " listed " + c->list + " " + c->begins)));
    if (k.kept) line("kept " + k.kept->root + " by " + k.kept->count);
    if (const auto& b = k.buffer)
      line(fmt::format("buffered {} {}{}{}", name_of(buffer_names, b->kind), b->slots,
                       b->evict_on.empty() ? "" : " by " + b->evict_on,
                       b->tile == 0 ? "" : fmt::format(" from {} tile {}", b->begin, b->tile)));
    if (k.finish) print_finish(*k.finish);
    for (const Operand& o : k.operands) line("operand " + o.name + " = " + o.view);
    for (const Tile& t : k.tiles) print_tile(t);
    for (const Worker& w : k.workers)
      line(fmt::format("worker {} @{} {} {}", w.rank, name_of(place_names, w.place),
                       ir::print(w.extent), name_of(combine_names, w.combine)) +
           (w.count ? " count " + ir::print(w.count) : "") +
           (w.lanes ? fmt::format(" lanes {} apart {}", w.lanes, w.apart) : "") +
           (w.once ? " once" : ""));
    for (const Param& p : k.params) print_param(p);
    if (k.launch.grid)
      line("launch " + ir::print(k.launch.grid) + ", " + ir::print(k.launch.block));
    line("do {");
    ++depth_;
    print_stmt(k.body);
    --depth_;
    line("}");
    --depth_;
    line("}");
  }

  void print_finish(const Finish& f) {
    line("finish " + ir::print(f.sum) + (f.stored ? " stored" : ""));
    for (const Finish::Link& link : f.links) {
      std::vector<std::string> operands;
      for (const Operand& o : link.operands) operands.push_back(o.name + " = " + o.view);
      nest(fmt::format("then ({}){} do", fmt::join(operands, ", "), link.stored ? " stored" : ""),
           link.assign);
    }
  }

  void print_program(const Program& p) {
    line("program " + p.name + " {");
    ++depth_;
    for (const std::string& text : head_lines(p)) line(text);
    for (const Symbol& s : p.symbols) line("symbol " + s.name + " = " + ir::print(s.fallback));
    for (const std::string& rank : p.extents) line("extent " + rank);
    for (const std::string& s : p.scalars) line("scalar " + s);
    for (const Count& c : p.counts) line("count " + c.name + " of " + c.tensor);
    for (const NamedSize& s : p.sizes) line("size " + s.name + " = " + ir::print(s.value));
    for (const Tensor& t : p.tensors)
      line(fmt::format(
          "tensor {}[{}] {} {}{}{}{}{}{}{}{}", t.name, fmt::join(t.ranks, ", "),
          name_of(role_names, t.role), stored(t.levels), t.like.empty() ? "" : " like " + t.like,
          t.absent == 0 ? "" : " default " + print_float(t.absent), t.is_static ? " static" : "",
          t.chosen ? " chosen" : "", t.bits ? " bits" : "", t.derived ? " derived" : "",
          t.state_of.empty() ? "" : " state of " + t.state_of));
    for (const View& v : p.views)
      line(fmt::format(
          "view {} of {} {}{}{}{}{}{}", v.name, v.tensor, stored(v.levels),
          v.like.empty() ? "" : " like " + v.like + " elements " + ir::print(v.elements),
          v.resorted ? " resorted" : "", v.points ? " points" : "", v.carried ? " carried" : "",
          v.positions.empty() ? "" : " positions (" + join(v.positions) + ")"));
    for (const Workspace& w : p.workspaces)
      line("workspace " + w.name + of_type(w.type) + " = " + ir::print(w.elements));
    if (p.iteration) print_iteration(*p.iteration);
    for (const Kernel& k : p.kernels) print_kernel(k);
    for (const Step& s : p.steps) print_step(s);
    for (const std::string& text : tail_lines(p)) line(text);
    --depth_;
    line("}");
  }

  std::string take() { return std::move(out_); }

 private:
  static std::string of_type(Type type) {
    return type == Type::Value ? "" : ": " + std::string(name_of(type_names, type));
  }

  void print_step(const Step& s) {
    std::string text = fmt::format("step {} {}", name_of(step_names, s.kind), s.name);
    if (s.kind == Step::Kind::Read) text += " = " + s.array + "(" + ir::print(s.value) + ")";
    if (s.kind == Step::Kind::Carry) text += " = " + s.array;
    if (!s.count.empty()) text += " count " + s.count + " to " + ir::print(s.value);
    if (s.fill != 0) text += " to " + print_float(s.fill);
    if (!s.empty_in.empty()) text += fmt::format(" empty_in {} {}", s.empty_in, s.leading);
    if (s.kind == Step::Kind::Repeat) text += " to " + ir::print(s.value);
    if (s.once) text += " once";
    if (s.args.empty() && s.body.empty()) return line(text);
    line(text + " {");
    ++depth_;
    for (const Param& p : s.args) print_param(p);
    if (s.launch.grid)
      line("launch " + ir::print(s.launch.grid) + ", " + ir::print(s.launch.block));
    for (const Step& inner : s.body) print_step(inner);
    --depth_;
    line("}");
  }

  static std::string copied(const Copy& n) {
    std::string out = fmt::format("copy {}{} {} from {}", name_of(copy_names, n.way),
                                  n.entries ? " entries" : "", ir::print(n.to), ir::print(n.from));
    if (n.entry) out += " entry " + ir::print(n.entry) + " stride " + ir::print(n.stride);
    if (n.width != 1) out += fmt::format(" by {}", n.width);
    if (n.count) out += " count " + ir::print(n.count);
    if (n.guard) out += " where " + ir::print(n.guard);
    if (n.turn) out += " turn " + ir::print(n.turn);
    return out;
  }

  static std::string head(const ForRank& n) {
    std::string out = "for " + n.var + " in " + n.rank;
    if (n.rank != n.root) out += " of " + n.root;
    if (n.extent != n.root) out += " within " + n.extent;
    if (!n.joined.empty()) out += " joins (" + joined(n.joined) + ")";
    if (n.tuples == Tuples::Fibers) out += fmt::format(" fibers of {}", n.leading);
    if (n.tuples == Tuples::OfFiber) out += fmt::format(" behind {}", n.leading);
    if (n.at) out += " at " + ir::print(n.at) + " over " + std::to_string(n.divisor);
    out += parted(n.tile, n.snaps);
    if (!n.leader.empty()) out += " led by " + n.leader;
    if (n.merged) out += " merged";
    if (n.growth.most) out += grown(n.growth);
    if (n.place != Place::Time) out += " @" + std::string(name_of(place_names, n.place));
    if (n.spelled.turns)
      out += fmt::format(" turns {}{} as {}", n.spelled.turns, n.spelled.all ? " all" : "",
                         n.spelled.var);
    return out + print(n.over);
  }

  static std::string grown(const Growth& growth) {
    return " grows to " + ir::print(growth.most) +
           (growth.counts.empty()
                ? ""
                : fmt::format(" by {} ({})", growth.counts, fmt::join(growth.roots, ", ")));
  }

  static std::string parted(const Expr& tile, const std::vector<Expr>& snaps) {
    return (tile ? " by " + ir::print(tile) : "") +
           (snaps.empty() ? "" : " snap (" + join(snaps) + ")");
  }

  static std::string joined(const std::vector<Joined>& ranks) {
    std::string out;
    for (const Joined& j : ranks)
      out += (out.empty() ? "" : ", ") + j.var + " in " + j.rank +
             (j.rank == j.root ? "" : " of " + j.root) +
             (j.extent == j.root ? "" : " within " + j.extent) + parted(j.tile, j.snaps);
    return out;
  }

  void print_iteration(const Iteration& i) {
    line((i.times ? "rounds " + ir::print(i.times)
                  : fmt::format("rounds until {} {}", i.until_empty, i.at_most)) +
         (i.over.empty() ? "" : " over " + i.over) +
         fmt::format(" of {} from {}", i.count, i.first));
    for (const auto& [to, from] : i.carry) line("carry " + to + " from " + from);
  }

  void print_schedule(const Schedule& s) {
    for (const Schedule::Split& split : s.splits) {
      std::string text = "split " + split.rank + " by (" + join(split.tiles) + ")";
      for (const auto& snaps : split.snaps) text += " snap (" + join(snaps) + ")";
      for (size_t i = 0; i < split.leaders.size(); ++i)
        if (!split.leaders[i].empty()) text += fmt::format(" led {} by {}", i, split.leaders[i]);
      if (!split.most.empty()) text += " grow to (" + join(split.most) + ")";
      line(text + (split.merged ? " merged" : ""));
    }
    if (!s.order.empty()) line(fmt::format("order ({})", fmt::join(s.order, ", ")));
    for (const Schedule::Space& space : s.space)
      line(fmt::format("space {} @{}{}{}", space.rank, name_of(place_names, space.place),
                       space.once ? " once" : "", space.asked ? " asked" : ""));
    if (s.default_space) line("space any");
    if (s.unmapped) line("unmapped");
    if (s.at_once) line("at_once " + ir::print(s.at_once));
    for (const Schedule::Meeting& m : s.meetings)
      line(fmt::format("meet {} {}{}", m.rank, name_of(meet_names, m.meet),
                       m.leader.empty() ? "" : " " + m.leader));
    if (s.tensor_core)
      line(fmt::format("tensor_core {}", name_of(arithmetic_names, s.tensor_core->arithmetic)));
    for (const Schedule::Staging& g : s.stagings)
      line(fmt::format(
          "stage {} {} depth {}{}{}{}{}{}{}", g.tensor, name_of(memory_names, g.memory), g.depth,
          g.evict_on.empty() ? "" : " evict " + g.evict_on, g.rank.empty() ? "" : " rank " + g.rank,
          g.holds == Schedule::Staging::Holds::Elements
              ? ""
              : fmt::format(" holds {}", name_of(holds_names, g.holds)),
          g.listed ? " listed" : "", g.whole > 0 ? fmt::format(" whole {}", g.whole) : "",
          g.beside.empty() ? "" : " beside " + g.beside));
    for (const Schedule::Pattern& p : s.patterns) {
      std::string ranks;
      for (const auto& r : p.ranks)
        ranks += fmt::format("{}{} by {}", ranks.empty() ? "" : ", ", r.root, r.tile);
      line("pattern " + p.tensor + " (" + ranks + ")" +
           (p.density ? " density " + print_float(*p.density) : ""));
    }
    for (const Schedule::Skip& k : s.skips)
      line(fmt::format("skip {} @{} {}{}", k.rank, name_of(place_names, k.at),
                       name_of(skip_names, k.kind), k.longest_first ? " longest_first" : ""));
  }

  void print_tile(const Tile& t) {
    std::string text = fmt::format("tile {} of {} in {} from {}", t.name, t.operand,
                                   name_of(memory_names, t.memory), t.from);
    if (t.depth > 1) text += fmt::format(" depth {}", t.depth);
    if (t.scope == Scope::Warp) text += fmt::format(" for {} warps", t.warps);
    if (!t.flat.empty()) text += " along " + t.flat;
    std::string sides, pieces;
    for (const Tile::Side& s : t.sides) {
      sides += fmt::format("{}{} {}", sides.empty() ? "" : ", ", s.root, s.extent);
      if (!s.by.empty()) sides += fmt::format(" by {} {}", s.by, s.level);
      if (!s.flat.empty()) sides += " along " + s.flat;
      if (s.pitch > 0) sides += fmt::format(" apart {}", s.pitch);
    }
    for (const Tile::Piece& p : t.pieces)
      pieces +=
          fmt::format("{}{} {} {}{}", pieces.empty() ? "" : ", ", name_of(param_names, p.kind),
                      p.level, p.extent, p.byte >= 0 ? fmt::format(" at {}", p.byte) : "");
    line(text + " (" + sides + ") holds (" + pieces + ")" + (t.listed ? " listed" : "") +
         (t.whole > 0 ? fmt::format(" whole {}", t.whole) : "") +
         (t.beside.empty() ? "" : " beside " + t.beside) + (t.stored ? " stored" : "") +
         (t.laid.empty() ? "" : fmt::format(" laid {} at {}", t.laid, ir::print(t.at))) +
         (t.in_parts ? " in_parts" : "") + (t.gathered ? " gathered" : ""));
  }

  void print_param(const Param& p) {
    std::string text = fmt::format("param {} {}", name_of(param_names, p.kind), p.name);
    if (!p.view.empty()) text += " of " + p.view;
    if (p.of_level()) text += " " + std::to_string(p.level);
    if (p.kind == Param::Kind::Workspace) text += of_type(p.type);
    if (p.cbits != 0) text += " cbits " + std::to_string(p.cbits);
    if (p.value) text += " = " + ir::print(p.value);
    line(text + (p.exchanged ? " exchanged" : "") + (p.streamed ? " streamed" : "") +
         (p.written ? " written" : ""));
  }

  void nest(const std::string& head, const Stmt& body) {
    line(head + " {");
    ++depth_;
    print_stmt(body);
    --depth_;
    line("}");
  }

  void line(const std::string& text) {
    out_.append(2 * depth_, ' ');
    out_ += text + "\n";
  }

  std::string out_;
  size_t depth_ = 0;
};

}  // namespace

std::string print(const Expr& e) { return print_at(e, 0); }

std::string print(const Stmt& s) {
  Printer printer;
  printer.print_stmt(s);
  return printer.take();
}

std::string print(const Program& p) {
  Printer printer;
  printer.print_program(p);
  return printer.take();
}

}  // namespace teaal::ir
