#include "program/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "program/commands.h"

namespace teaal::program {
namespace {

using namespace driver;

struct Command {
  const char* name;
  int (*run)(const std::vector<std::string>&);
};

constexpr Command commands[] = {
    {"run", run_command},         {"check", check_command},     {"bench", bench_command},
    {"compare", compare_command}, {"explain", explain_command}, {"tune", tune_command},
    {"grad", grad_command},       {"test", test_command},       {"cache", cache_command}};

const Command* find_command(const std::string& name) {
  for (const Command& command : commands)
    if (name == command.name) return &command;
  return nullptr;
}

// Words that other programs have as commands, and how the same is said here.
constexpr std::pair<std::string_view, std::string_view> other_commands[] = {
    {"compile", "teaalc SPEC.yaml"}, {"build", "teaalc SPEC.yaml"},
    {"help", "teaalc --help"},       {"version", "teaalc --version"},
    {"profile", "teaalc bench"},     {"clean", "teaalc cache --clear"}};

// What a word in place of a command may mean: those that it begins, else the nearest one.
std::vector<std::string> commands_meant(const std::string& word) {
  std::vector<std::pair<std::string, std::string>> known;
  for (const Command& command : commands) known.emplace_back(command.name, command.name);
  known.insert(known.end(), std::begin(other_commands), std::end(other_commands));
  std::vector<std::string> begun, names;
  std::string near;
  for (const auto& [name, said] : known) {
    if (word.size() > 1 && name.starts_with(word)) begun.push_back(fmt::format("'{}'", said));
    names.push_back(name);
  }
  if (begun.empty()) near = nearest(word, names);
  for (const auto& [name, said] : known)
    if (name == near) begun.push_back(fmt::format("'{}'", said));
  return begun;
}

// A word that neither is a command nor looks like a file.
std::optional<UsageError> unknown_command(const std::string& word) {
  const bool plain = !word.empty() && word[0] != '-' &&
                     word.find_first_of("./\\=") == std::string::npos &&
                     !std::filesystem::exists(word);
  if (!plain) return std::nullopt;
  std::vector<std::string> known;
  for (const Command& command : commands) known.emplace_back(command.name);
  const std::vector<std::string> meant = commands_meant(word);
  return UsageError{
      fmt::format("no such command '{}'{}", word,
                  meant.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(meant, " or "))),
      fmt::format("the commands are {}; `teaalc SPEC.yaml` compiles, `teaalc --help` "
                  "explains",
                  fmt::join(known, ", "))};
}

}  // namespace

int run_command_line(const std::vector<std::string>& arguments) {
  const Command* command = arguments.empty() ? nullptr : find_command(arguments[0]);
  if (!command && !arguments.empty())
    if (auto unknown = unknown_command(arguments[0])) {
      Console console;
      return finish(console, *unknown, "teaalc");
    }
  if (!command) return compile_command(arguments);
  return command->run({arguments.begin() + 1, arguments.end()});
}

}  // namespace teaal::program
