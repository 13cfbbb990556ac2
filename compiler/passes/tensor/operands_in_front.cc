#include "compiler/passes/tensor/operands_in_front.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/tile_names.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/copies.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/steps.h"
#include "compiler/passes/tensor/largest.h"

namespace teaal::passes {

using namespace ir;

Tile OperandsInFront::laid_out(Warpgroup::Side& side, const Warpgroup& together,
                               const Filled& filled) {
  Matrices& m = side.matrices;
  Tile tile;
  const bool lines = together.in_lines(), parts = together.takes == Warpgroup::Takes::Parts;
  if (!together.gathers()) m.workspace = names_.fresh(m.view + (lines ? "_lines" : "_matrices"));
  tile.laid = m.workspace;
  tile.gathered = together.gathers();
  if (lines || parts || tile.gathered)
    tile.sides = {{filled.summed, together.count, together.list, level_of(together.list)}};
  if (tile.gathered) {
    program_.notes.push_back(fmt::format(
        "{}: threads make matrices of {} rows by {} of what {} names of {}, in each "
        "iteration of {}",
        kernel_.name, m.rows(), together.count, together.list, side.tensor, filled.fill));
  } else if (lines) {
    make_lines(side);
    tile.at = Lines{m, side.local, std::nullopt}.first_word(side.first);
    program_.notes.push_back(
        fmt::format("{}: a kernel in front writes what the {} rows of a tile of {} have at one {} "
                    "as a line; threads copy those that {} names in each iteration of {}",
                    kernel_.name, m.rows(), program_.view(m.view)->tensor, filled.summed,
                    together.list, filled.fill));
  } else {
    make_matrices(side, together);
    std::vector<Expr> first = side.first;
    for (size_t r = 0; r < m.ranks.size(); ++r)
      if (parts && m.ranks[r].summed) first[r] = lit(0);
    tile.at = m.first_word(first);
    tile.in_parts = parts;
    program_.notes.push_back(fmt::format(
        "{}: a kernel in front lays {} out{} as matrices of {} rows by {}, which come in bulk in "
        "each iteration of {}{}",
        kernel_.name, program_.view(m.view)->tensor,
        m.list.empty() ? "" : ", where anything is kept of " + filled.summed + ",", m.rows(),
        m.depth(), filled.fill, parts ? ", where " + together.list + " names them" : ""));
  }
  tile.name = side.tile = names_.fresh(m.view + "_tile");
  for (const std::string& name : {begin_of(tile.name), run_of(tile.name), left_of(tile.name),
                                  entries_of(tile.name), elements_of(tile.name)})
    names_.take(name);
  tile.operand = tile.gathered ? m.view : side.operand;
  tile.depth = together.buffers;
  tile.pieces = {{Param::Kind::Masks, 0, m.words()}};
  std::vector<Schedule::Staging>& stagings = kernel_.schedule.stagings;
  const auto of_side = [&](const Schedule::Staging& s) { return s.tensor == side.tensor; };
  if (const auto s = std::ranges::find_if(stagings, of_side); s != stagings.end())
    tile.where = s->where;
  std::erase_if(stagings, of_side);
  kernel_.tiles.push_back(tile);
  return tile;
}

void OperandsInFront::make_matrices(Warpgroup::Side& side, const Warpgroup& together) {
  Matrices& m = side.matrices;
  if (together.takes == Warpgroup::Takes::Kept) {
    const KeptList list = kept_by(together.list);
    m.list = list.entries, m.count = list.count;
  }
  program_.workspaces.push_back({m.workspace, m.all_words(), Type::Mask});
  kernels_.push_back(m.kernel(names_.fresh(kernel_.name + "_" + m.workspace), program_, where_));
  if (program_.view(m.view)->tensor != side.tensor && !others_read(side.tensor))
    leave_out(side.tensor);
}

// Whether any kernel but this one reads the tensor, which a kernel in front has turned round.
bool OperandsInFront::others_read(const std::string& tensor) const {
  return std::ranges::any_of(program_.kernels, [&](const Kernel& k) {
    return k.name != kernel_.name && k.reads_all.empty() &&
           std::ranges::find(k.operands, tensor, &Operand::view) != k.operands.end();
  });
}

// One block lists.
OperandsInFront::KeptList OperandsInFront::kept_by(const std::string& list) {
  if (kept_) return *kept_;
  const std::vector<Schedule::Staging>& stagings = kernel_.schedule.stagings;
  const Schedule::Staging& staging = *std::ranges::find(stagings, list, &Schedule::Staging::tensor);
  const auto view_of = [&](const std::string& operand) -> const View& {
    return *program_.view(std::ranges::find(kernel_.operands, operand, &Operand::name)->view);
  };
  const std::string rank = view_of(list).levels[0].rank, base = rank + "_kept";
  const KeptList out{names_.fresh(base), names_.fresh(base + "_count")};
  program_.workspaces.push_back({out.entries, var(rank), Type::Coord});
  program_.workspaces.push_back({out.count, lit(1), Type::Coord});
  constexpr int64_t threads = 1024, warps = threads / 32;
  constexpr const char *of_warps = "of_warps", *count = "count";
  Kernel k;
  k.name = names_.fresh(kernel_.name + "_" + out.entries);
  k.where = staging.where;
  k.tiled = true;  // it is whole
  k.threads = threads;
  k.launch = {lit(1), lit(threads)};
  std::vector<Expr> args = {var(out.entries), var(of_warps)};
  for (const std::string& name : {out.entries, out.count})
    k.params.push_back({Param::Kind::Workspace, name, name, 0, nullptr, true, Type::Coord});
  for (const std::string& operand : {list, staging.beside}) {
    if (operand.empty()) continue;
    const View& view = view_of(operand);
    k.params.push_back({Param::Kind::Values, values_name(view), view.name, 0, nullptr, false});
    for (const Expr& arg : {var(values_name(view)), lit(0), lit(1)}) args.push_back(arg);
  }
  for (const Expr& arg : {lit(0), size_of(var(rank))}) args.push_back(arg);
  if (staging.beside.empty()) args.push_back(make_expr(FloatLit{0}));
  args.push_back(lit(std::max<int64_t>(staging.whole, 1)));
  k.body =
      block({make_stmt(Array{of_warps, warps, Type::Pos}),
             let(count, Type::Pos,
                 call("pos", {call(staging.beside.empty() ? "list_places" : "list_common", args)})),
             if_then(equal(call("thread"), lit(0)),
                     assign(read(out.count, lit(0)), AssignOp::Set, call("coord", {var(count)})))});
  add_sizes_read(program_, k);
  kernels_.push_back(std::move(k));
  kept_ = out;
  return out;
}

// The kernel that marks what it has writes the lines as well, unless its values are scaled by the
// largest one, which that kernel finds. Nobody else may want them in another order.
void OperandsInFront::make_lines(const Warpgroup::Side& side) {
  const Matrices& m = side.matrices;
  Lines lines{m, side.local, marks_of(side)};
  program_.workspaces.push_back({m.workspace, lines.all_words(), Type::Mask});
  const std::string name = names_.fresh(kernel_.name + "_" + m.workspace);
  const bool is_turned = program_.view(m.view)->tensor != side.tensor,
             is_shared = is_turned && others_read(side.tensor);
  Kernel* finds = lines.marks && m.largest.empty() && lines.finds_marks() && !is_shared
                      ? marking(*lines.marks, side)
                      : nullptr;
  if (finds) {
    lines.marks->found = true;
    launch_of(program_, *finds)->name = name;
    *finds = lines.kernel(name, program_, where_);
  } else {
    const Kernel* reader = reader_of(*program_.view(m.view));
    kernels_.push_back(lines.kernel(name, program_, where_));
    if (reader && lines.marks) launch_behind_[name] = reader->name;
  }
  if (!is_turned) return;
  program_.notes.push_back(fmt::format("{}: lines are made of {} as it lies, not of {}",
                                       kernel_.name, program_.view(m.view)->tensor, side.tensor));
  if (!is_shared) leave_out(side.tensor);
}

// The kernel in front that finds these marks, and writes nothing else but what is left out.
Kernel* OperandsInFront::marking(const Lines::Marks& marks, const Warpgroup::Side& side) const {
  Kernel* reader = reader_of(*program_.view(side.matrices.view));
  if (!reader) return nullptr;
  bool finds = false, alone = true;
  for_each_stmt(reader->body, [&](const Stmt& s) {
    const auto* n = as<Assign>(s);
    const auto* to = n ? as<Access>(n->target) : nullptr;
    if (!to) return;
    finds |= to->operand == marks.view;
    alone &= to->operand == marks.view || to->operand == side.tensor;
  });
  return finds && alone ? reader : nullptr;
}

// A tensor that a kernel in front has turned round: that kernel marks what it sees, if it does so,
// and nothing else.
void OperandsInFront::leave_out(const std::string& tensor) {
  const auto writes = [&](const Kernel& k) {
    return !k.reads_all.empty() && output_of(k) == tensor;
  };
  if (const auto k = std::ranges::find_if(program_.kernels, writes); k != program_.kernels.end()) {
    const auto is_store = [&](const Stmt& s) {
      const auto* n = as<Assign>(s);
      const auto* to = n ? as<Access>(n->target) : nullptr;
      return to && to->operand == tensor;
    };
    const Stmt rest = without(k->body, is_store);
    bool stores = false;
    for_each_stmt(rest, [&](const Stmt& s) { stores |= as<Assign>(s) != nullptr; });
    if (!stores && !k->largest.empty()) return;  // a kernel that stores nothing would find nothing
    k->body = rest;
    k->only_marked = false;
    std::erase_if(k->operands, [&](const Operand& o) { return o.view == tensor; });
    if (stores) {
      k->reduction = AssignOp::Or;
    } else {
      program_.steps.erase(launch_of(program_, *k));
      program_.kernels.erase(k);
    }
  }
  std::erase_if(program_.views, [&](const View& v) { return v.tensor == tensor; });
  std::erase_if(program_.tensors, [&](const Tensor& t) { return t.name == tensor; });
}

void OperandsInFront::launch() {
  for (const Kernel& k : kernels_) {
    const auto behind = launch_behind_.find(k.name);
    const bool alone = behind == launch_behind_.end();
    const Kernel& at =
        alone ? kernel_ : *std::ranges::find(program_.kernels, behind->second, &Kernel::name);
    program_.steps.insert(launch_of(program_, at) + (alone ? 0 : 1), {Step::Kind::Launch, k.name});
  }
}

// Of the tensor that is listed.
int OperandsInFront::level_of(const std::string& list) const {
  const std::vector<Schedule::Staging>& stagings = kernel_.schedule.stagings;
  const auto staging = std::ranges::find(stagings, list, &Schedule::Staging::tensor);
  const View& view =
      *program_.view(std::ranges::find(kernel_.operands, list, &Operand::name)->view);
  return static_cast<int>(std::ranges::find(view.levels, staging->rank, &Level::rank) -
                          view.levels.begin());
}

// The pattern whose tiles are the side's, if the list names nothing else than what it has.
std::optional<Lines::Marks> OperandsInFront::marks_of(const Warpgroup::Side& side) const {
  const auto lists_parts = [](const Schedule::Staging& s) { return s.whole > 0; };
  if (std::ranges::any_of(kernel_.schedule.stagings, lists_parts)) return std::nullopt;
  const std::vector<Matrices::Rank>& ranks = side.matrices.ranks;
  for (const SkippedLoop& skipped : program_.skipped)
    for (const PatternWords& p : program_.patterns) {
      const View* view = program_.view(p.workspace);
      if (skipped.kernel != kernel_.name || !view || p.ranks.size() != ranks.size() ||
          std::ranges::find(skipped.patterns, p.workspace) == skipped.patterns.end())
        continue;
      Lines::Marks out{view->name, values_name(*view), {}};
      for (size_t level = 0; level < p.ranks.size(); ++level) {
        const auto of = std::ranges::find(ranks, p.ranks[level].root, &Matrices::Rank::name);
        if (of == ranks.end() || p.ranks[level].tile != (of->summed ? 1 : of->extent)) break;
        out.levels.push_back({view->levels[level].rank, static_cast<size_t>(of - ranks.begin())});
      }
      if (out.levels.size() == ranks.size()) return out;
    }
  return std::nullopt;
}

const View* OperandsInFront::given(const std::string& operand) const {
  const auto found = std::ranges::find(kernel_.operands, operand, &Operand::name);
  if (found == kernel_.operands.end()) return nullptr;
  const View* view = program_.view(found->view);
  const bool input = program_.tensor(view->tensor)->role == Role::Input;
  return store_all(view->levels) && (input || reader_of(*view)) ? view : nullptr;
}

// The kernel in front that reads all of what the view holds: of the tensor, or of what it was made
// of. Null: there is none.
Kernel* OperandsInFront::reader_of(const View& view) const {
  const Tensor& tensor = *program_.tensor(view.tensor);
  for (Kernel& k : program_.kernels) {
    if (k.name == kernel_.name) return nullptr;
    if (k.reads_all.empty() || k.repeats || k.owner) continue;
    const bool reads =
        k.reads_all == tensor.name || (tensor.derived && output_of(k) == tensor.name);
    if (reads && launch_of(program_, k) != program_.steps.end()) return &k;
  }
  return nullptr;
}

const std::string& OperandsInFront::largest(const View& view) {
  Kernel* reader = reader_of(view);
  std::string& workspace = reader ? reader->largest : largest_of_[view.name];
  if (!workspace.empty()) return workspace;
  if (reader) {
    workspace = names_.fresh(reader->reads_all + "_largest");
    program_.workspaces.push_back({workspace, lit(1), Type::Value});  // find_largest knows more
    return workspace;
  }
  const Expr elements = dense_elements(view), shares = largest_shares(elements);
  workspace = names_.fresh(view.name + "_largest");
  program_.workspaces.push_back({workspace, add(lit(1), shares), Type::Value});
  const auto search = [&](const std::string& what) {
    return LargestSearch{names_.fresh(kernel_.name + "_" + view.name + what), workspace, where_};
  };
  kernels_.push_back(search_shares(search("_largest_of_shares"), program_, view, elements));
  kernels_.push_back(search_all(search("_largest"), program_, shares));
  program_.notes.push_back(
      fmt::format("{}: kernels in front find the largest magnitude of {}, which scales it",
                  kernel_.name, view.tensor));
  return workspace;
}

}  // namespace teaal::passes
