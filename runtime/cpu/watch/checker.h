#pragma once
#include <deque>
#include <set>
#include <span>
#include <tuple>

#include "runtime/cpu/executor.h"
#include "runtime/cpu/kernel.h"
#include "runtime/cpu/watch/observer.h"
#include "runtime/cpu/watch/shadow.h"

namespace teaal::runtime::cpu {

// The findings of a launch: each distinct, at most 20.
class FindingList {
 public:
  // `other`: the second place involved. Says whether the finding is wanted (new, and room for it).
  bool wants(Finding::Kind, const Site&, const Site& other, const std::string& object);
  void add(Finding::Kind, const Site&, std::string message);
  std::vector<Finding>& all() { return all_; }

 private:
  static constexpr size_t limit = 20;
  std::set<std::tuple<Finding::Kind, std::string, std::string, std::string>> seen_;
  std::vector<Finding> all_;
};

// Tests every access of a launch (checked mode, one host thread).
class Checker {
 public:
  Checker(const KernelTable&, const Kernel&, const LaunchConfig&, std::span<void* const> args,
          std::span<const Buffer> buffers);

  // Before the threads of a block run: shared memory, the thread that owns the stack, the frames.
  void begin_block(uint64_t block, char* shared, const FrameArena&);
  void end_barrier() {
    ordering_.barrier();
    if (config_.observer) config_.observer->barrier();
  }
  void sync_warp(std::span<ThreadContext* const> lanes) { ordering_.sync_warp(lanes); }
  void fence(const ThreadContext& thread) { ordering_.fence(thread.thread()); }

  // The pointer to use: `pointer`, or scratch memory if the access must not happen.
  char* test(const ThreadContext&, char* pointer, uint32_t access, const char* base, size_t bytes);

  // A thread comes to a loop that so many others are around; begins a turn of it.
  void enter_loop(const ThreadContext& thread, uint32_t around) { turn(thread, around) = 0; }
  void turn_loop(const ThreadContext& thread, uint32_t around) { ++turn(thread, around); }

  FindingList& findings() { return findings_; }
  std::vector<Moved> moved() const;

 private:
  struct Region {
    std::string name;
    const char* base = nullptr;
    size_t bytes = 0;
    bool writable = true, shared = false;
    Shadow* shadow = nullptr;
    uint64_t read_bytes = 0, written_bytes = 0;
  };
  struct Place {
    Region* region = nullptr;
    int64_t offset = 0;
  };

  uint32_t& turn(const ThreadContext& thread, uint32_t around) {
    return turns_[size_t{thread.thread()} * kernel_.loop_depth + around];
  }
  void add_buffers(std::span<const Buffer>);
  Region* parameter_region(uint32_t parameter);
  Region* region_at(const char* pointer);
  bool is_local(const char* pointer) const;
  char* test_object(const ThreadContext&, char* pointer, const Access&, const char* base,
                    size_t bytes);
  char* test_region(const ThreadContext&, char* pointer, uint32_t access, Region&, size_t bytes);
  void test_values(const ThreadContext&, uint32_t access, Region&, size_t offset, size_t bytes);
  void tell(const ThreadContext&, uint32_t access, const Region&, size_t offset, size_t bytes);
  char* scratch(size_t bytes);

  const Site& site(const Access& access) const { return table_.sites[access.site]; }
  std::string thread_text(size_t block, uint32_t thread) const;
  void report_bounds(const ThreadContext&, const Access&, const std::string& object, int64_t offset,
                     size_t object_bytes, size_t bytes);
  void report_race(const ThreadContext&, const Access&, bool writes, const Region&,
                   const Shadow::Race&);

  const KernelTable& table_;
  const Kernel& kernel_;
  const LaunchConfig& config_;
  std::span<void* const> args_;
  Ordering ordering_;
  std::deque<Shadow> shadows_;
  std::vector<Region> buffers_;  // as registered
  std::vector<Region> shared_;   // one an array of the kernel
  std::vector<std::optional<Region*>> parameters_;
  std::deque<std::vector<char>> scratch_;
  std::vector<uint64_t> blocks_;  // in the order of running
  const char* stack_top_ = nullptr;
  const FrameArena* frames_ = nullptr;
  FindingList findings_;
  std::vector<uint32_t> turns_;  // of the loops that each thread is in, kernel_.loop_depth a thread
};

// "(x,y,z)" of a linear number.
std::string coordinates_text(uint64_t linear, const Dim3& extent);

// Called by checked kernels; see Kernel::accesses for the numbers.
extern "C" char* teaal_check(ThreadContext*, char* pointer, uint32_t access);
extern "C" char* teaal_check_object(ThreadContext*, char* pointer, uint32_t access,
                                    const char* base);
extern "C" char* teaal_check_bytes(ThreadContext*, char* pointer, uint32_t access, const char* base,
                                   uint64_t bytes);
extern "C" void teaal_check_fence(ThreadContext*);
extern "C" void teaal_check_enter(ThreadContext*, uint32_t around);
extern "C" void teaal_check_turn(ThreadContext*, uint32_t around);

}  // namespace teaal::runtime::cpu
