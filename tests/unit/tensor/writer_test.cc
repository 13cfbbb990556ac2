#include <gtest/gtest.h>
#include <sys/stat.h>

#include <bit>
#include <random>
#include <thread>

#include "tests/unit/tensor/files.h"

namespace teaal::runtime {
namespace {

using namespace testing;

void write(const Coo& tensor, const std::string& path) {
  Diagnostics diagnostics;
  if (!write_tensor(tensor, path, diagnostics)) ADD_FAILURE() << render(diagnostics.all().front());
}

std::string write_error(const Coo& tensor, const std::string& path) {
  Diagnostics diagnostics;
  EXPECT_FALSE(write_tensor(tensor, path, diagnostics));
  return diagnostics.all().empty() ? "" : render(diagnostics.all().front());
}

const Coo small = {{2, 3}, {{0, 0, 1}, {0, 2, 1}}, {0.1, 0, -1e300}};

TEST(Writer, WritesTnsToTheLetter) {
  Folder folder;
  write(small, folder.path("z.tns"));
  EXPECT_EQ(read_bytes(folder.path("z.tns")), "# shape 2 3\n1 1 0.1\n2 2 -1e+300\n");
  write({{}, {}, {53}}, folder.path("s.tns"));
  EXPECT_EQ(read_bytes(folder.path("s.tns")), "# shape\n53\n");
  write({{}, {}, {}}, folder.path("s.tns"));
  EXPECT_EQ(read_bytes(folder.path("s.tns")), "# shape\n0\n");
}

TEST(Writer, WritesMtxOfMatricesAndVectors) {
  Folder folder;
  write(small, folder.path("z.mtx"));
  EXPECT_EQ(read_bytes(folder.path("z.mtx")),
            "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 0.1\n2 2 -1e+300\n");
  write({{4}, {{3}}, {2}}, folder.path("v.mtx"));
  EXPECT_EQ(read_bytes(folder.path("v.mtx")),
            "%%MatrixMarket matrix coordinate real general\n4 1 1\n4 1 2\n");
  EXPECT_NE(write_error({{}, {}, {1}}, folder.path("s.mtx")).find("[tensor-kind]"),
            std::string::npos);
}

TEST(Writer, EveryFormIsReadBackExactly) {
  std::mt19937_64 random(9);
  for (size_t order = 0; order <= 4; ++order) {
    Coo tensor = read(order == 0 ? "dense" : "rand:density=0.3,seed=2", KnownShape(order, 5));
    for (double& value : tensor.values) value = std::bit_cast<double>(random() >> 2);
    Folder folder;
    for (const char* name : {"a.tns", "a.tns.gz", "a.npy", "a.mtx", "a.mtx.gz"}) {
      if (std::string_view(name).starts_with("a.mtx") && order != 1 && order != 2) continue;
      write(tensor, folder.path(name));
      Coo back = read(folder.path(name), KnownShape(order));
      EXPECT_EQ(back.shape, tensor.shape) << name;
      EXPECT_EQ(back.coords, tensor.coords) << name;
      EXPECT_EQ(back.values, tensor.values) << name;
    }
  }
}

TEST(Writer, ReplacesAFileAndLeavesNothingElse) {
  Folder folder;
  folder.file("z.tns", "old");
  write(small, folder.path("z.tns"));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"z.tns"});
  std::filesystem::create_symlink("z.tns", folder.path("link.tns"));
  write({{1}, {{0}}, {9}}, folder.path("link.tns"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.tns")));
  EXPECT_EQ(read_bytes(folder.path("z.tns")), "# shape 1\n1 9\n");
}

TEST(Writer, WritesToPipesAndDevicesDirectly) {
  Folder folder;
  ASSERT_EQ(mkfifo(folder.path("p.tns").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read_bytes(folder.path("p.tns")); });
  write(small, folder.path("p.tns"));
  reader.join();
  EXPECT_EQ(got, "# shape 2 3\n1 1 0.1\n2 2 -1e+300\n");
  write(small, "/dev/null");
}

TEST(Writer, ReportsWhatItCannotWrite) {
  Folder folder;
  EXPECT_NE(write_error(small, folder.path("none/z.tns")).find("[file-access]"), std::string::npos);
  std::filesystem::create_directory(folder.path("d.tns"));
  EXPECT_NE(write_error(small, folder.path("d.tns")).find("directory"), std::string::npos);
  EXPECT_NE(write_error(small, folder.path("z.txt")).find("ending"), std::string::npos);
  EXPECT_NE(write_error(small, folder.path("z.npy.gz")).find("ending"), std::string::npos);
  Coo huge = {{1 << 30, 1 << 30}, {{}, {}}, {}};
  EXPECT_NE(write_error(huge, folder.path("z.npy")).find("[tensor-range]"), std::string::npos);
  EXPECT_NE(write_error(small, "/dev/full").find("No space left"), std::string::npos);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"d.tns"});
}

}  // namespace
}  // namespace teaal::runtime
