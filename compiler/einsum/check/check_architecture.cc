#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"
#include "compiler/einsum/components.h"
#include "compiler/einsum/gpu_architecture.h"

namespace teaal::einsum {
namespace {

using Names = std::vector<std::string>;

template <class List>
auto named(const List& list, const std::string& name) {
  return std::find_if(list.begin(), list.end(),
                      [&](const auto& e) { return e.name.value == name; });
}

template <class List>
Names names_of(const List& list) {
  Names out;
  for (const auto& e : list) out.push_back(e.name.value);
  return out;
}

class ArchitectureCheck {
 public:
  explicit ArchitectureCheck(Checking& c) : c_(c) {}

  void run(const spec::Architecture& architecture) {
    check_level(architecture.root);
    if (architecture.config.value == "gpu") check_gpu(architecture);
  }

 private:
  void check_level(const spec::ArchitectureLevel& level) {
    check_name(level.name);
    for (const spec::Component& component : level.local) {
      check_name(component.name);
      check_class(component);
    }
    for (const spec::ArchitectureLevel& child : level.subtree) check_level(child);
  }

  void check_name(const Name& name) {
    for (const Name* seen : seen_)
      if (seen->value == name.value) {
        c_.diagnostics
            .error(Code::Binding, name.where,
                   fmt::format("'{}' names two things of this architecture; rename one of them",
                               name.value))
            .note(seen->where, "the first one is here");
        return;
      }
    seen_.push_back(&name);
  }

  void check_class(const spec::Component& component) {
    const std::string own = class_of(component);
    const bool known =
        std::any_of(component_classes().begin(), component_classes().end(),
                    [&](const std::string& name) { return class_of({{}, {name, {}}, {}}) == own; });
    if (!known) {
      c_.diagnostics.error(
          Code::Binding, component.component_class.where,
          fmt::format("unknown class '{}'; TeAAL knows {}", component.component_class.value,
                      quoted_list(component_classes())));
      return;
    }
    const Name* type = attribute(component, "type");
    if (own == "intersector" && type && !intersector_kind(type->value))
      c_.diagnostics.error(
          Code::Binding, type->where,
          fmt::format(
              "unknown intersector type '{}'; write two-finger, leader-follower or skip-ahead",
              type->value));
  }

  // The spec's own `gpu` describes the machine that kernels are made for: a part of the built-in
  // tree, in which Intersectors may have a type.
  void check_gpu(const spec::Architecture& architecture) {
    const spec::ArchitectureLevel& built_in = gpu_architecture().root;
    if (architecture.root.name.value == built_in.name.value)
      check_gpu_level(architecture.root, built_in);
    else
      unsupported(architecture.root.name.where,
                  fmt::format("root '{}' of config gpu; it is {}", architecture.root.name.value,
                              built_in.name.value));
    if (!unused_.empty())
      c_.binding_remarks.emplace_back(
          architecture.config.where,
          fmt::format("kernels are made for the built-in gpu: of its description here only the "
                      "types of Intersectors are used, {} {} not",
                      quoted_list(unused_), unused_.size() == 1 ? "is" : "are"));
  }

  void check_gpu_level(const spec::ArchitectureLevel& level,
                       const spec::ArchitectureLevel& built_in) {
    check_copies(level);
    for (const auto& [key, value] : level.attributes) unused(key, level.name);
    for (const spec::Component& component : level.local) {
      auto found = named(built_in.local, component.name.value);
      if (found != built_in.local.end())
        check_gpu_component(component, *found);
      else
        unsupported(
            component.name.where,
            fmt::format("component '{}' at {} of config gpu{}", component.name.value,
                        level.name.value, guess(component.name.value, names_of(built_in.local))));
    }
    for (const spec::ArchitectureLevel& child : level.subtree) {
      auto found = named(built_in.subtree, child.name.value);
      if (found != built_in.subtree.end())
        check_gpu_level(child, *found);
      else
        unsupported(
            child.name.where,
            fmt::format("level '{}' below {} of config gpu{}", child.name.value, level.name.value,
                        guess(child.name.value, names_of(built_in.subtree))));
    }
  }

  void check_copies(const spec::ArchitectureLevel& level) {
    constexpr int64_t lanes = 32;
    const bool lane = level.name.value == "Lane";
    if (level.copies == 1 || (lane && level.copies == lanes)) return;
    unsupported(level.name.where,
                lane ? fmt::format("{} lanes of a warp; a GPU has {}", level.copies, lanes)
                     : fmt::format("{} copies of {} in config gpu; launches decide how many there "
                                   "are: write '{}'",
                                   level.copies, level.name.value, level.name.value));
  }

  void check_gpu_component(const spec::Component& component, const spec::Component& built_in) {
    if (class_of(component) != class_of(built_in)) {
      unsupported(
          component.component_class.where,
          fmt::format("class {} for {} of config gpu; it is a {}", component.component_class.value,
                      component.name.value, built_in.component_class.value));
      return;
    }
    for (const auto& [key, value] : component.attributes) {
      if (key.value != "type") {
        unused(key, component.name);
        continue;
      }
      const Name* type = attribute(built_in, "type");
      if (type && type->value != value.value)
        unsupported(value.where, fmt::format("type '{}' for {} of config gpu; it is {}",
                                             value.value, component.name.value, type->value));
    }
  }

  void unused(const Name& key, const Name& of) {
    unused_.push_back(fmt::format("{} of {}", key.value, of.value));
  }

  void unsupported(const SourceRange& where, const std::string& what) {
    c_.diagnostics.error(Code::Unsupported, where, "unsupported " + what);
  }

  Checking& c_;
  std::vector<const Name*> seen_;
  Names unused_;  // attributes of config gpu
};

}  // namespace

void check_architectures(Checking& c) {
  for (const spec::Architecture& architecture : c.spec.architecture)
    ArchitectureCheck(c).run(architecture);
}

}  // namespace teaal::einsum
