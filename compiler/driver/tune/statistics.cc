#include "compiler/driver/tune/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/report/text.h"

namespace teaal::driver {
namespace {

using runtime::Coo;

constexpr int32_t near_columns = 8;

double over(double a, double b) { return b > 0 ? a / b : 0; }

struct Rows {
  std::vector<int64_t> lengths;
  double band = 0;   // sum
  int64_t near = 0;  // elements close to one of the row before
};

// Where the elements of a row begin and end.
struct Row {
  size_t begin = 0, end = 0;
};

int64_t near_ones(const std::vector<int32_t>& columns, Row row, Row before) {
  int64_t out = 0;
  size_t at = before.begin;
  for (size_t e = row.begin; e < row.end; ++e) {
    while (at < before.end && columns[at] < columns[e] - near_columns) ++at;
    out += at < before.end && columns[at] <= columns[e] + near_columns;
  }
  return out;
}

Rows rows_of(const Coo& coo) {
  Rows out;
  if (coo.order() == 0) return out;
  out.lengths.resize(static_cast<size_t>(coo.shape.front()));
  const std::vector<int32_t>& rows = coo.coords.front();
  const std::vector<int32_t>& columns = coo.coords.back();
  const auto height = static_cast<double>(coo.shape.front());
  const auto width = static_cast<double>(coo.shape.back());
  Row before;
  for (size_t begin = 0; begin < coo.entries();) {
    size_t end = begin;
    while (end < coo.entries() && rows[end] == rows[begin]) {
      out.band += std::abs(columns[end] / width - rows[end] / height);
      ++end;
    }
    const Row row = {begin, end};
    const bool follows = before.end > 0 && rows[before.begin] + 1 == rows[begin];
    if (follows && coo.order() == 2) out.near += near_ones(columns, row, before);
    out.lengths[static_cast<size_t>(rows[begin])] = static_cast<int64_t>(end - begin);
    before = row;
    begin = end;
  }
  return out;
}

}  // namespace

Statistics statistics_of(const Coo& coo) {
  const Rows rows = rows_of(coo);
  const auto count = static_cast<double>(rows.lengths.size());
  const auto nonzeros = static_cast<double>(coo.entries());
  const double mean = over(nonzeros, count);
  double squares = 0, longest = 0, empty = 0, elements = 1;
  for (const int64_t length : rows.lengths) {
    const auto l = static_cast<double>(length);
    squares += (l - mean) * (l - mean);
    longest = std::max(longest, l);
    empty += length == 0;
  }
  for (const int64_t extent : coo.shape) elements *= static_cast<double>(extent);
  return {{"rows", count},
          {"columns", coo.order() > 1 ? static_cast<double>(coo.shape.back()) : 1},
          {"nonzeros", nonzeros},
          {"row.mean", mean},
          {"row.cv", over(std::sqrt(over(squares, count)), mean)},
          {"row.max", longest},
          {"row.imbalance", over(longest, mean)},
          {"row.empty", over(empty, count)},
          {"density", over(nonzeros, elements)},
          {"band", over(rows.band, nonzeros)},
          {"locality", over(static_cast<double>(rows.near), nonzeros)}};
}

std::string text_of(const Statistics& s) {
  using runtime::report::count_text;
  return fmt::format("{} rows of {:.3g} elements, the longest {}",
                     count_text(static_cast<int64_t>(s.at("rows"))), s.at("row.mean"),
                     count_text(static_cast<int64_t>(s.at("row.max"))));
}

std::string structure_class(const Coo& coo) {
  std::string out = fmt::format("{}:", coo.order());
  for (const int64_t extent : coo.shape)
    out += fmt::format("{},", std::ilogb(static_cast<double>(extent) + 1));
  const Statistics s = statistics_of(coo);
  for (const char* name : {"nonzeros", "row.mean", "row.max"})
    out += fmt::format(" {}", std::ilogb(s.at(name) + 1));
  // Shares and ratios below 1: in eighths.
  for (const char* name : {"row.cv", "band", "locality"})
    out += fmt::format(" {}", std::floor(std::min(s.at(name), 8.0) * 8));
  return out;
}

}  // namespace teaal::driver
