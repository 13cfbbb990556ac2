#include "runtime/plan/execution.h"

// Inputs that lie in the machine's memory before a plan has them.
namespace teaal::runtime::plan {

int64_t Job::entries(const std::string& tensor) const {
  if (auto there = given.find(tensor); there != given.end()) return there->second.entries;
  auto input = inputs->find(tensor);
  return input == inputs->end() ? 0 : static_cast<int64_t>(input->second.entries());
}

// As they are where a kernel reads the storage itself; else re-sorted on the host.
bool ExecutionImpl::load_given(const ManifestView& view, const ManifestTensor& tensor,
                               ViewMemory memory, Diagnostics& diagnostics) {
  const GivenInput& given = job_.given.at(tensor.name);
  if (is_storage(tensor, view) &&
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
  auto coo = download_given(tensor, diagnostics);
  if (!coo) return false;
  copied_.insert(tensor.name);
  const auto kind = is_storage(tensor, view) ? StepTime::Kind::Pack : StepTime::Kind::Resort;
  if (!pack_into(view, *coo, memory, kind, diagnostics)) return false;
  memory_[view.name] = std::move(memory);
  return true;
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
