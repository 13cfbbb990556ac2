#include "compiler/driver/insight/text_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compiler/driver/insight/cost.h"
#include "runtime/plan/cpu_backend.h"

namespace teaal::driver {
namespace {

using runtime::cpu::ArrayTrace;
using runtime::report::Align;
using runtime::report::Table;
using Json = nlohmann::ordered_json;

std::string number(uint64_t n) { return runtime::report::count_text(static_cast<int64_t>(n)); }

std::string bytes(uint64_t n) { return runtime::report::bytes_text(static_cast<int64_t>(n)); }

std::string each(uint64_t of, uint64_t in) {
  return in == 0 ? "-" : fmt::format("{:.1f}", static_cast<double>(of) / static_cast<double>(in));
}

void add_buffer(const std::string& kernel, const std::string& name, const ArrayTrace& a,
                Table& table) {
  table.row({kernel, name, bytes(a.read_bytes), bytes(a.written_bytes), number(a.requests),
             each(a.lanes, a.requests), number(a.sectors), each(a.sectors, a.requests),
             each(a.least_sectors, a.requests), each(a.sectors, a.footprint)});
}

void add_shared(const std::string& kernel, const std::string& name, const ArrayTrace& a,
                Table& table) {
  table.row({kernel, name, bytes(a.read_bytes), bytes(a.written_bytes), number(a.requests),
             each(a.lanes, a.requests), each(a.turns, a.requests), each(a.least_turns, a.requests),
             number(a.worst)});
}

Json array_json(const std::string& name, const ArrayTrace& a, bool shared) {
  return {{"array", name},
          {"shared", shared},
          {"read_bytes", a.read_bytes},
          {"written_bytes", a.written_bytes},
          {"load_requests", a.load_requests},
          {"requests", a.requests},
          {"lanes", a.lanes},
          {"load_sectors", a.load_sectors},
          {"sectors", a.sectors},
          {"least_sectors", a.least_sectors},
          {"footprint", a.footprint},
          {"turns", a.turns},
          {"least_turns", a.least_turns},
          {"worst", a.worst}};
}

// Blocks that a multiprocessor holds, as far as threads and shared memory go.
int64_t at_once(const TextKernel& kernel) {
  return blocks_at_once(kernel.block, static_cast<int64_t>(kernel.shared_bytes), h200);
}

int64_t accesses_of(const interpret::Counts& c) {
  int64_t out = c.shared_loads + c.shared_stores;
  for (const interpret::ArrayCount& a : c.arrays)
    out += std::max(a.operands, a.traffic.loads) + a.traffic.stores;
  return out;
}

}  // namespace

TextCounts text_counts(const runtime::cpu::Trace& trace, const runtime::Manifest& manifest) {
  TextCounts out;
  for (const auto& [name, kernel] : trace.kernels()) out[name] = {kernel};
  for (const runtime::ManifestKernel& kernel : manifest.kernels)
    if (const auto at = out.find(kernel.name); at != out.end())
      at->second.resident = kernel.resident;
  return out;
}

Machine traced_machine(const runtime::BuildCache& cache, runtime::cpu::Trace& trace) {
  runtime::plan::CpuOptions cpu;
  cpu.checked = true;
  cpu.cache = cache;
  cpu.observer = &trace;
  return {runtime::plan::make_cpu_backend(cpu), "checked mode runs on the CPU executor"};
}

std::optional<TextCounts> count_text(const TextRequest& request, Diagnostics& diagnostics) {
  runtime::cpu::Trace trace(request.progress);
  const std::shared_ptr<const runtime::plan::Inputs> not_owned(std::shared_ptr<void>(),
                                                               &request.inputs);
  auto session = Session::on(request.compiled, request.job, not_owned);
  if (!session->run(traced_machine(request.cache, trace), diagnostics) ||
      !session->verify(diagnostics))
    return std::nullopt;
  if (session->report().verdict() == runtime::report::Verdict::Fail) {
    diagnostics.error(Code::Mismatch, {}, "in checked mode it is wrong; `run --checked` says how");
    return std::nullopt;
  }
  return text_counts(trace, request.compiled.manifest);
}

TextCounts count_text_beside(const interpret::Counts& counts, const TextRequest& request,
                             std::string& note) {
  constexpr int64_t most = 50'000'000;  // half a minute or so
  if (const int64_t accesses = accesses_of(counts); accesses > most) {
    note = fmt::format(
        "the emitted text makes about {} accesses, which are too many to watch beside all this; "
        "`run --checked --count` does",
        runtime::report::count_text(accesses));
    return {};
  }
  Diagnostics found;
  auto text = count_text(request, found);
  if (text) return std::move(*text);
  for (const Diagnostic& d : found.all())
    if (d.severity == Severity::Error && note.empty())
      note = "the emitted text was not run: " + d.message;
  return {};
}

std::string text_counts_text(const std::vector<const TextCounts*>& all,
                             const runtime::report::TextOptions& options) {
  if (std::ranges::all_of(all, [](const TextCounts* of) { return of->empty(); })) return "";
  Table buffers({{"kernel"},
                 {"array"},
                 {"read", Align::Right},
                 {"written", Align::Right},
                 {"requests", Align::Right},
                 {"lanes", Align::Right},
                 {"sectors", Align::Right},
                 {"a request", Align::Right},
                 {"least", Align::Right},
                 {"times", Align::Right}});
  Table shared({{"kernel"},
                {"in shared memory"},
                {"read", Align::Right},
                {"written", Align::Right},
                {"requests", Align::Right},
                {"lanes", Align::Right},
                {"bank turns", Align::Right},
                {"least", Align::Right},
                {"worst", Align::Right}});
  Table kernels({{"kernel"},
                 {"blocks", Align::Right},
                 {"threads", Align::Right},
                 {"shared memory", Align::Right},
                 {"at once, at most", Align::Right},
                 {"registers for", Align::Right},
                 {"barriers", Align::Right},
                 {"accesses", Align::Right},
                 {"busiest thread", Align::Right},
                 {"imbalance", Align::Right}});
  bool any_shared = false;
  for (const TextCounts* counts : all)
    for (const auto& [name, kernel] : *counts) {
      kernels.row({name, number(kernel.blocks), number(kernel.block), bytes(kernel.shared_bytes),
                   number(static_cast<uint64_t>(at_once(kernel))),
                   kernel.resident > 0 ? fmt::format("{}", kernel.resident) : "-",
                   number(kernel.barriers), number(kernel.accesses), number(kernel.most_accesses),
                   fmt::format("{:.2f}", kernel.imbalance())});
      for (const auto& [array, of] : kernel.buffers) add_buffer(name, array, of, buffers);
      for (const auto& [array, of] : kernel.shared) add_shared(name, array, of, shared);
      any_shared |= !kernel.shared.empty();
    }
  return "counted from the emitted text, warps of 32 lanes, access by access on the CPU "
         "executor\n" +
         buffers.text(options, 2) + "\n" + (any_shared ? shared.text(options, 2) + "\n" : "") +
         kernels.text(options, 2);
}

Json text_counts_json(const TextCounts& counts) {
  Json out = Json::array();
  for (const auto& [name, kernel] : counts) {
    Json arrays = Json::array();
    for (const auto& [array, of] : kernel.buffers) arrays.push_back(array_json(array, of, false));
    for (const auto& [array, of] : kernel.shared) arrays.push_back(array_json(array, of, true));
    out.push_back({{"kernel", name},
                   {"launches", kernel.launches},
                   {"blocks", kernel.blocks},
                   {"block", kernel.block},
                   {"shared_bytes", kernel.shared_bytes},
                   {"at_once", at_once(kernel)},
                   {"resident", kernel.resident},
                   {"barriers", kernel.barriers},
                   {"threads", kernel.threads},
                   {"accesses", kernel.accesses},
                   {"imbalance", kernel.imbalance()},
                   {"arrays", std::move(arrays)}});
  }
  return out;
}

}  // namespace teaal::driver
