#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "tests/smith/judge.h"

namespace teaal::smith {

constexpr double most_seconds = 60;  // of work; a case that takes longer hangs

// Calls `judge` in a process of its own, so that a crash or a hang is an outcome like others
// ("crash", "hang").
Outcome apart(const std::function<Outcome()>& judge, double seconds = most_seconds);
Outcome judge_apart(const Case&, const JudgeOptions&);

// Judges the cases of the seeds that `next` gives, in `jobs` processes that live on from case to
// case, and hands each outcome to `done` in the order of their ends. Stops when `next` gives none
// and all are done.
void judge_all(const JudgeOptions&, unsigned jobs,
               const std::function<std::optional<uint64_t>()>& next,
               const std::function<void(uint64_t, const Outcome&)>& done);

}  // namespace teaal::smith
