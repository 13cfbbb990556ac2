#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/gpu/baselines.h"
#include "runtime/plan/gpu_backend.h"
#include "runtime/plan/inputs.h"
#include "runtime/plan/plan.h"
#include "runtime/report/text.h"

// Times a plan: L2-cold and warm, conversion in columns of its own, vendor routines beside it in
// the same run.
namespace teaal::runtime::report {

struct BenchOptions {
  int repeat = 20;
  int warm_up = 3;
};

struct BenchRow {
  std::string who;
  bool ours = false;
  double cold_us = 0, warm_us = 0;
  double prepare_us = 0;  // ours: pack + re-sort + what is done once; a routine: its analysis and
                          // its own conversion
  double upload_us = 0;   // ours
  std::string verdict;    // "right", "wrong: …", "" where not compared
};

struct Bench {
  std::string spec;
  plan::BackendInfo device;
  std::vector<std::string> inputs;  // "A: 4096 × 4096, 16777 non-zeros (web.mtx)"
  std::vector<BenchRow> rows;       // ours first
  std::vector<std::string> notes;   // why a peer is missing
  double build_us = 0;
  int64_t floor_bytes = 0;
  int repeat = 0;

  std::optional<double> floor_us() const;
};

// `execution` has run and was verified.
std::optional<Bench> bench(plan::Execution&, plan::Backend&, const Manifest&, const plan::Inputs&,
                           const BenchOptions&, Diagnostics&);

// Adds a row for every routine that computes the same on this GPU.
bool add_baselines(const Manifest&, const plan::Inputs&, const std::map<std::string, Coo>& outputs,
                   plan::GpuBackend&, const BenchOptions&, Bench&, Diagnostics&);

std::string to_text(const Bench&, const TextOptions&);
// Keys: spec, device {kind, name, detail}, inputs, repeat, build_us, floor {bytes, us}, rows [{who,
// ours, cold_us, warm_us, prepare_us, upload_us, cold_gb_per_s, warm_gb_per_s, cold_floor_share,
// cold_ratio, warm_ratio, verdict}], notes. A ratio is the row's time over ours: above 1 it is
// slower than we are.
std::string to_json(const Bench&);

}  // namespace teaal::runtime::report
