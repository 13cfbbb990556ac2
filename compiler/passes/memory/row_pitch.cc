#include "compiler/passes/memory/row_pitch.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/nest.h"

// Shared memory has 32 banks of 4 bytes. In a request each lane reads an element, or, where the
// innermost loops run along rows, two or four of them; as many lanes are served at a time as ask
// for all banks.
namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t banks = 32, bank_bytes = 4, quad = 4, pair = 2;

// The loops around where the kernel reads the operand, outermost first.
std::vector<ForRank> loops_around(const Stmt& body, const std::string& operand) {
  std::vector<ForRank> out, open;
  const std::function<void(const Stmt&)> walk = [&](const Stmt& s) {
    const auto* loop = as<ForRank>(s);
    if (loop) open.push_back(*loop);
    if (const auto* n = as<Assign>(s); n && out.empty())
      for_each_expr(n->value, [&](const Expr& e) {
        const auto* a = as<Access>(e);
        if (a && a->operand == operand && out.empty()) out = open;
      });
    for_children(s, [](const Expr&) {}, walk);
    if (loop) open.pop_back();
  };
  walk(body);
  return out;
}

// The number that a lane has among a rank's workers.
std::optional<int64_t> number_of(const Kernel& kernel, const std::string& rank, int64_t lane) {
  int64_t rest = lane;
  std::optional<int64_t> out;
  for (auto w = kernel.workers.rbegin(); w != kernel.workers.rend(); ++w) {
    if (w->place != Place::Lane) continue;
    if (w->lanes > 0) {
      if (w->rank == rank) return lane / w->apart % w->lanes;
      continue;
    }
    const int64_t count = lanes_of(kernel, *w);
    if (w->rank == rank) out = rest % count;
    rest /= count;
  }
  return out;
}

// Where a lane reads, along each side; all lanes alike but for loops that they share.
struct Reading {
  std::vector<std::array<int64_t, banks>> at;  // of each side, by lane
  int64_t width = 1;                           // elements that are neighbours
};

std::optional<Reading> reading_of(const Kernel& kernel, const Tile& tile) {
  const std::vector<ForRank> loops = loops_around(kernel.body, tile.operand);
  Reading out;
  for (const Tile::Side& side : tile.sides) {
    auto& at = out.at.emplace_back();
    at.fill(0);
    for (const ForRank& loop : loops) {
      if (!loop.joined.empty() || loop.at || loop.root != side.root) continue;
      const bool own = &side == &tile.sides.back() && !loop.tile && loop.place == Place::Time;
      const int64_t turns = loop.spelled.turns;
      if (own) out.width = turns == 0 ? 1 : turns % quad == 0 ? quad : turns % pair == 0 ? pair : 1;
      if (loop.place != Place::Lane) continue;
      const auto step = loop.tile ? literal(loop.tile) : std::optional<int64_t>(1);
      if (!step) return std::nullopt;
      for (int64_t lane = 0; lane < banks; ++lane) {
        const auto number = number_of(kernel, loop.rank, lane);
        if (!number) return std::nullopt;
        at[static_cast<size_t>(lane)] += *number * *step;
      }
    }
  }
  return out;
}

// How many requests of the memory one of the lanes' takes.
int64_t requests(const Tile& tile, const Reading& r, int64_t pitch, int64_t element_bytes) {
  const int64_t asked_banks = std::max<int64_t>(1, r.width * element_bytes / bank_bytes);
  const int64_t together = banks / asked_banks;
  int64_t out = 0;
  for (int64_t first = 0; first < banks; first += together) {
    std::map<int64_t, std::set<int64_t>> asked;  // by bank
    for (int64_t lane = first; lane < first + together; ++lane) {
      int64_t element = 0;
      for (size_t i = 0; i < tile.sides.size(); ++i) {
        const bool last = i + 1 == tile.sides.size();
        element =
            element * (last ? pitch : tile.sides[i].extent) + r.at[i][static_cast<size_t>(lane)];
      }
      const int64_t word = element * element_bytes / bank_bytes / asked_banks;
      asked[word % together].insert(word);
    }
    size_t most = 0;
    for (const auto& [bank, elements] : asked) most = std::max(most, elements.size());
    out += static_cast<int64_t>(most);
  }
  return out;
}

}  // namespace

int64_t row_pitch(const Kernel& kernel, const Tile& tile, int64_t element_bytes) {
  const int64_t row = tile.sides.empty() ? 0 : tile.sides.back().extent;
  if (tile.sides.size() < 2 || kernel.lanes != banks) return row;
  const auto reading = reading_of(kernel, tile);
  if (!reading) return row;
  // Rows of whole quads stay what copies of quads can reach.
  const int64_t step = row % quad == 0 ? quad : 1;
  const auto requests_at = [&](int64_t pitch) {
    return requests(tile, *reading, pitch, element_bytes);
  };
  int64_t best = row, least = requests_at(row);
  const int64_t most = row + banks * bank_bytes / element_bytes;
  for (int64_t pitch = row + step; pitch < most; pitch += step)
    if (const int64_t n = requests_at(pitch); n < least) best = pitch, least = n;
  return best;
}

}  // namespace teaal::passes
