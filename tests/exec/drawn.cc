#include "tests/exec/drawn.h"

#include <gtest/gtest.h>

#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using Extents = std::map<std::string, int64_t>;

driver::JobRequest request_of(const Drawn& drawn, const Extents& extents, double density,
                              int& seed) {
  driver::JobRequest out;
  out.symbols = drawn.symbols;
  for (const std::string& rank : runtime::plan::ranks_of(drawn.compiled.manifest))
    out.inputs.shapes[rank] = extents.at(rank);
  for (const runtime::ManifestTensor& t : drawn.compiled.manifest.tensors)
    if (t.role == runtime::ManifestTensor::Role::Input)
      out.inputs.sources[t.name] = "rand:density=" + std::to_string(density) +
                                   (drawn.type == "i32" ? ",values=int" : ",values=rand") +
                                   ",seed=" + std::to_string(seed++);
  return out;
}

}  // namespace

void expect_right_with(const std::vector<Extents>& extents, const Drawn& drawn,
                       driver::Machine& machine) {
  int seed = 1;
  for (const Extents& e : extents)
    for (double density : drawn.densities) {
      SCOPED_TRACE(testing::Message() << testing::PrintToString(e) << " at " << density);
      Diagnostics diagnostics;
      auto session =
          driver::Session::load(drawn.compiled, request_of(drawn, e, density, seed), diagnostics);
      ASSERT_TRUE(session && session->run(machine, diagnostics) && session->verify(diagnostics) &&
                  session->count(diagnostics))
          << told(diagnostics);
      EXPECT_EQ(session->report().findings, std::vector<std::string>{});
      for (const auto& check : session->report().verification->outputs)
        EXPECT_EQ(check.comparison.mismatches, 0) << check.comparison.first_mismatch;
    }
}

void expect_right_at(const std::vector<std::array<int64_t, 4>>& extents, const Drawn& drawn,
                     driver::Machine& machine) {
  std::vector<Extents> named;
  for (const auto& [m, n, k, p] : extents)
    named.push_back({{"M", m}, {"N", n}, {"K", k}, {"P", p}});
  expect_right_with(named, drawn, machine);
}

}  // namespace teaal::exec
