#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/smith/model.h"

namespace teaal::smith {

// Every element of a tensor, the last rank fastest, and Σ|products| of each.
struct Dense {
  std::vector<int64_t> shape;
  std::vector<double> values, magnitudes;
  double absent = 0;  // what elements hold that a list lacks
};

// The case by its definition: a loop over every point of every variable. It shares no code with the
// compiler, and none with the reference math of the runtime, which joins sorted lists.
std::map<std::string, Dense> dense_math(const Case&);

// How often its iteration runs; nothing if more than `at_most` rounds would be needed.
std::optional<int64_t> rounds(const Case&);
// What `times`, the extent of `over`, or `at_most` allow.
int64_t most_rounds(const Case&);

// Whether every sum is a number of the arithmetic whatever the order of adding.
bool is_exact(const Case&, const std::map<std::string, Dense>&);

// The points that it visits in a round.
double points(const Case&);

// The first element that differs, as text; empty if all are equal. NaN is equal to nothing.
// `exact`: bit for bit; otherwise within `eps` times the magnitude.
std::string first_difference(const std::string& name, const runtime::Coo& got, const Dense& want,
                             bool exact, double eps);

}  // namespace teaal::smith
