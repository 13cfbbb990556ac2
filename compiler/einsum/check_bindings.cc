#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/checking.h"
#include "compiler/einsum/gpu_architecture.h"

namespace teaal::einsum {
namespace {

using Names = std::vector<std::string>;
using Class = std::string;

bool contains(const Names& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& ch : out) ch = static_cast<char>(std::tolower(static_cast<unsigned char>(ch)));
  return out;
}

const Names& classes() {
  static const Names names = {"DRAM",        "Buffet", "Cache",    "Compute",
                              "Intersector", "Merger", "Sequencer"};
  return names;
}

std::optional<IntersectorBinding::Kind> intersector_kind(const std::string& type) {
  if (type == "two-finger") return IntersectorBinding::Kind::TwoFinger;
  if (type == "leader-follower") return IntersectorBinding::Kind::LeaderFollower;
  if (type == "skip-ahead") return IntersectorBinding::Kind::SkipAhead;
  return std::nullopt;
}

const Name* attribute(const spec::Component& component, std::string_view key) {
  for (const auto& [name, value] : component.attributes)
    if (name.value == key) return &value;
  return nullptr;
}

// A component or a level of an architecture, by name.
struct Place {
  const spec::ArchitectureLevel* level = nullptr;
  const spec::Component* component = nullptr;  // null: the level itself is named
};

std::optional<Place> find_place(const spec::ArchitectureLevel& level, const std::string& name) {
  if (level.name.value == name) return Place{&level, nullptr};
  for (const spec::Component& component : level.local)
    if (component.name.value == name) return Place{&level, &component};
  for (const spec::ArchitectureLevel& child : level.subtree)
    if (auto place = find_place(child, name)) return place;
  return std::nullopt;
}

void collect_names(const spec::ArchitectureLevel& level, Names& out) {
  out.push_back(level.name.value);
  for (const spec::Component& component : level.local) out.push_back(component.name.value);
  for (const spec::ArchitectureLevel& child : level.subtree) collect_names(child, out);
}

// --- architectures

class ArchitectureCheck {
 public:
  explicit ArchitectureCheck(Checking& c) : c_(c) {}

  void run(const spec::Architecture& architecture) { check_level(architecture.root); }

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
    Names lowered;
    for (const std::string& name : classes()) lowered.push_back(lower(name));
    const std::string own = lower(component.component_class.value);
    if (!contains(lowered, own)) {
      c_.diagnostics.error(Code::Binding, component.component_class.where,
                           fmt::format("unknown class '{}'; TeAAL knows {}",
                                       component.component_class.value, quoted_list(classes())));
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

  Checking& c_;
  std::vector<const Name*> seen_;
};

// --- the bindings of one output, applied to each of its einsums

class BindingCheck {
 public:
  BindingCheck(Checking& c, const spec::OutputBindings& bindings,
               const spec::Architecture& architecture, Einsum& einsum, const EinsumRanks& ranks)
      : c_(c), bindings_(bindings), architecture_(architecture), einsum_(einsum), ranks_(ranks) {
    for (const Loop& loop : einsum_.loops) loops_.push_back(loop.name);
  }

  void run() {
    gpu_ = architecture_.config.value == "gpu";
    for (const spec::ComponentBinding& binding : bindings_.components) check_component(binding);
    if (gpu_) return;
    c_.binding_remarks.emplace_back(
        bindings_.config->where,
        fmt::format("the bindings of {} are for config {}: its intersectors are used, its other "
                    "components do not drive placement",
                    bindings_.output.value, architecture_.config.value));
  }

 private:
  void error(const SourceRange& where, std::string message, Code code = Code::Binding) {
    c_.diagnostics.error(code, where, std::move(message));
  }
  void unsupported(const SourceRange& where, const std::string& what, const std::string& instead) {
    error(where, fmt::format("unsupported {}; {}", what, instead), Code::Unsupported);
  }

  void check_component(const spec::ComponentBinding& binding) {
    const std::string& name = binding.component.value;
    const std::optional<Place> place = find_place(architecture_.root, name);
    if (!place) {
      Names names;
      collect_names(architecture_.root, names);
      error(binding.component.where,
            fmt::format("config {} has no component '{}'{}", architecture_.config.value, name,
                        guess(name, names)));
      return;
    }
    for (const spec::BindingEntry& entry : binding.entries) {
      if (!check_names(entry)) continue;
      if (place->component)
        bind_component(*place, binding, entry);
      else
        bind_level(*place, binding, entry);
    }
  }

  // Tensors, formats and ranks that the entry names exist.
  bool check_names(const spec::BindingEntry& entry) {
    const int errors = c_.diagnostics.errors();
    const Name* tensor = entry.find("tensor");
    if (tensor && !c_.cascade.find(tensor->value))
      error(tensor->where,
            fmt::format("tensor '{}' is not declared{}", tensor->value,
                        guess(tensor->value, c_.tensor_names())),
            Code::UnknownTensor);
    const Name* format = entry.find("format");
    if (tensor && format && c_.diagnostics.errors() == errors) check_format(*tensor, *format);
    const Names known = known_ranks(tensor ? tensor->value : "");
    for (const char* key : {"rank", "evict-on"})
      if (const Name* rank = entry.find(key))
        check_rank(*rank, known, key == std::string_view("evict-on"));
    return c_.diagnostics.errors() == errors;
  }

  void check_format(const Name& tensor, const Name& format) {
    Names names;
    for (const spec::TensorFormat& f : c_.spec.format)
      if (f.tensor.value == tensor.value) names.push_back(f.name.value);
    if (contains(names, format.value)) return;
    if (names.empty() && format.value == "default") return;
    error(format.where, fmt::format("{} has no format '{}'{}", tensor.value, format.value,
                                    names.empty() ? "; add one to the section 'format'"
                                                  : guess(format.value, names)));
  }

  // Loop ranks, what they were made of, and the ranks of the tensor's formats.
  Names known_ranks(const std::string& tensor) const {
    Names out = loops_;
    for (const std::string& name : ranks_.tree.all_names())
      if (!contains(out, name)) out.push_back(name);
    if (const Tensor* t = c_.cascade.find(tensor))
      out.insert(out.end(), t->ranks.begin(), t->ranks.end());
    for (const spec::TensorFormat& format : c_.spec.format)
      if (format.tensor.value == tensor)
        for (const Name& rank : format.rank_order) out.push_back(rank.value);
    return out;
  }

  void check_rank(const Name& rank, const Names& known, bool root) {
    if ((root || rank.value == "root") && rank.value == "root") return;
    if (!contains(known, rank.value))
      error(rank.where, fmt::format("the einsum of {} has no rank '{}'{}", einsum_.output.tensor,
                                    rank.value, guess(rank.value, loops_)));
  }

  // The entry's rank as a rank of the loop order; null after an error.
  const Name* loop_rank(const spec::ComponentBinding& binding, const spec::BindingEntry& entry) {
    const Name* rank = entry.find("rank");
    if (!rank) {
      error(entry.where, fmt::format("a binding of {} needs a rank; write '- rank: {}'",
                                     binding.component.value, loops_.empty() ? "K" : loops_[0]));
      return nullptr;
    }
    if (contains(loops_, rank->value)) return rank;
    error(rank->where, fmt::format("{} is not in the loop-order of {}{}", rank->value,
                                   einsum_.output.tensor, guess(rank->value, loops_)));
    return nullptr;
  }

  void bind_component(const Place& place, const spec::ComponentBinding& binding,
                      const spec::BindingEntry& entry) {
    const Class own = lower(place.component->component_class.value);
    if (own == "intersector")
      bind_intersector(place, binding, entry);
    else if (own == "sequencer")
      loop_rank(binding, entry);
    else if (own == "compute")
      bind_compute(*place.component, binding, entry);
    else if (gpu_ && own == "buffet")
      unsupported(entry.where, fmt::format("staging in {}", binding.component.value),
                  "delete the binding: operands are read from HBM");
  }

  void bind_compute(const spec::Component& component, const spec::ComponentBinding& binding,
                    const spec::BindingEntry& entry) {
    const Name* op = entry.find("op");
    const Name* type = attribute(component, "type");
    if (gpu_ && type && type->value == "mma")
      unsupported(entry.where, fmt::format("arithmetic on {}", binding.component.value),
                  "bind mul and add to FMA");
    else if (!op)
      error(entry.where,
            fmt::format("a binding of {} needs an op; write '- op: mul'", binding.component.value));
    else if (op->value != "mul" && op->value != "add")
      error(op->where, fmt::format("unknown op '{}'; write mul or add", op->value));
  }

  void bind_intersector(const Place& place, const spec::ComponentBinding& binding,
                        const spec::BindingEntry& entry) {
    const Name* rank = loop_rank(binding, entry);
    if (!rank) return;
    if (gpu_ && place.level->name.value != "Lane") {
      unsupported(entry.where, fmt::format("skipping at {}", place.level->name.value),
                  "bind the rank to LaneIntersect, or delete the binding");
      return;
    }
    if (const Name* view = entry.find("format"); gpu_ && view) {
      unsupported(view->where, fmt::format("co-iteration over the view '{}'", view->value),
                  "delete 'format': fibers meet as they are stored");
      return;
    }
    const Name* type = entry.find("type");
    if (!type) type = attribute(*place.component, "type");
    const std::string text = type ? type->value : "two-finger";
    const std::optional<IntersectorBinding::Kind> kind = intersector_kind(text);
    if (!kind) {
      error(type->where,
            fmt::format(
                "unknown intersector type '{}'; write two-finger, leader-follower or skip-ahead",
                text));
      return;
    }
    const Name* leader = entry.find("leader");
    if (leader && !check_leader(*leader, *rank)) return;
    if (!check_once(*rank)) return;
    einsum_.intersectors.push_back({rank->value, *kind, leader ? leader->value : "", rank->where});
  }

  bool check_leader(const Name& leader, const Name& rank) {
    Names inputs;
    for (const Access* access : inputs_of(einsum_))
      if (!contains(inputs, access->tensor)) inputs.push_back(access->tensor);
    if (!contains(inputs, leader.value)) {
      error(leader.where,
            fmt::format("the leader '{}' is not read by the einsum of {}{}", leader.value,
                        einsum_.output.tensor, guess(leader.value, inputs)));
      return false;
    }
    const Names& ranks = c_.cascade.find(leader.value)->ranks;
    const Names origins = ranks_.tree.origins(rank.value);
    const bool holds = std::any_of(origins.begin(), origins.end(),
                                   [&](const std::string& o) { return contains(ranks, o); });
    if (holds || uses_index_math(origins)) return true;
    error(leader.where, fmt::format("the leader {} has no rank {}; lead with a tensor that has",
                                    leader.value, rank.value));
    return false;
  }

  bool uses_index_math(const Names& origins) const {
    return std::any_of(origins.begin(), origins.end(), [&](const std::string& origin) {
      auto use = ranks_.uses.find(origin);
      return use != ranks_.uses.end() && use->second.in_index_math;
    });
  }

  bool check_once(const Name& rank) {
    for (const IntersectorBinding& other : einsum_.intersectors)
      if (other.rank == rank.value) {
        c_.diagnostics
            .error(
                Code::Binding, rank.where,
                fmt::format("rank {} is bound to two intersectors; keep one of them", rank.value))
            .note(other.where, "the first one is here");
        return false;
      }
    return true;
  }

  // `component: Block`, `bindings: [{rank: M2}]`.
  void bind_level(const Place& place, const spec::ComponentBinding& binding,
                  const spec::BindingEntry& entry) {
    const std::string& name = place.level->name.value;
    const std::optional<PlacementBinding::Level> level = level_of(name);
    if (!gpu_ || !level) {
      error(binding.component.where, fmt::format("{} is a level, not a component; {}", name,
                                                 gpu_ ? "ranks are bound to Block, Warp or Lane"
                                                      : "only config gpu binds ranks to levels"));
      return;
    }
    const Name* rank = loop_rank(binding, entry);
    if (!rank) return;
    const auto loop = std::find_if(einsum_.loops.begin(), einsum_.loops.end(),
                                   [&](const Loop& l) { return l.name == rank->value; });
    if (!loop->space) {
      error(rank->where,
            fmt::format("{} is not in space; list it in the spacetime of {} under space",
                        rank->value, einsum_.output.tensor));
      return;
    }
    for (const PlacementBinding& other : einsum_.placements)
      if (other.rank == rank->value) {
        c_.diagnostics
            .error(Code::Binding, rank->where,
                   fmt::format("rank {} is bound to two levels; keep one of them", rank->value))
            .note(other.where, "the first one is here");
        return;
      }
    einsum_.placements.push_back({rank->value, *level, rank->where});
  }

  static std::optional<PlacementBinding::Level> level_of(const std::string& name) {
    if (name == "Block") return PlacementBinding::Level::Block;
    if (name == "Warp") return PlacementBinding::Level::Warp;
    if (name == "Lane") return PlacementBinding::Level::Lane;
    return std::nullopt;
  }

  Checking& c_;
  const spec::OutputBindings& bindings_;
  const spec::Architecture& architecture_;
  Einsum& einsum_;
  const EinsumRanks& ranks_;
  Names loops_;
  bool gpu_ = false;
};

const spec::Architecture* find_architecture(Checking& c, const Name& config) {
  Names names{"gpu"};
  for (const spec::Architecture& architecture : c.spec.architecture) {
    if (architecture.config.value == config.value) return &architecture;
    names.push_back(architecture.config.value);
  }
  if (config.value == "gpu") return &gpu_architecture();
  c.diagnostics.error(
      Code::Binding, config.where,
      fmt::format("no architecture is named '{}'{}", config.value, guess(config.value, names)));
  return nullptr;
}

void check_output_bindings(Checking& c, const spec::OutputBindings& bindings) {
  const std::string& name = bindings.output.value;
  if (!c.is_output(name)) {
    c.diagnostics.error(Code::UnknownTensor, bindings.output.where,
                        fmt::format("the bindings name '{}', which no expression writes{}", name,
                                    guess(name, c.output_names())));
    return;
  }
  const spec::Architecture* architecture =
      bindings.config ? find_architecture(c, *bindings.config) : nullptr;
  if (!architecture) return;
  for (size_t i = 0; i < c.cascade.einsums.size(); ++i)
    if (c.cascade.einsums[i].output.tensor == name)
      BindingCheck(c, bindings, *architecture, c.cascade.einsums[i], c.ranks[i]).run();
}

}  // namespace

bool check_bindings(Checking& c) {
  const int errors = c.diagnostics.errors();
  for (const spec::Architecture& architecture : c.spec.architecture)
    ArchitectureCheck(c).run(architecture);
  for (const spec::OutputBindings& bindings : c.spec.bindings) check_output_bindings(c, bindings);
  return c.diagnostics.errors() == errors;
}

}  // namespace teaal::einsum
