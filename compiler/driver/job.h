#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/expect.h"
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
  bool counted = false;  // as of CompileOptions
  SourcePtr source;      // in place of the file that the spec options name
  std::map<std::string, std::vector<std::string>> loop_orders;  // as of CompileOptions
};

struct Job {
  SourcePtr source;
  CompileOptions options;
  std::optional<Compiled> compiled;
  std::map<std::string, int64_t> symbols;  // -D and strides
  Given given;
  JobRequest request;
  std::map<std::string, std::string> outputs;           // -o
  std::vector<Expectation> expectations;                // --expect
  std::vector<std::string> warnings;                    // as texts, for a report in JSON
  std::shared_ptr<const runtime::plan::Inputs> inputs;  // where they were looked at already
};

// Adds the options that all three share to `app` and parses; an exit code if the command ends here.
std::optional<int> parse_job(CLI::App& app, JobCommand&, const std::vector<std::string>& arguments,
                             Console&);

// The specs of a command that takes several: SPEC and every further word without `=`; of a folder
// the specs below it, in the order of their paths.
std::vector<std::string> take_specs(JobCommand&);

// Compiles and sorts; `complete`: every input and scalar must be given. False: see the usage error,
// or if it has no message, the diagnostics.
bool prepare_job(const JobCommand&, bool complete, Job&, UsageError&, Diagnostics&);
// As above; an exit code, all being told, if the command ends here.
std::optional<int> prepare_job(const JobCommand&, bool complete, Job&, Console&, Diagnostics&);

// What of what the job reads a path names, as "the spec" or "input A"; empty: nothing of it.
std::string read_as(const std::string& path, const std::string& spec, const Job&);

// On the job's inputs, which are loaded unless they are there.
std::unique_ptr<Session> load_session(const Job&, Diagnostics&);

// Where builds are kept.
runtime::BuildCache cache_of(const JobOptions&);

// Runs, and compares with reference math and counts what the options ask for.
bool run_session(const JobOptions&, Session&, const Machine&, Diagnostics&);
// What went wrong in it, and where results are not as expected: errors.
void add_failures(const Job&, const Session&, Diagnostics&);
// The outputs that -o names, each written by a temporary file and a rename.
bool write_outputs(const Job&, const Session&, Diagnostics&);

}  // namespace teaal::driver
