#include "tests/smith/generate.h"

namespace teaal::smith {

Case generate(uint64_t seed) {
  Case out;
  out.seed = seed;
  Random random(seed);
  out.checked_draw = static_cast<double>(random.below(1 << 20)) / (1 << 20);
  draw_expressions(out, random);
  draw_operators(out, random);
  draw_iteration(out, random);
  draw_extents(out, random);
  for (Expression& e : out.expressions) draw_mapping(out, e, random);
  draw_storage(out, random);
  draw_data(out, random);
  draw_rounds(out, random);
  draw_types(out, random);
  tidy(out);
  return out;
}

}  // namespace teaal::smith
