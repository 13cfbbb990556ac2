#include <malloc.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "program/command_line.h"
#include "program/commands.h"

namespace {

// A compile is short and allocates all along, in two threads (finish_cuda): memory that comes from
// the system by pages, and goes back, was a sixth of it.
void take_memory_in_large_pieces() {
  mallopt(M_TOP_PAD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
}

}  // namespace

int main(int argc, char** argv) {
  take_memory_in_large_pieces();
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
