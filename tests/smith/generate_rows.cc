#include <algorithm>

#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

std::string variable_of(const Index& index) { return is_plain(index) ? index[0].variable : ""; }

// A compressed result's rows, of which a warp has one at a time and its lanes an innermost rank.
struct Rows {
  std::string outer, inner;  // variables
};

bool is_written_once(const Case& c, const Expression& e) {
  return std::ranges::count_if(c.expressions, [&](const Expression& other) {
           return other.output.name == e.output.name;
         }) == 1;
}

// A product whose output, two ranks or more, has `inner` last, as a factor has.
std::optional<Rows> rows_of(const Case& c, const Expression& e) {
  const std::vector<Index>& at = e.output.indices;
  const bool bound = !e.stagings.empty() || !e.skips.empty() || !e.tensor_core.empty();
  if (bound || !e.called.empty() || !e.solved.empty() || at.size() < 2 || c.is_repeated(e) ||
      !is_written_once(c, e))
    return std::nullopt;
  for (const Index& index : at)
    if (variable_of(index).empty()) return std::nullopt;
  const Rows out{variable_of(at.front()), variable_of(at.back())};
  const bool sums = e.variables().size() > at.size();
  return sums && out.outer != out.inner ? std::optional(out) : std::nullopt;
}

void compress_last(Tensor& t, const std::string& rank) {
  Names order = t.ranks;
  std::erase(order, rank);
  order.push_back(rank);
  t.option_format.reset();
  t.pattern.reset();
  t.rank_order = order;
  t.spec_format.emplace();
  for (const std::string& r : order) t.spec_format->push_back({r, r == rank ? 'C' : 'U'});
}

// Whether each term has one factor along the innermost rank, so that a loop over it walks a fiber.
bool walks_a_fiber(const Expression& e) {
  const std::string& inner = e.output.indices.back()[0].variable;
  const auto along = [&](const Factor& f) {
    return std::ranges::any_of(f.indices, [&](const Index& i) { return variable_of(i) == inner; });
  };
  return std::ranges::all_of(
      e.terms, [&](const Term& t) { return std::ranges::count_if(t.factors, along) == 1; });
}

void map_rows(Expression& e, const Rows& rows, const Names& ranks, Random& random) {
  const std::string outer = upper_case(rows.outer), inner = upper_case(rows.inner);
  e.partitions.clear();
  e.meetings.clear();
  e.placements.clear();
  SpaceTime stamps;
  Names order = {outer};
  if (random.chance(60)) {  // blocks of rows
    e.partitions.push_back({{outer}, {{Op::Kind::Shape, "", random.pick<int64_t>({1, 2, 8}), ""}}});
    order = {outer + "1", outer + "0"};
    e.placements = {{order[0], "Block"}, {order[1], "Warp"}};
  } else {
    e.placements = {{outer, random.pick<std::string>({"Block", "Warp"})}};
  }
  e.placements.push_back({inner, "Lane"});
  stamps.space = order;
  Names between = ranks;
  std::erase(between, outer);
  std::erase(between, inner);
  if (random.chance(40)) random.shuffle(between);  // sums around ranks of the output
  order.insert(order.end(), between.begin(), between.end());
  order.push_back(inner);
  stamps.space.push_back(inner);
  stamps.time = between;
  e.loop_order = std::move(order);
  e.spacetime = std::move(stamps);
}

}  // namespace

void draw_rows_of_warps(Case& c, Random& random) {
  if (!random.chance(16)) return;
  bool any = false;
  for (Expression& e : c.expressions) {
    const std::optional<Rows> rows = rows_of(c, e);
    if (!rows || e.output.indices.size() > c.tensor(e.output.name)->ranks.size()) continue;
    const std::string inner = rank_of(c, e, rows->inner), outer = rank_of(c, e, rows->outer);
    const Names& declared = c.tensor(e.output.name)->ranks;
    if (!contains(declared, upper_case(rows->inner)) || inner != upper_case(rows->inner) ||
        !contains(declared, upper_case(rows->outer)) || outer != upper_case(rows->outer))
      continue;
    Names ranks;
    for (const Index& index : e.output.indices) ranks.push_back(upper_case(variable_of(index)));
    for (const std::string& v : e.variables()) add_unique(ranks, upper_case(v));
    map_rows(e, *rows, ranks, random);
    any = true;
    for (const std::string& name : e.inputs())
      if (contains(c.tensor(name)->ranks, inner) && !c.is_written(name))
        compress_last(*c.tensor(name), inner);
    compress_last(*c.tensor(e.output.name), inner);
    // More of a row than a table holds.
    if (random.chance(30)) c.extents[inner] = random.pick<int64_t>({385, 600});
  }
  for (Tensor& t : c.tensors) {  // parts may have gone
    const auto goes = [&](const std::optional<Format>& format) {
      return any && format && !std::ranges::all_of(*format, [&](const Level& l) {
               return contains(t.ranks, l.rank);
             });
    };
    if (goes(t.spec_format)) t.spec_format.reset();
    if (goes(t.option_format)) t.option_format.reset();
  }
}

// Tables, or tiles of the innermost rank, of warps, or of blocks whose threads share it.
void draw_buffers(Case& c, Random& random) {
  for (Expression& e : c.expressions) {
    if (!are_rows_of_warps(c, e) || !walks_a_fiber(e) || !random.chance(60)) continue;
    const std::string inner = e.loop_order->back();
    Buffer out;
    out.letter = random.pick<char>({'H', 'U', 'B'});
    if (out.letter != 'U') out.slots = random.pick<int64_t>({64, 64, 128, 512});
    if (out.letter != 'H') {
      out.tile = inner + "1";
      e.partitions.push_back(
          {{inner}, {{Op::Kind::Shape, "", random.pick<int64_t>({1, 7, 32, 64, 100}), ""}}});
      const auto rows = static_cast<std::ptrdiff_t>(e.partitions.size());  // parts of the outer one
      e.loop_order->insert(e.loop_order->begin() + rows, out.tile);
      e.loop_order->back() = inner + "0";
      e.spacetime->space.back() = inner + "0";
      e.placements.back().rank = inner + "0";
      if (random.chance(40)) {
        e.spacetime->space.insert(e.spacetime->space.end() - 1, out.tile);
        e.placements.insert(e.placements.end() - 1,
                            {out.tile, random.pick<std::string>({"Block", "Warp", "Warp"})});
      } else {
        e.spacetime->time.insert(e.spacetime->time.begin(), out.tile);
      }
    }
    if (e.partitions.size() == (out.tile.empty() ? 0U : 1U) && random.chance(60))
      e.placements.clear();  // a block a row
    e.buffer = std::move(out);
  }
}

bool can_have_buffer(const Case& c, const Expression& e) {
  const auto& format = c.tensor(e.output.name)->spec_format;
  if (!e.buffer || !e.loop_order || !format || format->back().letter != 'C' ||
      !c.tensor(e.output.name)->like.empty())
    return false;
  return e.buffer->tile.empty() || contains(*e.loop_order, e.buffer->tile);
}

bool are_rows_of_warps(const Case& c, const Expression& e) {
  const std::optional<Rows> rows = rows_of(c, e);
  if (!rows || !e.loop_order || e.loop_order->back() != upper_case(rows->inner)) return false;
  const auto& format = c.tensor(e.output.name)->spec_format;
  if (!format || format->back().letter != 'C' || format->back().rank != e.loop_order->back())
    return false;
  return std::ranges::any_of(e.placements, [&](const Placement& p) {
    return p.rank == e.loop_order->back() && p.level == "Lane";
  });
}

}  // namespace teaal::smith
