#include "compiler/einsum/expression.h"

#include <gtest/gtest.h>

#include "tests/unit/spec/spec_text.h"

namespace teaal::einsum {
namespace {

struct Parsed {
  Diagnostics diagnostics;
  std::optional<Expression> expression;
};

Parsed parse(const std::string& text) {
  Parsed out;
  const Name name{text, {test::source_of(text), 1, 1, static_cast<int>(text.size())}};
  out.expression = parse_expression(name, {"K", "M", "Q", "S", "X"}, out.diagnostics);
  return out;
}

const Access& access(const Expression& e, size_t term, size_t factor) {
  return std::get<Access>(e.terms.at(term).factors.at(factor));
}

TEST(Expression, ProductsSumsSignsConstantsAndScalars) {
  const Parsed p = parse("Z[m] = -A[k, m] * b + 2.5e1 * A[k, m] - -3 * A[k,m]*A[k,m]");
  ASSERT_TRUE(p.expression);
  const Expression& e = *p.expression;
  ASSERT_EQ(e.terms.size(), 3u);
  EXPECT_EQ(e.terms[0].sign, -1);
  EXPECT_EQ(e.terms[1].sign, 1);
  EXPECT_EQ(e.terms[2].sign, -1);
  EXPECT_EQ(access(e, 0, 0).tensor, "A");
  EXPECT_EQ(std::get<Scalar>(e.terms[0].factors[1]).name, "b");
  EXPECT_EQ(std::get<Constant>(e.terms[1].factors[0]).value, 25);
  EXPECT_EQ(std::get<Constant>(e.terms[2].factors[0]).value, -3);
  EXPECT_EQ(e.terms[2].factors.size(), 3u);
}

TEST(Expression, PlacesAreThoseOfTheText) {
  const Parsed p = parse("Z[m] = A[k, 2 * m + -1 * s] * b");
  ASSERT_TRUE(p.expression);
  const Access& a = access(*p.expression, 0, 0);
  EXPECT_EQ(a.where.column, 8);
  EXPECT_EQ(a.where.length, 20);
  EXPECT_EQ(a.indices[1].where.column, 13);
  EXPECT_EQ(a.indices[1].where.length, 14);
  EXPECT_EQ(std::get<Scalar>(p.expression->terms[0].factors[1]).where.column, 31);
}

TEST(Expression, IndexMathAndSymbolicStrides) {
  const Parsed p = parse("O[q] = I[g * q + -2 * s + 3 * h * x]");
  ASSERT_TRUE(p.expression);
  const auto& terms = access(*p.expression, 0, 0).indices[0].terms;
  ASSERT_EQ(terms.size(), 3u);
  EXPECT_EQ(terms[0].symbol, "g");
  EXPECT_EQ(terms[0].variable, "q");
  EXPECT_EQ(terms[0].coefficient, 1);
  EXPECT_EQ(terms[1].coefficient, -2);
  EXPECT_EQ(terms[2].coefficient, 3);
  EXPECT_EQ(terms[2].symbol, "h");
  EXPECT_FALSE(access(*p.expression, 0, 0).indices[0].plain());
}

TEST(Expression, TakeWithAndWithoutASpace) {
  for (const char* text : {"Z[m] = take(A[k, m], b, B[k], 2)", "Z[m] = take (A[k,m],b,B[k],2)"}) {
    const Parsed p = parse(text);
    ASSERT_TRUE(p.expression) << text;
    EXPECT_EQ(p.expression->terms[0].kind, Term::Kind::Take);
    EXPECT_EQ(p.expression->terms[0].factors.size(), 3u);
    EXPECT_EQ(p.expression->terms[0].take, 2);
  }
}

TEST(Expression, AScalarMayBeCalledTake) {
  const Parsed p = parse("Z[m] = take * A[m]");
  ASSERT_TRUE(p.expression);
  EXPECT_EQ(p.expression->terms[0].kind, Term::Kind::Product);
}

TEST(Expression, RankZeroAccesses) {
  const Parsed p = parse("Z[] = S[ ] * A[k]");
  ASSERT_TRUE(p.expression);
  EXPECT_TRUE(p.expression->output.indices.empty());
  EXPECT_TRUE(access(*p.expression, 0, 0).indices.empty());
}

TEST(Expression, WhatIsNoExpressionGivesOneLocatedError) {
  for (const char* text : {"",
                           "=",
                           "Z",
                           "Z[",
                           "Z[m",
                           "Z[m]",
                           "Z[m] =",
                           "Z[m] = +",
                           "Z[m] = A[",
                           "Z[m] = A[k,",
                           "Z[m] = A[,k]",
                           "Z[m] = A[k,]",
                           "Z[m] = A[k]]",
                           "Z[m] = A[2]",
                           "Z[m] = A[-k]",
                           "Z[m] = A[2 k]",
                           "Z[m] = A[2 *]",
                           "Z[m] = A[0 * k]",
                           "Z[m] = A[99999999999999999999 * k]",
                           "Z[m] = A[k * 2]",
                           "Z[m] = A[k * m]",
                           "Z[m] = take(",
                           "Z[m] = take()",
                           "Z[m] = take(1)",
                           "Z[m] = take(A[k]",
                           "Z[m] = take(A[k],",
                           "Z[m] = take(A[k], 1)",
                           "Z[m] = take(A[k], 0.0)",
                           "Z[m] = take(A[k], -1)",
                           "Z[m] = 1e999 * A[k]",
                           "Z[m] = 2A[k]",
                           "Z[m] = A[k] *",
                           "Z[m] = A[k] B[k]",
                           "Z[m] = A[k] / 2",
                           "Z[m] = A[k] ^ 2",
                           "Z[m] = \xCF\x80",
                           "2 = A[k]",
                           "Z[2 m] = A[m]",
                           "Z[m] = --A[m]"}) {
    const Parsed p = parse(text);
    EXPECT_FALSE(p.expression) << text;
    ASSERT_EQ(p.diagnostics.errors(), 1) << text;
    const SourceRange& where = p.diagnostics.all()[0].where;
    EXPECT_GE(where.column, 1) << text;
    EXPECT_LE(where.column + where.length, static_cast<int>(std::string(text).size()) + 1) << text;
  }
}

}  // namespace
}  // namespace teaal::einsum
