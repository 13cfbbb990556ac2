#include "runtime/cache/build_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <charconv>
#include <cstdlib>

#include "runtime/cache/sha256.h"

namespace teaal::runtime {
namespace {

namespace fs = std::filesystem;
constexpr const char* extension = ".build";
constexpr const char* unfinished = ".tmp";
constexpr std::string_view magic = "teaalc build 1\n";

// magic, the key, the payload's checksum, then the payload.
std::string header_of(const std::string& key, std::string_view bytes) {
  return std::string(magic) + key + "\n" + sha256(bytes) + "\n";
}

// Code is run from here: a file that another user could have put there is not read.
std::optional<std::string> read_whole(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  struct stat about{};
  const bool ours =
      ::fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid();
  std::optional<std::string> text;
  if (ours) text.emplace(static_cast<size_t>(about.st_size), '\0');
  size_t filled = 0;
  while (text && filled < text->size()) {
    const ssize_t got = ::read(file, text->data() + filled, text->size() - filled);
    if (got <= 0)
      text.reset();
    else
      filled += static_cast<size_t>(got);
  }
  ::close(file);
  return text;
}

// A name no other writer of this folder uses.
fs::path temporary_name(const fs::path& target) {
  static std::atomic<unsigned> count = 0;
  return fmt::format("{}.{}.{}{}", target.string(), getpid(), count++, unfinished);
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
    if (it->path().extension() != extension && it->path().extension() != unfinished) continue;
    std::error_code time_error, size_error;
    Entry entry{it->path(), it->last_write_time(time_error), it->file_size(size_error)};
    if (!time_error && !size_error) entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

std::optional<uint64_t> parse_bytes(std::string_view text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc()) return std::nullopt;
  std::string unit(at, end);
  for (char& c : unit) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (unit.empty()) return value;
  const size_t power = std::string_view("BKMGT").find(unit[0]);
  const std::string rest = unit.substr(1);
  const bool known = power == 0 ? rest.empty() : rest.empty() || rest == "B" || rest == "IB";
  if (power == std::string_view::npos || !known) return std::nullopt;
  const unsigned shift = 10 * static_cast<unsigned>(power);
  if (value > UINT64_MAX >> shift) return std::nullopt;
  return value << shift;
}

BuildCache BuildCache::standard() {
  const char* size = std::getenv("TEAAL_CACHE_SIZE");
  const uint64_t limit = (size ? parse_bytes(size) : std::nullopt).value_or(standard_limit_bytes);
  const char* own = std::getenv("TEAAL_CACHE_DIR");
  if (own && *own) return BuildCache(fs::path(own), limit);
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/') return BuildCache(fs::path(cache) / "teaalc", limit);
  const char* home = std::getenv("HOME");
  if (home && *home == '/') return BuildCache(fs::path(home) / ".cache" / "teaalc", limit);
  return {};
}

std::string BuildCache::key(const std::vector<std::string>& fields) {
  return sha256("teaalc " TEAAL_VERSION "\n" + joined(fields));
}

fs::path BuildCache::file_of(const std::string& key) const { return folder_ / (key + extension); }

std::optional<std::string> BuildCache::load(const std::string& key) const {
  if (!keeps()) return std::nullopt;
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

void BuildCache::store(const std::string& key, std::string_view bytes) const {
  if (!keeps()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  const fs::path target = file_of(key), temporary = temporary_name(target);
  if (write_new(temporary, header_of(key, bytes), bytes)) fs::rename(temporary, target, error);
  fs::remove(temporary, error);
  drop_oldest();
}

void BuildCache::drop_oldest() const {
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

BuildCache::Contents BuildCache::contents() const {
  Contents out;
  for (const Entry& entry : entries_of(folder_)) {
    out.entries += entry.path.extension() == extension;
    out.bytes += entry.bytes;
  }
  return out;
}

BuildCache::Contents BuildCache::clear() const {
  Contents out;
  for (const Entry& entry : entries_of(folder_)) {
    std::error_code error;
    if (!fs::remove(entry.path, error)) continue;
    out.entries += entry.path.extension() == extension;
    out.bytes += entry.bytes;
  }
  return out;
}

std::string joined(const std::vector<std::string>& fields) {
  std::string out;
  for (const std::string& field : fields) out += fmt::format("{}\n", field.size()) + field;
  return out;
}

std::optional<std::vector<std::string>> separated(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    size_t bytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (error != std::errc() || !text.starts_with('\n') || text.size() - 1 < bytes)
      return std::nullopt;
    out.emplace_back(text.substr(1, bytes));
    text.remove_prefix(1 + bytes);
  }
  return out;
}

}  // namespace teaal::runtime
