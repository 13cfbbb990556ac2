#pragma once
#include <optional>
#include <string>
#include <vector>

// Shared libraries opened at run time. The search, best first: for every name, the system's own
// search, then $CUDA_HOME/lib64, $CUDA_PATH/lib64, /usr/local/cuda/lib64, and
// /usr/local/nvidia/lib64 (where containers mount the driver). If TEAAL_LIBRARY_PATH_ONLY is set
// (folders split by ':'), only those folders are looked into: so tests meet a machine without CUDA,
// and a user pins one toolkit.
namespace teaal::runtime::gpu {

// Stays loaded until the process ends: the vendor's libraries keep threads and static state.
class DynamicLibrary {
 public:
  // Opens the first name that loads. Otherwise nothing, and `reason` says which were not found, or
  // which file is there but does not load and why.
  static std::optional<DynamicLibrary> open(const std::vector<std::string>& names,
                                            std::string& reason);

  // Null (and false) if the library lacks the symbol.
  template <class Function>
  bool bind(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(symbol(name));
    return function != nullptr;
  }
  // The file that was loaded.
  const std::string& path() const { return path_; }

 private:
  DynamicLibrary(void* handle, std::string path) : handle_(handle), path_(std::move(path)) {}
  void* symbol(const char* name) const;

  void* handle_;
  std::string path_;
};

// A library's functions, or why they cannot be used.
template <class Functions>
struct Library {
  bool usable = false;
  std::string reason;
  std::string path;
  Functions functions;
};

// "libnvrtc.so.13", "libnvrtc.so.12", …, "libnvrtc.so" for `versions`; those newer than
// `driver_major` (0: unknown) stand last, because an older driver refuses what they build.
std::vector<std::string> versioned_names(const std::string& stem, std::vector<int> versions,
                                         int driver_major);

}  // namespace teaal::runtime::gpu
