#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/session.h"

// Whether what the passes leave computes what the spec says.
namespace teaal::driver {

inline constexpr int verified_cases = 6;

// Interprets the program behind each pass (kept in Artefact::stages) on small drawn inputs and
// compares with reference math: from `reduce` on, before which kernels are not whole; of an
// iteration from `iterate` on. Notes say what was looked at and what could not be. Error
// (internal): values differ behind a pass, and were right behind the one before it.
std::optional<std::vector<std::string>> verify_passes(const Compiled&, const Given&, int cases,
                                                      Diagnostics&);

}  // namespace teaal::driver
