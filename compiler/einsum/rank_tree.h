#pragma once
#include <map>
#include <string>
#include <vector>

#include "compiler/einsum/cascade.h"

namespace teaal::einsum {

// How an expression uses a rank: it is the upper case of a variable (M of m), a tensor's own name
// for that rank (V of `R: [V]` written R[d]), or tied to several variables by index math (W of `I[q
// + s]`).
struct RankUse {
  enum class Kind { Variable, Renamed, IndexMath };
  Kind kind = Kind::Variable;
  std::vector<std::string> variables;  // Variable and Renamed: one
  bool in_index_math = false;          // also the ranks of the variables in `q + s`
};

using RankUses = std::map<std::string, RankUse>;
RankUses rank_uses(const Einsum&, const Cascade&);

// What partitioning makes of an einsum's ranks: K → K1, K0; (M, K0) → MK0 → MK01, MK00.
class RankTree {
 public:
  struct Node {
    std::string name, root;
    int part = 0;
    std::vector<std::string> parts;    // split: high to low
    std::string flattened;             // the flattened rank that took this one in
    std::vector<std::string> sources;  // of a flattened rank
  };

  void add_root(const std::string& name);
  // Splits `name` into count + 1 parts. Its node must exist, the names of the parts must be free.
  void split(const std::string& name, size_t count);
  // Joins existing ranks; the name of the result must be free.
  void flatten(const std::vector<std::string>& sources, const std::string& result);

  const Node* find(const std::string& name) const;
  // The final ranks that `name` became, outermost first.
  std::vector<std::string> leaves(const std::string& name) const;
  std::vector<std::string> all_leaves() const;
  std::vector<std::string> all_names() const;
  // The declared ranks that a final rank holds coordinates of, e.g. M and K for MK01.
  std::vector<std::string> origins(const std::string& name) const;
  // Flattened ranks in the order they were made.
  const std::vector<std::string>& flattened() const { return flattened_; }

 private:
  std::map<std::string, Node> nodes_;
  std::vector<std::string> flattened_;
};

std::string part_name(const std::string& root, size_t part);
// Of a rank that is split by `ops`, the i-th part from the top; the last one is the bottom part.
std::string part_name(const std::string& root, const std::vector<spec::PartitionOp>& ops, size_t i);

}  // namespace teaal::einsum
