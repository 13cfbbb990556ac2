#include "runtime/report/counterpart.h"

#include <gtest/gtest.h>

#include "tests/unit/driver/fixtures.h"

namespace teaal::runtime::report {
namespace {

using Kind = Counterpart::Kind;

struct Operand {
  std::string name;
  std::vector<std::string> variables;
  std::string formats;
};

std::string upper(const std::string& variable) {
  return std::string(1, static_cast<char>(std::toupper(variable[0])));
}

Manifest product(const Operand& output, const std::vector<Operand>& factors) {
  Manifest out;
  out.value_type = "f32";
  ManifestEinsum einsum;
  einsum.output = access(output.name, output.variables);
  einsum.terms.resize(1);
  auto declare = [&](const Operand& o, ManifestTensor::Role role) {
    ManifestTensor tensor{o.name, role};
    for (const std::string& v : o.variables) {
      tensor.ranks.push_back(upper(v));
      einsum.rank_of[v] = upper(v);
    }
    tensor.rank_order = tensor.ranks;
    tensor.formats = o.formats;
    out.tensors.push_back(tensor);
  };
  declare(output, ManifestTensor::Role::Output);
  for (const Operand& factor : factors) {
    declare(factor, ManifestTensor::Role::Input);
    einsum.terms[0].factors.push_back(access(factor.name, factor.variables));
  }
  out.cascade = {einsum};
  return out;
}

TEST(Counterpart, MatrixVectorByFormatWhateverTheNamesAndTheOrder) {
  auto sparse =
      find_counterpart(product({"Q", {"x"}, "U"}, {{"V", {"y"}, "U"}, {"W", {"y", "x"}, "UC"}}));
  ASSERT_TRUE(sparse);
  EXPECT_EQ(sparse->kind, Kind::SpMV);
  EXPECT_EQ(sparse->operands[0].tensor, "W");
  EXPECT_EQ(sparse->operands[0].order, (std::vector<int>{1, 0}));  // rows are x
  EXPECT_EQ(sparse->ranks, (std::vector<std::string>{"X", "Y"}));
  auto dense =
      find_counterpart(product({"Q", {"x"}, "U"}, {{"W", {"x", "y"}, "UU"}, {"V", {"y"}, "U"}}));
  ASSERT_TRUE(dense);
  EXPECT_EQ(dense->kind, Kind::DenseMV);
}

TEST(Counterpart, SparseOperandOfAMatrixProductComesFirst) {
  auto found = find_counterpart(
      product({"Z", {"m", "n"}, "UU"}, {{"A", {"k", "m"}, "UU"}, {"B", {"k", "n"}, "UC"}}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Kind::SpMM);
  EXPECT_EQ(found->operands[0].tensor, "B");
  EXPECT_EQ(found->operands[0].order, (std::vector<int>{1, 0}));  // rows n, columns k
  EXPECT_EQ(found->operands[1].order, (std::vector<int>{0, 1}));  // k by m
  EXPECT_EQ(found->ranks, (std::vector<std::string>{"N", "M", "K"}));
  EXPECT_EQ(found->output.order, (std::vector<int>{1, 0}));  // the routine writes the transpose
}

TEST(Counterpart, DenseProductDotAndSampledProduct) {
  auto gemm = find_counterpart(
      product({"Z", {"m", "n"}, "UU"}, {{"B", {"k", "n"}, "UU"}, {"A", {"m", "k"}, "UU"}}));
  ASSERT_TRUE(gemm);
  EXPECT_EQ(gemm->kind, Kind::DenseMM);
  EXPECT_EQ(gemm->operands[0].tensor, "A");
  auto dot = find_counterpart(product({"Z", {}, ""}, {{"A", {"k"}, "U"}, {"B", {"k"}, "U"}}));
  ASSERT_TRUE(dot);
  EXPECT_EQ(dot->kind, Kind::Dot);
  auto sddmm = find_counterpart(
      product({"Z", {"m", "n"}, "UU"},
              {{"B", {"m", "k"}, "UU"}, {"A", {"m", "n"}, "UC"}, {"C", {"k", "n"}, "UU"}}));
  ASSERT_TRUE(sddmm);
  EXPECT_EQ(sddmm->kind, Kind::Sddmm);
  EXPECT_EQ(sddmm->operands[0].tensor, "A");
}

TEST(Counterpart, ThereIsNoneForOtherShapes) {
  EXPECT_FALSE(find_counterpart(
      product({"Z", {"m", "n"}, "UU"}, {{"A", {"m", "k"}, "UC"}, {"B", {"k", "n"}, "UC"}})));
  EXPECT_FALSE(
      find_counterpart(product({"Z", {"m", "n"}, "UU"}, {{"A", {"m"}, "U"}, {"B", {"n"}, "U"}})));
  EXPECT_FALSE(
      find_counterpart(product({"Z", {"m"}, "U"}, {{"A", {"m", "k"}, "UC"}, {"B", {"k"}, "C"}})));
  EXPECT_FALSE(
      find_counterpart(product({"Z", {"m"}, "U"}, {{"A", {"m"}, "U"}, {"B", {"m"}, "U"}})));
  Manifest affine = product({"Z", {"m"}, "U"}, {{"A", {"m", "k"}, "UU"}, {"B", {"k"}, "U"}});
  affine.cascade[0].terms[0].factors[0].indices[1][0].coefficient = 2;
  EXPECT_FALSE(find_counterpart(affine));
  Manifest wide = product({"Z", {"m"}, "U"}, {{"A", {"m", "k"}, "UU"}, {"B", {"k"}, "U"}});
  wide.value_type = "f64";
  EXPECT_FALSE(find_counterpart(wide));
  Manifest take = product({"Z", {"m"}, "U"}, {{"A", {"m", "k"}, "UU"}, {"B", {"k"}, "U"}});
  take.cascade[0].terms[0].take = true;
  EXPECT_FALSE(find_counterpart(take));
}

}  // namespace
}  // namespace teaal::runtime::report
