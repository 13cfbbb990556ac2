#include "api/convert.h"
#include "api/elements.h"

// Tensors of the C API as the machine's kernels unroll them.
namespace teaal::api {
namespace {

// Arrays where kernels run: those that lie there, the others sent.
class Sender {
 public:
  Sender(std::string tensor, plan::Backend& backend, Diagnostics& diagnostics)
      : tensor_(std::move(tensor)), backend_(backend), diagnostics_(diagnostics) {}

  plan::DeviceArray take(const teaal_array& array) {
    if (array.elements == 0) return {nothing(), type_of(array), 0};
    const teaal_place there = backend_.info().gpu ? TEAAL_DEVICE : TEAAL_HOST;
    plan::MemoryPtr memory;
    if (array.place == there) {
      memory = backend_.borrow(tensor_, array.data, bytes_of(array));
    } else {
      memory = backend_.allocate(tensor_, bytes_of(array), diagnostics_);
      const std::span bytes(static_cast<const std::byte*>(array.data), bytes_of(array));
      sent_ = sent_ && memory && backend_.upload(*memory, bytes, diagnostics_);
    }
    return {memory, type_of(array), array.elements};
  }
  bool sent() const { return sent_; }

 private:
  plan::MemoryPtr nothing() { return backend_.borrow(tensor_, nullptr, 0); }

  std::string tensor_;
  plan::Backend& backend_;
  Diagnostics& diagnostics_;
  bool sent_ = true;
};

plan::DeviceLayout rows_of(const teaal_tensor& t, Sender& sender) {
  const int row = t.layout == TEAAL_CSC;
  plan::DeviceLayout out;
  out.levels = {
      {LevelFormat::Uncompressed, row},
      {LevelFormat::Compressed, 1 - row, sender.take(t.segments[0]), sender.take(t.coords[0])}};
  return out;
}

plan::DeviceLayout stored_of(const teaal_tensor& t, const ManifestTensor& tensor, Sender& sender) {
  plan::DeviceLayout out;
  const std::vector<int> order = order_of(tensor);
  for (size_t l = 0; l < tensor.formats.size(); ++l) {
    plan::DeviceLayout::Level level{level_format(tensor.formats[l]), order[l]};
    if (level.format == LevelFormat::Compressed) {
      level.segments = sender.take(t.segments[l]);
      level.coords = sender.take(t.coords[l]);
    } else if (level.format == LevelFormat::Bitmask) {
      level.masks = sender.take(t.masks[l]);
      level.bases = sender.take(t.bases[l]);
    }
    out.levels.push_back(std::move(level));
  }
  return out;
}

plan::DeviceLayout dense_of(const teaal_tensor& t) {
  const teaal_tensor strided = with_strides(t);
  plan::DeviceLayout out;
  for (int r = 0; r < t.ranks; ++r) out.levels.push_back({LevelFormat::Uncompressed, r});
  out.strides.assign(strided.strides, strided.strides + t.ranks);
  return out;
}

plan::DeviceLayout list_of(const teaal_tensor& t, Sender& sender) {
  plan::DeviceLayout out;
  for (int r = 0; r < t.ranks; ++r) out.coords.push_back(sender.take(t.coords[r]));
  return out;
}

}  // namespace

std::optional<plan::DeviceLayout> on_device(const teaal_tensor& t, const ManifestTensor& tensor,
                                            plan::Backend& backend, Diagnostics& diagnostics) {
  Sender sender(tensor.name, backend, diagnostics);
  plan::DeviceLayout out = t.layout == TEAAL_DENSE    ? dense_of(t)
                           : t.layout == TEAAL_COO    ? list_of(t, sender)
                           : t.layout == TEAAL_STORED ? stored_of(t, tensor, sender)
                                                      : rows_of(t, sender);
  out.shape.assign(t.shape, t.shape + t.ranks);
  out.values = sender.take(t.values);
  if (!sender.sent()) return std::nullopt;
  return out;
}

}  // namespace teaal::api
