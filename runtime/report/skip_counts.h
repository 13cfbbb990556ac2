#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "runtime/plan/inputs.h"
#include "runtime/plan/plan.h"
#include "runtime/report/text.h"

// What patterns let a run leave out (`--count`): what they hold, and how many iterations blocks and
// warps were left with, as the kernels that ran have it in their workspaces.
namespace teaal::runtime::report {

struct Share {
  int64_t all = 0, kept = 0;

  double density() const {
    return all > 0 ? static_cast<double>(kept) / static_cast<double>(all) : 0;
  }
};

// The bits of one pattern.
struct PatternCount {
  std::string tensor, ranks;  // "[M by 64, K]"
  Share coordinates;          // of the last rank, in all tiles of the others; kept: not empty
  Share tiles;                // groups of so many coordinates as the spec's innermost tile has
  int64_t group = 1;
};

// The iterations of one loop, in all blocks (warps) together.
struct SkipCount {
  std::string kernel, rank;
  std::string at, by;   // block or warp; list, test or walk
  std::string seen_in;  // lists or patterns: what told how many were kept
  Share iterations;
  // How many are kept where operands know nothing of each other: a coordinate with the product j of
  // the chances that each holds something there, an iteration of s coordinates with 1 - (1 - j)^s.
  // `alike`: the tiles of a pattern that a block (warp) touches all have the same bits, so the
  // chance is the pattern's density p. `independent`: each of t tiles has bits of its own, so it is
  // 1 - (1 - p)^t.
  double alike = 0, independent = 0;

  double predicted(double kept) const {
    return iterations.all > 0 ? kept / static_cast<double>(iterations.all) : 0;
  }
};

struct SkipCounts {
  std::vector<PatternCount> patterns;
  std::vector<SkipCount> skips;
  std::vector<std::string> differences;  // where workspaces do not hold what they should

  void add(const SkipCounts&);  // of another run of the same kernels
};

struct CountFacts {
  const Manifest* manifest = nullptr;
  const plan::Inputs* inputs = nullptr;
  const std::map<std::string, Coo>* outputs = nullptr;
  plan::Execution* execution = nullptr;  // has run
};
// Errors: manifest, run-failed.
std::optional<SkipCounts> count_skips(const CountFacts&, Diagnostics&);

// Two tables, or a line that there is nothing to count.
std::string to_text(const SkipCounts&, const TextOptions&);
// {patterns: [{tensor, ranks, coordinates {all, kept, density}, group, tiles {…}}], skips:
// [{kernel, rank, at, by, iterations {all, kept, density}, predicted {alike, independent},
// seen_in}]}
nlohmann::ordered_json json_of(const SkipCounts&);

}  // namespace teaal::runtime::report
