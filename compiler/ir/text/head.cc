#include "compiler/ir/text/head.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "compiler/ir/text/text.h"
#include "compiler/support/index_text.h"

namespace teaal::ir {

// ---- Text of einsums ----

std::string factor_text(const Einsum::Factor& f) {
  if (f.kind == Einsum::Factor::Kind::Constant) return fmt::format("{}", f.value);
  if (f.kind == Einsum::Factor::Kind::Scalar) return f.name;
  std::string out;
  for (const Einsum::Index& index : f.at) out += (out.empty() ? "" : ", ") + index_text(index);
  return f.name + "[" + out + "]";
}

namespace {

std::string term_text(const Einsum::Term& t) {
  std::string out;
  for (const Einsum::Factor& f : t.factors)
    out += (out.empty() ? "" : t.takes ? ", " : " * ") + factor_text(f);
  return t.takes ? fmt::format("take({}, {})", out, t.taken) : out;
}

// Of the first term only where it is none that a reader expects.
std::string sign_text(const Einsum::Term& t, bool first) {
  if (!first) return t.sign < 0 ? " - " : " + ";
  if (t.sign < 0) return " - ";
  const bool negative = !t.takes && !t.factors.empty() && std::signbit(t.factors[0].value);
  return negative ? " + " : " ";
}

std::string terms_text(const Einsum& e, bool with_maps) {
  std::string out;
  for (const Einsum::Term& t : e.terms) {
    out += sign_text(t, out.empty()) + term_text(t);
    if (with_maps && !t.map.empty()) out += fmt::format(" map ({})", fmt::join(t.map, ", "));
  }
  return out;
}

std::string einsum_line(const Einsum& e) {
  std::string ranks;
  for (const auto& [variable, rank] : e.rank_of)
    ranks += (ranks.empty() ? "" : ", ") + variable + " in " + rank;
  std::string out = fmt::format("einsum ({}) {} ={}", ranks, factor_text(e.output),
                                terms_text(e, /*with_maps=*/true));
  if (e.reduction != AssignOp::Add)
    out += fmt::format(" reduce {} from {}", name_of(reduction_names, e.reduction), e.identity);
  std::string loops;
  for (const Einsum::Loop& l : e.loops)
    loops += (loops.empty() ? "" : ", ") + std::string(l.space ? "space " : "") + l.rank;
  if (!loops.empty()) out += " loops (" + loops + ")";
  if (e.arithmetic) out += fmt::format(" on {}", name_of(arithmetic_names, *e.arithmetic));
  return out;
}

// ---- Reading them ----

class EinsumReader {
 public:
  explicit EinsumReader(TokenStream& in) : in_(in) {}

  Einsum read() {
    Einsum out;
    in_.expect("(");
    while (!in_.accept(")")) {
      if (!out.rank_of.empty()) in_.expect(",");
      const std::string variable = in_.word();
      in_.expect("in");
      out.rank_of.emplace_back(variable, in_.word());
      variables_.push_back(variable);
    }
    out.output = factor();
    if (out.output.kind != Einsum::Factor::Kind::Tensor) in_.fail("expected a tensor's element");
    in_.expect("=");
    do {
      out.terms.push_back(term());
    } while (in_.peek() == "+" || in_.peek() == "-");
    if (in_.accept("reduce")) {
      out.reduction = in_.one_of(reduction_names, "a reduction");
      in_.expect("from");
      out.identity = in_.real();
    }
    if (in_.accept("loops")) out.loops = loops();
    if (in_.accept("on"))
      out.arithmetic = in_.one_of(arithmetic_names, "an arithmetic of tensor cores");
    return out;
  }

 private:
  Einsum::Term term() {
    Einsum::Term out;
    if (in_.accept("-"))
      out.sign = -1;
    else
      in_.accept("+");
    out.takes = in_.peek() == "take" && in_.peek(1) == "(";
    if (out.takes) {
      in_.expect("take");
      in_.expect("(");
    }
    do {
      if (out.takes && in_.at_whole_number() && in_.peek(1) == ")") break;
      out.factors.push_back(factor());
    } while (in_.accept(out.takes ? "," : "*"));
    if (out.takes) {
      out.taken = in_.integer();
      const auto count = static_cast<int64_t>(out.factors.size());
      if (out.taken < 0 || out.taken >= count) in_.fail("take names no factor");
      in_.expect(")");
    }
    if (in_.accept("map")) out.map = map(out.factors.size());
    return out;
  }

  std::vector<Einsum::Loop> loops() {
    std::vector<Einsum::Loop> out;
    in_.expect("(");
    while (!in_.accept(")")) {
      if (!out.empty()) in_.expect(",");
      const bool space = TokenStream::is_word(in_.peek(1)) && in_.accept("space");
      out.push_back({in_.word(), space});
    }
    return out;
  }

  std::vector<std::string> map(size_t factors) {
    std::vector<std::string> out;
    in_.expect("(");
    while (!in_.accept(")")) {
      if (!out.empty()) in_.expect(",");
      out.push_back(step(factors));
    }
    return out;
  }

  // A factor by its number (#0), a number, or a function by its name.
  std::string step(size_t factors) {
    if (TokenStream::is_word(in_.peek()) && in_.peek() != "inf") return in_.word();
    if (in_.peek()[0] != '#') return fmt::format("{}", in_.real());
    for (size_t i = 0; i < factors; ++i)
      if (std::string name = "#" + std::to_string(i); in_.accept(name)) return name;
    in_.fail("expected a factor of the term");
  }

  Einsum::Factor factor() {
    Einsum::Factor out;
    if (!TokenStream::is_word(in_.peek()) || in_.peek() == "inf") {
      out.kind = Einsum::Factor::Kind::Constant;
      out.value = in_.real();
      return out;
    }
    out.name = in_.word();
    if (!in_.accept("[")) {
      out.kind = Einsum::Factor::Kind::Scalar;
      return out;
    }
    while (!in_.accept("]")) {
      if (!out.at.empty()) in_.expect(",");
      out.at.push_back(index());
    }
    return out;
  }

  Einsum::Index index() {
    Einsum::Index out;
    do {
      out.push_back(index_term());
    } while (in_.accept("+"));
    return out;
  }

  Einsum::IndexTerm index_term() {
    Einsum::IndexTerm out;
    if (in_.at_whole_number()) {
      out.coefficient = in_.signed_integer();
      if (!in_.accept("*")) return out;
    }
    do {
      const std::string name = in_.word();
      const bool variable = std::ranges::find(variables_, name) != variables_.end();
      std::string& place = variable ? out.variable : out.symbol;
      if (!place.empty() || (!variable && !out.variable.empty()))
        in_.fail("an index is a sum of number * symbol * variable");
      place = name;
    } while (in_.accept("*"));
    return out;
  }

  TokenStream& in_;
  std::vector<std::string> variables_;
};

// ---- What is told of patterns and skips ----

std::string pattern_line(const PatternWords& p) {
  std::string ranks;
  for (const PatternWords::Rank& r : p.ranks)
    ranks += fmt::format("{}{} axis {} by {}{}", ranks.empty() ? "" : ", ", r.root, r.axis, r.tile,
                         r.stated == r.tile ? "" : fmt::format(" for {}", r.stated));
  return fmt::format("pattern {} of {} ({}) group {}{}", p.workspace, p.tensor, ranks, p.group,
                     p.gapless ? " gapless" : "");
}

PatternWords read_pattern(TokenStream& in) {
  PatternWords out;
  out.workspace = in.word();
  in.expect("of");
  out.tensor = in.word();
  in.expect("(");
  while (!in.accept(")")) {
    if (!out.ranks.empty()) in.expect(",");
    PatternWords::Rank rank{in.word()};
    in.expect("axis");
    rank.axis = in.integer();
    in.expect("by");
    rank.tile = in.integer();
    rank.stated = in.accept("for") ? in.integer() : rank.tile;
    out.ranks.push_back(rank);
  }
  in.expect("group");
  out.group = in.integer();
  out.gapless = in.accept("gapless");
  return out;
}

std::string skipped_line(const SkippedLoop& s) {
  std::string covers;
  for (const SkippedLoop::Covered& c : s.covers)
    covers += fmt::format("{}{} by {}", covers.empty() ? "" : ", ", c.root, c.coordinates);
  return fmt::format("skipped {} of {} in {} step {} @{} {} covers ({}) times {} patterns ({}){}",
                     s.rank, s.root, s.kernel, s.step, name_of(place_names, s.at),
                     name_of(skip_names, s.kind), covers, print(s.times),
                     fmt::join(s.patterns, ", "), s.listed.empty() ? "" : " listed " + s.listed);
}

SkippedLoop read_skipped(TokenStream& in, const std::function<Expr()>& expr) {
  SkippedLoop out;
  out.rank = in.word();
  in.expect("of");
  out.root = in.word();
  in.expect("in");
  out.kernel = in.word();
  in.expect("step");
  out.step = in.integer();
  in.expect("@");
  out.at = in.one_of(place_names, "a place");
  out.kind = in.one_of(skip_names, "a way to skip");
  in.expect("covers");
  in.expect("(");
  while (!in.accept(")")) {
    if (!out.covers.empty()) in.expect(",");
    SkippedLoop::Covered covered{in.word()};
    in.expect("by");
    covered.coordinates = in.integer();
    out.covers.push_back(covered);
  }
  in.expect("times");
  out.times = expr();
  in.expect("patterns");
  out.patterns = in.words("(", ")");
  if (in.accept("listed")) out.listed = in.word();
  return out;
}

}  // namespace

std::string expression_text(const Einsum& e) {
  return factor_text(e.output) + " =" + terms_text(e, /*with_maps=*/false);
}

std::vector<std::string> head_lines(const Program& p) {
  std::vector<std::string> out;
  if (!p.source.empty())
    out.push_back("from " + quoted(p.source) +
                  (p.settled.empty() ? "" : " with " + quoted(p.settled)));
  for (const auto& [name, value] : p.bound)
    out.push_back(fmt::format("bound {} = {}", name, value));
  for (const Einsum& e : p.einsums) out.push_back(einsum_line(e));
  return out;
}

std::vector<std::string> tail_lines(const Program& p) {
  std::vector<std::string> out;
  for (const PatternWords& words : p.patterns) out.push_back(pattern_line(words));
  for (const SkippedLoop& skipped : p.skipped) out.push_back(skipped_line(skipped));
  for (const std::string& note : p.notes) out.push_back("note " + quoted(note));
  return out;
}

bool read_told(TokenStream& in, Program& p, const std::function<Expr()>& expr) {
  if (in.accept("from")) {
    p.source = in.text();
    if (in.accept("with")) p.settled = in.text();
  } else if (in.accept("bound")) {
    std::string name = in.word();
    in.expect("=");
    p.bound.emplace_back(std::move(name), in.signed_integer());
  } else if (in.accept("einsum")) {
    p.einsums.push_back(EinsumReader(in).read());
  } else if (in.accept("pattern")) {
    p.patterns.push_back(read_pattern(in));
  } else if (in.accept("skipped")) {
    p.skipped.push_back(read_skipped(in, expr));
  } else if (in.accept("note")) {
    p.notes.push_back(in.text());
  } else {
    return false;
  }
  return true;
}

RowClass read_row_class(TokenStream& in, SourceRange where) {
  RowClass out;
  out.where = std::move(where);
  out.number = in.integer();
  out.root = in.behind("of");
  out.tensor = in.behind("by");
  out.rank = in.word();
  if (in.accept("along")) {
    out.along = in.word();
    out.times = in.behind("times");
    out.times_rank = in.word();
  }
  in.expect("from");
  out.least = in.list("(", ")", [&] { return in.integer(); });
  if (in.accept("elements")) out.most_elements = in.integer();
  if (in.accept("listed")) {
    out.list = in.word();
    out.begins = in.word();
  }
  return out;
}

RowBuffer read_row_buffer(TokenStream& in, SourceRange where) {
  RowBuffer out;
  out.where = std::move(where);
  out.kind = in.one_of(buffer_names, "a kind of buffer");
  out.slots = in.integer();
  if (in.accept("by")) out.evict_on = in.word();
  if (in.accept("from")) {
    out.begin = in.word();
    in.expect("tile");
    out.tile = in.integer();
  }
  return out;
}

}  // namespace teaal::ir
