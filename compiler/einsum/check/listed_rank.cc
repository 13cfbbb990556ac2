#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"

namespace teaal::einsum {
namespace {

RankFormatKind kind_in(const spec::TensorFormat& format, const std::string& rank) {
  const auto named = std::ranges::find_if(
      format.ranks, [&](const spec::RankFormat& r) { return r.rank.value == rank; });
  return named == format.ranks.end() ? RankFormatKind::Compressed : named->kind;
}

}  // namespace

std::optional<std::string> listed_rank(Checking& c, const Einsum& e, const spec::TensorFormat& held,
                                       const SourceRange& where) {
  const std::string& tensor = held.tensor.value;
  const Storage& storage = c.cascade.find(tensor)->storage;
  std::vector<std::string> listed;
  bool others_stay = held.rank_order.size() == storage.rank_order.size();
  for (size_t i = 0; i < storage.rank_order.size() && others_stay; ++i) {
    const std::string& rank = held.rank_order[i].value;
    const RankFormatKind kind = kind_in(held, rank);
    others_stay =
        rank == storage.rank_order[i] &&
        (kind == storage.formats[i] || (kind == RankFormatKind::Compressed &&
                                        storage.formats[i] == RankFormatKind::Uncompressed));
    if (kind != storage.formats[i]) listed.push_back(rank);
  }
  if (!others_stay || listed.size() != 1) {
    c.diagnostics.error(
        Code::Unsupported, where,
        fmt::format("unsupported: {} in Shared in format '{}'; there one rank that is U in memory "
                    "may be C, and all others are as they are in memory",
                    tensor, held.name.value));
    return std::nullopt;
  }
  for (const Term& term : e.terms)
    if (counts_where_absent(c.cascade, e, term, tensor)) {
      c.diagnostics.error(Code::Binding, where,
                          fmt::format("absent elements of {} count here: {} cannot be compressed "
                                      "in Shared",
                                      tensor, listed[0]));
      return std::nullopt;
    }
  return listed[0];
}

}  // namespace teaal::einsum
