#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "compiler/driver/commands/console.h"

// How far reference math is, for who waits.
namespace teaal::driver {

// What to say where the reference of `output`, of which `part` (above 0, at most 1) was done after
// `seconds`, will take more than ten; nothing where it will not.
std::optional<std::string> slow_reference(const std::string& output, double part, double seconds);

// A bar on standard error if that is a terminal, behind the first half second, and a line, once,
// where the reference takes more than ten seconds. Quiet consoles and those that speak JSON show
// neither.
class ReferenceBar {
 public:
  explicit ReferenceBar(Console&);
  ~ReferenceBar();
  ReferenceBar(const ReferenceBar&) = delete;
  ReferenceBar& operator=(const ReferenceBar&) = delete;

  void show(const std::string& output, double part);

 private:
  void erase();

  Console& console_;
  std::chrono::steady_clock::time_point began_;
  bool told_ = false, drawn_ = false;
};

}  // namespace teaal::driver
