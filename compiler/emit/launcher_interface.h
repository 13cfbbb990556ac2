#pragma once
#include <span>
#include <string>
#include <vector>

#include "compiler/emit/emit.h"
#include "compiler/ir/program.h"

// What the launcher's arguments are made of.
namespace teaal::emit {

// Whether kernels write the view's tensor.
bool written(const ir::Program&, const ir::View&);

// Whether the launch makes the view's arrays, in sizes that only it finds.
bool assembled(const ir::View&);
bool assembles(const ir::Program&);

// Whether kernels address arrays by offsets of fewer bits than sizes.
bool uses_offsets(const ir::Program&);
// A condition on sizes: where each element of the uncompressed levels is, they can count.
std::string offsets_fit(const ir::Program&, const EmitOptions&);

// Whether steps are done once, for static operands.
bool holds(const ir::Program&);

// A size as C++ spells it, with the fewest parentheses; as one factor of a product, if it is that.
std::string host_text(const ir::Expr&, bool factor = false);
// A product as what something is divided by.
std::string as_divisor(const std::string& product);

// Whether steps launch the kernel with arguments of their own.
bool is_shared(const ir::Kernel&);

// Grids and blocks of the other kernels, as the launcher's functions name them.
struct LaunchShape {
  std::string name;
  ir::Expr size;
};
std::vector<LaunchShape> launch_shapes(const ir::Program&);
// A size, where it is long, by the names of those that it is, or is made of: calls within calls
// take people and clang-format equally long.
ir::Expr by_shapes(const ir::Expr&, std::span<const LaunchShape>);

// A level's arrays: as the caller names them, and the C type of their elements.
struct LevelArray {
  std::string name, type;
};
std::vector<LevelArray> arrays_of(const ir::Program&, const ir::View&, size_t level,
                                  const EmitOptions&);

}  // namespace teaal::emit
