#include <fmt/format.h>

#include "compiler/spec/reader.h"

namespace teaal::spec {
namespace {

constexpr const char* entry_form =
    "write '- where: {tensor: A, rank: M, occupancy: [0, 8]}', and 'mapping:' and 'bindings:' "
    "beside it";

// `[least, most]`; most may be inf.
void read_occupancy(Reader& in, const Node& node, Variant& out) {
  const std::string how = "write the least and the most, as in [0, 8] or [9, inf]";
  if (!in.is_list(node, "occupancy", how)) return;
  out.range = node.where;
  if (node.items.size() != 2) {
    in.diagnostics().error(Code::BadValue, node.where, "occupancy is two numbers; " + how);
    return;
  }
  if (const auto least = in.integer(*node.items[0], "the least occupancy", 0)) out.least = *least;
  if (const auto most = in.text(*node.items[1], "the most occupancy"); most && most->value == "inf")
    return;
  if (const auto most = in.integer(*node.items[1], "the most occupancy", 0)) {
    out.most = most;
    if (*most < out.least)
      in.diagnostics().error(Code::BadValue, node.where,
                             fmt::format("no fiber has {} elements at least and {} at most; {}",
                                         out.least, *most, how));
  }
}

void read_where(Reader& in, const Node& node, Variant& out) {
  if (!in.is_map(node, "where", "write {tensor: A, rank: M, occupancy: [0, 8]}")) return;
  in.keys(node, "where",
          {
              {"tensor",
               [&](const Entry& e) {
                 if (auto name = in.name(*e.value, "the tensor of where")) out.tensor = *name;
               }},
              {"rank",
               [&](const Entry& e) {
                 if (auto name = in.name(*e.value, "the rank of where")) out.rank = *name;
               }},
              {"times", [&](const Entry& e) { out.times = in.name(*e.value, "times"); }},
              {"occupancy", [&](const Entry& e) { read_occupancy(in, *e.value, out); }},
          });
  for (const char* key : {"tensor", "rank", "occupancy"})
    if (!node.find(key))
      in.diagnostics().error(Code::MissingKey, node.where,
                             fmt::format("where has no '{}'; {}", key, entry_form));
}

void read_entry(Reader& in, const Node& node, const Name& output, Spec& spec) {
  if (!in.is_map(node, "a variant", entry_form)) return;
  Variant out;
  out.output = output;
  out.where = node.where;
  in.keys(
      node, "a variant",
      {
          {"where", [&](const Entry& e) { read_where(in, *e.value, out); }},
          {"mapping",
           [&](const Entry& e) { out.mapping = read_own_mapping(in, *e.value, output); }},
          {"bindings", [&](const Entry& e) { out.bindings = read_own_bindings(in, e, output); }},
      });
  if (!node.find("where"))
    in.diagnostics().error(Code::MissingKey, node.where,
                           fmt::format("a variant has no 'where'; {}", entry_form));
  spec.variants.push_back(std::move(out));
}

}  // namespace

void read_variants(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "variants", "write an output and below it a list of variants")) return;
  for (const Entry& entry : node.entries) {
    if (!in.check_name(entry.key, "an output") || entry.value->kind == Node::Kind::Null) continue;
    if (!in.is_list(*entry.value, fmt::format("the variants of {}", entry.key.value), entry_form))
      continue;
    for (const NodePtr& item : entry.value->items) read_entry(in, *item, entry.key, spec);
  }
}

}  // namespace teaal::spec
