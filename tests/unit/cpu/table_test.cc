#include <algorithm>
#include <map>
#include <random>

#include "templates/library.h"
#include "tests/unit/cpu/harness.h"

// The device functions of templates/table.cuh on the CPU executor in checked mode: a row of every
// size around those at which it is sorted otherwise, as many as fit, and no races.
namespace teaal::runtime::cpu {
namespace {

using testing::all_text;
using testing::Arguments;
using testing::launch_in;
using testing::Mode;

constexpr int slots = 512, most = slots / 4 * 3;
constexpr size_t turn = 32;

// Each warp of a block has a row of its own: first how many coordinates it has, then their sums.
constexpr const char* kernel = R"(
extern "C" __global__ void rows(const int* coords, const float* values, int n, int each,
                                int* counts, long long* keys_out, float* values_out) {
  __shared__ int keys[2 * 512];
  __shared__ float sums[2 * 512];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int* mine = keys + warp * 512;
  for (int round = 0; round < 2; ++round) {  // the table is used again
    teaal_table_clear(mine, 512);
    int held = 0;
    for (int at = 0; at < n; at += 32) {
      const bool active = coords[at + lane] >= 0;
      const bool is_new = teaal_table_put(mine, 512, coords[at + lane], active);
      held += __popc(__ballot_sync(0xffffffffu, is_new));
    }
    if (lane == 0) counts[warp] = held;
    teaal_table_clear(mine, 512);
    for (int at = 0; at < n; at += 32)
      teaal_table_add<teaal_sum>(mine, sums + warp * 512, 512, coords[at + lane],
                                 values[at + lane] + float(warp), coords[at + lane] >= 0);
    teaal_table_leave(mine, sums + warp * 512, 512, 1000000000000LL * warp, keys_out + warp * each,
                      values_out + warp * each);
  }
})";

// Turns of a warp's lanes, each with another coordinate or none (-1), of `size` in all.
struct Drawn {
  std::vector<int> coords;
  std::vector<float> values;
};
Drawn drawn(int size, int spread) {
  std::mt19937 random(static_cast<unsigned>(size * 7 + spread));
  std::vector<int> row(static_cast<size_t>(size));
  for (size_t i = 0; i < row.size(); ++i) row[i] = static_cast<int>(i) * spread;
  Drawn out;
  auto bring = [&](size_t from, size_t upto) {
    for (size_t lane = 0; lane < turn; ++lane) {
      const bool active = from + lane < std::min(upto, row.size());
      out.coords.push_back(active ? row[from + lane] : -1);
      out.values.push_back(static_cast<float>(random() % 1000) / 7);
    }
  };
  std::shuffle(row.begin(), row.end(), random);
  for (size_t from = 0; from <= row.size(); from += turn) bring(from, from + turn);  // all of it
  for (size_t times = 0; times < row.size() / 8; ++times) {                          // some again
    std::shuffle(row.begin(), row.end(), random);
    bring(0, random() % (turn + 1));
  }
  return out;
}

void expect_row(Mode mode, Module& module, int size, int spread) {
  const Drawn row = drawn(size, spread);
  std::map<long long, float> sums[2];
  for (size_t i = 0; i < row.coords.size(); ++i)
    for (int warp = 0; warp < 2; ++warp) {
      if (row.coords[i] < 0) continue;
      const float value = row.values[i] + static_cast<float>(warp);
      auto [at, fresh] = sums[warp].emplace(1000000000000LL * warp + row.coords[i], value);
      if (!fresh) at->second += value;
    }
  std::vector<int> counts(2, -1);
  std::vector<long long> keys(2 * most, -1), expected_keys(2 * most, -1);
  std::vector<float> values(2 * most, -1), expected(2 * most, -1);
  for (size_t warp = 0; warp < 2; ++warp) {
    size_t at = warp * most;
    for (const auto& [key, sum] : sums[warp]) {
      expected_keys[at] = key;
      expected[at++] = sum;
    }
  }
  Arguments arguments;
  arguments.in(row.coords, "coords").in(row.values, "values");
  arguments.value(static_cast<int>(row.coords.size())).value(most);
  arguments.inout(counts, "counts").inout(keys, "keys").inout(values, "values_out");
  const LaunchResult result =
      launch_in(mode, module, "rows", {.grid = {1}, .block = {64}}, arguments);
  EXPECT_TRUE(result.ok()) << all_text(result);
  EXPECT_EQ(counts, (std::vector<int>{size, size}));
  EXPECT_EQ(keys, expected_keys) << size << " " << spread;
  EXPECT_EQ(values, expected) << size << " " << spread;
}

TEST(Table, sums_in_the_order_of_the_calls_and_leaves_in_order_of_coordinates) {
  for (const Mode mode : testing::all_modes) {
    const auto module = testing::build_in(mode, templates::with_library(kernel));
    ASSERT_TRUE(module);
    for (const int size : {0, 1, 2, 31, 32, 33, 64, 65, 127, 128, 129, 256, 257, 383, most})
      for (const int spread : {1, 512, 100003}) expect_row(mode, *module, size, spread);
  }
}

}  // namespace
}  // namespace teaal::runtime::cpu
