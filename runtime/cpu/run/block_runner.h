#pragma once
#include <span>
#include <vector>

#include "runtime/cpu/executor.h"
#include "runtime/cpu/kernel.h"
#include "runtime/cpu/run/frame_arena.h"
#include "runtime/cpu/watch/checker.h"

namespace teaal::runtime::cpu {

// Runs blocks of one launch, one after another, on the calling host thread.
class BlockRunner {
 public:
  // `checker` may be null.
  BlockRunner(const KernelTable&, const Kernel&, const LaunchConfig&, void* const* args,
              Checker* checker);

  // False: no thread of the block can go on; findings() says why.
  bool run(uint64_t block);

  uint64_t resumes() const { return resumes_; }
  FindingList& findings() { return checker_ ? checker_->findings() : own_findings_; }

 private:
  using LaneMask = uint32_t;

  void prepare(uint64_t block);
  bool run_coroutines();
  void resume(ThreadContext&);
  void advance_warp(unsigned first);
  LaneMask lanes_where(unsigned first, bool (*)(const ThreadContext&)) const;
  LaneMask serve(unsigned first);
  LaneMask serve_active_masks(unsigned first);
  void exchange(unsigned first, LaneMask group);
  bool release_barrier();

  void check_exchange(unsigned first, LaneMask group);
  void check_barrier(std::span<ThreadContext* const> waiting);
  void report_stuck(const ThreadContext&);
  void report(Finding::Kind, const ThreadContext&, const Site& other, std::string message);
  const Site& site_of(const ThreadContext& thread) const {
    return table_.sites[kernel_.parks[thread.park]];
  }
  std::string name(const ThreadContext&) const;

  const KernelTable& table_;
  const Kernel& kernel_;
  const LaunchConfig& config_;
  void* const* args_;
  Checker* checker_;
  FindingList own_findings_;
  uint64_t block_ = 0, resumes_ = 0;
  size_t shared_bytes_;
  AlignedMemory shared_;
  FrameArena frames_;
  std::vector<ThreadContext> threads_;
};

}  // namespace teaal::runtime::cpu
