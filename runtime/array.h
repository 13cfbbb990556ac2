#pragma once
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace teaal::runtime {

enum class ElementType { I8, I16, I32, I64, F16, BF16, F32, F64 };

// Elements of 16 bits; value_type.h gives them meaning.
struct Half {
  uint16_t bits;
};
struct Bfloat16 {
  uint16_t bits;
};

constexpr size_t size_of(ElementType type) {
  constexpr size_t sizes[] = {1, 2, 4, 8, 2, 2, 4, 8};
  return sizes[static_cast<size_t>(type)];
}

constexpr ElementType integer_of(int bits) {
  return bits == 8    ? ElementType::I8
         : bits == 16 ? ElementType::I16
         : bits == 32 ? ElementType::I32
                      : ElementType::I64;
}

template <class T>
constexpr ElementType element_type_of();
template <>
constexpr ElementType element_type_of<int8_t>() {
  return ElementType::I8;
}
template <>
constexpr ElementType element_type_of<int16_t>() {
  return ElementType::I16;
}
template <>
constexpr ElementType element_type_of<int32_t>() {
  return ElementType::I32;
}
template <>
constexpr ElementType element_type_of<int64_t>() {
  return ElementType::I64;
}
template <>
constexpr ElementType element_type_of<Half>() {
  return ElementType::F16;
}
template <>
constexpr ElementType element_type_of<Bfloat16>() {
  return ElementType::BF16;
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

// f(span of the array's elements), which are integers.
template <class AnyArray, class F>
decltype(auto) with_integers(AnyArray& array, F&& f) {
  switch (array.type) {
    case ElementType::I8:
      return f(array.template as<int8_t>());
    case ElementType::I16:
      return f(array.template as<int16_t>());
    case ElementType::I64:
      return f(array.template as<int64_t>());
    default:
      return f(array.template as<int32_t>());
  }
}

}  // namespace teaal::runtime
