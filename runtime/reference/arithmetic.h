#pragma once
#include <cstdint>

namespace teaal::runtime {

// What reference math adds and multiplies in: reals, or 32-bit integers modulo 2^32, which doubles
// hold exactly.
struct Arithmetic {
  bool wraps = false;

  double sum(double a, double b) const {
    return wraps ? wrapped(static_cast<int64_t>(a) + static_cast<int64_t>(b)) : a + b;
  }
  double product(double a, double b) const {
    return wraps ? wrapped(static_cast<int64_t>(a) * static_cast<int64_t>(b)) : a * b;
  }
  double repeated(double a, int64_t times) const {
    return wraps ? product(a, wrapped(times)) : a * static_cast<double>(times);
  }

 private:
  static double wrapped(int64_t value) {
    return static_cast<int32_t>(static_cast<uint32_t>(value));
  }
};

}  // namespace teaal::runtime
