#include <fmt/format.h>

#include <array>

#include "compiler/spec/reader.h"

namespace teaal::spec {
namespace {

using Relation = Condition::Relation;

// Longer spellings first.
constexpr std::array<std::pair<std::string_view, Relation>, 4> relations = {
    {{"<=", Relation::AtMost},
     {">=", Relation::AtLeast},
     {"<", Relation::Less},
     {">", Relation::Greater}}};

constexpr const char* condition_form = "write it like 'row.mean < 8'";

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

std::optional<Condition> parse_condition(const Name& text) {
  const std::string_view all = text.value;
  for (const auto& [sign, relation] : relations) {
    const size_t at = all.find(sign);
    if (at == std::string_view::npos) continue;
    const auto value = parse_number(trimmed(all.substr(at + sign.size())));
    const std::string statistic = trimmed(all.substr(0, at));
    if (!value || statistic.empty()) return std::nullopt;
    return Condition{statistic, relation, *value, text.where};
  }
  return std::nullopt;
}

void read_when(Reader& in, const Node& node, Suitability& out) {
  if (!in.is_list(node, "when", "write a list such as ['row.mean < 8', 'row.cv < 0.5']")) return;
  for (const NodePtr& item : node.items) {
    const auto text = in.text(*item, "a condition");
    if (!text) continue;
    if (auto condition = parse_condition(*text))
      out.when.push_back(std::move(*condition));
    else
      in.diagnostics().error(Code::BadValue, text->where,
                             fmt::format("'{}' is no condition; {}", text->value, condition_form));
  }
}

void read_speed(Reader& in, const Node& node, Suitability& out) {
  const auto value = in.number(node, "speed");
  if (!value) return;
  out.speed = {*value, node.where};
  if (*value <= 0) in.diagnostics().error(Code::BadValue, node.where, "a speed is more than 0");
}

void read_symbols(Reader& in, const Node& node, Suitability& out) {
  if (!in.is_map(node, "params", "write 'COLUMNS: 32', one symbol a line")) return;
  for (const Entry& entry : node.entries)
    if (in.check_name(entry.key, "a symbol"))
      if (auto value = in.integer(*entry.value, "the value of " + entry.key.value, 0))
        out.params.push_back({entry.key, {*value, entry.value->where}});
}

void read_entry(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "an entry of suits",
                 "write '- {of: A, when: [row.mean < 8], speed: 1.4, why: rows are short}'"))
    return;
  Suitability out;
  out.where = node.where;
  in.keys(node, "an entry of suits",
          {
              {"of",
               [&](const Entry& e) {
                 if (auto of = in.name(*e.value, "the tensor of suits")) out.of = *of;
               }},
              {"when", [&](const Entry& e) { read_when(in, *e.value, out); }},
              {"speed", [&](const Entry& e) { read_speed(in, *e.value, out); }},
              {"why",
               [&](const Entry& e) {
                 if (auto why = in.text(*e.value, "why")) out.why = *why;
               }},
              {"params", [&](const Entry& e) { read_symbols(in, *e.value, out); }},
          });
  for (const char* key : {"of", "speed", "why"})
    if (!node.find(key))
      in.diagnostics().error(Code::MissingKey, node.where,
                             fmt::format("this entry of suits lacks '{}'", key));
  spec.suits.push_back(std::move(out));
}

}  // namespace

bool Condition::holds(double statistic_value) const {
  switch (relation) {
    case Relation::Less:
      return statistic_value < value;
    case Relation::AtMost:
      return statistic_value <= value;
    case Relation::Greater:
      return statistic_value > value;
    case Relation::AtLeast:
      break;
  }
  return statistic_value >= value;
}

void read_suits(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_list(node, "suits", "write a list of entries such as '- {of: A, speed: 1, why: …}'"))
    return;
  for (const NodePtr& item : node.items) read_entry(in, *item, spec);
}

}  // namespace teaal::spec
