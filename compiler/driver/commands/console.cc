#include "compiler/driver/commands/console.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace teaal::driver {
namespace {

int terminal_width(int descriptor) {
  winsize size{};
  if (isatty(descriptor) && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return 120;
}

// Whether escape sequences mean something there.
bool moves_cursor(int descriptor) {
  const char* terminal = std::getenv("TERM");
  return isatty(descriptor) && !(terminal && std::strcmp(terminal, "dumb") == 0);
}

void to_stderr(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

ExitCode exit_code(const Diagnostics& diagnostics) {
  ExitCode out = exit_ok;
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity != Severity::Error) continue;
    bool bug = d.code == Code::Internal || d.code == Code::Manifest;
    bool failed = d.code == Code::RunFailed || d.code == Code::BuildFailed ||
                  d.code == Code::Mismatch || d.code == Code::NoDevice;
    const bool usage = d.code == Code::Usage;
    out = std::max(out, bug      ? exit_bug
                        : failed ? exit_failed_run
                        : usage  ? exit_usage
                                 : exit_wrong_input);
  }
  return out;
}

bool Console::colored(int descriptor) const {
  if (color != Color::Auto) return color == Color::Always;
  return moves_cursor(descriptor) && !std::getenv("NO_COLOR");
}

bool Console::error_is_terminal() const { return moves_cursor(STDERR_FILENO); }

runtime::report::TextOptions Console::text_options() const {
  return {terminal_width(STDOUT_FILENO), colored(STDOUT_FILENO), isatty(STDOUT_FILENO) != 0};
}

size_t Console::help_width() {
  const char* columns = std::getenv("COLUMNS");
  const int asked = columns ? std::atoi(columns) : 0;
  return static_cast<size_t>(std::max(40, asked > 0 ? asked : terminal_width(STDOUT_FILENO)));
}

namespace {

// A key inside of a section that is ignored may have been meant to change the kernel, so it is told
// in quiet, too; what stands beside the sections may be anybody's.
bool may_change_kernel(const Diagnostic& d) {
  return d.code == Code::UnknownKey && d.where.column > 1;
}

}  // namespace

void Console::show(const Diagnostics& diagnostics) {
  for (; shown_ < diagnostics.all().size(); ++shown_) {
    const Diagnostic& d = diagnostics.all()[shown_];
    if (quiet && d.severity != Severity::Error && !may_change_kernel(d)) continue;
    to_stderr(json_diagnostics ? render_json(d) + "\n" : render(d, colored(STDERR_FILENO)));
  }
}

void Console::show(const UsageError& error, const std::string& command) {
  if (json_diagnostics) {
    nlohmann::json out = {
        {"severity", "error"}, {"code", "usage"}, {"message", error.message}, {"hint", error.hint}};
    to_stderr(out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    return;
  }
  bool color_on = colored(STDERR_FILENO);
  to_stderr(fmt::format("{}: {}error:{} {}\n", command, color_on ? "\033[1;31m" : "",
                        color_on ? "\033[0m" : "", error.message));
  if (!error.hint.empty()) to_stderr("  " + error.hint + "\n");
}

void Console::say(const std::string& line) {
  if (!json_diagnostics) to_stderr(line + "\n");
}

bool Console::print(const std::string& text, Diagnostics& diagnostics) {
  bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written)
    diagnostics.error(Code::FileAccess, {},
                      fmt::format("standard output cannot be written: {}", std::strerror(errno)));
  return written;
}

std::string save_reproducer(const std::string& spec_text,
                            const std::vector<std::string>& command_line,
                            const Diagnostics& diagnostics) {
  std::error_code failure;
  std::filesystem::path parent = std::filesystem::temp_directory_path(failure);
  if (failure) return "";
  std::string folder = (parent / "teaalc-bug-XXXXXX").string();
  if (!mkdtemp(folder.data())) return "";
  std::ofstream(folder + "/spec.yaml") << spec_text;
  std::ofstream(folder + "/command.txt") << fmt::format("{}\n", fmt::join(command_line, " "));
  std::ofstream log(folder + "/diagnostics.txt");
  for (const Diagnostic& d : diagnostics.all()) log << render(d);
  return log ? folder : "";
}

}  // namespace teaal::driver
