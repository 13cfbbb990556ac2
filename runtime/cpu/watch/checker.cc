#include "runtime/cpu/watch/checker.h"

#include <algorithm>
#include <cstring>

#include "runtime/cpu/run/frame_arena.h"

namespace teaal::runtime::cpu {
namespace {

std::string bytes_text(uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

// "byte 40 (element 10)" for an access of 4 bytes.
std::string element_text(size_t offset, size_t bytes) {
  std::string text = "byte " + std::to_string(offset);
  bool whole = bytes > 1 && (bytes & (bytes - 1)) == 0 && offset % bytes == 0;
  return whole ? text + " (element " + std::to_string(offset / bytes) + ")" : text;
}

const char* verb(const Access& access) {
  if (access.atomic) return "atomic access";
  return access.writes ? "write" : "read";
}

std::string quoted(const std::string& name, bool shared) {
  return (shared ? "shared array '" : "buffer '") + name + "'";
}

}  // namespace

std::string coordinates_text(uint64_t linear, const Dim3& extent) {
  uint64_t x = linear % extent.x, y = linear / extent.x % extent.y;
  uint64_t z = linear / extent.x / extent.y;
  std::string text = std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z);
  return text.insert(0, 1, '(') + ")";
}

bool FindingList::wants(Finding::Kind kind, const Site& site, const Site& other,
                        const std::string& object) {
  if (all_.size() >= limit) return false;
  std::string here = site.text(), there = other.text();
  if (there < here) std::swap(here, there);  // a race is one finding whichever side came second
  return seen_.emplace(kind, here, there, object).second;
}

void FindingList::add(Finding::Kind kind, const Site& site, std::string message) {
  all_.push_back({kind, site.file, site.line, site.column, std::move(message)});
}

Checker::Checker(const KernelTable& table, const Kernel& kernel, const LaunchConfig& config,
                 std::span<void* const> args, std::span<const Buffer> buffers)
    : table_(table),
      kernel_(kernel),
      config_(config),
      args_(args),
      ordering_(config.block.x * config.block.y * config.block.z),
      parameters_(args.size()),
      turns_(size_t{config.block.x} * config.block.y * config.block.z * kernel.loop_depth) {
  add_buffers(buffers);
  for (const SharedArray& array : kernel.shared_arrays) {
    size_t bytes = array.dynamic ? config.dynamic_shared_bytes : array.bytes;
    bool same_memory =
        array.dynamic && !shared_.empty() && kernel.shared_arrays[shared_.size() - 1].dynamic;
    Shadow* shadow =
        same_memory ? shared_.back().shadow : &shadows_.emplace_back(bytes, true, false);
    shared_.push_back({array.name, nullptr, bytes, true, true, shadow});
  }
}

// A memory registered twice has one shadow.
void Checker::add_buffers(std::span<const Buffer> buffers) {
  for (const Buffer& buffer : buffers) {
    auto* base = static_cast<const char*>(buffer.data);
    auto twin = std::find_if(buffers_.begin(), buffers_.end(), [&](const Region& known) {
      return known.bytes > 0 && known.base == base && known.bytes == buffer.bytes;
    });
    Shadow* shadow = twin != buffers_.end() ? twin->shadow
                                            : &shadows_.emplace_back(buffer.bytes, buffer.writable,
                                                                     buffer.initialized);
    buffers_.push_back({buffer.name, base, buffer.bytes, buffer.writable, false, shadow});
  }
}

void Checker::begin_block(uint64_t block, char* shared, const FrameArena& frames) {
  ordering_.begin_block();
  blocks_.push_back(block);
  for (size_t i = 0; i < shared_.size(); ++i) {
    shared_[i].base = shared + kernel_.shared_arrays[i].offset;
    shared_[i].shadow->clear();
  }
  if (config_.observer) config_.observer->begin_block(block);
  stack_top_ = static_cast<const char*>(__builtin_frame_address(0));
  frames_ = &frames;
}

std::vector<Moved> Checker::moved() const {
  std::vector<Moved> out;
  for (const Region& region : buffers_)
    out.push_back({region.name, region.read_bytes, region.written_bytes});
  return out;
}

Checker::Region* Checker::parameter_region(uint32_t parameter) {
  std::optional<Region*>& known = parameters_[parameter];
  if (known) return *known;
  auto* value = *static_cast<const char* const*>(args_[parameter]);
  known = region_at(value);
  for (Region& region : buffers_)
    if (!*known && region.base == value && region.bytes == 0) known = &region;
  return *known;
}

Checker::Region* Checker::region_at(const char* pointer) {
  auto holds = [&](const Region& region) {
    return pointer >= region.base && pointer < region.base + region.bytes;
  };
  auto found = std::find_if(shared_.begin(), shared_.end(), holds);
  if (found != shared_.end()) return &*found;
  found = std::find_if(buffers_.begin(), buffers_.end(), holds);
  return found != buffers_.end() ? &*found : nullptr;
}

bool Checker::is_local(const char* pointer) const {
  if (frames_->contains(pointer)) return true;
  return pointer > static_cast<const char*>(__builtin_frame_address(0)) && pointer < stack_top_;
}

// Earlier scratch memory may still be in use by the same copy, so it is never moved.
char* Checker::scratch(size_t bytes) {
  if (scratch_.empty() || scratch_.back().size() < bytes)
    scratch_.emplace_back(std::max<size_t>(bytes, 4096));
  std::memset(scratch_.back().data(), 0, bytes);
  return scratch_.back().data();
}

char* Checker::test(const ThreadContext& thread, char* pointer, uint32_t number, const char* base,
                    size_t bytes) {
  const Access& access = kernel_.accesses[number];
  if (access.bytes != 0) bytes = access.bytes;
  if (bytes == 0) return pointer;
  Region* region = nullptr;
  switch (access.object) {
    case ObjectKind::Local:
    case ObjectKind::Constant:
      return test_object(thread, pointer, access, base, bytes);
    case ObjectKind::Shared:
      region = &shared_[access.object_index];
      break;
    case ObjectKind::Parameter:
      region = parameter_region(access.object_index);
      break;
    case ObjectKind::Unknown:
      break;
  }
  if (!region) region = region_at(pointer);
  if (region) return test_region(thread, pointer, number, *region, bytes);
  if (is_local(pointer)) return pointer;
  report_bounds(thread, access, "", 0, 0, bytes);
  return scratch(bytes);
}

char* Checker::test_object(const ThreadContext& thread, char* pointer, const Access& access,
                           const char* base, size_t bytes) {
  int64_t offset = pointer - base;
  if (offset >= 0 && offset + bytes <= access.object_bytes) return pointer;
  std::string name =
      access.object_name.empty() ? "a local array" : "local array '" + access.object_name + "'";
  if (access.object == ObjectKind::Constant) name = "constant '" + access.object_name + "'";
  report_bounds(thread, access, name, offset, access.object_bytes, bytes);
  return scratch(bytes);
}

char* Checker::test_region(const ThreadContext& thread, char* pointer, uint32_t number,
                           Region& region, size_t bytes) {
  const Access& access = kernel_.accesses[number];
  int64_t offset = pointer - region.base;
  if (offset < 0 || offset + bytes > region.bytes) {
    report_bounds(thread, access, quoted(region.name, region.shared), offset, region.bytes, bytes);
    return scratch(bytes);
  }
  if (access.writes && !region.writable) {
    if (findings_.wants(Finding::Kind::ReadOnlyWrite, site(access), {}, region.name))
      findings_.add(Finding::Kind::ReadOnlyWrite, site(access),
                    std::string(verb(access)) + " of " + bytes_text(bytes) + " at " +
                        element_text(offset, bytes) + " of the read-only buffer '" + region.name +
                        "', by " + thread_text(blocks_.back(), thread.thread()));
    return scratch(bytes);
  }
  if (config_.observer) tell(thread, number, region, static_cast<size_t>(offset), bytes);
  if (access.reads) region.read_bytes += bytes;
  if (access.writes) region.written_bytes += bytes;
  if (access.atomic) ordering_.atomic(thread.thread(), pointer);
  if (access.fields.empty()) {
    test_values(thread, number, region, offset, bytes);
  } else {
    for (const FieldRange& field : access.fields)
      test_values(thread, number, region, offset + field.offset, field.bytes);
  }
  return pointer;
}

void Checker::tell(const ThreadContext& thread, uint32_t number, const Region& region,
                   size_t offset, size_t bytes) {
  const Access& access = kernel_.accesses[number];
  Event event{thread.thread(), number};
  event.turns =
      std::span(turns_).subspan(size_t{thread.thread()} * kernel_.loop_depth, access.depth);
  event.bytes = static_cast<uint32_t>(bytes);
  event.offset = offset;
  event.reads = access.reads, event.writes = access.writes, event.atomic = access.atomic;
  event.shared = region.shared, event.writable = region.writable;
  event.array = &region.name;
  event.site = &site(access);
  config_.observer->access(event);
}

void Checker::test_values(const ThreadContext& thread, uint32_t number, Region& region,
                          size_t offset, size_t bytes) {
  const Access& access = kernel_.accesses[number];
  if (access.reads) {
    size_t unwritten = region.shadow->first_unwritten(offset, bytes);
    if (unwritten != Shadow::none &&
        findings_.wants(Finding::Kind::UninitializedRead, site(access), {}, region.name))
      findings_.add(Finding::Kind::UninitializedRead, site(access),
                    "read of " + element_text(offset, bytes) + " of " +
                        quoted(region.name, region.shared) + ", which no thread has written" +
                        (region.shared ? " in this block" : "") + ", by " +
                        thread_text(blocks_.back(), thread.thread()));
  }
  Record record{ordering_.now(thread.thread()), number, access.atomic, access.writes};
  if (auto race = region.shadow->access(ordering_, record, offset, bytes, region.shared))
    report_race(thread, access, access.writes, region, *race);
  if (access.writes) region.shadow->mark_written(offset, bytes);
}

std::string Checker::thread_text(size_t block, uint32_t thread) const {
  return "thread " + coordinates_text(thread, config_.block) + " of block " +
         coordinates_text(block, config_.grid);
}

void Checker::report_bounds(const ThreadContext& thread, const Access& access,
                            const std::string& object, int64_t offset, size_t object_bytes,
                            size_t bytes) {
  if (!findings_.wants(Finding::Kind::OutOfBounds, site(access), {}, object)) return;
  std::string where;
  if (object.empty()) {
    where = "at an address that lies in no buffer";
  } else if (offset < 0) {
    where = bytes_text(-offset) + " before the start of " + object;
  } else {
    where = "at " + element_text(offset, bytes) + " of " + object + ", which has " +
            bytes_text(object_bytes);
  }
  findings_.add(Finding::Kind::OutOfBounds, site(access),
                "out-of-bounds " + std::string(verb(access)) + " of " + bytes_text(bytes) + " " +
                    where + ", by " + thread_text(blocks_.back(), thread.thread()));
}

void Checker::report_race(const ThreadContext& thread, const Access& access, bool writes,
                          const Region& region, const Shadow::Race& race) {
  const Access& other = kernel_.accesses[race.other.access];
  if (!findings_.wants(Finding::Kind::DataRace, site(access), site(other), region.name)) return;
  size_t block = blocks_[ordering_.block_of(race.other.moment)];
  size_t bytes = access.bytes;
  std::string remedy = block != blocks_.back() ? "blocks are not ordered among each other"
                       : race.other.moment.thread / warp_size == thread.warp()
                           ? "no __syncwarp or __syncthreads orders them"
                           : "no __syncthreads orders them";
  findings_.add(Finding::Kind::DataRace, site(access),
                "data race on " + quoted(region.name, region.shared) + ", " +
                    element_text(race.offset, bytes) + ": " + (writes ? verb(access) : "read") +
                    " by " + thread_text(blocks_.back(), thread.thread()) + ", and " + verb(other) +
                    " by " + thread_text(block, race.other.moment.thread) + " at " +
                    site(other).text() + "; " + remedy);
}

char* teaal_check(ThreadContext* thread, char* pointer, uint32_t access) {
  return teaal_check_bytes(thread, pointer, access, nullptr, 0);
}

char* teaal_check_object(ThreadContext* thread, char* pointer, uint32_t access, const char* base) {
  return teaal_check_bytes(thread, pointer, access, base, 0);
}

char* teaal_check_bytes(ThreadContext* thread, char* pointer, uint32_t access, const char* base,
                        uint64_t bytes) {
  return thread->checker->test(*thread, pointer, access, base, bytes);
}

void teaal_check_fence(ThreadContext* thread) { thread->checker->fence(*thread); }

void teaal_check_enter(ThreadContext* thread, uint32_t around) {
  thread->checker->enter_loop(*thread, around);
}

void teaal_check_turn(ThreadContext* thread, uint32_t around) {
  thread->checker->turn_loop(*thread, around);
}

}  // namespace teaal::runtime::cpu
