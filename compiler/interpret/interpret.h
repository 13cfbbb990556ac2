#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "compiler/interpret/counts.h"
#include "compiler/ir/program.h"
#include "compiler/support/diagnostic.h"
#include "runtime/tensor/tensor.h"

// The meaning of a program between `map` and `assemble` (stages Gpu and Reduced): runs its steps on
// tensors, thread by thread, in f64, and counts what every thread does. Shares no code with the
// passes. Compressed results are taken as a set of pairs, which `assemble` has yet to lay out.
namespace teaal::interpret {

struct Problem {
  std::map<std::string, const runtime::Coo*> inputs;  // canonical, in declaration order
  std::map<std::string, int64_t> extents;             // of every rank
  std::map<std::string, double> scalars;
  std::map<std::string, int64_t> symbols;  // over the program's defaults
  int64_t value_bytes = 4;                 // of values in workspaces
  int64_t element_bytes = 4;               // of values in tensors
};

struct Options {
  Machine machine;
  int64_t trace_limit = 2'000'000;  // lane-slots
  bool places = false;              // whether the trace says where lanes are in tensors
  // Called now and then with the share of blocks of a launch that have run.
  std::function<void(const std::string& kernel, double share)> progress;
};

struct Outcome {
  std::map<std::string, runtime::Coo> outputs;  // every tensor that the program writes, canonical
  Counts counts;
};

// Errors: unsupported (a kernel calls what has no meaning here, at the einsum's place), run-failed
// (an iteration does not end), internal (the program reads outside of an array, …).
std::optional<Outcome> interpret(const ir::Program&, const Problem&, const Options&, Diagnostics&);

}  // namespace teaal::interpret
