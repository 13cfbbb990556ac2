#include "tests/smith/generate.h"

namespace teaal::smith {

constexpr int staged_share = 12;       // percent
constexpr int tensor_core_share = 20;  // of those

Case generate(uint64_t seed) {
  Case out;
  out.seed = seed;
  Random random(seed);
  out.checked_draw = static_cast<double>(random.below(1 << 20)) / (1 << 20);
  if (Random(seed ^ 0x737461676564).chance(staged_share)) {
    Random(seed ^ 0x636f726573).chance(tensor_core_share) ? draw_tensor_core_product(out, random)
                                                          : draw_staged_product(out, random);
    Random sums(seed ^ 0x6b696e6473);
    draw_other_sums(out, sums);
    draw_data(out, random);
    draw_blocks(out, random);
    draw_types(out, random);
    tidy(out);
    return out;
  }
  draw_expressions(out, random);
  draw_operators(out, random);
  draw_iteration(out, random);
  draw_extents(out, random);
  for (Expression& e : out.expressions) draw_mapping(out, e, random);
  Random sums(seed ^ 0x73756d73);
  for (Expression& e : out.expressions) draw_sum_tiles(out, e, sums);
  Random owners(seed ^ 0x6f776e657273);
  draw_owners(out, owners);
  Random tiles(seed ^ 0x74696c6573);
  draw_tiles(out, tiles);
  draw_storage(out, random);
  Random alike(seed ^ 0x616c696b65);
  draw_alike(out, alike);
  Random like(seed ^ 0x6c696b65);
  draw_like(out, like);
  Random rows(seed ^ 0x726f7773);
  draw_rows_of_warps(out, rows);
  Random buffers(seed ^ 0x627566666572);
  draw_buffers(out, buffers);
  Random variants(seed ^ 0x76617269616e7473);
  draw_variants(out, variants);
  Random paths(seed ^ 0x7061746873);
  draw_paths(out, paths);
  Random few(seed ^ 0x666577776f726b);
  draw_few_workers(out, few);
  Random unmapped(seed ^ 0x756e6d6170706564);
  draw_unmapped(out, unmapped);
  draw_data(out, random);
  draw_rounds(out, random);
  draw_stored_rounds(out, random);
  settle_tiles(out);
  Random narrow(seed ^ 0x6e6172726f77);
  draw_narrow(out, narrow);
  Random bits(seed ^ 0x62697473);
  draw_bits(out, bits);
  Random once(seed ^ 0x6f6e6365);
  draw_once(out, once);
  draw_types(out, random);
  tidy(out);
  return out;
}

}  // namespace teaal::smith
