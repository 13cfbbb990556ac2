#include "compiler/ir/verify/verify_threads.h"

#include <algorithm>
#include <map>
#include <set>

#include "compiler/ir/array_use.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/threads.h"
#include "compiler/ir/verify/verify.h"

namespace teaal::ir {
namespace {

class FillChecker {
 public:
  void check(const Stmt& s) {
    if (const auto* n = as<Array>(s)) return define(*n);
    const ArrayUse use = arrays_used_by(s);
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
        for (const std::string& name : arrays_used_by(s).written) {
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
  if (const auto& parting = threads.parting())
    throw BrokenRule{"'" + parting->what + "' is not reached by all threads of the " +
                         std::string(name_of(scope_names, parting->scope)),
                     parting->at->where};
}

void check_filled(const Kernel& kernel) { FillChecker().check(kernel.body); }

}  // namespace teaal::ir
