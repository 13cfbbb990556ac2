#pragma once
#include <map>
#include <optional>
#include <string>

#include "runtime/plan/plan.h"

// What a job's numbers make of a manifest's names: expressions evaluated, views as storage
// requests.
namespace teaal::runtime::plan {

class Sizes {
 public:
  // Launch symbols not bound by the job take the manifest's value or default expression.
  static std::optional<Sizes> make(const Job&, Diagnostics&);

  // `what` says in messages what the number is for: "argument 'rows' of spmv".
  std::optional<int64_t> evaluate(const std::string& expression, const std::string& what,
                                  Diagnostics&) const;
  std::optional<int64_t> evaluate_in(const std::string& expression, const std::string& what,
                                     int64_t least, int64_t most, Diagnostics&) const;
  const std::map<std::string, int64_t>& symbols() const { return symbols_; }
  // Whether the expression has a value by now.
  bool known(const std::string& expression) const;
  // A number that the run found.
  void bind(const std::string& name, int64_t value);
  // What `bind` said.
  void forget_found() { names_ = given_; }
  // A number that holds for all runs.
  void settle(const std::string& name, int64_t value) {
    bind(name, value);
    given_ = names_;
  }

 private:
  std::map<std::string, int64_t> names_, given_, symbols_;
  std::vector<ManifestSize> late_;  // wait for numbers that the run finds, or change with them
};

// Extents of the tensor's ranks, declaration order. Error (manifest): a rank without an extent.
std::optional<std::vector<int64_t>> shape_of(const ManifestTensor&,
                                             const std::map<std::string, int64_t>& extents,
                                             Diagnostics&);

// The view as `pack` wants it. Errors: manifest (unknown tensor, rank or format letter, levels that
// do not match), run-failed (a tile that is not between 1 and 2^31 - 1).
std::optional<StorageRequest> storage_request(const Manifest&, const ManifestView&, const Sizes&,
                                              int position_bits, Diagnostics&);

bool is_storage(const ManifestTensor&, const ManifestView&);

// An upper bound on the positions of the view's fullest level. Saturates at 2^62.
int64_t most_positions(const StorageRequest&, const std::vector<int64_t>& shape, int64_t entries);

// The product, saturating at 2^62. All factors are non-negative.
int64_t saturating_product(int64_t a, int64_t b);

}  // namespace teaal::runtime::plan
