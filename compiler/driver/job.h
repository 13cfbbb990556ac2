#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/commands.h"
#include "compiler/driver/session.h"

// What run, check and bench do alike before they part: parse, compile, sort the arguments.
namespace teaal::driver {

struct JobCommand {
  std::string name;  // "teaalc run", for messages
  SpecOptions spec;
  JobOptions job;
  ConsoleOptions console;
  std::vector<std::string> line;  // the command line, for reproducers
  int64_t lanes = 32;             // of a warp, and whether kernels are emitted: see CompileOptions
  bool kernel_text = true;
};

struct Job {
  CompileOptions options;
  std::optional<Compiled> compiled;
  std::map<std::string, int64_t> symbols;  // -D and strides
  Given given;
  JobRequest request;
  std::map<std::string, std::string> outputs;  // -o
};

// Adds the options that all three share to `app` and parses; an exit code if the command ends here.
std::optional<int> parse_job(CLI::App& app, JobCommand&, const std::vector<std::string>& arguments,
                             Console&);

// Compiles and sorts; `complete`: every input and scalar must be given. An exit code if the command
// ends here.
std::optional<int> prepare_job(const JobCommand&, bool complete, Job&, Console&, Diagnostics&);

}  // namespace teaal::driver
