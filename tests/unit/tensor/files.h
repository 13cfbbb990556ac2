#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "runtime/tensor/tensor.h"

namespace teaal::runtime::testing {

// A new empty folder, removed with all it holds at the end of its scope.
class Folder {
 public:
  Folder();
  ~Folder();
  std::string path(const std::string& name) const { return root_ / name; }
  // Writes a file and returns its path.
  std::string file(const std::string& name, const std::string& bytes) const;
  std::vector<std::string> names() const;

 private:
  std::filesystem::path root_;
};

std::string read_bytes(const std::string& path);
std::string gzip(const std::string& bytes);
// A .npy file: `dictionary` is Python's header, padded as NumPy does.
std::string npy(const std::string& dictionary, const std::string& data, char version = 1);

// A .safetensors file: the header's length, the header and the tensors' bytes.
std::string safetensors(const std::string& header, const std::string& data);

// Coordinates to value; the entries of a list.
using Entries = std::map<std::vector<int>, double>;
Entries entries(const Coo&);

// Reads a source that must be good.
Coo read(const std::string& source, const KnownShape& known, SourceNotes* notes = nullptr);
// Reads a source that must be bad: all diagnostics rendered.
std::string read_error(const std::string& source, const KnownShape& known);

constexpr std::nullopt_t unknown = std::nullopt;

}  // namespace teaal::runtime::testing
