#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"

namespace teaal::passes {

// Of the largest part that we aim at.
inline constexpr int64_t multiprocessors = 132;
// Blocks that a multiprocessor holds at once, at most, where registers and tiles are what they
// need.
inline constexpr int64_t most_resident = 16;

inline constexpr int64_t threads_of_multiprocessor = 2048;

// Threads of a block that nothing says more of, and no more than that where the launch tells.
inline constexpr int64_t block_threads = 256;

// A number that an expression over extents and counts, none negative, does not exceed, if one
// stands in it.
std::optional<int64_t> at_most_literal(const ir::Expr&);

// How many workers each placed rank of a kernel gets, and which one a thread is.
struct LaunchShape {
  ir::Launch launch;              // one-dimensional grid and block
  std::vector<ir::Stmt> workers;  // `let worker_K` and `let workers_K` for each placed rank
  std::vector<ir::Param> params;  // worker counts that the launcher passes
};
// Settles the count of every worker, too; where several ranks share a level the program gets a
// named size for each, since each count depends on those before it.
LaunchShape launch_shape(ir::Program&, ir::Kernel&);

// Where blocks take what they do in turns (Schedule::at_once), of which a multiprocessor holds so
// many: no more of them than run at once, unless the launch says how many.
void bound_turns(ir::Program&, const ir::Kernel&, int64_t resident);

// How many threads a block of the kernel wants, whole warps of them. None: several ranks share the
// warps, and how many of these the first takes only the launch tells.
std::optional<int64_t> threads_wanted(const ir::Kernel&);

// How many lanes a rank that is spread over lanes gets.
int64_t lanes_of(const ir::Kernel&, const ir::Worker&);

// How many of `iterations` a worker of a placed rank does.
struct Turns {
  int64_t most = 0;  // 0: only the launch tells
  bool all = false;  // every worker does as many
};
Turns turns_of(const ir::Kernel&, const ir::Worker&, int64_t iterations);

// Elements of a view whose levels are all uncompressed.
ir::Expr dense_elements(const ir::View&);

}  // namespace teaal::passes
