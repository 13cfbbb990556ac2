#include "runtime/plan/device_pack.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "runtime/plan/bind.h"
#include "runtime/tensor/value_type.h"

namespace teaal::runtime::plan {

const std::vector<std::pair<std::string, std::string>>& embedded_files();

namespace {

constexpr int64_t most_key = int64_t{1} << 62;
constexpr uint32_t threads = 256;

// Thrown where an error was added, or where the host has to do it.
struct Stopped {};

class DevicePacker {
 public:
  DevicePacker(const std::string& tensor, const std::vector<std::string>& names, const Coo& coo,
               const StorageRequest& request, int64_t limit, Backend& backend,
               Diagnostics& diagnostics)
      : tensor_(tensor),
        names_(names),
        coo_(coo),
        request_(request),
        levels_(levels_of(request, coo.shape)),
        entries_(static_cast<int64_t>(coo.entries())),
        limit_(limit),
        backend_(backend),
        diagnostics_(diagnostics) {}

  DeviceStored pack() {
    require(entries_ > 0 && entries_ < INT32_MAX && key_range() < most_key);
    upload();
    sort();
    parent_ = numbers(entries_);
    launch("start_parents", entries_, {parent_, entries_});
    for (size_t l = 0; l < levels_.size(); ++l) add_level(l);
    store_values();
    require(backend_.synchronize(diagnostics_));
    return std::move(out_);
  }

 private:
  // ---- The machine ----

  static void require(bool holds) {
    if (!holds) throw Stopped{};
  }

  MemoryPtr allocate(const std::string& name, int64_t elements, int64_t size) {
    int64_t bytes = saturating_product(elements, size);
    require(bytes <= limit_);
    MemoryPtr out =
        backend_.allocate(tensor_ + "." + name, static_cast<size_t>(bytes), diagnostics_);
    require(out != nullptr);
    return out;
  }
  // One of the arrays that stay.
  MemoryPtr keep(const std::string& name, int64_t elements, int64_t size) {
    require(saturating_product(elements, size) <= limit_ - out_.bytes);
    out_.bytes += elements * size;
    return allocate(name, elements, size);
  }
  MemoryPtr numbers(int64_t count) { return allocate("temporary", count, 8); }

  template <class T>
  MemoryPtr uploaded(const std::vector<T>& values) {
    MemoryPtr out = allocate("temporary", static_cast<int64_t>(values.size()), sizeof(T));
    require(backend_.upload(*out, std::as_bytes(std::span(values)), diagnostics_));
    return out;
  }

  // Over `work` numbers, a thread each while the grid lasts.
  void launch(const std::string& kernel, int64_t work, std::vector<Argument> arguments) {
    constexpr int64_t most_blocks = 1 << 16;
    launch_blocks(kernel, std::min(most_blocks, work / threads + 1), std::move(arguments));
  }
  void launch_blocks(const std::string& kernel, int64_t blocks, std::vector<Argument> arguments) {
    Launch out{kernel, static_cast<uint32_t>(blocks), threads, std::move(arguments), {}};
    for (const Argument& argument : out.arguments)
      if (const auto* memory = std::get_if<MemoryPtr>(&argument)) out.written.push_back(*memory);
    require(backend_.launch(out, diagnostics_));
  }

  // In place, exclusive.
  void sum(const MemoryPtr& data, int64_t count) {
    constexpr int64_t a_block = 4096;
    int64_t blocks = (count + a_block - 1) / a_block;
    MemoryPtr sums = numbers(blocks);
    launch_blocks("sum_blocks", blocks, {data, count, sums});
    if (blocks == 1) return;
    sum(sums, blocks);
    launch("add_sums", count, {data, count, sums});
  }

  int64_t last_of(const MemoryPtr& data, int64_t count) {
    MemoryPtr one = numbers(1);
    launch("take_last", 1, {data, count, one});
    int64_t out = 0;
    require(backend_.download(*one, std::as_writable_bytes(std::span(&out, 1)), diagnostics_));
    return out;
  }

  // ---- Sorting ----

  // How many numbers a level's tiles have.
  int64_t ordinals(size_t l) const {
    const LevelPart& part = levels_[l].part;
    int64_t extent = coo_.shape[request_.rank_order[l]];
    return part.whole() ? extent : extent / part.tile + 1;
  }

  int64_t key_range() const {
    int64_t out = 1;
    for (size_t l = 0; l < levels_.size(); ++l) out = saturating_product(out, ordinals(l));
    return out;
  }

  void upload() {
    for (const auto& coords : coo_.coords) coords_.push_back(uploaded(coords));
    Array elements(request_.value_type, coo_.entries());
    with_values(elements, [&](auto out) {
      using Element = typename decltype(out)::value_type;
      for (size_t e = 0; e < out.size(); ++e) out[e] = element_of<Element>(coo_.values[e]);
    });
    values_ = uploaded(elements.bytes);
    for (const Level& level : levels_) {
      std::vector<int64_t> snaps = level.part.snaps;
      snaps.push_back(1);  // no array is empty
      snaps_.push_back(uploaded(snaps));
    }
  }

  int32_t snap_count(size_t l) const { return static_cast<int32_t>(levels_[l].part.snaps.size()); }

  void sort() {
    MemoryPtr keys = numbers(entries_);
    order_ = allocate("temporary", entries_, 4);
    launch("start_keys", entries_, {keys, order_, entries_});
    for (size_t l = 0; l < levels_.size(); ++l)
      launch("add_to_keys", entries_,
             {keys, coords_[request_.rank_order[l]], entries_, ordinals(l), levels_[l].part.tile,
              snaps_[l], snap_count(l)});
    constexpr int64_t a_warp = 4096, warps_a_block = 8;
    int64_t warps = (entries_ + a_warp - 1) / a_warp;
    int64_t blocks = (warps + warps_a_block - 1) / warps_a_block;
    MemoryPtr other_keys = numbers(entries_), other_order = allocate("temporary", entries_, 4),
              counts = numbers(256 * warps);
    int bits = std::bit_width(static_cast<uint64_t>(key_range() - 1));
    for (int32_t shift = 0; shift < bits; shift += 8) {
      launch_blocks("count_digits", blocks, {keys, entries_, shift, warps, counts});
      sum(counts, 256 * warps);
      launch_blocks("move_by_digit", blocks,
                    {keys, order_, entries_, shift, warps, counts, other_keys, other_order});
      std::swap(keys, other_keys);
      std::swap(order_, other_order);
    }
  }

  // ---- Levels ----

  void add_level(size_t l) {
    const Level& level = levels_[l];
    out_.levels.emplace_back();
    MemoryPtr index = indices(l);
    if (level.format == LevelFormat::Uncompressed) {
      positions_ = saturating_product(positions_, level.extent);
      require(positions_ <= most_of_bits(request_.position_bits));
      launch("into_uncompressed", entries_, {parent_, index, entries_, level.extent});
      return;
    }
    MemoryPtr marks = numbers(entries_ + 1);
    launch("mark_positions", entries_ + 1, {parent_, index, entries_, marks});
    sum(marks, entries_ + 1);
    int64_t fibers = std::exchange(positions_, last_of(marks, entries_ + 1));
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
    MemoryPtr out = numbers(entries_);
    launch("take_indices", entries_,
           {coords_[request_.rank_order[l]], order_, entries_, level.part.tile, snaps_[l],
            snap_count(l), int32_t{relative}, levels_[outer].part.tile, snaps_[outer],
            snap_count(outer), out});
    return out;
  }

  void compress(size_t l, int64_t fibers, const MemoryPtr& index, const MemoryPtr& sums) {
    DeviceLevel& out = out_.levels[l];
    out.segments = keep(names_[l] + ".segments", fibers + 1, request_.position_bits / 8);
    out.coords = keep(names_[l] + ".coords", positions_, request_.coordinate_bits / 8);
    MemoryPtr fiber_of = numbers(positions_);
    launch("into_compressed", entries_, {parent_, index, entries_, sums, out.coords, fiber_of});
    launch("find_segments", fibers + 1, {fiber_of, positions_, fibers, out.segments});
  }

  void set_bits(size_t l, int64_t fibers, const MemoryPtr& index, const MemoryPtr& sums) {
    DeviceLevel& out = out_.levels[l];
    int64_t words = saturating_product(fibers, levels_[l].words());
    out.masks = keep(names_[l] + ".masks", words, 4);
    out.bases = keep(names_[l] + ".bases", words + 1, request_.position_bits / 8);
    require(backend_.zero(*out.masks, diagnostics_));
    launch("into_bitmask", entries_,
           {parent_, index, entries_, sums, levels_[l].words(), out.masks});
    MemoryPtr counts = numbers(words + 1);
    launch("count_bits", words + 1, {out.masks, words, counts});
    sum(counts, words + 1);
    launch("as_positions", words + 1, {counts, words + 1, out.bases});
  }

  void store_values() {
    out_.elements = positions_;
    out_.values = keep("values", positions_, static_cast<int64_t>(size_of(request_.value_type)));
    launch("fill_values", positions_, {out_.values, positions_, absent_bits()});
    launch("place_values", entries_, {values_, order_, parent_, entries_, out_.values});
  }

  int64_t absent_bits() const {
    Array one(request_.value_type, 1);
    with_values(one, [&](auto out) {
      using Element = typename decltype(out)::value_type;
      out[0] = element_of<Element>(request_.absent);
    });
    uint64_t out = 0;
    for (size_t byte = 0; byte < one.bytes.size(); ++byte)
      out |= uint64_t{std::to_integer<uint8_t>(one.bytes[byte])} << (8 * byte);
    return static_cast<int64_t>(out);
  }

  const std::string& tensor_;
  const std::vector<std::string>& names_;
  const Coo& coo_;
  const StorageRequest& request_;
  std::vector<Level> levels_;
  int64_t entries_, limit_;
  Backend& backend_;
  Diagnostics& diagnostics_;
  std::vector<MemoryPtr> coords_, snaps_;  // by rank; by level
  MemoryPtr values_, order_, parent_;
  int64_t positions_ = 1;
  DeviceStored out_;
};

}  // namespace

bool build_device_pack(const StorageRequest& request, Backend& backend, Diagnostics& diagnostics) {
  const std::string& text = embedded_files().front().second;
  std::vector<std::string> defines = {
      fmt::format("TEAAL_POSITION_BITS={}", request.position_bits),
      fmt::format("TEAAL_COORDINATE_BITS={}", request.coordinate_bits),
      fmt::format("TEAAL_ELEMENT_BYTES={}", size_of(request.value_type))};
  return backend.build({text, "device_pack.cu"}, defines, diagnostics);
}

std::optional<DeviceStored> pack_on_device(const std::string& tensor,
                                           const std::vector<std::string>& levels, const Coo& coo,
                                           const StorageRequest& request, int64_t limit_bytes,
                                           Backend& backend, Diagnostics& diagnostics) {
  try {
    return DevicePacker(tensor, levels, coo, request, limit_bytes, backend, diagnostics).pack();
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

}  // namespace teaal::runtime::plan
