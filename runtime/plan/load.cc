#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "runtime/plan/device/pack.h"
#include "runtime/plan/execution.h"
#include "runtime/tensor/value_type.h"

// Arrays of views before a plan runs: inputs packed, re-sorted and uploaded, room for results.
namespace teaal::runtime::plan {

bool ExecutionImpl::load_view(const ManifestView& view, Diagnostics& diagnostics) {
  std::optional<StorageRequest> request =
      storage_request(manifest_, view, sizes_, position_bits_, diagnostics);
  if (!request) return false;
  const ManifestTensor& tensor = *manifest_.tensor(view.tensor);
  ViewMemory memory;
  memory.request = *request;
  memory.shape = *shape_of(tensor, job_.extents, diagnostics);
  if (is_carried(view.name)) {
    memory_[view.name] = std::move(memory);  // its carry steps fill it
    return true;
  }
  if (tensor.role == ManifestTensor::Role::Input)
    return load_input(view, tensor, std::move(memory), diagnostics);
  bool resorted = !is_storage(tensor, view) && !kernel_writes(view.name);
  if (!resorted && view.positions.empty())
    return allocate_output(view, std::move(memory), diagnostics);
  memory_[view.name] = std::move(memory);  // its resort or assemble step fills it
  return true;
}

bool ExecutionImpl::load_input(const ManifestView& view, const ManifestTensor& tensor,
                               ViewMemory memory, Diagnostics& diagnostics) {
  if (job_.given.contains(tensor.name))
    return load_given(view, tensor, std::move(memory), diagnostics);
  if (job_.listed.contains(tensor.name))
    return load_listed(view, tensor, std::move(memory), diagnostics);
  auto input = job_.inputs->find(tensor.name);
  if (input == job_.inputs->end())
    return internal("reads " + tensor.name + ", which was not given", diagnostics);
  StepTime::Kind kind = is_storage(tensor, view) ? StepTime::Kind::Pack : StepTime::Kind::Resort;
  std::optional<bool> done;
  if (kind == StepTime::Kind::Resort)
    done = resort_on_device(view, input->second, memory, diagnostics);
  if (!done) done = pack_into(view, input->second, memory, kind, diagnostics);
  if (!*done) return false;
  memory_[view.name] = std::move(memory);
  return true;
}

std::optional<bool> ExecutionImpl::resort_on_device(const ManifestView& view, const Coo& coo,
                                                    ViewMemory& memory, Diagnostics& diagnostics) {
  constexpr size_t least_entries = 1 << 15;  // fewer the host has sorted before a GPU has begun
  if (!backend_.info().gpu || coo.entries() < least_entries) return std::nullopt;
  const auto list = plan::upload(coo, memory.request.value_type, backend_, diagnostics);
  if (!list) return false;
  return pack_list(view, *list, memory, StepTime::Kind::Resort, diagnostics);
}

std::string ExecutionImpl::device() const { return backend_.info().gpu ? "GPU" : "CPU executor"; }

std::optional<bool> ExecutionImpl::pack_list(const ManifestView& view, const DeviceList& list,
                                             ViewMemory& memory, StepTime::Kind kind,
                                             Diagnostics& diagnostics) {
  const std::string verb = kind == StepTime::Kind::Pack ? "pack" : "resort";
  auto begin = Clock::now();
  if (!build_device_pack(memory.request, backend_, diagnostics)) return false;
  note_step(StepTime::Kind::Build, fmt::format("build the {} with {}", verb, backend_.build_note()),
            since_us(begin));
  begin = Clock::now();
  std::vector<std::string> names = level_names(view.rank_order, view.parts);
  int64_t limit = backend_.most_bytes();
  const int errors = diagnostics.errors();
  auto stored =
      pack_on_device(view.tensor, names, list, memory.request, limit, backend_, diagnostics);
  double us = since_us(begin);
  if (!backend_.build(job_.kernel, defines(), diagnostics) || diagnostics.errors() > errors)
    return false;
  if (!stored) return std::nullopt;
  note_step(
      kind,
      fmt::format("{} {} → [{}] on the {}", verb, view.tensor, fmt::join(names, ", "), device()),
      us);
  for (const DeviceLevel& level : stored->levels) {
    memory.segments.push_back(level.segments);
    memory.coords.push_back(level.coords);
    memory.masks.push_back(level.masks);
    memory.bases.push_back(level.bases);
  }
  memory.values = stored->values;
  StoredView made{view.name, view.tensor, view.rank_order, view.formats};
  made.read_by_kernel = true;
  made.resorted = kind == StepTime::Kind::Resort;
  made.bytes = stored->bytes;
  made.elements = stored->elements;
  views_.push_back(std::move(made));
  return true;
}

bool ExecutionImpl::pack_into(const ManifestView& view, const Coo& coo, ViewMemory& memory,
                              StepTime::Kind kind, Diagnostics& diagnostics) {
  auto begin = Clock::now();
  int64_t limit = backend_.most_bytes();
  Diagnostics found;
  std::optional<Stored> stored = pack(coo, memory.request, found, limit);
  for (Diagnostic d : found.all()) {
    d.note({}, fmt::format("this is {}, stored as [{}]", view.tensor,
                           fmt::join(level_names(view.rank_order, view.parts), ", ")));
    diagnostics.add(std::move(d));
  }
  if (!stored) return false;
  std::string verb = kind == StepTime::Kind::Pack ? "pack" : "resort";
  std::string levels = fmt::format("{}", fmt::join(level_names(view.rank_order, view.parts), ", "));
  note_step(kind, fmt::format("{} {} → [{}]", verb, view.tensor, levels), since_us(begin));
  begin = Clock::now();
  if (!upload(view, *stored, memory, diagnostics)) return false;
  StoredView& made = views_.back();
  made.resorted = kind == StepTime::Kind::Resort;
  if (backend_.info().gpu)
    note_step(StepTime::Kind::Upload, "upload " + view.tensor, since_us(begin));
  return true;
}

bool ExecutionImpl::upload(const ManifestView& view, const Stored& stored, ViewMemory& memory,
                           Diagnostics& diagnostics) {
  StoredView made{view.name, view.tensor, view.rank_order, view.formats};
  made.read_by_kernel = true;
  for (auto* arrays : {&memory.segments, &memory.coords, &memory.masks, &memory.bases})
    arrays->assign(stored.levels.size(), nullptr);
  std::vector<std::string> names = level_names(view.rank_order, view.parts);
  for (size_t level = 0; level < stored.levels.size(); ++level) {
    const Level& from = stored.levels[level];
    if (from.format == LevelFormat::Uncompressed) continue;
    std::string name = view.tensor + "." + names[level];
    if (from.format == LevelFormat::Bitmask) {
      memory.masks[level] = upload_array(name + ".masks", from.masks, diagnostics);
      memory.bases[level] = upload_array(name + ".bases", from.bases, diagnostics);
      if (!memory.masks[level] || !memory.bases[level]) return false;
      made.bytes += static_cast<int64_t>(from.masks.bytes.size() + from.bases.bytes.size());
      continue;
    }
    memory.segments[level] = upload_array(name + ".segments", from.segments, diagnostics);
    memory.coords[level] = upload_array(name + ".coords", from.coords, diagnostics);
    if (!memory.segments[level] || !memory.coords[level]) return false;
    made.bytes += static_cast<int64_t>(from.segments.bytes.size() + from.coords.bytes.size());
    if (memory.request.narrow_bits(level) == 0) continue;
    memory.bases[level] = upload_array(name + ".bases", from.bases, diagnostics);
    if (!memory.bases[level]) return false;
    made.bytes += static_cast<int64_t>(from.bases.bytes.size());
  }
  memory.values = upload_array(view.tensor + ".values", stored.values, diagnostics);
  made.bytes += static_cast<int64_t>(stored.values.bytes.size());
  made.elements = static_cast<int64_t>(stored.values.size());
  views_.push_back(std::move(made));
  return memory.values != nullptr;
}

MemoryPtr ExecutionImpl::upload_array(const std::string& name, const Array& array,
                                      Diagnostics& diagnostics) {
  MemoryPtr memory = backend_.allocate(name, array.bytes.size(), diagnostics);
  if (!memory || !backend_.upload(*memory, array.bytes, diagnostics)) return nullptr;
  return memory;
}

// Where the caller wants them, if that fits.
MemoryPtr ExecutionImpl::values_for(const ManifestView& view, size_t bytes,
                                    Diagnostics& diagnostics) {
  const auto wanted = job_.results.find(view.tensor);
  if (wanted != job_.results.end() && is_storage(*manifest_.tensor(view.tensor), view) &&
      wanted->second->bytes() == bytes)
    return wanted->second;
  return backend_.allocate(view.tensor + ".values", bytes, diagnostics);
}

// The arrays of levels are those of another view; as many values.
bool ExecutionImpl::allocate_sharing(const ManifestView& view, ViewMemory memory,
                                     Diagnostics& diagnostics) {
  const ViewMemory& whose = memory_.at(view.like);
  memory.segments = whose.segments;
  memory.coords = whose.coords;
  memory.masks = whose.masks;
  memory.bases = whose.bases;
  const size_t bytes = whose.values->bytes();
  memory.values = values_for(view, bytes, diagnostics);
  if (!memory.values) return false;
  const auto elements = static_cast<int64_t>(bytes / size_of(memory.request.value_type));
  for (const ManifestCount& count : manifest_.counts)
    if (count.tensor == view.tensor) sizes_.settle(count.name, elements);
  StoredView made{
      view.name, view.tensor, view.rank_order, view.formats, static_cast<int64_t>(bytes), elements};
  made.written_by_kernel = kernel_writes(view.name);
  views_.push_back(std::move(made));
  memory_[view.name] = std::move(memory);
  return true;
}

bool ExecutionImpl::allocate_output(const ManifestView& view, ViewMemory memory,
                                    Diagnostics& diagnostics) {
  if (!view.like.empty()) return allocate_sharing(view, std::move(memory), diagnostics);
  if (view.formats.find('C') != std::string::npos) {
    diagnostics.error(
        Code::Unsupported, {},
        fmt::format("{} is written in a compressed format ({}); store it with every rank U",
                    view.tensor, view.formats));
    return false;
  }
  std::vector<Level> levels = levels_of(memory.request, memory.shape);
  int64_t elements = 1;
  for (const Level& level : levels) elements = saturating_product(elements, level.extent);
  int64_t bytes =
      saturating_product(elements, static_cast<int64_t>(size_of(memory.request.value_type)));
  int64_t limit = backend_.most_bytes();
  if (bytes > limit) {
    diagnostics.error(
        Code::TensorRange, {},
        fmt::format("{} is uncompressed and would take {} bytes; the most that is tried is {}",
                    view.tensor, bytes, limit));
    return false;
  }
  memory.segments.assign(levels.size(), nullptr);
  memory.coords.assign(levels.size(), nullptr);
  memory.values = values_for(view, static_cast<size_t>(bytes), diagnostics);
  if (!memory.values) return false;
  StoredView made{view.name, view.tensor, view.rank_order, view.formats, bytes, elements};
  made.written_by_kernel = true;
  views_.push_back(std::move(made));
  memory_[view.name] = std::move(memory);
  return true;
}

}  // namespace teaal::runtime::plan
