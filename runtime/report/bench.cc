#include "runtime/report/bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

namespace teaal::runtime::report {
namespace {

using Json = nlohmann::ordered_json;

double gb_s(int64_t bytes, double us) {
  return us > 0 ? static_cast<double>(bytes) / us * 1e-3 : 0;
}

double step_us(const plan::Execution& execution, plan::StepTime::Kind kind) {
  double out = 0;
  for (const plan::StepTime& step : execution.steps())
    if (step.kind == kind) out += step.us;
  return out;
}

std::vector<std::string> describe_inputs(const plan::Inputs& inputs) {
  std::vector<std::string> out;
  for (const auto& [name, coo] : inputs.tensors)
    out.push_back(fmt::format(
        "{}: {}, {} non-zeros ({})", name,
        coo.shape.empty() ? "scalar" : fmt::format("{}", fmt::join(coo.shape, " × ")),
        count_text(static_cast<int64_t>(coo.entries())), inputs.loaded.at(name).source));
  return out;
}

const BenchRow& ours(const Bench& bench) { return bench.rows.front(); }

std::string ratio_cell(double theirs, double us) { return us > 0 ? ratio_text(theirs / us) : "–"; }

}  // namespace

std::optional<double> Bench::floor_us() const {
  if (device.bandwidth_gb_s <= 0) return std::nullopt;
  return static_cast<double>(floor_bytes) / device.bandwidth_gb_s * 1e-3;
}

std::optional<Bench> bench(plan::Execution& execution, plan::Backend& backend,
                           const Manifest& manifest, const plan::Inputs& inputs,
                           const BenchOptions& options, Diagnostics& diagnostics) {
  Bench out;
  out.spec = manifest.spec_path;
  out.device = backend.info();
  out.inputs = describe_inputs(inputs);
  out.repeat = options.repeat;
  out.build_us = step_us(execution, plan::StepTime::Kind::Build);
  out.floor_bytes = plan::floor_bytes(manifest, execution.views());
  const bool holds = std::ranges::any_of(execution.steps(), &plan::StepTime::once);
  if (holds && !execution.time_steps({1, options.repeat, false, 2000}, diagnostics))
    return std::nullopt;
  BenchRow row{"teaalc " + manifest.name, true};
  for (bool cold : {false, true}) {
    plan::Timing timing{options.warm_up, options.repeat, cold, 10000};
    auto times =
        backend.time_us([&] { return execution.replay(diagnostics); }, timing, diagnostics);
    if (!times) return std::nullopt;
    (cold ? row.cold_us : row.warm_us) = plan::median(*times);
  }
  for (const plan::StepTime& step : execution.steps())
    if (step.once) row.prepare_us += step.us;
  row.prepare_us += step_us(execution, plan::StepTime::Kind::Pack) +
                    step_us(execution, plan::StepTime::Kind::Resort);
  row.upload_us = step_us(execution, plan::StepTime::Kind::Upload);
  row.verdict = "right";
  out.rows.push_back(std::move(row));
  return out;
}

std::string to_text(const Bench& bench, const TextOptions& options) {
  std::string out = fmt::format("{} on {} ({})\n", bold(bench.spec, options), bench.device.name,
                                bench.device.detail);
  for (const std::string& input : bench.inputs) out += "  " + wrapped(input, options, 4) + "\n";
  Table table({{"who"},
               {"cold", Align::Right},
               {"warm", Align::Right},
               {"GB/s cold", Align::Right},
               {"of floor", Align::Right},
               {"cold ratio", Align::Right},
               {"warm ratio", Align::Right},
               {"prepare", Align::Right},
               {"upload", Align::Right},
               {"result"}});
  auto floor = bench.floor_us();
  for (const BenchRow& row : bench.rows)
    table.row({row.who, time_text(row.cold_us), time_text(row.warm_us),
               number_text(gb_s(bench.floor_bytes, row.cold_us)),
               floor && row.cold_us > 0 ? share_text(*floor / row.cold_us) : "–",
               ratio_cell(row.cold_us, ours(bench).cold_us),
               ratio_cell(row.warm_us, ours(bench).warm_us), time_text(row.prepare_us),
               row.ours ? time_text(row.upload_us) : "–", row.verdict});
  if (floor)
    table.row({fmt::format("floor at {:.0f} GB/s", bench.device.bandwidth_gb_s), time_text(*floor),
               "", "", "", "", "", "", "",
               fmt::format("{} read and written once", bytes_text(bench.floor_bytes))});
  out += "\n" + table.text(options, 2);
  out += fmt::format(
      "  medians of {}; a ratio is the row's time over ours (above 1: slower than we are); build "
      "{}\n",
      bench.repeat, time_text(bench.build_us));
  for (const std::string& note : bench.notes)
    out += "  " + dim("note:", options) + " " + wrapped(note, options, 8) + "\n";
  return out;
}

std::string to_json(const Bench& bench) {
  Json out = {{"spec", bench.spec},
              {"device",
               {{"kind", bench.device.gpu ? "gpu" : "cpu"},
                {"name", bench.device.name},
                {"detail", bench.device.detail}}},
              {"inputs", bench.inputs},
              {"repeat", bench.repeat},
              {"build_us", bench.build_us}};
  auto floor = bench.floor_us();
  out["floor"] = {{"bytes", bench.floor_bytes}, {"us", floor ? Json(*floor) : Json(nullptr)}};
  out["rows"] = Json::array();
  for (const BenchRow& row : bench.rows) {
    Json entry = {{"who", row.who},
                  {"ours", row.ours},
                  {"cold_us", row.cold_us},
                  {"warm_us", row.warm_us},
                  {"prepare_us", row.prepare_us},
                  {"upload_us", row.upload_us},
                  {"cold_gb_per_s", gb_s(bench.floor_bytes, row.cold_us)},
                  {"warm_gb_per_s", gb_s(bench.floor_bytes, row.warm_us)}};
    entry["cold_floor_share"] =
        floor && row.cold_us > 0 ? Json(*floor / row.cold_us) : Json(nullptr);
    entry["cold_ratio"] =
        ours(bench).cold_us > 0 ? Json(row.cold_us / ours(bench).cold_us) : Json(nullptr);
    entry["warm_ratio"] =
        ours(bench).warm_us > 0 ? Json(row.warm_us / ours(bench).warm_us) : Json(nullptr);
    entry["verdict"] = row.verdict;
    out["rows"].push_back(std::move(entry));
  }
  out["notes"] = bench.notes;
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace teaal::runtime::report
