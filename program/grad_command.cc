#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/driver/output_files.h"
#include "program/commands.h"
#include "program/library.h"

namespace teaal::program {
namespace {

using namespace driver;

struct GradCommand {
  SpecOptions spec;
  ConsoleOptions console;
  std::vector<std::string> wrt;
  std::string output = "-";
};

bool write(const GradCommand& command, const std::string& text, Console& console,
           Diagnostics& diagnostics) {
  if (command.output == "-") return console.print(text, diagnostics);
  if (same_file(command.output, command.spec.spec)) {
    diagnostics.error(
        Code::FileAccess, {},
        fmt::format("'{}' is not written: it is the spec; choose another -o", command.output));
    return false;
  }
  return write_files({{command.output, text}}, diagnostics);
}

// What was found about the spec is told by a compile of it; here only errors count.
Diagnostics errors_of(const Diagnostics& found) {
  Diagnostics out;
  for (const Diagnostic& d : found.all())
    if (d.severity == Severity::Error) out.add(d);
  return out;
}

}  // namespace

int grad_command(const std::vector<std::string>& arguments) {
  GradCommand command;
  Console console;
  CLI::App app;
  add_read_options(app, command.spec);
  app.add_option("--wrt", command.wrt,
                 "The inputs and scalars to differentiate by, with commas between")
      ->required()
      ->delimiter(',')
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->type_name("TENSORS");
  app.add_option("-o", command.output, "The derived spec; - is standard output (-)")
      ->type_name("FILE");
  add_console_options(app, command.console);
  if (auto code = parse(app, "teaalc grad", command.console, arguments, console)) return *code;
  UsageError error;
  CompileOptions options;
  if (!read_compile_options(command.spec, options, error))
    return finish(console, error, "teaalc grad");
  Diagnostics found;
  const SourcePtr source = read_source_file(command.spec.spec, found);
  if (source)
    if (auto text = program::gradient_spec(*source, options, command.wrt, found))
      write(command, *text, console, found);
  return finish(console, errors_of(found), source, arguments);
}

}  // namespace teaal::program
