#pragma once
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "compiler/interpret/machine.h"
#include "compiler/interpret/memory.h"
#include "compiler/interpret/recorder.h"
#include "compiler/ir/program.h"

// A kernel with its names resolved, ready to be run by all threads of a block together.
namespace teaal::interpret {

// What the interpreter does not know the meaning of.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// A program that does what no program may: a bug of ours.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The calls that have a meaning here; functions.cc says which.
enum class Function : uint8_t;

struct Term {
  enum class Kind : uint8_t { Literal, Variable, Load, Binary, Call, Buffer };
  Kind kind = Kind::Literal;
  bool real = false;  // a value, not a number
  size_t slot = 0;    // Variable
  size_t buffer = 0;  // Load, Buffer
  ir::BinaryOp op = ir::BinaryOp::Add;
  Function function{};
  std::vector<Term> args;
  std::vector<Cell> out;      // a thread
  std::vector<int64_t> last;  // Load: the element that each thread loaded last; -1: none yet
  int64_t last_block = -1;    // of which block
  std::vector<std::vector<int64_t>> places;  // Call: the same a place of the template's
  Lanes some, rest;                          // of the lanes, where not all take part
};

// One of the arrays that a kernel names.
struct Buffer {
  std::string name;
  Array* array = nullptr;  // of the program; else the kernel's own, in `own`
  bool written = false;
  ir::Memory memory = ir::Memory::Shared;
  int64_t extent = 0;
  bool real = false;
  bool streamed = false;       // each element is asked for once
  bool staged = false;         // of its own: has copies of a tensor's values
  bool coordinates = false;    // of its own: may hold those of a tensor
  std::optional<size_t> rank;  // whose: which entry of Counts::ranks
  bool given = false;          // Shared: lies in what the launch gives a block
  size_t shared = 0;           // of its own in shared memory: which entry of Counts::shared
  int64_t element_bytes = 4;   // of its own
  std::vector<Cell> own;       // Registers: `extent` a thread
};

struct Op;
using Body = std::vector<Op>;

struct Loop {
  size_t slot = 0;
  bool widens = false;  // spelled out in a whole tile, without a test or a loop inside
  Term begin, end, step;
  std::unique_ptr<Body> body;
  bool meets = false;  // walks coordinates, of which some have no partner
  std::vector<int64_t> at, to, by, moves;
  Lanes live, idle;
};
struct Repeat {
  Term condition;
  std::unique_ptr<Body> body;
  bool meets = false;
  std::vector<int64_t> moves;
  Lanes live, idle;
};
struct Branch {
  Term condition;
  std::unique_ptr<Body> body;
  Lanes taken;
};
struct Set {  // a variable
  size_t slot = 0;
  ir::AssignOp op = ir::AssignOp::Set;
  bool real = false;
  Term value;
};
struct Store {
  size_t buffer = 0;
  ir::AssignOp op = ir::AssignOp::Set;
  Term at, value;
};
struct Fresh {  // an array of the kernel's own, with nothing in it yet
  size_t buffer = 0;
};
struct Effect {
  Term call;
};
struct Move {  // of neighbours; of those behind `count`, or all where `guard` is 0, 0 is stored
  size_t to = 0, from = 0;
  Term to_at, from_at;
  int64_t width = 1;
  std::optional<Term> guard, count, entry, stride;
  ir::CopyWay way = ir::CopyWay::Async;
};
struct Meet {};  // of the block's threads
struct Idle {};  // copies are done when they are asked for, and warps go in step

struct Op {
  std::variant<Loop, Repeat, Branch, Set, Store, Fresh, Effect, Move, Meet, Idle> kind;
  int32_t statement = 0;
  // What a lane that runs it waits for; nothing where it waits for nothing.
  std::optional<Work> work = {};
  bool multiplies = false;
  bool searches = false;
};

struct KernelCode {
  std::vector<Buffer> buffers;
  std::vector<bool> changes;             // a slot each: variables
  std::vector<std::vector<Cell>> slots;  // a thread each
  size_t variables = 0;
  // Into how many products of matrices one is taken apart: of what words hold and what they leave
  // out. They come one behind the other.
  int64_t parts = 1;
  Body body;
};

// What a kernel's parameters stand for in one launch.
struct Binding {
  std::map<std::string, Array*> arrays;
  std::map<std::string, Cell> scalars;  // numbers and values
  int64_t value_bytes = 4;              // of values in shared memory
  int64_t element_bytes = 4;            // of those that lie there as tensors store them
};

// Throws Unsupported.
KernelCode resolve(const ir::Kernel&, const Binding&, Recorder&, size_t threads);

}  // namespace teaal::interpret
