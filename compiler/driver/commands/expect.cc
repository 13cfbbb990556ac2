#include "compiler/driver/commands/expect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "runtime/plan/arguments.h"
#include "runtime/tensor/value_type.h"

namespace teaal::driver {
namespace {

using runtime::Coo;

constexpr size_t most_shown = 5;

bool read_tolerance(const std::string& option, Expectation& out, bool& taken, UsageError& error) {
  const bool relative = option.starts_with("rtol=");
  taken = relative || option.starts_with("atol=");
  if (!taken) return true;
  std::optional<double> value = runtime::plan::parse_real(option.substr(5));
  if (!value || *value < 0) {
    error = {fmt::format("'{}' is no tolerance", option), "write it like rtol=1e-5"};
    return false;
  }
  if (relative)
    out.rtol = value;
  else
    out.atol = *value;
  return true;
}

bool read_expectation(const std::string& text, Expectation& out, UsageError& error) {
  auto pair = runtime::plan::split_assignment(text);
  if (!pair || pair->second.empty()) {
    error = {fmt::format("'--expect {}' is not of the form T=file", text),
             "write it like --expect Z=z.tns,rtol=1e-5"};
    return false;
  }
  out.tensor = pair->first;
  std::string rest = pair->second;
  for (size_t begin = 0; begin <= rest.size();) {
    const size_t end = std::min(rest.find(',', begin), rest.size());
    const std::string option = rest.substr(begin, end - begin);
    bool tolerance = false;
    if (begin > 0 && !read_tolerance(option, out, tolerance, error)) return false;
    if (!tolerance) out.source += (out.source.empty() ? "" : ",") + option;
    begin = end + 1;
  }
  return true;
}

// Row-major values as a list of coordinates.
std::optional<Coo> listed(const Expectation& expected, const std::vector<int64_t>& shape,
                          double absent, Diagnostics& diagnostics) {
  Coo out;
  out.shape = shape;
  out.coords.resize(shape.size());
  int64_t elements = 1;
  for (int64_t extent : shape) elements *= extent;
  if (static_cast<int64_t>(expected.values.size()) != elements) {
    diagnostics.error(Code::Mismatch, {},
                      fmt::format("{} has {} elements, {} values are expected", expected.tensor,
                                  elements, expected.values.size()));
    return std::nullopt;
  }
  for (int64_t i = 0; i < elements; ++i) {
    const double value = expected.values[static_cast<size_t>(i)];
    if (value == absent) continue;
    int64_t rest = i;
    for (size_t r = shape.size(); r-- > 0; rest /= shape[r])
      out.coords[r].push_back(static_cast<int32_t>(rest % shape[r]));
    out.values.push_back(value);
  }
  return out;
}

std::optional<Coo> wanted(const Expectation& expected, const Coo& got, double absent,
                          runtime::ElementType type, Diagnostics& diagnostics) {
  if (expected.inlined()) return listed(expected, got.shape, absent, diagnostics);
  runtime::SourceNotes notes;
  runtime::KnownShape known(got.shape.begin(), got.shape.end());
  auto out = runtime::read_source(expected.source, known, diagnostics, notes, absent, type);
  if (!out) return std::nullopt;
  const bool fits =
      out->order() == got.order() &&
      (notes.shape_from_header ? out->shape == got.shape
                               : std::equal(got.shape.begin(), got.shape.end(), out->shape.begin(),
                                            [](int64_t a, int64_t b) { return a >= b; }));
  if (fits) return out;
  diagnostics.error(
      Code::Mismatch, {},
      fmt::format("{} has shape {}, {} has {}", expected.tensor, fmt::join(got.shape, " × "),
                  expected.source, fmt::join(out->shape, " × ")));
  return std::nullopt;
}

// -1: entry a of x stands before entry b of y.
int order_of(const Coo& x, size_t a, const Coo& y, size_t b) {
  for (size_t r = 0; r < x.order(); ++r)
    if (x.coords[r][a] != y.coords[r][b]) return x.coords[r][a] < y.coords[r][b] ? -1 : 1;
  return 0;
}

class Comparison {
 public:
  Comparison(const Expectation& expected, double rtol, double absent)
      : expected_(expected), rtol_(rtol), absent_(absent) {}

  void run(const Coo& got, const Coo& want) {
    for (size_t g = 0, w = 0; g < got.entries() || w < want.entries();) {
      int order = g == got.entries() ? 1 : w == want.entries() ? -1 : order_of(got, g, want, w);
      const Coo& at = order <= 0 ? got : want;
      check(at, order <= 0 ? g : w, order <= 0 ? got.values[g] : absent_,
            order >= 0 ? want.values[w] : absent_);
      g += order <= 0;
      w += order >= 0;
    }
  }

  void tell(Diagnostics& diagnostics) const {
    if (differ_ == 0) return;
    Diagnostic& d =
        diagnostics.error(Code::Mismatch, {},
                          fmt::format("{} differs from what is expected at {} element{}",
                                      expected_.tensor, differ_, differ_ == 1 ? "" : "s"));
    for (const std::string& one : first_) d.note({}, one);
  }

 private:
  void check(const Coo& at, size_t entry, double got, double want) {
    const bool near = std::isfinite(got) && std::isfinite(want) &&
                      std::fabs(got - want) <= expected_.atol + rtol_ * std::fabs(want);
    const bool alike = near || got == want || (std::isnan(got) && std::isnan(want));
    if (alike) return;
    if (++differ_ > most_shown) return;
    std::vector<int32_t> coordinates;
    for (const auto& rank : at.coords) coordinates.push_back(rank[entry]);
    first_.push_back(fmt::format("{}[{}] is {:.9g}, expected {:.9g}", expected_.tensor,
                                 fmt::join(coordinates, ", "), got, want));
  }

  const Expectation& expected_;
  double rtol_, absent_;
  size_t differ_ = 0;
  std::vector<std::string> first_;
};

}  // namespace

double relative_tolerance(const std::string& value_type) {
  if (value_type == "f64") return 1e-12;
  if (value_type == "f16") return 2e-3;
  if (value_type == "bf16") return 1.6e-2;
  return value_type == "i32" ? 0 : 1e-5;
}

bool read_expectations(const std::vector<std::string>& texts, std::vector<Expectation>& out,
                       UsageError& error) {
  for (const std::string& text : texts) {
    Expectation one;
    if (!read_expectation(text, one, error)) return false;
    out.push_back(std::move(one));
  }
  return true;
}

void compare(const Expectation& expected, const runtime::Manifest& manifest,
             const std::map<std::string, Coo>& outputs, Diagnostics& diagnostics) {
  auto got = outputs.find(expected.tensor);
  if (got == outputs.end()) return;
  const double absent = manifest.tensor(expected.tensor)->absent;
  // Files hold more digits than f16 does; they are compared as they are.
  auto want = wanted(expected, got->second, absent, runtime::ElementType::F64, diagnostics);
  if (!want) return;
  Comparison comparison(expected, expected.rtol.value_or(relative_tolerance(manifest.value_type)),
                        absent);
  comparison.run(got->second, *want);
  comparison.tell(diagnostics);
}

}  // namespace teaal::driver
