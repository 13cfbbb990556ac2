#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <random>

#include "runtime/cpu/executor.h"
#include "runtime/tensor/value_type.h"
#include "templates/library.h"

// The device functions of templates/ (reduce.cuh, combine.cuh, assemble.cuh, half.cuh,
// wrapping.cuh) on the CPU executor in checked mode: right results, no races.
namespace teaal::runtime::cpu {
namespace {

constexpr const char* kernels = R"(
extern "C" __global__ void sums(const float* in, float* lanes, float* warps, float* block) {
  __shared__ float many[1024];
  __shared__ float few[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  lanes[i] = teaal_lane_sum(in[i], 2, 16);
  warps[i] = teaal_warps_sum(in[i], many, static_cast<int>(blockDim.x / 32));
  for (int again = 0; again < 2; ++again) {
    const float total = teaal_block_sum(in[i], few);
    if (threadIdx.x == 0) block[blockIdx.x] = total;
  }
}
)";

struct Reduced {
  std::vector<float> in, lanes, warps, block;
};

Reduced reduced(uint32_t threads, uint32_t blocks) {
  Reduced out;
  std::mt19937 random(threads);
  std::uniform_real_distribution<float> draw(-1, 1);
  out.in.resize(size_t{threads} * blocks);
  for (float& x : out.in) x = draw(random);
  const float poison = std::numeric_limits<float>::quiet_NaN();
  out.lanes.assign(out.in.size(), poison);
  out.warps.assign(out.in.size(), poison);
  out.block.assign(blocks, poison);
  Diagnostics diagnostics;
  auto module = build(templates::with_library(kernels), "sums.cu", {.checked = true}, diagnostics);
  EXPECT_TRUE(module);
  std::vector<Buffer> buffers;
  std::vector<void*> values;
  for (auto* v : {&out.in, &out.lanes, &out.warps, &out.block}) {
    buffers.push_back({v->data(), v->size() * sizeof(float), "buffer", v == &out.in});
    values.push_back(v->data());
  }
  std::vector<void*> args;
  for (void*& value : values) args.push_back(&value);
  auto result =
      launch(*module, "sums", {.grid = {blocks}, .block = {threads}}, args, buffers, diagnostics);
  EXPECT_TRUE(result && result->ok());
  if (result)
    for (const Finding& f : result->findings) ADD_FAILURE() << f.text();
  return out;
}

TEST(Templates, sums_over_lanes_warps_and_blocks_agree_with_plain_sums) {
  for (uint32_t threads : {32u, 96u, 256u}) {
    Reduced r = reduced(threads, 3);
    for (size_t i = 0; i < r.in.size(); ++i) {
      double lanes = 0, warps = 0;
      size_t warp = i / 32 * 32, block = i / threads * threads;
      // Groups of lanes that agree in bit 0 and bit 4 of the lane.
      for (size_t lane = 0; lane < 32; ++lane)
        if ((lane & 17) == (i % 32 & 17)) lanes += r.in[warp + lane];
      for (size_t w = 0; w < threads; w += 32) warps += r.in[block + w + i % 32];
      EXPECT_NEAR(r.lanes[i], lanes, 1e-5) << i;
      EXPECT_NEAR(r.warps[i], warps, 1e-5) << i;
    }
    for (size_t b = 0; b < 3; ++b) {
      auto begin = r.in.begin() + static_cast<std::ptrdiff_t>(b * threads);
      EXPECT_NEAR(r.block[b], std::accumulate(begin, begin + threads, 0.0), 1e-5) << b;
    }
  }
}

// Groups of lanes go round a loop as often as each likes; the last lanes of the warp never come.
TEST(Templates, groups_of_lanes_reduce_apart_from_each_other) {
  for (int width : {1, 2, 4, 8, 16}) {
    const std::string text = R"(
extern "C" __global__ void groups(const float* in, float* sums, float* most, float* votes,
                                  int width) {
  const int lane = threadIdx.x % 32, group = threadIdx.x / width;
  if (lane >= 16) return;
  for (int turn = 0; turn <= group % 5; ++turn) {
    const float sum = teaal_group_reduce<teaal_sum>(in[threadIdx.x] + turn, width);
    const float largest = teaal_group_reduce<teaal_max>(in[threadIdx.x] - turn, width);
    const float any = teaal_group_vote<teaal_either>(in[threadIdx.x] - turn, width);
    const float all = teaal_group_vote<teaal_together>(in[threadIdx.x] - turn, width);
    sums[threadIdx.x] = sum;
    most[threadIdx.x] = largest;
    votes[threadIdx.x] = any + 2 * all;
  }
})";
    std::mt19937 random(static_cast<unsigned>(width));
    std::vector<float> in(64), sums(64, -1), most(64, -1), votes(64, -1);
    for (float& x : in) x = static_cast<float>(random() % 5);
    Diagnostics diagnostics;
    auto module = build(templates::with_library(text), "groups.cu", {.checked = true}, diagnostics);
    ASSERT_TRUE(module);
    std::vector<Buffer> buffers;
    std::vector<void*> values, args;
    for (auto* v : {&in, &sums, &most, &votes}) {
      buffers.push_back({v->data(), v->size() * sizeof(float), "buffer", v == &in});
      values.push_back(v->data());
    }
    for (void*& value : values) args.push_back(&value);
    args.push_back(&width);
    auto result =
        launch(*module, "groups", {.grid = {1}, .block = {64}}, args, buffers, diagnostics);
    ASSERT_TRUE(result && result->ok()) << width;
    for (int i = 0; i < 64; ++i) {
      if (i % 32 >= 16) continue;
      const int first = i / width * width, turns = i / width % 5;
      float sum = 0, largest = -10;
      bool any = false, all = true;
      for (int lane = first; lane < first + width; ++lane) {
        sum += in[static_cast<size_t>(lane)] + static_cast<float>(turns);
        largest = std::max(largest, in[static_cast<size_t>(lane)] - static_cast<float>(turns));
        const bool holds = in[static_cast<size_t>(lane)] != static_cast<float>(turns);
        any |= holds, all &= holds;
      }
      EXPECT_EQ(sums[static_cast<size_t>(i)], sum) << width << " " << i;
      EXPECT_EQ(most[static_cast<size_t>(i)], largest) << width << " " << i;
      EXPECT_EQ(votes[static_cast<size_t>(i)], any + 2 * all) << width << " " << i;
    }
  }
}

// carries.cuh: slots of a key stand together, few or many; slots without one hold what is not read.
TEST(Templates, carried_values_meet_at_the_first_slot_of_their_key) {
  const std::string text = R"(
extern "C" __global__ void carried(const float* values, const long long* keys, float* sums,
                                   int slots) {
  const long long slot = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const float sum = teaal_carried<teaal_sum>(values, keys, slots, slot, 0.0f);
  if (teaal_begins_key(keys, slots, slot)) sums[keys[slot] - 1] = sum;
})";
  Diagnostics diagnostics;
  auto module = build(templates::with_library(text), "carried.cu", {.checked = true}, diagnostics);
  ASSERT_TRUE(module);
  for (int longest : {1, 7, 8, 9, 300}) {
    std::mt19937 random(static_cast<unsigned>(longest));
    std::vector<long long> keys;
    for (long long key = 1; keys.size() < 500; key += 1 + random() % 3) {
      const size_t length = 1 + random() % static_cast<size_t>(longest);
      keys.insert(keys.end(), length, key);
      if (random() % 3 == 0) keys.push_back(0);
    }
    std::vector<float> values(keys.size());
    std::vector<float> expected(2000, -1), sums(2000, -1);
    for (size_t i = 0; i < keys.size(); ++i) {
      values[i] = static_cast<float>(random() % 100);
      if (keys[i] == 0) continue;
      float& sum = expected[static_cast<size_t>(keys[i] - 1)];
      sum = std::max(sum, 0.0f) + values[i];
    }
    int slots = static_cast<int>(keys.size());
    std::vector<Buffer> buffers = {{values.data(), values.size() * sizeof(float), "values", true},
                                   {keys.data(), keys.size() * sizeof(long long), "keys", true},
                                   {sums.data(), sums.size() * sizeof(float), "sums", false}};
    void* pointers[] = {values.data(), keys.data(), sums.data()};
    std::vector<void*> args = {&pointers[0], &pointers[1], &pointers[2], &slots};
    const uint32_t blocks = static_cast<uint32_t>((keys.size() + 63) / 64);
    auto result =
        launch(*module, "carried", {.grid = {blocks}, .block = {64}}, args, buffers, diagnostics);
    ASSERT_TRUE(result && result->ok()) << longest;
    EXPECT_EQ(sums, expected) << longest;
  }
}

// combine.cuh: every reduction over lanes, warps and a block, each thread giving its number's
// value.
TEST(Templates, reductions_other_than_sums_agree_with_plain_ones) {
  struct Case {
    const char* op;
    float start;
    std::function<float(float, float)> combine;
    std::string by = "reduce";
  };
  const Case cases[] = {
      {"teaal_product", 1, [](float a, float b) { return a * b; }},
      {"teaal_min", HUGE_VALF, [](float a, float b) { return std::fmin(a, b); }},
      {"teaal_max", -HUGE_VALF, [](float a, float b) { return std::fmax(a, b); }},
      {"teaal_either", 0, [](float a, float b) { return a != 0 || b != 0 ? 1.0f : 0.0f; }, "vote"},
      {"teaal_together", 1, [](float a, float b) { return a != 0 && b != 0 ? 1.0f : 0.0f; },
       "vote"},
  };
  for (const Case& one : cases)
    for (uint32_t threads : {32u, 96u, 256u}) {
      const std::string op = one.op,
                        text = R"(
extern "C" __global__ void reduce(const float* in, float* lanes, float* warps, float* block) {
  __shared__ float many[1024];
  __shared__ float few[32];
  const int i = threadIdx.x;
  lanes[i] = teaal_lane_)" + one.by +
                               "<" + op + R"(>(in[i], 2, 16);
  warps[i] = teaal_warps_reduce<)" +
                               op +
                               R"(>(in[i], many, static_cast<int>(blockDim.x / 32));
  const float all = teaal_block_reduce<)" +
                               op + ">(in[i], few, " +
                               (std::isinf(one.start) ? one.start < 0 ? "-" : ""
                                                      : std::to_string(one.start) + "f") +
                               (std::isinf(one.start) ? "__int_as_float(0x7f800000)" : "") + R"();
  if (i == 0) block[0] = all;
})";
      std::mt19937 random(threads);
      std::vector<float> in(threads), lanes(threads), warps(threads), block(1);
      // Powers of two whose product stays in range; a zero in one warp.
      for (float& x : in) x = random() % 2 == 0 ? 1 : random() % 2 == 0 ? 2 : 0.5f;
      in[threads - 5] = 0;
      Diagnostics diagnostics;
      auto module =
          build(templates::with_library(text), "reduce.cu", {.checked = true}, diagnostics);
      ASSERT_TRUE(module);
      std::vector<Buffer> buffers;
      std::vector<void*> values, args;
      for (auto* v : {&in, &lanes, &warps, &block}) {
        buffers.push_back({v->data(), v->size() * sizeof(float), "buffer", v == &in});
        values.push_back(v->data());
      }
      for (void*& value : values) args.push_back(&value);
      auto result =
          launch(*module, "reduce", {.grid = {1}, .block = {threads}}, args, buffers, diagnostics);
      ASSERT_TRUE(result && result->ok()) << op;
      float whole = one.start;
      for (float x : in) whole = one.combine(whole, x);
      EXPECT_EQ(block[0], whole) << op;
      for (size_t i = 0; i < threads; ++i) {
        float over_lanes = one.start, over_warps = in[i % 32];
        for (size_t lane = 0; lane < 32; ++lane)
          if ((lane & 17) == (i % 32 & 17))
            over_lanes = one.combine(over_lanes, in[i / 32 * 32 + lane]);
        for (size_t w = 32; w < threads; w += 32)
          over_warps = one.combine(over_warps, in[w + i % 32]);
        EXPECT_EQ(lanes[i], over_lanes) << op << i;
        EXPECT_EQ(warps[i], over_warps) << op << i;
      }
    }
}

// ---- Elements of 16 bits ----

constexpr const char* conversions = R"(
extern "C" __global__ void load(const unsigned short* bits, float* f16, float* bf16) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  f16[i] = teaal_load_f16(bits[i]);
  bf16[i] = teaal_load_bf16(bits[i]);
}
extern "C" __global__ void store(const float* values, unsigned short* f16, unsigned short* bf16) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  f16[i] = teaal_store_f16(values[i]);
  bf16[i] = teaal_store_bf16(values[i]);
}
)";

template <class In, class Out>
std::pair<std::vector<Out>, std::vector<Out>> converted(const std::string& kernel,
                                                        std::vector<In>& in) {
  std::vector<Out> f16(in.size()), bf16(in.size());
  Diagnostics diagnostics;
  auto module = build(templates::with_library(conversions), "half.cu", {}, diagnostics);
  EXPECT_TRUE(module);
  void* values[] = {in.data(), f16.data(), bf16.data()};
  std::vector<void*> args = {&values[0], &values[1], &values[2]};
  auto blocks = static_cast<uint32_t>(in.size() / 256);
  EXPECT_EQ(in.size() % 256, 0u);
  EXPECT_TRUE(launch(*module, kernel, {.grid = {blocks}, .block = {256}}, args, {}, diagnostics));
  return {f16, bf16};
}

TEST(Templates, every_pattern_of_16_bits_loads_as_its_number) {
  std::vector<uint16_t> bits(0x10000);
  std::iota(bits.begin(), bits.end(), uint16_t{0});
  auto [f16, bf16] = converted<uint16_t, float>("load", bits);
  for (unsigned i = 0; i < bits.size(); ++i) {
    double half = number_of(Half{bits[i]}), bfloat = number_of(Bfloat16{bits[i]});
    ASSERT_TRUE(std::isnan(half) ? std::isnan(f16[i]) : f16[i] == half) << i;
    if (!std::isnan(half)) {
      ASSERT_EQ(std::signbit(half), std::signbit(f16[i])) << i;
    }
    ASSERT_TRUE(std::isnan(bfloat) ? std::isnan(bf16[i]) : bf16[i] == bfloat) << i;
  }
}

// Every element, its neighbourhood, the middle to the next; and patterns at random.
std::vector<float> hard_to_round() {
  std::vector<float> out;
  for (unsigned i = 0; i < 0x10000; ++i) {
    auto bits = static_cast<uint16_t>(i);
    for (double low : {number_of(Half{bits}), number_of(Bfloat16{bits})}) {
      double high = low + std::fabs(low) * epsilon_of(ElementType::BF16) / 2;
      for (auto value : {static_cast<float>(low), static_cast<float>((low + high) / 2)})
        for (float to : {-HUGE_VALF, HUGE_VALF}) out.push_back(std::nextafter(value, to));
      out.push_back(static_cast<float>(low));
    }
    auto middle = static_cast<float>(
        (number_of(Half{bits}) + number_of(Half{static_cast<uint16_t>(bits + 1)})) / 2);
    out.insert(out.end(), {middle, std::nextafter(middle, 0.0f)});
  }
  std::mt19937 random(9);
  for (int i = 0; i < 200000; ++i)
    out.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
  out.resize(out.size() / 256 * 256);
  return out;
}

TEST(Templates, floats_store_as_the_nearest_element) {
  std::vector<float> values = hard_to_round();
  auto [f16, bf16] = converted<float, uint16_t>("store", values);
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(f16[i], element_of<Half>(values[i]).bits) << values[i];
    ASSERT_EQ(bf16[i], element_of<Bfloat16>(values[i]).bits) << values[i];
  }
}

// ---- Bitmasks ----

constexpr const char* bit_kernel = R"(
extern "C" __global__ void bits(const unsigned* a, const int* bases, int words, int extent, int from, int to,
                                int* has, int* position, int* index, int* within) {
  const int i = threadIdx.x, fiber = blockIdx.x, at = fiber * extent + i;
  if (i >= extent) return;
  const long long first = (long long)fiber * words;
  has[at] = teaal_has_bit(a, first, i);
  position[at] = teaal_bit_position(a, bases, first, i);
  index[at] = has[at] ? teaal_bit_index(a, bases, first, first + words, position[at]) : -1;
  within[at] = teaal_bits_within(a[first + i / 32], i / 32 * 32, from, to) >> i % 32 & 1u;
}
)";

struct Bits {
  int fibers = 3, extent, words;
  std::vector<uint32_t> a;
  std::vector<int> bases;

  Bits(int an_extent, unsigned density, std::mt19937& random)
      : extent(an_extent), words((an_extent + 31) / 32) {
    a.resize(static_cast<size_t>(fibers * words));
    for (int f = 0; f < fibers; ++f)
      for (int i = 0; i < extent; ++i)
        if (random() % 10 < density) a[f * words + i / 32] |= 1u << (i % 32);
    bases.resize(a.size() + 1);
    for (size_t w = 0; w < a.size(); ++w) bases[w + 1] = bases[w] + std::popcount(a[w]);
  }
  bool in(int fiber, int i) const {
    return (a[static_cast<size_t>(fiber * words + i / 32)] >> (i % 32) & 1) != 0;
  }
};

TEST(Templates, bits_are_found_counted_and_cut) {
  Diagnostics diagnostics;
  auto module = build(templates::with_library(bit_kernel), "bits.cu", {}, diagnostics);
  ASSERT_TRUE(module);
  std::mt19937 random(3);
  for (int extent : {1, 31, 32, 33, 64, 100})
    for (unsigned density : {0u, 1u, 5u, 10u}) {
      Bits bits(extent, density, random);
      int from = static_cast<int>(random() % 101), to = static_cast<int>(random() % 101);
      std::vector<int> has(static_cast<size_t>(bits.fibers * extent)), position(has), index(has),
          within(has);
      void* arrays[] = {bits.a.data(),   bits.bases.data(), has.data(),
                        position.data(), index.data(),      within.data()};
      std::vector<void*> args = {&arrays[0], &arrays[1], &bits.words, &bits.extent, &from,
                                 &to,        &arrays[2], &arrays[3],  &arrays[4],   &arrays[5]};
      ASSERT_TRUE(launch(*module, "bits", {.grid = {3}, .block = {128}}, args, {}, diagnostics));
      int count = 0;
      for (int f = 0; f < bits.fibers; ++f)
        for (int i = 0; i < extent; ++i) {
          auto at = static_cast<size_t>(f * extent + i);
          EXPECT_EQ(has[at], bits.in(f, i));
          EXPECT_EQ(position[at], count);
          EXPECT_EQ(index[at], bits.in(f, i) ? i : -1);
          EXPECT_EQ(within[at], bits.in(f, i) && from <= i && i < to) << from << " " << to;
          count += bits.in(f, i);
        }
    }
}

// ---- Integers ----

TEST(Templates, integers_wrap) {
  std::string text = R"(
extern "C" __global__ void wrap(const int* a, const int* b, int* z) {
  const int i = threadIdx.x;
  z[4 * i] = teaal_wrapping_add(a[i], b[i]);
  z[4 * i + 1] = teaal_wrapping_sub(a[i], b[i]);
  z[4 * i + 2] = teaal_wrapping_mul(a[i], b[i]);
  z[4 * i + 3] = teaal_wrapping_fma(a[i], b[i], a[i]);
})";
  std::mt19937 random(5);
  std::vector<int32_t> a(256), b(256), z(1024);
  for (auto* side : {&a, &b})
    for (int32_t& x : *side) x = static_cast<int32_t>(random());
  a[0] = b[0] = INT32_MIN;
  b[1] = -1, a[1] = INT32_MIN;
  Diagnostics diagnostics;
  auto module = build(templates::with_library(text), "wrap.cu", {}, diagnostics);
  ASSERT_TRUE(module);
  void* values[] = {a.data(), b.data(), z.data()};
  std::vector<void*> args = {&values[0], &values[1], &values[2]};
  ASSERT_TRUE(launch(*module, "wrap", {.grid = {1}, .block = {256}}, args, {}, diagnostics));
  auto wrapped = [](int64_t x) { return static_cast<int32_t>(static_cast<uint32_t>(x)); };
  for (size_t i = 0; i < 256; ++i) {
    int64_t x = a[i], y = b[i];
    EXPECT_EQ(z[4 * i], wrapped(x + y));
    EXPECT_EQ(z[4 * i + 1], wrapped(x - y));
    EXPECT_EQ(z[4 * i + 2], wrapped(x * y));
    EXPECT_EQ(z[4 * i + 3], wrapped(wrapped(x * y) + x));
  }
}

constexpr const char* assembly_kernels = R"(
extern "C" __global__ void scan_sums(const long long* counts, long long n, long long* sums) {
  __shared__ long long shared[32];
  teaal_scan_sums(counts, n, sums, shared);
}
extern "C" __global__ void scan_apply(long long* counts, long long n, const long long* sums) {
  __shared__ long long shared[33];
  teaal_scan_apply(counts, n, sums, shared);
}
extern "C" __global__ void sort_count(const long long* keys, long long n, long long shift,
                                      long long bits, long long* digits) {
  __shared__ int counts[2048];
  teaal_sort_count(keys, n, shift, bits, digits, counts);
}
extern "C" __global__ void sort_move(const long long* keys, const float* values, long long n,
                                     long long shift, long long bits, const long long* digits,
                                     long long* keys_out, float* values_out) {
  __shared__ long long tile_keys[2048], places[256];
  __shared__ float tile_values[2048];
  __shared__ int counts[2056];
  teaal_sort_move(keys, values, n, shift, bits, digits, keys_out, values_out, tile_keys,
                  tile_values, places, counts);
}
)";

// Kernels over arrays of the test, with findings as failures.
class AssemblyTemplates : public testing::Test {
 protected:
  void SetUp() override {
    Diagnostics diagnostics;
    module_ = build(templates::with_library(assembly_kernels), "assemble.cu", {.checked = true},
                    diagnostics);
    ASSERT_TRUE(module_);
  }

  template <class T>
  void* array(std::vector<T>& of, bool written = true) {
    buffers_.push_back({of.data(), of.size() * sizeof(T), "buffer", true, written});
    return keep(of.data());
  }
  void* number(long long n) {
    numbers_.push_back(std::make_unique<long long>(n));
    return numbers_.back().get();
  }
  void launch_now(const std::string& kernel, uint32_t blocks, uint32_t threads,
                  std::vector<void*> args) {
    Diagnostics diagnostics;
    auto result = launch(*module_, kernel, {.grid = {blocks}, .block = {threads}}, args, buffers_,
                         diagnostics);
    ASSERT_TRUE(result && result->ok());
    for (const Finding& f : result->findings) ADD_FAILURE() << f.text();
    buffers_.clear();
  }
  void scan(std::vector<long long>& counts, long long n, uint32_t blocks) {
    std::vector<long long> sums(blocks);
    launch_now("scan_sums", blocks, 96, {array(counts), number(n), array(sums)});
    launch_now("scan_apply", blocks, 96, {array(counts), number(n), array(sums)});
  }

 private:
  void* keep(void* pointer) {
    pointers_.push_back(std::make_unique<void*>(pointer));
    return pointers_.back().get();
  }

  std::shared_ptr<Module> module_;
  std::vector<Buffer> buffers_;
  std::vector<std::unique_ptr<long long>> numbers_;
  std::vector<std::unique_ptr<void*>> pointers_;
};

TEST_F(AssemblyTemplates, scan_leaves_the_sum_of_what_stands_before) {
  std::mt19937 random(1);
  for (size_t n : {0u, 1u, 31u, 96u, 97u, 1000u})
    for (uint32_t blocks : {1u, 2u, 7u}) {
      std::vector<long long> counts(n + 1), expected(n + 1);
      for (size_t i = 0; i < n; ++i) counts[i] = random() % 5;
      std::exclusive_scan(counts.begin(), counts.end(), expected.begin(), 0LL);
      counts[n] = -1;
      scan(counts, static_cast<long long>(n), blocks);
      EXPECT_EQ(counts, expected) << n << " counts, " << blocks << " blocks";
    }
}

TEST_F(AssemblyTemplates, sort_is_the_stable_sort_by_one_digit) {
  std::mt19937_64 random(2);
  struct Digit {
    int shift, bits;
  };
  for (size_t n : {0u, 1u, 33u, 1000u, 2049u, 9000u})
    for (const auto& [shift, bits] : {Digit{0, 8}, Digit{8, 8}, Digit{56, 8}, Digit{6, 6}}) {
      const long long last = (1LL << bits) - 1;
      std::vector<std::pair<long long, float>> pairs(n);
      std::vector<long long> keys(n), keys_out(n), digits(256 * 3 + 1);
      std::vector<float> values(n), values_out(n);
      for (size_t i = 0; i < n; ++i) {
        keys[i] = static_cast<long long>(random() >> 1);
        values[i] = static_cast<float>(i);
        pairs[i] = {keys[i], values[i]};
      }
      std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) {
        return (a.first >> shift & last) < (b.first >> shift & last);
      });
      auto count = static_cast<long long>(n);
      launch_now("sort_count", 3, 256,
                 {array(keys), number(count), number(shift), number(bits), array(digits)});
      scan(digits, 256 * 3, 2);
      launch_now("sort_move", 3, 256,
                 {array(keys), array(values), number(count), number(shift), number(bits),
                  array(digits), array(keys_out), array(values_out)});
      for (size_t i = 0; i < n; ++i) {
        ASSERT_EQ(keys_out[i], pairs[i].first) << i << " of " << n << ", shift " << shift;
        ASSERT_EQ(values_out[i], pairs[i].second) << i << " of " << n << ", shift " << shift;
      }
    }
}

}  // namespace
}  // namespace teaal::runtime::cpu
