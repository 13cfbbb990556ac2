#include "runtime/gpu/dynamic_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace teaal::runtime::gpu {
namespace {

std::vector<std::string> split_path(std::string_view text) {
  std::vector<std::string> folders;
  while (!text.empty()) {
    size_t end = std::min(text.find(':'), text.size());
    if (end > 0) folders.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return folders;
}

// An empty entry stands for the system's own search.
std::vector<std::string> search_folders() {
  if (const char* only = std::getenv("TEAAL_LIBRARY_PATH_ONLY")) return split_path(only);
  std::vector<std::string> folders = {""};
  auto add = [&](const std::string& folder) {
    if (std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(folder);
  };
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* root = std::getenv(variable); root && *root) add(std::string(root) + "/lib64");
  add("/usr/local/cuda/lib64");
  add("/usr/local/nvidia/lib64");
  return folders;
}

std::string loaded_path(void* handle, const std::string& fallback) {
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0 || !map || !map->l_name ||
      !*map->l_name)
    return fallback;
  return map->l_name;
}

// The loader names the file it misses first: another name than ours is a missing dependency.
bool says_not_found(const std::string& file, std::string_view error) {
  return error.starts_with(file + ": cannot open shared object file: No such file");
}

std::string not_found(const std::vector<std::string>& names,
                      const std::vector<std::string>& folders) {
  std::string places;
  for (const std::string& folder : folders)
    places +=
        (places.empty() ? "" : ", ") + (folder.empty() ? "the system's library path" : folder);
  if (places.empty()) places = "nowhere: TEAAL_LIBRARY_PATH_ONLY is empty";
  std::string others;
  for (size_t i = 1; i < names.size(); ++i)
    others += (i + 1 == names.size() ? " or " : ", ") + names[i];
  return fmt::format("{}{} was not found (searched {})", names.front(), others, places);
}

}  // namespace

std::optional<DynamicLibrary> DynamicLibrary::open(const std::vector<std::string>& names,
                                                   std::string& reason) {
  const std::vector<std::string> folders = search_folders();
  std::string broken;
  for (const std::string& name : names) {
    for (const std::string& folder : folders) {
      const std::string file = folder.empty() ? name : folder + "/" + name;
      if (void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL))
        return DynamicLibrary(handle, loaded_path(handle, file));
      const char* error = dlerror();
      if (broken.empty() && error && !says_not_found(file, error))
        broken = fmt::format("{} is there but cannot be loaded: {}", file, error);
    }
  }
  reason = broken.empty() ? not_found(names, folders) : broken;
  return std::nullopt;
}

void* DynamicLibrary::symbol(const char* name) const { return dlsym(handle_, name); }

std::vector<std::string> versioned_names(const std::string& stem, std::vector<int> versions,
                                         int driver_major) {
  if (driver_major > 0)
    std::stable_partition(versions.begin(), versions.end(),
                          [&](int version) { return version <= driver_major; });
  std::vector<std::string> names;
  for (int version : versions) names.push_back(fmt::format("{}.{}", stem, version));
  names.push_back(stem);
  return names;
}

}  // namespace teaal::runtime::gpu
