#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compiler/support/source.h"

// Every node of the loop-nest IR. A node is a plain struct; a tree is immutable and shared. Text
// form: text.h; which node may stand at which stage: verify.h.
namespace teaal::ir {

struct ExprNode;
struct StmtNode;
using Expr = std::shared_ptr<const ExprNode>;
using Stmt = std::shared_ptr<const StmtNode>;

// Mask: 32 bits of a bitmask level. Int: 32 bits whatever the widths of indices are: numbers of
// threads and of elements in tiles. Coord: a coordinate (32 bit). Pos: a position in a compressed
// level (32 or 64 bit). Offset: where an element of an array is (32 or 64 bit). Size: products and
// strides of all of these (64 bit). Value: an element of a tensor.
enum class Type { Bool, Mask, Int, Coord, Pos, Offset, Size, Value };
enum class BinaryOp { Add, Sub, Mul, Div, Mod, Min, Max, Eq, Lt, Le, And, Or };
enum class AssignOp { Set, Add, Mul, Min, Max, Or, And };
// Where the iterations of a loop go. Grid: all threads of the grid; Thread: all threads of the
// block.
enum class Place { Time, Grid, Block, Thread, Warp, Lane };
// Where a kernel's own arrays lie: one a block, or one a thread.
enum class Memory { Shared, Registers };
// What tensor cores multiply: values rounded to so many bits, or in several parts of those.
enum class Arithmetic { Tf32, Tf32x3, F16x1, F16x3, Bf16, F16 };
enum class Meet { Unchosen, TwoFinger, SkipAhead, LeaderFollower };

// ---- Expressions ----
struct IntLit {
  int64_t value;
  std::string symbol = {};  // the spec's name for the number; empty: it has none
};
struct FloatLit {
  double value;
};
struct Var {
  std::string name;
};
struct Access {  // a tensor at coordinates: a sum over loop variables a rank, declaration order
                 // (Ranks stage)
  std::string
      operand;  // the tensor's name; A#2, A#3, … where a kernel reads A at other indices too
  std::vector<Expr> at;
};
struct Read {  // an array at a position
  std::string buffer;
  Expr at;
};
struct Binary {
  BinaryOp op;
  Expr lhs, rhs;
};
struct Call {  // a row of intrinsics.def; buffers are passed as Var
  std::string intrinsic;
  std::vector<Expr> args;
};

struct ExprNode {
  std::variant<IntLit, FloatLit, Var, Access, Read, Binary, Call> kind;
};

// ---- Which fibers a rank loop walks, and how they meet ----
struct Fiber {
  std::string operand;
};
struct CoIteration {
  Meet meet = Meet::Unchosen;
  std::vector<Fiber>
      fibers;  // intersected; LeaderFollower: the first leads. None: every coordinate
};

// ---- Statements ----
struct Block {
  std::vector<Stmt> stmts;
};
// One of the ranks that a flattened loop runs over together.
struct Joined {
  std::string var;
  std::string rank;  // the part's name: K0
  std::string root;
  std::string extent;  // as of ForRank
  Expr tile;           // null: the bottom part
  std::vector<Expr> snaps;
};
// Which of a flattened rank's tuples an iteration of its bottom part has: one; or, of what a run
// has, all those that agree in the first `leading` ranks (Fibers: the loop binds these), or, in a
// loop inside of that, one of those (OfFiber: it binds the other ranks).
enum class Tuples { Each, Fibers, OfFiber };
// A loop whose iterations are spelled out in the text, for what they use lies in registers.
struct Spelled {
  int64_t turns = 0;  // how many of them a worker has at most; 0: they are not spelled out
  std::string var;    // their number, from 0 on
  bool all = false;   // in a whole tile every worker has all of them
};
// A loop over one part of a rank. Each loop narrows the rank's interval of coordinates, which
// starts as [0, extent): a loop with a tile visits every tile that the interval meets (tile of c: c
// / tile * tile, after rounding c down to multiples of `snaps`, innermost last) and narrows to it;
// the loop without one visits every coordinate. So parts may nest in any order. A flattened loop
// visits tuples of coordinates, the stored ones of one operand; its intervals and tiles are of
// positions. A solved loop has one coordinate, where that is whole and in the interval.
// Of a loop over tiles that are made of smaller ones: it joins these as long as a tile has at most
// so many elements of a tensor, the loop's leader, in the intervals that other ranks have.
struct Growth {
  Expr most;  // null: the loop's tiles do not grow
  // The tensor of how many elements the leader has in each of the smaller tiles, and the ranks
  // (before splitting) whose tiles' numbers index it. Empty before `grow`.
  std::string counts = {};
  std::vector<std::string> roots = {};
};
struct ForRank {
  std::string var;
  std::string rank;    // the part's name: K1
  std::string root;    // the rank it is a part of: K
  std::string extent;  // the rank whose extent bounds the coordinates; nearly always `root`
  Expr tile;           // null: the bottom part
  std::vector<Expr> snaps;
  std::vector<Joined> joined;  // not empty: a flattened rank, outermost first
  Tuples tuples = Tuples::Each;
  int leading = 0;
  Expr at;              // not null: solved, the coordinate is at / divisor
  int64_t divisor = 1;  // positive
  std::string
      leader;  // tensor; not empty: a tile is so many positions of its fiber, not coordinates
  // Of a flattened rank: positions and ends of fibers together are so many, as on a merge path.
  bool merged = false;
  Growth growth = {};  // `tile` is of the smaller tiles
  CoIteration over;
  Place place = Place::Time;
  Spelled spelled;
  Stmt body;

  // The joined ranks that the loop itself runs over.
  std::span<const Joined> own() const {
    const std::span all(joined);
    const auto first = static_cast<size_t>(leading);
    if (tuples == Tuples::Each) return all;
    return tuples == Tuples::Fibers ? all.first(first) : all.subspan(first);
  }
};
struct For {  // begin, begin + step, … < end
  std::string var;
  Type type;
  Expr begin, end, step;
  std::string worker;  // Positions stage: the rank whose workers share the iterations; empty: none
  Stmt body;
  bool unroll = false;  // all bounds are literals, and every iteration is spelled out
  int64_t at_once = 1;  // iterations that machine code has behind one another; 1: any, 0: one
};
struct While {
  Expr cond;
  Stmt body;
};
struct If {
  Expr cond;
  Stmt body;
};
struct Let {  // a new name; Assign may change it only when `changes`
  std::string var;
  Type type;
  Expr value;
  bool changes = false;
};
struct Assign {  // target: Var, Access or Read
  Expr target;
  AssignOp op;
  Expr value;
};
struct Array {  // of the kernel's own, known to the rest of the enclosing block
  std::string buffer;
  int64_t extent;
  Type type = Type::Value;
  Memory memory = Memory::Shared;
  bool quads = false;   // four elements are read and written at once
  int64_t byte = -1;    // Shared: where it begins in what the launch gives; -1: an array of its own
  bool lines = false;   // Shared: copies in bulk go there, which are faster to whole lines of it
  bool stored = false;  // elements as tensors store them, which may be narrower than values
};
struct Remark {  // what the statements behind it do, for people who read the kernel
  std::string text;
};
struct Run {  // a call for its effect
  Expr call;
};
// How elements get there. Async: straight into shared memory, beside other work. Bulk: the same of
// many, for which one thread asks, and all of the block wait. Laid: as Bulk, of words that tensor
// cores alone read, and of which their turn is told how many come; one thread alone copies. Load:
// from shared memory. Read: from memory, elements as values. Stream: as Read, past the L1. Store:
// to memory or shared memory, from registers that a main loop may fill. Write: to memory, from any
// others.
enum class CopyWay { Async, Bulk, Laid, Load, Read, Stream, Store, Write };
constexpr bool in_bulk(CopyWay way) { return way == CopyWay::Bulk || way == CopyWay::Laid; }
// Neighbours of one array go to another; copies.def has those that the machine makes.
struct Copy {
  CopyWay way = CopyWay::Async;
  Expr to, from;         // Reads: where the first of them goes and lies
  int64_t width = 1;     // how many neighbours
  bool entries = false;  // integers of a list, as wide as indices are
  Expr guard;            // a condition; where it is false, 0 is copied. Null: all are
  Expr count;            // so many, the first, are copied, then 0. Null: all
  // The first lies `entry` times `stride` behind `from`; null: there. In two numbers, since an
  // instruction makes one address of them.
  Expr entry, stride;
  // In bulk: where they arrive, an array as Var, or two words of it as Read of the first; null
  // before fill_tiles.
  Expr turn;
};
struct CopiesEnd {};  // the thread's Async copies since the last one are a group
struct Await {        // until so many of the thread's groups of copies, the last, may be under way
  int64_t running = 0;
};
enum class Scope { Block, Warp };
struct Barrier {  // all threads of the block or the warp meet, and see what each other wrote
  Scope scope = Scope::Block;
};
struct Fill {  // all threads of the block fill the kernel's tiles of these names, and meet
  std::vector<std::string> tiles;
  Stmt copies;  // from Positions to Filled, what each thread does for that; null before
};

// Products of a warp on its tensor cores, 16 x 8 of them over 8 k's, or 16 of 16 bits: d += a * b.
// What each lane has of them is as templates/mma.cuh says.
struct Mma {
  struct Registers {  // arrays, as Var, and which of their elements
    Expr array;
    Expr rest;  // what the words in `array` leave out of their values; null: that is left out
    std::vector<Expr> at;
  };
  Arithmetic arithmetic;
  Registers d, a, b;  // four values; four words; two words
};

struct StmtNode {
  std::variant<Block, ForRank, For, While, If, Let, Assign, Array, Remark, Run, Copy, CopiesEnd,
               Await, Barrier, Fill, Mma>
      kind;
  SourceRange where;
};

template <class Kind>
Expr make_expr(Kind kind) {
  return std::make_shared<const ExprNode>(ExprNode{std::move(kind)});
}
template <class Kind>
Stmt make_stmt(Kind kind, SourceRange where = {}) {
  return std::make_shared<const StmtNode>(StmtNode{std::move(kind), std::move(where)});
}

template <class Kind, class Node>
const Kind* as(const std::shared_ptr<const Node>& node) {
  return node ? std::get_if<Kind>(&node->kind) : nullptr;
}

}  // namespace teaal::ir
