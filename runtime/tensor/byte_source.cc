#include "runtime/tensor/byte_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace teaal::runtime {
namespace {

SourceRange whole_file(const std::string& path) {
  return {std::make_shared<SourceFile>(SourceFile{path, {}})};
}

class PlainFile : public ByteSource {
 public:
  PlainFile(std::string path, int file, int64_t size)
      : ByteSource(std::move(path)), file_(file), size_(size) {}
  ~PlainFile() override { close(file_); }

  size_t read(char* to, size_t size) override {
    size_t done = 0;
    while (done < size) {
      ssize_t got = ::read(file_, to + done, size - done);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) failure_ = std::strerror(errno);
      if (got <= 0) break;
      done += static_cast<size_t>(got);
    }
    return done;
  }
  bool skip(int64_t bytes) override {
    if (size_ < 0) return ByteSource::skip(bytes);
    return lseek(file_, bytes, SEEK_CUR) >= 0;
  }
  std::string failure() const override { return failure_; }
  int64_t size() const override { return size_; }

 private:
  int file_;
  int64_t size_;
  std::string failure_;
};

class GzipFile : public ByteSource {
 public:
  GzipFile(std::string path, gzFile file) : ByteSource(std::move(path)), file_(file) {
    gzbuffer(file_, 1 << 18);
  }
  ~GzipFile() override { gzclose(file_); }

  size_t read(char* to, size_t size) override {
    size_t done = 0;
    while (done < size && failure_.empty()) {
      int got =
          gzread(file_, to + done, static_cast<unsigned>(std::min<size_t>(size - done, 1 << 28)));
      if (got > 0) done += static_cast<size_t>(got);
      if (got <= 0 || done < size) note_end();
      if (got <= 0) break;
    }
    return done;
  }
  std::string failure() const override { return failure_; }

 private:
  void note_end() {
    int code = Z_OK;
    const char* text = gzerror(file_, &code);
    if (code == Z_BUF_ERROR)
      failure_ = "the gzip data ends early";
    else if (code != Z_OK)
      failure_ = fmt::format("the gzip data is damaged ({})", without_file(text));
    else if (gzdirect(file_))
      failure_ = "the file ends in .gz but holds no gzip data";
  }

  // zlib puts a name for the file before its message.
  static std::string_view without_file(std::string_view text) {
    size_t colon = text.find(": ");
    return colon == std::string_view::npos ? text : text.substr(colon + 2);
  }

  gzFile file_;
  std::string failure_;
};

class MemoryBytes : public ByteSource {
 public:
  MemoryBytes(std::string path, std::string_view bytes)
      : ByteSource(std::move(path)), rest_(bytes), size_(static_cast<int64_t>(bytes.size())) {}

  size_t read(char* to, size_t size) override {
    size_t got = rest_.copy(to, size);
    rest_.remove_prefix(got);
    return got;
  }
  int64_t size() const override { return size_; }

 private:
  std::string_view rest_;
  int64_t size_;
};

std::unique_ptr<ByteSource> cannot_open(const std::string& path, std::string_view why,
                                        Diagnostics& diagnostics) {
  diagnostics.error(Code::FileAccess, whole_file(path),
                    fmt::format("cannot read the file: {}", why));
  return nullptr;
}

}  // namespace

bool ByteSource::skip(int64_t bytes) {
  std::array<char, 1 << 16> unread;
  while (bytes > 0) {
    auto piece = static_cast<size_t>(std::min<int64_t>(bytes, unread.size()));
    if (read(unread.data(), piece) != piece) return false;
    bytes -= static_cast<int64_t>(piece);
  }
  return true;
}

std::unique_ptr<ByteSource> open_bytes(const std::string& path, Diagnostics& diagnostics) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return cannot_open(path, std::strerror(errno), diagnostics);
  struct stat info{};
  if (fstat(file, &info) == 0 && S_ISDIR(info.st_mode)) {
    close(file);
    return cannot_open(path, "it is a directory; name a file in it", diagnostics);
  }
  if (!path.ends_with(".gz"))
    return std::make_unique<PlainFile>(path, file, S_ISREG(info.st_mode) ? info.st_size : -1);
  gzFile gzip = gzdopen(file, "rb");
  if (gzip) return std::make_unique<GzipFile>(path, gzip);
  close(file);
  return cannot_open(path, "zlib has no memory for it", diagnostics);
}

std::unique_ptr<ByteSource> memory_bytes(std::string path, std::string_view bytes) {
  return std::make_unique<MemoryBytes>(std::move(path), bytes);
}

}  // namespace teaal::runtime
