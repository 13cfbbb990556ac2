#include "api/run.h"

// The functions teaal_run_… of the C API.
struct teaal_run {
  teaal::api::Run run;
};

using teaal::Diagnostics;
using teaal::api::guarded;

teaal_status teaal_run_new(const teaal_kernel* kernel, teaal_device* device, teaal_run** run,
                           teaal_diagnostics* to) {
  *run = nullptr;
  return guarded(to, [&](Diagnostics&) {
    *run = new teaal_run{{kernel->compiled, device->shared}};
    return true;
  });
}
void teaal_run_free(teaal_run* run) { delete run; }

teaal_status teaal_run_extent(teaal_run* run, const char* rank, int64_t extent,
                              teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) { return run->run.extent(rank, extent, d); });
}
teaal_status teaal_run_symbol(teaal_run* run, const char* name, int64_t value,
                              teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) { return run->run.symbol(name, value, d); });
}
teaal_status teaal_run_scalar(teaal_run* run, const char* name, double value,
                              teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) { return run->run.scalar(name, value, d); });
}
teaal_status teaal_run_input(teaal_run* run, const char* tensor, const teaal_tensor* given,
                             teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) { return run->run.input(tensor, *given, d); });
}
teaal_status teaal_run_output(teaal_run* run, const char* tensor, const teaal_tensor* given,
                              teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) { return run->run.output(tensor, *given, d); });
}
int teaal_run_in_place(const teaal_run* run, const char* tensor) {
  try {
    return run->run.in_place(tensor);
  } catch (...) {
    return 0;
  }
}
teaal_status teaal_run_prepare(teaal_run* run, void* stream, teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) { return run->run.prepare(stream, d); });
}
int64_t teaal_run_workspace_bytes(const teaal_run* run) { return run->run.workspace_bytes(); }
teaal_status teaal_run_launch(teaal_run* run, void* stream, teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) { return run->run.launch(stream, d); });
}
teaal_status teaal_run_launch_at(teaal_run* run, size_t tensors, const teaal_moved* moved,
                                 void* stream, teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) {
    return run->run.move({moved, tensors}, d) && run->run.launch(stream, d);
  });
}
teaal_status teaal_run_wait(teaal_run* run, teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) { return run->run.wait(d); });
}
teaal_status teaal_run_fetch(teaal_run* run, const char* name, teaal_layout layout,
                             teaal_allocator allocate, void* context, teaal_tensor* tensor,
                             teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) {
    return run->run.fetch(name, layout, allocate, context, *tensor, d);
  });
}
teaal_status teaal_run_stored(teaal_run* run, const char* name, teaal_tensor* tensor,
                              teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) { return run->run.stored(name, *tensor, d); });
}
teaal_status teaal_run_report(teaal_run* run, const char* format, const char** report,
                              teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& d) { return run->run.report(format, *report, d); });
}
