#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/grad/names.h"

// What stands before differentiation: which part of the cascade moves with the inputs in question,
// in a form that each rule fits.
namespace teaal::grad {

struct Prepared {
  einsum::Cascade cascade;       // strides that are known are numbers
  std::set<std::string> moving;  // tensors and scalars that change with the inputs asked for
};

// Refuses what has no derivative here, at its place: iterations, tensors that are written twice,
// reductions by mul, or and and. A reduction by max or min over a map becomes two expressions, so
// that the values compared are those that were reduced.
std::optional<Prepared> prepare(const einsum::Cascade&, const std::vector<std::string>& wrt, Names&,
                                Diagnostics&);

// Whether what the expression writes changes with the inputs asked for.
bool moves(const Prepared&, const einsum::Einsum&);
bool reads(const einsum::Einsum&, const std::string& name);
bool compressed(const einsum::Storage&);

}  // namespace teaal::grad
