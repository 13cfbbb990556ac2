#pragma once
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"
#include "runtime/report/text.h"

// What the program says, and the exit code it ends with.
namespace teaal::driver {

// Documented in CLI.md: outside tests rely on these numbers.
enum ExitCode : int {
  exit_ok = 0,
  exit_wrong_input = 1,
  exit_usage = 2,
  exit_failed_run = 3,
  exit_bug = 4
};

// The exit code that a set of diagnostics asks for: 0 if none is an error.
ExitCode exit_code(const Diagnostics&);

// A wrong command line: one line what, one line what to do.
struct UsageError {
  std::string message, hint;
};

class Console {
 public:
  enum class Color { Auto, Always, Never };

  bool json_diagnostics = false;
  bool quiet = false;
  Color color = Color::Auto;

  // To standard error. Quiet leaves out warnings and notes.
  void show(const Diagnostics&);
  void show(const UsageError&, const std::string& command);
  // A line about a bug of ours, to standard error; quiet does not leave it out.
  void say(const std::string& line);
  // To standard output. False (with a diagnostic) if it cannot be written, such as a closed pipe.
  bool print(const std::string& text, Diagnostics&);

  bool error_is_terminal() const;
  runtime::report::TextOptions text_options() const;  // of standard output
  // Columns of a help text: $COLUMNS, else what the terminal has, else 120; 40 at least.
  static size_t help_width();

 private:
  bool colored(int descriptor) const;
  size_t shown_ = 0;  // diagnostics are shown once
};

// Saves what reproduces a bug of ours in a new folder under the system's temporary folder; returns
// its path, empty on failure.
std::string save_reproducer(const std::string& spec_text,
                            const std::vector<std::string>& command_line, const Diagnostics&);

}  // namespace teaal::driver
