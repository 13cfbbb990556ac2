#include "tests/unit/reference/einsum_text.h"

#include <gtest/gtest.h>

#include <cctype>

namespace teaal::runtime::testing {
namespace {

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) { out_.text = text; }

  ManifestEinsum parse() {
    out_.output = factor();
    expect('=');
    int sign = take('-') ? -1 : 1;
    while (true) {
      out_.terms.push_back(term());
      out_.terms.back().sign = sign;
      if (take('+'))
        sign = 1;
      else if (take('-'))
        sign = -1;
      else
        break;
    }
    if (peek() != '\0') ADD_FAILURE() << "cannot parse '" << text_ << "' at " << at_;
    return std::move(out_);
  }

 private:
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) ADD_FAILURE() << "'" << c << "' is missing in '" << text_ << "' at " << at_;
  }
  bool at_digit() { return std::isdigit(static_cast<unsigned char>(peek())); }

  double number() {
    size_t length = 0;
    peek();
    double out = std::stod(text_.substr(at_), &length);
    at_ += length;
    return out;
  }
  std::string name() {
    peek();
    size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::string variable() {
    std::string out = name(), rank = out;
    for (char& c : rank) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    out_.rank_of[out] = rank;
    return out;
  }

  ManifestTerm term() {
    ManifestTerm out;
    peek();
    if (text_.compare(at_, 5, "take(") == 0) {
      at_ += 5;
      out.take = true;
      do {
        if (at_digit())
          out.take_index = static_cast<int>(number());
        else
          out.factors.push_back(factor());
      } while (take(','));
      expect(')');
      return out;
    }
    do out.factors.push_back(factor());
    while (take('*'));
    return out;
  }

  ManifestFactor factor() {
    ManifestFactor out;
    if (at_digit()) {
      out.kind = ManifestFactor::Kind::Constant;
      out.value = number();
      return out;
    }
    out.name = name();
    out.kind = take('[') ? ManifestFactor::Kind::Tensor : ManifestFactor::Kind::Scalar;
    if (out.kind == ManifestFactor::Kind::Scalar || take(']')) return out;
    do out.indices.push_back(index());
    while (take(','));
    expect(']');
    return out;
  }

  std::vector<ManifestIndexTerm> index() {
    std::vector<ManifestIndexTerm> out;
    do out.push_back(index_term());
    while (take('+'));
    return out;
  }

  ManifestIndexTerm index_term() {
    ManifestIndexTerm out;
    if (take('-')) out.coefficient = -1;
    if (at_digit()) {
      out.coefficient *= static_cast<int64_t>(number());
      if (take('*')) out.variable = variable();
      return out;
    }
    size_t begin = at_;
    out.symbol = name();
    if (!take('*')) {
      out.symbol.clear();
      at_ = begin;
    }
    out.variable = variable();
    return out;
  }

  std::string text_;
  size_t at_ = 0;
  ManifestEinsum out_;
};

}  // namespace

ManifestEinsum einsum(const std::string& text) { return Parser(text).parse(); }

}  // namespace teaal::runtime::testing
