#include "compiler/ir/verify/verify_copies.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "compiler/ir/array_use.h"
#include "compiler/ir/build.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/threads.h"
#include "compiler/ir/verify/verify.h"

namespace teaal::ir {
namespace {

using Arrays = std::set<std::string>;

constexpr int64_t most_turns = 4;  // as many groups as are ever under way

// What a thread knows of copies where it stands.
struct Copies {
  Arrays begun;               // arrays that copies have gone to
  Arrays open;                // those of copies in no group yet
  Arrays bulk;                // those of copies in bulk, which nobody has waited for
  std::deque<Arrays> groups;  // that may be under way
  Arrays arrived, visible;    // to the thread; to all that read them

  void await(int64_t running) {
    for (; std::ssize(groups) > running; groups.pop_front())
      arrived.insert(groups.front().begin(), groups.front().end());
  }
  void meet(const Arrays& known) {
    std::ranges::set_intersection(arrived, known, std::inserter(visible, visible.end()));
  }
};

Arrays common(const Arrays& a, const Arrays& b) {
  Arrays out;
  std::ranges::set_intersection(a, b, std::inserter(out, out.end()));
  return out;
}

// Behind one of two ways: what is known on both.
Copies joined(Copies a, const Copies& b) {
  a.begun.insert(b.begun.begin(), b.begun.end());
  a.open.insert(b.open.begin(), b.open.end());
  a.bulk.insert(b.bulk.begin(), b.bulk.end());
  while (a.groups.size() < b.groups.size()) a.groups.emplace_front();
  for (size_t i = 1; i <= b.groups.size(); ++i) {
    const Arrays& other = b.groups[b.groups.size() - i];
    a.groups[a.groups.size() - i].insert(other.begin(), other.end());
  }
  a.arrived = common(a.arrived, b.arrived);
  a.visible = common(a.visible, b.visible);
  return a;
}

// Before fill_tiles copies stand in a fill, behind which tiles are filled; those in bulk are
// settled by it.
bool is_asynchronous(const Copy& n) {
  return n.way == CopyWay::Async || (in_bulk(n.way) && n.turn);
}

bool waits_for_bulk(const Stmt& s) {
  const auto* n = as<Run>(s);
  const auto* call = n ? as<Call>(n->call) : nullptr;
  return call && (call->intrinsic == "bulk_arrives" || call->intrinsic == "turn_arrives");
}

// Whether these are a condition and what is done where it does not hold.
bool are_two_ways(const Stmt& first, const Stmt& second) {
  const auto *a = as<If>(first), *b = as<If>(second);
  const auto* otherwise = b ? as<Call>(b->cond) : nullptr;
  return a && otherwise && otherwise->intrinsic == "not" && same(otherwise->args[0], a->cond);
}

class AwaitChecker {
 public:
  explicit AwaitChecker(const Kernel& kernel) : threads_(kernel) {}

  void check(const Stmt& s) {
    look_at_reads(s);
    if (as<Fill>(s)) return;
    if (const auto* n = as<Copy>(s); n && is_asynchronous(*n)) begin(*n);
    if (waits_for_bulk(s)) now_.arrived.merge(std::exchange(now_.bulk, {}));
    if (as<CopiesEnd>(s)) now_.groups.push_back(std::exchange(now_.open, {}));
    if (const auto* n = as<Await>(s)) now_.await(n->running);
    if (const auto* n = as<Barrier>(s); n && n->scope == Scope::Warp) now_.meet(of_warps_);
    if (meets(s)) now_.meet(now_.arrived);
    if (const auto* n = as<Block>(s)) return check_block(*n);
    const auto* loop = as<For>(s);
    const bool may_be_left_out = as<If>(s) != nullptr;
    if (may_be_left_out) conditions_.push_back(s.get());
    check_children(s, loop ? turns_of(*loop) : 1);
    if (may_be_left_out) conditions_.pop_back();
  }

 private:
  void check_children(const Stmt& s, int64_t turns) {
    for (; turns > 0; --turns)
      for_children(s, [](const Expr&) {}, [&](const Stmt& child) { check(child); });
  }

  void check_block(const Block& n) {
    for (size_t i = 0; i < n.stmts.size(); ++i) {
      if (i + 1 == n.stmts.size() || !are_two_ways(n.stmts[i], n.stmts[i + 1])) {
        check(n.stmts[i]);
        continue;
      }
      const Copies before = now_;
      check_children(n.stmts[i], 1);
      const Copies first = std::exchange(now_, before);
      check_children(n.stmts[++i], 1);
      now_ = joined(std::move(now_), first);
    }
  }

  void begin(const Copy& n) {
    const std::string& array = as<Read>(n.to)->buffer;
    now_.begun.insert(array);
    (in_bulk(n.way) ? now_.bulk : now_.open).insert(array);
    if (tells_warps_apart(as<Read>(n.to)->at)) of_warps_.insert(array);
    begun_under_[array] = conditions_;
  }

  // An array of which each warp has a part of its own, told by a number that its threads have
  // alike.
  bool tells_warps_apart(const Expr& place) const {
    bool found = false;
    for_each_expr(place, [&](const Expr& e) { found |= threads_.of(e) == Spread::Warp; });
    return found;
  }

  // A read under a condition that copies are not under may be of later turns, when the copies of
  // earlier ones have arrived: what such a condition knows is not known here.
  bool is_judged(const std::string& array) const {
    const auto& around = begun_under_.at(array);
    return conditions_.size() <= around.size() &&
           std::equal(conditions_.begin(), conditions_.end(), around.begin());
  }

  void look_at_reads(const Stmt& s) const {
    for (const std::string& name : arrays_used_by(s).read) {
      if (!now_.begun.contains(name) || now_.visible.contains(name) || !is_judged(name)) continue;
      throw BrokenRule{"'" + name + "' is read before " +
                           (now_.arrived.contains(name) ? "those who read it meet behind its copies"
                                                        : "its copies are awaited"),
                       s->where};
    }
  }

  static bool meets(const Stmt& s) {
    if (const auto* n = as<Barrier>(s)) return n->scope == Scope::Block;
    bool found = false;
    for (const Expr& e : evaluated_by(s))
      for_each_expr(e, [&](const Expr& inner) {
        const auto* call = as<Call>(inner);
        found |= call && find_intrinsic(call->intrinsic)->effect == Effect::Block;
      });
    return found;
  }

  static bool ends_group(const Stmt& s) {
    bool found = false;
    for_each_stmt(s, [&](const Stmt& inner) { found |= as<CopiesEnd>(inner) != nullptr; });
    return found;
  }

  static int64_t turns_of(const For& loop) {
    if (!ends_group(loop.body)) return 1;
    const auto begin = literal(loop.begin), end = literal(loop.end), step = literal(loop.step);
    if (!begin || !end || !step || *step <= 0) return 1;
    return std::clamp((*end - *begin + *step - 1) / *step, int64_t{1}, most_turns);
  }

  const Threads threads_;
  Arrays of_warps_;
  Copies now_;
  std::vector<const StmtNode*> conditions_;  // around
  std::map<std::string, std::vector<const StmtNode*>> begun_under_;
};

}  // namespace

void check_awaited(const Kernel& kernel) {
  bool copies = false;
  for_each_stmt(kernel.body, [&](const Stmt& s) {
    const auto* n = as<Copy>(s);
    copies |= n && is_asynchronous(*n);
  });
  if (copies) AwaitChecker(kernel).check(kernel.body);
}

}  // namespace teaal::ir
