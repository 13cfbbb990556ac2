// Every malformed file of tests/golden/tensors gives the diagnostics in the .txt beside it.
// TEAAL_UPDATE_GOLDEN=1 rewrites them. Files that are not text are made here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>

#include "tests/unit/tensor/files.h"

namespace teaal::runtime {
namespace {

using namespace testing;
namespace fs = std::filesystem;

const fs::path goldens = TEAAL_SOURCE_DIR "/tests/golden/tensors";

std::string npy_of(const std::string& type, const std::string& shape, size_t bytes,
                   const std::string& order = "False") {
  return npy("{'descr': " + type + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }",
             std::string(bytes, '\1'));
}

std::map<std::string, std::string> binary_files() {
  const std::string matrix =
      "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1.5\n2 2 2.5\n";
  std::string packed = gzip(matrix + std::string(4000, '%') + "\n");
  std::string damaged = packed;
  for (size_t at = 20; at < 40; ++at) damaged[at] = static_cast<char>(damaged[at] ^ 0x5a);
  std::string magic = npy_of("'<f8'", "(2, 2)", 32);
  magic[0] = 'x';
  auto one = [](const std::string& fields) {
    return safetensors("{\"w\":{" + fields + "}}", std::string(16, '\1'));
  };
  const std::string good = R"("dtype":"F32","shape":[2,2],"data_offsets":[0,16])";
  auto two = [](const std::string& first, const std::string& second) {
    return safetensors(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":)" + first +
                           R"(},"b":{"dtype":"F32","shape":[2],"data_offsets":)" + second + "}}",
                       std::string(16, '\1'));
  };
  std::string claims = one(good);
  claims[6] = '\x7f';
  std::string length = npy_of("'<f8'", "(2, 2)", 32);
  length[6] = 2;
  return {
      {"truncated.mtx.gz", packed.substr(0, packed.size() / 2)},
      {"not_gzip.mtx.gz", matrix},
      {"empty.tns.gz", ""},
      {"damaged.mtx.gz", damaged},
      {"count_in_gzip.mtx.gz",
       gzip("%%MatrixMarket matrix coordinate real general\n2 2 9\n1 1 1.5\n")},
      {"one_long_line.mtx",
       "%%MatrixMarket matrix coordinate real general\n" + std::string(40 << 20, '1')},
      {"empty.npy", ""},
      {"magic.npy", magic},
      {"version.npy", npy("{}", "", 9)},
      {"header_length.npy", length},
      {"header_cut.npy", npy_of("'<f8'", "(2, 2)", 32).substr(0, 40)},
      {"complex.npy", npy_of("'<c16'", "(2, 2)", 64)},
      {"object.npy", npy_of("'|O'", "(2, 2)", 32)},
      {"structured.npy", npy_of("[('a', '<f8')]", "(2, 2)", 32)},
      {"no_shape.npy", npy("{'descr': '<f8', 'fortran_order': False}", "")},
      {"order_word.npy", npy_of("'<f8'", "(2, 2)", 32, "Maybe")},
      {"negative.npy", npy_of("'<f8'", "(2, -2)", 32)},
      {"extent_huge.npy", npy_of("'<f8'", "(2, 99999999999)", 32)},
      {"product_huge.npy", npy_of("'<f8'", "(2147483647, 2147483647)", 32)},
      {"extent_word.npy", npy_of("'<f8'", "(2, two)", 32)},
      {"no_tuple.npy", npy_of("'<f8'", "4", 32)},
      {"ranks.npy", npy_of("'<f8'", "(2, 2, 1)", 32)},
      {"data_cut.npy", npy_of("'<f8'", "(2, 2)", 31)},
      {"shapeless.f32", std::string(16, '\1')},
      {"empty.safetensors", ""},
      {"header_claims.safetensors", claims},
      {"header_cut.safetensors", one(good).substr(0, 30)},
      {"text.safetensors", safetensors("w: F32", "")},
      {"no_json.safetensors", safetensors("{\"w\": {]}", "")},
      {"list.safetensors", safetensors("[1]", "")},
      {"deep.safetensors", safetensors("{\"w\":" + std::string(5000, '[') + "}", "")},
      {"twice.safetensors",
       safetensors("{\"w\":{" + good + "},\"w\":{" + good + "}}", std::string(16, '\1'))},
      {"no_offsets.safetensors", one(R"("dtype":"F32","shape":[2,2])")},
      {"no_object.safetensors", safetensors("{\"w\":4}", "")},
      {"three_offsets.safetensors", one(R"("dtype":"F32","shape":[2,2],"data_offsets":[0,8,16])")},
      {"offset_negative.safetensors", one(R"("dtype":"F32","shape":[2,2],"data_offsets":[-1,15])")},
      {"offset_fraction.safetensors",
       one(R"("dtype":"F32","shape":[2,2],"data_offsets":[0.0,16.0])")},
      {"offsets_reversed.safetensors", one(R"("dtype":"F32","shape":[2,2],"data_offsets":[16,0])")},
      {"offset_huge.safetensors",
       one(R"("dtype":"F32","shape":[2,2],"data_offsets":[0,18446744073709551615])")},
      {"extent_negative.safetensors", one(R"("dtype":"F32","shape":[-2,2],"data_offsets":[0,16])")},
      {"extent_list.safetensors", one(R"("dtype":"F32","shape":[[2]],"data_offsets":[0,16])")},
      {"product_huge.safetensors",
       one(R"("dtype":"F64","shape":[2147483647,2147483647,8],"data_offsets":[0,16])")},
      {"many_ranks.safetensors",
       one(R"("dtype":"F32","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,2],"data_offsets":[0,16])")},
      {"dtype_number.safetensors", one(R"("dtype":4,"shape":[2,2],"data_offsets":[0,16])")},
      {"dtype_unknown.safetensors",
       one(R"("dtype":"F8_E4M3","shape":[4,4],"data_offsets":[0,16])")},
      {"size_differs.safetensors", one(R"("dtype":"F32","shape":[2,3],"data_offsets":[0,16])")},
      {"ranks.safetensors", one(R"("dtype":"F32","shape":[4],"data_offsets":[0,16])")},
      {"overlap.safetensors", two("[0,8]", "[4,12]")},
      {"gap.safetensors", two("[0,8]", "[12,20]")},
      {"data_cut.safetensors", one(good).substr(0, one(good).size() - 1)},
      {"data_behind.safetensors", one(good) + "x"},
      {"no_tensors.safetensors", safetensors("{}", "")},
      {"which.safetensors", two("[0,8]", "[8,16]")}};
}

struct Case {
  std::string golden, source;
  KnownShape known;
};

size_t order_of(const std::string& file) { return file.starts_with("rank0") ? 0 : 2; }

// Every file as a matrix, and some arguments that are wrong themselves.
std::vector<Case> cases(const std::vector<std::string>& files) {
  std::vector<Case> out;
  for (const std::string& file : files) out.push_back({file, file, KnownShape(order_of(file))});
  KnownShape matrix(2);
  out.push_back({"directory", "folder.mtx", matrix});
  out.push_back({"absent", "absent.mtx", matrix});
  out.push_back({"unknown_option", "too_few.mtx,vales=rand", matrix});
  out.push_back({"bad_option_value", "too_few.mtx,seed=-1", matrix});
  out.push_back({"option_without_name", "too_few.mtx,=3", matrix});
  out.push_back({"tensor_unknown", "which.safetensors,tensor=c", matrix});
  out.push_back({"tensor_of_mtx", "too_few.mtx,tensor=c", matrix});
  out.push_back({"raw_short", "shapeless.f32,shape=2x3", matrix});
  out.push_back({"raw_long", "shapeless.f32,shape=1x3", matrix});
  out.push_back({"raw_huge", "shapeless.f32,shape=2147483647x2147483647", matrix});
  out.push_back({"unknown_generator", "unifrom:shape=3x3", matrix});
  out.push_back({"generator_without_shape", "rand:density=0.5", KnownShape{3, std::nullopt}});
  out.push_back({"shape_option_disagrees", "rand:shape=3x4", KnownShape{3, 5}});
  out.push_back({"known_shape_disagrees", "too_few.mtx", KnownShape{3, 4}});
  return out;
}

// Copies the text files into `folder` beside the binary ones and returns all names.
std::vector<std::string> fill(const Folder& folder) {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(goldens)) {
    if (entry.path().extension() == ".txt") continue;
    fs::copy_file(entry.path(), folder.path(entry.path().filename()));
    out.push_back(entry.path().filename());
  }
  for (const auto& [name, bytes] : binary_files()) {
    folder.file(name, bytes);
    out.push_back(name);
  }
  fs::create_directory(folder.path("folder.mtx"));
  std::ranges::sort(out);
  return out;
}

// Paths in diagnostics are as given, so the sources are read from inside their folder.
class InFolder {
 public:
  explicit InFolder(const std::string& path) : before_(fs::current_path()) {
    fs::current_path(path);
  }
  ~InFolder() { fs::current_path(before_); }

 private:
  fs::path before_;
};

void check(const Case& c, bool update) {
  std::string got = read_error(c.source, c.known);
  fs::path golden = goldens / (c.golden + ".txt");
  if (update) {
    std::ofstream(golden) << got;
    return;
  }
  ASSERT_TRUE(fs::exists(golden)) << golden << " is missing; TEAAL_UPDATE_GOLDEN=1 writes it";
  EXPECT_EQ(got, read_bytes(golden)) << "of " << c.source;
}

TEST(BadFiles, GiveTheExpectedDiagnostics) {
  Folder folder;
  std::vector<std::string> files = fill(folder);
  EXPECT_GT(files.size(), 70u);
  InFolder inside(folder.path(""));
  std::set<std::string> written;
  for (const Case& c : cases(files)) {
    check(c, std::getenv("TEAAL_UPDATE_GOLDEN") != nullptr);
    written.insert(c.golden + ".txt");
  }
  for (const auto& entry : fs::directory_iterator(goldens))
    if (entry.path().extension() == ".txt") {
      EXPECT_TRUE(written.contains(entry.path().filename()))
          << entry.path() << " belongs to no case";
    }
}

// Every prefix of good files, and every single damaged byte, gives a result or a diagnostic.
TEST(BadFiles, NeverCrashReaders) {
  const std::map<std::string, std::string> good = {
      {"a.mtx",
       "%%MatrixMarket matrix coordinate real symmetric\n% c\n3 3 3\n1 1 1.5\n2 1 -2e3\n3 3 4\n"},
      {"a.tns", "# shape 3 4\n1 2 0.5\n3 4 1e-3\n"},
      {"a.npy", npy_of("'<f8'", "(2, 2)", 32)},
      {"a.mtx.gz", gzip("%%MatrixMarket matrix array integer general\n2 2\n1\n2\n3\n4\n")}};
  Folder folder;
  for (const auto& [name, bytes] : good) {
    ASSERT_EQ(read(folder.file(name, bytes), KnownShape(2)).order(), 2u);
    for (size_t at = 0; at < bytes.size(); ++at) {
      std::string damaged = bytes;
      damaged[at] = "\n9- x"[at % 5];
      for (const std::string& text : {bytes.substr(0, at), damaged}) {
        Diagnostics diagnostics;
        SourceNotes notes;
        auto out = read_source(folder.file(name, text), KnownShape(2), diagnostics, notes);
        EXPECT_EQ(out.has_value(), diagnostics.ok()) << name << " at " << at;
      }
    }
  }
}

}  // namespace
}  // namespace teaal::runtime
