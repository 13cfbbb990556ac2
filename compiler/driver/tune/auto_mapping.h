#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/job.h"
#include "compiler/driver/tune/same_einsum.h"
#include "compiler/driver/tune/statistics.h"

// --mapping=auto: one of the shipped specs, by what they say of the operands that they suit.
namespace teaal::driver {

struct ShippedSpec {
  SourcePtr source;
  spec::Spec spec;
  einsum::Cascade cascade;
};
// Those with a section `suits`, in the order of their names; read once.
const std::vector<ShippedSpec>& shipped_specs();

// What a pick is made by, in the names of the given spec.
struct Operands {
  // Of each input, and whether the given spec stores each element of it (uncompressed: 1 or 0).
  std::map<std::string, Statistics> statistics;
  std::map<std::string, int64_t> extents;  // of each rank
};

struct Pick {
  const ShippedSpec* spec = nullptr;
  const spec::Suitability* entry = nullptr;
  Renaming renaming;  // from the given spec's names
};

// Of the specs that compute what `given` does, that with the fastest entry whose conditions hold;
// the first of several. Nothing where none suits.
std::optional<Pick> pick_mapping(const std::vector<ShippedSpec>&, const einsum::Cascade& given,
                                 const Operands&);

// Makes of a job that was prepared for the given spec one for what is picked, inputs loaded; where
// nothing is picked it stays. A note of the job says which, and why.
bool take_mapping(const JobCommand&, Job&, UsageError&, Diagnostics&);

}  // namespace teaal::driver
