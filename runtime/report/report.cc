#include "runtime/report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace teaal::runtime::report {
namespace {

std::string role_text(ManifestTensor::Role role) {
  switch (role) {
    case ManifestTensor::Role::Input:
      return "input";
    case ManifestTensor::Role::Output:
      return "output";
    case ManifestTensor::Role::Intermediate:
      break;
  }
  return "intermediate";
}

// The stored form that the report shows: the tensor's own if a kernel uses it, else the one
// re-sorted for it.
const plan::StoredView* shown_view(const std::string& tensor,
                                   const std::vector<plan::StoredView>& views) {
  const plan::StoredView* out = nullptr;
  for (const plan::StoredView& view : views)
    if (view.tensor == tensor && (!out || !view.resorted)) out = &view;
  return out;
}

TensorReport tensor_report(const ManifestTensor& tensor, const RunFacts& facts) {
  TensorReport out{tensor.name, role_text(tensor.role), tensor.ranks};
  double elements = 1;
  for (const std::string& rank : tensor.ranks) {
    out.shape.push_back(facts.inputs->extents.at(rank));
    elements *= static_cast<double>(out.shape.back());
  }
  out.format = format_text(level_names(tensor.rank_order, tensor.parts), level_formats(tensor));
  out.format_chosen = tensor.chosen;
  const auto& from =
      tensor.role == ManifestTensor::Role::Input ? facts.inputs->tensors : *facts.outputs;
  if (auto coo = from.find(tensor.name); coo != from.end())
    out.occupancy = static_cast<int64_t>(coo->second.entries());
  out.density = elements > 0 ? static_cast<double>(out.occupancy) / elements : 0;
  if (const plan::StoredView* view = shown_view(tensor.name, facts.execution->views()))
    out.bytes = view->bytes;
  if (auto loaded = facts.inputs->loaded.find(tensor.name); loaded != facts.inputs->loaded.end()) {
    out.source = loaded->second.source;
    out.notes = loaded->second.notes;
  }
  return out;
}

// A mapping is literal: where it starts few threads, the device idles and the reader should know.
// What a mapping leaves idle on a GPU of 132 multiprocessors, told where no GPU is: of the kernel
// that has most threads, since others are as small as what they do.
void note_idle_gpu(Report& report) {
  constexpr int64_t multiprocessors = 132, lanes = 32;
  const auto most = std::ranges::max_element(
      report.launches, {}, [](const plan::LaunchShape& launch) { return launch.threads(); });
  if (most == report.launches.end() || most->threads() == 0) return;
  if (most->grid < multiprocessors)
    report.notes.push_back(
        fmt::format("kernel {} runs in {} block{}: on a GPU, {} of {} "
                    "multiprocessors idle",
                    most->kernel, most->grid, most->grid == 1 ? "" : "s",
                    multiprocessors - static_cast<int64_t>(most->grid), multiprocessors));
  if (most->block < lanes)
    report.notes.push_back(
        fmt::format("kernel {} has blocks of {} thread{}: {} of a warp's {} lanes idle",
                    most->kernel, most->block, most->block == 1 ? "" : "s",
                    lanes - static_cast<int64_t>(most->block), lanes));
}

void note_idle_device(const RunFacts& facts, Report& report) {
  if (!facts.device.gpu) return note_idle_gpu(report);
  for (const plan::LaunchShape& launch : report.launches) {
    if (launch.threads() == 0 || launch.threads() * 4 >= facts.device.parallel_threads) continue;
    report.notes.push_back(fmt::format(
        "kernel {} runs {} thread{}, as the mapping says; {} holds {} at once, so most of it idles",
        launch.kernel, count_text(launch.threads()), launch.threads() == 1 ? "" : "s",
        facts.device.name, count_text(facts.device.parallel_threads)));
  }
}

std::string shape_text(const std::vector<int64_t>& shape) {
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, " × "));
}

std::string tensor_table(const Report& report, const TextOptions& options) {
  Table table({{"tensor"},
               {"ranks"},
               {"shape"},
               {"format"},
               {"non-zeros", Align::Right},
               {"density", Align::Right},
               {"bytes", Align::Right},
               {"from"}});
  for (const TensorReport& tensor : report.tensors) {
    const std::string ranks = fmt::format("[{}]", fmt::join(tensor.ranks, ", "));
    if (tensor.role == role_text(ManifestTensor::Role::Intermediate))
      table.row({tensor.name, ranks, shape_text(tensor.shape), "–", "–", "–", "–", "not stored"});
    else
      table.row({tensor.name, ranks, shape_text(tensor.shape),
                 tensor.format.empty() ? "–" : tensor.format, count_text(tensor.occupancy),
                 share_text(tensor.density), bytes_text(tensor.bytes),
                 tensor.source.empty() ? tensor.role : tensor.source});
  }
  return table.text(options, 2);
}

std::string step_table(const Report& report, const TextOptions& options) {
  Table table({{"time", Align::Right}, {"step"}});
  for (const plan::StepTime& step : report.steps)
    table.row({step.timed ? time_text(step.us) : "–", step.text + (step.once ? ", once" : "")});
  if (report.verification)
    table.row({time_text(report.verification->reference_us),
               "reference math in f64 (--no-verify leaves it out)"});
  return table.text(options, 2);
}

std::string kernel_lines(const Report& report, const TextOptions& options) {
  if (report.kernel_runs == 0) return "";
  std::string out =
      fmt::format("  kernel time {} (median of {} run{}): {} GB/s of the {} that must move",
                  bold(time_text(report.kernel_us), options), report.kernel_runs,
                  report.kernel_runs == 1 ? "" : "s", number_text(report.effective_gb_s()),
                  bytes_text(report.floor_bytes));
  if (auto share = report.floor_share())
    out += fmt::format("\n  floor {} at {:.0f} GB/s ({}): {} of it reached",
                       time_text(*report.floor_us()), report.device.bandwidth_gb_s,
                       report.device.bandwidth_source, share_text(*share));
  if (!report.device.gpu) out += "\n  emulation: compare counts, not these times";
  return out + "\n";
}

std::string verdict_lines(const Report& report, const TextOptions& options) {
  std::string out;
  for (const std::string& finding : report.findings)
    out += "  " + red("finding", options) + " " + finding + "\n";
  if (!report.verification)
    return out + (report.findings.empty() ? "  not compared with reference math\n"
                                          : red("FAIL", options) + "\n");
  for (const OutputCheck& check : report.verification->outputs) {
    const Comparison& c = check.comparison;
    out += fmt::format(
        "  {}: {} element{} compared with f64 reference math, max error {:.2g} of its bound",
        check.tensor, count_text(c.checked), c.checked == 1 ? "" : "s", c.max_error_over_bound);
    if (c.mismatches > 0)
      out += fmt::format("; {} mismatch{}, first: {}", count_text(c.mismatches),
                         c.mismatches == 1 ? "" : "es", c.first_mismatch);
    out += "\n";
  }
  std::vector<std::string> passing;
  for (const TensorReport& tensor : report.tensors)
    if (tensor.role == role_text(ManifestTensor::Role::Intermediate))
      passing.push_back(tensor.name);
  if (!passing.empty())
    out += fmt::format("  not stored, so not compared: {}\n", fmt::join(passing, ", "));
  return out + (report.verdict() == Verdict::Pass ? green("PASS", options) : red("FAIL", options)) +
         "\n";
}

std::string note_lines(const Report& report, const TextOptions& options) {
  std::string out;
  auto add = [&](const std::string& text) {
    out += "  " + dim("note:", options) + " " + wrapped(text, options, 8) + "\n";
  };
  for (const TensorReport& tensor : report.tensors)
    for (const std::string& note : tensor.notes) add(tensor.name + ": " + note);
  for (const std::string& note : report.notes) add(note);
  return out;
}

std::string symbol_text(const Report& report) {
  std::string out;
  for (const auto& [name, value] : report.symbols)
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", name, value);
  return out;
}

}  // namespace

std::string format_text(const std::vector<std::string>& levels,
                        const std::vector<std::string>& formats) {
  std::string out;
  for (size_t level = 0; level < levels.size() && level < formats.size(); ++level)
    out += fmt::format("{}{}:{}", level == 0 ? "" : ",", levels[level], formats[level]);
  return out;
}

Verdict Report::verdict() const {
  if (!findings.empty()) return Verdict::Fail;
  if (!verification) return Verdict::Unchecked;
  return verification->pass() ? Verdict::Pass : Verdict::Fail;
}

std::optional<double> Report::floor_us() const {
  if (device.bandwidth_gb_s <= 0) return std::nullopt;
  return static_cast<double>(floor_bytes) / device.bandwidth_gb_s * 1e-3;
}

std::optional<double> Report::floor_share() const {
  auto us = floor_us();
  if (!us || kernel_us <= 0) return std::nullopt;
  return *us / kernel_us;
}

namespace {

std::string_view reduction_name(ManifestEinsum::Reduce reduce) {
  switch (reduce) {
    case ManifestEinsum::Reduce::Add:
      break;
    case ManifestEinsum::Reduce::Mul:
      return "mul";
    case ManifestEinsum::Reduce::Min:
      return "min";
    case ManifestEinsum::Reduce::Max:
      return "max";
    case ManifestEinsum::Reduce::Or:
      return "or";
    case ManifestEinsum::Reduce::And:
      return "and";
  }
  return "add";
}

// As the head of a kernel says it.
std::string operators_text(const ManifestEinsum& einsum) {
  std::string out;
  for (const ManifestTerm& term : einsum.terms)
    if (!term.map.empty()) out += fmt::format(", maps by {}", fmt::join(term.map, " "));
  if (einsum.reduce != ManifestEinsum::Reduce::Add)
    out += fmt::format(", reduces by {} from {}", reduction_name(einsum.reduce), einsum.identity);
  return out;
}

}  // namespace

Report make_report(const RunFacts& facts) {
  const Manifest& manifest = *facts.manifest;
  Report out;
  out.spec = manifest.spec_path;
  out.name = manifest.name;
  out.version = manifest.version;
  out.value_type = manifest.value_type;
  for (const ManifestEinsum& einsum : manifest.cascade) out.expressions.push_back(einsum.text);
  out.position_bits = facts.execution->position_bits();
  out.symbols = facts.execution->symbols();
  out.device = facts.device;
  out.device_reason = facts.device_reason;
  for (const ManifestTensor& tensor : manifest.tensors)
    out.tensors.push_back(tensor_report(tensor, facts));
  for (const ManifestEinsum& einsum : manifest.cascade)
    if (const std::string text = operators_text(einsum); !text.empty())
      out.notes.push_back(einsum.text + text);
  out.notes.insert(out.notes.end(), manifest.notes.begin(), manifest.notes.end());
  out.steps = facts.execution->steps();
  out.launches = facts.execution->launches();
  out.workspace_bytes = facts.execution->workspace_bytes();
  out.floor_bytes = plan::floor_bytes(manifest, facts.execution->views());
  note_idle_device(facts, out);
  return out;
}

std::string to_text(const Report& report, const TextOptions& options) {
  std::string out =
      fmt::format("{} on {} ({}), {}\n", bold(report.spec, options),
                  bold(report.device.name, options), report.device.detail, report.value_type);
  if (!report.device_reason.empty()) out += "  " + wrapped(report.device_reason, options, 2) + "\n";
  for (const std::string& expression : report.expressions) out += "  " + expression + "\n";
  if (!report.symbols.empty()) out += "  with " + wrapped(symbol_text(report), options, 7) + "\n";
  out += "\n" + tensor_table(report, options) + "\n" + step_table(report, options) + "\n";
  if (report.workspace_bytes > 0)
    out += fmt::format("  workspaces take {}\n", bytes_text(report.workspace_bytes));
  if (report.position_bits == 64)
    out += "  positions are 64-bit: a level holds more than 2^31 of them\n";
  out += kernel_lines(report, options);
  if (report.counts && !report.counts->patterns.empty())
    out += "\n" + to_text(*report.counts, options) + "\n";
  std::string notes = note_lines(report, options);
  out += notes;
  return out + verdict_lines(report, options);
}

}  // namespace teaal::runtime::report
