#include <cmath>
#include <nlohmann/json.hpp>

#include "runtime/report/report.h"

namespace teaal::runtime::report {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN or Inf; they become null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json number(std::optional<double> value) { return value ? number(*value) : Json(nullptr); }

Json launch_json(const plan::LaunchShape& launch) {
  Json out = {{"kernel", launch.kernel}, {"grid", launch.grid}, {"block", launch.block}};
  if (!launch.residency) return out;
  out["registers"] = launch.residency->registers;
  out["shared_bytes"] = launch.residency->shared_bytes;
  out["local_bytes"] = launch.residency->local_bytes;
  out["blocks_a_multiprocessor"] = launch.residency->blocks;
  return out;
}

Json tensor_json(const TensorReport& tensor) {
  return {{"name", tensor.name},           {"role", tensor.role},
          {"ranks", tensor.ranks},         {"shape", tensor.shape},
          {"format", tensor.format},       {"format_chosen", tensor.format_chosen},
          {"occupancy", tensor.occupancy}, {"density", tensor.density},
          {"bytes", tensor.bytes},         {"source", tensor.source},
          {"notes", tensor.notes}};
}

Json check_json(const OutputCheck& check) {
  const Comparison& c = check.comparison;
  return {{"tensor", check.tensor},
          {"checked", c.checked},
          {"mismatches", c.mismatches},
          {"max_error_over_bound", number(c.max_error_over_bound)},
          {"max_abs_error", number(c.max_abs_error)},
          {"first_mismatch", c.first_mismatch}};
}

Json floor_json(const Report& report) {
  bool known = report.device.bandwidth_gb_s > 0;
  return {{"bytes", report.floor_bytes},
          {"us", number(report.floor_us())},
          {"gb_per_s", number(report.effective_gb_s())},
          {"share", number(report.floor_share())},
          {"bandwidth_gb_per_s", known ? Json(report.device.bandwidth_gb_s) : Json(nullptr)},
          {"bandwidth_source", known ? Json(report.device.bandwidth_source) : Json(nullptr)}};
}

std::string verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass:
      return "pass";
    case Verdict::Fail:
      return "fail";
    case Verdict::Unchecked:
      break;
  }
  return "unchecked";
}

}  // namespace

std::string to_json(const Report& report) {
  Json out = {{"spec", report.spec},
              {"name", report.name},
              {"version", report.version},
              {"expressions", report.expressions},
              {"value_type", report.value_type},
              {"position_bits", report.position_bits}};
  out["symbols"] = Json::object();
  for (const auto& [name, value] : report.symbols) out["symbols"][name] = value;
  out["device"] = {{"kind", report.device.gpu ? "gpu" : "cpu"},
                   {"name", report.device.name},
                   {"detail", report.device.detail},
                   {"reason", report.device_reason}};
  for (const char* list : {"tensors", "notes", "steps", "launches"}) out[list] = Json::array();
  for (const TensorReport& tensor : report.tensors) out["tensors"].push_back(tensor_json(tensor));
  for (const std::string& note : report.notes) out["notes"].push_back(note);
  for (const plan::StepTime& step : report.steps)
    out["steps"].push_back(
        {{"kind", kind_text(step.kind)}, {"text", step.text}, {"us", number(step.us)}});
  for (size_t i = 0; i < report.steps.size(); ++i)
    if (report.steps[i].once) out["steps"][i]["once"] = true;
  for (const plan::LaunchShape& launch : report.launches)
    out["launches"].push_back(launch_json(launch));
  out["workspace_bytes"] = report.workspace_bytes;
  out["kernel"] = {{"us", report.kernel_runs > 0 ? number(report.kernel_us) : Json(nullptr)},
                   {"runs", report.kernel_runs}};
  out["floor"] = floor_json(report);
  out["checks"] = Json::array();
  if (report.verification)
    for (const OutputCheck& check : report.verification->outputs)
      out["checks"].push_back(check_json(check));
  out["reference_us"] =
      report.verification ? number(report.verification->reference_us) : Json(nullptr);
  out["max_error_over_bound"] =
      report.verification ? number(report.verification->max_error_over_bound()) : Json(nullptr);
  if (report.counts) out["counts"] = json_of(*report.counts);
  out["findings"] = report.findings;
  for (const std::string& warning : report.warnings) out["findings"].push_back(warning);
  out["verdict"] = verdict_text(report.verdict());
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace teaal::runtime::report
