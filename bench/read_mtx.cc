// How fast .mtx files are read, from the opened file to a canonical coordinate list. The aim is 300
// MB/s of text on one core.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "runtime/tensor/tensor.h"

namespace {

using teaal::runtime::Coo;

enum Layout { RowMajor, ColumnMajor, Pattern };

// Writes a file of some 100 MB once and removes it at the end.
class BenchFile {
 public:
  explicit BenchFile(Layout layout)
      : path_(std::filesystem::temp_directory_path() /
              ("teaal_bench_" + std::to_string(getpid()) + ".mtx")) {
    constexpr int64_t rows = 500'000, per_row = 8;
    std::FILE* file = std::fopen(path_.c_str(), "w");
    std::fprintf(file, "%%%%MatrixMarket matrix coordinate %s general\n%ld %ld %ld\n",
                 layout == Pattern ? "pattern" : "real", rows, rows, rows * per_row);
    for (int64_t major = 1; major <= rows; ++major)
      for (int64_t e = 0; e < per_row; ++e) {
        int64_t minor = 1 + major * 7 % 61'001 + e * 61'001;
        int64_t i = layout == ColumnMajor ? minor : major,
                j = layout == ColumnMajor ? major : minor;
        if (layout == Pattern)
          std::fprintf(file, "%ld %ld\n", i, j);
        else
          std::fprintf(file, "%ld %ld %.16g\n", i, j, 1.0 / static_cast<double>(major + e));
      }
    std::fclose(file);
  }
  ~BenchFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void read_mtx(benchmark::State& state) {
  BenchFile file(static_cast<Layout>(state.range(0)));
  auto bytes = static_cast<int64_t>(std::filesystem::file_size(file.path()));
  for (auto run : state) {
    teaal::Diagnostics diagnostics;
    teaal::runtime::SourceNotes notes;
    std::optional<Coo> list =
        teaal::runtime::read_source(file.path(), {std::nullopt, std::nullopt}, diagnostics, notes);
    if (!list) state.SkipWithError(teaal::render(diagnostics.all().front()).c_str());
    benchmark::DoNotOptimize(list);
  }
  state.SetBytesProcessed(state.iterations() * bytes);
}
BENCHMARK(read_mtx)
    ->ArgName("layout")
    ->Arg(RowMajor)
    ->Arg(ColumnMajor)
    ->Arg(Pattern)
    ->Unit(benchmark::kMillisecond);

}  // namespace
