#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "runtime/cpu/watch/ordering.h"

namespace teaal::runtime::cpu {

// An access that memory remembers.
struct Record {
  Moment moment;
  uint32_t access = 0;  // index in Kernel::accesses
  bool atomic = false, write = false;
  bool none() const { return moment.epoch == 0; }
};

// What happened to one word (or byte): the last plain write, and the reads and atomics since then
// that a later access may still collide with.
struct Cell {
  Record write;
  Record first;
  std::unique_ptr<std::vector<Record>> more;
  // The epoch in which reads of two warps are among these: no later write slips through.
  uint32_t covered = 0;
};

// The shadow of one buffer or array. Words of 4 bytes are watched; a page that sees an access to a
// part of a word is split into bytes.
class Shadow {
 public:
  // `track`: remember accesses. `initialized`: the memory holds values from the start.
  Shadow(size_t bytes, bool track, bool initialized);

  // Forgets everything; the memory holds no values.
  void clear();
  // First byte of [offset, offset + bytes) that nobody wrote, or `none`.
  static constexpr size_t none = ~size_t{0};
  size_t first_unwritten(size_t offset, size_t bytes) const;
  void mark_written(size_t offset, size_t bytes);
  // Remembers an access; gives back one remembered access that it races with, and its offset.
  struct Race {
    Record other;
    size_t offset = 0;
  };
  std::optional<Race> access(const Ordering&, const Record&, size_t offset, size_t bytes,
                             bool only_this_block);

 private:
  static constexpr size_t page_bytes = 1024;
  struct Page {
    bool split = false;
    std::vector<Cell> cells;
  };
  Page& page(size_t index, bool split);

  size_t bytes_;
  bool track_, initialized_;
  std::vector<std::unique_ptr<Page>> pages_;
  std::vector<size_t> touched_;
  std::vector<uint64_t> written_;  // a bit a byte
};

}  // namespace teaal::runtime::cpu
