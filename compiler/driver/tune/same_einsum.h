#pragma once
#include <map>
#include <optional>
#include <string>

#include "compiler/einsum/cascade.h"

// Whether two specs compute the same, whatever their mappings and the names in them.
namespace teaal::driver {

// What the other spec calls the tensors and ranks of ours, and what it must be given to compute the
// same.
struct Renaming {
  std::map<std::string, std::string> tensors, ranks;
  std::map<std::string, int64_t> meaning = {};  // symbols that mean something, as ours has them

  bool same_names() const;
  // "I is M, Z is C"; empty where all names are the same.
  std::string text() const;
};

// The same expressions in the same order, factors of a product in any order. Scalars, and symbols
// that mean something (strides, rounds), have the same names in both.
std::optional<Renaming> same_einsum(const einsum::Cascade& ours, const einsum::Cascade& theirs);

}  // namespace teaal::driver
