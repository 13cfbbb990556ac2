#pragma once
#include <type_traits>
#include <utility>
#include <variant>

namespace teaal {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

template <class Cases, class... Kinds>
constexpr bool handles_every_kind(const std::variant<Kinds...>*) {
  return (std::is_invocable_v<const Cases&, const Kinds&> && ...);
}

// Runs the case for the alternative that `kind` holds. A missing case does not compile.
template <class... Kinds, class... Cases>
decltype(auto) match(const std::variant<Kinds...>& kind, Cases... cases) {
  using All = Overloaded<Cases...>;
  constexpr bool complete =
      handles_every_kind<All>(static_cast<const std::variant<Kinds...>*>(nullptr));
  static_assert(complete, "match() has no case for some node kind");
  if constexpr (complete) return std::visit(All{std::move(cases)...}, kind);
}

}  // namespace teaal
