#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/compile.h"

// What `teaalc tune` chooses among, of one spec.
namespace teaal::driver {

// What is said in place of what the spec says; empty: the spec as it is given.
struct Choice {
  std::map<std::string, int64_t> symbols;                       // as of -D
  std::map<std::string, std::string> formats;                   // as of --format
  std::map<std::string, std::vector<std::string>> loop_orders;  // by output

  size_t changes() const { return symbols.size() + formats.size() + loop_orders.size(); }
  std::string text() const;  // "ROWS=16 A=U,C Z=[K, M]"; "as given"
};

struct SpaceRequest {
  SourcePtr source;
  CompileOptions options;   // symbols and formats that these bind are not chosen
  bool all_orders = false;  // of the expression with the most loops
};

struct Space {
  std::vector<Choice> choices;  // as given first, then by the number of changes
  bool cut = false;             // there are more than `most_choices`
};
inline constexpr size_t most_choices = 4096;

// Of each symbol, format and loop order that `tune:` lists, the values listed; of a symbol of
// `params:` that it does not list, the powers of two around its value that compile. Nothing where
// the spec is wrong.
std::optional<Space> space_of(const SpaceRequest&, Diagnostics&);

}  // namespace teaal::driver
