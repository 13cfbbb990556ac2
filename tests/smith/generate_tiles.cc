#include <algorithm>
#include <map>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

constexpr int64_t largest_tile = 32;  // coordinates along one rank

// Binds operands of any expression to shared memory, for the most part under a mapping that cuts
// ranks so that tiles have a bound.
class Tiles {
 public:
  Tiles(Case& c, Expression& e, Random& random) : case_(c), e_(e), random_(random) {}

  void run() {
    if (e_.inputs().empty() || shares_its_output()) return;
    if (contains(e_.inputs(), e_.output.name)) return;  // generations: bound as what they are
    if (random_.chance(70) && e_.solved.empty() && e_.called.empty()) map_to_tiles();
    if (!e_.spacetime || has_large_parts()) return;
    Names tensors = e_.inputs();
    random_.shuffle(tensors);
    tensors.resize(std::min(tensors.size(), random_.pick<size_t>({1, 1, 2})));
    for (const std::string& tensor : tensors) stage(tensor);
    if (random_.chance(25)) hold(random_.pick(e_.inputs()));
    if (random_.chance(20)) sum_in_shared();
    if (random_.chance(25) && e_.solved.empty() && e_.called.empty())
      hand_round(random_.pick(e_.inputs()));
    if (random_.chance(20) && e_.solved.empty() && e_.called.empty()) {
      const std::string tensor = random_.pick(e_.inputs());
      const auto& algebra = case_.algebra;
      if (!algebra || !(algebra->counts || algebra->others.contains(tensor))) list(tensor);
    }
    if (random_.chance(20) && e_.solved.empty() && e_.called.empty())
      stage_whole(random_.pick(e_.inputs()));
  }

 private:
  bool shares_its_output() const {
    return std::count_if(case_.expressions.begin(), case_.expressions.end(),
                         [&](const Expression& e) { return e.output.name == e_.output.name; }) > 1;
  }

  bool has_large_parts() const {
    return std::any_of(e_.partitions.begin(), e_.partitions.end(), [](const Partition& p) {
      return std::any_of(p.ops.begin(), p.ops.end(),
                         [](const Op& op) { return op.size > largest_tile; });
    });
  }

  // --- a mapping

  void map_to_tiles() {
    e_.partitions.clear();
    e_.meetings.clear();
    e_.placements.clear();
    const Names roots = e_.loops();
    Names flat;
    if (!uses_index_math() && random_.chance(20)) flat = flatten();
    for (const std::string& root : roots)
      if (!contains(flat, root) && random_.chance(92)) split(root);
    draw_order();
    draw_places();
  }

  bool uses_index_math() const {
    const auto math = [](const Factor& f) {
      return !std::all_of(f.indices.begin(), f.indices.end(), is_plain);
    };
    return math(e_.output) || std::any_of(e_.terms.begin(), e_.terms.end(), [&](const Term& term) {
             return std::any_of(term.factors.begin(), term.factors.end(), math);
           });
  }

  // Ranks that one operand holds, in runs of its elements.
  Names flatten() {
    const std::string leader = random_.pick(e_.inputs());
    Names ranks;
    for (const std::string& rank : case_.tensor(leader)->ranks)
      if (contains(e_.loops(), rank)) ranks.push_back(rank);
    if (ranks.size() < 2) return {};
    ranks.resize(2);
    e_.partitions.push_back({ranks, {{Op::Kind::Flatten, "", 1, ""}}});
    Partition runs{{ranks[0] + ranks[1]}, {}};
    for (int64_t size : {random_.pick<int64_t>({4, 16, 30}), random_.pick<int64_t>({1, 2, 3})})
      runs.ops.push_back({Op::Kind::Occupancy, leader, size, ""});
    if (random_.chance(30)) runs.ops.pop_back();
    e_.partitions.push_back(std::move(runs));
    return ranks;
  }

  void split(const std::string& root) {
    Names leaders;
    for (const std::string& tensor : e_.inputs())
      if (contains(case_.tensor(tensor)->ranks, root)) leaders.push_back(tensor);
    Partition out{{root}, {}};
    const int64_t size = random_.pick<int64_t>({1, 2, 3, 4, 4, 5, 7, 8, 8, 16});
    if (!leaders.empty() && random_.chance(20))
      out.ops.push_back({Op::Kind::Occupancy, random_.pick(leaders), size, ""});
    else
      out.ops.push_back({Op::Kind::Shape, "", size, ""});
    if (size > 3 && random_.chance(20)) out.ops.push_back({Op::Kind::Shape, "", 2, ""});
    if (out.ops.size() > 1 && out.ops[0].kind == Op::Kind::Occupancy) out.ops.pop_back();
    e_.partitions.push_back(std::move(out));
  }

  static bool is_upper(const std::string& part) { return part.back() > '0' && part.back() <= '9'; }

  void draw_order() {
    Names order = e_.loops();
    random_.shuffle(order);
    for (size_t i = 0; i < order.size(); ++i)
      for (size_t j = i + 1; j < order.size(); ++j)
        if (root_of(order[i]) == root_of(order[j]) && order[i] < order[j])
          std::swap(order[i], order[j]);
    if (random_.chance(85)) std::stable_partition(order.begin(), order.end(), is_upper);
    e_.loop_order = order;
  }

  void draw_places() {
    e_.spacetime.emplace();
    for (const std::string& part : *e_.loop_order) {
      std::string level;
      if (random_.chance(is_upper(part) ? 50 : 10))
        level = "Block";
      else if (random_.chance(40))
        level = random_.pick<std::string>({"Lane", "Lane", "Warp"});
      const bool space = !level.empty() && e_.spacetime->space.size() < 4;
      (space ? e_.spacetime->space : e_.spacetime->time).push_back(part);
      if (space) e_.placements.push_back({part, level});
    }
    if (random_.chance(20)) e_.placements.clear();
  }

  // --- bindings

  void stage(const std::string& tensor) {
    Names loops;
    for (const std::string& part : e_.loop_order ? *e_.loop_order : e_.loops())
      if (!is_spread(part)) loops.push_back(part);
    if (loops.empty()) return;
    const Tensor& t = *case_.tensor(tensor);
    Staging out{tensor, random_.chance(75) ? behind_parts_of(t, loops) : random_.pick(loops)};
    if (!t.ranks.empty() && random_.chance(80)) out.rank = random_.pick(t.ranks);
    out.type = random_.pick<std::string>({"elem", "elem", "payload", "coord"});
    out.depth = random_.pick<int64_t>({1, 1, 1, 2, 3, 4});
    e_.stagings.push_back(std::move(out));
  }

  // In registers, for the most part under loops over parts of the output, in tiles of their own,
  // inside of all that is summed over.
  void hold(const std::string& tensor) {
    Names order = e_.loop_order ? *e_.loop_order : e_.loops();
    if (order.empty()) return;
    if (e_.spacetime && random_.chance(70)) {
      const auto is_summed = [&](const std::string& part) {
        return !contains(case_.tensor(e_.output.name)->ranks, root_of(part));
      };
      const auto inside = [&](const std::string& part) {
        return !is_upper(part) && !is_summed(part);
      };
      std::stable_partition(order.begin(), order.end(),
                            [&](const std::string& part) { return !inside(part); });
      e_.loop_order = order;
    }
    Staging out{tensor, random_.pick(order)};
    out.held = true;
    e_.stagings.push_back(std::move(out));
  }

  // For the most part behind parts of all of the output's ranks, outside of what threads share.
  void sum_in_shared() {
    Names loops;
    for (const std::string& part : e_.loop_order ? *e_.loop_order : e_.loops())
      if (!is_spread(part)) loops.push_back(part);
    const Tensor& t = *case_.tensor(e_.output.name);
    if (loops.empty() || t.ranks.empty()) return;
    Staging out{e_.output.name,
                random_.chance(75) ? behind_parts_of(t, loops) : random_.pick(loops)};
    out.summed = true;
    if (random_.chance(60)) e_.stagings.clear();
    e_.stagings.push_back(std::move(out));
  }

  // A few elements of a fiber at a time in the registers of lanes, which for the most part share a
  // rank that the tensor does not have.
  void hand_round(const std::string& tensor) {
    const Tensor& t = *case_.tensor(tensor);
    Names roots;
    for (const std::string& rank : t.ranks)
      if (contains(e_.loops(), rank)) roots.push_back(rank);
    if (roots.empty()) return;
    map_to_tiles();
    for (const Partition& p : e_.partitions)
      if (p.flattens()) return;
    const std::string root = random_.chance(80) ? roots.back() : random_.pick(roots);
    std::erase_if(e_.partitions, [&](const Partition& p) { return p.ranks[0] == root; });
    const int64_t size = random_.pick<int64_t>({2, 3, 4, 8, 16, 31, 32});
    const bool led = random_.chance(75);
    e_.partitions.push_back(
        {{root}, {{led ? Op::Kind::Occupancy : Op::Kind::Shape, led ? tensor : "", size, ""}}});
    e_.stagings.clear();
    e_.meetings.clear();
    e_.placements.clear();
    draw_order();
    if (random_.chance(70)) find_fibers_first(t, root);
    draw_places();
    keep_in_time(root);
    give_to_lanes(root);
    e_.meetings.push_back({root + "0", "leader-follower", tensor});
    Staging out{tensor, root + "1"};
    out.rank = root;
    out.type = random_.pick<std::string>({"elem", "elem", "elem", "payload", "coord"});
    out.held = true;
    e_.stagings.push_back(std::move(out));
  }

  // What of a tensor that stores all of it is there, for the most part in runs, and beside it a
  // tile of another tensor that has the rank.
  void list(const std::string& tensor) {
    const Tensor& t = *case_.tensor(tensor);
    Names roots;
    for (const std::string& rank : t.ranks)
      if (contains(e_.loops(), rank)) roots.push_back(rank);
    if (roots.empty()) return;
    map_to_tiles();
    for (const Partition& p : e_.partitions)
      if (p.flattens()) return;
    const std::string root = random_.pick(roots);
    std::erase_if(e_.partitions, [&](const Partition& p) { return p.ranks[0] == root; });
    Partition parts{{root}, {{Op::Kind::Shape, "", random_.pick<int64_t>({5, 8, 31, 32}), ""}}};
    const bool runs = random_.chance(70);
    if (runs)
      parts.ops.push_back(
          {Op::Kind::Occupancy, tensor, random_.pick<int64_t>({1, 2, 3, 4, 8}), ""});
    e_.partitions.push_back(std::move(parts));
    e_.stagings.clear();
    e_.meetings.clear();
    e_.placements.clear();
    draw_order();
    if (random_.chance(90)) find_fibers_first(t, root);
    draw_places();
    keep_in_time(root);
    Staging out{tensor, root + (runs ? "2" : "1")};
    out.rank = root;
    out.type = "elem";
    out.listed = true;
    e_.stagings.push_back(std::move(out));
    Names others;
    for (const std::string& other : e_.inputs())
      if (other != tensor && contains(case_.tensor(other)->ranks, root)) others.push_back(other);
    if (others.empty() || random_.chance(20)) return;
    Staging beside{random_.pick(others), root + "1"};
    beside.rank = root;
    beside.type = "elem";
    beside.depth = random_.pick<int64_t>({1, 2, 3});
    e_.stagings.push_back(std::move(beside));
    random_.shuffle(e_.stagings);
  }

  // A fiber that nothing cuts, where its other coordinates are known.
  void stage_whole(const std::string& tensor) {
    const Tensor& t = *case_.tensor(tensor);
    Names roots;
    for (const std::string& rank : t.ranks)
      if (contains(e_.loops(), rank)) roots.push_back(rank);
    if (roots.empty()) return;
    map_to_tiles();
    for (const Partition& p : e_.partitions)
      if (p.flattens()) return;
    const std::string root = random_.pick(roots);
    std::erase_if(e_.partitions, [&](const Partition& p) { return p.ranks[0] == root; });
    e_.stagings.clear();
    e_.meetings.clear();
    e_.placements.clear();
    draw_order();
    find_fibers_first(t, root);
    draw_places();
    Staging out{tensor, ""};
    for (const std::string& part : *e_.loop_order) {
      if (part == root) break;
      if (!is_spread(part)) out.evict_on = part;
    }
    if (out.evict_on.empty()) return;
    out.rank = root;
    out.type = random_.pick<std::string>({"elem", "elem", "elem", "coord"});
    out.depth = random_.pick<int64_t>({1, 1, 2, 3});
    e_.stagings.push_back(std::move(out));
  }

  void keep_in_time(const std::string& root) {
    const auto is_part = [&](const std::string& part) { return root_of(part) == root; };
    for (const std::string& part : e_.spacetime->space)
      if (is_part(part)) e_.spacetime->time.push_back(part);
    std::erase_if(e_.spacetime->space, is_part);
    std::erase_if(e_.placements, [&](const Placement& p) { return is_part(p.rank); });
  }

  // Loops over the tensor's other ranks stand outside of the root's, those over what it lacks
  // outside or inside.
  void find_fibers_first(const Tensor& t, const std::string& root) {
    std::map<std::string, int> place;
    for (const std::string& part : *e_.loop_order) {
      const std::string of = root_of(part);
      if (contains(t.ranks, of))
        place[of] = of == root ? 1 : 0;
      else if (!place.contains(of))
        place[of] = random_.pick<int>({0, 2, 2});
    }
    std::stable_sort(e_.loop_order->begin(), e_.loop_order->end(),
                     [&](const std::string& a, const std::string& b) {
                       return place.at(root_of(a)) < place.at(root_of(b));
                     });
  }

  // Some part of another rank, if lanes have none so far.
  void give_to_lanes(const std::string& but) {
    const auto on_lanes = [](const Placement& p) { return p.level == "Lane"; };
    if (std::any_of(e_.placements.begin(), e_.placements.end(), on_lanes)) return;
    Names parts = *e_.loop_order;
    std::erase_if(parts, [&](const std::string& part) {
      return root_of(part) == but || is_upper(part) || contains(e_.spacetime->space, part);
    });
    if (parts.empty()) return;
    const std::string part = random_.pick(parts);
    std::erase(e_.spacetime->time, part);
    e_.spacetime->space.push_back(part);
    e_.placements.push_back({part, "Lane"});
  }

  // The first of the loops behind which a part of each of the tensor's ranks is known.
  std::string behind_parts_of(const Tensor& t, const Names& loops) {
    const Names order = e_.loop_order ? *e_.loop_order : e_.loops();
    auto behind = order.cbegin();
    for (const std::string& rank : t.ranks)
      behind = std::max(behind, std::find_if(order.cbegin(), order.cend(), [&](const auto& part) {
                          return root_of(part) == rank;
                        }));
    while (behind != order.end() && !contains(loops, *behind)) ++behind;
    return behind == order.end() ? random_.pick(loops) : *behind;
  }

  bool is_spread(const std::string& part) const {
    if (!contains(e_.spacetime->space, part)) return false;
    return std::none_of(e_.placements.begin(), e_.placements.end(),
                        [&](const Placement& p) { return p.rank == part && p.level == "Block"; });
  }

  Case& case_;
  Expression& e_;
  Random& random_;
};

bool stores_coordinates(const Tensor& t, const std::string& rank) {
  return t.like.empty() && t.spec_format && !t.option_format &&
         std::any_of(t.spec_format->begin(), t.spec_format->end(),
                     [&](const Level& l) { return l.letter == 'C' && l.rank == rank; });
}

// What lanes hand round is found in fibers.
void compress_what_is_handed_round(Tensor& t, const std::string& rank) {
  if (!t.spec_format) return;
  for (Level& l : *t.spec_format)
    if (l.rank == rank && l.letter == 'U') l.letter = 'C';
}

// A list is made of what stores all of the tensor.
void store_all(Tensor& t) {
  const auto is_whole = [&](const Level& l) { return contains(t.ranks, l.rank); };
  Format all;
  if (t.spec_format && std::ranges::all_of(*t.spec_format, is_whole))
    for (const Level& l : *t.spec_format) all.push_back({l.rank, 'U'});
  else
    for (const std::string& rank : t.ranks) all.push_back({rank, 'U'});
  t.option_format.reset();
  t.spec_format = std::move(all);
}

}  // namespace

void settle_tiles(Case& c) {
  for (Expression& e : c.expressions)
    std::erase_if(e.stagings, [&](const Staging& s) {
      Tensor& t = *c.tensor(s.tensor);
      // Generations share a name, which has one format for them all.
      const bool may_be =
          t.like.empty() && contains(t.ranks, s.rank) && !(c.iteration && c.iteration->generations);
      if (s.listed && may_be) store_all(t);
      return s.listed && !may_be;
    });
  for (Expression& e : c.expressions)
    for (Staging& s : e.stagings)
      if (s.held && !s.type.empty()) compress_what_is_handed_round(*c.tensor(s.tensor), s.rank);
  settle_coordinates(c);
}

void settle_coordinates(Case& c) {
  for (Expression& e : c.expressions)
    for (Staging& s : e.stagings)
      if (s.type == "coord" && !stores_coordinates(*c.tensor(s.tensor), s.rank)) s.type = "elem";
}

void draw_tiles(Case& c, Random& random) {
  if (!random.chance(25)) return;
  for (Expression& e : c.expressions)
    if (random.chance(80)) Tiles(c, e, random).run();
}

}  // namespace teaal::smith
