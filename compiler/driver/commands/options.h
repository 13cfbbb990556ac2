#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/commands/console.h"
#include "compiler/driver/compile.h"

namespace CLI {
class App;
}

// The options as typed, and what they mean.
namespace teaal::driver {

// Options of every command that compiles a spec.
struct SpecOptions {
  std::string spec;  // path; - is standard input
  std::vector<std::string> defines, formats, statics;
  std::vector<std::string> written;  // names of defines that are as if the spec had them
  std::string value_type = "f32", index_bits = "32", arch = "sm_90", fuse = "auto", lines = "on",
              name;
  std::vector<std::string> print_after;
  bool print_after_all = false, werror = false;
  std::string stop_after, from;
};

// Options of run, check and bench.
struct JobOptions {
  std::vector<std::string> assignments;  // T=source, NAME=scalar
  std::vector<std::string> shapes, outputs, expects;
  std::string device = "auto", keep, mapping = "spec";
  bool json = false, checked = false, verify = true, count = false, verify_passes = false,
       cache = true;
};

struct ConsoleOptions {
  std::string diagnostics_format = "text", color = "auto";
  bool quiet = false;
};

void add_read_options(CLI::App&, SpecOptions&);  // the spec, its symbols and formats
void add_spec_options(CLI::App&, SpecOptions&);  // these and those of a compile
void add_pass_options(CLI::App&, SpecOptions&);
void add_input_options(CLI::App&, JobOptions&);  // what to run on, and where
void add_job_options(CLI::App&, JobOptions&);    // these and those of a run
void add_expect_option(CLI::App&, JobOptions&);  // of run
void add_count_option(CLI::App&, JobOptions&, const std::string& what);  // of run and check
void add_mapping_option(CLI::App&, JobOptions&);  // of a compile, run and bench
void add_console_options(CLI::App&, ConsoleOptions&);
void apply(const ConsoleOptions&, Console&);

// Each reads texts like NAME=value; false with `error` filled in if one has another form or a name
// comes twice.
bool read_sizes(const std::vector<std::string>& texts, const std::string& option,
                std::map<std::string, int64_t>&, UsageError& error);
bool read_texts(const std::vector<std::string>& texts, const std::string& option,
                const std::string& example, std::map<std::string, std::string>&, UsageError& error);

// The compiler's options. Unknown passes are usage errors.
bool read_compile_options(const SpecOptions&, CompileOptions&, UsageError& error);

// False (with `error`) unless `name` is a pass.
bool check_pass_name(const std::string& name, const std::string& option, UsageError& error);

// `path` without folders and without its last ending; "kernel" for standard input.
std::string stem_of(const std::string& path);

}  // namespace teaal::driver
