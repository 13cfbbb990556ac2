#include "compiler/interpret/memory.h"

#include <algorithm>
#include <bit>

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

bool AccessLog::kept(int64_t sector) const {
  const auto mixed = static_cast<uint64_t>(sector) * 0x9e3779b97f4a7c15u;
  return rate_ == 0 || mixed >> (64 - rate_) == 0;
}

void AccessLog::add(int64_t time, int64_t sector, size_t array) {
  if (!kept(sector)) return;
  accesses_.push_back({time, sector, array});
  if (accesses_.size() >= most) halve();
}

void AccessLog::halve() {
  ++rate_;
  std::erase_if(accesses_, [this](const Access& a) { return !kept(a.sector); });
}

void AccessLog::settle(std::vector<ArrayCount>& counts) {
  std::ranges::stable_sort(accesses_, {}, &Access::time);
  ReuseDistances reuse(accesses_.size());
  const int64_t each = int64_t{1} << rate_;
  for (const Access& access : accesses_) {
    Traffic& traffic = counts[access.array].traffic;
    const int64_t distance = reuse.touch(access.sector);
    if (distance < 0) {
      traffic.footprint += each;
      continue;
    }
    const auto bucket = static_cast<size_t>(std::bit_width(static_cast<uint64_t>(distance * each)));
    if (traffic.distances.size() <= bucket) traffic.distances.resize(bucket + 1);
    traffic.distances[bucket] += each;
  }
}

}  // namespace teaal::interpret
