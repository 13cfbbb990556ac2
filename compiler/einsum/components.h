#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/einsum/cascade.h"

// The words of TeAAL's architectures.
namespace teaal::einsum {

// DRAM, Buffet, Cache, Compute, Intersector, Merger and Sequencer, as TeAAL spells them.
const std::vector<std::string>& component_classes();

// A component or a level of an architecture, by name.
struct Place {
  const spec::ArchitectureLevel* level = nullptr;
  const spec::Component* component = nullptr;  // null: the level itself is named
};
// In the level or below it.
std::optional<Place> find_place(const spec::ArchitectureLevel&, const std::string& name);
// Of the level, its components and all below it.
void collect_names(const spec::ArchitectureLevel&, std::vector<std::string>& out);

// In lower case, as classes are compared without regard to it.
std::string class_of(const spec::Component&);
// Null where the component has no such attribute.
const Name* attribute(const spec::Component&, std::string_view key);
// two-finger, leader-follower or skip-ahead; empty for another word.
std::optional<IntersectorBinding::Kind> intersector_kind(const std::string& type);

}  // namespace teaal::einsum
