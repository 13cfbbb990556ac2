#pragma once
#include <string_view>

#include "compiler/ir/nodes.h"

namespace teaal::ir {

// The CUDA text of such a copy, with names for its fields (copies.def). Empty: the machine makes
// none. `narrow`: of coordinates that are stored as offsets.
std::string_view copy_text(const Copy&, bool narrow = false);
// The array in which a copy in bulk has its turn; empty: it has none yet.
std::string array_of_turn(const Copy&);

}  // namespace teaal::ir
