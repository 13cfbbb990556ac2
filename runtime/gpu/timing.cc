#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "runtime/gpu/module.h"

namespace teaal::runtime::gpu {
namespace {

// Repetitions in flight at once: bounds the events, and keeps the queue of launches short of the
// driver's limit.
constexpr int batch_size = 64;

// Keeps the GPU busy while the host queues a repetition, so that the events enclose the work and
// not the host's time to launch it. It touches no memory, and so leaves the caches warm.
constexpr const char* spin_ptx = R"(.version 6.3
.target sm_70
.address_size 64
.visible .entry teaal_spin(.param .u64 cycles)
{
  .reg .u64 %limit, %start, %now;
  .reg .pred %again;
  ld.param.u64 %limit, [cycles];
  mov.u64 %start, %clock64;
wait:
  mov.u64 %now, %clock64;
  sub.u64 %now, %now, %start;
  setp.lt.u64 %again, %now, %limit;
  @%again bra wait;
  ret;
}
)";
constexpr uint64_t spin_cycles = 50'000;  // 25 to 40 us

class Event {
 public:
  Event(const Context& context, Diagnostics& diagnostics) : context_(context) {
    if (!context.check(context.cuda().cuEventCreate(&event_, cu_event_default), "cuEventCreate",
                       diagnostics))
      event_ = nullptr;
  }
  ~Event() {
    if (event_) context_.cuda().cuEventDestroy_v2(event_);
  }
  Event(Event&& other) noexcept : context_(other.context_), event_(other.event_) {
    other.event_ = nullptr;
  }
  Event(const Event&) = delete;
  CuEvent get() const { return event_; }

  bool record(Diagnostics& diagnostics) const {
    return context_.check(context_.cuda().cuEventRecord(event_, context_.stream()), "cuEventRecord",
                          diagnostics);
  }

 private:
  const Context& context_;
  CuEvent event_ = nullptr;
};

// What stands before a repetition, outside its events.
class Lead {
 public:
  bool prepare(Device& device, bool cold, Diagnostics& diagnostics) {
    if (cold) {
      const size_t bytes = 2 * static_cast<size_t>(device.info().l2_bytes) + (8u << 20);
      flush_ = Buffer::allocate(device, bytes, diagnostics);
      return flush_ != nullptr;
    }
    Diagnostics unheard;  // without it the times are right, only less tight
    spin_ = Module::from_ptx(device, spin_ptx, unheard);
    return true;
  }

  bool run(Device& device, uint32_t repetition, Diagnostics& diagnostics) const {
    const Context& context = *context_of(device);
    if (flush_)
      return context.check(context.cuda().cuMemsetD32Async(flush_->address(), repetition,
                                                           flush_->bytes() / 4, context.stream()),
                           "cuMemsetD32Async of the L2 flush", diagnostics);
    if (!spin_) return true;
    uint64_t cycles = spin_cycles;
    void* const args[] = {&cycles};
    return launch(device, *spin_, "teaal_spin", {}, args, diagnostics);
  }

 private:
  std::shared_ptr<Buffer> flush_;
  std::shared_ptr<Module> spin_;
};

// The work speaks for itself, or we say that it failed.
bool run_work(const std::function<bool()>& work, Diagnostics& diagnostics) {
  const int before = diagnostics.errors();
  if (work()) return true;
  if (diagnostics.errors() == before)
    diagnostics.error(Code::RunFailed, {}, "the timed work failed");
  return false;
}

using Events = std::vector<std::array<Event, 2>>;

std::optional<Events> make_events(const Context& context, int count, Diagnostics& diagnostics) {
  Events events;
  for (int i = 0; i < count; ++i) {
    events.push_back({Event(context, diagnostics), Event(context, diagnostics)});
    if (!events.back()[0].get() || !events.back()[1].get()) return std::nullopt;
  }
  return events;
}

bool read_times(const Context& context, const Events& events, int count, std::vector<double>& times,
                Diagnostics& diagnostics) {
  if (!context.synchronize(diagnostics)) return false;
  for (int i = 0; i < count; ++i) {
    float milliseconds = 0;
    if (!context.check(
            context.cuda().elapsed(&milliseconds, events[i][0].get(), events[i][1].get()),
            "cuEventElapsedTime", diagnostics))
      return false;
    times.push_back(1000.0 * milliseconds);
  }
  return true;
}

}  // namespace

std::optional<std::vector<double>> time_us(Device& device, const std::function<bool()>& work,
                                           int warm_up, int repeat, bool cold,
                                           Diagnostics& diagnostics) {
  const Context& context = *context_of(device);
  Lead lead;
  if (!context.enter(diagnostics) || !lead.prepare(device, cold, diagnostics)) return std::nullopt;
  for (int i = 0; i < warm_up; ++i)
    if (!lead.run(device, 0, diagnostics) || !run_work(work, diagnostics)) return std::nullopt;
  if (!context.synchronize(diagnostics)) return std::nullopt;

  auto events = make_events(context, std::clamp(repeat, 0, batch_size), diagnostics);
  if (!events) return std::nullopt;
  std::vector<double> times;
  for (int done = 0; done < repeat; done += batch_size) {
    const int count = std::min(batch_size, repeat - done);
    for (int i = 0; i < count; ++i) {
      const auto& [start, stop] = (*events)[i];
      if (!lead.run(device, static_cast<uint32_t>(done + i), diagnostics) ||
          !start.record(diagnostics) || !run_work(work, diagnostics) || !stop.record(diagnostics))
        return std::nullopt;
    }
    if (!read_times(context, *events, count, times, diagnostics)) return std::nullopt;
  }
  return times;
}

}  // namespace teaal::runtime::gpu
