#pragma once
#include <optional>
#include <string_view>

#include "runtime/array.h"

// The types that values can have (--type): how they are stored, and what they can hold.
namespace teaal::runtime {

// F32, F64, F16, BF16 or I32 by its name; nullopt for any other.
std::optional<ElementType> value_type_named(std::string_view name);
std::string_view name_of(ElementType value_type);

// What kernels compute in: F32 for F16 and BF16, else the type itself.
ElementType arithmetic_of(ElementType value_type);

// The nearest value of the type, ties to even; beyond its range an infinity, for I32 modulo 2^32 of
// the truncated number (0 for what is not finite).
double rounded(double value, ElementType value_type);

// The spacing of values behind 1, and the least normal value; 0 for I32.
double epsilon_of(ElementType value_type);
double least_normal_of(ElementType value_type);

// Elements as numbers, exactly; and `rounded` to elements.
double number_of(Half);
double number_of(Bfloat16);
template <class T>
double number_of(T element) {
  return static_cast<double>(element);
}
template <class T>
T element_of(double value);

// f(span of the array's elements), which are of a value type.
template <class AnyArray, class F>
decltype(auto) with_values(AnyArray& array, F&& f) {
  switch (array.type) {
    case ElementType::F16:
      return f(array.template as<Half>());
    case ElementType::BF16:
      return f(array.template as<Bfloat16>());
    case ElementType::I32:
      return f(array.template as<int32_t>());
    case ElementType::F64:
      return f(array.template as<double>());
    default:
      return f(array.template as<float>());
  }
}

}  // namespace teaal::runtime
