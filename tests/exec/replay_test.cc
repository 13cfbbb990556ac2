// The text of the IR is whole: what is compiled from it, behind whatever pass, is what is compiled
// from the spec.
#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <sstream>

#include "compiler/driver/compile.h"
#include "compiler/driver/manifest.h"
#include "compiler/driver/output_files.h"
#include "compiler/einsum/spec_names.h"
#include "compiler/emit/emit.h"
#include "compiler/ir/text/text.h"
#include "compiler/passes/pipeline.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

namespace fs = std::filesystem;

struct Snapshot {
  std::string pass, text;
};

// What is emitted, before Clang sees it. Places are not in the text of the IR.
struct Emitted {
  std::string cu, header, manifest;
  bool operator==(const Emitted&) const = default;
};

SourcePtr source_of(std::string text) {
  return std::make_shared<SourceFile>(SourceFile{"t.ir", std::move(text)});
}

std::optional<Emitted> emitted(const ir::Program& program, const driver::CompileOptions& options,
                               Diagnostics& diagnostics) {
  emit::EmitOptions emit{"0", program.source, options.value_type, options.index_bits, ""};
  emit.lines = false;
  if (!emit::check_values(program, emit, diagnostics)) return std::nullopt;
  return Emitted{emit::cuda_text(program, emit), emit::header_text(program, emit),
                 driver::manifest_text(program, einsum::SpecNames(), options)};
}

struct Compiled {
  driver::CompileOptions options;
  std::vector<Snapshot> snapshots;
  std::optional<Emitted> emitted;
};

passes::RunOptions run_options(const driver::CompileOptions& options) {
  passes::RunOptions out;
  out.target = driver::target_of(options);
  return out;
}

Compiled compiled(const SourcePtr& source, Diagnostics& diagnostics) {
  Compiled out;
  std::smatch arch;
  if (std::regex_search(source->text, arch, std::regex("\n#[^\n]* --arch=(\\w+)\n")))
    out.options.arch = arch[1];
  auto spec = spec::read_spec(source, diagnostics);
  auto cascade = spec ? einsum::check(*spec, {}, diagnostics) : std::nullopt;
  if (!cascade) return out;
  passes::RunOptions run = run_options(out.options);
  run.after_each = [&](const passes::Pass& pass, const ir::Program& program) {
    out.snapshots.push_back({std::string(pass.name), ir::print(program)});
  };
  auto program = passes::run(*cascade, "t", run, diagnostics);
  if (program) out.emitted = emitted(*program, out.options, diagnostics);
  return out;
}

std::optional<Emitted> replayed(const Snapshot& from, const driver::CompileOptions& options,
                                Diagnostics& diagnostics) {
  auto program = ir::parse(source_of(from.text), diagnostics);
  if (program)
    program = passes::resume(std::move(*program), from.pass, run_options(options), diagnostics);
  return program ? emitted(*program, options, diagnostics) : std::nullopt;
}

TEST(Replay, gives_what_the_spec_gives_from_behind_every_pass_of_every_shipped_spec) {
  for (const fs::path& path : shipped_specs()) {
    Diagnostics diagnostics;
    const Compiled whole =
        compiled(driver::read_source_file(path.string(), diagnostics), diagnostics);
    ASSERT_TRUE(whole.emitted) << path << "\n" << told(diagnostics);
    ASSERT_EQ(whole.snapshots.size(), passes::pipeline().size());
    for (const Snapshot& from : whole.snapshots) {
      const std::optional<Emitted> again = replayed(from, whole.options, diagnostics);
      ASSERT_TRUE(again) << path << " from " << from.pass << "\n" << told(diagnostics);
      EXPECT_EQ(again->cu, whole.emitted->cu) << path << " from " << from.pass;
      EXPECT_EQ(again->header, whole.emitted->header) << path << " from " << from.pass;
      EXPECT_EQ(again->manifest, whole.emitted->manifest) << path << " from " << from.pass;
    }
  }
}

// ---- The command line ----

TEST(Replay, writes_the_same_files) {
  Workspace w;
  const std::string specs = (fs::path(TEAAL_SOURCE_DIR) / "specs").string();
  ASSERT_EQ(
      w.teaalc(specs + "/gemm_tiled.yaml -o t.cu --emit=h,manifest,order,ir --lines=off").code, 0);
  const std::string order = w.read("t.order.ir"), last = w.read("t.ir");
  for (const auto& [pass, text] : {std::pair("order", order), std::pair("simplify", last)}) {
    w.write("given.ir", text);
    fs::create_directories(w.path("again"));
    const std::string arguments =
        std::string("given.ir -o again/t.cu --emit=h,manifest --lines=off --from=") + pass;
    const Finished run = w.teaalc(arguments);
    ASSERT_EQ(run.code, 0) << run.err;
    for (const char* name : {"t.cu", "t.h", "t.manifest.json"})
      EXPECT_EQ(w.read(std::string("again/") + name), w.read(name)) << name << " from " << pass;
  }
}

TEST(Replay, marks_the_lines_of_the_text) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  ASSERT_EQ(w.teaalc("spmv.yaml --stop-after=place -o spmv.ir").code, 0);
  const Finished run = w.teaalc("spmv.ir --from=place -o -");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("\"spmv.ir\""), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("#line 1 \"spmv.yaml\""), std::string::npos);
  EXPECT_NE(run.out.find("from spmv.yaml;"), std::string::npos);
}

TEST(Replay, tells_what_is_wrong_with_the_text_at_its_place) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  ASSERT_EQ(w.teaalc("spmv.yaml --stop-after=order -o spmv.ir").code, 0);
  const std::string text = w.read("spmv.ir");
  auto told_of = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    w.write("changed.ir", changed);
    const Finished run = w.teaalc("changed.ir --from=order -o -");
    EXPECT_EQ(run.code, 1) << to << "\n" << run.err;
    return run.err;
  };
  EXPECT_NE(told_of("kernel ", "colonel ").find("[ir-syntax]"), std::string::npos);
  const std::string rule = told_of("A[i0, j]", "A[i0, l]");
  EXPECT_NE(rule.find("error: 'l' is used where it is not defined [ir-rule]"), std::string::npos)
      << rule;
  EXPECT_NE(rule.find("changed.ir:"), std::string::npos) << rule;
  // Text of another stage.
  EXPECT_EQ(w.teaalc("spmv.ir --from=reduce -o -").code, 1);
  EXPECT_EQ(w.teaalc("spmv.ir -o -").code, 1);
}

TEST(Replay, takes_no_option_that_the_text_has_settled) {
  Workspace w;
  w.write("spmv.yaml", spmv_spec);
  ASSERT_EQ(w.teaalc("spmv.yaml --stop-after=order -o spmv.ir").code, 0);
  for (const char* option : {"--from=nothing", "--from=order -D NUM_THREADS=4",
                             "--from=order --format A=csr", "--from=order --static=A",
                             "--from=order --stop-after=order", "--from=order --print-after=build",
                             "--from=order --emit=spec", "--from=order --emit=build"})
    EXPECT_EQ(w.teaalc(std::string("spmv.ir -o - ") + option).code, 2) << option;
}

// ---- Text that no pass has written ----

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// Leaves a line out, or has it twice, or has a word of another line in place of one of its own.
std::string disturbed(const std::string& text, std::mt19937& random) {
  std::vector<std::string> lines = lines_of(text);
  auto below = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
  auto word = [&](const std::string& line) {
    std::vector<std::pair<size_t, size_t>> words;
    const std::regex form("[A-Za-z_0-9.]+");
    for (std::sregex_iterator w(line.begin(), line.end(), form), end; w != end; ++w)
      words.emplace_back(w->position(), w->length());
    return words.empty() ? std::pair<size_t, size_t>{0, 0} : words[below(words.size())];
  };
  const size_t at = below(lines.size());
  switch (below(4)) {
    case 0:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[at]);
      break;
    default: {
      const std::string other = lines[below(lines.size())];
      const auto [begin, length] = word(other);
      const auto [from, old] = word(lines[at]);
      lines[at].replace(from, old, other.substr(begin, length));
    }
  }
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

TEST(Replay, refuses_or_compiles_whatever_it_is_given) {
  std::mt19937 random(7);
  int refused = 0, made = 0;
  for (const char* name :
       {"spmv_thread_mapped", "gemm_tiled", "spgemm_gustavson", "gemm_split_k"}) {
    const fs::path path = fs::path(TEAAL_SOURCE_DIR) / "specs" / (std::string(name) + ".yaml");
    Diagnostics first;
    const Compiled whole = compiled(driver::read_source_file(path.string(), first), first);
    for (const Snapshot& s : whole.snapshots)
      for (int i = 0; i < 40; ++i) {
        Diagnostics diagnostics;
        const Snapshot given{s.pass, disturbed(s.text, random)};
        const bool done = replayed(given, whole.options, diagnostics).has_value();
        (done ? made : refused) += 1;
        EXPECT_EQ(done, diagnostics.ok()) << s.pass << "\n" << given.text << told(diagnostics);
        for (const Diagnostic& d : diagnostics.all())
          EXPECT_NE(d.code, Code::Internal) << d.message;
      }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(made, 500);
}

}  // namespace
}  // namespace teaal::exec
