#include "compiler/einsum/symbols.h"

namespace teaal::einsum {
namespace {

void add_strides(const Access& access, std::set<std::string>& out) {
  for (const Index& index : access.indices)
    for (const IndexTerm& term : index.terms)
      if (!term.symbol.empty()) out.insert(term.symbol);
}

bool is_rank(const Cascade& cascade, const std::string& name) {
  for (const Einsum& e : cascade.einsums)
    for (const auto& [variable, rank] : e.rank_of)
      if (rank == name) return true;
  return false;
}

}  // namespace

std::set<std::string> meaning_symbols(const Cascade& cascade) {
  std::set<std::string> out;
  for (const Einsum& e : cascade.einsums) {
    add_strides(e.output, out);
    for (const Term& term : e.terms)
      for (const Factor& factor : term.factors)
        if (const auto* access = std::get_if<Access>(&factor)) add_strides(*access, out);
  }
  if (cascade.iteration && cascade.iteration->times)
    if (const auto* name = std::get_if<std::string>(&cascade.iteration->times->value);
        name && !is_rank(cascade, *name))
      out.insert(*name);
  return out;
}

std::set<std::string> size_symbols(const Cascade& cascade) {
  const std::set<std::string> meaning = meaning_symbols(cascade);
  std::set<std::string> out;
  for (const Einsum& e : cascade.einsums)
    for (const Split& split : e.splits)
      for (const spec::PartitionOp& op : split.ops)
        if (const auto* name = std::get_if<std::string>(&op.size.value);
            name && !name->empty() && !meaning.contains(*name) && !is_rank(cascade, *name))
          out.insert(*name);
  return out;
}

}  // namespace teaal::einsum
