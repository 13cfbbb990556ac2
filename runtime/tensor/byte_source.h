#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "compiler/support/diagnostic.h"

namespace teaal::runtime {

// Bytes read front to back: a plain file, a gzip file or memory.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Fills up to `size` bytes and returns how many; fewer than asked only at the end or after a
  // failure.
  virtual size_t read(char* to, size_t size) = 0;
  // Passes over bytes; false if the source ends before them. They may be passed unread, and so not
  // be missed.
  virtual bool skip(int64_t bytes);
  // Why the last read stopped early ("unexpected end of file"); empty if nothing failed.
  virtual std::string failure() const { return {}; }
  // Bytes in all, or -1 if not known beforehand.
  virtual int64_t size() const { return -1; }

  const std::string& path() const { return path_; }

 protected:
  explicit ByteSource(std::string path) : path_(std::move(path)) {}

 private:
  std::string path_;
};

// Opens `path`, through zlib if it ends in .gz. Error: file-access.
std::unique_ptr<ByteSource> open_bytes(const std::string& path, Diagnostics&);
// `bytes` must outlive the result; `path` is for messages.
std::unique_ptr<ByteSource> memory_bytes(std::string path, std::string_view bytes);

}  // namespace teaal::runtime
