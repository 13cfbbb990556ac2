#pragma once
#include <map>
#include <string>

#include "tests/smith/model.h"

namespace teaal::smith {

struct JudgeOptions {
  bool gpu = false;
  double checked_share = 0.1;
  bool metamorphic = false;
};

// What became of one case. `what` groups outcomes: the reason of a refusal without its names, or
// the kind of a failure ("mismatch", "finding", "diagnostic loop-order", "internal", "crash", …).
struct Outcome {
  enum class Kind { Passed, Refused, Failed };
  Kind kind = Kind::Passed;
  std::string what, text;
  double compile_us = 0, build_us = 0, run_us = 0, check_us = 0;

  bool failed() const { return kind == Kind::Failed; }
  // `what`, and for messages of the compiler the message without its names.
  std::string kind_of_failure() const;
};

bool runs_checked(const Case&, const JudgeOptions&);

// Compiles the case, runs it and compares every tensor that it writes with dense_math and with the
// runtime's reference math. A refusal (`unsupported`) is no failure; any other diagnostic is. A
// crash of the compiler is a crash of this process: workers.h.
Outcome judge(const Case&, const JudgeOptions&);

}  // namespace teaal::smith
