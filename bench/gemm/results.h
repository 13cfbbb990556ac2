#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/gemm/cases.h"

// What the measurements say. Times are microseconds.
namespace teaal::bench::gemm {

// ---- Right or wrong ----

struct Sample {
  size_t at = 0;
  double value = 0, magnitude = 0;  // the sums of a * b and of |a * b|
};

// What a product must be: by cuBLAS in fp32 everywhere, in f64 at samples.
struct Expected {
  std::vector<float> reference;
  std::vector<float> squares;  // the sums of (a * b)^2
  std::vector<Sample> samples;
};

struct Error {
  // The largest |result - reference| over the root of the element's sum of (a * b)^2, which is at
  // most its sum of |a * b|: rounding errors of either sign grow as the root does. Infinite where a
  // result is not finite or an empty sum is not 0.
  double worst = 0;
  // Of the samples: root of the summed squared errors over that of the summed squares.
  double rms = 0;
  // Of the samples: the largest |result - f64| over the sum of |a * b|; and the same of the
  // reference.
  double f64 = 0, f64_of_reference = 0;
};
Error compare(std::span<const float> result, const Expected&);

// The arithmetic that an error is worthy of: "fp32", "below fp32", "tf32", "bf16" or "wrong".
// `k` products are summed. fp32 is at most twice as far from f64 as the reference (or a rounding of
// the sum of |a * b|), whatever units it is computed with; tf32 is within 1e-3 of that sum, bf16
// within 8e-3.
std::string grade(const Error&, int64_t k);
// Whether a grade is at least as good as another.
bool as_good_as(const std::string& grade, const std::string& other);

// ---- Times ----

struct Step {
  std::string name;
  double us = 0;
};

// One routine on one case; medians.
struct Measurement {
  std::string who;
  bool ours = false;
  std::vector<Step> once;    // re-sorting, what depends on static operands: in no other time
  std::vector<Step> before;  // extraction, lists, packing: each alone
  double main_us = 0;        // the product, and what comes behind it
  double total_us = 0;       // all of it, one after the other
  Error error;
  std::string arithmetic = "fp32";  // the grade that its kernels promise
  std::string failure;              // why nothing was measured
};

struct CaseResult {
  Case what;
  double joint = 0;
  std::vector<Measurement> routines;  // peers first; cuBLAS in fp32 is the first of them

  const Measurement* of(const std::string& who) const;  // null unless it was measured
};

struct Results {
  std::string device, detail;
  Shape shape;
  int repeat = 0;
  std::vector<CaseResult> cases;
};

// ---- Lines ----

struct Point {
  double joint = 0, us = 0;
};

// us = intercept + slope * joint, by least squares. r2 is the share of the variance explained; 1
// where there is none.
struct Line {
  double intercept = 0, slope = 0, r2 = 1;
  size_t points = 0;
};
// Needs two different densities.
std::optional<Line> fit(std::span<const Point>);

// The joint density up to which the line stays at or below `us`, at most 1; nothing if it never is.
std::optional<double> crossover(const Line&, double us);

// The points of a routine in a family; a dense case belongs to all families but Grid and Blocks.
std::vector<Point> points_of(const Results&, const std::string& who, Family, bool total);

// ---- Reports ----

std::string to_markdown(const Results&);
std::string to_json(const Results&);
// Of ours: all ran and have the grade that they promise.
bool all_right(const Results&);

}  // namespace teaal::bench::gemm
