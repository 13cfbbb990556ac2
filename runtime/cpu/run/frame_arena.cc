#include "runtime/cpu/run/frame_arena.h"

namespace teaal::runtime::cpu {
namespace {

constexpr size_t frame_alignment = 64;

size_t rounded(size_t bytes) {
  return (bytes + frame_alignment - 1) / frame_alignment * frame_alignment;
}

}  // namespace

char* FrameArena::allocate(size_t bytes) {
  bytes = rounded(bytes);
  if (chunks_.empty() || chunks_.back().used + bytes > chunks_.back().bytes) {
    size_t size = bytes * threads_;
    chunks_.push_back({AlignedMemory(size, frame_alignment), size, 0});
  }
  Chunk& chunk = chunks_.back();
  char* frame = chunk.memory.get() + chunk.used;
  chunk.used += bytes;
  return frame;
}

bool FrameArena::contains(const char* address) const {
  for (const Chunk& chunk : chunks_)
    if (address >= chunk.memory.get() && address < chunk.memory.get() + chunk.bytes) return true;
  return false;
}

void* teaal_frame(ThreadContext* context, uint64_t bytes) {
  if (!context->frame) context->frame = context->arena->allocate(bytes);
  return context->frame;
}

}  // namespace teaal::runtime::cpu
