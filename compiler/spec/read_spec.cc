#include <fmt/format.h>

#include <algorithm>

#include "compiler/spec/reader.h"

namespace teaal::spec {
namespace {

void read_declaration(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "declaration", "write 'A: [K, M]', one tensor a line")) return;
  for (const Entry& entry : node.entries) {
    if (!in.check_name(entry.key, "a tensor")) continue;
    const std::string what = fmt::format("the rank list of {}", entry.key.value);
    if (!in.is_list(*entry.value, what,
                    fmt::format("write '{}: [K, M]', or [] for rank 0", entry.key.value)))
      continue;
    spec.declaration.push_back({entry.key, in.names(*entry.value, what)});
  }
}

void read_expressions(Reader& in, const Node& node, Spec& spec) {
  const std::string how = "write '- Z[m] = A[k, m] * B[k]', one a line";
  if (!in.is_list(node, "expressions", how)) return;
  for (const NodePtr& item : node.items)
    if (in.is_scalar(*item, "an expression", how))
      spec.expressions.push_back({item->text, item->where});
  if (node.items.empty())
    in.diagnostics().error(Code::BadValue, node.where, "expressions is empty; " + how);
}

void missing(Reader& in, const SourceRange& where, const std::string& what,
             const std::string& how) {
  in.diagnostics().error(Code::MissingKey, where, fmt::format("{} is missing; {}", what, how));
}

void misspelt_expressions(Reader& in, const Entry& entry) {
  in.diagnostics().error(Code::MissingKey, entry.key.where,
                         "the key is 'expressions', not 'expression'; add the 's'");
}

void read_params(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "params", "write 'NUM_THREADS: 128', one symbol a line")) return;
  for (const Entry& entry : node.entries) {
    if (!in.check_name(entry.key, "a symbol")) continue;
    const std::string what = fmt::format("the value of {}", entry.key.value);
    if (auto value = in.integer(*entry.value, what, 0))
      spec.params.push_back({entry.key, {*value, entry.value->where}});
  }
}

// A section with nothing in it is an absent section.
Reader::Handler section(Reader& in, Spec& spec, void (*read)(Reader&, const Node&, Spec&)) {
  return [&in, &spec, read](const Entry& entry) {
    if (entry.value->kind != Node::Kind::Null) read(in, *entry.value, spec);
  };
}

// Ignored it would change what is computed.
Reader::Handler misplaced(Reader& in, Code code) {
  return [&in, code](const Entry& entry) {
    in.diagnostics().error(
        code, entry.key.where,
        fmt::format("'{}' belongs under 'einsum:', beside 'expressions'", entry.key.value));
  };
}

void read_sections(Reader& in, const Node& root, Spec& spec) {
  in.keys(root, "the spec",
          {
              {"einsum", [&](const Entry& e) { read_einsum(in, *e.value, spec); }},
              {"mapping", section(in, spec, read_mapping)},
              {"format", section(in, spec, read_format)},
              {"architecture", section(in, spec, read_architecture)},
              {"bindings", section(in, spec, read_bindings)},
              {"variants", section(in, spec, read_variants)},
              {"params", section(in, spec, read_params)},
              {"tune", section(in, spec, read_tune)},
              {"suits", section(in, spec, read_suits)},
              {"tests", [](const Entry&) {}},  // read by teaalc test
              {"operators", misplaced(in, Code::Operators)},
              {"iterate", misplaced(in, Code::Iteration)},
          });
  if (root.find("einsum")) return;
  missing(in, root.where, "the section 'einsum'",
          "a spec begins with 'einsum:' and its 'declaration' and 'expressions'");
}

}  // namespace

void read_einsum(Reader& in, const Node& node, Spec& spec) {
  if (!in.is_map(node, "einsum", "write 'declaration:' and 'expressions:' below it")) return;
  bool expressions = false;
  in.keys(node, "einsum",
          {
              {"declaration", [&](const Entry& e) { read_declaration(in, *e.value, spec); }},
              {"expressions",
               [&](const Entry& e) {
                 expressions = true;
                 read_expressions(in, *e.value, spec);
               }},
              {"operators", section(in, spec, read_operators)},
              {"iterate", [&](const Entry& e) { read_iteration(in, e, spec); }},
              {"expression",
               [&](const Entry& e) {
                 expressions = true;
                 misspelt_expressions(in, e);
               }},
          });
  if (!node.find("declaration"))
    missing(in, node.where, "'declaration'", "declare every tensor with its ranks: 'A: [K, M]'");
  if (!expressions)
    missing(in, node.where, "'expressions'", "write a list of einsums: '- Z[m] = A[k, m] * B[k]'");
}

std::optional<Spec> read_spec(const SourcePtr& file, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  const NodePtr root = read_yaml(file, diagnostics);
  if (!root) return std::nullopt;
  Spec spec;
  spec.file = file;
  Reader in(diagnostics);
  if (in.is_map(*root, "a spec", "it begins with 'einsum:'")) read_sections(in, *root, spec);
  if (diagnostics.errors() != errors) return std::nullopt;
  return spec;
}

}  // namespace teaal::spec
