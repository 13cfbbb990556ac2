#pragma once
#include <string>
#include <type_traits>

#include "compiler/ir/text/text.h"
#include "compiler/ir/verify/verify.h"

namespace teaal::ir {

inline void append_rule(std::string& to, const std::string& text) { to += text; }
inline void append_rule(std::string& to, const Expr& e) { to += print(e); }
template <class Say>
  requires std::is_invocable_v<Say>
void append_rule(std::string& to, const Say& say) {
  to += say();
}

// Throws BrokenRule unless `holds`, without a place. Its text is put together no earlier: of text,
// expressions, and functions that say something longer.
template <class... Parts>
void require(bool holds, const Parts&... parts) {
  if (holds) return;
  std::string rule;
  (append_rule(rule, parts), ...);
  throw BrokenRule{rule, {}};
}

}  // namespace teaal::ir
