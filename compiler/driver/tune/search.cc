#include "compiler/driver/tune/search.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace teaal::driver {
namespace {

// Of the budget, where better measurements are to follow.
constexpr double first_round = 0.6;

class Search {
 public:
  explicit Search(const SearchRequest& request) : request_(request) {
    out_.us.resize(request.candidates);
    out_.tried.resize(request.candidates);
  }

  SearchResult run() {
    begin_ = request_.now();
    const bool all = try_all();
    bool sure = true;
    if (request_.noisy) sure = narrow();
    out_.interrupted = request_.interrupted();
    out_.whole = all && sure && !out_.interrupted;
    return std::move(out_);
  }

 private:
  double spent() const { return request_.now() - begin_; }
  bool over(double budget) const { return spent() >= budget || request_.interrupted(); }

  void measure(size_t candidate, int repeat) {
    out_.us[candidate] = request_.measure(candidate, repeat);
    out_.tried[candidate] = true;
  }

  // False where the time was too short. The first candidate is tried in any case.
  bool try_all() {
    std::vector<size_t> order(request_.candidates);
    std::iota(order.begin(), order.end(), size_t{0});
    const double budget = request_.budget_s * (request_.noisy ? first_round : 1);
    bool sorted = !request_.predict;
    for (size_t done = 0; done < order.size(); ++done) {
      if (done > 0 && over(budget)) return false;
      if (!sorted && done > 0 && !fits(order.size() - done, done, budget)) {
        sort_by_model(order, done);
        sorted = true;
      }
      measure(order[done], first_repeat);
      if (request_.progress) request_.progress(done + 1, order.size());
    }
    return true;
  }

  bool fits(size_t left, size_t done, double budget) const {
    const double each = spent() / static_cast<double>(done);
    return spent() + each * static_cast<double>(left) <= budget;
  }

  // Those that the model says nothing about stay in their order, behind the others.
  void sort_by_model(std::vector<size_t>& order, size_t done) const {
    std::vector<double> expected(request_.candidates, std::numeric_limits<double>::infinity());
    for (size_t i = done; i < order.size() && !over(request_.budget_s * first_round / 2); ++i)
      if (auto us = request_.predict(order[i])) expected[order[i]] = *us;
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(done), order.end(),
                     [&](size_t a, size_t b) { return expected[a] < expected[b]; });
  }

  bool narrow() {
    std::vector<size_t> left = out_.ranking();
    for (int repeat = 2 * first_repeat; repeat <= most_repeat; repeat *= 2) {
      left.resize(std::min(left.size(), std::max<size_t>(2, (left.size() + 1) / 2)));
      for (size_t candidate : left) {
        if (over(request_.budget_s)) return false;
        measure(candidate, repeat);
      }
      std::erase_if(left, [&](size_t c) { return !out_.us[c]; });
      std::ranges::stable_sort(left, {}, [&](size_t c) { return *out_.us[c]; });
    }
    return true;
  }

  const SearchRequest& request_;
  SearchResult out_;
  double begin_ = 0;
};

}  // namespace

std::vector<size_t> SearchResult::ranking() const {
  std::vector<size_t> out;
  for (size_t i = 0; i < us.size(); ++i)
    if (us[i]) out.push_back(i);
  std::ranges::stable_sort(out, {}, [&](size_t i) { return *us[i]; });
  return out;
}

SearchResult search(const SearchRequest& request) { return Search(request).run(); }

}  // namespace teaal::driver
