#include "compiler/ir/text/text.h"

#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "tests/unit/ir/parsed.h"

namespace teaal::ir {
namespace {

using ::testing::HasSubstr;

constexpr const char* every_construct = R"(program all {
  from "every \"construct\".yaml" with "-D T=3"
  bound BM = 128
  einsum (i in I, j in J) Z[i] = - A[2 * i + S * j + M, 0] * a * 2.5 map (#0, #1, add, -2.5, #2, max) + take(A[i, j], -2, 3, B[j], 3) reduce max from -inf loops (space I0, J) on 3xtf32
  symbol T = min(max(I, 1), 270336)
  scalar a
  tensor A[I, J] input (I:U, J:C) static chosen
  tensor B[J] input (J:C)
  tensor Z[I] output (I:U) default -inf
  view A of A (I:U, J:C)
  view B of B (J:C)
  view A_JI of A (J:U, I:C) resorted
  view A_bits of A (I:U, J1 of J by 4:C, J:B) resorted
  view A_tiles of A (I1 of I by T:U, J2 of J by 4 * T:C, I:U, J1 of J by 4 snap (3, 5):C, J0 of J:C) resorted
  view Z of Z (I:U)
  view B_now of B (J:C) carried
  workspace Z_copies = 4 * I
  workspace words: mask = I
  rounds until Z 100 over J of 2 from 1
  carry B from Z
  kernel ranks {
    repeats over J
    split I by (T, 4) snap () snap (3, 5)
    order (I2, I1, I0, J)
    space I0 @time asked
    space any
    unmapped
    meet J leader_follower B
    meet I0 two_finger
    stage A shared depth 3 evict J
    stage B shared depth 1
    stage Z registers depth 1 evict I2
    pattern A (I by 4, J by 1)
    pattern B (J by 1)
    skip I1 @block compact
    skip J @warp walk
    skip I0 @block test
    carry IJ by IJ1 of 1 to Z_copies Z_keys slots @ceil_div(elements_A, 4) each K
    rows (i, j) behind j shared by (K1, K0) at A of elements_A
    class 1 of I by A I along J times B J from (0, 5, 9) elements 8 listed words Z_copies
    do {
      for i2 in I2 of I by T {
        for i1 in I1 of I by 4 snap (3, 5) @block over A {
          for j in J over skip_ahead(A, B) {
            Z[i1] += A[i1, j] * B[j] * scalar_a
          }
        }
      }
    }
  }
  kernel positions {
    reduces max=
    starts -inf
    resident 3
    most_blocks 4096
    worker I @grid min(T, I) threads
    worker K_of_row @lane 8 none lanes 4 apart 1
    param segments A_J_segments of A 1
    param coords A_J_coords of A 1
    param masks A_bits_J_masks of A_bits 2
    param bases A_bits_J_bases of A_bits 2
    param values Z_values of Z written
    param scalar scalar_a of a
    param int I = I
    param int round = round
    param workspace Z_copies of Z_copies written
    param workspace Z_keys of Z_keys: size exchanged written
    launch @ceil_div(I, 256), 256
    do {
      shared partial_sums 32
      var sum: value = 0.0
      let half: value = -0.5
      for p: pos = A_J_segments(0) to A_J_segments(1 + 2) step 1 shared by I {
        let k: coord = A_J_coords(p)
        while p < k && (p + 1) * 2 <= min(k, p) {
          if k == p || k - (p - 1) < 3 % 2 {
            sum += half * 1.25e-07
            sum max= @choose(sum < inf, half, -inf)
            sum min= half
            sum *= half
            sum or= half
            sum and= half
          }
        }
      }
      Z_values(@size(I)) = @fma(sum, half, sum)
    }
  }
  kernel tiles {
    tiled
    lanes 8
    threads 128 resident 2 shared 384
    carveout 25
    param workspace words of words: mask
    param int I = I
    launch @ceil_div(I, 4), 128
    do {
      shared tile 64 quads stored at 128
      shared numbers 8: coord
      registers own 4
      registers picked 2: coord
      for n: int = 0 to T:4 step 1 unroll {
        own(n) = tile(n * 4)
        copy load own(0) from tile(n) by 4
        copy load entries picked(0) from numbers(0) by 2
        copy async tile(n) from tile(n + 4) by 4 where n < 2
        copy async tile(n) from tile(n + 4) by 4 count n - 1
        copy async tile(n) from tile(n) entry picked(0) stride 4 by 4 where n < 2
        copy async tile(n) from tile(n)
        copy store tile(n) from own(0) by 4
      }
      registers own_words 6: mask
      mma tf32 own(0, 1, 2, 3) += own_words(0, 1, 2, 3) * own_words(4, 5)
      mma 3xf16 own(0, 1, 2, 3) += own_words rest own_words(0, 1, 2, 3) * own_words rest own_words(4, 5)
      copies end
      remark "what has arrived"
      await 1
      barrier block
      barrier warp
      let bits: mask = words(@size(@block()))
    }
  }
  step resort A_JI
  step zero Z to -inf
  step repeat again to 2
  step carry B_now = B count elements_B to again
  step launch ranks
  pattern words of A (I axis 0 by 64, J axis 1 by 1) group 8
  skipped J1 of J in ranks step 8 @block compact covers (I by 128) times @ceil_div(I, 128) patterns (words) listed counts
  note "it \\ says\nso"
}
)";

TEST(IrText, reprints_byte_for_byte) {
  std::string message;
  auto program = parsed(every_construct, &message);
  ASSERT_TRUE(program) << message;
  EXPECT_EQ(print(*program), every_construct);
}

TEST(IrText, parentheses_are_kept_only_where_they_matter) {
  Expr a = var("a"), b = var("b"), c = var("c");
  EXPECT_EQ(print(mul(add(a, b), c)), "(a + b) * c");
  EXPECT_EQ(print(add(mul(a, b), c)), "a * b + c");
  EXPECT_EQ(print(sub(a, sub(b, c))), "a - (b - c)");
  EXPECT_EQ(print(sub(sub(a, b), c)), "a - b - c");
  EXPECT_EQ(print(div(a, mul(b, c))), "a / (b * c)");
}

TEST(IrText, a_mistake_is_shown_at_its_place) {
  std::string message;
  EXPECT_FALSE(parsed("program p {\n  kernel k {\n    do {\n      for i two I {\n", &message));
  EXPECT_NE(message.find("test.ir:4:13: error: expected ':', found 'two' [ir-syntax]"),
            std::string::npos)
      << message;
}

TEST(IrText, products_of_a_warp_name_as_many_registers_as_they_have) {
  const std::string text = "program p {\n  kernel k {\n    do {\n      mma ";
  std::string message;
  EXPECT_FALSE(parsed(text + "tf32 d(0, 1, 2) += a(0, 1, 2, 3) * b(0, 1)", &message));
  EXPECT_NE(message.find("expected 4 places"), std::string::npos) << message;
  EXPECT_FALSE(parsed(text + "3xtf32 d(0, 1, 2, 3) += a(0, 1, 2, 3) * b(0, 1)", &message));
  EXPECT_NE(message.find("expected 'rest'"), std::string::npos) << message;
  EXPECT_FALSE(parsed(text + "f64 d(0, 1, 2, 3) += a(0, 1, 2, 3) * b(0, 1)", &message));
  EXPECT_NE(message.find("expected an arithmetic of tensor cores"), std::string::npos) << message;
}

TEST(IrText, hostile_text_is_refused_not_followed) {
  std::string message;
  EXPECT_FALSE(parsed(std::string(100000, '('), &message));
  std::string deep = "program p { kernel k { do { x = " + std::string(100000, '(');
  EXPECT_FALSE(parsed(deep, &message));
  EXPECT_NE(message.find("nested too deeply"), std::string::npos) << message;
  EXPECT_FALSE(parsed("program p { symbol s = 99999999999999999999 }", &message));
  EXPECT_FALSE(parsed("program p { symbol s = @no_such(1) }", &message));
  EXPECT_FALSE(parsed("", &message));
}

TEST(IrText, copies_name_elements_and_a_way) {
  const auto refused = [](const std::string& statement) {
    std::string message;
    EXPECT_FALSE(
        parsed("program p {\n  kernel k {\n    do {\n" + statement + "\n}\n}\n}\n", &message));
    return message;
  };
  EXPECT_THAT(refused("copy tile(0) from tile(4)"), HasSubstr("expected a way to copy"));
  EXPECT_THAT(refused("copy async tile from tile(4)"), HasSubstr("elements of arrays are copied"));
  EXPECT_THAT(refused("copy async tile(0) from 4"), HasSubstr("elements of arrays are copied"));
  EXPECT_THAT(refused("barrier grid"), HasSubstr("expected who meets"));
  EXPECT_THAT(refused("copies begin"), HasSubstr("expected 'end'"));
}

// ---- Levels ----

TEST(IrLevels, extents_of_uncompressed_levels) {
  std::vector<Level> levels = {{"K", LevelFormat::Uncompressed, "K2", var("T")},
                               {"M", LevelFormat::Uncompressed},
                               {"K", LevelFormat::Uncompressed, "K1", lit(4)},
                               {"K", LevelFormat::Uncompressed}};
  EXPECT_EQ(levels_text(levels), "K2:U, M:U, K1:U, K:U");
  EXPECT_EQ(enclosing_level(levels, 1), std::nullopt);
  EXPECT_EQ(enclosing_level(levels, 3), 2);
  EXPECT_EQ(print(level_extent(levels, 0)), "@ceil_div(K, T)");
  EXPECT_EQ(print(level_extent(levels, 1)), "M");
  EXPECT_EQ(print(level_extent(levels, 2)), "@ceil_div(T, 4) + min(T % 4, 1)");
  EXPECT_EQ(print(level_extent(levels, 3)), "4");
  levels[2].snaps = {lit(3), lit(5)};
  EXPECT_EQ(print(level_extent(levels, 2)), "@ceil_div(T + 6 - 1, 4) + 1");
  EXPECT_EQ(print(level_extent(levels, 3)), "10");
}

// ---- Arithmetic that folds ----

TEST(IrBuild, folds_constants_and_identities_only) {
  Expr a = var("a");
  EXPECT_EQ(print(add(lit(2), lit(3))), "5");
  EXPECT_EQ(print(add(a, lit(0))), "a");
  EXPECT_EQ(print(mul(a, lit(0))), "0");
  EXPECT_EQ(print(div(a, lit(1))), "a");
  EXPECT_EQ(print(least(a, var("a"))), "a");
  EXPECT_EQ(print(div(lit(7), lit(0))), "7 / 0");
  EXPECT_EQ(print(ceil_div(lit(7), lit(2))), "4");
  EXPECT_EQ(print(mul(lit(INT64_MAX), lit(2))), "9223372036854775807 * 2");
}

TEST(IrBuild, fresh_names_do_not_repeat) {
  Names names;
  names.take("k");
  EXPECT_EQ(names.fresh("k"), "k_2");
  EXPECT_EQ(names.fresh("k"), "k_3");
  EXPECT_EQ(names.fresh("m"), "m");
}

}  // namespace
}  // namespace teaal::ir
