#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/grad/gradient.h"

// The derived cascade as YAML, for a reader.
namespace teaal::grad {
namespace {

std::string names_text(const std::vector<std::string>& names) {
  const std::vector<std::string> most(names.begin(), names.end() - 1);
  return most.empty() ? names[0] : fmt::format("{} and {}", fmt::join(most, ", "), names.back());
}

std::string head_text(const Gradient& g, const std::string& of) {
  std::vector<std::string> by, gradients;
  for (const auto& [name, gradient] : g.gradients) {
    by.push_back(name);
    gradients.push_back(gradient);
  }
  std::string out =
      fmt::format("# Gradients of {} by {}, derived by `teaalc grad`.\n", of, names_text(by));
  for (const auto& [name, seed] : g.seeds)
    out +=
        fmt::format("#   given   {}: the derivative of a loss by each element of {}\n", seed, name);
  out += fmt::format("#   result  {}: the derivative{} of that loss by {}\n", names_text(gradients),
                     by.size() == 1 ? "" : "s", names_text(by));
  for (const std::string& rank : g.unfixed)
    out += fmt::format("#   no input has rank {0}: a run needs --shape {0}=extent\n", rank);
  return out;
}

std::string padded(const std::string& text, size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

std::string declaration_text(const Gradient& g) {
  std::vector<std::string> lines;
  size_t width = 0;
  for (const Declared& t : g.tensors) {
    lines.push_back(fmt::format("    {}: [{}]", t.name, fmt::join(t.ranks, ", ")));
    width = std::max(width, lines.back().size());
  }
  std::string out = "  declaration:\n";
  for (size_t i = 0; i < lines.size(); ++i)
    out += g.tensors[i].remark.empty()
               ? lines[i] + "\n"
               : fmt::format("{}  # {}\n", padded(lines[i], width), g.tensors[i].remark);
  return out;
}

std::string statement_text(const Statement& s) {
  std::string out;
  for (const std::string& line : s.because) out += fmt::format("    # {}\n", line);
  return out + fmt::format("    - {}\n", text_of(s));
}

std::string expressions_text(const Gradient& g) {
  std::string out = "  expressions:\n";
  if (!g.forward.empty()) out += "    # forward, as far as it is needed\n";
  for (const Statement& s : g.forward) out += statement_text(s);
  for (const Statement& s : g.backward) out += statement_text(s);
  return out;
}

std::string quoted(const std::vector<std::string>& maps) {
  if (maps.size() == 1) return fmt::format("\"{}\"", maps[0]);
  return fmt::format("[\"{}\"]", fmt::join(maps, "\", \""));
}

const Declared& declared(const Gradient& g, const std::string& name) {
  return *std::ranges::find_if(g.tensors, [&](const Declared& t) { return t.name == name; });
}

std::string operators_text(const Gradient& g) {
  std::string out;
  std::vector<std::string> written;
  auto entry = [&](const std::string& name, const std::vector<std::string>& fields) {
    if (!fields.empty()) out += fmt::format("    {}: {{ {} }}\n", name, fmt::join(fields, ", "));
  };
  auto of_statement = [&](const Statement& s) {
    std::vector<std::string> fields;
    const double start = row_of(s.reduce).identity;
    if (const auto maps = maps_of(s); maps && !maps->empty())
      fields.push_back("map: " + quoted(*maps));
    if (s.reduce != einsum::Reduce::Add)
      fields.push_back(fmt::format("reduce: {}", einsum::name_of(s.reduce)));
    if (s.identity != start) fields.push_back("identity: " + text_of(s.identity));
    const double absent = declared(g, s.output.tensor).absent;
    if (absent != s.identity) fields.push_back("default: " + text_of(absent));
    entry(s.output.tensor, fields);
    written.push_back(s.output.tensor);
  };
  for (const Statement& s : g.forward) of_statement(s);
  for (const Statement& s : g.backward) of_statement(s);
  for (const Declared& t : g.tensors)
    if (t.absent != 0 && std::ranges::find(written, t.name) == written.end())
      entry(t.name, {"default: " + text_of(t.absent)});
  return out.empty() ? "" : "  operators:\n" + out;
}

char letter_of(einsum::RankFormatKind kind) {
  if (kind == einsum::RankFormatKind::Uncompressed) return 'U';
  return kind == einsum::RankFormatKind::Compressed ? 'C' : 'B';
}

std::string format_text(const Gradient& g) {
  std::string out;
  for (const Declared& t : g.tensors) {
    if (!t.storage) continue;
    std::string levels;
    for (size_t i = 0; i < t.storage->formats.size(); ++i) {
      const bool last = i + 1 == t.storage->formats.size();
      const int cbits = t.storage->cbits_of(i);
      levels += fmt::format(", {}: {{ format: {}{}{} }}", t.storage->rank_order[i],
                            letter_of(t.storage->formats[i]),
                            cbits == 0 ? "" : fmt::format(", cbits: {}", cbits),
                            last && !t.storage->like.empty() ? ", like: " + t.storage->like : "");
    }
    out += fmt::format("  {}: {{ default: {{ rank-order: [{}]{} }} }}\n", t.name,
                       fmt::join(t.storage->rank_order, ", "), levels);
  }
  return out.empty() ? "" : "format:\n" + out;
}

}  // namespace

std::string spec_text(const Gradient& g, const std::string& of) {
  return head_text(g, of) + "einsum:\n" + declaration_text(g) + expressions_text(g) +
         operators_text(g) + format_text(g);
}

}  // namespace teaal::grad
