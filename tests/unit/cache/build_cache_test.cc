#include "runtime/cache/build_cache.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include "runtime/cache/program_identity.h"
#include "runtime/cache/sha256.h"

namespace teaal::runtime {
namespace {

namespace fs = std::filesystem;

class CacheTest : public testing::Test {
 protected:
  void SetUp() override {
    folder = testing::TempDir() + "/teaal-cache-XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
  }
  void TearDown() override {
    fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(folder);
  }
  fs::path only_file() const { return fs::directory_iterator(folder)->path(); }
  size_t files() const {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
  }

  std::string folder;
};

std::string random_bytes(size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::string out(count, '\0');
  for (char& c : out) c = static_cast<char>(generator());
  return out;
}

// FIPS 180-4's examples, and the lengths around the padding's edges (from sha256sum).
TEST(Sha256, PublishedAndEdgeLengths) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(sha256(std::string(55, 'q')),
            "85528b5baff5639cb8e7daca79d085ac29ac0978e873ed7527158616b2b6c379");
  EXPECT_EQ(sha256(std::string(56, 'q')),
            "f8ce2f8d6990c639668fe404262f35ed72d8bb145ad6bae786af7284447386df");
  EXPECT_EQ(sha256(std::string(63, 'q')),
            "9b49777003a4143d8c3f4d3002eb631c6bda8b030a3ccc87f8a21d5f61c89e87");
  EXPECT_EQ(sha256(std::string(64, 'q')),
            "ee8e658590c9a5e119400a774415a01db104de1ee6e2c29ec69aa73ef46544d2");
  EXPECT_EQ(sha256(std::string(65, 'q')),
            "2b6c3f7f12b1b12fc5409626dc4e5302d8d37082cbeddea7755eac43aba039c8");
  EXPECT_EQ(sha256(std::string(119, 'q')),
            "c8bc8a6e9626586bb888ad131d44ed2bd37fc608e902904ade3c566c4208e6ca");
  EXPECT_EQ(sha256(std::string(120, 'q')),
            "77a2d49d72a11e41678c51f8f0cb67f5cb570f30370c3aeffe266a0d1ee43209");
}

TEST_F(CacheTest, WhatIsStoredIsLoaded) {
  const BuildCache cache{folder};
  const std::string key = BuildCache::key({"a"}), bytes = random_bytes(10'000, 1);
  EXPECT_FALSE(cache.load(key));
  cache.store(key, bytes);
  EXPECT_EQ(cache.load(key), bytes);
  cache.store(BuildCache::key({"b"}), "");
  EXPECT_EQ(cache.load(BuildCache::key({"b"})), "");
  EXPECT_EQ(files(), 2u);
}

TEST_F(CacheTest, KeysTellFieldsApart) {
  EXPECT_NE(BuildCache::key({"ab", "c"}), BuildCache::key({"a", "bc"}));
  EXPECT_NE(BuildCache::key({"a", ""}), BuildCache::key({"a"}));
  EXPECT_NE(BuildCache::key({"a", "b"}), BuildCache::key({"b", "a"}));
}

TEST_F(CacheTest, EveryCorruptByteAndLengthIsAbsence) {
  const BuildCache cache{folder};
  const std::string key = BuildCache::key({"a"});
  cache.store(key, "some payload");
  std::ifstream in(only_file(), std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  auto holds = [&](const std::string& text) {
    std::ofstream(only_file(), std::ios::binary | std::ios::trunc) << text;
    return cache.load(key).has_value();
  };
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    EXPECT_FALSE(holds(bad)) << i;
    EXPECT_FALSE(holds(good.substr(0, i))) << i;
  }
  EXPECT_FALSE(holds(good + "x"));
  EXPECT_TRUE(holds(good));
}

TEST_F(CacheTest, AnEntryOfAnotherKeyIsAbsence) {
  const BuildCache cache{folder};
  const std::string key = BuildCache::key({"a"}), other = BuildCache::key({"b"});
  cache.store(key, "payload");
  fs::rename(only_file(), fs::path(folder) / (other + ".build"));
  EXPECT_FALSE(cache.load(other));
}

TEST_F(CacheTest, UnusableFoldersAreNoError) {
  const std::string key = BuildCache::key({"a"});
  const BuildCache none{fs::path()};
  none.store(key, "x");
  EXPECT_FALSE(none.load(key));
  std::ofstream(folder + "/file") << "not a folder";
  const BuildCache below_file{fs::path(folder) / "file" / "cache"};
  below_file.store(key, "x");
  EXPECT_FALSE(below_file.load(key));
  const BuildCache nowhere{"/proc/teaalc"};
  nowhere.store(key, "x");
  EXPECT_FALSE(nowhere.load(key));
  fs::create_directory(fs::path(folder) / (key + ".build"));
  const BuildCache shadowed{folder};
  shadowed.store(key, "x");
  EXPECT_FALSE(shadowed.load(key));
}

TEST_F(CacheTest, TheLeastRecentlyUsedGoFirst) {
  const BuildCache cache(folder, 4000);
  const std::string bytes = random_bytes(1000, 2);
  std::vector<std::string> keys;
  for (int i = 0; i < 3; ++i) {
    keys.push_back(BuildCache::key({std::to_string(i)}));
    cache.store(keys[i], bytes);
    fs::last_write_time(fs::path(folder) / (keys[i] + ".build"),
                        fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
  }
  EXPECT_TRUE(cache.load(keys[0]));
  cache.store(BuildCache::key({"new"}), bytes);
  EXPECT_TRUE(cache.load(keys[0]));
  EXPECT_FALSE(cache.load(keys[1]));
  EXPECT_TRUE(cache.load(keys[2]));
  EXPECT_TRUE(cache.load(BuildCache::key({"new"})));
}

TEST_F(CacheTest, WritersOfOneKeyLeaveOneWholeEntry) {
  const BuildCache cache{folder};
  const std::string key = BuildCache::key({"a"}), bytes = random_bytes(200'000, 3);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) {
        cache.store(key, bytes);
        EXPECT_EQ(cache.load(key), bytes);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(files(), 1u);
}

TEST_F(CacheTest, WhatAnotherUserPutThereIsAbsence) {
  const BuildCache cache{folder};
  const std::string key = BuildCache::key({"a"});
  cache.store(key, "payload");
  if (::chown(only_file().c_str(), geteuid() + 1, getegid()) != 0)
    GTEST_SKIP() << "only the administrator can give files away";
  EXPECT_FALSE(cache.load(key));
}

TEST_F(CacheTest, SaysWhatItHoldsAndForgetsIt) {
  const BuildCache cache{folder};
  std::ofstream(folder + "/notes.txt") << "somebody's own file";
  std::ofstream(folder + "/broken-off.tmp") << "what a writer that was killed left";
  cache.store(BuildCache::key({"a"}), "payload");
  cache.store(BuildCache::key({"b"}), "payload");
  EXPECT_EQ(cache.contents().entries, 2u);
  EXPECT_GT(cache.contents().bytes, 2 * 7u);
  EXPECT_EQ(cache.clear().entries, 2u);
  EXPECT_EQ(cache.contents().entries, 0u);
  EXPECT_EQ(cache.contents().bytes, 0u);
  EXPECT_EQ(only_file().filename(), "notes.txt");
}

TEST(Fields, AreJoinedAndSeparated) {
  const std::vector<std::string> fields = {"", "1\n2", std::string("\0x", 2), "end"};
  EXPECT_EQ(separated(joined(fields)), fields);
  EXPECT_EQ(separated(""), std::vector<std::string>());
  const std::string good = joined({"abc", "def"});
  for (size_t i = 1; i < good.size(); ++i)
    if (i != joined({"abc"}).size()) {
      EXPECT_FALSE(separated(good.substr(0, i))) << i;
    }
  EXPECT_FALSE(separated("-1\nx"));
  EXPECT_FALSE(separated("99999999999999999999\nx"));
}

TEST(Program, HasABuildId) {
  EXPECT_GE(program_identity().size(), 16u);
  EXPECT_EQ(program_identity().find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(CacheFolder, FollowsTheXdgRules) {
  unsetenv("TEAAL_CACHE_DIR");
  setenv("HOME", "/home/someone", 1);
  setenv("XDG_CACHE_HOME", "/elsewhere", 1);
  EXPECT_EQ(BuildCache::standard().folder(), "/elsewhere/teaalc");
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(BuildCache::standard().folder(), "/home/someone/.cache/teaalc");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(BuildCache::standard().folder(), "/home/someone/.cache/teaalc");
  unsetenv("HOME");
  EXPECT_EQ(BuildCache::standard().folder(), "");
  setenv("TEAAL_CACHE_DIR", "own", 1);
  EXPECT_EQ(BuildCache::standard().folder(), "own");
  unsetenv("TEAAL_CACHE_DIR");
}

TEST(CacheSize, IsReadWithItsUnit) {
  EXPECT_EQ(parse_bytes("0"), 0u);
  EXPECT_EQ(parse_bytes("100000"), 100000u);
  EXPECT_EQ(parse_bytes("7b"), 7u);
  EXPECT_EQ(parse_bytes("3k"), 3072u);
  EXPECT_EQ(parse_bytes("512M"), uint64_t{512} << 20);
  EXPECT_EQ(parse_bytes("2GiB"), uint64_t{2} << 30);
  EXPECT_EQ(parse_bytes("1TB"), uint64_t{1} << 40);
  for (const char* wrong : {"", "M", "-1", "1.5G", "2 G", "2X", "2MM", "7bb", "16777216T"})
    EXPECT_FALSE(parse_bytes(wrong)) << wrong;
}

TEST(CacheSize, ComesFromTheEnvironment) {
  setenv("TEAAL_CACHE_DIR", "own", 1);
  EXPECT_EQ(BuildCache::standard().limit_bytes(), BuildCache::standard_limit_bytes);
  setenv("TEAAL_CACHE_SIZE", "3K", 1);
  EXPECT_EQ(BuildCache::standard().limit_bytes(), 3072u);
  setenv("TEAAL_CACHE_SIZE", "much", 1);
  EXPECT_EQ(BuildCache::standard().limit_bytes(), BuildCache::standard_limit_bytes);
  unsetenv("TEAAL_CACHE_SIZE");
  unsetenv("TEAAL_CACHE_DIR");
}

}  // namespace
}  // namespace teaal::runtime
