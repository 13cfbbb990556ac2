#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>

#include "tests/unit/tensor/files.h"

namespace teaal::runtime {
namespace {

using namespace testing;

const KnownShape matrix = {unknown, unknown};

std::string mtx(const std::string& kind, const std::string& body) {
  return "%%MatrixMarket matrix " + kind + "\n" + body;
}

Entries read_mtx(const std::string& kind, const std::string& body,
                 const std::string& options = "") {
  Folder folder;
  return entries(read(folder.file("a.mtx", mtx(kind, body)) + options, matrix));
}

TEST(Mtx, ReadsEveryFieldAndSymmetry) {
  EXPECT_EQ(read_mtx("coordinate real general", "2 3 2\n1 3 1.5\n2 1 -2e1\n"),
            (Entries{{{0, 2}, 1.5}, {{1, 0}, -20}}));
  EXPECT_EQ(read_mtx("coordinate integer general", "2 3 2\n1 3 +4\n2 1 -2\n"),
            (Entries{{{0, 2}, 4}, {{1, 0}, -2}}));
  EXPECT_EQ(read_mtx("coordinate pattern general", "2 3 2\n1 3\n2 1\n"),
            (Entries{{{0, 2}, 1}, {{1, 0}, 1}}));
  Entries symmetric = {{{0, 0}, 5}, {{0, 1}, 2}, {{1, 0}, 2}};
  EXPECT_EQ(read_mtx("coordinate real symmetric", "2 2 2\n1 1 5\n2 1 2\n"), symmetric);
  EXPECT_EQ(read_mtx("coordinate real hermitian", "2 2 2\n1 1 5\n2 1 2\n"), symmetric);
  EXPECT_EQ(read_mtx("coordinate real skew-symmetric", "2 2 1\n2 1 2\n"),
            (Entries{{{1, 0}, 2}, {{0, 1}, -2}}));
  EXPECT_EQ(read_mtx("coordinate pattern symmetric", "2 2 1\n2 1\n"),
            (Entries{{{1, 0}, 1}, {{0, 1}, 1}}));
}

TEST(Mtx, ReadsArraysOfEverySymmetry) {
  EXPECT_EQ(read_mtx("array real general", "2 2\n1\n0\n3\n4\n"),
            (Entries{{{0, 0}, 1}, {{0, 1}, 3}, {{1, 1}, 4}}));
  EXPECT_EQ(read_mtx("array real symmetric", "2 2\n1\n2\n3\n"),
            (Entries{{{0, 0}, 1}, {{0, 1}, 2}, {{1, 0}, 2}, {{1, 1}, 3}}));
  EXPECT_EQ(
      read_mtx("array integer skew-symmetric", "3 3\n1\n2\n3\n"),
      (Entries{{{1, 0}, 1}, {{0, 1}, -1}, {{2, 0}, 2}, {{0, 2}, -2}, {{2, 1}, 3}, {{1, 2}, -3}}));
}

TEST(Mtx, AcceptsLooseLayout) {
  EXPECT_EQ(read_mtx("COORDINATE Real General",
                     "% comment\r\n\r\n  2\t3   1 \r\n\r\n%x\n \t1 \t 3  7\t\r\n\n"),
            (Entries{{{0, 2}, 7}}));
  EXPECT_EQ(read_mtx("coordinate real general", "2 3 1\n1 3 7"), (Entries{{{0, 2}, 7}}));
  EXPECT_EQ(read_mtx("coordinate real general", "0 0 0\n"), Entries{});
}

TEST(Mtx, SumsDuplicatesAndDropsZerosUnlessToldNotTo) {
  Folder folder;
  std::string file =
      folder.file("a.mtx", mtx("coordinate real general", "2 2 4\n2 2 1\n1 1 0\n2 2 3\n1 2 5\n"));
  SourceNotes notes;
  EXPECT_EQ(entries(read(file, matrix, &notes)), (Entries{{{1, 1}, 4}, {{0, 1}, 5}}));
  EXPECT_EQ(notes.notes, std::vector<std::string>{"1 duplicate entry was summed"});
  EXPECT_EQ(entries(read(file + ",keep-zeros", matrix)).size(), 3u);
}

TEST(Mtx, ReplacesValuesOnRequestAndKeepsSymmetry) {
  Folder folder;
  std::string file =
      folder.file("a.mtx", mtx("coordinate pattern symmetric", "3 3 3\n2 1\n3 1\n3 3\n"));
  Coo random = read(file + ",values=rand,seed=4", matrix);
  Entries values = entries(random);
  EXPECT_EQ(values.size(), 5u);
  EXPECT_EQ((values[{1, 0}]), (values[{0, 1}]));
  EXPECT_NE((values[{1, 0}]), (values[{2, 0}]));
  EXPECT_EQ(entries(read(file + ",seed=4,values=rand", matrix)), values);
  EXPECT_NE(entries(read(file + ",values=rand,seed=5", matrix)), values);
  EXPECT_EQ((entries(read(file + ",values=one", matrix))[{2, 2}]), 1);
}

TEST(Mtx, ReadsAVectorFromOneColumnOrRow) {
  Folder folder;
  EXPECT_EQ(
      entries(read(folder.file("c.mtx", mtx("array real general", "3 1\n1\n0\n2\n")), {unknown})),
      (Entries{{{0}, 1}, {{2}, 2}}));
  EXPECT_EQ(
      entries(read(folder.file("r.mtx", mtx("coordinate real general", "1 9 1\n1 9 4\n")), {9})),
      (Entries{{{8}, 4}}));
}

TEST(Mtx, NotesValuesThatAreNotFinite) {
  Folder folder;
  SourceNotes notes;
  Coo list = read(
      folder.file("a.mtx", mtx("coordinate real general", "1 3 3\n1 1 nan\n1 2 -Inf\n1 3 1\n")),
      matrix, &notes);
  EXPECT_TRUE(std::isnan(list.values[0]));
  EXPECT_EQ(notes.notes, std::vector<std::string>{"2 values are NaN or infinite"});
}

TEST(Mtx, ReadsGzipOfSeveralMembers) {
  Folder folder;
  std::string text = mtx("coordinate real general", "2 3 2\n1 3 1.5\n2 1 -2\n");
  std::string file = folder.file("a.mtx.gz", gzip(text.substr(0, 50)) + gzip(text.substr(50)));
  EXPECT_EQ(entries(read(file, matrix)), (Entries{{{0, 2}, 1.5}, {{1, 0}, -2}}));
}

// Rows that straddle the reader's blocks.
TEST(Mtx, ReadsFilesOfManyBlocks) {
  constexpr int rows = 60000;
  std::string body = "60000 70000 60000\n";
  for (int i = 1; i <= rows; ++i)
    body += std::to_string(i) + " " + std::to_string(1 + i * 7 % 70000) + " " + std::to_string(i) +
            ".25\n";
  ASSERT_GT(body.size(), 3u << 18);
  Folder folder;
  Coo list = read(folder.file("a.mtx", mtx("coordinate real general", body)), matrix);
  ASSERT_EQ(list.entries(), size_t{rows});
  for (int i = 1; i <= rows; ++i) {
    ASSERT_EQ(list.coords[1][i - 1], i * 7 % 70000);
    ASSERT_EQ(list.values[i - 1], i + 0.25);
  }
  std::string bad = body;
  bad.replace(bad.rfind("60000 "), 1, "x");
  EXPECT_NE(read_error(folder.file("b.mtx", mtx("coordinate real general", bad)), matrix)
                .find("b.mtx:60002:1: error: the row must be"),
            std::string::npos);
}

TEST(Tns, ReadsShapesCommentsAndEveryRank) {
  Folder folder;
  std::string file = folder.file("a.tns", "# shape 2 3 4\n# note\n1 3 4 2.5\n\n2 1 1 -1\n");
  SourceNotes notes;
  Coo list = read(file, {unknown, unknown, unknown}, &notes);
  EXPECT_TRUE(notes.shape_from_header);
  EXPECT_EQ(list.shape, (std::vector<int64_t>{2, 3, 4}));
  EXPECT_EQ(entries(list), (Entries{{{0, 2, 3}, 2.5}, {{1, 0, 0}, -1}}));
  EXPECT_EQ(entries(read(folder.file("s.tns", "# shape\n53\n"), {})), (Entries{{{}, 53}}));
  EXPECT_EQ(entries(read(folder.file("t.tns", "# shape\n"), {})), Entries{});
  EXPECT_EQ(entries(read(folder.file("u.tns", ""), {})), Entries{});
}

TEST(Tns, TakesTheLargestCoordinatesOrWhatIsKnownWithoutAShapeLine) {
  Folder folder;
  std::string file = folder.file("a.tns", "3 5 1\n2 9 1\n");
  SourceNotes notes;
  EXPECT_EQ(read(file, matrix, &notes).shape, (std::vector<int64_t>{3, 9}));
  EXPECT_FALSE(notes.shape_from_header);
  EXPECT_EQ(read(file, {10, unknown}).shape, (std::vector<int64_t>{10, 9}));
  EXPECT_EQ(read(file + ",shape=4x9", matrix).shape, (std::vector<int64_t>{4, 9}));
}

template <class T>
std::string bytes_of(std::vector<T> values, bool swap = false) {
  std::string out;
  for (T value : values) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (swap) std::reverse(raw, raw + sizeof(T));
    out.append(raw, sizeof(T));
  }
  return out;
}

std::string dictionary(const std::string& type, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }";
}

TEST(Npy, ReadsEveryElementTypeAndByteOrder) {
  Folder folder;
  Entries want = {{{0, 1}, 2}, {{1, 0}, 3}};
  auto check = [&](const std::string& type, const std::string& data) {
    EXPECT_EQ(entries(read(folder.file("a.npy", npy(dictionary(type, "(2, 2)"), data)), matrix)),
              want)
        << type;
  };
  check("<f8", bytes_of<double>({0, 2, 3, 0}));
  check(">f8", bytes_of<double>({0, 2, 3, 0}, true));
  check("<f4", bytes_of<float>({0, 2, 3, 0}));
  check(">f4", bytes_of<float>({0, 2, 3, 0}, true));
  check("<i4", bytes_of<int32_t>({0, 2, 3, 0}));
  check(">i8", bytes_of<int64_t>({0, 2, 3, 0}, true));
  check("|i1", bytes_of<int8_t>({0, 2, 3, 0}));
  check("|u1", bytes_of<uint8_t>({0, 2, 3, 0}));
  check("<f2", bytes_of<uint16_t>({0, 0x4000, 0x4200, 0x8000}));
  Coo negative = read(
      folder.file("n.npy", npy(dictionary("<i8", "(3,)"), bytes_of<int64_t>({-1, 0, INT64_MIN}))),
      {unknown});
  EXPECT_EQ(entries(negative), (Entries{{{0}, -1}, {{2}, -0x1p63}}));
  Coo flags =
      read(folder.file("b.npy", npy(dictionary("|b1", "(3,)"), bytes_of<uint8_t>({1, 0, 1}))), {3});
  EXPECT_EQ(entries(flags), (Entries{{{0}, 1}, {{2}, 1}}));
}

TEST(Npy, ReadsFortranOrderAllVersionsAndRankZero) {
  Folder folder;
  std::string data = bytes_of<double>({1, 2, 3, 4, 5, 6});
  Coo fortran = read(folder.file("f.npy", npy(dictionary("<f8", "(2, 3)", true), data, 2)), matrix);
  EXPECT_EQ(fortran.values, (std::vector<double>{1, 3, 5, 2, 4, 6}));
  Coo c = read(folder.file("c.npy", npy(dictionary("<f8", "(2, 3)"), data, 3)), matrix);
  EXPECT_EQ(c.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(
      entries(read(folder.file("s.npy", npy(dictionary("<f8", "()"), bytes_of<double>({7}))), {})),
      (Entries{{{}, 7}}));
  EXPECT_EQ(read(folder.file("e.npy", npy(dictionary("<f8", "(0, 3)"), "")), matrix).shape,
            (std::vector<int64_t>{0, 3}));
}

std::string described(const std::string& type, const std::string& shape, size_t begin, size_t end) {
  return R"({"dtype":")" + type + R"(","shape":)" + shape + R"(,"data_offsets":[)" +
         std::to_string(begin) + "," + std::to_string(end) + "]}";
}

TEST(Safetensors, ReadsEveryElementType) {
  Folder folder;
  Entries want = {{{0, 1}, 2}, {{1, 0}, 3}};
  auto check = [&](const std::string& type, const std::string& data) {
    std::string header = "{\"w\":" + described(type, "[2,2]", 0, data.size()) + "}  ";
    SourceNotes notes;
    EXPECT_EQ(
        entries(read(folder.file("a.safetensors", safetensors(header, data)), matrix, &notes)),
        want)
        << type;
    EXPECT_TRUE(notes.shape_from_header);
  };
  check("F64", bytes_of<double>({0, 2, 3, 0}));
  check("F32", bytes_of<float>({0, 2, 3, 0}));
  check("F16", bytes_of<uint16_t>({0, 0x4000, 0x4200, 0x8000}));
  check("BF16", bytes_of<uint16_t>({0, 0x4000, 0x4040, 0x8000}));
  check("I64", bytes_of<int64_t>({0, 2, 3, 0}));
  check("I32", bytes_of<int32_t>({0, 2, 3, 0}));
  check("I16", bytes_of<int16_t>({0, 2, 3, 0}));
  check("I8", bytes_of<int8_t>({0, 2, 3, 0}));
  check("U64", bytes_of<uint64_t>({0, 2, 3, 0}));
  check("U32", bytes_of<uint32_t>({0, 2, 3, 0}));
  check("U16", bytes_of<uint16_t>({0, 2, 3, 0}));
  check("U8", bytes_of<uint8_t>({0, 2, 3, 0}));
  std::string flags = "{\"w\":" + described("BOOL", "[3]", 0, 3) + "}";
  EXPECT_EQ(
      entries(read(folder.file("b.safetensors", safetensors(flags, bytes_of<uint8_t>({1, 0, 1}))),
                   {unknown})),
      (Entries{{{0}, 1}, {{2}, 1}}));
}

TEST(Safetensors, FindsATensorByItsName) {
  Folder folder;
  const std::string header =
      R"({"__metadata__":{"format":"pt","shape":"[1]"},"layer.1":)" +
      described("F32", "[2,3]", 8, 32) + R"(,"bias":)" + described("I32", "[2]", 32, 40) +
      R"(,"empty":)" + described("F32", "[0,4]", 8, 8) + R"(,"one":)" +
      described("F64", "[]", 0, 8) +
      R"(,"odd":{"dtype":"F8_E5M2","more":[{"x":[1,null,true]}],"shape":[4],"data_offsets":[40,44]}})";
  std::string data = bytes_of<double>({7}) + bytes_of<float>({1, 2, 3, 4, 5, 6}) +
                     bytes_of<int32_t>({-8, 9}) + "1234";
  const std::string path = folder.file("m.safetensors", safetensors(header, data));
  Coo layer = read(path + ",tensor=layer.1", matrix);
  EXPECT_EQ(layer.shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(layer.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(read(path + ",tensor=bias", {2}).values, (std::vector<double>{-8, 9}));
  EXPECT_EQ(read(path + ",tensor=empty", matrix).shape, (std::vector<int64_t>{0, 4}));
  EXPECT_EQ(entries(read(path + ",tensor=one", {})), (Entries{{{}, 7}}));
  EXPECT_NE(read_error(path + ",tensor=layer1", matrix).find("did you mean 'layer.1'?"),
            std::string::npos);
  EXPECT_NE(read_error(path + ",tensor=odd", {unknown}).find("[tensor-kind]"), std::string::npos);
}

TEST(RawFloats, TakeTheirShapeFromElsewhere) {
  Folder folder;
  const std::string path = folder.file("w.f32", bytes_of<float>({1, 0, -3, 4, 5, 6}));
  Coo list = read(path + ",shape=2x3", matrix);
  EXPECT_EQ(list.shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(entries(list),
            (Entries{{{0, 0}, 1}, {{0, 2}, -3}, {{1, 0}, 4}, {{1, 1}, 5}, {{1, 2}, 6}}));
  EXPECT_EQ(entries(read(path, {3, 2})),
            (Entries{{{0, 0}, 1}, {{1, 0}, -3}, {{1, 1}, 4}, {{2, 0}, 5}, {{2, 1}, 6}}));
  EXPECT_EQ(read(path + ",shape=6,values=one", {unknown}).values.size(), 5u);
  EXPECT_EQ(read(folder.file("e.f32", "") + ",shape=0x3", matrix).entries(), 0u);
}

TEST(Mtx, ReadsRealMatrices) {
  const char* shared = std::getenv("TEAAL_SHARED");
  std::filesystem::path matrices =
      std::filesystem::path(shared ? shared : TEAAL_SOURCE_DIR "/../shared") / "matrices";
  if (!std::filesystem::exists(matrices)) {
    ASSERT_EQ(std::getenv("CI"), nullptr) << "there are no matrices at " << matrices;
    GTEST_SKIP() << "there are no matrices at " << matrices;
  }
  for (const char* name : {"chesapeake", "bcsstk13", "hep-th", "bips98_606", "dnn_n1024_l1"}) {
    Coo list = read(matrices / (std::string(name) + ".mtx.gz"), matrix);
    EXPECT_GT(list.entries(), 300u) << name;
    Coo again = list;
    EXPECT_EQ(canonicalize(again), 0u) << name;
    EXPECT_EQ(again.coords, list.coords) << name;
  }
}

TEST(Source, KnowsPathsWithCommas) {
  Folder folder;
  std::string file = folder.file("a,b.tns", "# shape 2\n1 1\n");
  EXPECT_EQ(entries(read(file + ",values=one", {unknown})), (Entries{{{0}, 1}}));
}

TEST(Source, GuessesWhatWasMeant) {
  EXPECT_NE(read_error("rnd:shape=2", {unknown}).find("did you mean 'rand'?"), std::string::npos);
  EXPECT_NE(read_error("rand:shap=2", {unknown}).find("did you mean 'shape'?"), std::string::npos);
  EXPECT_NE(read_error("rand:shape=2,values=ran", {unknown}).find("did you mean 'rand'?"),
            std::string::npos);
  EXPECT_NE(read_error("web.mtz", {unknown}).find("[tensor-source]"), std::string::npos);
  EXPECT_NE(read_error("", {unknown}).find("[tensor-source]"), std::string::npos);
}

TEST(Source, RefusesShapesThatDisagree) {
  Folder folder;
  std::string file = folder.file("a.tns", "# shape 2 3\n");
  EXPECT_NE(read_error(file, {2, 4})
                .find("a.tns:1:1: error: the extent of rank 2 is 3 here, but 4 is fixed"),
            std::string::npos);
  EXPECT_NE(read_error(file, {unknown}).find("[shape-mismatch]"), std::string::npos);
  EXPECT_NE(read_error(file + ",shape=3x3", matrix).find("[shape-mismatch]"), std::string::npos);
  EXPECT_NE(read_error("rand:shape=3", {4}).find("[shape-mismatch]"), std::string::npos);
  EXPECT_NE(read_error("rand", {4, unknown}).find("--shape"), std::string::npos);
}

}  // namespace
}  // namespace teaal::runtime
