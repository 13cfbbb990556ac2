#pragma once
#include "tests/smith/model.h"
#include "tests/smith/random.h"

namespace teaal::smith {

// A valid spec with data. The same seed gives the same case on every machine.
Case generate(uint64_t seed);

// Its steps, in order. Each reads what the ones before it made.
void draw_expressions(Case&, Random&);  // tensors, expressions, index math, renamed ranks
void draw_operators(Case&, Random&);
// Those, and terms and scalars that they allow.
void take_operators(Case&, const Algebra&);
// Other operators for a staged product, which blocks skip by lists of single coordinates.
void draw_other_sums(Case&, Random&);
void draw_iteration(Case&, Random&);  // what repeats, and what rounds hand on
void draw_extents(Case&, Random&);
void draw_mapping(Case&, Expression&,
                  Random&);  // partitioning, loop order, space and time, bindings
// Some expressions get a sum between tiles of their output and what is in those.
void draw_sum_tiles(const Case&, Expression&, Random&);
bool has_sum_tiles(const Expression&);
// Expressions with a rank of their outputs in common share it over blocks (and warps) alike, and
// what is inside each in a way of its own.
void draw_owners(Case&, Random&);
bool have_one_owner(const Expression&, const Expression&);
void draw_tiles(Case&, Random&);    // operands of any expression in shared memory
void draw_storage(Case&, Random&);  // rank orders, formats
void draw_narrow(Case&, Random&);   // coordinates of fewer bits, when all formats are drawn
void draw_bits(Case&, Random&);     // elements of one bit, most of them where they are 0 or 1
void draw_once(Case&, Random&);     // blocks without loops
void draw_like(Case&, Random&);     // results that have elements where an input has some
// Compressed results whose rows warps make, their lanes side by side along the innermost rank.
void draw_rows_of_warps(Case&, Random&);
bool are_rows_of_warps(const Case&, const Expression&);
void draw_buffers(Case&, Random&);  // what some of these are gathered in
bool can_have_buffer(const Case&, const Expression&);
void settle_tiles(Case&);        // tiles of coordinates where such are stored
void settle_coordinates(Case&);  // where none are stored, elements
// Some expressions that read each element of an intermediate as it is get the loops of the one that
// makes it.
void draw_alike(Case&, Random&);
bool reads_alike(const Expression& maker, const Expression& reader);
void draw_variants(Case&, Random&);  // mappings of their own for classes of rows
bool can_have_variants(const Case&, const Expression&);
void draw_paths(Case&, Random&);  // sums of rows along a merge path
// Parts below one of the same rank: so many workers, whatever the extent is.
Names sized_parts(const Names& loops);
void draw_few_workers(Case&, Random&);  // as another machine has, in parts of literal size
void draw_unmapped(Case&, Random&);     // nothing said of loops, all but one matrix dense
void draw_data(Case&, Random&);
void draw_rounds(Case&, Random&);         // when the iteration ends: few rounds, small values
void draw_stored_rounds(Case&, Random&);  // formats of what rounds write and hand on
void draw_types(Case&, Random&);          // of values and of indices

// Instead of those from draw_expressions to draw_storage: a product in tiles that are staged, or
// one on tensor cores.
void draw_tensor_core_product(Case&, Random&);
// Blocks of the last expression become persistent: few of them, for the most part, so that there
// are turns.
void take_turns(Case&, Random&);
void draw_staged_product(Case&, Random&);
void draw_blocks(Case&, Random&);  // zeros in blocks

// Drops what nothing uses: tensors, extents, scalars, symbols, data; and gives back names that a
// change of the partitioning made wrong: loop orders, stamps, bindings, leaders. After it the case
// is valid again if the change was.
void tidy(Case&);

// Where sums stay in registers, no operand of that name does.
void bind_once_to_registers(Expression&);

}  // namespace teaal::smith
