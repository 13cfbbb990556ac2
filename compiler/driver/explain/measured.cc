#include "compiler/driver/explain/measured.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
             "write one with `teaalc run SPEC … --json > run.json`"};
    return std::nullopt;
  }
  return out;
}

bool MeasuredReport::is_of(const Job& job, const runtime::plan::Inputs& inputs,
                           UsageError& error) const {
  auto differs = [&](const std::string& what) {
    error = {fmt::format("--measured={} is of another run: {}", path_, what),
             "measure the spec with the same inputs and -D"};
    return false;
  };
  for (const auto& [name, coo] : inputs.tensors) {
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
