// Every shipped schedule of a sparse operand, over formats of that operand and of the output, types
// of values and the shapes that schedules trip over: right, or refused at a place before it runs.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "compiler/driver/output_files.h"
#include "compiler/driver/session.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

namespace fs = std::filesystem;
using driver::Compiled;
using driver::Session;
using runtime::ManifestTensor;

// What a tensor is stored as; empty: as the spec says.
struct Storage {
  std::string tensor, format;
};

std::optional<Compiled> compiled(const fs::path& spec, const Storage& storage,
                                 const std::string& type, Diagnostics& diagnostics) {
  driver::CompileOptions options;
  options.formatted = false;
  options.name = "t";
  options.value_type = type;
  if (!storage.format.empty()) options.overrides.formats = {{storage.tensor, storage.format}};
  return driver::compile_for_run(driver::read_source_file(spec.string(), diagnostics), options,
                                 diagnostics);
}

const driver::Machine& machine() {
  static const driver::Machine made = quick_cpu();
  return made;
}

bool is_sparse(const ManifestTensor& t) {
  return t.formats.find_first_of("CB") != std::string::npos;
}

const ManifestTensor* sparse_input(const runtime::Manifest& manifest) {
  for (const ManifestTensor& t : manifest.tensors)
    if (t.role == ManifestTensor::Role::Input && is_sparse(t) && t.ranks.size() > 1 &&
        t.ranks.size() <= 3)
      return &t;
  return nullptr;
}

const ManifestTensor* result(const runtime::Manifest& manifest) {
  for (const ManifestTensor& t : manifest.tensors)
    if (t.role == ManifestTensor::Role::Output && !t.ranks.empty()) return &t;
  return nullptr;
}

// Every way to store so many ranks: each in every format, first to last and last to first.
std::vector<std::string> storages(const std::vector<std::string>& ranks) {
  std::vector<std::string> out;
  const std::string letters = "UCB";
  size_t all = 1;
  for (size_t r = 0; r < ranks.size(); ++r) all *= letters.size();
  for (const bool backward : {false, true})
    for (size_t code = 0; code < (ranks.size() > 1 || !backward ? all : 0); ++code) {
      std::string text;
      size_t rest = code;
      for (size_t r = 0; r < ranks.size(); ++r, rest /= letters.size())
        text += (r > 0 ? "," : "") + ranks[backward ? ranks.size() - 1 - r : r] + ":" +
                letters[rest % letters.size()];
      out.push_back(text);
    }
  return out;
}

// What data looks like.
enum class Shape { Uneven, Empty, Single };

// Uneven: fibers of the first rank are empty, one behind the other too, the last one among them;
// one is full, as is one coordinate of the last rank. Lines are unsorted, and one comes twice.
std::string hard_data(size_t ranks, Shape shape) {
  const std::vector<int> extents =
      shape == Shape::Single ? std::vector<int>{1, 1, 1} : std::vector<int>{37, 29, 11};
  std::string head = "# shape";
  for (size_t r = 0; r < ranks; ++r) head += " " + std::to_string(extents[r]);
  const std::string path = fmt::format("{}schedules_{}_{}_{}.tns", testing::TempDir(), getpid(),
                                       ranks, static_cast<int>(shape));
  std::vector<std::string> lines;
  std::minstd_rand random(5);
  std::vector<int> at(ranks, 0);
  const auto visit = [&](auto&& self, size_t r) -> void {
    if (r < ranks) {
      for (at[r] = 0; at[r] < extents[r]; ++at[r]) self(self, r + 1);
      return;
    }
    const bool empty = (at[0] >= 10 && at[0] < 21) || at[0] == 0 || at[0] + 1 == extents[0];
    const bool full = at[0] == 5 || at.back() == 7;
    if (shape != Shape::Single && (empty || (!full && random() % 6 != 0))) return;
    std::string line;
    for (const int c : at) line += std::to_string(c + 1) + " ";
    lines.push_back(line + std::to_string(1 + random() % 5));
  };
  if (shape != Shape::Empty) visit(visit, 0);
  if (!lines.empty()) lines.push_back(lines.front());
  std::ranges::shuffle(lines, random);
  std::ofstream file(path);
  file << head << "\n";
  for (const std::string& line : lines) file << line << "\n";
  return path;
}

driver::JobRequest request(const Compiled& program, const std::string& sparse, Shape shape) {
  driver::JobRequest out;
  const runtime::Manifest& manifest = program.manifest;
  for (const ManifestTensor& t : manifest.tensors) {
    if (t.role != ManifestTensor::Role::Input) continue;
    if (t.name == sparse) {
      out.inputs.sources[t.name] = hard_data(t.ranks.size(), shape);
      continue;
    }
    out.inputs.sources[t.name] = is_sparse(t) && t.absent == 0 && t.ranks.size() > 1
                                     ? "rand:values=int,density=0.3"
                                     : "dense:values=int";
  }
  const ManifestTensor& whole = *manifest.tensor(sparse);
  for (const std::string& rank : runtime::plan::ranks_of(manifest))
    if (std::ranges::find(whole.ranks, rank) == whole.ranks.end()) out.inputs.shapes[rank] = 13;
  for (const std::string& scalar : manifest.scalars) out.scalars[scalar] = 2;
  return out;
}

// Whether it is right, and why not.
std::string failure(const Compiled& program, const driver::JobRequest& job) {
  Diagnostics diagnostics;
  auto session = Session::load(program, job, diagnostics);
  if (!session || !session->run(machine(), diagnostics) || !session->verify(diagnostics))
    return told(diagnostics);
  std::string out;
  for (const std::string& finding : session->report().findings) out += finding + "\n";
  for (const auto& check : session->report().verification->outputs)
    if (check.comparison.mismatches > 0) out += check.comparison.first_mismatch + "\n";
  return out;
}

class Schedules : public testing::TestWithParam<fs::path> {
 protected:
  void audit(const Storage& storage, const std::string& type, const std::string& sparse) {
    SCOPED_TRACE(storage.tensor + "=" + storage.format + " --type=" + type);
    Diagnostics diagnostics;
    const auto program = compiled(GetParam(), storage, type, diagnostics);
    if (!program) {
      const bool located = std::ranges::all_of(diagnostics.all(), [](const Diagnostic& d) {
        return d.severity != Severity::Error || (d.code != Code::Internal && d.where.known());
      });
      EXPECT_TRUE(located) << told(diagnostics);
      return;
    }
    for (const Shape shape : {Shape::Uneven, Shape::Empty, Shape::Single})
      EXPECT_EQ(failure(*program, request(*program, sparse, shape)), "") << static_cast<int>(shape);
  }
};

TEST_P(Schedules, are_right_or_refused_in_every_format_and_type) {
  Diagnostics diagnostics;
  const auto given = compiled(GetParam(), {}, "f32", diagnostics);
  ASSERT_TRUE(given) << told(diagnostics);
  const ManifestTensor* sparse = sparse_input(given->manifest);
  if (!sparse) GTEST_SKIP() << "no sparse operand";
  const ManifestTensor* output = result(given->manifest);
  ASSERT_TRUE(output);
  for (const char* type : {"f32", "f64", "f16", "bf16", "i32"}) audit({}, type, sparse->name);
  // Every other format, by turns: each is tried with about half of the schedules.
  size_t turn = GetParam().stem().string().size();
  for (const ManifestTensor* stored : {sparse, output})
    for (const std::string& format : storages(stored->ranks))
      if (turn++ % 2 == 0) audit({stored->name, format}, "f32", sparse->name);
}

// Those of published designs, in folders of specs/, are the corpus.
std::vector<fs::path> schedules() {
  std::vector<fs::path> out = shipped_specs();
  std::erase_if(out, [](const fs::path& path) { return path.parent_path().filename() != "specs"; });
  return out;
}

INSTANTIATE_TEST_SUITE_P(Shipped, Schedules, testing::ValuesIn(schedules()),
                         [](const auto& info) { return info.param.stem().string(); });

}  // namespace
}  // namespace teaal::exec
