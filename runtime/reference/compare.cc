#include <fmt/format.h>

#include <cmath>

#include "runtime/reference/reference.h"
#include "runtime/tensor/value_type.h"

namespace teaal::runtime {
namespace {

// Walks two canonical lists together.
class Comparer {
 public:
  Comparer(const std::string& name, const Coo& got, const ReferenceOutput& want,
           const std::string& value_type, int64_t max_terms)
      : name_(name),
        got_(got),
        want_(want),
        max_terms_(max_terms),
        type_(value_type_named(value_type).value_or(ElementType::F32)) {}

  Comparison compare() {
    size_t g = 0, w = 0;
    while (g < got_.entries() || w < want_.value.entries()) {
      int order = compare_coordinates(g, w);
      if (order < 0)
        check(got_.values[g], want_.absent, 0, 0, got_, g);
      else
        check_wanted(order == 0 ? got_.values[g] : want_.absent, w);
      g += order <= 0;
      w += order >= 0;
    }
    return std::move(out_);
  }

 private:
  int compare_coordinates(size_t g, size_t w) const {
    if (g == got_.entries()) return 1;
    if (w == want_.value.entries()) return -1;
    for (size_t r = 0; r < got_.order(); ++r) {
      int32_t a = got_.coords[r][g], b = want_.value.coords[r][w];
      if (a != b) return a < b ? -1 : 1;
    }
    return 0;
  }

  void check_wanted(double got, size_t w) {
    int64_t terms = want_.terms.empty() ? max_terms_ : want_.terms[w];
    check(got, want_.value.values[w], want_.magnitude.values[w], terms, want_.value, w);
  }

  void check(double got, double want, double magnitude, int64_t terms, const Coo& place,
             size_t entry) {
    ++out_.checked;
    double eps = epsilon_of(arithmetic_of(type_)), least = least_normal_of(arithmetic_of(type_));
    double bound =
        eps * (4 + static_cast<double>(terms) + want_.operand_rounding) * magnitude + least;
    if (!std::isfinite(want) && same_non_finite(got, want)) return;
    if (narrow() && !widen(got, want, bound)) return;
    double error = std::fabs(got - want);
    bool passes = std::isfinite(got) && error <= bound;
    if (!std::isfinite(error)) error = HUGE_VAL;
    if (bound == 0) bound = 1;  // of integers: an error is its own measure
    out_.max_abs_error = std::max(out_.max_abs_error, error);
    out_.max_error_over_bound =
        std::max(out_.max_error_over_bound, passes ? error / bound : std::max(error / bound, 1.0));
    if (passes) return;
    if (out_.mismatches++ == 0)
      out_.first_mismatch = fmt::format("{}[{}] is {:.9g}, should be {:.9g} (bound {:.3g})", name_,
                                        coordinates(place, entry), got, want, bound);
  }

  bool narrow() const { return arithmetic_of(type_) != type_; }

  // The bound of a sum, widened to what rounding it may give. False if `got` is an infinity that a
  // sum within the bound rounds to.
  bool widen(double got, double want, double& bound) const {
    double low = rounded(want - bound, type_), high = rounded(want + bound, type_);
    if (std::isinf(got) && (got == low || got == high)) return false;
    bound = std::max(std::isfinite(high) ? high - want : bound,
                     std::isfinite(low) ? want - low : bound);
    return true;
  }

  // NaN must be NaN, an infinity the same infinity.
  static bool same_non_finite(double got, double want) {
    return std::isnan(want) ? std::isnan(got) : got == want;
  }

  static std::string coordinates(const Coo& list, size_t entry) {
    std::string out;
    for (const auto& coords : list.coords)
      out += fmt::format("{}{}", out.empty() ? "" : ", ", coords[entry]);
    return out;
  }

  const std::string& name_;
  const Coo& got_;
  const ReferenceOutput& want_;
  int64_t max_terms_;
  ElementType type_;
  Comparison out_;
};

}  // namespace

Comparison compare(const std::string& name, const Coo& got, const ReferenceOutput& want,
                   const std::string& value_type, int64_t max_terms) {
  return Comparer(name, got, want, value_type, max_terms).compare();
}

}  // namespace teaal::runtime
