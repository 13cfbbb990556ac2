#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/tune/trials.h"

// What tunings found, kept beside the builds: for operands of one structure class, on one machine.
namespace teaal::driver {

struct OutcomeKey {
  const std::vector<Candidate>* candidates = nullptr;
  std::vector<SourcePtr> specs;
  std::string device;
  const runtime::plan::Inputs* inputs = nullptr;
};

// Empty where nothing may be kept.
std::string key_of(const OutcomeKey&);

// One a candidate; nothing where there is none, or one of other candidates.
std::optional<std::vector<Trial>> load_outcome(const runtime::BuildCache&, const std::string& key,
                                               const std::vector<Candidate>&);
void store_outcome(const runtime::BuildCache&, const std::string& key,
                   const std::vector<Candidate>&, const std::vector<Trial>&);

}  // namespace teaal::driver
