#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "program/command_line.h"
#include "program/commands.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a failed write, which is reported
  try {
    return teaal::program::run_command_line({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {
    std::fputs("teaalc: error: not enough memory\n", stderr);
    return teaal::driver::exit_failed_run;
  } catch (const std::exception& failure) {
    std::fprintf(stderr,
                 "teaalc: internal error: %s\nThis is a bug of teaalc: please report it with the "
                 "command line.\n",
                 failure.what());
  } catch (...) {
    std::fputs(
        "teaalc: internal error\nThis is a bug of teaalc: please report it with the command "
        "line.\n",
        stderr);
  }
  return teaal::driver::exit_bug;
}
