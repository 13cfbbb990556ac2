#pragma once
#include <string_view>

namespace teaal::emit {

// How values of a type look in CUDA C++. The IR knows one kind of value; which type it has is
// settled here.
struct ValueType {
  std::string_view name;          // "f16", as in --type
  std::string_view arithmetic;    // what sums and products are in
  std::string_view stored;        // an element in memory; empty: as in arithmetic
  std::string_view load, store;   // device functions between the two; empty: none is needed
  std::string_view interface;     // an element in the launcher's header
  std::string_view interface_is;  // said about it there; may be empty
  bool wraps = false;             // + - * go modulo 2^32, by device functions

  // Elements have fewer bits than the arithmetic: each is to be rounded once, when its sum is done.
  bool narrow() const { return !load.empty(); }
};

// `name` is one of f32, f64, f16, bf16, i32.
const ValueType& value_type(std::string_view name);

}  // namespace teaal::emit
