#include <algorithm>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

constexpr int64_t most_elements = 48 << 10;  // of tiles: f32 in shared memory

std::string part(const std::string& rank, size_t number, size_t parts) {
  return parts == 1 ? rank : rank + std::to_string(number);
}

Factor plain(const std::string& name, const Names& ranks) {
  Factor out;
  out.name = name;
  for (const std::string& rank : ranks) out.indices.push_back({{1, "", lower_case(rank)}});
  return out;
}

// Draws a product of two dense operands whose warps multiply on tensor cores: eight lanes along one
// of them, four along the other, pairs of sums in each lane, and a reduction in whole instructions.
// A third of them are such as any nest multiplies: more factors, stored blocks, operands in
// registers, k's that an operand lists.
class TensorCoreProduct {
 public:
  TensorCoreProduct(Case& c, Random& random) : case_(c), random_(random) {}

  void run() {
    e_.tensor_core = random_.pick<std::string>({"tf32", "3xtf32", "1xf16", "3xf16", "bf16", "f16"});
    depth_ = e_.tensor_core.ends_with("f16") ? 16 : 8;
    batched_ = random_.chance(25);
    in_nest_ = random_.chance(33);
    const bool rows_first = random_.chance(50);
    // Half of those that sm_90a shall run have what four warps together need.
    if (random_.chance(50)) case_.arch = "sm_90a";
    together_ = case_.arch == "sm_90a" && random_.chance(60) ? (rows_first ? "M" : "N") : "";
    e_.spacetime.emplace();
    draw_product();
    draw_leader();
    if (batched_) place("P", "Block");
    split_side("M", rows_first ? 8 : 4);
    split_side("N", rows_first ? 4 : 8);
    const Names above = split_reduction();
    draw_order(above);
    in_nest_ ? bind_in_nest(above) : stage(above);
    case_.expressions.push_back(e_);
    if (random_.chance(12) && !in_nest_) take_turns(case_, random_);
    draw_extents();
  }

 private:
  Names with_batch(Names ranks) const {
    if (batched_) ranks.insert(ranks.begin(), "P");
    return ranks;
  }

  std::string tensor(const std::string& name, Names ranks) {
    if (random_.chance(50)) random_.shuffle(ranks);
    Tensor t{name, ranks};
    t.spec_format.emplace();
    if (random_.chance(30)) random_.shuffle(ranks);
    for (const std::string& rank : ranks) t.spec_format->push_back({rank, 'U'});
    case_.tensors.push_back(t);
    return name;
  }

  void draw_product() {
    Term term;
    for (const Names& ranks : {with_batch({"M", "K"}), with_batch({"K", "N"})}) {
      tensor(std::string(1, static_cast<char>('A' + case_.tensors.size())), ranks);
      term.factors.push_back(plain(case_.tensors.back().name, case_.tensors.back().ranks));
    }
    if (random_.chance(15)) {
      Factor number;
      number.kind = Factor::Kind::Constant;
      number.value = random_.pick<double>({2, 0.5, 3});
      term.factors.push_back(number);
    }
    if (together_.empty() && random_.chance(in_nest_ ? 60 : 10)) {
      tensor("S", {random_.pick<std::string>({"M", "N", "K"})});
      term.factors.push_back(plain("S", case_.tensors.back().ranks));
    }
    if (random_.chance(50)) std::swap(term.factors[0], term.factors[1]);
    e_.terms = {term};
    tensor("Z", with_batch({"M", "N"}));
    e_.output = plain("Z", case_.tensors.back().ranks);
  }

  // Whose k's the reduction goes through, a run after the other.
  void draw_leader() {
    if (!in_nest_ || !together_.empty() || !random_.chance(40)) return;
    Names leaders;
    for (const std::string& name : e_.inputs())
      if (contains(case_.tensor(name)->ranks, "K")) leaders.push_back(name);
    led_ = random_.pick(leaders);
  }

  void place(const std::string& name, const std::string& level) {
    e_.spacetime->space.push_back(name);
    e_.placements.push_back({name, level});
    (level == "Block" ? blocks_ : threads_).push_back(name);
  }

  void split(const std::string& rank, const std::vector<int64_t>& sizes) {
    Partition out{{rank}, {}};
    for (int64_t s : sizes) out.ops.push_back({Op::Kind::Shape, "", s, ""});
    e_.partitions.push_back(std::move(out));
  }

  // From the bottom up: sums of a lane, lanes, sums again, warps.
  void split_side(const std::string& rank, int64_t lanes) {
    // Elsewhere parts of a rank nest in whatever order.
    const int64_t again = in_nest_ ? 1 : random_.pick<int64_t>({1, 1, 2, 2, 3});
    // Of 64 columns, 16 a lane, what each k has is a line.
    const bool in_lines = again == 1 && !together_.empty() && rank != together_;
    const int64_t own = again == 2 ? random_.pick<int64_t>({1, 2, 3, 4})
                        : in_lines ? random_.pick<int64_t>({2, 4, 8, 16})
                                   : random_.pick<int64_t>({2, 2, 4, 4, 6, 8}),
                  warps = rank == together_ ? random_.pick<int64_t>({4, 4, 8})
                                            : random_.pick<int64_t>({1, 1, 1, 2});
    std::vector<int64_t> sizes;
    std::vector<std::string> levels = {""};  // of the parts, the lowest first
    if (own == 1) levels.clear();
    const auto up = [&](int64_t size, const std::string& level) {
      sizes.insert(sizes.begin(), size);
      levels.push_back(level);
    };
    if (own > 1) sizes = {own};
    levels.push_back("Lane");
    if (again > 1) up(own * lanes, "");
    if (warps > 1) up(own * lanes * again, "Warp");
    sizes.insert(sizes.begin(), own * lanes * again * warps);
    levels.push_back("Block");
    split(rank, sizes);
    tile_[rank] = sizes[0];
    for (size_t i = levels.size(); i-- > 0;) {
      const std::string name = part(rank, i, levels.size());
      if (levels[i].empty())
        (random_.chance(50) ? sums_.insert(sums_.begin(), name) : sums_.insert(sums_.end(), name));
      else
        place(name, levels[i]);
      if (levels[i] == "Warp" && rank == together_) warps_together_ = name;
    }
  }

  // Returns the parts above the bottom one.
  Names split_reduction() {
    const int64_t times = random_.pick<int64_t>({1, 1, 2, 3});
    if (!led_.empty()) return split_by_leader(depth_ * times);
    std::vector<int64_t> sizes = {depth_ * times};
    if (random_.chance(20)) sizes.insert(sizes.begin(), 2 * sizes[0]);
    if (random_.chance(4)) sizes.back() += 1;  // refused
    split("K", sizes);
    tile_["K"] = sizes.back();
    Names out;
    for (size_t i = sizes.size(); i > 0; --i) out.push_back(part("K", i, sizes.size() + 1));
    return out;
  }

  Names split_by_leader(int64_t size) {
    Partition out{{"K"}, {}};
    if (led_ == "S" || random_.chance(20))
      out.ops.push_back({Op::Kind::Shape, "", random_.pick<int64_t>({32, 64, 100}), ""});
    if (random_.chance(20)) out.ops.push_back({Op::Kind::Occupancy, led_, 2 * size, ""});
    out.ops.push_back({Op::Kind::Occupancy, led_, size, ""});
    tile_["K"] = size;
    Names above;
    for (size_t i = out.ops.size(); i > 0; --i) above.push_back(part("K", i, out.ops.size() + 1));
    e_.partitions.push_back(std::move(out));
    return above;
  }

  void draw_order(const Names& above) {
    random_.shuffle(blocks_);
    random_.shuffle(threads_);
    // The last warps are four along the rows.
    std::stable_partition(threads_.begin(), threads_.end(),
                          [&](const std::string& name) { return name != warps_together_; });
    // In nests parts stand inside of larger ones.
    if (in_nest_ && !together_.empty())
      std::stable_partition(threads_.begin(), threads_.end(), [&](const std::string& name) {
        return std::ranges::any_of(
            e_.placements, [&](const Placement& p) { return p.rank == name && p.level == "Warp"; });
      });
    Names order = blocks_;
    const bool around = in_nest_ && random_.chance(together_.empty() ? 60 : 10);
    for (const Names& more :
         {around ? threads_ : Names{}, above, Names{"K0"}, around ? Names{} : threads_, sums_})
      order.insert(order.end(), more.begin(), more.end());
    e_.loop_order = order;
    for (const std::string& name : order)
      if (!contains(e_.spacetime->space, name)) e_.spacetime->time.push_back(name);
  }

  // Rows of both operands' tiles, each as long as padding may make it.
  int64_t tile_elements() const {
    constexpr int64_t longest_pad = 32;
    return tile_.at("K") * (tile_.at("M") + tile_.at("N") + 2 * longest_pad);
  }

  void stage(const Names& above) {
    const int64_t depth = std::min(random_.between(together_.empty() ? 1 : 2, 4),
                                   std::max<int64_t>(1, most_elements / tile_elements()));
    for (const std::string& name : e_.inputs())
      if (tile_elements() <= most_elements && (!together_.empty() || random_.chance(75)))
        e_.stagings.push_back({name, above.back(), depth});
    if (random_.chance(60)) e_.stagings.push_back({"Z", blocks_.back(), 1});
    if (!random_.chance(together_.empty() ? 30 : 50)) return;
    for (Tensor& t : case_.tensors)
      if (contains(e_.inputs(), t.name) && random_.chance(80)) {
        t.pattern.emplace();
        if (batched_) t.pattern->push_back("P");
        const std::string rank = contains(t.ranks, "M") ? "M" : "N";
        t.pattern->push_back(rank + std::to_string(e_.leaves(rank).size() - 1));
        t.pattern->push_back("K0");
      }
    if (random_.chance(30))
      e_.skips.push_back({random_.chance(70) ? "K0" : above.back(), "Grid", "compact"});
    else if (!together_.empty() && random_.chance(50))
      e_.skips.push_back({above.back(), "Block", "compact"});
    else
      e_.skips.push_back({"K0", "Block", random_.pick<std::string>({"compact", "compact", ""})});
  }

  // One operand in blocks, each there or not; others in Shared or Registers.
  void bind_in_nest(const Names& above) {
    if (!together_.empty() && random_.chance(90)) {
      const int64_t depth = random_.between(2, 4);
      for (const std::string& name : e_.inputs())
        e_.stagings.push_back({name, above.back(), depth});
      return;
    }
    if (led_ == "S") {
      e_.stagings.push_back({"S", above.front(), 1, "K"});
      e_.stagings.back().listed = true;
    }
    for (Tensor& t : case_.tensors) {
      if (!contains(e_.inputs(), t.name) || t.name == "S") continue;
      const std::string rank = contains(t.ranks, "M") ? "M" : "N";
      if (t.name == led_) {
        t.spec_format.emplace();
        if (batched_) t.spec_format->push_back({"P", 'U'});
        t.spec_format->push_back({e_.leaves(rank).front(), random_.pick<char>({'U', 'U', 'C'})});
        t.spec_format->push_back({"K", random_.pick<char>({'C', 'C', 'C', 'B'})});
        t.spec_format->push_back({rank + "0", 'U'});
      }
      if (!led_.empty()) {
        if (random_.chance(60) && tile_elements() <= most_elements)
          e_.stagings.push_back({t.name, above.back(), random_.between(1, 2), "K"});
      } else if (random_.chance(30)) {
        t.spec_format.emplace();
        if (batched_) t.spec_format->push_back({"P", 'U'});
        t.spec_format->push_back({e_.leaves(rank).front(), random_.pick<char>({'U', 'U', 'C'})});
        t.spec_format->push_back({above.back(), random_.pick<char>({'C', 'C', 'B'})});
        for (const std::string& inside : {rank + "0", std::string("K0")})
          t.spec_format->push_back({inside, 'U'});
      } else if (random_.chance(40) && tile_elements() <= most_elements) {
        const bool held = random_.chance(30);
        e_.stagings.push_back(
            {t.name, above.back(), random_.between(1, held ? 1 : 2), "", "", held});
      }
    }
  }

  void draw_extents() {
    case_.extents["P"] = random_.pick<int64_t>({0, 1, 2, 3});
    if (!batched_) case_.extents.erase("P");
    for (const char* rank : {"M", "N", "K"}) {
      const int64_t tile = tile_[rank];
      case_.extents[rank] = random_.pick<int64_t>(
          {0, 1, 3, 8, 17, 33, tile, tile, tile - 1, tile + 1, 2 * tile, 2 * tile + 4});
      if (case_.extents[rank] == 0 && random_.chance(70)) case_.extents[rank] = tile;
    }
  }

  Case& case_;
  Random& random_;
  Expression e_;
  int64_t depth_ = 8;
  bool batched_ = false, in_nest_ = false;
  std::string led_;                        // the operand whose k's are walked; empty: there is none
  std::string together_, warps_together_;  // the rank whose warps multiply together; its part
  Names blocks_, threads_, sums_;
  std::map<std::string, int64_t> tile_;
};

}  // namespace

void take_turns(Case& c, Random& random) {
  for (Placement& p : c.expressions.back().placements)
    if (p.level == "Block" && !p.persistent) {
      p.persistent = true;
      if (random.chance(80))
        (random.chance(50) ? c.launch_symbols : c.defines)["Z_blocks"] = random.between(1, 5);
      return;
    }
}

void draw_tensor_core_product(Case& c, Random& random) { TensorCoreProduct(c, random).run(); }

}  // namespace teaal::smith
