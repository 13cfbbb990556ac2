#include "compiler/driver/tune/auto_mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tests/unit/tune/specs.h"

namespace teaal::driver {
namespace {

const std::string root = TEAAL_SOURCE_DIR;

std::string read(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> split(const std::string& line, char at) {
  std::vector<std::string> out;
  for (size_t begin = 0; begin <= line.size();) {
    const size_t end = std::min(line.find(at, begin), line.size());
    out.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

// One matrix of bench/mappings.tsv.
struct Measured {
  std::string product, matrix, given, operand, others, extents;
  std::vector<std::pair<std::string, double>> specs;  // µs
};

std::vector<Measured> measured() {
  std::vector<Measured> out;
  bool head = true;
  for (const std::string& line : split(read(root + "/bench/mappings.tsv"), '\n')) {
    if (line.empty() || line[0] == '#') continue;
    const auto cells = split(line, '\t');
    EXPECT_EQ(cells.size(), 8U) << line;
    if (std::exchange(head, false) || cells.size() != 8) continue;
    if (out.empty() || out.back().product != cells[0] || out.back().matrix != cells[1])
      out.push_back({cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], {}});
    out.back().specs.emplace_back(cells[6], std::stod(cells[7]));
  }
  return out;
}

Operands operands_of(const Measured& m) {
  Diagnostics found;
  runtime::SourceNotes notes;
  const auto a = runtime::read_source(m.operand, {std::nullopt, std::nullopt}, found, notes);
  EXPECT_TRUE(a) << test::told(found);
  Operands out;
  out.statistics["A"] = statistics_of(*a);
  if (!m.others.empty()) {
    const auto pair = split(m.others, '=');
    const size_t dot = pair[0].find('.');
    out.statistics[pair[0].substr(0, dot)][pair[0].substr(dot + 1)] = std::stod(pair[1]);
  }
  if (!m.extents.empty()) out.extents[m.extents.substr(0, 1)] = std::stoll(m.extents.substr(2));
  return out;
}

std::string stem(const Pick& pick) {
  const std::string& path = pick.spec->source->path;
  return path.substr(6, path.size() - 6 - 5);  // specs/….yaml
}

// The table of bench/README.md: what is picked beside the best that was measured.
std::string table() {
  std::string out =
      "| product | matrix | picked | µs | best measured | µs | of it "
      "|\n|---|---|---|---:|---|---:|---:|\n";
  for (const Measured& m : measured()) {
    const auto pick =
        pick_mapping(shipped_specs(), test::cascade_of(test::shipped(m.given)), operands_of(m));
    EXPECT_TRUE(pick) << m.matrix;
    if (!pick) continue;
    const auto own =
        std::ranges::find(m.specs, stem(*pick), &std::pair<std::string, double>::first);
    EXPECT_NE(own, m.specs.end()) << m.matrix << ": " << stem(*pick) << " was not measured";
    if (own == m.specs.end()) continue;
    const auto best =
        std::ranges::min_element(m.specs, {}, &std::pair<std::string, double>::second);
    out +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {:.2f} |\n", m.product, m.matrix, own->first,
                    own->second, best->first, best->second, best->second / own->second);
  }
  return out;
}

TEST(AutoMapping, PicksWhatTheReadmeSays) {
  const std::string path = root + "/bench/README.md", made = table();
  std::string readme = read(path);
  if (std::getenv("TEAAL_UPDATE_GOLDEN")) {
    const size_t begin = readme.find("| product | matrix | picked |");
    ASSERT_NE(begin, std::string::npos);
    readme.replace(begin, readme.find("\n\n", begin) + 1 - begin, made);
    std::ofstream(path) << readme;
  }
  EXPECT_NE(readme.find(made), std::string::npos) << made;
}

// Rules are for what was measured: every time of the table stands in a table above it.
TEST(AutoMapping, TimesAreThoseOfTheReadme) {
  const std::string readme = read(root + "/bench/README.md");
  for (const Measured& m : measured())
    for (const auto& [spec, us] : m.specs) {
      const std::string text = fmt::format("{}", us);
      EXPECT_NE(readme.find(text), std::string::npos) << spec << " " << text;
    }
}

Operands of(const Statistics& a, double density_of_b, int64_t n) {
  return {{{"A", a}, {"B", {{"density", density_of_b}}}}, {{"N", n}}};
}

TEST(AutoMapping, ConditionsOfOtherOperandsAndExtentsCount) {
  const auto gustavson = test::cascade_of(test::shipped("spmm_gustavson"));
  const Statistics alike = {{"row.cv", 0.1}, {"row.mean", 20}, {"density", 0.01}};
  const auto dense = pick_mapping(shipped_specs(), gustavson, of(alike, 1, 128));
  ASSERT_TRUE(dense);
  EXPECT_EQ(stem(*dense), "spmm_group_per_row");
  ASSERT_EQ(dense->entry->params.size(), 1U);
  EXPECT_EQ(dense->entry->params.front().second.value, 128);
  const auto sparse = pick_mapping(shipped_specs(), gustavson, of(alike, 0.01, 128));
  ASSERT_TRUE(sparse);
  EXPECT_EQ(stem(*sparse), "spgemm_gustavson");
  Statistics uneven = alike;
  uneven["row.cv"] = 2;
  const auto sparse_uneven = pick_mapping(shipped_specs(), gustavson, of(uneven, 0.01, 128));
  ASSERT_TRUE(sparse_uneven);
  EXPECT_EQ(stem(*sparse_uneven), "spgemm_row_per_block");
  // Of two dense ones no shipped spec says that it suits them.
  Statistics full = alike;
  full["density"] = 1;
  EXPECT_FALSE(pick_mapping(shipped_specs(), gustavson, of(full, 1, 128)));
}

// Of a dense operand the share of what is not 0 decides between lists of it and all of it.
TEST(AutoMapping, BeyondTheCrossoverAllElementsAreMultiplied) {
  const auto events = test::cascade_of(test::shipped("events"));
  const auto picked = [&](double rows, double density, int64_t n) {
    Operands operands{{{"S", {{"rows", rows}, {"density", density}, {"uncompressed", 1}}},
                       {"W", {{"density", 1}, {"uncompressed", 1}}}},
                      {{"N", n}}};
    const auto pick = pick_mapping(shipped_specs(), events, operands);
    EXPECT_TRUE(pick) << rows << " " << density;
    return pick ? stem(*pick) : "";
  };
  EXPECT_EQ(picked(10, 0.01, 5000), "events");
  EXPECT_EQ(picked(10, 0.3, 5000), "gemm_few_rows");
  EXPECT_EQ(picked(23, 0.05, 1030), "events");
  EXPECT_EQ(picked(23, 0.3, 1030), "gemm_few_rows");
  EXPECT_EQ(picked(100, 0.3, 1030), "gemm_few_rows");
  EXPECT_EQ(picked(512, 0.01, 8192), "events_many_rows");
  EXPECT_EQ(picked(512, 0.01, 1000), "events");
  EXPECT_EQ(picked(512, 0.2, 8192), "gemm_staged");
}

TEST(AutoMapping, OtherNamesAndOtherEinsums) {
  const auto other = test::cascade_of("S: [P, Q], x: [Q], y: [P]", "'y[p] = x[q] * S[p, q]'");
  Operands operands;
  operands.statistics["S"] = {{"row.max", 5}, {"row.mean", 5}};
  const auto pick = pick_mapping(shipped_specs(), other, operands);
  ASSERT_TRUE(pick);
  EXPECT_EQ(stem(*pick), "spmv_thread_mapped");
  EXPECT_EQ(pick->renaming.tensors.at("S"), "A");
  EXPECT_FALSE(
      pick_mapping(shipped_specs(), test::cascade_of("A: [I], Z: [I]", "'Z[i] = A[i]'"), operands));
}

TEST(AutoMapping, EveryShippedSpecWithSuitsIsThere) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root + "/specs"))
    count += entry.is_regular_file() && read(entry.path()).find("\nsuits:") != std::string::npos;
  EXPECT_EQ(shipped_specs().size(), count);
  EXPECT_GE(count, 8U);
}

}  // namespace
}  // namespace teaal::driver
