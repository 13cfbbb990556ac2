#include "compiler/einsum/map_expression.h"

#include <fmt/format.h>

#include <charconv>

#include "compiler/einsum/lexer.h"

namespace teaal::einsum {
namespace {

constexpr int depth_limit = 64;
constexpr size_t step_limit = 256;  // a map is a formula, and kernels are made of it

class Parser {
 public:
  Parser(const Name& text, const Operands& operands, Diagnostics& diagnostics)
      : tokens_(tokens_of(text.value)),
        places_(text),
        operands_(operands),
        diagnostics_(diagnostics) {}

  bool run() {
    if (!comparison()) return false;
    if (peek().kind != Token::Kind::End)
      return error(peek(), fmt::format("expected an operator before '{}'", peek().text));
    return out_.size() <= step_limit ||
           error(tokens_[0], fmt::format("the map has more than {} operations", step_limit));
  }

  std::vector<MapStep> take() { return std::move(out_); }

 private:
  const Token& peek() const { return tokens_[at_]; }
  const Token& next() const { return tokens_[at_ + 1 < tokens_.size() ? at_ + 1 : at_]; }
  void advance() { at_ += at_ + 1 < tokens_.size() ? 1 : 0; }
  bool accept(std::string_view text) {
    if (peek().kind == Token::Kind::End || peek().text != text) return false;
    advance();
    return true;
  }

  bool error(const Token& at, std::string message) {
    diagnostics_.error(Code::Operators, places_.range(at.offset, at.offset + at.text.size()),
                       std::move(message));
    return false;
  }

  void push(Function function) { out_.push_back({MapStep::Kind::Function, 0, 0, function}); }

  // The words of two characters come as two tokens.
  bool accept_comparison(Function& out) {
    static constexpr std::array<std::string_view, 6> symbols = {"==", "!=", "<=", ">=", "<", ">"};
    const bool joined = next().offset == peek().offset + 1;
    for (std::string_view symbol : symbols) {
      const bool two = symbol.size() == 2;
      if (peek().text != symbol.substr(0, 1)) continue;
      if (two && !(joined && next().text == symbol.substr(1))) continue;
      advance();
      if (two) advance();
      out = find_function(symbol)->function;
      return true;
    }
    return false;
  }

  bool comparison() {
    if (!sum()) return false;
    Function function{};
    if (!accept_comparison(function)) return true;
    if (!sum()) return false;
    push(function);
    return true;
  }

  bool sum() {
    if (!product()) return false;
    while (peek().is("+") || peek().is("-")) {
      const Function function = peek().is("+") ? Function::Add : Function::Sub;
      advance();
      if (!product()) return false;
      push(function);
    }
    return true;
  }

  bool product() {
    if (!signed_value()) return false;
    while (peek().text == "*" || peek().text == "/") {
      const Function function = peek().text == "*" ? Function::Mul : Function::Div;
      advance();
      if (!signed_value()) return false;
      push(function);
    }
    return true;
  }

  bool signed_value() {
    if (!peek().is("-")) return value();
    const Token& sign = peek();
    advance();
    if (++depth_ > depth_limit) return error(sign, "the map is nested too deeply");
    const bool read = signed_value();
    --depth_;
    if (read) push(Function::Neg);
    return read;
  }

  bool value() {
    const Token& begin = peek();
    if (begin.kind == Token::Kind::Number) return number();
    if (begin.is("(")) {
      advance();
      return arguments_until(1, begin);
    }
    if (begin.kind != Token::Kind::Name)
      return error(begin, begin.kind == Token::Kind::End
                              ? std::string("the map ends where a value should stand")
                              : fmt::format("expected a value, found '{}'", begin.text));
    advance();
    if (peek().is("(")) return call(begin);
    if (begin.text == "inf") return constant(infinite);
    if (auto factor = operands_(begin.text)) {
      out_.push_back({MapStep::Kind::Factor, *factor, 0, {}});
      return true;
    }
    return error(begin, fmt::format("'{}' is no operand of this term; operands are its factors, by "
                                    "name or as a, b, c in their order",
                                    begin.text));
  }

  bool number() {
    const Token& token = peek();
    advance();
    double value = 0;
    const char* end = token.text.data() + token.text.size();
    auto [stopped, fault] = std::from_chars(token.text.data(), end, value);
    if (fault != std::errc() || stopped != end)
      return error(token, fmt::format("the constant {} does not fit a double", token.text));
    return constant(value);
  }

  bool constant(double value) {
    out_.push_back({MapStep::Kind::Number, 0, value, {}});
    return true;
  }

  bool call(const Token& name) {
    const FunctionRow* row = find_function(name.text);
    if (!row) {
      std::vector<std::string> known;
      for (const FunctionRow& r : function_rows) known.emplace_back(r.name);
      const std::string near = nearest(std::string(name.text), known);
      return error(name, fmt::format("there is no function '{}'{}", name.text,
                                     near.empty() ? "; there are " + quoted_list(known)
                                                  : "; did you mean '" + near + "'?"));
    }
    advance();
    if (!arguments_until(row->arguments, name)) return false;
    push(row->function);
    return true;
  }

  // `count` values and the closing parenthesis.
  bool arguments_until(int count, const Token& of) {
    if (++depth_ > depth_limit) return error(of, "the map is nested too deeply");
    for (int i = 0; i < count; ++i) {
      if (i > 0 && !accept(","))
        return error(peek(), fmt::format("'{}' takes {} values", of.text, count));
      if (!comparison()) return false;
    }
    --depth_;
    if (accept(")")) return true;
    if (peek().is(","))
      return error(peek(),
                   fmt::format("'{}' takes {} value{}", of.text, count, count == 1 ? "" : "s"));
    return error(peek(), fmt::format("the ')' that closes '{}' is missing", of.text));
  }

  std::vector<Token> tokens_;
  ExpressionPlaces places_;
  const Operands& operands_;
  Diagnostics& diagnostics_;
  std::vector<MapStep> out_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<std::vector<MapStep>> parse_map(const Name& text, const Operands& operands,
                                              Diagnostics& diagnostics) {
  Parser parser(text, operands, diagnostics);
  if (!parser.run()) return std::nullopt;
  return parser.take();
}

}  // namespace teaal::einsum
