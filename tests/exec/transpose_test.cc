#include <gtest/gtest.h>

#include "tests/exec/tiled.h"

// Operands whose tiles lanes read across their rows, transposed in front; and products whose tiles
// have zeros beyond an edge, which are added.
namespace teaal::exec {
namespace {

const std::string parts =
                      "M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), "
                      "uniform_shape(4)], K: [uniform_shape(8)]",
                  order = "M2, N2, K1, K0, M1, N1, M0, N0",
                  lanes = bound("Block", "{rank: M2}, {rank: N2}") +
                          bound("Lane", "{rank: M1}, {rank: N1}"),
                  both = bound("Shared", shared("A", "K", "K1") + ", " + shared("B", "K", "K1"));

Tiled product(const std::string& a = "M K", const std::string& b = "K N") {
  return {"Product",
          "A: [M, K], B: [K, N], Z: [M, N]",
          "\"Z[m, n] = A[m, k] * B[k, n]\"",
          mapped(parts, order, "M2, N2, M1, N1", "K1, K0, M0, N0"),
          stored("A", a, "UU") + stored("B", b, "UU"),
          lanes + both,
          "",
          "",
          "f32",
          32,
          {"A_transposed_tile_values[128]", "B_tile_values[256]"}};
}

std::vector<Tiled> cases() {
  std::vector<Tiled> out = {product()};
  for (const char* type : {"f64", "i32"})
    out.push_back(
        with(product(), std::string("Product_") + type, [&](Tiled& t) { t.type = type; }));
  out.push_back(deep(product(), 3));
  out.push_back(with(product(), "Of16Bits", [](Tiled& t) {
    t.type = "f16";
    t.tiles = {"A_tile_values[128]"};
  }));
  out.push_back(with(product(), "MinPlus", [](Tiled& t) { t.operators = min_plus; }));
  out.push_back(with(product("K M", "N K"), "TheOther", [](Tiled& t) {
    t.tiles = {"A_tile_values[128]", "B_transposed_tile_values[256]"};
  }));
  out.push_back(with(product("M K", "N K"), "Both", [](Tiled& t) {
    t.tiles = {"A_transposed_tile_values[128]", "B_transposed_tile_values[256]"};
  }));
  out.push_back(with(product(), "Batch", [](Tiled& t) {
    t.declaration = "A: [P, M, K], B: [P, K, N], Z: [P, M, N]";
    t.expressions = "\"Z[p, m, n] = A[p, m, k] * B[p, k, n]\"";
    t.mapping = mapped(parts, "P, " + order, "P, M2, N2, M1, N1", "K1, K0, M0, N0");
    t.formats = stored("A", "M P K", "UUU") + stored("B", "P K N", "UUU");
    t.bindings = bound("Block", "{rank: P}") + t.bindings;
  }));
  out.push_back(with(product(), "OfOneBlock", [](Tiled& t) {
    t.bindings = bound("Block", "{rank: M2}") + bound("Lane", "{rank: M1}, {rank: N1}") + both;
    t.mapping = mapped(parts, order, "M2, M1, N1", "N2, K1, K0, M0, N0");
    t.tiles = {"A_tile_values[128]"};
  }));
  out.push_back(with(product(), "Twice", [](Tiled& t) {
    t.expressions = "\"Z[m, n] = A[m, k] * A[m, k] * B[k, n]\"";
    t.tiles = {"A_tile_values[128]"};
  }));
  out.push_back(with(product(), "InParts", [](Tiled& t) {  // the last tile of a part ends in it
    t.mapping = mapped(
        "M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), "
        "uniform_shape(4)], K: [uniform_shape(20), uniform_shape(8)]",
        "M2, N2, K2, K1, K0, M1, N1, M0, N0", "M2, N2, M1, N1", "K2, K1, K0, M0, N0");
  }));
  const std::string cut =
      "M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], K: "
      "[uniform_shape(24), uniform_shape(8)]";
  for (const char* b : {"K1", "K2"})  // where B comes
    out.push_back(with(product(), std::string("InWholePartsB") + b, [&](Tiled& t) {
      t.mapping =
          mapped(cut, "M2, N2, K2, K1, K0, M1, N1, M0, N0", "M2, N2, M1, N1", "K2, K1, K0, M0, N0");
      t.bindings = lanes + bound("Shared", shared("A", "K", "K1") + ", " + shared("B", "K", b));
      t.tiles = {"A_transposed_tile_values[128]"};
    }));
  out.push_back(with(product(), "SumsOverBlocks", [](Tiled& t) {
    t.mapping = mapped(
        "M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), "
        "uniform_shape(4)], K: [uniform_shape(20), uniform_shape(8)]",
        "M2, N2, K2, K1, K0, M1, N1, M0, N0", "M2, N2, K2, M1, N1", "K1, K0, M0, N0");
    t.bindings += bound("Block", "{rank: K2}");
  }));
  out.push_back(with(product(), "SumsOverWarps", [](Tiled& t) {
    t.mapping = mapped(
        "M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), "
        "uniform_shape(4)], K: [uniform_shape(32), uniform_shape(8)]",
        "M2, N2, K2, K1, K0, M1, N1, M0, N0", "M2, N2, K1, M1, N1", "K2, K0, M0, N0");
    t.bindings = lanes + bound("Warp", "{rank: K1}") +
                 bound("Shared", shared("A", "K", "K2") + ", " + shared("B", "K", "K2"));
    t.tiles = {};
  }));
  out.push_back(with(product(), "OtherDefault",
                     [](Tiled& t) { t.operators = "  operators:\n    A: {default: 2}\n"; }));
  out.push_back(with(product(), "Scaled",
                     [](Tiled& t) { t.expressions = "\"Z[m, n] = 3 * A[m, k] * B[k, n]\""; }));
  out.push_back(with(product(), "OneInMemory", [](Tiled& t) {
    t.bindings = lanes + bound("Shared", shared("A", "K", "K1"));
    t.tiles = {"A_transposed_tile_values[128]"};
  }));
  return out;
}

class TransposeRun : public testing::TestWithParam<Tiled> {};

TEST_P(TransposeRun, gives_what_reference_math_says) {
  expect_right(GetParam(), {{37, 44, 30, 3},
                            {1, 1, 1, 1},
                            {64, 96, 64, 2},
                            {0, 5, 4, 1},
                            {7, 3, 0, 2},
                            {16, 32, 21, 1}});
}

INSTANTIATE_TEST_SUITE_P(All, TransposeRun, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

size_t products_in(const Tiled& t) {
  const std::string text = text_of(t);
  size_t out = 0;
  for (size_t at = text.find("fmaf("); at != std::string::npos; at = text.find("fmaf(", at + 1))
    ++out;
  return out;
}

// Once for rows in quads, once for others: nothing is asked of a coordinate of K.
TEST(Transpose, zeros_beyond_an_edge_have_no_loop_of_their_own) {
  const size_t once = products_in(product());
  EXPECT_EQ(once, 2);
  for (const Tiled& t : cases())
    if (t.name == "Scaled" || t.name == "OneInMemory") {
      EXPECT_GT(products_in(t), once) << t.name;
    }
}

}  // namespace
}  // namespace teaal::exec
