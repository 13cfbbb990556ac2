#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "compiler/interpret/counts.h"
#include "runtime/plan/plan.h"
#include "runtime/report/text.h"

// Counts as text and as JSON.
namespace teaal::driver {

struct CountColumn {
  std::string name;   // of the mapping
  std::string loops;  // "I1 |I0| J"
  const interpret::Counts* counts = nullptr;
};

// A line a number, a column a mapping; numbers that are the same on every machine come first.
std::string count_table(const std::vector<CountColumn>&, const runtime::report::TextOptions&);
// The lines of such a table of one mapping: what is counted, and the number as text.
std::vector<std::pair<std::string, std::string>> count_lines(const interpret::Counts&);
// A line a tensor (and a mapping). `requests`: with what warps ask for, which the emitted text
// tells, too, where warps have 32 lanes.
std::string traffic_table(const std::vector<CountColumn>&, int64_t cache_sectors, bool requests,
                          const runtime::report::TextOptions&);
// A line an array in shared memory (and a mapping); empty if there is none.
std::string shared_table(const std::vector<CountColumn>&, const runtime::report::TextOptions&);
// A line a kernel: what a block of its launch takes of a GPU's multiprocessor. Empty where it ran
// on none.
std::string residency_table(const std::vector<runtime::plan::LaunchShape>&,
                            const runtime::report::TextOptions&);
// "A to [J, I]: 239 elements", or "none".
std::string resorts_text(const interpret::Counts&);

// {machine {warps, lanes}, computes, multiplications, on_tensor_cores,
// on_tensor_cores_in_16_bits, visited, visited_by_rank [{tensor, rank,
// visited}], vain, probes, opened, combined, pairs, shuffles, barriers, shared {loads, stores,
// arrays [{name, loads, stores, requests, turns, least_turns, worst}]}, workspace_bytes, slots,
// work {compute, …}, at_work, imbalance, divergence, resorts [{tensor, order, elements}], tensors
// [{tensor, workspace, operands, loads, stores, load_requests, load_sectors, least_load_sectors,
// sectors, least_sectors, footprint_bytes, beyond_l1, lines_beyond_l1, fetched, written,
// fetched_from_empty, dram_bytes {sectors: bytes}}], arrays [the same, with part], launches
// [{kernel, grid, block, shared_bytes, slots, warps, longest_warp, waits, longest_wait, stalls,
// longest_stall, missing, lines, l1_turns (of the multiprocessor that has most), warps_by_slots
// (bucket b: fewer than 2^b), work}]}.
nlohmann::ordered_json counts_json(const interpret::Counts&);

}  // namespace teaal::driver
