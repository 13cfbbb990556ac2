#include "compiler/driver/commands/reference_bar.h"

#include <fmt/format.h>

#include <cstdio>

namespace teaal::driver {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double slow_seconds = 10, bar_after_seconds = 0.5;

}  // namespace

std::optional<std::string> slow_reference(const std::string& output, double part, double seconds) {
  const double whole = seconds / part;
  if (whole <= slow_seconds) return std::nullopt;
  return fmt::format(
      "note: reference math of {} takes about {:.0f} s; --no-verify leaves it out, and results "
      "are not compared",
      output, whole);
}

ReferenceBar::ReferenceBar(Console& console) : console_(console) {}

ReferenceBar::~ReferenceBar() { erase(); }

void ReferenceBar::erase() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

void ReferenceBar::show(const std::string& output, double part) {
  if (console_.quiet || console_.json_diagnostics) return;
  if (part == 0) began_ = Clock::now();
  if (part == 0) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  if (auto notice = slow_reference(output, part, seconds); notice && !told_) {
    erase();
    console_.say(*notice);
    told_ = true;
  }
  if (!console_.error_is_terminal() || seconds < bar_after_seconds) return;
  constexpr size_t width = 30;
  const auto filled = static_cast<size_t>(part * width);
  fmt::print(stderr, "\r[{}{}] reference math of {}: {:.0f} %, {:.0f} s to go\033[K",
             std::string(filled, '='), std::string(width - filled, ' '), output, 100 * part,
             seconds / part - seconds);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace teaal::driver
