#pragma once
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace teaal::smith {

// splitmix64 (Steele, Lea and Flood, 2014), and draws that are the same on every machine: the
// standard library's distributions are not.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // In [0, count); 0 if count is 0.
  size_t below(size_t count) { return count == 0 ? 0 : static_cast<size_t>(next() % count); }
  // In [low, high].
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(next() % static_cast<uint64_t>(high - low + 1));
  }
  bool chance(int percent) { return next() % 100 < static_cast<uint64_t>(percent); }

  template <class Value>
  Value pick(std::initializer_list<Value> list) {
    return list.begin()[below(list.size())];
  }
  template <class List>
  const auto& pick(const List& list) {
    return list[below(list.size())];
  }
  template <class Value>
  void shuffle(std::vector<Value>& list) {
    for (size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  }

 private:
  uint64_t state_;
};

}  // namespace teaal::smith
