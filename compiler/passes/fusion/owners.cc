#include "compiler/passes/fusion/owners.h"

#include <algorithm>

#include "compiler/ir/rewrite.h"

namespace teaal::passes {

using namespace ir;

namespace {

bool same_loop(const ForRank& a, const ForRank& b) {
  const auto same_size = [](const Expr& x, const Expr& y) {
    return x && y ? same(x, y) : !x && !y;
  };
  return a.rank == b.rank && a.root == b.root && a.extent == b.extent && a.place == b.place &&
         same_size(a.tile, b.tile) && std::ranges::equal(a.snaps, b.snaps, same_size);
}

std::string view_of(const Kernel& k, const std::string& operand) {
  const auto found = std::ranges::find(k.operands, operand, &Operand::name);
  return found == k.operands.end() ? "" : found->view;
}

}  // namespace

bool is_plain(const ForRank& loop) {
  return loop.leader.empty() && loop.joined.empty() && !loop.at;
}

Owners::Owners(const Program& program) : program_(program) {
  for (const Tensor& t : program.tensors)
    if (t.is_static) static_.insert(t.name);
  for (const Kernel& k : program.kernels)
    if (auto part = part_of(k)) add(std::move(*part));
}

const Owners::Group* Owners::of_rounds() const {
  const Group* out = nullptr;
  for (const Kernel& k : program_.kernels) {
    if (!k.repeats) continue;
    const Group* own = group_of(k);
    if (!own || (out && own != out)) return nullptr;
    out = own;
  }
  return out;
}

const Owners::Group* Owners::group_of(const Kernel& k) const {
  for (const Group& g : groups_)
    if (std::ranges::find(g.kernels, &k) != g.kernels.end()) return &g;
  return nullptr;
}

std::optional<Owners::Part> Owners::part_of(const Kernel& k) {
  // What nobody mapped goes on with sums, or becomes one with its like.
  if (k.tiled || is_done_once(k) || k.row_class || k.schedule.default_space) return std::nullopt;
  Part out{&k, unnest(k.body)};
  count_shared(out);
  if (out.blocks == 0) return std::nullopt;
  for (const Nest::Loop& l : out.nest.loops)
    if (!l.loop.tile && l.loop.joined.empty()) out.root_of[l.loop.var] = l.loop.root;
  out.output = output_of(k);
  // All of it is wanted by each of several blocks.
  if (const Tensor& t = *program_.tensor(out.output); t.derived && !t.bits) return std::nullopt;
  for_each_expr(out.nest.body, [&](const Expr& e) {
    if (const auto* a = as<Access>(e)) out.accesses.push_back(a);
  });
  for (const Operand& o : k.operands)
    if (o.name == out.output && program_.view(o.view)->points) return std::nullopt;
  return out;
}

bool Owners::is_done_once(const Kernel& k) {
  const std::string& output = output_of(k);
  bool reads = false, once = !k.repeats;
  for (const Operand& o : k.operands) {
    if (tensor_of(o.name) == output) continue;
    reads = true;
    once &= static_.contains(tensor_of(o.name));
  }
  if (reads && once) static_.insert(output);
  return reads && once;
}

void Owners::count_shared(Part& part) const {
  const std::vector<Nest::Loop>& loops = part.nest.loops;
  const auto has = [&](size_t i, Place place) {
    if (i == loops.size() || loops[i].loop.place != place) return false;
    const bool round = program_.iteration && loops[i].loop.extent == program_.iteration->over;
    return is_plain(loops[i].loop) && !round;
  };
  size_t n = 0;
  while (has(n, Place::Block)) ++n;
  size_t warps = 0;
  for (size_t i = n; i < loops.size(); ++i) {
    const Place place = loops[i].loop.place;
    if (place == Place::Block || place == Place::Grid) return;
    warps += place == Place::Warp || place == Place::Thread;
  }
  part.blocks = n;
  part.shared = n + (warps == 1 && has(n, Place::Warp) ? 1 : 0);
}

void Owners::add(Part part) {
  const auto workers = [](const Part& of, size_t loops) {
    return of.nest.loops[loops - 1].loop.place;
  };
  for (size_t g = 0; g < groups_.size(); ++g) {
    size_t loops = std::min(groups_[g].loops, part.shared);
    for (const Part& other : parts_[g]) loops = std::min(loops, agreed(other, part));
    if (loops < part.blocks || part.blocks != parts_[g].front().blocks) continue;
    groups_[g].loops = loops;
    groups_[g].workers = workers(part, loops);
    groups_[g].kernels.push_back(part.kernel);
    parts_[g].push_back(std::move(part));
    return;
  }
  groups_.push_back({{part.kernel}, part.shared, workers(part, part.shared)});
  parts_.emplace_back().push_back(std::move(part));
}

size_t Owners::agreed(const Part& a, const Part& b) {
  size_t loops = std::min(a.shared, b.shared);
  for (size_t i = 0; i < loops; ++i)
    if (!same_loop(a.nest.loops[i].loop, b.nest.loops[i].loop)) loops = i;
  for (const Access* x : a.accesses)
    for (const Access* y : b.accesses) {
      const std::string tensor = tensor_of(x->operand);
      if (tensor != tensor_of(y->operand) || (tensor != a.output && tensor != b.output)) continue;
      if (view_of(*a.kernel, x->operand) != view_of(*b.kernel, y->operand)) return 0;
      for (size_t i = 0; i < loops; ++i)
        if (!index_alike(a.nest.loops[i].loop.root, {a, *x}, {b, *y})) loops = i;
    }
  return loops;
}

bool Owners::index_alike(const std::string& root, const Use& a, const Use& b) {
  const auto is_root = [&](const Use& use, size_t rank) {
    const auto* v = as<Var>(use.access.at[rank]);
    const auto known = v ? use.part.root_of.find(v->name) : use.part.root_of.end();
    return known != use.part.root_of.end() && known->second == root;
  };
  for (size_t rank = 0; rank < a.access.at.size(); ++rank)
    if (is_root(a, rank) && is_root(b, rank)) return true;
  return false;
}

}  // namespace teaal::passes
