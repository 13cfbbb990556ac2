#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

// A kernel at the Ranks stages is a straight nest of rank loops around its innermost statement.
namespace teaal::passes {

struct Nest {
  struct Loop {
    ir::ForRank loop;  // body unused
    SourceRange where;
  };
  std::vector<Loop> loops;  // outermost first
  ir::Stmt body;
};

Nest unnest(ir::Stmt);
// The loops [first, end) around `body`.
ir::Stmt wrap(const std::vector<Nest::Loop>& loops, size_t first, size_t end, ir::Stmt body);
ir::Stmt renest(const Nest&);

// The coordinate variables that a loop gives a value: none for a loop over tiles.
std::set<std::string> binds(const ir::ForRank&);
// The ranks (before splitting) that those are of.
std::set<std::string> bound_roots(const ir::ForRank&);
// The variables of bottom parts, and the ranks (before splitting) that those are coordinates of.
std::map<std::string, std::string> roots_of_variables(const Nest&);
// Of an access's axis, which rank the variable there runs over (roots_of_variables); empty: index
// math.
std::string root_at(const ir::Access&, size_t axis,
                    const std::map<std::string, std::string>& root_of);
// The access in `choose(whether the operand there differs from what is absent, …)`, which asks no
// more of it than that; else null.
const ir::Access* asks_if_present(const ir::Expr&, const ir::Program&);
// The ranks that a loop runs over at any part: of a flattened loop all that it joins.
std::set<std::string> roots_of(const ir::ForRank&);

// Whether the loop runs over one rank, cut by coordinate if at all.
bool is_of_coordinates(const ir::ForRank&);

// Whether what is stored, and the loops around, say where iterations of the loop at `index` begin:
// it is a part that follows a leader, or stands inside of one. Tiles that grow are made of whole
// smaller ones, and loops inside of these begin at the same places always.
bool moves(const Nest&, size_t index);

// The outermost loop over tiles of the rank that grow; null: none do.
const ir::ForRank* growing_loop(const Nest&, const std::string& root);

// The ranks of a flattened loop whose coordinates it binds, outermost first.
std::vector<std::string> joined_roots(const ir::ForRank&);
// What ranks, symbols and loops are called.
ir::Names names_of(const Nest&, const ir::Program&);
// What a lowered kernel calls its parameters, variables and arrays.
ir::Names names_of(const ir::Kernel&);
// The operand whose stored tuples a flattened loop walks: one that holds all its ranks, the
// leader's of an occupancy split before others. Empty: there is none.
std::string holder_of(const ir::ForRank&, const Nest&);

// The name of how many elements a tensor stores.
const std::string& count_of(const ir::Tensor&, ir::Program&);

// How many tuples a flattened loop meets at most: what its operand stores, or every combination.
ir::Expr tuples_of(const ir::ForRank&, const Nest&, ir::Program&);

// The loop, or part of a flattened one, over just the tiles that a level of rank `root` stores: of
// several the one of the level's name, else the outermost. Empty: there is none.
std::string loop_over(const ir::Level&, const std::string& root, const Nest&);

// The tensors that an expression reads.
std::set<std::string> tensors_read(const ir::Expr&);
// The one assignment to a tensor in a kernel.
const ir::Assign& assignment(const ir::Stmt& body);
// What a nest does beside its assignment, which stands last: marks, each of which sets an element
// of a derived tensor of bits where a condition holds: `P[m / 64, k] or= @choose(condition, 1, 0)`.
// Iterations may set an element more than once, in any order.
std::vector<ir::Assign> marks_of(const ir::Stmt& body);
// Whose elements the assignment sets.
const std::string& output_of(const ir::Kernel&);
// The roots (ranks before splitting) that index the assigned tensor, given which root each loop
// variable stands for.
std::set<std::string> output_roots(const Nest&);

// Without spacetime: the outermost loop over output ranks alone is spread, since its iterations own
// what they write; without one, the outermost loop. A round has one iteration of its rank's loop.
size_t loop_to_spread(const Nest&, const std::string& round_rank);

// The statements of a block, or the one statement.
std::vector<ir::Stmt> stmts_of(const ir::Stmt&);

// How many elements the quads have, at multiples of four, in which so many neighbours lie at most.
int64_t quads_around(int64_t elements);

// The variable of a rank's loop: its name in lower case.
std::string variable_of(const std::string& rank);

}  // namespace teaal::passes
