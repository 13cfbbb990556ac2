#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/passes/tensor/matrices.h"

// Operands of which lists name single k's, laid out by a kernel in front as lines: what all rows of
// a tile have at one k, as words of two halves, the parts of values one behind the other. Threads
// copy those that the list names to where warpgroups read them (templates/lines.cuh).
namespace teaal::passes {

// The rows that lines have, and what is to be made of them: `matrices.rows()` is a multiple of 64,
// its arithmetic one of halves.
struct Lines {
  // A tensor of bits that says of each k of each tile whether any list names it: the others' lines
  // are not made. Its levels, outermost first, are of tiles of one of the operand's ranks each, or
  // of its k's.
  struct Marks {
    std::string view, values;
    struct Level {
      std::string rank;  // whose extent it has
      size_t of = 0;     // the operand's rank
    };
    std::vector<Level> levels;
    bool found = false;  // by this kernel, which writes them: where a line has anything but 0
  };

  const Matrices& matrices;
  // Which coordinates the row of a tile has, a rank each, counted from where the tile begins.
  std::function<std::vector<ir::Expr>(const ir::Expr& row)> local;
  std::optional<Marks> marks;

  static constexpr int64_t rows_together = 64;

  int64_t words() const;  // of a line
  // Whether its kernel can find marks: lanes have all of a line in registers.
  bool finds_marks() const;
  // Words of the workspace: [tiles of all ranks but the summed one][k][parts][rows / 2].
  ir::Expr all_words() const;
  // Where the lines begin of the tile whose first coordinate each rank has there.
  ir::Expr first_word(const std::vector<ir::Expr>& first) const;
  // The kernel that writes them, whole as it is.
  ir::Kernel kernel(std::string name, const ir::Program&, SourceRange where) const;
};

}  // namespace teaal::passes
