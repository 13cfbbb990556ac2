#include "compiler/spec/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace teaal::spec {
namespace {

// Where a key that was met elsewhere belongs; empty if no section has it.
std::string home_of(const std::string& key) {
  static const std::vector<std::pair<std::string, std::string>> homes = {
      {"declaration", "under 'einsum:'"}, {"expressions", "under 'einsum:'"},
      {"rank-order", "under 'mapping:'"}, {"partitioning", "under 'mapping:'"},
      {"loop-order", "under 'mapping:'"}, {"spacetime", "under 'mapping:'"},
      {"einsum", "at the top level"},     {"mapping", "at the top level"},
      {"format", "at the top level"},     {"architecture", "at the top level"},
      {"bindings", "at the top level"},   {"params", "at the top level"},
      {"tests", "at the top level"},      {"tune", "at the top level"},
      {"suits", "at the top level"},
  };
  std::string dashed = key;
  std::replace(dashed.begin(), dashed.end(), '_', '-');
  for (const auto& [name, home] : homes)
    if (name == dashed) return home;
  return {};
}

}  // namespace

bool is_name(std::string_view text) {
  auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  auto inner = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), inner);
}

std::optional<int64_t> parse_integer(std::string_view text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

std::optional<double> parse_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (text.substr(negative ? 1 : 0) == "inf") return negative ? -INFINITY : INFINITY;
  double value = 0;
  const char* end = text.data() + text.size();
  auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool Reader::is(Node::Kind kind, const Node& node, const std::string& what,
                const std::string& how) {
  if (node.kind == kind) return true;
  Node wanted;
  wanted.kind = kind;
  diagnostics_.error(
      Code::WrongKind, node.where,
      fmt::format("{} must be {}, this is {}; {}", what, kind_text(wanted), kind_text(node), how));
  return false;
}

bool Reader::is_map(const Node& node, const std::string& what, const std::string& how) {
  return is(Node::Kind::Map, node, what, how);
}

bool Reader::is_list(const Node& node, const std::string& what, const std::string& how) {
  return is(Node::Kind::List, node, what, how);
}

bool Reader::is_scalar(const Node& node, const std::string& what, const std::string& how) {
  return is(Node::Kind::Scalar, node, what, how);
}

void Reader::keys(const Node& map, const std::string& what, const Keys& known) {
  std::vector<std::string> names;
  for (const auto& [name, handler] : known) names.push_back(name);
  keys(map, known, [&](const Entry& entry) { unknown_key(entry.key, what, names); });
}

void Reader::keys(const Node& map, const Keys& known, const Handler& others) {
  for (const Entry& entry : map.entries) {
    auto found = std::find_if(known.begin(), known.end(),
                              [&](const auto& k) { return k.first == entry.key.value; });
    (found == known.end() ? others : found->second)(entry);
  }
}

void Reader::unknown_key(const Name& key, const std::string& what,
                         const std::vector<std::string>& known) {
  const std::string guess = nearest(key.value, known);
  const std::string home = home_of(key.value);
  // Left out it would change what is computed, or how. What TeAAL's own specs have beside is
  // ignored.
  const bool near = !guess.empty() && std::max(guess.size(), key.value.size()) <=
                                          std::min(guess.size(), key.value.size()) + 1;
  if (!home.empty() || near) {
    std::string dashed = key.value;
    std::replace(dashed.begin(), dashed.end(), '_', '-');
    const std::string meant = home.empty() || guess == dashed
                                  ? fmt::format("did you mean '{}'?", guess)
                                  : fmt::format("it belongs {}", home);
    diagnostics_.error(Code::UnknownKey, key.where,
                       fmt::format("unknown key '{}' in {}; {}", key.value, what, meant));
    return;
  }
  diagnostics_.warning(Code::UnknownKey, key.where,
                       fmt::format("unknown key '{}' in {} is ignored; {}", key.value, what,
                                   guess.empty() ? "known here: " + quoted_list(known)
                                                 : "did you mean '" + guess + "'?"));
}

std::optional<Name> Reader::text(const Node& node, const std::string& what) {
  if (!is_scalar(node, what, "write one word")) return std::nullopt;
  return Name{node.text, node.where};
}

bool Reader::check_name(const Name& name, const std::string& what) {
  if (is_name(name.value)) return true;
  diagnostics_.error(
      Code::BadValue, name.where,
      fmt::format("'{}' is no name for {}; names are letters, digits and '_', beginning with a "
                  "letter or '_'",
                  name.value, what));
  return false;
}

std::optional<Name> Reader::name(const Node& node, const std::string& what) {
  std::optional<Name> out = text(node, what);
  if (out && !check_name(*out, what)) return std::nullopt;
  return out;
}

std::vector<Name> Reader::names(const Node& list, const std::string& what) {
  std::vector<Name> out;
  if (!is_list(list, what, "write a list such as [M, K]")) return out;
  for (const NodePtr& item : list.items)
    if (std::optional<Name> n = name(*item, "an entry of " + what)) out.push_back(*n);
  return out;
}

std::optional<int64_t> Reader::integer(const Node& node, const std::string& what, int64_t least) {
  if (!is_scalar(node, what, "write one integer")) return std::nullopt;
  std::optional<int64_t> value = parse_integer(node.text);
  if (value && *value >= least) return value;
  diagnostics_.error(
      Code::BadValue, node.where,
      fmt::format("{} is '{}'; write an integer of at least {}", what, node.text, least));
  return std::nullopt;
}

std::optional<double> Reader::number(const Node& node, const std::string& what) {
  if (!is_scalar(node, what, "write one number")) return std::nullopt;
  std::optional<double> value = parse_number(node.text);
  if (value) return value;
  diagnostics_.error(Code::BadValue, node.where,
                     fmt::format("{} is '{}'; write a number, inf or -inf", what, node.text));
  return std::nullopt;
}

}  // namespace teaal::spec
