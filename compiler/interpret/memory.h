#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/interpret/counts.h"
#include "compiler/ir/nodes.h"

// Arrays as the interpreter holds them, and what happens to them.
namespace teaal::interpret {

// A number or a value, as the place it is used at knows.
union Cell {
  int64_t number;
  double value;
};
inline Cell cell(int64_t number) { return Cell{.number = number}; }
inline Cell cell(double value) {
  Cell out{};
  out.value = value;
  return out;
}

struct Array {
  enum class Of { Numbers, Coordinates, Segments, Masks, Values };
  Of of = Of::Numbers;
  bool real = false;          // values
  bool points = false;        // elements of an index space that nobody holds: `pairs` has those met
  int64_t element_bytes = 4;  // on the GPU
  int64_t address = 0;
  size_t count = 0;   // which entry of Counts::arrays is this one's
  size_t rank = 0;    // of coordinates and masks: which entry of Counts::ranks
  int32_t form = -1;  // whose positions these are: which entry of Counts::forms
  // Of narrow coordinates, which cells hold whole: what is read beside them.
  const Array* bases = nullptr;
  std::vector<Cell> cells;
  std::unordered_map<int64_t, double> pairs;
  double absent = 0;  // of points: what makes no pair
  ir::AssignOp reduction = ir::AssignOp::Add;
};

// Which entry of Counts::ranks an array of coordinates counts for.
inline std::optional<size_t> rank_of(const Array& a) {
  return a.of == Array::Of::Coordinates ? std::optional(a.rank) : std::nullopt;
}

// Where sectors lie in the order of use, for reuse distances: a Fenwick tree over accesses, in
// which the latest access to each sector counts one.
class ReuseDistances {
 public:
  explicit ReuseDistances(size_t accesses) : tree_(accesses + 1) {}
  // How many other sectors were touched since the last access to this one; -1: it is the first.
  int64_t touch(int64_t sector);

 private:
  void add(size_t at, int64_t by);
  int64_t sum(size_t to) const;  // of the accesses before `to`

  std::vector<int64_t> tree_;
  std::unordered_map<int64_t, size_t> last_;
  size_t now_ = 0;
};

inline constexpr int64_t line_sectors = 4;

// How a load goes: through all caches; past those of multiprocessors; past those, and what it
// brings is the first to leave the L2.
enum class Way : uint8_t { Cached, PastFirst, Streamed };

// Caches of multiprocessors: 192 KB of lines of 128 bytes, four of which compete for their places,
// filled by sectors. Stores go through them.
class FirstCaches {
 public:
  // One of 2^rate lines is seen, so a cache has as many fewer.
  FirstCaches(int64_t multiprocessors, int rate);
  // Whether the sector was there; it is, afterwards.
  bool touch(int64_t multiprocessor, int64_t sector);
  // What is stored is not there any more: so loops that add to elements in memory were measured.
  void drop(int64_t multiprocessor, int64_t sector);
  void clear();

 private:
  struct Line;
  std::span<Line> places(int64_t multiprocessor, int64_t line);

  static constexpr size_t lines = 1536, ways = 4;
  struct Line {
    int64_t line = -1;
    uint64_t used = 0;
    uint8_t sectors = 0;
  };
  size_t sets_;
  std::vector<Line> lines_;
  uint64_t now_ = 0;
};

// The L2 as one reader has it: 32 MB of lines of 128 bytes, sixteen of which compete for their
// places. What is loaded comes from memory 64 bytes at a time. A store fetches nothing, but of a
// sector that leaves with a part of it stored, the rest has to come first: memory takes whole ones.
class SecondCache {
 public:
  explicit SecondCache(int rate);  // as of FirstCaches
  // Sectors of what is stored that go to memory, and those of them that come from there first, as
  // only a part was stored.
  struct Left {
    uint16_t array = 0;
    int64_t written = 0, parts = 0;
  };
  struct Touched {
    int64_t fetched = 0;  // sectors, for what is loaded
    Left left;            // of the line that had to make place
  };
  // `stored`: a bit for each byte; 0: the sector is loaded. `leaves_first`: before lines that were
  // touched otherwise last.
  Touched touch(int64_t sector, uint32_t stored, uint16_t array, bool leaves_first = false);
  std::vector<Left> clear();

 private:
  static constexpr size_t lines = size_t{1} << 18, ways = 16;
  static constexpr uint32_t whole = ~uint32_t{0};
  struct Line {
    int64_t line = -1;
    uint64_t used = 0;
    std::array<uint32_t, line_sectors> bytes{};  // that are there, a bit each
    uint8_t stored = 0;                          // sectors, a bit each
    uint16_t array = 0;                          // that was stored last
    Left leave() const;
  };
  Line& place(int64_t line, Left& left);

  size_t sets_;
  std::vector<Line> lines_;    // of each set its ways
  std::vector<size_t> begun_;  // sets that hold something
  uint64_t now_ = 0;
};

// Sectors in the order of slots. Where there are too many, those of a fixed share of all sectors
// are kept (Waldspurger et al., Efficient MRC construction with SHARDS, 2015).
class AccessLog {
 public:
  struct Access {
    int64_t time = 0, sector = 0;
    uint16_t array = 0, multiprocessor = 0;
    uint16_t warp = 0;  // of the machine
    Way way = Way::Cached;
    uint32_t stored = 0;  // a bit for each byte; 0: it is loaded
  };
  void add(const Access&);
  // A kernel begins with empty first caches.
  void begin_launch(int64_t time) { launches_.push_back(time); }
  // Fills in distances and footprints of arrays, and what goes beyond the first caches.
  void settle(Counts& counts);

 private:
  void settle_first_caches(Counts& counts);
  void settle_second_cache(Counts& counts);
  void settle_emptied_cache(Counts& counts);
  int64_t each() const { return int64_t{1} << rate_; }  // accesses that a kept one stands for
  bool kept(int64_t sector) const;
  void halve();

  static constexpr size_t most = size_t{1} << 22;
  int rate_ = 0;  // one of 2^rate sectors is kept
  std::vector<Access> accesses_;
  std::vector<int64_t> launches_;  // ascending
};

}  // namespace teaal::interpret
