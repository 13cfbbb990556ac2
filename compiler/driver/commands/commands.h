#pragma once
#include <functional>
#include <string>
#include <vector>

#include "compiler/driver/commands/console.h"
#include "compiler/driver/commands/options.h"

// One function a command, but for those of program/commands.h; each takes the arguments behind the
// command's name and returns the exit code.
namespace teaal::driver {

int run_command(const std::vector<std::string>& arguments);
int check_command(const std::vector<std::string>& arguments);
int bench_command(const std::vector<std::string>& arguments);
int compare_command(const std::vector<std::string>& arguments);
int explain_command(const std::vector<std::string>& arguments);
int tune_command(const std::vector<std::string>& arguments);
int test_command(const std::vector<std::string>& arguments);
int cache_command(const std::vector<std::string>& arguments);

// Parses into what `app` was given. An exit code if the command ends here: after --help, --version
// or a wrong option.
std::optional<int> parse(CLI::App& app, const std::string& command, const ConsoleOptions&,
                         const std::vector<std::string>& arguments, Console&);

// Shows what was found and returns the exit code; after a bug of ours it also saves a reproducer
// and says where.
int finish(Console&, const Diagnostics&, const SourcePtr& spec,
           const std::vector<std::string>& command_line);
int finish(Console&, const UsageError&, const std::string& command);

}  // namespace teaal::driver
