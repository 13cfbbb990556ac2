#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/help.h"
#include "compiler/driver/commands/wrap.h"

namespace teaal::driver {
namespace {

struct CommandHelp {
  const char* name;
  HelpText (*text)();
};

constexpr CommandHelp helps[] = {
    {"run", run_help},         {"check", check_help},     {"bench", bench_help},
    {"compare", compare_help}, {"explain", explain_help}, {"tune", tune_help},
    {"grad", grad_help},       {"test", test_help},       {"cache", cache_help}};

HelpText help_of(const std::string& command) {
  const size_t space = command.find(' ');
  for (const CommandHelp& help : helps)
    if (space != std::string::npos && command.substr(space + 1) == help.name) return help.text();
  return compile_help();
}

// CLI11 lists the options; the words around them are ours.
class TeachingFormatter : public CLI::Formatter {
 public:
  explicit TeachingFormatter(HelpText text) : text_(std::move(text)) { column_width(34); }

  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode mode) const override {
    std::string groups = make_groups(app, mode);
    // CLI11's marks of a list of choices, and of a flag that turns something off.
    for (size_t at; (at = groups.find(" :{")) != std::string::npos;) {
      groups.erase(at + 1, 1);
      if (const size_t gap = groups.find("  ", at); gap < groups.find('\n', at))
        groups.insert(gap, 1, ' ');
    }
    for (size_t at; (at = groups.find("{false}")) != std::string::npos;)
      groups.replace(at, 7, 7, ' ');
    return "Usage\n" + text_.usage + "\n" + text_.intro + make_positionals(app) + groups + "\n" +
           text_.footer;
  }

 private:
  HelpText text_;
};

constexpr std::pair<std::string_view, std::string_view> options_of_one[] = {
    {"--repeat", "teaalc bench"}, {"--cases", "teaalc check"}, {"--seed", "teaalc check"},
    {"--expect", "teaalc run"},   {"--emit", "teaalc"},        {"--print-after", "teaalc"},
    {"--stop-after", "teaalc"},   {"--junit", "teaalc test"},  {"--update", "teaalc test"},
    {"--clear", "teaalc cache"},  {"--wrt", "teaalc grad"},    {"--budget", "teaalc tune"}};

// What other compilers call options of ours.
constexpr std::pair<std::string_view, std::string_view> other_options[] = {
    {"--output", "-o"},    {"--out", "-o"},
    {"--define", "-D"},    {"--gpu-architecture", "--arch"},
    {"--dtype", "--type"}, {"--silent", "--quiet"}};

// The option of these that a word in its place may mean; empty if none. One dash counts as two.
std::string option_meant(const std::string& name, std::vector<std::string> known) {
  for (const auto& [other, ours] : other_options) known.emplace_back(other);
  std::string meant = nearest(name.starts_with("--") ? name : "-" + name, known);
  for (const auto& [other, ours] : other_options)
    if (meant == other) return std::string(ours);
  return meant;
}

// The first option that the command does not have, and what may be meant.
std::optional<UsageError> unknown_option(const CLI::App& app, const std::string& command) {
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  for (const std::string& word : app.remaining()) {
    if (!word.starts_with("-") || word.size() < 2) continue;
    const std::string name = word.substr(0, word.find('='));
    const std::string near = option_meant(name, known);
    std::string meant = near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
    for (const auto& [option, owner] : options_of_one)
      if (name == option && command != owner) meant = fmt::format("; {} has it", owner);
    return UsageError{fmt::format("{} has no option '{}'{}", command, name, meant),
                      fmt::format("`{} --help` explains its options", command)};
  }
  return std::nullopt;
}

// `--arch=`: CLI11 would take the next word as the value.
std::optional<UsageError> option_without_value(const std::vector<std::string>& arguments,
                                               const std::string& command) {
  for (const std::string& word : arguments)
    if (word.starts_with("--") && word.ends_with('='))
      return UsageError{fmt::format("{} has no value", word.substr(0, word.size() - 1)),
                        fmt::format("`{} --help` explains its options", command)};
  return std::nullopt;
}

// What the command line was about, for CLI11's terse errors.
UsageError usage_error(const CLI::App& app, const CLI::ParseError& failure,
                       const std::string& command) {
  std::string message = failure.what();
  UsageError out{message, fmt::format("`{} --help` explains its options", command)};
  if (auto unknown = unknown_option(app, command)) {
    out = *unknown;
  } else if (dynamic_cast<const CLI::RequiredError*>(&failure)) {
    const bool wrt = message.find("--wrt") != std::string::npos;
    out.message = wrt ? "--wrt is missing: by what to differentiate" : "no spec was given";
    out.hint = fmt::format("write `{} SPEC {}`; {}", command, wrt ? "--wrt=A,B" : "…", out.hint);
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
  if (auto missing = option_without_value(arguments, command))
    return finish(console, *missing, command);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::Success& asked) {
    Diagnostics diagnostics;
    bool help = dynamic_cast<const CLI::CallForHelp*>(&asked) ||
                dynamic_cast<const CLI::CallForAllHelp*>(&asked);
    console.print(help ? wrapped(app.help(), console.help_width()) : version_text() + "\n",
                  diagnostics);
    return finish(console, diagnostics, nullptr, arguments);
  } catch (const CLI::ParseError& failure) {
    apply(options, console);
    return finish(console, usage_error(app, failure, command), command);
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

}  // namespace teaal::driver
