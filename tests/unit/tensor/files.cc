#include "tests/unit/tensor/files.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <fstream>
#include <sstream>

namespace teaal::runtime::testing {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string pattern = fs::temp_directory_path() / "teaal_test_XXXXXX";
  root_ = mkdtemp(pattern.data());
}

Folder::~Folder() { fs::remove_all(root_); }

std::string Folder::file(const std::string& name, const std::string& bytes) const {
  std::ofstream(root_ / name, std::ios::binary) << bytes;
  return path(name);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(root_)) out.push_back(entry.path().filename());
  std::ranges::sort(out);
  return out;
}

std::string read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string gzip(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

std::string npy(const std::string& dictionary, const std::string& data, char version) {
  size_t preamble = version == 1 ? 10 : 12;
  std::string header = dictionary;
  while ((preamble + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string out = "\x93NUMPY";
  out += version;
  out += '\0';
  for (size_t byte = 0; byte < preamble - 8; ++byte)
    out += static_cast<char>(header.size() >> (8 * byte) & 0xff);
  return out + header + data;
}

std::string safetensors(const std::string& header, const std::string& data) {
  std::string out;
  for (int byte = 0; byte < 8; ++byte)
    out += static_cast<char>(static_cast<uint64_t>(header.size()) >> (8 * byte) & 0xff);
  return out + header + data;
}

Entries entries(const Coo& coo) {
  Entries out;
  for (size_t e = 0; e < coo.entries(); ++e) {
    std::vector<int> at;
    for (const auto& coords : coo.coords) at.push_back(coords[e]);
    EXPECT_TRUE(out.emplace(at, coo.values[e]).second) << "a coordinate occurs twice";
  }
  return out;
}

Coo read(const std::string& source, const KnownShape& known, SourceNotes* notes) {
  Diagnostics diagnostics;
  SourceNotes unused;
  std::optional<Coo> out = read_source(source, known, diagnostics, notes ? *notes : unused);
  if (!out) ADD_FAILURE() << render(diagnostics.all().front());
  return out.value_or(Coo{});
}

std::string read_error(const std::string& source, const KnownShape& known) {
  Diagnostics diagnostics;
  SourceNotes notes;
  EXPECT_FALSE(read_source(source, known, diagnostics, notes)) << source;
  EXPECT_GT(diagnostics.errors(), 0) << source;
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.all()) out += render(diagnostic);
  return out;
}

}  // namespace teaal::runtime::testing
