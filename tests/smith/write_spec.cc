#include "tests/smith/write_spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/smith/write_generations.h"

namespace teaal::smith {
namespace {

std::string index_text(const Index& index) {
  std::string out;
  for (const IndexTerm& term : index) {
    out += out.empty() ? "" : " + ";
    if (term.coefficient != 1) out += fmt::format("{} * ", term.coefficient);
    if (!term.symbol.empty()) out += term.symbol + " * ";
    out += term.variable;
  }
  return out;
}

std::string factor_text(const Factor& factor) {
  if (factor.kind == Factor::Kind::Scalar) return factor.name;
  if (factor.kind == Factor::Kind::Constant) return fmt::format("{}", factor.value);
  std::string out;
  for (const Index& index : factor.indices) out += (out.empty() ? "" : ", ") + index_text(index);
  return fmt::format("{}[{}]", factor.name, out);
}

std::string term_text(const Term& term) {
  std::string out;
  for (const Factor& factor : term.factors)
    out += (out.empty() ? "" : term.take ? ", " : " * ") + factor_text(factor);
  return term.take ? fmt::format("take({}, {})", out, term.take_index) : out;
}

std::string op_text(const Op& op) {
  std::string size = op.symbol.empty() ? std::to_string(op.size) : op.symbol;
  switch (op.kind) {
    case Op::Kind::Shape:
      return fmt::format("uniform_shape({})", size);
    case Op::Kind::Nway:
      return fmt::format("nway_shape({})", size);
    case Op::Kind::Occupancy:
      return fmt::format("{}({}.{})", op.merged ? "merge_path" : "uniform_occupancy", op.leader,
                         size);
    case Op::Kind::Drt: {
      Names shares;
      for (const auto& [tensor, most] : op.shares)
        shares.push_back(most == 0 ? tensor : fmt::format("{}.{}", tensor, most));
      return fmt::format("DRT({})", fmt::join(shares, ", "));
    }
    case Op::Kind::Flatten:
      return "flatten()";
    case Op::Kind::Follow:
      break;
  }
  return fmt::format("follow({})", op.leader);
}

std::string list(const Names& names) { return fmt::format("[{}]", fmt::join(names, ", ")); }

// Whether some term has a `*` that a map could stand for.
bool has_products(const Case& c, const std::string& output) {
  for (const Expression& e : c.expressions)
    for (const Term& term : e.terms)
      if (e.output.name == output && !term.take) return true;
  return false;
}

// The map of a term as an expression over its factors a, b, c, …
std::string map_expression(const std::string& map, const Term& term) {
  static const std::map<std::string, std::string> signs = {
      {"mul", "*"}, {"add", "+"}, {"sub", "-"}, {"lt", "<"}, {"le", "<="},
      {"gt", ">"},  {"ge", ">="}, {"eq", "=="}, {"ne", "!="}};
  const auto sign = signs.find(map);
  std::string out = "a";
  for (size_t f = 1; f < term.factors.size(); ++f) {
    const char letter = static_cast<char>('a' + f);
    out = sign == signs.end() ? fmt::format("{}({}, {})", map, out, letter)
                              : fmt::format("({} {} {})", out, sign->second, letter);
  }
  return out;
}

std::string map_text(const Case& c, const std::string& output) {
  const Expression* only = nullptr;
  for (const Expression& e : c.expressions) {
    if (e.output.name != output) continue;
    if (only) return c.algebra->map;
    only = &e;
  }
  if (!c.spells_maps()) return c.algebra->map;
  Names maps;
  for (const Term& term : only->terms)
    maps.push_back(fmt::format("\"{}\"", map_expression(c.algebra->map, term)));
  return list(maps);
}

std::string operators_text(const Case& c) {
  if (!c.algebra) return "";
  std::string out = "  operators:\n";
  for (const Tensor& t : c.tensors) {
    if (!c.is_written(t.name)) {
      out += fmt::format("    {}: {{ default: {} }}\n", t.name, c.absent(t.name));
      continue;
    }
    const std::string map =
        has_products(c, t.name) ? fmt::format("map: {}, ", map_text(c, t.name)) : "";
    out += fmt::format("    {}: {{ {}reduce: {} }}\n", t.name, map, c.algebra->reduce);
  }
  return out;
}

std::string iterate_text(const Case& c) {
  if (!c.iteration) return "";
  const Iteration& iteration = *c.iteration;
  std::string out = "  iterate:\n";
  if (iteration.outputs.size() < c.expressions.size() && !iteration.generations)
    out += fmt::format("    expressions: {}\n", list(iteration.outputs));
  Names pairs;
  for (const auto& [to, from] : iteration.carry) pairs.push_back(to + ": " + from);
  if (!pairs.empty()) out += fmt::format("    carry: {{ {} }}\n", fmt::join(pairs, ", "));
  if (!iteration.over.empty()) return out + fmt::format("    over: {}\n", iteration.over);
  if (!iteration.until_empty.empty())
    return out + fmt::format("    until-empty: {}\n    at-most: {}\n", iteration.until_empty,
                             iteration.at_most);
  return out + fmt::format("    times: {}\n", iteration.symbol.empty()
                                                  ? std::to_string(iteration.times)
                                                  : iteration.symbol);
}

std::string partitioning_text(const Case& c) {
  std::string out;
  for (const Expression& e : c.expressions) {
    if (e.partitions.empty()) continue;
    out += fmt::format("    {}:\n", e.output.name);
    for (const Partition& p : e.partitions) {
      Names ops;
      for (const Op& op : p.ops) ops.push_back(op_text(op));
      out += p.ranks.size() > 1
                 ? fmt::format("      ({}): {}\n", fmt::join(p.ranks, ", "), list(ops))
                 : fmt::format("      {}: {}\n", p.ranks[0], list(ops));
    }
  }
  return out.empty() ? out : "  partitioning:\n" + out;
}

std::string stamps(const Names& ranks, const SpaceTime& spacetime) {
  Names out;
  for (const std::string& rank : ranks)
    out.push_back(contains(spacetime.coord, rank) ? rank + ".coord" : rank);
  return list(out);
}

std::string mapping_text(const Case& c) {
  std::string orders, loops, times;
  for (const Tensor& t : c.tensors)
    if (!t.rank_order.empty()) orders += fmt::format("    {}: {}\n", t.name, list(t.rank_order));
  for (const Expression& e : c.expressions) {
    if (e.loop_order) loops += fmt::format("    {}: {}\n", e.output.name, list(*e.loop_order));
    if (!e.spacetime) continue;
    times += fmt::format("    {}:\n      space: {}\n      time: {}\n", e.output.name,
                         stamps(e.spacetime->space, *e.spacetime),
                         stamps(e.spacetime->time, *e.spacetime));
    if (e.spacetime->slip) times += "      opt: slip\n";
  }
  std::string out;
  if (!orders.empty()) out += "  rank-order:\n" + orders;
  out += partitioning_text(c);
  if (!loops.empty()) out += "  loop-order:\n" + loops;
  if (!times.empty()) out += "  spacetime:\n" + times;
  return out.empty() ? out : "mapping:\n" + out;
}

std::string format_lines(const std::string& name, const std::string& more, const Format& format) {
  Names order;
  for (const Level& level : format) order.push_back(level.rank);
  std::string out = fmt::format("    {}:\n      rank-order: {}\n{}", name, list(order), more);
  for (const Level& level : format)
    out += fmt::format("      {}: {{ format: {}{}{} }}\n", level.rank, level.letter,
                       level.cbits == 0 ? "" : fmt::format(", cbits: {}", level.cbits),
                       level.bits ? ", pbits: 1" : "");
  return out;
}

std::string buffer_lines(const Tensor& t, const Buffer& buffer) {
  Format format = *t.spec_format;
  if (!buffer.tile.empty()) {
    const std::string rank = format.back().rank;
    format.back() = {buffer.tile, 'U'};
    format.push_back({rank + "0", 'U'});
  }
  const std::string last = format.back().rank;
  format.pop_back();
  Names order;
  for (const Level& level : format) order.push_back(level.rank);
  order.push_back(last);
  std::string out =
      fmt::format("    gathered:\n      rank-order: {}\n      view-of: default\n", list(order));
  for (const Level& level : format)
    out += fmt::format("      {}: {{ format: {} }}\n", level.rank, level.letter);
  const std::string slots = buffer.slots == 0 ? "" : fmt::format(", slots: {}", buffer.slots);
  return out + fmt::format("      {}: {{ format: {}{} }}\n", last, buffer.letter, slots);
}

// Expressions may list a tensor along different ranks.
std::string list_name(const Expression& e, const Staging& s) {
  return fmt::format("listed_{}_in_{}", s.rank, e.output.name);
}

std::string list_lines(const Case& c, const Tensor& t) {
  Format all;
  for (const std::string& rank : t.ranks) all.push_back({rank, 'U'});
  std::string out;
  for (const Expression& e : c.expressions)
    for (const Staging& s : e.stagings) {
      if (!s.listed || s.tensor != t.name) continue;
      Format list = t.spec_format.value_or(all);
      for (Level& level : list)
        if (level.rank == s.rank) level.letter = 'C';
      out += format_lines(list_name(e, s), "      view-of: default\n", list);
    }
  return out;
}

std::string formats_text(const Case& c) {
  std::string out;
  for (const Tensor& t : c.tensors) {
    const std::string lists = list_lines(c, t);
    if (!t.spec_format && !t.pattern && lists.empty()) continue;
    out += fmt::format("  {}:\n", t.name);
    if (t.spec_format) out += format_lines("default", "", *t.spec_format);
    for (const Expression& e : c.expressions)
      if (e.buffer && e.output.name == t.name && t.spec_format) out += buffer_lines(t, *e.buffer);
    out += lists;
    if (!t.pattern) continue;
    Format bits;
    for (const std::string& rank : *t.pattern)
      bits.push_back({rank, rank == t.pattern->back() ? 'B' : 'U'});
    std::string head = "      view-of: default\n";
    if (t.density) head += fmt::format("      density: {}\n", *t.density);
    out += format_lines("pattern", head, bits);
  }
  return out.empty() ? out : "format:\n" + out;
}

std::string bindings_of(const Expression& e) {
  std::string out;
  for (const Meeting& m : e.meetings) {
    std::string leader = m.leader.empty() ? "" : ", leader: " + m.leader;
    out += fmt::format("  - component: LaneIntersect\n    bindings: [{{ rank: {}, type: {}{} }}]\n",
                       m.rank, m.type, leader);
  }
  for (const Placement& p : e.placements)
    out += fmt::format("  - component: {}\n{}    bindings: [{{ rank: {}{} }}]\n", p.level,
                       p.resident ? fmt::format("    resident: {}\n", p.resident) : "", p.rank,
                       p.persistent ? ", style: persistent"
                       : p.once     ? ", style: once"
                                    : "");
  for (const Staging& s : e.stagings) {
    const std::string evict = s.evict_on.empty() ? "" : ", evict-on: " + s.evict_on;
    const bool registers = s.held || (s.tensor == e.output.name && !s.summed);
    const std::string depth = s.depth == 1 || registers ? "" : fmt::format(", depth: {}", s.depth);
    const std::string rank = s.rank.empty() ? "" : ", rank: " + s.rank,
                      type = s.type.empty() ? "" : ", type: " + s.type,
                      format = s.listed ? ", format: " + list_name(e, s) : "";
    out +=
        fmt::format("  - component: {}\n    bindings: [{{ tensor: {}{}{}{}{}{} }}]\n",
                    registers ? "Registers" : "Shared", s.tensor, rank, type, format, evict, depth);
  }
  if (e.buffer)
    out += fmt::format(
        "  - component: Shared\n    bindings: [{{ tensor: {}, type: elem, format: gathered{} }}]\n",
        e.output.name, e.buffer->tile.empty() ? "" : ", evict-on: " + e.buffer->tile);
  if (!e.tensor_core.empty())
    out += fmt::format(
        "  - component: TensorCore\n    bindings: [{{ op: mul, type: {} }}, {{ op: add }}]\n",
        e.tensor_core);
  for (const Skip& s : e.skips)
    out += fmt::format(
        "  - component: {}Intersect\n    bindings: [{{ rank: {}, format: pattern{}{} }}]\n",
        s.level, s.rank, s.type.empty() ? "" : ", type: " + s.type,
        s.longest_first ? ", order: longest-first" : "");
  return out;
}

std::string bindings_text(const Case& c) {
  std::string out;
  for (const Expression& e : c.expressions)
    if (std::string own = bindings_of(e); !own.empty())
      out += fmt::format("  {}:\n  - config: gpu\n{}", e.output.name, own);
  return out.empty() ? out : "bindings:\n" + out;
}

std::string variants_of(const Expression& e) {
  const Variants& v = *e.variants;
  std::string out;
  for (size_t i = 0; i < v.classes.size(); ++i) {
    const std::string most =
        i + 1 < v.classes.size() ? std::to_string(v.classes[i + 1].least - 1) : "inf";
    out += fmt::format("  - where: {{ tensor: {}, {}rank: {}, occupancy: [{}, {}] }}\n", v.tensor,
                       v.times.empty() ? "" : "times: " + v.times + ", ", v.rank,
                       v.classes[i].least, most);
    if (v.classes[i].plain) out += "    mapping: {}\n    bindings: [{ config: gpu }]\n";
  }
  return out;
}

std::string variants_text(const Case& c) {
  std::string out;
  for (const Expression& e : c.expressions)
    if (e.variants) out += fmt::format("  {}:\n{}", e.output.name, variants_of(e));
  return out.empty() ? out : "variants:\n" + out;
}

std::string params_text(const Case& c) {
  std::string out;
  for (const auto& [name, value] : c.params) out += fmt::format("  {}: {}\n", name, value);
  return out.empty() ? out : "params:\n" + out;
}

bool write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return true;
  fmt::print(stderr, "cannot write {}\n", path.string());
  return false;
}

}  // namespace

std::string expression_text(const Expression& e) {
  std::string out = factor_text(e.output) + " =";
  for (size_t i = 0; i < e.terms.size(); ++i) {
    const bool minus = e.terms[i].sign < 0;
    out += i == 0 ? (minus ? " -" : " ") : (minus ? " - " : " + ");
    out += term_text(e.terms[i]);
  }
  return out;
}

std::string format_text(const Format& format) {
  Names out;
  for (const Level& level : format)
    out.push_back(fmt::format("{}:{}{}", level.rank, level.letter,
                              level.cbits == 0 ? "" : std::to_string(level.cbits)));
  return fmt::format("{}", fmt::join(out, ","));
}

std::string spec_text(const Case& drawn) {
  const bool generations = drawn.iteration && drawn.iteration->generations;
  const Case c = generations ? as_generations(drawn) : drawn;
  const Case mapped = generations ? with_generations_as_leaders(drawn) : drawn;
  std::string out = "einsum:\n  declaration:\n";
  for (const Tensor& t : c.tensors) out += fmt::format("    {}: {}\n", t.name, list(t.ranks));
  out += "  expressions:\n";
  for (const Expression& e : c.expressions) out += "    - " + expression_text(e) + "\n";
  return out + operators_text(drawn) + iterate_text(c) + mapping_text(mapped) + formats_text(c) +
         bindings_text(mapped) + variants_text(mapped) + params_text(c);
}

std::string arguments_text(const Case& c) {
  std::string out;
  for (const auto& [name, coo] : c.data) out += fmt::format(" {0}={0}.tns", name);
  for (const auto& [name, value] : c.scalars) out += fmt::format(" {}={}", name, value);
  for (const auto& [rank, extent] : c.extents) out += fmt::format(" --shape {}={}", rank, extent);
  for (const auto* table : {&c.defines, &c.launch_symbols})
    for (const auto& [name, value] : *table) out += fmt::format(" -D {}={}", name, value);
  for (const Tensor& t : c.tensors)
    if (!t.like.empty())
      out += fmt::format(" --format {}=like:{}", t.name, t.like);
    else if (t.option_format)
      out += fmt::format(" --format {}={}", t.name, format_text(*t.option_format));
  if (!c.fuses()) out += " --fuse=off";
  for (const Tensor& t : c.tensors)
    if (c.keeps_all() && c.is_written(t.name)) out += fmt::format(" -o {0}={0}.out.tns", t.name);
  if (c.type != "f32") out += " --type=" + c.type;
  if (c.arch != "sm_90") out += " --arch=" + c.arch;
  if (c.index_bits != 32) out += fmt::format(" --index-bits={}", c.index_bits);
  return out;
}

std::string whole_text(const Case& c) {
  std::string out = spec_text(c) + arguments_text(c);
  for (const auto& [name, coo] : c.data) {
    out += "\n" + name;
    for (const auto& coords : coo.coords) out += fmt::format(" {}", fmt::join(coords, ","));
    out += fmt::format(" {}", fmt::join(coo.values, ","));
  }
  return out;
}

bool write_case(const Case& c, bool checked, const std::string& folder, const std::string& why) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string head = fmt::format("# {}\n# case {}\n", why.substr(0, why.find('\n')), c.seed);
  bool ok = write_text(fs::path(folder) / "spec.yaml", head + spec_text(c)) &&
            write_text(fs::path(folder) / "replay",
                       fmt::format("teaalc run spec.yaml{}{}\n", arguments_text(c),
                                   checked ? " --checked" : " --device=cpu"));
  Diagnostics diagnostics;
  for (const auto& [name, coo] : c.data)
    ok = ok && runtime::write_tensor(coo, (fs::path(folder) / (name + ".tns")).string(),
                                     diagnostics, c.absent(name));
  for (const Diagnostic& d : diagnostics.all()) fmt::print(stderr, "{}", render(d));
  return ok;
}

}  // namespace teaal::smith
