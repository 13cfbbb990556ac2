#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "compiler/driver/tune/search.h"
#include "compiler/driver/tune/trials.h"
#include "runtime/report/text.h"

// What a tuning found, as text and as JSON.
namespace teaal::driver {

struct TuneOutcome {
  std::string spec, expressions;
  std::string device, reason;  // its name; why it was taken, where that needs saying
  bool measured = false;       // false: predicted
  bool cut = false;            // the space has more candidates than were listed
  double budget_s = 0, elapsed_s = 0;
  const std::vector<Candidate>* candidates = nullptr;
  std::vector<Trial> trials;  // one a candidate
  SearchResult found;
  std::optional<size_t> best;  // verified on the device
  double error_over_bound = 0;
  std::string remembered;  // where the outcome was found; empty: it was searched for
};

std::string to_text(const TuneOutcome&, const runtime::report::TextOptions&);
nlohmann::ordered_json to_json(const TuneOutcome&);

}  // namespace teaal::driver
