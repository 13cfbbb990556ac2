#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "compiler/einsum/check/checking.h"

// An output bound to Shared: how workers gather a fiber of it there.
namespace teaal::einsum {
namespace {

using Names = std::vector<std::string>;

constexpr int64_t fewest_slots = 64, most_slots = 16384;
constexpr const char* formats_there =
    "name one with view-of whose last rank is H (with slots), U or B (with slots)";

class Buffer {
 public:
  Buffer(Checking& c, Einsum& e, const RankTree& tree, const Names& loops,
         const spec::BindingEntry& entry)
      : c_(c),
        einsum_(e),
        tree_(tree),
        loops_(loops),
        entry_(entry),
        storage_(c.cascade.find(e.output.tensor)->storage) {}

  void bind() {
    const Name* format = entry_.find("format");
    if (!check_output() || !check_entry()) return;
    const spec::TensorFormat* held = format ? named(format->value) : nullptr;
    if (!held || is_storage(*held, storage_))
      return unsupported(format ? format->where : entry_.where,
                         fmt::format("{} in Shared without a format of its own there", tensor()),
                         formats_there);
    if (!check_ranks(*held)) return;
    BufferBinding out;
    out.where = entry_.where;
    if (!read_last(*held, out)) return;
    if (einsum_.buffer) {
      c_.diagnostics
          .error(Code::Binding, entry_.where,
                 fmt::format("{} is in Shared twice; keep one of the bindings", tensor()))
          .note(einsum_.buffer->where, "the first one is here");
      return;
    }
    einsum_.buffer = std::move(out);
  }

 private:
  const std::string& tensor() const { return einsum_.output.tensor; }

  void error(const SourceRange& where, const std::string& message) {
    c_.diagnostics.error(Code::Binding, where, message);
  }
  void unsupported(const SourceRange& where, const std::string& what, const std::string& instead) {
    c_.diagnostics.error(Code::Unsupported, where,
                         fmt::format("unsupported: {}; {}", what, instead));
  }

  // What is gathered is a fiber of a result that is assembled.
  bool check_output() {
    const bool fits = storage_.formats.size() > 1 &&
                      storage_.formats.back() != RankFormatKind::Uncompressed &&
                      storage_.like.empty();
    if (!fits)
      unsupported(
          entry_.find("tensor")->where,
          fmt::format("{} in Shared, which is stored as {}", tensor(), format_text(storage_)),
          "sums of the output are kept in Registers; in Shared are gathered fibers of "
          "outputs whose last rank is C or B and computed");
    return fits;
  }

  bool check_entry() {
    const Name* type = entry_.find("type");
    if (type && type->value != "elem")
      unsupported(type->where, fmt::format("a {} of the output in Shared", type->value),
                  "write elem");
    for (const char* key : {"depth", "style"})
      if (const Name* given = entry_.find(key))
        error(given->where, fmt::format("outputs in Shared have no {}; delete it", key));
    const Name* evict = entry_.find("evict-on");
    const bool known =
        !evict || evict->value == "root" || std::ranges::find(loops_, evict->value) != loops_.end();
    if (!known)
      error(evict->where, fmt::format("{} is not in the loop-order of {}{}", evict->value, tensor(),
                                      guess(evict->value, loops_)));
    return known && !entry_.find("depth") && !entry_.find("style") &&
           (!type || type->value == "elem");
  }

  const spec::TensorFormat* named(const std::string& format) const {
    for (const spec::TensorFormat& f : c_.spec.format)
      if (f.tensor.value == tensor() && f.name.value == format) return &f;
    return nullptr;
  }

  static const spec::RankFormat* format_of(const spec::TensorFormat& held,
                                           const std::string& rank) {
    const auto found = std::ranges::find_if(
        held.ranks, [&](const spec::RankFormat& r) { return r.rank.value == rank; });
    return found == held.ranks.end() ? nullptr : &*found;
  }

  // The ranks of the storage, of which the last one may stand in two parts.
  bool check_ranks(const spec::TensorFormat& held) {
    const size_t stored = storage_.rank_order.size(), given = held.rank_order.size();
    bool alike = given == stored || given == stored + 1;
    for (size_t i = 0; alike && i + 1 < stored; ++i)
      alike = held.rank_order[i].value == storage_.rank_order[i];
    for (size_t i = stored - 1; alike && i < given; ++i) {
      const std::string& rank = held.rank_order[i].value;
      alike = given == stored ? rank == storage_.rank_order[i]
                              : tree_.find(rank) && tree_.find(rank)->flattened.empty() &&
                                    tree_.origins(rank) == Names{storage_.rank_order.back()};
    }
    if (!alike)
      unsupported(entry_.find("format")->where,
                  fmt::format("{} in Shared in format '{}', of other ranks than its storage, {}",
                              tensor(), held.name.value, format_text(storage_)),
                  "there the last rank may stand in two parts, a tile and what it holds, and all "
                  "others are as they are stored");
    tiled_ = given > stored;
    return alike;
  }

  bool read_last(const spec::TensorFormat& held, BufferBinding& out) {
    const Name& last = held.rank_order.back();
    const spec::RankFormat* given = format_of(held, last.value);
    const RankFormatKind kind = given ? given->kind : RankFormatKind::Compressed;
    const SourceRange& where = given ? given->where : last.where;
    if (kind == RankFormatKind::Compressed) {
      unsupported(where, fmt::format("{} in Shared as C at {}", tensor(), last.value),
                  formats_there);
      return false;
    }
    out.kind = kind == RankFormatKind::Hashed         ? BufferBinding::Kind::Hashed
               : kind == RankFormatKind::Uncompressed ? BufferBinding::Kind::Dense
                                                      : BufferBinding::Kind::Bitmask;
    return read_slots(*given, out) && read_eviction(held, out);
  }

  bool read_slots(const spec::RankFormat& given, BufferBinding& out) {
    const bool dense = out.kind == BufferBinding::Kind::Dense;
    if (dense == given.slots.has_value()) {
      error(given.slots ? given.slots->where : given.where,
            dense ? std::string("U has an element a coordinate; delete 'slots'")
                  : fmt::format("how many elements {} has room for is not said; write 'slots: "
                                "1024' beside its format",
                                given.rank.value));
      return false;
    }
    if (dense) return true;
    out.slots = given.slots->value;
    const bool whole = out.kind == BufferBinding::Kind::Bitmask ||
                       std::has_single_bit(static_cast<uint64_t>(out.slots));
    if (out.slots >= fewest_slots && out.slots <= most_slots && whole) return true;
    error(given.slots->where, fmt::format("{} slots; write a power of two from {} to {}", out.slots,
                                          fewest_slots, most_slots));
    return false;
  }

  // A tile is evicted on the part above it; without tiles a table is, where the fiber ends.
  bool read_eviction(const spec::TensorFormat& held, BufferBinding& out) {
    const Name* evict = entry_.find("evict-on");
    if (evict && evict->value != "root") out.evict_on = evict->value;
    if (!tiled_ && out.kind != BufferBinding::Kind::Hashed) {
      unsupported(held.rank_order.back().where,
                  fmt::format("{} in Shared as {} over all of {}, whose extent is not known",
                              tensor(), out.kind == BufferBinding::Kind::Dense ? "U" : "B",
                              held.rank_order.back().value),
                  fmt::format("split {0} by uniform_shape and list its parts {0}1 and {0}0",
                              held.rank_order.back().value));
      return false;
    }
    if (!tiled_) return true;
    const Name& tiles = held.rank_order[held.rank_order.size() - 2];
    if (out.evict_on == tiles.value) return true;
    error(evict ? evict->where : entry_.where,
          fmt::format("the format has a tile of {} in Shared; evict it on {}, the rank above",
                      held.rank_order.back().value, tiles.value));
    return false;
  }

  Checking& c_;
  Einsum& einsum_;
  const RankTree& tree_;
  const Names& loops_;
  const spec::BindingEntry& entry_;
  const Storage& storage_;
  bool tiled_ = false;
};

}  // namespace

void bind_buffer(Checking& c, Einsum& einsum, const RankTree& tree,
                 const std::vector<std::string>& loops, const spec::BindingEntry& entry) {
  Buffer(c, einsum, tree, loops, entry).bind();
}

}  // namespace teaal::einsum
