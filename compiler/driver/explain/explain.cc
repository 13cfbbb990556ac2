#include "compiler/driver/explain/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <set>
#include <sstream>
#include <thread>

#include "compiler/driver/explain/cuda_lines.h"
#include "compiler/ir/text/text.h"

namespace teaal::driver {
namespace {

using interpret::Counts;
using interpret::Work;

constexpr size_t most_rows = 240;

// Lines of the kernels that ran, beside the statements that the interpreter numbered in the same
// order.
std::vector<NestLine> nest_of(const ir::Program& program, const Counts& counts) {
  std::vector<NestLine> out;
  std::set<std::string> shown_before;
  int next = 0;
  for (const interpret::LaunchCount& launch : counts.launches) {
    const auto kernel = std::ranges::find(program.kernels, launch.kernel, &ir::Kernel::name);
    if (kernel == program.kernels.end() || launch.grid <= 0) continue;
    if (!shown_before.insert(launch.kernel).second) continue;
    out.push_back({fmt::format("kernel {}: {} blocks x {} threads", launch.kernel, launch.grid,
                               launch.block)});
    std::istringstream lines(ir::print(kernel->body));
    for (std::string line; std::getline(lines, line);) {
      const bool brace = line.find_first_not_of(" }") == std::string::npos;
      NestLine shown{"  " + line};
      if (!brace && next < static_cast<int>(counts.statements.size())) {
        shown.spec_line = counts.statements[static_cast<size_t>(next)].where.line;
        shown.statement = next++;
      }
      out.push_back(std::move(shown));
    }
  }
  return out;
}

bool same(const interpret::Machine& a, const interpret::Machine& b) {
  return a.warps == b.warps && a.lanes == b.lanes;
}

// Three runs, one after the other: the machine's, the GPU's, and the text's.
std::function<void(double)> part_of(const std::function<void(double)>& progress, int part) {
  if (!progress) return nullptr;
  return [=](double share) { progress((part + share) / 3); };
}

// A mapping with sizes of its own.
struct Sized {
  CompileOptions options;
  runtime::Manifest manifest;
  JobRequest job;
  std::string text;  // "BK 8, BM 16"; empty: the spec's own

  explicit Sized(const Job& of)
      : options(of.options), manifest(of.compiled->manifest), job(of.request) {}

  void set(const std::string& symbol, int64_t size) {
    options.overrides.symbols[symbol] = job.symbols[symbol] = size;
    for (runtime::ManifestSymbol& s : manifest.symbols)
      if (s.name == symbol) s.value = size;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", symbol, size);
  }
};

// A GPU has warps of 32 lanes: of another machine the spec is compiled and counted again.
std::optional<Counts> counted_on_gpu(const ExplainRequest& request, Sized sized,
                                     const Counts& counts, Diagnostics& diagnostics) {
  const interpret::Machine gpu = counted_on(h200);
  if (same(request.machine, gpu)) return counts;
  sized.options.kernel_text = false;
  sized.options.lanes = gpu.lanes;
  Diagnostics found;  // warnings of the spec stand in the job's
  auto artefact = compile(request.job->compiled->source, sized.options, found);
  for (const Diagnostic& d : found.all())
    if (d.severity == Severity::Error) diagnostics.add(d);
  if (!artefact) return std::nullopt;
  CountRequest job{&*artefact, &sized.manifest, request.inputs, &sized.job};
  if (auto progress = part_of(request.progress, 1))
    job.options.progress = [=](const std::string&, double share) { progress(share); };
  job.options.machine = gpu;
  job.options.trace_limit = 0;
  return count(job, diagnostics);
}

// The artefact was compiled as `sized` says.
std::optional<Mapping> counted(const ExplainRequest& request, const Artefact& artefact,
                               const Sized& sized, const std::string& name,
                               Diagnostics& diagnostics) {
  CountRequest job{&artefact, &sized.manifest, request.inputs, &sized.job};
  job.options.machine = request.machine;
  job.options.trace_limit = request.trace_limit;
  job.options.places = request.trace_limit > 0;
  if (auto progress = part_of(request.progress, 0))
    job.options.progress = [=](const std::string&, double share) { progress(share); };
  auto counts = count(job, diagnostics);
  if (!counts) return std::nullopt;
  auto on_gpu = counted_on_gpu(request, sized, *counts, diagnostics);
  if (!on_gpu) return std::nullopt;
  on_gpu->trace = {};
  Mapping out{name, loops_text(artefact.loops), request.job->compiled->source->text,
              std::move(*counts), std::move(*on_gpu)};
  out.prediction = predict(out.on_gpu, h200);
  out.moved = moved(out.counts, artefact);
  if (!request.places) out.counts.trace.places.clear(), out.counts.forms.clear();
  out.nest = nest_of(*artefact.nest, out.counts);
  return out;
}

std::vector<std::string> ranks_of(const LoopOrder& order) {
  std::vector<std::string> out;
  for (const LoopOrder::Loop& loop : order.loops) out.push_back(loop.rank);
  return out;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) out.push_back(part);
  return out;
}

// The orders that the text lists, but those that are none of these ranks.
std::vector<std::vector<std::string>> listed(const std::string& text,
                                             std::vector<std::string> ranks,
                                             std::vector<std::string>& others) {
  std::vector<std::vector<std::string>> out;
  std::ranges::sort(ranks);
  for (const std::string& order : split(text, ';')) {
    std::vector<std::string> sorted = split(order, ',');
    std::ranges::sort(sorted);
    if (sorted == ranks)
      out.push_back(split(order, ','));
    else
      others.push_back(order);
  }
  return out;
}

const LoopOrder& longest_order(const Job& job) {
  return *std::ranges::max_element(job.compiled->artefact.loops, {},
                                   [](const LoopOrder& order) { return order.loops.size(); });
}

std::string whole_rank(const std::string& loop) {
  const size_t digits = loop.find_last_not_of("0123456789");
  return digits == std::string::npos ? loop : loop.substr(0, digits + 1);
}

// The tensors of the expression of an output.
std::set<std::string> tensors_of(const Artefact& artefact, const std::string& output) {
  std::set<std::string> out;
  for (const ir::Einsum& e : artefact.nest->einsums) {
    if (artefact.names.tensor(e.output.name) != output) continue;
    out.insert(e.output.name);
    for (const ir::Einsum::Term& term : e.terms)
      for (const ir::Einsum::Factor& factor : term.factors) out.insert(factor.name);
  }
  return out;
}

// Of those the ones that the innermost loop walks past without moving in them.
std::vector<std::string> held_still(const Artefact& artefact, const std::string& output,
                                    const std::vector<std::string>& order) {
  std::vector<std::string> out;
  const std::string innermost = whole_rank(order.back());
  const auto tensors = tensors_of(artefact, output);
  for (const ir::Tensor& t : artefact.nest->tensors)
    if (tensors.contains(t.name) && std::ranges::none_of(t.ranks, [&](const std::string& rank) {
          return innermost.find(artefact.names.rank(rank)) != std::string::npos;
        }))
      out.push_back(artefact.names.tensor(t.name));
  return out;
}

// The lines of the text that ships, for warps of 32 lanes, whatever the machine.
std::vector<CudaLine> text_of_order(const SourcePtr& source, CompileOptions options,
                                    const std::vector<NestLine>& nest) {
  options.kernel_text = true;
  options.lanes = 32;
  Diagnostics found;  // those of the nest's compile, again
  const auto shipped = compile(source, options, found);
  return shipped ? cuda_lines(shipped->cu, nest) : std::vector<CudaLine>();
}

const LoopOrder* order_of(const Artefact& artefact, const std::string& output) {
  const auto found = std::ranges::find(artefact.loops, output, &LoopOrder::output);
  return found == artefact.loops.end() ? nullptr : &*found;
}

OrderRow row_of(const ExplainRequest& request, const LoopOrder& of,
                const std::vector<std::string>& order, Sized sized) {
  OrderRow out{stem_of(request.job->compiled->source->path)};
  // Of several expressions one changes.
  const bool several = request.job->compiled->artefact.loops.size() > 1;
  const std::string changed = several ? of.output + ": " : "";
  out.loops = fmt::format("{}{}", changed, fmt::join(order, " "));
  out.tiles = sized.text;
  out.is_spec = sized.text.empty() && order == ranks_of(of);
  sized.options.loop_orders[of.output] = order;
  sized.options.kernel_text = false;
  sized.options.lanes = request.machine.lanes;
  Diagnostics found;
  auto artefact = compile(request.job->compiled->source, sized.options, found);
  const LoopOrder* made = artefact ? order_of(*artefact, of.output) : nullptr;
  if (made && ranks_of(*made) != order) {
    out.refusal = "variants have loop orders of their own, which the spec has to say";
    return out;
  }
  if (artefact) {
    out.held_still = held_still(*artefact, of.output, order);
    out.mapping = counted(request, *artefact, sized, out.loops, found);
    if (out.mapping && made) out.loops = changed + made->text();
    if (out.mapping && request.order_texts)
      out.mapping->cuda =
          text_of_order(request.job->compiled->source, sized.options, out.mapping->nest);
  }
  if (!out.mapping)
    for (const Diagnostic& d : found.all())
      if (d.severity == Severity::Error && out.refusal.empty()) out.refusal = d.message;
  return out;
}

// Calls step(0), step(1), … below n, side by side; `progress` one at a time.
void on_all_cores(size_t n, const std::function<void(double)>& progress,
                  const std::function<void(size_t)>& step) {
  std::atomic<size_t> next = 0;
  size_t done = 0;
  std::mutex telling;
  const auto work = [&] {
    for (size_t i = next++; i < n; i = next++) {
      step(i);
      const std::scoped_lock lock(telling);
      ++done;
      if (progress) progress(static_cast<double>(done) / static_cast<double>(n));
    }
  };
  std::vector<std::future<void>> workers;
  const size_t cores = std::max(1U, std::thread::hardware_concurrency());
  for (size_t w = 0; w < std::min(cores, n); ++w)
    workers.push_back(std::async(std::launch::async, work));
  for (std::future<void>& worker : workers) worker.get();
}

using Orders = std::vector<std::vector<std::string>>;

Orders orders_of(const std::string& text, const std::vector<std::string>& own,
                 std::vector<std::string>& others) {
  if (text.empty()) return {own};
  return text == "all" ? all_orders(own) : listed(text, own, others);
}

// The spec's own sizes, then every combination of these.
std::vector<Sized> all_sizes(const Job& job, const Tiles& tiles) {
  std::vector<Sized> out = {Sized(job)};
  if (tiles.empty()) return out;
  std::vector<Sized> combined = out;
  for (const auto& [symbol, sizes] : tiles) {
    std::vector<Sized> next;
    for (const Sized& before : combined)
      for (int64_t size : sizes) next.emplace_back(before).set(symbol, size);
    combined = std::move(next);
  }
  out.insert(out.end(), combined.begin(), combined.end());
  return out;
}

}  // namespace

std::vector<std::vector<std::string>> all_orders(std::vector<std::string> ranks) {
  constexpr size_t most_orders = 120;
  std::vector<std::vector<std::string>> out;
  std::ranges::sort(ranks);
  do out.push_back(ranks);
  while (out.size() < most_orders && std::ranges::next_permutation(ranks).found);
  return out;
}

int64_t dram_bytes(const Counts& c, int64_t sectors) {
  int64_t out = 0;
  for (const interpret::ArrayCount& a : c.arrays) out += a.traffic.dram_bytes(sectors);
  return out;
}

int64_t sectors(const Counts& c) {
  int64_t out = 0;
  for (const interpret::ArrayCount& a : c.arrays) out += a.traffic.sectors;
  return out;
}

int64_t l2_sectors(const Counts& c) {
  int64_t out = 0;
  for (const interpret::ArrayCount& a : c.arrays) out += a.traffic.beyond_l1;
  return out;
}

double gb_per_s(const Mapping& m) {
  const double us = m.measured ? m.measured->us : 0;
  return us > 0 ? m.prediction.dram_bytes / us / 1000 : 0;
}

namespace {

// What the loops cost, re-sorts apart.
std::string loops_cost(const Counts& c) {
  const auto times = [](int64_t part, int64_t of) {
    return static_cast<double>(part) / static_cast<double>(std::max<int64_t>(of, 1));
  };
  if (c.vain > c.computes)
    return fmt::format("looks in vain {:.1f} times a product", times(c.vain, c.computes));
  if (c.probes > c.computes)
    return fmt::format("searches {:.1f} steps a product", times(c.probes, c.computes));
  const double masked = c.share(Work::Masked), done = c.share(Work::Done);
  if (masked > 0.3 && masked >= done) return "lanes wait for their warp";
  if (done > 0.4) return "runs out of work";
  if (c.share(Work::Wait) > 0.2) return "warps wait for each other";
  if (c.combined > c.computes / 2) return "adds partial sums in memory";
  if (c.opened > c.computes) return "opens more fibers than it multiplies";
  return "";
}

}  // namespace

std::string what_costs(const Counts& c) {
  std::string loops = loops_cost(c);
  if (c.resorts.empty()) return loops;
  return "re-sorts " + resorts_text(c) + (loops.empty() ? "" : "; " + loops);
}

std::optional<Mapping> explain_mapping(const ExplainRequest& request, const std::string& name,
                                       std::string& note, Diagnostics& diagnostics) {
  auto out =
      counted(request, request.job->compiled->artefact, Sized(*request.job), name, diagnostics);
  if (!out || !request.text) return out;
  CompileOptions options = request.job->options;
  options.kernel_text = true;
  options.lanes = 32;
  Diagnostics found;  // the spec's, again
  auto shipped = compile_for_run(request.job->compiled->source, options, found, request.cache);
  if (!shipped) return out;
  out->cuda = cuda_lines(shipped->artefact.cu, out->nest);
  out->text = count_text_beside(out->on_gpu,
                                {*shipped, request.job->request, *request.inputs, request.cache,
                                 part_of(request.progress, 2)},
                                note);
  return out;
}

std::vector<std::string> ordered_loops(const Job& job) { return ranks_of(longest_order(job)); }

std::vector<OrderRow> explain_orders(const ExplainRequest& request, const OrderRequest& wanted,
                                     std::vector<std::string>& others) {
  const LoopOrder& of = longest_order(*request.job);
  const Orders orders = orders_of(wanted.orders, ranks_of(of), others);
  const std::vector<Sized> sizes = all_sizes(*request.job, wanted.tiles);
  std::vector<OrderRow> out(std::min(orders.size() * sizes.size(), most_rows));
  ExplainRequest quiet = request;
  quiet.progress = nullptr;
  on_all_cores(out.size(), request.progress, [&](size_t row) {
    out[row] = row_of(quiet, of, orders[row % orders.size()], sizes[row / orders.size()]);
  });
  return out;
}

}  // namespace teaal::driver
