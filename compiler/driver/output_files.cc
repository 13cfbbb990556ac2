#include "compiler/driver/output_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <utility>

#include "runtime/tensor/write_file.h"

namespace teaal::driver {
namespace {

namespace fs = std::filesystem;

bool cannot_write(const std::string& path, const std::string& why, Diagnostics& diagnostics) {
  diagnostics.error(Code::FileAccess, {}, fmt::format("'{}' cannot be written: {}", path, why));
  return false;
}

bool write_all(int descriptor, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    ssize_t wrote = write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    done += static_cast<size_t>(wrote);
  }
  return true;
}

// The permissions of the file that is replaced, else what the process gives new files.
mode_t target_mode(const std::string& target) {
  struct stat found{};
  if (stat(target.c_str(), &found) == 0) return found.st_mode & 07777;
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

// One target with its temporary file, which is removed unless it was renamed.
class PendingFile {
 public:
  explicit PendingFile(const OutputFile& file) : file_(file) {}
  PendingFile(PendingFile&& other) noexcept
      : file_(other.file_),
        target_(std::move(other.target_)),
        temporary_(std::exchange(other.temporary_, "")) {}
  ~PendingFile() {
    if (!temporary_.empty()) unlink(temporary_.c_str());
  }

  bool prepare(Diagnostics&);
  bool commit(Diagnostics&);

 private:
  const OutputFile& file_;
  std::string target_, temporary_;
};

bool PendingFile::prepare(Diagnostics& diagnostics) {
  if (runtime::stream_of(file_.path) >= 0) return true;
  std::error_code failure;
  fs::file_status status = fs::status(file_.path, failure);
  if (fs::is_directory(status)) return cannot_write(file_.path, "it is a folder", diagnostics);
  if (fs::exists(status) && !fs::is_regular_file(status)) return true;
  fs::path target = fs::exists(status) ? fs::canonical(file_.path, failure) : fs::path(file_.path);
  if (failure) target = file_.path;
  target_ = target.string();
  fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  std::string name = (folder / ("." + target.filename().string() + ".XXXXXX.tmp")).string();
  int descriptor = mkstemps(name.data(), 4);
  if (descriptor < 0) return cannot_write(file_.path, std::strerror(errno), diagnostics);
  temporary_ = name;
  bool written = write_all(descriptor, file_.text) && fchmod(descriptor, target_mode(target_)) == 0;
  int reason = errno;
  written = close(descriptor) == 0 && written;
  return written || cannot_write(file_.path, std::strerror(reason), diagnostics);
}

bool PendingFile::commit(Diagnostics& diagnostics) {
  if (!target_.empty()) {
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0)
      return cannot_write(file_.path, std::strerror(errno), diagnostics);
    temporary_.clear();
    return true;
  }
  const int stream = runtime::stream_of(file_.path);
  int descriptor = stream >= 0 ? dup(stream) : open(file_.path.c_str(), O_WRONLY);
  bool written = descriptor >= 0 && write_all(descriptor, file_.text);
  int reason = errno;
  if (descriptor >= 0) close(descriptor);
  return written || cannot_write(file_.path, std::strerror(reason), diagnostics);
}

}  // namespace

bool write_files(const std::vector<OutputFile>& files, Diagnostics& diagnostics) {
  std::vector<PendingFile> pending;
  pending.reserve(files.size());
  for (const OutputFile& file : files) {
    pending.emplace_back(file);
    if (!pending.back().prepare(diagnostics)) return false;
  }
  for (PendingFile& file : pending)
    if (!file.commit(diagnostics)) return false;
  return true;
}

SourcePtr read_source_file(const std::string& path, Diagnostics& diagnostics) {
  auto fail = [&](const std::string& why) -> SourcePtr {
    diagnostics.error(Code::FileAccess, {}, fmt::format("spec '{}' cannot be read: {}", path, why));
    return nullptr;
  };
  std::error_code ignored;
  if (path != "-" && fs::is_directory(path, ignored)) return fail("it is a folder");
  std::ifstream file;
  if (path != "-") {
    errno = 0;
    file.open(path, std::ios::binary);
    if (!file) return fail(std::strerror(errno != 0 ? errno : EIO));
  }
  std::istream& from = path == "-" ? std::cin : file;
  std::ostringstream text;
  if (from.peek() != std::istream::traits_type::eof()) text << from.rdbuf();
  if (from.bad() || text.bad()) return fail("reading stopped with an error");
  return std::make_shared<SourceFile>(SourceFile{path == "-" ? "<stdin>" : path, text.str()});
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code failure;
  return fs::equivalent(a, b, failure) && !failure;
}

}  // namespace teaal::driver
