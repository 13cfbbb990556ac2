#pragma once
#include <optional>
#include <string>

#include "compiler/driver/commands/console.h"
#include "compiler/driver/job.h"

// Times that a run has taken, to stand beside what is counted.
namespace teaal::driver {

struct Measured {
  std::string mapping;  // the spec's stem
  std::string device;
  bool emulated = false;  // by the CPU executor: says nothing about a GPU
  double us = 0;          // median of a run's kernels
  int64_t runs = 0;
};

// A report as `teaalc run --json` and `teaalc bench --json` write it.
class MeasuredReport {
 public:
  // Error: file-access. Not a report: `error`.
  static std::optional<MeasuredReport> read(const std::string& path, UsageError& error,
                                            Diagnostics&);

  const Measured& measured() const { return measured_; }
  // Whether it is of these inputs and symbols; else says what differs in `error`.
  bool is_of(const Job&, const runtime::plan::Inputs&, UsageError& error) const;

 private:
  std::string path_;
  Measured measured_;
  std::map<std::string, std::pair<std::vector<int64_t>, int64_t>> inputs_;  // shape, elements
  std::map<std::string, int64_t> symbols_;
};

}  // namespace teaal::driver
