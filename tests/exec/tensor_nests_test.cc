// Products on tensor cores in nests that `stage` does not know: more factors, compressed blocks,
// operands in registers, index math, lanes in any order. In every arithmetic, at sizes around the
// tiles', against reference math within the arithmetic's bound, on the CPU executor in checked
// mode.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "compiler/driver/output_files.h"
#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using driver::Session;

struct Product {
  const char* name;
  const char* declaration;
  const char* expressions;
  const char* splits;
  const char* order;
  const char* places;         // rank:Component …
  const char* formats;        // of the section
  const char* bindings = "";  // lines behind those of ranks
  // Whether lanes hand columns round although their loops stand inside of the reduction.
  bool handed_round = false;
  const char* map = "";
};

// Of a lane: four rows, eight columns; tiles of 32 x 32 x 16.
const char* const splits =
    "M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), "
    "uniform_shape(8)], K: [uniform_shape(16)]";
const char* const dense =
    "  A: { default: { rank-order: [M, K], M: { format: U }, K: { format: U } } }\n"
    "  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }\n";
const char* const lanes_of_rows_first = "M2:Block N2:Warp M1:Lane N1:Lane";
const char* const runs_of_a =
    "M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), "
    "uniform_shape(8)], K: [uniform_occupancy(A.16)]";
const char* const vectors =
    "  A: { default: { rank-order: [M2, K, M0], M2: { format: U }, K: { format: C }, "
    "M0: { format: U } } }\n"
    "  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }\n";

const char* const splits_by_list =
    "M: [uniform_shape(64), uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), "
    "uniform_shape(8)], K: [uniform_shape(64), uniform_occupancy(S.32)]";
const char* const listed =
    "  A: { default: { rank-order: [K, M], K: { format: U }, M: { format: U } } }\n"
    "  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }\n"
    "  S: { default: { rank-order: [K], K: { format: U } }, listed: { rank-order: [K], view-of: "
    "default, K: { format: C } } }\n";
const char* const in_shared =
    "  - component: Shared\n    bindings:\n"
    "    - { tensor: S, rank: K, type: elem, format: listed, evict-on: K2 }\n"
    "    - { tensor: A, rank: K, type: elem, evict-on: K1, depth: 2 }\n"
    "    - { tensor: B, rank: K, type: elem, evict-on: K1, depth: 2 }\n";

const Product all_products[] = {
    {"ThreeFactors", "A: [M, K], B: [K, N], S: [K], Z: [M, N]",
     "Z[m, n] = A[m, k] * B[k, n] * S[k]", splits, "M2, N2, M1, N1, K1, K0, M0, N0",
     lanes_of_rows_first, dense},
    {"FactorsOfBothSides", "A: [M, K], B: [K, N], S: [M], T: [N], Z: [M, N]",
     "Z[m, n] = T[n] * A[m, k] * S[m] * B[k, n]", splits, "M2, N2, K1, K0, M1, N1, N0, M0",
     lanes_of_rows_first, dense},
    {"Blocks", "A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n]", splits,
     "M2, N2, M1, N1, K1, K0, M0, N0", lanes_of_rows_first,
     "  A: { default: { rank-order: [M2, K1, M0, K0], M2: { format: U }, K1: { format: C }, M0: { "
     "format: U }, K0: { format: U } } }\n"
     "  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }\n"},
    {"BlocksAroundLanes", "A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n]", splits,
     "M2, N2, K1, K0, M1, N1, M0, N0", lanes_of_rows_first,
     "  A: { default: { rank-order: [M2, K1, M0, K0], M2: { format: C }, K1: { format: B }, M0: { "
     "format: U }, K0: { format: U } } }\n"
     "  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }\n"},
    {"ColumnsFirst", "A: [M, K], B: [K, N], S: [K], Z: [N, M]",
     "Z[n, m] = S[k] * A[m, k] * B[k, n]",
     "M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(48), uniform_shape(6)], K: "
     "[uniform_shape(32), uniform_shape(16)]",
     "N2, M2, M1, N1, K2, K1, K0, M0, N0", "N2:Block M2:Warp M1:Lane N1:Lane", dense},
    {"OperandInRegisters", "A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n]",
     "M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(64), uniform_shape(32), "
     "uniform_shape(8)], K: [uniform_shape(16)]",
     "M2, N3, M1, K1, N2, N1, K0, M0, N0", "M2:Block M1:Lane N1:Lane", dense,
     "  - component: Registers\n    bindings: [{ tensor: A, rank: K, type: elem, evict-on: K1 "
     "}]\n"},
    {"IndexMath", "A: [W], B: [K, N], Z: [M, N]", "Z[m, n] = A[2 * m + k] * B[k, n]", splits,
     "M2, N2, M1, N1, K1, K0, M0, N0", lanes_of_rows_first,
     "  A: { default: { rank-order: [W], W: { format: U } } }\n"
     "  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } }\n"},
    // Lanes have two iterations each of the loop that they share along columns.
    {"LanesInTurns", "A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n]",
     "M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], K: "
     "[uniform_shape(16)]",
     "M2, N2, K1, K0, M1, N1, M0, N0", lanes_of_rows_first, dense},
    {"LanesInTurnsOfThree", "A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n]",
     "M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(24), uniform_shape(3)], K: "
     "[uniform_shape(16)]",
     "M2, N2, K1, K0, M1, N1, M0, N0", lanes_of_rows_first, dense, "", true},
    {"TilesInShared", "A: [M, K], B: [K, N], S: [N], Z: [M, N]",
     "Z[m, n] = A[m, k] * B[k, n] * S[n]",
     "M: [uniform_shape(64), uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), "
     "uniform_shape(8)], K: [uniform_shape(32), uniform_shape(16)]",
     "M3, N2, K2, K1, K0, M2, M1, N1, M0, N0", "M3:Block N2:Block M2:Warp M1:Lane N1:Lane", dense,
     "  - component: Shared\n    bindings:\n"
     "    - { tensor: A, rank: K, type: elem, evict-on: K2, depth: 2 }\n"
     "    - { tensor: B, rank: K, type: elem, evict-on: K2, depth: 2 }\n"},
    // A stores 32 rows of a column wherever one of them is there; a warp takes 16 such at once.
    {"Vectors", "A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n]", runs_of_a,
     "M2, N2, K1, K0, M1, N1, M0, N0", lanes_of_rows_first, vectors},
    {"VectorsGathered", "A: [M, K], B: [K, N], S: [K], Z: [M, N]",
     "Z[m, n] = A[m, k] * B[k, n] * S[k]",
     "M: [uniform_shape(32), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(8)], K: "
     "[uniform_occupancy(A.32), uniform_occupancy(A.16)]",
     "M2, N2, K2, K1, K0, M1, N1, M0, N0", "M2:Block N2:Block M1:Lane N1:Lane", vectors,
     "  - component: Shared\n    bindings:\n"
     "    - { tensor: A, rank: K, type: elem, evict-on: K2, depth: 2 }\n"
     "    - { tensor: B, rank: K, type: elem, evict-on: K2, depth: 2 }\n"},
    // A block lists what S holds; S is a factor, too.
    {"Listed", "A: [M, K], B: [K, N], S: [K], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n] * S[k]",
     splits_by_list, "M3, N2, K2, K1, K0, M2, M1, N1, M0, N0",
     "M3:Block N2:Block M2:Warp M1:Lane N1:Lane", listed, in_shared},
    // S is asked alone whether it has a k: what is behind its list's end comes as zeros.
    {"ListedAlone", "A: [M, K], B: [K, N], S: [K], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n] * S[k]",
     splits_by_list, "M3, N2, K2, K1, K0, M2, M1, N1, M0, N0",
     "M3:Block N2:Block M2:Warp M1:Lane N1:Lane", listed, in_shared, false, "A * B * (S != 0)"},
    // Of 16 bits a lane reads four neighbouring k's at once, and has pairs of rows.
    {"PairsOfRows", "A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n]",
     "M: [uniform_shape(64), uniform_shape(32), uniform_shape(8), uniform_shape(2)], N: "
     "[uniform_shape(64), uniform_shape(32), uniform_shape(4)], K: [uniform_shape(32)]",
     "M4, N3, K1, M3, K0, M2, N2, M1, N1, M0, N0", "M4:Block N3:Block M3:Warp M1:Lane N1:Lane",
     dense,
     "  - component: Shared\n    bindings:\n"
     "    - { tensor: A, rank: K, type: elem, evict-on: K1, depth: 3 }\n"
     "    - { tensor: B, rank: K, type: elem, evict-on: K1, depth: 3 }\n"},
};

std::string bindings(const Product& p, const std::string& arithmetic) {
  std::map<std::string, std::string> by_component;
  std::istringstream in(p.places);
  for (std::string one; in >> one;) {
    const size_t colon = one.find(':');
    std::string& ranks = by_component[one.substr(colon + 1)];
    ranks += (ranks.empty() ? "{ rank: " : ", { rank: ") + one.substr(0, colon) + " }";
  }
  std::string out = "bindings:\n  Z:\n  - config: gpu\n";
  for (const auto& [component, ranks] : by_component)
    out += "  - component: " + component + "\n    bindings: [" + ranks + "]\n";
  return out + p.bindings +
         "  - component: TensorCore\n    bindings: [{ op: mul, type: " + arithmetic +
         " }, { op: add }]\n";
}

std::string spec_of(const Product& p, const std::string& arithmetic) {
  std::string order = p.order, space, time;
  std::istringstream in(order);
  for (std::string rank; std::getline(in >> std::ws, rank, ',');) {
    const bool placed = (std::string(" ") + p.places).find(" " + rank + ":") != std::string::npos;
    std::string& list = placed ? space : time;
    list += (list.empty() ? "" : ", ") + rank;
  }
  return std::string("einsum:\n  declaration: { ") + p.declaration + " }\n  expressions: [\"" +
         p.expressions + "\"]" +
         (*p.map ? std::string("\n  operators: { Z: { map: '") + p.map + "' } }" : "") +
         "\nmapping:\n  partitioning: { Z: { " + p.splits + " } }\n  loop-order: { Z: [" + order +
         "] }\n  spacetime: { Z: { space: [" + space + "], time: [" + time + "] } }\nformat:\n" +
         p.formats + bindings(p, arithmetic);
}

// Extents of M, K and N.
using Sizes = std::vector<std::array<int64_t, 3>>;

class TensorNests : public testing::Test {
 protected:
  void check(const Product& p, const std::string& arithmetic, const Sizes& sizes,
             const std::string& type = "f32") {
    Diagnostics diagnostics;
    driver::CompileOptions options;
    options.formatted = false;
    options.name = "t";
    options.value_type = type;
    const std::string text = spec_of(p, arithmetic);
    SCOPED_TRACE(text);
    auto source = std::make_shared<SourceFile>(SourceFile{"nests.yaml", text});
    auto program = driver::compile_for_run(source, options, diagnostics);
    ASSERT_TRUE(program) << told(diagnostics);
    const std::string order = p.order;
    const bool handed_round = p.handed_round || order.find("N1") < order.find("K0");
    EXPECT_NE(program->artefact.cu.find("teaal_mma"), std::string::npos);
    EXPECT_EQ(program->artefact.cu.find("teaal_columns_meet(") != std::string::npos, handed_round)
        << program->artefact.cu;
    for (const auto& [rows, summed, columns] : sizes) run(p, *program, rows, summed, columns);
  }

 private:
  void run(const Product& p, const driver::Compiled& program, int64_t rows, int64_t summed,
           int64_t columns) {
    SCOPED_TRACE(testing::Message() << rows << " x " << summed << " x " << columns);
    Diagnostics diagnostics;
    driver::JobRequest job;
    job.inputs.shapes = {{"M", rows}, {"K", summed}, {"N", columns}};
    const std::string declared = p.declaration;
    if (declared.find("[W]") != std::string::npos)
      job.inputs.shapes["W"] = std::max<int64_t>(0, 2 * (rows - 1) + summed);
    for (const char tensor : {'A', 'B', 'S', 'T'})
      if (declared.find(std::string(1, tensor) + ": [") != std::string::npos)
        job.inputs.sources[std::string(1, tensor)] =
            "rand:density=0.3,seed=" + std::to_string(int{tensor});
    auto session = Session::load(program, job, diagnostics);
    ASSERT_TRUE(session && session->run(machine_, diagnostics) && session->verify(diagnostics))
        << told(diagnostics);
    for (const std::string& finding : session->report().findings) ADD_FAILURE() << finding;
    for (const auto& check : session->report().verification->outputs)
      EXPECT_EQ(check.comparison.mismatches, 0) << check.comparison.first_mismatch;
  }

  const driver::Machine machine_ = quick_cpu();
};

TEST_F(TensorNests, are_right_around_the_edges) {
  for (const Product& p : all_products)
    check(p, "3xtf32", {{0, 5, 8}, {5, 0, 8}, {1, 1, 1}, {32, 16, 32}, {33, 17, 31}, {70, 45, 97}});
}

TEST_F(TensorNests, are_right_in_every_arithmetic) {
  for (const Product& p : all_products)
    for (const char* arithmetic : {"tf32", "bf16", "1xf16", "3xf16"})
      check(p, arithmetic, {{64, 32, 64}, {41, 35, 50}});
}

TEST_F(TensorNests, are_right_in_narrow_types) {
  const Sizes sizes = {{41, 35, 50}, {64, 32, 64}, {68, 52, 68}};
  for (const Product& p : all_products) {
    const bool two_factors = std::string(p.declaration).find("S: ") == std::string::npos;
    if (two_factors) check(p, "f16", sizes, "f16");
    if (two_factors) check(p, "bf16", {{68, 52, 68}}, "f16");
    check(p, "3xf16", {{41, 35, 50}}, "f16");
    check(p, "bf16", sizes, "bf16");
  }
}

TEST_F(TensorNests, say_what_keeps_four_warps_from_multiplying_together) {
  Diagnostics diagnostics;
  driver::CompileOptions options;
  options.arch = "sm_90a";
  auto program = driver::compile_for_run(
      driver::read_source_file(std::string(TEAAL_SOURCE_DIR) + "/specs/gemm_tensor_core.yaml",
                               diagnostics),
      options, diagnostics);
  ASSERT_TRUE(program) << told(diagnostics);
  EXPECT_TRUE(std::ranges::any_of(program->manifest.notes, [](const std::string& note) {
    return note.find(
               "warps multiply by mma.sync, each for itself: warps are not four "
               "along ranks of B") != std::string::npos;
  }));
}

}  // namespace
}  // namespace teaal::exec
