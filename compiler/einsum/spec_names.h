#pragma once
#include <map>
#include <string>

#include "compiler/einsum/cascade.h"

// The one place that knows every name of a spec and every word of the text that kernels are made
// of. Lowering makes names by appending `_…` to a name of the spec, or begins them with a word of
// its own. So a name of the spec is *clear* where neither it nor another name (nor word) is the
// other one followed by `_…`; then nothing that is made of two names can be the same. Names that
// are not clear get a prefix that says what they are: rank_, tensor_, symbol_.
namespace teaal::einsum {

// The words that kernels, launchers and IR text use, as themselves or followed by `_…`.
bool is_word(const std::string& name);

class SpecNames {
 public:
  SpecNames() = default;  // every name is the spec's own
  // `program` is the name that kernels and launcher bear: it stays as it is.
  SpecNames(const Cascade&, const std::string& program);

  // The cascade with names that are clear; for lowering.
  Cascade clear(Cascade) const;

  // What the spec calls a tensor, a rank or a part, a symbol.
  std::string tensor(const std::string& clear) const { return written(tensors_, clear); }
  std::string rank(const std::string& clear) const { return written(ranks_, clear); }
  std::string symbol(const std::string& clear) const { return written(symbols_, clear); }
  // Text of lowering, with the names of the spec.
  std::string text(const std::string& clear) const;

  // The spec's name of each rank whose clear name is another.
  std::map<std::string, std::string> changed_ranks() const;

 private:
  using Table = std::map<std::string, std::string>;  // written → clear

  static std::string written(const Table&, const std::string& clear);

  Table tensors_, ranks_, symbols_, variables_;
};

}  // namespace teaal::einsum
