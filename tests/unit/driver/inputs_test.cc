#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "runtime/plan/inputs.h"
#include "tests/unit/driver/fixtures.h"

namespace teaal::runtime::plan {
namespace {

class LoadInputs : public testing::Test {
 protected:
  LoadInputs() {
    folder_ = std::filesystem::temp_directory_path() / ("teaal_inputs_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~LoadInputs() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) {
    std::string path = (folder_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  std::optional<Inputs> load(const std::map<std::string, std::string>& sources,
                             const std::map<std::string, int64_t>& shapes = {}) {
    return load_inputs(manifest_, {sources, shapes}, diagnostics_);
  }

  std::filesystem::path folder_;
  Manifest manifest_ = spmv_manifest();
  Diagnostics diagnostics_;
};

TEST_F(LoadInputs, GeneratorTakesTheExtentThatAFileFixes) {
  auto inputs =
      load({{"A", file("a.tns", "# shape 3 4\n1 2 5\n3 4 1\n")}, {"B", "rand:density=1,seed=3"}});
  ASSERT_TRUE(inputs) << messages(diagnostics_);
  EXPECT_EQ(inputs->extents, (std::map<std::string, int64_t>{{"I", 3}, {"J", 4}}));
  EXPECT_EQ(inputs->tensors.at("B").shape, std::vector<int64_t>{4});
}

TEST_F(LoadInputs, GeneratorsMayFixEachOtherInEitherOrder) {
  auto inputs = load({{"A", "rand:density=0.5"}, {"B", "rand:shape=6,density=1"}}, {{"I", 5}});
  ASSERT_TRUE(inputs) << messages(diagnostics_);
  EXPECT_EQ(inputs->tensors.at("A").shape, (std::vector<int64_t>{5, 6}));
}

TEST_F(LoadInputs, RawFloatsTakeTheExtentsThatASafetensorsFileFixes) {
  const std::string header = R"({"w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})";
  const std::string zeros(24, '\0');
  std::string length(8, '\0');
  length[0] = static_cast<char>(header.size());
  auto inputs = load({{"A", file("a.safetensors", length + header + zeros) + ",tensor=w"},
                      {"B", file("b.f32", std::string(12, '\1'))}});
  ASSERT_TRUE(inputs) << messages(diagnostics_);
  EXPECT_EQ(inputs->extents, (std::map<std::string, int64_t>{{"I", 2}, {"J", 3}}));
  EXPECT_EQ(inputs->tensors.at("B").shape, std::vector<int64_t>{3});
  EXPECT_EQ(inputs->tensors.at("B").entries(), 3u);
}

TEST_F(LoadInputs, HeaderlessTextTakesTheLargerExtentOfAnother) {
  auto inputs = load({{"A", file("a.tns", "1 2 5\n3 3 1\n")}, {"B", "rand:shape=9,density=1"}});
  ASSERT_TRUE(inputs) << messages(diagnostics_);
  EXPECT_EQ(inputs->tensors.at("A").shape, (std::vector<int64_t>{3, 9}));
}

TEST_F(LoadInputs, HeaderlessTextLargerThanAnotherIsAMismatchThatNamesBoth) {
  EXPECT_FALSE(load({{"A", file("a.tns", "1 2 5\n3 3 1\n")}, {"B", "rand:shape=2,density=1"}}));
  EXPECT_TRUE(has_code(diagnostics_, Code::ShapeMismatch)) << messages(diagnostics_);
  EXPECT_NE(messages(diagnostics_).find("B=rand:shape=2"), std::string::npos);
  EXPECT_NE(messages(diagnostics_).find("a.tns"), std::string::npos);
}

TEST_F(LoadInputs, TwoHeaderlessTextsTakeTheLargestCoordinate) {
  auto inputs = load({{"A", file("a.tns", "1 2 5\n")}, {"B", file("b.tns", "7 1\n")}});
  ASSERT_TRUE(inputs) << messages(diagnostics_);
  EXPECT_EQ(inputs->extents.at("J"), 7);
  EXPECT_EQ(inputs->tensors.at("A").shape, (std::vector<int64_t>{1, 7}));
}

TEST_F(LoadInputs, HeadersThatDisagreeNameBothPlaces) {
  EXPECT_FALSE(load({{"A", file("a.tns", "# shape 3 4\n")}, {"B", file("b.tns", "# shape 5\n")}}));
  EXPECT_TRUE(has_code(diagnostics_, Code::ShapeMismatch)) << messages(diagnostics_);
  EXPECT_NE(messages(diagnostics_).find("a.tns"), std::string::npos);
  EXPECT_NE(messages(diagnostics_).find("b.tns"), std::string::npos);
}

TEST_F(LoadInputs, ShapeOptionDisagreesWithAFile) {
  EXPECT_FALSE(load({{"A", file("a.tns", "# shape 3 4\n")}, {"B", "rand:density=1"}}, {{"J", 5}}));
  EXPECT_TRUE(has_code(diagnostics_, Code::ShapeMismatch)) << messages(diagnostics_);
  EXPECT_NE(messages(diagnostics_).find("--shape J=5"), std::string::npos);
}

TEST_F(LoadInputs, RankThatNothingFixesNamesShapeOption) {
  EXPECT_FALSE(load({{"A", "rand:density=0.5"}, {"B", "rand:density=0.5"}}, {{"J", 5}}));
  EXPECT_TRUE(has_code(diagnostics_, Code::ShapeUnknown)) << messages(diagnostics_);
}

TEST_F(LoadInputs, OutputRankThatNothingFixesNamesShapeOption) {
  manifest_.tensors[2].ranks = {"I", "Q"};
  EXPECT_FALSE(load({{"A", "rand:shape=3x4,density=0.5"}, {"B", "rand:density=0.5"}}));
  EXPECT_NE(messages(diagnostics_).find("--shape Q="), std::string::npos) << messages(diagnostics_);
}

TEST_F(LoadInputs, WrongNumberOfRanksIsATensorError) {
  EXPECT_FALSE(load({{"A", file("a.tns", "# shape 3 4 5\n1 1 1 2\n")}, {"B", "rand:density=1"}}));
  EXPECT_EQ(diagnostics_.ok(), false);
}

TEST_F(LoadInputs, StoredZerosAreAbsentUnlessTheSourceKeepsThem) {
  std::string text = file("a.tns", "# shape 3 4\n1 2 0\n3 4 1\n");
  auto inputs = load({{"A", text}, {"B", "rand:density=1"}});
  ASSERT_TRUE(inputs) << messages(diagnostics_);
  EXPECT_EQ(inputs->tensors.at("A").entries(), 1u);
  inputs = load({{"A", text + ",keep-zeros"}, {"B", "rand:density=1"}});
  ASSERT_TRUE(inputs) << messages(diagnostics_);
  EXPECT_EQ(inputs->tensors.at("A").entries(), 2u);
}

}  // namespace
}  // namespace teaal::runtime::plan
