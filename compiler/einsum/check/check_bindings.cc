#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"
#include "compiler/einsum/components.h"
#include "compiler/einsum/gpu_architecture.h"

namespace teaal::einsum {
namespace {

using Names = std::vector<std::string>;

bool contains(const Names& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

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
    if (!gpu_ && !bindings_.components.empty()) tell_unused(c_, bindings_, architecture_);
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
      if (!check_names(entry) || (gpu_ && !check_keys(*place, binding, entry))) continue;
      if (place->component)
        bind_component(*place, binding, entry);
      else
        bind_level(*place, binding, entry);
    }
  }

  // Every key of a binding to our own machine has a meaning there.
  bool check_keys(const Place& place, const spec::ComponentBinding& binding,
                  const spec::BindingEntry& entry) {
    static const std::map<std::string, Names> keys = {
        {"dram", {"tensor", "rank", "type", "format"}},
        {"cache", {"tensor", "rank", "type", "format"}},
        {"buffet", {"tensor", "rank", "type", "format", "evict-on", "style", "depth"}},
        {"intersector", {"rank", "type", "leader", "format", "order"}},
        {"compute", {"op", "type"}}};
    static const Names of_level = {"rank", "style"};
    const auto of_class = place.component ? keys.find(class_of(*place.component)) : keys.end();
    if (place.component && of_class == keys.end()) return true;  // no class of ours
    const Names& known = place.component ? of_class->second : of_level;
    const int errors = c_.diagnostics.errors();
    for (const auto& [key, value] : entry.fields)
      if (!contains(known, key.value))
        error(key.where, fmt::format("a binding of {} has no key '{}'; it takes {}",
                                     binding.component.value, key.value, quoted_list(known)));
    return c_.diagnostics.errors() == errors;
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
    const std::string own = class_of(*place.component);
    if (own == "intersector")
      bind_intersector(place, binding, entry);
    else if (own == "sequencer")
      loop_rank(binding, entry);
    else if (own == "compute")
      bind_compute(*place.component, binding, entry);
    else if (own == "dram" || own == "cache")
      bind_memory(binding, entry);
    else if (gpu_ && own == "buffet")
      bind_buffet(place, binding, entry);
  }

  // A tile of a tensor near the workers.
  void bind_buffet(const Place& place, const spec::ComponentBinding& binding,
                   const spec::BindingEntry& entry) {
    const int errors = c_.diagnostics.errors();
    const bool sums = place.level->name.value == "Lane";
    bind_memory(binding, entry, sums ? Held::AsStored : Held::AsNamed);
    if (c_.diagnostics.errors() > errors) return;
    const Name* tensor = entry.find("tensor");
    StagingBinding out{tensor->value, StagingBinding::Memory::Shared, "", 1, entry.where};
    if (sums) out.memory = StagingBinding::Memory::Registers;
    const bool is_output = tensor->value == einsum_.output.tensor;
    const auto& stored = c_.cascade.find(tensor->value)->storage.formats;
    const bool gathered = !stored.empty() && stored.back() != RankFormatKind::Uncompressed;
    if (is_output && !sums && gathered) return bind_buffer(c_, einsum_, ranks_.tree, loops_, entry);
    if (const Name* style = entry.find("style"); style && style->value != "lazy")
      return unsupported(style->where, fmt::format("style '{}'", style->value),
                         "write lazy, or delete it");
    if (const Name* evict = entry.find("evict-on"); evict && evict->value != "root") {
      if (!contains(loops_, evict->value))
        return error(evict->where, fmt::format("{} is not in the loop-order of {}{}", evict->value,
                                               einsum_.output.tensor, guess(evict->value, loops_)));
      out.evict_on = evict->value;
    }
    if (const Name* depth = entry.find("depth")) {
      const std::optional<int64_t> buffers = small_number(depth->value);
      if (!buffers || sums || (is_output && *buffers > 1)) {
        error(depth->where, sums || (buffers && is_output)
                                ? fmt::format("{} in {} {} no depth; delete it",
                                              is_output ? "sums" : tensor->value,
                                              binding.component.value, is_output ? "have" : "has")
                                : fmt::format("depth is 1, 2, 3 or 4, not '{}'", depth->value));
        return;
      }
      out.depth = *buffers;
    }
    if (const Name* rank = entry.find("rank")) out.rank = rank->value;
    out.holds = holds_of(entry.find("type"));
    const Name* format = entry.find("format");
    if (const auto* held = format && !sums ? other_format(*tensor, *format) : nullptr) {
      const std::optional<std::string> listed = listed_rank(c_, einsum_, *held, format->where);
      if (!listed) return;
      if (out.holds != StagingBinding::Holds::Elements)
        return unsupported(entry.find("type")->where, "part of a list", "write elem");
      out.rank = *listed;
      out.listed = true;
    }
    for (const StagingBinding& other : einsum_.stagings)
      if (other.tensor == out.tensor && other.rank == out.rank && other.holds == out.holds &&
          other.memory == out.memory) {
        c_.diagnostics
            .error(Code::Binding, tensor->where,
                   fmt::format("{} is staged twice; keep one of the bindings", out.tensor))
            .note(other.where, "the first one is here");
        return;
      }
    einsum_.stagings.push_back(std::move(out));
  }

  static StagingBinding::Holds holds_of(const Name* type) {
    if (type && type->value == "coord") return StagingBinding::Holds::Coords;
    return type && type->value == "payload" ? StagingBinding::Holds::Payloads
                                            : StagingBinding::Holds::Elements;
  }

  static std::optional<int64_t> small_number(const std::string& text) {
    if (text.size() != 1 || text[0] < '1' || text[0] > '4') return std::nullopt;
    return text[0] - '0';
  }

  // Memory behind the blocks holds every tensor in its storage anyway: a binding must say just
  // that. Operands in Shared may be held otherwise.
  enum class Held { AsStored, AsNamed };
  void bind_memory(const spec::ComponentBinding& binding, const spec::BindingEntry& entry,
                   Held in = Held::AsStored) {
    const Name* tensor = entry.find("tensor");
    if (!tensor) {
      error(entry.where, fmt::format("a binding of {} needs a tensor; write '- {{tensor: {}}}'",
                                     binding.component.value, einsum_.output.tensor));
      return;
    }
    if (const Name* type = entry.find("type");
        type && !contains({"coord", "payload", "elem"}, type->value))
      error(type->where,
            fmt::format("unknown type '{}'; write coord, payload or elem", type->value));
    if (!gpu_) return;
    if (tensor->value != einsum_.output.tensor && !reads(einsum_, tensor->value))
      error(tensor->where, fmt::format("the einsum of {} has nothing to do with {}",
                                       einsum_.output.tensor, tensor->value));
    const Name* format = entry.find("format");
    if (format && in == Held::AsStored && other_format(*tensor, *format))
      c_.diagnostics
          .error(Code::Unsupported, format->where,
                 fmt::format("unsupported: {} in format '{}', which is not its storage; name its "
                             "storage, or delete the binding",
                             tensor->value, format->value))
          .note(c_.cascade.find(tensor->value)->storage.where, "it is stored so");
    if (const Name* rank = entry.find("rank")) check_rank_of(*tensor, *rank);
  }

  // The format that is named, unless it is the tensor's storage.
  const spec::TensorFormat* other_format(const Name& tensor, const Name& format) const {
    if (c_.overrides.formats.contains(tensor.value)) return nullptr;
    const Storage& storage = c_.cascade.find(tensor.value)->storage;
    for (const spec::TensorFormat& f : c_.spec.format)
      if (f.tensor.value == tensor.value && f.name.value == format.value && !is_storage(f, storage))
        return &f;
    return nullptr;
  }

  // The rank, or what it was made of, is one of the tensor's, or stands in one of its formats.
  void check_rank_of(const Name& tensor, const Name& rank) {
    Names known = c_.cascade.find(tensor.value)->ranks;
    for (const spec::TensorFormat& format : c_.spec.format)
      if (format.tensor.value == tensor.value)
        for (const Name& name : format.rank_order) known.push_back(name.value);
    if (contains(known, rank.value)) return;
    if (ranks_.tree.find(rank.value))
      for (const std::string& origin : ranks_.tree.origins(rank.value))
        if (contains(known, origin)) return;
    error(rank.where,
          fmt::format("{} has no rank {}{}", tensor.value, rank.value, guess(rank.value, known)));
  }

  void bind_compute(const spec::Component& component, const spec::ComponentBinding& binding,
                    const spec::BindingEntry& entry) {
    const Name* op = entry.find("op");
    const Name* kind = attribute(component, "type");
    const bool on_tensor_core = gpu_ && kind && kind->value == "mma";
    const Name* type = gpu_ ? entry.find("type") : nullptr;
    if (!op)
      error(entry.where,
            fmt::format("a binding of {} needs an op; write '- op: mul'", binding.component.value));
    else if (op->value != "mul" && op->value != "add")
      error(op->where, fmt::format("unknown op '{}'; write mul or add", op->value));
    else if (on_tensor_core)
      bind_tensor_core(*op, type, entry);
    else if (type)
      error(type->where, fmt::format("{} works in the type of the values; delete 'type'",
                                     binding.component.value));
  }

  // `mul` says what becomes of values; sums are f32.
  void bind_tensor_core(const Name& op, const Name* type, const spec::BindingEntry& entry) {
    if (op.value != "mul") {
      if (type) error(type->where, "sums on TensorCore are f32; write the type beside 'op: mul'");
      return;
    }
    TensorCoreBinding out;
    out.where = entry.where;
    if (type) {
      const auto* found = std::find_if(tensor_core_types.begin(), tensor_core_types.end(),
                                       [&](const auto& row) { return row.first == type->value; });
      if (found == tensor_core_types.end()) {
        error(type->where, fmt::format("unknown arithmetic '{}' on TensorCore; write tf32, 3xtf32, "
                                       "1xf16, 3xf16, bf16 or f16",
                                       type->value));
        return;
      }
      out.arithmetic = found->second;
    }
    einsum_.tensor_core = out;
  }

  void bind_intersector(const Place& place, const spec::ComponentBinding& binding,
                        const spec::BindingEntry& entry) {
    const Name* rank = loop_rank(binding, entry);
    if (!rank) return;
    if (gpu_ && place.level->name.value != "Lane") return bind_skip(place, *rank, entry);
    if (const Name* view = entry.find("format"); gpu_ && view) {
      unsupported(view->where, fmt::format("co-iteration over the view '{}'", view->value),
                  "delete 'format': fibers meet as they are stored");
      return;
    }
    if (const Name* order = entry.find("order"); gpu_ && order)
      return error(order->where, "only what blocks list has an order; delete it");
    const Name* type = entry.find("type");
    if (!type) type = attribute(*place.component, "type");
    const Name* leader = entry.find("leader");
    const std::string text = type ? type->value : leader ? "leader-follower" : "two-finger";
    const std::optional<IntersectorBinding::Kind> kind = intersector_kind(text);
    if (!kind) {
      error(type->where,
            fmt::format(
                "unknown intersector type '{}'; write two-finger, leader-follower or skip-ahead",
                text));
      return;
    }
    if (leader && !check_leader(*leader, *rank)) return;
    if (!check_once(*rank)) return;
    if (gpu_ && !check_of_use(*rank, leader, *kind)) return;
    einsum_.intersectors.push_back({rank->value, *kind, leader ? leader->value : "", rank->where});
  }

  // `component: BlockIntersect`, `bindings: [{rank: K0, format: pattern, type: compact}]`.
  void bind_skip(const Place& place, const Name& rank, const spec::BindingEntry& entry) {
    const std::string& level = place.level->name.value;
    const Name* format = entry.find("format");
    if (!format) {
      unsupported(entry.where, fmt::format("skipping at {} without patterns", level),
                  "name the format, a view-of, that says where zeros are, or bind the rank to "
                  "LaneIntersect");
      return;
    }
    static const std::map<std::string, SkipBinding::Kind> kinds = {
        {"test", SkipBinding::Kind::Test},
        {"walk", SkipBinding::Kind::Walk},
        {"compact", SkipBinding::Kind::Compact}};
    const bool grid = level == "GPU";
    SkipBinding out{rank.value, grid ? PlacementBinding::Level::Grid : *level_of(level),
                    grid ? SkipBinding::Kind::Compact : SkipBinding::Kind::Unchosen, entry.where};
    if (const Name* type = entry.find("type")) {
      const auto kind = kinds.find(type->value);
      if (kind == kinds.end())
        return error(
            type->where,
            fmt::format("unknown way to skip '{}'; write test, walk or compact", type->value));
      out.kind = kind->second;
      if (grid && out.kind != SkipBinding::Kind::Compact)
        return error(type->where,
                     "all blocks together skip by a list; write type: compact, or delete it");
    }
    if (const Name* order = entry.find("order")) {
      if (grid)
        return error(order->where, "one list for all blocks puts them in no order; delete it");
      if (order->value != "longest-first")
        return error(order->where, "unknown order '" + order->value + "'; write longest-first");
      if (out.kind != SkipBinding::Kind::Compact)
        return error(order->where, "only lists have an order; write type: compact, or delete it");
      out.longest_first = true;
    }
    if (add_patterns(*format)) einsum_.skips.push_back(std::move(out));
  }

  // The operands' formats of that name.
  bool add_patterns(const Name& format) {
    bool found = false;
    for (const spec::TensorFormat& f : c_.spec.format) {
      if (f.name.value != format.value || !f.view_of || !reads(einsum_, f.tensor.value)) continue;
      found = true;
      PatternView view{f.tensor.value, {}, f.where, f.density};
      for (const Name& rank : f.rank_order) view.ranks.push_back(rank.value);
      const auto last = std::find_if(f.ranks.begin(), f.ranks.end(), [&](const auto& r) {
        return !view.ranks.empty() && r.rank.value == view.ranks.back();
      });
      if (last == f.ranks.end() || last->kind != RankFormatKind::Bitmask) {
        error(f.where, fmt::format("the last rank of {}'s format {} is no bitmask; give it "
                                   "{{format: B}}",
                                   f.tensor.value, format.value));
        return false;
      }
      const bool known = std::any_of(einsum_.patterns.begin(), einsum_.patterns.end(),
                                     [&](const PatternView& p) { return p.tensor == view.tensor; });
      if (!known) einsum_.patterns.push_back(std::move(view));
    }
    if (!found)
      error(format.where, fmt::format("no operand of {} has a format '{}' with view-of",
                                      einsum_.output.tensor, format.value));
    return found;
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

  // What is said under our own config has an effect.
  bool check_of_use(const Name& rank, const Name* leader, IntersectorBinding::Kind kind) {
    if (leader && kind != IntersectorBinding::Kind::LeaderFollower) {
      error(leader->where, "only leader-follower has a leader; delete it, or change the type");
      return false;
    }
    if (meets(rank.value)) return true;
    error(rank.where,
          fmt::format("no two fibers meet at {}: no product of {} has two tensors with that rank; "
                      "delete the binding",
                      rank.value, einsum_.output.tensor));
    return false;
  }

  // Whether a term has two tensors along the rank. Loops of flattened ranks, and those that index
  // math ties to others, are not judged.
  bool meets(const std::string& rank) const {
    const Names origins = ranks_.tree.origins(rank);
    if (origins.size() != 1 || uses_index_math(origins)) return true;
    const auto loop = std::find_if(einsum_.loops.begin(), einsum_.loops.end(),
                                   [&](const Loop& l) { return l.name == rank; });
    if (loop->variables.size() != 1) return true;
    const auto along = [&](const Factor& factor) {
      const auto* access = std::get_if<Access>(&factor);
      return access &&
             std::any_of(access->indices.begin(), access->indices.end(), [&](const Index& i) {
               return i.plain() && i.terms[0].variable == loop->variables[0];
             });
    };
    return std::any_of(einsum_.terms.begin(), einsum_.terms.end(), [&](const Term& term) {
      return std::count_if(term.factors.begin(), term.factors.end(), along) > 1;
    });
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
    PlacementBinding out{rank->value, *level, rank->where};
    if (const Name* style = entry.find("style")) {
      using Style = PlacementBinding::Style;
      out.style = style->value == "persistent" ? Style::Persistent
                  : style->value == "once"     ? Style::Once
                                               : Style::Unchosen;
      if (*level != PlacementBinding::Level::Block || out.style == Style::Unchosen)
        return error(style->where,
                     *level == PlacementBinding::Level::Block
                         ? fmt::format("unknown style '{}'; write persistent or once", style->value)
                         : std::string("only blocks have a style; delete it"));
      if (out.style == Style::Persistent) c_.symbols_used.insert(blocks_at_once(einsum_));
      out.where = style->where;
    }
    einsum_.placements.push_back(out);
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
    if (c.bindings_of(c.cascade.einsums[i]) == &bindings)
      BindingCheck(c, bindings, *architecture, c.cascade.einsums[i], c.ranks[i]).run();
}

}  // namespace

bool check_bindings(Checking& c) {
  const int errors = c.diagnostics.errors();
  check_architectures(c);
  for (const spec::OutputBindings& bindings : c.spec.bindings) check_output_bindings(c, bindings);
  for (const spec::Variant& variant : c.spec.variants)
    if (variant.bindings) check_output_bindings(c, *variant.bindings);
  return c.diagnostics.errors() == errors;
}

}  // namespace teaal::einsum
