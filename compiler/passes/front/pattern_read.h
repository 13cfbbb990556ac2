#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/program.h"

namespace teaal::passes {

// A kernel that does nothing but to read a pattern off a tensor (derive): it sets an element of a
// derived tensor of bits where any element of the tensor's at some coordinates, or in tiles of
// them, differs from what is absent.
struct PatternRead {
  size_t kernel = 0;  // its number
  std::string pattern;
  struct Axis {
    std::string rank;  // the tensor's
    int64_t tile = 0;  // 0: the coordinate itself
  };
  std::vector<Axis> axes;  // of the pattern
  ir::Expr value;          // of one element of the tensor
};

// The first one among the program's kernels in front of number `end`.
std::optional<PatternRead> find_pattern_read(const ir::Program&, const ir::Tensor&, size_t end);

// The same as a mark (nest.h) of a kernel that visits all of the tensor: `element` is what it
// reads, `at` has the variables of its coordinates, and loops over tiles that nest in those of the
// pattern.
struct MarkPlace {
  ir::Expr element;
  std::map<std::string, std::string> at;        // by the tensor's ranks
  std::map<std::string, std::string> tiles_at;  // ranks of which the pattern has tiles
};
ir::Stmt mark_of(const PatternRead&, const MarkPlace&, const SourceRange&);

// Whether the list names coordinates that the pattern does, and no others: it is the pattern, or
// made of it and others.
bool lists_pattern(const ir::Program&, const std::string& list, const std::string& pattern);

}  // namespace teaal::passes
