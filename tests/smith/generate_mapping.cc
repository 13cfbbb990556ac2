#include <algorithm>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

// Draws how one expression runs.
class Mapping {
 public:
  Mapping(Case& c, Expression& e, Random& random) : case_(c), e_(e), random_(random) {}

  void run() {
    if (shares_its_output()) return;  // and with it the mapping
    for (const std::string& v : e_.variables())
      if (random_.chance(50)) name_loop(v);
    if (random_.chance(30)) solve_a_variable();
    if (random_.chance(65)) split_ranks();
    if (random_.chance(6)) grow_tiles();
    if (random_.chance(18)) flatten_ranks();
    draw_loop_order();
    if (e_.loop_order || e_.called.empty()) draw_spacetime();
    draw_bindings();
    open_symbols();
  }

 private:
  bool shares_its_output() const {
    return std::count_if(case_.expressions.begin(), case_.expressions.end(),
                         [&](const Expression& e) { return e.output.name == e_.output.name; }) > 1;
  }

  // --- names of loops

  // A variable's loops may bear the name that a tensor has for its rank.
  void name_loop(const std::string& variable) {
    for (const Factor* access : accesses())
      for (size_t i = 0; i < access->indices.size(); ++i) {
        const std::string& rank = case_.tensor(access->name)->ranks[i];
        if (is_plain(access->indices[i]) && access->indices[i][0].variable == variable &&
            rank != upper_case(variable) && is_only_for(rank, variable))
          e_.called[variable] = rank;
      }
  }

  std::vector<const Factor*> accesses() const {
    std::vector<const Factor*> out{&e_.output};
    for (const Term& term : e_.terms)
      for (const Factor& factor : term.factors)
        if (factor.kind == Factor::Kind::Tensor) out.push_back(&factor);
    return out;
  }

  // The rank is no variable's own, and nothing else indexes it.
  bool is_only_for(const std::string& rank, const std::string& variable) const {
    if (contains(e_.variables(), lower_case(rank))) return false;
    for (const Factor* access : accesses())
      for (size_t i = 0; i < access->indices.size(); ++i)
        if (case_.tensor(access->name)->ranks[i] == rank &&
            !(is_plain(access->indices[i]) && access->indices[i][0].variable == variable))
          return false;
    return true;
  }

  // Ranks of index math, each with its variables.
  std::map<std::string, Names> affine_ranks() const {
    std::map<std::string, Names> out;
    for (const Factor* access : accesses())
      for (size_t i = 0; i < access->indices.size(); ++i) {
        if (is_plain(access->indices[i])) continue;
        Names& names = out[case_.tensor(access->name)->ranks[i]];
        for (const IndexTerm& term : access->indices[i]) add_unique(names, term.variable);
      }
    for (const std::string& v : e_.variables()) out.erase(upper_case(v));
    return out;
  }

  // A loop over W of I[q + s] instead of one over s.
  void solve_a_variable() {
    for (const auto& [rank, variables] : affine_ranks()) {
      Names free = variables;
      std::erase_if(free, [&](const std::string& v) { return in_output(v) || is_solved(v); });
      if (free.empty()) continue;
      // The compiler solves for the first of them that the order lacks.
      e_.solved[rank] = random_.pick(free);
      return;
    }
  }

  bool in_output(const std::string& variable) const {
    Expression one;
    one.output = e_.output;
    return contains(one.variables(), variable);
  }

  bool is_solved(const std::string& variable) const {
    return std::any_of(e_.solved.begin(), e_.solved.end(),
                       [&](const auto& pair) { return pair.second == variable; });
  }

  // --- partitioning

  void split_ranks() {
    const Names roots = root_ranks();
    const int share = random_.pick<int>({30, 50, 80});
    for (const std::string& root : roots)
      if (random_.chance(share)) split(root);
    follow_splits();
  }

  // What loops run over before anything is split.
  Names root_ranks() const { return e_.loops(); }

  void split(const std::string& root) {
    Partition out{{root}, {}};
    const size_t count = random_.pick<size_t>({1, 1, 1, 2, 2, 3});
    const int style = random_.pick<int>({0, 0, 0, 1, 1, 2, 3, 3});
    bool dynamic = false;
    for (size_t i = 0; i < count; ++i) {
      Op op;
      op.size = random_.pick<int64_t>({1, 2, 3, 4, 5, 7, 8, 16, 32, 300});
      const bool nway = style == 1 || (style == 2 && random_.chance(50));
      const bool led = style == 3 && (dynamic || random_.chance(60));
      if (led && draw_leader(op, {root}))
        dynamic = true;
      else if (nway && !dynamic)
        op.kind = Op::Kind::Nway;
      out.ops.push_back(std::move(op));
    }
    if (dynamic && random_.chance(15)) out.ops.push_back({Op::Kind::Shape, "", 2, ""});
    for (Op& op : out.ops) name_size(op);
    e_.partitions.push_back(std::move(out));
  }

  // A leader must hold every rank; only a tensor that the expression reads can lead.
  bool draw_leader(Op& op, const Names& ranks) {
    Names leaders;
    for (const std::string& name : e_.inputs()) {
      const Names& own = case_.tensor(name)->ranks;
      if (std::all_of(ranks.begin(), ranks.end(),
                      [&](const std::string& rank) { return contains(own, rank); }))
        leaders.push_back(name);
    }
    if (leaders.empty() && ranks.size() == 1) leaders = following_leaders(ranks[0]);
    if (leaders.empty()) return false;
    op.kind = Op::Kind::Occupancy;
    op.leader = random_.pick(leaders);
    op.size = random_.pick<int64_t>({1, 2, 2, 3, 4, 5, 7, 16, 64});
    return true;
  }

  // I of I[q + s] leads Q through the rank W that follows Q.
  Names following_leaders(const std::string& root) {
    Names out;
    for (const auto& [rank, variables] : affine_ranks()) {
      if (e_.solved.count(rank) || !contains(variables, lower_case(root))) continue;
      const auto followed = must_follow_.find(rank);
      if (followed != must_follow_.end() && followed->second != root) continue;
      for (const std::string& name : e_.inputs())
        if (contains(case_.tensor(name)->ranks, rank)) out.push_back(name);
      if (out.empty()) continue;
      must_follow_[rank] = root;
      return out;
    }
    return out;
  }

  // A size may be a symbol with a value in params or of -D, or the extent of a rank.
  void name_size(Op& op) {
    if (!random_.chance(15)) return;
    if (random_.chance(20)) {
      Names ranks;
      for (const Tensor& t : case_.tensors)
        ranks.insert(ranks.end(), t.ranks.begin(), t.ranks.end());
      if (!ranks.empty()) op.symbol = random_.pick(ranks);
      return;
    }
    op.symbol = fresh_symbol();
    if (random_.chance(70)) case_.params[op.symbol] = op.size;
    if (!case_.params.count(op.symbol) || random_.chance(25)) case_.defines[op.symbol] = op.size;
  }

  std::string fresh_symbol() const {
    for (int i = 0;; ++i)
      if (std::string name = "SIZE" + std::to_string(i); !is_symbol(name)) return name;
  }

  bool is_symbol(const std::string& name) const {
    for (const Expression& e : case_.expressions)
      for (const Partition& p : e.partitions)
        for (const Op& op : p.ops)
          if (op.symbol == name) return true;
    return false;
  }

  // W follows Q where I[q + s] ties them.
  void follow_splits() {
    for (const auto& [rank, variables] : affine_ranks()) {
      auto must = must_follow_.find(rank);
      if (must != must_follow_.end())
        e_.partitions.push_back({{rank}, {{Op::Kind::Follow, must->second, 1, ""}}});
      if (e_.partition_of(rank) || !random_.chance(50)) continue;
      for (const std::string& v : variables) {
        const Partition* leader = is_solved(v) ? nullptr : e_.partition_of(upper_case(v));
        if (!leader || leader->follows() || !carries_over(*leader, rank)) continue;
        e_.partitions.push_back({{rank}, {{Op::Kind::Follow, upper_case(v), 1, ""}}});
        break;
      }
    }
  }

  // Boundaries found by occupancy need a leader that holds one of the two ranks.
  bool carries_over(const Partition& leader, const std::string& rank) const {
    return std::all_of(leader.ops.begin(), leader.ops.end(), [&](const Op& op) {
      if (op.kind != Op::Kind::Occupancy) return true;
      const Names& ranks = case_.tensor(op.leader)->ranks;
      return contains(ranks, rank) || contains(ranks, leader.ranks[0]);
    });
  }

  // --- tiles that grow

  // Of ranks that some input has and nothing else splits.
  void grow_tiles() {
    Names inputs = e_.inputs(), roots;
    std::erase(inputs, e_.output.name);
    for (const std::string& v : e_.variables())
      if (const std::string root = upper_case(v);
          !e_.called.contains(v) && !in_index(v) && !e_.partition_of(root) &&
          std::ranges::any_of(inputs, [&](const std::string& name) {
            return contains(case_.tensor(name)->ranks, root);
          }))
        roots.push_back(root);
    random_.shuffle(roots);
    roots.resize(std::min(roots.size(), random_.pick<size_t>({1, 2, 2, 3})));
    if (roots.empty()) return;
    Partition out;
    for (const std::string& root : roots) {
      e_.partitions.push_back(
          {{root}, {{Op::Kind::Shape, "", random_.pick<int64_t>({1, 2, 3, 4, 8, 32}), ""}}});
      out.ranks.push_back(root + "1");
    }
    const size_t levels = random_.pick<size_t>({1, 2});
    for (size_t i = 0; i < levels; ++i) {
      Op op{Op::Kind::Drt, "", 1, ""};
      random_.shuffle(inputs);
      Names left = roots;  // whose tiles grow by none of the tensors so far
      for (const std::string& name : inputs) {
        const Names& ranks = case_.tensor(name)->ranks;
        if (std::erase_if(left, [&](const std::string& root) { return contains(ranks, root); }) > 0)
          op.shares.emplace_back(name, random_.pick<int64_t>({0, 1, 2, 5, 16, 64}));
      }
      out.ops.push_back(std::move(op));
    }
    e_.partitions.push_back(std::move(out));
  }

  // --- flatten

  // Whole ranks and bottom parts join, not those of index math.
  void flatten_ranks() {
    Names sources;
    const std::map<std::string, Names> affine = affine_ranks();
    for (const std::string& v : e_.variables()) {
      auto called = e_.called.find(v);
      const std::string root = called == e_.called.end() ? upper_case(v) : called->second;
      const bool math = std::any_of(affine.begin(), affine.end(), [&](const auto& rank) {
        return contains(rank.second, v) || rank.first == root;
      });
      const Names leaves = e_.leaves(root);
      if (!math && !in_index(v)) sources.push_back(leaves.back());
    }
    if (sources.size() < 2) return;
    if (random_.chance(85)) keep_held_together(sources);
    random_.shuffle(sources);
    sources.resize(std::min(sources.size(), random_.pick<size_t>({2, 2, 2, 3})));
    if (sources.size() < 2) return;
    e_.partitions.push_back({sources, {{Op::Kind::Flatten, "", 1, ""}}});
    if (random_.chance(55)) split_flattened(sources);
  }

  bool in_index(const std::string& variable) const {
    for (const Factor* access : accesses())
      for (const Index& index : access->indices)
        if (!is_plain(index))
          for (const IndexTerm& term : index)
            if (term.variable == variable) return true;
    return false;
  }

  // Those that one tensor holds.
  void keep_held_together(Names& sources) {
    const Names inputs = e_.inputs();
    if (inputs.empty()) return;
    const Names& own = case_.tensor(random_.pick(inputs))->ranks;
    std::erase_if(sources, [&](const std::string& s) { return !contains(own, root_of(s)); });
  }

  void split_flattened(const Names& sources) {
    std::string name;
    Names roots;
    for (const std::string& source : sources) {
      name += source;
      roots.push_back(root_of(source));
    }
    Partition out{{name}, {}};
    const size_t count = random_.pick<size_t>({1, 1, 1, 2});
    for (size_t i = 0; i < count; ++i) {
      Op op;
      if (!draw_leader(op, roots)) return;
      name_size(op);
      out.ops.push_back(op);
    }
    e_.partitions.push_back(std::move(out));
  }

  // --- loops

  void draw_loop_order() {
    Names order = e_.loops();
    if (e_.solved.empty() && e_.called.empty() && random_.chance(12)) return;
    if (order.empty() && random_.chance(80)) return;
    if (random_.chance(85)) random_.shuffle(order);
    if (random_.chance(50)) sort_parts(order);
    e_.loop_order = order;
  }

  // Upper parts outside lower ones, as people write them.
  static void sort_parts(Names& order) {
    for (size_t i = 0; i < order.size(); ++i)
      for (size_t j = i + 1; j < order.size(); ++j)
        if (root_of(order[i]) == root_of(order[j]) && order[i] < order[j])
          std::swap(order[i], order[j]);
  }

  void draw_spacetime() {
    if (!random_.chance(80)) return;
    SpaceTime out;
    Names loops = e_.loop_order ? *e_.loop_order : e_.loops();
    const int share = random_.pick<int>({0, 20, 40, 60, 100});
    const size_t most = random_.chance(2) ? 6 : 4;  // launch shapes of many ranks are long texts
    for (const std::string& rank : loops) {
      const bool space = random_.chance(share) && out.space.size() < most;
      (space ? out.space : out.time).push_back(rank);
      if (random_.chance(10)) out.coord.push_back(rank);
    }
    if (random_.chance(20)) random_.shuffle(out.space);
    if (random_.chance(20)) random_.shuffle(out.time);
    out.slip = random_.chance(8);
    e_.spacetime = std::move(out);
  }

  void draw_bindings() {
    const Names loops = e_.loops();
    if (random_.chance(35))
      for (const std::string& rank : loops)
        if (random_.chance(50) && meets(rank)) bind_intersector(rank);
    if (!e_.spacetime || !random_.chance(45)) return;
    for (const std::string& rank : e_.spacetime->space)
      if (random_.chance(85))
        e_.placements.push_back({rank, random_.pick<std::string>({"Block", "Warp", "Lane"})});
    const auto block = std::ranges::find(e_.placements, "Block", &Placement::level);
    if (block != e_.placements.end() && random_.chance(30))
      block->resident = random_.pick<int64_t>({1, 2, 3, 4, 8});
  }

  // Whether two tensors of a product have the rank; of flattened ranks nothing is asked.
  bool meets(const std::string& rank) const {
    const std::string root = root_of(rank);
    const auto holds = [&](const Factor& f) {
      return f.kind == Factor::Kind::Tensor && contains(case_.tensor(f.name)->ranks, root);
    };
    const auto two = [&](const Term& t) {
      return std::count_if(t.factors.begin(), t.factors.end(), holds) > 1;
    };
    const Names variables = e_.variables();
    Names tensors = e_.inputs();
    tensors.push_back(e_.output.name);
    const bool declared =
        std::any_of(variables.begin(), variables.end(),
                    [&](const std::string& v) { return upper_case(v) == root; }) ||
        std::any_of(tensors.begin(), tensors.end(), [&](const std::string& name) {
          return contains(case_.tensor(name)->ranks, root);
        });
    return !declared || std::any_of(e_.terms.begin(), e_.terms.end(), two);
  }

  void bind_intersector(const std::string& rank) {
    Meeting out{rank, random_.pick<std::string>({"two-finger", "skip-ahead", "leader-follower"}),
                ""};
    Names leaders;
    for (const std::string& name : e_.inputs())
      if (contains(case_.tensor(name)->ranks, root_of(rank))) leaders.push_back(name);
    if (out.type == "leader-follower" && !leaders.empty() && random_.chance(60))
      out.leader = random_.pick(leaders);
    e_.meetings.push_back(std::move(out));
  }

  // A symbol whose lower part is a space rank may stay open until launch, unless tiles of that size
  // make larger ones.
  void open_symbols() {
    for (Partition& p : e_.partitions) {
      if (e_.partition_of(p.ranks[0] + "1")) continue;
      const bool nway = std::any_of(p.ops.begin(), p.ops.end(),
                                    [](const Op& op) { return op.kind == Op::Kind::Nway; });
      for (size_t j = 0; j < p.ops.size() && !p.flattens() && !p.grows(); ++j) {
        Op& op = p.ops[j];
        const std::string lower = p.ranks[0] + std::to_string(p.ops.size() - 1 - j);
        if (nway || p.follows() || !e_.spacetime || !contains(e_.spacetime->space, lower)) continue;
        if (!op.symbol.empty() || !random_.chance(20)) continue;
        op.symbol = fresh_symbol();
        if (random_.chance(50)) case_.launch_symbols[op.symbol] = op.size;
        break;
      }
    }
  }

  Case& case_;
  Expression& e_;
  Random& random_;
  std::map<std::string, std::string> must_follow_;  // rank → the one whose leader holds it
};

}  // namespace

void draw_mapping(Case& c, Expression& e, Random& random) { Mapping(c, e, random).run(); }

}  // namespace teaal::smith
