#include "compiler/grad/names.h"

#include "compiler/einsum/expression.h"

namespace teaal::grad {

Names::Names(const einsum::Cascade& cascade) {
  for (const einsum::Tensor& t : cascade.tensors) {
    taken_.insert(t.name);
    ranks_.insert(t.ranks.begin(), t.ranks.end());
  }
  taken_.insert(cascade.scalars.begin(), cascade.scalars.end());
  taken_.insert(ranks_.begin(), ranks_.end());
  for (const einsum::Einsum& e : cascade.einsums)
    taken_.insert(e.variables.begin(), e.variables.end());
}

std::string Names::fresh(const std::string& wanted, const std::string& other) {
  std::string name = wanted;
  if (taken_.contains(name)) name = other;
  for (int i = 2; taken_.contains(name); ++i) name = other + "_" + std::to_string(i);
  taken_.insert(name);
  return name;
}

std::string Names::variable(const std::string& wanted, const std::set<std::string>& used) const {
  std::string name = wanted;
  for (int i = 2;
       used.contains(name) || (name != wanted && ranks_.contains(einsum::upper_case(name))); ++i)
    name = wanted + "_" + std::to_string(i);
  return name;
}

std::string Names::free_variable(const std::set<std::string>& used) const {
  for (const char* name : {"i", "j", "p", "q", "r", "s", "t", "u", "v", "w"})
    if (!used.contains(name) && !ranks_.contains(einsum::upper_case(name))) return name;
  return variable("i_2", used);
}

std::string gradient_name(Names& names, const std::string& of) {
  return names.fresh("d" + of, "grad_" + of);
}

}  // namespace teaal::grad
