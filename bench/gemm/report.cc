#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "bench/gemm/results.h"
#include "runtime/plan/backend.h"

namespace teaal::bench::gemm {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* dash = "–";

const char* name_of(Family family) {
  switch (family) {
    case Family::Consistent:
      return "consistent";
    case Family::Independent:
      return "independent";
    case Family::Blocks:
      return "blocks";
    case Family::Grid:
      break;
  }
  return "grid";
}

std::string title(const CaseResult& result) {
  std::string out = result.what.name;
  if (result.what.family == Family::Independent) out += " independent";
  if (result.what.family == Family::Blocks) out += " 64×64 blocks";
  return out;
}

std::vector<std::string> names(const Results& run, bool ours) {
  std::vector<std::string> out;
  for (const CaseResult& result : run.cases)
    for (const Measurement& routine : result.routines)
      if (routine.ours == ours && std::ranges::find(out, routine.who) == out.end())
        out.push_back(routine.who);
  return out;
}

std::string row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += " " + cell + " |";
  return out + "\n";
}

// The first column is text, the others numbers.
std::string head(const std::vector<std::string>& titles) {
  std::string out = row(titles) + "|---|";
  for (size_t i = 1; i < titles.size(); ++i) out += "---:|";
  return out + "\n";
}

std::string us_cell(double us) { return fmt::format("{:.1f}", us); }

std::string ratio_cell(const Measurement* peer, double us) {
  return peer && us > 0 ? fmt::format("{:.2f}", peer->total_us / us) : dash;
}

double before_us(const Measurement& routine) {
  double out = 0;
  for (const Step& step : routine.before) out += step.us;
  return out;
}

double tflops(const Results& run, double share, double us) {
  return us > 0 ? 2.0 * static_cast<double>(run.shape.m) * static_cast<double>(run.shape.n) *
                      static_cast<double>(run.shape.k) * share / us * 1e-6
                : 0;
}

bool is_grid(const CaseResult& result) { return result.what.family == Family::Grid; }

bool has_grid(const Results& run) { return std::ranges::any_of(run.cases, is_grid); }
bool has_rows(const Results& run) { return !std::ranges::all_of(run.cases, is_grid); }

std::string peers_table(const Results& run) {
  std::vector<std::string> peers = names(run, false), titles = {"A / B, %", "joint"};
  titles.insert(titles.end(), peers.begin(), peers.end());
  std::string out = "## Peers\n\n" + head(titles);
  for (const CaseResult& result : run.cases) {
    if (is_grid(result) && has_rows(run)) continue;
    std::vector<std::string> cells = {title(result), fmt::format("{:.4f}", result.joint)};
    for (const std::string& peer : peers) {
      const Measurement* routine = result.of(peer);
      if (!routine) {
        cells.push_back(dash);
        continue;
      }
      std::string cell = us_cell(routine->total_us);
      if (!routine->before.empty()) cell += fmt::format(" (product {:.1f})", routine->main_us);
      if (grade(routine->error, run.shape.k) == "wrong") cell += " wrong";
      cells.push_back(cell);
    }
    out += row(cells);
  }
  return out;
}

// Every routine's distance from f64, whoever it is of.
std::string errors_table(const Results& run) {
  std::vector<std::string> all = names(run, false), titles = {"A / B, %"};
  for (const std::string& who : names(run, true)) all.push_back(who);
  titles.insert(titles.end(), all.begin(), all.end());
  std::string out =
      "\n## Errors\n\nThe largest |result - f64| of the samples, over their sums of |a·b|.\n\n" +
      head(titles);
  for (const CaseResult& result : run.cases) {
    std::vector<std::string> cells = {title(result)};
    for (const std::string& who : all) {
      const Measurement* routine = result.of(who);
      cells.push_back(
          routine ? fmt::format("{:.1e} {}", routine->error.f64, grade(routine->error, run.shape.k))
                  : dash);
    }
    out += row(cells);
  }
  return out;
}

std::string routine_row(const Results& run, const CaseResult& result, const Measurement& routine,
                        const std::vector<std::string>& peers) {
  std::vector<std::string> cells = {title(result), fmt::format("{:.4f}", result.joint)};
  if (!routine.failure.empty())
    return row({title(result), fmt::format("{:.4f}", result.joint), routine.failure});
  cells.push_back(us_cell(routine.main_us));
  cells.push_back(fmt::format("{:.1f}", tflops(run, result.joint, routine.main_us)));
  for (const std::string& peer : peers)
    cells.push_back(ratio_cell(result.of(peer), routine.main_us));
  cells.push_back(us_cell(before_us(routine)));
  cells.push_back(us_cell(routine.total_us));
  cells.push_back(result.routines.empty() ? dash
                                          : ratio_cell(&result.routines[0], routine.total_us));
  const std::string reached = grade(routine.error, run.shape.k);
  cells.push_back(
      as_good_as(reached, routine.arithmetic) ? reached : reached + ", not " + routine.arithmetic);
  cells.push_back(fmt::format("{:.1e}", routine.error.worst));
  cells.push_back(fmt::format("{:.1e}", routine.error.f64));
  cells.push_back(routine.error.f64_of_reference > 0
                      ? fmt::format("{:.2f}", routine.error.f64 / routine.error.f64_of_reference)
                      : dash);
  return row(cells);
}

std::string steps_text(const Results& run, const std::string& who) {
  std::string out;
  for (const CaseResult& result : run.cases) {
    const Measurement* routine = result.of(who);
    if (!routine || is_grid(result) || (routine->before.empty() && routine->once.empty())) continue;
    out += "- " + title(result) + ":";
    for (const Step& step : routine->before) out += fmt::format(" {} {:.1f};", step.name, step.us);
    for (const Step& step : routine->once)
      out += fmt::format(" once, when loaded: {} {:.1f};", step.name, step.us);
    out.back() = '\n';
  }
  return out.empty() ? "" : "\nSteps before the product, µs:\n\n" + out;
}

std::string routine_table(const Results& run, const std::string& who) {
  std::vector<std::string> peers = names(run, false);
  std::vector<std::string> titles = {"A / B, %", "joint", "product µs", "TFLOP/s"};
  for (const std::string& peer : peers) titles.push_back("× " + peer);
  const std::string first = peers.empty() ? "first peer" : peers.front();
  for (const std::string& title :
       {std::string("steps before µs"), std::string("all µs"), "all × " + first,
        std::string("grade"), std::string("worst error"), std::string("f64 error"),
        "× that of " + first})
    titles.push_back(title);
  std::string out = head(titles);
  for (const CaseResult& result : run.cases)
    for (const Measurement& routine : result.routines)
      if (routine.who == who && !is_grid(result)) out += routine_row(run, result, routine, peers);
  return out + steps_text(run, who);
}

// A peer's time does not depend on density where it multiplies everything.
std::optional<double> dense_time(const Results& run, const std::string& peer) {
  std::vector<double> all;
  for (const CaseResult& result : run.cases)
    if (const Measurement* routine = result.of(peer);
        routine && routine->before.empty() && result.what.family != Family::Blocks)
      all.push_back(routine->total_us);
  if (all.empty()) return std::nullopt;
  return runtime::plan::median(all);
}

struct NamedLine {
  Family family;
  bool total;
  Line line;
};

std::vector<NamedLine> lines_of(const Results& run, const std::string& who) {
  std::vector<NamedLine> out;
  for (Family family : {Family::Consistent, Family::Independent, Family::Blocks, Family::Grid})
    for (bool total : {false, true})
      if (auto line = fit(points_of(run, who, family, total)))
        out.push_back({family, total, *line});
  return out;
}

std::string crossover_text(const std::string& peer, const Line& line, double us) {
  std::optional<double> share = crossover(line, us);
  if (!share) return peer + " never";
  return *share >= 1 ? peer + " at all densities"
                     : fmt::format("{} up to {:.1f} %", peer, *share * 100);
}

std::string lines_text(const Results& run, const std::string& who) {
  std::string out;
  for (const auto& [family, total, line] : lines_of(run, who)) {
    out += fmt::format("- {} ({}): {:.1f} µs + {:.1f} µs · joint, R² = {:.4f}, {} points",
                       name_of(family), total ? "all" : "product", line.intercept, line.slope,
                       line.r2, line.points);
    std::vector<std::string> crossovers;
    for (const std::string& peer : names(run, false))
      if (auto us = dense_time(run, peer)) crossovers.push_back(crossover_text(peer, line, *us));
    if (!crossovers.empty()) out += fmt::format("; faster than {}", fmt::join(crossovers, ", "));
    out += "\n";
  }
  return out.empty() ? "" : "\nTime over joint density:\n\n" + out;
}

// A time of the routine at each pair of densities.
std::string grid_table(const Results& run, const std::string& who, const std::string& caption,
                       const std::function<double(const Measurement&)>& time) {
  std::vector<std::string> titles = {"A \\ B, %"}, rows;
  std::vector<double> a, b;
  for (const CaseResult& result : run.cases) {
    if (!is_grid(result)) continue;
    if (std::ranges::find(a, result.what.a.density) == a.end()) a.push_back(result.what.a.density);
    if (std::ranges::find(b, result.what.b.density) == b.end()) b.push_back(result.what.b.density);
  }
  for (double density : b) titles.push_back(fmt::format("{:g}", density * 100));
  std::string out = fmt::format("\n{}, µs:\n\n", caption) + head(titles);
  for (double down : a) {
    std::vector<std::string> cells = {fmt::format("{:g}", down * 100)};
    for (double right : b) {
      std::string cell = dash;
      for (const CaseResult& result : run.cases)
        if (const Measurement* routine = result.of(who); is_grid(result) &&
                                                         result.what.a.density == down &&
                                                         result.what.b.density == right && routine)
          cell = us_cell(time(*routine)) +
                 (grade(routine->error, run.shape.k) == "wrong" ? " wrong" : "");
      cells.push_back(cell);
    }
    out += row(cells);
  }
  return out;
}

std::string grid_tables(const Results& run, const std::string& who) {
  auto product = [](const Measurement& routine) { return routine.main_us; };
  auto all = [](const Measurement& routine) { return routine.total_us; };
  return grid_table(run, who, "The product", product) +
         grid_table(run, who, "Steps before it", before_us) +
         grid_table(run, who, "All of it", all);
}

Json to_json(const Measurement& routine, int64_t k) {
  Json out = {{"who", routine.who}, {"ours", routine.ours}};
  if (!routine.failure.empty()) {
    out["failure"] = routine.failure;
    return out;
  }
  out["main_us"] = routine.main_us;
  out["total_us"] = routine.total_us;
  for (const auto& [key, steps] : {std::pair{"once", &routine.once}, {"before", &routine.before}}) {
    out[key] = Json::array();
    for (const Step& step : *steps) out[key].push_back({{"name", step.name}, {"us", step.us}});
  }
  auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
  out["worst_error"] = number(routine.error.worst);
  out["f64_error"] = number(routine.error.f64);
  out["f64_error_of_reference"] = number(routine.error.f64_of_reference);
  out["f64_rms"] = number(routine.error.rms);
  out["grade"] = grade(routine.error, k);
  if (routine.ours) out["promised"] = routine.arithmetic;
  return out;
}

Json lines_json(const Results& run) {
  Json out = Json::array();
  for (const std::string& who : names(run, true))
    for (const auto& [family, total, line] : lines_of(run, who)) {
      Json entry = {{"who", who},
                    {"family", name_of(family)},
                    {"of", total ? "all" : "product"},
                    {"intercept_us", line.intercept},
                    {"slope_us", line.slope},
                    {"r2", line.r2},
                    {"points", line.points},
                    {"crossover", Json::object()}};
      for (const std::string& peer : names(run, false))
        if (auto us = dense_time(run, peer)) {
          auto share = crossover(line, *us);
          entry["crossover"][peer] = share ? Json(*share) : Json(nullptr);
        }
      out.push_back(std::move(entry));
    }
  return out;
}

}  // namespace

std::string to_markdown(const Results& run) {
  const Shape& shape = run.shape;
  std::string out = fmt::format(
      "# C[{0}, {1}] = A[{0}, {2}] · B[{2}, {1}] on {3} ({4})\n\n"
      "Medians of {5} event-timed runs, µs. Joint: the share of products whose factors are both "
      "non-zero; TFLOP/s count those alone. Ratios are of times in this run, above 1: we are "
      "faster. The worst error is the largest difference from cuBLAS in fp32, over the root of the "
      "sum of (a·b)²; the f64 error is the largest of the samples, over the sum of |a·b|.\n\n",
      shape.m, shape.n, shape.k, run.device, run.detail, run.repeat);
  out += peers_table(run);
  for (const std::string& who : names(run, true)) {
    out += "\n## " + who + "\n\n";
    if (has_rows(run)) out += routine_table(run, who);
    if (has_grid(run)) out += grid_tables(run, who);
    out += lines_text(run, who);
  }
  return out + errors_table(run);
}

std::string to_json(const Results& run) {
  Json out = {{"device", {{"name", run.device}, {"detail", run.detail}}},
              {"shape", {{"m", run.shape.m}, {"n", run.shape.n}, {"k", run.shape.k}}},
              {"repeat", run.repeat},
              {"cases", Json::array()}};
  for (const CaseResult& result : run.cases) {
    Json entry = {{"name", result.what.name},
                  {"family", name_of(result.what.family)},
                  {"joint", result.joint},
                  {"a", source_of(result.what.a, run.shape.m, run.shape.k)},
                  {"b", source_of(result.what.b, run.shape.k, run.shape.n)},
                  {"routines", Json::array()}};
    for (const Measurement& routine : result.routines)
      entry["routines"].push_back(to_json(routine, run.shape.k));
    out["cases"].push_back(std::move(entry));
  }
  out["lines"] = lines_json(run);
  return out.dump(2) + "\n";
}

}  // namespace teaal::bench::gemm
