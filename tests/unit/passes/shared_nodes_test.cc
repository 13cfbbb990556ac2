#include <gtest/gtest.h>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/fusion/element_use.h"

// Expressions that hold one node at two places, whose children do so, too: walked as trees they
// have 2^60 nodes, and none of these tests would end.
namespace teaal::passes {

using namespace ir;

namespace {

constexpr int doublings = 60;

Expr doubled(Expr e) {
  for (int i = 0; i < doublings; ++i) e = add(e, e);
  return e;
}

TEST(SharedNodes, are_compared_once) {
  EXPECT_TRUE(same(doubled(var("x")), doubled(var("x"))));
  EXPECT_FALSE(same(doubled(var("x")), doubled(var("y"))));
  EXPECT_FALSE(same(doubled(var("x")), doubled(add(var("x"), lit(1)))));
  EXPECT_FALSE(same(add(var("x"), var("y")), add(var("y"), var("x"))));
  EXPECT_FALSE(same(var("x"), nullptr));
}

TEST(SharedNodes, are_walked_and_rewritten_once) {
  int seen = 0;
  for_each_node(doubled(var("x")), [&](const Expr&) { ++seen; });
  EXPECT_EQ(seen, doublings + 1);
  const Expr renamed =
      rewrite_nodes(doubled(var("x")), [](const Expr& e) { return as<Var>(e) ? var("y") : e; });
  EXPECT_TRUE(same(renamed, doubled(var("y"))));
}

// let x1 = x0 + x0; let x2 = x1 + x1; … T[x60] = 1
TEST(SharedNodes, come_from_constants_that_are_put_in) {
  std::vector<Stmt> stmts = {let("x0", Type::Size, call("thread"))};
  for (int i = 1; i <= doublings; ++i) {
    const Expr before = var("x" + std::to_string(i - 1));
    stmts.push_back(let("x" + std::to_string(i), Type::Size, add(before, before)));
  }
  stmts.push_back(assign(read("T", var("x" + std::to_string(doublings))), AssignOp::Set, lit(1)));
  const std::vector<ElementUse> uses = uses_of(block(stmts));
  ASSERT_EQ(uses.size(), 1u);
  EXPECT_TRUE(names_threads(uses[0].at));
  EXPECT_TRUE(same(renamed(uses[0].at, {{"y", "z"}}), doubled(call("thread"))));
}

}  // namespace
}  // namespace teaal::passes
