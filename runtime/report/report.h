#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/plan/inputs.h"
#include "runtime/plan/plan.h"
#include "runtime/report/skip_counts.h"
#include "runtime/report/text.h"
#include "runtime/report/verify.h"

// What `run` tells about one run: as text for a person and as JSON.
namespace teaal::runtime::report {

struct TensorReport {
  std::string name, role;  // input, output, intermediate
  std::vector<std::string> ranks;
  std::vector<int64_t> shape;
  std::string format;         // "I:U, J:C" in storage order
  bool format_chosen = true;  // false: the default rule gave it
  int64_t occupancy = 0;      // elements that are not zero
  double density = 0;         // of the whole shape
  int64_t bytes = 0;          // of the stored form that kernels use
  std::string source;         // inputs
  std::vector<std::string> notes;
};

enum class Verdict { Pass, Fail, Unchecked };

// JSON keys, all stable: spec, name, version, expressions, value_type, position_bits, symbols,
// device {kind, name, detail, reason}, tensors [{name, role, ranks, shape, format, occupancy,
// density, bytes, source, notes}], notes, steps
// [{kind, text, us}], launches [{kernel, grid, block, and of a GPU registers, shared_bytes,
// local_bytes, blocks_a_multiprocessor}], workspace_bytes, kernel {us, runs}, floor
// {bytes, us, gb_per_s, share, bandwidth_gb_per_s, bandwidth_source} (us, share and bandwidth are
// null where no bandwidth is known), checks [{tensor, checked, mismatches, max_error_over_bound,
// max_abs_error, first_mismatch}], reference_us, max_error_over_bound, counts (where counted;
// skip_counts.h), findings, verdict (pass, fail, unchecked). Steps that are done once have `once`,
// too. Times are microseconds.
struct Report {
  std::string spec, name, version, value_type;
  std::vector<std::string> expressions;
  int position_bits = 32;
  std::map<std::string, int64_t> symbols;
  plan::BackendInfo device;
  std::string device_reason;  // why this device; may be empty
  std::vector<TensorReport> tensors;
  std::vector<std::string> notes;
  std::vector<plan::StepTime> steps;
  std::vector<plan::LaunchShape> launches;
  int64_t workspace_bytes = 0;
  double kernel_us = 0;  // all zero and launch steps; median
  int kernel_runs = 0;   // 0: not timed
  int64_t floor_bytes = 0;
  std::optional<Verification> verification;
  std::optional<SkipCounts> counts;
  std::vector<std::string> findings;
  std::vector<std::string> warnings;  // about the spec; in JSON they stand behind the findings

  Verdict verdict() const;
  double effective_gb_s() const {
    return kernel_us > 0 ? static_cast<double>(floor_bytes) / kernel_us * 1e-3 : 0;
  }
  std::optional<double> floor_us() const;     // floor_bytes at the device's bandwidth
  std::optional<double> floor_share() const;  // floor_us / kernel_us
};

struct RunFacts {
  const Manifest* manifest = nullptr;
  const plan::Inputs* inputs = nullptr;
  const plan::Execution* execution = nullptr;
  const std::map<std::string, Coo>* outputs = nullptr;
  plan::BackendInfo device;
  std::string device_reason;
};
Report make_report(const RunFacts&);

std::string to_text(const Report&, const TextOptions&);
std::string to_json(const Report&);

std::string format_text(const std::vector<std::string>& levels,
                        const std::vector<std::string>& formats);

}  // namespace teaal::runtime::report
