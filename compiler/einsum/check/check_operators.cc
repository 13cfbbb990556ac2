#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"
#include "compiler/einsum/lexer.h"
#include "compiler/einsum/map_expression.h"

// What `*` and `+` mean in each expression, what absent elements hold, and which operands may be
// skipped where they are absent.
namespace teaal::einsum {
namespace {

using spec::TensorOperators;

std::vector<std::string> reduce_names() {
  std::vector<std::string> out;
  for (const ReduceRow& row : reduce_rows) out.emplace_back(name_of(row.reduce));
  return out;
}

MapStep push(size_t factor) { return {MapStep::Kind::Factor, factor, 0, {}}; }
MapStep apply_step(Function function) { return {MapStep::Kind::Function, 0, 0, function}; }

// f(f(f(a, b), c), d); a function of one argument needs one factor, and a single factor stands for
// itself under one of two.
std::optional<std::vector<MapStep>> folded(const FunctionRow& row, size_t factors) {
  std::vector<MapStep> out = {push(0)};
  if (row.arguments == 1) {
    if (factors != 1) return std::nullopt;
    out.push_back(apply_step(row.function));
  }
  if (row.arguments == 2)
    for (size_t i = 1; i < factors; ++i) {
      out.push_back(push(i));
      out.push_back(apply_step(row.function));
    }
  if (row.arguments == 3) {
    if (factors != 3) return std::nullopt;
    out = {push(0), push(1), push(2), apply_step(row.function)};
  }
  return out;
}

std::string factor_name(const Factor& factor) {
  if (const auto* access = std::get_if<Access>(&factor)) return access->tensor;
  const auto* scalar = std::get_if<Scalar>(&factor);
  return scalar ? scalar->name : "";
}

// A tensor or scalar of the term, else a letter that counts its factors.
std::optional<size_t> operand(const Checking& c, const Term& term, std::string_view name) {
  for (size_t i = 0; i < term.factors.size(); ++i)
    if (factor_name(term.factors[i]) == name) return i;
  for (size_t i = 0; i < term.factors.size(); ++i)
    if (const auto of = c.generation_of.find(factor_name(term.factors[i]));
        of != c.generation_of.end() && of->second == name)
      return i;
  if (name.size() != 1 || name[0] < 'a') return std::nullopt;
  const auto position = static_cast<size_t>(name[0] - 'a');
  return position < term.factors.size() ? std::optional(position) : std::nullopt;
}

class OperatorCheck {
 public:
  explicit OperatorCheck(Checking& c) : c_(c) {}

  void run() {
    for (const TensorOperators& given : c_.spec.operators)
      if (known(given)) apply_to_expressions(given);
    if (c_.diagnostics.errors() == 0) set_defaults();
  }

 private:
  void error(const SourceRange& where, const std::string& message) {
    c_.diagnostics.error(Code::Operators, where, message);
  }

  bool known(const TensorOperators& given) {
    if (!c_.cascade.find(given.tensor.value)) {
      c_.diagnostics.error(Code::UnknownTensor, given.tensor.where,
                           fmt::format("tensor '{}' is not declared{}", given.tensor.value,
                                       guess(given.tensor.value, c_.tensor_names())));
      return false;
    }
    if (c_.is_output(given.tensor.value)) return true;
    const SourceRange* where = !given.map.empty() ? &given.map[0].where
                               : given.reduce     ? &given.reduce->where
                               : given.identity   ? &given.identity->where
                                                  : nullptr;
    if (where)
      error(*where, fmt::format("no expression writes {}, so it has a 'default' and no operators; "
                                "outputs are {}",
                                given.tensor.value, quoted_list(c_.output_names())));
    return where == nullptr;
  }

  void apply_to_expressions(const TensorOperators& given) {
    for (Einsum& e : c_.cascade.einsums) {
      if (e.output.tensor != given.tensor.value) continue;
      if (given.reduce && !set_reduce(*given.reduce, e)) return;
      if (given.identity && !set_identity(*given.identity, e)) return;
      if (!given.map.empty() && !set_maps(given, e)) return;
      check_signs(e);
    }
  }

  bool set_reduce(const Name& word, Einsum& e) {
    for (const ReduceRow& row : reduce_rows)
      if (name_of(row.reduce) == word.value) {
        e.reduce = row.reduce;
        e.identity = row.identity;
        return true;
      }
    error(word.where,
          fmt::format("'{}' is no reduction{}", word.value, guess(word.value, reduce_names())));
    return false;
  }

  // A reduction may start several times, once a worker: only where that changes nothing may it
  // start elsewhere.
  bool set_identity(const Located<double>& identity, Einsum& e) {
    const bool repeats = e.reduce == Reduce::Min || e.reduce == Reduce::Max;
    if (!repeats && identity.value != row_of(e.reduce).identity) {
      error(identity.where,
            fmt::format("the reduction '{}' starts from {}; only min and max may start elsewhere",
                        name_of(e.reduce), row_of(e.reduce).identity));
      return false;
    }
    e.identity = identity.value;
    return true;
  }

  bool set_maps(const TensorOperators& given, Einsum& e) {
    if (given.map.size() != 1 && given.map.size() != e.terms.size()) {
      error(given.map[1].where,
            fmt::format("{} maps for {} term{}; write one for all terms, or one a term",
                        given.map.size(), e.terms.size(), e.terms.size() == 1 ? "" : "s"));
      return false;
    }
    bool used = false;
    for (size_t i = 0; i < e.terms.size(); ++i) {
      if (e.terms[i].kind == Term::Kind::Take) continue;
      used = true;
      if (!set_map(given.map[given.map.size() == 1 ? 0 : i], e.terms[i])) return false;
    }
    if (!used)
      error(given.map[0].where,
            "a map stands for the '*' of a term, and this expression has only take(..)");
    return used;
  }

  bool set_map(const Name& text, Term& term) {
    if (text.value == "mul" || text.value == "*") return true;
    if (const FunctionRow* row = find_function(text.value)) {
      auto map = folded(*row, term.factors.size());
      if (!map)
        c_.diagnostics
            .error(Code::Operators, text.where,
                   fmt::format("'{}' takes {} value{}, the term has {} factors", row->name,
                               row->arguments, row->arguments == 1 ? "" : "s", term.factors.size()))
            .note(term.where, "the term is here");
      if (map && map->size() > 1) term.map = std::move(*map);
      return map.has_value();
    }
    if (!letters_are_clear(text, term)) return false;
    auto operands = [&](std::string_view name) { return operand(c_, term, name); };
    auto map = parse_map(text, operands, c_.diagnostics);
    if (!map) return false;
    term.map = std::move(*map);
    return true;
  }

  // Of b[k] * A[k], 'b' is the first factor by its name: 'a' by its place would be that one, too.
  bool letters_are_clear(const Name& text, const Term& term) {
    std::optional<std::string> by_name, by_place;
    for (const Token& token : tokens_of(text.value)) {
      const auto found = operand(c_, term, token.text);
      if (!found || token.text.size() != 1 || token.text[0] < 'a') continue;
      const bool named = factor_name(term.factors[*found]) == token.text;
      const bool elsewhere = *found != static_cast<size_t>(token.text[0] - 'a');
      if (named && elsewhere) by_name = token.text;
      if (!named) by_place = token.text;
    }
    if (!by_name || !by_place) return true;
    error(text.where,
          fmt::format("'{}' is a factor by its name, '{}' one by its place; call every factor of "
                      "this term by its name",
                      *by_name, *by_place));
    return false;
  }

  void check_signs(const Einsum& e) {
    for (const Term& term : e.terms)
      if (term.sign < 0 && e.reduce != Reduce::Add)
        error(term.where, fmt::format("a '-' before a term needs the reduction 'add', {} has '{}'; "
                                      "write the sign into the map",
                                      e.output.tensor, name_of(e.reduce)));
  }

  void set_defaults() {
    for (const Einsum& e : c_.cascade.einsums) tensor(e.output.tensor).absent = e.identity;
    for (const TensorOperators& given : c_.spec.operators)
      if (given.absent) tensor(given.tensor.value).absent = given.absent->value;
    for (const Einsum& e : c_.cascade.einsums) check_start(e);
  }

  Tensor& tensor(const std::string& name) {
    return *std::find_if(c_.cascade.tensors.begin(), c_.cascade.tensors.end(),
                         [&](const Tensor& t) { return t.name == name; });
  }

  // Each element gets one value a round.
  bool gets_one_value(const Einsum& e) const {
    auto in_output = [&](const std::string& v) {
      return std::ranges::any_of(e.output.indices,
                                 [&](const Index& i) { return i.terms[0].variable == v; });
    };
    return e.terms.size() == 1 && std::ranges::all_of(e.variables, [&](const std::string& v) {
             return in_output(v) || is_at_round(c_, e, v);
           });
  }

  // Elements that nothing is reduced into are absent, so both must be one value.
  void check_start(const Einsum& e) {
    const double absent = c_.cascade.find(e.output.tensor)->absent;
    if (!reduces(e) || absent == e.identity || gets_one_value(e)) return;
    for (const TensorOperators& given : c_.spec.operators)
      if (given.tensor.value == e.output.tensor)
        c_.diagnostics
            .error(Code::Unsupported, given.absent ? given.absent->where : given.tensor.where,
                   fmt::format("unsupported: {} reduces with '{}' from {}, but its default is {}; "
                               "the two must be one, or copy the result into a tensor with "
                               "another default",
                               e.output.tensor, name_of(e.reduce), e.identity, absent))
            .note(e.where, "it is reduced here");
  }

  Checking& c_;
};

// What the term gives where an element is absent, if that is known.
std::optional<double> value_without(const Cascade& cascade, const Term& term,
                                    const Access& element) {
  std::vector<std::optional<double>> stack, factors;
  for (const Factor& f : term.factors) {
    const auto* access = std::get_if<Access>(&f);
    const auto* constant = std::get_if<Constant>(&f);
    const bool here = access && same_element(*access, element);
    factors.push_back(here       ? cascade.find(element.tensor)->absent
                      : constant ? std::optional(constant->value)
                                 : std::nullopt);
  }
  for (const MapStep& step : map_of(term)) {
    if (step.kind == MapStep::Kind::Factor) stack.push_back(factors[step.factor]);
    if (step.kind == MapStep::Kind::Number) stack.emplace_back(step.number);
    if (step.kind != MapStep::Kind::Function) continue;
    const auto first = stack.end() - row_of(step.function).arguments;
    const auto result = apply(step.function, {first, stack.end()});
    stack.erase(first, stack.end());
    stack.push_back(result);
  }
  return stack.back();
}

// An element beyond the tensor's shape is absent, too, but no loop would meet it.
void refuse_beyond_shape(Checking& c, const Einsum& e, const Access& access, const Tensor& tensor,
                         const std::string& counts) {
  for (size_t i = 0; i < access.indices.size(); ++i) {
    const Index& index = access.indices[i];
    if (index.plain() && e.rank_of.at(index.terms[0].variable) == tensor.ranks[i]) continue;
    c.diagnostics.error(Code::Unsupported, index.where,
                        "unsupported: an index that may lie beyond the shape here; " + counts);
  }
}

void refuse_compressed(Checking& c, const Access& access, const Tensor& tensor,
                       const std::string& counts) {
  Diagnostic& d = c.diagnostics.error(
      Code::Unsupported, access.where,
      fmt::format("unsupported: {0}, but {1} is stored as {2}; store every rank of it uncompressed "
                  "(--format {1}=dense), or choose a default for which the map gives nothing",
                  counts, tensor.name, format_text(tensor.storage)));
  if (tensor.storage.where.known()) d.note(tensor.storage.where, "it is stored so here");
}

}  // namespace

std::vector<MapStep> map_of(const Term& term) {
  if (!term.map.empty()) return term.map;
  return *folded(row_of(Function::Mul), term.factors.size());
}

bool same_element(const Access& a, const Access& b) {
  auto same_term = [](const IndexTerm& x, const IndexTerm& y) {
    return x.coefficient == y.coefficient && x.symbol == y.symbol && x.variable == y.variable;
  };
  return a.tensor == b.tensor &&
         std::ranges::equal(a.indices, b.indices, [&](const Index& x, const Index& y) {
           return std::ranges::equal(x.terms, y.terms, same_term);
         });
}

bool reduces(const Einsum& e) {
  if (e.terms.size() > 1) return true;
  for (const std::string& v : e.variables) {
    bool kept = false;
    for (const Index& index : e.output.indices)
      for (const IndexTerm& term : index.terms) kept |= term.variable == v;
    if (!kept) return true;
  }
  return false;
}

bool counts_where_absent(const Cascade& cascade, const Einsum& e, const Term& term,
                         const std::string& tensor) {
  if (term.kind == Term::Kind::Take) return false;
  const double absent = cascade.find(e.output.tensor)->absent;
  if (reduces(e) && e.identity != absent) return true;  // what is skipped would be neither
  const double nothing = absent;
  return std::ranges::any_of(term.factors, [&](const Factor& f) {
    const auto* access = std::get_if<Access>(&f);
    if (!access || access->tensor != tensor) return false;
    const std::optional<double> value = value_without(cascade, term, *access);
    return !value || *value != nothing;
  });
}

bool check_operators(Checking& c) {
  const int errors = c.diagnostics.errors();
  if (!c.spec.operators.empty()) OperatorCheck(c).run();
  return c.diagnostics.errors() == errors;
}

namespace {

// Whether the term has values only where the element is stored: it is like another factor.
bool confined(const Checking& c, const Term& term, const Access& element) {
  const Access structure = c.as_structure(element);
  return structure.tensor != element.tensor &&
         std::ranges::any_of(term.factors, [&](const Factor& f) {
           const auto* access = std::get_if<Access>(&f);
           return access && same_element(*access, structure);
         });
}

}  // namespace

bool check_absence(Checking& c) {
  const int errors = c.diagnostics.errors();
  for (const Einsum& e : c.cascade.einsums)
    for (const Term& term : e.terms)
      for (const Factor& factor : term.factors) {
        const auto* access = std::get_if<Access>(&factor);
        if (!access || !counts_where_absent(c.cascade, e, term, access->tensor)) continue;
        if (confined(c, term, *access)) continue;
        const Tensor& tensor = *c.cascade.find(access->tensor);
        const std::string counts = fmt::format(
            "an absent element of {} is {} and counts in this term", tensor.name, tensor.absent);
        refuse_beyond_shape(c, e, *access, tensor, counts);
        const auto& formats = tensor.storage.formats;
        const auto sparse = std::find_if(formats.begin(), formats.end(), [](RankFormatKind f) {
          return f != RankFormatKind::Uncompressed;
        });
        if (sparse == formats.end()) continue;
        refuse_compressed(c, *access, tensor, counts);
      }
  return c.diagnostics.errors() == errors;
}

}  // namespace teaal::einsum
