#pragma once
#include <functional>
#include <vector>

#include "tests/smith/judge.h"
#include "tests/smith/model.h"

namespace teaal::smith {

// The smallest case found that fails in the same way as `failing`, within a time. `judge` tells
// what becomes of a case and survives crashes.
Case shrink(const Case& failing, const Outcome&, const std::function<Outcome(const Case&)>& judge,
            double seconds);

// Smaller cases made from one, those that lose most first. Not all are valid.
std::vector<Case> without_expressions(const Case&);
std::vector<Case> without_terms(const Case&);
std::vector<Case> without_variables(const Case&);
std::vector<Case> without_rounds(const Case&);
std::vector<Case> without_mapping(const Case&);
std::vector<Case> without_storage(const Case&);
std::vector<Case> with_smaller_extents(const Case&);
std::vector<Case> with_smaller_sizes(const Case&);
std::vector<Case> with_plain_loops(const Case&);
std::vector<Case> without_entries(const Case&);

}  // namespace teaal::smith
