#include "compiler/driver/strides.h"

#include <fmt/format.h>

#include <set>

#include "compiler/einsum/expression.h"
#include "runtime/plan/arguments.h"

namespace teaal::driver {
namespace {

struct Used {
  std::set<std::string> strides, scalars;
};

void add_names(const einsum::Access& access, Used& out) {
  for (const einsum::Index& index : access.indices)
    for (const einsum::IndexTerm& term : index.terms)
      if (!term.symbol.empty()) out.strides.insert(term.symbol);
}

// What the compiler finds wrong with the spec it tells itself.
Used names_of(const SourcePtr& source) {
  Diagnostics ignored;
  Used out;
  auto spec = spec::read_spec(source, ignored);
  if (!spec) return out;
  std::set<std::string> ranks;
  for (const spec::TensorDeclaration& tensor : spec->declaration)
    for (const Name& rank : tensor.ranks) ranks.insert(rank.value);
  for (const Name& text : spec->expressions) {
    auto expression = einsum::parse_expression(text, ranks, ignored);
    if (!expression) continue;
    for (const einsum::Term& term : expression->terms)
      for (const einsum::Factor& factor : term.factors) {
        if (const auto* access = std::get_if<einsum::Access>(&factor)) add_names(*access, out);
        if (const auto* scalar = std::get_if<einsum::Scalar>(&factor))
          out.scalars.insert(scalar->name);
      }
  }
  return out;
}

bool bind(const std::string& name, const std::string& value,
          std::map<std::string, int64_t>& symbols, UsageError& error) {
  const std::optional<int64_t> number = runtime::plan::parse_integer(value);
  if (!number) {
    error = {fmt::format("'{}' is not an integer, but {} is a stride", value, name),
             fmt::format("write it like {}=2", name)};
    return false;
  }
  const auto [at, fresh] = symbols.emplace(name, *number);
  if (fresh || at->second == *number) return true;
  error = {fmt::format("stride {} is given as {} and as {}", name, at->second, *number),
           "give it once"};
  return false;
}

}  // namespace

bool take_strides(const SourcePtr& spec, std::vector<std::string>& assignments,
                  std::map<std::string, int64_t>& symbols, UsageError& error) {
  const Used used = names_of(spec);
  std::vector<std::string> rest;
  for (const std::string& text : assignments) {
    const auto pair = runtime::plan::split_assignment(text);
    const bool stride = pair && used.strides.contains(pair->first);
    if (stride && !bind(pair->first, pair->second, symbols, error)) return false;
    if (!stride || used.scalars.contains(pair->first)) rest.push_back(text);
  }
  assignments = std::move(rest);
  return true;
}

}  // namespace teaal::driver
