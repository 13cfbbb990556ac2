#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "compiler/support/line_marks.h"
#include "tests/exec/process.h"

// The command line of a compile, as CLI.md states it.
namespace teaal::exec {
namespace {

using Strings = std::vector<std::string>;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(CliCompile, WritesTheStemOfTheSpecIntoTheWorkingFolder) {
  Workspace w;
  std::filesystem::create_directories(w.path("sub"));
  w.write("sub/spmv.v2.yaml", spmv_spec);
  Finished run = w.teaalc("sub/spmv.v2.yaml");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(w.files(), (Strings{"spmv.v2.cu", "sub"}));
  EXPECT_TRUE(has(w.read("spmv.v2.cu"), "__global__"));
}

TEST(CliCompile, OutputOptionAndEmitShareTheStem) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  Finished run = w.teaalc("spmv.yaml -o kernel.cu --emit=h,manifest");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(w.files(), (Strings{"kernel.cu", "kernel.h", "kernel.manifest.json", "spmv.yaml"}));
  EXPECT_TRUE(nlohmann::json::parse(w.read("kernel.manifest.json")).contains("plan"));
}

TEST(CliCompile, EveryKindOfEmitAndEveryPassGivesAFile) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  Finished run =
      w.teaalc("spmv.yaml -o k.cu --emit=cu,h,manifest,ptx,spec,einsum,ir --emit=build,order");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(w.files(), (Strings{"k.build.ir", "k.cu", "k.einsum", "k.h", "k.ir", "k.manifest.json",
                                "k.order.ir", "k.ptx", "k.spec", "spmv.yaml"}));
  EXPECT_TRUE(has(w.read("k.ptx"), ".visible .entry"));
  for (const std::string& name : w.files()) EXPECT_FALSE(w.read(name).empty()) << name;
}

TEST(CliCompile, DashPrintsTheKernelAndNothingElse) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  Finished run = w.teaalc("spmv.yaml -o - --emit=cu");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(w.files(), Strings{"spmv.yaml"});
  ASSERT_EQ(w.teaalc("spmv.yaml").code, 0);
  EXPECT_EQ(w.read("spmv.cu"), run.out);
}

TEST(CliCompile, SpecMayComeFromStandardInput) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  Finished run = w.teaalc("- -o -", "<spmv.yaml");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(has(run.out, "__global__"));
}

TEST(CliCompile, SameInputSameBytes) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  ASSERT_EQ(w.teaalc("spmv.yaml -o a.cu --emit=h,manifest").code, 0);
  std::string cu = w.read("a.cu"), header = w.read("a.h"), manifest = w.read("a.manifest.json");
  ASSERT_EQ(w.teaalc("spmv.yaml -o a.cu --emit=h,manifest").code, 0);
  EXPECT_EQ(w.read("a.cu"), cu);
  EXPECT_EQ(w.read("a.h"), header);
  EXPECT_EQ(w.read("a.manifest.json"), manifest);
}

// The program compiles by libteaal's functions; where those cannot say what is asked for (--emit=ir
// among it), by the compiler beneath.
TEST(CliCompile, TextsAreThoseOfLibteaalWhateverTheOptions) {
  Workspace w;
  w.write("two.yaml", R"(einsum:
  declaration: { A: [M, K], B: [K], T: [M], Z: [M] }
  expressions: ["T[m] = A[m, k] * B[k]", "Z[m] = T[m] * T[m]"]
mapping:
  partitioning: { T: { M: [uniform_shape(ROWS)] }, Z: { M: [uniform_shape(ROWS)] } }
params: { ROWS: 8 }
)");
  for (const std::string options : {"", "-D ROWS=4", "--format A=csr --format B=dense",
                                    "--type=f16", "--index-bits=16", "--arch=sm_80", "--fuse=off",
                                    "--lines=off", "--lines=each", "--name=other", "--static=A"}) {
    const std::string both = "two.yaml " + options + " -o k.cu --emit=h,manifest";
    Finished by_library = w.teaalc(both);
    ASSERT_EQ(by_library.code, 0) << options << by_library.err;
    const Strings texts = {w.read("k.cu"), w.read("k.h"), w.read("k.manifest.json")};
    Finished beneath = w.teaalc(both + ",ir");
    ASSERT_EQ(beneath.code, 0) << options << beneath.err;
    EXPECT_TRUE(texts == (Strings{w.read("k.cu"), w.read("k.h"), w.read("k.manifest.json")}))
        << options;
    EXPECT_EQ(by_library.err, beneath.err) << options;
  }
  w.write("wrong.yaml",
          "einsum:\n  declaration: { A: [M], Z: [M] }\n  expressions: [Z[m] = A[k]]\n");
  Finished by_library = w.teaalc("wrong.yaml --diagnostics-format=json");
  EXPECT_EQ(by_library.code, 1);
  EXPECT_EQ(by_library.err, w.teaalc("wrong.yaml --diagnostics-format=json --emit=ir").err);
}

TEST(CliCompile, MarksStandWhereTheLineChangesOrInFrontOfEachLine) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  const Finished on = w.teaalc("spmv.yaml -o -"), each = w.teaalc("spmv.yaml -o - --lines=each");
  ASSERT_EQ(each.code, 0) << each.err;
  EXPECT_NE(on.out, each.out);
  EXPECT_EQ(hold_lines(on.out), each.out);
}

TEST(CliCompile, TheHeadNamesTheCommand) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  EXPECT_NE(w.teaalc("spmv.yaml -o -").out.find("//   teaalc spmv.yaml --type=f32"),
            std::string::npos);
  const std::string chosen =
      w.teaalc("spmv.yaml -D NUM_THREADS=64 --format A=csc --type=f64 -o -").out;
  EXPECT_NE(chosen.find("//   teaalc spmv.yaml -D NUM_THREADS=64 --format A=csc --type=f64"),
            std::string::npos)
      << chosen.substr(0, 500);
}

TEST(CliCompile, SpaceSymbolMayStayUnboundAndAnotherMayNot) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  ASSERT_EQ(w.teaalc("spmv.yaml -o free.cu --emit=manifest").code, 0);
  auto symbol = nlohmann::json::parse(w.read("free.manifest.json"))["symbols"][0];
  EXPECT_EQ(symbol["name"], "NUM_THREADS");
  EXPECT_FALSE(symbol["default_expr"].get<std::string>().empty());
  ASSERT_EQ(w.teaalc("spmv.yaml -D NUM_THREADS=64 -o bound.cu").code, 0);
  EXPECT_NE(w.read("free.cu"), w.read("bound.cu"));
  std::string serial = spmv_spec;
  serial.replace(serial.find("space: [I0]"), 11, "space: [I1]");
  serial.replace(serial.find("time: [I1, J]"), 13, "time: [I0, J]");
  serial.replace(serial.find("I: [uniform_shape(NUM_THREADS)]"), 31,
                 "I: [uniform_shape(TILE)]\n      J: [uniform_shape(STEP)]");
  serial.replace(serial.find("Z: [I1, I0, J]"), 14, "Z: [I1, I0, J1, J0]");
  serial.replace(serial.find("time: [I0, J]"), 13, "time: [I0, J1, J0]");
  w.write("serial.yaml", serial);
  Finished run = w.teaalc("serial.yaml");
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(has(run.err, "TILE") && has(run.err, "STEP") && has(run.err, "[unbound-symbol]"))
      << run.err;
  EXPECT_FALSE(w.exists("serial.cu"));
  EXPECT_EQ(w.teaalc("serial.yaml -D TILE=4 -DSTEP=8").code, 0);
}

TEST(CliCompile, WrongSpecNamesItsPlaceWithACaretAndKeepsTheOldFile) {
  Workspace w;
  w.write("bad.yaml",
          "einsum:\n  declaration: { A: [I], Z: [I] }\n  expressions: [\"Z[i] = Q[i]\"]\n");
  w.write("bad.cu", "precious");
  Finished run = w.teaalc("bad.yaml");
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(has(run.err, "bad.yaml:3:")) << run.err;
  EXPECT_TRUE(has(run.err, "error: ") && has(run.err, "[unknown-tensor]") && has(run.err, "^"))
      << run.err;
  EXPECT_EQ(w.read("bad.cu"), "precious");
}

TEST(CliCompile, DiagnosticsAsJsonAreOneObjectALine) {
  Workspace w;
  w.write("bad.yaml",
          "einsum:\n  declaration: { A: [I], Z: [I] }\n  expressions: [\"Z[i] = Q[i]\"]\n");
  Finished run = w.teaalc("bad.yaml --diagnostics-format=json");
  EXPECT_EQ(run.code, 1);
  auto first = nlohmann::json::parse(run.err.substr(0, run.err.find('\n')));
  EXPECT_EQ(first["severity"], "error");
  EXPECT_EQ(first["line"], 3);
  Finished usage = w.teaalc("bad.yaml --nonsense --diagnostics-format=json");
  EXPECT_EQ(usage.code, 2);
}

TEST(CliCompile, ColorsOnlyWhereAskedForOrOnATerminal) {
  Workspace w;
  w.write("bad.yaml", "einsum: 3\n");
  EXPECT_FALSE(has(w.teaalc("bad.yaml").err, "\033["));
  EXPECT_TRUE(has(w.teaalc("bad.yaml --color=always").err, "\033["));
  EXPECT_EQ(w.teaalc("bad.yaml --color=blue").code, 2);
}

TEST(CliCompile, UnknownKeyIsAWarningAndWithWerrorAnError) {
  Workspace w;
  w.write("odd.yaml", std::string(spmv_spec) + "partitions: {}\n");
  Finished warned = w.teaalc("odd.yaml");
  EXPECT_EQ(warned.code, 0) << warned.err;
  EXPECT_TRUE(has(warned.err, "warning: ")) << warned.err;
  EXPECT_EQ(w.teaalc("odd.yaml --quiet").err, "");
  std::filesystem::remove(w.path("odd.cu"));
  EXPECT_EQ(w.teaalc("odd.yaml --Werror").code, 1);
  EXPECT_FALSE(w.exists("odd.cu"));
}

TEST(CliCompile, PassesCanBePrintedAndStoppedAfter) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  Finished one = w.teaalc("spmv.yaml -o - --print-after=order");
  EXPECT_EQ(one.code, 0);
  EXPECT_TRUE(has(one.err, "// after order")) << one.err;
  Finished all = w.teaalc("spmv.yaml --print-after-all");
  EXPECT_TRUE(has(all.err, "// after build") && has(all.err, "// after order"));
  // What a pass has changed; those that change nothing are left out.
  Finished changes = w.teaalc("spmv.yaml --print-after=all,diff");
  EXPECT_TRUE(has(changes.err, "// after map") && has(changes.err, "\n+      let worker_"));
  EXPECT_TRUE(has(changes.err, "\n-") && !has(changes.err, "// after iterate")) << changes.err;
  // Warps of other lanes are for pictures.
  const std::string ir = w.teaalc("spmv.yaml --stop-after=simplify -o -").out;
  const size_t body = ir.find("    worker ");
  ASSERT_NE(body, std::string::npos) << ir;
  w.write("narrow.ir", ir.substr(0, body) + "    lanes 8\n" + ir.substr(body));
  Finished narrow = w.teaalc("narrow.ir --from=simplify -o -");
  EXPECT_EQ(narrow.code, 1);
  EXPECT_TRUE(has(narrow.err, "unsupported: a kernel for warps of 8 lanes")) << narrow.err;
  std::filesystem::remove(w.path("spmv.cu"));
  std::filesystem::remove(w.path("narrow.ir"));
  Finished stopped = w.teaalc("spmv.yaml --stop-after=order");
  EXPECT_EQ(stopped.code, 0) << stopped.err;
  EXPECT_EQ(w.files(), Strings{"spmv.yaml"});
  EXPECT_TRUE(has(one.err, stopped.out.substr(0, 40)));
  Finished wrong = w.teaalc("spmv.yaml --stop-after=orde");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(has(wrong.err, "did you mean 'order'")) << wrong.err;
}

// Faults of the command line that only the spec can tell carry the code [usage].
TEST(CliCompile, WrongUsageIsExit2WithAHint) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  for (const char* arguments :
       {"", "spmv.yaml extra", "spmv.yaml A=web.mtx", "spmv.yaml --nonsense",
        "spmv.yaml --emit=nonsense", "spmv.yaml -D NUM_THREADS", "spmv.yaml -D NUM_THREADS=many",
        "spmv.yaml --type=f13", "spmv.yaml --arch=x86", "spmv.yaml -o", "spmv.yaml --format A",
        "spmv.yaml -D NUM_THREADS=4 -D NUM_THREADS=8", "spmv.yaml --arch=sm_30",
        "spmv.yaml --format A=csr --format A=csc", "spmv.yaml --print-after=order,ordre",
        "spmv.yaml -o ./"}) {
    Finished run = w.teaalc(arguments);
    EXPECT_EQ(run.code, 2) << arguments << "\n" << run.err;
    EXPECT_TRUE(has(run.err, "teaalc: error: ")) << run.err;
  }
  EXPECT_EQ(w.files(), Strings{"spmv.yaml"});
}

TEST(CliCompile, OptionsAboutWhatTheSpecDoesNotHaveAreExit2) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  Finished symbol = w.teaalc("spmv.yaml -D NUM_THRAEDS=4 -o -");
  EXPECT_EQ(symbol.code, 2) << symbol.err;
  EXPECT_TRUE(has(symbol.err, "did you mean 'NUM_THREADS'?")) << symbol.err;
  EXPECT_EQ(symbol.out, "");
  Finished format = w.teaalc("spmv.yaml --format Y=csr -o -");
  EXPECT_EQ(format.code, 2) << format.err;
  EXPECT_TRUE(has(format.err, "no tensor is named 'Y'")) << format.err;
  EXPECT_FALSE(has(format.err, "did you mean")) << format.err;
  Finished arch = w.teaalc("spmv.yaml --arch=sm_30 -o -");
  EXPECT_TRUE(has(arch.err, "it takes sm_80, ") && has(arch.err, "sm_90")) << arch.err;
}

TEST(CliCompile, NothingIsWrittenBesideADevice) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  Finished run = w.teaalc("spmv.yaml -o /dev/null --emit=h,manifest");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_FALSE(std::filesystem::exists("/dev/null.h"));
  EXPECT_EQ(w.files(), (Strings{"spmv.h", "spmv.manifest.json", "spmv.yaml"}));
}

TEST(CliCompile, SeveralPassesArePrintedByOneOption) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  Finished run = w.teaalc("spmv.yaml -o - --print-after=order,place");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(has(run.err, "// after order") && has(run.err, "// after place")) << run.err;
  EXPECT_FALSE(has(run.err, "// after build")) << run.err;
}

TEST(CliCompile, FilesThatCannotBeReadOrWrittenAreExit1) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  EXPECT_EQ(w.teaalc("missing.yaml").code, 1);
  EXPECT_EQ(w.teaalc(".").code, 1);
  EXPECT_EQ(w.teaalc("spmv.yaml -o missing/kernel.cu").code, 1);
  EXPECT_EQ(w.teaalc("spmv.yaml -o /dev/full").code, 1);
  Finished full = w.teaalc("spmv.yaml -o -", ">/dev/full #");
  EXPECT_EQ(full.code, 1) << full.err;
  EXPECT_TRUE(has(full.err, "[file-access]")) << full.err;
}

TEST(CliCompile, ClosedPipeIsAnErrorAndNoCrash) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  Finished run = w.teaalc("spmv.yaml -o -; echo code $? >&2; }", "| true", "{ sleep 0;");
  EXPECT_TRUE(has(run.err, "code 1") || has(run.err, "code 0")) << run.err;
  EXPECT_FALSE(has(run.err, "code 14")) << run.err;
}

TEST(CliCompile, SpecIsNeverOverwritten) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  EXPECT_EQ(w.teaalc("spmv.yaml -o spmv.yaml").code, 1);
  EXPECT_EQ(w.read("spmv.yaml"), spmv_spec);
  EXPECT_EQ(w.teaalc("spmv.yaml -o k.h --emit=h").code, 1);
  EXPECT_FALSE(w.exists("k.h"));
}

TEST(CliCompile, OldOutputIsReplacedOnlyAfterSuccess) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  w.write("kernel.cu", "old");
  EXPECT_EQ(w.teaalc("spmv.yaml -o kernel.cu").code, 0);
  EXPECT_NE(w.read("kernel.cu"), "old");
  w.write("kernel.cu", "old");
  std::filesystem::create_directories(w.path("kernel.h"));
  EXPECT_EQ(w.teaalc("spmv.yaml -o kernel.cu --emit=h").code, 1);
  EXPECT_EQ(w.read("kernel.cu"), "old");
}

TEST(CliCompile, HelpTeachesAndNamesEveryPass) {
  Workspace w;
  Finished help = w.teaalc("--help");
  EXPECT_EQ(help.code, 0);
  for (const char* part : {"teaalc run", "teaalc check", "teaalc bench", "einsum:", "Exit codes",
                           "--print-after", "--emit", "build", "order", "uniform_shape"})
    EXPECT_TRUE(has(help.out, part)) << part;
  for (const char* command : {"run", "check", "bench"}) {
    Finished one = w.teaalc(std::string(command) + " --help");
    EXPECT_EQ(one.code, 0);
    EXPECT_TRUE(has(one.out, std::string("teaalc ") + command)) << one.out;
    EXPECT_TRUE(has(one.out, "rand:") && has(one.out, "--device"));
  }
  Finished version = w.teaalc("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.out.starts_with("teaalc ")) << version.out;
}

TEST(CliCompile, SubcommandWinsAndTheFileIsNamedWithADot) {
  Workspace w;
  w.write("run", spmv_spec);
  EXPECT_EQ(w.teaalc("run").code, 2);
  EXPECT_EQ(w.teaalc("./run").code, 0);
  EXPECT_TRUE(w.exists("run.cu"));
}

}  // namespace
}  // namespace teaal::exec
