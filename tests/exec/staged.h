#pragma once
#include <gtest/gtest.h>

#include <iosfwd>
#include <string>

// Products whose operands are staged, as specs in pieces, held against reference math on the CPU
// executor in checked mode (TEAAL_TEST_DEVICE=gpu: on the GPU).
namespace teaal::exec {

struct Staged {
  std::string name, declaration, expression;
  std::string partitioning, order, space, time;
  std::string bindings;       // component lines behind `config: gpu`
  std::string patterns = "";  // formats beside the dense defaults, as `tensor: line`
  std::string type = "f32";
  int index_bits = 32;
  std::string arch = "sm_90";
};

std::ostream& operator<<(std::ostream& out, const Staged& s);

// A component's line of bindings, and a tensor's entry for Shared.
std::string bound(const std::string& component, const std::string& entries);
std::string shared(const std::string& tensor, const std::string& rank, const std::string& evict,
                   int depth);

std::string spec_of(const Staged& s);

// Compiles and runs it on data of many shapes and densities; failures are the test's. `text`, if
// given, gets what was emitted.
void is_what_reference_math_says(const Staged& s, std::string* text = nullptr);

class Stage : public testing::TestWithParam<Staged> {};

}  // namespace teaal::exec
