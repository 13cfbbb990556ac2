#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace teaal::runtime {

enum class ElementType { I32, I64, F32, F64 };

constexpr size_t size_of(ElementType type) {
  return type == ElementType::I32 || type == ElementType::F32 ? 4 : 8;
}

template <class T>
constexpr ElementType element_type_of();
template <>
constexpr ElementType element_type_of<int32_t>() {
  return ElementType::I32;
}
template <>
constexpr ElementType element_type_of<int64_t>() {
  return ElementType::I64;
}
template <>
constexpr ElementType element_type_of<float>() {
  return ElementType::F32;
}
template <>
constexpr ElementType element_type_of<double>() {
  return ElementType::F64;
}

// A host array whose element type is known at run time. `bytes` holds size() elements back to back.
struct Array {
  ElementType type = ElementType::F32;
  std::vector<std::byte> bytes;

  Array() = default;
  Array(ElementType element_type, size_t count)
      : type(element_type), bytes(count * size_of(element_type)) {}

  template <class T>
  static Array of(std::span<const T> values) {
    Array out(element_type_of<T>(), values.size());
    std::copy_n(reinterpret_cast<const std::byte*>(values.data()), out.bytes.size(),
                out.bytes.data());
    return out;
  }

  size_t size() const { return bytes.size() / size_of(type); }
  template <class T>
  std::span<T> as() {
    assert(type == element_type_of<T>());
    return {reinterpret_cast<T*>(bytes.data()), size()};
  }
  template <class T>
  std::span<const T> as() const {
    assert(type == element_type_of<T>());
    return {reinterpret_cast<const T*>(bytes.data()), size()};
  }
};

}  // namespace teaal::runtime
