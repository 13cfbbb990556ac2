#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "compiler/einsum/check/checking.h"

// A generational rank M of T: an expression writes T[m + 1, ..], from T[m, ..] and whatever else
// has the rank. What is stored of T is its last generation: T without the rank, and beside it the
// generation before, `T_before`, which rounds over M carry.
namespace teaal::einsum {
namespace {

enum class Form { Other, Now, Next, First, Last };

// How an index stands to the rank: m, m + 1, 0, M.
Form form_of(const Index& index, const std::string& rank) {
  const std::vector<IndexTerm>& terms = index.terms;
  const bool of_rank =
      upper_case(terms[0].variable) == rank && terms[0].coefficient == 1 && terms[0].symbol.empty();
  if (terms.size() == 2 && of_rank && terms[1].variable.empty())
    return terms[1].coefficient == 1 ? Form::Next : Form::Other;
  if (terms.size() != 1) return Form::Other;
  if (of_rank) return Form::Now;
  if (!terms[0].variable.empty()) return Form::Other;
  if (terms[0].symbol.empty()) return Form::First;
  return terms[0].symbol == rank ? Form::Last : Form::Other;
}

// m + 1, 0 or M: nothing but generations has such indices.
bool names_a_generation(const Index& index) {
  return std::ranges::any_of(index.terms, [](const IndexTerm& t) { return t.variable.empty(); });
}

class Unfolding {
 public:
  Unfolding(Checking& c, std::vector<Parsed>& parsed) : c_(c), parsed_(parsed) {}

  bool run() {
    if (!find_generations()) return false;
    if (generations_.empty()) return !refuse_others();
    if (!find_rounds() || !rewrite_all() || refuse_others()) return false;
    start();
    iterate();
    for (const Generation& g : generations_) {
      restate(g);
      if (!g.before.empty() && !g.started) map_start(g);
    }
    for (size_t i = first_; i < behind_; ++i) rename_leaders(parsed_[i].expression);
    return unmap_rounds();
  }

 private:
  // A tensor that loses the rank.
  struct Generation {
    std::string tensor;
    std::string before;  // empty: a slice that each round makes for itself
    size_t rank = 0;     // where its generational rank stands
    size_t written = 0;  // the expression that writes the next generation
    bool started = false;
    SourceRange where;
  };

  bool error(const SourceRange& where, const std::string& message) {
    c_.diagnostics.error(Code::Iteration, where, message);
    return false;
  }
  bool refuse(const SourceRange& where, const std::string& message) {
    c_.diagnostics.error(Code::Unsupported, where, "unsupported: " + message);
    return false;
  }

  Tensor* tensor(const std::string& name) {
    for (Tensor& t : c_.cascade.tensors)
      if (t.name == name) return &t;
    return nullptr;
  }

  Generation* generation(const std::string& name) {
    for (Generation& g : generations_)
      if (g.tensor == name) return &g;
    return nullptr;
  }

  // ---- Which tensors, along which rank, in which rounds ----

  bool find_generations() {
    for (size_t i = 0; i < parsed_.size(); ++i) {
      const Access& output = parsed_[i].expression.output;
      const Tensor* t = tensor(output.tensor);
      if (!t || t->ranks.size() != output.indices.size()) continue;
      for (size_t r = 0; r < t->ranks.size(); ++r) {
        if (form_of(output.indices[r], t->ranks[r]) != Form::Next) continue;
        if (rank_.empty()) rank_ = t->ranks[r];
        if (rank_ != t->ranks[r])
          return refuse(output.indices[r].where,
                        fmt::format("generations along {} beside those along {}; rounds have one "
                                    "rank",
                                    t->ranks[r], rank_));
        if (generation(t->name))
          return refuse(output.where, t->name + " gets its next generation twice");
        generations_.push_back({t->name, fresh(t->name + "_before"), r, i, false, output.where});
      }
    }
    return true;
  }

  std::string fresh(std::string name) const {
    while (c_.cascade.find(name)) name += "_";
    return name;
  }

  // Of `iterate` beside generations only the end means anything.
  bool find_rounds() {
    if (const auto& given = c_.spec.iteration) {
      if (!given->carry.empty() || !given->expressions.empty() || given->over)
        return error(given->where,
                     fmt::format("generations along {} say what is iterated and carried; 'iterate' "
                                 "beside them has 'times' or 'until-empty' alone",
                                 rank_));
      find_slices();
    }
    first_ = parsed_.size();
    for (size_t i = 0; i < parsed_.size(); ++i)
      for (const Access* a : accesses_of(parsed_[i].expression)) {
        const Generation* g = generation(a->tensor);
        if (!g || a->indices.size() <= g->rank) continue;
        const Form form = form_of(a->indices[g->rank], rank_);
        if (form != Form::Now && form != Form::Next) continue;
        first_ = std::min(first_, i);
        behind_ = i + 1;
      }
    for (size_t i = first_; i < behind_; ++i)
      if (!check_round(parsed_[i])) return false;
    return true;
  }

  // What a round computes is of its generation, and all of it: a sum over generations is not.
  bool check_round(const Parsed& p) {
    for (const Access* access : accesses_of(p.expression))
      if (!check_variables(*access)) return false;
    const Access& output = p.expression.output;
    if (std::ranges::any_of(output.indices, [&](const Index& i) { return has_rank(i); }))
      return true;
    if (!has_rank(p.expression))
      return error(p.where, fmt::format("{} stands among the rounds over {} and is none of them; "
                                        "move it before them",
                                        output.tensor, rank_));
    return refuse(p.where,
                  fmt::format("a sum over generations; keep what is summed in a tensor with the "
                              "rank {0}, as in H[{1}, ..] = .., and sum that behind the rounds",
                              rank_, lower_case(rank_)));
  }

  // A variable of another name over the rank would be the round's, too.
  bool check_variables(const Access& access) {
    const Tensor* t = tensor(access.tensor);
    for (size_t r = 0; t && r < std::min(t->ranks.size(), access.indices.size()); ++r) {
      const IndexTerm& first = access.indices[r].terms[0];
      const std::string own = upper_case(first.variable);
      if (t->ranks[r] == rank_ && access.indices[r].plain() && own != rank_ &&
          !c_.declared_ranks.contains(own))
        return refuse(access.indices[r].where,
                      fmt::format("rank {} under another name in rounds over it", rank_));
    }
    return true;
  }

  // What rounds without a rank write at m.
  void find_slices() {
    for (const Parsed& p : parsed_) {
      const Access& output = p.expression.output;
      const Tensor* t = tensor(output.tensor);
      for (size_t r = 0; t && r < std::min(t->ranks.size(), output.indices.size()); ++r)
        if (t->ranks[r] == rank_ && form_of(output.indices[r], rank_) == Form::Now &&
            !generation(t->name))
          generations_.push_back({t->name, "", r, 0, true, output.where});
    }
  }

  static std::vector<const Access*> accesses_of(const Expression& e) {
    std::vector<const Access*> out = {&e.output};
    for (const Term& term : e.terms)
      for (const Factor& factor : term.factors)
        if (const auto* access = std::get_if<Access>(&factor)) out.push_back(access);
    return out;
  }

  // ---- Accesses ----

  bool rewrite_all() {
    for (const Generation& g : generations_) {
      Tensor& t = *tensor(g.tensor);
      t.ranks.erase(t.ranks.begin() + static_cast<std::ptrdiff_t>(g.rank));
      if (g.before.empty()) continue;
      Tensor before = t;
      before.name = g.before;
      c_.generation_of[g.before] = g.tensor;
      c_.cascade.tensors.push_back(std::move(before));
    }
    for (size_t i = 0; i < parsed_.size(); ++i) {
      Expression& e = parsed_[i].expression;
      if (!rewrite(e.output, i, true)) return false;
      for (Term& term : e.terms)
        for (Factor& factor : term.factors)
          if (auto* access = std::get_if<Access>(&factor); access && !rewrite(*access, i, false))
            return false;
    }
    return true;
  }

  bool rewrite(Access& access, size_t at, bool output) {
    Generation* g = generation(access.tensor);
    if (!g) return true;
    if (access.indices.size() <= g->rank) return true;  // check_arity tells
    const Index index = access.indices[g->rank];
    const Form form = form_of(index, rank_);
    const bool inside = at >= first_ && at < behind_;
    if (g->before.empty()) {
      if (form != Form::Now || !inside)
        return refuse(access.where, fmt::format("{} beyond its round, which has no coordinate of "
                                                "{} but in rounds over it",
                                                g->tensor, rank_));
    } else if (output && form == Form::First && at < first_) {
      g->started = true;
    } else if (output && form != Form::Next) {
      return error(index.where, fmt::format("{} is written as {}[{} + 1, ..] or, before its "
                                            "rounds, as generation 0",
                                            g->tensor, g->tensor, lower_case(rank_)));
    } else if (!output && inside && form == Form::Next && at <= g->written) {
      return error(index.where, "this generation is written by a later expression");
    } else if (!output && !(inside && (form == Form::Now || form == Form::Next)) &&
               !(at >= behind_ && form == Form::Last)) {
      return refuse(index.where, fmt::format("{0} here; rounds read {0} at {1} and {1} + 1, what "
                                             "follows them the last generation, {0}[{2}, ..]",
                                             g->tensor, lower_case(rank_), rank_));
    }
    if (!g->before.empty() && (form == Form::Now || form == Form::First)) access.tensor = g->before;
    access.indices.erase(access.indices.begin() + static_cast<std::ptrdiff_t>(g->rank));
    return true;
  }

  static std::string lower_case(std::string name) {
    for (char& ch : name) ch = static_cast<char>(std::tolower(static_cast<unsigned char>(ch)));
    return name;
  }

  // What is left of such indices has no meaning.
  bool refuse_others() {
    const int errors = c_.diagnostics.errors();
    for (const Parsed& p : parsed_)
      for (const Access* access : accesses_of(p.expression))
        for (const Index& index : access->indices)
          if (names_a_generation(index)) refuse_other(index);
    return c_.diagnostics.errors() > errors;
  }

  void refuse_other(const Index& index) {
    const IndexTerm& term = index.terms.back();
    std::string what = fmt::format(
        "'{}' alone is no index; an index is made of variables, as in "
        "2 * m + s (TeAAL has no constant index)",
        term.coefficient);
    if (!term.symbol.empty())
      what = fmt::format("index variables are lower-case; write '{}'", lower_case(term.symbol));
    c_.diagnostics.error(Code::EinsumSyntax, index.where, what);
  }

  // ---- What the spec says of them ----

  // Generation 0 holds the default where no expression writes it.
  void start() {
    std::vector<Parsed> starts;
    for (const Generation& g : generations_) {
      if (g.started) continue;
      Expression e = parsed_[g.written].expression;
      e.output.tensor = g.before;
      const double value = default_of(g.tensor);
      Term term;
      term.factors = {Constant{std::isinf(value) ? 1 : value, g.where}};
      term.where = g.where;
      e.terms = {term};
      starts.push_back({std::move(e), parsed_[g.written].where});
    }
    parsed_.insert(parsed_.begin() + static_cast<std::ptrdiff_t>(first_), starts.begin(),
                   starts.end());
    first_ += starts.size();
    behind_ += starts.size();
  }

  double default_of(const std::string& name) const {
    for (const spec::TensorOperators& given : c_.spec.operators) {
      if (given.tensor.value != name) continue;
      if (given.absent) return given.absent->value;
      if (given.identity) return given.identity->value;
      for (const ReduceRow& row : reduce_rows)
        if (given.reduce && name_of(row.reduce) == given.reduce->value) return row.identity;
    }
    return 0;
  }

  void iterate() {
    spec::Iteration out = c_.spec.iteration.value_or(spec::Iteration{});
    if (!c_.spec.iteration) {
      out.where = generations_[0].where;
      out.over = Name{rank_, out.where};
    }
    for (size_t i = first_; i < behind_; ++i)
      out.expressions.push_back({parsed_[i].expression.output.tensor, parsed_[i].where});
    for (const Generation& g : generations_)
      if (!g.before.empty())
        out.carry.emplace_back(Name{g.before, g.where}, Name{g.tensor, g.where});
    c_.spec.iteration = std::move(out);
  }

  // Storage and default of the tensor are those of the generation before, too.
  void restate(const Generation& g) {
    spec::Spec& spec = c_.spec;
    auto without_rank = [&](std::vector<Name>& names) {
      std::erase_if(names, [&](const Name& name) { return name.value == rank_; });
    };
    for (size_t i = 0, n = spec.rank_order.size(); i < n; ++i) {
      if (spec.rank_order[i].first.value != g.tensor) continue;
      without_rank(spec.rank_order[i].second);
      if (g.before.empty()) continue;
      auto copy = spec.rank_order[i];
      copy.first.value = g.before;
      spec.rank_order.push_back(std::move(copy));
    }
    for (size_t i = 0, n = spec.format.size(); i < n; ++i) {
      if (spec.format[i].tensor.value != g.tensor) continue;
      without_rank(spec.format[i].rank_order);
      std::erase_if(spec.format[i].ranks,
                    [&](const spec::RankFormat& r) { return r.rank.value == rank_; });
      if (g.before.empty()) continue;
      spec::TensorFormat copy = spec.format[i];
      copy.tensor.value = g.before;
      spec.format.push_back(std::move(copy));
    }
    const double value = default_of(g.tensor);
    if (value == 0 || g.before.empty()) return;
    spec::TensorOperators before;
    before.tensor = {g.before, g.where};
    before.absent = Located<double>{value, g.where};
    if (!g.started && std::isinf(value)) before.map = {{value < 0 ? "-inf" : "inf", g.where}};
    spec.operators.push_back(std::move(before));
  }

  // What no expression starts is set by the loops that make the next generation, as far as they run
  // over its ranks.
  void map_start(const Generation& g) {
    const auto found = std::ranges::find_if(
        c_.spec.mapping, [&](const auto& m) { return m.output.value == g.tensor; });
    if (found == c_.spec.mapping.end()) return;
    spec::OutputMapping mapping = *found;
    std::set<std::string> kept(tensor(g.before)->ranks.begin(), tensor(g.before)->ranks.end());
    std::erase_if(mapping.partitioning,
                  [&](const auto& p) { return !kept.contains(p.ranks.front().value); });
    for (const spec::Partitioning& p : mapping.partitioning) {
      if (p.ranks.size() > 1) return;
      for (const spec::PartitionOp& op : p.ops)
        if (!op.leader.value.empty() || !op.shares.empty()) return;
      for (size_t part = 0; part <= p.ops.size(); ++part)
        kept.insert(p.ranks.front().value + std::to_string(part));
    }
    const auto gone = [&](const std::string& rank) { return !kept.contains(rank); };
    mapping.output.value = g.before;
    if (mapping.loop_order)
      std::erase_if(*mapping.loop_order, [&](const Name& n) { return gone(n.value); });
    if (mapping.spacetime)
      for (std::vector<spec::Stamp>* stamps : {&mapping.spacetime->space, &mapping.spacetime->time})
        std::erase_if(*stamps, [&](const spec::Stamp& s) { return gone(s.rank.value); });
    c_.spec.mapping.push_back(std::move(mapping));
    bind_start(g, kept);
  }

  void bind_start(const Generation& g, const std::set<std::string>& kept) {
    const auto found = std::ranges::find_if(
        c_.spec.bindings, [&](const auto& b) { return b.output.value == g.tensor; });
    if (found == c_.spec.bindings.end()) return;
    spec::OutputBindings bindings = *found;
    bindings.output.value = g.before;
    for (spec::ComponentBinding& component : bindings.components)
      std::erase_if(component.entries, [&](const spec::BindingEntry& entry) {
        const Name* rank = entry.find("rank");
        return entry.find("tensor") || !rank || !kept.contains(rank->value);
      });
    std::erase_if(bindings.components, [](const auto& c) { return c.entries.empty(); });
    c_.spec.bindings.push_back(std::move(bindings));
  }

  // A leader, or what is bound to a memory, is the generation that the expression reads, the newer
  // of two.
  void rename_leaders(const Expression& e) {
    const std::vector<const Access*> accesses = accesses_of(e);
    auto reads = [&](const std::string& name) {
      return std::any_of(accesses.begin() + 1, accesses.end(),
                         [&](const Access* a) { return a->tensor == name; });
    };
    auto rename = [&](Name& leader) {
      const Generation* g = generation(leader.value);
      if (g && !reads(g->tensor) && reads(g->before)) leader.value = g->before;
    };
    for (spec::OutputMapping& mapping : c_.spec.mapping)
      for (spec::Partitioning& p : mapping.partitioning)
        for (spec::PartitionOp& op : p.ops)
          if (mapping.output.value == e.output.tensor) {
            rename(op.leader);
            for (spec::PartitionOp::Share& share : op.shares) rename(share.tensor);
          }
    for (spec::OutputBindings& bindings : c_.spec.bindings)
      for (spec::ComponentBinding& component : bindings.components)
        for (spec::BindingEntry& entry : component.entries)
          for (auto& [key, value] : entry.fields)
            if (bindings.output.value == e.output.tensor &&
                (key.value == "leader" ||
                 (key.value == "tensor" && value.value != e.output.tensor)))
              rename(value);
  }

  bool has_rank(const Expression& e) const {
    return std::ranges::any_of(accesses_of(e), [&](const Access* access) {
      return std::ranges::any_of(access->indices, [&](const Index& i) { return has_rank(i); });
    });
  }
  bool has_rank(const Index& index) const {
    return std::ranges::any_of(index.terms,
                               [&](const IndexTerm& t) { return upper_case(t.variable) == rank_; });
  }

  bool unmap_rounds() {
    const bool over = c_.spec.iteration->over.has_value();
    for (size_t i = first_; i < behind_; ++i) {
      const Parsed& p = parsed_[i];
      if (!has_rank(p.expression))
        unmap(p.expression.output.tensor);
      else if (!over)
        return refuse(p.where, fmt::format("rank {} beside generations along it in rounds that "
                                           "have no coordinate of it; leave 'iterate' out",
                                           rank_));
    }
    return true;
  }

  // An expression that has lost the rank has no loop over it.
  void unmap(const std::string& output) {
    auto without = [&](std::vector<spec::Stamp>& stamps) {
      std::erase_if(stamps, [&](const spec::Stamp& s) { return s.rank.value == rank_; });
    };
    for (spec::OutputMapping& mapping : c_.spec.mapping) {
      if (mapping.output.value != output) continue;
      if (mapping.loop_order)
        std::erase_if(*mapping.loop_order, [&](const Name& n) { return n.value == rank_; });
      if (!mapping.spacetime) continue;
      without(mapping.spacetime->space);
      without(mapping.spacetime->time);
    }
  }

  Checking& c_;
  std::vector<Parsed>& parsed_;
  std::vector<Generation> generations_;
  std::string rank_;
  size_t first_ = 0, behind_ = 0;  // the expressions of the rounds
};

}  // namespace

bool unfold_generations(Checking& c, std::vector<Parsed>& parsed) {
  return Unfolding(c, parsed).run();
}

}  // namespace teaal::einsum
