#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "compiler/einsum/cascade.h"

namespace teaal::driver::test {

inline SourcePtr source_of(const std::string& text, const std::string& path = "spec.yaml") {
  return std::make_shared<SourceFile>(SourceFile{path, text});
}

inline SourcePtr shipped(const std::string& name) {
  const std::string path = std::string(TEAAL_SOURCE_DIR) + "/specs/" + name + ".yaml";
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return source_of(text.str(), path);
}

inline std::string told(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics.all()) out += render(d);
  return out;
}

inline einsum::Cascade cascade_of(const SourcePtr& source) {
  Diagnostics found;
  const auto spec = spec::read_spec(source, found);
  const auto cascade = spec ? einsum::check(*spec, {}, found) : std::nullopt;
  EXPECT_TRUE(cascade) << told(found);
  return cascade.value_or(einsum::Cascade{});
}

// A spec of these expressions, without a mapping.
inline einsum::Cascade cascade_of(const std::string& declaration, const std::string& expressions,
                                  const std::string& rest = "") {
  return cascade_of(source_of("einsum:\n  declaration: { " + declaration + " }\n  expressions: [" +
                              expressions + "]\n" + rest));
}

}  // namespace teaal::driver::test
