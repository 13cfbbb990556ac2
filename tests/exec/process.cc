#include "tests/exec/process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace teaal::exec {

namespace fs = std::filesystem;

const char* const spmv_spec = R"(einsum:
  declaration: { A: [I, J], B: [J], Z: [I] }
  expressions:
    - Z[i] = A[i, j] * B[j]
mapping:
  rank-order: { A: [I, J], B: [J], Z: [I] }
  partitioning:
    Z:
      I: [uniform_shape(NUM_THREADS)]
  loop-order:
    Z: [I1, I0, J]
  spacetime:
    Z:
      space: [I0]
      time: [I1, J]
)";

namespace {

std::string read_file(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

}  // namespace

Workspace::Workspace() {
  static std::atomic<int> count = 0;
  folder_ = fs::temp_directory_path() /
            ("teaal_exec_" + std::to_string(getpid()) + "_" + std::to_string(count++));
  fs::create_directories(folder_);
}

Workspace::~Workspace() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string Workspace::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
  return path(name);
}

std::string Workspace::read(const std::string& name) const { return read_file(folder_ / name); }

std::vector<std::string> Workspace::files() const {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(folder_))
    out.push_back(entry.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

Finished Workspace::teaalc(const std::string& arguments, const std::string& suffix,
                           const std::string& prefix) const {
  fs::path log = folder_;
  log += ".streams";
  fs::create_directories(log);
  std::string command = "cd '" + folder_.string() + "' && " + prefix +
                        " '" TEAAL_BINARY_DIR "/bin/teaalc' " + arguments + " 2>'" +
                        (log / "err").string() + "' " + suffix + " >'" + (log / "out").string() +
                        "'";
  int status = std::system(command.c_str());
  Finished out;
  out.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  out.out = read_file(log / "out");
  out.err = read_file(log / "err");
  fs::remove_all(log);
  return out;
}

std::vector<fs::path> shipped_specs() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(TEAAL_SOURCE_DIR) / "specs"))
    if (entry.path().extension() == ".yaml") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

std::string told(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics.all()) out += render(d);
  return out;
}

fs::path shared_folder() {
  const char* named = std::getenv("TEAAL_SHARED");
  fs::path folder = named ? fs::path(named) : fs::path(TEAAL_SOURCE_DIR).parent_path() / "shared";
  return fs::exists(folder / "corpus" / "index.yaml") ? folder : fs::path();
}

bool must_have_shared() {
  const char* ci = std::getenv("CI");
  return ci && std::string(ci) == "true";
}

}  // namespace teaal::exec
