// `for k in K` with `split K by (t1, t2)` becomes `for k2 in K2 of K by t1 { for k1 in K1 of K by
// t2 { for k0 in K0 of K`. Parts that a flattened loop joins have no loop of their own.
#include <map>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using ir::ForRank;
using Split = ir::Schedule::Split;

class Partitioner {
 public:
  Partitioner(ir::Kernel& kernel, const ir::Program& program)
      : kernel_(kernel), program_(program), nest_(unnest(kernel.body)) {}

  void run() {
    Nest out;
    out.body = nest_.body;
    for (const Nest::Loop& whole : nest_.loops) {
      std::vector<Nest::Loop> all = parts(whole);
      if (all.back().loop.var != whole.loop.var) renamed_[whole.loop.var] = all.back().loop.var;
      for (Nest::Loop& part : all)
        if (!join(part.loop)) out.loops.push_back(std::move(part));
    }
    // What a flattened loop joins was made after the loop itself may have been copied.
    for (Nest::Loop& l : out.loops) l.loop.joined = joined_of(l.loop.root);
    for (Nest::Loop& l : out.loops)
      if (l.loop.at) l.loop.at = rename(l.loop.at);
    out.body = ir::rewrite(out.body, [&](const ir::Expr& e) { return one(e); });
    kernel_.body = renest(out);
    kernel_.schedule.splits.clear();
  }

 private:
  const Split* split_of(const std::string& root) const {
    for (const Split& split : kernel_.schedule.splits)
      if (split.rank == root) return &split;
    return nullptr;
  }

  std::vector<Nest::Loop> parts(const Nest::Loop& whole) const {
    const Split* split = split_of(whole.loop.root);
    if (!split) return {whole};
    std::vector<Nest::Loop> out;
    for (size_t i = 0; i <= split->tiles.size(); ++i) {
      Nest::Loop part = whole;
      part.loop.rank = split->part(i);
      part.loop.var = variable_of(part.loop.rank);
      if (i < split->tiles.size()) {
        part.loop.tile = split->tiles[i];
        part.loop.snaps = split->snaps[i];
        part.loop.leader = split->leaders[i];
        part.loop.merged = split->merged && i == 0;
        if (i < split->most.size()) part.loop.growth.most = split->most[i];
      }
      out.push_back(std::move(part));
    }
    return out;
  }

  // Whether a flattened loop runs over this part; then it learns the part's tile.
  bool join(const ForRank& part) {
    for (Nest::Loop& l : nest_.loops)
      for (ir::Joined& j : l.loop.joined) {
        if (j.rank != part.rank || part.root == l.loop.root) continue;
        j.tile = part.tile;
        j.snaps = part.snaps;
        return true;
      }
    return false;
  }

  const std::vector<ir::Joined>& joined_of(const std::string& root) const {
    static const std::vector<ir::Joined> none;
    for (const Nest::Loop& l : nest_.loops)
      if (l.loop.root == root) return l.loop.joined;
    return none;
  }

  ir::Expr one(const ir::Expr& e) const {
    const auto* v = ir::as<ir::Var>(e);
    auto found = v ? renamed_.find(v->name) : renamed_.end();
    return found == renamed_.end() ? e : ir::var(found->second);
  }
  ir::Expr rename(const ir::Expr& e) const {
    return ir::rewrite(e, [&](const ir::Expr& node) { return one(node); });
  }

  ir::Kernel& kernel_;
  const ir::Program& program_;
  Nest nest_;
  std::map<std::string, std::string> renamed_;  // the rank's variable → its bottom part's
};

}  // namespace

std::optional<ir::Program> partition(ir::Program program, Diagnostics&) {
  for (ir::Kernel& kernel : program.kernels) Partitioner(kernel, program).run();
  return program;
}

}  // namespace teaal::passes
