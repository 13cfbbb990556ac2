#pragma once
#include <map>
#include <string>
#include <vector>

#include "compiler/driver/commands/expect.h"
#include "compiler/support/diagnostic.h"

// The `tests:` that a spec carries, or that stand in NAME.test.yaml beside it; docs/TESTS.md.
namespace teaal::driver {

struct SpecTest {
  std::string name, spec;                // how it is called; the spec's path
  std::vector<std::string> assignments;  // T=source, NAME=number; files with their folder
  std::vector<std::string> shapes, symbols, formats;  // as --shape, -D, --format take them
  std::string value_type = "f32";
  std::string mapping = "spec";      // spec, auto, or the path of a spec that computes the same
  std::vector<std::string> devices;  // auto, cpu, gpu or checked; empty: what the command line says
  std::vector<Expectation> expectations;
};

// Every test of the spec or test file at `path`, once for each of its formats and mappings to try.
// Errors: file-access, those of YAML, unknown-key, wrong-kind, bad-value.
std::vector<SpecTest> read_tests(const std::string& path, Diagnostics&);

// The specs and test files below a folder that have tests, in order of their names.
std::vector<std::string> files_with_tests(const std::string& folder);

}  // namespace teaal::driver
