#include "compiler/ir/verify/verify.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "compiler/ir/copies.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/mma.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/text/text.h"
#include "compiler/ir/tile_names.h"
#include "compiler/ir/verify/verify_copies.h"
#include "compiler/ir/verify/verify_nest.h"
#include "compiler/ir/verify/verify_rule.h"
#include "compiler/ir/verify/verify_steps.h"
#include "compiler/ir/verify/verify_threads.h"
#include "compiler/support/match.h"

namespace teaal::ir {
namespace {

enum class Kind { Integer, Value, Bool };

Kind kind_of(Type type) {
  return type == Type::Bool ? Kind::Bool : type == Type::Value ? Kind::Value : Kind::Integer;
}

// Says which statement it is.
auto line_of(const Stmt& s) {
  return [&s] {
    const std::string text = print(s);
    return "'" + text.substr(0, text.find('\n')) + "'";
  };
}

// What `check` finds lies there, unless it knows better.
template <class Check>
void at(const SourceRange& where, Check check) {
  try {
    check();
  } catch (BrokenRule& broken) {
    if (!broken.where.known()) broken.where = where;
    throw;
  }
}

// What is banned from which stage on.
void check_schedule(const Kernel& k, Stage stage) {
  const Schedule& s = k.schedule;
  require(stage < Stage::Accumulated || s.skips.empty(), "a skip after stage");
  require(stage < Stage::Positions || !s.tensor_core, "a tensor core after tensorize");
  require(stage < Stage::Positions || s.stagings.empty(), "a staging after bind_memory");
  require(stage < Stage::Filled || k.tiles.empty(), "a tile after fill_tiles");
  for (const Tile& t : k.tiles) {
    require(t.depth >= 1 && t.depth <= 4, "tile ", t.name,
            " has fewer than 1 or more than 4 buffers");
    require(!t.pieces.empty(), "tile ", t.name, " holds nothing");
    require(t.scope == Scope::Block || (t.memory == Memory::Shared && !t.listed && t.warps > 0),
            "tile ", t.name, " is of each warp, and lies in no shared memory for them");
    require(t.memory == Memory::Shared || t.sides.empty(), "tile ", t.name,
            ", a box, lies in registers");
    require(t.beside.empty() || t.listed, "tile ", t.name, " is no list, and made of two tensors");
  }
  std::string in = "kernel " + k.name + ": ";
  require(stage < Stage::Partitioned || s.splits.empty(), in, "a split after partition");
  require(stage < Stage::Placed || !s.unmapped, in, "a kernel to map after place");
  require(stage < Stage::Ordered || s.order.empty(), in, "an order after order");
  require(stage < Stage::Placed || s.space.empty(), in, "a space rank after place");
  require(stage < Stage::Positions || !s.default_space, in, "space for all after coiterate");
  require(stage < Stage::Positions || s.meetings.empty(), in, "a meeting after coiterate");
  require(stage >= Stage::Placed || k.workers.empty(), in, "workers before place");
  require(stage >= Stage::Positions || k.params.empty(), in, "parameters before coiterate");
  require((stage >= Stage::Gpu) == (k.launch.grid != nullptr), in,
          "the launch shape is set by map, not before and not later");
}

class KernelVerifier {
 public:
  KernelVerifier(const Program& program, const Kernel& kernel, Stage stage)
      : program_(program), kernel_(kernel), stage_(stage) {
    for (const Param& p : kernel.params) define_param(p);
    // What kernels in front have filled becomes a parameter in coiterate.
    if (stage < Stage::Positions)
      for (const Workspace& w : program.workspaces)
        define_array(w.name, {kind_of(w.type), false, {}});
    // Arrays of tiles are declared in coiterate.
    if (stage < Stage::Positions)
      for (const Tile& t : kernel.tiles)
        if (!t.laid.empty() || t.gathered) define_words(t);
    for (const Symbol& s : program.symbols) sizes_.insert(s.name);
    for (const Count& c : program.counts) sizes_.insert(c.name);
    for (const std::string& rank : program.ranks()) sizes_.insert(rank);
    for (const NamedSize& s : program.sizes) sizes_.insert(s.name);
    for (const std::string& s : program.scalars) scalars_.insert("scalar_" + s);
  }

  void check(const Stmt& s) {
    at(s->where, [&] { check_kind(s); });
  }

 private:
  void check_kind(const Stmt& s) {
    match(
        s->kind, [&](const Block& n) { check_block(n); }, [&](const ForRank& n) { check_loop(n); },
        [&](const For& n) { check_loop(n); },
        [&](const While& n) {
          require(kind(n.cond) == Kind::Bool, "while ", n.cond, ": not a condition");
          scoped(n.body);
        },
        [&](const If& n) {
          require(kind(n.cond) == Kind::Bool, "if ", n.cond, ": not a condition");
          scoped(n.body);
        },
        [&](const Let& n) {
          require(kind(n.value) == kind_of(n.type), n.var, " is given a value of another kind");
          define(n.var, kind_of(n.type), n.changes);
        },
        [&](const Assign& n) { check_assign(n); },
        [&](const Array& n) {
          require(stage_ >= Stage::Accumulated || n.memory == Memory::Registers,
                  "shared memory before accumulate");
          define_array(n.buffer, {kind_of(n.type), true, n.memory, n.stored});
        },
        [](const Remark&) {}, [&](const Run& n) { kind(n.call); },
        [&](const Copy& n) { check_copy(n, s); }, [&](const CopiesEnd&) { check_machine(s); },
        [&](const Await& n) {
          check_machine(s);
          require(n.running >= 0, "fewer than no copies may be under way");
        },
        [&](const Barrier&) {
          require(stage_ >= Stage::Accumulated, line_of(s), " before accumulate");
        },
        [&](const Fill& n) { check_fill(n); },
        [&](const Mma& n) {
          require(stage_ >= Stage::Accumulated, "products on tensor cores before accumulate");
          kind(call_of(n));
        });
  }

  struct Name {
    Kind kind;
    bool changes;
  };
  struct Buffer {
    Kind kind;
    bool written;
    std::optional<Memory> memory = {};  // of the kernel's own
    bool stored = false;                // elements are as tensors store them
  };

  void define_param(const Param& p) {
    switch (p.kind) {
      case Param::Kind::Int:
      case Param::Kind::Size:
        define(p.name, Kind::Integer, false);
        break;
      case Param::Kind::Scalar:
        define(p.name, Kind::Value, false);
        break;
      case Param::Kind::Workspace:
        define_array(p.name, {kind_of(p.type), p.written});
        break;
      default:
        require(program_.view(p.view) != nullptr, "parameter of the unknown view ", p.view);
        const bool values = p.kind == Param::Kind::Values;
        define_array(p.name, {values ? Kind::Value : Kind::Integer, p.written, {}, values});
    }
  }

  void define(const std::string& name, Kind kind, bool changes) {
    require(names_.emplace(name, Name{kind, changes}).second, "'", name, "' is defined twice");
    order_.push_back(name);
  }

  void define_array(const std::string& name, Buffer buffer) {
    require(buffers_.emplace(name, buffer).second, "array '", name, "' is defined twice");
    arrays_.push_back(name);
  }

  // Of a tile with words of its own.
  void define_words(const Tile& t) {
    define_array(t.name, {Kind::Integer, true, Memory::Shared});
    if (!t.gathered) return;
    define_array(entries_of(t.name), {Kind::Integer, false, Memory::Shared});
    define_array(elements_of(t.name), {Kind::Value, false, {}, true});
    require(program_.view(t.operand) != nullptr, "tile ", t.name, " gathers from an unknown view");
  }
  void define_begins(const Tile& t) {
    if (!t.laid.empty() || t.gathered) define(begin_of(t.name), Kind::Integer, false);
    if (!t.gathered) return;
    define(run_of(t.name), Kind::Integer, false);
    define(left_of(t.name), Kind::Integer, false);
  }

  void scoped(const Stmt& body) {
    const size_t names = order_.size(), arrays = arrays_.size();
    check(body);
    for (; order_.size() > names; order_.pop_back()) names_.erase(order_.back());
    for (; arrays_.size() > arrays; arrays_.pop_back()) buffers_.erase(arrays_.back());
  }

  void check_fill(const Fill& n) {
    require(stage_ == Stage::Accumulated || stage_ == Stage::Positions,
            "a fill before bind_memory or after fill_tiles");
    require((stage_ == Stage::Positions) == (n.copies != nullptr),
            "a fill has copies behind coiterate, and no earlier");
    for (const std::string& tile : n.tiles)
      require(std::ranges::count(kernel_.tiles, tile, &Tile::name) == 1,
              "a fill of the unknown tile ", tile);
    const auto scope = [&](const std::string& tile) {
      return std::ranges::find(kernel_.tiles, tile, &Tile::name)->scope;
    };
    require(!n.tiles.empty() && std::ranges::all_of(n.tiles,
                                                    [&](const std::string& tile) {
                                                      return scope(tile) == scope(n.tiles[0]);
                                                    }),
            "a fill of tiles that not the same threads share");
    if (n.copies) return scoped(n.copies);
    for (const Tile& t : kernel_.tiles)
      if (std::ranges::count(n.tiles, t.name) > 0) define_begins(t);
  }

  void check_machine(const Stmt& s) const {
    require(stage_ >= Stage::Positions, line_of(s), " before coiterate");
  }

  void check_copy(const Copy& n, const Stmt& s) {
    check_machine(s);
    const auto text = line_of(s);
    const auto *to = as<Read>(n.to), *from = as<Read>(n.from);
    require(to && from, text, " copies no elements of arrays");
    require(!copy_text(n).empty(), text, " is no copy that the machine makes");
    require(target_kind(n.to) == kind(n.from), text, " copies elements of another kind");
    require(!n.entries || kind(n.from) == Kind::Integer, text, " copies entries that are none");
    const bool stages = n.way == CopyWay::Async || in_bulk(n.way);
    require(!stages || buffers_.at(to->buffer).memory == Memory::Shared, text,
            " does not end in shared memory");
    const bool settled = stages && stage_ >= Stage::Assembled && !kernel_.tiled;  // by `iterate`
    require(!settled || buffers_.at(to->buffer).stored == buffers_.at(from->buffer).stored, text,
            " is of elements that lie otherwise there");
    const std::string turn = array_of_turn(n);
    require(!n.turn || (!turn.empty() && buffers_.contains(turn) &&
                        buffers_.at(turn).memory == Memory::Shared),
            text, " arrives at no array in shared memory");
    require(!in_bulk(n.way) || n.turn || stage_ < Stage::Filled, text, " arrives nowhere");
    for (const Expr& number : {n.entry, n.stride, n.count})
      require(!number || kind(number) == Kind::Integer, text, " has a field that is no integer");
    require(!n.guard || kind(n.guard) == Kind::Bool, text, " has a guard that is no condition");
  }

  void check_block(const Block& n) {
    for (const Stmt& s : n.stmts) check(s);
  }

  void check_loop(const ForRank& n) {
    require(stage_ < Stage::Positions, "rank loop '", n.var, "' after coiterate");
    require(n.place == Place::Time || stage_ >= Stage::Placed, "'", n.var, "' placed before place");
    require(n.leader.empty() || (n.tile && program_.tensor(n.leader)), n.rank, " is led by '",
            n.leader, "', which is no tensor, or has no tile");
    require(!n.merged || (!n.leader.empty() && !n.joined.empty()), n.rank,
            " follows a merge path, but is no part of a flattened rank with a leader");
    for (const Expr& size : {n.tile, n.growth.most})
      if (size) require(kind(size) == Kind::Integer, "the tile of ", n.rank, " is no integer");
    for (const Fiber& f : n.over.fibers)
      require(program_.tensor(f.operand) != nullptr, n.rank, " walks the unknown tensor ",
              f.operand);
    if (n.at) require(kind(n.at) == Kind::Integer, "the coordinate of ", n.rank, " is no integer");
    require(n.divisor > 0, "the divisor of ", n.rank, " is not positive");
    const bool first = around_.insert(n.rank).second;
    require(first || n.tuples == Tuples::OfFiber, n.rank, " has a loop inside of its own loop");
    check_spelled(n);
    size_t mark = order_.size();
    define(n.var, Kind::Integer, false);
    if (n.spelled.turns) define(n.spelled.var, Kind::Integer, false);
    if (!n.tile)
      for (const Joined& j : n.own()) define(j.var, Kind::Integer, false);
    scoped(n.body);
    for (; order_.size() > mark; order_.pop_back()) names_.erase(order_.back());
    if (first) around_.erase(n.rank);
  }

  // It has a literal number of coordinates, whatever the data.
  void check_spelled(const ForRank& n) {
    if (!n.spelled.turns) return;
    require(stage_ >= Stage::Accumulated, n.rank, " is spelled out before accumulate");
    require(n.spelled.turns > 0 && n.leader.empty() && n.joined.empty() && !n.at &&
                n.snaps.empty() && (!n.tile || as<IntLit>(n.tile)),
            n.rank, " is spelled out and has no literal number of iterations");
  }

  void check_loop(const For& n) {
    require(stage_ >= (n.worker.empty() ? Stage::Accumulated : Stage::Positions), "position loop '",
            n.var, "' before coiterate");
    require(n.worker.empty() || stage_ < Stage::Gpu, "'", n.var, "' is still shared after map");
    require(n.worker.empty() || known_worker(n.worker), "no worker of ", n.worker);
    for (const Expr& e : {n.begin, n.end, n.step})
      require(kind(e) == Kind::Integer, "a bound of '", n.var, "' is no integer");
    size_t mark = order_.size();
    define(n.var, kind_of(n.type), false);
    scoped(n.body);
    for (; order_.size() > mark; order_.pop_back()) names_.erase(order_.back());
  }

  void check_assign(const Assign& n) {
    require(kind(n.value) == target_kind(n.target), "'", n.target,
            "' is assigned a value of another kind");
  }

  Kind target_kind(const Expr& target) {
    if (const auto* v = as<Var>(target)) {
      auto found = names_.find(v->name);
      require(found != names_.end() && found->second.changes, "'", v->name, "' may not change");
      return found->second.kind;
    }
    if (const auto* r = as<Read>(target)) {
      auto found = buffers_.find(r->buffer);
      require(found != buffers_.end() && found->second.written, "'", r->buffer,
              "' may not be written");
    }
    return kind(target);
  }

  bool known_worker(const std::string& rank) const {
    for (const Worker& w : kernel_.workers)
      if (w.rank == rank) return true;
    return false;
  }

  Kind kind(const Expr& e) {
    return match(
        e->kind, [](const IntLit&) { return Kind::Integer; },
        [](const FloatLit&) { return Kind::Value; }, [&](const Var& n) { return var_kind(n.name); },
        [&](const Access& n) {
          require(stage_ < Stage::Positions, "tensor access ", e, " after coiterate");
          const Tensor* t = program_.tensor(n.operand);
          require(t && t->ranks.size() == n.at.size(), e, " does not fit its tensor");
          for (const Expr& at : n.at)
            require(kind(at) == Kind::Integer, e, " has a coordinate that is no integer");
          return Kind::Value;
        },
        [&](const Read& n) {
          auto found = buffers_.find(n.buffer);
          require(found != buffers_.end(), "'", n.buffer, "' is no array of this kernel");
          require(kind(n.at) == Kind::Integer, e, ": the position is no integer");
          return found->second.kind;
        },
        [&](const Binary& n) { return binary_kind(n, e); },
        [&](const Call& n) { return call_kind(n); });
  }

  Kind var_kind(const std::string& name) {
    if (auto found = names_.find(name); found != names_.end()) return found->second.kind;
    if (stage_ < Stage::Positions && sizes_.contains(name)) return Kind::Integer;
    if (stage_ < Stage::Positions && scalars_.contains(name)) return Kind::Value;
    throw BrokenRule{"'" + name + "' is used where it is not defined", {}};
  }

  Kind binary_kind(const Binary& n, const Expr& e) {
    Kind lhs = kind(n.lhs), rhs = kind(n.rhs);
    require(lhs == rhs, e, " mixes kinds");
    bool logic = n.op == BinaryOp::And || n.op == BinaryOp::Or;
    require(logic == (lhs == Kind::Bool), e, ": operands of the wrong kind");
    bool compares = n.op == BinaryOp::Eq || n.op == BinaryOp::Lt || n.op == BinaryOp::Le;
    return compares ? Kind::Bool : lhs;
  }

  Kind call_kind(const Call& n) {
    const Intrinsic* row = find_intrinsic(n.intrinsic);
    const std::vector<Argument> wanted = row ? arguments_of(*row) : std::vector<Argument>{};
    require(row && wanted.size() == n.args.size(), "no intrinsic ", n.intrinsic,
            " with that many arguments");
    for (size_t i = 0; i < wanted.size(); ++i) check_argument(wanted[i], n, i);
    return kind_of(row->result);
  }

  void check_argument(const Argument& wanted, const Call& call, size_t i) {
    const Expr& given = call.args[i];
    const auto what = [&] { return "'" + print(given) + "' in @" + call.intrinsic; };
    const auto* name = as<Var>(given);
    const auto found = name ? buffers_.find(name->name) : buffers_.end();
    const bool array = found != buffers_.end();
    if (wanted.kind == Argument::Kind::Rank) {
      require(stage_ >= Stage::Accumulated && stage_ < Stage::Gpu, what,
              " stands behind map, or before accumulate");
      return require(name && known_worker(name->name), what, " is no rank of a worker");
    }
    require(array == wanted.array, what, (array ? " is an array" : " is no array in sight"));
    require(fits(wanted.kind, array ? found->second.kind : kind(given)), what,
            " is of another kind than the argument");
    require(!wanted.written || found->second.written, what, " may not be written");
  }

  static bool fits(Argument::Kind wanted, Kind given) {
    switch (wanted) {
      case Argument::Kind::Integer:
        return given == Kind::Integer;
      case Argument::Kind::Value:
        return given == Kind::Value;
      case Argument::Kind::Bool:
        return given == Kind::Bool;
      case Argument::Kind::Number:
        return given != Kind::Bool;
      case Argument::Kind::Rank:
        break;
    }
    return false;
  }

  const Program& program_;
  const Kernel& kernel_;
  Stage stage_;
  std::unordered_map<std::string, Name> names_;
  std::vector<std::string> order_, arrays_;  // names and arrays in sight, as they were defined
  std::set<std::string> around_;             // ranks of the rank loops around
  std::unordered_map<std::string, Buffer> buffers_;
  std::unordered_set<std::string> sizes_, scalars_;
};

// Nothing of a rank may be lost: its parts lie above its whole level, and tiles are sizes that are
// known when the tensor is stored.
void check_levels(const std::string& of, const std::vector<Level>& levels,
                  const std::set<std::string>& sizes) {
  std::map<std::string, bool> whole;
  for (const Level& level : levels) {
    require(!whole[level.rank], of, " has a level behind the whole rank ", level.rank);
    require(level.tile || level.snaps.empty(), of, " snaps the whole rank ", level.rank);
    whole[level.rank] = level.tile == nullptr;
    auto size = [&](const Expr& e) {
      bool known = as<Access>(e) == nullptr && as<Read>(e) == nullptr;
      if (const auto* v = as<Var>(e)) known = sizes.contains(v->name);
      require(known, of, " has a tile of ", level.rank, " that is no size: ", e);
    };
    if (level.tile) for_each_expr(level.tile, size);
    for (const Expr& snap : level.snaps) for_each_expr(snap, size);
  }
  for (const auto& [rank, is_whole] : whole)
    require(is_whole, of, " has parts of ", rank, " but not the whole rank");
}

// Of gathered sides and lists, while operands are known.
void check_gathered(const Program& p, const Kernel& k) {
  const auto view_of = [&](const std::string& operand) {
    const auto found = std::ranges::find(k.operands, operand, &Operand::name);
    return found == k.operands.end() ? nullptr : p.view(found->view);
  };
  for (const Tile& t : k.tiles) {
    const View* beside = view_of(t.beside);
    require(t.beside.empty() || (beside && store_all(beside->levels)), "tile ", t.name,
            " lists what no dense operand holds");
    for (const Tile::Side& s : t.sides) {
      const View* v = view_of(s.by);
      const auto level = static_cast<size_t>(s.level);
      const auto is_list = [&](const Tile& list) {
        return list.listed && list.operand == s.by && list.from == s.level;
      };
      const bool listed = std::ranges::any_of(k.tiles, is_list) || !k.schedule.stagings.empty();
      require(s.by.empty() || (v && level < v->levels.size() && s.by != t.operand &&
                               (listed || v->levels[level].format == LevelFormat::Compressed)),
              "tile ", t.name, " is gathered by what no operand stores");
    }
  }
}

void check_rows(const Program& p, const Kernel& k) {
  if (!k.rows) return;
  const View* v = p.view(k.rows->view);
  const size_t coords = k.rows->coords.size();
  require(coords > 0 && (k.rows->view.empty() || (v && coords <= v->levels.size())), "kernel ",
          k.name, " has rows of no coordinates");
}

// What becomes of a sum is said in its coordinates, and takes what was made before.
void check_finish(const Program& p, const Kernel& k, Stage stage) {
  if (!k.finish) return;
  require(stage < Stage::Reduced, "kernel ", k.name, " has a finish after reduce");
  std::set<std::string> coordinates;
  const auto fits = [&](const Access& access) {
    const Tensor* t = p.tensor(access.operand);
    return t && t->ranks.size() == access.at.size();
  };
  const auto* sum = as<Access>(k.finish->sum);
  require(sum && fits(*sum) && !k.finish->links.empty(), "kernel ", k.name,
          " has a finish of no sum");
  for (const Expr& at : sum->at)
    if (const auto* v = as<Var>(at)) coordinates.insert(v->name);
  std::string taken = tensor_of(sum->operand);
  for (const Finish::Link& link : k.finish->links) {
    const auto* n = as<Assign>(link.assign);
    require(n && as<Access>(n->target), "kernel ", k.name, " has a finish that assigns nothing");
    const auto check = [&](const Expr& e) {
      const auto* access = as<Access>(e);
      if (!access) return;
      const bool viewed = std::ranges::any_of(link.operands, [&](const Operand& o) {
        const View* v = p.view(o.view);
        return o.name == access->operand && v && v->tensor == tensor_of(o.name);
      });
      require(fits(*access) && (viewed || tensor_of(access->operand) == taken), "kernel ", k.name,
              " has a finish of an operand without a view: ", e);
      for (const Expr& at : access->at)
        require(as<Var>(at) && coordinates.contains(as<Var>(at)->name), "kernel ", k.name,
                " has a finish at other coordinates than its sums: ", e);
    };
    for_each_expr(n->target, check);
    for_each_expr(n->value, check);
    taken = tensor_of(as<Access>(n->target)->operand);
  }
}

// What `stage` lowered has left the stages in between behind.
Stage stage_of(const Kernel& k, Stage stage) {
  return k.tiled ? std::max(stage, Stage::Reduced) : stage;
}

// Whether a program has the kernel with the same body, launch and parameters.
bool has_as_it_is(const Program* p, const Kernel& k) {
  const auto same_params = [&](const Kernel& other) {
    return std::ranges::equal(other.params, k.params, [](const Param& a, const Param& b) {
      return a.name == b.name && a.kind == b.kind && a.written == b.written;
    });
  };
  return p && std::ranges::any_of(p->kernels, [&](const Kernel& other) {
           return other.name == k.name && other.body == k.body && other.tiled == k.tiled &&
                  other.threads == k.threads && other.workers.size() == k.workers.size() &&
                  other.operands.size() == k.operands.size() &&
                  other.tiles.size() == k.tiles.size() && other.launch.block == k.launch.block &&
                  same_params(other);
         });
}

bool has_same_names(const Program* a, const Program& b) {
  return a && std::ranges::equal(a->views, b.views, {}, &View::name, &View::name) &&
         std::ranges::equal(a->workspaces, b.workspaces, {}, &Workspace::name, &Workspace::name);
}

void check_program(const Program& p, Stage stage, const Verified& before) {
  check_names(p, stage);
  std::set<std::string> names, sizes;
  for (const Symbol& s : p.symbols) sizes.insert(s.name);
  for (const Tensor& t : p.tensors) sizes.insert(t.ranks.begin(), t.ranks.end());
  for (const Tensor& t : p.tensors) check_levels("tensor " + t.name, t.levels, sizes);
  for (const View& v : p.views) {
    check_levels("view " + v.name, v.levels, sizes);
    require(p.tensor(v.tensor) != nullptr, "view ", v.name, " of an unknown tensor");
    require(names.insert(v.name).second, "view ", v.name, " is defined twice");
    require(!v.points || stage < Stage::Assembled, "points ", v.name, " after assemble");
    require(v.positions.empty() || v.positions.size() == v.levels.size(), "view ", v.name,
            " has positions of other levels");
    const View* whose = v.like.empty() ? &v : p.view(v.like);
    require(whose && same_levels(whose->levels, v.levels), "view ", v.name,
            " is like no view of its levels");
  }
  for (const Tensor& t : p.tensors)
    require(!t.derived || t.role == Role::Intermediate, "tensor ", t.name,
            " is derived, and the caller's");
  for (const Tensor& t : p.tensors)
    require(t.state_of.empty() || (p.tensor(t.state_of) && stage < Stage::Assembled), "tensor ",
            t.name, " is a state of an unknown tensor, or after join");
  for (const Kernel& k : p.kernels) {
    require(!k.owner || stage < Stage::Assembled, "kernel ", k.name, " is owned after join");
    require(k.clears.empty() || stage < Stage::Positions, "kernel ", k.name,
            " clears after coiterate");
    const Stage of_kernel = stage_of(k, stage);
    check_class(p, k);
    check_kept(p, k);
    check_rows(p, k);
    if (!k.operands.empty()) check_gathered(p, k);
    check_finish(p, k, of_kernel);
    at(k.where, [&] {
      check_schedule(k, of_kernel);
      if (stage_of(k, before.stage) == of_kernel && has_same_names(before.program, p) &&
          has_as_it_is(before.program, k))
        return;
      KernelVerifier(p, k, of_kernel).check(k.body);
      check_reached_together(k);
      check_filled(k);
      check_awaited(k);
      check_nest(p, k, of_kernel);
    });
  }
  for (const Step& s : p.steps) check_step(p, s);
}

}  // namespace

std::optional<BrokenRule> verify(const Program& program, Stage stage, const Verified& before) {
  try {
    check_program(program, stage, before);
    return std::nullopt;
  } catch (const BrokenRule& broken) {
    return broken;
  }
}

}  // namespace teaal::ir
