#pragma once
#include <optional>
#include <string>

#include "compiler/driver/commands/console.h"
#include "compiler/driver/explain/ncu_report.h"
#include "compiler/driver/job.h"
#include "compiler/interpret/counts.h"

// Times that a run has taken, to stand beside what is counted.
namespace teaal::driver {

struct Measured {
  std::string mapping;  // the spec's stem
  std::string device;
  bool emulated = false;  // by the CPU executor: says nothing about a GPU
  double us = 0;          // median of a run's kernels
  int64_t runs = 0;
  // Of all kernels together, where Nsight Compute has measured them.
  std::optional<double> dram_bytes, l2_sectors, sectors;
};

// A report as `teaalc run --json` and `teaalc bench --json` write it, or as `ncu --csv` does.
class MeasuredReport {
 public:
  // Errors: file-access; bad-value in ncu's. Not a report: `error`.
  static std::optional<MeasuredReport> read(const std::string& path, UsageError& error,
                                            Diagnostics&);

  // What it is of: a mapping, or kernels.
  std::string subject() const;
  // Whether it is of this mapping; ncu's are of its kernels.
  bool is_of(const std::string& mapping, const interpret::Counts& on_gpu) const;
  // Nothing if it is of other inputs or symbols (or, ncu's, of other launches): `error` says so.
  struct Request {
    const Job& job;
    const runtime::plan::Inputs& inputs;
    const interpret::Counts& on_gpu;
  };
  std::optional<Measured> measured(const Request&, UsageError& error) const;

 private:
  bool has_inputs_of(const Request&, UsageError& error) const;
  std::optional<Measured> of_kernels(const Request&, UsageError& error) const;
  bool is_kernel_of(const NcuKernel&, const interpret::LaunchCount&, UsageError& error) const;
  UsageError other_run(const std::string& what) const;

  std::string path_;
  Measured measured_;
  std::map<std::string, std::pair<std::vector<int64_t>, int64_t>> inputs_;  // shape, elements
  std::map<std::string, int64_t> symbols_;
  std::vector<NcuKernel> kernels_;  // of ncu's; else none
};

}  // namespace teaal::driver
