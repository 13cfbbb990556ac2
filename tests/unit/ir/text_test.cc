#include "compiler/ir/text/text.h"

#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/verify/verify.h"

namespace teaal::ir {
namespace {

using ::testing::HasSubstr;

SourcePtr source(std::string text) {
  return std::make_shared<SourceFile>(SourceFile{"test.ir", std::move(text)});
}

std::optional<Program> parsed(const std::string& text, std::string* message = nullptr) {
  Diagnostics diagnostics;
  auto program = parse(source(text), diagnostics);
  if (message && !diagnostics.all().empty()) *message = render(diagnostics.all().front());
  return program;
}

std::string rule_broken_by(const Program& program, Stage stage) {
  const std::optional<BrokenRule> broken = verify(program, stage);
  return broken ? broken->rule : "";
}

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
    space I0 @time
    space any
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

// ---- The verifier ----

std::string broken_rule(const std::string& body, Stage stage, const std::string& lines = "") {
  std::string message;
  std::string text =
      "program p {\n  tensor A[I] input (I:C)\n  tensor Z[I] output (I:U)\n"
      "  view A of A (I:C)\n  view Z of Z (I:U)\n  kernel k {\n" +
      lines + "    do {\n" + body + "    }\n  }\n  step launch k\n}\n";
  auto program = parsed(text, &message);
  if (!program) return "does not parse: " + message;
  return rule_broken_by(*program, stage);
}

TEST(IrVerify, accepts_a_rank_nest_and_bans_it_after_coiterate) {
  std::string nest = "for i in I over A {\n Z[i] = A[i]\n}\n";
  EXPECT_EQ(broken_rule(nest, Stage::Built), "");
  EXPECT_EQ(broken_rule(nest, Stage::Positions), "rank loop 'i' after coiterate");
}

TEST(IrVerify, bans_what_each_pass_takes_away) {
  std::string body = "Z[I] = 0.0\n";
  EXPECT_EQ(broken_rule(body, Stage::Partitioned, "split I by (4) snap ()\n"),
            "kernel k: a split after partition");
  EXPECT_EQ(broken_rule(body, Stage::Ordered, "order (I)\n"), "kernel k: an order after order");
  EXPECT_EQ(broken_rule(body, Stage::Placed, "space any\n"), "kernel k: a space rank after place");
  EXPECT_EQ(broken_rule(body, Stage::Gpu),
            "kernel k: the launch shape is set by map, not before and not later");
  const std::string tile = "tile t of Z in shared from 0 depth {} (I 4) holds (values 0 4)\n";
  const auto deep = [&](const std::string& depth) {
    return broken_rule(body, Stage::Placed, std::string(tile).replace(tile.find("{}"), 2, depth));
  };
  EXPECT_NE(deep("4"), deep("5"));
  EXPECT_EQ(deep("5"), "tile t has fewer than 1 or more than 4 buffers");
  EXPECT_EQ(deep("0"), "tile t has fewer than 1 or more than 4 buffers");
  const auto gathered = [&](const std::string& by) {
    return broken_rule(body, Stage::Accumulated,
                       "operand Z = Z\noperand A = A\ntile t of Z in shared from 0 (I 4 by " + by +
                           ") holds (values 0 4)\n");
  };
  for (const char* none : {"B 0", "A 1", "Z 0"})
    EXPECT_EQ(gathered(none), "tile t is gathered by what no operand stores");
}

TEST(IrVerify, a_rank_is_stored_whole_below_its_parts) {
  auto broken_view = [](const std::string& levels) {
    std::string message;
    auto program =
        parsed("program p {\n  symbol T = 4\n  tensor A[I] input (I:C)\n  view A of A (" + levels +
                   ")\n}\n",
               &message);
    return program ? rule_broken_by(*program, Stage::Built) : message;
  };
  EXPECT_EQ(broken_view("I1 of I by 2 * T snap (3):C, I:U"), "");
  EXPECT_EQ(broken_view("I1 of I by T:C"), "view A has parts of I but not the whole rank");
  EXPECT_EQ(broken_view("I:C, I1 of I by T:C"), "view A has a level behind the whole rank I");
  EXPECT_EQ(broken_view("I:C, I:C"), "view A has a level behind the whole rank I");
  EXPECT_EQ(broken_view("I snap (3):C"), "view A snaps the whole rank I");
  EXPECT_EQ(broken_view("I1 of I by T + i:C, I:U"), "view A has a tile of I that is no size: i");
}

TEST(IrVerify, finds_names_used_before_they_are_defined_and_defined_twice) {
  EXPECT_EQ(broken_rule("Z[q] = 0.0\n", Stage::Built), "'q' is used where it is not defined");
  EXPECT_EQ(broken_rule("let x: coord = 1\nlet x: coord = 2\n", Stage::Built),
            "'x' is defined twice");
  EXPECT_EQ(broken_rule("for i in I {\n}\nZ[i] = 0.0\n", Stage::Built),
            "'i' is used where it is not defined");
}

TEST(IrVerify, keeps_kinds_apart) {
  EXPECT_EQ(broken_rule("Z[I] = I\n", Stage::Built), "'Z[I]' is assigned a value of another kind");
  EXPECT_EQ(broken_rule("let x: coord = 1\nx = 2\n", Stage::Built), "'x' may not change");
  EXPECT_EQ(broken_rule("if I {\n}\n", Stage::Built), "if I: not a condition");
  EXPECT_EQ(broken_rule("let x: value = 1.0 + I\n", Stage::Built), "1.0 + I mixes kinds");
  EXPECT_EQ(broken_rule("Z[I, I] = 0.0\n", Stage::Built), "Z[I, I] does not fit its tensor");
}

TEST(IrVerify, arrays_are_written_only_where_they_are_declared_so) {
  std::string params = "param values A_values of A\nparam values Z_values of Z written\n";
  EXPECT_EQ(broken_rule("Z_values(0) = A_values(0)\n", Stage::Positions, params), "");
  EXPECT_EQ(broken_rule("A_values(0) = 0.0\n", Stage::Positions, params),
            "'A_values' may not be written");
  EXPECT_EQ(broken_rule("Q(0) = 0.0\n", Stage::Positions, params), "'Q' may not be written");
}

constexpr const char* launched =
    "param values Z_values of Z written\n"
    "param int I = I\nlaunch 1, 128\n";

std::string broken_when_launched(const std::string& body) {
  return broken_rule(body, Stage::Reduced, launched);
}

TEST(IrVerify, arrays_are_known_to_the_rest_of_their_block) {
  EXPECT_EQ(broken_when_launched("registers own 4\nown(0) = 0.0\n"), "");
  EXPECT_EQ(broken_when_launched("if 0 < I {\n registers own 4\n}\nown(0) = 0.0\n"),
            "'own' may not be written");
  EXPECT_EQ(broken_when_launched("registers own 4\nif 0 < I {\n shared own 4\n}\n"),
            "array 'own' is defined twice");
}

TEST(IrVerify, arguments_are_of_the_kinds_that_the_intrinsic_declares) {
  const std::string tiles = "shared tile 64\nshared numbers 8: coord\nregisters own 4\n";
  auto broken = [&](const std::string& call) { return broken_when_launched(tiles + call + "\n"); };
  EXPECT_EQ(broken("run @table_put(numbers, 0, 1, 2, 0 < I)"), "");
  EXPECT_EQ(broken("run @table_put(numbers, 0, 1, 2, I)"),
            "'I' in @table_put is of another kind than the argument");
  EXPECT_EQ(broken("run @table_put(numbers, 0.0, 1, 2, 0 < I)"),
            "'0.0' in @table_put is of another kind than the argument");
  EXPECT_EQ(broken("run @table_put(I, 0, 1, 2, 0 < I)"), "'I' in @table_put is no array in sight");
  EXPECT_EQ(broken("run @table_put(gone, 0, 1, 2, 0 < I)"),
            "'gone' in @table_put is no array in sight");
  EXPECT_EQ(broken("let n: int = @int(tile)"), "'tile' in @int is an array");
  EXPECT_EQ(broken("let bits: mask = @append_bits(numbers, 0, 1, 0, 1)"), "");
  EXPECT_EQ(broken("let bits: mask = @append_bits(tile, 0, 1, 0, 1)"),
            "'tile' in @append_bits is of another kind than the argument");
}

TEST(IrVerify, only_what_may_be_written_is_handed_to_calls_that_write) {
  const std::string params = "param segments A_segments of A 0\nparam int I = I\nlaunch 1, 128\n";
  EXPECT_EQ(broken_rule("run @table_clear(A_segments, 0, 4)\n", Stage::Reduced, params),
            "'A_segments' in @table_clear may not be written");
}

TEST(IrVerify, copies_are_those_that_the_machine_makes) {
  const std::string arrays =
      "shared tile 64\nshared numbers 8: coord\nregisters own 4\nregisters picked 8: coord\n";
  auto broken = [&](const std::string& copy) { return broken_when_launched(arrays + copy + "\n"); };
  for (const char* right :
       {"copy async tile(0) from Z_values(4) by 4 where 0 < I",
        "copy async tile(0) from Z_values(I)", "copy async tile(0) from Z_values(0) by 4 count I",
        "copy async tile(0) from Z_values(0) entry I stride I by 4 where 0 < I",
        "copy async entries numbers(0) from picked(0) by 4",
        "copy read entries picked(0) from picked(0) by 8",
        "copy write Z_values(0) from own(0) by 4"})
    EXPECT_EQ(broken(right), "") << right;
  const auto none = [](const std::string& copy) {
    return "'" + copy + "' is no copy that the machine makes";
  };
  for (const char* copy :
       {"copy async tile(0) from Z_values(0) by 3", "copy load own(0) from tile(0)",
        "copy async tile(0) from Z_values(0) by 4 count I where 0 < I",
        "copy store Z_values(0) from own(0) by 4 where 0 < I",
        "copy async tile(0) from Z_values(0) entry I stride I by 4",
        "copy read entries picked(0) from picked(0) by 0"})
    EXPECT_EQ(broken(copy), none(copy));
  const auto rule = [&](const std::string& copy, const std::string& text) {
    EXPECT_EQ(broken(copy), "'" + copy + "' " + text);
  };
  rule("copy async tile(0) from numbers(0) by 4", "copies elements of another kind");
  rule("copy read entries own(0) from tile(0) by 4", "copies entries that are none");
  rule("copy async own(0) from Z_values(0) by 4", "does not end in shared memory");
  rule("copy async tile(0) from Z_values(0) by 4 count 1.0", "has a field that is no integer");
  rule("copy async tile(0) from Z_values(0) by 4 where I", "has a guard that is no condition");
  EXPECT_EQ(broken("copy async gone(0) from Z_values(0)"), "'gone' may not be written");
  EXPECT_EQ(broken("copy async tile(0) from gone(0)"), "'gone' is no array of this kernel");
  EXPECT_EQ(broken_rule("barrier block\n", Stage::Built), "'barrier block' before coiterate");
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

TEST(IrVerify, all_threads_of_the_block_reach_a_barrier) {
  EXPECT_EQ(broken_when_launched("barrier block\n"), "");
  EXPECT_EQ(broken_when_launched("if @block() < I {\n barrier block\n}\n"), "");
  const std::string rule = "'barrier block' is not reached by all threads of the block";
  EXPECT_EQ(broken_when_launched("if @thread() < I {\n barrier block\n}\n"), rule);
  EXPECT_EQ(broken_when_launched("let lane: size = @thread() % 32\n"
                                 "for i: size = lane to I step 32 {\n barrier block\n}\n"),
            rule);
  EXPECT_EQ(broken_when_launched("let warp: size = @thread() / 32\n"
                                 "while warp < 2 {\n barrier block\n}\n"),
            rule);
  // Not before the second time around is it known that threads differ.
  EXPECT_EQ(broken_when_launched("var n: size = 0\nwhile n < I {\n barrier block\n"
                                 " n = n + @thread()\n}\n"),
            rule);
  EXPECT_EQ(broken_when_launched("let own: size = @block() * 128 + @thread()\n"
                                 "let all: value = @block_sum(1.0, Z_values)\n"
                                 "if own == 0 {\n Z_values(0) = all\n}\n"),
            "");
}

TEST(IrVerify, all_threads_of_a_warp_reach_its_trees) {
  const std::string rule = "'@lane_sum' is not reached by all threads of the warp";
  auto sum_if = [](const std::string& condition) {
    return broken_when_launched("let own: size = @block() * 128 + @thread()\nif " + condition +
                                " {\n let all: value = @lane_sum(1.0, 1, 32)\n}\n");
  };
  EXPECT_EQ(sum_if("own / 32 < I"), "");
  EXPECT_EQ(sum_if("@thread() / 64 < I"), "");
  EXPECT_EQ(sum_if("own < I"), rule);
  EXPECT_EQ(sum_if("own / 16 < I"), rule);
  EXPECT_EQ(sum_if("own % 32 == 0"), rule);
  const auto meet_if = [](const std::string& condition) {
    return broken_when_launched("if " + condition + " {\n barrier warp\n}\n");
  };
  EXPECT_EQ(meet_if("@thread() / 32 < I"), "");
  EXPECT_EQ(meet_if("@thread() < I"), "'barrier warp' is not reached by all threads of the warp");
}

TEST(IrVerify, all_threads_of_a_warp_reach_its_products) {
  auto products_if = [](const std::string& condition) {
    return broken_when_launched(
        "registers sums 4\nregisters words 6: mask\nlet own: size = @block() * 128 + @thread()\n"
        "if " +
        condition + " {\n mma bf16 sums(0, 1, 2, 3) += words(0, 1, 2, 3) * words(4, 5)\n}\n");
  };
  EXPECT_EQ(products_if("own / 32 < I"), "");
  EXPECT_EQ(products_if("own < I"), "'@mma_bf16' is not reached by all threads of the warp");
}

TEST(IrVerify, products_of_a_warp_are_of_arrays_in_sight) {
  EXPECT_EQ(broken_when_launched("registers sums 4\n"
                                 "mma bf16 sums(0, 1, 2, 3) += words(0, 1, 2, 3) * words(4, 5)\n"),
            "'words' in @mma_bf16 is no array in sight");
}

TEST(IrVerify, tiles_are_filled_before_they_are_read) {
  const std::string tile = "shared tile 64\n", fill = "tile(@thread()) = 1.0\n",
                    use = "let x: value = tile(0)\n";
  EXPECT_EQ(broken_when_launched(tile + fill + use), "");
  EXPECT_EQ(broken_when_launched(tile + use + fill), "'tile' is read before anything fills it");
  EXPECT_EQ(broken_when_launched(tile + "tile(0) += 1.0\n"),
            "'tile' is read before anything fills it");
  EXPECT_EQ(
      broken_when_launched(tile + "registers own 4\ncopy load own(0) from tile(4) by 4\n" + fill),
      "'tile' is read before anything fills it");
  // An earlier iteration may have filled it.
  const std::string loop = "for n: int = 0 to I step 1 {\n";
  EXPECT_EQ(broken_when_launched(tile + loop + use + fill + "}\n"), "");
  EXPECT_EQ(broken_when_launched(tile + loop + use + "}\n"),
            "'tile' is read before anything fills it");
}

TEST(IrVerify, copies_are_awaited_before_tiles_are_read) {
  const std::string tile = "shared tile 64 stored\n",
                    copy = "copy async tile(0) from Z_values(0)\n", end = "copies end\n",
                    meet = "barrier block\n", use = "let x: value = tile(0)\n";
  const std::string under_way = "'tile' is read before its copies are awaited",
                    apart = "'tile' is read before those who read it meet behind its copies";
  const auto broken = [&](const std::string& body) { return broken_when_launched(tile + body); };
  EXPECT_EQ(broken(copy + end + "await 0\n" + meet + use), "");
  EXPECT_EQ(broken(copy + use), under_way);
  EXPECT_EQ(broken(copy + end + meet + use), under_way);
  EXPECT_EQ(broken(copy + "await 0\n" + meet + use), under_way);  // not of any group yet
  EXPECT_EQ(broken(copy + end + "await 1\n" + meet + use), under_way);
  EXPECT_EQ(broken(copy + end + end + "await 1\n" + meet + use), "");
  EXPECT_EQ(broken(copy + end + "await 0\n" + use), apart);
  EXPECT_EQ(broken(copy + end + "await 0\nbarrier warp\n" + use), apart);
  // Two buffers are filled ahead: the first has arrived when one group may be under way.
  const auto ahead = [&](int running) {
    return broken("for n: int = 0 to 2 step 1 unroll {\n" + copy + end + "}\n" +
                  "for k: int = 0 to I step 1 {\nawait " + std::to_string(running) + "\n" + meet +
                  copy + end + use + "}\n");
  };
  EXPECT_EQ(ahead(1), "");
  EXPECT_EQ(ahead(2), under_way);
}

TEST(IrVerify, each_of_two_ways_awaits_its_own_copies) {
  const auto either = [](const std::string& await) {
    const std::string fill = "copy async tile(0) from Z_values(0)\ncopies end\n",
                      use = "barrier block\nlet x: value = tile(0)\n}\n";
    return broken_when_launched("shared tile 64 stored\nlet all: bool = 0 < I\nif all {\n" + fill +
                                "await 0\n" + use + "if @not(all) {\n" + fill + await + use);
  };
  EXPECT_EQ(either("await 0\n"), "");
  EXPECT_EQ(either(""), "'tile' is read before its copies are awaited");
}

TEST(IrVerify, a_kernel_is_loops_around_one_assignment_to_a_tensor) {
  EXPECT_EQ(broken_rule("for i in I {\n}\n", Stage::Built),
            "kernel k assigns to no tensor, or more than once");
  EXPECT_EQ(broken_rule("for i in I {\nZ[i] = A[i]\nZ[i] += A[i]\n}\n", Stage::Built),
            "kernel k assigns to no tensor, or more than once");
  EXPECT_EQ(broken_rule("for i in I over A {\nZ[i] = 1.0\n}\n", Stage::Built),
            "'i' walks A, which the kernel does not read");
  EXPECT_EQ(broken_rule("for i in I within Q {\nZ[i] = 1.0\n}\n", Stage::Built),
            "'i' runs over the unknown rank Q");
  EXPECT_EQ(broken_rule("for i in I {\nZ[I] = 1.0\n}\n", Stage::Built),
            "'I' is no coordinate of a loop");
  EXPECT_EQ(broken_rule("for i in I {\nfor k in I {\nA[i] = A[k]\n}\n}\n", Stage::Built),
            "operand A is met at two places");
}

TEST(IrVerify, schedules_and_operands_name_what_is_there) {
  const std::string nest = "for i in I over A {\nZ[i] = A[i]\n}\n";
  EXPECT_EQ(broken_rule(nest, Stage::Partitioned, "order (I, I)\n"),
            "ordered rank I is defined twice");
  EXPECT_EQ(broken_rule(nest, Stage::Placed, "worker J @grid 4 none\n"),
            "worker J is no loop of k");
  EXPECT_EQ(broken_rule(nest, Stage::Swizzled, "operand Z = Z\noperand A = A\n"), "");
  EXPECT_EQ(broken_rule(nest, Stage::Swizzled, "operand Z = Z\n"), "operand A has no view");
  EXPECT_EQ(broken_rule(nest, Stage::Swizzled, "operand Z = Z\noperand A = Z\n"),
            "operand A has no view of its tensor");
  EXPECT_EQ(broken_rule("for i in I {\nZ[i] = 1.0\n}\n", Stage::Swizzled,
                        "operand Z = Z\noperand A = A\n"),
            "operand A is not accessed");
}

TEST(IrVerify, tensors_are_stored_with_their_ranks_and_kernels_launched) {
  auto broken = [](const std::string& lines) {
    std::string message;
    auto program = parsed("program p {\n" + lines + "}\n", &message);
    return program ? rule_broken_by(*program, Stage::Swizzled) : message;
  };
  EXPECT_EQ(broken("tensor A[I, J] input (I:C)\n"), "tensor A does not store the ranks of A");
  EXPECT_EQ(broken("tensor A[I] input (I:C)\nview A of A (J:C)\n"),
            "view A does not store the ranks of A");
  EXPECT_EQ(broken("tensor A[I] input (I:C)\ntensor A[I] input (I:C)\n"),
            "tensor A is defined twice");
  EXPECT_EQ(broken("kernel k {\n do {\n }\n}\n"), "kernel k is launched by no step");
  EXPECT_EQ(broken("step launch k\n"), "a launch of the unknown 'k'");
  EXPECT_EQ(broken("count n of A\n"), "a count of the unknown tensor A");
}

TEST(IrVerify, narrow_coordinates_come_with_their_bases) {
  auto broken = [](const std::string& params) {
    const std::string text =
        "program p {\n  tensor A[I] input (I:C16)\n  view A of A (I:C16)\n"
        "  kernel k {\n" +
        params +
        "    do {\n      let i: coord = c(0)\n"
        "    }\n  }\n  step launch k\n}\n";
    std::string message;
    auto program = parsed(text, &message);
    if (!program) return message;
    EXPECT_EQ(print(*program), text);
    return rule_broken_by(*program, Stage::Positions);
  };
  const std::string bases = "    param bases b of A 0 cbits 16\n";
  EXPECT_EQ(broken("    param coords c of A 0 cbits 16\n" + bases), "");
  EXPECT_EQ(broken("    param coords c of A 0 cbits 16\n"),
            "c is narrow, and its bases are no parameter");
  EXPECT_EQ(broken("    param coords c of A 0 cbits 8\n" + bases),
            "c has other cbits than the level that it is of");
  EXPECT_EQ(broken("    param coords c of A 0\n" + bases),
            "c has other cbits than the level that it is of");
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
