#include <map>
#include <set>

#include "compiler/ir/build.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/support/match.h"

namespace teaal::passes {
namespace {

using einsum::Cascade;
using einsum::Einsum;
using spec::PartitionOp;

constexpr int64_t full_gpu_threads = 132 * 2048;  // resident threads of the largest part we aim at

class Builder {
 public:
  Builder(const Cascade& cascade, Diagnostics& diagnostics)
      : cascade_(cascade), diagnostics_(diagnostics) {}

  std::optional<ir::Program> program(const std::string& name) {
    program_.name = name;
    for (const Einsum& e : cascade_.einsums) refuse_unlowered(e);
    if (!diagnostics_.ok()) return std::nullopt;
    add_tensors();
    for (const Einsum& e : cascade_.einsums) add_kernels(e);
    report_unbound();
    if (!diagnostics_.ok()) return std::nullopt;
    program_.scalars = cascade_.scalars;
    return std::move(program_);
  }

 private:
  void unsupported(const SourceRange& where, const std::string& what, const std::string& legal) {
    diagnostics_.error(Code::Unsupported, where, "unsupported: " + what + "; " + legal);
  }

  // ---- What no later pass can lower ----

  void refuse_unlowered(const Einsum& e) {
    for (const einsum::Term& t : e.terms) refuse_term(t);
    refuse_access(e.output);
    for (const einsum::Flattening& f : e.flattenings)
      unsupported(f.where, "flatten()",
                  "uniform_shape, nway_shape and uniform_occupancy are lowered");
    for (const einsum::Split& split : e.splits)
      for (const PartitionOp& op : split.ops) refuse_op(op);
  }

  void refuse_term(const einsum::Term& t) {
    for (const einsum::Access* a : inputs(t)) refuse_access(*a);
    refuse_repeats(t);
  }

  void refuse_access(const einsum::Access& a) {
    const einsum::Tensor* tensor = cascade_.find(a.tensor);
    for (size_t i = 0; i < a.indices.size(); ++i) {
      const einsum::Index& index = a.indices[i];
      if (!index.plain())
        unsupported(index.where, "index arithmetic", "a plain index variable is lowered");
      else if (root_of(index.terms[0].variable) != tensor->ranks[i])
        unsupported(index.where,
                    "rank " + tensor->ranks[i] + " of " + a.tensor + " indexed by '" +
                        index.terms[0].variable + "'",
                    "the variable of the rank's own name is lowered");
    }
  }

  static std::string root_of(std::string variable) {
    for (char& c : variable) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return variable;
  }

  void refuse_op(const PartitionOp& op) {
    if (op.kind == PartitionOp::Kind::Follow)
      unsupported(op.where, "follow()",
                  "uniform_shape, nway_shape and uniform_occupancy are lowered");
  }

  void refuse_repeats(const einsum::Term& t) {
    std::map<std::string, std::string> seen;
    for (const einsum::Access* a : inputs(t)) {
      std::string indices;
      for (const einsum::Index& i : a->indices)
        indices += (i.terms.empty() ? "" : i.terms[0].variable) + ",";
      auto [first, fresh] = seen.emplace(a->tensor, indices);
      if (!fresh && first->second != indices)
        unsupported(a->where, "tensor " + a->tensor + " at two different indices of one product",
                    "the same tensor may repeat with the same indices");
    }
  }

  // ---- Tensors ----

  void add_tensors() {
    std::set<std::string> written, used;
    std::map<std::string, bool> read_first;
    for (const Einsum& e : cascade_.einsums) {
      for (const einsum::Term& t : e.terms)
        for (const einsum::Access* a : inputs(t)) {
          if (!written.contains(a->tensor)) read_first[a->tensor] = true;
          used.insert(a->tensor);
        }
      written.insert(e.output.tensor);
      used.insert(e.output.tensor);
    }
    for (const einsum::Tensor& t : cascade_.tensors) {
      if (!used.contains(t.name)) continue;
      ir::Role role = !written.contains(t.name) ? ir::Role::Input : ir::Role::Output;
      if (written.contains(t.name) && read_first.contains(t.name))
        unsupported(t.where, "tensor " + t.name + " is read before it is written",
                    "a cascade writes each tensor before reading it");
      program_.tensors.push_back({t.name, role, t.ranks, levels(t, role), t.where});
    }
  }

  std::vector<ir::Level> levels(const einsum::Tensor& t, ir::Role role) {
    std::vector<ir::Level> out;
    const einsum::Storage& s = t.storage;
    const SourceRange& where = s.where.known() ? s.where : t.where;
    std::set<std::string> ranks(t.ranks.begin(), t.ranks.end());
    for (size_t i = 0; i < s.rank_order.size(); ++i) {
      if (!ranks.contains(s.rank_order[i])) {
        unsupported(where, "storing " + t.name + " by the part " + s.rank_order[i],
                    "a format in whole ranks is lowered");
        return out;
      }
      if (s.formats[i] == einsum::RankFormatKind::Bitmask)
        unsupported(where, "bitmask format of " + t.name, "formats U and C are lowered");
      bool compressed = s.formats[i] == einsum::RankFormatKind::Compressed;
      if (compressed && role != ir::Role::Input)
        unsupported(where, "compressed output " + t.name,
                    "an output in format U (every rank uncompressed) is lowered");
      out.push_back({s.rank_order[i],
                     compressed ? ir::LevelFormat::Compressed : ir::LevelFormat::Uncompressed});
    }
    return out;
  }

  static std::vector<const einsum::Access*> inputs(const einsum::Term& t) {
    std::vector<const einsum::Access*> out;
    for (const einsum::Factor& f : t.factors)
      if (const auto* a = std::get_if<einsum::Access>(&f)) out.push_back(a);
    return out;
  }

  // ---- Kernels ----

  // A sum is the union of its terms' points: a kernel a term, each adding to what the ones before
  // it wrote.
  void add_kernels(const Einsum& e) {
    std::string name = kernel_names_.fresh(program_.name + "_" + e.output.tensor);
    for (size_t i = 0; i < e.terms.size(); ++i) {
      ir::Kernel k;
      k.name = i == 0 ? name : kernel_names_.fresh(name + "_term" + std::to_string(i + 1));
      k.where = e.terms[i].where.known() ? e.terms[i].where : e.where;
      k.accumulates = i > 0;
      k.schedule = schedule(e);
      k.body = nest(e, e.terms[i], k.accumulates);
      program_.kernels.push_back(std::move(k));
    }
    if (e.terms.size() > 1)
      program_.notes.push_back(name + ": a sum of " + std::to_string(e.terms.size()) +
                               " terms runs as a kernel a term");
  }

  ir::Stmt nest(const Einsum& e, const einsum::Term& term, bool accumulates) const {
    std::set<std::string> output_variables;
    for (const einsum::Index& i : e.output.indices) output_variables.insert(i.terms[0].variable);
    bool adds = accumulates;
    for (const std::string& v : e.variables) adds |= !output_variables.contains(v);
    ir::Stmt body = ir::assign(access(e.output), adds ? ir::AssignOp::Add : ir::AssignOp::Set,
                               value(term), e.where);
    if (ir::Expr present = all_present(term)) body = ir::if_then(present, body, e.where);
    for (size_t i = e.variables.size(); i-- > 0;) {
      ir::ForRank loop;
      loop.root = loop.rank = root_of(e.variables[i]);
      loop.var = variable_of(loop.root, program_);
      loop.over = fibers(term, e.variables[i]);
      loop.body = body;
      body = ir::make_stmt(std::move(loop), e.where);
    }
    return body;
  }

  static ir::CoIteration fibers(const einsum::Term& term, const std::string& variable) {
    ir::CoIteration out;
    std::set<std::string> seen;
    for (const einsum::Access* a : inputs(term))
      for (const einsum::Index& i : a->indices)
        if (i.terms[0].variable == variable && seen.insert(a->tensor).second)
          out.fibers.push_back({a->tensor});
    return out;
  }

  ir::Expr access(const einsum::Access& a) const {
    std::vector<ir::Expr> at;
    for (const einsum::Index& i : a.indices)
      at.push_back(ir::var(variable_of(root_of(i.terms[0].variable), program_)));
    return ir::make_expr(ir::Access{a.tensor, std::move(at)});
  }

  ir::Expr factor(const einsum::Factor& f) const {
    return match(
        f, [&](const einsum::Access& a) { return access(a); },
        [](const einsum::Scalar& s) { return ir::var("scalar_" + s.name); },
        [](const einsum::Constant& c) { return ir::make_expr(ir::FloatLit{c.value}); });
  }

  ir::Expr value(const einsum::Term& t) const {
    if (t.kind == einsum::Term::Kind::Take)
      return signed_value(t, factor(t.factors[static_cast<size_t>(t.take)]));
    ir::Expr out;
    for (const einsum::Factor& f : t.factors) out = out ? times(out, factor(f)) : factor(f);
    return signed_value(t, out);
  }

  static ir::Expr times(ir::Expr a, ir::Expr b) {
    return ir::make_expr(ir::Binary{ir::BinaryOp::Mul, std::move(a), std::move(b)});
  }
  static ir::Expr signed_value(const einsum::Term& t, ir::Expr value) {
    return t.sign < 0 ? times(ir::make_expr(ir::FloatLit{-1}), std::move(value)) : value;
  }

  // take() looks at patterns: a stored zero, such as an uncompressed rank holds, is an absence.
  // Null for products.
  ir::Expr all_present(const einsum::Term& t) const {
    ir::Expr out;
    if (t.kind != einsum::Term::Kind::Take) return out;
    for (const einsum::Access* a : inputs(t)) {
      ir::Expr one = ir::call("present", {access(*a)});
      out = out ? ir::both(out, one) : one;
    }
    return out;
  }

  // ---- Schedules ----

  ir::Schedule schedule(const Einsum& e) {
    ir::Schedule out;
    std::set<std::string> space;
    for (const einsum::Loop& l : e.loops) {
      out.order.push_back(l.name);
      out.order_where.push_back(l.where);
      if (!l.space) continue;
      out.space.push_back({l.name, ir::Place::Time, l.where});
      space.insert(l.name);
    }
    out.default_space = out.space.empty() && !e.loops.empty();
    bind_space(e, out);
    for (const einsum::IntersectorBinding& b : e.intersectors)
      out.meetings.push_back({b.rank, meet(b.kind), b.leader, b.where});
    for (const einsum::Split& s : e.splits)
      if (!s.ops.empty()) out.splits.push_back(split(s, space));
    return out;
  }

  void bind_space(const Einsum& e, ir::Schedule& schedule) {
    for (const einsum::PlacementBinding& b : e.placements) {
      bool found = false;
      for (ir::Schedule::Space& s : schedule.space)
        if (s.rank == b.rank) {
          s.place = place(b.level);
          found = true;
        }
      if (!found)
        diagnostics_.error(Code::Binding, b.where,
                           "rank " + b.rank +
                               " is bound to a level of the GPU but is not a space rank; "
                               "list it under spacetime space");
    }
  }

  static ir::Place place(einsum::PlacementBinding::Level level) {
    switch (level) {
      case einsum::PlacementBinding::Level::Block:
        return ir::Place::Block;
      case einsum::PlacementBinding::Level::Warp:
        return ir::Place::Warp;
      case einsum::PlacementBinding::Level::Lane:
        break;
    }
    return ir::Place::Lane;
  }

  static ir::Meet meet(einsum::IntersectorBinding::Kind kind) {
    switch (kind) {
      case einsum::IntersectorBinding::Kind::TwoFinger:
        return ir::Meet::TwoFinger;
      case einsum::IntersectorBinding::Kind::SkipAhead:
        return ir::Meet::SkipAhead;
      case einsum::IntersectorBinding::Kind::LeaderFollower:
        break;
    }
    return ir::Meet::LeaderFollower;
  }

  // Parts from the top down. uniform_shape splits the bottom part again, nway_shape the top part
  // (LANGUAGE 1.5).
  ir::Schedule::Split split(const einsum::Split& s, const std::set<std::string>& space) {
    ir::Schedule::Split out{s.root, {}, {}, {}, s.where};
    for (size_t j = 0; j < s.ops.size(); ++j) {
      const PartitionOp& op = s.ops[j];
      if (op.kind == PartitionOp::Kind::NwayShape) {
        ir::Expr pieces = size(op.size, {}, s.root);
        ir::Expr tile =
            ir::add(ir::div(ir::most(ir::sub(ir::var(s.root), ir::lit(1)), ir::lit(0)), pieces),
                    ir::lit(1));
        std::vector<ir::Expr> snaps;
        if (!out.tiles.empty()) {
          snaps = out.snaps.front();
          snaps.insert(snaps.begin(), out.tiles.front());
        }
        out.tiles.insert(out.tiles.begin(), tile);
        out.snaps.insert(out.snaps.begin(), snaps);
        out.leaders.insert(out.leaders.begin(), "");
      } else {
        std::string lower = s.root + std::to_string(s.ops.size() - 1 - j);
        bool at_launch = space.contains(lower) && !any_nway(s.ops);
        ir::Expr next = at_launch && j + 1 < s.ops.size() ? next_tile(s.ops[j + 1]) : ir::lit(1);
        out.tiles.push_back(size(op.size, at_launch ? next : nullptr, s.root));
        out.snaps.emplace_back();
        bool led = op.kind == PartitionOp::Kind::UniformOccupancy;
        out.leaders.push_back(led ? op.leader.value : "");
      }
    }
    return out;
  }

  static bool any_nway(const std::vector<PartitionOp>& ops) {
    for (const PartitionOp& op : ops)
      if (op.kind == PartitionOp::Kind::NwayShape) return true;
    return false;
  }

  ir::Expr next_tile(const PartitionOp& op) {
    if (const auto* number = std::get_if<int64_t>(&op.size.value)) return ir::lit(*number);
    const std::string& name = std::get<std::string>(op.size.value);
    if (auto bound = cascade_.symbols.find(name); bound != cascade_.symbols.end())
      return ir::lit(bound->second);
    return ir::var(name);
  }

  // `lower_tile`: not null if the size may stay open until launch; then the tile of the part below.
  ir::Expr size(const spec::Size& size, const ir::Expr& lower_tile, const std::string& root) {
    if (const auto* number = std::get_if<int64_t>(&size.value)) return ir::lit(*number);
    const std::string& name = std::get<std::string>(size.value);
    if (auto bound = cascade_.symbols.find(name); bound != cascade_.symbols.end())
      return ir::lit(bound->second);
    if (is_rank(name)) return ir::most(ir::var(name), ir::lit(1));
    if (!lower_tile)
      unbound_.emplace(name, size.where);
    else
      add_symbol(name, lower_tile, root);
    return ir::var(name);
  }

  bool is_rank(const std::string& name) const {
    for (const ir::Tensor& t : program_.tensors)
      for (const std::string& rank : t.ranks)
        if (rank == name) return true;
    return false;
  }

  void add_symbol(const std::string& name, const ir::Expr& lower_tile, const std::string& root) {
    for (const ir::Symbol& s : program_.symbols)
      if (s.name == name) return;
    ir::Expr full = ir::mul(ir::lit(full_gpu_threads), lower_tile);
    program_.symbols.push_back({name, ir::least(ir::most(ir::var(root), ir::lit(1)), full)});
  }

  void report_unbound() {
    if (unbound_.empty()) return;
    std::vector<std::string> names;
    for (const auto& [name, where] : unbound_) names.push_back(name);
    std::string options;
    for (const std::string& name : names) options += " -D " + name + "=SIZE";
    Diagnostic& d =
        diagnostics_.error(Code::UnboundSymbol, unbound_.begin()->second,
                           (names.size() == 1 ? "symbol " : "symbols ") + quoted_list(names) +
                               (names.size() == 1 ? " has" : " have") + " no value; give" +
                               options + " or list them under 'params:'");
    for (auto it = std::next(unbound_.begin()); it != unbound_.end(); ++it)
      d.note(it->second, "'" + it->first + "' is used here");
  }

  const Cascade& cascade_;
  Diagnostics& diagnostics_;
  ir::Program program_;
  ir::Names kernel_names_;
  std::map<std::string, SourceRange> unbound_;
};

}  // namespace

std::optional<ir::Program> build(const Cascade& cascade, const std::string& name,
                                 Diagnostics& diagnostics) {
  return Builder(cascade, diagnostics).program(name);
}

}  // namespace teaal::passes
