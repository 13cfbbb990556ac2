#include "compiler/driver/commands/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

#include "compiler/clang/arguments.h"
#include "runtime/plan/arguments.h"

namespace teaal::driver {
namespace {

// One value an appearance: `-D A=1 T=x` must not take T=x too.
CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& list,
                      const std::string& help, const std::string& form) {
  return app.add_option(name, list, help)
      ->type_name(form)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& value,
                        const std::vector<std::string>& choices, const std::string& help) {
  return app.add_option(name, value, help)->check(CLI::IsMember(choices))->type_name("");
}

bool split(const std::string& text, const std::string& option, const std::string& example,
           std::pair<std::string, std::string>& out, UsageError& error) {
  auto pair = runtime::plan::split_assignment(text);
  if (!pair) {
    error = {fmt::format("'{} {}' is not of the form NAME=value", option, text),
             fmt::format("write it like {} {}", option, example)};
    return false;
  }
  out = std::move(*pair);
  return true;
}

// What IR text has behind it already cannot be asked for.
bool check_resumed(const SpecOptions& options, UsageError& error) {
  if (!check_pass_name(options.from, "--from", error)) return false;
  const std::pair<const char*, bool> settled[] = {{"-D", !options.defines.empty()},
                                                  {"--format", !options.formats.empty()},
                                                  {"--static", !options.statics.empty()}};
  for (const auto& [name, given] : settled)
    if (given) {
      error = {fmt::format("{} and --from: the text of IR says that already", name),
               fmt::format("leave {} out, or compile the spec", name)};
      return false;
    }
  const std::vector<std::string> passes = pass_names();
  const auto begin = std::find(passes.begin(), passes.end(), options.from);
  std::vector<std::string> asked = options.print_after;
  if (!options.stop_after.empty()) asked.push_back(options.stop_after);
  for (const std::string& pass : asked)
    if (std::find(begin + 1, passes.end(), pass) == passes.end()) {
      error = {fmt::format("--from={} begins behind {}", options.from, pass),
               "name passes that run behind it"};
      return false;
    }
  return true;
}

}  // namespace

void add_read_options(CLI::App& app, SpecOptions& options) {
  app.add_option("SPEC", options.spec, "The spec, a YAML file; - reads standard input")
      ->required()
      ->type_name("");
  add_list(app, "-D", options.defines, "Bind a symbol of the spec, such as a tile size",
           "NAME=size");
  add_list(app, "--format", options.formats,
           "Store tensor T so: M:U,K:C, or csr csc dcsr csf dense", "T=format");
}

void add_spec_options(CLI::App& app, SpecOptions& options) {
  add_read_options(app, options);
  add_list(app, "--static", options.statics,
           "Inputs that stay the same over many runs, commas between: what depends on them alone "
           "is prepared once",
           "TENSORS")
      ->delimiter(',');
  add_choice(app, "--type", options.value_type, {"f32", "f64", "f16", "bf16", "i32"},
             "Type of the values (f32)");
  add_choice(app, "--index-bits", options.index_bits, {"8", "16", "32"},
             "Bits of coordinates and positions (32); positions that do not fit have 64");
  add_choice(app, "--fuse", options.fuse, {"auto", "off"},
             "Kernels that hand an intermediate on become one where they can, and its array goes "
             "(auto); off: each tensor that the spec computes is stored");
  app.add_option(
         "--arch", options.arch,
         "The GPU architecture that the kernel is made and verified for (sm_90); on sm_90a, "
         "four warps multiply together where a mapping lets them")
      ->type_name("sm_NN");
  app.add_option("--name", options.name,
                 "What kernels, launcher and header guard are called by (the stem of SPEC)")
      ->type_name("STEM");
  add_choice(app, "--lines", options.lines, {"on", "off", "each"},
             "#line marks in the kernels, which point into the spec: where its line changes (on), "
             "or in front of each line of a kernel, for profilers");
  app.add_flag("--Werror", options.werror, "Warnings are errors");
}

void add_pass_options(CLI::App& app, SpecOptions& options) {
  add_list(
      app, "--print-after", options.print_after,
      "Print the IR after these passes (or all), to standard error; commas between; with diff, "
      "what each has changed",
      "PASSES")
      ->delimiter(',');
  app.add_flag("--print-after-all", options.print_after_all, "Print the IR after every pass");
  app.add_option("--stop-after", options.stop_after, "Stop behind this pass; its IR is the output")
      ->type_name("PASS");
  app.add_option("--from", options.from,
                 "SPEC is IR text as it stands behind this pass; compile on from there, with "
                 "--type, --arch, --index-bits and --fuse as they were")
      ->type_name("PASS");
}

void add_input_options(CLI::App& app, JobOptions& options) {
  app.add_option("INPUTS", options.assignments,
                 "T=source for input tensors, NAME=number for scalars")
      ->type_name("");
  add_list(app, "--shape", options.shapes, "The extent of a rank that no input fixes",
           "RANK=extent");
  add_choice(app, "--device", options.device, {"auto", "cpu", "gpu"},
             "Where to run; auto is the GPU if one is usable");
  app.add_flag("--json", options.json, "The report as JSON, to standard output");
  app.add_flag("!--no-cache", options.cache,
               "Compile and build anew, and keep nothing of it (teaalc cache says where)");
}

void add_job_options(CLI::App& app, JobOptions& options) {
  add_input_options(app, options);
  add_list(app, "-o", options.outputs,
           "Write tensor T, which the spec computes, to a .tns, .mtx or .npy file", "T=file");
  app.add_flag("--checked", options.checked,
               "Run on the CPU executor and test every access: races, bounds, uninitialised reads, "
               "barriers");
  app.add_option("--keep", options.keep,
                 "Also write the kernel, its header and its manifest into this folder")
      ->type_name("DIR");
  app.add_flag("--verify,!--no-verify", options.verify, "Compare with f64 reference math (on)");
}

void add_expect_option(CLI::App& app, JobOptions& options) {
  add_list(app, "--expect", options.expects,
           "What tensor T must be, element by element; tolerances may stand behind the file: "
           "T=file,rtol=1e-5,atol=0",
           "T=file");
}

void add_count_option(CLI::App& app, JobOptions& options, const std::string& what) {
  app.add_flag("--count", options.count, what);
}

void add_mapping_option(CLI::App& app, JobOptions& options) {
  add_choice(app, "--mapping", options.mapping, {"spec", "auto"},
             "auto: that of a shipped spec which computes the same, by what the inputs look like");
}

void add_console_options(CLI::App& app, ConsoleOptions& options) {
  add_choice(app, "--diagnostics-format", options.diagnostics_format, {"text", "json"},
             "How diagnostics are written");
  add_choice(app, "--color", options.color, {"auto", "always", "never"},
             "Colors; auto: on a terminal");
  app.add_flag("-q,--quiet", options.quiet,
               "Errors only, and keys of the spec that are ignored: no notes, no report");
}

void apply(const ConsoleOptions& options, Console& console) {
  console.json_diagnostics = options.diagnostics_format == "json";
  console.quiet = options.quiet;
  if (options.color == "always") console.color = Console::Color::Always;
  if (options.color == "never") console.color = Console::Color::Never;
}

bool read_sizes(const std::vector<std::string>& texts, const std::string& option,
                std::map<std::string, int64_t>& out, UsageError& error) {
  for (const std::string& text : texts) {
    std::pair<std::string, std::string> pair;
    if (!split(text, option, "N=256", pair, error)) return false;
    std::optional<int64_t> value = runtime::plan::parse_integer(pair.second);
    if (!value) {
      error = {fmt::format("'{}' in '{} {}' is not an integer", pair.second, option, text),
               fmt::format("write it like {} {}=256", option, pair.first)};
      return false;
    }
    if (!out.emplace(pair.first, *value).second) {
      error = {fmt::format("{} names {} twice", option, pair.first), "give it once"};
      return false;
    }
  }
  return true;
}

bool read_texts(const std::vector<std::string>& texts, const std::string& option,
                const std::string& example, std::map<std::string, std::string>& out,
                UsageError& error) {
  for (const std::string& text : texts) {
    std::pair<std::string, std::string> pair;
    if (!split(text, option, example, pair, error)) return false;
    if (!out.emplace(pair.first, pair.second).second) {
      error = {fmt::format("{} names {} twice", option, pair.first), "give it once"};
      return false;
    }
  }
  return true;
}

bool check_pass_name(const std::string& name, const std::string& option, UsageError& error) {
  std::vector<std::string> passes = pass_names();
  if (std::find(passes.begin(), passes.end(), name) != passes.end()) return true;
  std::string near = nearest(name, passes);
  error = {fmt::format("{} names '{}', which is no pass{}", option, name,
                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near)),
           fmt::format("the passes are {}", fmt::join(passes, ", "))};
  return false;
}

bool read_compile_options(const SpecOptions& options, CompileOptions& out, UsageError& error) {
  if (!read_sizes(options.defines, "-D", out.overrides.symbols, error)) return false;
  out.overrides.written = {options.written.begin(), options.written.end()};
  if (!read_texts(options.formats, "--format", "A=M:U,K:C", out.overrides.formats, error))
    return false;
  out.overrides.statics = {options.statics.begin(), options.statics.end()};
  out.value_type = options.value_type;
  out.overrides.fuse = options.fuse == "auto";
  out.index_bits = std::stoi(options.index_bits);
  out.arch = options.arch;
  out.name = options.name.empty() ? stem_of(options.spec) : options.name;
  const std::vector<std::string> archs = clang_frontend::known_archs();
  if (std::find(archs.begin(), archs.end(), options.arch) == archs.end()) {
    error = {fmt::format("--arch={} is no architecture that kernels are made for", options.arch),
             fmt::format("it takes {}", fmt::join(archs, ", "))};
    return false;
  }
  out.print_after = options.print_after;
  for (const std::string& pass : options.print_after)
    if (pass != "all" && pass != "diff" && !check_pass_name(pass, "--print-after", error))
      return false;
  const bool compared = std::ranges::find(options.print_after, "diff") != options.print_after.end();
  if (options.print_after_all || compared) out.print_after = {"all"};
  out.stop_after = options.stop_after;
  out.lines = options.lines != "off";
  out.each_line = options.lines == "each";
  out.from = options.from;
  if (!options.stop_after.empty() && !check_pass_name(options.stop_after, "--stop-after", error))
    return false;
  return options.from.empty() || check_resumed(options, error);
}

std::string stem_of(const std::string& path) {
  if (path == "-") return "kernel";
  std::string stem = std::filesystem::path(path).stem().string();
  return stem.empty() ? "kernel" : stem;
}

}  // namespace teaal::driver
