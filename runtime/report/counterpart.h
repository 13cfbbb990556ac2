#pragma once
#include <optional>
#include <string>
#include <vector>

#include "runtime/manifest/manifest.h"

// Which vendor routine computes the same as an einsum, told from the pattern of its indices and
// formats alone.
namespace teaal::runtime::report {

struct Counterpart {
  enum class Kind { SpMV, DenseMV, SpMM, DenseMM, Sddmm, Dot };
  // One operand as the routine wants it: a tensor and the order in which its ranks are laid out
  // (indices into the declaration order).
  struct Operand {
    std::string tensor;
    std::vector<int> order;
  };
  Kind kind = Kind::SpMV;
  // SpMV, DenseMV: matrix, vector. SpMM: sparse, dense. DenseMM: left, right. Sddmm: pattern, left,
  // right. Dot: both.
  std::vector<Operand> operands;
  std::vector<std::string>
      ranks;       // rows, columns, then the reduced rank; as many as the routine has
  Operand output;  // its layout in the routine
};

// The cascade's counterpart; nullopt if there is none: several expressions, terms, takes, scalars
// or affine indices, a format mix without a routine, or values other than f32.
std::optional<Counterpart> find_counterpart(const Manifest&);

}  // namespace teaal::runtime::report
