#include <array>
#include <bit>
#include <cmath>
#include <random>

#include "runtime/tensor/value_type.h"
#include "templates/library.h"
#include "tests/unit/cpu/harness.h"

// The device functions of templates/mma.cuh on the CPU executor in checked mode: what lanes bring
// and get, and how values are rounded.
namespace teaal::runtime::cpu {
namespace {

using testing::Arguments;
using testing::Mode;

std::shared_ptr<Module> build_with(const std::string& kernels) {
  return testing::build_in(Mode::Checked, templates::with_library(kernels));
}

void launch_now(Module& module, const std::string& kernel, Arguments& arguments) {
  const LaunchResult result =
      testing::launch_in(Mode::Checked, module, kernel, {.grid = {1}, .block = {32}}, arguments);
  EXPECT_TRUE(result.ok()) << kernel << "\n" << testing::all_text(result);
}

// 16 bits of f16, the lower ones of a word.
double value_of_f16(unsigned bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31u);
  const double digits = bits & 0x3ffu;
  const double magnitude = exponent == 31  ? HUGE_VAL
                           : exponent == 0 ? std::ldexp(digits, -24)
                                           : std::ldexp(1024 + digits, exponent - 25);
  return (bits & 0x8000u) != 0 ? -magnitude : magnitude;
}

// 16 x 8 sums of 16 x K and K x 8 values, K = 4 `parts`: lane 4 g + t has k's t, t + 4, …
constexpr const char* product = R"(
extern "C" __global__ void product(const float* a, const float* b, const float* from, float* c) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float sums[4];
  unsigned a_words[4], b_words[2];
  A_REST
  for (int s = 0; s < 4; ++s) sums[s] = from[(g + s / 2 * 8) * 8 + 2 * t + s % 2];
  for (int word = 0; word < 2; ++word) {
    const int k = t + word * 4 * IN_WORD;
    for (int row = 0; row < 2; ++row)
      a_words[2 * word + row] = BITS(a[(g + 8 * row) * K + k], a[(g + 8 * row) * K + k + 4 * (IN_WORD - 1)]);
    b_words[word] = BITS(b[k * 8 + g], b[(k + 4 * (IN_WORD - 1)) * 8 + g]);
    REST
  }
  MMA
  for (int s = 0; s < 4; ++s) c[(g + s / 2 * 8) * 8 + 2 * t + s % 2] = sums[s];
}
)";

struct Kind {
  const char *name, *defines;
  size_t k;
  double error;  // of a product, relative
};

std::string text_of(const Kind& kind) { return std::string(kind.defines) + product; }

const std::array kinds = {
    Kind{"tf32",
         "#define K 8\n#define IN_WORD 1\n#define BITS(x, y) teaal_tf32_bits(x)\n#define A_REST\n"
         "#define REST\n"
         "#define MMA teaal_mma<teaal_multiply_tf32>(sums, 0, 1, 2, 3, a_words, 0, 1, 2, 3, "
         "b_words, 0, 1);\n",
         8, 0x1.6p-10},
    Kind{"3xtf32",
         "#define K 8\n#define IN_WORD 1\n#define BITS(x, y) teaal_tf32_bits(x)\n"
         "#define A_REST unsigned a_rest[4], b_rest[2];\n"
         "#define REST for (int r = 0; r < 2; ++r) a_rest[2 * word + r] = teaal_tf32_rest("
         "a[(g + 8 * r) * K + k], a_words[2 * word + r]); "
         "b_rest[word] = teaal_tf32_rest(b[k * 8 + g], b_words[word]);\n"
         "#define MMA teaal_mma_in_parts<teaal_multiply_tf32>(sums, 0, 1, 2, 3, a_words, a_rest, "
         "0, 1, 2, 3, b_words, "
         "b_rest, 0, 1);\n",
         8, 0x1p-18},
    Kind{"3xf16",
         "#define K 16\n#define IN_WORD 2\n#define BITS(x, y) teaal_f16_bits(x, y)\n"
         "#define A_REST unsigned a_rest[4], b_rest[2];\n"
         "#define REST for (int r = 0; r < 2; ++r) a_rest[2 * word + r] = teaal_f16_rest_bits("
         "a[(g + 8 * r) * K + k], a[(g + 8 * r) * K + k + 4]); "
         "b_rest[word] = teaal_f16_rest_bits(b[k * 8 + g], b[(k + 4) * 8 + g]);\n"
         "#define MMA teaal_mma_in_parts<teaal_multiply_f16>(sums, 0, 1, 2, 3, a_words, a_rest, 0, "
         "1, 2, 3, b_words, "
         "b_rest, 0, 1);\n",
         16, 0x1p-19},
    Kind{"bf16",
         "#define K 16\n#define IN_WORD 2\n#define BITS(x, y) teaal_bf16_bits(x, y)\n"
         "#define A_REST\n#define REST\n"
         "#define MMA teaal_mma<teaal_multiply_bf16>(sums, 0, 1, 2, 3, a_words, 0, 1, 2, 3, "
         "b_words, 0, 1);\n",
         16, 0x1.1p-7},
    Kind{"f16",
         "#define K 16\n#define IN_WORD 2\n#define BITS(x, y) teaal_f16_bits(x, y)\n"
         "#define A_REST\n#define REST\n"
         "#define MMA teaal_mma<teaal_multiply_f16>(sums, 0, 1, 2, 3, a_words, 0, 1, 2, 3, "
         "b_words, 0, 1);\n",
         16, 0}};

TEST(MmaTemplates, lanes_bring_their_shares_and_get_their_sums) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> values(-1, 1);
  for (const Kind& kind : kinds) {
    auto module = build_with(text_of(kind));
    ASSERT_TRUE(module) << kind.name;
    std::vector<float> a(16 * kind.k), b(kind.k * 8), before(128);
    for (auto* list : {&a, &b, &before})
      for (float& x : *list) {
        x = values(random);
        if (kind.error == 0) x = std::round(x * 1024) / 1024;  // one of f16
      }
    auto c = testing::poisoned<float>(128);
    Arguments arguments;
    arguments.in(a, "a").in(b, "b").in(before, "from").out(c, "c");
    launch_now(*module, "product", arguments);
    for (size_t i = 0; i < 128; ++i) {
      double want = before[i], magnitude = std::fabs(before[i]);
      for (size_t k = 0; k < kind.k; ++k) {
        const double one = double{a[i / 8 * kind.k + k]} * b[k * 8 + i % 8];
        want += one;
        magnitude += std::fabs(one);
      }
      EXPECT_LE(std::fabs(c[i] - want), (kind.error + 0x1p-20) * magnitude) << kind.name << i;
      EXPECT_NE(c[i], before[i]) << kind.name << i;
    }
  }
}

TEST(MmaTemplates, tf32_keeps_11_bits_and_the_rest_makes_it_whole) {
  auto module = build_with(R"(
extern "C" __global__ void rounds(const float* in, unsigned* bits, unsigned* rest) {
  bits[threadIdx.x] = teaal_tf32_bits(in[threadIdx.x]);
  rest[threadIdx.x] = teaal_tf32_rest(in[threadIdx.x], bits[threadIdx.x]);
})");
  ASSERT_TRUE(module);
  std::vector<float> in = {0.0f,          -0.0f,      1.0f,           -1.5f, 0x1.ffcp0f,
                           0x1.ffep-100f, -HUGE_VALF, std::nanf("1"), 3e38f};
  std::mt19937 random(3);
  while (in.size() < 32)
    in.push_back(std::ldexp(static_cast<float>(random()) * 0x1p-32f + 1.0f,
                            static_cast<int>(random() % 200) - 100));
  std::vector<unsigned> bits(32), rest(32);
  Arguments arguments;
  arguments.in(in, "in").out(bits, "bits").out(rest, "rest");
  launch_now(*module, "rounds", arguments);
  for (size_t i = 0; i < 32; ++i) {
    const float kept = std::bit_cast<float>(bits[i] & 0xffffe000u);
    if (std::isnan(in[i])) {
      EXPECT_TRUE(std::isnan(kept));
      continue;
    }
    const bool is_tf32 = (std::bit_cast<unsigned>(in[i]) & 0x1fffu) == 0;
    if (is_tf32) {
      EXPECT_EQ(kept, in[i]) << i;
    }
    if (std::isinf(in[i])) continue;
    EXPECT_LE(std::fabs(double{kept} - in[i]), 0x1.57p-11 * std::fabs(in[i])) << in[i];
    EXPECT_EQ(double{kept} + std::bit_cast<float>(rest[i]), in[i]) << i;
  }
}

TEST(MmaTemplates, f16_is_rounded_to_the_nearest_and_the_rest_makes_22_bits) {
  auto module = build_with(R"(
extern "C" __global__ void rounds(const float* in, unsigned* bits, unsigned* rest) {
  bits[threadIdx.x] = teaal_f16_bits(in[threadIdx.x], -in[threadIdx.x]);
  rest[threadIdx.x] = teaal_f16_rest_bits(in[threadIdx.x], -in[threadIdx.x]);
})");
  ASSERT_TRUE(module);
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<float> in = {0.0f,      65504.0f,        65519.9f,  65520.0f,
                             0x1p-14f,  0x1.ffcp-15f,    0x1p-24f,  0x1.8p-25f,
                             0x1p-25f,  0x1.000002p-25f, 0x1p-26f,  1.0f + 0x1p-11f,
                             HUGE_VALF, 0x1.ff7p-1f,     0x1.ffep5f};
    while (in.size() < 32)
      in.push_back(std::ldexp(static_cast<float>(random()) * 0x1p-32f + 1.0f,
                              static_cast<int>(random() % 42) - 26));
    std::vector<unsigned> bits(32), rest(32);
    Arguments arguments;
    arguments.in(in, "in").out(bits, "bits").out(rest, "rest");
    launch_now(*module, "rounds", arguments);
    for (size_t i = 0; i < 32; ++i) {
      const double kept = value_of_f16(bits[i]), left = value_of_f16(rest[i]);
      EXPECT_EQ(kept, rounded(in[i], ElementType::F16)) << in[i];
      EXPECT_EQ(bits[i] >> 16, (bits[i] & 0xffffu) ^ 0x8000u) << in[i];
      if (std::isinf(kept)) continue;
      EXPECT_LE(std::fabs(kept + left - in[i]), std::max(0x1p-22 * std::fabs(in[i]), 0x1p-25))
          << in[i];
    }
  }
}

TEST(MmaTemplates, scales_bring_the_largest_finite_value_to_2_to_the_14th) {
  auto module = build_with(R"(
extern "C" __global__ void scales(const float* in, int count, float* out) {
  const float largest = teaal_largest_of(in, count);
  __shared__ float all[32];
  const float most = teaal_block_reduce<teaal_max>(largest, all, 0.0f);
  if (threadIdx.x == 0) {
    out[0] = most;
    out[1] = teaal_scale_of(most);
    out[2] = teaal_scaled_back(teaal_scale_of(most) * 3.0f, most, 16384.0f);
  }
})");
  ASSERT_TRUE(module);
  for (float largest :
       {0.0f, 0x1p-149f, 0x1p-126f, 0x1.8p-113f, 1e-30f, 1.0f, 1.5f, 40000.0f, 1e30f, 3.4e38f})
    for (size_t count : {size_t{1}, size_t{5}, size_t{203}}) {
      std::vector<float> in(count, -largest / 2);
      in[count / 2] = count % 2 == 0 ? largest : -largest;
      if (count > 4) in[0] = HUGE_VALF, in[count - 1] = std::nanf("1");
      std::vector<float> out(3);
      Arguments arguments;
      arguments.in(in, "in").value(static_cast<int>(count)).out(out, "out");
      launch_now(*module, "scales", arguments);
      EXPECT_EQ(out[0], largest);
      int exponent = 0;
      EXPECT_EQ(std::frexp(out[1], &exponent), 0.5f) << largest;
      EXPECT_LT(out[0] * out[1], 0x1p15f);
      EXPECT_TRUE(largest < 0x1p-112f || out[0] * out[1] >= 0x1p14f) << largest;
      EXPECT_EQ(out[2], 3.0f) << largest;
    }
}

}  // namespace
}  // namespace teaal::runtime::cpu
