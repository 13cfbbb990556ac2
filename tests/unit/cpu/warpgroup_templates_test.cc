#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>

#include "templates/library.h"
#include "tests/unit/cpu/harness.h"

// The device functions of templates/warpgroup.cuh and lines.cuh on the CPU executor in checked
// mode: whole matrices are copied, turn by turn, or line by line, and a warpgroup's threads have
// the sums that the instruction gives them.
namespace teaal::runtime::cpu {
namespace {

using testing::Arguments;
using testing::Mode;

// 64 x 16 sums of K words' values, in tiles of 8 k's: planes of 64 rows and of 16 columns, two a
// tile, one behind the other. Lane 4 g + t of warp w has rows 16 w + g and 8 more, columns 2 t and
// 2 t + 1 of eight.
constexpr const char* product = R"(
extern "C" __global__ void product(const unsigned* a, const unsigned* b, float* c, int tiles) {
  __shared__ unsigned turns[4];
  __shared__ unsigned a_tile[2 * 512], b_tile[2 * 128];
  teaal_turns_begin(turns, 2);
  float sums[8];
  for (int s = 0; s < 8; ++s) sums[s] = 1.0f;
  for (int tile = 0; tile < tiles; ++tile) {
    const int buffer = tile % 2;
    if (threadIdx.x == 0) {
      teaal_turn_takes(turns + 2 * buffer, 640);
      teaal_copy_matrix(a_tile + buffer * 512, a + tile * 512, 512, turns + 2 * buffer);
      teaal_copy_matrix(b_tile + buffer * 128, b + tile * 128, 128, turns + 2 * buffer);
    }
    teaal_turn_arrives(turns + 2 * buffer, tile / 2 % 2);
    teaal_products_begin();
    teaal_warpgroup_tf32_16(sums, a_tile + buffer * 512, 256, b_tile + buffer * 128, 64, 1);
    teaal_products_end();
    teaal_products_arrive<0>();
  }
  const int w = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  for (int s = 0; s < 8; ++s)
    c[(16 * w + g + s / 2 % 2 * 8) * 16 + s / 4 * 8 + 2 * t + s % 2] = sums[s];
}

// 64 x 128 sums of the `kept` lines that a list names, in 32 k's: a line is 64 rows (columns, twice)
// of 16 bits.
extern "C" __global__ void lines(const unsigned* a, const unsigned* b, const int* list, float* c,
                                 int kept) {
  __shared__ unsigned a_tile[1024], b_tile[2048];
  const int thread = threadIdx.x;
  const auto copy = [&](unsigned* tile, int unit, int k, const unsigned* lines, int words) {
    unsigned* to = tile + teaal_place_in_lines<32>(unit, k);
    const unsigned* from = lines + list[k] * words + unit * 4;
    for (int i = 0; i < 4; ++i) to[i] = k < kept ? from[i] : 0u;
  };
  for (int at = thread; at < 32 * 8; at += 128) copy(a_tile, at % 8, at / 8, a, 32);
  for (int at = thread; at < 32 * 16; at += 128) copy(b_tile, at % 16, at / 16, b, 64);
  teaal_matrices_given();
  __syncthreads();
  float sums[64] = {};
  for (int k = 0; k < 32; k += 16)
    teaal_warpgroup_f16_128<1>(sums, a_tile + k * 32, 1024, b_tile + k * 32, 1024, 1);
  teaal_sums_arrive<64>(sums);
  const int w = thread / 32, g = thread % 32 / 4, t = thread % 4;
  for (int s = 0; s < 64; ++s)
    c[(16 * w + g + s / 2 % 2 * 8) * 128 + s / 4 * 8 + 2 * t + s % 2] = sums[s];
}

extern "C" __global__ void words(const float* from, unsigned* to) {
  const float* own = from + threadIdx.x * 4;
  teaal_store_words(to + threadIdx.x * 4, teaal_tf32_word(own[0]), teaal_tf32_rest_word(own[1]),
                    teaal_tf32_word(own[2]), teaal_tf32_rest_word(own[3]));
  teaal_matrices_given();
}

// Thread t takes four entries of column t of a matrix of 4 columns, of which `left` are there.
template <class C>
static __device__ void take_columns(const C* list, const float* from, float* all, float* some,
                                    int left) {
  __shared__ C entries[8];
  if (threadIdx.x < 2) teaal_copy_entries(&entries[threadIdx.x * 4], &list[threadIdx.x * 4]);
  teaal_copies_end();
  teaal_copies_arrive<0>();
  __syncthreads();
  float own[4];
  teaal_take_all_listed<4>(own, from + threadIdx.x, 4, entries + 4);
  for (int i = 0; i < 4; ++i) all[threadIdx.x * 4 + i] = own[i];
  teaal_take_listed<4>(own, from + threadIdx.x, 4, entries, left);
  for (int i = 0; i < 4; ++i) some[threadIdx.x * 4 + i] = own[i];
}
extern "C" __global__ void columns(const int* list, const float* from, float* all, float* some,
                                   int left) {
  take_columns(list, from, all, some, left);
}
extern "C" __global__ void narrow_columns(const unsigned char* list, const float* from, float* all,
                                          float* some, int left) {
  take_columns(list, from, all, some, left);
}
)";

std::shared_ptr<Module> build() {
  return testing::build_in(Mode::Checked, templates::with_library(product));
}

void launch_now(Module& module, const std::string& kernel, uint32_t threads, Arguments& arguments) {
  const LaunchResult result = testing::launch_in(Mode::Checked, module, kernel,
                                                 {.grid = {1}, .block = {threads}}, arguments);
  EXPECT_TRUE(result.ok()) << kernel << "\n" << testing::all_text(result);
}

unsigned bits_of(float value) {
  unsigned out;
  std::memcpy(&out, &value, sizeof out);
  return out;
}

TEST(WarpgroupTemplates, threads_get_the_sums_of_matrices_that_arrive_in_turns) {
  constexpr int tiles = 5, k_of_tile = 8, rows = 64, columns = 16;
  std::mt19937 random(5);
  std::uniform_int_distribution<int> values(-9, 9);
  std::vector<int> a(rows * tiles * k_of_tile), b(columns * tiles * k_of_tile);
  for (auto* list : {&a, &b})
    for (int& x : *list) x = values(random);
  const auto matrix = [&](const std::vector<int>& of, int count) {
    std::vector<unsigned> out;
    for (int unit = 0; unit < tiles * 2; ++unit)
      for (int row = 0; row < count; ++row)
        for (int i = 0; i < 4; ++i)
          out.push_back(bits_of(
              static_cast<float>(of[static_cast<size_t>(row * tiles * k_of_tile + unit * 4 + i)])));
    return out;
  };
  const std::vector<unsigned> a_words = matrix(a, rows), b_words = matrix(b, columns);
  auto c = testing::poisoned<float>(rows * columns);
  auto module = build();
  ASSERT_TRUE(module);
  Arguments arguments;
  arguments.in(a_words, "a").in(b_words, "b").out(c, "c").value(int{tiles});
  launch_now(*module, "product", 128, arguments);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      int want = 1;
      for (int k = 0; k < tiles * k_of_tile; ++k)
        want += a[static_cast<size_t>(row * tiles * k_of_tile + k)] *
                b[static_cast<size_t>(column * tiles * k_of_tile + k)];
      EXPECT_EQ(c[static_cast<size_t>(row * columns + column)], static_cast<float>(want))
          << row << " " << column;
    }
}

unsigned f16_bits_of(int value) {
  if (value == 0) return 0;
  const unsigned magnitude = static_cast<unsigned>(std::abs(value));
  const unsigned exponent = static_cast<unsigned>(std::bit_width(magnitude)) - 1;
  return (value < 0 ? 0x8000u : 0u) | (exponent + 15) << 10 |
         (magnitude << (10 - exponent) & 0x3ffu);
}

TEST(WarpgroupTemplates, lines_that_a_list_names_become_matrices) {
  constexpr size_t rows = 64, columns = 128, all = 40, depth = 32;
  std::mt19937 random(6);
  std::uniform_int_distribution<int> values(-9, 9), names(0, all - 1);
  std::vector<int> a(rows * all), b(columns * all), list(depth);
  for (auto* of : {&a, &b})
    for (int& x : *of) x = values(random);
  for (int& x : list) x = names(random);
  // of[k][row], two a word.
  const auto words = [](const std::vector<int>& of) {
    std::vector<unsigned> out;
    for (size_t i = 0; i < of.size(); i += 2)
      out.push_back(f16_bits_of(of[i]) | f16_bits_of(of[i + 1]) << 16);
    return out;
  };
  const std::vector<unsigned> a_words = words(a), b_words = words(b);
  for (const int kept : {32, 17, 1, 0}) {
    auto c = testing::poisoned<float>(rows * columns);
    auto module = build();
    ASSERT_TRUE(module);
    Arguments arguments;
    arguments.in(a_words, "a").in(b_words, "b").in(list, "list").out(c, "c").value(kept);
    launch_now(*module, "lines", 128, arguments);
    for (size_t row = 0; row < rows; ++row)
      for (size_t column = 0; column < columns; ++column) {
        int want = 0;
        for (size_t at = 0; at < static_cast<size_t>(kept); ++at) {
          const auto k = static_cast<size_t>(list[at]);
          want += a[k * rows + row] * b[k * columns + column];
        }
        ASSERT_EQ(c[row * columns + column], static_cast<float>(want)) << row << " " << column;
      }
  }
}

template <class C>
void expect_columns(const char* kernel) {
  const std::vector<C> list = {6, 0, 3, 7, 1, 1, 5, 2};
  std::vector<float> from(8 * 4);
  std::iota(from.begin(), from.end(), 1.0f);
  for (const int left : {-3, 0, 1, 3, 4, 9}) {
    auto all = testing::poisoned<float>(4 * 4), some = testing::poisoned<float>(4 * 4);
    auto module = build();
    ASSERT_TRUE(module);
    Arguments arguments;
    arguments.in(list, "list").in(from, "from").out(all, "all").out(some, "some").value(left);
    launch_now(*module, kernel, 4, arguments);
    for (size_t t = 0; t < 4; ++t)
      for (size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(all[t * 4 + i], from[static_cast<size_t>(list[4 + i]) * 4 + t]);
        const bool there = static_cast<int>(i) < left;
        EXPECT_EQ(some[t * 4 + i], there ? from[static_cast<size_t>(list[i]) * 4 + t] : 0.0f);
      }
  }
}

TEST(WarpgroupTemplates, elements_that_lists_name_are_taken) {
  expect_columns<int>("columns");
  expect_columns<unsigned char>("narrow_columns");
}

TEST(WarpgroupTemplates, words_are_what_tensor_cores_read_and_what_that_leaves_out) {
  const std::vector<float> from = {1.0f / 3, 1.0f / 3, -2.0f, -2.0f, 0.0f, 0.0f, 1e-30f, 1e-30f};
  auto to = testing::poisoned<unsigned>(from.size());
  auto module = build();
  ASSERT_TRUE(module);
  Arguments arguments;
  arguments.in(from, "from").out(to, "to");
  launch_now(*module, "words", 2, arguments);
  for (size_t i = 0; i < from.size(); i += 2) {
    float word, rest;
    std::memcpy(&word, &to[i], sizeof word);
    std::memcpy(&rest, &to[i + 1], sizeof rest);
    EXPECT_EQ(to[i] & 0x1fffu, 0u);
    EXPECT_EQ(to[i + 1] & 0x1fffu, 0u);
    EXPECT_LE(std::fabs(word - from[i]), 0x1.6p-11 * std::fabs(from[i]));
    EXPECT_LE(std::fabs(double{word} + rest - from[i]), 0x1p-21 * std::fabs(from[i]));
  }
}

}  // namespace
}  // namespace teaal::runtime::cpu
