#include <algorithm>
#include <cmath>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

constexpr int64_t most_points = 40000;
constexpr int64_t largest_tile = 512;  // coordinates of one tensor in its ranks' upper tiles
constexpr int64_t most_threads = 256;
constexpr int64_t most_elements = 8192;  // of a tensor's tiles; three times as many f64 fit

// Draws a product of dense operands that is cut into tiles, its output's parts spread over blocks
// and their threads, operands staged, and what patterns have in common skipped.
class StagedProduct {
 public:
  StagedProduct(Case& c, Random& random) : case_(c), random_(random) {}

  void run() {
    draw_product();
    draw_numbers();
    for (const std::string& rank : outputs_) split(rank);
    for (const std::string& rank : reductions_) split(rank);
    draw_places();
    draw_order();
    case_.expressions.push_back(e_);
    draw_storage();
    draw_sizes();
    bool staged = false;
    for (const std::string& tensor : e_.inputs())
      if (random_.chance(70)) staged |= stage(tensor);
    if (random_.chance(40)) skip();
    if (expression().skips.size() == 1 && random_.chance(20)) hold_operand();
    if (random_.chance(65) || (!staged && expression().skips.empty()) || !sums_fit()) own_sums();
    if (random_.chance(20)) take_turns(case_, random_);
    draw_extents();
    if (random_.chance(80) && store_in_tiles() && !random_.chance(3)) return;
    if (random_.chance(25)) change_result("Z", "Y");
    if (case_.expressions.size() > 1 && random_.chance(30)) change_result("Y", "X");
  }

 private:
  // --- the einsum

  struct Shape {
    Names outputs, reductions;
    std::vector<Names> factors;
  };

  static std::vector<Shape> known_shapes() {
    return {{{"M", "N"}, {"K"}, {{"M", "K"}, {"K", "N"}}},
            {{"M", "N"}, {"K"}, {{"M", "K"}, {"K", "N"}}},
            {{"M", "N"}, {"K"}, {{"M", "K"}, {"K", "N"}}},
            {{"P", "M", "N"}, {"K"}, {{"P", "M", "K"}, {"P", "K", "N"}}},
            {{"M", "N"}, {"K", "P"}, {{"M", "K", "P"}, {"K", "N"}, {"P", "N"}}},
            {{"M"}, {"K"}, {{"M", "K"}, {"K"}}},
            {{"M", "N"}, {}, {{"M"}, {"N"}}},
            {{"M", "N"}, {}, {{"M", "N"}}},
            {{"M"}, {"K"}, {{"M", "K"}}},
            {{"M", "N"}, {"K"}, {{"M", "K"}, {"K"}, {"K", "N"}}}};
  }

  // Each rank in one factor at least, each factor with one rank at least.
  Shape drawn_shape() {
    Names pool = {"M", "N", "K", "P"};
    if (random_.chance(15))  // words of the kernels' text
      pool = {"TILE", "WORD",   "OWN",   "AT",    "ROW",  "KEPT",
              "BITS", "NUMBER", "FOUND", "MOVED", "TURN", "PIECES"};
    random_.shuffle(pool);
    pool.resize(random_.pick<size_t>({1, 2, 2, 3, 3, 3, 4}));
    Shape out;
    out.factors.resize(random_.pick<size_t>({1, 2, 2, 2, 3}));
    const size_t written = pool.size() == 1 ? 1 : random_.chance(4) ? 0 : 1 + random_.below(3);
    for (size_t r = 0; r < pool.size(); ++r) {
      (r < written ? out.outputs : out.reductions).push_back(pool[r]);
      const size_t sure = random_.below(out.factors.size());
      for (size_t f = 0; f < out.factors.size(); ++f)
        if (f == sure || random_.chance(40)) out.factors[f].push_back(pool[r]);
    }
    for (Names& ranks : out.factors)
      if (ranks.empty()) ranks.push_back(random_.pick(pool));
    return out;
  }

  void draw_product() {
    Shape shape = random_.chance(60) ? random_.pick(known_shapes()) : drawn_shape();
    outputs_ = shape.outputs;
    reductions_ = shape.reductions;
    Term term;
    for (const Names& ranks : shape.factors) term.factors.push_back(factor(ranks));
    e_.terms = {term};
    if (random_.chance(12)) add_term();
    if (random_.chance(8)) repeat_a_factor();
    Names written = outputs_;
    if (random_.chance(40)) random_.shuffle(written);
    case_.tensors.push_back({"Z", written});
    e_.output = plain("Z", written);
  }

  static Factor plain(const std::string& name, const Names& ranks) {
    Factor out;
    out.name = name;
    for (const std::string& rank : ranks) out.indices.push_back({{1, "", lower_case(rank)}});
    return out;
  }

  Factor factor(Names ranks) {
    if (random_.chance(50)) random_.shuffle(ranks);
    const std::string name(1, static_cast<char>('A' + case_.tensors.size()));
    case_.tensors.push_back({name, ranks});
    return plain(name, ranks);
  }

  // Over the same ranks; it may read an operand of the first.
  void add_term() {
    Term term;
    for (const Factor& old : e_.terms[0].factors) {
      Names ranks;
      for (const Index& index : old.indices) ranks.push_back(upper_case(index[0].variable));
      term.factors.push_back(random_.chance(40) ? old : factor(ranks));
    }
    if (random_.chance(60)) term.sign = -1;
    e_.terms.push_back(std::move(term));
  }

  void repeat_a_factor() {
    Term& term = e_.terms[random_.below(e_.terms.size())];
    if (term.factors.size() < 3) term.factors.push_back(random_.pick(term.factors));
  }

  void draw_numbers() {
    for (Term& term : e_.terms) {
      if (!random_.chance(20)) continue;
      Factor number;
      number.kind = random_.chance(50) ? Factor::Kind::Constant : Factor::Kind::Scalar;
      number.value = random_.pick<double>({2, 0.5, 3, 0});
      if (number.kind == Factor::Kind::Scalar) {
        number.name = "alpha";
        case_.scalars["alpha"] = random_.pick<double>({2, -1, 0.5, 3, 0});
      }
      term.factors.insert(term.factors.begin() +
                              static_cast<std::ptrdiff_t>(random_.below(term.factors.size() + 1)),
                          number);
    }
  }

  // --- tiles

  // From the bottom up, each size a multiple of the one below, the uppermost first.
  void split(const std::string& rank) {
    const bool sum = contains(reductions_, rank);
    const bool odd = random_.chance(25);
    const size_t count = sum ? random_.pick<size_t>({0, 1, 1, 1, 1, 2})
                             : random_.pick<size_t>({0, 1, 1, 2, 2, 2, 3});
    std::vector<int64_t> sizes;
    int64_t size = 1;
    for (size_t i = 0; i < count; ++i) {
      const int64_t times = odd     ? random_.pick<int64_t>({2, 3, 5, 7, 9})
                            : sum   ? random_.pick<int64_t>({2, 4, 4, 8, 8, 16})
                            : i > 0 ? random_.pick<int64_t>({1, 2, 2, 4, 4, 8})
                                    : random_.pick<int64_t>({1, 2, 4, 4, 4, 8, 8, 16});
      if (size * times > 32) break;
      sizes.insert(sizes.begin(), size *= times);
    }
    while (!sizes.empty() && !fits(rank, sizes[0])) sizes.erase(sizes.begin());
    if (random_.chance(2) && sizes.size() > 1) ++sizes[0];  // refused
    if (sum && !sizes.empty() && random_.chance(4))         // beyond the kernel's own shared memory
      sizes.insert(sizes.begin(), sizes[0] * random_.pick<int64_t>({64, 128, 256, 512}));
    if (sizes.empty()) return;
    Partition out{{rank}, {}};
    for (int64_t s : sizes) out.ops.push_back({Op::Kind::Shape, "", s, ""});
    if (random_.chance(12)) {
      Op& op = out.ops[random_.below(out.ops.size())];
      op.symbol = "TILE" + rank;
      (random_.chance(70) ? case_.params : case_.defines)[op.symbol] = op.size;
    }
    e_.partitions.push_back(std::move(out));
  }

  // Whether tiles of all tensors stay small with such a tile of the rank.
  bool fits(const std::string& rank, int64_t size) const {
    return std::all_of(case_.tensors.begin(), case_.tensors.end(), [&](const Tensor& t) {
      int64_t elements = size;
      for (const std::string& other : t.ranks)
        if (other != rank) elements *= tile_of(other);
      return !contains(t.ranks, rank) || elements <= largest_tile;
    });
  }

  int64_t tile_of(const std::string& rank) const {
    const Partition* p = e_.partition_of(rank);
    return p ? p->ops[0].size : 1;
  }

  // Coordinates between two iterations of a part.
  int64_t step_of(const std::string& part) const {
    const Partition* p = expression().partition_of(root_of(part));
    if (!p) return 1;
    const size_t number = std::stoul(part.substr(root_of(part).size()));
    return number == 0 ? 1 : p->ops[p->ops.size() - number].size;
  }

  bool is_top(const std::string& part) const {
    return expression().leaves(root_of(part)).front() == part;
  }

  // How many iterations a part has; 0: that depends on the extent.
  int64_t count_of(const std::string& part) const {
    const Names parts = expression().leaves(root_of(part));
    const auto at = std::find(parts.begin(), parts.end(), part);
    return at == parts.begin() ? 0 : step_of(*std::prev(at)) / step_of(part);
  }

  const Expression& expression() const {
    return case_.expressions.empty() ? e_ : case_.expressions.back();
  }

  // --- space and time

  void draw_places() {
    e_.spacetime.emplace();
    int64_t threads = 1;
    for (const std::string& rank : outputs_)
      for (const std::string& part : e_.leaves(rank)) {
        std::string level;
        if (is_top(part))
          level = random_.chance(80) ? "Block" : random_.chance(2) ? "Lane" : "";
        else if (random_.chance(8))
          level = "Block";
        else if (random_.chance(60))
          level = random_.chance(30) ? "Warp" : "Lane";
        if (level == "Warp" || level == "Lane") {
          const int64_t more = threads * std::max<int64_t>(count_of(part), 1);
          if (more > most_threads)
            level.clear();
          else
            threads = more;
        }
        (level.empty() ? e_.spacetime->time : e_.spacetime->space).push_back(part);
        if (!level.empty()) e_.placements.push_back({part, level});
      }
    for (const std::string& rank : reductions_) {
      const bool shared = random_.chance(25);
      for (const std::string& part : e_.leaves(rank)) {
        std::string level;
        if (shared && is_top(part))
          level = random_.chance(70) ? "Block" : "";
        else if (shared && random_.chance(40) && threads * count_of(part) <= most_threads)
          level = random_.chance(70) ? "Warp" : "Lane", threads *= count_of(part);
        (level.empty() ? e_.spacetime->time : e_.spacetime->space).push_back(part);
        if (!level.empty()) e_.placements.push_back({part, level});
      }
    }
    if (!e_.spacetime->space.empty() || outputs_.empty() || random_.chance(3)) return;
    const std::string top = e_.leaves(outputs_[0]).front();
    std::erase(e_.spacetime->time, top);
    e_.spacetime->space = {top};
    e_.placements = {{top, "Block"}};
  }

  // Upper parts stand outside of lower ones, and the uppermost parts of the output, of which there
  // may be any number, outside of all sums; for the most part.
  void draw_order() {
    Names order = e_.loops();
    random_.shuffle(order);
    if (random_.chance(95))
      for (size_t i = 0; i < order.size(); ++i)
        for (size_t j = i + 1; j < order.size(); ++j)
          if (root_of(order[i]) == root_of(order[j]) && order[i] < order[j])
            std::swap(order[i], order[j]);
    if (random_.chance(75))
      std::stable_partition(order.begin(), order.end(), [&](const std::string& part) {
        return contains(outputs_, root_of(part)) && is_top(part);
      });
    if (random_.chance(40))  // sums innermost but for what registers hold
      std::stable_partition(order.begin(), order.end(), [&](const std::string& part) {
        return contains(reductions_, root_of(part)) || is_top(part) || is_space(part);
      });
    e_.loop_order = order;
    Names time;
    for (const std::string& part : order)
      if (!is_space(part)) time.push_back(part);
    e_.spacetime->time = time;
  }

  bool is_space(const std::string& part) const {
    return contains(expression().spacetime->space, part);
  }

  std::string level_of(const std::string& part) const {
    for (const Placement& p : expression().placements)
      if (p.rank == part) return p.level;
    return "";
  }

  // --- storage and sizes

  void draw_storage() {
    for (Tensor& t : case_.tensors) {
      Names order = t.ranks;
      if (random_.chance(40)) random_.shuffle(order);
      if (order.empty()) continue;
      t.spec_format.emplace();
      for (const std::string& rank : order) t.spec_format->push_back({rank, 'U'});
      if (random_.chance(1)) (*t.spec_format)[random_.below(order.size())].letter = 'C';  // refused
    }
  }

  void draw_sizes() {
    for (const std::string& rank : ranks()) {
      const int64_t tile = tile_of_split(rank);
      case_.extents[rank] = random_.pick<int64_t>(
          {0, 1,  tile, tile - 1, tile + 1, 2 * tile, 2 * tile + 1, 3 * tile - 1, 2,  3,  5, 7,
           8, 11, 13,   16,       17,       31,       32,           33,           37, 64, 65});
      if (case_.extents[rank] == 0 && random_.chance(70)) case_.extents[rank] = 19;
    }
  }

  void draw_extents() {
    while (true) {
      double points = 1;
      std::string largest;
      for (const std::string& rank : ranks()) {
        points *= static_cast<double>(std::max<int64_t>(case_.extents[rank], 1));
        if (largest.empty() || case_.extents[rank] > case_.extents[largest]) largest = rank;
      }
      if (points <= most_points) return;
      case_.extents[largest] = case_.extents[largest] * 2 / 3;
    }
  }

  Names ranks() const {
    Names out = outputs_;
    out.insert(out.end(), reductions_.begin(), reductions_.end());
    return out;
  }

  int64_t tile_of_split(const std::string& rank) const {
    const Partition* p = expression().partition_of(rank);
    return p ? p->ops[0].size : 4;
  }

  // --- tiles in shared memory, sums in registers

  // In front of which loop over time a tile is filled: "" in front of all.
  Names points() const {
    Names out = {""};
    for (const std::string& part : *expression().loop_order)
      if (!is_space(part) || level_of(part) == "Block") out.push_back(part);
    return out;
  }

  // Whether what runs behind the point covers a run of coordinates of each of the tensor's ranks.
  bool covers_runs(const Names& ranks, const std::string& point) const {
    return std::all_of(ranks.begin(), ranks.end(), [&](const std::string& rank) {
      int64_t inside = 1, outside = INT64_MAX;
      for (const std::string& part : expression().leaves(rank)) {
        if (!runs_behind(part, point))
          outside = std::min(outside, step_of(part));
        else if (is_top(part))
          return false;
        else
          inside = std::max(inside, step_of(part) * count_of(part));
      }
      return inside <= outside;
    });
  }

  bool runs_behind(const std::string& part, const std::string& point) const {
    if (is_space(part)) return level_of(part) != "Block";
    if (point.empty() || is_space(point)) return true;
    const Names& time = expression().spacetime->time;
    return std::find(time.begin(), time.end(), part) > std::find(time.begin(), time.end(), point);
  }

  bool stage(const std::string& tensor) {
    Names fitting;
    for (const std::string& point : points())
      if (covers_runs(case_.tensor(tensor)->ranks, point)) fitting.push_back(point);
    if (fitting.empty() || random_.chance(2)) fitting = points();
    Staging out{tensor, random_.pick(fitting), 1};
    const bool once = out.evict_on.empty() || is_space(out.evict_on);
    if (!once && random_.chance(60)) out.depth = random_.between(2, 4);
    Expression& e = case_.expressions.back();
    // Those that are filled together run ahead together, the others do not, for the most part.
    for (Staging& other : e.stagings)
      if (random_.chance(97)) {
        if (other.evict_on == out.evict_on)
          out.depth = other.depth;
        else if (innermost(out.evict_on, other.evict_on))
          other.depth = 1;
        else
          out.depth = 1;
      }
    if (elements_behind(case_.tensor(tensor)->ranks, out.evict_on) * out.depth > most_elements)
      return false;
    e.stagings.push_back(std::move(out));
    return true;
  }

  int64_t elements_behind(const Names& ranks, const std::string& point) const {
    int64_t out = 1;
    for (const std::string& rank : ranks) {
      int64_t inside = 1;
      for (const std::string& part : expression().leaves(rank))
        if (runs_behind(part, point) && !is_top(part))
          inside = std::max(inside, step_of(part) * count_of(part));
      out *= inside;
    }
    return out;
  }

  bool innermost(const std::string& point, const std::string& other) const {
    return runs_behind(point, other) || other.empty();
  }

  // Whether the sums that are needed where nothing else is said, in front of the first loop of a
  // sum, are a number that is known.
  bool sums_fit() const {
    std::string point;
    for (const std::string& part : expression().spacetime->time) {
      if (contains(reductions_, root_of(part))) break;
      point = part;
    }
    return reductions_.empty() || covers_runs(outputs_, point);
  }

  void own_sums() {
    Staging out{"Z", "", 1};
    Names fitting;
    for (const std::string& point : points())
      if (covers_runs(outputs_, point)) fitting.push_back(point);
    if (!fitting.empty()) out.evict_on = random_.pick(fitting);
    case_.expressions.back().stagings.push_back(std::move(out));
  }

  // The output tile by tile, where there are lists: what blocks cover, above what is in that.
  bool store_in_tiles() {
    const Expression& e = case_.expressions.back();
    const auto lists = [](const Skip& s) { return s.type == "compact" && s.level == "Block"; };
    if (std::ranges::none_of(e.skips, lists)) return false;
    Format outer, inner;
    Names ranks = case_.tensor("Z")->ranks;
    random_.shuffle(ranks);
    for (const std::string& rank : ranks) {
      const Names parts = e.leaves(rank);
      if (level_of(parts.front()) != "Block" && !random_.chance(3)) return false;
      outer.push_back({parts.front(), random_.pick<char>({'U', 'C', 'B'})});
      for (size_t p = 1; p < parts.size(); ++p)
        if (p + 1 == parts.size() || random_.chance(30)) inner.push_back({parts[p], 'U'});
    }
    if (outer.empty() || (inner.empty() && !random_.chance(10))) return false;
    if (outer.back().letter == 'U') outer.back().letter = 'C';
    outer.insert(outer.end(), inner.begin(), inner.end());
    case_.tensor("Z")->spec_format = outer;
    return true;
  }

  // --- what becomes of each element of the product

  void change_result(const std::string& from, const std::string& to) {
    Expression e;
    Names ranks = case_.tensor(from)->ranks;
    Term term;
    term.factors = {plain(from, ranks)};
    if (random_.chance(50)) term.factors.push_back(drawn_number());
    if (!ranks.empty() && random_.chance(50)) {
      Names some;
      for (const std::string& rank : ranks)
        if (random_.chance(60)) some.push_back(rank);
      if (!some.empty()) term.factors.push_back(dense_factor(some));
    }
    e.terms = {term};
    if (!ranks.empty() && random_.chance(30)) {
      Term added;
      added.factors = {dense_factor(ranks)};
      if (random_.chance(50)) added.sign = -1;
      if (random_.chance(40)) added.factors.push_back(drawn_number());
      e.terms.push_back(added);
      if (random_.chance(10)) std::swap(e.terms[0], e.terms[1]);  // apart
      if (e.terms[0].sign < 0) e.terms[0].sign = 1;
    }
    if (random_.chance(30)) random_.shuffle(ranks);
    case_.tensors.push_back({to, ranks});
    if (!ranks.empty()) {
      case_.tensors.back().spec_format.emplace();
      for (const std::string& rank : ranks)
        case_.tensors.back().spec_format->push_back({rank, 'U'});
    }
    e.output = plain(to, ranks);
    case_.expressions.push_back(std::move(e));
  }

  Factor drawn_number() {
    Factor out;
    out.kind = random_.chance(50) ? Factor::Kind::Constant : Factor::Kind::Scalar;
    out.value = random_.pick<double>({2, 0.5, 3, 0});
    if (out.kind != Factor::Kind::Scalar) return out;
    out.name = random_.chance(50) ? "alpha" : "beta";
    case_.scalars.emplace(out.name, random_.pick<double>({2, -1, 0.5, 3, 0}));
    return out;
  }

  Factor dense_factor(const Names& ranks) {
    Factor out = factor(ranks);
    Tensor& t = case_.tensors.back();
    if (random_.chance(90)) {
      t.spec_format.emplace();
      for (const std::string& rank : t.ranks) t.spec_format->push_back({rank, 'U'});
    }
    return out;
  }

  // --- skips

  // `stage` does not know such a product.
  void hold_operand() {
    Expression& e = case_.expressions.back();
    if (reductions_.empty()) return;
    const std::string k = e.leaves(reductions_.back()).back();
    e.stagings.push_back({random_.pick(e.inputs()), k});
    e.stagings.back().held = true;
    if (random_.chance(80)) e.skips[0] = {k, "Block", "compact"};
  }

  void skip() {
    if (reductions_.empty()) return;
    const std::string along = random_.pick(reductions_);
    Expression& e = case_.expressions.back();
    bool any = false;
    for (const std::string& tensor : e.inputs())
      if (contains(case_.tensor(tensor)->ranks, along) && random_.chance(75))
        any |= draw_pattern(*case_.tensor(tensor), along);
    if (!any) return;
    if (random_.chance(15)) return;  // what to do with them is chosen
    const Names parts = e.leaves(along);
    std::string rank = random_.chance(70) ? parts.back() : parts.front();
    const std::string type = random_.pick<std::string>({"", "test", "walk", "compact", "compact"});
    const bool list = type == "compact", warp = random_.chance(list ? 20 : 50);
    const bool grid = list && !warp && random_.chance(20);
    e.skips.push_back({rank, grid ? "Grid" : (warp ? "Warp" : "Block"), type,
                       list && !warp && !grid && random_.chance(30)});
    // Warps with lists of their own read what is staged for none of them.
    if (list && warp && random_.chance(90))
      std::erase_if(e.stagings, [&](const Staging& s) {
        return contains(case_.tensor(s.tensor)->ranks, along);
      });
    if (rank != parts.front() || parts.size() == 1 || !random_.chance(40)) return;
    e.skips.push_back({parts.back(), random_.chance(60) ? "Warp" : "Block",
                       random_.chance(50) ? "walk" : "test"});
  }

  // A part of each other rank, then those of the rank along which it has bits.
  bool draw_pattern(Tensor& t, const std::string& along) {
    for (const std::string& rank : t.ranks)
      if (rank != along && level_of(expression().leaves(rank).front()) != "Block" &&
          random_.chance(97))
        return false;
    t.pattern.emplace();
    if (random_.chance(30)) t.density = random_.pick<double>({0, 0.25, 0.9, 1});
    Names order = t.ranks;
    if (random_.chance(40)) random_.shuffle(order);
    for (const std::string& rank : order)
      if (rank != along) t.pattern->push_back(random_.pick(expression().leaves(rank)));
    const Names parts = expression().leaves(along);
    for (const std::string& part : parts)
      if (part == parts.back() || random_.chance(60)) t.pattern->push_back(part);
    return true;
  }

  Case& case_;
  Random& random_;
  Expression e_;
  Names outputs_, reductions_;
};

}  // namespace

void draw_staged_product(Case& c, Random& random) { StagedProduct(c, random).run(); }

void draw_other_sums(Case& c, Random& random) {
  constexpr double inf = HUGE_VAL;
  Expression& e = c.expressions.front();
  if (c.expressions.size() > 1 || !e.tensor_core.empty() || !random.chance(20)) return;
  take_operators(c, random.pick<Algebra>({{"add", "min", inf},
                                          {"add", "min", inf},
                                          {"min", "max", -inf},
                                          {"and", "or", 0},
                                          {"mul", "max", 0, true}}));
  for (Skip& s : e.skips) {
    if (random.chance(10)) continue;
    const std::string root = s.rank.substr(0, s.rank.find_last_not_of("0123456789") + 1);
    s = {e.leaves(root).back(), "Block", random.chance(70) ? "compact" : ""};
  }
  if (e.skips.size() > 1 && random.chance(90)) e.skips.resize(1);
}

}  // namespace teaal::smith
