// Sums in registers: Z[m, n] = A[m, k] * B[k, n] with loops over N, or M and N, of literal extent
// inside K. Under mappings, formats, operators and types, at sizes around the tiles', against
// reference math, on the CPU executor in checked mode.
#include <gtest/gtest.h>

#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using driver::Session;

struct Mapping {
  const char* name;
  const char* splits;
  const char* order;
  const char* places;  // rank:Component, …
  enum class Registers { Always, OfDenseRows, Never } registers = Registers::Always;
  bool quads = false;  // four neighbouring columns are read, and stored, at once
};
constexpr auto always = Mapping::Registers::Always, never = Mapping::Registers::Never,
               of_dense_rows = Mapping::Registers::OfDenseRows;

// Tiles of 8 columns, of 4 rows.
const Mapping all_mappings[] = {
    {"InTime", "N: [uniform_shape(8)]", "M, N1, K, N0", "M:Grid", always, true},
    {"LanesOfColumns", "N: [uniform_shape(64), uniform_shape(2)]", "M, N2, K, N1, N0",
     "M:Block N1:Lane"},
    {"MoreTilesThanLanes", "N: [uniform_shape(120), uniform_shape(2)]", "M, N2, K, N1, N0",
     "M:Block N1:Lane"},
    {"FewerTilesThanLanes", "N: [uniform_shape(12), uniform_shape(3)]", "M, N2, K, N1, N0",
     "M:Block N1:Lane"},
    {"Warps", "N: [uniform_shape(24), uniform_shape(2)]", "M, N2, K, N1, N0", "M:Block N1:Warp"},
    {"Threads", "N: [uniform_shape(64), uniform_shape(2)]", "M, N2, K, N1, N0",
     "M:Block N1:Thread"},
    {"RowsAndColumns", "M: [uniform_shape(4)], N: [uniform_shape(8)]", "M1, N1, K, M0, N0",
     "M1:Block N1:Thread", of_dense_rows, true},
    {"LanesOfBoth", "M: [uniform_shape(8)], N: [uniform_shape(8), uniform_shape(2)]",
     "M1, N2, K, M0, N1, N0", "M1:Block M0:Lane N1:Lane", of_dense_rows},
    {"TreeOfLanes", "N: [uniform_shape(4)]", "M, N1, K, N0", "M:Block K:Lane", always, true},
    {"TreeOfWarps", "N: [uniform_shape(4)]", "M, N1, K, N0", "M:Block K:Warp", always, true},
    {"TreeOfThreads", "N: [uniform_shape(4)]", "M, N1, K, N0", "M:Block K:Thread", always, true},
    {"CopiesByBlocks", "N: [uniform_shape(4)]", "K, M, N1, N0", "K:Block M:Lane", never},
    {"TreeBesideColumnsOnWarps", "N: [uniform_shape(8), uniform_shape(2)]", "M, N2, K, N1, N0",
     "M:Block K:Lane N1:Warp"},
    {"GroupsOfLanes", "N: [uniform_shape(8), uniform_shape(2)]", "M, N2, N1, K, N0",
     "M:Block N1:Lane K:Lane"},
    {"GroupsAroundColumns", "N: [uniform_shape(8), uniform_shape(2)]", "M, N2, K, N1, N0",
     "M:Block K:Lane N1:Lane"},
    {"SharedByWarps", "M: [uniform_shape(4)], N: [uniform_shape(16), uniform_shape(2)]",
     "M1, N2, K, M0, N1, N0", "M1:Block K:Warp M0:Lane N1:Lane", of_dense_rows},
    {"SharedByWarpsInTurns",
     "K: [uniform_shape(6), uniform_shape(2)], N: [uniform_shape(64), "
     "uniform_shape(2)]",
     "M, N2, K2, K1, K0, N1, N0", "M:Block K1:Warp N1:Lane"},
    {"SharedByWarpsAndLanes", "K: [uniform_shape(4)], N: [uniform_shape(8), uniform_shape(2)]",
     "M, N2, K1, K0, N1, N0", "M:Block K1:Warp K0:Lane N1:Lane"},
    {"SplitSum", "K: [uniform_shape(5)], N: [uniform_shape(8)]", "K1, M, N1, K0, N0",
     "K1:Block M:Lane", always, true},
    {"SumInside", "K: [uniform_shape(3)], N: [uniform_shape(8), uniform_shape(2)]",
     "M, N2, K1, N1, K0, N0", "M:Grid"},
    {"TileThatDoesNotDivide", "N: [uniform_shape(9), uniform_shape(2)]", "M, N2, K, N1, N0",
     "M:Grid", never},
    {"CoordinateKnownOutside", "N: [uniform_shape(4), uniform_shape(2)]", "N0, N2, M, K, N1",
     "N0:Grid", never},
    {"TooManySums", "N: [uniform_shape(256)]", "M, N1, K, N0", "M:Grid", never},
    {"LedColumns", "N: [uniform_occupancy(B.8), uniform_shape(4)]", "M, N2, N1, K, N0", "M:Grid"},
};

struct Operators {
  const char* name;
  const char* map;
  const char* reduce;
  const char* absent;
};

const Operators sums = {"Sum", "mul", "add", "0"};
const Operators all_operators[] = {
    sums,
    {"MinPlus", "add", "min", "inf"},
    {"MaxPlus", "add", "max", "-inf"},
    {"OrAnd", "and", "or", "0"},
    {"Product", "select(b != 0, a, 1)", "mul", "1"},
};

std::string bindings(const std::string& places) {
  std::map<std::string, std::string> by_component;
  std::istringstream in(places);
  for (std::string one; in >> one;) {
    const size_t colon = one.find(':');
    std::string& ranks = by_component[one.substr(colon + 1)];
    ranks += (ranks.empty() ? "{ rank: " : ", { rank: ") + one.substr(0, colon) + " }";
  }
  std::string out = "bindings:\n  Z:\n  - config: gpu\n";
  for (const auto& [component, ranks] : by_component)
    if (component == "Block" || component == "Warp" || component == "Lane")
      out += "  - component: " + component + "\n    bindings: [" + ranks + "]\n";
  return by_component.contains("Grid") || by_component.contains("Thread") ? "" : out;
}

std::string spec_of(const Mapping& m, const Operators& o) {
  std::string order = m.order, places = m.places, space, time;
  std::istringstream in(order);
  for (std::string rank; std::getline(in >> std::ws, rank, ',');) {
    const bool placed = (" " + places).find(" " + rank + ":") != std::string::npos;
    std::string& list = placed ? space : time;
    list += (list.empty() ? "" : ", ") + rank;
  }
  const std::string absent = o.absent;
  std::string operators = "  operators:\n";
  for (const char* input : {"A", "B"})
    operators += "    " + std::string(input) + ": { default: " +
                 (std::string(o.reduce) == "mul" && *input == 'B' ? "0" : absent) + " }\n";
  operators += "    Z: { map: \"" + std::string(o.map) + "\", reduce: " + o.reduce + " }\n";
  return "einsum:\n  declaration: { A: [M, K], B: [K, N], Z: [M, N] }\n"
         "  expressions: [\"Z[m, n] = A[m, k] * B[k, n]\"]\n" +
         operators + "mapping:\n  partitioning: { Z: { " + m.splits + " } }\n  loop-order: { Z: [" +
         order + "] }\n  spacetime: { Z: { space: [" + space + "], time: [" + time + "] } }\n" +
         bindings(places);
}

struct Forms {
  const char* name;
  std::map<std::string, std::string> formats;
  bool in_registers = true;
};

const Forms dense_columns = {"Csr", {{"B", "dense"}}};
const Forms all_forms[] = {
    dense_columns,
    {"Dense", {{"A", "dense"}, {"B", "dense"}}},
    {"Dcsr", {{"A", "M:C,K:C"}, {"B", "dense"}}},
    {"StoredRows", {{"B", "K:C,N:U"}}},
    {"Bitmask", {{"A", "M:U,K:B"}, {"B", "dense"}}},
    {"SparseColumns", {{"B", "K:U,N:C"}}, false},
    {"CompressedResult", {{"B", "dense"}, {"Z", "M:U,N:C"}}},
};

class SumBlocks : public testing::Test {
 protected:
  // Compiles, and runs at sizes around those of the tiles.
  void check(const Mapping& m, const Operators& o, const Forms& forms, const std::string& type,
             const std::vector<std::array<int64_t, 3>>& sizes) {
    Diagnostics diagnostics;
    driver::CompileOptions options;
    options.formatted = false;
    options.name = "t";
    options.overrides.formats = forms.formats;
    options.value_type = type;
    const std::string text = spec_of(m, o);
    SCOPED_TRACE(text);
    auto source = std::make_shared<SourceFile>(SourceFile{"sums.yaml", text});
    auto program = driver::compile_for_run(source, options, diagnostics);
    ASSERT_TRUE(program) << told(diagnostics);
    const bool dense_rows = forms.formats.contains("A") && forms.formats.at("A") == "dense";
    const bool wanted =
        forms.in_registers && m.registers != never && (m.registers != of_dense_rows || dense_rows);
    EXPECT_EQ(program->artefact.cu.find("value_t sums[") != std::string::npos, wanted)
        << program->artefact.cu;
    // Of a compressed result one place finds the pairs: whole tiles have no text of their own.
    const bool in_quads = wanted && m.quads && !forms.formats.contains("Z");
    for (const char* move : {"teaal_read_quad", "teaal_write_quad"})
      EXPECT_EQ(program->artefact.cu.find(move) != std::string::npos,
                in_quads && (move[6] == 'r' || stores_quads(m)))
          << m.name << o.name << forms.name << type << move << program->artefact.cu;
    for (const auto& [rows, summed, columns] : sizes) run(*program, rows, summed, columns);
  }

  // Of a tree one thread stores.
  static bool stores_quads(const Mapping& m) {
    return std::string(m.places).find("K") == std::string::npos;
  }

 private:
  void run(const driver::Compiled& program, int64_t rows, int64_t summed, int64_t columns) {
    SCOPED_TRACE(testing::Message() << rows << " x " << summed << " x " << columns);
    Diagnostics diagnostics;
    driver::JobRequest job;
    job.inputs.shapes = {{"M", rows}, {"K", summed}, {"N", columns}};
    job.inputs.sources = {{"A", "rand:values=int,density=0.4,seed=1"},
                          {"B", "rand:values=int,density=0.7,seed=2"}};
    auto session = Session::load(program, job, diagnostics);
    ASSERT_TRUE(session && session->run(machine_, diagnostics) && session->verify(diagnostics))
        << told(diagnostics);
    for (const std::string& finding : session->report().findings) ADD_FAILURE() << finding;
    for (const auto& check : session->report().verification->outputs)
      EXPECT_EQ(check.comparison.mismatches, 0) << check.comparison.first_mismatch;
  }

  const driver::Machine machine_ = quick_cpu();
};

// rows, summed, columns
const std::vector<std::array<int64_t, 3>> all_sizes = {
    {0, 5, 8},  {5, 0, 8},   {5, 5, 0},  {1, 1, 1},   {3, 7, 7},    {4, 9, 8},
    {5, 11, 9}, {7, 37, 64}, {9, 3, 65}, {13, 5, 63}, {2, 41, 131},
};
const std::vector<std::array<int64_t, 3>> few_sizes = {{5, 11, 9}, {3, 40, 67}, {4, 0, 16}};

TEST_F(SumBlocks, are_right_around_the_edges_under_every_mapping) {
  for (const Mapping& m : all_mappings) check(m, sums, dense_columns, "f32", all_sizes);
}

TEST_F(SumBlocks, are_right_in_every_format) {
  for (const Mapping& m : all_mappings)
    for (const Forms& forms : all_forms) check(m, sums, forms, "f32", few_sizes);
}

TEST_F(SumBlocks, are_right_under_every_operator) {
  for (const Mapping& m : all_mappings)
    for (const Operators& o : all_operators) check(m, o, dense_columns, "f32", few_sizes);
}

TEST_F(SumBlocks, are_right_in_every_type) {
  for (const char* type : {"f64", "f16", "bf16", "i32"})
    for (const Mapping& m : all_mappings) check(m, sums, dense_columns, type, few_sizes);
}

// Loops around sums are spelled out several times each, but not so often that a build takes
// minutes: here ptxas took four for 2 x 7 x 32 products, each under three questions.
TEST(SumBlocksText, is_no_more_than_a_build_has_time_for) {
  const std::string spec =
      "einsum:\n"
      "  declaration: { A: [M, I, K, J], B: [L, I], T: [L, N] }\n"
      "  expressions: [\"T[l, n] = A[m, i, k, j] * B[l, i]\"]\n"
      "mapping:\n  partitioning:\n    T:\n"
      "      L: [uniform_shape(4)]\n      N: [uniform_shape(3)]\n      M: [uniform_shape(2)]\n"
      "      K: [uniform_shape(8)]\n      J: [uniform_shape(7)]\n"
      "  loop-order: { T: [L1, M1, I, J1, N1, K1, N0, M0, J0, K0, L0] }\n"
      "  spacetime: { T: { space: [J1, N1, I], time: [L1, M1, K1, N0, M0, J0, K0, L0] } }\n"
      "format:\n  A: { default: { rank-order: [I, J, K, M], I: { format: U }, J: { format: U }, "
      "K: { format: U }, M: { format: U } } }\n"
      "bindings:\n  T:\n  - config: gpu\n"
      "  - { component: Block, bindings: [{ rank: J1 }, { rank: N1 }] }\n"
      "  - { component: Warp, bindings: [{ rank: I }] }\n";
  Diagnostics diagnostics;
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "t";
  options.overrides.formats = {{"B", "dense"}, {"T", "U,C"}};
  const auto compiled = driver::compile_for_run(
      std::make_shared<SourceFile>(SourceFile{"code.yaml", spec}), options, diagnostics);
  ASSERT_TRUE(compiled) << told(diagnostics);
  const std::string& text = compiled->artefact.cu;
  EXPECT_EQ(text.find("#pragma unroll 2\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("#pragma unroll 7\n"), std::string::npos);
}

}  // namespace
}  // namespace teaal::exec
