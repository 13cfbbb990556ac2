#include <fmt/format.h>

#include "compiler/driver/describe.h"

namespace teaal::driver {
namespace {

using spec::PartitionOp;

std::string names_text(const std::vector<Name>& names) {
  std::string out;
  for (const Name& n : names) out += (out.empty() ? "" : ", ") + n.value;
  return "[" + out + "]";
}

std::string maps_text(const std::vector<Name>& maps) {
  std::string out;
  for (const Name& map : maps) out += (out.empty() ? "\"" : ", \"") + map.value + "\"";
  return maps.size() == 1 ? out : "[" + out + "]";
}

std::string size_text(const spec::Size& size) {
  if (const auto* number = std::get_if<int64_t>(&size.value)) return std::to_string(*number);
  return std::get<std::string>(size.value);
}

std::string shares_text(const std::vector<PartitionOp::Share>& shares) {
  std::string out;
  for (const PartitionOp::Share& share : shares)
    out += (out.empty() ? "" : ", ") + share.tensor.value +
           (share.most ? "." + size_text(*share.most) : "");
  return out;
}

std::string op_text(const PartitionOp& op) {
  switch (op.kind) {
    case PartitionOp::Kind::UniformShape:
      return "uniform_shape(" + size_text(op.size) + ")";
    case PartitionOp::Kind::NwayShape:
      return "nway_shape(" + size_text(op.size) + ")";
    case PartitionOp::Kind::UniformOccupancy:
      return "uniform_occupancy(" + op.leader.value + "." + size_text(op.size) + ")";
    case PartitionOp::Kind::MergePath:
      return "merge_path(" + op.leader.value + "." + size_text(op.size) + ")";
    case PartitionOp::Kind::Drt:
      return "DRT(" + shares_text(op.shares) + ")";
    case PartitionOp::Kind::Flatten:
      return "flatten()";
    case PartitionOp::Kind::Follow:
      break;
  }
  return "follow(" + op.leader.value + ")";
}

std::string partitioning_text(const spec::Partitioning& p) {
  std::string ranks, ops;
  for (const Name& n : p.ranks) ranks += (ranks.empty() ? "" : ", ") + n.value;
  for (const PartitionOp& op : p.ops) ops += (ops.empty() ? "" : ", ") + op_text(op);
  return (p.ranks.size() == 1 ? ranks : "(" + ranks + ")") + ": [" + ops + "]";
}

std::string operators_text(const spec::TensorOperators& o) {
  std::vector<std::string> fields;
  if (!o.map.empty()) fields.push_back("map: " + maps_text(o.map));
  if (o.reduce) fields.push_back("reduce: " + o.reduce->value);
  if (o.identity) fields.push_back(fmt::format("identity: {}", o.identity->value));
  if (o.absent) fields.push_back(fmt::format("default: {}", o.absent->value));
  return fmt::format("    {}: {{ {} }}\n", o.tensor.value, fmt::join(fields, ", "));
}

std::string operators_text(const spec::Spec& spec) {
  std::string out;
  for (const spec::TensorOperators& o : spec.operators) out += operators_text(o);
  return out.empty() ? "" : "  operators:\n" + out;
}

std::string iteration_text(const spec::Spec& spec) {
  if (!spec.iteration) return "";
  const spec::Iteration& i = *spec.iteration;
  std::string out = "  iterate:\n", carry;
  if (!i.expressions.empty()) out += "    expressions: " + names_text(i.expressions) + "\n";
  for (const auto& [to, from] : i.carry)
    carry += (carry.empty() ? "" : ", ") + to.value + ": " + from.value;
  if (!carry.empty()) out += "    carry: { " + carry + " }\n";
  if (i.over) out += "    over: " + i.over->value + "\n";
  if (i.times) out += "    times: " + size_text(*i.times) + "\n";
  if (i.until_empty) out += "    until-empty: " + i.until_empty->value + "\n";
  if (i.at_most) out += fmt::format("    at-most: {}\n", i.at_most->value);
  return out;
}

std::string stamps_text(const std::vector<spec::Stamp>& stamps) {
  std::string out;
  for (const spec::Stamp& s : stamps)
    out += (out.empty() ? "" : ", ") + s.rank.value +
           (s.kind == spec::Stamp::Kind::Coordinate ? ".coord" : "");
  return "[" + out + "]";
}

std::string mapping_text(const spec::Spec& spec) {
  std::string order, parts, loops, spacetime;
  for (const auto& [tensor, ranks] : spec.rank_order)
    order += fmt::format("    {}: {}\n", tensor.value, names_text(ranks));
  for (const spec::OutputMapping& m : spec.mapping) {
    if (!m.partitioning.empty()) parts += "    " + m.output.value + ":\n";
    for (const spec::Partitioning& p : m.partitioning)
      parts += "      " + partitioning_text(p) + "\n";
    if (m.loop_order)
      loops += fmt::format("    {}: {}\n", m.output.value, names_text(*m.loop_order));
    if (m.spacetime)
      spacetime += fmt::format("    {}:\n      space: {}\n      time: {}\n{}", m.output.value,
                               stamps_text(m.spacetime->space), stamps_text(m.spacetime->time),
                               m.spacetime->slip ? "      opt: slip\n" : "");
  }
  std::string out;
  if (!order.empty()) out += "  rank-order:\n" + order;
  if (!parts.empty()) out += "  partitioning:\n" + parts;
  if (!loops.empty()) out += "  loop-order:\n" + loops;
  if (!spacetime.empty()) out += "  spacetime:\n" + spacetime;
  return out.empty() ? "" : "mapping:\n" + out;
}

char format_letter(spec::RankFormat::Kind kind) {
  switch (kind) {
    case spec::RankFormat::Kind::Uncompressed:
      return 'U';
    case spec::RankFormat::Kind::Compressed:
      return 'C';
    case spec::RankFormat::Kind::Bitmask:
      return 'B';
    case spec::RankFormat::Kind::Hashed:
      break;
  }
  return 'H';
}

std::string rank_format_text(const spec::RankFormat& r) {
  std::string out = fmt::format("format: {}", format_letter(r.kind));
  for (const auto& [key, bits] : r.bits) out += fmt::format(", {}: {}", key, bits.value);
  if (r.slots) out += fmt::format(", slots: {}", r.slots->value);
  if (r.like) out += ", like: " + r.like->value;
  return r.rank.value + ": {" + out + (r.interleaved ? ", layout: interleaved}" : "}");
}

std::string formats_text(const spec::Spec& spec) {
  std::string out, tensor;
  for (const spec::TensorFormat& f : spec.format) {
    if (f.tensor.value != tensor) out += "  " + (tensor = f.tensor.value) + ":\n";
    out += fmt::format("    {}:\n      rank-order: {}\n", f.name.value, names_text(f.rank_order));
    if (f.view_of) out += "      view-of: " + f.view_of->value + "\n";
    if (f.density) out += fmt::format("      density: {}\n", *f.density);
    for (const spec::RankFormat& r : f.ranks) out += "      " + rank_format_text(r) + "\n";
  }
  return out.empty() ? "" : "format:\n" + out;
}

std::string attributes_text(const std::vector<std::pair<Name, Name>>& attributes,
                            const std::string& indent) {
  if (attributes.empty()) return "";
  std::string out = indent + "attributes:\n";
  for (const auto& [key, value] : attributes)
    out += indent + "  " + key.value + ": " + value.value + "\n";
  return out;
}

std::string level_text(const spec::ArchitectureLevel& level, const std::string& indent) {
  std::string copies = level.copies > 1 ? fmt::format("[0..{}]", level.copies - 1) : "";
  std::string inner = indent + "  ";
  std::string out = indent + "- name: " + level.name.value + copies + "\n";
  out += attributes_text(level.attributes, inner);
  if (!level.local.empty()) out += inner + "local:\n";
  for (const spec::Component& c : level.local) {
    out += inner + "- name: " + c.name.value + "\n" + inner +
           "  class: " + c.component_class.value + "\n";
    out += attributes_text(c.attributes, inner + "  ");
  }
  if (!level.subtree.empty()) out += inner + "subtree:\n";
  for (const spec::ArchitectureLevel& child : level.subtree) out += level_text(child, inner);
  return out;
}

std::string components_text(const spec::OutputBindings& b, const std::string& indent) {
  std::string out;
  if (b.config) out += indent + "- config: " + b.config->value + "\n";
  if (b.prefix) out += indent + (b.config ? "  prefix: " : "- prefix: ") + b.prefix->value + "\n";
  for (const spec::ComponentBinding& c : b.components) {
    out += indent + "- component: " + c.component.value + "\n" + indent + "  bindings:\n";
    for (const spec::BindingEntry& e : c.entries) {
      std::string fields;
      for (const auto& [key, value] : e.fields)
        fields += (fields.empty() ? "" : ", ") + key.value + ": " + value.value;
      out += indent + "  - {" + fields + "}\n";
    }
  }
  return out;
}

std::string bindings_text(const spec::Spec& spec) {
  std::string out;
  for (const spec::OutputBindings& b : spec.bindings)
    out += "  " + b.output.value + ":\n" + components_text(b, "  ");
  return out.empty() ? "" : "bindings:\n" + out;
}

std::string variant_text(const spec::Variant& v) {
  std::string out =
      fmt::format("  - where: {{tensor: {}, {}rank: {}, occupancy: [{}, {}]}}\n", v.tensor.value,
                  v.times ? fmt::format("times: {}, ", v.times->value) : "", v.rank.value, v.least,
                  v.most ? std::to_string(*v.most) : "inf");
  if (const auto& m = v.mapping) {
    std::string parts;
    for (const spec::Partitioning& p : m->partitioning)
      parts += "        " + partitioning_text(p) + "\n";
    const bool any = !parts.empty() || m->loop_order || m->spacetime;
    out += any ? "    mapping:\n" : "    mapping: {}\n";
    if (!parts.empty()) out += "      partitioning:\n" + parts;
    if (m->loop_order) out += "      loop-order: " + names_text(*m->loop_order) + "\n";
    if (m->spacetime)
      out += fmt::format("      spacetime:\n        space: {}\n        time: {}\n{}",
                         stamps_text(m->spacetime->space), stamps_text(m->spacetime->time),
                         m->spacetime->slip ? "        opt: slip\n" : "");
  }
  if (v.bindings) out += "    bindings:\n" + components_text(*v.bindings, "    ");
  return out;
}

std::string variants_text(const spec::Spec& spec) {
  std::string out, output;
  for (const spec::Variant& v : spec.variants) {
    if (v.output.value != output) out += "  " + (output = v.output.value) + ":\n";
    out += variant_text(v);
  }
  return out.empty() ? "" : "variants:\n" + out;
}

std::string tune_text(const spec::Tune& tune) {
  std::string out, formats, orders;
  for (const auto& [symbol, values] : tune.symbols) {
    std::string list;
    for (const auto& value : values)
      list += fmt::format("{}{}", list.empty() ? "" : ", ", value.value);
    out += fmt::format("  {}: [{}]\n", symbol.value, list);
  }
  for (const auto& [tensor, texts] : tune.formats) {
    std::string list;
    for (const Name& text : texts) list += (list.empty() ? "\"" : ", \"") + text.value + "\"";
    formats += fmt::format("    {}: [{}]\n", tensor.value, list);
  }
  for (const auto& [output, lists] : tune.loop_orders) {
    std::string list;
    for (const std::vector<Name>& order : lists)
      list += (list.empty() ? "" : ", ") + names_text(order);
    orders += fmt::format("    {}: [{}]\n", output.value, list);
  }
  if (!formats.empty()) out += "  format:\n" + formats;
  if (!orders.empty()) out += "  loop-order:\n" + orders;
  return out.empty() ? "" : "tune:\n" + out;
}

std::string relation_text(spec::Condition::Relation relation) {
  using Relation = spec::Condition::Relation;
  if (relation == Relation::Less) return "<";
  if (relation == Relation::AtMost) return "<=";
  return relation == Relation::Greater ? ">" : ">=";
}

std::string suits_text(const std::vector<spec::Suitability>& suits) {
  std::string out;
  for (const spec::Suitability& entry : suits) {
    std::string when, params;
    for (const spec::Condition& c : entry.when)
      when += fmt::format("{}\"{} {} {}\"", when.empty() ? "" : ", ", c.statistic,
                          relation_text(c.relation), c.value);
    for (const auto& [symbol, value] : entry.params)
      params += fmt::format("{}{}: {}", params.empty() ? "" : ", ", symbol.value, value.value);
    out += fmt::format("  - of: {}\n    when: [{}]\n    speed: {}\n    why: \"{}\"\n",
                       entry.of.value, when, entry.speed.value, entry.why.value);
    if (!params.empty()) out += fmt::format("    params: {{ {} }}\n", params);
  }
  return out.empty() ? "" : "suits:\n" + out;
}

}  // namespace

std::string spec_text(const spec::Spec& spec) {
  std::string out = "einsum:\n  declaration:\n";
  for (const spec::TensorDeclaration& t : spec.declaration)
    out += fmt::format("    {}: {}\n", t.name.value, names_text(t.ranks));
  out += "  expressions:\n";
  for (const Name& e : spec.expressions) out += "    - " + e.value + "\n";
  out += operators_text(spec) + iteration_text(spec) + mapping_text(spec) + formats_text(spec);
  if (!spec.architecture.empty()) out += "architecture:\n";
  for (const spec::Architecture& a : spec.architecture)
    out += "  " + a.config.value + ":\n" + level_text(a.root, "  ");
  out += bindings_text(spec) + variants_text(spec);
  if (!spec.params.empty()) out += "params:\n";
  for (const auto& [name, value] : spec.params)
    out += fmt::format("  {}: {}\n", name.value, value.value);
  return out + tune_text(spec.tune) + suits_text(spec.suits);
}

}  // namespace teaal::driver
