#pragma once
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/session.h"
#include "compiler/interpret/counts.h"
#include "runtime/cpu/watch/trace.h"
#include "runtime/report/text.h"

// What the emitted text asks of memory, on warps of 32 lanes, in a checked run on the CPU executor:
// counted, not modelled.
namespace teaal::driver {

struct TextKernel : runtime::cpu::KernelTrace {
  // Blocks that a multiprocessor shall have registers for, as launch bounds say; 0: they do not.
  int64_t resident = 0;
};

using TextCounts = std::map<std::string, TextKernel>;  // by name

// What was traced of the kernels of a manifest.
TextCounts text_counts(const runtime::cpu::Trace&, const runtime::Manifest&);

// A machine whose runs are told to `trace`.
Machine traced_machine(const runtime::BuildCache&, runtime::cpu::Trace& trace);

// Runs the text that is compiled, traced. Errors: those of a run; mismatch.
struct TextRequest {
  const Compiled& compiled;
  const JobRequest& job;
  const runtime::plan::Inputs& inputs;
  const runtime::BuildCache& cache;
  std::function<void(double share)> progress = nullptr;  // as of Trace
};
std::optional<TextCounts> count_text(const TextRequest&, Diagnostics&);
// The same, unless so many accesses as the interpreter has counted would take too long; then, and
// where the run fails, `note` says why nothing is there.
TextCounts count_text_beside(const interpret::Counts&, const TextRequest&, std::string& note);

// Tables with a line an array in memory of each kernel; one an array in shared memory, where there
// is any; and one a kernel with barriers and imbalance; and what they are of, above. Of several
// mappings one behind the other; empty if no text was run.
std::string text_counts_text(const std::vector<const TextCounts*>&,
                             const runtime::report::TextOptions&);

// [{kernel, launches, blocks, block (threads of one), shared_bytes, at_once (blocks that one
// multiprocessor of an H200 holds at most; registers may allow fewer), resident (blocks that it
// shall have registers for; 0: not said), barriers, threads, accesses, imbalance, arrays [{array,
// shared, read_bytes, written_bytes, load_requests, requests, lanes, load_sectors, sectors,
// least_sectors, footprint, turns, least_turns, worst}]}].
nlohmann::ordered_json text_counts_json(const TextCounts&);

}  // namespace teaal::driver
