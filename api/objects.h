#pragma once
#include <mutex>

#include "compiler/driver/gradient.h"
#include "compiler/driver/session.h"
#include "include/teaal/teaal.h"

// What the handles of the C API are.
struct teaal_diagnostics {
  teaal::Diagnostics found;
  std::vector<std::string> texts;  // rendered, as far as asked for
};

struct teaal_options {
  teaal::driver::CompileOptions compile;
  bool cache = true;
  teaal::runtime::plan::Converts converts = teaal::runtime::plan::Converts::Auto;

  teaal::runtime::BuildCache where() const {
    return cache ? teaal::runtime::BuildCache::standard() : teaal::runtime::BuildCache();
  }
};

struct teaal_gradient {
  teaal::driver::GradientSpec spec;
};

struct teaal_kernel {
  std::shared_ptr<const teaal::driver::Compiled> compiled;
};

namespace teaal::api {

// A machine and the lock of whoever uses it.
struct SharedMachine {
  driver::Machine machine;
  bool checked = false;
  runtime::plan::Converts converts = runtime::plan::Converts::Auto;
  std::mutex lock;

  runtime::plan::Backend& backend() { return *machine.backend; }
};

// Runs f(diagnostics), which returns whether it worked; nothing thrown leaves, and the status is
// what the errors say.
template <class F>
teaal_status guarded(teaal_diagnostics* to, F&& f) noexcept {
  try {
    Diagnostics found;
    bool done = false;
    try {
      done = f(found);
    } catch (const std::bad_alloc&) {
      found.error(Code::RunFailed, {}, "not enough memory");
    } catch (const std::exception& failure) {
      found.error(Code::Internal, {}, failure.what());
    }
    if (!done && found.ok()) found.error(Code::Internal, {}, "failed without saying why");
    if (to)
      for (const Diagnostic& d : found.all()) to->found.add(d);
    const int code = driver::exit_code(found);
    return static_cast<teaal_status>(code);
  } catch (...) {
    return TEAAL_BUG;  // no memory for the message either
  }
}

// A wrong argument: error `usage`. Returns false.
inline bool usage(Diagnostics& diagnostics, const std::string& message) {
  diagnostics.error(Code::Usage, {}, message);
  return false;
}

}  // namespace teaal::api

struct teaal_device {
  std::shared_ptr<teaal::api::SharedMachine> shared;
};
