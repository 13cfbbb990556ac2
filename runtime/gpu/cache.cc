#include "runtime/gpu/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "runtime/gpu/sha256.h"

namespace teaal::runtime::gpu {
namespace {

namespace fs = std::filesystem;
constexpr const char* extension = ".kernel";
constexpr std::string_view magic = "teaalc kernel 1\n";

// magic, the key, the payload's checksum, then the payload.
std::string header_of(const std::string& key, std::string_view bytes) {
  return std::string(magic) + key + "\n" + sha256(bytes) + "\n";
}

std::optional<std::string> read_whole(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) return std::nullopt;
  return text;
}

// A name no other writer of this folder uses.
fs::path temporary_name(const fs::path& target) {
  static std::atomic<unsigned> count = 0;
  return fmt::format("{}.{}.{}.tmp", target.string(), getpid(), count++);
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

bool write_new(const fs::path& path, std::string_view header, std::string_view bytes) {
  int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return false;
  bool written = write_all(file, header) && write_all(file, bytes);
  return ::close(file) == 0 && written;
}

struct Entry {
  fs::path path;
  fs::file_time_type used;
  uint64_t bytes;
};

std::vector<Entry> entries_of(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() != extension && it->path().extension() != ".tmp") continue;
    std::error_code time_error, size_error;
    Entry entry{it->path(), it->last_write_time(time_error), it->file_size(size_error)};
    if (!time_error && !size_error) entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

KernelCache KernelCache::standard() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/') return KernelCache(fs::path(cache) / "teaalc");
  const char* home = std::getenv("HOME");
  if (home && *home == '/') return KernelCache(fs::path(home) / ".cache" / "teaalc");
  return KernelCache({});
}

std::string KernelCache::key(const std::vector<std::string>& fields) {
  std::string all = "teaalc " TEAAL_VERSION "\n";
  for (const std::string& field : fields) all += fmt::format("{}\n", field.size()) + field;
  return sha256(all);
}

fs::path KernelCache::file_of(const std::string& key) const { return folder_ / (key + extension); }

std::optional<std::string> KernelCache::load(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path file = file_of(key);
  auto text = read_whole(file);
  const size_t header_bytes = magic.size() + 2 * (64 + 1);
  if (!text || text->size() < header_bytes) return std::nullopt;
  std::string bytes = text->substr(header_bytes);
  if (!text->starts_with(header_of(key, bytes))) return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
  return bytes;
}

void KernelCache::store(const std::string& key, std::string_view bytes) const {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  const fs::path target = file_of(key), temporary = temporary_name(target);
  if (write_new(temporary, header_of(key, bytes), bytes)) fs::rename(temporary, target, error);
  fs::remove(temporary, error);
  drop_oldest();
}

void KernelCache::drop_oldest() const {
  std::vector<Entry> entries = entries_of(folder_);
  uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  if (total <= limit_bytes_) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= limit_bytes_) return;
    std::error_code error;
    if (fs::remove(entry.path, error)) total -= entry.bytes;
  }
}

}  // namespace teaal::runtime::gpu
