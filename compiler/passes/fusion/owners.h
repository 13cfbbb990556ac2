#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/passes/nest.h"

// Owners compute: where the outermost loops of several kernels are the same, blocks (or warps)
// share them, and these loops' ranks index all that one kernel hands another, each iteration takes
// from itself alone. Such kernels can run behind one another in each iteration, with no more than a
// barrier of the iteration's own threads in between.
namespace teaal::passes {

// Neither flattened, nor led, nor solved.
bool is_plain(const ir::ForRank&);

class Owners {
 public:
  // Kernels with views, before their loops are lowered.
  explicit Owners(const ir::Program&);

  struct Group {
    std::vector<const ir::Kernel*> kernels;  // of the program
    size_t loops = 0;                        // outermost ones that all have in common
    ir::Place workers = ir::Place::Block;    // who shares the innermost of these
  };
  const std::vector<Group>& groups() const { return groups_; }
  // The one that all kernels of the rounds are in; null: they are not in one, or there are none.
  const Group* of_rounds() const;
  const Group* group_of(const ir::Kernel&) const;

 private:
  // What is asked of a kernel.
  struct Part {
    const ir::Kernel* kernel = nullptr;
    Nest nest;
    std::string output;                          // tensor
    std::vector<const ir::Access*> accesses;     // of tensors, that it stores to as well
    std::map<std::string, std::string> root_of;  // bottom variable → root
    size_t blocks = 0;                           // so many outermost loops are for blocks
    size_t shared = 0;                           // and so many for blocks and warps
  };
  struct Use {
    const Part& part;
    const ir::Access& access;
  };
  std::optional<Part> part_of(const ir::Kernel&);
  // From static operands alone: `hold_static` leaves it out of later runs.
  bool is_done_once(const ir::Kernel&);
  void count_shared(Part&) const;
  // To the first group that it fits.
  void add(Part);
  // In how many of their outermost loops each iteration takes from itself alone.
  static size_t agreed(const Part& a, const Part& b);
  // Whether the root's coordinate is that of one rank of the tensor, here and there.
  static bool index_alike(const std::string& root, const Use& a, const Use& b);

  const ir::Program& program_;
  std::set<std::string> static_;
  std::vector<Group> groups_;
  std::vector<std::vector<Part>> parts_;  // beside groups_
};

}  // namespace teaal::passes
