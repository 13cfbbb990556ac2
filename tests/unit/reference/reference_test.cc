// Random einsums against a loop over every point.
#include "runtime/reference/reference.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "tests/unit/reference/einsum_text.h"

namespace teaal::runtime {
namespace {

using Extents = std::map<std::string, int64_t>;
using Inputs = std::map<std::string, Coo>;
using Scalars = std::map<std::string, double>;

Coo generate(const std::string& source, size_t order) {
  Diagnostics diagnostics;
  SourceNotes notes;
  std::optional<Coo> out = read_source(source, KnownShape(order), diagnostics, notes);
  if (!out) ADD_FAILURE() << render(diagnostics.all().front());
  return out.value_or(Coo{});
}

// A small-integer tensor: sums are exact, so results can be compared for equality.
Coo integers(const std::vector<int64_t>& shape, double density, int seed) {
  std::string text;
  for (int64_t extent : shape) text += (text.empty() ? "" : "x") + std::to_string(extent);
  return generate("rand:values=int,shape=" + text + ",density=" + std::to_string(density) +
                      ",seed=" + std::to_string(seed),
                  shape.size());
}

std::optional<std::map<std::string, ReferenceOutput>> evaluate(
    const std::vector<std::string>& cascade, const Inputs& inputs, const Extents& extents,
    Diagnostics& diagnostics, const Scalars& scalars = {}, const Extents& symbols = {},
    const std::string& value_type = "f32") {
  Manifest manifest;
  manifest.value_type = value_type;
  for (const std::string& text : cascade) manifest.cascade.push_back(testing::einsum(text));
  return evaluate_reference(manifest, inputs, extents, scalars, symbols, diagnostics);
}

// The meaning by brute force: every point of the expression's variables, each tensor a map.
class BruteForce {
 public:
  BruteForce(const ManifestEinsum& einsum, const Inputs& inputs, const Extents& extents,
             const Scalars& scalars)
      : einsum_(einsum), extents_(extents), scalars_(scalars) {
    for (const auto& [name, list] : inputs)
      for (size_t e = 0; e < list.entries(); ++e) {
        std::vector<int64_t> at;
        for (const auto& coords : list.coords) at.push_back(coords[e]);
        tensors_[name][at] = list.values[e];
      }
    for (const auto& [variable, rank] : einsum.rank_of) variables_.push_back(variable);
  }

  std::map<std::vector<int64_t>, double> run() {
    visit(0);
    std::erase_if(out_, [](const auto& entry) { return entry.second == 0; });
    return out_;
  }

 private:
  void visit(size_t v) {
    if (v == variables_.size()) return point();
    int64_t extent = extents_.at(einsum_.rank_of.at(variables_[v]));
    for (at_[variables_[v]] = 0; at_[variables_[v]] < extent; ++at_[variables_[v]]) visit(v + 1);
  }

  std::vector<int64_t> coordinate(const ManifestFactor& factor) {
    std::vector<int64_t> out;
    for (const auto& index : factor.indices) {
      int64_t sum = 0;
      for (const auto& term : index)
        sum += term.coefficient * (term.variable.empty() ? 1 : at_[term.variable]);
      out.push_back(sum);
    }
    return out;
  }

  double value(const ManifestFactor& factor) {
    if (factor.kind == ManifestFactor::Kind::Constant) return factor.value;
    if (factor.kind == ManifestFactor::Kind::Scalar) return scalars_.at(factor.name);
    const auto& tensor = tensors_[factor.name];
    auto found = tensor.find(coordinate(factor));
    return found == tensor.end() ? 0 : found->second;
  }

  void point() {
    double sum = 0;
    for (const ManifestTerm& term : einsum_.terms) {
      double product = 1;
      bool present = true;
      for (const ManifestFactor& factor : term.factors) {
        product *= value(factor);
        present &= factor.kind != ManifestFactor::Kind::Tensor || value(factor) != 0;
      }
      if (term.take)
        product = present ? value(term.factors[static_cast<size_t>(term.take_index)]) : 0;
      sum += term.sign * product;
    }
    out_[coordinate(einsum_.output)] += sum;
  }

  const ManifestEinsum& einsum_;
  const Extents& extents_;
  const Scalars& scalars_;
  std::map<std::string, std::map<std::vector<int64_t>, double>> tensors_;
  std::vector<std::string> variables_;
  std::map<std::string, int64_t> at_;
  std::map<std::vector<int64_t>, double> out_;
};

std::map<std::vector<int64_t>, double> nonzeros(const Coo& list) {
  std::map<std::vector<int64_t>, double> out;
  for (size_t e = 0; e < list.entries(); ++e) {
    std::vector<int64_t> at;
    for (const auto& coords : list.coords) at.push_back(coords[e]);
    if (list.values[e] != 0) out[at] = list.values[e];
  }
  return out;
}

struct Case {
  const char* text;
  std::map<std::string, std::string> ranks;  // of the inputs, one letter a rank
};

const Case cases[] = {
    {"Z[m] = A[m, k] * B[k]", {{"A", "MK"}, {"B", "K"}}},
    {"Z[m, n] = A[k, m] * B[k, n]", {{"A", "KM"}, {"B", "KN"}}},
    {"Z[n, m] = A[m, k] * B[k, n] * C[m, n]", {{"A", "MK"}, {"B", "KN"}, {"C", "MN"}}},
    {"Z[] = A[m, k] * A[m, k]", {{"A", "MK"}}},
    {"Z[m, n] = A[m, k] * A[n, k]", {{"A", "MK"}}},
    {"Z[m] = A[m] + B[m]", {{"A", "M"}, {"B", "M"}}},
    {"Z[m] = A[m, k] * B[k] - C[m, k]", {{"A", "MK"}, {"B", "K"}, {"C", "MK"}}},
    {"Z[m] = A[m] - A[m]", {{"A", "M"}}},
    {"Z[m] = s * A[m] + 3 * B[m] * t", {{"A", "M"}, {"B", "M"}}},
    {"Z[m] = s * t", {}},
    {"Z[m, n] = A[m]", {{"A", "M"}}},
    {"Z[m] = A[m] + B[k]", {{"A", "M"}, {"B", "K"}}},
    {"Z[] = A[m] + s", {{"A", "M"}}},
    {"Z[m] = take(A[m, k], B[k], 0)", {{"A", "MK"}, {"B", "K"}}},
    {"Z[m] = take(A[m, k], s, B[k], 1)", {{"A", "MK"}, {"B", "K"}}},
    {"Z[m] = take(A[m, k], B[k], 1) + C[m, k]", {{"A", "MK"}, {"B", "K"}, {"C", "MK"}}},
    {"Z[m] = A[m, m]", {{"A", "ME"}}},
    {"Z[m, n] = B[n, m, m]", {{"B", "NME"}}},
    {"Z[m] = A[m + k] * B[k]", {{"A", "W"}, {"B", "K"}}},
    {"Z[m] = A[2 * m + 3 * k] * B[k]", {{"A", "W"}, {"B", "K"}}},
    {"Z[m] = A[m + -1 * k] * B[k]", {{"A", "W"}, {"B", "K"}}},
    {"Z[m] = A[-2 * m + k + 3] * B[k]", {{"A", "W"}, {"B", "K"}}},
    {"Z[m, n] = A[m + k, n + k] * B[k]", {{"A", "WW"}, {"B", "K"}}},
    {"Z[m] = A[4 * m]", {{"A", "W"}}},
    {"Z[m] = A[m, 2]", {{"A", "MK"}}},
    {"Z[m] = A[m] * S[]", {{"A", "M"}, {"S", ""}}},
    {"Z[i, j, k, l] = A[i, j] * B[k, l]", {{"A", "IJ"}, {"B", "KL"}}},
};

TEST(Reference, AgreesWithALoopOverEveryPoint) {
  Scalars scalars = {{"s", 2}, {"t", -3}};
  std::mt19937 random(11);
  for (int round = 0; round < 12; ++round) {
    Extents extents;
    for (const char* rank : {"M", "N", "K", "E", "W", "I", "J", "L"})
      extents[rank] = static_cast<int64_t>(random() % 7);
    for (const Case& c : cases) {
      Inputs inputs;
      for (const auto& [name, ranks] : c.ranks) {
        std::vector<int64_t> shape;
        for (char rank : ranks) shape.push_back(extents[std::string(1, rank)]);
        inputs[name] = integers(shape, 0.1 * static_cast<double>(random() % 11),
                                static_cast<int>(random() % 1000));
      }
      Diagnostics diagnostics;
      auto out = evaluate({c.text}, inputs, extents, diagnostics, scalars);
      ASSERT_TRUE(out) << c.text << render(diagnostics.all().front());
      ManifestEinsum einsum = testing::einsum(c.text);
      EXPECT_EQ(nonzeros(out->at("Z").value), BruteForce(einsum, inputs, extents, scalars).run())
          << c.text << " in round " << round;
    }
  }
}

// Large enough for cores to share the points, by the output's first rank, by another one under a
// loop over what is summed, and where elements have no places.
TEST(Reference, SharesOfCoresAreTheWhole) {
  const Extents extents = {{"M", 150}, {"N", 90}, {"K", 70}, {"I", 9000}, {"J", 9000}};
  const Inputs inputs = {{"A", integers({150, 70}, 0.9, 1)},
                         {"B", integers({70, 90}, 0.9, 2)},
                         {"C", integers({70, 150}, 0.9, 3)},
                         {"X", integers({9000}, 0.02, 4)},
                         {"Y", integers({9000}, 1, 5)}};
  for (const char* text :
       {"Z[m, n] = A[m, k] * B[k, n]", "Z[m, n] = C[k, m] * B[k, n]", "Z[n] = A[m, k] * B[k, n]",
        "Z[i, j] = X[i] * Y[j]", "Z[i] = X[i] * Y[i] + Y[i]"}) {
    ManifestEinsum einsum = testing::einsum(text);
    Diagnostics diagnostics;
    Manifest manifest;
    manifest.value_type = "f32";
    manifest.cascade.push_back(einsum);
    std::vector<double> parts;
    auto out = evaluate_reference(manifest, inputs, extents, {}, {}, diagnostics,
                                  [&](const std::string& output, double part) {
                                    EXPECT_EQ(output, "Z");
                                    parts.push_back(part);
                                  });
    ASSERT_TRUE(out) << text;
    EXPECT_EQ(parts.front(), 0) << text;
    EXPECT_GT(parts.back(), 0) << text;
    if (std::string(text).find("i, j") == std::string::npos)
      EXPECT_EQ(nonzeros(out->at("Z").value), BruteForce(einsum, inputs, extents, {}).run())
          << text;
    else
      EXPECT_EQ(out->at("Z").value.entries(), inputs.at("X").entries() * inputs.at("Y").entries());
    EXPECT_EQ(out->at("Z").magnitude.values.size(), out->at("Z").value.values.size());
  }
}

// An output of one element is cut by what is summed. Of so many ones behind 2^53 one sum after the
// other would keep none: the result tells that the shares were summed alone.
TEST(Reference, SharesOfOneElementAreTheWhole) {
  constexpr int32_t n = 1 << 16;
  Coo a{{n}, {{}}, std::vector<double>(n, 1)}, b = a;
  for (int32_t i = 0; i < n; ++i) a.coords[0].push_back(i);
  b.coords = a.coords;
  a.values.front() = 0x1p53;
  a.values.back() = -0x1p53;
  b.values[12345] = -7;
  Diagnostics diagnostics;
  auto out =
      evaluate({"S = A[i] * B[i]", "T[o] = A[i] * O[o]"},
               {{"A", a}, {"B", b}, {"O", {{1}, {{0}}, {2}}}}, {{"I", n}, {"O", 1}}, diagnostics);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->at("S").value.values, std::vector<double>{63 * 1024 - 1 - 8});
  EXPECT_EQ(out->at("S").terms, std::vector<int64_t>{n});
  EXPECT_EQ(out->at("S").products, n);
  EXPECT_EQ(out->at("T").value.values, std::vector<double>{2 * (63 * 1024 - 1)});

  Manifest least;
  least.cascade.push_back(testing::einsum("P = B[i]"));
  least.cascade[0].reduce = ManifestEinsum::Reduce::Min;
  least.cascade[0].identity = std::numeric_limits<double>::infinity();
  out = evaluate_reference(least, {{"B", b}}, {{"I", n}}, {}, {}, diagnostics);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->at("P").value.values, std::vector<double>{-7});
}

TEST(Reference, RunsACascadeInOrderAndDropsWhatCancelled) {
  Coo a = integers({5}, 1, 1);
  Diagnostics diagnostics;
  auto out = evaluate({"T[m] = A[m] - A[m]", "Y[m] = take(T[m], A[m], 1)", "T[m] = A[m]",
                       "Z[m] = take(T[m], A[m], 1)"},
                      {{"A", a}}, {{"M", 5}}, diagnostics);
  ASSERT_TRUE(out);
  EXPECT_TRUE(nonzeros(out->at("Y").value).empty());
  EXPECT_EQ(nonzeros(out->at("T").value), nonzeros(a));
  EXPECT_EQ(nonzeros(out->at("Z").value), nonzeros(a));
}

TEST(Reference, IgnoresExplicitZerosOfInputs) {
  Coo a{{3}, {{0, 2}}, {0, 5}}, b{{3}, {{0, 2}}, {7, 7}};
  Diagnostics diagnostics;
  auto out =
      evaluate({"Z[k] = take(A[k], B[k], 1)"}, {{"A", a}, {"B", b}}, {{"K", 3}}, diagnostics);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->at("Z").products, 1);
  EXPECT_EQ(nonzeros(out->at("Z").value).size(), 1u);
}

TEST(Reference, GivesTheSumOfAbsoluteProductsAndTheirCount) {
  Coo a{{2, 3}, {{0, 0, 0, 1}, {0, 1, 2, 1}}, {1, -2, 3, 4}}, b{{3}, {{0, 1, 2}}, {5, 5, 1}};
  Diagnostics diagnostics;
  auto out =
      evaluate({"Z[m] = A[m, k] * B[k]"}, {{"A", a}, {"B", b}}, {{"M", 2}, {"K", 3}}, diagnostics);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->at("Z").value.values, (std::vector<double>{-2, 20}));
  EXPECT_EQ(out->at("Z").magnitude.values, (std::vector<double>{18, 20}));
  EXPECT_EQ(out->at("Z").terms, (std::vector<int64_t>{3, 1}));
  EXPECT_EQ(out->at("Z").products, 4);
}

TEST(Reference, BoundsWhatRoundingLeavesOfACancelledIntermediate) {
  Coo a = integers({4}, 1, 2);
  Diagnostics diagnostics;
  auto out =
      evaluate({"T[m] = A[m] - A[m]", "Z[m] = T[m] * A[m]"}, {{"A", a}}, {{"M", 4}}, diagnostics);
  ASSERT_TRUE(out);
  Coo noise = a;
  for (double& value : noise.values) value *= FLT_EPSILON;
  EXPECT_EQ(compare("Z", noise, out->at("Z"), "f32", 1).mismatches, 0);
  EXPECT_EQ(compare("Z", a, out->at("Z"), "f32", 1).mismatches, 4);
}

TEST(Reference, SumsLargeSparseOutputsWithoutDenseArrays) {
  Coo a = generate("rand:values=int,shape=2000000x2000000,nnz=2000,seed=3", 2);
  Diagnostics diagnostics;
  auto out =
      evaluate({"Z[n, m] = A[m, n]"}, {{"A", a}}, {{"M", 2000000}, {"N", 2000000}}, diagnostics);
  ASSERT_TRUE(out);
  Coo transposed{a.shape, {a.coords[1], a.coords[0]}, a.values};
  canonicalize(transposed);
  EXPECT_EQ(out->at("Z").value.coords, transposed.coords);
  EXPECT_EQ(out->at("Z").value.values, transposed.values);
}

// The same entries in a small and in a huge shape: sums in dense arrays and sums of sorted lists.
TEST(Reference, SumsAlikeInDenseArraysAndInLists) {
  constexpr int64_t huge = int64_t{1} << 30;
  for (const char* text : {"Z[m, n] = A[m, k] * B[k, n]", "Z[n, m] = A[m, k] * B[k, n]",
                           "Z[m, n] = A[m, n] - B[m, n]"}) {
    Coo a = integers({30, 30}, 0.3, 1), b = integers({30, 30}, 0.3, 2);
    for (size_t e = 0; e < b.entries(); e += 2) b.values[e] = -b.values[e];
    Diagnostics diagnostics;
    auto small =
        evaluate({text}, {{"A", a}, {"B", b}}, {{"M", 30}, {"N", 30}, {"K", 30}}, diagnostics);
    a.shape = b.shape = {huge, huge};
    auto large = evaluate({text}, {{"A", a}, {"B", b}}, {{"M", huge}, {"N", huge}, {"K", huge}},
                          diagnostics);
    ASSERT_TRUE(small && large);
    EXPECT_EQ(large->at("Z").value.coords, small->at("Z").value.coords) << text;
    EXPECT_EQ(large->at("Z").value.values, small->at("Z").value.values) << text;
    EXPECT_EQ(large->at("Z").magnitude.values, small->at("Z").magnitude.values) << text;
    EXPECT_EQ(large->at("Z").terms, small->at("Z").terms) << text;
  }
}

TEST(Reference, ComputesIntegersModulo2To32) {
  constexpr int64_t m_extent = 9, k_extent = 40;
  Coo a = integers({m_extent, k_extent}, 0.7, 1), b = integers({k_extent}, 0.8, 2);
  for (Coo* list : {&a, &b})
    for (size_t e = 0; e < list->entries(); ++e)
      list->values[e] = static_cast<int32_t>(static_cast<uint32_t>(2654435761u * (e + 1)));
  std::vector<uint32_t> want(m_extent);
  auto bits = [](double value) { return static_cast<uint32_t>(static_cast<int32_t>(value)); };
  for (size_t e = 0; e < a.entries(); ++e)
    for (size_t f = 0; f < b.entries(); ++f)
      if (a.coords[1][e] == b.coords[0][f])
        want[a.coords[0][e]] -= 1000003u * bits(a.values[e]) * bits(b.values[f]) * k_extent;
  Diagnostics diagnostics;
  auto out = evaluate({"Z[m] = B[n] - A[m, k] * B[k] * s - B[n]"}, {{"A", a}, {"B", b}},
                      {{"M", m_extent}, {"K", k_extent}, {"N", k_extent}}, diagnostics,
                      {{"s", 1000003}}, {}, "i32");
  ASSERT_TRUE(out) << render(diagnostics.all().front());
  std::map<std::vector<int64_t>, double> expected;
  for (int64_t m = 0; m < m_extent; ++m)
    if (want[m] != 0) expected[{m}] = static_cast<int32_t>(want[m]);
  EXPECT_EQ(nonzeros(out->at("Z").value), expected);
}

// An intermediate of narrow elements is rounded; its reader's bound allows for either neighbour.
TEST(Reference, AllowsForTheRoundingOfNarrowIntermediates) {
  Coo a{{2}, {{0, 1}}, {1, 0x1p-14}};
  Diagnostics diagnostics;
  auto out = evaluate({"T[m] = A[m] * s", "Z[m] = T[m] * s"}, {{"A", a}}, {{"M", 2}}, diagnostics,
                      {{"s", 1 + 0x1p-12}}, {}, "f16");
  ASSERT_TRUE(out);
  auto mismatches = [&](double first, double second) {
    return compare("Z", Coo{{2}, {{0, 1}}, {first, second}}, out->at("Z"), "f16", 1).mismatches;
  };
  EXPECT_EQ(mismatches(1, 0x1p-14), 0);
  EXPECT_EQ(mismatches(1 + 0x1p-10, 0x1p-14 + 0x1p-24), 0);
  EXPECT_EQ(mismatches(1 + 0x1p-7, 0x1p-14 + 0x1p-21), 2);
}

std::string first_message(const std::vector<std::string>& cascade, const Inputs& inputs,
                          const Extents& extents) {
  Diagnostics diagnostics;
  EXPECT_FALSE(evaluate(cascade, inputs, extents, diagnostics));
  return diagnostics.all().empty() ? "" : diagnostics.all()[0].message;
}

TEST(Reference, RefusesWhatItCannotEvaluate) {
  Coo a = integers({4}, 1, 2);
  EXPECT_NE(first_message({"Z[m] = A[m] * B[m]"}, {{"A", a}}, {{"M", 4}}).find("'B' has no data"),
            std::string::npos);
  EXPECT_NE(first_message({"Z[m] = A[m] * s"}, {{"A", a}}, {{"M", 4}}).find("'s' has no value"),
            std::string::npos);
  EXPECT_NE(first_message({"Z[m] = A[m]"}, {{"A", a}}, {}).find("'m' is not known"),
            std::string::npos);
  EXPECT_NE(
      first_message({"Z[m] = A[m, n]"}, {{"A", a}}, {{"M", 4}, {"N", 4}}).find("1 ranks but 2"),
      std::string::npos);
  EXPECT_NE(first_message({"Z[2 * m] = A[m]"}, {{"A", a}}, {{"M", 4}}).find("output index"),
            std::string::npos);
  EXPECT_NE(first_message({"Z[m] = take(A[m], 3)"}, {{"A", a}}, {{"M", 4}}).find("no argument 3"),
            std::string::npos);
  EXPECT_NE(first_message({"Z[m] = A[g * m]"}, {{"A", a}}, {{"M", 4}}).find("'g' has no integer"),
            std::string::npos);
}

TEST(Reference, CountsEveryProductOfDenseAndSparseOperands) {
  Coo a = generate("dense:shape=128x128", 2), b = generate("dense:shape=128x128,seed=1", 2);
  Coo sparse = generate("uniform:shape=50000x50000,row=20", 2),
      x = generate("dense:shape=50000", 1);
  Diagnostics diagnostics;
  auto product = evaluate({"Z[m, n] = A[m, k] * B[k, n]"}, {{"A", a}, {"B", b}},
                          {{"M", 128}, {"N", 128}, {"K", 128}}, diagnostics);
  EXPECT_EQ(product->at("Z").products, 128 * 128 * 128);
  auto spmv = evaluate({"Z[m] = A[m, k] * B[k]"}, {{"A", sparse}, {"B", x}},
                       {{"M", 50000}, {"K", 50000}}, diagnostics);
  EXPECT_EQ(spmv->at("Z").products, 50000 * 20);
}

}  // namespace
}  // namespace teaal::runtime
