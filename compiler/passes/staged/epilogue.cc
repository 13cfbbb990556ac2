#include "compiler/passes/staged/epilogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/ir/rewrite.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/staged/staged_kernel.h"

namespace teaal::passes {

using namespace ir;

namespace {

// The coordinates that bottom loops give: variable → rank.
std::map<std::string, std::string> roots_of_variables(const Nest& nest) {
  std::map<std::string, std::string> out;
  for (const Nest::Loop& l : nest.loops)
    if (!l.loop.tile) out[l.loop.var] = l.loop.root;
  return out;
}

}  // namespace

Epilogue::Epilogue(Program& program, const Kernel& kernel, const Tiling& tiling)
    : program_(program), target_(tiling.target()), sums_(tiling.output()) {
  if (target_.fuse) find(kernel, tiling);
  if (!links_.empty()) settle(kernel);
}

// ---- Which kernels ----

const Kernel* Epilogue::launched(const Step& step) const {
  if (step.kind != Step::Kind::Launch) return nullptr;
  for (const Kernel& k : program_.kernels)
    if (k.name == step.name) return &k;
  return nullptr;
}

// Whether a step reads or writes a tensor, or the latter.
bool Epilogue::uses(const Step& step, const std::string& tensor, bool only_writes) const {
  auto is_of = [&](const std::string& view) {
    const View* v = program_.view(view);
    return v && v->tensor == tensor;
  };
  const Kernel* k = launched(step);
  if (!k) return is_of(step.name) && !(only_writes && step.kind == Step::Kind::Resort);
  if (k->tiled)
    return std::any_of(k->params.begin(), k->params.end(), [&](const Param& p) {
      return p.kind != Param::Kind::Workspace && is_of(p.view) && (p.written || !only_writes);
    });
  if (only_writes) return output_of(*k) == tensor;
  return std::any_of(k->operands.begin(), k->operands.end(),
                     [&](const Operand& o) { return tensor_of(o.name) == tensor; });
}

void Epilogue::find(const Kernel& kernel, const Tiling& tiling) {
  size_t first = 0;
  while (program_.steps[first].name != kernel.name) ++first;
  std::string obstacle;
  for (size_t s = first + 1; s < program_.steps.size(); ++s) {
    if (!uses(program_.steps[s], tensor_of(handed_on().name), false)) continue;
    const Kernel* second = launched(program_.steps[s]);
    if (!second || second->tiled || second->schedule.staged()) return;
    Link link;
    if (tiling.summing_blocks().empty() && tiling.revisits())
      obstacle = "its sums are added up in memory";
    else if (kernel.accumulates)
      obstacle = "it is the sum of several terms";
    else
      obstacle = link_of(*second, tiling, link);
    if (obstacle.empty()) obstacle = conflict(first, s);
    if (!obstacle.empty()) {
      program_.notes.push_back(fmt::format("{} is not computed where {} stores {}: {}",
                                           second->name, kernel.name, tensor_of(handed_on().name),
                                           obstacle));
      return;
    }
    const bool again = tensor_of(link.output.name) == tensor_of(handed_on().name);
    links_.push_back(std::move(link));
    remove(s--);
    if (!again)
      program_.notes.push_back(fmt::format("{}: {} is computed where the sums are stored",
                                           kernel.name, tensor_of(handed_on().name)));
  }
}

// Between the two nothing changes what the later one reads, nor uses what it writes.
std::string Epilogue::conflict(size_t first, size_t step) const {
  const Kernel& moved = *launched(program_.steps[step]);
  const std::string written = output_of(moved);
  for (size_t s = first + 1; s < step; ++s) {
    bool disturbs = uses(program_.steps[s], written, false);
    for (const Operand& o : moved.operands)
      disturbs |= uses(program_.steps[s], tensor_of(o.name), true);
    if (disturbs)
      return launched(program_.steps[s]) ? program_.steps[s].name + " comes between them"
                                         : "a step of the plan comes between them";
  }
  return "";
}

bool Epilogue::mapped_otherwise(const Kernel& k, const Tiling& tiling) const {
  const Nest nest = unnest(k.body);
  std::set<std::string> here, there;
  bool own = false;
  for (const Nest::Loop& l : nest.loops) {
    own |= l.loop.tile != nullptr || (l.loop.place != Place::Time && l.loop.place != Place::Grid);
    const int64_t step = l.loop.tile ? literal(l.loop.tile).value_or(0) : 1;
    here.insert(fmt::format("{} {} {}", l.loop.rank, step, static_cast<int>(l.loop.place)));
  }
  for (const TiledLoop& l : tiling.loops())
    if (tiling.of_output(l.root))
      there.insert(fmt::format("{} {} {}", l.name, l.step, static_cast<int>(l.place)));
  return own && here != there;
}

std::string Epilogue::link_of(const Kernel& k, const Tiling& tiling, Link& link) const {
  const Nest nest = unnest(k.body);
  const auto* assign = as<Assign>(nest.body);
  if (!assign || k.repeats) return "it is no plain assignment";
  std::set<std::string> roots;
  for (const Nest::Loop& l : nest.loops) {
    if (!l.loop.joined.empty() || l.loop.at || !l.loop.leader.empty() ||
        l.loop.extent != l.loop.root)
      return "its loops are flattened, led by a tensor or tied by index math";
    roots.insert(l.loop.root);
  }
  if (roots != std::set<std::string>(sums_.roots.begin(), sums_.roots.end()))
    return "it runs over other ranks";
  const std::map<std::string, std::string> known = roots_of_variables(nest);
  std::string why;
  SourceRange where;
  auto dense = [&](const Access& access) {
    std::optional<TiledOperand> out = dense_operand(program_, k, access, known, why, where);
    return out.value_or(TiledOperand{});
  };
  link.output = dense(*as<Access>(assign->target));
  link.op = assign->op;
  link.value = assign->value;
  link.taken = tensor_of(handed_on().name);
  if (!why.empty()) return why;
  if (link.output.roots.size() != roots.size()) return "elements of it meet";
  const bool again = tensor_of(link.output.name) == link.taken;
  if (again && !k.accumulates) return "it begins anew";
  if (!again && k.accumulates) return "it adds to what another term stores";
  if (!again && link.op != AssignOp::Set) return "what it reduces starts from a value of its own";
  bool taken = again;
  for_each_expr(assign->value, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (!access || !why.empty()) return;
    TiledOperand o = dense(*access);
    if (tensor_of(o.name) != link.taken) return link.operands.push_back(std::move(o));
    taken = true;
    if (o.view != handed_on().view) why = "it reads another storage order";
  });
  if (!why.empty()) return why;
  if (!taken) return "it does not read the element";
  if (mapped_otherwise(k, tiling)) return "its mapping is another";
  return "";
}

void Epilogue::remove(size_t step) {
  const std::string name = program_.steps[step].name;
  program_.steps.erase(program_.steps.begin() + static_cast<std::ptrdiff_t>(step));
  std::erase_if(program_.kernels, [&](const Kernel& k) { return k.name == name; });
  std::erase_if(program_.notes,
                [&](const std::string& note) { return note.starts_with(name + ": "); });
}

// What nobody reads from memory has no array; of what is written twice the last is stored.
void Epilogue::settle(const Kernel& kernel) {
  std::vector<std::pair<std::string, bool*>> chain = {{sums_.name, &sums_stored_}};
  for (Link& link : links_) chain.push_back({link.output.name, &link.stored});
  for (size_t i = 0; i + 1 < chain.size(); ++i) {
    auto& [tensor, stored] = chain[i];
    const bool again = std::any_of(chain.begin() + static_cast<std::ptrdiff_t>(i) + 1, chain.end(),
                                   [&](const auto& later) { return later.first == tensor; });
    const bool read = std::any_of(program_.steps.begin(), program_.steps.end(), [&](const Step& s) {
      return s.name != kernel.name && uses(s, tensor, false);
    });
    *stored = !again && (read || program_.tensor(tensor)->role == Role::Output);
    if (*stored || again) continue;
    std::erase_if(program_.views, [&](const View& v) { return v.tensor == tensor; });
    program_.notes.push_back(fmt::format("{} is fused: its elements stay in registers", tensor));
  }
}

// ---- What they do ----

std::vector<Stmt> Epilogue::steps(const Expr& element,
                                  const std::map<std::string, Expr>& at) const {
  std::vector<Stmt> out;
  auto place = [&](const TiledOperand& o) { return read(o.values, StagedBuilder::address(o, at)); };
  const TiledOperand* before = &sums_;
  bool stored = sums_stored_;
  for (const Link& link : links_) {
    // As the array would have held it.
    if (target_.narrow_values)
      out.push_back(assign(element, AssignOp::Set, call("stored", {element})));
    if (stored) out.push_back(assign(place(*before), AssignOp::Set, element));
    Expr value = rewrite(link.value, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      if (!access) return e;
      for (const TiledOperand& o : link.operands)
        if (o.name == access->operand) return place(o);
      return element;
    });
    if (link.op != AssignOp::Set || !same(value, element))
      out.push_back(assign(element, link.op, value));
    before = &link.output;
    stored = link.stored;
  }
  return out;
}

std::vector<Param> Epilogue::params() const {
  std::vector<Param> out;
  std::set<std::string> seen;
  auto add_values = [&](const TiledOperand& o, bool written) {
    if (seen.insert(o.values).second)
      out.push_back({Param::Kind::Values, o.values, o.view, 0, nullptr, written});
  };
  add_values(result(), true);
  if (!links_.empty() && sums_stored_) add_values(sums_, true);
  for (const Link& link : links_)
    if (link.stored) add_values(link.output, true);
  for (const Link& link : links_) {
    for (const TiledOperand& o : link.operands) add_values(o, false);
    for_each_expr(link.value, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      for (const std::string& s : program_.scalars)
        if (v && v->name == "scalar_" + s && seen.insert(v->name).second)
          out.push_back({Param::Kind::Scalar, v->name, s, 0, nullptr, false});
    });
  }
  return out;
}

}  // namespace teaal::passes
