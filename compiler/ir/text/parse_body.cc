#include "compiler/ir/text/parse_body.h"

#include <cctype>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/names.h"
#include "compiler/ir/text/parse_mma.h"

namespace teaal::ir {
namespace {

constexpr int depth_limit = 200;

}  // namespace

BodyParser::Nesting::Nesting(BodyParser& p) : parser(p) {
  if (++parser.depth_ > depth_limit) parser.fail("nested too deeply");
}

Place BodyParser::place() {
  expect("@");
  return one_of(place_names, "a place");
}

Stmt BodyParser::braced() {
  Nesting nesting(*this);
  expect("{");
  std::vector<Stmt> stmts;
  while (!accept("}")) stmts.push_back(stmt());
  return stmts.size() == 1 ? stmts[0] : make_stmt(Block{std::move(stmts)});
}

Stmt BodyParser::stmt() {
  SourceRange where = here();
  if (accept("for")) return loop(where);
  if (accept("while")) {
    Expr cond = expr();
    return make_stmt(While{cond, braced()}, where);
  }
  if (accept("if")) {
    Expr cond = expr();
    return make_stmt(If{cond, braced()}, where);
  }
  if (peek() == "let" || peek() == "var") return let(where);
  if (const Memory* memory = find_named(memory_names, peek())) {
    expect(peek());
    return array(*memory, where);
  }
  if (accept("copy")) return copy(where);
  if (accept("copies")) {
    expect("end");
    return make_stmt(CopiesEnd{}, where);
  }
  if (accept("await")) return make_stmt(Await{integer()}, where);
  if (accept("barrier")) return make_stmt(Barrier{one_of(scope_names, "who meets")}, where);
  if (accept("remark")) return make_stmt(Remark{text()}, where);
  if (accept("run")) {
    Expr called = primary();
    if (!as<Call>(called)) fail("only an intrinsic is run");
    return make_stmt(Run{called}, where);
  }
  if (accept("fill")) return fill(where);
  if (accept("mma")) return read_mma(*this, where, [this] { return exprs("(", ")"); });
  return assign(where);
}

Stmt BodyParser::let(SourceRange where) {
  const bool changes = accept("var");
  if (!changes) expect("let");
  std::string name = word();
  expect(":");
  Type type = one_of(type_names, "a type");
  expect("=");
  return make_stmt(Let{name, type, expr(), changes}, where);
}

Stmt BodyParser::array(Memory memory, SourceRange where) {
  std::string name = word();
  int64_t extent = integer();
  Type type = accept(":") ? one_of(type_names, "a type") : Type::Value;
  Array out{name, extent, type, memory, accept("quads")};
  out.lines = accept("lines");
  out.stored = accept("stored");
  if (accept("at")) out.byte = integer();
  return make_stmt(std::move(out), where);
}

Stmt BodyParser::assign(SourceRange where) {
  Expr target = primary();
  if (!as<Var>(target) && !as<Read>(target) && !as<Access>(target))
    fail("only a variable, an array element or a tensor can be assigned");
  AssignOp op = one_of(assign_names, "an assignment");
  return make_stmt(Assign{target, op, expr()}, where);
}

Stmt BodyParser::copy(SourceRange where) {
  Copy out{one_of(copy_names, "a way to copy")};
  out.entries = accept("entries");
  const auto element = [&] {
    Expr e = primary();
    if (!as<Read>(e)) fail("elements of arrays are copied");
    return e;
  };
  out.to = element();
  expect("from");
  out.from = element();
  if (accept("entry")) {
    out.entry = expr();
    out.stride = expr_behind("stride");
  }
  if (accept("by")) out.width = integer();
  if (accept("count")) out.count = expr();
  if (accept("where")) out.guard = expr();
  if (accept("turn")) out.turn = expr();
  return make_stmt(std::move(out), where);
}

Stmt BodyParser::fill(SourceRange where) {
  Fill out{{word()}, nullptr};
  while (accept(",")) out.tiles.push_back(word());
  if (peek() == "{") out.copies = braced();
  return make_stmt(std::move(out), where);
}

Stmt BodyParser::loop(SourceRange where) {
  std::string name = word();
  if (accept("in")) return rank_loop(name, where);
  expect(":");
  For out{name, one_of(type_names, "a type")};
  out.begin = expr_behind("=");
  out.end = expr_behind("to");
  out.step = expr_behind("step");
  if (accept("shared")) out.worker = behind("by");
  out.unroll = accept("unroll");
  if (accept("at_once")) out.at_once = integer();
  out.body = braced();
  return make_stmt(std::move(out), where);
}

Stmt BodyParser::rank_loop(const std::string& name, SourceRange where) {
  ForRank out;
  out.var = name;
  out.rank = word();
  out.root = accept("of") ? word() : out.rank;
  out.extent = accept("within") ? word() : out.root;
  if (accept("joins")) {
    out.joined = joined();
    if (accept("fibers")) {
      expect("of");
      out.tuples = Tuples::Fibers;
    } else if (accept("behind")) {
      out.tuples = Tuples::OfFiber;
    }
    if (out.tuples != Tuples::Each) out.leading = leading_ranks(out.joined.size());
  }
  if (accept("at")) {
    out.at = expr();
    expect("over");
    out.divisor = integer();
  }
  if (accept("by")) out.tile = expr();
  if (accept("snap")) out.snaps = exprs("(", ")");
  if (accept("led")) out.leader = behind("by");
  out.merged = accept("merged");
  if (accept("grows")) {
    out.growth.most = expr_behind("to");
    if (accept("by")) {
      out.growth.counts = word();
      out.growth.roots = words("(", ")");
    }
  }
  if (peek() == "@") out.place = place();
  if (accept("turns")) {
    out.spelled.turns = integer();
    out.spelled.all = accept("all");
    out.spelled.var = behind("as");
  }
  if (accept("over")) out.over = co_iteration();
  out.body = braced();
  return make_stmt(std::move(out), where);
}

// Some of so many, and not all.
int BodyParser::leading_ranks(size_t of) {
  const int64_t count = integer();
  if (count < 1 || count >= static_cast<int64_t>(of))
    fail("expected fewer ranks than are joined, and at least one");
  return static_cast<int>(count);
}

std::vector<Joined> BodyParser::joined() {
  std::vector<Joined> out;
  expect("(");
  while (!accept(")")) {
    if (!out.empty()) expect(",");
    Joined j;
    j.var = word();
    j.rank = behind("in");
    j.root = accept("of") ? word() : j.rank;
    j.extent = accept("within") ? word() : j.root;
    if (accept("by")) j.tile = expr();
    if (accept("snap")) j.snaps = exprs("(", ")");
    out.push_back(std::move(j));
  }
  return out;
}

CoIteration BodyParser::co_iteration() {
  CoIteration out;
  if (const Meet* meet = find_named(meet_names, peek())) {
    expect(peek());
    out.meet = *meet;
    for (const std::string& tensor : words("(", ")")) out.fibers.push_back({tensor});
  } else {
    out.fibers.push_back({word()});
  }
  return out;
}

Expr BodyParser::expr_behind(std::string_view text) {
  expect(text);
  return expr();
}

Expr BodyParser::expr(int least) {
  Nesting nesting(*this);
  Expr lhs = primary();
  for (;;) {
    const BinaryOp* op = find_named(infix_names, peek());
    if (!op || precedence(*op) < least) return lhs;
    expect(peek());
    lhs = make_expr(Binary{*op, lhs, expr(precedence(*op) + 1)});
  }
}

Expr BodyParser::primary() {
  Nesting nesting(*this);
  if (accept("(")) {
    Expr inside = expr();
    expect(")");
    return inside;
  }
  if (accept("@")) {
    std::string name = word();
    std::vector<Expr> args = exprs("(", ")");
    const Intrinsic* row = find_intrinsic(name);
    if (!row || arguments_of(*row).size() != args.size())
      fail("no intrinsic '" + name + "' with " + std::to_string(args.size()) + " arguments");
    return make_expr(Call{name, std::move(args)});
  }
  if (at_whole_number()) return make_expr(IntLit{signed_integer()});
  if (!is_word(peek()) || peek() == "inf") return make_expr(FloatLit{real()});
  std::string name = word();
  if (peek() == ":" && std::isdigit(static_cast<unsigned char>(peek(1)[0])) != 0) {
    expect(":");
    return make_expr(IntLit{integer(), name});
  }
  if (peek() == "[") return make_expr(Access{name, exprs("[", "]")});
  if (peek() != "(") return make_expr(Var{name});
  std::vector<Expr> args = exprs("(", ")");
  if (name == "min" || name == "max") {
    if (args.size() != 2) fail("'" + name + "' takes two arguments");
    return make_expr(Binary{name == "min" ? BinaryOp::Min : BinaryOp::Max, args[0], args[1]});
  }
  if (args.size() != 1) fail("an array is read at one position");
  return make_expr(Read{name, args[0]});
}

std::vector<Expr> BodyParser::exprs(std::string_view open, std::string_view close) {
  return list(open, close, [&] { return expr(); });
}

}  // namespace teaal::ir
