#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compiler/interpret/machine.h"
#include "compiler/support/source.h"

// What the interpreter counts. Everything but slots and what lanes do in them is the same on every
// machine with as many lanes a warp; work, loads and stores are the same on every machine.
namespace teaal::interpret {

inline constexpr int64_t sector_bytes = 32;

// Of one array. A request is one load (or store) statement of one warp; a load is left out where
// the lane's last one at the statement had its address: a register holds it.
struct Traffic {
  int64_t loads = 0, stores = 0;
  int64_t load_requests = 0, requests = 0;  // loads; loads and stores
  int64_t load_sectors = 0, sectors = 0;    // distinct 32-byte pieces that requests touch
  // Into how few such pieces the elements that loads (all requests) touch would fit.
  int64_t least_load_sectors = 0, least_sectors = 0;
  int64_t footprint = 0;  // distinct sectors in all
  // What the L1 of a multiprocessor does not have: sectors (of stores all), and the lines of 128
  // bytes, a request's counted once, that they lie in. Estimates where accesses are very many.
  int64_t beyond_l1 = 0, lines_beyond_l1 = 0;
  // Sectors that the L2 of a GPU fetches from memory and writes to it; of those it fetches, how
  // many if every kernel began with an empty one. Estimates where accesses are very many.
  int64_t fetched = 0, written = 0, fetched_from_empty = 0;
  // Accesses by how many other sectors were touched since the last one: bucket b has distances
  // below 2^b (and not below 2^(b - 1)); first touches stand in `footprint` alone.
  std::vector<int64_t> distances;

  // Bytes that come from (and, where also written, go to) memory behind a cache of so many sectors,
  // a power of two, that keeps what was used last.
  int64_t dram_bytes(int64_t cache_sectors) const;
  int64_t floor_bytes() const { return footprint * sector_bytes; }
  void add(const Traffic&);
};

struct ArrayCount {
  std::string tensor;  // or the workspace's name
  std::string part;    // "values", "segments of J", …; of a workspace: empty
  bool workspace = false;
  int64_t operands = 0;  // reads as the expression has them, whether or not a register holds them
  int64_t bytes = 0;     // of the array
  Traffic traffic;
};

// Of one array in shared memory, which has 32 banks of 4-byte words, whatever the machine. A
// request takes as many turns as it touches distinct words of one bank.
struct SharedCount {
  std::string name;
  bool given = false;  // lies in what the launch gives a block, whatever the text calls it
  int64_t loads = 0, stores = 0;  // elements
  int64_t requests = 0;           // as of Traffic
  int64_t turns = 0;
  int64_t least_turns = 0;  // if the words were spread over all banks
  int64_t worst = 0;        // turns of the worst request
};

// The loads of a coordinate or of a mask's bit, those of searches apart.
struct RankCount {
  std::string tensor, rank;
  int64_t visited = 0;
};

struct LaunchCount {
  std::string kernel;
  int64_t grid = 0, block = 0, times = 1;
  int64_t shared_bytes = 0;  // of a block
  int64_t resident = 0;      // blocks that a multiprocessor shall have registers for; 0: not said
  int64_t begin = 0, slots = 0;  // in time; a kernel begins when the one before has ended
  int64_t warps = 0, longest_warp = 0;
  // Slots that wait for an array in memory, of all warps and of the warp that has most.
  int64_t waits = 0, longest_wait = 0;
  // Those of them that begin when nothing is on its way: up to `at_once` waits of one statement
  // overlap, where nvcc unrolls a loop, unless a store or a step of a search lies between them.
  int64_t stalls = 0, longest_stall = 0;
  static constexpr int64_t at_once = 2;
  // The share of waits for something that the L1 of a multiprocessor does not have; an estimate
  // where accesses are very many.
  double missing = 0;
  // Turns of each multiprocessor's L1: one a line of a request, and one a line of what it does not
  // have and that comes in; those are estimates where accesses are very many.
  std::vector<int64_t> l1_turns;
  int64_t lines = 0;                   // of 128 bytes: those of every request
  std::vector<int64_t> load_requests;  // by array, as Counts::arrays has them; the rest has none
  // Warps by how many slots each has: bucket b has fewer than 2^b (and not fewer than 2^(b - 1)).
  std::vector<int64_t> warps_by_slots;
  std::array<int64_t, works> work{};  // lane-slots

  int64_t most_l1_turns() const;  // of one multiprocessor
};

struct Resort {
  std::string tensor, order;  // "K, M"
  int64_t elements = 0;
};

// A slot of one warp of the machine.
struct Slot {
  int64_t time = 0;
  int32_t warp = 0, statement = 0;  // -1: it waits
  int32_t launch = 0;               // of Counts::launches
  int64_t block = 0;
};

// Where the elements of a stored form lie in its tensor: coordinates[r][p] is that of position p in
// the r-th rank of the declaration; -1 where a position has none.
struct Form {
  std::string tensor;
  std::vector<std::string> ranks;  // of the declaration
  std::vector<int64_t> shape;
  std::vector<int> order;  // of the ranks as stored, outermost first
  std::vector<std::vector<int32_t>> coordinates;
};

// A lane of the machine loads (or stores) an element, or its coordinate.
struct Place {
  size_t slot = 0;  // of Trace::slots: the one that waits for it
  int32_t lane = 0;
  int32_t form = 0;  // of Counts::forms
  int64_t position = 0;
  bool stores = false;
};

struct Statement {
  std::string kernel, text;
  SourceRange where;
};

// Every slot, in the order in which blocks ran; `work` has machine.lanes entries a slot.
struct Trace {
  bool whole = true;  // false: there were too many, and the rest is not kept
  std::vector<Slot> slots;
  std::vector<Work> work;
  std::vector<Place> places;  // ascending slots; where Options ask for them
};

// The slots of one warp of a block.
struct WarpTrace {
  std::string kernel;
  int64_t block = 0, warp = 0, slots = 0;
  std::vector<Work>
      work;  // machine.lanes entries a slot; of the first slots, where there are too many
};

struct Counts {
  Machine machine;
  int64_t computes = 0;         // visits that compute
  int64_t multiplications = 0;  // of those, products
  // Products that tensor cores make, of tf32 and of 16 bits: three for one where values have parts.
  int64_t on_tensor_cores = 0, on_tensor_cores_in_16_bits = 0;
  int64_t vain = 0, probes = 0, opened = 0, combined = 0;
  int64_t pairs = 0;  // that assembly of compressed results takes
  int64_t shuffles = 0, barriers = 0;
  int64_t shared_loads = 0, shared_stores = 0;  // elements, those of reductions over warps, too
  int64_t workspace_bytes = 0;
  int64_t slots = 0;                  // until the last warp ends
  std::array<int64_t, works> work{};  // lane-slots; their sum is machine.width() * slots
  std::vector<int64_t> lane_work;     // slots in which each lane of the machine works
  std::vector<RankCount> ranks;
  std::vector<ArrayCount> arrays;
  std::vector<SharedCount> shared;
  std::vector<LaunchCount> launches;
  std::vector<Resort> resorts;
  std::vector<Statement> statements;
  std::vector<Form> forms;  // where Options ask for places: of tensors that are not too large
  Trace trace;
  WarpTrace longest;               // of all warps
  std::vector<WarpTrace> sampled;  // some of them, each as likely; their first slots

  int64_t visited() const;
  int64_t of(Work w) const { return work[static_cast<size_t>(w)]; }
  // Of all lane-slots.
  double share(Work w) const;
  double at_work() const;
  // Busiest lane over mean lane, of the machine's warps that work at all; 1 where nothing works.
  double imbalance() const;
  double divergence() const;  // idle lanes of slots that a warp works in
  // The arrays of each tensor (and workspace) together: what is read, then what is only written.
  std::vector<ArrayCount> tensors() const;
};

}  // namespace teaal::interpret
