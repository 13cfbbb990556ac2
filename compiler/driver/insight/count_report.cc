#include "compiler/driver/insight/count_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

namespace teaal::driver {
namespace {

using interpret::ArrayCount;
using interpret::Counts;
using interpret::Work;
using runtime::report::Align;
using runtime::report::count_text;
using runtime::report::share_text;
using runtime::report::Table;
using Json = nlohmann::ordered_json;

struct Row {
  const char* title;
  std::function<std::string(const Counts&)> text;
};

std::string whole_share(double share) { return fmt::format("{:.0f} %", share * 100); }

int64_t loads(const Counts& c) {
  int64_t out = 0;
  for (const ArrayCount& a : c.arrays) out += a.traffic.loads;
  return out;
}

int64_t stores(const Counts& c) {
  int64_t out = 0;
  for (const ArrayCount& a : c.arrays) out += a.traffic.stores;
  return out;
}

// The same on every machine.
const std::vector<Row>& fixed_rows() {
  static const std::vector<Row> rows = {
      {"multiplications", [](const Counts& c) { return count_text(c.multiplications); }},
      {"visits that compute", [](const Counts& c) { return count_text(c.computes); }},
      {"coordinates visited", [](const Counts& c) { return count_text(c.visited()); }},
      {"visits in vain", [](const Counts& c) { return count_text(c.vain); }},
      {"steps of searches", [](const Counts& c) { return count_text(c.probes); }},
      {"fibers opened", [](const Counts& c) { return count_text(c.opened); }},
      {"partial sums combined", [](const Counts& c) { return count_text(c.combined); }},
      {"pairs to assemble", [](const Counts& c) { return count_text(c.pairs); }},
      {"elements loaded", [](const Counts& c) { return count_text(loads(c)); }},
      {"elements stored", [](const Counts& c) { return count_text(stores(c)); }},
      {"workspace", [](const Counts& c) { return runtime::report::bytes_text(c.workspace_bytes); }},
      {"re-sorts", resorts_text}};
  return rows;
}

const std::vector<Row>& machine_rows() {
  static const std::vector<Row> rows = {
      {"slots", [](const Counts& c) { return count_text(c.slots); }},
      {"computing", [](const Counts& c) { return whole_share(c.share(Work::Compute)); }},
      {"at work", [](const Counts& c) { return whole_share(c.at_work()); }},
      {"idle: waits for its warp",
       [](const Counts& c) { return whole_share(c.share(Work::Masked)); }},
      {"idle: barrier, next kernel",
       [](const Counts& c) { return whole_share(c.share(Work::Wait)); }},
      {"idle: no work left", [](const Counts& c) { return whole_share(c.share(Work::Done)); }},
      {"divergence", [](const Counts& c) { return whole_share(c.divergence()); }},
      {"imbalance", [](const Counts& c) { return fmt::format("{:.2f}", c.imbalance()); }}};
  return rows;
}

void add_rows(const std::vector<Row>& rows, const std::vector<CountColumn>& columns, Table& table) {
  for (const Row& row : rows) {
    std::vector<std::string> cells = {row.title};
    for (const CountColumn& column : columns) cells.push_back(row.text(*column.counts));
    table.row(std::move(cells));
  }
}

std::string machine_text(const interpret::Machine& m) {
  return fmt::format("on {} warps x {} lanes", count_text(m.warps), m.lanes);
}

std::string each(int64_t part, int64_t of) {
  return of > 0 ? fmt::format("{:.2f}", static_cast<double>(part) / static_cast<double>(of)) : "–";
}

Json json_of(const std::array<int64_t, interpret::works>& work) {
  Json out;
  for (size_t w = 0; w < interpret::works; ++w)
    out[std::string(interpret::work_names.at(w))] = work.at(w);
  return out;
}

// Behind which sizes of a cache bytes are told: of tensors, so that a curve can be drawn.
Json json_of(const ArrayCount& a, int64_t first, int64_t factor) {
  const interpret::Traffic& t = a.traffic;
  Json out = {{"tensor", a.tensor},
              {"workspace", a.workspace},
              {"operands", a.operands},
              {"bytes", a.bytes},
              {"loads", t.loads},
              {"stores", t.stores},
              {"load_requests", t.load_requests},
              {"load_sectors", t.load_sectors},
              {"least_load_sectors", t.least_load_sectors},
              {"sectors", t.sectors},
              {"least_sectors", t.least_sectors},
              {"footprint_bytes", t.floor_bytes()},
              {"beyond_l1", t.beyond_l1},
              {"lines_beyond_l1", t.lines_beyond_l1},
              {"fetched", t.fetched},
              {"written", t.written},
              {"fetched_from_empty", t.fetched_from_empty}};
  for (int64_t sectors = first; sectors <= int64_t{1} << 21; sectors *= factor)
    out["dram_bytes"][std::to_string(sectors)] = t.dram_bytes(sectors);
  return out;
}

}  // namespace

std::string resorts_text(const Counts& counts) {
  if (counts.resorts.empty()) return "none";
  std::vector<std::string> out;
  for (const interpret::Resort& r : counts.resorts)
    out.push_back(fmt::format("{} to [{}]: {}", r.tensor, r.order, count_text(r.elements)));
  return fmt::format("{}", fmt::join(out, "; "));
}

namespace {

// The loops of each expression of a long cascade in a row of their own.
void add_loops(const std::vector<CountColumn>& columns, Table& table) {
  constexpr size_t one_line = 60;
  const std::string between = "; ";
  std::vector<std::vector<std::string>> rows = {{"loop order"}};
  for (size_t c = 0; c < columns.size(); ++c) {
    std::string left = columns[c].loops;
    for (size_t row = 0; !left.empty(); ++row) {
      const size_t end = left.size() > one_line || row > 0 ? left.find(between) : std::string::npos;
      if (row == rows.size()) rows.emplace_back();
      rows[row].resize(c + 2);
      rows[row][c + 1] = left.substr(0, end);
      left = end == std::string::npos ? "" : left.substr(end + between.size());
    }
  }
  for (std::vector<std::string>& row : rows) {
    row.resize(columns.size() + 1);
    table.row(row);
  }
}

}  // namespace

std::string count_table(const std::vector<CountColumn>& columns,
                        const runtime::report::TextOptions& options) {
  std::vector<Table::Column> titles = {{""}};
  for (const CountColumn& column : columns) titles.push_back({column.name, Align::Right});
  Table table(titles);
  add_loops(columns, table);
  add_rows(fixed_rows(), columns, table);
  table.row({machine_text(columns.front().counts->machine)});
  add_rows(machine_rows(), columns, table);
  return table.text(options, 2);
}

std::vector<std::pair<std::string, std::string>> count_lines(const Counts& counts) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto* rows : {&fixed_rows(), &machine_rows()})
    for (const Row& row : *rows) out.emplace_back(row.title, row.text(counts));
  return out;
}

std::string traffic_table(const std::vector<CountColumn>& columns, int64_t cache_sectors,
                          bool requests, const runtime::report::TextOptions& options) {
  std::vector<Table::Column> titles = {{"tensor"},
                                       {""},
                                       {"operands", Align::Right},
                                       {"loads", Align::Right},
                                       {"stores", Align::Right}};
  if (requests)
    for (const char* title : {"sectors", "a request", "least"})
      titles.push_back({title, Align::Right});
  titles.push_back({fmt::format("DRAM, {}", cache_sectors), Align::Right});
  titles.push_back({"floor", Align::Right});
  Table table(titles);
  std::vector<std::string> names;
  for (const CountColumn& column : columns)
    for (const ArrayCount& a : column.counts->tensors())
      if (std::ranges::find(names, a.tensor) == names.end()) names.push_back(a.tensor);
  for (const std::string& name : names)
    for (const CountColumn& column : columns)
      for (const ArrayCount& a : column.counts->tensors()) {
        if (a.tensor != name) continue;
        const interpret::Traffic& t = a.traffic;
        std::vector<std::string> cells = {name, columns.size() > 1 ? column.name : "",
                                          count_text(a.operands), count_text(t.loads),
                                          count_text(t.stores)};
        if (requests)
          cells.insert(cells.end(), {count_text(t.sectors), each(t.load_sectors, t.load_requests),
                                     each(t.least_load_sectors, t.load_requests)});
        cells.push_back(runtime::report::bytes_text(t.dram_bytes(cache_sectors)));
        cells.push_back(runtime::report::bytes_text(t.floor_bytes()));
        table.row(cells);
      }
  return table.text(options, 2);
}

std::string shared_table(const std::vector<CountColumn>& columns,
                         const runtime::report::TextOptions& options) {
  Table table({{"shared memory"},
               {""},
               {"loads", Align::Right},
               {"stores", Align::Right},
               {"requests", Align::Right},
               {"turns a request", Align::Right},
               {"least", Align::Right},
               {"worst", Align::Right}});
  bool any = false;
  for (const CountColumn& column : columns)
    for (const interpret::SharedCount& s : column.counts->shared) {
      any = true;
      table.row({s.name, columns.size() > 1 ? column.name : "", count_text(s.loads),
                 count_text(s.stores), count_text(s.requests), each(s.turns, s.requests),
                 each(s.least_turns, s.requests), count_text(s.worst)});
    }
  return any ? table.text(options, 2) : "";
}

std::string residency_table(const std::vector<runtime::plan::LaunchShape>& launches,
                            const runtime::report::TextOptions& options) {
  Table table({{"kernel"},
               {"registers", Align::Right},
               {"shared memory", Align::Right},
               {"local memory", Align::Right},
               {"blocks a multiprocessor", Align::Right},
               {"warps of 64", Align::Right}});
  std::set<std::string> told;  // a kernel of several rounds once
  for (const auto& launch : launches) {
    if (!launch.residency || !told.insert(launch.kernel).second) continue;
    const runtime::plan::Residency& of = *launch.residency;
    table.row(
        {launch.kernel, count_text(of.registers), runtime::report::bytes_text(of.shared_bytes),
         runtime::report::bytes_text(of.local_bytes), of.blocks > 0 ? count_text(of.blocks) : "–",
         of.blocks > 0 ? count_text(of.blocks * ((launch.block + 31) / 32)) : "–"});
  }
  return told.empty() ? "" : table.text(options, 2);
}

Json counts_json(const Counts& c) {
  Json out = {{"machine", {{"warps", c.machine.warps}, {"lanes", c.machine.lanes}}},
              {"computes", c.computes},
              {"multiplications", c.multiplications},
              {"on_tensor_cores", c.on_tensor_cores},
              {"on_tensor_cores_in_16_bits", c.on_tensor_cores_in_16_bits},
              {"visited", c.visited()},
              {"vain", c.vain},
              {"probes", c.probes},
              {"opened", c.opened},
              {"combined", c.combined},
              {"pairs", c.pairs},
              {"shuffles", c.shuffles},
              {"barriers", c.barriers},
              {"shared", {{"loads", c.shared_loads}, {"stores", c.shared_stores}}},
              {"workspace_bytes", c.workspace_bytes},
              {"slots", c.slots},
              {"work", json_of(c.work)},
              {"at_work", c.at_work()},
              {"imbalance", c.imbalance()},
              {"divergence", c.divergence()}};
  out["shared"]["arrays"] = Json::array();
  for (const interpret::SharedCount& s : c.shared)
    out["shared"]["arrays"].push_back({{"name", s.name},
                                       {"loads", s.loads},
                                       {"stores", s.stores},
                                       {"requests", s.requests},
                                       {"turns", s.turns},
                                       {"least_turns", s.least_turns},
                                       {"worst", s.worst}});
  for (const char* list : {"visited_by_rank", "resorts", "tensors", "arrays", "launches"})
    out[list] = Json::array();
  for (const interpret::RankCount& r : c.ranks)
    out["visited_by_rank"].push_back(
        {{"tensor", r.tensor}, {"rank", r.rank}, {"visited", r.visited}});
  for (const interpret::Resort& r : c.resorts)
    out["resorts"].push_back({{"tensor", r.tensor}, {"order", r.order}, {"elements", r.elements}});
  for (const ArrayCount& a : c.tensors()) out["tensors"].push_back(json_of(a, 1, 2));
  for (const ArrayCount& a : c.arrays) {
    out["arrays"].push_back(json_of(a, 8, 4));
    out["arrays"].back()["part"] = a.part;
  }
  for (const interpret::LaunchCount& l : c.launches)
    out["launches"].push_back({{"kernel", l.kernel},
                               {"grid", l.grid},
                               {"block", l.block},
                               {"shared_bytes", l.shared_bytes},
                               {"resident", l.resident},
                               {"slots", l.slots},
                               {"warps", l.warps},
                               {"longest_warp", l.longest_warp},
                               {"waits", l.waits},
                               {"longest_wait", l.longest_wait},
                               {"stalls", l.stalls},
                               {"longest_stall", l.longest_stall},
                               {"missing", l.missing},
                               {"lines", l.lines},
                               {"l1_turns", l.most_l1_turns()},
                               {"warps_by_slots", l.warps_by_slots},
                               {"work", json_of(l.work)}});
  return out;
}

}  // namespace teaal::driver
