#include "bench/gemm/results.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace teaal::bench::gemm {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double error_at(double result, double reference, double squares) {
  double difference = std::fabs(result - reference);
  if (difference == 0) return 0;
  if (!std::isfinite(difference) || squares <= 0) return infinity;
  return difference / std::sqrt(squares);
}

double share_of(double difference, const Sample& sample) {
  if (difference == 0) return 0;
  if (!std::isfinite(difference) || sample.magnitude <= 0) return infinity;
  return std::fabs(difference) / sample.magnitude;
}

}  // namespace

Error compare(std::span<const float> result, const Expected& expected) {
  Error out;
  if (result.size() != expected.reference.size()) return {infinity, infinity, infinity, 0};
  for (size_t at = 0; at < result.size(); ++at)
    out.worst = std::max(out.worst, error_at(result[at], expected.reference[at],
                                             static_cast<double>(expected.squares[at])));
  double errors = 0, squares = 0;
  for (const Sample& sample : expected.samples) {
    double difference = static_cast<double>(result[sample.at]) - sample.value;
    out.f64 = std::max(out.f64, share_of(difference, sample));
    out.f64_of_reference = std::max(
        out.f64_of_reference,
        share_of(static_cast<double>(expected.reference[sample.at]) - sample.value, sample));
    errors += difference * difference;
    squares += sample.value * sample.value;
  }
  out.rms = squares > 0 ? std::sqrt(errors / squares) : errors > 0 ? infinity : 0;
  if (std::isnan(out.rms)) out.rms = infinity;
  return out;
}

// Over random operands the largest of many million errors is some six times the typical one, which
// fp32 sums let grow as the root of their length; one product left out of 4096 shows as 0.04.
std::string grade(const Error& error, int64_t k) {
  double fp32 = std::ldexp(8 * std::sqrt(static_cast<double>(std::max<int64_t>(k, 64))), -24);
  const double alike = std::max(2 * error.f64_of_reference, std::ldexp(1.0, -24));
  if (error.worst <= fp32 && error.f64 <= alike) return "fp32";
  if (error.worst <= 5e-4 && error.f64 <= 1e-4) return "below fp32";
  if (error.worst <= 6e-3 && error.f64 <= 1e-3) return "tf32";
  return error.worst <= 3e-2 && error.f64 <= 8e-3 ? "bf16" : "wrong";
}

bool as_good_as(const std::string& grade, const std::string& other) {
  constexpr const char* grades[] = {"fp32", "below fp32", "tf32", "bf16"};
  const auto place = std::ranges::find(grades, grade);
  return place != std::end(grades) && place <= std::ranges::find(grades, other);
}

const Measurement* CaseResult::of(const std::string& who) const {
  for (const Measurement& routine : routines)
    if (routine.who == who && routine.failure.empty()) return &routine;
  return nullptr;
}

std::optional<Line> fit(std::span<const Point> points) {
  Line out;
  out.points = points.size();
  double joint = 0, us = 0;
  for (const Point& point : points) {
    joint += point.joint / static_cast<double>(points.size());
    us += point.us / static_cast<double>(points.size());
  }
  double xx = 0, xy = 0, yy = 0;
  for (const Point& point : points) {
    xx += (point.joint - joint) * (point.joint - joint);
    xy += (point.joint - joint) * (point.us - us);
    yy += (point.us - us) * (point.us - us);
  }
  if (xx == 0) return std::nullopt;
  out.slope = xy / xx;
  out.intercept = us - out.slope * joint;
  out.r2 = yy > 0 ? xy * xy / (xx * yy) : 1;
  return out;
}

std::optional<double> crossover(const Line& line, double us) {
  if (line.intercept > us) return std::nullopt;
  if (line.slope <= 0) return 1;
  return std::min(1.0, (us - line.intercept) / line.slope);
}

std::vector<Point> points_of(const Results& run, const std::string& who, Family family,
                             bool total) {
  std::vector<Point> out;
  for (const CaseResult& result : run.cases) {
    bool dense = result.what.family == Family::Consistent && result.joint == 1 &&
                 family == Family::Independent;
    const Measurement* routine = result.of(who);
    if (routine && (dense || result.what.family == family))
      out.push_back({result.joint, total ? routine->total_us : routine->main_us});
  }
  return out;
}

bool all_right(const Results& run) {
  for (const CaseResult& result : run.cases)
    for (const Measurement& routine : result.routines)
      if (routine.ours && (!routine.failure.empty() ||
                           !as_good_as(grade(routine.error, run.shape.k), routine.arithmetic)))
        return false;
  return true;
}

}  // namespace teaal::bench::gemm
