#pragma once
#include "compiler/ir/program.h"

namespace teaal::passes {

// How far rows of a box in shared memory should stand apart, in elements of so many bytes, so that
// lanes that read it together meet in as few banks as can be. Rows lie along the last side; its
// extent, where padding brings nothing or where how lanes read it is not known here.
int64_t row_pitch(const ir::Kernel&, const ir::Tile&, int64_t element_bytes);

}  // namespace teaal::passes
