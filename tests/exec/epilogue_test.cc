#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

// Expressions that change what a staged product stores, element by element: in its kernel where
// they can be, in kernels of their own else; beside reference math either way.
namespace teaal::exec {
namespace {

struct Case {
  std::string name;
  std::string declaration;  // beside A, B and T
  std::vector<std::string> expressions;
  std::string note;        // that the compiler gives; of fused ones: which tensor is computed
  bool fused = true;       // no kernel is left but the product's own
  bool stored = false;     // T has an array
  std::string extra = {};  // sections of other expressions, and operators
  std::string bindings = {};
  std::string split = "K: [uniform_shape(8)]";
  std::string loops = "[M2, N2, K1, K0, M1, N1, M0, N0]", space = "[M2, N2, M1, N1]",
              time = "[K1, K0, M0, N0]";
  std::string evict = "K1", type = "f32";
  std::string product = "T[m, n] = A[m, k] * B[k, n]";
  std::string mapping = {};
  std::string formats = {};
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

std::string tiles(const std::string& evict) {
  return "  - component: Shared\n    bindings: [{tensor: A, evict-on: " + evict +
         ", depth: 2}, {tensor: B, evict-on: " + evict + ", depth: 2}]\n";
}
const std::string fused_c = "C is computed where the sums are stored";

std::vector<Case> cases() {
  const std::string d = "D: [M, N], C: [M, N]";
  const std::vector<std::string> axpby = {"C[m, n] = alpha * T[m, n] + beta * D[m, n]"};
  std::vector<Case> out = {
      {"Scaled", "C: [M, N]", {"C[m, n] = alpha * T[m, n]"}, fused_c},
      {"ScaledAndAdded", d, axpby, fused_c},
      {"AddedFirst",
       d,
       {"C[m, n] = beta * D[m, n] - T[m, n]"},
       "it adds to what another term stores",
       false,
       true},
      {"BiasAndActivation",
       "S: [N], C: [M, N]",
       {"C[m, n] = T[m, n] * S[n]"},
       fused_c,
       true,
       false,
       "  operators:\n    C: {map: \"max(T + S, 0)\"}\n"},
      {"RowsAndColumns", "S: [N], R: [M], C: [M, N]", {"C[m, n] = T[m, n] * S[n] * R[m]"}, fused_c},
      {"Squared", "C: [M, N]", {"C[m, n] = T[m, n] * T[m, n]"}, fused_c},
      {"Transposed", "C: [N, M]", {"C[n, m] = 2 * T[m, n]"}, fused_c},
      {"Chain",
       "D: [M, N], U: [M, N], C: [M, N]",
       {"U[m, n] = 2 * T[m, n] + D[m, n]", "C[m, n] = U[m, n] * D[m, n]"},
       "U is fused: its elements stay in registers"},
      {"AlsoRead",
       "R: [N], C: [M, N], Z: [M]",
       {"C[m, n] = alpha * T[m, n]", "Z[m] = T[m, n] * R[n]"},
       fused_c,
       false,
       true},
  };
  auto changed = [&](Case c, const std::string& name) -> Case& {
    c.name = name;
    out.push_back(std::move(c));
    return out.back();
  };
  const Case added = out[1], activated = out[3], chain = out[7];
  for (const char* type : {"f64", "f16", "i32"})
    changed(added, std::string("Added_") + type).type = type;
  for (Case c : {added, activated, chain}) {
    c.split = "K: [uniform_shape(16), uniform_shape(8)]";
    c.loops = "[M2, N2, K2, K1, K0, M1, N1, M0, N0]";
    c.space = "[M2, N2, K2, M1, N1]";
    c.bindings = "  - {component: Block, bindings: [{rank: K2}]}\n";
    c.note = "a second kernel adds in order";
    changed(c, c.name + "OverBlocks");
    c.time = "[K2, K0, M0, N0]";
    c.space = "[M2, N2, K1, M1, N1]";
    c.bindings = "  - {component: Warp, bindings: [{rank: K1}]}\n";
    c.evict = "K2";
    c.note = "threads share each sum";
    changed(c, c.name + "OverWarps");
  }
  for (const char* type : {"tf32", "3xtf32"})
    changed(activated, std::string("OnTensorCoresBy_") + type).bindings =
        std::string("  - {component: TensorCore, bindings: [{op: mul, type: ") + type +
        "}, {op: add}]}\n";
  Case& sums = changed(added, "SumsInMemory");
  sums.loops = "[K1, M2, N2, K0, M1, N1, M0, N0]";
  sums.fused = false, sums.stored = true, sums.note = "its sums are added up in memory";
  changed(added, "EvictedInside").bindings =
      "  - {component: Registers, bindings: [{tensor: T, evict-on: K1}]}\n";
  Case& terms = changed(added, "OfTwoTerms");
  terms.product = "T[m, n] = A[m, k] * B[k, n] - 2 * A[m, k] * B[k, n]";
  terms.fused = false, terms.stored = true, terms.note = "";
  Case& own = changed(added, "MappedOtherwise");
  own.mapping = "    C: {space: [M], time: [N]}\n";
  own.bindings = "  C:\n  - config: gpu\n  - {component: Block, bindings: [{rank: M}]}\n";
  own.fused = false, own.stored = true, own.note = "its mapping is another";
  Case& compressed = changed(out[4], "CompressedFactor");
  compressed.formats = "  R:\n    default: {rank-order: [M], M: {format: C}}\n";
  compressed.fused = false, compressed.stored = true;
  compressed.note = "R is not stored in whole uncompressed ranks";
  Case& between = changed(added, "MadeBetween");
  between.declaration = "D: [M, N], E: [M, N], C: [M, N]";
  between.expressions = {"E[m, n] = 2 * D[m, n]", "C[m, n] = T[m, n] * E[m, n]"};
  between.fused = false, between.stored = true, between.note = "comes between them";
  Case& reduced = changed(added, "Reduced");
  reduced.declaration = "R: [N], C: [M]";
  reduced.expressions = {"C[m] = T[m, n] * R[n]"};
  reduced.fused = false, reduced.stored = true, reduced.note = "";
  Case& wide = changed(added, "OverMoreRanks");
  wide.declaration = "R: [P], C: [M, N, P]";
  wide.expressions = {"C[m, n, p] = T[m, n] * R[p]"};
  wide.fused = false, wide.stored = true, wide.note = "";
  return out;
}

std::string spec_of(const Case& c) {
  std::string out = "einsum:\n  declaration: {A: [M, K], B: [K, N], T: [M, N], " + c.declaration +
                    "}\n  expressions:\n    - " + c.product + "\n";
  for (const std::string& e : c.expressions) out += "    - " + e + "\n";
  out += c.extra;
  out +=
      "mapping:\n  partitioning:\n    T: {M: [uniform_shape(16), uniform_shape(4)], N: "
      "[uniform_shape(32), uniform_shape(4)], " +
      c.split + "}\n  loop-order:\n    T: " + c.loops +
      "\n  spacetime:\n    T: {space: " + c.space + ", time: " + c.time + "}\n" + c.mapping +
      "format:\n";
  for (const std::string tensor : {"A: M K", "B: K N", "D: M N", "E: M N", "R: ", "S: N"}) {
    const std::string name = tensor.substr(0, 1);
    if (name > "B" && c.declaration.find(name + ": [") == std::string::npos) continue;
    if (c.formats.find("  " + name + ":") != std::string::npos) continue;
    std::string ranks = tensor.substr(3);
    if (ranks.empty()) ranks = c.declaration.substr(c.declaration.find("R: [") + 4, 1);
    const bool two = ranks.size() > 1;
    out += "  " + name + ":\n    default: {rank-order: [" + ranks.substr(0, 1) +
           (two ? ", " + ranks.substr(2) : "") + "], " + ranks.substr(0, 1) + ": {format: U}" +
           (two ? ", " + ranks.substr(2) + ": {format: U}" : "") + "}\n";
  }
  return out + c.formats +
         "bindings:\n  T:\n  - config: gpu\n"
         "  - {component: Block, bindings: [{rank: M2}, {rank: N2}]}\n"
         "  - {component: Lane, bindings: [{rank: M1}, {rank: N1}]}\n" +
         tiles(c.evict) + c.bindings;
}

class Epilogue : public testing::TestWithParam<Case> {};

TEST_P(Epilogue, IsWhatReferenceMathSays) {
  const Case& c = GetParam();
  Diagnostics diagnostics;
  auto machine = quick_machine(diagnostics);
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "epilogue";
  options.value_type = c.type;
  auto compiled = driver::compile_for_run(
      std::make_shared<SourceFile>(SourceFile{"epilogue.yaml", spec_of(c)}), options, diagnostics);
  ASSERT_TRUE(machine && compiled) << told(diagnostics) << spec_of(c);
  const runtime::Manifest& manifest = compiled->manifest;
  std::string notes;
  for (const std::string& note : manifest.notes) notes += note + "\n";
  EXPECT_NE(notes.find(c.note), std::string::npos) << notes;
  EXPECT_EQ(manifest.view("T") != nullptr, c.stored) << notes;
  const bool others = std::any_of(manifest.plan.begin(), manifest.plan.end(), [](const auto& s) {
    return s.kernel.starts_with("epilogue_") && !s.kernel.starts_with("epilogue_T");
  });
  EXPECT_EQ(others, !c.fused) << notes;
  int seed = 1;
  for (auto [m, n, k] : std::vector<std::array<int64_t, 3>>{
           {37, 44, 30}, {1, 1, 1}, {33, 65, 64}, {64, 96, 17}, {0, 5, 4}, {7, 3, 0}}) {
    SCOPED_TRACE(testing::Message() << m << " x " << n << " x " << k);
    driver::JobRequest request;
    const std::map<std::string, int64_t> all = {{"M", m}, {"N", n}, {"K", k}, {"P", 3}};
    for (const std::string& rank : runtime::plan::ranks_of(manifest))
      request.inputs.shapes[rank] = all.at(rank);
    for (const std::string& scalar : manifest.scalars)
      request.scalars[scalar] = scalar == "alpha" ? 2 : -3;
    for (const runtime::ManifestTensor& t : manifest.tensors)
      if (t.role == runtime::ManifestTensor::Role::Input)
        request.inputs.sources[t.name] = std::string("rand:density=0.8") +
                                         (c.type == "i32" ? ",values=int" : ",values=rand") +
                                         ",seed=" + std::to_string(seed++);
    auto session = driver::Session::load(*compiled, request, diagnostics);
    ASSERT_TRUE(session && session->run(*machine, diagnostics) && session->verify(diagnostics))
        << told(diagnostics);
    EXPECT_EQ(session->report().findings, std::vector<std::string>{});
    for (const auto& check : session->report().verification->outputs)
      EXPECT_EQ(check.comparison.mismatches, 0) << check.comparison.first_mismatch;
  }
}

// Sums of integers are exact, their products are not: where T is not rounded as an array of it
// would have been, C differs.
TEST(Epilogues, compute_with_what_an_array_would_have_held) {
  for (const Case& c : cases()) {
    // Kernels of their own round what each term adds.
    const bool terms = std::ranges::any_of(
        c.expressions, [](const std::string& e) { return e.find(" + ") != e.npos; });
    if (!c.fused || c.stored || terms) continue;
    for (const char* type : {"f16", "bf16"}) {
      SCOPED_TRACE(c.name + " " + type);
      std::map<bool, std::map<std::string, runtime::Coo>> found;
      for (bool fuse : {true, false}) {
        Diagnostics diagnostics;
        auto machine = quick_machine(diagnostics);
        driver::CompileOptions options;
        options.formatted = false;
        options.name = "epilogue";
        options.value_type = type;
        options.overrides.fuse = fuse;
        auto compiled = driver::compile_for_run(
            std::make_shared<SourceFile>(SourceFile{"epilogue.yaml", spec_of(c)}), options,
            diagnostics);
        ASSERT_TRUE(machine && compiled) << told(diagnostics);
        driver::JobRequest request;
        const std::map<std::string, int64_t> all = {{"M", 19}, {"N", 24}, {"K", 61}, {"P", 3}};
        for (const std::string& rank : runtime::plan::ranks_of(compiled->manifest))
          request.inputs.shapes[rank] = all.at(rank);
        for (const std::string& scalar : compiled->manifest.scalars) request.scalars[scalar] = 3;
        int seed = 1;
        for (const runtime::ManifestTensor& t : compiled->manifest.tensors)
          if (t.role == runtime::ManifestTensor::Role::Input)
            request.inputs.sources[t.name] =
                "rand:density=0.9,values=int,seed=" + std::to_string(seed++);
        auto session = driver::Session::load(*compiled, request, diagnostics);
        ASSERT_TRUE(session && session->run(*machine, diagnostics)) << told(diagnostics);
        found[fuse] = session->outputs();
      }
      EXPECT_EQ(found[true].at("C").values, found[false].at("C").values);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Epilogue, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace teaal::exec
