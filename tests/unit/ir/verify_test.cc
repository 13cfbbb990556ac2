#include "compiler/ir/verify/verify.h"

#include <gtest/gtest.h>

#include "tests/unit/ir/parsed.h"

namespace teaal::ir {
namespace {

std::string rule_broken_by(const Program& program, Stage stage) {
  const std::optional<BrokenRule> broken = verify(program, stage);
  return broken ? broken->rule : "";
}

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
  EXPECT_EQ(broken_rule(body, Stage::Placed, "unmapped\n"),
            "kernel k: a kernel to map after place");
  EXPECT_EQ(broken_rule(body, Stage::Ordered, "order (I)\n"), "kernel k: an order after order");
  EXPECT_EQ(broken_rule(body, Stage::Positions, "space any\n"),
            "kernel k: space for all after coiterate");
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
  const auto listed = [&](const std::string& how) {
    return broken_rule(body, Stage::Accumulated,
                       "operand Z = Z\noperand A = A\ntile t of Z in shared from 0 (I 4) holds "
                       "(coords 0 4)" +
                           how + "\n");
  };
  EXPECT_EQ(listed(" beside Z"), "tile t is no list, and made of two tensors");
  for (const char* other : {"A", "B"})  // A is stored compressed, of B there is no operand
    EXPECT_EQ(listed(std::string(" listed beside ") + other),
              "tile t lists what no dense operand holds");
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
  EXPECT_EQ(broken_rule("barrier block\n", Stage::Built), "'barrier block' before accumulate");
}

// What is not handed on in registers goes there as it lies in memory.
TEST(IrVerify, asynchronous_copies_keep_the_form_of_elements) {
  const std::string copy = "copy async tile(0) from Z_values(0) by 4";
  EXPECT_EQ(broken_rule("shared tile 64 stored\n" + copy + "\n", Stage::Assembled, launched), "");
  EXPECT_EQ(broken_rule("shared tile 64\n" + copy + "\n", Stage::Assembled, launched),
            "'" + copy + "' is of elements that lie otherwise there");
  EXPECT_EQ(broken_rule("shared tile 64\n" + copy + "\n", Stage::Reduced, launched), "");
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
  EXPECT_EQ(broken_rule("for i in I {\nfor k in I {\nZ[i] = A[k]\n}\n}\n", Stage::Built),
            "I has a loop inside of its own loop");
  EXPECT_EQ(broken_rule("for i in I {\nA[i] = A[i + 1]\n}\n", Stage::Built),
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

TEST(IrVerify, a_finish_is_of_sums_at_their_coordinates) {
  const auto broken = [](const std::string& sum, const std::string& operands,
                         const std::string& assign, Stage stage = Stage::Accumulated) {
    return broken_rule("for i in I over A {\n Z[i] = A[i]\n}\n", stage,
                       "operand A = A\noperand Z = Z\nfinish " + sum + " stored\nthen (" +
                           operands + ") stored do {\n" + assign + "\n}\n");
  };
  EXPECT_EQ(broken("Z[i]", "A = A", "A[i] = 2.0 * Z[i]"), "");
  EXPECT_EQ(broken("Z[i]", "A = A", "A[j] = 2.0 * Z[i]"),
            "kernel k has a finish at other coordinates than its sums: A[j]");
  EXPECT_EQ(broken("Z[i]", "A = Z", "A[i] = 2.0 * Z[i]"),
            "kernel k has a finish of an operand without a view: A[i]");
  EXPECT_EQ(broken("Z[i, i]", "A = A", "A[i] = 2.0 * Z[i]"), "kernel k has a finish of no sum");
  EXPECT_EQ(broken("Z[i]", "A = A", "let a: value = 1.0"),
            "kernel k has a finish that assigns nothing");
  EXPECT_EQ(broken("Z[i]", "A = A", "A[i] = 2.0 * Z[i]", Stage::Reduced),
            "kernel k has a finish after reduce");
}

TEST(IrVerify, what_is_derived_is_not_the_callers) {
  const auto broken = [](const std::string& role) {
    std::string message;
    const auto program =
        parsed("program p {\n  tensor A[I] " + role + " (I:U) derived\n}\n", &message);
    return program ? rule_broken_by(*program, Stage::Built) : message;
  };
  EXPECT_EQ(broken("intermediate"), "");
  for (const char* role : {"input", "output"})
    EXPECT_EQ(broken(role), "tensor A is derived, and the caller's");
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

}  // namespace
}  // namespace teaal::ir
