#include "runtime/cpu/watch/trace.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "runtime/cpu/run/thread_context.h"

namespace teaal::runtime::cpu {
namespace {

constexpr uint64_t word_bytes = 4, banks = 32;

// The pieces of `size` bytes that parts of a request touch, each once, ascending.
template <class Parts>
std::vector<uint64_t> pieces(const Parts& parts, uint64_t size) {
  std::vector<uint64_t> out;
  for (const auto& part : parts)
    for (uint64_t piece = part.offset / size; piece <= (part.offset + part.bytes - 1) / size;
         ++piece)
      out.push_back(piece);
  std::ranges::sort(out);
  const auto twice = std::ranges::unique(out);
  out.erase(twice.begin(), twice.end());
  return out;
}

// Of so many bits that no two lists of a block are taken for one.
uint64_t mixed(std::span<const uint32_t> turns) {
  uint64_t out = turns.size();
  for (uint32_t turn : turns) {
    out = (out ^ turn) * 0x9e3779b97f4a7c15u;
    out ^= out >> 32;
  }
  return out;
}

uint64_t bank_turns(const std::vector<uint64_t>& words) {
  std::array<uint64_t, banks> of_bank{};
  for (uint64_t word : words) ++of_bank.at(word % banks);
  return *std::ranges::max_element(of_bank);
}

uint64_t ceil_div(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

}  // namespace

void ArrayTrace::touch(uint64_t piece) {
  if (footprint_of.size() <= piece) footprint_of.resize(piece + 1);
  if (footprint_of[piece]) return;
  footprint_of[piece] = true;
  ++footprint;
}

double KernelTrace::imbalance() const {
  if (accesses == 0) return 1;
  return static_cast<double>(most_accesses) * static_cast<double>(threads) /
         static_cast<double>(accesses);
}

void Trace::begin_launch(const std::string& kernel, uint64_t blocks, uint32_t threads,
                         uint64_t shared_bytes) {
  kernel_ = &kernels_[kernel];
  ++kernel_->launches;
  kernel_->blocks += blocks;
  blocks_ = blocks;
  kernel_->block = std::max(kernel_->block, threads);
  kernel_->shared_bytes = std::max(kernel_->shared_bytes, shared_bytes);
  accesses_.assign(threads, 0);
}

void Trace::begin_block(uint64_t block) {
  end_block();
  if (progress_ && block % 64 == 0)
    progress_(static_cast<double>(block) / static_cast<double>(std::max<uint64_t>(blocks_, 1)));
}

void Trace::access(const Event& event) {
  ++accesses_.at(event.thread);
  ArrayTrace& array = (event.shared ? kernel_->shared : kernel_->buffers)[*event.array];
  if (event.reads) array.read_bytes += event.bytes;
  if (event.writes) array.written_bytes += event.bytes;
  if (!event.writable && !event.shared) {
    auto [held, first] =
        held_.try_emplace(uint64_t{event.thread} << 32 | event.access, event.offset);
    if (!first && std::exchange(held->second, event.offset) == event.offset) return;
  }
  parts_.push_back({event.thread / warp_size, event.access, mixed(event.turns), event.offset,
                    event.bytes, &array, !event.writes, event.shared});
}

// One access of the text may reach several arrays, through a pointer that is one or another.
void Trace::end_block() {
  const auto key = [](const Part& part) {
    return std::tuple(part.warp, part.access, part.turns, part.array);
  };
  std::ranges::stable_sort(parts_, {}, key);
  for (size_t from = 0; from < parts_.size();) {
    size_t to = from + 1;
    while (to < parts_.size() && key(parts_[to]) == key(parts_[from])) ++to;
    count_request(std::span(parts_).subspan(from, to - from));
    from = to;
  }
  for (uint64_t& accesses : accesses_) {
    kernel_->threads += accesses > 0 ? 1 : 0;
    kernel_->accesses += accesses;
    kernel_->most_accesses = std::max(kernel_->most_accesses, accesses);
    accesses = 0;
  }
  parts_.clear();
  held_.clear();
}

void Trace::count_request(std::span<const Part> parts) {
  ArrayTrace& array = *parts.front().array;
  const bool loads = parts.front().reads_alone;
  ++array.requests;
  array.load_requests += loads ? 1 : 0;
  array.lanes += parts.size();
  if (parts.front().shared) {
    const std::vector<uint64_t> words = pieces(parts, word_bytes);
    const uint64_t turns = bank_turns(words);
    array.turns += turns;
    array.least_turns += ceil_div(words.size(), banks);
    array.worst = std::max(array.worst, turns);
    return;
  }
  const std::vector<uint64_t> sectors = pieces(parts, sector_bytes);
  array.sectors += sectors.size();
  array.load_sectors += loads ? sectors.size() : 0;
  const uint64_t element = parts.front().bytes;
  array.least_sectors += ceil_div(pieces(parts, element).size() * element, sector_bytes);
  for (uint64_t sector : sectors) array.touch(sector);
}

}  // namespace teaal::runtime::cpu
