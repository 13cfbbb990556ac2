#include "runtime/report/skip_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "runtime/tensor/value_type.h"

namespace teaal::runtime::report {
namespace {

constexpr int64_t word_bits = 32;
using Words = std::vector<uint32_t>;

int64_t tiles_of(int64_t extent, int64_t tile) { return (extent + tile - 1) / tile; }

// In how many groups of neighbouring bits any of the first `extent` is set.
int64_t groups_with_any(const uint32_t* words, int64_t extent, int64_t group) {
  int64_t out = 0;
  for (int64_t begin = 0; begin < extent; begin += group) {
    bool any = false;
    for (int64_t at = begin; at < std::min(begin + group, extent) && !any; ++at)
      any = (words[at / word_bits] >> (at % word_bits) & 1) != 0;
    out += any;
  }
  return out;
}

// A pattern's words, row by row.
class Bits {
 public:
  Bits(ManifestPattern pattern, const std::map<std::string, int64_t>& extents)
      : pattern_(std::move(pattern)), extent_(extents.at(pattern_.ranks.back().rank)) {
    for (size_t r = 0; r + 1 < pattern_.ranks.size(); ++r) {
      counts_.push_back(tiles_of(extents.at(pattern_.ranks[r].rank), pattern_.ranks[r].tile));
      rows_ *= counts_.back();
    }
    words_.resize(static_cast<size_t>(rows_ * words()));
  }

  // What the kernels made, in words or in values.
  bool read(plan::Execution& execution, bool in_words, Diagnostics& diagnostics) {
    if (words_.empty()) return true;
    std::optional<Array> made = execution.read_workspace(pattern_.workspace, diagnostics);
    if (!made) return false;
    const int64_t stride = pattern_.gapless ? extent_ : words() * word_bits;
    const int64_t each = in_words ? word_bits : 1;  // coordinates that an element has
    if (static_cast<int64_t>(made->size()) * each < rows_ * stride) {
      diagnostics.error(Code::Manifest, {},
                        "the workspace '" + pattern_.workspace + "' is too small for the pattern");
      return false;
    }
    if (!in_words) {
      with_values(*made, [&](auto values) {
        set_where([&](int64_t i) { return number_of(values[static_cast<size_t>(i)]) != 0; },
                  stride);
      });
      return true;
    }
    const std::span<const int32_t> from = std::as_const(*made).as<int32_t>();
    set_where(
        [&](int64_t i) {
          const auto word = static_cast<uint32_t>(from[static_cast<size_t>(i / word_bits)]);
          return (word >> (i % word_bits) & 1) != 0;
        },
        stride);
    return true;
  }

  // What the tensor's elements ask for.
  void add(const Coo& list, double absent, ElementType type) {
    for (size_t e = 0; e < list.entries(); ++e) {
      if (rounded(list.values[e], type) == absent) continue;
      auto at = [&](const ManifestTile& rank) {
        return list.coords[static_cast<size_t>(rank.axis)][e] / rank.tile;
      };
      int64_t row = 0;
      for (size_t r = 0; r < counts_.size(); ++r) row = row * counts_[r] + at(pattern_.ranks[r]);
      set(row, at(pattern_.ranks.back()));
    }
  }

  PatternCount count() const {
    PatternCount out;
    out.tensor = pattern_.tensor;
    for (const ManifestTile& rank : pattern_.ranks)
      out.ranks += (out.ranks.empty() ? "[" : ", ") + rank.rank +
                   (rank.tile == 1 ? "" : fmt::format(" by {}", rank.tile));
    out.ranks += "]";
    out.group = pattern_.group;
    out.coordinates.all = rows_ * extent_;
    out.tiles.all = rows_ * tiles_of(extent_, pattern_.group);
    for (int64_t row = 0; row < rows_; ++row) {
      out.coordinates.kept += groups_with_any(of(row), extent_, 1);
      out.tiles.kept += groups_with_any(of(row), extent_, pattern_.group);
    }
    return out;
  }

  // Adds what is in any of the tiles that begin at `first`, by rank, and cover so much.
  void unite(const std::map<std::string, std::pair<int64_t, int64_t>>& first_and_cover,
             Words& out) const {
    unite(0, 0, first_and_cover, out);
  }
  // How many tiles that are.
  int64_t united(const std::map<std::string, std::pair<int64_t, int64_t>>& first_and_cover) const {
    int64_t out = 1;
    for (size_t r = 0; r < counts_.size(); ++r) {
      auto [begin, end] = tiles(r, first_and_cover);
      out *= end - begin;
    }
    return out;
  }

  int64_t words() const { return tiles_of(extent_, word_bits); }
  bool operator==(const Bits& other) const { return words_ == other.words_; }

 private:
  const uint32_t* of(int64_t row) const { return words_.data() + row * words(); }

  void set(int64_t row, int64_t bit) {
    words_[static_cast<size_t>(row * words() + bit / word_bits)] |= 1U << (bit % word_bits);
  }
  // `is_set` tells by a number of which rows have `stride` each.
  template <class IsSet>
  void set_where(IsSet is_set, int64_t stride) {
    for (int64_t row = 0; row < rows_; ++row)
      for (int64_t bit = 0; bit < extent_; ++bit)
        if (is_set(row * stride + bit)) set(row, bit);
  }

  std::pair<int64_t, int64_t> tiles(
      size_t r, const std::map<std::string, std::pair<int64_t, int64_t>>& first_and_cover) const {
    auto of_rank = first_and_cover.find(pattern_.ranks[r].rank);
    if (of_rank == first_and_cover.end()) return {0, counts_[r]};
    const auto [first, cover] = of_rank->second;
    const int64_t tile = pattern_.ranks[r].tile, begin = first / tile;
    return {begin, std::min(counts_[r], begin + std::max<int64_t>(cover / tile, 1))};
  }

  void unite(size_t r, int64_t row,
             const std::map<std::string, std::pair<int64_t, int64_t>>& first_and_cover,
             Words& out) const {
    if (r == counts_.size()) {
      for (int64_t w = 0; w < words(); ++w) out[static_cast<size_t>(w)] |= of(row)[w];
      return;
    }
    auto [begin, end] = tiles(r, first_and_cover);
    for (int64_t tile = begin; tile < end; ++tile)
      unite(r + 1, row * counts_[r] + tile, first_and_cover, out);
  }

  ManifestPattern pattern_;
  int64_t extent_, rows_ = 1;
  std::vector<int64_t> counts_;
  Words words_;
};

class Counting {
 public:
  Counting(const CountFacts& facts, Diagnostics& diagnostics)
      : facts_(facts),
        manifest_(*facts.manifest),
        extents_(facts.inputs->extents),
        diagnostics_(diagnostics) {}

  bool run() {
    for (const ManifestPattern& pattern : manifest_.patterns)
      if (!count(pattern)) return false;
    for (const ManifestSkip& skip : manifest_.skips)
      if (!count(skip)) return false;
    return true;
  }
  SkipCounts take() { return std::move(out_); }

 private:
  bool count(const ManifestPattern& pattern) {
    Bits made(pattern, extents_);
    const ManifestWorkspace& made_in = *manifest_.workspace(pattern.workspace);
    const bool in_words = made_in.type == ManifestWorkspace::Type::Mask;
    if (!made.read(*facts_.execution, in_words, diagnostics_)) return false;
    // A pattern with too few bits is a wrong result, one with too many only a slow one.
    const std::optional<Bits> asked = of_elements(pattern);
    if (asked && !(made == *asked))
      out_.differences.push_back(fmt::format(
          "the pattern of {} that the kernels made is not that of its elements", pattern.tensor));
    ManifestPattern stated = pattern;
    for (ManifestTile& rank : stated.ranks) rank.tile = rank.stated;
    const std::optional<Bits> told = of_elements(stated);
    const std::string& name = pattern.workspace;
    told_.emplace(name, told ? *told : made);
    out_.patterns.push_back(told_.at(name).count());
    densities_[name] = out_.patterns.back().coordinates.density();
    bits_.emplace(name, std::move(made));
    return true;
  }

  // What the tensor's elements ask for, where they are at hand.
  std::optional<Bits> of_elements(const ManifestPattern& pattern) const {
    const ManifestTensor& tensor = *manifest_.tensor(pattern.tensor);
    const auto& from =
        tensor.role == ManifestTensor::Role::Input ? facts_.inputs->tensors : *facts_.outputs;
    const auto list = from.find(tensor.name);
    const auto type = value_type_named(manifest_.value_type);
    if (list == from.end() || !type) return std::nullopt;
    Bits out(pattern, extents_);
    out.add(list->second, tensor.absent, *type);
    return out;
  }

  bool count(const ManifestSkip& skip) {
    SkipCount out;
    out.kernel = skip.kernel;
    out.rank = skip.rank;
    out.at = skip.at == ManifestSkip::At::Grid    ? "grid"
             : skip.at == ManifestSkip::At::Block ? "block"
                                                  : "warp";
    out.by = skip.by == ManifestSkip::By::Compact ? "list"
             : skip.by == ManifestSkip::By::Walk  ? "walk"
                                                  : "test";
    std::optional<int64_t> times = evaluate(
        skip.times, names_in_sizes(*facts_.manifest, extents_, facts_.execution->symbols()),
        diagnostics_);
    if (!times) return false;
    const int64_t each = tiles_of(extents_.at(skip.along), skip.step);
    int64_t units = *times;
    for (const ManifestTile& covered : skip.covers)
      units *= tiles_of(extents_.at(covered.rank), covered.tile);
    out.iterations.all = units * each;
    std::map<std::string, std::pair<int64_t, int64_t>> at;
    out.iterations.kept = *times * kept(skip, 0, at);
    out.alike = static_cast<double>(out.iterations.all) * chance(skip, false);
    out.independent = static_cast<double>(out.iterations.all) * chance(skip, true);
    out.seen_in = "patterns";
    if (!skip.listed.empty() && !take_lists(skip, out)) return false;
    out_.skips.push_back(std::move(out));
    return true;
  }

  // Iterations that all blocks (warps) keep whose coordinates begin as `at` says.
  int64_t kept(const ManifestSkip& skip, size_t r,
               std::map<std::string, std::pair<int64_t, int64_t>>& at) const {
    if (r == skip.covers.size()) {
      Words joint;
      for (const std::string& name : skip.patterns) {
        const Bits& bits = bits_.at(name);
        Words one(static_cast<size_t>(bits.words()));
        bits.unite(at, one);
        if (joint.empty()) joint.assign(one.size(), ~0U);
        for (size_t w = 0; w < one.size(); ++w) joint[w] &= one[w];
      }
      return groups_with_any(joint.data(), extents_.at(skip.along), skip.step);
    }
    const ManifestTile& covered = skip.covers[r];
    int64_t out = 0;
    for (int64_t first = 0; first < extents_.at(covered.rank); first += covered.tile) {
      at[covered.rank] = {first, covered.tile};
      out += kept(skip, r + 1, at);
    }
    return out;
  }

  // That an iteration is kept.
  double chance(const ManifestSkip& skip, bool independent) const {
    std::map<std::string, std::pair<int64_t, int64_t>> first;
    for (const ManifestTile& covered : skip.covers) first[covered.rank] = {0, covered.tile};
    double joint = 1;
    for (const std::string& name : skip.patterns) {
      const int64_t tiles = independent ? told_.at(name).united(first) : 1;
      joint *= 1 - std::pow(1 - densities_.at(name), static_cast<double>(tiles));
    }
    return 1 - std::pow(1 - joint, static_cast<double>(skip.step));
  }

  // Lists say themselves how long they are.
  bool take_lists(const ManifestSkip& skip, SkipCount& out) {
    out.seen_in = "lists";
    if (out.iterations.all == 0) return true;
    std::optional<Array> lengths = facts_.execution->read_workspace(skip.listed, diagnostics_);
    if (!lengths) return false;
    int64_t listed = 0;
    with_integers(*lengths, [&](auto values) {
      for (auto value : values) listed += value;
    });
    if (listed != out.iterations.kept)
      out_.differences.push_back(
          fmt::format("the lists of {} in {} have {} entries, but the patterns have {} in common",
                      skip.rank, skip.kernel, listed, out.iterations.kept));
    out.iterations.kept = listed;
    return true;
  }

  const CountFacts& facts_;
  const Manifest& manifest_;
  const std::map<std::string, int64_t>& extents_;
  Diagnostics& diagnostics_;
  std::map<std::string, Bits> bits_;  // as the kernels made them
  std::map<std::string, Bits> told_;  // in the tiles of the spec's patterns
  std::map<std::string, double> densities_;
  SkipCounts out_;
};

void add(const Share& more, Share& to) {
  to.all += more.all;
  to.kept += more.kept;
}

nlohmann::ordered_json json_of(const Share& share) {
  return {{"all", share.all}, {"kept", share.kept}, {"density", share.density()}};
}

}  // namespace

void SkipCounts::add(const SkipCounts& more) {
  if (patterns.empty() && skips.empty()) {
    *this = more;
    return;
  }
  for (size_t i = 0; i < patterns.size(); ++i) {
    report::add(more.patterns[i].coordinates, patterns[i].coordinates);
    report::add(more.patterns[i].tiles, patterns[i].tiles);
  }
  for (size_t i = 0; i < skips.size(); ++i) {
    report::add(more.skips[i].iterations, skips[i].iterations);
    skips[i].alike += more.skips[i].alike;
    skips[i].independent += more.skips[i].independent;
  }
  differences.insert(differences.end(), more.differences.begin(), more.differences.end());
}

std::optional<SkipCounts> count_skips(const CountFacts& facts, Diagnostics& diagnostics) {
  Counting counting(facts, diagnostics);
  if (!counting.run()) return std::nullopt;
  return counting.take();
}

std::string to_text(const SkipCounts& counts, const TextOptions& options) {
  if (counts.patterns.empty())
    return "  nothing to count: no Intersector at Block or Warp skips by patterns\n";
  Table patterns({{"pattern"},
                  {"coordinates", Align::Right},
                  {"kept", Align::Right},
                  {"density", Align::Right},
                  {"tiles", Align::Right},
                  {"kept", Align::Right},
                  {"density", Align::Right}});
  for (const PatternCount& p : counts.patterns)
    patterns.row({p.tensor + " " + p.ranks, count_text(p.coordinates.all),
                  count_text(p.coordinates.kept), share_text(p.coordinates.density()),
                  fmt::format("{} of {}", count_text(p.tiles.all), p.group),
                  count_text(p.tiles.kept), share_text(p.tiles.density())});
  Table skips({{"skipped"},
               {"by"},
               {"iterations", Align::Right},
               {"kept", Align::Right},
               {"joint density", Align::Right},
               {"if tiles are alike", Align::Right},
               {"independent", Align::Right},
               {"seen in"}});
  for (const SkipCount& s : counts.skips)
    skips.row({fmt::format("{} by {} {}", s.rank, s.at == "grid" ? "the" : "each", s.at), s.by,
               count_text(s.iterations.all), count_text(s.iterations.kept),
               share_text(s.iterations.density()), share_text(s.predicted(s.alike)),
               share_text(s.predicted(s.independent)), s.seen_in + " of " + s.kernel});
  return patterns.text(options, 2) + "\n" + skips.text(options, 2);
}

nlohmann::ordered_json json_of(const SkipCounts& counts) {
  using Json = nlohmann::ordered_json;
  Json out = {{"patterns", Json::array()}, {"skips", Json::array()}};
  for (const PatternCount& p : counts.patterns)
    out["patterns"].push_back({{"tensor", p.tensor},
                               {"ranks", p.ranks},
                               {"coordinates", json_of(p.coordinates)},
                               {"group", p.group},
                               {"tiles", json_of(p.tiles)}});
  for (const SkipCount& s : counts.skips)
    out["skips"].push_back(
        {{"kernel", s.kernel},
         {"rank", s.rank},
         {"at", s.at},
         {"by", s.by},
         {"iterations", json_of(s.iterations)},
         {"predicted",
          {{"alike", s.predicted(s.alike)}, {"independent", s.predicted(s.independent)}}},
         {"seen_in", s.seen_in}});
  return out;
}

}  // namespace teaal::runtime::report
