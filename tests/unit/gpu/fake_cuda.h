#pragma once

// A stand-in for NVIDIA's driver on machines without a GPU: its device memory is host memory, its
// kernels do nothing, and any of its calls can be made to fail. It shows that we call the driver by
// its rules (a current context, a live handle) and give everything back; it says nothing about
// kernels or times.
struct FakeCuda {
  const char* failing_call;  // null: none
  int failing_after;         // calls of it that still succeed
  int failing_error;
  // Alive now.
  int contexts, streams, events, modules, allocations;
  // Calls that broke a rule: no current context, a dead handle, an access outside an allocation.
  int broken_rules;
  int most_events;
  // The last launch, and the last opt-in to shared memory.
  int launches;
  unsigned grid[3], block[3], shared_bytes;
  void* first_argument;
  int shared_opt_in;
  int carveouts, carveout;  // how often one was set, and the last
  int early_launches;
};
