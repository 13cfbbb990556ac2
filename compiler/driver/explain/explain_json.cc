#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compiler/driver/explain/explain.h"
#include "compiler/driver/explain/explain_files.h"
#include "compiler/driver/explain/lanes.h"
#include "compiler/support/version.h"

namespace teaal::driver {
namespace {

using interpret::Counts;
using interpret::Work;
using Json = nlohmann::ordered_json;

constexpr size_t most_page_bytes = 2'000'000;

// "3c2m": three slots that compute, two that are masked.
std::string runs_of(const std::vector<Work>& lane) {
  std::string out;
  for (size_t from = 0; from < lane.size();) {
    size_t to = from;
    while (to < lane.size() && lane[to] == lane[from]) ++to;
    out += fmt::format("{}{}", to - from, work_letters.at(static_cast<size_t>(lane[from])));
    from = to;
  }
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

Json trace_of(const Counts& c) {
  Json out = {{"whole", is_drawn(c)}, {"slots", c.slots}, {"warps", Json::array()}};
  if (!is_drawn(c)) {
    out["longest"] = {{"kernel", c.longest.kernel},
                      {"block", c.longest.block},
                      {"warp", c.longest.warp},
                      {"slots", c.longest.slots},
                      {"lanes", Json::array()}};
    for (const auto& lane : lanes_of_longest(c)) out["longest"]["lanes"].push_back(runs_of(lane));
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
  return out;
}

Json json_of(const Mapping& m, bool trace) {
  Json out = {{"name", m.name},
              {"loops", m.loops},
              {"what_costs", what_costs(m.counts)},
              {"counts", counts_json(m.counts)},
              {"summary", Json::array()},
              {"nest", Json::array()}};
  for (const auto& [title, text] : count_lines(m.counts)) out["summary"].push_back({title, text});
  for (const NestLine& line : m.nest)
    out["nest"].push_back(
        {{"text", line.text}, {"statement", line.statement}, {"line", line.spec_line}});
  if (trace) out["trace"] = trace_of(m.counts);
  return out;
}

Json json_of(const OrderRow& row, bool trace) {
  Json out = {{"loops", row.loops}, {"is_spec", row.is_spec}, {"held_still", row.held_still}};
  if (row.mapping)
    out["mapping"] = json_of(*row.mapping, trace);
  else
    out["refusal"] = row.refusal;
  return out;
}

Json whole(const Explanation& e, bool traces, bool order_traces) {
  Json out = {{"version", version},
              {"expressions", e.expressions},
              {"inputs", e.inputs},
              {"machine", {{"warps", e.machine.warps}, {"lanes", e.machine.lanes}}},
              {"cache_sectors", e.cache_sectors},
              {"mappings", Json::array()},
              {"orders", Json::array()},
              {"notes", e.notes}};
  for (const Mapping& m : e.mappings) {
    out["mappings"].push_back(json_of(m, traces));
    out["mappings"].back()["spec"] = m.spec;
  }
  for (const OrderRow& row : e.orders) out["orders"].push_back(json_of(row, order_traces));
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

std::string page_with(const std::string& json) {
  const std::string mark = "{{data}}";
  std::string page = embedded_files().front().second;
  return page.replace(page.find(mark), mark.size(), harmless(json));
}

}  // namespace

Json to_json(const Explanation& e, bool traces) { return whole(e, traces, false); }

std::string to_page(const Explanation& e) {
  std::string page = page_with(dumped(whole(e, true, true)));
  if (page.size() <= most_page_bytes) return page;
  Explanation less = e;
  less.notes.push_back(
      "the page would be too large with the slots of every order; they are left out");
  page = page_with(dumped(whole(less, true, false)));
  if (page.size() <= most_page_bytes) return page;
  less.notes.back() = "the slots are too many for a page; counts alone are shown";
  return page_with(dumped(whole(less, false, false)));
}

}  // namespace teaal::driver
