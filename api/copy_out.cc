#include <cstring>

#include "api/convert.h"
#include "api/elements.h"
#include "runtime/tensor/tensor.h"

namespace teaal::api {

void fill_dense(const Coo& from, double absent, const teaal_tensor& to) {
  const teaal_tensor t = with_strides(to);
  with_elements(t.values, [&](auto* data) {
    using Element = std::remove_reference_t<decltype(*data)>;
    auto element = [](double value) {
      if constexpr (std::is_integral_v<Element> && !std::is_same_v<Element, int32_t>)
        return static_cast<Element>(value);
      else
        return element_of<Element>(value);
    };
    for_each_element(
        t, [&](const std::vector<int64_t>&, int64_t offset) { data[offset] = element(absent); });
    for (size_t e = 0; e < from.entries(); ++e) {
      int64_t offset = 0;
      for (int r = 0; r < t.ranks; ++r)
        offset += t.strides[r] * from.coords[static_cast<size_t>(r)][e];
      data[offset] = element(from.values[e]);
    }
  });
}

namespace {

// Memory of the caller for one array.
class Taker {
 public:
  Taker(teaal_allocator allocate, void* context, Diagnostics& diagnostics)
      : allocate_(allocate), context_(context), diagnostics_(diagnostics) {}

  bool take(teaal_array& array, int64_t elements, ElementType type, const std::string& what) {
    array = {nullptr, elements, static_cast<teaal_type>(type), TEAAL_HOST};
    if (elements == 0) return true;
    array.data = allocate_(context_, bytes_of(array), what.c_str());
    if (array.data) return true;
    diagnostics_.error(Code::RunFailed, {},
                       fmt::format("the allocator has no {} bytes for {}", bytes_of(array), what));
    return false;
  }

 private:
  teaal_allocator allocate_;
  void* context_;
  Diagnostics& diagnostics_;
};

bool copy_dense(const Coo& from, const ManifestTensor& tensor, ElementType type, Taker& taker,
                teaal_tensor& to) {
  int64_t elements = 1;
  for (const int64_t extent : from.shape) elements *= extent;
  if (!taker.take(to.values, elements, type, tensor.name + ".values")) return false;
  to = with_strides(to);
  if (elements > 0) fill_dense(from, tensor.absent, to);
  return true;
}

bool copy_values(const Coo& from, const ManifestTensor& tensor, ElementType type, Taker& taker,
                 teaal_tensor& to) {
  const auto entries = static_cast<int64_t>(from.entries());
  if (!taker.take(to.values, entries, type, tensor.name + ".values")) return false;
  teaal_tensor list = to;  // as a dense list of its entries
  list.layout = TEAAL_DENSE;
  list.ranks = 1;
  list.shape[0] = entries;
  std::fill_n(list.strides, TEAAL_MOST_RANKS, 0);
  Coo flat{{entries}, {std::vector<int32_t>(from.entries())}, from.values};
  for (size_t e = 0; e < from.entries(); ++e) flat.coords[0][e] = static_cast<int32_t>(e);
  if (entries > 0) fill_dense(flat, 0, list);
  return true;
}

bool copy_coords(const std::vector<int32_t>& from, const std::string& name, Taker& taker,
                 teaal_array& to) {
  if (!taker.take(to, static_cast<int64_t>(from.size()), ElementType::I32, name)) return false;
  if (!from.empty()) std::memcpy(to.data, from.data(), from.size() * sizeof(int32_t));
  return true;
}

bool copy_rows(Coo from, const ManifestTensor& tensor, ElementType type, Taker& taker,
               teaal_tensor& to) {
  const bool columns = to.layout == TEAAL_CSC;
  if (columns) {  // sorted by columns as rows of the transposed matrix are
    std::swap(from.shape[0], from.shape[1]);
    std::swap(from.coords[0], from.coords[1]);
    canonicalize(from);
  }
  if (!copy_values(from, tensor, type, taker, to) ||
      !copy_coords(from.coords[1], tensor.name + ".coords", taker, to.coords[0]) ||
      !taker.take(to.segments[0], from.shape[0] + 1, ElementType::I64, tensor.name + ".segments"))
    return false;
  auto* segments = static_cast<int64_t*>(to.segments[0].data);
  std::fill_n(segments, from.shape[0] + 1, 0);
  for (const int32_t row : from.coords[0]) ++segments[row + 1];
  for (int64_t f = 0; f < from.shape[0]; ++f) segments[f + 1] += segments[f];
  return true;
}

}  // namespace

bool copy_out(const Coo& from, const ManifestTensor& tensor, ElementType type, teaal_layout layout,
              teaal_allocator allocate, void* context, teaal_tensor& to, Diagnostics& diagnostics) {
  if (from.order() > TEAAL_MOST_RANKS)
    return wrong(tensor, fmt::format("has more than {} ranks", TEAAL_MOST_RANKS), diagnostics);
  to = {};
  to.struct_bytes = sizeof(teaal_tensor);
  to.layout = layout;
  to.ranks = static_cast<int32_t>(from.order());
  std::copy(from.shape.begin(), from.shape.end(), to.shape);
  Taker taker(allocate, context, diagnostics);
  switch (layout) {
    case TEAAL_DENSE:
      return copy_dense(from, tensor, type, taker, to);
    case TEAAL_COO:
      for (size_t r = 0; r < from.order(); ++r)
        if (!copy_coords(from.coords[r], tensor.name + "." + tensor.ranks[r] + ".coords", taker,
                         to.coords[r]))
          return false;
      return copy_values(from, tensor, type, taker, to);
    case TEAAL_CSR:
    case TEAAL_CSC:
      if (from.order() != 2) return wrong(tensor, "CSR and CSC have two ranks", diagnostics);
      return copy_rows(from, tensor, type, taker, to);
    case TEAAL_STORED:
      break;
  }
  return wrong(tensor, "cannot be fetched in this layout", diagnostics);
}

}  // namespace teaal::api
