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
// In lower case, as classes are compared without regard to it.
std::string class_of(const spec::Component&);
// Null where the component has no such attribute.
const Name* attribute(const spec::Component&, std::string_view key);
// two-finger, leader-follower or skip-ahead; empty for another word.
std::optional<IntersectorBinding::Kind> intersector_kind(const std::string& type);

}  // namespace teaal::einsum
