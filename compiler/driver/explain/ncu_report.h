#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"

// What Nsight Compute has measured: exports of `ncu --csv`, a line a metric (`--page details`, or
// of
// `--metrics`) or a line a launch (`--page raw`).
namespace teaal::driver {

// Of one kernel: medians over its launches.
struct NcuKernel {
  std::string name;                        // without its parameters
  std::optional<int64_t> blocks, threads;  // of a launch; threads of a block
  int64_t launches = 0;
  std::optional<double> us;          // gpu__time_duration.sum, or Duration
  std::optional<double> dram_bytes;  // dram__bytes.sum, or those read and written
  std::optional<double> l2_sectors;  // lts__t_sectors_srcunit_tex.sum
  std::optional<double> sectors;     // that loads and stores ask for: l1tex__t_sectors_pipe_lsu_…
  SourceRange where;
};

// Whether the text is meant as one, by its first line that is none of ncu's messages.
bool is_ncu_report(const std::string& text);
// In the order of their first launches. Errors, at their place: bad-value.
std::optional<std::vector<NcuKernel>> read_ncu_report(const SourcePtr&, Diagnostics&);

}  // namespace teaal::driver
