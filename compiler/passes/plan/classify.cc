#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/copies.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plan/assembly.h"
#include "compiler/passes/steps.h"

// What kernels of classes (ir::RowClass) walk: all coordinates of a rank in one array, class by
// class, each class in order. Blocks have a run of coordinates each, count those of every class,
// and, in a second launch, know from the counts of all blocks where theirs go.
namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t class_threads = 256, most_class_blocks = 1024, most_product_blocks = 4096;

// How many coordinates the fibers below the first level of a view store, and which.
class Fibers {
 public:
  Fibers(const View& view, const RowClass& of) : view_(view), of_(of) {}

  // What a kernel reads to know it; `inside`: and to know the coordinates.
  void add_params(std::vector<Param>& params, bool inside) const {
    for (size_t l = 0; l < 2; ++l) add_level(l, inside, params);
  }
  void add_extents(std::vector<Param>& params) const {
    for (size_t l = 0; l < 2; ++l)
      if (view_.levels[l].format != LevelFormat::Compressed) add_extent(l, params);
  }

  // Where the fiber at a coordinate is among all of the second level's, if `found` is not null or
  // true. Names begin with `prefix`.
  struct Place {
    Expr at, found;
  };
  Place find(const Expr& row, const std::string& prefix, std::vector<Stmt>& out) const {
    if (view_.levels[0].format == LevelFormat::Uncompressed) return {row, nullptr};
    const std::string slot = prefix + "slot", found = prefix + "found";
    const Expr coordinate = call("coord", {row}), place = var(slot);
    if (view_.levels[0].format == LevelFormat::Bitmask) {
      const Expr masks = var(masks_name(view_, 0)), bases = var(bases_name(view_, 0));
      out.push_back(let(found, Type::Bool, call("has_bit", {masks, lit(0), coordinate})));
      out.push_back(let(slot, Type::Pos, call("bit_position", {masks, bases, lit(0), coordinate})));
      return {size_of(place), var(found)};
    }
    const std::string segments = segments_name(view_, 0), coords = coords_name(view_, 0);
    const Expr before = var(prefix + "before"), behind = var(prefix + "behind");
    out.push_back(let(prefix + "before", Type::Pos, read(segments, lit(0))));
    out.push_back(let(prefix + "behind", Type::Pos, read(segments, lit(1))));
    out.push_back(
        let(slot, Type::Pos, call("lower_bound", {var(coords), before, behind, coordinate})));
    out.push_back(let(found, Type::Bool,
                      both(less(place, behind), equal(size_of(read(coords, place)), row))));
    return {size_of(place), var(found)};
  }

  // How many positions the second level has below the coordinate.
  Expr occupancy(const Expr& row, const std::string& prefix, std::vector<Stmt>& out) const {
    const Place place = find(row, prefix, out);
    return place.found ? call("select", {place.found, below(place.at), lit(0)}) : below(place.at);
  }

  // `body` at each coordinate of the fiber in that place, which it knows as `coordinate`, the lanes
  // of a warp side by side.
  Stmt walk(const Expr& fiber, const std::string& coordinate, std::vector<Stmt> body) const {
    const bool stored = view_.levels[1].format == LevelFormat::Compressed;
    const Expr at = var("element");
    Expr from = lit(0), upto = size_of(level_extent(view_.levels, 1)), name = at;
    if (stored) {
      from = size_of(read(segments_name(view_, 1), fiber));
      upto = size_of(read(segments_name(view_, 1), add(fiber, lit(1))));
      name = read(coords_name(view_, 1), at);
    }
    body.insert(body.begin(), let(coordinate, Type::Size, size_of(name), of_.where));
    Stmt all = block(std::move(body));
    if (view_.levels[1].format == LevelFormat::Bitmask)
      all = if_then(call("has_bit", {var(masks_name(view_, 1)), mul(fiber, words()), at}), all,
                    of_.where);
    return make_stmt(For{"element", Type::Size, add(from, var("lane")), upto, lit(32), "", all},
                     of_.where);
  }

 private:
  void add_level(size_t l, bool inside, std::vector<Param>& params) const {
    const auto add = [&](Param::Kind kind, const std::string& name) {
      if (std::ranges::find(params, name, &Param::name) == params.end())
        params.push_back({kind, name, view_.structure(), static_cast<int>(l), nullptr, false});
    };
    if (view_.levels[l].format == LevelFormat::Compressed) {
      add(Param::Kind::Segments, segments_name(view_, l));
      if (l == 0 || inside) add_coords(view_, l, params);
    } else if (view_.levels[l].format == LevelFormat::Bitmask) {
      if (l == 0 || inside) add(Param::Kind::Masks, masks_name(view_, l));
      add(Param::Kind::Bases, bases_name(view_, l));
    }
  }

  void add_extent(size_t l, std::vector<Param>& params) const {
    const std::string& name = view_.levels[l].rank;
    if (std::ranges::find(params, name, &Param::name) == params.end())
      params.push_back({Param::Kind::Int, name, "", 0, var(name), false});
  }

  Expr words() const { return call("ceil_div", {size_of(level_extent(view_.levels, 1)), lit(32)}); }

  Expr below(const Expr& parent) const {
    const Expr next = add(parent, lit(1));
    switch (view_.levels[1].format) {
      case LevelFormat::Compressed:
        return sub(read(segments_name(view_, 1), next), read(segments_name(view_, 1), parent));
      case LevelFormat::Bitmask:
        return sub(read(bases_name(view_, 1), mul(next, words())),
                   read(bases_name(view_, 1), mul(parent, words())));
      case LevelFormat::Uncompressed:
        break;
    }
    return size_of(level_extent(view_.levels, 1));
  }

  const View& view_;
  const RowClass& of_;
};

// The kernels that list the classes of a rank: two, and one in front of them that counts products.
class Lister {
 public:
  // `times`: the view of the other tensor; null: there is none.
  Lister(const RowClass& of, const View& view, const View* times, Assembly& assembly)
      : of_(of), fibers_(view, of_), assembly_(assembly) {
    if (times) times_.emplace(*times, of_);
  }

  // Sets the names of what the kernels write.
  std::vector<Kernel> run(RowClass& listed) {
    const std::string base =
        of_.tensor + (of_.times.empty() ? "" : "_times_" + of_.times) + "_" + of_.rank;
    std::vector<Kernel> out;
    if (times_) {
      products_ = assembly_.workspace(base + "_products", var(rank_), Type::Size);
      out.push_back(products_kernel(base));
    }
    counts_ = assembly_.workspace(base + "_counts", mul(blocks(), lit(classes())), Type::Size);
    listed.list = assembly_.workspace(base + "_lists", var(rank_), Type::Coord);
    listed.begins = assembly_.workspace(base + "_begins", lit(classes() + 1), Type::Coord);
    out.push_back(count_kernel(base));
    out.push_back(list_kernel(base, listed));
    return out;
  }

 private:
  int64_t classes() const { return static_cast<int64_t>(of_.least.size()); }

  Expr blocks() const {
    return most(lit(1), least(ceil_div(var(rank_), lit(class_threads)), lit(most_class_blocks)));
  }

  Stmt size(const std::string& name, Expr value) const {
    return let(name, Type::Size, std::move(value), of_.where);
  }

  Kernel begun(const std::string& name, std::vector<Param> params) {
    Kernel k;
    k.name = assembly_.fresh_kernel(name);
    k.where = of_.where;
    k.tiled = true;
    k.threads = class_threads;
    k.launch = {blocks(), lit(class_threads)};
    k.params = std::move(params);
    return k;
  }

  Kernel lister(const std::string& name, std::vector<Param> params) {
    Kernel k = begun(name, std::move(params));
    if (times_)
      k.params.push_back(array_param(products_, Type::Size, false));
    else
      fibers_.add_params(k.params, false);
    k.params.push_back({Param::Kind::Int, rank_, "", 0, var(rank_), false});
    if (!times_) fibers_.add_extents(k.params);
    return k;
  }

  // A warp a row of the rank: its lanes share the fiber.
  Kernel products_kernel(const std::string& base) {
    const int64_t rows = class_threads / 32;
    Kernel k = begun(base + "_products", {array_param(products_, Type::Size, true)});
    fibers_.add_params(k.params, true);
    times_->add_params(k.params, false);
    k.params.push_back({Param::Kind::Int, rank_, "", 0, var(rank_), false});
    fibers_.add_extents(k.params);
    times_->add_extents(k.params);
    k.launch.grid = most(lit(1), least(ceil_div(var(rank_), lit(rows)), lit(most_product_blocks)));
    std::vector<Stmt> one, below = meet();
    if (of_.along != of_.times_rank) add_extent(k.params);
    one.push_back(changing("products", Type::Size, lit(0), of_.where));
    const Fibers::Place place = fibers_.find(var("row"), "", one);
    const Stmt all = fibers_.walk(place.at, "coordinate", std::move(below));
    one.push_back(place.found ? if_then(place.found, all, of_.where) : all);
    one.push_back(size("total", call("lanes_total", {var("products")})));
    one.push_back(if_then(
        equal(var("lane"), lit(0)),
        assign(read(products_, var("row")), AssignOp::Set, var("total"), of_.where), of_.where));
    const Expr warp = div(call("thread"), lit(32));
    k.body =
        block({size("lane", mod(size_of(call("thread")), lit(32))),
               make_stmt(For{"row", Type::Size, add(mul(size_of(call("block")), lit(rows)), warp),
                             size_of(var(rank_)), mul(size_of(call("blocks")), lit(rows)), "",
                             block(std::move(one))},
                         of_.where)});
    return k;
  }

  // Adds what the other tensor stores at the coordinate. Under another name of the rank it may have
  // no room for that.
  std::vector<Stmt> meet() const {
    std::vector<Stmt> out;
    const Expr found = times_->occupancy(var("coordinate"), "its_", out);
    out.push_back(assign(var("products"), AssignOp::Add, found, of_.where));
    if (of_.along == of_.times_rank) return out;
    return {if_then(less(var("coordinate"), size_of(var(of_.times_rank))), block(std::move(out)),
                    of_.where)};
  }

  void add_extent(std::vector<Param>& params) const {
    if (std::ranges::find(params, of_.times_rank, &Param::name) == params.end())
      params.push_back({Param::Kind::Int, of_.times_rank, "", 0, var(of_.times_rank), false});
  }

  // `first` and `last` (behind it) of the block's run.
  std::vector<Stmt> run_of_block() const {
    const Expr extent = size_of(var(rank_));
    return {size("piece", call("ceil_div", {extent, size_of(call("blocks"))})),
            size("first", least(extent, mul(size_of(call("block")), var("piece")))),
            size("last", least(extent, add(var("first"), var("piece"))))};
  }

  // `body` in steps of a coordinate a thread; it knows this one as `row`, and the `number` of its
  // class, which is none behind the run.
  Stmt over_run(std::vector<Stmt> body) const {
    std::vector<Stmt> one = {size("row", add(var("first_row"), size_of(call("thread")))),
                             changing("number", Type::Size, lit(classes()), of_.where)};
    one.push_back(if_then(less(var("row"), var("last")), find_class(), of_.where));
    one.insert(one.end(), body.begin(), body.end());
    return make_stmt(For{"first_row", Type::Size, var("first"), var("last"), lit(class_threads), "",
                         block(std::move(one))},
                     of_.where);
  }

  Stmt find_class() const {
    std::vector<Stmt> out;
    const Expr row = var("row");
    const Expr count = times_ ? read(products_, row) : fibers_.occupancy(row, "", out);
    out.push_back(size("elements", count));
    Expr number = lit(0);
    for (size_t c = 1; c < of_.least.size(); ++c)
      number = add(number,
                   call("select", {at_most(lit(of_.least[c]), var("elements")), lit(1), lit(0)}));
    out.push_back(assign(var("number"), AssignOp::Set, number, of_.where));
    return block(std::move(out));
  }

  static std::string of_class(const std::string& name, int64_t c) {
    return name + "_" + std::to_string(c);
  }
  // Where the counts of a class's blocks begin, up to this block's.
  Expr of_blocks(int64_t c) const { return mul(lit(c), size_of(call("blocks"))); }
  Expr own_count(int64_t c) const { return add(of_blocks(c), size_of(call("block"))); }

  Kernel count_kernel(const std::string& base) {
    Kernel k = lister(base + "_count", {array_param(counts_, Type::Size, true)});
    std::vector<Stmt> body = run_of_block(), count, store;
    for (int64_t c = 0; c < classes(); ++c) {
      const std::string counted = of_class("count", c);
      body.push_back(changing(counted, Type::Size, lit(0), of_.where));
      count.push_back(assign(var(counted), AssignOp::Add,
                             call("count_where", {equal(var("number"), lit(c))}), of_.where));
      store.push_back(assign(read(counts_, own_count(c)), AssignOp::Set, var(counted), of_.where));
    }
    body.push_back(over_run(std::move(count)));
    body.push_back(if_then(equal(call("thread"), lit(0)), block(std::move(store)), of_.where));
    k.body = block(std::move(body));
    return k;
  }

  Kernel list_kernel(const std::string& base, const RowClass& listed) {
    Kernel k = lister(base + "_list", {array_param(counts_, Type::Size, false),
                                       array_param(listed.list, Type::Coord, true),
                                       array_param(listed.begins, Type::Coord, true)});
    std::vector<Stmt> body = run_of_block(), begins, append;
    const auto begins_at = [&](int64_t c, const Expr& at) {
      begins.push_back(
          assign(read(listed.begins, lit(c)), AssignOp::Set, call("coord", {at}), of_.where));
    };
    for (int64_t c = 0; c < classes(); ++c) {
      const std::string next = of_class("next", c);
      const Expr from = c == 0 ? lit(0) : own_count(c - 1),
                 sum = call("sum_of", {var(counts_), from, own_count(c)});
      body.push_back(changing(next, Type::Size, sum, of_.where));
      if (c > 0)
        body.push_back(assign(var(next), AssignOp::Add, var(of_class("next", c - 1)), of_.where));
      begins_at(c, var(next));
      append.push_back(assign(var(next), AssignOp::Set,
                              call("append_where", {var(listed.list), var(next),
                                                    equal(var("number"), lit(c)), var("row")}),
                              of_.where));
    }
    begins_at(classes(), size_of(var(rank_)));
    body.push_back(if_then(both(equal(call("block"), lit(0)), equal(call("thread"), lit(0))),
                           block(std::move(begins)), of_.where));
    body.push_back(over_run(std::move(append)));
    k.body = block(std::move(body));
    return k;
  }

  const RowClass of_;
  const std::string& rank_ = of_.rank;
  Fibers fibers_;
  std::optional<Fibers> times_;
  Assembly& assembly_;
  std::string counts_, products_;
};

class Classifier {
 public:
  Classifier(Program& program, Diagnostics& diagnostics)
      : program_(program), diagnostics_(diagnostics), assembly_(program) {}

  void run() {
    std::vector<Kernel> made;
    for (Kernel& kernel : program_.kernels)
      if (kernel.row_class) list(kernel, made);
    for (Kernel& k : made) program_.kernels.push_back(std::move(k));
  }

 private:
  void unsupported(const RowClass& of, const std::string& what, const std::string& instead) {
    diagnostics_.error(Code::Unsupported, of.where,
                       fmt::format("unsupported: {}; {}", what, instead));
  }

  // All classes and terms of an expression walk the lists that the first kernel has: those must be
  // of the same fibers.
  void list(Kernel& kernel, std::vector<Kernel>& made) {
    RowClass& own = *kernel.row_class;
    refuse_parts(kernel);
    if (own.number == 0 && !kernel.accumulates) current_ = lists_for(kernel, made);
    if (current_.of.list.empty()) return;
    own.list = current_.of.list;
    own.begins = current_.of.begins;
    own.most_elements = most_elements(kernel);
    program_.notes.push_back(fmt::format("{}: {}", kernel.name, class_text(own)));
  }

  // Lists that steps have made.
  struct Lists {
    RowClass of;
    std::string view, times;
  };

  // Steps before may have made them. What a cascade computes it may compute again.
  Lists lists_for(const Kernel& kernel, std::vector<Kernel>& made) {
    const RowClass& own = *kernel.row_class;
    const std::string view = view_along(kernel, own.tensor, {own.rank, own.along});
    if (view.empty()) {
      unsupported(own,
                  fmt::format("classes of fibers of {} that do not stand at {} alone{}", own.tensor,
                              own.rank, own.times.empty() ? "" : ", above " + own.along),
                  fmt::format("store {} with {} first and whole, or put {} first in the loop order",
                              own.tensor, own.rank, own.root));
      return {};
    }
    std::string times;
    if (!own.times.empty() && !find_times(kernel, times)) return {};
    if (is_input(own.tensor) && (own.times.empty() || is_input(own.times)))
      for (const Lists& known : lists_)
        if (known.view == view && known.times == times && known.of.least == own.least) return known;
    return make(kernel, {{}, view, times}, made);
  }

  bool is_input(const std::string& tensor) const {
    return program_.tensor(tensor)->role == Role::Input;
  }

  bool find_times(const Kernel& kernel, std::string& times) {
    const RowClass& own = *kernel.row_class;
    times = view_along(kernel, own.times, {own.times_rank, ""});
    if (times.empty())
      unsupported(own,
                  fmt::format("classes by products with fibers of {} that do not stand at {} alone",
                              own.times, own.times_rank),
                  fmt::format("store {0} with {1} first and whole, or put {1} in front of its "
                              "other ranks in the loop order",
                              own.times, own.times_rank));
    return !times.empty();
  }

  Lists make(const Kernel& kernel, Lists lists, std::vector<Kernel>& made) {
    lists.of = *kernel.row_class;
    const View* times = lists.times.empty() ? nullptr : program_.view(lists.times);
    for (Kernel& k :
         Lister(*kernel.row_class, *program_.view(lists.view), times, assembly_).run(lists.of)) {
      program_.steps.insert(launch_of(program_, kernel), {Step::Kind::Launch, k.name});
      made.push_back(std::move(k));
    }
    lists_.push_back(lists);
    return lists;
  }

  // A row of Z[m, n] = A[m, k] * B[k, n] has no more elements than A's fiber at m makes products,
  // and one of Z[m, n] = A[m, n] * … no more than that fiber has: whatever the order of the loops,
  // its last coordinate is one that the fibers counted have.
  std::optional<int64_t> most_elements(const Kernel& kernel) const {
    const RowClass& own = *kernel.row_class;
    const Nest nest = unnest(kernel.body);
    const auto* sum = as<Assign>(nest.body);
    const auto next = static_cast<size_t>(own.number) + 1;
    if (!sum || next == own.least.size()) return std::nullopt;
    const std::string row = row_of(own, nest);
    const auto* result = as<Access>(sum->target);
    if (!result || row.empty()) return std::nullopt;
    const Tensor& output = *program_.tensor(tensor_of(result->operand));
    if (output.levels.size() < 2) return std::nullopt;
    const std::string last = variable_at(*result, output.levels.back().rank);
    const bool row_is_outside = std::ranges::any_of(output.ranks, [&](const std::string& rank) {
      return rank != output.levels.back().rank && variable_at(*result, rank) == row;
    });
    const Access* factor = factor_of(sum->value, own.tensor);
    if (last.empty() || !row_is_outside || !factor || variable_at(*factor, own.rank) != row)
      return std::nullopt;
    const auto counted = [&](const std::string& view) {
      return program_.view(view)->levels[1].rank;
    };
    bool bounded = false;
    if (own.times.empty()) {
      bounded = variable_at(*factor, counted(current_.view)) == last;
    } else {
      const Access* other = factor_of(sum->value, own.times);
      const std::string meet = variable_at(*factor, own.along);
      bounded = other && !meet.empty() && variable_at(*other, own.times_rank) == meet &&
                variable_at(*other, counted(current_.times)) == last;
    }
    return bounded ? std::optional(own.least[next] - 1) : std::nullopt;
  }

  // The variable that stands at the access's rank alone; else "".
  std::string variable_at(const Access& a, const std::string& rank) const {
    const std::vector<std::string>& ranks = program_.tensor(tensor_of(a.operand))->ranks;
    const auto at = std::ranges::find(ranks, rank);
    const auto* v =
        at == ranks.end() ? nullptr : as<Var>(a.at[static_cast<size_t>(at - ranks.begin())]);
    return v ? v->name : "";
  }

  // The tensor's access, if it is a factor of all of the value, which is then 0 where the tensor
  // has no element.
  const Access* factor_of(const Expr& value, const std::string& tensor) const {
    const auto* a = as<Access>(value);
    if (a)
      return tensor_of(a->operand) == tensor && program_.tensor(tensor)->absent == 0 ? a : nullptr;
    const auto* n = as<Binary>(value);
    if (!n || n->op != BinaryOp::Mul) return nullptr;
    const Access* left = factor_of(n->lhs, tensor);
    return left ? left : factor_of(n->rhs, tensor);
  }

  // The stored form of a tensor, or the one that the kernel reads, if it begins with these ranks,
  // whole; "" is any rank. Empty: none does.
  std::string view_along(const Kernel& kernel, const std::string& tensor,
                         const std::array<std::string, 2>& ranks) {
    const auto along = [&](const std::vector<Level>& levels) {
      return levels.size() > 1 && levels[0].rank == ranks[0] &&
             (ranks[1].empty() || levels[1].rank == ranks[1]) && !levels[0].tile && !levels[1].tile;
    };
    if (along(program_.tensor(tensor)->levels)) return storage_view(program_, tensor).name;
    for (const Operand& o : kernel.operands)
      if (const View& view = *program_.view(o.view);
          tensor_of(o.name) == tensor && along(view.levels))
        return view.name;
    return "";
  }

  // The variable of the loop over the coordinates that the class lists; empty, if there is none.
  static std::string row_of(const RowClass& own, const Nest& nest) {
    const auto bottom = std::ranges::find_if(
        nest.loops, [&](const Nest::Loop& l) { return l.loop.root == own.root && !l.loop.tile; });
    return bottom == nest.loops.end() ? "" : bottom->loop.var;
  }

  // Levels of tiles of the rank would be walked by loops over tiles of the list.
  void refuse_parts(const Kernel& kernel) {
    const RowClass& own = *kernel.row_class;
    const Nest nest = unnest(kernel.body);
    const std::string row = row_of(own, nest);
    const auto stores_parts = [&](const Access& a, const View& view) {
      const std::vector<std::string>& ranks = program_.tensor(a.operand)->ranks;
      return std::ranges::any_of(view.levels, [&](const Level& level) {
        const auto rank = std::ranges::find(ranks, level.rank) - ranks.begin();
        const auto* v = as<Var>(a.at[static_cast<size_t>(rank)]);
        return level.tile && v && v->name == row;
      });
    };
    std::string found;
    for_each_expr(nest.body, [&](const Expr& e) {
      const auto* a = as<Access>(e);
      if (!a) return;
      const auto o = std::ranges::find(kernel.operands, a->operand, &Operand::name);
      const View* view = program_.view(o == kernel.operands.end() ? a->operand : o->view);
      if (view && stores_parts(*a, *view)) found = tensor_of(a->operand);
    });
    if (!found.empty())
      unsupported(own, fmt::format("{}, which stores parts of {}, in a variant", found, own.root),
                  fmt::format("store {} as a whole rank", own.root));
  }

  Program& program_;
  Diagnostics& diagnostics_;
  Assembly assembly_;
  std::vector<Lists> lists_;
  Lists current_;  // of the expression at hand
};

}  // namespace

std::optional<Program> classify(Program program, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  Classifier(program, diagnostics).run();
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
