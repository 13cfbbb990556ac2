#pragma once
#include <set>
#include <string>

#include "compiler/ir/nodes.h"

namespace teaal::ir {

// The arrays of which a statement reads and writes elements itself, without those inside of it.
struct ArrayUse {
  std::set<std::string> read, written;
};
ArrayUse arrays_used_by(const Stmt&);

}  // namespace teaal::ir
