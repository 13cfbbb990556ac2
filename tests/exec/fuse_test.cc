#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstring>

#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

// Cascades whose kernels become one, beside the same cascades with kernels of their own for every
// expression, on the CPU executor in checked mode (TEAAL_TEST_DEVICE=gpu: on the GPU): equal bits;
// and what keeps kernels apart.
namespace teaal::exec {
namespace {

struct Cascade {
  std::string name, declaration, expressions, more;
  std::vector<std::string> fused;  // tensors without an array
  std::string note;                // about the rest; empty: whatever
  std::map<std::string, std::string> formats = {};
  std::string type = "f32";
  std::set<std::string> stored = {};
};

std::ostream& operator<<(std::ostream& out, const Cascade& c) { return out << c.name; }

const std::string lanes_of_rows =
    "  - config: gpu\n  - component: Block\n    bindings: [{ rank: P }]\n"
    "  - component: Lane\n    bindings: [{ rank: M }]\n";

std::vector<Cascade> cascades() {
  const std::string softmax =
      "    - GM[p] = QK[p, m]\n    - SN[p, m] = QK[p, m] * GM[p]\n    - SD[p] = SN[p, m]\n"
      "    - AV[p, m] = SN[p, m] * SD[p]\n  operators:\n    GM: { reduce: max }\n"
      "    SN: { map: \"exp(QK - GM)\" }\n    AV: { map: div }\n";
  const std::string space_p_m = "{ space: [P, M], time: [] }";
  const std::string rows = "A: [M, K], B: [K], C: [M, N], T: [M], Z: [M, N]";
  const std::string rows_of = "    - T[m] = A[m, k] * B[k]\n    - Z[m, n] = T[m] * C[m, n]\n";
  const std::string vectors = "A: [M], B: [M], C: [M], T: [M], S: [M], Z: [M]";
  const std::string product =
      "A: [M, K], B: [K, N], C: [N, P], D: [M, N], T: [M, N], Z: [M, P], Y: [M, N]";
  const std::string tiles =
      "mapping:\n  partitioning:\n    T: { M: [uniform_shape(4)] }\n    Z: { M: [uniform_shape(4)] "
      "}\n";
  return {
      {"Elementwise",
       vectors,
       "    - T[m] = A[m] * B[m]\n    - S[m] = T[m] * C[m]\n    - Z[m] = S[m] + T[m]\n",
       "",
       {"T", "S"},
       "fuse_Z_term2 does what 4 kernels"},
      {"RowSums", rows, rows_of, "", {"T"}, "", {{"C", "dense"}}},
      {"RowSumsNarrow", rows, rows_of, "", {"T"}, "", {}, "f16"},
      {"RowSumsDouble", rows, rows_of, "", {"T"}, "", {}, "f64"},
      {"RowSumsIntegers", rows, rows_of, "", {"T"}, "", {}, "i32"},
      {"AskedFor", rows, rows_of, "", {}, "", {}, "f32", {"T"}},
      {"SampledDense",
       product,
       "    - T[m, n] = A[m, k] * B[k, n]\n    - Y[m, n] = T[m, n] * D[m, n]\n",
       "",
       {},
       "T is stored",
       {{"D", "dense"}}},
      {"SampledSparse",
       product,
       "    - T[m, n] = A[m, k] * B[k, n]\n    - Y[m, n] = T[m, n] * D[m, n]\n",
       "",
       {},
       "T is stored"},
      {"SliceInMemory",
       product,
       "    - T[m, n] = A[m, k] * B[k, n]\n    - Z[m, p] = T[m, n] * C[n, p]\n",
       "",
       {},
       "T is stored: fuse_Z makes and reads it a slice at a time",
       {{"B", "dense"}}},
      {"SumsInMemory",
       product,
       "    - T[m, n] = A[m, k] * B[k, n]\n    - Z[m, p] = T[m, n] * C[n, p]\n",
       "mapping: { loop-order: { T: [M, K, N], Z: [M, N, P] } }\n",
       {},
       "T is stored: fuse_Z makes and reads it a slice at a time"},
      {"Tiles",
       rows,
       rows_of,
       tiles + "  loop-order: { T: [M1, M0, K], Z: [M1, M0, N] }\n  spacetime:\n"
               "    T: { space: [M1, M0], time: [K] }\n    Z: { space: [M1, M0], time: [N] }\n",
       {"T"},
       ""},
      {"TilesOfSlices",
       product,
       "    - T[m, n] = A[m, k] * B[k, n]\n    - Z[m, p] = T[m, n] * C[n, p]\n",
       tiles + "  loop-order: { T: [M1, M0, N, K], Z: [M1, M0, P, N] }\n",
       {},
       "fuse_Z makes and reads it",
       {{"B", "dense"}}},
      {"OtherTiles",
       rows,
       rows_of,
       "mapping:\n  partitioning:\n    T: { M: [uniform_shape(4)] }\n    Z: { M: "
       "[uniform_shape(8)] }\n"
       "  loop-order: { T: [M1, M0, K], Z: [M1, M0, N] }\n  spacetime:\n"
       "    T: { space: [M1, M0], time: [K] }\n    Z: { space: [M1, M0], time: [N] }\n",
       {},
       "spread over the GPU in different ways"},
      {"Softmax",
       "QK: [P, M], GM: [P], SN: [P, M], SD: [P], AV: [P, M]",
       softmax,
       "mapping:\n  loop-order: { GM: [P, M], SN: [P, M], SD: [P, M], AV: [P, M] }\n",
       {"GM", "SD"},
       "SN is stored: fuse_AV makes",
       {{"QK", "dense"}}},
      {"SoftmaxOverLanes",
       "QK: [P, M], GM: [P], SN: [P, M], SD: [P], AV: [P, M]",
       softmax,
       "mapping:\n  spacetime: { GM: " + space_p_m + ", SN: " + space_p_m + ", SD: " + space_p_m +
           ", AV: " + space_p_m + " }\nbindings:\n  GM:\n" + lanes_of_rows + "  SN:\n" +
           lanes_of_rows + "  SD:\n" + lanes_of_rows + "  AV:\n" + lanes_of_rows,
       {"GM", "SD"},
       "",
       {{"QK", "dense"}}},
      {"SoftmaxOverThreads",
       "QK: [P, M], GM: [P], SN: [P, M], SD: [P], AV: [P, M]",
       softmax,
       "mapping:\n  spacetime: { GM: " + space_p_m + ", SN: " + space_p_m + ", SD: " + space_p_m +
           ", AV: " + space_p_m + " }\n",
       {},
       "GM is stored",
       {{"QK", "dense"}}},
      {"TermsOfTheIntermediate",
       vectors,
       "    - T[m] = A[m] - B[m]\n    - Z[m] = T[m] * C[m]\n",
       "",
       {"T"},
       ""},
      {"TermsOfOtherPoints",
       vectors,
       "    - T[m] = A[m] + B[m]\n    - Z[m] = T[m] * C[m]\n",
       "",
       {},
       "T is stored",
       {{"B", "M:C"}}},
      {"TermsOfTheReader",
       vectors,
       "    - T[m] = A[m] * B[m]\n    - Z[m] = T[m] * A[m] + T[m] * C[m]\n",
       "",
       {"T"},
       ""},
      {"Guarded",
       vectors,
       "    - T[m] = take(A[m], B[m], 0)\n    - Z[m] = T[m] + C[m]\n",
       "",
       {"T"},
       ""},
      {"GuardedSearch",
       vectors,
       "    - T[m] = A[m] * B[m]\n    - Z[m] = T[m] * A[m]\n",
       "",
       {"T"},
       "",
       {{"A", "M:C"}}},
      {"OtherElement",
       vectors,
       "    - T[m] = A[m] * B[m]\n    - Z[m] = T[2 * m] * C[m]\n",
       "",
       {},
       "T is stored: fuse_Z reads it from memory, as the loops that they share are not those"},
      {"PartialSums",
       "A: [M, K], B: [K, M], T: [M], Z: [K, M]",
       "    - T[m] = A[m, k]\n    - Z[k, m] = T[m] * B[k, m]\n",
       "mapping:\n  loop-order: { T: [K, M], Z: [K, M] }\n  spacetime:\n"
       "    T: { space: [M], time: [K] }\n    Z: { space: [M], time: [K] }\n",
       {},
       "T is stored",
       {{"A", "dense"}, {"B", "dense"}}},
      {"FlattenedReduction",
       "A: [M, K], B: [P], T: [P, K], Z: [P, M, K]",
       "    - T[p, k] = A[m, k] * B[p]\n    - Z[p, m, k] = T[p, k] * A[m, k]\n",
       "mapping:\n  partitioning:\n    T:\n      (M, K): [flatten()]\n    Z:\n      (M, K): "
       "[flatten()]\n"
       "  loop-order: { T: [P, MK], Z: [P, MK] }\n  spacetime:\n"
       "    T: { space: [P], time: [MK] }\n    Z: { space: [P], time: [MK] }\n",
       {},
       "T is stored: fuse_Z makes and reads it a slice at a time"},
      {"WalkedSlices",
       "A: [M, K], B: [K, N], C: [M, N], T: [K, N], Z: [K]",
       "    - T[k, n] = A[m, k] * B[k, n]\n    - Z[k] = T[k, n] * B[k, n]\n",
       "mapping:\n  loop-order: { T: [K, M, N], Z: [K, N] }\n",
       {},
       "a slice at a time",
       {{"B", "K:C,N:C"}, {"A", "dense"}}},
      {"Compressed",
       rows,
       rows_of,
       "",
       {},
       "T is assembled from what its kernel finds",
       {{"T", "M:C"}}},
      {"CompressedReader",
       rows,
       rows_of,
       "",
       {},
       "Z is assembled from what its kernel finds",
       {{"Z", "M:U,N:C"}}},
      {"Overwritten",
       vectors,
       "    - T[m] = A[m] * B[m]\n    - S[m] = T[m] * C[m]\n    - T[m] = S[m] * A[m]\n"
       "    - Z[m] = T[m] * S[m]\n",
       "",
       {},
       ""},
      {"TwoReaders",
       rows + ", Y: [M]",
       "    - T[m] = A[m, k] * B[k]\n    - Z[m, n] = T[m] * C[m, n]\n    - Y[m] = T[m] * T[m]\n",
       "",
       {"T"},
       "does what 3 kernels"},
      {"FarReader",
       rows + ", Y: [K], X: [K]",
       "    - T[m] = A[m, k] * B[k]\n    - Y[k] = T[m] * A[m, k]\n    - Z[m, n] = T[m] * C[m, n]\n",
       "",
       {},
       "T is stored: fuse_Z reads it from memory, as fuse_Y comes between them"},
      {"OtherConfig",
       rows,
       rows_of,
       "architecture:\n  Other:\n  - name: System\nbindings:\n  T:\n  - config: Other\n    prefix: "
       "x\n"
       "  - component: System\n    bindings: []\n",
       {},
       ""},
  };
}

// Intermediates with compressed levels, each element of which one iteration makes.
std::vector<Cascade> compressed_cascades() {
  const std::string rows = "A: [M, K], B: [K, N], C: [M, N], D: [M, K], T: [M, K, N], Z: [M, N]";
  const std::string fetch = "    - T[m, k, n] = take(A[m, k], B[k, n], 1)\n";
  const std::string merge = fetch + "    - Z[m, n] = T[m, k, n] * A[m, k]\n";
  const std::string along = "mapping: { loop-order: { T: [M, K, N], Z: [M, K, N] } }\n";
  const std::map<std::string, std::string> formats = {{"T", "csf"}, {"Z", "csr"}};
  const std::string masks =
      "A: [M, K], B: [M, K], C: [M, K], D: [K], T: [M, K], S: [M, K], Y: [M, K], Z: [M]";
  const std::string product = "    - T[m, k] = A[m, k] * B[m, k]\n";
  const std::string sums = product + "    - Z[m] = take(T[m, k], D[k], 0)\n";
  const std::string flat =
      "mapping:\n  partitioning:\n    T:\n      (M, K): [flatten()]\n    Y:\n      (M, K): "
      "[flatten()]\n  loop-order: { T: [MK], Y: [MK] }\n  spacetime:\n    T: { space: [MK], time: "
      "[] }\n    Y: { space: [MK], time: [] }\n";
  const std::string led =
      "mapping:\n  partitioning:\n    T: { K: [uniform_occupancy(A.4)] }\n    Z: { K: "
      "[uniform_occupancy(A.4)] }\n  loop-order: { T: [M, K1, K0], Z: [M, K1, K0] }\n";
  const std::string lanes = "  spacetime: { Z: { space: [M, K], time: [] } }\nbindings:\n  Z:\n";
  return {
      {"Fetched", rows, merge, along, {"T"}, "T is fused: fuse_Z computes", formats},
      {"FetchedNarrow", rows, merge, along, {"T"}, "", formats, "f16"},
      {"FetchedDouble", rows, merge, along, {"T"}, "", formats, "f64"},
      {"FetchedIntegers", rows, merge, along, {"T"}, "", formats, "i32"},
      {"FetchedDense",
       rows,
       merge,
       along,
       {"T"},
       "",
       {{"T", "csf"}, {"Z", "dense"}, {"A", "dense"}, {"B", "dense"}}},
      {"FetchedAskedFor", rows, merge, along, {}, "", formats, "f32", {"T"}},
      {"MergedInAnotherOrder",
       rows,
       merge,
       "mapping: { loop-order: { T: [M, K, N], Z: [M, N, K] } }\n",
       {},
       "fuse_Z does not compute T where it reads it, as its outermost loops are not those of T",
       formats},
      // A product that is only added must not become one operation with the sum.
      {"SumsOfProducts", masks, sums, "", {"T"}, "", {{"T", "csr"}}},
      {"SumsOfNarrowProducts", masks, sums, "", {"T"}, "", {{"T", "dcsr"}}, "bf16"},
      {"Bitmask", masks, sums, "", {"T"}, "", {{"T", "M:U,K:B"}, {"A", "M:U,K:B"}}},
      {"StoredZeros", masks, sums, "", {}, "T is stored", {{"T", "M:C,K:U"}}},
      {"Chain",
       masks,
       product + "    - S[m, k] = T[m, k] * C[m, k]\n    - Z[m] = S[m, k] * A[m, k]\n",
       "",
       {"T", "S"},
       "S is fused: fuse_Z",
       {{"T", "csr"}, {"S", "dcsr"}}},
      {"TwoReadersOfMasks",
       masks,
       product + "    - Y[m, k] = T[m, k] * C[m, k]\n    - Z[m] = T[m, k] * D[k]\n",
       "",
       {"T"},
       "",
       {{"T", "csr"}, {"Y", "csr"}}},
      {"OneOfTwoReaders",
       masks,
       product + "    - Y[m, k] = T[m, k] * C[m, k]\n    - Z[m] = T[m, k] * D[k]\n",
       "mapping: { loop-order: { Z: [K, M] } }\n",
       {},
       "fuse_Z does not compute T",
       {{"T", "csr"}}},
      {"TermsOfTheMask",
       masks,
       product + "    - Y[m, k] = T[m, k] * C[m, k] + T[m, k] * A[m, k]\n",
       "",
       {"T"},
       "",
       {{"T", "csr"}, {"Y", "csr"}}},
      {"SumsOfLanes",
       masks,
       sums,
       "mapping:\n" + lanes +
           "  - config: gpu\n  - component: Block\n    bindings: [{ rank: M }]\n"
           "  - component: Lane\n    bindings: [{ rank: K }]\n",
       {},
       "as workers share its sums",
       {{"T", "csr"}}},
      {"SpreadOtherwise",
       masks,
       sums,
       "mapping:\n  spacetime: { T: { space: [K], time: [M] }, Z: { space: [M], time: [K] } }\n",
       {},
       "as the two are spread over the GPU in different ways",
       {{"T", "csr"}}},
      {"Flattened",
       masks,
       product + "    - Y[m, k] = T[m, k] * C[m, k]\n",
       flat,
       {"T"},
       "",
       {{"T", "csr"}, {"Y", "csr"}}},
      {"Led", masks, product + "    - Z[m] = T[m, k] * A[m, k]\n", led, {"T"}, "", {{"T", "csr"}}},
      {"LedByWhatOnlyTheMakerReads",
       masks,
       product + "    - Z[m] = T[m, k] * D[k] + A[m, k] * D[k]\n",
       led,
       {},
       "as not all that leads there is read by it",
       {{"T", "csr"}}},
      {"Leading",
       masks,
       product + "    - Z[m] = T[m, k] * C[m, k]\n",
       "bindings:\n  Z:\n  - config: gpu\n  - component: LaneIntersect\n    bindings: [{ rank: K, "
       "type: leader-follower, leader: T }]\n",
       {},
       "as T leads in it",
       {{"T", "csr"}}},
      {"OtherElementOfTheSource",
       "A: [M], B: [M], T: [M], Z: [M]",
       "    - T[m] = A[m] * B[m]\n    - Z[m] = T[m] * A[2 * m]\n",
       "",
       {"T"},
       "",
       {{"T", "M:C"}, {"A", "dense"}}},
      {"OtherElementOfTheMask",
       "A: [M], B: [M], T: [M], Z: [M]",
       "    - T[m] = A[m] * B[m]\n    - Z[m] = T[2 * m] * A[m]\n",
       "",
       {},
       "as it reads it at other indices",
       {{"T", "M:C"}}},
      {"SourceChanges",
       masks,
       "    - S[m, k] = A[m, k] * B[m, k]\n    - T[m, k] = S[m, k] * C[m, k]\n    - S[m, k] = A[m, "
       "k] * C[m, k]\n    - Z[m] = T[m, k] * S[m, k]\n",
       "",
       {},
       "as what it is computed from changes before",
       {{"T", "csr"}}},
      {"ShortestWays",
       masks,
       product + "    - Z[m] = T[m, k] * C[m, k]\n  operators:\n    A: { default: inf }\n    B: { "
                 "default: inf }\n    C: { default: inf }\n    T: { map: add, default: inf }\n    "
                 "Z: { map: add, reduce: min }\n",
       "",
       {"T"},
       "",
       {{"T", "csr"}}},
      // What equals the default is not there, and contributes nothing.
      {"ZeroTimesInfinity",
       "A: [M, K], B: [M, K], D: [K], R: [K], T: [M, K], Z: [M]",
       "    - R[k] = D[k]\n" + product +
           "    - Z[m] = T[m, k] * R[k]\n  operators:\n    R: { map: reciprocal }\n",
       "",
       {"T"},
       "",
       {{"T", "csr"}, {"A", "dense"}, {"B", "dense"}, {"D", "dense"}}},
      {"Rounds",
       masks,
       product + "    - Z[m] = T[m, k] * D[k]\n  iterate: { expressions: [Z], times: 2 }\n",
       "",
       {},
       "only one of the two repeats",
       {{"T", "csr"}}},
  };
}

class Fuse : public testing::TestWithParam<Cascade> {};

std::optional<driver::Compiled> compiled(const Cascade& c, bool fuse, Diagnostics& diagnostics) {
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "fuse";
  options.value_type = c.type;
  options.overrides.formats = c.formats;
  options.overrides.stored = c.stored;
  options.overrides.fuse = fuse;
  std::string spec =
      "einsum:\n  declaration: {" + c.declaration + "}\n  expressions:\n" + c.expressions + c.more;
  return driver::compile_for_run(std::make_shared<SourceFile>(SourceFile{"fuse.yaml", spec}),
                                 options, diagnostics);
}

std::map<std::string, runtime::Coo> outputs(const driver::Compiled& compiled,
                                            const std::map<std::string, int64_t>& shapes,
                                            const driver::Machine& machine) {
  driver::JobRequest request;
  request.inputs.shapes = shapes;
  int seed = 1;
  for (const runtime::ManifestTensor& t : compiled.manifest.tensors) {
    if (t.role != runtime::ManifestTensor::Role::Input) continue;
    std::string values = compiled.manifest.value_type == "i32" ? "int" : "rand";
    request.inputs.sources[t.name] =
        "rand:density=0.6,values=" + values + ",seed=" + std::to_string(seed++);
  }
  Diagnostics diagnostics;
  auto session = driver::Session::load(compiled, request, diagnostics);
  if (!session || !session->run(machine, diagnostics) || !session->verify(diagnostics)) {
    ADD_FAILURE() << told(diagnostics);
    return {};
  }
  EXPECT_EQ(session->report().findings, std::vector<std::string>{});
  EXPECT_TRUE(session->report().verification->pass());
  return session->outputs();
}

bool equal_bits(const runtime::Coo& a, const runtime::Coo& b) {
  return a.coords == b.coords && a.values.size() == b.values.size() &&
         std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(double)) == 0;
}

std::set<std::string> intermediates(const driver::Compiled& compiled) {
  std::set<std::string> out;
  for (const runtime::ManifestTensor& t : compiled.manifest.tensors)
    if (t.role == runtime::ManifestTensor::Role::Intermediate) out.insert(t.name);
  return out;
}

TEST_P(Fuse, GivesTheBitsOfKernelsOfTheirOwn) {
  const Cascade& c = GetParam();
  Diagnostics diagnostics;
  auto machine = quick_machine(diagnostics);
  auto one = compiled(c, true, diagnostics), apart = compiled(c, false, diagnostics);
  ASSERT_TRUE(machine && one && apart) << told(diagnostics);
  EXPECT_EQ(intermediates(*one), std::set<std::string>(c.fused.begin(), c.fused.end()))
      << one->artefact.cu.substr(0, 5000);
  EXPECT_EQ(intermediates(*apart), std::set<std::string>());
  const std::string notes = fmt::format("{}", fmt::join(one->manifest.notes, "\n"));
  EXPECT_NE(notes.find(c.note), std::string::npos) << notes;
  for (int64_t m : {37, 0, 1, 300}) {
    std::map<std::string, int64_t> shapes;
    for (const std::string& rank : runtime::plan::ranks_of(one->manifest))
      shapes[rank] = rank == "M" ? m : rank == "P" ? 5 : rank == "K" ? 9 : 6;
    SCOPED_TRACE(m);
    auto fused = outputs(*one, shapes, *machine), stored = outputs(*apart, shapes, *machine);
    EXPECT_EQ(fused.size() + c.fused.size(), stored.size());
    for (const auto& [name, coo] : fused) EXPECT_TRUE(equal_bits(coo, stored[name])) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Compressed, Fuse, testing::ValuesIn(compressed_cascades()),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Cascades, Fuse, testing::ValuesIn(cascades()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace teaal::exec
