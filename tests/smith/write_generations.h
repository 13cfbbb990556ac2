#pragma once
#include "tests/smith/model.h"

namespace teaal::smith {

// Whether the rounds of a case can be written as generations: P1[gen + 1, ..] for a tensor that is
// carried, R[gen, ..] for the others that rounds write.
bool can_be_generations(const Case&);

// The case in that spelling, to be printed alone: its indices are texts. Of what maps it only the
// leaders are to be named otherwise.
Case as_generations(Case);
Case with_generations_as_leaders(Case);

}  // namespace teaal::smith
