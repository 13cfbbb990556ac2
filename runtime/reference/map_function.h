#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/manifest/manifest.h"

namespace teaal::runtime {

// A value and how wrong a kernel's may be: by roundings * eps * magnitude. What is infinite or NaN
// is exact: its magnitude is 0.
struct Estimate {
  double value = 0, magnitude = 0;
};
Estimate exact(double value);

// Which values of those that make NaN something may have; any other is taken to be possible.
struct Specials {
  bool zero = false, infinite = false, minus_infinite = false, nan = false;

  void add(double value);
};

// A term's map: what its factors' values become. Errors follow by first-order propagation, so that
// exp(a) has magnitude exp(a) * (1 + |a|).
class MapFunction {
 public:
  // Nothing if the steps do not make one value of `factors` factors.
  static std::optional<MapFunction> read(const std::vector<std::string>& steps, size_t factors);
  static MapFunction product(size_t factors);

  Estimate operator()(std::span<const Estimate> factors);
  // The value where only some factors are known: nothing if it depends on the others. Cases in
  // which the arithmetic gives NaN do not count.
  std::optional<double> where_known(const std::vector<std::optional<double>>& factors) const;
  // Whether a function in it may give NaN (0 / 0, 0 * inf, inf - inf), or a factor is NaN.
  bool may_be_nan(std::span<const Specials> factors) const;
  bool multiplies() const;
  int64_t operations() const { return static_cast<int64_t>(steps_.size()); }

 private:
  enum class Kind { Factor, Number, Function };
  struct Step {
    Kind kind = Kind::Factor;
    size_t factor = 0;
    double number = 0;
    int function = 0;  // row of the table of functions
  };
  std::vector<Step> steps_;
  std::vector<Estimate> stack_;
};

// How the values that meet at an element of an output combine.
class Reduction {
 public:
  Reduction(ManifestEinsum::Reduce how, double identity) : how_(how), identity_(identity) {}

  bool adds() const { return how_ == ManifestEinsum::Reduce::Add; }
  // Whether a value that comes several times counts several times.
  bool counts() const { return adds() || how_ == ManifestEinsum::Reduce::Mul; }
  double identity() const { return identity_; }
  Estimate combine(const Estimate& a, const Estimate& b) const;
  Estimate repeated(const Estimate&, int64_t times) const;

 private:
  ManifestEinsum::Reduce how_;
  double identity_;
};

}  // namespace teaal::runtime
