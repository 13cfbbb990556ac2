#include "compiler/interpret/recorder.h"

#include <algorithm>
#include <array>
#include <bit>

namespace teaal::interpret {

Recorder::Recorder(Machine machine, int64_t trace_limit, bool places)
    : trace_limit_(trace_limit), keeps_places_(places) {
  counts_.machine = machine;
  counts_.lane_work.resize(static_cast<size_t>(machine.width()));
  free_.resize(static_cast<size_t>(machine.warps));
}

size_t Recorder::rank_count(const std::string& tensor, const std::string& rank) {
  auto same = std::ranges::find_if(
      counts_.ranks, [&](const RankCount& r) { return r.tensor == tensor && r.rank == rank; });
  if (same == counts_.ranks.end()) {
    counts_.ranks.push_back({tensor, rank});
    return counts_.ranks.size() - 1;
  }
  return static_cast<size_t>(same - counts_.ranks.begin());
}

size_t Recorder::shared_count(const std::string& name, bool given) {
  auto same = std::ranges::find(counts_.shared, name, &SharedCount::name);
  if (same != counts_.shared.end()) return static_cast<size_t>(same - counts_.shared.begin());
  counts_.shared.push_back({.name = name, .given = given});
  return counts_.shared.size() - 1;
}

int32_t Recorder::first_statement(const std::string& kernel) const {
  auto first = std::ranges::find(counts_.statements, kernel, &Statement::kernel);
  return static_cast<int32_t>(first - counts_.statements.begin());
}

void Recorder::begin_launch(const std::string& kernel, int64_t grid, int64_t block) {
  const int64_t begin = *std::ranges::max_element(free_);
  for (size_t w = 0; w < free_.size(); ++w) wait(static_cast<int64_t>(w), begin, false);
  counts_.launches.push_back({kernel, grid, block});
  counts_.launches.back().begin = begin;
  counts_.launches.back().l1_turns.resize(static_cast<size_t>(counts_.machine.multiprocessors()));
  log_.begin_launch(begin);
}

void Recorder::begin_block(int64_t block, size_t threads) {
  block_ = block;
  warps_.assign((threads + lanes() - 1) / lanes(), {});
  moves_.assign(threads, 0);
}

// Warps of a block run from one barrier to the next, and meet there.
void Recorder::end_block() {
  size_t phases = 0;
  for (Warp& warp : warps_) {
    phases = std::max(phases, warp.barriers.size());
    settle(warp);
  }
  for (size_t phase = 0; phase <= phases; ++phase) schedule(phase);
  LaunchCount& launch = counts_.launches.back();
  for (size_t w = 0; w < warps_.size(); ++w) count_warp(warps_[w], w);
  launch.slots = std::max(launch.slots, *std::ranges::max_element(free_) - launch.begin);
}

void Recorder::count_warp(const Warp& warp, size_t number) {
  LaunchCount& launch = counts_.launches.back();
  const size_t slots = warp.statements.size();
  ++launch.warps;
  launch.longest_warp = std::max(launch.longest_warp, static_cast<int64_t>(slots));
  launch.waits += warp.waits;
  launch.longest_wait = std::max(launch.longest_wait, warp.waits);
  launch.stalls += warp.stalls;
  launch.longest_stall = std::max(launch.longest_stall, warp.stalls);
  launch.lines += warp.lines;
  launch.l1_turns[static_cast<size_t>(multiprocessor())] += warp.lines;
  const auto bucket = static_cast<size_t>(std::bit_width(slots));
  if (launch.warps_by_slots.size() <= bucket) launch.warps_by_slots.resize(bucket + 1);
  ++launch.warps_by_slots[bucket];
  sample(warp, number);
  if (static_cast<int64_t>(slots) > counts_.longest.slots)
    counts_.longest = trace_of(warp, number, trace_limit_);
}

// `most` lane-slots.
WarpTrace Recorder::trace_of(const Warp& warp, size_t number, int64_t most) const {
  const size_t whole_slots = static_cast<size_t>(most) / lanes() * lanes();
  const auto end = static_cast<std::ptrdiff_t>(std::min(warp.work.size(), whole_slots));
  return {counts_.launches.back().kernel,
          block_,
          static_cast<int64_t>(number),
          static_cast<int64_t>(warp.statements.size()),
          {warp.work.begin(), warp.work.begin() + end}};
}

// A reservoir: of all warps so far, each is among them with the same probability (Vitter, Random
// sampling with a reservoir, 1985). Those that do nothing are left out.
void Recorder::sample(const Warp& warp, size_t number) {
  constexpr size_t samples = 3;
  if (trace_limit_ == 0 || warp.statements.empty()) return;
  ++seen_;
  random_ = random_ * 6364136223846793005u + 1442695040888963407u;
  const size_t at = static_cast<size_t>(random_ >> 33) % static_cast<size_t>(seen_);
  if (counts_.sampled.size() < samples)
    counts_.sampled.push_back(trace_of(warp, number, trace_limit_ / 16));
  else if (at < samples)
    counts_.sampled[at] = trace_of(warp, number, trace_limit_ / 16);
}

void Recorder::log(int64_t time, int64_t warp, const Touch& touch) {
  log_.add({time, touch.sector, touch.array, static_cast<uint16_t>(multiprocessor()),
            static_cast<uint16_t>(warp), touch.way, touch.stored});
}

// What no slot follows belongs to the last one.
void Recorder::settle(Warp& warp) {
  for (Visit& visit : warp.visits)
    if (!warp.statements.empty()) visit.slot = std::min(visit.slot, warp.statements.size() - 1);
  for (Touch& touch : warp.touches) {
    if (warp.statements.empty())
      log(counts_.launches.back().begin, 0, touch);
    else
      touch.slot = std::min(touch.slot, warp.statements.size() - 1);
  }
}

void Recorder::schedule(size_t phase) {
  for (Warp& warp : warps_) {
    const size_t from = phase > 0 ? warp.barriers[phase - 1] : 0;
    const size_t to = phase < warp.barriers.size() ? warp.barriers[phase] : warp.statements.size();
    for (size_t slot = from; slot < to; ++slot) place(warp, slot);
  }
  if (phase >= warps_.front().barriers.size()) return;
  int64_t meet = 0;
  for (const Warp& warp : warps_)
    if (warp.home >= 0) meet = std::max(meet, free_[static_cast<size_t>(warp.home)]);
  for (const Warp& warp : warps_)
    if (warp.home >= 0) wait(warp.home, meet, true);
}

void Recorder::place(Warp& warp, size_t slot) {
  if (warp.home < 0) warp.home = std::ranges::min_element(free_) - free_.begin();
  const int64_t time = free_[static_cast<size_t>(warp.home)]++;
  std::span<const Work> work(warp.work.data() + slot * lanes(), lanes());
  for (size_t lane = 0; lane < lanes(); ++lane) {
    ++counts_.work[static_cast<size_t>(work[lane])];
    ++counts_.launches.back().work[static_cast<size_t>(work[lane])];
    if (!is_idle(work[lane])) ++counts_.lane_work[static_cast<size_t>(warp.home) * lanes() + lane];
  }
  for (auto touch = std::ranges::lower_bound(warp.touches, slot, {}, &Touch::slot);
       touch != warp.touches.end() && touch->slot == slot; ++touch)
    log(time, warp.home, *touch);
  keep(time, warp.home, warp.statements[slot], work);
  if (keeps_places_ && counts_.trace.whole) place_visits(warp, slot);
}

void Recorder::place_visits(const Warp& warp, size_t slot) {
  Trace& trace = counts_.trace;
  for (auto visit = std::ranges::lower_bound(warp.visits, slot, {}, &Visit::slot);
       visit != warp.visits.end() && visit->slot == slot; ++visit)
    trace.places.push_back({trace.slots.size() - 1,
                            static_cast<int32_t>(warp.home * counts_.machine.lanes) + visit->lane,
                            visit->form, visit->position, visit->stores});
}

void Recorder::keep(int64_t time, int64_t warp, int32_t statement, std::span<const Work> work) {
  Trace& trace = counts_.trace;
  trace.whole &= static_cast<int64_t>(trace.work.size() + work.size()) <= trace_limit_;
  if (!trace.whole) return;
  const auto launch = static_cast<int32_t>(counts_.launches.size()) - 1;
  trace.slots.push_back({time, static_cast<int32_t>(warp), statement, launch, block_});
  trace.work.insert(trace.work.end(), work.begin(), work.end());
}

void Recorder::wait(int64_t warp, int64_t until, bool kept) {
  int64_t& free = free_[static_cast<size_t>(warp)];
  const std::vector<Work> waiting(lanes(), Work::Wait);
  counts_.work[static_cast<size_t>(Work::Wait)] += (until - free) * counts_.machine.lanes;
  for (; kept && free < until; ++free) keep(free, warp, -1, waiting);
  free = until;
}

void Recorder::finish() {
  counts_.slots = *std::ranges::max_element(free_);
  for (int64_t free : free_)
    counts_.work[static_cast<size_t>(Work::Done)] += (counts_.slots - free) * counts_.machine.lanes;
  log_.settle(counts_);
}

void Recorder::note_stall(Warp& warp, int32_t statement, Work work) {
  const size_t slot = warp.statements.size();
  if (work == Work::Probe) warp.on_the_way.clear();
  if (warp.waiting == slot && warp.on_the_way[statement]++ % LaunchCount::at_once == 0)
    ++warp.stalls;
  if (warp.storing == slot || work == Work::Probe) warp.on_the_way.clear();
}

void Recorder::set(Warp& warp, int32_t statement, const Lanes& of, size_t from, size_t to,
                   Work work) {
  note_stall(warp, statement, work);
  const size_t slot = warp.statements.size();
  warp.statements.push_back(statement);
  warp.work.resize(warp.work.size() + lanes(), Work::Masked);
  for (size_t i = from; i < to; ++i)
    warp.work[slot * lanes() + static_cast<size_t>(of[i]) % lanes()] = work;
}

namespace {

// f(first, end) for each stretch of lanes that share a warp.
template <class F>
void for_each_warp(const Lanes& lanes, size_t width, F f) {
  for (size_t from = 0; from < lanes.size();) {
    const size_t warp = static_cast<size_t>(lanes[from]) / width;
    size_t to = from + 1;
    while (to < lanes.size() && static_cast<size_t>(lanes[to]) / width == warp) ++to;
    f(from, to);
    from = to;
  }
}

// Sorts, and drops what comes twice; how many are left.
size_t keep_distinct(std::vector<int64_t>& of) {
  std::ranges::sort(of);
  const auto twice = std::ranges::unique(of);
  of.erase(twice.begin(), twice.end());
  return of.size();
}

}  // namespace

void Recorder::slot(int32_t statement, const Lanes& of, Work work) {
  for_each_warp(of, lanes(), [&](size_t from, size_t to) {
    set(warp_of(of[from]), statement, of, from, to, work);
  });
  const auto n = static_cast<int64_t>(of.size());
  if (work == Work::Compute) counts_.computes += n;
  if (work == Work::Open) counts_.opened += n;
  if (work == Work::Combine) counts_.combined += n;
  for (int32_t thread : of) ++moves_[static_cast<size_t>(thread)];
}

void Recorder::barrier() {
  ++counts_.barriers;
  for (Warp& warp : warps_) warp.barriers.push_back(warp.statements.size());
}

void Recorder::load(const Array& array, const Lanes& of, std::span<const int64_t> addresses,
                    Way way) {
  counts_.arrays[array.count].traffic.loads += static_cast<int64_t>(of.size());
  access(array, of, addresses, {.way = way});
}

void Recorder::store(const Array& array, const Lanes& of, std::span<const int64_t> addresses) {
  counts_.arrays[array.count].traffic.stores += static_cast<int64_t>(of.size());
  access(array, of, addresses, {.stores = true});
}

void Recorder::access(const Array& array, const Lanes& of, std::span<const int64_t> addresses,
                      How how) {
  std::vector<Request::Sector> sectors;
  std::vector<int64_t> elements;
  const auto element = (uint64_t{1} << array.element_bytes) - 1;  // its bytes
  for_each_warp(of, lanes(), [&](size_t from, size_t to) {
    sectors.clear(), elements.clear();
    for (size_t i = from; i < to; ++i) {
      const int64_t byte = array.address + addresses[i] * array.element_bytes;
      auto same = std::ranges::find(sectors.rbegin(), sectors.rend(), byte / sector_bytes,
                                    &Request::Sector::sector);
      if (same == sectors.rend()) {
        sectors.push_back({byte / sector_bytes, 0});
        same = sectors.rbegin();
      }
      same->bytes |= static_cast<uint32_t>(element << (byte % sector_bytes));
      elements.push_back(addresses[i]);
    }
    std::ranges::sort(sectors, {}, &Request::Sector::sector);  // those of a line stand together
    Warp& warp = warp_of(of[from]);
    for (size_t i = from; keeps_places_ && array.form >= 0 && i < to; ++i)
      warp.visits.push_back({warp.statements.size(),
                             static_cast<int32_t>(static_cast<size_t>(of[i]) % lanes()), array.form,
                             addresses[i], how.stores});
    const Asked asked{
        {of.data() + from, to - from}, addresses.subspan(from, to - from), how.stores};
    const bool rest = goes_on(array, asked);
    const auto bytes = static_cast<int64_t>(keep_distinct(elements)) * array.element_bytes;
    const Request r{sectors, bytes, how.stores, widens_ && !rest ? Way::Cached : how.way};
    if (rest)
      go_on(array, warp, r);
    else
      request(array, warp, r);
  });
}

void Recorder::load(SharedAccess to, const Lanes& of, std::span<const int64_t> addresses) {
  counts_.shared_loads += static_cast<int64_t>(of.size());
  counts_.shared[to.array].loads += static_cast<int64_t>(of.size());
  access(to, of, addresses);
}

void Recorder::store(SharedAccess to, const Lanes& of, std::span<const int64_t> addresses) {
  counts_.shared_stores += static_cast<int64_t>(of.size());
  counts_.shared[to.array].stores += static_cast<int64_t>(of.size());
  access(to, of, addresses);
}

void Recorder::access(SharedAccess to, const Lanes& of, std::span<const int64_t> addresses) {
  constexpr int64_t word_bytes = 4, banks = 32;
  SharedCount& count = counts_.shared[to.array];
  std::vector<int64_t> words;
  for_each_warp(of, lanes(), [&](size_t from, size_t to_lane) {
    words.clear();
    for (size_t i = from; i < to_lane; ++i) {
      const int64_t first = addresses[i] * to.element_bytes / word_bytes;
      const int64_t last = ((addresses[i] + 1) * to.element_bytes - 1) / word_bytes;
      for (int64_t word = first; word <= last; ++word) words.push_back(word);
    }
    const auto distinct = static_cast<int64_t>(keep_distinct(words));
    std::array<int64_t, banks> of_bank{};
    for (int64_t word : words) ++of_bank.at(static_cast<size_t>(word % banks));
    const int64_t turns = *std::ranges::max_element(of_bank);
    ++count.requests;
    count.turns += turns;
    count.least_turns += (distinct + banks - 1) / banks;
    count.worst = std::max(count.worst, turns);
  });
}

void Recorder::request(const Array& array, Warp& warp, const Request& r) {
  Traffic& traffic = counts_.arrays[array.count].traffic;
  const auto touched = static_cast<int64_t>(r.sectors.size());
  ++traffic.requests;
  traffic.sectors += touched;
  traffic.least_sectors += sectors_of(r.bytes);
  traffic.load_requests += r.stores ? 0 : 1;
  traffic.load_sectors += r.stores ? 0 : touched;
  traffic.least_load_sectors += r.stores ? 0 : sectors_of(r.bytes);
  LaunchCount& launch = counts_.launches.back();
  if (r.stores) {
    warp.storing = warp.statements.size(), warp.on_the_way.clear();
  } else {
    if (launch.load_requests.size() <= array.count) launch.load_requests.resize(array.count + 1);
    ++launch.load_requests[array.count];
    if (warp.waiting != warp.statements.size()) warp.waiting = warp.statements.size(), ++warp.waits;
  }
  int64_t last_line = -1;  // sectors are ascending
  for (const auto& [sector, bytes] : r.sectors) {
    warp.lines += sector / line_sectors != last_line ? 1 : 0;
    last_line = sector / line_sectors;
    warp.touches.push_back({warp.statements.size(), sector, static_cast<uint16_t>(array.count),
                            r.way, r.stores ? bytes : 0});
  }
}

void Recorder::search(int32_t statement, const Searched& s) {
  for (size_t step = 0;; ++step) {
    if (step < s.loads.size()) {
      const auto& [asking, addresses] = s.loads[step];
      if (s.array)
        load(*s.array, asking, addresses);
      else
        load(s.shared, asking, addresses);
    }
    Lanes left;
    for (size_t i = 0; i < s.lanes.size(); ++i)
      if (static_cast<int64_t>(step) < s.steps[i]) left.push_back(s.lanes[i]);
    if (left.empty() && step >= s.loads.size()) return;
    counts_.probes += static_cast<int64_t>(left.size());
    for_each_warp(left, lanes(), [&](size_t from, size_t to) {
      set(warp_of(left[from]), statement, left, from, to, Work::Probe);
    });
  }
}

std::vector<size_t> Recorder::marks() const {
  std::vector<size_t> out;
  for (const Warp& warp : warps_) out.push_back(warp.statements.size());
  return out;
}

void Recorder::look_in_vain(int32_t statement, const Lanes& of, const std::vector<size_t>& marks) {
  counts_.vain += static_cast<int64_t>(of.size());
  for (int32_t thread : of) ++moves_[static_cast<size_t>(thread)];
  for_each_warp(of, lanes(), [&](size_t from, size_t to) {
    Warp& warp = warp_of(of[from]);
    size_t slot = marks[static_cast<size_t>(of[from]) / lanes()];
    auto computes = [&](size_t s) {
      auto begin = warp.work.begin() + static_cast<std::ptrdiff_t>(s * lanes());
      return std::find(begin, begin + static_cast<std::ptrdiff_t>(lanes()), Work::Compute) !=
             begin + static_cast<std::ptrdiff_t>(lanes());
    };
    while (slot < warp.statements.size() && !computes(slot)) ++slot;
    if (slot == warp.statements.size()) return set(warp, statement, of, from, to, Work::Vain);
    for (size_t i = from; i < to; ++i) {
      Work& work = warp.work[slot * lanes() + static_cast<size_t>(of[i]) % lanes()];
      if (work == Work::Masked) work = Work::Vain;
    }
  });
}

}  // namespace teaal::interpret
