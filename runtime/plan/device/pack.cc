#include "runtime/plan/device/pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/plan/bind.h"
#include "runtime/plan/device/work.h"
#include "runtime/tensor/value_type.h"

namespace teaal::runtime::plan {
namespace {

class DevicePacker {
 public:
  DevicePacker(const std::string& tensor, const std::vector<std::string>& names,
               const DeviceList& list, const StorageRequest& request, int64_t limit,
               Backend& backend, Diagnostics& diagnostics)
      : names_(names),
        list_(list),
        request_(request),
        levels_(levels_of(request, list.shape)),
        entries_(list.entries),
        work_(tensor, limit, backend, diagnostics) {}

  DeviceStored pack() {
    require(entries_ > 0 && entries_ < INT32_MAX && key_range() < most_key);
    for (const Level& level : levels_) {
      std::vector<int64_t> snaps = level.part.snaps;
      snaps.push_back(1);  // no array is empty
      snaps_.push_back(work_.uploaded(snaps));
    }
    sort();
    parent_ = work_.numbers(entries_);
    work_.launch("start_parents", entries_, {parent_, entries_});
    for (size_t l = 0; l < levels_.size(); ++l) add_level(l);
    store_values();
    work_.synchronize();
    return std::move(out_);
  }

 private:
  static void require(bool holds) { DeviceWork::require(holds); }
  // One of the arrays that stay.
  MemoryPtr keep(const std::string& name, int64_t elements, int64_t size) {
    require(saturating_product(elements, size) <= work_.limit() - out_.bytes);
    out_.bytes += elements * size;
    return work_.allocate(name, elements, size);
  }
  const MemoryPtr& coords(size_t l) const {
    return list_.coords[static_cast<size_t>(request_.rank_order[l])];
  }

  // ---- Order ----

  // How many numbers a level's tiles have.
  int64_t ordinals(size_t l) const {
    const LevelPart& part = levels_[l].part;
    int64_t extent = list_.shape[static_cast<size_t>(request_.rank_order[l])];
    const int64_t all = part.whole() ? extent : extent / part.tile + 1;
    return std::min(all, in_enclosing(l).value_or(all));
  }

  // How many of them a tile around has, where it has the same in each: keys need no more.
  std::optional<int64_t> in_enclosing(size_t l) const {
    if (levels_[l].enclosing < 0) return std::nullopt;
    const LevelPart& part = levels_[l].part;
    const LevelPart& outer = levels_[static_cast<size_t>(levels_[l].enclosing)].part;
    const int64_t tile = part.whole() ? 1 : part.tile;
    const bool aligned = part.snaps.empty() && outer.snaps.empty() && outer.tile % tile == 0;
    return aligned ? std::optional(outer.tile / tile) : std::nullopt;
  }

  int64_t key_range() const {
    int64_t out = 1;
    for (size_t l = 0; l < levels_.size(); ++l) out = saturating_product(out, ordinals(l));
    return out;
  }

  int32_t snap_count(size_t l) const { return static_cast<int32_t>(levels_[l].part.snaps.size()); }

  void sort() {
    DeviceWork::Sorted entries{work_.numbers(entries_), work_.allocate("temporary", entries_, 4)};
    work_.launch("start_keys", entries_, {entries.keys, entries.order, entries_});
    for (size_t l = 0; l < levels_.size(); ++l)
      work_.launch("add_to_keys", entries_,
                   {entries.keys, coords(l), entries_, ordinals(l), levels_[l].part.tile, snaps_[l],
                    snap_count(l)});
    MemoryPtr flags = work_.zeroed("temporary", 1, 4);
    work_.launch("judge_keys", entries_, {entries.keys, entries_, flags});
    if (work_.read<int32_t>(flags, 0) != 0)
      entries = work_.sort(entries, entries_, bits_below(key_range()));
    order_ = entries.order;
  }

  // ---- Levels ----

  void add_level(size_t l) {
    const Level& level = levels_[l];
    out_.levels.emplace_back();
    MemoryPtr index = indices(l);
    if (level.format == LevelFormat::Uncompressed) {
      positions_ = saturating_product(positions_, level.extent);
      require(positions_ <= most_of_bits(request_.position_bits));
      work_.launch("into_uncompressed", entries_, {parent_, index, entries_, level.extent});
      return;
    }
    MemoryPtr marks = work_.numbers(entries_ + 1);
    work_.launch("mark_positions", entries_ + 1, {parent_, index, entries_, marks});
    work_.sum(marks, entries_ + 1);
    int64_t fibers = std::exchange(positions_, work_.read<int64_t>(marks, entries_));
    require(positions_ <= most_of_bits(request_.position_bits));
    if (level.format == LevelFormat::Compressed)
      compress(l, fibers, index, marks);
    else
      set_bits(l, fibers, index, marks);
  }

  MemoryPtr indices(size_t l) {
    const Level& level = levels_[l];
    bool relative = level.enclosing >= 0 && level.format != LevelFormat::Compressed;
    size_t outer = relative ? static_cast<size_t>(level.enclosing) : l;
    MemoryPtr out = work_.numbers(entries_);
    work_.launch(
        "take_indices", entries_,
        {coords(l), order_, entries_, level.part.tile, snaps_[l], snap_count(l), int32_t{relative},
         levels_[outer].part.tile, snaps_[outer], snap_count(outer), out});
    return out;
  }

  void compress(size_t l, int64_t fibers, const MemoryPtr& index, const MemoryPtr& sums) {
    DeviceLevel& out = out_.levels[l];
    out.segments = keep(names_[l] + ".segments", fibers + 1, request_.position_bits / 8);
    const int narrow = request_.narrow_bits(l);
    const int64_t size = request_.coordinate_bits / 8;
    MemoryPtr coordinates = narrow == 0 ? keep(names_[l] + ".coords", positions_, size)
                                        : work_.allocate("temporary", positions_, size);
    MemoryPtr fiber_of = work_.numbers(positions_);
    work_.launch("into_compressed", entries_,
                 {parent_, index, entries_, sums, coordinates, fiber_of});
    work_.launch("find_segments", fibers + 1, {fiber_of, positions_, fibers, out.segments});
    if (narrow == 0)
      out.coords = coordinates;
    else
      make_narrow(l, coordinates);
  }

  void make_narrow(size_t l, const MemoryPtr& coordinates) {
    DeviceLevel& out = out_.levels[l];
    const int32_t bits = request_.narrow_bits(l);
    const int64_t runs = (positions_ + narrow_run - 1) / narrow_run;
    out.coords = keep(names_[l] + ".coords", positions_, bits / 8);
    out.bases = keep(names_[l] + ".bases", runs, request_.coordinate_bits / 8);
    MemoryPtr flags = work_.zeroed("temporary", 1, 4);
    work_.launch("into_narrow", runs,
                 {coordinates, positions_, bits, out.coords, out.bases, flags});
    require(work_.read<int32_t>(flags, 0) == 0);  // the host says what does not fit
  }

  void set_bits(size_t l, int64_t fibers, const MemoryPtr& index, const MemoryPtr& sums) {
    DeviceLevel& out = out_.levels[l];
    int64_t words = saturating_product(fibers, levels_[l].words());
    out.masks = keep(names_[l] + ".masks", words, 4);
    work_.zero(out.masks);
    out.bases = keep(names_[l] + ".bases", words + 1, request_.position_bits / 8);
    work_.launch("into_bitmask", entries_,
                 {parent_, index, entries_, sums, levels_[l].words(), out.masks});
    MemoryPtr counts = work_.numbers(words + 1);
    work_.launch("count_bits", words + 1, {out.masks, words, counts});
    work_.sum(counts, words + 1);
    work_.launch("as_positions", words + 1, {counts, words + 1, out.bases});
  }

  void store_values() {
    out_.elements = positions_;
    out_.values = keep("values", positions_, static_cast<int64_t>(size_of(request_.value_type)));
    work_.launch("fill_values", positions_, {out_.values, positions_, request_.absent});
    work_.launch("place_values", entries_,
                 {list_.values, static_cast<int32_t>(list_.value_type), order_, parent_, entries_,
                  out_.values});
  }

  const std::vector<std::string>& names_;
  const DeviceList& list_;
  const StorageRequest& request_;
  std::vector<Level> levels_;
  int64_t entries_;
  DeviceWork work_;
  std::vector<MemoryPtr> snaps_;  // by level
  MemoryPtr order_, parent_;
  int64_t positions_ = 1;
  DeviceStored out_;
};

}  // namespace

bool build_device_pack(const StorageRequest& request, Backend& backend, Diagnostics& diagnostics) {
  const std::string text = with_common("pack.cu");
  std::vector<std::string> defines = {
      fmt::format("TEAAL_POSITION_BITS={}", request.position_bits),
      fmt::format("TEAAL_COORDINATE_BITS={}", request.coordinate_bits),
      fmt::format("TEAAL_ELEMENT_TYPE={}", static_cast<int>(request.value_type))};
  return backend.build({text, "pack.cu"}, defines, diagnostics);
}

std::optional<DeviceStored> pack_on_device(const std::string& tensor,
                                           const std::vector<std::string>& levels,
                                           const DeviceList& list, const StorageRequest& request,
                                           int64_t limit_bytes, Backend& backend,
                                           Diagnostics& diagnostics) {
  try {
    return DevicePacker(tensor, levels, list, request, limit_bytes, backend, diagnostics).pack();
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

}  // namespace teaal::runtime::plan
