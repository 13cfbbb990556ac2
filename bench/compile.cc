// How long a spec takes to become CUDA text, in process: without Clang's part (reading, checking,
// passes, spelling) and whole (templates attached, formatted, verified).
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>

#include "compiler/driver/compile.h"

namespace teaal::bench {
namespace {

SourcePtr spec() {
  static const SourcePtr source = [] {
    std::string path = std::string(TEAAL_SOURCE_DIR) + "/specs/spmv_thread_mapped.yaml";
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return std::make_shared<SourceFile>(SourceFile{path, text.str()});
  }();
  return source;
}

void compile_spec(benchmark::State& state, const std::string& stop_after) {
  for (auto _ : state) {
    Diagnostics diagnostics;
    driver::CompileOptions options;
    options.name = "spmv";
    options.stop_after = stop_after;
    auto artefact = driver::compile(spec(), options, diagnostics);
    if (!artefact) state.SkipWithError("the spec does not compile");
    benchmark::DoNotOptimize(artefact);
  }
}

void without_clang(benchmark::State& state) { compile_spec(state, driver::pass_names().back()); }
void whole(benchmark::State& state) { compile_spec(state, ""); }

BENCHMARK(without_clang)->Unit(benchmark::kMillisecond);
BENCHMARK(whole)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace teaal::bench
