#include "compiler/einsum/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

#include "compiler/einsum/functions.h"
#include "compiler/einsum/lexer.h"

namespace teaal::einsum {
namespace {

constexpr int64_t max_stride = int64_t{1} << 31;

bool has_upper_case(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::string shown(const Token& token) {
  return token.kind == Token::Kind::End ? "the end of the expression"
                                        : fmt::format("'{}'", token.text);
}

// Each parse function returns false after it has added an error; the parser then stops.
class Parser {
 public:
  Parser(const Name& text, const std::set<std::string>& ranks, Diagnostics& diagnostics)
      : tokens_(tokens_of(text.value)), places_(text), ranks_(ranks), diagnostics_(diagnostics) {}

  bool expression(Expression& out) {
    if (!output(out.output)) return false;
    do {
      Term term;
      if (!signed_term(term, out.terms.empty())) return false;
      out.terms.push_back(std::move(term));
    } while (peek().is("+") || peek().is("-"));
    return peek().kind == Token::Kind::End || refuse_rest();
  }

 private:
  const Token& peek(size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool accept(std::string_view symbol) {
    if (!peek().is(symbol)) return false;
    take();
    return true;
  }

  SourceRange range_of(const Token& token) const {
    return places_.range(token.offset, token.offset + token.text.size());
  }
  // From `first` up to the token before the next one.
  SourceRange range_from(const Token& first) const {
    const Token& last = tokens_[at_ == 0 ? 0 : at_ - 1];
    return places_.range(first.offset, std::max(first.offset, last.offset + last.text.size()));
  }

  bool error(const Token& at, std::string message, Code code = Code::EinsumSyntax) {
    diagnostics_.error(code, range_of(at), std::move(message));
    return false;
  }

  bool output(Access& out) {
    if (peek().kind != Token::Kind::Name)
      return error(peek(),
                   fmt::format("an einsum begins with its output, as in Z[m] = ..; this is {}",
                               shown(peek())));
    const Token& name = take();
    if (!peek().is("["))
      return error(name,
                   fmt::format("the output needs its indices; write {}[m], or {}[] for rank 0",
                               name.text, name.text));
    if (!access(name, out)) return false;
    if (accept("=")) return true;
    if (peek(1).is("="))  // `+=`, `*=`
      return error(
          peek(),
          "write '=': what stands on the right and not in the output is summed anyway, and "
          "`operators:` has other reductions");
    return error(peek(), fmt::format("expected '=' after the output, found {}", shown(peek())));
  }

  bool signed_term(Term& out, bool first) {
    if (!first || peek().is("-")) out.sign = take().is("-") ? -1 : 1;
    const Token& begin = peek();
    const bool take_call =
        begin.kind == Token::Kind::Name && begin.text == "take" && peek(1).is("(");
    if (!(take_call ? take_term(out) : product(out))) return false;
    out.where = range_from(begin);
    return true;
  }

  bool product(Term& out) {
    do {
      if (peek().kind == Token::Kind::Name && peek().text == "take" && peek(1).is("("))
        return error(peek(), take_is_a_term);
      Factor factor;
      if (!this->factor(factor)) return false;
      out.factors.push_back(std::move(factor));
    } while (accept("*"));
    return true;
  }

  bool take_term(Term& out) {
    out.kind = Term::Kind::Take;
    const Token& name = take();
    take();
    while (true) {
      const bool last = peek().kind == Token::Kind::Number && peek(1).is(")");
      if (last) return take_number(name, out);
      Factor factor;
      if (!this->factor(factor)) return false;
      out.factors.push_back(std::move(factor));
      if (accept(",")) continue;
      if (peek().is(")"))
        return error(peek(),
                     "take ends with the number of the argument that is its value; write "
                     "take(A[k], B[k], 0)");
      return error(peek(), fmt::format("expected ',' between the arguments of take, found {}; its "
                                       "arguments are tensors and scalars",
                                       shown(peek())));
    }
  }

  bool take_number(const Token& name, Term& out) {
    const Token& number = take();
    take();
    const auto count = static_cast<int64_t>(out.factors.size());
    int64_t value = -1;
    std::from_chars_result read =
        std::from_chars(number.text.data(), number.text.data() + number.text.size(), value);
    const bool whole =
        read.ec == std::errc() && read.ptr == number.text.data() + number.text.size();
    if (count == 0)
      return error(name, "take has no arguments before its number; write take(A[k], B[k], 0)");
    if (!whole || value >= count)
      return error(number, fmt::format("take has {} argument{}; write a number from 0 to {}", count,
                                       count == 1 ? "" : "s", count - 1));
    out.take = static_cast<int>(value);
    return peek().is("*") ? error(peek(), take_is_a_term) : true;
  }

  bool factor(Factor& out) {
    const Token& begin = peek();
    if (begin.kind == Token::Kind::Number || (begin.is("-") && peek(1).kind == Token::Kind::Number))
      return constant(out);
    if (begin.kind != Token::Kind::Name) return refuse_factor(begin);
    take();
    if (peek().is("(")) return refuse_call(begin);
    if (!peek().is("[")) {
      out = Scalar{std::string(begin.text), range_of(begin)};
      return true;
    }
    Access tensor;
    if (!access(begin, tensor)) return false;
    out = std::move(tensor);
    return true;
  }

  // `relu(A[i])`: functions stand in the operators of what is written.
  bool refuse_call(const Token& name) {
    if (name.text == "sum" || name.text == "reduce")
      return error(name, fmt::format("'{}(..)' is not needed; write what is summed alone: an index "
                                     "that the output lacks is summed over",
                                     name.text));
    if (name.text != "relu" && !find_function(name.text))
      return error(name,
                   fmt::format("'{}' is no function of TeAAL; it has take(A[k], B[k], 0), and "
                               "what `operators:` knows",
                               name.text));
    const AsOperators as = as_operators(name);
    return error(name, fmt::format("'{}(..)' does not stand in an expression; write {} and, under "
                                   "'einsum:', operators: {{ {}: {{ map: {} }} }}",
                                   name.text, as.term, tokens_[0].text, as.map));
  }

  struct AsOperators {
    std::string term, map;
  };

  // What stands between the parentheses as a term, and the call over its factors by place.
  AsOperators as_operators(const Token& name) const {
    std::string arguments, term;
    char letter = 'a';
    for (size_t n = 1, depth = 1; depth > 0; ++n) {
      const Token& token = peek(n);
      if (token.kind == Token::Kind::End || letter > 'z') return {"the tensors alone", "\"..\""};
      if (token.kind == Token::Kind::Name && peek(n + 1).is("[")) {
        arguments += letter++;
        if (!term.empty()) term += " * ";
        do {
          term += std::string(peek(n).text) + (peek(n).is(",") ? " " : "");
        } while (!peek(n).is("]") && peek(++n).kind != Token::Kind::End);
        continue;
      }
      if (token.is("(")) ++depth;
      if (token.is(")") && --depth == 0) break;
      arguments += std::string(token.text) + (token.is(",") ? " " : "");
    }
    if (letter == 'b') term = "the tensor alone";
    if (name.text == "relu") return {term, fmt::format("\"max({}, 0)\"", arguments)};
    if (arguments == "a") return {term, std::string(name.text)};
    return {term, fmt::format("\"{}({})\"", name.text, arguments)};
  }

  bool constant(Factor& out) {
    const Token& begin = peek();
    const double sign = accept("-") ? -1 : 1;
    const Token& number = take();
    Constant value;
    const char* end = number.text.data() + number.text.size();
    std::from_chars_result read = std::from_chars(number.text.data(), end, value.value);
    if (read.ec != std::errc() || read.ptr != end)
      return error(number, fmt::format("the constant {} does not fit a double", number.text));
    if (peek().kind == Token::Kind::Name)
      return error(peek(),
                   fmt::format("expected an operator; write {} * {}", number.text, peek().text));
    value.value *= sign;
    value.where = range_from(begin);
    out = value;
    return true;
  }

  bool refuse_factor(const Token& token) {
    if (token.is("("))
      return error(token, "unsupported parentheses in an expression; multiply the terms out",
                   Code::Unsupported);
    if (token.is("-"))
      return error(
          token,
          "a '-' stands between terms or before a number; write the sign before the whole term");
    if (token.text == "/")
      return error(
          token, fmt::format("TeAAL has no '/'; write '*' here and, under 'einsum:', operators: {{ "
                             "{}: {{ map: \"a / b\" }} }}",
                             tokens_[0].text));
    if (token.text == "\xC3\x97" || token.text == "\xE2\x8B\x85")
      return error(token, fmt::format("'{}' is no operator; write '*'", token.text));
    return error(token,
                 fmt::format("expected a tensor such as A[k], a scalar or a number, found {}",
                             shown(token)));
  }

  bool refuse_rest() {
    const Token& token = peek();
    if (token.kind == Token::Kind::Name || token.kind == Token::Kind::Number || token.is("("))
      return error(token, fmt::format("expected '*', '+' or '-' before {}", shown(token)));
    if (token.is("]") || token.is(")"))
      return error(token, fmt::format("{} closes nothing; delete it", shown(token)));
    if (token.is("="))
      return error(token,
                   "a second '='; an einsum has one, each expression is an entry of the list");
    return refuse_factor(token);
  }

  bool access(const Token& name, Access& out) {
    out.tensor = std::string(name.text);
    take();
    while (!peek().is("]")) {
      Index index;
      if (!this->index(index)) return false;
      out.indices.push_back(std::move(index));
      if (accept(",")) {
        if (peek().is("]")) return error(peek(), "an index is missing after ','");
        continue;
      }
      if (!peek().is("]")) return refuse_in_index();
    }
    take();
    out.where = range_from(name);
    return true;
  }

  bool refuse_in_index() {
    const Token& token = peek();
    if (token.is("-")) return refuse_minus(token);
    if (token.is("*"))
      return error(token,
                   "an index term is a variable or one number times a variable, as in 2 * m");
    if (token.kind == Token::Kind::End || token.is("="))
      return error(token, fmt::format("the ']' of this access is missing before {}", shown(token)));
    return error(token,
                 fmt::format("expected ',', '+' or ']' in the indices, found {}", shown(token)));
  }

  bool refuse_minus(const Token& minus) {
    const bool scaled = peek(1).kind == Token::Kind::Number;
    const std::string_view factor = scaled ? peek(1).text : "1";
    const Token& variable = peek(scaled ? 3 : 1);
    return error(minus, fmt::format("an index has no '-'; write + -{} * {}", factor,
                                    variable.kind == Token::Kind::Name ? variable.text : "s"));
  }

  bool index(Index& out) {
    const Token& begin = peek();
    if (generation(out)) return true;
    do {
      const Token& first = peek();
      IndexTerm term;
      if (peek().kind == Token::Kind::Number && out.terms.size() == 1 && ends_index(1)) {
        if (!stride(take(), false, term)) return false;  // m + 1
        out.terms.push_back(std::move(term));
        break;
      }
      if (!index_term(term)) return false;
      for (const IndexTerm& other : out.terms)
        if (other.variable == term.variable)
          return error(first,
                       fmt::format("'{}' stands twice in one index; write one term, as in 2 * {}",
                                   term.variable, term.variable));
      out.terms.push_back(std::move(term));
    } while (accept("+"));
    out.where = range_from(begin);
    return true;
  }

  bool ends_index(size_t ahead) const { return peek(ahead).is(",") || peek(ahead).is("]"); }

  // The first generation, 0, or the last one, a rank.
  bool generation(Index& out) {
    const Token& token = peek();
    const bool rank = token.kind == Token::Kind::Name && ranks_.contains(std::string(token.text)) &&
                      has_upper_case(token.text);
    if (!ends_index(1) || (!rank && !(token.kind == Token::Kind::Number && token.text == "0")))
      return false;
    take();
    out.terms.push_back({rank ? 1 : 0, rank ? std::string(token.text) : "", ""});
    out.where = range_of(token);
    return true;
  }

  bool index_term(IndexTerm& out) {
    if (peek().kind == Token::Kind::Number || peek().is("-")) return scaled_term(out);
    if (peek().kind != Token::Kind::Name)
      return error(peek(), fmt::format("expected an index variable, found {}", shown(peek())));
    const Token& name = take();
    if (!accept("*")) return variable(name, out);
    if (peek().kind == Token::Kind::Number)
      return error(name, fmt::format("write the number first: {} * {}", peek().text, name.text));
    return symbolic_term(name, out);
  }

  // `-2 * q`, `2 * g * q`.
  bool scaled_term(IndexTerm& out) {
    const bool negative = accept("-");
    const Token& number = peek();
    if (number.kind != Token::Kind::Number)
      return error(number, fmt::format("write -1 * {} for a negative index term",
                                       number.kind == Token::Kind::Name ? number.text : "s"));
    take();
    if (!accept("*")) return refuse_number(number);
    if (!stride(number, negative, out)) return false;
    if (peek().kind != Token::Kind::Name)
      return error(peek(),
                   fmt::format("expected an index variable after '*', found {}", shown(peek())));
    const Token& name = take();
    return accept("*") ? symbolic_term(name, out) : variable(name, out);
  }

  bool refuse_number(const Token& number) {
    if (peek().kind == Token::Kind::Name)
      return error(number, fmt::format("write {} * {}", number.text, peek().text));
    return error(
        number,
        fmt::format("'{}' alone is no index; an index is made of variables, as in 2 * m + s "
                    "(TeAAL has no constant index)",
                    number.text));
  }

  bool stride(const Token& number, bool negative, IndexTerm& out) {
    int64_t value = 0;
    const char* end = number.text.data() + number.text.size();
    std::from_chars_result read = std::from_chars(number.text.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || value == 0 || value > max_stride)
      return error(
          number, fmt::format("the stride {} is no integer from 1 to {}", number.text, max_stride));
    out.coefficient = negative ? -value : value;
    return true;
  }

  // `symbol` `*` was read: a stride bound like a tile size.
  bool symbolic_term(const Token& symbol, IndexTerm& out) {
    if (peek().kind != Token::Kind::Name)
      return error(peek(), fmt::format("expected an index variable after '{} *', found {}",
                                       symbol.text, shown(peek())));
    const Token& name = take();
    const bool first_is_rank = ranks_.count(upper_case(symbol.text)) > 0;
    const bool second_is_rank = ranks_.count(upper_case(name.text)) > 0;
    if (first_is_rank && second_is_rank)
      return error(symbol,
                   fmt::format("'{} * {}' multiplies two index variables; an index is linear",
                               symbol.text, name.text));
    if (first_is_rank)
      return error(symbol, fmt::format("write the stride first: {} * {}", name.text, symbol.text));
    out.symbol = std::string(symbol.text);
    return variable(name, out);
  }

  bool variable(const Token& name, IndexTerm& out) {
    if (has_upper_case(name.text)) {
      std::string lower(name.text);
      for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      return error(name, fmt::format("index variables are lower-case; write '{}'", lower));
    }
    out.variable = std::string(name.text);
    return true;
  }

  static constexpr const char* take_is_a_term =
      "take(..) is a whole term and cannot be multiplied; store it in a tensor of its own first";

  std::vector<Token> tokens_;
  ExpressionPlaces places_;
  const std::set<std::string>& ranks_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
};

}  // namespace

std::string upper_case(std::string_view variable) {
  std::string out(variable);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

std::optional<Expression> parse_expression(const Name& text, const std::set<std::string>& ranks,
                                           Diagnostics& diagnostics) {
  Expression out;
  if (!Parser(text, ranks, diagnostics).expression(out)) return std::nullopt;
  return out;
}

}  // namespace teaal::einsum
