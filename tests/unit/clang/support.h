#pragma once
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"

namespace teaal::testing {

inline std::string rendered(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& each : diagnostics.all()) all += render(each);
  return all;
}

inline SourcePtr source(std::string path, std::string text) {
  return std::make_shared<SourceFile>(SourceFile{std::move(path), std::move(text)});
}

inline bool on_path(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

// A folder that goes away with the object.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "teaal_clang_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct Outcome {
  int status = 0;
  std::string output;  // stdout and stderr
};

inline Outcome run(const std::string& command) {
  Outcome outcome;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  char buffer[4096];
  for (size_t got; (got = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    outcome.output.append(buffer, got);
  outcome.status = pclose(pipe);
  return outcome;
}

}  // namespace teaal::testing
