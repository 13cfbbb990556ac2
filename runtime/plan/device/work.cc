#include "runtime/plan/device/work.h"

#include <algorithm>
#include <bit>

#include "runtime/plan/bind.h"
#include "templates/library.h"

namespace teaal::runtime::plan {

const std::vector<std::pair<std::string, std::string>>& embedded_files();

const std::string& device_text(const std::string& file_name) {
  return std::ranges::find(embedded_files(), file_name, &std::pair<std::string, std::string>::first)
      ->second;
}

std::string with_common(const std::string& file_name) {
  return templates::with_library(device_text("common.cu") + device_text(file_name));
}

int bits_below(int64_t range) { return std::bit_width(static_cast<uint64_t>(range - 1)); }

MemoryPtr DeviceWork::allocate(const std::string& name, int64_t elements, int64_t size) {
  const int64_t bytes = saturating_product(elements, size);
  require(bytes <= limit_);
  MemoryPtr out = backend_.allocate(tensor_ + "." + name, static_cast<size_t>(bytes), diagnostics_);
  require(out != nullptr);
  return out;
}

MemoryPtr DeviceWork::zeroed(const std::string& name, int64_t elements, int64_t size) {
  MemoryPtr out = allocate(name, elements, size);
  zero(out);
  return out;
}

MemoryPtr DeviceWork::uploaded(std::span<const std::byte> bytes) {
  MemoryPtr out = allocate("temporary", static_cast<int64_t>(bytes.size()), 1);
  require(backend_.upload(*out, bytes, diagnostics_));
  return out;
}

void DeviceWork::launch(const std::string& kernel, int64_t work, std::vector<Argument> arguments) {
  constexpr int64_t most_blocks = 1 << 16;
  launch_blocks(kernel, std::min(most_blocks, work / threads + 1), std::move(arguments));
}

void DeviceWork::launch_blocks(const std::string& kernel, int64_t blocks,
                               std::vector<Argument> arguments) {
  Launch out{kernel, static_cast<uint32_t>(blocks), threads, std::move(arguments), {}};
  for (const Argument& argument : out.arguments)
    if (const auto* memory = std::get_if<MemoryPtr>(&argument)) out.written.push_back(*memory);
  require(backend_.launch(out, diagnostics_));
}

void DeviceWork::sum(const MemoryPtr& data, int64_t count) {
  constexpr int64_t a_block = 4096;
  const int64_t blocks = (count + a_block - 1) / a_block;
  MemoryPtr sums = numbers(blocks);
  launch_blocks("sum_blocks", blocks, {data, count, sums});
  if (blocks == 1) return;
  sum(sums, blocks);
  launch("add_sums", count, {data, count, sums});
}

DeviceWork::Sorted DeviceWork::sort(Sorted data, int64_t entries, int bits) {
  constexpr int64_t most_blocks = 1056, tile = 2048;
  constexpr int most_bits = 8;  // of a digit
  const int64_t blocks = std::clamp<int64_t>((entries + tile - 1) / tile, 1, most_blocks);
  // As few digits as there must be, and as narrow as so many can be: the entries of a tile that
  // have one digit are neighbours behind it.
  const int digits = (bits + most_bits - 1) / most_bits;
  const int32_t width = digits > 0 ? (bits + digits - 1) / digits : 0;
  Sorted other{numbers(entries), allocate("temporary", entries, 4)};
  MemoryPtr counts = numbers(256 * blocks);
  for (int32_t shift = 0; shift < bits; shift += width) {
    launch_blocks("count_digits", blocks, {data.keys, entries, shift, width, counts});
    sum(counts, 256 * blocks);
    launch_blocks("move_by_digit", blocks,
                  {data.keys, data.order, entries, shift, width, counts, other.keys, other.order});
    std::swap(data, other);
  }
  return data;
}

}  // namespace teaal::runtime::plan
