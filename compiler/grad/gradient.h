#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/einsum/cascade.h"
#include "compiler/grad/statement.h"

// Reverse-mode differentiation of a cascade: docs/GRADIENTS.md.
namespace teaal::grad {

// A tensor of the derived cascade, in the order of its declaration.
struct Declared {
  std::string name;
  std::vector<std::string> ranks;
  std::optional<einsum::Storage> storage;  // none: the default rule
  double absent = 0;
  std::string remark;  // what it is, for the reader
};

struct Gradient {
  std::vector<Declared> tensors;
  std::vector<Statement> forward;            // what of the cascade is computed again, in its order
  std::vector<Statement> backward;           // each reads only what stands before it
  std::map<std::string, std::string> seeds;  // output → its seed: dZ of Z
  std::map<std::string, std::string> gradients;  // input or scalar → its gradient: dA of A
  std::vector<std::string> unfixed;              // ranks whose extent no tensor that is read fixes
};

// The derivatives of a loss by `wrt`, which are inputs and scalars of the cascade, given its
// derivatives by the elements of each final output that they change. Errors: `unsupported`, at
// what has no derivative here.
std::optional<Gradient> differentiate(const einsum::Cascade&, const std::vector<std::string>& wrt,
                                      Diagnostics&);

// A spec of it, to be read and compiled. `of` names the spec that it was made from.
std::string spec_text(const Gradient&, const std::string& of);

}  // namespace teaal::grad
