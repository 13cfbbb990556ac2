#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compiler/ir/build.h"
#include "compiler/ir/text/text.h"
#include "compiler/passes/front/front_kernel.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// Dynamic reflexive tiling (Odemuyiwa et al., ASPLOS 2023): tiles are made of smaller ones, of
// uniform shape, and take in the next one as long as a tensor has no more elements in them than
// suit the memory that they are meant for. Kernels in front count what a tensor has in each of the
// smaller tiles, and the loops ask these counts how far a tile reaches.
namespace teaal::passes {
namespace {

using namespace ir;

class Grower {
 public:
  // `of_inputs`: what kernels in front of others count already, by what they count.
  Grower(Program& program, size_t kernel, std::map<std::string, std::string>& of_inputs)
      : program_(program),
        of_inputs_(of_inputs),
        at_(kernel),
        kernel_(program.kernels[kernel]),
        nest_(unnest(kernel_.body)),
        names_(names_in_front(nest_, program)) {}

  // How many kernels were put in front. None: nothing grows, or an error was added.
  size_t run(Diagnostics& diagnostics) {
    const auto grows = [](const Nest::Loop& l) { return l.loop.growth.most != nullptr; };
    const auto first = std::ranges::find_if(nest_.loops, grows);
    if (first == nest_.loops.end()) return 0;
    if (const std::string why = why_not(); !why.empty()) {
      const std::vector<Schedule::Staging>& stagings = kernel_.schedule.stagings;
      diagnostics.error(Code::Unsupported,
                        stagings.empty() ? kernel_.where : stagings.front().where,
                        fmt::format("unsupported: tiles of {} that grow (DRT) {}; split it by "
                                    "uniform_shape alone",
                                    first->loop.root, why));
      return 0;
    }
    for (Nest::Loop& l : nest_.loops)
      if (grows(l)) l.loop.growth = growth_of(l.loop);
    kernel_.body = renest(nest_);
    program_.kernels[at_] = kernel_;
    program_.kernels.insert(program_.kernels.begin() + static_cast<std::ptrdiff_t>(at_),
                            kernels_.begin(), kernels_.end());
    return kernels_.size();
  }

 private:
  // Empty: they can.
  std::string why_not() const {
    if (kernel_.schedule.staged()) return "beside bindings to Shared, Registers or tensor cores";
    if (kernel_.repeats) return "in rounds";
    for (const Nest::Loop& l : nest_.loops) {
      if (!l.loop.joined.empty()) return "beside a flattened rank";
      if (l.loop.growth.most && l.loop.extent != l.loop.root)
        return "within the extent of " + l.loop.extent;
      if (l.loop.growth.most && grown_roots(*program_.tensor(l.loop.leader)).size() > 2)
        return "along three ranks of " + l.loop.leader;
    }
    return "";
  }

  // Those of a tensor's ranks along which tiles grow.
  std::vector<std::string> grown_roots(const Tensor& tensor) const {
    std::vector<std::string> out = tensor.ranks;
    std::erase_if(out, [&](const std::string& rank) { return !growing_loop(nest_, rank); });
    return out;
  }

  Growth growth_of(const ForRank& loop) {
    const Tensor tensor = *program_.tensor(loop.leader);
    const std::vector<std::string> roots = grown_roots(tensor);
    std::string what = tensor.name;
    for (const std::string& root : roots) what += fmt::format(" {} {}", root, print(tile_of(root)));
    auto& known = tensor.role == Role::Input ? of_inputs_ : counts_;
    if (!known.contains(what)) known.emplace(what, count(tensor, roots));
    return {loop.growth.most, known.at(what), roots};
  }

  const Expr& tile_of(const std::string& root) const { return growing_loop(nest_, root)->tile; }

  // The rank of a rank's smaller tiles, numbered.
  const std::string& tiles_of(const std::string& root) {
    std::string& rank = tiles_[root];
    if (!rank.empty()) return rank;
    rank = names_.fresh(root + "_TILES");
    program_.sizes.push_back({rank, ceil_div(var(root), tile_of(root))});
    return rank;
  }

  // A warp a tile, or a block's warps where that is few: for all of its coordinates, whether an
  // element stands there.
  std::string count(const Tensor& tensor, const std::vector<std::string>& roots) {
    Tensor out;
    out.name = names_.fresh(tensor.name + "_counts");
    out.role = Role::Intermediate;
    out.where = kernel_.where;
    out.chosen = out.derived = true;
    std::vector<FrontKernel::Loop> loops, within;
    std::vector<Expr> tile, element;
    for (const std::string& root : roots) {
      out.ranks.push_back(tiles_of(root));
      out.levels.push_back({out.ranks.back(), LevelFormat::Uncompressed});
      loops.push_back({out.ranks.back(), out.ranks.back(), 0, Place::Block, {}});
      tile.push_back(var(variable_of(out.ranks.back())));
    }
    loops.back().place = loops.size() > 1 ? Place::Warp : Place::Block;
    program_.tensors.push_back(out);
    for (const Level& level : tensor.levels)
      if (!level.tile) within.push_back({level.rank, level.rank, 0, Place::Time, {tensor.name}});
    if (roots.size() == 1) within.front().place = Place::Warp;
    within.back().place = Place::Lane;
    for (const FrontKernel::Loop& loop : within) {
      loops.push_back(loop);
      const auto root = std::ranges::find(roots, loop.root);
      if (root == roots.end()) continue;
      const Expr size = tile_of(loop.root),
                 number = tile[static_cast<size_t>(root - roots.begin())];
      const std::string own = names_.fresh(loop.root + "_OF_TILE");
      program_.sizes.push_back({own, size});
      loops.push_back({own, own, 0, Place::Time, {}});
      loops.back().at = sub(size_of(var(variable_of(loop.root))), mul(size, size_of(number)));
    }
    for (const std::string& rank : tensor.ranks) element.push_back(var(variable_of(rank)));
    const Expr there = call(
        "differs", {make_expr(Access{tensor.name, element}), make_expr(FloatLit{tensor.absent})});
    kernels_.push_back(kernel_in_front(
        kernel_, {names_.fresh(kernel_.name + "_" + out.name), kernel_.where, loops, AssignOp::Add,
                  make_expr(Access{out.name, tile}),
                  call("choose", {there, make_expr(FloatLit{1}), make_expr(FloatLit{0})})}));
    return out.name;
  }

  Program& program_;
  std::map<std::string, std::string>& of_inputs_;
  size_t at_;
  Kernel kernel_;
  Nest nest_;
  Names names_;
  std::map<std::string, std::string> tiles_;   // by root
  std::map<std::string, std::string> counts_;  // of other tensors
  std::vector<Kernel> kernels_;
};

}  // namespace

std::optional<Program> grow(Program program, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  std::map<std::string, std::string> of_inputs;
  for (size_t i = 0; i < program.kernels.size(); ++i)
    i += Grower(program, i, of_inputs).run(diagnostics);
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
