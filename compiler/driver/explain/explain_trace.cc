#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "compiler/driver/explain/explain.h"
#include "compiler/driver/explain/lanes.h"
#include "compiler/support/version.h"

// A trace for Perfetto (https://ui.perfetto.dev), chrome://tracing and Speedscope: Chrome's Trace
// Event Format, as JSON.
namespace teaal::driver {
namespace {

using interpret::Counts;
using interpret::Place;
using interpret::Slot;
using interpret::Work;
using Json = nlohmann::ordered_json;

constexpr size_t most_events = 400'000;  // about 60 MB, which Perfetto opens at once

std::string quoted(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

class Events {
 public:
  void add(const std::string& event) {
    text_ += first_ ? "\n" : ",\n";
    text_ += event;
    first_ = false;
  }
  void name(const char* what, int64_t process, int64_t thread, const std::string& name) {
    add(fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}}}})", what,
                    process, thread, quoted(name)));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool first_ = true;
};

// A thread of its own says which block a warp runs; lanes stand behind it.
constexpr int64_t blocks_thread = 0;
int64_t thread_of(size_t lane) { return static_cast<int64_t>(lane) + 1; }

void name_process(Events& events, int64_t process, const std::string& name, size_t lanes,
                  bool blocks) {
  events.name("process_name", process, 0, name);
  if (blocks) events.name("thread_name", process, blocks_thread, "blocks");
  for (size_t lane = 0; lane < lanes; ++lane)
    events.name("thread_name", process, thread_of(lane), fmt::format("lane {}", lane));
}

// A lane does one kind of work from slot `from` until before `to`.
struct Stretch {
  Work work = Work::Done;
  int64_t from = 0, to = 0;
};

void add(Events& events, int64_t process, size_t lane, const Stretch& s, const std::string& args) {
  if (s.work == Work::Done || s.from == s.to) return;
  events.add(
      fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"dur":{}{}}})",
                  interpret::is_idle(s.work) ? "idle" : "work",
                  interpret::work_names.at(static_cast<size_t>(s.work)), process, thread_of(lane),
                  s.from, s.to - s.from, args));
}

// Where each lane of a slot is: at the element of a tensor that it loads or stores first.
std::string places_text(const Counts& c, std::span<const Place> places, int32_t lane) {
  std::map<std::string, std::string> at;
  for (const Place& place : places) {
    if (place.lane != lane) continue;
    const interpret::Form& form = c.forms[static_cast<size_t>(place.form)];
    std::vector<int32_t> coordinates;
    for (const auto& rank : form.coordinates)
      coordinates.push_back(rank[static_cast<size_t>(place.position)]);
    if (std::ranges::find(coordinates, -1) != coordinates.end()) continue;
    at.emplace(form.tensor, fmt::format("[{}]", fmt::join(coordinates, ", ")));
  }
  std::string out;
  for (const auto& [tensor, text] : at)
    out += fmt::format("{}{}:{}", out.empty() ? "" : ",", quoted(tensor), text);
  return out.empty() ? "" : fmt::format(R"(,"at":{{{}}})", out);
}

// One warp of the machine: its slots, ascending.
class WarpEvents {
 public:
  WarpEvents(const Counts& counts, Events& events, int64_t process)
      : counts_(counts),
        events_(events),
        process_(process),
        idle_(static_cast<size_t>(counts.machine.lanes)) {}

  void slot(size_t number, std::span<const Place> places) {
    const Slot& slot = counts_.trace.slots[number];
    if (slot.launch != launch_ || slot.block != block_) {
      end_block();
      launch_ = slot.launch, block_ = slot.block, block_from_ = slot.time;
    }
    block_to_ = slot.time + 1;
    for (size_t lane = 0; lane < idle_.size(); ++lane) {
      const Work work = counts_.trace.work[number * idle_.size() + lane];
      if (interpret::is_idle(work))
        wait(lane, work, slot.time);
      else
        add(events_, process_, lane, {work, slot.time, slot.time + 1},
            args(slot, places,
                 slot.warp * static_cast<int32_t>(idle_.size()) + static_cast<int32_t>(lane)));
    }
  }
  void end() {
    end_block();
    for (size_t lane = 0; lane < idle_.size(); ++lane)
      add(events_, process_, lane, std::exchange(idle_[lane], {}), "");
  }

 private:
  // Turns of waiting that follow one another are one event.
  void wait(size_t lane, Work work, int64_t time) {
    Stretch& idle = idle_[lane];
    if (idle.work == work && idle.to == time) {
      ++idle.to;
      return;
    }
    add(events_, process_, lane, idle, "");
    idle = {work, time, time + 1};
  }

  void end_block() {
    if (launch_ < 0) return;
    const interpret::LaunchCount& launch = counts_.launches[static_cast<size_t>(launch_)];
    events_.add(
        fmt::format(R"({{"ph":"X","cat":"block","name":{},"pid":{},"tid":{},"ts":{},"dur":{}}})",
                    quoted(fmt::format("block {} of {}", block_, launch.kernel)), process_,
                    blocks_thread, block_from_, block_to_ - block_from_));
    launch_ = -1;
  }

  std::string args(const Slot& slot, std::span<const Place> places, int32_t lane) const {
    if (slot.statement < 0) return "";
    const interpret::Statement& s = counts_.statements[static_cast<size_t>(slot.statement)];
    return fmt::format(R"(,"args":{{"statement":{},"line":{}{}}})", quoted(s.text), s.where.line,
                       places_text(counts_, places, lane));
  }

  const Counts& counts_;
  Events& events_;
  int64_t process_;
  std::vector<Stretch> idle_;
  int32_t launch_ = -1;
  int64_t block_ = 0, block_from_ = 0, block_to_ = 0;
};

// Before which slot the trace ends so that it has at most so many events.
int64_t end_of(const Counts& c, size_t events) {
  const auto each = static_cast<size_t>(c.machine.lanes) + 1;
  if (c.trace.slots.size() * each <= events) return c.slots;
  std::vector<int64_t> times;
  for (const Slot& slot : c.trace.slots) times.push_back(slot.time);
  std::ranges::sort(times);
  return times[events / each];
}

std::span<const Place> places_of(const interpret::Trace& trace, size_t slot) {
  const auto [first, last] = std::ranges::equal_range(trace.places, slot, {}, &Place::slot);
  return {first, last};
}

void add_all_warps(const Mapping& m, size_t most, int64_t& process, Events& events,
                   std::vector<std::string>& left_out) {
  const Counts& c = m.counts;
  const int64_t end = end_of(c, most);
  if (end < c.slots)
    left_out.push_back(
        fmt::format("{}: the trace ends before slot {} of {}, for it has as many events as can be "
                    "opened",
                    m.name, end + 1, c.slots));
  std::map<int32_t, std::vector<size_t>> warps;
  for (size_t s = 0; s < c.trace.slots.size(); ++s)
    if (c.trace.slots[s].time < end) warps[c.trace.slots[s].warp].push_back(s);
  for (const auto& [warp, slots] : warps) {
    name_process(events, ++process, fmt::format("{}: warp {}", m.name, warp),
                 static_cast<size_t>(c.machine.lanes), true);
    WarpEvents told(c, events, process);
    for (size_t slot : slots) told.slot(slot, places_of(c.trace, slot));
    told.end();
  }
}

void add_longest_warp(const Mapping& m, int64_t& process, Events& events,
                      std::vector<std::string>& left_out) {
  const interpret::WarpTrace& w = m.counts.longest;
  left_out.push_back(
      fmt::format("{}: too many slots for a trace of all warps; it has the longest "
                  "one, from its first slot on",
                  m.name));
  const auto lanes = lanes_of_longest(m.counts);
  name_process(
      events, ++process,
      fmt::format("{}: warp {} of block {} of {}, the longest", m.name, w.warp, w.block, w.kernel),
      lanes.size(), false);
  for (size_t lane = 0; lane < lanes.size(); ++lane) {
    Stretch now;
    for (size_t slot = 0; slot < lanes[lane].size(); ++slot) {
      if (lanes[lane][slot] != now.work) {
        add(events, process, lane, now, "");
        now = {lanes[lane][slot], static_cast<int64_t>(slot), static_cast<int64_t>(slot)};
      }
      ++now.to;
    }
    add(events, process, lane, now, "");
  }
}

}  // namespace

std::string to_chrome_trace(const Explanation& e, std::vector<std::string>& left_out) {
  Events events;
  int64_t process = 0;
  for (const Mapping& m : e.mappings) {
    if (m.counts.trace.whole)
      add_all_warps(m, most_events / e.mappings.size(), process, events, left_out);
    else
      add_longest_warp(m, process, events, left_out);
  }
  const Json about = {{"made by", fmt::format("teaalc {}", version)},
                      {"time", "a microsecond is a slot: one turn of one warp that has to wait"},
                      {"expressions", e.expressions},
                      {"left out", left_out}};
  return fmt::format("{{\"displayTimeUnit\":\"ns\",\"otherData\":{},\"traceEvents\":[{}\n]}}\n",
                     about.dump(-1, ' ', false, Json::error_handler_t::replace), events.text());
}

}  // namespace teaal::driver
