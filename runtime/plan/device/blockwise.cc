#include "runtime/plan/device/blockwise.h"

#include <algorithm>

#include "runtime/plan/device/work.h"
#include "runtime/tensor/values.h"

namespace teaal::runtime::plan {

namespace {

constexpr const char* file_name = "blockwise.cu";

// Over `work` numbers, a thread each while the grid lasts.
bool launch(const std::string& kernel, int64_t work, std::vector<Argument> arguments,
            MemoryPtr written, Backend& backend, Diagnostics& diagnostics) {
  constexpr int64_t threads = 256, most_blocks = 1 << 16;
  Launch out;
  out.kernel = kernel;
  out.grid = static_cast<uint32_t>(std::min(most_blocks, work / threads + 1));
  out.block = threads;
  out.arguments = std::move(arguments);
  out.written = {std::move(written)};
  return backend.launch(out, diagnostics);
}

// What every tile has where none is drawn; at least one byte.
std::vector<unsigned char> pattern_of(const Blockwise& blocks) {
  std::vector<unsigned char> out(1);
  if (blocks.drawn()) return out;
  std::vector<bool> mask = blocks.mask(0, 0);
  out.assign(mask.begin(), mask.end());
  return out;
}

}  // namespace

MemoryPtr blockwise_on_device(const Blockwise& blocks, int64_t rows, int64_t columns,
                              Backend& backend, Diagnostics& diagnostics) {
  const int64_t height = blocks.tile[0], width = blocks.tile[1];
  const int64_t tile_rows = (rows + height - 1) / height,
                tile_columns = (columns + width - 1) / width, tiles = tile_rows * tile_columns;
  const int32_t k = blocks.k, drawn = blocks.drawn(), consistent = blocks.consistent;
  const auto [least, fraction] = blocks.full_slices();
  const auto seed = static_cast<int64_t>(blocks.seed);
  std::vector<unsigned char> pattern = pattern_of(blocks);
  MemoryPtr out = backend.allocate("blockwise", static_cast<size_t>(rows * columns) * sizeof(float),
                                   diagnostics);
  MemoryPtr masks = backend.allocate("blockwise.masks",
                                     static_cast<size_t>(tiles * blocks.slices()), diagnostics);
  MemoryPtr repeated = backend.allocate("blockwise.pattern", pattern.size(), diagnostics);
  if (!out || !masks || !repeated ||
      !backend.build({device_text(file_name), file_name}, {}, diagnostics) ||
      !backend.upload(*repeated, std::as_bytes(std::span(pattern)), diagnostics))
    return nullptr;
  if (rows * columns == 0) return out;
  bool done = launch("fill_masks", tiles,
                     {masks, repeated, tile_rows, tile_columns, blocks.slices(), k, drawn, least,
                      static_cast<int64_t>(fraction), consistent,
                      static_cast<int64_t>(chance(blocks.tiles)), seed},
                     masks, backend, diagnostics) &&
              launch("fill_elements", rows * columns,
                     {out, masks, rows, columns, height, width, tile_columns, blocks.slices(),
                      blocks.slice, k, seed},
                     out, backend, diagnostics) &&
              backend.synchronize(diagnostics);
  return done ? out : nullptr;
}

}  // namespace teaal::runtime::plan
