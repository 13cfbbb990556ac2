#include "compiler/driver/explain/measured.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace teaal::driver {

std::optional<MeasuredReport> MeasuredReport::read(const std::string& path, UsageError& error,
                                                   Diagnostics& diagnostics) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    diagnostics.error(Code::FileAccess, {},
                      fmt::format("--measured={} cannot be read: {}", path,
                                  std::strerror(errno != 0 ? errno : EIO)));
    return std::nullopt;
  }
  MeasuredReport out;
  out.path_ = path;
  if (is_ncu_report(text.str())) {
    auto kernels = read_ncu_report(std::make_shared<const SourceFile>(SourceFile{path, text.str()}),
                                   diagnostics);
    if (!kernels) return std::nullopt;
    out.kernels_ = std::move(*kernels);
    return out;
  }
  try {
    const auto json = nlohmann::json::parse(text.str());
    out.measured_ = {json.at("name"), json.at("device").at("name"),
                     json.at("device").at("kind") == "cpu", json.at("kernel").at("us"),
                     json.at("kernel").at("runs")};
    for (const auto& tensor : json.at("tensors"))
      if (tensor.at("role") == "input")
        out.inputs_[tensor.at("name")] = {tensor.at("shape"), tensor.at("occupancy")};
    out.symbols_ = json.at("symbols").get<std::map<std::string, int64_t>>();
  } catch (const nlohmann::json::exception&) {
    error = {fmt::format("--measured={} is no report of a run", path),
             "write one with `teaalc run SPEC … --json > run.json`, or with `ncu --csv`"};
    return std::nullopt;
  }
  return out;
}

std::string MeasuredReport::subject() const {
  return kernels_.empty() ? measured_.mapping : "the kernel " + kernels_.front().name;
}

bool MeasuredReport::is_of(const std::string& mapping, const interpret::Counts& on_gpu) const {
  if (kernels_.empty()) return measured_.mapping == mapping;
  return std::ranges::any_of(on_gpu.launches, [&](const interpret::LaunchCount& launch) {
    return std::ranges::find(kernels_, launch.kernel, &NcuKernel::name) != kernels_.end();
  });
}

UsageError MeasuredReport::other_run(const std::string& what) const {
  return {fmt::format("--measured={} is of another run: {}", path_, what),
          "measure the spec with the same inputs and -D"};
}

std::optional<Measured> MeasuredReport::measured(const Request& request, UsageError& error) const {
  if (!kernels_.empty()) return of_kernels(request, error);
  return has_inputs_of(request, error) ? std::optional(measured_) : std::nullopt;
}

bool MeasuredReport::is_kernel_of(const NcuKernel& kernel, const interpret::LaunchCount& launch,
                                  UsageError& error) const {
  if (kernel.blocks.value_or(launch.grid) == launch.grid &&
      kernel.threads.value_or(launch.block) == launch.block)
    return true;
  error = other_run(fmt::format("{} has {} blocks of {} threads there, {} of {} here", kernel.name,
                                kernel.blocks.value_or(launch.grid),
                                kernel.threads.value_or(launch.block), launch.grid, launch.block));
  return false;
}

// Every launch of the run, from the medians of its kernel's.
std::optional<Measured> MeasuredReport::of_kernels(const Request& request,
                                                   UsageError& error) const {
  Measured out{.mapping = stem_of(request.job.compiled->source->path),
               .device = "a GPU, by ncu",
               .dram_bytes = 0,
               .l2_sectors = 0,
               .sectors = 0};
  auto add = [](std::optional<double>& sum, const std::optional<double>& part, double times) {
    sum = sum && part ? std::optional(*sum + times * *part) : std::nullopt;
  };
  for (const interpret::LaunchCount& launch : request.on_gpu.launches) {
    if (launch.grid <= 0) continue;
    const auto kernel = std::ranges::find(kernels_, launch.kernel, &NcuKernel::name);
    if (kernel == kernels_.end() || !kernel->us) {
      error = {fmt::format("--measured={} has no time of the kernel {}", path_, launch.kernel),
               "collect gpu__time_duration.sum of every kernel of the run"};
      return std::nullopt;
    }
    if (!is_kernel_of(*kernel, launch, error)) return std::nullopt;
    const auto times = static_cast<double>(launch.times);
    out.us += times * *kernel->us;
    out.runs = out.runs == 0 ? kernel->launches : std::min(out.runs, kernel->launches);
    add(out.dram_bytes, kernel->dram_bytes, times);
    add(out.l2_sectors, kernel->l2_sectors, times);
    add(out.sectors, kernel->sectors, times);
  }
  return out;
}

bool MeasuredReport::has_inputs_of(const Request& request, UsageError& error) const {
  const Job& job = request.job;
  auto differs = [&](const std::string& what) {
    error = other_run(what);
    return false;
  };
  for (const auto& [name, coo] : request.inputs.tensors) {
    auto there = inputs_.find(name);
    if (there == inputs_.end()) return differs("it has no input " + name);
    const auto& [shape, elements] = there->second;
    if (shape != coo.shape)
      return differs(fmt::format("{} is {} there, {} here", name, fmt::join(shape, " x "),
                                 fmt::join(coo.shape, " x ")));
    if (elements != static_cast<int64_t>(coo.entries()))
      return differs(
          fmt::format("{} has {} elements there, {} here", name, elements, coo.entries()));
  }
  for (const runtime::ManifestSymbol& symbol : job.compiled->manifest.symbols) {
    auto given = job.request.symbols.find(symbol.name);
    const std::optional<int64_t> here =
        given != job.request.symbols.end() ? std::optional(given->second) : symbol.value;
    auto there = symbols_.find(symbol.name);
    if (here && there != symbols_.end() && there->second != *here)
      return differs(fmt::format("{} is {} there, {} here", symbol.name, there->second, *here));
  }
  return true;
}

}  // namespace teaal::driver
