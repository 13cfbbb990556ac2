#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

// Which of many candidates is the fastest, in limited time. Knows nothing of specs.
namespace teaal::driver {

struct SearchRequest {
  size_t candidates = 0;  // the first is what the others are compared with, and comes first
  double budget_s = 60;   // wall clock; what has begun is ended
  bool noisy = true;      // false: a time is exact, so that one measurement is enough

  // µs of a candidate, the median of `repeat` measurements; nothing where it is refused.
  std::function<std::optional<double>(size_t candidate, int repeat)> measure;
  // µs that a model expects; asked only where the budget does not suffice for all.
  std::function<std::optional<double>(size_t candidate)> predict;
  std::function<double()> now;  // seconds
  std::function<bool()> interrupted;
  std::function<void(size_t done, size_t of)> progress;
};

struct SearchResult {
  std::vector<std::optional<double>> us;  // of the most repetitions made; nothing: refused, untried
  std::vector<bool> tried;
  bool whole = false;  // every candidate was tried, and the best ones as often as they should be
  bool interrupted = false;

  std::vector<size_t> ranking() const;  // of those that have a time, the fastest first
};

inline constexpr int first_repeat = 3, most_repeat = 24;

// Successive halving: all candidates with few repetitions, then the faster half with twice as many,
// and so on. Where the candidates of the first round will not fit its share of the budget, those
// that the model expects to be fast go first.
SearchResult search(const SearchRequest&);

}  // namespace teaal::driver
