#include "compiler/driver/commands/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace teaal::driver {
namespace {

// 0, 1, 2, primes, a warp and its neighbours, some blocks, a few hundreds.
constexpr std::array<int64_t, 24> extents = {1,  2,  3,  4,  5,  7,  8,   13,  16,  17,  31,  32,
                                             33, 61, 63, 64, 65, 97, 127, 128, 129, 211, 256, 307};
constexpr std::array<const char*, 7> densities = {"0", "1", "0.5", "0.3", "0.1", "0.03", "0.8"};
constexpr std::array<int64_t, 8> launch_sizes = {1, 2, 7, 32, 33, 64, 100, 256};

// The most points of the whole iteration space, so that dense loops over every rank stay quick in
// checked mode.
constexpr int64_t most_points = 60000;

uint64_t next(uint64_t& state) {  // splitmix64 (Steele, Lea and Flood, 2014)
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

template <class List>
auto pick(const List& list, uint64_t& state) {
  return list[next(state) % list.size()];
}

// Of a rank that some tensor stores in narrow coordinates: as many as offsets can tell apart.
int64_t most_coordinates(const runtime::Manifest& manifest, const std::string& rank) {
  int64_t out = INT32_MAX;
  for (const runtime::ManifestTensor& tensor : manifest.tensors)
    for (size_t level = 0; level < tensor.cbits.size(); ++level)
      if (tensor.cbits[level] != 0 && tensor.rank_order[level] == rank)
        out = std::min(out, int64_t{1} << tensor.cbits[level]);
  return out;
}

enum Corner { all_ones, one_zero, all_empty, all_full, corners };

}  // namespace

CaseGenerator::CaseGenerator(const runtime::Manifest& manifest, const Given& given,
                             const std::map<std::string, int64_t>& shapes, uint64_t seed)
    : manifest_(manifest), given_(given), shapes_(shapes), seed_(seed) {
  for (const auto& [name, source] : given.sources) {
    const runtime::ManifestTensor& tensor = *manifest.tensor(name);
    Diagnostics ignored;
    runtime::SourceNotes notes;
    auto coo =
        runtime::read_source(source, runtime::KnownShape(tensor.ranks.size()), ignored, notes);
    if (!coo || coo->order() != tensor.ranks.size()) continue;
    for (size_t r = 0; r < tensor.ranks.size(); ++r) fixed_.emplace(tensor.ranks[r], coo->shape[r]);
  }
}

std::map<std::string, int64_t> CaseGenerator::draw_extents(int number, uint64_t& state) const {
  std::map<std::string, int64_t> out;
  std::vector<std::string> free;
  int64_t points = 1;
  for (const std::string& rank : runtime::plan::ranks_of(manifest_)) {
    if (fixed_.contains(rank) || shapes_.contains(rank)) continue;
    out[rank] =
        number == all_ones ? 1 : std::min(pick(extents, state), most_coordinates(manifest_, rank));
    points *= out[rank];
    free.push_back(rank);
  }
  while (points > most_points) {
    auto largest = std::max_element(out.begin(), out.end(),
                                    [](auto& a, auto& b) { return a.second < b.second; });
    points /= largest->second;
    largest->second = std::max<int64_t>(1, largest->second / 2 - 1);
    points *= largest->second;
  }
  bool zero = number == one_zero || (number >= corners && next(state) % 16 == 0);
  if (zero && !free.empty()) out[pick(free, state)] = 0;
  return out;
}

// Small integers make every sum exact, so that any error is a wrong one; reals test the bound.
// Rounds that last until a tensor is empty need not end where values are negative.
std::string CaseGenerator::draw_source(int number, uint64_t& state) const {
  std::string density = number == all_empty  ? "0"
                        : number == all_full ? "1"
                                             : pick(densities, state);
  const bool open_end = manifest_.iteration && !manifest_.iteration->until_empty.empty();
  const bool integers = next(state) % 2 == 0 || manifest_.value_type == "i32" || open_end;
  return fmt::format("rand:density={},values={},seed={}", density, integers ? "int" : "rand",
                     next(state) % 100000);
}

Case CaseGenerator::make(int number) const {
  Case out;
  out.number = number;
  uint64_t state = seed_ * 0x2545f4914f6cdd1d + static_cast<uint64_t>(number);
  out.request.inputs = {given_.sources, shapes_};
  out.request.scalars = given_.scalars;
  for (const auto& [rank, extent] : draw_extents(number, state))
    out.request.inputs.shapes[rank] = extent;
  for (const runtime::ManifestTensor& tensor : manifest_.tensors)
    if (tensor.role == runtime::ManifestTensor::Role::Input &&
        !given_.sources.contains(tensor.name))
      out.request.inputs.sources[tensor.name] = draw_source(number, state);
  for (const std::string& scalar : manifest_.scalars)
    out.request.scalars.emplace(scalar,
                                static_cast<double>(static_cast<int64_t>(next(state) % 17) - 8) /
                                    (manifest_.value_type == "i32" ? 1 : 4));
  for (const runtime::ManifestSymbol& symbol : manifest_.symbols)
    if (!symbol.value && next(state) % 2 == 0)
      out.request.symbols[symbol.name] = pick(launch_sizes, state);
  for (const auto& [name, source] : out.request.inputs.sources)
    out.arguments.push_back(name + "=" + source);
  for (const auto& [name, value] : out.request.scalars)
    out.arguments.push_back(fmt::format("{}={}", name, value));
  for (const auto& [rank, extent] : out.request.inputs.shapes)
    out.arguments.insert(out.arguments.end(), {"--shape", fmt::format("{}={}", rank, extent)});
  for (const auto& [name, size] : out.request.symbols)
    out.arguments.insert(out.arguments.end(), {"-D", fmt::format("{}={}", name, size)});
  return out;
}

std::string shell_quoted(const std::string& text) {
  bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("_-./=:,+@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return text;
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace teaal::driver
