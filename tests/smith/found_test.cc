#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/exec/process.h"

// Each folder of found/ holds a spec that once went wrong, shrunk: spec.yaml, its tensors, and the
// arguments behind `teaalc run spec.yaml`. It must run right in checked mode, or be refused at a
// place of the spec.
namespace teaal::smith {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> folders() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(TEAAL_SOURCE_DIR "/tests/smith/found"))
    out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string out(std::istreambuf_iterator<char>(file), {});
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

class Found : public testing::TestWithParam<fs::path> {};

TEST_P(Found, runs_right_or_is_refused) {
  exec::Workspace workspace;
  for (const auto& file : fs::directory_iterator(GetParam()))
    workspace.write(file.path().filename().string(), text_of(file.path()) + "\n");
  const exec::Finished run =
      workspace.teaalc("run spec.yaml --checked " + text_of(GetParam() / "arguments"));
  const bool refused = run.code == 1 && run.err.find("[unsupported]") != std::string::npos &&
                       run.err.find("spec.yaml:") != std::string::npos;
  EXPECT_TRUE(run.code == 0 || refused) << "exit " << run.code << "\n" << run.err << run.out;
}

INSTANTIATE_TEST_SUITE_P(Smith, Found, testing::ValuesIn(folders()),
                         [](const auto& folder) { return folder.param.filename().string(); });

}  // namespace
}  // namespace teaal::smith
