#include "compiler/driver/explain/ncu_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace teaal::driver {
namespace {

struct Field {
  std::string text;
  SourceRange where;
};
using Row = std::vector<Field>;

// Rows of comma-separated values; lines that ncu itself says, ==PROF== and the like, are none.
class Csv {
 public:
  Csv(SourcePtr file, Diagnostics& diagnostics)
      : file_(std::move(file)), diagnostics_(diagnostics) {}

  // Nothing: the file is over, or a row is cut off (an error).
  std::optional<Row> next() {
    for (skip(); at_ < text().size(); skip()) {
      Row row;
      do row.push_back(field());
      while (take(','));
      if (!diagnostics_.ok()) return std::nullopt;
      return row;
    }
    return std::nullopt;
  }

 private:
  const std::string& text() const { return file_->text; }
  bool take(char c) {
    if (at_ >= text().size() || text()[at_] != c) return false;
    ++at_;
    return true;
  }
  void next_line() {
    at_ = std::min(text().find('\n', at_), text().size() - 1) + 1;
    ++line_;
    begin_ = at_;
  }
  // Past the end of a row, blank lines and messages.
  void skip() {
    while (at_ < text().size() && (text()[at_] == '\n' || text()[at_] == '\r' ||
                                   (at_ == begin_ && text().compare(at_, 2, "==") == 0)))
      next_line();
  }
  SourceRange here(size_t from) const {
    return {file_, line_, static_cast<int>(from - begin_) + 1, static_cast<int>(at_ - from)};
  }

  Field field() {
    const size_t from = at_;
    Field out;
    if (!take('"')) {
      at_ = std::min(text().find_first_of(",\r\n", at_), text().size());
      out.text = text().substr(from, at_ - from);
      out.where = here(from);
      return out;
    }
    for (;;) {
      const size_t end = text().find_first_of("\"\n", at_);
      if (end == std::string::npos || text()[end] == '\n') {
        at_ = from + 1;
        diagnostics_.error(Code::BadValue, here(from),
                           "this \" has no other on its line: the export was cut off");
        return out;
      }
      out.text += text().substr(at_, end - at_);
      at_ = end + 1;
      if (!take('"')) break;
      out.text += '"';
    }
    out.where = here(from);
    return out;
  }

  SourcePtr file_;
  Diagnostics& diagnostics_;
  size_t at_ = 0, begin_ = 0;
  int line_ = 1;
};

enum class Metric : uint8_t { Time, Bytes, L2, Sectors };

// Those of one meaning are summed up, but for times, and for bytes where their sum is given.
struct Known {
  std::string_view name;
  Metric metric;
};
constexpr std::array known = {
    Known{"gpu__time_duration.sum", Metric::Time},
    Known{"Duration", Metric::Time},
    Known{"dram__bytes.sum", Metric::Bytes},
    Known{"dram__bytes_read.sum", Metric::Bytes},
    Known{"dram__bytes_write.sum", Metric::Bytes},
    Known{"lts__t_sectors_srcunit_tex.sum", Metric::L2},
    Known{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", Metric::Sectors},
    Known{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", Metric::Sectors}};

const Known* find_metric(std::string_view name) {
  const auto* found = std::ranges::find(known, name, &Known::name);
  return found == known.end() ? nullptr : found;
}

// Microseconds, bytes, sectors.
struct Unit {
  std::string_view name;
  bool time;
  double scale;
};
constexpr std::array units = {
    Unit{"ns", true, 1e-3},      Unit{"nsecond", true, 1e-3}, Unit{"us", true, 1},
    Unit{"usecond", true, 1},    Unit{"ms", true, 1e3},       Unit{"msecond", true, 1e3},
    Unit{"s", true, 1e6},        Unit{"second", true, 1e6},   Unit{"byte", false, 1},
    Unit{"Kbyte", false, 1e3},   Unit{"Mbyte", false, 1e6},   Unit{"Gbyte", false, 1e9},
    Unit{"Tbyte", false, 1e12},  Unit{"sector", false, 1},    Unit{"Ksector", false, 1e3},
    Unit{"Msector", false, 1e6}, Unit{"Gsector", false, 1e9}, Unit{"", false, 1}};

struct Launch {
  std::string kernel;
  std::optional<int64_t> blocks, threads;
  // By the metric's name: what a report has twice, in two sections, counts once.
  std::map<std::string, double, std::less<>> values;
  SourceRange where;

  std::optional<double> of(Metric metric) const {
    double sum = 0;
    bool any = false;
    for (const Known& k : known) {
      auto value = values.find(k.name);
      if (k.metric != metric || value == values.end()) continue;
      any = true;
      if (k.name == "dram__bytes.sum" || metric == Metric::Time) return value->second;
      sum += value->second;
    }
    return any ? std::optional(sum) : std::nullopt;
  }
};

// "(4, 2, 1)" or "4": how many in all.
std::optional<int64_t> volume(const std::string& text) {
  int64_t out = 1, any = 0;
  for (size_t at = 0; (at = text.find_first_of("0123456789", at)) != std::string::npos;) {
    int64_t number = 0;
    at = static_cast<size_t>(
        std::from_chars(text.data() + at, text.data() + text.size(), number).ptr - text.data());
    out *= number, ++any;
  }
  return any > 0 ? std::optional(out) : std::nullopt;
}

class NcuReader {
 public:
  NcuReader(const SourcePtr& file, Diagnostics& diagnostics)
      : csv_(file, diagnostics), diagnostics_(diagnostics) {}

  std::optional<std::vector<Launch>> read() {
    if (!read_header()) return std::nullopt;
    Row units_row;
    const bool wide = !columns_.contains("Metric Name");
    if (wide && !next(units_row)) return fail();
    for (Row row; next(row);)
      if (!(wide ? add_wide(row, units_row) : add_metric(row))) return std::nullopt;
    if (!diagnostics_.ok()) return std::nullopt;
    return std::move(launches_);
  }

 private:
  std::nullopt_t fail() {
    if (diagnostics_.ok())
      diagnostics_.error(Code::BadValue, header_.front().where,
                         "below the names of metrics, their units are missing");
    return std::nullopt;
  }

  bool read_header() {
    auto row = csv_.next();
    if (!row) return false;
    header_ = std::move(*row);
    for (size_t c = 0; c < header_.size(); ++c) columns_.emplace(header_[c].text, c);
    std::vector<std::string> needed = {"ID", "Kernel Name"};
    if (columns_.contains("Metric Name"))
      needed.insert(needed.end(), {"Metric Unit", "Metric Value"});
    for (const std::string& name : needed)
      if (!columns_.contains(name)) {
        diagnostics_.error(
            Code::BadValue, header_.front().where,
            fmt::format("this is no export of `ncu --csv`: it has no column '{}'", name));
        return false;
      }
    return true;
  }

  bool next(Row& row) {
    auto found = csv_.next();
    if (!found) return false;
    row = std::move(*found);
    if (row.size() == header_.size()) return true;
    diagnostics_.error(
        Code::BadValue, row.front().where,
        fmt::format("this row has {} fields, the names of columns {}", row.size(), header_.size()));
    return false;
  }

  const Field& at(const Row& row, const char* column) const { return row[columns_.at(column)]; }

  Launch& launch_of(const Row& row) {
    const std::string& id = at(row, "ID").text;
    auto [place, fresh] = by_id_.emplace(id, launches_.size());
    if (!fresh) return launches_[place->second];
    Launch& out = launches_.emplace_back();
    const Field& name = at(row, "Kernel Name");
    out.kernel = name.text.substr(0, name.text.find('('));
    out.where = name.where;
    if (columns_.contains("Grid Size")) out.blocks = volume(at(row, "Grid Size").text);
    if (columns_.contains("Block Size")) out.threads = volume(at(row, "Block Size").text);
    return out;
  }

  bool add_metric(const Row& row) {
    Launch& launch = launch_of(row);
    if (!find_metric(at(row, "Metric Name").text)) return true;
    return add(launch, at(row, "Metric Name").text, at(row, "Metric Unit"),
               at(row, "Metric Value"));
  }

  bool add_wide(const Row& row, const Row& of_units) {
    Launch& launch = launch_of(row);
    for (size_t c = 0; c < row.size(); ++c)
      if (find_metric(header_[c].text) && !add(launch, header_[c].text, of_units[c], row[c]))
        return false;
    return true;
  }

  bool add(Launch& launch, const std::string& name, const Field& unit, const Field& value) {
    if (value.text.empty() || value.text.find("n/a") != std::string::npos) return true;
    const bool time = find_metric(name)->metric == Metric::Time;
    const auto* scale = std::ranges::find_if(
        units, [&](const Unit& u) { return u.name == unit.text && u.time == time; });
    if (scale == units.end()) {
      diagnostics_.error(Code::BadValue, unit.where,
                         fmt::format("'{}' is no unit of {}", unit.text, name));
      return false;
    }
    std::string digits = value.text;
    std::erase(digits, ',');
    double number = 0;
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (problem != std::errc() || end != digits.data() + digits.size() || !std::isfinite(number) ||
        number < 0) {
      diagnostics_.error(Code::BadValue, value.where,
                         fmt::format("'{}' is no number of {}", value.text, name));
      return false;
    }
    launch.values[name] = number * scale->scale;
    return true;
  }

  Csv csv_;
  Diagnostics& diagnostics_;
  Row header_;
  std::map<std::string, size_t, std::less<>> columns_;
  std::vector<Launch> launches_;
  std::map<std::string, size_t> by_id_;
};

std::optional<double> median(const std::vector<const Launch*>& launches, Metric metric) {
  std::vector<double> found;
  for (const Launch* launch : launches)
    if (auto value = launch->of(metric)) found.push_back(*value);
  if (found.empty()) return std::nullopt;
  std::ranges::sort(found);
  return found[found.size() / 2];
}

}  // namespace

bool is_ncu_report(const std::string& text) {
  size_t at = 0;
  while (text.compare(at, 2, "==") == 0 && text.find('\n', at) != std::string::npos)
    at = text.find('\n', at) + 1;
  const std::string first = text.substr(at, text.find('\n', at) - at);
  return text.starts_with("==PROF==") || first.find("Kernel Name") != std::string::npos ||
         first.starts_with("\"ID\"");
}

std::optional<std::vector<NcuKernel>> read_ncu_report(const SourcePtr& file,
                                                      Diagnostics& diagnostics) {
  const auto launches = NcuReader(file, diagnostics).read();
  if (!launches) {
    if (diagnostics.ok())
      diagnostics.error(Code::BadValue, {file, 1, 1, 1}, "ncu has measured no kernel here");
    return std::nullopt;
  }
  std::vector<NcuKernel> out;
  std::set<std::string> seen;
  for (const Launch& first : *launches) {
    if (!seen.insert(first.kernel).second) continue;
    std::vector<const Launch*> same;
    for (const Launch& launch : *launches)
      if (launch.kernel == first.kernel) same.push_back(&launch);
    out.push_back({first.kernel, first.blocks, first.threads, static_cast<int64_t>(same.size()),
                   median(same, Metric::Time), median(same, Metric::Bytes),
                   median(same, Metric::L2), median(same, Metric::Sectors), first.where});
  }
  if (!out.empty()) return out;
  diagnostics.error(Code::BadValue, {file, 1, 1, 1}, "ncu has measured no kernel here");
  return std::nullopt;
}

}  // namespace teaal::driver
