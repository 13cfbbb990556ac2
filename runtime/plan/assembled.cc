#include <fmt/format.h>

#include <algorithm>

#include "runtime/plan/execution.h"

// Views and workspaces whose sizes only the run tells.
namespace teaal::runtime::plan {

// What an earlier run found is not to leak into this one.
void ExecutionImpl::forget_assembled() {
  sizes_.forget_found();
  for (const std::string& name : sized_by_run_) workspaces_.erase(name);
  for (const ManifestView& view : manifest_.views) {
    auto memory = memory_.find(view.name);
    const bool found = !view.positions.empty() || is_carried(view.name);
    if (found && memory != memory_.end()) forget_arrays(view);
  }
}

void ExecutionImpl::forget_arrays(const ManifestView& view) {
  ViewMemory& memory = memory_.at(view.name);
  memory.values = nullptr;
  memory.segments.assign(view.formats.size(), nullptr);
  memory.coords.assign(view.formats.size(), nullptr);
  memory.masks.assign(view.formats.size(), nullptr);
  memory.bases.assign(view.formats.size(), nullptr);
  std::erase_if(views_, [&](const StoredView& old) { return old.view == view.name; });
}

// A later round may need a larger one; what the smaller one held is not needed by then.
MemoryPtr ExecutionImpl::workspace(const std::string& name, Diagnostics& diagnostics) {
  const auto described = std::ranges::find(manifest_.workspaces, name, &ManifestWorkspace::name);
  if (described == manifest_.workspaces.end()) return nullptr;
  std::optional<int64_t> bytes = bytes_of(*described, diagnostics);
  if (!bytes) return nullptr;
  auto made = workspaces_.find(name);
  if (made != workspaces_.end() && static_cast<int64_t>(made->second->bytes()) >= *bytes)
    return made->second;
  MemoryPtr memory = allocate(*described, diagnostics);
  if (!memory || !backend_.poison(*memory, diagnostics)) return nullptr;
  return workspaces_[name] = memory;
}

// Of level -1 there is one: the root.
std::optional<int64_t> ExecutionImpl::positions_of(const ManifestView& view, int level,
                                                   Diagnostics& diagnostics) {
  if (level < 0) return 1;
  int64_t most = most_of_bits(position_bits_);
  return sizes_.evaluate_in(view.positions[static_cast<size_t>(level)],
                            fmt::format("the number of positions of {} at rank {}", view.tensor,
                                        view.rank_order[static_cast<size_t>(level)]),
                            0, most, diagnostics);
}

MemoryPtr ExecutionImpl::assembled_array(const ManifestView& view, ManifestArg::Kind kind,
                                         int level, Diagnostics& diagnostics) {
  ViewMemory& memory = memory_.at(view.name);
  const size_t l = static_cast<size_t>(level);
  const int64_t position = position_bits_ / 8;
  struct Shape {
    MemoryPtr* memory;
    int of_level;   // there are as many elements as this level has positions
    int64_t bytes;  // of an element
    const char* name;
  };
  auto shape = [&]() -> Shape {
    switch (kind) {
      case ManifestArg::Kind::Segments:
        return {&memory.segments[l], level - 1, position, ".segments"};
      case ManifestArg::Kind::Coords:
        return {&memory.coords[l], level, manifest_.index_bits / 8, ".coords"};
      case ManifestArg::Kind::Masks:
        return {&memory.masks[l], level - 1, 4, ".masks"};
      case ManifestArg::Kind::Bases:
        return {&memory.bases[l], level - 1, position, ".bases"};
      default:
        return {&memory.values, static_cast<int>(view.formats.size()) - 1,
                static_cast<int64_t>(size_of(memory.request.value_type)), ".values"};
    }
  }();
  MemoryPtr& out = *shape.memory;
  if (out) return out;
  std::optional<int64_t> elements = positions_of(view, shape.of_level, diagnostics);
  if (!elements) return nullptr;
  if (kind == ManifestArg::Kind::Masks || kind == ManifestArg::Kind::Bases)
    elements = saturating_product(*elements, levels_of(memory.request, memory.shape)[l].words());
  if (kind == ManifestArg::Kind::Segments || kind == ManifestArg::Kind::Bases) ++*elements;
  int64_t bytes = saturating_product(*elements, shape.bytes);
  int64_t limit = backend_.most_bytes();
  if (bytes > limit) {
    diagnostics.error(
        Code::TensorRange, {},
        fmt::format("an array of {} would take {} bytes; the most that is tried is {}", view.tensor,
                    bytes, limit));
    return nullptr;
  }
  std::string name = kind == ManifestArg::Kind::Values ? "" : "." + view.rank_order[l];
  out = backend_.allocate(view.tensor + name + shape.name, static_cast<size_t>(bytes), diagnostics);
  if (out && !backend_.poison(*out, diagnostics)) out = nullptr;
  return out;
}

bool ExecutionImpl::read(const ManifestStep& step, Diagnostics& diagnostics) {
  MemoryPtr from = workspace(step.workspace, diagnostics);
  if (!from) return false;
  int64_t last = static_cast<int64_t>(from->bytes() / sizeof(int64_t)) - 1;
  auto at = sizes_.evaluate_in(step.at, "the element of " + step.workspace + " that is read", 0,
                               last, diagnostics);
  if (!at) return false;
  Reading reading{from, static_cast<size_t>(*at) * sizeof(int64_t)};
  int64_t value = 0;
  if (!backend_.read(*from, reading.offset, std::as_writable_bytes(std::span(&value, 1)),
                     diagnostics))
    return false;
  if (unit_) unit_->push_back(reading);
  sizes_.bind(step.name, value);
  return true;
}

bool ExecutionImpl::repeat(const ManifestStep& step, Diagnostics& diagnostics) {
  auto times = sizes_.evaluate(step.times, "how often " + step.name + " repeats", diagnostics);
  if (!times) return false;
  for (int64_t i = 0; i < *times; ++i) {
    sizes_.bind(step.name, i);
    for (const ManifestStep& inner : step.steps)
      if (!run_step(inner, diagnostics)) return false;
  }
  return true;
}

// One line of the report and one unit of timing: the steps inside work in place and cannot be
// repeated alone.
bool ExecutionImpl::assemble(const ManifestStep& step, Diagnostics& diagnostics) {
  const ManifestView* view = manifest_.view(step.view);
  if (!view) return internal("assembles '" + step.view + "', which is no view", diagnostics);
  forget_arrays(*view);
  std::vector<Work> works;
  auto begin = Clock::now();
  unit_ = &works;
  bool done = true;
  for (size_t i = 0; i < step.steps.size() && done; ++i)
    done = run_step(step.steps[i], diagnostics);
  unit_ = nullptr;
  if (!done || (!quiet_ && !backend_.synchronize(diagnostics))) return false;
  const double us = since_us(begin);
  if (!quiet_) actions_.push_back({steps_.size(), std::move(works)});
  auto stored = positions_of(*view, static_cast<int>(view->formats.size()) - 1, diagnostics);
  if (!stored) return false;
  note_step(StepTime::Kind::Assemble,
            fmt::format("assemble {}: {} elements stored", view->tensor, *stored), us);
  return show(*view, memory_.at(view->name));
}

bool ExecutionImpl::show(const ManifestView& view, const ViewMemory& memory) {
  StoredView made{view.name, view.tensor, view.rank_order, view.formats};
  (kernel_writes(view.name) ? made.written_by_kernel : made.read_by_kernel) = true;
  auto add = [&](const MemoryPtr& array) {
    if (array) made.bytes += static_cast<int64_t>(array->bytes());
  };
  for (const auto* arrays : {&memory.segments, &memory.coords, &memory.masks, &memory.bases})
    for (const MemoryPtr& array : *arrays) add(array);
  add(memory.values);
  if (memory.values)
    made.elements =
        static_cast<int64_t>(memory.values->bytes() / size_of(memory.request.value_type));
  views_.push_back(std::move(made));
  return true;
}

// A stored form as it lies in the machine's memory.
std::optional<Stored> ExecutionImpl::stored_of(const ViewMemory& memory, int position_bits,
                                               Diagnostics& diagnostics) {
  Stored out;
  out.rank_order = memory.request.rank_order;
  out.position_bits = position_bits;
  auto download = [&](const MemoryPtr& from, ElementType type) -> std::optional<Array> {
    Array array(type, from->bytes() / size_of(type));
    if (!backend_.download(*from, array.bytes, diagnostics)) return std::nullopt;
    return array;
  };
  out.levels = levels_of(memory.request, memory.shape);
  for (size_t l = 0; l < out.levels.size(); ++l) {
    Level& level = out.levels[l];
    if (level.format == LevelFormat::Uncompressed) continue;
    if (level.format == LevelFormat::Bitmask) {
      auto masks = download(memory.masks[l], ElementType::I32);
      auto bases = download(memory.bases[l], integer_of(position_bits));
      if (!masks || !bases) return std::nullopt;
      level.masks = std::move(*masks);
      level.bases = std::move(*bases);
      continue;
    }
    auto segments = download(memory.segments[l], integer_of(position_bits));
    const int narrow = memory.request.narrow_bits(l);
    auto coords =
        download(memory.coords[l], integer_of(narrow != 0 ? narrow : manifest_.index_bits));
    if (!segments || !coords) return std::nullopt;
    level.segments = std::move(*segments);
    level.coords = std::move(*coords);
    if (narrow == 0) continue;
    auto bases = download(memory.bases[l], integer_of(manifest_.index_bits));
    if (!bases) return std::nullopt;
    level.bases = std::move(*bases);
  }
  auto values = download(memory.values, memory.request.value_type);
  if (!values) return std::nullopt;
  out.values = std::move(*values);
  return out;
}

}  // namespace teaal::runtime::plan
