#include "compiler/driver/insight/cost_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace teaal::driver {
namespace {

using runtime::report::bytes_text;
using runtime::report::time_text;

std::string of_bytes(double bytes) { return bytes_text(static_cast<int64_t>(bytes)); }

}  // namespace

std::vector<std::pair<std::string, std::string>> prediction_lines(const Prediction& p) {
  return {{"time", time_text(p.us)},
          {"bound by", p.bound},
          {"DRAM", of_bytes(p.dram_bytes)},
          {"of that, each sector once", of_bytes(p.compulsory_bytes)},
          {"L2", of_bytes(p.l2_bytes)},
          {"DRAM alone", time_text(p.dram_us)},
          {"L2 alone", time_text(p.l2_us)},
          {"L1 alone", time_text(p.l1_us)},
          {"instructions alone", time_text(p.issue_us)},
          {"shared memory alone", time_text(p.shared_us)},
          {"tensor cores alone", time_text(p.tensor_us)},
          {"latency alone", time_text(p.latency_us)},
          {"launches", time_text(p.launch_us)}};
}

std::string prediction_table(const std::vector<PredictedColumn>& columns, const Gpu& gpu,
                             const runtime::report::TextOptions& options) {
  using runtime::report::Align;
  std::vector<runtime::report::Table::Column> titles = {
      {fmt::format("predicted on an {}", gpu.name)}};
  std::vector<std::vector<std::string>> rows;
  for (const PredictedColumn& column : columns) {
    titles.push_back({column.name, Align::Right});
    const auto lines = prediction_lines(column.prediction);
    rows.resize(lines.size());
    for (size_t i = 0; i < lines.size(); ++i) {
      if (rows[i].empty()) rows[i].push_back(lines[i].first);
      rows[i].push_back(lines[i].second);
    }
  }
  runtime::report::Table table(titles);
  for (auto& row : rows) table.row(std::move(row));
  return table.text(options, 2);
}

nlohmann::ordered_json prediction_json(const Prediction& p, const Gpu& gpu) {
  return {{"gpu", gpu.name},
          {"us", p.us},
          {"bound", p.bound},
          {"dram_bytes", p.dram_bytes},
          {"dram_read_bytes", p.dram_read_bytes},
          {"emptied_read_bytes", p.emptied_read_bytes},
          {"compulsory_bytes", p.compulsory_bytes},
          {"l2_bytes", p.l2_bytes},
          {"parts",
           {{"dram_us", p.dram_us},
            {"l2_us", p.l2_us},
            {"l1_us", p.l1_us},
            {"issue_us", p.issue_us},
            {"shared_us", p.shared_us},
            {"tensor_us", p.tensor_us},
            {"latency_us", p.latency_us},
            {"launch_us", p.launch_us}}}};
}

}  // namespace teaal::driver
