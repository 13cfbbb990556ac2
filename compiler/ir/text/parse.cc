#include "compiler/ir/names.h"
#include "compiler/ir/text/head.h"
#include "compiler/ir/text/parse_body.h"
#include "compiler/ir/text/text.h"

namespace teaal::ir {
namespace {

class Parser : BodyParser {
 public:
  explicit Parser(const SourcePtr& file) : BodyParser(file) {}

  Program program() {
    Program p;
    p.name = behind("program");
    expect("{");
    while (!accept("}")) declaration(p);
    if (!peek().empty()) fail("text after the program");
    return p;
  }

 private:
  void declaration(Program& p) {
    SourceRange where = here();
    if (read_told(*this, p, [this] { return expr(); })) return;
    if (accept("symbol")) {
      std::string name = word();
      p.symbols.push_back({name, expr_behind("=")});
    } else if (accept("extent")) {
      p.extents.push_back(word());
    } else if (accept("scalar")) {
      p.scalars.push_back(word());
    } else if (accept("size")) {
      std::string name = word();
      p.sizes.push_back({name, expr_behind("=")});
    } else if (accept("count")) {
      std::string name = word();
      p.counts.push_back({name, behind("of")});
    } else if (accept("tensor")) {
      Tensor t{word(), {}, {}, {}, where};
      t.ranks = words("[", "]");
      t.role = one_of(role_names, "a role");
      t.levels = levels();
      if (accept("like")) t.like = word();
      if (accept("default")) t.absent = real();
      t.is_static = accept("static");
      t.chosen = accept("chosen");
      t.bits = accept("bits");
      t.derived = accept("derived");
      if (accept("state")) t.state_of = behind("of");
      p.tensors.push_back(std::move(t));
    } else if (accept("view")) {
      View v;
      v.name = word();
      v.tensor = behind("of");
      v.levels = levels();
      if (accept("like")) {
        v.like = word();
        v.elements = expr_behind("elements");
      }
      v.resorted = accept("resorted");
      v.points = accept("points");
      v.carried = accept("carried");
      if (accept("positions")) v.positions = exprs("(", ")");
      p.views.push_back(std::move(v));
    } else if (accept("workspace")) {
      std::string name = word();
      Type type = of_type();
      p.workspaces.push_back({name, expr_behind("="), type});
    } else if (accept("kernel")) {
      p.kernels.push_back(kernel(where));
    } else if (accept("rounds")) {
      p.iteration = rounds();
    } else if (accept("carry")) {
      if (!p.iteration) fail("expected rounds before what they carry");
      std::string to = word();
      p.iteration->carry.emplace_back(to, behind("from"));
    } else if (accept("step")) {
      p.steps.push_back(step());
    } else {
      fail("expected a declaration, a kernel or a step");
    }
  }

  Step step() {
    Nesting nesting(*this);
    Step out;
    out.kind = one_of(step_names, "a step");
    out.name = word();
    if (out.kind == Step::Kind::Read) {
      out.array = behind("=");
      std::vector<Expr> at = exprs("(", ")");
      if (at.size() != 1) fail("an array is read at one position");
      out.value = at[0];
    }
    if (out.kind == Step::Kind::Carry) {
      out.array = behind("=");
      if (accept("count")) {
        out.count = word();
        out.value = expr_behind("to");
      }
    }
    if (out.kind == Step::Kind::Zero && accept("to")) out.fill = real();
    if (out.kind == Step::Kind::Zero && accept("empty_in")) {
      out.empty_in = word();
      out.leading = static_cast<int>(integer());
    }
    if (out.kind == Step::Kind::Repeat) out.value = expr_behind("to");
    out.once = accept("once");
    if (!accept("{")) return out;
    while (accept("param")) out.args.push_back(param());
    if (accept("launch")) {
      out.launch.grid = expr();
      out.launch.block = expr_behind(",");
    }
    while (accept("step")) out.body.push_back(step());
    expect("}");
    return out;
  }

  Type of_type() { return accept(":") ? one_of(type_names, "a type") : Type::Value; }

  Iteration rounds() {
    Iteration out;
    if (accept("until")) {
      out.until_empty = word();
      out.at_most = integer();
    } else {
      out.times = expr();
    }
    if (accept("over")) out.over = word();
    expect("of");
    out.count = integer();
    expect("from");
    out.first = integer();
    return out;
  }

  Kernel kernel(SourceRange where) {
    Kernel k;
    k.where = where;
    k.name = word();
    expect("{");
    while (!accept("do")) kernel_line(k);
    k.body = braced();
    expect("}");
    return k;
  }

  void kernel_line(Kernel& k) {
    SourceRange where = here();
    Schedule& s = k.schedule;
    if (accept("accumulates")) {
      k.accumulates = true;
    } else if (accept("reduces")) {
      k.reduction = one_of(assign_names, "an assignment");
    } else if (accept("starts")) {
      k.start = real();
    } else if (accept("repeats")) {
      k.repeats = true;
      if (accept("over")) k.round_rank = word();
    } else if (accept("clears")) {
      k.clears = word();
    } else if (accept("split")) {
      s.splits.push_back(split(where));
    } else if (accept("order")) {
      s.order = words("(", ")");
      s.order_where.assign(s.order.size(), where);
    } else if (accept("space")) {
      std::string rank = word();
      if (rank == "any") {
        s.default_space = true;
        return;
      }
      s.space.push_back({rank, place(), where});
      s.space.back().once = accept("once");
      s.space.back().asked = accept("asked");
    } else if (accept("unmapped")) {
      s.unmapped = true;
    } else if (accept("at_once")) {
      s.at_once = expr();
    } else if (accept("meet")) {
      std::string rank = word();
      Meet meet = one_of(meet_names, "an intersection");
      bool has_leader = on_line(where.line) && is_word(peek());
      s.meetings.push_back({rank, meet, has_leader ? word() : "", where});
    } else if (accept("tiled")) {
      k.tiled = true;
    } else if (accept("only_marked")) {
      k.only_marked = true;
    } else if (accept("reads_all")) {
      k.reads_all = word();
      if (accept("largest")) k.largest = word();
    } else if (accept("early")) {
      k.early = true;
    } else if (number("lanes", k.lanes) || number("given", k.shared_bytes) ||
               number("carveout", k.carveout) || number("resident", k.resident) ||
               number("aligned", k.shared_alignment) || number("most_blocks", k.most_blocks)) {
      return;
    } else if (accept("threads")) {
      k.threads = integer();
      if (accept("resident")) k.resident = integer();
      if (accept("shared")) k.shared_bytes = integer();
    } else if (accept("tile")) {
      k.tiles.push_back(tile(where));
    } else if (accept("tensor_core")) {
      s.tensor_core = {one_of(arithmetic_names, "an arithmetic of tensor cores"), where};
    } else if (accept("stage")) {
      s.stagings.push_back(staging(where));
    } else if (accept("pattern")) {
      s.patterns.push_back(pattern(where));
    } else if (accept("skip")) {
      std::string rank = word();
      Place at = place();
      Schedule::Skip skip{rank, at, one_of(skip_names, "a way to skip"), where};
      skip.longest_first = accept("longest_first");
      s.skips.push_back(skip);
    } else if (accept("carry")) {
      k.carry = carry();
    } else if (accept("rows")) {
      k.rows = rows();
    } else if (accept("owned")) {
      k.owner = owner();
    } else if (accept("class")) {
      k.row_class = read_row_class(*this, where);
    } else if (accept("kept")) {
      const std::string root = word();
      k.kept = Kept{root, behind("by")};
    } else if (accept("buffered")) {
      k.buffer = read_row_buffer(*this, where);
    } else if (accept("finish")) {
      k.finish = Finish{expr()};
      k.finish->stored = accept("stored");
    } else if (k.finish && accept("then")) {
      k.finish->links.push_back(link());
    } else if (accept("operand")) {
      k.operands.push_back(operand());
    } else if (accept("worker")) {
      std::string rank = word();
      Place at = place();
      Expr extent = expr();
      Combine combine = one_of(combine_names, "a combination");
      k.workers.push_back({rank, at, extent, combine, accept("count") ? expr() : nullptr});
      if (number("lanes", k.workers.back().lanes)) number("apart", k.workers.back().apart);
      k.workers.back().once = accept("once");
    } else if (accept("param")) {
      k.params.push_back(param());
    } else if (accept("launch")) {
      k.launch.grid = expr();
      expect(",");
      k.launch.block = expr();
    } else {
      fail("expected a line of a kernel or 'do'");
    }
  }

  Carry carry() {
    Carry out;
    out.root = word();
    if (accept("by")) out.run = word();
    expect("of");
    out.levels = static_cast<int>(integer());
    out.values = behind("to");
    out.keys = word();
    expect("slots");
    out.slots = expr();
    expect("each");
    out.each = expr();
    if (accept("fibers")) {
      out.fibers = word();
      out.view = behind("of");
      expect("by");
      out.tile = integer();
    }
    if (accept("merged")) out.step = integer();
    return out;
  }

  Operand operand() {
    std::string name = word();
    expect("=");
    return {name, word()};
  }

  Finish::Link link() {
    Finish::Link out;
    out.operands = list("(", ")", [&] { return operand(); });
    out.stored = accept("stored");
    expect("do");
    out.assign = braced();
    return out;
  }

  Owner owner() {
    Owner out{word()};
    expect("by");
    out.loops = integer();
    out.workers = place();
    return out;
  }

  Schedule::Staging staging(SourceRange where) {
    Schedule::Staging out{word(), one_of(memory_names, "a memory"), "", 1, where};
    expect("depth");
    out.depth = integer();
    if (accept("evict")) out.evict_on = word();
    if (accept("rank")) out.rank = word();
    if (accept("holds")) out.holds = one_of(holds_names, "what is held");
    out.listed = accept("listed");
    if (accept("whole")) out.whole = integer();
    if (accept("beside")) out.beside = word();
    return out;
  }

  Tile tile(SourceRange where) {
    Tile out;
    out.where = where;
    out.name = word();
    out.operand = behind("of");
    expect("in");
    out.memory = one_of(memory_names, "a memory");
    expect("from");
    out.from = static_cast<int>(integer());
    if (accept("depth")) out.depth = integer();
    if (accept("for")) {
      out.scope = Scope::Warp;
      out.warps = integer();
      expect("warps");
    }
    if (accept("along")) out.flat = word();
    out.sides = list("(", ")", [&] {
      Tile::Side side{word(), integer()};
      if (accept("by")) {
        side.by = word();
        side.level = static_cast<int>(integer());
        if (accept("along")) side.flat = word();
      }
      if (accept("apart")) side.pitch = integer();
      return side;
    });
    expect("holds");
    out.pieces = list("(", ")", [&] {
      Tile::Piece piece{one_of(param_names, "a kind of array"), static_cast<int>(integer())};
      piece.extent = integer();
      if (accept("at")) piece.byte = integer();
      return piece;
    });
    out.listed = accept("listed");
    if (accept("whole")) out.whole = integer();
    if (accept("beside")) out.beside = word();
    out.stored = accept("stored");
    if (accept("laid")) {
      out.laid = word();
      expect("at");
      out.at = expr();
      out.in_parts = accept("in_parts");
    }
    out.gathered = accept("gathered");
    return out;
  }

  Schedule::Pattern pattern(SourceRange where) {
    Schedule::Pattern out{word(), {}, where};
    out.ranks = list("(", ")", [&] {
      std::string root = word();
      expect("by");
      return Schedule::Pattern::Rank{root, integer()};
    });
    if (accept("density")) out.density = real();
    return out;
  }

  RowOwner rows() {
    RowOwner out;
    out.coords = words("(", ")");
    out.last = behind("behind");
    if (accept("shared")) {
      expect("by");
      out.shared = words("(", ")");
    }
    if (accept("at")) {
      out.view = word();
      out.positions = behind("of");
    }
    return out;
  }

  Schedule::Split split(SourceRange where) {
    Schedule::Split out{word(), {}, {}, {}, where};
    expect("by");
    out.tiles = exprs("(", ")");
    for (size_t i = 0; i < out.tiles.size(); ++i) {
      expect("snap");
      out.snaps.push_back(exprs("(", ")"));
    }
    out.leaders.resize(out.tiles.size());
    while (accept("led")) {
      int64_t part = integer();
      if (part < 0 || part >= static_cast<int64_t>(out.leaders.size())) fail("no such part");
      expect("by");
      out.leaders[static_cast<size_t>(part)] = word();
    }
    if (accept("grow")) {
      expect("to");
      out.most = exprs("(", ")");
      if (out.most.empty() || out.most.size() > out.tiles.size()) fail("no such parts");
    }
    out.merged = accept("merged");
    return out;
  }

  Param param() {
    Param p{};
    p.kind = one_of(param_names, "a parameter kind");
    p.name = word();
    if (accept("of")) p.view = word();
    if (p.of_level()) p.level = static_cast<int>(integer());
    if (p.kind == Param::Kind::Workspace) p.type = of_type();
    if (accept("cbits")) p.cbits = static_cast<int>(integer());
    if (accept("=")) p.value = expr();
    p.exchanged = accept("exchanged");
    p.streamed = accept("streamed");
    p.written = accept("written");
    return p;
  }

  std::vector<Level> levels() {
    return list("(", ")", [&] { return level(); });
  }

  Level level() {
    Level out{word(), LevelFormat::Uncompressed};
    if (accept("of")) out.part = std::exchange(out.rank, word());
    if (accept("by")) out.tile = expr();
    if (accept("snap")) out.snaps = exprs("(", ")");
    expect(":");
    out.cbits = accept("C8") ? 8 : accept("C16") ? 16 : 0;
    out.format = out.cbits ? LevelFormat::Compressed : one_of(format_names, "a format");
    return out;
  }
};

}  // namespace

std::optional<Program> parse(const SourcePtr& file, Diagnostics& diagnostics) {
  try {
    return Parser(file).program();
  } catch (const SyntaxError& error) {
    diagnostics.error(Code::IrSyntax, error.where, error.message);
    return std::nullopt;
  }
}

}  // namespace teaal::ir
