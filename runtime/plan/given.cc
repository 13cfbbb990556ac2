#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/plan/execution.h"

// Inputs that lie in the machine's memory before a plan has them.
namespace teaal::runtime::plan {

int64_t Job::entries(const std::string& tensor) const {
  if (auto there = given.find(tensor); there != given.end()) return there->second.entries;
  if (auto there = listed.find(tensor); there != listed.end()) return there->second.entries;
  auto input = inputs->find(tensor);
  return input == inputs->end() ? 0 : static_cast<int64_t>(input->second.entries());
}

bool ExecutionImpl::converts_on_device() const {
  return job_.converts == Converts::Device ||
         (job_.converts == Converts::Auto && backend_.info().gpu);
}

// As they are where a kernel reads the storage itself; else re-sorted.
bool ExecutionImpl::load_given(const ManifestView& view, const ManifestTensor& tensor,
                               ViewMemory memory, Diagnostics& diagnostics) {
  const GivenInput& given = job_.given.at(tensor.name);
  if (is_storage(tensor, view) && view.cbits.empty() &&
      (given.position_bits == 0 || given.position_bits == position_bits_)) {
    const StorageRequest request = memory.request;
    const std::vector<int64_t> shape = memory.shape;
    memory = given.arrays;
    memory.request = request;
    memory.shape = shape;
    show(view, memory);
    memory_[view.name] = std::move(memory);
    return true;
  }
  copied_.insert(tensor.name);
  const auto kind = is_storage(tensor, view) ? StepTime::Kind::Pack : StepTime::Kind::Resort;
  std::optional<bool> done;
  if (converts_on_device()) done = resort_given(view, tensor, memory, kind, diagnostics);
  if (!done) {
    auto coo = download_given(tensor, diagnostics);
    done = coo && pack_into(view, *coo, memory, kind, diagnostics);
  }
  memory_[view.name] = std::move(memory);
  return *done;
}

// What was listed on the machine is packed there, or on the host where it has to be.
bool ExecutionImpl::load_listed(const ManifestView& view, const ManifestTensor& tensor,
                                ViewMemory memory, Diagnostics& diagnostics) {
  const DeviceList& list = job_.listed.at(tensor.name);
  if (noted_.insert(tensor.name).second)
    note_step(StepTime::Kind::Convert, fmt::format("list {} on the {}", tensor.name, device()),
              list.us);
  const auto kind = is_storage(tensor, view) ? StepTime::Kind::Pack : StepTime::Kind::Resort;
  auto done = pack_list(view, list, memory, kind, diagnostics);
  if (!done) {
    auto coo = plan::download(list, backend_, diagnostics);
    done = coo && pack_into(view, *coo, memory, kind, diagnostics);
  }
  memory_[view.name] = std::move(memory);
  return *done;
}

DeviceLayout layout_of(const ViewMemory& memory, int position_bits, int coordinate_bits) {
  DeviceLayout out;
  out.shape = memory.shape;
  auto array = [](const MemoryPtr& there, ElementType type) -> DeviceArray {
    if (!there) return {};
    return {there, type, static_cast<int64_t>(there->bytes() / size_of(type))};
  };
  const ElementType position = integer_of(position_bits == 0 ? 32 : position_bits);
  for (size_t l = 0; l < memory.request.formats.size(); ++l) {
    DeviceLayout::Level level{memory.request.formats[l], memory.request.rank_order[l]};
    if (level.format == LevelFormat::Compressed) {
      level.segments = array(memory.segments[l], position);
      level.coords = array(memory.coords[l], integer_of(coordinate_bits));
    } else if (level.format == LevelFormat::Bitmask) {
      level.masks = array(memory.masks[l], ElementType::I32);
      level.bases = array(memory.bases[l], position);
    }
    out.levels.push_back(std::move(level));
  }
  out.values = array(memory.values, memory.request.value_type);
  return out;
}

std::optional<bool> ExecutionImpl::resort_given(const ManifestView& view,
                                                const ManifestTensor& tensor, ViewMemory& memory,
                                                StepTime::Kind kind, Diagnostics& diagnostics) {
  const GivenInput& given = job_.given.at(tensor.name);
  const int errors = diagnostics.errors();
  const auto list =
      list_on_device(layout_of(given.arrays, given.position_bits, manifest_.index_bits),
                     {tensor.name, tensor.absent}, backend_, diagnostics);
  if (!backend_.build(job_.kernel, defines(), diagnostics) || diagnostics.errors() > errors)
    return false;
  if (!list) return std::nullopt;
  note_step(StepTime::Kind::Convert, fmt::format("list {} on the {}", tensor.name, device()),
            list->us);
  return pack_list(view, *list, memory, kind, diagnostics);
}

// What a kernel made, where it lies. Nothing without an error: the host has to do it.
std::optional<bool> ExecutionImpl::resort_made(const ManifestView& from, const ManifestView& to,
                                               double absent, Diagnostics& diagnostics) {
  const ViewMemory& made = memory_.at(from.name);
  const bool whole = std::ranges::all_of(made.request.parts, &LevelPart::whole);
  if (!converts_on_device() || !whole || std::isnan(absent) || !from.cbits.empty())
    return std::nullopt;
  const int errors = diagnostics.errors();
  const auto list = list_on_device(layout_of(made, position_bits_, manifest_.index_bits),
                                   {to.tensor, absent}, backend_, diagnostics);
  if (!backend_.build(job_.kernel, defines(), diagnostics) || diagnostics.errors() > errors)
    return false;
  if (!list) return std::nullopt;
  ViewMemory& memory = memory_.at(to.name);
  for (std::vector<MemoryPtr>* arrays :
       {&memory.segments, &memory.coords, &memory.masks, &memory.bases})
    arrays->clear();
  return pack_list(to, *list, memory, StepTime::Kind::Resort, diagnostics);
}

bool ExecutionImpl::reads_given(const std::string& tensor) const {
  return job_.given.contains(tensor) && !copied_.contains(tensor);
}

// All that have positions have 64 bits: a build for these reads them where they are.
bool ExecutionImpl::given_are_wide() const {
  bool some = false;
  for (const auto& [name, given] : job_.given) {
    if (given.position_bits != 0 && given.position_bits != 64) return false;
    some = some || given.position_bits == 64;
  }
  return some;
}

std::optional<Coo> ExecutionImpl::download_given(const ManifestTensor& tensor,
                                                 Diagnostics& diagnostics) {
  const GivenInput& given = job_.given.at(tensor.name);
  auto stored = stored_of(given.arrays, given.position_bits, diagnostics);
  if (!stored) return std::nullopt;
  return unpack(*stored, given.arrays.shape, tensor.absent);
}

}  // namespace teaal::runtime::plan
