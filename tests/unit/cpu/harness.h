#pragma once
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "runtime/cpu/executor.h"

namespace teaal::runtime::cpu::testing {

inline std::string read_file(const std::string& name) {
  std::ifstream in(std::string(TEAAL_SOURCE_DIR) + "/tests/unit/cpu/" + name);
  EXPECT_TRUE(in) << name;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::string all_text(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += render(diagnostic);
  return text;
}

inline std::string all_text(const LaunchResult& result) {
  std::string text;
  for (const Finding& finding : result.findings) text += finding.text() + "\n";
  return text;
}

enum class Mode { Plain, Workers, Coroutines, Checked, CheckedCoroutines };
constexpr Mode all_modes[] = {Mode::Plain, Mode::Workers, Mode::Coroutines, Mode::Checked,
                              Mode::CheckedCoroutines};

// The arguments of a launch; pointers get a registered buffer of exactly the vector's size.
class Arguments {
 public:
  template <class T>
  Arguments& value(T number) {
    static_assert(sizeof(T) <= 8);
    values_.emplace_back();
    std::memcpy(&values_.back(), static_cast<const void*>(&number), sizeof number);
    return *this;
  }
  template <class T>
  Arguments& in(const std::vector<T>& data, const char* name) {
    return buffer({const_cast<T*>(data.data()), data.size() * sizeof(T), name, true, false});
  }
  template <class T>
  Arguments& inout(std::vector<T>& data, const char* name) {
    return buffer({data.data(), data.size() * sizeof(T), name, true, true});
  }
  template <class T>
  Arguments& out(std::vector<T>& data, const char* name) {
    return buffer({data.data(), data.size() * sizeof(T), name, false, true});
  }
  std::vector<void*> pointers() {
    std::vector<void*> all;
    for (uint64_t& value : values_) all.push_back(&value);
    return all;
  }
  const std::vector<Buffer>& buffers() const { return buffers_; }

 private:
  Arguments& buffer(Buffer buffer) {
    buffers_.push_back(buffer);
    return value(buffer.data);
  }
  std::vector<uint64_t> values_;
  std::vector<Buffer> buffers_;
};

inline std::shared_ptr<Module> build_in(Mode mode, const std::string& text) {
  BuildOptions options;
  options.checked = mode == Mode::Checked || mode == Mode::CheckedCoroutines;
  options.force_coroutines = mode == Mode::Coroutines || mode == Mode::CheckedCoroutines;
  Diagnostics diagnostics;
  auto module = build(text, "kernel.cu", options, diagnostics);
  EXPECT_TRUE(module) << all_text(diagnostics);
  return module;
}

inline LaunchResult launch_in(Mode mode, Module& module, const std::string& kernel,
                              LaunchConfig config, Arguments& arguments) {
  if (mode == Mode::Workers) config.workers = 3;
  Diagnostics diagnostics;
  auto result =
      launch(module, kernel, config, arguments.pointers(), arguments.buffers(), diagnostics);
  EXPECT_TRUE(result) << all_text(diagnostics);
  return result ? *result : LaunchResult{};
}

template <class T>
std::vector<T> random_values(size_t count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<T> values(count);
  for (T& value : values) {
    if constexpr (std::is_floating_point_v<T>)
      value = std::uniform_real_distribution<T>(-1, 1)(engine);
    else
      value = static_cast<T>(engine() % 1000);
  }
  return values;
}

// Bytes that no right result has.
template <class T>
std::vector<T> poisoned(size_t count) {
  std::vector<T> values(count);
  std::memset(values.data(), 0xa5, count * sizeof(T));
  return values;
}

}  // namespace teaal::runtime::cpu::testing
