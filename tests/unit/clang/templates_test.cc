#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <regex>
#include <set>

#include "compiler/emit/clang_facade.h"
#include "templates/library.h"
#include "tests/unit/clang/support.h"

// The searches are plain C++ once the attributes are gone.
#define __device__
#define __forceinline__ inline
#define TEAAL_CPU
#include "templates/grown.cuh"
#include "templates/narrow.cuh"
#include "templates/search.cuh"
#undef TEAAL_CPU
#undef __device__
#undef __forceinline__

namespace teaal::templates {
namespace {

using namespace teaal::testing;

TEST(Templates, EachFileParsesBehindThoseInFrontOfIt) {
  ASSERT_FALSE(files().empty());
  std::string text;
  for (const auto& [name, own] : files()) {
    Diagnostics diagnostics;
    text += own;
    EXPECT_TRUE(emit::verify_cuda(text, nullptr, diagnostics)) << name << "\n"
                                                               << rendered(diagnostics);
    EXPECT_EQ(rendered(diagnostics), "") << name;
  }
}

TEST(Templates, NvccTakesEachFileBehindThoseInFrontOfIt) {
  if (!on_path("nvcc")) GTEST_SKIP() << "nvcc is not on PATH";
  const Folder folder;
  std::string text;
  for (const auto& [name, own] : files()) {
    const std::string file = folder.write(name, text += own.substr(sizeof("#pragma once")));
    const Outcome compiled = run("nvcc -arch=sm_90 -std=c++17 -x cu -c -o /dev/null " + file);
    EXPECT_EQ(compiled.status, 0) << name << "\n" << compiled.output;
  }
}

TEST(Templates, KeepTheRulesOfTheLibrary) {
  for (const auto& [name, text] : files()) {
    EXPECT_TRUE(text.starts_with("#pragma once\n")) << name;
    for (const char* banned : {"#include", "#define", "\n#if ", "uint32_t", "int64_t", "namespace"})
      EXPECT_EQ(text.find(banned), text.npos) << name << " contains " << banned;
  }
}

// What a text may reach is all that it needs to parse, and not much more.
TEST(Templates, EachNameBringsWhatItNeeds) {
  std::set<std::string> names;
  std::string all;
  const std::regex word("\\n[^ /][^\\n]*\\b(teaal_\\w+)");  // of lines that begin a declaration
  for (const auto& [name, text] : files()) {
    all += text;
    for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at)
      names.insert((*at)[1]);
  }
  ASSERT_GT(names.size(), 100u);
  EXPECT_TRUE(files_for("int teaal = 1;  // teaal_lower_bound\n").empty());
  for (const std::string& name : names) {
    std::string text;
    for (const auto& [file, part] : files_for("f(" + name + ");")) text += part;
    Diagnostics diagnostics;
    EXPECT_TRUE(emit::verify_cuda(text, nullptr, diagnostics)) << name << rendered(diagnostics);
    EXPECT_NE(text.find(name), text.npos) << name;
    EXPECT_LT(text.size(), all.size() / 2) << name;
  }
  std::string whole, wanted;
  for (const std::string& name : names) wanted += name + " ";
  for (const auto& [file, part] : files_for(wanted)) whole += part;
  for (const std::string& name : names) EXPECT_NE(whole.find(name), whole.npos) << name;
}

// Instantiates every function for every type it is meant for.
const char* const uses = R"(
template <class C, class P> __device__ P searches(const C* c, P n, C x) {
  return teaal_lower_bound(c, P(0), n, x) + teaal_gallop(c, P(0), n, x);
}
template <class Op, class V> __device__ void rows(long long* k, V* v, long long n, V absent, V* s) {
  __shared__ long long slots[teaal_hash_slots];
  teaal_reduce_rows<Op>(k, v, k + n, v + n, k, n, n, n, n, absent, v, n, k, slots, s);
  teaal_combine_rows<Op>(k, v, k, n, n, n, n, absent, k, k + n, v + n, k, k, s);
  teaal_move_rows(k, v, k, v, k, k, n, k + n, v + n);
  teaal_count_kept(v, k, n, absent, k);
  teaal_move_kept(k, v, k, k, n, absent, k + n, v + n);
}
template <class O, class C, class P> __device__ C narrow(const O* o, const C* b, P n, C x) {
  C quad[4];
  teaal_take_coords<4>(quad, teaal_narrow(o, b), n);
  if (teaal_aligned_coords(teaal_narrow(o, b), 4)) x = C(x + quad[0] + quad[1] + quad[2] + quad[3]);
  return C(teaal_coordinate(o, b, n) + teaal_lower_bound(teaal_narrow(o, b), P(0), n, x) +
           teaal_gallop(teaal_narrow(o, b), P(0), n, x));
}
template <class T> __device__ T sums(T v, T* s, int n) {
  return teaal_lane_sum(v, 4, 16) + teaal_block_sum(v, s) + teaal_warps_sum(v, s, n);
}
extern "C" __global__ void k(const int* i, const unsigned* u, const unsigned long long* q, double* d, float* f, int n) {
  __shared__ double sd[1024]; __shared__ float sf[1024]; __shared__ int si[1024];
  d[threadIdx.x] = searches(i, n, 3) + searches(u, (unsigned)n, 3u) + searches(i, (long long)n, 3) + searches(q, n, 3ull);
  d[threadIdx.x] += sums(d[threadIdx.x], sd, n) + sums(n, si, n);
  f[threadIdx.x] = sums(f[threadIdx.x], sf, n);
}
extern "C" __global__ void c(const short* s, const signed char* b, const int* i, short* t, int n, long long m) {
  t[0] = short(narrow(s, i, n, 3) + narrow(s, i, m, 3) + narrow(b, i, n, 3) + narrow(b, i, m, 3));
  t[1] = short(narrow(s, (const short*)t, n, short(3)) + narrow(b, b, n, (signed char)3));
}
extern "C" __global__ void r(long long* k, double* d, float* f, int* i) {
  __shared__ double sd[1024]; __shared__ float sf[1024]; __shared__ int si[1024];
  rows<teaal_sum>(k, d, k[0], 0.0, sd);
  rows<teaal_sum>(k, f, k[0], 0.0f, sf);
  rows<teaal_sum>(k, i, k[0], 0, si);
  rows<teaal_product>(k, d, k[0], 1.0, sd);
  rows<teaal_max>(k, d, k[0], 1.0, sd);
  rows<teaal_min>(k, f, k[0], 1.0f, sf);
  rows<teaal_either>(k, f, k[0], 0.0f, sf);
  rows<teaal_together>(k, f, k[0], 1.0f, sf);
})";

TEST(Templates, EveryInstanceMakesPtxThatAssembles) {
  Diagnostics diagnostics;
  const auto text = emit::finish_cuda(uses, nullptr, diagnostics);
  ASSERT_TRUE(text) << rendered(diagnostics);
  const auto ptx = emit::compile_ptx(*text, "sm_80", {}, diagnostics);
  ASSERT_TRUE(ptx) << rendered(diagnostics);
  if (!on_path("ptxas")) GTEST_SKIP() << "ptxas is not on PATH";
  const Folder folder;
  const Outcome assembled = run("ptxas -arch=sm_80 -o /dev/null " + folder.write("k.ptx", *ptx));
  EXPECT_EQ(assembled.status, 0) << assembled.output;
}

template <class C, class P>
void search_random(unsigned seed) {
  std::mt19937 random(seed);
  for (int round = 0; round < 3000; ++round) {
    std::vector<C> coords(random() % 70);
    for (C& c : coords) c = C(random() % 100 + 1);
    std::sort(coords.begin(), coords.end());
    P begin = P(random() % (coords.size() + 1)), end = P(random() % (coords.size() + 1));
    if (end < begin) std::swap(begin, end);
    const C target = C(random() % 103);
    const P expected =
        P(std::lower_bound(coords.begin() + begin, coords.begin() + end, target) - coords.begin());
    ASSERT_EQ(teaal_lower_bound(coords.data(), begin, end, target), expected);
    ASSERT_EQ(teaal_gallop(coords.data(), begin, end, target), expected);
  }
}

TEST(Search, FindsTheFirstCoordinateNotBelowTheTarget) {
  search_random<int, int>(1);
  search_random<unsigned, unsigned>(2);
  search_random<int, long long>(3);
  search_random<unsigned char, unsigned short>(4);
}

template <class S, class F>
void own_random(unsigned seed, int most) {
  std::mt19937 random(seed);
  for (int round = 0; round < 3000; ++round) {
    const int fibers = 1 + static_cast<int>(random() % most);
    std::vector<S> segments(fibers + 1);  // many fibers are empty
    for (S& s : segments) s = S(random() % 60);
    std::sort(segments.begin(), segments.end());
    segments[0] = 0;
    const S position = S(random() % 62);
    const F expected = teaal_owner(segments.data(), 0, F(fibers), position);
    ASSERT_EQ(teaal_owner_by_eights(segments.data(), 0, F(fibers), position), expected);
    ASSERT_LE(segments[expected], position);
    if (expected + 1 < fibers) ASSERT_GT(segments[expected + 1], position);
  }
}

// Beside a rank that has its interval already, a tile reaches as far as sums up to there allow.
TEST(Grown, ReachesAsFarAsItsShareBesideAnIntervalThatIsSet) {
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    const long long rows = 1 + random() % 12, columns = 1 + random() % 12;
    std::vector<float> counts(static_cast<size_t>(rows * columns));
    for (float& c : counts) c = random() % 3 == 0 ? static_cast<float>(random() % 9) : 0;
    const bool by_rows = random() % 2 == 0;
    const long long own_size = by_rows ? rows : columns, other_size = by_rows ? columns : rows,
                    own_apart = by_rows ? columns : 1, other_apart = by_rows ? 1 : columns;
    const long long begin = random() % own_size, reach = begin + 1 + random() % (own_size - begin),
                    lo = random() % other_size, hi = lo + random() % (other_size - lo + 1),
                    most = random() % 40;
    long long expected = begin, sum = 0;
    for (; expected < reach; ++expected) {
      for (long long i = lo; i < hi; ++i)
        sum += static_cast<long long>(
            counts[static_cast<size_t>(expected * own_apart + i * other_apart)]);
      if (sum > most && expected > begin) break;
    }
    ASSERT_EQ(teaal_grown(counts.data(), {begin, begin + 1, reach, own_apart},
                          {lo, hi, hi, other_apart}, most),
              expected);
  }
}

TEST(Grown, GrowsByOneAlongEachSideInTurn) {
  // One everywhere: 1, 2, 4, 6, 9, 12, … are the tiles it may have.
  const std::vector<float> ones(100, 1);
  const auto side = [&](long long most, long long reach = 10) {
    return teaal_grown(ones.data(), {0, 1, 10, 10}, {0, 1, reach, 1}, most);
  };
  EXPECT_EQ(side(0), 1);  // the first one is always in
  EXPECT_EQ(side(1), 1);
  EXPECT_EQ(side(3), 3);  // 2 x 1, and there is no room for 2 x 2
  EXPECT_EQ(side(4), 2);
  EXPECT_EQ(side(11), 3);
  EXPECT_EQ(side(12), 4);
  EXPECT_EQ(side(1000), 10);
  EXPECT_EQ(side(8, 2), 4);  // the other side ends at 2
  // A full row below an empty tile stops one side alone.
  std::vector<float> counts(9);
  counts[3] = 5;
  EXPECT_EQ(teaal_grown(counts.data(), {0, 1, 3, 3}, {0, 1, 3, 1}, 4), 1);
  EXPECT_EQ(teaal_grown(counts.data(), {0, 1, 3, 1}, {0, 1, 3, 3}, 4), 3);
}

// Against a walk along the path: a fiber's positions, then its end, then the next fiber's.
TEST(Search, CountsTheFibersThatEndBeforeAnItemOfTheMergePath) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const int fibers = static_cast<int>(random() % 40);
    std::vector<int> segments(1, 0);
    for (int f = 0; f < fibers; ++f)
      segments.push_back(segments.back() +
                         (random() % 3 == 0 ? static_cast<int>(random() % 9) : 0));
    int ended = 0;
    for (long long item = 0; item <= segments.back() + fibers; ++item) {
      ASSERT_EQ(teaal_ended_on_path(segments.data(), 0, fibers, item), ended);
      ended += ended < fibers && item == segments[static_cast<size_t>(ended) + 1] + ended ? 1 : 0;
    }
    ASSERT_EQ(ended, fibers);
  }
}

TEST(Search, FindsTheOwnerByEightsAsItDoesByHalves) {
  own_random<int, int>(1, 300);
  own_random<unsigned, long long>(2, 3000);
  own_random<int, signed char>(3, 126);
  own_random<unsigned char, unsigned char>(4, 254);
}

TEST(Search, NarrowPositionsDoNotOverflow) {
  std::vector<int> coords(255);
  for (size_t i = 0; i < coords.size(); ++i) coords[i] = int(i);
  for (int target = 0; target <= 256; ++target) {
    const int expected = std::min(target, 255);
    using Coords = const int*;
    ASSERT_EQ((teaal_lower_bound<Coords, unsigned char>(coords.data(), 0, 255, target)), expected);
    ASSERT_EQ((teaal_gallop<Coords, unsigned char>(coords.data(), 0, 255, target)), expected);
  }
}

TEST(Search, StepsDoNotOverflowPositionsWithASign) {
  std::vector<signed char> coords(127);
  for (size_t i = 0; i < coords.size(); ++i) coords[i] = static_cast<signed char>(i);
  using Position = signed char;
  for (int begin = 0; begin <= 127; ++begin)
    for (int target = 0; target <= 127; ++target) {
      const auto from = static_cast<Position>(begin);
      const auto goal = static_cast<signed char>(target);
      const int expected = std::max(begin, std::min(target, 127));
      ASSERT_EQ(teaal_gallop(coords.data(), from, Position(127), goal), expected);
      ASSERT_EQ(teaal_lower_bound(coords.data(), from, Position(127), goal), expected);
    }
}

TEST(Search, GallopLoadsLittleWhenTheAnswerIsNear) {
  struct Coordinate {
    int value = 0;
    long* loads = nullptr;
    bool operator<(const Coordinate& other) const {
      ++*other.loads;
      return value < other.value;
    }
  };
  long loads = 0;
  std::vector<Coordinate> coords(1 << 16);
  for (size_t i = 0; i < coords.size(); ++i) coords[i] = {int(i), &loads};
  EXPECT_EQ(teaal_gallop(coords.data(), 1000, 1 << 16, Coordinate{1005, &loads}), 1005);
  EXPECT_LE(loads, 8);
  loads = 0;
  EXPECT_EQ(teaal_lower_bound(coords.data(), 1000, 1 << 16, Coordinate{1005, &loads}), 1005);
  EXPECT_LE(loads, 16);
}

// Offsets of several runs, searched and taken like the coordinates that they stand for.
template <class O>
void narrow_random(int spread, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> coords, bases;
  std::vector<O> offsets;
  for (int p = 0, c = 0; p < 200; ++p) {
    coords.push_back(c += 1 + int(random() % unsigned(spread)));
    if (p % 64 == 0) bases.push_back(c + 100);
    offsets.push_back(O(c - bases.back()));
  }
  const auto narrow = teaal_narrow(offsets.data(), bases.data());
  for (int p = 0; p < 200; ++p)
    ASSERT_EQ(teaal_coordinate(offsets.data(), bases.data(), p), coords[p]);
  for (int target = 0; target < coords.back() + 2; target += 1 + int(random() % 3)) {
    const int expected =
        int(std::lower_bound(coords.begin(), coords.end(), target) - coords.begin());
    ASSERT_EQ(teaal_lower_bound(narrow, 0, 200, target), expected);
    ASSERT_EQ(teaal_gallop(narrow, 0, 200, target), expected);
  }
  for (int first = 0; first < 200; first += 4) {
    int quad[4];
    teaal_take_coords<4>(quad, narrow, first);
    for (int i = 0; i < 4; ++i) ASSERT_EQ(quad[i], coords[first + i]);
  }
}

TEST(Narrow, AreTheCoordinatesThatOffsetsStandFor) {
  narrow_random<signed char>(3, 1);
  narrow_random<short>(500, 2);
}

}  // namespace
}  // namespace teaal::templates
