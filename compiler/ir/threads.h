#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/ir/program.h"

// What the threads of a block have in common in a lowered body, as far as names tell; what arrays
// hold is taken for the same everywhere.
namespace teaal::ir {

// Who has the same value: the threads of a block, those of a warp, or nobody.
enum class Spread { Block, Warp, Thread };

// The expressions that a statement evaluates itself, in order.
std::vector<Expr> evaluated_by(const Stmt&);

class Threads {
 public:
  explicit Threads(const Kernel&);

  Spread of(const Expr&) const;

  // What all threads of a block (of a warp) do together, and only some may come to.
  struct Parting {
    std::string what;  // as IR text begins it
    Scope scope;       // who does it together
    Stmt around;       // the outermost loop or condition that they decide each for themselves
    Stmt at;           // the statement that does it
  };
  const std::optional<Parting>& parting() const { return parting_; }

 private:
  // Who decides together whether a statement runs, and the outermost statement that parts them.
  struct Control {
    Spread spread = Spread::Block;
    Stmt of_block, of_warp;

    Control under(Spread own, const Stmt& s) const;
  };
  void walk(const Stmt& s, const Control& control);
  void raise(const std::string& name, Spread spread);
  Spread of_loop(const For&) const;
  Spread of_call(const Call&) const;
  Spread of_worker(const std::string& rank) const;
  bool counts_threads(const Expr&) const;
  void find_parting(const Stmt& s, const Control& control);
  void meet(const std::string& what, Scope scope, const Stmt& s, const Control& control);

  const Kernel& kernel_;
  std::unordered_map<std::string, Spread> spread_;
  std::unordered_set<std::string>
      thread_names_;  // equal to the thread's number, but for what all add
  bool changed_ = false, final_ = false;
  std::optional<Parting> parting_;
};

}  // namespace teaal::ir
