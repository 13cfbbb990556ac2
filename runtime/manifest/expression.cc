#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>

#include "runtime/manifest/manifest.h"

namespace teaal::runtime {
namespace {

using Value = std::optional<int64_t>;

// sum := product {('+' | '-') product}; product := factor {('*' | '/' | '%') factor};
// factor := '-' factor | integer | name | function '(' sum {',' sum} ')' | '(' sum ')'
class Evaluator {
 public:
  Evaluator(const std::string& text, const std::map<std::string, int64_t>& names,
            Diagnostics& diagnostics)
      : text_(text), names_(names), diagnostics_(diagnostics) {}

  Value evaluate() {
    Value out = sum();
    if (out && next() != '\0') return fail("an operator is missing here");
    return out;
  }

 private:
  Value fail(std::string message, size_t length = 1) {
    auto file = std::make_shared<SourceFile>(SourceFile{"size expression", text_});
    diagnostics_.error(Code::Manifest,
                       {file, 1, static_cast<int>(at_) + 1, static_cast<int>(length)},
                       std::move(message));
    return std::nullopt;
  }

  // The next character that is no blank, or 0 at the end.
  char next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  Value sum() {
    Value left = product();
    while (left && (next() == '+' || next() == '-'))
      left = apply(text_[at_], *left, &Evaluator::product);
    return left;
  }

  Value product() {
    Value left = factor();
    while (left && (next() == '*' || next() == '/' || next() == '%'))
      left = apply(text_[at_], *left, &Evaluator::factor);
    return left;
  }

  Value apply(char op, int64_t left, Value (Evaluator::*operand)()) {
    size_t op_at = at_++;
    Value right = (this->*operand)();
    if (!right) return std::nullopt;
    size_t end = std::exchange(at_, op_at);
    Value out = combine(op, left, *right);
    if (out) at_ = end;
    return out;
  }

  Value combine(char op, int64_t a, int64_t b) {
    int64_t out = 0;
    bool overflow = false;
    if (op == '+') overflow = __builtin_add_overflow(a, b, &out);
    if (op == '-') overflow = __builtin_sub_overflow(a, b, &out);
    if (op == '*') overflow = __builtin_mul_overflow(a, b, &out);
    if (op == '/' || op == '%') {
      if (b == 0) return fail("division by zero");
      overflow = a == INT64_MIN && b == -1;
      if (!overflow) out = op == '/' ? floor_division(a, b) : a - floor_division(a, b) * b;
    }
    return overflow ? fail(fmt::format("{} {} {} does not fit 64 bits", a, op, b)) : out;
  }

  static int64_t floor_division(int64_t a, int64_t b) {
    int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
  }

  Value factor() {
    constexpr int deepest = 200;
    if (depth_ == deepest) return fail("the expression is nested too deeply");
    ++depth_;
    Value out = nested_factor();
    --depth_;
    return out;
  }

  Value nested_factor() {
    char c = next();
    if (c == '-') {
      ++at_;
      Value value = factor();
      return value ? combine('-', 0, *value) : value;
    }
    if (c == '(') {
      ++at_;
      Value value = sum();
      return value && !close() ? std::nullopt : value;
    }
    if (c >= '0' && c <= '9') return integer();
    if (is_name_start(c)) return name_or_call();
    return fail("a number, a name or '(' is missing here");
  }

  static bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  static bool is_name_part(char c) {
    return is_name_start(c) || (c >= '0' && c <= '9') || c == '.';
  }

  Value integer() {
    int64_t value = 0;
    const char* begin = text_.data() + at_;
    auto [stop, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    size_t length = static_cast<size_t>(stop - begin);
    if (error != std::errc()) return fail("the number does not fit 64 bits", length);
    at_ += length;
    return value;
  }

  Value name_or_call() {
    size_t end = at_;
    while (end < text_.size() && is_name_part(text_[end])) ++end;
    std::string name = text_.substr(at_, end - at_);
    size_t begin = std::exchange(at_, end);
    bool called = next() == '(';
    at_ = begin;
    if (called) return call(name);
    auto found = names_.find(name);
    if (found == names_.end()) return unknown(name);
    at_ = end;
    return found->second;
  }

  Value unknown(const std::string& name) {
    std::vector<std::string> known;
    for (const auto& [key, value] : names_) known.push_back(key);
    std::string guess = nearest(name, known);
    return fail(fmt::format("unknown name '{}'{}", name,
                            guess.empty() ? "" : fmt::format(": did you mean '{}'?", guess)),
                name.size());
  }

  Value call(const std::string& function) {
    static const std::vector<std::string> functions = {"min", "max", "ceil_div", "bits"};
    if (std::ranges::find(functions, function) == functions.end())
      return fail(fmt::format("unknown function '{}'; known: {}", function, quoted_list(functions)),
                  function.size());
    size_t begin = at_;
    at_ = text_.find('(', at_) + 1;
    std::vector<int64_t> arguments;
    do {
      Value argument = sum();
      if (!argument) return std::nullopt;
      arguments.push_back(*argument);
    } while (next() == ',' && ++at_);
    if (!close()) return std::nullopt;
    if (function == "min") return *std::ranges::min_element(arguments);
    if (function == "max") return *std::ranges::max_element(arguments);
    if (function == "bits") return bits(arguments[0]);
    size_t end = std::exchange(at_, begin);
    if (arguments.size() != 2) return fail("ceil_div takes two arguments", function.size());
    Value out = ceil_div(arguments[0], arguments[1]);
    if (out) at_ = end;
    return out;
  }

  static int64_t bits(int64_t n) { return std::bit_width(static_cast<uint64_t>(n)); }

  Value ceil_div(int64_t a, int64_t b) {
    Value floor = combine('/', a, b);
    if (!floor) return floor;
    return *floor + (a % b != 0);
  }

  bool close() {
    if (next() == ')') {
      ++at_;
      return true;
    }
    fail("')' is missing here");
    return false;
  }

  const std::string& text_;
  const std::map<std::string, int64_t>& names_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<int64_t> evaluate(const std::string& expression,
                                const std::map<std::string, int64_t>& names,
                                Diagnostics& diagnostics) {
  return Evaluator(expression, names, diagnostics).evaluate();
}

}  // namespace teaal::runtime
