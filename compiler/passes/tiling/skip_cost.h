#pragma once
#include <optional>

#include "compiler/ir/program.h"

// What skipping costs on one H200, for choices that a spec leaves open: a comparison, not a
// prediction. All but the last two are measured, at 4096^3 (bench/README.md, "Blockwise products").
namespace teaal::passes::skip_cost {

// What the compiler cannot know. A spec says the second by `density:` in a pattern.
inline constexpr double assumed_extent = 4096, assumed_density = 0.5;

inline constexpr double launch_us = 4;  // an empty kernel between two events: 2.7 to 6.6

// What one product takes, in the loop over all of them and in that over a list (the slope of its
// time over joint density), both in mappings of gemm_joint_sparse's kind: 64 rows a block. Since
// lists come ahead, the loops are equally fast.
struct Product {
  double us, us_listed;
};
inline constexpr double measured_products = 4096.0 * 4096 * 4096;
// f16 has bf16's instructions.
constexpr Product product_of(const std::optional<ir::Schedule::TensorCore>& tensor_core) {
  using Arithmetic = ir::Schedule::TensorCore::Arithmetic;
  Product out{709, 673};
  if (!tensor_core)
    out = {2661, 2646};
  else if (tensor_core->arithmetic == Arithmetic::Tf32)
    out = {837, 843};
  else if (tensor_core->arithmetic == Arithmetic::Tf32x3)
    out = {2188, 2155};
  else if (tensor_core->arithmetic == Arithmetic::F16x3)
    out = {1521, 1526};
  // 1xf16 has bf16's instructions, too.
  return {out.us / measured_products, out.us_listed / measured_products};
}
// By four warps together (bench/README.md, "Four warps together", "Gathered by four warps" and "By
// lines"): what making both matrices takes where these are laid out, then what a product takes over
// all of them, over lists of tiles, and over what is gathered by a list of single k's; there, of 16
// bits, lines are made before, which takes about as long as matrices do.
struct ProductTogether {
  double matrices_us, us, us_tiles, us_gathered;
};
constexpr ProductTogether product_together_of(ir::Schedule::TensorCore::Arithmetic arithmetic) {
  using Arithmetic = ir::Schedule::TensorCore::Arithmetic;
  ProductTogether out{66, 205, 254, 332};
  if (arithmetic == Arithmetic::Tf32) out = {86, 354, 514, 972};
  // Lists of tiles: of the k's that any block has.
  if (arithmetic == Arithmetic::Tf32x3) out = {113, 1138, 1104, 1769};
  // Its lists of tiles are not measured: as all.
  if (arithmetic == Arithmetic::F16x3) out = {81, 640, 640, 868};
  for (double* us : {&out.us, &out.us_tiles, &out.us_gathered}) *us /= measured_products;
  return out;
}
// Loops that test, as the fastest published kernel does it (its block skip on the same chip: 4709
// us of nothing skipped, 2056 and 875 at joint densities of 0.25 and 0.065).
inline constexpr double over_tests = (2056.0 - 875) / (0.25 - 0.065) / 4709;
inline constexpr double block_us = 25.0 / 1024;             // whatever a block keeps: its intercept
inline constexpr double pattern_bytes_per_us = 3.2e6;       // a pattern of 64 MB takes 20 us
inline constexpr double listed_per_us = 1024.0 * 4096 / 8;  // 4096 bits for each of 1024 blocks
inline constexpr double fill_bytes_per_us = 6.49e6;         // reads from L2
// Reasoned: instructions of a thread for each iteration that is tested, or kept by a walk.
inline constexpr double test_steps = 2, walk_steps = 6;

}  // namespace teaal::passes::skip_cost
