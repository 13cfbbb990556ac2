#include "compiler/einsum/components.h"

#include <cctype>

namespace teaal::einsum {

const std::vector<std::string>& component_classes() {
  static const std::vector<std::string> names = {"DRAM",        "Buffet", "Cache",    "Compute",
                                                 "Intersector", "Merger", "Sequencer"};
  return names;
}

std::optional<Place> find_place(const spec::ArchitectureLevel& level, const std::string& name) {
  if (level.name.value == name) return Place{&level, nullptr};
  for (const spec::Component& component : level.local)
    if (component.name.value == name) return Place{&level, &component};
  for (const spec::ArchitectureLevel& child : level.subtree)
    if (auto place = find_place(child, name)) return place;
  return std::nullopt;
}

void collect_names(const spec::ArchitectureLevel& level, std::vector<std::string>& out) {
  out.push_back(level.name.value);
  for (const spec::Component& component : level.local) out.push_back(component.name.value);
  for (const spec::ArchitectureLevel& child : level.subtree) collect_names(child, out);
}

std::string class_of(const spec::Component& component) {
  std::string out = component.component_class.value;
  for (char& ch : out) ch = static_cast<char>(std::tolower(static_cast<unsigned char>(ch)));
  return out;
}

const Name* attribute(const spec::Component& component, std::string_view key) {
  for (const auto& [name, value] : component.attributes)
    if (name.value == key) return &value;
  return nullptr;
}

std::optional<IntersectorBinding::Kind> intersector_kind(const std::string& type) {
  if (type == "two-finger") return IntersectorBinding::Kind::TwoFinger;
  if (type == "leader-follower") return IntersectorBinding::Kind::LeaderFollower;
  if (type == "skip-ahead") return IntersectorBinding::Kind::SkipAhead;
  return std::nullopt;
}

}  // namespace teaal::einsum
