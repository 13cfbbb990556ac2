#include "compiler/ir/verify/verify_steps.h"

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/verify/verify_rule.h"

namespace teaal::ir {
namespace {

// Parameters of narrow coordinates are as wide as their level says, and come with their bases.
void check_narrow(const Program& p, const std::vector<Param>& params) {
  for (const Param& param : params) {
    const bool of_array = param.kind == Param::Kind::Coords || param.kind == Param::Kind::Bases;
    const View* view = param.of_level() ? p.view(param.view) : nullptr;
    const bool known = view && static_cast<size_t>(param.level) < view->levels.size();
    const int bits = known ? view->levels[static_cast<size_t>(param.level)].cbits : 0;
    require(param.cbits == (of_array ? bits : 0),
            param.name + " has other cbits than the level that it is of");
    require(param.kind != Param::Kind::Coords || bits == 0 || bases_of(param, params),
            param.name + " is narrow, and its bases are no parameter");
  }
}

// What a launch passes is there.
void check_given(const Program& p, const Param& given, const std::string& kernel) {
  const bool number = given.kind == Param::Kind::Int || given.kind == Param::Kind::Size;
  const std::string what = given.name + " of " + kernel;
  require(!number || given.value, what + " has no value");
  require(given.kind != Param::Kind::Workspace || has_workspace(p, given.view),
          what + " is the unknown '" + given.view + "'");
  const View* view = p.view(given.view);
  require((!given.of_level() && given.kind != Param::Kind::Values) || view,
          what + " is of the unknown view '" + given.view + "'");
  require(!given.of_level() || static_cast<size_t>(given.level) < view->levels.size(),
          what + " is of a level that " + given.view + " has not");
}

void check_args(const Program& p, const Step& s, const Kernel& k) {
  const std::vector<Param>& args = s.args.empty() ? k.params : s.args;
  for (const Param& given : args) check_given(p, given, k.name);
  check_narrow(p, args);
  if (s.args.empty()) return;
  require(s.launch.grid != nullptr, "a step gives " + k.name + " arguments and no launch shape");
  require(s.args.size() == k.params.size(), "a step of " + k.name + " with other arguments");
  for (size_t i = 0; i < s.args.size(); ++i)
    require(s.args[i].kind == k.params[i].kind && s.args[i].type == k.params[i].type &&
                s.args[i].cbits == k.params[i].cbits,
            "a step gives " + k.name + " another kind of " + k.params[i].name);
}

}  // namespace

bool has_workspace(const Program& p, const std::string& name) {
  for (const Workspace& w : p.workspaces)
    if (w.name == name) return true;
  return false;
}

void check_step(const Program& p, const Step& s) {
  for (const Step& inner : s.body) check_step(p, inner);
  if (s.kind == Step::Kind::Repeat || s.kind == Step::Kind::Rounds) return;
  if (s.kind == Step::Kind::Read)
    return require(has_workspace(p, s.array), "a read of the unknown '" + s.array + "'");
  if (s.kind == Step::Kind::Carry) {
    const View *to = p.view(s.name), *from = p.view(s.array);
    return require(to && to->carried && from && from->levels.size() == to->levels.size(),
                   "'" + s.array + "' cannot be carried to '" + s.name + "'");
  }
  require(s.kind != Step::Kind::Assemble || p.view(s.name), "assembly of no view: " + s.name);
  bool known = p.view(s.name) != nullptr || has_workspace(p, s.name);
  for (const Kernel& k : p.kernels) {
    if (k.name != s.name) continue;
    known = true;
    check_args(p, s, k);
  }
  require(known, "a step of the unknown '" + s.name + "'");
}

void check_class(const Program& p, const Kernel& k) {
  if (!k.row_class) return;
  const RowClass& c = *k.row_class;
  const Tensor* t = p.tensor(c.tensor);
  require(t && std::ranges::find(t->ranks, c.rank) != t->ranks.end(), "kernel ", k.name,
          " has a class of no tensor's rank");
  const Tensor* times = p.tensor(c.times);
  require(c.times.empty() ||
              (times && std::ranges::find(times->ranks, c.times_rank) != times->ranks.end() &&
               std::ranges::find(t->ranks, c.along) != t->ranks.end()),
          "kernel ", k.name, " has a class by products of no tensor's fibers");
  require(c.number >= 0 && static_cast<size_t>(c.number) < c.least.size(), "kernel ", k.name,
          " has a class that is not among its classes");
  require(c.most_elements.value_or(0) >= 0, "kernel ", k.name, " has rows of less than nothing");
  require(c.list.empty() || (has_workspace(p, c.list) && has_workspace(p, c.begins)), "kernel ",
          k.name, " walks an unknown list");
}

void check_kept(const Program& p, const Kernel& k) {
  if (!k.kept) return;
  require(has_workspace(p, k.kept->count), "kernel ", k.name,
          " asks an unknown workspace what is kept");
  bool loops = false, found = false;
  for_each_stmt(k.body, [&](const Stmt& s) {
    const auto* n = as<ForRank>(s);
    loops |= n != nullptr;
    found |= n && n->root == k.kept->root;
  });
  require(!loops || found, "kernel ", k.name, " keeps some of a rank that no loop has");
}

}  // namespace teaal::ir
