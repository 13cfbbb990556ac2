#include <array>
#include <bit>
#include <cmath>
#include <random>

#include "templates/library.h"
#include "tests/unit/cpu/harness.h"

// The device functions of templates/mma.cuh on the CPU executor in checked mode: what lanes bring
// and get, and how values are rounded.
namespace teaal::runtime::cpu {
namespace {

using testing::Arguments;
using testing::Mode;

std::shared_ptr<Module> build_with(const std::string& kernels) {
  std::string text;
  for (const auto& [file, body] : templates::files())
    if (file == "mma.cuh") text += body.substr(sizeof("#pragma once"));
  return testing::build_in(Mode::Checked, text + kernels);
}

void launch_now(Module& module, const std::string& kernel, Arguments& arguments) {
  const LaunchResult result =
      testing::launch_in(Mode::Checked, module, kernel, {.grid = {1}, .block = {32}}, arguments);
  EXPECT_TRUE(result.ok()) << kernel << "\n" << testing::all_text(result);
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
         "#define MMA teaal_mma_tf32(sums, 0, 1, 2, 3, a_words, 0, 1, 2, 3, b_words, 0, 1);\n",
         8, 0x1.6p-10},
    Kind{"3xtf32",
         "#define K 8\n#define IN_WORD 1\n#define BITS(x, y) teaal_tf32_bits(x)\n"
         "#define A_REST unsigned a_rest[4], b_rest[2];\n"
         "#define REST for (int r = 0; r < 2; ++r) a_rest[2 * word + r] = teaal_tf32_rest("
         "a[(g + 8 * r) * K + k], a_words[2 * word + r]); "
         "b_rest[word] = teaal_tf32_rest(b[k * 8 + g], b_words[word]);\n"
         "#define MMA teaal_mma_3xtf32(sums, 0, 1, 2, 3, a_words, a_rest, 0, 1, 2, 3, b_words, "
         "b_rest, 0, 1);\n",
         8, 0x1p-18},
    Kind{"bf16",
         "#define K 16\n#define IN_WORD 2\n#define BITS(x, y) teaal_bf16_bits(x, y)\n"
         "#define A_REST\n#define REST\n"
         "#define MMA teaal_mma_bf16(sums, 0, 1, 2, 3, a_words, 0, 1, 2, 3, b_words, 0, 1);\n",
         16, 0x1.1p-7},
    Kind{"f16",
         "#define K 16\n#define IN_WORD 2\n#define BITS(x, y) teaal_f16_bits(x, y)\n"
         "#define A_REST\n#define REST\n"
         "#define MMA teaal_mma_f16(sums, 0, 1, 2, 3, a_words, 0, 1, 2, 3, b_words, 0, 1);\n",
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

}  // namespace
}  // namespace teaal::runtime::cpu
