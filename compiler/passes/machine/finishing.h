#pragma once
#include <map>
#include <string>
#include <vector>

#include "compiler/ir/build.h"
#include "compiler/ir/program.h"
#include "compiler/passes/target.h"

namespace teaal::passes {

// A kernel's finish, as statements behind each of its sums; without one, sums stay what they are.
class Finishing {
 public:
  // An element of a view by its coordinates, outermost stored rank first.
  struct Element {
    std::string view, values;     // its array
    std::vector<std::string> at;  // variables of Finish::sum
  };
  // Of sums that the kernel's own output, which has that view, would hold.
  Finishing(const ir::Program&, const ir::Kernel&, const ir::View& sums, const Target&);

  bool empty() const { return elements_.size() == 1; }
  const Element& sums() const { return elements_.front(); }
  // What is stored in the end.
  const Element& result() const { return elements_.back(); }

  // Where a sum is: each coordinate by its variable, and, where someone knows it, the place in an
  // array of all sums.
  struct Where {
    std::map<std::string, ir::Expr> at;
    ir::Expr place = nullptr;
    bool lies_there = false;  // the sum in its array already
  };
  // Makes of `sum`, an element of an array, the result's element; and stores what else of the chain
  // is stored.
  std::vector<ir::Stmt> in_place(const ir::Expr& sum, const Where&) const;
  // All that becomes of a sum, which is evaluated once, and the store of the result.
  std::vector<ir::Stmt> stored(const ir::Expr& sum, const Where&, ir::Names&) const;
  // What that reads and writes; each once, sizes apart.
  std::vector<ir::Param> params() const;
  // The sizes that places are computed from, where they are not there.
  void add_sizes(std::vector<ir::Param>&) const;
  bool stores_sums() const { return empty() || finish_->stored; }

 private:
  const ir::View& view_of(const std::string& name) const { return *program_.view(name); }
  // Of elements_ but the result.
  bool is_stored(size_t element) const {
    return element == 0 ? finish_->stored : finish_->links[element - 1].stored;
  }
  Element element_of(const ir::Access&, const ir::View&) const;
  ir::Expr in_memory(const Element&, const Where&) const;
  ir::Expr value_of(const ir::Finish::Link&, const ir::Expr& sum, const Where&) const;

  const ir::Program& program_;
  std::optional<ir::Finish> finish_;
  bool narrow_;
  std::vector<Element> elements_;  // the sums, and what each link makes
};

// What a finish makes and does not store has no view. `sums_stored`: sums have one all the same.
void drop_unstored(ir::Program&, const ir::Finish&, bool sums_stored);

}  // namespace teaal::passes
