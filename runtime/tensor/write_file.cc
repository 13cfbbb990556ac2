#include "runtime/tensor/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace teaal::runtime {
namespace {

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t done = ::write(file, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(done));
  }
  return true;
}

// Where the bytes go in the end, links followed.
std::string resolved(const std::string& path) {
  char* real = realpath(path.c_str(), nullptr);
  std::string out = real ? real : path;
  std::free(real);
  return out;
}

bool fail(const std::string& path, const std::string& what, Diagnostics& diagnostics) {
  diagnostics.error(Code::FileAccess, {std::make_shared<SourceFile>(SourceFile{path, {}})}, what);
  return false;
}

class AtomicFile : public FileWriter {
 public:
  AtomicFile(std::string path, std::string temporary, int file, Diagnostics& diagnostics)
      : path_(std::move(path)),
        temporary_(std::move(temporary)),
        file_(file),
        diagnostics_(diagnostics) {}
  ~AtomicFile() override {
    if (file_ >= 0) close(file_);
    if (!temporary_.empty()) unlink(temporary_.c_str());
  }

  void write(std::string_view bytes) override {
    if (error_ == 0 && !write_all(file_, bytes)) error_ = errno;
  }

  bool commit() override {
    if (close(std::exchange(file_, -1)) != 0 && error_ == 0) error_ = errno;
    if (error_ == 0 && !temporary_.empty()) {
      if (rename(temporary_.c_str(), path_.c_str()) != 0)
        error_ = errno;
      else
        temporary_.clear();
    }
    if (error_ == 0) return true;
    return fail(path_, fmt::format("cannot write the file: {}", std::strerror(error_)),
                diagnostics_);
  }

 private:
  std::string path_, temporary_;  // temporary_ is empty for devices and pipes
  int file_;
  int error_ = 0;
  Diagnostics& diagnostics_;
};

class GzipWriter : public FileWriter {
 public:
  explicit GzipWriter(std::unique_ptr<FileWriter> below)
      : below_(std::move(below)), buffer_(1 << 16, '\0') {
    constexpr int gzip_window = 15 + 16;
    ready_ = deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8,
                          Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~GzipWriter() override { deflateEnd(&stream_); }

  void write(std::string_view bytes) override {
    while (!bytes.empty()) {
      size_t part = std::min<size_t>(bytes.size(), size_t{1} << 30);
      run(bytes.substr(0, part), Z_NO_FLUSH);
      bytes.remove_prefix(part);
    }
  }
  bool commit() override {
    run({}, Z_FINISH);
    return below_->commit();
  }

 private:
  void run(std::string_view bytes, int flush) {
    if (!ready_) return;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      deflate(&stream_, flush);
      below_->write({buffer_.data(), buffer_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  std::unique_ptr<FileWriter> below_;
  z_stream stream_{};
  bool ready_ = false;
  std::string buffer_;
};

std::unique_ptr<FileWriter> cannot_write(const std::string& path, const char* why,
                                         Diagnostics& diagnostics) {
  fail(path, fmt::format("cannot write the file: {}", why), diagnostics);
  return nullptr;
}

// A file of its own beside `target`; `name` is its name. -1: see errno.
int open_temporary(const std::string& target, mode_t mode, std::string& name) {
  constexpr int attempts = 1000;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    name = fmt::format("{}.{}.{}.tmp", target, getpid(), attempt);
    int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

std::unique_ptr<FileWriter> open_plain(const std::string& path, Diagnostics& diagnostics) {
  if (int stream = stream_of(path); stream >= 0) {
    int file = fcntl(stream, F_DUPFD_CLOEXEC, 0);
    if (file < 0) return cannot_write(path, std::strerror(errno), diagnostics);
    return std::make_unique<AtomicFile>(path, "", file, diagnostics);
  }
  struct stat info{};
  bool exists = stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) return cannot_write(path, "it is a directory", diagnostics);
  // Renaming over a file needs no right to write it, so that right is asked for here.
  if (exists && access(path.c_str(), W_OK) != 0)
    return cannot_write(path, std::strerror(errno), diagnostics);
  std::string target = resolved(path), temporary;
  int file = exists && !S_ISREG(info.st_mode)
                 ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC)
                 : open_temporary(target, exists ? info.st_mode & 0777 : 0666, temporary);
  if (file < 0) return cannot_write(path, std::strerror(errno), diagnostics);
  return std::make_unique<AtomicFile>(target, temporary, file, diagnostics);
}

}  // namespace

int stream_of(const std::string& path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const char* end = path.data() + path.size();
    auto [stopped, error] = std::from_chars(path.data() + folder.size(), end, number);
    return error == std::errc() && stopped == end ? number : -1;
  }
  return -1;
}

std::unique_ptr<FileWriter> FileWriter::open(const std::string& path, bool gzip,
                                             Diagnostics& diagnostics) {
  std::unique_ptr<FileWriter> plain = open_plain(path, diagnostics);
  if (!plain || !gzip) return plain;
  return std::make_unique<GzipWriter>(std::move(plain));
}

}  // namespace teaal::runtime
