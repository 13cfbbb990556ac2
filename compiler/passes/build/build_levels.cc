#include "compiler/passes/build/build_levels.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/passes/build/build_nest.h"

namespace teaal::passes {
namespace {

using einsum::Einsum;
using ir::Level;
using ir::LevelFormat;

bool uses(const Einsum& e, const std::string& tensor) {
  if (e.output.tensor == tensor) return true;
  for (const einsum::Term& t : e.terms)
    for (const einsum::Access* a : inputs_of(t))
      if (a->tensor == tensor) return true;
  return false;
}

class LevelBuilder {
 public:
  LevelBuilder(const einsum::Tensor& tensor, const std::vector<Scheduled>& einsums,
               std::vector<std::string>& notes, Diagnostics& diagnostics)
      : tensor_(tensor), einsums_(einsums), notes_(notes), diagnostics_(diagnostics) {}

  std::vector<Level> run() {
    const einsum::Storage& s = tensor_.storage;
    for (size_t i = 0; i < s.rank_order.size(); ++i) {
      const Stored stored{format_of(s.formats[i]), s.cbits_of(i)};
      if (!whole(s.rank_order[i], stored) && !part(s.rank_order[i], stored))
        unsupported("storing " + tensor_.name + " by " + s.rank_order[i],
                    "a format in ranks and parts that the mapping makes is lowered");
    }
    check_order();
    return std::move(out_);
  }

 private:
  struct Stored {
    LevelFormat format;
    int cbits;
  };

  void unsupported(const std::string& what, const std::string& legal) {
    const SourceRange& where =
        tensor_.storage.where.known() ? tensor_.storage.where : tensor_.where;
    diagnostics_.error(Code::Unsupported, where, "unsupported: " + what + "; " + legal);
  }

  static LevelFormat format_of(einsum::RankFormatKind kind) {
    switch (kind) {
      case einsum::RankFormatKind::Uncompressed:
        return LevelFormat::Uncompressed;
      case einsum::RankFormatKind::Compressed:
        return LevelFormat::Compressed;
      case einsum::RankFormatKind::Bitmask:
      case einsum::RankFormatKind::Hashed:  // of no storage
        break;
    }
    return LevelFormat::Bitmask;
  }

  bool whole(const std::string& name, const Stored& as) {
    if (std::find(tensor_.ranks.begin(), tensor_.ranks.end(), name) == tensor_.ranks.end())
      return false;
    out_.push_back({name, as.format, {}, nullptr, {}, as.cbits});
    return true;
  }

  bool part(const std::string& name, const Stored& as) {
    for (const Scheduled& s : einsums_)
      if (uses(*s.einsum, tensor_.name) && (flattened(name, as, s) || split(name, as, s)))
        return true;
    return false;
  }

  // A flattened rank is stored as the ranks that it joins, one below the other.
  bool flattened(const std::string& name, const Stored& as, const Scheduled& s) {
    for (const einsum::Flattening& f : s.einsum->flattenings) {
      const ir::Schedule::Split* parts = split_of(f.result, s);
      size_t count = parts ? parts->tiles.size() : 0;
      for (size_t i = 0; i < count; ++i)
        if (name == f.result + std::to_string(count - i)) return dynamic(name);
      if (name != (parts ? f.result + "0" : f.result)) continue;
      return std::all_of(f.ranks.begin(), f.ranks.end(), [&](const std::string& rank) {
        return whole(rank, as) || split(rank, as, s);
      });
    }
    return false;
  }

  bool split(const std::string& name, const Stored& as, const Scheduled& s) {
    for (const std::string& rank : tensor_.ranks) {
      const ir::Schedule::Split* parts = split_of(rank, s);
      if (!parts) continue;
      size_t count = parts->tiles.size();
      for (size_t i = 0; i <= count; ++i) {
        if (name != parts->part(i)) continue;
        if (i == count) return whole(rank, as);
        if (!parts->leaders[i].empty()) return dynamic(name);
        out_.push_back({rank, as.format, name, parts->tiles[i], parts->snaps[i], as.cbits});
        return true;
      }
    }
    return false;
  }

  static const ir::Schedule::Split* split_of(const std::string& rank, const Scheduled& s) {
    for (const ir::Schedule::Split& split : s.schedule->splits)
      if (split.rank == rank) return &split;
    return nullptr;
  }

  bool dynamic(const std::string& name) {
    notes_.push_back(fmt::format("{}: {} depends on the data; it is not a level of the storage",
                                 tensor_.name, name));
    return true;
  }

  // A part below its rank's bottom part, or below a lower one, would tile nothing.
  void check_order() {
    for (size_t l = 0; l < out_.size(); ++l)
      for (size_t above = 0; above < l; ++above)
        if (out_[above].rank == out_[l].rank && part_number(out_[above]) < part_number(out_[l]))
          return unsupported(fmt::format("storing {} by {} below {}", tensor_.name,
                                         ir::level_name(out_[l]), ir::level_name(out_[above])),
                             "a format lists the upper parts of a rank first");
  }

  static int part_number(const Level& level) {
    return level.tile ? std::stoi(level.part.substr(level.rank.size())) : 0;
  }

  const einsum::Tensor& tensor_;
  const std::vector<Scheduled>& einsums_;
  std::vector<std::string>& notes_;
  Diagnostics& diagnostics_;
  std::vector<Level> out_;
};

}  // namespace

std::vector<Level> build_levels(const einsum::Tensor& tensor, const std::vector<Scheduled>& einsums,
                                std::vector<std::string>& notes, Diagnostics& diagnostics) {
  return LevelBuilder(tensor, einsums, notes, diagnostics).run();
}

}  // namespace teaal::passes
