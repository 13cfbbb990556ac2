#include "compiler/grad/contribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/einsum/expression.h"
#include "compiler/grad/index_math.h"

namespace teaal::grad {

using einsum::Access;
using einsum::Factor;
using einsum::Function;

namespace {

std::string variable_of(const std::string& rank) {
  std::string out = rank;
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// The factors of the term, and behind them what else may be read.
class Builder {
 public:
  Builder(const Occurrence& of, const Surroundings& around, const Names& names)
      : of_(of), around_(around), names_(names), factors_(of.term.factors) {
    seed_ = add(Access{around.seed, of.einsum.output.indices, {}});
    variables_.insert(of.einsum.variables.begin(), of.einsum.variables.end());
  }

  std::optional<Contribution> build(Diagnostics& diagnostics) {
    Formula value = gradient();
    if (value.is(0)) return std::nullopt;
    Contribution out;
    if (!aim(out.target, value, diagnostics)) return std::nullopt;
    keep_structure(out.target, value);
    out.term = term_of(value);
    out.because = "through " + whole_text(statement_of(of_.einsum));
    return out;
  }

 private:
  size_t add(Factor factor) {
    factors_.push_back(std::move(factor));
    return factors_.size() - 1;
  }

  // dZ * ∂Z/∂A at one point.
  Formula gradient() {
    const bool picks =
        of_.einsum.reduce == einsum::Reduce::Max || of_.einsum.reduce == einsum::Reduce::Min;
    if (picks && einsum::reduces(of_.einsum)) return picked();
    const Formula value = formula_of(of_.term);
    Formula by = derivative(value, of_.factor);
    if (by.is(0)) return by;
    if (around_.reads_output && costly(value)) by = replaced(by, value, factor(add(output())));
    return mul(factor(seed_), by);
  }

  // Those that attain the result share the gradient, in equal parts.
  Formula picked() {
    if (picked_factor(of_.term) != of_.factor) return number(0);
    const Formula result = factor(add(output()));
    const Formula ties = factor(add(Access{around_.ties, of_.einsum.output.indices, {}}));
    return call(Function::Select,
                {attains(of_.term, result), call(Function::Div, {factor(seed_), ties}), number(0)});
  }

  Access output() const { return {of_.einsum.output.tensor, of_.einsum.output.indices, {}}; }

  bool costly(const Formula& value) const {
    if (of_.term.sign < 0 || value.kind != Formula::Kind::Call) return false;
    static constexpr Function functions[] = {Function::Exp, Function::Sqrt, Function::Tanh,
                                             Function::Div, Function::Reciprocal};
    return std::ranges::find(functions, value.function) != std::end(functions);
  }

  // Something that is read, or can be read, at the variable itself keeps it within its extent.
  bool bounded(const std::string& variable) const {
    for (size_t i = 0; i < factors_.size(); ++i)
      if (i != of_.factor && bounds(factors_[i], variable)) return true;
    return false;
  }

  static bool bounds(const Factor& factor, const std::string& variable) {
    const auto* access = std::get_if<Access>(&factor);
    return access && std::ranges::any_of(access->indices, [&](const einsum::Index& index) {
             return index.plain() && index.terms[0].variable == variable;
           });
  }

  // What is written, and everything else at its indices.
  bool aim(Access& target, const Formula& value, Diagnostics& diagnostics) {
    const auto* access = std::get_if<Access>(&factors_[of_.factor]);
    if (!access) {
      target.tensor = std::get<einsum::Scalar>(factors_[of_.factor]).name;
      cover(value, {});
      return true;
    }
    target = *access;
    auto named = [&](size_t i) {
      const std::string name = names_.variable(variable_of(around_.ranks[i]), variables_);
      variables_.insert(name);
      return name;
    };
    auto usable = [&](const std::string& v) { return bounded(v); };
    const auto solutions = solve(target, named, usable, diagnostics);
    if (!solutions) return false;
    cover(value, *solutions);
    for (const Solution& solution : *solutions)
      for (Factor& f : factors_)
        if (auto* read = std::get_if<Access>(&f))
          substitute(solution.variable, solution.terms, *read);
    return true;
  }

  // Every point of the term counts: a variable that neither the target nor the formula has gets a
  // factor that has it, though its value is not used. One that is solved for gets its bound.
  void cover(const Formula& value, const std::vector<Solution>& solutions) {
    std::set<size_t> used = factors_in(value);
    auto held = [&](const std::string& v, bool plainly) {
      return std::ranges::any_of(used, [&](size_t i) {
        const auto* access = std::get_if<Access>(&factors_[i]);
        return access && (plainly ? bounds(*access, v) : variables_of(*access).contains(v));
      });
    };
    auto solved = [&](const std::string& v) {
      return std::ranges::any_of(solutions, [&](const Solution& s) { return s.variable == v; });
    };
    const auto* target = std::get_if<Access>(&factors_[of_.factor]);
    for (const std::string& v : of_.einsum.variables) {
      const bool plainly = solved(v);
      if (held(v, plainly) || (!plainly && target && variables_of(*target).contains(v))) continue;
      for (size_t i = 0; i < of_.term.factors.size(); ++i)
        if ((i != of_.factor || !plainly) && bounds(factors_[i], v)) {
          covering_.push_back(i);
          used.insert(i);
          break;
        }
    }
  }

  // What is like the mask is confined to it, unless the formula reads the mask's values: then its
  // zeros must give nothing, as a factor of a product does.
  void keep_structure(const Access& target, Formula& value) {
    if (!around_.mask) return;
    Access mask{around_.mask->tensor, {}, {}};
    for (size_t position : around_.mask->positions)
      mask.indices.push_back(target.indices[position]);
    auto is_mask = [&](size_t i) { return text_of(factors_[i]) == text_of(mask); };
    const std::set<size_t> used = factors_in(value);
    const bool read = std::ranges::any_of(used, is_mask) || std::ranges::any_of(covering_, is_mask);
    if (around_.like && !read) return;
    const Product product = product_of(value);
    const bool there =
        around_.mask->absent == 0 && std::ranges::any_of(product.above, [&](const Formula& f) {
          return f.kind == Formula::Kind::Factor && is_mask(f.factor);
        });
    if (!there) value = mul(differs(factor(add(std::move(mask))), around_.mask->absent), value);
  }

  Term term_of(const Formula& value) const {
    Product product = product_of(value);
    product.coefficient *= of_.term.sign;
    Term out{product.coefficient, {}, {}, {}};
    if (product.plain() && covering_.empty()) {
      for (const Formula& f : product.above) out.factors.push_back(factors_[f.factor]);
      return out;
    }
    return mapped(product);
  }

  // Each element once, whatever the map does with it.
  Term mapped(const Product& product) const {
    Term out{product.coefficient < 0 ? -1.0 : 1.0, {}, {}, {}};
    const Formula size = number(std::fabs(product.coefficient));
    const Formula map = mul(size, formula_of(product));
    std::vector<size_t> position(factors_.size());
    std::vector<size_t> read;
    collect_in_order(map, read);
    read.insert(read.end(), covering_.begin(), covering_.end());
    std::vector<std::string> texts;
    for (size_t i : read) {
      const std::string text = text_of(factors_[i]);
      const auto found = std::ranges::find(texts, text);
      position[i] = static_cast<size_t>(found - texts.begin());
      if (found != texts.end()) continue;
      texts.push_back(text);
      out.factors.push_back(factors_[i]);
    }
    out.map = renumbered(map, position);
    return out;
  }

  static void collect_in_order(const Formula& f, std::vector<size_t>& out) {
    if (f.kind == Formula::Kind::Factor) out.push_back(f.factor);
    for (const Formula& argument : f.arguments) collect_in_order(argument, out);
  }

  const Occurrence& of_;
  const Surroundings& around_;
  const Names& names_;
  std::vector<Factor> factors_;
  std::set<std::string> variables_;
  std::vector<size_t> covering_;
  size_t seed_ = 0;
};

// ---- Merging ----

std::vector<std::string> target_variables(const Contribution& c) {
  std::vector<std::string> out;
  for (const einsum::Index& index : c.target.indices) out.push_back(index.terms[0].variable);
  return out;
}

// Renames so that the target's variables are `wanted`; others that are in the way give way.
void retarget(const std::vector<std::string>& wanted, const Names& names, Contribution& c) {
  const std::vector<std::string> own = target_variables(c);
  Renaming renaming;
  for (size_t i = 0; i < own.size(); ++i) renaming[own[i]] = wanted[i];
  std::set<std::string> used = variables_of(c.term);
  used.insert(wanted.begin(), wanted.end());
  for (const std::string& v : variables_of(c.term))
    if (!renaming.contains(v) && std::ranges::find(wanted, v) != wanted.end()) {
      renaming[v] = names.variable(v + "_2", used);
      used.insert(renaming[v]);
    }
  rename(renaming, c.target);
  rename(renaming, c.term);
}

bool alike(const Term& a, const Term& b) {
  return a.map == b.map &&
         std::ranges::equal(a.factors, b.factors,
                            [](const auto& x, const auto& y) { return text_of(x) == text_of(y); });
}

void append(const Contribution& c, Statement& to) {
  if (std::ranges::find(to.because, c.because) == to.because.end()) to.because.push_back(c.because);
  for (Term& term : to.terms)
    if (!term.map && alike(term, c.term)) {
      term.coefficient += c.term.coefficient;
      return;
    }
  to.terms.push_back(c.term);
}

// One statement for each set of variables.
std::vector<Statement> grouped(const std::vector<Contribution>& contributions) {
  std::vector<Statement> out;
  for (const Contribution& c : contributions) {
    const std::set<std::string> variables = variables_of(c.term);
    auto found = std::ranges::find_if(
        out, [&](const Statement& s) { return variables_of(s.terms[0]) == variables; });
    if (found == out.end()) {
      out.push_back({c.target, {}, einsum::Reduce::Add, 0, {}});
      found = out.end() - 1;
    }
    append(c, *found);
  }
  return out;
}

}  // namespace

std::optional<size_t> picked_factor(const einsum::Term& term) {
  if (term.sign < 0) return std::nullopt;
  const auto taken = static_cast<size_t>(term.take);
  if (term.kind == einsum::Term::Kind::Take)
    return std::holds_alternative<Access>(term.factors[taken]) ? std::optional(taken)
                                                               : std::nullopt;
  const Formula value = formula_of(term);
  return value.kind == Formula::Kind::Factor ? std::optional(value.factor) : std::nullopt;
}

Formula attains(const einsum::Term& term, const Formula& result) {
  Formula out = call(Function::Equal, {factor(*picked_factor(term)), result});
  if (term.kind == einsum::Term::Kind::Take)
    for (size_t i = 0; i < term.factors.size(); ++i) out = mul(out, differs(factor(i), 0));
  return out;
}

std::optional<Contribution> contribution_of(const Occurrence& of, const Surroundings& around,
                                            const Names& names, Diagnostics& diagnostics) {
  return Builder(of, around, names).build(diagnostics);
}

Merged merge(const std::string& name, std::vector<Contribution> contributions, Names& names) {
  const std::vector<std::string> variables = target_variables(contributions[0]);
  for (Contribution& c : contributions) {
    retarget(variables, names, c);
    c.target.tensor = name;
  }
  Merged out{grouped(contributions), {}};
  if (out.statements.size() == 1) return out;
  Statement sum{contributions[0].target, {}, einsum::Reduce::Add, 0, {"their sum"}};
  for (Statement& part : out.statements) {
    part.output.tensor = names.fresh(fmt::format("{}_{}", name, out.parts.size() + 1));
    out.parts.push_back(part.output.tensor);
    sum.terms.push_back({1, {part.output}, {}, {}});
  }
  out.statements.push_back(std::move(sum));
  return out;
}

}  // namespace teaal::grad
