#pragma once
#include <map>
#include <optional>
#include <string>

#include "compiler/driver/session.h"
#include "compiler/interpret/interpret.h"

// What a mapping does on given inputs, counted by the interpreter.
namespace teaal::driver {

inline constexpr interpret::Machine toy_machine = {2, 4};

struct CountRequest {
  const Artefact* artefact = nullptr;
  const runtime::Manifest* manifest = nullptr;  // of the spec as it stands
  const runtime::plan::Inputs* inputs = nullptr;
  const JobRequest* job = nullptr;
  interpret::Options options = {};
  const ir::Program* stage = nullptr;  // another one than the artefact's nest

  const ir::Program& program() const { return stage ? *stage : *artefact->nest; }
};

// Nothing where a kernel does what cannot be counted, or where what the interpreter computes is not
// what reference math does: wrong counts are not shown. Errors: unsupported, mismatch, internal.
std::optional<interpret::Counts> count(const CountRequest&, Diagnostics&);

}  // namespace teaal::driver
