#include <set>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/passes.h"

// What one thread reads once leaves the caches to what others ask for again: quads of such arrays
// go past the L1. Single elements do not, for their neighbours in a sector may still be wanted.
namespace teaal::passes {
namespace {

using namespace ir;

std::set<std::string> arrays_read_once(const Kernel& kernel) {
  std::set<std::string> out;
  for (const Param& p : kernel.params)
    if (p.streamed && !p.written) out.insert(p.name);
  return out;
}

Stmt streamed(const Stmt& s, const std::set<std::string>& once) {
  const auto* run = as<Run>(s);
  const auto* moves = run ? as<Call>(run->call) : nullptr;
  const bool quad = moves && moves->intrinsic == "read_quad",
             entries = moves && moves->intrinsic == "take_entries";
  if (!quad && !entries)
    return map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return streamed(child, once); });
  const auto* from = as<Var>(moves->args[quad ? 2 : 3]);
  if (!from || !once.contains(from->name)) return s;
  return make_stmt(Run{call(quad ? "stream_quad" : "stream_entries", moves->args)}, s->where);
}

}  // namespace

std::optional<Program> stream(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (const auto once = arrays_read_once(kernel); !once.empty())
      kernel.body = streamed(kernel.body, once);
  return program;
}

}  // namespace teaal::passes
