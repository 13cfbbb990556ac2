#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "compiler/interpret/counts.h"
#include "compiler/interpret/memory.h"

namespace teaal::interpret {

// Threads of a block, ascending: those that do something together.
using Lanes = std::vector<int32_t>;

inline int64_t sectors_of(int64_t bytes) { return (bytes + sector_bytes - 1) / sector_bytes; }

// Takes note of what the threads of a block do, and puts their warps onto the machine's.
class Recorder {
 public:
  // At most so many lane-slots of the trace are kept, with or without places.
  Recorder(Machine machine, int64_t trace_limit, bool places);

  bool keeps_places() const { return keeps_places_; }

  Counts& counts() { return counts_; }
  size_t rank_count(const std::string& tensor, const std::string& rank);
  // Which entry of Counts::shared; `given`: it lies in what the launch gives a block.
  size_t shared_count(const std::string& name, bool given = false);
  void statement(const Statement& s) { counts_.statements.push_back(s); }
  // Where the kernel's statements begin, or will.
  int32_t first_statement(const std::string& kernel) const;

  void begin_launch(const std::string& kernel, int64_t grid, int64_t block);
  void begin_block(int64_t block, size_t threads);
  void end_block();
  void finish();  // behind the last launch

  // In a loop that widens, values of four iterations that lie side by side move together, and are
  // one request, as pass `widen` makes of them. Nothing widens in a loop around.
  void begin_loop(bool widens) { widens_ = widens, quads_.clear(); }
  bool widens() const { return widens_; }
  void end_loop() { widens_ = false; }

  // A slot of every warp that has some of the lanes.
  void slot(int32_t statement, const Lanes&, Work);
  void barrier();
  // `addresses[i]` is what lane lanes[i] loads or stores.
  // In a loop that widens, only quads go another way than through all caches.
  void load(const Array&, const Lanes&, std::span<const int64_t> addresses, Way = Way::Cached);
  void store(const Array&, const Lanes&, std::span<const int64_t> addresses);
  // The same of elements in shared memory.
  struct SharedAccess {
    size_t array = 0;  // of Counts::shared
    int64_t element_bytes = 4;
  };
  void load(SharedAccess, const Lanes&, std::span<const int64_t> addresses);
  void store(SharedAccess, const Lanes&, std::span<const int64_t> addresses);
  // What lanes ask for at once.
  struct Together {
    Lanes lanes;
    std::vector<int64_t> addresses;
  };
  // Loads that follow one another, and how many steps each lane makes, each a slot.
  struct Searched {
    const Array* array = nullptr;  // null: in shared memory
    SharedAccess shared;
    Lanes lanes;
    std::vector<int64_t> steps;  // a lane
    std::vector<Together> loads;
  };
  void search(int32_t statement, const Searched&);
  // How often a thread of the block has done something that moves its walk on.
  int64_t moves(int32_t thread) const { return moves_[static_cast<size_t>(thread)]; }
  // Slots so far, a warp of the block; for `look_in_vain`.
  std::vector<size_t> marks() const;
  // These lanes came by what their warps' others computed with since `marks`, and had no partner.
  void look_in_vain(int32_t statement, const Lanes&, const std::vector<size_t>& marks);

 private:
  struct Touch {
    size_t slot;
    int64_t sector;
    uint16_t array;
    Way way;
    uint32_t stored;
  };
  struct Visit {
    size_t slot;
    int32_t lane, form;
    int64_t position;
    bool stores;
  };
  struct Warp {
    std::vector<int32_t> statements;
    std::vector<Work> work;  // machine lanes a slot
    std::vector<Touch> touches;
    std::vector<Visit> visits;
    std::vector<size_t> barriers;  // slots before each
    int64_t home = -1;             // of the machine's warps; -1: none yet
    int64_t waits = 0;             // slots that wait for memory
    size_t waiting = SIZE_MAX;     // the last of them
    size_t storing = SIZE_MAX;     // the last slot in front of which, or in which, it stores
    int64_t stalls = 0;            // waits that begin when nothing is on its way
    std::map<int32_t, int64_t> on_the_way;  // waits of a statement, with nothing between them
    int64_t lines = 0;                      // of its requests
  };

  size_t lanes() const { return static_cast<size_t>(counts_.machine.lanes); }
  int64_t multiprocessor() const { return block_ % counts_.machine.multiprocessors(); }
  Warp& warp_of(int32_t thread) { return warps_[static_cast<size_t>(thread) / lanes()]; }
  // Elements that lanes of one warp ask for in one statement.
  struct Asked {
    std::span<const int32_t> lanes;
    std::span<const int64_t> addresses;
    bool stores = false;
  };
  // A request whose lanes may go on with the elements behind theirs.
  struct Quad {
    std::vector<int32_t> lanes;
    std::vector<int64_t> next;
    int64_t moved = 0;       // elements of each lane
    size_t first_touch = 0;  // of the warp's
  };
  struct How {
    bool stores = false;
    Way way = Way::Cached;
  };
  void access(const Array&, const Lanes&, std::span<const int64_t>, How);
  bool goes_on(const Array&, const Asked&);
  void access(SharedAccess, const Lanes&, std::span<const int64_t>);
  struct Request {
    struct Sector {
      int64_t sector = 0;
      uint32_t bytes = 0;  // of it, a bit each
    };
    std::span<const Sector> sectors;  // ascending
    int64_t bytes = 0;                // of distinct elements
    bool stores = false;
    Way way = Way::Cached;
  };
  void request(const Array&, Warp&, const Request&);
  void go_on(const Array&, Warp&, const Request&);
  void note_stall(Warp&, int32_t statement, Work work);
  void set(Warp&, int32_t statement, const Lanes&, size_t from, size_t to, Work);
  void settle(Warp&);
  void log(int64_t time, int64_t warp, const Touch&);
  void count_warp(const Warp&, size_t number);
  WarpTrace trace_of(const Warp&, size_t number, int64_t most) const;
  void sample(const Warp&, size_t number);
  void schedule(size_t phase);
  void place(Warp&, size_t slot);
  void place_visits(const Warp&, size_t slot);
  void keep(int64_t time, int64_t warp, int32_t statement, std::span<const Work>);
  void wait(int64_t warp, int64_t until, bool kept);

  Counts counts_;
  AccessLog log_;
  int64_t trace_limit_;
  bool keeps_places_;
  int64_t block_ = 0;
  std::vector<Warp> warps_;  // of the block
  std::vector<int64_t> moves_;
  bool widens_ = false;
  std::map<std::pair<size_t, bool>, std::map<size_t, Quad>> quads_;  // by array, stored; by warp
  int64_t seen_ = 0;                                                 // warps
  uint64_t random_ = 1;        // which of them are sampled: the same ones in every run
  std::vector<int64_t> free_;  // when each of the machine's warps is
};

}  // namespace teaal::interpret
