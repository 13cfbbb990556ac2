#include "runtime/manifest/manifest.h"

#include <gtest/gtest.h>

#include <string>

namespace teaal::runtime {
namespace {

const std::string spmv = R"json({
  "version": "0.1.0", "spec_path": "spmv.yaml", "name": "spmv", "arch": "sm_90", "value_type": "f32",
  "tensors": [
    {"name": "A", "role": "input", "ranks": ["I", "J"], "rank_order": ["J", "I"], "formats": "UC",
     "chosen": false},
    {"name": "Z", "role": "output", "ranks": ["I"], "rank_order": ["I"], "formats": "U"}],
  "views": [
    {"name": "A", "tensor": "A", "rank_order": ["J", "I"], "formats": "UC"},
    {"name": "Z", "tensor": "Z", "rank_order": ["I"], "formats": "U"}],
  "symbols": [{"name": "NUM_THREADS", "default_expr": "256"}, {"name": "BM", "value": 8}],
  "scalars": ["a"],
  "workspaces": [{"name": "w", "elements": "I * 2"}],
  "cascade": [{
    "text": "Z[i] = a * A[i, 2 * j]",
    "output": {"kind": "tensor", "name": "Z", "indices": [[{"variable": "i"}]]},
    "terms": [{"sign": -1, "factors": [
      {"kind": "scalar", "name": "a"},
      {"kind": "constant", "value": 0.5},
      {"kind": "tensor", "name": "A", "indices": [
        [{"variable": "i"}], [{"coefficient": 2, "symbol": "g", "variable": "j"}]]}]}],
    "rank_of": {"i": "I", "j": "J"}}],
  "plan": [
    {"kind": "zero", "view": "Z"},
    {"kind": "launch", "kernel": "spmv", "grid": "ceil_div(I, 256)", "block": "256", "args": [
      {"kind": "segments", "name": "A_seg", "view": "A", "level": 1},
      {"kind": "values", "name": "Z_val", "view": "Z", "written": true},
      {"kind": "int64", "name": "I", "expr": "I"},
      {"kind": "workspace", "name": "w", "workspace": "w"}]}],
  "notes": ["A got the default format"],
  "promises": {"deterministic": "yes"}
})json";

std::string with(std::string text, const std::string& from, const std::string& to) {
  size_t at = text.find(from);
  if (at == std::string::npos) ADD_FAILURE() << "'" << from << "' is not in the manifest";
  return text.replace(at, from.size(), to);
}

// The first error's message, "" if the manifest was read.
std::string error(const std::string& text) {
  Diagnostics diagnostics;
  std::optional<Manifest> out = read_manifest(text, "kernel.json", diagnostics);
  EXPECT_EQ(out.has_value(), diagnostics.ok());
  return diagnostics.all().empty() ? "" : render(diagnostics.all().front());
}

TEST(Manifest, IsReadWhole) {
  Diagnostics diagnostics;
  std::optional<Manifest> m = read_manifest(spmv, "kernel.json", diagnostics);
  ASSERT_TRUE(m) << render(diagnostics.all().front());
  EXPECT_TRUE(diagnostics.all().empty());
  EXPECT_EQ(m->tensor("A")->rank_order, (std::vector<std::string>{"J", "I"}));
  EXPECT_FALSE(m->tensor("A")->chosen);
  EXPECT_TRUE(m->tensor("Z")->chosen);
  EXPECT_EQ(m->tensor("Z")->role, ManifestTensor::Role::Output);
  EXPECT_EQ(m->tensor("Q"), nullptr);
  EXPECT_EQ(m->view("Z")->formats, "U");
  EXPECT_FALSE(m->symbols[0].value);
  EXPECT_EQ(m->symbols[1].value, 8);
  EXPECT_EQ(m->cascade[0].terms[0].sign, -1);
  EXPECT_EQ(m->cascade[0].terms[0].factors[1].value, 0.5);
  EXPECT_EQ(m->cascade[0].terms[0].factors[2].indices[1][0].coefficient, 2);
  EXPECT_EQ(m->cascade[0].terms[0].factors[2].indices[1][0].symbol, "g");
  EXPECT_EQ(m->cascade[0].rank_of.at("j"), "J");
  EXPECT_EQ(m->plan[1].args[0].kind, ManifestArg::Kind::Segments);
  EXPECT_EQ(m->plan[1].args[0].level, 1);
  EXPECT_TRUE(m->plan[1].args[1].written);
  EXPECT_EQ(m->promises.at("deterministic"), "yes");
}

TEST(Manifest, NamesThePathOfAValueOfTheWrongType) {
  EXPECT_NE(error(with(spmv, "\"level\": 1", "\"level\": \"1\""))
                .find("$.plan[1].args[0].level: a 64-bit integer is wanted"),
            std::string::npos);
  EXPECT_NE(
      error(with(spmv, "\"written\": true", "\"written\": 1")).find("$.plan[1].args[1].written"),
      std::string::npos);
  EXPECT_NE(error(with(spmv, "[\"a\"]", "{}")).find("$.scalars: a list is wanted"),
            std::string::npos);
  EXPECT_NE(error(with(spmv, "\"value\": 8", "\"value\": 18446744073709551615"))
                .find("$.symbols[1].value"),
            std::string::npos);
  EXPECT_NE(error(with(spmv, "\"level\": 1", "\"level\": 4294967296")).find("a 32-bit integer"),
            std::string::npos);
  EXPECT_NE(error("[]").find("$: an object is wanted"), std::string::npos);
}

TEST(Manifest, RejectsUnknownWordsAndMissingMembers) {
  EXPECT_NE(error(with(spmv, "\"role\": \"input\"", "\"role\": \"in\""))
                .find("$.tensors[0].role: 'in' is none of 'input'"),
            std::string::npos);
  EXPECT_NE(
      error(with(spmv, "\"kind\": \"zero\", ", "")).find("$.plan[0]: member 'kind' is missing"),
      std::string::npos);
  EXPECT_NE(error(with(spmv, "\"kind\": \"int64\"", "\"kind\": \"int16\""))
                .find("$.plan[1].args[2].kind"),
            std::string::npos);
  EXPECT_NE(error(with(spmv, "\"f32\"", "\"f8\"")).find("'value_type' must be"), std::string::npos);
}

TEST(Manifest, RejectsReferencesToWhatDoesNotExist) {
  EXPECT_NE(error(with(spmv, "\"view\": \"A\", \"level\": 1", "\"view\": \"A\", \"level\": 2"))
                .find("a level that view 'A' lacks"),
            std::string::npos);
  EXPECT_NE(error(with(spmv, "\"workspace\": \"w\"", "\"workspace\": \"v\""))
                .find("unknown workspace 'v'"),
            std::string::npos);
  EXPECT_NE(error(with(spmv, "\"kind\": \"zero\", \"view\": \"Z\"",
                       "\"kind\": \"zero\", \"view\": \"Y\""))
                .find("unknown view 'Y'"),
            std::string::npos);
  const std::string carries = R"({"kind": "carry", "view": "Z", "from": ")";
  const std::string zeroes = "{\"kind\": \"zero\", \"view\": \"Z\"}";
  EXPECT_NE(error(with(spmv, zeroes, carries + "Y\"}")).find("carries 'Y' to 'Z'"),
            std::string::npos);
  EXPECT_NE(error(with(spmv, zeroes, carries + "A\"}")).find("cannot take over"),
            std::string::npos);
  EXPECT_NE(error(with(spmv, "\"rank_order\": [\"J\", \"I\"]", "\"rank_order\": [\"J\", \"K\"]"))
                .find("permutation"),
            std::string::npos);
  EXPECT_NE(
      error(with(spmv, "\"formats\": \"UC\"", "\"formats\": \"UX\"")).find("letters U, C and B"),
      std::string::npos);
}

// A stored as J by 4, I, J.
const std::string in_parts = with(
    with(spmv, "[\"J\", \"I\"], \"formats\": \"UC\"},",
         "[\"J\", \"I\", \"J\"], \"formats\": \"UCC\", "
         "\"parts\": [{\"name\": \"J1\", \"tile\": \"BM\", \"snaps\": [\"3\"]}, null, null]},"),
    "\"name\": \"A\", \"role\"", "\"name\": \"A\", \"parts\": [null, null], \"role\"");

TEST(Manifest, ReadsPartsOfRanks) {
  Diagnostics diagnostics;
  std::optional<Manifest> m = read_manifest(in_parts, "kernel.json", diagnostics);
  ASSERT_TRUE(m) << render(diagnostics.all().front());
  const ManifestView& a = *m->view("A");
  EXPECT_EQ(a.parts, (ManifestParts{{{"J1", "BM", {"3"}}}, {}, {}}));
  EXPECT_EQ(level_names(a.rank_order, a.parts), (std::vector<std::string>{"J1", "I", "J"}));
  EXPECT_TRUE(m->tensor("A")->parts.empty());
  EXPECT_EQ(level_names({"J", "I"}, {}), (std::vector<std::string>{"J", "I"}));
}

TEST(Manifest, RefusesPartsThatLoseOrRepeatARank) {
  auto damaged = [](const std::string& from, const std::string& to) {
    return error(with(in_parts, from, to));
  };
  EXPECT_NE(damaged(", null, null]},", ", null]},").find("one item a rank"), std::string::npos);
  EXPECT_NE(
      damaged("[\"J\", \"I\", \"J\"]", "[\"I\", \"J\", \"J\"]").find("the last level of rank"),
      std::string::npos);
  EXPECT_NE(
      damaged("[\"J\", \"I\", \"J\"]", "[\"J\", \"K\", \"J\"]").find("every rank of 'A' once"),
      std::string::npos);
  EXPECT_NE(damaged("\"tile\": \"BM\", ", "").find("member 'tile' is missing"), std::string::npos);
}

TEST(Manifest, PlacesASyntaxError) {
  EXPECT_EQ(error("{\n  \"name\": ]\n}").substr(0, 24), "kernel.json:2:11: error:");
  EXPECT_NE(error("").find("is not JSON"), std::string::npos);
  EXPECT_NE(error("{\"name\": \"\xff\"}").find("is not JSON"), std::string::npos);
  EXPECT_NE(error(std::string(100000, '[')).find("is not JSON"), std::string::npos);
}

TEST(Manifest, WarnsOfUnknownMembersWithAGuess) {
  Diagnostics diagnostics;
  EXPECT_TRUE(read_manifest(with(spmv, "\"notes\"", "\"note\""), "kernel.json", diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_NE(diagnostics.all()[0].message.find("did you mean 'notes'?"), std::string::npos);
}

// Any single byte of damage gives a manifest or an error, never an exception.
TEST(Manifest, SurvivesDamage) {
  for (size_t at = 0; at < spmv.size(); ++at)
    for (char c : {'\0', '{', ']', '9'}) {
      std::string damaged = spmv;
      damaged[at] = c;
      error(damaged);
    }
}

}  // namespace
}  // namespace teaal::runtime
