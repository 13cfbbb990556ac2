#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "runtime/gpu/baselines.h"
#include "runtime/gpu/dynamic_library.h"
#include "runtime/gpu/gpu.h"

namespace teaal::runtime::gpu {
namespace {

// Before the first call of the room, which opens each library once.
[[maybe_unused]] const int no_libraries = setenv("TEAAL_LIBRARY_PATH_ONLY", "/nowhere:/neither", 1);

TEST(MissingLibraries, EachIsNamedWithThePlacesSearched) {
  const std::pair<Availability, const char*> all[] = {{driver(), "libcuda.so.1"},
                                                      {nvrtc(), "libnvrtc.so.13"},
                                                      {cublas(), "libcublas.so.13"},
                                                      {cusparse(), "libcusparse.so.12"}};
  for (const auto& [library, name] : all) {
    EXPECT_FALSE(library.usable);
    EXPECT_EQ(library.reason.find(name), 0u) << library.reason;
    EXPECT_NE(library.reason.find("was not found (searched /nowhere, /neither)"), std::string::npos)
        << library.reason;
  }
}

TEST(MissingLibraries, OpeningADeviceSaysWhatIsMissingAndWhatToDo) {
  Diagnostics d;
  EXPECT_EQ(Device::open(d), nullptr);
  ASSERT_EQ(d.errors(), 1);
  const std::string text = render(d.all()[0]);
  EXPECT_EQ(d.all()[0].code, Code::NoDevice);
  EXPECT_NE(text.find("libcuda.so.1"), std::string::npos) << text;
  EXPECT_NE(text.find("--device=cpu"), std::string::npos) << text;
}

TEST(MissingLibraries, CompilingSaysThatNvrtcIsMissing) {
  Diagnostics d;
  EXPECT_FALSE(nvrtc_compile("", "k.cu", "sm_90", {}, d));
  ASSERT_EQ(d.errors(), 1);
  EXPECT_EQ(d.all()[0].code, Code::BuildFailed);
  EXPECT_NE(render(d.all()[0]).find("libnvrtc.so.13"), std::string::npos);
}

TEST(DynamicLibrary, AFileThatIsThereButBrokenIsToldFromAMissingOne) {
  std::string folder = testing::TempDir() + "/teaal-library-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  std::ofstream(folder + "/libbroken.so.1") << "not a library";
  setenv("TEAAL_LIBRARY_PATH_ONLY", folder.c_str(), 1);
  std::string reason;
  EXPECT_FALSE(DynamicLibrary::open({"libbroken.so.1"}, reason));
  EXPECT_NE(reason.find("/libbroken.so.1 is there but cannot be loaded"), std::string::npos)
      << reason;
  EXPECT_FALSE(DynamicLibrary::open({"libabsent.so.2", "libabsent.so.1", "libabsent.so"}, reason));
  EXPECT_EQ(reason.find("libabsent.so.2, libabsent.so.1 or libabsent.so was not found"), 0u)
      << reason;
  std::filesystem::remove_all(folder);
}

TEST(DynamicLibrary, VersionsNewerThanTheDriverComeLast) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(versioned_names("l.so", {13, 12, 11}, 0),
            (Names{"l.so.13", "l.so.12", "l.so.11", "l.so"}));
  EXPECT_EQ(versioned_names("l.so", {13, 12, 11}, 12),
            (Names{"l.so.12", "l.so.11", "l.so.13", "l.so"}));
  EXPECT_EQ(versioned_names("l.so", {13, 12, 11}, 14),
            (Names{"l.so.13", "l.so.12", "l.so.11", "l.so"}));
}

}  // namespace
}  // namespace teaal::runtime::gpu
