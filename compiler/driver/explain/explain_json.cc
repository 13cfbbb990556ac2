#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compiler/driver/explain/explain.h"
#include "compiler/driver/explain/explain_files.h"
#include "compiler/driver/explain/lanes.h"
#include "compiler/driver/insight/cost_report.h"
#include "compiler/support/version.h"

namespace teaal::driver {
namespace {

using interpret::Counts;
using interpret::Work;
using Json = nlohmann::ordered_json;

constexpr size_t most_page_bytes = 2'000'000;
constexpr size_t most_places = 60'000;  // of a mapping

// What of the slots is told.
struct Detail {
  bool slots = true, slots_of_orders = false, places = true, texts_of_orders = true;
};

// "3c2m": three slots that compute, two that are masked. `letter` is of one.
template <class Of, class Letter>
std::string runs_of(const std::vector<Of>& lane, Letter letter) {
  std::string out;
  for (size_t from = 0; from < lane.size();) {
    size_t to = from;
    while (to < lane.size() && lane[to] == lane[from]) ++to;
    out += fmt::format("{}{}", to - from, letter(lane[from]));
    from = to;
  }
  return out;
}

std::string runs_of(const std::vector<Work>& lane) {
  return runs_of(lane, [](Work work) { return work_letters.at(static_cast<size_t>(work)); });
}

// A list a lane: which rank moved, of the slots in which it computes, "a" the outermost.
Json moved_of(const Mapping& m) {
  const Counts& c = m.counts;
  const auto lanes = static_cast<size_t>(c.machine.lanes);
  std::vector<std::vector<int8_t>> all(static_cast<size_t>(c.machine.width()));
  for (size_t i = 0; i < m.moved.of.size(); ++i)
    if (c.trace.work[i] == Work::Compute)
      all[static_cast<size_t>(c.trace.slots[i / lanes].warp) * lanes + i % lanes].push_back(
          m.moved.of[i]);
  Json out = Json::array();
  for (const std::vector<int8_t>& lane : all)
    out.push_back(runs_of(lane, [](int8_t rank) {
      return rank < 0 || rank >= 26 ? '-' : static_cast<char>('a' + rank);
    }));
  return out;
}

Json json_of(const interpret::WarpTrace& warp, int64_t lanes) {
  Json out = {{"kernel", warp.kernel},
              {"block", warp.block},
              {"warp", warp.warp},
              {"slots", warp.slots},
              {"lanes", Json::array()}};
  for (const auto& lane : lanes_of(warp, lanes)) out["lanes"].push_back(runs_of(lane));
  return out;
}

Json runs_of(const std::vector<int>& statements) {
  Json out = Json::array();
  for (size_t from = 0; from < statements.size();) {
    size_t to = from;
    while (to < statements.size() && statements[to] == statements[from]) ++to;
    out.push_back({statements[from], to - from});
    from = to;
  }
  return out;
}

// A list a lane, by time: the time since the entry before, the form, the position.
Json places_of(const Counts& c) {
  std::vector<Json> lanes(static_cast<size_t>(c.machine.width()), Json::array());
  std::vector<int64_t> last(lanes.size());
  for (const interpret::Place& place : c.trace.places) {
    const auto lane = static_cast<size_t>(place.lane);
    const int64_t time = c.trace.slots[place.slot].time;
    for (const int64_t number :
         {time - std::exchange(last[lane], time), int64_t{place.form}, place.position})
      lanes[lane].push_back(number);
  }
  return lanes;
}

Json forms_of(const Counts& c) {
  Json out = Json::array();
  for (const interpret::Form& form : c.forms)
    out.push_back({{"tensor", form.tensor},
                   {"ranks", form.ranks},
                   {"shape", form.shape},
                   {"order", form.order},
                   {"coordinates", form.coordinates}});
  return out;
}

Json trace_of(const Mapping& m, bool places) {
  const Counts& c = m.counts;
  Json out = {{"whole", is_drawn(c)}, {"slots", c.slots}, {"warps", Json::array()}};
  if (!is_drawn(c)) {
    out["longest"] = json_of(c.longest, c.machine.lanes);
    out["sampled"] = Json::array();
    for (const interpret::WarpTrace& warp : c.sampled)
      out["sampled"].push_back(json_of(warp, c.machine.lanes));
    return out;
  }
  const auto all = lanes_of(c);
  const auto lanes = static_cast<size_t>(c.machine.lanes);
  for (int64_t warp = 0; warp < c.machine.warps; ++warp) {
    Json strips = Json::array();
    for (size_t lane = 0; lane < lanes; ++lane)
      strips.push_back(runs_of(all[static_cast<size_t>(warp) * lanes + lane]));
    out["warps"].push_back({{"lanes", strips}, {"statements", runs_of(statements_of(c, warp))}});
  }
  if (!m.moved.of.empty()) out["moved"] = moved_of(m);
  if (places && !c.trace.places.empty() && c.trace.places.size() <= most_places) {
    out["forms"] = forms_of(c);
    out["places"] = places_of(c);
  }
  return out;
}

template <class Line>
Json lines_of(const std::vector<Line>& lines) {
  Json out = Json::array();
  for (const Line& line : lines)
    out.push_back({{"text", line.text}, {"statement", line.statement}, {"line", line.spec_line}});
  return out;
}

Json json_of(const Mapping& m, bool trace, bool places) {
  Json out = {{"name", m.name},
              {"loops", m.loops},
              {"ranks", m.moved.ranks},
              {"what_costs", what_costs(m.counts)},
              {"counts", counts_json(m.counts)},
              {"text", text_counts_json(m.text)},
              {"predicted", prediction_json(m.prediction, h200)},
              {"summary", Json::array()},
              {"prediction", Json::array()},
              {"nest", lines_of(m.nest)},
              {"cuda", lines_of(m.cuda)}};
  for (const auto& [title, text] : count_lines(m.counts)) out["summary"].push_back({title, text});
  for (const auto& [title, text] : prediction_lines(m.prediction))
    out["prediction"].push_back({title, text});
  if (trace) out["trace"] = trace_of(m, places);
  return out;
}

Json json_of(const OrderRow& row, const Detail& detail) {
  Json out = {{"spec", row.spec},
              {"loops", row.loops},
              {"tiles", row.tiles},
              {"is_spec", row.is_spec},
              {"held_still", row.held_still}};
  if (row.mapping)
    out["mapping"] = json_of(*row.mapping, detail.slots_of_orders, false);
  else
    out["refusal"] = row.refusal;
  if (row.mapping && !detail.texts_of_orders) {
    for (const char* text : {"cuda", "nest"}) out["mapping"].erase(text);
    out["mapping"]["counts"].erase("arrays");  // which the page shows of none
  }
  return out;
}

Json measured_of(const Mapping& m) {
  const Measured& of = *m.measured;
  Json out = {{"device", of.device},
              {"emulated", of.emulated},
              {"us", of.us},
              {"predicted_us", m.prediction.us},
              {"runs", of.runs},
              {"dram_bytes", m.prediction.dram_bytes},
              {"gb_per_s", gb_per_s(m)},
              {"sectors", sectors(m.on_gpu)},
              {"l2_sectors", l2_sectors(m.on_gpu)}};
  for (const auto& [name, value] : {std::pair("dram_bytes", of.dram_bytes),
                                    {"sectors", of.sectors},
                                    {"l2_sectors", of.l2_sectors}})
    if (value) out["ncu"][name] = *value;
  return out;
}

Json whole(const Explanation& e, const Detail& detail) {
  Json out = {{"version", version},
              {"expressions", e.expressions},
              {"inputs", e.inputs},
              {"machine", {{"warps", e.machine.warps}, {"lanes", e.machine.lanes}}},
              {"cache_sectors", e.cache_sectors},
              {"mappings", Json::array()},
              {"orders", Json::array()},
              {"notes", e.notes}};
  for (const Mapping& m : e.mappings) {
    out["mappings"].push_back(json_of(m, detail.slots, detail.places));
    out["mappings"].back()["spec"] = m.spec;
    if (!m.measured) continue;
    out["mappings"].back()["measured"] = measured_of(m);
  }
  for (const OrderRow& row : e.orders) out["orders"].push_back(json_of(row, detail));
  return out;
}

std::string dumped(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// What stands in a script element must not end it.
std::string harmless(std::string json) {
  for (size_t at = 0; (at = json.find("</", at)) != std::string::npos; at += 3)
    json.insert(at + 1, "\\");
  return json;
}

std::string file(const std::string& name) {
  for (const auto& [known, text] : embedded_files())
    if (known == name) return text;
  return "";
}

// Data comes last: it may hold what looks like a mark.
std::string page_with(const std::string& json) {
  std::string page = file("explain_page.html");
  auto put = [&](const std::string& mark, const std::string& text) {
    page.replace(page.find(mark), mark.size(), text);
  };
  put("{{style}}", file("explain_page.css"));
  put("{{script}}", file("explain_data.js") + file("explain_lanes.js") + file("explain_places.js") +
                        file("explain_tables.js") + file("explain_page.js"));
  put("{{data}}", harmless(json));
  return page;
}

}  // namespace

Json to_json(const Explanation& e, bool traces) { return whole(e, {traces, false, traces}); }

std::string to_page(const Explanation& e) {
  struct Try {
    Detail detail;
    const char* note;
  };
  Explanation told = e;
  for (const auto& [detail, note] :
       {Try{{true, true, true, true}, nullptr},
        Try{{true, true, true, false},
            "the page would be too large with the texts of every order; they are left out"},
        Try{{true, false, true, true},
            "the page would be too large with the slots of every order; they are left out"},
        Try{{true, false, true, false},
            "the page would be too large with the slots and the texts of every order; they are "
            "left "
            "out"},
        Try{{true, false, false, false},
            "the page would be too large with the slots and the texts of every order, and with "
            "where "
            "lanes are in tensors; they are left out"}}) {
    told.notes = e.notes;
    if (note) told.notes.emplace_back(note);
    if (std::string page = page_with(dumped(whole(told, detail))); page.size() <= most_page_bytes)
      return page;
  }
  told.notes = e.notes;
  told.notes.emplace_back("the slots are too many for a page; counts alone are shown");
  return page_with(dumped(whole(told, {false, false, false, false})));
}

}  // namespace teaal::driver
