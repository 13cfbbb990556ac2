#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"
#include "compiler/einsum/expression.h"

namespace teaal::einsum {
namespace {

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

void add_unique(std::vector<std::string>& list, const std::string& name) {
  if (!contains(list, name)) list.push_back(name);
}

SourceRange name_range(const Access& access) {
  SourceRange out = access.where;
  out.length = std::min(out.length, static_cast<int>(access.tensor.size()));
  return out;
}

// `A[k, m]` as the declaration would have it.
std::string declared_access(const Tensor& tensor) {
  std::vector<std::string> variables;
  for (const std::string& rank : tensor.ranks) {
    std::string v = rank;
    for (char& ch : v) ch = static_cast<char>(std::tolower(static_cast<unsigned char>(ch)));
    variables.push_back(v);
  }
  return fmt::format("{}[{}]", tensor.name, joined(variables));
}

bool check_arity(Checking& c, const Access& access) {
  const Tensor* tensor = c.cascade.find(access.tensor);
  if (!tensor) {
    c.diagnostics.error(Code::UnknownTensor, name_range(access),
                        fmt::format("tensor '{}' is not declared{}", access.tensor,
                                    guess(access.tensor, c.tensor_names())));
    return false;
  }
  if (access.indices.size() == tensor->ranks.size()) return true;
  c.diagnostics
      .error(Code::Arity, access.where,
             fmt::format("{} has {} rank{} and is given {} ind{}; write {}", tensor->name,
                         tensor->ranks.size(), tensor->ranks.size() == 1 ? "" : "s",
                         access.indices.size(), access.indices.size() == 1 ? "ex" : "ices",
                         declared_access(*tensor)))
      .note(tensor->where,
            fmt::format("declared here as {}: [{}]", tensor->name, joined(tensor->ranks)));
  return false;
}

// A[m, k] of A: [K, M] would read A with its ranks exchanged, which is nearly always a slip of the
// pen.
bool check_exchanged(Checking& c, const Access& access, bool read_twice, Code code) {
  const Tensor& tensor = *c.cascade.find(access.tensor);
  std::vector<std::string> seen;
  for (size_t i = 0; i < access.indices.size(); ++i) {
    const Index& index = access.indices[i];
    if (!index.plain()) continue;
    const std::string& variable = index.terms[0].variable;
    if (contains(seen, variable)) {
      c.diagnostics.error(
          Code::Unsupported, index.where,
          fmt::format("unsupported diagonal: '{}' stands twice in the indices of {}; pass the "
                      "diagonal as a tensor of its own",
                      variable, tensor.name));
      return false;
    }
    seen.push_back(variable);
    const std::string rank = upper_case(variable);
    if (rank == tensor.ranks[i] || !contains(tensor.ranks, rank) || read_twice) continue;
    c.diagnostics
        .error(code, index.where,
               fmt::format("'{}' stands at rank {} of {}, but {} has a rank {}; indices follow the "
                           "declaration, write {} (rank-order says how it is stored)",
                           variable, tensor.ranks[i], tensor.name, tensor.name, rank,
                           declared_access(tensor)))
        .note(tensor.where,
              fmt::format("declared here as {}: [{}]", tensor.name, joined(tensor.ranks)));
    return false;
  }
  return true;
}

bool check_output(Checking& c, const Einsum& einsum) {
  if (!check_arity(c, einsum.output)) return false;
  for (const Index& index : einsum.output.indices) {
    if (index.plain()) continue;
    c.diagnostics.error(Code::OutputIndex, index.where,
                        "an index of the output is one plain variable; put the index math on the "
                        "input side, as in Z[m] = A[2 * m + k]");
    return false;
  }
  return check_exchanged(c, einsum.output, false, Code::OutputIndex);
}

bool check_inputs(Checking& c, const Einsum& einsum) {
  bool ok = true;
  const std::vector<const Access*> inputs = inputs_of(einsum);
  for (const Access* access : inputs) {
    if (access->tensor == einsum.output.tensor) {
      c.diagnostics
          .error(
              Code::OutputRead, name_range(*access),
              fmt::format("'{}' is read in the expression that writes it; write another tensor and "
                          "read that in a later expression",
                          access->tensor))
          .note(name_range(einsum.output), "it is written here");
      ok = false;
      continue;
    }
    const auto times = std::count_if(inputs.begin(), inputs.end(), [&](const Access* other) {
      return other->tensor == access->tensor;
    });
    ok = check_arity(c, *access) && check_exchanged(c, *access, times > 1, Code::UnknownRank) && ok;
  }
  return ok;
}

bool check_scalars(Checking& c, const Einsum& einsum) {
  bool ok = true;
  for (const Term& term : einsum.terms)
    for (const Factor& factor : term.factors) {
      const auto* scalar = std::get_if<Scalar>(&factor);
      if (!scalar) continue;
      if (const Tensor* tensor = c.cascade.find(scalar->name)) {
        c.diagnostics.error(Code::Arity, scalar->where,
                            fmt::format("'{}' is a tensor and needs its indices; write {}",
                                        scalar->name, declared_access(*tensor)));
        ok = false;
      }
      add_unique(c.cascade.scalars, scalar->name);
    }
  return ok;
}

std::vector<std::string> variables_of(const Term& term) {
  std::vector<std::string> out;
  for (const Factor& factor : term.factors)
    if (const auto* access = std::get_if<Access>(&factor))
      for (const Index& index : access->indices)
        for (const IndexTerm& t : index.terms) add_unique(out, t.variable);
  return out;
}

std::string shown(const std::vector<std::string>& variables) {
  return variables.empty() ? "no index variable" : quoted_list(variables);
}

bool check_terms(Checking& c, const Einsum& einsum) {
  auto looped = [&](const Term& term) {
    std::vector<std::string> out = variables_of(term);
    std::erase_if(out, [&](const std::string& v) { return is_at_round(c, einsum, v); });
    std::sort(out.begin(), out.end());
    return out;
  };
  const std::vector<std::string> first = looped(einsum.terms[0]);
  for (const Term& term : einsum.terms) {
    const std::vector<std::string> own = looped(term);
    if (own == first) continue;
    Diagnostic& d = c.diagnostics.error(
        Code::TermsDiffer, term.where,
        fmt::format("this term runs over {}, the first one over {}; every term of a sum runs over "
                    "the same index variables, so compute it in an expression of its own",
                    shown(own), shown(first)));
    d.note(einsum.terms[0].where, "the first term is here");
    // A bias: fewer variables, none summed.
    const std::vector<const Access*> inputs = inputs_of(einsum);
    if (inputs.size() == 2 && einsum.terms.size() == 2 && einsum.terms[0].sign > 0)
      d.note(einsum.where,
             fmt::format("to {0} the one {1} each element of the other, write '*' and, under "
                         "'einsum:', operators: {{ {2}: {{ map: \"a {3} b\" }} }}",
                         term.sign > 0 ? "add" : "subtract", term.sign > 0 ? "to" : "from",
                         einsum.output.tensor, term.sign > 0 ? '+' : '-'));
    return false;
  }
  return true;
}

void collect_variables(Einsum& einsum) {
  for (const Index& index : einsum.output.indices)
    add_unique(einsum.variables, index.terms[0].variable);
  for (const Term& term : einsum.terms)
    for (const std::string& v : variables_of(term)) add_unique(einsum.variables, v);
}

// The tensor rank that a variable indexes plainly; inputs before the output.
std::string plain_rank(const Checking& c, const Einsum& einsum, const std::string& variable) {
  std::vector<const Access*> accesses = inputs_of(einsum);
  accesses.push_back(&einsum.output);
  for (const Access* access : accesses)
    for (size_t i = 0; i < access->indices.size(); ++i)
      if (access->indices[i].plain() && access->indices[i].terms[0].variable == variable)
        return c.cascade.find(access->tensor)->ranks[i];
  return "";
}

void bound_variables(const Checking& c, Einsum& einsum) {
  for (const std::string& v : einsum.variables) {
    const std::string own = upper_case(v);
    const std::string plain = c.declared_ranks.count(own) ? "" : plain_rank(c, einsum, v);
    einsum.rank_of[v] = plain.empty() ? own : plain;
  }
}

void collect_symbols(Checking& c, const Einsum& einsum) {
  for (const Access* access : inputs_of(einsum))
    for (const Index& index : access->indices)
      for (const IndexTerm& term : index.terms)
        if (!term.symbol.empty()) c.symbols_used.insert(term.symbol);
}

void check_expression(Checking& c, Parsed parsed) {
  Einsum einsum;
  einsum.output = std::move(parsed.expression.output);
  einsum.terms = std::move(parsed.expression.terms);
  einsum.where = parsed.where;
  bool names = check_output(c, einsum);  // each is told of
  names = check_inputs(c, einsum) && names;
  names = check_scalars(c, einsum) && names;
  if (!names) return;
  collect_variables(einsum);
  bound_variables(c, einsum);
  if (!check_terms(c, einsum)) return;
  collect_symbols(c, einsum);
  c.ranks.push_back({rank_uses(einsum, c.cascade), {}});
  c.cascade.einsums.push_back(std::move(einsum));
}

bool check_ranks_distinct(Checking& c, const spec::TensorDeclaration& declaration) {
  for (size_t i = 0; i < declaration.ranks.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (declaration.ranks[i].value == declaration.ranks[j].value) {
        c.diagnostics
            .error(Code::DuplicateRank, declaration.ranks[i].where,
                   fmt::format("{} has rank {} twice; the ranks of a tensor have distinct names",
                               declaration.name.value, declaration.ranks[i].value))
            .note(declaration.ranks[j].where, "the first one is here");
        return false;
      }
  return true;
}

// A rank without an upper-case letter looks like the variable of a loop over it.
void check_ranks_upper_case(Checking& c, const spec::TensorDeclaration& declaration) {
  for (const Name& rank : declaration.ranks)
    if (std::none_of(rank.value.begin(), rank.value.end(),
                     [](char letter) { return letter >= 'A' && letter <= 'Z'; }))
      c.diagnostics.error(Code::UnknownRank, rank.where,
                          fmt::format("rank '{}' is spelled like an index variable; write {}, and "
                                      "'{}' in expressions",
                                      rank.value, upper_case(rank.value), rank.value));
}

}  // namespace

bool check_declaration(Checking& c) {
  const int errors = c.diagnostics.errors();
  for (const spec::TensorDeclaration& declaration : c.spec.declaration) {
    check_ranks_distinct(c, declaration);
    check_ranks_upper_case(c, declaration);
    Tensor tensor{declaration.name.value, {}, {}, 0, declaration.name.where};
    for (const Name& rank : declaration.ranks) {
      tensor.ranks.push_back(rank.value);
      c.declared_ranks.insert(rank.value);
    }
    c.cascade.tensors.push_back(std::move(tensor));
  }
  return c.diagnostics.errors() == errors;
}

bool check_expressions(Checking& c) {
  const int errors = c.diagnostics.errors();
  std::vector<Parsed> parsed;
  for (const Name& text : c.spec.expressions)
    if (auto expression = parse_expression(text, c.declared_ranks, c.diagnostics))
      parsed.push_back({std::move(*expression), text.where});
  if (!unfold_generations(c, parsed)) return false;
  for (Parsed& one : parsed) check_expression(c, std::move(one));
  return c.diagnostics.errors() == errors;
}

}  // namespace teaal::einsum
