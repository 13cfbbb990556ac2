// generated/ holds what `teaalc specs/X.yaml` emits, for reading and for tools that have no teaalc.
// TEAAL_UPDATE_GOLDEN=1 rewrites it; a person reads the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "compiler/driver/compile.h"
#include "compiler/emit/cuda_expr.h"
#include "compiler/emit/emit.h"
#include "compiler/emit/launcher_interface.h"
#include "compiler/ir/build.h"
#include "compiler/support/line_marks.h"

namespace teaal::driver {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> files(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ending) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<Artefact> compiled(const fs::path& path, Diagnostics& diagnostics) {
  auto source = std::make_shared<SourceFile>(SourceFile{path.string(), slurp(path)});
  CompileOptions options;
  options.name = path.stem();
  // As the command in the spec's head says.
  std::smatch arch;
  if (std::regex_search(source->text, arch, std::regex("\n#[^\n]* --arch=(\\w+)\n")))
    options.arch = arch[1];
  return compile(source, options, diagnostics);
}

const fs::path root = TEAAL_SOURCE_DIR;

TEST(Generated, is_what_the_compiler_emits) {
  const bool update = std::getenv("TEAAL_UPDATE_GOLDEN") != nullptr;
  for (const fs::path& path : files(root / "specs", ".yaml")) {
    Diagnostics diagnostics;
    auto artefact = compiled(path, diagnostics);
    for (const Diagnostic& d : diagnostics.all())
      EXPECT_NE(d.severity, Severity::Error) << render(d);
    ASSERT_TRUE(artefact) << path;
    fs::path cu = root / "generated" / fs::relative(path, root / "specs").replace_extension();
    fs::create_directories(cu.parent_path());
    const std::pair<const char*, const std::string*> texts[] = {
        {".cu", &artefact->cu}, {".h", &artefact->header}, {".manifest.json", &artefact->manifest}};
    for (const auto& [ending, text] : texts) {
      fs::path file = cu.string() + ending;
      if (update) std::ofstream(file) << *text;
      EXPECT_EQ(slurp(file), *text) << file << " is out of date";
    }
  }
}

size_t times(const std::string& text, const std::string& word) {
  size_t out = 0;
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++out;
  return out;
}

// A launch that does not wait for those in front is right only if its kernel does, before anything
// else (templates/launches.cuh).
TEST(EarlyLaunches, wait_first) {
  const std::string wait = "teaal_await_launches();", flag = "\"early\": true",
                    call = "if (launch_early(";
  const std::regex head(R"(__global__[^{]*\{\n((#line.*|  constexpr .*;)\n)*)");
  for (const char* name : {"spmv_nonzero_split", "spmm_nonzero_split", "spgemm_gustavson"}) {
    const fs::path path = root / "specs" / (std::string(name) + ".yaml");
    const auto source = std::make_shared<SourceFile>(SourceFile{path.string(), slurp(path)});
    CompileOptions options;
    Diagnostics diagnostics;
    const auto early = compile(source, options, diagnostics);
    ASSERT_TRUE(early) << name;
    size_t kernels = 0, waiting = 0;
    for (std::sregex_iterator at(early->cu.begin(), early->cu.end(), head), end; at != end; ++at) {
      const bool waits =
          early->cu.compare(at->position() + at->length(), wait.size() + 2, "  " + wait) == 0;
      waiting += waits;
      ++kernels;
    }
    EXPECT_GE(waiting, 2u) << name;
    EXPECT_EQ(kernels, waiting + 1) << name;  // but for the one that the plan begins with
    EXPECT_EQ(times(early->cu, wait), waiting) << name;
    EXPECT_EQ(times(early->cu, call), times(early->manifest, flag)) << name;
    EXPECT_GE(times(early->manifest, flag), waiting) << name;
    options.arch = "sm_89";
    const auto plain = compile(source, options, diagnostics);
    ASSERT_TRUE(plain) << name;
    EXPECT_EQ(times(plain->cu, "launches()") + times(plain->cu, call), 0u) << name;
    EXPECT_EQ(times(plain->manifest, flag), 0u) << name;
  }
}

TEST(Generated, holds_nothing_that_no_spec_makes) {
  for (const fs::path& file : files(root / "generated", ".cu"))
    EXPECT_TRUE(fs::exists(root / "specs" /
                           fs::relative(file, root / "generated").replace_extension(".yaml")))
        << file;
}

TEST(Generated, marks_the_spec_s_line_where_it_changes) {
  for (const fs::path& file : files(root / "generated", ".cu")) {
    std::istringstream text(slurp(file));
    std::string mark;
    for (std::string line; std::getline(text, line);) {
      if (line == "}") mark.clear();
      if (!line.starts_with("#line ")) continue;
      EXPECT_NE(line, mark) << file;
      mark = line;
    }
  }
}

TEST(Compile, gives_the_same_bytes_for_the_same_input) {
  Diagnostics diagnostics;
  auto first = compiled(root / "specs/spmv_thread_mapped.yaml", diagnostics);
  auto second = compiled(root / "specs/spmv_thread_mapped.yaml", diagnostics);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->cu, second->cu);
  EXPECT_EQ(first->manifest, second->manifest);
}

// Each operand's run is copied in bulk where it is aligned: one of them alone must be waited for.
TEST(Compile, waits_for_copies_in_bulk_of_any_operand) {
  const char* spec = R"(einsum:
  declaration: { A: [M, K], C: [M, K], Z: [M] }
  expressions: ["Z[m] = A[m, k] * C[m, k]"]
mapping:
  partitioning: { Z: { K: [uniform_shape(1024)] } }
  loop-order: { Z: [M, K1, K0] }
  spacetime: { Z: { space: [M], time: [K1, K0] } }
format:
  A: { default: { rank-order: [M, K], M: { format: U }, K: { format: C } } }
  C: { default: { rank-order: [M, K], M: { format: U }, K: { format: C } } }
bindings:
  Z:
  - config: gpu
  - { component: Block, bindings: [{ rank: M }] }
  - component: Shared
    bindings:
    - { tensor: A, rank: K, type: elem, evict-on: K1 }
    - { tensor: C, rank: K, type: elem, evict-on: K1 }
)";
  Diagnostics diagnostics;
  CompileOptions options;
  options.name = "two_runs";
  const auto made = compile(std::make_shared<SourceFile>(SourceFile{"two_runs.yaml", spec}),
                            options, diagnostics);
  ASSERT_TRUE(made);
  EXPECT_TRUE(std::regex_search(
      made->cu,
      std::regex(R"(if \(A_tile_in_bulk \|\| C_tile_in_bulk\) \{\s*teaal_bulk_arrives)")));
}

}  // namespace
}  // namespace teaal::driver

namespace teaal::emit {
namespace {

using namespace ir;

TEST(CudaExpr, casts_where_types_would_not_meet) {
  CudaExpr expr(value_type("f32"));
  expr.define("i", Type::Coord);
  expr.define("p", Type::Pos);
  expr.define("n", Type::Size);
  EXPECT_EQ(expr.spell(least(var("i"), var("n"))), "min(static_cast<size_type>(i), n)");
  EXPECT_EQ(expr.spell(most(var("p"), lit(3))), "max(p, static_cast<pos_t>(3))");
  EXPECT_EQ(expr.spell(least(var("i"), lit(3))), "min(i, 3)");
  EXPECT_EQ(expr.spell(call("size", {var("n")})), "n");
  EXPECT_EQ(expr.spell(mul(call("size", {add(var("n"), var("i"))}), var("i"))), "(n + i) * i");
}

TEST(CudaExpr, spells_the_value_type_it_was_made_for) {
  Expr fma = call("fma", {var("a"), var("b"), var("c")});
  EXPECT_EQ(CudaExpr(value_type("f32")).spell(fma), "fmaf(a, b, c)");
  EXPECT_EQ(CudaExpr(value_type("f64")).spell(fma), "fma(a, b, c)");
  EXPECT_EQ(CudaExpr(value_type("bf16")).spell(fma), "fmaf(a, b, c)");
  EXPECT_EQ(CudaExpr(value_type("i32")).spell(fma), "teaal_wrapping_fma(a, b, c)");
  EXPECT_EQ(CudaExpr(value_type("f32")).spell(lit(int64_t{1} << 40)), "1099511627776LL");
}

TEST(HoldLines, repeats_a_mark_in_front_of_what_it_holds_for) {
  const std::string seven = "#line 7 \"a.yaml\"\n", launcher = "#line 1 \"a.launcher\"\n";
  EXPECT_EQ(hold_lines("int a;\n" + seven + "b\nc\n#line 9 \"a.yaml\"\nd\n" + launcher + "e\nf"),
            "int a;\n" + seven + "b\n" + seven + "c\n#line 9 \"a.yaml\"\nd\n" + launcher + "e\nf");
  EXPECT_EQ(hold_lines(hold_lines(seven + "b\nc\n")), seven + "b\n" + seven + "c\n");
  EXPECT_EQ(hold_lines("a\nb"), "a\nb");
  EXPECT_EQ(hold_lines(""), "");
}

TEST(HostText, has_the_parentheses_that_it_needs) {
  const Expr m = var("M"), k = var("K");
  EXPECT_EQ(host_text(div(mul(mul(m, k), lit(3)), lit(8))), "M * K * 3 / 8");
  EXPECT_EQ(host_text(mul(m, div(k, lit(8)))), "M * (K / 8)");
  EXPECT_EQ(host_text(sub(m, add(k, lit(1)))), "M - (K + 1)");
  EXPECT_EQ(host_text(most(add(m, k), lit(1))), "max(M + K, 1)");
  EXPECT_EQ(host_text(add(m, k), true), "(M + K)");
  EXPECT_EQ(host_text(mul(ceil_div(add(m, k), lit(4)), lit(4)), true), "(ceil_div(M + K, 4) * 4)");
  EXPECT_EQ(as_divisor("M"), "M");
  EXPECT_EQ(as_divisor("M * K"), "(M * K)");
}

TEST(SizeText, keeps_the_order_of_operations) {
  EXPECT_EQ(size_text(div(sub(var("K"), lit(1)), least(var("N"), lit(4)))),
            "((K - 1) / min(N, 4))");
  EXPECT_EQ(size_text(ceil_div(var("K"), lit(256))), "ceil_div(K, 256)");
}

}  // namespace
}  // namespace teaal::emit
