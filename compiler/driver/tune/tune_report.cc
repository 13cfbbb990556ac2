#include "compiler/driver/tune/tune_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace teaal::driver {
namespace {

using Json = nlohmann::ordered_json;
using runtime::report::Align;
using runtime::report::Table;
using runtime::report::TextOptions;
using runtime::report::time_text;

constexpr size_t most_rows = 20, most_refusals = 10;

// How many times as fast as the spec as it is given.
std::optional<double> over_given(const TuneOutcome& o, size_t candidate) {
  const auto &given = o.trials.front().us, &own = o.trials[candidate].us;
  if (!given || !own || *own <= 0) return std::nullopt;
  return *given / *own;
}

std::vector<size_t> refused(const TuneOutcome& o) {
  std::vector<size_t> out;
  for (size_t i = 0; i < o.trials.size(); ++i)
    if (!o.trials[i].refusal.empty()) out.push_back(i);
  return out;
}

std::string table_text(const TuneOutcome& o, const std::vector<size_t>& ranking,
                       const TextOptions& options) {
  std::vector<Table::Column> columns = {{"candidate"},
                                        {"compile", Align::Right},
                                        {o.measured ? "time" : "predicted", Align::Right},
                                        {"× the given", Align::Right}};
  if (!o.measured) columns.push_back({"bound by"});
  Table table(columns);
  for (size_t i = 0; i < std::min(ranking.size(), most_rows); ++i) {
    const size_t candidate = ranking[i];
    const Trial& trial = o.trials[candidate];
    const auto ratio = over_given(o, candidate);
    std::vector<std::string> cells = {
        (*o.candidates)[candidate].label, trial.compile_us > 0 ? time_text(trial.compile_us) : "",
        time_text(*trial.us), ratio ? runtime::report::ratio_text(*ratio) : ""};
    if (!o.measured) cells.push_back(trial.expected ? trial.expected->bound : "");
    table.row(cells);
  }
  std::string out = table.empty() ? "" : table.text(options, 2);
  if (ranking.size() > most_rows)
    out += fmt::format("  … and {} more (--json has all)\n", ranking.size() - most_rows);
  return out;
}

std::string refusals_text(const TuneOutcome& o, const TextOptions& options) {
  std::string out;
  const std::vector<size_t> all = refused(o);
  for (size_t i = 0; i < std::min(all.size(), most_refusals); ++i)
    out += "  " +
           runtime::report::wrapped(fmt::format("refused: {}: {}", (*o.candidates)[all[i]].label,
                                                o.trials[all[i]].refusal),
                                    options, 4) +
           "\n";
  if (all.size() > most_refusals)
    out += fmt::format("  … and {} more refused (--json has all)\n", all.size() - most_refusals);
  return out;
}

size_t tried_count(const TuneOutcome& o) {
  return static_cast<size_t>(std::ranges::count(o.found.tried, true));
}

std::string extent_text(const TuneOutcome& o) {
  if (!o.remembered.empty()) return o.remembered + "\n";
  std::string out = fmt::format("{} of {} candidates in {}", tried_count(o), o.trials.size(),
                                time_text(o.elapsed_s * 1e6));
  if (o.found.interrupted)
    out += "; interrupted";
  else if (!o.found.whole)
    out += fmt::format("; the budget of {} is spent", time_text(o.budget_s * 1e6));
  if (o.cut)
    out += fmt::format("; the space has more than {}, the others were left out", most_choices);
  return out + "\n";
}

std::string best_text(const TuneOutcome& o) {
  if (!o.best)
    return o.found.interrupted ? "no result was compared with reference math\n"
                               : "no candidate is right\n";
  const auto ratio = over_given(o, *o.best);
  return fmt::format(
      "best: {}, {} {}{}\n"
      "its result on the {} is that of reference math (max error {:.2g} of its bound)\n",
      (*o.candidates)[*o.best].label, o.measured ? "measured" : "predicted",
      time_text(*o.trials[*o.best].us),
      ratio ? fmt::format(", {} the given", runtime::report::ratio_text(*ratio)) : "", o.device,
      o.error_over_bound);
}

Json json_of(const TuneOutcome& o, size_t i) {
  const Candidate& candidate = (*o.candidates)[i];
  const Trial& trial = o.trials[i];
  Json out = {{"candidate", candidate.label},
              {"spec", candidate.spec},
              {"symbols", candidate.choice.symbols},
              {"formats", candidate.choice.formats},
              {"loop_orders", candidate.choice.loop_orders}};
  if (!trial.refusal.empty())
    out["refused"] = trial.refusal;
  else if (!trial.us)
    out["tried"] = false;
  if (trial.compile_us > 0) out["compile_us"] = trial.compile_us;
  if (trial.us) out["us"] = *trial.us;
  if (const auto ratio = over_given(o, i)) out["over_given"] = *ratio;
  if (trial.expected)
    out["predicted"] = {{"us", trial.expected->us}, {"bound", trial.expected->bound}};
  return out;
}

}  // namespace

std::string to_text(const TuneOutcome& o, const TextOptions& options) {
  std::string out =
      fmt::format("tune  {}  {}  {}\n", o.spec, o.expressions,
                  o.measured ? "measured on the " + o.device
                             : fmt::format("predicted for the {} from counts", h200.name));
  out += table_text(o, o.found.ranking(), options) + refusals_text(o, options) + extent_text(o);
  if (!o.measured)
    out +=
        "Predictions are of one formula for every kernel (docs/EXPLAIN.md). What the CPU executor "
        "takes says nothing\nabout a GPU, so no time was measured.\n";
  if (!o.reason.empty()) out += o.reason + "\n";
  return out + best_text(o);
}

Json to_json(const TuneOutcome& o) {
  Json out = {{"spec", o.spec},
              {"device", o.device},
              {"reason", o.reason},
              {"time_is", o.measured ? "measured" : "predicted"},
              {"budget_s", o.budget_s},
              {"elapsed_s", o.elapsed_s},
              {"tried", tried_count(o)},
              {"whole", o.found.whole},
              {"interrupted", o.found.interrupted},
              {"from_cache", !o.remembered.empty()},
              {"candidates", Json::array()}};
  if (!o.measured) out["predicted_for"] = h200.name;
  for (size_t i = 0; i < o.trials.size(); ++i) out["candidates"].push_back(json_of(o, i));
  out["best"] = nullptr;
  if (o.best) {
    out["best"] = json_of(o, *o.best);
    out["best"]["verified"] = true;
    out["best"]["max_error_over_bound"] = o.error_over_bound;
  }
  return out;
}

}  // namespace teaal::driver
