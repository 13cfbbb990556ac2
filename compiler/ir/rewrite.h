#pragma once
#include <functional>

#include "compiler/ir/nodes.h"

// Walks over the IR. Nodes whose children did not change are shared, not copied.
namespace teaal::ir {

using ExprFn = std::function<Expr(const Expr&)>;
using StmtFn = std::function<Stmt(const Stmt&)>;

// The same node over f(child expressions) and g(child statements).
Expr map_children(const Expr&, const ExprFn& f);
Stmt map_children(const Stmt&, const ExprFn& f, const StmtFn& g);

void for_children(const Expr&, const std::function<void(const Expr&)>&);
void for_children(const Stmt&, const std::function<void(const Expr&)>&,
                  const std::function<void(const Stmt&)>&);

// How many loops and conditions stand in one another.
int depth_of(const Stmt&);

// Every expression below (and at) a node, outside in.
void for_each_expr(const Stmt&, const std::function<void(const Expr&)>&);
void for_each_expr(const Expr&, const std::function<void(const Expr&)>&);
void for_each_stmt(const Stmt&, const std::function<void(const Stmt&)>&);

// f applied to every expression of a tree, inside out.
Expr rewrite(const Expr&, const ExprFn& f);
Stmt rewrite(const Stmt&, const ExprFn& f);

// What is left but for the statements, each with all in it, of which that holds.
Stmt without(const Stmt&, const std::function<bool(const Stmt&)>&);

// As rewrite for expressions that hold one node at many places, such as those with the values of
// constants put in, whose text doubles with every constant: f sees each node once.
void for_each_node(const Expr&, const std::function<void(const Expr&)>& f);
Expr rewrite_nodes(const Expr&, const ExprFn& f);

}  // namespace teaal::ir
