#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace teaal::runtime::gpu {

// Built kernels on disk, one file a key. A cache never fails: what cannot be read, or does not hold
// what its checksum says, is absent; what cannot be written is not kept. Several processes may use
// one folder.
class KernelCache {
 public:
  // An empty folder name keeps nothing. The oldest used entries go when their sizes exceed
  // `limit_bytes`.
  explicit KernelCache(std::filesystem::path folder, uint64_t limit_bytes = 512ull << 20)
      : folder_(std::move(folder)), limit_bytes_(limit_bytes) {}
  // $XDG_CACHE_HOME/teaalc if that is an absolute path, else $HOME/.cache/teaalc.
  static KernelCache standard();

  // The key of everything that changes the result; the order of the fields counts.
  static std::string key(const std::vector<std::string>& fields);

  std::optional<std::string> load(const std::string& key) const;
  void store(const std::string& key, std::string_view bytes) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path file_of(const std::string& key) const;
  void drop_oldest() const;

  std::filesystem::path folder_;
  uint64_t limit_bytes_;
};

}  // namespace teaal::runtime::gpu
