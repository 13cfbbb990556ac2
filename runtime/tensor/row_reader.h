#pragma once
#include <string>
#include <vector>

#include "runtime/tensor/tensor.h"
#include "runtime/tensor/text_reader.h"

namespace teaal::runtime {

// What one line of a text file holds: 1-based coordinates, then perhaps a value.
struct RowLayout {
  std::vector<int64_t> extents;    // one a coordinate: the largest it may be
  std::vector<std::string> names;  // "row", "column", "coordinate of rank 3"
  bool has_value = true;
  bool integer = false;        // values are integers
  bool zero_diagonal = false;  // of a matrix: only the value 0 may stand on the diagonal
  char comment = '%';
  // What to do about a line with too few or too many numbers, for messages.
  std::string columns_hint;
};

// Appends one entry a line to `out` (values: 1 if the layout has none) until the data ends. Blank
// lines and comment lines are skipped. A row behind `max_rows` rows is error tensor-syntax with
// `count_hint` and the place that promised the count. Errors: tensor-syntax, tensor-range; each at
// its row.
bool read_rows(TextReader&, const RowLayout&, int64_t max_rows, const Note& promise, Coo& out,
               Diagnostics&);

}  // namespace teaal::runtime
