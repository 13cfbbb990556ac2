#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compiler/driver/session.h"

// Generated jobs for `check`.
namespace teaal::driver {

struct Case {
  int number = 0;
  JobRequest request;
  std::vector<std::string> arguments;  // what `teaalc run SPEC` needs to repeat it, unquoted
};

class CaseGenerator {
 public:
  // What the user gave stays; free ranks, missing inputs, missing scalars and launch symbols are
  // drawn.
  CaseGenerator(const runtime::Manifest&, const Given&,
                const std::map<std::string, int64_t>& shapes, uint64_t seed);

  // The same number and seed give the same case. The first few are the corners: every extent 1, an
  // extent 0, empty inputs, full inputs.
  Case make(int number) const;

 private:
  std::map<std::string, int64_t> draw_extents(int number, uint64_t& state) const;
  std::string draw_source(int number, uint64_t& state) const;

  const runtime::Manifest& manifest_;
  const Given& given_;
  std::map<std::string, int64_t> shapes_;  // --shape
  std::map<std::string, int64_t> fixed_;   // ranks whose extent a given source brings
  uint64_t seed_;
};

// `text` as one word of a shell.
std::string shell_quoted(const std::string& text);

}  // namespace teaal::driver
