#include <algorithm>
#include <bit>

#include "templates/library.h"
#include "tests/unit/cpu/harness.h"

// The device functions of templates/staging.cuh, bulk.cuh, lists.cuh and element_bits.cuh on the
// CPU executor in checked mode: what they move, what they leave alone, and what they find.
namespace teaal::runtime::cpu {
namespace {

using testing::Arguments;
using testing::Mode;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::shared_ptr<Module> build_with(const std::string& kernels) {
  return testing::build_in(Mode::Checked, templates::with_library(kernels));
}

void launch_now(Module& module, const std::string& kernel, uint32_t threads, Arguments& arguments) {
  const LaunchResult result = testing::launch_in(Mode::Checked, module, kernel,
                                                 {.grid = {1}, .block = {threads}}, arguments);
  EXPECT_TRUE(result.ok()) << kernel << "\n" << testing::all_text(result);
}

// ---- Copies ----

constexpr const char* copies = R"(
extern "C" __global__ void copy(const T* in, T* elements, T* quads, T* parts) {
  __shared__ __align__(16) T a[32], b[128], c[128];
  const int i = threadIdx.x, count = i % 7 - 1, kept = count < 0 ? 0 : count > 4 ? 4 : count;
  const T* nowhere = in + (1 << 24);
  teaal_copy_element(a + i, i % 3 != 0 ? in + i : nowhere, i % 3 != 0);
  teaal_copy_quad(b + 4 * i, i % 2 != 0 ? in + 4 * i : nowhere, i % 2 != 0);
  teaal_copies_end();
  teaal_copy_part(c + 4 * i, kept > 0 ? in + 128 - kept : nowhere, count);
  teaal_copies_end();
  teaal_copies_arrive<1>();
  teaal_copies_arrive<0>();
  __syncthreads();
  const int other = 31 - i;
  elements[other] = a[other];
  for (int k = 0; k < 4; ++k) {
    quads[4 * other + k] = b[4 * other + k];
    parts[4 * other + k] = c[4 * other + k];
  }
}
// Twice into the same place, none the second time for a count of 0.
extern "C" __global__ void in_bulk(const T* in, T* out) {
  __shared__ __align__(16) unsigned turn[2];
  __shared__ __align__(128) T a[64];
  teaal_bulk_begin(turn);
  for (int round = 0; round < 2; ++round) {
    __syncthreads();
    teaal_copy_bulk(a, in + 64 * round, 60, turn);
    teaal_copy_bulk(a + 60, in + 64 * round + 60, round == 0 ? 4 : 0, turn);
    teaal_bulk_arrives(turn, round);
    for (int k = 0; k < 2; ++k) {
      const int other = 63 - (2 * threadIdx.x + k);
      out[64 * round + other] = a[other];
    }
  }
}
extern "C" __global__ void quads(const T* in, T* out) {
  T own[4];
  teaal_load_quad(own, in + 4 * threadIdx.x);
  for (int k = 0; k < 4; ++k) own[k] += k;
  teaal_store_quad(out + 4 * (31 - threadIdx.x), own);
}
extern "C" __global__ void moved(const T* in, T* out) {
  T own[4];
  teaal_read_quad(own, in + 4 * threadIdx.x);
  teaal_write_quad(out + 4 * (31 - threadIdx.x), own);
}
extern "C" __global__ void read_astray(const T* in, T* out) {
  teaal_read_quad(out + 4 * threadIdx.x, in + 4 * threadIdx.x + (threadIdx.x == 3 ? 1 : 0));
}
extern "C" __global__ void write_astray(const T* in, T* out) {
  T own[4] = {in[0], in[1], in[2], in[3]};
  if (sizeof(T) == 4) teaal_write_quad(out + 4 * threadIdx.x + (threadIdx.x == 3 ? 2 : 0), own);
}
)";

template <class T>
void expect_copies(const std::string& type) {
  auto module = build_with("#define T " + type + copies);
  ASSERT_TRUE(module);
  std::vector<T> in(128);
  for (size_t i = 0; i < 128; ++i) in[i] = static_cast<T>(i + 1);
  auto elements = testing::poisoned<T>(32), quads = testing::poisoned<T>(128), parts = quads;
  Arguments arguments;
  arguments.in(in, "in").out(elements, "elements").out(quads, "quads").out(parts, "parts");
  launch_now(*module, "copy", 32, arguments);
  for (size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(elements[i], i % 3 != 0 ? in[i] : T(0)) << type << i;
    const size_t kept = i % 7 < 1 ? 0 : std::min<size_t>(i % 7 - 1, 4);
    for (size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(quads[4 * i + k], i % 2 != 0 ? in[4 * i + k] : T(0)) << type << i;
      EXPECT_EQ(parts[4 * i + k], k < kept ? in[128 - kept + k] : T(0)) << type << i;
    }
  }
  auto bulk = testing::poisoned<T>(128);
  Arguments both;
  both.in(in, "in").out(bulk, "bulk");
  launch_now(*module, "in_bulk", 32, both);
  for (size_t i = 0; i < 128; ++i) EXPECT_EQ(bulk[i], in[i < 124 ? i : i - 64]) << type << i;
  auto moved = testing::poisoned<T>(128);
  Arguments again;
  again.in(in, "in").out(moved, "moved");
  launch_now(*module, "quads", 32, again);
  for (size_t i = 0; i < 128; ++i)
    EXPECT_EQ(moved[i], in[4 * (31 - i / 4) + i % 4] + static_cast<T>(i % 4)) << type << i;
  auto unchanged = testing::poisoned<T>(128);
  Arguments third;
  third.in(in, "in").out(unchanged, "unchanged");
  launch_now(*module, "moved", 32, third);
  for (size_t i = 0; i < 128; ++i)
    EXPECT_EQ(unchanged[i], in[4 * (31 - i / 4) + i % 4]) << type << i;
  // Quads that a GPU would refuse are findings.
  for (const auto& [kernel, array] :
       {std::pair("read_astray", "'in'"), {"write_astray", "'unchanged'"}}) {
    if (kernel[0] == 'w' && sizeof(T) != 4) continue;
    const LaunchResult astray =
        testing::launch_in(Mode::Checked, *module, kernel, {.grid = {1}, .block = {32}}, third);
    EXPECT_NE(testing::all_text(astray).find(array), std::string::npos) << type << kernel;
  }
}

TEST(StagingTemplates, copies_bring_what_is_valid_and_zeros) {
  expect_copies<float>("float");
  expect_copies<int>("int");
  expect_copies<double>("double");
}

TEST(StagingTemplates, rows_are_aligned_where_each_begins_at_16_bytes) {
  auto module = build_with(R"(
extern "C" __global__ void aligned(const float* in, int* rows, int* wide) {
  const int offset = threadIdx.x / 16, length = threadIdx.x % 16;
  rows[threadIdx.x] = teaal_aligned_rows(in + offset, length);
  wide[threadIdx.x] = teaal_aligned_rows(reinterpret_cast<const double*>(in) + offset, length);
})");
  ASSERT_TRUE(module);
  alignas(16) static float in[16] = {};
  std::vector<int> rows(128), wide(128);
  Arguments arguments;
  arguments.value(&in[0]).out(rows, "rows").out(wide, "wide");
  launch_now(*module, "aligned", 128, arguments);
  for (size_t i = 0; i < 128; ++i) {
    EXPECT_EQ(rows[i], i / 16 % 4 == 0 && i % 4 == 0) << i;
    EXPECT_EQ(wide[i], i / 16 % 2 == 0 && i % 4 == 0) << i;
  }
}

// ---- Patterns ----

TEST(StagingTemplates, what_a_quad_or_a_part_of_it_holds) {
  auto module = build_with(R"(
extern "C" __global__ void held(const float* in, int* quads, int* parts, unsigned* words) {
  const int i = threadIdx.x;
  quads[i] = teaal_bits_of_quad(in + 4 * i);
  for (int count = 0; count <= 4; ++count) parts[5 * i + count] = teaal_bits_of_part(in + 4 * i, count);
  words[i] = teaal_bits_of_lanes(quads[i]);
})");
  ASSERT_TRUE(module);
  constexpr unsigned threads = 64;
  const auto bits_of = [](unsigned i) { return (i * 7 + i / 16) % 16; };
  std::vector<float> in(4 * threads);  // thread i's quad holds these bits
  for (unsigned i = 0; i < threads; ++i)
    for (unsigned k = 0; k < 4; ++k)
      in[4 * i + k] = (bits_of(i) >> k & 1) != 0 ? -0.25f : k % 2 == 0 ? 0.0f : -0.0f;
  auto quads = testing::poisoned<int>(threads), parts = testing::poisoned<int>(5 * threads);
  auto words = testing::poisoned<uint32_t>(threads);
  Arguments arguments;
  arguments.in(in, "in").out(quads, "quads").out(parts, "parts").out(words, "words");
  launch_now(*module, "held", threads, arguments);
  for (unsigned i = 0; i < threads; ++i) {
    EXPECT_EQ(quads[i], static_cast<int>(bits_of(i))) << i;
    for (unsigned count = 0; count <= 4; ++count)
      EXPECT_EQ(parts[5 * i + count], static_cast<int>(bits_of(i) & ((1u << count) - 1)))
          << i << " " << count;
    uint32_t word = 0;
    for (unsigned lane = 0; lane < 8; ++lane) word |= bits_of(i / 8 * 8 + lane) << 4 * lane;
    EXPECT_EQ(words[i], word) << i;
  }
}

TEST(StagingTemplates, groups_of_lanes_and_of_bits) {
  auto module = build_with(R"(
extern "C" __global__ void groups(const unsigned* words, int* lanes, unsigned* bits) {
  const int i = threadIdx.x;
  for (int g = 0; g < 6; ++g) {
    lanes[6 * i + g] = teaal_any_in_group(words[i / 32] >> i % 32 & 1u, 1 << g);
    bits[6 * i + g] = teaal_groups_of_bits(words[i], 1 << g);
  }
})");
  ASSERT_TRUE(module);
  std::vector<uint32_t> words = {0x80010100u, 0x00000000u, 0xffffffffu,
                                 0x00800002u, 1u,          0x80000000u};
  std::mt19937 random(4);
  while (words.size() < 128) words.push_back(static_cast<uint32_t>(random() & random() & random()));
  auto lanes = testing::poisoned<int>(6 * 128);
  auto bits = testing::poisoned<uint32_t>(6 * 128);
  Arguments arguments;
  arguments.in(words, "words").out(lanes, "lanes").out(bits, "bits");
  launch_now(*module, "groups", 128, arguments);
  for (unsigned i = 0; i < 128; ++i)
    for (unsigned g = 0; g < 6; ++g) {
      const unsigned wide = 1u << g, ones = wide == 32 ? ~0u : (1u << wide) - 1;
      const unsigned first = i % 32 / wide * wide;
      EXPECT_EQ(lanes[6 * i + g], (words[i / 32] >> first & ones) != 0) << i << " " << wide;
      uint32_t expected = 0;
      for (unsigned at = 0; at < 32; at += wide)
        if ((words[i] >> at & ones) != 0) expected |= 1u << at;
      EXPECT_EQ(bits[6 * i + g], expected) << i << " " << wide;
    }
}

TEST(StagingTemplates, bits_are_appended_in_order_by_a_whole_block) {
  auto module = build_with(R"(
extern "C" __global__ void append(const unsigned* words, int rounds, int group, int* list, int* counts) {
  long long n = 3;
  for (int round = 0; round < rounds; ++round) {
    const unsigned word = words[128 * round + threadIdx.x];
    n = teaal_append_bits(list, n, word, 4096LL * round, group);
    counts[128 * round + threadIdx.x] = static_cast<int>(n);
  }
})");
  ASSERT_TRUE(module);
  std::mt19937 random(5);
  for (int group : {1, 2, 8, 32})
    for (unsigned style : {0u, 1u, 2u, 3u}) {
      constexpr int rounds = 3;
      std::vector<uint32_t> words(128 * rounds);
      for (size_t w = 0; w < words.size(); ++w) {
        words[w] = style == 0 ? 0 : style == 1 ? ~0u : static_cast<uint32_t>(random());
        if (style == 3 && w % 37 != 0) words[w] = 0;
        for (int at = 0; at < 32; ++at)  // as teaal_groups_of_bits leaves them
          if (at % group != 0) words[w] &= ~(1u << at);
      }
      std::vector<int> expected(3, -1);
      std::vector<int> after;
      for (int round = 0; round < rounds; ++round) {
        for (int at = 0; at < 4096; ++at)
          if ((words[size_t{128} * round + at / 32] >> at % 32 & 1) != 0)
            expected.push_back((4096 * round + at) / group);
        after.insert(after.end(), 128, static_cast<int>(expected.size()));
      }
      std::vector<int> list(expected.size(), -1), counts(after.size());
      Arguments arguments;
      arguments.in(words, "words")
          .value(rounds)
          .value(group)
          .inout(list, "list")
          .out(counts, "counts");
      launch_now(*module, "append", 128, arguments);
      EXPECT_EQ(list, expected) << group << " " << style;
      EXPECT_EQ(counts, after) << group << " " << style;
    }
}

TEST(StagingTemplates, longer_lists_stand_first_and_equal_ones_in_order) {
  auto module = build_with(R"(
extern "C" __global__ void sort(const int* counts, long long n, long long* order) {
  teaal_longest_first(order, counts, n);
})");
  ASSERT_TRUE(module);
  std::mt19937 random(6);
  for (long long n : {1LL, 2LL, 255LL, 256LL, 257LL, 5000LL})
    for (int most : {0, 1, 31, 32, 1000, 2147483647}) {
      std::vector<int> counts(static_cast<size_t>(n));
      for (int& count : counts)
        count = most == 0 ? 7 : static_cast<int>(random() % (static_cast<unsigned>(most) + 1));
      const auto [least, longest] = std::minmax_element(counts.begin(), counts.end());
      const long long width = static_cast<long long>(*longest) - *least + 1, high = *longest;
      std::vector<long long> order(counts.size(), -1), expected(counts.size());
      for (size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<long long>(i);
      const auto step = [&](long long i) {
        return (high - counts[static_cast<size_t>(i)]) * 32 / width;
      };
      std::stable_sort(expected.begin(), expected.end(),
                       [&](long long a, long long b) { return step(a) < step(b); });
      Arguments arguments;
      arguments.in(counts, "counts").value(n).out(order, "order");
      launch_now(*module, "sort", 256, arguments);
      EXPECT_EQ(order, expected) << n << " " << most;
    }
}

// ---- Rows ----

constexpr const char* rows_kernel = R"(
extern "C" __global__ void rows(const E* in, long long stride, long long rows_left,
                                long long columns_left, unsigned wanted, T* moved, T* out,
                                unsigned* found) {
  __shared__ T tile[ROWS * 33];
  found[threadIdx.x] = teaal_take_rows<ROWS>(tile, in, stride, rows_left, columns_left);
  __syncthreads();
  for (int i = threadIdx.x; i < ROWS * 32; i += 256) moved[i] = tile[i / 32 * 33 + i % 32];
  teaal_give_rows<ROWS>(out, ROWS + 1, tile, wanted, columns_left);
}
)";

// E: how an element is stored of which `element` is the text.
template <class T, class E = T>
void expect_rows(
    int rows, const std::string& type, const std::string& element,
    E (*stored)(T) = [](T x) { return x; }) {
  auto module = build_with("#define T " + type + "\n#define E " + element + "\n" +
                           replaced(rows_kernel, "ROWS", std::to_string(rows)));
  ASSERT_TRUE(module);
  std::mt19937 random(static_cast<unsigned>(rows));
  for (long long stride : {36LL, 33LL})
    for (long long rows_left : {1LL, std::max(1LL, rows - 1LL), rows + 0LL, rows + 5LL})
      for (long long columns_left : {1LL, 31LL, 32LL, 33LL}) {
        const long long some = std::min<long long>(rows, rows_left),
                        wide = std::min<long long>(32, columns_left);
        // The last row ends where the last column does: no element behind it may be read.
        std::vector<T> in(static_cast<size_t>((some - 1) * stride + wide));
        for (T& x : in) x = random() % 40 == 0 ? static_cast<T>(random() % 9 + 1) : T(0);
        std::vector<E> memory(in.size());
        std::transform(in.begin(), in.end(), memory.begin(), stored);
        auto moved = testing::poisoned<T>(size_t{32} * rows);
        auto found = testing::poisoned<uint32_t>(256);
        std::vector<T> out(size_t{32} * (rows + 1), T(-7)), expected = out;
        const auto wanted = static_cast<uint32_t>(random() | 1);
        uint32_t bits = 0;
        for (long long r = 0; r < rows; ++r)
          for (long long c = 0; c < 32; ++c) {
            const T x = r < some && c < wide ? in[static_cast<size_t>(r * stride + c)] : T(0);
            if (x != T(0)) bits |= 1u << c;
            if (c < wide && (wanted >> c & 1) != 0)
              expected[static_cast<size_t>(c * (rows + 1) + r)] = x;
          }
        Arguments arguments;
        arguments.in(memory, "in").value(stride).value(rows_left).value(columns_left).value(wanted);
        arguments.out(moved, "moved").inout(out, "out").out(found, "found");
        launch_now(*module, "rows", 256, arguments);
        for (size_t i = 0; i < moved.size(); ++i) {
          const auto r = static_cast<long long>(i / 32), c = static_cast<long long>(i % 32);
          const T x = r < some && c < wide ? in[static_cast<size_t>(r * stride + c)] : T(0);
          ASSERT_EQ(moved[i], x) << rows << " rows, " << r << ", " << c;
        }
        EXPECT_EQ(found, std::vector<uint32_t>(256, bits)) << rows;
        EXPECT_EQ(out, expected) << rows << " rows of " << stride << ", " << rows_left << " x "
                                 << columns_left;
      }
}

TEST(StagingTemplates, rows_are_taken_and_given_as_columns) {
  for (int rows : {1, 4, 8, 15, 24, 32, 64, 128, 256}) expect_rows<float>(rows, "float", "float");
  for (int rows : {32, 40, 128}) expect_rows<double>(rows, "double", "double");
  expect_rows<int>(64, "int", "int");
}

// Numbers that f16 and bf16 have; what is 0 is stored as -0, which holds nothing either.
TEST(StagingTemplates, rows_of_narrow_elements_are_taken_as_values) {
  for (int rows : {8, 64}) {
    expect_rows<float, uint16_t>(rows, "float", "teaal_bf16", [](float x) {
      return x == 0 ? uint16_t{0x8000} : static_cast<uint16_t>(std::bit_cast<uint32_t>(x) >> 16);
    });
    expect_rows<float, uint16_t>(rows, "float", "teaal_f16", [](float x) {
      const uint32_t bits = std::bit_cast<uint32_t>(x);
      return x == 0 ? uint16_t{0x8000} : static_cast<uint16_t>((bits - 0x38000000u) >> 13);
    });
  }
}
// ---- Lists ----

// Of any length and number of threads, aligned or not, elements apart or side by side.
TEST(Lists, hold_what_is_there_in_order) {
  auto module = build_with(R"(
extern "C" __global__ void list(const float* in, int from, int stride, int length, float absent,
                                int* coords, float* values, int* counts, int* places) {
  __shared__ int listed[2700], scratch[32];
  __shared__ float held[2700];
  const int n = teaal_list_present(listed, held, scratch, in, from, stride, 7, length, absent);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) coords[i] = listed[i], values[i] = held[i];
  __syncthreads();
  const int again = teaal_list_places<1>(listed, scratch, in, from, stride, 7, length, absent);
  __syncthreads();
  for (int i = threadIdx.x; i < again; i += blockDim.x) places[i] = listed[i];
  counts[threadIdx.x] = n == again ? n : -1;
})");
  ASSERT_TRUE(module);
  std::mt19937 random(7);
  for (uint32_t threads : {32U, 96U, 23U, 1U})
    for (int length : {0, 1, 31, 128, 517, 2604})
      for (int stride : {1, 3})
        for (int from : {0, 5})
          for (unsigned share : {0U, 1U, 20U}) {
            const float absent = from == 0 ? 0.0F : -2.0F;
            std::vector<float> in(static_cast<size_t>(from + length * stride + 8), 99.0F);
            std::vector<int> coords;
            std::vector<float> values;
            for (int i = 0; i < length; ++i) {
              const float value = random() % 20 < share ? static_cast<float>(i + 1) : absent;
              in[static_cast<size_t>(from + i * stride)] = value;
              if (value != absent) coords.push_back(7 + i), values.push_back(value);
            }
            const int n = static_cast<int>(coords.size());
            std::vector<int> got_coords(coords.size() + 1, -1), counts(threads, -1),
                places(coords.size() + 1, -1);
            std::vector<float> got_values(coords.size() + 1, -1.0F);
            Arguments arguments;
            arguments.in(in, "in").value(from).value(stride).value(length).value(absent);
            arguments.inout(got_coords, "coords").inout(got_values, "values");
            arguments.out(counts, "counts").inout(places, "places");
            launch_now(*module, "list", threads, arguments);
            coords.push_back(-1), values.push_back(-1.0F);
            EXPECT_EQ(places, coords) << threads << " " << length << " " << stride;
            EXPECT_EQ(got_coords, coords) << threads << " " << length << " " << stride;
            EXPECT_EQ(got_values, values) << threads << " " << length << " " << stride;
            EXPECT_EQ(counts, std::vector<int>(threads, n));
          }
}

// Of elements of one bit, at any place in a word, set by lanes that come together or one by one.
TEST(Lists, hold_what_bits_say) {
  auto module = build_with(R"(
extern "C" __global__ void list(const float* in, int from, int stride, int length, unsigned* words,
                                unsigned* again, float* elements, int* places, int* counts) {
  __shared__ int listed[2700], scratch[32];
  const int all = from + length * stride;
  for (int i = threadIdx.x; i < all; i += blockDim.x) teaal_put_bit(words, i, in[i] != 0);
  __syncthreads();
  for (int i = threadIdx.x; i < all; i += blockDim.x) elements[i] = teaal_element_bit(words, i);
  for (int i = 29 * threadIdx.x; i < all; i += 29 * blockDim.x)
    teaal_put_bits(again, i, teaal_bits_side_by_side(words, i, min(29, all - i)), min(29, all - i));
  const int n = teaal_list_bits<1>(listed, scratch, words, from, stride, 7, length);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) places[i] = listed[i];
  counts[threadIdx.x] = n;
})");
  ASSERT_TRUE(module);
  std::mt19937 random(8);
  for (uint32_t threads : {32U, 96U, 23U, 1U})
    for (int length : {0, 1, 31, 128, 517})
      for (int stride : {1, 3})
        for (int from : {0, 5, 64})
          for (unsigned share : {0U, 1U, 20U}) {
            const auto all = static_cast<size_t>(from + length * stride);
            std::vector<float> in(all + 1, 0.0F), elements(all + 1, -1.0F);
            std::vector<unsigned> words(all / 32 + 2, 0U), again = words, expected = words;
            std::vector<int> coords, counts(threads, -1);
            for (size_t i = 0; i < all; ++i) {
              if (random() % 20 >= share) continue;
              in[i] = 1.0F;
              expected[i / 32] |= 1U << (i % 32);
            }
            for (int i = 0; i < length; ++i)
              if (in[static_cast<size_t>(from + i * stride)] != 0) coords.push_back(7 + i);
            const int n = static_cast<int>(coords.size());
            coords.push_back(-1);
            std::vector<int> places(coords.size(), -1);
            Arguments arguments;
            arguments.in(in, "in").value(from).value(stride).value(length);
            arguments.inout(words, "words").inout(again, "again").inout(elements, "elements");
            arguments.inout(places, "places").out(counts, "counts");
            launch_now(*module, "list", threads, arguments);
            in[all] = -1.0F;  // poison that nothing overwrote
            EXPECT_EQ(words, expected) << threads << " " << all;
            EXPECT_EQ(again, expected) << threads << " " << all;
            EXPECT_EQ(elements, in) << threads << " " << all;
            EXPECT_EQ(places, coords) << threads << " " << length << " " << stride << " " << from;
            EXPECT_EQ(counts, std::vector<int>(threads, n));
          }
}

// Few lanes with whole words, and many with a bit each; elements and bits, at any place, apart or
// side by side; single ones and all of a part that has one.
TEST(Lists, hold_what_two_arrays_have_in_common) {
  for (int whole : {1, 4, 12, 32, 48, 600}) {
    auto module = build_with("constexpr int whole = " + std::to_string(whole) + R"(;
extern "C" __global__ void list(const float* a, const float* b, int from, int stride, int length,
                                unsigned* a_words, unsigned* b_words, int* places, int* again,
                                int* of_one, int* of_words) {
  __shared__ int listed[5000], scratch[32];
  const int all = max(from + length * stride, 3 + length);
  for (int i = threadIdx.x; i < all; i += blockDim.x) {
    teaal_put_bit(a_words, i, a[i] != 0);
    teaal_put_bit(b_words, i, b[i] != 0);
  }
  __syncthreads();
  const auto keep = [&](int* to, int n) {
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) to[i] = listed[i];
    __syncthreads();
  };
  keep(places,
       teaal_list_common<whole>(listed, scratch, a, from, stride, b, 3, 1, 7, length));
  keep(again, teaal_list_common_bits<whole>(listed, scratch, a_words, from, stride, b_words, 3, 1, 7,
                                            length));
  keep(of_one, teaal_list_places<whole>(listed, scratch, a, from, stride, 7, length, 0.0f));
  keep(of_words, teaal_list_bits<whole>(listed, scratch, a_words, from, stride, 7, length));
})");
    ASSERT_TRUE(module);
    std::mt19937 random(9);
    for (uint32_t threads : {64U, 32U, 23U})
      for (int length : {0, 1, 33, 517, 4096})
        for (int stride : {1, 3})
          for (int from : {0, 5, 64})
            for (int run : {1, 8, 64}) {
              const auto all = static_cast<size_t>(std::max(from + length * stride, 3 + length));
              std::vector<float> a(all + 1, 0.0F), b(all + 1, 0.0F);
              const uint32_t rare = whole > 1 ? 40 : 3;
              for (std::vector<float>* of : {&a, &b})
                for (size_t i = 0; i < all; ++i)
                  (*of)[i] = static_cast<int>(i) % run > 0 ? (*of)[i - 1] : random() % rare == 0;
              const auto in_parts = [&](const auto& is_listed) {
                std::vector<int> out;
                for (int i = 0; i < length; ++i) {
                  bool any = false;
                  for (int k = i / whole * whole; k < std::min(length, i / whole * whole + whole);
                       ++k)
                    any |= is_listed(k);
                  if (any) out.push_back(7 + i);
                }
                out.push_back(-1);
                return out;
              };
              const auto in_a = [&](int i) {
                return a[static_cast<size_t>(from + i * stride)] != 0;
              };
              const std::vector<int> expected =
                  in_parts([&](int i) { return in_a(i) && b[static_cast<size_t>(3 + i)] != 0; });
              const std::vector<int> expected_of_a = in_parts(in_a);
              std::vector<unsigned> a_words(all / 32 + 2, 0U), b_words = a_words;
              std::vector<int> places(expected.size(), -1),
                  again = places, of_one(expected_of_a.size(), -1), of_words = of_one;
              Arguments arguments;
              arguments.in(a, "a").in(b, "b").value(from).value(stride).value(length);
              arguments.inout(a_words, "a_words").inout(b_words, "b_words");
              arguments.inout(places, "places").inout(again, "again");
              arguments.inout(of_one, "of_one").inout(of_words, "of_words");
              launch_now(*module, "list", threads, arguments);
              EXPECT_EQ(places, expected) << whole << " " << threads << " " << length << " " << run;
              EXPECT_EQ(again, expected) << whole << " " << threads << " " << length << " " << run;
              EXPECT_EQ(of_one, expected_of_a) << whole << " " << threads << " " << length;
              EXPECT_EQ(of_words, expected_of_a) << whole << " " << threads << " " << length;
            }
  }
}

}  // namespace
}  // namespace teaal::runtime::cpu
