#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/types.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/explain/explain.h"
#include "compiler/driver/job.h"
#include "compiler/driver/output_files.h"
#include "runtime/plan/arguments.h"

namespace teaal::driver {
namespace {

struct ExplainOptions {
  std::string orders, html, svg, trace, machine = "toy";
  std::vector<std::string> with, measured, tiles;
  int64_t cache = 0;  // sectors; 0: as fits the machine
};

void add_explain_options(CLI::App& app, ExplainOptions& options) {
  app.add_option("--orders", options.orders,
                 "Other loop orders, each compiled and counted: all, or a list like 'I,J;J,I'")
      ->type_name("ORDERS");
  app.add_option("--tiles", options.tiles,
                 "Other sizes of tiles, by the symbols of `params:` (or -D): each order with each "
                 "combination, like 'BK:4,8;BM:16,32'")
      ->type_name("SIZES")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->delimiter(';');
  app.add_option("--with", options.with, "Other specs, beside this one; commas between")
      ->type_name("SPECS")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->delimiter(',');
  app.add_option("--measured", options.measured,
                 "Reports of `run --json` or `ncu --csv`, each beside what is counted of its spec; "
                 "commas between")
      ->type_name("FILES")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->delimiter(',');
  app.add_option("--html", options.html, "Write a page: one file that needs no network")
      ->type_name("FILE");
  app.add_option("--svg", options.svg, "Write a picture: lanes over slots, for papers")
      ->type_name("FILE");
  app.add_option("--trace", options.trace,
                 "Write a trace that Perfetto opens: every slot of every lane")
      ->type_name("FILE");
  app.add_option("--machine", options.machine,
                 "What is counted for: toy (2x4), gpu, or warps x lanes such as 4x8")
      ->type_name("");
  app.add_option("--cache", options.cache,
                 "Sectors of 32 bytes that the cache holds, a power of two (8; of gpu 1048576)")
      ->type_name("N");
}

bool read_machine(const std::string& text, interpret::Machine& out, UsageError& error) {
  if (text == "toy") return out = toy_machine, true;
  if (text == "gpu") return out = counted_on(h200), true;
  const size_t x = text.find('x');
  const auto warps = runtime::plan::parse_integer(text.substr(0, x));
  const auto lanes =
      x == std::string::npos ? std::nullopt : runtime::plan::parse_integer(text.substr(x + 1));
  const bool power = lanes && *lanes >= 1 && *lanes <= 32 && (*lanes & (*lanes - 1)) == 0;
  if (warps && power && *warps >= 1 && *warps <= 1 << 16) return out = {*warps, *lanes}, true;
  error = {fmt::format("--machine={} is no machine", text),
           "write toy, gpu, or warps x lanes such as 2x4; lanes are a power of two up to 32"};
  return false;
}

bool read_cache(int64_t cache, const interpret::Machine& machine, int64_t& out, UsageError& error) {
  out = cache > 0 ? cache : machine.width() > 1024 ? int64_t{1} << 20 : 8;
  if (cache >= 0 && (out & (out - 1)) == 0) return true;
  error = {fmt::format("--cache={} is no power of two", cache), "write it like --cache=64"};
  return false;
}

// "BK:4,8": a symbol and its sizes.
bool read_tiles(const std::vector<std::string>& texts, Tiles& out, UsageError& error) {
  for (const std::string& text : texts) {
    const size_t colon = text.find(':');
    auto& [symbol, sizes] = out.emplace_back(text.substr(0, colon), std::vector<int64_t>());
    for (size_t at = colon; at < text.size();) {
      const size_t end = std::min(text.find(',', at + 1), text.size());
      const auto size = runtime::plan::parse_integer(text.substr(at + 1, end - at - 1));
      if (!size || *size < 1) sizes.clear();
      if (!size || *size < 1) break;
      sizes.push_back(*size);
      at = end;
    }
    if (!symbol.empty() && !sizes.empty()) continue;
    error = {fmt::format("--tiles={} is no symbol with sizes", text),
             "write it like --tiles=BK:4,8,16; ';' between symbols"};
    return false;
  }
  return true;
}

// A bar on a terminal, once it has been two seconds.
class Progress {
 public:
  explicit Progress(bool shown) : shown_(shown) {}
  ~Progress() {
    if (drawn_) std::fputs("\r\033[K", stderr);
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double share) {
    using namespace std::chrono_literals;
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || now - begin_ < 2s || now - last_ < 100ms) return;
    last_ = now;
    drawn_ = true;
    const auto full = static_cast<size_t>(share * 30);
    std::fputs(fmt::format("\r[{}{}] {:3.0f} %", std::string(full, '#'),
                           std::string(30 - std::min<size_t>(full, 30), ' '), share * 100)
                   .c_str(),
               stderr);
    std::fflush(stderr);
  }

 private:
  bool shown_, drawn_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now(), last_ = begin_;
};

bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char* value = std::getenv(name); value && *value) {
      std::string text = value;
      std::ranges::transform(text, text.begin(),
                             [](char c) { return static_cast<char>(std::tolower(c)); });
      return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
    }
  return false;
}

bool has_tiles(const ir::Program& nest) {
  return std::ranges::any_of(nest.kernels, [](const ir::Kernel& k) { return k.tiled; });
}

std::vector<std::string> described(const runtime::plan::Inputs& inputs) {
  std::vector<std::string> out;
  for (const auto& [name, coo] : inputs.tensors) {
    double size = 1;
    std::string shape;
    for (int64_t extent : coo.shape) {
      size *= static_cast<double>(extent);
      shape += fmt::format("{}{}", shape.empty() ? "" : " x ", extent);
    }
    if (static_cast<double>(coo.entries()) < size)
      out.push_back(fmt::format("{} {} non-zeros of {}", name,
                                runtime::report::count_text(static_cast<int64_t>(coo.entries())),
                                shape));
  }
  return out;
}

class Explainer {
 public:
  Explainer(JobCommand& command, const ExplainOptions& options, Console& console)
      : command_(command),
        options_(options),
        console_(console),
        progress_(console.error_is_terminal() && !console.quiet) {}

  int run() {
    UsageError error;
    if (!read_machine(options_.machine, out_.machine, error) ||
        !read_cache(options_.cache, out_.machine, out_.cache_sectors, error) ||
        !read_tiles(options_.tiles, tiles_, error) || !read_reports(error))
      return diagnostics_.ok() ? finish(console_, error, command_.name) : end();
    std::vector<std::string> specs = {command_.spec.spec};
    specs.insert(specs.end(), options_.with.begin(), options_.with.end());
    for (size_t i = 0; i < specs.size(); ++i) {
      const int64_t lanes = out_.machine.lanes;
      if (auto code = add(specs[i], i == 0)) return *code;
      if (i == 0 || out_.machine.lanes == lanes) continue;
      out_.mappings.clear(), out_.orders.clear();  // those before were counted on other warps
      out_.expressions.clear(), out_.inputs.clear();
      i = SIZE_MAX;  // all over again
    }
    for (const MeasuredReport& report : reports_)
      if (std::ranges::none_of(out_.mappings,
                               [&](const Mapping& m) { return report.is_of(m.name, m.on_gpu); }))
        return finish(console_,
                      UsageError{fmt::format("--measured is of {}, which is not explained here",
                                             report.subject()),
                                 "name its spec, or put it beside with --with"},
                      command_.name);
    if (!no_orders_.empty()) return finish(console_, wrong_order(), command_.name);
    std::ranges::stable_sort(out_.orders, {}, [](const OrderRow& row) {
      return row.mapping ? row.mapping->counts.slots : INT64_MAX;
    });
    if (!write() || !diagnostics_.ok()) return end();
    if (targets().empty() || command_.job.json) print();
    return end();
  }

 private:
  bool read_reports(UsageError& error) {
    for (const std::string& path : options_.measured) {
      auto report = MeasuredReport::read(path, error, diagnostics_);
      if (!report) return false;
      reports_.push_back(std::move(*report));
    }
    return true;
  }
  UsageError wrong_order() const {
    return {fmt::format("--orders names '{}', which is no order of the loops", no_orders_.front()),
            fmt::format("they are {}; orders are written like {}, with ';' between",
                        fmt::join(loops_, ", "), fmt::join(loops_, ","))};
  }

  int end() { return finish(console_, diagnostics_, source_, command_.line); }

  // An exit code if the command ends here.
  std::optional<int> add(const std::string& spec, bool first) {
    command_.spec.spec = spec;
    command_.kernel_text = false;
    Job job;
    if (auto code = prepare(job)) return code;
    source_ = job.compiled->source;
    UsageError error;
    if (!spares_inputs(job, error)) return finish(console_, error, command_.name);
    auto inputs =
        runtime::plan::load_inputs(job.compiled->manifest, job.request.inputs, diagnostics_);
    if (!inputs) return end();
    ExplainRequest request{&job, &*inputs, out_.machine};
    request.places = true;
    request.text = true;
    request.order_texts = !options_.html.empty();
    request.cache = cache_of(command_.job);
    request.progress = [this](double share) { progress_.show(share); };
    std::string note;
    auto mapping = explain_mapping(request, stem_of(spec), note, diagnostics_);
    if (!mapping) return end();
    if (!note.empty()) add_note(fmt::format("{}: {}", mapping->name, note));
    for (const MeasuredReport& report : reports_) {
      if (!report.is_of(mapping->name, mapping->on_gpu)) continue;
      mapping->measured = report.measured({job, *inputs, mapping->on_gpu}, error);
      if (!mapping->measured) return finish(console_, error, command_.name);
    }
    out_.mappings.push_back(std::move(*mapping));
    if (first) {
      for (const LoopOrder& order : job.compiled->artefact.loops)
        out_.expressions.push_back(order.expression);
      out_.inputs = described(*inputs);
    }
    if (options_.orders.empty() && tiles_.empty()) return std::nullopt;
    if (!has_symbols(job, error)) return finish(console_, error, command_.name);
    request.places = false;
    std::vector<std::string> others;
    std::ranges::move(explain_orders(request, {options_.orders, tiles_}, others),
                      std::back_inserter(out_.orders));
    if (first) loops_ = ordered_loops(job), no_orders_ = others;
    std::erase_if(no_orders_, [&](const std::string& order) {
      return std::ranges::find(others, order) == others.end();
    });
    return std::nullopt;
  }

  bool has_symbols(const Job& job, UsageError& error) const {
    std::vector<std::string> known;
    for (const runtime::ManifestSymbol& s : job.compiled->manifest.symbols) known.push_back(s.name);
    for (const auto& [symbol, sizes] : tiles_) {
      if (std::ranges::find(known, symbol) != known.end()) continue;
      error = {fmt::format("--tiles names '{}', which is no symbol of {}", symbol,
                           stem_of(job.compiled->source->path)),
               known.empty()
                   ? "a size is a symbol where the spec says uniform_shape(NAME), and NAME "
                     "under `params:`"
                   : fmt::format("they are {}", fmt::join(known, ", "))};
      return false;
    }
    return true;
  }

  // Tiles are staged by warps of 32; and other specs may be mapped to those alone.
  std::optional<int> prepare(Job& job) {
    const int64_t lanes = command_.lanes = out_.machine.lanes;
    UsageError error;
    Diagnostics found;
    const bool done = prepare_job(command_, true, job, error, found);
    if (lanes == 32 || !error.message.empty() || (done && !has_tiles(*job.compiled->artefact.nest)))
      return given(job, done, error, found);
    Job again;
    Diagnostics anew;
    command_.lanes = 32;
    const bool fits = prepare_job(command_, true, again, error, anew);
    if (!done && !fits) return given(job, false, error, found);
    out_.machine.lanes = 32;
    add_note(done ? "tiles are staged by warps of 32 lanes, so the machine has those"
                  : fmt::format("{} is mapped to warps of 32 lanes, so the machine has those",
                                stem_of(command_.spec.spec)));
    job = std::move(again);
    return given(job, fits, error, anew);
  }

  void add_note(const std::string& note) {
    if (std::ranges::find(out_.notes, note) == out_.notes.end()) out_.notes.push_back(note);
  }

  std::optional<int> given(const Job& job, bool done, const UsageError& error,
                           const Diagnostics& found) {
    for (const Diagnostic& d : found.all()) diagnostics_.add(d);
    if (done) return std::nullopt;
    if (error.message.empty()) return finish(console_, diagnostics_, job.source, command_.line);
    console_.show(diagnostics_);
    return finish(console_, error, command_.name);
  }

  struct Target {
    const char* option;
    std::string path;
  };
  std::vector<Target> targets() const {
    std::vector<Target> out = {
        {"--html", options_.html}, {"--svg", options_.svg}, {"--trace", options_.trace}};
    std::erase_if(out, [](const Target& t) { return t.path.empty(); });
    return out;
  }

  // No file is written over what is read, or over another one.
  bool spares_inputs(const Job& job, UsageError& error) const {
    std::map<std::string, const char*> seen;
    for (const Target& target : targets()) {
      const auto [other, fresh] = seen.emplace(
          std::filesystem::path(target.path).lexically_normal().string(), target.option);
      std::string read = read_as(target.path, command_.spec.spec, job);
      if (!fresh) read = fmt::format("what {} writes", other->second);
      if (read.empty()) continue;
      error = {fmt::format("{}={} would overwrite {}", target.option, target.path, read),
               "name another file"};
      return false;
    }
    return true;
  }

  bool write() {
    std::vector<OutputFile> files;
    std::vector<std::string> left_out;
    if (!options_.html.empty()) files.push_back({options_.html, to_page(out_)});
    if (!options_.svg.empty()) files.push_back({options_.svg, to_svg(out_)});
    if (!options_.trace.empty()) files.push_back({options_.trace, to_chrome_trace(out_, left_out)});
    if (!write_files(files, diagnostics_)) return false;
    for (const OutputFile& file : files) console_.say(fmt::format("wrote {}", file.path));
    for (const std::string& what : left_out) console_.say("note: " + what);
    return true;
  }

  void print() {
    if (command_.job.json)
      console_.print(to_json(out_, true).dump(2) + "\n", diagnostics_);
    else
      console_.print(to_text(out_, console_.text_options(), speaks_utf8()), diagnostics_);
  }

  JobCommand& command_;
  const ExplainOptions& options_;
  Console& console_;
  Progress progress_;
  Diagnostics diagnostics_;
  SourcePtr source_;
  Explanation out_;
  std::vector<MeasuredReport> reports_;
  Tiles tiles_;
  std::vector<std::string> loops_;      // of the first spec
  std::vector<std::string> no_orders_;  // that --orders lists: of no spec
};

}  // namespace

int explain_command(const std::vector<std::string>& arguments) {
  JobCommand command{"teaalc explain"};
  command.counted = true;
  ExplainOptions options;
  CLI::App app;
  Console console;
  add_explain_options(app, options);
  if (auto code = parse_job(app, command, arguments, console)) return *code;
  return Explainer(command, options, console).run();
}

}  // namespace teaal::driver
