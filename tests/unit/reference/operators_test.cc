// Maps and reductions by hand-computed values; how far a kernel's result may be off.
#include <gtest/gtest.h>

#include <cmath>

#include "runtime/reference/map_function.h"
#include "runtime/reference/reference.h"
#include "tests/unit/reference/einsum_text.h"

namespace teaal::runtime {
namespace {

constexpr double inf = HUGE_VAL;

double mapped(const std::vector<std::string>& steps, double a, double b = 0) {
  auto map = MapFunction::read(steps, 2);
  EXPECT_TRUE(map);
  const Estimate factors[] = {exact(a), exact(b)};
  return map ? (*map)(factors).value : NAN;
}

TEST(Map, computes_every_function) {
  EXPECT_EQ(mapped({"#0", "#1", "sub"}, 5, 3), 2);
  EXPECT_EQ(mapped({"#0", "#1", "div"}, 6, 3), 2);
  EXPECT_EQ(mapped({"#0", "#1", "min"}, 6, 3), 3);
  EXPECT_EQ(mapped({"#0", "#1", "max"}, 6, 3), 6);
  EXPECT_EQ(mapped({"#0", "#1", "or"}, 0, 3), 1);
  EXPECT_EQ(mapped({"#0", "#1", "and"}, 0, 3), 0);
  EXPECT_EQ(mapped({"#0", "#1", "eq"}, 3, 3), 1);
  EXPECT_EQ(mapped({"#0", "#1", "ne"}, 3, 3), 0);
  EXPECT_EQ(mapped({"#0", "#1", "lt"}, 3, 3), 0);
  EXPECT_EQ(mapped({"#0", "#1", "le"}, 3, 3), 1);
  EXPECT_EQ(mapped({"#0", "#1", "gt"}, 4, 3), 1);
  EXPECT_EQ(mapped({"#0", "#1", "ge"}, 2, 3), 0);
  EXPECT_EQ(mapped({"#0", "neg", "abs"}, 2), 2);
  EXPECT_EQ(mapped({"#0", "exp", "log"}, 1), 1);
  EXPECT_EQ(mapped({"#0", "sqrt"}, 9), 3);
  EXPECT_EQ(mapped({"#0", "tanh"}, 0), 0);
  EXPECT_EQ(mapped({"#0", "reciprocal"}, 4), 0.25);
  EXPECT_EQ(mapped({"#0", "not"}, 4), 0);
  EXPECT_EQ(mapped({"#0", "#1", "2.5", "select"}, 0, 7), 2.5);
  EXPECT_EQ(mapped({"#0", "#1", "2.5", "select"}, 1, 7), 7);
}

TEST(Map, refuses_steps_that_make_no_value) {
  EXPECT_FALSE(MapFunction::read({}, 2));
  EXPECT_FALSE(MapFunction::read({"#0", "add"}, 2));
  EXPECT_FALSE(MapFunction::read({"#0", "#1"}, 2));
  EXPECT_FALSE(MapFunction::read({"#2"}, 2));
  EXPECT_FALSE(MapFunction::read({"cube"}, 2));
}

std::optional<double> without_first(const std::vector<std::string>& steps, double absent) {
  return MapFunction::read(steps, 2)->where_known({absent, std::nullopt});
}

TEST(Map, knows_what_one_absent_factor_decides) {
  EXPECT_EQ(without_first({"#0", "#1", "mul"}, 0), 0);
  EXPECT_EQ(without_first({"#0", "#1", "add"}, inf), inf);
  EXPECT_EQ(without_first({"#0", "#1", "min"}, -inf), -inf);
  EXPECT_EQ(without_first({"#0", "#1", "max"}, inf), inf);
  EXPECT_EQ(without_first({"#0", "#1", "and"}, 0), 0);
  EXPECT_EQ(without_first({"#0", "#1", "or"}, 1), 1);
  EXPECT_EQ(without_first({"#0", "#1", "sub", "exp"}, -inf), 0);
  EXPECT_EQ(without_first({"#0", "#1", "div"}, 0), 0);
  EXPECT_EQ(without_first({"#1", "#0", "div"}, inf), 0);
  EXPECT_EQ(without_first({"#0", "#1", "3", "select"}, 0), 3);
  EXPECT_EQ(without_first({"#0", "#1", "mul"}, 1), std::nullopt);
  EXPECT_EQ(without_first({"#0", "#1", "add"}, 0), std::nullopt);
  EXPECT_EQ(without_first({"#0", "#1", "min"}, inf), std::nullopt);
  EXPECT_EQ(without_first({"#0", "#1", "sub", "abs"}, 0), std::nullopt);
  EXPECT_EQ(without_first({"#1", "#0", "div"}, 0), std::nullopt);
}

// Whatever a known factor decides, it decides for every value of the other.
TEST(Map, decides_only_what_every_other_value_bears_out) {
  for (const char* function :
       {"add", "sub", "mul", "div", "min", "max", "or", "and", "eq", "ne", "lt", "le", "gt", "ge"})
    for (double absent : {0.0, 1.0, -2.0, inf, -inf})
      for (bool first : {true, false}) {
        std::vector<std::string> steps = {first ? "#0" : "#1", first ? "#1" : "#0", function};
        const std::optional<double> decided = without_first(steps, absent);
        for (double other : {0.0, 1.0, -1.0, 0.5, -3.75, 1e30, -1e-30, inf, -inf}) {
          const double value = mapped(steps, absent, other);
          if (decided && !std::isnan(value)) {
            EXPECT_EQ(value, *decided) << function << " of " << absent << " and " << other;
          }
        }
      }
}

TEST(Map, carries_errors_of_its_factors) {
  auto bound = [](const std::vector<std::string>& steps, Estimate a, Estimate b) {
    const Estimate factors[] = {a, b};
    return (*MapFunction::read(steps, 2))(factors).magnitude;
  };
  EXPECT_EQ(bound({"#0", "#1", "sub"}, {5, 6}, {5, 7}), 13);
  EXPECT_EQ(bound({"#0", "#1", "mul"}, {5, 6}, {5, 7}), 42);
  EXPECT_DOUBLE_EQ(bound({"#0", "exp"}, {0, 3}, {}), 4);
  EXPECT_DOUBLE_EQ(bound({"#0", "#1", "div"}, {4, 4}, {2, 2}), 6);
  EXPECT_EQ(bound({"#0", "#1", "add"}, exact(inf), {5, 7}), 0);  // infinite on every machine
}

Manifest manifest_of(const std::string& text) {
  Manifest out;
  out.cascade.push_back(testing::einsum(text));
  return out;
}

std::map<std::vector<int32_t>, double> evaluated(const Manifest& manifest,
                                                 const std::map<std::string, Coo>& inputs,
                                                 const std::map<std::string, int64_t>& extents) {
  Diagnostics diagnostics;
  auto outputs = evaluate_reference(manifest, inputs, extents, {}, {}, diagnostics);
  EXPECT_TRUE(outputs);
  std::map<std::vector<int32_t>, double> out;
  if (!outputs) return out;
  const Coo& list = outputs->at("Z").value;
  for (size_t e = 0; e < list.entries(); ++e) {
    std::vector<int32_t> at;
    for (const auto& coords : list.coords) at.push_back(coords[e]);
    out[at] = list.values[e];
  }
  return out;
}

TEST(Operators, shortest_step) {
  Manifest manifest = manifest_of("Z[i] = A[i, k] * B[k]");
  manifest.tensors = {{.name = "A", .ranks = {"I", "K"}},
                      {.name = "B", .ranks = {"K"}},
                      {.name = "Z", .ranks = {"I"}}};
  for (ManifestTensor& tensor : manifest.tensors) tensor.absent = inf;
  manifest.cascade[0].terms[0].map = {"#0", "#1", "add"};
  manifest.cascade[0].reduce = ManifestEinsum::Reduce::Min;
  manifest.cascade[0].identity = inf;
  std::map<std::string, Coo> inputs = {{"A", {{3, 3}, {{0, 0, 1}, {0, 2, 1}}, {5, 1, 7}}},
                                       {"B", {{3}, {{0, 2}}, {0, 2}}}};
  EXPECT_EQ(evaluated(manifest, inputs, {{"I", 3}, {"K", 3}}),
            (std::map<std::vector<int32_t>, double>{{{0}, 3}}));
}

TEST(Operators, absent_elements_that_count_are_filled_in) {
  Manifest manifest = manifest_of("Z[i] = A[i, k] * B[k]");
  manifest.cascade[0].terms[0].map = {"#0", "#1", "sub", "abs"};
  manifest.cascade[0].reduce = ManifestEinsum::Reduce::Max;
  manifest.cascade[0].identity = -inf;
  std::map<std::string, Coo> inputs = {{"A", {{2, 2}, {{0}, {1}}, {5}}}, {"B", {{2}, {{0}}, {3}}}};
  EXPECT_EQ(evaluated(manifest, inputs, {{"I", 2}, {"K", 2}}),
            (std::map<std::vector<int32_t>, double>{{{0}, 5}, {{1}, 3}}));
}

// Of one tensor at two indices one element may be absent without the other.
TEST(Operators, elements_of_one_tensor_are_absent_one_by_one) {
  Manifest manifest = manifest_of("Z[i] = A[i, k] * A[k, i]");
  manifest.cascade[0].terms[0].map = {"#0", "#1", "ne"};
  manifest.cascade[0].reduce = ManifestEinsum::Reduce::Or;
  std::map<std::string, Coo> inputs = {{"A", {{3, 3}, {{0}, {1}}, {5}}}};
  EXPECT_EQ(evaluated(manifest, inputs, {{"I", 3}, {"K", 3}}),
            (std::map<std::vector<int32_t>, double>{{{0}, 1}, {{1}, 1}, {{2}, 0}}));
}

// A stored 0 times NaN is NaN; an absent element is not met.
TEST(Presence, follows_the_storage_beside_nan) {
  struct Case {
    const char* formats;
    std::vector<std::string> order;
    bool first_row, second_row;  // whether its sum is NaN
  };
  // A has one element, in row 0 and column 0; B is NaN in column 1.
  const Case cases[] = {{"UU", {"I", "K"}, true, true},   {"UC", {"I", "K"}, false, false},
                        {"CC", {"I", "K"}, false, false}, {"CU", {"I", "K"}, true, false},
                        {"CU", {"K", "I"}, false, false}, {"UU", {"K", "I"}, true, true}};
  for (const Case& one : cases) {
    Manifest manifest = manifest_of("Z[i] = A[i, k] * B[k]");
    manifest.tensors = {
        {.name = "A", .ranks = {"I", "K"}, .rank_order = one.order, .formats = one.formats},
        {.name = "B", .ranks = {"K"}, .rank_order = {"K"}, .formats = "U"}};
    std::map<std::string, Coo> inputs = {{"A", {{2, 2}, {{0}, {0}}, {5}}},
                                         {"B", {{2}, {{0, 1}}, {3, NAN}}}};
    auto z = evaluated(manifest, inputs, {{"I", 2}, {"K", 2}});
    EXPECT_EQ(std::isnan(z[{0}]), one.first_row) << one.formats << one.order[0];
    EXPECT_EQ(std::isnan(z[{1}]), one.second_row) << one.formats << one.order[0];
    if (!one.first_row) {
      EXPECT_EQ(z[{0}], 15) << one.formats;
    }
  }
}

// 0 / 0 is NaN where both are stored, whether a value or a default.
TEST(Presence, follows_the_storage_where_a_map_makes_nan) {
  for (const char* formats : {"U", "C"}) {
    Manifest manifest = manifest_of("Z[i] = A[i] * B[i]");
    manifest.tensors = {{.name = "A", .ranks = {"I"}, .rank_order = {"I"}, .formats = formats},
                        {.name = "B", .ranks = {"I"}, .rank_order = {"I"}, .formats = "U"}};
    manifest.cascade[0].terms[0].map = {"#0", "#1", "div"};
    std::map<std::string, Coo> inputs = {{"A", {{3}, {{0}}, {6}}}, {"B", {{3}, {{0, 1}}, {3, 2}}}};
    auto z = evaluated(manifest, inputs, {{"I", 3}});
    EXPECT_EQ(z[{0}], 2);
    EXPECT_EQ(z[{1}], 0);
    EXPECT_EQ(std::isnan(z[{2}]), formats[0] == 'U');
  }
}

TEST(Map, knows_where_nan_may_come_from) {
  auto may = [](const std::vector<std::string>& steps, double a, double b) {
    Specials factors[2] = {};
    factors[0].add(a);
    factors[1].add(b);
    return MapFunction::read(steps, 2)->may_be_nan(factors);
  };
  EXPECT_TRUE(may({"#0", "#1", "mul"}, 0, -inf));
  EXPECT_TRUE(may({"#0", "#1", "add"}, inf, -inf));
  EXPECT_TRUE(may({"#0", "#1", "sub"}, inf, inf));
  EXPECT_TRUE(may({"#0", "#1", "neg", "add"}, inf, inf));
  EXPECT_TRUE(may({"#0", "#1", "div"}, 0, 0));
  EXPECT_TRUE(may({"#0", "#1", "sub", "reciprocal", "0", "mul"}, 1, 1));
  EXPECT_TRUE(may({"#0", "#1", "lt"}, 1, NAN));
  EXPECT_TRUE(may({"#0", "log"}, 1, 1));
  EXPECT_FALSE(may({"#0", "#1", "mul"}, 0, 1));
  EXPECT_FALSE(may({"#0", "#1", "add"}, inf, inf));
  EXPECT_FALSE(may({"#0", "#1", "sub"}, inf, 0));
  EXPECT_FALSE(may({"#0", "#1", "div"}, 1, 1));
  EXPECT_FALSE(may({"#0", "#1", "sub", "exp"}, 0, 1));
  EXPECT_FALSE(may({"#0", "#1", "max", "tanh"}, inf, -inf));
}

// Whatever a map gives, it says beforehand that it may be NaN.
TEST(Map, never_gives_nan_unannounced) {
  const double values[] = {0, 1, -1, 2.5, inf, -inf};
  for (const char* function : {"add", "sub", "mul", "div", "min", "max", "or", "and", "lt"})
    for (const char* then : {"neg", "abs", "exp", "log", "sqrt", "tanh", "reciprocal", "not"})
      for (double a : values)
        for (double b : values) {
          const std::vector<std::string> steps = {"#0", "#1", function, then};
          Specials factors[2] = {};
          factors[0].add(a);
          factors[1].add(b);
          if (std::isnan(mapped(steps, a, b))) {
            EXPECT_TRUE(MapFunction::read(steps, 2)->may_be_nan(factors)) << function << then;
          }
        }
}

TEST(Operators, a_minimum_is_as_exact_as_the_values_near_it) {
  const Reduction least(ManifestEinsum::Reduce::Min, inf);
  EXPECT_EQ(least.combine({1, 1}, {1e9, 1e9}).magnitude, 1);
  EXPECT_EQ(least.combine({1, 1}, {1.00001, 4}).magnitude, 4);
  EXPECT_EQ(least.combine({inf, 0}, {3, 3}).value, 3);
  EXPECT_EQ(least.combine({NAN, 0}, {3, 3}).value, 3);
}

// Each round reads two tensors of the round before: where neither multiplies the other, what is
// known of them is no worse than what was known of the worse one.
TEST(Operators, roundings_of_many_rounds_stay_in_sight) {
  auto after = [](const std::string& map, const std::string& last) {
    Manifest manifest;
    manifest.value_type = "f32";
    for (const char* text : {"P1[v] = P0[v] * Q0[v]", "Q1[v] = P1[v] * P0[v]"})
      manifest.cascade.push_back(testing::einsum(text));
    for (ManifestEinsum& e : manifest.cascade) e.terms[0].map = {"#0", "#1", map};
    if (!last.empty()) manifest.cascade[1] = testing::einsum(last);
    manifest.iteration = ManifestIteration{};
    manifest.iteration->expressions = 2;
    manifest.iteration->times = "2000";
    manifest.iteration->carry = {{"P0", "P1"}, {"Q0", "Q1"}};
    Coo ones{{3}, {{0, 2}}, {1, 1}};
    Diagnostics diagnostics;
    auto out =
        evaluate_reference(manifest, {{"P0", ones}, {"Q0", ones}}, {{"V", 3}}, {}, {}, diagnostics);
    EXPECT_TRUE(out) << diagnostics.errors();
    return out ? out->at("Q1").operand_rounding : NAN;
  };
  EXPECT_LT(after("max", ""), 1e5);
  EXPECT_LT(after("max", "Q1[v] = take(P0[v], P1[v], 1)"), 1e5);
  EXPECT_GT(after("mul", ""), 1e100);
  EXPECT_TRUE(std::isfinite(after("mul", "")));
}

}  // namespace
}  // namespace teaal::runtime
