#include "runtime/cpu/watch/shadow.h"

#include <algorithm>

namespace teaal::runtime::cpu {
namespace {

bool collide(const Record& a, const Record& b) {
  return (a.write || b.write) && !(a.atomic && b.atomic);
}

class CellAccess {
 public:
  CellAccess(const Ordering& ordering, const Record& record, bool only_this_block)
      : ordering_(ordering), record_(record), only_this_block_(only_this_block) {}

  std::optional<Record> run(Cell& cell) {
    std::optional<Record> race;
    if (races_with(cell.write)) race = cell.write;
    if (!race && races_with(cell.first)) race = cell.first;
    if (!race && cell.more)
      for (const Record& past : *cell.more)
        if (races_with(past)) {
          race = past;
          break;
        }
    if (record_.write && !record_.atomic) {
      cell.write = record_;
      cell.first = {};
      cell.more.reset();
      cell.covered = 0;
    } else if (!is_read() || ordering_.has_fences() || cell.covered != record_.moment.epoch) {
      remember(cell);
    }
    return race;
  }

 private:
  uint32_t thread() const { return record_.moment.thread; }
  bool is_read() const { return !record_.write && !record_.atomic; }

  bool races_with(const Record& past) const {
    if (past.none() || !collide(past, record_)) return false;
    if (only_this_block_ && !ordering_.in_this_block(past.moment)) return false;
    return !ordering_.ordered(past.moment, thread());
  }

  // Every access that collides with a superseded one and comes later collides with this one too, or
  // is ordered.
  bool supersedes(const Record& past) const {
    return past.none() || (past.atomic == record_.atomic && past.write == record_.write &&
                           ordering_.ordered(past.moment, thread()));
  }

  bool same_warp(const Record& a, const Record& b) const {
    bool a_here = ordering_.in_this_block(a.moment), b_here = ordering_.in_this_block(b.moment);
    if (a_here != b_here) return false;
    if (!a_here && ordering_.block_of(a.moment) != ordering_.block_of(b.moment)) return false;
    return a.moment.thread / warp_size == b.moment.thread / warp_size;
  }

  // A set that no later write slips through: of one warp all lanes, and one access of another warp;
  // with accesses of two warps remembered every writer is unordered with at least one of them.
  // `epoch`: of those of this epoch alone.
  bool covered(const Cell& cell, std::optional<uint32_t> epoch = {}) const {
    const Record* warp = nullptr;
    auto spread = [&](const Record& past) {
      if (past.atomic != record_.atomic || past.write != record_.write) return false;
      if (epoch && past.moment.epoch != *epoch) return false;
      if (!warp) warp = &past;
      return !same_warp(*warp, past);
    };
    if (cell.first.none()) return false;
    if (spread(cell.first)) return true;
    return cell.more && std::any_of(cell.more->begin(), cell.more->end(), spread);
  }

  void remember(Cell& cell) {
    if (supersedes(cell.first)) cell.first = record_;
    bool stored = cell.first.moment.thread == record_.moment.thread &&
                  cell.first.moment.epoch == record_.moment.epoch &&
                  cell.first.moment.tick == record_.moment.tick &&
                  cell.first.atomic == record_.atomic && cell.first.write == record_.write;
    if (cell.more) {
      std::erase_if(*cell.more, [&](const Record& past) { return supersedes(past); });
      if (cell.more->empty()) cell.more.reset();
    }
    const bool no_more = covered(cell);
    if (no_more && is_read() && !ordering_.has_fences() && covered(cell, record_.moment.epoch))
      cell.covered = record_.moment.epoch;
    if (stored || no_more) return;
    if (!cell.more) cell.more = std::make_unique<std::vector<Record>>();
    cell.more->push_back(record_);
  }

  const Ordering& ordering_;
  const Record& record_;
  bool only_this_block_;
};

}  // namespace

Shadow::Shadow(size_t bytes, bool track, bool initialized)
    : bytes_(bytes), track_(track), initialized_(initialized) {
  if (track) pages_.resize((bytes + page_bytes - 1) / page_bytes);
  if (!initialized) written_.resize((bytes + 63) / 64);
}

void Shadow::clear() {
  for (size_t index : touched_) pages_[index].reset();
  touched_.clear();
  std::fill(written_.begin(), written_.end(), 0);
}

size_t Shadow::first_unwritten(size_t offset, size_t bytes) const {
  if (initialized_) return none;
  for (size_t at = offset; at < offset + bytes; ++at)
    if (!(written_[at / 64] >> (at % 64) & 1)) return at;
  return none;
}

void Shadow::mark_written(size_t offset, size_t bytes) {
  if (initialized_) return;
  for (size_t at = offset; at < offset + bytes; ++at) written_[at / 64] |= uint64_t{1} << (at % 64);
}

Shadow::Page& Shadow::page(size_t index, bool split) {
  if (!pages_[index]) {
    pages_[index] = std::make_unique<Page>();
    pages_[index]->cells.resize(page_bytes / 4);
    touched_.push_back(index);
  }
  Page& found = *pages_[index];
  if (!split || found.split) return found;
  std::vector<Cell> bytes(page_bytes);
  for (size_t i = 0; i < page_bytes; ++i) {
    const Cell& word = found.cells[i / 4];
    bytes[i].write = word.write;
    bytes[i].first = word.first;
    if (word.more) bytes[i].more = std::make_unique<std::vector<Record>>(*word.more);
    bytes[i].covered = word.covered;
  }
  found.cells = std::move(bytes);
  found.split = true;
  return found;
}

std::optional<Shadow::Race> Shadow::access(const Ordering& ordering, const Record& record,
                                           size_t offset, size_t bytes, bool only_this_block) {
  if (!track_) return std::nullopt;
  CellAccess step(ordering, record, only_this_block);
  std::optional<Race> race;
  bool partial = (offset | bytes) % 4 != 0;
  for (size_t at = offset; at < offset + bytes;) {
    Page& here = page(at / page_bytes, partial);
    size_t granule = here.split ? 1 : 4;
    std::optional<Record> other = step.run(here.cells[at % page_bytes / granule]);
    if (other && !race) race = Race{*other, at};
    at += granule;
  }
  return race;
}

}  // namespace teaal::runtime::cpu
