#include "compiler/grad/statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "compiler/support/index_text.h"

namespace teaal::grad {

using einsum::Access;
using einsum::Factor;
using einsum::Index;
using einsum::IndexTerm;

namespace {

std::string name_of(const Factor& factor) {
  if (const auto* access = std::get_if<Access>(&factor)) return access->tensor;
  const auto* scalar = std::get_if<einsum::Scalar>(&factor);
  return scalar ? scalar->name : "";
}

std::string factors_text(const Term& term, const char* between) {
  std::string out;
  for (const Factor& f : term.factors) out += (out.empty() ? "" : between) + text_of(f);
  return out;
}

std::string term_text(const Term& term) {
  if (term.taken) return fmt::format("take({}, {})", factors_text(term, ", "), *term.taken);
  const double size = std::fabs(term.coefficient);
  const std::string factors = factors_text(term, " * ");
  if (factors.empty()) return text_of(size);
  return size == 1 ? factors : text_of(size) + " * " + factors;
}

bool letter(const std::string& name) {
  return name.size() == 1 && name[0] >= 'a' && name[0] <= 'z';
}

// What a map calls the factors: their names where no two are alike, else letters in their order.
std::optional<std::vector<std::string>> names_of(const Term& term) {
  std::vector<std::string> names, letters;
  bool clear = true;
  for (const Factor& f : term.factors) {
    const std::string name = name_of(f);
    clear =
        clear && !name.empty() && name != "inf" && std::ranges::find(names, name) == names.end();
    names.push_back(name);
    letters.emplace_back(1, static_cast<char>('a' + letters.size()));
  }
  if (clear) return names;
  for (size_t i = 0; i < names.size(); ++i)
    if (letter(names[i]) && names[i] != letters[i]) return std::nullopt;
  return letters;
}

void append(std::vector<IndexTerm>& to, const IndexTerm& term) {
  for (IndexTerm& t : to)
    if (t.variable == term.variable && t.symbol == term.symbol) {
      t.coefficient += term.coefficient;
      return;
    }
  to.push_back(term);
}

}  // namespace

Statement statement_of(const einsum::Einsum& e) {
  Statement out{e.output, {}, e.reduce, e.identity, {}};
  for (const einsum::Term& term : e.terms) {
    Term& made = out.terms.emplace_back();
    made.coefficient = term.sign;
    made.factors = term.factors;
    if (term.kind == einsum::Term::Kind::Take) made.taken = term.take;
    if (!term.map.empty()) made.map = formula_of(term);
  }
  return out;
}

std::string text_of(const Access& access) {
  std::string out;
  for (const Index& index : access.indices)
    out += (out.empty() ? "" : ", ") + index_text(index.terms);
  return fmt::format("{}[{}]", access.tensor, out);
}

std::string text_of(const Factor& factor) {
  if (const auto* access = std::get_if<Access>(&factor)) return text_of(*access);
  if (const auto* constant = std::get_if<einsum::Constant>(&factor))
    return text_of(constant->value);
  return std::get<einsum::Scalar>(factor).name;
}

std::string text_of(const Statement& statement) {
  std::string out;
  for (const Term& term : statement.terms) {
    const bool minus = term.coefficient < 0;
    out += (out.empty() ? (minus ? "-" : "") : (minus ? " - " : " + ")) + term_text(term);
  }
  return fmt::format("{} = {}", text_of(statement.output), out);
}

std::string whole_text(const Statement& statement) {
  std::string out = text_of(statement);
  if (const auto maps = maps_of(statement); maps && !maps->empty())
    out += fmt::format(", map {}", fmt::join(*maps, "; "));
  if (statement.reduce != einsum::Reduce::Add)
    out += fmt::format(", reduce {}", einsum::name_of(statement.reduce));
  return out;
}

std::optional<std::vector<std::string>> maps_of(const Statement& statement) {
  std::vector<std::string> out;
  bool any = false;
  for (const Term& term : statement.terms) {
    if (!term.map) {
      out.emplace_back("mul");
      continue;
    }
    const auto names = names_of(term);
    if (!names) return std::nullopt;
    any = true;
    out.push_back(text_of(*term.map, *names));
  }
  if (!any) out.clear();
  return out;
}

std::vector<const Access*> accesses_of(const Statement& statement) {
  std::vector<const Access*> out = {&statement.output};
  for (const Term& term : statement.terms)
    for (const Factor& f : term.factors)
      if (const auto* access = std::get_if<Access>(&f)) out.push_back(access);
  return out;
}

std::set<std::string> variables_of(const Access& access) {
  std::set<std::string> out;
  for (const Index& index : access.indices)
    for (const IndexTerm& t : index.terms)
      if (!t.variable.empty()) out.insert(t.variable);
  return out;
}

std::set<std::string> variables_of(const Term& term) {
  std::set<std::string> out;
  for (const Factor& f : term.factors)
    if (const auto* access = std::get_if<Access>(&f)) out.merge(variables_of(*access));
  return out;
}

void rename(const Renaming& renaming, Access& access) {
  for (Index& index : access.indices)
    for (IndexTerm& t : index.terms)
      if (const auto to = renaming.find(t.variable); to != renaming.end()) t.variable = to->second;
}

void rename(const Renaming& renaming, Term& term) {
  for (Factor& f : term.factors)
    if (auto* access = std::get_if<Access>(&f)) rename(renaming, *access);
}

Index plain_index(const std::string& variable) { return {{{1, "", variable}}, {}}; }

void substitute(const std::string& what, const std::vector<IndexTerm>& by, Access& access) {
  for (Index& index : access.indices) {
    std::vector<IndexTerm> terms;
    for (const IndexTerm& t : index.terms) {
      if (t.variable != what) {
        append(terms, t);
        continue;
      }
      for (IndexTerm part : by) {
        part.coefficient *= t.coefficient;
        append(terms, part);
      }
    }
    std::erase_if(terms, [](const IndexTerm& t) { return t.coefficient == 0; });
    if (terms.empty()) terms.push_back({0, "", ""});
    index.terms = std::move(terms);
  }
}

}  // namespace teaal::grad
