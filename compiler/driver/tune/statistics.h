#pragma once
#include <map>
#include <string>

#include "runtime/tensor/tensor.h"

// What of an operand decides which mapping suits it.
namespace teaal::driver {

// Of a canonical list; a row is a coordinate of the first rank, a column one of the last.
//   rows, columns, nonzeros      extents of these ranks; stored elements
//   row.mean, row.max            elements a row, empty rows included; of the longest row
//   row.cv                       standard deviation of the rows' lengths over their mean
//   row.imbalance                row.max over row.mean
//   row.empty                    share of rows without an element
//   density                      stored elements over all elements
//   band                         mean distance from the diagonal, over the width of the matrix
//   locality                     share of elements with one at most 8 columns away in the row
//   before
// All are 0 where there is nothing to divide by.
using Statistics = std::map<std::string, double>;
Statistics statistics_of(const runtime::Coo&);

// "1,000 rows of 10.2 elements, the longest 47"
std::string text_of(const Statistics&);

// Equal for operands whose structure is alike: the powers of two that their statistics lie between.
std::string structure_class(const runtime::Coo&);

}  // namespace teaal::driver
