#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

#include "compiler/driver/job.h"
#include "compiler/driver/output_files.h"
#include "compiler/emit/clang_facade.h"
#include "compiler/spec/schema.h"
#include "compiler/support/differences.h"
#include "program/commands.h"
#include "program/library.h"
#include "runtime/tensor/write_file.h"

namespace teaal::program {
namespace {

using namespace driver;

struct CompileCommand {
  SpecOptions spec;
  ConsoleOptions console;
  JobOptions job;  // inputs, for --mapping=auto
  std::string output;
  std::vector<std::string> emit;
};

const std::vector<std::string>& emit_kinds() {
  static const std::vector<std::string> kinds = {"cu",   "h",      "manifest", "ptx",
                                                 "spec", "einsum", "ir"};
  return kinds;
}

bool is_pass(const std::string& name) {
  std::vector<std::string> passes = pass_names();
  return std::find(passes.begin(), passes.end(), name) != passes.end();
}

bool check_emit(const std::vector<std::string>& names, UsageError& error) {
  std::vector<std::string> known = emit_kinds();
  std::vector<std::string> passes = pass_names();
  known.insert(known.end(), passes.begin(), passes.end());
  for (const std::string& name : names) {
    if (name == "schema") {
      error = {"--emit=schema is of the language and stands alone",
               "write `teaalc --emit=schema -o spec.schema.json`, without a spec"};
      return false;
    }
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string near = nearest(name, known);
    error = {fmt::format("--emit names '{}', which is nothing it knows{}", name,
                         near.empty() ? "" : fmt::format("; did you mean '{}'?", near)),
             fmt::format("it takes {}", fmt::join(known, ", "))};
    return false;
  }
  return true;
}

// Of IR text there is no spec, and nothing behind the passes that have run.
bool check_emit_from(const CompileCommand& command, UsageError& error) {
  if (command.spec.from.empty()) return true;
  const std::vector<std::string> passes = pass_names();
  const auto begin = std::find(passes.begin(), passes.end(), command.spec.from);
  for (const std::string& name : command.emit) {
    const auto pass = std::find(passes.begin(), passes.end(), name);
    if (name != "spec" && name != "einsum" && (pass == passes.end() || pass > begin)) continue;
    error = {fmt::format("--emit={} and --from={}: that lies behind the text of IR", name,
                         command.spec.from),
             "name what comes later, or compile the spec"};
    return false;
  }
  return true;
}

// One compile: what it reads, what came out, what is written.
class Compile {
 public:
  explicit Compile(const CompileCommand& command) : command_(command) {}

  bool prepare(UsageError&);
  // Takes the mapping of a shipped spec that suits the inputs.
  bool take_mapping(UsageError&, Diagnostics&);
  bool run(Console&, Diagnostics&);
  // By libteaal, where no IR and no text of a spec is asked for.
  std::optional<Artefact> compiled(Diagnostics&) const;
  const SourcePtr& source() const { return source_; }

 private:
  bool to_stdout() const { return command_.output == "-"; }
  bool emits(const std::string& kind) const {
    return std::find(command_.emit.begin(), command_.emit.end(), kind) != command_.emit.end();
  }
  void collect(const std::string& pass, const std::string& text);
  bool gather(const Artefact&, Diagnostics&);
  bool check_targets(Diagnostics&) const;
  bool write(Console&, Diagnostics&);

  const CompileCommand& command_;
  CompileOptions options_;
  SourcePtr source_;
  std::string main_path_, stem_;  // where the output goes; what the files beside it are called
  std::string main_text_;
  std::vector<OutputFile> beside_;
  std::string before_;  // the IR behind the pass before
};

bool Compile::prepare(UsageError& error) {
  if (!read_compile_options(command_.spec, options_, error) || !check_emit(command_.emit, error) ||
      !check_emit_from(command_, error))
    return false;
  std::string spec_stem = stem_of(command_.spec.spec);
  bool named = !command_.output.empty() && !to_stdout();
  if (named) {
    std::filesystem::path path = command_.output;
    if (path.filename().empty() || path.filename() == "." || path.filename() == "..") {
      error = {fmt::format("-o {} names a folder", command_.output),
               fmt::format("name a file, such as -o {}", (path / (spec_stem + ".cu")).string())};
      return false;
    }
    // Beside a device or a pipe nothing can lie.
    std::error_code ignored;
    const bool file =
        !std::filesystem::exists(path, ignored) || std::filesystem::is_regular_file(path, ignored);
    const bool beside = file && runtime::stream_of(command_.output) < 0;
    stem_ = beside ? (path.parent_path() / path.stem()).string() : spec_stem;
  } else {
    stem_ = spec_stem;
  }
  main_path_ = named ? command_.output : spec_stem + ".cu";
  for (const std::string& name : command_.emit)
    if (is_pass(name)) options_.print_after.push_back(name);
  options_.shown = [this](const std::string& pass, const std::string& text) {
    collect(pass, text);
  };
  return true;
}

// The IR behind a pass: asked for on the terminal, as a file, or both.
void Compile::collect(const std::string& pass, const std::string& text) {
  const auto& asked = command_.spec.print_after;
  auto lists = [&](const std::string& name) {
    return std::ranges::find(asked, name) != asked.end();
  };
  const bool printed = command_.spec.print_after_all || lists("all") || lists(pass);
  if (printed && lists("diff")) {
    const std::string different = differences(before_, text);
    if (!different.empty()) fmt::print(stderr, "// after {}\n{}", pass, different);
  } else if (printed) {
    fmt::print(stderr, "// after {}\n{}{}", pass, text, text.ends_with('\n') ? "" : "\n");
  }
  before_ = text;
  if (emits(pass)) beside_.push_back({stem_ + "." + pass + ".ir", text});
}

bool Compile::gather(const Artefact& artefact, Diagnostics& diagnostics) {
  bool stopped = !artefact.complete;
  main_text_ = stopped ? artefact.ir_text : artefact.cu;
  if (stopped && command_.output.empty()) main_path_ = "-";
  auto add = [&](const std::string& kind, const std::string& ending, const std::string& text) {
    if (!emits(kind)) return;
    if (stopped && text.empty())
      diagnostics.remark(Code::Unsupported, {},
                         fmt::format("--emit={} was left out: compilation stopped after {}", kind,
                                     options_.stop_after));
    else
      beside_.push_back({stem_ + ending, text});
  };
  add("spec", ".spec", artefact.spec_text);
  add("einsum", ".einsum", artefact.einsum_text);
  add("ir", ".ir", artefact.ir_text);
  add("h", ".h", artefact.header);
  add("manifest", ".manifest.json", artefact.manifest);
  if (emits("cu") && !stopped && main_path_ != stem_ + ".cu" && !to_stdout())
    beside_.push_back({stem_ + ".cu", artefact.cu});
  if (!emits("ptx")) return true;
  std::optional<std::string> ptx;
  if (!stopped) {
    ptx = emit::compile_ptx(artefact.cu, options_.arch, {}, diagnostics);
    if (!ptx) return false;
  }
  add("ptx", ".ptx", ptx.value_or(""));
  return true;
}

// Neither the spec nor another output of this compile is overwritten.
bool Compile::check_targets(Diagnostics& diagnostics) const {
  std::set<std::string> seen;
  std::vector<std::string> paths;
  if (!to_stdout() && main_path_ != "-") paths.push_back(main_path_);
  for (const OutputFile& file : beside_) paths.push_back(file.path);
  for (const std::string& path : paths) {
    std::string why;
    if (!seen.insert(std::filesystem::path(path).lexically_normal().string()).second)
      why = "two outputs of this command would go there; choose another -o";
    if (same_file(path, command_.spec.spec)) why = "it is the spec; choose another -o";
    if (why.empty()) continue;
    diagnostics.error(Code::FileAccess, {}, fmt::format("'{}' is not written: {}", path, why));
    return false;
  }
  return true;
}

bool Compile::write(Console& console, Diagnostics& diagnostics) {
  if (!check_targets(diagnostics)) return false;
  bool print = to_stdout() || main_path_ == "-";
  std::vector<OutputFile> files = beside_;
  if (!print) files.insert(files.begin(), {main_path_, main_text_});
  if (!write_files(files, diagnostics)) return false;
  return !print || console.print(main_text_, diagnostics);
}

bool Compile::take_mapping(UsageError& error, Diagnostics& diagnostics) {
  JobCommand command{"teaalc", command_.spec, command_.job};
  Job job;
  const bool taken = prepare_job(command, true, job, error, diagnostics);
  source_ = job.source;
  if (!taken) return false;
  options_.overrides = job.options.overrides;
  diagnostics.remark(Code::Usage, {}, job.given.notes.back());
  return true;
}

std::optional<Artefact> Compile::compiled(Diagnostics& diagnostics) const {
  const auto& printed = command_.spec.print_after;
  const bool shows = command_.spec.print_after_all || !printed.empty() || emits("spec") ||
                     emits("einsum") || emits("ir");
  if (!shows && library_compiles(options_)) return compile(*source_, options_, diagnostics);
  return driver::compile(source_, options_, diagnostics);
}

bool Compile::run(Console& console, Diagnostics& diagnostics) {
  if (!source_) source_ = read_source_file(command_.spec.spec, diagnostics);
  if (!source_) return false;
  std::optional<Artefact> artefact = compiled(diagnostics);
  diagnostics.promote_warnings(Code::Usage);
  if (command_.spec.werror) diagnostics.promote_warnings();
  if (!artefact || !diagnostics.ok() || !gather(*artefact, diagnostics)) return false;
  return write(console, diagnostics);
}

// The schema is of the language, whatever the spec; so it is asked for without one.
bool asks_for_schema(const std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i] == "--emit=schema" ||
        (arguments[i] == "--emit" && i + 1 < arguments.size() && arguments[i + 1] == "schema"))
      return true;
  return false;
}

int emit_schema(const std::vector<std::string>& arguments) {
  CLI::App app;
  Console console;
  ConsoleOptions options;
  std::string output = "-", emit;
  app.add_option("--emit", emit)->check(CLI::IsMember({"schema"}))->required();
  app.add_option("-o", output);
  add_console_options(app, options);
  if (auto code = parse(app, "teaalc", options, arguments, console)) return *code;
  Diagnostics diagnostics;
  const std::string& text = spec::schema_text();
  if (output == "-")
    console.print(text, diagnostics);
  else
    write_files({{output, text}}, diagnostics);
  return finish(console, diagnostics, nullptr, arguments);
}

}  // namespace

int compile_command(const std::vector<std::string>& arguments) {
  if (asks_for_schema(arguments)) return emit_schema(arguments);
  CompileCommand command;
  Console console;
  CLI::App app;
  add_spec_options(app, command.spec);
  app.add_option("-o", command.output,
                 "The output; - is standard output (SPEC's stem + .cu in this folder)")
      ->type_name("FILE");
  app.add_option("--emit", command.emit,
                 "What to write beside it, with commas between: cu h manifest ptx spec einsum ir, "
                 "or passes; schema, alone and without SPEC: the language as a JSON schema")
      ->delimiter(',')
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->type_name("KINDS");
  add_pass_options(app, command.spec);
  add_mapping_option(app, command.job);
  app.add_option("INPUTS", command.job.assignments, "T=source, for --mapping=auto")->type_name("");
  add_console_options(app, command.console);
  if (auto code = parse(app, "teaalc", command.console, arguments, console)) return *code;
  UsageError error;
  Compile job(command);
  if (!job.prepare(error)) return finish(console, error, "teaalc");
  Diagnostics diagnostics;
  const bool by_inputs = command.job.mapping == "auto";
  if (!by_inputs && !command.job.assignments.empty())
    return finish(console,
                  {fmt::format("'{}': a compile reads no inputs", command.job.assignments.front()),
                   "leave it out, write `teaalc run`, or --mapping=auto to choose by it"},
                  "teaalc");
  if (!by_inputs || job.take_mapping(error, diagnostics)) job.run(console, diagnostics);
  if (!error.message.empty()) return finish(console, error, "teaalc");
  return finish(console, diagnostics, job.source(), arguments);
}

}  // namespace teaal::program
