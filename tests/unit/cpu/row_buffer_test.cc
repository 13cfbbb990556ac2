#include <algorithm>
#include <map>
#include <random>

#include "templates/library.h"
#include "tests/unit/cpu/harness.h"

// The device functions of templates/row_buffer.cuh on the CPU executor in checked mode: rows of a
// warp and of a block in dense tiles, bits and hash tables, and no races.
namespace teaal::runtime::cpu {
namespace {

using testing::all_text;
using testing::Arguments;
using testing::launch_in;
using testing::Mode;

// A tile of 200 coordinates; room for 128 elements of it. `turn`: how many threads a group has.
constexpr int tile = 200, most = 96;

// Brings all coordinates, -1 for none, a thread one in each turn, and tells how many there were.
constexpr const char* bring = R"(
template <class G>
static __device__ int held_by(bool is_new) {
  __shared__ int held;
  if (threadIdx.x == 0) held = 0;
  __syncthreads();
  if (is_new) atomicAdd(&held, 1);
  __syncthreads();
  const int out = held;
  __syncthreads();
  return out;
}
)";

// $G: the group; each kernel runs with as many threads as that has.
constexpr const char* kernels = R"(
extern "C" __global__ void dense_$N(const int* coords, const float* values, int n, int* counts,
                                    long long* keys_out, float* values_out) {
  __shared__ int bits[7];
  __shared__ float sums[200];
  using G = teaal_of_$N;
  int held = 0;
  for (int round = 0; round < 2; ++round) {  // the tile is used again
    teaal_buffer_clear<G>(bits, 7, 0);
    held = 0;
    for (int at = 0; at < n; at += G::size())
      held += held_by<G>(teaal_bits_put(bits, coords[at + G::rank()], coords[at + G::rank()] >= 0));
    teaal_buffer_clear<G>(bits, 7, 0);
    for (int at = 0; at < n; at += G::size())
      teaal_tile_add<teaal_sum, G>(bits, sums, coords[at + G::rank()], values[at + G::rank()],
                                   coords[at + G::rank()] >= 0);
    teaal_tile_leave<G>(bits, sums, 7, 1000000000000LL, keys_out, values_out);
  }
  if (threadIdx.x == 0) counts[0] = held;
}
extern "C" __global__ void mask_$N(const int* coords, const float* values, int n, int* counts,
                                   long long* keys_out, float* values_out) {
  __shared__ int words[21];
  __shared__ float sums[128];
  using G = teaal_of_$N;
  int held = 0;
  for (int round = 0; round < 2; ++round) {
    teaal_buffer_clear<G>(words, 7, 0);
    held = 0;
    for (int at = 0; at < n; at += G::size())
      held += held_by<G>(teaal_bits_put(words, coords[at + G::rank()], coords[at + G::rank()] >= 0));
    teaal_mask_rank<G>(words, 7);
    for (int at = 0; at < n; at += G::size())
      teaal_mask_add<teaal_sum, G>(words, sums, 7, coords[at + G::rank()], values[at + G::rank()],
                                   coords[at + G::rank()] >= 0);
    teaal_mask_leave<G>(words, sums, 7, 1000000000000LL, keys_out, values_out);
  }
  if (threadIdx.x == 0) counts[0] = held;
}
)";

constexpr const char* hash = R"(
extern "C" __global__ void hash_block(const int* coords, const float* values, int n, int* counts,
                                      long long* keys_out, float* values_out) {
  __shared__ int keys[128];
  __shared__ float sums[128];
  using G = teaal_of_block;
  int held = 0;
  for (int round = 0; round < 2; ++round) {
    teaal_buffer_clear<G>(keys, 128, teaal_no_key);
    held = 0;
    for (int at = 0; at < n; at += G::size())
      held += held_by<G>(teaal_table_put(keys, 128, coords[at + G::rank()],
                                         coords[at + G::rank()] >= 0));
    teaal_buffer_clear<G>(keys, 128, teaal_no_key);
    for (int at = 0; at < n; at += G::size())
      teaal_hash_add<teaal_sum>(keys, sums, 128, coords[at + G::rank()], values[at + G::rank()],
                                coords[at + G::rank()] >= 0);
    teaal_hash_leave(keys, sums, 128, 1000000000000LL, keys_out, values_out);
  }
  if (threadIdx.x == 0) counts[0] = held;
})";

std::string replaced(std::string text, const std::string& name) {
  for (size_t at = text.find("$N"); at != text.npos; at = text.find("$N"))
    text.replace(at, 2, name);
  return text;
}

std::string all_kernels() {
  return templates::with_library(bring + replaced(kernels, "warp") + replaced(kernels, "block") +
                                 hash);
}

// Turns of a group, each with another coordinate or none (-1), of `size` in all.
struct Drawn {
  std::vector<int> coords;
  std::vector<float> values;
};
Drawn drawn(int size, size_t threads) {
  std::mt19937 random(static_cast<unsigned>(size) * 7 + static_cast<unsigned>(threads));
  std::vector<int> row(tile);
  for (size_t i = 0; i < row.size(); ++i) row[i] = static_cast<int>(i);
  std::shuffle(row.begin(), row.end(), random);
  row.resize(static_cast<size_t>(size));
  Drawn out;
  const auto turn = [&](size_t from, size_t upto) {
    for (size_t thread = 0; thread < threads; ++thread) {
      const bool active = from + thread < std::min(upto, row.size());
      out.coords.push_back(active ? row[from + thread] : -1);
      out.values.push_back(static_cast<float>(random() % 1000) / 7);
    }
  };
  for (size_t from = 0; from <= row.size(); from += threads) turn(from, from + threads);
  for (int times = 0; times < 9; ++times) {  // some again
    std::shuffle(row.begin(), row.end(), random);
    turn(0, random() % (threads + 1));
  }
  return out;
}

void expect_row(Mode mode, Module& module, const std::string& kernel, int size, uint32_t threads) {
  const Drawn row = drawn(size, threads);
  std::map<int, float> sums;
  for (size_t i = 0; i < row.coords.size(); ++i) {
    if (row.coords[i] < 0) continue;
    auto [at, fresh] = sums.emplace(row.coords[i], row.values[i]);
    if (!fresh) at->second += row.values[i];
  }
  std::vector<long long> keys(tile, -1), expected_keys(tile, -1);
  std::vector<float> values(tile, -1), expected(tile, -1);
  size_t to = 0;
  for (const auto& [coord, sum] : sums) {
    expected_keys[to] = 1000000000000LL + coord;
    expected[to++] = sum;
  }
  std::vector<int> counts(1, -1);
  Arguments arguments;
  arguments.in(row.coords, "coords").in(row.values, "values");
  arguments.value(static_cast<int>(row.coords.size()));
  arguments.inout(counts, "counts").inout(keys, "keys").inout(values, "values_out");
  const LaunchResult result =
      launch_in(mode, module, kernel, {.grid = {1}, .block = {threads}}, arguments);
  EXPECT_TRUE(result.ok()) << all_text(result);
  EXPECT_EQ(counts[0], size) << kernel << " " << threads;
  EXPECT_EQ(keys, expected_keys) << kernel << " " << size << " " << threads;
  EXPECT_EQ(values, expected) << kernel << " " << size << " " << threads;
}

TEST(RowBuffer, sums_in_the_order_of_the_calls_and_leaves_in_order_of_coordinates) {
  for (const Mode mode : testing::all_modes) {
    const auto module = testing::build_in(mode, all_kernels());
    ASSERT_TRUE(module);
    for (const int size : {0, 1, 2, 31, 33, 64, most}) {
      for (const char* kernel : {"dense_warp", "mask_warp"})
        expect_row(mode, *module, kernel, size, 32);
      for (const char* kernel : {"dense_block", "mask_block", "hash_block"})
        for (const uint32_t threads : {32u, 96u, 256u})
          expect_row(mode, *module, kernel, size, threads);
    }
    for (const uint32_t threads : {32u, 256u})
      expect_row(mode, *module, "dense_block", tile, threads);
  }
}

}  // namespace
}  // namespace teaal::runtime::cpu
