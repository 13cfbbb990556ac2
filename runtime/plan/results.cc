#include <fmt/format.h>

#include <algorithm>

#include "runtime/plan/execution.h"

// What a run made, and where it lies.
namespace teaal::runtime::plan {

// Where a tensor's values lie after the run: its storage if a kernel wrote that, else any view that
// one wrote.
const ManifestView* ExecutionImpl::produced_view(const ManifestTensor& tensor) const {
  const ManifestView* out = nullptr;
  for (const ManifestView& view : manifest_.views) {
    if (view.tensor != tensor.name || !memory_.contains(view.name)) continue;
    bool zeroed =
        std::any_of(manifest_.plan.begin(), manifest_.plan.end(), [&](const ManifestStep& step) {
          return step.kind == ManifestStep::Kind::Zero && step.view == view.name;
        });
    if (!kernel_writes(view.name) && !zeroed) continue;
    if (!out || is_storage(tensor, view)) out = &view;
  }
  return out;
}

MemoryPtr ExecutionImpl::values(const std::string& name) const {
  const ManifestTensor* tensor = manifest_.tensor(name);
  if (!tensor) return nullptr;
  if (tensor->role != ManifestTensor::Role::Input) {
    const ManifestView* made = produced_view(*tensor);
    return made ? memory_.at(made->name).values : nullptr;
  }
  for (const ManifestView& view : manifest_.views)
    if (is_storage(*tensor, view) && memory_.contains(view.name))
      return memory_.at(view.name).values;
  return nullptr;
}

const ViewMemory* ExecutionImpl::produced(const std::string& name) const {
  const ManifestTensor* tensor = manifest_.tensor(name);
  const bool made = tensor && tensor->role != ManifestTensor::Role::Input;
  const ManifestView* view = made ? produced_view(*tensor) : nullptr;
  return view ? &memory_.at(view->name) : nullptr;
}

std::optional<Coo> ExecutionImpl::fetch(const ManifestView& view, Diagnostics& diagnostics) {
  return fetch(view, memory_.at(view.name).request.absent, diagnostics);
}

std::optional<Coo> ExecutionImpl::fetch(const ManifestView& view, double absent,
                                        Diagnostics& diagnostics) {
  std::optional<Stored> stored = stored_of(memory_.at(view.name), position_bits_, diagnostics);
  if (!stored) return std::nullopt;
  return unpack(*stored, memory_.at(view.name).shape, absent);
}

ElementType ExecutionImpl::type_of(const ManifestWorkspace& workspace) const {
  switch (workspace.type) {
    case ManifestWorkspace::Type::Value:
      return arithmetic();
    case ManifestWorkspace::Type::Coord:
      return integer_of(manifest_.index_bits);
    case ManifestWorkspace::Type::Pos:
      return integer_of(position_bits_);
    case ManifestWorkspace::Type::Mask:
      return ElementType::I32;
    case ManifestWorkspace::Type::Size:
      break;
  }
  return ElementType::I64;
}

std::optional<Array> ExecutionImpl::read_workspace(const std::string& name,
                                                   Diagnostics& diagnostics) {
  const ManifestWorkspace* described = manifest_.workspace(name);
  auto memory = workspaces_.find(name);
  if (!described || memory == workspaces_.end()) {
    internal(fmt::format("lacks the workspace '{}', or only the run tells its size", name),
             diagnostics);
    return std::nullopt;
  }
  const ElementType type = type_of(*described);
  Array out(type, memory->second->bytes() / size_of(type));
  if (!backend_.download(*memory->second, out.bytes, diagnostics)) return std::nullopt;
  return out;
}

int64_t floor_bytes(const Manifest& manifest, const std::vector<StoredView>& views) {
  std::map<std::string, int64_t> least;
  for (const StoredView& view : views) {
    const ManifestTensor* tensor = manifest.tensor(view.tensor);
    if (!tensor || tensor->role == ManifestTensor::Role::Intermediate) continue;
    auto [at, fresh] = least.emplace(view.tensor, view.bytes);
    if (!fresh) at->second = std::min(at->second, view.bytes);
  }
  int64_t out = 0;
  for (const auto& [tensor, bytes] : least) out += bytes;
  return out;
}

}  // namespace teaal::runtime::plan
