#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdlib>

#include "compiler/driver/commands/commands.h"
#include "runtime/cache/build_cache.h"
#include "runtime/report/text.h"

namespace teaal::driver {
namespace {

using runtime::BuildCache;

std::string told(const BuildCache::Contents& contents) {
  return fmt::format("{} {}, {}", contents.entries, contents.entries == 1 ? "build" : "builds",
                     runtime::report::bytes_text(static_cast<int64_t>(contents.bytes)));
}

std::string text_of(const BuildCache& cache, bool clear) {
  if (!cache.keeps())
    return "no cache: neither TEAAL_CACHE_DIR nor XDG_CACHE_HOME nor HOME names a folder\n";
  const std::string place = cache.folder().string();
  if (clear) return fmt::format("{}: removed {}\n", place, told(cache.clear()));
  return fmt::format("{}: {}, of {} at most\n", place, told(cache.contents()),
                     runtime::report::bytes_text(static_cast<int64_t>(cache.limit_bytes())));
}

}  // namespace

int cache_command(const std::vector<std::string>& arguments) {
  CLI::App app;
  Console console;
  ConsoleOptions options;
  bool clear = false;
  app.add_flag("--clear", clear, "Remove every build");
  add_console_options(app, options);
  if (auto code = parse(app, "teaalc cache", options, arguments, console)) return *code;
  // Elsewhere such a limit counts as not set: a cache never makes a run fail.
  if (const char* size = std::getenv("TEAAL_CACHE_SIZE"); size && !runtime::parse_bytes(size))
    return finish(console,
                  {fmt::format("TEAAL_CACHE_SIZE={} is no size; 512 MiB are the limit", size),
                   "write it like 2G, 512M or 100000 (bytes)"},
                  "teaalc cache");
  Diagnostics diagnostics;
  const std::string text = text_of(BuildCache::standard(), clear);
  if (!console.quiet) console.print(text, diagnostics);
  return finish(console, diagnostics, nullptr, arguments);
}

}  // namespace teaal::driver
