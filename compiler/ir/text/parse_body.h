#pragma once
#include <string>
#include <vector>

#include "compiler/ir/nodes.h"
#include "compiler/ir/text/token_stream.h"

namespace teaal::ir {

// Reads what kernels do: statements, and the expressions in them and anywhere else in a program.
class BodyParser : public TokenStream {
 public:
  explicit BodyParser(const SourcePtr& file) : TokenStream(file) {}

 protected:
  Stmt braced();
  Expr expr(int least = 1);
  Expr expr_behind(std::string_view text);
  std::vector<Expr> exprs(std::string_view open, std::string_view close);
  Place place();

  // Hostile text must not exhaust the stack.
  struct Nesting {
    explicit Nesting(BodyParser& p);
    ~Nesting() { --parser.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    BodyParser& parser;
  };

 private:
  Stmt stmt();
  Stmt let(SourceRange where);
  Stmt array(Memory memory, SourceRange where);
  Stmt assign(SourceRange where);
  Stmt fill(SourceRange where);
  Stmt copy(SourceRange where);
  Stmt loop(SourceRange where);
  Stmt rank_loop(const std::string& name, SourceRange where);
  int leading_ranks(size_t of);
  std::vector<Joined> joined();
  CoIteration co_iteration();
  Expr primary();

  int depth_ = 0;
};

}  // namespace teaal::ir
