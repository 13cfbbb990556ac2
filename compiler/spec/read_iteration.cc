#include <fmt/format.h>

#include "compiler/spec/reader.h"

namespace teaal::spec {
namespace {

void read_carry(Reader& in, const Node& node, Iteration& out) {
  if (!in.is_map(node, "carry", "write 'P0: P1', one tensor a line")) return;
  for (const Entry& entry : node.entries) {
    std::optional<Name> from = in.name(*entry.value, "what is carried to " + entry.key.value);
    if (from && in.check_name(entry.key, "a tensor")) out.carry.emplace_back(entry.key, *from);
  }
}

std::optional<Size> read_times(Reader& in, const Node& node) {
  if (node.kind == Node::Kind::Scalar && is_name(node.text)) return Size{node.text, node.where};
  std::optional<int64_t> value = in.integer(node, "times", 1);
  return value ? std::optional(Size{*value, node.where}) : std::nullopt;
}

}  // namespace

void read_iteration(Reader& in, const Entry& entry, Spec& spec) {
  const Node& node = *entry.value;
  if (!in.is_map(node, "iterate",
                 "write 'carry:' and 'times:', 'over:' or 'until-empty:' below it"))
    return;
  Iteration out;
  out.where = entry.key.where;
  in.keys(node, "iterate",
          {
              {"expressions",
               [&](const Entry& e) { out.expressions = in.names(*e.value, "expressions"); }},
              {"carry", [&](const Entry& e) { read_carry(in, *e.value, out); }},
              {"over", [&](const Entry& e) { out.over = in.name(*e.value, "the rank of over"); }},
              {"times", [&](const Entry& e) { out.times = read_times(in, *e.value); }},
              {"until-empty",
               [&](const Entry& e) {
                 out.until_empty = in.name(*e.value, "the tensor of until-empty");
               }},
              {"at-most",
               [&](const Entry& e) {
                 if (auto value = in.integer(*e.value, "at-most", 1))
                   out.at_most = Located<int64_t>{*value, e.value->where};
               }},
          });
  spec.iteration = std::move(out);
}

}  // namespace teaal::spec
