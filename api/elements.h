#pragma once
#include <fmt/format.h>

#include <algorithm>

#include "include/teaal/teaal.h"
#include "runtime/manifest/manifest.h"
#include "runtime/tensor/tensor.h"
#include "runtime/tensor/value_type.h"

// Elements of the C API's arrays; for the files that convert them.
namespace teaal::api {

using namespace runtime;

static_assert(static_cast<int>(ElementType::I8) == TEAAL_I8 &&
              static_cast<int>(ElementType::I64) == TEAAL_I64 &&
              static_cast<int>(ElementType::F16) == TEAAL_F16 &&
              static_cast<int>(ElementType::F64) == TEAAL_F64);

inline ElementType type_of(const teaal_array& array) {
  return static_cast<ElementType>(array.type);
}

// f(pointer to the elements), by their type.
template <class F>
auto with_elements(const teaal_array& array, F&& f) {
  switch (type_of(array)) {
    case ElementType::I8:
      return f(static_cast<int8_t*>(array.data));
    case ElementType::I16:
      return f(static_cast<int16_t*>(array.data));
    case ElementType::I32:
      return f(static_cast<int32_t*>(array.data));
    case ElementType::I64:
      return f(static_cast<int64_t*>(array.data));
    case ElementType::F16:
      return f(static_cast<Half*>(array.data));
    case ElementType::BF16:
      return f(static_cast<Bfloat16*>(array.data));
    case ElementType::F32:
      return f(static_cast<float*>(array.data));
    case ElementType::F64:
      break;
  }
  return f(static_cast<double*>(array.data));
}

inline size_t bytes_of(const teaal_array& array) {
  return static_cast<size_t>(array.elements) * size_of(type_of(array));
}

inline bool wrong(const ManifestTensor& tensor, const std::string& what, Diagnostics& diagnostics,
                  Code code = Code::Usage) {
  diagnostics.error(code, {}, fmt::format("{}: {}", tensor.name, what));
  return false;
}

// Its ranks' places in the declaration, in storage order.
inline std::vector<int> order_of(const ManifestTensor& tensor) {
  std::vector<int> out;
  for (const std::string& rank : tensor.rank_order)
    out.push_back(static_cast<int>(std::find(tensor.ranks.begin(), tensor.ranks.end(), rank) -
                                   tensor.ranks.begin()));
  return out;
}

inline LevelFormat level_format(char letter) {
  return letter == 'U'   ? LevelFormat::Uncompressed
         : letter == 'C' ? LevelFormat::Compressed
                         : LevelFormat::Bitmask;
}

// Strides of a row-major array where none are given.
inline teaal_tensor with_strides(teaal_tensor t) {
  if (std::any_of(t.strides, t.strides + t.ranks, [](int64_t s) { return s != 0; })) return t;
  int64_t stride = 1;
  for (int r = t.ranks - 1; r >= 0; --r) {
    t.strides[r] = stride;
    stride *= std::max<int64_t>(1, t.shape[r]);
  }
  return t;
}

// f(coordinates, offset of the element), row-major.
template <class F>
void for_each_element(const teaal_tensor& dense, F&& f) {
  const teaal_tensor t = with_strides(dense);
  std::vector<int64_t> at(static_cast<size_t>(t.ranks), 0);
  if (std::find(t.shape, t.shape + t.ranks, 0) != t.shape + t.ranks) return;
  for (int64_t offset = 0;;) {
    f(at, offset);
    int r = t.ranks - 1;
    for (; r >= 0; --r) {
      offset += t.strides[r];
      if (++at[static_cast<size_t>(r)] < t.shape[r]) break;
      offset -= t.strides[r] * t.shape[r];
      at[static_cast<size_t>(r)] = 0;
    }
    if (r < 0) return;
  }
}

}  // namespace teaal::api
