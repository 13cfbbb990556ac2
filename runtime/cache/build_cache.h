#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace teaal::runtime {

// What was built, on disk, one file a key. A cache never fails: what cannot be read, belongs to
// another user, or does not hold what its checksum says, is absent; what cannot be written is not
// kept. Several threads and processes may use one folder.
class BuildCache {
 public:
  static constexpr uint64_t standard_limit_bytes = uint64_t{512} << 20;

  // Keeps nothing.
  BuildCache() = default;
  // The entries that were not used for the longest time go when all take more than `limit_bytes`.
  explicit BuildCache(std::filesystem::path folder, uint64_t limit_bytes = standard_limit_bytes)
      : folder_(std::move(folder)), limit_bytes_(limit_bytes) {}
  // $TEAAL_CACHE_DIR, else $XDG_CACHE_HOME/teaalc if that is an absolute path, else
  // $HOME/.cache/teaalc. $TEAAL_CACHE_SIZE is the limit, such as 2G, 512M or 100000 (bytes); one of
  // another form counts as not set.
  static BuildCache standard();

  // The key of everything that changes the result; the order of the fields counts.
  static std::string key(const std::vector<std::string>& fields);

  std::optional<std::string> load(const std::string& key) const;
  void store(const std::string& key, std::string_view bytes) const;

  struct Contents {
    size_t entries = 0;
    uint64_t bytes = 0;
  };
  Contents contents() const;
  // Removes every entry; says what was removed.
  Contents clear() const;

  bool keeps() const { return !folder_.empty(); }
  const std::filesystem::path& folder() const { return folder_; }
  uint64_t limit_bytes() const { return limit_bytes_; }

 private:
  std::filesystem::path file_of(const std::string& key) const;
  void drop_oldest() const;

  std::filesystem::path folder_;
  uint64_t limit_bytes_ = 0;
};

// `text` as a number of bytes: digits, and K, M, G or T for powers of 1024 (in either case, with or
// without iB or B). Nothing if it has another form or does not fit.
std::optional<uint64_t> parse_bytes(std::string_view text);

// Several texts as one, each behind its length; and back, if it is such a text.
std::string joined(const std::vector<std::string>& fields);
std::optional<std::vector<std::string>> separated(std::string_view text);

}  // namespace teaal::runtime
