#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/range.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/types.h"
#include "compiler/passes/passes.h"

// Numbers of workers, tiles and iterations are computed in 64 bits by the passes in front. Here
// they become offsets, of 32 bits where no extent and no array is longer than most_in_offsets: as
// far as, under that condition, neither they nor what they are computed from can leave 32 bits.
// Where the condition does not hold the text is built with offsets of 64 bits.
namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t most_threads = 1024;

// Whether CUDA evaluates it without a sign: what the hardware numbers, and sums of that.
bool is_unsigned(const Expr& e) {
  if (const auto* call = as<Call>(e)) return call->args.empty();
  const auto* n = as<Binary>(e);
  return n && n->op <= BinaryOp::Mod && (is_unsigned(n->lhs) || is_unsigned(n->rhs));
}

// What a cast to a size or an offset is of.
const Expr& bare(const Expr& e) {
  return calls(e, "size") || calls(e, "offset") ? bare(as<Call>(e)->args[0]) : e;
}

// How a plan runs a kernel.
struct Use {
  Launch launch;
  std::vector<Param> args;
};

std::vector<Use> uses_of(const Kernel& kernel, const std::vector<Step>& steps) {
  std::vector<Use> out;
  for (const Step& s : steps) {
    if (s.kind == Step::Kind::Launch && s.name == kernel.name)
      out.push_back(s.args.empty() ? Use{kernel.launch, kernel.params} : Use{s.launch, s.args});
    for (Use& use : uses_of(kernel, s.body)) out.push_back(std::move(use));
  }
  return out;
}

// Where sizes of the plan lie.
class PlanRanges {
 public:
  PlanRanges(const Program& program, int64_t most) : counted_{0, most} {
    for (const std::string& rank : program.ranks()) names_[rank] = counted_;
    for (const Count& c : program.counts) names_[c.name] = counted_;
    for (const Symbol& s : program.symbols) names_[s.name] = {1, most};
    for (const NamedSize& s : program.sizes) names_[s.name] = of(s.value);
  }

  Range of(const Expr& e) const {
    if (const auto number = literal(e)) return {*number, *number};
    if (const auto* v = as<Var>(e)) {
      const auto at = names_.find(v->name);
      return at == names_.end() ? Range{} : at->second;
    }
    if (const auto* n = as<Binary>(e)) return range_of(n->op, of(n->lhs), of(n->rhs));
    const auto* n = as<Call>(e);
    if (!n || n->args.empty()) return {};
    const Range first = of(n->args[0]);
    if (n->intrinsic == "ceil_div") return ceiling(first, of(n->args[1]));
    return n->args.size() == 1 && n->intrinsic != "bits" ? first : Range{};
  }

  // How many threads a launch has: tiles of an extent that each thread has one of reach less than a
  // block beyond it.
  int64_t threads_of(const Expr& grid, const Expr& block) const {
    const int64_t most = of(block).most;
    if (const auto* n = as<Binary>(grid); n && (n->op == BinaryOp::Min || n->op == BinaryOp::Max)) {
      const int64_t a = threads_of(n->lhs, block), b = threads_of(n->rhs, block);
      return n->op == BinaryOp::Min ? std::min(a, b) : std::max(a, b);
    }
    const auto* n = as<Call>(grid);
    if (n && n->intrinsic == "ceil_div" && same(n->args[1], block))
      return range_of(BinaryOp::Add, of(n->args[0]), {0, most - 1}).most;
    return range_of(BinaryOp::Mul, of(grid), {0, most}).most;
  }

  static Range ceiling(const Range& a, const Range& b) {
    const Range over = range_of(BinaryOp::Sub, range_of(BinaryOp::Add, a, b), {1, 1});
    return range_of(BinaryOp::Div, over, b);
  }

 private:
  Range counted_;
  std::map<std::string, Range> names_;
};

class Fitter {
 public:
  Fitter(const Program& program, const Kernel& kernel, int bits)
      : program_(program),
        offsets_(range_of_bits(bits)),
        counted_{0, most_in_offsets(bits)},
        plan_(program, counted_.most) {
    const std::vector<Use> uses = uses_of(kernel, program.steps);
    for (const Use& use : uses) {
      widen(grid_, plan_.of(use.launch.grid));
      widen(threads_, {0, plan_.threads_of(use.launch.grid, use.launch.block)});
      const Range threads = plan_.of(use.launch.block);
      widen(block_, {std::clamp<int64_t>(threads.least, 1, most_threads),
                     std::clamp<int64_t>(threads.most, 1, most_threads)});
      for (size_t i = 0; i < use.args.size() && i < kernel.params.size(); ++i)
        if (const Expr& value = use.args[i].value)
          widen(given_[kernel.params[i].name], plan_.of(value));
    }
    assembles_ = std::ranges::any_of(program.views, [](const View& v) { return runs_find(v); });
    if (uses.size() == 1) only_use_ = uses.front();
    for (const Param& p : kernel.params) define(p);
  }

  Stmt run(const Stmt& body) {
    const Types outside = is_;
    walk(body);  // for what is assigned to names
    was_ = is_ = outside;
    settled_ = true;
    return walk(body);
  }

 private:
  // An expression as it is spelled from now on, and where its values lie.
  struct Counted {
    Expr e;
    Range range;
  };

  static void widen(std::optional<Range>& range, const Range& by) {
    range = range ? joined(*range, by) : by;
  }

  void define(const Param& p) {
    was_.define(p);
    is_.define(p);
    if (const auto given = given_.find(p.name); given != given_.end() && given->second)
      ranges_[p.name] = *given->second;
    if (!p.of_level() || p.kind == Param::Kind::Masks) return;
    const View* view = program_.view(p.view);
    if (view && !view->like.empty()) view = program_.view(view->like);
    if (view && !runs_find(*view)) bounded_.insert(p.name);
  }

  // Of such views nobody knows before the run how many positions they have.
  static bool runs_find(const View& view) {
    return view.carried || view.points || !view.positions.empty();
  }

  // ---- Statements ----
  Stmt walk(const Stmt& s) {
    if (const auto* n = as<Let>(s)) return named(*n, s);
    if (const auto* n = as<For>(s)) return loop(*n, s);
    if (const auto* n = as<Array>(s)) was_.arrays[n->buffer] = is_.arrays[n->buffer] = n->type;
    if (const auto* n = as<Assign>(s)) note(*n);
    return map_children(
        s, [&](const Expr& e) { return counted(e).e; },
        [&](const Stmt& child) { return walk(child); });
  }

  Stmt named(const Let& n, const Stmt& s) {
    const Counted value = counted(n.value);
    Range range = value.range;
    // What is computed as a size, and named as a position, is one.
    if (n.type == Type::Pos && was_.of(n.value) == Type::Size && !assembles_)
      range = {std::max(range.least, counted_.least), std::min(range.most, counted_.most)};
    if (n.changes) {
      if (!settled_) assigned_[s.get()] = {};
      changing_[n.var] = s.get();
      const auto& later = assigned_[s.get()];
      range = !settled_ ? Range{} : later ? joined(range, *later) : range;
    }
    return make_stmt(Let{n.var, define(n.var, n.type, range), value.e, n.changes}, s->where);
  }

  Stmt loop(const For& n, const Stmt& s) {
    For out = n;
    const Counted begin = counted(n.begin), end = counted(n.end), step = counted(n.step);
    // Iterations are below the end; a step leads from the last of them, or the first is no less.
    const Range below = range_of(BinaryOp::Sub, end.range, {1, 1});
    const Range inside = {begin.range.least, std::max(begin.range.least, below.most)};
    const Range beyond = joined(begin.range, range_of(BinaryOp::Add, inside, step.range));
    out.begin = begin.e, out.end = end.e, out.step = step.e;
    const bool fits = step.range.least >= 1 && beyond.within(offsets_);
    out.type = n.type == Type::Size && !fits ? (remember(n.var, n.type, n.type, inside), n.type)
                                             : define(n.var, n.type, inside);
    out.body = walk(n.body);
    return make_stmt(std::move(out), s->where);
  }

  // The type that a name of this type and range has from now on.
  Type define(const std::string& name, Type type, const Range& range) {
    const Type now = type == Type::Size && range.within(offsets_) ? Type::Offset : type;
    remember(name, type, now, range);
    return now;
  }

  void remember(const std::string& name, Type was, Type is, const Range& range) {
    was_.names[name] = was;
    is_.names[name] = is;
    ranges_[name] = within(range, of_type(is));
  }

  void note(const Assign& n) {
    const auto* v = as<Var>(n.target);
    const auto name = v ? changing_.find(v->name) : changing_.end();
    if (name == changing_.end() || settled_) return;
    const bool replaces = n.op == AssignOp::Set || n.op == AssignOp::Min || n.op == AssignOp::Max;
    widen(assigned_[name->second], replaces ? counted(n.value).range : Range{});
  }

  // ---- Expressions ----
  // What a type can hold; sums of narrow types are evaluated in 32 bits.
  Range of_type(Type type) const {
    switch (type) {
      case Type::Bool:
        return {0, 1};
      case Type::Mask:
        return {0, UINT32_MAX};
      case Type::Int:
        return range_of_bits(32);
      case Type::Coord:
      case Type::Pos:
      case Type::Offset:
        return offsets_;
      case Type::Size:
      case Type::Value:
        break;
    }
    return {};
  }

  static Range within(const Range& range, const Range& type) {
    return range.within(type) ? range : type;
  }

  Counted counted(const Expr& e) {
    if (const auto number = literal(e)) return {e, {*number, *number}};
    if (const auto* v = as<Var>(e)) return counted_name(e, v->name);
    if (const auto* n = as<Binary>(e)) return counted_binary(*n, e);
    if (const auto* n = as<Call>(e)) return counted_call(*n, e);
    const auto* n = as<Read>(e);
    if (!n) return {e, {}};
    const Expr at = counted(n->at).e;
    return {at == n->at ? e : read(n->buffer, at), range_in(n->buffer)};
  }

  Counted counted_name(const Expr& e, const std::string& name) {
    const auto at = ranges_.find(name);
    if (at == ranges_.end() || !is_.names.contains(name)) return {e, {}};
    const bool cut =
        given_.contains(name) && is_.names.at(name) == Type::Size && at->second.within(offsets_);
    return {cut ? call("offset", {e}) : e, at->second};
  }

  Range range_in(const std::string& array) const {
    const auto type = is_.arrays.find(array);
    if (type == is_.arrays.end()) return {};
    const bool bounded = bounded_.contains(array) || type->second == Type::Coord ||
                         (type->second == Type::Pos && !assembles_);
    return bounded ? counted_ : of_type(type->second);
  }

  Counted counted_binary(const Binary& n, const Expr& e) {
    Counted a = counted(n.lhs), b = counted(n.rhs);
    const bool arithmetic = n.op <= BinaryOp::Max;
    const bool was_wide = arithmetic && (was_.of(e) == Type::Size || calls(n.lhs, "select") ||
                                         calls(n.rhs, "select"));
    Range range = range_of(n.op, a.range, b.range);
    // Where an element of an array is, or would be: tests for edges look at its coordinates.
    if (was_.of(e) == Type::Offset && (n.op == BinaryOp::Add || n.op == BinaryOp::Mul))
      range = {std::max(range.least, -counted_.most), std::min(range.most, counted_.most)};
    keep_sign(a, b.range, range);
    keep_sign(b, a.range, range);
    if (const auto most = most_of_launch(n); most && *most < range.most) range.most = *most;
    const bool fits = range.within(offsets_);
    if (was_wide && !fits && is_.of(a.e) != Type::Size && is_.of(b.e) != Type::Size)
      a.e = call("size", {bare(a.e)});
    if (arithmetic && !was_wide) range = within(range, range_of_bits(32));
    const bool changed = a.e != n.lhs || b.e != n.rhs;
    return {changed ? make_expr(Binary{n.op, a.e, b.e}) : e, range};
  }

  // What the shape of the launch says of the blocks in front of this one with all their threads,
  // and of its coordinate among blocks that several ranks share.
  std::optional<int64_t> most_of_launch(const Binary& n) const {
    const Expr& lhs = bare(n.lhs);
    if (n.op == BinaryOp::Mul && (calls(lhs, "block") || calls(lhs, "blocks")) &&
        calls(bare(n.rhs), "threads") && threads_)
      return threads_->most;
    std::vector<Expr> factors;
    if (n.op != BinaryOp::Div || !left_of_grid(make_expr(n), factors)) return std::nullopt;
    Range left = {1, 1};
    for (const Expr& factor : factors) left = range_of(BinaryOp::Mul, left, plan_.of(factor));
    return left.most - 1;
  }

  // Of the grid, a product of which a launch may have less, what is left where a block's number is
  // divided by some of its factors.
  bool left_of_grid(const Expr& e, std::vector<Expr>& factors) const {
    if (!only_use_) return false;
    if (calls(e, "block")) {
      factors = {only_use_->launch.grid};
      for (size_t i = 0; i < factors.size();)
        if (const auto* n = as<Binary>(factors[i]); n && n->op == BinaryOp::Mul) {
          const Expr rhs = n->rhs;
          factors[i] = n->lhs;
          factors.push_back(rhs);
        } else if (n && n->op == BinaryOp::Min && literal(n->rhs)) {
          factors[i] = n->lhs;  // of a smaller grid no block has a larger number
        } else {
          ++i;
        }
      return true;
    }
    const auto* n = as<Binary>(bare(e));
    const auto* by = n && n->op == BinaryOp::Div ? as<Var>(bare(n->rhs)) : nullptr;
    if (!by || !left_of_grid(bare(n->lhs), factors)) return false;
    const auto given = std::ranges::find(only_use_->args, by->name, &Param::name);
    if (given == only_use_->args.end() || !given->value) return false;
    const auto factor =
        std::ranges::find_if(factors, [&](const Expr& f) { return same(f, given->value); });
    if (factor == factors.end()) return false;
    factors.erase(factor);
    return true;
  }

  // Beside something without a sign, what is negative is not what it was in 64 bits.
  void keep_sign(Counted& a, const Range& other, const Range& result) const {
    if (is_unsigned(a.e) && (other.least < 0 || result.least < 0)) a.e = call("int", {a.e});
  }

  Counted counted_call(const Call& n, const Expr& e) {
    Call out = n;
    std::vector<Range> args;
    for (Expr& arg : out.args) {
      Counted now = counted(arg);
      if (!as<Var>(arg) || is_cast(n)) arg = now.e;  // functions want names as they are
      args.push_back(now.range);
    }
    const Range range = range_of_call(n, args);
    if (n.intrinsic == "ceil_div" && !range_of(BinaryOp::Add, args[0], args[1]).within(offsets_) &&
        was_.of(e) == Type::Size && is_.of(make_expr(out)) != Type::Size)
      out.args[0] = call("size", {out.args[0]});
    if (n.intrinsic == "size" && range.within(offsets_))
      return {is_.of(out.args[0]) == Type::Offset ? out.args[0] : call("offset", {out.args[0]}),
              range};
    return {out.args == n.args ? e : make_expr(std::move(out)), range};
  }

  Range range_of_call(const Call& n, const std::vector<Range>& args) const {
    const std::string& what = n.intrinsic;
    const Range type = of_type(was_.of(make_expr(n)));
    if (what == "block" || what == "blocks") {
      const Range grid = grid_.value_or(Range{});
      return what == "block" ? Range{0, grid.most - 1} : Range{1, grid.most};
    }
    const Range threads = block_.value_or(Range{1, most_threads});
    if (what == "thread") return {0, threads.most - 1};
    if (what == "threads") return threads;
    if (what == "size" || what == "size_in_group" || what == "size_of_lane") return args[0];
    if (what == "ceil_div") return PlanRanges::ceiling(args[0], args[1]);
    if (what == "rounded_down") return {std::min<int64_t>(args[0].least, 0), args[0].most};
    if (what == "advance") return {0, 1};
    if (what == "select") return joined(args[1], args[2]);
    if (what.starts_with("list_")) {  // its length is the last one, but for what is absent
      const bool absent = what == "list_present" || what == "list_places";
      return {0, std::max<int64_t>(0, args[args.size() - (absent ? 2 : 1)].most)};
    }
    if (what == "lanes_each" || what == "shares") return {1, most_threads};
    if (what == "share" || what == "lane_of_share" || what == "count_where")
      return {0, most_threads};
    return within(range_of_cast_or_search(n, args), type);
  }

  // Of calls whose results have a narrow type.
  Range range_of_cast_or_search(const Call& n, const std::vector<Range>& args) const {
    const std::string& what = n.intrinsic;
    if (is_cast(n) || what.ends_with("_of_lane") || what.ends_with("_in_group")) return args[0];
    if (what == "owner" || what == "owner_by_eights" || what == "ended_on_path")
      return {args[1].least, std::max(args[1].most, args[2].most)};
    if (what == "lower_bound" || what == "gallop") return joined(args[1], args[2]);
    const auto* array = args.empty() ? nullptr : as<Var>(n.args[0]);
    if (what == "climb" && array) return range_in(array->name);
    return {};
  }

  const Program& program_;
  const Range offsets_, counted_;
  const PlanRanges plan_;
  std::optional<Use> only_use_;
  std::optional<Range> grid_, block_, threads_;  // blocks, threads of a block, of all blocks
  std::map<std::string, std::optional<Range>> given_;
  bool assembles_ = false;
  std::set<std::string> bounded_;  // arrays that hold positions that the caller counted
  Types was_, is_;
  std::map<std::string, Range> ranges_;
  std::map<std::string, const StmtNode*> changing_;
  std::map<const StmtNode*, std::optional<Range>> assigned_;
  bool settled_ = false;
};

}  // namespace

std::optional<Program> fit_sizes(Program program, const Target& target, Diagnostics&) {
  // Kernels that are whole when they are made have chosen their types.
  for (Kernel& kernel : program.kernels)
    if (!kernel.tiled) kernel.body = Fitter(program, kernel, target.index_bits).run(kernel.body);
  return program;
}

}  // namespace teaal::passes
