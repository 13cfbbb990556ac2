#include <gtest/gtest.h>

#include <random>

#include "compiler/emit/emit.h"
#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "runtime/manifest/manifest.h"
#include "runtime/tensor/tensor.h"

// Kernels find positions by the compiler's extents of uncompressed levels, the runtime packs by its
// own: they must be the same numbers.
namespace teaal {
namespace {

struct Both {
  std::vector<ir::Level> compiled;
  runtime::StorageRequest request;
};

// The parts of one rank K; sizes are literals or the symbol T.
Both random_levels(std::mt19937& random, int64_t t) {
  auto size = [&](int64_t& value) {
    value = static_cast<int64_t>(1 + random() % 12);
    if (random() % 4 > 0) return ir::lit(value);
    value = t;
    return ir::var("T");
  };
  Both out;
  for (size_t parts = random() % 4; parts > 0; --parts) {
    ir::Level level{"K", ir::LevelFormat::Uncompressed, "K" + std::to_string(parts)};
    runtime::LevelPart part;
    level.tile = size(part.tile);
    part.snaps.resize(random() % 3);
    for (int64_t& snap : part.snaps) level.snaps.push_back(size(snap));
    out.compiled.push_back(std::move(level));
    out.request.parts.push_back(std::move(part));
  }
  out.compiled.push_back({"K", ir::LevelFormat::Uncompressed});
  out.request.parts.emplace_back();
  out.request.rank_order.assign(out.compiled.size(), 0);
  out.request.formats.assign(out.compiled.size(), runtime::LevelFormat::Uncompressed);
  return out;
}

TEST(LevelExtent, IsTheSameInTheCompilerAndTheRuntime) {
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    int64_t t = static_cast<int64_t>(1 + random() % 9), k = static_cast<int64_t>(random() % 40);
    Both levels = random_levels(random, t);
    auto packed = runtime::levels_of(levels.request, {k});
    for (size_t l = 0; l < packed.size(); ++l) {
      std::string text = emit::size_text(ir::level_extent(levels.compiled, l));
      Diagnostics diagnostics;
      EXPECT_EQ(runtime::evaluate(text, {{"K", k}, {"T", t}}, diagnostics), packed[l].extent)
          << text;
    }
  }
}

TEST(LevelExtent, HeaderSaysWhatTheArraysOfPartsHold) {
  ir::Program program;
  program.name = "k";
  auto compressed = ir::LevelFormat::Compressed;
  std::vector<ir::Level> levels = {{"K", compressed, "K1", ir::lit(4), {ir::lit(3), ir::lit(5)}},
                                   {"M", ir::LevelFormat::Uncompressed},
                                   {"K", ir::LevelFormat::Uncompressed}};
  program.tensors = {{"A", ir::Role::Input, {"K", "M"}, levels, {}}};
  program.views = {{"A", "A", levels}};
  std::string text = emit::header_text(program, {"", "k.yaml", "f32", 32, ""});
  EXPECT_NE(text.find("/* A: K1:C, M:U, K:U; K1 is K down to 5, down to 3, / 4; "
                      "K counted from the first of its K1, 10 a fiber */"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("const int32_t* A_K1_coords;"), std::string::npos);
}

}  // namespace
}  // namespace teaal
