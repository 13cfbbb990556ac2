#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/driver/commands.h"
#include "compiler/driver/help.h"

namespace teaal::driver {
namespace {

struct Command {
  const char* name;
  HelpText (*help)();
  int (*run)(const std::vector<std::string>&);
};

const Command* find_command(const std::string& name) {
  static const Command commands[] = {{"run", run_help, run_command},
                                     {"check", check_help, check_command},
                                     {"bench", bench_help, bench_command},
                                     {"compare", compare_help, compare_command},
                                     {"explain", explain_help, explain_command}};
  for (const Command& command : commands)
    if (name == command.name) return &command;
  return nullptr;
}

HelpText help_of(const std::string& command) {
  size_t space = command.find(' ');
  const Command* found =
      space == std::string::npos ? nullptr : find_command(command.substr(space + 1));
  return found ? found->help() : compile_help();
}

// CLI11 lists the options; the words around them are ours.
class TeachingFormatter : public CLI::Formatter {
 public:
  explicit TeachingFormatter(HelpText text) : text_(std::move(text)) { column_width(34); }

  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode mode) const override {
    return "Usage\n" + text_.usage + "\n" + text_.intro + make_positionals(app) +
           make_groups(app, mode) + "\n" + text_.footer;
  }

 private:
  HelpText text_;
};

// What the command line was about, for CLI11's terse errors.
UsageError usage_error(const CLI::ParseError& failure, const std::string& command) {
  std::string message = failure.what();
  UsageError out{message, fmt::format("`{} --help` explains its options", command)};
  if (dynamic_cast<const CLI::RequiredError*>(&failure)) {
    out.message = "no spec was given";
    out.hint = fmt::format("write `{} SPEC …`; {}", command, out.hint);
  } else if (dynamic_cast<const CLI::ExtrasError*>(&failure) && command == "teaalc" &&
             message.find('=') != std::string::npos) {
    out.hint = "a compile takes no inputs; to run the kernel write `teaalc run SPEC T=source…`";
  }
  return out;
}

}  // namespace

std::optional<int> parse(CLI::App& app, const std::string& command, const ConsoleOptions& options,
                         const std::vector<std::string>& arguments, Console& console) {
  app.name(command);
  app.formatter(std::make_shared<TeachingFormatter>(help_of(command)));
  app.set_help_flag("-h,--help", "This text");
  app.set_version_flag("--version", version_text(), "The version");
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::Success& asked) {
    Diagnostics diagnostics;
    bool help = dynamic_cast<const CLI::CallForHelp*>(&asked) ||
                dynamic_cast<const CLI::CallForAllHelp*>(&asked);
    console.print(help ? app.help() : version_text() + "\n", diagnostics);
    return finish(console, diagnostics, nullptr, arguments);
  } catch (const CLI::ParseError& failure) {
    apply(options, console);
    return finish(console, usage_error(failure, command), command);
  }
  apply(options, console);
  return std::nullopt;
}

int finish(Console& console, const Diagnostics& diagnostics, const SourcePtr& spec,
           const std::vector<std::string>& command_line) {
  console.show(diagnostics);
  ExitCode code = exit_code(diagnostics);
  if (code != exit_bug || !spec) return code;
  std::string folder = save_reproducer(spec->text, command_line, diagnostics);
  console.say(
      folder.empty()
          ? "This is a bug of teaalc: please report it with the spec and the messages above."
          : fmt::format("This is a bug of teaalc: please report it with the files in {}", folder));
  return code;
}

int finish(Console& console, const UsageError& error, const std::string& command) {
  console.show(error, command);
  return exit_usage;
}

int run_command_line(const std::vector<std::string>& arguments) {
  const Command* command = arguments.empty() ? nullptr : find_command(arguments[0]);
  if (!command) return compile_command(arguments);
  return command->run({arguments.begin() + 1, arguments.end()});
}

}  // namespace teaal::driver
