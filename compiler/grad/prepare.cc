#include "compiler/grad/prepare.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/grad/contribution.h"
#include "compiler/grad/statement.h"

namespace teaal::grad {

using einsum::Access;
using einsum::Cascade;
using einsum::Einsum;
using einsum::Factor;
using einsum::Reduce;

namespace {

bool names(const Factor& factor, const std::string& name) {
  if (const auto* access = std::get_if<Access>(&factor)) return access->tensor == name;
  const auto* scalar = std::get_if<einsum::Scalar>(&factor);
  return scalar && scalar->name == name;
}

std::set<std::string> moving_with(const Cascade& cascade, const std::vector<std::string>& wrt) {
  std::set<std::string> out(wrt.begin(), wrt.end());
  for (const Einsum& e : cascade.einsums)
    if (std::ranges::any_of(out, [&](const std::string& name) { return reads(e, name); }))
      out.insert(e.output.tensor);
  return out;
}

bool refuse(Diagnostics& diagnostics, const SourceRange& where, const std::string& what) {
  diagnostics.error(Code::Unsupported, where, "unsupported: " + what);
  return false;
}

bool check(const Prepared& p, Diagnostics& diagnostics) {
  std::set<std::string> written;
  for (const Einsum& e : p.cascade.einsums) {
    if (!moves(p, e)) continue;
    const bool twice = std::ranges::count_if(p.cascade.einsums, [&](const Einsum& other) {
                         return other.output.tensor == e.output.tensor;
                       }) > 1;
    if (twice)
      return refuse(diagnostics, e.where,
                    fmt::format("the gradient of a cascade that writes {} twice; give each result "
                                "a name of its own",
                                e.output.tensor));
    const bool sums = e.reduce == Reduce::Add || e.reduce == Reduce::Max || e.reduce == Reduce::Min;
    if (!sums && einsum::reduces(e))
      return refuse(diagnostics, e.where,
                    fmt::format("the gradient of a reduction by '{}'; add, max and min have one",
                                einsum::name_of(e.reduce)));
  }
  return true;
}

void use_known_strides(Cascade& cascade) {
  for (Einsum& e : cascade.einsums)
    for (einsum::Term& term : e.terms)
      for (Factor& factor : term.factors)
        if (auto* access = std::get_if<Access>(&factor))
          for (einsum::Index& index : access->indices)
            for (einsum::IndexTerm& t : index.terms)
              if (const auto known = cascade.symbols.find(t.symbol);
                  known != cascade.symbols.end()) {
                t.coefficient *= known->second;
                t.symbol.clear();
              }
}

// ---- max and min over a map ----

std::vector<std::string> ranks_of(const Einsum& e, const std::vector<std::string>& variables) {
  std::vector<std::string> out;
  for (const std::string& v : variables) out.push_back(e.rank_of.at(v));
  return out;
}

const Access* compressed_factor(const Cascade& cascade, const einsum::Term& term) {
  for (const Factor& f : term.factors)
    if (const auto* access = std::get_if<Access>(&f))
      if (compressed(cascade.find(access->tensor)->storage)) return access;
  return nullptr;
}

// The values of one term, at all points, as a tensor of their own.
std::optional<Einsum> values_of(const Cascade& cascade, const Einsum& e, einsum::Term& term,
                                Names& names, Diagnostics& diagnostics) {
  if (const Access* access = compressed_factor(cascade, term)) {
    refuse(diagnostics, access->where,
           fmt::format("the gradient of a reduction by '{}' over a map of {}, which is compressed; "
                       "store it uncompressed (--format {}=dense)",
                       einsum::name_of(e.reduce), access->tensor, access->tensor));
    return std::nullopt;
  }
  const std::vector<std::string> ranks = ranks_of(e, e.variables);
  if (std::set<std::string>(ranks.begin(), ranks.end()).size() != ranks.size()) {
    refuse(diagnostics, term.where,
           "the gradient of a reduction over a map with two variables over one rank");
    return std::nullopt;
  }
  Einsum out = e;
  out.reduce = Reduce::Add;
  out.identity = 0;
  out.output = {names.fresh(e.output.tensor + "_of"), {}, term.where};
  for (const std::string& v : e.variables) out.output.indices.push_back(plain_index(v));
  out.terms = {term};
  term = {};
  term.factors = {out.output};
  term.where = out.output.where;
  return out;
}

bool split_reductions(Prepared& p, Names& names, Diagnostics& diagnostics) {
  std::vector<Einsum> out;
  for (Einsum& e : p.cascade.einsums) {
    const bool picks = e.reduce == Reduce::Max || e.reduce == Reduce::Min;
    if (moves(p, e) && picks && einsum::reduces(e))
      for (einsum::Term& term : e.terms) {
        if (picked_factor(term)) continue;
        auto values = values_of(p.cascade, e, term, names, diagnostics);
        if (!values) return false;
        einsum::Tensor tensor{values->output.tensor, ranks_of(e, e.variables), {}, 0, e.where};
        tensor.storage.rank_order = tensor.ranks;
        tensor.storage.formats.assign(tensor.ranks.size(), einsum::RankFormatKind::Uncompressed);
        p.cascade.tensors.push_back(std::move(tensor));
        out.push_back(std::move(*values));
      }
    out.push_back(std::move(e));
  }
  p.cascade.einsums = std::move(out);
  return true;
}

}  // namespace

bool reads(const Einsum& e, const std::string& name) {
  return std::ranges::any_of(e.terms, [&](const einsum::Term& term) {
    return std::ranges::any_of(term.factors, [&](const Factor& f) { return names(f, name); });
  });
}

bool compressed(const einsum::Storage& storage) {
  return std::ranges::any_of(storage.formats, [](einsum::RankFormatKind f) {
    return f != einsum::RankFormatKind::Uncompressed;
  });
}

bool moves(const Prepared& p, const Einsum& e) { return p.moving.contains(e.output.tensor); }

std::optional<Prepared> prepare(const Cascade& cascade, const std::vector<std::string>& wrt,
                                Names& names, Diagnostics& diagnostics) {
  if (cascade.iteration) {
    refuse(diagnostics, cascade.iteration->where,
           "the gradient of an iteration; write its rounds as expressions of their own");
    return std::nullopt;
  }
  Prepared out{cascade, moving_with(cascade, wrt)};
  use_known_strides(out.cascade);
  if (!check(out, diagnostics) || !split_reductions(out, names, diagnostics)) return std::nullopt;
  out.moving = moving_with(out.cascade, wrt);
  return out;
}

}  // namespace teaal::grad
