#include "tests/smith/model.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace teaal::smith {
namespace {

void add_variables(Names& out, const Factor& factor) {
  for (const Index& index : factor.indices)
    for (const IndexTerm& term : index) add_unique(out, term.variable);
}

Names part_names(const std::string& rank, size_t splits) {
  Names out;
  for (size_t part = splits + 1; part-- > 0;) out.push_back(rank + std::to_string(part));
  return out;
}

std::string joined(const Names& names) {
  std::string out;
  for (const std::string& name : names) out += name;
  return out;
}

}  // namespace

bool contains(const Names& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

void add_unique(Names& list, const std::string& name) {
  if (!contains(list, name)) list.push_back(name);
}

std::string upper_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string root_of(std::string part) {
  while (!part.empty() && std::isdigit(static_cast<unsigned char>(part.back()))) part.pop_back();
  return part;
}

bool is_plain(const Index& index) {
  return index.size() == 1 && index[0].coefficient == 1 && index[0].symbol.empty();
}

Names Expression::input_variables() const {
  Names out;
  for (const Term& term : terms)
    for (const Factor& factor : term.factors) add_variables(out, factor);
  return out;
}

Names Expression::variables() const {
  Names out;
  add_variables(out, output);
  for (const std::string& v : input_variables()) add_unique(out, v);
  return out;
}

Names Expression::inputs() const {
  Names out;
  for (const Term& term : terms)
    for (const Factor& factor : term.factors)
      if (factor.kind == Factor::Kind::Tensor) add_unique(out, factor.name);
  return out;
}

const Partition* Expression::partition_of(const std::string& rank) const {
  for (const Partition& p : partitions)
    if (!p.flattens() && contains(p.ranks, rank)) return &p;
  return nullptr;
}

Names Expression::leaves(const std::string& rank) const {
  for (const Partition& p : partitions)
    if (p.flattens() && contains(p.ranks, rank)) return leaves(joined(p.ranks));
  const Partition* p = partition_of(rank);
  if (!p || p->ops.empty()) return {rank};
  size_t splits = p->ops.size();
  if (p->follows()) {
    const Partition* leader = partition_of(p->ops[0].leader);
    splits = leader ? leader->ops.size() : 0;
  }
  Names out;
  for (const std::string& part : part_names(rank, splits))
    for (const std::string& leaf : leaves(part)) add_unique(out, leaf);
  return out;
}

Names Expression::loops() const {
  Names out, found;
  for (const auto& [rank, variable] : solved) found.push_back(variable);
  for (const std::string& v : variables()) {
    if (contains(found, v)) continue;
    auto name = called.find(v);
    for (const std::string& leaf : leaves(name == called.end() ? upper_case(v) : name->second))
      add_unique(out, leaf);
  }
  // A rank that follows runs with the upper parts of the rank it follows.
  for (const auto& [rank, variable] : solved) {
    const Partition* p = partition_of(rank);
    const Names own = leaves(rank);
    for (const std::string& leaf : own)
      if (!(p && p->follows()) || leaf == own.back()) add_unique(out, leaf);
  }
  return out;
}

const Tensor* Case::tensor(const std::string& name) const {
  for (const Tensor& t : tensors)
    if (t.name == name) return &t;
  return nullptr;
}

Tensor* Case::tensor(const std::string& name) {
  return const_cast<Tensor*>(static_cast<const Case*>(this)->tensor(name));
}

bool Case::is_written(const std::string& name) const {
  return std::any_of(expressions.begin(), expressions.end(),
                     [&](const Expression& e) { return e.output.name == name; });
}

bool Case::is_repeated(const Expression& e) const {
  return iteration && contains(iteration->outputs, e.output.name);
}

double Algebra::identity() const {
  if (reduce == "min") return HUGE_VAL;
  if (reduce == "max") return -HUGE_VAL;
  return reduce == "mul" || reduce == "and" ? 1 : 0;
}

double Case::absent(const std::string& name) const {
  if (!algebra) return 0;
  if (is_written(name)) return algebra->identity();
  auto other = algebra->others.find(name);
  return other == algebra->others.end() ? algebra->absent : other->second;
}

int64_t Case::size_of(const Op& op) const {
  if (op.symbol.empty()) return op.size;
  for (const auto* table : {&defines, &params, &launch_symbols})
    if (auto at = table->find(op.symbol); at != table->end()) return at->second;
  auto rank = extents.find(op.symbol);
  return rank == extents.end() ? 1 : std::max<int64_t>(1, rank->second);
}

std::string rank_of(const Case& c, const Expression& e, const std::string& variable) {
  const std::string own = upper_case(variable);
  for (const Tensor& t : c.tensors)
    if (contains(t.ranks, own)) return own;
  std::vector<const Factor*> accesses;
  for (const Term& term : e.terms)
    for (const Factor& factor : term.factors)
      if (factor.kind == Factor::Kind::Tensor) accesses.push_back(&factor);
  accesses.push_back(&e.output);
  for (const Factor* access : accesses)
    for (size_t i = 0; i < access->indices.size(); ++i)
      if (is_plain(access->indices[i]) && access->indices[i][0].variable == variable)
        return c.tensor(access->name)->ranks[i];
  return own;
}

bool can_lead(const Case& c, const Expression& e, const std::string& tensor,
              const std::string& rank) {
  const Tensor* t = c.tensor(tensor);
  if (!t) return false;
  if (contains(t->ranks, root_of(rank))) return true;
  return std::any_of(e.partitions.begin(), e.partitions.end(), [&](const Partition& p) {
    if (p.follows()) return p.ops[0].leader == rank && contains(t->ranks, p.ranks[0]);
    return p.flattens() && joined(p.ranks) == rank &&
           std::all_of(p.ranks.begin(), p.ranks.end(),
                       [&](const std::string& part) { return can_lead(c, e, tensor, part); });
  });
}

int64_t Case::extent_of_variable(const Expression& e, const std::string& variable) const {
  auto at = extents.find(rank_of(*this, e, variable));
  return at == extents.end() ? 1 : at->second;
}

}  // namespace teaal::smith
