#include <fmt/format.h>

#include "compiler/spec/reader.h"

namespace teaal::spec {
namespace {

void read_kind(Reader& in, const Node& node, RankFormat& rank) {
  std::optional<Name> text = in.text(node, "format");
  if (!text) return;
  const std::string letter = lower_case(text->value);
  if (letter == "u")
    rank.kind = RankFormat::Kind::Uncompressed;
  else if (letter == "c")
    rank.kind = RankFormat::Kind::Compressed;
  else if (letter == "b")
    rank.kind = RankFormat::Kind::Bitmask;
  else if (letter == "h")
    rank.kind = RankFormat::Kind::Hashed;
  else
    in.diagnostics().error(
        Code::BadValue, text->where,
        fmt::format(
            "unknown format '{}'; write U (uncompressed), C (compressed) or B (bitmask), or, "
            "of an output in Shared, H (hash table)",
            text->value));
}

void read_layout(Reader& in, const Node& node, RankFormat& rank) {
  std::optional<Name> text = in.text(node, "layout");
  if (!text) return;
  rank.interleaved = text->value == "interleaved";
  if (!rank.interleaved && text->value != "contiguous")
    in.diagnostics().error(
        Code::BadValue, text->where,
        fmt::format("unknown layout '{}'; write contiguous or interleaved", text->value));
}

void read_rank_format(Reader& in, const Entry& entry, TensorFormat& format) {
  if (!in.check_name(entry.key, "a rank")) return;
  RankFormat rank{entry.key, RankFormat::Kind::Compressed, {}, false, entry.key.where};
  const std::string what = fmt::format("rank {} of format {}", entry.key.value, format.name.value);
  auto bits = [&](const Entry& e) {
    if (auto value = in.integer(*e.value, e.key.value, 0))
      rank.bits[e.key.value] = {*value, e.value->where};
  };
  if (entry.value->kind == Node::Kind::Null) {
    format.ranks.push_back(std::move(rank));
    return;
  }
  if (!in.is_map(*entry.value, what, "write 'format: C' below it")) return;
  in.keys(*entry.value, what,
          {
              {"format", [&](const Entry& e) { read_kind(in, *e.value, rank); }},
              {"layout", [&](const Entry& e) { read_layout(in, *e.value, rank); }},
              {"like", [&](const Entry& e) { rank.like = in.name(*e.value, "like"); }},
              {"slots",
               [&](const Entry& e) {
                 if (auto value = in.integer(*e.value, "slots", 1))
                   rank.slots = Located<int64_t>{*value, e.value->where};
               }},
              {"cbits", bits},
              {"pbits", bits},
              {"rhbits", bits},
              {"fhbits", bits},
          });
  format.ranks.push_back(std::move(rank));
}

// The header of the tensor's root takes part in TeAAL's traffic model only.
void read_root(Reader& in, const Node& node) {
  if (node.kind == Node::Kind::Null) return;
  if (!in.is_map(node, "root", "write 'hbits: 0' below it")) return;
  auto bits = [&](const Entry& e) { in.integer(*e.value, e.key.value, 0); };
  in.keys(node, "root", {{"hbits", bits}, {"pbits", bits}});
}

void read_density(Reader& in, const Node& node, TensorFormat& format) {
  format.density = in.number(node, "a density");
  if (format.density && !(*format.density >= 0 && *format.density <= 1))
    in.diagnostics().error(
        Code::BadValue, node.where,
        fmt::format("a density of {}; it is a share, between 0 and 1", *format.density));
}

void read_tensor_format(Reader& in, const Name& tensor, const Entry& entry, Spec& spec) {
  TensorFormat format{tensor, entry.key, {}, {}, {}, entry.key.where};
  const std::string what = fmt::format("format {} of {}", entry.key.value, tensor.value);
  if (!in.is_map(*entry.value, what, "write 'rank-order: [M, K]' and a line a rank below it"))
    return;
  const Reader::Keys known = {
      {"rank-order",
       [&](const Entry& e) {
         format.rank_order = in.names(*e.value, "the rank-order of " + what);
       }},
      {"root", [&](const Entry& e) { read_root(in, *e.value); }},
      {"view-of", [&](const Entry& e) { format.view_of = in.name(*e.value, "view-of"); }},
      {"density", [&](const Entry& e) { read_density(in, *e.value, format); }},
  };
  in.keys(*entry.value, known, [&](const Entry& e) {
    if (is_name(e.key.value))
      read_rank_format(in, e, format);
    else
      in.unknown_key(e.key, what, {"rank-order", "root", "view-of", "density"});
  });
  if (!entry.value->find("rank-order"))
    in.diagnostics().error(
        Code::MissingKey, entry.key.where,
        fmt::format(
            "{} has no rank-order; write 'rank-order: [..]' with its ranks, outermost first",
            what));
  spec.format.push_back(std::move(format));
}

}  // namespace

void read_format(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "format", "write 'A:' and below it 'default:'")) return;
  for (const Entry& tensor : node.entries) {
    if (!in.check_name(tensor.key, "a tensor") || tensor.value->kind == Node::Kind::Null) continue;
    if (!in.is_map(*tensor.value, fmt::format("the formats of {}", tensor.key.value),
                   "write 'default:' below it"))
      continue;
    for (const Entry& entry : tensor.value->entries)
      read_tensor_format(in, tensor.key, entry, spec);
  }
}

}  // namespace teaal::spec
