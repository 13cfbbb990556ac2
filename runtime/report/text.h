#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// How reports say numbers, and tables of them.
namespace teaal::runtime::report {

struct TextOptions {
  int width = 100;  // columns that sentences are broken at
  bool color = false;
  bool cut = false;  // tables end where the columns do: for terminals, not for files
};

std::string time_text(double us);       // "12.3 µs", "4.56 ms"
std::string bytes_text(int64_t bytes);  // "1.25 MB" (powers of ten)
std::string count_text(int64_t count);  // "16,777"
std::string share_text(double share);   // "12 %", "0.013 %"
std::string ratio_text(double ratio);   // "1.31×"
std::string number_text(double value);  // "0.0123", "4.56", "789": three digits, no exponent

enum class Align { Left, Right };

// Columns as wide as their widest cell; on a terminal, lines are cut (with …) where it ends.
class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::Left;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  std::string text(const TextOptions&, int indent) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// `text` broken at spaces to the terminal's width; lines after the first are indented by `indent`.
std::string wrapped(const std::string& text, const TextOptions&, int indent);

size_t display_width(std::string_view utf8);
std::string bold(const std::string&, const TextOptions&);
std::string green(const std::string&, const TextOptions&);
std::string red(const std::string&, const TextOptions&);
std::string dim(const std::string&, const TextOptions&);

}  // namespace teaal::runtime::report
