#include <fmt/format.h>

#include <algorithm>

#include "compiler/spec/reader.h"

namespace teaal::spec {
namespace {

// A value that stands twice would be tried twice.
template <class T>
void add_once(Reader& in, const std::string& what, const std::string& text, const Located<T>& value,
              std::vector<Located<T>>& out) {
  const auto same = [&](const Located<T>& other) { return other.value == value.value; };
  if (const auto first = std::ranges::find_if(out, same); first == out.end())
    out.push_back(value);
  else
    in.diagnostics()
        .error(Code::BadValue, value.where,
               fmt::format("{} stands twice among {}; list each once", text, what))
        .note(first->where, "the first one is here");
}

void refuse_empty(Reader& in, const Node& list, const std::string& what) {
  if (list.items.empty())
    in.diagnostics().error(Code::BadValue, list.where,
                           fmt::format("the list of {} is empty", what));
}

void read_symbol(Reader& in, const Entry& entry, Tune& out) {
  if (!in.check_name(entry.key, "a symbol")) return;
  const std::string what = fmt::format("the values of {} to choose among", entry.key.value);
  if (!in.is_list(*entry.value, what, fmt::format("write '{}: [8, 16, 32]'", entry.key.value)))
    return;
  refuse_empty(in, *entry.value, what);
  std::vector<Located<int64_t>> values;
  for (const NodePtr& item : entry.value->items)
    if (auto value = in.integer(*item, fmt::format("a value of {}", entry.key.value), 0))
      add_once(in, what, item->text, Located<int64_t>{*value, item->where}, values);
  out.symbols.emplace_back(entry.key, std::move(values));
}

void read_formats(Reader& in, const Node& node, Tune& out) {
  if (!in.is_map(node, "format of tune", "write 'A: [\"U,C\", csc]', one tensor a line")) return;
  for (const Entry& entry : node.entries) {
    if (!in.check_name(entry.key, "a tensor")) continue;
    const std::string what = fmt::format("the formats of {} to choose among", entry.key.value);
    if (!in.is_list(*entry.value, what, "write a list such as [\"U,C\", csc]")) continue;
    refuse_empty(in, *entry.value, what);
    std::vector<Name> texts;
    for (const NodePtr& item : entry.value->items)
      if (auto text = in.text(*item, fmt::format("a format of {}", entry.key.value)))
        add_once(in, what, fmt::format("'{}'", text->value), *text, texts);
    out.formats.emplace_back(entry.key, std::move(texts));
  }
}

void read_orders(Reader& in, const Node& node, Tune& out) {
  if (!in.is_map(node, "loop-order of tune", "write 'Z: [[M, K], [K, M]]', one output a line"))
    return;
  for (const Entry& entry : node.entries) {
    if (!in.check_name(entry.key, "an output")) continue;
    const std::string what = fmt::format("the loop orders of {} to choose among", entry.key.value);
    if (!in.is_list(*entry.value, what, "write a list of lists such as [[M, K], [K, M]]")) continue;
    refuse_empty(in, *entry.value, what);
    std::vector<std::vector<Name>> orders;
    for (const NodePtr& item : entry.value->items)
      if (in.is_list(*item, fmt::format("a loop order of {}", entry.key.value), "write [M, K]"))
        orders.push_back(in.names(*item, fmt::format("a loop order of {}", entry.key.value)));
    out.loop_orders.emplace_back(entry.key, std::move(orders));
  }
}

}  // namespace

void read_tune(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "tune", "write 'ROWS: [8, 16, 32]', one symbol a line")) return;
  in.keys(node,
          {
              {"format", [&](const Entry& e) { read_formats(in, *e.value, spec.tune); }},
              {"loop-order", [&](const Entry& e) { read_orders(in, *e.value, spec.tune); }},
          },
          [&](const Entry& e) { read_symbol(in, e, spec.tune); });
}

}  // namespace teaal::spec
