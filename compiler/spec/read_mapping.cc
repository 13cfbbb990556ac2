#include <fmt/format.h>

#include <algorithm>

#include "compiler/spec/partition_op.h"
#include "compiler/spec/reader.h"

namespace teaal::spec {
namespace {

OutputMapping& mapping_of(Spec& spec, const Name& output) {
  for (OutputMapping& m : spec.mapping)
    if (m.output.value == output.value) return m;
  spec.mapping.push_back({output, {}, {}, {}, {}});
  return spec.mapping.back();
}

void read_rank_order(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "rank-order", "write 'A: [M, K]', one tensor a line")) return;
  for (const Entry& entry : node.entries)
    if (in.check_name(entry.key, "a tensor"))
      spec.rank_order.emplace_back(
          entry.key, in.names(*entry.value, fmt::format("the rank-order of {}", entry.key.value)));
}

void read_loop_order_of(Reader& in, const Entry& entry, OutputMapping& mapping) {
  mapping.loop_order =
      in.names(*entry.value, fmt::format("the loop-order of {}", mapping.output.value));
  mapping.loop_order_where = entry.key.where;
}

void read_loop_order(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "loop-order", "write 'Z: [K, M]', one output a line")) return;
  for (const Entry& entry : node.entries)
    if (in.check_name(entry.key, "an output") && entry.value->kind != Node::Kind::Null)
      read_loop_order_of(in, entry, mapping_of(spec, entry.key));
}

// The ranks of a partitioning key: `K` or `(M, K0)`.
std::vector<Name> key_ranks(Reader& in, const Name& key) {
  std::string_view text = key.value;
  const bool open = !text.empty() && text.front() == '(';
  const bool close = !text.empty() && text.back() == ')';
  if (open != close) {
    in.diagnostics().error(
        Code::BadValue, key.where,
        fmt::format(
            "'{}' is no rank; write '(M, K): [flatten()]' on its own line, not inside {{ }}",
            text));
    return {};
  }
  if (!open) return in.check_name(key, "a rank") ? std::vector<Name>{key} : std::vector<Name>{};
  std::vector<Name> out;
  size_t at = 1;
  while (at < text.size()) {
    const size_t end = std::min(text.find(',', at), text.size() - 1);
    const size_t first = std::min(text.find_first_not_of(' ', at), end);
    size_t last = end;
    while (last > first && text[last - 1] == ' ') --last;
    Name rank{std::string(text.substr(first, last - first)), key.where};
    rank.where.column += static_cast<int>(first);
    rank.where.length = static_cast<int>(last - first);
    if (!in.check_name(rank, "a rank")) return {};
    out.push_back(std::move(rank));
    at = end + 1;
  }
  return out;
}

void read_partitions_of(Reader& in, const Node& node, OutputMapping& mapping) {
  const std::string what = fmt::format("the partitioning of {}", mapping.output.value);
  if (node.kind == Node::Kind::Null) return;
  if (!in.is_map(node, what, "write 'K: [uniform_shape(4)]', one rank a line")) return;
  for (const Entry& entry : node.entries) {
    Partitioning partitioning{key_ranks(in, entry.key), {}, entry.key.where};
    if (partitioning.ranks.empty() || entry.value->kind == Node::Kind::Null) continue;
    partitioning.ops = read_partition_ops(in, entry);
    mapping.partitioning.push_back(std::move(partitioning));
  }
}

void read_partitioning(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "partitioning", "write 'Z:' and below it 'K: [uniform_shape(4)]'")) return;
  for (const Entry& output : node.entries)
    if (in.check_name(output.key, "an output"))
      read_partitions_of(in, *output.value, mapping_of(spec, output.key));
}

std::optional<Stamp> read_stamp(Reader& in, const Node& node, const std::string& what) {
  std::optional<Name> text = in.text(node, "an entry of " + what);
  if (!text) return std::nullopt;
  const size_t dot = text->value.find('.');
  Name rank{text->value.substr(0, dot), text->where};
  rank.where.length = std::min(rank.where.length, static_cast<int>(rank.value.size()));
  if (!in.check_name(rank, "a rank")) return std::nullopt;
  const std::string suffix = dot == std::string::npos ? "pos" : text->value.substr(dot + 1);
  if (suffix == "pos") return Stamp{rank, Stamp::Kind::Position};
  if (suffix == "coord") return Stamp{rank, Stamp::Kind::Coordinate};
  in.diagnostics().error(
      Code::BadValue, text->where,
      fmt::format("'.{}' is no stamp; write {}.pos or {}.coord", suffix, rank.value, rank.value));
  return std::nullopt;
}

std::vector<Stamp> read_stamps(Reader& in, const Node& node, const std::string& what) {
  std::vector<Stamp> out;
  const std::string how = node.kind == Node::Kind::Scalar
                              ? fmt::format("write [{}]", node.text)
                              : "write a list such as [M1, K.coord], or [] for none";
  if (!in.is_list(node, what, how)) return out;
  for (const NodePtr& item : node.items)
    if (std::optional<Stamp> stamp = read_stamp(in, *item, what)) out.push_back(*stamp);
  return out;
}

void read_opt(Reader& in, const Node& node, SpaceTime& spacetime) {
  std::optional<Name> opt = in.text(node, "opt");
  if (!opt) return;
  spacetime.slip = opt->value == "slip";
  if (!spacetime.slip)
    in.diagnostics().error(
        Code::BadValue, opt->where,
        fmt::format("unknown spacetime optimization '{}'; TeAAL knows 'slip'", opt->value));
}

void read_spacetime_of(Reader& in, const Entry& given, OutputMapping& mapping) {
  const std::string what = fmt::format("the spacetime of {}", mapping.output.value);
  const Node& node = *given.value;
  if (node.kind == Node::Kind::Null) return;
  if (!in.is_map(node, what, "write 'space: [M1]' and 'time: [K, M0]'")) return;
  SpaceTime spacetime;
  spacetime.where = given.key.where;
  in.keys(
      node, what,
      {
          {"space", [&](const Entry& e) { spacetime.space = read_stamps(in, *e.value, "space"); }},
          {"time", [&](const Entry& e) { spacetime.time = read_stamps(in, *e.value, "time"); }},
          {"opt", [&](const Entry& e) { read_opt(in, *e.value, spacetime); }},
      });
  for (const char* key : {"space", "time"})
    if (!node.find(key))
      in.diagnostics().error(
          Code::MissingKey, given.key.where,
          fmt::format("{} has no '{}'; write '{}: []' if no rank is in {}", what, key, key, key));
  mapping.spacetime = std::move(spacetime);
}

void read_spacetime(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "spacetime", "write 'Z:' and below it 'space: [..]' and 'time: [..]'"))
    return;
  for (const Entry& output : node.entries)
    if (in.check_name(output.key, "an output"))
      read_spacetime_of(in, output, mapping_of(spec, output.key));
}

}  // namespace

void read_mapping(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "mapping", "write 'rank-order:', 'partitioning:', 'loop-order:' below it"))
    return;
  auto part = [&](void (*read)(Reader&, const Node&, Spec&)) -> Reader::Handler {
    return [&in, &spec, read](const Entry& entry) {
      if (entry.value->kind != Node::Kind::Null) read(in, *entry.value, spec);
    };
  };
  in.keys(node, "mapping",
          {
              {"rank-order", part(read_rank_order)},
              {"partitioning", part(read_partitioning)},
              {"loop-order", part(read_loop_order)},
              {"spacetime", part(read_spacetime)},
          });
}

OutputMapping read_own_mapping(Reader& in, const Node& node, const Name& output) {
  OutputMapping out{output, {}, {}, {}, {}};
  if (!in.is_map(node, "the mapping of a variant",
                 "write 'partitioning:', 'loop-order:' and 'spacetime:' below it"))
    return out;
  using Read = void (*)(Reader&, const Entry&, OutputMapping&);
  auto part = [&](Read read) -> Reader::Handler {
    return [&in, &out, read](const Entry& entry) {
      if (entry.value->kind != Node::Kind::Null) read(in, entry, out);
    };
  };
  in.keys(node, "the mapping of a variant",
          {
              {"partitioning", [&](const Entry& e) { read_partitions_of(in, *e.value, out); }},
              {"loop-order", part(read_loop_order_of)},
              {"spacetime", part(read_spacetime_of)},
          });
  return out;
}

}  // namespace teaal::spec
