#include <fmt/format.h>

#include "compiler/spec/reader.h"

namespace teaal::spec {
namespace {

constexpr const char* how = "write 'Z: { map: add, reduce: min }', one tensor a line";

// A word such as `add`, or an expression such as "exp(a - b)"; a list has one a term.
void read_map(Reader& in, const Node& node, TensorOperators& out) {
  const std::string what = fmt::format("the map of {}", out.tensor.value);
  if (node.kind != Node::Kind::List) {
    if (std::optional<Name> text = in.text(node, what)) out.map.push_back(*text);
    return;
  }
  for (const NodePtr& item : node.items)
    if (std::optional<Name> text = in.text(*item, "an entry of " + what)) out.map.push_back(*text);
  if (node.items.empty())
    in.diagnostics().error(Code::BadValue, node.where,
                           what + " is an empty list; write one operator a term");
}

std::optional<Located<double>> read_number(Reader& in, const Node& node, const std::string& what) {
  std::optional<double> value = in.number(node, what);
  if (!value) return std::nullopt;
  return Located<double>{*value, node.where};
}

void read_operators_of(Reader& in, const Entry& tensor, Spec& spec) {
  TensorOperators out;
  out.tensor = tensor.key;
  const std::string what = fmt::format("the operators of {}", tensor.key.value);
  if (!in.is_map(*tensor.value, what, how)) return;
  in.keys(*tensor.value, what,
          {
              {"map", [&](const Entry& e) { read_map(in, *e.value, out); }},
              {"reduce",
               [&](const Entry& e) {
                 out.reduce = in.text(*e.value, "the reduce of " + tensor.key.value);
               }},
              {"identity",
               [&](const Entry& e) {
                 out.identity = read_number(in, *e.value, "the identity of " + tensor.key.value);
               }},
              {"default",
               [&](const Entry& e) {
                 out.absent = read_number(in, *e.value, "the default of " + tensor.key.value);
               }},
          });
  spec.operators.push_back(std::move(out));
}

}  // namespace

void read_operators(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "operators", how)) return;
  for (const Entry& tensor : node.entries)
    if (in.check_name(tensor.key, "a tensor")) read_operators_of(in, tensor, spec);
}

}  // namespace teaal::spec
