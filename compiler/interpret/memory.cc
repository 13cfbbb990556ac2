#include "compiler/interpret/memory.h"

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <utility>

namespace teaal::interpret {

int64_t ReuseDistances::touch(int64_t sector) {
  auto [last, first] = last_.try_emplace(sector, now_);
  int64_t distance = -1;
  if (!first) {
    distance = sum(now_) - sum(last->second + 1);
    add(last->second, -1);
    last->second = now_;
  }
  add(now_++, 1);
  return distance;
}

void ReuseDistances::add(size_t at, int64_t by) {
  for (size_t i = at + 1; i < tree_.size(); i += i & (~i + 1)) tree_[i] += by;
}

int64_t ReuseDistances::sum(size_t to) const {
  int64_t out = 0;
  for (size_t i = to; i > 0; i -= i & (~i + 1)) out += tree_[i];
  return out;
}

namespace {

uint8_t bit_of(int64_t sector) { return static_cast<uint8_t>(1u << (sector % line_sectors)); }

uint64_t mixed(int64_t line) { return static_cast<uint64_t>(line) * 0x9e3779b97f4a7c15u; }

}  // namespace

FirstCaches::FirstCaches(int64_t multiprocessors, int rate)
    : sets_(std::max<size_t>((lines / ways) >> rate, 1)),
      lines_(static_cast<size_t>(multiprocessors) * sets_ * ways) {}

std::span<FirstCaches::Line> FirstCaches::places(int64_t multiprocessor, int64_t line) {
  // The bits that choose what is seen are the highest ones.
  const size_t set = (mixed(line) >> 16) % sets_;
  return {lines_.data() + (static_cast<size_t>(multiprocessor) * sets_ + set) * ways, ways};
}

bool FirstCaches::touch(int64_t multiprocessor, int64_t sector) {
  const int64_t line = sector / line_sectors;
  const std::span<Line> places = this->places(multiprocessor, line);
  auto place = std::ranges::find(places, line, &Line::line);
  if (place == places.end()) {
    place = std::ranges::min_element(places, {}, &Line::used);
    *place = {.line = line};
  }
  place->used = ++now_;
  const bool there = (place->sectors & bit_of(sector)) != 0;
  place->sectors |= bit_of(sector);
  return there;
}

void FirstCaches::drop(int64_t multiprocessor, int64_t sector) {
  const int64_t line = sector / line_sectors;
  const std::span<Line> places = this->places(multiprocessor, line);
  if (auto place = std::ranges::find(places, line, &Line::line); place != places.end())
    place->sectors &= static_cast<uint8_t>(~bit_of(sector));
}

void FirstCaches::clear() { std::ranges::fill(lines_, Line{}); }

SecondCache::SecondCache(int rate)
    : sets_(std::max<size_t>((lines / ways) >> rate, 1)), lines_(sets_ * ways) {}

SecondCache::Left SecondCache::Line::leave() const {
  Left out{.array = array};
  for (size_t at = 0; at < bytes.size(); ++at) {
    if ((stored >> at & 1) == 0) continue;
    ++out.written;
    out.parts += bytes.at(at) != whole ? 1 : 0;
  }
  return out;
}

SecondCache::Line& SecondCache::place(int64_t line, Left& left) {
  const size_t set = (mixed(line) >> 16) % sets_;
  const std::span<Line> places(lines_.data() + set * ways, ways);
  if (auto there = std::ranges::find(places, line, &Line::line); there != places.end())
    return *there;
  if (places.front().line < 0) begun_.push_back(set);
  Line& oldest = *std::ranges::min_element(places, {}, &Line::used);
  left = oldest.leave();
  return oldest = {.line = line};
}

SecondCache::Touched SecondCache::touch(int64_t sector, uint32_t stored, uint16_t array,
                                        bool leaves_first) {
  constexpr uint64_t behind_all_that_leave_first = uint64_t{1} << 63;
  Touched out;
  Line& line = place(sector / line_sectors, out.left);
  line.used = ++now_ | (leaves_first ? 0 : behind_all_that_leave_first);
  const auto at = static_cast<size_t>(sector % line_sectors);
  if (stored != 0) {
    line.bytes.at(at) |= stored;
    line.stored |= bit_of(sector);
    line.array = array;
  } else if (line.bytes.at(at) != whole) {
    for (const size_t of_64_bytes : {at, at ^ 1}) {
      out.fetched += line.bytes.at(of_64_bytes) != whole ? 1 : 0;
      line.bytes.at(of_64_bytes) = whole;
    }
  }
  return out;
}

std::vector<SecondCache::Left> SecondCache::clear() {
  std::vector<Left> out;
  for (const size_t set : begun_)
    for (Line& line : std::span(lines_).subspan(set * ways, ways))
      if (const Line old = std::exchange(line, {}); old.stored != 0) out.push_back(old.leave());
  begun_.clear();
  return out;
}

// Whole lines are kept, so that a cache of lines can be told from those.
bool AccessLog::kept(int64_t sector) const {
  return rate_ == 0 || mixed(sector / line_sectors) >> (64 - rate_) == 0;
}

void AccessLog::add(const Access& access) {
  if (!kept(access.sector)) return;
  accesses_.push_back(access);
  if (accesses_.size() >= most) halve();
}

void AccessLog::halve() {
  ++rate_;
  std::erase_if(accesses_, [this](const Access& a) { return !kept(a.sector); });
}

namespace {

// The share of an array's load requests that the first caches do not have whole, a launch at a
// time.
class MissingLoads {
 public:
  void add(const AccessLog::Access& access, bool missing) {
    Of& of = by_array_[access.array];
    const bool same = of.time == access.time && of.warp == access.warp;
    if (!same) of = {access.time, access.warp, of.requests + 1, of.missing, false};
    of.missing += missing && !of.counted ? 1 : 0;
    of.counted |= missing;
  }
  // What a wait of the launch finds missing: of several requests it may be any one's.
  void settle(LaunchCount& launch) {
    double missing = 0;
    for (const auto& [array, of] : by_array_)
      if (array < launch.load_requests.size())
        missing += static_cast<double>(of.missing) / static_cast<double>(of.requests) *
                   static_cast<double>(launch.load_requests[array]);
    if (launch.waits > 0)
      launch.missing = std::min(1.0, missing / static_cast<double>(launch.waits));
    by_array_.clear();
  }

 private:
  struct Of {
    int64_t time = -1;  // of the last request
    uint16_t warp = 0;
    int64_t requests = 0, missing = 0;
    bool counted = false;  // the last one among `missing`
  };
  std::map<uint16_t, Of> by_array_;
};

}  // namespace

void AccessLog::settle_first_caches(Counts& counts) {
  FirstCaches caches(counts.machine.multiprocessors(), rate_);
  MissingLoads loads;
  size_t begun = 0;
  const Access* last = nullptr;  // that missed
  const auto end_launch = [&] {
    if (begun > 0) loads.settle(counts.launches[begun - 1]);
    caches.clear();
  };
  for (const Access& access : accesses_) {
    for (; begun < launches_.size() && launches_[begun] <= access.time; ++begun) end_launch();
    bool there = false;
    if (access.stored != 0) {
      caches.drop(access.multiprocessor, access.sector);
    } else {
      there = access.way == Way::Cached && caches.touch(access.multiprocessor, access.sector);
      loads.add(access, !there);
    }
    if (there) continue;
    Traffic& traffic = counts.arrays[access.array].traffic;
    traffic.beyond_l1 += each();
    const bool same_line = last && last->time == access.time && last->array == access.array &&
                           last->multiprocessor == access.multiprocessor &&
                           last->sector / line_sectors == access.sector / line_sectors;
    traffic.lines_beyond_l1 += same_line ? 0 : each();
    const bool comes_in =
        access.stored == 0 && access.way == Way::Cached && !(same_line && last->stored == 0);
    if (begun > 0 && comes_in) counts.launches[begun - 1].l1_turns[access.multiprocessor] += each();
    last = &access;
  }
  end_launch();
}

// From kernel to kernel the cache keeps what it has; what is left in the end is written some time.
void AccessLog::settle_second_cache(Counts& counts) {
  SecondCache cache(rate_);
  const auto leave = [&](const SecondCache::Left& left) {
    Traffic& traffic = counts.arrays[left.array].traffic;
    traffic.written += left.written * each();
    traffic.fetched += left.parts * each();
  };
  for (const Access& access : accesses_) {
    const auto [fetched, left] =
        cache.touch(access.sector, access.stored, access.array, access.way == Way::Streamed);
    counts.arrays[access.array].traffic.fetched += fetched * each();
    if (left.written > 0) leave(left);
  }
  for (const SecondCache::Left& left : cache.clear())
    counts.arrays[left.array].traffic.written += left.written * each();
}

void AccessLog::settle_emptied_cache(Counts& counts) {
  SecondCache cache(rate_);
  size_t begun = 0;
  for (const Access& access : accesses_) {
    bool begins = false;
    for (; begun < launches_.size() && launches_[begun] <= access.time; ++begun) begins = true;
    if (begins) cache.clear();
    const auto [fetched, left] =
        cache.touch(access.sector, access.stored, access.array, access.way == Way::Streamed);
    counts.arrays[access.array].traffic.fetched_from_empty += fetched * each();
    if (left.parts > 0) counts.arrays[left.array].traffic.fetched_from_empty += left.parts * each();
  }
}

void AccessLog::settle(Counts& counts) {
  std::ranges::stable_sort(accesses_, {}, &Access::time);
  settle_first_caches(counts);
  settle_second_cache(counts);
  settle_emptied_cache(counts);
  ReuseDistances reuse(accesses_.size());
  for (const Access& access : accesses_) {
    Traffic& traffic = counts.arrays[access.array].traffic;
    const int64_t distance = reuse.touch(access.sector);
    if (distance < 0) {
      traffic.footprint += each();
      continue;
    }
    const auto bucket =
        static_cast<size_t>(std::bit_width(static_cast<uint64_t>(distance * each())));
    if (traffic.distances.size() <= bucket) traffic.distances.resize(bucket + 1);
    traffic.distances[bucket] += each();
  }
}

}  // namespace teaal::interpret
