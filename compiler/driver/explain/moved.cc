#include "compiler/driver/explain/moved.h"

#include <algorithm>

namespace teaal::driver {
namespace {

using interpret::Counts;
using interpret::Form;
using interpret::Place;

constexpr int32_t unknown = -1;

std::vector<std::string> all_ranks(const Artefact& artefact) {
  std::vector<std::string> out;
  for (const ir::Tensor& tensor : artefact.nest->tensors)
    for (const std::string& clear : tensor.ranks) {
      const std::string rank = artefact.names.rank(clear);
      if (std::ranges::find(out, rank) == out.end()) out.push_back(rank);
    }
  return out;
}

// Of each form, which of `ranks` each of its own is; -1: no loop has it.
std::vector<std::vector<int>> numbers_of(const Counts& c, const std::vector<std::string>& ranks) {
  std::vector<std::vector<int>> out;
  for (const Form& form : c.forms) {
    out.emplace_back();
    for (const std::string& rank : form.ranks) {
      const auto at = std::ranges::find(ranks, rank);
      out.back().push_back(at == ranks.end() ? -1 : static_cast<int>(at - ranks.begin()));
    }
  }
  return out;
}

// The coordinates at which a lane is.
class Walker {
 public:
  explicit Walker(size_t ranks) : at_(ranks, unknown), before_(ranks, unknown) {}

  void visit(const Form& form, const std::vector<int>& numbers, int64_t position) {
    for (size_t r = 0; r < numbers.size(); ++r) {
      const int32_t coordinate = form.coordinates[r][static_cast<size_t>(position)];
      if (numbers[r] >= 0 && coordinate >= 0) at_[static_cast<size_t>(numbers[r])] = coordinate;
    }
  }
  // The lane computes.
  int8_t moved() {
    const auto other = std::ranges::mismatch(at_, before_).in1;
    const bool stood = other == at_.end();
    const auto out = static_cast<int8_t>(stood ? -1 : other - at_.begin());
    before_ = at_;
    return out;
  }

 private:
  std::vector<int32_t> at_, before_;
};

}  // namespace

std::vector<std::string> ranks_of_loops(const std::vector<LoopOrder>& orders,
                                        const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const LoopOrder& order : orders)
    for (const LoopOrder::Loop& loop : order.loops) {
      const std::string whole = loop.rank.substr(0, loop.rank.find_last_not_of("0123456789") + 1);
      std::vector<std::pair<size_t, std::string>> found;
      for (const std::string& name : names) {
        const bool exact = std::ranges::find(names, whole) != names.end();
        const size_t at = exact ? (name == whole ? 0 : std::string::npos) : whole.find(name);
        if (at != std::string::npos) found.emplace_back(at, name);
      }
      std::ranges::sort(found);
      for (const auto& [at, name] : found)
        if (std::ranges::find(out, name) == out.end()) out.push_back(name);
    }
  return out;
}

Moved moved(const Counts& c, const Artefact& artefact) {
  Moved out{ranks_of_loops(artefact.loops, all_ranks(artefact)), {}};
  if (c.trace.places.empty()) return out;
  const auto numbers = numbers_of(c, out.ranks);
  const auto lanes = static_cast<size_t>(c.machine.lanes);
  std::vector<Walker> walkers(static_cast<size_t>(c.machine.width()), Walker(out.ranks.size()));
  auto place = c.trace.places.begin();
  for (size_t s = 0; s < c.trace.slots.size(); ++s) {
    for (; place != c.trace.places.end() && place->slot == s; ++place) {
      const auto form = static_cast<size_t>(place->form);
      walkers[static_cast<size_t>(place->lane)].visit(c.forms[form], numbers[form],
                                                      place->position);
    }
    const auto first = static_cast<size_t>(c.trace.slots[s].warp) * lanes;
    for (size_t lane = 0; lane < lanes; ++lane) {
      const bool computes = c.trace.work[s * lanes + lane] == interpret::Work::Compute;
      out.of.push_back(computes ? walkers[first + lane].moved() : int8_t{-1});
    }
  }
  return out;
}

}  // namespace teaal::driver
