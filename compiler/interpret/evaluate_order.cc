#include <algorithm>
#include <numeric>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"

// Blocks with longer lists first: templates/staging.cuh says how (teaal_longest_first).
namespace teaal::interpret {
namespace {

constexpr int64_t equal_classes = 32;

// Of each count its class, of 32 of equal width; those of the largest ones come first.
std::vector<int64_t> classes_of(const std::vector<int64_t>& counts) {
  const auto [least, most] = std::ranges::minmax(counts);
  std::vector<int64_t> out;
  for (int64_t count : counts) out.push_back((most - count) * equal_classes / (most - least + 1));
  return out;
}

// What threads ask for turn by turn, where each has a stretch of `count` numbers.
std::vector<Recorder::Together> stretches(const Lanes& lanes, int64_t count) {
  const auto threads = static_cast<int64_t>(lanes.size()), each = (count + threads - 1) / threads;
  std::vector<Recorder::Together> out;
  for (int64_t turn = 0; turn < each; ++turn) {
    Recorder::Together& asks = out.emplace_back();
    for (size_t n = 0; n < lanes.size(); ++n)
      if (const int64_t at = static_cast<int64_t>(n) * each + turn; at < count)
        asks.lanes.push_back(lanes[n]), asks.addresses.push_back(at);
  }
  return out;
}

}  // namespace

const Cell* BlockRunner::longest_first(Term& t, const Lanes& lanes) {
  Buffer &order = code_.buffers[t.args[0].buffer], &counts = code_.buffers[t.args[1].buffer];
  const int64_t n = value(t.args[2], lanes)[lanes[0]].number;
  if (n <= 0) throw Broken("an order of no blocks");
  std::vector<int64_t> held, numbers(index_of(n)), places(index_of(n));
  for (int64_t i = 0; i < n; ++i) held.push_back(element(counts, i, lanes[0]).number);
  std::iota(numbers.begin(), numbers.end(), 0);
  const std::vector<int64_t> of = classes_of(held);
  std::ranges::stable_sort(numbers, {}, [&](int64_t i) { return of[index_of(i)]; });
  for (int64_t at = 0; at < n; ++at) {
    element(order, at, lanes[0]) = cell(numbers[index_of(at)]);
    places[index_of(numbers[index_of(at)])] = at;
  }
  tell_ordering(order, counts, of, places, lanes);
  for (int32_t i : lanes) t.out[index(i)] = cell(int64_t{0});
  return t.out.data();
}

// `of`: the class of each number, `places`: where it goes.
void BlockRunner::tell_ordering(const Buffer& order, const Buffer& counts,
                                const std::vector<int64_t>& of, const std::vector<int64_t>& places,
                                const Lanes& lanes) {
  constexpr Scratch low{"low", 8}, high{"high", 8}, numbers{"places", 4};
  const auto threads = static_cast<int64_t>(lanes.size());
  const auto asked = stretches(lanes, static_cast<int64_t>(of.size()));
  const auto look = [&](const Lanes& looking, const std::vector<int64_t>& at) {
    tell_loads(counts, looking, at);
    recorder_.slot(statement_, looking, Work::Stage);
  };
  // How many numbers each thread has of each class: all of them, class by class or thread by
  // thread, or one for each number of a turn.
  const auto of_class = [&](int64_t c) {
    addresses_.clear();
    for (int64_t n = 0; n < threads; ++n) addresses_.push_back(c * threads + n);
  };
  const auto of_thread = [&](int64_t c) {
    addresses_.clear();
    for (int64_t n = 0; n < threads; ++n) addresses_.push_back(n * equal_classes + c);
  };
  const auto count_one = [&](const Recorder::Together& turn) {
    look(turn.lanes, turn.addresses);
    addresses_.clear();
    for (size_t n = 0; n < turn.lanes.size(); ++n)
      addresses_.push_back(of[index_of(turn.addresses[n])] * threads + turn.lanes[n]);
    tell_loads(numbers, turn.lanes, addresses_);
    tell_stores(numbers, turn.lanes, addresses_);
  };
  const std::vector<int64_t> first(lanes.size(), 0);  // all begin with the first count
  for (int n = 0; n < 2; ++n) tell_loads(counts, lanes, first);
  for (const Recorder::Together& turn : asked)
    look(turn.lanes, turn.addresses), tell_loads(counts, turn.lanes, turn.addresses);
  leave_numbers(low, lanes), leave_numbers(high, lanes);
  for (int64_t c = 0; c < equal_classes; ++c) of_class(c), tell_stores(numbers, lanes, addresses_);
  recorder_.barrier();
  see_numbers(low, lanes, false), see_numbers(high, lanes, false);
  for (const Recorder::Together& turn : asked) count_one(turn);
  recorder_.barrier();
  for (int64_t c = 0; c < equal_classes; ++c) of_thread(c), tell_loads(numbers, lanes, addresses_);
  leave_numbers(low, lanes);
  recorder_.barrier();
  see_numbers(low, lanes, true);
  for (int64_t c = 0; c < equal_classes; ++c) {
    of_thread(c);
    tell_loads(numbers, lanes, addresses_);
    tell_stores(numbers, lanes, addresses_);
  }
  recorder_.barrier();
  for (const Recorder::Together& turn : asked) {
    count_one(turn);
    addresses_.clear();
    for (int64_t number : turn.addresses) addresses_.push_back(places[index_of(number)]);
    tell_stores(order, turn.lanes, addresses_);
  }
}

}  // namespace teaal::interpret
