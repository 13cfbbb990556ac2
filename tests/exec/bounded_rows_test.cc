#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/exec/process.h"

// Rows of a class that says how many elements they have at most: where their table holds as many,
// none of them goes by pairs, and nothing is sorted behind the kernels.
namespace teaal::exec {
namespace {

struct Case {
  std::string declaration = "{ A: [M, K], B: [K, N], Z: [M, N] }";
  std::string expression = "Z[m, n] = A[m, k] * B[k, n]";
  std::string fibers = "tensor: A, times: B";  // whose the classes are of
  int most = 32;                               // of the first class
  std::string letter = "H, slots: 64";         // what its rows are gathered in
  std::string order = "K, N";
};

// A warp gathers a row of the first class; rows of the second lie in dense tiles.
std::string spec_of(const Case& c) {
  const bool tiled = !c.letter.starts_with("H");
  const std::string buffer =
      tiled ? "{ rank-order: [M, N1, N0], view-of: default, M: { format: U }, N1: { format: U }, "
              "N0: { format: " +
                  c.letter + " } }"
            : "{ rank-order: [M, N], view-of: default, M: { format: U }, N: { format: " + c.letter +
                  " } }";
  const auto where = [&](const std::string& occupancy) {
    return "  - where: { " + c.fibers + ", rank: M, occupancy: [" + occupancy + "] }\n";
  };
  const auto bindings = [](const std::string& rank, const std::string& format,
                           const std::string& around) {
    return "    bindings:\n    - config: gpu\n    - component: Shared\n      bindings: [{ tensor: "
           "Z, "
           "rank: " +
           rank + ", type: elem, format: " + format + ", evict-on: " + around + " }]\n";
  };
  const std::string tiles =
      "    mapping: { partitioning: { N: [uniform_shape(128)] }, loop-order: [M, N1, K, N0], "
      "spacetime: { space: [M, N1, N0], time: [K] } }\n";
  return "einsum:\n  declaration: " + c.declaration + "\n  expressions: [ '" + c.expression +
         "' ]\nformat:\n  Z:\n"
         "    default: { rank-order: [M, N], M: { format: U }, N: { format: C } }\n"
         "    own: " +
         buffer +
         "\n    tile: { rank-order: [M, N1, N0], view-of: default, M: { format: U }, N1: { format: "
         "U }, N0: { format: U } }\nvariants:\n  Z:\n" +
         where("0, " + std::to_string(c.most)) +
         (tiled ? tiles + bindings("N0", "own", "N1")
                : "    mapping: { partitioning: { M: [uniform_shape(4)] }, loop-order: [M1, M0, " +
                      c.order + "], spacetime: { space: [M1, M0, N], time: [K] } }\n" +
                      bindings("N", "own", "M0")) +
         where(std::to_string(c.most + 1) + ", inf") + tiles + bindings("N0", "tile", "N1");
}

const std::string formats = " --format A=csr --format B=csr ";

bool sorts(const Case& c, const std::string& options = formats) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(c));
  const Finished text = folder.teaalc(spec + " --stop-after=assemble -o - --quiet " + options);
  EXPECT_EQ(text.code, 0) << spec_of(c) << text.err;
  const bool reduced = text.out.find("_rows_reduce") != text.out.npos;
  EXPECT_NE(reduced, text.out.find("@count_kept(") != text.out.npos) << text.out;
  return reduced;
}

void expect_right(const Case& c, const std::string& options = formats) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(c));
  const Finished done = folder.teaalc("check " + spec + " --cases=4 --quiet " + options);
  EXPECT_EQ(done.code, 0) << spec_of(c) << options << "\n" << done.out << done.err;
}

// A table of 64 slots holds 32 elements, as 32 lanes may bring as many more at once.
TEST(BoundedRows, are_not_sorted_where_a_table_holds_them) {
  EXPECT_FALSE(sorts({}));
  EXPECT_TRUE(sorts({.most = 33}));
  EXPECT_FALSE(sorts({.most = 96, .letter = "H, slots: 128"}));
  EXPECT_FALSE(sorts({.most = 64, .letter = "B, slots: 64"}));
  EXPECT_TRUE(sorts({.most = 65, .letter = "B, slots: 64"}));
  for (const int most : {0, 5, 32, 33}) expect_right({.most = most});
  for (const int most : {5, 64, 65}) expect_right({.most = most, .letter = "B, slots: 64"});
  EXPECT_FALSE(sorts({.most = 500, .letter = "B, slots: 128"}));  // as many as a tile has
  expect_right({}, "--format A=dcsr --format B=csr --type=f64");
}

// The counted fibers must be those that the row's last coordinate is of, and the row of one fiber.
TEST(BoundedRows, are_those_that_the_classes_count) {
  const Case of_fibers{.fibers = "tensor: A", .most = 4};
  EXPECT_TRUE(sorts(of_fibers));  // a row is as long as those of B that it names
  expect_right(of_fibers);
  const Case sampled{.declaration = "{ A: [M, N], B: [M, K], C: [N, K], Z: [M, N] }",
                     .expression = "Z[m, n] = A[m, n] * B[m, k] * C[n, k]",
                     .fibers = "tensor: A",
                     .order = "K, N"};
  const std::string stored = "--format A=csr --format B=csr --format C=dense";
  EXPECT_FALSE(sorts(sampled, stored));
  expect_right(sampled, stored);
  const Case added{.declaration = "{ A: [M, K], B: [K, N], C: [K, N], Z: [M, N] }",
                   .expression = "Z[m, n] = A[m, k] * B[k, n] + A[m, k] * C[k, n]"};
  EXPECT_TRUE(sorts(added, formats + "--format C=csr"));
  expect_right(added, formats + "--format C=csr");
}

}  // namespace
}  // namespace teaal::exec
