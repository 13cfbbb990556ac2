#pragma once
#include <map>
#include <string>
#include <vector>

#include "compiler/einsum/cascade.h"
#include "compiler/ir/program.h"

// The part of `build` that turns an einsum's mapping into the schedule that later passes take off.
namespace teaal::passes {

// Sizes named in a spec: bound by `params:` or -D, the extent of a rank, or open until launch.
class SpecSizes {
 public:
  SpecSizes(const einsum::Cascade& cascade, ir::Program& program)
      : cascade_(cascade), program_(program) {}

  // `lower_tile`: not null if the size may stay open until launch; then the tile of the part below.
  ir::Expr size(const spec::Size&, const ir::Expr& lower_tile, const std::string& root);
  // The same without asking for a value.
  ir::Expr spelled(const spec::Size&) const;
  // Whether it has a value that whoever compiles gave, and would be open else.
  bool asked(const spec::Size&) const;
  // The coefficient of an index variable.
  ir::Expr stride(const einsum::IndexTerm&, const SourceRange& where);
  // Of a kernel whose blocks are persistent: bound, or open until launch, when it is as many as a
  // full GPU may hold; `stage` knows better.
  ir::Expr blocks_at_once(const einsum::Einsum&);
  // Error (unbound-symbol), listing every name that nothing binds.
  void report_unbound(Diagnostics&) const;

 private:
  bool is_rank(const std::string& name) const;
  // The number that a symbol is bound to, with its name; null: none.
  ir::Expr bound_size(const std::string& name) const;
  void add_symbol(const std::string& name, const ir::Expr& lower_tile, const std::string& root);

  const einsum::Cascade& cascade_;
  ir::Program& program_;
  std::map<std::string, SourceRange> unbound_;
};

// The splits of a rank as written; a rank that follows another has the splits of that one. Empty:
// not split.
const std::vector<spec::PartitionOp>& ops_of(const einsum::Einsum&, const std::string& root);
bool is_index_math(const einsum::Loop&);

// Errors: binding, unbound-symbol (told by report_unbound).
ir::Schedule build_schedule(const einsum::Einsum&, SpecSizes&, Diagnostics&);

}  // namespace teaal::passes
