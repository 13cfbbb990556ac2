#include "compiler/clang/frontend.h"

#include <gtest/gtest.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <thread>

#include "tests/unit/clang/support.h"

namespace teaal::clang_frontend {
namespace {

using teaal::testing::rendered;
using teaal::testing::source;

Input host(std::string text) {
  Input input;
  input.text = std::move(text);
  input.file_name = "kernel.cu";
  input.target = Target::Host;
  return input;
}

Input device(std::string text) {
  Input input = host(std::move(text));
  input.target = Target::CudaDevice;
  input.prelude = device_prelude();
  return input;
}

std::string failure(const Input& input, const std::vector<SourcePtr>& sources = {}) {
  llvm::LLVMContext context;
  Diagnostics diagnostics;
  EXPECT_EQ(to_llvm(input, context, sources, diagnostics), nullptr);
  EXPECT_FALSE(diagnostics.ok());
  return rendered(diagnostics);
}

TEST(Frontend, HostTextBecomesAModuleWithItsFunctions) {
  llvm::LLVMContext context;
  Diagnostics diagnostics;
  const auto module =
      to_llvm(host("extern \"C\" int twice(int x) { return 2 * x; }"), context, {}, diagnostics);
  ASSERT_NE(module, nullptr) << rendered(diagnostics);
  ASSERT_NE(module->getFunction("twice"), nullptr);
  EXPECT_TRUE(diagnostics.all().empty()) << rendered(diagnostics);
}

TEST(Frontend, HostCodeIsNotOptimisedAndNotFused) {
  Input input =
      host("extern \"C\" float f(float a, float b, float c) { float t = a * b; return t + c; }");
  input.optimization = 3;
  llvm::LLVMContext context;
  Diagnostics diagnostics;
  const auto module = to_llvm(input, context, {}, diagnostics);
  ASSERT_NE(module, nullptr);
  bool local = false, fused = false;
  for (const auto& block : *module->getFunction("f"))
    for (const auto& each : block) {
      local |= std::string(each.getOpcodeName()) == "alloca";
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&each))
        fused |= call->getCalledFunction()->getName().contains("fmul");
      if (std::string(each.getOpcodeName()) == "fmul") {
        EXPECT_FALSE(each.hasAllowContract());
      }
    }
  EXPECT_TRUE(local);
  EXPECT_FALSE(fused);
}

TEST(Frontend, DefinesReachTheText) {
  Input input = host("int x = WIDTH;");
  input.defines = {"WIDTH=64"};
  llvm::LLVMContext context;
  Diagnostics diagnostics;
  EXPECT_NE(to_llvm(input, context, {}, diagnostics), nullptr) << rendered(diagnostics);
}

TEST(Frontend, ErrorsStandAtTheLineThatTheMarkNames) {
  const auto yaml = source("spec.yaml", "one:\n  two: Z[i] = A[i]\nthree:\n");
  const std::string text =
      "int a;\n#line 2 \"spec.yaml\"\nint b = undeclared;\n#line 3 \"spec.yaml\"\nint c = 1;\n";
  llvm::LLVMContext context;
  Diagnostics diagnostics;
  EXPECT_EQ(to_llvm(host(text), context, {yaml}, diagnostics), nullptr);
  ASSERT_EQ(diagnostics.all().size(), 1u) << rendered(diagnostics);
  const Diagnostic& error = diagnostics.all()[0];
  EXPECT_EQ(error.code, Code::BuildFailed);
  EXPECT_EQ(error.where.file, yaml);
  EXPECT_EQ(error.where.line, 2);
  EXPECT_EQ(error.where.column, 3);  // the whole line: columns of generated text mean nothing here
  EXPECT_EQ(error.where.length, int(std::string("two: Z[i] = A[i]").size()));
  ASSERT_EQ(error.notes.size(), 1u);
  EXPECT_EQ(error.notes[0].where.file->path, "kernel.cu");
  EXPECT_EQ(error.notes[0].where.line, 3);
  EXPECT_EQ(error.notes[0].where.column, 9);
  EXPECT_EQ(error.notes[0].where.length, int(std::string("undeclared").size()));
}

TEST(Frontend, WithoutMarksErrorsStandInTheText) {
  const std::string shown = failure(host("int a;\nint b = undeclared;\n"));
  EXPECT_EQ(shown,
            "kernel.cu:2:9: error: use of undeclared identifier 'undeclared' [build-failed]\n"
            "  int b = undeclared;\n"
            "          ^~~~~~~~~~\n");
}

TEST(Frontend, NotesOfClangStayWithTheirError) {
  const std::string shown = failure(host("int g(int);\nint b = g(\"text\");\n"));
  EXPECT_NE(shown.find("kernel.cu:2:9: error: no matching function"), shown.npos) << shown;
  EXPECT_NE(shown.find("kernel.cu:1:5: note: candidate function"), shown.npos) << shown;
}

TEST(Frontend, AMarkPastTheEndOfItsFileOrInAnUnknownFileIsHarmless) {
  const auto yaml = source("spec.yaml", "one:\n");
  EXPECT_NE(
      failure(host("#line 99 \"spec.yaml\"\nint b = u;"), {yaml}).find("spec.yaml:99:1: error"),
      std::string::npos);
  EXPECT_NE(
      failure(host("#line 7 \"other.yaml\"\nint b = u;"), {yaml}).find("other.yaml:7:1: error"),
      std::string::npos);
}

TEST(Frontend, WarningsDoNotFail) {
  llvm::LLVMContext context;
  Diagnostics diagnostics;
  const auto module = to_llvm(host("extern \"C\" int f(int x) { if (x = 1) return 2; return 3; }"),
                              context, {}, diagnostics);
  EXPECT_NE(module, nullptr);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].severity, Severity::Warning);
}

TEST(Frontend, UnusedNamesAndPragmaOnceAreNotWorthAWarning) {
  Input input = host("#pragma once\nstatic int f() { int x; return 1; }\n");
  llvm::LLVMContext context;
  Diagnostics diagnostics;
  EXPECT_NE(to_llvm(input, context, {}, diagnostics), nullptr);
  EXPECT_TRUE(diagnostics.all().empty()) << rendered(diagnostics);
}

TEST(Frontend, HostileTextIsAnErrorNotACrash) {
  const std::vector<std::string> texts = {"int f( {{{",
                                          "#include <vector>\n",
                                          "#include \"/etc/passwd\"\n",
                                          "\"unterminated",
                                          "#if 1\n",
                                          "template <int N> struct S { static constexpr int v = "
                                          "S<N + 1>::v; }; int x = S<0>::v;",
                                          std::string(5000, '('),
                                          "#line 0 \"\"\nint x = y;"};
  llvm::LLVMContext context;
  Diagnostics diagnostics;
  to_llvm(host(std::string("int\0x;", 6)), context, {}, diagnostics);
  for (const std::string& text : texts) failure(host(text));
  for (const std::string& text : texts) failure(device(text));
}

TEST(Frontend, FilesOfTheMachineAreOutOfReach) {
  const std::string shown = failure(host("#include \"/etc/passwd\"\n"));
  EXPECT_NE(shown.find("file not found"), shown.npos) << shown;
}

TEST(Frontend, AWrongArgumentIsReported) {
  Input input = host("int x;");
  input.extra = {"-fno-such-thing"};
  EXPECT_NE(failure(input).find("fno-such-thing"), std::string::npos);
}

TEST(Frontend, AnUnknownArchitectureNamesTheKnown) {
  Input input = device("__global__ void k() {}");
  input.arch = "sm_1234";
  Diagnostics diagnostics;
  EXPECT_FALSE(to_ptx(input, {}, diagnostics));
  ASSERT_EQ(diagnostics.errors(), 1);
  EXPECT_EQ(diagnostics.all()[0].code, Code::Unsupported);
  EXPECT_NE(rendered(diagnostics).find("sm_90a"), std::string::npos);
}

TEST(Frontend, PtxKeepsProductsAndSumsApart) {
  Input input = device("extern \"C\" __global__ void k(float* a) { a[0] = a[1] * a[2] + a[3]; }");
  input.optimization = 3;
  Diagnostics diagnostics;
  const auto ptx = to_ptx(input, {}, diagnostics);
  ASSERT_TRUE(ptx) << rendered(diagnostics);
  EXPECT_NE(ptx->find("mul.rn.f32"), ptx->npos) << *ptx;
  EXPECT_NE(ptx->find("add.rn.f32"), ptx->npos) << *ptx;
  EXPECT_EQ(ptx->find("fma"), ptx->npos) << *ptx;
}

TEST(Frontend, LineTablesNameTheMarkedFile) {
  Input input = device(
      "extern \"C\" __global__ void k(float* a) {\n#line 41 \"spec.yaml\"\n  a[0] = 1.0f;\n}\n");
  input.optimization = 3;
  input.line_info = true;
  Diagnostics diagnostics;
  const auto ptx = to_ptx(input, {}, diagnostics);
  ASSERT_TRUE(ptx) << rendered(diagnostics);
  EXPECT_NE(ptx->find("spec.yaml"), ptx->npos) << *ptx;
}

TEST(Frontend, SeveralThreadsMayCompileAtOnce) {
  std::vector<std::thread> threads;
  std::vector<std::string> ptx(4);
  for (std::string& out : ptx)
    threads.emplace_back([&out] {
      for (int round = 0; round < 3; ++round) {
        Diagnostics diagnostics;
        out = to_ptx(device("extern \"C\" __global__ void k(int* a) { a[threadIdx.x] = 1; }"), {},
                     diagnostics)
                  .value_or("");
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(ptx[0].find(".entry k"), std::string::npos);
  for (const std::string& other : ptx) EXPECT_EQ(other, ptx[0]);
}

}  // namespace
}  // namespace teaal::clang_frontend
