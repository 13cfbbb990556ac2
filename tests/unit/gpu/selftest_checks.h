#pragma once
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "runtime/gpu/gpu.h"

namespace teaal::runtime::gpu {

// Prints one line a check and remembers whether all held.
class Checks {
 public:
  bool that(bool holds, const std::string& what, const std::string& seen = "") {
    std::printf("%s  %s%s%s\n", holds ? "ok  " : "FAIL", what.c_str(), seen.empty() ? "" : ": ",
                seen.c_str());
    std::fflush(stdout);
    failures_ += !holds;
    return holds;
  }

  // A step that must work: its diagnostics are shown if it does not.
  template <class Result>
  bool works(const Result& result, const std::string& what, const Diagnostics& diagnostics) {
    bool good = that(static_cast<bool>(result), what);
    if (!good) show(diagnostics);
    return good;
  }

  // A step that must be refused, with `code` and a message that contains `part`.
  void refused(bool result, const std::string& what, const Diagnostics& diagnostics, Code code,
               const std::string& part) {
    bool found = false;
    for (const Diagnostic& d : diagnostics.all())
      found |= d.code == code && d.message.find(part) != std::string::npos;
    if (!that(!result && found, "refused: " + what)) show(diagnostics);
  }

  void show(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics.all()) std::printf("      %s", render(d).c_str());
  }

  int failures() const { return failures_; }

 private:
  int failures_ = 0;
};

inline std::vector<float> random_floats(size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> values(-1, 1);
  std::vector<float> out(count);
  for (float& value : out) value = values(generator);
  return out;
}

// A device copy of `host`; null after a reported failure.
template <class T>
std::shared_ptr<Buffer> on_device(Device& device, const std::vector<T>& host,
                                  Diagnostics& diagnostics) {
  auto buffer = Buffer::allocate(device, host.size() * sizeof(T), diagnostics);
  if (buffer && !buffer->upload(host.data(), host.size() * sizeof(T), diagnostics)) return nullptr;
  return buffer;
}

template <class T>
std::vector<T> on_host(const Buffer& buffer, Diagnostics& diagnostics) {
  std::vector<T> out(buffer.bytes() / sizeof(T));
  buffer.download(out.data(), buffer.bytes(), diagnostics);
  return out;
}

// The largest |got - want| / scale; infinite if a value is not finite.
inline double worst_error(const std::vector<float>& got, const std::vector<double>& want,
                          const std::vector<double>& scale) {
  if (got.size() != want.size()) return INFINITY;
  double worst = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    double error = std::abs(got[i] - want[i]) / std::max(scale[i], 1e-30);
    if (!std::isfinite(error)) return INFINITY;
    worst = std::max(worst, error);
  }
  return worst;
}

// selftest_baselines.cc
void check_baselines(Device&, Checks&);

}  // namespace teaal::runtime::gpu
