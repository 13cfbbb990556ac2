#include "compiler/driver/commands/interrupt.h"

#include <csignal>

namespace teaal::driver {
namespace {

volatile std::sig_atomic_t signalled = 0;

void note(int) {
  signalled = 1;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

void catch_interrupt() { std::signal(SIGINT, note); }

bool interrupted() { return signalled != 0; }

void end_interrupted() {
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
}

}  // namespace teaal::driver
