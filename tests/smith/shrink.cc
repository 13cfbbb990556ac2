#include "tests/smith/shrink.h"

#include <chrono>

namespace teaal::smith {
namespace {

using Edits = std::vector<Case> (*)(const Case&);
constexpr Edits families[] = {without_expressions,  without_rounds,     without_terms,
                              without_mapping,      without_variables,  without_storage,
                              with_smaller_extents, with_smaller_sizes, with_plain_loops,
                              without_entries};

class Shrinker {
 public:
  Shrinker(const Case& failing, const Outcome& outcome,
           const std::function<Outcome(const Case&)>& judge, double seconds)
      : best_(failing),
        what_(outcome.what),
        judge_(judge),
        end_(std::chrono::steady_clock::now() +
             std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000))) {}

  Case run() {
    for (bool smaller = true; smaller;) {
      smaller = false;
      for (Edits edits : families)
        while (in_time() && try_family(edits)) smaller = true;
      smaller = smaller && in_time();
    }
    return std::move(best_);
  }

 private:
  bool in_time() const { return std::chrono::steady_clock::now() < end_; }

  // Takes the first of the family's cases that fails alike.
  bool try_family(Edits edits) {
    for (const Case& smaller : edits(best_)) {
      if (!in_time()) return false;
      const Outcome outcome = judge_(smaller);
      if (!outcome.failed() || outcome.what != what_) continue;
      best_ = smaller;
      return true;
    }
    return false;
  }

  Case best_;
  std::string what_;
  const std::function<Outcome(const Case&)>& judge_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace

Case shrink(const Case& failing, const Outcome& outcome,
            const std::function<Outcome(const Case&)>& judge, double seconds) {
  return Shrinker(failing, outcome, judge, seconds).run();
}

}  // namespace teaal::smith
