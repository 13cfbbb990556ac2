#include "compiler/ir/verify_threads.h"

#include <algorithm>
#include <map>
#include <set>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/threads.h"
#include "compiler/ir/verify.h"

namespace teaal::ir {
namespace {

struct TileUse {
  std::set<std::string> read, written;
};

TileUse use_of(const Expr& e) {
  TileUse out;
  for_each_expr(e, [&](const Expr& inner) {
    if (const auto* r = as<Read>(inner)) out.read.insert(r->buffer);
    const auto* call = as<Call>(inner);
    if (!call) return;
    const std::vector<Argument> wanted = arguments_of(*find_intrinsic(call->intrinsic));
    for (size_t i = 0; i < wanted.size(); ++i)
      if (const auto* v = as<Var>(call->args[i]); v && wanted[i].array)
        (wanted[i].written ? out.written : out.read).insert(v->name);
  });
  return out;
}

TileUse use_by(const Stmt& s) {
  TileUse out;
  for (const Expr& e : evaluated_by(s)) {
    const TileUse use = use_of(e);
    out.read.insert(use.read.begin(), use.read.end());
    out.written.insert(use.written.begin(), use.written.end());
  }
  const auto* assign = as<Assign>(s);
  const auto* element = assign ? as<Read>(assign->target) : nullptr;
  if (!element) return out;
  if (assign->op != AssignOp::Set) out.read.insert(element->buffer);
  out.written.insert(element->buffer);
  return out;
}

class FillChecker {
 public:
  void check(const Stmt& s) {
    if (const auto* n = as<Array>(s)) return define(*n);
    const TileUse use = use_by(s);
    for (const std::string& name : use.read)
      if (auto tile = tiles_.find(name); tile != tiles_.end())
        if (!filled_.contains(tile->second) && !filled_around(tile->second))
          throw BrokenRule{"'" + name + "' is read before anything fills it", s->where};
    for (const std::string& name : use.written)
      if (auto tile = tiles_.find(name); tile != tiles_.end()) filled_.insert(tile->second);
    enter(s);
  }

 private:
  // Arrays in what the launch gives may overlap: they count as one.
  void define(const Array& n) {
    if (n.memory == Memory::Shared) tiles_[n.buffer] = n.byte >= 0 ? "" : n.buffer;
  }

  void enter(const Stmt& s) {
    const auto* block = as<Block>(s);
    if (block)
      for (const Stmt& child : block->stmts) check(child);
    if (const auto* n = as<If>(s)) check(n->body);
    if (const auto* n = as<Fill>(s); n && n->copies) check(n->copies);
    if (const auto* n = as<ForRank>(s)) check(n->body);
    const auto* loop = as<For>(s);
    const auto* open = as<While>(s);
    if (!loop && !open) return;
    const Stmt body = loop ? loop->body : open->body;
    loops_.push_back(body);
    check(body);
    loops_.pop_back();
  }

  bool filled_around(const std::string& tile) const {
    return std::ranges::any_of(loops_, [&](const Stmt& body) {
      bool found = false;
      for_each_stmt(body, [&](const Stmt& s) {
        for (const std::string& name : use_by(s).written) {
          auto known = tiles_.find(name);
          found |= known != tiles_.end() && known->second == tile;
        }
      });
      return found;
    });
  }

  std::map<std::string, std::string> tiles_;  // array, what counts as one with it
  std::set<std::string> filled_;
  std::vector<Stmt> loops_;
};

}  // namespace

void check_reached_together(const Kernel& kernel) {
  const Threads threads(kernel);
  if (const auto& parting = threads.parting()) {
    const bool of_block = find_intrinsic(parting->intrinsic)->effect == Effect::Block;
    throw BrokenRule{"@" + parting->intrinsic + " is not reached by all threads of the " +
                         (of_block ? "block" : "warp"),
                     parting->call->where};
  }
}

void check_filled(const Kernel& kernel) { FillChecker().check(kernel.body); }

}  // namespace teaal::ir
