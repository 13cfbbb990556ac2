#pragma once
#include <set>
#include <string>

#include "compiler/einsum/cascade.h"

namespace teaal::grad {

// Names that a derived spec may take: none of the cascade's, and each once.
class Names {
 public:
  explicit Names(const einsum::Cascade&);
  // `wanted`, else `other`, else that with a number behind it.
  std::string fresh(const std::string& wanted, const std::string& other);
  std::string fresh(const std::string& wanted) { return fresh(wanted, wanted); }
  // A variable that neither is one of `used` nor that of a declared rank.
  std::string variable(const std::string& wanted, const std::set<std::string>& used) const;
  // One that is the variable of no declared rank.
  std::string free_variable(const std::set<std::string>& used) const;

 private:
  std::set<std::string> taken_, ranks_;
};

// dA; grad_A where dA is taken.
std::string gradient_name(Names&, const std::string& of);

}  // namespace teaal::grad
