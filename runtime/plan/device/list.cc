#include "runtime/plan/device/list.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "runtime/plan/bind.h"
#include "runtime/plan/device/work.h"
#include "runtime/tensor/value_type.h"

namespace teaal::runtime::plan {
namespace {

int32_t number_of_type(ElementType type) { return static_cast<int32_t>(type); }

class DeviceLister {
 public:
  DeviceLister(const DeviceLayout& layout, const DeviceRequest& request, Backend& backend,
               Diagnostics& diagnostics)
      : layout_(layout),
        request_(request),
        work_(request.tensor, backend.most_bytes(), backend, diagnostics),
        diagnostics_(diagnostics) {}

  DeviceList list() {
    check();
    out_.shape = layout_.shape;
    out_.coords.resize(layout_.shape.size());
    shape_ = work_.uploaded(layout_.shape);
    strides_ = work_.uploaded(layout_.strides.empty() ? layout_.shape : layout_.strides);
    if (layout_.levels.empty())
      take_list();
    else
      unroll();
    if (out_.entries > 0) make_canonical();
    work_.synchronize();
    return std::move(out_);
  }

 private:
  using Level = DeviceLayout::Level;

  static void require(bool holds) { DeviceWork::require(holds); }
  [[noreturn]] void refuse(const std::string& why) {
    diagnostics_.error(Code::TensorRange, {}, fmt::format("{}: {}", request_.tensor, why));
    throw Stopped{};
  }
  int64_t extent(const Level& level) const {
    return layout_.shape[static_cast<size_t>(level.rank)];
  }
  int32_t stride_ranks() const { return static_cast<int32_t>(layout_.strides.size()); }
  bool is_dense() const {
    return !layout_.levels.empty() && std::ranges::all_of(layout_.levels, [](const Level& level) {
      return level.format == LevelFormat::Uncompressed;
    });
  }

  // ---- Checks ----

  void check() {
    require(std::ranges::all_of(layout_.shape, [](int64_t extent) { return extent > 0; }));
    flags_ = work_.zeroed("temporary", 1, 4);
    for (size_t r = 0; r < layout_.coords.size(); ++r)
      check_coords(layout_.coords[r], layout_.shape[r]);
    int64_t positions = 1;
    for (const Level& level : layout_.levels) {
      fibers_.push_back(positions);
      positions = level.format == LevelFormat::Uncompressed
                      ? saturating_product(positions, extent(level))
                  : level.format == LevelFormat::Compressed ? check_compressed(level, positions)
                                                            : check_bitmask(level, positions);
    }
    out_.entries = layout_.levels.empty() ? layout_.values.elements : positions;
    require(out_.entries < INT32_MAX || is_dense());
    if (layout_.strides.empty() && out_.entries > layout_.values.elements)
      refuse("values are missing");
    const auto found = work_.read<int32_t>(flags_, 0);
    if ((found & 1) != 0) refuse("segments or masks contradict the arrays beside them");
    if ((found & 2) != 0) refuse("a coordinate lies outside its rank");
  }
  void check_coords(const DeviceArray& coords, int64_t extent) {
    work_.launch("check_coords", coords.elements,
                 {coords.memory, number_of_type(coords.type), coords.elements, extent, flags_});
  }
  int64_t check_compressed(const Level& level, int64_t fibers) {
    const int64_t positions = level.coords.elements;
    if (level.segments.elements != fibers + 1 || (fibers == 0 && positions > 0))
      refuse("there are too few or too many segments");
    work_.launch(
        "check_segments", fibers,
        {level.segments.memory, number_of_type(level.segments.type), fibers, positions, flags_});
    check_coords(level.coords, extent(level));
    return positions;
  }
  int64_t check_bitmask(const Level& level, int64_t fibers) {
    const int64_t words = words_of(level), all = saturating_product(fibers, words);
    if (level.masks.elements != all || level.bases.elements != all + 1)
      refuse("masks and bases do not fit the shape");
    const auto bits = static_cast<int32_t>(extent(level) - (words - 1) * 32);
    work_.launch("check_masks", all,
                 {level.masks.memory, number_of_type(level.masks.type), level.bases.memory,
                  number_of_type(level.bases.type), all, words, bits, flags_});
    const int64_t positions = last_of(level.bases);
    if (positions < 0 || positions > 32 * all) refuse("bases do not count the bits of the masks");
    return positions;
  }
  int64_t words_of(const Level& level) const { return (extent(level) + 31) / 32; }
  int64_t last_of(const DeviceArray& array) {
    const int64_t at = array.elements - 1;
    switch (array.type) {
      case ElementType::I8:
        return work_.read<int8_t>(array.memory, at);
      case ElementType::I16:
        return work_.read<int16_t>(array.memory, at);
      case ElementType::I32:
        return work_.read<int32_t>(array.memory, at);
      default:
        return work_.read<int64_t>(array.memory, at);
    }
  }

  // ---- Entries ----

  void take_list() {
    for (size_t r = 0; r < layout_.coords.size(); ++r) {
      const DeviceArray& from = layout_.coords[r];
      out_.coords[r] = from.memory;
      if (from.type == ElementType::I32) continue;
      out_.coords[r] = list_of_coords();
      work_.launch("take_coords", out_.entries,
                   {from.memory, number_of_type(from.type), out_.entries, out_.coords[r]});
    }
    use_values();
  }
  void use_values() {
    out_.values = layout_.values.memory;
    out_.value_type = layout_.values.type;
  }
  MemoryPtr list_of_coords() { return work_.allocate("coordinates", out_.entries, 4); }

  void unroll() {
    MemoryPtr position;
    if (is_dense()) {
      position = present(layout_.values.memory, layout_.values.type, out_.entries, stride_ranks());
      if (out_.entries == 0) return;
      out_.values = work_.allocate("values", out_.entries, 8);
      out_.value_type = ElementType::F64;
      work_.launch("take_values", out_.entries,
                   {layout_.values.memory, number_of_type(layout_.values.type), position,
                    out_.entries, shape_, strides_, stride_ranks(), out_.values});
    } else {
      position = work_.numbers(out_.entries);
      work_.launch("start_positions", out_.entries, {position, out_.entries});
      use_values();
    }
    for (size_t l = layout_.levels.size(); l-- > 0;) leave(l, position);
  }

  void leave(size_t l, const MemoryPtr& position) {
    const Level& level = layout_.levels[l];
    const MemoryPtr& coords = out_.coords[static_cast<size_t>(level.rank)] = list_of_coords();
    switch (level.format) {
      case LevelFormat::Uncompressed:
        work_.launch("leave_uncompressed", out_.entries,
                     {position, out_.entries, extent(level), coords});
        return;
      case LevelFormat::Compressed:
        work_.launch(
            "leave_compressed", out_.entries,
            {position, out_.entries, level.segments.memory, number_of_type(level.segments.type),
             fibers_[l], level.coords.memory, number_of_type(level.coords.type), coords});
        return;
      case LevelFormat::Bitmask:
        work_.launch("leave_bitmask", out_.entries,
                     {position, out_.entries, level.masks.memory, number_of_type(level.masks.type),
                      level.bases.memory, number_of_type(level.bases.type), level.masks.elements,
                      words_of(level), coords});
    }
  }

  // Which of `count` values are not absent, so many as `out_.entries` says then.
  MemoryPtr present(const MemoryPtr& values, ElementType type, int64_t count, int32_t ranks) {
    MemoryPtr marks = work_.numbers(count + 1);
    work_.launch(
        "mark_present", count + 1,
        {values, number_of_type(type), count, shape_, strides_, ranks, request_.absent, marks});
    work_.sum(marks, count + 1);
    out_.entries = work_.read<int64_t>(marks, count);
    require(out_.entries < INT32_MAX);
    MemoryPtr position = work_.numbers(out_.entries);
    work_.launch("take_marked", count, {marks, count, position});
    return position;
  }

  // ---- Order ----

  void make_canonical() {
    int64_t range = 1;
    for (const int64_t extent : layout_.shape) range = saturating_product(range, extent);
    require(range < most_key);
    const int64_t n = out_.entries;
    DeviceWork::Sorted sorted{work_.numbers(n), work_.allocate("temporary", n, 4)};
    work_.launch("start_keys", n, {sorted.keys, sorted.order, n});
    for (size_t r = 0; r < layout_.shape.size(); ++r)
      work_.launch("add_to_keys", n, {sorted.keys, out_.coords[r], n, layout_.shape[r]});
    MemoryPtr flags = work_.zeroed("temporary", 1, 4);
    work_.launch("judge_keys", n, {sorted.keys, n, flags});
    work_.launch("judge_values", n,
                 {out_.values, number_of_type(out_.value_type), n, request_.absent, flags});
    const auto found = work_.read<int32_t>(flags, 0);
    if ((found & 1) != 0) sorted = work_.sort(sorted, n, bits_below(range));
    if (found != 0) add_and_drop(sorted);
  }

  void add_and_drop(const DeviceWork::Sorted& sorted) {
    const int64_t n = out_.entries;
    MemoryPtr marks = work_.numbers(n + 1);
    work_.launch("mark_runs", n + 1, {sorted.keys, n, marks});
    work_.sum(marks, n + 1);
    const auto runs = work_.read<int64_t>(marks, n);
    MemoryPtr first = work_.allocate("temporary", runs, 4);
    MemoryPtr totals = work_.allocate("temporary", runs, 8);
    work_.launch("add_runs", n,
                 {sorted.keys, sorted.order, marks, n, out_.values, number_of_type(out_.value_type),
                  first, totals});
    MemoryPtr position = present(totals, ElementType::F64, runs, 0);
    const int64_t left = out_.entries;
    for (MemoryPtr& coords : out_.coords) {
      MemoryPtr from = std::exchange(coords, list_of_coords());
      work_.launch("gather_coords", left, {from, first, position, left, coords});
    }
    out_.values = work_.allocate("values", left, 8);
    out_.value_type = ElementType::F64;
    work_.launch("take_values", left,
                 {totals, number_of_type(ElementType::F64), position, left, shape_, strides_,
                  int32_t{0}, out_.values});
  }

  const DeviceLayout& layout_;
  const DeviceRequest& request_;
  DeviceWork work_;
  Diagnostics& diagnostics_;
  MemoryPtr flags_, shape_, strides_;
  std::vector<int64_t> fibers_;  // of each level: positions of the one above
  DeviceList out_;
};

}  // namespace

std::optional<DeviceList> list_on_device(const DeviceLayout& layout, const DeviceRequest& request,
                                         Backend& backend, Diagnostics& diagnostics) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string text = with_common("list.cu");
  if (!backend.build({text, "list.cu"}, {}, diagnostics)) return std::nullopt;
  try {
    DeviceList out = DeviceLister(layout, request, backend, diagnostics).list();
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    out.us = took.count();
    return out;
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

std::optional<Coo> download(const DeviceList& list, Backend& backend, Diagnostics& diagnostics) {
  Coo out;
  out.shape = list.shape;
  const auto entries = static_cast<size_t>(list.entries);
  for (size_t r = 0; r < list.shape.size(); ++r) {
    std::vector<int32_t>& coords = out.coords.emplace_back(entries);
    if (entries > 0 &&
        !backend.download(*list.coords[r], std::as_writable_bytes(std::span(coords)), diagnostics))
      return std::nullopt;
  }
  Array values(list.value_type, entries);
  if (entries > 0 && !backend.download(*list.values, values.bytes, diagnostics))
    return std::nullopt;
  with_values(values, [&](auto elements) {
    for (const auto element : elements) out.values.push_back(number_of(element));
  });
  return out;
}

std::optional<DeviceList> upload(const Coo& coo, ElementType type, Backend& backend,
                                 Diagnostics& diagnostics) {
  DeviceList out;
  out.shape = coo.shape;
  out.entries = static_cast<int64_t>(coo.entries());
  auto send = [&](std::span<const std::byte> bytes) -> MemoryPtr {
    MemoryPtr there = backend.allocate("temporary", bytes.size(), diagnostics);
    return there && backend.upload(*there, bytes, diagnostics) ? there : nullptr;
  };
  for (const auto& coords : coo.coords)
    out.coords.push_back(send(std::as_bytes(std::span(coords))));
  Array elements(type, coo.entries());
  with_values(elements, [&](auto to) {
    using Element = typename decltype(to)::value_type;
    for (size_t e = 0; e < to.size(); ++e) to[e] = element_of<Element>(coo.values[e]);
  });
  out.values = send(elements.bytes);
  out.value_type = type;
  const bool all = out.values && std::ranges::all_of(out.coords, [](const auto& c) { return !!c; });
  return all ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace teaal::runtime::plan
