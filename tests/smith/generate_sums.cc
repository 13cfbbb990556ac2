#include <algorithm>

#include "tests/smith/generate.h"

// Nests whose outputs are cut into small tiles with the sum between the tiles and what they hold:
// each worker has a fixed number of sums, which it can keep in registers.
namespace teaal::smith {
namespace {

Names output_variables(const Expression& e) {
  Names out;
  for (const Index& index : e.output.indices)
    if (is_plain(index)) add_unique(out, index[0].variable);
  return out;
}

bool has_sums(const Case& c, const Expression& e) {
  const auto makers = std::ranges::count_if(
      c.expressions, [&](const Expression& o) { return o.output.name == e.output.name; });
  const size_t outputs = output_variables(e).size();
  return makers == 1 && e.solved.empty() && e.called.empty() && outputs > 0 &&
         outputs == e.output.indices.size() && e.variables().size() > outputs;
}

class Sums {
 public:
  Sums(Expression& e, Random& random) : e_(e), random_(random), outputs_(output_variables(e)) {}

  void run() {
    e_.partitions.clear();
    e_.meetings.clear();
    e_.placements.clear();
    split();
    order();
    place();
  }

 private:
  void split() {
    const std::string first = random_.pick(outputs_);
    for (const std::string& v : e_.variables()) {
      const bool output = contains(outputs_, v);
      if (v != first && !random_.chance(output ? 50 : 30)) continue;
      const int64_t tile = random_.pick<int64_t>({1, 2, 2, 3, 4, 4, 8});
      Partition p{{upper_case(v)}, {}};
      if (output && random_.chance(55))
        p.ops.push_back(
            {Op::Kind::Shape, "",
             tile * random_.pick<int64_t>({1, 2, 3, 4, 8, 32}) + (random_.chance(8) ? 1 : 0), ""});
      p.ops.push_back({Op::Kind::Shape, "", tile, ""});
      e_.partitions.push_back(std::move(p));
    }
  }

  // Tiles, sums, what is in the tiles; now and then a loop stands elsewhere.
  void order() {
    Names tiles, sums, inner;
    for (const std::string& v : e_.variables()) {
      const Names parts = e_.leaves(upper_case(v));
      const bool output = contains(outputs_, v);
      for (size_t i = 0; i < parts.size(); ++i)
        (!output ? sums : i == 0 ? tiles : inner).push_back(parts[i]);
    }
    if (random_.chance(30)) std::ranges::reverse(inner);
    std::ranges::stable_sort(inner, std::greater<>(),
                             [](const std::string& r) { return r.back(); });
    Names out = tiles;
    for (const Names* more : {&sums, &inner}) out.insert(out.end(), more->begin(), more->end());
    if (random_.chance(30)) {
      const std::string moved = random_.pick(out);
      std::erase(out, moved);
      out.insert(out.begin() + static_cast<std::ptrdiff_t>(random_.below(out.size() + 1)), moved);
    }
    e_.loop_order = out;
  }

  void place() {
    SpaceTime out;
    const int share = random_.pick<int>({0, 25, 40, 60});
    for (const std::string& rank : *e_.loop_order) {
      const bool space = out.space.size() < 4 && random_.chance(share);
      (space ? out.space : out.time).push_back(rank);
    }
    if (random_.chance(60))
      for (const std::string& rank : out.space)
        e_.placements.push_back(
            {rank, random_.pick<std::string>({"Block", "Warp", "Lane", "Lane"}), false});
    e_.spacetime = std::move(out);
  }

  Expression& e_;
  Random& random_;
  Names outputs_;
};

}  // namespace

void draw_sum_tiles(const Case& c, Expression& e, Random& random) {
  if (random.chance(15) && has_sums(c, e)) Sums(e, random).run();
}

bool has_sum_tiles(const Expression& e) {
  if (!e.loop_order) return false;
  bool summed = false;
  for (const std::string& loop : *e.loop_order) {
    const std::string root = root_of(loop);
    const Names outputs = output_variables(e);
    if (!contains(outputs, lower_case(root))) {
      summed = true;
      continue;
    }
    const Partition* p = e.partition_of(root);
    const bool cut = p && !p->flattens() && std::ranges::all_of(p->ops, [](const Op& op) {
                       return op.kind == Op::Kind::Shape && op.symbol.empty();
                     });
    if (summed && cut && loop != e.leaves(root).front()) return true;
  }
  return false;
}

}  // namespace teaal::smith
