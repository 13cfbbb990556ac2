#include "compiler/passes/nest.h"

#include <cctype>

#include "compiler/ir/rewrite.h"

namespace teaal::passes {

Nest unnest(ir::Stmt s) {
  Nest nest;
  while (const auto* loop = ir::as<ir::ForRank>(s)) {
    nest.loops.push_back({*loop, s->where});
    s = loop->body;
    nest.loops.back().loop.body = nullptr;
  }
  nest.body = s;
  return nest;
}

ir::Stmt wrap(const std::vector<Nest::Loop>& loops, size_t first, size_t end, ir::Stmt body) {
  for (size_t i = end; i-- > first;) {
    ir::ForRank loop = loops[i].loop;
    loop.body = std::move(body);
    body = ir::make_stmt(std::move(loop), loops[i].where);
  }
  return body;
}

ir::Stmt renest(const Nest& nest) { return wrap(nest.loops, 0, nest.loops.size(), nest.body); }

std::set<std::string> binds(const ir::ForRank& loop) {
  if (loop.tile) return {};
  if (loop.joined.empty()) return {loop.var};
  std::set<std::string> out;
  for (const ir::Joined& j : loop.own())
    if (!j.tile) out.insert(j.var);
  return out;
}

std::set<std::string> roots_of(const ir::ForRank& loop) {
  if (loop.joined.empty()) return {loop.root};
  std::set<std::string> out;
  for (const ir::Joined& j : loop.own()) out.insert(j.root);
  return out;
}

std::map<std::string, std::string> roots_of_variables(const Nest& nest) {
  std::map<std::string, std::string> out;
  for (const Nest::Loop& l : nest.loops) {
    if (l.loop.tile) continue;
    if (l.loop.joined.empty()) out[l.loop.var] = l.loop.root;
    for (const ir::Joined& j : l.loop.joined)
      if (!j.tile) out[j.var] = j.root;
  }
  return out;
}

std::string root_at(const ir::Access& access, size_t axis,
                    const std::map<std::string, std::string>& root_of) {
  const auto* v = ir::as<ir::Var>(access.at[axis]);
  const auto found = v ? root_of.find(v->name) : root_of.end();
  return found == root_of.end() ? "" : found->second;
}

std::set<std::string> bound_roots(const ir::ForRank& loop) {
  return loop.tile ? std::set<std::string>() : roots_of(loop);
}

bool is_of_coordinates(const ir::ForRank& loop) {
  return loop.joined.empty() && loop.leader.empty() && loop.snaps.empty() && !loop.at;
}

bool moves(const Nest& nest, size_t index) {
  bool led = false, grown = false;
  for (size_t i = 0; i <= index; ++i) {
    const ir::ForRank& loop = nest.loops[i].loop;
    if (loop.root != nest.loops[index].loop.root) continue;
    const bool grows = loop.growth.most != nullptr;
    led |= !loop.joined.empty() || (!loop.leader.empty() && !grows);
    grown = grows || (grown && !loop.tile) || (grown && i == index);
  }
  return led || grown;
}

const ir::ForRank* growing_loop(const Nest& nest, const std::string& root) {
  const auto found = std::ranges::find_if(
      nest.loops, [&](const Nest::Loop& l) { return l.loop.root == root && l.loop.growth.most; });
  return found == nest.loops.end() ? nullptr : &found->loop;
}

std::vector<std::string> joined_roots(const ir::ForRank& loop) {
  std::vector<std::string> out;
  for (const ir::Joined& j : loop.joined)
    if (!j.tile) out.push_back(j.root);
  return out;
}

namespace {

bool holds_all(const ir::Access& a, const ir::ForRank& loop) {
  for (const ir::Joined& j : loop.joined) {
    bool held = j.tile != nullptr;
    for (const ir::Expr& at : a.at) {
      const auto* v = ir::as<ir::Var>(at);
      held |= v && v->name == j.var;
    }
    if (!held) return false;
  }
  return true;
}

}  // namespace

std::string holder_of(const ir::ForRank& loop, const Nest& nest) {
  std::set<std::string> leaders, holders;
  for (const Nest::Loop& l : nest.loops)
    if (l.loop.root == loop.root && !l.loop.leader.empty()) leaders.insert(l.loop.leader);
  ir::for_each_expr(nest.body, [&](const ir::Expr& e) {
    const auto* a = ir::as<ir::Access>(e);
    if (a && holds_all(*a, loop)) holders.insert(a->operand);
  });
  std::string first;
  for (const ir::Fiber& f : loop.over.fibers) {
    if (!holders.contains(f.operand)) continue;
    if (leaders.contains(ir::tensor_of(f.operand))) return f.operand;
    if (first.empty()) first = f.operand;
  }
  return first;
}

ir::Names names_of(const ir::Kernel& kernel) {
  ir::Names out;
  for (const ir::Param& p : kernel.params) out.take(p.name);
  ir::for_each_stmt(kernel.body, [&](const ir::Stmt& s) {
    if (const auto* n = ir::as<ir::Let>(s)) out.take(n->var);
    if (const auto* n = ir::as<ir::For>(s)) out.take(n->var);
    if (const auto* n = ir::as<ir::Array>(s)) out.take(n->buffer);
  });
  return out;
}

ir::Names names_of(const Nest& nest, const ir::Program& program) {
  ir::Names names;
  for (const std::string& rank : program.ranks()) names.take(rank);
  for (const ir::Symbol& s : program.symbols) names.take(s.name);
  for (const Nest::Loop& l : nest.loops) {
    names.take(l.loop.var);
    names.take(l.loop.rank);
    for (const ir::Joined& j : l.loop.joined) names.take(j.var);
  }
  return names;
}

const std::string& count_of(const ir::Tensor& tensor, ir::Program& program) {
  for (const ir::Count& c : program.counts)
    if (c.tensor == tensor.name) return c.name;
  ir::Names names;
  for (const ir::Symbol& s : program.symbols) names.take(s.name);
  for (const std::string& rank : program.ranks()) names.take(rank);
  program.counts.push_back({names.fresh("elements_" + tensor.name), tensor.name});
  return program.counts.back().name;
}

ir::Expr tuples_of(const ir::ForRank& loop, const Nest& nest, ir::Program& program) {
  std::string holder = holder_of(loop, nest);
  const ir::Tensor* tensor = holder.empty() ? nullptr : program.tensor(holder);
  bool compressed = false;
  for (const ir::Level& level : tensor ? tensor->levels : std::vector<ir::Level>())
    compressed |= level.format != ir::LevelFormat::Uncompressed;
  if (!compressed) {
    std::vector<ir::Expr> extents;
    for (const ir::Joined& j : loop.joined)
      if (!j.tile) extents.push_back(ir::size_of(ir::var(j.extent)));
    return ir::product(extents);
  }
  return ir::var(count_of(*tensor, program));
}

std::string loop_over(const ir::Level& level, const std::string& root, const Nest& nest) {
  auto matches = [&](const ir::Expr& tile, const std::vector<ir::Expr>& snaps) {
    return tile && ir::same(tile, level.tile) &&
           std::equal(snaps.begin(), snaps.end(), level.snaps.begin(), level.snaps.end(), ir::same);
  };
  std::vector<std::string> found;
  for (const Nest::Loop& l : nest.loops) {
    const ir::ForRank& loop = l.loop;
    if (!loop.tile)
      for (const ir::Joined& j : loop.joined)
        if (j.root == root && matches(j.tile, j.snaps)) found.push_back(j.rank);
    bool own = loop.joined.empty() && loop.root == root && loop.leader.empty();
    if (own && matches(loop.tile, loop.snaps)) found.push_back(loop.rank);
  }
  if (found.empty()) return "";
  return std::find(found.begin(), found.end(), level.part) != found.end() ? level.part
                                                                          : found.front();
}

std::set<std::string> tensors_read(const ir::Expr& value) {
  std::set<std::string> out;
  ir::for_each_expr(value, [&](const ir::Expr& e) {
    if (const auto* access = ir::as<ir::Access>(e)) out.insert(ir::tensor_of(access->operand));
  });
  return out;
}

const ir::Assign& assignment(const ir::Stmt& body) {
  const ir::Assign* found = nullptr;
  ir::for_each_stmt(body, [&](const ir::Stmt& s) {
    if (const auto* a = ir::as<ir::Assign>(s); a && ir::as<ir::Access>(a->target)) found = a;
  });
  return *found;
}

std::vector<ir::Assign> marks_of(const ir::Stmt& body) {
  std::vector<ir::Assign> out;
  const ir::Assign* last = nullptr;
  ir::for_each_stmt(body, [&](const ir::Stmt& s) {
    const auto* a = ir::as<ir::Assign>(s);
    if (!a || !ir::as<ir::Access>(a->target)) return;
    const auto* chosen = last ? ir::as<ir::Call>(last->value) : nullptr;
    if (chosen && chosen->intrinsic == "choose" && last->op == ir::AssignOp::Or)
      out.push_back(*last);
    last = a;
  });
  return out;
}

const std::string& output_of(const ir::Kernel& kernel) {
  return ir::as<ir::Access>(assignment(kernel.body).target)->operand;
}

std::set<std::string> output_roots(const Nest& nest) {
  std::set<std::string> roots;
  const auto* target = ir::as<ir::Access>(assignment(nest.body).target);
  for (const ir::Expr& at : target->at)
    if (const auto* v = ir::as<ir::Var>(at)) {
      for (const Nest::Loop& l : nest.loops) {
        if (l.loop.joined.empty() && binds(l.loop).contains(v->name)) roots.insert(l.loop.root);
        for (const ir::Joined& j : l.loop.joined)
          if (!j.tile && j.var == v->name) roots.insert(j.root);
      }
    }
  return roots;
}

size_t loop_to_spread(const Nest& nest, const std::string& round_rank) {
  std::set<std::string> outputs = output_roots(nest);
  for (size_t i = 0; i < nest.loops.size(); ++i) {
    if (nest.loops[i].loop.joined.empty() && nest.loops[i].loop.extent == round_rank) continue;
    std::set<std::string> roots = roots_of(nest.loops[i].loop);
    if (std::includes(outputs.begin(), outputs.end(), roots.begin(), roots.end())) return i;
  }
  return 0;
}

const ir::Access* asks_if_present(const ir::Expr& e, const ir::Program& program) {
  const auto* choice = ir::as<ir::Call>(e);
  const auto* test =
      choice && choice->intrinsic == "choose" ? ir::as<ir::Call>(choice->args[0]) : nullptr;
  const auto* access =
      test && test->intrinsic == "differs" ? ir::as<ir::Access>(test->args[0]) : nullptr;
  const auto* from = access ? ir::as<ir::FloatLit>(test->args[1]) : nullptr;
  return from && from->value == program.tensor(access->operand)->absent ? access : nullptr;
}

std::vector<ir::Stmt> stmts_of(const ir::Stmt& s) {
  const auto* n = ir::as<ir::Block>(s);
  return n ? n->stmts : std::vector<ir::Stmt>{s};
}

int64_t quads_around(int64_t elements) {
  constexpr int64_t quad = 4;
  return (elements + 2 * (quad - 1)) / quad * quad;
}

std::string variable_of(const std::string& rank) {
  std::string name = rank;
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

}  // namespace teaal::passes
