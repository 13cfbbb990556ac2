#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"

// Runs the built program as a user does.
namespace teaal::exec {

struct Finished {
  int code = -1;  // exit code; 128 + n after signal n
  std::string out, err;
};

// A folder of its own for each test, removed with it.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const;  // its path
  std::string read(const std::string& name) const;  // empty if there is none
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  std::vector<std::string> files() const;  // names, sorted

  // `teaalc ARGUMENTS` through a shell, in this folder. `prefix` and `suffix` are shell text around
  // it.
  Finished teaalc(const std::string& arguments, const std::string& suffix = "",
                  const std::string& prefix = "") const;

 private:
  std::filesystem::path folder_;
};

// All diagnostics as a user reads them.
std::string told(const Diagnostics&);

// The folder of shared test data: $TEAAL_SHARED, else `shared` beside the repository; empty if
// there is none.
std::filesystem::path shared_folder();
// Every spec of specs/ and the folders in it, sorted.
std::vector<std::filesystem::path> shipped_specs();
// Continuous integration must not pass by leaving tests out.
bool must_have_shared();

// Thread-mapped SpMV, the spec that the documents begin with.
extern const char* const spmv_spec;

}  // namespace teaal::exec
