#include <numeric>

#include "templates/library.h"
#include "tests/unit/cpu/harness.h"

// The device functions of templates/classes.cuh on the CPU executor in checked mode: what a block
// counts and lists, in order, and no races between its calls.
namespace teaal::runtime::cpu {
namespace {

using testing::all_text;
using testing::Arguments;
using testing::launch_in;
using testing::Mode;

constexpr const char* kernel = R"(
extern "C" __global__ void classes(const int* numbers, int n, int* list, long long* found) {
  long long next = 0, count = 0;
  for (int first = 0; first < n; first += static_cast<int>(blockDim.x)) {
    const int at = first + static_cast<int>(threadIdx.x);
    const bool odd = at < n && numbers[at] % 2 != 0;
    count += teaal_count_where(odd);
    next = teaal_append_where(list, next, odd, at);
  }
  const long long sum = teaal_sum_of(numbers, 1, n);
  if (threadIdx.x == 0) found[0] = count, found[1] = next, found[2] = sum;
})";

// One number more than `n`, so that there is memory to point to.
std::vector<int> drawn(int n) {
  std::mt19937 random(static_cast<unsigned>(n));
  std::vector<int> out(static_cast<size_t>(n) + 1);
  for (int i = 0; i < n; ++i) out[static_cast<size_t>(i)] = static_cast<int>(random() % 10);
  return out;
}

void expect_listed(Mode mode, Module& module, int n, uint32_t threads) {
  const std::vector<int> numbers = drawn(n);
  std::vector<int> expected;
  for (int i = 0; i < n; ++i)
    if (numbers[static_cast<size_t>(i)] % 2 != 0) expected.push_back(i);
  const auto odd = static_cast<long long>(expected.size());
  const long long sum = std::accumulate(numbers.begin() + 1, numbers.end(), 0LL);
  expected.resize(numbers.size(), -1);
  std::vector<int> list(numbers.size(), -1);
  std::vector<long long> found(3);
  Arguments arguments;
  arguments.in(numbers, "numbers").value(n).inout(list, "list").out(found, "found");
  const LaunchResult result =
      launch_in(mode, module, "classes", {.grid = {1}, .block = {threads}}, arguments);
  EXPECT_TRUE(result.ok()) << all_text(result);
  EXPECT_EQ(list, expected) << n << " " << threads;
  EXPECT_EQ(found, (std::vector<long long>{odd, odd, n == 0 ? 0 : sum})) << n << " " << threads;
}

TEST(Classes, are_counted_and_listed_in_order) {
  for (const Mode mode : testing::all_modes) {
    const auto module = testing::build_in(mode, templates::with_library(kernel));
    ASSERT_TRUE(module);
    for (const int n : {0, 1, 31, 64, 65, 300})
      for (const uint32_t threads : {32u, 64u, 256u}) expect_listed(mode, *module, n, threads);
  }
}

}  // namespace
}  // namespace teaal::runtime::cpu
