#include "compiler/driver/insight/text_counts.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace teaal::driver {
namespace {

using runtime::cpu::ArrayTrace;
using runtime::cpu::KernelTrace;
using runtime::report::Align;
using runtime::report::Table;
using Json = nlohmann::ordered_json;

std::string number(uint64_t n) { return runtime::report::count_text(static_cast<int64_t>(n)); }

std::string bytes(uint64_t n) { return runtime::report::bytes_text(static_cast<int64_t>(n)); }

std::string each(uint64_t of, uint64_t in) {
  return in == 0 ? "-" : fmt::format("{:.1f}", static_cast<double>(of) / static_cast<double>(in));
}

void add_array(const std::string& kernel, const std::string& name, const ArrayTrace& a, bool shared,
               Table& table) {
  table.row({kernel, name, bytes(a.read_bytes), bytes(a.written_bytes), number(a.requests),
             each(a.lanes, a.requests), shared ? "-" : number(a.sectors),
             shared ? "-" : each(a.sectors, a.requests),
             shared ? "-" : each(a.sectors, a.footprint.size()),
             shared ? each(a.turns, a.requests) : "-"});
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
          {"footprint", a.footprint.size()},
          {"turns", a.turns},
          {"worst", a.worst}};
}

}  // namespace

std::string text_counts_table(const runtime::cpu::Trace& trace,
                              const runtime::report::TextOptions& options) {
  Table arrays({{"kernel"},
                {"array"},
                {"read", Align::Right},
                {"written", Align::Right},
                {"requests", Align::Right},
                {"lanes", Align::Right},
                {"sectors", Align::Right},
                {"a request", Align::Right},
                {"times", Align::Right},
                {"bank turns", Align::Right}});
  Table kernels({{"kernel"},
                 {"blocks", Align::Right},
                 {"barriers", Align::Right},
                 {"accesses", Align::Right},
                 {"busiest thread", Align::Right},
                 {"imbalance", Align::Right}});
  for (const auto& [name, kernel] : trace.kernels()) {
    kernels.row({name, number(kernel.blocks), number(kernel.barriers), number(kernel.accesses),
                 number(kernel.most_accesses), fmt::format("{:.2f}", kernel.imbalance())});
    for (const auto& [array, of] : kernel.buffers) add_array(name, array, of, false, arrays);
    for (const auto& [array, of] : kernel.shared) add_array(name, array, of, true, arrays);
  }
  return arrays.text(options, 2) + "\n" + kernels.text(options, 2);
}

Json text_counts_json(const runtime::cpu::Trace& trace) {
  Json out = Json::array();
  for (const auto& [name, kernel] : trace.kernels()) {
    Json arrays = Json::array();
    for (const auto& [array, of] : kernel.buffers) arrays.push_back(array_json(array, of, false));
    for (const auto& [array, of] : kernel.shared) arrays.push_back(array_json(array, of, true));
    out.push_back({{"kernel", name},
                   {"launches", kernel.launches},
                   {"blocks", kernel.blocks},
                   {"barriers", kernel.barriers},
                   {"threads", kernel.threads},
                   {"accesses", kernel.accesses},
                   {"imbalance", kernel.imbalance()},
                   {"arrays", std::move(arrays)}});
  }
  return out;
}

}  // namespace teaal::driver
