#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "runtime/gpu/baselines.h"

namespace teaal::runtime::gpu {

// The remark that `what` is not measured beside us.
void baseline_absent(Diagnostics&, const std::string& what, const std::string& reason);

// True if every extent fits the 32-bit sizes of the vendor's interface; else a remark names the
// library.
bool extents_fit_int(Diagnostics&, const std::string& library, std::initializer_list<int64_t>);

// Microseconds since it was made.
class PreparationClock {
 public:
  double us() const {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// A Baseline around `call`, which returns the library's status (0 is success); `status_text` words
// the others.
template <class Call, class StatusText>
Baseline make_baseline(std::string name, double prepare_us, Call call, StatusText status_text) {
  auto failure = std::make_shared<std::string>();
  auto run = [call = std::move(call), status_text, failure, name] {
    const int status = call();
    if (status != 0) *failure = name + " failed with " + status_text(status);
    return status == 0;
  };
  return {std::move(name), std::move(run), prepare_us, failure};
}

// No baseline at all is nullopt.
inline std::optional<std::vector<Baseline>> any_of(std::vector<Baseline> baselines) {
  if (baselines.empty()) return std::nullopt;
  return baselines;
}

// The vendor's number for a value type that has one (cudaDataType).
constexpr int cuda_type_of(ElementType type) {
  return type == ElementType::F16 ? 2 : type == ElementType::BF16 ? 14 : 0;
}

template <class T>
T* device_pointer(uint64_t address) {
  return reinterpret_cast<T*>(address);
}

}  // namespace teaal::runtime::gpu
