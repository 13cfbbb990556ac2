#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "compiler/driver/explain/explain.h"
#include "compiler/driver/explain/lanes.h"
#include "compiler/driver/insight/cost_report.h"

namespace teaal::driver {
namespace {

using interpret::Counts;
using interpret::Work;
using runtime::report::Align;
using runtime::report::count_text;
using runtime::report::Table;
using runtime::report::TextOptions;

constexpr size_t most_lanes = 16;  // drawn

std::string_view glyph(Work work, bool unicode) {
  switch (work) {
    case Work::Compute:
      return unicode ? "█" : "#";
    case Work::Open:
      return unicode ? "▒" : "o";
    case Work::Probe:
      return "?";
    case Work::Combine:
      return "+";
    case Work::Vain:
      return unicode ? "╳" : "x";
    case Work::Stage:
      return unicode ? "▓" : "%";
    case Work::Masked:
    case Work::Wait:
      return unicode ? "·" : ".";
    case Work::Done:
      break;
  }
  return " ";
}

std::string legend(bool unicode) {
  return fmt::format(
      "  {} computes  {} opens a fiber  {} searches  {} adds partial sums  {} in vain  "
      "{} copies to shared memory  {} waits for its warp\n",
      glyph(Work::Compute, unicode), glyph(Work::Open, unicode), glyph(Work::Probe, unicode),
      glyph(Work::Combine, unicode), glyph(Work::Vain, unicode), glyph(Work::Stage, unicode),
      glyph(Work::Masked, unicode));
}

std::string strip(const std::vector<Work>& lane, size_t columns, bool unicode) {
  std::string out;
  for (Work work : condensed(lane, columns)) out += glyph(work, unicode);
  return out;
}

// One lane's line; `part` is how much of its slots it works.
std::string lane_line(const std::string& head, size_t lane, const std::vector<Work>& work,
                      size_t columns, double part, bool unicode) {
  std::string text = strip(work, columns, unicode);
  text += std::string(columns - std::min(columns, runtime::report::display_width(text)), ' ');
  return fmt::format("  {:<5}{:>3} {} {:>3.0f} %\n", head, lane, text, part * 100);
}

double part_at_work(const std::vector<Work>& lane) {
  const auto working = std::ranges::count_if(lane, [](Work w) { return !interpret::is_idle(w); });
  return lane.empty() ? 0 : static_cast<double>(working) / static_cast<double>(lane.size());
}

size_t columns_of(const TextOptions& options) {
  return static_cast<size_t>(std::max(options.width - 18, 20));
}

std::string scale_text(size_t slots, const TextOptions& options) {
  const double each = static_cast<double>(slots) / static_cast<double>(columns_of(options));
  return fmt::format("a character for {:.1f} slots", std::max(1.0, each));
}

// How many warps have how many slots, and the longest of them.
std::string warps_text(const Mapping& m, const TextOptions& options, bool unicode) {
  const Counts& c = m.counts;
  std::string out = fmt::format("  {}: {} slots of {} lanes are too many to draw\n", m.name,
                                count_text(c.slots), count_text(c.machine.width()));
  Table table({{"kernel"}, {"slots", Align::Right}, {"warps", Align::Right}});
  for (const interpret::LaunchCount& launch : c.launches)
    for (size_t b = 0; b < launch.warps_by_slots.size(); ++b)
      if (launch.warps_by_slots[b] > 0)
        table.row({launch.kernel,
                   b == 0 ? "0" : fmt::format("{} to {}", 1 << (b - 1), (1 << b) - 1),
                   count_text(launch.warps_by_slots[b])});
  out += table.text(options, 4);
  const auto lanes = lanes_of_longest(c);
  out += fmt::format(
      "  the longest warp: {} of block {} of {}, {} slots{}, {}\n", c.longest.warp, c.longest.block,
      c.longest.kernel, count_text(c.longest.slots),
      static_cast<int64_t>(lanes[0].size()) < c.longest.slots ? " (the first of them)" : "",
      scale_text(lanes[0].size(), options));
  for (size_t lane = 0; lane < lanes.size(); lane += std::max<size_t>(lanes.size() / 8, 1))
    out +=
        lane_line("", lane, lanes[lane], columns_of(options), part_at_work(lanes[lane]), unicode);
  return out;
}

std::string lanes_text(const Mapping& m, const TextOptions& options, bool unicode) {
  const Counts& c = m.counts;
  if (!is_drawn(c)) return warps_text(m, options, unicode);
  std::string out =
      fmt::format("  {}, {}\n", m.name, scale_text(static_cast<size_t>(c.slots), options));
  const auto all = lanes_of(c);
  const auto lanes = static_cast<size_t>(c.machine.lanes);
  size_t last_warp = SIZE_MAX;
  for (size_t lane : chosen_lanes(c, most_lanes)) {
    const size_t warp = lane / lanes;
    const std::string head = warp == last_warp ? "" : fmt::format("w{}", warp);
    last_warp = warp;
    out += lane_line(head, lane % lanes, all[lane], columns_of(options), part_at_work(all[lane]),
                     unicode);
  }
  return out;
}

std::string predictions(const Explanation& e, const TextOptions& options) {
  std::vector<PredictedColumn> columns;
  for (const Mapping& m : e.mappings) columns.push_back({m.name, m.prediction});
  return prediction_table(columns, h200, options);
}

std::string head(const Explanation& e) {
  constexpr size_t one_line = 100;
  const std::string all = fmt::format("{}", fmt::join(e.expressions, "; "));
  const std::string expressions =
      all.size() <= one_line ? all + "    " : fmt::format("{}\n", fmt::join(e.expressions, "\n"));
  return fmt::format("{}{}    {} warps x {} lanes\n\n", expressions, fmt::join(e.inputs, ", "),
                     e.machine.warps, e.machine.lanes);
}

std::vector<CountColumn> columns_of(const Explanation& e) {
  std::vector<CountColumn> out;
  for (const Mapping& m : e.mappings) out.push_back({m.name, m.loops, &m.counts});
  return out;
}

std::vector<const TextCounts*> texts_of(const Explanation& e) {
  std::vector<const TextCounts*> out;
  for (const Mapping& m : e.mappings) out.push_back(&m.text);
  return out;
}

int64_t loads(const Counts& c) {
  int64_t out = 0;
  for (const interpret::ArrayCount& a : c.arrays) out += a.traffic.loads;
  return out;
}

std::string order_table(const Explanation& e, const TextOptions& options) {
  Table table({{"loop order"},
               {"slots", Align::Right},
               {"x best", Align::Right},
               {"computing", Align::Right},
               {"at work", Align::Right},
               {"predicted", Align::Right},
               {"imbalance", Align::Right},
               {"in vain", Align::Right},
               {"searches", Align::Right},
               {"loads", Align::Right},
               {fmt::format("DRAM, {}", e.cache_sectors), Align::Right},
               {"held still"},
               {"what costs"}});
  const OrderRow& first = e.orders.front();
  const bool several = e.mappings.size() > 1;
  auto named = [&](const OrderRow& row) {
    const std::string sized = row.tiles.empty() ? "" : fmt::format(" ({})", row.tiles);
    return (several ? fmt::format("{}: {}", row.spec, row.loops) : row.loops) + sized;
  };
  for (const OrderRow& row : e.orders) {
    if (!row.mapping) continue;
    const Counts& c = row.mapping->counts;
    const double best = static_cast<double>(std::max<int64_t>(first.mapping->counts.slots, 1));
    table.row({named(row) + (row.is_spec ? " *" : ""), count_text(c.slots),
               fmt::format("{:.2f}", static_cast<double>(c.slots) / best),
               fmt::format("{:.0f} %", c.share(Work::Compute) * 100),
               fmt::format("{:.0f} %", c.at_work() * 100),
               runtime::report::time_text(row.mapping->prediction.us),
               fmt::format("{:.2f}", c.imbalance()), count_text(c.vain), count_text(c.probes),
               count_text(loads(c)), runtime::report::bytes_text(dram_bytes(c, e.cache_sectors)),
               fmt::format("{}", fmt::join(row.held_still, ", ")), what_costs(c)});
  }
  std::string out = first.mapping ? table.text(options, 2) + "  * as the spec has it\n" : "";
  for (const OrderRow& row : e.orders)
    if (!row.mapping)
      out += runtime::report::dim(fmt::format("  {}: refused: {}\n", named(row), row.refusal),
                                  options);
  return out;
}

std::string measured_number(const std::optional<double>& of) {
  return of ? count_text(std::llround(*of)) : "–";
}

// What ncu has measured beside what is predicted and counted; empty if it has measured nothing.
std::string counters_table(const Explanation& e, const TextOptions& options) {
  Table table({{"by ncu, measured / predicted or counted"},
               {"DRAM", Align::Right},
               {"", Align::Right},
               {"sectors", Align::Right},
               {"", Align::Right},
               {"of the L2", Align::Right},
               {"", Align::Right}});
  bool any = false;
  for (const Mapping& m : e.mappings) {
    if (!m.measured) continue;
    const Measured& of = *m.measured;
    if (!of.dram_bytes && !of.sectors && !of.l2_sectors) continue;
    any = true;
    table.row({m.name,
               of.dram_bytes ? runtime::report::bytes_text(std::llround(*of.dram_bytes)) : "–",
               runtime::report::bytes_text(std::llround(m.prediction.dram_bytes)),
               measured_number(of.sectors), count_text(sectors(m.on_gpu)),
               measured_number(of.l2_sectors), count_text(l2_sectors(m.on_gpu))});
  }
  return any ? "\n" + table.text(options, 2) : "";
}

// Prediction beside measurement.
std::string measured_table(const Explanation& e, const TextOptions& options) {
  Table table({{"measured"},
               {"on"},
               {"time", Align::Right},
               {"predicted", Align::Right},
               {"DRAM, predicted", Align::Right},
               {"GB/s", Align::Right},
               {"slots", Align::Right},
               {"ns a slot", Align::Right}});
  bool any = false, emulated = false;
  for (const Mapping& m : e.mappings) {
    if (!m.measured) continue;
    any = true;
    emulated |= m.measured->emulated;
    table.row(
        {m.name, m.measured->device, runtime::report::time_text(m.measured->us),
         runtime::report::time_text(m.prediction.us),
         runtime::report::bytes_text(std::llround(m.prediction.dram_bytes)),
         fmt::format("{:.1f}", gb_per_s(m)), count_text(m.counts.slots),
         fmt::format("{:.1f}", m.measured->us * 1000 /
                                   static_cast<double>(std::max<int64_t>(m.counts.slots, 1)))});
  }
  if (!any) return "";
  return "\n" + table.text(options, 2) + counters_table(e, options) +
         (emulated ? "  The CPU executor emulates: its times say nothing about a GPU.\n" : "");
}

}  // namespace

std::string to_text(const Explanation& e, const TextOptions& options, bool unicode) {
  const std::vector<CountColumn> columns = columns_of(e);
  std::string out = head(e) + count_table(columns, options) + "\n" + predictions(e, options) + "\n";
  for (const Mapping& m : e.mappings)
    if (std::string costs = what_costs(m.counts); !costs.empty())
      out += fmt::format("  {}: {}\n", m.name, costs);
  out += "\n" + legend(unicode);
  for (const Mapping& m : e.mappings) out += lanes_text(m, options, unicode);
  // The text is for warps of 32 lanes: of others, requests are the interpreter's.
  const std::vector<const TextCounts*> texts = texts_of(e);
  const bool requests =
      e.machine.lanes != 32 ||
      std::ranges::any_of(texts, [](const TextCounts* of) { return of->empty(); });
  out += "\n" + traffic_table(columns, e.cache_sectors, requests, options);
  if (std::string shared = shared_table(columns, options); !shared.empty() && requests)
    out += "\n" + shared;
  if (std::string text = text_counts_text(texts, options); !text.empty()) out += "\n" + text;
  out += measured_table(e, options);
  if (!e.orders.empty()) out += "\n" + order_table(e, options);
  for (const std::string& note : e.notes) out += "\nnote: " + note + "\n";
  return out;
}

}  // namespace teaal::driver
