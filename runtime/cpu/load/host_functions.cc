#include "runtime/cpu/load/host_functions.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "runtime/cpu/run/frame_arena.h"
#include "runtime/cpu/watch/checker.h"

namespace teaal::runtime::cpu {
namespace {

template <class Result, class... Parameters>
HostFunction function(const char* name, Result (*address)(Parameters...)) {
  return {name, reinterpret_cast<void*>(address)};
}

#define TEAAL_MATH1(name)                                         \
  function(#name "f", static_cast<float (*)(float)>(&::name##f)), \
      function(#name, static_cast<double (*)(double)>(&::name))
#define TEAAL_MATH2(name)                                                \
  function(#name "f", static_cast<float (*)(float, float)>(&::name##f)), \
      function(#name, static_cast<double (*)(double, double)>(&::name))

}  // namespace

std::span<const HostFunction> host_functions() {
  static const std::vector<HostFunction> functions = {
      TEAAL_MATH1(sqrt),
      TEAAL_MATH1(cbrt),
      TEAAL_MATH1(exp),
      TEAAL_MATH1(exp2),
      TEAAL_MATH1(expm1),
      TEAAL_MATH1(log),
      TEAAL_MATH1(log2),
      TEAAL_MATH1(log10),
      TEAAL_MATH1(log1p),
      TEAAL_MATH1(sin),
      TEAAL_MATH1(cos),
      TEAAL_MATH1(tan),
      TEAAL_MATH1(asin),
      TEAAL_MATH1(acos),
      TEAAL_MATH1(atan),
      TEAAL_MATH1(sinh),
      TEAAL_MATH1(cosh),
      TEAAL_MATH1(tanh),
      TEAAL_MATH1(asinh),
      TEAAL_MATH1(acosh),
      TEAAL_MATH1(atanh),
      TEAAL_MATH1(erf),
      TEAAL_MATH1(erfc),
      TEAAL_MATH1(tgamma),
      TEAAL_MATH1(lgamma),
      TEAAL_MATH1(floor),
      TEAAL_MATH1(ceil),
      TEAAL_MATH1(trunc),
      TEAAL_MATH1(round),
      TEAAL_MATH1(rint),
      TEAAL_MATH1(nearbyint),
      TEAAL_MATH1(fabs),
      TEAAL_MATH2(pow),
      TEAAL_MATH2(atan2),
      TEAAL_MATH2(hypot),
      TEAAL_MATH2(fmod),
      TEAAL_MATH2(fmax),
      TEAAL_MATH2(fmin),
      TEAAL_MATH2(fdim),
      TEAAL_MATH2(remainder),
      TEAAL_MATH2(copysign),
      function("fmaf", static_cast<float (*)(float, float, float)>(&::fmaf)),
      function("fma", static_cast<double (*)(double, double, double)>(&::fma)),
      function("ldexpf", static_cast<float (*)(float, int)>(&::ldexpf)),
      function("ldexp", static_cast<double (*)(double, int)>(&::ldexp)),
      function("memcpy", &::memcpy),
      function("memmove", &::memmove),
      function("memset", &::memset),
      function("teaal_check", &teaal_check),
      function("teaal_check_object", &teaal_check_object),
      function("teaal_check_bytes", &teaal_check_bytes),
      function("teaal_check_fence", &teaal_check_fence),
      function("teaal_check_enter", &teaal_check_enter),
      function("teaal_check_turn", &teaal_check_turn),
      function("teaal_frame", &teaal_frame),
      {"teaal_register", nullptr},
      {"teaal_park", nullptr},
      {"teaal_fence", nullptr}};
  return functions;
}

bool is_host_function(const std::string& name) {
  auto functions = host_functions();
  return std::any_of(functions.begin(), functions.end(),
                     [&](const HostFunction& known) { return name == known.name; });
}

}  // namespace teaal::runtime::cpu
