#include "runtime/reference/join.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

namespace teaal::runtime {
namespace {

// Where a tensor's nodes stand for the coordinates bound so far: the nodes [begin, end) of `depth`.
// For a tensor that is bound whole, begin is its entry.
struct Place {
  int64_t begin = 0, end = 0;
};

// A rank that leads a loop: coordinate = scale * variable + rest, scale > 0.
struct Leader {
  size_t tensor, depth;
  int64_t scale;
};

// A rank that is looked up when its last variable is bound.
struct Lookup {
  size_t tensor, depth;
};

struct Level {
  int variable;
  std::vector<Leader> leaders;
  std::vector<Lookup> lookups;
};

// The points at which a variable lies in [begin, end); -1: all points.
struct Share {
  int variable = -1;
  int64_t begin = 0, end = 0;
};

class Join {
 public:
  Join(const Joining& joining, const Share& share, Accumulator& output)
      : plan_(joining.plan),
        map_(joining.plan.map),
        variables_(joining.variables),
        strides_(joining.strides),
        reduction_(joining.reduction),
        share_(share),
        output_(output),
        factors_(joining.plan.factors),
        value_(joining.variables.names.size()) {
    for (const BoundTensor& tensor : plan_.tensors) {
      places_.emplace_back(tensor.indices.size() + 1);
      places_.back()[0] = {0, tensor.trie.roots()};
    }
    for (size_t l = 0; l < plan_.order.size(); ++l)
      levels_.push_back(make_level(static_cast<int>(l)));
  }

  int64_t run() {
    for (const BoundTensor& tensor : plan_.tensors)
      if (tensor.trie.values.empty()) return 0;
    Level fixed = make_level(-1);
    if (look_up(fixed)) loop(0, 0);
    return products_;
  }

 private:
  // Of the ranks that level `l` binds, a tensor's outermost leads; the others, and those with a
  // negative coefficient, are looked up.
  Level make_level(int l) const {
    Level level{l < 0 ? -1 : plan_.order[l], {}, {}};
    for (size_t t = 0; t < plan_.tensors.size(); ++t) {
      bool leads = l >= 0;
      for (size_t d = 0; d < plan_.tensors[t].indices.size(); ++d) {
        if (plan_.tensors[t].bound_at[d] != l) continue;
        int64_t scale = l < 0 ? 0 : plan_.tensors[t].indices[d].coefficients[level.variable];
        if (leads && scale > 0)
          level.leaders.push_back({t, d, scale});
        else
          level.lookups.push_back({t, d});
        leads = false;
      }
    }
    return level;
  }

  // The index's value with `skipped` counted as 0.
  int64_t index_value(const LinearIndex& index, int skipped) const {
    int64_t out = index.constant;
    for (size_t v = 0; v < value_.size(); ++v)
      if (static_cast<int>(v) != skipped) out += index.coefficients[v] * value_[v];
    return out;
  }

  void enter(size_t t, size_t depth, int64_t node) {
    const Trie& trie = plan_.tensors[t].trie;
    if (depth + 1 < trie.coords.size())
      places_[t][depth + 1] = {trie.first[depth][node], trie.first[depth][node + 1]};
    else
      places_[t][depth + 1] = {node, node + 1};
  }

  bool look_up(const Level& level) {
    for (const Lookup& lookup : level.lookups) {
      const BoundTensor& tensor = plan_.tensors[lookup.tensor];
      int64_t coordinate = index_value(tensor.indices[lookup.depth], -1);
      const std::vector<int32_t>& coords = tensor.trie.coords[lookup.depth];
      Place in = places_[lookup.tensor][lookup.depth];
      int64_t node = seek(coords, in.begin, in.end, coordinate);
      if (node == in.end || coords[node] != coordinate) return false;
      enter(lookup.tensor, lookup.depth, node);
    }
    return true;
  }

  void loop(size_t l, int64_t key) {
    if (l == levels_.size()) return leaf(key);
    const Level& level = levels_[l];
    if (level.leaders.empty())
      dense_loop(l, level, key);
    else if (level.leaders.size() == 1 && level.leaders[0].scale == 1 && level.lookups.empty())
      single_loop(l, level, key);
    else
      leapfrog(l, level, key);
    value_[level.variable] = 0;
  }

  int64_t begin_of(int variable) const { return variable == share_.variable ? share_.begin : 0; }
  int64_t end_of(int variable) const {
    return variable == share_.variable ? share_.end : variables_.extents[variable];
  }

  void dense_loop(size_t l, const Level& level, int64_t key) {
    int64_t stride = strides_[level.variable];
    const int64_t end = end_of(level.variable);
    for (int64_t v = begin_of(level.variable); v < end; ++v) {
      value_[level.variable] = v;
      if (look_up(level)) loop(l + 1, key + v * stride);
    }
  }

  // One rank leads alone: its nodes are the points.
  void single_loop(size_t l, const Level& level, int64_t key) {
    const Leader& leader = level.leaders[0];
    const BoundTensor& tensor = plan_.tensors[leader.tensor];
    const std::vector<int32_t>& coords = tensor.trie.coords[leader.depth];
    int64_t rest = index_value(tensor.indices[leader.depth], level.variable);
    Place in = places_[leader.tensor][leader.depth];
    const int64_t least = rest + begin_of(level.variable);
    int64_t begin = least > 0 ? seek(coords, in.begin, in.end, least) : in.begin;
    int64_t end = seek(coords, begin, in.end, rest + end_of(level.variable));
    int64_t stride = strides_[level.variable];
    if (l + 1 == levels_.size() && !map_) return innermost(leader, begin, end, rest, stride, key);
    for (int64_t node = begin; node < end; ++node) {
      int64_t v = coords[node] - rest;
      value_[level.variable] = v;
      enter(leader.tensor, leader.depth, node);
      loop(l + 1, key + v * stride);
    }
  }

  // The innermost loop's products share all factors but one.
  void innermost(const Leader& leader, int64_t begin, int64_t end, int64_t rest, int64_t stride,
                 int64_t key) {
    const Trie& trie = plan_.tensors[leader.tensor].trie;
    const int32_t* coords = trie.coords[leader.depth].data();
    Point shared = point_without(leader.tensor);
    bool uses_value = !plan_.take || plan_.take_tensor == static_cast<int>(leader.tensor);
    for (int64_t node = begin; node < end; ++node) {
      Point point = shared;
      point.present &= trie.values[node] != plan_.tensors[leader.tensor].absent;
      if (uses_value) {
        point.value = plan_.arithmetic.product(point.value, trie.values[node]);
        point.magnitude *= trie.magnitude_of(node);
      }
      add(point, key + (coords[node] - rest) * stride);
    }
  }

  // Moves each leader in turn to the least value of the variable that is not before the others'.
  void leapfrog(size_t l, const Level& level, int64_t key) {
    std::vector<Cursor> cursors;
    for (const Leader& leader : level.leaders) cursors.push_back(cursor_at(leader, level.variable));
    int64_t end = end_of(level.variable), stride = strides_[level.variable];
    for (int64_t v = begin_of(level.variable); v < end && agree(cursors, v, end); ++v) {
      value_[level.variable] = v;
      for (const Cursor& cursor : cursors)
        enter(cursor.leader->tensor, cursor.leader->depth, cursor.node);
      if (look_up(level)) loop(l + 1, key + v * stride);
    }
  }

  struct Cursor {
    const Leader* leader;
    const std::vector<int32_t>* coords;
    int64_t node, end, rest;
  };

  Cursor cursor_at(const Leader& leader, int variable) const {
    const BoundTensor& tensor = plan_.tensors[leader.tensor];
    Place in = places_[leader.tensor][leader.depth];
    return {&leader, &tensor.trie.coords[leader.depth], in.begin, in.end,
            index_value(tensor.indices[leader.depth], variable)};
  }

  // Raises v to the least value that all leaders have; false if there is none below `extent`.
  static bool agree(std::vector<Cursor>& cursors, int64_t& v, int64_t extent) {
    size_t agreed = 0;
    for (size_t i = 0; agreed < cursors.size(); i = i + 1 == cursors.size() ? 0 : i + 1) {
      int64_t at = seek_value(cursors[i], v);
      if (at < 0 || at >= extent) return false;
      agreed = at == v ? agreed + 1 : 1;
      v = at;
    }
    return true;
  }

  // The least value of the variable, at least v, for which the rank has a coordinate; -1: none.
  static int64_t seek_value(Cursor& cursor, int64_t v) {
    int64_t scale = cursor.leader->scale;
    while (true) {
      cursor.node = seek(*cursor.coords, cursor.node, cursor.end, scale * v + cursor.rest);
      if (cursor.node == cursor.end) return -1;
      int64_t distance = (*cursor.coords)[cursor.node] - cursor.rest;
      if (distance % scale == 0) return distance / scale;
      v = distance / scale + 1;  // distance >= scale * v >= 0 here
    }
  }

  struct Point {
    double value, magnitude;
    bool present;  // no tensor is absent
  };

  // The product of everything but tensor `left_out`, whose entry is not bound yet.
  Point point_without(size_t left_out) const {
    Point out{plan_.constant, std::fabs(plan_.constant), true};
    for (size_t t = 0; t < plan_.tensors.size(); ++t) {
      if (t == left_out) continue;
      const Trie& trie = plan_.tensors[t].trie;
      int64_t entry = places_[t].back().begin;
      out.present &= trie.values[entry] != plan_.tensors[t].absent;
      if (plan_.take && plan_.take_tensor != static_cast<int>(t)) continue;
      out.value = plan_.arithmetic.product(out.value, trie.values[entry]);
      out.magnitude *= trie.magnitude_of(entry);
    }
    return out;
  }

  void leaf(int64_t key) { add(map_ ? mapped() : point_without(plan_.tensors.size()), key); }

  Point mapped() {
    for (size_t t = 0; t < plan_.tensors.size(); ++t) {
      const Trie& trie = plan_.tensors[t].trie;
      const int64_t entry = places_[t].back().begin;
      Estimate& operand = factors_[plan_.tensors[t].factor];
      operand = exact(trie.values[entry]);
      if (std::isfinite(operand.value)) operand.magnitude = trie.magnitude_of(entry);
    }
    const Estimate out = (*map_)(factors_);
    return {out.value, out.magnitude, true};
  }

  void add(const Point& point, int64_t key) {
    if (point.present)
      products_ += plan_.repeated;
    else if (plan_.take)
      return;
    const Arithmetic& in = plan_.arithmetic;
    const double value = point.present ? in.product(plan_.sign, point.value) : 0;
    Estimate whole = reduction_.repeated({value, point.magnitude}, plan_.repeated);
    if (in.wraps) whole.value = in.repeated(value, plan_.repeated);
    output_.add(key, whole.value, whole.magnitude, reduction_.counts() ? plan_.repeated : 1);
  }

  const TermPlan& plan_;
  std::optional<MapFunction> map_;
  const Variables& variables_;
  const std::vector<int64_t>& strides_;
  const Reduction& reduction_;
  const Share share_;
  Accumulator& output_;
  std::vector<Estimate> factors_;
  std::vector<int64_t> value_;
  std::vector<std::vector<Place>> places_;
  std::vector<Level> levels_;
  int64_t products_ = 0;
};

// Below this, threads would cost more than they save.
constexpr int64_t least_shared = int64_t{1} << 15;
constexpr int64_t most_shares = 64;

// About how much there is to do: what is read and what may be written.
int64_t size_of(const Joining& joining) {
  int64_t out = 1;
  for (size_t v = 0; v < joining.variables.of_output; ++v)
    out = std::min(least_shared, out * std::max<int64_t>(1, joining.variables.extents[v]));
  for (const BoundTensor& tensor : joining.plan.tensors)
    out += static_cast<int64_t>(tensor.trie.values.size());
  return out;
}

std::vector<Share> cut(int variable, int64_t extent, int64_t pieces) {
  std::vector<Share> out;
  for (int64_t p = 0; p < pieces; ++p)
    out.push_back({variable, extent * p / pieces, extent * (p + 1) / pieces});
  return out;
}

// How many pieces the coordinates of which variable are cut into. Under an outermost loop every
// share repeats the loops above: as many as cores then, and only where the order in which products
// come does not depend on the cut. Where no variable of the output has two coordinates, the
// outermost one that is summed is cut: into as many pieces on every machine, which sum alone.
std::vector<Share> shares_of(const Joining& joining, bool dense, int64_t cores) {
  const auto& order = joining.plan.order;
  if (size_of(joining) < least_shared) return {Share{}};
  for (size_t l = 0; l < order.size(); ++l) {
    const int v = order[l];
    const int64_t extent = joining.variables.extents[v];
    if (static_cast<size_t>(v) >= joining.variables.of_output || extent < 2) continue;
    if (l > 0 && !dense) break;
    return cut(v, extent, std::min(extent, l == 0 ? most_shares : cores));
  }
  const auto& extents = joining.variables.extents;
  const auto outputs_end = extents.begin() + static_cast<int64_t>(joining.variables.of_output);
  const bool one_element =
      std::all_of(extents.begin(), outputs_end, [](int64_t extent) { return extent < 2; });
  const auto summed = std::ranges::find_if(order, [&](int v) { return extents[v] >= 2; });
  if (!one_element || !dense || summed == order.end()) return {Share{}};
  return cut(*summed, extents[*summed], std::min(extents[*summed], most_shares));
}

// Whether shares meet at elements.
bool is_summed(const Joining& joining, const Share& share) {
  return share.variable >= 0 && static_cast<size_t>(share.variable) >= joining.variables.of_output;
}

// Shares are taken in turn by whoever is free; the calling thread is one of the workers.
class SharedJoin {
 public:
  SharedJoin(const Joining& joining, Accumulator& output, int64_t cores)
      : joining_(joining),
        output_(output),
        shares_(shares_of(joining, output.dense(), cores)),
        workers_(std::min(cores, static_cast<int64_t>(shares_.size()))) {
    const bool alone = !output.dense() || is_summed(joining, shares_.front());
    if (shares_.size() > 1 && alone) parts_.assign(shares_.size(), output.empty_like());
  }

  int64_t run(const std::function<void(double)>& progress) {
    if (progress) progress(0);
    {
      std::vector<std::jthread> others;
      for (int64_t w = 1; w < workers_; ++w) others.emplace_back([this] { work({}); });
      work(progress);
    }
    if (failure_) std::rethrow_exception(failure_);
    for (Accumulator& part : parts_) output_.absorb(std::move(part));
    return products_;
  }

 private:
  void work(const std::function<void(double)>& progress) {
    try {
      for (size_t s = next_++; s < shares_.size(); s = next_++) {
        products_ += Join(joining_, shares_[s], parts_.empty() ? output_ : parts_[s]).run();
        ++done_;
        if (progress) progress(static_cast<double>(done_) / static_cast<double>(shares_.size()));
      }
    } catch (...) {
      next_ = shares_.size();
      const std::scoped_lock lock(failing_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  const Joining& joining_;
  Accumulator& output_;
  const std::vector<Share> shares_;
  const int64_t workers_;
  std::vector<Accumulator> parts_;  // one a share, where they cannot add side by side
  std::atomic<size_t> next_ = 0, done_ = 0;
  std::atomic<int64_t> products_ = 0;
  std::mutex failing_;
  std::exception_ptr failure_;
};

}  // namespace

int64_t join_term(const Joining& joining, Accumulator& output,
                  const std::function<void(double)>& progress) {
  if (joining.plan.repeated == 0) return 0;
  const int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  return SharedJoin(joining, output, cores).run(progress);
}

}  // namespace teaal::runtime
