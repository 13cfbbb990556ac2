#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <random>

#include "runtime/cpu/executor.h"
#include "templates/library.h"

// The device functions of templates/rows.cuh on the CPU executor in checked mode: every
// accumulator, at sizes around the thresholds between them, and rows in parts; no races.
namespace teaal::runtime::cpu {
namespace {

using Pairs = std::vector<std::pair<long long, float>>;

constexpr const char* kernels = R"(
extern "C" __global__ void reduce(long long* keys, float* values, long long* spare_keys,
                                  float* spare_values, const long long* offsets, long long rows,
                                  long long stride, long long span, long long piece_bits,
                                  float* dense, long long width, long long* counts) {
  __shared__ long long shared_keys[2 * teaal_hash_slots];
  __shared__ float shared_values[2 * teaal_hash_slots];
  teaal_reduce_rows<OP>(keys, values, spare_keys, spare_values, offsets, rows, stride, span,
                        piece_bits, ABSENT, dense, width, counts, shared_keys, shared_values);
}
extern "C" __global__ void combine(const long long* keys, const float* values,
                                   const long long* offsets, long long rows, long long stride,
                                   long long span, long long piece_bits, const long long* counts,
                                   long long* keys_out, float* values_out, long long* places,
                                   long long* counts_out) {
  __shared__ float shared[2 * teaal_combined_keys];
  teaal_combine_rows<OP>(keys, values, offsets, rows, stride, span, piece_bits, ABSENT, counts,
                         keys_out, values_out, places, counts_out, shared);
}
extern "C" __global__ void move(const long long* keys, const float* values,
                                const long long* combined_keys, const float* combined_values,
                                const long long* places, const long long* before, long long parts,
                                long long* keys_out, float* values_out) {
  teaal_move_rows(keys, values, combined_keys, combined_values, places, before, parts, keys_out,
                  values_out);
}
)";

class RowTemplates : public testing::Test {
 protected:
  void build_for(const std::string& op, const std::string& absent) {
    Diagnostics diagnostics;
    const std::string text = "#define OP " + op + "\n#define ABSENT " + absent + "\n" + kernels;
    module_ = build(templates::with_library(text), "rows.cu", {.checked = true}, diagnostics);
    ASSERT_TRUE(module_);
  }

  template <class T>
  void* array(std::vector<T>& of) {
    buffers_.push_back({of.data(), of.size() * sizeof(T), "buffer", true, true});
    pointers_.push_back(std::make_unique<void*>(of.data()));
    return static_cast<void*>(pointers_.back().get());
  }
  void* number(long long n) {
    numbers_.push_back(std::make_unique<long long>(n));
    return numbers_.back().get();
  }
  void launch_now(const std::string& kernel, std::vector<void*> args) {
    Diagnostics diagnostics;
    auto result =
        launch(*module_, kernel, {.grid = {blocks}, .block = {64}}, args, buffers_, diagnostics);
    ASSERT_TRUE(result && result->ok());
    for (const Finding& f : result->findings) ADD_FAILURE() << f.text();
    buffers_.clear();
  }

  // Rows of pairs, their keys less row * span; what is left of all of them.
  Pairs reduced(const std::vector<Pairs>& rows, long long span, int piece_bits, long long width) {
    std::vector<long long> keys, slots;  // of two terms each row has a slot
    std::vector<float> values;
    for (size_t r = 0; r < rows.size(); ++r) {
      slots.push_back(static_cast<long long>(keys.size()));
      slots.push_back(static_cast<long long>(keys.size() + rows[r].size() / 3));
      for (const auto& [key, value] : rows[r]) {
        keys.push_back(static_cast<long long>(r) * span + key);
        values.push_back(value);
      }
    }
    const size_t at = keys.size();
    slots.push_back(static_cast<long long>(at));
    const size_t parts = rows.size() + (at >> piece_bits);
    std::vector<long long> spare_keys(at), counts(parts), places(parts), before(parts + 1);
    std::vector<float> spare_values(at), dense(static_cast<size_t>(width) * blocks * 2);
    auto count = static_cast<long long>(rows.size());
    launch_now("reduce", {array(keys), array(values), array(spare_keys), array(spare_values),
                          array(slots), number(count), number(2), number(span), number(piece_bits),
                          array(dense), number(width), array(counts)});
    launch_now("combine", {array(keys), array(values), array(slots), number(count), number(2),
                           number(span), number(piece_bits), array(counts), array(spare_keys),
                           array(spare_values), array(places), array(before)});
    std::exclusive_scan(before.begin(), before.end(), before.begin(), 0LL);
    std::vector<long long> keys_out(static_cast<size_t>(before[parts]));
    std::vector<float> values_out(keys_out.size());
    launch_now("move", {array(keys), array(values), array(spare_keys), array(spare_values),
                        array(places), array(before), number(static_cast<long long>(parts)),
                        array(keys_out), array(values_out)});
    Pairs out;
    for (size_t i = 0; i < keys_out.size(); ++i) out.emplace_back(keys_out[i], values_out[i]);
    return out;
  }

  static constexpr uint32_t blocks = 3;

 private:
  std::shared_ptr<Module> module_;
  std::vector<Buffer> buffers_;
  std::vector<std::unique_ptr<long long>> numbers_;
  std::vector<std::unique_ptr<void*>> pointers_;
};

// In the order of the pairs, part by part.
template <class Op>
Pairs expected(const std::vector<Pairs>& rows, long long span, int piece_bits, float absent,
               Op op) {
  Pairs out;
  size_t at = 0;
  for (size_t r = 0; r < rows.size(); ++r) {
    std::map<long long, float> row, part;
    auto add = [&](std::map<long long, float>& to, long long key, float value) {
      auto [old, first] = to.try_emplace(key, value);
      if (!first) old->second = old->second == absent ? value : op(old->second, value);
    };
    auto flush = [&] {
      for (const auto& [key, value] : part)
        if (value != absent) add(row, key, value);
      part.clear();
    };
    for (const auto& [key, value] : rows[r]) {
      if (at % (size_t{1} << piece_bits) == 0) flush();
      add(part, key, value);
      ++at;
    }
    flush();
    for (const auto& [key, value] : row)
      if (value != absent) out.emplace_back(static_cast<long long>(r) * span + key, value);
  }
  return out;
}

// Some keys are of few that lie far apart, some of few that lie together, some of all.
std::vector<Pairs> drawn(const std::vector<size_t>& sizes, long long span, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Pairs> out;
  for (size_t size : sizes) {
    Pairs row;
    for (size_t i = 0; i < size; ++i) {
      auto draw = [&](long long below) { return static_cast<long long>(random() >> 1) % below; };
      const long long kind = draw(3), some = span < 40 ? span : 40;
      const long long key = kind == 0   ? draw(some) * (span / some)
                            : kind == 1 ? draw((span + 9) / 10)
                                        : draw(span);
      row.emplace_back(key, static_cast<float>(draw(7) - 3) / 7);
    }
    out.push_back(std::move(row));
  }
  return out;
}

constexpr auto plus = [](float a, float b) { return a + b; };

TEST_F(RowTemplates, every_accumulator_sums_in_the_order_of_the_pairs) {
  build_for("teaal_sum", "0.0f");
  const std::vector<size_t> sizes = {0, 1, 2, 31, 32, 33, 64, 0, 255, 256, 257, 600, 3, 0};
  // Wide spans have no dense rows; narrow ones have them from few pairs on.
  for (long long span : {1LL, 33LL, 270LL, 2048LL, 2056LL, 5000LL, 1LL << 40})
    for (unsigned seed : {1u, 2u}) {
      const std::vector<Pairs> rows = drawn(sizes, span, seed);
      const Pairs result = reduced(rows, span, 40, span > 4096 ? 0 : span);
      EXPECT_EQ(result, expected(rows, span, 40, 0, plus)) << "span " << span << ", seed " << seed;
    }
}

TEST_F(RowTemplates, rows_of_several_parts_are_combined) {
  build_for("teaal_sum", "0.0f");
  const std::vector<size_t> sizes = {0, 5, 64, 0, 130, 1, 700, 64, 0, 2500, 3};
  for (int piece_bits : {0, 5, 6, 9})
    for (long long span : {1LL, 40LL, 1500LL, 1LL << 35}) {
      if (piece_bits == 0 && span > 100) continue;
      const std::vector<Pairs> rows = drawn(sizes, span, 3);
      const Pairs result = reduced(rows, span, piece_bits, span > 4096 ? 0 : span);
      EXPECT_EQ(result, expected(rows, span, piece_bits, 0, plus))
          << "span " << span << ", parts of 2^" << piece_bits;
    }
}

TEST_F(RowTemplates, rows_in_order_and_rows_of_one_key) {
  build_for("teaal_sum", "0.0f");
  std::vector<Pairs> rows(4);
  for (int i = 0; i < 300; ++i) {
    rows[0].emplace_back(i, 1.0f);
    rows[1].emplace_back(i / 7, 1.0f / static_cast<float>(i + 1));
    rows[2].emplace_back(5, 1.0f / static_cast<float>(i + 1));
    rows[3].emplace_back(299 - i, i % 2 ? 0.0f : 1.0f);
  }
  for (int piece_bits : {6, 40})
    EXPECT_EQ(reduced(rows, 300, piece_bits, 300), expected(rows, 300, piece_bits, 0, plus));
}

TEST_F(RowTemplates, a_single_pair_out_of_order) {
  build_for("teaal_sum", "0.0f");
  std::vector<Pairs> rows(70);
  for (size_t r = 0; r < rows.size(); ++r) {
    for (int i = 0; i < 71; ++i) rows[r].emplace_back(10 * i, 1.0f);
    std::swap(rows[r][r], rows[r][r + 1]);
  }
  EXPECT_EQ(reduced(rows, 710, 40, 0), expected(rows, 710, 40, 0, plus));
}

TEST_F(RowTemplates, other_reductions_and_what_is_absent) {
  build_for("teaal_min", "__int_as_float(0x7f800000)");
  const std::vector<Pairs> rows = drawn({40, 300, 20, 700}, 500, 4);
  const float inf = std::numeric_limits<float>::infinity();
  auto least = [](float a, float b) { return std::min(a, b); };
  for (int piece_bits : {7, 40})
    EXPECT_EQ(reduced(rows, 500, piece_bits, 500), expected(rows, 500, piece_bits, inf, least));
}

}  // namespace
}  // namespace teaal::runtime::cpu
