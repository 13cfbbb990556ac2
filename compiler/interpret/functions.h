#pragma once
#include <optional>
#include <string_view>

#include "compiler/interpret/code.h"

namespace teaal::interpret {

// Their order groups them: has_bit to gather_bits read masks; lane_ before warps_ before block_.
#define TEAAL_MEANINGS(ROW)                                                                      \
  /* numbers, unchanged but for their type */                                                    \
  ROW(size)                                                                                      \
  ROW(coord)                                                                                     \
  ROW(pos) ROW(int) /* values */                                                                 \
      ROW(fma) ROW(stored) ROW(present) ROW(differs) ROW(choose) ROW(either) ROW(together)       \
          ROW(abs) ROW(exp) ROW(log) ROW(sqrt) ROW(tanh) /* numbers */                           \
      ROW(ceil_div) ROW(select) ROW(turned) ROW(advance) /* searches */                          \
      ROW(lower_bound) ROW(gallop) ROW(owner) ROW(climb) /* bitmasks */                          \
      ROW(has_bit) ROW(bit_position) ROW(bit_index) ROW(bits_within) ROW(gather_bits)            \
          ROW(common_bits) ROW(any_of_bits) ROW(lowest_bit) ROW(without_lowest_bit) ROW(any_bit) \
              ROW(bits_set)                                        /* the machine */             \
      ROW(block) ROW(blocks) ROW(thread) ROW(threads) ROW(barrier) /* over threads */            \
      ROW(lane_sum) ROW(lane_product) ROW(lane_min) ROW(lane_max) ROW(lane_either)               \
          ROW(lane_together) ROW(warps_sum) ROW(warps_product) ROW(warps_min) ROW(warps_max)     \
              ROW(warps_either) ROW(warps_together) ROW(block_sum) ROW(block_product)            \
                  ROW(block_min) ROW(block_max) ROW(block_either) ROW(block_together)

enum class Function : uint8_t {
#define TEAAL_MEANING(name) f_##name,
  TEAAL_MEANINGS(TEAAL_MEANING)
#undef TEAAL_MEANING
};

// Nothing: the call has no meaning here.
std::optional<Function> find_function(std::string_view name);
bool is_search(Function);

}  // namespace teaal::interpret
