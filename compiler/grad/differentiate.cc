#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/expression.h"
#include "compiler/grad/contribution.h"
#include "compiler/grad/gradient.h"
#include "compiler/grad/prepare.h"

// Reverse mode: from the last expression to the first, each hands the gradient of its output on to
// its factors.
namespace teaal::grad {

using einsum::Access;
using einsum::Einsum;
using einsum::Factor;
using einsum::Tensor;

namespace {

using Strings = std::vector<std::string>;

std::string name_of(const Factor& factor) {
  if (const auto* access = std::get_if<Access>(&factor)) return access->tensor;
  const auto* scalar = std::get_if<einsum::Scalar>(&factor);
  return scalar ? scalar->name : "";
}

bool whole_ranks(const Tensor& tensor) {
  return std::ranges::is_permutation(tensor.storage.rank_order, tensor.ranks);
}

// An access that the checker takes for a slip of the pen: A[k, m] of A: [M, K], or one that could
// be, were it the only one.
bool exchanged(const Access& access, const Strings& ranks) {
  for (size_t i = 0; i < access.indices.size(); ++i) {
    if (!access.indices[i].plain()) continue;
    const std::string rank = einsum::upper_case(access.indices[i].terms[0].variable);
    if (rank != ranks[i] && std::ranges::find(ranks, rank) != ranks.end()) return true;
  }
  return false;
}

class Derivation {
 public:
  Derivation(Prepared prepared, const Strings& wrt, Names& names, Diagnostics& diagnostics)
      : p_(std::move(prepared)), wrt_(wrt), names_(names), diagnostics_(diagnostics) {}

  std::optional<Gradient> run() {
    if (!name_all()) return std::nullopt;
    for (auto e = p_.cascade.einsums.rbegin(); e != p_.cascade.einsums.rend(); ++e)
      if (moves(p_, *e) && !pass_on(*e)) return std::nullopt;
    for (const std::string& name : wrt_)
      if (!finish(name)) return std::nullopt;
    add_forward();
    if (!declare()) return std::nullopt;
    return std::move(out_);
  }

 private:
  const Tensor* tensor(const std::string& name) const { return p_.cascade.find(name); }
  Strings ranks_of(const std::string& name) const {
    const Tensor* t = tensor(name);
    return t ? t->ranks : Strings{};
  }
  bool is_read(const std::string& name) const {
    return std::ranges::any_of(p_.cascade.einsums, [&](const Einsum& e) { return reads(e, name); });
  }
  const Einsum* writer(const std::string& name) const {
    const auto found = std::ranges::find_if(
        p_.cascade.einsums, [&](const Einsum& e) { return e.output.tensor == name; });
    return found == p_.cascade.einsums.end() ? nullptr : &*found;
  }
  bool asked_for(const std::string& name) const {
    return std::ranges::find(wrt_, name) != wrt_.end();
  }
  bool refuse(const SourceRange& where, const std::string& what) {
    diagnostics_.error(Code::Unsupported, where, "unsupported: " + what);
    return false;
  }

  // Seeds of what moves and is not read, then the gradients that are asked for.
  bool name_all() {
    for (const Einsum& e : p_.cascade.einsums)
      if (moves(p_, e) && !is_read(e.output.tensor)) {
        const std::string seed = gradient_name(names_, e.output.tensor);
        out_.seeds[e.output.tensor] = gradients_[e.output.tensor] = seed;
        ranks_[seed] = ranks_of(e.output.tensor);
      }
    for (const std::string& name : wrt_)
      out_.gradients[name] = gradients_[name] = gradient_name(names_, name);
    return true;
  }

  // ---- Masks ----

  // The structure that the gradient of a tensor takes. An input that is compressed has its own. An
  // intermediate which is like one, or a product with one over its own ranks, moves nothing where
  // that is absent.
  std::optional<Mask> mask_of(const std::string& name) const {
    const Tensor* t = tensor(name);
    if (!t || t->ranks.empty()) return std::nullopt;
    const Einsum* made = writer(name);
    if (!made && !compressed(t->storage)) return std::nullopt;
    if (made && t->storage.like.empty()) return guard_of(*made);
    if (made) return whole_mask(*tensor(t->storage.like), *t);
    return whole_mask(*t, *t);
  }

  // The structure of one tensor over the ranks of another.
  static Mask whole_mask(const Tensor& mask, const Tensor& target) {
    Mask out{mask.name, {}, mask.absent};
    for (const std::string& rank : mask.ranks)
      out.positions.push_back(
          static_cast<size_t>(std::ranges::find(target.ranks, rank) - target.ranks.begin()));
    return out;
  }

  std::optional<Mask> guard_of(const Einsum& e) const {
    if (e.terms.size() != 1 || e.reduce != einsum::Reduce::Add) return std::nullopt;
    for (const Factor& f : e.terms[0].factors) {
      const auto* access = std::get_if<Access>(&f);
      if (!access || writer(access->tensor) || !compressed(tensor(access->tensor)->storage))
        continue;
      if (auto positions = positions_in(*access, e.output))
        return Mask{access->tensor, std::move(*positions), tensor(access->tensor)->absent};
    }
    return std::nullopt;
  }

  static std::optional<std::vector<size_t>> positions_in(const Access& access, const Access& in) {
    std::vector<size_t> out;
    for (const einsum::Index& index : access.indices) {
      const auto found = std::ranges::find_if(in.indices, [&](const einsum::Index& other) {
        return index.plain() && index.terms[0].variable == other.terms[0].variable;
      });
      if (found == in.indices.end()) return std::nullopt;
      out.push_back(static_cast<size_t>(found - in.indices.begin()));
    }
    return out;
  }

  // ---- One expression ----

  bool pass_on(const Einsum& e) {
    const std::string& output = e.output.tensor;
    if (!out_.seeds.contains(output) && !asked_for(output) && !finish(output)) return false;
    if (!gradients_.contains(output)) return true;  // nothing behind it moves with it
    const bool picks = e.reduce == einsum::Reduce::Max || e.reduce == einsum::Reduce::Min;
    const std::string ties = picks && einsum::reduces(e) ? count_ties(e) : "";
    for (const einsum::Term& term : e.terms)
      for (size_t i = 0; i < term.factors.size(); ++i)
        if (p_.moving.contains(name_of(term.factors[i])) && !contribute({e, term, i}, ties))
          return false;
    return true;
  }

  bool contribute(const Occurrence& of, const std::string& ties) {
    const std::string name = name_of(of.term.factors[of.factor]);
    const std::string& output = of.einsum.output.tensor;
    const Surroundings around{gradients_.at(output),     ties,
                              is_read(output),           mask_of(name),
                              like_of(name).has_value(), ranks_of(name)};
    const int errors = diagnostics_.errors();
    if (auto made = contribution_of(of, around, names_, diagnostics_))
      contributions_[name].push_back(std::move(*made));
    return diagnostics_.errors() == errors;
  }

  // How many elements attain the result.
  std::string count_ties(const Einsum& e) {
    const std::string name = names_.fresh(e.output.tensor + "_ties");
    ranks_[name] = ranks_of(e.output.tensor);
    remarks_[name] = fmt::format("how many elements attain {}", e.output.tensor);
    Statement count{{name, e.output.indices, {}}, {}, einsum::Reduce::Add, 0, {}};
    for (const einsum::Term& term : e.terms) {
      Term& made = count.terms.emplace_back();
      made.factors = term.factors;
      made.factors.emplace_back(Access{e.output.tensor, e.output.indices, {}});
      made.map = attains(term, factor(term.factors.size()));
      const size_t at = *picked_factor(term);
      const Tensor* t = tensor(name_of(term.factors[at]));
      if (t && compressed(t->storage) && term.kind != einsum::Term::Kind::Take)
        made.map = mul(differs(factor(at), t->absent), *made.map);
    }
    count.because = {"ties of " + whole_text(statement_of(e)) + " share its gradient"};
    add(std::move(count));
    return name;
  }

  // All that was contributed to a tensor, as expressions. An intermediate that nothing reaches has
  // no gradient; an input that was asked for must have one.
  bool finish(const std::string& name) {
    const auto found = contributions_.find(name);
    if (found == contributions_.end()) return !asked_for(name) || refuse_unmoved(name);
    if (!gradients_.contains(name)) gradients_[name] = gradient_name(names_, name);
    const std::string& gradient = gradients_[name];
    Merged merged = merge(gradient, std::move(found->second), names_);
    merged.parts.push_back(gradient);
    for (const std::string& part : merged.parts) declare_like(name, part);
    for (Statement& statement : merged.statements) add(std::move(statement));
    return true;
  }

  bool refuse_unmoved(const std::string& name) {
    const Tensor* t = tensor(name);
    const SourceRange where = t ? t->where : SourceRange{p_.cascade.file};
    return refuse(where, fmt::format("the gradient by {}: it is 0 everywhere, for {} only enters "
                                     "comparisons, logic and conditions, or nothing reads it",
                                     name, name));
  }

  // The storage of a mask that has all ranks of the tensor: its gradient is like that.
  std::optional<einsum::Storage> like_of(const std::string& name) const {
    const std::optional<Mask> mask = mask_of(name);
    if (!mask) return std::nullopt;
    const Strings ranks = ranks_of(name), own = ranks_of(mask->tensor);
    if (own.size() != ranks.size()) return std::nullopt;
    for (size_t i = 0; i < own.size(); ++i)
      if (ranks[mask->positions[i]] != own[i]) return std::nullopt;
    einsum::Storage out = tensor(mask->tensor)->storage;
    out.like = mask->tensor;
    return out;
  }

  void declare_like(const std::string& name, const std::string& gradient) {
    ranks_[gradient] = ranks_of(name);
    if (auto storage = like_of(name)) storage_[gradient] = std::move(*storage);
  }

  void add(Statement statement) {
    legalise(statement);
    out_.backward.push_back(std::move(statement));
  }

  // Other variables where those of the expression would look like a slip of the pen.
  void legalise(Statement& statement) const {
    const std::vector<const Access*> accesses = accesses_of(statement);
    const bool legal = std::ranges::none_of(accesses, [&](const Access* access) {
      return exchanged(*access, declared_ranks(access->tensor));
    });
    if (legal) return;
    std::set<std::string> used;
    for (const Access* access : accesses) used.merge(variables_of(*access));
    Renaming renaming;
    for (const Access* access : accesses)  // the output's first
      for (const einsum::Index& index : access->indices)
        for (const einsum::IndexTerm& t : index.terms) {
          if (t.variable.empty() || renaming.contains(t.variable)) continue;
          renaming[t.variable] = names_.free_variable(used);
          used.insert(renaming[t.variable]);
        }
    rename(renaming, statement.output);
    for (Term& term : statement.terms) rename(renaming, term);
  }

  Strings declared_ranks(const std::string& name) const {
    const auto own = ranks_.find(name);
    return own == ranks_.end() ? ranks_of(name) : own->second;
  }

  // ---- The whole spec ----

  std::set<std::string> read_by(const std::vector<Statement>& statements) const {
    std::set<std::string> out;
    for (const Statement& s : statements) {
      for (const Access* access : accesses_of(s)) out.insert(access->tensor);
      if (const auto found = storage_.find(s.output.tensor); found != storage_.end())
        out.insert(found->second.like);
    }
    return out;
  }

  // What the gradients read of the cascade's own results, and what that is made of.
  void add_forward() {
    std::set<std::string> needed = read_by(out_.backward);
    std::vector<Statement> forward;
    for (auto e = p_.cascade.einsums.rbegin(); e != p_.cascade.einsums.rend(); ++e) {
      if (!needed.contains(e->output.tensor)) continue;
      forward.push_back(statement_of(*e));
      for (const Access* access : accesses_of(forward.back())) needed.insert(access->tensor);
    }
    out_.forward.assign(forward.rbegin(), forward.rend());
  }

  bool declare() {
    const std::set<std::string> backward = read_by(out_.backward), forward = read_by(out_.forward);
    std::set<std::string> fixed;
    for (const Tensor& t : p_.cascade.tensors)
      if (backward.contains(t.name) || forward.contains(t.name)) {
        if (!declare(t)) return false;
        if (!writer(t.name)) fixed.insert(t.ranks.begin(), t.ranks.end());
      }
    for (const auto& [name, seed] : out_.seeds) {
      if (!backward.contains(seed)) continue;
      fixed.insert(ranks_[seed].begin(), ranks_[seed].end());
      out_.tensors.push_back(
          {seed, ranks_[seed], dense(ranks_[seed]), 0, fmt::format("given: by {}", name)});
      ranks_.erase(seed);
    }
    for (const Statement& s : out_.backward) declare(s.output.tensor, fixed);
    return check_maps() && check_variables();
  }

  static std::optional<einsum::Storage> dense(const Strings& ranks) {
    if (ranks.size() < 2) return std::nullopt;
    einsum::Storage out;
    out.rank_order = ranks;
    out.formats.assign(ranks.size(), einsum::RankFormatKind::Uncompressed);
    return out;
  }

  bool declare(const Tensor& t) {
    const bool made = writer(t.name) != nullptr;
    if (!whole_ranks(t))
      return refuse(t.storage.where,
                    fmt::format("the gradient where {} is stored in parts of ranks; choose another "
                                "format (--format {}=csr)",
                                t.name, t.name));
    const bool plain = made && !compressed(t.storage) && t.storage.rank_order == t.ranks;
    std::optional<einsum::Storage> storage;
    if (!plain && !t.ranks.empty() && (t.ranks.size() > 1 || compressed(t.storage)))
      storage = t.storage;
    out_.tensors.push_back(
        {t.name, t.ranks, std::move(storage), t.absent, made ? "computed again" : ""});
    return true;
  }

  void declare(const std::string& name, const std::set<std::string>& fixed) {
    const Strings& ranks = ranks_[name];
    for (const std::string& rank : ranks)
      if (!fixed.contains(rank) && std::ranges::find(out_.unfixed, rank) == out_.unfixed.end())
        out_.unfixed.push_back(rank);
    std::optional<einsum::Storage> storage;
    if (const auto found = storage_.find(name); found != storage_.end()) storage = found->second;
    out_.tensors.push_back({name, ranks, storage, 0, remark_of(name)});
  }

  std::string remark_of(const std::string& name) const {
    for (const auto& [of, gradient] : gradients_)
      if (gradient == name && asked_for(of))
        return fmt::format("result: by {}{}", of,
                           storage_.contains(name) ? ", where it holds a value" : "");
    const auto found = remarks_.find(name);
    return found == remarks_.end() ? "" : found->second;
  }

  bool check_maps() {
    for (const Statement& s : out_.backward)
      if (!maps_of(s))
        return refuse(p_.cascade.einsums.back().where,
                      fmt::format("a map of {} with a tensor twice and a factor whose name is one "
                                  "letter; rename that",
                                  text_of(s)));
    return true;
  }

  // A variable runs over the rank of its name where that is declared; so it must be here, too.
  bool check_variables() {
    std::set<std::string> before, now;
    for (const Tensor& t : p_.cascade.tensors) before.insert(t.ranks.begin(), t.ranks.end());
    for (const Declared& t : out_.tensors) now.insert(t.ranks.begin(), t.ranks.end());
    for (const std::vector<Statement>* part : {&out_.forward, &out_.backward})
      for (const Statement& s : *part)
        for (const Access* access : accesses_of(s))
          for (const std::string& v : variables_of(*access)) {
            const std::string rank = einsum::upper_case(v);
            if (before.contains(rank) && !now.contains(rank))
              return refuse(p_.cascade.einsums.back().where,
                            fmt::format("'{}' runs over rank {}, which no tensor of the gradient "
                                        "has; rename the variable",
                                        v, rank));
          }
    return true;
  }

  Prepared p_;
  const Strings& wrt_;
  Names& names_;
  Diagnostics& diagnostics_;
  Gradient out_;
  std::map<std::string, std::string> gradients_;                    // of tensor and scalars
  std::map<std::string, std::vector<Contribution>> contributions_;  // to them
  std::map<std::string, Strings> ranks_;                            // of new tensors
  std::map<std::string, einsum::Storage> storage_;                  // where it is not the default
  std::map<std::string, std::string> remarks_;
};

}  // namespace

std::optional<Gradient> differentiate(const einsum::Cascade& cascade,
                                      const std::vector<std::string>& wrt,
                                      Diagnostics& diagnostics) {
  Names names(cascade);
  auto prepared = prepare(einsum::without_variants(cascade), wrt, names, diagnostics);
  if (!prepared) return std::nullopt;
  return Derivation(std::move(*prepared), wrt, names, diagnostics).run();
}

}  // namespace teaal::grad
