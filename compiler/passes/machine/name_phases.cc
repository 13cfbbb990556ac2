#include <algorithm>
#include <optional>
#include <ranges>
#include <set>
#include <vector>

#include "compiler/ir/array_use.h"
#include "compiler/ir/build.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/threads.h"
#include "compiler/passes/passes.h"

// A remark stands in front of the statements of a block that are of one phase, and of the names
// that only they need. A statement that has several phases inside is entered.
namespace teaal::passes {
namespace {

using namespace ir;

enum class Phase { Zero, Load, Products, Combine, Store };
using Phases = std::set<Phase>;

bool is_combining(const Call& n) {
  const Intrinsic& row = *find_intrinsic(n.intrinsic);
  return row.effect != Effect::None && row.result == Type::Value &&
         n.intrinsic != "value_of_lane" && n.intrinsic != "value_in_group" &&
         n.intrinsic != "largest_of" && n.intrinsic != "larger_in_quad" &&
         n.intrinsic != "larger_in_part";
}

bool multiplies(const Call& n) {
  return n.intrinsic == "fma" || n.intrinsic.starts_with("mma_") ||
         n.intrinsic.starts_with("warpgroup_");
}

std::set<std::string> names_in(const Stmt& s) {
  std::set<std::string> out;
  for_each_expr(s, [&](const Expr& e) {
    if (const auto* v = as<Var>(e)) out.insert(v->name);
  });
  return out;
}

std::string list_of(const std::set<std::string>& names) {
  std::string out;
  size_t left = names.size();
  for (const std::string& name : names) {
    out += name;
    if (--left > 0) out += left == 1 ? " and " : ", ";
  }
  return out;
}

class PhaseNamer {
 public:
  explicit PhaseNamer(const Kernel& kernel) {
    for (const Param& p : kernel.params) {
      if (p.type == Type::Mask) bits_.insert(p.name);
      if (p.kind != Param::Kind::Int && p.kind != Param::Kind::Size) given_.insert(p.name);
    }
    for_each_stmt(kernel.body, [&](const Stmt& s) {
      const auto* n = as<Array>(s);
      if (n && n->memory == Memory::Shared) shared_.insert(n->buffer);
      if (n && n->memory == Memory::Registers && n->type == Type::Value) sums_.insert(n->buffer);
      const auto* named = as<Let>(s);
      if (named && named->changes && named->type == Type::Value) sums_.insert(named->var);
      if (const auto* block = as<ir::Block>(s)) add_whole(block->stmts);
    });
  }

  Stmt named(const Stmt& body) const {
    const Phases all = phases_of(body);
    const bool several =
        all.size() > 1 && (all.contains(Phase::Load) || all.contains(Phase::Combine));
    return several ? walk(body) : body;
  }

 private:
  // What begins with a sum, and is stored a few statements on.
  void add_whole(const std::vector<Stmt>& stmts) {
    std::set<std::string> begun;
    for (const Stmt& s : stmts) {
      const auto* named = as<Let>(s);
      if (named && named->changes && named->type == Type::Value && !as<FloatLit>(named->value))
        begun.insert(named->var);
      const auto* n = as<Assign>(s);
      const auto* to = n ? as<Read>(n->target) : nullptr;
      const auto* from = to && given_.contains(to->buffer) ? as<Var>(n->value) : nullptr;
      if (from && begun.contains(from->name)) whole_.insert(from->name);
    }
  }

  // ---- Which phases a statement has inside ----

  Phases phases_of(const Stmt& s) const {
    Phases out;
    for_each_stmt(s, [&](const Stmt& inner) {
      if (const auto own = phase_of(inner)) out.insert(*own);
    });
    return out;
  }

  std::optional<Phase> phase_of(const Stmt& s) const {
    bool combines = false, multiplied = false, loads = copies(s);
    for_each_call(s, [&](const Call& n) {
      combines |= is_combining(n);
      multiplied |= multiplies(n);
      loads |= n.intrinsic.starts_with("take_") || n.intrinsic.starts_with("copy_") ||
               n.intrinsic.starts_with("list_");
    });
    if (combines) return Phase::Combine;
    const auto* changed = as<Assign>(s);
    const auto* element = changed ? as<Read>(changed->target) : nullptr;
    if (element && bits_.contains(element->buffer) && is_literal(changed->value, 0))
      return Phase::Zero;
    const auto* name = changed ? as<Var>(changed->target) : nullptr;
    if (name && whole_.contains(name->name)) return Phase::Store;
    const ArrayUse use = arrays_used_by(s);
    if (meet(use.written, given_)) return Phase::Store;
    if (loads && meet(use.written, shared_)) return Phase::Load;
    return multiplied || is_sum(s) ? std::optional(Phase::Products) : std::nullopt;
  }

  template <class F>
  static void for_each_call(const Stmt& s, const F& f) {
    for (const Expr& e : evaluated_by(s))
      for_each_expr(e, [&](const Expr& inner) {
        if (const auto* n = as<Call>(inner)) f(*n);
      });
  }

  // Elements as they are, or 0 for those that are not there.
  bool copies(const Stmt& s) const {
    const auto* n = as<Assign>(s);
    if (!n || n->op != AssignOp::Set) return as<Copy>(s) && meet(arrays_used_by(s).read, given_);
    const auto* chosen = as<Call>(n->value);
    const bool guarded = chosen && chosen->intrinsic == "choose";
    const auto* from = as<Read>(guarded ? chosen->args[1] : n->value);
    return from && given_.contains(from->buffer);
  }

  bool is_sum(const Stmt& s) const {
    const auto* n = as<Assign>(s);
    if (!n) return false;
    const auto* element = as<Read>(n->target);
    const auto* name = as<Var>(n->target);
    return n->op != AssignOp::Set && sums_.contains(element ? element->buffer
                                                    : name  ? name->name
                                                            : "");
  }

  // Whether what is added up is made of several elements.
  static bool has_products(const Stmt& s) {
    bool found = false;
    for_each_stmt(s, [&](const Stmt& inner) {
      int reads = 0;
      for (const Expr& e : evaluated_by(inner))
        for_each_expr(e, [&](const Expr& part) { reads += as<Read>(part) ? 1 : 0; });
      for_each_call(inner, [&](const Call& n) { found |= multiplies(n); });
      found |= as<Assign>(inner) && as<Assign>(inner)->op != AssignOp::Set && reads > 1;
    });
    return found;
  }

  static bool meet(const std::set<std::string>& a, const std::set<std::string>& b) {
    return std::ranges::any_of(a, [&](const std::string& name) { return b.contains(name); });
  }

  // ---- Remarks ----

  Stmt walk(const Stmt& s) const {
    if (const auto* n = as<ir::Block>(s)) return walk_block(*n);
    return map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return walk_block({{child}}); });
  }

  Stmt walk_block(const ir::Block& n) const {
    std::vector<Stmt> stmts;
    for (const Stmt& s : n.stmts)
      if (const auto* inner = as<ir::Block>(s))
        stmts.insert(stmts.end(), inner->stmts.begin(), inner->stmts.end());
      else
        stmts.push_back(s);
    std::vector<Stmt> out;
    std::optional<Phase> now;
    size_t done = 0;
    for (size_t i = 0; i < stmts.size(); ++i) {
      const Phases phases = phases_of(stmts[i]);
      if (phases.empty()) continue;
      const size_t begin = phases.size() == 1 ? begin_of(stmts, done, i) : i;
      out.insert(out.end(), stmts.begin() + static_cast<std::ptrdiff_t>(done),
                 stmts.begin() + static_cast<std::ptrdiff_t>(begin));
      if (phases.size() == 1 && now != *phases.begin())
        out.push_back(remark(*phases.begin(), stmts, i));
      now = phases.size() == 1 ? std::optional(*phases.begin()) : std::nullopt;
      out.insert(out.end(), stmts.begin() + static_cast<std::ptrdiff_t>(begin),
                 stmts.begin() + static_cast<std::ptrdiff_t>(i));
      out.push_back(phases.size() == 1 ? stmts[i] : walk(stmts[i]));
      done = i + 1;
    }
    out.insert(out.end(), stmts.begin() + static_cast<std::ptrdiff_t>(done), stmts.end());
    return block(std::move(out));
  }

  // Of the names and arrays in front of statement i, back to `first`, those that it alone needs.
  static size_t begin_of(const std::vector<Stmt>& stmts, size_t first, size_t i) {
    std::set<std::string> needed = names_in(stmts[i]), later;
    for (size_t j = i + 1; j < stmts.size(); ++j) later.merge(names_in(stmts[j]));
    size_t begin = i;
    for (; begin > first; --begin) {
      const auto* n = as<Let>(stmts[begin - 1]);
      if (!n || n->changes || !needed.contains(n->var) || later.contains(n->var)) break;
      needed.merge(names_in(stmts[begin - 1]));
    }
    return begin;
  }

  // Of the statements from number i on that are of the phase.
  Stmt remark(Phase phase, const std::vector<Stmt>& stmts, size_t i) const {
    std::set<std::string> written;
    bool multiplied = false;
    for (size_t j = i; j < stmts.size(); ++j) {
      const Phases phases = phases_of(stmts[j]);
      if (phases.size() > 1 || (phases.size() == 1 && *phases.begin() != phase)) break;
      multiplied |= has_products(stmts[j]);
      for_each_stmt(stmts[j], [&](const Stmt& s) { written.merge(arrays_used_by(s).written); });
    }
    const std::set<std::string>& of_phase = phase == Phase::Load ? shared_ : given_;
    std::erase_if(written, [&](const std::string& name) { return !of_phase.contains(name); });
    return make_stmt(Remark{text(phase, written, multiplied)}, stmts[i]->where);
  }

  static std::string text(Phase phase, const std::set<std::string>& written, bool multiplied) {
    switch (phase) {
      case Phase::Zero:
        return "No bits of " + list_of(written) + " are set yet.";
      case Phase::Load:
        return "Load " + list_of(written) + ".";
      case Phase::Products:
        return multiplied ? "Products." : "Sums.";
      case Phase::Combine:
        return "Combine the sums of threads.";
      case Phase::Store:
        break;
    }
    return "Store " + list_of(written) + ".";
  }

  std::set<std::string> given_, bits_, shared_;  // arrays
  std::set<std::string> sums_;                   // names and registers that may hold them
  std::set<std::string> whole_;                  // names of sums that change before they are stored
};

}  // namespace

std::optional<Program> name_phases(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels) kernel.body = PhaseNamer(kernel).named(kernel.body);
  return program;
}

}  // namespace teaal::passes
