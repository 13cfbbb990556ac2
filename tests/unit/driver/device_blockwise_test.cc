// What is generated where kernels run, here on the CPU executor in checked mode, beside what the
// host generates: the same bits.
#include "runtime/plan/device/blockwise.h"

#include <gtest/gtest.h>

#include <bit>

#include "runtime/plan/cpu_backend.h"
#include "tests/unit/driver/fixtures.h"

namespace teaal::runtime::plan {
namespace {

Blockwise blocks(int64_t rows, int64_t columns, int k) {
  Blockwise out;
  out.tile[0] = rows;
  out.tile[1] = columns;
  out.k = k;
  out.seed = 17;
  return out;
}

void expect_same_bits(const Blockwise& wanted, int64_t rows, int64_t columns, Backend& backend) {
  Diagnostics diagnostics;
  std::vector<float> host(static_cast<size_t>(rows * columns)), device(host.size(), -1);
  fill_dense(wanted, rows, columns, host);
  MemoryPtr made = blockwise_on_device(wanted, rows, columns, backend, diagnostics);
  ASSERT_TRUE(made) << messages(diagnostics);
  ASSERT_TRUE(backend.download(*made, std::as_writable_bytes(std::span(device)), diagnostics));
  for (const std::string& finding : backend.take_findings()) ADD_FAILURE() << finding;
  for (size_t at = 0; at < host.size(); ++at)
    ASSERT_EQ(std::bit_cast<uint32_t>(device[at]), std::bit_cast<uint32_t>(host[at])) << at;
}

TEST(DeviceBlockwise, MakesTheHostsBits) {
  auto backend = make_cpu_backend({true, false, 1});
  for (double density : {0.0, 0.125, 0.3, 1.0})
    for (bool consistent : {false, true}) {
      Blockwise a = blocks(16, 8, 1), b = blocks(8, 32, 0);
      a.density = b.density = density;
      a.consistent = b.consistent = consistent;
      expect_same_bits(a, 64, 40, *backend);
      expect_same_bits(b, 41, 67, *backend);
    }
  Blockwise wide = blocks(1, 5000, 1);
  wide.density = 0.5;
  expect_same_bits(wide, 3, 5000, *backend);
  Blockwise square = blocks(8, 64, 1);
  square.slice = 8;
  square.tiles = 0.6;
  expect_same_bits(square, 30, 100, *backend);
  Blockwise repeated = blocks(8, 8, 1);
  repeated.pattern = "110";
  expect_same_bits(repeated, 20, 30, *backend);
  repeated.shuffled = true;
  repeated.seed = UINT64_MAX >> 1;
  expect_same_bits(repeated, 20, 30, *backend);
  expect_same_bits(repeated, 0, 30, *backend);
}

}  // namespace
}  // namespace teaal::runtime::plan
