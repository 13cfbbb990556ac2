#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "runtime/cpu/watch/trace.h"
#include "runtime/report/text.h"

// What the emitted text asked of memory in a checked run on the CPU executor: counted, not
// modelled.
namespace teaal::driver {

// A line an array of each kernel, and one a kernel with barriers and imbalance.
std::string text_counts_table(const runtime::cpu::Trace&, const runtime::report::TextOptions&);

// [{kernel, launches, blocks, barriers, threads, accesses, imbalance, arrays [{array, shared,
// read_bytes, written_bytes, load_requests, requests, lanes, load_sectors, sectors, footprint,
// turns, worst}]}].
nlohmann::ordered_json text_counts_json(const runtime::cpu::Trace&);

}  // namespace teaal::driver
