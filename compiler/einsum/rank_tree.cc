#include "compiler/einsum/rank_tree.h"

#include <algorithm>
#include <variant>

#include "compiler/einsum/expression.h"

namespace teaal::einsum {
namespace {

void add_unique(std::vector<std::string>& list, const std::string& name) {
  if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
}

// Index position of `rank` holding `index`, e.g. W of I holding q + s.
void use(RankUses& uses, const std::string& rank, const Index& index) {
  auto [it, fresh] = uses.try_emplace(rank, RankUse{RankUse::Kind::Renamed, {}, false});
  RankUse& rank_use = it->second;
  if (!index.plain()) rank_use.in_index_math = true;
  if (rank_use.kind == RankUse::Kind::Variable) return;
  for (const IndexTerm& term : index.terms) add_unique(rank_use.variables, term.variable);
  if (rank_use.variables.size() != 1 || !index.plain()) rank_use.kind = RankUse::Kind::IndexMath;
}

}  // namespace

RankUses rank_uses(const Einsum& einsum, const Cascade& cascade) {
  RankUses uses;
  for (const std::string& v : einsum.variables)
    uses[upper_case(v)] = {RankUse::Kind::Variable, {v}, false};
  auto visit = [&](const Access& access) {
    const Tensor* tensor = cascade.find(access.tensor);
    for (size_t i = 0; i < access.indices.size(); ++i) {
      const Index& index = access.indices[i];
      use(uses, tensor->ranks[i], index);
      if (index.plain()) continue;
      for (const IndexTerm& term : index.terms)
        uses[upper_case(term.variable)].in_index_math = true;
    }
  };
  visit(einsum.output);
  for (const Term& term : einsum.terms)
    for (const Factor& factor : term.factors)
      if (const auto* access = std::get_if<Access>(&factor)) visit(*access);
  return uses;
}

std::string part_name(const std::string& root, size_t part) { return root + std::to_string(part); }

std::string part_name(const std::string& root, const std::vector<spec::PartitionOp>& ops,
                      size_t i) {
  const auto grown = static_cast<size_t>(
      std::ranges::count(ops, spec::PartitionOp::Kind::Drt, &spec::PartitionOp::kind));
  return grown > 0 && i <= grown ? part_name(part_name(root, 1), grown - i)
                                 : part_name(root, ops.size() - i);
}

void RankTree::add_root(const std::string& name) { nodes_.try_emplace(name, Node{name, name}); }

void RankTree::split(const std::string& name, size_t count) {
  const std::string root = nodes_[name].root;
  for (size_t part = count + 1; part-- > 0;) {
    const std::string child = part_name(name, part);
    nodes_[name].parts.push_back(child);
    nodes_[child] = Node{child, root, static_cast<int>(part)};
  }
}

void RankTree::flatten(const std::vector<std::string>& sources, const std::string& result) {
  for (const std::string& source : sources) nodes_[source].flattened = result;
  nodes_[result] = Node{result, result, 0, {}, {}, sources};
  flattened_.push_back(result);
}

const RankTree::Node* RankTree::find(const std::string& name) const {
  auto found = nodes_.find(name);
  return found == nodes_.end() ? nullptr : &found->second;
}

std::vector<std::string> RankTree::leaves(const std::string& name) const {
  const Node* node = find(name);
  if (!node) return {};
  if (!node->flattened.empty()) return leaves(node->flattened);
  if (node->parts.empty()) return {name};
  std::vector<std::string> out;
  for (const std::string& part : node->parts)
    for (const std::string& leaf : leaves(part)) add_unique(out, leaf);
  return out;
}

std::vector<std::string> RankTree::all_leaves() const {
  std::vector<std::string> out;
  for (const auto& [name, node] : nodes_)
    if (node.parts.empty() && node.flattened.empty()) out.push_back(name);
  return out;
}

std::vector<std::string> RankTree::all_names() const {
  std::vector<std::string> out;
  for (const auto& [name, node] : nodes_) out.push_back(name);
  return out;
}

std::vector<std::string> RankTree::origins(const std::string& name) const {
  const Node* node = find(name);
  if (!node) return {};
  if (node->root != name) return origins(node->root);
  if (node->sources.empty()) return {name};
  std::vector<std::string> out;
  for (const std::string& source : node->sources)
    for (const std::string& origin : origins(source)) add_unique(out, origin);
  return out;
}

}  // namespace teaal::einsum
