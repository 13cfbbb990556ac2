#pragma once
#include <functional>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/cpu/watch/observer.h"

// Counts what memory has to do from the accesses of the text that ships.
//
// A request is what the lanes of one warp (32 threads) ask for with one access of the text, at the
// same turn of each loop around it. So a GPU's lanes ask if they meet again behind each loop and
// each branch, as compilers have them do; a GPU may let them drift apart, so requests are exact
// where lanes do not part, and the least that a GPU makes where they do.
namespace teaal::runtime::cpu {

inline constexpr uint64_t sector_bytes = 32;

// A load of a buffer that the launch does not write is left out of requests where the lane's last
// one at this access had its address: a register holds it.
struct ArrayTrace {
  uint64_t read_bytes = 0, written_bytes = 0;  // by the text, also what a register holds
  uint64_t load_requests = 0, requests = 0;    // loads; loads, stores and atomic accesses
  uint64_t lanes = 0;                          // that take part, summed over requests
  // Of a buffer: distinct 32-byte pieces of it, summed over requests; and into how few the bytes of
  // each request would fit.
  uint64_t load_sectors = 0, sectors = 0, least_sectors = 0;
  uint64_t footprint = 0;          // distinct pieces in all: sectors over them is reuse
  std::vector<bool> footprint_of;  // which pieces
  // Of shared memory, which has 32 banks of 4-byte words: a request takes as many turns as it
  // touches distinct words of one bank; as few if the words were spread over all banks.
  uint64_t turns = 0, least_turns = 0, worst = 0;

  void touch(uint64_t piece);  // for `footprint`
};

// Launches of one kernel together.
struct KernelTrace {
  uint64_t launches = 0, blocks = 0, barriers = 0;  // barriers: summed over blocks
  uint32_t block = 0;                               // threads of a block; of several, the most
  uint64_t shared_bytes = 0;                        // the same
  uint64_t threads = 0;                             // that made accesses, summed over blocks
  uint64_t accesses = 0, most_accesses = 0;         // of all threads, of the busiest
  std::map<std::string, ArrayTrace> buffers, shared;

  // The busiest thread's accesses over the mean thread's; 1 where there are none.
  double imbalance() const;
};

using KernelTraces = std::map<std::string, KernelTrace>;  // by name

class Trace : public Observer {
 public:
  // `progress` is called now and then with the share of blocks of a launch that have run.
  explicit Trace(std::function<void(double share)> progress = nullptr)
      : progress_(std::move(progress)) {}

  void begin_launch(const std::string& kernel, uint64_t blocks, uint32_t threads,
                    uint64_t shared_bytes) override;
  void begin_block(uint64_t block) override;
  void access(const Event&) override;
  void barrier() override { ++kernel_->barriers; }
  void end_launch() override { end_block(); }

  const KernelTraces& kernels() const { return kernels_; }

 private:
  // An access in a block that is a part of a request.
  struct Part {
    uint32_t warp, access;
    uint64_t turns;  // those of all loops around, mixed
    uint64_t offset;
    uint32_t bytes;
    ArrayTrace* array;
    bool reads_alone, shared;
  };
  void end_block();
  static void count_request(std::span<const Part>);

  std::function<void(double share)> progress_;
  uint64_t blocks_ = 0;  // of the launch
  KernelTraces kernels_;
  KernelTrace* kernel_ = nullptr;
  std::vector<Part> parts_;
  std::vector<uint64_t> accesses_;  // of each thread of the block
  // By thread (upper half) and access: the offset of the last one.
  std::unordered_map<uint64_t, uint64_t> held_;
};

}  // namespace teaal::runtime::cpu
