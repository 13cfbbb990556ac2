#pragma once
#include <string>
#include <vector>

#include "compiler/ir/program.h"
#include "compiler/passes/nest.h"

namespace teaal::passes {

// Where workers share all loops over the output that stand inside of a sum in time, and did not
// before (`shared`: ranks of those loops), the sum goes inside of them: a worker then adds up in a
// register what it would have added to memory again and again, in the same order. Of loops around a
// flattened rank that has both, those in front of it alone. Not where parts follow what is stored,
// nor where an operand that is stored in the order of the loops would not be any more. Returns the
// ranks of the loops that went there.
std::vector<std::string> put_sums_inside(Nest&, const std::vector<std::string>& shared,
                                         const ir::Program&);

}  // namespace teaal::passes
