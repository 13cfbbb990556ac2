#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/job.h"
#include "compiler/driver/tune/space.h"

// The specs of a tuning, and all that is to be tried of them.
namespace teaal::driver {

struct TunedSpec {
  std::string path;
  SourcePtr source;
  einsum::Cascade cascade;
  JobCommand command;  // the command line by this spec's names
  std::map<std::string, int64_t> meaning =
      {};  // symbols of what it computes, as the first has them
};

// Reads the specs in front of `out`'s end. All must compute what the first does, by whose names
// `command` was written; else an error (usage) at the expressions of the other. `overrides` are of
// the first.
bool read_tuned_specs(const JobCommand& command, const std::vector<std::string>& paths,
                      const einsum::Overrides& overrides, std::vector<TunedSpec>& out,
                      Diagnostics&);

struct Candidate {
  std::string label;   // "ROWS=16", or with the spec in front where there are several
  std::string spec;    // as named on the command line
  Choice choice;       // over that spec
  JobCommand command;  // that compiles and runs it
  std::string inputs;  // equal where specs call tensors and ranks alike
};

struct Candidates {
  std::vector<Candidate> all;  // the first spec as it is given, then by the number of changes
  bool cut = false;            // a spec has more than `most_choices`
};
std::optional<Candidates> candidates_of(const std::vector<TunedSpec>&, bool all_orders,
                                        Diagnostics&);

}  // namespace teaal::driver
